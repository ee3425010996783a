package shell

import (
	"sort"
	"strings"
)

// declPrint shows variables: declare without operands, declare -p, export -p, local.
func (sh *Shell) declPrint(cmd string, o declOptions, flags []string, args []declArg) int {
	var b strings.Builder
	status := 0
	prefix := func(line string) string {
		if sh.opts.posix && (cmd == "export" || cmd == "readonly") {
			if k := strings.IndexByte(line, ' '); k > 0 {
				rest := line[k+1:]
				if k = strings.IndexByte(rest, ' '); k > 0 {
					return cmd + " " + rest[k+1:]
				}
			}
		}
		return line
	}
	switch {
	case len(args) > 0: // declare -p name …
		for _, a := range args {
			v := sh.raw(a.name)
			if v != nil && v.dyn != nil {
				v = v.dyn.value(sh, v)
			}
			if v == nil || cmd == "local" && !sh.isLocal(a.name) {
				sh.errf("%s: %s: not found", cmd, a.text)
				status = 1
				continue
			}
			b.WriteString(prefix(v.declaration(a.name)))
			b.WriteByte('\n')
		}
	default:
		var names []string
		switch {
		case cmd == "local":
			names = sh.localNames()
			sort.Strings(names)
		default:
			want := o.add
			names = sh.names(func(name string, v *variable) bool { return v.attrs&want == want })
		}
		plain := len(flags) == 0 && (cmd == "declare" || cmd == "typeset") // name=value lines, as set prints them
		for _, name := range names {
			v := sh.raw(name)
			if v == nil {
				continue
			}
			if v.dyn != nil {
				v = v.dyn.value(sh, v)
			}
			if cmd == "local" && v.has(attrTemp) {
				continue
			}
			if plain {
				if line, ok := sh.setLine(name); ok {
					b.WriteString(line)
					b.WriteByte('\n')
				}
				continue
			}
			b.WriteString(prefix(v.declaration(name)))
			b.WriteByte('\n')
		}
		if plain && cmd != "local" {
			b.WriteString(sh.functionTexts())
		}
	}
	if n := sh.writeOut(cmd, []byte(b.String())); n != 0 {
		return n
	}
	return status
}

// setLine is the line that set prints for a variable; ok is false when it has no value.
func (sh *Shell) setLine(name string) (line string, ok bool) {
	v := sh.raw(name)
	if v == nil {
		return "", false
	}
	if v.dyn != nil {
		v = v.dyn.value(sh, v)
	}
	switch {
	case v.idx != nil || v.asc != nil:
		if !v.set && v.idx != nil && v.idx.len() == 0 {
			return "", false
		}
		return name + "=" + v.arrayLiteral(), true
	case v.set && v.attrs&attrArray == 0:
		return name + "=" + quoteIfNeeded(v.str), true
	}
	return "", false
}

// functionTexts is the source of all functions, sorted.
func (sh *Shell) functionTexts() string {
	var b strings.Builder
	for _, name := range sh.funcs.names() {
		if fn := sh.funcs.get(name); fn != nil {
			b.WriteString(strings.TrimSuffix(functionText(fn), "\n"))
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// declareFunctions is the family with -f or -F.
func (sh *Shell) declareFunctions(cmd string, o declOptions, args []declArg) int {
	var b strings.Builder
	status := 0
	if len(args) == 0 {
		for _, name := range sh.funcs.names() {
			fn := sh.funcs.get(name)
			if o.add&attrExport != 0 && !fn.exported || o.add&attrReadonly != 0 && !fn.readonly {
				continue
			}
			sh.showFunction(&b, fn, o, false)
		}
		return sh.writeOut(cmd, []byte(b.String()))
	}
	for _, a := range args {
		fn := sh.funcs.get(a.text)
		if fn == nil {
			if cmd == "export" || cmd == "readonly" {
				sh.errf("%s: %s: not a function", cmd, a.text)
			}
			status = 1
			continue
		}
		if o.add&(attrExport|attrReadonly|attrTrace) != 0 || o.remove&(attrExport|attrTrace) != 0 {
			if fn.readonly && o.remove&attrReadonly != 0 {
				sh.errf("%s: %s: readonly function", cmd, a.text)
				status = 1
				continue
			}
			c := *fn
			c.exported = (c.exported || o.add&attrExport != 0) && o.remove&attrExport == 0
			c.trace = (c.trace || o.add&attrTrace != 0) && o.remove&attrTrace == 0
			c.readonly = c.readonly || o.add&attrReadonly != 0
			sh.funcs.set(&c)
			continue
		}
		sh.showFunction(&b, fn, o, true)
	}
	if n := sh.writeOut(cmd, []byte(b.String())); n != 0 {
		return n
	}
	return status
}

func (sh *Shell) showFunction(b *strings.Builder, fn *function, o declOptions, named bool) {
	if !o.names {
		b.WriteString(strings.TrimSuffix(functionText(fn), "\n"))
		b.WriteByte('\n')
		if fn.exported {
			b.WriteString("declare -fx " + fn.name + "\n")
		}
		return
	}
	switch {
	case named && sh.opts.extdebug:
		b.WriteString(fn.name + " " + uitoa(fn.decl.Pos().Line()) + " " + fn.src.name + "\n")
	case named:
		b.WriteString(fn.name + "\n")
	default:
		letters := "f"
		if fn.readonly {
			letters += "r"
		}
		if fn.trace {
			letters += "t"
		}
		if fn.exported {
			letters += "x"
		}
		b.WriteString("declare -" + letters + " " + fn.name + "\n")
	}
}
