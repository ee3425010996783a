package jsrt

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"syscall"

	"github.com/dop251/goja"
)

// sysError is how Node names an error of the system: the symbol, libuv's number on Linux and its text.
type sysError struct {
	code string
	num  int
	text string
}

// sysErrors has the errors that the kernel, the disk and the network of a box give.
var sysErrors = map[syscall.Errno]sysError{
	syscall.EPERM: {"EPERM", -1, "operation not permitted"}, syscall.ENOENT: {"ENOENT", -2, "no such file or directory"},
	syscall.ESRCH: {"ESRCH", -3, "no such process"}, syscall.EINTR: {"EINTR", -4, "interrupted system call"},
	syscall.EIO: {"EIO", -5, "i/o error"}, syscall.ENXIO: {"ENXIO", -6, "no such device or address"},
	syscall.E2BIG: {"E2BIG", -7, "argument list too long"}, syscall.ENOEXEC: {"ENOEXEC", -8, "exec format error"},
	syscall.EBADF: {"EBADF", -9, "bad file descriptor"}, syscall.ECHILD: {"ECHILD", -10, "no child processes"},
	syscall.EAGAIN: {"EAGAIN", -11, "resource temporarily unavailable"}, syscall.ENOMEM: {"ENOMEM", -12, "not enough memory"},
	syscall.EACCES: {"EACCES", -13, "permission denied"}, syscall.EBUSY: {"EBUSY", -16, "resource busy or locked"},
	syscall.EEXIST: {"EEXIST", -17, "file already exists"}, syscall.EXDEV: {"EXDEV", -18, "cross-device link not permitted"},
	syscall.ENODEV: {"ENODEV", -19, "no such device"}, syscall.ENOTDIR: {"ENOTDIR", -20, "not a directory"},
	syscall.EISDIR: {"EISDIR", -21, "illegal operation on a directory"}, syscall.EINVAL: {"EINVAL", -22, "invalid argument"},
	syscall.ENFILE: {"ENFILE", -23, "file table overflow"}, syscall.EMFILE: {"EMFILE", -24, "too many open files"},
	syscall.ENOTTY: {"ENOTTY", -25, "inappropriate ioctl for device"}, syscall.EFBIG: {"EFBIG", -27, "file too large"},
	syscall.ENOSPC: {"ENOSPC", -28, "no space left on device"}, syscall.ESPIPE: {"ESPIPE", -29, "invalid seek"},
	syscall.EROFS: {"EROFS", -30, "read-only file system"}, syscall.EMLINK: {"EMLINK", -31, "too many links"},
	syscall.EPIPE: {"EPIPE", -32, "broken pipe"}, syscall.ENAMETOOLONG: {"ENAMETOOLONG", -36, "name too long"},
	syscall.ENOSYS: {"ENOSYS", -38, "function not implemented"}, syscall.ENOTEMPTY: {"ENOTEMPTY", -39, "directory not empty"},
	syscall.ELOOP: {"ELOOP", -40, "too many symbolic links encountered"}, syscall.EADDRINUSE: {"EADDRINUSE", -98, "address already in use"},
	syscall.EADDRNOTAVAIL: {"EADDRNOTAVAIL", -99, "address not available"}, syscall.ENETUNREACH: {"ENETUNREACH", -101, "network is unreachable"},
	syscall.ECONNABORTED: {"ECONNABORTED", -103, "software caused connection abort"}, syscall.ECONNRESET: {"ECONNRESET", -104, "connection reset by peer"},
	syscall.ENOTCONN: {"ENOTCONN", -107, "socket is not connected"}, syscall.ETIMEDOUT: {"ETIMEDOUT", -110, "connection timed out"},
	syscall.ECONNREFUSED: {"ECONNREFUSED", -111, "connection refused"}, syscall.EHOSTUNREACH: {"EHOSTUNREACH", -113, "host is unreachable"},
	syscall.ENOTSUP: {"ENOTSUP", -95, "operation not supported on socket"}, syscall.ECANCELED: {"ECANCELED", -125, "operation canceled"}, syscall.EAFNOSUPPORT: {"EAFNOSUPPORT", -97, "address family not supported"},
}

// sysErrorOf finds the system error inside err.
func sysErrorOf(err error) sysError {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		if e, ok := sysErrors[errno]; ok {
			return e
		}
	}
	var dns *net.DNSError
	switch {
	case errors.As(err, &dns):
		return sysError{"ENOTFOUND", -3008, "unknown node or service"}
	case errors.Is(err, fs.ErrNotExist):
		return sysErrors[syscall.ENOENT]
	case errors.Is(err, fs.ErrExist):
		return sysErrors[syscall.EEXIST]
	case errors.Is(err, fs.ErrPermission):
		return sysErrors[syscall.EACCES]
	case errors.Is(err, fs.ErrClosed), errors.Is(err, net.ErrClosed):
		return sysErrors[syscall.EBADF]
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		return sysErrors[syscall.ETIMEDOUT]
	case errors.Is(err, fs.ErrInvalid):
		return sysErrors[syscall.EINVAL]
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return sysError{"EOF", -4095, "end of file"}
	case errors.Is(err, context.Canceled):
		return sysError{"ECANCELED", -125, "operation canceled"}
	}
	return sysError{"UNKNOWN", -4094, "unknown error"}
}

// sysException makes the Error that Node throws for a failed system call: "CODE: text, syscall 'path' -> 'dest'" with code,
// errno, syscall, path and dest.
func (rt *runtime) sysException(err error, call, path, dest string) *goja.Object {
	e := sysErrorOf(err)
	msg := e.code + ": " + e.text + ", " + call
	if path != "" {
		msg += " '" + path + "'"
	}
	if dest != "" {
		msg += " -> '" + dest + "'"
	}
	o := rt.newError("Error", msg)
	o.Set("errno", e.num)
	o.Set("code", e.code)
	o.Set("syscall", call)
	if path != "" {
		o.Set("path", path)
	}
	if dest != "" {
		o.Set("dest", dest)
	}
	return o
}

// mustBytes returns the bytes behind an ArrayBuffer or a view of one, without a copy, for arguments that lib/ has checked.
func (rt *runtime) mustBytes(v goja.Value) []byte {
	if o, ok := v.(*goja.Object); ok {
		if b, ok := rt.view(o); ok {
			return b
		}
	}
	panic(rt.vm.NewTypeError("bytes expected"))
}

// arrayBuffer hands bytes over to JavaScript; the caller must not touch b again.
func (rt *runtime) arrayBuffer(b []byte) goja.Value { return rt.vm.ToValue(rt.vm.NewArrayBuffer(b)) }

// latin1 is the JavaScript string with a character for each byte.
func (rt *runtime) latin1(s string) goja.Value {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			r := make([]rune, len(s))
			for j := 0; j < len(s); j++ {
				r[j] = rune(s[j])
			}
			return rt.vm.ToValue(string(r))
		}
	}
	return rt.vm.ToValue(s)
}
