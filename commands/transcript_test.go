package commands_test

import (
	"context"
	"testing"

	"github.com/sandpit-dev/sandpit/commands"
	"github.com/sandpit-dev/sandpit/commands/git"
	"github.com/sandpit-dev/sandpit/commands/internal/cmdtest"
	"github.com/sandpit-dev/sandpit/commands/sqlite"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/shell"
)

// TestTranscripts runs testdata/*.t without the shell: the commands must not need it.
func TestTranscripts(t *testing.T) {
	cmdtest.Transcripts(t, "testdata/*.t", func(t *testing.T) cmdtest.Line {
		k := newBox(t)
		return func(ctx context.Context, line string, out, errOut *cmdtest.Buffer) int {
			return runLine(ctx, t, k, line, &out.Buffer, &errOut.Buffer)
		}
	})
}

// TestShellTranscripts runs the transcripts in testdata/shell, whose commands start others through /bin/sh (awk) or
// use more of the shell's language than the others do.
func TestShellTranscripts(t *testing.T) {
	cmdtest.Transcripts(t, "testdata/shell/*.t", func(t *testing.T) cmdtest.Line {
		k := newShellBox(t)
		return func(ctx context.Context, line string, out, errOut *cmdtest.Buffer) int {
			return runShell(ctx, t, k, line, out, errOut)
		}
	})
}

// newBox is a box with the commands and a directory to work in.
func newBox(t testing.TB) *kernel.Kernel { return cmdtest.NewBox(t, programs(), "/tmp/work") }

// programs are the commands with those that bring libraries of their own and are therefore not part of All.
func programs() map[string]kernel.Program {
	all := commands.All()
	all["git"], all["sqlite3"] = git.Program, sqlite.Program
	return all
}

// newShellBox has the shell too.
func newShellBox(t testing.TB) *kernel.Kernel {
	all := programs()
	all["bash"], all["sh"] = shell.Program, shell.Program
	return cmdtest.NewBox(t, all, "/tmp/work")
}

func runShell(ctx context.Context, t testing.TB, k *kernel.Kernel, line string, out, errOut *cmdtest.Buffer) int {
	env := append([]string{"PATH=/usr/bin:/bin", "HOME=/tmp/work"}, cmdtest.Environment...)
	return cmdtest.Spawn(ctx, t, k, "/tmp/work", env, []string{"bash", "--noprofile", "--norc", "-c", line}, out, errOut)
}
