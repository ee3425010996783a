package vfs_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sort"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/vfs"
)

var errnoNames = map[syscall.Errno]string{
	syscall.ENOENT: "ENOENT", syscall.EEXIST: "EEXIST", syscall.ENOTDIR: "ENOTDIR", syscall.EISDIR: "EISDIR",
	syscall.ENOTEMPTY: "ENOTEMPTY", syscall.EINVAL: "EINVAL", syscall.EBADF: "EBADF", syscall.EACCES: "EACCES",
	syscall.EPERM: "EPERM", syscall.ELOOP: "ELOOP", syscall.EROFS: "EROFS", syscall.ENAMETOOLONG: "ENAMETOOLONG",
	syscall.ESPIPE: "ESPIPE", syscall.EBUSY: "EBUSY", syscall.EXDEV: "EXDEV", syscall.EFBIG: "EFBIG",
	syscall.ENOSPC: "ENOSPC", syscall.EDQUOT: "EDQUOT", syscall.ENXIO: "ENXIO", syscall.EIO: "EIO", syscall.EMLINK: "EMLINK", syscall.EINTR: "EINTR", syscall.EWOULDBLOCK: "EWOULDBLOCK",
}

// E names an error as the transcripts do.
func E(err error) string {
	if err == nil {
		return "ok"
	}
	var en syscall.Errno
	if errors.As(err, &en) {
		if n, ok := errnoNames[en]; ok {
			return n
		}
		return en.Error()
	}
	switch {
	case err == io.EOF:
		return "EOF"
	case errors.Is(err, fs.ErrClosed):
		return "ErrClosed"
	case errors.Is(err, fs.ErrInvalid):
		return "EINVAL"
	}
	return "other(" + err.Error() + ")"
}

// T runs one case below directory r and collects what it prints.
type T struct {
	f      *vfs.FS
	r      string
	sb     strings.Builder
	trace  strings.Builder
	traces []string
}

func (t *T) P(a ...any)                { t.sb.WriteString(strings.ReplaceAll(fmt.Sprintln(a...), t.r, "")) }
func (t *T) p(name string) string      { return t.r + name }
func (t *T) W(name, data string) error { return afero.WriteFile(t.f, t.p(name), []byte(data), 0o644) }
func (t *T) R(name string) string {
	b, err := afero.ReadFile(t.f, t.p(name))
	if err != nil {
		return E(err)
	}
	return fmt.Sprintf("%q", b)
}
func (t *T) S(name string) string {
	fi, err := t.f.Stat(t.p(name))
	if err != nil {
		return E(err)
	}
	if fi.IsDir() {
		return "dir"
	}
	return fmt.Sprintf("file(%d)", fi.Size())
}
func (t *T) L(dir string) string {
	d, err := t.f.Open(t.p(dir))
	if err != nil {
		return E(err)
	}
	defer d.Close()
	n, err := d.Readdirnames(-1)
	sort.Strings(n)
	if err != nil {
		return E(err)
	}
	return "[" + strings.Join(n, " ") + "]"
}

func newT(t testing.TB) *T {
	root := vfs.New()
	if err := root.Mkdir("/TOP", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := root.Chown("/TOP", 1000, 1000); err != nil {
		t.Fatal(err)
	}
	return &T{f: root.As(1000, 1000, 0o022), r: "/TOP"}
}

// TestLinux compares with what Linux printed, line by line.
func TestLinux(t *testing.T) {
	data, err := os.ReadFile("testdata/linux.txtar")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, f := range txtar.Parse(data).Files {
		want[f.Name] = string(f.Data)
	}
	jail, err := os.ReadFile("testdata/chroot.txt")
	if err != nil {
		t.Fatal(err)
	}
	want["V21"] = string(jail)
	for _, c := range slices.Concat(linuxCases, stressCases) {
		t.Run(c.id, func(t *testing.T) {
			ct := newT(t)
			c.f(ct)
			if want[c.id] == "" {
				t.Fatal("no transcript")
			}
			if d := cmp.Diff(want[c.id], ct.sb.String()); d != "" {
				t.Errorf("-linux +vfs\n%s", d)
			}
			for i, got := range ct.traces {
				compareTrace(t, i+1, got)
			}
		})
	}
}

// compareTrace finds the first operation whose result differs.
func compareTrace(t *testing.T, seed int, got string) {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("testdata/V25_seed%d.txt.gz", seed))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	b, err = io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	if len(want) != len(lines) {
		t.Errorf("seed %d: %d operations, Linux has %d", seed, len(lines), len(want))
	}
	for i := range min(len(want), len(lines)) {
		if want[i] != lines[i] {
			t.Errorf("seed %d, first difference:\nlinux %s\nvfs   %s", seed, want[i], lines[i])
			return
		}
	}
}
