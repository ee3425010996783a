package kernel

import (
	"bytes"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/sandpit-dev/sandpit/vfs"
	"github.com/spf13/afero"
)

// procFS is /proc as one process sees it (proc(5)); with no process, as the host does. Files are made when they are opened
// and do not change while they are read. Nothing in it comes from the host: the machine it describes is the box.
type procFS struct {
	k *Kernel
	p *Process
}

func (k *Kernel) mountProc() error { return k.fs.Mount("/proc", procFS{k: k}, false) }

// ForCaller implements vfs.CallerFS: /proc/self and the permissions depend on who looks.
func (pf procFS) ForCaller(caller any) afero.Fs {
	p, _ := caller.(*Process)
	return procFS{pf.k, p}
}

// procNode is a name in /proc.
type procNode struct {
	name string
	mode fs.FileMode
	uid  int
	gid  int
	key  string // what the inode number is made of
	link string
	time time.Time
	data func() string
	list func() []string
	// open is set for /proc/PID/fd/N: another reference to the open file.
	open func(flag int) (*File, error)
	stat func() (fs.FileInfo, error)
}

func (n *procNode) info() *fileInfo {
	h := fnv.New64a()
	io.WriteString(h, n.key)
	i := anonInfo(n.name, n.mode, 0, h.Sum64()>>16, n.time)
	i.sys.UID, i.sys.GID = n.uid, n.gid
	if n.mode.IsDir() {
		i.sys.Nlink = 2
	}
	if n.mode&fs.ModeSymlink != 0 {
		i.size = 64
	}
	return i
}

func (pf procFS) dir(name string, list func() []string) *procNode {
	return &procNode{name: path.Base(name), mode: fs.ModeDir | 0o555, key: name, time: pf.k.boot, list: list}
}

func (pf procFS) file(name string, data func() string) *procNode {
	return &procNode{name: path.Base(name), mode: 0o444, key: name, time: pf.k.boot, data: data}
}

func (pf procFS) symlink(name, target string) *procNode {
	return &procNode{name: path.Base(name), mode: fs.ModeSymlink | 0o777, key: name, time: pf.k.boot, link: target}
}

// lookup finds a node by its absolute name in the mount; links are not followed.
func (pf procFS) lookup(name string) (*procNode, error) {
	name = path.Clean("/" + name)
	if name == "/" {
		return pf.dir("/", pf.rootNames), nil
	}
	first, rest, deep := strings.Cut(name[1:], "/")
	switch first {
	case "self", "thread-self":
		if deep { // the disk follows the link itself; this is for those that do not
			if pf.p == nil {
				return nil, syscall.ENOENT
			}
			return pf.lookup("/" + strconv.Itoa(pf.p.pid) + "/" + rest)
		}
		if pf.p == nil {
			return nil, syscall.ENOENT
		}
		target := strconv.Itoa(pf.p.pid)
		if first == "thread-self" {
			target += "/task/" + target
		}
		return pf.symlink(name, target), nil
	}
	if pid, ok := fdNumber(first); ok {
		q := pf.k.Lookup(pid)
		if q == nil {
			return nil, syscall.ENOENT
		}
		return pf.lookupPID(q, name, rest)
	}
	return pf.lookupStatic(name)
}

func (pf procFS) rootNames() []string {
	names := procTree().names["/"]
	names = slices.Clone(names)
	if pf.p != nil {
		names = append(names, "self", "thread-self")
	}
	for _, p := range pf.k.Processes() {
		names = append(names, strconv.Itoa(p.pid))
	}
	return names
}

// tree is the part of /proc that does not depend on a process: what is in which directory.
type tree struct{ names map[string][]string }

var procTree = sync.OnceValue(func() tree {
	t := tree{map[string][]string{}}
	add := func(name string) {
		for name != "/" {
			dir := path.Dir(name)
			if base := path.Base(name); !slices.Contains(t.names[dir], base) {
				t.names[dir] = append(t.names[dir], base)
			}
			name = dir
		}
	}
	for name := range procFiles {
		add(name)
	}
	for name := range procLinks {
		add(name)
	}
	return t
})

