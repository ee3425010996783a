package script

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Hostile scripts try to outlive their deadline, to take the host's memory or stack, or to end the process. Each must end
// with an error, in time, within its memory budget, and leave the process alive. What counts is what a script does at the
// deadline or at the limit, so those that only burn time get little of it.
var hostile = []struct {
	timeout time.Duration
	scripts map[string]string
}{
	{20 * time.Millisecond, hostileTime},
	{250 * time.Millisecond, hostileMemory},
	{250 * time.Millisecond, hostileStack},
	{20 * time.Millisecond, hostileRegexps},
}

// hostileTime is E30: deadline evasion.
var hostileTime = map[string]string{
	"loop":                "while(true){}",
	"loop in try":         "while(true){ try { while(true){} } catch(e) {} }",
	"loop in finally":     "function f(){ try { while(true){} } finally { while(true){} } } f();",
	"async loop":          "await (async()=>{ while(true) try { await (async()=>{ while(true){} })() } catch {} })();",
	"promise storm":       "(function s(){ Promise.resolve().then(s) })(); await new Promise(()=>{})",
	"promise doubling":    "(function s(){ Promise.resolve().then(s); Promise.resolve().then(s) })(); await new Promise(()=>{})",
	"microtask storm":     "(function s(){ queueMicrotask(s) })(); await new Promise(()=>{})",
	"timer storm":         "(function i(){ setTimeout(i) })(); await new Promise(()=>{})",
	"interval loop":       "setInterval(()=>{while(true){}},0); await new Promise(()=>{})",
	"generator finally":   "function* g(){ try { while(true) yield 1 } finally { while(true){} } } for (const x of g()) break;",
	"proxy get":           "new Proxy({}, {get(){while(true){}}}).x",
	"toString loop":       "''+{toString(){while(true){}}}",
	"sort loop":           "[3,2,1].sort(()=>{while(true){}})",
	"replace loop":        "'a'.replace(/a/,()=>{while(true){}})",
	"toJSON loop":         "JSON.stringify({toJSON(){while(true){}}})",
	"result toJSON loop":  "({toJSON(){while(true){}}})",
	"result getter loop":  "({get x(){while(true){}}})",
	"console getter loop": "console.log({get x(){while(true){}}})",
	"argument loop":       "await host.echo(new Proxy({}, {ownKeys(){while(true){}}}))",
	"thenable loop":       "await {then(r){while(true){}}}",
	"never":               "await new Promise(()=>{})",
	"never in import":     "export default () => new Promise(()=>{})",
	"async generator":     "for await (const x of (async function*(){ while(true) yield 1 })()) {}",

	"rejected getter":    "Promise.reject({get message(){while(true){}}}); await null; 1",
	"thrown getter":      "throw {get message(){while(true){}}}",
	"thrown name":        "const e=new Error('x'); Object.defineProperty(e,'name',{get(){while(true){}}}); throw e",
	"thrown proxy":       "throw new Proxy({}, {get(){while(true){}}})",
	"thrown toString":    "throw {toString(){while(true){}}, message: {toString(){while(true){}}}}",
	"late storm":         "host.echo('x').then(function f(){ return host.echo('x').then(f) }); 1; while(true){}",
	"toPrimitive":        "const o={[Symbol.toPrimitive](){while(true){}}}; [1,2][o]",
	"key loop":           "({})[{toString(){while(true){}}}]",
	"export getter":      "export default {get a(){while(true){}}}",
	"export then":        "export default {then(){while(true){}}}; throw 1",
	"label":              "const f=()=>f; f.toString=()=>{while(true){}}; ''+f",
	"weird this":         "[].map.call({length:3, get 0(){while(true){}}}, x=>x)",
	"console object":     "console.log=function(){while(true){}}; console.log(1)",
	"structured getter":  "structuredClone({get a(){while(true){}}})",
	"host getter name":   "host[{toString(){while(true){}}}]()",
	"error stack getter": "const e=new Error; Object.defineProperty(e,'stack',{get(){while(true){}}}); throw e",
	"iterator return":    "for (const x of {[Symbol.iterator]: () => ({next: () => ({value: 1, done: false}), return(){while(true){}}})}) break;",
}

