package files

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/timefmt"
)

// findFormat is a compiled -printf format.
type findFormat struct {
	parts []findPart
	stop  bool // \c
}

type findPart struct {
	text string
	verb byte   // 0 = text
	spec string // flags and width
	sub  byte   // k of %Ak, %Ck, %Tk
}

func compileFindFormat(s string) *findFormat {
	out := &findFormat{}
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			out.parts = append(out.parts, findPart{text: b.String()})
			b.Reset()
		}
	}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			switch c := s[i]; c {
			case 'a':
				b.WriteByte('\a')
			case 'b':
				b.WriteByte('\b')
			case 'c':
				out.stop = true
				flush()
				return out
			case 'f':
				b.WriteByte('\f')
			case 'n':
				b.WriteByte('\n')
			case 'r':
				b.WriteByte('\r')
			case 't':
				b.WriteByte('\t')
			case 'v':
				b.WriteByte('\v')
			case '\\':
				b.WriteByte('\\')
			case '0', '1', '2', '3', '4', '5', '6', '7':
				n, k := 0, 0
				for k < 3 && i+k < len(s) && s[i+k] >= '0' && s[i+k] <= '7' {
					n = n*8 + int(s[i+k]-'0')
					k++
				}
				b.WriteByte(byte(n))
				i += k - 1
			default:
				b.WriteByte('\\')
				b.WriteByte(c)
			}
		case s[i] == '%' && i+1 < len(s):
			j := i + 1
			for j < len(s) && strings.IndexByte("-+ #0123456789.", s[j]) >= 0 {
				j++
			}
			if j == len(s) {
				b.WriteString(s[i:])
				i = j
				continue
			}
			c := s[j]
			if c == '%' {
				b.WriteByte('%')
				i = j
				continue
			}
			flush()
			part := findPart{verb: c, spec: s[i+1 : j]}
			if (c == 'A' || c == 'C' || c == 'T' || c == 'B') && j+1 < len(s) {
				j++
				part.sub = s[j]
			}
			out.parts = append(out.parts, part)
			i = j
		default:
			b.WriteByte(s[i])
		}
	}
	flush()
	return out
}

// warnFormat tells of directives that are none.
func (f *finder) warnFormat(ff *findFormat) {
	for i := range ff.parts {
		if c := ff.parts[i].verb; c != 0 && strings.IndexByte("abcdDfFgGhHiklmMnpPsStTuUyYZABC", c) < 0 {
			cmd.Errorf(f.p, "warning: unrecognized format directive `%%%c'", c)
		}
	}
}

func (ff *findFormat) print(f *finder, w *cmd.Writer, v *visit) {
	for i := range ff.parts {
		part := &ff.parts[i]
		if part.verb == 0 {
			_, _ = w.WriteString(part.text)
			continue
		}
		text, ok := part.value(f, v)
		if !ok {
			text = "%" + part.spec + string(part.verb)
		} else if part.spec != "" {
			text = padField(text, part.spec, part.verb)
		}
		_, _ = w.WriteString(text)
	}
	if ff.stop {
		_ = w.Flush()
	}
}

// padField applies the flags and width of a directive.
func padField(text, spec string, verb byte) string {
	left, zero := strings.Contains(spec, "-"), strings.HasPrefix(strings.TrimLeft(spec, "-+ #"), "0")
	if verb == 'm' && strings.Contains(spec, "#") && !strings.HasPrefix(text, "0") {
		text = "0" + text
	}
	width, prec, hasPrec := strings.Cut(strings.TrimLeft(spec, "-+ #0"), ".")
	if n, err := strconv.Atoi(prec); err == nil && hasPrec && n < len(text) {
		text = text[:n]
	}
	n, _ := strconv.Atoi(width)
	n = min(n, 1<<16)
	switch {
	case len(text) >= n:
		return text
	case left:
		return text + strings.Repeat(" ", n-len(text))
	case zero && strings.IndexByte("dmsnGUikb", verb) >= 0:
		return strings.Repeat("0", n-len(text)) + text
	}
	return strings.Repeat(" ", n-len(text)) + text
}

