package httpwire

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// recorder writes down what a parser reports.
type recorder struct {
	out    strings.Builder
	upgr   bool
	noBody bool
	body   int
}

func (r *recorder) Head(h *Head) (Action, error) {
	fmt.Fprintf(&r.out, "%s%d%s %s HTTP/%d.%d %q cl=%d chunked=%v keep=%v up=%v\n", h.Method, h.Status, h.StatusText, h.URL, h.Major, h.Minor, h.Fields, h.ContentLength, h.Chunked, h.KeepAlive, h.Upgrade)
	if r.upgr && h.Upgrade {
		return Upgrade, nil
	}
	if r.noBody {
		return NoBody, nil
	}
	return Continue, nil
}
func (r *recorder) Body(b []byte) error {
	r.body += len(b)
	r.out.Write(b)
	return nil
}
func (r *recorder) End(t []string) error {
	fmt.Fprintf(&r.out, "|end %q\n", t)
	return nil
}

func TestRequests(t *testing.T) {
	tests := []struct{ name, in, code, want string }{
		{name: "pipelined", in: "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.0\r\nX-y:  v \r\n\r\n",
			want: "GET0 /1 HTTP/1.1 [\"Host\" \"a\"] cl=-1 chunked=false keep=true up=false\n|end []\nGET0 /2 HTTP/1.0 [\"X-y\" \"v\"] cl=-1 chunked=false keep=false up=false\n|end []\n"},
		{name: "length", in: "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcPUT /x HTTP/1.1\r\n\r\n",
			want: "POST0 / HTTP/1.1 [\"Content-Length\" \"3\"] cl=3 chunked=false keep=true up=false\nabc|end []\nPUT0 /x HTTP/1.1 [] cl=-1 chunked=false keep=true up=false\n|end []\n"},
		{name: "chunked", in: "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nhe\r\n3\r\nllo\r\n0\r\nX-T: v\r\n\r\n",
			want: "POST0 / HTTP/1.1 [\"Transfer-Encoding\" \"chunked\"] cl=-1 chunked=true keep=true up=false\nhello|end [\"X-T\" \"v\"]\n"},
		{name: "leading newlines", in: "\r\n\r\nGET / HTTP/1.1\r\n\r\n", want: "GET0 / HTTP/1.1 [] cl=-1 chunked=false keep=true up=false\n|end []\n"},
		{name: "garbage", in: "hello\r\n\r\n", code: "HPE_INVALID_METHOD"},
		{name: "unknown method", in: "BREW / HTTP/1.1\r\n\r\n", code: "HPE_INVALID_METHOD"},
		{name: "space before colon", in: "GET / HTTP/1.1\r\nHost : a\r\n\r\n", code: "HPE_INVALID_HEADER_TOKEN"},
		{name: "length and chunked", in: "POST / HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n", code: "HPE_INVALID_TRANSFER_ENCODING"},
		{name: "chunked and length", in: "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n", code: "HPE_UNEXPECTED_CONTENT_LENGTH"},
		{name: "two lengths", in: "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", code: "HPE_UNEXPECTED_CONTENT_LENGTH"},
		{name: "plus", in: "POST / HTTP/1.1\r\nContent-Length: +5\r\n\r\n", code: "HPE_INVALID_CONTENT_LENGTH"},
		{name: "overflow", in: "POST / HTTP/1.1\r\nContent-Length: 9223372036854775808\r\n\r\n", code: "HPE_INVALID_CONTENT_LENGTH"},
		{name: "chunked not last", in: "POST / HTTP/1.1\r\nTransfer-Encoding: chunked, identity\r\n\r\n", code: "HPE_INVALID_TRANSFER_ENCODING"},
		{name: "bare LF", in: "GET / HTTP/1.1\nHost: a\n\n", code: "HPE_INVALID_VERSION"},
		{name: "bare LF field", in: "GET / HTTP/1.1\r\nHost: a\n\n", code: "HPE_CR_EXPECTED"},
		{name: "fold", in: "GET / HTTP/1.1\r\nX: a\r\n b\r\n\r\n", code: "HPE_INVALID_HEADER_TOKEN"},
		{name: "NUL", in: "GET / HTTP/1.1\r\nX: a\x00b\r\n\r\n", code: "HPE_INVALID_HEADER_TOKEN"},
		{name: "bare CR in value", in: "GET / HTTP/1.1\r\nX: a\rb\r\n\r\n", code: "HPE_INVALID_HEADER_TOKEN"},
		{name: "header overflow", in: "GET / HTTP/1.1\r\nX: " + strings.Repeat("y", 20000) + "\r\n\r\n", code: "HPE_HEADER_OVERFLOW"},
		{name: "many headers overflow", in: "GET / HTTP/1.1\r\n" + strings.Repeat("abcd: efgh\r\n", 3000) + "\r\n", code: "HPE_HEADER_OVERFLOW"},
		{name: "blank overflow", in: "GET / HTTP/1.1\r\nX:" + strings.Repeat(" ", 60000), code: "HPE_HEADER_OVERFLOW"},
		{name: "extensions", in: "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;" + strings.Repeat("e", 20000), code: "HPE_CHUNK_EXTENSIONS_OVERFLOW"},
		{name: "chunk size", in: "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", code: "HPE_INVALID_CHUNK_SIZE"},
		{name: "chunk size overflow", in: "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n", code: "HPE_INVALID_CHUNK_SIZE"},
		{name: "chunk end", in: "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", code: "HPE_STRICT"},
		{name: "after close", in: "POST /len HTTP/1.0\r\nContent-Length: 3\r\n\r\nxyzEXTRA", code: "HPE_CLOSED_CONNECTION"},
		{name: "HTTP/0.9", in: "GET /\r\n", code: "HPE_INVALID_CONSTANT"},
	}
	for _, tt := range tests {
		for _, size := range []int{1 << 20, 1, 7} {
			var r recorder
			p := New(Request, &r, Limits{})
			var err error
			for in := []byte(tt.in); len(in) > 0 && err == nil; {
				n := min(size, len(in))
				_, err = p.Execute(in[:n])
				in = in[n:]
			}
			var pe *Error
			code := ""
			if errors.As(err, &pe) {
				code = pe.Code
			}
			if code != tt.code {
				t.Errorf("%s in pieces of %d: code %q, want %q", tt.name, size, code, tt.code)
			}
			if tt.want != "" && r.out.String() != tt.want {
				t.Errorf("%s in pieces of %d:\n%s\nwant\n%s", tt.name, size, r.out.String(), tt.want)
			}
		}
	}
}

