package text

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var foldUsage = optparse.Define("fold", "[OPTION]... [FILE]...", "Wrap input lines in each FILE, writing to standard output.", `
-b, --bytes        count bytes rather than columns
-s, --spaces       break at spaces
-w, --width=WIDTH  use WIDTH columns instead of 80
`).Digits()

func fold(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, foldUsage)
	if done {
		return status
	}
	width := 80
	for _, m := range o.Options {
		if m.Key == "w" || m.Key == "digits" {
			n, err := strconv.ParseUint(m.Value, 10, 31)
			if err != nil || n == 0 {
				why := ""
				if err == nil || strings.HasSuffix(err.Error(), "out of range") {
					why = ": Numerical result out of range"
				}
				cmd.Errorf(p, "invalid number of columns: %s%s", cmd.QuoteC(m.Value), why)
				return 1
			}
			width = int(n)
		}
	}
	byBytes, spaces := o.Has("b"), o.Has("s")
	w := cmd.NewWriter(p)
	status = cmd.EachInput(p, o.Args, func(in *cmd.Input) error {
		lines := cmd.NewLineReader(in, '\n')
		for {
			line, terminated, err := lines.Next()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			start, col, blank := 0, 0, -1
			for i := 0; i < len(line); {
				next := advanceColumn(col, line[i], byBytes)
				if next > width && i > start {
					cut := i
					if spaces && blank >= start {
						cut = blank + 1
					}
					_, _ = w.Write(line[start:cut])
					_ = w.WriteByte('\n')
					start, blank, col = cut, -1, 0
					for _, c := range line[start:i] {
						col = advanceColumn(col, c, byBytes)
					}
					continue
				}
				col = next
				if line[i] == ' ' || line[i] == '\t' {
					blank = i
				}
				i++
			}
			_, _ = w.Write(line[start:])
			if terminated {
				_ = w.WriteByte('\n')
			}
			if w.Err() != nil || p.Safepoint() != nil {
				return cmd.ErrStop
			}
		}
	})
	return w.Finish(status)
}

func advanceColumn(col int, c byte, byBytes bool) int {
	switch {
	case byBytes:
		return col + 1
	case c == '\b':
		return max(0, col-1)
	case c == '\r':
		return 0
	case c == '\t':
		return col + 8 - col%8
	}
	return col + 1
}
