package kernel

import (
	"fmt"
	"syscall"
	"time"
)

// Limits bounds what a box may use. A field of zero means its default (DefaultLimits), a negative one means no limit.
// Reaching a limit gives the Unix error inside the box and a *LimitError on the outside, by way of the Cgroup.
type Limits struct {
	DiskBytes int64 // bytes of file content on the disk: ENOSPC
	Inodes    int64 // files, directories and links on the disk: ENOSPC
	FileSize  int64 // size of one file in bytes: EFBIG

	Processes int // processes, zombies included: EAGAIN
	OpenFiles int // descriptors of one process: EMFILE
	PipeBytes int // bytes of all pipe buffers; beyond it a new pipe gets 4 KiB instead of 64 KiB, as pipe-user-pages-soft does

	OutputBytes    int64 // bytes one Cgroup (one Run) may print to the host
	ShellSteps     int64 // commands and loop iterations of one Cgroup
	ExpansionBytes int64 // bytes one shell expansion or variable may grow to
	ArgBytes       int64 // argv and environment of one exec, in bytes: E2BIG
	Nesting        int   // depth of syntax, functions, source, eval
	Ports          int   // listening sockets of the box: EMFILE
	Connections    int   // open connections of the box: EMFILE
	JSHeap         int64 // bytes one JavaScript program may hold
	JSStack        int64 // depth of the JavaScript stack in frames

	WallClock time.Duration // time one Cgroup may run: SIGKILL
}

// DefaultLimits is for code that is trusted to be honest but not to be free of bugs: nothing a normal build, test or
// server reaches, and small enough that a runaway one does not take the host with it.
func DefaultLimits() Limits {
	return Limits{
		DiskBytes:      1 << 30,   // 1 GiB: the disk is in memory
		Inodes:         1 << 20,   // an npm tree has 50,000
		FileSize:       1 << 30,   // the whole disk
		Processes:      512,       // a fork bomb ends here
		OpenFiles:      1024,      // what a login shell on Linux has
		PipeBytes:      64 << 20,  // 1024 full pipes
		OutputBytes:    256 << 20, // kept in memory by Run
		ShellSteps:     -1,        // a loop is ended by its context
		ExpansionBytes: 256 << 20,
		ArgBytes:       2 << 20, // ARG_MAX of Linux
		Nesting:        1000,
		Ports:          1024,
		Connections:    4096,
		JSHeap:         1 << 30,
		JSStack:        10000,
		WallClock:      -1, // the caller's context decides
	}
}

// StrictLimits is for hostile code: a box that costs at most some tens of megabytes and a minute.
func StrictLimits() Limits {
	return Limits{
		DiskBytes:      32 << 20,
		Inodes:         10000,
		FileSize:       16 << 20,
		Processes:      64,
		OpenFiles:      128,
		PipeBytes:      2 << 20,
		OutputBytes:    1 << 20,
		ShellSteps:     5_000_000,
		ExpansionBytes: 4 << 20,
		ArgBytes:       256 << 10,
		Nesting:        100,
		Ports:          16,
		Connections:    128,
		JSHeap:         64 << 20,
		JSStack:        2000,
		WallClock:      60 * time.Second,
	}
}

// WithDefaults fills the zero fields from DefaultLimits.
func (l Limits) WithDefaults() Limits {
	d := DefaultLimits()
	fill(&l.DiskBytes, d.DiskBytes)
	fill(&l.Inodes, d.Inodes)
	fill(&l.FileSize, d.FileSize)
	fill(&l.Processes, d.Processes)
	fill(&l.OpenFiles, d.OpenFiles)
	fill(&l.PipeBytes, d.PipeBytes)
	fill(&l.OutputBytes, d.OutputBytes)
	fill(&l.ShellSteps, d.ShellSteps)
	fill(&l.ExpansionBytes, d.ExpansionBytes)
	fill(&l.ArgBytes, d.ArgBytes)
	fill(&l.Nesting, d.Nesting)
	fill(&l.Ports, d.Ports)
	fill(&l.Connections, d.Connections)
	fill(&l.JSHeap, d.JSHeap)
	fill(&l.JSStack, d.JSStack)
	fill(&l.WallClock, d.WallClock)
	return l
}

func fill[T int | int64 | time.Duration](v *T, def T) {
	if *v == 0 {
		*v = def
	}
}

// atMost is n, or 0 ("no limit" in vfs and netstack) when n is negative.
func atMost[T int | int64](n T) T { return max(n, 0) }

// The names of the limits in a LimitError.
const (
	LimitDisk        = "disk bytes"
	LimitInodes      = "inodes"
	LimitFileSize    = "file size"
	LimitProcesses   = "processes"
	LimitOpenFiles   = "open files"
	LimitOutput      = "output bytes"
	LimitSteps       = "shell steps"
	LimitExpansion   = "expansion bytes"
	LimitArgs        = "argument bytes"
	LimitNesting     = "nesting"
	LimitPorts       = "ports"
	LimitConnections = "connections"
	LimitJSHeap      = "JavaScript heap"
	LimitJSStack     = "JavaScript stack"
	LimitWallClock   = "wall clock"
)

// LimitError says which limit was hit, its value (bytes, a count, or nanoseconds for the wall clock), and by which process.
// It unwraps to the errno that the process saw, where there is one.
type LimitError struct {
	Limit string
	Max   int64
	PID   int    // 0 when no process can be named
	Name  string // the process's name
}

// Error implements error: `limit hit: processes (max 512)`.
func (e *LimitError) Error() string {
	if e.Limit == LimitWallClock {
		return fmt.Sprintf("limit hit: %s (max %v)", e.Limit, time.Duration(e.Max))
	}
	return fmt.Sprintf("limit hit: %s (max %d)", e.Limit, e.Max)
}

// Unwrap gives the errno that belongs to the limit.
func (e *LimitError) Unwrap() error {
	switch e.Limit {
	case LimitDisk, LimitInodes:
		return syscall.ENOSPC
	case LimitFileSize:
		return syscall.EFBIG
	case LimitProcesses:
		return syscall.EAGAIN
	case LimitOpenFiles, LimitPorts, LimitConnections:
		return syscall.EMFILE
	case LimitArgs:
		return syscall.E2BIG
	}
	return nil
}

// LimitHit records that p ran into a limit: the first one is kept on its cgroup, each is logged. The error is returned for
// the caller to hand on.
func (p *Process) LimitHit(limit string, max int64) *LimitError {
	e := &LimitError{Limit: limit, Max: max, PID: p.pid, Name: p.Name()}
	if cg := p.Cgroup(); cg != nil {
		cg.hit(e)
	}
	p.k.logLimit(e)
	return e
}
