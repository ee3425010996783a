package shell

import (
	"maps"
	"slices"
	"strings"
)

// Names under which complete keeps the specifications of -D, -E and -I.
const (
	compDefault = "_DefaultCmD_"
	compEmpty   = "_EmptycmD_"
	compInitial = "_InitialWorD_"
)

// compArgs are the arguments of complete and compgen.
type compArgs struct {
	spec          *compSpec
	print, remove bool
	names         []string // of the options -D, -E and -I, then the operands
	given         bool     // some part of a specification was given
}

// compArguments reads the options that complete and compgen share.
func (sh *Shell) compArguments(args []string) (c compArgs, status int) {
	c.spec = &compSpec{options: map[string]bool{}, actions: map[string]bool{}}
	letters := "abcdefgjksuvo:A:G:W:P:S:X:F:C:"
	if args[0] == "complete" {
		letters += "prDEI"
	}
	o := sh.options(args, letters)
	for l := o.next(); l != 0; l = o.next() {
		c.given = c.given || strings.IndexByte("prDEI", l) < 0
		switch l {
		case 'p':
			c.print = true
		case 'r':
			c.remove = true
		case 'D':
			c.names = []string{compDefault}
		case 'E':
			c.names = []string{compEmpty}
		case 'I':
			c.names = []string{compInitial}
		case 'o':
			if !slices.Contains(compOptions, o.arg) {
				sh.errf("%s: %s: invalid option name", args[0], o.arg)
				return c, 2
			}
			c.spec.options[o.arg] = true
		case 'A':
			if !slices.ContainsFunc(compActions, func(a compAction) bool { return a.name == o.arg }) {
				sh.errf("%s: %s: invalid action name", args[0], o.arg)
				return c, 2
			}
			c.spec.actions[o.arg] = true
		case 'G':
			c.spec.glob = o.arg
		case 'W':
			c.spec.words = o.arg
		case 'P':
			c.spec.prefix = o.arg
		case 'S':
			c.spec.suffix = o.arg
		case 'X':
			c.spec.filter = o.arg
		case 'F':
			c.spec.function = o.arg
		case 'C':
			c.spec.command = o.arg
		default:
			for _, a := range compActions {
				if a.letter == l {
					c.spec.actions[a.name] = true
				}
			}
		}
	}
	if o.bad != 0 {
		return c, o.bad
	}
	if len(c.names) == 0 {
		c.names = o.rest()
	}
	return c, 0
}

// builtinComplete sets, prints and removes specifications.
func builtinComplete(sh *Shell, args []string) int {
	c, status := sh.compArguments(args)
	if status != 0 {
		return status
	}
	switch {
	case c.remove:
		return sh.removeCompletions(c.names)
	case c.print || len(c.names) == 0 && !c.given:
		return sh.printCompletions(c.names)
	case len(c.names) == 0:
		return sh.usage("complete")
	}
	sh.ownCompletions()
	for _, name := range c.names {
		sh.compSpecs[name] = c.spec
	}
	return 0
}

// ownCompletions makes the table this shell's own before it changes it: forked shells share it.
func (sh *Shell) ownCompletions() {
	m := make(map[string]*compSpec, len(sh.compSpecs)+1)
	maps.Copy(m, sh.compSpecs)
	sh.compSpecs = m
}

func (sh *Shell) removeCompletions(names []string) int {
	if len(names) == 0 {
		sh.compSpecs = nil
		return 0
	}
	sh.ownCompletions()
	status := 0
	for _, name := range names {
		if sh.compSpecs[name] == nil {
			sh.errf("complete: %s: no completion specification", name)
			status = 1
		}
		delete(sh.compSpecs, name)
	}
	return status
}

func (sh *Shell) printCompletions(names []string) int {
	status := 0
	all := len(names) == 0
	if all {
		names = slices.Sorted(maps.Keys(sh.compSpecs))
		// bash prints its hash table: bucket by bucket, in each the newest first, which is not known here.
		slices.SortStableFunc(names, func(a, b string) int {
			return int(bashHash(a)%compBuckets) - int(bashHash(b)%compBuckets)
		})
	}
	var b strings.Builder
	for _, name := range names {
		spec := sh.compSpecs[name]
		if spec == nil {
			sh.errf("complete: %s: no completion specification", name)
			status = 1
			continue
		}
		spec.print(&b, name)
	}
	if st := sh.writeOut("complete", []byte(b.String())); st != 0 {
		return st
	}
	return status
}

// compBuckets is the size of bash's table of specifications.
const compBuckets = 512

