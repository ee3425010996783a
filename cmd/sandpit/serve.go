package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

// serveCommand is `sandpit serve`: a server in a new box on a port of the host.
func serveCommand() *cobra.Command {
	var box boxFlags
	var port int
	var addr string
	cmd := &cobra.Command{
		Use:   "serve [flags] --port port [--] command [argument]...",
		Short: "Run a server in a new box and open its port on the host",
		Long: `Run a server in a new box, wait until it listens on its port, and open a port of the host that leads there. It runs
until it ends or is interrupted.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || port < 1 || port > 65535 {
				return usageError{errors.New("serve: give a --port and a command")}
			}
			ctx, cancel := context.WithCancel(cmd.Context())
			defer cancel()
			sb, err := box.boot(ctx)
			if err != nil {
				return err
			}
			if len(args) == 1 && needsShell(args[0]) {
				args = []string{"bash", "-c", args[0]}
			}
			ended := make(chan error, 1)
			go func() {
				ended <- runIn(ctx, sb, args, nil)
				cancel()
			}()
			if err := sb.WaitForPort(ctx, port); err == nil {
				x, err := sb.Expose(ctx, port, addr)
				if err != nil {
					sb.Close()
					return err
				}
				fmt.Fprintln(os.Stderr, "sandpit: serving at", x.URL)
			}
			return box.finish(sb, <-ended)
		},
	}
	box.register(cmd)
	cmd.Flags().IntVarP(&port, "port", "p", 0, "`port` of the box")
	cmd.Flags().StringVar(&addr, "addr", "", "host `address` to listen on (default 127.0.0.1 and a free port)")
	return cmd
}
