package awk

import (
	"slices"
	"strings"
)

// ordering compares two elements: key, value, array.
type ordering func(a, b *slot) int

func (in *interp) ordering(name string) ordering {
	desc := strings.HasSuffix(name, "_desc")
	var cmp ordering
	switch base := strings.TrimSuffix(strings.TrimSuffix(name, "_asc"), "_desc"); base {
	case "@ind_str":
		cmp = func(a, b *slot) int { return strings.Compare(a.key, b.key) }
	case "@ind_num":
		cmp = func(a, b *slot) int {
			if c := compareFloat(toNumber(a.key), toNumber(b.key)); c != 0 {
				return c
			}
			return strings.Compare(a.key, b.key)
		}
	case "@val_str":
		cmp = func(a, b *slot) int {
			if c := in.subsLast(a, b); c != 0 {
				return c
			}
			if c := strings.Compare(in.str(a.v), in.str(b.v)); c != 0 {
				return c
			}
			return strings.Compare(a.key, b.key)
		}
	case "@val_num":
		cmp = func(a, b *slot) int {
			if c := in.subsLast(a, b); c != 0 {
				return c
			}
			if c := compareFloat(a.v.num(), b.v.num()); c != 0 {
				return c
			}
			if c := strings.Compare(in.str(a.v), in.str(b.v)); c != 0 {
				return c
			}
			return strings.Compare(a.key, b.key)
		}
	case "@val_type":
		cmp = func(a, b *slot) int {
			if c := in.byType(a, b); c != 0 {
				return c
			}
			return strings.Compare(a.key, b.key)
		}
	default:
		return nil
	}
	if desc {
		return func(a, b *slot) int { return -cmp(a, b) }
	}
	return cmp
}

func (in *interp) subsLast(a, b *slot) int {
	switch {
	case a.sub == nil && b.sub != nil:
		return -1
	case a.sub != nil && b.sub == nil:
		return 1
	}
	return 0
}

// byType puts numbers before strings before arrays.
func (in *interp) byType(a, b *slot) int {
	if c := in.subsLast(a, b); c != 0 {
		return c
	}
	x, xn := a.v.numeric()
	y, yn := b.v.numeric()
	switch {
	case xn && yn:
		return compareFloat(x, y)
	case xn:
		return -1
	case yn:
		return 1
	}
	x1, y1 := in.str(a.v), in.str(b.v)
	if in.ignoreCase {
		x1, y1 = strings.ToLower(x1), strings.ToLower(y1)
	}
	return strings.Compare(x1, y1)
}

func compareFloat(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// userOrdering calls a function of the program as a comparison: f(i1, v1, i2, v2).
func (in *interp) userOrdering(name string) ordering {
	f := in.prog.tree.byName[name]
	if f == nil {
		in.fatal("sort comparison function `%s' is not defined", name)
	}
	if len(f.params) != 4 {
		in.fatal("sort comparison function `%s' must have four parameters", name)
	}
	fn := in.prog.funcs[f.slot]
	return func(a, b *slot) int {
		frame := in.newFrame(fn)
		for i, s := range []*slot{a, b} {
			frame[2*i].v = str(s.key)
			frame[2*i+1].v = s.v
			frame[2*i+1].arr = s.sub
		}
		return compareFloat(in.invoke(fn, frame).num(), 0)
	}
}

func (in *interp) orderingOf(name string) ordering {
	if o := in.ordering(name); o != nil || name == "" || name == "@unsorted" {
		return o
	}
	if strings.HasPrefix(name, "@") {
		in.fatal("sort comparison function `%s' is not defined", name)
	}
	return in.userOrdering(name)
}

// sortedKeys lists the keys of an array as a for-in loop meets them: a snapshot in the order of PROCINFO["sorted_in"].
func (in *interp) sortedKeys(a *array) []string {
	var order ordering
	if pi := in.globals[vPROCINFO].arr; pi != nil {
		if s := pi.find("sorted_in"); s != nil {
			order = in.orderingOf(in.str(s.v))
		}
	}
	if order == nil {
		return a.keys()
	}
	slots := in.sorted(a, order)
	keys := make([]string, len(slots))
	for i := range slots {
		keys[i] = slots[i].key
	}
	return keys
}

func (in *interp) sorted(a *array, order ordering) []slot {
	slots := make([]slot, 0, a.len())
	for i := range a.slots {
		if a.slots[i].live {
			slots = append(slots, a.slots[i])
		}
	}
	slices.SortStableFunc(slots, func(x, y slot) int {
		in.step()
		return order(&x, &y)
	})
	return slots
}

// asort is asort() and asorti(): the values or keys of an array, in order, under 1..n.
func (c *compiler) asort(e *builtinExpr) evalFn {
	src := c.array(e.args[0])
	dest := src
	if len(e.args) > 1 {
		dest = c.array(e.args[1])
	}
	var how evalFn
	if len(e.args) > 2 {
		how = c.expr(e.args[2])
	}
	keys := e.name == "asorti"
	return func(in *interp) value {
		a, d := src(in), dest(in)
		name := "@val_type_asc"
		if keys {
			name = "@ind_str_asc"
		}
		if how != nil {
			name = in.str(how(in))
		}
		var slots []slot
		if order := in.orderingOf(name); order != nil {
			slots = in.sorted(a, order)
		} else {
			slots = in.sorted(a, func(*slot, *slot) int { return 0 })
		}
		in.clear(d)
		for i, s := range slots {
			at := in.at(d, in.text(num(float64(i+1)), ""))
			if keys {
				in.store(at, str(s.key))
				continue
			}
			in.store(at, s.v)
			at.sub = s.sub
		}
		return num(float64(len(slots)))
	}
}
