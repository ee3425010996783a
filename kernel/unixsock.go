package kernel

import (
	"context"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"

	"github.com/sandpit-dev/sandpit/netstack"
	"github.com/sandpit-dev/sandpit/vfs"
)

// Sockets of the unix domain, unix(7). A name that begins with "@" or a NUL is of the abstract name space; every other is
// a path, where listening makes a socket file and connecting needs one that it may write to. The file stays when its
// process ends without closing the socket, and then refuses connections, as after a crash on Linux.

// abstract folds the two spellings of an abstract name to Go's.
func abstract(name string) (string, bool) {
	if strings.HasPrefix(name, "\x00") {
		return "@" + name[1:], true
	}
	return name, strings.HasPrefix(name, "@")
}

// socketKey names a socket file for the network: the file, not the path, is what a connection goes to.
func socketKey(info fs.FileInfo) (string, bool) {
	st, ok := info.Sys().(*vfs.Stat)
	if !ok {
		return "", false
	}
	return fmt.Sprintf("socket %d:%d", st.Dev, st.Ino), true
}

const maxSunPath = 107 // sizeof(sockaddr_un.sun_path) less the final NUL

// ListenUnix opens a listening socket at name on the disk d, as its credentials may.
func (k *Kernel) ListenUnix(d *vfs.FS, name string, cfg netstack.ListenConfig) (net.Listener, error) {
	if name, ok := abstract(name); ok {
		return k.net.ListenWith("unix", name, cfg)
	}
	fail := func(err error) (net.Listener, error) {
		if errno, ok := Errno(err); ok {
			err = os.NewSyscallError("bind", errno)
		}
		return nil, &net.OpError{Op: "listen", Net: "unix", Addr: &net.UnixAddr{Name: name, Net: "unix"}, Err: err}
	}
	if name == "" || len(name) > maxSunPath {
		return fail(syscall.EINVAL)
	}
	if err := d.Mknod(name, fs.ModeSocket|0o777, 0); err != nil {
		if errno, _ := Errno(err); errno == syscall.EEXIST {
			return fail(syscall.EADDRINUSE)
		}
		return fail(err)
	}
	info, err := d.Lstat(name)
	if err != nil {
		return fail(err)
	}
	key, ok := socketKey(info)
	if !ok {
		return fail(syscall.EPERM) // a mounted file system that has no inodes
	}
	cfg.Path = name
	l, err := k.net.ListenWith("unix", key, cfg)
	if err != nil {
		_ = d.Remove(name)
		return nil, err
	}
	return &unixListener{Listener: l, d: d, name: name, file: info, unlink: true}, nil
}

// DialUnix connects to a socket of the unix domain.
func (k *Kernel) DialUnix(ctx context.Context, d *vfs.FS, name string, cfg netstack.DialConfig) (net.Conn, error) {
	if name, ok := abstract(name); ok {
		return k.net.DialWith(ctx, "unix", name, cfg)
	}
	fail := func(err error) (net.Conn, error) {
		if errno, ok := Errno(err); ok {
			err = os.NewSyscallError("connect", errno)
		}
		return nil, &net.OpError{Op: "dial", Net: "unix", Addr: &net.UnixAddr{Name: name, Net: "unix"}, Err: err}
	}
	if name == "" || len(name) > maxSunPath {
		return fail(syscall.EINVAL)
	}
	info, err := d.Stat(name)
	if err != nil {
		return fail(err)
	}
	if err := d.Access(name, 2); err != nil {
		return fail(err)
	}
	key, ok := socketKey(info)
	if !ok || info.Mode()&fs.ModeSocket == 0 {
		return fail(syscall.ECONNREFUSED)
	}
	cfg.Path = name
	c, err := k.net.DialWith(ctx, "unix", key, cfg)
	if errno, _ := Errno(err); err != nil && errno == syscall.ENOENT {
		return fail(syscall.ECONNREFUSED) // the file is there, the listener is not
	}
	return c, err
}

// unixListener takes its file with it when it is closed, as those of Go and Node do.
type unixListener struct {
	net.Listener
	d    *vfs.FS
	name string
	file fs.FileInfo

	mu     sync.Mutex
	unlink bool
}

// SetUnlinkOnClose says whether Close removes the file; it does unless told otherwise.
func (l *unixListener) SetUnlinkOnClose(unlink bool) {
	l.mu.Lock()
	l.unlink = unlink
	l.mu.Unlock()
}

func (l *unixListener) AcceptContext(ctx context.Context) (net.Conn, error) {
	return l.Listener.(*netstack.Listener).AcceptContext(ctx)
}

func (l *unixListener) Close() error {
	l.mu.Lock()
	unlink := l.unlink
	l.unlink = false
	l.mu.Unlock()
	if unlink {
		if now, err := l.d.Lstat(l.name); err == nil && vfs.SameFile(now, l.file) {
			_ = l.d.Remove(l.name)
		}
	}
	return l.Listener.Close()
}
