package kernel

import "syscall"

// Sessions, process groups and their controlling terminal (credentials(7), POSIX 11.1).

// SetTTY makes t the controlling terminal of p's session, with p's group in the foreground; nil gives it up. Children that
// are made later inherit it.
func (p *Process) SetTTY(t *TTY) {
	if t != nil {
		t.control(p.SID(), p.PGID())
	}
	p.mu.Lock()
	p.tty = t
	p.mu.Unlock()
}

func (t *TTY) control(sid, pgid int) {
	t.mu.Lock()
	t.fg, t.sid = pgid, sid
	t.mu.Unlock()
}

// TTY is the controlling terminal, or nil: a terminal that belongs to another session by now is none.
func (p *Process) TTY() *TTY {
	p.mu.Lock()
	t := p.tty
	p.mu.Unlock()
	if t != nil && t.Session() != p.SID() {
		return nil
	}
	return t
}

// acquire makes a terminal that a session leader opens its controlling terminal when it has none and the terminal is free,
// as open(2) does without O_NOCTTY.
func (t *TTY) acquire(p *Process) {
	if p == nil || p.SID() != p.PID() || p.TTY() != nil || t.Session() != 0 {
		return
	}
	p.SetTTY(t)
}

// SetForegroundGroup is tcsetpgrp(3): ENOTTY when t is not p's controlling terminal, EPERM when the group is not in its
// session. A caller in the background gets SIGTTOU unless it ignores it.
func (p *Process) SetForegroundGroup(t *TTY, pgid int) error {
	if p.TTY() != t {
		return syscall.ENOTTY
	}
	if err := t.jobControl(call{p: p}, SIGTTOU); err != nil {
		return err
	}
	sid := p.SID()
	p.k.mu.Lock()
	ok := p.k.groupIn(pgid, sid)
	p.k.mu.Unlock()
	if !ok {
		return syscall.EPERM
	}
	t.SetForeground(pgid)
	return nil
}

// ChangeTermios is TTY.SetTermios on behalf of p: in the background it gets SIGTTOU unless it ignores it. flush is
// TCSAFLUSH: what is typed and not read is thrown away.
func (p *Process) ChangeTermios(t *TTY, s Termios, flush bool) error {
	if err := t.jobControl(call{p: p}, SIGTTOU); err != nil {
		return err
	}
	if flush {
		t.FlushInput()
	}
	t.SetTermios(s)
	return nil
}

// background reports whether p is in the terminal's session but not in its foreground group.
func (t *TTY) background(p *Process) bool {
	if p == nil || p.TTY() != t {
		return false
	}
	fg := t.Foreground()
	return fg > 0 && p.PGID() != fg
}

// jobControl stops a background process that uses the terminal. Who ignores the signal may write but reads EIO, as does a
// process whose group is orphaned: nobody could continue it.
func (t *TTY) jobControl(c call, sig Signal) error {
	for t.background(c.p) {
		d := c.p.Disposition(sig)
		switch {
		case d == SigIgnore && sig == SIGTTOU:
			return nil
		case d == SigIgnore || c.p.orphaned():
			return syscall.EIO
		}
		t.k.Kill(nil, -c.p.PGID(), sig)
		if err := c.err(); err != nil {
			return err
		}
		if d == SigCatch {
			return syscall.EINTR
		}
	}
	return nil
}

// orphaned reports whether no process outside of p's group but in its session is the parent of a member.
func (p *Process) orphaned() bool {
	p.k.mu.Lock()
	defer p.k.mu.Unlock()
	return p.k.orphanedGroup(p.pgid, p.sid)
}

func (k *Kernel) orphanedGroup(pgid, sid int) bool {
	for _, q := range k.procs {
		if q.pgid == pgid && !q.zombie && q.parent != nil && q.parent.pgid != pgid && q.parent.sid == sid {
			return false
		}
	}
	return true
}

// mayStop reports whether the default action of a stop signal is taken: those of the terminal do nothing in an orphaned
// group (POSIX 2.4.3). Sessions without a terminal are left out: there a shell is the leader and the only one to stop jobs.
func (p *Process) mayStop(sig Signal) bool {
	return sig == SIGSTOP || p.TTY() == nil || !p.orphaned()
}

// leaveSession is the part of an exit that concerns the terminal: a session leader gives it up, and the foreground group
// gets SIGHUP. The caller holds no lock.
func (p *Process) leaveSession() {
	p.mu.Lock()
	t := p.tty
	p.mu.Unlock()
	if t == nil || p.SID() != p.PID() {
		return
	}
	t.mu.Lock()
	fg, mine := t.fg, t.sid == p.pid
	if mine {
		t.fg, t.sid = 0, 0
	}
	t.mu.Unlock()
	if mine && fg > 0 {
		t.k.Kill(nil, -fg, SIGHUP)
	}
}

// endangered lists the groups that p's end may orphan. The caller holds k.mu.
func (p *Process) endangered() (groups []int) {
	for c := p.child; c != nil; c = c.next {
		if !c.zombie && c.pgid != p.pgid && c.sid == p.sid {
			groups = append(groups, c.pgid)
		}
	}
	if parent := p.parent; parent != nil && parent.pgid != p.pgid && parent.sid == p.sid {
		groups = append(groups, p.pgid)
	}
	return groups
}

// wakeOrphans sends SIGHUP and SIGCONT to those of the groups that are orphaned now and have a stopped member, as nobody
// else would (POSIX exit).
func (k *Kernel) wakeOrphans(groups []int, sid int) {
	for _, g := range groups {
		k.mu.Lock()
		wake := false
		if k.orphanedGroup(g, sid) {
			for _, q := range k.procs {
				if q.pgid == g && !q.zombie && q.up.Load()&upStopped != 0 {
					wake = true
					break
				}
			}
		}
		k.mu.Unlock()
		if wake {
			k.Kill(nil, -g, SIGHUP)
			k.Kill(nil, -g, SIGCONT)
		}
	}
}
