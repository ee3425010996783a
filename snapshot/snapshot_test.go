package snapshot

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/sandpit-dev/sandpit/vfs"
	"go.uber.org/goleak"
)

func must(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

var saved = time.Date(2024, 5, 6, 7, 8, 9, 123e6, time.UTC)

// world is a disk with one of everything.
func world(t testing.TB) *vfs.FS {
	t.Helper()
	d := vfs.New()
	long := strings.Repeat("long-", 45)
	must(t,
		d.MkdirAll("/etc", 0o755), d.WriteFile("/etc/passwd", []byte("root:x:0:0::/root:/bin/sh\nuser:x:1000:1000::/home/user:/bin/sh\n"), 0o644),
		d.WriteFile("/etc/group", []byte("root:x:0:\nuser:x:1000:\n"), 0o644),
		d.MkdirAll("/home/user/empty", 0o700), d.Chown("/home/user", 1000, 1000),
		d.WriteFile("/home/user/a", []byte("alpha"), 0o640), d.Chown("/home/user/a", 1000, 1000),
		d.Link("/home/user/a", "/home/user/b"),
		d.WriteFile("/home/user/run", []byte("#!/bin/sh\n"), 0o755), d.Chmod("/home/user/run", 0o755|fs.ModeSetuid|fs.ModeSticky),
		d.Symlink("../user/a", "/home/user/link"), d.Symlink("/no/where", "/home/user/dangling"),
		d.Link("/home/user/dangling", "/home/user/dangling2"),
		d.Mkfifo("/home/user/fifo", 0o600),
		d.MkdirAll("/"+long+"/"+long, 0o755), d.WriteFile("/"+long+"/"+long+"/f", []byte("deep"), 0o644),
		d.WriteFile("/é€ name\n", []byte("utf"), 0o644), d.WriteFile("/empty", nil, 0o644),
		d.WriteFile("/big", bytes.Repeat([]byte("0123456789abcdef"), 40_000), 0o644),
		d.WriteFile("/sparse", nil, 0o644), d.Truncate("/sparse", 5<<20+3),
		d.MkdirAll("/dev", 0o755), d.Mknod("/dev/null", fs.ModeDevice|fs.ModeCharDevice|0o666, vfs.Makedev(1, 3)),
		d.MkdirAll("/proc/1", 0o755),
		d.Chtimes("/home/user/a", saved, saved), d.Chtimes("/big", saved.Add(789), saved.Add(789)), d.Chtimes("/home/user/empty", saved, saved),
		d.Lchtimes("/home/user/link", saved, saved),
	)
	return d
}

// list describes everything on a disk; hard links by the first of their names.
func list(t testing.TB, d *vfs.FS) []string {
	t.Helper()
	var out []string
	first := map[uint64]string{}
	var walk func(string)
	walk = func(dir string) {
		entries, err := d.ReadDir(dir)
		must(t, err)
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			info, err := e.Info()
			must(t, err)
			st := info.Sys().(*vfs.Stat)
			when := info.ModTime().UTC()
			if info.IsDir() {
				when = when.Truncate(time.Second)
			}
			line := fmt.Sprintf("%q %v %d:%d %s", name, info.Mode(), st.UID, st.GID, when.Format(time.RFC3339Nano))
			switch {
			case info.Mode()&fs.ModeSymlink != 0:
				target, err := d.Readlink(name)
				must(t, err)
				line += " -> " + target
			case info.Mode().IsRegular():
				data, err := d.ReadFile(name)
				must(t, err)
				line += fmt.Sprintf(" %d %.20q %x", len(data), data, fnv1a(data))
			}
			if f, ok := first[st.Ino]; ok {
				line += " = " + f
			}
			first[st.Ino] = name
			if name == "/dev" || name == "/proc" {
				continue
			}
			out = append(out, line)
			if info.IsDir() {
				walk(name)
			}
		}
	}
	walk("/")
	return out
}

