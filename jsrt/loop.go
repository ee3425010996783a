package jsrt

import (
	"container/heap"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/kernel"
)

// loop is the event loop of one runtime, in the order of libuv and Node: timers, poll (what other goroutines posted),
// immediates, close callbacks. Each callback is one call into JavaScript of its own, after which the nextTick queue and
// the promise jobs are run. It blocks on channels alone: a wake-up, the kernel clock's timer, a signal, the process's end.
type loop struct {
	rt   *runtime
	refs atomic.Int64 // things that keep the loop alive, beside referenced timers and immediates

	mu     sync.Mutex
	posted []func()
	wake   chan struct{}

	base   time.Time
	now    int64 // milliseconds since base, as last looked at
	timers timerHeap
	byID   map[int64]*timer
	seq    uint64
	refd   int // referenced timers

	imm     []immediate // in the order of their ids, as running is
	running []immediate // those of the phase that goes on
	immRefd int

	closing []func()
	alarm   kernel.Timer
}

type timer struct {
	id     int64
	when   int64
	seq    uint64
	ref    bool
	index  int        // in the heap, -1 when not
	object goja.Value // the Timeout
}

type immediate struct {
	id     int64
	object goja.Value // nil: cleared, or run
	ref    bool
}

type timerHeap []*timer

func (h timerHeap) Len() int { return len(h) }
func (h timerHeap) Less(i, j int) bool {
	return h[i].when < h[j].when || h[i].when == h[j].when && h[i].seq < h[j].seq
}
func (h timerHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i]; h[i].index, h[j].index = i, j }
func (h *timerHeap) Push(x any)   { t := x.(*timer); t.index = len(*h); *h = append(*h, t) }
func (h *timerHeap) Pop() any {
	old := *h
	t := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	t.index = -1
	return t
}

func newLoop(rt *runtime) *loop {
	l := &loop{rt: rt, wake: make(chan struct{}, 1), byID: map[int64]*timer{}}
	l.base = rt.clock().Now()
	return l
}

// ref and unref count what keeps the loop alive. Safe from any goroutine.
func (l *loop) ref()   { l.refs.Add(1) }
func (l *loop) unref() { l.refs.Add(-1) }

