package shell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
	"mvdan.cc/sh/v3/syntax"
)

// compSpec is a completion specification: how words are completed (bash manual, Programmable Completion).
type compSpec struct {
	options  map[string]bool // names of compOptions
	actions  map[string]bool // names of compActions
	glob     string          // -G
	words    string          // -W
	prefix   string          // -P
	suffix   string          // -S
	filter   string          // -X
	command  string          // -C
	function string          // -F
}

// compOptions are the names that -o takes, in the order in which complete -p prints them.
var compOptions = []string{"bashdefault", "default", "dirnames", "filenames", "noquote", "nosort", "nospace", "plusdirs"}

// compAction is a kind of names that -A takes.
type compAction struct {
	name   string
	letter byte // its short option, 0 for none
}

// compActions, in the order in which complete -p prints them.
var compActions = []compAction{
	{"alias", 'a'}, {"builtin", 'b'}, {"command", 'c'}, {"directory", 'd'}, {"export", 'e'}, {"file", 'f'}, {"group", 'g'},
	{"job", 'j'}, {"keyword", 'k'}, {"service", 's'}, {"user", 'u'}, {"variable", 'v'}, {"arrayvar", 0}, {"binding", 0},
	{"disabled", 0}, {"enabled", 0}, {"function", 0}, {"helptopic", 0}, {"hostname", 0}, {"running", 0}, {"setopt", 0},
	{"shopt", 0}, {"signal", 0}, {"stopped", 0},
}

// generated is the order in which the names of several actions come.
var generated = []string{
	"alias", "arrayvar", "binding", "builtin", "disabled", "enabled", "export", "function", "helptopic", "hostname", "job",
	"keyword", "running", "setopt", "shopt", "signal", "stopped", "variable", "command", "file", "user", "group", "service",
	"directory",
}

// reservedWords in bash's order.
var reservedWords = []string{
	"if", "then", "else", "elif", "fi", "case", "esac", "for", "select", "while", "until", "do", "done", "in", "function",
	"time", "{", "}", "!", "[[", "]]", "coproc",
}

// helpTopics are what help knows besides the builtins.
var helpTopics = []string{
	"%", "(( ... ))", "[[ ... ]]", "case", "coproc", "for", "for ((", "function", "if", "select", "time", "until", "variables", "while", "{ ... }",
}

// completion is a request to complete a word of a command line.
type completion struct {
	command  string // the command whose argument it is
	word     string // the word before the cursor
	previous string // the word before that one
	words    []string
	index    int // of word in words, -1 for compgen
	line     string
	point    int
	active   *compSpec // what compopt changes while the function runs
	status   int       // of the function
}

// generate lists the completions that a specification gives.
func (sh *Shell) generate(spec *compSpec, c *completion) ([]string, error) {
	var out []string
	for _, action := range generated {
		if !spec.actions[action] {
			continue
		}
		switch action {
		case "command", "file", "directory": // complete pathnames, which need not start with the word itself
			out = append(out, sh.actionNames(action, c.word)...)
			continue
		}
		for _, name := range sh.actionNames(action, c.word) {
			if strings.HasPrefix(name, c.word) {
				out = append(out, name)
			}
		}
	}
	if spec.glob != "" {
		names, err := sh.glob(spec.glob)
		if err != nil {
			return nil, err
		}
		out = append(out, names...)
	}
	if spec.words != "" {
		words, err := sh.wordList(spec.words)
		if err != nil {
			return nil, err
		}
		for _, w := range words {
			if strings.HasPrefix(w, c.word) {
				out = append(out, w)
			}
		}
	}
	if spec.function != "" {
		out = append(out, sh.completionFunction(spec, c)...)
	}
	if spec.command != "" {
		names, err := sh.completionCommand(spec.command, c)
		if err != nil {
			return nil, err
		}
		out = append(out, names...)
	}
	if spec.filter != "" {
		out = sh.filterCompletions(spec.filter, c.word, out)
	}
	if spec.prefix != "" || spec.suffix != "" {
		for i := range out {
			out[i] = spec.prefix + out[i] + spec.suffix
		}
	}
	if len(out) == 0 && spec.options["dirnames"] || spec.options["plusdirs"] {
		out = append(out, sh.actionNames("directory", c.word)...)
	}
	if len(out) == 0 && spec.options["bashdefault"] {
		out = append(out, sh.defaultCompletions(c.word)...)
	}
	if len(out) == 0 && spec.options["default"] {
		out = append(out, sh.actionNames("file", c.word)...)
	}
	return out, nil
}

