package script

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/sandpit-dev/sandpit/vfs"
)

func TestSession(t *testing.T) {
	e := testEngine(t, Options{Limits: Limits{Timeout: 2 * time.Second, Memory: 32 << 20}, Modules: Modules{Builtins: []string{"path"}}, Bindings: []Binding{{Name: "echo", Func: echo}}})
	s := e.Session()
	for _, c := range []struct{ src, want string }{
		{"const a = 1; let b: number = 2; var c = 3; function f() { return a + b + c } class K { x = 4 }", "null"},
		{"f()", "6"}, {"b = 10; f()", "14"}, {"new K().x", "4"},
		{"const late = 5; throw new Error('no')", "SCRIPT_ERROR"}, {"late", "5"},
		{"const late = 6; late", "6"}, {"const { x, y: [z] } = { x: 1, y: [2] }; x + z", "3"},
		{"import path from 'path'; import { join as j } from 'node:path'", "null"}, {"path.join('a', 'b') + j('c', 'd')", `"a/bc/d"`},
		{"const v = await host.echo('x')", "null"}, {"v", `"echo x"`},
		{"const later = (async () => { await host.echo('y'); return 7 })()", "null"}, {"await later", "7"},
		{"(function r() { r() })()", "STACK"}, {"f()", "14"},
		{"eval('1')", "FORBIDDEN"}, {"const q = (", "SYNTAX_ERROR"}, {"f()", "14"},
		{"export const z2 = 8; export default z2", "8"}, {"z2", "8"}, {"async function g() { return z2 }", "null"}, {"await g()", "8"},
		{"for (const i of [1, 2]) { var inner = i }", "null"}, {"inner", "2"},
		{"{ let hidden = 1 }", "null"}, {"typeof hidden", `"undefined"`},
		{"const m = [], s = 'x'.repeat(1e5); for (;;) m.push(s + m.length)", "MEMORY"}, {"typeof f", `"undefined"`},
	} {
		res, err := s.Eval(context.Background(), c.src, nil)
		got := string(res.JSON)
		if err != nil {
			got = string(CodeOf(err))
		}
		if got != c.want {
			t.Errorf("%s: got %s (%v), want %s", c.src, got, err, c.want)
		}
		if lost := err != nil && err.(*Error).SessionLost; lost != (c.want == "MEMORY") {
			t.Errorf("%s: session lost: %v", c.src, lost)
		}
	}
	s.Eval(context.Background(), "const kept = 1", nil)
	s.Reset()
	if res, _ := s.Eval(context.Background(), "typeof kept", nil); res.Text() != "undefined" {
		t.Errorf("after Reset: %s", res.JSON)
	}
	s.Close()
	if _, err := s.Eval(context.Background(), "1", nil); CodeOf(err) != Closed {
		t.Error(err)
	}
	// A session is there after a deadline too.
	short := e.With(CallOptions{Timeout: 300 * time.Millisecond}).Session()
	defer short.Close()
	for _, c := range []struct {
		src  string
		code Code
		text string
	}{{"let kept = 7", "", "null"}, {"while (true) {}", Timeout, ""}, {"kept", "", "7"}} {
		if res, err := short.Eval(context.Background(), c.src, nil); CodeOf(err) != c.code || res.Text() != c.text || err != nil && err.(*Error).SessionLost {
			t.Errorf("%s: %q %v", c.src, res.Text(), err)
		}
	}
	// Fresh calls leave nothing.
	for range 2 {
		if res, err := e.Eval(context.Background(), "const was = globalThis.n; globalThis.n = 1; was === undefined", nil); err != nil || res.Text() != "true" {
			t.Errorf("%s %v", res.JSON, err)
		}
	}
}

