package system

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// psColumn is a column of ps: how it is headed and filled.
type psColumn struct {
	key, header string
	width       int
	right       bool
	text        func(s *psState, q *kernel.Process) string
}

type psState struct {
	names *cmd.Names
	now   time.Time
	boot  time.Time
	loc   *time.Location
}

func commandLine(q *kernel.Process) string {
	args := strings.Join(q.Args(), " ")
	if args == "" {
		return "[" + q.Name() + "]"
	}
	if q.State() == kernel.Zombie {
		return "[" + q.Name() + "] <defunct>"
	}
	return args
}

func startText(s *psState, q *kernel.Process) string {
	t := q.StartTime().In(s.loc)
	now := s.now.In(s.loc)
	switch {
	case t.YearDay() == now.YearDay() && t.Year() == now.Year():
		return t.Format("15:04")
	case t.Year() == now.Year():
		return t.Format("Jan02")
	}
	return t.Format("2006")
}

func elapsed(d time.Duration) string {
	n := int64(d / time.Second)
	days, h, m, sec := n/86400, n/3600%24, n/60%60, n%60
	switch {
	case days > 0:
		return fmt.Sprintf("%d-%02d:%02d:%02d", days, h, m, sec)
	case h > 0:
		return fmt.Sprintf("%02d:%02d:%02d", h, m, sec)
	}
	return fmt.Sprintf("%02d:%02d", m, sec)
}

func ttyOf(q *kernel.Process) string {
	if t := q.TTY(); t != nil {
		return strings.TrimPrefix(t.Name(), "/dev/")
	}
	return "?"
}