// hostileMemory is E32: memory.
var hostileMemory = map[string]string{
	"repeat":              "'x'.repeat(1024**4)",
	"double string":       "var s='xx'; while(true) s+=s;",
	"double by template":  "var s='xx'; while(true) s=`${s}${s}`;",
	"double by concat":    "var s='xx'; while(true) s=s.concat(s);",
	"double by member":    "const o={s:'xx'}; while(true) o.s += o.s;",
	"double by join":      "var s='xx'; while(true) s=[s,s].join('');",
	"double by replace":   "var s='xx'; while(true) s=s.replace(/x/g,'yx');",
	"keep strings":        "const a=[]; let s='x'.repeat(1e6); for(;;) a.push('y'+s);",
	"padStart":            "''.padStart(2**30,'ab')",
	"ArrayBuffer":         "new ArrayBuffer(2**46)",
	"Uint8Array":          "new Uint8Array(2**33)",
	"computed Uint8Array": "globalThis['Uint8'+'Array'].from({length:2**33})",
	"constructor path":    "new (new Uint8Array(1)).constructor(2**34)",
	"sparse fill":         "new Array(2**32-1).fill('x')",
	"sparse by length":    "const a=[]; a.length=2**32-1; a.map(x=>x)",
	"sparse by index":     "const a=[]; const i=4294967294; a[i]=1; a.reverse()",
	"sparse by literal":   "const a=[]; a[4294967294]=1; a.indexOf(5)",
	"sparse by step":      "const a=[]; let i=4e9; a[i++]=1; a.includes(5)",
	"array-like":          "[].fill.call({length:2**40}, 1)",
	"array-like key":      "[].fill.call({['len'+'gth']:2**40}, 1)",
	"flipping length":     "let n=0; [].indexOf.call({get length(){ return n++ ? 2**40 : 1 }}, 1); throw 1",
	"flipping proxy":      "let n=0; [].indexOf.call(new Proxy([], {get(t,k){ return k==='length' ? (n++ ? 2**40 : 1) : t[k] }}), 1); throw 1",
	"far length":          "[].indexOf.call(new Proxy([], {get(t,k){ return k==='length' ? 2**50 : t[k] }}), 1)",
	"set of holes":        "const a=[]; a.length=2**32-1; new Set(a)",
	"string of holes":     "const a=[]; a.length=2**32-1; ''+a",
	"stringify holes":     "const a=[]; a.length=2**32-1; JSON.stringify(a)",
	"stringify inner":     "const a=[]; a.length=2**32-1; JSON.stringify({a})",
	"result of holes":     "const a=[]; a.length=2**32-1; a",
	"join same":           "const s='x'.repeat(1e6); const a=[]; for(let i=0;i<1e5;i++) a.push(s); ''+a",
	"slices":              "var a=[]; for(;;) a.push(a.slice())",
	"map of strings":      "var m=new Map(); for(let i=0;;i++) m.set(i,'x'.repeat(1e4))",
	"objects":             "var a=[]; for(;;) a.push({a:1,b:2,c:3})",
	"closures":            "let f=()=>0; for(;;){ const g=f; f=()=>g() }",
	"timers":              "for(;;) setTimeout(()=>{},1e9)",
	"promises":            "const a=[]; for(;;) a.push(new Promise(()=>{}))",
	"buffers":             "const a=[]; for(;;) a.push(new Uint8Array(1e6))",
	"Buffer.alloc":        "Buffer.alloc(8e9)",
	"Buffer.concat":       "Buffer.concat(Array(1e5).fill(Buffer.alloc(1e6)))",
	"split":               "'x'.repeat(1<<24).split('').map(x=>({x}))",
	"JSON.parse big":      "JSON.parse('['+'1,'.repeat(1e8)+'1]')",
	"JSON.parse deep":     "JSON.parse('['.repeat(5e6))",
	"power":               "2n**(2n**33n)",
	"shift":               "1n<<(2n**40n)",
	"spread":              "let a=[1]; for(;;) a=[...a,...a]",
	"concat arrays":       "let a=[1]; for(;;) a=a.concat(a)",
	"console flood":       "for(;;) console.log('x'.repeat(1e5))",
	"apply":               "Math.max.apply(null,{length:2**31})",
	"upper":               "let s='\u0149'; for(;;) s=(s+s).toUpperCase()",
	"fromCharCode":        "let a=[]; for(let i=0;i<1e6;i++) a.push(120); String.fromCharCode(...a, ...a, ...a)",
	"generator flood":     "const a=[]; function* g(){ while(true) yield 1 } for(;;) a.push(g())",
	"symbols":             "const o={}; for(let i=0;;i++) o[Symbol(i)]=i",
	"keys":                "const o={}; for(let i=0;;i++) o['k'+i]=i",
	"Array.from iterator": "Array.from({*[Symbol.iterator](){ while(true) yield {} }})",
	"labels in regexp":    "new RegExp('('.repeat(1e5))",
}

