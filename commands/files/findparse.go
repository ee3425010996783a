package files

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/dateparse"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
)

// findParser turns the expression of find into a test. Precedence: ( ), !, and, -o, comma.
type findParser struct {
	f     *finder
	args  []string
	pos   int
	depth int
	ere   int // -regextype: 0 emacs, 1 extended, 2 basic
	err   string
}

func (p *findParser) parse() (findNode, string) {
	if len(p.args) == 0 {
		return func(*finder, *visit) bool { return true }, ""
	}
	n := p.comma()
	if p.err == "" && p.pos < len(p.args) {
		switch a := p.args[p.pos]; a {
		case ")":
			p.fail("you have too many ')'")
		default:
			if !isFindToken(a) {
				p.fail("paths must precede expression: `%s'", a)
			} else {
				p.fail("invalid expression; I was expecting to find a ')' somewhere but did not see one.")
			}
		}
	}
	return n, p.err
}

func (p *findParser) fail(format string, args ...any) findNode {
	if p.err == "" {
		p.err = fmt.Sprintf(format, args...)
	}
	return nil
}

func (p *findParser) peek() string {
	if p.pos < len(p.args) {
		return p.args[p.pos]
	}
	return ""
}

func (p *findParser) more() bool { return p.err == "" && p.pos < len(p.args) }

func (p *findParser) comma() findNode {
	left := p.or()
	for p.more() && p.peek() == "," {
		p.pos++
		l, r := left, p.or()
		left = func(f *finder, v *visit) bool { l(f, v); return !f.quit && r(f, v) }
	}
	return left
}

func (p *findParser) or() findNode {
	left := p.and()
	for p.more() && (p.peek() == "-o" || p.peek() == "-or") {
		p.pos++
		if !p.more() {
			return p.fail("expected an expression after '%s'", p.args[p.pos-1])
		}
		l, r := left, p.and()
		left = func(f *finder, v *visit) bool { return l(f, v) || !f.quit && r(f, v) }
	}
	return left
}

func (p *findParser) and() findNode {
	left := p.not()
	for p.more() {
		a := p.peek()
		if a == "-o" || a == "-or" || a == "," || a == ")" {
			break
		}
		if a == "-a" || a == "-and" {
			p.pos++
			if !p.more() {
				return p.fail("expected an expression after '%s'", a)
			}
		}
		l, r := left, p.not()
		left = func(f *finder, v *visit) bool { return l(f, v) && !f.quit && r(f, v) }
	}
	return left
}

func (p *findParser) not() findNode {
	if p.depth++; p.depth > 1000 {
		return p.fail("expression too deep")
	}
	defer func() { p.depth-- }()
	if !p.more() {
		return p.fail("invalid expression")
	}
	a := p.args[p.pos]
	switch a {
	case "!", "-not":
		p.pos++
		if !p.more() {
			return p.fail("expected an expression after '%s'", a)
		}
		n := p.not()
		return func(f *finder, v *visit) bool { return !n(f, v) }
	case "(":
		p.pos++
		if !p.more() {
			return p.fail("invalid expression; expected to find a ')' but didn't see one. Perhaps you need an extra predicate after '('")
		}
		if p.peek() == ")" {
			return p.fail("invalid expression; empty parentheses are not allowed.")
		}
		n := p.comma()
		if p.err == "" && p.peek() != ")" {
			return p.fail("invalid expression; I was expecting to find a ')' somewhere but did not see one.")
		}
		p.pos++
		return n
	case "-o", "-or", "-a", "-and", ",":
		return p.fail("invalid expression; you have used a binary operator '%s' with nothing before it.", a)
	case ")":
		return p.fail("invalid expression; you have too many ')'")
	}
	p.pos++
	if !isFindToken(a) {
		return p.fail("paths must precede expression: `%s'", a)
	}
	return p.primary(a)
}

func (p *findParser) arg(name string) (string, bool) {
	if p.pos >= len(p.args) {
		p.fail("missing argument to `%s'", name)
		return "", false
	}
	p.pos++
	return p.args[p.pos-1], true
}

func always(*finder, *visit) bool { return true }

