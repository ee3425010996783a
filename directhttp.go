package sandpit

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"slices"
	"sync"
	"time"

	"golang.org/x/net/http/httpguts"

	"github.com/sandpit-dev/sandpit/netstack"
)

// direct sends requests without a body over connections of the box on the caller's own goroutine: net/http's parsers
// without the two goroutines a connection that its Transport needs where reads cannot end with a context. Those of
// netstack can, and that halves the time of a request. Whatever is more than such a request takes the Transport.
type direct struct {
	sb *Sandbox

	mu     sync.Mutex
	idle   map[string][]*directConn // by address
	n      int
	closed bool
	reaper *time.Timer // while connections are idle
}

const (
	maxDirectIdle = 64
	directIdle    = 30 * time.Second
	maxDirectHead = 10 << 20 // as http.Transport has it
)

// directConn is a connection with its buffers. ctx is that of the request under way.
type directConn struct {
	*netstack.Conn
	addr  string
	br    *bufio.Reader
	bw    *bufio.Writer
	ctx   context.Context
	left  int64 // of the header
	since time.Time
}

var errDirectHead = errors.New("sandpit: response header too large")

func (c *directConn) Read(b []byte) (int, error) {
	if c.left == 0 {
		return 0, errDirectHead
	}
	if c.left > 0 && int64(len(b)) > c.left {
		b = b[:c.left]
	}
	n, err := c.ReadContext(c.ctx, b)
	if c.left > 0 {
		c.left -= int64(n)
	}
	return n, err
}

func (c *directConn) Write(b []byte) (int, error) { return c.WriteContext(c.ctx, b) }

// takes reports whether a request is one for direct.
func (d *direct) takes(req *http.Request) bool {
	//lint:ignore SA1019 a caller may still use it; http.Transport knows how
	if req.Cancel != nil {
		return false
	}
	if req.URL.Scheme != "http" || req.Body != nil && req.Body != http.NoBody || req.Trailer != nil || req.Close || len(req.TransferEncoding) > 0 {
		return false
	}
	switch req.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions: // what may be sent twice when a connection turns out dead
	default:
		return false
	}
	for _, name := range []string{"Upgrade", "Expect", "Connection", "Te", "Transfer-Encoding", "Content-Length", "Trailer"} {
		if _, ok := req.Header[name]; ok {
			return false
		}
	}
	for name, values := range req.Header { // what is malformed is net/http's to refuse
		if !httpguts.ValidHeaderFieldName(name) || slices.ContainsFunc(values, func(v string) bool { return !httpguts.ValidHeaderFieldValue(v) }) {
			return false
		}
	}
	return req.URL.Host != "" && httpguts.ValidHostHeader(req.Host) && httptrace.ContextClientTrace(req.Context()) == nil
}

// roundTrip is http.RoundTripper's.
func (d *direct) roundTrip(req *http.Request) (*http.Response, error) {
	addr := req.URL.Host
	if req.URL.Port() == "" {
		addr = net.JoinHostPort(req.URL.Hostname(), "80")
	}
	ctx := req.Context()
	for {
		c, reused, err := d.conn(ctx, addr)
		if err != nil {
			return nil, err
		}
		res, err := c.exchange(ctx, req)
		if err == nil {
			res.Body = d.body(c, res)
			return res, nil
		}
		c.Conn.Close()
		if !reused || ctx.Err() != nil {
			if ctx.Err() != nil {
				err = context.Cause(ctx)
			}
			return nil, err
		}
	}
}

// exchange sends a request and reads the response's header.
func (c *directConn) exchange(ctx context.Context, req *http.Request) (*http.Response, error) {
	c.ctx, c.left = ctx, maxDirectHead
	werr := req.Write(c.bw)
	if werr == nil {
		werr = c.bw.Flush()
	}
	for range 10 { // informational answers
		res, err := http.ReadResponse(c.br, req)
		switch {
		case err == nil && res.StatusCode == http.StatusSwitchingProtocols:
			return nil, fmt.Errorf("sandpit: unasked-for %s", res.Status)
		case err == nil && res.StatusCode < 200:
			continue
		case err == nil:
			c.left = -1
			return res, nil
		case werr != nil:
			return nil, werr
		case err == io.ErrUnexpectedEOF && c.left == maxDirectHead:
			return nil, io.EOF
		}
		return nil, err
	}
	return nil, errors.New("sandpit: too many informational responses")
}

