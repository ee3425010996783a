package net

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// transfer is one URL on its way, redirects included.
type transfer struct {
	c       *curlRun
	ctx     context.Context
	url     string
	num     int
	t       *target
	method  string
	sink    *curlSink
	started time.Time
	resp    *http.Response
	head    []byte // of the last response
	stats   transferStats
	err     *curlError
	body    *curlBody
	first   string // host of the first request
	auth    bool
	referer string
}

// transferStats is what -w can show.
type transferStats struct {
	connects, redirects                       int
	headerSize, requestSize, download, upload int64
	namelookup, connect, appconnect           time.Duration
	pretransfer                               time.Duration
	verified                                  int // of X509_verify_cert
	start, total, redirectTime                time.Duration
	local, remote                             [2]string
	redirectURL                               string
	code, numHeaders                          int
	effective                                 string
}

func (c *curlRun) now() time.Time { return c.p.Kernel().Clock().Now() }

// run performs all transfers; the status is that of the last one that failed, or of the last.
func (c *curlRun) run(ctx context.Context) int {
	status := 0
	num := 0
	for i, pattern := range c.urls {
		urls, values := []string{pattern}, [][]string{nil}
		var gerr *curlError
		if !c.globOff {
			urls, values, gerr = globURL(pattern)
		}
		if gerr != nil {
			c.report(gerr)
			return gerr.code
		}
		var out curlOutput
		if i < len(c.outputs) {
			out = c.outputs[i]
		} else if c.remote {
			out.remote = true
		}
		for j, u := range urls {
			if c.p.Safepoint() != nil {
				return 1
			}
			o := out
			for k, v := range values[j] {
				o.file = strings.ReplaceAll(o.file, "#"+strconv.Itoa(k+1), v)
			}
			t := c.transferRetrying(ctx, u, num, o)
			num++
			status = 0
			if t.err != nil {
				status = t.err.code
				if c.failEarly {
					return c.end(status)
				}
			}
		}
	}
	return c.end(status)
}

// end saves the cookies.
func (c *curlRun) end(status int) int {
	if c.jarFile != "" {
		text := c.jar.String()
		if c.jarFile == "-" {
			_, _ = io.WriteString(c.out, text)
		} else if err := c.p.FS().WriteFile(c.jarFile, []byte(text), 0o600); err != nil {
			c.warn("WARNING: failed to save cookies in " + c.jarFile)
		}
	}
	if c.dumpFile != nil {
		_ = c.dumpFile.Close()
	}
	return status
}

func (c *curlRun) warn(s string) {
	if !c.silent || c.showError {
		cmd.Raw(c.p, s+"\n")
	}
}

func (c *curlRun) report(e *curlError) {
	if e.text != "" && (!c.silent || c.showError) {
		cmd.Raw(c.p, fmt.Sprintf("curl: (%d) %s\n", e.code, e.text))
	}
}

func (c *curlRun) note(format string, args ...any) {
	if c.verbose {
		cmd.Raw(c.p, "* "+fmt.Sprintf(format, args...)+"\n")
	}
}

func (c *curlRun) transferRetrying(ctx context.Context, u string, num int, out curlOutput) *transfer {
	wait := time.Second
	for try := 0; ; try++ {
		t := c.transferOne(ctx, u, num, out)
		again := false
		if t.err != nil {
			again = t.err.code == curlTimeout || t.err.code == curlNoHost || c.retryAll
		}
		switch t.stats.code {
		case 408, 429, 500, 502, 503, 504:
			again = true
		}
		if !again || try >= c.retry || c.p.Safepoint() != nil {
			t.finish()
			return t
		}
		if c.retryWait > 0 {
			wait = c.retryWait
		}
		if t.err != nil {
			c.report(t.err)
		}
		if !c.silent {
			what := "timeout"
			if t.err == nil || t.err.code == curlHTTPError {
				what = "HTTP error"
			} else if t.err.code == curlNoConnect {
				what = "connection refused"
			}
			left := c.retry - try
			cmd.Raw(c.p, fmt.Sprintf("Warning: Problem: %s. Will retry in %d seconds. %d retries left.\n", what, int(wait.Seconds()), left))
		}
		t.sink.discard()
		if c.p.Sleep(ctx, wait) != nil {
			t.finish()
			return t
		}
		if c.retryWait == 0 {
			wait = min(2*wait, 10*time.Minute)
		}
	}
}

