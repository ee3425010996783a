package jsrt

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// fsOp is one call of lib/fs.js, its arguments already taken out of JavaScript: run may be called on any goroutine.
type fsOp struct {
	run        func() (any, error)
	call       string // the system call that errors name
	path, dest string
}

// callError is an error that names another system call than its operation does.
type callError struct {
	call   string
	noPath bool
	err    error
}

func (e *callError) Error() string { return e.call + ": " + e.err.Error() }
func (e *callError) Unwrap() error { return e.err }

// maxFileRead bounds what one readFile may hold.
const maxFileRead = 1 << 30

type fsMaker = func(rt *runtime, a []goja.Value) fsOp

// bindFS has every operation twice: sync.name(args...) returns or throws, async.name(args..., callback) calls back.
func bindFS(rt *runtime) *goja.Object {
	vm := rt.vm
	syncObj, asyncObj := vm.NewObject(), vm.NewObject()
	for name, mk := range fsOps {
		syncObj.Set(name, func(c goja.FunctionCall) goja.Value {
			op := mk(rt, c.Arguments)
			v, err := op.run()
			if err != nil {
				panic(rt.fsError(op, err))
			}
			return rt.fsValue(v)
		})
		asyncObj.Set(name, func(c goja.FunctionCall) goja.Value {
			n := len(c.Arguments) - 1
			cb, ok := goja.AssertFunction(c.Argument(n))
			if !ok {
				panic(vm.NewTypeError("callback expected"))
			}
			op := mk(rt, c.Arguments[:n])
			type result struct {
				v   any
				err error
			}
			rt.do(func() any {
				v, err := op.run()
				return result{v, err}
			}, func(x any) {
				r := x.(result)
				if r.err != nil {
					rt.call(cb, nil, rt.fsError(op, r.err))
					return
				}
				rt.call(cb, nil, goja.Null(), rt.fsValue(r.v))
			})
			return goja.Undefined()
		})
	}
	o := vm.NewObject()
	o.Set("sync", syncObj)
	o.Set("async", asyncObj)
	o.Set("watch", func(c goja.FunctionCall) goja.Value { return rt.fsWatch(c) })
	return o
}

func (rt *runtime) fsError(op fsOp, err error) goja.Value {
	call, p := op.call, op.path
	var ce *callError
	if errors.As(err, &ce) {
		call = ce.call
		if ce.noPath {
			p = ""
		}
	}
	return rt.sysException(err, call, p, op.dest)
}

func (rt *runtime) fsValue(v any) goja.Value {
	switch t := v.(type) {
	case nil:
		return goja.Undefined()
	case []byte:
		return rt.arrayBuffer(t)
	case []any:
		return rt.vm.NewArray(t...)
	case goja.Value:
		return t
	}
	return rt.vm.ToValue(v)
}

func str(a []goja.Value, i int) string {
	if i < len(a) {
		return a[i].String()
	}
	return ""
}

func num(a []goja.Value, i int) int64 {
	if i < len(a) {
		return a[i].ToInteger()
	}
	return 0
}

func float(a []goja.Value, i int) float64 {
	if i < len(a) {
		return a[i].ToFloat()
	}
	return 0
}

func boolean(a []goja.Value, i int) bool { return i < len(a) && a[i].ToBoolean() }

// openFlags turns Linux's numbers, which fs.constants has, into Go's.
func openFlags(n int64) int {
	f := 0
	switch n & 3 {
	case 1:
		f = os.O_WRONLY
	case 2:
		f = os.O_RDWR
	}
	for _, x := range []struct {
		linux  int64
		goFlag int
	}{{0o100, os.O_CREATE}, {0o200, os.O_EXCL}, {0o1000, os.O_TRUNC}, {0o2000, os.O_APPEND}, {0o4010000, os.O_SYNC}} {
		if n&x.linux != 0 {
			f |= x.goFlag
		}
	}
	return f
}

