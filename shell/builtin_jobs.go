package shell

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

func builtinJobs(sh *Shell, args []string) int {
	o := sh.options(args, "lnprsx")
	var long, pids, running, stopped, changed, execute bool
	for c := o.next(); c != 0; c = o.next() {
		switch c {
		case 'l':
			long = true
		case 'p':
			pids = true
		case 'r':
			running = true
		case 's':
			stopped = true
		case 'n':
			changed = true
		case 'x':
			execute = true
		}
	}
	if o.bad != 0 {
		return o.bad
	}
	rest := o.rest()
	if execute {
		for i, a := range rest {
			if strings.HasPrefix(a, "%") {
				if j, err := sh.findJob(a); err == nil && j != nil {
					rest[i] = strconv.Itoa(j.procs[0].PID())
				}
			}
		}
		if len(rest) == 0 {
			return 0
		}
		sh.runFields(nil, nil, rest, false)
		return sh.status
	}
	sh.jobs.adopt()
	sh.reapJobs()
	sh.warnedJobs = max(sh.commandNumber, 1) // who has seen them may exit
	var b strings.Builder
	status := 0
	show := func(j *job) {
		if changed && j.notified || running && (j.stopped || j.finished()) || stopped && !j.stopped {
			return
		}
		if pids {
			fmt.Fprintf(&b, "%d\n", j.procs[0].PID())
		} else {
			b.WriteString(sh.jobLine(j, long))
		}
		j.notified = j.finished()
	}
	if len(rest) == 0 {
		for _, j := range sh.jobs.list {
			if j.id > 0 {
				show(j)
			}
		}
	}
	for _, spec := range rest {
		j, err := sh.findJob(spec)
		if err != nil || j == nil {
			sh.errf("jobs: %s: no such job", spec)
			status = 1
			continue
		}
		show(j)
	}
	for _, j := range slices.Clone(sh.jobs.list) {
		if j.id > 0 && j.finished() && j.notified {
			sh.jobs.remove(j)
		}
	}
	if st := sh.writeOut("jobs", []byte(b.String())); st != 0 {
		return st
	}
	return status
}

// builtinFg is fg and bg.
func builtinFg(sh *Shell, args []string) int {
	o := sh.options(args, "")
	if o.next(); o.bad != 0 {
		return o.bad
	}
	name := args[0]
	if !sh.opts.monitor {
		sh.errf("%s: no job control", name)
		return 1
	}
	specs := o.rest()
	if len(specs) == 0 {
		specs = []string{"%%"}
	}
	status := 0
	for _, spec := range specs {
		sh.reapJobs()
		j, err := sh.findJob(spec)
		if err != nil || j == nil {
			shown := spec
			if spec == "%%" {
				shown = "current"
			}
			sh.errf("%s: %s: no such job", name, shown)
			status = 1
			continue
		}
		if name == "bg" {
			if !j.stopped && !j.finished() {
				sh.errf("bg: job %d already in background", j.id)
				continue
			}
			sh.continueJob(j)
			mark := " "
			if j == sh.jobs.current() {
				mark = "+"
			}
			sh.writeOut("bg", []byte(fmt.Sprintf("[%d]%s %s &\n", j.id, mark, j.text)))
			continue
		}
		if st := sh.writeOut("fg", []byte(j.text+"\n")); st != 0 {
			return st
		}
		if sh.handsOver() && j.pgid > 0 {
			sh.giveTerminal(j.pgid)
			if j.modes != nil {
				sh.terminal.tty.SetTermios(*j.modes)
				j.modes = nil
			}
		}
		sh.continueJob(j)
		j.fg = true
		for i, p := range j.procs {
			if !j.done[i] {
				status = sh.waitForeground(p, j)
				if j.stopped || sh.flow != flowNone {
					break
				}
			} else {
				status = j.status[i].ExitCode()
			}
		}
		if j.finished() {
			sh.jobs.remove(j)
		}
		sh.foregroundDone(j)
		return status
	}
	return status
}

func (sh *Shell) continueJob(j *job) {
	j.stopped, j.told = false, false
	if j.pgid != 0 {
		sh.p.Kernel().Kill(sh.p, -j.pgid, kernel.SIGCONT)
		return
	}
	for _, p := range j.procs {
		sh.p.Kernel().Kill(sh.p, p.PID(), kernel.SIGCONT)
	}
}

