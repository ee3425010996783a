package wasmbin

import (
	"math"
	"slices"
)

// TableFunc names what WithTables exports for a table: op is "get", "set", "grow" or "size".
func TableFunc(export, op string) string { return "\x00table " + op + " " + export }

// RefFunc names what WithTables exports for an exported function: it gives a reference to that function.
func RefFunc(export string) string { return "\x00ref " + export }

// fewExports is how many functions a module without a table may export to get references to them: such a module is often
// made to bring one function into a table of another.
const fewExports = 8

// WithTables adds to a module that exports tables functions that read, write and grow them, which a host cannot do itself,
// and functions that give references to the exported functions. Other modules come back as they are, but for those with few
// exports, whose functions get references.
func WithTables(b []byte, m *Module) ([]byte, error) {
	any, exported := false, 0
	for _, e := range m.Exports {
		any = any || e.Kind == Table
		if e.Kind == Func {
			exported++
		}
	}
	if !any && (exported == 0 || exported > fewExports) {
		return b, nil
	}
	type section struct {
		id   byte
		body []byte
	}
	var sections []section
	r := &reader{b: b[8:]}
	var elems []byte // element types of tables
	funcs := uint32(0)
	for _, i := range m.Imports {
		switch i.Kind {
		case Table:
			elems = append(elems, i.Value)
		case Func:
			funcs++
		}
	}
	has := map[byte]int{}
	for len(r.b) > 0 && r.err == nil {
		id := r.byte()
		body := r.take(r.u32())
		if id != 0 {
			has[id] = len(sections)
		}
		sections = append(sections, section{id, body})
		s := &reader{b: body}
		switch id {
		case 3:
			funcs += s.u32()
		case 4:
			for n := s.u32(); n > 0 && s.err == nil; n-- {
				elems = append(elems, s.byte())
				s.limits()
			}
		}
		if s.err != nil {
			return nil, s.err
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	for _, id := range []byte{1, 7} {
		if _, ok := has[id]; !ok {
			return b, nil
		}
	}
	// A module that only hands on what it imports has no functions of its own.
	insert := func(id byte, before func(byte) bool) {
		if _, ok := has[id]; ok {
			return
		}
		at := len(sections)
		for i, s := range sections {
			if s.id != 0 && before(s.id) {
				at = i
				break
			}
		}
		sections = slices.Insert(sections, at, section{id, []byte{0}})
	}
	insert(3, func(id byte) bool { return id > 3 })
	insert(10, func(id byte) bool { return id == 11 })
	typeCount := uint32(0)
	for _, s := range sections {
		if s.id == 1 {
			typeCount = (&reader{b: s.body}).u32()
		}
	}
	var types, kinds, exports, code writer
	n := uint32(0)
	add := func(name string, params, results, body []byte) {
		types = append(types, 0x60)
		types.u32(uint32(len(params)))
		types = append(types, params...)
		types.u32(uint32(len(results)))
		types = append(types, results...)
		kinds.u32(typeCount + n)
		exports.name(name)
		exports = append(exports, Func)
		exports.u32(funcs + n)
		var w writer
		w = append(w, 0) // no locals
		w = append(append(w, body...), 0x0b)
		code.u32(uint32(len(w)))
		code = append(code, w...)
		n++
	}
	const i32 = 0x7f
	op := func(prefix []byte, table uint32, suffix ...byte) []byte {
		w := writer(prefix)
		w.u32(table)
		return append(w, suffix...)
	}
	for _, e := range m.Exports {
		switch {
		case e.Kind == Table && int(e.Index) < len(elems):
			ref := elems[e.Index]
			add(TableFunc(e.Name, "get"), []byte{i32}, []byte{ref}, op([]byte{0x20, 0, 0x25}, e.Index))
			add(TableFunc(e.Name, "set"), []byte{i32, ref}, nil, op([]byte{0x20, 0, 0x20, 1, 0x26}, e.Index))
			add(TableFunc(e.Name, "grow"), []byte{ref, i32}, []byte{i32}, op([]byte{0x20, 0, 0x20, 1, 0xfc, 15}, e.Index))
			add(TableFunc(e.Name, "size"), nil, []byte{i32}, op([]byte{0xfc, 16}, e.Index))
		case e.Kind == Func:
			add(RefFunc(e.Name), nil, []byte{0x70}, op([]byte{0xd2}, e.Index))
		}
	}
	out := writer(b[:8:8])
	for _, s := range sections {
		extra := map[byte]writer{1: types, 3: kinds, 7: exports, 10: code}[s.id]
		if extra == nil {
			out.section(s.id, s.body)
			continue
		}
		body := &reader{b: s.body}
		count := body.u32()
		if uint64(count)+uint64(n) > math.MaxUint32 {
			return nil, errFormat
		}
		var w writer
		w.u32(count + n)
		w = append(append(w, body.b...), extra...)
		out.section(s.id, w)
	}
	return out, nil
}

// RenameImports puts suffix behind the names of the modules that a module imports from, so that several instances in one
// store can each have their own.
func RenameImports(b []byte, suffix string) ([]byte, error) {
	out := writer(b[:8:8])
	r := &reader{b: b[8:]}
	for len(r.b) > 0 && r.err == nil {
		id := r.byte()
		body := r.take(r.u32())
		if id != 2 {
			out.section(id, body)
			continue
		}
		s := &reader{b: body}
		var w writer
		n := s.u32()
		w.u32(n)
		for ; n > 0 && s.err == nil; n-- {
			w.name(s.name() + suffix)
			rest := s.b
			s.name()
			switch s.byte() {
			case Func:
				s.u32()
			case Table:
				s.byte()
				s.limits()
			case Memory:
				s.limits()
			case Global:
				s.take(2)
			}
			w = append(w, rest[:len(rest)-len(s.b)]...)
		}
		if s.err != nil {
			return nil, s.err
		}
		out.section(2, w)
	}
	return out, r.err
}
