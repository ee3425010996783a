package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/sandpit-dev/sandpit"
	"github.com/spf13/cobra"
)

// snapshotCommand is `sandpit snapshot`: boxes as files.
func snapshotCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "snapshot",
		Short: "Write, try and describe snapshots",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(snapshotExport(), snapshotImport(), snapshotInfo())
	return cmd
}

func snapshotExport() *cobra.Command {
	var box boxFlags
	var filesOnly, full bool
	var exclude []string
	cmd := &cobra.Command{
		Use:   "export [flags] file [--] [command [argument]...]",
		Short: "Boot a box, run a command in it, and write its snapshot (- is standard output)",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			sb, err := box.boot(cmd.Context())
			if err != nil {
				return err
			}
			defer sb.Close()
			if rest := afterDashes(args[1:]); len(rest) > 0 {
				if len(rest) == 1 && needsShell(rest[0]) {
					rest = []string{"bash", "-c", rest[0]}
				}
				c := sb.CommandContext(cmd.Context(), rest[0], rest[1:]...)
				c.Stdout, c.Stderr = os.Stderr, os.Stderr // standard output may be the snapshot
				if err := status(cmd.Context(), c.Run()); err != nil {
					return err
				}
			}
			opts := &sandpit.SnapshotOptions{Exclude: exclude, FilesOnly: filesOnly, Full: full}
			return exportTo(cmd.Context(), sb, args[0], opts)
		},
	}
	box.register(cmd)
	cmd.Flags().StringArrayVar(&exclude, "exclude", nil, "leave out files and directories of this `name`")
	cmd.Flags().BoolVar(&filesOnly, "files-only", false, "no manifest")
	cmd.Flags().BoolVar(&full, "full", false, "also the files of the default image")
	return cmd
}

func snapshotImport() *cobra.Command {
	var box boxFlags
	cmd := &cobra.Command{
		Use:   "import [flags] file [--] [command [argument]...]",
		Short: "Restore a snapshot in a new box and run a command there",
		Long: `Restore a snapshot, with its directory and environment, in a new box and run a command there. Without a command it is
only checked that it can be restored.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			sb, err := box.boot(cmd.Context())
			if err != nil {
				return err
			}
			file := os.Stdin
			if args[0] != "-" {
				if file, err = os.Open(args[0]); err != nil {
					sb.Close()
					return err
				}
				defer file.Close()
			}
			if _, err := sb.ImportSnapshot(cmd.Context(), file); err != nil {
				sb.Close()
				return fmt.Errorf("%s: %w", args[0], err)
			}
			rest := afterDashes(args[1:])
			if len(rest) == 0 {
				u := sb.Usage()
				fmt.Printf("restored: %d files, %d bytes, directory %s\n", u.Files, u.DiskBytes, sb.Dir())
				return box.finish(sb, nil)
			}
			if len(rest) == 1 && needsShell(rest[0]) {
				rest = []string{"bash", "-c", rest[0]}
			}
			return box.finish(sb, runIn(cmd.Context(), sb, rest, nil))
		},
	}
	box.register(cmd)
	return cmd
}

func snapshotInfo() *cobra.Command {
	return &cobra.Command{
		Use:   "info file",
		Short: "Print what a snapshot says of itself",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			file, err := os.Open(args[0])
			if err != nil {
				return err
			}
			defer file.Close()
			meta, err := sandpit.ReadSnapshotMetadata(file)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if meta == nil {
				fmt.Println("files only")
				return nil
			}
			fmt.Printf("version:   %d\nsaved:     %s\ndirectory: %s\n", meta.Version, meta.SavedAt.UTC().Format(time.RFC3339), meta.Cwd)
			text, err := json.MarshalIndent(meta.Env, "           ", "  ")
			if err != nil {
				return err
			}
			fmt.Printf("env:       %s\n", text)
			return nil
		},
	}
}

// afterDashes drops the -- between a file and a command.
func afterDashes(args []string) []string {
	if len(args) > 0 && args[0] == "--" {
		return args[1:]
	}
	return args
}
