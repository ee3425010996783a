package sqlite

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ncruces/go-sqlite3"
)

// setMode changes the output mode and what comes with it.
func (s *shell) setMode(mode, table string) bool {
	switch mode {
	case "columns":
		mode = "column"
	case "lines":
		mode = "line"
	}
	switch mode {
	case "list":
		s.colSep, s.rowSep = "|", "\n"
	case "csv":
		s.colSep, s.rowSep = ",", "\n"
	case "tabs":
		mode, s.colSep, s.rowSep = "list", "\t", "\n"
	case "ascii":
		s.colSep, s.rowSep = "\x1f", "\x1e"
	case "quote":
		s.colSep, s.rowSep = ",", "\n"
	case "column", "table", "box", "markdown":
		if !s.headerSet && s.db != nil { // not by an option of the command line
			s.headers = true
		}
	case "insert":
		if s.table = table; table == "" {
			s.table = "table"
		}
	case "line", "json", "html":
	default:
		return false
	}
	s.mode = mode
	return true
}

// text is a value as list mode shows it.
func (s *shell) text(st *sqlite3.Stmt, i int) string {
	switch st.ColumnType(i) {
	case sqlite3.NULL:
		return s.null
	case sqlite3.FLOAT:
		return floatText(st.ColumnFloat(i))
	}
	t := st.ColumnText(i)
	if j := strings.IndexByte(t, 0); j >= 0 {
		t = t[:j]
	}
	return t
}

// literal is a value as SQL writes it.
func literal(st *sqlite3.Stmt, i int) string {
	switch st.ColumnType(i) {
	case sqlite3.NULL:
		return "NULL"
	case sqlite3.INTEGER:
		return st.ColumnText(i)
	case sqlite3.FLOAT:
		return floatLiteral(st.ColumnFloat(i))
	case sqlite3.BLOB:
		return blobLiteral(st.ColumnRawBlob(i))
	}
	return quoted(st.ColumnText(i))
}

// floatText is a number as list mode shows it: fifteen digits, with a point always.
func floatText(f float64) string {
	if math.IsInf(f, 0) {
		return strings.TrimPrefix(strconv.FormatFloat(f, 'g', -1, 64), "+")
	}
	return pointed(strconv.FormatFloat(f, 'g', 15, 64))
}

// floatLiteral has the twenty digits, cut and not rounded, that SQLite writes so that a number reads back.
func floatLiteral(f float64) string {
	if math.IsInf(f, 1) {
		return "1e999"
	}
	if math.IsInf(f, -1) {
		return "-1e999"
	}
	if short := strconv.FormatFloat(f, 'g', 15, 64); math.Abs(f) > 1e22 || math.Abs(f) < 1e-10 {
		if v, err := strconv.ParseFloat(short, 64); err == nil && v == f {
			return pointed(short)
		}
	}
	t := strconv.FormatFloat(f, 'e', 24, 64)
	digits, exp, _ := strings.Cut(t, "e")
	cut := 21
	if strings.HasPrefix(digits, "-") {
		cut = 22
	}
	v, err := strconv.Atoi(exp)
	if err != nil || v < -4 || v >= 20 {
		return pointed(digits[:cut] + "e" + exp)
	}
	sign, digits := strings.TrimSuffix(digits, strings.TrimPrefix(digits, "-")), strings.Replace(strings.TrimPrefix(digits, "-"), ".", "", 1)[:20]
	if v < 0 {
		return sign + pointed("0."+strings.Repeat("0", -v-1)+digits)
	}
	return sign + pointed(digits[:v+1]+"."+digits[v+1:])
}

// pointed drops zeros at the end and keeps one digit after the point.
func pointed(t string) string {
	m, e, ok := strings.Cut(t, "e")
	if strings.Contains(m, ".") {
		m = strings.TrimRight(m, "0")
	} else {
		m += "."
	}
	if strings.HasSuffix(m, ".") {
		m += "0"
	}
	if ok {
		return m + "e" + e
	}
	return m
}

func blobLiteral(b []byte) string {
	const hex = "0123456789abcdef"
	out := make([]byte, 0, 2*len(b)+3)
	out = append(out, "X'"...)
	for _, c := range b {
		out = append(out, hex[c>>4], hex[c&15])
	}
	return string(append(out, '\''))
}