// unixMode is st_mode of Linux.
func unixMode(m fs.FileMode) int64 {
	n := int64(m.Perm())
	switch {
	case m&fs.ModeDir != 0:
		n |= 0o040000
	case m&fs.ModeSymlink != 0:
		n |= 0o120000
	case m&fs.ModeNamedPipe != 0:
		n |= 0o010000
	case m&fs.ModeSocket != 0:
		n |= 0o140000
	case m&fs.ModeCharDevice != 0:
		n |= 0o020000
	case m&fs.ModeDevice != 0:
		n |= 0o060000
	default:
		n |= 0o100000
	}
	if m&fs.ModeSetuid != 0 {
		n |= 0o4000
	}
	if m&fs.ModeSetgid != 0 {
		n |= 0o2000
	}
	if m&fs.ModeSticky != 0 {
		n |= 0o1000
	}
	return n
}

// goMode is the reverse for permission bits.
func goMode(n int64) fs.FileMode {
	m := fs.FileMode(n & 0o777)
	if n&0o4000 != 0 {
		m |= fs.ModeSetuid
	}
	if n&0o2000 != 0 {
		m |= fs.ModeSetgid
	}
	if n&0o1000 != 0 {
		m |= fs.ModeSticky
	}
	return m
}

// statArray is [dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks, atime s, ns, mtime s, ns, ctime s, ns, birthtime s, ns].
func statArray(info fs.FileInfo) []any {
	st, ok := info.Sys().(*vfs.Stat)
	if !ok {
		st = &vfs.Stat{Nlink: 1, Atime: info.ModTime(), Mtime: info.ModTime(), Ctime: info.ModTime(), Btime: info.ModTime(), Blocks: (info.Size() + 511) / 512}
	}
	out := []any{int64(st.Dev), unixMode(info.Mode()), st.Nlink, st.UID, st.GID, int64(st.Rdev), 4096, int64(st.Ino), info.Size(), st.Blocks}
	for _, t := range []time.Time{st.Atime, st.Mtime, st.Ctime, st.Btime} {
		out = append(out, t.Unix(), t.Nanosecond())
	}
	return out
}

// fileOf finds an open descriptor.
func (rt *runtime) fileOf(fd int64) (*kernel.File, error) {
	d := rt.p.FD(int(fd))
	if d == nil {
		return nil, syscall.EBADF
	}
	return d.File(), nil
}

// withFD makes an operation on a descriptor. The file is held while the operation runs.
func withFD(rt *runtime, fd int64, call string, run func(f *kernel.File) (any, error)) fsOp {
	f, err := rt.fileOf(fd)
	if err == nil {
		f = f.Ref()
	}
	return fsOp{call: call, run: func() (any, error) {
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return run(f)
	}}
}

func onPath(rt *runtime, call string, a []goja.Value, run func(d *vfs.FS, p string) (any, error)) fsOp {
	d, p := rt.p.FS(), str(a, 0)
	return fsOp{call: call, path: p, run: func() (any, error) {
		if strings.IndexByte(p, 0) >= 0 {
			return nil, syscall.EINVAL
		}
		return run(d, p)
	}}
}

func jsTime(sec float64) time.Time {
	whole := int64(sec)
	ns := int64((sec - float64(whole)) * 1e9)
	if ns < 0 {
		whole, ns = whole-1, ns+1e9
	}
	return time.Unix(whole, (ns+500)/1000*1000)
}

