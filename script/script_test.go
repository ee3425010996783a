package script

import (
	"context"
	"strings"
	"testing"
	"time"
)

func echo(ctx context.Context, s string) (string, error) { return "echo " + s, nil }

func testEngine(t testing.TB, o Options) *Engine {
	t.Helper()
	e := New(o)
	if err := e.Err(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

var evalCases = []struct{ src, want string }{
	{"1+1", "2"},
	{"'a'", `"a"`},
	{"'a' + 'b'", `"ab"`},
	{"await 1 + 2;", "3"},
	{"({a: 1, b: [1,2]})", `{"a":1,"b":[1,2]}`},
	{"{a: 1}", `{"a":1}`},
	{"const x: number = 5; x * 2", "10"},
	{"await Promise.resolve(7)", "7"},
	{"const v = await new Promise<number>(r => setTimeout(() => r(3), 5)); v + 1", "4"},
	{"return 5", "5"},
	{"const a = await host.echo('x'); return a.length", "6"},
	{"export default function (input) { return input.n + 1 }", "42"},
	{"export default async (input: {n: number}) => ({ got: input.n })", `{"got":41}`},
	{"export default 5", "5"},
	{"export const a = 1, {b} = {b: 2}; export default () => a + b", "3"},
	{"input.n", "41"},
	{"await host.echo('hi')", `"echo hi"`},
	{"host.describe().map(d => d.name).join()", `"echo"`},
	{"undefined", "null"},
	{"10n ** 20n", "100000000000000000000"},
	{"new Date(0)", `"1970-01-01T00:00:00.000Z"`},
	{"new Uint8Array([1,2,3])", `"AQID"`},
	{"new Map([['a', 1], ['b', 2]])", `{"a":1,"b":2}`},
	{"new Map([[1, 2]])", "[[1,2]]"},
	{"new Set([1, 'x'])", `[1,"x"]`},
	{"[1, undefined, () => 1, NaN]", "[1,null,null,null]"},
	{"({a: undefined, f() {}, s: Symbol('x'), g: 1})", `{"g":1}`},
	{"/a+/g", `"/a+/g"`},
	{"new TypeError('no')", `{"name":"TypeError","message":"no"}`},
	{"typeof localStorage + typeof fetch + typeof process", `"undefinedundefinedundefined"`},
	{"enum A { X, Y } A.Y", "1"},
	{"class P { constructor(public x: number) {} } new P(3).x", "3"},
	{"let s = ''; for await (const x of (async function* () { yield 1; yield 2 })()) s += x; s", `"12"`},
	{"new URL('https://a.b/c?d=1').searchParams.get('d')", `"1"`},
	{"new TextDecoder().decode(new TextEncoder().encode('é'))", `"é"`},
	{"Buffer.from('aGk=', 'base64').toString()", `"hi"`},
	{"structuredClone({a: [1, new Date(5)]}).a[1].getTime()", "5"},
	{"atob(btoa('hello'))", `"hello"`},
	{"/\\p{L}+/u.exec('été!')[0]", `"été"`},
	{"[...'abc'].map((c, i) => c + i).join('-')", `"a0-b1-c2"`},
	{"const o = {}; for (const w of ['a','b','a']) o[w] = (o[w] || 0) + 1; o", `{"a":2,"b":1}`},
	{"Object.groupBy([1,2,3], x => x % 2 ? 'odd' : 'even')", `{"odd":[1,3],"even":[2]}`},
	{"[1,2,3].values().map(x => x * 2).toArray()", "[2,4,6]"},
	{"function f() { return 1 }\nf() + 1", "2"},
	{"try { [].y.x } catch (e) { e.message }\n'done'", `"done"`},
	{"let m; try { [].y.x } catch (e) { m = e.message }\nm", `"Cannot read properties of undefined (reading 'x')"`},
	{"crypto.randomUUID().length", "36"},
	{`'a1b22'.replace(/(?<=[a-z])\d+/g, m => '<' + m + '>')`, `"a<1>b<22>"`},
	{`/(\w)\1/.exec('hello')[0] + 'aXbX'.split(/(?=X)/).join('|') + new RegExp('(?<n>l)\\k<n>').exec('hello').groups.n`, `"lla|Xb|Xl"`},
	{`[...'2024-01 2025-02'.matchAll(/(?<y>\d{4})-(?!02)/g)].map(m => m.groups.y)`, `["2024"]`},
	{"/(/.test('x')", "SYNTAX_ERROR"},
	{"/a+/gi.source + /a/g.flags + String(/x\\/y/)", `"a+g/x\\/y/"`},
	{"const ac = new AbortController(); setTimeout(() => ac.abort(), 1); await new Promise(r => ac.signal.addEventListener('abort', () => r(ac.signal.aborted)))", "true"},
	{"const s = AbortSignal.timeout(5); await new Promise(r => s.addEventListener('abort', () => r(s.reason.name)))", `"TimeoutError"`},
	{"if (input.n > 1) { 5 } else 6", "5"},
	{"try { throw 1 } catch (e) { e + 1 } finally { 9 }", "2"},
	{"using x = { [Symbol.dispose]() {} }; 'using'", `"using"`},
	{"x = 1", "SCRIPT_ERROR"},
	{"throw new Error('boom')", "SCRIPT_ERROR"},
	{"await host.nosuch()", "NOT_FOUND"},
	{"eval('1')", "FORBIDDEN"},
	{"const f = (", "SYNTAX_ERROR"},
	{"import x from 'lodash'; x", "MODULE_NOT_FOUND"},
	{"await host.echo(5)", "INVALID_ARGUMENT"},
	{"(function f() { f() })()", "STACK"},
}

func TestEval(t *testing.T) {
	e := testEngine(t, Options{Bindings: []Binding{{Name: "echo", Func: echo}}})
	for _, c := range evalCases {
		res, err := e.Eval(context.Background(), c.src, map[string]any{"n": 41})
		got := string(res.JSON)
		if err != nil {
			got = string(CodeOf(err))
		}
		if got != c.want {
			t.Errorf("%s\n got %s (%v)\nwant %s", c.src, got, err, c.want)
		}
	}
}

func TestErrorPosition(t *testing.T) {
	e := testEngine(t, Options{})
	_, err := e.Eval(context.Background(), "const a: number = 1;\n\nfunction f(): void {\n  throw new TypeError('no');\n}\nf();", nil)
	var want = "SCRIPT_ERROR: TypeError: no (script.ts:4:9)"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if se := err.(*Error); !strings.Contains(se.Stack, "at f (script.ts:4:9)") {
		t.Errorf("stack %q", se.Stack)
	}
}

func TestDeadline(t *testing.T) {
	e := testEngine(t, Options{Limits: Limits{Timeout: 100 * time.Millisecond}})
	for _, src := range []string{"while (true) {}", "while(true){ try { while(true){} } catch(e) {} finally { while(true){} } }", "(function s(){ Promise.resolve().then(s) })(); await new Promise(() => {})",
		"setInterval(()=>{},1); await new Promise(() => {})"} {
		start := time.Now()
		_, err := e.Eval(context.Background(), src, nil)
		if CodeOf(err) != Timeout {
			t.Errorf("%s: %v", src, err)
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s took %v", src, d)
		}
	}
}
