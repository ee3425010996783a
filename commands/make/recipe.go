package make

import (
	"bytes"
	"errors"
	"strings"
	"syscall"

	"github.com/sandpit-dev/sandpit/kernel"
)

// automatic gives a scope with the automatic variables of a target.
func (m *maker) automatic(t *target, deps []*target, sc *scope) *scope {
	auto := newScope(sc)
	set := func(name, value string) { auto.vars[name] = &variable{value: value, from: fromAutomatic} }
	place := func(name string) string {
		if at, ok := m.places[cleanName(name)]; ok {
			return at
		}
		return name
	}
	seen := map[string]bool{}
	var all, unique, newer, order []string
	for i, d := range t.deps {
		name := place(d)
		all = append(all, name)
		if seen[name] {
			continue
		}
		seen[name] = true
		unique = append(unique, name)
		if dep := deps[i]; !t.exists || m.opt.always || dep.changed || dep.mtime > t.mtime {
			newer = append(newer, name)
		}
	}
	for _, d := range t.order {
		if !seen[place(d)] {
			order = append(order, place(d))
		}
	}
	set("@", t.name)
	set("<", wordAt(all, 0))
	set("^", strings.Join(unique, " "))
	set("+", strings.Join(all, " "))
	set("?", strings.Join(newer, " "))
	set("|", strings.Join(order, " "))
	stem := t.stem
	if stem == "" {
		for _, s := range m.suffixes {
			if rest, ok := strings.CutSuffix(t.name, s); ok && rest != "" {
				stem = rest
				break
			}
		}
	}
	set("*", stem)
	set("%", "")
	return auto
}

// run carries a recipe out.
func (m *maker) run(t *target, deps []*target, sc *scope) bool {
	auto := m.automatic(t, deps, sc)
	if m.opt.touch && !t.phony {
		recursive := false
		for _, l := range t.recipe.lines {
			recursive = recursive || isRecursive(l.text)
		}
		if !recursive && len(t.recipe.lines) > 0 {
			m.commands++
			if !m.opt.silent {
				m.say("touch " + t.name + "\n")
			}
			f, err := m.p.Open(t.name, openCreate, 0o666)
			if err != nil {
				m.message("*** %s: %s", t.name, kernel.Strerror(err))
				return false
			}
			_ = f.Close()
			now := m.p.Kernel().Clock().Now()
			_ = m.p.FS().Chtimes(t.name, now, now)
			return true
		}
	}
	lines := t.recipe.lines
	if m.oneShell && len(lines) > 1 {
		var text []string
		for i, l := range lines {
			s := l.text
			if i > 0 {
				s = strings.TrimLeft(s, " \t@-+")
			}
			text = append(text, s)
		}
		lines = []recipeLine{{strings.Join(text, "\n"), lines[0].line}}
	}
	shell := m.value("SHELL", sc)
	env := m.environment(sc)
	var text [][2]any
	for _, l := range lines { // all is expanded before any of it runs
		m.file, m.line = t.recipe.file, l.line
		text = append(text, [2]any{m.expand(l.text, auto), l})
	}
	for _, pair := range text {
		l := pair[1].(recipeLine)
		if !m.runLine(t, l, pair[0].(string), shell, env) {
			return false
		}
	}
	return true
}

func isRecursive(s string) bool {
	return strings.Contains(s, "$(MAKE)") || strings.Contains(s, "${MAKE}")
}

func (m *maker) runLine(t *target, l recipeLine, text, shell string, env []string) bool {
	silent, ignore, force := m.opt.silent || m.silent[t.name], m.opt.ignore || m.ignored[t.name], isRecursive(l.text)
	command := strings.TrimLeft(text, " \t\n")
flags:
	for command != "" {
		switch command[0] {
		case '@':
			silent = true
		case '-':
			ignore = true
		case '+':
			force = true
		case ' ', '\t':
		default:
			break flags
		}
		command = command[1:]
	}
	if strings.TrimSpace(command) == "" {
		return true
	}
	m.commands++
	if !silent || m.opt.dryRun {
		m.say(command + "\n")
	}
	if m.opt.dryRun && !force {
		return true
	}
	m.flush()
	status, err := m.spawn(command, shell, env, nil, m.slots)
	if err != nil {
		name := firstWord(command)
		m.message("%s: %s", name, kernel.Strerror(err))
		status = kernel.Status{Code: 127}
		if errors.Is(err, syscall.EACCES) {
			status.Code = 127
		}
	}
	if status.Code == 0 && status.Signal == 0 {
		return true
	}
	what := "Error " + itoa(status.ExitCode())
	if status.Signal != 0 {
		what = status.Signal.Describe()
		if status.CoreDump {
			what += " (core dumped)"
		}
	}
	m.alive()
	if ignore {
		m.message("[%s:%d: %s] %s (ignored)", t.recipe.file, l.line, t.name, what)
		return true
	}
	m.failing = true
	m.message("*** [%s:%d: %s] %s", t.recipe.file, l.line, t.name, what)
	if m.deleteOnError && !t.phony && !m.precious[t.name] {
		before := t.mtime
		m.look(t)
		if t.exists && t.mtime != before {
			m.message("*** Deleting file '%s'", t.name)
			_ = m.p.FS().Remove(t.name)
		}
	}
	return false
}

