package script

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/vfs"
	"github.com/spf13/afero"
)

func workspace(t *testing.T) *vfs.FS {
	d := vfs.New()
	for name, text := range map[string]string{
		"/etc/passwd": "root", "/ws/a.txt": "alpha\nbeta\n", "/ws/src/x.ts": "let a = 1;\nlet b = 2;\n", "/ws/src/deep/y.js": "BETA\n", "/ws/.git/HEAD": "ref: refs/heads/topic/x\n", "/ws/.env": "KEY=1",
		"/ws/conf/c.json": "{}", "/ws/package.json": `{"name":"n","devDependencies":{"vue":"3"}}`, "/ws2/secret": "s", "/ws/bin": "a\x00b\nbeta\n",
	} {
		if err := d.MkdirAll(name[:strings.LastIndex(name, "/")], 0o755); err != nil {
			t.Fatal(err)
		}
		if err := d.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"/ws/out": "/etc", "/ws/up": "../../etc/passwd", "/ws/in": "src/x.ts", "/ws/abs": "/src/x.ts", "/ws/toconf": "conf", "/ws/loop": "loop", "/ws/sib": "../ws2/secret", "/ws/new": "conf/new"} {
		if err := d.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// TestFiles over a disk of a box and over the same tree as any afero.Fs: nothing above the root is reached.
func TestFiles(t *testing.T) {
	plain := struct{ afero.Fs }{workspace(t)}
	for name, fsys := range map[string]afero.Fs{"vfs": workspace(t), "afero": plain, "links": linkFS{workspace(t)}} {
		e := testEngine(t, Options{Bindings: Files{FS: fsys, Root: "/ws", Protected: []string{"conf"}, Hidden: []string{".env"}, MaxWrite: 100, MaxRead: 1000, WritesMinute: 6}.Bindings()})
		for _, c := range []struct{ src, want string }{
			{"host.readFile('a.txt')", `"alpha\nbeta\n"`}, {"host.readFile('/a.txt')", `"alpha\nbeta\n"`}, {"host.readFile('src/../a.txt')", `"alpha\nbeta\n"`}, {"host.readFile('../../etc/passwd')", "ENOENT"},
			{"host.readFile('/etc/passwd')", "ENOENT"}, {"host.readFile('../ws2/secret')", "ENOENT"}, {"host.readFile('.env')", "ENOENT"}, {"host.readFile('src')", "EISDIR"}, {"host.readFile('a.txt/x')", "ENOTDIR|ENOENT"}, {"host.readFile('a\\0b')", "EINVAL"},
			{"(await host.readBinary('bin')).byteLength", "9"}, {"host.list('/')", ""}, {"host.list('src')", `["deep","x.ts"]`}, {"host.list('a.txt')", "ENOTDIR"}, {"host.stat('none')", "null"}, {"(await host.stat('a.txt')).size", "11"},
			{"(await host.stat('src')).type", `"directory"`}, {"host.glob('**/*.{ts,js}')", `["src/deep/y.js","src/x.ts"]`}, {"host.glob('*.txt')", `["a.txt"]`}, {"host.glob('**', {limit: 1})", `["a.txt"]`}, {"host.glob('*.ts', {dir: 'src'})", `["src/x.ts"]`},
			{"host.grep('beta', {ignoreCase: true})", `[{"path":"a.txt","line":2,"text":"beta"},{"path":"src/deep/y.js","line":1,"text":"BETA"}]`}, {"host.grep('(', {fixed: true})", "[]"}, {"host.grep('(')", "INVALID_ARGUMENT"},
			{"host.gitBranch()", `"topic/x"`}, {"(({projectType, framework, name}) => [projectType, framework, name])(await host.workspaceInfo())", `["node","vue","n"]`},
			{"host.write('conf/c.json', 'x')", "DENIED"}, {"host.write('src/../conf/c.json', 'x')", "DENIED"}, {"host.write('conf', 'x')", "DENIED"}, {"host.write('.env', 'x')", "DENIED"}, {"host.write('big', 'x'.repeat(101))", "EFBIG"}, {"host.write('src', 'x')", "EISDIR"},
			{"host.write('../../etc/new', 'x').then(() => host.readFile('etc/new'))", `"x"`}, {"host.write('n/m/o.txt', 'y').then(() => host.readFile('n/m/o.txt'))", `"y"`},
			{"host.writeBinary('b', new Uint8Array([1,2])).then(async () => new Uint8Array(await host.readBinary('b'))[1])", "2"}, {"host.write('a.txt', 'new').then(() => host.readFile('a.txt'))", `"new"`},
		} {
			checkFile(t, name, e, c.src, c.want)
		}
		if name != "afero" { // struct{afero.Fs} hides the links from us; vfs itself follows them
			for _, c := range []struct{ src, want string }{
				{"host.readFile('in')", `"let a = 1;\nlet b = 2;\n"`}, {"host.readFile('up')", "ENOENT"}, {"host.readFile('sib')", "ENOENT"}, {"host.readFile('out/passwd')", "ENOENT|EACCES"}, {"host.readFile('loop')", "ELOOP"},
				{"host.write('toconf/c.json', 'x')", "DENIED"}, {"host.write('new', 'x')", "DENIED"},
			} {
				checkFile(t, name, e, c.src, c.want)
			}
		}
		checkFile(t, name, e, "(async () => { for (let i = 0; i < 9; i++) await host.write('r' + i, 'x') })()", "HOST_CALLS")
		b, err := afero.ReadFile(fsys, "/etc/passwd")
		if err != nil || string(b) != "root" {
			t.Errorf("%s: /etc/passwd is %q %v", name, b, err)
		}
	}
}

// linkFS shows links, but is none of vfs's own.
type linkFS struct{ *vfs.FS }

func checkFile(t *testing.T, name string, e *Engine, src, want string) {
	t.Helper()
	res, err := e.Eval(context.Background(), "await "+src, nil)
	got := string(res.JSON)
	if err != nil {
		got = string(CodeOf(err))
		if strings.Contains(err.Error(), "/ws/") {
			t.Errorf("%s: %s shows the host's path: %v", name, src, err)
		}
	}
	if want == "" {
		return
	}
	for _, w := range strings.Split(want, "|") {
		if got == w {
			return
		}
	}
	t.Errorf("%s: %s: got %s (%v), want %s", name, src, got, err, want)
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func respond(r *http.Request, status int, body string, header ...string) *http.Response {
	h := http.Header{}
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), Request: r}
}

// TestRequestTargets is E37: only what is on the list goes out, in whatever form it is written.
func TestRequestTargets(t *testing.T) {
	var sent []string
	tr := roundTrip(func(r *http.Request) (*http.Response, error) {
		sent = append(sent, r.URL.String())
		return respond(r, 200, "ok"), nil
	})
	q := Requests{Transport: tr, Allow: []string{"api.good.test", "http://good.test:8080/v1/", "*.wild.test", "8.8.8.8"}, Plain: true}
	e := testEngine(t, Options{Bindings: q.Bindings()})
	for _, u := range strings.Split(`http://169.254.169.254/latest|http://metadata.google.internal/|http://[fd00:ec2::254]/|http://[::ffff:169.254.169.254]/|http://[::ffff:a9fe:a9fe]/|http://2852039166/|http://0xa9fea9fe/|http://0251.0376.0251.0376/|http://169.254.43518/|http://127.1/|http://0/|http://localhost./|http://LOCALHOST/|http://good.test@evil.test/|http://evil.test#@good.test/|http://evil.test\@good.test/|http://good.test.evil.test/|http://evilgood.test/|http://good.test:80/|http://good.test:8080/v1/../admin|http://good.test:8080/v1/%2e%2e/admin|http://good.test:8080/v1evil|https://good.test:8080/|http://ｇood.test/|http://good。test/|http://good.test%00.evil.test/|http://good.test%2f@evil.test/|//evil.test|file:///etc/passwd|gopher://x/|ftp://good.test/|data:text/plain,x|https://wild.test/|https://api.good.test:444/|https://user:pw@api.good.test/|https://api.good.test\n.evil.test/|https://134744072.evil/|https://api.good.test.:444/|http://good.test:8080/v1/..%2fadmin|https://[::1]/|https:api.good.test|https:///api.good.test|| https://evil.test`, "|") {
		sent = nil
		res, err := e.Eval(context.Background(), "await host.requestUrl(input)", u)
		if CodeOf(err) != Denied || len(sent) > 0 {
			t.Errorf("%s: %s %v sent %q", u, res.JSON, err, sent)
		}
	}
	for u, want := range map[string]string{
		"https://api.good.test": "https://api.good.test/", "HTTPS://API.GOOD.TEST./x?q#f": "https://api.good.test/x?q", "http://good.test:8080/v1/x": "http://good.test:8080/v1/x", "http://good.test:8080/v1": "http://good.test:8080/v1",
		"https://a.b.wild.test/": "https://a.b.wild.test/", "https://api.good.test:443/": "https://api.good.test/", "https://134744072/": "https://8.8.8.8/",
	} {
		sent = nil
		if _, err := e.Eval(context.Background(), "await host.requestUrl(input)", u); err != nil || len(sent) != 1 || sent[0] != want {
			t.Errorf("%s: %v sent %q", u, err, sent)
		}
	}
	e = testEngine(t, Options{Bindings: Requests{Transport: tr, Allow: []string{"*"}}.Bindings()})
	for _, u := range []string{"https://127.0.0.1/", "https://10.0.0.1/", "https://[fe80::1]/", "https://100.64.0.1/", "https://0x7f.1/", "http://public.test/", "https://[64:ff9b::7f00:1]/"} {
		if _, err := e.Eval(context.Background(), "await host.requestUrl(input)", u); CodeOf(err) != Denied {
			t.Errorf("%s: %v", u, err)
		}
	}
}

func TestRequestHops(t *testing.T) {
	var sent []string
	next := map[string][2]string{
		"/meta": {"302", "http://169.254.169.254/"}, "/file": {"301", "file:///etc/passwd"}, "/evil": {"302", "//evil.test/"}, "/loop": {"302", "/loop"}, "/ok": {"302", "/end"}, "/post": {"303", "/end"}, "/keep": {"307", "/end"}, "/other": {"302", "https://b.test/end"},
	}
	tr := roundTrip(func(r *http.Request) (*http.Response, error) {
		body := ""
		if r.Body != nil {
			b, _ := io.ReadAll(r.Body)
			body = string(b)
		}
		sent = append(sent, fmt.Sprint(r.Method, " ", r.URL.Host, r.URL.Path, " ", body, r.Header.Get("Content-Type")))
		if n, ok := next[r.URL.Path]; ok {
			status := 0
			fmt.Sscan(n[0], &status)
			return respond(r, status, "", "Location", n[1], "Set-Cookie", "s=1"), nil
		}
		if r.URL.Path == "/huge" {
			return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(io.LimitReader(zeros{}, 1<<40)), Request: r}, nil
		}
		return respond(r, 200, "end", "X-A", "b", "Set-Cookie", "s=1"), nil
	})
	lookups := map[string][]netip.Addr{"a.test": {netip.MustParseAddr("93.184.216.34")}, "b.test": {netip.MustParseAddr("93.184.216.34"), netip.MustParseAddr("::1")}}
	q := Requests{Transport: tr, Allow: []string{"a.test", "b.test"}, Headers: []string{"content-type"}, MaxResponse: 1000, Resolve: func(_ context.Context, h string) ([]netip.Addr, error) { return lookups[h], nil }, Minute: 100}
	e := testEngine(t, Options{Bindings: q.Bindings()})
	for _, c := range []struct{ arg, want string }{
		{"'https://a.test/meta'", "DENIED 1"}, {"'https://a.test/file'", "DENIED 1"}, {"'https://a.test/evil'", "DENIED 1"}, {"'https://a.test/loop'", "TOOL_ERROR 6"}, {"'https://a.test/other'", "DENIED 1"}, {"'https://b.test/'", "DENIED 0"},
		{"'https://a.test/ok'", "end 2"}, {"'https://a.test/post', {method: 'post', body: 'x', headers: {'Content-Type': 'a/b'}}", "end 2"}, {"'https://a.test/keep', {method: 'POST', body: 'x'}", "end 2"}, {"'https://a.test/huge'", "EFBIG 1"},
		{"'https://a.test/', {method: 'TRACE'}", "DENIED 0"}, {"'https://a.test/', {headers: {host: 'evil'}}", "DENIED 0"}, {"'https://a.test/', {headers: {'content-type': 'a\\r\\nx: y'}}", "INVALID_ARGUMENT 0"}, {"'https://a.test/', {headers: {authorization: 'x'}}", "DENIED 0"},
	} {
		sent = nil
		res, err := e.Eval(context.Background(), "const r = await host.requestUrl("+c.arg+"); if ('set-cookie' in r.headers) throw 1; r.text", nil)
		got := res.Text()
		if err != nil {
			got = string(CodeOf(err))
		}
		if got += fmt.Sprint(" ", len(sent)); got != c.want {
			t.Errorf("%s: got %s (%v) %q, want %s", c.arg, got, err, sent, c.want)
		}
		if strings.Contains(c.arg, "/post") && sent[1] != "GET a.test/end " || strings.Contains(c.arg, "/keep") && sent[1] != "POST a.test/end x" {
			t.Errorf("%s: %q", c.arg, sent)
		}
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// TestRebinding: a name that is public when it is looked up and leads to this machine when it is connected to.
func TestRebinding(t *testing.T) {
	hit := false
	srv := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { hit = true; io.WriteString(w, "inside") }))
	defer srv.Close()
	to, _ := url.Parse(srv.URL)
	dial := func(ctx context.Context, network, addr string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, to.Host)
	}
	for name, d := range map[string]func(context.Context, string, string) (net.Conn, error){"guarded": GuardDial(dial), "traced": dial} {
		tr := srv.Client().Transport.(*http.Transport).Clone()
		tr.DialContext = d
		e := testEngine(t, Options{Bindings: Requests{Transport: tr, Allow: []string{"example.com"}, Timeout: 5 * time.Second}.Bindings()})
		res, err := e.Eval(context.Background(), "await host.requestUrl('https://example.com/')", nil)
		if CodeOf(err) != Denied || hit {
			t.Errorf("%s: %s %v, the server was reached: %v", name, res.JSON, err, hit)
		}
		tr.CloseIdleConnections()
	}
	tr := srv.Client().Transport.(*http.Transport).Clone()
	tr.DialContext = dial
	defer tr.CloseIdleConnections()
	e := testEngine(t, Options{Bindings: Requests{Transport: tr, Allow: []string{"example.com"}, Private: true}.Bindings()})
	if res, err := e.Eval(context.Background(), "(await host.requestUrl('https://example.com/')).text", nil); err != nil || res.Text() != "inside" {
		t.Errorf("private allowed: %s %v", res.JSON, err)
	}
}

