package shell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

// An interactive shell on a terminal: job control, the modes of the terminal, the size of the window, signals at the prompt.

// terminalState is what an interactive shell knows of its terminal.
type terminalState struct {
	tty   *kernel.TTY
	modes kernel.Termios // while commands run; put back after one that a signal has ended
	pgid  int            // the shell's own group
	hup   bool           // the terminal is gone
}

// jobSignals stop a process from the terminal; a shell with job control ignores them, its children do not.
var jobSignals = []kernel.Signal{kernel.SIGTSTP, kernel.SIGTTIN, kernel.SIGTTOU}

// wantsInteraction reports whether a shell that was given no script is interactive: standard input and standard error are
// terminals (bash manual 6.3.1).
func (sh *Shell) wantsInteraction() bool { return sh.tty(0) != nil && sh.tty(2) != nil }

// startTerminal begins job control when the shell has a controlling terminal.
func (sh *Shell) startTerminal() {
	t := sh.tty(0)
	if t == nil {
		t = sh.tty(2)
	}
	for _, s := range []kernel.Signal{kernel.SIGTERM, kernel.SIGQUIT} {
		sh.p.SetDisposition(s, kernel.SigIgnore)
	}
	for _, s := range []kernel.Signal{kernel.SIGINT, kernel.SIGHUP, kernel.SIGWINCH} {
		if sh.p.Disposition(s) == kernel.SigDefault {
			sh.p.SetDisposition(s, kernel.SigCatch)
		}
	}
	sh.traps.any = true
	if t == nil || sh.p.TTY() != t {
		return
	}
	// In the background: wait until it is our turn.
	for t.Foreground() > 0 && t.Foreground() != sh.p.PGID() {
		if sh.p.Signal(kernel.SIGTTIN); !sh.safepoint() {
			return
		}
		if sh.p.Killed() {
			return
		}
	}
	for _, s := range jobSignals {
		sh.p.SetDisposition(s, kernel.SigIgnore)
	}
	if sh.p.SID() != sh.p.PID() && sh.p.PGID() != sh.p.PID() {
		sh.p.SetPGID(0)
	}
	pgid := sh.p.PGID()
	t.SetForeground(pgid)
	sh.terminal = &terminalState{tty: t, modes: t.Termios(), pgid: pgid}
	sh.opts.monitor = true
	sh.windowChanged()
}

// handsOver reports whether this shell gives its terminal to the jobs that it runs in the foreground.
func (sh *Shell) handsOver() bool { return sh.terminal != nil && !sh.forked && sh.opts.monitor }

// defaultSignals are the signals that a child of an interactive shell gets back.
func (sh *Shell) defaultSignals() []kernel.Signal {
	if !sh.interactive || sh.forked {
		return nil
	}
	var list []kernel.Signal
	for _, s := range append([]kernel.Signal{kernel.SIGTERM, kernel.SIGQUIT}, jobSignals...) {
		if sh.terminal == nil && slices.Contains(jobSignals, s) {
			continue
		}
		if action, trapped := sh.traps.signal[s]; trapped && action == "" || sh.traps.ignored[s] {
			continue
		}
		list = append(list, s)
	}
	return list
}

// giveTerminal puts a group into the foreground. It is called by the shell and, since either may be first, by the child.
func (sh *Shell) giveTerminal(pgid int) {
	if sh.terminal != nil && pgid > 0 {
		sh.terminal.tty.SetForeground(pgid)
	}
}

// takeTerminal is called when a foreground job has ended or stopped: the shell is in the foreground again. After a stop or
// a death by a signal the modes of the terminal are put back, since the program could not.
func (sh *Shell) takeTerminal(st kernel.Status) {
	if !sh.handsOver() {
		return
	}
	t := sh.terminal
	t.tty.SetForeground(t.pgid)
	if st.Stopped || st.Signal != 0 {
		t.tty.SetTermios(t.modes)
	} else {
		t.modes = t.tty.Termios()
	}
	sh.windowChanged()
}

// restoreModes gives the terminal the modes that commands expect, while a line is being edited.
func (sh *Shell) restoreModes() {
	if sh.terminal != nil {
		sh.terminal.tty.SetTermios(sh.terminal.modes)
	}
}

// windowChanged sets LINES and COLUMNS (checkwinsize).
func (sh *Shell) windowChanged() {
	if sh.terminal == nil || !sh.opts.checkwinsize {
		return
	}
	rows, cols := sh.terminal.tty.Size()
	if rows > 0 && cols > 0 {
		sh.setVar("LINES", strconv.Itoa(rows))
		sh.setVar("COLUMNS", strconv.Itoa(cols))
	}
}

