package text

import (
	"bytes"
	"context"
	"io"
	"math"
	"sort"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var cutUsage = optparse.Define("cut", "OPTION... [FILE]...", "Print selected parts of lines from each FILE to standard output.", `
-b, --bytes=LIST        select only these bytes
-c, --characters=LIST   select only these characters
-d, --delimiter=DELIM   use DELIM instead of TAB for field delimiter
-f, --fields=LIST       select only these fields;  also print any line\nthat contains no delimiter character, unless\nthe -s option is specified
-n                      (ignored)
    --complement        complement the set of selected bytes, characters\nor fields
-s, --only-delimited    do not print lines not containing delimiters
    --output-delimiter=STRING  use STRING as the output delimiter\nthe default is to use the input delimiter
-z, --zero-terminated   line delimiter is NUL, not newline
`)

// span is an inclusive range counted from one.
type span struct{ low, high int }

func cut(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, cutUsage)
	if done {
		return status
	}
	c := cutter{delim: '\t', eol: '\n'}
	list, mode, outDelim, hasOut, hasDelim := "", byte(0), "", false, false
	for _, m := range o.Options {
		switch m.Key {
		case "b", "c", "f":
			if mode != 0 {
				return cmd.UsageError(p, cutUsage, "only one list may be specified")
			}
			mode, list = m.Key[0], m.Value
		case "d":
			if len(m.Value) > 1 {
				return cmd.UsageError(p, cutUsage, "the delimiter must be a single character")
			}
			c.delim, hasDelim = 0, true
			if m.Value != "" {
				c.delim = m.Value[0]
			}
		case "s":
			c.only = true
		case "complement":
			c.complement = true
		case "output-delimiter":
			outDelim, hasOut = m.Value, true
			if outDelim == "" {
				outDelim = "\x00"
			}
		case "z":
			c.eol = 0
		}
	}
	if mode == 0 {
		return cmd.UsageError(p, cutUsage, "you must specify a list of bytes, characters, or fields")
	}
	if mode != 'f' && hasDelim {
		return cmd.UsageError(p, cutUsage, "an input delimiter may be specified only when operating on fields")
	}
	if mode != 'f' && c.only {
		return cmd.UsageError(p, cutUsage, "suppressing non-delimited lines makes sense\n\tonly when operating on fields")
	}
	spans, problem := parseSpans(list, mode == 'f')
	if problem != "" {
		return cmd.UsageError(p, cutUsage, "%s", problem)
	}
	if c.complement {
		spans = complement(spans)
	}
	c.spans = spans
	c.fields = mode == 'f'
	switch {
	case hasOut:
		c.out = []byte(outDelim)
	case c.fields:
		c.out = []byte{c.delim}
	}
	w := cmd.NewWriter(p)
	if c.fields && c.delim == c.eol {
		return w.Finish(c.cutLines(p, w, o.Args))
	}
	st := cmd.EachInput(p, o.Args, func(in *cmd.Input) error {
		lines := cmd.NewLineReader(in, c.eol)
		for n := 0; ; n++ {
			line, _, err := lines.Next()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			if c.fields {
				c.cutFields(w, line)
			} else {
				c.cutBytes(w, line)
			}
			if w.Err() != nil || n&1023 == 0 && p.Safepoint() != nil {
				return cmd.ErrStop
			}
		}
	})
	return w.Finish(st)
}

type cutter struct {
	spans            []span
	delim, eol       byte
	out              []byte
	fields           bool
	only, complement bool
}

func (c *cutter) cutBytes(w *cmd.Writer, line []byte) {
	first := true
	for _, s := range c.spans {
		if s.low > len(line) {
			break
		}
		if !first && len(c.out) > 0 {
			_, _ = w.Write(c.out)
		}
		first = false
		_, _ = w.Write(line[s.low-1 : min(s.high, len(line))])
	}
	_ = w.WriteByte(c.eol)
}

