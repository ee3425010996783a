package text

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var joinUsage = optparse.Define("join", "[OPTION]... FILE1 FILE2", "For each pair of input lines with identical join fields, write a line to standard output.", `
-a FILENUM           also print unpairable lines from file FILENUM
-e STRING            replace missing (empty) input fields with STRING
-i, --ignore-case    ignore differences in case when comparing fields
-j FIELD             equivalent to '-1 FIELD -2 FIELD'
-o FORMAT            obey FORMAT while constructing output line
-t CHAR              use CHAR as input and output field separator
-v FILENUM           like -a FILENUM, but suppress joined output lines
-1 FIELD             join on this FIELD of file 1
-2 FIELD             join on this FIELD of file 2
    --check-order    check that the input is correctly sorted
    --nocheck-order  do not check that the input is correctly sorted
    --header         treat the first line in each file as field headers
-z, --zero-terminated  line delimiter is NUL, not newline
`)

// joinLine is a line with its fields; its bytes are its own.
type joinLine struct {
	text   []byte
	fields [][]byte
}

type joinOut struct{ file, field int } // file 0 is the join field

type joiner struct {
	p          *kernel.Process
	w          *cmd.Writer
	tab        int // -1: blanks
	eol        byte
	on         [2]int
	fold       bool
	empty      []byte
	format     []joinOut
	auto       bool
	autoCount  [2]int
	show       [2]bool // -a, -v
	paired     bool
	check      int // 0 default, 1 always, -1 never
	lines      [2]*cmd.LineReader
	names      []string
	prev       [2]*joinLine
	count      [2]int
	warned     [2]bool
	unpairable bool
	failed     bool
}

func join(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, joinUsage)
	if done {
		return status
	}
	j := &joiner{p: p, w: cmd.NewWriter(p), tab: -1, eol: '\n', paired: true}
	header := false
	for _, m := range o.Options {
		switch m.Key {
		case "a", "v":
			if m.Value != "1" && m.Value != "2" {
				cmd.Errorf(p, "invalid field number: %s", cmd.QuoteC(m.Value))
				return 1
			}
			j.show[m.Value[0]-'1'] = true
			if m.Key == "v" {
				j.paired = false
			}
		case "e":
			j.empty = []byte(m.Value)
		case "i":
			j.fold = true
		case "1", "2", "j":
			n, err := strconv.ParseUint(m.Value, 10, 31)
			if err != nil || n == 0 {
				cmd.Errorf(p, "invalid field number: %s", cmd.QuoteC(m.Value))
				return 1
			}
			if m.Key != "2" {
				j.on[0] = int(n) - 1
			}
			if m.Key != "1" {
				j.on[1] = int(n) - 1
			}
		case "o":
			if m.Value == "auto" {
				j.auto = true
				continue
			}
			for _, spec := range strings.FieldsFunc(m.Value, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
				out, problem := parseJoinField(spec)
				if problem != "" {
					cmd.Errorf(p, "%s", problem)
					return 1
				}
				j.format = append(j.format, out)
			}
		case "t":
			switch {
			case m.Value == "":
				j.tab = '\n'
			case m.Value == `\0`:
				j.tab = 0
			case len(m.Value) > 1:
				cmd.Errorf(p, "multi-character tab %s", cmd.QuoteC(m.Value))
				return 1
			default:
				j.tab = int(m.Value[0])
			}
		case "check-order":
			j.check = 1
		case "nocheck-order":
			j.check = -1
		case "header":
			header = true
		case "z":
			j.eol = 0
		}
	}
	switch {
	case len(o.Args) < 2:
		return cmd.MissingOperand(p, joinUsage, o.Args)
	case len(o.Args) > 2:
		return cmd.ExtraOperand(p, joinUsage, o.Args[2])
	case o.Args[0] == "-" && o.Args[1] == "-":
		cmd.Errorf(p, "both files cannot be standard input")
		return 1
	}
	j.names = o.Args
	for i, name := range o.Args {
		in, err := cmd.Open(p, name)
		if err != nil {
			cmd.FileError(p, name, err)
			return 1
		}
		defer in.Close()
		j.lines[i] = cmd.NewLineReader(in, j.eol)
	}
	j.run(header)
	if j.warned[0] || j.warned[1] {
		if j.check == 0 {
			_ = j.w.Flush()
			cmd.Errorf(p, "input is not in sorted order")
		}
		return j.w.Finish(1)
	}
	if j.failed {
		return j.w.Finish(1)
	}
	return j.w.Finish(status)
}

func parseJoinField(s string) (joinOut, string) {
	if s == "0" {
		return joinOut{}, ""
	}
	if s == "" || s[0] != '1' && s[0] != '2' {
		return joinOut{}, "invalid file number in field spec: " + cmd.QuoteC(s)
	}
	if len(s) < 2 || s[1] != '.' {
		return joinOut{}, "invalid field specifier: " + cmd.QuoteC(s)
	}
	n, err := strconv.ParseUint(s[2:], 10, 31)
	if err != nil || n == 0 {
		return joinOut{}, "invalid field number: " + cmd.QuoteC(s[2:])
	}
	return joinOut{file: int(s[0] - '0'), field: int(n) - 1}, ""
}

