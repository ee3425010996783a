package text

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var cmpUsage = optparse.Define("cmp", "[OPTION]... FILE1 [FILE2 [SKIP1 [SKIP2]]]", "Compare two files byte by byte.", `
-b, --print-bytes          print differing bytes
-i, --ignore-initial=SKIP  skip first SKIP bytes of both inputs; SKIP1:SKIP2 for each
-l, --verbose              output byte numbers and differing byte values
-n, --bytes=LIMIT          compare at most LIMIT bytes
-s, --quiet                suppress all normal output
    --silent               same as --quiet
-v                         output version information
`).Status(2).NamedHint()

// cmpFiles compares two inputs and tells where they first differ.
func cmpFiles(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, cmpUsage)
	if done {
		return status
	}
	c := cmpRun{p: p, limit: math.MaxInt64}
	for _, m := range o.Options {
		switch m.Key {
		case "b":
			c.bytes = true
		case "l":
			c.list = true
		case "s", "silent":
			c.quiet = true
		case "v":
			_, _ = io.WriteString(p.Stdout(), "cmp (sandpit) 1.0\n")
			return 0
		case "n":
			n, err := cmd.ParseSize(m.Value)
			if err != nil {
				return cmd.UsageError(p, cmpUsage, "invalid --bytes value '%s'", m.Value)
			}
			c.limit = n
		case "i":
			a, b, two := strings.Cut(m.Value, ":")
			if !two {
				b = a
			}
			for i, s := range []string{a, b} {
				n, err := cmd.ParseSize(s)
				if err != nil {
					return cmd.UsageError(p, cmpUsage, "invalid --ignore-initial value '%s'", m.Value)
				}
				c.skip[i] = n
			}
		}
	}
	if c.list && c.quiet {
		return cmd.UsageError(p, cmpUsage, "options -l and -s are incompatible")
	}
	args := o.Args
	if len(args) == 0 {
		return cmd.UsageError(p, cmpUsage, "missing operand after '%s'", p.Args()[len(p.Args())-1])
	}
	if len(args) > 4 {
		return cmd.UsageError(p, cmpUsage, "extra operand '%s'", args[4])
	}
	c.names = [2]string{args[0], "-"}
	if len(args) > 1 {
		c.names[1] = args[1]
	}
	for i := 2; i < len(args); i++ {
		n, err := cmd.ParseSize(args[i])
		if err != nil {
			return cmd.UsageError(p, cmpUsage, "invalid --ignore-initial value '%s'", args[i])
		}
		c.skip[i-2] = n
	}
	if c.names[0] == c.names[1] && c.skip[0] == c.skip[1] {
		return 0
	}
	for i, name := range c.names {
		in, err := cmd.Open(p, name)
		if err == nil {
			if info, serr := in.Stat(); serr == nil && info.IsDir() {
				in.Close()
				if !c.quiet {
					cmd.Errorf(p, "%s: Is a directory", name)
				}
				return 2
			}
		}
		if err != nil {
			if !c.quiet {
				cmd.Errorf(p, "%s: %s", name, kernel.Strerror(err))
			}
			return 2
		}
		defer in.Close()
		c.in[i] = in
	}
	c.w = cmd.NewWriter(p)
	return c.w.FinishAs(c.compare(), 2)
}

type cmpRun struct {
	p     *kernel.Process
	w     *cmd.Writer
	in    [2]*cmd.Input
	names [2]string
	skip  [2]int64
	limit int64
	bytes bool
	list  bool
	quiet bool
}

// fill reads until b is full or the input ends.
func (c *cmpRun) fill(i int, b []byte) (int, error) {
	n, err := io.ReadFull(c.in[i], b)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	if err != nil && !c.quiet {
		cmd.Errorf(c.p, "%s: %s", c.names[i], kernel.Strerror(err))
	}
	return n, err
}

