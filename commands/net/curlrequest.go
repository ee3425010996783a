package net

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
)

// prepare works out method and body.
func (t *transfer) prepare() *curlError {
	c := t.c
	if c.formError != nil {
		return c.formError
	}
	t.method = "GET"
	switch {
	case c.hasData && c.get:
		sep := "?"
		if strings.Contains(t.t.path, "?") {
			sep = "&"
		}
		if len(c.data) > 0 {
			t.t.path += sep + lowerEscapes(encodeBlank(string(c.data)))
			t.t.text += sep + lowerEscapes(encodeBlank(string(c.data)))
		}
		if c.head {
			t.method = "HEAD"
		}
	case c.hasData:
		t.method = "POST"
		t.body = bytesBody(c.data, "application/x-www-form-urlencoded")
		if c.json {
			t.body.ctype = ""
		}
	case len(c.forms) > 0:
		t.method = "POST"
		data, ctype := c.multipart()
		t.body = bytesBody(data, ctype)
	case c.upload != "":
		t.method = "PUT"
		if strings.HasSuffix(t.t.path, "/") && c.upload != "-" && c.upload != "." {
			name := encodeBlank(path.Base(c.upload))
			t.t.path += name
			t.t.text += name
		}
		b, err := c.uploadBody()
		if err != nil {
			cmd.Raw(c.p, "curl: Can't open '"+c.upload+"'!\ncurl: try 'curl --help' or 'curl --manual' for more information\n")
			return &curlError{curlReadError, "Failed to open/read local data from file/application"}
		}
		t.body = b
	case c.head:
		t.method = "HEAD"
	}
	if c.method != "" {
		t.method = c.method
	}
	for _, h := range c.headers { // the caller asks for chunks
		name, value, _ := strings.Cut(h, ":")
		if t.body != nil && !c.http10 && strings.EqualFold(strings.TrimSpace(name), "transfer-encoding") && strings.EqualFold(strings.TrimSpace(value), "chunked") {
			t.body.size = -1
		}
	}
	return nil
}

func bytesBody(b []byte, ctype string) *curlBody {
	return &curlBody{reader: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b)), nil }, size: int64(len(b)), ctype: ctype, expect: len(b) > 1<<20}
}

func (c *curlRun) uploadBody() (*curlBody, error) {
	if c.upload == "-" || c.upload == "." {
		return &curlBody{reader: func() (io.ReadCloser, error) { return io.NopCloser(c.p.Stdin()), nil }, size: -1, expect: true}, nil
	}
	info, err := c.p.FS().Stat(c.upload)
	if err == nil && info.IsDir() {
		err = os.ErrInvalid
	}
	if err == nil {
		err = c.p.FS().Access(c.upload, 4)
	}
	if err != nil {
		return nil, err
	}
	return &curlBody{reader: func() (io.ReadCloser, error) { return c.p.FS().Open(c.upload) }, size: info.Size(), expect: info.Size() > 0}, nil
}

