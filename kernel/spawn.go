package kernel

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/sandpit-dev/sandpit/vfs"
)

// Spec says what a new process runs and what it inherits.
type Spec struct {
	Path string   // file to run, looked up in the PATH of Env when it has no slash; "" = Args[0]
	Args []string // argv; empty = [Path]. Kept, not to be modified
	Func Program  // run this Go function instead of a file (Args still names it)
	Env  []string // environment, KEY=value; nil = the parent's. Kept, not to be modified
	Dir  string   // working directory; "" = the parent's; a relative one is under it
	// Files become the descriptors 0..n-1; nil entries are closed. The process takes references of its own.
	// A nil slice stands for the parent's whole table without what is marked close-on-exec.
	Files []*File
	Cred  *Cred // credentials; nil = the parent's

	NewGroup   bool // lead a new process group
	Group      int  // join that group; 0 with NewGroup false = the parent's
	NewSession bool // lead a new session (and group), without a terminal
	TTY        *TTY // with NewSession: its controlling terminal, with the process in the foreground

	Ignore  []Signal // ignored in the child
	Default []Signal // at the default in the child, even when the parent ignores them
	Cgroup  *Cgroup  // nil = the parent's

	// Setup runs in the child before its program, as what stands between fork and exec does: umask, resource limits. The
	// file to run has been found by then.
	Setup func(*Process)
}

// Spawn starts a child of init. ctx: when it ends the process gets SIGKILL; pass context.Background() for one that may
// outlive the caller. With Files nil it has no descriptors.
func (k *Kernel) Spawn(ctx context.Context, spec Spec) (*Process, error) {
	return k.init.Spawn(ctx, spec)
}

// Spawn is fork and exec in one. Errors leave nothing behind: ENOENT (a shell says 127), EACCES (126), ENOEXEC (a script
// without #!, which a shell runs itself), E2BIG, EAGAIN; the last two are *LimitError too. When ctx ends, the child gets
// SIGKILL; ctx may be p's own context: then the child dies with p, and it must be context.Background() for a child that
// may outlive p. Values of ctx are not carried into the child.
func (p *Process) Spawn(ctx context.Context, spec Spec) (*Process, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	c, prog, err := p.prepare(&spec)
	if err != nil {
		return nil, err
	}
	if spec.Files != nil {
		c.fds = make([]fdEntry, len(spec.Files))
		for i, f := range spec.Files {
			if f != nil {
				c.fds[i].f = f.Ref()
			}
		}
	} else {
		p.mu.Lock()
		c.fds = copyFDs(p.fds, true)
		p.mu.Unlock()
	}
	if err := c.launch(ctx, p, prog, &spec); err != nil {
		return nil, err
	}
	return c, nil
}

// prepare makes a child with everything but its files, and finds its program.
func (p *Process) prepare(spec *Spec) (*Process, Program, error) {
	p.mu.Lock()
	c := &Process{
		k: p.k, args: spec.Args, env: spec.Env, dir: p.dir, home: p.home, umask: p.umask, cred: p.cred, rlim: p.rlim, ignored: p.ignored,
		tty: p.tty, nice: p.nice,
	}
	if c.env == nil {
		c.env = p.env
	}
	p.mu.Unlock()
	for _, s := range spec.Default {
		if validSignal(s) {
			c.ignored &^= bit(s)
		}
	}
	for _, s := range spec.Ignore {
		if validSignal(s) && s != SIGKILL && s != SIGSTOP {
			c.ignored |= bit(s)
		}
	}
	view := (*vfs.FS)(nil)
	if spec.Cred != nil || spec.Dir != "" {
		if spec.Cred != nil {
			c.cred = *spec.Cred
		}
		if spec.Dir != "" {
			if err := c.Chdir(spec.Dir); err != nil {
				return nil, nil, err
			}
		}
		view = c.FS()
	} else if spec.Func == nil {
		view = p.FS()
	}
	prog := spec.Func
	if prog == nil {
		var err error
		x := execution{k: p.k, view: view, cred: c.cred, dir: c.dir}
		if prog, err = x.resolve(spec.Path, c.args, c.env); err != nil {
			return nil, nil, err
		}
		c.args, c.exe = x.args, x.exe
	} else if len(c.args) == 0 {
		c.args = []string{spec.Path}
	}
	if err := p.argsFit(c.args, c.env); err != nil {
		return nil, nil, err
	}
	if setup, run := spec.Setup, prog; setup != nil {
		prog = func(ctx context.Context, p *Process) int { setup(p); return run(ctx, p) }
	}
	return c, prog, nil
}