func (c *cmpRun) discard(i int) error {
	if c.skip[i] == 0 {
		return nil
	}
	if info, err := c.in[i].Stat(); err == nil && info.Mode().IsRegular() {
		if _, err := c.in[i].Seek(c.skip[i], io.SeekCurrent); err == nil {
			return nil
		}
	}
	_, err := io.CopyN(io.Discard, c.in[i], c.skip[i])
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return err
}

func (c *cmpRun) compare() int {
	for i := range c.in {
		if c.discard(i) != nil {
			return 2
		}
	}
	var a, b [cmd.BufferSize]byte
	pos, lines, status := int64(0), int64(1), 0
	width := c.offsetWidth()
	endsInNewline := false
	for left := c.limit; left > 0; {
		want := int(min(left, int64(len(a))))
		n, err := c.fill(0, a[:want])
		if err != nil {
			return 2
		}
		m, err := c.fill(1, b[:want])
		if err != nil || c.p.Safepoint() != nil {
			return 2
		}
		k := min(n, m)
		if !bytes.Equal(a[:k], b[:k]) {
			status = 1
			if c.quiet {
				return 1
			}
			for i := range k {
				if a[i] == b[i] {
					continue
				}
				if !c.list {
					lines += int64(bytes.Count(a[:i], []byte{'\n'}))
					c.report(pos+int64(i)+1, lines, a[i], b[i])
					return 1
				}
				if c.bytes {
					c.w.Printf("%*d %3o %-4s %3o %s\n", width, pos+int64(i)+1, a[i], visibleByte(a[i]), b[i], visibleByte(b[i]))
				} else {
					c.w.Printf("%*d %3o %3o\n", width, pos+int64(i)+1, a[i], b[i])
				}
				if c.w.Err() != nil {
					return 2
				}
			}
		}
		lines += int64(bytes.Count(a[:k], []byte{'\n'}))
		pos += int64(k)
		left -= int64(k)
		if k > 0 {
			endsInNewline = a[k-1] == '\n'
		}
		if n != m {
			if !c.quiet {
				short := c.names[0]
				if m < n {
					short = c.names[1]
				}
				_ = c.w.Flush()
				switch {
				case pos == 0:
					cmd.Errorf(c.p, "EOF on %s which is empty", short)
				case c.list:
					cmd.Errorf(c.p, "EOF on %s after byte %d", short, pos)
				case endsInNewline:
					cmd.Errorf(c.p, "EOF on %s after byte %d, line %d", short, pos, lines-1)
				default:
					cmd.Errorf(c.p, "EOF on %s after byte %d, in line %d", short, pos, lines)
				}
			}
			return 1
		}
		if n < want {
			break
		}
	}
	return status
}

// offsetWidth is the column width of -l: as wide as the larger file's size needs.
func (c *cmpRun) offsetWidth() int {
	size := int64(-1)
	for i := range c.in {
		info, err := c.in[i].Stat()
		if err != nil || !info.Mode().IsRegular() {
			return 19
		}
		if n := max(info.Size()-c.skip[i], 0); size < 0 || n < size {
			size = n
		}
	}
	return len(strconv.FormatInt(min(size, c.limit), 10))
}

func (c *cmpRun) report(at, line int64, x, y byte) {
	if c.bytes {
		c.w.Printf("%s %s differ: byte %d, line %d is %3o %s %3o %s\n", c.names[0], c.names[1], at, line, x, visibleByte(x), y, visibleByte(y))
		return
	}
	unit := "char" // POSIX's word, in POSIX's locale
	if cmd.UTF8(c.p) {
		unit = "byte"
	}
	c.w.Printf("%s %s differ: %s %d, line %d\n", c.names[0], c.names[1], unit, at, line)
}

// visibleByte writes a byte as cat -t does: ^X, M-x.
func visibleByte(b byte) string {
	s := ""
	if b >= 0x80 {
		s = "M-"
		b -= 0x80
	}
	switch {
	case b < 0x20:
		return s + "^" + string(rune(b+0x40))
	case b == 0x7f:
		return s + "^?"
	}
	return s + string(rune(b))
}
