package sandpit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/afero"
)

// HostDir returns a host directory as a file system for [Mount]. It is confined to the directory by [os.Root]: nothing
// outside it is reached, also when a name is replaced by a symbolic link between a check and a use. The box resolves links
// itself, as it does those of its own disk: an absolute one starts at the box's root.
//
// Only regular files, directories and links are opened (ENXIO): a FIFO or device of the host would block or do harm. What the
// box makes is safe for the host's own programs: a link that leads out of the directory is refused (EPERM), as is moving one
// to where it would; set-id bits are not stored, and a change of owner is accepted without effect, since ids of the box are
// nobody on the host. Hard links are not made (EPERM). A symbolic link may hold ".." at its start only.
//
// Opening happens at the first use; an error of it is returned by every call. The box sees the host's files with the host
// process's rights: mount it read-only unless the box may change them.
func HostDir(dir string) afero.Fs {
	return &hostDir{root: sync.OnceValues(func() (*os.Root, error) { return os.OpenRoot(dir) })}
}

// hostDir implements afero.Fs, Lstater, Linker and LinkReader over an os.Root.
type hostDir struct {
	root func() (*os.Root, error)
	// links serialises making and moving links, so that what is checked is what is moved.
	links sync.Mutex
}

// local turns a box path ("/a/b") into a name for os.Root ("a/b"). What is clipped at "/" cannot escape.
func local(name string) string {
	name = strings.TrimPrefix(filepath.ToSlash(filepath.Clean("/"+name)), "/")
	if name == "" {
		return "."
	}
	return filepath.FromSlash(name)
}

// do runs f under the root. A link that leads out is EACCES in the box, and no host path stands in its error.
func (h *hostDir) do(op, name string, f func(r *os.Root, name string) error) error {
	r, err := h.root()
	if err != nil {
		return &fs.PathError{Op: op, Path: name, Err: syscall.EIO}
	}
	err = f(r, local(name))
	if err == nil {
		return nil
	}
	var errno syscall.Errno
	if !errors.As(err, &errno) {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			errno = syscall.ENOENT
		case errors.Is(err, fs.ErrExist):
			errno = syscall.EEXIST
		default:
			errno = syscall.EACCES // "path escapes from parent"
		}
	}
	return &fs.PathError{Op: op, Path: name, Err: errno}
}

func (h *hostDir) Name() string { return "hostdir" }

func (h *hostDir) OpenFile(name string, flag int, perm fs.FileMode) (f afero.File, err error) {
	err = h.do("open", name, func(r *os.Root, local string) error {
		// Without O_NONBLOCK the open of a FIFO would wait for its other end.
		file, err := r.OpenFile(local, flag|syscall.O_NONBLOCK, perm.Perm())
		if err != nil {
			return err
		}
		if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() && !info.IsDir() {
			file.Close()
			return syscall.ENXIO
		}
		f = hostFile{file, name}
		return nil
	})
	return f, err
}

func (h *hostDir) Open(name string) (afero.File, error) { return h.OpenFile(name, os.O_RDONLY, 0) }

func (h *hostDir) Create(name string) (afero.File, error) {
	return h.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
}

func (h *hostDir) Mkdir(name string, perm fs.FileMode) error {
	return h.do("mkdir", name, func(r *os.Root, name string) error { return r.Mkdir(name, perm.Perm()) })
}

func (h *hostDir) MkdirAll(name string, perm fs.FileMode) error {
	return h.do("mkdir", name, func(r *os.Root, name string) error { return r.MkdirAll(name, perm.Perm()) })
}

func (h *hostDir) Remove(name string) error {
	return h.do("remove", name, func(r *os.Root, name string) error { return r.Remove(name) })
}

func (h *hostDir) RemoveAll(name string) error {
	return h.do("unlinkat", name, func(r *os.Root, name string) error { return r.RemoveAll(name) })
}

