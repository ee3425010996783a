package files

import (
	"context"
	"errors"
	"io"
	"os"
	"syscall"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var teeUsage = optparse.Define("tee", "[OPTION]... [FILE]...", "Copy standard input to each FILE, and also to standard output.", `
-a, --append              append to the given FILEs, do not overwrite
-i, --ignore-interrupts   ignore interrupt signals
-p                        operate in a more appropriate MODE with pipes
    --output-error[=MODE]  set behavior on write error
`)

func tee(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, teeUsage)
	if done {
		return status
	}
	flag := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if o.Has("a") {
		flag = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	}
	if o.Has("i") {
		p.SetDisposition(kernel.SIGINT, kernel.SigIgnore)
	}
	nopipe := o.Has("p")
	exit := false
	if v, ok := o.Value("output-error"); ok {
		nopipe = v == "" || v == "warn-nopipe" || v == "exit-nopipe"
		exit = v == "exit" || v == "exit-nopipe"
	}
	if nopipe || o.Has("output-error") {
		p.SetDisposition(kernel.SIGPIPE, kernel.SigIgnore)
	}
	type output struct {
		name string
		w    io.Writer
	}
	outs := []output{{"standard output", p.Stdout()}}
	for _, name := range o.Args {
		f, err := p.Open(name, flag, 0o666)
		if err != nil {
			cmd.FileError(p, name, err)
			status = 1
			continue
		}
		defer func() { _ = f.Close() }()
		outs = append(outs, output{name, fileWriter{ctx, f}})
	}
	buf := make([]byte, cmd.BufferSize)
	for len(outs) > 0 && p.Safepoint() == nil {
		n, err := p.Stdin().Read(buf)
		live := outs[:0]
		for _, out := range outs {
			if _, werr := out.w.Write(buf[:n]); werr != nil {
				if !(nopipe && errors.Is(werr, syscall.EPIPE)) {
					cmd.FileError(p, out.name, werr)
					status = 1
					if exit {
						return 1
					}
				}
				continue
			}
			live = append(live, out)
		}
		outs = live
		if err == io.EOF {
			break
		}
		if err != nil {
			cmd.Errorf(p, "read error: %s", kernel.Strerror(err))
			return 1
		}
	}
	return status
}

// fileWriter writes an open file for as long as the process lives.
type fileWriter struct {
	ctx context.Context
	f   *kernel.File
}

func (w fileWriter) Write(b []byte) (int, error) { return w.f.Write(w.ctx, b) }
