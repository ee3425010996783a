package shell

import (
	"github.com/sandpit-dev/sandpit/kernel"
	"mvdan.cc/sh/v3/syntax"
)

// stage is one command of a pipeline.
type stage struct {
	st  *syntax.Stmt
	err bool // |&: standard error goes into the pipe too
}

// pipelineStages lists the commands of a pipeline, first to last.
func pipelineStages(c *syntax.BinaryCmd) []stage {
	var stages []stage
	n := 1
	for x := c; ; n++ {
		b, ok := x.X.Cmd.(*syntax.BinaryCmd)
		if !ok || !isPipe(b) || x.X.Negated || len(x.X.Redirs) > 0 || x.X.Background {
			break
		}
		x = b
	}
	stages = make([]stage, n+1)
	for x := c; n >= 1; n-- {
		stages[n].st = x.Y
		stages[n-1].err = x.Op == syntax.PipeAll
		if n == 1 {
			stages[0].st = x.X
			break
		}
		x = x.X.Cmd.(*syntax.BinaryCmd)
	}
	return stages
}

func isPipe(b *syntax.BinaryCmd) bool { return b.Op == syntax.Pipe || b.Op == syntax.PipeAll }

// runPipeline runs each stage of a pipeline in a process of its own and waits for all of them.
func (sh *Shell) runPipeline(st *syntax.Stmt, c *syntax.BinaryCmd) {
	sh.curLine = st.Pos().Line()
	if !sh.safepoint() {
		return
	}
	stages := pipelineStages(c)
	last := -1
	if sh.opts.lastpipe && !sh.opts.monitor {
		last = len(stages) - 1
	}
	procs, inherited, ok := sh.startPipeline(stages, last, false)
	statuses := make([]int, len(stages))
	if ok && last >= 0 {
		var saved []savedFD
		if sh.install(0, inherited, &saved) == nil {
			sh.condDepth++ // the status of the pipeline is judged as a whole
			sh.runStmt(stages[last].st)
			sh.condDepth--
			sh.restore(saved)
		}
		statuses[last] = sh.status
	}
	flow := sh.flow
	if flow == flowExit || flow == flowReturn || flow == flowBreak || flow == flowContinue || flow == flowDiscard {
		sh.flow = flowNone // the other stages are waited for first
	}
	var job *job
	if sh.opts.monitor && len(procs) > 0 {
		job = sh.foregroundJob(procs, stmtText(st))
	}
	ends := make([]kernel.Status, len(procs))
	for i, p := range procs {
		if p == nil {
			if i != last {
				statuses[i] = 254
			}
			continue
		}
		ends[i] = sh.await(p, job)
		if sh.flow == flowKilled {
			return
		}
		statuses[i] = ends[i].ExitCode()
	}
	if job == nil {
		sh.reportPipelineDeath(stages, procs, ends)
	} else if end := ends[len(ends)-1]; end.Signal != 0 && job.finished() {
		sh.takeTerminal(end)
		sh.reportDeath(procs[len(procs)-1], end, nil)
	}
	sh.foregroundDone(job)
	sh.status = statuses[len(statuses)-1]
	if sh.opts.pipefail && sh.status == 0 {
		for _, s := range statuses {
			if s != 0 {
				sh.status = s
			}
		}
	}
	if !ok {
		sh.status = 254
	}
	sh.pipestatus = statuses
	if flow != flowNone {
		sh.flow = flow
		return
	}
	sh.afterCommand()
}

// startPipeline starts the stages but the one numbered `last`, whose standard input it returns. In the background the
// first stage of a shell without job control reads /dev/null.
func (sh *Shell) startPipeline(stages []stage, last int, background bool) (procs []*kernel.Process, in *kernel.File, ok bool) {
	k := sh.p.Kernel()
	procs = make([]*kernel.Process, len(stages))
	group := 0
	for i := range stages {
		if i == last {
			return procs, in, true
		}
		var saved []savedFD
		var next *kernel.File
		if in != nil {
			if err := sh.install(0, in, &saved); err != nil {
				return procs, nil, false
			}
			in = nil
		}
		if i < len(stages)-1 {
			r, w := k.Pipe()
			next = r
			e := w.Ref()
			if sh.install(1, w, &saved) != nil {
				e.Close()
				r.Close()
				sh.restore(saved)
				return procs, nil, false
			}
			if !stages[i].err || sh.install(2, e, &saved) != nil {
				e.Close()
			}
		}
		st := stages[i].st
		if _, ok := st.Cmd.(*syntax.CallExpr); ok && sh.traps.debug != nil {
			sh.curLine = st.Position.Line()
			sh.debugTrap(st)
		}
		join := group
		p, err := sh.fork(func(sub *Shell) {
			sub.enterGroup(join, background, background && i == 0)
			sub.loops = 0
			sub.runStage(st)
		})
		sh.restore(saved)
		if err != nil {
			if next != nil {
				next.Close()
			}
			return procs, nil, false
		}
		if sh.opts.monitor {
			if group == 0 {
				group = p.PID()
			}
			p.SetPGID(group)
		}
		procs[i] = p
		in = next
	}
	return procs, nil, true
}

// runStage executes one stage of a pipeline or one background command in its own process.
func (sh *Shell) runStage(st *syntax.Stmt) {
	if _, ok := st.Cmd.(*syntax.CallExpr); ok && !st.Negated {
		sh.tailExec, sh.stage = true, st
	}
	if s, ok := st.Cmd.(*syntax.Subshell); ok && len(st.Redirs) == 0 && !st.Negated {
		// ( ) as a stage needs no further process
		sh.tailExec = oneCommand(s.Stmts)
		sh.subshell++
		sh.runStmts(s.Stmts)
		return
	}
	if st.Negated {
		sh.condDepth++
		sh.runCommand(st)
		sh.condDepth--
		sh.status = boolStatus(sh.status != 0)
		return
	}
	sh.runCommand(st)
}

// enterGroup gives a new process its place: its process group under job control; without it a background command
// ignores SIGINT and SIGQUIT and reads /dev/null (POSIX 2.9.3.1).
func (sh *Shell) enterGroup(group int, background, nullInput bool) {
	if sh.opts.monitor {
		if group == 0 {
			group = sh.p.PID()
		}
		sh.p.SetPGID(group)
		if !background {
			sh.giveTerminal(group)
		}
		sh.opts.monitor = false
		return
	}
	if !background {
		return
	}
	sh.p.SetDisposition(kernel.SIGINT, kernel.SigIgnore)
	sh.p.SetDisposition(kernel.SIGQUIT, kernel.SigIgnore)
	if nullInput {
		if f, err := sh.open("/dev/null", 0); err == nil {
			sh.p.SetFD(0, f, false)
		}
	}
}
