package text

import (
	"context"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/runewidth"
	"github.com/sandpit-dev/sandpit/kernel"
)

var columnUsage = optparse.Define("column", "[options] [<file>...]", "Columnate lists.", `
-t, --table                      create a table
-n, --table-name <name>          table name for JSON output
-O, --table-order <columns>      specify order of output columns
-N, --table-columns <names>      comma separated columns names
-l, --table-columns-limit <num>  maximal number of input columns
-E, --table-noextreme <columns>  accepted for compatibility
-d, --table-noheadings           don't print header
-e, --table-header-repeat        accepted for compatibility
-H, --table-hide <columns>       don't print the columns
-R, --table-right <columns>      right align text in these columns
-T, --table-truncate <columns>   accepted for compatibility
-W, --table-wrap <columns>       accepted for compatibility
-L, --keep-empty-lines           don't ignore empty lines
-J, --json                       use JSON output format for table
-c, --output-width <width>       width of output in number of characters
-o, --output-separator <string>  columns separator for table output
-s, --separator <string>         possible table delimiters
-x, --fillrows                   fill rows before columns
`)

// maxColumnEntries bounds what is held to be aligned.
const maxColumnEntries = 4 << 20

type columner struct {
	p      *kernel.Process
	w      *cmd.Writer
	o      *optparse.Result
	names  []string
	inSep  string
	outSep string
	greedy bool
	limit  int
	rows   [][]string // table mode; a nil row is an empty line
	lines  []string
}

func column(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, columnUsage)
	if done {
		return status
	}
	c := &columner{p: p, w: cmd.NewWriter(p), o: o, inSep: " \t", outSep: "  ", greedy: true}
	width := 80
	if n, err := strconv.Atoi(p.Getenv("COLUMNS")); err == nil && n > 0 {
		width = n
	}
	for _, m := range o.Options {
		switch m.Key {
		case "N":
			c.names = strings.Split(m.Value, ",")
		case "l":
			n, err := strconv.ParseUint(m.Value, 10, 31)
			if err != nil || n == 0 {
				cmd.Errorf(p, "invalid columns limit argument: '%s'", m.Value)
				return 1
			}
			c.limit = int(n)
		case "s":
			c.inSep, c.greedy = cEscapes(m.Value), false
		case "o":
			c.outSep = cEscapes(m.Value)
		case "c":
			if m.Value == "unlimited" {
				width = math.MaxInt32
				continue
			}
			n, err := strconv.ParseUint(m.Value, 10, 31)
			if err != nil {
				cmd.Errorf(p, "invalid columns argument: '%s'", m.Value)
				return 1
			}
			width = int(n)
		}
	}
	table := o.Has("t") || o.Has("J")
	if !table && (c.names != nil || o.Has("H") || o.Has("O") || o.Has("R") || o.Has("d")) {
		cmd.Errorf(p, "option --table required for all --table-*")
		return 1
	}
	if o.Has("J") && c.names == nil {
		cmd.Errorf(p, "option --table-columns required for --json")
		return 1
	}
	keep := o.Has("L")
	count := 0
	status = cmd.EachInput(p, o.Args, func(in *cmd.Input) error {
		lines := cmd.NewLineReader(in, '\n')
		for {
			raw, _, err := lines.Next()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			if count++; count > maxColumnEntries {
				return errTooMany
			}
			line := string(raw)
			trimmed := strings.TrimLeft(line, " \t\r\v\f")
			switch {
			case trimmed == "" && !keep:
			case !table:
				c.lines = append(c.lines, line)
			case trimmed == "":
				c.rows = append(c.rows, nil)
			default:
				c.rows = append(c.rows, c.split(line))
			}
		}
	})
	switch {
	case !table:
		c.fill(width, o.Has("x"))
	default:
		if problem := c.table(); problem != "" {
			cmd.Errorf(p, "%s", problem)
			return 1
		}
	}
	return c.w.Finish(status)
}

var errTooMany = cmd.ErrOverflow

// cEscapes resolves the backslash escapes that util-linux allows in separators.
func cEscapes(s string) string {
	out, _ := echoEscapes(s)
	return out
}

func (c *columner) split(line string) []string {
	var out []string
	if c.greedy {
		out = strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(c.inSep, r) })
	} else {
		for {
			i := strings.IndexAny(line, c.inSep)
			if i < 0 {
				out = append(out, line)
				break
			}
			out, line = append(out, line[:i]), line[i+1:]
		}
	}
	if c.limit > 0 && len(out) > c.limit {
		// The rest of the line goes into the last column as it is.
		rest := line
		if c.greedy {
			rest = line
			for range c.limit - 1 {
				rest = strings.TrimLeft(rest, c.inSep)
				rest = rest[strings.IndexAny(rest, c.inSep):]
			}
			rest = strings.TrimLeft(rest, c.inSep)
		} else {
			rest = strings.Join(out[c.limit-1:], c.inSep[:1])
		}
		out = append(out[:c.limit-1:c.limit-1], rest)
	}
	return out
}

func cells(s string) int {
	n := 0
	for _, r := range s {
		n += runewidth.Of(r)
	}
	return n
}