func (p *findParser) primary(name string) findNode {
	f := p.f
	switch name {
	case "-true", "-noleaf", "-warn", "-nowarn", "-ignore_readdir_race", "-noignore_readdir_race", "-follow":
		if name == "-follow" {
			f.follow = 'L'
		}
		return always
	case "-false":
		return func(*finder, *visit) bool { return false }
	case "-depth", "-d":
		f.depth = true
		return always
	case "-daystart":
		f.daystart = true
		return always
	case "-mount", "-xdev":
		f.oneFS = true
		return always
	case "-prune":
		return func(_ *finder, v *visit) bool { v.prune = true; return true }
	case "-quit":
		f.acts = true
		return func(f *finder, _ *visit) bool { f.quit = true; return true }
	case "-print":
		f.acts = true
		return findPrint
	case "-print0":
		f.acts = true
		return func(f *finder, v *visit) bool { _, _ = f.w.WriteString(v.path + "\x00"); return true }
	case "-ls":
		f.acts = true
		return func(f *finder, v *visit) bool { return findLs(f, f.w, v) }
	case "-delete":
		f.acts, f.depth = true, true
		return findDelete
	case "-empty":
		return findEmpty
	case "-nouser":
		return func(f *finder, v *visit) bool { return !f.names.HasUser(statOf(v.info).UID) }
	case "-nogroup":
		return func(f *finder, v *visit) bool { return !f.names.HasGroup(statOf(v.info).GID) }
	case "-readable", "-writable", "-executable":
		mode := map[string]uint32{"-readable": 4, "-writable": 2, "-executable": 1}[name]
		return func(f *finder, v *visit) bool { return f.p.FS().Access(v.path, mode) == nil }
	case "-exec", "-execdir", "-ok", "-okdir":
		return p.exec(name)
	}
	if !strings.HasPrefix(name, "-") {
		return p.fail("unknown predicate `%s'", name)
	}
	return p.withArgument(name)
}

