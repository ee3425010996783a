package text

import (
	"context"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var shufUsage = optparse.Define("shuf", "[OPTION]... [FILE]\n-e [OPTION]... [ARG]...\n-i LO-HI [OPTION]...",
	"Write a random permutation of the input lines to standard output.", `
-e, --echo              treat each ARG as an input line
-i, --input-range=LO-HI  treat each number LO through HI as an input line
-n, --head-count=COUNT  output at most COUNT lines
-o, --output=FILE       write result to FILE instead of standard output
    --random-source=FILE  get random bytes from FILE
-r, --repeat            output lines can be repeated
-z, --zero-terminated   line delimiter is NUL, not newline
`)

// shuf holds its whole input: any line may come first.
func shuf(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, shufUsage)
	if done {
		return status
	}
	count, eol := int64(-1), byte('\n')
	low, high, ranged := uint64(0), uint64(0), false
	output, source := "", ""
	for _, m := range o.Options {
		switch m.Key {
		case "n":
			n, err := strconv.ParseInt(m.Value, 10, 64)
			if err != nil || n < 0 {
				cmd.Errorf(p, "invalid line count: %s", cmd.QuoteC(m.Value))
				return 1
			}
			count = n
		case "i":
			a, b, ok := strings.Cut(m.Value, "-")
			lo, err1 := strconv.ParseUint(a, 10, 63)
			hi, err2 := strconv.ParseUint(b, 10, 63)
			if ranged {
				cmd.Errorf(p, "multiple -i options specified")
				return 1
			}
			switch {
			case ok && err1 != nil && a != "":
				cmd.Errorf(p, "invalid input range: %s", cmd.QuoteC(a))
				return 1
			case ok && err1 == nil && err2 != nil:
				cmd.Errorf(p, "invalid input range: %s", cmd.QuoteC(b))
				return 1
			}
			if !ok || err1 != nil || err2 != nil || lo > hi+1 {
				cmd.Errorf(p, "invalid input range: %s", cmd.QuoteC(m.Value))
				return 1
			}
			low, high, ranged = lo, hi, true
		case "o":
			output = m.Value
		case "z":
			eol = 0
		case "random-source":
			source = m.Value
		}
	}
	if ranged && o.Has("e") {
		return cmd.UsageError(p, shufUsage, "cannot combine -e and -i options")
	}
	random, err := openRandom(p, source)
	if err != nil {
		cmd.FileError(p, source, err)
		return 1
	}
	defer random.close()
	exhausted := func() int {
		cmd.Errorf(p, "'%s': end of file", source)
		return 1
	}
	var lines []string
	size := uint64(0)
	switch {
	case ranged:
		if len(o.Args) > 0 {
			return cmd.ExtraOperand(p, shufUsage, o.Args[0])
		}
		size = high - low + 1
	case o.Has("e"):
		lines = o.Args
		size = uint64(len(lines))
	default:
		if len(o.Args) > 1 {
			return cmd.ExtraOperand(p, shufUsage, o.Args[1])
		}
		name := "-"
		if len(o.Args) == 1 {
			name = o.Args[0]
		}
		in, err := cmd.Open(p, name)
		if err != nil {
			cmd.FileError(p, name, err)
			return 1
		}
		defer in.Close()
		r := cmd.NewLineReader(in, eol)
		seen, sample := uint64(0), count > 0 && !o.Has("r") && sampled(in)
		for count != 0 || o.Has("r") { // -n 0 reads nothing
			line, _, err := r.Next()
			if err == io.EOF {
				if sample && int64(len(lines)) == count { // GNU's shuf chooses before it reads
					if _, err := random.choose(seen + 1); err != nil {
						return exhausted()
					}
				}
				break
			}
			if err != nil {
				cmd.FileError(p, name, err)
				return 1
			}
			if sample && int64(len(lines)) == count { // any of those kept may give way
				j, err := random.choose(seen + 1)
				if err != nil {
					return exhausted()
				}
				if seen++; j < uint64(count) {
					lines[j] = string(line)
				}
				continue
			}
			seen++
			lines = append(lines, string(line))
		}
		size = uint64(len(lines))
	}
	w := cmd.NewWriter(p)
	if output != "" {
		f, err := p.FS().OpenFile(output, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			cmd.FileError(p, output, err)
			return 1
		}
		defer func() { _ = f.Close() }()
		w = cmd.NewFileWriter(p, f)
	}
	put := func(i uint64) {
		if ranged {
			w.Int(int64(low + i))
		} else {
			_, _ = w.WriteString(lines[i])
		}
		_ = w.WriteByte(eol)
	}
	if o.Has("r") {
		if size == 0 && count != 0 {
			cmd.Errorf(p, "no lines to repeat")
			return 1
		}
		for n := int64(0); n != count && w.Err() == nil; n++ {
			i, err := random.choose(size)
			if err != nil {
				_ = w.Finish(1)
				return exhausted()
			}
			put(i)
			if n&1023 == 0 && p.Safepoint() != nil {
				break
			}
		}
		return w.Finish(0)
	}
	want := size
	if count >= 0 {
		want = min(size, uint64(count))
	}
	// A sparse Fisher-Yates: only moved places are remembered, so a huge range with a small count stays small.
	moved := map[uint64]uint64{}
	at := func(i uint64) uint64 {
		if v, ok := moved[i]; ok {
			return v
		}
		return i
	}
	for i := uint64(0); i < want && w.Err() == nil; i++ {
		j, err := random.choose(size - i)
		if err != nil {
			return exhausted()
		}
		j += i
		v := at(j)
		moved[j] = at(i)
		delete(moved, i)
		put(v)
		if i&1023 == 0 && p.Safepoint() != nil {
			break
		}
	}
	return w.Finish(0)
}

// sampled tells that an input may be longer than can be held: -n keeps a sample of it while it is read.
func sampled(in *cmd.Input) bool {
	info, err := in.Stat()
	return err != nil || !info.Mode().IsRegular() || info.Size() > 8<<20
}
