package system

import (
	"context"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var timeoutUsage = optparse.Define("timeout", "[OPTION] DURATION COMMAND [ARG]...\n[OPTION]",
	"Start COMMAND, and kill it if still running after DURATION.", `
    --preserve-status  exit with the same status as COMMAND, even when the\ncommand times out
    --foreground       when not running timeout directly from a shell prompt,\nallow COMMAND to read from the TTY and get TTY signals;\nchildren of COMMAND are not timed out
-k, --kill-after=DURATION  also send a KILL signal if COMMAND is still running\nthis long after the initial signal was sent
-s, --signal=SIGNAL    specify the signal to be sent on timeout
-v, --verbose          diagnose to stderr any signal sent upon timeout
`).Trailer("DURATION is a floating point number with an optional suffix:\n's' for seconds (the default), 'm' for minutes, 'h' for hours or 'd' for days.\nA duration of 0 disables the associated timeout.").Posix().Status(125)

func timeout(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, timeoutUsage)
	if done {
		return status
	}
	sig, killAfter := kernel.SIGTERM, time.Duration(0)
	preserve, foreground, verbose := false, false, false
	for _, m := range o.Options {
		switch m.Key {
		case "preserve-status":
			preserve = true
		case "foreground":
			foreground = true
		case "k":
			d, ok := parseInterval(m.Value)
			if !ok {
				return cmd.UsageError(p, timeoutUsage, "invalid time interval %s", cmd.QuoteC(m.Value))
			}
			killAfter = d
		case "s":
			s, ok := kernel.ParseSignal(m.Value)
			if !ok {
				return cmd.UsageError(p, timeoutUsage, "%s: invalid signal", cmd.QuoteC(m.Value))
			}
			sig = s
		case "v":
			verbose = true
		}
	}
	if len(o.Args) < 2 {
		cmd.TryHelp(p)
		return 125
	}
	limit, ok := parseInterval(o.Args[0])
	if !ok {
		return cmd.UsageError(p, timeoutUsage, "invalid time interval %s", cmd.QuoteC(o.Args[0]))
	}
	args := o.Args[1:]
	if !foreground {
		// A group of its own lets the signal reach what the command starts.
		_ = p.SetPGID(0)
	}
	child, err := cmd.Spawn(ctx, p, kernel.Spec{Args: args})
	if err != nil {
		cmd.Errorf(p, "failed to run command %s: %s", cmd.Quote(args[0]), kernel.Strerror(err))
		return execStatus(err)
	}
	// The signals that would end timeout are passed on to the command.
	passed := []kernel.Signal{kernel.SIGALRM, kernel.SIGINT, kernel.SIGQUIT, kernel.SIGHUP, kernel.SIGTERM, sig}
	for _, s := range passed {
		if p.SetDisposition(s, kernel.SigCatch) == kernel.SigIgnore {
			p.SetDisposition(s, kernel.SigIgnore)
		}
	}
	send := func(s kernel.Signal) {
		if verbose {
			cmd.Errorf(p, "sending signal %s to command %s", s.Name(), cmd.Quote(args[0]))
		}
		_ = child.Signal(s)
		if !foreground {
			signalGroup(p, s)
			if s != kernel.SIGKILL && s != kernel.SIGCONT {
				_ = child.Signal(kernel.SIGCONT)
				signalGroup(p, kernel.SIGCONT)
			}
		}
	}
	var timer <-chan time.Time
	stopTimer := func() bool { return false }
	arm := func(d time.Duration) {
		stopTimer()
		timer = nil
		if d > 0 {
			t := p.Kernel().Clock().NewTimer(d)
			timer, stopTimer = t.C(), t.Stop
		}
	}
	defer func() { stopTimer() }()
	arm(limit)
	timedOut, killed, sent := false, false, false
	// fire sends a signal the first time and, with -k, KILL the second time.
	fire := func(s kernel.Signal) {
		if sent && killAfter > 0 {
			s, killed = kernel.SIGKILL, true
		}
		sent = true
		killed = killed || s == kernel.SIGKILL
		timer = nil
		if killAfter > 0 && !killed {
			arm(killAfter)
		}
		send(s)
	}
	for waiting := true; waiting; {
		select {
		case <-child.Done():
			waiting = false
		case <-timer:
			timedOut = true
			fire(sig)
		case <-p.NotifySignal():
			for {
				s, ok := p.TakeSignal()
				if !ok {
					break
				}
				if s == kernel.SIGALRM {
					timedOut = true
					s = sig
				}
				fire(s)
			}
		case <-ctx.Done():
			return 137
		}
	}
	st, err := child.Wait()
	if err != nil {
		return 125
	}
	if timedOut && !preserve && !killed {
		return 124
	}
	return st.ExitCode()
}

// signalGroup signals what shares p's process group, but not p itself.
func signalGroup(p *kernel.Process, s kernel.Signal) {
	pgid := p.PGID()
	for _, other := range p.Kernel().Processes() {
		if other != p && other.PGID() == pgid {
			_ = p.Kernel().Kill(p, other.PID(), s)
		}
	}
}
