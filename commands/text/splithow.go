package text

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
)

// splitChunks is the argument of split -n.
type splitChunks struct {
	kind        byte // 'n' by size, 'l' whole lines, 'r' round robin
	only, count int64
}

func (s *splitter) chunks(text string) (c splitChunks, ok bool) {
	c.kind = 'n'
	rest := text
	if k, r, found := strings.Cut(text, "/"); found && (k == "l" || k == "r") {
		c.kind, rest = k[0], r
	}
	k, n, found := strings.Cut(rest, "/")
	if !found {
		k, n = "", rest
	}
	read := func(what, t string, most int64) (int64, bool) {
		v, err := strconv.ParseInt(t, 10, 64)
		if err == nil && v > 0 && v <= most {
			return v, true
		}
		why := ""
		if err == nil {
			why = ": Numerical result out of range"
		}
		cmd.Errorf(s.p, "invalid %s: %s%s", what, cmd.QuoteC(t), why)
		return 0, false
	}
	if c.count, ok = read("number of chunks", n, 1<<40); !ok {
		return c, false
	}
	if found {
		c.only, ok = read("chunk number", k, c.count)
	}
	return c, ok
}

func (s *splitter) byChunks(in *cmd.Input, name string, c splitChunks) error {
	if c.kind == 'r' {
		return s.roundRobin(in, c)
	}
	info, err := in.Stat()
	if err != nil || !info.Mode().IsRegular() {
		s.exhausted = true
		cmd.Errorf(s.p, "%s: cannot determine file size", cmd.Quotef(name))
		return nil
	}
	if c.kind == 'l' {
		return s.lineChunks(in, c, info.Size())
	}
	base := max(1, info.Size()/c.count)
	for i := int64(1); i <= c.count && s.p.Safepoint() == nil; i++ {
		n := base
		if i == c.count {
			n = info.Size() - base*(c.count-1)
		}
		n = max(0, min(n, info.Size()-base*(i-1)))
		switch {
		case c.only > 0 && i != c.only:
			if _, err := in.Seek(n, io.SeekCurrent); err != nil {
				return err
			}
			continue
		case c.only > 0:
			_, err := io.CopyN(s.w, in, n)
			return eofNil(err)
		case s.elide && n == 0:
			continue
		case !s.open():
			return nil
		}
		if _, err := io.CopyN(s.out, in, n); err != nil && err != io.EOF {
			return err
		}
	}
	return nil
}

func eofNil(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// lineChunks puts each line into the chunk its first byte lies in, were the chunks of equal size.
func (s *splitter) lineChunks(in *cmd.Input, c splitChunks, size int64) error {
	chunk := size / c.count
	end := func(i int64) int64 {
		if i == c.count || chunk == 0 {
			return size
		}
		return chunk * i
	}
	lines := cmd.NewLineReader(in, s.eol)
	current, at := int64(1), int64(0)
	to := func() bool {
		switch {
		case c.only > 0 && c.only == current:
			s.out = s.w
		case c.only > 0:
			s.out = nil
		case !s.elide:
			return s.open()
		default:
			s.close()
		}
		return true
	}
	if !to() {
		return nil
	}
	for {
		line, terminated, err := lines.Next()
		if err != nil {
			err = eofNil(err)
			for current < c.count && err == nil {
				current++
				if c.only == 0 && !s.elide && !s.open() {
					break
				}
			}
			if c.only > 0 {
				s.out = nil
			}
			return err
		}
		for current < c.count && at >= end(current) {
			current++
			if !to() {
				return nil
			}
		}
		if c.only == 0 && s.out == nil && !s.open() {
			return nil
		}
		if s.out != nil {
			_, _ = s.out.Write(line)
			if terminated {
				_ = s.out.WriteByte(s.eol)
			}
		}
		at += int64(len(line)) + 1
		if s.p.Safepoint() != nil {
			return nil
		}
	}
}

// roundRobin deals the lines out. The pieces are built in memory so that any number of them can be had without as
// many open files.
func (s *splitter) roundRobin(in *cmd.Input, c splitChunks) error {
	lines := cmd.NewLineReader(in, s.eol)
	var pieces []bytes.Buffer
	if c.only == 0 {
		if c.count > 1<<16 {
			cmd.Errorf(s.p, "output file suffixes exhausted")
			s.exhausted = true
			return nil
		}
		pieces = make([]bytes.Buffer, c.count)
	}
	for n := int64(0); ; n++ {
		line, terminated, err := lines.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if n&1023 == 0 && s.p.Safepoint() != nil {
			return nil
		}
		if c.only > 0 {
			if n%c.count == c.only-1 {
				_, _ = s.w.Write(line)
				if terminated {
					_ = s.w.WriteByte(s.eol)
				}
				if s.w.Err() != nil {
					return nil
				}
			}
			continue
		}
		b := &pieces[n%c.count]
		b.Write(line)
		if terminated {
			b.WriteByte(s.eol)
		}
	}
	for i := range pieces {
		if s.elide && pieces[i].Len() == 0 {
			continue
		}
		if !s.open() {
			return nil
		}
		_, _ = s.out.Write(pieces[i].Bytes())
	}
	return nil
}

func (s *splitter) bytes(in io.Reader, size int64) error {
	buf := make([]byte, cmd.BufferSize)
	left := int64(0)
	for {
		n, err := in.Read(buf)
		for b := buf[:n]; len(b) > 0; {
			if left == 0 {
				if !s.open() {
					return nil
				}
				left = size
			}
			k := min(int64(len(b)), left)
			_, _ = s.out.Write(b[:k])
			b, left = b[k:], left-k
		}
		if err != nil {
			return eofNil(err)
		}
	}
}

// lineBytes fills pieces with whole lines up to size bytes; a longer line is cut.
func (s *splitter) lineBytes(in io.Reader, size int64) error {
	lines := cmd.NewLineReader(in, s.eol)
	left := int64(0)
	for {
		line, terminated, err := lines.Next()
		if err != nil {
			return eofNil(err)
		}
		if terminated {
			line = append(line[:len(line):len(line)], s.eol)
		}
		if int64(len(line)) > left && left < size {
			left = 0
		}
		for len(line) > 0 {
			if left == 0 {
				if !s.open() {
					return nil
				}
				left = size
			}
			k := min(int64(len(line)), left)
			_, _ = s.out.Write(line[:k])
			line, left = line[k:], left-k
		}
		if s.p.Safepoint() != nil {
			return nil
		}
	}
}

func (s *splitter) lines(in io.Reader, lines int64) error {
	buf := make([]byte, cmd.BufferSize)
	left := int64(0)
	for {
		n, err := in.Read(buf)
		for b := buf[:n]; len(b) > 0; {
			if left == 0 {
				if !s.open() {
					return nil
				}
				left = lines
			}
			k := bytes.IndexByte(b, s.eol) + 1
			if k == 0 {
				k = len(b)
			} else {
				left--
			}
			_, _ = s.out.Write(b[:k])
			b = b[k:]
		}
		if err != nil {
			return eofNil(err)
		}
	}
}
