package text

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/fullscreen"
	"github.com/sandpit-dev/sandpit/kernel"
)

// maxPagerBytes bounds how much of an input a pager keeps; what follows is not shown.
const maxPagerBytes = 64 << 20

// maxPagerLine bounds one line in bytes; a longer one is shown as several.
const maxPagerLine = 64 << 10

// pagedText is an input that is read as far as it is looked at.
type pagedText struct {
	p     *kernel.Process
	in    *cmd.Input
	size  int64 // of the file, 0 when not known
	lines []string
	bytes int64
	rest  []byte
	done  bool
	buf   []byte
}

// need reads until there are n lines, or all. While it waits the interrupt key ends the program: the keyboard is not
// listened to.
func (d *pagedText) need(n int) {
	if d.done || len(d.lines) >= n {
		return
	}
	old := d.p.SetDisposition(kernel.SIGINT, kernel.SigDefault)
	defer d.p.SetDisposition(kernel.SIGINT, old)
	if d.buf == nil {
		d.buf = make([]byte, 32<<10)
	}
	for !d.done && len(d.lines) < n {
		k, err := d.in.Read(d.buf)
		d.bytes += int64(k)
		d.rest = append(d.rest, d.buf[:k]...)
		for {
			i := bytes.IndexByte(d.rest, '\n')
			if i < 0 && len(d.rest) < maxPagerLine {
				break
			}
			skip := 1
			if i < 0 || i > maxPagerLine {
				i, skip = maxPagerLine, 0
			}
			d.lines = append(d.lines, string(d.rest[:i]))
			d.rest = d.rest[i+skip:]
		}
		if err != nil || d.bytes > maxPagerBytes {
			if len(d.rest) > 0 {
				d.lines = append(d.lines, string(d.rest))
			}
			d.done, d.rest = true, nil
			d.in.Close()
		}
		if d.p.Safepoint() != nil {
			d.done = true
		}
	}
}

// pagerScreen is less, or more, on a terminal.
type pagerScreen struct {
	p       *kernel.Process
	t       *fullscreen.Term
	more    bool
	names   []string
	file    int
	doc     *pagedText
	rows    []pagerRow // screen rows of the lines laid out so far
	laid    int        // lines in rows
	cols    int        // the width that they are for
	top     int
	chop    bool // -S: long lines are cut
	numbers bool // -N
	raw     bool // -R: colours pass
	shift   int  // columns scrolled to the right, with chop
	search  *regexp.Regexp
	back    bool
	nocase  bool
	message string
	first   bool // the name of the file is still to be shown
	count   int
	opened  int // files so far
	bottom  int // row of the prompt, from 1
}

type pagerRow struct {
	line int
	text string
}

// layout makes sure that there are n rows, when the input has as many.
func (s *pagerScreen) layout(n int) {
	if s.cols != s.t.Cols { // laid out anew, with the same line at the top
		line := -1
		if s.top < len(s.rows) {
			line = s.rows[s.top].line
		}
		s.rows, s.laid, s.cols = nil, 0, s.t.Cols
		for i := 0; line >= 0; i++ {
			if s.layout(i + 1); i >= len(s.rows) || s.rows[i].line == line {
				s.top = i
				break
			}
		}
		n = max(n, s.top+s.page())
	}
	for len(s.rows) < n {
		s.doc.need(s.laid + 1)
		if s.laid >= len(s.doc.lines) {
			return
		}
		s.rows = s.fold(s.rows, s.laid, s.doc.lines[s.laid])
		s.laid++
	}
}

