package shell

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
	"mvdan.cc/sh/v3/syntax"
)

// function is a defined function. It is never changed once defined, apart from its attributes, which belong to the
// table entry.
type function struct {
	name     string
	body     *syntax.Stmt
	decl     *syntax.FuncDecl
	src      *source
	lineBase uint
	readonly bool
	exported bool
	trace    bool // declare -t: inherits DEBUG and RETURN
}

// functions is the table of functions. Forked shells share it until one of them changes it.
type functions struct {
	m         map[string]*function
	shared    bool
	exporting bool // some function was exported
}

func (f *functions) get(name string) *function {
	if f == nil {
		return nil
	}
	return f.m[name]
}

// share returns a second handle on the table.
func (f *functions) share() *functions {
	f.shared = true
	return &functions{m: f.m, shared: true, exporting: f.exporting}
}

func (f *functions) own() {
	if f.shared || f.m == nil {
		m := make(map[string]*function, len(f.m)+1)
		maps.Copy(m, f.m)
		f.m, f.shared = m, false
	}
}

func (f *functions) set(fn *function) {
	f.own()
	f.m[fn.name] = fn
	f.exporting = f.exporting || fn.exported
}

func (f *functions) remove(name string) {
	f.own()
	delete(f.m, name)
}

// names lists the functions, sorted.
func (f *functions) names() []string {
	return slices.Sorted(maps.Keys(f.m))
}

func (sh *Shell) defineFunction(c *syntax.FuncDecl) {
	name := c.Name.Value
	if old := sh.funcs.get(name); old != nil && old.readonly {
		sh.errf("%s: readonly function", name)
		sh.status = 1
		return
	}
	if sh.opts.posix && isSpecialBuiltin(name) {
		sh.errf("`%s': is a special builtin", name)
		sh.status = 2
		sh.flow = flowExit
		return
	}
	fn := &function{name: name, body: c.Body, decl: c, src: sh.src, lineBase: sh.lineBase}
	if old := sh.funcs.get(name); old != nil {
		fn.exported, fn.trace = old.exported, old.trace
	}
	if sh.opts.allexport {
		fn.exported = true
	}
	sh.funcs.set(fn)
	sh.status = 0
}

// enterLevel counts nested functions, sourced files, evals and traps. Each level takes stack of the Go program, so
// there is a bound: bash has none of its own and overflows its stack.
func (sh *Shell) enterLevel(name string) bool {
	limit := sh.nesting
	if limit > 0 && sh.depth >= limit {
		sh.p.LimitHit(kernel.LimitNesting, int64(limit))
		sh.errf("%s: maximum nesting level exceeded (%d)", name, limit)
		sh.status = 1
		sh.flow = flowDiscard
		return false
	}
	sh.depth++
	return true
}

func (sh *Shell) leaveLevel() { sh.depth-- }

// callFunction runs a function with args; args[0] is its name.
func (sh *Shell) callFunction(fn *function, args []string) {
	if n := sh.funcNest(); n > 0 && sh.functionDepth() >= n {
		sh.errf("%s: maximum function nesting level exceeded (%d)", fn.name, n)
		sh.status = 1
		sh.flow = flowDiscard
		return
	}
	if !sh.enterLevel(fn.name) {
		return
	}
	params, loops, src, lineBase, line := sh.params, sh.loops, sh.src, sh.lineBase, sh.curLine
	sh.calls = append(sh.calls, callFrame{name: fn.name, file: fn.file(), callLine: sh.line(), isFunc: true})
	sh.params, sh.loops, sh.src, sh.lineBase = args[1:], 0, fn.src, fn.lineBase
	sh.tailExec = false
	held := sh.traps.hold(sh.opts.errtrace, sh.opts.functrace || fn.trace)
	sh.pushScope()

	sh.curLine = fn.body.Pos().Line()
	if sh.traps.debug == nil || sh.debugTrapNode(fn.decl) {
		sh.runStmt(fn.body)
	}
	returned := sh.flow == flowReturn
	if returned {
		sh.flow = flowNone
	}
	if sh.traps.ret != nil && sh.flow == flowNone {
		status := sh.status
		if returned {
			sh.status = sh.beforeReturn // the trap sees $? as it was before return set it
		}
		if sh.runTrap(*sh.traps.ret, "RETURN"); sh.flow == flowNone {
			sh.status = status
		}
	}

	if sh.flow == flowExit && !sh.replaced {
		sh.runExitTrap() // the trap of bash sees the function, its variables and parameters
	}
	sh.popScope()
	sh.traps.release(held)
	sh.params, sh.loops, sh.src, sh.lineBase, sh.curLine = params, loops, src, lineBase, line
	sh.calls = sh.calls[:len(sh.calls)-1]
	sh.leaveLevel()
}

// file is the file that holds the function, as BASH_SOURCE shows it.
func (f *function) file() string {
	if f.src != nil && f.src.name != "" {
		return f.src.name
	}
	if f.src != nil && f.src.funcs != "" {
		return f.src.funcs
	}
	return "main"
}

func (sh *Shell) funcNest() int {
	v, ok := sh.getVar("FUNCNEST")
	if !ok {
		return 0
	}
	n, _ := strconv.Atoi(v)
	return n
}

func (sh *Shell) functionDepth() int {
	n := 0
	for i := range sh.calls {
		if sh.calls[i].isFunc {
			n++
		}
	}
	return n
}

// text is the definition as bash prints it, without a newline at its end.
func (f *function) text() string { return strings.TrimSuffix(functionText(f), "\n") }
