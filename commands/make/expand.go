package make

import (
	"strings"
)

const (
	maxExpansion = 64 << 20 // bytes of one expansion
	maxDepth     = 2000     // of references within references
)

// expand replaces $X, $(X), ${X} and function calls.
func (m *maker) expand(s string, sc *scope) string {
	if strings.IndexByte(s, '$') < 0 {
		return s
	}
	if m.depth++; m.depth > maxDepth {
		m.fatal("expansion is nested too deeply")
	}
	defer func() { m.depth-- }()
	m.alive()
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '$' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case '$':
			b.WriteByte('$')
		case '(', '{':
			end := closing(s, i)
			if end < 0 {
				m.fatal("unterminated variable reference")
			}
			b.WriteString(m.reference(s[i+1:end], c, sc))
			i = end
		default:
			b.WriteString(m.value(s[i:i+1], sc))
		}
		if b.Len() > maxExpansion {
			m.fatal("virtual memory exhausted")
		}
	}
	return b.String()
}

// closing finds the bracket that ends the one at i.
func closing(s string, i int) int {
	open, shut := s[i], byte(')')
	if open == '{' {
		shut = '}'
	}
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// reference expands what stands between the brackets.
func (m *maker) reference(body string, open byte, sc *scope) string {
	if i := strings.IndexAny(body, " \t"); i > 0 {
		if fn, ok := m.functions[body[:i]]; ok {
			return m.call(body[:i], fn, strings.TrimLeft(body[i:], " \t"), open, sc)
		}
	} else if body == "info" || body == "warning" || body == "error" || body == "shell" || body == "call" {
		if fn, ok := m.functions[body]; ok {
			return m.call(body, fn, "", open, sc)
		}
	}
	name := m.expand(body, sc)
	if i := strings.IndexByte(name, ':'); i > 0 { // $(VAR:a=b)
		if from, to, ok := strings.Cut(name[i+1:], "="); ok {
			if !strings.Contains(from, "%") {
				from, to = "%"+from, "%"+to
			}
			return patsubst(from, to, m.value(name[:i], sc))
		}
	}
	return m.value(name, sc)
}

// value is what a variable expands to.
func (m *maker) value(name string, sc *scope) string {
	v := sc.get(name)
	if v == nil {
		if len(name) == 2 && (name[1] == 'D' || name[1] == 'F') && strings.IndexByte("@<^+?*%|", name[0]) >= 0 {
			return dirOrFile(m.value(name[:1], sc), name[1])
		}
		if m.opt.warnUndefined {
			m.warn("warning: undefined variable '%s'", name)
		}
		return ""
	}
	if !v.recursive {
		return v.value
	}
	if v.busy {
		m.fatal("Recursive variable '%s' references itself (eventually)", name)
	}
	v.busy = true
	defer func() { v.busy = false }()
	return m.expand(v.value, sc)
}

// dirOrFile gives the directories or the names of a list of files.
func dirOrFile(list string, which byte) string {
	var out []string
	for _, w := range strings.Fields(list) {
		i := strings.LastIndexByte(w, '/')
		switch {
		case which == 'F':
			out = append(out, w[i+1:])
		case i < 0:
			out = append(out, ".")
		case i == 0:
			out = append(out, "/")
		default:
			out = append(out, w[:i])
		}
	}
	return strings.Join(out, " ")
}

// matchPattern matches a word against a pattern with one %; stem is what it stands for.
func matchPattern(pattern, word string) (stem string, ok bool) {
	pre, post, has := strings.Cut(pattern, "%")
	if !has {
		return "", pattern == word
	}
	if len(word) < len(pre)+len(post) || !strings.HasPrefix(word, pre) || !strings.HasSuffix(word, post) {
		return "", false
	}
	return word[len(pre) : len(word)-len(post)], true
}

func patsubst(from, to, list string) string {
	words := strings.Fields(list)
	for i, w := range words {
		if stem, ok := matchPattern(from, w); ok {
			words[i] = strings.Replace(to, "%", stem, 1)
		}
	}
	return strings.Join(words, " ")
}

// splitArgs cuts a call's arguments at the commas outside of brackets; the last of max takes the rest.
func splitArgs(s string, open byte, max int) []string {
	shut := byte(')')
	if open == '{' {
		shut = '}'
	}
	var out []string
	depth, start := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case open:
			depth++
		case shut:
			depth--
		case ',':
			if depth == 0 && (max <= 0 || len(out) < max-1) {
				out = append(out, s[start:i])
				start = i + 1
			}
		}
	}
	return append(out, s[start:])
}
