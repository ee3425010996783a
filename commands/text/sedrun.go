package text

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// sedRun is the state of one run: input, spaces, outputs.
type sedRun struct {
	p          *kernel.Process
	ctx        context.Context
	prog       []*sedCommand
	quiet      bool
	separate   bool
	inPlace    bool
	unbuffered bool
	suffix     string
	delim      byte
	wrap       int

	files   []string
	in      *cmd.Input
	lines   *cmd.LineReader
	name    string
	next    []byte // the line read ahead, to know the last one
	nextEnd bool
	hasNext bool
	line    int64

	space    []byte
	spaceEnd bool // the line had its newline
	hold     []byte
	appended []sedAppend
	lastRE   *pattern.Regexp

	out     *cmd.Writer // standard output, or the new file with -i
	temp    string
	missing *cmd.Writer // an output whose last line lacks its newline
	outputs map[string]*sedOutput
	readers map[string]*cmd.LineReader
	status  int
	quit    bool
	steps   int
}

type sedOutput struct {
	w     *cmd.Writer
	close func()
}

type sedAppend struct {
	text string
	file string
	line bool // R: one line
}

func (s *sedRun) run(files []string) int {
	s.files = files
	s.outputs = map[string]*sedOutput{}
	s.readers = map[string]*cmd.LineReader{}
	defer func() {
		for _, o := range s.outputs {
			_ = o.w.Flush()
			o.close()
		}
	}()
	if !s.openOutputs() {
		return 4
	}
	s.advance()
	for !s.quit && s.readLine() {
		s.cycle()
		if s.out.Err() != nil || s.steps&255 == 0 && s.p.Safepoint() != nil {
			break
		}
		s.steps++
	}
	if s.in != nil && s.inPlace {
		s.copyRest()
	}
	s.closeInput()
	return s.out.FinishAs(s.status, 4)
}

// openOutputs makes the files of w commands, which exist from the start.
func (s *sedRun) openOutputs() bool {
	for _, c := range s.prog {
		name := ""
		if c.name == 'w' || c.name == 'W' {
			name = c.text
		} else if c.sub != nil {
			name = c.sub.file
		}
		if name == "" || s.outputs[name] != nil || name == "/dev/stdout" {
			continue
		}
		if name == "/dev/stderr" {
			s.outputs[name] = &sedOutput{cmd.NewFileWriter(s.p, s.p.Stderr()), func() {}}
			continue
		}
		f, err := s.p.Open(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			cmd.Errorf(s.p, "couldn't open file %s: %s", name, kernel.Strerror(err))
			return false
		}
		s.outputs[name] = &sedOutput{cmd.NewFileWriter(s.p, sedFile{s.ctx, f}), func() { _ = f.Close() }}
	}
	return true
}

type sedFile struct {
	ctx context.Context
	f   *kernel.File
}

func (w sedFile) Write(b []byte) (int, error) { return w.f.Write(w.ctx, b) }

// advance reads one line ahead, going on to the next file at the end of one.
func (s *sedRun) advance() {
	for {
		if s.lines == nil && !s.openNext() {
			s.hasNext = false
			return
		}
		line, terminated, err := s.lines.Next()
		if err == nil {
			s.next, s.nextEnd, s.hasNext = append(s.next[:0], line...), terminated, true
			return
		}
		if err != io.EOF {
			_ = s.out.Flush()
			if isDirectory(err) {
				cmd.Errorf(s.p, "couldn't edit %s: not a regular file", s.name)
				s.status = max(s.status, 4)
			} else {
				cmd.Errorf(s.p, "read error on %s: %s", s.name, kernel.Strerror(err))
				s.status = max(s.status, 2)
			}
		}
		if s.separate {
			// The file stays open until its last line has been worked on.
			s.hasNext = false
			s.lines = nil
			return
		}
		s.closeInput()
	}
}

func isDirectory(err error) bool { return strings.HasSuffix(kernel.Strerror(err), "Is a directory") }

