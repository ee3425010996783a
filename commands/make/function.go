package make

import (
	"sort"
	"strconv"
	"strings"
)

// function is a builtin of expansion. Its arguments are expanded before, unless lazy.
type function struct {
	min, max int // arguments; max 0 is any number
	lazy     bool
	run      func(m *maker, args []string, sc *scope) string
}

// call runs a function on its unexpanded arguments.
func (m *maker) call(name string, fn function, body string, open byte, sc *scope) string {
	args := splitArgs(body, open, fn.max)
	if len(args) < fn.min {
		m.fatal("insufficient number of arguments (%d) to function '%s'", len(args), name)
	}
	if !fn.lazy {
		for i := range args {
			args[i] = m.expand(args[i], sc)
		}
	}
	return fn.run(m, args, sc)
}

func eachWord(list string, fn func(string) string) string {
	words := strings.Fields(list)
	for i, w := range words {
		words[i] = fn(w)
	}
	return strings.Join(words, " ")
}

func keepWords(patterns, list string, keep bool) string {
	var out []string
	for _, w := range strings.Fields(list) {
		hit := false
		for _, p := range strings.Fields(patterns) {
			if _, ok := matchPattern(p, w); ok {
				hit = true
				break
			}
		}
		if hit == keep {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

func (m *maker) number(fn, arg, which string) int {
	n, err := strconv.Atoi(strings.TrimSpace(arg))
	if err != nil {
		m.fatal("non-numeric %s argument to '%s' function: '%s'", which, fn, arg)
	}
	return n
}

// makeFunctions builds the table.
func makeFunctions() map[string]function {
	simple := func(n int, fn func(args []string) string) function {
		return function{min: n, max: n, run: func(_ *maker, args []string, _ *scope) string { return fn(args) }}
	}
	lastDot := func(w string) int {
		i := strings.LastIndexByte(w, '.')
		if i < strings.LastIndexByte(w, '/') {
			return -1
		}
		return i
	}
	return map[string]function{
		"subst":      simple(3, func(a []string) string { return substitute(a[0], a[1], a[2]) }),
		"patsubst":   simple(3, func(a []string) string { return patsubst(strings.TrimSpace(a[0]), strings.TrimSpace(a[1]), a[2]) }),
		"strip":      simple(1, func(a []string) string { return strings.Join(strings.Fields(a[0]), " ") }),
		"filter":     simple(2, func(a []string) string { return keepWords(a[0], a[1], true) }),
		"filter-out": simple(2, func(a []string) string { return keepWords(a[0], a[1], false) }),
		"findstring": simple(2, func(a []string) string {
			if strings.Contains(a[1], a[0]) {
				return a[0]
			}
			return ""
		}),
		"words":     simple(1, func(a []string) string { return strconv.Itoa(len(strings.Fields(a[0]))) }),
		"firstword": simple(1, func(a []string) string { return wordAt(strings.Fields(a[0]), 0) }),
		"lastword":  simple(1, func(a []string) string { f := strings.Fields(a[0]); return wordAt(f, len(f)-1) }),
		"sort": simple(1, func(a []string) string {
			f := strings.Fields(a[0])
			sort.Strings(f)
			out := f[:0]
			for i, w := range f {
				if i == 0 || w != f[i-1] {
					out = append(out, w)
				}
			}
			return strings.Join(append([]string{}, out...), " ")
		}),
		"dir": simple(1, func(a []string) string {
			return eachWord(a[0], func(w string) string {
				if i := strings.LastIndexByte(w, '/'); i >= 0 {
					return w[:i+1]
				}
				return "./"
			})
		}),
		"notdir": simple(1, func(a []string) string {
			return strings.Join(strings.Fields(eachWord(a[0], func(w string) string { return w[strings.LastIndexByte(w, '/')+1:] })), " ")
		}),
		"suffix": simple(1, func(a []string) string {
			var out []string
			for _, w := range strings.Fields(a[0]) {
				if i := lastDot(w); i >= 0 {
					out = append(out, w[i:])
				}
			}
			return strings.Join(out, " ")
		}),
		"basename": simple(1, func(a []string) string {
			return eachWord(a[0], func(w string) string {
				if i := lastDot(w); i >= 0 {
					return w[:i]
				}
				return w
			})
		}),
		"addsuffix": simple(2, func(a []string) string { return eachWord(a[1], func(w string) string { return w + a[0] }) }),
		"addprefix": simple(2, func(a []string) string { return eachWord(a[1], func(w string) string { return a[0] + w }) }),
		"join": simple(2, func(a []string) string {
			x, y := strings.Fields(a[0]), strings.Fields(a[1])
			var out []string
			for i := 0; i < len(x) || i < len(y); i++ {
				out = append(out, wordAt(x, i)+wordAt(y, i))
			}
			return strings.Join(out, " ")
		}),
		"word": {2, 2, false, func(m *maker, a []string, _ *scope) string {
			n := m.number("word", a[0], "first")
			if n == 0 {
				m.fatal("first argument to 'word' function must be greater than 0")
			}
			return wordAt(strings.Fields(a[1]), n-1)
		}},
		"wordlist": {3, 3, false, func(m *maker, a []string, _ *scope) string {
			from, to := m.number("wordlist", a[0], "first"), m.number("wordlist", a[1], "second")
			if from < 1 {
				m.fatal("invalid first argument to 'wordlist' function: '%d'", from)
			}
			f := strings.Fields(a[2])
			if from > len(f) || to < from {
				return ""
			}
			return strings.Join(f[from-1:min(to, len(f))], " ")
		}},
		"wildcard": {1, 1, false, func(m *maker, a []string, _ *scope) string {
			var out []string
			for _, p := range strings.Fields(a[0]) {
				out = append(out, m.glob(p, true)...)
			}
			return strings.Join(out, " ")
		}},
		"realpath": {1, 1, false, func(m *maker, a []string, _ *scope) string {
			var out []string
			for _, w := range strings.Fields(a[0]) {
				if r, err := m.p.FS().Realpath(w); err == nil {
					out = append(out, r)
				}
			}
			return strings.Join(out, " ")
		}},
		"abspath": {1, 1, false, func(m *maker, a []string, _ *scope) string { return eachWord(a[0], m.p.FS().Abs) }},
		"shell":   {0, 1, false, func(m *maker, a []string, sc *scope) string { return m.shell(a[0], sc) }},
		"info": {0, 1, false, func(m *maker, a []string, _ *scope) string {
			m.say(a[0] + "\n")
			return ""
		}},
		"warning": {0, 1, false, func(m *maker, a []string, _ *scope) string {
			m.warn("%s", a[0])
			return ""
		}},
		"error": {0, 1, false, func(m *maker, a []string, _ *scope) string {
			m.fatal("%s", a[0])
			return ""
		}},
		"if": {2, 3, true, func(m *maker, a []string, sc *scope) string {
			if strings.TrimSpace(m.expand(strings.TrimSpace(a[0]), sc)) != "" {
				return m.expand(a[1], sc)
			}
			if len(a) > 2 {
				return m.expand(a[2], sc)
			}
			return ""
		}},
		"or": {1, 0, true, func(m *maker, a []string, sc *scope) string {
			for _, x := range a {
				if v := m.expand(strings.TrimSpace(x), sc); v != "" {
					return v
				}
			}
			return ""
		}},
		"and": {1, 0, true, func(m *maker, a []string, sc *scope) string {
			v := ""
			for _, x := range a {
				if v = m.expand(strings.TrimSpace(x), sc); v == "" {
					return ""
				}
			}
			return v
		}},
		"foreach": {3, 3, true, func(m *maker, a []string, sc *scope) string {
			name := strings.TrimSpace(m.expand(a[0], sc))
			inner := newScope(sc)
			var out []string
			size := 0
			for _, w := range strings.Fields(m.expand(a[1], sc)) {
				inner.vars[name] = &variable{value: w, from: fromAutomatic}
				out = append(out, m.expand(a[2], inner))
				if size += len(out[len(out)-1]); size > maxExpansion {
					m.fatal("virtual memory exhausted")
				}
			}
			return strings.Join(out, " ")
		}},
		"call": {0, 0, false, func(m *maker, a []string, sc *scope) string {
			name := strings.TrimSpace(a[0])
			if name == "" {
				return ""
			}
			if fn, ok := m.functions[name]; ok {
				if len(a)-1 < fn.min {
					m.fatal("insufficient number of arguments (%d) to function '%s'", len(a)-1, name)
				}
				return fn.run(m, a[1:], sc)
			}
			v := sc.get(name)
			if v == nil {
				return ""
			}
			inner := newScope(sc)
			for i, x := range a {
				inner.vars[strconv.Itoa(i)] = &variable{value: x, from: fromAutomatic}
			}
			for i := len(a); sc.get(strconv.Itoa(i)) != nil && i < 1000; i++ { // those of an outer call are not seen
				inner.vars[strconv.Itoa(i)] = &variable{from: fromAutomatic}
			}
			if !v.recursive {
				return v.value
			}
			return m.expand(v.value, inner)
		}},
		"eval": {1, 1, false, func(m *maker, a []string, sc *scope) string {
			m.readText(a[0], m.file, m.line, m.global)
			return ""
		}},
		"value": {1, 1, false, func(_ *maker, a []string, sc *scope) string {
			if v := sc.get(a[0]); v != nil {
				return v.value
			}
			return ""
		}},
		"origin": {1, 1, false, func(_ *maker, a []string, sc *scope) string {
			if v := sc.get(a[0]); v != nil {
				return originNames[v.from]
			}
			return "undefined"
		}},
		"flavor": {1, 1, false, func(_ *maker, a []string, sc *scope) string {
			switch v := sc.get(a[0]); {
			case v == nil:
				return "undefined"
			case v.recursive:
				return "recursive"
			}
			return "simple"
		}},
		"file": {1, 2, false, func(m *maker, a []string, _ *scope) string { return m.fileFunction(a) }},
	}
}

func wordAt(f []string, i int) string {
	if i < 0 || i >= len(f) {
		return ""
	}
	return f[i]
}

// substitute replaces text; an empty one stands at the end, as GNU has it.
func substitute(from, to, text string) string {
	if from == "" {
		return text + to
	}
	if n := strings.Count(text, from); n*len(to) > maxExpansion {
		return text
	}
	return strings.ReplaceAll(text, from, to)
}
