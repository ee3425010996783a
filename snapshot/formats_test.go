package snapshot

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
	"go.uber.org/goleak"

	"github.com/sandpit-dev/sandpit/vfs"
)

func xzip(t testing.TB, b []byte) []byte {
	var out bytes.Buffer
	w, err := xz.NewWriter(&out)
	must(t, err)
	_, err = w.Write(b)
	must(t, err, w.Close())
	return out.Bytes()
}

func zst(t testing.TB, b []byte) []byte {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	must(t, err)
	return w.EncodeAll(b, nil)
}

// Every format restores to the same disk, and equal disks give equal bytes in each.
func TestFormats(t *testing.T) {
	defer goleak.VerifyNone(t)
	d := world(t)
	want := list(t, d)
	for _, opt := range []WriteOptions{{}, {Level: 1}, {Format: Zstd}, {Format: Zstd, Level: 19}, {Format: Tar}} {
		data := export(t, d, opt)
		if !bytes.Equal(data, export(t, d.Fork(), opt)) {
			t.Errorf("%v: two exports of one state differ", opt.Format)
		}
		back := vfs.New()
		if m := restore(t, data, back); m == nil {
			t.Errorf("%v: no metadata", opt.Format)
		}
		if diff := cmp.Diff(want, list(t, back)); diff != "" {
			t.Errorf("%v: %s", opt.Format, diff)
		}
		if opt.Format == Tar {
			back := vfs.New()
			restore(t, xzip(t, data), back)
			if diff := cmp.Diff(want, list(t, back)); diff != "" {
				t.Errorf("xz: %s", diff)
			}
		}
	}
	for _, opt := range []WriteOptions{{Level: 10}, {Format: Zstd, Level: 23}, {Format: 9}} {
		if err := Write(context.Background(), io.Discard, d, opt); err == nil {
			t.Errorf("%+v: no error", opt)
		}
	}
}

// A cut or damaged archive of any compression is an error, and so is what follows its end.
func TestFormatsDamaged(t *testing.T) {
	plain := archive(file("a", strings.Repeat("alpha ", 1000)), file("b", "beta"))
	for name, data := range map[string][]byte{"gzip": gz(plain), "zstd": zst(t, plain), "xz": xzip(t, plain)} {
		for _, bad := range []struct {
			what string
			data []byte
		}{
			{"cut", data[:len(data)-3]}, {"cut in half", data[:len(data)/2]}, {"head only", data[:8]},
			{"junk behind", append(bytes.Clone(data), "trailing junk"...)}, {"flipped", flip(bytes.Clone(data), -9)},
		} {
			if m, err := Read(context.Background(), bytes.NewReader(bad.data), vfs.New(), ReadOptions{}); err == nil {
				t.Errorf("%s, %s: no error, %v", name, bad.what, m)
			}
		}
	}
	bomb := zst(t, archive(file("z", strings.Repeat("\x00", 4<<20))))
	if _, err := Read(context.Background(), bytes.NewReader(bomb), vfs.New(), ReadOptions{Ratio: 100}); !errors.Is(err, ErrRatio) {
		t.Errorf("bomb: %v", err)
	}
}