func (s *sedRun) openNext() bool {
	for len(s.files) > 0 {
		name := s.files[0]
		s.files = s.files[1:]
		s.closeInput()
		var in *cmd.Input
		var err error
		if name == "-" && !s.inPlace {
			in = cmd.Stdin(s.p)
		} else {
			var info fs.FileInfo
			if info, err = s.p.FS().Stat(name); err == nil {
				switch {
				case s.inPlace && !info.Mode().IsRegular():
					_ = s.out.Flush()
					cmd.Errorf(s.p, "couldn't edit %s: not a regular file", name)
					s.status = max(s.status, 4)
					continue
				case info.IsDir():
					_ = s.out.Flush()
					cmd.Errorf(s.p, "read error on %s: Is a directory", name)
					s.status = max(s.status, 2)
					continue
				}
				in, err = cmd.OpenFile(s.p, name)
			}
		}
		if err != nil {
			_ = s.out.Flush()
			cmd.Errorf(s.p, "can't read %s: %s", name, kernel.Strerror(err))
			s.status = max(s.status, 2)
			continue
		}
		s.in, s.name = in, name
		s.lines = cmd.NewLineReader(in, s.delim)
		if s.separate {
			s.line = 0
		}
		if s.inPlace && !s.beginEdit() {
			return false
		}
		return true
	}
	return false
}

// beginEdit opens the file that will take the place of the one being edited.
func (s *sedRun) beginEdit() bool {
	dir := "."
	if i := strings.LastIndexByte(s.name, '/'); i >= 0 {
		dir = s.name[:i+1]
	}
	for range 100 {
		temp := strings.TrimRight(dir, "/") + "/sed" + strconv.FormatUint(s.p.Kernel().Rand().Uint64(), 36)[:6]
		f, err := s.p.FS().OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			cmd.Errorf(s.p, "couldn't open temporary file %s: %s", temp, kernel.Strerror(err))
			s.status, s.quit = 4, true
			return false
		}
		s.temp = temp
		stdout := s.out
		s.out = cmd.NewFileWriter(s.p, f)
		s.outputs["\x00edit"] = &sedOutput{stdout, func() { _ = f.Close() }}
		return true
	}
	return false
}

// closeInput ends a file; with -i its new content takes its place.
func (s *sedRun) closeInput() {
	if s.in == nil {
		return
	}
	in := s.in
	in.Close()
	s.in, s.lines = nil, nil
	if !s.inPlace || s.temp == "" {
		return
	}
	edit := s.outputs["\x00edit"]
	delete(s.outputs, "\x00edit")
	err := s.out.Flush()
	edit.close()
	s.out, s.missing = edit.w, nil
	fsys := s.p.FS()
	if info, serr := fsys.Stat(s.name); serr == nil {
		if st, ok := info.Sys().(*vfs.Stat); ok {
			_ = fsys.Chown(s.temp, st.UID, st.GID)
		}
		_ = fsys.Chmod(s.temp, info.Mode())
	}
	if err == nil && s.suffix != "" {
		err = fsys.Rename(s.name, backupName(s.name, s.suffix))
	}
	if err == nil {
		err = fsys.Rename(s.temp, s.name)
	}
	if err != nil {
		_ = fsys.Remove(s.temp)
		cmd.Errorf(s.p, "cannot rename %s: %s", s.temp, kernel.Strerror(err))
		s.status = max(s.status, 4)
	}
	s.temp = ""
}

// backupName puts a suffix after a name, or the name for each * of it.
func backupName(name, suffix string) string {
	dir, base := "", name
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		dir, base = name[:i+1], name[i+1:]
	}
	if !strings.Contains(suffix, "*") {
		return dir + base + suffix
	}
	full := strings.ReplaceAll(suffix, "*", base)
	if strings.Contains(full, "/") {
		return full
	}
	return dir + full
}

// copyRest saves what q left unread of a file that is edited in place.
func (s *sedRun) copyRest() {
	if s.hasNext {
		s.writeLine(s.out, s.next, s.nextEnd)
		s.hasNext = false
	}
	for s.lines != nil {
		line, terminated, err := s.lines.Next()
		if err != nil {
			return
		}
		s.writeLine(s.out, line, terminated)
	}
}

// readLine moves the next line into the pattern space.
func (s *sedRun) readLine() bool {
	if !s.hasNext {
		if !s.separate {
			return false
		}
		s.advance()
		if !s.hasNext {
			return s.hasMore() && s.readLine()
		}
	}
	s.space = append(s.space[:0], s.next...)
	s.spaceEnd = s.nextEnd
	s.line++
	s.advanceWithin()
	return true
}

