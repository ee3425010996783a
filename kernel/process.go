package kernel

import (
	"context"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/sandpit-dev/sandpit/vfs"
)

// Program is what a process runs. It returns the exit status (its low 8 bits count); ctx ends when the process is killed.
type Program func(ctx context.Context, p *Process) int

// Cred are the credentials of a process.
type Cred struct {
	UID, GID int
	Groups   []int // supplementary groups; not to be modified
}

// State is what a process is doing, as ps shows it.
type State uint8

const (
	Running  State = iota // R
	Sleeping              // S: blocked in a kernel call
	Stopped               // T
	Zombie                // Z: ended and not yet waited for
)

// Letter is the letter of ps and /proc/PID/stat.
func (s State) Letter() string { return "RSTZ"[s : s+1] }

// String is the name in /proc/PID/status.
func (s State) String() string {
	return [...]string{"running", "sleeping", "stopped", "zombie"}[s]
}

// Process is one process of a box. Its methods are safe for concurrent use; a *Process stays valid after its end.
type Process struct {
	k         *Kernel
	pid       int
	startTime time.Time
	ctx       context.Context
	cancel    context.CancelCauseFunc
	done      chan struct{}
	std       [3]FD

	// What a signal may have changed, so that the usual case is one atomic load.
	up       atomic.Uint32                   // upKilled, upStopped
	pending  atomic.Uint64                   // caught signals to take
	sleeping atomic.Int32                    // goroutines blocked in kernel calls
	openCtx  atomic.Pointer[context.Context] // OpenContext

	// The tree and the wait state; guarded by k.mu.
	parent     *Process
	child      *Process // first child; the oldest
	lastChild  *Process
	prev, next *Process // siblings
	pgid, sid  int
	cgroup     *Cgroup
	zombie     bool
	reaped     bool
	status     Status
	wstop      bool // stopped and not yet reported to wait
	wcont      bool // continued and not yet reported
	childCh    chan struct{}
	bound      bool // killed when the parent's context ends
	hasBound   atomic.Bool

	stopCtx func() bool // unlinks from the context given to Spawn

	mu       sync.Mutex
	args     []string
	env      []string // never modified, only replaced
	dir      string
	home     *vfs.FS // a view with the directory that dir was at the time of chdir; nil before the first
	umask    fs.FileMode
	nice     int8 // -20..19
	cred     Cred
	exe      string
	view     atomic.Pointer[vfs.FS] // FS() until chdir, umask or setuid
	fds      []fdEntry
	rlim     *Rlimits // nil: the box's limits
	ignored  uint64   // signal masks, bit(s)
	caught   uint64
	notify   chan struct{} // NotifySignal
	intr     []*interrupt  // Interruptible contexts
	killedBy Signal
	killDone chan struct{} // set with killedBy, closed when the killer has let go of what p owns
	stopSig  Signal
	cont     chan struct{} // closed by SIGCONT
	atExit   []*exitFunc
	owned    []*exitFunc // run at a kill too
	ended    bool
	tty      *TTY
}

const (
	upKilled  = 1
	upStopped = 2
)

func (p *Process) bindStd() {
	for i := range p.std {
		p.std[i] = FD{p, i}
	}
}

// Kernel is the kernel p belongs to.
func (p *Process) Kernel() *Kernel { return p.k }

// PID is the process number.
func (p *Process) PID() int { return p.pid }

// PPID is the pid of the parent; 0 for init.
func (p *Process) PPID() int {
	if parent := p.Parent(); parent != nil {
		return parent.pid
	}
	return 0
}

// Parent is the parent process: the one that made p, or init when that has ended; nil for init.
func (p *Process) Parent() *Process {
	p.k.mu.Lock()
	defer p.k.mu.Unlock()
	return p.parent
}

// Children lists the children that have not been waited for, by pid.
func (p *Process) Children() []*Process {
	return p.k.filter(func(c *Process) bool { return c.parent == p })
}

// PGID is the process group.
func (p *Process) PGID() int {
	p.k.mu.Lock()
	defer p.k.mu.Unlock()
	return p.pgid
}

// SID is the session.
func (p *Process) SID() int {
	p.k.mu.Lock()
	defer p.k.mu.Unlock()
	return p.sid
}

// SetPGID is setpgid(2): 0 makes a new group led by p; else the group must exist in p's session. EPERM otherwise.
func (p *Process) SetPGID(pgid int) error {
	k := p.k
	k.mu.Lock()
	defer k.mu.Unlock()
	if pgid < 0 {
		return syscall.EINVAL
	}
	if pgid == 0 {
		pgid = p.pid
	}
	if p.sid == p.pid {
		return syscall.EPERM
	}
	if pgid != p.pid && !k.groupIn(pgid, p.sid) {
		return syscall.EPERM
	}
	p.pgid = pgid
	return nil
}

