// Package wasmbin reads what a WebAssembly module imports and exports, and writes small modules that hold what a host can
// not make by itself: memories, globals and tables to be imported by others.
package wasmbin

import (
	"errors"
	"math"
)

// Kinds of imports and exports, as the format numbers them.
const (
	Func = iota
	Table
	Memory
	Global
)

// KindNames are the names of kinds in the JavaScript interface.
var KindNames = [...]string{"function", "table", "memory", "global"}

// Type is the type of a function: value types as bytes of the format.
type Type struct{ Params, Results []byte }

// Import is one import; Index is a type for functions.
type Import struct {
	Module, Name string
	Kind         int
	Type         Type
	Min, Max     uint32 // of a memory or table; Max is math.MaxUint32 when there is none
	Value        byte   // type of a global or of a table's elements
	Mutable      bool
}

// Export is one export.
type Export struct {
	Name  string
	Kind  int
	Index uint32
}

// Module is the outside of a module.
type Module struct {
	Imports []Import
	Exports []Export
}

var errFormat = errors.New("malformed module")

type reader struct {
	b   []byte
	err error
}

func (r *reader) byte() byte {
	if len(r.b) == 0 {
		r.err = errFormat
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *reader) u32() uint32 {
	v := uint64(0)
	for s := 0; s < 35; s += 7 {
		c := r.byte()
		v |= uint64(c&127) << s
		if c < 128 {
			return uint32(v)
		}
	}
	r.err = errFormat
	return 0
}

func (r *reader) take(n uint32) []byte {
	if uint64(n) > uint64(len(r.b)) {
		r.err = errFormat
		return nil
	}
	s := r.b[:n]
	r.b = r.b[n:]
	return s
}

func (r *reader) name() string { return string(r.take(r.u32())) }

func (r *reader) limits() (lo, hi uint32) {
	flag := r.byte()
	lo, hi = r.u32(), math.MaxUint32
	if flag&1 != 0 {
		hi = r.u32()
	}
	return
}

// Parse reads the type, import and export sections.
func Parse(b []byte) (*Module, error) {
	if len(b) < 8 || string(b[:4]) != "\x00asm" {
		return nil, errFormat
	}
	r := &reader{b: b[8:]}
	m := &Module{}
	var types []Type
	for len(r.b) > 0 && r.err == nil {
		id := r.byte()
		s := &reader{b: r.take(r.u32())}
		switch id {
		case 1:
			for n := s.u32(); n > 0 && s.err == nil; n-- {
				if s.byte() != 0x60 {
					return nil, errFormat
				}
				types = append(types, Type{s.take(s.u32()), s.take(s.u32())})
			}
		case 2:
			for n := s.u32(); n > 0 && s.err == nil; n-- {
				i := Import{Module: s.name(), Name: s.name(), Kind: int(s.byte())}
				switch i.Kind {
				case Func:
					t := s.u32()
					if int(t) >= len(types) {
						return nil, errFormat
					}
					i.Type = types[t]
				case Table:
					i.Value = s.byte()
					i.Min, i.Max = s.limits()
				case Memory:
					i.Min, i.Max = s.limits()
				case Global:
					i.Value = s.byte()
					i.Mutable = s.byte() == 1
				default:
					return nil, errFormat
				}
				m.Imports = append(m.Imports, i)
			}
		case 7:
			for n := s.u32(); n > 0 && s.err == nil; n-- {
				e := Export{Name: s.name(), Kind: int(s.byte()), Index: s.u32()}
				if e.Kind > Global {
					return nil, errFormat
				}
				m.Exports = append(m.Exports, e)
			}
		}
		if s.err != nil {
			return nil, s.err
		}
	}
	return m, r.err
}

type writer []byte

func (w *writer) u32(v uint32) {
	for v >= 128 {
		*w = append(*w, byte(v)|128)
		v >>= 7
	}
	*w = append(*w, byte(v))
}

func (w *writer) name(s string) {
	w.u32(uint32(len(s)))
	*w = append(*w, s...)
}

func (w *writer) section(id byte, body writer) {
	*w = append(*w, id)
	w.u32(uint32(len(body)))
	*w = append(*w, body...)
}

// Holder is a module that exports, under their names, everything that is imported from one module name: functions it
// imports itself from host, memories, tables and globals it has. init gives the bits of a global.
func Holder(list []Import, host string, init func(Import) uint64) []byte {
	out := writer("\x00asm\x01\x00\x00\x00")
	var types, imports, tables, memories, globals, exports writer
	var n [4]uint32
	for _, i := range list {
		exports.name(i.Name)
		exports = append(exports, byte(i.Kind))
		exports.u32(n[i.Kind])
		switch i.Kind {
		case Func:
			types = append(types, 0x60)
			types.u32(uint32(len(i.Type.Params)))
			types = append(types, i.Type.Params...)
			types.u32(uint32(len(i.Type.Results)))
			types = append(types, i.Type.Results...)
			imports.name(host)
			imports.name(i.Name)
			imports = append(imports, Func)
			imports.u32(n[Func])
		case Table, Memory:
			var w writer
			if i.Kind == Table {
				w = append(w, i.Value)
			}
			if i.Max != math.MaxUint32 {
				w = append(w, 1)
				w.u32(i.Min)
				w.u32(i.Max)
			} else {
				w = append(w, 0)
				w.u32(i.Min)
			}
			if i.Kind == Table {
				tables = append(tables, w...)
			} else {
				memories = append(memories, w...)
			}
		case Global:
			m := byte(0)
			if i.Mutable {
				m = 1
			}
			globals = append(globals, i.Value, m)
			globals = append(globals, constant(i.Value, init(i))...)
		}
		n[i.Kind]++
	}
	count := func(n uint32, body writer) writer {
		var w writer
		w.u32(n)
		return append(w, body...)
	}
	if n[Func] > 0 {
		out.section(1, count(n[Func], types))
		out.section(2, count(n[Func], imports))
	}
	if n[Table] > 0 {
		out.section(4, count(n[Table], tables))
	}
	if n[Memory] > 0 {
		out.section(5, count(n[Memory], memories))
	}
	if n[Global] > 0 {
		out.section(6, count(n[Global], globals))
	}
	out.section(7, count(uint32(len(list)), exports))
	return out
}

func constant(t byte, bits uint64) []byte {
	switch t {
	case 0x7f:
		return append(append([]byte{0x41}, sleb(int64(int32(bits)))...), 0x0b)
	case 0x7e:
		return append(append([]byte{0x42}, sleb(int64(bits))...), 0x0b)
	case 0x7d:
		return []byte{0x43, byte(bits), byte(bits >> 8), byte(bits >> 16), byte(bits >> 24), 0x0b}
	}
	b := []byte{0x44}
	for i := range 8 {
		b = append(b, byte(bits>>(8*i)))
	}
	return append(b, 0x0b)
}

func sleb(v int64) []byte {
	var out []byte
	for {
		c := byte(v & 127)
		v >>= 7
		if v == 0 && c&64 == 0 || v == -1 && c&64 != 0 {
			return append(out, c)
		}
		out = append(out, c|128)
	}
}
