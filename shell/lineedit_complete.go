package shell

import (
	"slices"
	"strings"
)

// Completion at the prompt: what word the cursor is in, what it could become, and how that is put into the line or listed.

// target is the word being completed.
type target struct {
	start    int    // of the word in the edited line
	raw      string // as it is typed
	word     string // without quotes
	quote    byte   // the quote it is in, 0 = none
	command  bool   // it is where a command name stands
	redirect bool   // it is where the file of a redirection stands
	words    []string
	index    int // of the word in words
	line     string
	point    int
}

// found are the completions of a word.
type found struct {
	names  []string
	files  bool // they are names of files: directories get a slash, special characters quotes
	plain  bool // not to be quoted
	nosort bool
	suffix string // after the only one
	prefix string // kept in front of each, as it is typed
}

// target looks at the command that the cursor is in.
func (ed *editor) target() target {
	line := fromRunes(ed.buf)
	before := fromRunes(ed.buf[:ed.point])
	breaks, ok := ed.sh.getVar("COMP_WORDBREAKS")
	if !ok {
		breaks = defaultWordBreaks
	}
	t := target{command: true}
	type span struct{ from, to int }
	var words []span
	start, quote := -1, byte(0)
	last := 0 // where the word for completion begins: after the last breaking character
	open := 0
	begin := func(i int) {
		if start < 0 {
			start, last = i, i
		}
	}
	end := func(i int) {
		if start >= 0 {
			words = append(words, span{start, i})
			start = -1
		}
	}
	for i := 0; i < len(before); i++ {
		c := before[i]
		switch {
		case quote == '\'':
			if c == '\'' {
				quote = 0
			}
		case c == '\\':
			begin(i)
			i++
		case quote == '"' && c == '"':
			quote = 0
		case c == '$' && i+1 < len(before) && before[i+1] == '(', c == '`' && quote == 0:
			if c == '$' {
				i++
			}
			start, quote, words, t.redirect = -1, 0, nil, false
		case quote == '"':
		case c == '\'' || c == '"':
			begin(i)
			quote, open = c, i
			if strings.IndexByte(breaks, c) >= 0 {
				last = max(last, start)
			}
		case c == ' ' || c == '\t':
			end(i)
		case c == '\n' || c == ';' || c == '|' || c == '&' || c == '(' || c == ')':
			end(i)
			words, t.redirect = nil, false
			if c == '&' && i > 0 && (before[i-1] == '>' || before[i-1] == '<') {
				t.redirect = true
			}
		case c == '<' || c == '>':
			if start >= 0 && strings.Trim(before[start:i], "0123456789") == "" {
				start = -1
			}
			end(i)
			words = append(words, span{i, i + 1})
		case c == '{' && start < 0 && (i+1 >= len(before) || before[i+1] == ' '), c == '!' && start < 0 && len(words) == 0 && i+1 < len(before) && before[i+1] == ' ':
			// a word of the grammar: a command follows
		default:
			begin(i)
			if (c == '=' || c == ':' || c == '@') && strings.IndexByte(breaks, c) >= 0 {
				last = i + 1
			}
		}
	}
	if start < 0 {
		start, last = len(before), len(before)
	}
	if quote != 0 {
		last = max(last, open)
	}
	words = append(words, span{start, len(before)})
	// Words that a command follows, assignments and redirections are not the command.
	var args []span
	for i := 0; i < len(words); i++ {
		w := before[words[i].from:words[i].to]
		if w == "<" || w == ">" {
			for i+1 < len(words) && (before[words[i+1].from:words[i+1].to] == "<" || before[words[i+1].from:words[i+1].to] == ">") {
				i++
			}
			if i+1 == len(words)-1 {
				t.redirect = true
			}
			i++
			continue
		}
		if len(args) == 0 && i < len(words)-1 && (commandFollows[w] || w == "coproc" || assignsVar(w)) {
			continue
		}
		args = append(args, words[i])
	}
	t.command = len(args) == 1 && !t.redirect
	if t.command && assignsVar(before[start:]) {
		t.command, t.redirect = false, true
	}
	for i, a := range args {
		text := before[a.from:a.to]
		if a.to == len(before) {
			if k := strings.IndexAny(before[a.to:]+line[a.to:], " \t\n;|&()<>"); k > 0 {
				text += line[a.to : a.to+k]
			} else if k < 0 {
				text += line[a.to:]
			}
		}
		if i == len(args)-1 {
			t.index = len(t.words) + max(len(splitBreaks(before[a.from:a.to], breaks))-1, 0)
			if text == "" {
				t.words = append(t.words, "")
			}
		}
		t.words = append(t.words, splitBreaks(text, breaks)...)
	}
	t.line, t.point = line[words[0].from:], len(before)-words[0].from
	t.start = len(toRunes(before[:last]))
	t.raw = before[last:]
	t.quote = quote
	t.word = unquoteWord(t.raw)
	return t
}

