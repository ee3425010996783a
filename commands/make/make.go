package make

import (
	"context"
	"fmt"
	"os"
	"path"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
)

var usage = optparse.Define("make", "[options] [target] ...", "", `
!-b                         ignored
!-m                         ignored
-B, --always-make           unconditionally make all targets
-C, --directory=DIRECTORY   change to DIRECTORY before doing anything
-d                          print lots of debugging information
    --debug[=FLAGS]         print various types of debugging information
-e, --environment-overrides  environment variables override makefiles
-E, --eval=STRING           evaluate STRING as a makefile statement
-f, --file=FILE             read FILE as a makefile
!    --makefile=FILE        read FILE as a makefile
-i, --ignore-errors         ignore errors from recipes
-I, --include-dir=DIRECTORY  search DIRECTORY for included makefiles
-j[N], --jobs[=N]           allow N jobs at once; infinite jobs with no arg
-k, --keep-going            keep going when some targets can't be made
-l[N], --load-average[=N]   don't start multiple jobs unless load is below N
-n, --just-print            don't actually run any recipe; just print them
!    --dry-run              don't actually run any recipe; just print them
!    --recon                don't actually run any recipe; just print them
-o, --old-file=FILE         consider FILE to be very old and don't remake it
-O[TYPE], --output-sync[=TYPE]  synchronize output of parallel jobs by TYPE
-p, --print-data-base       print make's internal database
-q, --question              run no recipe; exit status says if up to date
-r, --no-builtin-rules      disable the built-in implicit rules
-R, --no-builtin-variables  disable the built-in variable settings
-s, --silent                don't echo recipes
!    --quiet                don't echo recipes
    --no-silent             echo recipes (disable --silent mode)
-S, --no-keep-going         turns off -k
!    --stop                 turns off -k
-t, --touch                 touch targets instead of remaking them
    --trace                 print tracing information
-v, --version               print the version number of make and exit
-w, --print-directory       print the current directory
    --no-print-directory    turn off -w, even if it was turned on implicitly
-W, --what-if=FILE          consider FILE to be infinitely new
    --warn-undefined-variables  warn when an undefined variable is referenced
-h, --help                  print this message and exit
`).NoHelp().Status(2)

const openCreate = os.O_WRONLY | os.O_CREATE

type options struct {
	always, envOverrides, ignore, keepGoing, dryRun, question, noRules, noVars, silent, touch, printDir, noPrintDir, warnUndefined bool
	jobs                                                                                                                           int
}

// maker is one run of make.
type maker struct {
	ctx   context.Context
	p     *kernel.Process
	w     *cmd.Writer
	mu    sync.Mutex // held by whoever works; let go while a command runs
	slots chan struct{}
	opt   options
	level int

	functions map[string]function
	global    *scope
	targets   map[string]*target
	order     []string
	patterns  []*patternRule

	patternVars []patternVars
	suffixes    []string
	firstGoal   string
	defaultGoal string
	prefix      string // of a recipe line
	vpaths      [][2]string
	places      map[string]string // where VPATH found a file
	parents     map[*target]*target
	also        map[string][]string

	mentioned, intermediate, silent, ignored, precious map[string]bool

	keepAll, deleteOnError, oneShell, exportAll bool

	missing  []missingInclude
	file     string // being read
	line     int
	depth    int
	reading  int
	includes int
	steps    int
	commands int // started
	waiting  []func()
	remove   []string
	command  []string // variables of the command line

	quiet, failing, outOfDate bool
}

// stop ends make with a message and a status.
type stop struct {
	text   string
	status int
}

// Program runs make.
func Program(ctx context.Context, p *kernel.Process) (status int) {
	for range 8 { // again when an included makefile was remade
		m := newMaker(ctx, p)
		status, again := m.main(p.Args()[1:])
		if !again {
			return m.w.Finish(status)
		}
	}
	return 2
}

func newMaker(ctx context.Context, p *kernel.Process) *maker {
	m := &maker{ctx: ctx, p: p, w: cmd.NewWriter(p), functions: makeFunctions(), global: newScope(nil), targets: map[string]*target{},
		places: map[string]string{}, parents: map[*target]*target{}, also: map[string][]string{}, prefix: "\t",
		mentioned: map[string]bool{}, intermediate: map[string]bool{}, silent: map[string]bool{}, ignored: map[string]bool{}, precious: map[string]bool{},
		suffixes: append([]string{}, defaultSuffixes...)}
	m.opt.jobs = 1
	m.level, _ = strconv.Atoi(p.Getenv("MAKELEVEL"))
	return m
}

