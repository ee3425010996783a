package shell

import "strings"

// parameter reads the ${…} at i. What bash calls a bad substitution when it gets there, and what it takes though the
// parser does not, is rewritten.
func (r *rescuer) parameter(i int, quotes bool) int {
	if !r.enter() {
		return len(r.s)
	}
	defer func() { r.depth-- }()
	s := r.s
	first := len(r.edits)
	end := r.braced(i+2, quotes)
	if end > len(s) || s[end-1] != '}' || end < i+3 {
		return min(end, len(s))
	}
	body := s[i+2 : end-1]
	switch fixed, verdict := checkParameter(body); verdict {
	case paramBad:
		r.edits = r.edits[:first]
		r.replace(i, end, failing(s[i:end]+": bad substitution"))
	case paramFixed:
		r.replace(i+2, i+2+len(body)-len(fixed.rest), fixed.head)
	}
	return end
}

// braced reads the inside of ${ from i on and returns the offset after its brace.
func (r *rescuer) braced(i int, quotes bool) int {
	s := r.s
	for i < len(s) && r.spend(1) {
		switch c := s[i]; {
		case c == '\\':
			i += 2
		case c == '}':
			return i + 1
		case c == '"':
			i = r.quoted(i + 1)
		case c == '\'' && !quotes:
			k := strings.IndexByte(s[i+1:], '\'')
			if k < 0 {
				return len(s)
			}
			r.spend(k)
			i += k + 2
		case c == '$' || c == '`':
			i = max(r.expansion(i, quotes), i+1)
		default:
			i++
		}
	}
	return min(i, len(s))
}

// verdict says what checkParameter thinks of the inside of ${…}.
type verdict uint8

const (
	paramGood  verdict = iota
	paramBad           // a bad substitution
	paramFixed         // the head stands for all but the rest
)

// fixedParam replaces the beginning of the inside of ${…}.
type fixedParam struct {
	head string
	rest string // what stays
}

// checkParameter looks at the inside of ${…} for what the parser rejects.
func checkParameter(body string) (fixedParam, verdict) {
	if body == "" {
		return fixedParam{}, paramBad
	}
	length := false
	rest := body
	switch {
	case body[0] == '#' && len(body) > 1:
		c := body[1]
		switch {
		case len(body) == 2 && strings.IndexByte("#?$!@*-", c) >= 0: // the length of a special parameter
			return fixedParam{}, paramGood
		case strings.IndexByte("#%:-+=?/^,", c) >= 0: // an operator on $#
			return fixedParam{head: countMarker, rest: body[1:]}, paramFixed
		}
		length, rest = true, body[1:]
	case body[0] == '!':
		if rest = body[1:]; rest == "" {
			return fixedParam{}, paramGood
		}
	}
	n := nameLength(rest)
	if n == 0 && strings.IndexByte("0123456789", rest[0]) >= 0 {
		for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
	} else if n == 0 && strings.IndexByte("#?$!@*-", rest[0]) >= 0 {
		n = 1
	}
	if n == 0 {
		if body[0] == '!' { // an operator on $!
			return fixedParam{}, paramGood
		}
		return fixedParam{}, paramBad
	}
	rest = rest[n:]
	if strings.HasPrefix(rest, "[") {
		end := bracketEnd(rest, 0)
		if end <= 1 {
			return fixedParam{}, paramBad
		}
		rest = rest[end+1:]
	}
	switch {
	case rest == "":
		return fixedParam{}, paramGood
	case length, strings.IndexByte(":-+=?#%/^,@*", rest[0]) < 0:
		return fixedParam{}, paramBad
	case rest[0] == '*' && body[0] != '!':
		return fixedParam{}, paramBad
	case rest[0] == '@' && body[0] != '!' && (len(rest) != 2 || strings.IndexByte("QEPAKakuUL", rest[1]) < 0):
		return fixedParam{}, paramBad
	case rest == ":":
		return fixedParam{}, paramBad
	case rest[0] == ':' && (len(rest) == 1 || strings.IndexByte("-+=?", rest[1]) < 0):
		return emptySlice(body, rest)
	}
	return fixedParam{}, paramGood
}

// emptySlice writes 0 for the offset and the length of a slice that are left out: rest is ":offset:length".
func emptySlice(body, rest string) (fixedParam, verdict) {
	name := body[:len(body)-len(rest)]
	offset, length, two := strings.Cut(rest[1:], ":")
	blank := func(s string) bool { return strings.Trim(s, " \t\n") == "" }
	if !blank(offset) && !(two && blank(length)) {
		return fixedParam{}, paramGood
	}
	if blank(offset) {
		offset = "0"
	}
	if !two {
		return fixedParam{head: name + ":" + offset}, paramFixed
	}
	if blank(length) {
		length = "0"
	}
	return fixedParam{head: name + ":" + offset + ":" + length}, paramFixed
}
