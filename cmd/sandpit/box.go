package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/spf13/cobra"
)

// boxFlags are the flags of every command that boots a box.
type boxFlags struct {
	mounts, env, expose   []string
	root, strict          bool
	user, dir, image, out string
}

func (f *boxFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringArrayVar(&f.mounts, "mount", nil, "host `directory:path[:ro]` to mount in the box")
	fl.StringArrayVarP(&f.env, "env", "e", nil, "`NAME=value` for the box, or NAME to hand on the host's")
	fl.StringArrayVar(&f.expose, "expose", nil, "`[[address:]hostport:]port` of the box to open on the host")
	fl.BoolVar(&f.root, "root", false, "run as root of the box")
	fl.StringVar(&f.user, "user", "", "run as this user of the box")
	fl.StringVarP(&f.dir, "dir", "C", "", "working directory in the box")
	fl.StringVar(&f.image, "image", "", "snapshot `file` to start from")
	fl.StringVar(&f.out, "save", "", "write a snapshot of the box to this `file` at the end")
	fl.BoolVar(&f.strict, "strict", false, "tight limits, for hostile code")
	fl.SetInterspersed(false)
}

// options turns the flags into those of Create.
func (f *boxFlags) options() (sandpit.Options, error) {
	opts := sandpit.Options{Dir: f.dir, User: f.user, Env: map[string]string{}}
	if f.root {
		if f.user != "" && f.user != "root" {
			return opts, usageError{errors.New("--root and --user exclude each other")}
		}
		opts.User = "root"
	}
	if f.strict {
		opts.Limits = kernel.StrictLimits()
	}
	for _, e := range f.env {
		name, value, ok := strings.Cut(e, "=")
		if !ok {
			if value, ok = os.LookupEnv(name); !ok {
				continue
			}
		}
		opts.Env[name] = value
	}
	for _, m := range f.mounts {
		dir, path, ro, err := parseMount(m)
		if err != nil {
			return opts, usageError{err}
		}
		info, err := os.Stat(dir)
		if err != nil {
			return opts, err
		}
		if !info.IsDir() {
			return opts, fmt.Errorf("--mount %s: %s is not a directory", m, dir)
		}
		opts.Mounts = append(opts.Mounts, sandpit.Mount{Path: path, FS: sandpit.HostDir(dir), ReadOnly: ro})
	}
	return opts, nil
}

// parseMount reads directory:path[:ro]. A Windows drive's colon belongs to the directory.
func parseMount(s string) (dir, path string, readOnly bool, err error) {
	volume := filepath.VolumeName(s)
	parts := strings.Split(s[len(volume):], ":")
	if n := len(parts); n == 3 && (parts[2] == "ro" || parts[2] == "rw") {
		readOnly = parts[2] == "ro"
		parts = parts[:2]
	}
	if len(parts) != 2 || volume+parts[0] == "" || !strings.HasPrefix(parts[1], "/") {
		return "", "", false, fmt.Errorf("--mount %s: want directory:/path[:ro]", s)
	}
	dir, err = filepath.Abs(volume + parts[0])
	return dir, parts[1], readOnly, err
}

// boot makes the box with its image and exposures.
func (f *boxFlags) boot(ctx context.Context) (*sandpit.Sandbox, error) {
	opts, err := f.options()
	if err != nil {
		return nil, err
	}
	if f.image != "" {
		file, err := os.Open(f.image)
		if err != nil {
			return nil, err
		}
		opts.Image, err = sandpit.ImageFromSnapshot(file)
		file.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.image, err)
		}
	}
	sb, err := sandpit.Create(ctx, opts)
	if err != nil {
		return nil, err
	}
	for _, e := range f.expose {
		addr, port, err := parseExpose(e)
		if err == nil {
			var x *sandpit.Exposure
			if x, err = sb.Expose(ctx, port, addr); err == nil {
				fmt.Fprintf(os.Stderr, "sandpit: port %d is at %s\n", port, x.URL)
			}
		} else {
			err = usageError{err}
		}
		if err != nil {
			sb.Close()
			return nil, err
		}
	}
	return sb, nil
}

// parseExpose reads [[address:]hostport:]port.
func parseExpose(s string) (addr string, port int, err error) {
	k := strings.LastIndexByte(s, ':')
	port, err = strconv.Atoi(s[k+1:])
	if err != nil || port < 1 || port > 65535 {
		return "", 0, fmt.Errorf("--expose %s: want [[address:]hostport:]port", s)
	}
	if k < 0 {
		return "", port, nil
	}
	addr = s[:k]
	if !strings.Contains(addr, ":") {
		addr = net.JoinHostPort("127.0.0.1", addr)
	}
	return addr, port, nil
}

// finish saves the box when it was asked for, and closes it. err is what the command came to.
func (f *boxFlags) finish(sb *sandpit.Sandbox, err error) error {
	defer sb.Close()
	var status exitStatus
	if f.out != "" && (err == nil || errors.As(err, &status)) {
		if serr := exportTo(context.Background(), sb, f.out, nil); serr != nil {
			return serr
		}
	}
	return err
}

// exportTo writes a snapshot to a file, whole or not at all; "-" is standard output.
func exportTo(ctx context.Context, sb *sandpit.Sandbox, name string, opts *sandpit.SnapshotOptions) (err error) {
	if name == "-" {
		return sb.ExportSnapshot(ctx, os.Stdout, opts)
	}
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			file.Close()
			os.Remove(file.Name())
		}
	}()
	if err = sb.ExportSnapshot(ctx, file, opts); err != nil {
		return err
	}
	if err = file.Chmod(0o644); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	if err = file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}

// runIn runs a command of the box on the tool's own standard streams.
func runIn(ctx context.Context, sb *sandpit.Sandbox, args []string, stdin io.Reader) error {
	cmd := sb.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, os.Stdout, os.Stderr
	return status(ctx, cmd.Run())
}

// status makes the exit status of the tool from what a command in the box came to.
func status(ctx context.Context, err error) error {
	var exit *sandpit.ExitError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return exitStatus(130)
	case errors.As(err, &exit):
		return exitStatus(exit.ExitCode())
	case errors.Is(err, os.ErrNotExist):
		fmt.Fprintf(os.Stderr, "sandpit: %v\n", err)
		return exitStatus(127)
	case errors.Is(err, os.ErrPermission):
		fmt.Fprintf(os.Stderr, "sandpit: %v\n", err)
		return exitStatus(126)
	}
	return err
}
