package jsrt

import "testing"

// TestModulesWithoutBackend: packages load modules that a box has no use for; what is asked of them says so by its code.
func TestModulesWithoutBackend(t *testing.T) {
	b := newBox(t, map[string]string{"a.js": `
const code = (f) => { try { f(); return 'ok' } catch (e) { return e.code } };
console.log(code(() => require('http2').connect('http://x')), code(() => require('cluster').fork()), code(() => require('inspector').open()));
console.log(require('worker_threads').isMainThread, require('cluster').isPrimary, require('inspector').url(), require('http2').constants.HTTP2_HEADER_PATH, require('http2').constants.HTTP_STATUS_NOT_FOUND);
console.log(require('v8').getHeapStatistics().heap_size_limit > 0, code(() => require('v8').takeCoverage()));
const p = require('punycode'); console.log(p.encode('mañana'), p.decode('maana-pta'), p.toASCII('josé@bücher.例え'), p.toUnicode('xn--bcher-kva.com'), p.encode('🎉x'));
`})
	want := "ERR_METHOD_NOT_IMPLEMENTED ERR_METHOD_NOT_IMPLEMENTED ERR_METHOD_NOT_IMPLEMENTED\n" +
		"true true undefined :path 404\ntrue ERR_METHOD_NOT_IMPLEMENTED\nmaana-pta mañana josé@xn--bcher-kva.xn--r8jz45g bücher.com x-gu2s\n"
	if r := b.node("a.js"); r.out != want {
		t.Errorf("%s%s", r.out, r.err)
	}
}

// TestDelegate: yield* goes through a count of its depth and keeps its meaning.
func TestDelegate(t *testing.T) {
	b := newBox(t, map[string]string{"a.js": `
function* inner() { try { const x = yield 1; console.log('got', x); yield* [2, 3]; return 9 } finally { console.log('fin') } }
function* outer() { const r = yield* inner(); yield r }
const it = outer(); console.log(it.next().value, it.next('a').value, it.next().value, it.next().value, it.next().done);
const j = outer(); j.next(); console.log(j.return(5).value);
const q = outer(); q.next(); try { q.throw(new Error('t')) } catch (e) { console.log(e.message) }
let p = 3; p **= 2; const o = { x: 2n }; o.x **= 5n; console.log(p, o.x, 1n << 5n, -5n >> 1n, Object(2n) ** 3n, 2 ** 3);
`})
	if r := b.node("a.js"); r.out != "got a\nfin\n1 2 3 9 true\nfin\n5\nfin\nt\n9 32n 32n -3n 8n 8\n" {
		t.Errorf("%s%s", r.out, r.err)
	}
}
