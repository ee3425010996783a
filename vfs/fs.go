package vfs

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/afero"
)

// FS is a view of a disk: the disk, who looks, the directory that relative names start from, and the caller. Views of
// one disk share everything else. An FS is safe for concurrent use and never changes; the zero value is not usable.
type FS struct {
	d         *disk
	cred      Cred
	dir       string
	home      *home // dir as an inode, nil where only the path is known
	caller    any
	root      uint64 // the directory that "/" means,
	rootMount *mount // or the mount that it lies in
	rootRel   string // and its path there, "" for the mount's own root
	rootPath  string // its real path, "" for the disk's own root
	unowned   bool   // what it makes belongs to anyone
}

var (
	_ afero.Fs        = (*FS)(nil)
	_ afero.Symlinker = (*FS)(nil)
	_ fs.FileInfo     = (*info)(nil)
	_ fs.ReadDirFile  = (*file)(nil)
	_ afero.File      = (*file)(nil)
	_ fs.ReadLinkFS   = (*ioFS)(nil)
	_ fs.ReadFileFS   = (*ioFS)(nil)
	_ fs.ReadDirFS    = (*ioFS)(nil)
	_ fs.StatFS       = (*ioFS)(nil)
	_ fs.SubFS        = (*ioFS)(nil)
)

// New returns an empty disk, seen as root with umask 0 from "/". Root's view is not bound by permission bits.
func New() *FS { return &FS{d: newDisk(), dir: "/", root: rootIno} }

// As returns a view of the same disk with other credentials and no supplementary groups.
func (v *FS) As(uid, gid int, umask fs.FileMode) *FS {
	return v.WithCred(Cred{UID: uid, GID: gid, Umask: umask})
}

// WithCred returns a view of the same disk with other credentials.
func (v *FS) WithCred(c Cred) *FS {
	n := *v
	c.Groups = slices.Clone(c.Groups)
	c.Umask &= fs.ModePerm
	n.cred = c
	return &n
}

// Cred returns the credentials of the view.
func (v *FS) Cred() Cred {
	c := v.cred
	c.Groups = slices.Clone(c.Groups)
	return c
}

// In returns a view in which relative names start from dir. A relative dir is taken from the view's own. The directory
// need not exist; operations then answer ENOENT. One that exists is kept as a process keeps its working directory:
// renamed it is still the same, removed it is empty and nothing can be made in it (ENOENT), whatever comes to bear its
// name. By path go directories in mounts or under them, and all after Reset.
func (v *FS) In(dir string) *FS {
	n := *v
	n.home = v.resolveHome(v.home, dir)
	if !strings.HasPrefix(dir, "/") {
		// Joined without cleaning: a ".." after a symbolic link is physical.
		dir = v.dir + "/" + dir
	}
	n.dir = dir
	if !strings.Contains(dir, "..") {
		n.dir = path.Clean(dir)
	}
	return &n
}

// Chroot returns a view whose root is the directory dir, chroot(2): names, ".." and absolute symbolic links cannot lead
// out of it. Relative names start at its root. Errors are those of Stat, and ENOTDIR. In a mount the view stays with the
// path there, which after Unmount still leads to the file system that was mounted.
// Watch events still carry paths from the root of the disk.
func (v *FS) Chroot(dir string) (*FS, error) {
	w, err := v.find("chroot", dir, true)
	if err != nil {
		return nil, err
	}
	n := *v
	n.dir, n.home, n.rootPath = "/", nil, w.real("")
	if n.rootPath == "/" {
		n.rootPath = ""
	}
	t := *w.top()
	n.root, n.rootMount, n.rootRel = t.ino, t.m, ""
	if t.m == nil {
		isDir := w.inode().isDir()
		w.unlock()
		if !isDir {
			return nil, pathErr("chroot", dir, syscall.ENOTDIR)
		}
		return &n, nil
	}
	p := w.leave("")
	if fi, err := p.stat("", true); err != nil {
		return nil, pathErr("chroot", dir, err)
	} else if !fi.IsDir() {
		return nil, pathErr("chroot", dir, syscall.ENOTDIR)
	}
	if p.rel != "/" {
		n.rootRel = p.rel
	}
	return &n, nil
}