func fnv1a(b []byte) (h uint64) {
	for _, c := range b {
		h = h*1099511628211 + uint64(c)
	}
	return h
}

func export(t testing.TB, d *vfs.FS, opt WriteOptions) []byte {
	t.Helper()
	if opt.SavedAt.IsZero() {
		opt.SavedAt = saved
	}
	var b bytes.Buffer
	must(t, Write(context.Background(), &b, d, opt))
	return b.Bytes()
}

func restore(t testing.TB, data []byte, d *vfs.FS) *Metadata {
	t.Helper()
	m, err := Read(context.Background(), bytes.NewReader(data), d, ReadOptions{})
	must(t, err)
	return m
}

func TestRoundTrip(t *testing.T) {
	defer goleak.VerifyNone(t)
	d := world(t)
	opt := WriteOptions{Metadata: &Metadata{Cwd: "/home/user", Env: map[string]string{"A": "<1>", "HOME": "/home/user"}, Extra: map[string]any{"note": "x", "cwd": "ignored"}}}
	data := export(t, d, opt)
	if !bytes.Equal(data, export(t, d.Fork(), opt)) {
		t.Error("two exports of one state differ")
	}
	back := vfs.New()
	m := restore(t, data, back)
	if diff := cmp.Diff(list(t, d), list(t, back)); diff != "" {
		t.Error(diff)
	}
	want := &Metadata{Version: 1, Producer: producer, SavedAt: saved, Cwd: "/home/user", Env: opt.Metadata.Env, Extra: map[string]any{"note": "x"}}
	if diff := cmp.Diff(want, m); diff != "" {
		t.Error(diff)
	}
	if m, err := ReadMetadata(bytes.NewReader(data)); err != nil || !cmp.Equal(want, m) {
		t.Errorf("%v %v", m, err)
	}
	if _, err := back.Lstat("/" + ManifestName); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the manifest was written to the disk")
	}
	if _, err := back.Lstat("/dev"); !errors.Is(err, fs.ErrNotExist) {
		t.Error("/dev was carried over")
	}
	info, err := back.Lstat("/sparse")
	must(t, err)
	if st := info.Sys().(*vfs.Stat); st.Blocks != 0 {
		t.Errorf("the hole takes %d bytes", st.Blocks*512)
	}
	if !bytes.Equal(data, export(t, func() *vfs.FS { restore(t, data, back); return back }(), opt)) {
		t.Error("an export of the restored disk differs")
	}
}

func TestManifestIsLifos(t *testing.T) {
	data := export(t, vfs.New(), WriteOptions{Metadata: &Metadata{Cwd: "/tmp", Env: map[string]string{"B": "2", "A": "1"}, Image: "i", Extra: map[string]any{"mountPath": "/m"}}})
	zr, err := gzip.NewReader(bytes.NewReader(data))
	must(t, err)
	tr := tar.NewReader(zr)
	h, err := tr.Next()
	must(t, err)
	var b bytes.Buffer
	b.ReadFrom(tr)
	want := `{
  "version": 1,
  "savedAt": "2024-05-06T07:08:09.123Z",
  "cwd": "/tmp",
  "env": {
    "A": "1",
    "B": "2"
  },
  "sandpit": {
    "producer": "sandpit/1",
    "image": "i"
  },
  "mountPath": "/m"
}`
	if h.Name != "lifo-snapshot.json" || h.Mode != 0o644 || h.Format != tar.FormatUSTAR || b.String() != want {
		t.Errorf("%+v\n%s", h, &b)
	}
}

