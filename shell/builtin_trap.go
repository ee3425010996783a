package shell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

// trapNames are the conditions that are no signals.
var trapNames = []string{"EXIT", "DEBUG", "ERR", "RETURN"}

// trapSpec resolves a condition of trap: a signal, or one of trapNames in upper case.
func trapSpec(s string) (name string, sig kernel.Signal, ok bool) {
	up := strings.ToUpper(s)
	if up == "0" {
		return "EXIT", 0, true
	}
	if n := strings.TrimPrefix(up, "SIG"); slices.Contains(trapNames, n) {
		return n, 0, true
	}
	sig, ok = kernel.ParseSignal(s)
	if !ok || sig == 0 {
		return "", 0, ok && sig == 0
	}
	return "", sig, true
}

func (sh *Shell) pseudoTrap(name string) **string {
	switch name {
	case "EXIT":
		return &sh.traps.exit
	case "DEBUG":
		return &sh.traps.debug
	case "ERR":
		return &sh.traps.err
	}
	return &sh.traps.ret
}

func builtinTrap(sh *Shell, args []string) int {
	o := sh.options(args, "lp")
	var list, print bool
	for c := o.next(); c != 0; c = o.next() {
		list = list || c == 'l'
		print = print || c == 'p'
	}
	if o.bad != 0 {
		return o.bad
	}
	rest := o.rest()
	switch {
	case list:
		return sh.writeOut("trap", []byte(signalTable()))
	case print || len(rest) == 0:
		return sh.printTraps(rest)
	}
	action := rest[0]
	specs := rest[1:]
	reset := action == "-"
	if len(specs) == 0 {
		if _, _, ok := trapSpec(action); !ok || len(rest) != 1 {
			return sh.usage("trap")
		}
		specs, reset = rest, true
	} else if n, err := strconv.Atoi(action); err == nil && n >= 0 && n <= int(kernel.SIGRTMAX) {
		specs, reset = rest, true // trap 2 15: reset
	}
	status := 0
	for _, s := range specs {
		name, sig, ok := trapSpec(s)
		if !ok {
			sh.errf("trap: %s: invalid signal specification", s)
			status = 1
			continue
		}
		sh.traps.shown = nil
		var p *string
		if !reset {
			a := action
			p = &a
		}
		switch {
		case name == "EXIT":
			sh.setExit(p)
		case name != "":
			if p != nil && *p == "" {
				p = nil
			}
			*sh.pseudoTrap(name) = p
		default:
			sh.setSignal(sig, p)
		}
	}
	return status
}

// printTraps is trap -p: commands that set the traps again, in the order of the signal numbers.
func (sh *Shell) printTraps(specs []string) int {
	t := &sh.traps
	if t.shown != nil {
		t = t.shown
	}
	var b strings.Builder
	show := func(name string, action *string) {
		if action != nil {
			fmt.Fprintf(&b, "trap -- %s %s\n", singleQuote(*action), name)
		}
	}
	signal := func(s kernel.Signal) {
		if a, ok := t.signal[s]; ok {
			show(s.String(), &a)
		} else if sh.traps.ignored[s] {
			empty := ""
			show(s.String(), &empty)
		}
	}
	status := 0
	if len(specs) == 0 {
		show("EXIT", t.exit)
		for s := kernel.Signal(1); s <= kernel.SIGRTMAX; s++ {
			signal(s)
		}
		show("DEBUG", t.debug)
		show("ERR", t.err)
		show("RETURN", t.ret)
	}
	for _, spec := range specs {
		name, sig, ok := trapSpec(spec)
		switch {
		case !ok:
			sh.errf("trap: %s: invalid signal specification", spec)
			status = 1
		case name == "EXIT":
			show(name, t.exit)
		case name == "DEBUG":
			show(name, t.debug)
		case name == "ERR":
			show(name, t.err)
		case name == "RETURN":
			show(name, t.ret)
		default:
			signal(sig)
		}
	}
	if st := sh.writeOut("trap", []byte(b.String())); st != 0 {
		return st
	}
	return status
}

