package kernel_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/sandpit-dev/sandpit/kernel"
)

func toMode(m uint32) fs.FileMode { return fs.FileMode(m) }

func TestProgramFile(t *testing.T) {
	if n, ok := kernel.ParseProgramFile(kernel.ProgramFile("ls")); n != "ls" || !ok {
		t.Errorf("got %q %v", n, ok)
	}
	for _, bad := range []string{"", "\x7fPROG", "\x7fPROG\n", "\x7fPROGls", "#!/bin/sh\n"} {
		if n, ok := kernel.ParseProgramFile([]byte(bad)); ok {
			t.Errorf("%q gave %q", bad, n)
		}
	}
}

// TestExec holds the rules of execve(2); the errnos are those of Linux for the same files.
func TestExec(t *testing.T) {
	k := boot(t)
	write(t, k, "/tmp/script", "#!/usr/bin/args\nbody\n", 0o755)
	write(t, k, "/tmp/arg", "#! /usr/bin/args  -a b \t\nbody\n", 0o755)
	write(t, k, "/tmp/noexec", "#!/usr/bin/args\n", 0o644)
	write(t, k, "/tmp/xonly", "#!/usr/bin/args\n", 0o111)
	write(t, k, "/tmp/text", "echo hi\n", 0o755)
	write(t, k, "/tmp/empty", "", 0o755)
	write(t, k, "/tmp/gone", "#!/no/such\n", 0o755)
	write(t, k, "/tmp/blank", "#!\n", 0o755)
	write(t, k, "/tmp/loop", "#!/tmp/loop\n", 0o755)
	write(t, k, "/tmp/s1", "#!/tmp/script\n", 0o755)
	write(t, k, "/tmp/s2", "#!/tmp/s1\n", 0o755)
	write(t, k, "/tmp/s3", "#!/tmp/s2\n", 0o755)
	write(t, k, "/tmp/s4", "#!/tmp/s3\n", 0o755)
	write(t, k, "/tmp/s5", "#!/tmp/s4\n", 0o755)
	write(t, k, "/tmp/nonl", "#!/usr/bin/args", 0o755)
	write(t, k, "/tmp/long", "#!"+strings.Repeat("/", 300)+"usr/bin/args\n", 0o755)
	write(t, k, "/tmp/longarg", "#!/bin/args "+strings.Repeat("a", 300)+"\n", 0o755)
	for _, c := range []struct {
		path  string
		args  []string
		out   string
		errno syscall.Errno
	}{
		{"echo", []string{"echo", "a", "b"}, "a b\n", 0},
		{"", []string{"args", "x"}, `["args" "x"]` + "\n", 0},
		{"args", []string{"other", "x"}, `["other" "x"]` + "\n", 0},
		{"/usr/bin/args", nil, `["/usr/bin/args"]` + "\n", 0},
		{"/bin/args", nil, `["/bin/args"]` + "\n", 0},
		{"./script", []string{"z", "1"}, `["/usr/bin/args" "./script" "1"]` + "\n", 0},
		{"/tmp/arg", []string{"z", "1"}, `["/usr/bin/args" "-a b" "/tmp/arg" "1"]` + "\n", 0},
		{"/tmp/xonly", nil, `["/usr/bin/args" "/tmp/xonly"]` + "\n", 0},
		{"/tmp/s3", []string{"s3", "q"}, `["/usr/bin/args" "/tmp/script" "/tmp/s1" "/tmp/s2" "/tmp/s3" "q"]` + "\n", 0},
		{"/tmp/s4", nil, `["/usr/bin/args" "/tmp/script" "/tmp/s1" "/tmp/s2" "/tmp/s3" "/tmp/s4"]` + "\n", 0},
		{"/tmp/s5", nil, "", syscall.ELOOP},
		{"/tmp/nonl", nil, `["/usr/bin/args" "/tmp/nonl"]` + "\n", 0},
		{"/tmp/long", nil, "", syscall.ENOEXEC},
		{"/tmp/longarg", nil, `["/bin/args" "` + strings.Repeat("a", 243) + `" "/tmp/longarg"]` + "\n", 0},
		{"/tmp/loop", nil, "", syscall.ELOOP},
		{"/tmp/noexec", nil, "", syscall.EACCES},
		{"/tmp", nil, "", syscall.EACCES},
		{"/dev/null", nil, "", syscall.EACCES},
		{"/tmp/text", nil, "", syscall.ENOEXEC},
		{"/tmp/empty", nil, "", syscall.ENOEXEC},
		{"/tmp/blank", nil, "", syscall.ENOEXEC},
		{"/tmp/gone", nil, "", syscall.ENOENT},
		{"/tmp/none", nil, "", syscall.ENOENT},
		{"/tmp/text/x", nil, "", syscall.ENOTDIR},
		{"nocommand", nil, "", syscall.ENOENT},
		{"", nil, "", syscall.ENOENT},
	} {
		var out bytes.Buffer
		w := kernel.NewWriterFile(&out, "out")
		p, err := k.Spawn(bg, kernel.Spec{Path: c.path, Args: c.args, Dir: "/tmp", Files: []*kernel.File{nil, w, w},
			Cred: &kernel.Cred{UID: 1000, GID: 1000}})
		w.Close()
		if c.errno != 0 {
			if !errors.Is(err, c.errno) {
				t.Errorf("%q: %v, want %v", c.path, err, c.errno)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", c.path, err)
			continue
		}
		p.Wait()
		if out.String() != c.out {
			t.Errorf("%q %q: got %s want %s", c.path, c.args, out.String(), c.out)
		}
	}
}

func TestMissingBuiltin(t *testing.T) {
	k := boot(t)
	out, st := run(t, k, nil, func(s *kernel.Spec) { s.Path = "/usr/bin/nosuch"; s.Args = nil })
	if st.ExitCode() != 127 || !strings.Contains(out, "not available") {
		t.Errorf("%q %v", out, st)
	}
}

func TestLookPath(t *testing.T) {
	k := boot(t)
	write(t, k, "/tmp/tool", "#!/bin/args\n", 0o755)
	write(t, k, "/srv/tool", "#!/bin/args\n", 0o644)
	k.FS().Mkdir("/opt/tool", 0o755)
	run(t, k, func(_ context.Context, p *kernel.Process) int {
		for _, c := range []struct {
			name, path, want string
			errno            syscall.Errno
		}{
			{"tool", "/usr/bin:/tmp", "/tmp/tool", 0},
			{"tool", "/usr/bin:", "./tool", 0},
			{"tool", ":/usr/bin", "./tool", 0},
			{"tool", "/srv:/tmp/", "/tmp/tool", 0},
			{"tool", "/srv:/nodir", "", syscall.EACCES},
			{"tool", "/opt", "", syscall.ENOENT},
			{"./tool", "/usr/bin", "./tool", 0},
			{"/srv/tool", "", "", syscall.EACCES},
			{"args", kernel.DefaultPath, "/usr/bin/args", 0},
			{"", "/tmp", "", syscall.ENOENT},
		} {
			got, err := kernel.LookPath(p, c.name, c.path)
			if got != c.want || c.errno != 0 && !errors.Is(err, c.errno) {
				t.Errorf("%q in %q: %q, %v", c.name, c.path, got, err)
			}
		}
		return 0
	}, asUser)
}

// TestExecReplaces: execve keeps the pid and closes what is close-on-exec; an error changes nothing.
func TestExecReplaces(t *testing.T) {
	k := boot(t)
	write(t, k, "/tmp/script", "#!/usr/bin/args -x\n", 0o755)
	k.Register("self", func(_ context.Context, p *kernel.Process) int {
		if p.FD(5) != nil || p.FD(6) == nil {
			t.Error("close-on-exec is wrong")
		}
		if p.Disposition(kernel.SIGUSR1) != kernel.SigDefault || p.Disposition(kernel.SIGUSR2) != kernel.SigIgnore {
			t.Error("dispositions")
		}
		if p.Exe() != "/tmp/self" || p.Name() != "zero" || p.Getenv("A") != "1" {
			t.Errorf("%q %q %q", p.Exe(), p.Name(), p.Getenv("A"))
		}
		return 7
	})
	if err := k.FS().WriteFile("/tmp/self", kernel.ProgramFile("self"), 0o755); err != nil {
		t.Fatal(err)
	}
	_, st := run(t, k, func(ctx context.Context, p *kernel.Process) int {
		r, w := k.Pipe()
		p.SetFD(5, r, true)
		p.SetFD(6, w, false)
		p.SetDisposition(kernel.SIGUSR1, kernel.SigCatch)
		p.SetDisposition(kernel.SIGUSR2, kernel.SigIgnore)
		if _, err := p.Exec(ctx, kernel.Spec{Path: "/tmp/none"}); !errors.Is(err, syscall.ENOENT) {
			t.Errorf("exec of nothing: %v", err)
		}
		if p.FD(5) == nil || p.Disposition(kernel.SIGUSR1) != kernel.SigCatch {
			t.Error("a failed exec changed the process")
		}
		pid := p.PID()
		code, err := p.Exec(ctx, kernel.Spec{Path: "/tmp/self", Args: []string{"zero"}, Env: []string{"A=1"}})
		if err != nil || p.PID() != pid {
			t.Error(err)
		}
		return code
	})
	if st.ExitCode() != 7 {
		t.Errorf("status %v", st)
	}
}

func TestArgumentLimit(t *testing.T) {
	k := boot(t, func(c *kernel.Config) { c.Limits.ArgBytes = 10000 })
	cg := k.NewCgroup()
	p, err := k.Spawn(bg, kernel.Spec{Func: programs["true"], Cgroup: cg, Args: []string{"true"}})
	if err != nil {
		t.Fatal(err)
	}
	p.Wait()
	run(t, k, func(ctx context.Context, p *kernel.Process) int {
		_, err := p.Spawn(ctx, kernel.Spec{Args: []string{"true", strings.Repeat("x", 10000)}})
		var le *kernel.LimitError
		if !errors.Is(err, syscall.E2BIG) || !errors.As(err, &le) || le.Limit != kernel.LimitArgs {
			t.Errorf("%v", err)
		}
		return 0
	}, func(s *kernel.Spec) { s.Cgroup = cg })
	if le := cg.LimitError(); le == nil || le.Max != 10000 || le.Name != "test" {
		t.Errorf("cgroup: %v", le)
	}
}
