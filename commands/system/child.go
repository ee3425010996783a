package system

import (
	"context"
	"errors"
	"io/fs"
	"syscall"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// execStatus is the exit status for a command that could not be run: 127 when it is not there, else 126.
func execStatus(err error) int {
	if errors.Is(err, fs.ErrNotExist) {
		return 127
	}
	return 126
}

// execReplace runs args in place of p, as execvp(3): a script without #! goes to sh. It reports a failure in GNU's
// words.
func execReplace(ctx context.Context, p *kernel.Process, args []string) int {
	return execReplaceAs(ctx, p, args, "")
}

// execReplaceAs is execReplace with a text before the name of a command that did not start.
func execReplaceAs(ctx context.Context, p *kernel.Process, args []string, what string) int {
	st, err := p.Exec(ctx, kernel.Spec{Args: args})
	if errors.Is(err, syscall.ENOEXEC) {
		path, lerr := kernel.LookPath(p, args[0], p.Getenv("PATH"))
		if lerr == nil {
			st, err = p.Exec(ctx, kernel.Spec{Path: "/bin/sh", Args: append([]string{"sh", path}, args[1:]...)})
		}
	}
	if err != nil {
		cmd.Errorf(p, "%s%s: %s", what, cmd.Quote(args[0]), kernel.Strerror(err))
		return execStatus(err)
	}
	return st
}
