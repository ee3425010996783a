package files

import (
	"bytes"

	"github.com/sandpit-dev/sandpit/commands/internal/ebcdic"
)

// ddRecords is conv=block, unblock, ascii and ebcdic: lines to records of cbs bytes and back, one character set to the other.
type ddRecords struct {
	size           int
	block, unblock bool
	toASCII        bool
	toEBCDIC       bool
	held           []byte // of an unfinished line or record
	truncated      int    // lines longer than a record
}

func (r *ddRecords) convert(b []byte) []byte {
	if r.toASCII {
		for i, c := range b {
			b[i] = ebcdic.ToASCII(c)
		}
	}
	switch {
	case r.size == 0:
	case r.block:
		b = r.toRecords(b)
	case r.unblock:
		b = r.toLines(b)
	}
	if r.toEBCDIC {
		for i, c := range b {
			b[i] = ebcdic.FromASCII(c)
		}
	}
	return b
}

func (r *ddRecords) toRecords(b []byte) (out []byte) {
	for len(b) > 0 {
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			r.held = append(r.held, b...)
			break
		}
		out = r.record(out, append(r.held, b[:i]...))
		r.held = r.held[:0]
		b = b[i+1:]
	}
	return out
}

func (r *ddRecords) record(out, line []byte) []byte {
	if len(line) > r.size {
		r.truncated++
		line = line[:r.size]
	}
	out = append(out, line...)
	return append(out, bytes.Repeat([]byte{' '}, r.size-len(line))...)
}

func (r *ddRecords) toLines(b []byte) (out []byte) {
	r.held = append(r.held, b...)
	for len(r.held) >= r.size {
		out = append(append(out, bytes.TrimRight(r.held[:r.size], " ")...), '\n')
		r.held = append(r.held[:0], r.held[r.size:]...)
	}
	return out
}

// rest is what the end of the input leaves over.
func (r *ddRecords) rest() []byte {
	if len(r.held) == 0 {
		return nil
	}
	out := r.held
	switch {
	case r.block:
		out = r.record(nil, r.held)
	case r.unblock:
		out = append(bytes.TrimRight(r.held, " "), '\n')
	}
	if r.toEBCDIC {
		for i, c := range out {
			out[i] = ebcdic.FromASCII(c)
		}
	}
	return out
}