var fsOps = map[string]fsMaker{
	"open": func(rt *runtime, a []goja.Value) fsOp {
		p, fl, mode := str(a, 0), openFlags(num(a, 1)), goMode(num(a, 2))
		dir := num(a, 1)&0o200000 != 0
		return fsOp{call: "open", path: p, run: func() (any, error) {
			f, err := rt.p.Open(p, fl, mode)
			if err != nil {
				return nil, err
			}
			if dir {
				if info, err := f.Stat(); err == nil && !info.IsDir() {
					f.Close()
					return nil, syscall.ENOTDIR
				}
			}
			fd, err := rt.p.AddFD(f, 3, true)
			if err != nil {
				f.Close()
				return nil, err
			}
			return fd, nil
		}}
	},
	"close": func(rt *runtime, a []goja.Value) fsOp {
		fd := int(num(a, 0))
		return fsOp{call: "close", run: func() (any, error) { return nil, rt.p.CloseFD(fd) }}
	},
	// read(fd, view, offset, length, position or -1)
	"read": func(rt *runtime, a []goja.Value) fsOp {
		b := rt.mustBytes(a[1])
		off, n, pos := num(a, 2), num(a, 3), num(a, 4)
		return withFD(rt, num(a, 0), "read", func(f *kernel.File) (any, error) {
			if off < 0 || n < 0 || off+n > int64(len(b)) {
				return nil, syscall.EINVAL
			}
			var k int
			var err error
			if pos >= 0 {
				k, err = f.ReadAt(b[off:off+n], pos)
			} else {
				k, err = f.Read(rt.ctx, b[off:off+n])
			}
			if err != nil && err != io.EOF && k == 0 {
				return nil, err
			}
			return k, nil
		})
	},
	"write": func(rt *runtime, a []goja.Value) fsOp {
		b := rt.mustBytes(a[1])
		off, n, pos := num(a, 2), num(a, 3), num(a, 4)
		return withFD(rt, num(a, 0), "write", func(f *kernel.File) (any, error) {
			if off < 0 || n < 0 || off+n > int64(len(b)) {
				return nil, syscall.EINVAL
			}
			var k int
			var err error
			if pos >= 0 {
				k, err = f.WriteAt(b[off:off+n], pos)
			} else {
				k, err = f.Write(rt.ctx, b[off:off+n])
			}
			if err != nil && k == 0 {
				return nil, err
			}
			return k, nil
		})
	},
	// readFile(path or fd, flags): the whole content
	"readFile": func(rt *runtime, a []goja.Value) fsOp {
		if fd, ok := a[0].Export().(int64); ok {
			return withFD(rt, fd, "read", func(f *kernel.File) (any, error) { return readAll(rt.ctx, f) })
		}
		p, fl := str(a, 0), openFlags(num(a, 1))
		return fsOp{call: "open", path: p, run: func() (any, error) {
			f, err := rt.p.Open(p, fl, 0o666)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			b, err := readAll(rt.ctx, f)
			if err != nil {
				return nil, &callError{call: "read", noPath: true, err: err}
			}
			return b, nil
		}}
	},
	// writeFile(path or fd, bytes, flags, mode)
	"writeFile": func(rt *runtime, a []goja.Value) fsOp {
		b := rt.mustBytes(a[1])
		write := func(f *kernel.File) (any, error) {
			for len(b) > 0 {
				n, err := f.Write(rt.ctx, b)
				b = b[n:]
				if err != nil {
					return nil, &callError{call: "write", noPath: true, err: err}
				}
			}
			return nil, nil
		}
		if fd, ok := a[0].Export().(int64); ok {
			return withFD(rt, fd, "write", write)
		}
		p, fl, mode := str(a, 0), openFlags(num(a, 2)), goMode(num(a, 3))
		return fsOp{call: "open", path: p, run: func() (any, error) {
			f, err := rt.p.Open(p, fl, mode)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			return write(f)
		}}
	},
	"stat": func(rt *runtime, a []goja.Value) fsOp {
		return onPath(rt, "stat", a, func(d *vfs.FS, p string) (any, error) { return statOf(d.Stat(p)) })
	},
	"lstat": func(rt *runtime, a []goja.Value) fsOp {
		return onPath(rt, "lstat", a, func(d *vfs.FS, p string) (any, error) { return statOf(d.Lstat(p)) })
	},
	"fstat": func(rt *runtime, a []goja.Value) fsOp {
		return withFD(rt, num(a, 0), "fstat", func(f *kernel.File) (any, error) { return statOf(f.Stat()) })
	},
	"access": func(rt *runtime, a []goja.Value) fsOp {
		mode := uint32(num(a, 1))
		return onPath(rt, "access", a, func(d *vfs.FS, p string) (any, error) { return nil, d.Access(p, mode) })
	},
	// readdir(path, recursive): [name, mode, name, mode, ...]; names are relative to path
	"readdir": func(rt *runtime, a []goja.Value) fsOp {
		rec := boolean(a, 1)
		return onPath(rt, "scandir", a, func(d *vfs.FS, p string) (any, error) {
			out := []any{}
			err := listDir(d, p, "", rec, &out, 0)
			return out, err
		})
	},
	// mkdir(path, mode, recursive): the first directory made, when recursive
	"mkdir": func(rt *runtime, a []goja.Value) fsOp {
		mode, rec := goMode(num(a, 1)), boolean(a, 2)
		return onPath(rt, "mkdir", a, func(d *vfs.FS, p string) (any, error) {
			if !rec {
				return nil, d.Mkdir(p, mode)
			}
			return mkdirAll(d, p, mode)
		})
	},
	"mkdtemp": func(rt *runtime, a []goja.Value) fsOp {
		prefix := str(a, 0)
		d := rt.p.FS()
		return fsOp{call: "mkdtemp", path: prefix + "XXXXXX", run: func() (any, error) {
			const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
			for range 100 {
				r := rt.p.Kernel().Rand().Uint64()
				name := []byte(prefix)
				for range 6 {
					name = append(name, letters[r%62])
					r /= 62
				}
				err := d.Mkdir(string(name), 0o700)
				if err == nil {
					return string(name), nil
				}
				if !errors.Is(err, fs.ErrExist) {
					return nil, err
				}
			}
			return nil, syscall.EEXIST
		}}
	},
	"rmdir": func(rt *runtime, a []goja.Value) fsOp {
		return onPath(rt, "rmdir", a, func(d *vfs.FS, p string) (any, error) {
			info, err := d.Lstat(p)
			if err != nil {
				return nil, err
			}
			if !info.IsDir() {
				return nil, syscall.ENOTDIR
			}
			return nil, d.Remove(p)
		})
	},
	"unlink": func(rt *runtime, a []goja.Value) fsOp {
		return onPath(rt, "unlink", a, func(d *vfs.FS, p string) (any, error) {
			info, err := d.Lstat(p)
			if err != nil {
				return nil, err
			}
			if info.IsDir() {
				return nil, syscall.EISDIR
			}
			return nil, d.Remove(p)
		})
	},
	"rmAll": func(rt *runtime, a []goja.Value) fsOp {
		return onPath(rt, "rm", a, func(d *vfs.FS, p string) (any, error) { return nil, d.RemoveAll(p) })
	},
	"rename": func(rt *runtime, a []goja.Value) fsOp {
		d, from, to := rt.p.FS(), str(a, 0), str(a, 1)
		return fsOp{call: "rename", path: from, dest: to, run: func() (any, error) { return nil, d.Rename(from, to) }}
	},
	"link": func(rt *runtime, a []goja.Value) fsOp {
		d, from, to := rt.p.FS(), str(a, 0), str(a, 1)
		return fsOp{call: "link", path: from, dest: to, run: func() (any, error) { return nil, d.Link(from, to) }}
	},
	"symlink": func(rt *runtime, a []goja.Value) fsOp {
		d, target, name := rt.p.FS(), str(a, 0), str(a, 1)
		return fsOp{call: "symlink", path: target, dest: name, run: func() (any, error) { return nil, d.Symlink(target, name) }}
	},
	"readlink": func(rt *runtime, a []goja.Value) fsOp {
		return onPath(rt, "readlink", a, func(d *vfs.FS, p string) (any, error) { return d.Readlink(p) })
	},
	"realpath": func(rt *runtime, a []goja.Value) fsOp {
		return onPath(rt, "realpath", a, func(d *vfs.FS, p string) (any, error) {
			if _, err := d.Stat(p); err != nil {
				return nil, &callError{call: "lstat", err: err}
			}
			return d.Realpath(p)
		})
	},
	"chmod": func(rt *runtime, a []goja.Value) fsOp {
		mode := goMode(num(a, 1))
		return onPath(rt, "chmod", a, func(d *vfs.FS, p string) (any, error) { return nil, d.Chmod(p, mode) })
	},
	"chown": func(rt *runtime, a []goja.Value) fsOp {
		u, g := int(num(a, 1)), int(num(a, 2))
		return onPath(rt, "chown", a, func(d *vfs.FS, p string) (any, error) { return nil, d.Chown(p, u, g) })
	},
	"lchown": func(rt *runtime, a []goja.Value) fsOp {
		u, g := int(num(a, 1)), int(num(a, 2))
		return onPath(rt, "lchown", a, func(d *vfs.FS, p string) (any, error) { return nil, d.Lchown(p, u, g) })
	},
	"utimes": func(rt *runtime, a []goja.Value) fsOp {
		at, mt := jsTime(float(a, 1)), jsTime(float(a, 2))
		return onPath(rt, "utime", a, func(d *vfs.FS, p string) (any, error) { return nil, d.Chtimes(p, at, mt) })
	},
	"lutimes": func(rt *runtime, a []goja.Value) fsOp {
		at, mt := jsTime(float(a, 1)), jsTime(float(a, 2))
		return onPath(rt, "lutime", a, func(d *vfs.FS, p string) (any, error) { return nil, d.Lchtimes(p, at, mt) })
	},
	"truncate": func(rt *runtime, a []goja.Value) fsOp {
		n := num(a, 1)
		op := onPath(rt, "open", a, func(d *vfs.FS, p string) (any, error) { return nil, d.Truncate(p, n) })
		return op
	},
	"ftruncate": func(rt *runtime, a []goja.Value) fsOp {
		n := num(a, 1)
		return withFD(rt, num(a, 0), "ftruncate", func(f *kernel.File) (any, error) { return nil, f.Truncate(n) })
	},
	"fsync": func(rt *runtime, a []goja.Value) fsOp {
		return withFD(rt, num(a, 0), "fsync", func(f *kernel.File) (any, error) { return nil, f.Sync() })
	},
	// fchmod, fchown and futimes work on the name the descriptor was opened by.
	"fchmod": func(rt *runtime, a []goja.Value) fsOp {
		mode, d := goMode(num(a, 1)), rt.p.FS()
		return withFD(rt, num(a, 0), "fchmod", func(f *kernel.File) (any, error) { return nil, d.Chmod(f.Name(), mode) })
	},
	"fchown": func(rt *runtime, a []goja.Value) fsOp {
		u, g, d := int(num(a, 1)), int(num(a, 2)), rt.p.FS()
		return withFD(rt, num(a, 0), "fchown", func(f *kernel.File) (any, error) { return nil, d.Chown(f.Name(), u, g) })
	},
	"futimes": func(rt *runtime, a []goja.Value) fsOp {
		at, mt, d := jsTime(float(a, 1)), jsTime(float(a, 2)), rt.p.FS()
		return withFD(rt, num(a, 0), "futime", func(f *kernel.File) (any, error) { return nil, d.Chtimes(f.Name(), at, mt) })
	},
	// copyFile(src, dest, excl)
	"copyFile": func(rt *runtime, a []goja.Value) fsOp {
		from, to, excl := str(a, 0), str(a, 1), num(a, 2)&1 != 0
		return fsOp{call: "copyfile", path: from, dest: to, run: func() (any, error) { return nil, rt.copyFile(from, to, excl) }}
	},
	// statfs(path): [type, bsize, blocks, bfree, bavail, files, ffree]
	"statfs": func(rt *runtime, a []goja.Value) fsOp {
		return onPath(rt, "statfs", a, func(d *vfs.FS, p string) (any, error) {
			s, err := d.Statfs(p)
			if err != nil {
				return nil, err
			}
			return []any{0x01021994, s.BlockSize, s.Blocks, s.BlocksFree, s.BlocksFree, s.Files, s.FilesFree}, nil
		})
	},
	"isatty": func(rt *runtime, a []goja.Value) fsOp {
		fd := rt.p.FD(int(num(a, 0)))
		return fsOp{call: "isatty", run: func() (any, error) { return fd != nil && fd.IsTerminal(), nil }}
	},
}
