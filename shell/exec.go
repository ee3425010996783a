package shell

import (
	"context"

	"github.com/sandpit-dev/sandpit/kernel"
	"mvdan.cc/sh/v3/syntax"
)

// runStmts executes a list until something unwinds.
func (sh *Shell) runStmts(stmts []*syntax.Stmt) {
	for _, st := range stmts {
		sh.runStmt(st)
		if sh.flow != flowNone {
			return
		}
	}
}

// condition executes a list whose failure neither errexit nor the ERR trap sees, and reports whether it succeeded.
func (sh *Shell) condition(stmts []*syntax.Stmt) bool {
	sh.condDepth++
	sh.runStmts(stmts)
	sh.condDepth--
	return sh.status == 0
}

// stepBatch is how many commands are executed between two reports to the cgroup.
const stepBatch = 64

// safepoint is called before each command and loop iteration. It lets the kernel stop or end the shell, counts steps,
// and runs traps. It reports whether execution goes on.
func (sh *Shell) safepoint() bool {
	if err := sh.p.Safepoint(); err != nil {
		sh.killed(err)
		return false
	}
	if sh.cancelled != nil && sh.cancelled.Load() {
		sh.killed(context.Cause(sh.ctx))
		return false
	}
	if sh.steps++; sh.steps >= stepBatch {
		if !sh.reportSteps() {
			return false
		}
	}
	if sh.traps.any {
		sh.runPendingTraps()
		return sh.flow == flowNone
	}
	return true
}

// interrupted reports whether the shell has been told to end: for what computes for long between two safe points.
func (sh *Shell) interrupted() bool {
	return sh.p.Killed() || sh.cancelled != nil && sh.cancelled.Load()
}

func (sh *Shell) reportSteps() bool {
	n := sh.steps
	sh.steps = 0
	if err := sh.ctx.Err(); err != nil {
		sh.killed(err)
		return false
	}
	if cg := sh.p.Cgroup(); cg != nil && cg.AddSteps(n) {
		limit := sh.p.Kernel().Limits().ShellSteps
		err := sh.p.LimitHit(kernel.LimitSteps, limit)
		sh.errf("%v", err)
		sh.status = 1
		sh.killed(err)
		return false
	}
	return true
}

// killed makes the shell unwind without running anything more.
func (sh *Shell) killed(err error) {
	sh.flow = flowKilled
	if sh.killErr == nil {
		sh.killErr = err
	}
}

// runStmt executes one command of a list.
func (sh *Shell) runStmt(st *syntax.Stmt) {
	if sh.opts.noexec && !sh.interactive {
		return
	}
	if st.Background {
		sh.curLine = st.Pos().Line()
		sh.startJob(st)
		return
	}
	if st.Negated {
		sh.condDepth++
		sh.runCommand(st)
		sh.condDepth--
		if sh.flow == flowNone {
			if sh.status == 0 {
				sh.status = 1
			} else {
				sh.status = 0
			}
		}
		return
	}
	sh.runCommand(st)
}

// runCommand executes the command of st with its redirections, whatever ! and & say.
func (sh *Shell) runCommand(st *syntax.Stmt) {
	switch c := st.Cmd.(type) {
	case *syntax.CallExpr:
		sh.curLine = st.Position.Line()
		if sh.safepoint() {
			sh.runCall(st, c)
		}
		return
	case *syntax.BinaryCmd:
		if len(st.Redirs) == 0 {
			sh.runBinary(st, c)
			return
		}
	case *syntax.DeclClause:
		sh.curLine = st.Position.Line()
		if sh.safepoint() {
			sh.runDeclClause(st, c)
		}
		return
	case *syntax.FuncDecl:
		sh.curLine = st.Position.Line()
		sh.defineFunction(c)
		sh.afterCommand()
		return
	case nil:
		sh.curLine = st.Position.Line()
		if sh.safepoint() {
			sh.runRedirectionsOnly(st)
		}
		return
	case *syntax.TestClause, *syntax.ArithmCmd, *syntax.LetClause:
		sh.curLine = st.Position.Line()
		if !sh.safepoint() || !sh.debugTrap(st) {
			return
		}
	}
	if len(st.Redirs) > 0 {
		saved, ok := sh.redirect(st.Redirs)
		if !ok {
			sh.restore(saved)
			if sh.flow == flowNone {
				sh.status = 1
				sh.afterCommand()
			}
			return
		}
		sh.runCompound(st)
		sh.restore(saved)
		return
	}
	sh.runCompound(st)
}

