package sandpit

import (
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"path"
	"strconv"
	"strings"
)

// HandlerOptions changes what HandlerWith does between the host's client and the box's server.
type HandlerOptions struct {
	// Prefix is the path in the host's mux below which the port is mounted, such as "/app". It is taken off requests, told
	// to the server as X-Forwarded-Prefix, and put before the paths of redirects and cookies that come back. A request
	// for the prefix itself is redirected to the one with a slash; one for anything else gets 404.
	Prefix string
	// Frames lets a page of the host show the answers in a frame: X-Frame-Options and the frame-ancestors of a
	// Content-Security-Policy are taken off. For previews only: they are what keeps a page from being framed by others.
	Frames bool
}

// Handler mounts a port of the box in a host mux: HTTP and WebSocket. The server sees Host localhost:port and
// X-Forwarded-For, -Host and -Proto. Bodies stream both ways, trailers, 100 Continue and early hints (103) pass. When the
// server gives no answer the client gets one with an X-Lifo header, as with Fetch. Mount it under a prefix with
// http.StripPrefix, or with HandlerWith, which puts redirects right, too.
func (sb *Sandbox) Handler(port int) http.Handler { return sb.HandlerWith(port, HandlerOptions{}) }

// HandlerWith is Handler with options.
func (sb *Sandbox) HandlerWith(port int, opts HandlerOptions) http.Handler {
	authority := net.JoinHostPort("localhost", strconv.Itoa(port))
	target := &url.URL{Scheme: "http", Host: authority}
	prefix := ""
	if opts.Prefix != "" && opts.Prefix != "/" {
		prefix = path.Clean("/" + opts.Prefix)
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(pr *httputil.ProxyRequest) {
			pr.SetURL(target)
			pr.SetXForwarded()
			pr.Out.Trailer = pr.In.Trailer // one map: its values come with the end of the body
			if prefix != "" {
				pr.Out.Header.Set("X-Forwarded-Prefix", prefix)
			}
		},
		Transport:     sb.Transport(),
		FlushInterval: -1, // streams arrive as they are written
		ErrorLog:      quietLog,
		ModifyResponse: func(res *http.Response) error {
			if opts.Frames {
				allowFrames(res.Header)
			}
			if prefix != "" {
				mountResponse(res.Header, prefix, authority)
			}
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			status, kind, text := trouble(target, err)
			w.Header().Set(HeaderLifo, kind)
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			w.WriteHeader(status)
			io.WriteString(w, text)
		},
	}
	if prefix == "" {
		return proxy
	}
	strip := http.StripPrefix(prefix, proxy)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == prefix:
			to := url.URL{Path: prefix + "/", RawQuery: r.URL.RawQuery}
			http.Redirect(w, r, to.String(), http.StatusPermanentRedirect)
		case strings.HasPrefix(r.URL.Path, prefix+"/"):
			strip.ServeHTTP(w, r)
		default:
			http.NotFound(w, r)
		}
	})
}

// allowFrames takes the headers off that keep a page out of frames.
func allowFrames(h http.Header) {
	h.Del("X-Frame-Options")
	for _, name := range []string{"Content-Security-Policy", "Content-Security-Policy-Report-Only"} {
		values := h.Values(name)
		h.Del(name)
		for _, v := range values {
			var keep []string
			for policy := range strings.SplitSeq(v, ",") { // one header may hold several
				var rest []string
				for directive := range strings.SplitSeq(policy, ";") {
					if f := strings.Fields(directive); len(f) > 0 && !strings.EqualFold(f[0], "frame-ancestors") {
						rest = append(rest, strings.TrimSpace(directive))
					}
				}
				if len(rest) > 0 {
					keep = append(keep, strings.Join(rest, "; "))
				}
			}
			if len(keep) > 0 {
				h.Add(name, strings.Join(keep, ", "))
			}
		}
	}
}

// mountResponse moves the paths that a server behind a prefix names under that prefix: redirects to itself and cookies.
func mountResponse(h http.Header, prefix, authority string) {
	for _, name := range []string{"Location", "Content-Location"} {
		loc := h.Get(name)
		u, err := url.Parse(loc)
		if loc == "" || err != nil {
			continue
		}
		own := u.Host == "" && u.Scheme == "" || u.Scheme == "http" && u.Host == authority
		if !own || u.Host == "" && !strings.HasPrefix(u.Path, "/") {
			continue
		}
		rest := u.EscapedPath()
		if rest == "" {
			rest = "/"
		}
		if u.RawQuery != "" {
			rest += "?" + u.RawQuery
		}
		if u.Fragment != "" {
			rest += "#" + u.EscapedFragment()
		}
		h.Set(name, prefix+rest)
	}
	cookies := h.Values("Set-Cookie")
	for i, c := range cookies {
		parts := strings.Split(c, ";")
		for j, p := range parts[1:] {
			key, value, ok := strings.Cut(strings.TrimSpace(p), "=")
			if ok && strings.EqualFold(key, "path") && strings.HasPrefix(value, "/") {
				parts[j+1] = " Path=" + prefix + strings.TrimSuffix(value, "/")
				if value == "/" {
					parts[j+1] = " Path=" + prefix + "/"
				}
			}
		}
		cookies[i] = strings.Join(parts, ";")
	}
}
