package text

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var iconvUsage = optparse.Define("iconv", "[OPTION...] [FILE...]", "Convert encoding of given files from one encoding to another.", `
-f, --from-code=NAME  encoding of original text
-t, --to-code=NAME    encoding for output
-l, --list            list all known coded character sets
-c                    omit invalid characters from output
-o, --output=FILE     output file
-s, --silent          suppress warnings
    --verbose         print progress information
`)

// iconvRun is one conversion. The position of errors counts the bytes of all input.
type iconvRun struct {
	p            *kernel.Process
	w            *cmd.Writer
	from, to     charset
	omit, ignore bool
	at           int64
	bad          int64 // where the first character was that //IGNORE left out, -1 without
	out          []byte
	translit     bool
}

func iconv(_ context.Context, p *kernel.Process) int {
	o, err := iconvUsage.Parse(p.Args()[1:])
	if err != nil {
		cmd.Errorf(p, "%s", err)
		cmd.Raw(p, "Try `"+cmd.Name(p)+" --help' or `"+cmd.Name(p)+" --usage' for more information.\n")
		return 64
	}
	if n := len(o.Options); n > 0 && cmd.Standard(p, iconvUsage, o.Options[n-1].Key) {
		return 0
	}
	own := "ANSI_X3.4-1968"
	if cmd.UTF8(p) {
		own = "UTF-8"
	}
	from, to, output := own, own, ""
	r := &iconvRun{p: p, w: cmd.NewWriter(p), bad: -1}
	for _, m := range o.Options {
		switch m.Key {
		case "f":
			from = m.Value
		case "t":
			to = m.Value
		case "c":
			r.omit = true
		case "o":
			output = m.Value
		case "l":
			for _, name := range charsetNames() {
				_, _ = r.w.WriteString(name + "//\n")
			}
			return r.w.Finish(0)
		}
	}
	from, _, _ = strings.Cut(from, "//")
	to, flags, _ := strings.Cut(to, "//")
	for flag := range strings.FieldsFuncSeq(strings.ToUpper(flags), func(c rune) bool { return c == '/' || c == ',' }) {
		r.ignore = r.ignore || flag == "IGNORE"
		r.translit = r.translit || flag == "TRANSLIT"
	}
	var okFrom, okTo bool
	r.from, okFrom = findCharset(from)
	r.to, okTo = findCharset(to)
	if !okFrom || !okTo {
		cmd.Errorf(p, "failed to start conversion processing")
		return 1
	}
	if output != "" {
		f, err := p.Open(output, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			cmd.Errorf(p, "unable to open output file: %s", kernel.Strerror(err))
			return 1
		}
		defer func() { _ = f.Close() }()
		r.w = cmd.NewFileWriter(p, pipeEnd{p.Context(), f})
	}
	files := o.Args
	if len(files) == 0 {
		files = []string{"-"}
	}
	status := 0
	for _, name := range files {
		in, err := cmd.Open(p, name)
		if err != nil {
			_ = r.w.Flush()
			cmd.Errorf(p, "cannot open input file `%s': %s", name, kernel.Strerror(err))
			status = 1
			continue
		}
		err = r.file(in)
		in.Close()
		if err != nil {
			_ = r.w.Flush()
			cmd.Errorf(p, "%s", err)
			return 1
		}
	}
	if r.bad >= 0 {
		_ = r.w.Flush()
		cmd.Errorf(p, "illegal input sequence at position %d", r.at)
		status = 1
	}
	return r.w.Finish(status)
}

var errIncomplete = errors.New("incomplete character or shift sequence at end of buffer")

// file converts one input in pieces.
func (r *iconvRun) file(in io.Reader) error {
	buf := make([]byte, 0, cmd.BufferSize)
	for {
		n, err := in.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		end := err != nil
		used, cerr := r.convert(buf, end)
		buf = buf[:copy(buf, buf[used:])]
		if _, werr := r.w.Write(r.out); werr != nil {
			return nil
		}
		r.out = r.out[:0]
		switch {
		case cerr != nil:
			return cerr
		case err == io.EOF:
			return nil
		case err != nil:
			return errors.New("unable to read input: " + kernel.Strerror(err))
		case r.p.Safepoint() != nil:
			return nil
		}
	}
}

// convert takes as many characters as b holds whole.
func (r *iconvRun) convert(b []byte, end bool) (used int, err error) {
	for used < len(b) {
		c, n := r.from.decode(b[used:], r.at == 0)
		switch {
		case n > 0 && c >= 0:
			if !r.encode(c) {
				switch {
				case r.omit:
				case r.ignore:
					r.bad = r.at
				default:
					return used, illegalAt(r.at)
				}
			}
		case n == 0: // cut
			if !end {
				return used, nil
			}
			return used, errIncomplete
		case n > 0: // a mark
		case r.omit:
			n = 1
		case r.ignore:
			r.bad = r.at
			n = 1
		default:
			return used, illegalAt(r.at)
		}
		used += n
		r.at += int64(n)
	}
	return used, nil
}

func illegalAt(n int64) error { return fmt.Errorf("illegal input sequence at position %d", n) }

// encode appends a character, or with //TRANSLIT what looks like it.
func (r *iconvRun) encode(c rune) bool {
	out, ok := r.to.encode(r.out, c)
	if !ok && r.translit {
		with, known := transliteration(c)
		if !known {
			with = "?"
		}
		for _, t := range with {
			if out, ok = r.to.encode(r.out, t); !ok {
				return false
			}
			r.out = out
		}
		return true
	}
	if ok {
		r.out = out
	}
	return ok
}
