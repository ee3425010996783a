package kernel

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"syscall"
	"time"
)

// KilledError is the error of every kernel call of a killed process and the cause of its context.
type KilledError struct{ Signal Signal }

// Error implements error.
func (e *KilledError) Error() string { return fmt.Sprintf("killed by %v", e.Signal) }

// Is makes a kill look like a cancelled context and an interrupted system call.
func (e *KilledError) Is(target error) bool {
	return target == context.Canceled || target == syscall.EINTR
}

// ErrInterrupted is the cause of an Interruptible context that a caught signal ended.
var ErrInterrupted = fmt.Errorf("interrupted by a signal: %w", syscall.EINTR)

// errExited is the cause of the context of a process whose program has returned.
var errExited = errors.New("process has ended")

// Kill is kill(2) from a process; nil stands for root. pid > 0 is one process, 0 the caller's group, -1 all that may be
// signalled except init and the caller, below that the group -pid. Signal 0 only checks. ESRCH, EPERM, EINVAL.
// Init catches nothing, so signals to it do nothing, as on Linux.
func (k *Kernel) Kill(from *Process, pid int, sig Signal) error {
	if sig != 0 && !validSignal(sig) {
		return syscall.EINVAL
	}
	var targets []*Process
	switch {
	case pid > 0:
		if p := k.Lookup(pid); p != nil {
			targets = []*Process{p}
		}
	case pid == -1:
		targets = k.filter(func(p *Process) bool { return p != k.init && p != from })
	default:
		group := -pid
		if pid == 0 {
			if from == nil {
				return syscall.EINVAL
			}
			group = from.PGID()
		}
		targets = k.filter(func(p *Process) bool { return p.pgid == group })
	}
	if len(targets) == 0 {
		return syscall.ESRCH
	}
	sent := false
	for _, p := range targets {
		if from != nil && !from.maySignal(p, sig) {
			continue
		}
		sent = true
		if sig != 0 {
			p.Signal(sig)
		}
	}
	if !sent {
		return syscall.EPERM
	}
	return nil
}

func (p *Process) maySignal(target *Process, sig Signal) bool {
	mine := p.Cred().UID
	return mine == 0 || mine == target.Cred().UID || sig == SIGCONT && p.SID() == target.SID()
}

// Signal delivers sig to p: a caught signal is queued, an ignored one dropped, else the default action of signal(7) is
// taken. It never blocks. A process that has ended gives no error, as a zombie does not. EINVAL for no valid signal.
func (p *Process) Signal(sig Signal) error {
	if !validSignal(sig) {
		return syscall.EINVAL
	}
	if p == p.k.init {
		return nil
	}
	if sig == SIGCONT { // it continues even when it is ignored or caught
		p.resume()
	}
	b := bit(sig)
	p.mu.Lock()
	if p.ended || p.killedBy != 0 {
		p.mu.Unlock()
		return nil
	}
	if sig != SIGKILL && sig != SIGSTOP {
		if p.ignored&b != 0 {
			p.mu.Unlock()
			return nil
		}
		if p.caught&b != 0 {
			p.queue(b)
			p.mu.Unlock()
			return nil
		}
	}
	p.mu.Unlock()
	switch defaultAction(sig) {
	case actTerm, actCore:
		p.kill(sig)
	case actStop:
		if p.mayStop(sig) {
			p.stop(sig)
		}
	}
	return nil
}

// queue makes a caught signal pending. The caller holds p.mu.
func (p *Process) queue(b uint64) {
	p.pending.Or(b)
	if p.notify != nil {
		select {
		case p.notify <- struct{}{}:
		default:
		}
	}
	for _, i := range p.intr {
		i.cancel(ErrInterrupted)
	}
}

// kill ends p by sig, whatever its dispositions say. Init has no program that could end: a panic on a goroutine of it, as
// the service manager's, is in the log and ends that goroutine only.
func (p *Process) kill(sig Signal) {
	if p == p.k.init {
		return
	}
	p.mu.Lock()
	if p.ended || p.killedBy != 0 {
		p.mu.Unlock()
		return
	}
	p.killedBy = sig
	p.killDone = make(chan struct{})
	p.up.Or(upKilled)
	p.mu.Unlock()
	p.cancel(&KilledError{sig})
	func() {
		defer close(p.killDone)
		p.runExit(&p.owned)
	}()
	p.killBound()
}

// killBound kills the children whose context was this process's own.
func (p *Process) killBound() {
	if !p.hasBound.Load() {
		return
	}
	p.k.mu.Lock()
	var list []*Process
	for c := p.child; c != nil; c = c.next {
		if c.bound && !c.zombie {
			list = append(list, c)
		}
	}
	p.k.mu.Unlock()
	for _, c := range list {
		c.kill(SIGKILL)
	}
}

// stop suspends p at its next kernel call or Safepoint.
func (p *Process) stop(sig Signal) {
	p.mu.Lock()
	if p.ended || p.killedBy != 0 || p.up.Load()&upStopped != 0 {
		p.mu.Unlock()
		return
	}
	p.stopSig = sig
	p.cont = make(chan struct{})
	p.up.Or(upStopped)
	p.mu.Unlock()
	p.changed(true)
}