func (p *findParser) withArgument(name string) findNode {
	f := p.f
	switch name {
	case "-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename", "-lname", "-ilname", "-regex", "-iregex", "-type", "-xtype",
		"-size", "-mtime", "-atime", "-ctime", "-mmin", "-amin", "-cmin", "-newer", "-anewer", "-cnewer", "-perm", "-user", "-group",
		"-uid", "-gid", "-links", "-inum", "-maxdepth", "-mindepth", "-printf", "-fprint", "-fprint0", "-fprintf", "-fls", "-files0-from", "-samefile", "-regextype", "-used", "-fstype":
	default:
		if !(strings.HasPrefix(name, "-newer") && len(name) == 8) {
			return p.fail("unknown predicate `%s'", name)
		}
	}
	a, ok := p.arg(name)
	if !ok {
		return nil
	}
	var flags pattern.Flags
	if strings.HasPrefix(name, "-i") && name != "-inum" {
		flags = pattern.IgnoreCase
	}
	number := func(get func(*finder, *visit) int64) findNode {
		n, ok := parseNumeric(a)
		if !ok {
			return p.fail("invalid argument `%s' to `%s'", a, name)
		}
		return func(f *finder, v *visit) bool { return n.matches(get(f, v)) }
	}
	switch name {
	case "-name", "-iname":
		m := pattern.Glob(a, flags)
		return func(_ *finder, v *visit) bool { return m.Match(lastComponent(v.path)) }
	case "-path", "-ipath", "-wholename", "-iwholename":
		m := pattern.Glob(a, flags)
		return func(_ *finder, v *visit) bool { return m.Match(v.path) }
	case "-lname", "-ilname":
		m := pattern.Glob(a, flags)
		return func(f *finder, v *visit) bool {
			t, err := f.p.FS().Readlink(v.path)
			return err == nil && m.Match(t)
		}
	case "-regextype":
		switch {
		case strings.Contains(a, "extended"), strings.Contains(a, "egrep"), strings.Contains(a, "awk"):
			p.ere = 1
		case strings.Contains(a, "basic"), a == "grep", a == "sed", a == "ed":
			p.ere = 2
		case a == "emacs", a == "findutils-default":
			p.ere = 0
		default:
			return p.fail("Unknown regular expression type %s; valid types are 'findutils-default', 'ed', 'emacs', 'gnu-awk', 'grep', 'posix-awk', 'awk', 'posix-basic', 'posix-egrep', 'egrep', 'posix-extended', 'posix-minimal-basic', 'sed'.", cmd.Quote(a))
		}
		return always
	case "-regex", "-iregex":
		re, err := p.regexp(a, flags)
		if err != nil {
			return p.fail("%s", err)
		}
		return func(_ *finder, v *visit) bool {
			m := re.FindSubmatchIndex([]byte(v.path))
			return m != nil && m[0] == 0 && m[1] == len(v.path)
		}
	case "-type", "-xtype":
		return p.fileType(name, a)
	case "-size":
		return p.size(a)
	case "-mtime", "-atime", "-ctime", "-mmin", "-amin", "-cmin":
		return p.age(name, a)
	case "-newer", "-anewer", "-cnewer":
		info, err := f.stat(a, true)
		if err != nil {
			return p.fail("%s: %s", cmd.Quote(a), kernel.Strerror(err))
		}
		which := byte('m')
		if name != "-newer" {
			which = name[1]
		}
		ref := info.ModTime()
		return func(_ *finder, v *visit) bool { return timeOf(v.info, which).After(ref) }
	case "-perm":
		return p.perm(a)
	case "-user", "-uid":
		if name == "-uid" {
			return number(func(_ *finder, v *visit) int64 { return int64(statOf(v.info).UID) })
		}
		account, ok := f.names.LookupUser(a)
		if !ok {
			return p.fail("%s is not the name of a known user", cmd.Quote(a))
		}
		return func(_ *finder, v *visit) bool { return statOf(v.info).UID == account.UID }
	case "-group", "-gid":
		if name == "-gid" {
			return number(func(_ *finder, v *visit) int64 { return int64(statOf(v.info).GID) })
		}
		gid, ok := f.names.LookupGroup(a)
		if !ok {
			return p.fail("%s is not the name of an existing group", cmd.Quote(a))
		}
		return func(_ *finder, v *visit) bool { return statOf(v.info).GID == gid }
	case "-links":
		return number(func(_ *finder, v *visit) int64 { return int64(statOf(v.info).Nlink) })
	case "-inum":
		return number(func(_ *finder, v *visit) int64 { return int64(statOf(v.info).Ino) })
	case "-used":
		return number(func(_ *finder, v *visit) int64 {
			st := statOf(v.info)
			return int64(st.Atime.Sub(st.Ctime) / (24 * time.Hour))
		})
	case "-fstype":
		return func(f *finder, v *visit) bool {
			st, err := f.p.FS().Statfs(v.path)
			return err == nil && st.Type == a
		}
	case "-files0-from":
		f.files0 = a
		return always
	case "-maxdepth", "-mindepth":
		n, err := strconv.Atoi(a)
		if err != nil || n < 0 {
			return p.fail("Expected a positive decimal integer argument to %s, but got %s", name, cmd.Quote(a))
		}
		if name == "-maxdepth" {
			f.maxDepth = n
		} else {
			f.minDepth = n
		}
		return always
	case "-samefile":
		info, err := f.stat(a, true)
		if err != nil {
			return p.fail("%s: %s", cmd.Quote(a), kernel.Strerror(err))
		}
		return func(_ *finder, v *visit) bool { return sameFile(v.info, info) }
	case "-printf":
		f.acts = true
		format := compileFindFormat(a)
		f.warnFormat(format)
		return func(f *finder, v *visit) bool { format.print(f, f.w, v); return true }
	case "-fprint", "-fprint0", "-fprintf", "-fls":
		return p.toFile(name, a)
	}
	return p.newerXY(name, a)
}

func (p *findParser) toFile(name, file string) findNode {
	f := p.f
	f.acts = true
	var format *findFormat
	if name == "-fprintf" {
		text, ok := p.arg(name)
		if !ok {
			return nil
		}
		format = compileFindFormat(text)
		f.warnFormat(format)
	}
	w := f.outputs[file]
	if w == nil {
		out, err := f.p.Open(file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			return p.fail("%s: %s", cmd.Quote(file), kernel.Strerror(err))
		}
		f.p.AtExit(func() { _ = out.Close() })
		w = cmd.NewFileWriter(f.p, fileWriter{f.ctx, out})
		if f.outputs == nil {
			f.outputs = map[string]*cmd.Writer{}
		}
		f.outputs[file] = w
	}
	switch name {
	case "-fprint":
		return func(_ *finder, v *visit) bool { _, _ = w.WriteString(v.path + "\n"); return true }
	case "-fls":
		return func(f *finder, v *visit) bool { return findLs(f, w, v) }
	case "-fprint0":
		return func(_ *finder, v *visit) bool { _, _ = w.WriteString(v.path + "\x00"); return true }
	}
	return func(f *finder, v *visit) bool { format.print(f, w, v); return true }
}

