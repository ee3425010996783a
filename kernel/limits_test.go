package kernel_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

func TestLimitDefaults(t *testing.T) {
	l := kernel.Limits{Processes: 3, OpenFiles: -1}.WithDefaults()
	d := kernel.DefaultLimits()
	if l.Processes != 3 || l.OpenFiles != -1 || l.ArgBytes != d.ArgBytes || l.DiskBytes != d.DiskBytes {
		t.Errorf("%+v", l)
	}
	if kernel.StrictLimits().WithDefaults() != kernel.StrictLimits() {
		t.Error("StrictLimits leaves something open")
	}
}

func TestProcessLimit(t *testing.T) {
	k := boot(t, func(c *kernel.Config) { c.Limits.Processes = 4 })
	cg := k.NewCgroup()
	run(t, k, func(ctx context.Context, p *kernel.Process) int {
		for range 3 {
			if _, err := p.Spawn(ctx, kernel.Spec{Args: []string{"sleep"}}); err != nil {
				t.Error(err)
			}
		}
		_, err := p.Fork(ctx, programs["true"])
		var le *kernel.LimitError
		if !errors.Is(err, syscall.EAGAIN) || !errors.As(err, &le) || err.Error() != "limit hit: processes (max 4)" {
			t.Errorf("%v", err)
		}
		if kernel.Strerror(err) != "Resource temporarily unavailable" {
			t.Error(kernel.Strerror(err))
		}
		return 0
	}, func(s *kernel.Spec) { s.Cgroup = cg })
	if le := cg.LimitError(); le == nil || le.Limit != kernel.LimitProcesses || le.Max != 4 {
		t.Errorf("%v", le)
	}
	eventually(t, "children bound to their parent end", func() bool { return len(cg.Processes()) == 0 })
}

func TestOpenFilesLimit(t *testing.T) {
	k := boot(t, func(c *kernel.Config) { c.Limits.OpenFiles = 8 })
	cg := k.NewCgroup()
	run(t, k, func(ctx context.Context, p *kernel.Process) int {
		f := kernel.NewBytesFile(nil, "x")
		defer f.Close()
		for want := 3; want < 8; want++ {
			if n, err := p.AddFD(f.Ref(), 0, false); n != want || err != nil {
				t.Error(n, err)
			}
		}
		_, err := p.AddFD(f.Ref(), 0, false)
		var le *kernel.LimitError
		if !errors.Is(err, syscall.EMFILE) || !errors.As(err, &le) {
			t.Errorf("%v", err)
		}
		if err := p.SetFD(8, f.Ref(), false); err != syscall.EBADF {
			t.Errorf("dup2: %v", err)
		}
		if err := p.CloseFD(5); err != nil {
			t.Error(err)
		}
		if err := p.CloseFD(5); err != syscall.EBADF {
			t.Error(err)
		}
		if n, err := p.AddFD(f.Ref(), 4, false); n != 5 || err != nil {
			t.Error(n, err)
		}
		if _, err := p.Stdin().Read(nil); err != nil {
			t.Error(err)
		}
		p.CloseFD(0)
		if _, err := p.Stdin().Read(make([]byte, 1)); !errors.Is(err, syscall.EBADF) {
			t.Error(err)
		}
		// ulimit -n
		if err := p.SetRlimit(kernel.RlimitOpenFiles, 3, 8); err != nil {
			t.Error(err)
		}
		c, _ := p.Fork(ctx, func(_ context.Context, c *kernel.Process) int {
			if _, err := c.AddFD(f.Ref(), 1, false); err != syscall.EMFILE {
				t.Errorf("soft limit: %v", err)
			}
			return 0
		})
		c.Wait()
		return 0
	}, func(s *kernel.Spec) { s.Cgroup = cg })
	if le := cg.LimitError(); le == nil || le.Limit != kernel.LimitOpenFiles {
		t.Errorf("%v", le)
	}
}

