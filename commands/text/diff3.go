package text

import (
	"bytes"
	"context"
	"strconv"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/linediff"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var diff3Usage = optparse.Define("diff3", "[OPTION]... MYFILE OLDFILE YOURFILE", "Compare three files line by line.", `
-A, --show-all              with -m: mark all conflicts (the default of -m)
-E, --show-overlap          with -m: mark overlapping changes only
-m, --merge                 output the merged file
-L, --label=LABEL           use LABEL instead of the file name
-a, --text                  treat all files as text
    --strip-trailing-cr     strip trailing carriage return on input
-T, --initial-tab           make tabs line up by prepending a tab
`).Status(2).NamedHint()

// block3 is a place where the three files do not agree: a range of lines in each, and which of them is alone.
type block3 struct {
	from, to [3]int // mine, old, yours
	odd      int    // the file that differs from the two others; -1 for all
}

func diff3(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, diff3Usage)
	if done {
		return status
	}
	if len(o.Args) != 3 {
		if len(o.Args) < 3 {
			return cmd.MissingOperand(p, diff3Usage, o.Args)
		}
		return cmd.ExtraOperand(p, diff3Usage, o.Args[3])
	}
	labels := append([]string{}, o.Args...)
	n := 0
	for _, m := range o.Options {
		if m.Key == "L" {
			if n == 3 {
				cmd.Errorf(p, "too many file label options")
				return 2
			}
			labels[n] = m.Value
			n++
		}
	}
	var lines [3][][]byte
	for i, name := range o.Args {
		in, err := cmd.Open(p, name)
		if err != nil {
			cmd.FileError(p, name, err)
			return 2
		}
		data, err := cmd.ReadAll(in)
		in.Close()
		if err != nil {
			cmd.FileError(p, name, err)
			return 2
		}
		if o.Has("strip-trailing-cr") {
			data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
		}
		lines[i] = linediff.Lines(data)
	}
	blocks := compare3(p, lines)
	w := cmd.NewWriter(p)
	if o.Has("m") {
		if merge3(w, lines, blocks, labels, o.Has("E")) {
			return w.FinishAs(1, 2)
		}
		return w.FinishAs(0, 2)
	}
	indent := "  "
	if o.Has("T") {
		indent = "\t"
	}
	for _, b := range blocks {
		show3(w, lines, b, indent)
	}
	return w.FinishAs(0, 2)
}

// compare3 joins the changes from the old file to both others where they touch.
func compare3(p *kernel.Process, lines [3][][]byte) []block3 {
	nums := linediff.Number(nil, lines[1], lines[0], lines[2])
	mine := linediff.Diff(p.Safepoint, nums[0], nums[1], 0, false)
	yours := linediff.Diff(p.Safepoint, nums[0], nums[2], 0, false)
	var out []block3
	i, j, dm, dy := 0, 0, 0, 0
	for i < len(mine) || j < len(yours) {
		start := int(^uint(0) >> 1)
		if i < len(mine) {
			start = mine[i].A0
		}
		if j < len(yours) {
			start = min(start, yours[j].A0)
		}
		end, i0, j0 := start, i, j
		for grown := true; grown; {
			grown = false
			for i < len(mine) && mine[i].A0 <= end {
				end, grown = max(end, mine[i].A1), true
				i++
			}
			for j < len(yours) && yours[j].A0 <= end {
				end, grown = max(end, yours[j].A1), true
				j++
			}
		}
		b := block3{odd: -1}
		b.from = [3]int{start + dm, start, start + dy}
		if i > i0 {
			dm = mine[i-1].B1 - mine[i-1].A1
		}
		if j > j0 {
			dy = yours[j-1].B1 - yours[j-1].A1
		}
		b.to = [3]int{end + dm, end, end + dy}
		same := func(x, y int) bool {
			a, c := lines[x][b.from[x]:b.to[x]], lines[y][b.from[y]:b.to[y]]
			if len(a) != len(c) {
				return false
			}
			for k := range a {
				if !bytes.Equal(a[k], c[k]) {
					return false
				}
			}
			return true
		}
		switch {
		case i == i0:
			b.odd = 2
		case j == j0:
			b.odd = 0
		case same(0, 2):
			b.odd = 1
		}
		out = append(out, b)
	}
	return out
}

// show3 prints a block in the default format.
func show3(w *cmd.Writer, lines [3][][]byte, b block3, indent string) {
	_, _ = w.WriteString("====")
	if b.odd >= 0 {
		w.Int(int64(b.odd + 1))
	}
	_ = w.WriteByte('\n')
	order := []int{0, 1, 2}
	if b.odd == 1 { // the two that agree stand apart, the second prints the lines of both
		order = []int{0, 2, 1}
	}
	skip := map[int]int{0: 1, 1: 0, 2: 0}
	for _, f := range order {
		from, to := b.from[f], b.to[f]
		text := strconv.Itoa(f+1) + ":"
		switch to - from {
		case 0:
			text += strconv.Itoa(from) + "a"
		case 1:
			text += strconv.Itoa(from+1) + "c"
		default:
			text += strconv.Itoa(from+1) + "," + strconv.Itoa(to) + "c"
		}
		_, _ = w.WriteString(text + "\n")
		if b.odd >= 0 && f == skip[b.odd] {
			continue
		}
		for _, l := range lines[f][from:to] {
			_, _ = w.WriteString(indent)
			_, _ = w.Write(l)
			if len(l) == 0 || l[len(l)-1] != '\n' {
				_, _ = w.WriteString("\n\\ No newline at end of file\n")
			}
		}
	}
}

// merge3 prints the merged file; it reports whether there were conflicts.
func merge3(w *cmd.Writer, lines [3][][]byte, blocks []block3, labels []string, overlap bool) bool {
	put := func(list [][]byte) {
		for _, l := range list {
			_, _ = w.Write(l)
		}
	}
	conflicts, at := false, 0
	for _, b := range blocks {
		put(lines[0][at:b.from[0]])
		at = b.to[0]
		mine, old, yours := lines[0][b.from[0]:b.to[0]], lines[1][b.from[1]:b.to[1]], lines[2][b.from[2]:b.to[2]]
		switch {
		case b.odd == 2:
			put(yours)
			continue
		case b.odd == 0:
			put(mine)
			continue
		case b.odd == 1 && overlap:
			put(yours)
			continue
		case b.odd == 1: // both made the same change: shown for the record
			conflicts = true
			_, _ = w.WriteString("<<<<<<< " + labels[1] + "\n")
			put(old)
			_, _ = w.WriteString("=======\n")
			put(yours)
			_, _ = w.WriteString(">>>>>>> " + labels[2] + "\n")
			continue
		}
		conflicts = true
		_, _ = w.WriteString("<<<<<<< " + labels[0] + "\n")
		put(mine)
		if !overlap {
			_, _ = w.WriteString("||||||| " + labels[1] + "\n")
			put(old)
		}
		_, _ = w.WriteString("=======\n")
		put(yours)
		_, _ = w.WriteString(">>>>>>> " + labels[2] + "\n")
	}
	put(lines[0][at:])
	return conflicts
}
