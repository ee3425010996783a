package netstack

import (
	"context"
	"io"
	"net"
	"net/netip"
	"os"
	"sync/atomic"
	"syscall"
	"time"
)

// Conn is one end of a connection. It is a [net.Conn] with the further methods of [net.TCPConn] that mean something
// in memory. All methods may be called at the same time.
type Conn struct {
	pair    *pair
	in, out *stream
	peer    *Conn
	local   net.Addr
	remote  net.Addr
	owner   atomic.Int64
	pending atomic.Uintptr // the errno to report once, Linux's sk_err
	linger0 atomic.Bool
	closed  atomic.Bool
}

// pair is a whole connection, made in one allocation.
type pair struct {
	stack       *Stack // of the client
	far         *Stack // of the server, when that is a joined box
	outside     bool   // the server is none of the box
	network     string
	client      Conn
	server      Conn
	up, down    stream         // client to server, server to client
	source      netip.AddrPort // the client's address; zero for unix
	target      netip.AddrPort
	open        atomic.Int32 // ends not yet closed
	established atomic.Bool
}

func newPair(s *Stack, network string, clientAddr, serverAddr net.Addr) *pair {
	p := &pair{stack: s, network: network}
	p.up.max, p.down.max = s.buffer, s.buffer
	p.up.eager = network == "unix"
	p.down.eager = p.up.eager
	p.client.pair, p.client.in, p.client.out, p.client.peer = p, &p.down, &p.up, &p.server
	p.client.local, p.client.remote = clientAddr, serverAddr
	p.server.pair, p.server.in, p.server.out, p.server.peer = p, &p.up, &p.down, &p.client
	p.server.local, p.server.remote = serverAddr, clientAddr
	p.open.Store(2)
	return p
}

// LocalAddr is a *net.TCPAddr or *net.UnixAddr.
func (c *Conn) LocalAddr() net.Addr { return c.local }

// RemoteAddr is the address of the other end.
func (c *Conn) RemoteAddr() net.Addr { return c.remote }

// SetOwner changes the number shown for this end by [Stack.Conns].
func (c *Conn) SetOwner(owner int) { c.owner.Store(int64(owner)) }

func (c *Conn) opError(op string, err error) error {
	if errno, ok := err.(syscall.Errno); ok {
		call := op
		if op == "close" {
			call = "shutdown"
		}
		err = os.NewSyscallError(call, errno)
	}
	return &net.OpError{Op: op, Net: c.pair.network, Source: c.local, Addr: c.remote, Err: err}
}

// takePending returns the error that waits to be reported, and forgets it.
func (c *Conn) takePending() error {
	if c.pending.Load() == 0 {
		return nil
	}
	if errno := c.pending.Swap(0); errno != 0 {
		return syscall.Errno(errno)
	}
	return nil
}

// Read reads what has arrived, at least one byte, and blocks while there is nothing. It returns [io.EOF] after the
// peer's last byte, and a *net.OpError with ECONNRESET, [os.ErrDeadlineExceeded] or [net.ErrClosed] inside.
func (c *Conn) Read(b []byte) (int, error) { return c.ReadContext(context.Background(), b) }

// ReadContext is Read that also ends, with the context's cause, when ctx does.
func (c *Conn) ReadContext(ctx context.Context, b []byte) (int, error) {
	done := ctx.Done()
	s := c.in
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.acquire(&s.rd, done) {
		return 0, c.opError("read", context.Cause(ctx))
	}
	defer s.rd.release()
	if len(b) == 0 {
		return 0, nil
	}
	if err := c.awaitData(ctx, done); err != nil {
		if err != io.EOF {
			err = c.opError("read", err)
		}
		return 0, err
	}
	return s.take(b), nil
}

// awaitData returns when the ring has bytes, or with the reason why it never will. Called by the holder of the
// reading turn with the lock held.
func (c *Conn) awaitData(ctx context.Context, done <-chan struct{}) error {
	for {
		ready, err := c.readable(ctx)
		if ready || err != nil {
			return err
		}
		c.in.wait(&c.in.rd, done)
	}
}

// readable reports whether the ring has bytes, and if not, why it never will. Called with the lock held.
func (c *Conn) readable(ctx context.Context) (bool, error) {
	s := c.in
	switch {
	case s.rd.closed:
		return false, net.ErrClosed
	case s.rd.expired:
		return false, os.ErrDeadlineExceeded
	case ctx.Err() != nil:
		return false, context.Cause(ctx)
	case s.size > 0:
		return true, nil
	case s.fin:
		return false, io.EOF // an end of file seen before a reset stays one
	}
	if err := c.takePending(); err != nil {
		return false, err
	}
	if s.reset || s.shut {
		return false, io.EOF
	}
	return false, nil
}

// Write writes all of b, blocking while the peer's buffer is full. It returns a *net.OpError with EPIPE,
// ECONNRESET, [os.ErrDeadlineExceeded] or [net.ErrClosed] inside.
func (c *Conn) Write(b []byte) (int, error) { return c.WriteContext(context.Background(), b) }

// WriteContext is Write that also ends, with the context's cause, when ctx does.
func (c *Conn) WriteContext(ctx context.Context, b []byte) (int, error) {
	done := ctx.Done()
	s := c.out
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.acquire(&s.wr, done) {
		return 0, c.opError("write", context.Cause(ctx))
	}
	defer s.wr.release()
	total := 0
	for {
		if err := c.writable(ctx); err != nil {
			return total, c.opError("write", err)
		}
		if s.gone {
			c.refused()
			return total + len(b), nil
		}
		n := s.put(b)
		total += n
		b = b[n:]
		if len(b) == 0 {
			if s.gone {
				c.refused()
			}
			return total, nil
		}
		if n == 0 {
			s.wait(&s.wr, done)
		}
	}
}

