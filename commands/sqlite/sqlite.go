package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"
	"github.com/ncruces/go-sqlite3/ext/rtree"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// maxMemory bounds what one connection may use, in bytes.
const maxMemory = 256 << 20

// shell is one run of sqlite3.
type shell struct {
	ctx  context.Context
	p    *kernel.Process
	out  *cmd.Writer
	std  *cmd.Writer
	to   *kernel.File // of .output, nil for standard output
	once bool
	db   *sqlite3.Conn
	vfs  string
	name string // the database file
	ro   bool

	mode      string
	headers   bool
	headerSet bool
	colSep    string
	rowSep    string
	null      string
	table     string // of mode insert
	widths    []int
	echo      bool
	bail      bool
	changes   bool
	failed    bool
	done      bool
	status    int
	depth     int
	code      int  // of the last error
	line      int  // of the input, for messages; 0 for an argument
	inArgs    bool // what runs stands on the command line
}

// Program runs sqlite3; see the package's comment for how a box gets it.
func Program(ctx context.Context, p *kernel.Process) int {
	s := &shell{ctx: ctx, p: p, mode: "list", colSep: "|", rowSep: "\n"}
	s.std = cmd.NewWriter(p)
	s.out = s.std
	name, forget := register(ctx, p)
	defer forget()
	s.vfs = name
	status := s.main(p.Args()[1:])
	s.closeOutput()
	if s.db != nil {
		_ = s.db.Close()
	}
	return s.std.Finish(status)
}

func (s *shell) raw(format string, args ...any) {
	_ = s.out.Flush()
	_ = s.std.Flush()
	cmd.Raw(s.p, fmt.Sprintf(format, args...))
}

const help = `Usage: sqlite3 [OPTIONS] FILENAME [SQL]
FILENAME is the name of an SQLite database. A new database is created
if the file does not previously exist.
OPTIONS include:
   -ascii               set output mode to 'ascii'
   -bail                stop after hitting an error
   -batch               force batch I/O
   -box                 set output mode to 'box'
   -column              set output mode to 'column'
   -cmd COMMAND         run "COMMAND" before reading stdin
   -csv                 set output mode to 'csv'
   -echo                print inputs before execution
   -init FILENAME       read/process named file
   -[no]header          turn headers on or off
   -help                show this message
   -html                set output mode to HTML
   -json                set output mode to 'json'
   -line                set output mode to 'line'
   -list                set output mode to 'list'
   -markdown            set output mode to 'markdown'
   -newline SEP         set output row separator. Default: '\n'
   -nullvalue TEXT      set text string for NULL values. Default ''
   -quote               set output mode to 'quote'
   -readonly            open the database read-only
   -separator SEP       set output column separator. Default: '|'
   -table               set output mode to 'table'
   -tabs                set output mode to 'tabs'
   -version             show SQLite version
`

func (s *shell) main(args []string) int {
	var operands, commands []string
	init := ""
	for i := 0; i < len(args); i++ {
		a := args[i]
		if !strings.HasPrefix(a, "-") || a == "-" {
			operands = append(operands, a)
			continue
		}
		opt := strings.TrimPrefix(strings.TrimPrefix(a, "-"), "-")
		value := func() (string, bool) {
			if i+1 >= len(args) {
				s.raw("%s: Error: missing argument to %s\n", cmd.Name(s.p), a)
				return "", false
			}
			i++
			return args[i], true
		}
		ok := true
		var v string
		switch opt {
		case "ascii", "box", "column", "csv", "html", "json", "line", "list", "markdown", "quote", "table", "tabs":
			s.setMode(opt, "")
		case "header":
			s.headers, s.headerSet = true, true
		case "noheader":
			s.headers, s.headerSet = false, true
		case "bail":
			s.bail = true
		case "batch", "interactive", "safe", "stats", "memtrace", "nonce", "deserialize":
		case "echo":
			s.echo = true
		case "readonly":
			s.ro = true
		case "separator":
			if v, ok = value(); ok {
				s.colSep = unescape(v)
			}
		case "newline":
			if v, ok = value(); ok {
				s.rowSep = unescape(v)
			}
		case "nullvalue":
			s.null, ok = value()
		case "cmd":
			if v, ok = value(); ok {
				commands = append(commands, v)
			}
		case "init":
			init, ok = value()
		case "version":
			s.open(":memory:")
			if s.db == nil {
				return 1
			}
			s.run("SELECT sqlite_version() || ' ' || substr(sqlite_source_id(), 1, 90)", 0)
			return 0
		case "help":
			s.raw("%s", help)
			return 0
		default:
			s.raw("%s: Error: unknown option: %s\nUse -help for a list of options.\n", cmd.Name(s.p), a)
			return 1
		}
		if !ok {
			return 1
		}
	}
	s.name = ":memory:"
	if len(operands) > 0 {
		s.name = operands[0]
		if s.name == "" {
			s.name = ":memory:"
		}
	}
	if !s.open(s.name) {
		return 1
	}
	if init != "" {
		if !s.readFile(init, true) {
			return 1
		}
	}
	for _, c := range commands {
		if st, end := s.argument(c); end {
			return st
		}
	}
	if len(operands) > 1 {
		s.inArgs = true
		for _, sql := range operands[1:] {
			if st, end := s.argument(sql); end {
				return st
			}
		}
		return s.status
	}
	s.input(s.p.Stdin())
	if s.done {
		return s.status
	}
	if s.failed {
		return 1
	}
	return 0
}

