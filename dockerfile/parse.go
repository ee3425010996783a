package dockerfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Instruction is one instruction of a Dockerfile.
type Instruction struct {
	Line    int      // of its first line, from 1
	Name    string   // in capitals
	Flags   []Flag   // the --name=value that come first
	Text    string   // the arguments as they stand, lines joined
	JSON    []string // the arguments of the form ["a", "b"], nil for the other one
	Heredoc []Heredoc
}

// Flag is --Name=Value, or --Name.
type Flag struct{ Name, Value string }

// Heredoc is a document of RUN, COPY or ADD that follows the instruction's line.
type Heredoc struct {
	Name    string // what stands after <<
	Content string
	Literal bool // the name was quoted: no variables in it
}

// Error is a Dockerfile that cannot be read.
type Error struct {
	Line int
	Err  error
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e *Error) Unwrap() error { return e.Err }

const (
	maxBytes        = 1 << 20
	maxInstructions = 10_000
)

// Parse splits a Dockerfile into instructions. The error is an [*Error].
func Parse(text string) ([]Instruction, error) {
	if len(text) > maxBytes {
		return nil, &Error{1, fmt.Errorf("the Dockerfile is longer than %d bytes", maxBytes)}
	}
	p := parser{lines: strings.Split(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n"), "\n"), escape: '\\'}
	if err := p.directives(); err != nil {
		return nil, err
	}
	var all []Instruction
	for {
		in, err := p.next()
		if err != nil {
			return nil, err
		}
		if in == nil {
			return all, nil
		}
		if len(all) == maxInstructions {
			return nil, &Error{in.Line, fmt.Errorf("more than %d instructions", maxInstructions)}
		}
		all = append(all, *in)
	}
}

type parser struct {
	lines  []string
	at     int
	escape byte
}

// directives reads the # name=value lines at the top. Only escape changes anything here.
func (p *parser) directives() error {
	for ; p.at < len(p.lines); p.at++ {
		rest, isComment := strings.CutPrefix(strings.TrimSpace(p.lines[p.at]), "#")
		name, value, ok := strings.Cut(rest, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		if !isComment || !ok || strings.ContainsAny(name, " \t") || name == "" {
			return nil
		}
		if name == "escape" {
			switch value = strings.TrimSpace(value); value {
			case "\\", "`":
				p.escape = value[0]
			default:
				return &Error{p.at + 1, fmt.Errorf("escape=%s: only \\ and ` are possible", value)}
			}
		}
	}
	return nil
}

// next reads one instruction; nil at the end.
func (p *parser) next() (*Instruction, error) {
	for p.at < len(p.lines) && blank(p.lines[p.at]) {
		p.at++
	}
	if p.at >= len(p.lines) {
		return nil, nil
	}
	in := &Instruction{Line: p.at + 1}
	var text strings.Builder
	for p.at < len(p.lines) {
		line := p.lines[p.at]
		p.at++
		if text.Len() > 0 && blank(line) {
			continue // comments and empty lines between continued lines are dropped
		}
		trimmed := strings.TrimRight(line, " \t")
		if n := len(trimmed); n > 0 && trimmed[n-1] == p.escape {
			text.WriteString(trimmed[:n-1])
			continue
		}
		text.WriteString(line)
		break
	}
	name, rest, _ := strings.Cut(strings.TrimSpace(text.String()), " ")
	if tab := strings.IndexByte(name, '\t'); tab >= 0 {
		name, rest = name[:tab], name[tab+1:]+" "+rest
	}
	in.Name = strings.ToUpper(name)
	rest = in.takeFlags(strings.TrimSpace(rest))
	in.Text = rest
	if strings.HasPrefix(rest, "[") {
		var list []string
		if json.Unmarshal([]byte(rest), &list) == nil {
			in.JSON = list
			if in.JSON == nil {
				in.JSON = []string{}
			}
		}
	}
	switch in.Name {
	case "RUN", "COPY", "ADD":
		if in.JSON == nil {
			if err := p.heredocs(in); err != nil {
				return nil, err
			}
		}
	}
	return in, nil
}

func blank(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#'
}

// takeFlags takes the flags off the front of the arguments.
func (in *Instruction) takeFlags(rest string) string {
	for strings.HasPrefix(rest, "--") {
		word, after, _ := strings.Cut(rest, " ")
		if word == "--" {
			return strings.TrimSpace(after)
		}
		name, value, _ := strings.Cut(word[2:], "=")
		in.Flags = append(in.Flags, Flag{name, value})
		rest = strings.TrimSpace(after)
	}
	return rest
}

// heredocs reads the documents that the words <<NAME, <<-NAME and <<"NAME" ask for. In a RUN they are the shell's own
// business when they are not the whole of it, and stay in the text; COPY and ADD take them as files.
func (p *parser) heredocs(in *Instruction) error {
	for _, word := range strings.Fields(in.Text) {
		name, ok := strings.CutPrefix(word, "<<")
		if !ok || strings.HasPrefix(name, "<") {
			continue
		}
		name, tabs := strings.CutPrefix(name, "-")
		doc := Heredoc{Name: name}
		if n := len(name); n > 2 && (name[0] == '"' || name[0] == '\'') && name[n-1] == name[0] {
			doc.Name, doc.Literal = name[1:n-1], true
		}
		if doc.Name == "" || strings.ContainsAny(doc.Name, `"'`+"`$&|;<>()") {
			continue
		}
		var content strings.Builder
		closed := false
		for ; p.at < len(p.lines) && !closed; p.at++ {
			line := p.lines[p.at]
			if tabs {
				line = strings.TrimLeft(line, "\t")
			}
			if closed = line == doc.Name; !closed {
				content.WriteString(line)
				content.WriteByte('\n')
			}
		}
		if !closed {
			return &Error{in.Line, fmt.Errorf("the document <<%s has no end", doc.Name)}
		}
		doc.Content = content.String()
		in.Heredoc = append(in.Heredoc, doc)
	}
	return nil
}

// Words splits the arguments of COPY, ADD and others at blanks. Quotes hold a word together, the escape before a blank
// does too.
func Words(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	quote, inWord := byte(0), false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0:
			word.WriteByte(c)
			if c == '\\' && quote == '"' && i+1 < len(text) {
				i++
				word.WriteByte(text[i])
			} else if c == quote {
				quote = 0
			}
		case c == ' ' || c == '\t':
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			inWord = true
			word.WriteByte(c)
			switch {
			case c == '"' || c == '\'':
				quote = c
			case c == '\\' && i+1 < len(text):
				i++
				word.WriteByte(text[i])
			}
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote is not closed")
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
