package vfs

import (
	"io/fs"
	"strings"
	"syscall"
)

const (
	nameMax = 255
	pathMax = 4096 // with the terminating NUL of C
	// linkMax is how many symbolic links one resolution may follow (ELOOP), path_resolution(7).
	linkMax = 40
)

// elem is one step of a resolved path: an inode of the disk, or, when m is set, a place in a mount. The first element
// of a run with the same m is that mount's root; the very first one may lie deeper in it, its name then being the path there.
type elem struct {
	name string
	ino  uint64
	m    *mount
}

// What the last component of a path is when only its parent is looked for.
type lastKind uint8

const (
	lastNorm   lastKind = iota
	lastDot             // "."
	lastDotDot          // ".."
	lastRoot            // nothing but slashes
)

// walker resolves paths with the rules of path_resolution(7). It keeps the way from the root, so ".." needs no parent
// pointers and the real path of the result is at hand. It holds the disk's lock, but gives it up while it asks a mount.
type walker struct {
	v     *FS
	d     *disk
	excl  bool
	mt    *mountTable
	stack steps
	rest  string
	links int

	native bool     // fail at a mount instead of asking it
	gone   *homeWay // the view's directory, when it was removed

	last     string // the name to act on, when the parent was asked for
	trailing bool   // it was followed by a slash
	kind     lastKind
	magic    bool // the last component is a magic link of a mount
}

// steps is a stack of elems that needs no allocation for most paths. Slots above n are stale.
type steps struct {
	n    int
	few  [8]elem
	more []elem
}

func (s *steps) at(i int) *elem {
	if i < len(s.few) {
		return &s.few[i]
	}
	return &s.more[i-len(s.few)]
}

func (s *steps) push(e elem) {
	if i := s.n - len(s.few); i < 0 {
		s.few[s.n] = e
	} else {
		s.more = append(s.more[:i], e)
	}
	s.n++
}

func (w *walker) lock() {
	if w.excl {
		w.d.mu.Lock()
	} else {
		w.d.mu.RLock()
	}
}

func (w *walker) unlock() { w.d.unlock(w.excl) }

func (w *walker) top() *elem { return w.stack.at(w.stack.n - 1) }

// inode returns the record that the walk ended at; nil when it vanished while a mount was asked.
func (w *walker) inode() *inode { return w.node(w.top().ino) }

func checkName(name string) error {
	switch {
	case name == "":
		return syscall.ENOENT
	case len(name) >= pathMax:
		return syscall.ENAMETOOLONG
	case strings.IndexByte(name, 0) >= 0:
		// Go's own wrappers answer so: the name cannot be passed to the kernel.
		return syscall.EINVAL
	}
	return nil
}

// start begins a resolution of name and takes the lock. When it fails the lock is not held.
func (w *walker) start(v *FS, name string, excl bool) error {
	if err := checkName(name); err != nil {
		return err
	}
	w.v, w.d, w.excl = v, v.d, excl
	w.mt = v.d.mounts.Load()
	w.lock()
	return w.begin(name)
}

// begin is start for a walker that holds the lock already.
func (w *walker) begin(name string) error {
	if name[0] != '/' && w.goHome() {
		w.rest = name
		return nil
	}
	w.root()
	if name[0] != '/' && w.v.dir != "/" {
		w.rest = w.v.dir
		if err := w.walk(false, true); err != nil {
			return err
		}
		if t := w.top(); t.m == nil {
			if n := w.inode(); n == nil {
				return w.fail(syscall.ENOENT)
			} else if !n.isDir() {
				return w.fail(syscall.ENOTDIR)
			}
		}
	}
	w.rest = name
	return nil
}

func (w *walker) root() {
	w.stack.n = 0
	w.stack.push(elem{ino: w.v.root, m: w.v.rootMount, name: w.v.rootRel})
	w.cross()
}

// fail gives up the lock and returns err.
func (w *walker) fail(err error) error {
	w.unlock()
	return err
}

// push enters a child; a mount on it is entered instead.
func (w *walker) push(e elem) {
	w.stack.push(e)
	w.cross()
}