func TestResponses(t *testing.T) {
	var r recorder
	p := New(Response, &r, Limits{})
	in := "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 204\r\n\r\nHTTP/1.1 200 Until End\r\n\r\nrest"
	if n, err := p.Execute([]byte(in)); err != nil || n != len(in) {
		t.Fatal(n, err)
	}
	if p.Idle() {
		t.Error("idle inside a body")
	}
	if err := p.Finish(); err != nil {
		t.Fatal(err)
	}
	want := "100Continue  HTTP/1.1 [] cl=-1 chunked=false keep=true up=false\n|end []\n200OK  HTTP/1.1 [\"Content-Length\" \"2\"] cl=2 chunked=false keep=true up=false\nok|end []\n204  HTTP/1.1 [] cl=-1 chunked=false keep=true up=false\n|end []\n200Until End  HTTP/1.1 [] cl=-1 chunked=false keep=false up=false\nrest|end []\n"
	if r.out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", r.out.String(), want)
	}
	p = New(Response, &recorder{}, Limits{})
	if _, err := p.Execute([]byte("SSH-2.0")); err != errConstant {
		t.Errorf("foreign protocol: %v", err)
	}
}

func TestUpgradeLeavesTheRest(t *testing.T) {
	r := recorder{upgr: true}
	p := New(Request, &r, Limits{})
	in := "GET / HTTP/1.1\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\r\n\x81\x02hi"
	n, err := p.Execute([]byte(in))
	if err != nil || in[n:] != "\x81\x02hi" {
		t.Fatalf("rest %q, %v", in[n:], err)
	}
}

func TestEndInside(t *testing.T) {
	p := New(Request, &recorder{}, Limits{})
	p.Execute([]byte("GET / HT"))
	if err := p.Finish(); err != errEOF {
		t.Fatal(err)
	}
}

// FuzzSplit: no input may panic the parser, make it hold more than its limits, or give another reading when it comes in
// pieces.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{"GET / HTTP/1.1\r\nHost: a\r\n\r\n", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n",
		"POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\nabGET", "HTTP/1.1 200 OK\r\n\r\nbody", "HTTP/1.1 101 X\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n"} {
		f.Add([]byte(s), uint8(3), false)
		f.Add([]byte(s), uint8(1), true)
	}
	f.Fuzz(func(t *testing.T, in []byte, step uint8, resp bool) {
		kind := Request
		if resp {
			kind = Response
		}
		if step == 0 {
			step = 1
		}
		run := func(size int) (string, string) {
			r := recorder{upgr: true}
			p := New(kind, &r, Limits{})
			var err error
			for b := in; len(b) > 0 && err == nil && p.state != sStuck; {
				n := min(size, len(b))
				_, err = p.Execute(b[:n])
				b = b[n:]
				if cap(p.line) > 64<<10 {
					t.Fatalf("held %d bytes", cap(p.line))
				}
			}
			code := ""
			if err != nil {
				code = err.Error()
			}
			return r.out.String(), code
		}
		whole, code1 := run(len(in) + 1)
		pieces, code2 := run(int(step))
		if whole != pieces || code1 != code2 {
			t.Fatalf("whole %q %s\npieces %q %s", whole, code1, pieces, code2)
		}
	})
}
