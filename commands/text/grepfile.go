package text

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"syscall"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
)

// grepFile is the search of one input.
type grepFile struct {
	g    *grepper
	in   *cmd.Input
	name string

	line      int64 // number of the last line seen
	inRegion  int64 // how much of the region in work is behind
	offset    int64 // of the start of the region in work
	selected  int64
	afterLeft int
	before    []heldLine // the last lines, for -B
	lastOut   int64      // the line printed last, to know when a separator is due
	anyOut    bool
	binary    bool
	width     int  // of line numbers and offsets under -T
	quiet     bool // nothing is printed for lines
	done      bool
	noted     bool // the binary message is out
}

type heldLine struct {
	text   []byte
	number int64
	offset int64
}

// search reads the input in blocks of whole lines and gives the number of selected lines.
func (f *grepFile) search() (int64, error) {
	g := f.g
	f.quiet = g.quiet || g.list || g.listNone || g.count
	if g.tab { // numbers as wide as the largest the input can have
		f.width = 19
		if info, err := f.in.Stat(); err == nil && info.Mode().IsRegular() {
			f.width = len(strconv.FormatInt(info.Size(), 10))
		}
	}
	buf := make([]byte, 32<<10)
	n := 0
	for !f.done {
		if n == len(buf) {
			if len(buf) >= 512<<20 {
				return f.selected, syscall.ENOMEM
			}
			grown := make([]byte, 2*len(buf))
			copy(grown, buf[:n])
			buf = grown
		}
		k, err := f.in.Read(buf[n:])
		if k > 0 && !f.binary && !g.text && f.looksBinary(buf[n:n+k]) {
			if g.noBinary {
				return 0, nil
			}
			f.binary = true
		}
		n += k
		if err != nil && err != io.EOF {
			return f.selected, err
		}
		end := bytes.LastIndexByte(buf[:n], g.eol) + 1
		if err == io.EOF {
			end = n
		}
		if end > 0 {
			f.region(buf[:end])
			if f.done {
				f.rewind(n)
				break
			}
			n = copy(buf, buf[end:n])
			if len(buf) < cmd.BufferSize*4 && n < 1024 && end == cap(buf) {
				grown := make([]byte, min(4*len(buf), cmd.BufferSize*4))
				copy(grown, buf[:n])
				buf = grown
			}
		}
		if err == io.EOF || g.p.Safepoint() != nil || g.w.Err() != nil {
			break
		}
	}
	return f.selected, nil
}

// rewind leaves a seekable standard input just after the last line used, as -m promises; n bytes were in the buffer.
func (f *grepFile) rewind(n int) {
	if f.in.IsStdin() && f.g.max >= 0 {
		_, _ = f.in.Seek(f.inRegion-int64(n), io.SeekCurrent)
	}
}

func (f *grepFile) looksBinary(b []byte) bool {
	if f.g.eol == 0 {
		return f.g.m.utf8 && !validSoFar(b)
	}
	return bytes.IndexByte(b, 0) >= 0 || f.g.m.utf8 && !validSoFar(b)
}

// validSoFar reports whether b is UTF-8 but for characters cut at its ends.
func validSoFar(b []byte) bool {
	if utf8.Valid(b) {
		return true
	}
	for i := 0; i < utf8.UTFMax && i < len(b) && !utf8.RuneStart(b[0]); i++ {
		b = b[1:]
	}
	for i := 1; i < utf8.UTFMax && i <= len(b); i++ {
		if c := b[len(b)-i]; utf8.RuneStart(c) {
			if c >= 0x80 && !utf8.FullRune(b[len(b)-i:]) {
				b = b[:len(b)-i]
			}
			break
		}
	}
	return utf8.Valid(b)
}

// region handles a block of whole lines.
func (f *grepFile) region(b []byte) {
	g := f.g
	f.inRegion = 0
	if g.m.empty {
		if g.invert {
			f.each(b, func([]byte) bool { return true })
		} else {
			f.skip(b)
		}
		return
	}
	if g.m.hasLiteral && len(g.m.literal) > 0 && !g.invert && bytes.IndexByte(g.m.literal, g.eol) < 0 {
		f.literal(b)
		return
	}
	f.each(b, func(line []byte) bool {
		_, _, ok := g.m.find(line)
		return ok != g.invert
	})
}

// each tests line after line.
func (f *grepFile) each(b []byte, selected func(line []byte) bool) {
	for n := 0; len(b) > 0 && !f.done; n++ {
		end := bytes.IndexByte(b, f.g.eol)
		line, next := b, len(b)
		if end >= 0 {
			line, next = b[:end], end+1
		}
		if selected(line) {
			f.take(line, next)
		} else {
			f.skip(b[:next])
		}
		b = b[next:]
		if n&1023 == 1023 && f.g.p.Safepoint() != nil {
			f.done = true
		}
	}
}

// literal jumps from one occurrence of the text to the next.
func (f *grepFile) literal(b []byte) {
	g := f.g
	for len(b) > 0 && !f.done {
		i := bytes.Index(b, g.m.literal)
		if i < 0 {
			break
		}
		start := bytes.LastIndexByte(b[:i], g.eol) + 1
		line, next := b[start:], len(b)
		if end := bytes.IndexByte(b[i:], g.eol); end >= 0 {
			line, next = b[start:i+end], i+end+1
		}
		if start > 0 {
			if f.skip(b[:start]); f.done {
				return
			}
		}
		ok := true
		if g.m.word || g.m.line {
			_, _, ok = g.m.find(line)
		}
		if ok {
			f.take(line, next-start)
		} else {
			f.skip(b[start:next])
		}
		b = b[next:]
	}
	if !f.done {
		f.skip(b)
	}
}

