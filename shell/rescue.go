package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// arithMarker is the name of an array that stands for text: the parser accepts only arithmetic that it can parse, bash
// any text, which it expands before it parses it. Where the parser fails, $((TEXT)) is rewritten to
// $((arithMarker["TEXT"])), and the evaluator takes the subscript for the expression. And (( that is no arithmetic
// because it does not end in )) gets the blank between its parentheses that the parser wants.
const arithMarker = "__sandpit_arithmetic_text"

// maxRescueLines is how many lines of standard input are looked at for the end of arithmetic that the parser rejects.
const maxRescueLines = 50

// maxRescueSites bounds how many (( are looked at: each may take a scan of the rest of the text.
const maxRescueSites = 500

// maxRescue bounds the texts that are looked through.
const maxRescue = 1 << 20

// rescueArithmetic rewrites the arithmetic in a script that the parser rejects on its account. Lines stay where they
// are. ok is false when there is nothing to rewrite.
func rescueArithmetic(text string) (fixed string, ok bool) {
	if len(text) > maxRescue || !strings.Contains(text, "((") {
		return text, false
	}
	var b strings.Builder
	quotes := false
	start, sites := 0, 0
	word := true // at the start of a word: a # starts a comment, (( is a command
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\':
			i++
			word = false
			continue
		case c == '\'' && !quotes:
			k := strings.IndexByte(text[i+1:], '\'')
			if k < 0 {
				return text, false
			}
			i += k + 1
		case c == '"':
			quotes = !quotes
		case c == '#' && word && !quotes:
			k := strings.IndexByte(text[i:], '\n')
			if k < 0 {
				i = len(text)
				continue
			}
			i += k
			continue
		case strings.HasPrefix(text[i:], "((") && (i > 0 && text[i-1] == '$' || word && !quotes):
			if sites++; sites > maxRescueSites {
				return text, false
			}
			end := arithEnd(text[i+2:])
			if end < 0 { // a subshell in a subshell or a substitution: the parser wants a blank
				if nestEnd(text, i) > 0 && !loopHeader(text[:i]) {
					b.WriteString(text[start:i+1] + " ")
					start = i + 1
					ok = true
				}
				break
			}
			body := text[i+2 : i+2+end]
			if !loopHeader(text[:i]) && !arithParses(body) {
				b.WriteString(text[start : i+2])
				b.WriteString(arithMarker + `["` + strings.ReplaceAll(body, `"`, "") + `"]`)
				start = i + 2 + end
				ok = true
			}
			i += 2 + end + 1
		}
		word = c == ' ' || c == '\t' || c == '\n' || c == ';' || c == '&' || c == '|' || c == '!' || c == '(' || c == '`'
	}
	if !ok {
		return text, false
	}
	b.WriteString(text[start:])
	return b.String(), true
}

// loopHeader reports whether the text ends in the "for " of for ((…)).
func loopHeader(before string) bool {
	t := strings.TrimRight(before, " \t")
	return strings.HasSuffix(t, "for")
}

// arithEnd is the offset of the )) that ends the arithmetic whose inside starts at s, -1 when there is none.
func arithEnd(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth == 0 {
				if i+1 < len(s) && s[i+1] == ')' {
					return i
				}
				return -1
			}
			depth--
		}
	}
	return -1
}

func arithParses(body string) bool {
	if strings.TrimSpace(body) == "" {
		return false
	}
	p := parsers.Get().(*syntax.Parser)
	defer parsers.Put(p)
	_, err := p.Document(&guardedReader{"$((" + body + "))"})
	return err == nil
}
