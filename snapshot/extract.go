package snapshot

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/vfs"
)

const maxLinks = 40 // of the disk's own that one path may lead through, as path_resolution(7)

// kind is what an archive made under a path.
type kind byte

const (
	madeFile kind = iota + 1
	madeDir
	madeLink // a symbolic link
)

// extractor puts members on a disk.
type extractor struct {
	ctx        context.Context
	fsys       *vfs.FS
	limits     ReadOptions
	users      accounts
	groups     accounts
	made       map[string]kind   // by real path
	dirs       []dirTime         // times to set at the end
	real       map[string]string // parent directory of a member -> its real path
	first      bool              // no member has been written yet
	difference bool              // the archive is one to an image or another disk
	buf        []byte
}

type dirTime struct {
	name string
	time time.Time
}

func newExtractor(ctx context.Context, fsys *vfs.FS, limits ReadOptions) *extractor {
	return &extractor{
		ctx: ctx, fsys: fsys, limits: limits, first: true,
		users: readAccounts(fsys, "/etc/passwd"), groups: readAccounts(fsys, "/etc/group"),
		made: map[string]kind{}, real: map[string]string{"": "/"}, buf: make([]byte, copyBytes),
	}
}

// remove takes away what the manifest says is gone, unless a member that came before the manifest is there.
func (x *extractor) remove(names []string) error {
	for _, name := range names {
		segs, err := splitName(name)
		if err != nil || len(segs) == 0 || strings.ContainsRune(name, 0) {
			return fmt.Errorf("%w: removed file %.200q: %w", ErrManifest, name, ErrName)
		}
		if kernels(segs[0]) {
			continue
		}
		if !x.first {
			return fmt.Errorf("%w: lists removed files but is not the first member", ErrManifest)
		}
		full := "/" + strings.Join(segs, "/")
		// The parent is taken as it is: a link there would make us remove something else.
		parent := path.Dir(full)
		if real, err := x.fsys.Realpath(parent); err != nil || real != parent {
			continue
		}
		if err := x.fsys.RemoveAll(full); err != nil {
			return err
		}
	}
	return nil
}

// kernels reports whether a top directory belongs to the running system.
func kernels(top string) bool { return top == "proc" || top == "dev" }

func (x *extractor) member(name string, h *tar.Header, body io.Reader) error {
	if top, _, _ := strings.Cut(name, "/"); kernels(top) {
		return nil
	}
	x.first = false
	if name == "" {
		x.made["/"] = madeDir
		x.dirs = append(x.dirs, dirTime{"/", h.ModTime})
		return x.attributes("/", h)
	}
	dir, base := path.Split(name)
	parent, err := x.parent(strings.TrimSuffix(dir, "/"))
	if err != nil {
		return err
	}
	full := path.Join(parent, base)
	switch h.Typeflag {
	case tar.TypeDir:
		return x.dir(full, h)
	case tar.TypeReg, tar.TypeCont, tar.TypeGNUSparse:
		return x.file(full, h, body)
	case tar.TypeSymlink:
		return x.symlink(full, h)
	case tar.TypeLink:
		return x.link(full, h)
	case tar.TypeFifo:
		if err := x.clear(full, madeFile); err != nil {
			return err
		}
		if err := x.fsys.Mkfifo(full, mode(h)); err != nil {
			return err
		}
		return x.attributes(full, h)
	}
	return fmt.Errorf("%w: type %q", ErrType, h.Typeflag)
}

func mode(h *tar.Header) fs.FileMode {
	return h.FileInfo().Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)
}

