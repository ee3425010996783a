package jq

import (
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// valueFuncs are functions of the input and the values of their arguments.
var valueFuncs = valueTable()

func valueTable() map[funcKey]valueFn {
	t := map[funcKey]valueFn{
		{"length", 0}: func(v any, _ []any) (any, error) {
			switch v := v.(type) {
			case nil:
				return 0.0, nil
			case float64:
				return math.Abs(v), nil
			case string:
				return float64(utf8.RuneCountInString(v)), nil
			case []any:
				return float64(len(v)), nil
			case *Object:
				return float64(v.Len()), nil
			}
			return nil, fail("%s has no length", describe(v))
		},
		{"utf8bytelength", 0}: func(v any, _ []any) (any, error) {
			s, ok := v.(string)
			if !ok {
				return nil, fail("%s only strings have UTF-8 byte length", describe(v))
			}
			return float64(len(s)), nil
		},
		{"keys", 0}:          func(v any, _ []any) (any, error) { return keysOf(v, true) },
		{"keys_unsorted", 0}: func(v any, _ []any) (any, error) { return keysOf(v, false) },
		{"has", 1}: func(v any, a []any) (any, error) {
			switch c := v.(type) {
			case *Object:
				if k, ok := a[0].(string); ok {
					_, has := c.Get(k)
					return has, nil
				}
			case []any:
				if k, ok := a[0].(float64); ok {
					return k >= 0 && k < float64(len(c)), nil
				}
			}
			return nil, fail("Cannot check whether %s has a %s key", typeName(v), typeName(a[0]))
		},
		{"contains", 1}: func(v any, a []any) (any, error) { return contains(v, a[0], 0) },
		{"add", 0}:      addAll,
		{"type", 0}:     func(v any, _ []any) (any, error) { return typeName(v), nil },
		{"tostring", 0}: func(v any, _ []any) (any, error) { return toString(v), nil },
		{"tojson", 0}:   func(v any, _ []any) (any, error) { return toJSON(v), nil },
		{"fromjson", 0}: func(v any, _ []any) (any, error) {
			s, ok := v.(string)
			if !ok {
				return nil, fail("%s only strings can be parsed", describe(v))
			}
			x, err := Parse(s)
			if err != nil {
				return nil, fail("%s (while parsing '%s')", err, s)
			}
			return x, nil
		},
		{"tonumber", 0}: func(v any, _ []any) (any, error) {
			switch x := v.(type) {
			case float64:
				return x, nil
			case string:
				n, err := parseNumber(strings.TrimSpace(x))
				if err != nil {
					return nil, fail("Invalid numeric literal at EOF at line 1, column %d (while parsing '%s')", len(x), x)
				}
				return n, nil
			}
			return nil, fail("%s cannot be parsed as a number", describe(v))
		},
		{"to_entries", 0}: func(v any, _ []any) (any, error) {
			ks, err := keysOf(v, false)
			if err != nil {
				return nil, err
			}
			out := make([]any, 0, len(ks.([]any)))
			for _, k := range ks.([]any) {
				x, err := index(v, k)
				if err != nil {
					return nil, err
				}
				e := NewObject()
				e.Set("key", k)
				e.Set("value", x)
				out = append(out, e)
			}
			return out, nil
		},
		{"from_entries", 0}: fromEntries,
		{"reverse", 0}: func(v any, _ []any) (any, error) {
			switch x := v.(type) {
			case nil:
				return []any{}, nil
			case string:
				rs := []rune(x)
				slices.Reverse(rs)
				return string(rs), nil
			case []any:
				x = slices.Clone(x)
				slices.Reverse(x)
				if x == nil {
					x = []any{}
				}
				return x, nil
			}
			return nil, fail("Cannot reverse %s", describe(v))
		},
		{"sort", 0}: func(v any, _ []any) (any, error) {
			a, ok := v.([]any)
			if !ok {
				return nil, fail("%s cannot be sorted, as it is not an array", describe(v))
			}
			a = slices.Clone(a)
			slices.SortStableFunc(a, compare)
			return a, nil
		},
		{"min", 0}:     func(v any, _ []any) (any, error) { return extreme(v, func(c int) bool { return c < 0 }) },
		{"max", 0}:     func(v any, _ []any) (any, error) { return extreme(v, func(c int) bool { return c >= 0 }) },
		{"flatten", 0}: func(v any, _ []any) (any, error) { return flatten(v, 1e9) },
		{"flatten", 1}: func(v any, a []any) (any, error) {
			n, ok := a[0].(float64)
			if !ok || n < 0 {
				return nil, fail("flatten depth must not be negative")
			}
			return flatten(v, n)
		},
		{"transpose", 0}: transpose,
		{"setpath", 2}: func(v any, a []any) (any, error) {
			p, ok := a[0].([]any)
			if !ok {
				return nil, fail("Path must be specified as an array")
			}
			return setPath(v, p, a[1])
		},
		{"delpaths", 1}: func(v any, a []any) (any, error) {
			ps, ok := a[0].([]any)
			if !ok {
				return nil, fail("Paths must be specified as an array")
			}
			return deletePaths(v, ps)
		},
		{"indices", 1}: func(v any, a []any) (any, error) { return indicesOf(v, a[0]) },
		{"index", 1}: func(v any, a []any) (any, error) {
			return oneIndex(v, a[0], func(l []any) any { return l[0] })
		},
		{"rindex", 1}: func(v any, a []any) (any, error) {
			return oneIndex(v, a[0], func(l []any) any { return l[len(l)-1] })
		},
		{"_match", 3}:         matchFunc,
		{"infinite", 0}:       func(any, []any) (any, error) { return math.Inf(1), nil },
		{"nan", 0}:            func(any, []any) (any, error) { return math.NaN(), nil },
		{"isinfinite", 0}:     numberTest(func(f float64) bool { return math.IsInf(f, 0) }),
		{"isnan", 0}:          numberTest(math.IsNaN),
		{"isnormal", 0}:       numberTest(func(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) && math.Abs(f) >= 0x1p-1022 }),
		{"mktime", 0}:         func(v any, _ []any) (any, error) { return mktime(v) },
		{"gmtime", 0}:         gmtime,
		{"strftime", 1}:       func(v any, a []any) (any, error) { return strftime(v, a[0], nil) },
		{"strptime", 1}:       func(v any, a []any) (any, error) { return strptime(v, a[0]) },
		{"bsearch", 1}:        bsearch,
		{"ltrimstr", 1}:       trimWith(strings.TrimPrefix),
		{"rtrimstr", 1}:       trimWith(strings.TrimSuffix),
		{"startswith", 1}:     affix("startswith", strings.HasPrefix),
		{"endswith", 1}:       affix("endswith", strings.HasSuffix),
		{"ascii_downcase", 0}: stringFunc("ascii_downcase", asciiLower),
		{"ascii_upcase", 0}:   stringFunc("ascii_upcase", asciiUpper),
		{"trim", 0}:           stringFunc("trim", strings.TrimSpace),
		{"ltrim", 0}:          stringFunc("trim", func(s string) string { return strings.TrimLeft(s, " \t\n\r\f\v") }),
		{"rtrim", 0}:          stringFunc("trim", func(s string) string { return strings.TrimRight(s, " \t\n\r\f\v") }),
		{"split", 1}: func(v any, a []any) (any, error) {
			s, ok1 := v.(string)
			sep, ok2 := a[0].(string)
			if !ok1 || !ok2 {
				return nil, fail("split input and separator must be strings")
			}
			return splitString(s, sep), nil
		},
		{"join", 1}: join,
		{"explode", 0}: func(v any, _ []any) (any, error) {
			s, ok := v.(string)
			if !ok {
				return nil, fail("%s cannot be exploded", describe(v))
			}
			out := []any{}
			for _, r := range s {
				out = append(out, float64(r))
			}
			return out, nil
		},
		{"implode", 0}: func(v any, _ []any) (any, error) {
			a, ok := v.([]any)
			if !ok {
				return nil, fail("implode input must be an array")
			}
			var b strings.Builder
			for _, x := range a {
				n, ok := x.(float64)
				if !ok {
					return nil, fail("Unicode codepoint must be numeric")
				}
				r := rune(max(min(n, 1<<30), -1))
				if !utf8.ValidRune(r) {
					r = utf8.RuneError
				}
				b.WriteRune(r)
			}
			return b.String(), nil
		},
	}
	mathFuncs(t)
	return t
}

