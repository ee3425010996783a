package kernel

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// errnoText are the texts of strerror(3) in glibc, whatever system the host is.
var errnoText = map[syscall.Errno]string{
	syscall.EPERM: "Operation not permitted", syscall.ENOENT: "No such file or directory", syscall.ESRCH: "No such process",
	syscall.EINTR: "Interrupted system call", syscall.EIO: "Input/output error", syscall.ENXIO: "No such device or address",
	syscall.E2BIG: "Argument list too long", syscall.ENOEXEC: "Exec format error", syscall.EBADF: "Bad file descriptor",
	syscall.ECHILD: "No child processes", syscall.EAGAIN: "Resource temporarily unavailable",
	syscall.ENOMEM: "Cannot allocate memory", syscall.EACCES: "Permission denied", syscall.EFAULT: "Bad address",
	syscall.ENOTBLK: "Block device required", syscall.EBUSY: "Device or resource busy", syscall.EEXIST: "File exists",
	syscall.EXDEV: "Invalid cross-device link", syscall.ENODEV: "No such device", syscall.ENOTDIR: "Not a directory",
	syscall.EISDIR: "Is a directory", syscall.EINVAL: "Invalid argument", syscall.ENFILE: "Too many open files in system",
	syscall.EMFILE: "Too many open files", syscall.ENOTTY: "Inappropriate ioctl for device", syscall.ETXTBSY: "Text file busy",
	syscall.EFBIG: "File too large", syscall.ENOSPC: "No space left on device", syscall.ESPIPE: "Illegal seek",
	syscall.EROFS: "Read-only file system", syscall.EMLINK: "Too many links", syscall.EPIPE: "Broken pipe",
	syscall.EDOM: "Numerical argument out of domain", syscall.ERANGE: "Numerical result out of range",
	syscall.EDEADLK: "Resource deadlock avoided", syscall.ENAMETOOLONG: "File name too long",
	syscall.ENOLCK: "No locks available", syscall.ENOSYS: "Function not implemented", syscall.ENOTEMPTY: "Directory not empty",
	syscall.ELOOP: "Too many levels of symbolic links", syscall.EPROTO: "Protocol error",
	syscall.EOVERFLOW: "Value too large for defined data type", syscall.EILSEQ: "Invalid or incomplete multibyte or wide character",
	syscall.ENOTSOCK: "Socket operation on non-socket", syscall.EDESTADDRREQ: "Destination address required",
	syscall.EMSGSIZE: "Message too long", syscall.EPROTOTYPE: "Protocol wrong type for socket",
	syscall.ENOPROTOOPT: "Protocol not available", syscall.EPROTONOSUPPORT: "Protocol not supported",
	syscall.ENOTSUP: "Operation not supported", syscall.EAFNOSUPPORT: "Address family not supported by protocol",
	syscall.EADDRINUSE: "Address already in use", syscall.EADDRNOTAVAIL: "Cannot assign requested address",
	syscall.ENETDOWN: "Network is down", syscall.ENETUNREACH: "Network is unreachable",
	syscall.ECONNABORTED: "Software caused connection abort", syscall.ECONNRESET: "Connection reset by peer",
	syscall.ENOBUFS: "No buffer space available", syscall.EISCONN: "Transport endpoint is already connected",
	syscall.ENOTCONN: "Transport endpoint is not connected", syscall.ETIMEDOUT: "Connection timed out",
	syscall.ECONNREFUSED: "Connection refused", syscall.EHOSTDOWN: "Host is down", syscall.EHOSTUNREACH: "No route to host",
	syscall.EALREADY: "Operation already in progress", syscall.EINPROGRESS: "Operation now in progress",
	syscall.ESTALE: "Stale file handle", syscall.EDQUOT: "Disk quota exceeded", syscall.ECANCELED: "Operation canceled",
}

// Errno finds the errno in an error; errors of packages fs, os and io are translated.
func Errno(err error) (syscall.Errno, bool) {
	if pe, ok := err.(*fs.PathError); ok { // the usual case, without an allocation
		if errno, ok := pe.Err.(syscall.Errno); ok {
			return errno, true
		}
	}
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return errno, true
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return syscall.ENOENT, true
	case errors.Is(err, fs.ErrExist):
		return syscall.EEXIST, true
	case errors.Is(err, fs.ErrPermission):
		return syscall.EACCES, true
	case errors.Is(err, fs.ErrInvalid):
		return syscall.EINVAL, true
	case errors.Is(err, fs.ErrClosed), errors.Is(err, io.ErrClosedPipe):
		return syscall.EBADF, true
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		return syscall.ETIMEDOUT, true
	case errors.Is(err, context.Canceled):
		return syscall.EINTR, true
	}
	return 0, false
}

// Strerror is the text that GNU programs print for an error: "No such file or directory". It is that of Linux on every
// host. An error without an errno gives its own text, without the operation and path of a PathError.
func Strerror(err error) string {
	if err == nil {
		return "Success"
	}
	if errno, ok := Errno(err); ok {
		if text := errnoText[errno]; text != "" {
			return text
		}
		return errno.Error()
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	var le *os.LinkError
	if errors.As(err, &le) {
		return le.Err.Error()
	}
	return err.Error()
}
