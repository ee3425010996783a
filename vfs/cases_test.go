package vfs_test

// The programs whose transcripts on Linux (ext4, uid 1000, umask 022) are in testdata.

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/vfs"
)

// linuxCase is such a program.
type linuxCase struct {
	id string
	f  func(t *T)
}

var linuxCases = []linuxCase{
	{"V01", func(t *T) {
		t.f.MkdirAll(t.p("/foo/sub"), 0o755)
		t.f.MkdirAll(t.p("/foobar"), 0o755)
		t.W("/foo/a", "1")
		t.W("/foobar/b", "2")
		t.W("/foo.txt", "3")
		t.W("/foo-2", "4")
		t.P("RemoveAll /foo", E(t.f.RemoveAll(t.p("/foo"))), t.L("/"))
		t.P("RemoveAll missing", E(t.f.RemoveAll(t.p("/nope"))))
		t.P("RemoveAll file", E(t.f.RemoveAll(t.p("/foo.txt"))), t.L("/"))
		t.P("RemoveAll /foobar/", E(t.f.RemoveAll(t.p("/foobar/"))), t.S("/foobar"), t.S("/foobar/b"), t.L("/"))
	}},
	{"V03", func(t *T) {
		mk := func(p string) { t.f.MkdirAll(t.p(p), 0o755) }
		rn := func(a, b string) string { return E(t.f.Rename(t.p(a), t.p(b))) }
		mk("/src/sub")
		t.W("/src/sub/f", "deep")
		mk("/empty")
		mk("/full")
		t.W("/full/k", "k")
		t.W("/file", "F")
		t.W("/file2", "G")
		t.P("file over file", rn("/file", "/file2"), t.R("/file2"), t.S("/file"))
		t.P("file over dir", rn("/file2", "/empty"), "dir over file", rn("/empty", "/file2"))
		t.P("dir over non-empty dir", rn("/src", "/full"), t.R("/full/k"), t.R("/src/sub/f"))
		t.P("dir into itself", rn("/src", "/src/sub/x"), rn("/src", "/src"))
		t.P("dir over empty dir", rn("/src", "/empty"), t.S("/src"), t.R("/empty/sub/f"), t.L("/empty"))
		t.P("into missing parent", rn("/empty", "/no/where"), "missing source", rn("/zz", "/yy"))
		t.P("prefix sibling", func() string {
			mk("/ab")
			mk("/abc")
			t.W("/abc/q", "q")
			s := rn("/ab", "/z")
			return s + " " + t.R("/abc/q")
		}())
		t.P("same file", rn("/file2", "/file2"), t.R("/file2"))
		t.P("moved tree still works", E(t.W("/empty/sub/new", "n")), t.L("/empty/sub"), E(t.f.RemoveAll(t.p("/empty"))), t.L("/"))
	}},
	{"V05", func(t *T) {
		o := func(p string, fl int) string {
			f, err := t.f.OpenFile(t.p(p), fl, 0o644)
			if err == nil {
				f.Close()
			}
			return E(err)
		}
		t.W("/file", "x")
		t.P("create in missing dir", o("/no/f", os.O_CREATE|os.O_WRONLY), t.S("/no"))
		t.P("create below a file", o("/file/f", os.O_CREATE|os.O_WRONLY), "open below", o("/file/f", os.O_RDONLY), "stat below", t.S("/file/f"))
		t.P("mkdir missing parent", E(t.f.Mkdir(t.p("/a/b"), 0o755)), "below file", E(t.f.Mkdir(t.p("/file/d"), 0o755)), "exists", E(t.f.Mkdir(t.p("/file"), 0o755)))
		t.P("mkdirall over file", E(t.f.MkdirAll(t.p("/file/a/b"), 0o755)), E(t.f.MkdirAll(t.p("/file"), 0o755)), E(t.f.MkdirAll(t.p("/m/n"), 0o755)), E(t.f.MkdirAll(t.p("/m/n"), 0o755)))
		t.P("open missing", o("/zz", os.O_RDWR), o("/zz", os.O_WRONLY|os.O_TRUNC), o("/zz", os.O_APPEND|os.O_WRONLY), t.L("/"))
		t.P("remove after handle", func() string {
			t.f.MkdirAll(t.p("/p/q"), 0o755)
			t.W("/p/q/f", "1")
			f, _ := t.f.Open(t.p("/p/q/f"))
			t.f.RemoveAll(t.p("/p"))
			f.Close()
			return E(t.f.Remove(t.p("/p/q/f")))
		}())
	}},
	{"V06", func(t *T) {
		o := func(p string, fl int) string {
			f, err := t.f.OpenFile(t.p(p), fl, 0o644)
			if err == nil {
				f.Close()
			}
			return E(err)
		}
		t.P("CREATE|EXCL new", o("/f", os.O_CREATE|os.O_EXCL|os.O_RDWR), "again", o("/f", os.O_CREATE|os.O_EXCL|os.O_RDWR))
		t.P("EXCL alone", o("/f", os.O_EXCL|os.O_RDWR), "EXCL alone missing", o("/g", os.O_EXCL|os.O_RDWR), t.S("/g"))
		t.W("/f", "keep")
		t.P("CREATE existing keeps", o("/f", os.O_CREATE|os.O_RDWR), t.R("/f"))
		t.P("CREATE|EXCL|TRUNC existing", o("/f", os.O_CREATE|os.O_EXCL|os.O_TRUNC|os.O_RDWR), t.R("/f"))
		t.f.Mkdir(t.p("/d"), 0o755)
		t.P("CREATE|EXCL on dir", o("/d", os.O_CREATE|os.O_EXCL|os.O_RDWR), "CREATE on dir", o("/d", os.O_CREATE|os.O_RDWR))
		t.P("dangling link", E(t.f.Symlink("tgt", t.p("/ln"))), o("/ln", os.O_CREATE|os.O_EXCL|os.O_WRONLY), t.S("/tgt"), o("/ln", os.O_CREATE|os.O_WRONLY), t.S("/tgt"))
	}},
	{"V08", func(t *T) {
		f1, _ := t.f.Create(t.p("/f"))
		f1.WriteString("test")
		f1.Seek(0, 0)
		f2, _ := t.f.OpenFile(t.p("/f"), os.O_RDWR, 0)
		f2.Seek(0, 2)
		f2.WriteString("data")
		f2.Close()
		f1.WriteString("data")
		f1.Close()
		t.P("own offsets", t.R("/f"))
		ro, _ := t.f.Open(t.p("/f"))
		_, err := ro.Write([]byte("x"))
		t.P("write on O_RDONLY", E(err))
		t.P("truncate on O_RDONLY", E(ro.Truncate(0)), t.R("/f"))
		wo, _ := t.f.OpenFile(t.p("/f"), os.O_WRONLY, 0)
		_, err = wo.Read(make([]byte, 1))
		t.P("read on O_WRONLY", E(err))
		_, err = wo.ReadAt(make([]byte, 1), 0)
		t.P("readat on O_WRONLY", E(err))
		t.P("close", E(ro.Close()), E(ro.Close()))
		_, err = ro.Read(make([]byte, 1))
		t.P("read closed", E(err))
		_, err = ro.Seek(0, 0)
		t.P("seek closed", E(err))
		_, err = ro.Stat()
		t.P("stat closed", E(err))
	}},
	{"V09", func(t *T) {
		t.W("/f", "abc")
		f, _ := t.f.OpenFile(t.p("/f"), os.O_RDWR, 0)
		b := make([]byte, 5)
		n, err := f.Read(b)
		t.P("short read", n, E(err))
		n, err = f.Read(b)
		t.P("then", n, E(err))
		n, err = f.Read(nil)
		t.P("empty buffer at end", n, E(err))
		n, err = f.ReadAt(b, 1)
		t.P("ReadAt short", n, E(err))
		n, err = f.ReadAt(b, 10)
		t.P("ReadAt past end", n, E(err))
		_, err = f.ReadAt(b, -1)
		t.P("ReadAt negative fails", err != nil)
		p, err := f.Seek(-1, io.SeekStart)
		t.P("seek negative", p, E(err))
		p, err = f.Seek(-2, io.SeekEnd)
		t.P("seek end", p, E(err))
		n, _ = f.Read(b)
		t.P("read", string(b[:n]))
		p, err = f.Seek(100, io.SeekStart)
		t.P("seek beyond", p, E(err))
		n, err = f.Read(b)
		t.P("read beyond", n, E(err))
		t.P("size unchanged", t.S("/f"))
		f.Seek(5, 0)
		f.WriteString("z")
		t.P("hole", t.R("/f"))
		n, err = f.WriteAt([]byte("Q"), 8)
		t.P("WriteAt beyond", n, E(err), t.R("/f"))
		_, err = f.WriteAt([]byte("Q"), -1)
		t.P("WriteAt negative fails", err != nil)
		f.Seek(0, 0)
		x, err := io.ReadAll(f)
		t.P("readall", len(x), E(err))
		f.Seek(0, 0)
		f.WriteString("AB")
		t.P("overwrite keeps tail", t.R("/f"))
	}},
	{"V11", func(t *T) {
		f, _ := t.f.Create(t.p("/f"))
		f.WriteString("abc")
		t.P("remove open", E(t.f.Remove(t.p("/f"))), t.S("/f"), t.L("/"))
		_, err := f.WriteString("def")
		fi, e2 := f.Stat()
		t.P("still writable", E(err), fi.Size(), E(e2))
		f.Seek(0, 0)
		b, _ := io.ReadAll(f)
		t.P("readable", string(b))
		t.W("/f", "NEW")
		f.WriteString("!")
		t.P("new file apart", t.R("/f"))
		t.P("truncate unlinked", E(f.Truncate(1)), t.R("/f"))
		t.P("close", E(f.Close()), t.R("/f"))
		t.f.MkdirAll(t.p("/d/e"), 0o755)
		g, _ := t.f.Create(t.p("/d/e/x"))
		t.f.RemoveAll(t.p("/d"))
		_, err = g.WriteString("q")
		t.P("tree removed", E(err), t.S("/d"), t.L("/"))
		h, _ := t.f.Create(t.p("/gone/x"))
		t.P("no parent", h == nil || fmt.Sprint(h) == "<nil>", t.S("/gone"))
		d, _ := t.f.Open(t.p("/"))
		t.f.Mkdir(t.p("/dd"), 0o755)
		dd, _ := t.f.Open(t.p("/dd"))
		t.f.Remove(t.p("/dd"))
		n, _ := dd.Readdirnames(-1)
		t.P("readdir of removed dir", len(n))
		d.Close()
	}},
	{"V12", func(t *T) {
		o := func(p string, fl int) string {
			f, err := t.f.OpenFile(t.p(p), fl, 0o644)
			if err == nil {
				f.Close()
			}
			return E(err)
		}
		t.f.Mkdir(t.p("/d"), 0o755)
		t.W("/d/x", "1")
		t.W("/f", "1")
		t.P("ReadFile dir", t.R("/d"), "open dir O_RDONLY", o("/d", os.O_RDONLY))
		d, _ := t.f.Open(t.p("/d"))
		n, err := d.Read(make([]byte, 4))
		t.P("read dir", n, E(err))
		_, err = d.Write([]byte("x"))
		t.P("write dir", E(err))
		t.P("open dir for writing", o("/d", os.O_WRONLY), o("/d", os.O_RDWR), o("/d", os.O_RDONLY|os.O_TRUNC), o("/d", os.O_CREATE|os.O_RDWR), t.R("/d/x"))
		t.P("WriteFile over dir", E(t.W("/d", "x")), t.L("/d"))
		f, _ := t.f.Open(t.p("/f"))
		_, err = f.Readdirnames(-1)
		t.P("readdir of file", E(err), t.L("/f"))
		_, err = f.Readdir(-1)
		t.P("", E(err))
		fi, _ := t.f.Stat(t.p("/d"))
		t.P("dir mode", fi.Mode(), fi.IsDir(), fi.Name())
		t.P("chmod/chtimes missing", E(t.f.Chmod(t.p("/zz"), 0o600)), E(t.f.Chtimes(t.p("/zz"), time.Now(), time.Now())))
	}},
	{"V14", func(t *T) {
		m := func(p string) string {
			fi, err := t.f.Stat(t.p(p))
			if err != nil {
				return E(err)
			}
			return fi.Mode().String()
		}
		t.f.MkdirAll(t.p("/a/b/c"), 0o777)
		t.P("MkdirAll", m("/a"), m("/a/b"), m("/a/b/c"))
		t.f.Mkdir(t.p("/p"), 0o700)
		f, _ := t.f.Create(t.p("/f"))
		f.Close()
		g, _ := t.f.OpenFile(t.p("/g"), os.O_CREATE|os.O_WRONLY, 0o777)
		g.Close()
		t.P("Mkdir, Create, OpenFile 0777 (umask 022)", m("/p"), m("/f"), m("/g"))
		t.P("Chmod dir 0", E(t.f.Chmod(t.p("/p"), 0)), m("/p"))
		t.f.Chmod(t.p("/p"), 0o755)
		t.f.Chmod(t.p("/f"), 0o4755|os.ModeSetuid)
		t.P("setuid", m("/f"))
		t.f.Chmod(t.p("/a"), 0o777|os.ModeSticky)
		t.P("sticky", m("/a"))
		t.f.Chmod(t.p("/f"), 0o600)
		t.P("clears", m("/f"))
		h, _ := t.f.OpenFile(t.p("/f"), os.O_CREATE|os.O_WRONLY, 0o777)
		h.Close()
		t.P("open of existing keeps mode", m("/f"))
		t.W("/f", "x")
		t.P("WriteFile keeps mode", m("/f"))
		t.f.Rename(t.p("/f"), t.p("/r"))
		t.P("rename keeps", m("/r"))
		ro, err := t.f.OpenFile(t.p("/ro"), os.O_CREATE|os.O_RDWR, 0o400)
		t.P("create 0400 is writable by creator", E(err))
		if err == nil {
			_, err = ro.WriteString("x")
			t.P("", E(err), m("/ro"))
		}
		t.P("type bits not settable", E(t.f.Chmod(t.p("/g"), 0o644|os.ModeDir)), m("/g"))
	}},
	{"V16", func(t *T) {
		st := func(p string) string {
			fi, err := t.f.Stat(p)
			if err != nil {
				return E(err)
			}
			return fi.Name() + " " + fi.Mode().Type().String()
		}
		t.P("stat /", st("/"))
		t.P("stat empty", st(""), func() string {
			_, err := t.f.Stat("")
			if pe, ok := err.(*os.PathError); ok {
				return pe.Op
			}
			return fmt.Sprintf("%T", err)
		}())
		t.f.Mkdir(t.p("/d"), 0o755)
		t.W("/d/f", "1")
		t.P("dot-dot", t.S("/d/../d/f"), t.S("/d/./f"), t.S("//d//f"), t.S("/d/"), t.S("/d/."))
		t.P("slash after file", t.S("/d/f/"), t.S("/d/f/."), t.S("/d/f/.."))
		t.P("missing/..", t.S("/nope/../d/f"))
		t.P("255 and 256 byte name", E(t.W("/"+strings.Repeat("n", 255), "x")), E(t.W("/"+strings.Repeat("n", 256), "x")))
		t.P("NUL", E(t.W("/a\x00b", "x")), t.S("/a\x00b"))
		t.P("odd names", E(t.W("/sp ace", "x")), E(t.W("/new\nline", "x")), E(t.W("/\xff\xfe", "x")), E(t.W("/-rf", "x")), E(t.W("/back\\slash", "x")), t.S("/back\\slash"))
		t.P("case", E(t.W("/Case", "1")), t.S("/case"))
		t.P("remove odd", E(t.f.Remove(t.p("/d/."))), E(t.f.RemoveAll(t.p("/d/."))), E(t.f.Mkdir(t.p("/d/."), 0o755)), t.S("/d/f"))
	}},
	{"V17", func(t *T) {
		ls := func(p string) string {
			fi, err := t.f.Lstat(t.p(p))
			if err != nil {
				return E(err)
			}
			return fi.Mode().Type().String()
		}
		t.f.MkdirAll(t.p("/real/sub"), 0o755)
		t.W("/real/f", "data")
		t.f.Mkdir(t.p("/other"), 0o755)
		t.W("/other/f", "other")
		t.P("make", E(t.f.Symlink("real", t.p("/ln"))), E(t.f.Symlink("../real/f", t.p("/other/up"))), E(t.f.Symlink("nowhere", t.p("/dang"))), E(t.f.Symlink("l2", t.p("/l1"))), E(t.f.Symlink("l1", t.p("/l2"))), E(t.f.Symlink(t.p("/real/sub"), t.p("/abs"))), E(t.f.Symlink("x", t.p("/ln"))))
		t.P("through", t.R("/ln/f"), t.R("/other/up"), t.S("/ln"), ls("/ln"), t.S("/dang"), ls("/dang"), t.S("/l1"), ls("/l1"))
		rl, err := t.f.Readlink(t.p("/other/up"))
		t.P("readlink", rl, E(err))
		_, err = t.f.Readlink(t.p("/real/f"))
		t.P("readlink of file", E(err))
		t.P("dot-dot after link is physical", t.S("/abs/../f"))
		t.P("write through", E(t.W("/other/up", "new")), t.R("/real/f"), E(t.f.Chmod(t.p("/other/up"), 0o600)), func() string { fi, _ := t.f.Stat(t.p("/real/f")); return fi.Mode().String() }())
		t.P("mkdir on link", E(t.f.Mkdir(t.p("/ln"), 0o755)), E(t.f.Mkdir(t.p("/dang"), 0o755)), E(t.f.MkdirAll(t.p("/ln/a/b"), 0o755)), t.S("/real/a/b"))
		t.P("rename link", E(t.f.Rename(t.p("/ln"), t.p("/ln2"))), ls("/ln2"), t.R("/ln2/f"), E(t.f.Rename(t.p("/real/f"), t.p("/dang"))), ls("/dang"))
		t.P("remove link not target", E(t.f.Remove(t.p("/ln2"))), t.S("/real"), E(t.f.RemoveAll(t.p("/abs"))), t.S("/real/sub"), E(t.f.Remove(t.p("/l1"))))
		t.f.Symlink("../real", t.p("/other/back"))
		t.P("RemoveAll does not follow", E(t.f.RemoveAll(t.p("/other"))), t.S("/real/sub"), t.L("/"))
	}},
	{"V19", func(t *T) {
		t.W("/a", "1")
		t.P("link", E(t.f.Link(t.p("/a"), t.p("/b"))))
		f, _ := t.f.OpenFile(t.p("/b"), os.O_APPEND|os.O_WRONLY, 0)
		if f != nil {
			f.WriteString("2")
			f.Close()
		}
		x, _ := t.f.Stat(t.p("/a"))
		y, _ := t.f.Stat(t.p("/b"))
		t.P("shared", t.R("/a"), x != nil && y != nil && vfs.SameFile(x, y))
		t.f.Chmod(t.p("/a"), 0o600)
		if y, _ = t.f.Stat(t.p("/b")); y != nil {
			t.P("mode shared", y.Mode())
		}
		t.P("remove one", E(t.f.Remove(t.p("/a"))), t.R("/b"))
		t.P("existing target", func() string { t.W("/c", "c"); return E(t.f.Link(t.p("/b"), t.p("/c"))) }(), "missing source", E(t.f.Link(t.p("/zz"), t.p("/q"))), "directory", func() string { t.f.Mkdir(t.p("/d"), 0o755); return E(t.f.Link(t.p("/d"), t.p("/d2"))) }())
		t.f.Link(t.p("/b"), t.p("/e"))
		t.P("rename between two names of one file keeps both", E(t.f.Rename(t.p("/b"), t.p("/e"))), t.S("/b"), t.S("/e"))
		t.f.Symlink("c", t.p("/s"))
		t.P("link to a symlink", E(t.f.Link(t.p("/s"), t.p("/s2"))), func() string {
			fi, err := t.f.Lstat(t.p("/s2"))
			if err != nil {
				return E(err)
			}
			return fi.Mode().Type().String()
		}())
		t.P("write by rename does not touch the other name", func() string { t.W("/tmp", "new"); t.f.Rename(t.p("/tmp"), t.p("/e")); return t.R("/b") + t.R("/e") }())
	}},
	{"V24", func(t *T) {
		old := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
		set := func(p string) { t.f.Chtimes(t.p(p), old, old) }
		ch := func(p string) string {
			fi, err := t.f.Stat(t.p(p))
			if err != nil {
				return E(err)
			}
			if fi.ModTime().Equal(old) {
				return "same"
			}
			return "new"
		}
		t.f.Mkdir(t.p("/d"), 0o755)
		t.W("/d/f", "1")
		set("/d/f")
		set("/d")
		t.P("chtimes", ch("/d/f"), ch("/d"))
		t.R("/d/f")
		t.L("/d")
		t.P("read leaves", ch("/d/f"), ch("/d"))
		f, _ := t.f.OpenFile(t.p("/d/f"), os.O_WRONLY, 0)
		f.Close()
		t.P("open+close leaves", ch("/d/f"))
		t.W("/d/f", "22")
		t.P("write: file", ch("/d/f"), "dir", ch("/d"))
		set("/d/f")
		t.f.Chmod(t.p("/d/f"), 0o600)
		t.P("chmod leaves", ch("/d/f"))
		g, _ := t.f.OpenFile(t.p("/d/f"), os.O_RDWR, 0)
		g.Write(nil)
		t.P("empty write leaves", ch("/d/f"))
		g.Truncate(1)
		t.P("truncate", ch("/d/f"))
		set("/d/f")
		t.f.OpenFile(t.p("/d/f"), os.O_TRUNC|os.O_WRONLY, 0)
		t.P("O_TRUNC", ch("/d/f"))
		set("/d")
		t.W("/d/new", "")
		t.P("create: dir", ch("/d"))
		set("/d")
		t.f.Remove(t.p("/d/new"))
		t.P("remove: dir", ch("/d"))
		set("/d")
		set("/d/f")
		t.f.Rename(t.p("/d/f"), t.p("/d/g"))
		t.P("rename: dir", ch("/d"), "file", ch("/d/g"))
		set("/d")
		t.f.Mkdir(t.p("/d/s"), 0o755)
		t.P("mkdir: dir", ch("/d"))
		fi, _ := t.f.Stat(t.p("/d/g"))
		t.P("precision kept", fi.ModTime().UTC().Format(time.RFC3339Nano))
	}},
}
