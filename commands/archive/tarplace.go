package archive

import (
	"archive/tar"
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// makeWay decides what happens when something is in the way. It reports whether to try again.
func (x *extractor) makeWay(at string, h *tar.Header) (retry, silent bool) {
	t := x.t
	info, err := t.p.FS().Lstat(at)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist), false
	}
	switch {
	case t.keepOld:
		return false, false
	case t.skipOld:
		return false, true
	case t.keepNewer && !info.ModTime().Before(h.ModTime):
		t.warnf("Current %s is newer or same age", t.quote(h.Name))
		return false, true
	case info.IsDir():
		if t.recursiveUnlink {
			return t.p.FS().RemoveAll(at) == nil, false
		}
		return t.p.FS().Rmdir(at) == nil, false
	}
	return t.p.FS().Unlink(at) == nil, false
}

// parents makes the missing directories above a name.
func (x *extractor) parents(at string) bool {
	dir := path.Dir(strings.TrimRight(at, "/"))
	if dir == "." || dir == "/" {
		return false
	}
	fsys := x.t.p.FS()
	if _, err := fsys.Lstat(dir); err == nil {
		return false
	}
	var missing []string
	for d := dir; d != "." && d != "/"; d = path.Dir(d) {
		if _, err := fsys.Lstat(d); err == nil {
			break
		}
		missing = append(missing, d)
	}
	for i := len(missing) - 1; i >= 0; i-- {
		if fsys.Mkdir(missing[i], 0o777) != nil {
			return false
		}
		if t := x.t; t.verbose > 1 {
			mode := "d" + cmd.ModeString(0o777 &^ t.p.Umask())[1:]
			t.out.Printf("%s %*s %s\n", mode, t.ugsWidth+1+len("2006-01-02 15:04"), "Creating directory:", tarEscape(strings.TrimPrefix(missing[i], x.base)))
		}
	}
	return true
}

// place runs make until it succeeds or nothing more can be done; false means that the member is not extracted (and
// that has been reported as what, or needs no report).
func (x *extractor) place(h *tar.Header, at, what string, mk func() error) bool {
	t := x.t
	if t.unlinkFirst {
		_ = t.p.FS().Unlink(at)
	}
	for range 3 {
		err := mk()
		switch {
		case err == nil:
			return true
		case errors.Is(err, fs.ErrExist):
			retry, silent := x.makeWay(at, h)
			if silent {
				return false
			}
			if retry {
				continue
			}
		case errors.Is(err, fs.ErrNotExist):
			if x.parents(at) {
				continue
			}
		}
		t.fail(h.Name, what, err)
		return false
	}
	t.fail(h.Name, what, syscall.EEXIST)
	return false
}

const newFile = os.O_WRONLY | os.O_CREATE | os.O_EXCL

// openNew creates a member's file, with what is in the way removed and missing directories made.
func openNew(x *extractor, h *tar.Header, at string, perm fs.FileMode) (*kernel.File, bool) {
	var f *kernel.File
	flag := newFile
	if x.t.overwrite {
		if info, err := x.t.p.FS().Lstat(at); err == nil && info.Mode().IsRegular() {
			flag = os.O_WRONLY | os.O_TRUNC
		}
	}
	ok := x.place(h, at, "Cannot open", func() (err error) {
		f, err = x.t.p.Open(at, flag, perm)
		return err
	})
	return f, ok
}
