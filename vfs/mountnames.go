package vfs

import (
	"io/fs"
	"os"
	"path"
	"time"

	"github.com/spf13/afero"
)

// Mounts are asked for absolute names. Two of afero's own file systems know others: afero.FromIOFS hands its names to an
// fs.FS, which takes unrooted ones only, and afero.MemMapFs keeps "f" and "/f" apart and lists both in its root.

// adapt returns fsys as something that answers to absolute names, and whether it is read-only by nature.
func adapt(fsys afero.Fs) (adapted afero.Fs, readOnly bool) {
	switch f := fsys.(type) {
	case *afero.ReadOnlyFs:
		return f, true
	case afero.FromIOFS:
		return ioNames{renaming{f, unrooted}, f.FS}, true
	case *afero.FromIOFS:
		return adapt(*f)
	case *afero.MemMapFs:
		return renaming{f, memName(f)}, false
	}
	return fsys, false
}

func unrooted(name string) string {
	if name == "/" {
		return "."
	}
	return name[1:]
}

// memName finds what was stored under a name without the leading slash. A new file goes where its directory is.
func memName(f *afero.MemMapFs) func(string) string {
	return func(name string) string {
		for p := name; p != "/"; p = path.Dir(p) {
			if _, err := f.Stat(p); err == nil {
				break
			}
			if _, err := f.Stat(p[1:]); err == nil {
				return name[1:]
			}
		}
		return name
	}
}

// renaming is a file system under other names.
type renaming struct {
	fs afero.Fs
	to func(string) string
}

func (r renaming) Name() string                              { return r.fs.Name() }
func (r renaming) Create(n string) (afero.File, error)       { return r.fs.Create(r.to(n)) }
func (r renaming) Mkdir(n string, perm os.FileMode) error    { return r.fs.Mkdir(r.to(n), perm) }
func (r renaming) MkdirAll(n string, perm os.FileMode) error { return r.fs.MkdirAll(r.to(n), perm) }
func (r renaming) Open(n string) (afero.File, error)         { return r.fs.Open(r.to(n)) }
func (r renaming) Remove(n string) error                     { return r.fs.Remove(r.to(n)) }
func (r renaming) RemoveAll(n string) error                  { return r.fs.RemoveAll(r.to(n)) }
func (r renaming) Rename(a, b string) error                  { return r.fs.Rename(r.to(a), r.to(b)) }
func (r renaming) Stat(n string) (os.FileInfo, error)        { return r.fs.Stat(r.to(n)) }
func (r renaming) Chmod(n string, mode os.FileMode) error    { return r.fs.Chmod(r.to(n), mode) }
func (r renaming) Chown(n string, uid, gid int) error        { return r.fs.Chown(r.to(n), uid, gid) }
func (r renaming) Chtimes(n string, a, m time.Time) error    { return r.fs.Chtimes(r.to(n), a, m) }
func (r renaming) OpenFile(n string, flag int, perm os.FileMode) (afero.File, error) {
	return r.fs.OpenFile(r.to(n), flag, perm)
}

// ioNames is an fs.FS with its symbolic links, where it knows any.
type ioNames struct {
	renaming
	io fs.FS
}

func (x ioNames) LstatIfPossible(name string) (os.FileInfo, bool, error) {
	fi, err := fs.Lstat(x.io, unrooted(name))
	return fi, true, err
}

func (x ioNames) ReadlinkIfPossible(name string) (string, error) {
	return fs.ReadLink(x.io, unrooted(name))
}
