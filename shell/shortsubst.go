package shell

import (
	"github.com/sandpit-dev/sandpit/kernel"
	"mvdan.cc/sh/v3/syntax"
)

// Most command substitutions of scripts are one echo or printf. They are over in microseconds and write no more than an
// expansion may be long, so the shell has nothing to gain from running beside them: their process is made by vfork, on the
// shell's own goroutine, and writes into memory in place of a pipe.

// shortCommands are builtins that do not wait for anything.
var shortCommands = map[string]bool{"echo": true, "printf": true, "pwd": true, "true": true, "false": true, ":": true, "type": true}

// short tells whether a list is one command of that kind, with nothing in it that would get hold of its output.
func (sh *Shell) short(stmts []*syntax.Stmt) bool {
	if len(stmts) != 1 || sh.opts.functrace || sh.opts.errtrace {
		return false
	}
	st := stmts[0]
	c, ok := st.Cmd.(*syntax.CallExpr)
	if !ok || st.Background || st.Negated || len(st.Redirs) > 0 || len(c.Assigns) > 0 || len(c.Args) == 0 {
		return false
	}
	name := c.Args[0].Lit()
	if !shortCommands[name] || sh.funcs.get(name) != nil || sh.disabled[name] {
		return false
	}
	for _, w := range c.Args[1:] {
		if !shortWord(w) {
			return false
		}
	}
	return true
}

func shortWord(w *syntax.Word) bool { return w == nil || shortParts(w.Parts) }

func shortParts(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit, *syntax.SglQuoted, *syntax.CmdSubst:
		case *syntax.DblQuoted:
			if !shortParts(p.Parts) {
				return false
			}
		case *syntax.ParamExp:
			if !shortArithm(p.Index) || p.Slice != nil || p.Exp != nil && !shortWord(p.Exp.Word) || p.Repl != nil && !(shortWord(p.Repl.Orig) && shortWord(p.Repl.With)) {
				return false
			}
		case *syntax.ArithmExp:
			if !shortArithm(p.X) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func shortArithm(x syntax.ArithmExpr) bool {
	switch x := x.(type) {
	case nil:
		return true
	case *syntax.Word:
		return shortWord(x)
	case *syntax.BinaryArithm:
		return shortArithm(x.X) && shortArithm(x.Y)
	case *syntax.UnaryArithm:
		return shortArithm(x.X)
	case *syntax.ParenArithm:
		return shortArithm(x.X)
	}
	return false
}

// shortSubst is commandSubst for what short allows.
func (sh *Shell) shortSubst(cs *syntax.CmdSubst) (string, error) {
	buf := sh.readBuf
	sh.readBuf = nil
	out := &capture{buf: buf[:0], limit: sh.p.Kernel().Limits().ExpansionBytes}
	w := kernel.NewWriterFile(out, "pipe")
	line := sh.curLine
	child, err := sh.p.Vfork(sh.child(func(sub *Shell) {
		if sub.p.SetFD(1, w, false) == nil {
			sub.enterSubst()
			sub.runStmts(cs.Stmts)
		}
	}))
	if err != nil {
		w.Close()
		sh.forkFailed(err)
		return "", &expandError{status: 1}
	}
	text := string(out.buf)
	if cap(out.buf) <= 64<<10 {
		sh.readBuf = out.buf[:cap(out.buf)]
	}
	var rerr error
	if out.over {
		e := sh.p.LimitHit(kernel.LimitExpansion, out.limit)
		rerr = &expandError{msg: "command substitution: " + e.Error(), status: 1, fatal: true}
	}
	return sh.substDone(child, line, text, rerr)
}

// capture collects output up to a limit.
type capture struct {
	buf   []byte
	limit int64 // 0 or less: none
	over  bool
}

func (c *capture) NeverBlocks() {}

func (c *capture) Write(b []byte) (int, error) {
	if c.limit > 0 && int64(len(c.buf)+len(b)) > c.limit {
		c.over = true
		return len(b), nil
	}
	c.buf = append(c.buf, b...)
	return len(b), nil
}
