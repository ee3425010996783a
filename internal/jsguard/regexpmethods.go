package jsguard

import (
	"math"
	"strings"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/internal/jsregexp"
)

func (r *Regexps) incompatible(name string, this goja.Value) {
	panic(r.vm.NewTypeError("Method RegExp.prototype." + name + " called on incompatible receiver " + this.String()))
}

func toText(v goja.Value) goja.String {
	if s, ok := v.(goja.String); ok {
		return s
	}
	if o, ok := v.(*goja.Object); ok {
		v = o.ToString()
	}
	if s, ok := v.ToString().(goja.String); ok {
		return s
	}
	// Numbers, booleans, null and undefined keep their own type.
	var b goja.StringBuilder
	b.WriteUTF8String(v.String())
	return b.String()
}

// lastIndex reads the property; converting it may run code of the program.
func lastIndex(o *goja.Object) int64 {
	v := o.Get("lastIndex")
	if v == nil {
		return 0
	}
	return max(v.ToInteger(), 0)
}

func (r *Regexps) setLast(o *goja.Object, i int) {
	if err := o.Set("lastIndex", i); err != nil {
		panic(err)
	}
}

// run is what exec does but for the making of a result.
func (r *Regexps) run(o *goja.Object, p *pattern, s goja.String) []int32 {
	at := lastIndex(o)
	if !p.anyLast {
		at = 0
	}
	var caps []int32
	if at <= int64(s.Length()) {
		caps = r.match(p, s, int(at), p.sticky)
	}
	if caps == nil {
		if p.anyLast {
			r.setLast(o, 0)
		}
		return nil
	}
	if p.anyLast {
		r.setLast(o, int(caps[1]))
	}
	r.note(s, caps)
	return caps
}

func sub(s goja.String, caps []int32, g int) goja.Value {
	if caps[2*g] < 0 || caps[2*g+1] < 0 {
		return goja.Undefined()
	}
	return s.Substring(int(caps[2*g]), int(caps[2*g+1]))
}

