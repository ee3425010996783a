package text

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var stringsUsage = optparse.Define("strings", "[option(s)] [file(s)]", "Display printable strings in [file(s)] (stdin by default)", `
-a, --all              scan the entire file
-f, --print-file-name  print the name of the file before each string
-n, --bytes=MIN        print any sequence of at least MIN characters (default 4)
-t, --radix=RADIX      print the location of the string in base 8, 10 or 16
-o                     an alias for --radix=o
-w, --include-all-whitespace  include all whitespace as valid string characters
-s, --output-separator=STRING  string used to separate strings in output
-e, --encoding=S       select character size and endianness:\ns = 7-bit, S = 8-bit, {b,l} = 16-bit, {B,L} = 32-bit
`).Digits()

func stringsCommand(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, stringsUsage)
	if done {
		return status
	}
	least, radix, end, encoding := 4, "", "\n", byte('s')
	for _, m := range o.Options {
		switch m.Key {
		case "n", "digits":
			n, err := strconv.ParseUint(m.Value, 0, 20)
			if err != nil || n == 0 {
				if err != nil {
					cmd.Errorf(p, "invalid integer argument %s", m.Value)
				} else {
					cmd.Errorf(p, "invalid minimum string length %s", m.Value)
				}
				return 1
			}
			least = int(n)
		case "t":
			radix = m.Value
		case "o":
			radix = "o"
		case "s":
			end = m.Value
		case "e":
			if len(m.Value) != 1 || strings.IndexByte("sSblBL", m.Value[0]) < 0 {
				return cmd.UsageErrorHint(p, stringsUsage)
			}
			encoding = m.Value[0]
		}
	}
	w := cmd.NewWriter(p)
	names := slices.DeleteFunc(o.Args, func(s string) bool { return s == "-" && len(o.Args) > 1 }) // "-" is -a there
	wide := map[byte]int{'b': 2, 'l': 2, 'B': 4, 'L': 4}[encoding]
	prints := func(c byte) bool {
		return c >= ' ' && c < 0x7f || c == '\t' || o.Has("w") && c >= '\n' && c <= '\r' || encoding == 'S' && c >= 0x80
	}
	for _, f := range names {
		if _, err := p.FS().Stat(f); errors.Is(err, fs.ErrNotExist) {
			cmd.Errorf(p, "'%s': No such file", f)
			return 1
		}
	}
	st := cmd.EachInput(p, names, func(in *cmd.Input) error {
		buf := make([]byte, cmd.BufferSize)
		var run []byte
		length, start, offset := 0, int64(0), int64(0)
		var unit []byte // of a wide character
		begin := func() {
			if o.Has("f") {
				_, _ = w.WriteString(in.Name + ": ")
			}
			switch radix {
			case "o":
				w.Printf("%7o ", start)
			case "d":
				w.Printf("%7d ", start)
			case "x":
				w.Printf("%7x ", start)
			}
			_, _ = w.Write(run)
		}
		for {
			n, err := in.Read(buf)
			for _, c := range buf[:n] {
				at := offset
				if wide > 0 {
					offset++
					if unit = append(unit, c); len(unit) < wide {
						continue
					}
					at -= int64(wide - 1)
					c = wideChar(unit, encoding)
					unit = unit[:0]
				}
				if prints(c) {
					if length == 0 {
						start, run = at, run[:0]
					}
					length++
					switch {
					case length < least:
						run = append(run, c)
					case length == least:
						run = append(run, c)
						begin()
					default:
						_ = w.WriteByte(c)
					}
				} else {
					if length >= least {
						_, _ = w.WriteString(end)
					}
					length = 0
				}
				if wide == 0 {
					offset++
				}
			}
			if w.Err() != nil {
				return cmd.ErrStop
			}
			if err == io.EOF {
				if length >= least {
					_, _ = w.WriteString(end)
				}
				return nil
			}
			if err != nil {
				return err
			}
		}
	})
	return w.Finish(st)
}

// wideChar is the character of a 16- or 32-bit unit, 0 when it is not ASCII.
func wideChar(unit []byte, encoding byte) byte {
	low := 0
	if encoding == 'b' || encoding == 'B' {
		low = len(unit) - 1
	}
	for i, c := range unit {
		if i != low && c != 0 {
			return 0
		}
	}
	return unit[low]
}
