package script

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"
)

type options struct {
	Name  string   `json:"name"`
	Limit int      `json:"limit,omitempty"`
	Tags  []string `json:"tags,omitempty"`
}

// TestArguments: what a script gives is copied once, as plain data, or refused.
func TestArguments(t *testing.T) {
	var got any
	calls := 0
	e := testEngine(t, Options{Bindings: []Binding{
		{Name: "any", Inline: true, Func: func(v any) { got = v; calls++ }},
		{Name: "path", Inline: true, Func: func(s string) { got = s; calls++ }},
		{Name: "opts", Inline: true, Func: func(o options) { got = o; calls++ }},
		{Name: "num", Inline: true, Func: func(n int8) { got = n; calls++ }},
		{Name: "list", Inline: true, Func: func(s ...string) { got = s; calls++ }},
		{Name: "opt", Inline: true, Func: func(s string, o *options) { got = o; calls++ }},
	}})
	for src, want := range map[string]any{
		"host.any({a: [1, 'x', null, true], b: {c: 2}})":                   map[string]any{"a": []any{1.0, "x", nil, true}, "b": map[string]any{"c": 2.0}},
		"host.any(new Uint8Array([1, 2]).subarray(1))":                     []byte{2},
		"host.any(new Date(5000))":                                         time.UnixMilli(5000).UTC(),
		"host.any(new Map([['a', 1]]))":                                    map[string]any{"a": 1.0},
		"host.any(new Set(['a']))":                                         []any{"a"},
		"host.any({__proto__: null, a: 1})":                                map[string]any{"a": 1.0},
		"host.any({a: undefined, b: [undefined]})":                         map[string]any{"b": []any{nil}},
		"Object.prototype.evil = 1; host.any({a: 1})":                      map[string]any{"a": 1.0},
		"host.opts({name: 'x', limit: 3, tags: ['y']})":                    options{"x", 3, []string{"y"}},
		"host.num(-128)":                                                   int8(-128),
		"host.list('a', 'b')":                                              []string{"a", "b"},
		"host.opt('a')":                                                    (*options)(nil),
		"host.opt('a', {name: 'n'})":                                       &options{Name: "n"},
		"Map.prototype.forEach = 5; host.any(new Map([['a', 1]]))":         map[string]any{"a": 1.0},
		"Array.prototype[Symbol.iterator] = null; host.any([1])":           []any{1.0},
		"Object.prototype.toJSON = () => 'x'; host.any({a: 1})":            map[string]any{"a": 1.0},
		"Object.keys = () => []; Reflect.ownKeys = null; host.any({a: 1})": map[string]any{"a": 1.0},
	} {
		got = nil
		if _, err := e.Eval(context.Background(), "await "+strings.ReplaceAll(src, "; host", "; await host"), nil); err != nil && !strings.Contains(src, ";") {
			t.Errorf("%s: %v", src, err)
			continue
		} else if strings.Contains(src, ";") {
			if _, err := e.Eval(context.Background(), strings.ReplaceAll(src, "; host", "; await host"), nil); err != nil {
				t.Errorf("%s: %v", src, err)
				continue
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %#v, want %#v", src, got, want)
		}
	}
	calls = 0
	for _, src := range []string{
		"host.path({toString() { return '/etc/passwd' }})", "host.path(new String('/ok'))", "host.path(['/etc/passwd'])", "host.path(5)", "host.path()", "host.path(null)",
		"host.path(new Proxy({}, {}))", "host.any(new Proxy([1], {}))", "host.any({get a() { throw new Error('ran') }})", "host.any({get a() { return 1 }})",
		"host.any(Object.defineProperty({}, 'a', {enumerable: true, get: () => 1}))", "host.any(Object.defineProperty([1], 0, {get: () => 1}))",
		"host.any(JSON.parse('{\"__proto__\": {\"a\": 1}}'))", "host.any(() => 1)", "host.any(Symbol('x'))", "host.any({a: {b: [() => 1]}})", "host.any(new (class A { x = 1 }))",
		"host.any(Promise.resolve(1))", "host.any(/x/)", "host.any(new Date(NaN))", "const o = {}; o.o = o; host.any(o)", "host.path('a', 'b')",
		"host.opts({name: 'x', other: 1})", "host.opts({})", "host.opts({name: 5})", "host.opts({name: 'x', tags: 'y'})", "host.opts([])", "host.num(300)", "host.num(1.5)", "host.num('5')", "host.num(NaN)",
		"host.list('a', 5)", "host.any({a: new Proxy({}, {})})", "host.any(new Number(5))", "host.any(10n, 2)", "host.path(Object.create({toString: () => 'x'}))",
	} {
		_, err := e.Eval(context.Background(), strings.Replace(src, "host.", "await host.", 1), nil)
		if CodeOf(err) != InvalidArgument || calls != 0 {
			t.Errorf("%s: %v, %d calls", src, err, calls)
			calls = 0
		}
	}
}

// TestPollution: what a script does to its prototypes changes nothing at the border, nor for the next script.
func TestPollution(t *testing.T) {
	var got options
	e := testEngine(t, Options{Bindings: []Binding{
		{Name: "opts", Inline: true, Func: func(o options) options { got = o; return o }}, {Name: "deny", Disabled: true, Func: func() {}},
		{Name: "when", Inline: true, Func: func() time.Time { return time.UnixMilli(1) }}, {Name: "bytes", Inline: true, Func: func() []byte { return []byte{7} }},
		{Name: "secret", Restricted: true, Func: func() string { return "secret" }},
	}})
	evil := `
		Object.prototype.limit = 99; Object.prototype.tags = ['evil']; Object.prototype.authorized = true; Object.prototype.disabled = false;
		Array.prototype.push = () => { throw 1 }; Array.prototype[Symbol.iterator] = null; String.prototype.startsWith = () => true; RegExp.prototype.exec = null;
		Function.prototype.call = null; Function.prototype.apply = null; JSON.stringify = () => '"evil"'; JSON.parse = null; Object.keys = null; Object.defineProperty = null;
		Promise.prototype.then = undefined; Error = class { constructor() { return {evil: 1} } }; Date = class { constructor() { return 'evil' } }; Uint8Array = null; Map = null; Symbol = null;
		globalThis.Array = null; globalThis.Object = null; globalThis.console = null;
	`
	for _, src := range []string{"host.opts({name: 'x'}).then", "const p = host.opts({name: 'x'}); 'made'", "[1, {a: 2}, 'x']"} {
		if res, err := e.Eval(context.Background(), evil+src, nil); err != nil {
			t.Errorf("%s: %v", src, err)
		} else if len(res.JSON) == 0 {
			t.Errorf("%s: no value", src)
		}
	}
	if got.Limit != 0 || got.Tags != nil {
		t.Errorf("the polluted prototype was read: %+v", got)
	}
	for _, src := range []string{evil + "await host.secret()", evil + "await host.deny()"} {
		if _, err := e.Eval(context.Background(), src, nil); err == nil {
			t.Errorf("%.20s...: no error", src)
		}
	}
	res, err := e.Eval(context.Background(), "Error = null; Date = null; Uint8Array = null; const d = await host.when(), b = await host.bytes(); let c; try { await host.secret() } catch (e) { c = e.code } [d.getTime(), b[0], c]", nil)
	if err != nil || string(res.JSON) != `[1,7,"REQUIRES_AUTHORIZED_CODE"]` {
		t.Errorf("replaced classes: %s %v", res.JSON, err)
	}
	res, err = e.Eval(context.Background(), "[[].push(1), Object.prototype.limit === undefined, JSON.stringify({a: [1]}), typeof Error]", nil)
	if err != nil || string(res.JSON) != `[1,true,"{\"a\":[1]}","function"]` {
		t.Errorf("the next script: %s %v", res.JSON, err)
	}
	for _, src := range []string{"host.opts = 5", "delete host.opts", "host.x = 1", "Object.defineProperty(host, 'opts', {value: 1})"} {
		if _, err := e.Eval(context.Background(), "'use strict'; "+src, nil); err == nil {
			t.Errorf("%s: no error", src)
		}
	}
}

// TestAudit: one event is one record, whatever names and arguments hold; the sequence has no gaps.
func TestAudit(t *testing.T) {
	var events []Event
	var log bytes.Buffer
	e := testEngine(t, Options{
		Audit: func(ev Event) { events = append(events, ev) }, Log: slog.New(slog.NewJSONHandler(&log, nil)), Limits: Limits{HostCalls: 8},
		Bindings: []Binding{
			{Name: "echo", Permission: "test", Inline: true, Func: func(s string) string { return s }}, {Name: "fail", Inline: true, Func: func(s string) error { return errors.New(s) }},
			{Name: "panics", Inline: true, Func: func() { panic("/host/path secret at main.go:5") }}, {Name: "login", Secret: true, Inline: true, Func: func(s string) {}},
		},
	})
	inject := "x\n{\"level\":\"INFO\",\"msg\":\"allowed\"}\x1b[2K\x1b[1A\u202egnp.exe\u2028 token=sk-live-123 " + strings.Repeat("A", 100000)
	res, err := e.With(CallOptions{Name: "a\nb.ts", ID: "id\n\x1b[1m"}).Eval(context.Background(), `
		const seen = [];
		for (const f of [() => host.echo(input), () => host.fail(input), () => host.panics(), () => host["no\n\x1b[1mname"](), () => host.login("password"), () => host.echo(5)]) {
			try { seen.push(typeof await f()) } catch (e) { seen.push(e.code + ": " + e.message.slice(0, 40)) }
		}
		throw new Error(input)`, inject)
	if CodeOf(err) != Threw {
		t.Fatalf("%s %v", res.JSON, err)
	}
	kinds := ""
	for i, ev := range events {
		if ev.Seq != uint64(i+1) {
			t.Errorf("event %d has number %d", i, ev.Seq)
		}
		kinds += string(ev.Kind) + ":" + ev.Verdict + " "
		for _, s := range []string{ev.Message, ev.File, ev.Script, ev.Binding, ev.Args} {
			if strings.ContainsAny(s, "\n\r\x1b\u2028\u202e") || len(s) > 2000 || strings.Contains(s, "sk-live") {
				t.Errorf("event %d: %q", i, s)
			}
		}
	}
	if want := "start: call:ok call:TOOL_ERROR call:INTERNAL call:NOT_FOUND call:ok call:INVALID_ARGUMENT end:SCRIPT_ERROR "; kinds != want {
		t.Errorf("got  %s\nwant %s", kinds, want)
	}
	if events[1].Permission != "test" || !strings.HasPrefix(events[1].Args, "sha256:") || events[1].ResultSize == 0 || events[5].Args != "" {
		t.Errorf("%+v %+v", events[1], events[5])
	}
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != len(events)+1 { // and the trace of the panic
		t.Errorf("%d records for %d events", len(lines), len(events))
	}
	for _, l := range lines {
		var rec map[string]any
		if json.Unmarshal([]byte(l), &rec) != nil || strings.ContainsAny(l, "\x1b\u202e") {
			t.Errorf("record %q", l)
		}
	}
	res, err = e.Eval(context.Background(), "try { await host.panics() } catch (e) { return e.message + e.stack }", nil)
	if err != nil || strings.Contains(res.Text(), "host/path") || strings.Contains(res.Text(), ".go") || strings.Contains(res.Text(), "sandpit") {
		t.Errorf("a script sees %s %v", res.Text(), err)
	}
	if _, err := e.Eval(context.Background(), "for (;;) await host.echo('x')", nil); CodeOf(err) != HostCalls || events[len(events)-2].Kind != EventLimit {
		t.Errorf("limit: %v %+v", err, events[len(events)-2])
	}
	for _, src := range []string{"null.x", "host.echo.call(null)", "[].reduce()", "new Array(-1)", "''.repeat(-1)", "new Error().stack", "host.echo.toString() + console.log.toString()", "(() => { throw new Error() })()"} {
		res, err := e.Eval(context.Background(), src, nil)
		text := res.Text()
		if err != nil {
			text += err.Error() + err.(*Error).Stack
		}
		for _, bad := range []string{".go:", "goroutine", "/work", "/root", "dop251", "sandpit", "0xc0"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s shows %q: %s", src, bad, text)
			}
		}
	}
}

