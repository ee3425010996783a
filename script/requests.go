package script

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"path"
	"slices"
	"sort"
	"strings"
	"time"

	"golang.org/x/net/idna"

	"github.com/sandpit-dev/sandpit/internal/publicip"
	"github.com/sandpit-dev/sandpit/netstack"
)

// Requests is the binding requestUrl: HTTP requests that the host makes for a script. Nothing goes out but what Allow lists, over
// https unless Plain says otherwise; each redirect is checked as the first request was.
type Requests struct {
	// Transport makes the requests. For an http.Transport: set Proxy to nil, and give it a DialContext of GuardDial, which
	// looks at the address that is connected to. Without that the address is looked at once the connection is there and
	// before anything is sent. nil = no requests at all.
	Transport http.RoundTripper
	// Allow lists where requests may go: "esm.sh", "*.example.com" (every name below it), "api.example.com:8443", with a path
	// prefix by segments: "api.example.com/v1". "*" is every public name. Empty = nowhere.
	Allow []string
	Plain bool // http is allowed as well
	// Private allows addresses that are not public: private networks, loopback, link-local.
	Private bool
	// Resolve looks names up before a request, so that every address of a name is checked; nil = only the address that is
	// connected to.
	Resolve func(ctx context.Context, host string) ([]netip.Addr, error)

	Minute      int           // requests a minute; 0 = no bound
	Timeout     time.Duration // of one request with its redirects; default 30 s
	MaxResponse int64         // bytes of the body, after decompression; default 10 MB
	MaxRequest  int64         // bytes of the body; default 1 MB
	MaxHops     int           // redirects; default 5
	Methods     []string      // default GET, HEAD, POST, PUT, PATCH, DELETE
	Headers     []string      // request headers a script may set; default accept, accept-language, content-type, if-none-match, if-modified-since
	Name        string        // default "requestUrl"
	Restricted  bool
}

// RequestOptions are the second argument of requestUrl.
type RequestOptions struct {
	Method  string            `json:"method,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    string            `json:"body,omitempty"`
	Binary  bool              `json:"binary,omitempty" doc:"give the body as ArrayBuffer in data"`
}

// Response is what requestUrl gives.
type Response struct {
	Status  int               `json:"status"`
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"`
	Text    string            `json:"text"`
	Data    ArrayBuffer       `json:"data,omitempty"`
}

// Bindings is the one binding.
func (q Requests) Bindings() []Binding {
	if q.Timeout <= 0 {
		q.Timeout = 30 * time.Second
	}
	if q.MaxResponse <= 0 {
		q.MaxResponse = 10 << 20
	}
	if q.MaxRequest <= 0 {
		q.MaxRequest = 1 << 20
	}
	if q.MaxHops <= 0 {
		q.MaxHops = 5
	}
	if q.Methods == nil {
		q.Methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"}
	}
	if q.Headers == nil {
		q.Headers = []string{"accept", "accept-language", "content-type", "if-none-match", "if-modified-since"}
	}
	if q.Name == "" {
		q.Name = "requestUrl"
	}
	doc := "Makes an HTTP request. Allowed: " + strings.Join(q.Allow, ", ") + "."
	if len(q.Allow) == 0 {
		doc = "Makes an HTTP request. Nothing is allowed."
	}
	return []Binding{{
		Name: q.Name, Doc: doc, Permission: "net:request", Rate: q.Minute, Restricted: q.Restricted,
		Args: []*Schema{{Type: "string", Title: "url", MaxLength: 8192}, optional("options", RequestOptions{})}, Func: q.do,
	}}
}

// denied is all that a script learns of a refused target; the rule goes to the audit by the cause's text.
func denied(target, rule string) error {
	return &Error{Code: Denied, Message: "denied: " + bounded(target, 300) + " (" + rule + ")"}
}