// SetSID is setsid(2): p leads a new session and a new group and has no terminal. EPERM for a group leader.
func (p *Process) SetSID() (int, error) {
	k := p.k
	k.mu.Lock()
	if p.pgid == p.pid {
		k.mu.Unlock()
		return 0, syscall.EPERM
	}
	p.sid, p.pgid = p.pid, p.pid
	k.mu.Unlock()
	p.mu.Lock()
	p.tty = nil
	p.mu.Unlock()
	return p.pid, nil
}

// groupIn reports whether a process of session sid is in the group. The caller holds k.mu.
func (k *Kernel) groupIn(pgid, sid int) bool {
	for _, q := range k.procs {
		if q.pgid == pgid && q.sid == sid {
			return true
		}
	}
	return false
}

// Args is argv. The slice must not be modified.
func (p *Process) Args() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.args
}

// SetArgs replaces argv, as a program does that rewrites its title.
func (p *Process) SetArgs(args []string) {
	p.mu.Lock()
	p.args = args
	p.mu.Unlock()
}

// Name is the base name of Args[0], as ps shows it.
func (p *Process) Name() string {
	args := p.Args()
	if len(args) == 0 {
		return ""
	}
	name := args[0]
	if strings.HasSuffix(name, "/") {
		return name
	}
	return name[strings.LastIndexByte(name, '/')+1:]
}

// Exe is the path of the file p runs; "" when it runs a Go function.
func (p *Process) Exe() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.exe
}

// Getenv is the value of an environment variable, "" when unset.
func (p *Process) Getenv(key string) string {
	v, _ := p.LookupEnv(key)
	return v
}

// LookupEnv is Getenv that tells unset from empty.
func (p *Process) LookupEnv(key string) (string, bool) {
	p.mu.Lock()
	env := p.env
	p.mu.Unlock()
	return lookupEnv(env, key)
}

func lookupEnv(env []string, key string) (string, bool) {
	for i := len(env) - 1; i >= 0; i-- {
		if e := env[i]; len(e) > len(key) && e[len(key)] == '=' && e[:len(key)] == key {
			return e[len(key)+1:], true
		}
	}
	return "", false
}

// Environ is a copy of the environment, KEY=value each.
func (p *Process) Environ() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.env)
}

// SetEnviron replaces the environment. It keeps env, which must not be modified afterwards.
func (p *Process) SetEnviron(env []string) {
	p.mu.Lock()
	p.env = env
	p.mu.Unlock()
}

// Dir is the working directory, an absolute path.
func (p *Process) Dir() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dir
}

// Chdir is chdir(2). A relative dir is under the old one, wherever that was moved to, and ".." is the directory above. Dir keeps
// the links of names as they were written as long as they lead there. The directory must exist and be searchable.
func (p *Process) Chdir(dir string) error {
	fsys := p.FS()
	info, err := fsys.Stat(dir)
	if err != nil {
		return pathError("chdir", dir, err)
	}
	if !info.IsDir() {
		return &fs.PathError{Op: "chdir", Path: dir, Err: syscall.ENOTDIR}
	}
	if !p.mayAccess(info, 1) {
		return &fs.PathError{Op: "chdir", Path: dir, Err: syscall.EACCES}
	}
	leadsThere := func(abs string) bool {
		there, err := fsys.Stat(abs)
		return err == nil && vfs.SameFile(there, info)
	}
	abs := fsys.Abs(dir)
	home := fsys.In(dir)
	if !leadsThere(abs) {
		if real, err := home.Realpath("."); err == nil {
			abs = real
		} // else it was removed, and keeps the name that it had
	}
	if leadsThere(abs) {
		home = fsys.In(abs)
	}
	home = home.For(nil)
	p.mu.Lock()
	p.dir, p.home = abs, home
	p.view.Store(nil)
	p.mu.Unlock()
	return nil
}

// pathError keeps the errno of err and gives it the operation and the name the caller knows.
func pathError(op, name string, err error) error {
	if errno, ok := Errno(err); ok {
		return &fs.PathError{Op: op, Path: name, Err: errno}
	}
	return err
}

// mayAccess checks mode (4 read, 2 write, 1 execute) against a file's bits for p's credentials.
func (p *Process) mayAccess(info fs.FileInfo, mode fs.FileMode) bool {
	p.mu.Lock()
	cred := p.cred
	p.mu.Unlock()
	return cred.may(info, mode)
}

func (c Cred) may(info fs.FileInfo, mode fs.FileMode) bool {
	perm := info.Mode().Perm()
	if c.UID == 0 {
		return mode&1 == 0 || perm&0o111 != 0 || info.IsDir()
	}
	if st, ok := info.Sys().(*vfs.Stat); ok {
		switch {
		case st.UID == c.UID:
			perm >>= 6
		case st.GID == c.GID || slices.Contains(c.Groups, st.GID):
			perm >>= 3
		}
	}
	return perm&mode == mode
}

