package jsguard

import (
	"encoding/hex"
	"reflect"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/internal/jsregexp"
)

// Regexps is the regular expressions of a realm: the engine's own ones run on two matchers of which one cannot be stopped,
// and know not all of the language. Here RegExp and the functions of its prototype are replaced by ones over
// internal/jsregexp; the objects stay the engine's, so that typeof, class and lastIndex are what they were.
//
// A literal is compiled by this package when its program is rewritten (Options.Regexps) and carries its text and flags in
// a form that the engine takes for plain characters: the engine is never asked to compile what a program wrote.
type Regexps struct {
	vm        *goja.Runtime
	machine   jsregexp.Machine
	maxString int

	ctor, orig *goja.Object
	proto      *goja.Object
	exec       *goja.Object // the exec of the prototype, as installed
	source     nativeFunc   // the engine's own getters and methods
	flags      nativeFunc
	construct  func(*goja.Object, ...goja.Value) (*goja.Object, error)
	natives    map[string]nativeFunc

	byObject map[*goja.Object]*pattern
	byText   map[string]*pattern

	text   string // what ascii holds
	ascii  []byte
	legacy legacyMatch
}

// legacyMatch is what RegExp.$1 and its kin tell of.
type legacyMatch struct {
	subject goja.String
	caps    [20]int32
}

// pattern is a compiled regular expression with its flags.
type pattern struct {
	re                                        *jsregexp.Regexp
	source                                    string
	flags                                     string
	global, sticky, unicode, indices, anyLast bool
}

const (
	regexpMark  = "\x01"
	maxPatterns = 1000
)

// encodeRegexp is the pattern that stands for source and flags in the engine, and the flags that the engine knows of.
func encodeRegexp(source, flags string) (string, string) {
	known := strings.Map(func(r rune) rune {
		if r == 'd' || r == 'v' {
			return -1
		}
		return r
	}, flags)
	return regexpMark + flags + ":" + hex.EncodeToString([]byte(source)), known
}

func decodeRegexp(s string) (source, flags string, ok bool) {
	rest, ok := strings.CutPrefix(s, regexpMark)
	if !ok {
		return "", "", false
	}
	flags, text, ok := strings.Cut(rest, ":")
	if !ok {
		return "", "", false
	}
	b, err := hex.DecodeString(text)
	return string(b), flags, err == nil
}

