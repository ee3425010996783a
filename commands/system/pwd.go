package system

import (
	"context"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

var pwdUsage = optparse.Define("pwd", "[OPTION]...", "Print the full filename of the current working directory.", `
-L, --logical   use PWD from environment, even if it contains symlinks
-P, --physical  avoid all symlinks
`)

func pwd(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, pwdUsage)
	if done {
		return status
	}
	logical := false
	for _, m := range o.Options {
		logical = m.Key == "L"
	}
	if len(o.Args) > 0 {
		cmd.Errorf(p, "ignoring non-option arguments")
	}
	dir := ""
	if v := p.Getenv("PWD"); logical && strings.HasPrefix(v, "/") && !strings.Contains(v+"/", "/./") && !strings.Contains(v+"/", "/../") {
		a, err1 := p.FS().Stat(v)
		b, err2 := p.FS().Stat(".")
		if err1 == nil && err2 == nil && vfs.SameFile(a, b) {
			dir = v
		}
	}
	if dir == "" {
		real, err := p.FS().Realpath(".")
		if err != nil {
			cmd.Errorf(p, "couldn't find directory entry in '..' with matching i-node")
			return 1
		}
		dir = real
	}
	w := cmd.NewWriter(p)
	_, _ = w.WriteString(dir + "\n")
	return w.Finish(0)
}
