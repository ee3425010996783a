package cmdtest

import (
	"bytes"
	"context"
	"testing"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// NewBox boots a kernel with programs installed and makes dir, where its processes start. It is closed with the test.
func NewBox(t testing.TB, programs map[string]kernel.Program, dir string) *kernel.Kernel {
	t.Helper()
	names := make([]string, 0, len(programs))
	for n := range programs {
		names = append(names, n)
	}
	disk := vfs.New()
	if err := kernel.Populate(disk, names, "box"); err != nil {
		t.Fatal(err)
	}
	k, err := kernel.New(kernel.Config{FS: disk, Programs: programs, Hostname: "box", Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = k.Close() })
	if err := k.FS().MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return k
}

// Buffer collects what a process writes; the kernel is told that writing to it never blocks.
type Buffer struct{ bytes.Buffer }

// NeverBlocks marks it so.
func (*Buffer) NeverBlocks() {}

// Spawn runs a program to its end with an empty standard input and gives its exit status.
func Spawn(ctx context.Context, t testing.TB, k *kernel.Kernel, dir string, env, args []string, out, errOut *Buffer) int {
	t.Helper()
	in := kernel.NewBytesFile(nil, "stdin")
	stdout := kernel.NewWriterFile(out, "stdout")
	stderr := stdout
	if errOut != out {
		stderr = kernel.NewWriterFile(errOut, "stderr")
	}
	p, err := k.Spawn(ctx, kernel.Spec{Args: args, Dir: dir, Env: env, Files: []*kernel.File{in, stdout, stderr}, NewGroup: true})
	if err != nil {
		t.Fatal(args, err)
	}
	st, err := p.Wait()
	if err != nil {
		t.Fatal(args, err)
	}
	_, _ = in.Close(), stdout.Close()
	if stderr != stdout {
		_ = stderr.Close()
	}
	return st.ExitCode()
}
