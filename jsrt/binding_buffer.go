package jsrt

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// decodeWTF decodes UTF-8 the way of the WHATWG standard: each maximal part of an invalid sequence becomes one U+FFFD.
func decodeWTF(b []byte) string {
	var s strings.Builder
	s.Grow(len(b) + 16)
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r != utf8.RuneError || n > 1 {
			s.Write(b[i : i+n])
			i += n
			continue
		}
		s.WriteString("\uFFFD")
		i += invalidLen(b[i:])
	}
	return s.String()
}

// invalidLen is the length of the maximal subpart at the start of b, which is no valid sequence.
func invalidLen(b []byte) int {
	c := b[0]
	var need int
	lo, hi := byte(0x80), byte(0xbf)
	switch {
	case c >= 0xc2 && c <= 0xdf:
		need = 1
	case c >= 0xe0 && c <= 0xef:
		need = 2
		if c == 0xe0 {
			lo = 0xa0
		} else if c == 0xed {
			hi = 0x9f
		}
	case c >= 0xf0 && c <= 0xf4:
		need = 3
		if c == 0xf0 {
			lo = 0x90
		} else if c == 0xf4 {
			hi = 0x8f
		}
	default:
		return 1
	}
	n := 1
	for ; n <= need && n < len(b); n++ {
		if b[n] < lo || b[n] > hi {
			break
		}
		lo, hi = 0x80, 0xbf
	}
	return n
}

// units is a JavaScript string as UTF-16.
func units(v goja.Value) []uint16 {
	s, ok := v.(goja.String)
	if !ok {
		s, _ = v.ToString().(goja.String)
	}
	n := s.Length()
	out := make([]uint16, n)
	for i := 0; i < n; i++ {
		out[i] = s.CharAt(i)
	}
	return out
}

// encodeString turns a string into bytes in one of Node's encodings.
func encodeString(v goja.Value, enc string) []byte {
	switch enc {
	case "hex":
		s := v.String()
		out := make([]byte, 0, len(s)/2)
		for i := 0; i+1 < len(s); i += 2 {
			a, b := unhex(s[i]), unhex(s[i+1])
			if a < 0 || b < 0 {
				break
			}
			out = append(out, byte(a<<4|b))
		}
		return out
	case "base64", "base64url":
		return decodeBase64(v.String())
	case "latin1", "ascii":
		s := v.String()
		if isASCII(s) {
			return []byte(s)
		}
		u := units(v)
		out := make([]byte, len(u))
		for i, c := range u {
			out[i] = byte(c)
		}
		return out
	case "utf16le":
		u := units(v)
		out := make([]byte, 2*len(u))
		for i, c := range u {
			out[2*i], out[2*i+1] = byte(c), byte(c>>8)
		}
		return out
	}
	return []byte(v.String())
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// decodeBase64 takes both alphabets, skips what belongs to neither, and stops at padding, as Node does.
func decodeBase64(s string) []byte {
	if b, err := base64.StdEncoding.DecodeString(s); err == nil {
		return b
	}
	clean := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '-':
			clean = append(clean, '+')
		case c == '_':
			clean = append(clean, '/')
		case c == '=':
			i = len(s)
		case c == '+' || c == '/' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			clean = append(clean, c)
		}
	}
	if len(clean)%4 == 1 {
		clean = clean[:len(clean)-1]
	}
	out := make([]byte, base64.RawStdEncoding.DecodedLen(len(clean)))
	n, _ := base64.RawStdEncoding.Decode(out, clean)
	return out[:n]
}

