package jsrt

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// The longer operations behind the file system binding: whole files, listings, copies, watches.

func statOf(info fs.FileInfo, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return statArray(info), nil
}

// readAll reads f to its end.
func readAll(ctx context.Context, f *kernel.File) ([]byte, error) {
	size := int64(0)
	if info, err := f.Stat(); err == nil {
		if info.IsDir() {
			return nil, syscall.EISDIR
		}
		if info.Mode().IsRegular() {
			size = info.Size()
		}
	}
	if size > maxFileRead {
		return nil, syscall.EFBIG
	}
	b := make([]byte, 0, size+512)
	for {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		n, err := f.Read(ctx, b[len(b):cap(b)])
		b = b[:len(b)+n]
		if err == io.EOF || err == nil && n == 0 {
			return b, nil
		}
		if err != nil {
			return nil, err
		}
		if len(b) > maxFileRead {
			return nil, syscall.EFBIG
		}
	}
}

// maxDirDepth bounds recursive listings and copies.
const maxDirDepth = 512

func listDir(d *vfs.FS, dir, rel string, rec bool, out *[]any, depth int) error {
	if depth > maxDirDepth {
		return syscall.ELOOP
	}
	entries, err := d.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		if rel != "" {
			name = rel + "/" + name
		}
		*out = append(*out, name, unixMode(e.Type()))
	}
	if rec {
		for _, e := range entries {
			if e.IsDir() {
				name := e.Name()
				if rel != "" {
					name = rel + "/" + name
				}
				if err := listDir(d, dir+"/"+e.Name(), name, rec, out, depth+1); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// mkdirAll makes p and its parents and returns the first directory that it made.
func mkdirAll(d *vfs.FS, p string, mode fs.FileMode) (any, error) {
	info, err := d.Stat(p)
	if err == nil {
		if info.IsDir() {
			return nil, nil
		}
		return nil, syscall.EEXIST
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var first any
	if parent := parentOf(p); parent != "" {
		if first, err = mkdirAll(d, parent, mode); err != nil {
			if errors.Is(err, syscall.EEXIST) {
				err = syscall.ENOTDIR
			}
			return nil, err
		}
	}
	if err := d.Mkdir(p, mode); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	if first == nil {
		first = p
	}
	return first, nil
}

// parentOf drops the last component of p as it is written; "" when there is only one.
func parentOf(p string) string {
	p = strings.TrimRight(p, "/")
	i := strings.LastIndexByte(p, '/')
	if i < 0 {
		return ""
	}
	return strings.TrimRight(p[:i], "/")
}

func (rt *runtime) copyFile(from, to string, excl bool) error {
	in, err := rt.p.Open(from, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	if info.IsDir() {
		return syscall.EISDIR
	}
	d := rt.p.FS()
	if there, err := d.Stat(to); err == nil {
		if excl {
			return syscall.EEXIST
		}
		if vfs.SameFile(info, there) {
			return nil
		}
	}
	fl := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if excl {
		fl |= os.O_EXCL
	}
	out, err := rt.p.Open(to, fl, info.Mode().Perm())
	if err != nil {
		return err
	}
	defer out.Close()
	buf := make([]byte, 64<<10)
	for {
		n, err := in.Read(rt.ctx, buf)
		for w := 0; w < n; {
			k, err := out.Write(rt.ctx, buf[w:n])
			if err != nil {
				return err
			}
			w += k
		}
		if err == io.EOF || err == nil && n == 0 {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// fsWatch(path, recursive, persistent, callback(event, name)) returns a function that ends it.
func (rt *runtime) fsWatch(c goja.FunctionCall) goja.Value {
	p, rec, persistent := c.Argument(0).String(), c.Argument(1).ToBoolean(), c.Argument(2).ToBoolean()
	cb, ok := goja.AssertFunction(c.Argument(3))
	if !ok {
		panic(rt.vm.NewTypeError("callback expected"))
	}
	d := rt.p.FS()
	info, err := d.Stat(p)
	if err != nil {
		panic(rt.sysException(err, "watch", p, ""))
	}
	ctx, cancel := context.WithCancel(rt.ctx)
	events, err := d.Watch(ctx, p, rec)
	if err != nil {
		cancel()
		panic(rt.sysException(err, "watch", p, ""))
	}
	base := d.Abs(p)
	dir := info.IsDir()
	stopped := false
	held := persistent
	if held {
		rt.loop.ref()
	}
	name := func(full string) string {
		if !dir {
			return path.Base(base)
		}
		rel := strings.TrimPrefix(strings.TrimPrefix(full, base), "/")
		if rel == "" {
			return path.Base(base)
		}
		return rel
	}
	rt.goroutine(func() {
		for {
			select {
			case ev, open := <-events:
				if !open {
					return
				}
				rt.loop.post(func() {
					tell := func(kind, file string) {
						if !stopped {
							rt.call(cb, nil, rt.vm.ToValue(kind), rt.vm.ToValue(file))
						}
					}
					switch ev.Op {
					case vfs.Write, vfs.Chmod:
						tell("change", name(ev.Path))
					case vfs.Rename:
						if ev.OldPath != "" {
							tell("rename", name(ev.OldPath))
						}
						if ev.Path != "" {
							tell("rename", name(ev.Path))
						}
					case vfs.Create, vfs.Remove:
						tell("rename", name(ev.Path))
					}
				})
			case <-ctx.Done():
				return
			}
		}
	})
	stop := func(goja.FunctionCall) goja.Value {
		if !stopped {
			stopped = true
			cancel()
			if held {
				held = false
				rt.loop.unref()
			}
		}
		return goja.Undefined()
	}
	o := rt.vm.NewObject()
	o.Set("close", stop)
	o.Set("ref", func(c goja.FunctionCall) goja.Value {
		if on := c.Argument(0).ToBoolean(); !stopped && on != held {
			held = on
			if on {
				rt.loop.ref()
			} else {
				rt.loop.unref()
			}
		}
		return goja.Undefined()
	})
	return o
}
