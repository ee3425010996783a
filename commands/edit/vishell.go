package edit

import (
	"bytes"
	"strconv"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/fullscreen"
	"github.com/sandpit-dev/sandpit/kernel"
)

func keyOf(r rune) fullscreen.Key { return fullscreen.Key(r) }

// shell runs a command on the terminal and waits for a key.
func (e *editor) shell(command string) {
	again := e.t.Release()
	st, err := cmd.Run(e.p.Context(), e.p, kernel.Spec{Args: []string{"sh", "-c", command}, Default: []kernel.Signal{kernel.SIGTSTP}})
	if err != nil {
		e.t.Send(kernel.Strerror(err) + "\r\n")
	} else if code := st.ExitCode(); code != 0 {
		e.t.Send("\r\nshell returned " + strconv.Itoa(code) + "\r\n")
	}
	e.t.Send("\r\nPress ENTER or type command to continue")
	again()
	e.t.ReadKey()
	e.t.Forget()
}

// output is what a command prints.
func (e *editor) output(command string) string {
	var b bytes.Buffer
	out := kernel.NewWriterFile(&limited{&b}, "vi")
	defer out.Close()
	in := kernel.NewBytesFile(nil, "stdin")
	defer in.Close()
	cmd.Run(e.p.Context(), e.p, kernel.Spec{Args: []string{"sh", "-c", command}, Files: []*kernel.File{in, out, out}})
	return b.String()
}

// limited drops what exceeds the size of a file that can be edited.
type limited struct{ b *bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if l.b.Len()+len(p) <= maxFile {
		l.b.Write(p)
	}
	return len(p), nil
}

// NeverBlocks lets the kernel call Write directly.
func (l *limited) NeverBlocks() {}