func TestWarm(t *testing.T) {
	fsys := fstest.MapFS{
		"n.ts":    {Data: []byte("let n = 0; export const next = () => ++n; export const loop = () => { for (;;); }; export const fail = () => { throw new Error('no') }")},
		"wait.ts": {Data: []byte("let n = 0; export default async (ms) => { const m = ++n; await new Promise(r => setTimeout(r, ms)); return m }")},
	}
	e := testEngine(t, Options{Scripts: fsys, Mode: Warm, Workers: 2, Limits: Limits{Timeout: 300 * time.Millisecond}})
	call := func(name string) string {
		res, err := e.Call(context.Background(), "n.ts", name)
		if err != nil {
			return string(CodeOf(err))
		}
		return res.Text()
	}
	if got := strings.Join([]string{call("next"), call("next"), call("fail"), call("next"), call("loop"), call("next"), call("none")}, " "); got != "1 2 SCRIPT_ERROR 3 TIMEOUT 1 NOT_FOUND" {
		t.Errorf("got %s", got)
	}
	fsys["n.ts"] = &fstest.MapFile{Data: []byte("let n = 100; export const next = () => ++n"), ModTime: time.Unix(5, 0)}
	if got := call("next"); got != "101" {
		t.Errorf("changed: %s", got)
	}
	fresh := Fresh
	if res, err := e.With(CallOptions{Mode: &fresh}).Call(context.Background(), "n.ts", "next"); err != nil || res.Text() != "101" {
		t.Errorf("fresh: %s %v", res.JSON, err)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	seen := map[string]int{}
	for range 6 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			res, err := e.Call(context.Background(), "wait.ts", "", 20)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			}
			seen[res.Text()]++
		}()
	}
	wg.Wait()
	if n := seen["1"]; n < 1 || n > 2 {
		t.Errorf("%d workers: %v", n, seen)
	}
}

func TestCompose(t *testing.T) {
	e := testEngine(t, Options{Limits: Limits{CallDepth: 4}, Scripts: Sources{
		"lib/a.ts": "export const process = (x) => call('lib/b.ts', 'transform', [x]); export const twice = async (x: number) => 2 * await call('./c.ts', 'one', [x])",
		"lib/b.ts": "export const transform = (x) => call('./a.ts', 'process', [x])",
		"lib/c.ts": "console.warn('in c'); export const one = (x) => x + 1; export const bad = () => { throw new TypeError('no') }",
		"deep.ts":  "export default (n) => call('deep' + (n + 1) + '.ts')", "deep1.ts": "export default () => call('deep2.ts')", "deep2.ts": "export default () => call('deep3.ts')", "deep3.ts": "export default () => call('deep4.ts')", "deep4.ts": "export default () => 1",
	}})
	if res, err := e.Call(context.Background(), "lib/a.ts", "twice", 4); err != nil || res.Text() != "10" || res.ConsoleText() != "[warn] in c\n" {
		t.Errorf("%s %v %q", res.JSON, err, res.ConsoleText())
	}
	_, err := e.Call(context.Background(), "lib/a.ts", "process", 1)
	if CodeOf(err) != CircularCall || err.(*Error).Message != "lib/a.ts:process -> lib/b.ts:transform -> lib/a.ts:process" {
		t.Errorf("cycle: %v", err)
	}
	if _, err = e.Call(context.Background(), "deep.ts", "", 0); CodeOf(err) != CallDepth {
		t.Errorf("depth: %v", err)
	}
	res, err := e.Eval(context.Background(), "let r = []; for (const a of [['lib/c.ts', 'bad'], ['lib/none.ts', 'x'], ['../etc/passwd', 'x'], ['lib/c.ts', 'none']]) try { await call(...a) } catch (e) { r.push(e.code) } r", nil)
	if err != nil || string(res.JSON) != `["SCRIPT_ERROR","MODULE_NOT_FOUND","MODULE_NOT_FOUND","NOT_FOUND"]` {
		t.Errorf("%s %v", res.JSON, err)
	}
}

