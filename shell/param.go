package shell

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/internal/pattern"
	"mvdan.cc/sh/v3/syntax"
)

// value is what a parameter stands for: a string, or a list for @, *, a[@] and a[*].
type value struct {
	name     string // as messages show it
	set      bool
	str      string
	isList   bool
	star     bool // * rather than @
	list     []string
	v        *variable // the variable behind it, nil for special parameters
	base     string    // name of that variable
	sub      string    // subscript, when hasSub
	hasSub   bool
	posit    bool // $@ or $*
	indirect bool // found through ${!x}
}

// isAt and isStar recognise the subscripts @ and *.
func subscriptLit(x syntax.ArithmExpr) string {
	if w, ok := x.(*syntax.Word); ok && len(w.Parts) == 1 {
		if l, ok := w.Parts[0].(*syntax.Lit); ok {
			return l.Value
		}
	}
	return ""
}

func isAt(x syntax.ArithmExpr) bool   { return x != nil && subscriptLit(x) == "@" }
func isStar(x syntax.ArithmExpr) bool { return x != nil && subscriptLit(x) == "*" }

// firstChar is the first character of s as a string.
func firstChar(s string) string {
	if s == "" {
		return ""
	}
	if s[0] < utf8.RuneSelf {
		return s[:1]
	}
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

// special returns the value of a special or positional parameter; ok is false when name is a variable's.
func (sh *Shell) special(name string) (v value, ok bool) {
	c := name[0]
	if c == '_' && len(name) > 1 || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
		return value{}, false
	}
	v = value{name: name, set: true}
	switch c {
	case '@', '*':
		v.isList, v.star, v.posit = true, c == '*', true
		v.list = sh.params
		v.set = len(sh.params) > 0
	case '#':
		v.str = strconv.Itoa(len(sh.params))
	case '?':
		v.str = strconv.Itoa(sh.status)
	case '$':
		v.str = strconv.Itoa(sh.pid)
	case '!':
		if v.set = sh.lastBG != 0; v.set {
			v.str = strconv.Itoa(sh.lastBG)
		}
	case '-':
		v.str = sh.dollarDash()
	case '_':
		return value{}, false
	default:
		n, err := strconv.Atoi(name)
		if err != nil {
			v.set = false
			break
		}
		if n == 0 {
			v.str = sh.arg0
		} else if v.set = n <= len(sh.params); v.set {
			v.str = sh.params[n-1]
		}
	}
	return v, true
}

// reference evaluates name or name[index].
func (sh *Shell) reference(name string, index syntax.ArithmExpr) (value, error) {
	if v, ok := sh.special(name); ok {
		return v, nil
	}
	if v := sh.vars.table.get(name); v.has(attrNameref) && v.set && index == nil {
		target, sub, ok := sh.resolve(name)
		if ok && sub != "" {
			return sh.refText(target, sub, true)
		}
	}
	v := sh.lookup(name)
	out := value{name: name, v: v, base: name}
	if target, _, ok := sh.resolve(name); ok {
		out.base = target
	}
	if index == nil {
		out.str, out.set = v.scalar()
		return out, nil
	}
	if at := isAt(index); at || isStar(index) {
		out.isList, out.star = true, !at
		out.list = v.elements()
		out.set = v.hasValue()
		out.hasSub = true
		out.sub = subscriptLit(index)
		out.name = name + "[" + out.sub + "]"
		return out, nil
	}
	sub, err := sh.subscript(v, index)
	if err != nil {
		return out, err
	}
	out.sub, out.hasSub = sub, true
	out.name = name + "[" + sub + "]"
	if v.has(attrAssoc) && sub == "" {
		return out, errorf(1, "%s: bad array subscript", name)
	}
	out.str, out.set, err = sh.getElem(name, v, sub)
	return out, err
}

// refText evaluates a reference that comes as text: of ${!x} and of a nameref.
func (sh *Shell) refText(name, sub string, hasSub bool) (value, error) {
	if !hasSub {
		return sh.reference(name, nil)
	}
	v := sh.lookup(name)
	out := value{name: name + "[" + sub + "]", v: v, base: name, sub: sub, hasSub: true}
	if sub == "@" || sub == "*" {
		out.isList, out.star = true, sub == "*"
		out.list, out.set = v.elements(), v.hasValue()
		return out, nil
	}
	sub, err := sh.expandSubscript(sub)
	if err != nil {
		return out, err
	}
	out.sub = sub
	out.str, out.set, err = sh.getElem(name, v, sub)
	return out, err
}

