package kernel

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"
)

// hostReader is a reader of the host's. Readers that are known not to block are read directly; any other is read by a
// goroutine, one call at a time and only when somebody waits for data, so that the reading process can be interrupted and
// nothing is read that nobody asked for. A host reader that blocks for ever keeps that one goroutine.
type hostReader struct {
	r      io.Reader
	direct bool

	mu   sync.Mutex
	busy bool
	buf  []byte
	data []byte // read and not yet taken
	err  error
	tok  chan struct{} // something happened
}

// NewReaderFile makes a File of a host reader, for standard input. The reader is not closed. A read that a killed process
// gave up stays outstanding; what it brings is given to the next reader.
func NewReaderFile(r io.Reader, name string) *File {
	h := &hostReader{r: r}
	switch r.(type) {
	case *bytes.Reader, *bytes.Buffer, *strings.Reader:
		h.direct = true
	}
	return newFile(h, name, os.O_RDONLY)
}

func (h *hostReader) read(c call, _ *File, b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.direct {
		return h.r.Read(b)
	}
	for {
		if len(b) == 0 {
			return 0, nil
		}
		if len(h.data) > 0 {
			n := copy(b, h.data)
			h.data = h.data[n:]
			h.pass()
			return n, nil
		}
		if h.err != nil {
			h.pass()
			return 0, h.err
		}
		if !h.busy {
			if h.buf == nil {
				h.buf = make([]byte, 32<<10)
				h.tok = make(chan struct{}, 1)
			}
			h.busy = true
			go h.pump(h.buf[:min(len(b), len(h.buf))])
		}
		h.mu.Unlock()
		err := c.wait(h.tok)
		h.mu.Lock()
		if err != nil {
			h.pass()
			return 0, err
		}
	}
}

// pass lets the next waiting reader look.
func (h *hostReader) pass() {
	if h.tok != nil && (len(h.data) > 0 || h.err != nil || !h.busy) {
		poke(h.tok)
	}
}

func (h *hostReader) pump(buf []byte) {
	n, err := 0, io.ErrUnexpectedEOF // of a reader that panics
	defer func() {
		if r := recover(); r != nil {
			n, err = 0, io.ErrUnexpectedEOF
		}
		h.mu.Lock()
		h.busy = false
		h.data, h.err = buf[:max(n, 0)], err
		h.pass()
		h.mu.Unlock()
	}()
	for tries := 0; tries < 100; tries++ {
		if n, err = h.r.Read(buf); n != 0 || err != nil {
			return
		}
	}
	err = io.ErrNoProgress
}

func (h *hostReader) write(_ call, f *File, _ []byte) (int, error) {
	return 0, f.fail("write", os.ErrInvalid)
}
func (h *hostReader) close(*File) error { return nil }
func (h *hostReader) unwrap() any       { return h.r }

func (h *hostReader) readable() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.direct || len(h.data) > 0 || h.err != nil
}

func (h *hostReader) stat() (fs.FileInfo, error) {
	return anonInfo("pipe", fs.ModeNamedPipe|0o600, 0, 0, time.Time{}), nil
}

// NeverBlocks marks a host writer whose Write returns at once (it collects in memory, say): it is called directly, while
// the writes of any other host writer are made by a goroutine with a copy of the data, so that a blocked one does not keep a
// killed process from ending.
type NeverBlocks interface{ NeverBlocks() }

// hostWriter is a writer of the host's. Writes are serialised.
type hostWriter struct {
	w      io.Writer
	direct bool

	mu  sync.Mutex    // direct writes
	sem chan struct{} // the other ones: holds a token while a write is going on
	buf []byte        // guarded by sem
}

