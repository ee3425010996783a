package kernel

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sandpit-dev/sandpit/internal/redact"
	"github.com/sandpit-dev/sandpit/netstack"
	"github.com/sandpit-dev/sandpit/vfs"
)

// ErrClosed is returned by what is asked of a kernel after Close.
var ErrClosed = errors.New("kernel is closed")

// Config is what New makes a kernel from.
type Config struct {
	FS       *vfs.FS                                // the disk as root; required
	Net      *netstack.Stack                        // nil = a new one with the ports and connections of Limits and the names of /etc/hosts
	Programs map[string]Program                     // built-in programs by name (what a program file names); kept, not to be modified
	Hosts    func(name string) (ip string, ok bool) // more names for the network that New makes, asked after /etc/hosts
	Limits   Limits                                 // zero fields are those of DefaultLimits
	// Outbound makes the connections of the network that New makes to what is not the box's own; nil = none.
	Outbound func(ctx context.Context, network, addr string) (net.Conn, error)
	Clock    Clock        // nil = RealClock
	Seed     uint64       // 0 = unpredictable random numbers
	Hostname string       // "" = "sandpit"
	Log      *slog.Logger // nil = no log
}

// Kernel is one running box.
type Kernel struct {
	fs       *vfs.FS
	net      *netstack.Stack
	limits   Limits
	clock    Clock
	rand     *Rand
	hostname string
	hosts    func(name string) (ip string, ok bool)
	log      *slog.Logger
	boot     time.Time
	init     *Process
	rings    sync.Pool // full-size pipe buffers of this box

	progMu   sync.RWMutex
	base     map[string]Program // Config.Programs, never changed
	programs map[string]Program // registered later

	mu      sync.Mutex // the process table and the tree
	procs   map[int]*Process
	lastPID int
	wrapped bool
	closed  bool
	down    chan struct{} // closed by Close

	wg        sync.WaitGroup
	subs      atomic.Pointer[[]*subscriber]
	subMu     sync.Mutex
	cgroupSeq atomic.Uint64
	fileSeq   atomic.Uint64 // inode numbers of pipes, sockets and host files
	forks     atomic.Int64
	pipeBytes atomic.Int64
	fifos     fifoTable
	ttys      ttyTable
	closeOnce sync.Once
	bootOnce  sync.Once
	bootUUID  string
	netCancel func()
	attached  sync.Map // Attach
}

// Event is the start or the end of a process.
type Event struct {
	Process *Process
	Exit    bool   // false: started
	Status  Status // of an exit
}

type subscriber struct{ fn func(Event) }

// New boots a kernel over the disk cfg.FS: it mounts /proc, sets the disk's opener, limits and clock, and makes pid 1.
// The disk must not belong to another running kernel. Nothing runs until something is spawned.
func New(cfg Config) (*Kernel, error) {
	if cfg.FS == nil {
		return nil, errors.New("kernel: Config.FS is required")
	}
	k := &Kernel{
		fs:       cfg.FS,
		net:      cfg.Net,
		limits:   cfg.Limits.WithDefaults(),
		clock:    cfg.Clock,
		rand:     newRand(cfg.Seed),
		hostname: cfg.Hostname,
		log:      cfg.Log,
		procs:    make(map[int]*Process),
		base:     cfg.Programs,
		hosts:    cfg.Hosts,
		down:     make(chan struct{}),
	}
	if k.clock == nil {
		k.clock = RealClock{}
	}
	if k.hostname == "" {
		k.hostname = "sandpit"
	}
	k.boot = k.clock.Now()
	if k.net == nil {
		k.net = netstack.New(netstack.Config{
			Hostname: k.hostname,
			MaxPorts: atMost(k.limits.Ports),
			MaxConns: atMost(k.limits.Connections),
			Hosts:    k.lookupHost,
			Now:      k.clock.Now,
			Outbound: cfg.Outbound,
		})
	}
	k.fs.SetLimits(vfs.Limits{
		Bytes:    atMost(k.limits.DiskBytes),
		Inodes:   atMost(k.limits.Inodes),
		FileSize: atMost(k.limits.FileSize),
		OnHit:    k.diskLimit,
	})
	k.fs.SetClock(k.clock.Now)
	k.fs.SetOpener(k.openSpecial)
	k.init = &Process{
		k: k, pid: 1, pgid: 1, sid: 1, startTime: k.boot, args: []string{"init"}, env: defaultEnv(), dir: "/", umask: 0o022,
		done: make(chan struct{}), ctx: context.Background(),
	}
	k.init.bindStd()
	k.procs[1] = k.init
	k.lastPID = 1
	if err := k.mountProc(); err != nil {
		return nil, err
	}
	if k.log != nil {
		k.netCancel = k.net.Subscribe(func(e netstack.PortEvent) {
			msg := "port closed"
			if e.Open {
				msg = "port open"
			}
			k.log.Info(msg, "network", e.Network, "addr", e.Addr, "port", e.Port, "pid", e.Owner)
		})
	}
	return k, nil
}

// defaultEnv is what init gives to processes that ask for nothing else.
func defaultEnv() []string { return []string{"PATH=" + DefaultPath} }

// DefaultPath is the PATH that bash on Debian starts with.
const DefaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// Close ends the box: every process gets SIGKILL, no new one can start, the network is closed, and Close returns when
// every goroutine of the box has ended. It is safe to call it more than once and from several goroutines.
func (k *Kernel) Close() error {
	k.closeOnce.Do(func() {
		k.mu.Lock()
		k.closed = true
		all := make([]*Process, 0, len(k.procs))
		for _, p := range k.procs {
			all = append(all, p)
		}
		k.mu.Unlock()
		close(k.down)
		for _, p := range all {
			if p != k.init {
				p.kill(SIGKILL)
			}
		}
		k.net.Close()
		if k.netCancel != nil {
			k.netCancel()
		}
	})
	k.wg.Wait()
	return nil
}

