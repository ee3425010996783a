package kernel_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"math/rand"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// TestSIGPIPE is `yes | true; echo ${PIPESTATUS[0]}`: 141.
func TestSIGPIPE(t *testing.T) {
	k := boot(t)
	r, w := k.Pipe()
	p, err := k.Spawn(bg, kernel.Spec{Args: []string{"yes"}, Files: []*kernel.File{nil, w}})
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	r.Close()
	if st, _ := p.Wait(); st.ExitCode() != 141 {
		t.Errorf("%v", st)
	}
	// Ignored: EPIPE and nothing else.
	out, st := run(t, k, func(ctx context.Context, p *kernel.Process) int {
		r, w := k.Pipe()
		r.Close()
		p.SetFD(3, w, false)
		p.SetDisposition(kernel.SIGPIPE, kernel.SigIgnore)
		_, err := p.FD(3).Write([]byte("x"))
		p.Stdout().Write([]byte(kernel.Strerror(err)))
		return 1
	})
	if out != "Broken pipe" || st.ExitCode() != 1 {
		t.Errorf("%q %v", out, st)
	}
}

func TestPipeEnds(t *testing.T) {
	k := boot(t)
	r, w := k.Pipe()
	w2 := w.Ref()
	w.Write(bg, []byte("ab"))
	w.Close()
	b := make([]byte, 10)
	if n, err := r.Read(bg, b); n != 2 || err != nil {
		t.Error(n, err)
	}
	if r.Readable() {
		t.Error("readable with a writer and no data")
	}
	w2.Close()
	if n, err := r.Read(bg, b); n != 0 || err != io.EOF {
		t.Error(n, err)
	}
	if _, err := r.Write(bg, b); !errors.Is(err, syscall.EBADF) {
		t.Errorf("write to a read end: %v", err)
	}
	if _, err := r.Seek(0, 0); !errors.Is(err, syscall.ESPIPE) {
		t.Errorf("seek: %v", err)
	}
	r.Close()
	if err := r.Close(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("closed twice: %v", err)
	}
}

// TestPipeNonblock: the capacity is 64 KiB; a write of at most 4 KiB is all or nothing (pipe(7)).
func TestPipeNonblock(t *testing.T) {
	k := boot(t)
	r, w := k.Pipe()
	defer r.Close()
	defer w.Close()
	r.SetNonblock(true)
	w.SetNonblock(true)
	if _, err := r.Read(bg, make([]byte, 1)); !errors.Is(err, syscall.EAGAIN) {
		t.Errorf("empty: %v", err)
	}
	if n, err := w.Write(bg, make([]byte, 100000)); n != 65536 || err != nil {
		t.Errorf("full: %d %v", n, err)
	}
	if n, err := w.Write(bg, make([]byte, 1)); n != 0 || !errors.Is(err, syscall.EAGAIN) {
		t.Errorf("more: %d %v", n, err)
	}
	r.Read(bg, make([]byte, 1000))
	if n, err := w.Write(bg, make([]byte, 4096)); n != 0 || !errors.Is(err, syscall.EAGAIN) {
		t.Errorf("atomic: %d %v", n, err)
	}
	if n, err := w.Write(bg, make([]byte, 5000)); n != 1000 || err != nil {
		t.Errorf("partial: %d %v", n, err)
	}
}

// TestPipeAtomic: writes of PIPE_BUF bytes by several writers do not mix, and every reader wakes.
func TestPipeAtomic(t *testing.T) {
	k := boot(t)
	r, w := k.Pipe()
	const writers, each, size = 8, 200, 4096
	for i := range writers {
		f := w.Ref()
		go func() {
			defer f.Close()
			for range each {
				f.Write(bg, bytes.Repeat([]byte{byte('a' + i)}, size))
			}
		}()
	}
	w.Close()
	var wg sync.WaitGroup
	var mu sync.Mutex
	total := 0
	for range 3 {
		wg.Go(func() {
			b := make([]byte, size)
			for {
				// One reader takes a whole record: what comes in between would show as a mix.
				mu.Lock()
				n := 0
				for n < size {
					m, err := r.Read(bg, b[n:])
					if err != nil {
						mu.Unlock()
						return
					}
					n += m
				}
				total += n
				mu.Unlock()
				for _, c := range b {
					if c != b[0] {
						t.Error("records are mixed")
						return
					}
				}
			}
		})
	}
	wg.Wait()
	r.Close()
	if total != writers*each*size {
		t.Errorf("%d bytes", total)
	}
}