// argsFit checks the limit of argument bytes: strings with their terminators, and a pointer each, as execve counts.
func (p *Process) argsFit(args, env []string) error {
	limit := p.k.limits.ArgBytes
	if limit < 0 {
		return nil
	}
	var n int64
	for _, s := range args {
		n += int64(len(s)) + 9
	}
	for _, s := range env {
		n += int64(len(s)) + 9
	}
	if n > limit {
		return p.LimitHit(LimitArgs, limit)
	}
	return nil
}

// Fork starts a child that is a copy of p (descriptors, directory, umask, environment, credentials, group, cgroup,
// ignored signals; caught ones are at the default until the child catches them itself) and runs fn. ctx is as in Spawn.
func (p *Process) Fork(ctx context.Context, fn Program) (*Process, error) {
	c, err := p.copy(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.launch(ctx, p, fn, nil); err != nil {
		return nil, err
	}
	return c, nil
}

// Vfork is Fork with p suspended until its child has ended, vfork(2): the child runs on the calling goroutine, which saves
// half of what a process costs. It is for children that are over soon; a kill of p kills the child too.
func (p *Process) Vfork(fn Program) (*Process, error) {
	c, err := p.copy(p.ctx)
	if err != nil {
		return nil, err
	}
	if err := c.start(p.ctx, p, nil); err != nil {
		return nil, err
	}
	c.run(fn)
	return c, nil
}

// copy makes the process of a fork.
func (p *Process) copy(ctx context.Context) (*Process, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return &Process{
		k: p.k, args: p.args, env: p.env, dir: p.dir, home: p.home, umask: p.umask, cred: p.cred, exe: p.exe, rlim: p.rlim,
		ignored: p.ignored, tty: p.tty, nice: p.nice, fds: copyFDs(p.fds, false),
	}, nil
}

// launch starts c and runs it on a goroutine of its own.
func (c *Process) launch(ctx context.Context, parent *Process, prog Program, spec *Spec) error {
	if err := c.start(ctx, parent, spec); err != nil {
		return err
	}
	go func() {
		growStack(0)
		c.run(prog)
	}()
	return nil
}

// start enters c in the process table. On an error c is dropped.
func (c *Process) start(ctx context.Context, parent *Process, spec *Spec) error {
	k := c.k
	c.begin()
	first, err := k.enter(c, parent, spec, ctx == parent.ctx && parent != k.init)
	if err != nil {
		c.cancel(err)
		closeFDs(c.fds)
		return err
	}
	if first {
		c.cgroup.enter(true)
	}
	if !c.bound && ctx.Done() != nil {
		c.stopCtx = context.AfterFunc(ctx, func() { c.kill(SIGKILL) })
	}
	if k.log != nil || k.subs.Load() != nil {
		k.emit(Event{Process: c})
	}
	return nil
}

// begin fills in what every new process has of its own.
func (c *Process) begin() {
	c.startTime = c.k.clock.Now()
	c.ctx, c.cancel = context.WithCancelCause(context.Background())
	c.done = make(chan struct{})
	c.bindStd()
}

// enter gives c its pid and its place in the tree.
func (k *Kernel) enter(c, parent *Process, spec *Spec, bound bool) (first bool, err error) {
	k.mu.Lock()
	if k.closed {
		k.mu.Unlock()
		return false, ErrClosed
	}
	if parent.up.Load()&upKilled != 0 {
		k.mu.Unlock()
		return false, parent.Safepoint()
	}
	if parent.zombie {
		k.mu.Unlock()
		return false, errExited
	}
	if limit := k.limits.Processes; limit >= 0 && len(k.procs)-1 >= limit {
		k.mu.Unlock()
		return false, parent.LimitHit(LimitProcesses, int64(limit))
	}
	if n, ok := c.rlimit(RlimitProcesses); ok && c.cred.UID != 0 && k.countUser(c.cred.UID) >= n {
		k.mu.Unlock()
		return false, &LimitError{Limit: LimitProcesses, Max: n, PID: parent.pid}
	}
	c.pid = k.newPID()
	c.pgid, c.sid, c.cgroup = parent.pgid, parent.sid, parent.cgroup
	if spec != nil {
		if spec.Group > 0 {
			c.pgid = spec.Group
		}
		if spec.NewGroup || spec.NewSession {
			c.pgid = c.pid
		}
		if spec.NewSession {
			c.sid = c.pid
			if c.tty = spec.TTY; c.tty != nil {
				c.tty.control(c.sid, c.pgid)
			}
		}
		if spec.Cgroup != nil {
			c.cgroup = spec.Cgroup
		}
	}
	first = join(c.cgroup)
	c.link(parent)
	if bound {
		c.bound = true
		parent.hasBound.Store(true)
	}
	k.procs[c.pid] = c
	k.wg.Add(1)
	k.mu.Unlock()
	k.forks.Add(1)
	return first, nil
}

// PIDMax is one more than the largest pid (/proc/sys/kernel/pid_max).
const PIDMax = 32768

// newPID gives out pids upwards; after the wrap it starts at 300, as Linux does, and skips numbers that are still in use
// as pid, group or session. The caller holds k.mu.
func (k *Kernel) newPID() int {
	for {
		k.lastPID++
		if k.lastPID >= PIDMax && !k.unboundPIDs() {
			k.lastPID, k.wrapped = 300, true
		}
		if !k.wrapped || !k.pidInUse(k.lastPID) {
			return k.lastPID
		}
	}
}

// unboundPIDs lifts pid_max when the box may have more processes than it has room for.
func (k *Kernel) unboundPIDs() bool { return len(k.procs) > PIDMax/2 }

func (k *Kernel) pidInUse(pid int) bool {
	if k.procs[pid] != nil {
		return true
	}
	for _, q := range k.procs {
		if q.pgid == pid || q.sid == pid {
			return true
		}
	}
	return false
}

func (k *Kernel) countUser(uid int) (n int64) {
	for _, q := range k.procs {
		if !q.zombie && q.credUID() == uid {
			n++
		}
	}
	return n
}

func (p *Process) credUID() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cred.UID
}

