package shell

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
	"mvdan.cc/sh/v3/syntax"
)

// job is a pipeline that runs beside the shell, or under job control any pipeline.
type job struct {
	id       int // 0: not in the table (a process substitution, a coprocess)
	procs    []*kernel.Process
	done     []bool
	status   []kernel.Status
	text     string
	stopped  bool
	notified bool // its end was reported or taken note of
	noHup    bool
	pgid     int
	fg       bool
	told     bool            // that it is stopped
	modes    *kernel.Termios // of the terminal when it was stopped
}

func (j *job) finished() bool {
	for _, d := range j.done {
		if !d {
			return false
		}
	}
	return true
}

// last is the status of the job: that of its last process.
func (j *job) last() kernel.Status {
	return j.status[len(j.status)-1]
}

func (j *job) pid() int { return j.procs[len(j.procs)-1].PID() }

// jobTable are the jobs of a shell, oldest first, and the statuses of those that are gone from it.
type jobTable struct {
	list    []*job
	seq     []*job      // in order of use: the last is the current job, the one before the previous
	past    map[int]int // statuses of ended background processes by pid, for a late wait
	pastIDs []int

	inherited []*job // in a subshell: those of its parent, for jobs to show
}

// maxPast is how many statuses of ended jobs are kept, as CHILD_MAX bounds them in bash.
const maxPast = 4096

func (t *jobTable) remember(pid, status int) {
	if t.past == nil {
		t.past = make(map[int]int)
	}
	if _, ok := t.past[pid]; !ok {
		t.pastIDs = append(t.pastIDs, pid)
		if len(t.pastIDs) > maxPast {
			delete(t.past, t.pastIDs[0])
			t.pastIDs = t.pastIDs[1:]
		}
	}
	t.past[pid] = status
}

func newJob(procs []*kernel.Process, text string) *job {
	return &job{procs: procs, done: make([]bool, len(procs)), status: make([]kernel.Status, len(procs)), text: text}
}

// add puts a job into the table under the lowest number above those in use.
func (t *jobTable) add(j *job) {
	id := 1
	for _, o := range t.list {
		id = max(id, o.id+1)
	}
	j.id = id
	t.list = append(t.list, j)
	t.touch(j)
}

func (t *jobTable) touch(j *job) {
	t.forget(j)
	t.seq = append(t.seq, j)
}

func (t *jobTable) forget(j *job) {
	t.seq = slices.DeleteFunc(t.seq, func(o *job) bool { return o == j })
}

func (t *jobTable) remove(j *job) {
	t.list = slices.DeleteFunc(t.list, func(o *job) bool { return o == j })
	t.forget(j)
	for i, p := range j.procs {
		if j.done[i] {
			t.remember(p.PID(), j.status[i].ExitCode())
		}
	}
}

func (t *jobTable) current() *job {
	if len(t.seq) == 0 {
		return nil
	}
	for i := len(t.seq) - 1; i >= 0; i-- {
		if t.seq[i].stopped {
			return t.seq[i]
		}
	}
	return t.seq[len(t.seq)-1]
}

func (t *jobTable) previous() *job {
	cur := t.current()
	var best *job
	for i := len(t.seq) - 1; i >= 0; i-- {
		j := t.seq[i]
		if j == cur {
			continue
		}
		if j.stopped {
			return j
		}
		if best == nil {
			best = j
		}
	}
	if best == nil {
		return cur
	}
	return best
}

func (t *jobTable) byPID(pid int) (*job, int) {
	for _, j := range t.list {
		for i, p := range j.procs {
			if p.PID() == pid {
				return j, i
			}
		}
	}
	return nil, 0
}

// addProcSubst keeps the process of a process substitution, which wait $! may ask for, out of the list of jobs.
func (t *jobTable) addProcSubst(p *kernel.Process) {
	j := newJob([]*kernel.Process{p}, "")
	j.notified = true
	t.list = append(t.list, j)
}

