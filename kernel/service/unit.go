package service

import (
	"fmt"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// unit is a unit in memory. Its fields are guarded by m.mu.
type unit struct {
	m      *Manager
	name   string
	round  int
	loaded loaded
	stale  bool // daemon-reload: read the files again at the next use

	active string // active, reloading, inactive, failed, activating, deactivating
	sub    string // running, exited, dead, start-pre and so on
	result string // success, exit-code, signal, core-dump, timeout, resources, start-limit-hit
	since  struct{ active, activeExit, inactive, change time.Time }

	job      *job // a start in progress
	launched bool
	run      *run // the goroutine that watches over it, or nil

	cgroup     *kernel.Cgroup
	main       *kernel.Process
	mainPID    int
	mainStart  time.Time
	mainExit   time.Time
	mainStatus *kernel.Status
	processes  []Process // of the latest activation, the control processes too
	invocation string
	scheduled  bool        // the invocation is that of a start which Restart= has just scheduled
	starts     []time.Time // for the start limit
	restarts   int
	skipped    string // an unmet condition
}

// run is one life of a unit: from a start to the end of its last restart.
type run struct {
	stop  chan struct{} // closed to ask for its end
	asked bool          // guarded by m.mu
	done  chan struct{} // closed at its end
	retry chan *job     // start now what waits for RestartSec
}

func newRun() *run {
	return &run{stop: make(chan struct{}), done: make(chan struct{}), retry: make(chan *job, 1)}
}

// ask asks for the end. The caller holds m.mu.
func (r *run) ask() {
	if !r.asked {
		r.asked = true
		close(r.stop)
	}
}

func (r *run) stopping() bool {
	select {
	case <-r.stop:
		return true
	default:
		return false
	}
}

// files is the unit as its files describe it now: a daemon-reload may come at any time.
func (u *unit) files() loaded {
	u.m.mu.Lock()
	defer u.m.mu.Unlock()
	return u.loaded
}

// title is how the log calls a unit.
func (u *unit) title() string {
	u.m.mu.Lock()
	defer u.m.mu.Unlock()
	return u.titleHeld()
}

// titleHeld is title for who holds m.mu.
func (u *unit) titleHeld() string {
	if d := u.loaded.cfg; d != nil && d.description != "" {
		return u.name + " - " + d.description
	}
	return u.name
}

// setState moves the unit on and keeps the times. The caller holds m.mu.
func (u *unit) setState(active, sub string) {
	now := u.m.now()
	if active != u.active {
		was := u.active == "active" || u.active == "reloading"
		is := active == "active" || active == "reloading"
		switch {
		case is && !was:
			u.since.active = now
		case was && !is:
			u.since.activeExit = now
		}
		if active == "inactive" || active == "failed" {
			u.since.inactive = now
		}
		u.since.change = now
	}
	u.active, u.sub = active, sub
}

// to is setState for who does not hold m.mu.
func (u *unit) to(active, sub string) {
	u.m.mu.Lock()
	u.setState(active, sub)
	u.m.mu.Unlock()
}

// forget drops what status shows of an earlier activation. The caller holds m.mu.
func (u *unit) forget() {
	u.main, u.mainPID, u.mainStatus, u.processes = nil, 0, nil, nil
	u.mainStart, u.mainExit = time.Time{}, time.Time{}
	u.since.active, u.since.activeExit, u.since.inactive, u.since.change = time.Time{}, time.Time{}, time.Time{}, time.Time{}
}

// Process is one process that a unit started.
type Process struct {
	Key     string // ExecStart, ExecStartPre and so on
	PID     int
	Command string
	Start   time.Time
	Exit    time.Time     // zero while it runs
	Status  kernel.Status // valid once Exit is set
}

// say logs a line about the unit.
func (u *unit) say(priority int, text string) {
	u.m.mu.Lock()
	invocation := u.invocation
	u.m.mu.Unlock()
	u.m.journal.system(u.m.now(), u.name, invocation, priority, text)
}

// newInvocation begins another activation as far as the journal goes. The caller holds m.mu.
func (u *unit) newInvocation() {
	r := u.m.k.Rand()
	u.invocation = fmt.Sprintf("%016x%016x", r.Uint64(), r.Uint64())
}

// gone reports whether the box has been reset since the unit was loaded.
func (u *unit) gone() bool {
	u.m.mu.Lock()
	defer u.m.mu.Unlock()
	return u.round != u.m.round
}
