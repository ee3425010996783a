package kernel_test

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// The parent of a vfork goes on when the child has ended, however that ends.
func TestVfork(t *testing.T) {
	k := boot(t)
	run(t, k, func(ctx context.Context, p *kernel.Process) int {
		for name, tt := range map[string]struct {
			fn   kernel.Program
			want kernel.Status
		}{
			"return": {func(_ context.Context, c *kernel.Process) int { return 7 }, kernel.Status{Code: 7}},
			"panic":  {func(_ context.Context, c *kernel.Process) int { panic("no") }, kernel.Status{Signal: kernel.SIGABRT}},
			"killed": {func(ctx context.Context, c *kernel.Process) int { c.Signal(kernel.SIGKILL); <-ctx.Done(); return 0 }, kernel.Status{Signal: kernel.SIGKILL}},
		} {
			ran := 0
			c, err := p.Vfork(func(ctx context.Context, c *kernel.Process) int {
				ran = c.PPID()
				return tt.fn(ctx, c)
			})
			if err != nil || ran != p.PID() {
				t.Errorf("%s: %v, child of %d", name, err, ran)
				continue
			}
			if got, st, err := p.WaitChild(ctx, c.PID(), kernel.WNOHANG); got != c || st != tt.want || err != nil {
				t.Errorf("%s: %v %+v %v", name, got, st, err)
			}
		}
		return 0
	})
}

// A kill of the parent reaches the child that it waits for.
func TestVforkKilled(t *testing.T) {
	k := boot(t)
	inside := make(chan struct{})
	p, err := k.Spawn(bg, kernel.Spec{Args: []string{"parent"}, Func: func(_ context.Context, p *kernel.Process) int {
		p.Vfork(func(ctx context.Context, c *kernel.Process) int {
			close(inside)
			for c.Safepoint() == nil {
				runtime.Gosched()
			}
			return 0
		})
		return 0
	}})
	if err != nil {
		t.Fatal(err)
	}
	<-inside
	p.Signal(kernel.SIGKILL)
	select {
	case <-p.Done():
	case <-time.After(10 * time.Second):
		t.Fatal("the parent did not end")
	}
	if st, _ := p.Wait(); st.Signal != kernel.SIGKILL {
		t.Errorf("%+v", st)
	}
}
