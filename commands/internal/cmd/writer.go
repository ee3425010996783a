package cmd

import (
	"fmt"
	"io"
	"strconv"

	"github.com/sandpit-dev/sandpit/kernel"
)

// BufferSize is the size of reads and writes of the commands.
const BufferSize = 64 << 10

// Writer is standard output with a buffer that grows to BufferSize. The first error sticks: writes after it do
// nothing and report it, so a command that loops looks at Err (or at the result of a write) and stops.
type Writer struct {
	p    *kernel.Process
	w    io.Writer
	buf  []byte
	err  error
	line bool // a terminal: flushed at each newline
}

// NewWriter buffers p's standard output.
func NewWriter(p *kernel.Process) *Writer {
	w := &Writer{p: p, w: p.Stdout()}
	if fd := p.FD(1); fd != nil && fd.IsTerminal() {
		w.line = true
	}
	return w
}

// NewFileWriter buffers another writer for p.
func NewFileWriter(p *kernel.Process, to io.Writer) *Writer { return &Writer{p: p, w: to} }

// LineBuffered makes every newline flush.
func (w *Writer) LineBuffered() { w.line = true }

// Err is the first error met.
func (w *Writer) Err() error { return w.err }

func (w *Writer) Write(b []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	if len(b) >= BufferSize {
		if w.Flush() == nil {
			_, w.err = w.w.Write(b)
		}
		return len(b), w.err
	}
	if len(w.buf)+len(b) > BufferSize {
		_ = w.Flush()
	}
	w.buf = append(w.buf, b...)
	w.endLine(len(b) > 0 && w.line && b[len(b)-1] == '\n')
	return len(b), w.err
}

// WriteString is Write of a string.
func (w *Writer) WriteString(s string) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	if len(s) >= BufferSize {
		return w.Write([]byte(s))
	}
	if len(w.buf)+len(s) > BufferSize {
		_ = w.Flush()
	}
	w.buf = append(w.buf, s...)
	w.endLine(len(s) > 0 && w.line && s[len(s)-1] == '\n')
	return len(s), w.err
}

// WriteByte adds one byte.
func (w *Writer) WriteByte(c byte) error {
	if w.err != nil {
		return w.err
	}
	if len(w.buf)+1 > BufferSize {
		_ = w.Flush()
	}
	w.buf = append(w.buf, c)
	w.endLine(w.line && c == '\n')
	return w.err
}

// Int adds a decimal number.
func (w *Writer) Int(n int64) {
	var b [20]byte
	_, _ = w.Write(strconv.AppendInt(b[:0], n, 10))
}

// Printf formats into the buffer.
func (w *Writer) Printf(format string, args ...any) {
	if w.err == nil {
		_, _ = fmt.Fprintf(w, format, args...)
	}
}

func (w *Writer) endLine(flush bool) {
	if flush {
		_ = w.Flush()
	}
}

// Flush writes what is held.
func (w *Writer) Flush() error {
	if w.err == nil && len(w.buf) > 0 {
		_, w.err = w.w.Write(w.buf)
		w.buf = w.buf[:0]
	}
	return w.err
}

// Finish flushes and gives the exit status: status, or 1 with a message when a write failed.
func (w *Writer) Finish(status int) int { return w.FinishAs(status, 1) }

// FinishAs is Finish with another status for a failed write (2 for ls, sort, grep).
func (w *Writer) FinishAs(status, failed int) int {
	if w.Flush() == nil {
		return status
	}
	if w.p.Safepoint() == nil {
		Errorf(w.p, "write error: %s", kernel.Strerror(w.err))
	}
	return max(status, failed)
}
