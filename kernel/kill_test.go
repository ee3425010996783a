package kernel_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/sandpit-dev/sandpit/kernel"
)

// ended reports whether p's end shows.
func ended(p *kernel.Process) bool {
	select {
	case <-p.Done():
		return true
	default:
		return false
	}
}

// TestKillShowsLast: who sees the end of a killed process finds closed what it owned, though the killer closes that on a
// goroutine of its own and the program has returned long before.
func TestKillShowsLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := boot(t)
		defer k.Close()
		closed, release, returned := false, make(chan struct{}), false
		p, err := k.Spawn(bg, kernel.Spec{Args: []string{"owner"}, Func: func(ctx context.Context, p *kernel.Process) int {
			p.OnEnd(func() { <-release; closed = true })
			<-ctx.Done()
			returned = true
			return 0
		}})
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		go p.Signal(kernel.SIGKILL)
		synctest.Wait() // the killer is closing, and the program has nothing left to do
		if !returned || ended(p) || p.State() == kernel.Zombie {
			t.Errorf("before the killer is done: returned %v, ended %v, state %v", returned, ended(p), p.State())
		}
		close(release)
		<-p.Done()
		if st, _ := p.ExitStatus(); !closed || st.Signal != kernel.SIGKILL {
			t.Errorf("at the end: closed %v, status %v", closed, st)
		}
	})
}

// TestKillOneself: the killer is the process itself, and a second kill finds it dying.
func TestKillOneself(t *testing.T) {
	k := boot(t)
	closed := 0
	p, err := k.Spawn(bg, kernel.Spec{Args: []string{"owner"}, Func: func(_ context.Context, p *kernel.Process) int {
		p.OnEnd(func() { closed++ })
		p.Signal(kernel.SIGKILL)
		p.Signal(kernel.SIGKILL)
		return 0
	}})
	if err != nil {
		t.Fatal(err)
	}
	<-p.Done()
	if st, _ := p.ExitStatus(); closed != 1 || st.Signal != kernel.SIGKILL {
		t.Errorf("closed %d times, status %v", closed, st)
	}
}

// TestPanicOnInit: a panic on a goroutine of pid 1 ends neither the host nor the box.
func TestPanicOnInit(t *testing.T) {
	k := boot(t)
	done := make(chan struct{})
	if !k.Lookup(1).Go(func() { defer close(done); panic("aside") }) {
		t.Fatal("not started")
	}
	<-done
	if out, st := run(t, k, func(_ context.Context, p *kernel.Process) int { p.Stdout().Write([]byte("on")); return 3 }); out != "on" || st.ExitCode() != 3 {
		t.Errorf("after a panic of init: %q %v", out, st)
	}
	k.Close()
}
