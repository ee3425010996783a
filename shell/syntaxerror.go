package shell

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxTokenSearch is the longest text in which the offending token is looked for, in bytes: each step parses it anew.
const maxTokenSearch = 128 << 10

// translateSyntaxError words an error of the parser as bash does. The parser reports where a construct began, bash the
// token it could not accept; that token is found by looking for the shortest text that is wrong rather than incomplete.
func translateSyntaxError(p *syntax.Parser, err error, text string) *syntaxError {
	var pe syntax.ParseError
	if !errors.As(err, &pe) {
		var le syntax.LangError
		if errors.As(err, &le) {
			return &syntaxError{line: le.Pos.Line(), msg: fmt.Sprintf("syntax error: %v", le.Feature), text: sourceLine(text, le.Pos.Line())}
		}
		return &syntaxError{line: 1, msg: err.Error()}
	}
	if strings.HasPrefix(pe.Text, "reached EOF without closing quote ") {
		return &syntaxError{line: pe.Pos.Line(), msg: "unexpected EOF while looking for matching `" + closingQuote(pe.Text) + "'"}
	}
	if strings.HasPrefix(pe.Text, "reached EOF without matching ") {
		if c := closingQuote(pe.Text); c != "" && !isSubshellAt(text, pe.Pos) {
			line := pe.Pos.Line()
			if strings.HasPrefix(text[min(int(pe.Pos.Offset()), len(text)):], "$(") && !strings.HasPrefix(text[pe.Pos.Offset():], "$((") {
				line = lastLine(text) + 1
			}
			return &syntaxError{line: line, msg: "unexpected EOF while looking for matching `" + c + "'"}
		}
		return &syntaxError{line: lastLine(text) + 1, msg: "syntax error: unexpected end of file"}
	}
	in := text
	if !strings.HasSuffix(in, "\n") {
		in += "\n"
	}
	if len(text) > maxTokenSearch {
		line := pe.Pos.Line()
		return &syntaxError{line: line, msg: "syntax error: " + pe.Text}
	}
	ends := tokenEnds(in, int(pe.Pos.Offset()))
	i := sort.Search(len(ends), func(i int) bool {
		_, err := p.Parse(&guardedReader{in[:ends[i]]}, "")
		return err != nil && !syntax.IsIncomplete(err) && !stillOpen(err)
	})
	if i == len(ends) {
		return &syntaxError{line: lastLine(text) + 1, msg: "syntax error: unexpected end of file"}
	}
	start := 0
	if i > 0 {
		start = ends[i-1]
	}
	tok := strings.TrimLeft(in[start:ends[i]], " \t")
	if tok == "\n" {
		tok = "newline"
	}
	line := uint(strings.Count(in[:ends[i]-1], "\n")) + 1
	return &syntaxError{line: line, msg: "syntax error near unexpected token `" + tok + "'", text: sourceLine(text, line)}
}

// stillOpen reports whether an error may go away with more text though the parser does not call it incomplete.
func stillOpen(err error) bool {
	var pe syntax.ParseError
	return errors.As(err, &pe) && (strings.HasPrefix(pe.Text, "reached EOF") || strings.HasPrefix(pe.Text, "unclosed here-document"))
}

func closingQuote(text string) string {
	text = text[strings.LastIndexByte(text, ' ')+1:]
	if len(text) >= 2 {
		text = text[1 : len(text)-1]
	}
	switch text {
	case "$'":
		return "'"
	case `$"`:
		return `"`
	case "))":
		return ")"
	}
	return text
}

// isSubshellAt reports whether the construct at pos is a list in parentheses or braces: its missing end is an
// unexpected end of file to bash, not an unmatched quote.
func isSubshellAt(text string, pos syntax.Pos) bool {
	o := int(pos.Offset())
	if o >= len(text) {
		return true
	}
	switch text[o] {
	case '(':
		return !strings.HasPrefix(text[o:], "((") && (o == 0 || text[o-1] != '=')
	case '{':
		return true
	}
	return false
}

// tokenEnds are the offsets where a token may end, from the line of the offset on.
func tokenEnds(in string, from int) []int {
	from = min(from, len(in))
	from = strings.LastIndexByte(in[:from], '\n') + 1
	var ends []int
	if from > 0 {
		ends = append(ends, from)
	}
	for i := from; i < len(in); {
		c := in[i]
		switch {
		case c == ' ' || c == '\t':
			i++
			continue
		case c == '\n':
			i++
		case strings.IndexByte(";&|<>()", c) >= 0:
			n := 1
			for _, op := range operators {
				if strings.HasPrefix(in[i:], op) {
					n = len(op)
					break
				}
			}
			i += n
		case c == '\'' || c == '"':
			j := strings.IndexByte(in[i+1:], c)
			if j < 0 {
				i = len(in)
			} else {
				i += j + 2
			}
		default:
			for i < len(in) && strings.IndexByte(" \t\n;&|<>()'\"", in[i]) < 0 {
				i++
			}
		}
		ends = append(ends, i)
	}
	return ends
}

// operators longer than one character, longest first.
var operators = []string{";;&", "<<<", "<<-", "&>>", ";;", ";&", "&&", "||", "|&", "<<", ">>", "<&", ">&", "<>", ">|", "&>"}

func sourceLine(text string, line uint) string {
	for ; line > 1; line-- {
		i := strings.IndexByte(text, '\n')
		if i < 0 {
			return ""
		}
		text = text[i+1:]
	}
	text, _, _ = strings.Cut(text, "\n")
	return text
}