// advanceWithin reads ahead; with -s and -i it stops at the end of the file.
func (s *sedRun) advanceWithin() {
	if s.separate && s.lines == nil {
		s.hasNext = false
		return
	}
	s.advance()
}

func (s *sedRun) hasMore() bool { return len(s.files) > 0 || s.lines != nil }

// isLast reports whether the current line is the last one: of the input, or of the file with -s or -i.
func (s *sedRun) isLast() bool {
	return !s.hasNext
}

func (s *sedRun) writeLine(w *cmd.Writer, b []byte, terminated bool) {
	if s.missing == w {
		_ = w.WriteByte(s.delim)
	}
	s.missing = nil
	_, _ = w.Write(b)
	if terminated {
		_ = w.WriteByte(s.delim)
	} else {
		s.missing = w
	}
	if s.unbuffered {
		_ = w.Flush()
	}
}

func (s *sedRun) writeText(text string) {
	if s.missing == s.out {
		_ = s.out.WriteByte(s.delim)
	}
	s.missing = nil
	_, _ = s.out.WriteString(text)
}

func (s *sedRun) flushAppended() {
	for _, a := range s.appended {
		switch {
		case a.file == "":
			s.writeText(a.text)
		case a.line:
			s.appendLine(a.file)
		default:
			s.appendFile(a.file)
		}
	}
	s.appended = s.appended[:0]
}

func (s *sedRun) appendFile(name string) {
	var in *cmd.Input
	if name == "/dev/stdin" {
		in = cmd.Stdin(s.p)
	} else {
		var err error
		if in, err = cmd.OpenFile(s.p, name); err != nil {
			return
		}
		defer in.Close()
	}
	if s.missing == s.out {
		_ = s.out.WriteByte(s.delim)
		s.missing = nil
	}
	_, _ = cmd.Copy(s.out, in)
}

func (s *sedRun) appendLine(name string) {
	r, ok := s.readers[name]
	if !ok {
		if name == "/dev/stdin" {
			r = cmd.NewLineReader(s.p.Stdin(), s.delim)
		} else if in, err := cmd.OpenFile(s.p, name); err == nil {
			r = cmd.NewLineReader(in, s.delim)
			s.outputs["\x00read "+name] = &sedOutput{cmd.NewFileWriter(s.p, io.Discard), in.Close}
		}
		s.readers[name] = r
	}
	if r == nil {
		return
	}
	if line, _, err := r.Next(); err == nil {
		s.writeLine(s.out, line, true)
	}
}

func (s *sedRun) fileOutput(name string) *cmd.Writer {
	if name == "/dev/stdout" {
		return s.out
	}
	return s.outputs[name].w
}

// endCycle prints the pattern space unless -n, and what is queued.
func (s *sedRun) endCycle(print bool) {
	if print && !s.quiet {
		s.writeLine(s.out, s.space, s.spaceEnd)
	}
	s.flushAppended()
}