// Accounted processor time is not kept per process: it is shown as none.
var psColumns = []psColumn{
	{"pid", "PID", 5, true, func(_ *psState, q *kernel.Process) string { return strconv.Itoa(q.PID()) }},
	{"ppid", "PPID", 5, true, func(_ *psState, q *kernel.Process) string { return strconv.Itoa(q.PPID()) }},
	{"pgid", "PGID", 5, true, func(_ *psState, q *kernel.Process) string { return strconv.Itoa(q.PGID()) }},
	{"pgrp", "PGRP", 5, true, func(_ *psState, q *kernel.Process) string { return strconv.Itoa(q.PGID()) }},
	{"sid", "SID", 5, true, func(_ *psState, q *kernel.Process) string { return strconv.Itoa(q.SID()) }},
	{"sess", "SESS", 5, true, func(_ *psState, q *kernel.Process) string { return strconv.Itoa(q.SID()) }},
	{"user", "USER", 8, false, func(s *psState, q *kernel.Process) string { return s.names.User(q.Cred().UID) }},
	{"euser", "EUSER", 8, false, func(s *psState, q *kernel.Process) string { return s.names.User(q.Cred().UID) }},
	{"ruser", "RUSER", 8, false, func(s *psState, q *kernel.Process) string { return s.names.User(q.Cred().UID) }},
	{"group", "GROUP", 8, false, func(s *psState, q *kernel.Process) string { return s.names.Group(q.Cred().GID) }},
	{"uid", "UID", 5, true, func(_ *psState, q *kernel.Process) string { return strconv.Itoa(q.Cred().UID) }},
	{"gid", "GID", 5, true, func(_ *psState, q *kernel.Process) string { return strconv.Itoa(q.Cred().GID) }},
	{"comm", "COMMAND", 15, false, func(_ *psState, q *kernel.Process) string {
		if q.State() == kernel.Zombie {
			return q.Name() + " <defunct>"
		}
		return q.Name()
	}},
	{"ucmd", "CMD", 15, false, func(_ *psState, q *kernel.Process) string { return q.Name() }},
	{"args", "COMMAND", 27, false, func(_ *psState, q *kernel.Process) string { return commandLine(q) }},
	{"cmd", "CMD", 27, false, func(_ *psState, q *kernel.Process) string { return commandLine(q) }},
	{"command", "COMMAND", 27, false, func(_ *psState, q *kernel.Process) string { return commandLine(q) }},
	{"stat", "STAT", 4, false, func(_ *psState, q *kernel.Process) string {
		t := q.State().Letter()
		switch n := q.Nice(); {
		case n < 0:
			t += "<"
		case n > 0:
			t += "N"
		}
		if q.SID() == q.PID() {
			t += "s"
		}
		return t
	}},
	{"s", "S", 1, false, func(_ *psState, q *kernel.Process) string { return q.State().Letter() }},
	{"state", "S", 1, false, func(_ *psState, q *kernel.Process) string { return q.State().Letter() }},
	{"tty", "TT", 8, false, func(_ *psState, q *kernel.Process) string { return ttyOf(q) }},
	{"tt", "TT", 8, false, func(_ *psState, q *kernel.Process) string { return ttyOf(q) }},
	{"tname", "TTY", 8, false, func(_ *psState, q *kernel.Process) string { return ttyOf(q) }},
	{"time", "TIME", 8, true, func(*psState, *kernel.Process) string { return "00:00:00" }},
	{"bsdtime", "TIME", 6, true, func(*psState, *kernel.Process) string { return "0:00" }},
	{"etime", "ELAPSED", 11, true, func(s *psState, q *kernel.Process) string { return elapsed(s.now.Sub(q.StartTime())) }},
	{"etimes", "ELAPSED", 7, true, func(s *psState, q *kernel.Process) string {
		return strconv.FormatInt(int64(s.now.Sub(q.StartTime())/time.Second), 10)
	}},
	{"stime", "STIME", 5, true, startText},
	{"bsdstart", "START", 5, true, startText},
	{"start", "START", 8, true, startText},
	{"lstart", "STARTED", 24, true, func(s *psState, q *kernel.Process) string {
		return q.StartTime().In(s.loc).Format("Mon Jan _2 15:04:05 2006")
	}},
	{"c", "C", 2, true, func(*psState, *kernel.Process) string { return "0" }},
	{"pcpu", "%CPU", 4, true, func(*psState, *kernel.Process) string { return "0.0" }},
	{"%cpu", "%CPU", 4, true, func(*psState, *kernel.Process) string { return "0.0" }},
	{"pmem", "%MEM", 4, true, func(*psState, *kernel.Process) string { return "0.0" }},
	{"%mem", "%MEM", 4, true, func(*psState, *kernel.Process) string { return "0.0" }},
	{"vsz", "VSZ", 6, true, func(*psState, *kernel.Process) string { return "0" }},
	{"rss", "RSS", 5, true, func(*psState, *kernel.Process) string { return "0" }},
	{"f", "F", 1, true, func(*psState, *kernel.Process) string { return "4" }},
	{"addr", "ADDR", 4, false, func(*psState, *kernel.Process) string { return "-" }},
	{"sz", "SZ", 2, true, func(*psState, *kernel.Process) string { return "0" }},
	{"wchan", "WCHAN", 6, false, func(*psState, *kernel.Process) string { return "-" }},
	{"spid", "SPID", 5, true, func(_ *psState, q *kernel.Process) string { return strconv.Itoa(q.PID()) }},
	{"lwp", "LWP", 5, true, func(_ *psState, q *kernel.Process) string { return strconv.Itoa(q.PID()) }},
	{"nice", "NI", 3, true, func(_ *psState, q *kernel.Process) string { return strconv.Itoa(q.Nice()) }},
	{"ni", "NI", 3, true, func(_ *psState, q *kernel.Process) string { return strconv.Itoa(q.Nice()) }},
	{"pri", "PRI", 3, true, func(_ *psState, q *kernel.Process) string { return strconv.Itoa(19 - q.Nice()) }},
	{"opri", "PRI", 3, true, func(_ *psState, q *kernel.Process) string { return strconv.Itoa(80 + q.Nice()) }},
	{"nlwp", "NLWP", 4, true, func(*psState, *kernel.Process) string { return "1" }},
}

func psLookup(key string) (psColumn, bool) {
	for _, c := range psColumns {
		if c.key == key {
			return c, true
		}
	}
	return psColumn{}, false
}

func psSet(keys ...string) []psColumn {
	var out []psColumn
	for _, k := range keys {
		c, _ := psLookup(k)
		out = append(out, c)
	}
	return out
}