func (sh *Shell) runCompound(st *syntax.Stmt) {
	switch c := st.Cmd.(type) {
	case *syntax.Block:
		sh.runStmts(c.Stmts)
	case *syntax.Subshell:
		if sh.traps.running == 0 {
			sh.curNode = st
		}
		sh.runSubshell(c)
	case *syntax.IfClause:
		sh.runIf(c)
	case *syntax.WhileClause:
		sh.runWhile(c)
	case *syntax.ForClause:
		sh.runFor(c)
	case *syntax.CaseClause:
		sh.runCase(c)
	case *syntax.BinaryCmd:
		sh.runBinary(st, c)
	case *syntax.ArithmCmd:
		sh.runArithmCmd(c)
	case *syntax.TestClause:
		sh.runTest(c)
	case *syntax.LetClause:
		sh.runLet(c)
	case *syntax.TimeClause:
		sh.runTime(c)
	case *syntax.CoprocClause:
		sh.runCoproc(c)
	default:
		sh.errf("%T is not supported", c)
		sh.status = 2
	}
}

// afterCommand applies the ERR trap and errexit to the status of a command that they look at.
func (sh *Shell) afterCommand() {
	if sh.status == 0 || sh.condDepth > 0 || sh.flow != flowNone {
		return
	}
	if sh.traps.err != nil {
		sh.runErrTrap()
		if sh.flow != flowNone {
			return
		}
	}
	if sh.opts.errexit {
		sh.flow = flowExit
	}
}

// runBinary executes a && b, a || b and pipelines. Lists lean to the left, as deep as they are long, so the spine is
// walked, not recursed into.
func (sh *Shell) runBinary(st *syntax.Stmt, c *syntax.BinaryCmd) {
	if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
		sh.runPipeline(st, c)
		return
	}
	var buf [8]*syntax.BinaryCmd
	spine := append(buf[:0], c)
	left := c.X
	for {
		b, ok := left.Cmd.(*syntax.BinaryCmd)
		if !ok || left.Negated || left.Background || len(left.Redirs) > 0 || b.Op == syntax.Pipe || b.Op == syntax.PipeAll {
			break
		}
		spine = append(spine, b)
		left = b.X
	}
	sh.condDepth++
	sh.runStmt(left)
	sh.condDepth--
	for i := len(spine) - 1; i >= 0 && sh.flow == flowNone; i-- {
		b := spine[i]
		if (b.Op == syntax.AndStmt) != (sh.status == 0) {
			continue
		}
		if i > 0 {
			sh.condDepth++
			sh.runStmt(b.Y)
			sh.condDepth--
		} else {
			sh.runStmt(b.Y)
		}
	}
}

func (sh *Shell) runIf(c *syntax.IfClause) {
	for c != nil {
		if len(c.Cond) == 0 { // else
			sh.runStmts(c.Then)
			return
		}
		ok := sh.condition(c.Cond)
		if sh.flow != flowNone {
			return
		}
		if ok {
			sh.runStmts(c.Then)
			return
		}
		c = c.Else
	}
	sh.status = 0
}

// loopEnds applies break and continue at the end of an iteration and reports whether the loop ends.
func (sh *Shell) loopEnds() bool {
	switch sh.flow {
	case flowNone:
		return false
	case flowBreak:
		if sh.levels--; sh.levels <= 0 {
			sh.flow = flowNone
		}
	case flowContinue:
		if sh.levels--; sh.levels <= 0 {
			sh.flow = flowNone
			return false
		}
	}
	return true
}

func (sh *Shell) runWhile(c *syntax.WhileClause) {
	sh.loops++
	defer func() { sh.loops-- }()
	status := 0
	for {
		ok := sh.condition(c.Cond)
		if sh.flow != flowNone {
			if sh.loopEnds() {
				if sh.flow != flowNone {
					return
				}
				break
			}
			continue
		}
		if ok == c.Until {
			break
		}
		sh.runStmts(c.Do)
		if sh.loopEnds() {
			if sh.flow != flowNone {
				return
			}
			status = sh.status
			break
		}
		status = sh.status
		if !sh.safepoint() {
			return
		}
	}
	sh.status = status
}

func (sh *Shell) runFor(c *syntax.ForClause) {
	sh.curLine = c.ForPos.Line()
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		var items []string
		if l.InPos.IsValid() {
			var err error
			if items, err = sh.expandWords(l.Items...); err != nil {
				sh.expansionFailed(err)
				return
			}
		} else {
			items = sh.params
		}
		if c.Select {
			sh.runSelect(c, l, items)
			return
		}
		sh.runForEach(c, l, items)
	case *syntax.CStyleLoop:
		sh.runForArithm(c, l)
	}
}

func (sh *Shell) runForEach(c *syntax.ForClause, l *syntax.WordIter, items []string) {
	if !syntax.ValidName(l.Name.Value) {
		sh.errf("`%s': not a valid identifier", l.Name.Value)
		sh.status = 1
		sh.afterCommand()
		return
	}
	sh.loops++
	defer func() { sh.loops-- }()
	status := 0
	for _, item := range items {
		sh.curLine = c.ForPos.Line()
		if !sh.safepoint() {
			return
		}
		if sh.traps.debug != nil && !sh.debugTrapNode(c) {
			if sh.flow != flowNone {
				return
			}
			continue
		}
		if sh.opts.xtrace {
			sh.traceFor(l, items)
		}
		if err := sh.setLoopVar(l.Name.Value, item); err != nil {
			sh.assignFailed(err)
			return
		}
		sh.runStmts(c.Do)
		if sh.loopEnds() {
			if sh.flow != flowNone {
				return
			}
			status = sh.status
			break
		}
		status = sh.status
	}
	sh.status = status
}

