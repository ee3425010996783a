package make

import (
	"strings"
)

// recipe is the lines that make a target, and where they stand.
type recipe struct {
	lines []recipeLine
	file  string
}

type recipeLine struct {
	text string
	line int
}

// target is a file or a name that a makefile speaks of.
type target struct {
	name    string
	deps    []string // in order, "$^"
	order   []string // after |
	recipe  *recipe
	doubles []*rule // double-colon rules
	vars    *scope
	stem    string
	hasRule bool
	phony   bool

	state   state
	failed  bool
	changed bool // made, or must be taken as new
	mtime   int64
	exists  bool
	done    chan struct{}
}

type state uint8

const (
	untouched state = iota
	running
	finished
)

// rule is one rule of a double-colon target.
type rule struct {
	deps, order []string
	recipe      *recipe
}

// patternRule is an implicit rule: targets and prerequisites hold one %.
type patternRule struct {
	targets     []string
	deps, order []string
	recipe      *recipe
	builtin     bool
	terminal    bool
}

// patternVars are variables of all targets that a pattern matches.
type patternVars struct {
	pattern string
	a       assignment
}

func (m *maker) target(name string) *target {
	name = cleanName(name)
	t := m.targets[name]
	if t == nil {
		t = &target{name: name}
		m.targets[name] = t
		m.order = append(m.order, name)
		if len(m.order) > maxTargets {
			m.fatal("virtual memory exhausted")
		}
	}
	return t
}

const maxTargets = 1 << 20

// cleanName drops ./ at the front, as make does.
func cleanName(name string) string {
	for strings.HasPrefix(name, "./") {
		rest := strings.TrimLeft(name[2:], "/")
		if rest == "" {
			return name
		}
		name = rest
	}
	return name
}

// suffixRules are the built-in ones: what a file of one suffix is made of, and how.
const suffixRules = `
.c.o	$(COMPILE.c) $(OUTPUT_OPTION) $<
.cc.o	$(COMPILE.cc) $(OUTPUT_OPTION) $<
.cpp.o	$(COMPILE.cpp) $(OUTPUT_OPTION) $<
.C.o	$(COMPILE.C) $(OUTPUT_OPTION) $<
.s.o	$(COMPILE.s) -o $@ $<
.S.o	$(COMPILE.S) -o $@ $<
.o	$(LINK.o) $^ $(LOADLIBES) $(LDLIBS) -o $@
.c	$(LINK.c) $^ $(LOADLIBES) $(LDLIBS) -o $@
.cc	$(LINK.cc) $^ $(LOADLIBES) $(LDLIBS) -o $@
.cpp	$(LINK.cpp) $^ $(LOADLIBES) $(LDLIBS) -o $@
.sh	cat $< >$@ 
.y.c	$(YACC.y) $< \n mv -f y.tab.c $@
.l.c	@$(RM) $@ \n $(LEX.l) $< > $@
`

// defaultVars are GNU make's.
const defaultVars = `
CC=cc
CXX=g++
CPP=$(CC) -E
AR=ar
ARFLAGS=rv
AS=as
LD=ld
LEX=lex
YACC=yacc
FC=f77
RM=rm -f
MAKE_COMMAND=make
MAKE=$(MAKE_COMMAND)
COMPILE.c=$(CC) $(CFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c
COMPILE.cc=$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c
COMPILE.cpp=$(COMPILE.cc)
COMPILE.C=$(COMPILE.cc)
COMPILE.s=$(AS) $(ASFLAGS) $(TARGET_MACH)
COMPILE.S=$(CC) $(ASFLAGS) $(CPPFLAGS) $(TARGET_MACH) -c
LINK.o=$(CC) $(LDFLAGS) $(TARGET_ARCH)
LINK.c=$(CC) $(CFLAGS) $(CPPFLAGS) $(LDFLAGS) $(TARGET_ARCH)
LINK.cc=$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(LDFLAGS) $(TARGET_ARCH)
LINK.cpp=$(LINK.cc)
YACC.y=$(YACC) $(YFLAGS)
LEX.l=$(LEX) $(LFLAGS) -t
OUTPUT_OPTION=-o $@
`

