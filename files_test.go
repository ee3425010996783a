package sandpit_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit"
	"github.com/sandpit-dev/sandpit/vfs"
)

func TestFiles(t *testing.T) {
	sb := create(t, sandpit.Options{})
	if err := sb.WriteFile("a/b/c.txt", []byte("one")); err != nil {
		t.Fatal(err)
	}
	if got := sh(t, sb, "cat a/b/c.txt; stat -c '%U %a' a a/b/c.txt"); got != "oneuser 755\nuser 644\n" {
		t.Errorf("in the box: %q", got)
	}
	sh(t, sb, "printf two >/tmp/two; ln -s c.txt a/b/l; chmod 600 a/b/c.txt")
	if b, err := sb.ReadFile("/tmp/two"); err != nil || string(b) != "two" {
		t.Errorf("read: %q, %v", b, err)
	}
	if to, err := sb.Readlink("a/b/l"); err != nil || to != "c.txt" {
		t.Errorf("readlink: %q, %v", to, err)
	}
	if err := sb.Copy("a", "copy"); err != nil {
		t.Fatal(err)
	}
	if got := sh(t, sb, "stat -c '%a %N' copy/b/c.txt copy/b/l"); got != "600 'copy/b/c.txt'\n777 'copy/b/l' -> 'c.txt'\n" {
		t.Errorf("copy: %q", got)
	}
	if err := sb.Copy("a", "a/inside"); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("copy into itself: %v", err)
	}
	if names, err := sb.Glob("*/b/*"); err != nil || !reflect.DeepEqual(names, []string{"a/b/c.txt", "a/b/l", "copy/b/c.txt", "copy/b/l"}) {
		t.Errorf("glob: %v, %v", names, err)
	}
	if names, err := sb.Glob("/tmp/t*"); err != nil || !reflect.DeepEqual(names, []string{"/tmp/two"}) {
		t.Errorf("glob: %v, %v", names, err)
	}
	if err := sb.Chdir("a"); err != nil {
		t.Fatal(err)
	}
	if ok, err := sb.Exists("b/c.txt"); !ok || err != nil {
		t.Errorf("relative to Dir: %v, %v", ok, err)
	}
	if ok, err := sb.Exists("nope"); ok || err != nil {
		t.Errorf("nope: %v, %v", ok, err)
	}
	if err := sb.WriteFile("/etc/passwd", []byte("x")); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("as user: %v", err)
	}
	if _, err := sb.ReadFile("nope"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
}