// interactiveSignal acts on a signal without a trap that a shell at a terminal has caught, and reports whether it has.
func (sh *Shell) interactiveSignal(s kernel.Signal) bool {
	if !sh.interactive || sh.forked || sh.session {
		return false
	}
	switch s {
	case kernel.SIGINT: // back to the prompt
		sh.status = 128 + int(s)
		sh.flow = flowDiscard
		if sh.terminal != nil {
			sh.writeErr("\n")
		}
	case kernel.SIGHUP:
		sh.hungUp()
	case kernel.SIGWINCH:
		sh.windowChanged()
	default:
		return false
	}
	return true
}

// hungUp ends the shell because its terminal is gone: the jobs get SIGHUP.
func (sh *Shell) hungUp() {
	sh.hangUp()
	if sh.terminal != nil {
		sh.terminal.hup = true
	}
	sh.status = 128 + int(kernel.SIGHUP)
	sh.flow = flowExit
}

// endTerminal is the end of an interactive shell.
func (sh *Shell) endTerminal() {
	if sh.opts.huponexit && sh.login {
		sh.hangUp()
	}
	for _, j := range sh.jobs.list {
		if j.stopped && j.pgid > 0 {
			sh.p.Kernel().Kill(sh.p, -j.pgid, kernel.SIGTERM)
			sh.p.Kernel().Kill(sh.p, -j.pgid, kernel.SIGCONT)
		}
	}
	if t := sh.terminal; t != nil && !t.hup {
		t.tty.SetTermios(t.modes)
	}
}

// stoppedJobs reports whether exit must be asked for twice, and says so the first time.
func (sh *Shell) stoppedJobs() bool {
	if !sh.interactive || sh.forked {
		return false
	}
	sh.reapJobs()
	stopped, running := false, false
	for _, j := range sh.jobs.list {
		if j.id > 0 {
			stopped = stopped || j.stopped
			running = running || !j.stopped && !j.finished()
		}
	}
	text := ""
	switch {
	case stopped:
		text = "There are stopped jobs.\n"
	case running && sh.opts.checkjobs:
		text = "There are running jobs.\n"
	}
	if text == "" || sh.warnedJobs > 0 && sh.commandNumber-sh.warnedJobs <= 1 {
		return false
	}
	sh.writeErr(text)
	if sh.opts.checkjobs {
		builtinJobs(sh, []string{"jobs"})
	}
	sh.warnedJobs = max(sh.commandNumber, 1)
	sh.status = 1
	return true
}

// readEdited reads a line of input through the editor. The text has its newline.
func (sh *Shell) readEdited() (string, error) {
	for {
		initial := sh.nextLine
		sh.nextLine = ""
		line, err := sh.editLine(0, sh.promptText, initial, editOptions{history: true})
		switch {
		case err == errLineInterrupted:
			sh.status = 128 + int(kernel.SIGINT)
			return "", err
		case err == errTrapped:
			if sh.flow != flowNone {
				return "", err
			}
			sh.promptText = sh.promptFor(false)
			continue
		case err != nil:
			return "", err
		}
		return line + "\n", nil
	}
}

// expandInput does history expansion on a line that was read. ok is false when the line is not to be executed.
func (sh *Shell) expandInput(line string) (out string, ok bool) {
	if !sh.opts.histexpand || !sh.interactive {
		return line, true
	}
	text, changed, printOnly, err := sh.expandHistory(strings.TrimSuffix(line, "\n"), sh.history.list)
	if err != nil {
		sh.writeErr(sh.arg0Name() + ": " + err.Error() + "\n")
		return "", false
	}
	if !changed {
		return line, true
	}
	if sh.opts.histverify && sh.editing() {
		sh.nextLine = text
		return "", false
	}
	sh.writeErr(text + "\n")
	if printOnly {
		sh.recordInput(text)
		return "", false
	}
	return text + "\n", true
}

// atEOF decides what C-d at an empty line does: ignoreeof and stopped jobs hold the shell back. It reports whether the
// shell goes on reading.
func (sh *Shell) atEOF() bool {
	if !sh.interactive || sh.flow != flowNone {
		return false
	}
	if v := sh.lookup("IGNOREEOF"); v != nil && sh.tty(0) != nil {
		limit := 10
		if n, err := strconv.Atoi(v.str); err == nil && n >= 0 {
			limit = n
		}
		if sh.eofs++; sh.eofs <= limit {
			word := "exit"
			if sh.login {
				word = "logout"
			}
			sh.writeErr("Use \"" + word + "\" to leave the shell.\n")
			return true
		}
	}
	if sh.tty(0) != nil {
		if sh.login {
			sh.writeErr("logout\n")
		} else {
			sh.writeErr("exit\n")
		}
	}
	if sh.stoppedJobs() {
		return true
	}
	return false
}