// A file that is mostly hole takes little in the archive, whatever its length, and GNU tar makes the same file of it.
func TestSparse(t *testing.T) {
	d := vfs.New()
	long := strings.Repeat("s", 150)
	must(t, d.WriteFile("/"+long, nil, 0o640), d.Truncate("/"+long, 50<<20), d.WriteFile("/after", []byte("behind it"), 0o644), d.Chown("/"+long, 3_000_000, 1000))
	f, err := d.OpenFile("/"+long, os.O_RDWR, 0)
	must(t, err)
	for _, at := range []int64{0, 5000, 30 << 20, 50<<20 - 4} {
		_, err := f.WriteAt([]byte("data"), at)
		must(t, err)
	}
	when := time.Date(2024, 1, 2, 3, 4, 5, 678, time.UTC)
	must(t, f.Close(), d.Chtimes("/"+long, when, when))
	zeros := make([]byte, 3<<20) // written, not a hole: by content it is one
	must(t, d.WriteFile("/zeros", zeros, 0o644))

	data := export(t, d, WriteOptions{Format: Tar})
	if len(data) > 64<<10 {
		t.Errorf("%d bytes", len(data))
	}
	back := vfs.New()
	restore(t, data, back)
	if diff := cmp.Diff(list(t, d), list(t, back)); diff != "" {
		t.Error(diff)
	}
	if !bytes.Equal(data, export(t, back, WriteOptions{Format: Tar})) {
		t.Error("an export of the restored disk differs")
	}
	info, err := back.Lstat("/" + long)
	must(t, err)
	if st := info.Sys().(*vfs.Stat); st.UID != 3_000_000 || !info.ModTime().Equal(when) || st.Blocks*512 > 64<<10 {
		t.Errorf("%+v %v", st, info.ModTime())
	}

	if _, err := exec.LookPath("tar"); err != nil {
		t.Log("no tar here: that it reads sparse members is not looked at")
		return
	}
	dir := t.TempDir()
	must(t, os.WriteFile(dir+"/s.tar", data, 0o600))
	cmd := exec.Command("tar", "xf", "s.tar", "--no-same-owner")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{long, "zeros", "after"} {
		got, err := os.ReadFile(dir + "/" + name)
		must(t, err)
		want, err := d.ReadFile("/" + name)
		must(t, err)
		if !bytes.Equal(got, want) {
			t.Errorf("tar makes %d bytes of %.10s, or others", len(got), name)
		}
	}
	if host, err := os.Stat(dir + "/" + long); err != nil || !host.ModTime().Equal(when) {
		t.Errorf("tar: %v %v", host, err)
	}
}

// A file in very many pieces is written whole.
func TestSparsePieces(t *testing.T) {
	d := vfs.New()
	f, err := d.Create("/comb")
	must(t, err)
	for i := range int64(maxSegments + 10) {
		_, err := f.WriteAt([]byte("x"), i*2*pageSize)
		must(t, err)
	}
	must(t, f.Close())
	back := vfs.New()
	restore(t, export(t, d, WriteOptions{}), back)
	if diff := cmp.Diff(list(t, d), list(t, back)); diff != "" {
		t.Error(diff)
	}
}

// A difference to a disk restores on that disk alone, and then equals the full archive.
func TestSince(t *testing.T) {
	base := world(t)
	random := make([]byte, 100<<10)
	rand.NewChaCha8([32]byte{}).Read(random)
	must(t, base.WriteFile("/random", random, 0o644))
	now := base.Fork()
	must(t, now.WriteFile("/home/user/a", []byte("changed"), 0o640), now.Remove("/big"), now.RemoveAll("/home/user/empty"),
		now.WriteFile("/home/user/new", []byte("new"), 0o644), now.Rename("/home/user/link", "/home/user/renamed"), now.Chmod("/empty", 0o600),
		now.MkdirAll("/node_modules/x", 0o755), now.WriteFile("/node_modules/x/f", []byte("left out"), 0o644))

	for _, exclude := range [][]string{nil, {"node_modules"}} {
		full := export(t, now, WriteOptions{Exclude: exclude})
		delta := export(t, now, WriteOptions{Base: base, Since: true, Exclude: exclude})
		if len(delta) > len(full)/2 {
			t.Errorf("difference %d bytes, full %d", len(delta), len(full))
		}
		a, b := vfs.New(), vfs.New()
		restore(t, full, a)
		restore(t, export(t, base, WriteOptions{Exclude: exclude}), b)
		m := restore(t, delta, b)
		if diff := cmp.Diff(list(t, a), list(t, b)); diff != "" {
			t.Errorf("base and difference are not the full archive: %s", diff)
		}
		if want, err := Digest(context.Background(), base, exclude); err != nil || m.Since != want {
			t.Errorf("since %q, want %q", m.Since, want)
		}
		if _, err := Read(context.Background(), bytes.NewReader(delta), base.Fork(), ReadOptions{}); err != nil {
			t.Errorf("on a disk that equals the base: %v", err)
		}
		if _, err := Read(context.Background(), bytes.NewReader(delta), b, ReadOptions{}); !errors.Is(err, ErrSince) {
			t.Errorf("on another disk: %v", err)
		}
	}
}

