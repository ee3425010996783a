package shell

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// ErrClosed is the error of a Run on a closed Session.
var ErrClosed = fmt.Errorf("shell session: %w", os.ErrClosed)

// SessionOptions say how a session starts.
type SessionOptions struct {
	Env  []string    // NAME=value; becomes the exported variables
	Dir  string      // the first working directory; "" = the home directory of Env, else "/"
	Cred kernel.Cred // who the shell runs as
}

// RunOptions say how one Run differs from the state of its session. Run takes over the references to the files.
type RunOptions struct {
	Dir                   string   // start in this directory; the session is back in its own afterwards unless the script moved elsewhere
	Env                   []string // exported for this Run; the former values come back
	Stdin, Stdout, Stderr *kernel.File
}

// Session is a shell process that keeps its state between Runs: variables, functions, aliases, options of shopt, the
// working directory and background jobs. Runs queue in the order of the calls.
//
// exit inside a Run, an error under set -e, and a fatal expansion error end that Run alone: its EXIT trap runs, and the
// options of set and the traps go back to what a fresh shell has, since nobody could rely on them; everything else is
// kept. exec of a program runs it as a child and ends the Run with its status. Cancelling the context of a Run kills
// every process that it started, background jobs included, and ends it at the next safe point.
type Session struct {
	k    *kernel.Kernel
	opt  SessionOptions
	turn chan struct{} // holds one token: the right to use the shell
	done chan struct{}

	mu      sync.Mutex
	closed  bool
	proc    *kernel.Process
	runs    chan *run
	envList []string // exported variables as of the end of the last Run
	dir     string

	sh *Shell // used by the process goroutine, or by the holder of the turn while no Run is on
}

// run is one request to the shell process.
type run struct {
	ctx  context.Context
	do   func(sh *Shell)
	done chan struct{}
}

// NewSession starts a session.
func NewSession(k *kernel.Kernel, opt SessionOptions) (*Session, error) {
	s := &Session{k: k, opt: opt, turn: make(chan struct{}, 1), done: make(chan struct{})}
	s.turn <- struct{}{}
	if err := s.start(nil); err != nil {
		return nil, err
	}
	return s, nil
}

// start begins the shell process. With a Shell it takes over its state: the former process was killed.
func (s *Session) start(sh *Shell) error {
	dir := s.opt.Dir
	if dir == "" {
		dir = "/"
		for _, kv := range s.opt.Env {
			if home, ok := strings.CutPrefix(kv, "HOME="); ok {
				if fi, err := s.k.FS().Stat(home); err == nil && fi.IsDir() {
					dir = home
				}
			}
		}
	}
	env := s.opt.Env
	if env == nil {
		env = []string{}
	}
	runs := make(chan *run)
	ready := make(chan *Shell, 1)
	cred := s.opt.Cred
	proc, err := s.k.Spawn(context.Background(), kernel.Spec{
		Args:       []string{"bash"},
		Env:        env,
		Dir:        dir,
		Cred:       &cred,
		NewSession: true,
		Files:      []*kernel.File{},
		Func: func(ctx context.Context, p *kernel.Process) int {
			return serve(ctx, p, sh, ready, runs)
		},
	})
	if err != nil {
		return err
	}
	select {
	case s.sh = <-ready:
	case <-proc.Done():
		return fmt.Errorf("shell session ended at its start")
	}
	s.mu.Lock()
	s.proc, s.runs = proc, runs
	s.mu.Unlock()
	s.snapshot()
	return nil
}

// serve is the program of the shell process: it executes the Runs that it is handed.
func serve(ctx context.Context, p *kernel.Process, sh *Shell, ready chan<- *Shell, runs <-chan *run) int {
	if sh == nil {
		sh = newShell(ctx, p)
		sh.pid = p.PID()
	} else {
		sh.p, sh.pid = p, p.PID()
	}
	sh.session = true
	sh.base = ctx
	sh.initSession()
	ready <- sh
	for {
		select {
		case <-ctx.Done():
			return 0
		case r, ok := <-runs:
			if !ok {
				sh.hangUp()
				return 0
			}
			sh.ctx = r.ctx
			r.do(sh)
			sh.ctx = ctx
			close(r.done)
		}
	}
}

// initSession makes the shell hold back the signals whose default would end the session: they end the Run.
func (sh *Shell) initSession() {
	for _, s := range exitSignals {
		sh.p.SetDisposition(s, kernel.SigCatch)
	}
	sh.traps.any = true
}