func TestImports(t *testing.T) {
	std := fstest.MapFS{
		"pad/package.json": {Data: []byte(`{"name":"pad","main":"index.js"}`)}, "pad/index.js": {Data: []byte("module.exports = (s, n) => s.padStart(n, require('./char')); module.exports.version = '1'")}, "pad/char.js": {Data: []byte("module.exports = '.'")},
		"esm/package.json": {Data: []byte(`{"name":"esm","type":"module","exports":{".":{"types":"./x.d.ts","import":"./main.js"},"./sub/*":"./lib/*.js"}}`)},
		"esm/main.js":      {Data: []byte("import { inc } from './lib/inc.js'; export let n = 1; export const bump = () => { n = inc(n) }; export default class { }")}, "esm/lib/inc.js": {Data: []byte("export const inc = (x) => x + 1;")},
		"native/package.json": {Data: []byte(`{"name":"native","gypfile":true}`)}, "@a/b/package.json": {Data: []byte(`{"main":"x"}`)}, "@a/b/x.js": {Data: []byte("exports.c = 5")},
		"evalish/index.js": {Data: []byte("module.exports = new Function('return 1')()")}, "json/package.json": {Data: []byte(`{"main":"d.json"}`)}, "json/d.json": {Data: []byte(`{"k":[1]}`)},
	}
	own := fstest.MapFS{"pad/index.js": {Data: []byte("module.exports = () => 'wrong tier'")}, "mine/index.js": {Data: []byte("exports.mine = require('pad')('x', 3)")}}
	e := testEngine(t, Options{Scripts: Sources{"util/add.ts": "export const add = (a: number, b: number): number => a + b; export * from './more'", "util/more.ts": "export const more = 'm'"},
		Modules: Modules{Builtins: []string{"*"}, Host: map[string]string{"settings": "export const color = 'red'; export default 1"}, Packages: []fs.FS{std, own}}})
	for _, c := range []struct{ src, want string }{
		{"import pad from 'pad'; pad('x', 3)", `"..x"`}, {"import { version } from 'pad'; version", `"1"`}, {"import { mine } from 'mine'; mine", `"..x"`},
		{"import { n, bump } from 'esm'; import * as all from 'esm'; bump(); all.n", "2"}, {"import { inc } from 'esm/sub/inc'; inc(1)", "2"}, {"import { c } from '@a/b'; c", "5"},
		{"import d from 'json'; d.k", "[1]"}, {"import x, { color } from 'settings'; color + x", `"red1"`}, {"import { add, more } from './util/add'; add(1, 2) + more", `"3m"`},
		{"import { createHash } from 'node:crypto'; createHash('sha256').update('a').digest('hex').slice(0, 8)", `"ca978112"`}, {"import { Buffer } from 'buffer'; Buffer.from('a').toString('hex')", `"61"`},
		{"import path from 'path'; path.resolve('/a', '../b')", `"/b"`}, {"import util from 'util'; util.inspect({a: [1]})", `"{ a: [ 1 ] }"`}, {"import EventEmitter from 'events'; const e = new EventEmitter(); let n = 0; e.on('x', v => n += v); e.emit('x', 2); n", "2"},
		{"import qs from 'querystring'; qs.stringify({a: 1, b: ['x', 'y']})", `"a=1&b=x&b=y"`}, {"import { StringDecoder } from 'string_decoder'; new StringDecoder('utf8').write(new Uint8Array([0xc3, 0xa9]))", `"é"`},
		{"import assert from 'assert'; let c; try { assert.deepStrictEqual({a: 1}, {a: 2}) } catch (e) { c = e.code } c", `"ERR_ASSERTION"`}, {"import zlib from 'zlib'; zlib.gunzipSync(zlib.gzipSync('hi')).toString()", `"hi"`},
		{"import zlib from 'zlib'; import { promisify } from 'util'; (await promisify(zlib.deflate)('hi')).length > 0", "true"}, {"import { URL } from 'url'; new URL('../x', 'https://a/b/c').href", `"https://a/x"`},
		{"import { nope } from 'settings'; nope", "SCRIPT_ERROR"}, {"import x from 'native'; x", "MODULE_NOT_FOUND"}, {"import x from 'lodash'; x", "MODULE_NOT_FOUND"}, {"import fs from 'fs'; fs", "MODULE_NOT_FOUND"},
		{"import x from './util/none'; x", "MODULE_NOT_FOUND"}, {"import x from '../../etc/passwd'; x", "MODULE_NOT_FOUND"}, {"import x from 'https://esm.sh/x'; x", "MODULE_NOT_FOUND"}, {"import x from 'evalish'; x", "SCRIPT_ERROR"}, {"import x from 'esm/../pad'; x", "MODULE_NOT_FOUND"},
		{"import('pad')", "FORBIDDEN"},
	} {
		res, err := e.Eval(context.Background(), c.src, nil)
		got := string(res.JSON)
		if err != nil {
			got = string(CodeOf(err))
		}
		if got != c.want {
			t.Errorf("%s: got %s (%v), want %s", c.src, got, err, c.want)
		}
	}
	_, err := e.Eval(context.Background(), "\nimport _ from 'lodash';\n_.chunk", nil)
	for _, w := range []string{"'lodash'", "pad", "settings", "crypto", "--bundle", "(script.ts:2)"} {
		if err == nil || !strings.Contains(err.Error(), w) {
			t.Errorf("no %q in %v", w, err)
		}
	}
	e = testEngine(t, Options{Rules: Rules{DynamicImport: true}, Modules: Modules{Builtins: []string{"path"}}})
	if res, err := e.Eval(context.Background(), "const p = await import('path'); p.default.sep + p.basename('/a/b')", nil); err != nil || res.Text() != "/b" {
		t.Errorf("import(): %s %v", res.JSON, err)
	}
	if _, err := e.Eval(context.Background(), "import crypto from 'crypto'; crypto", nil); CodeOf(err) != ModuleNotFound || !strings.Contains(err.Error(), "not granted") {
		t.Errorf("not granted: %v", err)
	}
}