// fold appends the rows of one line.
func (s *pagerScreen) fold(rows []pagerRow, n int, line string) []pagerRow {
	width := s.t.Cols
	prefix := ""
	if s.numbers {
		prefix = fmt.Sprintf("%7d ", n+1)
	}
	var b strings.Builder
	b.WriteString(prefix)
	col, start := len(prefix), len(prefix)
	skip := s.shift
	line = strings.TrimSuffix(line, "\r")
	for i := 0; i < len(line); {
		if s.raw && line[i] == 27 {
			if k := strings.IndexByte(line[i:], 'm'); k > 0 && strings.HasPrefix(line[i:], "\x1b[") {
				b.WriteString(line[i : i+k+1])
				i += k + 1
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(line[i:])
		text, w := fullscreen.Cells(r, line[i], col-start+s.shift-skip, 8)
		if r == 27 && size == 1 {
			text, w = "ESC", 3
		}
		i += size
		if s.chop && skip > 0 {
			skip -= w
			continue
		}
		if s.chop && (col+w > width || col+w == width && i < len(line)) {
			b.WriteString(">")
			break
		}
		if col+w > width {
			rows = append(rows, pagerRow{n, b.String()})
			b.Reset()
			b.WriteString(strings.Repeat(" ", len(prefix)))
			col = len(prefix)
		}
		b.WriteString(text)
		col += w
	}
	if s.raw {
		b.WriteString("\x1b[m")
	}
	return append(rows, pagerRow{n, b.String()})
}

// page is how many rows of text the screen has.
func (s *pagerScreen) page() int { return s.t.Rows - 1 }

// atEnd reports whether the last row of the input is on the screen.
func (s *pagerScreen) atEnd() bool {
	s.layout(s.top + s.page() + 1)
	return s.doc.done && s.laid == len(s.doc.lines) && s.top+s.page() >= len(s.rows)
}

// scroll moves by n rows. less does not move beyond the ends.
func (s *pagerScreen) scroll(n int) {
	s.layout(s.top + n + s.page())
	s.top = max(0, min(s.top+n, max(len(s.rows)-s.page(), min(s.top, len(s.rows)))))
}

func (s *pagerScreen) paint() {
	s.layout(s.top + s.page() + 1)
	rows := make([]string, 0, s.t.Rows)
	for i := s.top; i < len(s.rows) && len(rows) < s.page(); i++ {
		rows = append(rows, s.mark(s.rows[i].text))
	}
	for len(rows) < s.page() && !s.more && (s.top > 0 || s.opened > 1) {
		rows = append(rows, "~")
	}
	prompt := s.prompt()
	rows = append(rows, prompt)
	s.bottom = len(rows)
	s.t.Paint(rows, len(rows)-1, min(fullscreen.Width(prompt), s.t.Cols-1))
}

// mark shows what the search has found in reverse.
func (s *pagerScreen) mark(text string) string {
	if s.search == nil || s.raw {
		return text
	}
	return s.search.ReplaceAllStringFunc(text, func(m string) string {
		if m == "" {
			return m
		}
		return "\x1b[7m" + m + "\x1b[27m"
	})
}

func (s *pagerScreen) prompt() string {
	reverse := func(text string) string { return "\x1b[7m" + text + "\x1b[27m" }
	if s.message != "" {
		text := s.message
		s.message = ""
		return reverse(text)
	}
	if s.more {
		text := "--More--"
		if s.doc.size > 0 {
			end := min(s.top+s.page(), len(s.rows))
			shown := int64(0)
			for i := 0; end > 0 && i <= s.rows[end-1].line; i++ {
				shown += int64(len(s.doc.lines[i])) + 1
			}
			text += fmt.Sprintf("(%d%%)", min(100, shown*100/s.doc.size))
		}
		return reverse(text)
	}
	end := s.atEnd()
	name := s.names[s.file]
	switch {
	case s.first && name != "-":
		s.first = false
		text := name
		if len(s.names) > 1 {
			text += fmt.Sprintf(" (file %d of %d)", s.file+1, len(s.names))
		}
		if end {
			text += " (END)"
			if s.file+1 < len(s.names) {
				text += " - Next: " + s.names[s.file+1]
			}
		}
		return reverse(text)
	case end && s.file+1 < len(s.names):
		return reverse("(END) - Next: " + s.names[s.file+1])
	case end:
		return reverse("(END)")
	}
	return ":"
}

// open begins another file.
func (s *pagerScreen) open(n int) bool {
	if n < 0 || n >= len(s.names) {
		s.message = "No next file  (press RETURN)"
		if n < 0 {
			s.message = "No previous file  (press RETURN)"
		}
		return false
	}
	name := s.names[n]
	in, err := cmd.Open(s.p, name)
	if err != nil {
		s.message = name + ": " + kernel.Strerror(err)
		return false
	}
	d := &pagedText{p: s.p, in: in}
	if info, err := in.Stat(); err == nil && info.Mode().IsRegular() {
		d.size = info.Size()
	}
	s.opened++
	s.doc, s.file, s.rows, s.laid, s.top, s.first = d, n, nil, 0, 0, true
	return true
}

// ask reads a line at the bottom of the screen.
func (s *pagerScreen) ask(prompt string) (string, bool) {
	var text []rune
	for {
		line := prompt + string(text)
		s.t.Send("\x1b[" + strconv.Itoa(s.bottom) + ";1H" + line + "\x1b[K")
		k, err := s.t.ReadKey()
		if err != nil {
			return "", false
		}
		switch {
		case k == 13 || k == 10:
			s.t.Forget()
			return string(text), true
		case k == 27 || k == 3 || k == fullscreen.Interrupt:
			s.t.Forget()
			return "", false
		case k == 127 || k == 8:
			if len(text) == 0 {
				s.t.Forget()
				return "", false
			}
			text = text[:len(text)-1]
		case k == 21:
			text = nil
		case k >= 32 && k < fullscreen.Up && len(text) < 1000:
			text = append(text, rune(k))
		}
	}
}

// find moves to the next row that the search matches.
func (s *pagerScreen) find(back bool, from int) {
	if s.search == nil {
		s.message = "No previous regular expression"
		return
	}
	if back {
		for i := min(from, len(s.rows)-1); i >= 0; i-- {
			if s.search.MatchString(s.rows[i].text) {
				s.top = i
				return
			}
		}
	} else {
		for i := max(from, 0); ; i++ {
			s.layout(i + 1)
			if i >= len(s.rows) || s.p.Safepoint() != nil {
				break
			}
			if s.search.MatchString(s.rows[i].text) {
				s.top = i
				return
			}
		}
	}
	s.message = "Pattern not found  (press RETURN)"
}

func (s *pagerScreen) startSearch(back bool) {
	prompt := "/"
	if back {
		prompt = "?"
	}
	text, ok := s.ask(prompt)
	if !ok {
		return
	}
	if text != "" {
		if s.nocase && strings.ToLower(text) == text {
			text = "(?i)" + text
		}
		re, err := regexp.Compile(text)
		if err != nil {
			re = regexp.MustCompile(regexp.QuoteMeta(text))
		}
		s.search = re
	}
	s.back = back
	from := s.top + 1
	if back {
		from = min(s.top+s.page(), len(s.rows)) - 1
	} else if text != "" && s.top == 0 {
		from = 0
	}
	s.find(back, from)
}

// goEnd shows the last page.
func (s *pagerScreen) goEnd() {
	s.layout(1 << 40)
	s.top = max(0, len(s.rows)-s.page())
}

// run is the loop over keys. It returns the exit status.
func (s *pagerScreen) run() int {
	for {
		if s.more && s.atEnd() {
			return s.lastPage()
		}
		if !s.t.Pending() {
			s.paint()
		}
		k, err := s.t.ReadKey()
		switch {
		case err == io.EOF:
			return 0
		case err != nil:
			return 1
		}
		if k >= '0' && k <= '9' {
			s.count = min(s.count*10+int(k-'0'), 1<<30)
			s.message = ":" + strconv.Itoa(s.count)
			continue
		}
		n := s.count
		s.count, s.message = 0, ""
		if s.key(k, n) {
			return 0
		}
	}
}

// lastPage is the end of more: the rest is printed and the program ends.
func (s *pagerScreen) lastPage() int {
	s.t.Send("\x1b[" + strconv.Itoa(s.bottom) + ";1H\x1b[K")
	return 0
}

// key acts on a key with its count and reports whether the program ends.
func (s *pagerScreen) key(k fullscreen.Key, n int) bool {
	one := max(n, 1)
	switch k {
	case 'q', 'Q':
		return true
	case 3, fullscreen.Interrupt:
		return s.more
	case ' ', 'f', 6, 22, fullscreen.PageDown:
		if n == 0 {
			n = s.page()
		}
		s.scroll(n)
	case 'z', 'w':
		s.scroll(s.page())
	case 'b', 2, fullscreen.PageUp:
		if n == 0 {
			n = s.page()
		}
		s.scroll(-n)
	case 'd', 4:
		s.scroll(max(n, s.t.Rows/2))
	case 'u', 21:
		s.scroll(-max(n, s.t.Rows/2))
	case 'j', 'e', 5, 14, 13, 10, fullscreen.Down:
		s.scroll(one)
	case 'k', 'y', 11, 16, 25, fullscreen.Up:
		s.scroll(-one)
	case 'g', '<', fullscreen.Home:
		s.goLine(one)
	case 'G', '>', fullscreen.End:
		if n > 0 {
			s.goLine(n)
		} else {
			s.goEnd()
		}
	case 'p', '%':
		s.layout(1 << 40)
		s.top = max(0, min(len(s.rows)*min(n, 100)/100, len(s.rows)-s.page()))
	case fullscreen.Left, fullscreen.Right:
		if k == fullscreen.Right {
			s.shift += s.t.Cols / 2
		} else {
			s.shift = max(0, s.shift-s.t.Cols/2)
		}
		s.chop = s.chop || s.shift > 0
		s.cols = 0
	case '/':
		s.startSearch(false)
	case '?':
		s.startSearch(true)
	case 'n', 'N':
		back := s.back != (k == 'N')
		from := s.top + 1
		if back {
			from = s.top - 1
		}
		s.find(back, from)
	case '=', 7:
		s.message = fmt.Sprintf("%s lines %d-%d", s.names[s.file], s.top+1, min(s.top+s.page(), len(s.rows)))
		if s.doc.done {
			s.message += fmt.Sprintf("/%d", len(s.rows))
		}
	case '-':
		s.toggle()
	case ':':
		return s.colon()
	case 'r', 'R', 12, fullscreen.Resize:
		s.t.Forget()
	case 'h', 'H':
		s.message = "SPACE page, b back, / search, n next, g top, G end, :n :p files, q quit"
	case 'Z':
		if k, err := s.t.ReadKey(); err != nil || k == 'Z' {
			return true
		}
	default:
		s.t.Send("\a")
	}
	return false
}

func (s *pagerScreen) goLine(n int) {
	for i := 0; ; i++ {
		s.layout(i + 1)
		if i >= len(s.rows) {
			s.goEnd()
			return
		}
		if s.rows[i].line == n-1 {
			s.top = 0
			s.scroll(i)
			return
		}
	}
}

// toggle is - and the letter of an option.
func (s *pagerScreen) toggle() {
	s.t.Send("\x1b[" + strconv.Itoa(s.bottom) + ";1H-\x1b[K")
	k, err := s.t.ReadKey()
	if err != nil {
		return
	}
	switch k {
	case 'S':
		s.chop = !s.chop
		s.shift = 0
	case 'N':
		s.numbers = !s.numbers
	case 'i', 'I':
		s.nocase = !s.nocase
	case 'R', 'r':
		s.raw = !s.raw
	default:
		s.message = "There is no such option"
	}
	s.cols = 0
	s.t.Forget()
}

// colon is : and a letter.
func (s *pagerScreen) colon() bool {
	s.t.Send("\x1b[" + strconv.Itoa(s.bottom) + ";1H:\x1b[K")
	k, err := s.t.ReadKey()
	if err != nil {
		return true
	}
	s.t.Forget()
	switch k {
	case 'n':
		s.open(s.file + 1)
	case 'p':
		s.open(s.file - 1)
	case 'q', 'Q':
		return true
	case 'f':
		s.key('=', 0)
	}
	return false
}

// pageOnTerminal runs a pager on the terminal. ok is false when there is none, or the text is to be printed after all.
func pageOnTerminal(p *kernel.Process, names []string, flags string, start []string) (status int, ok bool) {
	fd := p.FD(1)
	if fd == nil || !fd.IsTerminal() {
		return 0, false
	}
	in := p.FD(0)
	if len(names) == 0 {
		if in == nil || in.IsTerminal() {
			return 0, false
		}
		names = []string{"-"}
	}
	more := cmd.Name(p) == "more"
	s := &pagerScreen{p: p, names: names, more: more}
	s.chop, s.numbers = strings.Contains(flags, "S"), strings.Contains(flags, "N")
	s.raw, s.nocase = strings.ContainsAny(flags, "Rr"), strings.ContainsAny(flags, "iI")
	for n := range names {
		if s.open(n) {
			break
		}
		cmd.Raw(p, s.message+"\n")
		status = 1
	}
	if s.doc == nil {
		return status, true
	}
	s.message = ""
	if strings.Contains(flags, "F") && len(names) == 1 {
		if t := p.TTY(); t != nil {
			rows, _ := t.Size()
			if s.doc.need(rows); s.doc.done && len(s.doc.lines) < rows {
				w := cmd.NewWriter(p)
				for _, line := range s.doc.lines {
					_, _ = w.WriteString(line + "\n")
				}
				return w.Finish(status), true
			}
		}
	}
	t, err := fullscreen.Open(p, fullscreen.Options{Alternate: !more && !strings.Contains(flags, "X"), Signals: true})
	if err != nil {
		if errors.Is(err, fullscreen.ErrNoTerminal) {
			return 0, false
		}
		return 1, true
	}
	defer t.Close()
	s.t = t
	for _, a := range start {
		switch {
		case strings.HasPrefix(a, "/"):
			if re, err := regexp.Compile(a[1:]); err == nil {
				s.search = re
				s.find(false, 0)
			}
		case a == "G":
			s.goEnd()
		default:
			if n, err := strconv.Atoi(strings.TrimSuffix(a, "g")); err == nil && n > 0 {
				s.goLine(n)
			}
		}
	}
	return max(status, s.run()), true
}
