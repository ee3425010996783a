package jsguard

import (
	"strings"

	"github.com/dop251/goja"
)

// circular throws V8's error for an object that is inside itself: path[start] is it, name where it was found again.
func (s *stringifier) circular(start int, name string, isIndex bool) {
	const first, last = 2, 1 // objects told of at the start and the end of the circle
	var b strings.Builder
	where := func(name string, isIndex bool) {
		switch {
		case isIndex:
			b.WriteString("index " + name)
		case name == "":
			b.WriteString("<anonymous>")
		default:
			b.WriteString("property '" + name + "'")
		}
	}
	b.WriteString("Converting circular structure to JSON\n    --> starting at object with constructor '" + s.constructor(s.path[start].object) + "'")
	inner := s.path[start+1:]
	for i := range inner {
		if i >= first && i < len(inner)-last {
			if i == first {
				b.WriteString("\n    |     ...")
			}
			continue
		}
		b.WriteString("\n    |     ")
		where(inner[i].name, inner[i].index)
		b.WriteString(" -> object with constructor '" + s.constructor(inner[i].object) + "'")
	}
	b.WriteString("\n    --- ")
	where(name, isIndex)
	b.WriteString(" closes the circle")
	panic(s.n.vm.NewTypeError("%s", b.String()))
}

// constructor is the name of an object's class as V8 tells it, without running code of the program.
func (s *stringifier) constructor(o *goja.Object) string {
	if isProxy(o) {
		return "Object"
	}
	own := func(o *goja.Object, key goja.Value) (goja.Value, bool) {
		d, ok := s.n.json.describe(goja.FunctionCall{Arguments: []goja.Value{o, key}}).(*goja.Object)
		if !ok {
			return nil, false
		}
		return d.Get("value"), true
	}
	class := o.ClassName()
	if class == "Arguments" {
		return class
	}
	for p := o; p != nil && !isProxy(p); p = p.Prototype() {
		s.tick()
		if v, found := own(p, goja.SymToStringTag); found {
			if t, ok := v.(goja.String); ok {
				return t.String()
			}
			break
		}
	}
	for p := o.Prototype(); p != nil && !isProxy(p); p = p.Prototype() {
		s.tick()
		v, found := own(p, s.n.vm.ToValue("constructor"))
		if !found {
			continue
		}
		if f, ok := v.(*goja.Object); ok && !isProxy(f) && s.n.callable(f) != nil {
			if v, _ := own(f, s.n.vm.ToValue("name")); v != nil {
				if t, ok := v.(goja.String); ok && t.Length() > 0 {
					return t.String()
				}
			}
		}
		break
	}
	if class == "Array" || class == "Error" {
		return class
	}
	return "Object"
}
