package files

import (
	"context"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var dirnameUsage = optparse.Define("dirname", "[OPTION] NAME...",
	"Output each NAME with its last non-slash component and trailing slashes removed;\nif NAME contains no /'s, output '.' (meaning the current directory).", `
-z, --zero  end each output line with NUL, not newline
`)

func dirname(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, dirnameUsage)
	if done {
		return status
	}
	if len(o.Args) == 0 {
		return cmd.MissingOperand(p, dirnameUsage, nil)
	}
	eol := byte('\n')
	if o.Has("z") {
		eol = 0
	}
	w := cmd.NewWriter(p)
	for _, n := range o.Args {
		_, _ = w.WriteString(parentOf(n))
		_ = w.WriteByte(eol)
	}
	return w.Finish(0)
}

// parentOf is dirname(3).
func parentOf(name string) string {
	t := strings.TrimRight(name, "/")
	if t == "" {
		if name == "" {
			return "."
		}
		return "/"
	}
	i := strings.LastIndexByte(t, '/')
	if i < 0 {
		return "."
	}
	if t = strings.TrimRight(t[:i], "/"); t == "" {
		return "/"
	}
	return t
}
