package net

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
)

// startHTTP2 lets net/http speak HTTP/2 on a connection that has agreed on it. Streams one after the other are all that
// curl needs. net/http does not tell the order of header fields; they are shown sorted.
func (c *httpConn) startHTTP2() {
	given := false
	dial := func(context.Context, string, string) (net.Conn, error) {
		if given {
			return nil, net.ErrClosed
		}
		given = true
		return c.Conn, nil
	}
	c.http2 = &http.Transport{
		DialContext: dial, DialTLSContext: dial, DisableCompression: true, MaxResponseHeaderBytes: maxHead, Protocols: new(http.Protocols),
	}
	c.http2.Protocols.SetHTTP2(true)
	c.http2.Protocols.SetUnencryptedHTTP2(true)
}

// sendHTTP2 makes one request on such a connection. What the request is comes from the head that HTTP/1 would have.
func (t *transfer) sendHTTP2(conn *httpConn) (*http.Response, []byte, *curlError) {
	c := t.c
	lines := splitHead([]byte(t.requestHead()))
	u := &url.URL{Scheme: t.t.scheme, Host: t.t.hostHeader(), Opaque: t.t.path}
	if strings.HasPrefix(t.t.path, "//") || strings.ContainsAny(t.t.path, "?") || !strings.HasPrefix(t.t.path, "/") {
		if parsed, err := url.ParseRequestURI(t.t.path); err == nil {
			u.Opaque, u.Path, u.RawPath, u.RawQuery = "", parsed.Path, parsed.RawPath, parsed.RawQuery
		}
	} else {
		u.Opaque = ""
		u.Path = t.t.path
		if p, err := url.PathUnescape(t.t.path); err == nil {
			u.Path, u.RawPath = p, t.t.path
		}
	}
	req := (&http.Request{Method: t.method, URL: u, Host: t.t.hostHeader(), Header: http.Header{"User-Agent": nil}}).WithContext(t.ctx)
	var fields []string
	for _, l := range lines[1:] {
		name, value, ok := strings.Cut(l, ":")
		if !ok {
			continue
		}
		value = strings.TrimSpace(value)
		switch strings.ToLower(name) {
		case "host":
			req.Host = value
			continue
		case "connection", "upgrade", "http2-settings", "transfer-encoding", "expect", "keep-alive":
			continue
		case "content-length":
		case "user-agent":
			req.Header["User-Agent"] = []string{value}
		default:
			req.Header.Add(name, value)
		}
		fields = append(fields, strings.ToLower(name)+": "+value)
	}
	if c.verbose {
		c.note("using HTTP/2")
		for _, f := range append([]string{":method: " + t.method, ":path: " + t.t.path, ":scheme: " + t.t.scheme, ":authority: " + req.Host}, fields...) {
			c.note("h2h3 [%s]", f)
		}
		c.note("Using Stream ID: %d (easy handle 0x5581c0de)", 2*conn.streams+1)
		cmd.Raw(c.p, prefixed("> ", fmt.Sprintf("%s %s HTTP/2\r\nHost: %s\r\n%s\r\n", t.method, t.t.path, req.Host, crlf(fields))))
	}
	conn.streams++
	if t.body != nil {
		src, err := t.body.reader()
		if err != nil {
			return nil, nil, &curlError{curlReadError, "Failed to open/read local data from file/application"}
		}
		req.Body, req.ContentLength = &countUpload{src, &t.stats.upload}, t.body.size
	}
	t.stats.pretransfer = c.now().Sub(t.started)
	resp, err := conn.http2.RoundTrip(req)
	if t.stats.start == 0 {
		t.stats.start = c.now().Sub(t.started)
	}
	if err != nil {
		if t.ctx.Err() != nil || timedOut(err) {
			return nil, nil, t.ioError(context.DeadlineExceeded, false)
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, nil, t.ioError(io.EOF, false)
		}
		return nil, nil, &curlError{curlHTTP2, "HTTP/2 stream was not closed cleanly"}
	}
	resp.Close = false
	return resp, http2Head(resp), nil
}

func crlf(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l + "\r\n")
	}
	return b.String()
}

// http2Head writes a response's header as curl shows one of HTTP/2.
func http2Head(resp *http.Response) []byte {
	names := make([]string, 0, len(resp.Header))
	for name := range resp.Header {
		names = append(names, name)
	}
	slices.Sort(names)
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/2 %d \r\n", resp.StatusCode)
	for _, name := range names {
		for _, v := range resp.Header[name] {
			fmt.Fprintf(&b, "%s: %s\r\n", strings.ToLower(name), v)
		}
	}
	b.WriteString("\r\n")
	return b.Bytes()
}

// countUpload counts what is sent.
type countUpload struct {
	io.ReadCloser
	n *int64
}

func (c *countUpload) Read(b []byte) (int, error) {
	n, err := c.ReadCloser.Read(b)
	*c.n += int64(n)
	return n, err
}