func ps(_ context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	var columns []psColumn
	var pick []func(*kernel.Process) bool
	all, full, long, bsd, bsdUser, noHeader := false, false, false, false, false, false
	bsdAll, bsdX, threads := false, false, false
	sortKey := ""
	problem := func(text string) int {
		cmd.Raw(p, "error: "+text+"\n\nUsage:\n ps [options]\n\n Try 'ps --help <simple|list|output|threads|misc|all>'\n  or 'ps --help <s|l|o|t|m|a>'\n for additional help text.\n\nFor more details see ps(1).\n")
		return 1
	}
	badList := false
	numbers := func(text string, get func(*kernel.Process) int) {
		want := map[int]bool{}
		for f := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ' ' }) {
			n, err := strconv.Atoi(f)
			if err != nil {
				badList = true
			}
			want[n] = true
		}
		pick = append(pick, func(q *kernel.Process) bool { return want[get(q)] })
	}
	names := cmd.NewNames(p)
	users := func(text string) {
		want := map[int]bool{}
		for f := range strings.SplitSeq(text, ",") {
			if a, ok := names.LookupUser(f); ok {
				want[a.UID] = true
			}
		}
		pick = append(pick, func(q *kernel.Process) bool { return want[q.Cred().UID] })
	}
	commands := func(text string) {
		want := map[string]bool{}
		for f := range strings.SplitSeq(text, ",") {
			want[f] = true
		}
		pick = append(pick, func(q *kernel.Process) bool { return want[q.Name()] })
	}
	format := func(text string) string {
		for text != "" {
			spec, rest, _ := strings.Cut(text, ",")
			key, header, renamed := strings.Cut(spec, "=")
			for k := range strings.FieldsSeq(key) {
				c, ok := psLookup(strings.ToLower(k))
				if !ok {
					return "unknown user-defined format specifier \"" + k + "\""
				}
				if renamed {
					c.header = header
					if header != "" {
						c.width = max(c.width, len(header))
					}
				}
				columns = append(columns, c)
			}
			text = rest
		}
		return ""
	}
	for i := 0; i < len(args); i++ {
		a := args[i]
		value := func(rest string) (string, bool) {
			if rest != "" {
				return rest, true
			}
			if i+1 < len(args) {
				i++
				return args[i], true
			}
			return "", false
		}
		switch {
		case strings.HasPrefix(a, "--"):
			name, v, has := strings.Cut(a[2:], "=")
			need := func() bool {
				if !has {
					v, has = value("")
				}
				return has
			}
			switch name {
			case "no-headers", "no-heading", "noheader", "noheaders":
				noHeader = true
			case "headers", "forest", "width", "cols", "columns":
				if name != "headers" && name != "forest" && !need() {
					return problem("option requires an argument")
				}
			case "sort":
				if !need() {
					return problem("option requires an argument")
				}
				sortKey = v
			case "pid":
				if !need() {
					return problem("option requires an argument")
				}
				numbers(v, (*kernel.Process).PID)
			case "ppid":
				if !need() {
					return problem("option requires an argument")
				}
				numbers(v, (*kernel.Process).PPID)
			case "user", "User":
				if !need() {
					return problem("option requires an argument")
				}
				users(v)
			case "format":
				if !need() {
					return problem("option requires an argument")
				}
				if msg := format(v); msg != "" {
					return problem(msg)
				}
			case "help":
				w := cmd.NewWriter(p)
				_, _ = w.WriteString("\nUsage:\n ps [options]\n\nBasic options:\n -A, -e               all processes\n -a                   all with tty, except session leaders\n  a                   all with tty, including other users\n -d                   all except session leaders\n  x                   processes without controlling ttys\n -C <command>         command name\n -p, --pid <PID>      process id\n     --ppid <PID>     parent process id\n -u, --user <UID>     effective user id or name\n -f                   full-format, including command lines\n -l                   long format\n -o, --format <format>  user-defined format\n     --sort <key>     specify sort order\n     --no-headers     do not print headers at all\n")
				return w.Finish(0)
			default:
				return problem("unknown gnu long option")
			}
		case len(a) > 1 && a[0] == '-':
			for j := 1; j < len(a); j++ {
				c := a[j]
				if strings.IndexByte("oOpCuUgGst", c) >= 0 {
					v, ok := value(a[j+1:])
					if !ok {
						if c == 'u' || c == 'g' || c == 't' {
							bsdUser = bsdUser || c == 'u'
							break
						}
						return problem("list of " + map[byte]string{'p': "process IDs", 'C': "command names", 'o': "format"}[c] + " must follow -" + string(c))
					}
					switch c {
					case 'o', 'O':
						if msg := format(v); msg != "" {
							return problem(msg)
						}
					case 'p':
						numbers(v, (*kernel.Process).PID)
					case 'C':
						commands(v)
					case 'u', 'U':
						users(v)
					case 'g', 's':
						numbers(v, (*kernel.Process).SID)
					}
					break
				}
				switch c {
				case 'e', 'A', 'a', 'd', 'N':
					all = true
				case 'f', 'F':
					full = true
				case 'l':
					long = true
				case 'T':
					threads = true
				case 'w', 'H', 'x', 'y', 'L', 'j', 'm':
				default:
					return problem("unsupported SysV option")
				}
			}
		default:
			if strings.Trim(a, "0123456789,") == "" {
				numbers(a, (*kernel.Process).PID)
				continue
			}
			bsd = true
			for j := 0; j < len(a); j++ {
				switch a[j] {
				case 'a':
					bsdAll = true
				case 'x':
					bsdX = true
				case 'u':
					bsdUser = true
				case 'e', 'w', 'f', 'r', 'j', 'c', 'h':
					noHeader = noHeader || a[j] == 'h'
				case 'o':
					v, ok := value(a[j+1:])
					if !ok {
						return problem("format must follow o")
					}
					if msg := format(v); msg != "" {
						return problem(msg)
					}
					j = len(a)
				case 'p':
					v, ok := value(a[j+1:])
					if !ok {
						return problem("list of process IDs must follow p")
					}
					numbers(v, (*kernel.Process).PID)
					j = len(a)
				default:
					return problem("unsupported option (BSD syntax)")
				}
			}
		}
	}
	if badList {
		return problem("process ID list syntax error")
	}
	if columns == nil {
		switch {
		case bsdUser:
			columns = psSet("user", "pid", "%cpu", "%mem", "vsz", "rss", "tname", "stat", "bsdstart", "bsdtime", "command")
		case full:
			columns = psSet("user", "pid", "ppid", "c", "stime", "tname", "time", "cmd")
			columns[0].header = "UID"
		case long:
			columns = psSet("f", "s", "uid", "pid", "ppid", "c", "opri", "ni", "addr", "sz", "wchan", "tname", "time", "ucmd")
		case threads:
			columns = psSet("pid", "spid", "tname", "time", "ucmd")
		case bsd:
			columns = psSet("pid", "tname", "stat", "bsdtime", "command")
		default:
			columns = psSet("pid", "tname", "time", "ucmd")
		}
	}
	state := &psState{names: names, now: p.Kernel().Clock().Now(), boot: p.Kernel().BootTime(), loc: cmd.Location(p)}
	own := ttyOf(p)
	var list []*kernel.Process
	for _, q := range p.Kernel().Processes() {
		keep := false
		switch {
		case len(pick) > 0:
			for _, f := range pick {
				keep = keep || f(q)
			}
			keep = keep || all
		case all || bsdAll && bsdX:
			keep = true
		case bsdAll:
			keep = ttyOf(q) != "?"
		case bsdX:
			keep = q.Cred().UID == p.Cred().UID
		default:
			// Without a terminal, the processes of the session.
			keep = q.Cred().UID == p.Cred().UID && (own == "?" && q.SID() == p.SID() || own != "?" && ttyOf(q) == own)
		}
		if keep {
			list = append(list, q)
		}
	}
	psSort(list, sortKey, state)
	w := cmd.NewWriter(p)
	psPrint(w, columns, list, state, noHeader)
	if len(list) == 0 {
		return w.Finish(1)
	}
	return w.Finish(0)
}

