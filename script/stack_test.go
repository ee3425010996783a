package script

import (
	"context"
	"strings"
	"testing"
)

// TestErrorStack: what a script reads as the stack of an error is V8's form, with the script's own lines and columns.
func TestErrorStack(t *testing.T) {
	e := testEngine(t, Options{})
	for _, c := range []struct{ src, want string }{
		{"new Error('x').stack", "Error: x\n    at s.ts:1:1"},
		{"const e = new Error('x')\ne.stack", "Error: x\n    at s.ts:1:11"},
		{"\n\nfunction f() {\n  return new TypeError('no')\n}\nf()['stack']", "TypeError: no\n    at f (s.ts:4:10)\n    at s.ts:6:1"},
		{"let e\ntry {\n  undefined.x\n} catch (x) { e = x }\ne?.stack", "TypeError: Cannot read properties of undefined (reading 'x')\n    at s.ts:3:13"},
		{"await Promise.reject(new RangeError('r')).catch((e) => e.stack)", "RangeError: r\n    at s.ts:1:22"},
		{"const { stack } = new Error('d')\nstack", "Error: d\n    at s.ts:1:19"},
		{"let stack;\n({ stack } = new Error('d'))\nstack", "Error: d\n    at s.ts:2:14"},
		{"class A extends Error { get where() { return this.stack } }\nnew A('a').where", "Error: a\n    at s.ts:2:1"},
		{"const e = new Error('x'); e.stack = 'mine'; e.stack", "mine"},
		{"({ stack: 'own' }).stack", "own"},
		{"const o = undefined; String(o?.stack) + String(o?.a.stack)", "undefinedundefined"},
		{"interface X { a: number }\nconst f = (x: X): string =>\n  new Error(String(x.a)).stack\nf({ a: 1 })", "Error: 1\n    at f (s.ts:3:3)\n    at s.ts:4:1"},
		{"let n = 0; const e = new Error('x'); Object.defineProperty(e, 'stack', { get: () => ++n }); e.stack + ':' + n", "1:1"},
		{"function f(n) { if (n) return f(n - 1); return new Error('deep').stack.split('\\n').length }\nString(f(30))", "11"},
	} {
		res, err := e.With(CallOptions{Name: "s.ts"}).Eval(context.Background(), c.src, nil)
		if err != nil || res.Text() != c.want {
			t.Errorf("%s\n got %q %v\nwant %q", c.src, strings.TrimSpace(res.Text()), err, c.want)
		}
	}
}
