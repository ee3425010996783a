package files

import (
	"fmt"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// asker puts yes-or-no questions to standard input, one answer a line.
type asker struct {
	p     *kernel.Process
	lines *cmd.LineReader
}

func newAsker(p *kernel.Process) *asker { return &asker{p: p} }

// ask prints "name: question" on standard error; an answer that starts with y is a yes, the end of input a no.
func (a *asker) ask(format string, args ...any) bool {
	cmd.Raw(a.p, cmd.Name(a.p)+": "+fmt.Sprintf(format, args...))
	if a.lines == nil {
		a.lines = cmd.NewLineReader(a.p.Stdin(), '\n')
	}
	line, _, err := a.lines.Next()
	return err == nil && len(line) > 0 && (line[0] == 'y' || line[0] == 'Y')
}

func (a *asker) terminal() bool {
	fd := a.p.FD(0)
	return fd != nil && fd.IsTerminal()
}
