package make

import (
	"strings"
)

// origin says where a variable came from; a stronger one is not overridden by a weaker.
type origin uint8

const (
	fromDefault origin = iota
	fromEnv
	fromFile
	fromCommandLine
	fromOverride
	fromAutomatic
)

var originNames = [...]string{"default", "environment", "file", "command line", "override", "automatic"}

type variable struct {
	value     string
	recursive bool // expanded when used
	from      origin
	export    int8 // 1 export, -1 unexport
	busy      bool // being expanded: a reference to itself
}

// scope is a set of variables; those of a target lie over the global ones.
type scope struct {
	vars map[string]*variable
	up   *scope
}

func newScope(up *scope) *scope { return &scope{vars: map[string]*variable{}, up: up} }

func (s *scope) get(name string) *variable {
	for ; s != nil; s = s.up {
		if v := s.vars[name]; v != nil {
			return v
		}
	}
	return nil
}

// set makes a variable unless a stronger one is there.
func (s *scope) set(name, value string, recursive bool, from origin) *variable {
	if old := s.get(name); old != nil && old.from > from && old.from != fromAutomatic {
		return old
	}
	v := s.vars[name]
	if v == nil {
		v = &variable{}
		if old := s.get(name); old != nil {
			v.export = old.export
		}
		s.vars[name] = v
	}
	v.value, v.recursive, v.from = value, recursive, from
	return v
}

// assignment is a line that sets a variable.
type assignment struct {
	name, op, value   string
	override, private bool
	export            bool
}

// parseAssignment reads NAME = VALUE and its like; ok is false for any other line.
func parseAssignment(line string) (a assignment, ok bool) {
	line = strings.TrimLeft(line, " \t")
	for {
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimLeft(rest, " \t")
		switch word {
		case "override", "private", "export":
			if rest == "" || strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, ":=") {
				break
			}
			if word == "override" {
				a.override = true
			} else if word == "export" {
				a.export = true
			} else {
				a.private = true
			}
			line = rest
			continue
		}
		break
	}
	depth := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '$' && i+1 < len(line) && (line[i+1] == '(' || line[i+1] == '{'):
			depth++
			i++
		case depth > 0 && (c == '(' || c == '{'):
			depth++
		case depth > 0 && (c == ')' || c == '}'):
			depth--
		case depth > 0:
		case c == '#':
			return a, false
		case c == '=':
			op, end := "=", i
			if i > 0 {
				switch line[i-1] {
				case '?', '+', '!', ':':
					op, end = line[i-1:i+1], i-1
					if op == ":=" && end >= 1 && line[end-1] == ':' {
						end--
						if end >= 1 && line[end-1] == ':' {
							end--
						}
					}
				}
			}
			a.name, a.op, a.value = strings.TrimRight(line[:end], " \t"), op, strings.TrimLeft(line[i+1:], " \t")
			return a, a.name != "" && !strings.ContainsAny(strings.TrimSpace(stripRefs(a.name)), " \t:")
		case c == ':' && !(i+1 < len(line) && (line[i+1] == '=' || line[i+1] == ':' && strings.HasPrefix(strings.TrimLeft(line[i:], ":"), "="))):
			return a, false // a rule
		}
	}
	return a, false
}

// stripRefs drops variable references, whose arguments may hold blanks.
func stripRefs(s string) string {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '$' && i+1 < len(s) && (s[i+1] == '(' || s[i+1] == '{'):
			depth++
			i++
		case depth > 0 && (s[i] == '(' || s[i] == '{'):
			depth++
		case depth > 0 && (s[i] == ')' || s[i] == '}'):
			depth--
		case depth == 0:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