// parent returns the real path of a member's directory, making what is missing. It resolves the links that the disk
// had before, and none of the archive's.
func (x *extractor) parent(name string) (string, error) {
	if real, ok := x.real[name]; ok {
		return real, nil
	}
	rest := strings.Split(name, "/")
	at, links := "/", 0
	for len(rest) > 0 {
		seg := rest[0]
		rest = rest[1:]
		switch seg {
		case "", ".":
			continue
		case "..": // only from a link of the disk's own
			at = path.Dir(at)
			continue
		}
		next := path.Join(at, seg)
		info, err := x.fsys.Lstat(next)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if err := x.implied(at, next); err != nil {
				return "", err
			}
		case err != nil:
			return "", err
		case info.Mode()&fs.ModeSymlink != 0:
			if x.made[next] != 0 {
				return "", fmt.Errorf("%w: %s", ErrFollow, next)
			}
			if links++; links > maxLinks {
				return "", fmt.Errorf("%w: %s: too many links", ErrLink, next)
			}
			target, err := x.fsys.Readlink(next)
			if err != nil {
				return "", err
			}
			if path.IsAbs(target) {
				at = "/"
			}
			rest = append(strings.Split(target, "/"), rest...)
			continue
		case !info.IsDir():
			if x.made[next] != 0 {
				return "", fmt.Errorf("%w: %s is a file", ErrConflict, next)
			}
			if err := x.fsys.Remove(next); err != nil {
				return "", err
			}
			if err := x.implied(at, next); err != nil {
				return "", err
			}
		case x.made[next] == 0:
			x.made[next] = madeDir // members are below it: it must stay one
			if x.difference {
				// It is as in the base, or it would be a member; what comes below it must not change its time.
				x.dirs = append(x.dirs, dirTime{next, info.ModTime()})
			}
		}
		at = next
	}
	x.real[name] = at
	return at, nil
}

// implied makes a directory that has no member of its own (yet). It belongs to whom its parent belongs to.
func (x *extractor) implied(parent, name string) error {
	if err := x.fsys.Mkdir(name, 0o755); err != nil {
		return err
	}
	x.made[name] = madeDir
	info, err := x.fsys.Lstat(parent)
	if err != nil {
		return err
	}
	if st, ok := info.Sys().(*vfs.Stat); ok && (st.UID != 0 || st.GID != 0) {
		return x.fsys.Lchown(name, st.UID, st.GID)
	}
	return nil
}

// clear makes way for a member that is not a directory. The old file loses its name but is not written to: other
// names of it keep their data.
func (x *extractor) clear(name string, k kind) error {
	info, err := x.fsys.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case info.IsDir():
		if x.made[name] == madeDir {
			return fmt.Errorf("%w: it is a directory", ErrConflict)
		}
		if err := x.fsys.RemoveAll(name); err != nil {
			return err
		}
		x.forget()
	default:
		if err := x.fsys.Remove(name); err != nil {
			return err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			x.forget()
		}
	}
	x.made[name] = k
	return nil
}

// forget drops the real paths of directories after something that they may lead through is gone.
func (x *extractor) forget() {
	clear(x.real)
	x.real[""] = "/"
}

func (x *extractor) dir(name string, h *tar.Header) error {
	info, err := x.fsys.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = x.fsys.Mkdir(name, mode(h))
	case err != nil:
	case info.IsDir():
	case x.made[name] != 0:
		return fmt.Errorf("%w: it is no directory", ErrConflict)
	default:
		if info.Mode()&fs.ModeSymlink != 0 {
			// A link of the disk's own to a directory does as well, and its directory is not ours to change.
			if to, err := x.fsys.Stat(name); err == nil && to.IsDir() {
				return nil
			}
			x.forget()
		}
		if err = x.fsys.Remove(name); err == nil {
			err = x.fsys.Mkdir(name, mode(h))
		}
	}
	if err != nil {
		return err
	}
	x.made[name] = madeDir
	x.dirs = append(x.dirs, dirTime{name, h.ModTime})
	uid, gid, err := x.owner(name, h)
	if err != nil {
		return err
	}
	if err := x.fsys.Lchown(name, uid, gid); err != nil {
		return err
	}
	return x.fsys.Chmod(name, mode(h))
}

// owner is who a member belongs to: by name when the disk knows it, else by number, else to whom its directory belongs.
func (x *extractor) owner(name string, h *tar.Header) (uid, gid int, err error) {
	if h.Uid != noOwner {
		return x.users.id(h.Uname, h.Uid), x.groups.id(h.Gname, h.Gid), nil
	}
	info, err := x.fsys.Lstat(path.Dir(name))
	if err != nil {
		return 0, 0, err
	}
	st, ok := info.Sys().(*vfs.Stat)
	if !ok {
		return 0, 0, nil
	}
	return st.UID, st.GID, nil
}