func (h *hostDir) Rename(oldname, newname string) error {
	h.links.Lock()
	defer h.links.Unlock()
	return h.do("rename", oldname, func(r *os.Root, old string) error {
		if err := mayMove(r, old, local(newname)); err != nil {
			return err
		}
		return r.Rename(old, local(newname))
	})
}

// mayMove refuses to move links to where they lead out. EXDEV makes mv(1) copy instead, link by link.
func mayMove(r *os.Root, from, to string) error {
	up := depth(from) - depth(to)
	if up <= 0 {
		return nil
	}
	check := func(link string) error {
		target, err := r.Readlink(link)
		if err == nil && !staysInside(target, depth(link)-up) {
			err = syscall.EXDEV
		}
		return err
	}
	info, err := r.Lstat(from)
	switch {
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return check(from)
	}
	return fs.WalkDir(r.FS(), filepath.ToSlash(from), func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type()&fs.ModeSymlink != 0 {
			err = check(filepath.FromSlash(name))
		}
		return err
	})
}

// depth counts the directories between the root and name.
func depth(name string) int { return strings.Count(filepath.ToSlash(name), "/") }

// staysInside says whether a link that lies depth directories deep leads to a place under the root whatever it goes
// through: so there must be no ".." after a name, which may be a link itself.
func staysInside(target string, depth int) bool {
	if target == "" || filepath.IsAbs(target) || strings.HasPrefix(filepath.ToSlash(target), "/") || filepath.VolumeName(target) != "" {
		return false
	}
	named := false
	for _, part := range strings.Split(filepath.ToSlash(target), "/") {
		switch part {
		case "", ".":
		case "..":
			if depth--; named || depth < 0 {
				return false
			}
		default:
			named = true
		}
	}
	return true
}

func (h *hostDir) Stat(name string) (info fs.FileInfo, err error) {
	err = h.do("stat", name, func(r *os.Root, name string) error { info, err = r.Stat(name); return err })
	return info, err
}

func (h *hostDir) Chmod(name string, mode fs.FileMode) error {
	return h.do("chmod", name, func(r *os.Root, name string) error { return r.Chmod(name, mode.Perm()) })
}

// Chown changes nothing, see HostDir.
func (h *hostDir) Chown(name string, uid, gid int) error {
	return h.do("chown", name, func(r *os.Root, name string) error { _, err := r.Lstat(name); return err })
}

func (h *hostDir) Chtimes(name string, atime, mtime time.Time) error {
	return h.do("chtimes", name, func(r *os.Root, name string) error { return r.Chtimes(name, atime, mtime) })
}

func (h *hostDir) LstatIfPossible(name string) (info fs.FileInfo, lstat bool, err error) {
	err = h.do("lstat", name, func(r *os.Root, name string) error { info, err = r.Lstat(name); return err })
	return info, true, err
}

func (h *hostDir) SymlinkIfPossible(oldname, newname string) error {
	h.links.Lock()
	defer h.links.Unlock()
	return h.do("symlink", newname, func(r *os.Root, name string) error {
		// The directory's real place counts, and the name may lead through links of the host.
		if dir := filepath.Dir(name); dir != "." && throughLink(r, dir) || !staysInside(oldname, depth(name)) {
			return syscall.EPERM
		}
		return r.Symlink(oldname, name)
	})
}

// throughLink says whether a component of dir is a symbolic link. The box resolves those before it asks, so there is one only
// when somebody has just put it there.
func throughLink(r *os.Root, dir string) bool {
	for ; dir != "."; dir = filepath.Dir(dir) {
		if info, err := r.Lstat(dir); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return true
		}
	}
	return false
}

func (h *hostDir) ReadlinkIfPossible(name string) (target string, err error) {
	err = h.do("readlink", name, func(r *os.Root, name string) error { target, err = r.Readlink(name); return err })
	return target, err
}

// hostFile is an open file under its name in the box, so that no host path shows.
type hostFile struct {
	*os.File
	name string
}

func (f hostFile) Name() string { return f.name }