func TestDiskLimit(t *testing.T) {
	k := boot(t, func(c *kernel.Config) { c.Limits.DiskBytes = 4 << 20; c.Limits.FileSize = 1 << 20 })
	cg := k.NewCgroup()
	run(t, k, func(ctx context.Context, p *kernel.Process) int {
		f, err := p.Open("/tmp/big", os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		p.SetFD(3, f, false)
		_, err = p.FD(3).Write(make([]byte, 2<<20))
		if !errors.Is(err, syscall.EFBIG) {
			t.Errorf("file size: %v", err)
		}
		var full error
		for i := 0; i < 10 && full == nil; i++ {
			full = p.FS().WriteFile(fmt.Sprint("/tmp/", i), make([]byte, 1<<20), 0o644)
		}
		if !errors.Is(full, syscall.ENOSPC) {
			t.Errorf("disk: %v", full)
		}
		return 0
	}, func(s *kernel.Spec) { s.Cgroup = cg })
	if le := cg.LimitError(); le == nil || le.Limit != kernel.LimitFileSize || le.Name != "test" {
		t.Errorf("%v", le)
	}
}

// TestFileSizeRlimit is `ulimit -f 1; yes > f`: status 153.
func TestFileSizeRlimit(t *testing.T) {
	k := boot(t)
	_, st := run(t, k, func(ctx context.Context, p *kernel.Process) int {
		p.SetRlimit(kernel.RlimitFileSize, 1024, 1024)
		f, _ := p.Open("/tmp/f", os.O_CREATE|os.O_WRONLY, 0o644)
		p.SetFD(1, f, false)
		return programs["yes"](ctx, p)
	})
	info, _ := k.FS().Stat("/tmp/f")
	if st.ExitCode() != 153 || info.Size() != 1024 {
		t.Errorf("%v, %d bytes", st, info.Size())
	}
}

func TestCounters(t *testing.T) {
	k := boot(t, func(c *kernel.Config) { c.Limits.ShellSteps = 10; c.Limits.OutputBytes = -1 })
	cg := k.NewCgroup()
	if cg.AddSteps(10) || !cg.AddSteps(1) || cg.AddOutput(1<<40) || cg.Steps() != 11 {
		t.Error("counters")
	}
}

// TestSynctest: in a bubble an hour of sleep is over at once and a wall clock limit is exact.
func TestSynctest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := boot(t, func(c *kernel.Config) { c.Limits.WallClock = 90 * time.Minute })
		start := time.Now()
		run(t, k, programs["sleep"])
		if d := time.Since(start); d != time.Hour {
			t.Errorf("slept %v", d)
		}
		cg := k.NewCgroup()
		start = time.Now()
		_, st := run(t, k, func(ctx context.Context, p *kernel.Process) int {
			for range 5 {
				p.Spawn(ctx, kernel.Spec{Args: []string{"sleep"}})
			}
			r, w := k.Pipe()
			defer w.Close()
			p.SetFD(3, r, false)
			p.FD(3).Read(make([]byte, 1))
			return 0
		}, func(s *kernel.Spec) { s.Cgroup = cg })
		if d := time.Since(start); d != 90*time.Minute || st.Signal != kernel.SIGKILL {
			t.Errorf("%v %v", d, st)
		}
		if le := cg.LimitError(); le == nil || le.Error() != "limit hit: wall clock (max 1h30m0s)" {
			t.Errorf("%v", le)
		}
		k.Close()
	})
}

// handClock is a clock of the user's own.
type handClock struct {
	kernel.RealClock
	asked chan time.Duration
	fire  chan time.Time
}

type handTimer struct{ c chan time.Time }

func (t handTimer) C() <-chan time.Time      { return t.c }
func (t handTimer) Stop() bool               { return true }
func (t handTimer) Reset(time.Duration) bool { return true }
func (c *handClock) NewTimer(d time.Duration) kernel.Timer {
	c.asked <- d
	return handTimer{c.fire}
}

