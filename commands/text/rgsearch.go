package text

import (
	"bytes"
	"io"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
)

// rgMultilineLimit bounds a file that -U reads whole, in bytes.
const rgMultilineLimit = 256 << 20

// rgLine is a line with where it stands.
type rgLine struct {
	text   []byte
	number int
}

// search prints what matches in one input.
func (r *rgRun) search(name string, in io.Reader, named bool) {
	r.searched++
	if r.multiline {
		data, err := cmd.ReadAll(io.LimitReader(in, rgMultilineLimit))
		if err == nil {
			r.searchWhole(name, data)
		}
		return
	}
	lines := cmd.NewLineReader(in, '\n')
	s := &rgFile{r: r, name: name}
	offset := 0
	for number := 1; ; number++ {
		if number&255 == 0 && (r.p.Safepoint() != nil || r.w.Err() != nil) {
			return
		}
		line, terminated, err := lines.Next()
		if err != nil {
			break
		}
		if i := bytes.IndexByte(line, 0); i >= 0 && !r.binary {
			if s.matched > 0 || r.re.Match(line) != r.invert {
				if !named && s.matched == 0 { // a binary file met on the way is left out from its first NUL on
					return
				}
				r.found = true
				if !r.quiet && !r.list && !r.count && !r.countMatches && !r.listWithout {
					s.head()
					prefix := ""
					if r.names && !r.heading {
						prefix = name + ": "
					}
					r.w.Printf("%sbinary file matches (found \"\\0\" byte around offset %d)\n", prefix, offset+i)
				}
				s.finish()
				return
			}
			if !named {
				return
			}
		}
		offset += len(line)
		if terminated {
			offset++
		}
		if !s.line(bytes.TrimSuffix(line, []byte("\r")), number) {
			break
		}
	}
	s.finish()
}

// rgFile is the state of one file.
type rgFile struct {
	r       *rgRun
	name    string
	matched int
	matches int
	before  []rgLine
	after   int
	last    int // the last line printed
	headed  bool
}

func (s *rgFile) head() {
	r := s.r
	if s.headed {
		return
	}
	s.headed = true
	if r.heading {
		if r.printed {
			_ = r.w.WriteByte('\n')
		}
		r.putName(s.name, "\n")
	} else if r.printed && (r.before > 0 || r.after > 0) {
		_, _ = r.w.WriteString(r.separator + "\n")
	}
	r.printed = true
}

// line takes a line; false ends the file.
func (s *rgFile) line(text []byte, number int) bool {
	r := s.r
	hit := r.re.Match(text) != r.invert
	if hit && r.max >= 0 && s.matched >= r.max {
		hit = false
		if s.after == 0 {
			return false
		}
	}
	quiet := r.quiet || r.list || r.listWithout || r.count || r.countMatches
	if !hit {
		switch {
		case quiet:
		case r.passthru:
			s.put(text, number, '-', nil)
		case s.after > 0:
			s.after--
			s.put(text, number, '-', nil)
		case r.before > 0:
			if len(s.before) == r.before {
				copy(s.before, s.before[1:])
				s.before = s.before[:len(s.before)-1]
			}
			s.before = append(s.before, rgLine{bytes.Clone(text), number})
		}
		return !(r.max >= 0 && s.matched >= r.max && s.after == 0)
	}
	s.matched++
	r.found = true
	if r.countMatches && !r.invert {
		s.matches += len(r.re.FindAllIndex(text, -1))
	}
	if quiet {
		return !(r.quiet || r.list || r.listWithout)
	}
	for _, b := range s.before {
		s.put(b.text, b.number, '-', nil)
	}
	s.before = s.before[:0]
	s.put(text, number, ':', r.matchesOf(text))
	s.after = r.after
	return true
}

func (r *rgRun) matchesOf(text []byte) [][]int {
	if r.invert || !(r.only || r.vimgrep || r.column || r.replace != nil) {
		return nil
	}
	return r.re.FindAllSubmatchIndex(text, -1)
}

