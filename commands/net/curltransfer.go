package net

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

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
	if name, ok := fileURL(u); ok {
		t.err = t.transferFile(name)
		t.stats.total = c.now().Sub(t.started)
		return t
	}
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
	first := t.t.origin()
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
		if t.t.origin() != first && !c.trusted {
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
		if !c.http10 && !c.http11 || conn.tls.ConnectionState().NegotiatedProtocol == "http/1.1" {
			c.note("using HTTP/1.1")
		}
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