// print writes the specification as a command that would make it.
func (s *compSpec) print(b *strings.Builder, name string) {
	b.WriteString("complete")
	for _, opt := range compOptions {
		if s.options[opt] {
			b.WriteString(" -o " + opt)
		}
	}
	for _, a := range compActions {
		switch {
		case !s.actions[a.name]:
		case a.letter != 0:
			b.WriteString(" -" + string(rune(a.letter)))
		default:
			b.WriteString(" -A " + a.name)
		}
	}
	for _, arg := range []struct{ flag, value string }{
		{"-G", s.glob}, {"-W", s.words}, {"-P", s.prefix}, {"-S", s.suffix}, {"-X", s.filter}, {"-C", s.command},
	} {
		if arg.value != "" {
			b.WriteString(" " + arg.flag + " " + singleQuote(arg.value))
		}
	}
	if s.function != "" {
		b.WriteString(" -F " + s.function)
	}
	b.WriteString(" " + compOperand(name) + "\n")
}

// compOperand is how a name of the table is written on a command line.
func compOperand(name string) string {
	switch name {
	case compDefault:
		return "-D"
	case compEmpty:
		return "-E"
	case compInitial:
		return "-I"
	}
	return quoteIfNeeded(name)
}

// builtinCompgen prints the completions of a word.
func builtinCompgen(sh *Shell, args []string) int {
	c, status := sh.compArguments(args)
	if status != 0 {
		return status
	}
	for _, f := range []struct{ flag, value string }{{"-F", c.spec.function}, {"-C", c.spec.command}} {
		if f.value != "" {
			sh.errf("compgen: warning: %s option may not work as you expect", f.flag)
		}
	}
	word := ""
	if len(c.names) > 0 {
		word = c.names[0]
	}
	names, err := sh.generate(c.spec, &completion{command: "compgen", word: word, index: -1})
	if err != nil {
		sh.expansionFailed(err)
		return 1
	}
	if len(names) == 0 {
		return 1
	}
	return sh.writeOut("compgen", []byte(strings.Join(names, "\n")+"\n"))
}

// builtinCompopt changes the options of specifications, or of the completion being made.
func builtinCompopt(sh *Shell, args []string) int {
	set := map[string]bool{}
	var names []string
	i := 1
loop:
	for ; i < len(args); i++ {
		switch a := args[i]; a {
		case "-o", "+o":
			if i++; i == len(args) {
				sh.errf("compopt: %s: option requires an argument", a)
				return sh.usage("compopt")
			}
			if !slices.Contains(compOptions, args[i]) {
				sh.errf("compopt: %s: invalid option name", args[i])
				return 2
			}
			set[args[i]] = a == "-o"
		case "-D":
			names = append(names, compDefault)
		case "-E":
			names = append(names, compEmpty)
		case "-I":
			names = append(names, compInitial)
		case "--":
			i++
			break loop
		default:
			if len(a) > 1 && (a[0] == '-' || a[0] == '+') {
				return sh.badOption("compopt", a[:2])
			}
			break loop
		}
	}
	names = append(names, args[i:]...)
	if len(names) == 0 {
		if sh.completing == nil {
			sh.errf("compopt: not currently executing completion function")
			return 1
		}
		if len(set) == 0 {
			return sh.printCompopt(sh.completing.active, sh.completing.command)
		}
		spec := *sh.completing.active
		spec.setOptions(set)
		*sh.completing.active = spec
		return 0
	}
	status := 0
	for _, name := range names {
		spec := sh.compSpecs[name]
		if spec == nil {
			sh.errf("compopt: %s: no completion specification", name)
			status = 1
			continue
		}
		if len(set) == 0 {
			sh.printCompopt(spec, name)
			continue
		}
		changed := *spec
		changed.setOptions(set)
		sh.ownCompletions()
		sh.compSpecs[name] = &changed
	}
	return status
}

// setOptions changes options in a copy, since forked shells share the specification.
func (s *compSpec) setOptions(set map[string]bool) {
	s.options = maps.Clone(s.options)
	for name, on := range set {
		s.options[name] = on
	}
}

func (sh *Shell) printCompopt(spec *compSpec, name string) int {
	var b strings.Builder
	b.WriteString("compopt")
	for _, opt := range compOptions {
		sign := " +o "
		if spec.options[opt] {
			sign = " -o "
		}
		b.WriteString(sign + opt)
	}
	b.WriteString(" " + compOperand(name) + "\n")
	return sh.writeOut("compopt", []byte(b.String()))
}