// post runs fn on the loop's goroutine in the poll phase. Safe from any goroutine.
func (l *loop) post(fn func()) {
	l.mu.Lock()
	l.posted = append(l.posted, fn)
	l.mu.Unlock()
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

func (l *loop) updateNow() {
	l.now = int64(l.rt.clock().Now().Sub(l.base) / time.Millisecond)
}

// startTimer arms timer id to fire ms milliseconds from now.
func (l *loop) startTimer(id, ms int64, ref bool, object goja.Value) {
	if ms < 1 {
		ms = 1
	}
	if old := l.byID[id]; old != nil {
		l.stopTimer(id)
	}
	l.updateNow() // as Node: from now, not from the start of the turn
	l.seq++
	t := &timer{id: id, when: l.now + ms, seq: l.seq, ref: ref, object: object}
	l.byID[id] = t
	if ref {
		l.refd++
	}
	heap.Push(&l.timers, t)
}

func (l *loop) stopTimer(id int64) {
	t := l.byID[id]
	if t == nil {
		return
	}
	delete(l.byID, id)
	if t.index >= 0 {
		heap.Remove(&l.timers, t.index)
	}
	if t.ref {
		l.refd--
	}
}

func (l *loop) refTimer(id int64, ref bool) {
	if t := l.byID[id]; t != nil && t.ref != ref {
		t.ref = ref
		if ref {
			l.refd++
		} else {
			l.refd--
		}
	}
}

func (l *loop) addImmediate(id int64, object goja.Value) {
	l.imm = append(l.imm, immediate{id, object, true})
	l.immRefd++
}

// immediate is the one of that id, nil when it has run or was cleared.
func (l *loop) immediate(id int64) *immediate {
	for _, list := range [][]immediate{l.imm, l.running} {
		i := sort.Search(len(list), func(i int) bool { return list[i].id >= id })
		if i < len(list) && list[i].id == id && list[i].object != nil {
			return &list[i]
		}
	}
	return nil
}

func (l *loop) dropImmediate(id int64) {
	if m := l.immediate(id); m != nil {
		l.drop(m)
	}
}

func (l *loop) drop(m *immediate) {
	if m.ref {
		l.immRefd--
	}
	m.object = nil
}

func (l *loop) refImmediate(id int64, ref bool) {
	if m := l.immediate(id); m != nil && m.ref != ref {
		m.ref = ref
		if ref {
			l.immRefd++
		} else {
			l.immRefd--
		}
	}
}

func (l *loop) alive() bool {
	if l.refs.Load() > 0 || l.refd > 0 || l.immRefd > 0 || len(l.closing) > 0 {
		return true
	}
	return false
}

// run turns until nothing keeps it alive or the program stopped.
func (l *loop) run() {
	l.updateNow()
	l.runTimers()
	for !l.rt.stopped() && l.alive() {
		if err := l.rt.p.Safepoint(); err != nil {
			return
		}
		l.poll(len(l.imm) == 0 && len(l.closing) == 0)
		l.runImmediates()
		l.runClosing()
		l.updateNow()
		l.runTimers()
	}
}

func (l *loop) runTimers() {
	due := l.now
	for len(l.timers) > 0 && l.timers[0].when <= due && !l.rt.stopped() {
		t := heap.Pop(&l.timers).(*timer)
		delete(l.byID, t.id)
		if t.ref {
			l.refd--
		}
		l.rt.callValue(l.rt.onTimer, t.object)
	}
}

func (l *loop) runImmediates() {
	if len(l.imm) == 0 {
		return
	}
	l.running, l.imm = l.imm, nil
	for i := range l.running {
		if l.rt.stopped() {
			return
		}
		m := &l.running[i]
		if m.object == nil {
			continue
		}
		object := m.object
		l.drop(m)
		l.rt.callValue(l.rt.onImmediate, object)
	}
	l.running = nil
}

func (l *loop) runClosing() {
	batch := l.closing
	l.closing = nil
	for _, fn := range batch {
		if l.rt.stopped() {
			return
		}
		l.turn(fn)
	}
}

// turn runs fn; if it called nothing in JavaScript itself, the queues are run after it all the same, for what it resolved.
func (l *loop) turn(fn func()) {
	before := l.rt.turns
	fn()
	if l.rt.turns == before && !l.rt.stopped() {
		l.rt.flush()
	}
}

func (l *loop) takePosted() []func() {
	l.mu.Lock()
	batch := l.posted
	l.posted = nil
	l.mu.Unlock()
	return batch
}

// poll runs what was posted; when there is nothing and block is set it waits for something to happen.
func (l *loop) poll(block bool) {
	for {
		l.takeSignals()
		batch := l.takePosted()
		for _, fn := range batch {
			if l.rt.stopped() {
				return
			}
			l.turn(fn)
		}
		if len(batch) > 0 || !block || l.rt.stopped() || !l.alive() {
			return
		}
		var alarm <-chan time.Time
		if len(l.timers) > 0 {
			clock := l.rt.p.Kernel().Clock()
			d := time.Duration(l.timers[0].when)*time.Millisecond - clock.Now().Sub(l.base)
			if d <= 0 {
				return
			}
			if l.alarm == nil {
				l.alarm = clock.NewTimer(d)
			} else {
				l.alarm.Stop()
				select {
				case <-l.alarm.C():
				default:
				}
				l.alarm.Reset(d)
			}
			alarm = l.alarm.C()
		}
		select {
		case <-l.wake:
		case <-alarm:
			return
		case <-l.rt.signals:
			l.takeSignals()
			return
		case <-l.rt.ctx.Done():
			return
		}
	}
}

// takeSignals hands pending caught signals to process.on('SIG...').
func (l *loop) takeSignals() {
	for !l.rt.stopped() {
		sig, ok := l.rt.p.TakeSignal()
		if !ok {
			return
		}
		if l.rt.onSignal != nil {
			l.rt.callValue(l.rt.onSignal, l.rt.vm.ToValue(sig.String()), l.rt.vm.ToValue(int(sig)))
		}
	}
}

func (l *loop) stop() {
	if l.alarm != nil {
		l.alarm.Stop()
	}
}

func timersBinding(rt *runtime) *goja.Object {
	l := rt.loop
	return rt.object(map[string]hostFunc{
		"start": func(c goja.FunctionCall) goja.Value {
			l.startTimer(c.Argument(0).ToInteger(), c.Argument(1).ToInteger(), c.Argument(2).ToBoolean(), c.Argument(3))
			return goja.Undefined()
		},
		"stop": func(c goja.FunctionCall) goja.Value {
			l.stopTimer(c.Argument(0).ToInteger())
			return goja.Undefined()
		},
		"ref": func(c goja.FunctionCall) goja.Value {
			l.refTimer(c.Argument(0).ToInteger(), c.Argument(1).ToBoolean())
			return goja.Undefined()
		},
		"immediate": func(c goja.FunctionCall) goja.Value {
			l.addImmediate(c.Argument(0).ToInteger(), c.Argument(1))
			return goja.Undefined()
		},
		"clearImmediate": func(c goja.FunctionCall) goja.Value {
			l.dropImmediate(c.Argument(0).ToInteger())
			return goja.Undefined()
		},
		"refImmediate": func(c goja.FunctionCall) goja.Value {
			l.refImmediate(c.Argument(0).ToInteger(), c.Argument(1).ToBoolean())
			return goja.Undefined()
		},
		"now": func(c goja.FunctionCall) goja.Value { return rt.vm.ToValue(l.now) },
		"setCallbacks": func(c goja.FunctionCall) goja.Value {
			rt.onTimer, rt.onImmediate = c.Argument(0), c.Argument(1)
			return goja.Undefined()
		},
	})
}
