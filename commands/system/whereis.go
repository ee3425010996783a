package system

import (
	"context"
	"path"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var whereisUsage = optparse.Define("whereis", "[options] [-BMS <dir>... -f] <name>", "Locate the binary, source, and manual-page files for a command.", `
-b  search only for binaries
-m  search only for manuals and infos
-s  search only for sources
-u  search for unusual entries
-l  output effective lookup paths
`)

// whereis looks for a name in the usual directories and in PATH.
func whereis(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, whereisUsage)
	if done {
		return status
	}
	if len(o.Args) == 0 {
		cmd.Errorf(p, "not enough arguments")
		cmd.TryHelp(p)
		return 1
	}
	dirs := []string{"/usr/bin", "/usr/sbin", "/usr/lib", "/bin", "/sbin", "/etc", "/lib", "/usr/local/bin", "/usr/local/sbin", "/usr/local/etc", "/opt/bin"}
	dirs = append(dirs, strings.Split(p.Getenv("PATH"), ":")...)
	if o.Has("m") && !o.Has("b") {
		dirs = []string{"/usr/share/man/man1", "/usr/share/man/man8", "/usr/local/share/man/man1"}
	} else if o.Has("s") && !o.Has("b") {
		dirs = []string{"/usr/src"}
	}
	w := cmd.NewWriter(p)
	for _, name := range o.Args {
		base := path.Base(name)
		_, _ = w.WriteString(base + ":")
		seen := map[string]bool{}
		for _, dir := range dirs {
			real, err := p.FS().Realpath(dir)
			if err != nil || seen[real] || dir == "" {
				continue
			}
			seen[real] = true
			entries, err := p.FS().ReadDir(dir)
			if err != nil {
				continue
			}
			for _, e := range entries {
				stem, _, _ := strings.Cut(e.Name(), ".")
				if (e.Name() == base || stem == base && base != "") && (!e.IsDir() || dir == "/etc" || dir == "/usr/lib") {
					_, _ = w.WriteString(" " + path.Join(dir, e.Name()))
				}
			}
		}
		_ = w.WriteByte('\n')
	}
	return w.Finish(0)
}
