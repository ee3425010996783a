package system

import (
	"context"
	"io"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var whichUsage = optparse.Define("which", "[-as] args", "", `
-a  print all matching pathnames of each argument
-s  silently return 0 if all of the executables were found or 1 otherwise
`).NoHelp().Posix().Status(2)

// which is debianutils' program.
func which(_ context.Context, p *kernel.Process) int {
	o, err := whichUsage.Parse(p.Args()[1:])
	if err != nil {
		text := err.Error()
		text = strings.ToUpper(text[:1]) + text[1:]
		text = strings.Replace(strings.Replace(text, "Invalid option", "Illegal option", 1), "-- '", "-", 1)
		cmd.Raw(p, text[:len(text)-1]+"\nUsage: "+cmd.Name(p)+" [-as] args\n")
		return 2
	}
	status := 0
	if len(o.Args) == 0 {
		status = 1
	}
	w := cmd.NewWriter(p)
	for _, name := range o.Args {
		found := false
		dirs := strings.Split(p.Getenv("PATH"), ":")
		if strings.Contains(name, "/") {
			dirs = []string{""}
		}
		for _, dir := range dirs {
			full := name
			if !strings.Contains(name, "/") {
				if dir == "" {
					dir = "."
				}
				full = strings.TrimRight(dir, "/") + "/" + name
			}
			info, err := p.FS().Stat(full)
			if err != nil || !info.Mode().IsRegular() || p.FS().Access(full, 1) != nil {
				continue
			}
			found = true
			if !o.Has("s") {
				_, _ = io.WriteString(w, full+"\n")
			}
			if !o.Has("a") {
				break
			}
		}
		if !found {
			status = 1
		}
	}
	return w.Finish(status)
}
