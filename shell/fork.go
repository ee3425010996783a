package shell

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/sandpit-dev/sandpit/kernel"
	"mvdan.cc/sh/v3/syntax"
)

// clone is a copy of the shell for a forked process. What can be large is shared until one side changes it.
func (sh *Shell) clone() *Shell {
	sub := new(Shell)
	*sub = *sh
	sub.vars = sh.cloneVars()
	sub.funcs = sh.funcs.share()
	sub.pipestatus = slices.Clone(sh.pipestatus)
	sub.calls = slices.Clone(sh.calls)
	sub.params = slices.Clip(sh.params)
	sub.dirs = slices.Clip(sh.dirs)
	sub.aliasesShared, sh.aliasesShared = true, true
	sub.hashShared, sh.hashShared = true, true
	sub.traps = sh.traps.forSubshell(sh.opts.errtrace, sh.opts.functrace)
	sub.jobs = jobTable{inherited: sh.jobs.copies()}
	sub.procFDs, sub.procs, sub.coprocs, sub.buf = nil, nil, nil, nil
	sub.steps = 0
	sub.forked, sub.session, sub.quiet = true, false, false
	sub.tailExec = false
	sub.subshell++
	return sub
}

// fork runs fn in a copy of this shell in a new process. The kernel copies the descriptors, so what the child is to
// have as its own is installed before.
func (sh *Shell) fork(fn func(sub *Shell)) (*kernel.Process, error) {
	child, err := sh.p.Fork(context.Background(), sh.child(fn))
	if err != nil {
		sh.forkFailed(err)
		return nil, err
	}
	return child, nil
}

// child is the program of a forked process that runs fn in a copy of this shell.
func (sh *Shell) child(fn func(sub *Shell)) kernel.Program {
	sub := sh.clone()
	signals := sh.defaultSignals()
	return func(ctx context.Context, p *kernel.Process) int {
		sub.p, sub.ctx = p, ctx
		sub.traps.resetDispositions(p)
		for _, s := range signals {
			p.SetDisposition(s, kernel.SigDefault)
		}
		fn(sub)
		return sub.finish()
	}
}

func (sh *Shell) forkFailed(err error) {
	text := errnoText(err)
	if errors.Is(err, syscall.EAGAIN) {
		text = "retry: " + text
	}
	sh.errf("fork: %s", text)
	sh.status = 254
}

// finish is the end of a shell: its EXIT trap runs, its exit status is returned.
func (sh *Shell) finish() int {
	if sh.flow == flowKilled {
		return sh.status
	}
	if sh.flow == flowNone && sh.traps.any {
		sh.runPendingTraps() // of signals that came during the last command
	}
	sh.runExitTrap()
	if sh.interactive && !sh.forked {
		sh.saveHistory()
		sh.endTerminal()
	}
	sh.reportSteps()
	return sh.status & 0xff
}

// oneCommand returns the only command of a list when it is a simple one: a subshell that has nothing else to do execs
// its program in its own process.
func oneCommand(stmts []*syntax.Stmt) bool {
	if len(stmts) != 1 {
		return false
	}
	st := stmts[0]
	_, ok := st.Cmd.(*syntax.CallExpr)
	return ok && !st.Background && !st.Negated
}

func (sh *Shell) runSubshell(c *syntax.Subshell) {
	sh.curLine = c.Lparen.Line()
	if !sh.safepoint() {
		return
	}
	child, err := sh.fork(func(sub *Shell) {
		sub.enterGroup(0, false, false)
		sub.loops = 0
		sub.tailExec = oneCommand(c.Stmts)
		sub.runStmts(c.Stmts)
	})
	if err != nil {
		return
	}
	var j *job
	if sh.opts.monitor {
		j = sh.foregroundJob([]*kernel.Process{child}, stmtText(&syntax.Stmt{Cmd: c}))
	}
	sh.status = sh.waitForeground(child, j)
	sh.foregroundDone(j)
	sh.setPipestatus(sh.status)
	sh.afterCommand()
}

// commandSubst is the output of a command substitution without its trailing newlines.
func (sh *Shell) commandSubst(cs *syntax.CmdSubst) (string, error) {
	if name := fileSubst(cs); name != nil {
		return sh.readFileSubst(name)
	}
	if len(cs.Stmts) == 0 {
		sh.substRan, sh.substStatus = true, 0
		return "", nil
	}
	if sh.short(cs.Stmts) {
		return sh.shortSubst(cs)
	}
	r, w := sh.p.Kernel().Pipe()
	var saved []savedFD
	if err := sh.install(1, w, &saved); err != nil {
		r.Close()
		return "", &expandError{msg: "cannot make pipe for command substitution: " + errnoText(err), status: 1}
	}
	line := sh.curLine
	child, err := sh.fork(func(sub *Shell) {
		sub.enterSubst()
		sub.tailExec = oneCommand(cs.Stmts)
		sub.runStmts(cs.Stmts)
	})
	sh.restore(saved)
	if err != nil {
		r.Close()
		return "", &expandError{status: 1}
	}
	out, rerr := sh.readAll(r)
	r.Close()
	return sh.substDone(child, line, out, rerr)
}

// enterSubst makes a copy of a shell that of a command substitution.
func (sub *Shell) enterSubst() {
	sub.quiet, sub.opts.monitor = true, false
	sub.traceLevel++
	sub.loops = 0
	if !sub.opts.inherit_errexit && !sub.opts.posix {
		sub.opts.errexit = false
	}
}

