package jsrt

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/kernel"
)

// sharedMemory is what SharedArrayBuffers of one or several programs look at. Plain reads and writes of its bytes are not
// ordered, as the language has it; mu orders those of Atomics.
type sharedMemory struct {
	mu      sync.Mutex
	data    []byte
	waiters map[int][]chan struct{} // by byte offset, the longest waiting first
}

// take removes one waiter that has given up; it reports false when a notify was first.
func (m *sharedMemory) take(at int, ch chan struct{}) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, c := range m.waiters[at] {
		if c == ch {
			m.waiters[at] = append(m.waiters[at][:i:i], m.waiters[at][i+1:]...)
			if len(m.waiters[at]) == 0 {
				delete(m.waiters, at)
			}
			return true
		}
	}
	return false
}

func (m *sharedMemory) notify(at int, n float64) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	woken := 0
	list := m.waiters[at]
	for len(list) > 0 && float64(woken) < n {
		close(list[0])
		list = list[1:]
		woken++
	}
	if len(list) == 0 {
		delete(m.waiters, at)
	} else {
		m.waiters[at] = list
	}
	return woken
}

// sharedFamily numbers the memories that a program and its workers have told each other of. It lives as long as they do.
type sharedFamily struct {
	mu   sync.Mutex
	mems []*sharedMemory
	ids  map[*sharedMemory]int
}

func (f *sharedFamily) add(m *sharedMemory) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	if id, ok := f.ids[m]; ok {
		return id
	}
	f.mems = append(f.mems, m)
	f.ids[m] = len(f.mems) - 1
	return len(f.mems) - 1
}

func (f *sharedFamily) get(id int) *sharedMemory {
	f.mu.Lock()
	defer f.mu.Unlock()
	if id < 0 || id >= len(f.mems) {
		return nil
	}
	return f.mems[id]
}

// sharedMemories is the family of this program, made when it is first needed.
func (rt *runtime) sharedMemories() *sharedFamily {
	if rt.shared == nil {
		rt.shared = &sharedFamily{ids: map[*sharedMemory]int{}}
	}
	return rt.shared
}

// sharedBinding is what lib/internal/shared_memory.js builds SharedArrayBuffer and Atomics on. A memory is a handle that
// only lib/ sees.
func sharedBinding(rt *runtime) *goja.Object {
	vm := rt.vm
	mem := func(v goja.Value) *sharedMemory {
		m, ok := v.Export().(*sharedMemory)
		if !ok {
			panic(vm.NewTypeError("not a shared memory"))
		}
		return m
	}
	pair := func(m *sharedMemory) goja.Value {
		return vm.NewArray(vm.ToValue(vm.NewArrayBuffer(m.data)), vm.ToValue(m))
	}
	// enter puts a waiter down when same() holds, both under the lock.
	enter := func(m *sharedMemory, at int, same goja.Value) (chan struct{}, bool) {
		fn, _ := goja.AssertFunction(same)
		m.mu.Lock()
		defer m.mu.Unlock()
		v, err := fn(goja.Undefined())
		if err != nil {
			panic(err)
		}
		if !v.ToBoolean() {
			return nil, false
		}
		ch := make(chan struct{})
		if m.waiters == nil {
			m.waiters = map[int][]chan struct{}{}
		}
		m.waiters[at] = append(m.waiters[at], ch)
		return ch, true
	}
	// wait is the time until a notify, the end of the timeout, or of the program.
	wait := func(m *sharedMemory, at int, ch chan struct{}, ms float64) string {
		ctx := rt.ctx
		if ms < math.MaxInt64/float64(time.Millisecond) {
			var cancel context.CancelFunc
			ctx, cancel = context.WithCancel(rt.ctx)
			defer cancel()
			late := make(chan struct{})
			go func() {
				if kernel.Sleep(ctx, rt.clock(), time.Duration(ms*float64(time.Millisecond))) == nil {
					close(late)
				}
			}()
			select {
			case <-ch:
				return "ok"
			case <-rt.ctx.Done():
			case <-late:
			}
		} else {
			select {
			case <-ch:
				return "ok"
			case <-ctx.Done():
			}
		}
		if !m.take(at, ch) {
			return "ok"
		}
		return "timed-out"
	}
	return rt.object(map[string]hostFunc{
		// create(bytes): [buffer, handle]
		"create": func(c goja.FunctionCall) goja.Value {
			n := c.Argument(0).ToFloat()
			if !(n >= 0 && n <= float64(min(rt.heapLimit(), 1<<30))) {
				panic(rt.newError("RangeError", "Array buffer allocation failed"))
			}
			return pair(&sharedMemory{data: make([]byte, int(n))})
		},
		// again(handle): another buffer over the same memory
		"again": func(c goja.FunctionCall) goja.Value { return pair(mem(c.Argument(0))) },
		"share": func(c goja.FunctionCall) goja.Value {
			return vm.ToValue(rt.sharedMemories().add(mem(c.Argument(0))))
		},
		// open(number): [buffer, handle], or null
		"open": func(c goja.FunctionCall) goja.Value {
			if m := rt.sharedMemories().get(int(c.Argument(0).ToInteger())); m != nil {
				return pair(m)
			}
			return goja.Null()
		},
		// locked(handle, f) runs f while no other Atomics function uses the memory
		"locked": func(c goja.FunctionCall) goja.Value {
			m := mem(c.Argument(0))
			fn, _ := goja.AssertFunction(c.Argument(1))
			m.mu.Lock()
			defer m.mu.Unlock()
			v, err := fn(goja.Undefined())
			if err != nil {
				panic(err)
			}
			return v
		},
		"notify": func(c goja.FunctionCall) goja.Value {
			return vm.ToValue(mem(c.Argument(0)).notify(int(c.Argument(1).ToInteger()), c.Argument(2).ToFloat()))
		},
		// wait(handle, offset, same, ms): "ok", "not-equal" or "timed-out"
		"wait": func(c goja.FunctionCall) goja.Value {
			m, at := mem(c.Argument(0)), int(c.Argument(1).ToInteger())
			ch, ok := enter(m, at, c.Argument(2))
			if !ok {
				return vm.ToValue("not-equal")
			}
			s := wait(m, at, ch, c.Argument(3).ToFloat())
			if rt.ctx.Err() != nil {
				panic(&goja.InterruptedError{})
			}
			return vm.ToValue(s)
		},
		// waitAsync(handle, offset, same, ms, done): "not-equal", "timed-out", or undefined and done is called later
		"waitAsync": func(c goja.FunctionCall) goja.Value {
			m, at, ms := mem(c.Argument(0)), int(c.Argument(1).ToInteger()), c.Argument(3).ToFloat()
			ch, ok := enter(m, at, c.Argument(2))
			switch {
			case !ok:
				return vm.ToValue("not-equal")
			case ms == 0:
				m.take(at, ch)
				return vm.ToValue("timed-out")
			}
			done := c.Argument(4)
			rt.do(func() any { return wait(m, at, ch, ms) }, func(v any) { rt.callValue(done, vm.ToValue(v)) })
			return goja.Undefined()
		},
	})
}