// systemRC is the start file of every interactive shell that is none of login, before the user's own.
const systemRC = "/etc/bash.bashrc"

// untrapped is what the shell does with a signal that has no trap; d is what any shell would do.
func (sh *Shell) untrapped(s kernel.Signal, d kernel.Disposition) kernel.Disposition {
	if !sh.interactive || sh.forked || sh.session {
		return d
	}
	switch s {
	case kernel.SIGINT, kernel.SIGHUP, kernel.SIGWINCH:
		return kernel.SigCatch
	case kernel.SIGTERM, kernel.SIGQUIT:
		return kernel.SigIgnore
	case kernel.SIGTSTP, kernel.SIGTTIN, kernel.SIGTTOU:
		if sh.terminal != nil {
			return kernel.SigIgnore
		}
	}
	return d
}

// runInteractive reads commands from the terminal and executes them, until the end of input or exit.
func (sh *Shell) runInteractive() {
	for sh.flow == flowNone {
		if sh.runPendingTraps(); sh.flow == flowDiscard {
			sh.flow = flowNone
		}
		before := sh.stdinLines
		s, ok := sh.readCommand()
		if sh.flow != flowNone {
			return
		}
		if !ok {
			continue
		}
		sh.eofs = 0
		if len(s.stmts) > 0 {
			if ps, ok := sh.getVar("PS0"); ok && ps != "" {
				sh.writeErr(sh.expandPrompt(ps))
			}
		}
		base := sh.lineBase
		sh.lineBase = before
		if s.err != nil {
			sh.syntaxFailed(s.err)
		} else {
			sh.runBatch(s.stmts)
		}
		sh.lineBase = base
		if sh.terminal != nil && sh.flow == flowNone {
			sh.terminal.modes = sh.terminal.tty.Termios()
		}
		if sh.opts.onecmd {
			sh.flow = flowExit
		}
	}
}

// readCommand reads lines until they make a complete command. ok is false when there is nothing to execute; at the end of
// input the shell is told to exit.
func (sh *Shell) readCommand() (s *script, ok bool) {
	text := ""
	for {
		line, err := sh.nextInput(text != "")
		switch {
		case sh.flow != flowNone:
			sh.inputRest = ""
			if sh.flow == flowDiscard {
				sh.flow = flowNone
			}
			return nil, false
		case err == errLineInterrupted || err == errTrapped:
			sh.inputRest = ""
			return nil, false
		case line == "" && text == "":
			if !sh.atEOF() {
				sh.flow = flowExit
			}
			return nil, false
		case line == "":
			sh.flow = flowExit
			s := parseText(sh.expandAliases(text))
			if s.err != nil {
				sh.syntaxFailed(s.err)
			}
			sh.writeErr("exit\n")
			return nil, false
		}
		if line, ok = sh.expandInput(line); !ok {
			return nil, false
		}
		text += line
		if len(text) > maxSource {
			sh.errf("command is too long")
			return nil, false
		}
		if endsInBackslash(text) {
			continue
		}
		s = parseText(sh.expandAliases(text))
		if s.err != nil && s.incomplete || len(s.warnings) > 0 {
			continue
		}
		if strings.TrimSpace(text) == "" {
			return nil, false
		}
		sh.recordInput(text)
		return s, true
	}
}

// nextInput is the next line of input. A line of the editor may hold several (a paste): they are taken one by one.
func (sh *Shell) nextInput(more bool) (line string, err error) {
	if sh.inputRest == "" {
		sh.prompt(more)
		if sh.flow != flowNone {
			return "", nil
		}
		if line, err = sh.readInputLine(); err != nil || line == "" {
			return "", err
		}
		sh.inputRest = line
	}
	k := strings.IndexByte(sh.inputRest, '\n') + 1
	if k == 0 {
		k = len(sh.inputRest)
	}
	line, sh.inputRest = sh.inputRest[:k], sh.inputRest[k:]
	return line, nil
}

// endsInBackslash reports whether the last newline is escaped, so that the line goes on.
func endsInBackslash(text string) bool {
	text, ok := strings.CutSuffix(text, "\n")
	n := len(text) - len(strings.TrimRight(text, `\`))
	if !ok || n%2 == 0 {
		return false
	}
	line := strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
	return !strings.HasPrefix(line, "#")
}
