package files

import (
	"context"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var readlinkUsage = optparse.Define("readlink", "[OPTION]... FILE...", "Print value of a symbolic link or canonical file name", `
-f, --canonicalize           canonicalize by following every symlink in\nevery component of the given name recursively;\nall but the last component must exist
-e, --canonicalize-existing  likewise, all components must exist
-m, --canonicalize-missing   likewise, without requirements on existence
-n, --no-newline             do not output the trailing delimiter
-q, --quiet                  suppress most error messages
-s, --silent                 suppress most error messages (on by default)
-v, --verbose                report error messages
-z, --zero                   end each output line with NUL, not newline
`)

func readlink(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, readlinkUsage)
	if done {
		return status
	}
	mode, verbose, eol, noEOL := byte(0), false, byte('\n'), false
	for _, m := range o.Options {
		switch m.Key {
		case "f", "e", "m":
			mode = m.Key[0]
		case "n":
			noEOL = true
		case "q", "s":
			verbose = false
		case "v":
			verbose = true
		case "z":
			eol = 0
		}
	}
	if len(o.Args) == 0 {
		return cmd.MissingOperand(p, readlinkUsage, nil)
	}
	if noEOL && len(o.Args) > 1 {
		cmd.Errorf(p, "ignoring --no-newline with multiple arguments")
		noEOL = false
	}
	w := cmd.NewWriter(p)
	for _, name := range o.Args {
		var text string
		var err error
		if mode != 0 {
			text, err = canonical(p, name, mode)
		} else {
			text, err = p.FS().Readlink(name)
		}
		if err != nil {
			status = 1
			if verbose {
				_ = w.Flush()
				cmd.FileError(p, name, err)
			}
			continue
		}
		_, _ = w.WriteString(text)
		if !noEOL {
			_ = w.WriteByte(eol)
		}
	}
	return w.Finish(status)
}