func (sh *Shell) runForArithm(c *syntax.ForClause, l *syntax.CStyleLoop) {
	sh.loops++
	defer func() { sh.loops-- }()
	eval := func(x syntax.ArithmExpr) (int64, bool) {
		if x == nil {
			return 1, true
		}
		if sh.traps.debug != nil && !sh.debugTrapNode(c) {
			return 0, sh.flow == flowNone
		}
		if sh.opts.xtrace {
			sh.traceArith(x)
		}
		n, err := sh.arith(x)
		if err != nil {
			sh.arithFailed("((", err)
			return 0, false
		}
		return n, true
	}
	if l.Init != nil {
		if _, ok := eval(l.Init); !ok {
			return
		}
	}
	status := 0
	for {
		sh.curLine = c.ForPos.Line()
		if !sh.safepoint() {
			return
		}
		n, ok := eval(l.Cond)
		if !ok {
			return
		}
		if n == 0 {
			break
		}
		sh.runStmts(c.Do)
		if sh.loopEnds() {
			if sh.flow != flowNone {
				return
			}
			status = sh.status
			break
		}
		status = sh.status
		if l.Post != nil {
			if _, ok := eval(l.Post); !ok {
				return
			}
		}
	}
	sh.status = status
}

// arithFailed reports an arithmetic error of (( )) or let: a status of 1, and the script goes on.
func (sh *Shell) arithFailed(name string, err error) {
	msg, fatal := expandMessage(err)
	if fatal || sh.flow != flowNone {
		sh.expansionFailed(err)
		return
	}
	if msg != "" {
		sh.errf("%s: %s", name, msg)
	}
	sh.status = 1
}

func (sh *Shell) runArithmCmd(c *syntax.ArithmCmd) {
	if sh.opts.xtrace {
		sh.traceArithCmd(c)
	}
	var n int64
	if c.X != nil {
		var err error
		if n, err = sh.arith(c.X); err != nil {
			sh.arithFailed("((", err)
			sh.afterCommand()
			return
		}
	}
	sh.status = boolStatus(n != 0)
	sh.afterCommand()
}

func (sh *Shell) runLet(c *syntax.LetClause) {
	if sh.opts.xtrace {
		sh.trace(nodeText(c))
	}
	var n int64
	for _, x := range c.Exprs {
		var err error
		if w, ok := x.(*syntax.Word); ok { // quoted: the text is the expression
			var text string
			if text, err = sh.expandWord(w); err == nil {
				n, err = sh.arithText(text)
			}
		} else {
			n, err = sh.arith(x)
		}
		if err != nil {
			sh.arithFailed("let", err)
			sh.afterCommand()
			return
		}
	}
	sh.status = boolStatus(n != 0)
	sh.afterCommand()
}

func (sh *Shell) runTest(c *syntax.TestClause) {
	if sh.opts.xtrace {
		sh.traceTest(c)
	}
	ok, err := sh.testExpr(c.X)
	if err != nil {
		msg, fatal := expandMessage(err)
		if fatal || sh.flow != flowNone {
			sh.expansionFailed(err)
			return
		}
		if msg != "" {
			sh.errf("%s", msg)
		}
		sh.status = 2
		if st := expandStatus(err); st > 0 {
			sh.status = st
		}
		sh.afterCommand()
		return
	}
	sh.status = boolStatus(ok)
	sh.afterCommand()
}

func boolStatus(ok bool) int {
	if ok {
		return 0
	}
	return 1
}

func (sh *Shell) runCase(c *syntax.CaseClause) {
	sh.curLine = c.Case.Line()
	if !sh.safepoint() {
		return
	}
	if sh.traps.debug != nil && !sh.debugTrapNode(c) {
		return
	}
	word, err := sh.expandWord(c.Word)
	if err != nil {
		sh.expansionFailed(err)
		return
	}
	if sh.opts.xtrace {
		sh.trace("case " + wordText(c.Word) + " in")
	}
	sh.status = 0
	run := false
	for _, item := range c.Items {
		if !run {
			matched, err := sh.caseMatches(item, word)
			if err != nil {
				sh.expansionFailed(err)
				return
			}
			if !matched {
				continue
			}
		}
		sh.status = 0
		sh.runStmts(item.Stmts)
		if sh.flow != flowNone || item.Op == syntax.Break {
			return
		}
		run = item.Op == syntax.Fallthrough
	}
}

func (sh *Shell) caseMatches(item *syntax.CaseItem, word string) (bool, error) {
	for _, p := range item.Patterns {
		ok, err := sh.patternMatches(p, word)
		if ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}
