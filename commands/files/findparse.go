package files

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
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
