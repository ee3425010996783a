package vfs

import (
	"hash/fnv"
	"io/fs"
	"maps"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/afero"
)

// mount is a file system that was put at a directory.
type mount struct {
	id    uint64
	fs    afero.Fs // as it was given
	use   afero.Fs // as it is asked
	ro    bool
	links bool // it reports symbolic links
	path  string
	key   mountKey // where it is: in a mount, or nil and …
	ino   uint64   // … on this directory of the disk
}

type mountKey struct {
	m   *mount
	rel string
}

// mountTable is never changed, only replaced.
type mountTable struct {
	native map[uint64]*mount
	nested map[mountKey]*mount
	list   []*mount // oldest first
	nextID uint64
}

// onto returns what is mounted at rel in m, if anything.
func (t *mountTable) onto(m *mount, rel string) *mount {
	if t == nil {
		return nil
	}
	return t.nested[mountKey{m, rel}]
}

// view is the mounted file system as v sees it.
func (m *mount) view(v *FS) afero.Fs {
	switch f := m.use.(type) {
	case *FS:
		if f.cred.UID == 0 {
			n := *f
			n.cred = v.cred
			return &n
		}
	case *overlay:
		return &overlay{f.layers, f.upper.For(v.caller)}
	case CallerFS:
		if f := f.ForCaller(v.caller); f != nil {
			return f
		}
	}
	return m.use
}

// Mount shows fsys at the directory path until Unmount; missing directories are made. A second mount at the same path
// hides the first. With readOnly, and always when fsys is an *afero.ReadOnlyFs or afero.FromIOFS, changes below fail with
// EROFS. Names handed to fsys are absolute: its root is "/" (but "." for afero.FromIOFS; what an *afero.MemMapFs holds under
// a relative name is found too). Mounts belong to the disk, so every view sees them.
//
// Permissions are the business of fsys. When it is an *FS with root's credentials, those of who looks count in their
// place, as on a disk mounted by mount(8); one with other credentials acts in their name. Other file systems check none,
// and files whose owner they do not tell belong to who looks.
func (v *FS) Mount(path string, fsys afero.Fs, readOnly bool) error {
	if fsys == nil {
		return pathErr("mount", path, syscall.EINVAL)
	}
	if _, err := v.Stat(path); err != nil {
		if err := v.MkdirAll(path, 0o755); err != nil {
			return pathErr("mount", path, underlying(err))
		}
	}
	if fi, err := v.Stat(path); err != nil {
		return pathErr("mount", path, underlying(err))
	} else if !fi.IsDir() {
		return pathErr("mount", path, syscall.ENOTDIR)
	}
	use, ro := adapt(fsys)
	_, links := use.(afero.LinkReader)
	_, lstats := use.(afero.Lstater)
	d := v.d
	d.mountMu.Lock()
	defer d.mountMu.Unlock()
	w, err := v.find("mount", path, true)
	if err != nil {
		return err
	}
	m := &mount{fs: fsys, use: use, ro: readOnly || ro, links: links && lstats, path: w.real("")}
	if t := w.top(); t.m != nil {
		m.key = mountKey{t.m, w.rel("")}
	} else {
		m.ino = t.ino
	}
	w.unlock()
	if o, ok := fsys.(*overlay); ok {
		o.upper.d.like.CompareAndSwap(nil, d)
	}
	// The exclusive lock keeps the directory from being removed between this check and the mount.
	d.mu.Lock()
	defer d.mu.Unlock()
	t := mountTable{native: map[uint64]*mount{}, nested: map[mountKey]*mount{}, nextID: diskDev + 1}
	if old := d.mounts.Load(); old != nil {
		t = mountTable{native: maps.Clone(old.native), nested: maps.Clone(old.nested), list: slices.Clone(old.list), nextID: old.nextID}
	}
	m.id = t.nextID
	t.nextID++
	t.list = append(t.list, m)
	if m.key.m != nil {
		t.nested[m.key] = m
	} else {
		if n := d.tab.get(m.ino); n == nil || n.nlink == 0 {
			return pathErr("mount", path, syscall.ENOENT)
		}
		t.native[m.ino] = m
	}
	d.mounts.Store(&t)
	return nil
}