// cycle runs the script on the pattern space.
func (s *sedRun) cycle() {
restart:
	replaced := false
	for pc := 0; pc < len(s.prog); {
		c := s.prog[pc]
		if s.matches(c) == c.negate {
			if c.name == '{' {
				pc = c.target
			} else {
				pc++
			}
			continue
		}
		pc++
		switch c.name {
		case '=':
			s.writeText(strconv.FormatInt(s.line, 10) + "\n")
		case 'a':
			s.appended = append(s.appended, sedAppend{text: c.text})
		case 'i':
			s.writeText(c.text)
		case 'c':
			if c.a2 == nil || c.negate || !c.active {
				s.writeText(c.text)
			}
			s.endCycle(false)
			return
		case 'b':
			if c.target <= pc {
				if s.steps++; s.steps&1023 == 0 && (s.p.Safepoint() != nil || s.out.Err() != nil) {
					s.quit = true
					return
				}
			}
			pc = c.target
		case 't', 'T':
			if replaced == (c.name == 't') {
				pc = c.target
				if s.steps++; s.steps&1023 == 0 && s.p.Safepoint() != nil {
					s.quit = true
					return
				}
			}
			replaced = false
		case 'd':
			s.endCycle(false)
			return
		case 'D':
			i := bytes.IndexByte(s.space, s.delim)
			if i < 0 {
				s.endCycle(false)
				return
			}
			s.space = append(s.space[:0], s.space[i+1:]...)
			s.flushAppended()
			if s.steps++; s.steps&1023 == 0 && s.p.Safepoint() != nil {
				s.quit = true
				return
			}
			goto restart
		case 'e':
			s.execute(c.text)
		case 'F':
			name := s.name
			s.writeText(name + "\n")
		case 'g':
			s.space = append(s.space[:0], s.hold...)
		case 'G':
			s.grow(len(s.hold))
			s.space = append(append(s.space, s.delim), s.hold...)
		case 'h':
			s.hold = append(s.hold[:0], s.space...)
		case 'H':
			s.grow(len(s.hold))
			s.hold = append(append(s.hold, s.delim), s.space...)
		case 'x':
			s.space, s.hold = s.hold, s.space
		case 'l':
			width := s.wrap
			if c.number >= 0 {
				width = c.number
			}
			s.writeText(sedList(s.space, width, cmd.UTF8(s.p)))
		case 'n':
			if !s.nextLine(true) {
				return
			}
		case 'N':
			if s.isLast() && !(s.separate && s.hasMore() && !s.inPlace) {
				// GNU prints the pattern space at the end of input.
				s.endCycle(true)
				s.quitFile()
				return
			}
			old := append([]byte(nil), s.space...)
			s.flushAppended()
			if !s.readLine() {
				s.space = old
				s.endCycle(true)
				s.quit = true
				return
			}
			s.grow(len(old))
			s.space = append(append(old, s.delim), s.space...)
		case 'p':
			s.writeLine(s.out, s.space, s.spaceEnd)
		case 'P':
			i := bytes.IndexByte(s.space, s.delim)
			if i < 0 {
				i = len(s.space)
			}
			s.writeLine(s.out, s.space[:i], true)
		case 'q', 'Q':
			if c.number > 0 {
				s.status = c.number & 255
			}
			if c.name == 'q' {
				s.endCycle(true)
			}
			s.quit = true
			return
		case 'r':
			s.appended = append(s.appended, sedAppend{file: c.text})
		case 'R':
			s.appended = append(s.appended, sedAppend{file: c.text, line: true})
		case 's':
			if s.substitute(c.sub) {
				replaced = true
			}
		case 'w':
			s.writeLine(s.fileOutput(c.text), s.space, s.spaceEnd)
			_ = s.fileOutput(c.text).Flush()
		case 'W':
			i := bytes.IndexByte(s.space, s.delim)
			if i < 0 {
				i = len(s.space)
			}
			s.writeLine(s.fileOutput(c.text), s.space[:i], true)
			_ = s.fileOutput(c.text).Flush()
		case 'y':
			s.transliterate(c)
		case 'z':
			s.space = s.space[:0]
		}
		if s.quit {
			return
		}
	}
	s.endCycle(true)
}

// grow guards the spaces against doubling without end.
func (s *sedRun) grow(n int) {
	if len(s.space)+n > 512<<20 {
		cmd.Errorf(s.p, "memory exhausted")
		s.status, s.quit = 4, true
	}
}

// quitFile ends the input of a file for N and n; the run goes on with the next file under -s and -i.
func (s *sedRun) quitFile() {
	if !s.separate || !s.hasMore() {
		s.quit = !s.separate || len(s.files) == 0
	}
}

// nextLine is n: prints and reads on; without input GNU prints and ends.
func (s *sedRun) nextLine(print bool) bool {
	if s.isLast() && !(s.separate && s.hasMore() && !s.inPlace) {
		s.endCycle(true)
		s.quitFile()
		return false
	}
	s.endCycle(print)
	if !s.readLine() {
		s.quit = true
		return false
	}
	return true
}

