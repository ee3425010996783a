package archive

import (
	"archive/tar"
	"errors"
	"io/fs"
	"strings"
	"syscall"
)

type delayedLink struct {
	h      *tar.Header
	target string
	id     fileID
	names  []string // the place, then hard links to it
}

func (x *extractor) symlink(h *tar.Header, at, name string) {
	t := x.t
	fsys := t.p.FS()
	shown := *h
	shown.Name = name
	target := t.transformed(h.Linkname, 's')
	if !t.absolute && (strings.HasPrefix(target, "/") || hasDotDot(target)) {
		f, ok := openNew(x, &shown, at, 0)
		if !ok {
			return
		}
		info, err := f.Stat()
		_ = f.Close()
		if err != nil {
			t.fail(name, "Cannot stat", err)
			return
		}
		l := &delayedLink{h: h, target: target, id: inode(info), names: []string{at}}
		x.links = append(x.links, l)
		x.byIno[l.id] = l
		return
	}
	if x.place(&shown, at, "Cannot create symlink to "+t.quote(target), func() error { return fsys.Symlink(target, at) }) {
		x.attributes(h, at, h.Mode)
	}
}

func (x *extractor) hardLink(h *tar.Header, at, name, dir string) {
	t := x.t
	fsys := t.p.FS()
	target := t.transformed(t.safeName(h.Linkname, true), 'h')
	if t.strip > 0 {
		if s, ok := stripComponents(target, t.strip); ok {
			target = s
		}
	}
	shown := *h
	shown.Name = name
	from := joinDir(dir, target)
	if !t.absolute && hasDotDot(target) {
		t.errorf("%s: Member name contains '..'", tarEscape(h.Linkname))
		return
	}
	if a, err := fsys.Lstat(from); err == nil {
		if b, err := fsys.Lstat(at); err == nil && sameInode(a, b) {
			return
		}
		if l := x.byIno[inode(a)]; l != nil {
			defer func() {
				if b, err := fsys.Lstat(at); err == nil && inode(b) == l.id {
					l.names = append(l.names, at)
				}
			}()
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		t.fail(target, "Cannot stat", err)
	}
	what := "Cannot hard link to " + t.quote(target)
	x.place(&shown, at, what, func() error {
		err := fsys.Link(from, at)
		if errors.Is(err, fs.ErrNotExist) {
			if _, serr := fsys.Lstat(from); serr != nil { // no parent would help
				return hideNotExist{err}
			}
		}
		return err
	})
}

// hideNotExist keeps place from making parents for a link whose target is what is missing.
type hideNotExist struct{ err error }

func (e hideNotExist) Error() string { return e.err.Error() }
func (e hideNotExist) As(target any) bool {
	if p, ok := target.(*syscall.Errno); ok {
		*p = syscall.ENOENT
		return true
	}
	return false
}