func psSort(list []*kernel.Process, key string, s *psState) {
	reverse := strings.HasPrefix(key, "-")
	c, ok := psLookup(strings.TrimLeft(strings.Split(key, ",")[0], "+-"))
	if !ok {
		return
	}
	less := func(a, b *kernel.Process) bool {
		x, y := c.text(s, a), c.text(s, b)
		if nx, err := strconv.ParseFloat(x, 64); err == nil {
			if ny, err := strconv.ParseFloat(y, 64); err == nil {
				return nx < ny
			}
		}
		return x < y
	}
	for i := 1; i < len(list); i++ {
		for j := i; j > 0; j-- {
			a, b := list[j-1], list[j]
			if !reverse && less(b, a) || reverse && less(a, b) {
				list[j-1], list[j] = b, a
				continue
			}
			break
		}
	}
}

func psPrint(w *cmd.Writer, columns []psColumn, list []*kernel.Process, s *psState, noHeader bool) {
	headers := false
	for _, c := range columns {
		headers = headers || c.header != ""
	}
	row := func(cell func(c psColumn) string) {
		var b strings.Builder
		for i, c := range columns {
			if i > 0 {
				b.WriteByte(' ')
			}
			text := cell(c)
			last := i == len(columns)-1
			switch {
			case c.right:
				fmt.Fprintf(&b, "%*s", c.width, text)
			case last:
				b.WriteString(text)
			default:
				if (c.key == "user" || c.key == "euser") && len(text) > c.width {
					text = text[:c.width-1] + "+"
				}
				fmt.Fprintf(&b, "%-*s", c.width, text)
			}
		}
		b.WriteByte('\n')
		_, _ = w.WriteString(b.String())
	}
	if !noHeader && headers {
		row(func(c psColumn) string { return c.header })
	}
	for _, q := range list {
		row(func(c psColumn) string { return c.text(s, q) })
	}
}
