package script

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"
)

// RouteOptions say which function handles HTTP requests.
type RouteOptions struct {
	Module  string
	Export  string // default "default"
	Mode    *Mode  // nil = Options.Mode
	Timeout time.Duration
	MaxBody int64 // bytes of a request's body, default 1 MB; more is answered 413
}

// Handler makes an exported function an http.Handler: mount it in a mux, or serve it on a port of a box. The function gets
// {method, url, path, query, headers, body}, where query and headers have the first value of each name, header names are in
// lower case, and a body that is no text is base64 in bodyBase64. What it returns is the answer: a string is text, an
// object with status, headers and one of body (text), json or base64 is just that, anything else is sent as JSON, null and undefined are 204. A script that
// fails is answered 500, 504 when it took too long, 503 when the engine is closed, with the code and nothing else.
func (e *Engine) Handler(o RouteOptions) http.Handler {
	if o.MaxBody <= 0 {
		o.MaxBody = 1 << 20
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, o.MaxBody))
		if err != nil {
			http.Error(w, "request body too large", http.StatusRequestEntityTooLarge)
			return
		}
		res, err := e.With(CallOptions{Timeout: o.Timeout, Mode: o.Mode}).Call(r.Context(), o.Module, o.Export, requestValue(r, body))
		if err != nil {
			status := http.StatusInternalServerError
			switch CodeOf(err) {
			case Timeout:
				status = http.StatusGatewayTimeout
			case Closed:
				status = http.StatusServiceUnavailable
			}
			w.Header().Set("X-Script-Error", string(CodeOf(err)))
			http.Error(w, "script error: "+string(CodeOf(err)), status)
			return
		}
		answer(w, res)
	})
}

func requestValue(r *http.Request, body []byte) map[string]any {
	query, headers := map[string]any{}, map[string]any{}
	for k, v := range r.URL.Query() {
		query[k] = v[0]
	}
	for k, v := range r.Header {
		headers[strings.ToLower(k)] = strings.Join(v, ", ")
	}
	headers["host"] = r.Host
	m := map[string]any{"method": r.Method, "url": r.URL.RequestURI(), "path": r.URL.Path, "query": query, "headers": headers}
	if utf8.Valid(body) {
		m["body"] = string(body)
	} else {
		m["bodyBase64"] = base64.StdEncoding.EncodeToString(body)
	}
	return m
}

// answer writes what the function returned.
func answer(w http.ResponseWriter, res *Result) {
	if string(res.JSON) == "null" {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	var text string
	if res.Decode(&text) == nil {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, text)
		return
	}
	var out struct {
		Status  int
		Headers map[string]string
		Body    *string
		JSON    json.RawMessage
		Base64  []byte
	}
	if err := res.Decode(&out); err != nil || out.Status == 0 && out.Body == nil && out.JSON == nil && out.Base64 == nil && out.Headers == nil {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(res.JSON)
		return
	}
	for k, v := range out.Headers {
		switch strings.ToLower(k) {
		case "content-length", "transfer-encoding", "connection":
		default:
			w.Header().Set(k, v)
		}
	}
	status := out.Status
	if status < 200 || status > 599 {
		status = http.StatusOK
	}
	kind, body := "text/plain; charset=utf-8", []byte(nil)
	switch {
	case out.Body != nil:
		body = []byte(*out.Body)
	case out.JSON != nil:
		kind, body = "application/json", out.JSON
	case out.Base64 != nil:
		kind, body = "application/octet-stream", out.Base64
	}
	if w.Header().Get("Content-Type") == "" && body != nil {
		w.Header().Set("Content-Type", kind)
	}
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
