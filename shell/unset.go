package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// unsetBuiltin is unset [-f] [-v] [-n] name …
func (sh *Shell) unsetBuiltin(args []string) int {
	o := sh.options(append([]string{"unset"}, args...), "fvn")
	funs, vars, ref := false, false, false
	for c := o.next(); c != 0; c = o.next() {
		switch c {
		case 'f':
			funs = true
		case 'v':
			vars = true
		case 'n':
			ref = true
		}
	}
	if o.bad != 0 {
		return o.bad
	}
	if funs && vars {
		sh.errf("unset: cannot simultaneously unset a function and a variable")
		return 1
	}
	status := 0
	fail := func(err error) {
		sh.errf("unset: %s", err.Error())
		status = 1
	}
	for _, name := range o.rest() {
		if funs {
			sh.unsetFunction(name, &status)
			continue
		}
		base, sub, hasSub := name, "", false
		if k := strings.IndexByte(name, '['); k > 0 && strings.HasSuffix(name, "]") {
			base, sub, hasSub = name[:k], name[k+1:len(name)-1], true
		}
		if !syntax.ValidName(base) {
			if vars || hasSub {
				sh.errf("unset: `%s': not a valid identifier", name)
				status = 1
				continue
			}
			sh.unsetFunction(name, &status)
			continue
		}
		switch {
		case ref:
			if err := sh.unsetRaw(name); err != nil {
				fail(err)
			}
		case hasSub:
			if v := sh.lookup(base); v.has(attrAssoc) {
				s, err := sh.expandSubscript(sub)
				if err != nil {
					fail(err)
					continue
				}
				sub = s
			}
			if err := sh.unsetElem(base, sub); err != nil {
				fail(err)
			}
		case sh.raw(name) == nil && !vars:
			sh.unsetFunction(name, &status)
		default:
			if err := sh.unsetVar(name); err != nil {
				fail(err)
			}
		}
	}
	return status
}

func (sh *Shell) unsetFunction(name string, status *int) {
	fn := sh.funcs.get(name)
	switch {
	case fn == nil:
	case fn.readonly:
		sh.errf("unset: %s: cannot unset: readonly function", name)
		*status = 1
	default:
		sh.funcs.remove(name)
	}
}

// letBuiltin is let expression …
func (sh *Shell) letBuiltin(args []string) int {
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		sh.errf("let: expression expected")
		return 1
	}
	n := int64(0)
	for _, s := range args {
		var err error
		if n, err = sh.arithText(s); err != nil {
			sh.arithFailed("let", err)
			return 1
		}
	}
	return boolStatus(n != 0)
}
