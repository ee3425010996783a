package shell

import (
	"maps"
	"slices"
	"strings"
)

// keymap is what keys do. A forked shell shares it until one side changes it, so that it is replaced, never changed.
type keymap struct {
	functions map[string]string // key sequence: name of a Readline function
	commands  map[string]string // key sequence: shell command (bind -x)
	macros    map[string]string // key sequence: text
}

// readlineState is the configuration of line editing: bind's, and that of an inputrc file.
type readlineState struct {
	maps map[string]*keymap // by keymapNames' canonical names
	vars map[string]string  // variables that were set
}

// keymapNames are the names that -m takes, with the map they mean.
var keymapNames = map[string]string{
	"emacs": "emacs", "emacs-standard": "emacs", "emacs-meta": "emacs-meta", "emacs-ctlx": "emacs-ctlx",
	"vi": "vi-move", "vi-move": "vi-move", "vi-command": "vi-move", "vi-insert": "vi-insert",
}

// keymap returns the map of a canonical name.
func (r *readlineState) keymap(name string) *keymap {
	if m := r.maps[name]; m != nil {
		return m
	}
	m := &keymap{}
	if name == "emacs" {
		m.functions = make(map[string]string)
		for line := range strings.Lines(keymapText[1:]) {
			f := strings.Fields(line)
			for _, key := range f[1:] {
				m.functions[key] = f[0]
			}
		}
		for c := ' '; c <= '~'; c++ {
			key := string(c)
			if c == '"' || c == '\\' {
				key = `\` + key
			}
			m.functions[key] = "self-insert"
		}
	}
	return m
}

// change replaces a map by a changed copy.
func (r *readlineState) change(name string, fn func(m *keymap)) {
	old := r.keymap(name)
	m := &keymap{maps.Clone(old.functions), maps.Clone(old.commands), maps.Clone(old.macros)}
	for _, p := range []*map[string]string{&m.functions, &m.commands, &m.macros} {
		if *p == nil {
			*p = make(map[string]string)
		}
	}
	fn(m)
	all := make(map[string]*keymap, len(r.maps)+1)
	maps.Copy(all, r.maps)
	all[name] = m
	r.maps = all
}

// variable is the value of a Readline variable.
func (r *readlineState) variable(name string) (string, bool) {
	if v, ok := r.vars[name]; ok {
		return v, true
	}
	for _, v := range readlineVariables {
		if v.name == name {
			return v.value, true
		}
	}
	return "", false
}

func (r *readlineState) set(name, value string) {
	m := make(map[string]string, len(r.vars)+1)
	maps.Copy(m, r.vars)
	m[name] = value
	r.vars = m
}

// keysOf lists the keys that call a function, sorted.
func (m *keymap) keysOf(function string) []string {
	var keys []string
	for key, f := range m.functions {
		if f == function {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// builtinBind prints and changes key bindings and variables of Readline.
func builtinBind(sh *Shell, args []string) int {
	if !sh.interactive {
		sh.errf("bind: warning: line editing not enabled")
	}
	o := sh.options(args, "lpsvPSVXf:m:q:u:r:x:")
	name := "emacs"
	var todo []func() int
	var b strings.Builder
	print := func(text func(m *keymap)) {
		todo = append(todo, func() int { text(sh.readline.keymap(name)); return 0 })
	}
	for c := o.next(); c != 0; c = o.next() {
		arg := o.arg
		switch c {
		case 'm':
			canonical, ok := keymapNames[arg]
			if !ok {
				sh.errf("bind: `%s': invalid keymap name", arg)
				return 1
			}
			name = canonical
		case 'l':
			print(func(*keymap) { b.WriteString(strings.Join(readlineFunctions(), "\n") + "\n") })
		case 'p', 'P':
			print(func(m *keymap) { listFunctions(&b, m, c == 'P') })
		case 's', 'S':
			print(func(m *keymap) {
				for _, key := range sortedKeys(m.macros) {
					if c == 's' {
						b.WriteString(`"` + key + `": "` + m.macros[key] + "\"\n")
					} else {
						b.WriteString(key + " outputs " + m.macros[key] + "\n")
					}
				}
			})
		case 'v', 'V':
			print(func(*keymap) {
				for _, v := range readlineVariables {
					value, _ := sh.readline.variable(v.name)
					if c == 'v' {
						b.WriteString("set " + v.name + " " + value + "\n")
					} else {
						b.WriteString(v.name + " is set to `" + value + "'\n")
					}
				}
			})
		case 'X':
			print(func(m *keymap) {
				for _, key := range sortedKeys(m.commands) {
					b.WriteString(`"` + key + `": "` + m.commands[key] + "\"\n")
				}
			})
		case 'q':
			todo = append(todo, func() int { return sh.queryBinding(&b, name, arg) })
		case 'u':
			todo = append(todo, func() int {
				if !slices.Contains(readlineFunctions(), arg) {
					sh.errf("bind: `%s': unknown function name", arg)
					return 1
				}
				keys := sh.readline.keymap(name).keysOf(arg)
				if len(keys) == 0 {
					b.WriteString(arg + " is not bound to any keys.\n")
					return 1
				}
				sh.readline.change(name, func(m *keymap) { maps.DeleteFunc(m.functions, func(_, f string) bool { return f == arg }) })
				return 0
			})
		case 'r':
			todo = append(todo, func() int {
				sh.readline.change(name, func(m *keymap) {
					delete(m.functions, arg)
					delete(m.commands, arg)
					delete(m.macros, arg)
				})
				return 0
			})
		case 'x':
			todo = append(todo, func() int { return sh.bindKey(name, arg, true) })
		case 'f':
			todo = append(todo, func() int { return sh.bindFile(name, arg) })
		}
	}
	if o.bad != 0 {
		return o.bad
	}
	status := 0
	for _, do := range todo {
		if st := do(); st != 0 {
			status = st
		}
	}
	for _, arg := range o.rest() {
		if st := sh.bindKey(name, arg, false); st != 0 {
			status = st
		}
	}
	if st := sh.writeOut("bind", []byte(b.String())); st != 0 {
		return st
	}
	return status
}