// writable reports why nothing may be written now, nil when something may. Called with the lock held.
func (c *Conn) writable(ctx context.Context) error {
	s := c.out
	switch {
	case s.wr.closed:
		return net.ErrClosed
	case s.wr.expired:
		return os.ErrDeadlineExceeded
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	if s.eager && (s.gone || s.shut) {
		return syscall.EPIPE
	}
	if err := c.takePending(); err != nil {
		return err
	}
	if s.fin || s.reset {
		return syscall.EPIPE
	}
	return nil
}

// refused notes that data reached a socket that is gone: the answer is a reset, which the next call meets. Called
// with the lock of c.out held.
func (c *Conn) refused() {
	if !c.out.reset {
		c.out.reset = true
		c.pending.Store(uintptr(syscall.EPIPE))
	}
}

// Buffered returns how many bytes can be read without blocking.
func (c *Conn) Buffered() int {
	c.in.mu.Lock()
	defer c.in.mu.Unlock()
	return c.in.size
}

// Close closes this end. What was written is still delivered, unless data is left unread or SetLinger(0) was called:
// then the connection is reset. A second Close returns [net.ErrClosed].
func (c *Conn) Close() error {
	if !c.closed.CompareAndSwap(false, true) {
		return c.opError("close", net.ErrClosed)
	}
	in, out := c.in, c.out
	in.mu.Lock()
	abort := c.linger0.Load() || in.size > 0
	in.rd.close()
	in.mu.Unlock()

	// The end of file goes out before the reading side is seen to be gone: a peer that writes in between must find
	// it when it reads next.
	out.mu.Lock()
	out.wr.close()
	if abort && !out.reset {
		errno := syscall.ECONNRESET
		if out.fin {
			errno = syscall.EPIPE // as tcp_reset() in CLOSE_WAIT
		}
		c.peer.pending.Store(uintptr(errno))
		out.reset = true
	} else {
		out.fin = true
	}
	out.rd.wake()
	out.mu.Unlock()

	in.mu.Lock()
	if abort {
		in.reset = true
	} else if in.size > 0 && !in.reset {
		in.reset = true
		c.peer.pending.Store(uintptr(syscall.EPIPE))
	}
	in.gone = true
	if !in.rd.busy {
		in.buf, in.pos, in.size = nil, 0, 0
	}
	in.wr.wake()
	in.mu.Unlock()

	if c.pair.open.Add(-1) == 0 {
		c.pair.stack.forget(c.pair)
	}
	return nil
}

// abort tears the connection down under both ends, which stay open for their owners to close.
func (p *pair) abort() {
	for _, c := range [...]*Conn{&p.client, &p.server} {
		s := c.in
		s.mu.Lock()
		if !s.reset && !s.fin {
			c.pending.Store(uintptr(syscall.ECONNRESET))
		}
		s.reset = true
		for _, e := range [...]*end{&s.rd, &s.wr} {
			if e.timer != nil {
				e.timer.Stop()
			}
			e.wake()
		}
		s.mu.Unlock()
	}
}

// CloseRead ends the reading half: reads return what has arrived and then end of file. As on Linux a TCP peer is
// not told and may write until its buffer is full; on a unix stream its writes fail with EPIPE.
func (c *Conn) CloseRead() error {
	if c.over() {
		return c.opError("close", syscall.ENOTCONN)
	}
	s := c.in
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.rd.shutdownError(s); err != nil {
		return c.opError("close", err)
	}
	s.shut = true
	s.rd.wake()
	if s.eager {
		s.wr.wake()
	}
	return nil
}

// CloseWrite ends the writing half: the peer reads end of file after what was written; later writes fail with
// EPIPE.
func (c *Conn) CloseWrite() error {
	if c.over() {
		return c.opError("close", syscall.ENOTCONN)
	}
	s := c.out
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.wr.shutdownError(s); err != nil {
		return c.opError("close", err)
	}
	s.fin = true
	s.rd.wake()
	s.wr.wake()
	return nil
}

// over reports whether both ends of an open TCP connection are done: there is nothing left to shut down.
func (c *Conn) over() bool {
	if c.closed.Load() || c.pair.network == "unix" {
		return false
	}
	return c.in.finished() && c.out.finished()
}

func (s *stream) finished() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fin
}

func (e *end) shutdownError(s *stream) error {
	switch {
	case e.closed:
		return net.ErrClosed
	case s.reset:
		return syscall.ENOTCONN
	}
	return nil
}

// SetLinger with 0 makes Close reset the connection; other values restore the default, delivery in the background.
func (c *Conn) SetLinger(sec int) error {
	if c.closed.Load() {
		return c.opError("set", net.ErrClosed)
	}
	c.linger0.Store(sec == 0)
	return nil
}

// SetDeadline sets both deadlines. The zero time removes them.
func (c *Conn) SetDeadline(t time.Time) error {
	if c.closed.Load() {
		return c.opError("set", net.ErrClosed)
	}
	c.in.setDeadline(&c.in.rd, t)
	c.out.setDeadline(&c.out.wr, t)
	return nil
}

// SetReadDeadline sets the time at which reads, the ones that already wait included, fail.
func (c *Conn) SetReadDeadline(t time.Time) error {
	if c.closed.Load() {
		return c.opError("set", net.ErrClosed)
	}
	c.in.setDeadline(&c.in.rd, t)
	return nil
}

// SetWriteDeadline sets the time at which writes, the ones that already wait included, fail.
func (c *Conn) SetWriteDeadline(t time.Time) error {
	if c.closed.Load() {
		return c.opError("set", net.ErrClosed)
	}
	c.out.setDeadline(&c.out.wr, t)
	return nil
}
