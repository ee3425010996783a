package shell

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
	"mvdan.cc/sh/v3/syntax"
)

func builtinType(sh *Shell, args []string) int {
	o := sh.options(args, "afptP")
	var all, noFunc, pathOnly, word, forcePath bool
	for c := o.next(); c != 0; c = o.next() {
		switch c {
		case 'a':
			all = true
		case 'f':
			noFunc = true
		case 'p':
			pathOnly = true
		case 't':
			word = true
		case 'P':
			forcePath = true
		}
	}
	if o.bad != 0 {
		return o.bad
	}
	var b strings.Builder
	status := 0
	for _, name := range o.rest() {
		found := false
		say := func(kind, text string) bool {
			found = true
			switch {
			case word:
				b.WriteString(kind + "\n")
			case pathOnly || forcePath:
				if kind == "file" {
					b.WriteString(text + "\n")
				}
			default:
				b.WriteString(text + "\n")
			}
			return !all
		}
		if !forcePath && sh.describe(name, noFunc, say) {
			continue
		}
		paths := sh.allPaths(name)
		if len(paths) == 0 && !all {
			paths = sh.plainPath(name)
		}
		for _, p := range paths {
			text := p
			if !pathOnly && !forcePath && !word {
				if h := sh.hash[name]; h != nil && h.path == p && !all {
					text = name + " is hashed (" + p + ")"
				} else {
					text = name + " is " + p
				}
			}
			if say("file", text) {
				break
			}
		}
		if !found {
			status = 1
			if !word && !pathOnly && !forcePath {
				sh.errf("type: %s: not found", name)
			}
		}
	}
	if st := sh.writeOut("type", []byte(b.String())); st != 0 {
		return st
	}
	return status
}

// describe finds what name is besides a file, in the order in which the shell looks: alias, keyword, function, builtin.
// say is told each; it returns true to stop.
func (sh *Shell) describe(name string, noFunc bool, say func(kind, text string) bool) bool {
	if v, ok := sh.aliases[name]; ok && (sh.opts.expand_aliases || sh.interactive) {
		if say("alias", name+" is aliased to `"+v+"'") {
			return true
		}
	}
	if syntax.IsKeyword(name) || name == "coproc" || name == "]]" || name == "!" || name == "time" {
		if say("keyword", name+" is a shell keyword") {
			return true
		}
	}
	if fn := sh.funcs.get(name); fn != nil && !noFunc {
		if say("function", name+" is a function\n"+strings.TrimSuffix(functionText(fn), "\n")) {
			return true
		}
	}
	if lookupBuiltin(name) != nil && !sh.disabled[name] {
		kind := " is a shell builtin"
		if sh.opts.posix && isSpecialBuiltin(name) {
			kind = " is a special shell builtin"
		}
		if say("builtin", name+kind) {
			return true
		}
	}
	return false
}

// allPaths lists the executable files that name could run, in the order of PATH.
func (sh *Shell) allPaths(name string) []string {
	if strings.Contains(name, "/") {
		if sh.isExecutable(name) {
			return []string{name}
		}
		return nil
	}
	if name == "" {
		return nil
	}
	var found []string
	p, _ := sh.getVar("PATH")
	for _, dir := range strings.Split(p, ":") {
		if dir == "" {
			dir = "."
		}
		full := strings.TrimSuffix(dir, "/") + "/" + name
		if sh.isExecutable(full) && !slices.Contains(found, full) {
			found = append(found, full)
		}
	}
	return found
}

// plainPath is the first file of that name in PATH though nobody may execute it: bash names it when there is no better.
func (sh *Shell) plainPath(name string) []string {
	if name == "" || strings.Contains(name, "/") {
		return nil
	}
	p, _ := sh.getVar("PATH")
	for _, dir := range strings.Split(p, ":") {
		if dir == "" {
			dir = "."
		}
		full := strings.TrimSuffix(dir, "/") + "/" + name
		if fi, err := sh.p.FS().Stat(full); err == nil && !fi.IsDir() {
			return []string{full}
		}
	}
	return nil
}

