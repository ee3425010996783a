package shell

import (
	"strconv"
	"strings"
)

// elementOf is the element of v that the text of a subscript names, as a scalar variable.
func (sh *Shell) elementOf(name string, v *variable, sub string) *variable {
	if v.dyn != nil {
		v = v.dyn.value(sh, v)
	}
	if sub == "@" || sub == "*" {
		return v
	}
	text, err := sh.expandSubscript(sub)
	if err != nil {
		return nil
	}
	sub = text
	s, set, err := sh.getElem(name, v, sub)
	if err != nil || !set {
		return nil
	}
	return &variable{attrs: v.attrs &^ attrArray, set: true, str: s}
}

// setElem is name[sub]=value; sub is the text of the subscript.
func (sh *Shell) setElem(name, sub, value string) error {
	return sh.store(name, sub, true, value, false)
}

// setIndex is name[i]=value for an indexed array.
func (sh *Shell) setIndex(name string, i int64, value string) error {
	return sh.store(name, strconv.FormatInt(i, 10), true, value, false)
}

// elemGrowth is what replacing an element is charged.
func elemGrowth(cur string, exists bool, value string) int64 {
	n := int64(len(value) - len(cur))
	if !exists {
		n += elemCost
	}
	return n
}

// toIndexed turns a scalar into an array whose element 0 it is.
func (sh *Shell) toIndexed(v *variable) {
	if v.idx == nil {
		v.idx = &indexed{owner: sh.vars.tok}
		if v.set {
			v.idx.set(0, v.str)
		}
		v.str, v.sb = "", nil
	}
	v.attrs |= attrIndexed
}

// toAssoc makes v an associative array.
func (sh *Shell) toAssoc(v *variable) {
	if v.asc == nil {
		v.asc = &assoc{owner: sh.vars.tok}
		if v.set && v.idx == nil {
			v.asc.set("0", v.str)
		}
		v.str, v.sb = "", nil
	}
	v.attrs |= attrAssoc
}

// indexOf evaluates the subscript of an indexed array; negative ones count from the end.
func (sh *Shell) indexOf(name string, v *variable, sub string) (int64, error) {
	if sub == "" || sub == "@" || sub == "*" {
		return 0, errorf(1, "%s[%s]: bad array subscript", name, sub)
	}
	i, err := sh.arithText(sub)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		top := int64(-1)
		if v != nil && v.idx != nil {
			top = v.idx.max()
		} else if v != nil && v.set {
			top = 0
		}
		if i += top + 1; i < 0 {
			return 0, errorf(1, "%s[%s]: bad array subscript", name, sub)
		}
	}
	return i, nil
}

// getElem returns the element of v that the text of a subscript names.
func (sh *Shell) getElem(name string, v *variable, sub string) (string, bool, error) {
	if v.has(attrAssoc) {
		if v.asc == nil {
			return "", false, nil
		}
		s, ok := v.asc.get(sub)
		return s, ok, nil
	}
	i, err := sh.indexOf(name, v, sub)
	if err != nil {
		if ee, ok := err.(*expandError); ok && strings.HasSuffix(ee.msg, "bad array subscript") {
			sh.warnf("%s: bad array subscript", name) // reading is no error
			return "", false, nil
		}
		return "", false, err
	}
	switch {
	case v == nil:
		return "", false, nil
	case v.idx != nil:
		s, ok := v.idx.get(i)
		return s, ok, nil
	}
	if i != 0 {
		return "", false, nil
	}
	return v.str, v.set, nil
}

// ownIndexed returns the elements of v for changing.
func (sh *Shell) ownIndexed(v *variable) *indexed {
	switch {
	case v.idx == nil:
		v.idx = &indexed{owner: sh.vars.tok}
	case v.idx.owner != sh.vars.tok:
		v.idx = v.idx.clone(sh.vars.tok)
	}
	return v.idx
}

func (sh *Shell) ownAssoc(v *variable) *assoc {
	switch {
	case v.asc == nil:
		v.asc = &assoc{owner: sh.vars.tok}
	case v.asc.owner != sh.vars.tok:
		v.asc = v.asc.clone(sh.vars.tok)
	}
	return v.asc
}
