package sandpit

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"github.com/sandpit-dev/sandpit/vfs"
)

// The methods here see the disk as the box's user does, from the session's working directory: a path that is not
// absolute is taken under Dir(). FS gives the whole disk as root.

// FS returns the disk as root: an afero.Fs with symlinks, hard links, modes and watch. FS().IO() is an fs.FS.
func (sb *Sandbox) FS() *vfs.FS { return sb.k.FS() }

// files is the disk as the box's user sees it from Dir().
func (sb *Sandbox) files() (*vfs.FS, error) {
	if err := sb.check(); err != nil {
		return nil, err
	}
	return sb.k.FS().As(sb.user.UID, sb.user.GID, 0o022).In(sb.session.Dir()), nil
}

// onFiles runs f on the user's view.
func (sb *Sandbox) onFiles(f func(disk *vfs.FS) error) error {
	disk, err := sb.files()
	if err != nil {
		return err
	}
	return f(disk)
}

// getFrom is onFiles for what also has a result.
func getFrom[T any](sb *Sandbox, f func(disk *vfs.FS) (T, error)) (T, error) {
	disk, err := sb.files()
	if err != nil {
		var none T
		return none, err
	}
	return f(disk)
}

// ReadFile returns the content of a file.
func (sb *Sandbox) ReadFile(name string) ([]byte, error) {
	return getFrom(sb, func(d *vfs.FS) ([]byte, error) { return d.ReadFile(name) })
}

// WriteFile writes a file (0644), making missing parents. A file that is there keeps its mode.
func (sb *Sandbox) WriteFile(name string, data []byte) error {
	return sb.onFiles(func(d *vfs.FS) error {
		if err := d.MkdirAll(path.Dir(d.Abs(name)), 0o755); err != nil {
			return err
		}
		return d.WriteFile(name, data, 0o644)
	})
}

// WriteFiles writes several files, all or none: each goes to a temporary file beside its name first, and only when
// all of them are written are they renamed into place. When one of the renames fails, those before it are undone.
func (sb *Sandbox) WriteFiles(files map[string]string) error {
	return sb.onFiles(func(d *vfs.FS) error { return writeFiles(d, files, sb.k.Rand().Uint64()) })
}

// stagedFile is one file of a WriteFiles: its name, the temporary file that holds the new content, and a second link to
// the old one, if there is one.
type stagedFile struct{ name, temp, old string }

