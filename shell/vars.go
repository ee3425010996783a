package shell

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"mvdan.cc/sh/v3/syntax"
)

// attr is the set of attributes of a variable.
type attr uint16

const (
	attrExport     attr = 1 << iota // -x
	attrReadonly                    // -r
	attrInteger                     // -i
	attrLower                       // -l
	attrUpper                       // -u
	attrCapital                     // -c
	attrTrace                       // -t
	attrNameref                     // -n
	attrIndexed                     // -a
	attrAssoc                       // -A
	attrNoUnset                     // readonly and kept by the shell
	attrTemp                        // bound by an assignment before a command
	attrCaseMask   = attrLower | attrUpper | attrCapital
	attrArray      = attrIndexed | attrAssoc
	attrInherit    = attrExport | attrReadonly
	attrValueRules = attrInteger | attrCaseMask
)

// variable is one variable. A variable that exists may have no value (declare x). An indexed or associative array has
// its elements in idx or asc; a scalar in str.
type variable struct {
	owner *token
	attrs attr
	set   bool // has a value
	str   string
	sb    *strings.Builder // backs str while it grows by +=
	idx   *indexed
	asc   *assoc
	dyn   *dynamic // a special variable whose value is computed
}

func (v *variable) has(a attr) bool { return v != nil && v.attrs&a != 0 }

// scalar returns the value as a scalar: element 0 of an array.
func (v *variable) scalar() (string, bool) {
	switch {
	case v == nil:
		return "", false
	case v.idx != nil:
		return v.idx.get(0)
	case v.asc != nil:
		return v.asc.get("0")
	}
	return v.str, v.set
}

// hasValue reports whether the variable counts as set for ${x[@]+…} and declare -p.
func (v *variable) hasValue() bool {
	switch {
	case v == nil:
		return false
	case v.idx != nil:
		return v.idx.len() > 0
	case v.asc != nil:
		return len(v.asc.m) > 0
	}
	return v.set
}

// elements returns all values in order.
func (v *variable) elements() []string {
	switch {
	case v == nil:
		return nil
	case v.idx != nil:
		return v.idx.values()
	case v.asc != nil:
		keys := v.asc.keys()
		for i, k := range keys {
			keys[i], _ = v.asc.get(k)
		}
		return keys
	case v.set:
		return []string{v.str}
	}
	return nil
}

// keys returns the subscripts in order.
func (v *variable) keys() []string {
	switch {
	case v == nil:
		return nil
	case v.idx != nil:
		ks := v.idx.sortedKeys()
		out := make([]string, len(ks))
		for i, k := range ks {
			out[i] = strconv.FormatInt(k, 10)
		}
		return out
	case v.asc != nil:
		return v.asc.keys()
	case v.set:
		return []string{"0"}
	}
	return nil
}

// attrLetters is what ${x@a} and declare -p show.
func (v *variable) attrLetters() string {
	var b []byte
	for _, f := range []struct {
		a attr
		c byte
	}{{attrIndexed, 'a'}, {attrAssoc, 'A'}, {attrInteger, 'i'}, {attrNameref, 'n'}, {attrReadonly, 'r'}, {attrTrace, 't'}, {attrExport, 'x'}, {attrCapital, 'c'}, {attrLower, 'l'}, {attrUpper, 'u'}} {
		if v.attrs&f.a != 0 {
			b = append(b, f.c)
		}
	}
	return string(b)
}

// scopes are the variables of a shell. Binding is shallow: table holds what a name means now, and each frame remembers
// what its local variables hide, so that a lookup costs the same at any depth of calls.
type scopes struct {
	tok    *token
	table  *varTable
	frames []frame
	bytes  int64 // bytes of all values, for the expansion limit
	max    int64 // the limit, <= 0 when there is none
	env    []string
	envOK  bool
	shared *caches
	random randomState
	start  time.Time // SECONDS counts from here
}

// frame is a function call, or the assignments before a command.
type frame struct {
	temp  bool // assignments before a command
	saved []binding
	opts  *options // what `local -` keeps
}