// defaultCompletions are what a word means by its first character: a variable, a user, or a file.
func (sh *Shell) defaultCompletions(word string) []string {
	kind, mark := "file", ""
	switch {
	case strings.HasPrefix(word, "$"):
		kind, mark = "variable", "$"
	case strings.HasPrefix(word, "~") && !strings.Contains(word, "/"):
		kind, mark = "user", "~"
	}
	var out []string
	for _, name := range sh.actionNames(kind, word[len(mark):]) {
		if name = mark + name; strings.HasPrefix(name, word) {
			out = append(out, name)
		}
	}
	return out
}

// filterCompletions removes what matches the pattern of -X, or with ! what does not; & is the word being completed.
func (sh *Shell) filterCompletions(filter, word string, names []string) []string {
	keep := false
	if rest, ok := strings.CutPrefix(filter, "!"); ok {
		filter, keep = rest, true
	}
	var b strings.Builder
	for i := 0; i < len(filter); i++ {
		switch {
		case filter[i] == '\\' && i+1 < len(filter):
			i++
			if filter[i] != '&' {
				b.WriteByte('\\')
			}
			b.WriteByte(filter[i])
		case filter[i] == '&':
			b.WriteString(pattern.Quote(word))
		default:
			b.WriteByte(filter[i])
		}
	}
	m := sh.vars.cache().Glob(b.String(), sh.globFlags())
	return slices.DeleteFunc(names, func(s string) bool { return m.Match(s) != keep })
}

// wordList splits the argument of -W at the characters of IFS, where no quote protects them, and expands each word.
func (sh *Shell) wordList(list string) ([]string, error) {
	ifs, ok := sh.getVar("IFS")
	if !ok {
		ifs = defaultIFS
	}
	noglob, brace := sh.opts.noglob, sh.opts.braceexpand
	sh.opts.noglob, sh.opts.braceexpand = true, false
	defer func() { sh.opts.noglob, sh.opts.braceexpand = noglob, brace }()
	var out []string
	open := false // a substitution does not end: what follows is not looked at as quotes
	for i := 0; i < len(list); {
		if strings.IndexByte(ifs, list[i]) >= 0 {
			i++
			continue
		}
		start := i
		for i < len(list) && strings.IndexByte(ifs, list[i]) < 0 {
			n := 1
			switch list[i] {
			case '\\':
				n = 2
			case '\'', '"', '`', '$':
				if open {
					break
				}
				if n = quotedLength(list[i:]); n == 0 {
					n, open = 1, true
				}
			}
			i = min(i+n, len(list))
		}
		text := list[start:i]
		if strings.HasSuffix(text, "${") || strings.HasSuffix(text, "$(") {
			return nil, errorf(1, "%s: bad substitution", text)
		}
		w, err := parsePattern(text)
		if err != nil {
			return nil, errorf(1, "%s: bad substitution", text)
		}
		fields, err := sh.expandWords(w)
		if err != nil {
			return nil, err
		}
		out = append(out, fields...)
	}
	return out, nil
}

