package kernel

import (
	"context"
	"sync"
	"time"
)

// Clock is where a box gets its time from.
type Clock interface {
	// Now is the current time.
	Now() time.Time
	// NewTimer returns a timer that sends on its channel once d has passed.
	NewTimer(d time.Duration) Timer
}

// Timer is the part of time.Timer that the kernel needs. Stop and Reset report whether the timer was running.
type Timer interface {
	C() <-chan time.Time
	Stop() bool
	Reset(d time.Duration) bool
}

// RealClock is the clock of package time. In a testing/synctest bubble that is the bubble's clock.
type RealClock struct{}

// Now implements Clock.
func (RealClock) Now() time.Time { return time.Now() }

// NewTimer implements Clock.
func (RealClock) NewTimer(d time.Duration) Timer { return realTimer{time.NewTimer(d)} }

type realTimer struct{ *time.Timer }

func (t realTimer) C() <-chan time.Time { return t.Timer.C }

// Sleep waits for d on the clock c, or until ctx ends; then it returns the cause. A d of zero or less returns at once.
func Sleep(ctx context.Context, c Clock, d time.Duration) error {
	if d <= 0 {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return nil
	}
	t := c.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C():
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// afterFunc runs fn on its own goroutine once d has passed on c; stop prevents that. With the real clock nothing waits.
func (k *Kernel) afterFunc(d time.Duration, fn func()) (stop func()) {
	if _, ok := k.clock.(RealClock); ok {
		t := time.AfterFunc(d, fn)
		return func() { t.Stop() }
	}
	if !k.track() {
		return func() {}
	}
	stopped := make(chan struct{})
	go func() {
		defer k.wg.Done()
		t := k.clock.NewTimer(d)
		defer t.Stop()
		select {
		case <-t.C():
			fn()
		case <-stopped:
		case <-k.down:
		}
	}()
	return sync.OnceFunc(func() { close(stopped) })
}
