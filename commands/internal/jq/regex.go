package jq

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/internal/perlre"
)

// matcherFn gives the byte offsets of the matches, -1 for groups that took no part.
type matcherFn struct {
	find  func(s string, n int) ([][]int, error)
	names []string
}

// compileRegex takes an Oniguruma expression and flags: package regexp where its syntax suffices.
func compileRegex(src, flags string) (*matcherFn, error) {
	prefix := ""
	for _, f := range flags {
		switch f {
		case 'g', 'n', 'l':
		case 'i':
			prefix += "i"
		case 's', 'p':
			prefix += "s"
		case 'x':
			src = extended(src)
		default:
			return nil, fail("%s is not a valid modifier string", flags)
		}
	}
	text := src
	if prefix != "" {
		text = "(?" + prefix + ")" + src
	}
	if re, err := regexp.Compile(text); err == nil {
		return &matcherFn{func(s string, n int) ([][]int, error) { return re.FindAllStringSubmatchIndex(s, n), nil }, re.SubexpNames()}, nil
	}
	re, err := perlre.Compile(text, false)
	if err != nil {
		return nil, fail("%s (at offset 0) is not a valid regex: %s", src, err)
	}
	return &matcherFn{func(s string, n int) ([][]int, error) { return backtrack(re, s, n) }, re.Names()}, nil
}

func backtrack(re *perlre.Regexp, s string, n int) ([][]int, error) {
	b := []byte(s)
	var out [][]int
	for from := 0; from <= len(b) && (n < 0 || len(out) < n); {
		loc := re.FindFrom(b, from)
		if re.Over() {
			return nil, fail("regular expression: too many steps")
		}
		if loc == nil {
			break
		}
		out = append(out, slices.Clone(loc))
		from = loc[1]
		if loc[1] == loc[0] { // an empty match: go on behind the next character
			_, size := utf8.DecodeRune(b[from:])
			from += max(size, 1)
		}
	}
	return out, nil
}

// extended drops blanks and comments of the x flag.
func extended(s string) string {
	var b strings.Builder
	inClass := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			b.WriteString(s[i : i+2])
			i++
		case inClass:
			inClass = c != ']'
			b.WriteByte(c)
		case c == '[':
			inClass = true
			b.WriteByte(c)
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		case c == '#':
			for i < len(s) && s[i] != '\n' {
				i++
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// matchFunc is _match(re; flags; test): the list of matches, or whether there is one. re may be [re, flags].
func matchFunc(v any, a []any) (any, error) {
	s, ok := v.(string)
	if !ok {
		return nil, fail("%s cannot be matched, as it is not a string", describe(v))
	}
	re, flags := a[0], a[1]
	if l, ok := re.([]any); ok && len(l) > 0 {
		re = l[0]
		if len(l) > 1 {
			if f, ok := l[1].(string); ok {
				prev, _ := flags.(string)
				flags = prev + f
			} else if l[1] != nil {
				return nil, fail("%s is not a string", describe(l[1]))
			}
		}
	}
	src, ok := re.(string)
	if !ok {
		return nil, fail("%s cannot be matched, as it is not a string", describe(re))
	}
	mode, ok := flags.(string)
	if !ok && flags != nil {
		return nil, fail("%s is not a string", describe(flags))
	}
	m, err := compileRegex(src, mode)
	if err != nil {
		return nil, err
	}
	n := 1
	if strings.Contains(mode, "g") {
		n = -1
	}
	locs, err := m.find(s, n)
	if err != nil {
		return nil, err
	}
	if a[2] == true {
		return len(locs) > 0, nil
	}
	count := func(from, to int) float64 { return float64(utf8.RuneCountInString(s[from:to])) }
	out := make([]any, 0, len(locs))
	for _, loc := range locs {
		if strings.Contains(mode, "n") && loc[0] == loc[1] {
			continue
		}
		o := NewObject()
		o.Set("offset", count(0, loc[0]))
		o.Set("length", count(loc[0], loc[1]))
		o.Set("string", s[loc[0]:loc[1]])
		caps := []any{}
		for g := 1; 2*g < len(loc); g++ {
			c := NewObject()
			var name any
			if g < len(m.names) && m.names[g] != "" {
				name = m.names[g]
			}
			if loc[2*g] < 0 {
				c.Set("offset", -1.0)
				c.Set("string", nil)
				c.Set("length", 0.0)
			} else {
				c.Set("offset", count(0, loc[2*g]))
				c.Set("length", count(loc[2*g], loc[2*g+1]))
				c.Set("string", s[loc[2*g]:loc[2*g+1]])
			}
			c.Set("name", name)
			caps = append(caps, c)
		}
		o.Set("captures", caps)
		out = append(out, o)
	}
	return out, nil
}