// cross replaces the top by what is mounted on it.
func (w *walker) cross() {
	if w.mt == nil {
		return
	}
	for {
		t := w.top()
		var m *mount
		if t.m == nil {
			m = w.mt.native[t.ino]
		} else {
			m = w.mt.nested[mountKey{t.m, w.rel("")}]
		}
		if m == nil {
			return
		}
		// The root of a mount has no inode number of ours.
		*t = elem{name: t.name, m: m}
		if w.stack.n == 1 {
			t.name = ""
		}
	}
}

// rel is the path, within its mount, of the top or of name below it.
func (w *walker) rel(name string) string {
	i := w.stack.n
	m := w.top().m
	for i > 0 && w.stack.at(i-1).m == m {
		i--
	}
	var sb strings.Builder
	if i == 0 {
		sb.WriteString(w.stack.at(0).name) // the root of the view lies in the mount
	}
	for i++; i < w.stack.n; i++ {
		e := w.stack.at(i)
		sb.WriteByte('/')
		sb.WriteString(e.name)
	}
	if name != "" {
		sb.WriteByte('/')
		sb.WriteString(name)
	}
	if sb.Len() == 0 {
		return "/"
	}
	return sb.String()
}

// real is path as seen from the root of the disk rather than that of the view.
func (w *walker) real(name string) string {
	p := w.path(name)
	if w.v.rootPath == "" {
		return p
	}
	if p == "/" {
		return w.v.rootPath
	}
	return w.v.rootPath + p
}

// path is the path without links of the top, or of name below it.
func (w *walker) path(name string) string {
	n := len(name) + 1
	for i := 1; i < w.stack.n; i++ {
		e := w.stack.at(i)
		n += len(e.name) + 1
	}
	b := make([]byte, 0, n)
	for i := 1; i < w.stack.n; i++ {
		e := w.stack.at(i)
		b = append(append(b, '/'), e.name...)
	}
	if name != "" {
		b = append(append(b, '/'), name...)
	}
	if len(b) == 0 {
		return "/"
	}
	return string(b)
}

// follow continues with the target of a symbolic link in place of the component just read.
func (w *walker) follow(target string) error {
	if w.links++; w.links > linkMax {
		return syscall.ELOOP
	}
	if target == "" {
		return syscall.ENOENT
	}
	if w.rest != "" {
		// What remains begins with a slash.
		target += w.rest
	}
	w.rest = target
	if target[0] == '/' {
		w.root()
	}
	return nil
}

// walk resolves what remains. With parent it stops before the last component and describes that in last, trailing and
// kind; without, follow says whether a symbolic link in last place is followed (one with a slash after it always is).
// When it fails the lock is not held any more.
func (w *walker) walk(parent, follow bool) error {
	for {
		p := w.rest
		for p != "" && p[0] == '/' {
			p = p[1:]
		}
		if p == "" {
			w.rest = ""
			if parent {
				w.kind = lastRoot
			}
			return nil
		}
		comp, rest := p, ""
		if i := strings.IndexByte(p, '/'); i >= 0 {
			comp, rest = p[:i], p[i:]
		}
		w.rest = rest
		isLast := true
		for i := 0; i < len(rest); i++ {
			if rest[i] != '/' {
				isLast = false
				break
			}
		}
		trailing := isLast && rest != ""
		t := w.top()
		var dir *inode
		if t.m == nil {
			dir = w.node(t.ino)
			if dir == nil || dir.dir == nil {
				return w.fail(syscall.ENOENT)
			}
			if w.v.cred.UID != 0 && !w.v.cred.may(dir, 1) {
				return w.fail(syscall.EACCES)
			}
		}
		if comp[0] == '.' && (comp == "." || comp == "..") {
			if isLast && parent {
				w.kind = lastDot
				if comp == ".." {
					w.kind = lastDotDot
				}
				return nil
			}
			if comp == ".." && w.stack.n > 1 {
				w.stack.n--
			}
			continue
		}
		if len(comp) > nameMax {
			return w.fail(syscall.ENAMETOOLONG)
		}
		if isLast && parent {
			w.last, w.trailing, w.kind = comp, trailing, lastNorm
			return nil
		}
		if t.m != nil {
			if err := w.stepMount(comp, isLast, follow, trailing); err != nil {
				return err
			}
			continue
		}
		e, ok := dir.dir.lookup(comp)
		if !ok {
			return w.fail(syscall.ENOENT)
		}
		switch uint32(e.typ) << 12 {
		case typeDir:
			w.push(elem{name: e.name, ino: e.ino})
		case typeLink:
			if isLast && !follow && !trailing {
				w.stack.push(elem{name: e.name, ino: e.ino})
				w.rest = ""
				return nil
			}
			if err := w.follow(w.d.tab.get(e.ino).target); err != nil {
				return w.fail(err)
			}
		default:
			if !isLast || trailing {
				return w.fail(syscall.ENOTDIR)
			}
			w.stack.push(elem{name: e.name, ino: e.ino})
			w.rest = ""
			return nil
		}
	}
}