// hangUp sends SIGHUP to the jobs when the session ends.
func (sh *Shell) hangUp() {
	for _, j := range sh.jobs.list {
		if j.noHup {
			continue
		}
		for i, p := range j.procs {
			if !j.done[i] {
				p.Signal(kernel.SIGHUP)
				p.Signal(kernel.SIGCONT)
			}
		}
	}
}

// acquire waits for the turn.
func (s *Session) acquire(ctx context.Context) error {
	select {
	case <-s.done:
		return ErrClosed
	default:
	}
	select {
	case <-s.turn:
		select {
		case <-s.done:
			s.turn <- struct{}{}
			return ErrClosed
		default:
			return nil
		}
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-s.done:
		return ErrClosed
	}
}

func (s *Session) release() { s.turn <- struct{}{} }

// with runs do on the shell while it executes nothing.
func (s *Session) with(ctx context.Context, do func(sh *Shell)) error {
	if err := s.acquire(ctx); err != nil {
		return err
	}
	defer s.release()
	_, err := s.execute(ctx, do)
	s.snapshot()
	return err
}

// execute hands one request to the shell process. The caller has the turn.
func (s *Session) execute(ctx context.Context, do func(sh *Shell)) (alive bool, err error) {
	r := &run{ctx: ctx, do: do, done: make(chan struct{})}
	for range 2 {
		if s.proc.Killed() {
			<-s.proc.Done()
		}
		select {
		case s.runs <- r:
			select {
			case <-r.done:
				return true, nil
			case <-s.proc.Done():
				select {
				case <-r.done:
					return true, nil
				default:
				}
				return false, nil
			}
		case <-s.proc.Done():
			// Someone killed the shell process: a new one goes on with its state.
			old := s.sh
			if err := s.start(old); err != nil {
				return false, err
			}
		}
	}
	return false, ErrClosed
}

// Run executes a script and waits for it. The error is nil whenever the script ran to its end, whatever its status. It
// is ErrClosed, the cause of ctx, or the *kernel.LimitError of the limit that ended the script; the status is then that
// of a process killed by SIGKILL. What a Run left in the background goes on; its output goes to the files of this Run.
func (s *Session) Run(ctx context.Context, script string, opt RunOptions) (kernel.Status, error) {
	files := []*kernel.File{opt.Stdin, opt.Stdout, opt.Stderr}
	closeFiles := func() {
		for i, f := range files {
			if f != nil {
				f.Close()
				files[i] = nil
			}
		}
	}
	if err := s.acquire(ctx); err != nil {
		closeFiles()
		return kernel.Status{Code: 137, Signal: kernel.SIGKILL}, err
	}
	defer s.release()
	if ctx.Err() != nil {
		closeFiles()
		return kernel.Status{Code: 137, Signal: kernel.SIGKILL}, context.Cause(ctx)
	}
	cg := s.k.NewCgroup()
	var status kernel.Status
	killed, ended := make(chan struct{}), make(chan struct{})
	var cancelled atomic.Bool
	stop := context.AfterFunc(ctx, func() {
		defer close(killed)
		cancelled.Store(true)
		proc := s.Process()
		for {
			n := 0
			for _, p := range cg.Processes() {
				if p != proc && !p.Killed() {
					n++
					p.Signal(kernel.SIGKILL)
				}
			}
			if n == 0 {
				break
			}
		}
		// The script may have stopped the shell itself, and may do so again before it looks.
		for {
			if proc.State() == kernel.Stopped {
				proc.Signal(kernel.SIGCONT)
			}
			timer := s.k.Clock().NewTimer(5 * time.Millisecond)
			select {
			case <-ended:
				timer.Stop()
				return
			case <-timer.C():
			}
		}
	})
	alive, err := s.execute(ctx, func(sh *Shell) {
		sh.cancelled = &cancelled
		defer func() { sh.cancelled = nil }()
		status = sh.runOnce(script, opt, files, cg)
	})
	close(ended)
	if !stop() {
		<-killed
	}
	closeFiles()
	if err != nil {
		return kernel.Status{Signal: kernel.SIGKILL}, err
	}
	if !alive {
		status = kernel.Status{Signal: kernel.SIGKILL}
		if st, ok := s.Process().ExitStatus(); ok && st.Signal != 0 {
			status = st
		}
		s.sh.p = nil
	} else {
		s.snapshot()
	}
	if limit := cg.LimitError(); limit != nil {
		return status, limit
	}
	if ctx.Err() != nil {
		return kernel.Status{Signal: kernel.SIGKILL}, context.Cause(ctx)
	}
	return status, nil
}