func (s *sedRun) matches(c *sedCommand) bool {
	if c.a1 == nil {
		return true
	}
	if c.a2 == nil {
		return s.matchesOne(c.a1)
	}
	if c.active {
		switch c.a2.kind {
		case 'n', '+', 'm':
			if s.line >= c.endLine {
				c.active = false
			}
			return s.line <= c.endLine
		case '$':
			c.active = !s.isLast()
			return true
		}
		c.active = !s.matchesOne(c.a2)
		return true
	}
	if c.a1.kind == 'n' && c.a1.line == 0 {
		// 0,/re/ is open from the start, once.
		if s.line == 1 {
			c.active = !s.matchesOne(c.a2)
			return true
		}
		return false
	}
	if !s.matchesOne(c.a1) {
		return false
	}
	switch c.a2.kind {
	case 'n':
		c.endLine = c.a2.line
		c.active = c.a2.line > s.line
	case '+':
		c.endLine = s.line + c.a2.line
		c.active = c.a2.line > 0
	case 'm':
		c.endLine = s.line
		if c.a2.line > 0 {
			c.endLine = (s.line + c.a2.line - 1) / c.a2.line * c.a2.line
		}
		c.active = c.endLine > s.line
	case '$':
		c.active = !s.isLast()
	default:
		c.active = true
	}
	return true
}

func (s *sedRun) matchesOne(a *sedAddress) bool {
	switch a.kind {
	case 'n':
		return s.line == a.line
	case '$':
		return s.isLast()
	case '~':
		if a.step <= 0 {
			return s.line == a.line
		}
		return s.line >= a.line && (s.line-a.line)%a.step == 0
	}
	re := s.regexp(a.re)
	return re != nil && re.Match(s.space)
}

// regexp resolves the empty expression to the last one used.
func (s *sedRun) regexp(re *pattern.Regexp) *pattern.Regexp {
	if re == nil {
		re = s.lastRE
		if re == nil {
			cmd.Errorf(s.p, "no previous regular expression")
			s.status, s.quit = 1, true
			return nil
		}
	}
	s.lastRE = re
	return re
}

func (s *sedRun) substitute(sub *sedSub) bool {
	re := s.regexp(sub.re)
	if re == nil {
		return false
	}
	r := replacer{src: s.space}
	at, count, ended := 0, 0, false
	replace := func(loc []int) bool {
		count++
		if count&1023 == 0 && s.p.Safepoint() != nil {
			ended = true // killed in a long line
			return false
		}
		if count < sub.nth {
			return true
		}
		if r.out == nil {
			r.out = make([]byte, 0, len(s.space)+64)
		}
		r.out = append(r.out, s.space[at:loc[0]]...)
		if sub.caseChange {
			r.cased(sub.parts, loc)
		} else {
			for i := range sub.parts {
				if p := &sub.parts[i]; p.group < 0 {
					r.out = append(r.out, p.text...)
				} else if 2*p.group < len(loc) && loc[2*p.group] >= 0 {
					r.out = append(r.out, s.space[loc[2*p.group]:loc[2*p.group+1]]...)
				}
			}
		}
		at = loc[1]
		if len(r.out) > 512<<20 {
			s.grow(len(r.out))
			ended = true
			return false
		}
		return sub.global
	}
	if sub.nth == 1 && !sub.global {
		if loc := re.FindSubmatchIndex(s.space); loc != nil {
			replace(loc)
		}
	} else {
		re.Each(s.space, replace)
	}
	if ended || count < sub.nth {
		return false
	}
	s.space = append(r.out, s.space[at:]...)
	if sub.print == 2 {
		s.writeLine(s.out, s.space, s.spaceEnd)
	}
	if sub.eval {
		s.evaluate()
	}
	if sub.print == 1 {
		s.writeLine(s.out, s.space, s.spaceEnd)
	}
	if sub.file != "" {
		w := s.fileOutput(sub.file)
		s.writeLine(w, s.space, s.spaceEnd)
		_ = w.Flush()
	}
	return true
}

// replacer builds a replacement with case changes.
type replacer struct {
	src, out []byte
}