// addSuffixRule makes a pattern rule of .a.b or .a; ok is false when the suffixes are not known.
func (m *maker) addSuffixRule(name string, rec *recipe, builtin bool) bool {
	if !strings.HasPrefix(name, ".") || strings.ContainsAny(name, "/%") {
		return false
	}
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		from, to := name[:i], name[i:]
		if m.suffix(from) && m.suffix(to) {
			m.patterns = append(m.patterns, &patternRule{targets: []string{"%" + to}, deps: []string{"%" + from}, recipe: rec, builtin: builtin})
			return true
		}
		return false
	}
	if m.suffix(name) {
		m.patterns = append(m.patterns, &patternRule{targets: []string{"%"}, deps: []string{"%" + name}, recipe: rec, builtin: builtin})
		return true
	}
	return false
}

func (m *maker) suffix(s string) bool {
	for _, x := range m.suffixes {
		if x == s {
			return true
		}
	}
	return false
}

var defaultSuffixes = strings.Fields(".out .a .ln .o .c .cc .C .cpp .p .f .F .m .r .y .l .ym .yl .s .S .mod .sym .def .h .info .dvi .tex .texinfo .texi .txinfo .w .ch .web .sh .elc .el")

// findPattern looks for an implicit rule for a target: the pattern with the shortest stem of which every prerequisite
// is there, is named in the makefile, or can itself be made by a rule (chains are allowed to a small depth).
func (m *maker) findPattern(name string, depth int, used map[*patternRule]bool) (*patternRule, string, []string) {
	if depth > 8 {
		return nil, "", nil
	}
	type hit struct {
		r    *patternRule
		stem string
		dir  string
	}
	var hits []hit
	m.steps++
	if m.steps&1023 == 0 {
		m.alive()
	}
	slash := strings.LastIndexByte(name, '/')
	specific := false
	for _, r := range m.patterns {
		if used[r] || r.recipe == nil {
			continue
		}
		for _, p := range r.targets {
			subject, dir := name, ""
			if slash >= 0 && !strings.Contains(p, "/") {
				dir, subject = name[:slash+1], name[slash+1:]
			}
			stem, ok := matchPattern(p, subject)
			if !ok || stem == "" || !strings.Contains(p, "%") {
				continue
			}
			if p == "%" && r.builtin && len(r.deps) == 0 {
				continue
			}
			hits = append(hits, hit{r, stem, dir})
			specific = specific || p != "%"
			break
		}
	}
	// The shortest stem first; rules of the makefile come before the built-in ones by their order.
	for i := 1; i < len(hits); i++ {
		for j := i; j > 0 && len(hits[j].stem) < len(hits[j-1].stem); j-- {
			hits[j], hits[j-1] = hits[j-1], hits[j]
		}
	}
	for pass := range 2 {
		for _, h := range hits {
			if pass == 1 && (h.r.terminal || len(h.r.targets) == 1 && h.r.targets[0] == "%") {
				continue
			}
			ok := true
			var deps []string
			for _, d := range h.r.deps {
				dep := d
				if strings.Contains(d, "%") {
					dep = h.dir + strings.Replace(d, "%", h.stem, 1)
				}
				deps = append(deps, dep)
				t := m.targets[cleanName(dep)]
				switch {
				case t != nil && (t.hasRule || t.phony || m.mentioned[t.name]):
				case m.stat(dep):
				case pass == 1:
					used2 := map[*patternRule]bool{h.r: true}
					for k := range used {
						used2[k] = true
					}
					if r, _, _ := m.findPattern(cleanName(dep), depth+1, used2); r == nil {
						ok = false
					} else if !m.mentioned[cleanName(dep)] {
						m.intermediate[cleanName(dep)] = true
					}
				default:
					ok = false
				}
				if !ok {
					break
				}
			}
			if ok {
				stem := h.stem
				if h.dir != "" {
					stem = h.dir + h.stem
				}
				return h.r, stem, deps
			}
		}
	}
	return nil, "", nil
}
