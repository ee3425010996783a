package text

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"strconv"

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
`).Digits()

func stringsCommand(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, stringsUsage)
	if done {
		return status
	}
	least, radix := 4, ""
	for _, m := range o.Options {
		switch m.Key {
		case "n", "digits":
			n, err := strconv.ParseUint(m.Value, 0, 20)
			if err != nil || n == 0 {
				cmd.Errorf(p, "invalid minimum string length %s", m.Value)
				return 1
			}
			least = int(n)
		case "t":
			radix = m.Value
		case "o":
			radix = "o"
		}
	}
	w := cmd.NewWriter(p)
	for _, f := range o.Args {
		if _, err := p.FS().Stat(f); errors.Is(err, fs.ErrNotExist) {
			cmd.Errorf(p, "'%s': No such file", f)
			return 1
		}
	}
	st := cmd.EachInput(p, o.Args, func(in *cmd.Input) error {
		buf := make([]byte, cmd.BufferSize)
		var run []byte
		length, start, offset := 0, int64(0), int64(0)
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
				if c >= ' ' && c < 0x7f || c == '\t' {
					if length == 0 {
						start, run = offset, run[:0]
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
						_ = w.WriteByte('\n')
					}
					length = 0
				}
				offset++
			}
			if w.Err() != nil {
				return cmd.ErrStop
			}
			if err == io.EOF {
				if length >= least {
					_ = w.WriteByte('\n')
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