func builtinDisown(sh *Shell, args []string) int {
	o := sh.options(args, "har")
	var keep, all, running bool
	for c := o.next(); c != 0; c = o.next() {
		switch c {
		case 'h':
			keep = true
		case 'a':
			all = true
		case 'r':
			running = true
		}
	}
	if o.bad != 0 {
		return o.bad
	}
	sh.reapJobs()
	drop := func(j *job) {
		if keep {
			j.noHup = true
		} else {
			if j.stopped && sh.interactive {
				sh.errf("warning: deleting stopped job %d with process group %d", j.id, j.pgid)
			}
			sh.jobs.remove(j)
		}
	}
	specs := o.rest()
	if len(specs) == 0 && (all || running) {
		for _, j := range slices.Clone(sh.jobs.list) {
			if j.id > 0 && (!running || !j.stopped && !j.finished()) {
				drop(j)
			}
		}
		return 0
	}
	if len(specs) == 0 {
		specs = []string{"current"}
	}
	status := 0
	for _, spec := range specs {
		var j *job
		if spec == "current" {
			j = sh.jobs.current()
		} else if pid, err := strconv.Atoi(spec); err == nil {
			j, _ = sh.jobs.byPID(pid)
		} else {
			j, _ = sh.findJob(spec)
		}
		if j == nil {
			sh.errf("disown: %s: no such job", spec)
			status = 1
			continue
		}
		drop(j)
	}
	return status
}

func builtinSuspend(sh *Shell, args []string) int {
	o := sh.options(args, "f")
	force := false
	for c := o.next(); c != 0; c = o.next() {
		force = true
	}
	if o.bad != 0 {
		return o.bad
	}
	if !force && !sh.opts.monitor {
		sh.errf("suspend: cannot suspend: no job control")
		return 1
	}
	sh.p.Signal(kernel.SIGSTOP)
	sh.safepoint()
	return 0
}

// builtinTimes is times. The processor time of a box is not measured.
func builtinTimes(sh *Shell, args []string) int {
	return sh.writeOut("times", []byte("0m0.000s 0m0.000s\n0m0.000s 0m0.000s\n"))
}

// builtinWait is wait [-fn] [-p var] [id ...].
func builtinWait(sh *Shell, args []string) int {
	o := sh.options(args, "fnp:")
	var next bool
	pvar := ""
	for c := o.next(); c != 0; c = o.next() {
		switch c {
		case 'n':
			next = true
		case 'p':
			pvar = o.arg
		}
	}
	if o.bad != 0 {
		return o.bad
	}
	if pvar != "" {
		if !validRef(pvar) {
			sh.errf("wait: `%s': not a valid identifier", pvar)
			return 1
		}
		sh.unsetVar(pvar)
	}
	ids := o.rest()
	if next {
		return sh.waitNext(ids, pvar)
	}
	if len(ids) == 0 {
		for _, j := range slices.Clone(sh.jobs.list) {
			if j.id == 0 && j.procs[len(j.procs)-1].PID() != sh.lastBG {
				continue
			}
			if st, ok := sh.waitJob(j); !ok {
				return st
			}
			if sh.interactive && !sh.forked && j.id > 0 {
				sh.writeErr(sh.jobLine(j, false))
			}
			sh.jobs.remove(j)
		}
		return 0
	}
	status := 0
	for _, id := range ids {
		st, pid, ok := sh.waitID(id)
		if !ok {
			return st
		}
		status = st
		if pvar != "" && pid != 0 {
			sh.assignRef(pvar, strconv.Itoa(pid))
		}
	}
	return status
}

// waitID waits for one process or job. ok is false when a trapped signal cut the wait short.
func (sh *Shell) waitID(id string) (status, pid int, ok bool) {
	if strings.HasPrefix(id, "%") {
		j, err := sh.findJob(id)
		if err != nil || j == nil {
			sh.errf("wait: %s: no such job", id)
			return 127, 0, true
		}
		st, ok := sh.waitJob(j)
		if ok {
			sh.jobs.remove(j)
		}
		return st, j.pid(), ok
	}
	n, err := strconv.Atoi(id)
	if err != nil || n < 0 {
		sh.errf("wait: `%s': not a pid or valid job spec", id)
		return 1, 0, true
	}
	j, i := sh.jobs.byPID(n)
	if j == nil {
		if st, ok := sh.jobs.past[n]; ok {
			return st, n, true
		}
		sh.errf("wait: pid %d is not a child of this shell", n)
		return 127, 0, true
	}
	st, ok := sh.waitMember(j, i)
	if ok && j.finished() {
		sh.jobs.remove(j)
	}
	return st, n, ok
}

