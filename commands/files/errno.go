package files

import (
	"errors"
	"io/fs"
	"syscall"
)

const (
	errNotDir   = syscall.ENOTDIR
	errIsDir    = syscall.EISDIR
	errNotEmpty = syscall.ENOTEMPTY
	errInvalid  = syscall.EINVAL
	errExists   = syscall.EEXIST
)

func isErr(err error, no syscall.Errno) bool { return errors.Is(err, no) }

func isNotExist(err error) bool {
	return errors.Is(err, fs.ErrNotExist)
}
