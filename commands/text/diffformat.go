package text

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/linediff"
)

// diffFormats are the formats of --old-line-format, --changed-group-format and the like, by what they are for. A missing
// one has its default.
type diffFormats struct {
	line  map[string]string // old, new, unchanged
	group map[string]string // old, new, unchanged, changed
}

func (f *diffFormats) set(key, value string) {
	kind, what := "", ""
	switch {
	case key == "line-format":
		for _, k := range []string{"old", "new", "unchanged"} {
			f.set(k+"-line-format", value)
		}
		return
	case strings.HasSuffix(key, "-line-format"):
		kind, what = "line", strings.TrimSuffix(key, "-line-format")
	default:
		kind, what = "group", strings.TrimSuffix(key, "-group-format")
	}
	m := &f.line
	if kind == "group" {
		m = &f.group
	}
	if *m == nil {
		*m = map[string]string{}
	}
	(*m)[what] = value
}

// ifdef sets the formats of -D.
func (f *diffFormats) ifdef(name string) {
	f.set("old-group-format", "#ifndef "+name+"\n%<#endif /* ! "+name+" */\n")
	f.set("new-group-format", "#ifdef "+name+"\n%>#endif /* "+name+" */\n")
	f.set("changed-group-format", "#ifndef "+name+"\n%<#else /* "+name+" */\n%>#endif /* "+name+" */\n")
}

func (f *diffFormats) lineOf(what string) string {
	if s, ok := f.line[what]; ok {
		return s
	}
	return "%l\n"
}

func (f *diffFormats) groupOf(what string) string {
	if s, ok := f.group[what]; ok {
		return s
	}
	switch what {
	case "old", "new":
		if s, ok := f.group["changed"]; ok {
			return s
		}
		return map[string]string{"old": "%<", "new": "%>"}[what]
	case "unchanged":
		return "%="
	}
	return f.groupOf("old") + f.groupOf("new")
}

// printMerged writes both files by the formats.
func (d *differ) printMerged(x, y [][]byte, hunks []linediff.Change) {
	a, b := 0, 0
	for _, h := range append(hunks[:len(hunks):len(hunks)], linediff.Change{A0: len(x), A1: len(x), B0: len(y), B1: len(y)}) {
		if d.p.Safepoint() != nil {
			return
		}
		if h.A0 > a {
			d.group("unchanged", x, y, linediff.Change{A0: a, A1: h.A0, B0: b, B1: h.B0})
		}
		switch {
		case h.A0 < h.A1 && h.B0 < h.B1:
			d.group("changed", x, y, h)
		case h.A0 < h.A1:
			d.group("old", x, y, h)
		case h.B0 < h.B1:
			d.group("new", x, y, h)
		}
		a, b = h.A1, h.B1
	}
}

func (d *differ) group(what string, x, y [][]byte, h linediff.Change) {
	d.groupFormat(d.formats.groupOf(what), x, y, h, 0)
}

const maxFormatDepth = 50

func (d *differ) groupFormat(format string, x, y [][]byte, h linediff.Change, depth int) {
	for format != "" {
		i := strings.IndexByte(format, '%')
		if i < 0 || i+1 >= len(format) {
			_, _ = d.w.WriteString(format)
			return
		}
		_, _ = d.w.WriteString(format[:i])
		format = format[i+1:]
		switch format[0] {
		case '%':
			_ = d.w.WriteByte('%')
		case '<':
			d.formatLines("old", x, h.A0, h.A1)
		case '>':
			d.formatLines("new", y, h.B0, h.B1)
		case '=':
			d.formatLines("unchanged", x, h.A0, h.A1)
		case '(':
			if rest, ok := d.choice(format[1:], x, y, h, depth); ok {
				format = rest
				continue
			}
			_, _ = d.w.WriteString("%(")
		default:
			if rest, ok := d.plainEscape(format, func(c byte) (int, bool) { return groupNumber(h, c) }); ok {
				format = rest
				continue
			}
			_, _ = d.w.WriteString("%" + format[:1])
		}
		format = format[1:]
	}
}

// groupNumber is what a letter of a group's format counts: small ones of the old file, large ones of the new.
func groupNumber(h linediff.Change, c byte) (int, bool) {
	from, to := h.A0, h.A1
	if c >= 'A' && c <= 'Z' {
		from, to = h.B0, h.B1
	}
	switch c | 0x20 {
	case 'e':
		return from, true
	case 'f':
		return from + 1, true
	case 'l':
		return to, true
	case 'm':
		return to + 1, true
	case 'n':
		return to - from, true
	}
	return 0, false
}

