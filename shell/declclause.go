package shell

import (
	"errors"
	"io/fs"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// runDeclClause executes declare, local, export, readonly and typeset: commands whose arguments are assignments.
func (sh *Shell) runDeclClause(st *syntax.Stmt, c *syntax.DeclClause) {
	if !sh.debugTrap(st) {
		return
	}
	sh.tailExec = false
	procs := len(sh.procFDs)
	var saved []savedFD
	if len(st.Redirs) > 0 {
		var ok bool
		if saved, ok = sh.redirect(st.Redirs); !ok {
			sh.restore(saved)
			if sh.flow == flowNone {
				sh.status = 1
				sh.afterCommand()
			}
			return
		}
	}
	if sh.opts.xtrace {
		sh.traceDecl(c)
	}
	status, err := sh.declClause(c)
	sh.restore(saved)
	sh.closeProcFDs(procs)
	if err != nil {
		sh.assignFailed(err)
		return
	}
	if sh.flow != flowNone {
		return
	}
	sh.status = status
	sh.setPipestatus(status)
	if n := len(c.Args); n > 0 {
		sh.lastArg = sh.lastOperand(c.Args[n-1])
	} else {
		sh.lastArg = c.Variant.Value
	}
	sh.afterCommand()
}

// lastOperand is an operand of declare as $_ gives it: the assignment, or the name alone of an array.
func (sh *Shell) lastOperand(as *syntax.Assign) string {
	switch {
	case as.Name == nil:
		if as.Value != nil {
			return as.Value.Lit()
		}
		return ""
	case as.Naked, as.Array != nil:
		return as.Name.Value
	}
	value, _ := sh.getVar(as.Name.Value)
	return as.Name.Value + "=" + value
}

func (sh *Shell) traceDecl(c *syntax.DeclClause) {
	var b strings.Builder
	b.WriteString(c.Variant.Value)
	for _, as := range c.Args {
		b.WriteByte(' ')
		switch {
		case as.Naked && as.Name == nil && as.Value != nil:
			on := sh.opts.xtrace
			sh.opts.xtrace = false
			if hasSubstitution(as.Value) {
				b.WriteString(wordText(as.Value))
			} else if v, err := sh.expandWord(as.Value); err == nil {
				b.WriteString(traceQuote(v))
			}
			sh.opts.xtrace = on
		case as.Naked || as.Array != nil || as.Index != nil || as.Value == nil || hasSubstitution(as.Value):
			b.WriteString(nodeText(as))
		default:
			on := sh.opts.xtrace
			sh.opts.xtrace = false
			v, err := sh.expandWord(as.Value)
			sh.opts.xtrace = on
			if err != nil {
				b.WriteString(nodeText(as))
				break
			}
			op := "="
			if as.Append {
				op = "+="
			}
			b.WriteString(traceQuote2(as.Name.Value+op, v))
		}
	}
	sh.trace(b.String())
	if c.Variant.Value != "export" && c.Variant.Value != "readonly" {
		return
	}
	for _, as := range c.Args { // bash shows the assignments of these two once more
		if as.Naked || as.Name == nil || as.Value == nil || as.Index != nil || hasSubstitution(as.Value) {
			continue
		}
		on := sh.opts.xtrace
		sh.opts.xtrace = false
		v, err := sh.expandWord(as.Value)
		sh.opts.xtrace = on
		if err == nil {
			sh.trace(as.Name.Value + "=" + traceValue(v))
		}
	}
}

// traceQuote2 quotes an argument of the form name=value as one word.
func traceQuote2(name, value string) string {
	if value == "" || !needsQuote(value) {
		return name + value
	}
	return singleQuote(name + value)
}

// patternMatches matches a word against the pattern of a case item.
func (sh *Shell) patternMatches(w *syntax.Word, s string) (bool, error) {
	pat, err := sh.expandPattern(w)
	if err != nil {
		return false, err
	}
	return sh.vars.cache().Glob(pat, sh.globFlags()).Stopping(sh.interrupted).Match(s), nil
}

// expandMessage takes an error of the expander apart.
func expandMessage(err error) (msg string, fatal bool) {
	var ee *expandError
	if errors.As(err, &ee) {
		return ee.msg, ee.fatal
	}
	return err.Error(), false
}

func expandStatus(err error) int {
	var ee *expandError
	if errors.As(err, &ee) {
		return ee.status
	}
	return 0
}

func fileMode(mask uint32) fs.FileMode { return fs.FileMode(mask) }
