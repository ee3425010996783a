package kernel

import (
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Cgroup is a set of processes that is counted and ended as one: all that one Run of a script started. It is inherited by
// fork, so a background job stays in it. Its counters are shared by all of its processes.
type Cgroup struct {
	k      *Kernel
	id     uint64
	name   string // the path in /proc/PID/cgroup; "" = one made of the id
	steps  atomic.Int64
	output atomic.Int64
	limit  atomic.Pointer[LimitError]

	members int // guarded by k.mu

	mu   sync.Mutex
	stop func() // ends the wall clock timer
}

// NewCgroup returns an empty cgroup. The wall clock of Limits starts with its first process and stops with its last.
func (k *Kernel) NewCgroup() *Cgroup {
	return &Cgroup{k: k, id: k.cgroupSeq.Add(1)}
}

// NewNamedCgroup is NewCgroup for one that /proc/PID/cgroup shows under a path of its own: /system.slice/web.service.
func (k *Kernel) NewNamedCgroup(path string) *Cgroup {
	c := k.NewCgroup()
	c.name = path
	return c
}

// path is the name in /proc/PID/cgroup.
func (c *Cgroup) path() string {
	if c == nil {
		return "/init.scope"
	}
	if c.name != "" {
		return c.name
	}
	return "/run-" + strconv.FormatUint(c.id, 10) + ".scope"
}

// Kill sends sig to every process of the cgroup. With SIGKILL it repeats until no process is left that could fork.
func (c *Cgroup) Kill(sig Signal) {
	for {
		n := 0
		for _, p := range c.Processes() {
			if !p.Killed() {
				n++
				p.Signal(sig)
			}
		}
		if sig != SIGKILL || n == 0 {
			return
		}
	}
}

// Processes lists the members that have not ended, by pid.
func (c *Cgroup) Processes() []*Process {
	return c.k.filter(func(p *Process) bool { return p.cgroup == c && !p.zombie })
}

// LimitError is the first limit that a member ran into, or nil.
func (c *Cgroup) LimitError() *LimitError { return c.limit.Load() }

func (c *Cgroup) hit(e *LimitError) { c.limit.CompareAndSwap(nil, e) }

// AddSteps counts n shell steps and reports whether the limit is exceeded.
func (c *Cgroup) AddSteps(n int64) (over bool) {
	return exceed(c.steps.Add(n), c.k.limits.ShellSteps)
}

// AddOutput counts n bytes of output and reports whether the limit is exceeded.
func (c *Cgroup) AddOutput(n int64) (over bool) {
	return exceed(c.output.Add(n), c.k.limits.OutputBytes)
}

// Steps is the number of shell steps counted so far.
func (c *Cgroup) Steps() int64 { return c.steps.Load() }

// Output is the number of output bytes counted so far.
func (c *Cgroup) Output() int64 { return c.output.Load() }

func exceed(n, limit int64) bool { return limit >= 0 && n > limit }

// SetDeadline ends the cgroup with SIGKILL and a LimitError of the wall clock after d. It replaces an earlier deadline;
// d of zero or less removes it.
func (c *Cgroup) SetDeadline(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stop != nil {
		c.stop()
		c.stop = nil
	}
	if d <= 0 {
		return
	}
	c.stop = c.k.afterFunc(d, func() {
		e := &LimitError{Limit: LimitWallClock, Max: int64(d)}
		c.hit(e)
		c.k.logLimit(e)
		c.Kill(SIGKILL)
	})
}

// enter and leave keep the wall clock running while there are members. The caller does not hold k.mu.
func (c *Cgroup) enter(first bool) {
	if d := c.k.limits.WallClock; first && d > 0 {
		c.SetDeadline(d)
	}
}

func (c *Cgroup) leave(last bool) {
	if last {
		c.mu.Lock()
		if c.stop != nil {
			c.stop()
			c.stop = nil
		}
		c.mu.Unlock()
	}
}
