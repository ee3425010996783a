package text

import (
	"context"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// pager is less and more: by pages on a terminal (pagerscreen.go); else the text is passed on whole, as both do.
func pager(_ context.Context, p *kernel.Process) int {
	var names, start []string
	flags := p.Getenv("LESS")
	if cmd.Name(p) == "more" {
		flags = ""
	}
	args := p.Args()[1:]
	for i, a := range args {
		if a == "--" {
			names = append(names, args[i+1:]...)
			break
		}
		switch {
		case a == "--help":
			w := cmd.NewWriter(p)
			w.Printf("Usage: %s [options] <file>...\nPass files on to standard output.\n", cmd.Name(p))
			return w.Finish(0)
		case a == "--version" || a == "-V":
			w := cmd.NewWriter(p)
			w.Printf("%s (sandpit) 1.0\n", cmd.Name(p))
			return w.Finish(0)
		case len(a) > 1 && a[0] == '+':
			start = append(start, a[1:])
		case len(a) > 1 && a[0] == '-':
			if a[1] != '-' {
				flags += a[1:]
			}
		default:
			names = append(names, a)
		}
	}
	if status, ok := pageOnTerminal(p, names, flags, start); ok {
		return status
	}
	w := cmd.NewWriter(p)
	status := 0
	if len(names) == 0 {
		names = []string{"-"}
	}
	for i, name := range names {
		if info, err := p.FS().Stat(name); name != "-" && err == nil && info.IsDir() {
			_ = w.Flush()
			cmd.Raw(p, name+" is a directory\n")
			status = 1
			continue
		}
		in, err := cmd.Open(p, name)
		if err != nil {
			_ = w.Flush()
			cmd.Raw(p, name+": "+kernel.Strerror(err)+"\n")
			status = 1
			continue
		}
		if cmd.Name(p) == "more" && len(names) > 1 {
			if i > 0 {
				_ = w.WriteByte('\n')
			}
			w.Printf("::::::::::::::\n%s\n::::::::::::::\n", name)
		}
		readErr, writeErr := cmd.Copy(w, in)
		in.Close()
		if readErr != nil {
			cmd.FileError(p, name, readErr)
			status = 1
		}
		if writeErr != nil {
			break
		}
	}
	return w.Finish(status)
}