func TestApproval(t *testing.T) {
	var asked []string
	answers := map[string]Decision{"once": AllowOnce, "always": AllowAlways, "never": Deny}
	fn := func(s string) string { return s }
	e := testEngine(t, Options{
		Approve: func(ctx context.Context, r ApprovalRequest) (Decision, error) {
			asked = append(asked, fmt.Sprint(r.Binding, r.Args, r.File, r.Permission))
			return answers[r.Binding], nil
		},
		Bindings: []Binding{{Name: "once", Restricted: true, Permission: "p", Func: fn}, {Name: "always", Restricted: true, Func: fn}, {Name: "never", Restricted: true, Func: fn}, {Name: "free", Func: fn}},
		Scripts:  Sources{"ok.ts": "export default () => host.never('x')", "no.ts": "export default () => host.never('y')", "lend.ts": "export default () => call('ok.ts')"}, Authorized: func(f string) bool { return f == "ok.ts" },
	})
	for _, c := range []struct{ src, want string }{
		{"await host.once('a')", "a"}, {"await host.once('b')", "b"}, {"await host.always('c')", "c"}, {"await host.always('d')", "d"}, {"await host.never('e')", "DENIED"}, {"await host.free('f')", "f"},
		{"await call('ok.ts')", "x"}, {"await call('no.ts')", "DENIED"}, {"await call('lend.ts')", "x"},
	} {
		res, err := e.Eval(context.Background(), c.src, nil)
		got := res.Text()
		if err != nil {
			got = string(CodeOf(err))
		}
		if got != c.want {
			t.Errorf("%s: %s %v", c.src, got, err)
		}
	}
	if want := "once[a]script.tsp once[b]script.tsp always[c]script.ts never[e]script.ts never[y]no.ts"; strings.Join(asked, " ") != want {
		t.Errorf("asked %q", asked)
	}
	if res, err := e.With(CallOptions{Authorized: true}).Eval(context.Background(), "await host.never('z')", nil); err != nil || res.Text() != "z" {
		t.Errorf("authorised: %v", err)
	}
	e = testEngine(t, Options{Bindings: []Binding{{Name: "never", Restricted: true, Func: fn}}})
	if _, err := e.Eval(context.Background(), "await host.never('e')", nil); CodeOf(err) != NeedsAuthorized {
		t.Errorf("without approval: %v", err)
	}
}