// waitJob waits for all processes of a job and returns its status.
func (sh *Shell) waitJob(j *job) (status int, ok bool) {
	for i := range j.procs {
		if status, ok = sh.waitMember(j, i); !ok {
			return status, false
		}
	}
	return status, true
}

// waitMember waits for one process of a job; a trapped signal ends the wait (POSIX wait, bash manual 3.7.6).
func (sh *Shell) waitMember(j *job, i int) (status int, ok bool) {
	if j.done[i] {
		return j.status[i].ExitCode(), true
	}
	ctx, stop := sh.waitContext()
	defer stop()
	_, st, err := sh.p.WaitChild(ctx, j.procs[i].PID(), 0)
	if err != nil {
		if sh.ctx.Err() != nil || sh.p.Killed() {
			sh.killed(err)
			return 137, false
		}
		if ctx.Err() != nil {
			return sh.interruptedWait(), false
		}
		if got, ok := j.procs[i].ExitStatus(); ok {
			st = got
		}
	}
	j.done[i], j.status[i] = true, st
	j.notified = true
	if i == len(j.procs)-1 && !sh.interactive {
		sh.reportJobDeath(j, st)
	}
	return st.ExitCode(), true
}

// reportJobDeath prints what a script's shell prints when wait finds a job that a signal has ended.
func (sh *Shell) reportJobDeath(j *job, st kernel.Status) {
	switch st.Signal {
	case 0, kernel.SIGINT, kernel.SIGTERM, kernel.SIGPIPE:
		return
	}
	sh.errf("%5d %-23s %s", j.pid(), j.stateText(), j.text)
}

func (sh *Shell) waitContext() (context.Context, func()) {
	if !sh.traps.any {
		return sh.ctx, func() {}
	}
	ctx, cancel := sh.p.Interruptible(sh.ctx)
	return ctx, cancel
}

// interruptedWait runs the trap that ended a wait and returns the status of the wait.
func (sh *Shell) interruptedWait() int {
	status := 128
	for sh.flow == flowNone {
		s, ok := sh.p.TakeSignal()
		if !ok {
			break
		}
		status = 128 + int(s)
		action, trapped := sh.traps.signal[s]
		switch {
		case !trapped && sh.interactiveSignal(s):
		case trapped && action != "":
			sh.status = status
			sh.runTrap(action, s.String())
		case !trapped && slices.Contains(exitSignals, s):
			sh.dieOf(s)
		}
	}
	return status
}

// waitNext is wait -n: the next job to end, of those given.
func (sh *Shell) waitNext(ids []string, pvar string) int {
	var jobs []*job
	if len(ids) == 0 {
		for _, j := range sh.jobs.list {
			if j.id > 0 {
				jobs = append(jobs, j)
			}
		}
	}
	for _, id := range ids {
		var j *job
		if n, err := strconv.Atoi(id); err == nil {
			j, _ = sh.jobs.byPID(n)
		} else if j, _ = sh.findJob(id); j == nil {
			sh.errf("wait: %s: no such job", id)
		}
		if j != nil {
			jobs = append(jobs, j)
		}
	}
	if len(jobs) == 0 {
		return 127
	}
	for {
		sh.reapJobs()
		for _, j := range jobs {
			if j.finished() {
				st := j.last().ExitCode()
				if pvar != "" {
					sh.assignRef(pvar, strconv.Itoa(j.pid()))
				}
				sh.jobs.remove(j)
				return st
			}
		}
		ctx, stop := sh.waitContext()
		err := waitAny(ctx, jobs)
		stop()
		if err != nil {
			if sh.ctx.Err() != nil || sh.p.Killed() {
				sh.killed(err)
				return 137
			}
			return sh.interruptedWait()
		}
	}
}

// waitAny waits until a process of the jobs has ended.
func waitAny(ctx context.Context, jobs []*job) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	hit := make(chan struct{}, 1)
	n := 0
	finished := make(chan struct{})
	for _, j := range jobs {
		for i, p := range j.procs {
			if j.done[i] {
				continue
			}
			n++
			go func() {
				select {
				case <-p.Done():
					select {
					case hit <- struct{}{}:
					default:
					}
				case <-inner.Done():
				}
				finished <- struct{}{}
			}()
		}
	}
	var err error
	select {
	case <-hit:
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	cancel()
	for ; n > 0; n-- {
		<-finished
	}
	return err
}