// run runs a process's program. Whatever the program does, the process ends in order: a panic and a
// runtime.Goexit end it with SIGABRT.
func (p *Process) run(prog Program) {
	code, returned := 0, false
	defer func() {
		if !returned {
			p.abort(recover())
		}
		p.exit(code)
	}()
	code = prog(p.ctx, p)
	returned = true
}

// stackBytes is what a shell's process needs for a simple command.
const stackBytes = 6 << 10

// growStack makes the goroutine's stack as large as it is going to be while there is nothing on it. Growing step by step
// on the way down copies ever more frames, which was a fifth of the cost of a command substitution.
//
//go:noinline
func growStack(i int) byte {
	var room [stackBytes]byte
	return room[i]
}

// abort reports a panic (or, with nil, a Goexit) on the process's stderr and marks it as ended by SIGABRT.
func (p *Process) abort(r any) {
	if p.k.log != nil {
		p.k.log.Error("panic", "pid", p.pid, "name", p.Name(), "panic", fmt.Sprint(r), "stack", string(debug.Stack()))
	}
	if r == nil {
		r = "the program's goroutine ended"
	}
	text := fmt.Sprint(r)
	if len(text) > 1024 {
		text = text[:1024] + "..."
	}
	func() {
		defer func() { _ = recover() }()
		fmt.Fprintf(p.Stderr(), "%s: internal error: %s\n", p.Name(), text)
	}()
	p.kill(SIGABRT)
}

// Go runs fn on another goroutine of p. A panic in it ends p as one of the program does, unless p is init. fn must end when p's context ends;
// Close waits for it. It reports false, and does nothing, when p has ended.
func (p *Process) Go(fn func()) bool {
	p.k.mu.Lock()
	if p.zombie || p == p.k.init && p.k.closed {
		p.k.mu.Unlock()
		return false
	}
	p.k.wg.Add(1)
	p.k.mu.Unlock()
	go func() {
		defer p.k.wg.Done()
		returned := false
		defer func() {
			if !returned {
				if r := recover(); r != nil {
					p.abort(r)
				}
			}
		}()
		fn()
		returned = true
	}()
	return true
}