// runOnce executes the script of a Run in the shell process.
func (sh *Shell) runOnce(script string, opt RunOptions, files []*kernel.File, cg *kernel.Cgroup) kernel.Status {
	for n, f := range files {
		if f == nil {
			sh.p.CloseFD(n)
			continue
		}
		files[n] = nil
		sh.p.SetFD(n, f, false)
	}
	sh.p.SetCgroup(cg)
	sh.reapJobs()
	dir := sh.logicalDir()
	if opt.Dir != "" {
		if err := sh.chdirQuiet(opt.Dir); err != nil {
			sh.writeErr("bash: cd: " + opt.Dir + ": " + errnoText(err) + "\n")
			sh.endRun()
			return kernel.Status{Code: 1}
		}
	}
	saved := sh.pushEnv(opt.Env)

	sh.flow, sh.killErr, sh.diedOf = flowNone, nil, 0
	sh.loops, sh.condDepth, sh.depth, sh.traceLevel = 0, 0, 0, 0
	sh.calls, sh.src, sh.lineBase, sh.curLine = nil, new(source), 0, 0
	sh.trapStatus = -1
	sh.exiting = false
	sh.runText(script, false)
	if sh.flow == flowExit {
		sh.runExitTrap()
		sh.resetAfterExit()
	}
	if sh.flow == flowKilled {
		sh.status = 128 + int(kernel.SIGKILL)
		sh.resetAfterExit()
		sh.killRun(cg)
	}
	sh.unwind()
	sh.reportSteps()

	sh.popEnv(saved)
	if opt.Dir != "" && sh.logicalDir() == sh.runDir {
		sh.chdirQuiet(dir)
	}
	sh.reapJobs()
	sh.notifyJobs()
	st := kernel.Status{Code: sh.status & 0xff}
	if sh.diedOf != 0 {
		st = kernel.Status{Signal: sh.diedOf}
	}
	if sh.p.Killed() {
		st = kernel.Status{Signal: sh.p.ExitSignal()}
	}
	sh.endRun()
	return st
}

// killRun ends what a Run that was cut short has started, waits for it and reaps it.
func (sh *Shell) killRun(cg *kernel.Cgroup) {
	timer := sh.p.Kernel().Clock().NewTimer(killGrace)
	defer timer.Stop()
	for {
		var left []*kernel.Process
		for _, p := range cg.Processes() {
			if p != sh.p {
				p.Signal(kernel.SIGKILL)
				left = append(left, p)
			}
		}
		if len(left) == 0 {
			break
		}
		for _, p := range left {
			select {
			case <-p.Done():
			case <-timer.C():
				return // something that does not look at its signals; the kernel will reap it
			}
		}
	}
	sh.reapJobs()
	for _, c := range sh.p.Children() {
		if j, _ := sh.jobs.byPID(c.PID()); j == nil {
			if _, ended := c.ExitStatus(); ended {
				c.Wait()
			}
		}
	}
}

// killGrace is how long a Run that was cut short waits for the processes that it has killed.
const killGrace = 500 * time.Millisecond

// endRun lets go of what belongs to one Run.
func (sh *Shell) endRun() {
	for n := range 3 {
		sh.p.CloseFD(n)
	}
	sh.p.SetCgroup(nil)
	sh.flow = flowNone
}

// unwind takes back what a Run that was cut short left open: scopes of functions, frames of the call stack.
func (sh *Shell) unwind() {
	for len(sh.vars.frames) > 0 {
		sh.popScope()
	}
	sh.calls, sh.loops, sh.condDepth, sh.depth = nil, 0, 0, 0
	sh.tailExec, sh.execKeep = false, false
	sh.closeProcFDs(0)
	sh.traps.running, sh.traps.inErr, sh.traps.inDebug = 0, false, false
	if sh.flow != flowKilled {
		sh.flow = flowNone
	}
}

// resetAfterExit puts the options of set and the traps back to those of a fresh shell.
func (sh *Shell) resetAfterExit() {
	def := defaultOptions()
	for i := range setOptions {
		f := setOptions[i].field
		*f(&sh.opts) = *f(&def)
	}
	for s := range sh.traps.signal {
		sh.p.SetDisposition(s, kernel.SigDefault)
	}
	sh.traps = traps{ignored: sh.traps.ignored}
	sh.initSession()
}

