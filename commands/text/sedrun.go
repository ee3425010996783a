package text

import (
	"bytes"
	"context"
	"strconv"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
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

	followLinks bool // -i edits what a link leads to
	suffix      string
	delim       byte
	wrap        int

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
		if s.out.Err() != nil || (s.steps&255 == 0 || len(s.space) > sedLong) && s.p.Safepoint() != nil {
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
		selected := s.matches(c)
		if s.quit { // no pattern to match with
			return
		}
		if selected == c.negate {
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
				if s.killed() || s.out.Err() != nil {
					s.quit = true
					return
				}
			}
			pc = c.target
		case 't', 'T':
			if replaced == (c.name == 't') {
				pc = c.target
				if s.killed() {
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
			if s.killed() {
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

// killed counts a step of a loop and asks now and then whether there is to be another.
func (s *sedRun) killed() bool {
	s.steps++
	return (s.steps&255 == 0 || len(s.space) > sedLong) && s.p.Safepoint() != nil
}

// sedLong is the length of a pattern space over which a single command may take long.
const sedLong = 64 << 10

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
