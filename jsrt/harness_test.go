package jsrt

import (
	"bytes"
	"context"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// box is a kernel with node in it, for tests.
type box struct {
	t testing.TB
	k *kernel.Kernel
}

func newBox(t testing.TB, files map[string]string) *box {
	t.Helper()
	disk := vfs.New()
	if err := kernel.Populate(disk, []string{"node"}, "sandpit"); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if !strings.HasPrefix(name, "/") {
			name = "/home/user/" + name
		}
		if err := disk.MkdirAll(path.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := disk.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	k, err := kernel.New(kernel.Config{FS: disk, Programs: map[string]kernel.Program{"node": Program}, Hostname: "sandpit"})
	if err != nil {
		t.Fatal(err)
	}
	b := &box{t: t, k: k}
	t.Cleanup(func() { k.Close() })
	return b
}

type result struct {
	out, err string
	code     int
}

// node runs node with arguments in /home/user.
func (b *box) node(args ...string) result { return b.nodeIn("", args...) }

func (b *box) nodeIn(stdin string, args ...string) result {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	var out, errb bytes.Buffer
	p, err := b.k.Spawn(ctx, kernel.Spec{
		Path: "/usr/bin/node", Args: append([]string{"node"}, args...), Dir: "/home/user",
		Env:   []string{"HOME=/home/user", "PATH=/usr/local/bin:/usr/bin:/bin", "USER=user", "PWD=/home/user"},
		Files: []*kernel.File{kernel.NewBytesFile([]byte(stdin), "stdin"), kernel.NewWriterFile(&out, "stdout"), kernel.NewWriterFile(&errb, "stderr")},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	st, err := p.Wait()
	if err != nil {
		b.t.Fatal(err)
	}
	return result{out.String(), errb.String(), st.ExitCode()}
}