const shellMeta = "#;\"*?[]&|<>(){}$`^~!'\\\n"

var shellWords = map[string]bool{".": true, ":": true, "alias": true, "bg": true, "break": true, "case": true, "cd": true, "command": true, "continue": true, "eval": true, "exec": true, "exit": true, "export": true, "fc": true, "fg": true, "for": true, "getopts": true, "hash": true, "if": true, "jobs": true, "login": true, "logout": true, "read": true, "readonly": true, "return": true, "set": true, "shift": true, "test": true, "times": true, "trap": true, "type": true, "ulimit": true, "umask": true, "unalias": true, "unset": true, "wait": true, "while": true}

func firstWord(s string) string {
	f := strings.Fields(s)
	if len(f) == 0 {
		return ""
	}
	return f[0]
}

// spawn runs a command: a plain one directly, as make does, any other by the shell. out takes standard output when set.
func (m *maker) spawn(command, shell string, env []string, out *kernel.File, slots chan struct{}) (kernel.Status, error) {
	args := []string{shell, "-c", command}
	first := firstWord(command)
	if shell == "/bin/sh" && !m.oneShell && !strings.ContainsAny(command, shellMeta) && !strings.Contains(first, "=") && !shellWords[first] {
		args = strings.Fields(command)
	}
	if flags := m.value(".SHELLFLAGS", m.global); flags != "" && flags != "-c" && args[0] == shell {
		args = append(append([]string{shell}, strings.Fields(flags)...), command)
	}
	spec := kernel.Spec{Args: args, Env: env}
	if out != nil {
		spec.Files = []*kernel.File{m.file0(0), out, m.file0(2)}
	}
	m.releaseAll()
	m.mu.Unlock()
	defer m.mu.Lock()
	select {
	case slots <- struct{}{}:
	case <-m.ctx.Done():
		return kernel.Status{}, m.ctx.Err()
	}
	defer func() { <-slots }()
	child, err := m.start(spec)
	if err != nil {
		return kernel.Status{}, err
	}
	return child.Wait()
}

// file0 is an open file of the process itself.
func (m *maker) file0(n int) *kernel.File {
	if fd := m.p.FD(n); fd != nil {
		return fd.File()
	}
	return nil
}

// maxShellOutput bounds what $(shell) takes in, in bytes.
const maxShellOutput = 32 << 20

// shell runs a command and gives its output on one line.
func (m *maker) shell(command string, sc *scope) string {
	if strings.TrimSpace(command) == "" {
		return ""
	}
	m.flush()
	r, w := m.p.Kernel().Pipe()
	var buf bytes.Buffer
	done := make(chan struct{})
	over := false
	go func() {
		defer close(done)
		chunk := make([]byte, 32<<10)
		for {
			n, err := r.Read(m.ctx, chunk)
			if buf.Len()+n > maxShellOutput {
				over = true
				_ = r.Close()
				return
			}
			buf.Write(chunk[:n])
			if err != nil {
				_ = r.Close()
				return
			}
		}
	}()
	status, err := m.spawn(command, m.value("SHELL", m.global), m.p.Environ(), w, make(chan struct{}, 1)) // not one of the jobs
	_ = w.Close()
	<-done
	m.alive()
	if over {
		m.fatal("virtual memory exhausted")
	}
	if err != nil {
		m.message("%s: %s", firstWord(command), kernel.Strerror(err))
		status.Code = 127
	}
	m.global.vars[".SHELLSTATUS"] = &variable{value: itoa(status.ExitCode()), from: fromOverride}
	text := strings.TrimRight(buf.String(), "\n")
	return strings.ReplaceAll(text, "\n", " ")
}

// environment is what a recipe's commands see.
func (m *maker) environment(sc *scope) []string {
	env := map[string]string{}
	for _, kv := range m.p.Environ() {
		k, v, _ := strings.Cut(kv, "=")
		env[k] = v
	}
	names := map[string]bool{}
	for s := sc; s != nil; s = s.up {
		for n := range s.vars {
			names[n] = true
		}
	}
	for n := range names {
		v := sc.get(n)
		if v.from == fromAutomatic || n == "MAKEFLAGS" || n == "MAKELEVEL" || n == "SHELL" {
			continue
		}
		_, inEnv := env[n]
		switch {
		case v.export < 0:
			delete(env, n)
		case v.export > 0, inEnv && v.from != fromDefault, v.from == fromCommandLine && isShellName(n), m.exportAll && v.from >= fromFile && isShellName(n):
			if v.from != fromEnv {
				env[n] = m.value(n, sc)
			}
		}
	}
	env["MAKEFLAGS"] = m.flagsText()
	env["MAKELEVEL"] = itoa(m.level + 1)
	delete(env, "MFLAGS")
	out := make([]string, 0, len(env))
	for k, v := range env {
		out = append(out, k+"="+v)
	}
	return out
}

func isShellName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == "" && (s[0] < '0' || s[0] > '9')
}