// foregroundJob makes a job of what is about to be waited for, so that it can be stopped, and gives it the terminal.
func (sh *Shell) foregroundJob(procs []*kernel.Process, text string) *job {
	procs = slices.DeleteFunc(slices.Clone(procs), func(p *kernel.Process) bool { return p == nil })
	j := newJob(procs, text)
	j.pgid = procs[0].PID()
	j.fg = true
	if sh.handsOver() {
		sh.giveTerminal(j.pgid)
	}
	return j
}

// foregroundDone is called when the shell does not wait for j any more: it has ended, or it is stopped and becomes a job
// of the table. A nil j is none.
func (sh *Shell) foregroundDone(j *job) {
	if j == nil || sh.p.Killed() {
		return
	}
	j.fg = false
	if j.stopped {
		if sh.handsOver() {
			modes := sh.terminal.tty.Termios()
			j.modes = &modes
		}
		if j.id == 0 {
			sh.jobs.add(j)
		} else {
			sh.jobs.touch(j)
		}
		sh.takeTerminal(kernel.Status{Stopped: true})
		if sh.interactive {
			sh.writeErr("\n" + sh.jobLine(j, false))
			j.told = true
		}
		return
	}
	sh.takeTerminal(j.last())
	if sh.handsOver() && j.last().Signal == kernel.SIGINT && sh.flow == flowNone {
		sh.writeErr("\n")
		if _, trapped := sh.traps.signal[kernel.SIGINT]; !trapped {
			sh.flow = flowDiscard
			sh.status = 128 + int(kernel.SIGINT)
		}
	}
}

// startJob starts a background command.
func (sh *Shell) startJob(st *syntax.Stmt) {
	if !sh.safepoint() {
		return
	}
	sh.reapJobs()
	stages := []stage{{st: foregroundStmt(st)}}
	if b, ok := st.Cmd.(*syntax.BinaryCmd); ok && isPipe(b) && len(st.Redirs) == 0 && !st.Negated {
		stages = pipelineStages(b)
	}
	condDepth := sh.condDepth
	sh.condDepth = 0
	procs, _, ok := sh.startPipeline(stages, -1, true)
	sh.condDepth = condDepth
	procs = slices.DeleteFunc(procs, func(p *kernel.Process) bool { return p == nil })
	if len(procs) == 0 {
		sh.afterCommand()
		return
	}
	j := newJob(procs, strings.TrimSuffix(stmtText(st), " &"))
	if sh.opts.monitor {
		j.pgid = procs[0].PID()
	}
	sh.jobs.add(j)
	sh.lastBG = j.pid()
	if sh.interactive {
		sh.writeErr(fmt.Sprintf("[%d] %d\n", j.id, j.pid()))
	}
	sh.status = boolStatus(ok)
}

// foregroundStmt is st without its &: startPipeline runs it.
func foregroundStmt(st *syntax.Stmt) *syntax.Stmt {
	c := *st
	c.Background = false
	return &c
}

// waitForeground waits for a child that the shell runs in the foreground and returns its status. It is cut short when
// the shell is killed or its Run cancelled.
func (sh *Shell) waitForeground(c *kernel.Process, j *job) int {
	return sh.wait(c, j, nil)
}

func (sh *Shell) waitForegroundArgs(c *kernel.Process, args []string) int {
	return sh.wait(c, nil, args)
}

func (sh *Shell) wait(c *kernel.Process, j *job, args []string) int {
	st := sh.await(c, j)
	if st.Signal != 0 && !st.Stopped && sh.flow != flowKilled {
		if j != nil && j.finished() {
			sh.takeTerminal(st) // the message is for a terminal in its proper modes
		}
		sh.reportDeath(c, st, args)
	}
	return st.ExitCode()
}

// await waits until a foreground child ends, or, when it belongs to a job, stops.
func (sh *Shell) await(c *kernel.Process, j *job) kernel.Status {
	opt := kernel.WaitOption(0)
	if j != nil {
		opt = kernel.WUNTRACED
	}
	_, st, err := sh.p.WaitChild(sh.ctx, c.PID(), opt)
	if err != nil {
		if sh.ctx.Err() != nil || sh.p.Killed() {
			sh.killed(err)
			return kernel.Status{Signal: kernel.SIGKILL}
		}
		if errors.Is(err, syscall.ECHILD) { // reaped elsewhere
			if got, ok := c.ExitStatus(); ok {
				st = got
			}
		}
	}
	if j != nil {
		for i, p := range j.procs {
			if p == c {
				if st.Stopped {
					j.stopped = true
				} else {
					j.done[i], j.status[i] = true, st
				}
			}
		}
	}
	if !st.Stopped && sh.ctx.Err() != nil {
		sh.killed(sh.ctx.Err())
	}
	return st
}

