package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// declArg is one operand of declare and its kin: a name, perhaps with a subscript, perhaps with a value.
type declArg struct {
	name     string
	sub      string
	hasSub   bool
	value    string
	hasValue bool
	add      bool
	array    *syntax.ArrayExpr // name=(…)
	text     string            // as messages show it
	valid    bool
}

// declOptions are the options of declare.
type declOptions struct {
	add, remove         attr
	print, global, funs bool // -p -g -f
	names               bool // -F
	inherit             bool // -I
	local               bool
}

// declClause runs declare, typeset, local, export, readonly and nameref as the parser sees them: assignments among the
// operands are not split.
func (sh *Shell) declClause(d *syntax.DeclClause) (int, error) {
	var flags []string
	var args []declArg
	status, arrays := 0, false
	for _, as := range d.Args {
		if as.Name == nil || as.Naked && as.Index == nil && as.Name == nil {
			fields, err := sh.expandWords(as.Value)
			if err != nil {
				return 1, err
			}
			for _, f := range fields {
				if len(args) == 0 && len(f) > 1 && (f[0] == '-' || f[0] == '+') {
					flags = append(flags, f)
				} else if f == "--" && len(args) == 0 {
					flags = append(flags, f)
				} else {
					args = append(args, parseDeclArg(f))
				}
			}
			continue
		}
		a := declArg{name: as.Name.Value, add: as.Append, text: as.Name.Value, valid: true}
		switch {
		case as.Array != nil:
			// An array literal is assigned while the words are expanded: later operands see it.
			a.array, a.hasValue = as.Array, true
			n, err := sh.declare(d.Variant.Value, flags, []declArg{a})
			if err != nil {
				return n, err
			}
			status, arrays = max(status, n), true
			continue
		case as.Naked:
		default:
			s, err := sh.expandAssign(as.Value)
			if err != nil {
				return 1, err
			}
			a.value, a.hasValue = s, true
		}
		if as.Index != nil {
			sub, err := sh.declSubscript(a.name, flags, as.Index)
			if err != nil {
				return 1, err
			}
			a.sub, a.hasSub = sub, true
		}
		args = append(args, a)
	}
	if arrays && len(args) == 0 {
		return status, nil
	}
	n, err := sh.declare(d.Variant.Value, flags, args)
	return max(n, status), err
}

func (sh *Shell) declSubscript(name string, flags []string, x syntax.ArithmExpr) (string, error) {
	v := sh.lookup(name)
	for _, f := range flags {
		if f[0] == '-' && strings.IndexByte(f, 'A') > 0 {
			v = &variable{attrs: attrAssoc}
		}
	}
	return sh.subscript(v, x)
}

// parseDeclArg reads an operand that comes as text.
func parseDeclArg(s string) declArg {
	a := declArg{text: s}
	name := s
	if k := strings.IndexByte(s, '='); k >= 0 {
		name, a.value, a.hasValue = s[:k], s[k+1:], true
		if n := len(name); n > 0 && name[n-1] == '+' {
			name, a.add = name[:n-1], true
		}
	}
	if k := strings.IndexByte(name, '['); k > 0 && strings.HasSuffix(name, "]") {
		a.sub, a.hasSub = name[k+1:len(name)-1], true
		name = name[:k]
	}
	a.name = name
	a.valid = syntax.ValidName(name)
	return a
}

// declBuiltin runs the same commands when they are reached as ordinary commands: args are expanded words.
func (sh *Shell) declBuiltin(name string, args []string) int {
	var flags []string
	i := 0
	for ; i < len(args); i++ {
		if args[i] == "--" {
			i++
			break
		}
		if len(args[i]) < 2 || args[i][0] != '-' && args[i][0] != '+' {
			break
		}
		flags = append(flags, args[i])
	}
	var rest []declArg
	for _, s := range args[i:] {
		rest = append(rest, parseDeclArg(s))
	}
	status, err := sh.declare(name, flags, rest)
	if err != nil {
		sh.expansionFailed(err)
		return max(sh.status, 1)
	}
	return status
}

var declLetters = map[byte]attr{
	'a': attrIndexed, 'A': attrAssoc, 'i': attrInteger, 'l': attrLower, 'u': attrUpper, 'c': attrCapital,
	'n': attrNameref, 'r': attrReadonly, 't': attrTrace, 'x': attrExport,
}

