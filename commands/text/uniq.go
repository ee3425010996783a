package text

import (
	"bytes"
	"context"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var uniqUsage = optparse.Define("uniq", "[OPTION]... [INPUT [OUTPUT]]",
	"Filter adjacent matching lines from INPUT (or standard input),\nwriting to OUTPUT (or standard output).", `
-c, --count           prefix lines by the number of occurrences
-d, --repeated        only print duplicate lines, one for each group
-D                    print all duplicate lines
    --all-repeated[=METHOD]  like -D, but allow separating groups\nwith an empty line;\nMETHOD={none(default),prepend,separate}
-f, --skip-fields=N   avoid comparing the first N fields
    --group[=METHOD]  show all items, separating groups with an empty line;\nMETHOD={separate(default),prepend,append,both}
-i, --ignore-case     ignore differences in case when comparing
-s, --skip-chars=N    avoid comparing the first N characters
-u, --unique          only print unique lines
-z, --zero-terminated  line delimiter is NUL, not newline
-w, --check-chars=N   compare no more than N characters in lines
`).Digits()

type uniquer struct {
	count, dups, uniques, all, fold bool
	fields, chars, width            int
	method                          string // separator of -D
	group                           string // method of --group
	delim                           byte
}

func uniq(_ context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	for i, a := range args { // the obsolete +N is -s N
		if len(a) > 1 && a[0] == '+' && strings.Trim(a[1:], "0123456789") == "" {
			args = slices.Concat(args[:i], []string{"-s" + a[1:]}, args[i+1:])
			break
		}
		if a == "--" {
			break
		}
	}
	o, status, done := cmd.ParseArgs(p, uniqUsage, args)
	if done {
		return status
	}
	u := &uniquer{delim: '\n', width: -1}
	for _, m := range o.Options {
		switch m.Key {
		case "c":
			u.count = true
		case "d":
			u.dups = true
		case "D":
			u.all, u.method = true, "none"
		case "all-repeated":
			u.all, u.method = true, "none"
			if m.HasValue {
				v, ok := uniqMethod(p, m.Value, "--all-repeated", "none", "prepend", "separate")
				if !ok {
					return 1
				}
				u.method = v
			}
		case "group":
			u.group = "separate"
			if m.HasValue {
				v, ok := uniqMethod(p, m.Value, "--group", "prepend", "append", "separate", "both")
				if !ok {
					return 1
				}
				u.group = v
			}
		case "i":
			u.fold = true
		case "u":
			u.uniques = true
		case "z":
			u.delim = 0
		case "f", "digits":
			if !uniqNumber(p, m.Value, "fields to skip", &u.fields) {
				return 1
			}
		case "s":
			if !uniqNumber(p, m.Value, "bytes to skip", &u.chars) {
				return 1
			}
		case "w":
			if !uniqNumber(p, m.Value, "bytes to compare", &u.width) {
				return 1
			}
		}
	}
	if u.group != "" && (u.count || u.dups || u.uniques || u.all) {
		return cmd.UsageError(p, uniqUsage, "--group is mutually exclusive with -c/-d/-D/-u")
	}
	if u.all && u.count {
		return cmd.UsageError(p, uniqUsage, "printing all duplicated lines and repeat counts is meaningless")
	}
	if len(o.Args) > 2 {
		return cmd.ExtraOperand(p, uniqUsage, o.Args[2])
	}
	name := "-"
	if len(o.Args) > 0 {
		name = o.Args[0]
	}
	in, err := cmd.Open(p, name)
	if err != nil {
		cmd.FileError(p, name, err)
		return 1
	}
	defer in.Close()
	w := cmd.NewWriter(p)
	if len(o.Args) == 2 && o.Args[1] != "-" {
		f, err := p.FS().OpenFile(o.Args[1], os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			cmd.FileError(p, o.Args[1], err)
			return 1
		}
		defer func() { _ = f.Close() }()
		w = cmd.NewFileWriter(p, f)
	}
	if err := u.run(p, w, in); err != nil {
		_ = w.Flush()
		cmd.Errorf(p, "error reading %s: %s", cmd.Quote(name), kernel.Strerror(err))
		return 1
	}
	return w.Finish(0)
}

func uniqNumber(p *kernel.Process, s, what string, to *int) bool {
	n, err := strconv.ParseUint(s, 10, 62)
	if err != nil {
		if strings.HasSuffix(err.Error(), "out of range") {
			*to = 1 << 62
			return true
		}
		cmd.Errorf(p, "%s: invalid number of %s", s, what)
		return false
	}
	*to = int(n)
	return true
}

func uniqMethod(p *kernel.Process, v, option string, valid ...string) (string, bool) {
	for _, m := range valid {
		if v != "" && strings.HasPrefix(m, v) {
			return m, true
		}
	}
	cmd.Errorf(p, "invalid argument %s for %s", cmd.QuoteC(v), cmd.QuoteC(option))
	text := "Valid arguments are:\n"
	for _, m := range valid {
		text += "  - '" + m + "'\n"
	}
	cmd.Raw(p, text)
	cmd.TryHelp(p)
	return "", false
}

// key is the part of a line that is compared.
func (u *uniquer) key(line []byte) []byte {
	for range u.fields {
		i := 0
		for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
			i++
		}
		for i < len(line) && line[i] != ' ' && line[i] != '\t' {
			i++
		}
		line = line[i:]
		if len(line) == 0 {
			break
		}
	}
	line = line[min(u.chars, len(line)):]
	if u.width >= 0 {
		line = line[:min(u.width, len(line))]
	}
	return line
}

func (u *uniquer) same(a, b []byte) bool {
	if u.fold {
		return len(a) == len(b) && equalFoldASCII(a, b)
	}
	return bytes.Equal(a, b)
}

func equalFoldASCII(a, b []byte) bool {
	for i, c := range a {
		if upperASCII(c) != upperASCII(b[i]) {
			return false
		}
	}
	return true
}

func upperASCII(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 0x20
	}
	return c
}

func (u *uniquer) run(p *kernel.Process, w *cmd.Writer, in io.Reader) error {
	lines := cmd.NewLineReader(in, u.delim)
	var held []byte
	have, n, groups := false, 0, 0
	emit := func(line []byte) {
		_, _ = w.Write(line)
		_ = w.WriteByte(u.delim)
	}
	flush := func() {
		switch {
		case u.all || u.group != "":
		case n == 1 && u.dups, n > 1 && u.uniques:
		default:
			if u.count {
				w.Printf("%7d ", n)
			}
			emit(held)
		}
	}
	for i := 0; ; i++ {
		line, _, err := lines.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if w.Err() != nil || i&1023 == 0 && p.Safepoint() != nil {
			return nil
		}
		if have && u.same(u.key(held), u.key(line)) {
			n++
			switch {
			case u.group != "":
				emit(line)
			case u.all && !u.uniques:
				if n == 2 {
					if u.method == "prepend" || u.method == "separate" && groups > 0 {
						_ = w.WriteByte(u.delim)
					}
					groups++
					emit(held)
				}
				emit(line)
			}
			continue
		}
		if have {
			flush()
		}
		if u.group != "" {
			if u.group == "prepend" || u.group == "both" || have && u.group != "prepend" {
				_ = w.WriteByte(u.delim)
			}
			emit(line)
		}
		held = append(held[:0], line...)
		have, n = true, 1
	}
	if have {
		flush()
		if u.group == "append" || u.group == "both" {
			_ = w.WriteByte(u.delim)
		}
	}
	return nil
}
