package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// getoptsState is where getopts stands inside a word of clustered options.
type getoptsState struct {
	optind int // OPTIND as getopts left it
	pos    int // next byte within the word, 0 at its start
}

func builtinGetopts(sh *Shell, args []string) int {
	rest := args[1:]
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	if len(rest) < 2 {
		return sh.usage("getopts")
	}
	spec, name := rest[0], rest[1]
	if !syntax.ValidName(name) {
		sh.errf("getopts: `%s': not a valid identifier", name)
		return 1
	}
	words := sh.params
	if len(rest) > 2 {
		words = rest[2:]
	}
	silent := strings.HasPrefix(spec, ":")
	v, _ := sh.getVar("OPTIND")
	ind, err := strconv.Atoi(v)
	if err != nil || ind < 1 {
		ind = 1
	}
	g := &sh.getopts
	if ind != g.optind {
		g.pos = 0
	}
	finish := func(opt, arg string, hasArg bool, status int) int {
		pos := g.pos
		sh.setVar("OPTIND", strconv.Itoa(ind)) // an assignment to OPTIND resets the state
		g.optind, g.pos = ind, pos
		if hasArg {
			sh.setVar("OPTARG", arg)
		} else {
			sh.unsetVar("OPTARG")
		}
		if err := sh.setVar(name, opt); err != nil {
			if msg, _ := expandMessage(err); msg != "" {
				sh.errf("%s", msg)
			}
			return 1
		}
		return status
	}
	if g.pos == 0 {
		if ind > len(words) {
			ind = len(words) + 1
			return finish("?", "", false, 1)
		}
		w := words[ind-1]
		if len(w) < 2 || w[0] != '-' {
			return finish("?", "", false, 1)
		}
		if w == "--" {
			ind++
			return finish("?", "", false, 1)
		}
		g.pos = 1
	}
	if ind > len(words) || g.pos >= len(words[ind-1]) {
		g.pos = 0
		return finish("?", "", false, 1)
	}
	w := words[ind-1]
	c := w[g.pos]
	g.pos++
	k := strings.IndexByte(strings.TrimPrefix(spec, ":"), c)
	opts := strings.TrimPrefix(spec, ":")
	if c == ':' || k < 0 {
		if g.pos >= len(w) {
			ind++
			g.pos = 0
		}
		if silent {
			return finish("?", string(rune(c)), true, 0)
		}
		if e, ok := sh.getVar("OPTERR"); !ok || e != "0" {
			sh.writeErr(sh.getoptsName() + ": illegal option -- " + string(rune(c)) + "\n")
		}
		return finish("?", "", false, 0)
	}
	if k+1 < len(opts) && opts[k+1] == ':' {
		if g.pos < len(w) {
			arg := w[g.pos:]
			ind++
			g.pos = 0
			return finish(string(rune(c)), arg, true, 0)
		}
		ind++
		g.pos = 0
		if ind > len(words) {
			if silent {
				return finish(":", string(rune(c)), true, 0)
			}
			if e, ok := sh.getVar("OPTERR"); !ok || e != "0" {
				sh.writeErr(sh.getoptsName() + ": option requires an argument -- " + string(rune(c)) + "\n")
			}
			return finish("?", "", false, 0)
		}
		arg := words[ind-1]
		ind++
		return finish(string(rune(c)), arg, true, 0)
	}
	if g.pos >= len(w) {
		ind++
		g.pos = 0
	}
	return finish(string(rune(c)), "", false, 0)
}

func (sh *Shell) getoptsName() string { return sh.arg0 }
