package files

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var cmpUsage = optparse.Define("cmp", "[OPTION]... FILE1 [FILE2 [SKIP1 [SKIP2]]]", "Compare two files byte by byte.", `
-b, --print-bytes          print differing bytes
-i, --ignore-initial=SKIP  skip first SKIP bytes of both inputs
-l, --verbose              output byte numbers and differing byte values
-n, --bytes=LIMIT          compare at most LIMIT bytes
-s, --quiet, --silent      suppress all normal output
`).Status(2).NamedHint()

func cmpCommand(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, cmpUsage)
	if done {
		return status
	}
	if len(o.Args) == 0 {
		return cmd.UsageError(p, cmpUsage, "missing operand after '%s'", p.Args()[len(p.Args())-1])
	}
	names := []string{o.Args[0], "-"}
	if len(o.Args) > 1 {
		names[1] = o.Args[1]
	}
	skip, limit := [2]int64{}, int64(-1)
	for i, a := range o.Args[min(2, len(o.Args)):] {
		n, err := cmd.ParseSize(a)
		if err != nil || i > 1 {
			return cmd.UsageError(p, cmpUsage, "invalid --ignore-initial value '%s'", a)
		}
		skip[i] = n
	}
	if v, ok := o.Value("i"); ok {
		n, err := cmd.ParseSize(v)
		if err != nil {
			return cmd.UsageError(p, cmpUsage, "invalid --ignore-initial value '%s'", v)
		}
		skip = [2]int64{n, n}
	}
	if v, ok := o.Value("n"); ok {
		n, err := cmd.ParseSize(v)
		if err != nil {
			return cmd.UsageError(p, cmpUsage, "invalid --bytes value '%s'", v)
		}
		limit = n
	}
	silent, verbose, show := o.Has("s"), o.Has("l"), o.Has("b")
	var r [2]*bufio.Reader
	for i, name := range names {
		in, err := cmd.Open(p, name)
		if err != nil {
			if !silent {
				cmd.Errorf(p, "%s: %s", name, kernel.Strerror(err))
			}
			return 2
		}
		defer in.Close()
		r[i] = bufio.NewReaderSize(in, cmd.BufferSize)
		_, _ = io.CopyN(io.Discard, r[i], skip[i])
	}
	w := cmd.NewWriter(p)
	line, differs, lastNewline := int64(1), false, false
	at := int64(1)
	for ; limit < 0 || at <= limit; at++ {
		a, ea := r[0].ReadByte()
		b, eb := r[1].ReadByte()
		if at&0xffff == 0 && p.Safepoint() != nil {
			return 2
		}
		if ea != nil || eb != nil {
			for i, err := range []error{ea, eb} {
				if err != nil && err != io.EOF {
					cmd.Errorf(p, "%s: %s", names[i], kernel.Strerror(err))
					return 2
				}
			}
			if ea != nil && eb != nil {
				break
			}
			if !silent {
				_ = w.Flush()
				short := names[0]
				if eb != nil {
					short = names[1]
				}
				switch {
				case at == 1:
					cmd.Errorf(p, "EOF on %s which is empty", short)
				case verbose:
					cmd.Errorf(p, "EOF on %s after byte %d", short, at-1)
				default:
					cmd.Errorf(p, "EOF on %s after byte %d, %s", short, at-1, eofLine(line, lastNewline))
				}
			}
			return w.FinishAs(1, 2)
		}
		lastNewline = a == '\n'
		if a == b {
			if a == '\n' {
				line++
			}
			continue
		}
		differs = true
		if silent {
			return 1
		}
		if !verbose {
			if show {
				w.Printf("%s %s differ: byte %d, line %d is %3o %s %3o %s\n", names[0], names[1], at, line, a, visible(a), b, visible(b))
			} else {
				unit := "char" // what POSIX's locale calls it
				if cmd.UTF8(p) {
					unit = "byte"
				}
				w.Printf("%s %s differ: %s %d, line %d\n", names[0], names[1], unit, at, line)
			}
			return w.FinishAs(1, 2)
		}
		if show {
			w.Printf("%d %3o %-4s %3o %s\n", at, a, visible(a), b, visible(b))
		} else {
			w.Printf("%d %3o %3o\n", at, a, b)
		}
	}
	if differs {
		return w.FinishAs(1, 2)
	}
	return w.FinishAs(0, 2)
}

// eofLine says where a shorter file ended: in the middle of a line or at the end of one.
func eofLine(line int64, whole bool) string {
	if whole {
		return fmt.Sprintf("line %d", line-1)
	}
	return fmt.Sprintf("in line %d", line)
}

// visible shows a byte as cat -v does.
func visible(c byte) string {
	s := ""
	if c >= 0x80 {
		s, c = "M-", c-0x80
	}
	switch {
	case c < ' ':
		return s + "^" + string(rune(c+'@'))
	case c == 0x7f:
		return s + "^?"
	}
	return s + string(rune(c))
}
