package kernel

import (
	"math"
	"syscall"
)

// Resource numbers the limits of getrlimit(2) that ulimit shows, with the values of Linux.
type Resource int

const (
	RlimitCPU       Resource = 0
	RlimitFileSize  Resource = 1
	RlimitData      Resource = 2
	RlimitStack     Resource = 3
	RlimitCore      Resource = 4
	RlimitRSS       Resource = 5
	RlimitProcesses Resource = 6
	RlimitOpenFiles Resource = 7
	RlimitMemlock   Resource = 8
	RlimitAS        Resource = 9
	RlimitLocks     Resource = 10
	RlimitSigqueue  Resource = 11
	RlimitMsgqueue  Resource = 12
	RlimitNice      Resource = 13
	RlimitRTPrio    Resource = 14
	RlimitRTTime    Resource = 15
)

// Unlimited is RLIM_INFINITY.
const Unlimited int64 = math.MaxInt64

// Rlimits are the resource limits of a process, soft and hard, inherited by its children. The open files, the number of a
// user's processes and the file size are enforced; the others are only kept. The limits of the box stand above them.
type Rlimits [16]struct{ Soft, Hard int64 }

func (k *Kernel) defaultRlimits() *Rlimits {
	r := new(Rlimits)
	for i := range r {
		r[i].Soft, r[i].Hard = Unlimited, Unlimited
	}
	set := func(res Resource, soft, hard int64) { r[res].Soft, r[res].Hard = soft, hard }
	set(RlimitStack, 8<<20, Unlimited)
	set(RlimitCore, 0, Unlimited)
	set(RlimitMemlock, 8<<20, 8<<20)
	set(RlimitMsgqueue, 819200, 819200)
	set(RlimitNice, 0, 0)
	set(RlimitRTPrio, 0, 0)
	if n := int64(k.limits.OpenFiles); n >= 0 {
		set(RlimitOpenFiles, n, n)
	}
	if n := int64(k.limits.Processes); n >= 0 {
		set(RlimitProcesses, n, n)
		set(RlimitSigqueue, n, n)
	}
	return r
}

// Rlimit is getrlimit(2).
func (p *Process) Rlimit(r Resource) (soft, hard int64) {
	if r < 0 || int(r) >= len(Rlimits{}) {
		return Unlimited, Unlimited
	}
	p.mu.Lock()
	rl := p.rlim
	p.mu.Unlock()
	if rl == nil {
		rl = p.k.defaultRlimits()
	}
	return rl[r].Soft, rl[r].Hard
}

// SetRlimit is setrlimit(2): EINVAL when soft exceeds hard, EPERM when a user other than root raises the hard limit.
func (p *Process) SetRlimit(r Resource, soft, hard int64) error {
	if r < 0 || int(r) >= len(Rlimits{}) || soft < 0 || hard < 0 || soft > hard {
		return syscall.EINVAL
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	old := p.rlim
	if old == nil {
		old = p.k.defaultRlimits()
	}
	if hard > old[r].Hard && p.cred.UID != 0 {
		return syscall.EPERM
	}
	next := *old // children share the old one
	next[r].Soft, next[r].Hard = soft, hard
	p.rlim = &next
	return nil
}

// rlimit is the soft limit when p, or a process it descends from, has set one below infinity.
func (p *Process) rlimit(r Resource) (int64, bool) {
	if p.rlim == nil || p.rlim[r].Soft == Unlimited {
		return 0, false
	}
	return p.rlim[r].Soft, true
}