// argument runs SQL or a dot-command of the command line; end says that the shell ends with the status.
func (s *shell) argument(text string) (status int, end bool) {
	s.inArgs = true
	defer func() { s.inArgs = false }()
	if strings.HasPrefix(text, ".") {
		if !s.dot(text) {
			return 1, true
		}
		return s.status, s.done
	}
	if s.code = 1; !s.run(text, 0) {
		return s.code, true
	}
	return 0, false
}

// open opens a database of the box.
func (s *shell) open(name string) bool {
	if s.db != nil {
		_ = s.db.Close()
		s.db = nil
	}
	target := name
	if rest, ok := strings.CutPrefix(name, "file:"); ok {
		file, query, _ := strings.Cut(rest, "?")
		if strings.Contains(query, "mode=memory") {
			file = ":memory:"
		}
		s.ro = s.ro || strings.Contains(query, "mode=ro")
		target = file
	}
	where := uri(s.vfs, ":memory:", false)
	if target != ":memory:" {
		where = uri(s.vfs, s.p.FS().Abs(target), s.ro)
	} else {
		where += "&mode=memory"
	}
	db, err := s.connect(where)
	if err == nil && target != ":memory:" {
		if _, e := s.p.FS().Stat(target); e != nil && s.ro {
			err = e
		}
	}
	if err != nil {
		s.raw("Error: unable to open database \"%s\": unable to open database file\n", name)
		return false
	}
	s.db, s.name = db, name
	db.SetInterrupt(s.ctx)
	for _, c := range []sqlite3.DBConfig{sqlite3.DBCONFIG_DQS_DML, sqlite3.DBCONFIG_DQS_DDL} { // "text" for 'text', as the shell has it
		_, _ = db.Config(c, true)
	}
	for _, extension := range []func(*sqlite3.Conn) error{fts5.Register, rtree.Register} {
		_ = extension(db) // a file that is no database fails here first; the statement that comes will tell
	}
	_ = db.SetAuthorizer(func(action sqlite3.AuthorizerActionCode, arg, _, _, _ string) sqlite3.AuthorizerReturnCode {
		// A URI can name another file system, which would be the host's.
		if action == sqlite3.AUTH_ATTACH && strings.HasPrefix(arg, "file:") && strings.ContainsAny(arg, "?%#") {
			return sqlite3.AUTH_DENY
		}
		return sqlite3.AUTH_OK
	})
	return true
}

// connect opens; running out of memory is an error and no panic.
func (s *shell) connect(where string) (db *sqlite3.Conn, err error) {
	defer func() {
		if r := recover(); r != nil {
			db, err = nil, errors.New("out of memory")
		}
	}()
	return sqlite3.OpenContext(sqlite3.WithMaxMemory(s.ctx, maxMemory), where)
}

// input reads SQL and dot-commands line by line.
func (s *shell) input(r io.Reader) {
	lines := cmd.NewLineReader(r, '\n')
	var buf strings.Builder
	n, start := 0, 0
	for !s.done {
		line, _, err := lines.Next()
		if err != nil {
			break
		}
		n++
		text := strings.TrimSuffix(string(line), "\r")
		if s.echo {
			_, _ = s.out.WriteString(text + "\n")
		}
		if buf.Len() == 0 {
			if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "#") {
				s.line = n
				if strings.HasPrefix(text, ".") && !s.dot(text) {
					s.failed = true
					if s.bail {
						s.done, s.status = true, 1
					}
				}
				continue
			}
			if blank(text) {
				continue
			}
			start = n
		}
		if buf.Len() > 0 {
			buf.WriteByte('\n')
		}
		if buf.Len()+len(text) > 64<<20 {
			s.raw("Error: statement too long\n")
			s.failed = true
			return
		}
		buf.WriteString(text)
		if !strings.Contains(text, ";") && !isGo(text) || !complete(buf.String()) {
			continue
		}
		if !s.run(buf.String(), start) {
			s.failed = true
			if s.bail {
				s.done, s.status = true, 1
			}
		}
		buf.Reset()
	}
	if buf.Len() > 0 && !s.done && !blank(buf.String()) {
		if !s.run(buf.String(), start) {
			s.failed = true
		}
	}
}

