package jsrt

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// endings are programs that recurse through the engine's own code, or ask it for what it could die of. Each must end with a
// status that is not 0, and never the process.
var endings = map[string]string{
	"yield* self":        "function* g(){ yield* g() } [...g()]",
	"yield* mutual":      "function* g(){ yield* h() } function* h(){ yield* g() } g().next()",
	"yield* in eval":     "eval('function* g(){ yield* g() } [...g()]')",
	"yield* in Function": "const G = Object.getPrototypeOf(function*(){}).constructor; const g = new G('g', 'yield* g(g)'); [...g(g)]",
	"for-of self":        "function* g(){ for (const x of g()) yield x } g().next()",
	"generator spread":   "function* g(){ yield [...g()] } g().next()",
	"generator next":     "function* g(){ yield g().next() } g().next()",
	"sort":               "function f(){ [2,1].sort(f); return 0 } f()",
	"replace":            "function f(){ 'a'.replace(/a/, f); return 'b' } f()",
	"toString":           "const o={toString(){ return ''+o }}; String(o)",
	"toJSON":             "const o={toJSON(){ return JSON.stringify(o) }}; JSON.stringify(o)",
	"join of nested":     "let o=[]; for(let i=0;i<1e5;i++) o=[o]; String(o)",
	"proxy get":          "const p=new Proxy({}, {get(t,k,r){ return r[k] }}); p.x",
	"proxy ownKeys":      "const o=new Proxy({}, {ownKeys(){ return Object.keys(o) }}); Object.keys(o)",
	"getter":             "const o={get x(){ return this.x }}; o.x",
	"setter":             "const o={set x(v){ this.x=v }}; o.x=1",
	"Array.from":         "function f(){ Array.from([1], f) } f()",
	"Reflect.apply":      "function f(){ Reflect.apply(f,null,[]) } f()",
	"call":               "function f(){ f.call() } f()",
	"bind":               "function f(){ f.bind()() } f()",
	"construct":          "function F(){ Reflect.construct(F,[]) } F()",
	"promise executor":   "function f(){ new Promise(f) } f()",
	"async":              "async function f(){ await f() } f()",
	"hasInstance":        "class A{ static [Symbol.hasInstance](x){ return x instanceof A } } 1 instanceof A",
	"iterator":           "const o={[Symbol.iterator](){ return [...o] }}; [...o]",
	"species":            "class A extends Array { static get [Symbol.species](){ return new A(1).map(x=>x), A } } new A(1).map(x=>x)",
	"structuredClone":    "let o=[]; for(let i=0;i<1e5;i++) o=[o]; structuredClone(o)",
	"inspect":            "let o=[]; for(let i=0;i<1e5;i++) o=[o]; require('util').inspect(o,{depth:Infinity})",
	"deepEqual":          "let o=[],p=[]; for(let i=0;i<1e5;i++) {o=[o];p=[p]}; require('assert').deepStrictEqual(o,p)",
	"reviver":            "function f(){ JSON.parse('[1]', f) } f()",
	"emit":               "const e=new (require('events')); e.on('x',()=>e.emit('x')); e.emit('x')",
	"shift of bigints":   "1n<<(2n**40n)",
	"shift in eval":      "eval('1n<<(2n**40n)')",
	"shift in with":      "with ({'\\0shift': (x) => x}) { 1n<<(2n**40n) }",
	"shift by an object": "1n << {valueOf: () => 2n**40n}",
	"negative shift":     "1n>>-(2n**40n)",
	"power":              "2n**(2n**40n)",
	"power of a member":  "const o={x:3n}; for (let i=0;i<10;i++) o.x **= 2n**11n",
	"asUintN":            "BigInt.asUintN(2**40, -1n)",
	"BigInt text":        "BigInt('9'.repeat(2**23))",
	"call chain":         "eval('a' + '()'.repeat(2e6))",
	"for chain":          "eval('for(;;)'.repeat(1e6)+';')",
	"else chain":         "eval('if(0);else '.repeat(1e6)+';')",
	"template chain":     "eval('a'+'``'.repeat(2e6))",
	"new chain":          "eval('new '.repeat(1e6)+'a')",
	"replacement":        "'a'.repeat(1e6).replace(/a/g, 'b'.repeat(1e4))",
	"replaceAll":         "'x'.repeat(2**20).replaceAll('x','y'.repeat(2**16))",
	"join separator":     "Array(2**20).join('x'.repeat(2**12))",
	"join elements":      "Array(2**16).fill('x'.repeat(2**20)).join('')",
	"array with holes":   "const a=[]; a[4294967294]=1; a.map(x=>x)",
	"unshift":            "const a=[]; a.length=4294967295; a.unshift(1)",
	"spread of holes":    "const a=[]; a.length=4294967295; [...a]",
	"spread in a call":   "const a=[]; a.length=4294967295; Math.max(...a)",
	"stringify holes":    "const a=[]; a.length=4294967295; JSON.stringify(a)",
}

// some of them stand for the rest in a short run
var shortEndings = []string{"yield* in eval", "proxy get", "shift of bigints", "shift in with", "new chain", "spread of holes"}

// TestEndings runs the hostile programs in a process of their own, since what they try is to end it.
func TestEndings(t *testing.T) {
	names := shortEndings
	if !testing.Short() {
		names = nil
		for n := range endings {
			names = append(names, n)
		}
		sort.Strings(names)
	}
	if os.Getenv("SANDPIT_ENDINGS") != "" {
		for _, n := range names {
			t.Run(n, func(t *testing.T) {
				t.Parallel()
				fmt.Printf("program %s\n", n)
				runEnding(t, endings[n])
			})
		}
		return
	}
	t.Parallel()
	args := []string{"-test.run=^TestEndings$", "-test.timeout=180s", "-test.parallel=2"}
	if testing.Short() {
		args = append(args, "-test.short")
	}
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "SANDPIT_ENDINGS=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		i := strings.LastIndex(string(out), "program ")
		i = strings.LastIndex(string(out[:max(i, 0)]), "program ") // one of the two that ran last
		t.Fatalf("%v\n%.3000s", err, out[max(i, 0):])
	}
}

func runEnding(t *testing.T, code string) {
	b := newBox(t, nil)
	ctx, cancel := context.WithTimeout(context.Background(), 12*time.Second)
	defer cancel()
	var errb bytes.Buffer
	p, err := b.k.Spawn(ctx, kernel.Spec{Path: "/usr/bin/node", Args: []string{"node", "-e", code}, Dir: "/home/user",
		Files: []*kernel.File{nil, nil, kernel.NewWriterFile(&errb, "err")}})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	st, err := p.Wait()
	if err != nil {
		t.Fatal(err)
	}
	if d := time.Since(start); d > 12*time.Second || st.ExitCode() == 0 {
		t.Errorf("%s: status %d after %v: %.300s", code, st.ExitCode(), d, errb.String())
	}
}