// wtf16 is a pattern's UTF-16; lone surrogates are written as three bytes each.
func wtf16(s string) []uint16 {
	if isASCII(s) {
		out := make([]uint16, len(s))
		for i := range len(s) {
			out[i] = uint16(s[i])
		}
		return out
	}
	var out []uint16
	for i := 0; i < len(s); {
		if c := s[i]; c == 0xed && i+2 < len(s) && s[i+1] >= 0xa0 {
			out = append(out, uint16(c&15)<<12|uint16(s[i+1]&63)<<6|uint16(s[i+2]&63))
			i += 3
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		out = utf16.AppendRune(out, r)
		i += n
	}
	return out
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// wtf8 is a string of the realm with lone surrogates kept, as three bytes each.
func wtf8(s goja.String) string {
	v := reflect.ValueOf(s)
	if v.Kind() == reflect.String {
		return v.String()
	}
	var b strings.Builder
	n := s.Length()
	for i := 0; i < n; i++ {
		c := rune(s.CharAt(i))
		if utf16.IsSurrogate(c) {
			if i+1 < n {
				if r := utf16.DecodeRune(c, rune(s.CharAt(i+1))); r != 0xfffd {
					b.WriteRune(r)
					i++
					continue
				}
			}
			b.Write([]byte{0xe0 | byte(c>>12), 0x80 | byte(c>>6)&63, 0x80 | byte(c)&63})
			continue
		}
		b.WriteRune(c)
	}
	return b.String()
}

// escapeSource is a pattern as the source property shows it.
func escapeSource(s string) string {
	if s == "" {
		return "(?:)"
	}
	if !strings.ContainsAny(s, "/\n\r\u2028\u2029") {
		return s
	}
	var b strings.Builder
	class, esc := false, false
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteString(strings.TrimPrefix(`\n`, map[bool]string{true: `\`}[esc]))
		case r == '\r':
			b.WriteString(strings.TrimPrefix(`\r`, map[bool]string{true: `\`}[esc]))
		case r == 0x2028:
			b.WriteString(strings.TrimPrefix(`\u2028`, map[bool]string{true: `\`}[esc]))
		case r == 0x2029:
			b.WriteString(strings.TrimPrefix(`\u2029`, map[bool]string{true: `\`}[esc]))
		case r == '/' && !esc && !class:
			b.WriteString(`\/`)
		default:
			b.WriteRune(r)
		}
		if esc {
			esc = false
			continue
		}
		switch r {
		case '\\':
			esc = true
		case '[':
			class = true
		case ']':
			class = false
		}
	}
	return b.String()
}

// InstallRegexps replaces the regular expressions of a realm. stop is asked during long matches and ends them with an
// interrupt; nil = they end by their budget of steps alone.
func (n *Natives) InstallRegexps(stop func() bool) *Regexps {
	vm := n.vm
	r := &Regexps{vm: vm, maxString: n.maxString, natives: map[string]nativeFunc{}, byObject: map[*goja.Object]*pattern{}, byText: map[string]*pattern{}}
	r.machine.Stop = stop
	r.orig = vm.Get("RegExp").(*goja.Object)
	r.proto = r.orig.Get("prototype").(*goja.Object)
	describe, _ := vm.Get("Object").(*goja.Object).Get("getOwnPropertyDescriptor").(*goja.Object).Export().(nativeFunc)
	getter := func(name string) nativeFunc {
		d := describe(goja.FunctionCall{Arguments: []goja.Value{r.proto, vm.ToValue(name)}}).(*goja.Object)
		f, _ := d.Get("get").(*goja.Object).Export().(nativeFunc)
		return f
	}
	r.source, r.flags = getter("source"), getter("flags")
	method := func(name string, length int, f nativeFunc) *goja.Object {
		o := n.Func(name, length, f)
		Define(r.proto, name, o)
		return o
	}
	symbol := func(s *goja.Symbol, name string, length int, f nativeFunc) {
		if o, ok := r.proto.GetSymbol(s).(*goja.Object); ok {
			r.natives[name], _ = o.Export().(nativeFunc)
		}
		_ = r.proto.DefineDataPropertySymbol(s, n.Func("["+name+"]", length, f), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	get := func(name string, f nativeFunc) {
		_ = r.proto.DefineAccessorProperty(name, n.Func("get "+name, 0, f), nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	r.exec = method("exec", 1, r.jsExec)
	method("test", 1, r.jsTest)
	method("compile", 2, r.jsCompile)
	get("source", r.jsSource)
	get("flags", r.jsFlags)
	get("hasIndices", r.flagGetter('d'))
	get("unicodeSets", r.flagGetter('v'))
	symbol(goja.SymMatch, "Symbol.match", 1, r.jsMatch)
	symbol(goja.SymReplace, "Symbol.replace", 2, r.jsReplace)
	symbol(goja.SymSearch, "Symbol.search", 1, r.jsSearch)
	symbol(goja.SymSplit, "Symbol.split", 2, r.jsSplit)
	r.installConstructor(n)
	return r
}

func (r *Regexps) installConstructor(n *Natives) {
	vm := r.vm
	r.construct, _ = goja.AssertConstructor(r.orig)
	self := vm.ToValue(func(c goja.ConstructorCall) *goja.Object {
		p, fl := goja.Undefined(), goja.Undefined()
		if len(c.Arguments) > 0 {
			p = c.Arguments[0]
		}
		if len(c.Arguments) > 1 {
			fl = c.Arguments[1]
		}
		nt := c.NewTarget
		o, isObject := p.(*goja.Object)
		like := isObject && isRegExpLike(o)
		if nt == nil {
			nt = r.ctor
			if like && goja.IsUndefined(fl) && o.Get("constructor") == goja.Value(r.ctor) {
				return o
			}
		}
		var src, flags string
		switch pat := r.patternOf(p); {
		case pat != nil:
			src, flags = pat.source, pat.flags
		case like:
			src = sourceText(o.Get("source"))
			if f := o.Get("flags"); f != nil && goja.IsUndefined(fl) {
				flags = f.String()
			}
		case !goja.IsUndefined(p):
			src = sourceText(p)
		}
		if !goja.IsUndefined(fl) {
			flags = fl.ToString().String()
		}
		if nt == r.ctor {
			nt = r.orig
		}
		return r.make(src, flags, nt)
	}).(*goja.Object)
	r.ctor = self
	_ = self.DefineDataProperty("name", vm.ToValue("RegExp"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = self.DefineDataProperty("length", vm.ToValue(2), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = self.DefineDataProperty("prototype", r.proto, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	if f := r.orig.Get("escape"); f != nil && !goja.IsUndefined(f) {
		Define(self, "escape", f)
	}
	_ = self.DefineAccessorPropertySymbol(goja.SymSpecies, n.Func("get [Symbol.species]", 0, func(fc goja.FunctionCall) goja.Value { return fc.This }), nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
	r.legacyStatics(n, self)
	Define(r.proto, "constructor", self)
	Define(vm.GlobalObject(), "RegExp", self)
	for i := range constructors { // the check of the class is in this one
		if constructors[i].name == "RegExp" {
			n.first(&constructors[i])
		}
	}
}

func sourceText(v goja.Value) string {
	if v == nil {
		return "undefined"
	}
	s, ok := v.(goja.String)
	if !ok {
		s, _ = v.ToString().(goja.String)
	}
	return wtf8(s)
}

func isRegExpLike(o *goja.Object) bool {
	if m := o.GetSymbol(goja.SymMatch); m != nil && !goja.IsUndefined(m) {
		return m.ToBoolean()
	}
	return o.ClassName() == "RegExp"
}

// make makes an object of the engine for a pattern; newTarget as in `new`.
func (r *Regexps) make(src, flags string, newTarget *goja.Object) *goja.Object {
	if _, err := r.compile(src, flags); err != nil {
		Throw(r.vm, "SyntaxError", err.Error())
	}
	enc, known := encodeRegexp(src, flags)
	o, err := r.construct(newTarget, r.vm.ToValue(enc), r.vm.ToValue(known))
	if err != nil {
		panic(err)
	}
	return o
}

func (r *Regexps) compile(src, flags string) (*pattern, error) {
	key := flags + "/" + src
	if p := r.byText[key]; p != nil {
		return p, nil
	}
	if err := ScanPattern(src); err != nil {
		return nil, err
	}
	re, err := jsregexp.Compile(wtf16(src), flags)
	if err != nil {
		return nil, err
	}
	p := &pattern{
		re: re, source: src, flags: orderFlags(flags), global: strings.Contains(flags, "g"), sticky: strings.Contains(flags, "y"),
		unicode: re.Unicode(), indices: strings.Contains(flags, "d"),
	}
	p.anyLast = p.global || p.sticky
	r.remember(key, p)
	return p, nil
}

func (r *Regexps) remember(key string, p *pattern) {
	if len(r.byText) >= maxPatterns {
		clear(r.byText)
	}
	r.byText[key] = p
}

func orderFlags(f string) string {
	b := []byte(f)
	slices.Sort(b) // "dgimsuvy" is the alphabet's order
	return string(b)
}

// patternOf is the pattern of a regular expression object, nil for what is none.
func (r *Regexps) patternOf(v goja.Value) *pattern {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	if p := r.byObject[o]; p != nil {
		return p
	}
	if o.ClassName() != "RegExp" || o == r.proto || isProxy(o) {
		return nil
	}
	raw, ok := r.source(goja.FunctionCall{This: o}).(goja.String)
	if !ok {
		return nil
	}
	src := wtf8(raw)
	p := r.byText[src]
	if p == nil {
		var err error
		if text, flags, ok := decodeRegexp(src); ok {
			if p, err = r.compile(text, flags); err == nil {
				r.remember(src, p)
			}
		} else {
			p, err = r.compile(src, r.flags(goja.FunctionCall{This: o}).String())
		}
		if err != nil {
			Throw(r.vm, "SyntaxError", err.Error())
		}
	}
	if len(r.byObject) >= 256 {
		clear(r.byObject)
	}
	r.byObject[o] = p
	return p
}

// plain is the pattern of an object whose exec is the one installed here.
func (r *Regexps) plain(v goja.Value) (*goja.Object, *pattern) {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil, nil
	}
	p := r.patternOf(o)
	if p == nil || o.Get("exec") != goja.Value(r.exec) {
		return nil, nil
	}
	return o, p
}

var uint16s = reflect.TypeFor[[]uint16]()

// match runs a pattern on a string; the positions are valid until the next match.
func (r *Regexps) match(p *pattern, s goja.String, at int, sticky bool) []int32 {
	var caps []int32
	var err error
	v := reflect.ValueOf(s)
	switch v.Kind() {
	case reflect.String:
		if t := v.String(); t != r.text {
			r.text = t
			r.ascii = append(r.ascii[:0], t...)
		}
		caps, err = r.machine.MatchASCII(p.re, r.ascii, at, sticky)
	case reflect.Slice:
		u, _ := v.Convert(uint16s).Interface().([]uint16)
		caps, err = r.machine.MatchUTF16(p.re, u[1:], at, sticky) // the first unit is a mark of the engine's
	default:
		n := s.Length()
		u := make([]uint16, n)
		for i := range u {
			u[i] = s.CharAt(i)
		}
		caps, err = r.machine.MatchUTF16(p.re, u, at, sticky)
	}
	switch err {
	case nil:
	case jsregexp.ErrStopped:
		panic(&goja.InterruptedError{})
	default:
		Throw(r.vm, "RangeError", err.Error())
	}
	if len(r.text) > 1<<20 && len(r.ascii) > 8*len(r.text) {
		r.ascii, r.text = nil, ""
	}
	return caps
}

func (r *Regexps) note(s goja.String, caps []int32) {
	r.legacy.subject = s
	n := copy(r.legacy.caps[:], caps)
	for ; n < len(r.legacy.caps); n++ {
		r.legacy.caps[n] = -1
	}
}

func (r *Regexps) legacyStatics(n *Natives, self *goja.Object) {
	part := func(f func(l *legacyMatch) (int32, int32)) nativeFunc {
		return func(goja.FunctionCall) goja.Value {
			l := &r.legacy
			if l.subject == nil {
				return r.vm.ToValue("")
			}
			from, to := f(l)
			if from < 0 || to < from {
				return r.vm.ToValue("")
			}
			return l.subject.Substring(int(from), int(to))
		}
	}
	add := func(name string, f nativeFunc) {
		_ = self.DefineAccessorProperty(name, n.Func("get "+name, 0, f), n.Func("set "+name, 1, func(goja.FunctionCall) goja.Value { return goja.Undefined() }), goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	for i := 1; i < 10; i++ {
		add("$"+indices[i], part(func(l *legacyMatch) (int32, int32) { return l.caps[2*i], l.caps[2*i+1] }))
	}
	add("lastMatch", part(func(l *legacyMatch) (int32, int32) { return l.caps[0], l.caps[1] }))
	add("input", func(goja.FunctionCall) goja.Value {
		if r.legacy.subject == nil {
			return r.vm.ToValue("")
		}
		return r.legacy.subject
	})
	add("leftContext", part(func(l *legacyMatch) (int32, int32) { return 0, l.caps[0] }))
	add("rightContext", part(func(l *legacyMatch) (int32, int32) { return l.caps[1], int32(l.subject.Length()) }))
}