// KillAll sends SIGKILL to every process but init and those that keep names, and waits until they, and what they may have
// started meanwhile, have ended. keep may be nil.
func (k *Kernel) KillAll(keep func(*Process) bool) {
	for {
		list := k.filter(func(p *Process) bool { return p != k.init && !p.zombie })
		if keep != nil {
			list = slices.DeleteFunc(list, keep)
		}
		if len(list) == 0 {
			return
		}
		for _, p := range list {
			p.kill(SIGKILL)
		}
		for _, p := range list {
			<-p.done
		}
	}
}

// Closed is closed when Close has begun.
func (k *Kernel) Closed() <-chan struct{} { return k.down }

// track adds one to the goroutines that Close waits for, unless it has begun.
func (k *Kernel) track() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return false
	}
	k.wg.Add(1)
	return true
}

// Attach returns the object that the box keeps under key, made by create at the first call: for a subsystem above the
// kernel that has one of itself for each box. key is compared as a key of a context is: give it a type of your own.
func (k *Kernel) Attach(key any, create func() any) any {
	if v, ok := k.attached.Load(key); ok {
		return v
	}
	v, _ := k.attached.LoadOrStore(key, create())
	return v
}

// Attached is what Attach made under key, or nil.
func (k *Kernel) Attached(key any) any {
	v, _ := k.attached.Load(key)
	return v
}

// FS is root's view of the disk.
func (k *Kernel) FS() *vfs.FS { return k.fs }

// Net is the loopback network.
func (k *Kernel) Net() *netstack.Stack { return k.net }

// Clock is the box's clock.
func (k *Kernel) Clock() Clock { return k.clock }

// Limits are the limits in force, defaults filled in.
func (k *Kernel) Limits() Limits { return k.limits }

// Hostname is the name of the box.
func (k *Kernel) Hostname() string { return k.hostname }

// Rand is the box's random number generator.
func (k *Kernel) Rand() *Rand { return k.rand }

// BootTime is when New was called, by the box's clock.
func (k *Kernel) BootTime() time.Time { return k.boot }

// Log is the logger of Config, or nil.
func (k *Kernel) Log() *slog.Logger { return k.log }

// Register adds or replaces a built-in program. A program file on the disk makes it runnable by name.
func (k *Kernel) Register(name string, prog Program) {
	k.progMu.Lock()
	defer k.progMu.Unlock()
	if k.programs == nil {
		k.programs = make(map[string]Program)
	}
	k.programs[name] = prog
}

// Program returns a built-in program, or nil.
func (k *Kernel) Program(name string) Program {
	k.progMu.RLock()
	defer k.progMu.RUnlock()
	if prog, ok := k.programs[name]; ok {
		return prog
	}
	return k.base[name]
}

// Processes lists all processes by pid, init and zombies included.
func (k *Kernel) Processes() []*Process {
	return k.filter(func(*Process) bool { return true })
}

func (k *Kernel) filter(keep func(*Process) bool) []*Process {
	k.mu.Lock()
	list := make([]*Process, 0, len(k.procs))
	for _, p := range k.procs {
		if keep(p) {
			list = append(list, p)
		}
	}
	k.mu.Unlock()
	slices.SortFunc(list, func(a, b *Process) int { return a.pid - b.pid })
	return list
}

// Lookup returns the process with that pid, or nil.
func (k *Kernel) Lookup(pid int) *Process {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.procs[pid]
}

// Subscribe calls fn at the start and the end of every process, on that process's goroutine or its parent's; fn must not
// block. A panic of fn is not caught.
func (k *Kernel) Subscribe(fn func(Event)) (cancel func()) {
	s := &subscriber{fn}
	k.changeSubs(func(list []*subscriber) []*subscriber { return append(slices.Clone(list), s) })
	return func() {
		k.changeSubs(func(list []*subscriber) []*subscriber {
			return slices.DeleteFunc(slices.Clone(list), func(x *subscriber) bool { return x == s })
		})
	}
}

func (k *Kernel) changeSubs(change func([]*subscriber) []*subscriber) {
	k.subMu.Lock()
	defer k.subMu.Unlock()
	var list []*subscriber
	if old := k.subs.Load(); old != nil {
		list = *old
	}
	list = change(list)
	k.subs.Store(&list)
}

func (k *Kernel) emit(e Event) {
	if subs := k.subs.Load(); subs != nil {
		for _, s := range *subs {
			s.fn(e)
		}
	}
	if k.log == nil {
		return
	}
	p := e.Process
	if e.Exit {
		k.log.Info("process exit", "pid", p.pid, "name", redact.Text(p.Name()), "status", e.Status.ExitCode())
	} else {
		k.log.Info("process start", "pid", p.pid, "ppid", p.PPID(), "args", redact.Args(p.Args()))
	}
}

func (k *Kernel) logLimit(e *LimitError) {
	if k.log != nil {
		k.log.Warn("limit hit", "limit", e.Limit, "max", e.Max, "pid", e.PID, "name", redact.Text(e.Name))
	}
}

// diskLimit is the disk's OnHit.
func (k *Kernel) diskLimit(caller any, limit string, max int64) {
	switch limit {
	case "disk-bytes":
		limit = LimitDisk
	case "file-size":
		limit = LimitFileSize
	}
	if p, ok := caller.(*Process); ok && p != nil {
		p.LimitHit(limit, max)
		return
	}
	k.logLimit(&LimitError{Limit: limit, Max: max})
}