type binding struct {
	name string
	v    *variable // nil: was unbound
}

// newScopes are the variables of a new shell before its environment: those that every shell begins with, shared until
// they are changed.
func newScopes() *scopes {
	tablesOnce.Do(loadTables)
	tok := &token{}
	return &scopes{tok: tok, table: initialVars.fork(tok), shared: &caches{}}
}

// cloneVars returns the variables of a subshell. It must be called on the goroutine that owns sh, before the subshell
// runs; afterwards each side copies what it changes.
func (sh *Shell) cloneVars() *scopes {
	s := sh.vars
	c := *s
	s.tok, c.tok = &token{}, &token{}
	c.frames = make([]frame, len(s.frames))
	for i, f := range s.frames {
		f.saved = f.saved[:len(f.saved):len(f.saved)]
		c.frames[i] = f
		s.frames[i].saved = f.saved
	}
	c.env = s.env[:len(s.env):len(s.env)]
	c.random = randomState{} // a subshell has numbers of its own
	return &c
}

// raw returns the variable bound to name: no nameref is followed, special variables are not computed. nil when unbound.
func (sh *Shell) raw(name string) *variable { return sh.vars.table.get(name) }

// bind makes name mean v (nil: nothing).
func (sh *Shell) bind(name string, v *variable) {
	s := sh.vars
	if old := s.table.get(name); old.has(attrExport) || v.has(attrExport) {
		s.envOK = false
	}
	s.table = s.table.put(s.tok, name, v)
}

// own returns the variable bound to name, made so that it can be changed in place; a new one when there is none.
func (sh *Shell) own(name string) *variable {
	s := sh.vars
	v := s.table.get(name)
	if v == nil {
		v = &variable{owner: s.tok}
		s.table = s.table.put(s.tok, name, v)
		return v
	}
	if v.owner != s.tok {
		c := *v
		c.owner, c.sb = s.tok, nil
		v = &c
		s.table = s.table.put(s.tok, name, v)
	}
	return v
}

// lookup returns the variable that name means: namerefs followed, special variables computed. nil when there is none.
// A nameref to an array element gives a scalar with that element's value.
func (sh *Shell) lookup(name string) *variable {
	v := sh.vars.table.get(name)
	if v == nil {
		return nil
	}
	if v.attrs&attrNameref != 0 && v.set {
		target, sub, ok := sh.resolve(name)
		if !ok {
			return nil
		}
		v = sh.vars.table.get(target)
		if v == nil || v.attrs&attrNameref != 0 {
			return nil
		}
		if sub != "" {
			return sh.elementOf(target, v, sub)
		}
	}
	if v.dyn != nil {
		return v.dyn.value(sh, v)
	}
	return v
}

const maxNamerefs = 8

// resolve follows namerefs from name. sub is the subscript when the last one names an array element. ok is false for a
// circle, which is reported.
func (sh *Shell) resolve(name string) (target, sub string, ok bool) {
	first := name
	for i := 0; ; i++ {
		v := sh.vars.table.get(name)
		if v == nil || v.attrs&attrNameref == 0 || !v.set || v.str == "" {
			return name, "", true
		}
		if i == maxNamerefs || v.str == first && i > 0 || v.str == name {
			sh.warnf("warning: %s: circular name reference", first)
			return name, "", false
		}
		next := v.str
		if k := strings.IndexByte(next, '['); k > 0 && strings.HasSuffix(next, "]") {
			return next[:k], next[k+1 : len(next)-1], true
		}
		name = next
	}
}

// warnf reports what does not end a command.
func (sh *Shell) warnf(format string, args ...any) { sh.errf(format, args...) }

// getVar returns the value of a variable as a scalar (element 0 of an array), and whether it is set.
func (sh *Shell) getVar(name string) (string, bool) {
	v := sh.vars.table.get(name)
	if v == nil {
		return "", false
	}
	if v.dyn == nil && v.attrs&(attrNameref|attrArray) == 0 {
		return v.str, v.set
	}
	return sh.lookup(name).scalar()
}

