package text

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/timefmt"
	"github.com/sandpit-dev/sandpit/kernel"
)

var prUsage = optparse.Define("pr", "[OPTION]... [FILE]...", "Paginate or columnate FILE(s) for printing.", `
    --pages=FIRST_PAGE[:LAST_PAGE]  begin [stop] printing with page FIRST_[LAST_]PAGE
    --columns=COLUMN        output COLUMN columns and print columns down
-a, --across                print columns across rather than down
-c, --show-control-chars    not supported: an error
-d, --double-space          double space the output
-D, --date-format=FORMAT    use FORMAT for the header date
-e[CHAR[WIDTH]], --expand-tabs[=CHAR[WIDTH]]  expand input CHARs (TABs) to tab WIDTH (8)
-F, --form-feed             use form feeds instead of newlines to separate pages
!-f                         the same
-h, --header=HEADER         use a centered HEADER instead of filename in page header
-J, --join-lines            merge full lines
-l, --length=PAGE_LENGTH    set the page length to PAGE_LENGTH (66) lines
-m, --merge                 print all files in parallel, one in each column
-n[SEP[DIGITS]], --number-lines[=SEP[DIGITS]]  number lines
-N, --first-line-number=NUMBER  start counting with NUMBER
-o, --indent=MARGIN         offset each line with MARGIN (zero) spaces
-r, --no-file-warnings      omit warning when a file cannot be opened
-s[CHAR], --separator[=CHAR]  separate columns by a single character
-S[STRING], --sep-string[=STRING]  separate columns by STRING
-t, --omit-header           omit page headers and trailers
-T, --omit-pagination       omit page headers and trailers, eliminate form feeds
-w, --width=PAGE_WIDTH      set page width to PAGE_WIDTH (72) characters for multiple columns
-W, --page-width=PAGE_WIDTH  set page width to PAGE_WIDTH (72) characters always
`).Digits()

// prRun is one run of pr.
type prRun struct {
	p           *kernel.Process
	w           *cmd.Writer
	columns     int
	across      bool
	double      bool
	dateFormat  string
	formFeed    bool
	header      string
	hasHeader   bool
	length      int
	merge       bool
	number      bool
	numSep      string
	numDigits   int
	lineNo      int
	margin      int
	sep         string
	hasSep      bool
	noHead      bool
	width       int
	truncate    bool
	first, last int
	join        bool
	loose       bool // columns are not aligned
	tab         int
}

func pr(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, prUsage)
	if done {
		return status
	}
	r := &prRun{p: p, w: cmd.NewWriter(p), columns: 1, length: 66, width: 72, numSep: "\t", numDigits: 5, lineNo: 1, first: 1, last: 1 << 30, dateFormat: "%Y-%m-%d %H:%M"}
	quiet := false
	for _, m := range o.Options {
		number := func(what string) int {
			n, err := strconv.Atoi(m.Value)
			if err != nil || n < 0 || n > 1<<20 {
				cmd.Errorf(p, "%s: %s", what, cmd.Quote(m.Value))
				status = 1
			}
			return n
		}
		switch m.Key {
		case "digits", "columns":
			if r.columns = number("invalid number of columns"); r.columns == 0 && status == 0 {
				cmd.Errorf(p, "invalid number of columns: %s: Numerical result out of range", cmd.Quote(m.Value))
				status = 1
			}
		case "pages":
			from, to, ok := strings.Cut(m.Value, ":")
			r.first, _ = strconv.Atoi(from)
			if ok {
				r.last, _ = strconv.Atoi(to)
			}
			if r.first < 1 || r.last < r.first {
				cmd.Errorf(p, "invalid page range %s", cmd.Quote(m.Value))
				status = 1
			}
		case "a":
			r.across = true
		case "c":
			cmd.Errorf(p, "-c is not supported in this pr")
			return 1
		case "d":
			r.double = true
		case "D":
			r.dateFormat = m.Value
		case "e":
			r.tab = 8
			if n, err := strconv.Atoi(strings.TrimLeft(m.Value, "\t ,")); err == nil && n > 0 && n < 1000 {
				r.tab = n
			}
		case "F", "f":
			r.formFeed = true
		case "h":
			r.header, r.hasHeader = m.Value, true
		case "J":
			r.join, r.loose = true, true
		case "l":
			r.length = number("'-l PAGE_LENGTH' invalid number of lines")
		case "m":
			r.merge = true
		case "n":
			r.number = true
			v := m.Value
			if v != "" && (v[0] < '0' || v[0] > '9') {
				r.numSep, v = v[:1], v[1:]
			}
			if n, err := strconv.Atoi(v); err == nil && n > 0 && n < 100 {
				r.numDigits = n
			}
		case "N":
			r.lineNo = number("'-N NUMBER' invalid starting line number")
		case "o":
			r.margin = number("'-o MARGIN' invalid line offset")
		case "r":
			quiet = true
		case "s":
			r.sep, r.hasSep, r.loose = "\t", true, true
			if m.Value != "" {
				r.sep = m.Value[:1]
			}
		case "S":
			r.sep, r.hasSep = m.Value, true
		case "t":
			r.noHead = true
		case "T":
			r.noHead = true
		case "w":
			r.width = number("'-w PAGE_WIDTH' invalid number of characters")
		case "W":
			r.width, r.truncate = number("'-W PAGE_WIDTH' invalid number of characters"), true
		}
	}
	if status != 0 {
		return status
	}
	if r.merge && r.columns > 1 {
		cmd.Errorf(p, "cannot specify number of columns when printing in parallel")
		return 1
	}
	if r.across && r.merge {
		cmd.Errorf(p, "cannot specify both printing across and printing in parallel")
		return 1
	}
	if r.length <= 10 {
		r.noHead = true
	}
	names := o.Args
	if len(names) == 0 {
		names = []string{"-"}
	}
	var files [][][]byte
	code := 0
	open := func(name string) ([][]byte, time.Time, bool) {
		in, err := cmd.Open(p, name)
		if err == nil {
			defer in.Close()
			var data []byte
			// Columns need a page at once; reading all is simpler and is bounded as any line is.
			if data, err = cmd.ReadAll(in); err == nil {
				when := p.Kernel().Clock().Now()
				if info, e := in.Stat(); e == nil && !in.IsStdin() {
					when = info.ModTime()
				}
				return splitPr(data), when, true
			}
		}
		if !quiet {
			_ = r.w.Flush()
			cmd.FileError(p, name, err)
		}
		code = 1
		return nil, time.Time{}, false
	}
	if r.merge {
		for _, n := range names {
			lines, _, ok := open(n)
			if ok {
				files = append(files, lines)
			}
		}
		if len(files) > 0 {
			r.columns = len(files)
			r.print("", p.Kernel().Clock().Now(), files)
		}
		return r.w.Finish(code)
	}
	for _, n := range names {
		lines, when, ok := open(n)
		if !ok {
			continue
		}
		title := n
		if n == "-" {
			title = ""
		}
		start := r.lineNo
		r.print(title, when, [][][]byte{lines})
		r.lineNo = start
	}
	return r.w.Finish(code)
}

