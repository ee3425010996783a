package kernel_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/sandpit-dev/sandpit/kernel"
)

func TestPIDsAreDeterministic(t *testing.T) {
	for range 2 {
		k := boot(t)
		var got []string
		run(t, k, func(ctx context.Context, p *kernel.Process) int {
			got = append(got, fmt.Sprint(p.PID(), p.PPID(), p.PGID(), p.SID()))
			for range 2 {
				c, _ := p.Fork(ctx, func(_ context.Context, c *kernel.Process) int {
					got = append(got, fmt.Sprint(c.PID(), c.PPID(), c.PGID(), c.SID()))
					return 0
				})
				c.Wait()
			}
			return 0
		}, func(s *kernel.Spec) { s.NewSession = true })
		if s := strings.Join(got, ","); s != "2 1 2 2,3 2 2 2,4 2 2 2" {
			t.Errorf("got %s", s)
		}
	}
}

func TestPIDWrap(t *testing.T) {
	k := boot(t)
	run(t, k, func(ctx context.Context, p *kernel.Process) int {
		// A process keeps the number 300 in use.
		k.SetLastPID(299)
		keep, _ := p.Spawn(ctx, kernel.Spec{Args: []string{"sleep"}})
		if keep.PID() != 300 {
			t.Fatalf("pid %d", keep.PID())
		}
		k.SetLastPID(kernel.PIDMax - 3)
		last, low := 0, 0
		for low == 0 {
			c, err := p.Fork(ctx, programs["true"])
			if err != nil {
				t.Fatal(err)
			}
			if c.PID() >= kernel.PIDMax {
				t.Fatalf("pid %d", c.PID())
			}
			if c.PID() < last {
				low = c.PID()
			}
			last = c.PID()
			c.Wait()
		}
		if low != 301 {
			t.Errorf("after the wrap came %d, want 301: 300 is in use", low)
		}
		keep.Signal(kernel.SIGKILL)
		keep.Wait()
		return 0
	})
}

// TestExitStatus compares with `sh -c '(exit N)'; echo $?` and kill -N.
func TestExitStatus(t *testing.T) {
	k := boot(t)
	for _, c := range []struct {
		fn   kernel.Program
		want kernel.Status
		code int
	}{
		{programs["true"], kernel.Status{}, 0},
		{func(context.Context, *kernel.Process) int { return 3 }, kernel.Status{Code: 3}, 3},
		{func(context.Context, *kernel.Process) int { return 256 }, kernel.Status{}, 0},
		{func(context.Context, *kernel.Process) int { return -1 }, kernel.Status{Code: 255}, 255},
		{func(_ context.Context, p *kernel.Process) int { p.Signal(kernel.SIGTERM); return 0 }, kernel.Status{Signal: 15}, 143},
		{func(_ context.Context, p *kernel.Process) int { p.Signal(kernel.SIGKILL); return 0 }, kernel.Status{Signal: 9}, 137},
		{func(_ context.Context, p *kernel.Process) int { p.Signal(kernel.SIGSEGV); return 0 }, kernel.Status{Signal: 11}, 139},
		{func(_ context.Context, p *kernel.Process) int {
			p.Signal(kernel.SIGCHLD)
			p.Signal(kernel.SIGWINCH)
			p.Signal(kernel.SIGCONT)
			return 4
		}, kernel.Status{Code: 4}, 4},
		{func(context.Context, *kernel.Process) int { panic("boom") }, kernel.Status{Signal: 6}, 134},
		{func(context.Context, *kernel.Process) int { panic(nil) }, kernel.Status{Signal: 6}, 134},
		{func(context.Context, *kernel.Process) int { runtime.Goexit(); return 0 }, kernel.Status{Signal: 6}, 134},
		{func(_ context.Context, p *kernel.Process) int { return len(p.Args()[7]) }, kernel.Status{Signal: 6}, 134},
	} {
		out, st := run(t, k, c.fn)
		if st != c.want || st.ExitCode() != c.code {
			t.Errorf("got %+v (%d), want %+v (%d)", st, st.ExitCode(), c.want, c.code)
		}
		if c.code == 134 && !strings.HasPrefix(out, "test: internal error: ") {
			t.Errorf("message %q", out)
		}
	}
}

