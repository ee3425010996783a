package text

import (
	"io"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// randomSource chooses numbers: from the kernel's generator, or from the bytes of --random-source in the manner of GNU's
// tools, so that a file of bytes gives the same order here and there.
type randomSource struct {
	rand *kernel.Rand
	in   *cmd.Input // nil without --random-source
	name string
	// What is left of the bytes read: a number of 0 to max, all as likely.
	number, max uint64
}

// openRandom opens the source; an empty name is the kernel's generator.
func openRandom(p *kernel.Process, name string) (*randomSource, error) {
	s := &randomSource{rand: p.Kernel().Rand(), name: name}
	if name == "" {
		return s, nil
	}
	in, err := cmd.OpenFile(p, name)
	s.in = in
	return s, err
}

func (s *randomSource) close() {
	if s.in != nil {
		s.in.Close()
	}
}

// bytes fills b; io.EOF says that the file has no more.
func (s *randomSource) bytes(b []byte) error {
	if s.in == nil {
		for i := range b {
			b[i] = byte(s.rand.Uint64())
		}
		return nil
	}
	if _, err := io.ReadFull(s.in, b); err != nil {
		return io.EOF
	}
	return nil
}

// choose gives a number below n. Bytes are appended to what is left from before until that spans n; the part of the span
// that n does not divide is tried again with what it leaves.
func (s *randomSource) choose(n uint64) (uint64, error) {
	if s.in == nil {
		return s.rand.Uint64() % n, nil
	}
	number, span := s.number, s.max
	top := n - 1
	for {
		for span < top {
			var b [1]byte
			if err := s.bytes(b[:]); err != nil {
				return 0, err
			}
			number, span = number<<8+uint64(b[0]), span<<8+0xff
		}
		if span == top {
			s.number, s.max = 0, 0
			return number, nil
		}
		spare := span - top
		odd := spare % n
		last := span - odd
		if number <= last {
			s.number, s.max = number/n, spare/n
			return number % n, nil
		}
		number, span = number-last-1, odd-1
	}
}