// describeCommands is command -v and command -V.
func (sh *Shell) describeCommands(names []string, mode byte, std bool) int {
	var b strings.Builder
	status := 1 // unless one of the names is found
	if len(names) == 0 {
		status = 0
	}
	for _, name := range names {
		done := sh.describe(name, false, func(kind, text string) bool {
			if mode == 'V' {
				b.WriteString(text + "\n")
				return true
			}
			if kind == "alias" {
				b.WriteString("alias " + name + "=" + singleQuote(sh.aliases[name]) + "\n")
			} else {
				b.WriteString(name + "\n")
			}
			return true
		})
		if done {
			status = 0
			continue
		}
		var paths []string
		if std {
			if p, err := kernel.LookPath(sh.p, name, kernel.DefaultPath); err == nil {
				paths = []string{p}
			}
		} else {
			if paths = sh.allPaths(name); len(paths) == 0 {
				paths = sh.plainPath(name)
			}
		}
		if len(paths) == 0 {
			if mode == 'V' {
				sh.errf("command: %s: not found", name)
			}
			continue
		}
		status = 0
		text := paths[0]
		if strings.Contains(name, "/") && !strings.HasPrefix(name, "/") {
			text = path.Join(sh.logicalDir(), name)
		}
		if mode == 'V' {
			text = name + " is " + text
			if h := sh.hash[name]; h != nil {
				text = name + " is hashed (" + h.path + ")"
			}
		}
		b.WriteString(text + "\n")
	}
	if st := sh.writeOut("command", []byte(b.String())); st != 0 {
		return st
	}
	return status
}

func builtinHash(sh *Shell, args []string) int {
	o := sh.options(args, "lrp:dt")
	var list, clear, forget, show bool
	file := ""
	for c := o.next(); c != 0; c = o.next() {
		switch c {
		case 'l':
			list = true
		case 'r':
			clear = true
		case 'p':
			file = o.arg
		case 'd':
			forget = true
		case 't':
			show = true
		}
	}
	if o.bad != 0 {
		return o.bad
	}
	if !sh.opts.hashall {
		sh.errf("hash: hashing disabled")
		return 1
	}
	p, _ := sh.getVar("PATH")
	if sh.hashPath != p || clear {
		sh.hash, sh.hashPath, sh.hashShared = nil, p, false
	}
	names := o.rest()
	var b strings.Builder
	if len(names) == 0 {
		if clear {
			return 0
		}
		if show || forget {
			sh.errf("hash: -%c: option requires an argument", map[bool]byte{true: 't', false: 'd'}[show])
			return 1
		}
		if len(sh.hash) == 0 {
			if !list {
				return sh.writeOut("hash", []byte("hash: hash table empty\n"))
			}
			return 0
		}
		if !list {
			b.WriteString("hits\tcommand\n")
		}
		for _, name := range slices.Sorted(maps.Keys(sh.hash)) {
			h := sh.hash[name]
			if list {
				fmt.Fprintf(&b, "builtin hash -p %s %s\n", h.path, name)
			} else {
				fmt.Fprintf(&b, "%4d\t%s\n", h.hits, h.path)
			}
		}
		return sh.writeOut("hash", []byte(b.String()))
	}
	status := 0
	for _, name := range names {
		switch {
		case file != "":
			sh.ownHash()
			sh.hash[name] = &hashed{path: file}
		case forget:
			if sh.hash[name] == nil {
				sh.errf("hash: %s: not found", name)
				status = 1
				continue
			}
			sh.ownHash()
			delete(sh.hash, name)
		case show:
			h := sh.hash[name]
			if h == nil {
				sh.errf("hash: %s: not found", name)
				status = 1
				continue
			}
			switch {
			case list:
				fmt.Fprintf(&b, "builtin hash -p %s %s\n", h.path, name)
			case len(names) > 1:
				fmt.Fprintf(&b, "%s\t%s\n", name, h.path)
			default:
				b.WriteString(h.path + "\n")
			}
		default:
			if strings.Contains(name, "/") || sh.funcs.get(name) != nil || lookupBuiltin(name) != nil {
				continue
			}
			full, err := kernel.LookPath(sh.p, name, p)
			if err != nil {
				sh.errf("hash: %s: not found", name)
				status = 1
				continue
			}
			sh.ownHash()
			sh.hash[name] = &hashed{path: full}
		}
	}
	if st := sh.writeOut("hash", []byte(b.String())); st != 0 {
		return st
	}
	return status
}