// TestOrphans: children of a process that ends go to init, and a zombie among them is gone.
func TestOrphans(t *testing.T) {
	k := boot(t)
	var orphan, zombie *kernel.Process
	run(t, k, func(ctx context.Context, p *kernel.Process) int {
		orphan, _ = p.Spawn(bg, kernel.Spec{Args: []string{"sleep"}})
		zombie, _ = p.Spawn(bg, kernel.Spec{Args: []string{"false"}})
		<-zombie.Done()
		if zombie.State() != kernel.Zombie || k.Lookup(zombie.PID()) == nil {
			t.Error("no zombie")
		}
		if orphan.PPID() != p.PID() {
			t.Error("parent")
		}
		return 0
	})
	if orphan.PPID() != 1 || orphan.Parent() != k.Lookup(1) {
		t.Errorf("parent of the orphan: %d", orphan.PPID())
	}
	if k.Lookup(zombie.PID()) != nil {
		t.Error("the zombie is still there")
	}
	if st, ok := zombie.ExitStatus(); !ok || st.Code != 1 {
		t.Errorf("status %v %v", st, ok)
	}
	orphan.Signal(kernel.SIGTERM)
	<-orphan.Done()
	if k.Lookup(orphan.PID()) != nil {
		t.Error("init did not reap the orphan")
	}
	if st, err := orphan.Wait(); err != nil || st.Signal != kernel.SIGTERM {
		t.Errorf("%v %v", st, err)
	}
	if n := len(k.Processes()); n != 1 {
		t.Errorf("%d processes are left", n)
	}
}