// Unmount takes the topmost mount at path away. Errors: EINVAL where nothing is mounted, EBUSY while something is mounted
// below it. Open files stay usable.
func (v *FS) Unmount(path string) error {
	d := v.d
	d.mountMu.Lock()
	defer d.mountMu.Unlock()
	w, err := v.find("unmount", path, true)
	if err != nil {
		return err
	}
	m, rel := w.top().m, ""
	if m != nil {
		rel = w.rel("")
	}
	w.unlock()
	if m == nil || rel != "/" {
		return pathErr("unmount", path, syscall.EINVAL)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	old := d.mounts.Load()
	if old == nil || !slices.Contains(old.list, m) {
		return pathErr("unmount", path, syscall.EINVAL) // below the root of a view that outlived the mount
	}
	for k := range old.nested {
		if k.m == m {
			return pathErr("unmount", path, syscall.EBUSY)
		}
	}
	t := mountTable{native: maps.Clone(old.native), nested: maps.Clone(old.nested), nextID: old.nextID}
	for _, x := range old.list {
		if x != m {
			t.list = append(t.list, x)
		}
	}
	if m.key.m != nil {
		delete(t.nested, m.key)
	} else {
		delete(t.native, m.ino)
	}
	if len(t.list) == 0 {
		d.mounts.Store(nil)
		return nil
	}
	d.mounts.Store(&t)
	return nil
}

// Mounts lists the mounts, oldest first. The disk itself is not among them.
func (v *FS) Mounts() []MountInfo {
	t := v.d.mounts.Load()
	if t == nil {
		return nil
	}
	out := make([]MountInfo, len(t.list))
	for i, m := range t.list {
		out[i] = MountInfo{Path: m.path, Type: m.fs.Name(), ReadOnly: m.ro, FS: m.fs}
	}
	return out
}

// lstat asks fsys about name itself where it can tell links from files, else about what it leads to.
func lstat(fsys afero.Fs, name string) (fs.FileInfo, error) {
	if l, ok := fsys.(afero.Lstater); ok {
		fi, _, err := l.LstatIfPossible(name)
		return fi, err
	}
	return fsys.Stat(name)
}

func readlink(fsys afero.Fs, name string) (string, error) {
	if l, ok := fsys.(afero.LinkReader); ok {
		return l.ReadlinkIfPossible(name)
	}
	return "", syscall.EINVAL
}

// mountInfo turns the FileInfo of a mounted file system into ours. What it cannot say is filled in: the viewer owns
// the file (also of those that belong to anyone), and the inode number is a hash of the path.
func (v *FS) mountInfo(m *mount, rel, name string, fi fs.FileInfo) fs.FileInfo {
	i := &info{name: name, size: fi.Size(), mode: fi.Mode(), dev: m.id}
	if s, ok := fi.Sys().(*Stat); ok {
		i.ino, i.nlink, i.uid, i.gid, i.rdev, i.blocks = s.Ino, uint32(s.Nlink), uint32(s.UID), uint32(s.GID), s.Rdev, s.Blocks
		if i.uid == anyone {
			i.uid = uint32(v.cred.UID)
		}
		if i.gid == anyone {
			i.gid = uint32(v.cred.GID)
		}
		i.atime, i.mtime, i.ctime, i.btime = unixTime(s.Atime), unixTime(s.Mtime), unixTime(s.Ctime), unixTime(s.Btime)
		return i
	}
	h := fnv.New64a()
	h.Write([]byte(rel))
	i.ino, i.nlink, i.uid, i.gid = h.Sum64(), 1, uint32(v.cred.UID), uint32(v.cred.GID)
	i.blocks = (fi.Size() + 511) / 512
	i.mtime = unixTime(fi.ModTime())
	i.atime, i.ctime, i.btime = i.mtime, i.mtime, i.mtime
	if fi.IsDir() {
		i.nlink = 2
	}
	return i
}

// inMount describes a place in a mount after the lock was given up.
type inMount struct {
	v    *FS
	m    *mount
	fs   afero.Fs
	rel  string
	path string

	magic bool // opened files are handed out as they are
}

// leave gives up the lock and returns the place of the top, or of last below it.
func (w *walker) leave(last string) inMount {
	t := w.top()
	p := inMount{v: w.v, m: t.m, rel: w.rel(last), magic: w.magic}
	if w.d.watch.active() {
		p.path = w.real(last)
	}
	w.unlock()
	p.fs = t.m.view(w.v)
	return p
}

func (p inMount) emit(op Op) {
	if p.path != "" {
		p.v.d.watch.emit(op, p.path, "")
	}
}

// change runs an operation that needs a writable mount.
func (p inMount) change(op Op, f func(fsys afero.Fs, name string) error) error {
	if p.m.ro {
		if _, err := lstat(p.fs, p.rel); err != nil && op != Create {
			return underlying(err)
		} else if err == nil && op == Create {
			return syscall.EEXIST
		}
		return syscall.EROFS
	}
	if err := f(p.fs, p.rel); err != nil {
		return underlying(err)
	}
	p.emit(op)
	return nil
}

func (p inMount) stat(name string, follow bool) (fs.FileInfo, error) {
	var fi fs.FileInfo
	var err error
	if follow {
		fi, err = p.fs.Stat(p.rel)
	} else {
		fi, err = lstat(p.fs, p.rel)
	}
	if err != nil {
		return nil, underlying(err)
	}
	return p.v.mountInfo(p.m, p.rel, name, fi), nil
}

func (p inMount) open(name string, flag int, perm fs.FileMode) (afero.File, error) {
	writes := flag&(os.O_WRONLY|os.O_RDWR|os.O_TRUNC|os.O_CREATE) != 0
	created := false
	if flag&os.O_CREATE != 0 {
		_, err := lstat(p.fs, p.rel)
		created = err != nil
	}
	if p.m.ro && writes {
		if !created && flag&(os.O_WRONLY|os.O_RDWR|os.O_TRUNC) == 0 && flag&os.O_EXCL == 0 {
			// O_CREATE|O_RDONLY of a file that exists only reads.
			flag &^= os.O_CREATE
		} else {
			if !created && flag&os.O_EXCL != 0 && flag&os.O_CREATE != 0 {
				return nil, syscall.EEXIST
			}
			if flag&os.O_CREATE == 0 {
				if _, err := p.fs.Stat(p.rel); err != nil {
					return nil, underlying(err)
				}
			}
			return nil, syscall.EROFS
		}
	}
	f, err := p.fs.OpenFile(p.rel, flag&^(O_DIRECTORY|O_NOFOLLOW|O_NONBLOCK), perm)
	if err != nil {
		return nil, underlying(err)
	}
	if flag&O_DIRECTORY != 0 {
		if fi, err := f.Stat(); err == nil && !fi.IsDir() {
			f.Close()
			return nil, syscall.ENOTDIR
		}
	}
	if p.magic {
		return f, nil
	}
	if created {
		p.emit(Create)
	} else if flag&os.O_TRUNC != 0 {
		p.emit(Write)
	}
	return &mountFile{File: f, at: p, name: name}, nil
}

// chtimes changes times in a mount; zero times stay as they are.
func (p inMount) chtimes(atime, mtime time.Time) error {
	return p.change(Chmod, func(fsys afero.Fs, name string) error {
		if atime.IsZero() || mtime.IsZero() {
			fi, err := fsys.Stat(name)
			if err != nil {
				return err
			}
			if atime.IsZero() {
				atime = fi.ModTime()
			}
			if mtime.IsZero() {
				mtime = fi.ModTime()
			}
		}
		return fsys.Chtimes(name, atime, mtime)
	})
}
