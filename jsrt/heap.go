package jsrt

import (
	"context"
	"math"
	goruntime "runtime"
	"runtime/metrics"
	"strings"
	"sync"
	"time"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/kernel"
)

// heapInUse is the size of the heap of the whole Go process, garbage that is not collected yet included: goja does not
// account for a runtime's own.
func heapInUse() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(s[0].Value.Uint64())
}

// How often the heap is looked at: seldom while it is small beside the limit, and often enough to catch a text that doubles.
const (
	heapSampleEvery = 20 * time.Millisecond
	heapSampleSoon  = 2 * time.Millisecond
)

// watchHeap samples how much the Go heap has grown since the program started. When that passes the program's limit,
// Go's heap profile tells how much of it this program holds (see heapSlot), and what is garbage is collected, so that the profile
// is of late: the program is ended when what it holds is more than its limit. So neither what the host allocates nor another
// program ends it, but for growth so fast or so far beyond its limit that there is no time to look closer. The returned function
// stops the watcher.
func (rt *runtime) watchHeap() func() {
	limit := rt.p.Kernel().Limits().WithDefaults().JSHeap
	if limit <= 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(rt.ctx)
	base := heapInUse()
	rt.slot = takeHeapSlot()
	done := make(chan struct{})
	clock := rt.p.Kernel().Clock()
	rt.busy = make(chan struct{}, 1)
	go func() {
		defer close(done)
		next, checked, last, every := limit+limit/2, int64(0), int64(0), heapSampleEvery
		// A closer look takes long in a large heap: samples go on meanwhile.
		var looking, collect bool
		look := make(chan bool, 1)
		defer func() {
			if looking {
				<-look
			}
		}()
		for {
			select {
			case <-rt.busy:
			case <-ctx.Done():
				return
			}
			for again := true; again; again = rt.running.Load() {
				if kernel.Sleep(ctx, clock, every) != nil {
					return
				}
				base = min(base, heapInUse()) // garbage that was there at the start goes
				grown := heapInUse() - base
				if every = heapSampleEvery; grown > limit/2 {
					every = heapSampleSoon
				}
				tooMuch := grown-last > 2*limit+256<<20 || grown > 6*limit // there is no time to look closer
				last = grown
				select {
				case held := <-look:
					looking, tooMuch = false, tooMuch || held
					if collect {
						next = max(limit+limit/2, grown+limit/2)
					}
				default:
				}
				if tooMuch {
					rt.p.LimitHit("js heap", limit)
					rt.halt("Reached heap limit Allocation failed - JavaScript heap out of memory")
					return
				}
				if looking || grown <= limit+limit/2 || max(grown-checked, checked-grown) < limit/16 {
					continue
				}
				checked, looking = grown, true
				collect = grown > next // the profile is of the last collection
				go func(collect bool, base int64) {
					if collect {
						goruntime.GC()
					}
					look <- heapInUse()-base > limit && rt.slot.held() > limit-limit/4
				}(collect, base)
			}
		}
	}()
	return func() { cancel(); <-done; rt.slot.give() }
}

// halt interrupts the program for a reason that it is ended with.
func (rt *runtime) halt(reason stopReason) {
	rt.halted.Store(&reason)
	rt.vm.Interrupt(reason)
}

// startWork tells the heap watcher that JavaScript runs now; it parks by itself when none does, so that an idle program
// sets no timers.
func (rt *runtime) startWork() {
	rt.running.Store(true)
	if rt.busy != nil {
		select {
		case rt.busy <- struct{}{}:
		default:
		}
	}
}

// heapSlot tells the memory of programs apart. Go's heap profile knows the stack of each sampled allocation; a program runs
// below a function of its own, one of heapFuncs, by which its allocations are known. Programs beyond that many share.
type heapSlot struct{ index int } // in heapFuncs

type heapCall func(f func() (goja.Value, error)) (goja.Value, error)

// below runs f. Each type of N makes another function of the program text.
//
//go:noinline
func below[N any](f func() (goja.Value, error)) (goja.Value, error) {
	v, err := f()
	return v, err
}