// fill lays the lines out in as many columns as fit, padded with tabs.
func (c *columner) fill(width int, rows bool) {
	most := 0
	for _, l := range c.lines {
		most = max(most, cells(l))
	}
	if most >= width {
		for _, l := range c.lines {
			_, _ = c.w.WriteString(l + "\n")
		}
		return
	}
	most = (most + 8) &^ 7
	columns := max(width/most, 1)
	n := len(c.lines)
	put := func(i, col int, last bool) {
		_, _ = c.w.WriteString(c.lines[i])
		if last {
			return
		}
		at := col*most + cells(c.lines[i])
		for next := (at + 8) &^ 7; next <= (col+1)*most; next = (at + 8) &^ 7 {
			_ = c.w.WriteByte('\t')
			at = next
		}
	}
	if rows {
		for i := range n {
			last := i == n-1 || i%columns == columns-1
			put(i, i%columns, last)
			if last {
				_ = c.w.WriteByte('\n')
			}
		}
		return
	}
	height := (n + columns - 1) / columns
	for row := range height {
		for col := range columns {
			i := row + col*height
			if i >= n {
				break
			}
			put(i, col, col == columns-1 || i+height >= n)
		}
		_ = c.w.WriteByte('\n')
	}
}

// pick resolves a list of columns, by number or by name.
func (c *columner) pick(list string, n int) ([]int, string) {
	var out []int
	for name := range strings.SplitSeq(list, ",") {
		at := -1
		if i, err := strconv.Atoi(name); err == nil && i >= 0 {
			if at = i - 1; i == 0 {
				for k := range n {
					out = append(out, k)
				}
				continue
			}
		} else {
			for i, known := range c.names {
				if known == name {
					at = i
				}
			}
			if at < 0 && name == "-" {
				for k := len(c.names); k < n; k++ {
					out = append(out, k)
				}
				continue
			}
		}
		if at < 0 {
			return nil, "undefined column name '" + name + "'"
		}
		if at < n {
			out = append(out, at)
		}
	}
	return out, ""
}

func (c *columner) table() string {
	n := len(c.names)
	for _, r := range c.rows {
		n = max(n, len(r))
	}
	if len(c.rows) == 0 {
		return ""
	}
	right, hidden, order := map[int]bool{}, map[int]bool{}, []int(nil)
	for _, m := range c.o.Options {
		if m.Key != "R" && m.Key != "H" && m.Key != "O" {
			continue
		}
		list, problem := c.pick(m.Value, n)
		if problem != "" {
			return problem
		}
		for _, i := range list {
			switch m.Key {
			case "R":
				right[i] = true
			case "H":
				hidden[i] = true
			default:
				order = append(order, i)
			}
		}
	}
	used := map[int]bool{}
	var shown []int
	for _, i := range order {
		if !used[i] && !hidden[i] {
			shown = append(shown, i)
		}
		used[i] = true
	}
	for i := range n {
		if !used[i] && !hidden[i] {
			shown = append(shown, i)
		}
	}
	if c.o.Has("J") {
		c.json(shown)
		return ""
	}
	widths := make([]int, n)
	measure := func(r []string) {
		for i, s := range r {
			widths[i] = max(widths[i], cells(s))
		}
	}
	measure(c.names) // headings count even where they are not shown
	for _, r := range c.rows {
		measure(r)
	}
	put := func(r []string) {
		for k, i := range shown {
			text := ""
			if i < len(r) {
				text = r[i]
			}
			pad := strings.Repeat(" ", widths[i]-cells(text))
			last := k == len(shown)-1
			switch {
			case right[i]:
				_, _ = c.w.WriteString(pad + text)
			case last:
				_, _ = c.w.WriteString(text)
			default:
				_, _ = c.w.WriteString(text + pad)
			}
			if !last {
				_, _ = c.w.WriteString(c.outSep)
			}
		}
		_ = c.w.WriteByte('\n')
	}
	if c.names != nil && !c.o.Has("d") {
		put(c.names)
	}
	for _, r := range c.rows {
		if c.w.Err() != nil || c.p.Safepoint() != nil {
			break
		}
		put(r)
	}
	return ""
}

func (c *columner) json(shown []int) {
	name := "table"
	if v, ok := c.o.Value("n"); ok {
		name = v
	}
	_, _ = c.w.WriteString("{\n   " + jsonString(strings.ToLower(name)) + ": [\n      ")
	for k, r := range c.rows {
		if k > 0 {
			_, _ = c.w.WriteString(",")
		}
		_, _ = c.w.WriteString("{\n")
		for j, i := range shown {
			key, value := "", "null"
			if i < len(c.names) {
				key = strings.ToLower(c.names[i])
			}
			if i < len(r) && r[i] != "" {
				value = jsonString(r[i])
			}
			end := ",\n"
			if j == len(shown)-1 {
				end = "\n"
			}
			_, _ = c.w.WriteString("         " + jsonString(key) + ": " + value + end)
		}
		_, _ = c.w.WriteString("      }")
	}
	_, _ = c.w.WriteString("\n   ]\n}\n")
}

func jsonString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ':
			b.WriteString(`\u00` + string("0123456789abcdef"[c>>4]) + string("0123456789abcdef"[c&15]))
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(s[i:])
			b.WriteRune(r)
			i += n - 1
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
