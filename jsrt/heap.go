package jsrt

import (
	"context"
	"runtime/metrics"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// heapInUse is the size of the live heap of the whole Go process: goja does not account for a runtime's own.
func heapInUse() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(s[0].Value.Uint64())
}

const heapSampleEvery = 20 * time.Millisecond

// watchHeap samples how much the Go heap has grown since the program started and ends the program when that passes its
// limit. The heap is the host's whole one, so in a busy host this errs towards ending a program that grows while others
// do; it is the last line behind the checks on single allocations. The returned function stops it.
func (rt *runtime) watchHeap() func() {
	limit := rt.p.Kernel().Limits().WithDefaults().JSHeap
	if limit <= 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(rt.ctx)
	base := heapInUse()
	done := make(chan struct{})
	clock := rt.p.Kernel().Clock()
	rt.busy = make(chan struct{}, 1)
	go func() {
		defer close(done)
		for {
			select {
			case <-rt.busy:
			case <-ctx.Done():
				return
			}
			for again := true; again; again = rt.running.Load() {
				if kernel.Sleep(ctx, clock, heapSampleEvery) != nil {
					return
				}
				if heapInUse()-base > limit+limit/2 {
					rt.p.LimitHit("js heap", limit)
					rt.vm.Interrupt(stopReason("Reached heap limit Allocation failed - JavaScript heap out of memory"))
					return
				}
			}
		}
	}()
	return func() { cancel(); <-done }
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