var procLinks = map[string]string{"/mounts": "self/mounts", "/net": "self/net"}

func (pf procFS) lookupStatic(name string) (*procNode, error) {
	if gen, ok := procFiles[name]; ok {
		return pf.file(name, func() string { return gen(pf.k) }), nil
	}
	if target, ok := procLinks[name]; ok {
		return pf.symlink(name, target), nil
	}
	if names, ok := procTree().names[name]; ok {
		return pf.dir(name, func() []string { return names }), nil
	}
	return nil, syscall.ENOENT
}

var pidDirs = []string{"fd", "fdinfo", "net", "task", "cwd", "exe", "root"}

// lookupPID finds name, which is rest below /proc/PID of q.
func (pf procFS) lookupPID(q *Process, name, rest string) (*procNode, error) {
	n, err := pf.pidNode(q, name, rest)
	if err != nil {
		return nil, err
	}
	n.uid, n.gid = q.Cred().UID, q.Cred().GID
	n.time = q.startTime
	return n, nil
}

func (pf procFS) pidNode(q *Process, name, rest string) (*procNode, error) {
	dirs := func() []string {
		names := slices.Clone(pidDirs)
		for f := range pidFiles {
			names = append(names, f)
		}
		return names
	}
	if rest == "" {
		return pf.dir(name, dirs), nil
	}
	first, rest, deep := strings.Cut(rest, "/")
	private := func(n *procNode) (*procNode, error) {
		if pf.p != nil && !pf.p.maySee(q) {
			return nil, syscall.EACCES
		}
		return n, nil
	}
	if !deep {
		if f, ok := pidFiles[first]; ok {
			n := pf.file(name, func() string { return f.text(pf.k, q) })
			n.mode = f.mode
			return n, nil
		}
		switch first {
		case "cwd":
			return private(pf.symlink(name, q.Dir()))
		case "root":
			return private(pf.symlink(name, "/"))
		case "exe":
			exe := q.Exe()
			if exe == "" {
				exe = "/usr/bin/" + q.Name()
			}
			return private(pf.symlink(name, exe))
		case "fd", "fdinfo":
			n := pf.dir(name, func() []string {
				var names []string
				for _, fd := range q.FDs() {
					names = append(names, strconv.Itoa(fd))
				}
				return names
			})
			n.mode = fs.ModeDir | 0o500
			return n, nil
		case "task":
			return pf.dir(name, func() []string { return []string{strconv.Itoa(q.pid)} }), nil
		case "net":
			return pf.dir(name, func() []string { return netNames }), nil
		}
		return nil, syscall.ENOENT
	}
	switch first {
	case "fd":
		return pf.fdNode(q, name, rest)
	case "fdinfo":
		return pf.fdInfoNode(q, name, rest)
	case "net":
		if gen, ok := netFiles[rest]; ok {
			return pf.file(name, func() string { return gen(pf.k) }), nil
		}
	case "task":
		tid, rest, _ := strings.Cut(rest, "/")
		if tid == strconv.Itoa(q.pid) {
			if rest == "task" || strings.HasPrefix(rest, "task/") {
				return nil, syscall.ENOENT
			}
			return pf.pidNode(q, name, rest)
		}
	}
	return nil, syscall.ENOENT
}

// fdNode is an entry of /proc/PID/fd. Its links name pipes and the like by names that exist nowhere; so that following one
// leads to the open file all the same, these names can be opened, though they are not listed.
func (pf procFS) fdNode(q *Process, name, rest string) (*procNode, error) {
	if pf.p != nil && !pf.p.maySee(q) {
		return nil, syscall.EACCES
	}
	fd, ok := fdNumber(rest)
	byText := false
	if !ok {
		for _, n := range q.FDs() {
			if f := q.FD(n); f != nil && f.Name() == rest {
				fd, byText = n, true
			}
		}
		if !byText {
			return nil, syscall.ENOENT
		}
	}
	f, err := q.grab(fd, "open")
	if err != nil {
		return nil, syscall.ENOENT
	}
	defer f.Close()
	target := f.Name()
	if d, ok := f.impl.(diskFile); ok {
		if info, err := d.f.Stat(); err == nil {
			if now, err := pf.k.fs.Lstat(target); err != nil || !vfs.SameFile(now, info) {
				target += " (deleted)"
			}
		}
	}
	n := pf.symlink(name, target)
	n.mode = fs.ModeSymlink | 0o100
	if f.mayRead() {
		n.mode |= 0o400
	}
	if f.mayWrite() {
		n.mode |= 0o200
	}
	by := pf.p
	if by == nil {
		by = q
	}
	n.open = func(flag int) (*File, error) { return q.reopen(by, fd, f.Name(), flag) }
	n.stat = func() (fs.FileInfo, error) {
		f, err := q.grab(fd, "stat")
		if err != nil {
			return nil, syscall.ENOENT
		}
		defer f.Close()
		return f.Stat()
	}
	if byText {
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		n.mode, n.link = info.Mode(), ""
	}
	return n, nil
}