// completionFunction calls the function of -F and returns what it left in COMPREPLY.
func (sh *Shell) completionFunction(spec *compSpec, c *completion) []string {
	fn := sh.funcs.get(spec.function)
	if fn == nil {
		sh.errf("completion: function `%s' not found", spec.function)
		return nil
	}
	sh.completionVars(c)
	words := &indexed{owner: sh.vars.tok, dense: slices.Clone(c.words)}
	v := sh.own("COMP_WORDS")
	*v = variable{owner: v.owner, attrs: attrIndexed, idx: words, set: true}
	sh.setVar("COMP_CWORD", strconv.Itoa(c.index))
	sh.unsetVar("COMPREPLY")
	outer, status := sh.completing, sh.status
	c.active = spec
	sh.completing = c
	sh.callFunction(fn, []string{spec.function, c.command, c.word, c.previous})
	c.status = sh.status
	sh.completing, sh.status = outer, status
	failed := sh.flow == flowDiscard // an error in the function: its answer does not count
	if failed {
		sh.flow = flowNone
	}
	var reply []string
	if v := sh.lookup("COMPREPLY"); v != nil && !failed {
		reply = slices.Clone(v.elements())
	}
	for _, name := range []string{"COMPREPLY", "COMP_WORDS", "COMP_CWORD", "COMP_LINE", "COMP_POINT", "COMP_TYPE", "COMP_KEY"} {
		sh.unsetVar(name)
	}
	return reply
}

// completionVars sets the variables that tell a function or command about the line.
func (sh *Shell) completionVars(c *completion) {
	sh.setVar("COMP_LINE", c.line)
	sh.setVar("COMP_POINT", strconv.Itoa(c.point))
	sh.setVar("COMP_TYPE", "9") // TAB
	sh.setVar("COMP_KEY", "9")
}

// completionCommand runs the command of -C in a subshell and returns the lines that it printed.
func (sh *Shell) completionCommand(command string, c *completion) ([]string, error) {
	s := parse(command + " " + quoteReusable(c.command) + " " + quoteReusable(c.word) + " " + quoteReusable(c.previous))
	if s.err != nil {
		sh.syntaxFailed(s.err)
		return nil, nil
	}
	vars := []string{"COMP_LINE", "COMP_POINT", "COMP_TYPE", "COMP_KEY"}
	sh.completionVars(c)
	for _, name := range vars {
		sh.setAttrs(name, attrExport, 0)
	}
	out, err := sh.commandSubst(&syntax.CmdSubst{Stmts: s.stmts})
	for _, name := range vars {
		sh.unsetVar(name)
	}
	if err != nil || out == "" {
		return nil, err
	}
	return strings.Split(out, "\n"), nil
}

// actionNames lists the names of a kind. Those of files and commands depend on the word; others are all there are.
func (sh *Shell) actionNames(action, word string) []string {
	switch action {
	case "alias":
		return sortedKeys(sh.aliases)
	case "arrayvar":
		return sh.varNames(func(v *variable) bool { return v.attrs&attrArray != 0 })
	case "export":
		return sh.varNames(func(v *variable) bool { return v.has(attrExport) })
	case "variable":
		return sh.varNames(func(*variable) bool { return true })
	case "builtin":
		return builtinNames()
	case "disabled", "enabled":
		return slices.DeleteFunc(builtinNames(), func(name string) bool { return sh.disabled[name] == (action == "enabled") })
	case "function":
		return sh.funcs.names()
	case "helptopic":
		names := append(builtinNames(), helpTopics...)
		slices.Sort(names)
		return names
	case "keyword":
		return reservedWords
	case "setopt", "shopt":
		table := setOptions
		if action == "shopt" {
			table = shoptOptions
		}
		var names []string
		for i := range table {
			names = append(names, table[i].name)
		}
		return names
	case "signal":
		names := []string{"EXIT"}
		for s := kernel.Signal(1); s <= kernel.SIGRTMAX; s++ {
			if s != 32 && s != 33 {
				names = append(names, s.String())
			}
		}
		return append(names, "DEBUG", "ERR", "RETURN")
	case "job", "running", "stopped":
		return sh.jobNames(action)
	case "binding":
		return readlineFunctions()
	case "user":
		return sh.databaseNames("/etc/passwd", ":", 0)
	case "group":
		return sh.databaseNames("/etc/group", ":", 0)
	case "service":
		return sh.databaseNames("/etc/services", "", 0)
	case "hostname":
		return sh.databaseNames("/etc/hosts", "", 1)
	case "file":
		return sh.completeFile(word, false)
	case "directory":
		return sh.completeFile(word, true)
	case "command":
		return sh.completeCommand(word)
	}
	return nil
}