// FS is the disk as p sees it: relative names are under Dir(), and p's credentials and umask count. It is the same pointer
// until one of these changes.
func (p *Process) FS() *vfs.FS {
	if v := p.view.Load(); v != nil {
		return v
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	home := p.home
	if home == nil {
		home = p.k.fs.In(p.dir)
	}
	v := home.WithCred(vfs.Cred{UID: p.cred.UID, GID: p.cred.GID, Groups: p.cred.Groups, Umask: p.umask}).For(p)
	p.view.Store(v)
	return v
}

// Umask is the file mode creation mask.
func (p *Process) Umask() fs.FileMode {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.umask
}

// SetUmask sets the mask (its permission bits) and returns the old one.
func (p *Process) SetUmask(mask fs.FileMode) (old fs.FileMode) {
	p.mu.Lock()
	defer p.mu.Unlock()
	old, p.umask = p.umask, mask&0o777
	p.view.Store(nil)
	return old
}

// Cred are the credentials.
func (p *Process) Cred() Cred {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cred
}

// SetCred replaces the credentials. It does not check permission: the program that offers it (su, sudo, login) decides.
func (p *Process) SetCred(c Cred) {
	p.mu.Lock()
	p.cred = c
	p.view.Store(nil)
	p.mu.Unlock()
}

// User is the name of the user in /etc/passwd, else the number.
func (p *Process) User() string {
	uid := p.Cred().UID
	if u, ok := p.k.LookupUID(uid); ok {
		return u.Name
	}
	return strconv.Itoa(uid)
}

// Context ends when p is killed or has ended. Its cause is a *KilledError for a kill.
func (p *Process) Context() context.Context { return p.ctx }

// StartTime is when p was made.
func (p *Process) StartTime() time.Time { return p.startTime }

// State is what p is doing.
func (p *Process) State() State {
	p.k.mu.Lock()
	zombie := p.zombie
	p.k.mu.Unlock()
	up := p.up.Load()
	switch {
	case zombie:
		return Zombie
	case up&upStopped != 0 && up&upKilled == 0:
		return Stopped
	case p.sleeping.Load() > 0 || p == p.k.init:
		return Sleeping
	}
	return Running
}

// Cgroup is the cgroup, or nil.
func (p *Process) Cgroup() *Cgroup {
	p.k.mu.Lock()
	defer p.k.mu.Unlock()
	return p.cgroup
}

// SetCgroup moves p, not its children, to another cgroup; nil is none.
func (p *Process) SetCgroup(c *Cgroup) {
	p.k.mu.Lock()
	if p.zombie || p.cgroup == c {
		p.k.mu.Unlock()
		return
	}
	old := p.cgroup
	p.cgroup = c
	first := join(c)
	last := part(old)
	p.k.mu.Unlock()
	old.left(last)
	if first {
		c.enter(true)
	}
}

func join(c *Cgroup) (first bool) {
	if c == nil {
		return false
	}
	c.members++
	return c.members == 1
}

func part(c *Cgroup) (last bool) {
	if c == nil {
		return false
	}
	c.members--
	return c.members == 0
}

func (c *Cgroup) left(last bool) {
	if c != nil {
		c.leave(last)
	}
}

// Stdin reads from descriptor 0, Stdout and Stderr write to 1 and 2; EBADF when closed.
func (p *Process) Stdin() io.Reader { return &p.std[0] }

// Stdout writes to descriptor 1.
func (p *Process) Stdout() io.Writer { return &p.std[1] }

// Stderr writes to descriptor 2.
func (p *Process) Stderr() io.Writer { return &p.std[2] }

type exitFunc struct{ fn func() }

// AtExit calls fn on p's goroutine when its program has returned, before its descriptors are closed, last registered
// first; cancel prevents that. When p has ended already, fn is called at once.
func (p *Process) AtExit(fn func()) (cancel func()) { return p.register(&p.atExit, false, fn) }

// onEnd is AtExit for what a program may be blocked in, as its listeners: it also happens at a kill, on the goroutine of
// the killer. fn must not block.
func (p *Process) onEnd(fn func()) (cancel func()) { return p.register(&p.owned, true, fn) }

func (p *Process) register(list *[]*exitFunc, kill bool, fn func()) (cancel func()) {
	e := &exitFunc{fn}
	p.mu.Lock()
	if p.ended || kill && p.killedBy != 0 {
		p.mu.Unlock()
		fn()
		return func() {}
	}
	*list = append(*list, e)
	p.mu.Unlock()
	return func() {
		p.mu.Lock()
		if i := slices.Index(*list, e); i >= 0 {
			*list = slices.Delete(*list, i, i+1)
		}
		p.mu.Unlock()
	}
}

func (p *Process) runExit(list *[]*exitFunc) {
	for {
		p.mu.Lock()
		n := len(*list)
		if n == 0 {
			p.mu.Unlock()
			return
		}
		e := (*list)[n-1]
		*list = (*list)[:n-1]
		p.mu.Unlock()
		e.fn()
	}
}
