package text

import (
	"context"
	"io"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var pasteUsage = optparse.Define("paste", "[OPTION]... [FILE]...",
	"Write lines consisting of the sequentially corresponding lines from\neach FILE, separated by TABs, to standard output.", `
-d, --delimiters=LIST  reuse characters from LIST instead of TABs
-s, --serial           paste one file at a time instead of in parallel
-z, --zero-terminated  line delimiter is NUL, not newline
`)

// pasteDelimiters expands the escapes of -d; an empty string is no delimiter.
func pasteDelimiters(s string) []string {
	var out []string
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			out = append(out, s[i:i+1])
			continue
		}
		i++
		switch s[i] {
		case '0':
			out = append(out, "")
		case 'b':
			out = append(out, "\b")
		case 'f':
			out = append(out, "\f")
		case 'n':
			out = append(out, "\n")
		case 'r':
			out = append(out, "\r")
		case 't':
			out = append(out, "\t")
		case 'v':
			out = append(out, "\v")
		default:
			out = append(out, s[i:i+1])
		}
	}
	if len(out) == 0 {
		out = []string{""}
	}
	return out
}

func paste(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, pasteUsage)
	if done {
		return status
	}
	delims, eol := []string{"\t"}, byte('\n')
	if v, ok := o.Value("d"); ok {
		if tail := len(v) - len(strings.TrimRight(v, `\`)); tail%2 == 1 {
			cmd.Errorf(p, "delimiter list ends with an unescaped backslash: %s", v)
			return 1
		}
		delims = pasteDelimiters(v)
	}
	if o.Has("z") {
		eol = 0
	}
	files := o.Args
	if len(files) == 0 {
		files = []string{"-"}
	}
	w := cmd.NewWriter(p)
	if o.Has("s") {
		st := cmd.EachInput(p, files, func(in *cmd.Input) error {
			lines := cmd.NewLineReader(in, eol)
			for n := 0; ; n++ {
				line, _, err := lines.Next()
				if err == io.EOF {
					_ = w.WriteByte(eol)
					return nil
				}
				if err != nil {
					return err
				}
				if n > 0 {
					_, _ = w.WriteString(delims[(n-1)%len(delims)])
				}
				if _, err := w.Write(line); err != nil {
					return cmd.ErrStop
				}
			}
		})
		return w.Finish(st)
	}
	var stdin *cmd.LineReader
	readers := make([]*cmd.LineReader, len(files))
	for i, name := range files {
		if name == "-" {
			if stdin == nil {
				stdin = cmd.NewLineReader(p.Stdin(), eol)
			}
			readers[i] = stdin
			continue
		}
		in, err := cmd.OpenFile(p, name)
		if err != nil {
			cmd.FileError(p, name, err)
			return 1
		}
		defer in.Close()
		readers[i] = cmd.NewLineReader(in, eol)
	}
	open := make([]bool, len(files))
	left := len(files)
	for i := range open {
		open[i] = true
	}
	var row []byte
	for left > 0 && w.Err() == nil && p.Safepoint() == nil {
		row = row[:0]
		any := false
		for i, r := range readers {
			if open[i] {
				line, _, err := r.Next()
				if err != nil {
					open[i] = false
					left--
					if err != io.EOF {
						cmd.FileError(p, files[i], err)
						status = 1
					}
				} else {
					any = true
					row = append(row, line...)
				}
			}
			if i < len(readers)-1 {
				row = append(row, delims[i%len(delims)]...)
			}
		}
		if !any {
			break
		}
		_, _ = w.Write(append(row, eol))
	}
	return w.Finish(status)
}
