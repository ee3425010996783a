package files

import (
	"context"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var rmdirUsage = optparse.Define("rmdir", "[OPTION]... DIRECTORY...", "Remove the DIRECTORY(ies), if they are empty.", `
    --ignore-fail-on-non-empty  ignore each failure that is solely because a\ndirectory is non-empty
-p, --parents  remove DIRECTORY and its ancestors; e.g., 'rmdir -p a/b/c' is\nsimilar to 'rmdir a/b/c a/b a'
-v, --verbose  output a diagnostic for every directory processed
`)

func rmdir(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, rmdirUsage)
	if done {
		return status
	}
	if len(o.Args) == 0 {
		return cmd.MissingOperand(p, rmdirUsage, nil)
	}
	lenient := o.Has("ignore-fail-on-non-empty")
	w := cmd.NewWriter(p)
	remove := func(dir, what string) bool {
		if o.Has("v") {
			w.Printf("%s: removing directory, %s\n", cmd.Name(p), cmd.Quote(dir))
		}
		err := removeDir(p, dir)
		if err == nil {
			return true
		}
		if !lenient || !isErr(err, errNotEmpty) {
			_ = w.Flush()
			cmd.Errorf(p, "failed to remove %s%s: %s", what, cmd.Quote(dir), kernel.Strerror(err))
			status = 1
		}
		return false
	}
	for _, dir := range o.Args {
		if !remove(dir, "") || !o.Has("p") {
			continue
		}
		for up := strings.TrimRight(dir, "/"); ; {
			i := strings.LastIndexByte(up, '/')
			if i <= 0 {
				break
			}
			up = strings.TrimRight(up[:i], "/")
			if up == "" || !remove(up, "directory ") {
				break
			}
		}
	}
	return w.Finish(status)
}

// removeDir is rmdir(2): only a directory goes.
func removeDir(p *kernel.Process, dir string) error {
	info, err := p.FS().Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return errNotDir
	}
	if t := lastComponent(dir); t == "." {
		return errInvalid
	}
	return p.FS().Remove(dir)
}