// check parses a URL once and says whether a request may go there. The URL that is given back is the one to use.
func (q *Requests) check(text string) (*url.URL, error) {
	if strings.ContainsAny(text, "\\ \t\r\n") || strings.IndexFunc(text, func(r rune) bool { return r < 0x20 || r == 0x7f }) >= 0 {
		return nil, denied("a malformed URL", "characters that have no place in one")
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Opaque != "" {
		return nil, denied("a malformed URL", "not an absolute http or https URL")
	}
	switch u.Scheme = strings.ToLower(u.Scheme); u.Scheme {
	case "https":
	case "http":
		if !q.Plain {
			return nil, denied(u.Scheme+"://"+u.Host, "https only")
		}
	default:
		return nil, denied(u.Scheme+":", "https only")
	}
	if u.User != nil {
		return nil, denied(u.Hostname(), "user information in a URL")
	}
	host, ok := foldHost(u.Hostname())
	if !ok {
		return nil, denied("a malformed host", "no name or address")
	}
	port := u.Port()
	if port == "80" && u.Scheme == "http" || port == "443" && u.Scheme == "https" {
		port = ""
	}
	if strings.HasSuffix(u.Host, ":") {
		return nil, denied(host, "an empty port")
	}
	u.Host = host
	if strings.Contains(host, ":") {
		u.Host = "[" + host + "]"
	}
	if port != "" {
		u.Host += ":" + port
	}
	u.Fragment, u.RawFragment = "", ""
	if u.Path == "" {
		u.Path = "/"
	}
	if !q.allowed(u, host, port) {
		return nil, denied(u.Scheme+"://"+u.Host, "not on the list of allowed hosts")
	}
	if ip, err := netip.ParseAddr(host); err == nil && !q.Private && publicip.Kind(ip) != "" {
		return nil, denied(u.Host, "not a public address")
	}
	return u, nil
}

// foldHost gives a host the form in which two are compared: lower case ASCII without a final dot, one form for an address.
func foldHost(h string) (string, bool) {
	h = strings.TrimSuffix(h, ".")
	if h == "" || len(h) > 253 || strings.ContainsAny(h, "%") {
		return "", false
	}
	if ip, ok := netstack.ParseHost(h); ok {
		return ip.Unmap().String(), true
	}
	name, err := idna.Lookup.ToASCII(h)
	if err != nil || name == "" {
		return "", false
	}
	if ip, ok := netstack.ParseHost(name); ok {
		return ip.Unmap().String(), true
	}
	for i := range len(name) {
		c := name[i]
		if c != '-' && c != '.' && c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return "", false
		}
	}
	// What ends in a number is an address or nothing.
	last := name[strings.LastIndexByte(name, '.')+1:]
	if last == "" || strings.Trim(last, "0123456789") == "" || strings.HasPrefix(last, "0x") {
		return "", false
	}
	return name, true
}

func (q *Requests) allowed(u *url.URL, host, port string) bool {
	_, err := netip.ParseAddr(host)
	isIP := err == nil
	return slices.ContainsFunc(q.Allow, func(rule string) bool {
		rule = strings.TrimPrefix(strings.TrimPrefix(rule, "https://"), "http://")
		where, prefix, hasPath := strings.Cut(rule, "/")
		name, want := where, ""
		if i := strings.LastIndexByte(where, ':'); i >= 0 && !strings.HasSuffix(where, "]") && strings.Count(where, ":") == 1 {
			name, want = where[:i], where[i+1:]
		}
		if want == "443" && u.Scheme == "https" || want == "80" && u.Scheme == "http" {
			want = ""
		}
		if want != port {
			return false
		}
		name = strings.ToLower(strings.Trim(name, "[]"))
		switch {
		case name == host:
		case isIP:
			return false
		case name == "*":
		case strings.HasPrefix(name, "*.") && strings.HasSuffix(host, name[1:]) && len(host) > len(name)-1:
		default:
			return false
		}
		if !hasPath || prefix == "" {
			return true
		}
		// A path that is not in its simplest form could mean another one to the server.
		p := u.EscapedPath()
		low := strings.ToLower(p)
		if strings.Contains(low, "%2e") || strings.Contains(low, "%2f") || strings.Contains(low, "%5c") || path.Clean(p) != strings.TrimSuffix(p, "/") && p != "/" {
			return false
		}
		want = "/" + strings.TrimSuffix(prefix, "/")
		return p == want || strings.HasPrefix(p, want+"/")
	})
}

// GuardDial wraps a dial function so that a connection to an address that is not public is closed before anything is sent.
func GuardDial(dial func(ctx context.Context, network, addr string) (net.Conn, error)) func(ctx context.Context, network, addr string) (net.Conn, error) {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		if !publicConn(c.RemoteAddr()) {
			c.Close()
			return nil, errNotPublic
		}
		return c, nil
	}
}

var errNotPublic = errors.New("not a public address")

func publicConn(a net.Addr) bool {
	if a == nil {
		return false
	}
	ap, err := netip.ParseAddrPort(a.String())
	return err == nil && publicip.Kind(ap.Addr()) == ""
}

func (q *Requests) resolve(ctx context.Context, u *url.URL) error {
	if q.Resolve == nil || q.Private {
		return nil
	}
	host := strings.Trim(u.Hostname(), "[]")
	if _, err := netip.ParseAddr(host); err == nil {
		return nil // looked at already
	}
	list, err := q.Resolve(ctx, host)
	if err != nil || len(list) == 0 {
		return Errorf("ENOTFOUND", "no address for %s", host)
	}
	for _, ip := range list {
		if publicip.Kind(ip) != "" {
			return denied(host, "a name of an address that is not public")
		}
	}
	return nil
}

