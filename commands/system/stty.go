package system

import (
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// sttyFlag finds the switch of a terminal that stty calls by name.
func sttyFlag(t *kernel.Termios, name string) *bool {
	switch name {
	case "icrnl":
		return &t.ICRNL
	case "ixon":
		return &t.IXON
	case "opost":
		return &t.OPost
	case "onlcr":
		return &t.ONLCR
	case "isig":
		return &t.ISig
	case "icanon":
		return &t.ICanon
	case "iexten":
		return &t.IExten
	case "echo":
		return &t.Echo
	case "echoe", "crterase":
		return &t.EchoE
	case "echok":
		return &t.EchoK
	case "echoctl", "ctlecho":
		return &t.EchoCtl
	case "tostop":
		return &t.ToStop
	}
	return nil
}

// sttyFlags are the switches in the order stty prints them.
var sttyFlags = []string{"icrnl", "ixon", "opost", "onlcr", "isig", "icanon", "iexten", "echo", "echoe", "echok", "echoctl", "tostop"}

func sttyChar(t *kernel.Termios, name string) *byte {
	switch name {
	case "intr":
		return &t.Intr
	case "quit":
		return &t.Quit
	case "erase":
		return &t.Erase
	case "werase":
		return &t.WErase
	case "kill":
		return &t.Kill
	case "eof":
		return &t.EOF
	case "susp":
		return &t.Susp
	case "min":
		return &t.Min
	case "time":
		return &t.Time
	}
	return nil
}

// sttyApply changes the settings of t in order, or prints them when there are none to change.
func sttyApply(p *kernel.Process, t *kernel.TTY, settings []string, all, save bool) int {
	w := cmd.NewWriter(p)
	s := t.Termios()
	if len(settings) == 0 {
		switch {
		case save:
			for _, name := range sttyFlags {
				if *sttyFlag(&s, name) {
					_, _ = w.WriteString(name + ":")
				} else {
					_, _ = w.WriteString("-" + name + ":")
				}
			}
			_ = w.WriteByte('\n')
		default:
			rows, cols := t.Size()
			_, _ = w.WriteString("speed 38400 baud;")
			if all {
				w.Printf(" rows %d; columns %d;", rows, cols)
			}
			_, _ = w.WriteString(" line = 0;\n")
			for i, name := range sttyFlags {
				on := *sttyFlag(&s, name)
				def := kernel.DefaultTermios()
				if !all && on == *sttyFlag(&def, name) {
					continue
				}
				if all && i > 0 {
					_ = w.WriteByte(' ')
				}
				if !on {
					_ = w.WriteByte('-')
				}
				_, _ = w.WriteString(name)
				if !all {
					_ = w.WriteByte('\n')
				}
			}
			if all {
				_ = w.WriteByte('\n')
			}
		}
		return w.Finish(0)
	}
	for i := 0; i < len(settings); i++ {
		a := settings[i]
		value := ""
		if i+1 < len(settings) {
			value = settings[i+1]
		}
		name, off := strings.CutPrefix(a, "-")
		switch {
		case a == "size":
			rows, cols := t.Size()
			w.Printf("%d %d\n", rows, cols)
		case a == "speed":
			_, _ = w.WriteString("38400\n")
		case a == "sane":
			s = kernel.DefaultTermios()
		case a == "raw" || a == "-cooked":
			s.ICRNL, s.IXON, s.OPost, s.ISig, s.ICanon, s.Min, s.Time = false, false, false, false, false, 1, 0
		case a == "cooked" || a == "-raw":
			s.ICRNL, s.IXON, s.OPost, s.ISig, s.ICanon = true, true, true, true, true
		case a == "cbreak" || a == "-cbreak":
			s.ICanon = a != "cbreak"
		case a == "rows" || a == "cols" || a == "columns":
			n, err := strconv.ParseUint(value, 10, 15)
			if err != nil {
				return cmd.UsageError(p, sttyUsage, "invalid integer argument: %s", cmd.Quote(value))
			}
			rows, cols := t.Size()
			if a == "rows" {
				rows = int(n)
			} else {
				cols = int(n)
			}
			t.SetSize(rows, cols)
			i++
		case sttyFlag(&s, name) != nil:
			*sttyFlag(&s, name) = !off
		case sttyChar(&s, a) != nil && value != "":
			c, ok := sttyCharValue(value, a)
			if !ok {
				return cmd.UsageError(p, sttyUsage, "invalid integer argument: %s", cmd.Quote(value))
			}
			*sttyChar(&s, a) = c
			i++
		case strings.Contains(a, ":"):
			// What stty -g printed.
			for name := range strings.SplitSeq(strings.TrimSuffix(a, ":"), ":") {
				name, off := strings.CutPrefix(name, "-")
				flag := sttyFlag(&s, name)
				if flag == nil {
					return cmd.UsageError(p, sttyUsage, "invalid argument %s", cmd.Quote(a))
				}
				*flag = !off
			}
		default:
			return cmd.UsageError(p, sttyUsage, "invalid argument %s", cmd.Quote(a))
		}
	}
	t.SetTermios(s)
	return w.Finish(0)
}

func sttyCharValue(v, name string) (byte, bool) {
	switch {
	case name == "min" || name == "time":
		n, err := strconv.ParseUint(v, 10, 8)
		return byte(n), err == nil
	case v == "undef" || v == "^-":
		return 0, true
	case v == "^?":
		return 127, true
	case len(v) == 2 && v[0] == '^':
		return v[1] & 0x1f, true
	case len(v) == 1:
		return v[0], true
	}
	return 0, false
}
