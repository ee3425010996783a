package shell

import (
	"sort"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// exportedEnv returns the environment of a command: NAME=value of every exported variable with a value, sorted by
// nothing in particular. The slice is shared; do not change it.
func (sh *Shell) exportedEnv() []string {
	s := sh.vars
	if s.envOK {
		return s.env
	}
	var env []string
	s.table.each(func(name string, v *variable) {
		if v.attrs&attrExport == 0 || v.attrs&attrArray != 0 {
			return
		}
		if v.dyn != nil {
			v = v.dyn.value(sh, v)
		}
		if v.set {
			env = append(env, name+"="+v.str)
		}
	})
	sort.Strings(env)
	s.env, s.envOK = env, true
	return env
}

// importEnv makes variables of an environment. What is no valid name is left out.
func (sh *Shell) importEnv(env []string) {
	for _, kv := range env {
		name, value, ok := strings.Cut(kv, "=")
		if !ok || !syntax.ValidName(name) {
			continue
		}
		if name == "SHELLOPTS" || name == "BASHOPTS" {
			sh.importOptions(name, value)
			continue
		}
		v := sh.raw(name)
		if v != nil && v.dyn != nil && v.dyn.set == nil {
			continue
		}
		if notFromEnv[name] {
			if v != nil && v.idx == nil {
				sh.own(name).attrs |= attrExport // the shell's own value, exported
			}
			continue
		}
		if sh.setVar(name, value) == nil {
			sh.own(name).attrs |= attrExport
		}
	}
	sh.vars.envOK = false
}

// importOptions sets the options of an exported SHELLOPTS or BASHOPTS and keeps the variable exported.
func (sh *Shell) importOptions(name, value string) {
	table := setOptions
	if name == "BASHOPTS" {
		table = shoptOptions
	}
	for opt := range strings.SplitSeq(value, ":") {
		for i := range table {
			if table[i].name == opt {
				*table[i].field(&sh.opts) = true
			}
		}
	}
	sh.own(name).attrs |= attrExport
}
