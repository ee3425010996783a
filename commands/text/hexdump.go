package text

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var hexdumpUsage = optparse.Define("hexdump", "[options] <file>...", "Display file contents in hexadecimal, decimal, octal, or ascii.", `
-b, --one-byte-octal     one-byte octal display
-c, --one-byte-char      one-byte character display
-C, --canonical          canonical hex+ASCII display
-d, --two-bytes-decimal  two-byte decimal display
-e, --format <format>    format string to be used for displaying data
-f, --format-file <file>  file that contains format strings
-n, --length <length>    interpret only length bytes of input
-o, --two-bytes-octal    two-byte octal display
-s, --skip <offset>      skip offset bytes from the beginning
-v, --no-squeezing       output identical lines
-x, --two-bytes-hex      two-byte hexadecimal display
`)

// hexdump knows util-linux' fixed formats and its format strings; one kind at a time.
func hexdump(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, hexdumpUsage)
	if done {
		return status
	}
	kinds := []byte{}
	var formats []*hexFormat
	skip, limit := int64(0), int64(-1)
	if cmd.Name(p) == "hd" {
		kinds = append(kinds, 'C')
	}
	for _, m := range o.Options {
		var err error
		switch m.Key {
		case "n":
			limit, err = parseOdNumber(m.Value)
		case "s":
			skip, err = parseOdNumber(m.Value)
		case "v":
		case "e", "f":
			text := m.Value
			if m.Key == "f" {
				data, rerr := p.FS().ReadFile(m.Value)
				if rerr != nil {
					cmd.Errorf(p, "can't read %s: %s", m.Value, kernel.Strerror(rerr))
					return 1
				}
				text = strings.TrimSuffix(string(data), "\n")
			}
			for line := range strings.SplitSeq(text, "\n") {
				if m.Key == "f" && (line == "" || strings.HasPrefix(strings.TrimLeft(line, " \t"), "#")) {
					continue
				}
				f, ferr := parseHexFormat(line)
				if ferr != nil {
					cmd.Errorf(p, "bad format {%s}", line)
					return 1
				}
				formats = append(formats, f)
			}
		default:
			kinds = append(kinds, m.Key[0])
		}
		if err != nil {
			cmd.Errorf(p, "failed to parse %s: '%s': Invalid argument", map[string]string{"n": "length", "s": "offset"}[m.Key], m.Value)
			return 1
		}
	}
	if len(kinds) == 0 {
		kinds = []byte{0}
	}
	names := o.Args
	if len(names) == 0 {
		names = []string{"-"}
	}
	in := &odInput{p: p, names: names}
	defer in.close()
	if _, err := io.CopyN(io.Discard, in, skip); err != nil && !errors.Is(err, io.EOF) {
		return 1
	}
	var r io.Reader = in
	if limit >= 0 {
		r = io.LimitReader(in, limit)
	}
	w := cmd.NewWriter(p)
	if formats != nil {
		d := &hexDumper{p: p, w: w, formats: formats, all: o.Has("v")}
		d.run(ctx, r, skip)
		return w.Finish(in.status)
	}
	buf := newBufferedReader(r)
	var cur, prev [16]byte
	starred, first, offset := false, true, skip
	var line []byte
	for w.Err() == nil {
		n, _ := io.ReadFull(buf, cur[:])
		if n == 0 {
			break
		}
		if n == 16 && !first && !o.Has("v") && bytes.Equal(cur[:], prev[:]) {
			if !starred {
				_, _ = w.WriteString("*\n")
				starred = true
			}
		} else {
			starred = false
			clear(cur[n:])
			for _, kind := range kinds {
				line = appendHexdumpLine(line[:0], kind, offset, cur[:], n)
				_, _ = w.Write(line)
			}
		}
		first, prev = false, cur
		offset += int64(n)
		if n < 16 {
			break
		}
	}
	if !first {
		width := 7
		if kinds[len(kinds)-1] == 'C' {
			width = 8
		}
		_, _ = w.Write(append(appendPadded(line[:0], strconv.FormatInt(offset, 16), width, '0'), '\n'))
	}
	if in.status != 0 && first {
		cmd.Errorf(p, "all input file arguments failed")
	}
	return w.Finish(in.status)
}

// appendHexdumpLine writes one line of n bytes; rows are blank-filled to their full width, as hexdump's are.
func appendHexdumpLine(b []byte, kind byte, offset int64, data []byte, n int) []byte {
	address := strconv.FormatInt(offset, 16)
	if kind == 'C' {
		b = appendPadded(b, address, 8, '0')
		b = append(b, "  "...)
		for i := range 16 {
			if i < n {
				b = append(appendPadded(b, strconv.FormatInt(int64(data[i]), 16), 2, '0'), ' ')
			} else {
				b = append(b, "   "...)
			}
			if i == 7 {
				b = append(b, ' ')
			}
		}
		b = append(b, " |"...)
		for _, c := range data[:n] {
			if c < ' ' || c > '~' {
				c = '.'
			}
			b = append(b, c)
		}
		return append(b, "|\n"...)
	}
	b = appendPadded(b, address, 7, '0')
	for i := 0; i < 16; {
		size, width, base, lead := 2, 4, 16, 1
		switch kind {
		case 'b':
			size, width, base = 1, 3, 8
		case 'c':
			size, width, base = 1, 3, 0
		case 'd':
			lead, width, base = 3, 5, 10
		case 'o':
			lead, width, base = 2, 6, 8
		case 'x':
			lead = 4
		}
		b = appendPadded(b, "", lead, ' ')
		switch {
		case i >= n:
			b = appendPadded(b, "", width, ' ')
		case base == 0:
			b = (&odRun{}).value(b, odSpec{kind: 'c', size: 1, field: 3}, data[i:i+1], 3)
		default:
			v := int64(data[i])
			if size == 2 {
				v |= int64(data[i+1]) << 8
			}
			b = appendPadded(b, strconv.FormatInt(v, base), width, '0')
		}
		i += size
	}
	return append(b, '\n')
}