func (c *cutter) cutFields(w *cmd.Writer, line []byte) {
	if bytes.IndexByte(line, c.delim) < 0 {
		if !c.only {
			_, _ = w.Write(line)
			_ = w.WriteByte(c.eol)
		}
		return
	}
	field, first, rest, more := 1, true, line, true
	for _, s := range c.spans {
		for more && field < s.low {
			i := bytes.IndexByte(rest, c.delim)
			if i < 0 {
				more = false
				break
			}
			rest = rest[i+1:]
			field++
		}
		for more && field <= s.high {
			i := bytes.IndexByte(rest, c.delim)
			part := rest
			if i >= 0 {
				part, rest = rest[:i], rest[i+1:]
			} else {
				more = false
			}
			if !first {
				_, _ = w.Write(c.out)
			}
			first = false
			_, _ = w.Write(part)
			field++
		}
	}
	_ = w.WriteByte(c.eol)
}

// cutLines serves -d with the line's own end: every line is a field of one record.
func (c *cutter) cutLines(p *kernel.Process, w *cmd.Writer, files []string) int {
	return cmd.EachInput(p, files, func(in *cmd.Input) error {
		lines := cmd.NewLineReader(in, c.eol)
		spans, printed := c.spans, false
		for n := 1; ; n++ {
			line, _, err := lines.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
			for len(spans) > 0 && spans[0].high < n {
				spans = spans[1:]
			}
			if len(spans) > 0 && n >= spans[0].low {
				if printed {
					_, _ = w.Write(c.out)
				}
				_, _ = w.Write(line)
				printed = true
			}
			if w.Err() != nil || n&1023 == 0 && p.Safepoint() != nil {
				return cmd.ErrStop
			}
		}
		if printed {
			_ = w.WriteByte(c.eol)
		}
		return nil
	})
}

// parseSpans reads a LIST; problem is GNU's message.
func parseSpans(list string, fields bool) (spans []span, problem string) {
	unit := "byte/character position"
	from1 := "byte/character positions are numbered from 1"
	if fields {
		unit, from1 = "field", "fields are numbered from 1"
	}
	for part := range strings.SplitSeq(strings.NewReplacer(" ", ",", "\t", ",").Replace(list), ",") {
		if part == "" {
			return nil, from1
		}
		low, high, ranged := strings.Cut(part, "-")
		s := span{1, math.MaxInt}
		if ranged && low == "" && high == "" {
			return nil, "invalid range with no endpoint: -"
		}
		for i, text := range []string{low, high} {
			if text == "" || i == 1 && !ranged {
				continue
			}
			n, err := strconv.ParseUint(text, 10, 63)
			if err != nil {
				if strings.HasSuffix(err.Error(), "out of range") {
					return nil, unit + " number " + cmd.QuoteC(text) + " is too large"
				}
				if fields {
					return nil, "invalid field value " + cmd.QuoteC(strings.TrimLeft(text, "0123456789"))
				}
				return nil, "invalid byte/character position " + cmd.QuoteC(strings.TrimLeft(text, "0123456789"))
			}
			if n == 0 {
				return nil, from1
			}
			if i == 0 {
				s.low = int(n)
			} else {
				s.high = int(n)
			}
		}
		if !ranged {
			s.high = s.low
		}
		if s.high < s.low {
			return nil, "invalid decreasing range"
		}
		spans = append(spans, s)
	}
	if len(spans) == 0 {
		return nil, from1
	}
	sort.Slice(spans, func(i, j int) bool { return spans[i].low < spans[j].low })
	merged := spans[:1]
	for _, s := range spans[1:] {
		last := &merged[len(merged)-1]
		if s.low <= last.high {
			last.high = max(last.high, s.high)
		} else {
			merged = append(merged, s)
		}
	}
	return merged, ""
}

func complement(spans []span) []span {
	var out []span
	next := 1
	for _, s := range spans {
		if s.low > next {
			out = append(out, span{next, s.low - 1})
		}
		if s.high == math.MaxInt {
			return out
		}
		next = s.high + 1
	}
	return append(out, span{next, math.MaxInt})
}
