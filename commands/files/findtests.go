package files

import (
	"io/fs"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/dateparse"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
)

// regexp compiles for -regex, whose default dialect is that of Emacs: + and ? special, \| and \( \) with backslashes.
func (p *findParser) regexp(src string, flags pattern.Flags) (*pattern.Regexp, error) {
	switch p.ere {
	case 1:
		return pattern.ERE(src, flags)
	case 2:
		return pattern.BRE(src, flags)
	}
	var b strings.Builder
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\\' && i+1 < len(src):
			i++
			if c = src[i]; c == '+' || c == '?' {
				b.WriteByte('[')
				b.WriteByte(c)
				b.WriteByte(']')
				continue
			}
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '[':
			j := i + 1
			if j < len(src) && src[j] == '^' {
				j++
			}
			if j < len(src) && src[j] == ']' {
				j++
			}
			for j < len(src) && src[j] != ']' {
				j++
			}
			b.WriteString(src[i:min(j+1, len(src))])
			i = j
		case (c == '+' || c == '?') && i > 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return pattern.BRE(b.String(), flags)
}

func (p *findParser) fileType(name, list string) findNode {
	var want [256]bool
	for t := range strings.SplitSeq(list, ",") {
		if len(t) != 1 || strings.IndexByte("bcdpflsD", t[0]) < 0 {
			if len(t) > 1 {
				return p.fail("Must separate multiple arguments to %s using: ','", name)
			}
			return p.fail("Unknown argument to %s: %s", name, t)
		}
		want[t[0]] = true
	}
	return func(f *finder, v *visit) bool {
		info := v.info
		if name == "-xtype" {
			if i, err := f.p.FS().Stat(v.path); err == nil {
				info = i
			}
		}
		c := cmd.TypeChar(info.Mode())
		if c == '-' {
			c = 'f'
		}
		return want[c]
	}
}

func (p *findParser) size(a string) findNode {
	unit := int64(512)
	text := a
	if text != "" {
		switch text[len(text)-1] {
		case 'b':
		case 'c':
			unit = 1
		case 'w':
			unit = 2
		case 'k':
			unit = 1 << 10
		case 'M':
			unit = 1 << 20
		case 'G':
			unit = 1 << 30
		default:
			if c := text[len(text)-1]; c < '0' || c > '9' {
				return p.fail("invalid -size type `%c'", c)
			}
			text += "b"
		}
		text = text[:len(text)-1]
	}
	n, ok := parseNumeric(text)
	if !ok {
		return p.fail("Invalid argument `%s' to -size", a)
	}
	return func(_ *finder, v *visit) bool { return n.matches((v.info.Size() + unit - 1) / unit) }
}

func timeOf(info fs.FileInfo, which byte) time.Time {
	switch which {
	case 'a':
		return statOf(info).Atime
	case 'c':
		return statOf(info).Ctime
	case 'B':
		return statOf(info).Btime
	}
	return info.ModTime()
}

func (p *findParser) age(name, a string) findNode {
	unit := 24 * time.Hour
	if strings.HasSuffix(name, "min") {
		unit = time.Minute
	}
	sign, text := byte(0), a
	if a != "" && (a[0] == '+' || a[0] == '-') {
		sign, text = a[0], a[1:]
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n < 0 {
		return p.fail("invalid argument `%s' to `%s'", a, name)
	}
	which := name[1]
	limit := time.Duration(min(n, float64(math.MaxInt64/4/unit)) * float64(unit))
	return func(f *finder, v *visit) bool {
		t := timeOf(v.info, which)
		now := f.now
		if f.daystart {
			d := now.In(f.loc)
			now = time.Date(d.Year(), d.Month(), d.Day()+1, 0, 0, 0, 0, f.loc)
		}
		age := now.Sub(t)
		switch sign {
		case '-':
			return age < limit
		case '+':
			return age >= limit+unit
		}
		return age >= limit && age < limit+unit
	}
}

func (p *findParser) newerXY(name, a string) findNode {
	x, y := name[6], name[7]
	if strings.IndexByte("aBcm", x) < 0 || strings.IndexByte("aBcmt", y) < 0 {
		return p.fail("invalid predicate `%s'", name)
	}
	var ref time.Time
	if y == 't' {
		t, ok := dateparse.Parse(a, p.f.now.In(p.f.loc), func(tz string) *time.Location { return cmd.Zone(p.f.p, tz) })
		if !ok {
			return p.fail("I cannot figure out how to interpret %s as a date or time", cmd.Quote(a))
		}
		ref = t
	} else {
		info, err := p.f.stat(a, true)
		if err != nil {
			return p.fail("%s: %s", cmd.Quote(a), kernel.Strerror(err))
		}
		ref = timeOf(info, y)
	}
	return func(_ *finder, v *visit) bool { return timeOf(v.info, x).After(ref) }
}

func (p *findParser) perm(a string) findNode {
	kind, text := byte('='), a
	if a != "" && (a[0] == '-' || a[0] == '/') {
		kind, text = a[0], a[1:]
	}
	m, ok := cmd.ParseMode(text)
	if !ok || a[0] == '+' && len(a) > 1 && a[1] >= '0' && a[1] <= '9' {
		return p.fail("invalid mode %s", cmd.Quote(a))
	}
	want := m.Apply(0, false, 0)
	return func(_ *finder, v *visit) bool {
		bits := cmd.Bits(v.info.Mode())
		switch kind {
		case '-':
			return bits&want == want
		case '/':
			return want == 0 || bits&want != 0
		}
		return bits == want
	}
}

func findEmpty(f *finder, v *visit) bool {
	if v.info.IsDir() {
		list, err := f.p.FS().ReadDir(v.path)
		if err != nil {
			f.fail("%s: %s", cmd.Quote(v.path), kernel.Strerror(err))
			return false
		}
		return len(list) == 0
	}
	return v.info.Mode().IsRegular() && v.info.Size() == 0
}