// chdirQuiet changes the directory for a Run without touching OLDPWD.
func (sh *Shell) chdirQuiet(dir string) error {
	if err := sh.p.Chdir(dir); err != nil {
		return err
	}
	sh.cwd = sh.p.Dir()
	sh.runDir = sh.cwd
	return sh.setVar("PWD", sh.cwd)
}

// savedVar is a variable that a Run's own environment replaced.
type savedVar struct {
	name, value   string
	set, exported bool
	during        string // its value at the start of the Run
}

func (sh *Shell) pushEnv(env []string) []savedVar {
	var saved []savedVar
	for _, kv := range env {
		name, value, ok := strings.Cut(kv, "=")
		if !ok {
			continue
		}
		v := savedVar{name: name, during: value}
		v.value, v.set = sh.getVar(name)
		v.exported = sh.raw(name).has(attrExport)
		if sh.setVar(name, value) != nil {
			continue
		}
		sh.setAttrs(name, attrExport, 0)
		saved = append(saved, v)
	}
	return saved
}

func (sh *Shell) popEnv(saved []savedVar) {
	for i := len(saved) - 1; i >= 0; i-- {
		v := saved[i]
		if !v.set {
			sh.unsetVar(v.name)
			continue
		}
		if sh.setVar(v.name, v.value) == nil && !v.exported {
			sh.setAttrs(v.name, 0, attrExport)
		}
	}
}

// snapshot keeps the environment and directory for Env and Dir, which may be asked for while a Run is on.
func (s *Session) snapshot() {
	sh := s.sh
	if sh == nil || sh.p == nil {
		return
	}
	list := sh.exportedEnv()
	dir := sh.logicalDir()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dir = dir
	s.envList = list
}

// Env returns a copy of the exported variables, as of the end of the last Run.
func (s *Session) Env() map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := make(map[string]string, len(s.envList))
	for _, kv := range s.envList {
		name, value, _ := strings.Cut(kv, "=")
		m[name] = value
	}
	return m
}

// Setenv sets and exports a variable. It waits for a Run in progress.
func (s *Session) Setenv(key, value string) {
	s.with(context.Background(), func(sh *Shell) {
		if sh.setVar(key, value) == nil {
			sh.setAttrs(key, attrExport, 0)
		}
	})
}

// Dir is the working directory, as of the end of the last Run.
func (s *Session) Dir() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dir
}

// Chdir changes the working directory. It waits for a Run in progress.
func (s *Session) Chdir(dir string) error {
	var cerr error
	err := s.with(context.Background(), func(sh *Shell) {
		cerr = sh.chdir(dir, false)
	})
	return errors.Join(err, cerr)
}

// Reset waits for a Run in progress and gives the session a clean state: with env the exported variables are replaced
// and functions, aliases, traps, jobs and other variables dropped; dir becomes the working directory when it exists,
// else the home directory, else the root.
func (s *Session) Reset(env map[string]string, dir string) error {
	return s.with(context.Background(), func(sh *Shell) {
		if env != nil {
			list := make([]string, 0, len(env))
			for k, v := range env {
				list = append(list, k+"="+v)
			}
			sh.funcs, sh.aliases, sh.hash = new(functions), nil, nil
			sh.hangUp()
			sh.reapJobs()
			sh.jobs = jobTable{}
			sh.opts = defaultOptions()
			sh.resetAfterExit()
			sh.vars = newScopes()
			sh.dirs, sh.params = nil, nil
			sh.importEnv(list)
			sh.p.SetEnviron(list)
			sh.initVars()
			if level, ok := env["SHLVL"]; ok { // it is this shell's own level, not that of a shell around it
				sh.setVar("SHLVL", level)
			}
		}
		if dir == "" {
			return
		}
		home, _ := sh.getVar("HOME")
		for _, d := range []string{dir, home, "/"} {
			if d != "" && sh.p.Chdir(d) == nil {
				sh.cwd = sh.p.Dir()
				sh.setVar("PWD", sh.cwd)
				return
			}
		}
	})
}

// Process is the shell's process.
func (s *Session) Process() *kernel.Process {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.proc
}

// Close ends the session: a Run in progress is killed, jobs get SIGHUP. Later Runs give ErrClosed.
func (s *Session) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	proc := s.proc
	close(s.done)
	s.mu.Unlock()
	select {
	case <-s.turn:
		close(s.runs)
	default:
		proc.Signal(kernel.SIGKILL)
	}
	proc.Wait()
	return nil
}
