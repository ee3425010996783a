package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// runCall executes a simple command: POSIX 2.9.1 and the bash manual's "Simple Command Expansion".
func (sh *Shell) runCall(st *syntax.Stmt, c *syntax.CallExpr) {
	if !sh.debugTrap(st) {
		return
	}
	tail, isStage := sh.tailExec, sh.stage == st
	sh.tailExec, sh.stage = false, nil
	sh.substRan = false
	procs := len(sh.procFDs)
	fields, err := sh.expandWords(c.Args...)
	if err != nil {
		sh.expansionFailed(err)
		sh.closeProcFDs(procs)
		return
	}
	if len(fields) == 0 {
		sh.runAssignments(st, c)
		sh.closeProcFDs(procs)
		return
	}
	sh.runFields(st.Redirs, c.Assigns, fields, tail)
	if len(sh.procFDs) > procs {
		sh.closeProcFDs(procs)
	}
	if !isStage { // the ERR trap of bash does not see a simple command that is a stage of a pipeline
		sh.afterCommand()
	}
}

// runRedirectionsOnly is a command that is nothing but redirections.
func (sh *Shell) runRedirectionsOnly(st *syntax.Stmt) {
	saved, ok := sh.redirect(st.Redirs)
	sh.restore(saved)
	if sh.flow != flowNone {
		return
	}
	sh.status = boolStatus(ok)
	sh.setPipestatus(sh.status)
	sh.afterCommand()
}

// runAssignments is a command without a name: its assignments stay in the shell.
func (sh *Shell) runAssignments(st *syntax.Stmt, c *syntax.CallExpr) {
	for _, as := range c.Assigns {
		prefix := ""
		if sh.opts.xtrace {
			prefix = sh.tracePrefix()
		}
		if err := sh.assign(as); err != nil {
			sh.assignFailed(err)
			break
		}
		if sh.opts.xtrace {
			var trace strings.Builder
			sh.traceAssign(&trace, as)
			sh.traceLine(prefix, trace.String())
		}
	}
	if sh.flow != flowNone {
		return
	}
	sh.status = 0
	if sh.substRan {
		sh.status = sh.substStatus
	}
	if len(st.Redirs) > 0 { // bash makes them after the assignments, for their effect on the files alone
		saved, ok := sh.redirect(st.Redirs)
		sh.restore(saved)
		if sh.flow != flowNone {
			return
		}
		if !ok {
			sh.status = 1
		}
	}
	sh.lastArg = ""
	sh.setPipestatus(sh.status)
	sh.afterCommand()
}

// assignFailed reports a failed assignment: bash drops the rest of the input line; in POSIX mode the shell exits.
func (sh *Shell) assignFailed(err error) {
	sh.expansionFailed(err)
	if sh.opts.errexit && sh.condDepth == 0 && sh.flow == flowDiscard && !sh.interactive {
		sh.flow = flowExit
	}
	if sh.opts.posix && sh.flow == flowDiscard && !sh.interactive {
		sh.flow = flowExit
	}
}

// runFields executes an expanded simple command.
func (sh *Shell) runFields(redirs []*syntax.Redirect, assigns []*syntax.Assign, fields []string, tail bool) {
	name := fields[0]
	fn := sh.funcs.get(name)
	bi := lookupBuiltin(name)
	if bi != nil && sh.disabled[name] {
		bi = nil
	}
	if bi != nil && bi.special && sh.opts.posix {
		fn = nil
	}
	if fn != nil {
		bi = nil
	}

	var tempEnv bool
	if len(assigns) > 0 {
		if bi != nil && bi.special && sh.opts.posix {
			for _, as := range assigns {
				if err := sh.assign(as); err != nil {
					sh.assignFailed(err)
					return
				}
			}
		} else {
			tempEnv = true
			if err := sh.pushTempEnv(assigns); err != nil {
				tempEnv = false
				if msg, fatal := expandMessage(err); fatal || sh.flow != flowNone || sh.opts.posix || !strings.HasSuffix(msg, "readonly variable") {
					sh.assignFailed(err)
					return
				} else {
					sh.errf("%s", msg) // the command runs without the assignments
				}
			}
		}
	}
	if sh.opts.xtrace {
		sh.traceCommand(assigns, fields)
	}
	var saved []savedFD
	if len(redirs) > 0 {
		var ok bool
		if saved, ok = sh.redirect(redirs); !ok {
			sh.restore(saved)
			if tempEnv {
				sh.popTempEnv()
			}
			if sh.flow == flowNone {
				sh.status = 1
				if bi != nil && bi.special && sh.opts.posix && !sh.interactive {
					sh.flow = flowExit
				}
			}
			return
		}
	}
	switch {
	case fn != nil:
		sh.callFunction(fn, fields)
	case bi != nil:
		if sh.execKeep = name == "exec"; sh.execKeep {
			// exec without a command keeps its redirections: the builtin decides.
			sh.status = bi.run(sh, fields)
			if sh.execKeep {
				sh.execKeep = false
				forget(saved)
				saved = nil
			}
		} else if st := bi.run(sh, fields); sh.flow != flowExit && sh.flow != flowKilled || sh.replaced {
			sh.status = st // else a trap, eval or source inside has set the status to exit with
		}
	default:
		sh.status = sh.runExternal(fields, tail)
	}
	if saved != nil {
		sh.restore(saved)
	}
	if tempEnv {
		sh.popTempEnv()
	}
	sh.lastArg = fields[len(fields)-1]
	sh.setPipestatus(sh.status)
}

func (sh *Shell) setPipestatus(status int) {
	if len(sh.pipestatus) == 1 {
		sh.pipestatus[0] = status
		return
	}
	sh.pipestatus = append(sh.pipestatus[:0:0], status)
}
