package awk

import (
	"strings"

	"github.com/sandpit-dev/sandpit/internal/pattern"
)

// maxRegexes bounds the table of compiled dynamic expressions.
const maxRegexes = 500

// regex is a compiled expression with the shortcuts that plain text allows.
type regex struct {
	re      *pattern.Regexp
	literal string
	plain   bool
	src     string
}

func (r *regex) match(s string) bool {
	if r.plain {
		return strings.Contains(s, r.literal)
	}
	return r.re.MatchString(s)
}

// find is the leftmost longest match at or after from; matches do not see what stands before from as text (^ matches
// only at 0, so from > 0 searches with notBOL).
func (r *regex) find(s string) []int {
	if r.plain {
		i := strings.Index(s, r.literal)
		if i < 0 {
			return nil
		}
		return []int{i, i + len(r.literal)}
	}
	return r.re.FindSubmatchIndex([]byte(s))
}

// compileRegex compiles an AWK expression, remembering it.
func (in *interp) compileRegex(src string) *regex {
	if in.lastRegex != nil && in.lastRegex.src == src && !in.ignoreCase {
		return in.lastRegex
	}
	key := src
	var flags pattern.Flags
	if in.ignoreCase {
		key = "\x00i" + src
		flags = pattern.IgnoreCase
	}
	if r, ok := in.regexes[key]; ok {
		if !in.ignoreCase {
			in.lastRegex = r
		}
		return r
	}
	if in.enc.bytes {
		flags |= pattern.Bytes
	}
	re, err := pattern.ERE(toERE(src), flags)
	if err != nil {
		in.fatal("invalid regexp: %s: /%s/", err, src)
	}
	re = re.Stoppable(func() bool { return in.p.Safepoint() != nil })
	r := &regex{re: re, src: strings.Clone(src)}
	if lit, ok := re.Literal(); ok && lit != "" && !in.ignoreCase {
		r.literal, r.plain = lit, true
	}
	if len(in.regexes) >= maxRegexes {
		clear(in.regexes)
	}
	in.regexes[strings.Clone(key)] = r
	return r
}

// toERE rewrites AWK's escapes, which count inside brackets too, for a POSIX extended expression.
func toERE(src string) string {
	if strings.IndexByte(src, '\\') < 0 {
		return src
	}
	var b strings.Builder
	for i := 0; i < len(src); {
		c := src[i]
		switch {
		case c == '[':
			n, set := bracket(src[i:])
			b.WriteString(set)
			i += n
		case c == '\\' && i+1 < len(src):
			n, out := regexEscape(src[i+1:])
			b.WriteString(out)
			i += 1 + n
		case c == '\\':
			b.WriteString(`\\`)
			i++
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

// quoteChar is a character of an expression that stands for itself.
func quoteChar(c byte) string {
	if strings.IndexByte(`\.[]*+?(){}|^$`, c) >= 0 {
		return `\` + string(rune(c))
	}
	return string([]byte{c})
}

func regexEscape(s string) (n int, out string) {
	switch c := s[0]; c {
	case 'y':
		return 1, `\b`
	case 'B', '<', '>', 'w', 'W', 's', 'S', '`', '\'':
		return 1, `\` + s[:1]
	case '/', '"', '&':
		return 1, s[:1]
	case 'a', 'b', 'f', 'n', 'r', 't', 'v', '0', '1', '2', '3', '4', '5', '6', '7', 'x':
		n, text := escape(s)
		if len(text) == 1 {
			return n, quoteChar(text[0])
		}
		return n, text
	}
	if strings.IndexByte(`\.[]*+?(){}|^$`, s[0]) >= 0 {
		return 1, `\` + s[:1]
	}
	return 1, s[:1]
}

// bracket rewrites a bracket expression at the start of s, resolving its escapes; a ] among them goes first, a - last.
func bracket(s string) (n int, out string) {
	i := 1
	neg := false
	if i < len(s) && s[i] == '^' {
		neg = true
		i++
	}
	var body strings.Builder
	first, close, dash, caret := true, false, false, false
	for i < len(s) {
		c := s[i]
		if c == ']' && !first {
			i++
			set := "["
			if neg {
				set += "^"
			}
			if close {
				set += "]"
			}
			rest := body.String()
			if caret && rest == "" && !close && !neg && !dash {
				return i, `\^`
			}
			set += rest
			if caret {
				set += "^"
			}
			if dash {
				set += "-"
			}
			return i, set + "]"
		}
		first = false
		switch {
		case c == '[' && i+1 < len(s) && (s[i+1] == ':' || s[i+1] == '.' || s[i+1] == '='):
			end := strings.Index(s[i+2:], s[i+1:i+2]+"]")
			if end < 0 {
				body.WriteByte(c)
				i++
				continue
			}
			body.WriteString(s[i : i+2+end+2])
			i += 2 + end + 2
		case c == ']':
			close = true
			i++
		case c == '\\' && i+1 < len(s):
			k, text := escape(s[i+1:])
			i += 1 + k
			switch {
			case text == "]" && i < len(s) && s[i] == '-' && i+1 < len(s) && s[i+1] != ']':
				body.WriteString("[.].]")
			case text == "]":
				close = true
			case text == "-":
				dash = true
			case text == "^":
				caret = true
			default:
				body.WriteString(text)
			}
		default:
			body.WriteByte(c)
			i++
		}
	}
	return len(s), s // unbalanced: the compiler reports it
}
