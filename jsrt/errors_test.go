package jsrt

import (
	"regexp"
	"strings"
	"testing"
)

// Frames of the runtime's own modules differ from Node's; they are left out of the comparison.
var ownFrames = regexp.MustCompile(`(?m)^    at .*node:.*?( \{)?\n`)

// TestErrorOutput compares what goes to standard error with what Node 20.20.2 writes there for the same files.
func TestErrorOutput(t *testing.T) {
	for _, c := range []struct{ name, file, text, want string }{
		{"throw", "a.js", "function f() {\n  throw new Error('boo');\n}\nf();\n",
			"/home/user/a.js:2\n  throw new Error('boo');\n  ^\n\nError: boo\n    at f (/home/user/a.js:2:9)\n    at Object.<anonymous> (/home/user/a.js:4:1)\n\nNode.js v20.20.2\n"},
		{"primitive", "a.js", "\nthrow 5;\n",
			"/home/user/a.js:2\nthrow 5;\n^\n5\n(Use `node --trace-uncaught ...` to show where the exception was thrown)\n\nNode.js v20.20.2\n"},
		{"syntax", "a.js", "let x = 1;\nlet y = ;\n",
			"/home/user/a.js:2\nlet y = ;\n        ^\n\nSyntaxError: Unexpected token ';'\n\nNode.js v20.20.2\n"},
		{"engine", "a.js", "\nundefined.foo",
			"/home/user/a.js:2\nundefined.foo\n          ^\n\nTypeError: Cannot read properties of undefined (reading 'foo')\n    at Object.<anonymous> (/home/user/a.js:2:11)\n\nNode.js v20.20.2\n"},
		{"rejection", "a.js", "Promise.reject(new Error('rej'))",
			"/home/user/a.js:1\nPromise.reject(new Error('rej'))\n               ^\n\nError: rej\n    at Object.<anonymous> (/home/user/a.js:1:16)\n\nNode.js v20.20.2\n"},
		{"typescript", "a.ts", "interface A { x: number }\nfunction f(a: A): never {\n  throw new Error('t' + a.x)\n}\nf({ x: 1 })\n",
			"/home/user/a.ts:3\n  throw new Error('t' + a.x)\n  ^\n\nError: t1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newBox(t, map[string]string{c.file: c.text}).node(c.file)
			if r.code != 1 || r.out != "" {
				t.Errorf("status %d, stdout %q", r.code, r.out)
			}
			got := ownFrames.ReplaceAllString(r.err, "")
			if got != c.want && !(c.name == "typescript" && strings.HasPrefix(got, c.want)) {
				t.Errorf("got\n%s\nwant\n%s", r.err, c.want)
			}
		})
	}
}

// TestStackProperty holds V8's rule that the header is written when `stack` is first read, and its frames.
func TestStackProperty(t *testing.T) {
	b := newBox(t, map[string]string{"a.js": `
const first = (e) => e.stack.split('\n')[0];
const e = new Error('a'); e.message = 'b'; e.name = 'N'; console.log(first(e));
class E extends Error { constructor(m) { super(m); this.name = 'E' } }
function f() { return new E('x') } console.log(f().stack.split('\n').slice(0, 2).join('|'));
class I extends Error { constructor(m) { super(m); this.stack; this.name = 'Foo' } } console.log(first(new I('x')));
Error.prepareStackTrace = (e, s) => s.length > 0 && typeof s[0].getLineNumber(); console.log(new Error('p').stack); Error.prepareStackTrace = undefined;
Error.stackTraceLimit = 0; console.log(new Error('none').stack); Error.stackTraceLimit = 10;
const o = {}; Error.captureStackTrace(o); console.log(typeof o.stack, Object.keys(o).length, e instanceof Error, Error('x') instanceof Error, Object.prototype.toString.call(e));
try { globalThis.u = undefined; globalThis.u.x } catch (e) { console.log(e.message) } try { x.y } catch (e) { console.log(e.name, e.message) } try { JSON.parse('{bad') } catch (e) { console.log(e.message) }`})
	want := "N: b\nE: x|    at f (/home/user/a.js:5:23)\nError: x\nnumber\nError: none\nstring 0 true true [object Error]\nCannot read properties of undefined (reading 'x')\nReferenceError x is not defined\nExpected property name or '}' in JSON at position 1\n"
	if r := b.node("a.js"); r.out != want {
		t.Errorf("got\n%s\nwant\n%s\n%s", r.out, want, r.err)
	}
}
