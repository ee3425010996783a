package archive

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/internal/pattern"
)

// hasDotDot reports whether a component of the name is "..".
func hasDotDot(name string) bool {
	for i := strings.Index(name, ".."); i >= 0; {
		if (i == 0 || name[i-1] == '/') && (i+2 == len(name) || name[i+2] == '/') {
			return true
		}
		j := strings.Index(name[i+1:], "..")
		if j < 0 {
			return false
		}
		i += 1 + j
	}
	return false
}

// safeName cuts off what would lead out of the directory: leading slashes and everything up to the last "..". It
// warns once for each such prefix, as GNU tar does.
func (t *tarRun) safeName(name string, link bool) string {
	if t.absolute {
		return name
	}
	empty := name == ""
	prefix := 0
	for i := 0; i < len(name); {
		if strings.HasPrefix(name[i:], "..") && (i+2 == len(name) || name[i+2] == '/') {
			prefix = i + 2
		}
		j := strings.IndexByte(name[i:], '/')
		if j < 0 {
			break
		}
		i += j + 1
	}
	for prefix < len(name) && name[prefix] == '/' {
		prefix++
	}
	if prefix > 0 {
		key := name[:prefix]
		if link {
			key += "\x00"
		}
		if !t.removedPrefix[key] && len(t.removedPrefix) < 1000 {
			t.removedPrefix[key] = true
			what := "member names"
			if link {
				what = "hard link targets"
			}
			t.warnf("Removing leading `%s' from %s", name[:prefix], what)
		}
	}
	name = name[prefix:]
	if name == "" {
		// A name that was only a prefix stands for the directory itself.
		what := "Substituting `.' for empty member name"
		if link {
			what = "Substituting `.' for empty hard link target"
		}
		if empty && !t.removedPrefix[what] {
			t.removedPrefix[what] = true
			t.warnf("%s", what)
		}
		return "."
	}
	return name
}

// stripComponents drops n leading components; ok is false when nothing is left.
func stripComponents(name string, n int) (rest string, ok bool) {
	for range n {
		i := strings.IndexByte(name, '/')
		if i < 0 {
			return "", false
		}
		name = strings.TrimLeft(name[i:], "/")
	}
	return name, name != ""
}

// tarEscape shows a name as tar's listings do: control characters and backslashes as C escapes.
func tarEscape(s string) string {
	clean := true
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '\\' || c >= 0x7f {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		c := s[i]
		switch {
		case c == '\\':
			b.WriteString(`\\`)
		case c >= ' ' && c < 0x7f || n > 1 && unicode.IsPrint(r):
			b.WriteString(s[i : i+n])
		default:
			for j := range n {
				if k := strings.IndexByte("\a\b\t\n\v\f\r", s[i+j]); k >= 0 {
					b.WriteByte('\\')
					b.WriteByte("abtnvfr"[k])
				} else {
					fmt.Fprintf(&b, `\%03o`, s[i+j])
				}
			}
		}
		i += n
	}
	return b.String()
}

// matchRules is a list of patterns with the switches of GNU's exclude module.
type matchRules struct {
	wildcards, anchored, pathName, ignoreCase bool
	list                                      []memberPattern
}

// memberPattern matches a name or any leading directory of it.
type memberPattern struct {
	text     string
	glob     *pattern.Matcher // nil: plain text
	anchored bool
	fold     bool
}

func (r *matchRules) add(s string) { r.list = append(r.list, r.compile(s)) }

