package files

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/timefmt"
	"github.com/sandpit-dev/sandpit/vfs"
)

// quoted writes a name in the quoting style in force.
func (l *lister) quoted(name string) string {
	switch l.quoting {
	case 's':
		return cmd.Quotef(name)
	case 'S':
		return cmd.Quote(name)
	case 'c':
		return cQuote(name, '"')
	case 'b':
		return cQuote(name, 0)
	case 'q':
		return strings.Map(func(r rune) rune {
			if r < ' ' || r == 0x7f || r == utf8.RuneError {
				return '?'
			}
			return r
		}, name)
	}
	return name
}

func cQuote(s string, mark byte) string {
	var b strings.Builder
	if mark != 0 {
		b.WriteByte(mark)
	}
	for i := range len(s) {
		c := s[i]
		switch {
		case c == '\\' || mark != 0 && c == mark:
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == ' ' && mark == 0:
			b.WriteString(`\ `)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\a':
			b.WriteString(`\a`)
		case c == '\b':
			b.WriteString(`\b`)
		case c == '\v':
			b.WriteString(`\v`)
		case c == '\f':
			b.WriteString(`\f`)
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	if mark != 0 {
		b.WriteByte(mark)
	}
	return b.String()
}

// text is the name as printed with its colour and indicator, and the columns it takes.
func (l *lister) text(e *entry) (string, int) {
	s := l.quoted(e.name)
	width := utf8.RuneCountInString(s)
	if l.color && e.info != nil {
		s = l.paint(s, e.info, e)
	}
	if c := l.mark(e.info); c != 0 && !(l.long && e.info.Mode()&fs.ModeSymlink != 0) {
		s += string(c)
		width++
	}
	return s, width
}

func (l *lister) mark(info fs.FileInfo) byte {
	if l.indicator == 0 || info == nil {
		return 0
	}
	m := info.Mode()
	switch {
	case m.IsDir():
		return '/'
	case l.indicator == '/':
		return 0
	case m&fs.ModeSymlink != 0:
		return '@'
	case m&fs.ModeNamedPipe != 0:
		return '|'
	case m&fs.ModeSocket != 0:
		return '='
	case l.indicator == 'F' && m.IsRegular() && m.Perm()&0o111 != 0:
		return '*'
	}
	return 0
}

func (l *lister) print(entries []*entry, total bool) {
	if l.long {
		l.printLong(entries, total)
		return
	}
	if l.blocks && total {
		l.total(entries)
	}
	inodes, blocks := 0, 0
	for _, e := range entries {
		if e.info == nil {
			continue
		}
		if l.inode {
			inodes = max(inodes, len(strconv.FormatUint(statOf(e.info).Ino, 10)))
		}
		if l.blocks {
			blocks = max(blocks, len(l.blockText(e)))
		}
	}
	if l.format == 'm' || l.format == 'x' && l.width == 0 || l.format == 'C' && l.width == 0 {
		if l.format == 'm' {
			inodes, blocks = 0, 0
		}
	}
	cells := make([]string, len(entries))
	widths := make([]int, len(entries))
	for i, e := range entries {
		prefix := ""
		if l.inode {
			ino := "?"
			if e.info != nil {
				ino = strconv.FormatUint(statOf(e.info).Ino, 10)
			}
			prefix += fmt.Sprintf("%*s ", inodes, ino)
		}
		if l.blocks {
			prefix += fmt.Sprintf("%*s ", blocks, l.blockText(e))
		}
		if l.context {
			prefix += "? " // no security context exists
		}
		s, n := l.text(e)
		cells[i], widths[i] = prefix+s, len(prefix)+n
	}
	switch l.format {
	case 'C', 'x':
		l.columns(cells, widths, l.format == 'x')
	case 'm':
		l.commas(cells, widths)
	default:
		for _, c := range cells {
			_, _ = l.w.WriteString(c)
			_ = l.w.WriteByte(l.eol)
		}
	}
}

func (l *lister) commas(cells []string, widths []int) {
	pos := 0
	for i, c := range cells {
		n := widths[i]
		if i > 0 {
			if l.width == 0 || pos+n+2 < l.width {
				_, _ = l.w.WriteString(", ")
				pos += 2
			} else {
				_, _ = l.w.WriteString(",\n")
				pos = 0
			}
		}
		_, _ = l.w.WriteString(c)
		pos += n
	}
	if len(cells) > 0 {
		_ = l.w.WriteByte('\n')
	}
}

// columns arranges cells in as many columns as fit, two blanks apart, as GNU's print_many_per_line.
func (l *lister) columns(cells []string, widths []int, across bool) {
	n := len(cells)
	if n == 0 {
		return
	}
	best, sizes := 1, []int{3}
	if l.width == 0 {
		best = n
	}
	most := min(n, max(1, l.width/3))
	if l.width == 0 {
		most = n
	}
	for cols := most; cols >= 1; cols-- {
		rows := (n + cols - 1) / cols
		sz := slices.Repeat([]int{3}, cols) // GNU's least column
		for i, w := range widths {
			c := i / rows
			if across {
				c = i % cols
			}
			extra := 2
			if c == cols-1 {
				extra = 0
			}
			sz[c] = max(sz[c], w+extra)
		}
		sum := 0
		for _, s := range sz {
			sum += s
		}
		if sum < l.width || cols == 1 || l.width == 0 {
			best, sizes = cols, sz
			break
		}
	}
	rows := (n + best - 1) / best
	for r := range rows {
		pos := 0
		for c := range best {
			i := c*rows + r
			if across {
				i = r*best + c
			}
			if i >= n {
				break
			}
			_, _ = l.w.WriteString(cells[i])
			next := i + rows
			if across {
				next = i + 1
				if c == best-1 {
					next = n
				}
			}
			if next < n && c < best-1 {
				l.indent(pos+widths[i], pos+sizes[c])
			}
			pos += sizes[c]
		}
		_ = l.w.WriteByte('\n')
	}
}

// indent moves from one column to another with tabs where they save something, as ls does.
func (l *lister) indent(from, to int) {
	for from < to {
		if l.tab > 0 && to/l.tab > (from+1)/l.tab {
			_ = l.w.WriteByte('\t')
			from += l.tab - from%l.tab
		} else {
			_ = l.w.WriteByte(' ')
			from++
		}
	}
}

func (l *lister) scale(n int64) string {
	switch {
	case l.human > 0:
		return cmd.Human(n, l.human)
	case l.human < 0:
		return strconv.FormatInt((n-l.human-1)/-l.human, 10) + l.unit
	}
	return strconv.FormatInt(n, 10)
}

func (l *lister) blockText(e *entry) string {
	if e.info == nil {
		return "?"
	}
	return l.blockCount(statOf(e.info).Blocks)
}

func (l *lister) blockCount(blocks int64) string {
	if l.human > 0 {
		return cmd.Human(blocks*512, l.human)
	}
	return strconv.FormatInt((blocks*512+l.blockSize-1)/l.blockSize, 10) + l.unit
}

func (l *lister) total(entries []*entry) {
	var blocks int64
	for _, e := range entries {
		if e.info != nil {
			blocks += statOf(e.info).Blocks
		}
	}
	_, _ = l.w.WriteString("total " + l.blockCount(blocks))
	_ = l.w.WriteByte(l.eol)
}

// row is a line of the long format before its columns are aligned.
type row struct{ inode, blocks, mode, links, owner, group, size, when string }

func (l *lister) printLong(entries []*entry, total bool) {
	if total {
		l.total(entries)
	}
	rows := make([]row, len(entries))
	var w struct{ inode, blocks, links, owner, group, size, when, major, minor int }
	for _, e := range entries { // device numbers share the size column
		if e.info != nil && e.info.Mode()&fs.ModeDevice != 0 {
			st := statOf(e.info)
			w.major = max(w.major, len(strconv.Itoa(int(vfs.Major(st.Rdev)))))
			w.minor = max(w.minor, len(strconv.Itoa(int(vfs.Minor(st.Rdev)))))
		}
	}
	if w.major > 0 {
		w.size = w.major + 2 + w.minor
	}
	for i, e := range entries {
		r := &rows[i]
		if e.info == nil {
			*r = row{"?", "?", "??????????", "?", "?", "?", "?", "?"}
		} else {
			st := statOf(e.info)
			r.inode = strconv.FormatUint(st.Ino, 10)
			r.blocks = l.blockCount(st.Blocks)
			r.mode = cmd.ModeString(e.info.Mode())
			r.links = strconv.Itoa(st.Nlink)
			r.owner, r.group = strconv.Itoa(st.UID), strconv.Itoa(st.GID)
			if !l.numeric {
				r.owner, r.group = l.names.User(st.UID), l.names.Group(st.GID)
			}
			r.size = l.scale(e.info.Size())
			if e.info.Mode()&fs.ModeDevice != 0 {
				r.size = fmt.Sprintf("%*d, %*d", w.size-2-w.minor, vfs.Major(st.Rdev), w.minor, vfs.Minor(st.Rdev))
			}
			r.when = l.when(l.time(e))
		}
		w.inode = max(w.inode, len(r.inode))
		w.blocks = max(w.blocks, len(r.blocks))
		w.links = max(w.links, len(r.links))
		w.owner = max(w.owner, len(r.owner))
		w.group = max(w.group, len(r.group))
		w.size = max(w.size, len(r.size))
		w.when = max(w.when, len(r.when))
	}
	var b []byte
	pad := func(s string, width int, right bool) {
		if !right {
			b = append(b, s...)
		}
		for range width - len(s) {
			b = append(b, ' ')
		}
		if right {
			b = append(b, s...)
		}
		b = append(b, ' ')
	}
	for i, e := range entries {
		r := &rows[i]
		b = b[:0]
		if l.inode {
			pad(r.inode, w.inode, true)
		}
		if l.blocks {
			pad(r.blocks, w.blocks, true)
		}
		pad(r.mode, 10, false)
		pad(r.links, w.links, true)
		if !l.noOwner {
			pad(r.owner, w.owner, l.numeric)
		}
		if !l.noGroup {
			pad(r.group, w.group, l.numeric)
		}
		if l.author {
			pad(r.owner, w.owner, l.numeric)
		}
		if l.context {
			pad("?", 1, false)
		}
		pad(r.size, w.size, true)
		pad(r.when, w.when, e.info == nil)
		s, _ := l.text(e)
		b = append(b, s...)
		if e.target != "" {
			b = append(b, " -> "...)
			t := l.quoted(e.target)
			if l.color && e.tinfo != nil {
				t = l.paint(t, e.tinfo, nil)
			}
			b = append(b, t...)
			if c := l.mark(e.tinfo); c != 0 {
				b = append(b, c)
			}
		}
		b = append(b, l.eol)
		_, _ = l.w.Write(b)
	}
}

// halfYear is the age from which ls shows the year instead of the time of day: half of 365.2425 days.
const halfYear = 15778476 * time.Second

func (l *lister) when(t time.Time) string {
	t = t.In(l.loc)
	recent := t.After(l.now.Add(-halfYear)) && !t.After(l.now)
	switch l.timeStyle {
	case "full-iso":
		return t.Format("2006-01-02 15:04:05.000000000 -0700")
	case "long-iso":
		return t.Format("2006-01-02 15:04")
	case "iso":
		if recent {
			return t.Format("01-02 15:04")
		}
		return t.Format("2006-01-02 ")
	case "", "locale":
		if recent {
			return t.Format("Jan _2 15:04")
		}
		return t.Format("Jan _2  2006")
	}
	format, old, two := strings.Cut(l.timeStyle[1:], "\n")
	if two && recent {
		format = old
	}
	return timefmt.Format(format, t)
}
