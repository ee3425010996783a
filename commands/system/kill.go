package system

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

const killHelp = `
Usage:
 kill [options] <pid> [...]

Options:
 <pid> [...]            send signal to every <pid> listed
 -<signal>, -s, --signal <signal>
                        specify the <signal> to be sent
 -q, --queue <value>    integer value to be sent with the signal
 -l, --list=[<signal>]  list all signal names, or convert one to a name
 -L, --table            list all signal names in a nice table
`

// kill is procps' program; the shell has a builtin of its own.
func kill(_ context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	sig := kernel.SIGTERM
	list := false
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		a := args[0]
		args = args[1:]
		switch {
		case a == "--":
		case a == "--help" || a == "-h":
			w := cmd.NewWriter(p)
			_, _ = w.WriteString(killHelp)
			return w.Finish(0)
		case a == "-l" || a == "--list" || a == "-L" || a == "--table" || strings.HasPrefix(a, "--list="):
			list = true
			if _, v, ok := strings.Cut(a, "="); ok {
				args = append([]string{v}, args...)
			}
		case a == "-s" || a == "--signal" || a == "-q" || a == "--queue" || strings.HasPrefix(a, "--signal="):
			_, v, ok := strings.Cut(a, "=")
			if !ok {
				if len(args) == 0 {
					cmd.Raw(p, killHelp)
					return 1
				}
				v, args = args[0], args[1:]
			}
			if a == "-q" || a == "--queue" {
				continue
			}
			s, ok := kernel.ParseSignal(v)
			if !ok {
				cmd.Errorf(p, "unknown signal name %s", v)
				return 1
			}
			sig = s
			continue
		default:
			s, ok := kernel.ParseSignal(strings.TrimPrefix(a[1:], "s"))
			if !ok {
				s, ok = kernel.ParseSignal(a[1:])
			}
			if !ok {
				cmd.Errorf(p, "invalid argument %s", a)
				return 1
			}
			sig = s
			continue
		}
		break
	}
	if list {
		return killList(p, args)
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		cmd.Raw(p, killHelp)
		return 1
	}
	status := 0
	for _, a := range args {
		pid, err := strconv.Atoi(a)
		if err != nil {
			cmd.Errorf(p, "failed to parse argument: '%s'", a)
			status = 1
			continue
		}
		if err := p.Kernel().Kill(p, pid, sig); err != nil {
			cmd.Errorf(p, "(%d): %s", pid, kernel.Strerror(err))
			status = 1
		}
	}
	return status
}

func killList(p *kernel.Process, args []string) int {
	w := cmd.NewWriter(p)
	if len(args) == 0 {
		var names []string
		for s := kernel.SIGHUP; s <= kernel.SIGSYS; s++ {
			names = append(names, s.Name())
		}
		_, _ = w.WriteString(strings.Join(names, " ") + "\n")
		return w.Finish(0)
	}
	for _, a := range args {
		if n, err := strconv.Atoi(a); err == nil {
			if n > 128 {
				n -= 128
			}
			w.Printf("%s\n", kernel.Signal(n).Name())
			continue
		}
		s, ok := kernel.ParseSignal(a)
		if !ok {
			_ = w.Flush()
			cmd.Errorf(p, "unknown signal name %s", a)
			return 1
		}
		w.Printf("%d\n", int(s))
	}
	return w.Finish(0)
}

// killall is psmisc's: by exact name.
func killall(_ context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	sig := kernel.SIGTERM
	quiet, ignoreCase := false, false
	var names []string
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			names = append(names, args[i+1:]...)
			i = len(args)
		case a == "-q" || a == "--quiet":
			quiet = true
		case a == "-I" || a == "--ignore-case":
			ignoreCase = true
		case a == "-e" || a == "-w" || a == "-v" || a == "--wait" || a == "--verbose" || a == "--exact":
		case (a == "-s" || a == "--signal") && i+1 < len(args):
			i++
			s, ok := kernel.ParseSignal(args[i])
			if !ok {
				cmd.Raw(p, fmt.Sprintf("%s: unknown signal; killall -l lists signals.\n", args[i]))
				return 1
			}
			sig = s
		case len(a) > 1 && a[0] == '-':
			s, ok := kernel.ParseSignal(a[1:])
			if !ok {
				cmd.Raw(p, fmt.Sprintf("%s: unknown signal; killall -l lists signals.\n", a[1:]))
				return 1
			}
			sig = s
		default:
			names = append(names, a)
		}
	}
	if len(names) == 0 {
		cmd.Raw(p, "Usage: killall [OPTION]... [--] NAME...\n")
		return 1
	}
	status := 0
	for _, name := range names {
		hit := false
		for _, q := range p.Kernel().Processes() {
			if q == p || !(q.Name() == name || ignoreCase && strings.EqualFold(q.Name(), name)) {
				continue
			}
			err := p.Kernel().Kill(p, q.PID(), sig)
			switch {
			case err == nil:
				hit = true
			case !errors.Is(err, syscall.ESRCH):
				cmd.Raw(p, fmt.Sprintf("%s(%d): %s\n", name, q.PID(), kernel.Strerror(err)))
			}
		}
		if !hit {
			if !quiet {
				cmd.Raw(p, name+": no process found\n")
			}
			status = 1
		}
	}
	return status
}