// transferOne makes a request and follows its redirects.
func (c *curlRun) transferOne(ctx context.Context, u string, num int, out curlOutput) *transfer {
	t := &transfer{c: c, ctx: ctx, url: u, num: num, started: c.now(), referer: c.referer, auth: true}
	t.sink = &curlSink{t: t, out: out}
	t.stats.effective = u
	t.t, t.err = parseTarget(u, c.pathAsIs)
	if t.err != nil {
		return t
	}
	if c.proxy != "" {
		t.err = &curlError{curlNoProxy, "Could not resolve proxy: " + c.proxy}
		return t
	}
	if t.err = t.prepare(); t.err != nil {
		return t
	}
	if c.timeout > 0 {
		var cancel context.CancelFunc
		t.ctx, cancel = context.WithTimeout(ctx, c.timeout)
		defer cancel()
	}
	t.first = t.t.host
	for {
		t.stats.effective = t.t.text
		next, err := t.exchange()
		if err != nil {
			t.err = err
			break
		}
		if next == "" {
			break
		}
		if !c.follow {
			t.stats.redirectURL = next
			break
		}
		if c.maxRedirs >= 0 && t.stats.redirects >= c.maxRedirs {
			t.err = &curlError{curlRedirects, fmt.Sprintf("Maximum (%d) redirects followed", c.maxRedirs)}
			break
		}
		t.stats.redirects++
		c.note("Issue another request to this URL: '%s'", next)
		if c.autoRef {
			t.referer = t.t.text
		}
		t.t, t.err = parseTarget(encodeBlank(next), c.pathAsIs)
		if t.err != nil {
			break
		}
		if t.t.host != t.first && !c.trusted {
			t.auth = false
		}
		t.stats.redirectTime = c.now().Sub(t.started)
	}
	t.stats.total = c.now().Sub(t.started)
	return t
}

// finish closes the output, reports an error and writes what -w asks for.
func (t *transfer) finish() {
	if err := t.sink.close(t.err == nil); err != nil && t.err == nil {
		t.err = err
	}
	if t.err != nil {
		t.c.report(t.err)
	}
	if t.c.writeOut != "" {
		t.writeOut()
	}
}

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

// connect finds an idle connection or opens one.
func (t *transfer) connect() (conn *httpConn, reused bool, err *curlError) {
	c := t.c
	key := t.t.scheme + "://" + t.t.hostHeader()
	if conn := c.conns.take(key); conn != nil {
		c.note("Re-using existing connection #%d with host %s", conn.id, t.t.host)
		return conn, true, nil
	}
	begin := c.now()
	network, host := "tcp", t.t.host
	addr := ""
	if c.unix != "" {
		network, addr = "unix", c.unix
		c.note("  Trying %s:0...", c.unix)
	} else {
		ip := c.resolve[strings.ToLower(host)+":"+t.t.port]
		port := t.t.port
		for _, rule := range c.connectTo {
			p := strings.Split(rule, ":")
			if len(p) == 4 && (p[0] == "" || strings.EqualFold(p[0], host)) && (p[1] == "" || p[1] == port) {
				if p[2] != "" {
					ip = p[2]
				}
				if p[3] != "" {
					port = p[3]
				}
				break
			}
		}
		if ip == "" {
			ip = host
			if addrs, lerr := c.p.Kernel().Net().Lookup(host); lerr == nil && len(addrs) > 0 {
				c.note("  Trying %s:%s...", addrs[0], port)
			}
		}
		addr = joinHostPort(ip, port)
	}
	t.stats.namelookup = c.now().Sub(t.started)
	ctx := t.ctx
	if c.connectTO > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.connectTO)
		defer cancel()
	}
	conn, derr := c.conns.dial(ctx, key, network, addr)
	ms := c.now().Sub(begin).Milliseconds()
	switch {
	case derr == nil:
	case timedOut(derr):
		return nil, false, &curlError{curlTimeout, fmt.Sprintf("Connection timed out after %d milliseconds", ms)}
	case noHost(derr):
		c.note("Could not resolve host: %s", host)
		c.note("Closing connection %d", c.conns.next)
		return nil, false, &curlError{curlNoHost, "Could not resolve host: " + host}
	default:
		if errno, ok := kernel.Errno(derr); ok {
			c.note("connect to %s port %s failed: %s", host, t.t.port, kernel.Strerror(errno))
		}
		text := fmt.Sprintf("Failed to connect to %s port %s after %d ms: Couldn't connect to server", host, t.t.port, ms)
		c.note("%s", text)
		c.note("Closing connection %d", c.conns.next)
		return nil, false, &curlError{curlNoConnect, text}
	}
	t.stats.connects++
	remote, port := hostOf(conn.RemoteAddr())
	if c.unix != "" {
		c.note("Connected to %s (%s) port %s (#%d)", host, c.unix, t.t.port, conn.id)
	} else {
		c.note("Connected to %s (%s) port %s (#%d)", host, remote, port, conn.id)
	}
	t.stats.connect = c.now().Sub(t.started)
	t.deadline(conn)
	if t.t.scheme == "https" {
		if err := t.secure(conn); err != nil {
			_ = conn.Close()
			return nil, false, err
		}
		t.stats.appconnect = c.now().Sub(t.started)
	}
	if conn.tls != nil && conn.tls.ConnectionState().NegotiatedProtocol == "h2" || c.http2Prior && t.t.scheme == "http" {
		conn.startHTTP2()
	} else if conn.tls != nil {
		c.note("using HTTP/1.x")
	}
	return conn, false, nil
}