// exit ends p: what it owns is closed, its children go to init, its parent is told.
func (p *Process) exit(code int) {
	k := p.k
	defer k.wg.Done()
	p.guard(func() { p.runExit(&p.atExit) })
	p.guard(func() { p.runExit(&p.owned) })
	p.mu.Lock()
	fds := p.fds
	p.fds = nil
	p.mu.Unlock()
	p.guard(func() { closeFDs(fds) })

	p.mu.Lock()
	p.ended = true
	st := Status{Code: code & 0xff}
	killDone := p.killDone
	if p.killedBy != 0 {
		core := p.rlim != nil && p.rlim[RlimitCore].Soft != 0
		st = Status{Signal: p.killedBy, CoreDump: core && defaultAction(p.killedBy) == actCore}
	}
	late := len(p.atExit) > 0 || len(p.owned) > 0 || len(p.fds) > 0
	fds = p.fds
	p.fds = nil
	p.mu.Unlock()
	if killDone != nil { // a killer may still be closing what p owns, and p's end must not show before
		<-killDone
	}
	if late { // another goroutine of the program was still at work
		p.guard(func() { p.runExit(&p.atExit); p.runExit(&p.owned); closeFDs(fds) })
	}
	if p.stopCtx != nil {
		p.stopCtx()
	}
	p.cancel(errExited)
	p.killBound()

	p.leaveSession()

	k.mu.Lock()
	parent := p.parent
	endangered := p.endangered()
	for c := p.child; c != nil; {
		next := c.next
		c.link(k.init)
		c.reparented()
		c = next
	}
	p.child, p.lastChild = nil, nil
	p.zombie, p.status = true, st
	last := part(p.cgroup)
	if parent == k.init || parent.ignoresChildren() {
		p.reap()
	}
	parent.wakeWaiters()
	cgroup := p.cgroup
	k.mu.Unlock()
	k.wakeOrphans(endangered, p.sid)
	cgroup.left(last)
	if k.log != nil || k.subs.Load() != nil {
		k.emit(Event{Process: p, Exit: true, Status: st})
	}
	close(p.done)
	if parent != k.init {
		parent.Signal(SIGCHLD)
	}
}

// reparented is told to a child of init that ended before it became one: nobody will wait for it. The caller holds k.mu.
func (p *Process) reparented() {
	if p.zombie {
		p.reap()
	}
}

// ignoresChildren reports whether SIGCHLD is ignored explicitly: then children leave no zombies (wait(2)).
func (p *Process) ignoresChildren() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ignored&bit(SIGCHLD) != 0
}

// guard runs a piece of the exit; a panic in it is logged and forgotten.
func (p *Process) guard(fn func()) {
	defer func() {
		if r := recover(); r != nil && p.k.log != nil {
			p.k.log.Error("panic at exit", "pid", p.pid, "panic", fmt.Sprint(r))
		}
	}()
	fn()
}

// Exec is execve(2): it replaces the program, arguments and environment of p by those of spec and runs the new program on
// the calling goroutine; the caller must return its status. Descriptors marked close-on-exec are closed, caught signals
// reset. spec.Files, NewGroup, Group and NewSession are not looked at. An error leaves p unchanged.
func (p *Process) Exec(ctx context.Context, spec Spec) (int, error) {
	if err := (call{p, ctx}).err(); err != nil {
		return 0, err
	}
	c, prog, err := p.prepare(&spec)
	if err != nil {
		return 0, err
	}
	p.mu.Lock()
	p.args, p.env, p.exe, p.ignored, p.caught = c.args, c.env, c.exe, c.ignored, 0
	if spec.Cred != nil {
		p.cred = c.cred
	}
	if spec.Dir != "" {
		p.dir, p.home = c.dir, c.home
	}
	if spec.Cred != nil || spec.Dir != "" {
		p.view.Store(nil)
	}
	p.pending.Store(0)
	var drop []fdEntry
	for i := range p.fds {
		if p.fds[i].cloexec && p.fds[i].f != nil {
			drop = append(drop, p.fds[i])
			p.fds[i] = fdEntry{}
		}
	}
	p.mu.Unlock()
	closeFDs(drop)
	return prog(p.ctx, p), nil
}

// copyFDs copies a table for a child; exec leaves out what is close-on-exec.
func copyFDs(fds []fdEntry, exec bool) []fdEntry {
	n := len(fds)
	if n == 0 {
		return nil
	}
	c := slices.Clone(fds)
	for i := range c {
		switch {
		case c[i].f == nil:
		case exec && c[i].cloexec:
			c[i] = fdEntry{}
		default:
			c[i].f.Ref()
		}
	}
	return c
}

func closeFDs(fds []fdEntry) {
	for _, e := range fds {
		if e.f != nil {
			e.f.Close()
		}
	}
}
