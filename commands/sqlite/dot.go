package sqlite

import (
	"bytes"
	"encoding/csv"
	"io"
	"os"
	"sort"
	"strconv"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// words cuts a dot-command as the shell does: blanks separate, quotes hold together.
func words(line string) []string {
	var out []string
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == ' ' || c == '\t':
			i++
		case c == '\'' || c == '"':
			j := i + 1
			for j < len(line) && line[j] != c {
				if c == '"' && line[j] == '\\' {
					j++
				}
				j++
			}
			text := line[i+1 : min(j, len(line))]
			if c == '"' {
				text = unescape(text)
			}
			out = append(out, text)
			i = j + 1
		default:
			j := i
			for j < len(line) && line[j] != ' ' && line[j] != '\t' {
				j++
			}
			out = append(out, line[i:j])
			i = j
		}
	}
	return out
}

const dotHelp = `.backup FILE             Backup DB to FILE
.bail on|off             Stop after hitting an error.  Default OFF
.changes on|off          Show number of rows changed by SQL
.databases               List names and files of attached databases
.dump ?TABLE?            Render database content as SQL
.echo on|off             Turn command echo on or off
.exit ?CODE?             Exit this program with return-code CODE
.headers on|off          Turn display of headers on or off
.help ?PATTERN?          Show help text for PATTERN
.import FILE TABLE       Import data from FILE into TABLE
.indexes ?TABLE?         Show names of indexes
.mode MODE ?TABLE?       Set output mode
.nullvalue STRING        Use STRING in place of NULL values
.once FILE               Output for the next SQL command only to FILE
.open FILE               Close existing database and reopen FILE
.output ?FILE?           Send output to FILE or stdout if FILE is omitted
.print STRING...         Print literal STRING
.quit                    Exit this program
.read FILE               Read input from FILE
.save FILE               Write database to FILE
.schema ?PATTERN?        Show the CREATE statements matching PATTERN
.separator COL ?ROW?     Change the column and row separators
.show                    Show the current values for various settings
.tables ?TABLE?          List names of tables matching LIKE pattern TABLE
.width NUM1 NUM2 ...     Set minimum column widths for columnar output
`