func (r *replacer) cased(parts []sedPart, loc []int) {
	mode, once := byte(0), byte(0)
	add := func(b []byte) {
		for len(b) > 0 {
			ch, n := utf8.DecodeRune(b)
			piece := b[:n]
			b = b[n:]
			which := mode
			if once != 0 {
				which, once = once, 0
			}
			switch {
			case ch == utf8.RuneError && n == 1:
				r.out = append(r.out, piece...)
			case which == 'U' || which == 'u':
				r.out = append(r.out, bytes.ToUpper(piece)...)
			case which == 'L' || which == 'l':
				r.out = append(r.out, bytes.ToLower(piece)...)
			default:
				r.out = append(r.out, piece...)
			}
		}
	}
	for i := range parts {
		switch p := &parts[i]; {
		case p.mode == 'E':
			mode = 0
		case p.mode == 'U' || p.mode == 'L':
			mode, once = p.mode, 0
		case p.mode != 0:
			once = p.mode
		case p.group < 0:
			add([]byte(p.text))
		case 2*p.group < len(loc) && loc[2*p.group] >= 0:
			add(r.src[loc[2*p.group]:loc[2*p.group+1]])
		}
	}
}

func (s *sedRun) transliterate(c *sedCommand) {
	if c.runes == nil {
		for i, ch := range s.space {
			s.space[i] = c.table[ch]
		}
		return
	}
	out := make([]byte, 0, len(s.space))
	for b := s.space; len(b) > 0; {
		ch, n := utf8.DecodeRune(b)
		if to, ok := c.runes[ch]; ok && (ch != utf8.RuneError || n > 1) {
			out = utf8.AppendRune(out, to)
		} else if n == 1 {
			out = append(out, c.table[b[0]])
		} else {
			out = append(out, b[:n]...)
		}
		b = b[n:]
	}
	s.space = out
}

// execute is the e command: with text its output goes out first, without it the pattern space is the command.
func (s *sedRun) execute(text string) {
	if text == "" {
		s.evaluate()
		return
	}
	out, ok := s.shell(text)
	if ok {
		s.writeText(out)
	}
}

func (s *sedRun) evaluate() {
	if out, ok := s.shell(string(s.space)); ok {
		s.space = append(s.space[:0], strings.TrimSuffix(out, "\n")...)
	}
}

// shell runs a command line in sh and gives what it prints.
func (s *sedRun) shell(text string) (string, bool) {
	_ = s.out.Flush()
	r, w := s.p.Kernel().Pipe()
	defer func() { _ = r.Close() }()
	files := []*kernel.File{nil, w, nil}
	for _, n := range []int{0, 2} {
		if fd := s.p.FD(n); fd != nil {
			files[n] = fd.File()
		}
	}
	child, err := s.p.Spawn(s.ctx, kernel.Spec{Path: "/bin/sh", Args: []string{"sh", "-c", text}, Files: files})
	_ = w.Close()
	if err != nil {
		cmd.Errorf(s.p, "error subprocess: %s", kernel.Strerror(err))
		s.status, s.quit = 4, true
		return "", false
	}
	out, err := cmd.ReadAll(sedPipe{s.ctx, r})
	_, _ = child.Wait()
	return string(out), err == nil
}

type sedPipe struct {
	ctx context.Context
	f   *kernel.File
}

func (r sedPipe) Read(b []byte) (int, error) { return r.f.Read(r.ctx, b) }

// sedList is the l command's unambiguous form, wrapped at width.
func sedList(b []byte, width int, utf8Mode bool) string {
	var out strings.Builder
	col := 0
	put := func(s string) {
		if width > 1 && col+len(s) > width-1 {
			out.WriteString("\\\n")
			col = 0
		}
		out.WriteString(s)
		col += len(s)
	}
	for len(b) > 0 {
		c := b[0]
		if utf8Mode && c >= 0x80 {
			if r, n := utf8.DecodeRune(b); r != utf8.RuneError || n > 1 {
				put(string(b[:n]))
				b = b[n:]
				continue
			}
		}
		b = b[1:]
		switch c {
		case '\\':
			put(`\\`)
		case '\a':
			put(`\a`)
		case '\b':
			put(`\b`)
		case '\f':
			put(`\f`)
		case '\n':
			put(`\n`)
		case '\r':
			put(`\r`)
		case '\t':
			put(`\t`)
		case '\v':
			put(`\v`)
		default:
			if c >= ' ' && c < 0x7f {
				put(string(c))
			} else {
				put(`\` + string([]byte{'0' + c>>6, '0' + c>>3&7, '0' + c&7}))
			}
		}
	}
	return out.String() + "$\n"
}