// hostileStack is E33: stack, and source that nests.
var hostileStack = map[string]string{
	"recursion":          "function f(){f()} f();",
	"toString recursion": "var o={toString(){return ''+o}}; ''+o",
	"proxy recursion":    "new Proxy({}, {get(t,k,r){return r[k]}}).x",
	"reviver":            "(function r(){ JSON.parse('[1]',r) })()",
	"sort recursion":     "(function r(){ [2,1].sort(r) })()",
	"replace recursion":  "(function r(){ 'a'.replace(/a/,r) })()",
	"map recursion":      "(function r(){ [1].map(r) })()",
	"constructor":        "class A{constructor(){new A}} new A",
	"async recursion":    "let g=async()=>g(); await g();",
	"yield star":         "function* y(){ yield* y() } y().next()",
	"getter recursion":   "const o={get a(){return o.a}}; o.a",
	"construct":          "Reflect.construct(function(){ new new.target }, [])",
	"nested result":      "let o=[]; for(let i=0;i<1e6;i++) o=[o]; o",
	"nested stringify":   "let o=[]; for(let i=0;i<1e6;i++) o=[o]; JSON.stringify(o)",
	"nested console":     "let o=[]; for(let i=0;i<1e5;i++) o=[o]; console.log(o); throw 1",
	"nested argument":    "let o=[]; for(let i=0;i<1e6;i++) o=[o]; await host.echo(o)",
	"nested string":      "let o=[]; for(let i=0;i<1e6;i++) o=[o]; ''+o",
	"nested clone":       "let o=[]; for(let i=0;i<1e6;i++) o=[o]; structuredClone(o)",
	"bind chain":         "let f=()=>1; for(;;) f=f.bind(); f()",
	"bind call":          "let f=()=>1; for(let i=0;i<2e5;i++) f=f.bind(); f(); throw 1",
	"proxy chain":        "let p={}; for(let i=0;i<2e5;i++) p=new Proxy(p,{}); p.x; throw 1",
	"prototype chain":    "let o={}; for(let i=0;i<3e5;i++) o=Object.create(o); o.x; throw 1",
	"flat cycle":         "const a=[]; a.push(a); a.flat(Infinity)",
	"flat holes":         "const a=[]; a.length=2**32-1; [[a]].flat(3)",
	"all holes":          "const a=[]; a.length=2**32-1; await Promise.all(a)",
	"raw":                "String.raw({raw:{length:2**40}})",
	"then chain":         "let p=Promise.resolve(); for(;;) p=p.then(()=>{})",
	"cause chain":        "let e=new Error; for(let i=0;i<1e5;i++) e=new Error('x',{cause:e}); throw e",
	"source parens":      strings.Repeat("(", 300000),
	"source arrays":      strings.Repeat("[", 300000),
	"source nots":        strings.Repeat("!", 500000) + "1",
	"source assign":      strings.Repeat("a=", 300000) + "1",
	"source blocks":      strings.Repeat("{", 300000),
	"source ternary":     strings.Repeat("x?", 100000),
	"source templates":   strings.Repeat("`${", 50000),
	"source arrows":      strings.Repeat("(x=", 40) + "1" + strings.Repeat(")=>1", 40),
	"source size":        "'" + strings.Repeat("x", 2<<20) + "'",
}

