package kernel

import (
	"context"
	"io/fs"
	"net"
	"os"
	"time"
)

// connFile is a connection as a file.
type connFile struct{ c net.Conn }

// contextConn is a connection whose calls end with a context, as those of netstack do.
type contextConn interface {
	ReadContext(ctx context.Context, b []byte) (int, error)
	WriteContext(ctx context.Context, b []byte) (int, error)
}

// NewConnFile makes a File of a connection and takes it over: the last Close closes it. Blocked calls on a connection of
// the box's network end when their process is killed; those on any other end when the connection is closed.
func NewConnFile(c net.Conn) *File {
	return newFile(connFile{c}, "socket:["+c.LocalAddr().String()+"]", os.O_RDWR)
}

// do runs one call of a connection for c.
func (f connFile) do(c call, plain func([]byte) (int, error), with func(context.Context, []byte) (int, error), b []byte) (int, error) {
	if c.p != nil {
		c.p.sleeping.Add(1)
		defer c.p.sleeping.Add(-1)
	}
	ctx := c.ctx
	switch {
	case with == nil:
		return plain(b)
	case c.p == nil:
	case ctx == nil || ctx == c.p.ctx:
		ctx = c.p.ctx
	default:
		both, cancel := context.WithCancelCause(ctx)
		stop := context.AfterFunc(c.p.ctx, func() { cancel(context.Cause(c.p.ctx)) })
		defer cancel(nil)
		defer stop()
		ctx = both
	}
	n, err := with(ctx, b)
	if err != nil && n == 0 {
		if cerr := c.err(); cerr != nil {
			return 0, cerr
		}
	}
	return n, err
}

func (f connFile) read(c call, _ *File, b []byte) (int, error) {
	if cc, ok := f.c.(contextConn); ok {
		return f.do(c, nil, cc.ReadContext, b)
	}
	return f.do(c, f.c.Read, nil, b)
}

func (f connFile) write(c call, _ *File, b []byte) (int, error) {
	if cc, ok := f.c.(contextConn); ok {
		return f.do(c, nil, cc.WriteContext, b)
	}
	return f.do(c, f.c.Write, nil, b)
}

func (f connFile) close(*File) error { return f.c.Close() }
func (f connFile) unwrap() any       { return f.c }

func (f connFile) readable() bool {
	if b, ok := f.c.(interface{ Buffered() int }); ok {
		return b.Buffered() > 0
	}
	return false
}

func (f connFile) stat() (fs.FileInfo, error) {
	return anonInfo("socket", fs.ModeSocket|0o777, 0, 0, time.Time{}), nil
}
