package cmd

import (
	"io"

	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

// Parse reads p's arguments. When done is true the command returns status at once: a bad option has been reported,
// or --help or --version answered.
func Parse(p *kernel.Process, c *optparse.Command) (r *optparse.Result, status int, done bool) {
	return ParseArgs(p, c, p.Args()[1:])
}

// ParseArgs is Parse over other arguments than the process's own.
func ParseArgs(p *kernel.Process, c *optparse.Command, args []string) (r *optparse.Result, status int, done bool) {
	r, err := c.Parse(args)
	if err != nil {
		Errorf(p, "%s", err)
		if b := c.BriefUsage(); b != "" {
			Raw(p, b+"\n")
		}
		hint(p, c)
		return r, c.ExitStatus(), true
	}
	if n := len(r.Options); n > 0 && Standard(p, c, r.Options[n-1].Key) {
		return r, 0, true
	}
	return r, 0, false
}

// Standard answers --help and --version and reports whether key was one of them.
func Standard(p *kernel.Process, c *optparse.Command, key string) bool {
	switch key {
	case "help":
		_, _ = io.WriteString(p.Stdout(), c.HelpText(Name(p)))
	case "version":
		_, _ = io.WriteString(p.Stdout(), c.Name+" (sandpit) 1.0\n")
	default:
		return false
	}
	return true
}

// UsageError reports a wrong command line and points to --help.
func UsageError(p *kernel.Process, c *optparse.Command, format string, args ...any) int {
	Errorf(p, format, args...)
	hint(p, c)
	return c.ExitStatus()
}

// MissingOperand is UsageError's most common case: args is what there is, want the number needed.
func MissingOperand(p *kernel.Process, c *optparse.Command, args []string) int {
	if len(args) == 0 {
		return UsageError(p, c, "missing operand")
	}
	return UsageError(p, c, "missing operand after %s", Quote(args[len(args)-1]))
}

// ExtraOperand reports an operand too many.
func ExtraOperand(p *kernel.Process, c *optparse.Command, arg string) int {
	return UsageError(p, c, "extra operand %s", Quote(arg))
}

// UsageErrorHint points to --help after a message of the command's own.
func UsageErrorHint(p *kernel.Process, c *optparse.Command) int {
	hint(p, c)
	return c.ExitStatus()
}

func hint(p *kernel.Process, c *optparse.Command) {
	if c.HintNamed() {
		Raw(p, Name(p)+": ")
	}
	TryHelp(p)
}
