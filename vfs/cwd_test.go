package vfs_test

import (
	"fmt"
	"testing"

	"github.com/sandpit-dev/sandpit/vfs"
)

// TestWorkingDirectory: expected is what the same calls answered on Linux after os.Chdir.
func TestWorkingDirectory(t *testing.T) {
	root := vfs.New()
	must(t, root.MkdirAll("/r/a/b", 0o755))
	must(t, root.WriteFile("/r/f", []byte("x"), 0o644))
	v := root.In("/r/a/b")
	must(t, root.RemoveAll("/r/a"))
	eq := func(what string, got any, want string) {
		t.Helper()
		if s := fmt.Sprint(got); s != want {
			t.Errorf("%s: %s, Linux says %s", what, s, want)
		}
	}
	stat := func(v *vfs.FS, name string) string {
		_, err := v.Stat(name)
		return E(err)
	}
	list := func(v *vfs.FS) string {
		ents, err := v.ReadDir(".")
		return fmt.Sprint(len(ents), " ", E(err))
	}
	fi, err := v.Stat(".")
	must(t, err)
	eq("stat .", fmt.Sprint(fi.Mode(), fi.Sys().(*vfs.Stat).Nlink), "drwxr-xr-x 0")
	eq("list", list(v), "0 ok")
	eq("write x", E(v.WriteFile("x", nil, 0o644)), "ENOENT")
	eq("mkdir x", E(v.Mkdir("x", 0o755)), "ENOENT")
	eq("symlink x", E(v.Symlink("q", "x")), "ENOENT")
	eq("rename into", E(v.Rename("/r/f", "x")), "ENOENT")
	eq("link into", E(v.Link("/r/f", "x")), "ENOENT")
	eq("stat x", stat(v, "x"), "ENOENT")
	eq("stat ..", stat(v, ".."), "ok")
	eq("stat ../x", stat(v, "../x"), "ENOENT")
	eq("write ../x", E(v.WriteFile("../x", nil, 0o644)), "ENOENT")
	eq("write ../../x", E(v.WriteFile("../../x", nil, 0o644)), "ok")
	eq("stat /r/x", stat(root, "/r/x"), "ok")
	eq("rmdir .", E(v.Rmdir(".")), "EINVAL")
	eq("rmdir ..", E(v.Rmdir("..")), "ENOTEMPTY")
	_, err = v.Realpath(".")
	eq("getcwd", E(err), "ENOENT")
	eq("Dir", v.Dir(), "/r/a/b")

	eq("chmod .", E(v.Chmod(".", 0o700)), "ok")
	eq("touch .", E(v.Touch(".")), "ok")
	fi, err = v.Stat(".")
	must(t, err)
	eq("stat . after chmod", fi.Mode(), "drwx------")
	eq("chmod . of another that may not search it", E(v.As(1000, 1000, 0).Chmod(".", 0o777)), "EACCES")
	eq("chmod . again", E(v.Chmod(".", 0o711)), "ok")
	eq("chmod . of another", E(v.As(1000, 1000, 0).Chmod(".", 0o777)), "EPERM")
	eq("may another read .", E(v.As(1000, 1000, 0).Access(".", 4)), "EACCES")

	must(t, root.MkdirAll("/r/a/b", 0o755))
	must(t, root.WriteFile("/r/a/b/new", nil, 0o644))
	eq("another directory of that name", stat(v, "new"), "ENOENT")
	must(t, root.Mount("/mnt", vfs.New(), false))
	eq("rename into, with a mount elsewhere", E(v.Rename("/r/f", "x")), "ENOENT")
	eq("link into, with a mount elsewhere", E(v.Link("/r/f", "x")), "ENOENT")
	must(t, root.MkdirAll("/cwd/in", 0o755))
	over := root.In("/cwd/in")
	disk := vfs.New()
	must(t, disk.MkdirAll("/in/mounted", 0o755))
	must(t, root.Mount("/cwd", disk, false))
	if got := stat(over, "mounted"); got != "ok" {
		t.Errorf("a directory that was mounted over goes by path: %s", got)
	}
	v = root.In("/r/a/b").As(1000, 1000, 0)
	must(t, root.Mkdir("/r/y", 0o755))
	must(t, root.WriteFile("/r/a/side", nil, 0o644))
	must(t, root.Rename("/r/a", "/r/y/z"))
	for _, name := range []string{"new", "../side", "../../z", "../../../f"} {
		eq("moved: stat "+name, stat(v, name), "ok")
	}
	eq("write fresh", E(root.In("/r/y/z/b").WriteFile("fresh", nil, 0o644)), "ok")
	eq("fresh", stat(v, "fresh"), "ok")
	p, err := v.Realpath(".")
	eq("getcwd", p+" "+E(err), "/r/y/z/b ok")
	in := v.WithCred(vfs.Cred{})
	eq("rename into itself", E(in.Rename("/r/y/z", "in")), "EINVAL")
	must(t, root.Chmod("/r/y", 0))
	eq("no search above", stat(v, "new"), "ok")
	eq("no search on the way", stat(v, "../../z/b/new"), "EACCES")

	// A fork keeps the directory, and Reset goes back to the path.
	fork := in.Fork()
	must(t, fork.Rename("/r/y/z/b", "/b"))
	eq("fork", stat(fork, "../b/new"), "ok")
	eq("of the fork", stat(v, "../b/new"), "ok")
	other := vfs.New()
	must(t, other.MkdirAll("/r/a/b/here", 0o755))
	root.Reset(other)
	eq("after Reset", stat(v, "here"), "ok")
}