func itoa(n int) string { return strconv.Itoa(n) }

// alive ends make when its process is killed.
func (m *maker) alive() {
	if m.p.Safepoint() != nil || m.ctx.Err() != nil {
		panic(stop{status: 2})
	}
}

func (m *maker) flush() { _ = m.w.Flush() }

func (m *maker) say(s string) { _, _ = m.w.WriteString(s) }

// name is how make calls itself.
func (m *maker) name() string {
	name := path.Base(cmd.Name(m.p))
	if m.level > 0 {
		return name + "[" + itoa(m.level) + "]"
	}
	return name
}

// message prints one of make's own on standard error.
func (m *maker) message(format string, args ...any) {
	m.flush()
	cmd.Raw(m.p, m.name()+": "+fmt.Sprintf(format, args...)+"\n")
}

// warn prints with the place in the makefile.
func (m *maker) warn(format string, args ...any) { m.note(m.file, m.line, format, args...) }

func (m *maker) note(file string, line int, format string, args ...any) {
	m.flush()
	where := m.name() + ": "
	if file != "" {
		where = file + ":" + itoa(line) + ": "
	}
	cmd.Raw(m.p, where+fmt.Sprintf(format, args...)+"\n")
}

// fatal ends make with the place in the makefile.
func (m *maker) fatal(format string, args ...any) {
	text := "*** " + fmt.Sprintf(format, args...) + ".  Stop."
	if m.file != "" {
		m.flush()
		cmd.Raw(m.p, m.file+":"+itoa(m.line)+": "+text+"\n")
		panic(stop{status: 2})
	}
	panic(stop{text: text, status: 2})
}

// start spawns a child, a script without #! by the shell.
func (m *maker) start(spec kernel.Spec) (*kernel.Process, error) { return cmd.Spawn(m.ctx, m.p, spec) }

// glob expands a pattern; files that are not there stay when mustExist is not set and the word has no wildcard.
func (m *maker) glob(word string, mustExist bool) []string {
	if !strings.ContainsAny(word, "*?[") {
		if !mustExist || m.stat(word) {
			return []string{word}
		}
		return nil
	}
	parts := strings.Split(word, "/")
	found := []string{""}
	for i, part := range parts {
		var next []string
		last := i == len(parts)-1
		for _, dir := range found {
			m.alive()
			if !strings.ContainsAny(part, "*?[") {
				at := dir + part
				if last && !m.stat(at) {
					continue
				}
				if !last {
					at += "/"
				}
				next = append(next, at)
				continue
			}
			in := dir
			if in == "" {
				in = "."
			}
			list, err := m.p.FS().ReadDir(in)
			if err != nil {
				continue
			}
			g := pattern.Glob(part, pattern.Period)
			for _, d := range list {
				if !g.Match(d.Name()) {
					continue
				}
				at := dir + d.Name()
				if !last {
					at += "/"
				}
				next = append(next, at)
			}
		}
		found = next
	}
	sort.Strings(found)
	return found
}

// globWords expands the wildcards of a list; a pattern that matches nothing stays.
func (m *maker) globWords(s string) []string {
	var out []string
	for _, w := range strings.Fields(s) {
		w = strings.ReplaceAll(w, "\\:", ":")
		if g := m.glob(w, false); len(g) > 0 {
			out = append(out, g...)
		} else {
			out = append(out, w)
		}
	}
	return out
}

// addFlags takes the options that MAKEFLAGS carries.
func (m *maker) addFlags(s string) {
	words := strings.Fields(s)
	for i, w := range words {
		if w == "--" {
			for _, a := range words[i+1:] {
				m.setCommandLine(strings.ReplaceAll(a, "\\ ", " "))
			}
			return
		}
		if strings.Contains(w, "=") && !strings.HasPrefix(w, "-") {
			m.setCommandLine(w)
			continue
		}
		if strings.HasPrefix(w, "--") {
			switch w {
			case "--no-print-directory":
				m.opt.noPrintDir = true
			case "--warn-undefined-variables":
				m.opt.warnUndefined = true
			}
			continue
		}
		if n, ok := strings.CutPrefix(w, "-j"); ok {
			if v, err := strconv.Atoi(n); err == nil {
				m.opt.jobs = v
			}
			continue
		}
		for _, c := range strings.TrimPrefix(w, "-") {
			m.flag(c)
		}
	}
}

