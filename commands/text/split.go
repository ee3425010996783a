package text

import (
	"bytes"
	"context"
	"io"
	"os"
	"strconv"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var splitUsage = optparse.Define("split", "[OPTION]... [FILE [PREFIX]]", "Output pieces of FILE to PREFIXaa, PREFIXab, ...;\ndefault size is 1000 lines, and default PREFIX is 'x'.", `
-a, --suffix-length=N   generate suffixes of length N (default 2)
    --additional-suffix=SUFFIX  append an additional SUFFIX to file names
-b, --bytes=SIZE        put SIZE bytes per output file
-d                      use numeric suffixes starting at 0, not alphabetic
    --numeric-suffixes[=FROM]  same as -d, but allow setting the start value
-l, --lines=NUMBER      put NUMBER lines/records per output file
-n, --number=CHUNKS     generate CHUNKS output files of equal size
    --verbose           print a diagnostic just before each\noutput file is opened
`).Digits()

type splitter struct {
	p         *kernel.Process
	w         *cmd.Writer
	out       *cmd.Writer
	file      io.Closer
	prefix    string
	extra     string
	length    int
	fixed     bool
	numeric   bool
	next      int
	verbose   bool
	exhausted bool
}

func split(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, splitUsage)
	if done {
		return status
	}
	s := &splitter{p: p, w: cmd.NewWriter(p), prefix: "x", length: 2}
	lines, size, chunks := int64(1000), int64(0), int64(0)
	for _, m := range o.Options {
		n, err := cmd.ParseSize(m.Value)
		switch m.Key {
		case "a":
			if err != nil || n > 64 {
				cmd.Errorf(p, "invalid suffix length: %s", cmd.QuoteC(m.Value))
				return 1
			}
			s.length, s.fixed = int(n), n > 0
			if n == 0 {
				s.length = 2
			}
		case "additional-suffix":
			s.extra = m.Value
		case "b":
			if err != nil || n == 0 {
				cmd.Errorf(p, "invalid number of bytes: %s", cmd.QuoteC(m.Value))
				return 1
			}
			size = n
		case "d":
			s.numeric = true
		case "numeric-suffixes":
			s.numeric = true
			if m.HasValue {
				if s.next, err = strconv.Atoi(m.Value); err != nil {
					cmd.Errorf(p, "%s: invalid start value for numerical suffix", m.Value)
					return 1
				}
			}
		case "l", "digits":
			if err != nil || n == 0 {
				cmd.Errorf(p, "invalid number of lines: %s", cmd.QuoteC(m.Value))
				return 1
			}
			lines = n
		case "n":
			if err != nil || n == 0 {
				cmd.Errorf(p, "invalid number of chunks: %s", cmd.QuoteC(m.Value))
				return 1
			}
			chunks = n
		case "verbose":
			s.verbose = true
		}
	}
	name := "-"
	if len(o.Args) > 0 {
		name = o.Args[0]
	}
	if len(o.Args) > 1 {
		s.prefix = o.Args[1]
	}
	if len(o.Args) > 2 {
		return cmd.ExtraOperand(p, splitUsage, o.Args[2])
	}
	in, err := cmd.Open(p, name)
	if err != nil {
		cmd.Errorf(p, "cannot open %s for reading: %s", cmd.Quote(name), kernel.Strerror(err))
		return 1
	}
	defer in.Close()
	switch {
	case chunks > 0:
		info, err := in.Stat()
		if err != nil || !info.Mode().IsRegular() {
			cmd.Errorf(p, "%s: cannot determine file size", cmd.Quotef(name))
			return 1
		}
		base, rest := info.Size()/chunks, info.Size()%chunks
		for i := range chunks {
			n := base
			if i < rest {
				n++
			}
			if !s.open() {
				return 1
			}
			if _, err := io.CopyN(s.out, in, n); err != nil && err != io.EOF {
				break
			}
		}
	case size > 0:
		err = s.bytes(in, size)
	default:
		err = s.lines(in, lines)
	}
	if err != nil {
		cmd.FileError(p, name, err)
		status = 1
	}
	if !s.close() || s.exhausted {
		status = 1
	}
	return s.w.Finish(status)
}

// suffix numbers a piece. Without -a it grows as GNU's does: after xyz come xzaaa and so on.
func (s *splitter) suffix() (string, bool) {
	base, first := 26, byte('a')
	if s.numeric {
		base, first = 10, '0'
	}
	n, length, lead := s.next, s.length, ""
	if !s.fixed && !(s.numeric && s.length != 2) {
		for {
			room := base - 1
			for range length - 1 {
				room *= base
			}
			if n < room {
				break
			}
			n -= room
			lead += string(first + byte(base) - 1)
			length++
		}
	}
	digits := make([]byte, length)
	for i := length - 1; i >= 0; i-- {
		digits[i] = first + byte(n%base)
		n /= base
	}
	return lead + string(digits), n == 0
}

func (s *splitter) open() bool {
	if !s.close() || s.exhausted {
		return false
	}
	suffix, ok := s.suffix()
	if !ok {
		cmd.Errorf(s.p, "output file suffixes exhausted")
		s.exhausted = true
		return false
	}
	s.next++
	name := s.prefix + suffix + s.extra
	if s.verbose {
		_, _ = s.w.WriteString("creating file " + cmd.Quote(name) + "\n")
	}
	f, err := s.p.FS().OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		cmd.FileError(s.p, name, err)
		s.exhausted = true
		return false
	}
	s.out, s.file = cmd.NewFileWriter(s.p, f), f
	return true
}

func (s *splitter) close() bool {
	if s.out == nil {
		return true
	}
	err := s.out.Flush()
	_ = s.file.Close()
	s.out = nil
	if err != nil {
		cmd.Errorf(s.p, "%s", kernel.Strerror(err))
		s.exhausted = true
	}
	return err == nil
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
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
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
			k := bytes.IndexByte(b, '\n') + 1
			if k == 0 {
				k = len(b)
			} else {
				left--
			}
			_, _ = s.out.Write(b[:k])
			b = b[k:]
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