func TestPAXOnlyWhereItMust(t *testing.T) {
	zr, err := gzip.NewReader(bytes.NewReader(export(t, world(t), WriteOptions{FilesOnly: true})))
	must(t, err)
	tr := tar.NewReader(zr)
	n := 0
	var prev string
	for {
		h, err := tr.Next()
		if err != nil {
			break
		}
		long := len(h.Name) > 155 || strings.Contains(h.Name, "é") || strings.Contains(h.Name, "long-")
		if pax := len(h.PAXRecords) > 0; pax && !long && (h.Typeflag == tar.TypeDir || h.ModTime.Nanosecond() == 0) {
			t.Errorf("%s has %v", h.Name, h.PAXRecords)
		}
		if h.Typeflag == tar.TypeDir && h.PAXRecords["mtime"] != "" {
			t.Errorf("%s has a PAX time", h.Name)
		}
		if h.Name == ManifestName {
			t.Error("manifest in a files-only archive")
		}
		n++
		prev = h.Name
	}
	if n < 18 {
		t.Errorf("%d entries, last %s", n, prev)
	}
}

func TestGNUTarReadsOurs(t *testing.T) {
	if _, err := exec.LookPath("tar"); err != nil {
		t.Log("no tar here; the committed archives of GNU tar are read by TestReadsGNUTar")
		return
	}
	dir := t.TempDir()
	data := export(t, world(t), WriteOptions{})
	must(t, os.WriteFile(dir+"/s.tar.gz", data, 0o600))
	cmd := exec.Command("tar", "tzf", "s.tar.gz")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "lifo-snapshot.json\n") || strings.Count(string(out), "\n") < 20 {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd = exec.Command("tar", "xzf", "s.tar.gz", "-m", "--no-same-owner")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got, err := os.ReadFile(dir + "/home/user/b")
	if err != nil || string(got) != "alpha" {
		t.Errorf("%q %v", got, err)
	}
}

// TestReadsGNUTar reads what GNU tar 1.34 wrote in each of its formats.
func TestReadsGNUTar(t *testing.T) {
	long := strings.Repeat("n", 120)
	for _, file := range []string{"gnu.tar.gz", "pax.tar.gz", "ustar.tar.gz", "v7.tar"} {
		data, err := os.ReadFile("testdata/" + file)
		must(t, err)
		d := vfs.New()
		must(t, d.MkdirAll("/etc", 0o755), d.WriteFile("/etc/passwd", []byte("user:x:1234:5::/:\n"), 0o644), d.MkdirAll("/d/keep", 0o755))
		if m := restore(t, data, d); m != nil {
			t.Errorf("%s: metadata %v", file, m)
		}
		info, err := d.Lstat("/d/f")
		must(t, err)
		st := info.Sys().(*vfs.Stat)
		if got, err := d.ReadFile("/d/sym"); err != nil || string(got) != "hello\n" || info.Mode() != 0o755|fs.ModeSetuid || st.Nlink != 2 {
			t.Errorf("%s: %q %v %v %d", file, got, err, info.Mode(), st.Nlink)
		}
		wantTime := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
		if dir, err := d.Lstat("/d/empty"); err != nil || dir.ModTime().Unix() != wantTime.Unix() || info.ModTime().Unix() != wantTime.Unix() {
			t.Errorf("%s: %v %v", file, dir.ModTime(), info.ModTime())
		}
		if _, err := d.Lstat("/d/keep"); err != nil {
			t.Errorf("%s: what the archive does not name is gone", file)
		}
		if file == "v7.tar" {
			continue
		}
		if st.UID != 1234 {
			t.Errorf("%s: uid %d, not the one of user here", file, st.UID)
		}
		if fi, err := d.Lstat("/d/fifo"); err != nil || fi.Mode().Type() != fs.ModeNamedPipe {
			t.Errorf("%s: %v", file, err)
		}
		if got, err := d.ReadFile("/é€"); err != nil || string(got) != "utf\n" {
			t.Errorf("%s: %q %v", file, got, err)
		}
		if got, err := d.ReadFile("/" + long + "/" + long); file != "ustar.tar.gz" && (err != nil || string(got) != "long\n") {
			t.Errorf("%s: %q %v", file, got, err)
		}
	}
}

