package git

import (
	"bytes"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
)

// capture gives what fn prints, instead of printing it.
func (g *run) capture(fn func() error) (string, error) {
	var buf bytes.Buffer
	saved := g.w
	g.w = cmd.NewFileWriter(g.p, &buf)
	err := fn()
	_ = g.w.Flush()
	g.w = saved
	return buf.String(), err
}