func TestDescribe(t *testing.T) {
	e := testEngine(t, Options{Object: "ctx", Bindings: []Binding{
		{Name: "vault.read", Doc: "Reads a note.", Permission: "fs:read", Args: args("path"), Func: func(p string) (string, error) { return p, nil }},
		{Name: "find", Doc: "Finds.", Restricted: true, Rate: 3, Func: func(ctx context.Context, q string, o *options) ([]options, error) { return nil, nil }}, {Name: "off", Disabled: true, Func: func() {}},
	}})
	res, err := e.Eval(context.Background(), "const d = ctx.describe(); [d.map(x => x.name), d[1].signature, ctx.describe('find').args[1].properties.limit.type, Object.keys(ctx), 'off' in ctx, 'find' in ctx]", nil)
	if err != nil || string(res.JSON) != `[["find","vault.read"],"vault.read(path: string): Promise<string>","integer",["find","vault","describe"],false,true]` {
		t.Errorf("%s %v", res.JSON, err)
	}
	want := []string{"declare const ctx: {", "  vault: {\n    /** Reads a note. Permission: fs:read. */\n    read(path: string): Promise<string>;", "find(arg1: string, arg2?: { limit?: number; name: string; tags?: string[]; } | null): Promise<{ limit?: number; name: string; tags?: string[]; }[]>;",
		"For authorised code only. At most 3 calls a minute.", "declare const input: any;"}
	d := e.Declarations()
	for _, w := range want {
		if !strings.Contains(d, w) {
			t.Errorf("no %q in\n%s", w, d)
		}
	}
	for _, b := range []Binding{{Name: "1x", Func: func() {}}, {Name: "x", Func: 5}, {Name: "then", Func: func() {}}, {Name: "x", Func: func() (int, int) { return 1, 2 }}, {Name: "x", Func: func(chan int) {}}} {
		if err := New(Options{Bindings: []Binding{b}}).Err(); CodeOf(err) != BadOptions {
			t.Errorf("%+v: %v", b, err)
		}
	}
}
