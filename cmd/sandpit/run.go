package main

import (
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// runCommand is `sandpit run`: one command or script in a new box.
func runCommand() *cobra.Command {
	var box boxFlags
	var script string
	var tty bool
	cmd := &cobra.Command{
		Use:   "run [flags] [-f script] [--] [command [argument]...]",
		Short: "Run a command or a script in a new box",
		Long: `Run a command in a new box and end with its status. With -f the host's file is run by bash, with the
arguments as its parameters; "-f -" reads the script from standard input. One argument that holds blanks or other
characters of the shell is run by bash as well.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			var stdin io.Reader = os.Stdin
			switch {
			case script != "":
				var text []byte
				var err error
				name := script
				if script == "-" {
					text, err = io.ReadAll(os.Stdin)
					stdin, name = nil, "bash"
				} else {
					text, err = os.ReadFile(script)
				}
				if err != nil {
					return err
				}
				args = append([]string{"bash", "-c", string(text), name}, args...)
			case len(args) == 0:
				return usageError{errors.New("run: nothing to run: give a command or -f script")}
			case len(args) == 1 && needsShell(args[0]):
				args = []string{"bash", "-c", args[0]}
			}
			sb, err := box.boot(ctx)
			if err != nil {
				return err
			}
			if tty {
				return box.finish(sb, onTerminal(ctx, sb, args))
			}
			if stdin != nil && term.IsTerminal(int(os.Stdin.Fd())) {
				stdin = nil // a box that is not to be talked to does not hold the keyboard
			}
			return box.finish(sb, runIn(ctx, sb, args, stdin))
		},
	}
	box.register(cmd)
	cmd.Flags().StringVarP(&script, "file", "f", "", "script `file` of the host to run, - for standard input")
	cmd.Flags().BoolVarP(&tty, "tty", "t", false, "run on a terminal of the box that is connected to this one")
	return cmd
}

// needsShell reports whether a single argument is a line for the shell and not the name of a program.
func needsShell(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '/' || c == '.' || c == '_' || c == '-' || c == '+' || c >= 0x80:
		default:
			return true
		}
	}
	return false
}