func quoted(t string) string { return "'" + strings.ReplaceAll(t, "'", "''") + "'" }

// insertLiteral is literal for .dump and mode insert, which keep a statement on one line.
func insertLiteral(st *sqlite3.Stmt, i int) string {
	t := literal(st, i)
	if st.ColumnType(i) != sqlite3.TEXT || !strings.ContainsAny(t, "\n\r") {
		return t
	}
	nl, cr := strings.Contains(t, "\n"), strings.Contains(t, "\r")
	t = strings.ReplaceAll(strings.ReplaceAll(t, "\n", `\n`), "\r", `\r`)
	if cr {
		t = "replace(" + t + `,'\r',char(13))`
	}
	if nl {
		t = "replace(" + t + `,'\n',char(10))`
	}
	return t
}

// csvField quotes what csv must.
func (s *shell) csvField(t string) string {
	need := t == ""
	for i := range len(t) {
		if c := t[i]; c <= ' ' && c != '\x00' || c == '"' || c == '\'' || c >= 0x7f {
			need = true
			break
		}
	}
	if need || strings.Contains(t, s.colSep) {
		return `"` + strings.ReplaceAll(t, `"`, `""`) + `"`
	}
	return t
}

func jsonString(t string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(t); i++ {
		switch c := t[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\b':
			b.WriteString(`\b`)
		case c == '\f':
			b.WriteString(`\f`)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < ' ':
			b.WriteString(`\u00` + string("0123456789abcdef"[c>>4]) + string("0123456789abcdef"[c&15]))
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// print runs a statement and prints its rows in the mode chosen. All but the columnar modes print row by row.
func (s *shell) print(st *sqlite3.Stmt) error {
	n := st.ColumnCount()
	if n == 4 && isQueryPlan(st.SQL()) {
		return s.printPlan(st)
	}
	switch s.mode {
	case "column", "table", "box", "markdown":
		return s.printColumns(st, n)
	}
	w := s.out
	row := 0
	for st.Step() {
		if w.Err() != nil {
			return nil
		}
		row++
		if row == 1 {
			s.printHeader(st, n)
		}
		switch s.mode {
		case "list", "ascii":
			for i := range n {
				if i > 0 {
					_, _ = w.WriteString(s.colSep)
				}
				_, _ = w.WriteString(s.text(st, i))
			}
			_, _ = w.WriteString(s.rowSep)
		case "csv":
			for i := range n {
				if i > 0 {
					_, _ = w.WriteString(s.colSep)
				}
				if st.ColumnType(i) == sqlite3.NULL {
					_, _ = w.WriteString(s.null)
				} else {
					_, _ = w.WriteString(s.csvField(s.text(st, i)))
				}
			}
			_, _ = w.WriteString(s.rowSep)
		case "line":
			width := 5
			for i := range n {
				width = max(width, len(st.ColumnName(i)))
			}
			if row > 1 {
				_, _ = w.WriteString(s.rowSep)
			}
			for i := range n {
				w.Printf("%*s = %s%s", width, st.ColumnName(i), s.text(st, i), s.rowSep)
			}
		case "json":
			if row == 1 {
				_, _ = w.WriteString("[{")
			} else {
				_, _ = w.WriteString(",\n{")
			}
			for i := range n {
				if i > 0 {
					_ = w.WriteByte(',')
				}
				_, _ = w.WriteString(jsonString(st.ColumnName(i)) + ":")
				switch st.ColumnType(i) {
				case sqlite3.NULL:
					_, _ = w.WriteString("null")
				case sqlite3.INTEGER:
					_, _ = w.WriteString(st.ColumnText(i))
				case sqlite3.FLOAT:
					_, _ = w.WriteString(floatLiteral(st.ColumnFloat(i)))
				default:
					_, _ = w.WriteString(jsonString(st.ColumnText(i)))
				}
			}
			_ = w.WriteByte('}')
		case "quote":
			for i := range n {
				if i > 0 {
					_, _ = w.WriteString(s.colSep)
				}
				_, _ = w.WriteString(literal(st, i))
			}
			_, _ = w.WriteString(s.rowSep)
		case "insert":
			_, _ = w.WriteString("INSERT INTO " + nameIfPlain(s.table))
			if s.headers {
				var names []string
				for i := range n {
					names = append(names, nameIfPlain(st.ColumnName(i)))
				}
				_, _ = w.WriteString("(" + strings.Join(names, ",") + ")")
			}
			_, _ = w.WriteString(" VALUES(")
			for i := range n {
				if i > 0 {
					_ = w.WriteByte(',')
				}
				_, _ = w.WriteString(insertLiteral(st, i))
			}
			_, _ = w.WriteString(");\n")
		case "html":
			_, _ = w.WriteString("<TR>")
			for i := range n {
				_, _ = w.WriteString("<TD>" + html(s.text(st, i)) + "</TD>\n")
			}
			_, _ = w.WriteString("</TR>\n")
		}
	}
	if s.mode == "json" && row > 0 {
		_, _ = w.WriteString("]\n")
	}
	return st.Err()
}

func html(t string) string {
	return strings.NewReplacer("<", "&lt;", "&", "&amp;", ">", "&gt;", `"`, "&quot;", "'", "&#39;").Replace(t)
}

func nameIfPlain(name string) string {
	kind, word, rest := token(name)
	if kind == 'w' && word == name && rest == "" && !keyword[strings.ToLower(name)] {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// keyword are words that must be quoted as names.
var keyword = map[string]bool{"table": true, "select": true, "from": true, "where": true, "order": true, "group": true, "index": true, "values": true, "default": true, "primary": true, "unique": true, "check": true, "to": true, "in": true, "is": true, "not": true, "null": true, "and": true, "or": true, "on": true, "as": true, "by": true, "set": true, "into": true, "limit": true, "union": true, "when": true, "then": true, "else": true, "case": true, "join": true, "using": true, "having": true, "create": true, "drop": true, "delete": true, "insert": true, "update": true, "transaction": true, "between": true, "exists": true, "distinct": true, "references": true, "foreign": true, "constraint": true, "collate": true, "commit": true, "add": true, "all": true, "alter": true}

func (s *shell) printHeader(st *sqlite3.Stmt, n int) {
	if !s.headers {
		return
	}
	w := s.out
	switch s.mode {
	case "list", "csv", "ascii", "quote":
		for i := range n {
			if i > 0 {
				_, _ = w.WriteString(s.colSep)
			}
			name := st.ColumnName(i)
			switch s.mode {
			case "csv":
				name = s.csvField(name)
			case "quote":
				name = quoted(name)
			}
			_, _ = w.WriteString(name)
		}
		_, _ = w.WriteString(s.rowSep)
	case "html":
		_, _ = w.WriteString("<TR>")
		for i := range n {
			_, _ = w.WriteString("<TH>" + html(st.ColumnName(i)) + "</TH>\n")
		}
		_, _ = w.WriteString("</TR>\n")
	}
}

// maxCells bounds what the columnar modes hold until they know the widths.
const maxCells = 4 << 20

// printColumns holds all rows, because the widths depend on them.
func (s *shell) printColumns(st *sqlite3.Stmt, n int) error {
	var rows [][]string
	cells := 0
	for st.Step() {
		row := make([]string, n)
		for i := range n {
			row[i] = s.text(st, i)
			cells += 1 + len(row[i])/64
		}
		if cells > maxCells {
			return sqlite3.TOOBIG
		}
		rows = append(rows, row)
	}
	if err := st.Err(); err != nil {
		return err
	}
	if len(rows) == 0 {
		return nil
	}
	names := make([]string, n)
	widths := make([]int, n)
	for i := range n {
		names[i] = st.ColumnName(i)
		if s.headers || s.mode != "column" {
			widths[i] = utf8.RuneCountInString(names[i])
		}
		if i < len(s.widths) && s.widths[i] != 0 {
			widths[i] = max(widths[i], max(s.widths[i], -s.widths[i]))
		}
	}
	var lines [][][]string // a row's cells, cut at newlines
	for _, r := range rows {
		var parts [][]string
		for i, c := range r {
			p := strings.Split(strings.ReplaceAll(c, "\t", "        "), "\n")
			if i < len(s.widths) && s.widths[i] != 0 {
				p = wrapped(p, max(s.widths[i], -s.widths[i]))
			}
			for _, l := range p {
				widths[i] = max(widths[i], utf8.RuneCountInString(l))
			}
			parts = append(parts, p)
		}
		lines = append(lines, parts)
	}
	w := s.out
	pad := func(t string, width int) string {
		return t + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(t)))
	}
	centre := func(t string, width int) string {
		space := max(0, width-utf8.RuneCountInString(t))
		return strings.Repeat(" ", space/2) + t + strings.Repeat(" ", space-space/2)
	}
	rule := func(left, mid, right, dash string) {
		var b strings.Builder
		b.WriteString(left)
		for i, width := range widths {
			if i > 0 {
				b.WriteString(mid)
			}
			b.WriteString(strings.Repeat(dash, width+2))
		}
		_, _ = w.WriteString(b.String() + right + "\n")
	}
	bar := "|"
	switch s.mode {
	case "column":
		if s.headers {
			for i, name := range names {
				end := "  "
				if i == n-1 {
					end = "\n"
				}
				_, _ = w.WriteString(pad(name, widths[i]) + end)
			}
			for i, width := range widths {
				end := "  "
				if i == n-1 {
					end = "\n"
				}
				_, _ = w.WriteString(strings.Repeat("-", width) + end)
			}
		}
	case "table":
		rule("+", "+", "+", "-")
	case "box":
		rule("┌", "┬", "┐", "─")
		bar = "│"
	}
	if s.mode != "column" {
		for i, name := range names {
			_, _ = w.WriteString(bar + " " + centre(name, widths[i]) + " ")
		}
		_, _ = w.WriteString(bar + "\n")
		switch s.mode {
		case "table":
			rule("+", "+", "+", "-")
		case "box":
			rule("├", "┼", "┤", "─")
		case "markdown":
			rule("|", "|", "|", "-")
		}
	}
	multi := false
	for _, r := range lines {
		for _, p := range r {
			multi = multi || len(p) > 1
		}
	}
	for at, r := range lines {
		height := 1
		for _, p := range r {
			height = max(height, len(p))
		}
		if multi && at > 0 {
			switch s.mode {
			case "column":
				_ = w.WriteByte('\n')
			case "table":
				rule("+", "+", "+", "-")
			case "box":
				rule("├", "┼", "┤", "─")
			}
		}
		for l := range height {
			for i, p := range r {
				t := ""
				if l < len(p) {
					t = p[l]
				}
				if s.mode == "column" {
					end := "  "
					if i == n-1 {
						end = "\n"
					}
					_, _ = w.WriteString(pad(t, widths[i]) + end)
					continue
				}
				_, _ = w.WriteString(bar + " " + pad(t, widths[i]) + " ")
			}
			if s.mode != "column" {
				_, _ = w.WriteString(bar + "\n")
			}
		}
	}
	switch s.mode {
	case "table":
		rule("+", "+", "+", "-")
	case "box":
		rule("└", "┴", "┘", "─")
	}
	return nil
}

// wrapped cuts lines that are longer than width.
func wrapped(lines []string, width int) []string {
	var out []string
	for _, l := range lines {
		r := []rune(l)
		for len(r) > width {
			out = append(out, string(r[:width]))
			r = r[width:]
		}
		out = append(out, string(r))
	}
	return out
}

func isQueryPlan(sql string) bool {
	for _, want := range []string{"explain", "query", "plan"} {
		kind, word, rest := token(sql)
		if kind != 'w' || !strings.EqualFold(word, want) {
			return false
		}
		sql = rest
	}
	return true
}

// printPlan shows EXPLAIN QUERY PLAN as a tree.
func (s *shell) printPlan(st *sqlite3.Stmt) error {
	type step struct {
		id     int
		detail string
	}
	children := map[int][]step{}
	for st.Step() {
		parent := st.ColumnInt(1)
		children[parent] = append(children[parent], step{st.ColumnInt(0), st.ColumnText(3)})
	}
	if len(children) > 0 {
		_, _ = s.out.WriteString("QUERY PLAN\n")
	}
	var show func(parent int, indent string)
	show = func(parent int, indent string) {
		list := children[parent]
		for i, c := range list {
			mark, next := "|--", "|  "
			if i == len(list)-1 {
				mark, next = "`--", "   "
			}
			_, _ = s.out.WriteString(indent + mark + c.detail + "\n")
			if c.id > parent { // ids grow downwards, so there is no circle
				show(c.id, indent+next)
			}
		}
	}
	show(0, "")
	return st.Err()
}
