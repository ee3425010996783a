package text

import (
	"bytes"
	"context"
	"io"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var commUsage = optparse.Define("comm", "[OPTION]... FILE1 FILE2", "Compare sorted files FILE1 and FILE2 line by line.", `
-1                      suppress column 1 (lines unique to FILE1)
-2                      suppress column 2 (lines unique to FILE2)
-3                      suppress column 3 (lines that appear in both files)
    --check-order       check that the input is correctly sorted, even if all\ninput lines are pairable
    --nocheck-order     do not check that the input is correctly sorted
    --output-delimiter=STR  separate columns with STR
    --total             output a summary
-z, --zero-terminated   line delimiter is NUL, not newline
`)

func comm(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, commUsage)
	if done {
		return status
	}
	switch {
	case len(o.Args) < 2:
		return cmd.MissingOperand(p, commUsage, o.Args)
	case len(o.Args) > 2:
		return cmd.ExtraOperand(p, commUsage, o.Args[2])
	}
	hide := [3]bool{o.Has("1"), o.Has("2"), o.Has("3")}
	sep, eol := "\t", byte('\n')
	for _, m := range o.Options {
		if first, _ := o.Value("output-delimiter"); m.Key == "output-delimiter" && m.Value != first {
			cmd.Errorf(p, "multiple output delimiters specified")
			return 1
		}
	}
	if v, ok := o.Value("output-delimiter"); ok {
		if sep = v; v == "" {
			sep = "\x00"
		}
	}
	if o.Has("z") {
		eol = 0
	}
	prefix := [3]string{"", "", ""}
	if !hide[0] {
		prefix[1], prefix[2] = sep, sep
	}
	if !hide[1] {
		prefix[2] += sep
	}
	check := !o.Has("nocheck-order")
	strict := o.Has("check-order")
	var lines [2]*cmd.LineReader
	for i, name := range o.Args {
		in, err := cmd.Open(p, name)
		if err != nil {
			cmd.FileError(p, name, err)
			return 1
		}
		defer in.Close()
		lines[i] = cmd.NewLineReader(in, eol)
	}
	w := cmd.NewWriter(p)
	var cur, last [2][]byte
	var have, warned [2]bool
	var read [2]int
	unpaired := false
	failed := false
	next := func(i int) bool {
		previous := append([]byte(nil), last[i]...)
		last[i] = append(last[i][:0], cur[i]...)
		had := have[i]
		line, _, err := lines[i].Next()
		if err != nil {
			if err != io.EOF {
				cmd.FileError(p, o.Args[i], err)
				failed = true
			}
			have[i] = false
			// GNU looks once more at the last two lines.
			if read[i] > 1 && check && !warned[i] && (unpaired || strict) && bytes.Compare(previous, last[i]) > 0 {
				warned[i] = true
				_ = w.Flush()
				cmd.Errorf(p, "file %d is not in sorted order", i+1)
				return !strict
			}
			return true
		}
		cur[i], have[i] = line, true
		read[i]++
		if had && check && !warned[i] && (unpaired || strict) && bytes.Compare(last[i], line) > 0 {
			warned[i] = true
			_ = w.Flush()
			cmd.Errorf(p, "file %d is not in sorted order", i+1)
			return !strict
		}
		return true
	}
	counts := [3]int64{}
	put := func(c int, line []byte) {
		counts[c]++
		if hide[c] {
			return
		}
		_, _ = w.WriteString(prefix[c])
		_, _ = w.Write(line)
		_ = w.WriteByte(eol)
	}
	if !next(0) || !next(1) {
		return w.Finish(1)
	}
	for (have[0] || have[1]) && w.Err() == nil && p.Safepoint() == nil {
		c := 0
		switch {
		case !have[0]:
			c = 1
		case !have[1]:
			c = -1
		default:
			c = bytes.Compare(cur[0], cur[1])
		}
		ok := true
		switch {
		case c == 0:
			put(2, cur[0])
			ok = next(0) && next(1)
		case c < 0:
			unpaired = true
			put(0, cur[0])
			ok = next(0)
		default:
			unpaired = true
			put(1, cur[1])
			ok = next(1)
		}
		if !ok {
			return w.Finish(1)
		}
	}
	if o.Has("total") {
		w.Printf("%d%s%d%s%d%stotal%c", counts[0], sep, counts[1], sep, counts[2], sep, eol)
	}
	if warned[0] || warned[1] || failed {
		if !failed {
			_ = w.Flush()
			cmd.Errorf(p, "input is not in sorted order")
		}
		return w.Finish(1)
	}
	return w.Finish(status)
}
