// Command sandpit runs commands, shells and servers in a throwaway virtual computer.
//
//	sandpit run -- ls -l /
//	sandpit run --mount .:/work:ro -f build.sh
//	sandpit shell
//	sandpit serve --port 3000 -- node server.js
//	sandpit snapshot export box.tar.gz -- sh -c 'echo hi > greeting'
//
// The box sees nothing of the host but what --mount, --env and standard input hand it. The exit status is that of the
// command in the box; 1 and a line on standard error for trouble of the tool's own, 2 for wrong usage.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"github.com/spf13/cobra"
)

// exitStatus ends the tool with the status of what ran in the box, without a message.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// usageError is wrong usage: status 2.
type usageError struct{ error }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), endSignals...)
	err := root().ExecuteContext(ctx)
	stop()
	var status exitStatus
	var usage usageError
	switch {
	case err == nil:
	case errors.As(err, &status):
		os.Exit(int(status))
	case errors.As(err, &usage):
		fmt.Fprintf(os.Stderr, "sandpit: %v\nTry 'sandpit --help'.\n", err)
		os.Exit(2)
	default:
		fmt.Fprintf(os.Stderr, "sandpit: %v\n", err)
		os.Exit(1)
	}
}

func root() *cobra.Command {
	cmd := &cobra.Command{
		Use:           "sandpit",
		Short:         "Throwaway virtual computers: an in-memory disk, bash, a userland, Node-style servers",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	cmd.AddCommand(runCommand(), shellCommand(), serveCommand(), snapshotCommand())
	return cmd
}