// stepMount enters comp inside a mount. The lock is given up while the mounted file system answers.
func (w *walker) stepMount(comp string, isLast, follow, trailing bool) error {
	m := w.top().m
	if w.native {
		return w.fail(syscall.EXDEV)
	}
	rel := w.rel(comp)
	if w.mt.onto(m, rel) != nil {
		w.push(elem{name: comp, m: m})
		return nil
	}
	if isLast && !trailing && !m.links {
		// Nothing to learn: the operation itself will say what is there.
		w.stack.push(elem{name: comp, m: m})
		return nil
	}
	w.unlock()
	fsys := m.view(w.v)
	fi, err := lstat(fsys, rel)
	if err != nil {
		return underlying(err)
	}
	if fi.Mode()&fs.ModeSymlink != 0 && (!isLast || follow || trailing) {
		if x, ok := fsys.(MagicLinkFS); ok && isLast && !trailing && x.FollowsLink(rel) {
			w.lock()
			w.stack.push(elem{name: comp, m: m})
			w.magic = true
			return nil
		}
		target, err := readlink(fsys, rel)
		if err != nil {
			return underlying(err)
		}
		w.lock()
		if err := w.follow(target); err != nil {
			return w.fail(err)
		}
		return nil
	}
	if !fi.IsDir() && (!isLast || trailing) {
		return syscall.ENOTDIR
	}
	w.lock()
	w.stack.push(elem{name: comp, m: m})
	return nil
}

// find resolves name to an existing file and returns with the shared lock held, or with an error around op and name.
// On the disk the file exists; in a mount it may not.
func (v *FS) find(op, name string, follow bool) (*walker, error) {
	w := &walker{}
	if err := v.findIn(w, name, follow, false); err != nil {
		return nil, pathErr(op, name, err)
	}
	return w, nil
}

func (v *FS) findIn(w *walker, name string, follow, excl bool) error {
	if err := w.start(v, name, excl); err != nil {
		return err
	}
	if err := w.walk(false, follow); err != nil {
		return err
	}
	if w.top().m == nil && w.inode() == nil {
		return w.fail(syscall.ENOENT)
	}
	return nil
}

// findParent resolves all but the last component of name and returns with the lock held.
func (v *FS) findParent(w *walker, name string, excl bool) error {
	if err := w.start(v, name, excl); err != nil {
		return err
	}
	return w.parent()
}

func (w *walker) parent() error {
	if err := w.walk(true, false); err != nil {
		return err
	}
	if w.top().m == nil {
		if n := w.inode(); n == nil || n.dir == nil {
			return w.fail(syscall.ENOENT)
		}
	}
	return nil
}

// child looks up the last component in the directory the walk ended at.
func (w *walker) child() (dent, bool) { return w.inode().dir.get(w.last) }

// mountedOn returns what is mounted on directory ino, if anything.
func (w *walker) mountedOn(ino uint64) bool {
	return w.mt != nil && w.mt.native[ino] != nil
}