// readonlyError is the error of a change to a readonly variable.
func readonlyError(name string) error { return errorf(1, "%s: readonly variable", name) }

// setVar assigns to a variable (element 0 of an array), following namerefs and applying its attributes.
func (sh *Shell) setVar(name, value string) error {
	v := sh.vars.table.get(name)
	if v != nil && v.attrs == 0 && v.dyn == nil { // plain variable: the common case
		if v.owner != sh.vars.tok {
			v = sh.own(name)
		}
		if err := sh.charge(int64(len(value) - len(v.str))); err != nil {
			return err
		}
		v.str, v.sb, v.set = value, nil, true
		if c := name[0]; c == 'P' || c == 'O' || sh.opts.allexport {
			return sh.changed(name, v)
		}
		return nil
	}
	return sh.store(name, "", false, value, false)
}

// appendVar is name+=value.
func (sh *Shell) appendVar(name, value string) error { return sh.store(name, "", false, value, true) }

// store is the one way a value gets into a variable.
func (sh *Shell) store(name, sub string, hasSub bool, value string, appending bool) error {
	if v := sh.vars.table.get(name); v.has(attrNameref) {
		if !v.set || v.str == "" { // a nameref without a target is given one
			if v.has(attrReadonly) {
				return readonlyError(name)
			}
			if !hasSub {
				if !validRef(value) {
					return errorf(1, "`%s': not a valid identifier", value)
				}
				v = sh.own(name)
				v.str, v.set = value, true
				return nil
			}
		} else {
			target, tsub, ok := sh.resolve(name)
			if !ok {
				return errorf(1, "%s: circular name reference", name)
			}
			if tsub != "" {
				if hasSub {
					return errorf(1, "`%s[%s]': not a valid identifier", target, tsub)
				}
				sub, hasSub = tsub, true
				var err error
				if sub, err = sh.expandSubscript(tsub); err != nil {
					return err
				}
			}
			if !syntax.ValidName(target) {
				return errorf(1, "`%s': not a valid identifier", target)
			}
			name = target
		}
	}
	old := sh.vars.table.get(name)
	if old.has(attrReadonly) {
		return readonlyError(name)
	}
	if old != nil && old.dyn != nil {
		if old.dyn.set == nil {
			return nil // assignments have no effect
		}
		if appending {
			cur, _ := sh.getVar(name)
			value = cur + value
		}
		return old.dyn.set(sh, name, sub, value)
	}
	v := sh.own(name)
	var err error
	switch {
	case v.asc != nil || v.has(attrAssoc):
		key := "0"
		if hasSub {
			key = sub
			if key == "" {
				return errorf(1, "%s[%s]: bad array subscript", name, sub)
			}
		}
		a := sh.ownAssoc(v)
		cur, exists := a.get(key)
		if value, err = sh.shape(v, cur, value, appending); err != nil {
			return err
		}
		if err := sh.charge(elemGrowth(cur, exists, value)); err != nil {
			return err
		}
		a.set(key, value)
	case hasSub || v.idx != nil || v.has(attrIndexed):
		i := int64(0)
		if hasSub {
			if i, err = sh.indexOf(name, v, sub); err != nil {
				return err
			}
			v = sh.own(name) // the subscript may have changed it
		}
		sh.toIndexed(v)
		a := sh.ownIndexed(v)
		cur, exists := a.get(i)
		if value, err = sh.shape(v, cur, value, appending); err != nil {
			return err
		}
		if err := sh.charge(elemGrowth(cur, exists, value)); err != nil {
			return err
		}
		a.set(i, value)
		v.set = true
	default:
		if appending && v.attrs&attrValueRules == 0 {
			return sh.grow(name, v, value)
		}
		if value, err = sh.shape(v, v.str, value, appending); err != nil {
			return err
		}
		v = sh.own(name) // evaluating an integer may have changed it
		if err := sh.charge(int64(len(value) - len(v.str))); err != nil {
			return err
		}
		v.str, v.sb, v.set = value, nil, true
	}
	return sh.changed(name, v)
}