func TestDifferenceToBase(t *testing.T) {
	base := world(t)
	d := base.Fork()
	must(t,
		d.WriteFile("/empty", []byte("changed"), 0o644), d.Remove("/home/user/link"), d.RemoveAll("/"+strings.Repeat("long-", 45)),
		d.Remove("/home/user/run"), d.MkdirAll("/home/user/run/now/dir", 0o755), d.WriteFile("/new", []byte("n"), 0o600),
		d.RemoveAll("/home/user/empty"), d.WriteFile("/home/user/empty", []byte("now a file"), 0o644),
		d.Chmod("/big", 0o600), d.Chown("/home/user/fifo", 5, 6),
	)
	data := export(t, d, WriteOptions{Base: base})
	back := base.Fork()
	m := restore(t, data, back)
	if diff := cmp.Diff(list(t, d), list(t, back)); diff != "" {
		t.Error(diff)
	}
	want := []string{"/home/user/empty", "/home/user/link", "/home/user/run", "/" + strings.Repeat("long-", 45)}
	if diff := cmp.Diff(want, m.Removed); diff != "" {
		t.Error(diff)
	}
	names := tarNames(t, data)
	for _, n := range []string{"sparse", "etc/passwd", "etc/", "home/user/dangling3"} {
		if strings.Contains(names, "\n"+n+"\n") {
			t.Errorf("%s is as in the base and was written", n)
		}
	}
	if same := tarNames(t, export(t, base.Fork(), WriteOptions{Base: base})); strings.Count(same, "\n") != 6 {
		t.Errorf("an unchanged disk gave %q", same) // the manifest and the names of hard links
	}
}

func tarNames(t testing.TB, data []byte) string {
	zr, err := gzip.NewReader(bytes.NewReader(data))
	must(t, err)
	tr := tar.NewReader(zr)
	names := "\n"
	for {
		h, err := tr.Next()
		if err != nil {
			return names
		}
		names += h.Name + "\n"
	}
}

