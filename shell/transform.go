package shell

import (
	"strings"
	"unicode"
)

// transform applies ${x@op}.
func (e *expander) transform(val *value, op string, ctx wordContext) error {
	sh := e.sh
	switch op {
	case "a":
		letters := ""
		if val.v != nil {
			letters = val.v.attrLetters()
		}
		if val.isList && !val.posit {
			val.list = make([]string, len(val.list))
			for i := range val.list {
				val.list[i] = letters
			}
			return nil
		}
		if val.isList {
			val.list = make([]string, len(val.list))
			return nil
		}
		val.str = letters
		return nil
	case "A":
		return sh.assignForm(val)
	case "K", "k":
		return val.pairs(op == "k")
	}
	if !val.set && !val.isList {
		return nil
	}
	return val.each(func(s string) (string, error) {
		switch op {
		case "Q":
			return quoteReusable(s), nil
		case "E":
			return ansiC(s), nil
		case "P":
			return sh.expandPrompt(s), nil
		case "U":
			return strings.ToUpper(s), nil
		case "L":
			return strings.ToLower(s), nil
		case "u":
			return caseFirst(s, unicode.ToUpper), nil
		}
		return "", errorf(1, "%s: bad substitution", val.name)
	})
}

// assignForm is ${x@A}: a command that makes the variable again.
func (sh *Shell) assignForm(val *value) error {
	if val.posit {
		words := make([]string, len(val.list))
		for i, s := range val.list {
			words[i] = quoteReusable(s)
		}
		val.list, val.isList = nil, false
		val.str = ""
		if len(words) > 0 {
			val.str = "set -- " + strings.Join(words, " ")
		}
		return nil
	}
	v := val.v
	if v == nil {
		val.str, val.list, val.isList = "", nil, false
		return nil
	}
	letters := v.attrLetters()
	head := val.base
	if letters != "" {
		head = "declare -" + letters + " " + val.base
	}
	switch {
	case val.isList && (v.idx != nil || v.asc != nil):
		val.isList = false
		val.str = head + "=" + v.arrayLiteral()
		if v.idx != nil && v.idx.len() == 0 {
			val.str = head
			if v.set {
				val.str += "=()"
			}
		}
	case val.isList:
		val.isList = false
		val.str = head + "=" + quoteReusable(v.str)
	case !val.set:
		val.str = ""
		if letters != "" {
			val.str = head
		}
	default:
		val.str = head + "=" + quoteReusable(val.str)
	}
	return nil
}

// pairs is ${a[@]@K} (one string of quoted pairs) and ${a[@]@k} (separate words).
func (v *value) pairs(words bool) error {
	if !v.isList || v.posit || v.v == nil || v.v.idx == nil && v.v.asc == nil {
		return v.each(func(s string) (string, error) {
			if !v.set && !v.isList {
				return "", nil
			}
			return quoteReusable(s), nil
		})
	}
	keys, vals := v.v.keys(), v.v.elements()
	if words {
		out := make([]string, 0, 2*len(keys))
		for i := range keys {
			out = append(out, keys[i], vals[i])
		}
		v.list = out
		return nil
	}
	var b strings.Builder
	for i := range keys {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(quoteKey(keys[i]))
		b.WriteByte(' ')
		b.WriteString(quoteDouble(vals[i]))
	}
	if v.v.asc != nil && len(keys) > 0 {
		b.WriteByte(' ')
	}
	v.isList = false
	v.str = b.String()
	return nil
}
