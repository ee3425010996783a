package jq

import (
	"math"
	"slices"
	"sort"
	"strings"
)

// Object is an object that keeps the order in which its keys were added.
type Object struct {
	keys  []string
	vals  []any
	index map[string]int // made when there are more than a few keys
}

const smallObject = 8

// NewObject makes an empty object.
func NewObject() *Object { return &Object{} }

// Len is the number of keys.
func (o *Object) Len() int { return len(o.keys) }

func (o *Object) find(key string) int {
	if o.index != nil {
		if i, ok := o.index[key]; ok {
			return i
		}
		return -1
	}
	for i, k := range o.keys {
		if k == key {
			return i
		}
	}
	return -1
}

// Get gives the value of a key.
func (o *Object) Get(key string) (any, bool) {
	if i := o.find(key); i >= 0 {
		return o.vals[i], true
	}
	return nil, false
}

// Each calls fn for every key in the order that they were added.
func (o *Object) Each(fn func(key string, v any)) {
	for i, k := range o.keys {
		fn(k, o.vals[i])
	}
}

// Set stores in place: for an object that nobody else has seen.
func (o *Object) Set(key string, v any) {
	if i := o.find(key); i >= 0 {
		o.vals[i] = v
		return
	}
	o.keys = append(o.keys, key)
	o.vals = append(o.vals, v)
	if o.index != nil {
		o.index[key] = len(o.keys) - 1
	} else if len(o.keys) > smallObject {
		o.index = make(map[string]int, 2*len(o.keys))
		for i, k := range o.keys {
			o.index[k] = i
		}
	}
}

func (o *Object) clone() *Object {
	n := &Object{keys: slices.Clone(o.keys), vals: slices.Clone(o.vals)}
	if o.index != nil {
		n.index = make(map[string]int, len(o.index)+1)
		for i, k := range n.keys {
			n.index[k] = i
		}
	}
	return n
}

func (o *Object) without(drop map[string]bool) *Object {
	n := NewObject()
	for i, k := range o.keys {
		if !drop[k] {
			n.Set(k, o.vals[i])
		}
	}
	return n
}

// order lists the indexes of the keys, sorted by key.
func (o *Object) order() []int {
	idx := make([]int, len(o.keys))
	for i := range idx {
		idx[i] = i
	}
	sort.Slice(idx, func(a, b int) bool { return o.keys[idx[a]] < o.keys[idx[b]] })
	return idx
}

func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case float64:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

func truth(v any) bool {
	b, ok := v.(bool)
	return v != nil && (!ok || b)
}

func rank(v any) int {
	switch v := v.(type) {
	case nil:
		return 0
	case bool:
		if v {
			return 2
		}
		return 1
	case float64:
		return 3
	case string:
		return 4
	case []any:
		return 5
	}
	return 6
}

// compare is jq's order: null, false, true, numbers, strings, arrays, objects.
func compare(a, b any) int { return compareDepth(a, b, 0) }

// maxDepthOf bounds how deep functions go into a value; what lies deeper counts as equal, or is left out.
const maxDepthOf = 10000

func compareDepth(a, b any, depth int) int {
	if depth > maxDepthOf {
		return 0
	}
	if ra, rb := rank(a), rank(b); ra != rb {
		return ra - rb
	}
	switch a := a.(type) {
	case float64:
		b := b.(float64)
		switch {
		case a < b || math.IsNaN(a):
			return -1
		case a == b:
			return 0
		}
		return 1
	case string:
		return strings.Compare(a, b.(string))
	case []any:
		b := b.([]any)
		for i := range min(len(a), len(b)) {
			if c := compareDepth(a[i], b[i], depth+1); c != 0 {
				return c
			}
		}
		return len(a) - len(b)
	case *Object:
		b := b.(*Object)
		ka, kb := a.order(), b.order()
		for i := range min(len(ka), len(kb)) {
			if c := strings.Compare(a.keys[ka[i]], b.keys[kb[i]]); c != 0 {
				return c
			}
		}
		if len(ka) != len(kb) {
			return len(ka) - len(kb)
		}
		for i := range ka {
			if c := compareDepth(a.vals[ka[i]], b.vals[kb[i]], depth+1); c != 0 {
				return c
			}
		}
	}
	return 0
}
