package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// tilde expands a tilde at the start of a word's first part, and in an assignment (or what looks like one) after = and
// colons. It appends what it expanded and returns the rest. last says that the part is the word's only one left, so that
// a tilde prefix may run to its end.
func (e *expander) tilde(s string, last bool) string {
	if e.mode == modePattern || e.mode == modeRegex || e.mode == modeReplace {
		return e.oneTilde(s, last, false)
	}
	if strings.IndexByte(s, '~') < 0 {
		return s
	}
	if e.mode == modeAssign {
		s = e.oneTilde(s, last, true)
		return e.colonTildes(s, last, false)
	}
	if s[0] == '~' {
		return e.oneTilde(s, last, false)
	}
	if k := strings.IndexByte(s, '='); e.mode == modeFields && k > 0 && syntax.ValidName(s[:k]) && !e.sh.opts.posix {
		e.literal(s[:k+1])
		s = e.oneTilde(s[k+1:], last, true)
		return e.colonTildes(s, last, false)
	}
	return s
}

// colonTildes expands tildes after colons; it returns what follows the last of them.
func (e *expander) colonTildes(s string, last, _ bool) string {
	for {
		k := strings.Index(s, ":~")
		if k < 0 || k > 0 && s[k-1] == '\\' {
			return s
		}
		e.literal(s[:k+1])
		rest := e.oneTilde(s[k+1:], last, true)
		if len(rest) == len(s)-k-1 { // not expanded
			e.literal(rest[:1])
			rest = rest[1:]
		}
		s = rest
	}
}

// oneTilde expands a tilde prefix at the start of s. What it stands for is not split or globbed.
func (e *expander) oneTilde(s string, last, colon bool) string {
	if s == "" || s[0] != '~' {
		return s
	}
	end := 1
	for end < len(s) && s[end] != '/' && !(colon && s[end] == ':') {
		if c := s[end]; c == '\\' || !(nameByte(c) || c == '-' || c == '+' || c == '.') {
			return s
		}
		end++
	}
	if end == len(s) && !last {
		return s
	}
	dir, ok := e.sh.homeOf(s[1:end])
	if !ok {
		return s
	}
	if end < len(s) && s[end] == '/' && strings.HasSuffix(dir, "/") {
		dir = strings.TrimSuffix(dir, "/")
	}
	e.quoted(dir)
	return s[end:]
}

// homeOf is the directory that ~name stands for.
func (sh *Shell) homeOf(name string) (string, bool) {
	switch name {
	case "":
		if home, ok := sh.getVar("HOME"); ok {
			return home, true
		}
		return sh.userHome(sh.p.User())
	case "+":
		return sh.getVar("PWD")
	case "-":
		return sh.getVar("OLDPWD")
	}
	if c := name[0]; c == '+' || c == '-' || '0' <= c && c <= '9' {
		n, err := strconv.Atoi(strings.TrimLeft(name, "+-"))
		if err != nil {
			return "", false
		}
		stack := append([]string{sh.p.Dir()}, sh.dirs...)
		if c == '-' {
			n = len(stack) - 1 - n
		}
		if n < 0 || n >= len(stack) {
			return "", false
		}
		return stack[n], true
	}
	return sh.userHome(name)
}

// userHome looks a user up in /etc/passwd.
func (sh *Shell) userHome(name string) (string, bool) {
	data, err := sh.p.FS().ReadFile("/etc/passwd")
	if err != nil {
		return "", false
	}
	for line := range strings.SplitSeq(string(data), "\n") {
		f := strings.Split(line, ":")
		if len(f) >= 6 && f[0] == name {
			return f[5], true
		}
	}
	return "", false
}
