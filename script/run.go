package script

import (
	"context"
	"errors"
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
)

// run is one call of a script: its budgets and what it has used of them. Fields without a note belong to the goroutine that
// runs the script.
type run struct {
	e          *Engine
	r          *realm
	id         string
	file       string
	authorized bool
	chain      []string // "file:export" of the scripts that led here, this one last
	ctx        context.Context
	cancel     context.CancelFunc // of what goes on outside of the realm
	start      time.Time
	limits     Limits

	hostCalls int
	ioBytes   int64
	calls     []HostCall
	console   console
	heapPeak  atomic.Int64

	mu         sync.Mutex
	over       bool          // the call has ended: nothing interrupts any more
	err        *Error        // the limit that ended it
	done       chan struct{} // closed by end
	halted     atomic.Bool
	deadline   time.Time
	timer      stopper
	base       int64
	lastGC     atomic.Int64
	collecting atomic.Bool
	running    bool // JavaScript is on the stack: the heap is looked at
}

// stopper is a timer of the engine's clock that calls a function.
type stopper interface {
	Stop() bool
	Reset(time.Duration) bool
}

// heapTick is how often the heap is looked at while a script computes.
const heapTick = time.Millisecond

var errStopped = errors.New("stopped")

func (x *run) stopped() bool { return x.halted.Load() }

// reason is the limit that ended the call.
func (x *run) reason() *Error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.err
}

// end ends the call with a limit. Nothing of the script runs afterwards: neither catch nor finally, no promise, no timer. Safe
// from any goroutine; the first reason stays.
func (x *run) end(err *Error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.over || x.err != nil {
		return
	}
	err.File = x.file
	x.err = err
	x.halted.Store(true)
	close(x.done)
	if x.r != nil {
		x.r.vm.Interrupt(errStopped)
		if l := x.r.stoppable.Load(); l != nil {
			l.Stop()
		}
	}
}

// begin starts the clock of a call.
func (x *run) begin(ctx context.Context, timeout time.Duration) {
	x.done = make(chan struct{})
	x.start = x.e.now()
	x.deadline = x.start.Add(timeout)
	x.ctx, x.cancel = context.WithCancel(context.WithoutCancel(ctx))
	x.base = heapInUse()
	x.lastGC.Store(x.base)
	x.running = true
	x.e.computing.Add(1)
	x.mu.Lock() // tick may come before timer is set
	x.timer = x.e.afterFunc(min(heapTick, timeout), x.tick)
	x.mu.Unlock()
}

// finish stops the clock: from here on nothing interrupts the realm.
func (x *run) finish() {
	x.e.computing.Add(-1)
	x.timer.Stop()
	x.mu.Lock()
	x.over = true
	x.mu.Unlock()
	if x.stopped() && x.r != nil {
		x.r.vm.ClearInterrupt()
	}
}

// busy and idle say that JavaScript computes from now on, or waits: while it waits nobody looks at the heap.
func (x *run) busy() {
	x.e.computing.Add(1)
	x.work(true)
}

func (x *run) idle() {
	x.e.computing.Add(-1)
	x.work(false)
}

func (x *run) work(on bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.running = on
	if x.over || x.err != nil {
		return
	}
	left := x.deadline.Sub(x.e.now())
	if on {
		left = min(left, heapTick)
	}
	x.timer.Reset(max(left, 0))
}

// tick is called by the clock: at the deadline, and now and then before.
func (x *run) tick() {
	x.mu.Lock()
	left, over, running := x.deadline.Sub(x.e.now()), x.over || x.err != nil, x.running
	x.mu.Unlock()
	if over {
		return
	}
	if left <= 0 {
		x.end(&Error{Code: Timeout, Message: "the script ran longer than " + x.deadline.Sub(x.start).String()})
		return
	}
	if running && x.overHeap() {
		x.end(&Error{Code: Memory, Message: "the script needs more memory than " + size(x.limits.Memory)})
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.over || x.err != nil {
		return
	}
	if x.running {
		left = min(left, heapTick)
	}
	x.timer.Reset(left)
}

// overHeap tells whether the heap has grown beyond the budget since the call began. The Go heap is one for all, so the budgets
// of the scripts that compute at this moment count together. Garbage that has not been collected yet counts as well, so a
// collection is asked for when a third of the budget has been allocated since the last one.
func (x *run) overHeap() bool {
	now := heapInUse()
	limit := x.limits.Memory * max(x.e.computing.Load(), 1)
	grown := now - x.base
	if grown > x.heapPeak.Load() { // one tick at a time
		x.heapPeak.Store(grown)
	}
	if grown > limit+limit/16 {
		return true
	}
	if now-x.lastGC.Load() > limit/3 && x.collecting.CompareAndSwap(false, true) {
		x.e.wg.Add(1)
		go func() { // the heap is looked at meanwhile
			defer x.e.wg.Done()
			runtime.GC()
			x.lastGC.Store(heapInUse())
			x.collecting.Store(false)
		}()
	}
	return false
}

// reserve is asked before a single large allocation.
func (x *run) reserve(bytes int64) error {
	limit := x.limits.Memory * max(x.e.computing.Load(), 1)
	if heapInUse()-x.base+bytes <= limit {
		return nil
	}
	runtime.GC()
	if heapInUse()-x.base+bytes <= limit {
		return nil
	}
	if bytes < x.limits.Memory/4 { // it is not this piece that is too large, but all there is together
		x.end(&Error{Code: Memory, Message: "the script needs more memory than " + size(x.limits.Memory)})
	}
	return errors.New("Array buffer allocation failed: the script's memory budget is " + size(x.limits.Memory))
}

// heapInUse is the size of the Go heap, garbage that is not collected yet included.
func heapInUse() int64 {
	s := [1]metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s[:])
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(s[0].Value.Uint64())
}

func size(n int64) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return itoa(n>>20) + " MB"
	case n >= 1<<10 && n%(1<<10) == 0:
		return itoa(n>>10) + " KB"
	}
	return itoa(n) + " bytes"
}

// afterFunc calls fn on a goroutine of its own once d has passed on the engine's clock.
func (e *Engine) afterFunc(d time.Duration, fn func()) stopper {
	if e.realTime {
		return time.AfterFunc(d, fn)
	}
	t := &clockFunc{e: e, fn: fn}
	t.Reset(d)
	return t
}

// clockFunc is time.AfterFunc for a clock that is not package time's.
type clockFunc struct {
	e    *Engine
	fn   func()
	mu   sync.Mutex
	quit chan struct{}
}

func (t *clockFunc) Stop() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.quit == nil {
		return false
	}
	close(t.quit)
	t.quit = nil
	return true
}

func (t *clockFunc) Reset(d time.Duration) bool {
	was := t.Stop()
	quit := make(chan struct{})
	t.mu.Lock()
	t.quit = quit
	t.mu.Unlock()
	timer := t.e.clock.NewTimer(d)
	t.e.wg.Add(1)
	go func() {
		defer t.e.wg.Done()
		defer timer.Stop()
		select {
		case <-timer.C():
			t.mu.Lock()
			mine := t.quit == quit
			if mine {
				t.quit = nil
			}
			t.mu.Unlock()
			if mine {
				t.fn()
			}
		case <-quit:
		}
	}()
	return was
}

func (e *Engine) now() time.Time {
	if e.realTime {
		return time.Now()
	}
	return e.clock.Now()
}