func keysOf(v any, sorted bool) (any, error) {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = float64(i)
		}
		return out, nil
	case *Object:
		keys := v.keys
		if sorted {
			keys = slices.Clone(keys)
			sort.Strings(keys)
		}
		out := make([]any, len(keys))
		for i, k := range keys {
			out[i] = k
		}
		return out, nil
	}
	return nil, fail("%s has no keys", describe(v))
}

func contains(a, b any, depth int) (bool, error) {
	if depth > maxDepthOf {
		return true, nil
	}
	switch x := a.(type) {
	case *Object:
		if y, ok := b.(*Object); ok {
			for i, k := range y.keys {
				v, has := x.Get(k)
				if !has {
					return false, nil
				}
				if ok, err := containsOr(v, y.vals[i], depth+1); err != nil || !ok {
					return false, err
				}
			}
			return true, nil
		}
	case []any:
		if y, ok := b.([]any); ok {
			for _, w := range y {
				found := false
				for _, v := range x {
					if ok, err := containsOr(v, w, depth+1); err != nil {
						return false, err
					} else if ok {
						found = true
						break
					}
				}
				if !found {
					return false, nil
				}
			}
			return true, nil
		}
	case string:
		if y, ok := b.(string); ok {
			return strings.Contains(x, y), nil
		}
	default:
		if rank(a) == rank(b) || typeName(a) == typeName(b) {
			return compare(a, b) == 0, nil
		}
	}
	return false, fail("%s and %s cannot have their containment checked", describe(a), describe(b))
}