// requestHead is the request line and header in curl's order.
func (t *transfer) requestHead() string {
	c := t.c
	custom := map[string]bool{}
	for _, h := range c.headers {
		if i := strings.IndexAny(h, ":;"); i > 0 {
			custom[strings.ToLower(strings.TrimSpace(h[:i]))] = true
		}
	}
	version := "HTTP/1.1"
	if c.http10 {
		version = "HTTP/1.0"
	}
	var b strings.Builder
	b.WriteString(t.method + " " + t.t.path + " " + version + "\r\n")
	line := func(name, value string) {
		if !custom[strings.ToLower(name)] {
			b.WriteString(name + ": " + value + "\r\n")
		}
	}
	line("Host", t.t.hostHeader())
	for _, h := range c.headers {
		if k, v, ok := strings.Cut(h, ":"); ok && strings.EqualFold(k, "host") && strings.TrimSpace(v) != "" {
			b.WriteString("Host:" + v + "\r\n")
		}
	}
	if t.auth {
		switch user := t.credentials(); {
		case c.bearer != "":
			line("Authorization", "Bearer "+c.bearer)
		case user != "":
			line("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user)))
		}
	}
	if c.rng != "" {
		line("Range", "bytes="+strings.TrimPrefix(c.rng, "bytes="))
	} else if n := t.resumeFrom(); n > 0 {
		line("Range", fmt.Sprintf("bytes=%d-", n))
	}
	if c.agent != "" {
		line("User-Agent", c.agent)
	}
	if !c.json || t.body == nil {
		line("Accept", "*/*")
	}
	if c.compress {
		line("Accept-Encoding", "deflate, gzip, zstd")
	}
	if t.referer != "" {
		line("Referer", t.referer)
	}
	if cookie := c.jar.header(t.t, c.now()); cookie != "" {
		line("Cookie", cookie)
	}
	if c.json && t.body != nil {
		line("Content-Type", "application/json")
		line("Accept", "application/json")
	}
	for _, h := range c.headers {
		name, value, ok := strings.Cut(h, ":")
		lower := strings.ToLower(strings.TrimSpace(name))
		switch {
		case ok && lower == "host":
		case ok && !t.auth && (lower == "authorization" || lower == "cookie"):
		case ok && strings.TrimSpace(value) != "":
			b.WriteString(strings.TrimRight(h, "\r\n") + "\r\n")
		case !ok && strings.HasSuffix(h, ";"):
			b.WriteString(strings.TrimSuffix(h, ";") + ":\r\n")
		}
	}
	if c.http2 && t.t.scheme == "http" {
		line("Connection", "Upgrade, HTTP2-Settings")
		line("Upgrade", "h2c")
		line("HTTP2-Settings", "AAMAAABkAAQCAAAAAAIAAAAA")
	}
	if t.body != nil {
		if t.body.size >= 0 {
			line("Content-Length", strconv.FormatInt(t.body.size, 10))
		} else {
			line("Transfer-Encoding", "chunked")
		}
		if t.body.ctype != "" {
			line("Content-Type", t.body.ctype)
		}
		if t.body.expect && !c.http10 {
			line("Expect", "100-continue")
		}
		if custom["expect"] {
			t.body.expect = false
		}
	}
	b.WriteString("\r\n")
	return b.String()
}

func (t *transfer) credentials() string {
	if u := t.t.u.User; u != nil && t.c.user == "" {
		pw, _ := u.Password()
		return u.Username() + ":" + pw
	}
	return t.c.user
}

func (t *transfer) send(conn *httpConn) (*http.Response, []byte, *curlError) {
	c := t.c
	if conn.http2 != nil {
		return t.sendHTTP2(conn)
	}
	head := t.requestHead()
	t.stats.requestSize += int64(len(head))
	if c.verbose {
		cmd.Raw(c.p, prefixed("> ", head))
	}
	t.stats.pretransfer = c.now().Sub(t.started)
	if _, err := io.WriteString(conn, head); err != nil {
		return nil, nil, t.ioError(err, true)
	}
	skip := false
	if t.body != nil && t.body.expect && !c.http10 {
		// The server has a second to say whether it wants the body.
		_ = conn.SetReadDeadline(time.Now().Add(time.Second))
		if _, err := conn.br.Peek(1); err == nil {
			resp, raw, rerr := conn.response(t.method)
			if rerr != nil {
				return nil, nil, t.ioError(rerr, false)
			}
			if resp.StatusCode != 100 {
				skip = true
				resp.Close = true
				return resp, raw, nil
			}
			t.showHead(raw)
			t.stats.headerSize += int64(len(raw))
		} else if !timedOut(err) {
			return nil, nil, t.ioError(err, false)
		} else {
			c.note("Done waiting for 100-continue")
		}
		_ = conn.SetReadDeadline(time.Time{})
		t.deadline(conn)
	}
	if t.body != nil && !skip {
		if err := t.sendBody(conn); err != nil {
			return nil, nil, err
		}
	}
	for {
		resp, raw, err := conn.response(t.method)
		if t.stats.start == 0 {
			t.stats.start = c.now().Sub(t.started)
		}
		if err != nil {
			if len(raw) > 0 && !bytes.HasPrefix(raw, []byte("HTTP/")) && !timedOut(err) {
				return nil, nil, &curlError{curlUnsupported, "Received HTTP/0.9 when not allowed"}
			}
			return nil, nil, t.ioError(err, false)
		}
		if resp.StatusCode >= 100 && resp.StatusCode < 200 && resp.StatusCode != 101 {
			t.showHead(raw)
			t.stats.headerSize += int64(len(raw))
			continue
		}
		return resp, raw, nil
	}
}

func (t *transfer) sendBody(conn *httpConn) *curlError {
	src, err := t.body.reader()
	if err != nil {
		return &curlError{curlReadError, "Failed to open/read local data from file/application"}
	}
	defer src.Close()
	buf := make([]byte, cmd.BufferSize)
	if t.c.verbose && t.body.size > 0 && t.body.size <= cmd.BufferSize {
		cmd.Raw(t.c.p, fmt.Sprintf("} [%d bytes data]\n", t.body.size))
	}
	left := t.body.size
	w := bufio.NewWriterSize(conn, cmd.BufferSize)
	for left != 0 {
		b := buf
		if left > 0 {
			b = buf[:min(left, int64(len(buf)))]
		}
		n, err := src.Read(b)
		if n > 0 {
			var werr error
			if left > 0 {
				_, werr = conn.Write(b[:n])
				left -= int64(n)
			} else {
				fmt.Fprintf(w, "%x\r\n", n)
				_, _ = w.Write(b[:n])
				_, _ = w.WriteString("\r\n")
				werr = w.Flush()
			}
			t.stats.upload += int64(n)
			if werr != nil {
				return nil // the server may have answered early: read that
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return &curlError{curlReadError, "Failed to open/read local data from file/application"}
		}
	}
	t.stats.requestSize += t.stats.upload
	if t.body.size < 0 {
		_, _ = w.WriteString("0\r\n\r\n")
		_ = w.Flush()
	}
	return nil
}
