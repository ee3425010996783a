package shell

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// assign carries out name=word, name+=word, name[sub]=word and name=(…).
func (sh *Shell) assign(as *syntax.Assign) error {
	if as.Name == nil {
		return errorf(1, "bad assignment")
	}
	name := as.Name.Value
	if as.Array != nil {
		if as.Index != nil {
			return errorf(1, "%s[%s]: cannot assign list to array member", name, subscriptLit(as.Index))
		}
		return sh.assignArray(name, as.Array, as.Append)
	}
	if as.Index != nil {
		sub, err := sh.subscript(sh.lookup(name), as.Index)
		if err != nil {
			return err
		}
		value, err := sh.expandAssign(as.Value)
		if err != nil {
			return err
		}
		return sh.store(name, sub, true, value, as.Append)
	}
	value, err := sh.expandAssign(as.Value)
	if err != nil {
		return err
	}
	if as.Append {
		return sh.appendVar(name, value)
	}
	return sh.setVar(name, value)
}

// arrayItem is one element of an array literal.
type arrayItem struct {
	index  syntax.ArithmExpr // of an indexed array: evaluated when the element is assigned
	sub    string
	hasSub bool
	add    bool // [sub]+=value
	value  string
}

// assignArray carries out name=(…) or name+=(…). What kind of array it is, the variable says; a new one is indexed.
func (sh *Shell) assignArray(name string, lit *syntax.ArrayExpr, appending bool) error {
	if v := sh.raw(name); v.has(attrNameref) && v.set {
		target, sub, ok := sh.resolve(name)
		if !ok || sub != "" || !syntax.ValidName(target) {
			return errorf(1, "`%s': not a valid identifier", v.str)
		}
		name = target
	}
	v := sh.raw(name)
	if v.has(attrReadonly) {
		return readonlyError(name)
	}
	assoc := v.has(attrAssoc)
	items, err := sh.arrayItems(lit, assoc)
	if err != nil {
		return err
	}
	return sh.storeArray(name, items, assoc, appending)
}

// arrayItems expands the elements of an array literal.
func (sh *Shell) arrayItems(lit *syntax.ArrayExpr, assoc bool) ([]arrayItem, error) {
	items := make([]arrayItem, 0, len(lit.Elems))
	keyed := len(lit.Elems) > 0 && lit.Elems[0].Index != nil
	for _, el := range lit.Elems {
		if el.Index != nil {
			expand := sh.expandAssign
			if assoc {
				expand = func(w *syntax.Word) (string, error) { return sh.one(w, modeString, noTilde) }
			}
			word, add := appends(el.Value)
			value, err := expand(word)
			if err != nil {
				return nil, err
			}
			var sub string
			if assoc {
				if sub, err = sh.subscript(&variable{attrs: attrAssoc}, el.Index); err != nil {
					return nil, err
				}
			}
			items = append(items, arrayItem{index: el.Index, sub: sub, hasSub: true, add: add, value: value})
			continue
		}
		if assoc && !keyed { // a list of keys and values
			s, err := sh.expandAssign(el.Value)
			if err != nil {
				return nil, err
			}
			items = append(items, arrayItem{value: s})
			continue
		}
		fields, err := sh.expandWords(el.Value)
		if err != nil {
			return nil, err
		}
		for _, s := range fields {
			items = append(items, arrayItem{value: s})
		}
	}
	return items, nil
}

// storeArray puts expanded elements into an array.
func (sh *Shell) storeArray(name string, items []arrayItem, assoc, appending bool) error {
	v := sh.own(name)
	if v.dyn != nil {
		if v.dyn.set == nil {
			return nil
		}
		v.dyn = nil
	}
	if v.has(attrExport) {
		sh.vars.envOK = false
	}
	if !appending {
		sh.charge(-v.size())
		v.str, v.sb = "", nil
		if assoc {
			v.asc = nil
		} else {
			v.idx = &indexed{owner: sh.vars.tok}
			v.attrs |= attrIndexed
			if len(items) > 0 {
				v.idx.dense = make([]string, 0, len(items))
			}
		}
	}
	v.set = true
	if assoc {
		return sh.storeAssoc(name, v, items)
	}
	if appending && v.idx == nil {
		hadValue := v.str != "" || v.sb != nil
		v.set = hadValue
		sh.toIndexed(v)
		v.set = true
	}
	a := sh.ownIndexed(v)
	next := a.max() + 1
	for _, it := range items {
		i := next
		if it.hasSub {
			var err error
			if it.sub, err = sh.literalIndex(it); err != nil {
				return err
			}
			if v = sh.own(name); v.idx != a {
				a = sh.ownIndexed(v)
			}
			if i, err = sh.indexOf(name, v, it.sub); err != nil {
				if isSubscriptError(err) {
					sh.errf("[%s]: bad array subscript", it.sub)
					continue
				}
				return err
			}
		}
		if i < 0 {
			return errorf(1, "%s[%d]: bad array subscript", name, i)
		}
		value := it.value
		if it.add || v.attrs&attrValueRules != 0 {
			cur, _ := a.get(i)
			var err error
			if value, err = sh.shape(v, cur, value, it.add); err != nil {
				return err
			}
			if v = sh.own(name); v.idx != a {
				a = sh.ownIndexed(v)
			}
		}
		cur, exists := a.get(i)
		if err := sh.charge(elemGrowth(cur, exists, value)); err != nil {
			return err
		}
		a.set(i, value)
		if i == maxIndex {
			next = i
		} else {
			next = i + 1
		}
	}
	sh.changedVar(name)
	if sh.opts.allexport {
		v.attrs |= attrExport
	}
	return nil
}

// literalIndex is the subscript of an element of an indexed array literal.
func (sh *Shell) literalIndex(it arrayItem) (string, error) {
	if it.index == nil {
		return it.sub, nil
	}
	if lit := subscriptLit(it.index); lit == "@" || lit == "*" {
		return lit, nil
	}
	n, err := sh.arith(it.index)
	return strconv.FormatInt(n, 10), err
}

func isSubscriptError(err error) bool {
	ee, ok := err.(*expandError)
	return ok && len(ee.msg) > 20 && ee.msg[len(ee.msg)-len("bad array subscript"):] == "bad array subscript"
}

func (sh *Shell) storeAssoc(name string, v *variable, items []arrayItem) error {
	v.attrs |= attrAssoc
	a := sh.ownAssoc(v)
	put := func(key, value string, add bool) error {
		cur, exists := a.get(key)
		value, err := sh.shape(v, cur, value, add)
		if err != nil {
			return err
		}
		if err := sh.charge(elemGrowth(cur, exists, value)); err != nil {
			return err
		}
		a.set(key, value)
		return nil
	}
	for i := 0; i < len(items); i++ {
		it := items[i]
		switch {
		case it.hasSub:
			if it.sub == "" {
				sh.errf("%s: bad array subscript", name)
				continue
			}
			if err := put(it.sub, it.value, it.add); err != nil {
				return err
			}
		case items[0].hasSub:
			sh.errf("%s: %s: must use subscript when assigning associative array", name, it.value)
		default:
			if it.value == "" {
				sh.errf("%s: bad array subscript", name)
				i++
				continue
			}
			value := ""
			if i+1 < len(items) {
				i++
				value = items[i].value
			}
			if err := put(it.value, value, false); err != nil {
				return err
			}
		}
	}
	return nil
}
