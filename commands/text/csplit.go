package text

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
)

var csplitUsage = optparse.Define("csplit", "[OPTION]... FILE PATTERN...", "Output pieces of FILE separated by PATTERN(s) to files 'xx00', 'xx01', ...,\nand output byte counts of each piece to standard output.", `
-b, --suffix-format=FORMAT  use sprintf FORMAT instead of %02d
-f, --prefix=PREFIX        use PREFIX instead of 'xx'
-k, --keep-files           do not remove output files on errors
    --suppress-matched     suppress the lines matching PATTERN
-n, --digits=DIGITS        use specified number of digits instead of 2
-s, --quiet, --silent      do not print counts of output file sizes
!-q                        the same
-z, --elide-empty-files    remove empty output files
`)

// csplitRule is a pattern of csplit: a line number, or a regular expression whose piece is written or skipped.
type csplitRule struct {
	arg    string
	line   int
	re     *pattern.Regexp
	skip   bool
	offset int
	repeat int // times more; -1 for as often as it goes
}

// csplitRun reads the input as far as the patterns need it: a negative offset holds that many lines.
type csplitRun struct {
	p                            *kernel.Process
	w                            *cmd.Writer
	in                           *cmd.LineReader
	lines                        [][]byte // read, not yet given out
	first                        int      // number of lines[0]
	eof                          bool
	prefix, format               string
	keep, quiet, elide, suppress bool
	made                         []string
	out                          *kernel.File
	outName                      string
	size                         int64
	count                        int
}

func csplit(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, csplitUsage)
	if done {
		return status
	}
	c := &csplitRun{p: p, w: cmd.NewWriter(p), prefix: "xx", format: "%02d", first: 1}
	for _, m := range o.Options {
		switch m.Key {
		case "b":
			if !csplitFormat(m.Value) {
				cmd.Errorf(p, "missing %% conversion specification in suffix")
				return 1
			}
			c.format = m.Value
		case "f":
			c.prefix = m.Value
		case "k":
			c.keep = true
		case "n":
			n, err := strconv.Atoi(m.Value)
			if err != nil || n < 0 || n > 100 {
				cmd.Errorf(p, "%s: invalid number", cmd.Quote(m.Value))
				return 1
			}
			c.format = "%0" + strconv.Itoa(n) + "d"
		case "s", "q":
			c.quiet = true
		case "z":
			c.elide = true
		case "suppress-matched":
			c.suppress = true
		}
	}
	if len(o.Args) < 2 {
		return cmd.MissingOperand(p, csplitUsage, o.Args)
	}
	rules, ok := c.rules(o.Args[1:])
	if !ok {
		return 1
	}
	in, err := cmd.Open(p, o.Args[0])
	if err != nil {
		cmd.Errorf(p, "cannot open %s for reading: %s", cmd.Quote(o.Args[0]), kernel.Strerror(err))
		return 1
	}
	defer in.Close()
	c.in = cmd.NewLineReader(in, '\n')
	if !c.run(rules) {
		c.closeOut()
		if !c.keep {
			for _, n := range c.made {
				_ = p.FS().Remove(n)
			}
		}
		return c.w.Finish(1)
	}
	return c.w.Finish(0)
}

// csplitFormat holds a suffix format to one conversion of an integer.
func csplitFormat(f string) bool {
	n := 0
	for i := 0; i < len(f); i++ {
		if f[i] != '%' {
			continue
		}
		i++
		if i < len(f) && f[i] == '%' {
			continue
		}
		for i < len(f) && strings.IndexByte("-+ #0123456789.", f[i]) >= 0 {
			i++
		}
		if i >= len(f) || strings.IndexByte("diouxX", f[i]) < 0 {
			return false
		}
		n++
	}
	return n == 1
}

func (c *csplitRun) rules(args []string) ([]csplitRule, bool) {
	var out []csplitRule
	last := 0
	for i := 0; i < len(args); i++ {
		a := args[i]
		r := csplitRule{arg: a}
		if a != "" && (a[0] == '/' || a[0] == '%') {
			end := strings.LastIndexByte(a, a[0])
			if end == 0 {
				cmd.Errorf(c.p, "%s: closing delimiter '%c' missing", a, a[0])
				return nil, false
			}
			re, err := pattern.BRE(a[1:end], 0)
			if err != nil {
				cmd.Errorf(c.p, "%s: invalid regular expression: %v", cmd.Quote(a), err)
				return nil, false
			}
			r.re, r.skip = re, a[0] == '%'
			if off := a[end+1:]; off != "" {
				n, err := strconv.Atoi(off)
				if err != nil {
					cmd.Errorf(c.p, "%s: integer expected after delimiter", a)
					return nil, false
				}
				r.offset = n
			}
		} else {
			n, err := strconv.Atoi(a)
			switch {
			case err != nil:
				cmd.Errorf(c.p, "%s: invalid pattern", cmd.Quote(a))
				return nil, false
			case n == 0:
				cmd.Errorf(c.p, "%s: line number must be greater than zero", a)
				return nil, false
			case n < last:
				cmd.Errorf(c.p, "line number %s is smaller than preceding line number, %d", cmd.Quote(a), last)
				return nil, false
			case n == last:
				cmd.Errorf(c.p, "warning: line number %s is the same as preceding line number", cmd.Quote(a))
			}
			r.line, last = n, n
		}
		if i+1 < len(args) && strings.HasPrefix(args[i+1], "{") {
			i++
			body, closed := strings.CutSuffix(args[i][1:], "}")
			n, err := strconv.Atoi(body)
			switch {
			case !closed:
				cmd.Errorf(c.p, "%s: '}' is required in repeat count", args[i])
				return nil, false
			case body == "*":
				r.repeat = -1
			case err != nil || n < 0:
				cmd.Errorf(c.p, "%s}: integer required between '{' and '}'", cmd.Quote("{"+body)) // quoted as csplit quotes it
				return nil, false
			default:
				r.repeat = n
			}
		}
		out = append(out, r)
	}
	return out, true
}