func (m *maker) flag(c rune) {
	o := &m.opt
	switch c {
	case 'B':
		o.always = true
	case 'e':
		o.envOverrides = true
	case 'i':
		o.ignore = true
	case 'k':
		o.keepGoing = true
	case 'n':
		o.dryRun = true
	case 'q':
		o.question = true
	case 'r':
		o.noRules = true
	case 'R':
		o.noRules, o.noVars = true, true
	case 's':
		o.silent = true
	case 'S':
		o.keepGoing = false
	case 't':
		o.touch = true
	case 'w':
		o.printDir = true
	}
}

// flagsText is what MAKEFLAGS tells a make below.
func (m *maker) flagsText() string {
	var b strings.Builder
	o := m.opt
	for _, f := range []struct {
		on bool
		c  byte
	}{{o.always, 'B'}, {o.envOverrides, 'e'}, {o.ignore, 'i'}, {o.keepGoing, 'k'}, {o.dryRun, 'n'}, {o.question, 'q'}, {o.noRules, 'r'}, {o.noVars, 'R'}, {o.silent, 's'}, {o.touch, 't'}, {o.printDir, 'w'}} {
		if f.on {
			b.WriteByte(f.c)
		}
	}
	if o.jobs > 1 {
		b.WriteString(" -j" + itoa(o.jobs))
	}
	if o.noPrintDir {
		b.WriteString(" --no-print-directory")
	}
	if len(m.command) > 0 {
		b.WriteString(" --")
		for _, c := range m.command {
			b.WriteString(" " + strings.ReplaceAll(c, " ", "\\ "))
		}
	}
	return b.String()
}

func (m *maker) setCommandLine(arg string) bool {
	a, ok := parseAssignment(arg)
	if !ok || a.override || a.export {
		return false
	}
	name := strings.TrimSpace(a.name)
	if a.op == ":=" {
		m.global.set(name, m.expand(a.value, m.global), false, fromCommandLine)
	} else {
		m.global.set(name, a.value, true, fromCommandLine)
	}
	m.command = append(m.command, arg)
	return true
}