// The digest is equal exactly when the disks are.
func TestDigest(t *testing.T) {
	digest := func(d *vfs.FS) string {
		t.Helper()
		s, err := Digest(context.Background(), d, []string{"skipped"})
		must(t, err)
		return s
	}
	base := world(t)
	want := digest(base)
	if len(want) != len("sha256:")+64 {
		t.Errorf("%q", want)
	}
	if back := vfs.New(); true {
		restore(t, export(t, base, WriteOptions{}), back)
		if got := digest(back); got != want {
			t.Errorf("restored: %s, want %s", got, want)
		}
	}
	for name, same := range map[string]func(d *vfs.FS) error{
		"times":    func(d *vfs.FS) error { return d.Chtimes("/big", saved, saved) },
		"holes":    func(d *vfs.FS) error { return d.WriteFile("/sparse", make([]byte, 5<<20+3), 0o644) },
		"proc":     func(d *vfs.FS) error { return d.Mkdir("/proc/2", 0o755) },
		"excluded": func(d *vfs.FS) error { return d.Mkdir("/skipped", 0o755) },
		"manifest": func(d *vfs.FS) error { return d.WriteFile("/"+ManifestName, nil, 0o644) },
		"rewritten": func(d *vfs.FS) error {
			return errors.Join(d.Remove("/home/user/run"), d.WriteFile("/home/user/run", []byte("#!/bin/sh\n"), 0o755), d.Chmod("/home/user/run", 0o755|fs.ModeSetuid|fs.ModeSticky))
		},
	} {
		d := base.Fork()
		must(t, same(d))
		if digest(d) != want {
			t.Errorf("%s: the digest has changed", name)
		}
	}
	seen := map[string]string{want: "base"}
	for name, change := range map[string]func(d *vfs.FS) error{
		"content": func(d *vfs.FS) error { return d.WriteFile("/home/user/a", []byte("alphb"), 0o640) },
		"length":  func(d *vfs.FS) error { return d.Truncate("/sparse", 5<<20+4) },
		"mode":    func(d *vfs.FS) error { return d.Chmod("/empty", 0o600) },
		"set-uid": func(d *vfs.FS) error { return d.Chmod("/home/user/run", 0o755) },
		"owner":   func(d *vfs.FS) error { return d.Chown("/empty", 1, 0) },
		"group":   func(d *vfs.FS) error { return d.Chown("/empty", 0, 1) },
		"root":    func(d *vfs.FS) error { return d.Chmod("/", 0o700) },
		"name":    func(d *vfs.FS) error { return d.Rename("/empty", "/empti") },
		"move":    func(d *vfs.FS) error { return d.Rename("/empty", "/etc/empty") },
		"gone":    func(d *vfs.FS) error { return d.Remove("/empty") },
		"more":    func(d *vfs.FS) error { return d.Mkdir("/more", 0o755) },
		"target": func(d *vfs.FS) error {
			return errors.Join(d.Remove("/home/user/link"), d.Symlink("../user/b", "/home/user/link"))
		},
		"kind": func(d *vfs.FS) error { return errors.Join(d.Remove("/empty"), d.Mkfifo("/empty", 0o644)) },
		"link": func(d *vfs.FS) error {
			return errors.Join(d.Remove("/home/user/b"), d.WriteFile("/home/user/b", []byte("alpha"), 0o640), d.Chown("/home/user/b", 1000, 1000))
		},
		"new link": func(d *vfs.FS) error { return errors.Join(d.Remove("/empty"), d.Link("/home/user/a", "/empty")) },
	} {
		d := base.Fork()
		must(t, change(d))
		got := digest(d)
		if other, ok := seen[got]; ok {
			t.Errorf("%s: the digest is that of %s", name, other)
		}
		seen[got] = name
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	stop := errors.New("stop")
	cancel(stop)
	if _, err := Digest(ctx, base, nil); !errors.Is(err, stop) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Digest(context.Background(), base, []string{"["}); err == nil {
		t.Error("bad pattern: no error")
	}
}

// TestReadsBsdtar reads what bsdtar 3.6.2 (libarchive) wrote, with its PAX headers and flags.
func TestReadsBsdtar(t *testing.T) {
	for _, name := range []string{"bsdtar.tar.gz", "bsdtar.tar.xz", "bsdtar.tar.zst"} {
		data, err := os.ReadFile("testdata/" + name)
		must(t, err)
		d := vfs.New()
		must(t, d.Mkdir("/etc", 0o755))
		if m := restore(t, data, d); m != nil {
			t.Errorf("%s: metadata %v", name, m)
		}
		checkTree(t, name, d)
	}
}

// TestReadsZip reads what Info-ZIP's zip 3.0 (with -y, and its field of the owner) and Python's zipfile wrote.
func TestReadsZip(t *testing.T) {
	for _, name := range []string{"infozip.zip", "bsdtar.zip"} {
		data, err := os.ReadFile("testdata/" + name)
		must(t, err)
		d := vfs.New()
		must(t, d.Mkdir("/etc", 0o755))
		if m := restore(t, data, d); m != nil {
			t.Errorf("%s: metadata %v", name, m)
		}
		checkTree(t, name, d)
	}
}

// checkTree looks at the tree that testdata's archives of foreign tools hold.
func checkTree(t *testing.T, name string, d *vfs.FS) {
	t.Helper()
	for file, want := range map[string]string{"/d/f": "hello\n", "/d/sym": "hello\n", "/d/é€": "utf\n", "/d/run": "#!/bin/sh\n", "/d/sub/empty": ""} {
		if got, err := d.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("%s: %s: %q %v", name, file, got, err)
		}
	}
	for file, want := range map[string]fs.FileMode{"/d/f": 0o640, "/d/run": 0o755, "/d/sub": fs.ModeDir | 0o750, "/d/sym": fs.ModeSymlink | 0o777} {
		info, err := d.Lstat(file)
		if err != nil || info.Mode() != want {
			t.Errorf("%s: %s: %v %v", name, file, info, err)
			continue
		}
		when := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
		if st := info.Sys().(*vfs.Stat); st.UID != 1234 || st.GID != 5 || !strings.HasPrefix(file, "/d/sym") && info.ModTime().Unix() != when.Unix() {
			t.Errorf("%s: %s: owner %d:%d, time %v", name, file, st.UID, st.GID, info.ModTime())
		}
	}
}