func splitPr(data []byte) [][]byte {
	lines := bytes.Split(data, []byte("\n"))
	if n := len(lines); n > 0 && len(lines[n-1]) == 0 {
		lines = lines[:n-1]
	}
	return lines
}

// print writes one file's pages, or those of several side by side.
func (r *prRun) print(title string, when time.Time, files [][][]byte) {
	if r.hasHeader {
		title = r.header
	}
	body := r.length - 10
	if r.noHead {
		body = r.length
	}
	if r.double {
		body /= 2
	}
	body = max(body, 1)
	page := 1
	for at := 0; ; page++ {
		if r.p.Safepoint() != nil || r.w.Err() != nil {
			return
		}
		var rows [][][]byte
		if r.merge {
			more := false
			for i := range body {
				var row [][]byte
				any := false
				for _, f := range files {
					if at+i < len(f) {
						row, any = append(row, f[at+i]), true
					} else {
						row = append(row, nil)
					}
				}
				if !any {
					break
				}
				more = true
				rows = append(rows, row)
			}
			at += body
			if !more {
				return
			}
		} else {
			lines := files[0]
			if at >= len(lines) {
				return
			}
			chunk := lines[at:min(len(lines), at+body*r.columns)]
			at += body * r.columns
			rows = r.layout(chunk, body)
		}
		if page < r.first || page > r.last {
			if r.number {
				r.lineNo += len(rows)
			}
			continue
		}
		r.page(title, when, page, rows, body)
	}
}

// layout puts the lines of a page into columns: down them, or across.
func (r *prRun) layout(lines [][]byte, body int) [][][]byte {
	if r.columns == 1 {
		var rows [][][]byte
		for _, l := range lines {
			rows = append(rows, [][]byte{l})
		}
		return rows
	}
	var rows [][][]byte
	if r.across {
		for i := 0; i < len(lines); i += r.columns {
			rows = append(rows, lines[i:min(len(lines), i+r.columns)])
		}
		return rows
	}
	height := body
	if len(lines) < body*r.columns {
		height = (len(lines) + r.columns - 1) / r.columns
	}
	// The last page is balanced: the first columns take one more.
	counts := make([]int, r.columns)
	for i := range counts {
		counts[i] = len(lines) / r.columns
		if i < len(lines)%r.columns {
			counts[i]++
		}
	}
	if len(lines) == body*r.columns {
		for i := range counts {
			counts[i] = body
		}
	}
	for i := range height {
		var row [][]byte
		start := 0
		for _, n := range counts {
			if i < n {
				row = append(row, lines[start+i])
			}
			start += n
		}
		rows = append(rows, row)
	}
	return rows
}

