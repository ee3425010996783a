package script

import (
	"container/heap"
	"runtime"
	"sync"
	"time"

	"github.com/dop251/goja"
)

// loop is the event loop of one realm: timers and the ends of calls of bindings. It turns only while a call of the script is
// under way.
type loop struct {
	mu     sync.Mutex
	posted []func()
	wake   chan struct{}

	timers timerHeap
	byID   map[int64]*timer
	seq    int64
}

type timer struct {
	id    int64
	when  time.Time
	every time.Duration // of an interval
	fn    goja.Callable
	args  []goja.Value
	index int
}

type timerHeap []*timer

func (h timerHeap) Len() int { return len(h) }
func (h timerHeap) Less(i, j int) bool {
	return h[i].when.Before(h[j].when) || h[i].when.Equal(h[j].when) && h[i].id < h[j].id
}
func (h timerHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i]; h[i].index, h[j].index = i, j }
func (h *timerHeap) Push(x any)   { t := x.(*timer); t.index = len(*h); *h = append(*h, t) }
func (h *timerHeap) Pop() any {
	old := *h
	t := old[len(old)-1]
	*h = old[:len(old)-1]
	t.index = -1
	return t
}

// post runs fn on the realm's goroutine. Safe from any goroutine.
func (l *loop) post(fn func()) {
	l.mu.Lock()
	l.posted = append(l.posted, fn)
	wake := l.wake
	l.mu.Unlock()
	select {
	case wake <- struct{}{}:
	default:
	}
}

func (l *loop) take() []func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.posted
	l.posted = nil
	return p
}

// add arms a timer.
func (r *realm) addTimer(c goja.FunctionCall, every bool) goja.Value {
	fn, ok := goja.AssertFunction(c.Argument(0))
	if !ok {
		panic(r.vm.NewTypeError("a timer's callback must be a function: code from strings is not run"))
	}
	if len(r.loop.timers) >= r.run.limits.Timers {
		panic(r.vm.NewTypeError("too many timers"))
	}
	ms := c.Argument(1).ToFloat()
	if !(ms >= 1) {
		ms = 1
	} else if ms > 1<<31-1 {
		ms = 1
	}
	d := time.Duration(ms * float64(time.Millisecond))
	if r.loop.byID == nil {
		r.loop.byID = map[int64]*timer{}
	}
	r.loop.seq++
	t := &timer{id: r.loop.seq, when: r.e.now().Add(d), fn: fn}
	if len(c.Arguments) > 2 {
		t.args = append([]goja.Value(nil), c.Arguments[2:]...)
	}
	if every {
		t.every = d
	}
	r.loop.byID[t.id] = t
	heap.Push(&r.loop.timers, t)
	return r.vm.ToValue(t.id)
}

func (r *realm) dropTimer(c goja.FunctionCall) goja.Value {
	v := c.Argument(0)
	if !goja.IsNumber(v) {
		return goja.Undefined()
	}
	if t := r.loop.byID[v.ToInteger()]; t != nil {
		delete(r.loop.byID, t.id)
		if t.index >= 0 {
			heap.Remove(&r.loop.timers, t.index)
		}
	}
	return goja.Undefined()
}

// dropTimers forgets all timers: the call that set them is over.
func (l *loop) dropTimers() {
	l.timers, l.byID = nil, nil
}

// until turns the loop until settled says so. It returns the limit that ended the call, if one did.
func (r *realm) until(settled func() bool) error {
	x := r.run
	for {
		if x.stopped() {
			return x.reason()
		}
		for _, fn := range r.loop.take() {
			if x.stopped() {
				return x.reason()
			}
			fn()
		}
		if r.lib != nil {
			r.lib.Turn()
		}
		r.runTimers()
		if x.stopped() {
			return x.reason()
		}
		if settled() {
			return nil
		}
		libPending := r.lib != nil && r.lib.Pending()
		if r.pending == 0 && len(r.loop.timers) == 0 && !libPending && !r.loop.ready() {
			e := &Error{Code: Timeout, Message: "the script waits for a promise that nothing can settle any more"}
			x.end(e)
			return x.reason()
		}
		r.wait()
	}
}

func (l *loop) ready() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.posted) > 0
}

// wait blocks until there is something to do.
func (r *realm) wait() {
	x := r.run
	var alarm <-chan time.Time
	if len(r.loop.timers) > 0 {
		d := r.loop.timers[0].when.Sub(r.e.now())
		if d <= 0 {
			return
		}
		t := r.e.clock.NewTimer(d)
		defer t.Stop()
		alarm = t.C()
	}
	var lib <-chan struct{}
	if r.lib != nil {
		lib = r.lib.Wake()
	}
	if r.loop.ready() {
		return
	}
	if r.pending > 0 { // most calls of bindings end at once
		runtime.Gosched()
		if r.loop.ready() {
			return
		}
	}
	x.idle()
	select {
	case <-r.loop.wake:
	case <-lib:
	case <-alarm:
	case <-x.done:
	}
	x.busy()
}

func (r *realm) runTimers() {
	if len(r.loop.timers) == 0 {
		return
	}
	now := r.e.now()
	for len(r.loop.timers) > 0 && !r.loop.timers[0].when.After(now) && !r.run.stopped() {
		t := heap.Pop(&r.loop.timers).(*timer)
		if t.every > 0 {
			t.when = now.Add(max(t.every, time.Millisecond))
			heap.Push(&r.loop.timers, t)
		} else {
			delete(r.loop.byID, t.id)
		}
		if _, err := t.fn(goja.Undefined(), t.args...); err != nil {
			r.uncaught(err)
		}
	}
}

// timersModule is the module "timers" over the realm's functions: there a timer is an object.
var timersModule = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile("node:timers", `(function (set, repeat, clear) {
  class Timeout {
    #id;
    constructor(id) { this.#id = id; }
    ref() { return this; }
    unref() { return this; }
    hasRef() { return true; }
    close() { clear(this.#id); return this; }
    [Symbol.toPrimitive]() { return this.#id; }
  }
  const drop = (t) => { if (t !== null && t !== undefined) clear(typeof t === 'object' ? t[Symbol.toPrimitive]() : t); };
  return {
    setTimeout: (fn, ms, ...args) => new Timeout(set(fn, ms, ...args)), setInterval: (fn, ms, ...args) => new Timeout(repeat(fn, ms, ...args)),
    setImmediate: (fn, ...args) => new Timeout(set(fn, 0, ...args)), clearTimeout: drop, clearInterval: drop, clearImmediate: drop,
  };
})`, true)
})

// provideTimers gives the modules of the Node library their timers.
func (r *realm) provideTimers() error {
	v, err := r.vm.RunProgram(timersModule())
	if err != nil {
		return err
	}
	fn, _ := goja.AssertFunction(v)
	v, err = fn(goja.Undefined(), r.fn("setTimeout", 2, func(c goja.FunctionCall) goja.Value { return r.addTimer(c, false) }),
		r.fn("setInterval", 2, func(c goja.FunctionCall) goja.Value { return r.addTimer(c, true) }), r.fn("clearTimeout", 1, r.dropTimer))
	if err != nil {
		return err
	}
	return r.lib.Provide("timers", v)
}