// conn gives an idle connection that is still open, or a new one.
func (d *direct) conn(ctx context.Context, addr string) (c *directConn, reused bool, err error) {
	for {
		d.mu.Lock()
		list := d.idle[addr]
		if len(list) == 0 {
			d.mu.Unlock()
			break
		}
		c := list[len(list)-1]
		list[len(list)-1] = nil
		d.idle[addr] = list[:len(list)-1]
		d.n--
		d.mu.Unlock()
		var b [1]byte
		if n, err := c.TryRead(b[:]); n == 0 && err == nil && c.br.Buffered() == 0 && time.Since(c.since) < directIdle {
			return c, true, nil
		}
		c.Conn.Close()
	}
	if err := d.sb.check(); err != nil {
		return nil, false, err
	}
	nc, err := d.sb.k.Net().Dial(ctx, "tcp", addr)
	if err != nil {
		return nil, false, err
	}
	own, ok := nc.(*netstack.Conn)
	if !ok {
		nc.Close()
		return nil, false, fmt.Errorf("%w: %q", ErrNotLoopback, addr)
	}
	c = &directConn{Conn: own, addr: addr}
	c.br, c.bw = bufio.NewReader(c), bufio.NewWriter(c)
	return c, false, nil
}

// put keeps a connection for the next request.
func (d *direct) put(c *directConn) {
	c.ctx, c.since = context.Background(), time.Now()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed || d.n >= maxDirectIdle || c.br.Buffered() > 0 {
		c.Conn.Close()
		return
	}
	if d.idle == nil {
		d.idle = map[string][]*directConn{}
	}
	d.idle[c.addr] = append(d.idle[c.addr], c)
	if d.n++; d.reaper == nil {
		d.reaper = time.AfterFunc(directIdle, d.reap)
	}
}

// reap closes the connections that nobody has used for a while.
func (d *direct) reap() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return
	}
	old := time.Now().Add(-directIdle)
	for addr, list := range d.idle {
		n := 0 // the oldest are in front
		for n < len(list) && !list[n].since.After(old) {
			list[n].Conn.Close()
			n++
		}
		if d.n -= n; n == len(list) {
			delete(d.idle, addr)
		} else {
			d.idle[addr] = slices.Delete(list, 0, n)
		}
	}
	if d.n > 0 {
		d.reaper.Reset(directIdle)
	} else {
		d.reaper = nil
	}
}

// close closes the idle connections; those in use end with their bodies or with the box.
func (d *direct) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	if d.reaper != nil {
		d.reaper.Stop()
	}
	for _, list := range d.idle {
		for _, c := range list {
			c.Conn.Close()
		}
	}
	d.idle, d.n = nil, 0
}

// body gives the connection back when it was read to its end.
func (d *direct) body(c *directConn, res *http.Response) io.ReadCloser {
	if res.Body == http.NoBody || res.ContentLength == 0 || res.Request.Method == http.MethodHead {
		d.done(c, res.Close)
		return http.NoBody
	}
	b := &directBody{ReadCloser: res.Body, d: d, c: c, last: res.Close, ctx: res.Request.Context()}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stop = context.AfterFunc(b.ctx, func() { b.end(context.Cause(b.ctx), false) }) // the server sees it though nobody reads
	return b
}

func (d *direct) done(c *directConn, last bool) {
	if last {
		c.Conn.Close()
	} else {
		d.put(c)
	}
}

type directBody struct {
	io.ReadCloser
	d    *direct
	last bool
	ctx  context.Context

	mu   sync.Mutex // Close may come from another goroutine while a Read waits
	c    *directConn
	err  error
	stop func() bool
}

func (b *directBody) Read(p []byte) (int, error) {
	b.mu.Lock()
	open, err := b.c != nil, b.err
	b.mu.Unlock()
	if !open {
		return 0, err
	}
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		if err != io.EOF && b.ctx.Err() != nil {
			err = context.Cause(b.ctx)
		}
		b.end(err, err == io.EOF && !b.last)
	}
	return n, err
}

// end gives the connection up, once.
func (b *directBody) end(err error, keep bool) {
	b.mu.Lock()
	c := b.c
	b.c = nil
	if b.err == nil {
		b.err = err
	}
	b.mu.Unlock()
	if c != nil {
		b.stop()
		b.d.done(c, !keep)
	}
}

// Close ends the response. What was not read of it costs the connection, so that a server that streams without end sees
// that nobody listens.
func (b *directBody) Close() error {
	b.end(http.ErrBodyReadAfterClose, false)
	return nil
}