// dot runs a dot-command; false is a failure.
func (s *shell) dot(line string) bool {
	f := words(strings.TrimSpace(line[1:]))
	if len(f) == 0 {
		return true
	}
	name, args := f[0], f[1:]
	is := func(full string, least int) bool { return len(name) >= least && strings.HasPrefix(full, name) }
	arg := func(i int) string {
		if i < len(args) {
			return args[i]
		}
		return ""
	}
	usage := func(text string) bool {
		s.raw("Usage: %s\n", text)
		return false
	}
	flag := func(target *bool, text string) bool {
		if len(args) != 1 {
			return usage(text)
		}
		*target = truth(args[0])
		return true
	}
	switch {
	case is("quit", 1):
		s.done = true
	case is("exit", 2):
		s.done = true
		s.status, _ = strconv.Atoi(arg(0))
	case is("help", 1):
		_, _ = s.out.WriteString(dotHelp)
	case is("headers", 1) || is("header", 1):
		s.headerSet = true
		return flag(&s.headers, ".headers on|off")
	case is("mode", 1):
		if len(args) == 0 {
			s.out.Printf("current output mode: %s\n", s.mode)
			return s.setMode(s.mode, s.table) // which brings its separators back
		}
		if !s.setMode(args[0], arg(1)) {
			s.raw("Error: mode should be one of: ascii box column csv html insert json line list markdown qbox quote table tabs tcl\n")
			return false
		}
	case is("separator", 3):
		if len(args) < 1 || len(args) > 2 {
			return usage(".separator COL ?ROW?")
		}
		s.colSep = unescape(args[0])
		if len(args) > 1 {
			s.rowSep = unescape(args[1])
		}
	case is("nullvalue", 2):
		if len(args) != 1 {
			return usage(".nullvalue STRING")
		}
		s.null = args[0]
	case is("width", 1):
		s.widths = nil
		for _, a := range args {
			n, _ := strconv.Atoi(a)
			s.widths = append(s.widths, max(-10000, min(n, 10000)))
		}
	case is("echo", 2):
		return flag(&s.echo, ".echo on|off")
	case is("bail", 2):
		return flag(&s.bail, ".bail on|off")
	case is("changes", 3):
		return flag(&s.changes, ".changes on|off")
	case is("timer", 3), is("timeout", 5), is("stats", 4), is("eqp", 3), is("prompt", 2), is("log", 1), is("trace", 2):
	case is("print", 2):
		_, _ = s.out.WriteString(strings.Join(args, " ") + "\n")
	case is("tables", 1):
		return s.tables(arg(0))
	case is("schema", 2):
		return s.schema(args)
	case is("fullschema", 1):
		return s.schema(nil)
	case is("indexes", 2) || is("indices", 2):
		sql := "SELECT name FROM sqlite_schema WHERE type='index'"
		if len(args) > 0 {
			sql += " AND tbl_name LIKE " + quoted(args[0])
		}
		return s.names(sql + " ORDER BY 1")
	case is("databases", 2):
		return s.databases()
	case is("dump", 2):
		return s.dump(args)
	case is("read", 3):
		if len(args) != 1 {
			return usage(".read FILE")
		}
		return s.readFile(args[0], false)
	case is("output", 1) && !is("once", 2) && !is("open", 2), is("once", 2):
		return s.redirect(arg(0), is("once", 2) && name != "o")
	case is("open", 2):
		file := ":memory:"
		for _, a := range args {
			if !strings.HasPrefix(a, "-") {
				file = a
			}
		}
		return s.open(file)
	case is("import", 2):
		return s.importFile(args)
	case is("backup", 3), is("save", 4):
		if len(args) == 0 {
			return usage(".backup ?DB? ?OPTIONS? FILENAME")
		}
		file := args[len(args)-1]
		_ = s.p.FS().Remove(file)
		return s.run("VACUUM INTO "+quoted(s.p.FS().Abs(file)), 0)
	case is("show", 4):
		onOff := map[bool]string{true: "on", false: "off"}
		output, widths := "stdout", ""
		if s.to != nil {
			output = s.to.Name()
		}
		for _, n := range s.widths {
			widths += strconv.Itoa(n) + " "
		}
		for _, row := range [][2]string{{"echo", onOff[s.echo]}, {"eqp", "off"}, {"explain", "auto"}, {"headers", onOff[s.headers]}, {"mode", s.mode},
			{"nullvalue", strconv.Quote(s.null)}, {"output", output}, {"colseparator", strconv.Quote(s.colSep)}, {"rowseparator", strconv.Quote(s.rowSep)},
			{"stats", "off"}, {"width", widths}, {"filename", s.name}} {
			s.out.Printf("%12.12s: %s\n", row[0], row[1])
		}
	case is("shell", 3), is("system", 2), is("load", 2):
		s.raw("Error: .%s is not supported in this sqlite3\n", name)
		return false
	default:
		s.raw("Error: unknown command or invalid arguments:  \"%s\". Enter \".help\" for help\n", name)
		return false
	}
	return true
}

func truth(v string) bool {
	switch strings.ToLower(v) {
	case "on", "yes", "1", "true":
		return true
	}
	n, err := strconv.Atoi(v)
	return err == nil && n != 0
}

// each runs fn for every row of a query of the shell's own.
func (s *shell) each(sql string, fn func(st *sqlite3.Stmt) error) bool {
	st, _, err := s.db.Prepare(sql)
	if err != nil {
		s.report(sql, sql, err, s.line, true)
		return false
	}
	defer func() { _ = st.Close() }()
	for st.Step() {
		if s.out.Err() != nil {
			return false
		}
		if err := fn(st); err != nil {
			return false
		}
	}
	if err := st.Err(); err != nil {
		s.report("", sql, err, s.line, false)
		return false
	}
	return true
}

func (s *shell) names(sql string) bool {
	var list []string
	if !s.each(sql, func(st *sqlite3.Stmt) error { list = append(list, st.ColumnText(0)); return nil }) {
		return false
	}
	s.columns(list)
	return true
}