// declFlags reads the options.
func (sh *Shell) declFlags(cmd string, flags []string) (o declOptions, status int) {
	allowed := "aAfFgiIlnprtuxc"
	switch cmd {
	case "export":
		allowed = "fnp"
	case "readonly":
		allowed = "aAfp"
	}
	for _, f := range flags {
		if f == "--" {
			break
		}
		for i := 1; i < len(f); i++ {
			c := f[i]
			if strings.IndexByte(allowed, c) < 0 {
				sh.badOption(cmd, f[:1]+string(c))
				return o, 2
			}
			switch {
			case c == 'p':
				o.print = true
			case c == 'g':
				o.global = true
			case c == 'f':
				o.funs = true
			case c == 'F':
				o.funs, o.names = true, true
			case c == 'I':
				o.inherit = true
			case cmd == "export" && c == 'n':
				o.remove |= attrExport
			case f[0] == '+':
				o.remove |= declLetters[c]
			default:
				o.add |= declLetters[c]
			}
		}
	}
	if o.add&(attrLower|attrUpper) == attrLower|attrUpper { // they cancel each other
		o.add &^= attrLower | attrUpper
	}
	switch cmd {
	case "export":
		if o.remove&attrExport == 0 {
			o.add |= attrExport
		}
	case "readonly":
		o.add |= attrReadonly
	case "nameref":
		o.add |= attrNameref
	case "local":
		o.local = true
	}
	return o, 0
}

// declare is the common part of the family.
func (sh *Shell) declare(cmd string, flags []string, args []declArg) (int, error) {
	o, status := sh.declFlags(cmd, flags)
	if status != 0 {
		return status, nil
	}
	if cmd == "local" && !sh.inFunction() {
		sh.errf("local: can only be used in a function")
		return 1, nil
	}
	if o.funs {
		return sh.declareFunctions(cmd, o, args), nil
	}
	if len(args) == 0 || o.print && cmd != "export" && cmd != "readonly" {
		return sh.declPrint(cmd, o, flags, args), nil
	}
	for _, a := range args {
		if cmd == "local" && a.text == "-" {
			sh.localOptions()
			continue
		}
		if a.hasSub && (cmd == "export" || cmd == "readonly") {
			a.valid = false
			if !strings.Contains(a.text, "[") {
				a.text += "[" + a.sub + "]=" + a.value
			}
		}
		if !a.valid {
			sh.errf("%s: `%s': not a valid identifier", cmd, a.text)
			status = 1
			continue
		}
		err := sh.declareOne(cmd, o, a)
		if err == nil {
			continue
		}
		ee, ok := err.(*expandError)
		if !ok || ee.fatal || sh.flow != flowNone {
			return 1, err
		}
		if ee.msg != "" {
			sh.errf("%s: %s", cmd, ee.msg)
		}
		status = 1
	}
	return status, nil
}

func (sh *Shell) declareOne(cmd string, o declOptions, a declArg) error {
	local := sh.inFunction() && !o.global && cmd != "export" && cmd != "readonly"
	if o.global && sh.inFunction() {
		return sh.global(a.name, func() error { return sh.applyDecl(cmd, o, a) })
	}
	if local {
		// The value of an array literal is expanded before the local variable hides an outer one.
		var items []arrayItem
		if a.array != nil {
			assoc := o.add&attrAssoc != 0 || sh.isLocal(a.name) && sh.raw(a.name).has(attrAssoc)
			var err error
			if items, err = sh.arrayItems(a.array, assoc); err != nil {
				return err
			}
		}
		inherit := sh.opts.localvar_inherit
		sh.opts.localvar_inherit = inherit || o.inherit
		_, err := sh.setLocal(a.name)
		sh.opts.localvar_inherit = inherit
		if err != nil {
			return err
		}
		return sh.applyDeclItems(cmd, o, a, items, a.array != nil)
	}
	return sh.applyDecl(cmd, o, a)
}

func (sh *Shell) applyDecl(cmd string, o declOptions, a declArg) error {
	var items []arrayItem
	if a.array != nil {
		assoc := o.add&attrAssoc != 0 || sh.lookup(a.name).has(attrAssoc) && o.add&attrIndexed == 0
		var err error
		if items, err = sh.arrayItems(a.array, assoc); err != nil {
			return err
		}
	}
	return sh.applyDeclItems(cmd, o, a, items, a.array != nil)
}

