package shell

import (
	"maps"
	"slices"

	"github.com/sandpit-dev/sandpit/kernel"
	"mvdan.cc/sh/v3/syntax"
)

// traps are the trap actions of a shell.
type traps struct {
	any            bool                     // a signal is caught: look for pending ones at safe points
	signal         map[kernel.Signal]string // "" = ignored; never changed in place once shared
	exit           *string
	err            *string
	debug          *string
	ret            *string
	ignored        map[kernel.Signal]bool // ignored when the shell started: cannot be trapped (POSIX 2.11)
	shown          *traps                 // in a subshell: the parent's traps, which trap prints until one is set
	running        int                    // traps being executed
	reset          []kernel.Signal        // caught by the parent: to be put back in the child
	inErr, inDebug bool
}

// forSubshell are the traps of a forked shell: ignored signals stay ignored, the rest is reset. `trap` without
// arguments still shows those of the parent (POSIX: saved=$(trap)).
func (t *traps) forSubshell(errtrace, functrace bool) traps {
	if t.signal == nil && t.exit == nil && t.err == nil && t.debug == nil && t.ret == nil {
		return traps{ignored: t.ignored, shown: t.shown}
	}
	sub := traps{ignored: t.ignored, shown: t.shown}
	if sub.shown == nil {
		sub.shown = &traps{signal: maps.Clone(t.signal), exit: t.exit, err: t.err, debug: t.debug, ret: t.ret}
	}
	for s, action := range t.signal {
		if action == "" {
			if sub.signal == nil {
				sub.signal = make(map[kernel.Signal]string)
			}
			sub.signal[s] = ""
		}
	}
	if errtrace {
		sub.err = t.err
	}
	if functrace {
		sub.debug, sub.ret = t.debug, t.ret
	}
	for s, action := range t.signal {
		if action != "" {
			sub.reset = append(sub.reset, s)
		}
	}
	if t.exit != nil {
		sub.reset = append(sub.reset, exitSignals...)
	}
	return sub
}

// exitSignals end a shell that has an EXIT trap only after the trap has run.
var exitSignals = []kernel.Signal{kernel.SIGHUP, kernel.SIGINT, kernel.SIGTERM}

// resetDispositions undoes in a forked process what the parent's traps did to it.
func (t *traps) resetDispositions(p *kernel.Process) {
	if len(t.reset) == 0 {
		return
	}
	for _, s := range t.reset {
		if p.Disposition(s) == kernel.SigCatch {
			p.SetDisposition(s, kernel.SigDefault)
		}
	}
	t.reset = nil
	for {
		s, ok := p.TakeSignal()
		if !ok {
			return
		}
		p.Signal(s) // it came before the reset
	}
}

// heldTraps are traps that a function does not inherit.
type heldTraps struct{ err, debug, ret *string }

func (t *traps) hold(errtrace, functrace bool) (h heldTraps) {
	if t.err != nil && !errtrace {
		h.err, t.err = t.err, nil
	}
	if !functrace {
		if t.debug != nil {
			h.debug, t.debug = t.debug, nil
		}
		if t.ret != nil {
			h.ret, t.ret = t.ret, nil
		}
	}
	return h
}

// release gives the held traps back unless the function set its own.
func (t *traps) release(h heldTraps) {
	if h.err != nil && t.err == nil {
		t.err = h.err
	}
	if h.debug != nil && t.debug == nil {
		t.debug = h.debug
	}
	if h.ret != nil && t.ret == nil {
		t.ret = h.ret
	}
}

// setSignal sets or, with a nil action, resets the trap of a signal.
func (sh *Shell) setSignal(s kernel.Signal, action *string) {
	t := &sh.traps
	if t.ignored[s] && !sh.interactive {
		return
	}
	m := make(map[kernel.Signal]string, len(t.signal)+1)
	maps.Copy(m, t.signal)
	switch {
	case action == nil:
		delete(m, s)
		d := kernel.SigDefault
		if sh.session || t.exit != nil && slices.Contains(exitSignals, s) {
			if slices.Contains(exitSignals, s) {
				d = kernel.SigCatch
			}
		}
		d = sh.untrapped(s, d)
		sh.p.SetDisposition(s, d)
	case *action == "":
		m[s] = ""
		sh.p.SetDisposition(s, kernel.SigIgnore)
	default:
		m[s] = *action
		sh.p.SetDisposition(s, kernel.SigCatch)
	}
	t.signal = m
	t.update(sh)
}

