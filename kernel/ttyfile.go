package kernel

import (
	"io"
	"io/fs"
	"syscall"
	"time"
)

// ttyMaster is the keyboard and the screen.
type ttyMaster struct{ t *TTY }

func (m ttyMaster) read(c call, f *File, b []byte) (int, error) { return m.t.out.read(c, f, b) }

func (m ttyMaster) write(c call, f *File, b []byte) (int, error) {
	t := m.t
	done := 0
	t.mu.Lock()
	defer t.mu.Unlock()
	for done < len(b) {
		if t.hungup {
			return done, f.fail("write", syscall.EIO)
		}
		if t.pending >= maxInput {
			if f.nonblock() {
				return done, f.fail("write", syscall.EAGAIN)
			}
			if t.roomCh == nil {
				t.roomCh = make(chan struct{})
			}
			room := t.roomCh
			t.mu.Unlock()
			err := c.wait(room)
			t.mu.Lock()
			if err != nil {
				return done, err
			}
			continue
		}
		var sig Signal
		for done < len(b) && sig == 0 && t.pending < maxInput && len(t.echoBuf) < pipeBuf {
			sig = t.received(b[done])
			done++
		}
		t.flushEcho()
		if len(t.input) > 0 {
			t.wake()
		}
		if sig != 0 {
			t.mu.Unlock()
			t.signal(sig)
			t.mu.Lock()
		}
	}
	return done, nil
}

func (m ttyMaster) close(*File) error {
	t := m.t
	if sid := t.Session(); sid > 0 {
		if leader := t.k.Lookup(sid); leader != nil { // before reads and writes fail
			leader.Signal(SIGHUP)
			leader.Signal(SIGCONT)
		}
	}
	t.mu.Lock()
	t.hungup = true
	t.restart()
	t.makeRoom()
	t.wake()
	t.mu.Unlock()
	t.out.mu.Lock()
	t.out.drop(true, t.out.writers > 0)
	t.out.mu.Unlock()
	t.k.ttys.mu.Lock()
	t.k.ttys.list[t.index] = nil
	t.k.ttys.mu.Unlock()
	t.k.fs.Remove(t.Name())
	return nil
}

func (m ttyMaster) stat() (fs.FileInfo, error) { return m.t.info, nil }
func (m ttyMaster) unwrap() any                { return m.t }
func (m ttyMaster) readable() bool             { return m.t.out.readable() }

// ttySlave is the terminal as programs have it open.
type ttySlave struct{ t *TTY }

func (s ttySlave) read(c call, f *File, b []byte) (int, error) {
	if err := s.t.jobControl(c, SIGTTIN); err != nil {
		return 0, wrapErrno(f, "read", err)
	}
	t := s.t
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.termios.local(ICANON) {
		return s.readLine(c, f, b)
	}
	return s.readRaw(c, f, b)
}

// wrapErrno gives an errno the file's name; other errors stay.
func wrapErrno(f *File, op string, err error) error {
	if errno, ok := err.(syscall.Errno); ok {
		return f.fail(op, errno)
	}
	return err
}

// readLine reads one line, or a part of it. The caller holds t.mu.
func (s ttySlave) readLine(c call, f *File, b []byte) (int, error) {
	t := s.t
	for len(t.input) == 0 {
		if t.hungup {
			return 0, io.EOF
		}
		if f.nonblock() {
			return 0, f.fail("read", syscall.EAGAIN)
		}
		if err := t.waitInput(c, nil); err != nil {
			return 0, wrapErrno(f, "read", err)
		}
		if !t.termios.local(ICANON) {
			return s.readRaw(c, f, b)
		}
	}
	n, eof := t.take(b)
	if eof {
		return 0, io.EOF
	}
	return n, nil
}

// readRaw reads bytes by the rules of VMIN and VTIME (termios(3), noncanonical mode). The caller holds t.mu.
func (s ttySlave) readRaw(c call, f *File, b []byte) (n int, err error) {
	t := s.t
	least, tenths := int(t.termios.Cc[VMIN]), time.Duration(t.termios.Cc[VTIME])*100*time.Millisecond
	var timer Timer // runs from the start with a VMIN of 0, else between bytes
	defer func() {
		if timer != nil {
			timer.Stop()
		}
	}()
	if least == 0 && tenths > 0 {
		timer = t.k.clock.NewTimer(tenths)
	}
	for {
		got := 0
		for n < len(b) && len(t.input) > 0 {
			m, _ := t.take(b[n:])
			got += m
			n += m
		}
		if n > 0 && (n >= least || n == len(b)) {
			return n, nil
		}
		switch {
		case t.hungup && n == 0:
			return 0, io.EOF
		case t.hungup:
			return n, nil
		case least == 0 && tenths == 0:
			return 0, io.EOF
		case f.nonblock() && n > 0:
			return n, nil
		case f.nonblock():
			return 0, f.fail("read", syscall.EAGAIN)
		}
		if got > 0 && tenths > 0 && least > 0 {
			if timer != nil {
				timer.Stop()
			}
			timer = t.k.clock.NewTimer(tenths)
		}
		switch err := t.waitInput(c, timer); {
		case err == errTTYTimeout && n > 0:
			return n, nil
		case err == errTTYTimeout:
			return 0, io.EOF
		case err != nil && n > 0:
			return n, nil
		case err != nil:
			return 0, wrapErrno(f, "read", err)
		}
	}
}