// regexp compiles for -regex, whose default dialect is that of Emacs: + and ? special, \| and \( \) with backslashes.
func (p *findParser) regexp(src string, flags pattern.Flags) (*pattern.Regexp, error) {
	switch p.ere {
	case 1:
		return pattern.ERE(src, flags)
	case 2:
		return pattern.BRE(src, flags)
	}
	var b strings.Builder
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\\' && i+1 < len(src):
			i++
			if c = src[i]; c == '+' || c == '?' {
				b.WriteByte('[')
				b.WriteByte(c)
				b.WriteByte(']')
				continue
			}
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '[':
			j := i + 1
			if j < len(src) && src[j] == '^' {
				j++
			}
			if j < len(src) && src[j] == ']' {
				j++
			}
			for j < len(src) && src[j] != ']' {
				j++
			}
			b.WriteString(src[i:min(j+1, len(src))])
			i = j
		case (c == '+' || c == '?') && i > 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return pattern.BRE(b.String(), flags)
}

func (p *findParser) fileType(name, list string) findNode {
	var want [256]bool
	for t := range strings.SplitSeq(list, ",") {
		if len(t) != 1 || strings.IndexByte("bcdpflsD", t[0]) < 0 {
			if len(t) > 1 {
				return p.fail("Must separate multiple arguments to %s using: ','", name)
			}
			return p.fail("Unknown argument to %s: %s", name, t)
		}
		want[t[0]] = true
	}
	return func(f *finder, v *visit) bool {
		info := v.info
		if name == "-xtype" {
			if i, err := f.p.FS().Stat(v.path); err == nil {
				info = i
			}
		}
		c := cmd.TypeChar(info.Mode())
		if c == '-' {
			c = 'f'
		}
		return want[c]
	}
}

func (p *findParser) size(a string) findNode {
	unit := int64(512)
	text := a
	if text != "" {
		switch text[len(text)-1] {
		case 'b':
		case 'c':
			unit = 1
		case 'w':
			unit = 2
		case 'k':
			unit = 1 << 10
		case 'M':
			unit = 1 << 20
		case 'G':
			unit = 1 << 30
		default:
			if c := text[len(text)-1]; c < '0' || c > '9' {
				return p.fail("invalid -size type `%c'", c)
			}
			text += "b"
		}
		text = text[:len(text)-1]
	}
	n, ok := parseNumeric(text)
	if !ok {
		return p.fail("Invalid argument `%s' to -size", a)
	}
	return func(_ *finder, v *visit) bool { return n.matches((v.info.Size() + unit - 1) / unit) }
}

func timeOf(info fs.FileInfo, which byte) time.Time {
	switch which {
	case 'a':
		return statOf(info).Atime
	case 'c':
		return statOf(info).Ctime
	case 'B':
		return statOf(info).Btime
	}
	return info.ModTime()
}