// choice is %(A=B?T:E), without the first parenthesis.
func (d *differ) choice(format string, x, y [][]byte, h linediff.Change, depth int) (rest string, ok bool) {
	if depth >= maxFormatDepth {
		return "", false
	}
	value := func(s string) (int, bool) {
		if len(s) == 1 && (s[0] < '0' || s[0] > '9') {
			return groupNumber(h, s[0])
		}
		n, err := strconv.Atoi(s)
		return n, err == nil
	}
	left, tail, found := strings.Cut(format, "=")
	right, tail, found2 := strings.Cut(tail, "?")
	a, okA := value(left)
	b, okB := value(right)
	if !found || !found2 || !okA || !okB {
		return "", false
	}
	then, tail, found := cutBranch(tail, ':')
	if !found {
		return "", false
	}
	otherwise, tail, found := cutBranch(tail, ')')
	if !found {
		return "", false
	}
	if a != b {
		then = otherwise
	}
	d.groupFormat(then, x, y, h, depth+1)
	return tail, true
}

// cutBranch ends a branch of a choice; one inside it belongs to it.
func cutBranch(s string, end byte) (branch, rest string, ok bool) {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '%' && i+1 < len(s):
			i++
			if s[i] == '(' {
				depth++
			}
		case depth == 0 && s[i] == end:
			return s[:i], s[i+1:], true
		case depth > 0 && s[i] == ')':
			depth--
		}
	}
	return "", "", false
}

func (d *differ) formatLines(what string, lines [][]byte, from, to int) {
	format := d.formats.lineOf(what)
	for n := from; n < to; n++ {
		line := string(lines[n])
		f := format
		for f != "" {
			i := strings.IndexByte(f, '%')
			if i < 0 || i+1 >= len(f) {
				_, _ = d.w.WriteString(f)
				break
			}
			_, _ = d.w.WriteString(f[:i])
			f = f[i+1:]
			switch f[0] {
			case '%':
				_ = d.w.WriteByte('%')
			case 'l':
				_, _ = d.w.WriteString(strings.TrimSuffix(line, "\n"))
			case 'L':
				_, _ = d.w.WriteString(line)
			default:
				if rest, ok := d.plainEscape(f, func(c byte) (int, bool) { return n + 1, c == 'n' }); ok {
					f = rest
					continue
				}
				_, _ = d.w.WriteString("%" + f[:1])
			}
			f = f[1:]
		}
	}
}

// plainEscape writes %c'C' and numbers (%-5.3dn); number says what a letter stands for.
func (d *differ) plainEscape(f string, number func(c byte) (int, bool)) (rest string, ok bool) {
	if quoted, is := strings.CutPrefix(f, "c'"); is {
		text, rest, ok := strings.Cut(quoted, "'")
		switch {
		case !ok || text == "":
			return "", false
		case len(text) == 1:
			_, _ = d.w.WriteString(text)
		case text[0] == '\\':
			n, err := strconv.ParseUint(text[1:], 8, 8)
			if err != nil {
				return "", false
			}
			_ = d.w.WriteByte(byte(n))
		default:
			return "", false
		}
		return rest, true
	}
	i := 0
	for i < len(f) && (f[i] == '-' || f[i] == '\'' || f[i] == '.' || f[i] >= '0' && f[i] <= '9') {
		i++
	}
	if i+1 >= len(f) || i > 12 || strings.IndexByte("doxX", f[i]) < 0 {
		return "", false
	}
	n, ok := number(f[i+1])
	if !ok {
		return "", false
	}
	spec := strings.ReplaceAll(f[:i], "'", "")
	if w, _, _ := strings.Cut(strings.TrimLeft(spec, "-0"), "."); len(w) > 4 {
		return "", false
	}
	d.w.Printf("%s", fmt.Sprintf("%"+spec+string(f[i]), n))
	return f[i+2:], true
}

// The colours of --color.
const (
	diffHeading = "\x1b[1m"
	diffRange   = "\x1b[36m"
	diffOld     = "\x1b[31m"
	diffNew     = "\x1b[32m"
	diffPlain   = "\x1b[0m"
)

// painted is a line of the report in a colour, when there are any.
func (d *differ) painted(colour, text string) string {
	if !d.color || colour == "" {
		return text
	}
	return colour + text + diffPlain
}
