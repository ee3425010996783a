package script

import (
	"context"
	"fmt"
	"strings"

	"github.com/sandpit-dev/sandpit/internal/jsguard"
)

// Policy says what a script that fails means for the host's own work.
type Policy int

// The policies. A transform or predicate that fails open is no security boundary. Authorisation never fails open.
const (
	FailOpen   Policy = iota // go on as if there were no script, and warn
	FailClosed               // the failure is the host's
)

// Hook is a script that the host's own work runs through. Either Source is set, or Module.
type Hook struct {
	Engine         *Engine
	Source, Name   string // source text, and the file name it has in errors
	Module, Export string // a module of Options.Scripts
	Policy         Policy
	Warn           func(error) // gets what FailOpen hides; nil = nobody
}

func (h Hook) run(ctx context.Context, input any) (*Result, error) {
	if h.Module != "" {
		return h.Engine.Call(ctx, h.Module, h.Export, input)
	}
	return h.Engine.With(CallOptions{Name: h.Name}).Eval(ctx, h.Source, input)
}

func (h Hook) warn(err error) {
	if h.Warn != nil {
		h.Warn(err)
	}
}

// Transform runs text through the script: a function that takes a string and returns one. undefined leaves the text as it is.
// Failing open gives the text back unchanged.
func (h Hook) Transform(ctx context.Context, text string) (string, error) {
	res, err := h.run(ctx, text)
	if err == nil && res.Undefined {
		return text, nil
	}
	var out string
	if err == nil {
		if len(res.JSON) == 0 || res.JSON[0] != '"' || res.Decode(&out) != nil {
			err = &Error{Code: BadResult, Message: "a transform must return a string", File: h.Name}
		}
	}
	if err == nil {
		return out, nil
	}
	if h.Policy == FailClosed {
		return "", err
	}
	h.warn(err)
	return text, nil
}

// Predicate asks the script a yes or no question about a value. Failing open gives def.
func (h Hook) Predicate(ctx context.Context, v any, def bool) (bool, error) {
	res, err := h.run(ctx, v)
	if err == nil {
		switch string(res.JSON) {
		case "true":
			return true, nil
		case "false":
			return false, nil
		}
		err = &Error{Code: BadResult, Message: "a predicate must return true or false", File: h.Name}
	}
	if h.Policy == FailClosed {
		return false, err
	}
	h.warn(err)
	return def, nil
}

// Template fills in {{js: expression}} in a text. An expression may hold braces, strings, templates and comments, and may wait; its value
// goes in as text, an object as JSON, null and undefined as nothing. Each is a script of its own, with data as its input.
// Failing open leaves a fragment that fails as it stands.
func (h Hook) Template(ctx context.Context, text string, data any) (string, error) {
	var b strings.Builder
	rest := text
	for {
		i := strings.Index(rest, templateOpen)
		if i < 0 {
			b.WriteString(rest)
			return b.String(), nil
		}
		b.WriteString(rest[:i])
		rest = rest[i:]
		n := fragment(rest[len(templateOpen):])
		if n < 0 {
			err := &Error{Code: Syntax, Message: "a fragment " + templateOpen + " without its }}", File: h.Name, Line: 1 + strings.Count(text[:len(text)-len(rest)], "\n")}
			if h.Policy == FailClosed {
				return "", err
			}
			h.warn(err)
			b.WriteString(rest)
			return b.String(), nil
		}
		code := rest[len(templateOpen) : len(templateOpen)+n]
		whole := rest[:len(templateOpen)+n+len("}}")]
		line := 1 + strings.Count(text[:len(text)-len(rest)], "\n")
		out, err := h.fill(ctx, code, data, line)
		if err != nil {
			if h.Policy == FailClosed {
				return "", err
			}
			h.warn(err)
			out = whole
		}
		b.WriteString(out)
		rest = rest[len(whole):]
	}
}

const templateOpen = "{{js:"

func (h Hook) fill(ctx context.Context, code string, data any, line int) (string, error) {
	name := h.Name
	if name == "" {
		name = "template"
	}
	res, err := h.Engine.With(CallOptions{Name: fmt.Sprintf("%s-%d.js", strings.TrimSuffix(name, ".js"), line), Expression: true}).Eval(ctx, code, data)
	if err != nil {
		return "", err
	}
	if string(res.JSON) == "null" {
		return "", nil
	}
	return res.Text(), nil
}

// fragment finds the }} that ends an expression, -1 when there is none.
func fragment(s string) int {
	depth := 0
	operand := false // what came last ends an operand: a slash divides
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			continue
		case c == '"' || c == '\'':
			for i++; i < len(s) && s[i] != c && s[i] != '\n'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
			operand = true
			continue
		case c == '`':
			n := templateLiteral(s[i+1:])
			if n < 0 {
				return -1
			}
			i += n + 1
			operand = true
			continue
		case c == '/' && i+1 < len(s) && s[i+1] == '/':
			for i+1 < len(s) && s[i+1] != '\n' {
				i++
			}
			continue
		case c == '/' && i+1 < len(s) && s[i+1] == '*':
			end := strings.Index(s[i+2:], "*/")
			if end < 0 {
				return -1
			}
			i += end + 3
			continue
		case c == '/' && !operand:
			class := false
			for i++; i < len(s) && s[i] != '\n' && (s[i] != '/' || class); i++ {
				switch s[i] {
				case '\\':
					i++
				case '[':
					class = true
				case ']':
					class = false
				}
			}
			operand = true
			continue
		case c == '{' || c == '(' || c == '[':
			depth++
		case c == '}' && depth == 0:
			if i+1 < len(s) && s[i+1] == '}' {
				return i
			}
			return -1
		case c == '}' || c == ')' || c == ']':
			depth = max(depth-1, 0)
		}
		operand = c == ')' || c == ']' || c == '}' || jsguard.IsWordByte(c)
	}
	return -1
}

// templateLiteral finds the closing ` of a template literal, with what is substituted in it.
func templateLiteral(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '`':
			return i
		case '$':
			if i+1 < len(s) && s[i+1] == '{' {
				n := substitution(s[i+2:])
				if n < 0 {
					return -1
				}
				i += n + 2
			}
		}
	}
	return -1
}

// substitution finds the } that ends ${...}.
func substitution(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '"', '\'':
			for i++; i < len(s) && s[i] != c; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		case '`':
			n := templateLiteral(s[i+1:])
			if n < 0 {
				return -1
			}
			i += n + 1
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}
