package system

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var watchUsage = optparse.Define("watch", "[options] command", "Execute a program periodically, showing output fullscreen.", `
-b, --beep             beep if command has a non-zero exit
-c, --color            accepted for compatibility
-C, --no-color         accepted for compatibility
-d, --differences      accepted for compatibility
-e, --errexit          exit if command has a non-zero exit
-g, --chgexit          exit when output from command changes
-q, --equexit <cycles>  exit when output from command does not change
-n, --interval <secs>  seconds to wait between updates
-p, --precise          accepted for compatibility
-r, --no-rerun         accepted for compatibility
-t, --no-title         turn off header
-w, --no-wrap          accepted for compatibility
-x, --exec             pass command to exec instead of "sh -c"
`).Posix()

// maxWatchOutput bounds what one run of the command may print.
const maxWatchOutput = 1 << 20

// limitedBuffer keeps the first bytes of a stream.
type limitedBuffer struct{ bytes.Buffer }

func (b *limitedBuffer) Write(p []byte) (int, error) {
	if room := maxWatchOutput - b.Len(); room > 0 {
		b.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

// watch repaints the screen with the output of a command. The screen need not be a terminal: the size is then 80x24.
func watch(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, watchUsage)
	if done {
		return status
	}
	if len(o.Args) == 0 {
		cmd.Raw(p, watchUsage.HelpText(cmd.Name(p)))
		return 1
	}
	every, equal := 2*time.Second, 0
	for _, m := range o.Options {
		switch m.Key {
		case "n":
			f, err := strconv.ParseFloat(strings.Replace(m.Value, ",", ".", 1), 64)
			if err != nil || f < 0 {
				cmd.Errorf(p, "failed to parse argument: '%s': Invalid argument", m.Value)
				return 1
			}
			every = time.Duration(max(0.1, min(f, 4294967)) * float64(time.Second))
		case "q":
			n, err := strconv.Atoi(m.Value)
			if err != nil || n < 1 {
				cmd.Errorf(p, "failed to parse argument: '%s': Invalid argument", m.Value)
				return 1
			}
			equal = n
		}
	}
	spec := kernel.Spec{Args: o.Args}
	if !o.Has("x") {
		spec = kernel.Spec{Args: []string{"sh", "-c", strings.Join(o.Args, " ")}}
	}
	w := cmd.NewWriter(p)
	var last []byte
	same := 0
	for first := true; ; first = false {
		out, st, err := watchRun(ctx, p, spec)
		if err != nil {
			cmd.Errorf(p, "unable to execute '%s': %s", o.Args[0], kernel.Strerror(err))
			return execStatus(err)
		}
		rows, cols := 24, 80
		if t := p.TTY(); t != nil {
			rows, cols = t.Size()
		}
		_, _ = w.WriteString("\x1b[H\x1b[2J")
		if !o.Has("t") {
			left := fmt.Sprintf("Every %.1fs: %s", every.Seconds(), strings.Join(o.Args, " "))
			right := p.Kernel().Hostname() + ": " + p.Kernel().Clock().Now().In(cmd.Location(p)).Format("Mon Jan _2 15:04:05 2006")
			w.Printf("%s%*s\n\n", left, max(cols-len(left), len(right)+1), right)
			rows -= 2
		}
		for line := range bytes.Lines(out) {
			if rows--; rows < 0 {
				break
			}
			_, _ = w.Write(line)
		}
		if st != 0 && o.Has("b") {
			_ = w.WriteByte('\a')
		}
		if w.Flush() != nil {
			return w.Finish(1)
		}
		if st != 0 && o.Has("e") {
			return 8
		}
		if !first {
			if !bytes.Equal(out, last) {
				if o.Has("g") {
					return 0
				}
				same = 0
			} else if same++; equal > 0 && same >= equal {
				return 0
			}
		}
		last = out
		if p.Sleep(ctx, every) != nil || p.Safepoint() != nil {
			return 1
		}
	}
}

// watchRun runs the command once, with both outputs into one buffer.
func watchRun(ctx context.Context, p *kernel.Process, spec kernel.Spec) ([]byte, int, error) {
	buf := &limitedBuffer{}
	out := kernel.NewWriterFile(buf, "watch")
	defer func() { _ = out.Close() }()
	in := kernel.NewBytesFile(nil, "stdin")
	if fd := p.FD(0); fd != nil {
		_ = in.Close()
		in = fd.File().Ref()
	}
	defer func() { _ = in.Close() }()
	spec.Files = []*kernel.File{in, out, out}
	st, err := cmd.Run(ctx, p, spec)
	return buf.Bytes(), st.ExitCode(), err
}
