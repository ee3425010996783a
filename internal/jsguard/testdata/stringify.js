// Each line is an expression; stringify.want has what JSON.stringify of it prints in Node 20, one line each, itself as JSON.
// A line that begins with "!" gives the arguments, as an array.
1
-0
0
1e21
1e-7
123456789012
NaN
-Infinity
"a\"b\\c\/\b\t\n\f\r\u0000\u001f\u007f\u2028\u2029é😀\ud800\udc00"
"\ud800"
"\udc00\ud800x"
"a\ud83dz"
true
null
undefined
Symbol("x")
() => 1
[undefined, Symbol("x"), () => 1, class {}]
({a: undefined, b: Symbol("x"), c() {}, d: 1})
[,1,,2]
[]
({})
[[], {}]
({"": 1, "a b": 2, "é": 3, "\ud800": 4, "\udfff\ud800": 5, "\u2028": 6, "😀": 7})
({b: 1, a: 2, 1: 3, 0: 4, "-1": 5, "01": 6, 4294967295: 7, 4294967294: 8})
new Number(3)
new String("s")
new Boolean(false)
Object(Symbol("x"))
Object(1n)
1n
[1n]
({a: [1, {b: 2n}]})
Object.assign(new Number(3), {valueOf() { return 7 }})
Object.assign(new String("s"), {toString() { return "t" }})
Object.assign(new String("s"), {toString() { return 5 }})
Object.assign(new Boolean(true), {valueOf() { return false }})
(() => { try { JSON.stringify(Object.setPrototypeOf(new Number(3), null)) } catch (e) { return e.name } })()
Object.setPrototypeOf(new Boolean(true), null)
new Date(0)
new Date(NaN)
({toJSON(k) { return "k" + k }})
({a: {toJSON(k) { return "k" + k }}})
[{toJSON(k) { return typeof k + k }}]
({toJSON: 1})
({toJSON() {}})
[{toJSON() {}}]
({toJSON() { return {toJSON() { return 2 }} }})
({toJSON() { throw new Error("no") }})
({get a() { throw new RangeError("get") }})
Object.create({a: 1})
Object.create({toJSON() { return "proto" }})
Object.defineProperty({a: 1}, "b", {value: 2})
Object.defineProperty({a: 1}, "b", {get() { return this.a + 1 }, enumerable: true})
new Map([[1, 2]])
new Set([1])
/x/g
new Error("x")
Object.assign(new Error("x"), {code: 1})
(function () { return arguments })(1, 2)
new Uint8Array([1, 2])
new Float64Array([0.5, NaN])
Object.assign(new Uint8Array([1]), {x: 2})
new ArrayBuffer(3)
Math
JSON
Promise.resolve(1)
new Proxy([1, 2], {})
new Proxy({a: 1, b: 2}, {get: (t, k) => k === "toJSON" ? undefined : k + t[k]})
new Proxy({a: 1, b: 2}, {ownKeys: () => ["b", "a"]})
new Proxy({a: 1, b: 2}, {getOwnPropertyDescriptor: (t, k) => ({value: t[k], configurable: true, enumerable: k === "a"})})
new Proxy(() => 1, {})
new Proxy([1, 2, 3], {get: (t, k) => k === "length" ? 2 : t[k]})
new Proxy([[1], {a: 2}], {})
(() => { const r = Proxy.revocable({}, {}); r.revoke(); try { JSON.stringify(r.proxy) } catch (e) { return e.name } })()
(() => { const r = Proxy.revocable([], {}); r.revoke(); try { JSON.stringify([r.proxy]) } catch (e) { return e.name } })()
Object.assign([1, 2], {x: 3})
Object.assign([1], {length: 4})
new (class A extends Array {})(1, 2)
(() => { class F { x = 1; #y = 2; get z() { return 3 } static s = 4 } return new F })()
(() => { const log = []; const p = new Proxy({a: 1, b: {c: 2}}, {get(t, k) { log.push("get " + String(k)); return t[k] }, ownKeys(t) { log.push("ownKeys"); return Reflect.ownKeys(t) }, getOwnPropertyDescriptor(t, k) { log.push("gopd " + k); return Reflect.getOwnPropertyDescriptor(t, k) }}); JSON.stringify(p); return log })()
(() => { const log = []; JSON.stringify({a: [1, {b: 2}], c: 3}, function (k, v) { log.push([k, typeof k, Array.isArray(this) ? "array" : Object.keys(this)]); return v }); return log })()
(() => { const o = {a: 1, b: 2, c: 3}; return JSON.stringify(o, (k, v) => { if (k === "a") delete o.b; return v }) })()
(() => { const o = {a: 1, b: 2}; return JSON.stringify(o, (k, v) => { if (k === "a") o.z = 9; return v }) })()
(() => { const o = [1, 2, 3]; return JSON.stringify(o, (k, v) => { if (k === "0") o.length = 1; return v }) })()
(() => { const o = [1]; return JSON.stringify(o, (k, v) => { if (k === "0") o.push(5); return v }) })()
(() => { BigInt.prototype.toJSON = function (k) { "use strict"; return typeof this + k }; try { return [JSON.stringify(1n), JSON.stringify({a: [2n]}), JSON.stringify(Object(3n))] } finally { delete BigInt.prototype.toJSON } })()
(() => { String.prototype.toJSON = Number.prototype.toJSON = Boolean.prototype.toJSON = () => "called"; try { return JSON.stringify(["a", 1, true, null, Object("a")]) } finally { delete String.prototype.toJSON; delete Number.prototype.toJSON; delete Boolean.prototype.toJSON } })()
(() => { Object.prototype.toJSON = function () { return 1 }; try { return JSON.stringify([{}]) } finally { delete Object.prototype.toJSON } })()
(() => { Array.prototype[1] = "hole"; try { return JSON.stringify([0, , 2]) } finally { delete Array.prototype[1] } })()
(() => { const s = {x: 1}; return [s, s, {s}] })()
!
![{a: [1, {b: 2}], c: {}, d: []}, null, 2]
![{a: [1, {b: 2}], c: {}, d: []}, null, "\t"]
![{a: [1, {b: 2}]}, null, ""]
![{a: [1, {b: 2}]}, null, 0.9]
![{a: [1, {b: 2}]}, null, 1.9]
![{a: [1]}, null, 11]
![{a: [1]}, null, Infinity]
![{a: [1]}, null, -1]
![{a: [1]}, null, NaN]
![{a: [1]}, null, "abcdefghijklmno"]
![{a: [1]}, null, "ééééééééééé"]
![{a: [1]}, null, "\ud800"]
![{a: [1]}, null, "123456789😀"]
![{a: [1]}, null, new Number(2)]
![{a: [1]}, null, new String("--")]
![{a: [1]}, null, Object.assign(new String("--"), {toString() { return 12 }})]
![{5: 1, 6: 2}, [Object.assign(new String("x"), {toString() { return 6 }})]]
![{a: [1]}, null, true]
![{a: [1]}, null, {}]
![{a: [1]}, null, [2]]
![{a: [1]}, null, null]
![{a: [1]}, null, Symbol("x")]
![{a: [1]}, null, 2n]
![{a: undefined, b: () => 1}, null, 2]
![[undefined], null, 2]
![{a: 1, b: {a: 2, c: 3}}, ["a", "b"]]
![{a: 1, b: {a: 2, c: 3}}, ["b", "a", "b", 1, new String("c"), new Number(1), {}, null, undefined, true, Symbol("x")]]
![{1: 1, 2: 2, "1.5": 3, "-0": 4, 0: 5}, [1.5, 2, -0]]
![{a: 1}, []]
![[{a: 1, b: 2}], ["a"]]
![{"\ud800": 1, "\udc00": 2}, ["\ud800"]]
![{a: 1, b: 2}, new Proxy(["b"], {})]
![{a: 1, b: 2}, {0: "a", length: 1}]
![{a: 1, b: 2}, "a"]
![{a: 1, b: 2}, null]
![{a: 1, b: 2}, (k, v) => typeof v === "number" ? v + 1 : v]
![{a: 1, b: 2}, (k, v) => k === "a" ? undefined : v]
![[1, 2], (k, v) => k === "0" ? undefined : v]
![1, (k, v) => undefined]
![1, () => Symbol("x")]
![{a: 1}, (k, v) => k === "" ? v : new Number(5)]
![{a: 1}, (k, v) => k === "" ? v : 1n]
![{a: 1}, (k, v) => k === "" ? v : () => 1]
![{a: 1}, new Proxy((k, v) => k === "a" ? 9 : v, {})]
![{a: 1}, (k, v) => { throw new TypeError("t") }]
![{a: new Date(0)}, function (k, v) { return k === "a" ? [typeof v, this[k] instanceof Date] : v }]
![{a: {b: {c: {d: 1}}}}, (k, v) => v, 1]
(() => { const a = {}; a.a = a; return a })()
(() => { const a = {}; a[""] = a; return a })()
(() => { const a = {}; a[0] = a; return a })()
(() => { const a = []; a[0] = a; return a })()
(() => { const a = [1, [2]]; a[1].push(a); return a })()
(() => { class Foo {} const a = new Foo; a.x = {y: a}; return a })()
(() => { const a = Object.create(null); a.x = a; return a })()
(() => { const a = {constructor: 5}; a.x = a; return a })()
(() => { const a = {constructor: function Q() {}}; a.x = a; return a })()
(() => { const a = Object.create({constructor: function Q() {}}); a.x = a; return a })()
(() => { const a = new (class {}); a.x = a; return a })()
(() => { const a = {[Symbol.toStringTag]: "Tag"}; a.x = a; return a })()
(() => { const a = new Map; a.x = a; return a })()
(() => { const a = new Error("x"); a.x = a; return a })()
(() => { const a = new Proxy({}, {}); a.x = a; return a })()
(() => { const a = new Proxy([], {}); a[0] = a; return a })()
(() => { const a = {a: {b: {c: {}}}}; a.a.b.c.d = a; return a })()
(() => { const a = {a: {b: {c: {d: {}}}}}; a.a.b.c.d.e = a; return a })()
(() => { const a = {a: {b: {}}}; a.a.b.c = a; return a })()
(() => { const a = {q: {a: {}}}; a.q.a.b = a.q; return a })()
(() => { const a = {a: [{b: []}]}; a.a[0].b[0] = a; return a })()
(() => { const a = {}; a["it's\n"] = a; return a })()
(() => { const a = {toJSON() { return this.x }, x: {}}; a.x.y = a.x; return a })()
(() => { const a = {b: {toJSON() { return a }}}; return a })()
(() => { const a = {get x() { return a }}; return a })()
(() => { const a = (function () { return arguments })(); a.x = a; return a })()
(() => { class Arr extends Array {} const a = new Arr; a[0] = a; return a })()
(() => { let n = {}; const top = n; for (let i = 0; i < 40; i++) n = n.n = {}; n.n = top; return top })()
(() => { let n = []; const top = n; for (let i = 0; i < 40; i++) { const m = []; n.push(0, m); n = m } n.push(top.at(-1)); return top })()
(() => { let n = 0; for (let i = 0; i < 1000; i++) n = [n]; return JSON.stringify(n).length })()
(() => { let n = []; for (let i = 0; i < 100000; i++) n = [n]; return n })()
(() => { let n = {}; for (let i = 0; i < 100000; i++) n = {n}; return n })()
(() => { const o = {toJSON() { return JSON.stringify(o) }}; return o })()
(() => { const f = JSON.stringify; return [f.name, f.length, typeof f.prototype, Object.getOwnPropertyDescriptor(JSON, "stringify").enumerable] })()
"x".repeat(70000).length
JSON.stringify("\n".repeat(100000)).length
JSON.stringify("é".repeat(300000)).length
JSON.stringify({a: "x".repeat(600000) + "\u0001é"}).slice(-12)
