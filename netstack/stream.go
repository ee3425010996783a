package netstack

import (
	"sync"
	"time"
)

const (
	defaultBuffer = 64 << 10
	minBuffer     = 4 << 10
	maxBuffer     = 64 << 20
	// copies up to this size are made under the lock: taking it twice would cost more than the copy
	copyLocked = 2 << 10
)

// stream is one direction of a connection: a ring of bytes between one writing end and one reading end. The lock
// guards the bookkeeping only; an end that holds its turn copies outside it, so that reader and writer overlap.
type stream struct {
	mu   sync.Mutex
	buf  []byte // length is zero or a power of two
	pos  int    // where the oldest byte is
	size int    // bytes in the ring
	max  int    // the ring never grows beyond this

	rd, wr end

	fin   bool // the writing end is done: end of file after the last byte
	shut  bool // the reading end asked for no more (CloseRead)
	gone  bool // the reading end is closed
	reset bool // the connection was torn down
	eager bool // writing to a reader that is gone fails at once (unix sockets)
}

// end is one side of a stream: whose turn it is, who waits, and until when.
type end struct {
	busy    bool          // somebody has the turn
	queued  int           // callers waiting for the turn
	turn    chan struct{} // passes the turn on
	waiting bool          // the holder of the turn waits for the other side
	poke    chan struct{} // wakes it
	closed  bool          // this side's socket is closed
	expired bool          // the deadline has passed
	limit   time.Time     // the deadline, zero for none
	timer   *time.Timer
}

// wake lets the holder of the turn look again.
func (e *end) wake() {
	if e.waiting {
		select {
		case e.poke <- struct{}{}:
		default:
		}
	}
}

// acquire takes the turn of e. It reports false when done ended first. Called with the lock held.
func (s *stream) acquire(e *end, done <-chan struct{}) bool {
	for e.busy {
		if e.turn == nil {
			e.turn = make(chan struct{}, 1)
		}
		e.queued++
		s.mu.Unlock()
		ok := true
		if done == nil {
			<-e.turn
		} else {
			select {
			case <-e.turn:
			case <-done:
				ok = false
			}
		}
		s.mu.Lock()
		e.queued--
		if !ok {
			return false
		}
	}
	e.busy = true
	return true
}

// release gives the turn to the next caller. Called with the lock held.
func (e *end) release() {
	e.busy = false
	if e.queued > 0 {
		select {
		case e.turn <- struct{}{}:
		default:
		}
	}
}

// wait blocks the holder of the turn until something about the stream changed or done ended. Called with the lock
// held, which it gives up meanwhile.
func (s *stream) wait(e *end, done <-chan struct{}) {
	if e.poke == nil {
		e.poke = make(chan struct{}, 1)
	}
	e.waiting = true
	s.mu.Unlock()
	if done == nil {
		<-e.poke
	} else {
		select {
		case <-e.poke:
		case <-done:
		}
	}
	s.mu.Lock()
	e.waiting = false
}

// take moves up to len(b) bytes out of the ring. Called by the holder of the reading turn with the lock held.
func (s *stream) take(b []byte) int {
	n := min(len(b), s.size)
	buf, pos := s.buf, s.pos
	if n > copyLocked {
		s.mu.Unlock()
	}
	k := copy(b[:n], buf[pos:])
	copy(b[k:n], buf)
	if n > copyLocked {
		s.mu.Lock()
	}
	s.consumed(n)
	return n
}

// consumed drops the n oldest bytes. The ring may have grown, and so moved, since they were looked at; it may also
// have been given up by a close.
func (s *stream) consumed(n int) {
	if s.gone {
		s.buf, s.pos, s.size = nil, 0, 0
		return
	}
	s.size -= n
	s.pos = (s.pos + n) & (len(s.buf) - 1)
	if s.size == 0 && !s.wr.busy {
		s.pos = 0 // the next write is then one piece
	}
	s.wr.wake()
}

// room makes space for up to want more bytes and returns how many fit. Called by the holder of the writing turn
// with the lock held.
func (s *stream) room(want int) int {
	free := len(s.buf) - s.size
	if free < want && len(s.buf) < s.max {
		n := max(len(s.buf), min(minBuffer, s.max))
		for n-s.size < want && n < s.max {
			n *= 2
		}
		grown := make([]byte, n)
		if s.size > 0 {
			k := copy(grown[:s.size], s.buf[s.pos:])
			copy(grown[k:s.size], s.buf)
		}
		s.buf, s.pos = grown, 0
		free = n - s.size
	}
	return min(free, want)
}

// put moves as many bytes of b into the ring as fit. Called by the holder of the writing turn with the lock held.
func (s *stream) put(b []byte) int {
	n := s.room(len(b))
	if n == 0 {
		return 0
	}
	buf := s.buf
	at := (s.pos + s.size) & (len(buf) - 1)
	if n > copyLocked {
		s.mu.Unlock()
	}
	k := copy(buf[at:], b[:n])
	copy(buf, b[k:n])
	if n > copyLocked {
		s.mu.Lock()
	}
	if !s.gone {
		s.size += n
		s.rd.wake()
	}
	return n
}

// setDeadline moves the deadline of e. The zero time is none.
func (s *stream) setDeadline(e *end, t time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e.closed {
		return
	}
	e.limit = t
	if t.IsZero() {
		e.expired = false
		if e.timer != nil {
			e.timer.Stop()
		}
		return
	}
	d := time.Until(t)
	if d <= 0 {
		e.expired = true
		if e.timer != nil {
			e.timer.Stop()
		}
		e.wake()
		return
	}
	e.expired = false
	if e.timer != nil {
		e.timer.Reset(d)
		return
	}
	e.timer = time.AfterFunc(d, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		// A timer that was moved while it fired finds a later deadline, and fires again for it.
		if !e.limit.IsZero() && !time.Now().Before(e.limit) {
			e.expired = true
			e.wake()
		}
	})
}

// close marks e's own socket as closed. Called with the lock held.
func (e *end) close() {
	e.closed = true
	if e.timer != nil {
		e.timer.Stop()
	}
	e.wake()
}
