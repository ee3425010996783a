package jq

import (
	"strings"
	"unicode/utf8"
)

func flatten(v any, depth float64) (any, error) {
	out := []any{}
	var walk func(v any, d float64, level int) error
	walk = func(v any, d float64, level int) error {
		var list []any
		switch x := v.(type) {
		case []any:
			list = x
		case *Object:
			list = x.vals
		default:
			return fail("Cannot iterate over %s", describe(v))
		}
		for _, x := range list {
			if a, ok := x.([]any); ok && d > 0 && level < maxDepthOf {
				if err := walk(a, d-1, level+1); err != nil {
					return err
				}
				continue
			}
			out = append(out, x)
		}
		return nil
	}
	if err := walk(v, depth, 0); err != nil {
		return nil, err
	}
	return out, nil
}

func transpose(v any, _ []any) (any, error) {
	rows, ok := v.([]any)
	if !ok {
		return nil, fail("Cannot iterate over %s", describe(v))
	}
	width := 0
	for _, r := range rows {
		a, ok := r.([]any)
		if !ok && r != nil {
			return nil, fail("Cannot index %s with number", typeName(r))
		}
		width = max(width, len(a))
	}
	if width*max(len(rows), 1) > maxIndex {
		return nil, fail("Result too large")
	}
	out := make([]any, width)
	for j := range out {
		col := make([]any, len(rows))
		for i, r := range rows {
			if a, _ := r.([]any); j < len(a) {
				col[i] = a[j]
			}
		}
		out[j] = col
	}
	return out, nil
}

func indicesOf(v, key any) (any, error) {
	switch x := v.(type) {
	case nil:
		return nil, nil
	case string:
		sub, ok := key.(string)
		if !ok {
			break
		}
		if sub == "" {
			return nil, nil
		}
		out := []any{}
		for i := 0; i+len(sub) <= len(x); i++ {
			if x[i:i+len(sub)] == sub {
				out = append(out, float64(utf8.RuneCountInString(x[:i])))
			}
		}
		return out, nil
	case []any:
		if sub, ok := key.([]any); ok {
			return indices(x, sub), nil
		}
		out := []any{}
		for i, e := range x {
			if compare(e, key) == 0 {
				out = append(out, float64(i))
			}
		}
		return out, nil
	}
	return index(v, key)
}

func join(v any, a []any) (any, error) {
	var list []any
	switch x := v.(type) {
	case []any:
		list = x
	case *Object:
		list = x.vals
	default:
		return nil, fail("Cannot iterate over %s", describe(v))
	}
	if len(list) == 0 {
		return "", nil
	}
	sep, ok := a[0].(string)
	if !ok {
		if a[0] != nil {
			return nil, fail("%s and %s cannot be added", describe(""), describe(a[0]))
		}
	}
	var b strings.Builder
	for i, x := range list {
		if i > 0 {
			b.WriteString(sep)
		}
		switch y := x.(type) {
		case nil:
		case string:
			b.WriteString(y)
		case float64, bool:
			b.WriteString(toJSON(y))
		default:
			return nil, fail("%s and %s cannot be added", describe(b.String()), describe(x))
		}
		if b.Len() > maxString {
			return nil, fail("String too long")
		}
	}
	return b.String(), nil
}