// A rename that fails half way (here the sticky bit forbids to replace root's file) undoes those before it.
func TestWriteFilesUndone(t *testing.T) {
	sb := create(t, sandpit.Options{Files: map[string]string{"/tmp/kept": "old"}})
	if err := sb.FS().WriteFile("/tmp/roots", []byte("root"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := sb.WriteFiles(map[string]string{"/tmp/kept": "new", "/tmp/first": "new", "/tmp/roots": "new", "/tmp/z": "new"})
	if !errors.Is(err, fs.ErrPermission) {
		t.Errorf("error %v", err)
	}
	if got := sh(t, sb, "cd /tmp; ls -A; cat kept roots"); got != "kept\nroots\noldroot" {
		t.Errorf("afterwards: %q", got)
	}
}

func TestWriteFilesAllOrNone(t *testing.T) {
	sb := create(t, sandpit.Options{Files: map[string]string{"old": "old"}})
	err := sb.WriteFiles(map[string]string{"a": "1", "old": "new", "sub/b": "2", "/etc/x": "3"})
	if !errors.Is(err, fs.ErrPermission) {
		t.Errorf("err %v", err)
	}
	if got := sh(t, sb, "cat old; find . -type f | sort"); got != "old./old\n" {
		t.Errorf("something was written: %q", got)
	}
	if err := sb.WriteFiles(map[string]string{"a": "1", "old": "new", "sub/b": "2"}); err != nil {
		t.Fatal(err)
	}
	if got := sh(t, sb, "cat a old sub/b; find . -type f | sort"); got != "1new2./a\n./old\n./sub/b\n" {
		t.Errorf("got %q", got)
	}
}

// A host directory holds what is in it and nothing else.
func TestHostDir(t *testing.T) {
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f"), []byte("inside"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "planted")); err != nil {
		t.Fatal(err)
	}
	sb := create(t, sandpit.Options{User: "root", Mounts: []sandpit.Mount{
		{Path: "/mnt/w", FS: sandpit.HostDir(dir)},
		{Path: "/mnt/o", FS: sandpit.Overlay(sandpit.HostDir(dir))},
		{Path: "/mnt/r", FS: sandpit.HostDir(dir), ReadOnly: true},
	}})
	if got := sh(t, sb, "cat /mnt/w/f; echo new >/mnt/w/g; echo over >/mnt/o/f; cat /mnt/o/f; echo no >/mnt/r/f || true"); got != "insideover\n" {
		t.Errorf("got %q", got)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "g")); err != nil || string(b) != "new\n" {
		t.Errorf("written through: %q, %v", b, err)
	}
	if b, _ := os.ReadFile(filepath.Join(dir, "f")); string(b) != "inside" {
		t.Errorf("the host's file is %q", b)
	}
	// Links are the box's to resolve: an absolute one starts at its root, where the host's path does not exist.
	for _, attack := range []string{
		"cat /mnt/w/planted/secret",
		"cat /mnt/w/../../../../../.." + outside + "/secret",
		"cat /mnt/w/planted/../secret",
		"ls /mnt/w/planted/",
		"echo x >/mnt/w/planted/new",
		"chmod 777 /mnt/w/planted",
		"rm -r /mnt/w/planted/",
		"mv /mnt/w/planted/secret /tmp/",
		"cat /mnt/r/planted/secret /mnt/o/planted/secret",
		"find -L /mnt/w /mnt/o -name secret | grep .",
		"tar chf /tmp/o.tar -C /mnt w && tar xOf /tmp/o.tar | grep secret",
		// Nor may it leave links that lead the host's own programs out.
		"ln -s / /mnt/w/up",
		"ln -s /etc/passwd /mnt/w/l",
		"ln -s ../../../etc /mnt/w/l",
		"mkdir -p /mnt/w/d; ln -s d/../../.. /mnt/w/l",
		"ln -s ../.. /mnt/w/d/l",
		"ln -s .. /mnt/w/d/ok && mv /mnt/w/d/ok /mnt/w/",
		"mkdir -p /mnt/w/d/e && ln -s ../.. /mnt/w/d/e/ok && mv /mnt/w/d/e /mnt/w/e",
		"ln -s a /mnt/w/b; ln -s b /mnt/w/a; cat /mnt/w/a",
	} {
		if res, err := sb.Run(context.Background(), attack); err != nil || res.ExitCode == 0 || strings.Contains(res.Stdout, "secret") {
			t.Errorf("%s: status %d, %q, %v", attack, res.ExitCode, res.Stdout, err)
		}
	}
	if got := sh(t, sb, "ln -s ../f /mnt/w/d/in; cat /mnt/w/d/in; mkdir /tmp/d; echo box >/tmp/f; ln -s /mnt/w/d /tmp/d/w; cat /tmp/d/w/../f"); got != "insideinside" {
		t.Errorf("links inside: %q", got)
	}
	names, err := os.ReadDir(outside)
	if b, err2 := os.ReadFile(filepath.Join(outside, "secret")); err != nil || err2 != nil || string(b) != "secret" || len(names) != 1 {
		t.Errorf("outside: %v, %q", names, b)
	}
	filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if d.Type()&fs.ModeSymlink != 0 && d.Name() != "planted" {
			if to, err := filepath.EvalSymlinks(name); err == nil && !strings.HasPrefix(to, dir) {
				t.Errorf("%s leads to %s", name, to)
			}
		}
		return err
	})
}

