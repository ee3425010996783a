package pattern

import (
	"io"
	"unicode/utf8"
)

// Stoppable gives the expression with a question that searches of long texts ask now and then: once stop says yes a search
// ends as if the text ended there. Package regexp itself cannot be ended.
func (r *Regexp) Stoppable(stop func() bool) *Regexp {
	if r == nil {
		return nil
	}
	c := *r
	c.stop = stop
	c.inner = r.inner.Stoppable(stop)
	return &c
}

const (
	// stopLength is the length of a text, in bytes, from which on a search asks: what is shorter takes milliseconds.
	stopLength = 1 << 20
	stopEvery  = 16 << 10 // runes between two questions
)

// long tells whether a search of b is to ask.
func (r *Regexp) long(b []byte) bool { return r.stop != nil && len(b) > stopLength }

// runes reads a text for package regexp until it is to stop.
type runes struct {
	b    []byte
	left int
	stop func() bool
}

func (s *runes) ReadRune() (c rune, size int, err error) {
	if s.left--; s.left < 0 {
		if s.stop() {
			s.b = nil
		}
		s.left = stopEvery
	}
	if len(s.b) == 0 {
		return 0, 0, io.EOF
	}
	if c = rune(s.b[0]); c < utf8.RuneSelf {
		s.b = s.b[1:]
		return c, 1, nil
	}
	c, size = utf8.DecodeRune(s.b)
	s.b = s.b[size:]
	return c, size, nil
}

// stringRunes is runes over a string.
type stringRunes struct {
	s    string
	left int
	stop func() bool
}

func (s *stringRunes) ReadRune() (c rune, size int, err error) {
	if s.left--; s.left < 0 {
		if s.stop() {
			s.s = ""
		}
		s.left = stopEvery
	}
	if s.s == "" {
		return 0, 0, io.EOF
	}
	if c = rune(s.s[0]); c < utf8.RuneSelf {
		s.s = s.s[1:]
		return c, 1, nil
	}
	c, size = utf8.DecodeRuneInString(s.s)
	s.s = s.s[size:]
	return c, size, nil
}
