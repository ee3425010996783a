package service

import (
	"errors"
	"strconv"
	"strings"
)

var errUnbalanced = errors.New("unbalanced quoting")

// splitWords takes a value apart as systemd.syntax(7) says: words at blanks, quotes of both kinds anywhere, C escapes. An
// escape that C does not know stays as it is.
func splitWords(s string) ([]string, error) {
	var words []string
	for {
		word, rest, ok, err := nextWord(s)
		if err != nil || !ok {
			return words, err
		}
		words, s = append(words, word), rest
	}
}

// nextWord takes the first word off s; ok is false at the end.
func nextWord(s string) (word, rest string, ok bool, err error) {
	s = strings.TrimLeft(s, " \t\n\r")
	if s == "" {
		return "", "", false, nil
	}
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s):
			text, n := unescape(s[i:])
			b.WriteString(text)
			i += n
			continue
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n' || c == '\r'):
			return b.String(), s[i:], true, nil
		default:
			b.WriteByte(c)
		}
		i++
	}
	if quote != 0 {
		return "", "", false, errUnbalanced
	}
	return b.String(), "", true, nil
}

// unescape reads the escape at the start of s and its length.
func unescape(s string) (string, int) {
	digits := func(n, base int) (string, int) {
		from := 2
		if base == 8 {
			from = 1
		}
		if len(s) < from+n {
			return s[:2], 2
		}
		v, err := strconv.ParseUint(s[from:from+n], base, 32)
		if err != nil || v == 0 {
			return s[:2], 2
		}
		if s[1] == 'u' || s[1] == 'U' {
			return string(rune(v)), from + n
		}
		return string([]byte{byte(v)}), from + n
	}
	switch c := s[1]; c {
	case 'x':
		return digits(2, 16)
	case 'u':
		return digits(4, 16)
	case 'U':
		return digits(8, 16)
	case 's':
		return " ", 2
	case '\\', '"', '\'':
		return string(c), 2
	case '0', '1', '2', '3':
		return digits(3, 8)
	default:
		if i := strings.IndexByte("abfnrtv", c); i >= 0 {
			return "\a\b\f\n\r\t\v"[i : i+1], 2
		}
	}
	return s[:2], 2
}

// expandArgs puts the environment into a command line: a word $NAME becomes the words of its value, none when it is
// empty; ${NAME} inside a word is replaced as it is; $$ is a dollar sign.
func expandArgs(args []string, get func(string) string) []string {
	out := make([]string, 0, len(args))
	for _, a := range args {
		if len(a) > 1 && a[0] == '$' && a[1] != '{' && a[1] != '$' {
			words, err := splitWords(get(a[1:]))
			if err == nil {
				out = append(out, words...)
			}
			continue
		}
		out = append(out, expandBraces(a, get))
	}
	return out
}

func expandBraces(s string, get func(string) string) string {
	if !strings.Contains(s, "$") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '$' && i+1 < len(s) {
			if s[i+1] == '$' {
				b.WriteByte('$')
				i++
				continue
			}
			if end := strings.IndexByte(s[i:], '}'); s[i+1] == '{' && end > 0 {
				b.WriteString(get(s[i+2 : i+end]))
				i += end
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// A unitName is the name of a unit taken apart.
type unitName struct {
	full     string // tm@5.service
	prefix   string // tm
	instance string // 5
	suffix   string // .service
	template bool   // tm@.service
}

func parseName(full string) unitName {
	n := unitName{full: full, prefix: full}
	if i := strings.LastIndexByte(full, '.'); i >= 0 {
		n.prefix, n.suffix = full[:i], full[i:]
	}
	if i := strings.IndexByte(n.prefix, '@'); i >= 0 {
		n.prefix, n.instance = n.prefix[:i], n.prefix[i+1:]
		n.template = n.instance == ""
	}
	return n
}

// templateName is the file that an instance comes from.
func (n unitName) templateName() string { return n.prefix + "@" + n.suffix }

// ValidName reports whether name can be a unit's.
func ValidName(name string) bool {
	if len(name) > 255 || !validSuffix(name) || name[0] == '.' {
		return false
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte(":-_.\\@", c) >= 0) {
			return false
		}
	}
	return true
}

func validSuffix(name string) bool {
	i := strings.LastIndexByte(name, '.')
	if i <= 0 {
		return false
	}
	switch name[i:] {
	case ".service", ".target", ".socket", ".timer", ".mount", ".path", ".slice", ".device", ".automount", ".swap", ".scope":
		return true
	}
	return false
}

// MangleName is what systemctl makes of a name that a user types: web is web.service; a character that cannot stand in
// a name is escaped.
func MangleName(name string) string {
	if ValidName(name) {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case c == '/':
			b.WriteByte('-')
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte(":-_.\\@*?[]", c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteString(`\x` + strconv.FormatUint(uint64(c)+256, 16)[1:])
		}
	}
	if name = b.String(); !validSuffix(name) {
		name += ".service"
	}
	return name
}

// specifiers replaces the % codes of systemd.unit(5).
func (m *Manager) specifiers(n unitName, s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case '%':
			b.WriteByte('%')
		case 'n':
			b.WriteString(n.full)
		case 'N':
			b.WriteString(strings.TrimSuffix(n.full, n.suffix))
		case 'p':
			b.WriteString(n.prefix)
		case 'P':
			b.WriteString(unescapeName(n.prefix))
		case 'i':
			b.WriteString(n.instance)
		case 'I':
			b.WriteString(unescapeName(n.instance))
		case 'j':
			b.WriteString(n.prefix[strings.LastIndexByte(n.prefix, '-')+1:])
		case 'f':
			if n.instance != "" {
				b.WriteString("/" + strings.TrimPrefix(unescapeName(n.instance), "/"))
			} else {
				b.WriteString("/" + unescapeName(n.prefix))
			}
		case 'H':
			b.WriteString(m.k.Hostname())
		case 'l':
			host, _, _ := strings.Cut(m.k.Hostname(), ".")
			b.WriteString(host)
		case 'u', 'g':
			b.WriteString("root")
		case 'U', 'G':
			b.WriteString("0")
		case 'h':
			b.WriteString("/root")
		case 's':
			b.WriteString("/bin/bash")
		case 't':
			b.WriteString("/run")
		case 'S':
			b.WriteString("/var/lib")
		case 'C':
			b.WriteString("/var/cache")
		case 'L':
			b.WriteString("/var/log")
		case 'E':
			b.WriteString("/etc")
		case 'T':
			b.WriteString("/tmp")
		case 'V':
			b.WriteString("/var/tmp")
		case 'a':
			b.WriteString("x86-64")
		case 'v':
			b.WriteString("6.1.0")
		default:
			b.WriteString("%" + s[i:i+1])
		}
	}
	return b.String()
}

// unescapeName undoes systemd-escape: - is a slash, \xNN a byte.
func unescapeName(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '-':
			b.WriteByte('/')
		case s[i] == '\\' && i+3 < len(s) && s[i+1] == 'x':
			if v, err := strconv.ParseUint(s[i+2:i+4], 16, 8); err == nil {
				b.WriteByte(byte(v))
				i += 3
				continue
			}
			b.WriteByte(s[i])
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