// columns prints names in columns of 80 characters, as .tables does.
func (s *shell) columns(list []string) {
	width := 0
	for _, n := range list {
		width = max(width, len(n))
	}
	if len(list) == 0 {
		return
	}
	across := max(1, 80/(width+2))
	down := (len(list) + across - 1) / across
	for r := range down {
		var b strings.Builder
		for c := r; c < len(list); c += down {
			if c >= down {
				b.WriteString("  ")
			}
			b.WriteString(list[c] + strings.Repeat(" ", width-len(list[c])))
		}
		_, _ = s.out.WriteString(b.String() + "\n")
	}
}

func (s *shell) tables(like string) bool {
	var list []string
	var dbs []string
	if !s.each("PRAGMA database_list", func(st *sqlite3.Stmt) error { dbs = append(dbs, st.ColumnText(1)); return nil }) {
		return false
	}
	for _, db := range dbs {
		prefix := ""
		if db != "main" {
			prefix = db + "."
		}
		sql := `SELECT name FROM "` + strings.ReplaceAll(db, `"`, `""`) + `".sqlite_schema WHERE type IN ('table','view') AND name NOT LIKE 'sqlite__%' ESCAPE '_'`
		if like != "" {
			sql += " AND name LIKE " + quoted(like)
		}
		if !s.each(sql, func(st *sqlite3.Stmt) error { list = append(list, prefix+st.ColumnText(0)); return nil }) {
			return false
		}
	}
	sort.Strings(list)
	s.columns(list)
	return true
}

func (s *shell) schema(args []string) bool {
	like := ""
	indent := false
	for _, a := range args {
		if strings.HasPrefix(a, "-") {
			indent = indent || a == "--indent"
		} else {
			like = a
		}
	}
	sql := "SELECT sql, type, name FROM sqlite_schema WHERE sql IS NOT NULL"
	if like != "" {
		pattern := quoted(like)
		sql += " AND (lower(tbl_name) LIKE lower(" + pattern + ") OR lower(name) LIKE lower(" + pattern + "))"
	}
	sql += " ORDER BY rowid"
	return s.each(sql, func(st *sqlite3.Stmt) error {
		text := repeatable(st.ColumnText(0))
		if st.ColumnText(1) == "view" {
			var cols []string
			s.each("SELECT name FROM pragma_table_info("+quoted(st.ColumnText(2))+")", func(c *sqlite3.Stmt) error {
				cols = append(cols, nameIfPlain(c.ColumnText(0)))
				return nil
			})
			text += "\n/* " + nameIfPlain(st.ColumnText(2)) + "(" + strings.Join(cols, ",") + ") */"
		}
		_, _ = s.out.WriteString(text + ";\n")
		return nil
	})
}

// repeatable gives CREATE TABLE of a quoted name an IF NOT EXISTS, as the shell shows it.
func repeatable(sql string) string {
	if rest, ok := strings.CutPrefix(sql, "CREATE TABLE "); ok && rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		return "CREATE TABLE IF NOT EXISTS " + rest
	}
	return sql
}

func (s *shell) databases() bool {
	return s.each("PRAGMA database_list", func(st *sqlite3.Stmt) error {
		file, how := st.ColumnText(2), "r/w"
		if file == "" {
			file = `""`
		}
		if ro, ok := s.db.ReadOnly(st.ColumnText(1)); ok && ro {
			how = "r/o"
		}
		s.out.Printf("%s: %s %s\n", st.ColumnText(1), file, how)
		return nil
	})
}

