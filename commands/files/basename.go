package files

import (
	"context"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var basenameUsage = optparse.Define("basename", "NAME [SUFFIX]\nOPTION... NAME...",
	"Print NAME with any leading directory components removed.\nIf specified, also remove a trailing SUFFIX.", `
-a, --multiple       support multiple arguments and treat each as a NAME
-s, --suffix=SUFFIX  remove a trailing SUFFIX; implies -a
-z, --zero           end each output line with NUL, not newline
`).Posix()

func basename(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, basenameUsage)
	if done {
		return status
	}
	many, suffix, eol := false, "", byte('\n')
	for _, m := range o.Options {
		switch m.Key {
		case "a":
			many = true
		case "s":
			many, suffix = true, m.Value
		case "z":
			eol = 0
		}
	}
	names := o.Args
	if len(names) == 0 {
		return cmd.MissingOperand(p, basenameUsage, nil)
	}
	if !many {
		if len(names) > 2 {
			return cmd.ExtraOperand(p, basenameUsage, names[2])
		}
		if len(names) == 2 {
			suffix = names[1]
		}
		names = names[:1]
	}
	w := cmd.NewWriter(p)
	for _, n := range names {
		base := lastComponent(n)
		if suffix != "" && base != suffix && base != "/" {
			base = strings.TrimSuffix(base, suffix)
		}
		_, _ = w.WriteString(base)
		_ = w.WriteByte(eol)
	}
	return w.Finish(0)
}