// containsOr is contains of parts: different kinds are not contained, and no error.
func containsOr(a, b any, depth int) (bool, error) {
	if typeName(a) != typeName(b) {
		return false, nil
	}
	return contains(a, b, depth)
}

func addAll(v any, _ []any) (any, error) {
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
		return nil, nil
	}
	switch list[0].(type) { // joined in one go where all are of a kind
	case string:
		var b strings.Builder
		for _, x := range list {
			s, ok := x.(string)
			if !ok && x != nil {
				_, err := add(b.String(), x)
				return nil, err
			}
			if b.Len()+len(s) > maxString {
				return nil, fail("String too long")
			}
			b.WriteString(s)
		}
		return b.String(), nil
	case []any:
		out := []any{}
		for _, x := range list {
			a, ok := x.([]any)
			if !ok && x != nil {
				_, err := add(out, x)
				return nil, err
			}
			out = append(out, a...)
		}
		return out, nil
	case *Object:
		out := NewObject()
		for _, x := range list {
			o, ok := x.(*Object)
			if !ok {
				if x == nil {
					continue
				}
				_, err := add(out, x)
				return nil, err
			}
			for i, k := range o.keys {
				out.Set(k, o.vals[i])
			}
		}
		return out, nil
	}
	acc := list[0]
	for _, x := range list[1:] {
		var err error
		if acc, err = add(acc, x); err != nil {
			return nil, err
		}
	}
	return acc, nil
}

func fromEntries(v any, _ []any) (any, error) {
	var list []any
	switch x := v.(type) {
	case []any:
		list = x
	case *Object:
		list = x.vals
	default:
		return nil, fail("Cannot iterate over %s", describe(v))
	}
	pick := func(o *Object, names ...string) any {
		for _, n := range names {
			if x, ok := o.Get(n); ok && x != nil {
				return x
			}
		}
		return nil
	}
	out := NewObject()
	for _, e := range list {
		o, ok := e.(*Object)
		if !ok {
			return nil, fail("Cannot index %s with string \"key\"", typeName(e))
		}
		var key string
		switch k := pick(o, "key", "k", "name", "Name", "Key", "K").(type) {
		case string:
			key = k
		case nil:
			key = "null"
		case float64, bool:
			key = toJSON(k)
		default:
			return nil, fail("Cannot use %s as object key", describe(k))
		}
		out.Set(key, pick(o, "value", "v", "Value", "V"))
	}
	return out, nil
}

func extreme(v any, better func(int) bool) (any, error) {
	a, ok := v.([]any)
	if !ok {
		return nil, fail("Cannot index %s with number", typeName(v))
	}
	if len(a) == 0 {
		return nil, nil
	}
	best := a[0]
	for _, x := range a[1:] {
		if better(compare(x, best)) {
			best = x
		}
	}
	return best, nil
}

func oneIndex(v, key any, pick func([]any) any) (any, error) {
	l, err := indicesOf(v, key)
	if err != nil {
		return nil, err
	}
	if a, ok := l.([]any); ok && len(a) > 0 {
		return pick(a), nil
	}
	return nil, nil
}

func bsearch(v any, a []any) (any, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, fail("%s cannot be searched from", describe(v))
	}
	i, found := slices.BinarySearchFunc(list, a[0], compare)
	if found {
		return float64(i), nil
	}
	return float64(-i - 1), nil
}

func numberTest(f func(float64) bool) valueFn {
	return func(v any, _ []any) (any, error) {
		n, ok := v.(float64)
		if !ok {
			return nil, fail("%s number required", describe(v))
		}
		return f(n), nil
	}
}

func trimWith(f func(s, t string) string) valueFn {
	return func(v any, a []any) (any, error) {
		s, ok1 := v.(string)
		t, ok2 := a[0].(string)
		if !ok1 || !ok2 {
			return v, nil
		}
		return f(s, t), nil
	}
}

func affix(name string, f func(s, t string) bool) valueFn {
	return func(v any, a []any) (any, error) {
		s, ok1 := v.(string)
		t, ok2 := a[0].(string)
		if !ok1 || !ok2 {
			return nil, fail("%s() requires string inputs", name)
		}
		return f(s, t), nil
	}
}

func stringFunc(name string, f func(string) string) valueFn {
	return func(v any, _ []any) (any, error) {
		s, ok := v.(string)
		if !ok {
			if name == "trim" {
				return nil, fail("%s cannot be trimmed", describe(v))
			}
			return nil, fail("%s input must be a string", name)
		}
		return f(s), nil
	}
}

func asciiLower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 32
		}
		return r
	}, s)
}

func asciiUpper(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r - 32
		}
		return r
	}, s)
}

func lgamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}
