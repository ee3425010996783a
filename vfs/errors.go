package vfs

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

func pathErr(op, name string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}

func linkErr(op, old, new string, err error) error {
	if err == nil {
		return nil
	}
	return &os.LinkError{Op: op, Old: old, New: new, Err: err}
}

// underlying takes the wrapping with another path off an error of a mounted file system and gives the errors of
// io/fs, which other file systems answer, their number.
func underlying(err error) error {
	for {
		switch e := err.(type) {
		case nil:
			return nil
		case *fs.PathError:
			err = e.Err
			continue
		case *os.LinkError:
			err = e.Err
			continue
		case *os.SyscallError:
			err = e.Err
			continue
		case syscall.Errno:
			return e
		}
		break
	}
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return err
	}
	switch {
	case err == fs.ErrNotExist:
		return syscall.ENOENT
	case err == fs.ErrExist:
		return syscall.EEXIST
	case err == fs.ErrPermission:
		return syscall.EACCES
	case err == fs.ErrInvalid:
		return syscall.EINVAL
	}
	return err
}
