package sqlite

import (
	"strings"
)

// skipSpace drops white space and comments at the front.
func skipSpace(s string) string {
	for {
		s = strings.TrimLeft(s, " \t\r\n\f;")
		switch {
		case strings.HasPrefix(s, "--"):
			i := strings.IndexByte(s, '\n')
			if i < 0 {
				return ""
			}
			s = s[i+1:]
		case strings.HasPrefix(s, "/*"):
			i := strings.Index(s[2:], "*/")
			if i < 0 {
				return ""
			}
			s = s[i+4:]
		default:
			return s
		}
	}
}

// token takes the first one of s; kind is w for a word, s for a quoted string or name, ; and . for what they are, else
// the character.
func token(s string) (kind byte, text, rest string) {
	t := strings.TrimLeft(s, " \t\r\n\f")
	for strings.HasPrefix(t, "--") || strings.HasPrefix(t, "/*") {
		if t[0] == '-' {
			i := strings.IndexByte(t, '\n')
			if i < 0 {
				return 0, "", ""
			}
			t = t[i+1:]
		} else {
			i := strings.Index(t[2:], "*/")
			if i < 0 {
				return '*', "", "" // an open comment
			}
			t = t[i+4:]
		}
		t = strings.TrimLeft(t, " \t\r\n\f")
	}
	if t == "" {
		return 0, "", ""
	}
	switch c := t[0]; {
	case c == '\'' || c == '"' || c == '`' || c == '[':
		end := c
		if c == '[' {
			end = ']'
		}
		for i := 1; i < len(t); i++ {
			if t[i] == end {
				if c != '[' && i+1 < len(t) && t[i+1] == end {
					i++
					continue
				}
				return 's', t[:i+1], t[i+1:]
			}
		}
		return '*', "", ""
	case c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80:
		i := 1
		for i < len(t) && (t[i] == '_' || t[i]|0x20 >= 'a' && t[i]|0x20 <= 'z' || t[i] >= '0' && t[i] <= '9' || t[i] >= 0x80 || t[i] == '$') {
			i++
		}
		return 'w', t[:i], t[i:]
	}
	return t[0], t[:1], t[1:]
}

// complete reports whether a text ends with a whole statement, as sqlite3_complete: a trigger ends with END;.
func complete(sql string) bool {
	done := false
	var words []string
	trigger := false
	last := ""
	for rest := sql; ; {
		kind, text, next := token(rest)
		if kind == 0 {
			return done
		}
		if kind == '*' {
			return false
		}
		rest = next
		switch kind {
		case ';':
			done = !trigger || strings.EqualFold(last, "end")
			if done {
				words, trigger = nil, false
			}
			last = ";"
			continue
		case 'w':
			if len(words) < 5 {
				words = append(words, strings.ToLower(text))
				if n := len(words); words[n-1] == "trigger" && n >= 2 && (words[0] == "create" || words[0] == "explain") {
					trigger = true
				}
			}
			if last == ";" && strings.EqualFold(text, "end") && trigger {
				last = "end"
				done = false
				continue
			}
		}
		if last != "end" || kind != 'w' {
			last = text
		}
		if !trigger || !strings.EqualFold(text, "end") {
			last = text
		}
		done = false
	}
}

// attachAllowed holds ATTACH to a file name that is written out: the library asks for leave with the name, and it knows
// none for an expression. VACUUM INTO is held to the same.
func attachAllowed(sql string) bool {
	kind, word, rest := token(sql)
	for kind == 'w' && strings.EqualFold(word, "explain") {
		kind, word, rest = token(rest)
		if kind == 'w' && strings.EqualFold(word, "query") {
			_, _, rest = token(rest)
			kind, word, rest = token(rest)
		}
	}
	if kind != 'w' || !strings.EqualFold(word, "attach") {
		return true
	}
	kind, word, rest = token(rest)
	if kind == 'w' && strings.EqualFold(word, "database") {
		kind, _, rest = token(rest)
	}
	if kind == 's' || kind == 'w' {
		k, as, _ := token(rest)
		return k == 'w' && strings.EqualFold(as, "as")
	}
	return false
}
