package jsrt

import "testing"

// TestStackOverflow catches a stack that ran over, as V8 lets a program do, and goes on.
func TestStackOverflow(t *testing.T) {
	b := newBox(t, map[string]string{
		"a.js": `
function f() { f() }
try { f() } catch (e) { console.log(e instanceof RangeError, e.message) }
const depth = () => { let n = 0; const g = () => { n++; g() }; try { g() } catch (e) { if (!(e instanceof RangeError)) throw e } return n > 1000 };
console.log(depth(), depth());
function safe(fn) { try { const r = fn(); return r } catch (e) { if (/call stack/.test(e.message)) return 'deep'; throw e } }
console.log(safe(f), safe(() => 5), safe(() => [1].map(f)));
try { safe(() => { throw new TypeError('t') }) } catch (e) { console.log(e.name) }
for (const x of [1, 2]) { try { const o = { toString() { return '' + o } }; String(o) } catch (e) { console.log(x, e.message === 'Maximum call stack size exceeded') } finally { console.log('finally') } }
class A { m() { try { return this.n() } catch (e) { return e instanceof RangeError ? 'class' : e } } n() { return this.n() } }
console.log(new A().m(), [3, 1, 2].sort((a, b) => a - b).join());
setTimeout(() => console.log('on'), 1);`,
		"b.js": `function f() { return arguments.length ? this.v : f.call({ v: 1 }, 1) }
function g() { try { return f.apply(this, arguments) } catch (e) { return e instanceof RangeError } }
console.log(g.call({ v: 7 }, 1, 2), eval("try { 1; 2 } catch (e) { RangeError }"));
try { null.x } catch (e) { console.log(e instanceof RangeError, e instanceof TypeError, e.stack.split('\n').length > 1) }
async function h() { try { await null; throw 1 } catch (e) { return [e, RangeError.name] } }
h().then((v) => console.log(v.join()));`,
	})
	for name, want := range map[string]string{
		"a.js": "true Maximum call stack size exceeded\ntrue true\ndeep 5 deep\nTypeError\n1 true\nfinally\n2 true\nfinally\nclass 1,2,3\non\n",
		"b.js": "7 2\nfalse true true\n1,RangeError\n",
	} {
		if r := b.node(name); r.out != want || r.err != "" || r.code != 0 {
			t.Errorf("%s: status %d\n%s%s", name, r.code, r.out, r.err)
		}
	}
}