func TestTriggers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := vfs.New()
		disk.MkdirAll("/in", 0o755)
		var mu sync.Mutex
		var got []string
		add := func(s string) { mu.Lock(); defer mu.Unlock(); got = append(got, s) }
		take := func() string { mu.Lock(); defer mu.Unlock(); s := strings.Join(got, " "); got = nil; return s }
		e := New(Options{Scripts: Sources{
			"file.ts": "export default ({ events }) => events.map(e => e.op + e.path).join()", "tick.ts": "export default ({ scheduled }) => scheduled.toISOString().slice(11, 19)",
			"slow.ts": "export default () => new Promise(r => setTimeout(r, 2500))"}})
		on := func(r *Result, err error) {
			if err != nil {
				add(err.Error())
				return
			}
			add(r.Text())
		}
		ft, err := e.OnChange(disk, "/in", true, TriggerOptions{Module: "file.ts", OnResult: on})
		if err != nil {
			t.Fatal(err)
		}
		disk.WriteFile("/in/a", []byte("x"), 0o644)
		time.Sleep(time.Second)
		if s := take(); !strings.Contains(s, "create/in/a") || strings.Contains(s, " ") {
			t.Errorf("file: %q", s)
		}
		ft.Stop()
		disk.WriteFile("/in/b", []byte("x"), 0o644)
		time.Sleep(time.Second)
		if s := take(); s != "" {
			t.Errorf("stopped: %q", s)
		}
		it, err := e.Every(time.Minute, TriggerOptions{Module: "tick.ts", OnResult: on})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(150 * time.Second)
		it.Stop()
		if s := take(); len(strings.Fields(s)) != 2 || it.Runs() != 2 {
			t.Errorf("interval: %q", s)
		}
		ct, err := e.Cron("30 */2 * * *", TriggerOptions{Module: "tick.ts", OnResult: on})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(24 * time.Hour)
		ct.Stop()
		if s := take(); len(strings.Fields(s)) != 12 || !strings.Contains(s, "04:30:00") {
			t.Errorf("cron: %q", s)
		}
		st, _ := e.Every(time.Second, TriggerOptions{Module: "slow.ts", OnResult: func(*Result, error) {}})
		time.Sleep(10500 * time.Millisecond)
		st.Stop()
		if st.Missed() < 5 || st.Runs() > 4 {
			t.Errorf("missed %d, runs %d", st.Missed(), st.Runs())
		}
		for _, bad := range []string{"", "x", "* * *", "TZ=UTC * * * * *"} {
			if _, err := e.Cron(bad, TriggerOptions{}); CodeOf(err) != BadOptions {
				t.Errorf("%q: %v", bad, err)
			}
		}
		e.Close()
	})
}

