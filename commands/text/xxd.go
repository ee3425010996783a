package text

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/ebcdic"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var xxdUsage = optparse.Define("xxd", "[options] [infile [outfile]]\n-r [-s [-]offset] [-c cols] [-ps] [infile [outfile]]", "Make a hex dump or do the reverse.", `
-a       toggle autoskip: a single '*' replaces lines of zeroes
-b       binary digit dump
-C       capitalize variable names in C include file style (-i)
-c COLS  format COLS octets per line (default 16, -b 6, -i 12, -p 30)
-d       show offset in decimal instead of hex
-E       show characters in EBCDIC
-e       little-endian dump
-g N     number of octets per group (default 2, -b 1, -e 4)
-i       output in C include file style
-l LEN   stop after LEN octets
-n NAME  set the variable name used in C include output (-i)
-o OFF   add OFF to the displayed file position
-p       output in plain hexdump style
-r       reverse operation: convert (or patch) hexdump into binary
-s SEEK  start at SEEK bytes abs. (or +: rel.) infile offset; - from its end
-u       use upper case hex letters
`)

// xxdWords are the options spelt out, behind one dash.
var xxdWords = map[string]string{
	"-ps": "-p", "-plain": "-p", "-postscript": "-p", "-revert": "-r", "-cols": "-c", "-len": "-l", "-seek": "-s", "-groupsize": "-g",
	"-autoskip": "-a", "-bits": "-b", "-capitalize": "-C", "-decimal": "-d", "-EBCDIC": "-E", "-include": "-i", "-name": "-n", "-offset": "-o", "-uppercase": "-u",
}

// xxdRun is one dump.
type xxdRun struct {
	p             *kernel.Process
	w             *cmd.Writer
	cols, group   int
	limit, skip   int64
	shift         int64 // -o
	kind          byte  // p plain, b bits, i include, e little endian, 0
	digits        string
	name          string
	decimal       bool
	ebcdic, zeros bool
}

func xxd(_ context.Context, p *kernel.Process) int {
	args := slices.Clone(p.Args()[1:])
	for i, a := range args {
		if short, ok := xxdWords[a]; ok {
			args[i] = short
		}
		if (args[i] == "-s" || args[i] == "-o") && i+1 < len(args) { // what follows may start with a dash
			args[i] += args[i+1]
			args = slices.Delete(args, i+1, i+2)
			break
		}
	}
	o, status, done := cmd.ParseArgs(p, xxdUsage, args)
	if done {
		return status
	}
	x := &xxdRun{p: p, cols: 16, group: 2, limit: -1, digits: "0123456789abcdef"}
	reverse, fromEnd, given, grouped, capital := false, false, false, false, false
	for _, m := range o.Options {
		n, err := int64(0), error(nil)
		switch m.Key {
		case "c", "g", "l", "o", "s":
			n, err = strconv.ParseInt(strings.TrimPrefix(m.Value, "+"), 0, 64)
			if err != nil {
				cmd.Errorf(p, "invalid number of %s", m.Key)
				return 1
			}
		}
		switch m.Key {
		case "a":
			x.zeros = !x.zeros
		case "b", "e", "i", "p":
			x.kind = m.Key[0]
		case "C":
			capital = true
		case "c":
			if n < 0 || n > 256 && (x.kind != 'p' && !o.Has("p") && !o.Has("i")) {
				cmd.Errorf(p, "invalid number of columns (max. 256).")
				return 1
			}
			x.cols, given = int(min(n, 1<<20)), true
		case "d":
			x.decimal = true
		case "E":
			x.ebcdic = true
		case "g":
			x.group, grouped = int(max(0, min(n, 256))), true
		case "l":
			x.limit = n
		case "n":
			x.name = m.Value
		case "o":
			x.shift = n
		case "r":
			reverse = true
		case "s":
			x.skip, fromEnd = n, n < 0
		case "u":
			x.digits = "0123456789ABCDEF"
		}
	}
	x.defaults(given, grouped)
	in, out, status := x.files(o.Args, reverse)
	if status != 0 {
		return status
	}
	defer in.Close()
	if out != nil {
		defer func() { _ = out.Close() }()
	}
	if reverse {
		return x.reverse(in, out)
	}
	if x.name == "" && len(o.Args) > 0 && o.Args[0] != "-" {
		x.name = cName(o.Args[0])
	}
	if capital {
		x.name = strings.ToUpper(x.name)
	}
	if fromEnd {
		at, err := in.Seek(x.skip, io.SeekEnd)
		if err != nil {
			cmd.Errorf(p, "Sorry, cannot seek.")
			return 4
		}
		x.skip = at
	} else if err := discard(in, x.skip); err != nil {
		return 1
	}
	return x.dump(in)
}

func (x *xxdRun) defaults(given, grouped bool) {
	if !given || x.cols == 0 && x.kind != 'p' {
		x.cols = map[byte]int{'b': 6, 'i': 12, 'p': 30}[x.kind]
		if x.cols == 0 {
			x.cols = 16
		}
	}
	if x.cols == 0 { // -p -c 0: one line
		x.cols = 1 << 20
	}
	if !grouped {
		switch x.kind {
		case 'b':
			x.group = 1
		case 'e':
			x.group = 4
		}
	}
	if x.group == 0 || x.group > x.cols {
		x.group = x.cols
	}
}

// files opens what is read and, where it is named, what is written.
func (x *xxdRun) files(args []string, reverse bool) (in *cmd.Input, out *kernel.File, status int) {
	name := "-"
	if len(args) > 0 {
		name = args[0]
	}
	in, err := cmd.Open(x.p, name)
	if err != nil {
		cmd.FileError(x.p, name, err)
		return nil, nil, 2
	}
	x.w = cmd.NewWriter(x.p)
	if len(args) > 1 && args[1] != "-" {
		flag := os.O_WRONLY | os.O_CREATE
		if !reverse { // a reverse run patches what is there
			flag |= os.O_TRUNC
		}
		if out, err = x.p.Open(args[1], flag, 0o666); err != nil {
			in.Close()
			cmd.FileError(x.p, args[1], err)
			return nil, nil, 3
		}
		x.w = cmd.NewFileWriter(x.p, pipeEnd{x.p.Context(), out})
	}
	return in, out, 0
}

func (x *xxdRun) dump(in io.Reader) int {
	buf := make([]byte, x.cols)
	offset := x.skip
	var line []byte
	zeroLines := 0
	if x.kind == 'i' && x.name != "" {
		x.w.Printf("unsigned char %s[] = {\n", x.name)
	}
	total := int64(0)
	for x.limit != 0 && x.w.Err() == nil && x.p.Safepoint() == nil {
		want := int64(x.cols)
		if x.limit > 0 {
			want = min(want, x.limit)
		}
		n, err := io.ReadFull(in, buf[:want])
		if x.limit > 0 {
			x.limit -= int64(n)
		}
		if n > 0 {
			line = x.line(line[:0], buf[:n], offset, total == 0)
			offset += int64(n)
			total += int64(n)
			switch {
			case x.zeros && (x.kind == 0 || x.kind == 'b' || x.kind == 'e') && cmd.AllZero(buf[:n]) && n == x.cols:
				if zeroLines++; zeroLines == 2 {
					line = append(line[:0], "*\n"...)
				} else if zeroLines > 2 {
					line = line[:0]
				}
			default:
				zeroLines = 0
			}
			_, _ = x.w.Write(line)
		}
		if err != nil {
			break
		}
	}
	switch {
	case x.kind == 'p' && x.cols == 1<<20 && total > 0:
		_ = x.w.WriteByte('\n')
	case x.kind == 'i':
		if total > 0 {
			_ = x.w.WriteByte('\n')
		}
		if x.name != "" {
			suffix := "_len"
			if x.name == strings.ToUpper(x.name) && x.name != strings.ToLower(x.name) {
				suffix = "_LEN"
			}
			x.w.Printf("};\nunsigned int %s%s = %d;\n", x.name, suffix, total)
		}
	}
	return x.w.Finish(0)
}

func (x *xxdRun) line(line, b []byte, offset int64, first bool) []byte {
	switch x.kind {
	case 'i':
		if !first {
			line = append(line, ",\n"...)
		}
		for i, c := range b {
			if i > 0 {
				line = append(line, ',', ' ')
			} else {
				line = append(line, "  "...)
			}
			line = append(line, '0', 'x', x.digits[c>>4], x.digits[c&15])
		}
		return line
	case 'p':
		for _, c := range b {
			line = append(line, x.digits[c>>4], x.digits[c&15])
		}
		if x.cols < 1<<20 {
			line = append(line, '\n')
		}
		return line
	}
	format := "%08x: "
	if x.decimal {
		format = "%08d: "
	}
	line = fmt.Appendf(line, format, offset+x.shift)
	for i := 0; i < x.cols; i++ {
		at := i
		if x.kind == 'e' { // the bytes of a group back to front
			start := i / x.group * x.group
			at = start + x.group - 1 - (i - start)
		}
		switch {
		case at >= len(b) && x.kind == 'b':
			line = append(line, "        "...)
		case at >= len(b):
			line = append(line, "  "...)
		case x.kind == 'b':
			line = fmt.Appendf(line, "%08b", b[at])
		default:
			line = append(line, x.digits[b[at]>>4], x.digits[b[at]&15])
		}
		if (i+1)%x.group == 0 || i+1 == x.cols {
			line = append(line, ' ')
		}
	}
	line = append(line, ' ')
	for _, c := range b {
		if x.ebcdic {
			c = ebcdic.ToASCII(c)
		}
		if c < ' ' || c > 0x7e {
			c = '.'
		}
		line = append(line, c)
	}
	return append(line, '\n')
}

func cName(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && (isLetter(byte(r)) || isDigit(byte(r))) {
			return r
		}
		return '_'
	}, s)
}

// reverse turns a dump into bytes. Offsets place them: holes become zeroes on a stream and stay as they are in a file.
func (x *xxdRun) reverse(in io.Reader, out *kernel.File) int {
	lines := cmd.NewLineReader(in, '\n')
	var data []byte
	at := int64(0)
	pending := -1 // the first digit of a pair
	for {
		line, _, err := lines.Next()
		if err != nil {
			break
		}
		text := string(line)
		if x.kind != 'p' {
			pending = -1
			head, rest, ok := strings.Cut(text, ":")
			offset, perr := strconv.ParseInt(strings.TrimSpace(head), 16, 64)
			if !ok || perr != nil {
				continue
			}
			offset += x.skip
			if offset != at {
				switch {
				case out != nil:
					_ = x.w.Flush()
					if _, err := out.Seek(offset, io.SeekStart); err != nil {
						return 5
					}
				case offset < at || offset-at > 1<<30:
					_ = x.w.Flush()
					cmd.Errorf(x.p, "sorry, cannot seek backwards.")
					return 5
				default:
					for ; at < offset; at++ {
						_ = x.w.WriteByte(0)
					}
				}
				at = offset
			}
			text, _, _ = strings.Cut(strings.TrimPrefix(rest, " "), "  ")
		}
		data = data[:0]
		for i := range len(text) {
			v, used := digits(text[i:], 16, 1)
			switch {
			case used == 0:
				if x.kind == 'p' && text[i] != ' ' {
					pending = -1
				}
			case pending < 0:
				pending = v
			default:
				data = append(data, byte(pending<<4|v))
				pending = -1
			}
		}
		at += int64(len(data))
		if _, err := x.w.Write(data); err != nil || x.p.Safepoint() != nil {
			break
		}
	}
	return x.w.Finish(0)
}