func TestClock(t *testing.T) {
	c := &handClock{asked: make(chan time.Duration, 10), fire: make(chan time.Time, 1)}
	k := boot(t, func(cfg *kernel.Config) { cfg.Clock = c; cfg.Limits.WallClock = time.Minute })
	p, err := k.Spawn(bg, kernel.Spec{Args: []string{"sleep"}})
	if err != nil {
		t.Fatal(err)
	}
	if d := <-c.asked; d != time.Hour {
		t.Errorf("asked for %v", d)
	}
	c.fire <- time.Time{}
	if st, _ := p.Wait(); st.Code != 0 {
		t.Error(st)
	}
}

// TestForkBomb: a bomb under a limit, then Close.
func TestForkBomb(t *testing.T) {
	k := boot(t, func(c *kernel.Config) { c.Limits.Processes = 200 })
	var bomb kernel.Program
	bomb = func(ctx context.Context, p *kernel.Process) int {
		for p.Safepoint() == nil {
			p.Fork(bg, bomb)
			p.Spawn(bg, kernel.Spec{Args: []string{"sleep"}})
		}
		return 0
	}
	if _, err := k.Spawn(bg, kernel.Spec{Args: []string{"bomb"}, Func: bomb}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the limit", func() bool { return len(k.Processes()) > 200 })
	start := time.Now()
	k.Close()
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("Close took %v", d)
	}
	if n := len(k.Processes()); n != 1 {
		t.Errorf("%d processes", n)
	}
	if _, err := k.Spawn(bg, kernel.Spec{Args: []string{"true"}}); !errors.Is(err, kernel.ErrClosed) {
		t.Errorf("%v", err)
	}
}

// TestStress: processes that fork, pipe, wait and get killed, all at once.
func TestStress(t *testing.T) {
	k := boot(t, func(c *kernel.Config) { c.Limits.Processes = 2000 })
	cg := k.NewCgroup()
	worker := func(ctx context.Context, p *kernel.Process) int {
		rnd := rand.New(rand.NewSource(int64(p.PID())))
		for range 10 {
			r, w := k.Pipe()
			a, err := p.Spawn(ctx, kernel.Spec{Args: []string{"yes"}, Files: []*kernel.File{nil, w}, NewGroup: true})
			if err != nil {
				r.Close()
				w.Close()
				return 1
			}
			p.SetFD(5, r.Ref(), false)
			b, err := p.Fork(ctx, func(ctx context.Context, c *kernel.Process) int {
				c.SetFD(0, c.TakeFD(5), false)
				c.Stdin().Read(make([]byte, 100000))
				return 0
			})
			p.CloseFD(5)
			r.Close()
			w.Close()
			if err != nil {
				a.Signal(kernel.SIGKILL)
				a.Wait()
				return 1
			}
			switch rnd.Intn(4) {
			case 0:
				k.Kill(p, -a.PGID(), kernel.SIGTERM)
			case 1:
				a.Signal(kernel.SIGSTOP)
				a.Signal(kernel.SIGCONT)
			case 2:
				b.Signal(kernel.SIGKILL)
			}
			for {
				if _, _, err := p.WaitChild(ctx, -1, 0); err != nil {
					break
				}
			}
		}
		return 0
	}
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			p, err := k.Spawn(bg, kernel.Spec{Args: []string{"worker"}, Func: worker, Cgroup: cg})
			if err != nil {
				t.Error(err)
				return
			}
			if i%10 == 0 {
				time.Sleep(time.Millisecond)
				p.Signal(kernel.SIGKILL)
			}
			p.Wait()
		})
	}
	stop := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		for {
			select {
			case <-stop:
				return
			default:
			}
			for _, p := range k.Processes() {
				k.FS().ReadFile(fmt.Sprintf("/proc/%d/stat", p.PID()))
			}
			runtime.Gosched()
		}
	}()
	wg.Wait()
	close(stop)
	<-watched
	eventually(t, "all have ended", func() bool { return len(k.Processes()) == 1 })
	if n := len(cg.Processes()); n != 0 {
		t.Errorf("%d in the cgroup", n)
	}
}