func TestExecAndKV(t *testing.T) {
	x := Exec{Allow: []string{"git", "ls"}, MaxOutput: 10, Timeout: 50 * time.Millisecond, Run: func(ctx context.Context, c Command) (CommandResult, error) {
		if c.Line == "ls slow" {
			<-ctx.Done()
			return CommandResult{}, ctx.Err()
		}
		return CommandResult{Stdout: c.Line + " " + c.Dir, ExitCode: 3}, nil
	}}
	store := &MemoryStore{}
	one := KV{Store: store, Namespace: "a", MaxKeys: 2, MaxValue: 20}
	two := KV{Store: store, Namespace: "a:", Prefix: "other."}
	e := testEngine(t, Options{Bindings: append(append(x.Bindings(), one.Bindings()...), two.Bindings()...)})
	for _, c := range []struct{ src, want string }{
		{"host.exec('ls x', {dir: '/d'})", `{"stdout":"ls x /d","stderr":"","exitCode":3}`}, {"(await host.exec('git status --long')).stdout", `"git status\n[cut off]\n"`}, {"host.exec('ls; rm x')", "DENIED"}, {"host.exec('rm x')", "DENIED"}, {"host.exec('ls $(x)')", "DENIED"}, {"host.exec('ls slow')", "ETIMEDOUT"},
		{"host.kv.set('k', {a: [1, 'x']})", "null"}, {"host.kv.get('k')", `{"a":[1,"x"]}`}, {"host.kv.get('none')", "null"}, {"host.kv.set('k2', 1)", "null"}, {"host.kv.set('k3', 1)", "ENOSPC"}, {"host.kv.set('k', 'x'.repeat(30))", "EFBIG"}, {"host.kv.list()", `["k","k2"]`}, {"host.kv.list('k2')", `["k2"]`},
		{"host.other.list()", "[]"}, {"host.other.get('k')", "null"}, {"host.kv.delete('k')", "null"}, {"host.kv.get('k')", "null"}, {"host.kv.set('__proto__', 1)", "null"}, {"host.kv.get('__proto__')", "1"}, {"host.kv.set('', 1)", "INVALID_ARGUMENT"},
	} {
		checkFile(t, "", e, c.src, c.want)
	}
	if err := (&Error{Code: Denied}); !errors.Is(Errorf(Denied, "x"), err) {
		t.Error("errors.Is by code")
	}
}