func (p *findParser) age(name, a string) findNode {
	unit := 24 * time.Hour
	if strings.HasSuffix(name, "min") {
		unit = time.Minute
	}
	sign, text := byte(0), a
	if a != "" && (a[0] == '+' || a[0] == '-') {
		sign, text = a[0], a[1:]
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n < 0 {
		return p.fail("invalid argument `%s' to `%s'", a, name)
	}
	which := name[1]
	limit := time.Duration(min(n, float64(math.MaxInt64/4/unit)) * float64(unit))
	return func(f *finder, v *visit) bool {
		t := timeOf(v.info, which)
		now := f.now
		if f.daystart {
			d := now.In(f.loc)
			now = time.Date(d.Year(), d.Month(), d.Day()+1, 0, 0, 0, 0, f.loc)
		}
		age := now.Sub(t)
		switch sign {
		case '-':
			return age < limit
		case '+':
			return age >= limit+unit
		}
		return age >= limit && age < limit+unit
	}
}

func (p *findParser) newerXY(name, a string) findNode {
	x, y := name[6], name[7]
	if strings.IndexByte("aBcm", x) < 0 || strings.IndexByte("aBcmt", y) < 0 {
		return p.fail("invalid predicate `%s'", name)
	}
	var ref time.Time
	if y == 't' {
		t, ok := dateparse.Parse(a, p.f.now.In(p.f.loc), func(tz string) *time.Location { return cmd.Zone(p.f.p, tz) })
		if !ok {
			return p.fail("I cannot figure out how to interpret %s as a date or time", cmd.Quote(a))
		}
		ref = t
	} else {
		info, err := p.f.stat(a, true)
		if err != nil {
			return p.fail("%s: %s", cmd.Quote(a), kernel.Strerror(err))
		}
		ref = timeOf(info, y)
	}
	return func(_ *finder, v *visit) bool { return timeOf(v.info, x).After(ref) }
}

func (p *findParser) perm(a string) findNode {
	kind, text := byte('='), a
	if a != "" && (a[0] == '-' || a[0] == '/') {
		kind, text = a[0], a[1:]
	}
	m, ok := cmd.ParseMode(text)
	if !ok || a[0] == '+' && len(a) > 1 && a[1] >= '0' && a[1] <= '9' {
		return p.fail("invalid mode %s", cmd.Quote(a))
	}
	want := m.Apply(0, false, 0)
	return func(_ *finder, v *visit) bool {
		bits := cmd.Bits(v.info.Mode())
		switch kind {
		case '-':
			return bits&want == want
		case '/':
			return want == 0 || bits&want != 0
		}
		return bits == want
	}
}

func (p *findParser) exec(name string) findNode {
	e := &findExec{dir: strings.HasSuffix(name, "dir"), ask: strings.HasPrefix(name, "-ok")}
	for {
		if p.pos >= len(p.args) {
			return p.fail("missing argument to `%s'", name)
		}
		a := p.args[p.pos]
		p.pos++
		if a == ";" {
			break
		}
		if a == "+" && len(e.args) > 0 && e.args[len(e.args)-1] == "{}" && !e.ask {
			e.batch = true
			e.args = e.args[:len(e.args)-1]
			break
		}
		e.args = append(e.args, a)
	}
	if len(e.args) == 0 {
		return p.fail("missing argument to `%s'", name)
	}
	p.f.acts = true
	if e.batch {
		p.f.batches = append(p.f.batches, e)
	}
	return e.test
}

func findDelete(f *finder, v *visit) bool {
	if v.path == "." {
		return true
	}
	if err := f.p.FS().Remove(v.path); err != nil {
		f.fail("cannot delete %s: %s", cmd.Quote(v.path), kernel.Strerror(err))
		return false
	}
	return true
}

func findEmpty(f *finder, v *visit) bool {
	if v.info.IsDir() {
		list, err := f.p.FS().ReadDir(v.path)
		if err != nil {
			f.fail("%s: %s", cmd.Quote(v.path), kernel.Strerror(err))
			return false
		}
		return len(list) == 0
	}
	return v.info.Mode().IsRegular() && v.info.Size() == 0
}

// findLs is -ls: the line of ls -dils.
func findLs(f *finder, w *cmd.Writer, v *visit) bool {
	st := statOf(v.info)
	size := strconv.FormatInt(v.info.Size(), 10)
	t := v.info.ModTime().In(f.loc)
	when := t.Format("Jan _2  2006")
	if t.After(f.now.Add(-halfYear)) && !t.After(f.now) {
		when = t.Format("Jan _2 15:04")
	}
	w.Printf("%9d %6d %s %3d %-8s %-8s %8s %s %s", st.Ino, (st.Blocks+1)/2, cmd.ModeString(v.info.Mode()), st.Nlink,
		f.names.User(st.UID), f.names.Group(st.GID), size, when, v.path)
	if v.info.Mode()&fs.ModeSymlink != 0 {
		if target, err := f.p.FS().Readlink(v.path); err == nil {
			_, _ = w.WriteString(" -> " + target)
		}
	}
	_ = w.WriteByte('\n')
	return true
}