func (pf procFS) fdInfoNode(q *Process, name, rest string) (*procNode, error) {
	fd, ok := fdNumber(rest)
	if !ok {
		return nil, syscall.ENOENT
	}
	f, err := q.grab(fd, "open")
	if err != nil {
		return nil, syscall.ENOENT
	}
	defer f.Close()
	pos, _ := f.Seek(0, io.SeekCurrent)
	flags := f.Flags() & accessMode
	n := pf.file(name, func() string {
		return "pos:\t" + strconv.FormatInt(pos, 10) + "\nflags:\t0" + strconv.FormatInt(int64(flags)|0o100000, 8) + "\nmnt_id:\t1\n"
	})
	n.mode = 0o400
	return n, nil
}

// FollowsLink says that the links of /proc/PID/fd lead to open files, not to what their text names.
func (pf procFS) FollowsLink(name string) bool {
	n, err := pf.lookup(name)
	return err == nil && n.open != nil
}

// Name implements afero.Fs: the type that mount shows.
func (procFS) Name() string { return "proc" }

// Statfs says, as that of Linux does, that nothing is stored.
func (procFS) Statfs() vfs.Statfs { return vfs.Statfs{Type: "proc", BlockSize: 4096, NameMax: 255} }

func procErr(op, name string, err error) error { return &fs.PathError{Op: op, Path: name, Err: err} }

// Open implements afero.Fs.
func (pf procFS) Open(name string) (afero.File, error) { return pf.OpenFile(name, os.O_RDONLY, 0) }

// OpenFile implements afero.Fs. All files are read-only, but for those behind /proc/PID/fd.
func (pf procFS) OpenFile(name string, flag int, _ os.FileMode) (afero.File, error) {
	n, err := pf.lookup(name)
	if err != nil {
		return nil, procErr("open", name, err)
	}
	if n.open != nil {
		f, err := n.open(flag)
		if err != nil {
			return nil, err
		}
		return &openFile{f, call{p: pf.p}}, nil
	}
	if n.link != "" { // for callers that do not follow links themselves
		return pf.OpenFile(path.Join(path.Dir("/"+name), n.link), flag, 0)
	}
	if flag&accessMode != os.O_RDONLY {
		if n.list != nil {
			return nil, procErr("open", name, syscall.EISDIR)
		}
		return nil, procErr("open", name, syscall.EACCES)
	}
	if pf.p != nil && !pf.p.mayAccess(n.info(), 4) {
		return nil, procErr("open", name, syscall.EACCES)
	}
	f := &procFile{pf: pf, n: n, name: path.Clean("/" + name)}
	if n.data != nil {
		f.r.Reset([]byte(n.data()))
	}
	return f, nil
}

// Stat implements afero.Fs.
func (pf procFS) Stat(name string) (os.FileInfo, error) {
	n, err := pf.lookup(name)
	if err != nil {
		return nil, procErr("stat", name, err)
	}
	if n.stat != nil {
		return n.stat()
	}
	if n.link != "" && !path.IsAbs(n.link) {
		return pf.Stat(path.Join(path.Dir("/"+name), n.link))
	}
	return n.info(), nil
}