// applyDeclItems sets attributes and the value of the variable bound to a's name.
func (sh *Shell) applyDeclItems(cmd string, o declOptions, a declArg, items []arrayItem, isArray bool) error {
	name := a.name
	if o.add&attrNameref != 0 {
		return sh.declareNameref(o, a)
	}
	if o.remove&attrNameref == 0 {
		if target, sub, ok := sh.resolve(name); ok && sub == "" && syntax.ValidName(target) {
			name = target
		}
	}
	old := sh.raw(name)
	if old.has(attrReadonly) {
		if o.remove&attrReadonly != 0 || a.hasValue || o.add&attrArray&^old.attrs != 0 {
			return readonlyError(name)
		}
	}
	if old != nil && old.has(attrAssoc) && o.add&attrIndexed != 0 {
		return errorf(1, "%s: cannot convert associative to indexed array", name)
	}
	if old != nil && old.has(attrIndexed) && o.add&attrAssoc != 0 {
		return errorf(1, "%s: cannot convert indexed to associative array", name)
	}
	if o.remove&attrArray != 0 && old != nil && old.attrs&o.remove&attrArray != 0 {
		return errorf(1, "%s: cannot destroy array variables in this way", name)
	}
	if cmd == "readonly" && !a.hasValue {
		o.add &^= attrArray
	}
	v := sh.own(name)
	if v.dyn != nil && a.hasValue && v.dyn.set != nil && !isArray {
		return sh.store(name, "", false, a.value, a.add)
	}
	switch {
	case o.add&attrAssoc != 0:
		if v.asc == nil && (v.set || a.hasValue) {
			sh.toAssoc(v)
		}
	case o.add&attrIndexed != 0 || a.hasSub && !v.has(attrAssoc):
		if v.dyn == nil && v.idx == nil && (v.set || a.hasValue) {
			set := v.set
			sh.toIndexed(v)
			v.set = set
		}
		o.add |= attrIndexed
	}
	// readonly comes last: the value is still to be assigned.
	v = sh.setAttrs(name, o.add&^attrReadonly, o.remove)
	if cmd == "export" || cmd == "readonly" || v.attrs&attrTemp != 0 {
		v.attrs &^= attrTemp
	}
	var err error
	switch {
	case isArray:
		err = sh.storeArray(name, items, v.has(attrAssoc), a.add)
	case a.hasValue && a.hasSub:
		err = sh.store(name, a.sub, true, a.value, a.add)
	case a.hasValue && v.attrs&attrArray != 0 && len(a.value) > 1 && a.value[0] == '(' && strings.HasSuffix(a.value, ")"):
		err = sh.assignText(name, a)
	case a.hasValue:
		err = sh.store(name, "", false, a.value, a.add)
	}
	if err != nil {
		return err
	}
	if o.add&attrReadonly != 0 {
		sh.setAttrs(name, attrReadonly, 0)
	}
	return nil
}

// assignText assigns an array literal that comes as text: declare -a "x=(1 2)".
func (sh *Shell) assignText(name string, a declArg) error {
	s := parse(name + "=" + a.value)
	if s.err == nil && len(s.stmts) == 1 {
		if c, ok := s.stmts[0].Cmd.(*syntax.CallExpr); ok && len(c.Args) == 0 && len(c.Assigns) == 1 && c.Assigns[0].Array != nil {
			return sh.assignArray(name, c.Assigns[0].Array, a.add)
		}
	}
	return sh.store(name, "", false, a.value, a.add)
}

// declareNameref is declare -n name[=target].
func (sh *Shell) declareNameref(o declOptions, a declArg) error {
	name := a.name
	if a.hasSub {
		return errorf(1, "%s[%s]: reference variable cannot be an array", name, a.sub)
	}
	v := sh.raw(name)
	if v.has(attrReadonly) {
		return readonlyError(name)
	}
	if v != nil && v.attrs&attrArray != 0 {
		return errorf(1, "%s: reference variable cannot be an array", name)
	}
	target := a.value
	if !a.hasValue && v != nil && v.set && !v.has(attrNameref) {
		target = v.str
	}
	if a.hasValue || target != "" {
		if a.add && v != nil {
			target = v.str + a.value
		}
		if target == name && !sh.inFunction() {
			return errorf(1, "%s: nameref variable self references not allowed", name)
		}
		if !validRef(target) {
			return errorf(1, "`%s': invalid variable name for name reference", target)
		}
		if target == name {
			sh.errf("warning: %s: circular name reference", name)
		}
	}
	v = sh.setAttrs(name, attrNameref|o.add&(attrExport|attrReadonly), o.remove|attrValueRules)
	if target != "" {
		v.str, v.sb, v.set = target, nil, true
	}
	return nil
}