// put prints a line; mark is : for a match and - for context.
func (s *rgFile) put(text []byte, number int, mark byte, matches [][]int) {
	r, w := s.r, s.r.w
	s.head()
	if s.last > 0 && number > s.last+1 && (r.before > 0 || r.after > 0) {
		_, _ = w.WriteString(r.separator + "\n")
	}
	s.last = number
	prefix := func(column int) {
		if r.names && !r.heading {
			_, _ = w.WriteString(s.name)
			if r.null {
				_ = w.WriteByte(0)
			} else {
				_ = w.WriteByte(mark)
			}
		}
		if r.numbers {
			w.Int(int64(number))
			_ = w.WriteByte(mark)
		}
		if r.column && column > 0 {
			w.Int(int64(column))
			_ = w.WriteByte(mark)
		}
	}
	if mark == ':' && (r.only || r.vimgrep) && len(matches) > 0 {
		for _, m := range matches {
			prefix(m[0] + 1)
			switch {
			case r.only && r.replace != nil:
				_, _ = w.Write(r.re.Expand(nil, []byte(*r.replace), text, m))
			case r.only:
				_, _ = w.Write(text[m[0]:m[1]])
			default:
				_, _ = w.Write(text)
			}
			_ = w.WriteByte('\n')
		}
		return
	}
	column := 0
	if len(matches) > 0 {
		column = matches[0][0] + 1
	}
	prefix(column)
	if mark == ':' && r.replace != nil && len(matches) > 0 {
		var out []byte
		at := 0
		for _, m := range matches {
			out = append(out, text[at:m[0]]...)
			out = r.re.Expand(out, []byte(*r.replace), text, m)
			at = m[1]
		}
		text = append(out, text[at:]...)
	}
	if r.trim {
		text = bytes.TrimLeft(text, " \t")
	}
	_, _ = w.Write(text)
	_ = w.WriteByte('\n')
}

// finish prints what stands for a whole file.
func (s *rgFile) finish() {
	r := s.r
	if r.quiet {
		return
	}
	switch {
	case r.list:
		if s.matched > 0 {
			r.putName(s.name, "\n")
		}
	case r.listWithout:
		if s.matched == 0 {
			r.putName(s.name, "\n")
			r.found = true
		}
	case (r.count || r.countMatches) && s.matched > 0:
		n := s.matched
		if r.countMatches && !r.invert {
			n = s.matches
		}
		if r.names {
			r.putName(s.name, ":")
		}
		r.w.Int(int64(n))
		_ = r.w.WriteByte('\n')
	}
}

// searchWhole is -U: matches may go over line ends; all the lines that one touches are shown.
func (r *rgRun) searchWhole(name string, data []byte) {
	if bytes.IndexByte(data, 0) >= 0 && !r.binary {
		return
	}
	s := &rgFile{r: r, name: name}
	number, at, shown := 1, 0, 0
	for _, m := range r.re.FindAllSubmatchIndex(data, -1) {
		if r.p.Safepoint() != nil {
			return
		}
		s.matched++
		s.matches++
		r.found = true
		if r.quiet || r.list || r.listWithout || r.count || r.countMatches {
			continue
		}
		start := bytes.LastIndexByte(data[:m[0]], '\n') + 1
		number += bytes.Count(data[at:start], []byte("\n"))
		at = start
		end := m[1]
		if end > m[0] && data[end-1] == '\n' {
			end--
		}
		if i := bytes.IndexByte(data[end:], '\n'); i >= 0 {
			end += i
		} else {
			end = len(data)
		}
		if r.only {
			start, end = m[0], m[1]
		}
		for i, line := range bytes.Split(data[start:end], []byte("\n")) {
			if number+i > shown || r.only {
				s.put(line, number+i, ':', nil)
				shown = number + i
			}
		}
	}
	s.finish()
}
