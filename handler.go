package sandpit

import (
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
)

// Handler mounts a port of the box in a host mux: HTTP and WebSocket. The server sees Host localhost:port and
// X-Forwarded-For, -Host and -Proto. When it gives no answer the client gets one with an X-Lifo header, as with Fetch.
// Mount it under a prefix with http.StripPrefix.
func (sb *Sandbox) Handler(port int) http.Handler {
	target := &url.URL{Scheme: "http", Host: net.JoinHostPort("localhost", strconv.Itoa(port))}
	return &httputil.ReverseProxy{
		Rewrite: func(pr *httputil.ProxyRequest) {
			pr.SetURL(target)
			pr.SetXForwarded()
		},
		Transport:     sb.Transport(),
		FlushInterval: -1, // streams arrive as they are written
		ErrorLog:      quietLog,
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			status, kind, text := trouble(target, err)
			w.Header().Set(HeaderLifo, kind)
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			w.WriteHeader(status)
			io.WriteString(w, text)
		},
	}
}
