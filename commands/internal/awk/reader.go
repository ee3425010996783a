package awk

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

type rsMode uint8

const (
	rsByte      rsMode = iota // one character
	rsParagraph               // RS = ""
	rsRegex
)

func (in *interp) setRS() {
	in.rsRegex = nil
	switch {
	case in.rs == "":
		in.rsMode = rsParagraph
	case len(in.rs) == 1:
		in.rsMode = rsByte
	default:
		in.rsMode = rsRegex
		in.rsRegex = in.compileRegex(in.rs)
	}
}

// source is where a reader's bytes come from.
type source interface {
	Read(b []byte) (int, error)
	Close()
}

type fileSource struct {
	ctx context.Context
	f   *kernel.File
}

func (s fileSource) Read(b []byte) (int, error) { return s.f.Read(s.ctx, b) }
func (s fileSource) Close()                     { _ = s.f.Close() }

type stdinSource struct{ r io.Reader }

func (s stdinSource) Read(b []byte) (int, error) { return s.r.Read(b) }
func (s stdinSource) Close()                     {}

const readSize = 64 << 10

// reader cuts records out of a source. Input comes in blocks that become strings whole; a record is a piece of one.
type reader struct {
	src   source
	buf   []byte
	block string
	pos   int
	eof   bool
	begun bool // something was read: leading newlines of paragraph mode are past
}

// fill reads more behind what is left of the block. It gives false at the end of the input.
func (r *reader) fill(in *interp) (more bool, err error) {
	if r.eof {
		return false, nil
	}
	rest := len(r.block) - r.pos
	if cap(r.buf) < readSize {
		r.buf = make([]byte, 0, readSize)
	}
	room := max(readSize, 2*rest) // doubling: an endless record costs linear time
	if rest > 0 {
		in.checkLength(rest)
		if cap(r.buf) < room {
			r.buf = make([]byte, 0, room)
		}
		r.buf = append(r.buf[:0], r.block[r.pos:]...)
	} else {
		r.buf = r.buf[:0]
	}
	limit := cap(r.buf)
	for {
		n, err := r.src.Read(r.buf[len(r.buf):limit])
		r.buf = r.buf[:len(r.buf)+n]
		if err != nil {
			r.eof = true
			if !errors.Is(err, io.EOF) {
				if in.p.Safepoint() != nil {
					panic(gone{})
				}
				r.block, r.pos = string(r.buf), 0
				return len(r.buf) > rest, err
			}
		}
		// a long unfinished record: gather until a separator may have come
		if err == nil && n > 0 && rest > readSize && len(r.buf) < limit && in.rsMode == rsByte &&
			strings.IndexByte(string(r.buf[len(r.buf)-n:]), in.rs[0]) < 0 {
			continue
		}
		break
	}
	grew := len(r.buf) > rest
	r.block, r.pos = string(r.buf), 0
	return grew || !r.eof, nil
}

// next gives the next record and its terminator. ok is false at the end.
func (r *reader) next(in *interp) (rec, term string, ok bool, err error) {
	scanned := 0
	for {
		tail := r.block[r.pos:]
		switch in.rsMode {
		case rsByte:
			if i := strings.IndexByte(tail[scanned:], in.rs[0]); i >= 0 {
				i += scanned
				r.pos += i + 1
				return tail[:i], tail[i : i+1], true, nil
			}
			scanned = len(tail)
		case rsParagraph:
			if rec, term, done := r.paragraph(); done {
				return rec, term, true, nil
			}
		case rsRegex:
			if tail != "" {
				from := 0
				for from < len(tail) {
					loc := in.rsRegex.find(tail[from:])
					if loc == nil {
						break
					}
					if loc[0] == loc[1] { // an empty match ends no record
						from += loc[1] + 1
						continue
					}
					if from+loc[1] == len(tail) && !r.eof {
						break // more input might make it longer
					}
					r.pos += from + loc[1]
					return tail[:from+loc[0]], tail[from+loc[0] : from+loc[1]], true, nil
				}
			}
		}
		more, err := r.fill(in)
		if err != nil {
			return "", "", false, err
		}
		if !more {
			tail = r.block[r.pos:]
			if in.rsMode == rsParagraph {
				if !r.begun {
					tail = strings.TrimLeft(tail, "\n")
				}
				rec = strings.TrimRight(tail, "\n")
				term = tail[len(rec):]
			} else {
				rec = tail
				if in.rsMode == rsRegex {
					if loc := in.rsRegex.find(tail); loc != nil && loc[1] > loc[0] {
						r.pos += loc[1]
						return tail[:loc[0]], tail[loc[0]:loc[1]], true, nil
					}
					// gawk takes a last newline as part of the terminator
					term = ""
				}
			}
			r.pos = len(r.block)
			if rec == "" && term == "" {
				return "", "", false, nil
			}
			if rec == "" && in.rsMode == rsParagraph {
				return "", "", false, nil
			}
			return rec, term, true, nil
		}
	}
}

// paragraph looks for a record that blank lines end; done is false when more input is needed to know.
func (r *reader) paragraph() (rec, term string, done bool) {
	for r.pos < len(r.block) && r.block[r.pos] == '\n' && !r.begun {
		r.pos++
	}
	tail := r.block[r.pos:]
	i := strings.Index(tail, "\n\n")
	if tail == "" || i < 0 {
		return "", "", false
	}
	r.begun = true
	end := i
	for end < len(tail) && tail[end] == '\n' {
		end++
	}
	if end == len(tail) && !r.eof {
		return "", "", false
	}
	r.pos += end
	return tail[:i], tail[i:end], true
}