func (p *Process) resume() {
	p.mu.Lock()
	if p.up.Load()&upStopped == 0 || p.ended {
		p.mu.Unlock()
		return
	}
	p.up.And(^uint32(upStopped))
	close(p.cont)
	p.mu.Unlock()
	p.changed(false)
}

// changed tells the parent of a stop or a continue.
func (p *Process) changed(stopped bool) {
	p.k.mu.Lock()
	if p.zombie {
		p.k.mu.Unlock()
		return
	}
	p.wstop, p.wcont = stopped, !stopped
	parent := p.parent
	if parent != nil {
		parent.wakeWaiters()
	}
	p.k.mu.Unlock()
	if parent != nil {
		parent.Signal(SIGCHLD)
	}
}

// SetDisposition says what p does with sig and returns what it did before. SIGKILL and SIGSTOP stay at the default.
// Ignoring a signal drops it when it is pending.
func (p *Process) SetDisposition(sig Signal, d Disposition) (old Disposition) {
	if !validSignal(sig) {
		return SigDefault
	}
	b := bit(sig)
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.ignored&b != 0:
		old = SigIgnore
	case p.caught&b != 0:
		old = SigCatch
	}
	if sig == SIGKILL || sig == SIGSTOP {
		return old
	}
	p.ignored &^= b
	p.caught &^= b
	switch d {
	case SigIgnore:
		p.ignored |= b
		p.pending.And(^b)
	case SigCatch:
		p.caught |= b
	}
	return old
}

// Disposition is what p does with sig.
func (p *Process) Disposition(sig Signal) Disposition {
	if !validSignal(sig) {
		return SigDefault
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch b := bit(sig); {
	case p.ignored&b != 0:
		return SigIgnore
	case p.caught&b != 0:
		return SigCatch
	}
	return SigDefault
}

// NotifySignal returns a channel that is poked when a caught signal becomes pending. It holds one poke.
func (p *Process) NotifySignal() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.notify == nil {
		p.notify = make(chan struct{}, 1)
		if p.pending.Load() != 0 {
			p.notify <- struct{}{}
		}
	}
	return p.notify
}

// TakeSignal takes the pending caught signal with the lowest number.
func (p *Process) TakeSignal() (Signal, bool) {
	for {
		m := p.pending.Load()
		if m == 0 {
			return 0, false
		}
		n := bits.TrailingZeros64(m)
		if p.pending.CompareAndSwap(m, m&^(1<<n)) {
			return Signal(n + 1), true
		}
	}
}

// SignalPending reports whether TakeSignal has something.
func (p *Process) SignalPending() bool { return p.pending.Load() != 0 }

type interrupt struct{ cancel context.CancelCauseFunc }

// Interruptible returns a context under ctx that ends, with the cause ErrInterrupted, as soon as a caught signal is pending:
// for calls that a trap must break, as read and wait.
func (p *Process) Interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	c, cancel := context.WithCancelCause(ctx)
	i := &interrupt{cancel}
	p.mu.Lock()
	p.intr = append(p.intr, i)
	pending := p.pending.Load() != 0
	p.mu.Unlock()
	if pending {
		cancel(ErrInterrupted)
	}
	return c, func() {
		p.mu.Lock()
		for j, x := range p.intr {
			if x == i {
				last := len(p.intr) - 1
				p.intr[j] = p.intr[last]
				p.intr[last] = nil
				p.intr = p.intr[:last]
				break
			}
		}
		p.mu.Unlock()
		cancel(nil)
	}
}

// Safepoint is where a stop takes effect and a kill is noticed: it blocks while p is stopped and returns the error that
// ends p when it is killed. It costs one atomic load; programs call it in every loop that could run long.
func (p *Process) Safepoint() error {
	if p.up.Load() == 0 {
		return nil
	}
	return p.safepoint()
}

func (p *Process) safepoint() error {
	for {
		p.mu.Lock()
		if p.killedBy != 0 {
			err := &KilledError{p.killedBy}
			p.mu.Unlock()
			return err
		}
		if p.up.Load()&upStopped == 0 {
			p.mu.Unlock()
			return nil
		}
		cont := p.cont
		p.mu.Unlock()
		select {
		case <-cont:
		case <-p.ctx.Done():
		}
	}
}

// Killed reports whether a signal has ended p, or is about to.
func (p *Process) Killed() bool { return p.up.Load()&upKilled != 0 }

// ExitSignal is the signal that ended p, or is about to; 0 for none.
func (p *Process) ExitSignal() Signal {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.killedBy
}

// Sleep waits for d on the box's clock. It ends early with the cause of ctx, or with a *KilledError when p is killed. A
// stop does not lengthen it: p sleeps on, and stays stopped when the time is over.
func (p *Process) Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return p.Safepoint()
	}
	t := p.k.clock.NewTimer(d)
	defer t.Stop()
	p.sleeping.Add(1)
	defer p.sleeping.Add(-1)
	select {
	case <-t.C():
	case <-p.ctx.Done():
	case <-ctx.Done():
		if err := p.Safepoint(); err != nil {
			return err
		}
		return context.Cause(ctx)
	}
	return p.Safepoint()
}