// LstatIfPossible implements afero.Lstater.
func (pf procFS) LstatIfPossible(name string) (os.FileInfo, bool, error) {
	n, err := pf.lookup(name)
	if err != nil {
		return nil, true, procErr("lstat", name, err)
	}
	return n.info(), true, nil
}

// ReadlinkIfPossible implements afero.LinkReader.
func (pf procFS) ReadlinkIfPossible(name string) (string, error) {
	n, err := pf.lookup(name)
	if err == nil && n.link == "" {
		err = syscall.EINVAL
	}
	if err != nil {
		return "", procErr("readlink", name, err)
	}
	return n.link, nil
}

// refuse is the answer to every change: what is not there cannot be made, what is there cannot be changed.
func (pf procFS) refuse(op, name string) error {
	if _, err := pf.lookup(name); err != nil {
		return procErr(op, name, syscall.ENOENT)
	}
	return procErr(op, name, syscall.EPERM)
}

func (pf procFS) Create(name string) (afero.File, error)    { return nil, pf.refuse("open", name) }
func (pf procFS) Mkdir(name string, _ os.FileMode) error    { return pf.refuse("mkdir", name) }
func (pf procFS) MkdirAll(name string, _ os.FileMode) error { return pf.refuse("mkdir", name) }
func (pf procFS) Remove(name string) error                  { return pf.refuse("remove", name) }
func (pf procFS) RemoveAll(name string) error               { return pf.refuse("remove", name) }
func (pf procFS) Rename(name, _ string) error               { return pf.refuse("rename", name) }
func (pf procFS) Chmod(name string, _ os.FileMode) error    { return pf.refuse("chmod", name) }
func (pf procFS) Chown(name string, _, _ int) error         { return pf.refuse("chown", name) }
func (pf procFS) Chtimes(name string, _, _ time.Time) error { return pf.refuse("chtimes", name) }
func (pf procFS) SymlinkIfPossible(_, name string) error    { return pf.refuse("symlink", name) }

// procFile is an open file or directory of /proc.
type procFile struct {
	pf   procFS
	n    *procNode
	name string
	mu   sync.Mutex
	r    bytes.Reader
	next int // directory position
}

func (f *procFile) Name() string               { return f.name }
func (f *procFile) Stat() (os.FileInfo, error) { return f.n.info(), nil }
func (f *procFile) Close() error               { return nil }
func (f *procFile) Sync() error                { return nil }

func (f *procFile) Read(b []byte) (int, error) {
	if f.n.list != nil {
		return 0, procErr("read", f.name, syscall.EISDIR)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.r.Read(b)
}

func (f *procFile) ReadAt(b []byte, off int64) (int, error) { return f.r.ReadAt(b, off) }

func (f *procFile) Seek(off int64, whence int) (int64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.n.list != nil {
		if off == 0 && whence == io.SeekStart {
			f.next = 0
		}
		return 0, nil
	}
	return f.r.Seek(off, whence)
}

func (f *procFile) Write([]byte) (int, error) { return 0, procErr("write", f.name, syscall.EBADF) }
func (f *procFile) WriteAt([]byte, int64) (int, error) {
	return 0, procErr("write", f.name, syscall.EBADF)
}
func (f *procFile) WriteString(string) (int, error) {
	return 0, procErr("write", f.name, syscall.EBADF)
}
func (f *procFile) Truncate(int64) error { return procErr("truncate", f.name, syscall.EINVAL) }

func (f *procFile) Readdirnames(n int) ([]string, error) {
	if f.n.list == nil {
		return nil, procErr("readdirent", f.name, syscall.ENOTDIR)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	names := slices.Clone(f.n.list())
	slices.Sort(names)
	names = names[min(f.next, len(names)):]
	if n > 0 {
		if len(names) == 0 {
			return nil, io.EOF
		}
		names = names[:min(n, len(names))]
	}
	f.next += len(names)
	return names, nil
}

func (f *procFile) Readdir(n int) ([]os.FileInfo, error) {
	names, err := f.Readdirnames(n)
	infos := make([]os.FileInfo, 0, len(names))
	for _, name := range names {
		if node, err := f.pf.lookup(path.Join(f.name, name)); err == nil {
			infos = append(infos, node.info())
		}
	}
	return infos, err
}