func writeFiles(d *vfs.FS, files map[string]string, tag uint64) (err error) {
	staged := make([]stagedFile, 0, len(files))
	placed := 0
	defer func() {
		for i, f := range staged {
			if err != nil && i < placed && f.old != "" {
				_ = d.Rename(f.old, f.name)
			} else if err != nil && i < placed {
				_ = d.Remove(f.name)
			} else if f.old != "" {
				_ = d.Remove(f.old)
			}
			if err != nil && i >= placed {
				_ = d.Remove(f.temp)
			}
		}
	}()
	for i, name := range slices.Sorted(maps.Keys(files)) {
		if info, err := d.Stat(name); err == nil && info.IsDir() {
			return &fs.PathError{Op: "write", Path: name, Err: syscall.EISDIR}
		}
		if err := d.MkdirAll(path.Dir(d.Abs(name)), 0o755); err != nil {
			return err
		}
		// Short names beside the file: a long name of its own leaves no room for a suffix.
		base := path.Join(path.Dir(d.Abs(name)), fmt.Sprintf(".%016x-%d", tag, i))
		f := stagedFile{name: name, temp: base + ".new"}
		staged = append(staged, f)
		if err := d.WriteFile(f.temp, []byte(files[name]), 0o644); err != nil {
			return err
		}
		switch err := d.Link(name, base+".old"); {
		case err == nil:
			staged[i].old = base + ".old"
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	for _, f := range staged {
		if err := d.Rename(f.temp, f.name); err != nil {
			return err
		}
		placed++
	}
	return nil
}

// ReadDir returns the entries of a directory, sorted by name.
func (sb *Sandbox) ReadDir(name string) ([]fs.DirEntry, error) {
	return getFrom(sb, func(d *vfs.FS) ([]fs.DirEntry, error) { return d.ReadDir(name) })
}

// Stat describes a file, following links.
func (sb *Sandbox) Stat(name string) (fs.FileInfo, error) {
	return getFrom(sb, func(d *vfs.FS) (fs.FileInfo, error) { return d.Stat(name) })
}

// Exists tells whether a file is there (a link that leads nowhere is not). An error other than "not found" is returned.
func (sb *Sandbox) Exists(name string) (bool, error) {
	_, err := sb.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// Mkdir makes one directory.
func (sb *Sandbox) Mkdir(name string, perm fs.FileMode) error {
	return sb.onFiles(func(d *vfs.FS) error { return d.Mkdir(name, perm) })
}

// MkdirAll makes a directory and its missing parents.
func (sb *Sandbox) MkdirAll(name string, perm fs.FileMode) error {
	return sb.onFiles(func(d *vfs.FS) error { return d.MkdirAll(name, perm) })
}

// Remove removes a file or an empty directory.
func (sb *Sandbox) Remove(name string) error {
	return sb.onFiles(func(d *vfs.FS) error { return d.Remove(name) })
}

// RemoveAll removes a file or a whole tree; it is no error when nothing is there.
func (sb *Sandbox) RemoveAll(name string) error {
	return sb.onFiles(func(d *vfs.FS) error { return d.RemoveAll(name) })
}

// Rename moves a file or a directory as rename(2) does.
func (sb *Sandbox) Rename(oldname, newname string) error {
	return sb.onFiles(func(d *vfs.FS) error { return d.Rename(oldname, newname) })
}

// Symlink makes newname a symbolic link to oldname.
func (sb *Sandbox) Symlink(oldname, newname string) error {
	return sb.onFiles(func(d *vfs.FS) error { return d.Symlink(oldname, newname) })
}

// Readlink returns where a symbolic link leads.
func (sb *Sandbox) Readlink(name string) (string, error) {
	return getFrom(sb, func(d *vfs.FS) (string, error) { return d.Readlink(name) })
}

// Chmod changes a file's mode.
func (sb *Sandbox) Chmod(name string, mode fs.FileMode) error {
	return sb.onFiles(func(d *vfs.FS) error { return d.Chmod(name, mode) })
}

// Glob returns the names that match a pattern of path.Match, sorted. They are relative when the pattern is.
func (sb *Sandbox) Glob(pattern string) ([]string, error) {
	return getFrom(sb, func(d *vfs.FS) ([]string, error) {
		names, err := fs.Glob(d.In("/").IO(), strings.TrimPrefix(d.Abs(pattern), "/"))
		for i, name := range names {
			names[i] = "/" + name
			if !path.IsAbs(pattern) {
				names[i] = strings.TrimPrefix(names[i], strings.TrimSuffix(d.Dir(), "/")+"/")
			}
		}
		return names, err
	})
}

// Copy copies a file or a whole tree to newname, which must not be there yet: contents, modes and symbolic links.
func (sb *Sandbox) Copy(oldname, newname string) error {
	return sb.onFiles(func(d *vfs.FS) error {
		from, to := d.Abs(oldname), d.Abs(newname)
		if strings.HasPrefix(to+"/", from+"/") {
			return &fs.PathError{Op: "copy", Path: newname, Err: syscall.EINVAL}
		}
		if _, err := d.Lstat(to); err == nil {
			return &fs.PathError{Op: "copy", Path: newname, Err: syscall.EEXIST}
		}
		return copyTree(d, from, to)
	})
}

func copyTree(d *vfs.FS, from, to string) error {
	info, err := d.Lstat(from)
	if err != nil {
		return err
	}
	switch mode := info.Mode(); {
	case mode&fs.ModeSymlink != 0:
		target, err := d.Readlink(from)
		if err != nil {
			return err
		}
		return d.Symlink(target, to)
	case mode.IsDir():
		if err := d.Mkdir(to, 0o700); err != nil {
			return err
		}
		entries, err := d.ReadDir(from)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if err := copyTree(d, path.Join(from, e.Name()), path.Join(to, e.Name())); err != nil {
				return err
			}
		}
		return d.Chmod(to, mode)
	case mode.IsRegular():
		return copyFile(d, from, to, mode)
	default:
		return &fs.PathError{Op: "copy", Path: from, Err: syscall.EOPNOTSUPP} // a FIFO or a device
	}
}

func copyFile(d *vfs.FS, from, to string, mode fs.FileMode) error {
	src, err := d.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := d.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, src)
	if err := errors.Join(err, dst.Close()); err != nil {
		return err
	}
	return d.Chmod(to, mode)
}
