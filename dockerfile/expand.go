package dockerfile

import (
	"errors"
	"fmt"
	"strings"
)

// maxExpansion bounds what one word may grow to, in bytes.
const maxExpansion = 1 << 20

// maxNesting bounds ${a:-${b:-...}}.
const maxNesting = 50

// Expand removes the quotes of a word and replaces its variables: $name, ${name}, ${name:-word}, ${name:+word}. Single
// quotes and a backslash keep a $ as it is. A variable that lookup does not know is empty.
func Expand(word string, lookup func(name string) (string, bool)) (string, error) {
	e := expander{text: word, lookup: lookup}
	out, err := e.run(0, 0)
	if err != nil {
		return "", fmt.Errorf("%s: %w", word, err)
	}
	return out, nil
}

type expander struct {
	text   string
	at     int
	lookup func(string) (string, bool)
}

// run expands up to the byte end, or the end of the text for 0.
func (e *expander) run(end byte, depth int) (string, error) {
	if depth > maxNesting {
		return "", errors.New("too deep")
	}
	var b strings.Builder
	double := false
	for e.at < len(e.text) {
		c := e.text[e.at]
		switch {
		case end != 0 && c == end && !double:
			e.at++
			return b.String(), nil
		case c == '\'' && !double:
			n := strings.IndexByte(e.text[e.at+1:], '\'')
			if n < 0 {
				return "", errors.New("a quote is not closed")
			}
			b.WriteString(e.text[e.at+1 : e.at+1+n])
			e.at += n + 2
		case c == '"':
			double = !double
			e.at++
		case c == '\\' && e.at+1 < len(e.text):
			next := e.text[e.at+1]
			if double && next != '"' && next != '$' && next != '\\' {
				b.WriteByte(c)
			}
			b.WriteByte(next)
			e.at += 2
		case c == '$':
			value, err := e.variable(depth)
			if err != nil {
				return "", err
			}
			b.WriteString(value)
		default:
			b.WriteByte(c)
			e.at++
		}
		if b.Len() > maxExpansion {
			return "", errors.New("too long")
		}
	}
	if double {
		return "", errors.New("a quote is not closed")
	}
	if end != 0 {
		return "", errors.New("a ${ is not closed")
	}
	return b.String(), nil
}

// variable expands what begins with the $ at the present place.
func (e *expander) variable(depth int) (string, error) {
	e.at++
	if e.at < len(e.text) && e.text[e.at] == '{' {
		e.at++
		name := e.name()
		if name == "" || e.at >= len(e.text) {
			return "", errors.New("bad ${")
		}
		value, set := e.lookup(name)
		if e.text[e.at] == '}' {
			e.at++
			return value, nil
		}
		colon := e.text[e.at] == ':'
		if colon {
			e.at++
		}
		if e.at >= len(e.text) || e.text[e.at] != '-' && e.text[e.at] != '+' {
			return "", errors.New("only ${name}, ${name:-word} and ${name:+word} are supported")
		}
		op := e.text[e.at]
		e.at++
		word, err := e.run('}', depth+1)
		if err != nil {
			return "", err
		}
		has := set && (value != "" || !colon)
		switch {
		case op == '+' && has, op == '-' && !has:
			return word, nil
		case op == '+':
			return "", nil
		}
		return value, nil
	}
	name := e.name()
	if name == "" {
		return "$", nil
	}
	value, _ := e.lookup(name)
	return value, nil
}

// name takes the name at the present place; "" when there is none.
func (e *expander) name() string {
	start := e.at
	for e.at < len(e.text) {
		c := e.text[e.at] | 0x20
		if (c < 'a' || c > 'z') && e.text[e.at] != '_' && (e.at == start || e.text[e.at] < '0' || e.text[e.at] > '9') {
			break
		}
		e.at++
	}
	return e.text[start:e.at]
}

// Pairs splits the arguments of ENV, LABEL and ARG: name=value words. The old form of ENV and LABEL, one name and the
// rest of the line, gives one pair. Values are not expanded.
func Pairs(text string) ([][2]string, error) {
	words, err := Words(text)
	if err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, errors.New("needs name=value")
	}
	if !strings.Contains(words[0], "=") {
		name, value, ok := strings.Cut(strings.TrimSpace(text), " ")
		if !ok {
			return nil, fmt.Errorf("%s: needs name=value", name)
		}
		return [][2]string{{name, strings.TrimSpace(value)}}, nil
	}
	var pairs [][2]string
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("%s: needs name=value", w)
		}
		pairs = append(pairs, [2]string{name, value})
	}
	return pairs, nil
}
