package cmd

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/sandpit-dev/sandpit/kernel"
)

// Input is an open input: a file, or standard input for "-".
type Input struct {
	Name string
	ctx  context.Context
	file *kernel.File
	std  io.Reader
	fd   *kernel.FD
}

// Open opens a file for reading; "-" is standard input.
func Open(p *kernel.Process, name string) (*Input, error) {
	if name == "-" {
		return Stdin(p), nil
	}
	return OpenFile(p, name)
}

// Stdin is standard input as an Input.
func Stdin(p *kernel.Process) *Input {
	return &Input{Name: "-", std: p.Stdin(), fd: p.FD(0), ctx: p.Context()}
}

// OpenFile opens a file for reading; "-" has no meaning.
func OpenFile(p *kernel.Process, name string) (*Input, error) {
	f, err := p.Open(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	return &Input{Name: name, file: f, ctx: p.Context()}, nil
}

// IsStdin reports whether it is standard input.
func (in *Input) IsStdin() bool { return in.file == nil }

func (in *Input) Read(b []byte) (int, error) {
	if in.file != nil {
		return in.file.Read(in.ctx, b)
	}
	return in.std.Read(b)
}

// Seek moves in a file; pipes give ESPIPE.
func (in *Input) Seek(off int64, whence int) (int64, error) {
	if in.file != nil {
		return in.file.Seek(off, whence)
	}
	if in.fd != nil {
		return in.fd.Seek(off, whence)
	}
	return 0, syscall.ESPIPE
}

// Stat describes the open file.
func (in *Input) Stat() (fs.FileInfo, error) {
	if in.file != nil {
		return in.file.Stat()
	}
	if in.fd != nil {
		return in.fd.Stat()
	}
	return nil, syscall.EBADF
}

// Close closes a file; standard input stays open.
func (in *Input) Close() {
	if in.file != nil {
		_ = in.file.Close()
	}
}

// EachInput runs fn over the named inputs (standard input when there are none), reporting those that do not open or
// read as "name: file: reason". It gives 1 when any failed.
func EachInput(p *kernel.Process, names []string, fn func(in *Input) error) int {
	if len(names) == 0 {
		names = []string{"-"}
	}
	status := 0
	for _, name := range names {
		if p.Safepoint() != nil {
			return 1
		}
		in, err := Open(p, name)
		if err == nil {
			err = fn(in)
			in.Close()
		}
		if err != nil && !errors.Is(err, ErrStop) {
			FileError(p, name, err)
			status = 1
		}
		if errors.Is(err, ErrStop) {
			break
		}
	}
	return status
}

// ErrStop ends EachInput quietly: the output is gone.
var ErrStop = errors.New("stop")

// maxLine bounds what a line reader holds, so that an endless line ends a command and not the host.
const maxLine = 512 << 20

// LineReader reads lines of any length with a buffer that grows as needed.
type LineReader struct {
	r     io.Reader
	buf   []byte
	start int
	end   int
	scan  int // bytes from start already searched
	delim byte
	err   error
}

// NewLineReader reads lines that end in delim.
func NewLineReader(r io.Reader, delim byte) *LineReader {
	return &LineReader{r: r, delim: delim}
}

// Next gives the next line without its delimiter, valid until the next call. terminated tells whether a delimiter
// ended it. After the last line err is io.EOF, or the error of the read.
func (l *LineReader) Next() (line []byte, terminated bool, err error) {
	for {
		if i := bytes.IndexByte(l.buf[l.start+l.scan:l.end], l.delim); i >= 0 {
			i += l.start + l.scan
			line = l.buf[l.start:i:i]
			l.start, l.scan = i+1, 0
			return line, true, nil
		}
		l.scan = l.end - l.start
		if l.err != nil {
			if l.scan > 0 && l.err == io.EOF {
				line = l.buf[l.start:l.end:l.end]
				l.start, l.scan = l.end, 0
				return line, false, nil
			}
			return nil, false, l.err
		}
		l.fill()
	}
}

func (l *LineReader) fill() {
	if l.start > 0 && (l.start == l.end || l.end == len(l.buf)) {
		copy(l.buf, l.buf[l.start:l.end])
		l.end -= l.start
		l.start = 0
	}
	if l.end == len(l.buf) {
		size := max(4096, 2*len(l.buf))
		if len(l.buf) > 4096 && size < BufferSize {
			size = BufferSize
		}
		if size > maxLine {
			l.err = syscall.ENOMEM
			return
		}
		grown := make([]byte, size)
		copy(grown, l.buf[:l.end])
		l.buf = grown
	}
	n, err := l.r.Read(l.buf[l.end:])
	l.end += n
	if err != nil {
		l.err = err
	}
}

// AllZero reports whether b holds zeroes alone.
func AllZero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// Copy moves everything from r to w in BufferSize pieces. It tells read errors from write errors.
func Copy(w io.Writer, r io.Reader) (readErr, writeErr error) {
	buf := make([]byte, BufferSize)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			if _, werr := w.Write(buf[:n]); werr != nil {
				return nil, werr
			}
		}
		if err == io.EOF {
			return nil, nil
		}
		if err != nil {
			return err, nil
		}
	}
}

// ReadAll reads r whole, up to the same bound as a line: for commands that cannot work otherwise.
func ReadAll(r io.Reader) ([]byte, error) {
	buf := make([]byte, 0, 4096)
	for {
		if len(buf) == cap(buf) {
			if len(buf) > maxLine {
				return buf, syscall.ENOMEM
			}
			grown := make([]byte, len(buf), 2*cap(buf))
			copy(grown, buf)
			buf = grown
		}
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, nil
		}
		if err != nil {
			return buf, err
		}
	}
}
