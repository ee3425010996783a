package kernel_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var bg = context.Background()

// programs are the built-ins of the test boxes.
var programs = map[string]kernel.Program{
	"true":  func(context.Context, *kernel.Process) int { return 0 },
	"false": func(context.Context, *kernel.Process) int { return 1 },
	"echo": func(_ context.Context, p *kernel.Process) int {
		fmt.Fprintln(p.Stdout(), strings.Join(p.Args()[1:], " "))
		return 0
	},
	"args": func(_ context.Context, p *kernel.Process) int {
		fmt.Fprintf(p.Stdout(), "%q\n", p.Args())
		return 0
	},
	"cat": func(_ context.Context, p *kernel.Process) int {
		if _, err := io.Copy(p.Stdout(), p.Stdin()); err != nil {
			fmt.Fprintln(p.Stderr(), kernel.Strerror(err))
			return 1
		}
		return 0
	},
	"yes": func(_ context.Context, p *kernel.Process) int {
		for {
			if _, err := p.Stdout().Write([]byte("y\n")); err != nil {
				return 1
			}
		}
	},
	"spin": func(_ context.Context, p *kernel.Process) int {
		for p.Safepoint() == nil {
		}
		return 0
	},
	"sleep": func(ctx context.Context, p *kernel.Process) int {
		if p.Sleep(ctx, time.Hour) != nil {
			return 1
		}
		return 0
	},
}

func names() []string {
	var list []string
	for n := range programs {
		list = append(list, n)
	}
	return list
}

func boot(t testing.TB, change ...func(*kernel.Config)) *kernel.Kernel {
	t.Helper()
	fsys := vfs.New()
	if err := kernel.Populate(fsys, append(names(), "nosuch"), "box"); err != nil {
		t.Fatal(err)
	}
	cfg := kernel.Config{FS: fsys, Programs: programs, Hostname: "box"}
	for _, c := range change {
		c(&cfg)
	}
	k, err := kernel.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { k.Close() })
	return k
}

// run runs a Go function as a process with stdout and stderr in one buffer.
func run(t testing.TB, k *kernel.Kernel, fn kernel.Program, change ...func(*kernel.Spec)) (string, kernel.Status) {
	t.Helper()
	var out bytes.Buffer
	w := kernel.NewWriterFile(&out, "out")
	spec := kernel.Spec{Args: []string{"test"}, Func: fn, Files: []*kernel.File{kernel.NewBytesFile(nil, "in"), w, w}, Dir: "/tmp"}
	for _, c := range change {
		c(&spec)
	}
	p, err := k.Spawn(bg, spec)
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	st, err := p.Wait()
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), st
}

func asUser(s *kernel.Spec) { s.Cred = &kernel.Cred{UID: 1000, GID: 1000, Groups: []int{1000}} }

// eventually waits for cond; it is for what another goroutine is about to do.
func eventually(t testing.TB, what string, cond func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if cond() {
			return
		}
	}
	t.Fatalf("never happened: %s", what)
}

func write(t testing.TB, k *kernel.Kernel, name, text string, mode uint32) {
	t.Helper()
	if err := k.FS().WriteFile(name, []byte(text), 0); err != nil {
		t.Fatal(err)
	}
	if err := k.FS().Chmod(name, 0o777&toMode(mode)); err != nil {
		t.Fatal(err)
	}
}
