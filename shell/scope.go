package shell

import "mvdan.cc/sh/v3/syntax"

// pushScope starts the scope of a function call. The assignments before the call become variables of the function.
func (sh *Shell) pushScope() {
	var f frame
	if n := len(sh.vars.frames); n > 0 && sh.vars.frames[n-1].temp {
		f.saved, sh.vars.frames[n-1].saved = sh.vars.frames[n-1].saved, nil
	}
	sh.vars.frames = append(sh.vars.frames, f)
}

// popScope ends the innermost scope: what its variables hid comes back.
func (sh *Shell) popScope() {
	s := sh.vars
	n := len(s.frames) - 1
	f := s.frames[n]
	s.frames = s.frames[:n]
	for i := len(f.saved) - 1; i >= 0; i-- {
		b := f.saved[i]
		if v := s.table.get(b.name); v != nil {
			sh.charge(-v.size())
		}
		sh.bind(b.name, b.v)
		sh.changedVar(b.name)
	}
	if f.opts != nil {
		keep := sh.opts
		sh.opts = *f.opts
		// local - covers set, not shopt.
		restoreShopt(&sh.opts, &keep)
	}
}

// restoreShopt copies the flags of shopt from one set of options to another.
func restoreShopt(to, from *options) {
	for i := range shoptOptions {
		f := shoptOptions[i].field
		*f(to) = *f(from)
	}
}

// localOptions makes the options of set local to the current function (local -).
func (sh *Shell) localOptions() {
	if f := sh.functionFrame(); f != nil && f.opts == nil {
		o := sh.opts
		f.opts = &o
	}
}

// functionFrame is the frame of the innermost function, nil outside of functions.
func (sh *Shell) functionFrame() *frame {
	for i := len(sh.vars.frames) - 1; i >= 0; i-- {
		if f := &sh.vars.frames[i]; !f.temp {
			return f
		}
	}
	return nil
}

// inFunction reports whether a function's scope is open.
func (sh *Shell) inFunction() bool { return sh.functionFrame() != nil }

// isLocal reports whether name is local to the innermost function.
func (sh *Shell) isLocal(name string) bool {
	f := sh.functionFrame()
	return f != nil && f.has(name) && !sh.raw(name).has(attrTemp)
}

// localNames lists the local variables of the innermost function, in the order of their declaration.
func (sh *Shell) localNames() []string {
	f := sh.functionFrame()
	if f == nil {
		return nil
	}
	out := make([]string, len(f.saved))
	for i, b := range f.saved {
		out[i] = b.name
	}
	return out
}

func (f *frame) has(name string) bool {
	for i := range f.saved {
		if f.saved[i].name == name {
			return true
		}
	}
	return false
}

// setLocal makes name a local variable of the innermost function and returns it; it has no value yet, unless the
// variable was set by an assignment before a command (x=1 f) or localvar_inherit is on. A second call returns the variable
// as it is. A readonly variable cannot be hidden.
func (sh *Shell) setLocal(name string) (*variable, error) {
	s := sh.vars
	f := sh.functionFrame()
	if f == nil {
		return sh.own(name), nil
	}
	if f.has(name) {
		v := sh.own(name)
		v.attrs &^= attrTemp // an assignment before the call is a local variable from now on
		return v, nil
	}
	old := s.table.get(name)
	if old.has(attrReadonly) {
		return nil, readonlyError(name)
	}
	v := &variable{owner: s.tok}
	if old != nil && old.dyn != nil {
		v.dyn = nil
	}
	if old != nil && (old.attrs&attrTemp != 0 || sh.opts.localvar_inherit) {
		c := *old
		c.owner, c.sb = s.tok, nil
		c.attrs &^= attrTemp | attrNameref
		v = &c
	}
	f.saved = append(f.saved, binding{name, old})
	sh.bind(name, v)
	return v, nil
}

// global calls fn with name bound to its global variable: declare -g inside functions that have a local of that name.
func (sh *Shell) global(name string, fn func() error) error {
	for i := range sh.vars.frames {
		f := &sh.vars.frames[i]
		if f.temp {
			continue
		}
		for k := range f.saved {
			if f.saved[k].name != name {
				continue
			}
			inner := sh.vars.table.get(name)
			sh.bind(name, f.saved[k].v)
			err := fn()
			sh.vars.frames[i].saved = append([]binding(nil), sh.vars.frames[i].saved...)
			sh.vars.frames[i].saved[k].v = sh.vars.table.get(name)
			sh.bind(name, inner)
			return err
		}
	}
	return fn()
}

// pushTempEnv binds the assignments before a command for that command alone. popTempEnv takes them away; after an
// error nothing is bound.
func (sh *Shell) pushTempEnv(assigns []*syntax.Assign) error {
	sh.vars.frames = append(sh.vars.frames, frame{temp: true})
	for _, as := range assigns {
		if err := sh.assignTemp(as); err != nil {
			sh.popScope()
			return err
		}
	}
	return nil
}

func (sh *Shell) popTempEnv() { sh.popScope() }

func (sh *Shell) assignTemp(as *syntax.Assign) error {
	if as.Array != nil || as.Index != nil || as.Name == nil {
		// bash takes the text of the array; commands cannot see arrays anyway
		return sh.assign(as)
	}
	value := ""
	if as.Value != nil {
		var err error
		if value, err = sh.expandAssign(as.Value); err != nil {
			return err
		}
	}
	name := as.Name.Value
	if target, sub, ok := sh.resolve(name); ok && sub == "" {
		name = target
	}
	s := sh.vars
	old := s.table.get(name)
	if old.has(attrReadonly) {
		return readonlyError(name)
	}
	f := &s.frames[len(s.frames)-1]
	v := &variable{owner: s.tok, attrs: attrExport | attrTemp, set: true}
	if old != nil {
		v.attrs |= old.attrs & attrValueRules
	}
	var cur string
	if as.Append && old != nil {
		cur, _ = sh.getVar(name)
	}
	value, err := sh.shape(v, cur, value, as.Append)
	if err != nil {
		return err
	}
	v.str = value
	if old != nil && old.dyn != nil && old.dyn.set != nil {
		if err := old.dyn.set(sh, name, "", value); err != nil {
			return err
		}
	}
	if err := sh.charge(int64(len(value))); err != nil {
		return err
	}
	if !f.has(name) {
		f.saved = append(f.saved, binding{name, old})
	}
	sh.bind(name, v)
	sh.changedVar(name)
	return nil
}

// setLoopVar gives the variable of for or select its value. A nameref is made to refer to the value instead of being
// followed.
func (sh *Shell) setLoopVar(name, value string) error {
	v := sh.raw(name)
	if !v.has(attrNameref) {
		return sh.setVar(name, value)
	}
	if v.has(attrReadonly) {
		return readonlyError(name)
	}
	if !validRef(value) {
		return errorf(1, "`%s': invalid variable name for name reference", value)
	}
	v = sh.own(name)
	v.str, v.sb, v.set = value, nil, true
	return nil
}