// setExit sets or resets the EXIT trap.
func (sh *Shell) setExit(action *string) {
	t := &sh.traps
	if action != nil && *action == "" {
		action = nil
	}
	t.exit = action
	for _, s := range exitSignals {
		if _, trapped := t.signal[s]; trapped || t.ignored[s] || sh.session {
			continue
		}
		if sh.p.Disposition(s) == kernel.SigIgnore {
			continue
		}
		if action != nil {
			sh.p.SetDisposition(s, kernel.SigCatch)
		} else {
			sh.p.SetDisposition(s, sh.untrapped(s, kernel.SigDefault))
		}
	}
	t.update(sh)
}

func (t *traps) update(sh *Shell) {
	t.any = t.exit != nil || sh.session || sh.interactive && !sh.forked
	for _, a := range t.signal {
		if a != "" {
			t.any = true
		}
	}
}

// runPendingTraps runs the actions of the signals that arrived.
func (sh *Shell) runPendingTraps() {
	for sh.flow == flowNone {
		s, ok := sh.p.TakeSignal()
		if !ok {
			return
		}
		action, trapped := sh.traps.signal[s]
		if !trapped {
			if sh.interactiveSignal(s) {
				continue
			}
			if slices.Contains(exitSignals, s) {
				sh.dieOf(s)
			}
			continue
		}
		if action != "" {
			base, line := sh.lineBase, sh.curLine
			sh.lineBase, sh.curLine = 0, 0 // LINENO counts the lines of the action
			sh.runTrap(action, s.String())
			sh.lineBase, sh.curLine = base, line
		}
	}
}

// dieOf ends the shell by a signal whose default action was held back for the EXIT trap.
func (sh *Shell) dieOf(s kernel.Signal) {
	sh.status = 128 + int(s)
	if sh.session {
		sh.diedOf = s
		sh.flow = flowExit
		return
	}
	sh.runExitTrap()
	sh.p.SetDisposition(s, kernel.SigDefault)
	sh.p.Signal(s)
	sh.killed(sh.p.Safepoint())
}

// runTrap executes a trap action. $? is kept unless the action leaves the shell or function.
func (sh *Shell) runTrap(action, name string) {
	if !sh.enterLevel("trap") {
		return
	}
	status, pipestatus, line, lastArg := sh.status, slices.Clone(sh.pipestatus), sh.curLine, sh.lastArg
	sh.traps.running++
	outer := sh.trapStatus
	sh.trapStatus = status
	sh.evalText(action, "trap")
	sh.trapStatus = outer
	sh.traps.running--
	sh.leaveLevel()
	sh.curLine, sh.pipestatus, sh.lastArg = line, pipestatus, lastArg
	if sh.flow == flowNone {
		sh.status = status
	}
}

// runExitTrap runs the EXIT trap once, at the end of the shell.
func (sh *Shell) runExitTrap() {
	if sh.traps.exit == nil || sh.flow == flowKilled {
		return
	}
	action := *sh.traps.exit
	sh.setExit(nil)
	status := sh.status
	sh.flow = flowNone
	sh.loops = 0
	sh.trapStatus = status
	sh.lineBase, sh.curLine = 0, 0 // LINENO counts within the trap
	sh.evalText(action, "exit trap")
	if sh.flow != flowExit && sh.flow != flowKilled {
		sh.status = status
		sh.flow = flowExit
	}
}

func (sh *Shell) runErrTrap() {
	if sh.traps.inErr {
		return
	}
	sh.traps.inErr = true
	sh.runTrap(*sh.traps.err, "ERR")
	sh.traps.inErr = false
}

// debugTrap runs the DEBUG trap before a command and reports whether the command is to be run.
func (sh *Shell) debugTrap(st *syntax.Stmt) bool {
	if !sh.traps.inDebug && sh.traps.running == 0 {
		sh.curNode = st
	}
	if sh.traps.debug == nil {
		return true
	}
	return sh.debugTrapNode(st)
}

func (sh *Shell) debugTrapNode(n syntax.Node) bool {
	if sh.traps.inDebug || sh.traps.debug == nil {
		return true
	}
	if sh.traps.running == 0 {
		sh.curNode = n
	}
	sh.traps.inDebug = true
	status := sh.status
	action := *sh.traps.debug
	if !sh.enterLevel("trap") {
		return false
	}
	line := sh.curLine
	sh.evalText(action, "trap")
	sh.curLine = line
	result := sh.status
	sh.leaveLevel()
	sh.traps.inDebug = false
	if sh.flow != flowNone {
		return false
	}
	sh.status = status
	if sh.opts.extdebug && result != 0 {
		if result == 2 && len(sh.calls) > 0 {
			sh.flow = flowReturn
		}
		sh.status = boolStatus(false)
		return false
	}
	return true
}