// hostileRegexps is E28: regular expressions.
var hostileRegexps = map[string]string{
	"regexp backref":     `/^(a+)+\1b$/.test("a".repeat(40)+"c"); throw 1`,
	"regexp lookahead":   `/^(?=(a+)+$)b/.test("a".repeat(40)+"b"); throw 1`,
	"regexp star":        `"a".repeat(1e5).match(/(.*)*x/); throw 1`,
	"regexp behind":      `"x".repeat(1e5).replace(/(?<=x*)y/g,""); throw 1`,
	"regexp constructor": `new RegExp("^(a+)+\\1b$").test("a".repeat(40)+"c"); throw 1`,
	"regexp string":      `("a".repeat(40)+"c").match("^(a+)+\\1b$"); throw 1`,
	"regexp split":       `("a".repeat(40)+"c").split(/^(a+)+\1b$/); throw 1`,
	"regexp borrowed":    `const re = /^(a+)+\1b$/; RegExp.prototype.exec.call(re, "a".repeat(40)+"c"); throw 1`,
	"regexp test":        `RegExp.prototype.test.call(/^(a|aa)+\1b$/, "a".repeat(60)+"c"); throw 1`,
	"regexp symbol":      `/^(a+)+\1b$/[Symbol.replace]("a".repeat(40)+"c", ""); throw 1`,
	"regexp computed":    `const m = "ma"+"tch"; ("a".repeat(40)+"c")[m]("^(a+)+\\1b$"); throw 1`,
	"regexp species":     `class R extends RegExp {} ("a".repeat(40)+"c").split(new R("^(a+)+\\1b$")); throw 1`,
	"regexp matchAll":    `[...("a".repeat(40)+"c").matchAll(/^(a+)+\1b$/g)]; throw 1`,
	"regexp console":     `console.log(/^(a+)+\1b$/); throw 1`,
}

const hostileBudget = 16 << 20

// TestHostile runs them in a process of their own, since what they try is to end it.
func TestHostile(t *testing.T) {
	if only := os.Getenv("SANDPIT_HOSTILE"); only != "" {
		for _, g := range hostile {
			for _, n := range slices.Sorted(maps.Keys(g.scripts)) {
				if only == "all" || strings.Contains(n, only) {
					fmt.Printf("script %s\n", n)
					runHostile(t, n, g.scripts[n], g.timeout)
				}
			}
		}
		return
	}
	t.Parallel()
	cmd := exec.Command(os.Args[0], "-test.run=^TestHostile$", "-test.timeout=200s")
	cmd.Env = append(os.Environ(), "SANDPIT_HOSTILE=all")
	out, err := cmd.CombinedOutput()
	if err != nil {
		i := strings.LastIndex(string(out), "script ")
		t.Fatalf("%v\n%.3000s\n...\n%.2000s", err, out, out[max(i, 0):])
	}
}

// peak samples the heap until stop is called, which gives how much it grew.
func peak() (stop func() int64) {
	runtime.GC()
	base := heapInUse()
	top := base
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				top = max(top, heapInUse())
			case <-quit:
				return
			}
		}
	}()
	return sync.OnceValue(func() int64 { close(quit); <-done; return top - base })
}

func runHostile(t *testing.T, name, src string, timeout time.Duration) {
	e := New(Options{Limits: Limits{Memory: hostileBudget, Timeout: timeout}, Bindings: []Binding{{Name: "echo", Func: echo}}, Rules: Rules{}})
	grown := peak()
	start := time.Now()
	_, err := e.Eval(context.Background(), src, nil)
	d := time.Since(start)
	top := grown()
	if err == nil {
		t.Errorf("%s: no error", name)
	}
	if d > timeout+1500*time.Millisecond {
		t.Errorf("%s: ended after %v: %.200v", name, d, err)
	}
	if top > hostileBudget+32<<20 {
		t.Errorf("%s: the heap grew by %d MB: %.200v", name, top>>20, err)
	}
	if testing.Verbose() {
		fmt.Printf("  %v %d MB %.150v\n", d.Round(time.Millisecond), top>>20, err)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}