// substDone waits for the child of a command substitution.
func (sh *Shell) substDone(child *kernel.Process, line uint, out string, rerr error) (string, error) {
	status := sh.waitForeground(child, nil)
	if sh.interactive && status == 128+int(kernel.SIGINT) {
		sh.runPendingTraps() // the key went to the shell too
	}
	sh.curLine = line
	sh.substRan, sh.substStatus = true, status
	sh.status = status
	if rerr != nil {
		return "", rerr
	}
	if sh.flow != flowNone {
		return "", &flowError{}
	}
	return sh.trimSubst(out), nil
}

// trimSubst drops NUL bytes, with bash's warning, and trailing newlines.
func (sh *Shell) trimSubst(out string) string {
	if strings.IndexByte(out, 0) >= 0 {
		sh.errf("warning: command substitution: ignored null byte in input")
		out = strings.ReplaceAll(out, "\x00", "")
	}
	return strings.TrimRight(out, "\n")
}

// fileSubst recognises $(<file).
func fileSubst(cs *syntax.CmdSubst) *syntax.Word {
	if len(cs.Stmts) != 1 {
		return nil
	}
	st := cs.Stmts[0]
	if st.Cmd != nil || st.Negated || st.Background || len(st.Redirs) != 1 {
		return nil
	}
	if r := st.Redirs[0]; r.Op == syntax.RdrIn && (r.N == nil || r.N.Value == "0") {
		return r.Word
	}
	return nil
}

func (sh *Shell) readFileSubst(w *syntax.Word) (string, error) {
	sh.substRan, sh.substStatus = true, 1
	name, err := sh.expandRedirect(w)
	if err != nil {
		return "", err
	}
	f, err := sh.open(name, os.O_RDONLY)
	if err != nil {
		sh.openFailed(name, err)
		sh.status = 1
		return "", nil
	}
	defer f.Close()
	out, err := sh.readAll(f)
	if err != nil {
		return "", err
	}
	sh.substStatus = 0
	sh.status = 0
	return sh.trimSubst(out), nil
}

// readAll reads a file to its end, within the limit on what an expansion may produce.
func (sh *Shell) readAll(f *kernel.File) (string, error) {
	limit := sh.p.Kernel().Limits().ExpansionBytes
	buf := sh.readBuf
	if buf == nil {
		buf = make([]byte, 4096)
	}
	sh.readBuf = nil
	n := 0
	for {
		m, err := f.Read(sh.ctx, buf[n:])
		n += m
		if err != nil {
			if errors.Is(err, io.EOF) {
				break
			}
			if sh.ctx.Err() != nil || sh.p.Killed() {
				sh.killed(err)
				return "", &flowError{}
			}
			return "", &expandError{msg: "read error: " + errnoText(err), status: 1}
		}
		if limit > 0 && int64(n) > limit {
			e := sh.p.LimitHit(kernel.LimitExpansion, limit)
			return "", &expandError{msg: "command substitution: " + e.Error(), status: 1, fatal: true}
		}
		if n == len(buf) {
			buf = append(buf, make([]byte, len(buf))...)
		}
	}
	out := string(buf[:n])
	if len(buf) <= 64<<10 {
		sh.readBuf = buf
	}
	return out, nil
}

// procSubst starts the list of a process substitution and returns the name of the pipe to it.
func (sh *Shell) procSubst(ps *syntax.ProcSubst) (string, error) {
	sh.reapJobs() // those of a loop before it
	r, w := sh.p.Kernel().Pipe()
	mine, theirs, fd := r, w, 1
	if ps.Op == syntax.CmdOut {
		mine, theirs, fd = w, r, 0
	}
	var saved []savedFD
	if err := sh.install(fd, theirs, &saved); err != nil {
		mine.Close()
		return "", &expandError{msg: "cannot make pipe for process substitution: " + errnoText(err), status: 1}
	}
	child, err := sh.fork(func(sub *Shell) {
		for _, n := range sub.procFDs {
			sub.p.CloseFD(n)
		}
		sub.loops, sub.opts.monitor, sub.quiet = 0, false, true
		sub.tailExec = oneCommand(ps.Stmts)
		sub.runStmts(ps.Stmts)
	})
	procFDs := sh.procFDs
	sh.restore(saved)
	if err != nil {
		mine.Close()
		return "", &expandError{status: 1}
	}
	n, err := sh.p.AddFD(mine, 63-len(procFDs)%48, false)
	if err != nil {
		return "", &expandError{msg: "process substitution: " + errnoText(err), status: 1}
	}
	sh.procFDs = append(sh.procFDs, n)
	sh.lastBG = child.PID()
	sh.jobs.addProcSubst(child)
	return "/dev/fd/" + strconv.Itoa(n), nil
}

// closeProcFDs closes the pipes of process substitutions that the command just executed was given.
func (sh *Shell) closeProcFDs(keep int) {
	for _, n := range sh.procFDs[keep:] {
		sh.p.CloseFD(n)
	}
	sh.procFDs = sh.procFDs[:keep]
}

// ownAliases and ownHash make the tables this shell's own before it changes them.
func (sh *Shell) ownAliases() {
	if sh.aliasesShared || sh.aliases == nil {
		m := make(map[string]string, len(sh.aliases)+1)
		maps.Copy(m, sh.aliases)
		sh.aliases, sh.aliasesShared = m, false
	}
}

func (sh *Shell) ownHash() {
	if sh.hashShared || sh.hash == nil {
		m := make(map[string]*hashed, len(sh.hash)+1)
		for k, v := range sh.hash {
			c := *v
			m[k] = &c
		}
		sh.hash, sh.hashShared = m, false
	}
}