func (q *Requests) do(ctx context.Context, target string, o *RequestOptions) (*Response, error) {
	if q.Transport == nil {
		return nil, Errorf(Denied, "denied: the host has given no way out")
	}
	if o == nil {
		o = &RequestOptions{}
	}
	if int64(len(o.Body)) > q.MaxRequest {
		return nil, Errorf("EFBIG", "a request body of %d bytes: at most %s", len(o.Body), size(q.MaxRequest))
	}
	method := strings.ToUpper(o.Method)
	if method == "" {
		method = "GET"
	}
	if !slices.Contains(q.Methods, method) {
		return nil, denied(method, "method not allowed")
	}
	header := http.Header{}
	for k, v := range o.Headers {
		if !slices.ContainsFunc(q.Headers, func(h string) bool { return strings.EqualFold(h, k) }) {
			return nil, denied("the header "+bounded(k, 60), "allowed are "+strings.Join(q.Headers, ", "))
		}
		if strings.ContainsAny(v, "\r\n\x00") {
			return nil, Errorf(InvalidArgument, "a header value with a line end")
		}
		header.Set(k, v)
	}
	ctx, cancel := context.WithTimeout(ctx, q.Timeout)
	defer cancel()
	u, err := q.check(target)
	if err != nil {
		return nil, err
	}
	body := []byte(o.Body)
	for hop := 0; ; hop++ {
		if err := q.resolve(ctx, u); err != nil {
			return nil, err
		}
		res, err := q.send(ctx, method, u, header, body)
		if err != nil {
			return nil, err
		}
		where := res.Header.Get("Location")
		if res.StatusCode < 300 || res.StatusCode > 399 || res.StatusCode == 304 || where == "" {
			return q.response(u, res, o.Binary)
		}
		res.Body.Close()
		if hop >= q.MaxHops {
			return nil, Errorf(ToolError, "more than %d redirects", q.MaxHops)
		}
		ref, err := url.Parse(where)
		if err != nil || strings.ContainsAny(where, "\\\r\n\t ") {
			return nil, denied("a redirect", "a malformed URL")
		}
		next, err := q.check(u.ResolveReference(ref).String())
		if err != nil {
			return nil, err
		}
		if res.StatusCode == 303 || (res.StatusCode == 301 || res.StatusCode == 302) && method == "POST" {
			if method != "HEAD" {
				method = "GET"
			}
			body = nil
			header.Del("Content-Type")
		}
		if next.Host != u.Host || next.Scheme != u.Scheme {
			for _, h := range []string{"Authorization", "Cookie", "Proxy-Authorization"} {
				header.Del(h)
			}
		}
		u = next
	}
}

// send makes one request. A connection to an address that is not public is given up before anything is sent on it.
func (q *Requests) send(ctx context.Context, method string, u *url.URL, header http.Header, body []byte) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	if !q.Private {
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) {
			if a := i.Conn.RemoteAddr(); a != nil && a.Network() == "tcp" && !publicConn(a) {
				cancel(errNotPublic)
				i.Conn.Close()
			}
		}})
	}
	var reader io.Reader
	if body != nil && method != "GET" && method != "HEAD" {
		reader = bytes.NewReader(body)
	}
	req, err := http.NewRequestWithContext(ctx, method, u.String(), reader)
	if err != nil {
		cancel(nil)
		return nil, denied("a malformed request", "it cannot be sent")
	}
	for k, v := range header {
		req.Header[k] = slices.Clone(v)
	}
	req.Header.Set("User-Agent", "sandpit-script")
	res, err := q.Transport.RoundTrip(req)
	if err != nil {
		cause := context.Cause(ctx)
		cancel(nil)
		if errors.Is(err, errNotPublic) || errors.Is(cause, errNotPublic) {
			return nil, denied(u.Host, "not a public address")
		}
		if errors.Is(err, context.DeadlineExceeded) {
			return nil, Errorf("ETIMEDOUT", "the request took longer than %v", q.Timeout)
		}
		return nil, &Error{Code: ToolError, Message: "the request failed", cause: err}
	}
	res.Body = &cancelBody{res.Body, cancel}
	return res, nil
}

// cancelBody ends a request's context with its body.
type cancelBody struct {
	io.ReadCloser
	cancel context.CancelCauseFunc
}

func (b *cancelBody) Close() error {
	err := b.ReadCloser.Close()
	b.cancel(nil)
	return err
}

func (q *Requests) response(u *url.URL, res *http.Response, binary bool) (*Response, error) {
	defer res.Body.Close()
	b, err := io.ReadAll(io.LimitReader(res.Body, q.MaxResponse+1))
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			return nil, Errorf("ETIMEDOUT", "the request took longer than %v", q.Timeout)
		}
		return nil, &Error{Code: ToolError, Message: "the response broke off", cause: err}
	}
	if int64(len(b)) > q.MaxResponse {
		return nil, Errorf("EFBIG", "the response is larger than %s", size(q.MaxResponse))
	}
	out := &Response{Status: res.StatusCode, URL: u.String(), Headers: map[string]string{}}
	names := make([]string, 0, len(res.Header))
	for k := range res.Header {
		names = append(names, k)
	}
	sort.Strings(names)
	total := 0
	for _, k := range names {
		v := strings.Join(res.Header[k], ", ")
		if k == "Set-Cookie" || total+len(k)+len(v) > 64<<10 {
			continue
		}
		total += len(k) + len(v)
		out.Headers[strings.ToLower(k)] = v
	}
	if binary {
		out.Data = ArrayBuffer(b)
	} else {
		out.Text = strings.ToValidUTF8(string(b), "\ufffd")
	}
	return out, nil
}