// dump writes the SQL that makes the database anew.
func (s *shell) dump(args []string) bool {
	where := ""
	if len(args) > 0 {
		var alternatives []string
		for _, a := range args {
			alternatives = append(alternatives, "name LIKE "+quoted(a)+" ESCAPE '\\'")
		}
		where = " AND (" + strings.Join(alternatives, " OR ") + ")"
	}
	w := s.out
	_, _ = w.WriteString("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n")
	type object struct{ name, sql string }
	var tables []object
	ok := s.each("SELECT name, sql FROM sqlite_schema WHERE type='table' AND sql NOT NULL AND name NOT LIKE 'sqlite__%' ESCAPE '_'"+where+" ORDER BY rowid", func(st *sqlite3.Stmt) error {
		tables = append(tables, object{st.ColumnText(0), st.ColumnText(1)})
		return nil
	})
	for _, t := range tables {
		if !ok {
			break
		}
		if strings.HasPrefix(strings.ToUpper(t.sql), "CREATE VIRTUAL TABLE") {
			continue
		}
		_, _ = w.WriteString(repeatable(t.sql) + ";\n")
		name := nameIfPlain(t.name)
		ok = s.each("SELECT * FROM "+`"`+strings.ReplaceAll(t.name, `"`, `""`)+`"`, func(st *sqlite3.Stmt) error {
			_, _ = w.WriteString("INSERT INTO " + name + " VALUES(")
			for i := range st.ColumnCount() {
				if i > 0 {
					_ = w.WriteByte(',')
				}
				_, _ = w.WriteString(insertLiteral(st, i))
			}
			_, _ = w.WriteString(");\n")
			return nil
		})
	}
	if ok && len(args) == 0 {
		ok = s.each("SELECT 1 FROM sqlite_schema WHERE name='sqlite_sequence'", func(*sqlite3.Stmt) error {
			_, _ = w.WriteString("DELETE FROM sqlite_sequence;\n")
			s.each("SELECT name, seq FROM sqlite_sequence", func(st *sqlite3.Stmt) error {
				_, _ = w.WriteString("INSERT INTO sqlite_sequence VALUES(" + literal(st, 0) + "," + literal(st, 1) + ");\n")
				return nil
			})
			return nil
		})
	}
	if ok {
		ok = s.each("SELECT sql FROM sqlite_schema WHERE sql NOT NULL AND type IN ('index','trigger','view')"+where+" ORDER BY rowid", func(st *sqlite3.Stmt) error {
			_, _ = w.WriteString(st.ColumnText(0) + ";\n")
			return nil
		})
	}
	_, _ = w.WriteString("COMMIT;\n")
	return ok
}

const maxDepth = 25

func (s *shell) readFile(name string, init bool) bool {
	if s.depth >= maxDepth {
		s.raw("Input nesting limit (25) reached at line %d. Check recursion.\n", s.line)
		return false
	}
	in, err := cmd.OpenFile(s.p, name)
	if err != nil {
		if init {
			s.raw("cannot open: \"%s\"\n", name)
		} else {
			s.raw("Error: cannot open \"%s\"\n", name)
		}
		return false
	}
	defer in.Close()
	s.depth++
	args := s.inArgs
	s.inArgs = false
	s.input(in)
	s.inArgs = args
	s.depth--
	return true
}

// redirect sends the output to a file, or back to standard output.
func (s *shell) redirect(name string, once bool) bool {
	s.closeOutput()
	if name == "" || name == "stdout" {
		return true
	}
	if strings.HasPrefix(name, "|") {
		s.raw("Error: pipes are not supported in .output\n")
		return false
	}
	f, err := s.p.Open(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		s.raw("Error: cannot open \"%s\"\n", name)
		return false
	}
	s.to, s.once = f, once
	s.out = cmd.NewFileWriter(s.p, &fileWriter{s, f})
	return true
}

type fileWriter struct {
	s *shell
	f *kernel.File
}

func (w *fileWriter) Write(b []byte) (int, error) { return w.f.Write(w.s.ctx, b) }

func (s *shell) closeOutput() {
	if s.to != nil {
		_ = s.out.Flush()
		_ = s.to.Close()
		s.to, s.out, s.once = nil, s.std, false
	}
}

func (s *shell) endOnce() {
	if s.once {
		s.closeOutput()
	}
}