// varNames lists the names of the variables that have a value and that want accepts, sorted.
func (sh *Shell) varNames(want func(v *variable) bool) []string {
	var names []string
	sh.vars.table.each(func(name string, v *variable) {
		if v == nil {
			return
		}
		if v.dyn != nil {
			v = v.dyn.value(sh, v)
		}
		if v.set && want(v) {
			names = append(names, name)
		}
	})
	slices.Sort(names)
	return names
}

// jobNames lists the first words of the jobs, the newest first.
func (sh *Shell) jobNames(action string) []string {
	var names []string
	for _, j := range slices.Backward(sh.jobs.list) {
		if action == "running" && (j.stopped || j.finished()) || action == "stopped" && !j.stopped {
			continue
		}
		name, _, _ := strings.Cut(j.text, " ")
		names = append(names, name)
	}
	return names
}

// databaseNames lists the fields of the lines of a file, from the first named on.
func (sh *Shell) databaseNames(path, sep string, first int) []string {
	data, err := sh.p.FS().ReadFile(path)
	if err != nil {
		return nil
	}
	var names []string
	for line := range strings.Lines(string(data)) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "#")
		if line == "" {
			continue
		}
		if sep != "" {
			name, _, _ := strings.Cut(line, sep)
			names = append(names, name)
			continue
		}
		fields := strings.Fields(line)
		if first == 0 && len(fields) > 1 {
			fields = fields[:1]
		}
		for _, name := range fields[min(first, len(fields)):] {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// completeFile lists the pathnames that start with word, without quotes; a tilde stands for a home directory.
func (sh *Shell) completeFile(word string, dirs bool) []string {
	prefix := word[:strings.LastIndexByte(word, '/')+1]
	base := word[len(prefix):]
	dir := prefix
	if dir == "" {
		dir = "."
	}
	if strings.HasPrefix(prefix, "~") {
		user, rest, _ := strings.Cut(prefix[1:], "/")
		home, ok := sh.homeOf(user)
		if !ok {
			return nil
		}
		dir = home + "/" + rest
	}
	entries, err := sh.p.FS().ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, base) {
			continue
		}
		if dirs {
			if fi, err := sh.p.FS().Stat(strings.TrimSuffix(dir, "/") + "/" + name); err != nil || !fi.IsDir() {
				continue
			}
		}
		names = append(names, prefix+name)
	}
	return names
}

// completeCommand lists what word could become as the name of a command.
func (sh *Shell) completeCommand(word string) []string {
	var names []string
	if strings.Contains(word, "/") {
		for _, name := range sh.completeFile(word, false) {
			fi, err := sh.p.FS().Stat(name)
			if err == nil && (fi.IsDir() || sh.isExecutable(name)) {
				names = append(names, name)
			}
		}
		return names
	}
	for _, list := range [][]string{sortedKeys(sh.aliases), reservedWords, sh.funcs.names(), builtinNames()} {
		for _, name := range list {
			if strings.HasPrefix(name, word) {
				names = append(names, name)
			}
		}
	}
	for _, dir := range strings.Split(sh.pathVar(), ":") {
		if dir == "" {
			dir = "."
		}
		entries, err := sh.p.FS().ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), word) && sh.isExecutable(strings.TrimSuffix(dir, "/")+"/"+e.Name()) {
				names = append(names, e.Name())
			}
		}
	}
	return names
}

func sortedKeys(m map[string]string) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