func isGo(s string) bool {
	t := strings.ToLower(strings.TrimSpace(s))
	return t == "go" || t == "/"
}

func blank(s string) bool { return strings.TrimSpace(skipSpace(s)) == "" }

// run executes statements; line is where they stand in the input, 0 for the command line.
func (s *shell) run(sql string, line int) (ok bool) {
	defer func() {
		if r := recover(); r != nil { // the library panics when its memory is used up
			if s.ctx.Err() == nil {
				s.report("", sql, errors.New("out of memory"), line, false)
			}
			ok = false
			_ = s.reopen()
		}
	}()
	for rest := sql; ; {
		if s.ctx.Err() != nil || s.out.Err() != nil {
			return false
		}
		body := skipSpace(rest)
		if strings.TrimSpace(body) == "" {
			break
		}
		if !attachAllowed(body) {
			s.report("", body, errors.New("ATTACH needs the file's name as a literal"), line, true)
			return false
		}
		rest = body
		stmt, tail, err := s.db.Prepare(rest)
		if err != nil {
			s.report(rest, rest, err, line, true)
			return false
		}
		if stmt == nil {
			if tail == rest || tail == "" {
				break
			}
			rest = tail
			continue
		}
		err = s.print(stmt)
		if e := stmt.Close(); err == nil {
			err = e
		}
		if err != nil {
			s.report("", rest, err, line, false)
			return false
		}
		rest = tail
	}
	if s.changes {
		s.out.Printf("changes: %d   total_changes: %d\n", s.db.Changes(), s.db.TotalChanges())
	}
	s.endOnce()
	return true
}

// reopen gives the shell a working connection after one has died.
func (s *shell) reopen() bool {
	name := s.name
	s.db = nil
	return s.open(name)
}

// report prints an error as the shell of SQLite 3.40 does.
func (s *shell) report(context, sql string, err error, line int, parse bool) {
	if s.ctx.Err() != nil {
		return
	}
	text, at := err.Error(), -1
	code := 0
	var e *sqlite3.Error
	if errors.As(err, &e) {
		code = int(e.ExtendedCode())
		text = strings.TrimPrefix(text, "sqlite3: ")
		if msg := strings.TrimPrefix(text, strings.TrimPrefix(e.Code().Error(), "sqlite3: ")+": "); msg != text {
			text = msg
		} else if msg := strings.TrimPrefix(text, strings.TrimPrefix(e.ExtendedCode().Error(), "sqlite3: ")+": "); msg != text {
			text = msg
		}
		if rest := e.SQL(); rest != "" && context != "" {
			at = len(context) - len(rest)
		}
	} else {
		text = strings.TrimPrefix(text, "sqlite3: ")
		var c sqlite3.ErrorCode
		if errors.As(err, &c) {
			code = int(c)
		}
	}
	code &= 0xff
	if !parse && code != 0 || code > int(sqlite3.ERROR) {
		text += " (" + strconv.Itoa(code) + ")"
	}
	if s.code = code; code == 0 {
		s.code = 1
	}
	where := ""
	switch {
	case line == 0 && parse:
		where = "Error: in prepare, "
	case line == 0:
		where = "Error: stepping, "
	case parse:
		where = fmt.Sprintf("Parse error near line %d: ", line)
	default:
		where = fmt.Sprintf("Runtime error near line %d: ", line)
	}
	s.raw("%s%s%s\n", where, text, errorContext(context, at))
}

// errorContext shows the place of an error in its statement.
func errorContext(sql string, at int) string {
	if at < 0 || at >= len(sql) {
		return ""
	}
	for at > 50 {
		at--
		sql = sql[1:]
		for len(sql) > 0 && sql[0]&0xc0 == 0x80 {
			sql = sql[1:]
			at--
		}
	}
	if len(sql) > 78 {
		sql = sql[:78]
	}
	sql = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r == '\r' {
			return ' '
		}
		return r
	}, sql)
	if at < 25 {
		return "\n  " + sql + "\n  " + strings.Repeat(" ", at) + "^--- error here"
	}
	return "\n  " + sql + "\n  " + strings.Repeat(" ", at-14) + "error here ---^"
}

// unescape reads the C escapes of -separator and .separator.
func unescape(v string) string {
	if u, err := strconv.Unquote(`"` + strings.ReplaceAll(v, `"`, `\"`) + `"`); err == nil {
		return u
	}
	return v
}