func (r *matchRules) compile(s string) memberPattern {
	m := memberPattern{text: s, anchored: r.anchored, fold: r.ignoreCase}
	if r.wildcards && (pattern.HasMeta(s, 0) || strings.Contains(s, `\`)) || r.ignoreCase {
		var f pattern.Flags
		if r.pathName {
			f |= pattern.PathName
		}
		if r.ignoreCase {
			f |= pattern.IgnoreCase
		}
		src := s
		if !r.wildcards {
			src = pattern.Quote(s)
		}
		m.glob = pattern.Glob(src, f)
	}
	return m
}

func (r *matchRules) match(name string) bool {
	for i := range r.list {
		if r.list[i].match(name) {
			return true
		}
	}
	return false
}

func (m *memberPattern) match(name string) bool {
	name = strings.TrimRight(name, "/")
	for start := 0; ; {
		if m.matchFrom(name[start:]) {
			return true
		}
		if m.anchored {
			return false
		}
		i := strings.IndexByte(name[start:], '/')
		if i < 0 {
			return false
		}
		start += i + 1
	}
}

// matchFrom matches name, or the part of it before some slash.
func (m *memberPattern) matchFrom(name string) bool {
	if m.glob == nil {
		text := strings.TrimRight(m.text, "/")
		return name == text || len(name) > len(text) && name[len(text)] == '/' && name[:len(text)] == text
	}
	for end := 0; end <= len(name); end++ {
		if i := strings.IndexByte(name[end:], '/'); i >= 0 {
			end += i
		} else {
			end = len(name)
		}
		if m.glob.Match(name[:end]) {
			return true
		}
	}
	return false
}

// transform is one s/regexp/replacement/flags of --transform.
type transform struct {
	re                           *pattern.Regexp
	parts                        []transformPart
	global                       bool
	number                       int
	regular, symlinks, hardlinks bool
}

// transformPart is literal text, a group (0..9), or a change of case: one of the letters of \U \L \u \l \E.
type transformPart struct {
	text  string
	group int // -1: text
	fold  byte
}

func parseTransforms(s string) ([]transform, error) {
	var list []transform
	for s != "" {
		if s[0] == ';' {
			s = s[1:]
			continue
		}
		tr, rest, err := parseTransform(s)
		if err != nil {
			return nil, err
		}
		list = append(list, tr)
		s = rest
	}
	return list, nil
}

func parseTransform(s string) (t transform, rest string, err error) {
	bad := errors.New("Invalid transform expression")
	if strings.HasPrefix(s, "flags=") {
		return t, "", bad
	}
	if len(s) < 4 || s[0] != 's' {
		return t, "", bad
	}
	delim := s[1]
	var fields [2]string
	at := 2
	for i := range fields {
		start := at
		for at < len(s) && s[at] != delim {
			if s[at] == '\\' {
				at++
			}
			at++
		}
		if at >= len(s) {
			return t, "", bad
		}
		fields[i] = strings.ReplaceAll(s[start:at], `\`+string(delim), string(delim))
		at++
	}
	t.regular, t.symlinks, t.hardlinks = true, true, true
	extended := false
	var flags pattern.Flags
flags:
	for ; at < len(s); at++ {
		switch c := s[at]; c {
		case 'g':
			t.global = true
		case 'i', 'I':
			flags |= pattern.IgnoreCase
		case 'x':
			extended = true
		case 'r':
			t.regular = true
		case 'R':
			t.regular = false
		case 's':
			t.symlinks = true
		case 'S':
			t.symlinks = false
		case 'h':
			t.hardlinks = true
		case 'H':
			t.hardlinks = false
		case ';':
			at++
			break flags
		default:
			if c < '0' || c > '9' {
				return t, "", errors.New("Unknown transform flag: " + string(c))
			}
			end := at
			for end < len(s) && s[end] >= '0' && s[end] <= '9' {
				end++
			}
			t.number, _ = strconv.Atoi(s[at:end])
			at = end - 1
		}
	}
	if extended {
		t.re, err = pattern.ERE(fields[0], flags)
	} else {
		t.re, err = pattern.BRE(fields[0], flags)
	}
	if err != nil {
		return t, "", fmt.Errorf("Invalid transform expression: %w", err)
	}
	t.parts = replacement(fields[1])
	return t, s[at:], nil
}

func replacement(s string) []transformPart {
	var parts []transformPart
	var text []byte
	flush := func() {
		if len(text) > 0 {
			parts = append(parts, transformPart{text: string(text), group: -1})
			text = nil
		}
	}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '&':
			flush()
			parts = append(parts, transformPart{group: 0})
		case s[i] == '\\' && i+1 < len(s):
			i++
			switch c := s[i]; {
			case c >= '0' && c <= '9':
				flush()
				parts = append(parts, transformPart{group: int(c - '0')})
			case strings.IndexByte("ULulE", c) >= 0:
				flush()
				parts = append(parts, transformPart{group: -1, fold: c})
			case c == 'n':
				text = append(text, '\n')
			case c == 't':
				text = append(text, '\t')
			default:
				text = append(text, c)
			}
		default:
			text = append(text, s[i])
		}
	}
	flush()
	return parts
}

// maxTransformed bounds a name that replacements make longer and longer.
const maxTransformed = 1 << 16

func (t *transform) apply(name string) string {
	in := []byte(name)
	n := -1
	if !t.global && t.number == 0 {
		n = 1
	}
	var out []byte
	last := 0
	for i, m := range t.re.FindAllSubmatchIndex(in, n) {
		if t.number > 0 && (i+1 < t.number || i+1 > t.number && !t.global) {
			continue
		}
		out = append(out, in[last:m[0]]...)
		var mode, once byte
		for _, part := range t.parts {
			text := part.text
			if part.fold != 0 {
				switch part.fold {
				case 'E':
					mode, once = 0, 0
				case 'u', 'l':
					once = part.fold
				default:
					mode = part.fold
				}
				continue
			}
			if g := part.group; g >= 0 {
				text = ""
				if 2*g+1 < len(m) && m[2*g] >= 0 {
					text = string(in[m[2*g]:m[2*g+1]])
				}
			}
			switch mode {
			case 'U':
				text = strings.ToUpper(text)
			case 'L':
				text = strings.ToLower(text)
			}
			if once != 0 && text != "" {
				if once == 'u' {
					text = strings.ToUpper(text[:1]) + text[1:]
				} else {
					text = strings.ToLower(text[:1]) + text[1:]
				}
				once = 0
			}
			out = append(out, text...)
		}
		last = m[1]
		if len(out) > maxTransformed {
			return name
		}
	}
	return string(append(out, in[last:]...))
}

// transformed applies --transform; kind is 'r' for member names, 's' and 'h' for link targets.
func (t *tarRun) transformed(name string, kind byte) string {
	for i := range t.transforms {
		tr := &t.transforms[i]
		if kind == 'r' && tr.regular || kind == 's' && tr.symlinks || kind == 'h' && tr.hardlinks {
			name = tr.apply(name)
		}
	}
	return name
}
