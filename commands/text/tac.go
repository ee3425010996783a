package text

import (
	"bytes"
	"context"
	"errors"
	"io"
	"syscall"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
)

var (
	tacUsage = optparse.Define("tac", "[OPTION]... [FILE]...", "Write each FILE to standard output, last line first.", `
-b, --before            attach the separator before instead of after
-r, --regex             interpret the separator as a regular expression
-s, --separator=STRING  use STRING as the separator instead of newline
`)
	revUsage = optparse.Define("rev", "[options] [file ...]", "Reverse lines characterwise.", ``)
)

// tac holds each file whole: its last line comes first.
func tac(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, tacUsage)
	if done {
		return status
	}
	sep := []byte("\n")
	if v, ok := o.Value("s"); ok {
		if v == "" {
			v = "\x00"
		}
		sep = []byte(v)
	}
	before := o.Has("b")
	var re *pattern.Regexp
	if o.Has("r") {
		var err error
		if re, err = pattern.BRE(string(sep), 0); err != nil {
			cmd.Errorf(p, "%s", err)
			return 1
		}
	}
	w := cmd.NewWriter(p)
	files := o.Args
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, name := range files {
		in, err := cmd.Open(p, name)
		if err != nil {
			_ = w.Flush()
			cmd.Errorf(p, "failed to open %s for reading: %s", cmd.Quote(name), kernel.Strerror(err))
			status = 1
			continue
		}
		data, err := readSized(in)
		in.Close()
		if err != nil {
			_ = w.Flush()
			if errors.Is(err, syscall.EISDIR) {
				err = syscall.EINVAL // GNU seeks first, which a directory refuses
			}
			cmd.Errorf(p, "%s: read error: %s", cmd.Quotef(name), kernel.Strerror(err))
			status = 1
			continue
		}
		if re != nil {
			if !tacPattern(w, re, data, before) {
				break
			}
			continue
		}
		for end := len(data); end > 0; {
			var i int
			if before {
				i = max(0, bytes.LastIndex(data[:end], sep))
			} else if i = bytes.LastIndex(data[:max(0, end-len(sep))], sep); i >= 0 && bytes.HasSuffix(data[:end], sep) {
				i += len(sep)
			} else if i < 0 {
				i = 0
				if j := bytes.LastIndex(data[:end], sep); j >= 0 && j+len(sep) < end {
					i = j + len(sep)
				}
			} else {
				i = bytes.LastIndex(data[:end], sep) + len(sep)
			}
			if _, err := w.Write(data[i:end]); err != nil {
				return w.Finish(1)
			}
			end = i
		}
	}
	return w.Finish(status)
}

// tacPattern turns data round at the matches of re, which it looks for from the end, as GNU does.
func tacPattern(w *cmd.Writer, re *pattern.Regexp, data []byte, before bool) bool {
	var cuts []int // where the pieces start, in order
	for _, m := range re.FindAllSubmatchIndex(data, -1) {
		for at := m[0]; at < m[1]; at++ { // the shortest match from the end: one that starts inside counts too
			if loc := re.FindSubmatchIndex(data[at:m[1]]); loc == nil || loc[0] != 0 || loc[1] == 0 {
				continue
			} else if before {
				cuts = append(cuts, at)
			} else {
				cuts = append(cuts, at+loc[1])
			}
		}
	}
	end := len(data)
	for i := len(cuts) - 1; i >= 0; i-- {
		if cuts[i] < end {
			if _, err := w.Write(data[cuts[i]:end]); err != nil {
				return false
			}
			end = cuts[i]
		}
	}
	_, err := w.Write(data[:end])
	return err == nil
}

func rev(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, revUsage)
	if done {
		return status
	}
	w := cmd.NewWriter(p)
	utf8Mode := cmd.UTF8(p)
	var out []byte
	files := o.Args
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, name := range files {
		in, err := cmd.Open(p, name)
		if err != nil {
			_ = w.Flush()
			cmd.Errorf(p, "cannot open %s: %s", name, kernel.Strerror(err))
			status = 1
			continue
		}
		lines := cmd.NewLineReader(in, '\n')
		for {
			line, terminated, err := lines.Next()
			if err != nil {
				if err != io.EOF {
					cmd.FileError(p, name, err)
					status = 1
				}
				break
			}
			out = out[:0]
			for len(line) > 0 {
				n := 1
				if utf8Mode {
					_, n = utf8.DecodeLastRune(line)
				}
				out = append(out, line[len(line)-n:]...)
				line = line[:len(line)-n]
			}
			if terminated {
				out = append(out, '\n')
			}
			if _, err := w.Write(out); err != nil {
				in.Close()
				return w.Finish(1)
			}
		}
		in.Close()
	}
	return w.Finish(status)
}
