package kernel_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/sandpit-dev/sandpit/kernel"
)

func TestDevices(t *testing.T) {
	k := boot(t, func(c *kernel.Config) { c.Seed = 7 })
	run(t, k, func(ctx context.Context, p *kernel.Process) int {
		b := []byte{1, 2, 3, 4}
		open := func(name string, flag int) *kernel.File {
			f, err := p.Open(name, flag, 0)
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
		for _, c := range []struct {
			name string
			n    int
			err  error
			werr error
		}{{"null", 0, io.EOF, nil}, {"zero", 4, nil, nil}, {"full", 4, nil, syscall.ENOSPC}, {"urandom", 4, nil, nil}, {"random", 4, nil, nil}} {
			f := open("/dev/"+c.name, os.O_RDWR)
			copy(b, "1234")
			if n, err := f.Read(ctx, b); n != c.n || err != c.err {
				t.Errorf("%s: read %d %v", c.name, n, err)
			}
			if c.n > 0 && (string(b) == "\x00\x00\x00\x00") == strings.HasSuffix(c.name, "random") {
				t.Errorf("%s: % x", c.name, b)
			}
			if n, err := f.Write(ctx, b); !errors.Is(err, c.werr) || c.werr == nil && n != 4 {
				t.Errorf("%s: write %d %v", c.name, n, err)
			}
			info, err := f.Stat()
			if err != nil || info.Mode()&fs.ModeCharDevice == 0 {
				t.Errorf("%s: %v %v", c.name, info, err)
			}
			f.Close()
			if err := p.FS().WriteFile("/dev/"+c.name, []byte("x"), 0); !errors.Is(err, c.werr) {
				t.Errorf("%s: by afero: %v", c.name, err)
			}
		}
		if _, err := p.Open("/dev/tty", os.O_RDWR, 0); !errors.Is(err, syscall.ENXIO) {
			t.Errorf("tty: %v", err)
		}
		return 0
	}, asUser)
	k2 := boot(t, func(c *kernel.Config) { c.Seed = 7 })
	k.Rand().Read(make([]byte, 8)) // differs from k2 by what was read above
	a, b := make([]byte, 8), make([]byte, 8)
	boot(t, func(c *kernel.Config) { c.Seed = 7 }).Rand().Read(a)
	k2.Rand().Read(b)
	if string(a) != string(b) {
		t.Error("a seed does not repeat")
	}
}

// TestOpenFDNames: /dev/stdin, /dev/fd/N and /proc/self/fd/N lead to the open file, by Open and by afero.
func TestOpenFDNames(t *testing.T) {
	k := boot(t)
	run(t, k, func(ctx context.Context, p *kernel.Process) int {
		for _, name := range []string{"/dev/fd/3", "/proc/self/fd/3", fmt.Sprintf("/proc/%d/fd/3", p.PID()), "/dev/stdin"} {
			for _, how := range []string{"open", "afero"} {
				r, w := k.Pipe()
				p.SetFD(3, r.Ref(), false)
				p.SetFD(0, r, false)
				w.Write(ctx, []byte("data"))
				w.Close()
				var data []byte
				if how == "open" {
					f, err := p.Open(name, os.O_RDONLY, 0)
					if err != nil {
						t.Errorf("%s: %v", name, err)
						continue
					}
					b := make([]byte, 10)
					n, _ := f.Read(ctx, b)
					data = b[:n]
					f.Close()
				} else {
					var err error
					if data, err = p.FS().ReadFile(name); err != nil {
						t.Errorf("%s: %v", name, err)
					}
				}
				if string(data) != "data" {
					t.Errorf("%s %s: %q", how, name, data)
				}
			}
		}
		// A file of the disk is opened anew, one that was deleted is the open one.
		p.FS().WriteFile("/tmp/x", []byte("abc"), 0o666)
		f, err := p.Open("/tmp/x", os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		p.SetFD(4, f, false)
		f.Read(ctx, make([]byte, 2))
		if data, _ := p.FS().ReadFile("/dev/fd/4"); string(data) != "abc" {
			t.Errorf("anew: %q", data)
		}
		p.FS().Remove("/tmp/x")
		if l, _ := p.FS().Readlink("/proc/self/fd/4"); l != "/tmp/x (deleted)" {
			t.Errorf("link %q", l)
		}
		if data, err := p.FS().ReadFile("/dev/fd/4"); string(data) != "c" {
			t.Errorf("deleted: %q %v", data, err)
		}
		if _, err := p.Open("/dev/fd/77", 0, 0); !errors.Is(err, syscall.ENOENT) {
			t.Errorf("closed: %v", err)
		}
		p.FS().WriteFile("/dev/stdout", []byte("out"), 0)
		return 0
	})
}

func TestProc(t *testing.T) {
	k := boot(t)
	cg := k.NewCgroup()
	run(t, k, func(ctx context.Context, p *kernel.Process) int {
		read := func(name string) string {
			data, err := p.FS().ReadFile(name)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			return string(data)
		}
		l, err := p.Listen("tcp", "127.0.0.1:3000")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		for _, c := range []struct{ name, want string }{
			{"self/cmdline", "^test\x00-a b\x00$"},
			{"self/comm", "^test\n$"},
			{"self/environ", "^A=1\x00B=2\x00$"},
			{"self/stat", `^2 \(test\) R 1 2 2 0 -1 (\S+ ){43}\S+` + "\n$"},
			{"self/status", `(?s)^Name:\ttest\nUmask:\t0022\nState:\tR \(running\)\nTgid:\t2\n.*\nPPid:\t1\n.*\nUid:\t1000\t1000\t1000\t1000\n.*\nGroups:\t1000 \n`},
			{"self/cgroup", `^0::/run-1.scope\n$`},
			{"self/limits", `(?m)^Max open files            1024                 1024                 files     $`},
			{"2/comm", "^test\n$"},
			{"1/comm", "^init\n$"},
			{"mounts", `(?m)^/dev/root / \S+ rw,relatime 0 0\nproc /proc proc rw,relatime 0 0$`},
			{"uptime", `^\d+\.\d\d \d+\.\d\d\n$`},
			{"loadavg", `^0\.00 0\.00 0\.00 1/2 2\n$`},
			{"meminfo", `(?m)^MemTotal:        2097152 kB$`},
			{"cpuinfo", `(?s)^processor\t: 0\n.*\n\nprocessor\t: 1\n`},
			{"stat", `(?m)^btime \d+$`},
			{"version", `^Linux version `},
			{"filesystems", `nodev\tproc\n`},
			{"sys/kernel/hostname", "^box\n$"},
			{"sys/kernel/pid_max", "^32768\n$"},
			{"sys/kernel/random/uuid", `^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\n$`},
			{"net/tcp", `0: 0100007F:0BB8 00000000:0000 0A .* 1000        0 `},
		} {
			if got := read("/proc/" + c.name); !regexp.MustCompile(c.want).MatchString(got) {
				t.Errorf("%s: %q", c.name, got)
			}
		}
		if a, b := read("/proc/sys/kernel/random/boot_id"), read("/proc/sys/kernel/random/boot_id"); a != b {
			t.Error("boot_id changes")
		}
		for name, want := range map[string]string{"self": "2", "self/cwd": "/tmp", "self/root": "/", "mounts": "self/mounts", "net": "self/net"} {
			if got, err := p.FS().Readlink("/proc/" + name); got != want || err != nil {
				t.Errorf("%s -> %q %v", name, got, err)
			}
		}
		if got, _ := p.FS().Readlink("/proc/self/fd/1"); got != "out" {
			t.Errorf("fd 1 -> %q", got)
		}
		list := func(name string) string {
			entries, err := p.FS().ReadDir(name)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			var names []string
			for _, e := range entries {
				names = append(names, e.Name())
			}
			return strings.Join(names, " ")
		}
		if got := list("/proc/self/fd"); got != "0 1 2" {
			t.Errorf("fd: %s", got)
		}
		if got := list("/proc"); !strings.HasPrefix(got, "1 2 cmdline cpuinfo devices filesystems loadavg meminfo mounts net partitions self stat ") {
			t.Errorf("proc: %s", got)
		}
		if got := list("/proc/self"); !strings.Contains(got, "cwd environ exe fd fdinfo io limits loginuid maps") {
			t.Errorf("self: %s", got)
		}
		if got := list("/proc/sys/kernel"); !strings.Contains(got, "hostname") || !strings.Contains(got, "random") {
			t.Errorf("sys/kernel: %s", got)
		}
		// What a user may not see and nobody may change.
		for name, want := range map[string]syscall.Errno{"1/environ": syscall.EACCES, "1/fd": syscall.EACCES, "999": syscall.ENOENT, "self/nothing": syscall.ENOENT} {
			if _, err := p.FS().Open("/proc/" + name); !errors.Is(err, want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := p.FS().Mkdir("/proc/dir", 0o755); err == nil {
			t.Error("mkdir in /proc")
		}
		if err := p.FS().Remove("/proc/cpuinfo"); !errors.Is(err, syscall.EPERM) && !errors.Is(err, syscall.EACCES) {
			t.Errorf("rm: %v", err)
		}
		if err := p.FS().WriteFile("/proc/sys/kernel/hostname", []byte("x"), 0o644); err == nil {
			t.Error("write to /proc")
		}
		return 0
	}, asUser, func(s *kernel.Spec) {
		s.Args, s.Env, s.NewSession, s.Cgroup = []string{"test", "-a b"}, []string{"A=1", "B=2"}, true, cg
	})
	if data, err := k.FS().ReadFile("/proc/1/comm"); string(data) != "init\n" {
		t.Errorf("as the host: %q %v", data, err)
	}
}

// TestPopulate: the world, and that a disk can be populated twice.
func TestPopulate(t *testing.T) {
	k := boot(t)
	for name, want := range map[string]string{
		"/tmp": "dtrwxrwxrwx", "/root": "drwx------", "/home/user": "drwxr-xr-x", "/usr/bin/echo": "-rwxr-xr-x",
		"/etc/shadow": "-rw-r-----", "/dev/null": "Dcrw-rw-rw-", "/etc/passwd": "-rw-r--r--", "/bin": "Lrwxrwxrwx",
	} {
		info, err := k.FS().Lstat(name)
		if err != nil || info.Mode().String() != want {
			t.Errorf("%s: %v %v", name, info, err)
		}
	}
	if err := kernel.Populate(k.FS(), names(), "again"); err != nil {
		t.Error(err)
	}
	if err := kernel.Populate(k.FS(), []string{"../x"}, ""); err == nil {
		t.Error("a name with a slash")
	}
	if u, ok := k.LookupUID(1000); !ok || u.Name != "user" || u.Home != "/home/user" {
		t.Errorf("%+v", u)
	}
	if g, ok := k.LookupGroup("sudo"); !ok || g.GID != 27 || g.Members[0] != "user" {
		t.Errorf("%+v", g)
	}
}