// deathTold tells whether a child that died of a signal is to be reported in full; what bash tells in a word it prints.
func (sh *Shell) deathTold(st kernel.Status) bool {
	if st.Signal == kernel.SIGINT || st.Signal == kernel.SIGPIPE || sh.quiet || sh.ctx.Err() != nil {
		return false
	}
	if _, trapped := sh.traps.signal[st.Signal]; sh.interactive || trapped || st.Signal == kernel.SIGTERM {
		sh.writeErr(describeDeath(st) + "\n")
		return false
	}
	return true
}

func describeDeath(st kernel.Status) string {
	if st.CoreDump {
		return st.Signal.Describe() + " (core dumped)"
	}
	return st.Signal.Describe()
}

// reportDeath prints what bash prints when a foreground child dies of a signal.
func (sh *Shell) reportDeath(c *kernel.Process, st kernel.Status, args []string) {
	if !sh.deathTold(st) {
		return
	}
	command := strings.Join(c.Args(), " ")
	if args != nil {
		command = strings.Join(args, " ")
	}
	if st, ok := sh.curNode.(*syntax.Stmt); ok {
		command = plainText(st)
	}
	sh.errf("%5d %-24s%s", c.PID(), describeDeath(st), command)
}

// reportPipelineDeath does so for a pipeline whose last process died; it lists all of them.
func (sh *Shell) reportPipelineDeath(stages []stage, procs []*kernel.Process, statuses []kernel.Status) {
	last := len(stages) - 1
	if procs[last] == nil || statuses[last].Signal == 0 || !sh.deathTold(statuses[last]) {
		return
	}
	for i, p := range procs {
		if p == nil {
			continue
		}
		j := job{procs: procs[i : i+1], done: []bool{true}, status: statuses[i : i+1]}
		if i == 0 {
			sh.errf("%5d %-24s%s", p.PID(), j.stateText(), plainText(stages[i].st))
		} else {
			sh.writeErr(fmt.Sprintf("     %5d %-24s| %s\n", p.PID(), j.stateText(), plainText(stages[i].st)))
		}
	}
}

// plainText is the text of a command without what is done with its status.
func plainText(st *syntax.Stmt) string {
	if st.Negated {
		plain := *st
		plain.Negated = false
		st = &plain
	}
	return stmtText(st)
}

// reapJobs takes note of background processes that have ended.
func (sh *Shell) reapJobs() {
	for i := 0; i < len(sh.jobs.list); i++ {
		j := sh.jobs.list[i]
		sh.pollJob(j)
		if j.id == 0 && j.finished() {
			sh.jobs.remove(j)
			i--
		}
	}
}

func (sh *Shell) pollJob(j *job) {
	for i, p := range j.procs {
		if j.done[i] {
			continue
		}
		if sh.interactive && p.Killed() { // as good as dead: so that the next prompt can tell
			awaitDeath(p)
		}
		select {
		case <-p.Done():
			if _, st, err := sh.p.WaitChild(context.Background(), p.PID(), kernel.WNOHANG); err == nil {
				j.status[i] = st
			} else if st, ok := p.ExitStatus(); ok {
				j.status[i] = st
			}
			j.done[i] = true
			j.stopped = false
		default:
			j.stopped = p.State() == kernel.Stopped
		}
	}
}

// awaitDeath waits a moment for a process that is being killed.
func awaitDeath(p *kernel.Process) {
	t := p.Kernel().Clock().NewTimer(10 * time.Millisecond)
	defer t.Stop()
	select {
	case <-p.Done():
	case <-t.C():
	}
}