// decodeBytes turns bytes into a string value in one of Node's encodings.
func (rt *runtime) decodeBytes(b []byte, enc string) goja.Value {
	switch enc {
	case "hex":
		const digits = "0123456789abcdef"
		out := make([]byte, 2*len(b))
		for i, c := range b {
			out[2*i], out[2*i+1] = digits[c>>4], digits[c&15]
		}
		return rt.vm.ToValue(string(out))
	case "base64":
		return rt.vm.ToValue(base64.StdEncoding.EncodeToString(b))
	case "base64url":
		return rt.vm.ToValue(base64.RawURLEncoding.EncodeToString(b))
	case "ascii":
		out := make([]byte, len(b))
		for i, c := range b {
			out[i] = c & 0x7f
		}
		return rt.vm.ToValue(string(out))
	case "latin1":
		ascii := true
		for _, c := range b {
			if c >= 0x80 {
				ascii = false
				break
			}
		}
		if ascii {
			return rt.vm.ToValue(string(b))
		}
		u := make([]uint16, len(b))
		for i, c := range b {
			u[i] = uint16(c)
		}
		return goja.StringFromUTF16(u)
	case "utf16le":
		u := make([]uint16, len(b)/2)
		for i := range u {
			u[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
		}
		return goja.StringFromUTF16(u)
	}
	return rt.vm.ToValue(decodeUTF8(b))
}

// utf8Len is the length of a string in UTF-8.
func utf8Len(v goja.Value) int {
	s, ok := v.(goja.String)
	if !ok {
		return len(v.String())
	}
	return len(s.String())
}

// mustView is view or a TypeError.
func (rt *runtime) mustView(v goja.Value) []byte {
	if o, ok := v.(*goja.Object); ok {
		if b, ok := rt.view(o); ok {
			return b
		}
	}
	panic(rt.vm.NewTypeError("argument must be a buffer"))
}

// What readInt and its kin are told of a number's form.
const (
	littleEndian = 1
	signed       = 2
)

func orderOf(kind int64) binary.ByteOrder {
	if kind&littleEndian != 0 {
		return binary.LittleEndian
	}
	return binary.BigEndian
}

// intAt is the size bytes at an offset, nil when that is no integer or they are not all there.
func intAt(b []byte, offset goja.Value, size int) []byte {
	if !goja.IsNumber(offset) {
		return nil
	}
	f := offset.ToFloat()
	i := int(f)
	if !(f >= 0 && f <= float64(len(b)-size)) || float64(i) != f {
		return nil
	}
	return b[i : i+size]
}

// relative is an index that counts from the end when it is negative, in 0..n; none when it is undefined.
func relative(v goja.Value, none, n int) int {
	if goja.IsUndefined(v) {
		return none
	}
	f := math.Trunc(v.ToNumber().ToFloat())
	switch {
	case f != f:
		return 0
	case f < 0:
		return int(max(0, f+float64(n)))
	}
	return int(min(f, float64(n)))
}

// wellFormed tells that no surrogate stands alone.
func wellFormed(s goja.String) bool {
	for i, n := 0, s.Length(); i < n; i++ {
		c := s.CharAt(i)
		if c < 0xd800 || c >= 0xe000 {
			continue
		}
		if c >= 0xdc00 || i+1 == n {
			return false
		}
		if i++; s.CharAt(i) < 0xdc00 || s.CharAt(i) >= 0xe000 {
			return false
		}
	}
	return true
}

// bufferBinding is the fast part of node:buffer: encodings, search, comparison, filling.
func bufferBinding(rt *runtime) *goja.Object {
	vm := rt.vm
	clamp := func(n int64, max int) int {
		if n < 0 {
			return 0
		}
		if n > int64(max) {
			return max
		}
		return int(n)
	}
	var class *goja.Object
	newBuffer := func(b []byte) goja.Value {
		o, err := rt.bytesCtor(class, vm.ToValue(vm.NewArrayBuffer(b)))
		if err != nil {
			panic(err)
		}
		return o
	}
	return rt.object(map[string]hostFunc{
		// encode(string, encoding) -> ArrayBuffer
		"encode": func(c goja.FunctionCall) goja.Value {
			return vm.ToValue(vm.NewArrayBuffer(encodeString(c.Argument(0), c.Argument(1).String())))
		},
		// decode(view, encoding, start, end) -> string; to the end when end is undefined
		"decode": func(c goja.FunctionCall) goja.Value {
			b := rt.mustView(c.Argument(0))
			start := clamp(c.Argument(2).ToInteger(), len(b))
			end := len(b)
			if e := c.Argument(3); !goja.IsUndefined(e) {
				end = clamp(e.ToInteger(), len(b))
			}
			if end <= start {
				return vm.ToValue("")
			}
			return rt.decodeBytes(b[start:end], c.Argument(1).String())
		},
		// makeFrom(class) tells what encodeTo and concat make.
		"makeFrom": func(c goja.FunctionCall) goja.Value {
			class, _ = c.Argument(0).(*goja.Object)
			return goja.Undefined()
		},
		// encodeTo(string, encoding) -> Buffer
		"encodeTo": func(c goja.FunctionCall) goja.Value {
			return newBuffer(encodeString(c.Argument(0), c.Argument(1).String()))
		},
		// concat(list, length) -> Buffer, or the index of what is no Uint8Array. Without a length all of it.
		"concat": func(c goja.FunctionCall) goja.Value {
			list := c.Argument(0).ToObject(vm)
			n := int(list.Get("length").ToInteger())
			parts := make([][]byte, 0, min(n, 1024))
			total := 0
			for i := range n {
				o, ok := list.Get(strconv.Itoa(i)).(*goja.Object)
				if !ok || o.ExportType() != typeBytes {
					return vm.ToValue(i)
				}
				b := rt.mustView(o)
				parts = append(parts, b)
				total += len(b)
			}
			if l := c.Argument(1); !goja.IsUndefined(l) {
				total = int(l.ToInteger())
			}
			if int64(total) > rt.heapLimit() {
				panic(rt.newError("RangeError", "Array buffer allocation failed"))
			}
			out := make([]byte, total)
			at := 0
			for _, b := range parts {
				at += copy(out[at:], b)
			}
			return newBuffer(out)
		},
		// subarray(view, start, end) -> Buffer on the same bytes
		"subarray": func(c goja.FunctionCall) goja.Value {
			o, _ := c.Argument(0).(*goja.Object)
			if o == nil || o.ExportType() != typeBytes {
				panic(vm.NewTypeError("argument must be a buffer"))
			}
			n := len(rt.mustView(o))
			start, end := relative(c.Argument(1), 0, n), relative(c.Argument(2), n, n)
			at := int(o.Get("byteOffset").ToInteger())
			v, err := rt.bytesCtor(class, o.Get("buffer"), vm.ToValue(at+start), vm.ToValue(max(0, end-start)))
			if err != nil {
				panic(err)
			}
			return v
		},
		// readInt(view, offset, size, kind) -> number, undefined when the offset is none
		"readInt": func(c goja.FunctionCall) goja.Value {
			kind := c.Argument(3).ToInteger()
			b := intAt(rt.mustView(c.Argument(0)), c.Argument(1), int(c.Argument(2).ToInteger()))
			if b == nil {
				return goja.Undefined()
			}
			var v uint64
			if kind&littleEndian != 0 {
				for i := len(b) - 1; i >= 0; i-- {
					v = v<<8 | uint64(b[i])
				}
			} else {
				for _, x := range b {
					v = v<<8 | uint64(x)
				}
			}
			if sh := 64 - 8*len(b); kind&signed != 0 {
				return vm.ToValue(int64(v<<sh) >> sh)
			}
			return vm.ToValue(int64(v))
		},
		// writeInt(view, value, offset, size, kind) -> false when the offset is none or value is no number of that size
		"writeInt": func(c goja.FunctionCall) goja.Value {
			kind, size := c.Argument(4).ToInteger(), int(c.Argument(3).ToInteger())
			if !goja.IsNumber(c.Argument(1)) {
				return vm.ToValue(false)
			}
			f := c.Argument(1).ToFloat()
			low, high := 0.0, float64(uint64(1)<<(8*size))
			if kind&signed != 0 {
				low, high = -high/2, high/2
			}
			if f != f {
				f = 0
			}
			if !(f >= low && f <= high-1) {
				return vm.ToValue(false)
			}
			b := intAt(rt.mustView(c.Argument(0)), c.Argument(2), size)
			if b == nil {
				return vm.ToValue(false)
			}
			v := uint64(int64(f))
			for i := range b {
				if kind&littleEndian != 0 {
					b[i] = byte(v >> (8 * i))
				} else {
					b[i] = byte(v >> (8 * (len(b) - 1 - i)))
				}
			}
			return vm.ToValue(true)
		},
		// readFloat(view, offset, size, kind), writeFloat(view, value, offset, size, kind): as with integers
		"readFloat": func(c goja.FunctionCall) goja.Value {
			b := intAt(rt.mustView(c.Argument(0)), c.Argument(1), int(c.Argument(2).ToInteger()))
			if b == nil {
				return goja.Undefined()
			}
			order := orderOf(c.Argument(3).ToInteger())
			if len(b) == 4 {
				return vm.ToValue(float64(math.Float32frombits(order.Uint32(b))))
			}
			return vm.ToValue(math.Float64frombits(order.Uint64(b)))
		},
		"writeFloat": func(c goja.FunctionCall) goja.Value {
			b := intAt(rt.mustView(c.Argument(0)), c.Argument(2), int(c.Argument(3).ToInteger()))
			if b == nil {
				return vm.ToValue(false)
			}
			f, order := c.Argument(1).ToFloat(), orderOf(c.Argument(4).ToInteger())
			switch {
			case f != f && len(b) == 4: // one of the many NaNs, as V8 writes it
				order.PutUint32(b, 0x7fc00000)
			case f != f:
				order.PutUint64(b, 0x7ff8000000000000)
			case len(b) == 4:
				order.PutUint32(b, math.Float32bits(float32(f)))
			default:
				order.PutUint64(b, math.Float64bits(f))
			}
			return vm.ToValue(true)
		},
		// latin1(string) -> whether all of it is below U+0100
		"isLatin1": func(c goja.FunctionCall) goja.Value {
			s, ok := c.Argument(0).(goja.String)
			for i, n := 0, 0; ok; i++ {
				if i == 0 {
					n = s.Length()
				}
				if i == n {
					return vm.ToValue(true)
				}
				if s.CharAt(i) > 0xff {
					break
				}
			}
			return vm.ToValue(false)
		},
		// write(view, string, offset, length, encoding) -> bytes written; whole characters only
		"write": func(c goja.FunctionCall) goja.Value {
			b := rt.mustView(c.Argument(0))
			off := clamp(c.Argument(2).ToInteger(), len(b))
			n := clamp(c.Argument(3).ToInteger(), len(b)-off)
			enc := c.Argument(4).String()
			src := encodeString(c.Argument(1), enc)
			if n < len(src) {
				switch enc {
				case "utf8":
					for n > 0 && !utf8.RuneStart(src[n]) {
						n--
					}
				case "utf16le":
					n &^= 1
				}
				src = src[:n]
			}
			return vm.ToValue(copy(b[off:], src))
		},
		"byteLength": func(c goja.FunctionCall) goja.Value {
			switch enc := c.Argument(1).String(); enc {
			case "utf8":
				return vm.ToValue(utf8Len(c.Argument(0)))
			default:
				return vm.ToValue(len(encodeString(c.Argument(0), enc)))
			}
		},
		"compare": func(c goja.FunctionCall) goja.Value {
			return vm.ToValue(bytes.Compare(rt.mustView(c.Argument(0)), rt.mustView(c.Argument(1))))
		},
		"equals": func(c goja.FunctionCall) goja.Value {
			return vm.ToValue(bytes.Equal(rt.mustView(c.Argument(0)), rt.mustView(c.Argument(1))))
		},
		// indexOf(view, needle, offset, forward, step)
		"indexOf": func(c goja.FunctionCall) goja.Value {
			b := rt.mustView(c.Argument(0))
			var needle []byte
			if goja.IsNumber(c.Argument(1)) {
				needle = []byte{byte(c.Argument(1).ToInteger())}
			} else {
				needle = rt.mustView(c.Argument(1))
			}
			off := int(c.Argument(2).ToInteger())
			step := int(c.Argument(4).ToInteger())
			if c.Argument(3).ToBoolean() {
				for off <= len(b)-len(needle) {
					i := bytes.Index(b[off:], needle)
					if i < 0 {
						break
					}
					if (off+i)%step == 0 {
						return vm.ToValue(off + i)
					}
					off += i + 1
				}
				return vm.ToValue(-1)
			}
			end := off + len(needle)
			for end >= len(needle) {
				if end > len(b) {
					end = len(b)
				}
				i := bytes.LastIndex(b[:end], needle)
				if i < 0 {
					break
				}
				if i%step == 0 {
					return vm.ToValue(i)
				}
				end = i + len(needle) - 1
			}
			return vm.ToValue(-1)
		},
		// fill(view, pattern, start, end)
		"fill": func(c goja.FunctionCall) goja.Value {
			b, pat := rt.mustView(c.Argument(0)), rt.mustView(c.Argument(1))
			start := clamp(c.Argument(2).ToInteger(), len(b))
			end := clamp(c.Argument(3).ToInteger(), len(b))
			if start >= end || len(pat) == 0 {
				return goja.Undefined()
			}
			d := b[start:end]
			n := copy(d, pat)
			for n < len(d) {
				n += copy(d[n:], d[:n])
			}
			return goja.Undefined()
		},
		// copy(source, target, targetStart, sourceStart, sourceEnd) -> bytes copied
		"copy": func(c goja.FunctionCall) goja.Value {
			src, dst := rt.mustView(c.Argument(0)), rt.mustView(c.Argument(1))
			ts := clamp(c.Argument(2).ToInteger(), len(dst))
			ss := clamp(c.Argument(3).ToInteger(), len(src))
			se := clamp(c.Argument(4).ToInteger(), len(src))
			if se <= ss {
				return vm.ToValue(0)
			}
			return vm.ToValue(copy(dst[ts:], src[ss:se]))
		},
		"isUtf8": func(c goja.FunctionCall) goja.Value { return vm.ToValue(utf8.Valid(rt.mustView(c.Argument(0)))) },
		"isAscii": func(c goja.FunctionCall) goja.Value {
			for _, b := range rt.mustView(c.Argument(0)) {
				if b >= 0x80 {
					return vm.ToValue(false)
				}
			}
			return vm.ToValue(true)
		},
		// incompleteUTF8(view) -> how many bytes at the end begin a character that is not complete
		"incompleteUTF8": func(c goja.FunctionCall) goja.Value {
			b := rt.mustView(c.Argument(0))
			for i := 1; i <= 3 && i <= len(b); i++ {
				ch := b[len(b)-i]
				if ch < 0x80 {
					break
				}
				if ch >= 0xc0 {
					if n := invalidLen(b[len(b)-i:]); n == i && ch >= 0xc2 && ch <= 0xf4 {
						need := 2
						if ch >= 0xe0 {
							need = 3
						}
						if ch >= 0xf0 {
							need = 4
						}
						if i < need {
							return vm.ToValue(i)
						}
					}
					break
				}
			}
			return vm.ToValue(0)
		},
		"toWellFormed": func(c goja.FunctionCall) goja.Value {
			if s, ok := c.Argument(0).(goja.String); ok && wellFormed(s) {
				return s
			}
			u := units(c.Argument(0))
			for i := 0; i < len(u); i++ {
				switch {
				case u[i] >= 0xd800 && u[i] < 0xdc00 && i+1 < len(u) && u[i+1] >= 0xdc00 && u[i+1] < 0xe000:
					i++
				case utf16.IsSurrogate(rune(u[i])):
					u[i] = 0xfffd
				}
			}
			return goja.StringFromUTF16(u)
		},
	})
}
