package sandpit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// HeaderLifo marks a response that Fetch, Handler or Expose made because the server gave none.
const HeaderLifo = "X-Lifo"

// The values of HeaderLifo.
const (
	LifoNoServer     = "no-server"     // 404: nothing listens on the port
	LifoTimeout      = "timeout"       // 504: no answer in time
	LifoHandlerError = "handler-error" // 500: the server closed the connection or sent no valid answer
	LifoDenied       = "denied"        // 403 and 429 inside the box: Network.Allow or Rate does not let the request out
)

var (
	// ErrNotLoopback is returned for a URL whose host is not the box.
	ErrNotLoopback = errors.New("sandpit: only loopback hosts exist in a box")
	// ErrNoPort is returned for a bare path without FetchInit.Port.
	ErrNoPort = errors.New("sandpit: a path needs a port")
)

// defaultFetchTimeout is lifo's.
const defaultFetchTimeout = 120 * time.Second

// FetchInit changes one Fetch.
type FetchInit struct {
	Method          string // default GET
	Header          http.Header
	Body            io.Reader
	Port            int           // for a URL without one
	Timeout         time.Duration // until the response's head; default 120 s, negative = none
	FollowRedirects bool
	HTTP2           bool // over http: speak HTTP/2 from the first byte (h2c); https agrees on it anyway
	Insecure        bool // over https: take any certificate, such as a self-signed one of the guest's own
}

// Fetch sends a request to a server of the box: "http://localhost:3000/x", or "/x" with init.Port. The response
// streams; close its body.
//
// Trouble on the way is a response with an X-Lifo header, so that it can be shown as what a browser would get:
// no-server 404, timeout 504, handler-error 500. An error is returned for a URL that is none or leads elsewhere
// (ErrNotLoopback), a path without a port (ErrNoPort), a closed box and a ctx that has ended.
func (sb *Sandbox) Fetch(ctx context.Context, rawURL string, init *FetchInit) (*http.Response, error) {
	if err := sb.check(); err != nil {
		return nil, err
	}
	if init == nil {
		init = &FetchInit{}
	}
	u, err := sb.fetchURL(rawURL, init.Port)
	if err != nil {
		return nil, err
	}
	method := init.Method
	if method == "" {
		method = http.MethodGet
	}
	timeout := init.Timeout
	if timeout == 0 {
		timeout = defaultFetchTimeout
	}

	// The body lives as long as the caller reads it: the timeout covers the head alone.
	rctx, cancel := context.WithCancelCause(ctx)
	req, err := http.NewRequestWithContext(rctx, method, u.String(), init.Body)
	if err != nil {
		cancel(nil)
		return nil, fmt.Errorf("sandpit: fetch: %w", err)
	}
	if init.Header != nil {
		req.Header = init.Header.Clone()
		if host := req.Header.Get("Host"); host != "" {
			req.Host = host
			req.Header.Del("Host")
		}
	}
	var timer *time.Timer
	if timeout > 0 {
		timer = time.AfterFunc(timeout, func() { cancel(errFetchTimeout) })
	}
	rt := roundTripper{sb, plainWay}
	if init.HTTP2 {
		rt.way |= h2cWay
	}
	if init.Insecure {
		rt.way |= anyCert
	}
	var res *http.Response
	if init.FollowRedirects {
		res, err = (&http.Client{Transport: rt}).Do(req)
	} else {
		res, err = rt.RoundTrip(req)
	}
	if timer != nil && !timer.Stop() && err == nil {
		res.Body.Close() // the head came as the time was up
		err = errFetchTimeout
	}
	if err != nil {
		cause := context.Cause(rctx)
		cancel(nil)
		if cause == errFetchTimeout {
			err = errFetchTimeout
		}
		return sb.fetchTrouble(ctx, req, err)
	}
	res.Body = &cancelBody{res.Body, cancel}
	return res, nil
}

var errFetchTimeout = errors.New("sandpit: no response in time")

// fetchURL completes a URL or a bare path and holds it to the box.
func (sb *Sandbox) fetchURL(raw string, port int) (*url.URL, error) {
	if port < 0 || port > 65535 {
		return nil, fmt.Errorf("sandpit: fetch: port %d: not in 1..65535", port)
	}
	if strings.HasPrefix(raw, "/") && !strings.HasPrefix(raw, "//") {
		if port == 0 {
			return nil, fmt.Errorf("%w: %q", ErrNoPort, raw)
		}
		raw = "http://localhost" + raw
	}
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("sandpit: fetch: %q is not a valid URL", raw)
	}
	if err := sb.reachable(u.Scheme, u.Hostname()); err != nil {
		return nil, err
	}
	if u.Port() == "" && port != 0 {
		u.Host = net.JoinHostPort(u.Hostname(), strconv.Itoa(port))
	}
	return u, nil
}

// fetchTrouble turns an error of the way into a response, unless it is the caller's or the box has ended.
func (sb *Sandbox) fetchTrouble(ctx context.Context, req *http.Request, err error) (*http.Response, error) {
	if closed := sb.check(); closed != nil {
		return nil, closed
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if errors.Is(err, ErrNotLoopback) {
		return nil, err // a redirect that leads out
	}
	status, kind, text := trouble(req.URL, err)
	return &http.Response{
		Status: strconv.Itoa(status) + " " + http.StatusText(status), StatusCode: status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{
			"Content-Type":   {"text/plain; charset=utf-8"},
			"Content-Length": {strconv.Itoa(len(text))},
			HeaderLifo:       {kind},
		},
		Body: io.NopCloser(bytes.NewReader([]byte(text))), ContentLength: int64(len(text)), Request: req,
	}, nil
}

// trouble says what a client gets for an error of the way: status, X-Lifo value and body, as lifo words them.
func trouble(u *url.URL, err error) (status int, kind, text string) {
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		port := u.Port()
		switch {
		case port != "":
		case u.Scheme == "https":
			port = "443"
		default:
			port = "80"
		}
		return http.StatusNotFound, LifoNoServer, "No server listening on port " + port
	case errors.Is(err, errFetchTimeout), errors.Is(err, context.DeadlineExceeded):
		return http.StatusGatewayTimeout, LifoTimeout, "Gateway timeout: server did not respond for " + u.String()
	default:
		if ue, ok := errors.AsType[*url.Error](err); ok {
			err = ue.Err
		}
		return http.StatusInternalServerError, LifoHandlerError, "Internal server error: " + err.Error()
	}
}

// cancelBody releases the request's context with the body.
type cancelBody struct {
	io.ReadCloser
	cancel context.CancelCauseFunc
}

func (b *cancelBody) Close() error {
	err := b.ReadCloser.Close()
	b.cancel(nil)
	return err
}

// Write lets a 101 response's body be written to, as net/http promises.
func (b *cancelBody) Write(p []byte) (int, error) {
	if w, ok := b.ReadCloser.(io.Writer); ok {
		return w.Write(p)
	}
	return 0, errors.New("sandpit: response body is not writable")
}

// quietLog takes what net/http would print on the host's stderr.
var quietLog = log.New(io.Discard, "", 0)