func (t *transfer) deadline(conn *httpConn) {
	if d, ok := t.ctx.Deadline(); ok {
		_ = conn.SetDeadline(d)
	}
}

// exchange sends the request and delivers the response; next is where a redirect leads.
func (t *transfer) exchange() (next string, failed *curlError) {
	c := t.c
	for try := 0; ; try++ {
		conn, reused, err := t.connect()
		if err != nil {
			return "", err
		}
		t.deadline(conn)
		t.stats.local[0], t.stats.local[1] = hostOf(conn.LocalAddr())
		t.stats.remote[0], t.stats.remote[1] = hostOf(conn.RemoteAddr())
		resp, head, serr := t.send(conn)
		if serr != nil && reused && try == 0 && serr.code != curlTimeout {
			_ = conn.Close()
			continue
		}
		if serr != nil {
			_ = conn.Close()
			c.note("Closing connection %d", conn.id)
			return "", serr
		}
		return t.receive(conn, resp, head)
	}
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

// ioError says what a failure of the connection means.
func (t *transfer) ioError(err error, sending bool) *curlError {
	ms := t.c.now().Sub(t.started).Milliseconds()
	switch {
	case timedOut(err):
		return &curlError{curlTimeout, fmt.Sprintf("Operation timed out after %d milliseconds with %d bytes received", ms, t.stats.download)}
	case errors.Is(err, errHeadTooLarge):
		return &curlError{curlRecvError, fmt.Sprintf("Too large response headers: %d > %d", maxHead+1, maxHead)}
	case sending:
		return &curlError{curlSendError, "Send failure: " + kernel.Strerror(err)}
	case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF):
		t.c.note("Empty reply from server")
		return &curlError{curlEmpty, "Empty reply from server"}
	}
	if _, ok := kernel.Errno(err); ok {
		return &curlError{curlRecvError, "Recv failure: " + kernel.Strerror(err)}
	}
	return &curlError{curlWeird, "Weird server reply"}
}

// prefixed puts a mark before every line; the carriage returns stay, as in curl's own output.
func prefixed(mark, head string) string {
	var b strings.Builder
	for line := range strings.Lines(head) {
		b.WriteString(mark + line)
	}
	return b.String()
}

