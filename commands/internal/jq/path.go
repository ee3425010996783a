package jq

import (
	"math"
	"slices"
	"unicode/utf8"
)

// index is .[key].
func index(v, key any) (any, error) {
	switch k := key.(type) {
	case string:
		switch o := v.(type) {
		case nil:
			return nil, nil
		case *Object:
			x, _ := o.Get(k)
			return x, nil
		}
		if rank(v) == 6 {
			break
		}
		return nil, fail("Cannot index %s with string \"%s\"", typeName(v), k)
	case float64:
		switch a := v.(type) {
		case nil:
			return nil, nil
		case []any:
			if math.IsNaN(k) {
				return nil, nil
			}
			i := int(math.Floor(max(min(k, 1<<40), -(1 << 40))))
			if i < 0 {
				i += len(a)
			}
			if i < 0 || i >= len(a) {
				return nil, nil
			}
			return a[i], nil
		}
		return nil, fail("Cannot index %s with number", typeName(v))
	case *Object:
		from, _ := k.Get("start")
		to, _ := k.Get("end")
		return slice(v, from, to)
	case []any:
		if a, ok := v.([]any); ok {
			return indices(a, k), nil
		}
		if v == nil {
			return nil, nil
		}
	}
	return nil, fail("Cannot index %s with %s", typeName(v), typeName(key))
}

// bounds turns slice bounds into indexes.
func bounds(n int, from, to any) (int, int, error) {
	at := func(x any, def int, up bool) (int, error) {
		switch x := x.(type) {
		case nil:
			return def, nil
		case float64:
			if x < 0 {
				x += float64(n)
			}
			if up {
				x = math.Ceil(x)
			} else {
				x = math.Floor(x)
			}
			return int(max(min(x, float64(n)), 0)), nil
		}
		return 0, fail("Start and end indices of an array slice must be numbers")
	}
	i, err := at(from, 0, false)
	if err != nil {
		return 0, 0, err
	}
	j, err := at(to, n, true)
	return i, max(i, j), err
}

func slice(v, from, to any) (any, error) {
	switch v := v.(type) {
	case nil:
		return nil, nil
	case []any:
		i, j, err := bounds(len(v), from, to)
		if err != nil {
			return nil, err
		}
		return v[i:j:j], nil
	case string:
		i, j, err := bounds(utf8.RuneCountInString(v), from, to)
		if err != nil {
			return nil, err
		}
		if len(v) == utf8.RuneCountInString(v) {
			return v[i:j], nil
		}
		return string([]rune(v)[i:j]), nil
	}
	return nil, fail("Cannot index %s with object", typeName(v))
}

func sliceKey(from, to any) *Object {
	o := NewObject()
	o.Set("start", from)
	o.Set("end", to)
	return o
}