// elemCost is what an array element is charged besides its bytes.
const elemCost = 16

// growMin is the length from which a string that grows by += gets a builder of its own.
const growMin = 64

// grow appends to a plain scalar. The builder's earlier strings stay valid, so values handed out before are not harmed.
func (sh *Shell) grow(name string, v *variable, more string) error {
	if err := sh.charge(int64(len(more))); err != nil {
		return err
	}
	switch {
	case len(v.str)+len(more) < growMin:
		v.str += more
	default:
		if v.sb == nil {
			v.sb = &strings.Builder{}
			v.sb.Grow(2 * (len(v.str) + len(more)))
			v.sb.WriteString(v.str)
		}
		v.sb.WriteString(more)
		v.str = v.sb.String()
	}
	v.set = true
	return sh.changed(name, v)
}

// changed runs after a variable got a value.
func (sh *Shell) changed(name string, v *variable) error {
	if v.attrs&attrExport != 0 {
		sh.vars.envOK = false
	} else if sh.opts.allexport {
		v.attrs |= attrExport
		sh.vars.envOK = false
	}
	sh.changedVar(name)
	return nil
}

// shape applies -i, -l, -u and -c to a value, and += to the current one.
func (sh *Shell) shape(v *variable, cur, value string, appending bool) (string, error) {
	if v.attrs&attrInteger != 0 {
		n, err := sh.arithText(value)
		if err != nil {
			return "", err
		}
		if appending {
			c, err := sh.arithText(cur)
			if err != nil {
				return "", err
			}
			n += c
		}
		return strconv.FormatInt(n, 10), nil
	}
	if appending {
		value = cur + value
	}
	switch {
	case v.attrs&attrLower != 0:
		value = strings.ToLower(value)
	case v.attrs&attrUpper != 0:
		value = strings.ToUpper(value)
	case v.attrs&attrCapital != 0:
		value = caseFirst(strings.ToLower(value), upperRune)
	}
	return value, nil
}

// charge accounts bytes that variables hold. Beyond the limit the command fails as when memory runs out.
func (sh *Shell) charge(n int64) error {
	s := sh.vars
	s.bytes = max(s.bytes+n, 0)
	if n > 0 && s.bytes > sh.expansionMax() && s.max > 0 {
		s.bytes -= n
		return sh.tooMuch()
	}
	return nil
}

// expansionMax is the limit on the bytes of variables, and of the words of one command.
func (sh *Shell) expansionMax() int64 {
	if sh.vars.max == 0 {
		sh.vars.max = -1
		if sh.p != nil {
			sh.vars.max = sh.p.Kernel().Limits().ExpansionBytes
		}
		if sh.vars.max <= 0 {
			sh.vars.max = -1
		}
	}
	return sh.vars.max
}

func (sh *Shell) tooMuch() error {
	msg := fmt.Sprintf("expansion: cannot allocate memory: limit of %d bytes reached", sh.vars.max)
	if sh.p != nil {
		sh.p.LimitHit("expansion bytes", sh.vars.max)
	}
	return &expandError{msg: msg, status: 2, fatal: true}
}

// setAttrs changes attributes of the variable bound to name and returns it.
func (sh *Shell) setAttrs(name string, add, remove attr) *variable {
	v := sh.own(name)
	if (v.attrs^(v.attrs&^remove|add))&attrExport != 0 {
		sh.vars.envOK = false
	}
	if add&attrCaseMask != 0 {
		v.attrs &^= attrCaseMask
	}
	v.attrs = v.attrs&^remove | add
	return v
}

// validRef reports whether s can be the value of a nameref: a name, with or without a subscript.
func validRef(s string) bool {
	if k := strings.IndexByte(s, '['); k > 0 && strings.HasSuffix(s, "]") {
		return syntax.ValidName(s[:k])
	}
	return syntax.ValidName(s)
}
