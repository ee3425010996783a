package text

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var xxdUsage = optparse.Define("xxd", "[options] [infile [outfile]]", "Make a hex dump or do the reverse.", `
-p       output in plain hexdump style
-r       reverse operation: convert hexdump into binary
-u       use upper case hex letters
-c COLS  format COLS octets per line
-g N     number of octets per group
-l LEN   stop after LEN octets
-s SEEK  start at SEEK bytes
-b       binary digit dump
-i       output in C include file style
-a       accepted for compatibility
-e       little-endian dump
`)

func xxd(_ context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	for i, a := range args { // xxd's words have one dash
		switch a {
		case "-ps", "-plain", "-postscript":
			args[i] = "-p"
		case "-revert":
			args[i] = "-r"
		case "-cols", "-len", "-seek", "-groupsize":
			args[i] = a[:2]
		}
	}
	o, status, done := cmd.ParseArgs(p, xxdUsage, args)
	if done {
		return status
	}
	plain, reverse := o.Has("p"), o.Has("r")
	cols, group, limit, skip := 16, 2, int64(-1), int64(0)
	if plain {
		cols = 30
	}
	if o.Has("b") {
		cols, group = 6, 1
	}
	if o.Has("i") {
		cols = 12
	}
	for _, m := range o.Options {
		n, err := strconv.ParseInt(m.Value, 0, 64)
		if m.HasValue && (err != nil || n < 0) {
			cmd.Errorf(p, "invalid number of %s", m.Key)
			return 1
		}
		switch m.Key {
		case "c":
			if n == 0 {
				n = int64(cols)
			}
			cols = int(min(n, 256))
		case "g":
			group = int(min(n, 256))
		case "l":
			limit = n
		case "s":
			skip = n
		}
	}
	name := "-"
	if len(o.Args) > 0 {
		name = o.Args[0]
	}
	in, err := cmd.Open(p, name)
	if err != nil {
		cmd.FileError(p, name, err)
		return 2
	}
	defer in.Close()
	w := cmd.NewWriter(p)
	if reverse {
		return xxdReverse(w, in, plain)
	}
	if err := discard(in, skip); err != nil {
		return 1
	}
	hexDigits := "0123456789abcdef"
	if o.Has("u") {
		hexDigits = "0123456789ABCDEF"
	}
	if group == 0 {
		group = cols
	}
	buf := make([]byte, cols)
	offset := skip
	var line []byte
	first := true
	if o.Has("i") && name != "-" {
		w.Printf("unsigned char %s[] = {\n", cName(name))
	}
	total := int64(0)
	for limit != 0 && w.Err() == nil && p.Safepoint() == nil {
		want := int64(cols)
		if limit > 0 {
			want = min(want, limit)
		}
		n, err := io.ReadFull(in, buf[:want])
		if limit > 0 {
			limit -= int64(n)
		}
		if n > 0 {
			b := buf[:n]
			line = line[:0]
			switch {
			case o.Has("i"):
				if !first {
					line = append(line, ",\n"...)
				}
				for i, c := range b {
					if i > 0 {
						line = append(line, ',', ' ')
					} else {
						line = append(line, "  "...)
					}
					line = append(line, '0', 'x', hexDigits[c>>4], hexDigits[c&15])
				}
			case plain:
				for _, c := range b {
					line = append(line, hexDigits[c>>4], hexDigits[c&15])
				}
				line = append(line, '\n')
			default:
				line = append(line, fmt.Sprintf("%08x: ", offset)...)
				for i := range cols {
					switch {
					case i >= n && o.Has("b"):
						line = append(line, "        "...)
					case i >= n:
						line = append(line, "  "...)
					case o.Has("b"):
						line = append(line, fmt.Sprintf("%08b", b[i])...)
					default:
						line = append(line, hexDigits[b[i]>>4], hexDigits[b[i]&15])
					}
					if (i+1)%group == 0 || i+1 == cols {
						line = append(line, ' ')
					}
				}
				line = append(line, ' ')
				for _, c := range b {
					if c < ' ' || c > 0x7e {
						c = '.'
					}
					line = append(line, c)
				}
				line = append(line, '\n')
			}
			_, _ = w.Write(line)
			first = false
			offset += int64(n)
			total += int64(n)
		}
		if err != nil {
			break
		}
	}
	if o.Has("i") {
		if total > 0 {
			_ = w.WriteByte('\n')
		}
		if name != "-" {
			w.Printf("};\nunsigned int %s_len = %d;\n", cName(name), total)
		}
	}
	return w.Finish(0)
}

func cName(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && (isLetter(byte(r)) || isDigit(byte(r))) {
			return r
		}
		return '_'
	}, s)
}

func xxdReverse(w *cmd.Writer, in io.Reader, plain bool) int {
	lines := cmd.NewLineReader(in, '\n')
	var half []byte
	for {
		line, _, err := lines.Next()
		if err != nil {
			break
		}
		text := string(line)
		if !plain {
			_, rest, ok := strings.Cut(text, ":")
			if !ok {
				continue
			}
			text, _, _ = strings.Cut(strings.TrimPrefix(rest, " "), "  ")
		}
		for i := range len(text) {
			if strings.IndexByte("0123456789abcdefABCDEF", text[i]) >= 0 {
				half = append(half, text[i])
			}
		}
		n := len(half) &^ 1
		out := make([]byte, n/2)
		_, _ = hex.Decode(out, half[:n])
		half = append(half[:0], half[n:]...)
		if !plain {
			half = half[:0]
		}
		if _, err := w.Write(out); err != nil {
			break
		}
	}
	return w.Finish(0)
}
