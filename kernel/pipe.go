package kernel

import (
	"io"
	"io/fs"
	"os"
	"strconv"
	"sync"
	"syscall"
)

const (
	pipeSize = 64 << 10 // capacity of a pipe, as on Linux
	pipeBuf  = 4096     // PIPE_BUF: writes of at most this size are atomic
)

// pipe is the buffer of a pipe or FIFO: a ring that grows with what is in it. Who waits is counted, and one token in a
// channel stands for "look again": whoever takes it and leaves something for others passes it on.
type pipe struct {
	k   *Kernel // nil for a pipe outside of any box
	ino uint64

	mu               sync.Mutex
	ring             []byte
	off, n           int // start and length of the data
	max              int // capacity
	readers, writers int
	rgen, wgen       int // opens so far, for FIFOs
	rwait, wwait     int
	rtok, wtok       chan struct{} // made at the first wait
	opened           chan struct{} // closed at the next open of a FIFO
}

// Pipe makes a pipe of 64 KiB: reads of r end with io.EOF after the last writer is gone, writes to w with EPIPE after the
// last reader.
func (k *Kernel) Pipe() (r, w *File) {
	p := k.newPipe(k.fileSeq.Add(1))
	p.readers, p.writers = 1, 1
	name := "pipe:[" + strconv.FormatUint(p.ino, 10) + "]"
	return newFile(p, name, os.O_RDONLY), newFile(p, name, os.O_WRONLY)
}

func (k *Kernel) newPipe(ino uint64) *pipe { return &pipe{k: k, ino: ino} }

// room makes place for n more bytes if the capacity allows and returns how many fit.
func (p *pipe) room(n int) int {
	if p.max == 0 {
		p.max = pipeSize
		if limit := int64(p.k.limits.PipeBytes); limit >= 0 && p.k.pipeBytes.Load()+pipeSize > limit {
			p.max = pipeBuf
		}
		p.k.pipeBytes.Add(int64(p.max))
	}
	if free := len(p.ring) - p.n; free >= n {
		return n
	}
	if len(p.ring) < p.max {
		size := max(len(p.ring), 512)
		for size < p.n+n && size < p.max {
			size *= 2
		}
		var ring []byte
		if size == copySize {
			ring = *p.k.copyBuffer()
		} else {
			ring = make([]byte, size)
		}
		p.peek(ring)
		p.ring, p.off = ring, 0
	}
	return min(n, len(p.ring)-p.n)
}

func (p *pipe) peek(b []byte) int {
	n := min(len(b), p.n)
	c := copy(b[:n], p.ring[p.off:])
	copy(b[c:n], p.ring)
	return n
}

func (p *pipe) take(b []byte) int {
	n := p.peek(b)
	p.n -= n
	p.off += n
	if p.off >= len(p.ring) {
		p.off -= len(p.ring)
	}
	if p.n == 0 {
		p.off = 0
	}
	return n
}

func (p *pipe) put(b []byte) {
	end := p.off + p.n
	if end >= len(p.ring) {
		end -= len(p.ring)
	}
	c := copy(p.ring[end:], b)
	copy(p.ring, b[c:])
	p.n += len(b)
}

func poke(tok chan struct{}) {
	select {
	case tok <- struct{}{}:
	default:
	}
}

// wakeReader passes the token when a waiting reader has a reason to look. The caller holds p.mu.
func (p *pipe) wakeReader() {
	if p.rwait > 0 && (p.n > 0 || p.writers == 0) {
		poke(p.rtok)
	}
}

func (p *pipe) wakeWriter() {
	if p.wwait > 0 && (p.n < p.max || p.readers == 0) {
		poke(p.wtok)
	}
}

func (p *pipe) read(c call, f *File, b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		if p.n > 0 {
			n := p.take(b)
			p.wakeWriter()
			p.wakeReader()
			return n, nil
		}
		if p.writers == 0 {
			p.wakeReader()
			return 0, io.EOF
		}
		if f.nonblock() {
			return 0, f.fail("read", syscall.EAGAIN)
		}
		if p.rtok == nil {
			p.rtok = make(chan struct{}, 1)
		}
		p.rwait++
		p.mu.Unlock()
		err := c.wait(p.rtok)
		p.mu.Lock()
		p.rwait--
		if err != nil {
			p.wakeReader()
			return 0, err
		}
	}
}

func (p *pipe) write(c call, f *File, b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	written := 0
	for {
		if p.readers == 0 {
			p.wakeWriter()
			return written, f.fail("write", syscall.EPIPE)
		}
		if len(b) == 0 {
			return written, nil
		}
		n := p.room(len(b))
		if n < len(b) && len(b) <= pipeBuf && written == 0 {
			n = 0 // all or nothing
		}
		if n > 0 {
			p.put(b[:n])
			b = b[n:]
			written += n
			p.wakeReader()
			if len(b) == 0 {
				p.wakeWriter()
				return written, nil
			}
		}
		if f.nonblock() {
			p.wakeWriter()
			if written > 0 {
				return written, nil
			}
			return 0, f.fail("write", syscall.EAGAIN)
		}
		if p.wtok == nil {
			p.wtok = make(chan struct{}, 1)
		}
		p.wwait++
		p.mu.Unlock()
		err := c.wait(p.wtok)
		p.mu.Lock()
		p.wwait--
		if err != nil {
			p.wakeWriter()
			return written, err
		}
	}
}

func (p *pipe) close(f *File) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drop(f.mayRead(), f.mayWrite())
	return nil
}

// drop takes a reader and/or a writer away. The caller holds p.mu.
func (p *pipe) drop(reader, writer bool) {
	if reader {
		p.readers--
	}
	if writer {
		p.writers--
	}
	p.wakeReader()
	p.wakeWriter()
	if p.readers == 0 && p.writers == 0 {
		p.k.pipeBytes.Add(-int64(p.max))
		if len(p.ring) == copySize {
			ring := p.ring
			p.k.rings.Put(&ring)
		}
		p.ring, p.off, p.n, p.max = nil, 0, 0, 0
	}
}

func (p *pipe) readable() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.n > 0 || p.writers == 0
}

func (p *pipe) broken() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.readers == 0
}

func (p *pipe) stat() (fs.FileInfo, error) {
	return anonInfo("pipe", fs.ModeNamedPipe|0o600, 0, p.ino, p.k.boot), nil
}