// listFunctions prints every function with its keys, for reading back or with words for people.
func listFunctions(b *strings.Builder, m *keymap, words bool) {
	b.WriteByte('\n')
	for _, f := range readlineFunctions() {
		keys := m.keysOf(f)
		switch {
		case !words && len(keys) == 0:
			b.WriteString("# " + f + " (not bound)\n")
		case !words:
			for _, key := range keys {
				b.WriteString(`"` + key + `": ` + f + "\n")
			}
		case len(keys) == 0:
			b.WriteString(f + " is not bound to any keys\n")
		default:
			b.WriteString(f + " can be found on " + someKeys(keys) + "\n")
		}
	}
}

// someKeys lists at most five keys in quotes.
func someKeys(keys []string) string {
	end := "."
	if len(keys) > 5 {
		keys, end = keys[:5], ", ..."
	}
	return `"` + strings.Join(keys, `", "`) + `"` + end
}

func (sh *Shell) queryBinding(b *strings.Builder, name, function string) int {
	if !slices.Contains(readlineFunctions(), function) {
		sh.errf("bind: `%s': unknown function name", function)
		return 1
	}
	keys := sh.readline.keymap(name).keysOf(function)
	if len(keys) == 0 {
		b.WriteString(function + " is not bound to any keys.\n")
		return 1
	}
	b.WriteString(function + " can be invoked via " + someKeys(keys) + "\n")
	return 0
}

// bindFile reads the lines of an inputrc file. Its conditions are not looked at: their lines are skipped.
func (sh *Shell) bindFile(name, path string) int {
	data, err := sh.p.FS().ReadFile(path)
	if err != nil {
		sh.errf("bind: %s: cannot read: %s", path, errnoText(err))
		return 1
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' && line[0] != '$' {
			sh.bindKey(name, line, false)
		}
	}
	return 0
}

// namedKey is the sequence of a key that is given by name: Control-u, Meta-Rubout, TAB. "" when it is none.
func namedKey(name string) string {
	name = strings.TrimSpace(name)
	prefix := ""
	for {
		head, rest, ok := strings.Cut(name, "-")
		if !ok || rest == "" {
			break
		}
		switch strings.ToLower(head) {
		case "control", "ctrl", "c":
			prefix += `\C-`
		case "meta", "m":
			prefix += `\M-`
		default:
			return ""
		}
		name = rest
	}
	switch strings.ToLower(name) {
	case "tab":
		name = `\C-i`
	case "ret", "return":
		name = `\C-m`
	case "lfd", "newline", "linefeed":
		name = `\C-j`
	case "esc", "escape":
		name = `\e`
	case "spc", "space":
		name = " "
	case "del", "rubout":
		name = `\C-?`
	}
	if len(name) > 1 && name[0] != '\\' || name == "" {
		return ""
	}
	return prefix + name
}

// bindKey carries out `"keys": function`, `"keys": "text"` or `set variable value`, or with command the argument of -x.
func (sh *Shell) bindKey(name, text string, command bool) int {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "set "); ok && !command {
		variable, value, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if _, known := sh.readline.variable(variable); known {
			sh.readline.set(variable, strings.TrimSpace(value))
		}
		return 0
	}
	if !strings.HasPrefix(text, `"`) {
		if command {
			sh.errf("bind: %s: first non-whitespace character is not `\"'", text)
			return 1
		}
		name, _, ok := strings.Cut(text, ":")
		key := namedKey(name)
		if !ok || key == "" {
			return 0
		}
		text = `"` + key + `"` + text[len(name):]
	}
	end := simpleQuoteEnd(text, 0)
	if end == 0 {
		sh.errf("bind: no closing `\"' in %s", text)
		return 1
	}
	key := text[1 : end-1]
	action, ok := strings.CutPrefix(strings.TrimLeft(text[end:], " \t"), ":")
	if !ok {
		if command {
			sh.errf("bind: %s: missing colon separator", text)
			return 1
		}
		return 0
	}
	action = strings.TrimSpace(action)
	macro := len(action) > 1 && (action[0] == '"' || action[0] == '\'') && action[len(action)-1] == action[0]
	if macro {
		action = action[1 : len(action)-1]
	} else if !command && !slices.Contains(readlineFunctions(), action) {
		return 0
	}
	sh.readline.change(name, func(m *keymap) {
		delete(m.functions, key)
		delete(m.commands, key)
		delete(m.macros, key)
		switch {
		case command:
			m.commands[key] = action
		case macro:
			m.macros[key] = action
		default:
			m.functions[key] = action
		}
	})
	return 0
}