var heapFuncs = [...]heapCall{
	below[[1]byte], below[[2]byte], below[[3]byte], below[[4]byte], below[[5]byte], below[[6]byte], below[[7]byte], below[[8]byte],
	below[[9]byte], below[[10]byte], below[[11]byte], below[[12]byte], below[[13]byte], below[[14]byte], below[[15]byte], below[[16]byte],
	below[[17]byte], below[[18]byte], below[[19]byte], below[[20]byte], below[[21]byte], below[[22]byte], below[[23]byte], below[[24]byte],
	below[[25]byte], below[[26]byte], below[[27]byte], below[[28]byte], below[[29]byte], below[[30]byte], below[[31]byte], below[[32]byte],
}

// forAll runs f, what of it is kept being for all programs: compiled code in caches is on nobody's account.
func forAll(f func()) {
	_, _ = below[[0]byte](func() (goja.Value, error) { f(); return nil, nil })
}

var heapSlots struct {
	sync.Mutex
	users   [len(heapFuncs)]int
	entries map[uintptr]int // of heapFuncs' functions, by where they begin
	places  map[uintptr]int // slots by program counter, -1 for none, -2 for the engine's functions
}

// heapEntries finds where the functions of heapFuncs begin, by calling them. The lock is held.
func heapEntries() {
	if heapSlots.entries != nil {
		return
	}
	heapSlots.entries, heapSlots.places = map[uintptr]int{}, map[uintptr]int{}
	for i, call := range append(heapFuncs[:], below[[0]byte]) { // the last is forAll's, nobody's slot
		_, _ = call(func() (goja.Value, error) {
			var pc [16]uintptr
			for _, p := range pc[:goruntime.Callers(1, pc[:])] {
				if f := goruntime.FuncForPC(p - 1); f != nil && strings.Contains(f.Name(), "jsrt.below[") {
					heapSlots.entries[f.Entry()] = i
				}
			}
			return nil, nil
		})
	}
}

// takeHeapSlot finds the slot with the fewest programs in it.
func takeHeapSlot() *heapSlot {
	heapSlots.Lock()
	defer heapSlots.Unlock()
	best := 0
	for i, n := range heapSlots.users {
		if n < heapSlots.users[best] {
			best = i
		}
	}
	heapSlots.users[best]++
	return &heapSlot{index: best}
}

func (s *heapSlot) give() {
	heapSlots.Lock()
	defer heapSlots.Unlock()
	heapSlots.users[s.index]--
}

// run runs f so that what it allocates is known to be the program's.
func (s *heapSlot) run(f func() (goja.Value, error)) (goja.Value, error) {
	if s == nil {
		return f()
	}
	return heapFuncs[s.index](f)
}

// held is about how much memory there is that was allocated by the program, as of the last collection. What the engine
// allocated so deep in recursion that the profile has lost whose it was counts in full. It is the whole heap when the host
// has switched the profile off.
func (s *heapSlot) held() int64 {
	if goruntime.MemProfileRate <= 0 {
		return heapInUse()
	}
	var records []goruntime.MemProfileRecord
	for n, ok := goruntime.MemProfile(nil, false); !ok; {
		records = make([]goruntime.MemProfileRecord, n+100)
		if n, ok = goruntime.MemProfile(records, false); ok {
			records = records[:n]
		}
	}
	heapSlots.Lock()
	defer heapSlots.Unlock()
	heapEntries()
	total := int64(0)
	rate := float64(goruntime.MemProfileRate)
	for i := range records {
		r := &records[i]
		slot, engine := -1, false
		for _, pc := range r.Stack() {
			p, ok := heapSlots.places[pc]
			if !ok {
				p = -1
				if f := goruntime.FuncForPC(pc - 1); f != nil {
					if j, ok := heapSlots.entries[f.Entry()]; ok {
						p = j
					} else if strings.HasPrefix(f.Name(), "github.com/dop251/goja.") {
						p = -2
					}
				}
				heapSlots.places[pc] = p
			}
			if p >= 0 {
				slot = p
				break
			}
			engine = engine || p == -2
		}
		if slot == s.index || slot < 0 && engine {
			total += scaled(r.InUseBytes(), r.InUseObjects(), rate)
		}
	}
	return total
}

// scaled is what a sampled record stands for: an object of n bytes is sampled with the probability 1-exp(-n/rate).
func scaled(bytes, objects int64, rate float64) int64 {
	if objects == 0 {
		return 0
	}
	mean := float64(bytes) / float64(objects)
	return int64(float64(bytes) / -math.Expm1(-mean/rate))
}