const errTTYTimeout = syscall.ETIMEDOUT

// waitInput waits for input, a hangup or the timer; a reader that has been moved to the background meanwhile is stopped.
// The caller holds t.mu.
func (t *TTY) waitInput(c call, timer Timer) error {
	t.rwait++
	t.mu.Unlock()
	err := t.waitToken(c, timer)
	if err == nil || c.p != nil && err != errTTYTimeout {
		if jerr := c.err(); jerr != nil { // also where a stopped process waits for SIGCONT
			err = jerr
		} else if err == nil {
			err = t.jobControl(c, SIGTTIN)
		}
	}
	t.mu.Lock()
	t.rwait--
	if len(t.input) > 0 || t.hungup {
		t.wake()
	}
	return err
}

func (t *TTY) waitToken(c call, timer Timer) error {
	if timer == nil {
		return c.wait(t.rtok)
	}
	var killed, ended <-chan struct{}
	if c.p != nil {
		killed = c.p.ctx.Done()
		c.p.sleeping.Add(1)
		defer c.p.sleeping.Add(-1)
	}
	if c.ctx != nil {
		ended = c.ctx.Done()
	}
	select {
	case <-t.rtok:
		return nil
	case <-timer.C():
		return errTTYTimeout
	case <-killed:
	case <-ended:
	}
	return c.err()
}

// take reads from the first line or piece; eof is the end of file that VEOF made. The caller holds t.mu.
func (t *TTY) take(b []byte) (n int, eof bool) {
	first := t.input[0]
	n = copy(b, first)
	if n == len(first) {
		t.input[0] = nil
		if t.input = t.input[1:]; len(t.input) == 0 {
			t.input = nil
		}
	} else {
		t.input[0] = first[n:]
	}
	t.pending -= n
	t.makeRoom()
	return n, len(first) == 0
}

func (s ttySlave) write(c call, f *File, b []byte) (int, error) {
	t := s.t
	done := 0
	var buf []byte
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.termios.local(TOSTOP) {
		t.mu.Unlock()
		err := t.jobControl(c, SIGTTOU)
		t.mu.Lock()
		if err != nil {
			return 0, wrapErrno(f, "write", err)
		}
	}
	for done < len(b) {
		if t.hungup {
			return done, f.fail("write", syscall.EIO)
		}
		if stopped := t.stopped; stopped != nil {
			if f.nonblock() {
				return done, f.fail("write", syscall.EAGAIN)
			}
			t.mu.Unlock()
			err := c.wait(stopped)
			t.mu.Lock()
			if err != nil {
				return done, err
			}
			continue
		}
		part := b[done:min(len(b), done+pipeBuf/2)]
		column, canon := t.column, t.canonColumn
		out := part
		if t.termios.out(OPOST) {
			buf = buf[:0]
			for _, ch := range part {
				buf = t.post(buf, ch)
			}
			out = buf
		}
		t.mu.Unlock()
		_, err := t.out.write(c, f, out)
		t.mu.Lock()
		if err != nil {
			if errno, _ := Errno(err); errno == syscall.EAGAIN {
				t.column, t.canonColumn = column, canon
				if done > 0 {
					return done, nil
				}
			} else if errno == syscall.EPIPE {
				err = f.fail("write", syscall.EIO)
			}
			return done, err
		}
		done += len(part)
	}
	return done, nil
}

func (s ttySlave) close(*File) error {
	t := s.t
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.slaves--; t.slaves == 0 && !t.hungup {
		t.out.mu.Lock()
		t.out.writers = 0
		t.out.wakeReader()
		t.out.mu.Unlock()
	}
	return nil
}

func (s ttySlave) stat() (fs.FileInfo, error) { return s.t.info, nil }
func (s ttySlave) unwrap() any                { return s.t }

func (s ttySlave) readable() bool {
	s.t.mu.Lock()
	defer s.t.mu.Unlock()
	return len(s.t.input) > 0 || s.t.hungup
}