// TestPipeContent sends random data in random pieces through a pipe.
func TestPipeContent(t *testing.T) {
	k := boot(t)
	rnd := rand.New(rand.NewSource(1))
	data := make([]byte, 3<<20)
	rnd.Read(data)
	r, w := k.Pipe()
	go func() {
		wr := rand.New(rand.NewSource(2))
		for rest := data; len(rest) > 0; {
			n := min(len(rest), 1+wr.Intn(1<<uint(wr.Intn(18))))
			w.Write(bg, rest[:n])
			rest = rest[n:]
		}
		w.Close()
	}()
	h := sha256.New()
	for {
		b := make([]byte, 1+rnd.Intn(1<<uint(rnd.Intn(18))))
		n, err := r.Read(bg, b)
		h.Write(b[:n])
		if err == io.EOF {
			break
		}
	}
	r.Close()
	if want := sha256.Sum256(data); !bytes.Equal(h.Sum(nil), want[:]) {
		t.Error("data changed")
	}
}

func TestPipeBytesLimit(t *testing.T) {
	k := boot(t, func(c *kernel.Config) { c.Limits.PipeBytes = 100000 })
	r1, w1 := k.Pipe()
	r2, w2 := k.Pipe()
	for _, c := range []struct {
		w    *kernel.File
		want int
	}{{w1, 65536}, {w2, 4096}} {
		c.w.SetNonblock(true)
		if n, _ := c.w.Write(bg, make([]byte, 100000)); n != c.want {
			t.Errorf("capacity %d, want %d", n, c.want)
		}
	}
	for _, f := range []*kernel.File{r1, w1, r2, w2} {
		f.Close()
	}
	r1, w1 = k.Pipe()
	w1.SetNonblock(true)
	if n, _ := w1.Write(bg, make([]byte, 100000)); n != 65536 {
		t.Errorf("capacity %d after the others are closed", n)
	}
	r1.Close()
	w1.Close()
}

// TestFIFO holds fifo(7).
func TestFIFO(t *testing.T) {
	k := boot(t)
	if err := k.FS().Mkfifo("/tmp/f", 0o666); err != nil {
		t.Fatal(err)
	}
	_, st := run(t, k, func(ctx context.Context, p *kernel.Process) int {
		if _, err := p.Open("f", os.O_WRONLY|syscall.O_NONBLOCK, 0); !errors.Is(err, syscall.ENXIO) {
			t.Errorf("write without a reader: %v", err)
		}
		r, err := p.Open("f", os.O_RDONLY|syscall.O_NONBLOCK, 0)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := r.Read(ctx, make([]byte, 1)); n != 0 || err != io.EOF {
			t.Errorf("no writer: %d %v", n, err)
		}
		w, err := p.Open("f", os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Read(ctx, make([]byte, 1)); !errors.Is(err, syscall.EAGAIN) {
			t.Errorf("writer without data: %v", err)
		}
		w.Write(ctx, []byte("lost"))
		w.Close()
		r.Close()
		// Closed everywhere: the data is gone. Read and write at once never waits.
		rw, err := p.Open("f", os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		rw.Write(ctx, []byte("self"))
		b := make([]byte, 10)
		if n, _ := rw.Read(ctx, b); string(b[:n]) != "self" {
			t.Errorf("%q", b[:n])
		}
		rw.Close()
		// The ends wait for each other.
		c, _ := p.Fork(ctx, func(ctx context.Context, c *kernel.Process) int {
			w, err := c.Open("f", os.O_WRONLY, 0)
			if err != nil {
				t.Error(err)
				return 1
			}
			w.Write(ctx, []byte("hello"))
			w.Close()
			return 0
		})
		eventually(t, "writer waits", func() bool { return c.State() == kernel.Sleeping })
		f, err := p.FS().Open("f") // by way of afero
		if err != nil {
			t.Fatal(err)
		}
		if data, err := io.ReadAll(f); string(data) != "hello" || err != nil {
			t.Errorf("%q %v", data, err)
		}
		f.Close()
		c.Wait()
		info, _ := p.FS().Stat("f")
		if info.Mode()&os.ModeNamedPipe == 0 {
			t.Error(info.Mode())
		}
		return 0
	})
	if st.ExitCode() != 0 {
		t.Error(st)
	}
}

// TestHostReader: a host reader can be left alone by a killed process, and nothing it brings is lost.
func TestHostReader(t *testing.T) {
	k := boot(t)
	hr, hw := io.Pipe()
	f := kernel.NewReaderFile(hr, "stdin")
	ctx, cancel := context.WithTimeout(bg, 20*time.Millisecond)
	defer cancel()
	b := make([]byte, 5)
	if _, err := f.Read(ctx, b); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	go func() {
		hw.Write([]byte("hello world"))
		hw.Close()
	}()
	p, err := k.Spawn(bg, kernel.Spec{Args: []string{"reader"}, Files: []*kernel.File{f}, Func: func(_ context.Context, p *kernel.Process) int {
		data, err := io.ReadAll(p.Stdin())
		if string(data) != "hello world" || err != nil {
			t.Errorf("%q %v", data, err)
		}
		return 0
	}})
	if err != nil {
		t.Fatal(err)
	}
	p.Wait()
	f.Close()
}