// Dir returns the directory that relative names start from.
func (v *FS) Dir() string { return v.dir }

// For returns a view that hands caller to mounts (CallerFS), the opener and Limits.OnHit. When caller has a method Context()
// context.Context, as a process has, the end of that context ends what the view waits for (EINTR), see WriteFileFunc.
func (v *FS) For(caller any) *FS {
	n := *v
	n.caller = caller
	return &n
}

// Caller returns what For set.
func (v *FS) Caller() any { return v.caller }

// Name is the type of file system, as mount shows it.
func (v *FS) Name() string { return "vfs" }

// Abs makes name absolute by text alone: joined to Dir and cleaned. Use Realpath where links matter.
func (v *FS) Abs(name string) string {
	if strings.HasPrefix(name, "/") {
		return path.Clean(name)
	}
	return path.Join(v.dir, name)
}

// Fork returns a copy of the disk as it is now, seen with the view's credentials and directory. It costs the same for
// every disk: both sides share all until one changes it. Mounts, opener, watches and limits are not carried over; files
// that exist only through open handles are not either.
func (v *FS) Fork() *FS {
	n := *v
	n.d, n.home = v.d.fork(), v.home.forked()
	n.caller = nil
	return &n
}

// SetLimits bounds the disk from now on. What is already there stays.
func (v *FS) SetLimits(l Limits) { v.d.limits.Store(&l) }

// Usage returns the allocated bytes (in whole pages of 4096) and the number of inodes (every file and directory, and,
// as on tmpfs, each further hard link).
func (v *FS) Usage() (bytes, inodes int64) { return v.d.bytes.Load(), v.d.inodes.Load() }

// SetClock makes now the source of timestamps. now must not use the disk.
func (v *FS) SetClock(now func() time.Time) {
	if now == nil {
		v.d.clock.Store(nil)
		return
	}
	v.d.clock.Store(&now)
}

// SetOpener sets who opens FIFOs, devices and sockets. Without one such opens fail with ENXIO. Permissions are checked
// before; what open returns is returned as it is.
func (v *FS) SetOpener(open func(OpenRequest) (afero.File, error)) {
	if open == nil {
		v.d.opener.Store(nil)
		return
	}
	v.d.opener.Store(&open)
}

// Statfs answers statfs(2) for the file system that holds name. Without limits a disk of 1 TiB and 2^26 inodes is
// reported.
func (v *FS) Statfs(name string) (Statfs, error) {
	w, err := v.find("statfs", name, true)
	if err != nil {
		return Statfs{}, err
	}
	m := w.top().m
	w.unlock()
	if m != nil {
		switch inner := m.fs.(type) {
		case *FS:
			return inner.Statfs("/")
		case *overlay:
			s, err := inner.upper.Statfs("/")
			s.Type = inner.Name()
			return s, err
		case StatfsFS:
			return inner.Statfs(), nil
		}
		return Statfs{Type: m.fs.Name(), BlockSize: pageSize, NameMax: nameMax, Unknown: true}, nil
	}
	s := Statfs{Type: v.Name(), BlockSize: pageSize, Blocks: 1 << 28, Files: 1 << 26, NameMax: nameMax}
	if l := v.d.limit(); l != nil {
		if l.Bytes > 0 {
			s.Blocks = l.Bytes / pageSize
		}
		if l.Inodes > 0 {
			s.Files = l.Inodes
		}
	}
	bytes, inodes := v.Usage()
	s.BlocksFree = max(0, s.Blocks-bytes/pageSize)
	s.FilesFree = max(0, s.Files-inodes)
	return s, nil
}
