package netstack

import (
	"context"
	"io"
)

// The calls in this file are what an event loop needs: they never block.

// TryRead reads what has arrived. It returns 0 and no error when nothing has, [io.EOF] at the end.
func (c *Conn) TryRead(b []byte) (int, error) {
	s := c.in
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rd.busy || len(b) == 0 {
		return 0, nil
	}
	s.rd.busy = true
	defer s.rd.release()
	ready, err := c.readable(context.Background())
	switch {
	case err == io.EOF:
		return 0, err
	case err != nil:
		return 0, c.opError("read", err)
	case !ready:
		return 0, nil
	}
	return s.take(b), nil
}

// TryWrite writes the part of b that fits into the peer's buffer. It returns 0 and no error when nothing fits.
func (c *Conn) TryWrite(b []byte) (int, error) {
	s := c.out
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.wr.busy {
		return 0, nil
	}
	s.wr.busy = true
	defer s.wr.release()
	if err := c.writable(context.Background()); err != nil {
		return 0, c.opError("write", err)
	}
	if s.gone {
		c.refused()
		return len(b), nil
	}
	n := s.put(b)
	if s.gone {
		c.refused()
	}
	return n, nil
}