func TestExcludeAndMounts(t *testing.T) {
	d := vfs.New()
	for _, f := range []string{"/a/node_modules/x", "/a/b/node_modules/y", "/a/node_modules2", "/logs/x.log", "/logs/y.txt", "/h/u/tmp/1", "/h/u/v/tmp/2", "/tmp/3", "/mnt/f", "/lifo-snapshot.json", "/h/lifo-snapshot.json"} {
		must(t, d.MkdirAll(path.Dir(f), 0o755), d.WriteFile(f, nil, 0o644))
	}
	must(t, d.Mount("/mnt", vfs.New(), false))
	got := tarNames(t, export(t, d, WriteOptions{FilesOnly: true, Exclude: []string{"node_modules", "*.log", "h/**/tmp"}}))
	want := "\na/\na/b/\na/node_modules2\nh/\nh/lifo-snapshot.json\nh/u/\nh/u/v/\nlogs/\nlogs/y.txt\ntmp/\ntmp/3\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"", "/", "[a"} {
		if err := Write(context.Background(), &bytes.Buffer{}, d, WriteOptions{Exclude: []string{bad}}); !errors.Is(err, path.ErrBadPattern) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

type failingWriter struct{ left int }

func (w *failingWriter) Write(b []byte) (int, error) {
	if w.left -= len(b); w.left < 0 {
		return 0, errors.New("disk full")
	}
	return len(b), nil
}

func TestWriteEndsCleanly(t *testing.T) {
	defer goleak.VerifyNone(t)
	d := vfs.New()
	noise := make([]byte, 8<<20)
	rng := rand.NewChaCha8([32]byte{})
	rng.Read(noise)
	must(t, d.WriteFile("/noise", noise, 0o644))
	if err := Write(context.Background(), &failingWriter{100_000}, d, WriteOptions{}); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("failing writer: %v", err)
	}
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	if err := Write(ctx, &bytes.Buffer{}, d, WriteOptions{}); !errors.Is(err, cause) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Read(ctx, bytes.NewReader(export(t, d, WriteOptions{})), vfs.New(), ReadOptions{}); !errors.Is(err, cause) {
		t.Errorf("cancelled: %v", err)
	}
	synctest.Test(t, func(t *testing.T) {
		data := export(t, d.Fork(), WriteOptions{})
		restore(t, data, vfs.New())
	})
}

// TestLifoLayout reads an archive laid out as lifo 0.10 does: manifest last, GNU long names, everybody is "user", uid 0.
func TestLifoLayout(t *testing.T) {
	long := "home/user/" + strings.Repeat("x", 150)
	data := gz(archive(
		member{name: "home/", typ: '5', uname: "user"}, member{name: "home/user/", typ: '5', uname: "user"}, member{name: "bin/", typ: '5', uname: "user"},
		member{name: "bin/tool", data: "t", uname: "user"},
		member{name: "././@LongLink", typ: 'L', data: long + "\x00"}, member{name: long[:100], data: "content", uname: "user"},
		member{name: ManifestName, data: `{"version":1,"savedAt":"2026-01-02T03:04:05.006Z","cwd":"/home/user","env":{"PATH":"/bin","x;y":"1","BASH_FUNC_ls%%":"() { :; }"},"lifoVersion":"0.10.0"}`},
	))
	d := world(t)
	must(t, d.MkdirAll("/usr/bin", 0o755), d.Symlink("usr/bin", "/bin"))
	m := restore(t, data, d)
	want := &Metadata{Version: 1, SavedAt: time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.UTC), Cwd: "/home/user", Env: map[string]string{"PATH": "/bin"},
		Extra: map[string]any{"lifoVersion": "0.10.0"}, Ignored: []string{`env "BASH_FUNC_ls%%"`, `env "x;y"`}}
	if diff := cmp.Diff(want, m); diff != "" {
		t.Error(diff)
	}
	info, err := d.Lstat("/" + long)
	must(t, err)
	if st := info.Sys().(*vfs.Stat); st.UID != 1000 {
		t.Errorf("owner %d", st.UID)
	}
	if got, err := d.ReadFile("/usr/bin/tool"); err != nil || string(got) != "t" {
		t.Errorf("through the disk's own link: %q %v", got, err)
	}
	if m, err := ReadMetadata(bytes.NewReader(data)); err != nil || m.Cwd != "/home/user" {
		t.Errorf("%v %v", m, err)
	}
}

// A difference to an image restores the image's own files too, whatever the disk has made of them.
func TestReadPutsImageBack(t *testing.T) {
	ctx := context.Background()
	image := vfs.New()
	for name, text := range map[string]string{"/kept": "kept", "/changed": "v1", "/gone": "gone"} {
		if err := image.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	from := image.Fork()
	if err := errors.Join(from.WriteFile("/changed", []byte("v2"), 0o644), from.Remove("/gone")); err != nil {
		t.Fatal(err)
	}
	var archive bytes.Buffer
	if err := Write(ctx, &archive, from, WriteOptions{Base: image, Metadata: &Metadata{Image: "i1"}}); err != nil {
		t.Fatal(err)
	}
	to := image.Fork()
	if err := errors.Join(to.WriteFile("/kept", []byte("spoilt"), 0o644), to.Remove("/changed"), to.WriteFile("/own", nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(ctx, bytes.NewReader(archive.Bytes()), to.Fork(), ReadOptions{}); !errors.Is(err, ErrImage) {
		t.Errorf("without the image: %v", err)
	}
	find := func(name string) (*vfs.FS, error) {
		if name != "i1" {
			return nil, ErrImage
		}
		return image, nil
	}
	if _, err := Read(ctx, &archive, to, ReadOptions{Base: find}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"/kept": "kept", "/changed": "v2", "/own": ""} {
		if got, err := to.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
	if _, err := to.Stat("/gone"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("/gone: %v", err)
	}
}