func TestWaitChild(t *testing.T) {
	k := boot(t)
	run(t, k, func(ctx context.Context, p *kernel.Process) int {
		if _, _, err := p.WaitChild(ctx, -1, 0); err != syscall.ECHILD {
			t.Errorf("without children: %v", err)
		}
		spawn := func(name string, s kernel.Spec) *kernel.Process {
			s.Args = []string{name}
			c, err := p.Spawn(ctx, s)
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		slow := spawn("sleep", kernel.Spec{NewGroup: true})
		if c, _, err := p.WaitChild(ctx, -1, kernel.WNOHANG); c != nil || err != nil {
			t.Errorf("nohang: %v %v", c, err)
		}
		a, b := spawn("false", kernel.Spec{}), spawn("true", kernel.Spec{})
		<-a.Done()
		<-b.Done()
		if c, st, err := p.WaitChild(ctx, -1, 0); c != a || st.Code != 1 || err != nil {
			t.Errorf("oldest first: %v %v %v", c.PID(), st, err)
		}
		if c, _, _ := p.WaitChild(ctx, 0, 0); c != b {
			t.Error("own group")
		}
		if _, _, err := p.WaitChild(ctx, 0, 0); err != syscall.ECHILD {
			t.Errorf("own group, nobody: %v", err)
		}
		if _, _, err := p.WaitChild(ctx, a.PID(), 0); err != syscall.ECHILD {
			t.Errorf("waited twice: %v", err)
		}
		slow.Signal(kernel.SIGTSTP)
		if c, st, err := p.WaitChild(ctx, -slow.PGID(), kernel.WUNTRACED); c != slow || !st.Stopped || st.ExitCode() != 148 || err != nil {
			t.Errorf("stopped: %v %v", st, err)
		}
		if slow.State() != kernel.Stopped {
			t.Errorf("state %v", slow.State())
		}
		if c, _, _ := p.WaitChild(ctx, -1, kernel.WUNTRACED|kernel.WNOHANG); c != nil {
			t.Error("a stop is reported once")
		}
		slow.Signal(kernel.SIGCONT)
		if c, st, err := p.WaitChild(ctx, -1, kernel.WCONTINUED); c != slow || !st.Continued || err != nil {
			t.Errorf("continued: %v %v", st, err)
		}
		cctx, cancel := context.WithCancel(ctx)
		cancel()
		if _, _, err := p.WaitChild(cctx, -1, 0); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
		slow.Signal(kernel.SIGKILL)
		if c, st, _ := p.WaitChild(ctx, slow.PID(), 0); c != slow || st.Signal != kernel.SIGKILL {
			t.Errorf("killed: %v", st)
		}
		// SIGCHLD ignored: no zombies (wait(2)).
		p.SetDisposition(kernel.SIGCHLD, kernel.SigIgnore)
		c := spawn("true", kernel.Spec{})
		<-c.Done()
		if k.Lookup(c.PID()) != nil {
			t.Error("a zombie although SIGCHLD is ignored")
		}
		return 0
	})
}

func TestProcessGroups(t *testing.T) {
	k := boot(t)
	run(t, k, func(ctx context.Context, p *kernel.Process) int {
		lead, _ := p.Spawn(ctx, kernel.Spec{Args: []string{"sleep"}, NewGroup: true})
		mate, _ := p.Spawn(ctx, kernel.Spec{Args: []string{"sleep"}, Group: lead.PID()})
		other, _ := p.Spawn(ctx, kernel.Spec{Args: []string{"sleep"}})
		if lead.PGID() != lead.PID() || mate.PGID() != lead.PID() || other.PGID() != p.PGID() {
			t.Error("groups")
		}
		if err := other.SetPGID(9999); err != syscall.EPERM {
			t.Errorf("strange group: %v", err)
		}
		if err := k.Kill(p, -lead.PID(), kernel.SIGTERM); err != nil {
			t.Error(err)
		}
		lead.Wait()
		mate.Wait()
		if _, ended := other.ExitStatus(); ended {
			t.Error("a process of another group was hit")
		}
		if err := k.Kill(p, -lead.PID(), 0); err != syscall.ESRCH {
			t.Errorf("group is gone: %v", err)
		}
		if err := k.Kill(p, 1, kernel.SIGKILL); err != nil || k.Lookup(1).Killed() {
			t.Errorf("kill of init: %v", err)
		}
		for _, c := range []struct {
			pid  int
			sig  kernel.Signal
			want error
		}{{99999, 15, syscall.ESRCH}, {other.PID(), 0, nil}, {other.PID(), 65, syscall.EINVAL}, {other.PID(), -1, syscall.EINVAL}} {
			if err := k.Kill(p, c.pid, c.sig); !errors.Is(err, c.want) {
				t.Errorf("kill %d %d: %v", c.pid, c.sig, err)
			}
		}
		user, _ := p.Spawn(ctx, kernel.Spec{Args: []string{"user"}, Func: func(ctx context.Context, u *kernel.Process) int {
			if err := k.Kill(u, other.PID(), kernel.SIGTERM); err != syscall.EPERM {
				t.Errorf("kill of root's process: %v", err)
			}
			if err := k.Kill(u, -1, kernel.SIGTERM); err != syscall.EPERM && err != syscall.ESRCH {
				t.Errorf("kill -1: %v", err)
			}
			return 0
		}, Cred: &kernel.Cred{UID: 1000, GID: 1000}})
		user.Wait()
		other.Signal(kernel.SIGKILL)
		other.Wait()
		return 0
	}, func(s *kernel.Spec) { s.NewGroup = true })
}

// TestContexts: the context of Spawn ends the child, the process's own one ends children with it.
func TestContexts(t *testing.T) {
	k := boot(t)
	ctx, cancel := context.WithCancel(bg)
	p, err := k.Spawn(ctx, kernel.Spec{Args: []string{"sleep"}})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if st, _ := p.Wait(); st.Signal != kernel.SIGKILL {
		t.Errorf("%v", st)
	}
	if _, err := k.Spawn(ctx, kernel.Spec{Args: []string{"true"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("spawn with an ended context: %v", err)
	}
	var bound, derived, free *kernel.Process
	started := make(chan struct{})
	p, _ = k.Spawn(bg, kernel.Spec{Args: []string{"parent"}, Func: func(ctx context.Context, p *kernel.Process) int {
		sub, cancel := context.WithCancel(ctx)
		defer cancel()
		bound, _ = p.Spawn(ctx, kernel.Spec{Args: []string{"sleep"}})
		derived, _ = p.Spawn(sub, kernel.Spec{Args: []string{"sleep"}})
		free, _ = p.Spawn(bg, kernel.Spec{Args: []string{"sleep"}})
		close(started)
		st, err := free.Wait()
		var killed *kernel.KilledError
		if !errors.As(err, &killed) || killed.Signal != kernel.SIGTERM {
			t.Errorf("wait of a killed process: %v %v", st, err)
		}
		if !errors.As(context.Cause(ctx), &killed) {
			t.Errorf("cause %v", context.Cause(ctx))
		}
		return 0
	}})
	<-started
	p.Signal(kernel.SIGTERM)
	p.Wait()
	<-bound.Done()
	<-derived.Done()
	if _, ended := free.ExitStatus(); ended {
		t.Error("a child with a context of its own died")
	}
	free.Signal(kernel.SIGKILL)
	<-free.Done()
}

func TestCredentialsAndDirectory(t *testing.T) {
	k := boot(t)
	run(t, k, func(ctx context.Context, p *kernel.Process) int {
		if p.User() != "user" || p.Dir() != "/home/user" {
			t.Errorf("%s in %s", p.User(), p.Dir())
		}
		old := p.FS()
		if p.FS() != old {
			t.Error("the view is not cached")
		}
		if err := p.Chdir("/root"); !errors.Is(err, syscall.EACCES) {
			t.Errorf("cd /root: %v", err)
		}
		if err := p.Chdir("/etc/passwd"); !errors.Is(err, syscall.ENOTDIR) {
			t.Errorf("cd to a file: %v", err)
		}
		if err := p.Chdir("nowhere"); !errors.Is(err, syscall.ENOENT) {
			t.Errorf("cd nowhere: %v", err)
		}
		if p.FS() != old {
			t.Error("a failed chdir changed the view")
		}
		if p.SetUmask(0o077); p.FS() == old {
			t.Error("umask did not reach the view")
		}
		f, err := p.Open("mine", 0x42, 0o666) // O_RDWR|O_CREAT
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		if info, err := p.FS().Stat("mine"); err != nil || info.Mode() != 0o600 {
			t.Errorf("%v %v", info, err)
		}
		if _, err := p.Open("/etc/shadow", 0, 0); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("shadow: %v", err)
		}
		c, _ := p.Fork(ctx, func(_ context.Context, c *kernel.Process) int {
			if c.Umask() != 0o077 || c.Dir() != "/home/user" || c.Cred().UID != 1000 {
				t.Error("not inherited")
			}
			c.Chdir("/tmp")
			c.SetUmask(0)
			return 0
		})
		c.Wait()
		if p.Dir() != "/home/user" || p.Umask() != 0o077 {
			t.Error("a child changed its parent")
		}
		return 0
	}, func(s *kernel.Spec) {
		u, _ := k.LookupUser("user")
		cred := u.Cred()
		s.Cred, s.Dir = &cred, u.Home
	})
	if u, ok := k.LookupUser("user"); !ok || fmt.Sprint(u.Groups) != "[1000 27]" || u.Shell != "/bin/bash" {
		t.Errorf("%+v", u)
	}
	if _, err := kernel.LookupUser(k.FS(), "nobody2"); err == nil {
		t.Error("found a user who is not there")
	}
}

func TestEvents(t *testing.T) {
	k := boot(t)
	var got []string
	cancel := k.Subscribe(func(e kernel.Event) { got = append(got, fmt.Sprint(e.Process.Name(), e.Exit, e.Status.ExitCode())) })
	run(t, k, func(context.Context, *kernel.Process) int { return 5 })
	cancel()
	run(t, k, programs["true"])
	if s := strings.Join(got, ","); s != "testfalse 0,testtrue 5" {
		t.Error(s)
	}
}

// TestProcessOwns: what a process holds of the network goes with it, however it ends.
func TestProcessOwns(t *testing.T) {
	k := boot(t)
	listen := func(_ context.Context, p *kernel.Process) int {
		if _, err := p.Listen("tcp", "127.0.0.1:8080"); err != nil {
			t.Error(err)
		}
		p.AtExit(func() { panic("in AtExit") })
		cancel := p.AtExit(func() { t.Error("cancelled, and called") })
		cancel()
		p.AtExit(func() { p.Stdout().Write([]byte("bye")) })
		return 0
	}
	for range 2 {
		if out, st := run(t, k, listen); out != "bye" || st.Code != 0 {
			t.Errorf("%q %v", out, st)
		}
	}
	p, err := k.Spawn(bg, kernel.Spec{Args: []string{"server"}, Func: func(ctx context.Context, p *kernel.Process) int {
		l, err := p.Listen("tcp", "127.0.0.1:8080")
		if err != nil {
			t.Error(err)
			return 1
		}
		if _, err := p.Listen("tcp", "127.0.0.1:8080"); !errors.Is(err, syscall.EADDRINUSE) {
			t.Errorf("port in use: %v", err)
		}
		for {
			if _, err := l.Accept(); err != nil {
				return 0
			}
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Net().WaitForPort(bg, 8080); err != nil {
		t.Fatal(err)
	}
	if ports := k.Net().Ports(); len(ports) != 1 || ports[0].Owner != p.PID() || ports[0].Label != "server" {
		t.Errorf("%+v", ports)
	}
	c, err := k.Net().Dial(bg, "tcp", "localhost:8080")
	if err != nil {
		t.Fatal(err)
	}
	p.Signal(kernel.SIGTERM)
	if _, err := c.Read(make([]byte, 1)); err == nil {
		t.Error("the connection of a killed server is open")
	}
	c.Close()
	p.Wait()
	if n := len(k.Net().Ports()); n != 0 {
		t.Errorf("%d ports", n)
	}
}

// TestGo: a panic on a goroutine of a process ends the process, not the host.
func TestGo(t *testing.T) {
	k := boot(t)
	out, st := run(t, k, func(ctx context.Context, p *kernel.Process) int {
		p.Go(func() { panic("aside") })
		<-ctx.Done()
		return 0
	})
	if st.ExitCode() != 134 || !strings.Contains(out, "aside") {
		t.Errorf("%q %v", out, st)
	}
}

func TestKillAll(t *testing.T) {
	k := boot(t)
	keep, _ := k.Spawn(bg, kernel.Spec{Args: []string{"sleep"}})
	for range 5 {
		k.Spawn(bg, kernel.Spec{Args: []string{"sleep"}})
	}
	k.KillAll(func(p *kernel.Process) bool { return p == keep })
	if list := k.Processes(); len(list) != 2 || list[1] != keep {
		t.Errorf("%d processes", len(list))
	}
	k.KillAll(nil)
	if n := len(k.Processes()); n != 1 {
		t.Errorf("%d processes", n)
	}
}