// A directory that turns into a link between check and use leads nowhere either, whoever swaps it.
func TestHostDirSwapped(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	secret := filepath.Join(outside, "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(secret)
	if err != nil {
		t.Fatal(err)
	}
	d := filepath.Join(dir, "d")
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
			}
			os.RemoveAll(d)
			os.Symlink(outside, d)
			os.Remove(d)
			os.Mkdir(d, 0o755)
			os.WriteFile(filepath.Join(d, "secret"), []byte("own"), 0o644)
		}
	}()
	h := sandpit.HostDir(dir)
	disk := vfs.New() // resolves links by itself first, which opens the gap
	if err := disk.Mount("/w", h, false); err != nil {
		t.Fatal(err)
	}
	hits := 0
	for start := time.Now(); time.Since(start) < 500*time.Millisecond || hits == 0 && time.Since(start) < 20*time.Second; {
		for _, f := range []struct {
			fs  afero.Fs
			dir string
		}{{h, "/d"}, {disk, "/w/d"}} {
			name := f.dir + "/secret"
			if b, err := afero.ReadFile(f.fs, name); err == nil {
				hits++
				if s := string(b); s != "own" && s != "" && s != "box" {
					t.Fatalf("read %q", b)
				}
			}
			afero.WriteFile(f.fs, name, []byte("box"), 0o644)
			afero.WriteFile(f.fs, f.dir+"/race", []byte("box"), 0o644)
			f.fs.Chmod(name, 0o777)
			f.fs.Chtimes(name, time.Unix(1, 0), time.Unix(1, 0))
			f.fs.Rename(name, f.dir+"/stolen")
			f.fs.Mkdir(f.dir+"/made", 0o755)
			f.fs.RemoveAll(f.dir + "/stolen")
			f.fs.Remove(name)
			f.fs.RemoveAll(f.dir)
		}
	}
	close(stop)
	<-done
	names, err := os.ReadDir(outside)
	after, err2 := os.Stat(secret)
	if err != nil || err2 != nil || len(names) != 1 || after.Mode() != before.Mode() || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("outside: %v, %v, %v, %v", names, after, err, err2)
	}
	if hits == 0 {
		t.Error("the directory was never there")
	}
}

// An overlay takes every change, of what is in base as well, and base takes none.
func TestOverlay(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"src/a.txt": "a", "src/deep/b.txt": "b", "keep": "k", "gone": "g"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755), os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	sb := create(t, sandpit.Options{Mounts: []sandpit.Mount{{Path: "/mnt/o", FS: sandpit.Overlay(sandpit.HostDir(dir))}}})
	got := sh(t, sb, `cd /mnt/o; mv src moved; rm gone; echo more >>keep; ln -s moved/deep l; cat l/b.txt; ln keep hard; echo new >new
stat -c %U keep; find . | sort; cat hard; ls src 2>&1; rm -r moved; ls`)
	want := "buser\n.\n./hard\n./keep\n./l\n./moved\n./moved/a.txt\n./moved/deep\n./moved/deep/b.txt\n./new\nkmore\n" +
		"ls: cannot access 'src': No such file or directory\nhard\nkeep\nl\nnew\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var host []string
	filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		host = append(host, strings.TrimPrefix(name, dir))
		return err
	})
	if want := []string{"", "/gone", "/keep", "/src", "/src/a.txt", "/src/deep", "/src/deep/b.txt"}; !reflect.DeepEqual(host, want) {
		t.Errorf("the host has %q", host)
	}
}

// What is mounted shows where Linux shows it.
func TestMountsShow(t *testing.T) {
	sb := create(t, sandpit.Options{Mounts: []sandpit.Mount{
		{Path: "/mnt/io", FS: afero.FromIOFS{FS: fstest.MapFS{"a/f": {Data: []byte("io\n")}}}},
		{Path: "/mnt/ro", FS: afero.NewMemMapFs(), ReadOnly: true},
		{Path: "/mnt/host", FS: sandpit.HostDir(t.TempDir())},
	}})
	// df prints "-" for what a file system does not tell.
	if got, want := sh(t, sb, "df --output=source,size,avail,pcent,itotal,target /mnt/host | tail -1; df | grep -c /mnt/"),
		"hostdir - - - - /mnt/host\n3\n"; strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
		t.Errorf("df: %q", got)
	}
	scripts := []string{"cat /proc/mounts"}
	for _, script := range []string{"mount", "df -a", "df /mnt/ro /mnt/io"} {
		if sh(t, sb, "command -v "+strings.Fields(script)[0]+"; true") != "" {
			scripts = append(scripts, script)
		}
	}
	for _, script := range scripts {
		got := sh(t, sb, script)
		for _, want := range []string{"/mnt/ro", "/mnt/io"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s lacks %s: %s", script, want, got)
			}
		}
	}
	if got := sh(t, sb, "cd /mnt/io; find .; cat a/f; touch x 2>&1; true"); got != ".\n./a\n./a/f\nio\ntouch: cannot touch 'x': Read-only file system\n" {
		t.Errorf("io/fs: %q", got)
	}
}