// signalTable is the list of kill -l and trap -l: five to a line.
func signalTable() string {
	var b strings.Builder
	col := 0
	for s := kernel.Signal(1); s <= kernel.SIGRTMAX; s++ {
		if s == 32 || s == 33 {
			continue
		}
		fmt.Fprintf(&b, "%2d) %s", int(s), s.String())
		if col++; col == 5 {
			b.WriteByte('\n')
			col = 0
		} else {
			b.WriteByte('\t')
		}
	}
	if col > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

func builtinKill(sh *Shell, args []string) int {
	rest := args[1:]
	if len(rest) == 0 {
		return sh.usage("kill")
	}
	sig := kernel.SIGTERM
	switch a := rest[0]; {
	case a == "-l" || a == "-L":
		return sh.killList(rest[1:])
	case a == "-s" || a == "-n":
		if len(rest) < 2 {
			sh.errf("kill: %s: option requires an argument", a)
			return 1
		}
		s, ok := parseKillSignal(rest[1])
		if !ok {
			sh.errf("kill: %s: invalid signal specification", rest[1])
			return 1
		}
		sig, rest = s, rest[2:]
	case a == "--":
		rest = rest[1:]
	case len(a) > 1 && a[0] == '-':
		s, ok := parseKillSignal(a[1:])
		if !ok {
			sh.errf("kill: %s: invalid signal specification", a[1:])
			return 1
		}
		sig, rest = s, rest[1:]
	}
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return sh.usage("kill")
	}
	status := 1
	for _, a := range rest {
		pid := 0
		if strings.HasPrefix(a, "%") {
			j, err := sh.findJob(a)
			if err != nil || j == nil {
				sh.errf("kill: %s: no such job", a)
				continue
			}
			if j.pgid != 0 {
				pid = -j.pgid
			} else {
				for _, p := range j.procs {
					sh.p.Kernel().Kill(sh.p, p.PID(), sig)
				}
				if j.stopped && (sig == kernel.SIGTERM || sig == kernel.SIGHUP) {
					sh.p.Kernel().Kill(sh.p, j.pid(), kernel.SIGCONT)
				}
				status = 0
				continue
			}
		} else {
			n, err := strconv.Atoi(a)
			if err != nil {
				sh.errf("kill: %s: arguments must be process or job IDs", a)
				continue
			}
			pid = n
		}
		if err := sh.p.Kernel().Kill(sh.p, pid, sig); err != nil {
			sh.errf("kill: (%d) - %s", max(pid, -pid), errnoText(err))
			continue
		}
		status = 0
	}
	if status == 0 {
		// A signal to the shell itself takes effect before the next command.
		sh.safepoint()
	}
	return status
}

func parseKillSignal(s string) (kernel.Signal, bool) {
	if s == "0" || strings.EqualFold(s, "EXIT") {
		return 0, true
	}
	sig, ok := kernel.ParseSignal(s)
	return sig, ok
}

func (sh *Shell) killList(specs []string) int {
	if len(specs) == 0 {
		return sh.writeOut("kill", []byte(signalTable()))
	}
	var b strings.Builder
	status := 0
	for _, s := range specs {
		if n, err := strconv.Atoi(s); err == nil {
			if n > 128 {
				n -= 128
			}
			if n == 0 {
				b.WriteString("EXIT\n")
				continue
			}
			if n > 0 && n <= int(kernel.SIGRTMAX) && n != 32 && n != 33 {
				b.WriteString(kernel.Signal(n).Name() + "\n")
				continue
			}
		} else if sig, ok := kernel.ParseSignal(s); ok {
			fmt.Fprintf(&b, "%d\n", int(sig))
			continue
		}
		sh.errf("kill: %s: invalid signal specification", s)
		status = 1
	}
	if st := sh.writeOut("kill", []byte(b.String())); st != 0 {
		return st
	}
	return status
}