// expandSubscript expands the expansions in a text that was not in the source: a subscript in a variable.
func (sh *Shell) expandSubscript(s string) (string, error) {
	if !strings.ContainsAny(s, "$`\\\"'") {
		return s, nil
	}
	w, err := parsePattern(s)
	if err != nil {
		return s, nil
	}
	return sh.one(w, modeString, 0)
}

// subscript turns the subscript of a reference to v into text: the key of an associative array, or the number.
func (sh *Shell) subscript(v *variable, x syntax.ArithmExpr) (string, error) {
	if v.has(attrAssoc) {
		if w, ok := x.(*syntax.Word); ok {
			if text, ok, err := sh.markedText(w); ok || err != nil {
				return text, err
			}
			return sh.one(w, modeString, 0)
		}
		return sh.arithSource(x)
	}
	if lit := subscriptLit(x); lit != "" && plainNumber(lit) {
		return lit, nil
	}
	n, err := sh.arith(x)
	return strconv.FormatInt(n, 10), err
}

func plainNumber(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != "" && len(s) < 18 && (s[0] != '0' || len(s) == 1)
}

// param expands $x and ${…}.
func (e *expander) param(pe *syntax.ParamExp, ctx wordContext) error {
	sh := e.sh
	if pe.Param == nil {
		return errorf(1, "%s: bad substitution", sourceText(pe))
	}
	if pe.Flags != nil || pe.Width || pe.IsSet || len(pe.Modifiers) > 0 || pe.NestedParam != nil {
		return errorf(1, "%s: bad substitution", sourceText(pe))
	}
	name := pe.Param.Value
	if strings.HasPrefix(name, markerPrefix) {
		if done, err := e.marker(pe, ctx); done || err != nil {
			return err
		}
	}
	if name, ok := simpleParam(pe); ok { // $x
		if v := sh.vars.table.get(name); v != nil && v.set && v.dyn == nil && v.attrs&(attrNameref|attrArray) == 0 {
			e.emit(v.str, ctx)
			return nil
		}
	}
	if pe.Names != 0 {
		names := sh.names(func(n string, v *variable) bool {
			return strings.HasPrefix(n, name) && (v.hasValue() || v.set || v.dyn != nil)
		})
		star := pe.Names == syntax.NamesPrefix
		if e.initIFS(); star && e.ifs == "" {
			e.emit(strings.Join(names, ""), ctx)
			return nil
		}
		e.list(names, star, ctx)
		return nil
	}
	var val value
	var err error
	switch {
	case pe.Excl && pe.Exp == nil && pe.Slice == nil && pe.Repl == nil && pe.Index != nil && (isAt(pe.Index) || isStar(pe.Index)):
		keys := sh.lookup(name).keys()
		if e.initIFS(); isStar(pe.Index) && e.ifs == "" && ctx&inQuotes == 0 {
			e.emit(strings.Join(keys, " "), ctx)
			return nil
		}
		e.list(keys, isStar(pe.Index), ctx)
		return nil
	case pe.Excl:
		val, err = sh.indirect(pe)
		val.indirect = true
	default:
		val, err = sh.reference(name, pe.Index)
	}
	if err != nil {
		return err
	}
	if pe.Excl && val.name == "" { // a nameref: its target's name
		e.emit(val.str, ctx)
		return nil
	}
	if pe.Length {
		n := 0
		switch {
		case val.isList:
			n = len(val.list)
		case !val.set && sh.opts.nounset:
			return unbound(val.name)
		default:
			n = charCount(val.str)
		}
		e.emit(strconv.Itoa(n), ctx)
		return nil
	}
	if pe.Exp != nil {
		done, err := e.defaults(pe.Exp, &val, ctx)
		if done || err != nil {
			return err
		}
	}
	if !val.set && !val.isList && sh.opts.nounset {
		return unbound(val.name)
	}
	switch {
	case pe.Slice != nil:
		err = sh.slice(&val, pe.Slice)
	case pe.Repl != nil:
		err = e.replace(&val, pe)
	case pe.Exp != nil:
		err = e.operate(&val, pe.Exp, ctx)
	}
	if err != nil {
		return err
	}
	if val.isList {
		e.list(val.list, val.star, ctx)
	} else {
		e.emit(val.str, ctx)
	}
	return nil
}