const defaultWordBreaks = " \t\n\"'@><=;|&(:"

func assignsVar(w string) bool {
	name, _, ok := strings.Cut(w, "=")
	return ok && validRef(strings.TrimSuffix(name, "+"))
}

// splitBreaks splits a word at the characters of COMP_WORDBREAKS that are no blanks, which become words of their own.
func splitBreaks(w, breaks string) []string {
	if w == "" {
		return nil
	}
	var out []string
	start, quote := 0, byte(0)
	for i := 0; i < len(w); i++ {
		c := w[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\\':
			i++
		case c == '\'' || c == '"':
			quote = c
		case (c == '=' || c == ':' || c == '@') && strings.IndexByte(breaks, c) >= 0:
			if i > start {
				out = append(out, w[start:i])
			}
			j := i
			for j+1 < len(w) && w[j+1] == c {
				j++
			}
			out = append(out, w[i:j+1])
			i = j
			start = j + 1
			if start == len(w) {
				return append(out, "")
			}
		}
	}
	return append(out, w[min(start, len(w)):])
}

// unquoteWord takes the quotes off what is typed of a word.
func unquoteWord(s string) string {
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote == '\'':
			if c == '\'' {
				quote = 0
			} else {
				b.WriteByte(c)
			}
		case c == '\\' && i+1 < len(s) && (quote == 0 || strings.IndexByte("$`\"\\", s[i+1]) >= 0):
			i++
			b.WriteByte(s[i])
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == quote && quote != 0:
			quote = 0
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// completions finds what a word could become: by a specification of complete, else as a command, variable, user, host
// or file.
func (ed *editor) completions(t target) found {
	sh := ed.sh
	if sh.opts.progcomp && !t.redirect {
		for range 8 { // a function that answers 124 has changed the specification
			f, again, ok := ed.programmed(t)
			if again {
				continue
			}
			if ok {
				return f
			}
			break
		}
	}
	switch {
	case strings.HasPrefix(t.raw, "${") && !strings.Contains(t.raw, "}"):
		return found{names: prefixed("${", sh.matching("variable", t.word[2:])), plain: true, suffix: "} "}
	case strings.HasPrefix(t.raw, "$") && t.quote != '\'' && !strings.ContainsAny(t.raw, "/("), strings.HasPrefix(t.raw, "\"$") && !strings.ContainsAny(t.raw, "/("):
		f := found{names: prefixed("$", sh.matching("variable", t.word[1:])), plain: true, suffix: " "}
		if len(f.names) == 1 {
			if v, _ := sh.getVar(f.names[0][1:]); v != "" && sh.isDir(v) {
				f.suffix = "/"
			}
		}
		return f
	case strings.HasPrefix(t.raw, "~") && !strings.Contains(t.raw, "/"):
		if names := prefixed("~", sh.matching("user", t.word[1:])); len(names) > 0 {
			return found{names: names, plain: true, suffix: "/"}
		}
	case t.start > 0 && ed.buf[t.start-1] == '@' && sh.opts.hostcomplete && !t.command:
		if names := sh.matching("hostname", t.word); len(names) > 0 {
			return found{names: names, suffix: " "}
		}
	}
	if t.command {
		if t.word == "" && sh.opts.no_empty_cmd_completion {
			return found{}
		}
		names := sh.actionNames("command", t.word)
		if strings.Contains(t.word, "/") {
			return found{names: names, files: true, suffix: " "}
		}
		if len(names) == 0 {
			return found{names: sh.directoriesOf(t.word), files: true, suffix: " "}
		}
		return found{names: names, suffix: " "}
	}
	return found{names: sh.actionNames("file", ed.expandDir(t.word)), files: true, suffix: " ", prefix: t.word}
}

// expandDir replaces a variable at the start of a path by its value.
func (ed *editor) expandDir(word string) string {
	if !strings.HasPrefix(word, "$") {
		return word
	}
	name, rest, ok := strings.Cut(word[1:], "/")
	if v, set := ed.sh.getVar(strings.Trim(name, "{}")); ok && set {
		return v + "/" + rest
	}
	return word
}

func (sh *Shell) directoriesOf(word string) []string {
	if word == "" {
		return nil
	}
	return sh.actionNames("directory", word)
}

// matching lists the names of a kind that begin with word.
func (sh *Shell) matching(kind, word string) []string {
	return slices.DeleteFunc(slices.Clone(sh.actionNames(kind, word)), func(s string) bool { return !strings.HasPrefix(s, word) })
}

func prefixed(prefix string, names []string) []string {
	for i := range names {
		names[i] = prefix + names[i]
	}
	return names
}

// programmed asks the specification for the command. ok is false when there is none, or it leaves the matter to the
// default; again when its function has answered 124.
func (ed *editor) programmed(t target) (f found, again, ok bool) {
	sh := ed.sh
	var spec *compSpec
	name := ""
	switch {
	case strings.TrimSpace(t.line) == "" && sh.compSpecs[compEmpty] != nil:
		spec, name = sh.compSpecs[compEmpty], ""
	case t.command && sh.compSpecs[compInitial] != nil:
		spec, name = sh.compSpecs[compInitial], t.word
	case !t.command && len(t.words) > 0:
		name = unquoteWord(t.words[0])
		for _, key := range []string{name, name[strings.LastIndexByte(name, '/')+1:], compDefault} {
			if spec == nil {
				spec = sh.compSpecs[key]
			}
		}
		if v, isAlias := sh.aliases[name]; spec == nil && isAlias && sh.opts.progcomp_alias {
			if words := strings.Fields(v); len(words) > 0 {
				spec = sh.compSpecs[words[0]]
			}
		}
	}
	if spec == nil {
		return f, false, false
	}
	c := &completion{command: name, word: t.word, words: t.words, index: t.index, line: t.line, point: t.point}
	if t.index > 0 && t.index <= len(t.words) {
		c.previous = t.words[t.index-1]
	}
	if t.raw != "" && (t.raw[0] == '"' || t.raw[0] == '\'') {
		c.word = t.raw
	}
	ed.beforeCommand()
	names, err := sh.generate(spec, c)
	ed.afterCommand()
	if err != nil {
		return f, false, true
	}
	if c.status == 124 && spec.function != "" {
		return f, true, false
	}
	active := spec
	if c.active != nil {
		active = c.active
	}
	o := active.options
	f = found{names: names, files: o["filenames"] || spec.actions["file"] || spec.actions["directory"] || spec.glob != "" && !o["noquote"], plain: o["noquote"], nosort: o["nosort"], suffix: " "}
	if o["nospace"] {
		f.suffix = ""
	}
	if o["plusdirs"] || len(names) > 0 && (o["default"] || o["dirnames"] || o["bashdefault"]) && spec.function == "" && spec.words == "" && spec.command == "" {
		f.files = true
	}
	if len(names) == 0 && o["bashdefault"] || len(names) == 0 && o["default"] {
		return f, false, false
	}
	return f, false, true
}

// beforeCommand gives a command that completion runs the terminal as commands know it; afterCommand takes it back.
func (ed *editor) beforeCommand() {
	ed.rawModes = ed.tty.Termios()
}

func (ed *editor) afterCommand() { ed.tty.SetTermios(ed.rawModes) }

// complete is TAB.
func (ed *editor) complete() {
	if v, _ := ed.sh.readline.variable("disable-completion"); v == "on" {
		ed.insertTyped('\t')
		return
	}
	ed.display.refresh()
	t := ed.target()
	f := ed.completions(t)
	ed.offer(t, f, ed.last == "complete" && ed.tabs > 0)
}

// offer puts the common part of the completions into the line, or lists them.
func (ed *editor) offer(t target, f found, again bool) {
	f.tidy()
	if len(f.names) == 0 {
		ed.bell()
		return
	}
	common := f.names[0]
	for _, n := range f.names[1:] {
		common = commonPrefix(common, n)
	}
	grown := len(common) >= len(ed.expandDir(t.word)) && (common != ed.expandDir(t.word) || len(f.names) == 1)
	if grown {
		ed.putWord(t, f, common, len(f.names) == 1)
	}
	if len(f.names) == 1 {
		ed.tabs = 0
		return
	}
	all, _ := ed.sh.readline.variable("show-all-if-ambiguous")
	still, _ := ed.sh.readline.variable("show-all-if-unmodified")
	if again && !(grown && common != t.word) || all == "on" || still == "on" && common == t.word {
		ed.list(f)
		ed.tabs = 1
		return
	}
	ed.tabs = 1
	if grown && common != t.word {
		ed.tabs = 0
	}
	ed.bell()
}

// tidy sorts the names and drops the doubles.
func (f *found) tidy() {
	if f.nosort {
		seen := map[string]bool{}
		f.names = slices.DeleteFunc(slices.Clone(f.names), func(n string) bool {
			was := seen[n]
			seen[n] = true
			return was
		})
		return
	}
	f.names = slices.Clone(f.names)
	slices.Sort(f.names)
	f.names = slices.Compact(f.names)
}

func commonPrefix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && a[n]&0xc0 == 0x80 {
		n--
	}
	return a[:n]
}

