package jsguard

import (
	"unicode/utf16"

	"github.com/dop251/goja"
	"golang.org/x/text/unicode/norm"
)

// longString is the length from which the functions of strings work in pieces: the engine cannot be stopped in one.
const longString = 1 << 16

// repeated is s as often as to fill length code units, the last one in part.
func (n *Natives) repeated(s goja.String, length int) goja.String {
	if s.Length() == 0 || length == 0 {
		return s.Substring(0, 0)
	}
	whole := s
	for whole.Length()*2 <= length {
		n.CheckStopped()
		whole = whole.Concat(whole)
	}
	for whole.Length() < length { // what is missing is a beginning of what there is
		n.CheckStopped()
		whole = whole.Concat(whole.Substring(0, min(whole.Length(), length-whole.Length())))
	}
	return whole
}

// inPieces calls orig on pieces of a long string and joins what it gives; at tells whether the string may be cut before the code
// unit there.
func inPieces(at func(s goja.String, i int, c goja.FunctionCall) bool) func(*Natives, nativeFunc) nativeFunc {
	return func(n *Natives, orig nativeFunc) nativeFunc {
		return func(c goja.FunctionCall) goja.Value {
			s, ok := c.This.(goja.String)
			if !ok || s.Length() <= longString {
				return orig(c)
			}
			for i, a := range c.Arguments {
				if _, isObject := a.(*goja.Object); isObject {
					c.Arguments[i] = text(a)
				}
			}
			l := s.Length()
			n.Reserve(4 * int64(l))
			var b goja.StringBuilder
			total := 0
			for from := 0; from < l; {
				n.CheckStopped()
				to := min(l, from+longString)
				for end := to; to < l && !at(s, to, c); to++ {
					if to-end > longString {
						break
					}
				}
				c.This = s.Substring(from, to)
				v, ok := orig(c).(goja.String)
				if !ok {
					return orig(goja.FunctionCall{This: s, Arguments: c.Arguments})
				}
				if total += v.Length(); total > n.maxString {
					n.tooLong()
				}
				b.WriteString(v)
				from = to
			}
			return b.String()
		}
	}
}

// betweenWords tells that the case of what is before i has no bearing on what is behind: there is a blank.
func betweenWords(s goja.String, i int, _ goja.FunctionCall) bool {
	c, before := s.CharAt(i), s.CharAt(i-1)
	if utf16.IsSurrogate(rune(c)) {
		return false
	}
	return c == ' ' || c == '\n' || before == ' ' || before == '\n' || c != 0x3a3 && before != 0x3a3 && c != 0x307 // a final sigma looks around itself
}

// beforeStarter tells that nothing behind i is put together with what is before it.
func beforeStarter(s goja.String, i int, c goja.FunctionCall) bool {
	r := rune(s.CharAt(i))
	if r < 0x80 {
		return true
	}
	if utf16.IsSurrogate(r) {
		return false
	}
	form := norm.NFC
	if len(c.Arguments) > 0 {
		switch c.Arguments[0].String() {
		case "NFD":
			form = norm.NFD
		case "NFKC":
			form = norm.NFKC
		case "NFKD":
			form = norm.NFKD
		}
	}
	return form.PropertiesString(string(r)).BoundaryBefore()
}

// split is String.prototype.split, of a long string at a string.
func split(n *Natives, orig nativeFunc) nativeFunc {
	index := n.native("String.prototype", "indexOf")
	return func(c goja.FunctionCall) goja.Value {
		s, ok := c.This.(goja.String)
		sep, isString := c.Argument(0).(goja.String)
		if !ok || s.Length() <= longString {
			return orig(c)
		}
		if !isString {
			if int64(s.Length()) > n.limit/32 && !goja.IsUndefined(c.Argument(0)) {
				n.tooLong()
			}
			return orig(c)
		}
		most := uint32(1<<32 - 1)
		if v := c.Argument(1); !goja.IsUndefined(v) {
			most = uint32(v.ToNumber().ToInteger())
		}
		var out []any
		add := func(from, to int) bool {
			if uint32(len(out)) >= most {
				return false
			}
			if len(out)%stopEvery == 0 {
				n.CheckStopped()
				if int64(len(out)) > n.maxArray {
					n.badLength()
				}
				if len(out)%(1<<16) == 0 {
					n.Reserve(int64(len(out)) * 64)
				}
			}
			out = append(out, s.Substring(from, to))
			return true
		}
		l, k := s.Length(), sep.Length()
		if k == 0 {
			for i := 0; i < l && add(i, i+1); i++ {
			}
			return n.vm.NewArray(out...)
		}
		from := 0
		for {
			at := int(index(goja.FunctionCall{This: s, Arguments: []goja.Value{sep, n.vm.ToValue(from)}}).ToInteger())
			if at < 0 || !add(from, at) {
				break
			}
			from = at + k
		}
		add(from, l)
		return n.vm.NewArray(out...)
	}
}

// maxCollated is the length of the longest strings that are compared in the order of a language.
const maxCollated = 1 << 18

func localeCompare(n *Natives, orig nativeFunc) nativeFunc {
	return func(c goja.FunctionCall) goja.Value {
		if nullish(c.This) {
			return orig(c)
		}
		a, _ := text(c.This).(goja.String)
		b, _ := text(c.Argument(0)).(goja.String)
		if a.Length() > maxCollated || b.Length() > maxCollated {
			return n.vm.ToValue(a.CompareTo(b))
		}
		c.This = a
		c.Arguments = append([]goja.Value{b}, c.Arguments[min(1, len(c.Arguments)):]...)
		return orig(c)
	}
}