// main reads the command line and the makefiles and makes the goals. again asks for a fresh start.
func (m *maker) main(args []string) (status int, again bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	entered := ""
	defer func() {
		switch r := recover().(type) {
		case nil:
		case stop:
			if r.text != "" {
				m.message("%s", r.text)
			}
			status = r.status
		default:
			panic(r)
		}
		if entered != "" && !again {
			m.say(m.name() + ": Leaving directory '" + entered + "'\n")
		}
	}()
	for _, kv := range m.p.Environ() {
		k, v, _ := strings.Cut(kv, "=")
		if k != "SHELL" && k != "MAKEFLAGS" && k != "MAKELEVEL" {
			m.global.vars[k] = &variable{value: v, recursive: true, from: fromEnv}
		}
	}
	m.addFlags(m.p.Getenv("MAKEFLAGS"))
	o, err := usage.Parse(args)
	if err != nil {
		cmd.Errorf(m.p, "%s", err)
		_, _ = m.p.Stderr().Write([]byte(usage.HelpText(cmd.Name(m.p))))
		return 2, false
	}
	var files []string
	moved := false
	for _, opt := range o.Options {
		switch opt.Key {
		case "C":
			if err := m.p.Chdir(opt.Value); err != nil {
				panic(stop{text: "*** " + opt.Value + ": " + kernel.Strerror(err) + ".  Stop.", status: 2})
			}
			moved = true
		case "f", "makefile":
			files = append(files, opt.Value)
		case "j":
			if m.opt.jobs = 64; opt.Value != "" {
				n, err := strconv.Atoi(opt.Value)
				if err != nil || n < 1 {
					panic(stop{text: "the '-j' option requires a positive integer argument", status: 2})
				}
				m.opt.jobs = min(n, 256)
			}
		case "dry-run", "recon":
			m.opt.dryRun = true
		case "quiet":
			m.opt.silent = true
		case "no-silent":
			m.opt.silent = false
		case "stop":
			m.opt.keepGoing = false
		case "no-print-directory":
			m.opt.noPrintDir = true
		case "warn-undefined-variables":
			m.opt.warnUndefined = true
		case "h":
			m.say(usage.HelpText(cmd.Name(m.p)))
			return 0, false
		case "v":
			m.say("GNU Make 4.3 compatible make (sandpit) 1.0\n")
			return 0, false
		case "d", "debug", "trace", "p", "o", "W", "E", "O", "l", "I":
			if opt.Key == "p" || opt.Key == "o" || opt.Key == "W" {
				panic(stop{text: "*** the " + opt.Name + " option is not supported.  Stop.", status: 2})
			}
		default:
			m.flag(rune(opt.Key[0]))
		}
	}
	m.slots = make(chan struct{}, max(1, m.opt.jobs))
	m.defaults()
	var goals []string
	for _, a := range o.Args {
		if !m.setCommandLine(a) {
			goals = append(goals, a)
		}
	}
	if (moved || m.level > 0 || m.opt.printDir) && !m.opt.noPrintDir && (!m.opt.silent || m.opt.printDir) {
		entered = m.p.Dir()
		m.opt.printDir = true
		m.say(m.name() + ": Entering directory '" + entered + "'\n")
	}
	m.global.set("CURDIR", m.p.Dir(), false, fromFile)
	m.global.set("MAKECMDGOALS", strings.Join(goals, " "), false, fromFile)
	m.global.set("MAKEFLAGS", m.flagsText(), false, fromFile)
	m.global.set("MAKELEVEL", itoa(m.level), false, fromFile)
	for _, opt := range o.Options {
		if opt.Key == "E" {
			m.readText(opt.Value, "", 0, m.global)
		}
	}
	read := m.readMakefiles(files)
	if m.remakeIncludes() {
		return 0, true
	}
	m.file = ""
	if len(goals) == 0 {
		goal := m.firstGoal
		if m.defaultGoal != "" {
			goal = m.defaultGoal
		}
		if goal == "" {
			if !read {
				panic(stop{text: "*** No targets specified and no makefile found.  Stop.", status: 2})
			}
			panic(stop{text: "*** No targets.  Stop.", status: 2})
		}
		goals = []string{goal}
	}
	ok := m.makeGoals(goals)
	m.cleanUp()
	switch {
	case !ok:
		return 2, false
	case m.opt.question && m.outOfDate:
		return 1, false
	}
	return 0, false
}

// defaults sets make's own variables and rules.
func (m *maker) defaults() {
	m.global.set("SHELL", "/bin/sh", false, fromDefault)
	m.global.set(".SHELLFLAGS", "-c", false, fromDefault)
	m.global.set("MAKE_VERSION", "4.3", false, fromDefault)
	m.global.set(".FEATURES", "target-specific order-only second-expansion else-if shortest-stem undefine oneshell", false, fromDefault)
	m.global.set(".VARIABLES", "", false, fromDefault)
	m.global.set("MAKE_HOST", "x86_64-pc-linux-gnu", false, fromDefault)
	if m.opt.noVars {
		m.global.set("MAKE", "make", false, fromDefault)
	} else {
		for line := range strings.Lines(defaultVars) {
			if k, v, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
				if k == "MAKE_COMMAND" {
					v = cmd.Name(m.p)
				}
				m.global.set(k, v, true, fromDefault)
			}
		}
	}
	m.global.set("SUFFIXES", strings.Join(m.suffixes, " "), false, fromDefault)
	if m.opt.noRules {
		m.suffixes = nil
		return
	}
	for line := range strings.Lines(suffixRules) {
		name, text, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if !ok {
			continue
		}
		rec := &recipe{file: "<builtin>"}
		for part := range strings.SplitSeq(text, `\n`) {
			rec.lines = append(rec.lines, recipeLine{strings.TrimSpace(part), 0})
		}
		m.addSuffixRule(name, rec, true)
	}
}