// importFile reads rows of a file into a table, which is made when it is not there.
func (s *shell) importFile(args []string) bool {
	var operands []string
	asCSV, skip := s.mode == "csv", 0
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--csv" || a == "-csv":
			asCSV = true
		case a == "--ascii" || a == "-v" || a == "--verbose":
		case (a == "--skip" || a == "-skip") && i+1 < len(args):
			i++
			skip, _ = strconv.Atoi(args[i])
		default:
			operands = append(operands, a)
		}
	}
	if len(operands) != 2 {
		which := "TABLE"
		if len(operands) == 0 {
			which = "FILE"
		}
		s.out.Printf("ERROR: missing %s argument. Usage:\n.import FILE TABLE       Import data from FILE into TABLE\n", which)
		return false
	}
	data, err := s.p.FS().ReadFile(operands[0])
	if err != nil {
		s.raw("Error: cannot open \"%s\"\n", operands[0])
		return false
	}
	sep := s.colSep
	if asCSV {
		sep = ","
	}
	next := importer(data, sep, asCSV)
	for range skip {
		if _, _, err := next(); err != nil {
			break
		}
	}
	table := `"` + strings.ReplaceAll(operands[1], `"`, `""`) + `"`
	columns := 0
	if st, _, err := s.db.Prepare("SELECT * FROM " + table); err == nil {
		columns = st.ColumnCount()
		_ = st.Close()
	} else {
		head, _, err := next()
		if err != nil {
			s.raw("%s: empty file\n", operands[0])
			return false
		}
		var defs []string
		for _, h := range head {
			defs = append(defs, `"`+strings.ReplaceAll(h, `"`, `""`)+`" TEXT`)
		}
		if !s.run("CREATE TABLE "+table+"(\n"+strings.Join(defs, ", ")+")", 0) {
			return false
		}
		columns = len(head)
	}
	st, _, err := s.db.Prepare("INSERT INTO " + table + " VALUES(" + strings.TrimSuffix(strings.Repeat("?,", columns), ",") + ")")
	if err != nil {
		s.report("", "", err, s.line, true)
		return false
	}
	defer func() { _ = st.Close() }()
	own := s.db.GetAutocommit()
	if own {
		_ = s.db.Exec("BEGIN")
		defer func() { _ = s.db.Exec("COMMIT") }()
	}
	for s.ctx.Err() == nil {
		row, line, err := next()
		if err == io.EOF {
			break
		}
		if err != nil {
			s.raw("%s:%d: %v\n", operands[0], line, err)
			return false
		}
		if len(row) < columns {
			s.raw("%s:%d: expected %d columns but found %d - filling the rest with NULL\n", operands[0], line, columns, len(row))
		} else if len(row) > columns {
			s.raw("%s:%d: expected %d columns but found %d - extras ignored\n", operands[0], line, columns, len(row))
		}
		for i := range columns {
			if i < len(row) {
				_ = st.BindText(i+1, row[i])
			} else {
				_ = st.BindNull(i + 1)
			}
		}
		if err := st.Exec(); err != nil {
			text := strings.TrimPrefix(err.Error(), "sqlite3: ")
			if i := strings.Index(text, ": "); i >= 0 {
				text = text[i+2:]
			}
			s.raw("%s:%d: INSERT failed: %s\n", operands[0], line, text)
		}
		_ = st.Reset()
	}
	return true
}

// importer gives the rows of a text one by one, with the line each begins at.
func importer(data []byte, sep string, quoted bool) func() ([]string, int, error) {
	if quoted && len(sep) == 1 {
		r := csv.NewReader(bytes.NewReader(data))
		r.Comma, r.FieldsPerRecord, r.LazyQuotes = rune(sep[0]), -1, true
		return func() ([]string, int, error) {
			row, err := r.Read()
			line := 0
			if len(row) > 0 {
				line, _ = r.FieldPos(0)
			}
			return row, line, err
		}
	}
	lines := bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	if len(data) == 0 {
		lines = nil
	}
	at := 0
	return func() ([]string, int, error) {
		if at >= len(lines) {
			return nil, at, io.EOF
		}
		at++
		return strings.Split(strings.TrimSuffix(string(lines[at-1]), "\r"), sep), at, nil
	}
}