func (r *prRun) page(title string, when time.Time, page int, rows [][][]byte, body int) {
	w := r.w
	margin := strings.Repeat(" ", r.margin)
	if !r.noHead {
		left := timefmt.Format(r.dateFormat, when.In(cmd.Location(r.p)))
		right := fmt.Sprintf("Page %d", page)
		space := r.width - len(left) - len(title) - len(right)
		l := max(1, space/2)
		rr := max(1, space-space/2)
		_, _ = w.WriteString("\n\n" + margin + left + strings.Repeat(" ", l) + title + strings.Repeat(" ", rr) + right + "\n\n\n")
	}
	printed := 0
	firstNumber := r.lineNo
	for i, row := range rows {
		_, _ = w.WriteString(margin + r.row(row, i, len(rows), firstNumber) + "\n")
		printed++
		if r.double {
			_ = w.WriteByte('\n')
			printed++
		}
	}
	if r.number {
		if r.merge {
			r.lineNo = firstNumber + len(rows)
		} else {
			n := 0
			for _, row := range rows {
				n += len(row)
			}
			r.lineNo = firstNumber + n
		}
	}
	if r.noHead {
		return
	}
	if r.formFeed {
		_ = w.WriteByte('\f')
		return
	}
	full := body
	if r.double {
		full *= 2
	}
	_, _ = w.WriteString(strings.Repeat("\n", max(0, full-printed)+5))
}

// row writes the columns of a line, cut and padded where there are several.
func (r *prRun) row(cells [][]byte, index, height, firstNumber int) string {
	expand := func(c []byte) string {
		s := string(c)
		if r.tab > 0 || r.columns > 1 && strings.Contains(s, "\t") {
			s = expandTabs(s, max(r.tab, 8))
		}
		return s
	}
	num := func(k int) string {
		n := strconv.Itoa(k)
		if len(n) > r.numDigits {
			n = n[len(n)-r.numDigits:]
		}
		return strings.Repeat(" ", r.numDigits-len(n)) + n + r.numSep
	}
	if r.columns == 1 {
		s := expand(cells[0])
		if r.number {
			s = num(firstNumber+index) + s
		}
		if r.truncate && len(s) > r.width {
			s = s[:r.width]
		}
		return s
	}
	sep := r.sep
	if !r.hasSep {
		if sep = " "; r.join {
			sep = "\t"
		}
	}
	lead := 0
	if r.number && r.merge {
		lead = r.numDigits + 8 - (r.numDigits % 8)
	}
	width := (r.width - lead - (r.columns-1)*len(sep)) / r.columns
	numWidth := 0
	if r.number && !r.merge {
		numWidth = r.numDigits + 1
		if r.numSep == "\t" {
			numWidth = r.numDigits + 8 - r.numDigits%8
		}
	}
	var b strings.Builder
	if r.number && r.merge {
		b.WriteString(num(firstNumber + index))
	}
	pending := 0
	for i, c := range cells {
		s := expand(c)
		if numWidth > 0 {
			k := firstNumber + index + i*height
			if r.across {
				k = firstNumber + index*r.columns + i
			}
			b.WriteString(strings.Repeat(" ", pending))
			pending = 0
			b.WriteString(num(k))
		}
		limit := width - numWidth
		if !r.join && (!r.loose || r.truncate) && len(s) > limit && limit > 0 {
			s = s[:limit]
		}
		if s != "" || r.hasSep || r.loose {
			b.WriteString(strings.Repeat(" ", pending) + s)
			pending = 0
		}
		if i == len(cells)-1 {
			break
		}
		switch {
		case r.loose:
			b.WriteString(sep)
		case r.hasSep:
			b.WriteString(strings.Repeat(" ", max(0, limit-len(s))) + sep)
		default:
			pending += max(0, limit-len(s)) + len(sep)
		}
	}
	return tabbed(b.String(), r.loose)
}

func expandTabs(s string, width int) string {
	var b strings.Builder
	col := 0
	for i := range len(s) {
		if s[i] == '\t' {
			n := width - col%width
			b.WriteString(strings.Repeat(" ", n))
			col += n
			continue
		}
		b.WriteByte(s[i])
		col++
	}
	return b.String()
}

// tabbed turns the blanks between columns into tabs where they reach a stop, as pr does by default.
func tabbed(s string, plain bool) string {
	if plain {
		return s
	}
	var b strings.Builder
	col := 0
	for i := 0; i < len(s); {
		if s[i] != ' ' {
			b.WriteByte(s[i])
			if s[i] == '\t' {
				col += 8 - col%8
			} else {
				col++
			}
			i++
			continue
		}
		j := i
		for j < len(s) && s[j] == ' ' {
			j++
		}
		end := col + j - i
		for stop := col - col%8 + 8; stop <= end; stop += 8 {
			if stop-col == 1 && stop == end {
				b.WriteByte(' ')
			} else {
				b.WriteByte('\t')
			}
			col = stop
		}
		b.WriteString(strings.Repeat(" ", end-col))
		col = end
		i = j
	}
	return b.String()
}