func builtinAlias(sh *Shell, args []string) int {
	o := sh.options(args, "p")
	print := false
	for c := o.next(); c != 0; c = o.next() {
		print = true
	}
	if o.bad != 0 {
		return o.bad
	}
	var b strings.Builder
	show := func(name string) {
		b.WriteString("alias " + name + "=" + singleQuote(sh.aliases[name]) + "\n")
	}
	rest := o.rest()
	if len(rest) == 0 || print {
		for _, name := range slices.Sorted(maps.Keys(sh.aliases)) {
			show(name)
		}
	}
	status := 0
	for _, a := range rest {
		name, value, set := strings.Cut(a, "=")
		if set && name != "" {
			if strings.ContainsAny(name, "/$`=|&;()<> \t\n\"'\\") {
				sh.errf("alias: `%s': invalid alias name", name)
				status = 1
				continue
			}
			sh.ownAliases()
			sh.aliases[name] = value
			sh.aliasGen++
			continue
		}
		if _, ok := sh.aliases[a]; !ok {
			sh.errf("alias: %s: not found", a)
			status = 1
			continue
		}
		show(a)
	}
	if st := sh.writeOut("alias", []byte(b.String())); st != 0 {
		return st
	}
	return status
}

func builtinUnalias(sh *Shell, args []string) int {
	o := sh.options(args, "a")
	all := false
	for c := o.next(); c != 0; c = o.next() {
		all = true
	}
	if o.bad != 0 {
		return o.bad
	}
	sh.aliasGen++
	if all {
		sh.aliases, sh.aliasesShared = nil, false
		return 0
	}
	rest := o.rest()
	if len(rest) == 0 {
		return sh.usage("unalias")
	}
	status := 0
	for _, name := range rest {
		if _, ok := sh.aliases[name]; !ok {
			sh.errf("unalias: %s: not found", name)
			status = 1
			continue
		}
		sh.ownAliases()
		delete(sh.aliases, name)
	}
	return status
}

func builtinEnable(sh *Shell, args []string) int {
	o := sh.options(args, "adnpsf:")
	var all, off, special bool
	for c := o.next(); c != 0; c = o.next() {
		switch c {
		case 'a':
			all = true
		case 'n':
			off = true
		case 's':
			special = true
		case 'f', 'd':
			sh.errf("enable: dynamic loading not available")
			return 1
		}
	}
	if o.bad != 0 {
		return o.bad
	}
	names := o.rest()
	var b strings.Builder
	if len(names) == 0 {
		for _, name := range builtinNames() {
			if special && !isSpecialBuiltin(name) {
				continue
			}
			dis := sh.disabled[name]
			switch {
			case dis && (all || off):
				b.WriteString("enable -n " + name + "\n")
			case !dis && !off:
				b.WriteString("enable " + name + "\n")
			}
		}
		return sh.writeOut("enable", []byte(b.String()))
	}
	status := 0
	m := maps.Clone(sh.disabled)
	if m == nil {
		m = make(map[string]bool)
	}
	for _, name := range names {
		if lookupBuiltin(name) == nil {
			sh.errf("enable: %s: not a shell builtin", name)
			status = 1
			continue
		}
		if off {
			m[name] = true
		} else {
			delete(m, name)
		}
	}
	sh.disabled = m
	return status
}

func builtinHelp(sh *Shell, args []string) int {
	o := sh.options(args, "dms")
	for c := o.next(); c != 0; c = o.next() {
	}
	if o.bad != 0 {
		return o.bad
	}
	names := o.rest()
	var b strings.Builder
	if len(names) == 0 {
		b.WriteString("These shell commands are defined internally. Type `help name' for the synopsis of `name'.\n\n")
		for _, n := range builtinNames() {
			b.WriteString(" " + builtinUsage[n] + "\n")
		}
		return sh.writeOut("help", []byte(b.String()))
	}
	status := 0
	for _, n := range names {
		u, ok := builtinUsage[n]
		if !ok {
			sh.errf("help: no help topics match `%s'.  Try `help help' or `man -k %s' or `info %s'.", n, n, n)
			status = 1
			continue
		}
		b.WriteString(n + ": " + u + "\n")
	}
	if st := sh.writeOut("help", []byte(b.String())); st != 0 {
		return st
	}
	return status
}