// groups is the object of named groups.
func (r *Regexps) groups(re *jsregexp.Regexp, caps []int32, value func(g int) goja.Value) goja.Value {
	names := re.Names()
	if len(names) == 0 {
		return goja.Undefined()
	}
	o := r.vm.CreateObject(nil)
	_ = o.SetPrototype(nil)
	for _, name := range names {
		v := goja.Value(goja.Undefined())
		for _, g := range re.Group(name) {
			if caps[2*g] >= 0 && caps[2*g+1] >= 0 {
				v = value(g)
			}
		}
		_ = o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	return o
}

func (r *Regexps) result(p *pattern, s goja.String, caps []int32) goja.Value {
	vals := make([]any, len(caps)/2)
	for g := range vals {
		vals[g] = sub(s, caps, g)
	}
	a := r.vm.NewArray(vals...)
	set := func(o *goja.Object, name string, v goja.Value) {
		_ = o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	set(a, "index", r.vm.ToValue(int64(caps[0])))
	set(a, "input", s)
	set(a, "groups", r.groups(p.re, caps, func(g int) goja.Value { return sub(s, caps, g) }))
	if p.indices {
		pair := func(g int) goja.Value {
			if caps[2*g] < 0 || caps[2*g+1] < 0 {
				return goja.Undefined()
			}
			return r.vm.NewArray(int64(caps[2*g]), int64(caps[2*g+1]))
		}
		at := make([]any, len(vals))
		for g := range at {
			at[g] = pair(g)
		}
		ind := r.vm.NewArray(at...)
		set(ind, "groups", r.groups(p.re, caps, pair))
		set(a, "indices", ind)
	}
	return a
}

func (r *Regexps) jsExec(c goja.FunctionCall) goja.Value {
	p := r.patternOf(c.This)
	if p == nil {
		r.incompatible("exec", c.This)
	}
	s := toText(c.Argument(0))
	caps := r.run(c.This.(*goja.Object), p, s)
	if caps == nil {
		return goja.Null()
	}
	return r.result(p, s, caps)
}

func (r *Regexps) jsTest(c goja.FunctionCall) goja.Value {
	o, p := r.plain(c.This)
	if p != nil {
		return r.vm.ToValue(r.run(o, p, toText(c.Argument(0))) != nil)
	}
	o, ok := c.This.(*goja.Object)
	if !ok {
		r.incompatible("test", c.This)
	}
	exec, ok := goja.AssertFunction(o.Get("exec"))
	if !ok {
		r.incompatible("test", c.This)
	}
	v, err := exec(o, toText(c.Argument(0)))
	if err != nil {
		panic(err)
	}
	return r.vm.ToValue(!goja.IsNull(v))
}

func (r *Regexps) jsCompile(c goja.FunctionCall) goja.Value {
	old := r.patternOf(c.This)
	if old == nil {
		r.incompatible("compile", c.This)
	}
	o := c.This.(*goja.Object)
	src, flags := "", ""
	if p := r.patternOf(c.Argument(0)); p != nil {
		src, flags = p.source, p.flags
	} else if !goja.IsUndefined(c.Argument(0)) {
		src = sourceText(c.Argument(0))
	}
	if f := c.Argument(1); !goja.IsUndefined(f) {
		flags = f.ToString().String()
	}
	p, err := r.compile(src, flags)
	if err != nil {
		Throw(r.vm, "SyntaxError", err.Error())
	}
	if p.flags != old.flags { // the engine's object keeps its flags
		panic(r.vm.NewTypeError("RegExp.prototype.compile cannot change flags here"))
	}
	r.byObject[o] = p
	r.setLast(o, 0)
	return o
}

func (r *Regexps) jsSource(c goja.FunctionCall) goja.Value {
	p := r.patternOf(c.This)
	if p == nil {
		return r.source(c)
	}
	if isASCII(p.source) {
		return r.vm.ToValue(escapeSource(p.source))
	}
	return goja.StringFromUTF16(wtf16(escapeSource(p.source)))
}

func (r *Regexps) jsFlags(c goja.FunctionCall) goja.Value {
	o, ok := c.This.(*goja.Object)
	if !ok {
		r.incompatible("flags", c.This)
	}
	if p := r.patternOf(o); p != nil && o.Prototype() == r.proto {
		return r.vm.ToValue(p.flags)
	}
	flags := ""
	for _, f := range []struct{ name, flag string }{{"hasIndices", "d"}, {"global", "g"}, {"ignoreCase", "i"}, {"multiline", "m"}, {"dotAll", "s"}, {"unicode", "u"}, {"unicodeSets", "v"}, {"sticky", "y"}} {
		if v := o.Get(f.name); v != nil && v.ToBoolean() {
			flags += f.flag
		}
	}
	return r.vm.ToValue(flags)
}

func (r *Regexps) flagGetter(flag byte) nativeFunc {
	return func(c goja.FunctionCall) goja.Value {
		p := r.patternOf(c.This)
		if p == nil {
			return goja.Undefined()
		}
		return r.vm.ToValue(strings.IndexByte(p.flags, flag) >= 0)
	}
}

// advance is the next place for a search after an empty match.
func advance(s goja.String, at int, unicode bool) int {
	if unicode && at+1 < s.Length() && s.CharAt(at)&0xfc00 == 0xd800 && s.CharAt(at+1)&0xfc00 == 0xdc00 {
		return at + 2
	}
	return at + 1
}

// all calls f for every match, as a global expression makes them.
func (r *Regexps) all(o *goja.Object, p *pattern, s goja.String, f func(caps []int32)) {
	r.setLast(o, 0)
	for at, n := 0, s.Length(); at <= n; {
		caps := r.match(p, s, at, p.sticky)
		if caps == nil {
			break
		}
		r.note(s, caps)
		f(caps)
		if at = int(caps[1]); caps[0] == caps[1] {
			at = advance(s, at, p.unicode)
		}
	}
}

func (r *Regexps) jsMatch(c goja.FunctionCall) goja.Value {
	o, p := r.plain(c.This)
	if p == nil {
		return r.natives["Symbol.match"](c)
	}
	s := toText(c.Argument(0))
	if !p.global {
		caps := r.run(o, p, s)
		if caps == nil {
			return goja.Null()
		}
		return r.result(p, s, caps)
	}
	var out []any
	r.all(o, p, s, func(caps []int32) { out = append(out, sub(s, caps, 0)) })
	if out == nil {
		return goja.Null()
	}
	return r.vm.NewArray(out...)
}

func (r *Regexps) jsSearch(c goja.FunctionCall) goja.Value {
	_, p := r.plain(c.This)
	if p == nil {
		return r.natives["Symbol.search"](c)
	}
	s := toText(c.Argument(0))
	caps := r.match(p, s, 0, p.sticky)
	if caps == nil {
		return r.vm.ToValue(-1)
	}
	r.note(s, caps)
	return r.vm.ToValue(int64(caps[0]))
}

func (r *Regexps) jsSplit(c goja.FunctionCall) goja.Value {
	o, p := r.plain(c.This)
	if p == nil || o.Get("constructor") != goja.Value(r.ctor) {
		return r.natives["Symbol.split"](c)
	}
	s := toText(c.Argument(0))
	limit := int64(math.MaxUint32)
	if l := c.Argument(1); !goja.IsUndefined(l) {
		limit = int64(uint32(l.ToNumber().ToInteger()))
	}
	var out []any
	add := func(v goja.Value) bool {
		out = append(out, v)
		return int64(len(out)) < limit
	}
	done := func() goja.Value { return r.vm.NewArray(out...) }
	if limit == 0 {
		return done()
	}
	size := s.Length()
	if size == 0 {
		if r.match(p, s, 0, true) == nil {
			add(s)
		}
		return done()
	}
	from := 0
	for at := 0; at < size; {
		caps := r.match(p, s, at, false)
		if caps == nil || int(caps[0]) >= size {
			break
		}
		start, end := int(caps[0]), min(int(caps[1]), size)
		if end == from {
			at = advance(s, max(at, start), p.unicode)
			continue
		}
		if !add(s.Substring(from, start)) {
			return done()
		}
		from = end
		for g := 1; g < len(caps)/2; g++ {
			if !add(sub(s, caps, g)) {
				return done()
			}
		}
		at = from
	}
	add(s.Substring(from, size))
	return done()
}

func (r *Regexps) jsReplace(c goja.FunctionCall) goja.Value {
	o, p := r.plain(c.This)
	if p == nil {
		return r.natives["Symbol.replace"](c)
	}
	s := toText(c.Argument(0))
	by := c.Argument(1)
	fn, isFn := goja.AssertFunction(by)
	var tmpl goja.String
	simple := false
	if !isFn {
		tmpl = toText(by)
		simple = true
		for i, n := 0, tmpl.Length(); i < n; i++ {
			if tmpl.CharAt(i) == '$' {
				simple = false
				break
			}
		}
	}
	width := 2 * (p.re.Groups() + 1)
	var flat []int32
	if p.global {
		r.all(o, p, s, func(caps []int32) { flat = append(flat, caps...) })
	} else if caps := r.run(o, p, s); caps != nil {
		flat = append(flat, caps...)
	}
	if flat == nil {
		return s
	}
	var b goja.StringBuilder
	total := 0
	grow := func(n int) {
		if total += n; total > r.maxString {
			Throw(r.vm, "RangeError", "Invalid string length")
		}
	}
	from := 0
	for ; len(flat) > 0; flat = flat[width:] {
		caps := flat[:width]
		grow(int(caps[0]) - from)
		b.WriteSubstring(s, from, int(caps[0]))
		from = int(caps[1])
		switch {
		case isFn:
			args := make([]goja.Value, 0, width/2+3)
			for g := range width / 2 {
				args = append(args, sub(s, caps, g))
			}
			args = append(args, r.vm.ToValue(int64(caps[0])), s)
			if len(p.re.Names()) > 0 {
				args = append(args, r.groups(p.re, caps, func(g int) goja.Value { return sub(s, caps, g) }))
			}
			v, err := fn(goja.Undefined(), args...)
			if err != nil {
				panic(err)
			}
			t := toText(v)
			grow(t.Length())
			b.WriteString(t)
		case simple:
			grow(tmpl.Length())
			b.WriteString(tmpl)
		default:
			r.expand(&b, grow, tmpl, p, s, caps)
		}
	}
	grow(s.Length() - from)
	b.WriteSubstring(s, from, s.Length())
	return b.String()
}

// expand writes a replacement text: $$, $&, $`, $', $n, $nn, $<name>.
func (r *Regexps) expand(b *goja.StringBuilder, grow func(int), tmpl goja.String, p *pattern, s goja.String, caps []int32) {
	n := tmpl.Length()
	part := func(from, to int32) {
		if from >= 0 && to >= from {
			grow(int(to - from))
			b.WriteSubstring(s, int(from), int(to))
		}
	}
	flush := 0
	plain := func(to int) {
		if to > flush {
			grow(to - flush)
			b.WriteSubstring(tmpl, flush, to)
		}
	}
	for i := 0; i+1 < n; i++ {
		if tmpl.CharAt(i) != '$' {
			continue
		}
		c := tmpl.CharAt(i + 1)
		skip := 2
		switch {
		case c == '$':
			plain(i + 1)
			flush, i = i+2, i+1
			continue
		case c == '&':
			plain(i)
			part(caps[0], caps[1])
		case c == '`':
			plain(i)
			part(0, caps[0])
		case c == '\'':
			plain(i)
			part(caps[1], int32(s.Length()))
		case '0' <= c && c <= '9':
			g := int(c - '0')
			if i+2 < n {
				if d := tmpl.CharAt(i + 2); '0' <= d && d <= '9' && g*10+int(d-'0') <= p.re.Groups() && g*10+int(d-'0') > 0 {
					g = g*10 + int(d-'0')
					skip = 3
				}
			}
			if g == 0 || g > p.re.Groups() {
				continue
			}
			plain(i)
			part(caps[2*g], caps[2*g+1])
		case c == '<' && len(p.re.Names()) > 0:
			end := i + 2
			for end < n && tmpl.CharAt(end) != '>' {
				end++
			}
			if end == n {
				continue
			}
			plain(i)
			for _, g := range p.re.Group(tmpl.Substring(i+2, end).String()) {
				part(caps[2*g], caps[2*g+1])
			}
			skip = end + 1 - i
		default:
			continue
		}
		i += skip - 1
		flush = i + 1
	}
	plain(n)
}
