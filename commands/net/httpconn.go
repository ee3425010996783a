package net

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// maxHead bounds the header of a response, as curl does.
const maxHead = 300 << 10

var errHeadTooLarge = errors.New("response header too large")

// httpConn is a connection that keeps the bytes of each response's header as they came.
type httpConn struct {
	net.Conn
	id      int
	key     string
	br      *bufio.Reader
	rec     []byte
	record  bool
	raw     net.Conn
	tls     *tls.Conn
	http2   *http.Transport // set when HTTP/2 is spoken
	streams int
}

func (c *httpConn) Close() error {
	if c.http2 != nil {
		c.http2.CloseIdleConnections()
	}
	return c.Conn.Close()
}

func (c *httpConn) readRecorded(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.record {
		if c.rec = append(c.rec, b[:n]...); len(c.rec) > maxHead+len(b) {
			return 0, errHeadTooLarge
		}
	}
	return n, err
}

type recordingReader struct{ c *httpConn }

func (r recordingReader) Read(b []byte) (int, error) { return r.c.readRecorded(b) }

// response reads a response's header; head is its text with the empty line.
func (c *httpConn) response(method string) (resp *http.Response, head []byte, err error) {
	held, _ := c.br.Peek(c.br.Buffered())
	c.rec, c.record = append(c.rec[:0], held...), true
	if _, err := c.br.Peek(1); err != nil {
		c.record = false
		return nil, nil, err
	}
	resp, err = http.ReadResponse(c.br, &http.Request{Method: method})
	c.record = false
	head = c.rec
	if i := headEnd(head); i >= 0 {
		head = head[:i]
	}
	return resp, bytes.Clone(head), err
}

// headEnd finds the end of the header, after the empty line.
func headEnd(b []byte) int {
	i, j := bytes.Index(b, []byte("\r\n\r\n")), bytes.Index(b, []byte("\n\n"))
	switch {
	case i >= 0 && (j < 0 || i < j):
		return i + 4
	case j >= 0:
		return j + 2
	}
	return -1
}

// connPool keeps idle connections of one program.
type connPool struct {
	p    *kernel.Process
	idle map[string]*httpConn
	next int
}

func newConnPool(p *kernel.Process) *connPool { return &connPool{p: p, idle: map[string]*httpConn{}} }

func (p *connPool) close() {
	for _, c := range p.idle {
		_ = c.Close()
	}
}

// take gives an idle connection for a key, or nil.
func (p *connPool) take(key string) *httpConn {
	c := p.idle[key]
	delete(p.idle, key)
	return c
}

func (p *connPool) put(c *httpConn) {
	if old := p.idle[c.key]; old != nil {
		_ = old.Close()
	}
	_ = c.SetDeadline(time.Time{})
	p.idle[c.key] = c
}

// dial opens a connection.
func (p *connPool) dial(ctx context.Context, key, network, addr string) (*httpConn, error) {
	conn, err := p.p.Dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	c := &httpConn{Conn: conn, raw: conn, id: p.next, key: key}
	p.next++
	c.br = bufio.NewReaderSize(recordingReader{c}, 32<<10)
	return c, nil
}

// noHost reports whether a name could not be resolved.
func noHost(err error) bool {
	var dns *net.DNSError
	return errors.As(err, &dns)
}

func timedOut(err error) bool {
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded)
}

// splitHead gives the lines of a header without line ends.
func splitHead(head []byte) []string {
	text := strings.ReplaceAll(string(head), "\r\n", "\n")
	return strings.Split(strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\n"), "\n")
}

// hostOf is the address part of a connection's end.
func hostOf(a net.Addr) (host, port string) {
	if a == nil {
		return "", ""
	}
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return "", ""
	}
	return host, port
}

// finished reports whether a response's body may be followed by another response on the connection.
func finished(resp *http.Response, err error) bool {
	return (err == nil || err == io.EOF) && !resp.Close
}
