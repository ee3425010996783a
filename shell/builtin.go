package shell

import (
	"maps"
	"slices"
	"sync"
)

// builtin is a command that runs in the shell itself. args[0] is its name; the result is its status.
type builtin struct {
	name    string
	special bool // POSIX special builtin
	run     func(sh *Shell, args []string) int
}

// The table refers to functions that look commands up in it, so that it cannot be an initialised variable.
var (
	builtinsOnce  sync.Once
	builtinsTable map[string]*builtin
)

func lookupBuiltin(name string) *builtin {
	builtinsOnce.Do(loadBuiltins)
	return builtinsTable[name]
}

func isSpecialBuiltin(name string) bool {
	b := lookupBuiltin(name)
	return b != nil && b.special
}

// builtinNames lists the builtins, sorted.
func builtinNames() []string {
	builtinsOnce.Do(loadBuiltins)
	return slices.Sorted(maps.Keys(builtinsTable))
}

func loadBuiltins() {
	builtinsTable = make(map[string]*builtin)
	add := func(special bool, name string, run func(*Shell, []string) int) {
		builtinsTable[name] = &builtin{name, special, run}
	}
	add(true, ":", builtinTrue)
	add(true, ".", builtinSource)
	add(true, "break", builtinBreak)
	add(true, "continue", builtinBreak)
	add(true, "eval", builtinEval)
	add(true, "exec", builtinExec)
	add(true, "exit", builtinExit)
	add(true, "export", builtinDeclare)
	add(true, "readonly", builtinDeclare)
	add(true, "return", builtinReturn)
	add(true, "set", builtinSet)
	add(true, "shift", builtinShift)
	add(true, "source", builtinSource)
	add(true, "times", builtinTimes)
	add(true, "trap", builtinTrap)
	add(true, "unset", builtinUnset)
	add(false, "[", builtinTest)
	add(false, "alias", builtinAlias)
	add(false, "bg", builtinFg)
	add(false, "bind", builtinBind)
	add(false, "builtin", builtinBuiltin)
	add(false, "caller", builtinCaller)
	add(false, "cd", builtinCd)
	add(false, "command", builtinCommand)
	add(false, "compgen", builtinCompgen)
	add(false, "complete", builtinComplete)
	add(false, "compopt", builtinCompopt)
	add(false, "declare", builtinDeclare)
	add(false, "dirs", builtinDirs)
	add(false, "disown", builtinDisown)
	add(false, "echo", builtinEcho)
	add(false, "enable", builtinEnable)
	add(false, "false", builtinFalse)
	add(false, "fc", builtinFc)
	add(false, "fg", builtinFg)
	add(false, "getopts", builtinGetopts)
	add(false, "hash", builtinHash)
	add(false, "help", builtinHelp)
	add(false, "history", builtinHistory)
	add(false, "jobs", builtinJobs)
	add(false, "kill", builtinKill)
	add(false, "let", builtinLet)
	add(false, "local", builtinDeclare)
	add(false, "logout", builtinExit)
	add(false, "mapfile", builtinMapfile)
	add(false, "popd", builtinPopd)
	add(false, "printf", builtinPrintf)
	add(false, "pushd", builtinPushd)
	add(false, "pwd", builtinPwd)
	add(false, "read", builtinRead)
	add(false, "readarray", builtinMapfile)
	add(false, "shopt", builtinShopt)
	add(false, "suspend", builtinSuspend)
	add(false, "test", builtinTest)
	add(false, "true", builtinTrue)
	add(false, "type", builtinType)
	add(false, "typeset", builtinDeclare)
	add(false, "ulimit", builtinUlimit)
	add(false, "umask", builtinUmask)
	add(false, "unalias", builtinUnalias)
	add(false, "wait", builtinWait)
}

func builtinTrue(*Shell, []string) int  { return 0 }
func builtinFalse(*Shell, []string) int { return 1 }

func builtinDeclare(sh *Shell, args []string) int { return sh.declBuiltin(args[0], args[1:]) }
func builtinUnset(sh *Shell, args []string) int   { return sh.unsetBuiltin(args[1:]) }
func builtinLet(sh *Shell, args []string) int     { return sh.letBuiltin(args[1:]) }
func builtinPrintf(sh *Shell, args []string) int  { return sh.printfBuiltin(args[1:]) }
func builtinTest(sh *Shell, args []string) int    { return sh.testArgs(args[0], args[1:]) }

// options reads the options of a builtin as bash's internal_getopt does: letters in one word, arguments attached or in
// the next word, "--" ends them.
type optionReader struct {
	sh   *Shell
	name string
	spec string // letters; one followed by ':' takes an argument
	args []string
	i    int // index of the word being read
	pos  int // position in it
	bad  int // status of a usage error, 0 for none
	arg  string
}

func (sh *Shell) options(args []string, spec string) *optionReader {
	return &optionReader{sh: sh, name: args[0], spec: spec, args: args, i: 1}
}

// next returns the next option letter, 0 at the end or after an error (bad is set then).
func (o *optionReader) next() byte {
	if o.bad != 0 {
		return 0
	}
	if o.pos == 0 {
		if o.i >= len(o.args) {
			return 0
		}
		a := o.args[o.i]
		if len(a) < 2 || a[0] != '-' {
			return 0
		}
		if a == "--" {
			o.i++
			return 0
		}
		if a == "--help" {
			o.sh.writeOut(o.name, []byte(o.name+": "+builtinUsage[o.name]+"\n"))
			o.bad = 2
			return 0
		}
		o.pos = 1
	}
	a := o.args[o.i]
	c := a[o.pos]
	o.pos++
	for k := 0; k < len(o.spec); k++ {
		if o.spec[k] != c || c == ':' {
			continue
		}
		if k+1 < len(o.spec) && o.spec[k+1] == ':' {
			if o.pos < len(a) {
				o.arg = a[o.pos:]
			} else if o.i+1 < len(o.args) {
				o.i++
				o.arg = o.args[o.i]
			} else {
				o.sh.errf("%s: -%c: option requires an argument", o.name, c)
				o.bad = o.sh.usage(o.name)
				return 0
			}
			o.i++
			o.pos = 0
		} else if o.pos == len(a) {
			o.i++
			o.pos = 0
		}
		return c
	}
	o.bad = o.sh.badOption(o.name, "-"+string(rune(c)))
	return 0
}

// rest are the operands.
func (o *optionReader) rest() []string { return o.args[o.i:] }