func (j *joiner) split(line []byte) [][]byte {
	var out [][]byte
	if j.tab >= 0 {
		if j.tab == '\n' {
			return [][]byte{line}
		}
		for {
			i := bytes.IndexByte(line, byte(j.tab))
			if i < 0 {
				return append(out, line)
			}
			out, line = append(out, line[:i]), line[i+1:]
		}
	}
	for {
		for len(line) > 0 && isBlank(line[0]) {
			line = line[1:]
		}
		if len(line) == 0 {
			return out
		}
		i := 0
		for i < len(line) && !isBlank(line[i]) {
			i++
		}
		out, line = append(out, line[:i]), line[i:]
	}
}

// read gives the next line of a file, nil at its end, and complains about the order.
func (j *joiner) read(i int) *joinLine {
	line, _, err := j.lines[i].Next()
	if err != nil {
		if err != io.EOF {
			cmd.FileError(j.p, j.names[i], err)
			j.failed = true
		}
		return nil
	}
	l := &joinLine{text: bytes.Clone(line)}
	l.fields = j.split(l.text)
	j.count[i]++
	if j.prev[i] != nil && j.check >= 0 && (j.check > 0 || j.unpairable) && !j.warned[i] && j.compare(j.prev[i], l, i, i) > 0 {
		j.warned[i] = true
		_ = j.w.Flush()
		cmd.Errorf(j.p, "%s:%d: is not sorted: %s", cmd.Quotef(j.names[i]), j.count[i], l.text)
		if j.check > 0 {
			return nil
		}
	}
	j.prev[i] = l
	return l
}

func (j *joiner) key(l *joinLine, i int) []byte {
	if j.on[i] < len(l.fields) {
		return l.fields[j.on[i]]
	}
	return nil
}

func (j *joiner) compare(a, b *joinLine, i, k int) int {
	x, y := j.key(a, i), j.key(b, k)
	if j.fold {
		return bytes.Compare(bytes.ToUpper(x), bytes.ToUpper(y))
	}
	return bytes.Compare(x, y)
}

func (j *joiner) run(header bool) {
	a, b := j.read(0), j.read(1)
	if j.auto {
		if a != nil {
			j.autoCount[0] = len(a.fields)
		}
		if b != nil {
			j.autoCount[1] = len(b.fields)
		}
	}
	if header && (a != nil || b != nil) {
		// Headers are joined whatever they say, and not checked for order.
		j.emit(a, b)
		j.prev = [2]*joinLine{}
		a, b = j.read(0), j.read(1)
	}
	for a != nil && b != nil && j.w.Err() == nil && j.p.Safepoint() == nil {
		c := j.compare(a, b, 0, 1)
		if c != 0 {
			j.unpairable = true
			if c < 0 {
				if j.show[0] {
					j.emit(a, nil)
				}
				a = j.read(0)
			} else {
				if j.show[1] {
					j.emit(nil, b)
				}
				b = j.read(1)
			}
			continue
		}
		left, right := []*joinLine{a}, []*joinLine{b}
		for a = j.read(0); a != nil && j.compare(a, right[0], 0, 1) == 0; a = j.read(0) {
			left = append(left, a)
		}
		for b = j.read(1); b != nil && j.compare(left[0], b, 0, 1) == 0; b = j.read(1) {
			right = append(right, b)
		}
		if j.paired {
			for _, x := range left {
				for _, y := range right {
					if j.w.Err() != nil || j.p.Safepoint() != nil {
						return
					}
					j.emit(x, y)
				}
			}
		}
	}
	for ; a != nil; a = j.read(0) {
		j.unpairable = true
		if j.show[0] {
			j.emit(a, nil)
		} else if j.check < 0 || j.warned[0] {
			break
		}
	}
	for ; b != nil; b = j.read(1) {
		j.unpairable = true
		if j.show[1] {
			j.emit(nil, b)
		} else if j.check < 0 || j.warned[1] {
			break
		}
	}
}

func (j *joiner) emit(a, b *joinLine) {
	sep := byte(' ')
	if j.tab >= 0 {
		sep = byte(j.tab)
	}
	first := true
	put := func(field []byte) {
		if !first {
			_ = j.w.WriteByte(sep)
		}
		first = false
		if len(field) == 0 {
			field = j.empty
		}
		_, _ = j.w.Write(field)
	}
	at := func(l *joinLine, i int) []byte {
		if l == nil || i >= len(l.fields) {
			return nil
		}
		return l.fields[i]
	}
	key := func() []byte {
		if a != nil {
			return j.key(a, 0)
		}
		return j.key(b, 1)
	}
	if j.format != nil {
		for _, out := range j.format {
			switch out.file {
			case 0:
				put(key())
			case 1:
				put(at(a, out.field))
			default:
				put(at(b, out.field))
			}
		}
	} else {
		put(key())
		for i, l := range []*joinLine{a, b} {
			n := 0
			if l != nil {
				n = len(l.fields)
			}
			if j.auto {
				n = j.autoCount[i]
			}
			for f := range n {
				if f != j.on[i] {
					put(at(l, f))
				}
			}
		}
	}
	_ = j.w.WriteByte(j.eol)
}
