package shell

import (
	"sort"
	"strings"
)

// unsetVar removes the variable that name means. Unsetting a local variable leaves it local without a value; unsetting
// that of a calling function uncovers what it hid.
func (sh *Shell) unsetVar(name string) error {
	target, sub, ok := sh.resolve(name)
	if ok && sub != "" {
		return sh.unsetElem(target, sub)
	}
	if !ok {
		target = name
	}
	return sh.unsetRaw(target)
}

// unsetRaw is unsetVar without following namerefs.
func (sh *Shell) unsetRaw(name string) error {
	v := sh.vars.table.get(name)
	if v == nil {
		return nil
	}
	if v.has(attrReadonly | attrNoUnset) {
		return errorf(1, "%s: cannot unset: readonly variable", name)
	}
	sh.charge(-v.size())
	defer sh.changedVar(name)
	s := sh.vars
	top := true
	for i := len(s.frames) - 1; i >= 0; i-- {
		f := &s.frames[i]
		for k := range f.saved {
			if f.saved[k].name != name {
				continue
			}
			if top && !f.temp && !v.has(attrTemp) || !f.temp && sh.opts.localvar_unset {
				sh.bind(name, &variable{owner: s.tok})
				return nil
			}
			sh.bind(name, f.saved[k].v)
			f.saved = append(f.saved[:k:k], f.saved[k+1:]...)
			return nil
		}
		if !f.temp {
			top = false
		}
	}
	sh.bind(name, nil)
	return nil
}

// size is what the values of v are charged.
func (v *variable) size() int64 {
	n := int64(len(v.str))
	if v.idx != nil {
		for _, s := range v.idx.values() {
			n += int64(len(s)) + elemCost
		}
	}
	if v.asc != nil {
		for _, e := range v.asc.m {
			n += int64(len(e.value)) + elemCost
		}
	}
	return n
}

// unsetElem removes an array element; sub is the text of the subscript.
func (sh *Shell) unsetElem(name, sub string) error {
	target, tsub, ok := sh.resolve(name)
	if !ok || tsub != "" {
		return nil
	}
	name = target
	v := sh.vars.table.get(name)
	if v == nil {
		return nil
	}
	if v.has(attrReadonly) {
		return errorf(1, "%s: cannot unset: readonly variable", name)
	}
	if v.asc != nil || v.has(attrAssoc) {
		if sub == "@" || sub == "*" {
			if v.asc != nil {
				if _, ok := v.asc.get(sub); !ok {
					return sh.unsetRaw(name)
				}
			}
		}
		v = sh.own(name)
		a := sh.ownAssoc(v)
		if cur, ok := a.get(sub); ok {
			sh.charge(-int64(len(cur)) - elemCost)
			delete(a.m, sub)
		}
		return nil
	}
	if sub == "@" || sub == "*" {
		return sh.unsetRaw(name)
	}
	i, err := sh.indexOf(name, v, sub)
	if err != nil {
		if strings.HasSuffix(err.Error(), "bad array subscript") {
			return errorf(1, "[%s]: bad array subscript", sub)
		}
		return err
	}
	if v.idx == nil {
		if i == 0 {
			return sh.unsetRaw(name)
		}
		return errorf(1, "%s: not an array variable", name)
	}
	v = sh.own(name)
	a := sh.ownIndexed(v)
	if cur, ok := a.get(i); ok {
		sh.charge(-int64(len(cur)) - elemCost)
		a.unset(i)
	}
	return nil
}

// names returns the names of the variables that fn accepts (nil: all), sorted.
func (sh *Shell) names(fn func(name string, v *variable) bool) []string {
	var out []string
	sh.vars.table.each(func(name string, v *variable) {
		if fn == nil || fn(name, v) {
			out = append(out, name)
		}
	})
	sort.Strings(out)
	return out
}
