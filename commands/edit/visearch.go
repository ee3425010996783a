package edit

import (
	"regexp"
	"strings"
)

// pattern compiles a search pattern: that of vi with \< \> \( \) \| \+ \? turned into that of Go.
func pattern(s string) (*regexp.Regexp, error) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\\' && i+1 < len(s) {
			i++
			switch s[i] {
			case '<', '>':
				b.WriteString(`\b`)
			case '(', ')', '|', '+', '?', '{', '}':
				b.WriteByte(s[i])
			case 'c':
				return pattern2("(?i)" + b.String() + s[i+1:])
			default:
				b.WriteString(`\` + string(s[i]))
			}
			continue
		}
		if strings.IndexByte("()|+?{}", c) >= 0 {
			b.WriteByte('\\')
		}
		if c == '*' && b.Len() == 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return pattern2(b.String())
}

func pattern2(s string) (*regexp.Regexp, error) {
	re, err := regexp.Compile(s)
	if err != nil {
		return regexp.Compile(regexp.QuoteMeta(s))
	}
	return re, nil
}

// searchNext moves to the n-th match in the direction of the search; n may be negative.
func (e *editor) searchNext(n int) (pos, bool) {
	at := pos{e.line, e.at}
	if e.search == "" {
		e.message = "No previous regular expression"
		return at, false
	}
	re, err := pattern(e.search)
	if err != nil {
		e.message = "Invalid pattern"
		return at, false
	}
	forward := (n > 0) != e.back
	for range max(n, -n) {
		found, ok := e.match(re, at, forward)
		if !ok {
			e.message = "E486: Pattern not found: " + e.search
			return at, false
		}
		at = found
	}
	e.line, e.at = at.line, at.at
	return at, true
}

// match is the next match after, or the one before, a place; it goes round at the ends.
func (e *editor) match(re *regexp.Regexp, from pos, forward bool) (pos, bool) {
	n := len(e.lines)
	for i := 0; i <= n; i++ {
		l := (from.line + i) % n
		if !forward {
			l = ((from.line-i)%n + n) % n
		}
		text := str(e.lines[l])
		best := -1
		for _, m := range re.FindAllStringIndex(text, -1) {
			at := len(decode([]byte(text[:m[0]])))
			if i == 0 && (forward && at <= from.at || !forward && at >= from.at) {
				continue
			}
			if i == n && (forward && at > from.at || !forward && at < from.at) {
				continue
			}
			if best = at; forward {
				break
			}
		}
		if best >= 0 {
			return pos{l, best}, true
		}
		if e.p.Safepoint() != nil {
			break
		}
	}
	return from, false
}