func TestRoute(t *testing.T) {
	e := testEngine(t, Options{Limits: Limits{Timeout: 100 * time.Millisecond}, Scripts: Sources{"r.ts": `
		export default (req) => ({ status: 201, headers: { "x-a": "b", "content-type": "text/x" }, body: req.method + req.path + req.query.q + req.body + req.headers["x-in"] });
		export const text = () => "plain"; export const json = () => [1]; export const none = () => {}; export const loop = () => { for (;;); }; export const fail = () => { throw new Error("secret") };`}})
	for _, c := range []struct{ export, want string }{
		{"", "201 text/x POST/p1bodyin"}, {"text", "200 text/plain; charset=utf-8 plain"}, {"json", "200 application/json [1]"}, {"none", "204  "},
		{"loop", "504 text/plain; charset=utf-8 script error: TIMEOUT\n"}, {"fail", "500 text/plain; charset=utf-8 script error: SCRIPT_ERROR\n"},
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("POST", "/p?q=1", strings.NewReader("body"))
		r.Header.Set("X-In", "in")
		e.Handler(RouteOptions{Module: "r.ts", Export: c.export}).ServeHTTP(w, r)
		if got := fmt.Sprint(w.Code, " ", w.Header().Get("Content-Type"), " ", w.Body); got != c.want {
			t.Errorf("%s: got %q, want %q", c.export, got, c.want)
		}
	}
}

func TestFailing(t *testing.T) {
	bindings := []Binding{{Name: "echo", Func: echo}}
	e := testEngine(t, Options{Bindings: bindings})
	short := testEngine(t, Options{Limits: Limits{Timeout: 20 * time.Millisecond}, Bindings: bindings})
	var warned error
	ctx := context.Background()
	open := func(src string) Hook {
		e := e
		if strings.Contains(src, "for (;;)") { // the others have the time that a busy machine takes
			e = short
		}
		return Hook{Engine: e, Source: src, Name: "h.ts", Warn: func(err error) { warned = err }}
	}
	for _, c := range []struct{ src, want string }{
		{"export default (s) => s.toUpperCase()", "IN"}, {"export default (s) => undefined", "in"}, {"export default (s) => { throw 1 }", "in!"}, {"export default (s) => 5", "in!"},
		{"export default (s) => { for (;;); }", "in!"}, {"syntax error", "in!"},
	} {
		warned = nil
		out, err := open(c.src).Transform(ctx, "in")
		if warned != nil {
			out += "!"
		}
		if err != nil || out != c.want {
			t.Errorf("%s: %q %v", c.src, out, err)
		}
		h := open(c.src)
		h.Policy = FailClosed
		if out, err := h.Transform(ctx, "in"); (err != nil) != strings.HasSuffix(c.want, "!") {
			t.Errorf("closed %s: %q %v", c.src, out, err)
		}
	}
	if ok, err := open("export default (n) => n > 1").Predicate(ctx, 2, false); !ok || err != nil {
		t.Error(ok, err)
	}
	if ok, err := open("export default (n) => 'yes'").Predicate(ctx, 2, true); !ok || err != nil || warned == nil {
		t.Error(ok, err)
	}
	for _, c := range []struct{ text, want string }{
		{"a {{js: 1 + 1}} b", "a 2 b"}, {"{{js: {a: {b: 1}}.a.b}}", "1"}, {"{{js: '}}' + \"{{\" }}", "}}{{"}, {"{{js: `${[1,2].map(n => `{${n}}`)}` }}.", "{1},{2}."}, {"{{js: await host.echo(input)}}", "echo in"},
		{"{{js: /[}]}/.test('}}') /* }} */ }}", "true"}, {"{{js: null}}{{js: undefined}}x", "x"}, {"{{js: ({a: [1]}) }}", `{"a":[1]}`}, {"{{js: no.such}} {{js: 1}}", "{{js: no.such}} 1"}, {"x {{js: 1", "x {{js: 1"}, {"{{other}}", "{{other}}"}, {"{{js: 1 // }}\n}}", "1"},
	} {
		if out, err := open("").Template(ctx, c.text, "in"); err != nil || out != c.want {
			t.Errorf("%q: got %q %v, want %q", c.text, out, err, c.want)
		}
	}
	h := open("")
	h.Policy = FailClosed
	if _, err := h.Template(ctx, "a\n{{js: no.such}}", nil); CodeOf(err) != Threw || !errors.As(err, new(*Error)) {
		t.Error(err)
	}
}