// at gives line n, if there is one.
func (c *csplitRun) at(n int) ([]byte, bool) {
	for n-c.first >= len(c.lines) && !c.eof {
		line, terminated, err := c.in.Next()
		if err != nil {
			c.eof = true
			break
		}
		l := bytes.Clone(line)
		if terminated {
			l = append(l, '\n')
		}
		c.lines = append(c.lines, l)
		if n&1023 == 0 && c.p.Safepoint() != nil {
			c.eof = true
		}
	}
	if i := n - c.first; i >= 0 && i < len(c.lines) {
		return c.lines[i], true
	}
	return nil, false
}

// give moves the lines before n to the piece at work, or drops them.
func (c *csplitRun) give(n int, drop bool) bool {
	for c.first < n && len(c.lines) > 0 {
		if !drop && !c.write(c.lines[0]) {
			return false
		}
		c.lines = c.lines[1:]
		c.first++
	}
	return true
}

func (c *csplitRun) write(b []byte) bool {
	for len(b) > 0 {
		n, err := c.out.Write(c.p.Context(), b)
		if err != nil {
			_ = c.w.Flush()
			cmd.Errorf(c.p, "write error for %s: %s", cmd.Quote(c.outName), kernel.Strerror(err))
			return false
		}
		b = b[n:]
		c.size += int64(n)
	}
	return true
}

func (c *csplitRun) begin() bool {
	c.outName = c.prefix + fmt.Sprintf(strings.ReplaceAll(strings.ReplaceAll(c.format, "u", "d"), "i", "d"), c.count)
	f, err := c.p.Open(c.outName, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		_ = c.w.Flush()
		cmd.FileError(c.p, c.outName, err)
		return false
	}
	c.out, c.size = f, 0
	c.made = append(c.made, c.outName)
	c.count++
	return true
}

func (c *csplitRun) closeOut() {
	if c.out != nil {
		_ = c.out.Close()
		c.out = nil
	}
}

func (c *csplitRun) end() {
	c.closeOut()
	if c.size == 0 && c.elide {
		_ = c.p.FS().Remove(c.outName)
		c.made = c.made[:len(c.made)-1]
		c.count--
		return
	}
	if !c.quiet {
		c.w.Int(c.size)
		_ = c.w.WriteByte('\n')
	}
}

// run carries the patterns out, then writes the rest.
func (c *csplitRun) run(rules []csplitRule) bool {
	searchFrom := 1
	for _, r := range rules {
		for k := 0; r.repeat < 0 || k <= r.repeat; k++ {
			if c.p.Safepoint() != nil {
				return false
			}
			if r.re == nil {
				target := r.line * (k + 1)
				if _, ok := c.at(target); !ok {
					if !c.begin() || !c.give(1<<62, false) {
						return false
					}
					c.end()
					_ = c.w.Flush()
					on := ""
					if k > 0 {
						on = fmt.Sprintf(" on repetition %d", k)
					}
					cmd.Errorf(c.p, "%s: line number out of range%s", cmd.Quote(r.arg), on)
					return false
				}
				if !c.begin() || !c.give(target, false) {
					return false
				}
				c.end()
				if c.suppress {
					c.give(target+1, true)
				}
				searchFrom = target + 1
				continue
			}
			n, found := max(searchFrom, c.first), false
			for ; ; n++ {
				line, ok := c.at(n)
				if !ok {
					break
				}
				if r.re.Match(bytes.TrimSuffix(line, []byte("\n"))) {
					found = true
					break
				}
				if r.skip && r.offset >= 0 || n&1023 == 0 {
					if r.skip && r.offset >= 0 {
						c.give(n, true)
					}
					if c.p.Safepoint() != nil {
						return false
					}
				}
			}
			if !found {
				if r.repeat < 0 {
					if r.skip {
						c.give(1<<62, true)
						return true
					}
					return c.rest()
				}
				if !r.skip {
					if !c.begin() || !c.give(1<<62, false) {
						return false
					}
					c.end()
				}
				_ = c.w.Flush()
				on := ""
				if k > 0 {
					on = fmt.Sprintf(" on repetition %d", k)
				}
				cmd.Errorf(c.p, "%s: match not found%s", cmd.Quote(r.arg), on)
				return false
			}
			target := n + r.offset
			if target < c.first {
				_ = c.w.Flush()
				cmd.Errorf(c.p, "%s: line number out of range", cmd.Quote(r.arg))
				return false
			}
			if _, ok := c.at(target); !ok && r.offset > 0 {
				c.at(target - 1)
			}
			if r.skip {
				c.give(target, true)
			} else {
				if !c.begin() || !c.give(target, false) {
					return false
				}
				c.end()
			}
			if c.suppress {
				c.give(target+1, true)
			}
			searchFrom = max(n, target) + 1
		}
	}
	return c.rest()
}

func (c *csplitRun) rest() bool {
	if !c.begin() {
		return false
	}
	for _, l := range c.lines {
		if !c.write(l) {
			return false
		}
	}
	c.lines = nil
	for !c.eof {
		line, terminated, err := c.in.Next()
		if err == io.EOF || err != nil {
			break
		}
		if terminated {
			line = append(line, '\n')
		}
		if !c.write(line) {
			return false
		}
	}
	c.end()
	return true
}
