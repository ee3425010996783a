package sandpit

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// Request is one request that a name of Network.Hosts was asked, for assertions in tests.
type Request struct {
	Time      time.Time // of arrival, by the box's clock
	Scheme    string    // http or https
	Host      string    // as the client named it, without port
	Method    string
	URL       string // path and query
	Proto     string // HTTP/1.1, HTTP/2.0
	Header    http.Header
	Body      []byte // what the handler read of it, at most 64 KiB
	BodyBytes int64  // what the handler read of it, in all
	Status    int    // 0 until the handler has answered
	Bytes     int64  // of the response's body
	Duration  time.Duration
}

const (
	maxRequests     = 1000
	maxRequestBody  = 64 << 10
	maxRequestBytes = 8 << 20 // of all bodies together
)

// requestLog keeps the newest requests.
type requestLog struct {
	now  func() time.Time
	done func(Request) // Network.Log

	mu    sync.Mutex
	list  []*logEntry
	bytes int
}

// logEntry is a request that may still be under way when it is dropped from the list.
type logEntry struct {
	Request
	dropped bool
}

// Requests returns what the names of Network.Hosts were asked, oldest first: the last 1000 requests. A request is listed
// from its arrival on.
func (sb *Sandbox) Requests() []Request { return sb.hosts.log.all() }

func (l *requestLog) all() []Request {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]Request, len(l.list))
	for i, r := range l.list {
		out[i] = r.Request
		out[i].Body = bytes.Clone(r.Body)
		out[i].Header = r.Header.Clone()
	}
	return out
}

func (l *requestLog) add(r *logEntry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, r)
	l.trim()
}

// trim drops the oldest while there are too many. Called with the lock held.
func (l *requestLog) trim() {
	for len(l.list) > maxRequests || l.bytes > maxRequestBytes && len(l.list) > 1 {
		first := l.list[0]
		l.bytes -= len(first.Body)
		first.Body, first.dropped = nil, true
		l.list = l.list[1:]
	}
}

// wrap records what h is asked.
func (l *requestLog) wrap(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := &logEntry{Request: Request{Time: l.now(), Scheme: "http", Host: hostOnly(r.Host), Method: r.Method, URL: r.URL.RequestURI(), Proto: r.Proto, Header: r.Header.Clone()}}
		if r.TLS != nil {
			rec.Scheme = "https"
		}
		l.add(rec)
		lw := &loggedWriter{ResponseWriter: w, log: l, rec: rec}
		if r.Body != nil && r.Body != http.NoBody {
			r.Body = &loggedBody{ReadCloser: r.Body, log: l, rec: rec}
		}
		start := time.Now()
		defer func() {
			l.mu.Lock()
			rec.Duration = time.Since(start)
			if rec.Status == 0 && !lw.hijacked {
				rec.Status = http.StatusOK
			}
			done := rec.Request
			l.mu.Unlock()
			if l.done != nil {
				done.Body = bytes.Clone(done.Body)
				l.done(done)
			}
		}()
		if _, ok := w.(http.Hijacker); ok {
			h.ServeHTTP(hijackWriter{lw}, r)
		} else {
			h.ServeHTTP(lw, r)
		}
	})
}

func hostOnly(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return hostport
}

// loggedBody keeps the first bytes that the handler reads.
type loggedBody struct {
	io.ReadCloser
	log *requestLog
	rec *logEntry
}

func (b *loggedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if n > 0 {
		l := b.log
		l.mu.Lock()
		b.rec.BodyBytes += int64(n)
		if keep := min(n, maxRequestBody-len(b.rec.Body)); keep > 0 && !b.rec.dropped {
			b.rec.Body = append(b.rec.Body, p[:keep]...)
			l.bytes += keep
			l.trim()
		}
		l.mu.Unlock()
	}
	return n, err
}

// loggedWriter notes status and size.
type loggedWriter struct {
	http.ResponseWriter
	log      *requestLog
	rec      *logEntry
	hijacked bool
}

func (w *loggedWriter) note(status, n int) {
	w.log.mu.Lock()
	if w.rec.Status == 0 && status >= 200 {
		w.rec.Status = status
	}
	w.rec.Bytes += int64(n)
	w.log.mu.Unlock()
}

func (w *loggedWriter) WriteHeader(status int) {
	if status == http.StatusSwitchingProtocols {
		w.log.mu.Lock()
		w.rec.Status = status
		w.log.mu.Unlock()
	}
	w.note(status, 0)
	w.ResponseWriter.WriteHeader(status)
}

func (w *loggedWriter) Write(b []byte) (int, error) {
	w.note(http.StatusOK, len(b))
	return w.ResponseWriter.Write(b)
}

func (w *loggedWriter) Flush() {
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// Unwrap is for http.ResponseController.
func (w *loggedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// hijackWriter is a loggedWriter of a connection that can be taken over (HTTP/1).
type hijackWriter struct{ *loggedWriter }

func (w hijackWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	c, rw, err := w.ResponseWriter.(http.Hijacker).Hijack()
	if err == nil {
		w.log.mu.Lock()
		w.hijacked, w.rec.Status = true, http.StatusSwitchingProtocols
		w.log.mu.Unlock()
	}
	return c, rw, err
}