func TestHostileZips(t *testing.T) {
	good, err := os.ReadFile("testdata/infozip.zip")
	must(t, err)
	swap := func(old, new string) []byte { return bytes.ReplaceAll(bytes.Clone(good), []byte(old), []byte(new)) }
	limits := ReadOptions{Entries: 100, Bytes: 64 << 10, FileBytes: 32 << 10, Depth: 10}
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"dotdot":            {swap("d/sub/empty", "../../../xy"), ErrName},
		"file below a link": {swap("d/sub/empty", "d/sym/empty"), ErrConflict},
		"checksum":          {bytes.Replace(bytes.Clone(good), []byte("hello\n"), []byte("hellO\n"), 1), ErrDamaged},
		"cut":               {good[:len(good)-30], ErrTruncated},
		"entries":           {zipOf(t, 101, 0), ErrEntries},
		"bytes":             {zipOf(t, 5, 20<<10), ErrBytes},
		"file bytes":        {zipOf(t, 1, 40<<10), ErrFileBytes},
	} {
		d := vfs.New()
		if _, err := Read(context.Background(), bytes.NewReader(c.data), d, limits); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	for n := range len(good) {
		if _, err := Read(context.Background(), bytes.NewReader(good[:n]), vfs.New(), limits); err == nil {
			t.Errorf("the first %d bytes of %d are taken for the whole", n, len(good))
		}
	}
}

// The error of a reader that fails is what Read returns, and a reader that unpacks by itself is as good as a file.
func TestReaders(t *testing.T) {
	whole := gz(archive(file("a", "1")))
	zr, err := gzip.NewReader(bytes.NewReader(whole))
	must(t, err)
	if _, err := Read(context.Background(), io.MultiReader(bytes.NewReader(whole[:20]), errReader{}), vfs.New(), ReadOptions{}); !errors.Is(err, errBroken) {
		t.Errorf("broken reader: %v", err)
	}
	d := vfs.New()
	if _, err := Read(context.Background(), zr, d, ReadOptions{}); err != nil {
		t.Errorf("unpacked by the caller: %v", err)
	}
}

var errBroken = errors.New("broken")

type errReader struct{}

func (errReader) Read([]byte) (int, error) { return 0, errBroken }

// zipOf makes a zip of n files of a size.
func zipOf(t testing.TB, n, size int) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := range n {
		f, err := w.Create(fmt.Sprintf("f%d", i))
		must(t, err)
		_, err = f.Write(make([]byte, size))
		must(t, err)
	}
	must(t, w.Close())
	return b.Bytes()
}