// skip passes over lines that are not selected: some are context.
func (f *grepFile) skip(b []byte) {
	g := f.g
	for f.afterLeft > 0 && len(b) > 0 {
		line, next := cutLine(b, g.eol)
		f.line++
		f.print(line, f.line, f.offset, '-')
		f.afterLeft--
		f.advance(next)
		b = b[next:]
		if f.afterLeft == 0 && g.max >= 0 && f.selected >= g.max {
			f.done = true
			return
		}
	}
	if len(b) == 0 {
		return
	}
	if g.before > 0 && !f.quiet {
		f.hold(b)
		return
	}
	if g.number || g.after >= 0 || g.before >= 0 {
		f.line += int64(bytes.Count(b, []byte{g.eol}))
		if b[len(b)-1] != g.eol {
			f.line++
		}
	}
	f.advance(len(b))
}

func (f *grepFile) advance(n int) {
	f.offset += int64(n)
	f.inRegion += int64(n)
}

func cutLine(b []byte, eol byte) (line []byte, next int) {
	if i := bytes.IndexByte(b, eol); i >= 0 {
		return b[:i], i + 1
	}
	return b, len(b)
}

// hold keeps the last lines of b for -B.
func (f *grepFile) hold(b []byte) {
	g := f.g
	for len(b) > 0 {
		line, next := cutLine(b, g.eol)
		f.line++
		if len(f.before) == g.before {
			old := f.before[0].text[:0]
			copy(f.before, f.before[1:])
			f.before[len(f.before)-1] = heldLine{append(old, line...), f.line, f.offset}
		} else {
			f.before = append(f.before, heldLine{append([]byte(nil), line...), f.line, f.offset})
		}
		f.advance(next)
		b = b[next:]
	}
}

// take handles a selected line of n bytes with its end.
func (f *grepFile) take(line []byte, n int) {
	g := f.g
	if g.max >= 0 && f.selected >= g.max { // the trailing context ends at the next match
		f.done = true
		return
	}
	f.line++
	f.selected++
	switch {
	case g.quiet || g.list || g.listNone:
		f.done = true
	case f.quiet:
	case f.binary:
		if !f.noted {
			_ = g.w.Flush()
			cmd.Errorf(g.p, "%s: binary file matches", f.name)
			f.noted = true
		}
		f.done = true
	default:
		for i := range f.before {
			h := &f.before[i]
			f.print(h.text, h.number, h.offset, '-')
		}
		f.before = f.before[:0]
		f.print(line, f.line, f.offset, ':')
		f.afterLeft = max(g.after, 0)
	}
	f.advance(n)
	if g.max >= 0 && f.selected >= g.max {
		if f.quiet || g.after <= 0 {
			f.done = true
		}
	}
	if g.w.Err() != nil {
		f.done = true
		if !errors.Is(g.w.Err(), syscall.EPIPE) {
			g.failed = true
		}
	}
}

// print writes one line with its prefixes; sep is ':' for selected lines and '-' for context.
func (f *grepFile) print(line []byte, number, offset int64, sep byte) {
	g := f.g
	if f.quiet {
		return
	}
	if sep == '-' && g.max >= 0 && f.selected > g.max {
		return
	}
	if (g.before >= 0 || g.after >= 0) && !g.noSeparator { // also with -C 0
		if f.anyOut && number > f.lastOut+1 || !f.anyOut && g.printed {
			g.colored(g.colors.sep, g.separator)
			_ = g.w.WriteByte('\n')
		}
	}
	f.anyOut, f.lastOut, g.printed = true, number, true
	if g.only {
		if sep == '-' || g.invert {
			return
		}
		g.m.matches(line, func(s, e int) {
			f.prefix(number, offset+int64(s), sep)
			if g.color {
				_, _ = g.w.WriteString(g.colors.match)
			}
			_, _ = g.w.Write(line[s:e])
			if g.color {
				_, _ = g.w.WriteString(colorOff)
			}
			_ = g.w.WriteByte(g.eol)
		})
		return
	}
	f.prefix(number, offset, sep)
	if g.color && (sep == ':') != g.invert {
		at := 0
		g.m.matches(line, func(s, e int) {
			_, _ = g.w.Write(line[at:s])
			_, _ = g.w.WriteString(g.colors.match)
			_, _ = g.w.Write(line[s:e])
			_, _ = g.w.WriteString(colorOff)
			at = e
		})
		line = line[at:]
	}
	_, _ = g.w.Write(line)
	_ = g.w.WriteByte(g.eol)
}

func (f *grepFile) prefix(number, offset int64, sep byte) {
	g := f.g
	if g.withNames {
		g.name(f.name)
		if g.nullName {
			_ = g.w.WriteByte(0)
		} else {
			g.sep(sep)
		}
	}
	if g.number {
		f.number(number, sep)
	}
	if g.offset {
		f.number(offset, sep)
	}
	if g.tab && (g.withNames || g.number || g.offset) {
		_ = g.w.WriteByte('\t')
	}
}

func (f *grepFile) number(n int64, sep byte) {
	g := f.g
	if g.color {
		_, _ = g.w.WriteString(g.colors.number)
	}
	if f.width > 0 {
		g.w.Printf("%*d", f.width, n)
	} else {
		g.w.Int(n)
	}
	if g.color {
		_, _ = g.w.WriteString(colorOff)
	}
	g.sep(sep)
}