// showHead prints a header for -v, -i, -I and -D.
func (t *transfer) showHead(raw []byte) {
	c := t.c
	if c.verbose {
		cmd.Raw(c.p, prefixed("< ", string(raw)))
	}
	if c.dumpTo != "" {
		if c.dumpTo == "-" {
			_, _ = c.out.Write(raw)
		} else {
			if c.dumpFile == nil {
				c.dumpFile, _ = c.p.Open(c.dumpTo, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
			}
			if c.dumpFile != nil {
				_, _ = c.dumpFile.Write(c.p.Context(), raw)
			}
		}
	}
	if c.include || c.head {
		_ = t.sink.write(raw)
	}
}

// receive handles a response: header, redirect, body.
func (t *transfer) receive(conn *httpConn, resp *http.Response, raw []byte) (next string, failed *curlError) {
	c := t.c
	t.resp, t.head = resp, raw
	t.stats.code = resp.StatusCode
	t.stats.headerSize += int64(len(raw))
	t.stats.numHeaders = len(splitHead(raw)) - 1
	if c.cookies {
		c.jar.receive(t.t, resp.Header, c.now())
	}
	failing := resp.StatusCode >= 400 && (c.fail || c.failBody)
	if loc := resp.Header.Get("Location"); loc != "" && resp.StatusCode/100 == 3 {
		next = t.t.resolveRef(loc)
	}
	if c.fail && failing {
		if c.verbose || c.dumpTo != "" {
			t.showHead(raw)
		}
		_ = conn.Close()
		return "", &curlError{curlHTTPError, fmt.Sprintf("The requested URL returned error: %d", resp.StatusCode)}
	}
	if c.fromName {
		t.sink.nameFrom(resp.Header.Get("Content-Disposition"))
	}
	t.showHead(raw)
	var err error
	following := next != "" && c.follow
	if c.maxSize > 0 && resp.ContentLength > c.maxSize {
		_ = conn.Close()
		return "", &curlError{63, "Maximum file size exceeded"}
	}
	if failed := t.readBody(resp, following); failed != nil {
		_ = conn.Close()
		c.note("Closing connection %d", conn.id)
		return "", failed
	}
	if following {
		switch {
		case resp.StatusCode == 303 && t.method != "HEAD" && !(c.post303 && t.body != nil),
			resp.StatusCode == 301 && t.method == "POST" && !c.post301,
			resp.StatusCode == 302 && t.method == "POST" && !c.post302:
			t.body = nil
			if c.method == "" {
				t.method = "GET"
			}
		}
	}
	if finished(resp, err) && resp.StatusCode != 101 {
		c.conns.put(conn)
		c.note("Connection #%d to host %s left intact", conn.id, t.t.host)
	} else {
		_ = conn.Close()
		c.note("Closing connection %d", conn.id)
	}
	if c.failBody && failing {
		return "", &curlError{curlHTTPError, fmt.Sprintf("The requested URL returned error: %d", resp.StatusCode)}
	}
	return next, nil
}

func (t *transfer) readBody(resp *http.Response, drop bool) *curlError {
	c := t.c
	counted := &countReader{r: resp.Body}
	src, cerr := io.Reader(counted), (*curlError)(nil)
	if c.compress && !drop && t.method != "HEAD" {
		if src, cerr = decoded(counted, resp.Header.Get("Content-Encoding")); cerr != nil {
			return cerr
		}
	}
	buf := make([]byte, 32<<10)
	var failed *curlError
	for {
		n, err := src.Read(buf)
		if n > 0 && !drop {
			if failed = t.sink.write(buf[:n]); failed != nil {
				break
			}
		}
		t.stats.download = counted.n
		if c.maxSize > 0 && t.stats.download > c.maxSize {
			return &curlError{63, "Maximum file size exceeded"}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			switch {
			case timedOut(err):
				out := fmt.Sprintf("%d bytes received", t.stats.download)
				if resp.ContentLength > 0 {
					out = fmt.Sprintf("%d out of %d bytes received", t.stats.download, resp.ContentLength)
				}
				return &curlError{curlTimeout, fmt.Sprintf("Operation timed out after %d milliseconds with %s", c.now().Sub(t.started).Milliseconds(), out)}
			case errors.Is(err, io.ErrUnexpectedEOF) && resp.ContentLength > 0:
				return &curlError{curlPartial, fmt.Sprintf("transfer closed with %d bytes remaining to read", resp.ContentLength-t.stats.download)}
			case errors.Is(err, io.ErrUnexpectedEOF):
				return &curlError{curlPartial, "transfer closed with outstanding read data remaining"}
			}
			if _, ok := kernel.Errno(err); ok {
				return &curlError{curlRecvError, "Recv failure: " + kernel.Strerror(err)}
			}
			return &curlError{curlBadEncoding, "Error while processing content unencoding: " + err.Error()}
		}
	}
	if c.verbose && t.stats.download > 0 {
		cmd.Raw(c.p, fmt.Sprintf("{ [%d bytes data]\n", t.stats.download))
	}
	return failed
}

type countReader struct {
	r io.Reader
	n int64
}

func (c *countReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

// decoded undoes the content codings, the outermost last in the header.
func decoded(r io.Reader, encodings string) (io.Reader, *curlError) {
	list := strings.Split(encodings, ",")
	for i := len(list) - 1; i >= 0; i-- {
		var err error
		switch strings.ToLower(strings.TrimSpace(list[i])) {
		case "", "identity":
		case "gzip", "x-gzip":
			r, err = gzip.NewReader(r)
		case "deflate":
			br := bufio.NewReader(r)
			if head, _ := br.Peek(2); len(head) == 2 && head[0]&0x0f == 8 && (uint(head[0])<<8|uint(head[1]))%31 == 0 {
				r, err = zlib.NewReader(br)
			} else {
				r = flate.NewReader(br)
			}
		case "zstd":
			r, err = zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20))
		default:
			return nil, &curlError{curlBadEncoding, "Unrecognized content encoding type. libcurl understands deflate, gzip, zstd content encodings."}
		}
		if err != nil {
			if err == io.EOF {
				return strings.NewReader(""), nil
			}
			return nil, &curlError{curlBadEncoding, "Error while processing content unencoding: " + err.Error()}
		}
	}
	return r, nil
}