func (m *maker) readMakefiles(files []string) bool {
	if len(files) == 0 {
		for _, name := range []string{"GNUmakefile", "makefile", "Makefile"} {
			if info, err := m.p.FS().Stat(name); err == nil && !info.IsDir() {
				m.readFile(name, true)
				return true
			}
		}
		return false
	}
	for _, f := range files {
		if f == "-" {
			data, err := cmd.ReadAll(m.p.Stdin())
			if err != nil {
				panic(stop{text: "*** read error: " + kernel.Strerror(err) + ".  Stop.", status: 2})
			}
			m.readText(string(data), "-", 0, m.global)
			continue
		}
		if !m.readFile(f, false) {
			_, err := m.p.FS().ReadFile(f)
			m.flush()
			cmd.Raw(m.p, m.name()+": "+f+": "+kernel.Strerror(err)+"\n")
			m.file = ""
			if t := m.target(f); !t.hasRule {
				panic(stop{text: "*** No rule to make target '" + f + "'.  Stop.", status: 2})
			}
		}
	}
	return true
}

// remakeIncludes makes included files that are missing; it reports whether one was made.
func (m *maker) remakeIncludes() bool {
	made := false
	missing := m.missing
	m.missing = nil
	for _, x := range missing {
		m.file, m.line = "", 0
		t := m.target(x.name)
		rule, _, _ := m.findPattern(t.name, 0, nil)
		if !t.hasRule && rule == nil {
			m.note(x.file, x.line, "%s: %s", x.name, x.why)
			panic(stop{text: "*** No rule to make target '" + x.name + "'.  Stop.", status: 2})
		}
		dry := m.opt.dryRun
		m.opt.dryRun = false
		ok := m.update(t, nil, m.global, 0)
		m.opt.dryRun = dry
		if !ok {
			panic(stop{status: 2})
		}
		made = made || m.stat(x.name)
	}
	return made
}

// makeGoals makes each goal and says when there was nothing to do.
func (m *maker) makeGoals(goals []string) bool {
	ok := true
	for _, g := range goals {
		m.mentioned[cleanName(g)] = true
	}
	for _, g := range goals {
		t := m.target(g)
		before := m.commands
		if !m.update(t, nil, m.global, 0) {
			ok = false
			if m.opt.keepGoing {
				continue
			}
			return false
		}
		if m.commands == before && !m.opt.silent && !m.opt.question {
			if t.phony || t.recipe == nil {
				m.say(m.name() + ": Nothing to be done for '" + t.name + "'.\n")
			} else {
				m.say(m.name() + ": '" + t.name + "' is up to date.\n")
			}
		}
	}
	return ok
}

// cleanUp removes the intermediate files that were made on the way.
func (m *maker) cleanUp() {
	var gone []string
	for _, n := range m.remove {
		if !m.opt.dryRun && m.p.FS().Remove(n) == nil {
			gone = append(gone, n)
		}
	}
	if len(gone) > 0 && !m.opt.silent {
		m.say("rm " + strings.Join(gone, " ") + "\n")
	}
}

// fileFunction is $(file op name,text).
func (m *maker) fileFunction(a []string) string {
	spec := strings.TrimSpace(a[0])
	flag := 0
	switch {
	case strings.HasPrefix(spec, ">>"):
		spec, flag = strings.TrimSpace(spec[2:]), os.O_WRONLY|os.O_CREATE|os.O_APPEND
	case strings.HasPrefix(spec, ">"):
		spec, flag = strings.TrimSpace(spec[1:]), os.O_WRONLY|os.O_CREATE|os.O_TRUNC
	case strings.HasPrefix(spec, "<"):
		data, err := m.p.FS().ReadFile(strings.TrimSpace(spec[1:]))
		if err != nil {
			return ""
		}
		return strings.TrimSuffix(string(data), "\n")
	default:
		m.fatal("file: invalid file operation: %s", spec)
	}
	f, err := m.p.FS().OpenFile(spec, flag, 0o666)
	if err != nil {
		m.fatal("open: %s: %s", spec, kernel.Strerror(err))
	}
	defer func() { _ = f.Close() }()
	if len(a) > 1 {
		text := a[1]
		if !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		if _, err := f.Write([]byte(text)); err != nil {
			m.fatal("write: %s: %s", spec, kernel.Strerror(err))
		}
	}
	return ""
}