func unbound(name string) error {
	return &expandError{msg: name + ": unbound variable", status: 1, fatal: true}
}

func charCount(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return utf8.RuneCountInString(s)
		}
	}
	return len(s)
}

// list appends the elements of a list: "$@", "$*", $@ and their kin.
func (e *expander) list(list []string, star bool, ctx wordContext) {
	if e.mode != modeFields {
		sep := " "
		if star {
			sep = e.sh.ifsJoin()
		}
		e.emit(strings.Join(list, sep), ctx)
		return
	}
	if ctx&inQuotes != 0 && star {
		e.quoted(strings.Join(list, e.sh.ifsJoin()))
		return
	}
	if ctx&inQuotes != 0 {
		e.emptyAt = e.emptyAt || len(list) == 0
		for i, s := range list {
			if i > 0 {
				e.started = true
				e.finish()
			}
			e.quoted(s)
		}
		return
	}
	e.initIFS()
	if e.ifs != "" && e.ifs != defaultIFS { // the elements are joined and split again: empty ones can stay
		e.split(strings.Join(list, firstChar(e.ifs)))
		return
	}
	for i, s := range list {
		if i > 0 {
			e.boundary()
		}
		e.split(s)
	}
}

// indirect evaluates ${!x}.
func (sh *Shell) indirect(pe *syntax.ParamExp) (value, error) {
	name := pe.Param.Value
	if v := sh.raw(name); v.has(attrNameref) && pe.Index == nil {
		return value{str: v.str, set: v.set}, nil
	}
	ref, err := sh.reference(name, pe.Index)
	if err != nil {
		return ref, err
	}
	text := ref.str
	if ref.isList {
		text = strings.Join(ref.list, " ")
	}
	if !ref.set {
		if ref.v.has(attrArray) && pe.Index == nil {
			return value{name: "!" + name}, nil
		}
		return ref, errorf(1, "%s: invalid indirect expansion", name)
	}
	base, sub, hasSub := text, "", false
	if k := strings.IndexByte(text, '['); k > 0 && strings.HasSuffix(text, "]") {
		base, sub, hasSub = text[:k], text[k+1:len(text)-1], true
	}
	if !syntax.ValidName(base) && (hasSub || !validSpecial(base)) {
		return ref, errorf(1, "%s: invalid variable name", text)
	}
	return sh.refText(base, sub, hasSub)
}

// validSpecial reports whether s names a special or positional parameter.
func validSpecial(s string) bool {
	if len(s) == 1 && strings.Contains("@*#?-$!0", s) {
		return true
	}
	return plainDigits(s)
}

func plainDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// defaults applies - :- + :+ = := ? :?. done reports that the result has been appended.
func (e *expander) defaults(x *syntax.Expansion, val *value, ctx wordContext) (done bool, err error) {
	null := !val.set
	switch x.Op {
	case syntax.AlternateUnsetOrNull, syntax.DefaultUnsetOrNull, syntax.ErrorUnsetOrNull, syntax.AssignUnsetOrNull:
		if !null {
			if val.isList {
				null = len(val.list) == 0 || len(val.list) == 1 && val.list[0] == "" && !val.indirect
			} else {
				null = val.str == ""
			}
		}
	}
	switch x.Op {
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		if null {
			if ctx&inQuotes != 0 && !val.isList {
				e.quoted("")
			}
			return true, nil
		}
		return true, e.operand(x.Word, ctx)
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull:
		if !null {
			return false, nil
		}
		return true, e.operand(x.Word, ctx)
	case syntax.AssignUnset, syntax.AssignUnsetOrNull:
		if !null {
			return false, nil
		}
		s, err := e.sh.one(x.Word, modeString, ctx&inQuotes|inBraces)
		if err != nil {
			return true, err
		}
		if val.v == nil && val.base == "" || val.isList {
			return true, errorf(1, "$%s: cannot assign in this way", val.name)
		}
		if val.hasSub {
			err = e.sh.setElem(val.base, val.sub, s)
		} else {
			err = e.sh.setVar(val.base, s)
		}
		if err != nil {
			return true, err
		}
		if v := e.sh.lookup(val.base); !val.hasSub && v.has(attrValueRules) {
			s, _ = v.scalar()
		}
		e.emit(s, ctx)
		return true, nil
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		if !null {
			return false, nil
		}
		msg := "parameter not set"
		if x.Op == syntax.ErrorUnsetOrNull {
			msg = "parameter null or not set"
		}
		if x.Word != nil {
			s, err := e.sh.one(x.Word, modeString, ctx&inQuotes|inBraces)
			if err != nil {
				return true, err
			}
			msg = s
		}
		return true, &expandError{msg: val.name + ": " + msg, status: 1, fatal: true}
	}
	return false, nil
}

