package main

import (
	"context"
	"io"
	"os"
	"time"

	"github.com/sandpit-dev/sandpit"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// shellCommand is `sandpit shell`: an interactive bash in the user's terminal.
func shellCommand() *cobra.Command {
	var box boxFlags
	cmd := &cobra.Command{
		Use:   "shell [flags] [--] [command [argument]...]",
		Short: "Open an interactive shell in a new box",
		Long: `Open a shell (or another program, as vi) on a terminal of a new box. This terminal becomes its keyboard and screen;
without one, standard input is typed and the output printed.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			sb, err := box.boot(cmd.Context())
			if err != nil {
				return err
			}
			return box.finish(sb, onTerminal(cmd.Context(), sb, args))
		},
	}
	box.register(cmd)
	return cmd
}

// endInterval is how often the end of a piped input is typed.
const endInterval = 100 * time.Millisecond

// onTerminal runs a program on a terminal of the box that is connected to the tool's own.
func onTerminal(ctx context.Context, sb *sandpit.Sandbox, args []string) error {
	in, out := int(os.Stdin.Fd()), int(os.Stdout.Fd())
	opts := sandpit.TerminalOptions{Command: args, Term: os.Getenv("TERM")}
	size := func() (rows, cols int, ok bool) {
		cols, rows, err := term.GetSize(out)
		return rows, cols, err == nil && rows > 0 && cols > 0
	}
	if rows, cols, ok := size(); ok {
		opts.Rows, opts.Cols = rows, cols
	}
	t, err := sb.Terminal(ctx, opts)
	if err != nil {
		return status(ctx, err)
	}
	defer t.Close()
	if term.IsTerminal(in) {
		old, err := term.MakeRaw(in)
		if err != nil {
			return err
		}
		defer term.Restore(in, old)
		defer watchSize(func() {
			if rows, cols, ok := size(); ok {
				t.Resize(rows, cols)
			}
		})()
	}
	go func() {
		io.Copy(t, os.Stdin)
		// The end of a piped input is typed until somebody takes it: a program that changes the modes loses it.
		for ctx.Err() == nil {
			if _, err := t.Write([]byte{4}); err != nil {
				return
			}
			time.Sleep(endInterval)
		}
	}()
	if _, err := io.Copy(os.Stdout, t); err != nil {
		return err
	}
	st, err := t.Wait(ctx)
	if err != nil {
		return status(ctx, err)
	}
	if code := st.ExitCode(); code != 0 {
		return exitStatus(code)
	}
	return nil
}