func getPath(v any, p []any) (any, error) {
	for _, k := range p {
		if v == nil {
			return nil, nil
		}
		var err error
		if v, err = index(v, k); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// maxIndex bounds the array that an assignment makes.
const maxIndex = 1 << 26

// update gives v with what lies at p replaced by what f makes of it.
func update(v any, p []any, f func(any) (any, error)) (any, error) {
	if len(p) == 0 {
		return f(v)
	}
	if len(p) > maxDepthOf {
		return nil, fail("Path too deep")
	}
	switch k := p[0].(type) {
	case string:
		var o *Object
		switch x := v.(type) {
		case nil:
		case *Object:
			o = x
		default:
			return nil, fail("Cannot index %s with string \"%s\"", typeName(v), k)
		}
		var old any
		if o != nil {
			old, _ = o.Get(k)
		}
		now, err := update(old, p[1:], f)
		if err != nil {
			return nil, err
		}
		if o == nil {
			o = NewObject()
		} else {
			o = o.clone()
		}
		o.Set(k, now)
		return o, nil
	case float64:
		var a []any
		switch x := v.(type) {
		case nil:
		case []any:
			a = x
		default:
			return nil, fail("Cannot index %s with number", typeName(v))
		}
		if math.IsNaN(k) || k > maxIndex {
			return nil, fail("Array index too large")
		}
		i := int(math.Floor(max(k, -maxIndex)))
		if i < 0 {
			i += len(a)
			if i < 0 {
				return nil, fail("Out of bounds negative array index")
			}
		}
		var old any
		if i < len(a) {
			old = a[i]
		}
		now, err := update(old, p[1:], f)
		if err != nil {
			return nil, err
		}
		out := make([]any, max(len(a), i+1))
		copy(out, a)
		out[i] = now
		return out, nil
	case *Object:
		a, ok := v.([]any)
		if !ok && v != nil {
			return nil, fail("Cannot update field at object index of %s", typeName(v))
		}
		from, _ := k.Get("start")
		to, _ := k.Get("end")
		i, j, err := bounds(len(a), from, to)
		if err != nil {
			return nil, err
		}
		var old any
		if v != nil {
			old = a[i:j:j]
		}
		now, err := update(old, p[1:], f)
		if err != nil {
			return nil, err
		}
		mid, ok := now.([]any)
		if !ok {
			return nil, fail("A slice of an array can only be assigned another array")
		}
		return slices.Concat(a[:i], mid, a[j:]), nil
	}
	if _, ok := v.([]any); ok {
		return nil, fail("Cannot update field at array index of array")
	}
	return nil, fail("Invalid path component: cannot index %s with %s", typeName(v), typeName(p[0]))
}

func setPath(v any, p []any, x any) (any, error) {
	return update(v, p, func(any) (any, error) { return x, nil })
}

// deletePaths removes all paths, the last in order first so that indexes stay right.
func deletePaths(v any, list []any) (any, error) {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b any) int { return compare(b, a) })
	for _, x := range list {
		p, ok := x.([]any)
		if !ok {
			return nil, fail("Path must be specified as an array")
		}
		var err error
		if v, err = deletePath(v, p); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func deletePath(v any, p []any) (any, error) {
	if len(p) == 0 {
		return nil, nil
	}
	if len(p) > maxDepthOf {
		return nil, fail("Path too deep")
	}
	if v == nil {
		return nil, nil
	}
	if len(p) > 1 {
		sub, err := index(v, p[0])
		if err != nil || sub == nil {
			return v, err
		}
		now, err := deletePath(sub, p[1:])
		if err != nil {
			return nil, err
		}
		return setPath(v, p[:1], now)
	}
	switch k := p[0].(type) {
	case string:
		o, ok := v.(*Object)
		if !ok {
			return nil, fail("Cannot delete field at object index of %s", typeName(v))
		}
		if _, has := o.Get(k); !has {
			return v, nil
		}
		return o.without(map[string]bool{k: true}), nil
	case float64:
		a, ok := v.([]any)
		if !ok {
			return nil, fail("Cannot delete field at array index of %s", typeName(v))
		}
		i := int(math.Floor(max(min(k, 1<<40), -(1 << 40))))
		if i < 0 {
			i += len(a)
		}
		if i < 0 || i >= len(a) {
			return v, nil
		}
		return slices.Concat(a[:i], a[i+1:]), nil
	case *Object:
		a, ok := v.([]any)
		if !ok {
			return nil, fail("Cannot delete field at object index of %s", typeName(v))
		}
		from, _ := k.Get("start")
		to, _ := k.Get("end")
		i, j, err := bounds(len(a), from, to)
		if err != nil {
			return nil, err
		}
		return slices.Concat(a[:i], a[j:]), nil
	}
	return nil, fail("Cannot delete field at %s index of %s", typeName(p[0]), typeName(v))
}

// indices lists where a sub-array begins.
func indices(a, sub []any) any {
	out := []any{}
	if len(sub) == 0 {
		return nil
	}
	for i := 0; i+len(sub) <= len(a); i++ {
		if compare(a[i:i+len(sub)], sub) == 0 {
			out = append(out, float64(i))
		}
	}
	return out
}