func (x *extractor) file(name string, h *tar.Header, body io.Reader) error {
	if h.Size < 0 {
		return ErrDamaged
	}
	if err := x.clear(name, madeFile); err != nil {
		return err
	}
	f, err := x.fsys.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode(h).Perm())
	if err != nil {
		return err
	}
	err = x.copy(f, body, h.Size)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return x.attributes(name, h)
}

// copy writes a body, and leaves holes where pages of it are zero.
func (x *extractor) copy(f afero.File, body io.Reader, size int64) error {
	for at := int64(0); at < size; {
		if x.ctx.Err() != nil {
			return context.Cause(x.ctx)
		}
		n, err := io.ReadFull(body, x.buf[:min(size-at, int64(len(x.buf)))])
		if err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return err
		}
		for b := x.buf[:n]; len(b) > 0; {
			data := 0 // the length of the pages with something in them that b begins with
			for data < len(b) && !zeros(b[data:min(data+pageSize, len(b))]) {
				data = min(data+pageSize, len(b))
			}
			if data > 0 {
				if _, err := f.WriteAt(b[:data], at); err != nil {
					return err
				}
			} else {
				data = min(pageSize, len(b))
			}
			at += int64(data)
			b = b[data:]
		}
	}
	return f.Truncate(size)
}

func (x *extractor) symlink(name string, h *tar.Header) error {
	if h.Linkname == "" || strings.ContainsRune(h.Linkname, 0) {
		return fmt.Errorf("%w: to %q", ErrLink, h.Linkname)
	}
	if err := x.clear(name, madeLink); err != nil {
		return err
	}
	if err := x.fsys.Symlink(h.Linkname, name); err != nil {
		return err
	}
	return x.attributes(name, h)
}

// link makes a hard link. Its target is the name of an earlier member, and never looked up through links.
func (x *extractor) link(name string, h *tar.Header) error {
	segs, err := splitName(h.Linkname)
	if err != nil || len(segs) == 0 || strings.ContainsRune(h.Linkname, 0) {
		return fmt.Errorf("%w: to %.200q", ErrLink, h.Linkname)
	}
	dir, base := path.Split(strings.Join(segs, "/"))
	parent, err := x.parent(strings.TrimSuffix(dir, "/"))
	if err != nil {
		return err
	}
	target := path.Join(parent, base)
	if target == name || x.made[target] != madeFile && x.made[target] != madeLink {
		return fmt.Errorf("%w: %.200q is no earlier file of the archive", ErrLink, h.Linkname)
	}
	if err := x.clear(name, x.made[target]); err != nil {
		return err
	}
	return x.fsys.Link(target, name)
}

// attributes sets owner, mode and time of what was just made; the owner first, since a change of it clears set-id bits.
func (x *extractor) attributes(name string, h *tar.Header) error {
	uid, gid, err := x.owner(name, h)
	if err != nil {
		return err
	}
	if uid != 0 || gid != 0 {
		if err := x.fsys.Lchown(name, uid, gid); err != nil {
			return err
		}
	}
	if m := mode(h); h.Typeflag != tar.TypeSymlink && (h.Typeflag == tar.TypeDir || m != m.Perm()) {
		if err := x.fsys.Chmod(name, m); err != nil {
			return err
		}
	}
	return x.fsys.Lchtimes(name, h.ModTime, h.ModTime)
}

// finish sets the times of directories, which every file in them had changed.
func (x *extractor) finish() error {
	for _, d := range x.dirs {
		if x.ctx.Err() != nil {
			return context.Cause(x.ctx)
		}
		if x.made[d.name] != madeDir {
			continue
		}
		if err := x.fsys.Lchtimes(d.name, d.time, d.time); err != nil {
			return &EntryError{Name: d.name, Err: err}
		}
	}
	return nil
}