// notifyJobs reports ended background jobs between commands, as bash does, and drops them from the table. A
// non-interactive shell reports only deaths by signals that are worth it.
func (sh *Shell) notifyJobs() {
	sh.reapJobs()
	for i := 0; i < len(sh.jobs.list); i++ {
		j := sh.jobs.list[i]
		if j.id != 0 && j.stopped && !j.told && sh.interactive && !sh.forked {
			sh.writeErr("\n" + sh.jobLine(j, false))
			j.told = true
		}
		if j.id == 0 || !j.finished() {
			continue
		}
		if sig := j.last().Signal; !sh.opts.monitor && (sig == kernel.SIGTERM || sig == kernel.SIGINT) {
			j.notified = true
		}
		if !j.notified && (sh.interactive || sh.opts.monitor && !sh.session) {
			sh.writeErr(sh.jobLine(j, false))
		}
		sh.jobs.remove(j)
		i--
	}
}

// jobLine is a line of jobs.
func (sh *Shell) jobLine(j *job, long bool) string {
	mark := byte(' ')
	switch j {
	case sh.jobs.current():
		mark = '+'
	case sh.jobs.previous():
		mark = '-'
	}
	pid := ""
	if long {
		pid = strconv.Itoa(j.procs[0].PID()) + " "
	}
	text := j.text
	if long && j.stopped {
		state := "Stopped"
		for _, p := range j.procs {
			switch p.StopSignal() {
			case kernel.SIGTTIN, kernel.SIGTTOU, kernel.SIGSTOP:
				state = p.StopSignal().Describe()
			}
		}
		return fmt.Sprintf("[%d]%c %s%-23s %s\n", j.id, mark, pidPad(pid), state, text)
	}
	if !j.finished() && !j.stopped {
		text += " &"
	}
	return fmt.Sprintf("[%d]%c %s%s %s\n", j.id, mark, pidPad(pid), fmt.Sprintf("%-23s", j.stateText()), text)
}

func pidPad(pid string) string {
	if pid == "" {
		return " "
	}
	return pid
}

// stateText is the state of a job as jobs shows it.
func (j *job) stateText() string {
	switch {
	case j.stopped:
		return "Stopped"
	case !j.finished():
		return "Running"
	}
	st := j.last()
	switch {
	case st.Signal != 0:
		return describeDeath(st)
	case st.Code != 0:
		return fmt.Sprintf("Exit %d", st.Code)
	}
	return "Done"
}

var errAmbiguousJob = errors.New("ambiguous job spec")

// findJob resolves a job specification: %n %+ %% %- %string %?string.
func (sh *Shell) findJob(spec string) (*job, error) {
	s := strings.TrimPrefix(spec, "%")
	switch s {
	case "", "%", "+":
		return sh.jobs.current(), nil
	case "-":
		return sh.jobs.previous(), nil
	}
	if n, err := strconv.Atoi(s); err == nil {
		for _, j := range sh.jobs.list {
			if j.id == n && n > 0 {
				return j, nil
			}
		}
		return nil, nil
	}
	var found *job
	sub, inside := strings.CutPrefix(s, "?")
	for _, j := range sh.jobs.list {
		if j.id == 0 {
			continue
		}
		if inside && strings.Contains(j.text, sub) || !inside && strings.HasPrefix(j.text, s) {
			if found != nil {
				return nil, errAmbiguousJob
			}
			found = j
		}
	}
	return found, nil
}

// copies are the jobs as a subshell sees them: it can list them, but they are not its children.
func (t *jobTable) copies() []*job {
	if len(t.list) == 0 {
		return nil
	}
	var out []*job
	for _, j := range t.list {
		if j.id > 0 {
			c := *j
			c.done, c.status = slices.Clone(j.done), slices.Clone(j.status)
			out = append(out, &c)
		}
	}
	return out
}

// adopt makes the inherited jobs those of a subshell that lists jobs and has none of its own.
func (t *jobTable) adopt() {
	if len(t.list) == 0 && len(t.inherited) > 0 {
		t.list = t.inherited
		t.seq = slices.Clone(t.inherited)
	}
	t.inherited = nil
}