func (part *findPart) value(f *finder, v *visit) (string, bool) {
	st := statOf(v.info)
	switch part.verb {
	case 'p':
		return v.path, true
	case 'f':
		if v.depth == 0 && len(v.path) > 1 && strings.HasSuffix(v.path, "/") { // a starting point as it was written
			return v.path[strings.LastIndexByte(strings.TrimRight(v.path, "/"), '/')+1:], true
		}
		return lastComponent(v.path), true
	case 'h':
		if strings.Trim(v.path, "/") == "" {
			return "", true
		}
		if i := strings.LastIndexByte(strings.TrimRight(v.path, "/"), '/'); i >= 0 {
			return v.path[:i], true
		}
		return ".", true
	case 'H':
		return v.start, true
	case 'P':
		return strings.TrimPrefix(strings.TrimPrefix(v.path, v.start), "/"), true
	case 'd':
		return strconv.Itoa(v.depth), true
	case 's':
		return strconv.FormatInt(v.info.Size(), 10), true
	case 'k':
		return strconv.FormatInt((st.Blocks+1)/2, 10), true
	case 'b':
		return strconv.FormatInt(st.Blocks, 10), true
	case 'm':
		return strconv.FormatUint(uint64(cmd.Bits(v.info.Mode())), 8), true
	case 'M':
		return cmd.ModeString(v.info.Mode()), true
	case 'n':
		return strconv.Itoa(st.Nlink), true
	case 'i':
		return strconv.FormatUint(st.Ino, 10), true
	case 'D':
		return strconv.FormatUint(st.Dev, 10), true
	case 'u':
		return f.names.User(st.UID), true
	case 'g':
		return f.names.Group(st.GID), true
	case 'U':
		return strconv.Itoa(st.UID), true
	case 'G':
		return strconv.Itoa(st.GID), true
	case 'y', 'Y':
		info := v.info
		if part.verb == 'Y' && info.Mode()&fs.ModeSymlink != 0 {
			i, err := f.p.FS().Stat(v.path)
			if err != nil {
				return "N", true
			}
			info = i
		}
		if c := cmd.TypeChar(info.Mode()); c != '-' {
			return string(c), true
		}
		return "f", true
	case 'l':
		if v.info.Mode()&fs.ModeSymlink == 0 {
			return "", true
		}
		t, _ := f.p.FS().Readlink(v.path)
		return t, true
	case 'F':
		s, err := f.p.FS().Statfs(v.path)
		return s.Type, err == nil
	case 'S':
		if v.info.Size() == 0 {
			return "1", true
		}
		return strconv.FormatFloat(float64(st.Blocks)*512/float64(v.info.Size()), 'g', 6, 64), true
	case 'a':
		return findTime(st.Atime.In(f.loc)), true
	case 'c':
		return findTime(st.Ctime.In(f.loc)), true
	case 't':
		return findTime(v.info.ModTime().In(f.loc)), true
	case 'A', 'C', 'T', 'B':
		which := part.verb | 0x20
		if part.verb == 'B' {
			which = 'B'
		}
		return findTimePart(timeOf(v.info, which).In(f.loc), part.sub), true
	}
	return "", false
}

func findTime(t time.Time) string {
	return t.Format("Mon Jan _2 15:04:05") + fmt.Sprintf(".%09d0 ", t.Nanosecond()) + t.Format("2006")
}

func findTimePart(t time.Time, k byte) string {
	nanos := fmt.Sprintf(".%09d0", t.Nanosecond())
	switch k {
	case '@':
		return strconv.FormatInt(t.Unix(), 10) + nanos
	case 'S':
		return t.Format("05") + nanos
	case 'T', 'X':
		return t.Format("15:04:05") + nanos
	case '+':
		return t.Format("2006-01-02+15:04:05") + nanos
	case 'c':
		return t.Format("Mon Jan _2 15:04:05 2006")
	}
	return timefmt.Format("%"+string(k), t)
}