// putWord replaces the word by a completion; the only one gets its end: a slash, a quote, a blank.
func (ed *editor) putWord(t target, f found, name string, only bool) {
	quote := byte(0)
	if t.raw != "" && (t.raw[0] == '"' || t.raw[0] == '\'') {
		quote = t.raw[0]
	}
	isDir := f.files && ed.sh.isDir(ed.sh.tildePath(name))
	text := name
	switch {
	case f.plain:
		if quote != 0 {
			text = string(quote) + text
		}
	case strings.HasPrefix(t.word, "$") && f.files:
		k := strings.IndexByte(t.word, '/')
		v := ed.expandDir(t.word[:k+1])
		text = t.word[:k+1] + quoteCompletion(strings.TrimPrefix(name, v), 0)
	default:
		text = quoteCompletion(name, quote)
		if quote != 0 {
			text = string(quote) + text
		}
	}
	if only {
		switch {
		case isDir && !strings.HasSuffix(name, "/"):
			text += "/"
		case isDir:
		default:
			closed := f.suffix == " "
			if quote != 0 && closed {
				text += string(quote)
			}
			if ed.point == len(ed.buf) {
				text += f.suffix
			}
		}
	}
	ed.together(func() {
		ed.remove(t.start, ed.point)
		ed.point = t.start
		ed.insert(toRunes(text)...)
	})
}

// tildePath is a name with the home directory in the place of its tilde.
func (sh *Shell) tildePath(name string) string {
	if !strings.HasPrefix(name, "~") {
		return name
	}
	user, rest, _ := strings.Cut(name[1:], "/")
	if home, ok := sh.homeOf(user); ok {
		return home + "/" + rest
	}
	return name
}

// quoteCompletion protects the characters of a name that the shell would take for something else.
func quoteCompletion(s string, quote byte) string {
	special := " \t\n\"'\\$`&;()|<>*?[]!{}#"
	switch quote {
	case '\'':
		return strings.ReplaceAll(s, "'", `'\''`)
	case '"':
		special = "\"\\$`"
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(special, s[i]) >= 0 && !(s[i] == '#' && i > 0) || s[i] == '~' && i == 0 && quote == 0 && !strings.Contains(s, "/") {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
