package wasmbin

import "math"

// TableFunc names what WithTables exports for a table: op is "get", "set", "grow" or "size".
func TableFunc(export, op string) string { return "\x00table " + op + " " + export }

// RefFunc names what WithTables exports for an exported function: it gives a reference to that function.
func RefFunc(export string) string { return "\x00ref " + export }

// WithTables adds to a module that exports tables functions that read, write and grow them, which a host cannot do itself,
// and functions that give references to the exported functions. Without exported tables, or without code, the module comes
// back as it is.
func WithTables(b []byte, m *Module) ([]byte, error) {
	any := false
	for _, e := range m.Exports {
		any = any || e.Kind == Table
	}
	if !any {
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
	for _, id := range []byte{1, 3, 7, 10} {
		if _, ok := has[id]; !ok {
			return b, nil
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	var types, kinds, exports, code writer
	n := uint32(0)
	typeCount := (&reader{b: sections[has[1]].body}).u32()
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