// NewWriterFile makes a File of a host writer, for standard output. The writer is not closed; its writes come one at a
// time. After a write that a killed process gave up, the writer may still be reading that process's last data.
func NewWriterFile(w io.Writer, name string) *File {
	h := &hostWriter{w: w}
	switch w.(type) {
	case *bytes.Buffer, *strings.Builder, NeverBlocks:
		h.direct = true
	default:
		if w == io.Discard {
			h.direct = true
		} else {
			h.sem = make(chan struct{}, 1)
		}
	}
	return newFile(h, name, os.O_WRONLY)
}

func (h *hostWriter) write(c call, _ *File, b []byte) (int, error) {
	if h.direct {
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.w.Write(b)
	}
	if err := acquire(c, h.sem); err != nil {
		return 0, err
	}
	total := 0
	for {
		part := b[:min(len(b), copySize)]
		h.buf = append(h.buf[:0], part...)
		done := make(chan struct{})
		var n int
		var err error
		go func() {
			defer close(done)
			defer func() {
				if r := recover(); r != nil {
					n, err = 0, io.ErrClosedPipe
				}
			}()
			n, err = h.w.Write(h.buf)
		}()
		if werr := c.wait(done); werr != nil {
			select {
			case <-done: // it was written all the same
			default:
				go func() { <-done; <-h.sem }()
				return total, werr
			}
		}
		total += max(n, 0)
		if err == nil && n < len(part) {
			err = io.ErrShortWrite
		}
		if b = b[len(part):]; err != nil || len(b) == 0 {
			<-h.sem
			return total, err
		}
	}
}

// acquire puts a token into sem, which has room for one.
func acquire(c call, sem chan struct{}) error {
	select {
	case sem <- struct{}{}:
		return nil
	default:
	}
	var killed, ended <-chan struct{}
	if c.p != nil {
		killed = c.p.ctx.Done()
	}
	if c.ctx != nil {
		ended = c.ctx.Done()
	}
	select {
	case sem <- struct{}{}:
		return nil
	case <-killed:
	case <-ended:
	}
	return c.err()
}

func (h *hostWriter) read(_ call, f *File, _ []byte) (int, error) {
	return 0, f.fail("read", os.ErrInvalid)
}
func (h *hostWriter) close(*File) error { return nil }
func (h *hostWriter) unwrap() any       { return h.w }

func (h *hostWriter) stat() (fs.FileInfo, error) {
	return anonInfo("pipe", fs.ModeNamedPipe|0o600, 0, 0, time.Time{}), nil
}

// bytesFile is a read-only file in memory.
type bytesFile struct {
	mu   sync.Mutex
	r    bytes.Reader
	name string
	pipe bool
}

// NewHereDocument is NewBytesFile for a here-document, which bash puts into a pipe when it fits into one: programs see a FIFO.
func NewHereDocument(b []byte, name string) *File {
	f := &bytesFile{name: name, pipe: len(b) <= 64<<10}
	f.r.Reset(b)
	return newFile(f, name, os.O_RDONLY)
}

// NewBytesFile makes a read-only, seekable File of b, which must not be modified afterwards.
func NewBytesFile(b []byte, name string) *File {
	f := &bytesFile{name: name}
	f.r.Reset(b)
	return newFile(f, name, os.O_RDONLY)
}

func (f *bytesFile) read(_ call, _ *File, b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.r.Read(b)
}

func (f *bytesFile) write(_ call, file *File, _ []byte) (int, error) {
	return 0, file.fail("write", os.ErrInvalid)
}

func (f *bytesFile) seek(off int64, whence int) (int64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.r.Seek(off, whence)
}

func (f *bytesFile) readAt(b []byte, off int64) (int, error) { return f.r.ReadAt(b, off) }
func (f *bytesFile) close(*File) error                       { return nil }

func (f *bytesFile) stat() (fs.FileInfo, error) {
	if f.pipe {
		return anonInfo("pipe", fs.ModeNamedPipe|0o600, 0, 0, time.Time{}), nil
	}
	return anonInfo(f.name, 0o600, f.r.Size(), 0, time.Time{}), nil
}