// operand appends the word of ${x-word}.
func (e *expander) operand(w *syntax.Word, ctx wordContext) error {
	if w == nil {
		if ctx&inQuotes != 0 {
			e.quoted("")
		}
		return nil
	}
	return e.parts(w.Parts, ctx|inBraces)
}

// each applies fn to a string or to every element of a list.
func (v *value) each(fn func(string) (string, error)) error {
	if !v.isList {
		s, err := fn(v.str)
		v.str = s
		return err
	}
	out := make([]string, len(v.list))
	for i, s := range v.list {
		var err error
		if out[i], err = fn(s); err != nil {
			return err
		}
	}
	v.list = out
	return nil
}

// globFlags are the flags of pattern matching outside pathname expansion.
func (sh *Shell) globFlags() pattern.Flags {
	f := pattern.Flags(0)
	if sh.opts.extglob {
		f |= pattern.ExtGlob
	}
	if sh.opts.nocasematch {
		f |= pattern.IgnoreCase
	}
	return f
}

// operate applies # ## % %% ^ ^^ , ,, and @.
func (e *expander) operate(val *value, x *syntax.Expansion, ctx wordContext) error {
	sh := e.sh
	switch x.Op {
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull, syntax.DefaultUnset, syntax.DefaultUnsetOrNull,
		syntax.ErrorUnset, syntax.ErrorUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		return nil // the parameter is set: it stands for itself
	case syntax.OtherParamOps:
		op := ""
		if x.Word != nil {
			op, _ = sh.one(x.Word, modeString, 0)
		}
		return e.transform(val, op, ctx)
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		pat, err := sh.one(x.Word, modePattern, 0)
		if err != nil {
			return err
		}
		m := sh.vars.cache().Glob(pat, sh.globFlags()&^pattern.IgnoreCase).Stopping(sh.interrupted)
		return val.each(func(s string) (string, error) {
			if x.Op == syntax.RemSmallPrefix || x.Op == syntax.RemLargePrefix {
				if n := m.Prefix(s, x.Op == syntax.RemLargePrefix); n > 0 {
					return s[n:], nil
				}
				return s, nil
			}
			if n := m.Suffix(s, x.Op == syntax.RemLargeSuffix); n >= 0 {
				return s[:n], nil
			}
			return s, nil
		})
	case syntax.UpperFirst, syntax.UpperAll, syntax.LowerFirst, syntax.LowerAll:
		pat := ""
		if x.Word != nil {
			var err error
			if pat, err = sh.one(x.Word, modePattern, 0); err != nil {
				return err
			}
		}
		var m *pattern.Matcher
		if pat != "" {
			m = sh.vars.cache().Glob(pat, sh.globFlags())
		}
		fn := unicode.ToUpper
		if x.Op == syntax.LowerFirst || x.Op == syntax.LowerAll {
			fn = unicode.ToLower
		}
		all := x.Op == syntax.UpperAll || x.Op == syntax.LowerAll
		return val.each(func(s string) (string, error) { return changeCase(s, m, fn, all), nil })
	}
	return errorf(1, "%s: bad substitution", val.name)
}

func changeCase(s string, m *pattern.Matcher, fn func(rune) rune, all bool) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !(r == utf8.RuneError && n == 1) && (m == nil || m.Match(s[i:i+n])) {
			b.WriteRune(fn(r))
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
		if !all {
			b.WriteString(s[i:])
			break
		}
	}
	return b.String()
}
