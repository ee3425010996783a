package make

import (
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

const (
	maxMakefile = 16 << 20
	maxIncludes = 200
)

// readFile reads a makefile; must says that it has to be there.
func (m *maker) readFile(name string, must bool) bool {
	data, err := m.p.FS().ReadFile(name)
	if err != nil {
		if must {
			m.missing = append(m.missing, missingInclude{name, m.file, m.line, kernel.Strerror(err)})
		}
		return false
	}
	if len(data) > maxMakefile {
		m.fatal("virtual memory exhausted")
	}
	if m.includes++; m.includes > maxIncludes {
		m.fatal("include files are nested too deeply")
	}
	m.global.set("MAKEFILE_LIST", strings.TrimLeft(m.value("MAKEFILE_LIST", m.global)+" "+name, ""), false, fromFile)
	file, line := m.file, m.line
	m.readText(string(data), name, 0, m.global)
	m.file, m.line = file, line
	return true
}

type missingInclude struct {
	name, file string
	line       int
	why        string
}

// reader goes through the lines of a text.
type reader struct {
	m        *maker
	lines    []string
	at       int
	file     string
	base     int
	conds    []cond
	current  []*target    // targets that a recipe line belongs to
	pattern  *patternRule // or the pattern rule
	double   []*rule      // or the double-colon rules
	rec      *recipe
	suffixes []string // suffix rules whose recipe is being read
	inRule   bool
}

type cond struct {
	active, taken, outer, sawElse bool
}

// readText reads lines of a makefile.
func (m *maker) readText(text, file string, base int, sc *scope) {
	if m.reading++; m.reading > 200 {
		m.fatal("eval is nested too deeply")
	}
	defer func() { m.reading-- }()
	r := &reader{m: m, lines: strings.Split(text, "\n"), file: file, base: base}
	if n := len(r.lines); n > 0 && r.lines[n-1] == "" {
		r.lines = r.lines[:n-1]
	}
	saved := m.line
	for r.at < len(r.lines) {
		m.alive()
		r.one()
	}
	if len(r.conds) > 0 {
		m.line = r.lineNo()
		m.fatal("missing 'endif'")
	}
	r.endRule()
	m.line = saved
}

func (r *reader) lineNo() int {
	if r.base > 0 {
		return r.base
	}
	return r.at + 1
}

func (r *reader) active() bool {
	for _, c := range r.conds {
		if !c.active {
			return false
		}
	}
	return true
}

// one reads a logical line.
func (r *reader) one() {
	m := r.m
	m.file, m.line = r.file, r.lineNo()
	line := r.lines[r.at]
	if strings.HasPrefix(line, m.prefix) && (r.inRule || !r.active()) {
		start := r.lineNo()
		text := line[len(m.prefix):]
		r.at++
		for strings.HasSuffix(text, `\`) && oddSlashes(text) && r.at < len(r.lines) {
			text += "\n" + strings.TrimPrefix(r.lines[r.at], m.prefix)
			r.at++
		}
		if r.active() {
			r.rec.lines = append(r.rec.lines, recipeLine{text, start})
		}
		return
	}
	start := r.at
	r.at++
	for strings.HasSuffix(line, `\`) && oddSlashes(line) && r.at < len(r.lines) {
		line = strings.TrimRight(line[:len(line)-1], " \t") + " " + strings.TrimLeft(r.lines[r.at], " \t")
		r.at++
	}
	line = strings.TrimSuffix(line, "\r")
	stripped := strings.TrimLeft(line, " \t")
	word, rest := stripped, ""
	if i := strings.IndexAny(stripped, " \t("); i >= 0 {
		word, rest = stripped[:i], strings.TrimLeft(stripped[i:], " \t")
	}
	if r.conditional(word, rest) || !r.active() {
		if !r.active() && strings.HasPrefix(word, "define") {
			return
		}
		return
	}
	if stripped == "" || stripped[0] == '#' {
		return
	}
	if word == "define" || (word == "override" || word == "export") && strings.HasPrefix(rest, "define") {
		r.define(strings.TrimSpace(stripComment(strings.TrimPrefix(strings.TrimPrefix(rest, "define"), " "))), word == "override")
		return
	}
	if a, ok := parseAssignment(stripComment(line)); ok {
		if !strings.HasPrefix(line, m.prefix) || !r.inRule {
			r.endRule()
			m.assign(a, m.global, "")
			return
		}
	}
	switch word {
	case "include", "-include", "sinclude":
		r.endRule()
		for _, name := range strings.Fields(m.expand(stripComment(rest), m.global)) {
			names := m.glob(name, false)
			if len(names) == 0 {
				names = []string{name}
			}
			for _, n := range names {
				m.readFile(n, word == "include")
			}
		}
		return
	case "export", "unexport":
		r.endRule()
		flag := int8(1)
		if word == "unexport" {
			flag = -1
		}
		names := strings.Fields(m.expand(stripComment(rest), m.global))
		if len(names) == 0 {
			m.exportAll = flag == 1
		}
		for _, n := range names {
			if v := m.global.get(n); v != nil {
				v.export = flag
			} else {
				m.global.vars[n] = &variable{export: flag, from: fromFile}
			}
		}
		return
	case "undefine":
		for _, n := range strings.Fields(m.expand(stripComment(rest), m.global)) {
			delete(m.global.vars, n)
		}
		return
	case "vpath":
		f := strings.Fields(m.expand(stripComment(rest), m.global))
		if len(f) > 1 {
			for _, d := range f[1:] {
				m.vpaths = append(m.vpaths, [2]string{f[0], strings.Trim(d, ":")})
			}
		}
		return
	}
	_ = start
	r.rule(line)
}

func oddSlashes(s string) bool {
	n := len(s) - len(strings.TrimRight(s, `\`))
	return n%2 == 1
}

// stripComment cuts at an unquoted #. Blanks before it stay: they belong to a variable's value.
func stripComment(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] == '#' {
			if i > 0 && s[i-1] == '\\' {
				s = s[:i-1] + s[i:]
				i--
				continue
			}
			return s[:i]
		}
	}
	return s
}

// conditional handles ifeq and its like; it reports whether the line was one.
func (r *reader) conditional(word, rest string) bool {
	m := r.m
	test := func(word, rest string) bool {
		rest = stripComment(rest)
		switch word {
		case "ifdef", "ifndef":
			v := m.global.get(strings.TrimSpace(m.expand(rest, m.global)))
			return (v != nil && v.value != "") == (word == "ifdef")
		}
		a, b, ok := r.condArgs(rest)
		if !ok {
			m.fatal("invalid syntax in conditional")
		}
		return (m.expand(a, m.global) == m.expand(b, m.global)) == (word == "ifeq")
	}
	switch word {
	case "ifeq", "ifneq", "ifdef", "ifndef":
		c := cond{outer: r.active()}
		if c.outer {
			c.active = test(word, rest)
		}
		c.taken = c.active
		r.conds = append(r.conds, c)
		return true
	case "else":
		if len(r.conds) == 0 {
			m.fatal("extraneous 'else'")
		}
		c := &r.conds[len(r.conds)-1]
		if c.sawElse {
			m.fatal("only one 'else' per conditional")
		}
		inner, tail := rest, ""
		if i := strings.IndexAny(rest, " \t("); i >= 0 {
			inner, tail = rest[:i], strings.TrimLeft(rest[i:], " \t")
		}
		inner = strings.TrimSpace(stripComment(inner))
		if inner == "" {
			c.sawElse = true
			c.active = c.outer && !c.taken
		} else {
			c.active = false
			if c.outer && !c.taken {
				c.active = test(inner, tail)
			}
		}
		c.taken = c.taken || c.active
		return true
	case "endif":
		if len(r.conds) == 0 {
			m.fatal("extraneous 'endif'")
		}
		r.conds = r.conds[:len(r.conds)-1]
		return true
	}
	return false
}

// condArgs reads (a,b), 'a' 'b' and "a" "b".
func (r *reader) condArgs(s string) (a, b string, ok bool) {
	s = strings.TrimSpace(s)
	if s == "" {
		return
	}
	if s[0] == '(' {
		end := closing(s, 0)
		if end < 0 {
			return
		}
		args := splitArgs(s[1:end], '(', 2)
		if len(args) != 2 {
			return
		}
		return strings.TrimRight(args[0], " \t"), strings.TrimLeft(args[1], " \t"), true
	}
	read := func() (string, bool) {
		s = strings.TrimLeft(s, " \t")
		if s == "" || s[0] != '"' && s[0] != '\'' {
			return "", false
		}
		end := strings.IndexByte(s[1:], s[0])
		if end < 0 {
			return "", false
		}
		v := s[1 : 1+end]
		s = s[end+2:]
		return v, true
	}
	if a, ok = read(); !ok {
		return
	}
	b, ok = read()
	return
}

// define reads to endef.
func (r *reader) define(head string, override bool) {
	m := r.m
	r.endRule()
	op := "="
	for _, o := range []string{":::=", "::=", ":=", "+=", "?=", "!=", "="} {
		if name, ok := strings.CutSuffix(head, o); ok {
			op, head = o, strings.TrimSpace(name)
			break
		}
	}
	if op == "::=" || op == ":::=" {
		op = ":="
	}
	var body []string
	depth, start := 1, m.line
	for ; r.at < len(r.lines); r.at++ {
		t := strings.TrimSpace(stripComment(r.lines[r.at]))
		first, _, _ := strings.Cut(t, " ")
		if !strings.HasPrefix(r.lines[r.at], m.prefix) {
			if first == "define" {
				depth++
			} else if first == "endef" {
				if depth--; depth == 0 {
					r.at++
					m.assign(assignment{name: head, op: op, value: strings.Join(body, "\n"), override: override}, m.global, "")
					return
				}
			}
		}
		body = append(body, r.lines[r.at])
	}
	m.line = start
	m.fatal("missing 'endef', unterminated 'define'")
}

// assign carries a line that sets a variable out.
func (m *maker) assign(a assignment, sc *scope, target string) {
	name := strings.TrimSpace(m.expand(a.name, sc))
	if name == "" {
		m.fatal("empty variable name")
	}
	from := fromFile
	if a.override {
		from = fromOverride
	}
	if m.opt.envOverrides {
		if v := sc.get(name); v != nil && v.from == fromEnv {
			return
		}
	}
	var v *variable
	switch a.op {
	case "=":
		v = sc.set(name, a.value, true, from)
	case ":=":
		v = sc.set(name, m.expand(a.value, sc), false, from)
	case "?=":
		if v = sc.get(name); v == nil || v.from == fromDefault && false {
			v = sc.set(name, a.value, true, from)
		}
	case "!=":
		v = sc.set(name, m.shell(m.expand(a.value, sc), sc), true, from)
		v.value = strings.ReplaceAll(v.value, "$", "$$")
	case "+=":
		old := sc.get(name)
		switch {
		case old == nil:
			v = sc.set(name, a.value, true, from)
		case old.from > from:
			v = old
		case old.recursive:
			v = sc.set(name, joinWords(old.value, a.value), true, max(from, old.from))
		default:
			v = sc.set(name, joinWords(old.value, m.expand(a.value, sc)), false, max(from, old.from))
		}
		if len(v.value) > maxExpansion {
			m.fatal("virtual memory exhausted")
		}
	}
	if a.export && v != nil {
		v.export = 1
	}
	switch name {
	case ".RECIPEPREFIX":
		if m.prefix = "\t"; v.value != "" {
			m.prefix = v.value[:1]
		}
	case ".DEFAULT_GOAL":
		m.defaultGoal = m.value(name, sc)
	case "MAKEFLAGS":
		m.addFlags(m.value(name, sc))
	}
}

func joinWords(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}

// endRule closes the rule that recipe lines were collected for.
func (r *reader) endRule() {
	m := r.m
	if !r.inRule {
		return
	}
	r.inRule = false
	has := len(r.rec.lines) > 0
	for _, t := range r.current {
		if !has {
			continue
		}
		if t.recipe != nil && t.recipe != r.rec {
			m.note(t.recipe.file, r.rec.lines[0].line, "warning: overriding recipe for target '%s'", t.name)
			m.note(t.recipe.file, t.recipe.lines[0].line, "warning: ignoring old recipe for target '%s'", t.name)
		}
		t.recipe = r.rec
	}
	for _, s := range r.suffixes {
		if has {
			m.addSuffixRule(s, r.rec, false)
		}
	}
	for _, d := range r.double {
		if has {
			d.recipe = r.rec
		}
	}
	if r.pattern != nil {
		if has {
			r.pattern.recipe = r.rec
		}
		m.addPattern(r.pattern)
	}
	r.current, r.pattern, r.double, r.suffixes = nil, nil, nil, nil
}

// addPattern puts a pattern rule before the built-in ones; one without a recipe cancels those of the same form.
func (m *maker) addPattern(p *patternRule) {
	for i, old := range m.patterns {
		if strings.Join(old.targets, " ") == strings.Join(p.targets, " ") && strings.Join(old.deps, " ") == strings.Join(p.deps, " ") {
			m.patterns = append(m.patterns[:i:i], m.patterns[i+1:]...)
			break
		}
	}
	if p.recipe == nil {
		return
	}
	at := len(m.patterns)
	for i, old := range m.patterns {
		if old.builtin {
			at = i
			break
		}
	}
	m.patterns = append(m.patterns[:at:at], append([]*patternRule{p}, m.patterns[at:]...)...)
}

// ruleColon finds the colon of a rule outside of references.
func ruleColon(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '$' && i+1 < len(s) && (s[i+1] == '(' || s[i+1] == '{'):
			depth++
			i++
		case depth > 0 && (s[i] == ')' || s[i] == '}'):
			depth--
		case depth == 0 && s[i] == ':':
			return i
		}
	}
	return -1
}

// rule reads a line "targets: prerequisites ; recipe", or a variable of targets.
func (r *reader) rule(line string) {
	m := r.m
	r.endRule()
	if strings.HasPrefix(line, m.prefix) && m.prefix == "\t" {
		if t := strings.TrimSpace(m.expand(line, m.global)); t == "" {
			return
		}
		if ruleColon(line) < 0 {
			m.fatal("recipe commences before first target")
		}
	}
	inline, hasInline := "", false
	if i := semicolon(line); i >= 0 {
		inline, hasInline, line = strings.TrimLeft(line[i+1:], " \t"), true, line[:i]
	}
	line = stripComment(line)
	colon := ruleColon(line)
	var left, right string
	if colon < 0 {
		text := m.expand(line, m.global)
		if strings.TrimSpace(text) == "" {
			return
		}
		if strings.Contains(text, "\n") { // a call that gave several lines
			m.fatal("missing separator")
		}
		c := strings.IndexByte(text, ':')
		if c < 0 {
			if strings.HasPrefix(line, "        ") {
				m.fatal("missing separator (did you mean TAB instead of 8 spaces?)")
			}
			m.fatal("missing separator")
		}
		left, right = text[:c], strings.ReplaceAll(text[c+1:], "$", "$$")
	} else {
		left, right = m.expand(line[:colon], m.global), line[colon+1:]
	}
	doubled := strings.HasPrefix(right, ":")
	right = strings.TrimPrefix(right, ":")
	names := m.globWords(strings.TrimSuffix(left, "&"))
	if len(names) == 0 {
		if strings.TrimSpace(left) == "" && strings.TrimSpace(right) == "" {
			return
		}
		return
	}
	if a, ok := parseAssignment(right); ok && !strings.HasPrefix(strings.TrimSpace(right), ":") {
		if hasInline {
			a.value += ";" + inline
		}
		for _, n := range names {
			if strings.Contains(n, "%") {
				m.patternVars = append(m.patternVars, patternVars{n, a})
				continue
			}
			t := m.target(n)
			if t.vars == nil {
				t.vars = newScope(m.global)
			}
			m.assignTarget(a, t)
		}
		return
	}
	rec := &recipe{file: r.file}
	if hasInline {
		rec.lines = append(rec.lines, recipeLine{inline, r.m.line})
	}
	r.rec, r.inRule = rec, true
	// A static pattern has a second colon.
	expanded := m.expandDeps(right)
	pattern := ""
	if i := strings.IndexByte(expanded, ':'); i >= 0 && !doubled || i > 0 {
		pattern, expanded = strings.TrimSpace(expanded[:i]), expanded[i+1:]
		if !strings.Contains(pattern, "%") {
			m.fatal("target pattern contains no '%%'")
		}
	}
	depText, orderText, _ := strings.Cut(expanded, "|")
	deps, order := m.globWords(depText), m.globWords(orderText)
	if pattern == "" && strings.Contains(names[0], "%") {
		for _, n := range names {
			if !strings.Contains(n, "%") {
				m.fatal("mixed implicit and normal rules: deprecated syntax")
			}
		}
		r.pattern = &patternRule{targets: names, deps: deps, order: order, terminal: doubled}
		return
	}
	for _, n := range names {
		if special := m.special(n, deps); special {
			continue
		}
		t := m.target(n)
		d := deps
		stem := ""
		if pattern != "" {
			s, ok := matchPattern(pattern, n)
			if !ok {
				m.warn("warning: target '%s' doesn't match the target pattern", n)
				continue
			}
			stem = s
			d = nil
			for _, dep := range deps {
				d = append(d, strings.Replace(dep, "%", s, 1))
			}
		}
		if m.firstGoal == "" && (!strings.HasPrefix(n, ".") || strings.Contains(n, "/")) {
			m.firstGoal = t.name
		}
		for _, dep := range append(append([]string{}, d...), order...) {
			m.mentioned[cleanName(dep)] = true
		}
		if len(names) > 0 && !doubled && len(deps) == 0 && m.isSuffixRule(n) {
			r.suffixes = append(r.suffixes, n)
		}
		m.mentioned[t.name] = true
		t.hasRule = true
		if stem != "" {
			t.stem = stem
		}
		if doubled {
			rule := &rule{deps: d, order: order}
			if hasInline {
				rule.recipe = rec
			}
			t.doubles = append(t.doubles, rule)
			r.double = append(r.double, rule)
			continue
		}
		if len(t.doubles) > 0 {
			m.fatal("target file '%s' has both : and :: entries", n)
		}
		t.deps = append(t.deps, d...)
		t.order = append(t.order, order...)
		r.current = append(r.current, t)
	}
}

// expandDeps expands prerequisites; with .SECONDEXPANSION the $$ stay for later.
func (m *maker) expandDeps(s string) string { return m.expand(s, m.global) }

func (m *maker) isSuffixRule(name string) bool {
	if !strings.HasPrefix(name, ".") {
		return false
	}
	if m.suffix(name) {
		return true
	}
	i := strings.LastIndexByte(name, '.')
	return i > 0 && m.suffix(name[:i]) && m.suffix(name[i:])
}

// semicolon finds the one before an inline recipe.
func semicolon(s string) int {
	colon := ruleColon(s)
	if colon < 0 {
		return -1
	}
	depth := 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '$' && i+1 < len(s) && (s[i+1] == '(' || s[i+1] == '{'):
			depth++
			i++
		case depth > 0 && (s[i] == ')' || s[i] == '}'):
			depth--
		case depth == 0 && s[i] == '#':
			return -1
		case depth == 0 && s[i] == ';' && i > colon:
			return i
		}
	}
	return -1
}

// special handles the targets that mean something else.
func (m *maker) special(name string, deps []string) bool {
	switch name {
	case ".PHONY":
		for _, d := range deps {
			t := m.target(d)
			t.phony = true
			m.mentioned[t.name] = true
		}
	case ".SUFFIXES":
		if len(deps) == 0 {
			m.suffixes = nil
			kept := m.patterns[:0:0]
			for _, p := range m.patterns {
				if !p.builtin {
					kept = append(kept, p)
				}
			}
			m.patterns = kept
		}
		m.suffixes = append(m.suffixes, deps...)
	case ".SILENT":
		if len(deps) == 0 {
			m.opt.silent = true
		}
		for _, d := range deps {
			m.silent[cleanName(d)] = true
		}
	case ".IGNORE":
		if len(deps) == 0 {
			m.opt.ignore = true
		}
		for _, d := range deps {
			m.ignored[cleanName(d)] = true
		}
	case ".PRECIOUS", ".SECONDARY":
		for _, d := range deps {
			m.precious[cleanName(d)] = true
		}
		if len(deps) == 0 && name == ".SECONDARY" {
			m.keepAll = true
		}
	case ".INTERMEDIATE":
		for _, d := range deps {
			m.intermediate[cleanName(d)] = true
		}
	case ".NOTPARALLEL":
		m.opt.jobs = 1
	case ".DELETE_ON_ERROR":
		m.deleteOnError = true
	case ".ONESHELL":
		m.oneShell = true
	case ".EXPORT_ALL_VARIABLES":
		m.exportAll = true
	case ".POSIX", ".LOW_RESOLUTION_TIME", ".SECONDEXPANSION":
	default:
		return false
	}
	return true
}

// assignTarget sets a variable of a target.
func (m *maker) assignTarget(a assignment, t *target) {
	if a.op == "+=" && t.vars.vars[a.name] == nil {
		if old := m.global.get(a.name); old != nil {
			copied := *old
			if copied.from < fromFile {
				copied.from = fromFile
			}
			t.vars.vars[a.name] = &copied
		}
	}
	m.assign(a, t.vars, t.name)
}
