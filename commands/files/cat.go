package files

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var catUsage = optparse.Define("cat", "[OPTION]... [FILE]...", "Concatenate FILE(s) to standard output.", `
-A, --show-all          equivalent to -vET
-b, --number-nonblank   number nonempty output lines, overrides -n
-e                      equivalent to -vE
-E, --show-ends         display $ at end of each line
-n, --number            number all output lines
-s, --squeeze-blank     suppress repeated empty output lines
-t                      equivalent to -vT
-T, --show-tabs         display TAB characters as ^I
-u                      (ignored)
-v, --show-nonprinting  use ^ and M- notation, except for LFD and TAB
`)

type catter struct {
	number, nonblank, ends, squeeze, tabs, visible bool

	line      int
	atStart   bool // the next byte begins a line
	blanks    int
	pendingCR bool
}

func cat(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, catUsage)
	if done {
		return status
	}
	c := &catter{atStart: true}
	for _, m := range o.Options {
		switch m.Key {
		case "A":
			c.visible, c.ends, c.tabs = true, true, true
		case "b":
			c.nonblank = true
		case "e":
			c.visible, c.ends = true, true
		case "E":
			c.ends = true
		case "n":
			c.number = true
		case "s":
			c.squeeze = true
		case "t":
			c.visible, c.tabs = true, true
		case "T":
			c.tabs = true
		case "v":
			c.visible = true
		}
	}
	plain := *c == catter{atStart: true}
	out := p.Stdout()
	w := cmd.NewWriter(p)
	outInfo := stdoutInfo(p)
	var failed error
	status = cmd.EachInput(p, o.Args, func(in *cmd.Input) error {
		if in.Name != "-" && outInfo != nil {
			if info, err := in.Stat(); err == nil && info.Mode().IsRegular() && sameFile(info, outInfo) && info.Size() > 0 {
				cmd.Errorf(p, "%s: input file is output file", cmd.Quotef(in.Name))
				failed = cmd.ErrStop
				return nil
			}
		}
		if plain {
			readErr, writeErr := cmd.Copy(out, in)
			if writeErr != nil {
				if p.Safepoint() == nil {
					cmd.Errorf(p, "write error: %s", kernel.Strerror(writeErr))
				}
				failed = writeErr
				return cmd.ErrStop
			}
			return readErr
		}
		return c.copy(w, in)
	})
	if failed != nil {
		status = 1
	}
	return w.Finish(status)
}

func (c *catter) copy(w *cmd.Writer, in io.Reader) error {
	buf := make([]byte, cmd.BufferSize)
	for {
		n, err := in.Read(buf)
		c.format(w, buf[:n])
		if w.Err() != nil {
			return cmd.ErrStop
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			_ = w.Flush()
			return err
		}
		if n < cmd.BufferSize/16 {
			_ = w.Flush()
		}
	}
}

// format writes one block, line by line, keeping the state of an unfinished line for the next block.
func (c *catter) format(w *cmd.Writer, b []byte) {
	for len(b) > 0 {
		i := bytes.IndexByte(b, '\n')
		part := b
		if i >= 0 {
			part = b[:i]
		}
		if i == 0 && c.atStart && !c.pendingCR {
			c.blanks++
			if c.squeeze && c.blanks > 1 {
				b = b[1:]
				continue
			}
			if c.number && !c.nonblank {
				c.line++
				w.Printf("%6d\t", c.line)
			}
		} else if c.atStart && len(part) > 0 {
			c.blanks = 0
			if c.number || c.nonblank {
				c.line++
				w.Printf("%6d\t", c.line)
			}
			c.atStart = false
		}
		c.text(w, part)
		if i < 0 {
			return
		}
		if c.pendingCR {
			c.pendingCR = false
			if c.ends {
				_, _ = w.WriteString("^M")
			} else {
				_ = w.WriteByte('\r')
			}
		}
		if c.ends {
			_ = w.WriteByte('$')
		}
		_ = w.WriteByte('\n')
		c.atStart = true
		b = b[i+1:]
	}
}

func (c *catter) text(w *cmd.Writer, b []byte) {
	if c.pendingCR && len(b) > 0 {
		c.pendingCR = false
		_ = w.WriteByte('\r')
	}
	if !c.visible && c.ends && len(b) > 0 && b[len(b)-1] == '\r' {
		// A carriage return before a newline shows as ^M even without -v.
		c.pendingCR = true
		b = b[:len(b)-1]
	}
	if !c.visible && !c.tabs {
		_, _ = w.Write(b)
		return
	}
	for _, ch := range b {
		switch {
		case ch == '\t':
			if c.tabs {
				_, _ = w.WriteString("^I")
			} else {
				_ = w.WriteByte(ch)
			}
		case !c.visible || ch >= ' ' && ch < 0x7f:
			_ = w.WriteByte(ch)
		default:
			if ch >= 0x80 {
				_, _ = w.WriteString("M-")
				ch -= 0x80
			}
			switch {
			case ch < ' ':
				_, _ = w.WriteString(fmt.Sprintf("^%c", ch+'@'))
			case ch == 0x7f:
				_, _ = w.WriteString("^?")
			default:
				_ = w.WriteByte(ch)
			}
		}
	}
}
