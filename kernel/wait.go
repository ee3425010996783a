package kernel

import (
	"context"
	"strconv"
	"syscall"
)

// Status is how a process ended, or that it was stopped or continued.
type Status struct {
	Code      int    // exit status, 0..255, when Signal is 0
	Signal    Signal // the signal that ended or stopped it
	Stopped   bool   // it is stopped, not ended
	Continued bool   // it goes on after a stop
	CoreDump  bool   // Linux would have written a core: the signal's action, and RLIMIT_CORE is not 0 (none is written here)
}

// ExitCode is the status as a shell gives it: 128+n for a signal, 0 for a continue.
func (s Status) ExitCode() int {
	if s.Signal != 0 {
		return 128 + int(s.Signal)
	}
	return s.Code
}

// String is "exit status 1", "signal: killed"-like text in bash's words.
func (s Status) String() string {
	switch {
	case s.Continued:
		return "Continued"
	case s.Signal != 0:
		t := s.Signal.Describe()
		if s.CoreDump {
			t += " (core dumped)"
		}
		return t
	}
	return "exit status " + strconv.Itoa(s.Code)
}

// WaitOption are the options of WaitChild, with the values of Linux.
type WaitOption int

const (
	WNOHANG    WaitOption = 1 // do not block: no child with news gives (nil, Status{}, nil)
	WUNTRACED  WaitOption = 2 // also report stopped children
	WCONTINUED WaitOption = 8 // also report continued children
)

// StopSignal is the signal that has stopped p; 0 while it is not stopped.
func (p *Process) StopSignal() Signal {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.up.Load()&upStopped == 0 {
		return 0
	}
	return p.stopSig
}

// Done is closed when p has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// ExitStatus is how p ended, without waiting for it; false while it runs.
func (p *Process) ExitStatus() (Status, bool) {
	select {
	case <-p.done:
		return p.status, true
	default:
		return Status{}, false
	}
}

// Wait waits on behalf of p's parent until p has ended, and reaps it. When a signal kills the parent first, the error is
// its *KilledError. Calling it again gives the same status. Who is not the parent waits on Done.
func (p *Process) Wait() (Status, error) {
	select {
	case <-p.done:
	default:
		if parent := p.Parent(); parent == nil || parent == p.k.init {
			<-p.done
		} else {
			parent.sleeping.Add(1)
			select {
			case <-p.done:
				parent.sleeping.Add(-1)
			case <-parent.ctx.Done():
				parent.sleeping.Add(-1)
				if parent.Killed() {
					return Status{}, parent.Safepoint()
				}
				<-p.done
			}
		}
	}
	p.k.mu.Lock()
	p.reap()
	p.k.mu.Unlock()
	return p.status, nil
}

// WaitChild is wait4(2): it waits for a change of a child and reaps it when it has ended. pid > 0 is that child, -1 any,
// 0 any in p's group, below -1 any in the group -pid. ECHILD when there is no such child. It ends early with the cause of
// ctx or a *KilledError. When several children have ended, the oldest is taken.
func (p *Process) WaitChild(ctx context.Context, pid int, opt WaitOption) (*Process, Status, error) {
	k := p.k
	for {
		if err := p.Safepoint(); err != nil {
			return nil, Status{}, err
		}
		k.mu.Lock()
		found := false
		for c := p.child; c != nil; c = c.next {
			if !p.waitsFor(c, pid) {
				continue
			}
			found = true
			switch {
			case c.zombie:
				c.reap()
				k.mu.Unlock()
				return c, c.status, nil
			case c.wstop && opt&WUNTRACED != 0:
				c.wstop = false
				k.mu.Unlock()
				c.mu.Lock()
				sig := c.stopSig
				c.mu.Unlock()
				return c, Status{Signal: sig, Stopped: true}, nil
			case c.wcont && opt&WCONTINUED != 0:
				c.wcont = false
				k.mu.Unlock()
				return c, Status{Continued: true}, nil
			}
		}
		if !found {
			k.mu.Unlock()
			return nil, Status{}, syscall.ECHILD
		}
		if opt&WNOHANG != 0 {
			k.mu.Unlock()
			return nil, Status{}, nil
		}
		if p.childCh == nil {
			p.childCh = make(chan struct{})
		}
		ch := p.childCh
		k.mu.Unlock()
		if err := (call{p, ctx}).wait(ch); err != nil {
			return nil, Status{}, err
		}
	}
}

func (p *Process) waitsFor(c *Process, pid int) bool {
	switch {
	case pid > 0:
		return c.pid == pid
	case pid == 0:
		return c.pgid == p.pgid
	case pid == -1:
		return true
	}
	return c.pgid == -pid
}

// wakeWaiters wakes every WaitChild of p. The caller holds k.mu.
func (p *Process) wakeWaiters() {
	if p.childCh != nil {
		close(p.childCh)
		p.childCh = nil
	}
}

// reap takes a zombie out of the table. The caller holds k.mu.
func (p *Process) reap() {
	if !p.zombie || p.reaped {
		return
	}
	p.reaped = true
	delete(p.k.procs, p.pid)
	p.unlink()
}

// link makes p the youngest child of parent. The caller holds k.mu.
func (p *Process) link(parent *Process) {
	p.parent, p.prev, p.next = parent, parent.lastChild, nil
	if parent.lastChild != nil {
		parent.lastChild.next = p
	} else {
		parent.child = p
	}
	parent.lastChild = p
}

// unlink takes p from its parent's list; the parent is still named. The caller holds k.mu.
func (p *Process) unlink() {
	if p.prev != nil {
		p.prev.next = p.next
	} else if p.parent != nil {
		p.parent.child = p.next
	}
	if p.next != nil {
		p.next.prev = p.prev
	} else if p.parent != nil {
		p.parent.lastChild = p.prev
	}
	p.prev, p.next = nil, nil
}

// call is who makes a blocking kernel call: a process, a context, both or neither.
type call struct {
	p   *Process
	ctx context.Context
}

// err is why the call may not go on: the process was killed or the context has ended. A stopped process waits here.
func (c call) err() error {
	if c.p != nil {
		if err := c.p.Safepoint(); err != nil {
			return err
		}
	}
	if c.ctx != nil && c.ctx.Err() != nil {
		return context.Cause(c.ctx)
	}
	return nil
}

// wait blocks until ch is ready or the call is to end; the error is err's.
func (c call) wait(ch <-chan struct{}) error {
	var killed, ended <-chan struct{}
	if c.p != nil && c.p != c.p.k.init {
		killed = c.p.ctx.Done()
		c.p.sleeping.Add(1)
		defer c.p.sleeping.Add(-1)
	}
	if c.ctx != nil {
		if c.p == nil || c.ctx != c.p.ctx {
			ended = c.ctx.Done()
		}
	}
	switch {
	case ended == nil && killed == nil:
		<-ch
		return nil
	case ended == nil:
		select {
		case <-ch:
		case <-killed:
		}
	default:
		select {
		case <-ch:
		case <-killed:
		case <-ended:
		}
	}
	return c.err()
}
