package shell

import (
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// bashVersion is the version of bash whose behaviour is followed.
const bashVersion = "5.2.15(1)-release"

const machineType = "x86_64-pc-linux-gnu"

// dynamic is a variable that the shell computes when it is read. Unsetting it makes it an ordinary name.
type dynamic struct {
	attrs  attr
	scalar func(sh *Shell) string
	array  func(sh *Shell) []string                       // an indexed array instead
	assoc  func(sh *Shell) map[string]string              // an associative array instead
	set    func(sh *Shell, name, sub, value string) error // nil: assignments have no effect
	hide   bool                                           // an empty array counts as unset
}

// value computes the variable v.
func (d *dynamic) value(sh *Shell, v *variable) *variable {
	out := &variable{attrs: v.attrs, set: true}
	switch {
	case d.array != nil:
		list := d.array(sh)
		out.attrs |= attrIndexed
		out.idx = &indexed{dense: list}
		out.set = !d.hide || len(list) > 0
	case d.assoc != nil:
		out.attrs |= attrAssoc
		out.asc = &assoc{}
		for k, s := range d.assoc(sh) {
			out.asc.set(k, s)
		}
	default:
		out.str = d.scalar(sh)
	}
	return out
}

// replaced is the setter of variables that become ordinary when they are assigned.
func replaced(sh *Shell, name, sub, value string) error {
	v := sh.own(name)
	v.dyn, v.str, v.set = nil, value, true
	return nil
}

// randomState is the generator of RANDOM.
type randomState struct {
	seeded bool
	seed   uint32
	last   uint32
}

// next is bash's generator: the minimal standard of Park and Miller, its halves folded to 15 bits. No number comes twice
// in a row.
func (r *randomState) next(fresh func() uint64) uint32 {
	if !r.seeded {
		r.seeded, r.seed = true, uint32(fresh())
	}
	for {
		s := int32(r.seed)
		if s == 0 {
			s = 123459876
		}
		h, l := s/127773, s%127773
		t := 16807*l - 2836*h
		if t < 0 {
			t += 0x7fffffff
		}
		r.seed = uint32(t)
		n := (r.seed>>16 ^ r.seed&0xffff) & 0x7fff
		if n != r.last {
			r.last = n
			return n
		}
	}
}

// dynamics are the variables of which bash keeps the value.
var dynamics map[string]*dynamic

// initialVars is what every shell begins with; it is not changed.
var initialVars *varTable

var tablesOnce sync.Once // the tables refer to functions that read them: they cannot be initialised variables

func loadTables() {

	dynamics = map[string]*dynamic{
		"RANDOM": {
			attrs:  attrInteger,
			scalar: func(sh *Shell) string { return uitoa(uint(sh.vars.random.next(sh.p.Kernel().Rand().Uint64))) },
			set: func(sh *Shell, name, sub, value string) error {
				n, err := sh.arithText(value)
				sh.vars.random = randomState{seeded: true, seed: uint32(n)}
				return err
			},
		},
		"SRANDOM": {attrs: attrInteger, scalar: func(sh *Shell) string {
			return strconv.FormatUint(sh.p.Kernel().Rand().Uint64()&0xffffffff, 10)
		}},
		"SECONDS": {
			attrs:  attrInteger,
			scalar: func(sh *Shell) string { return strconv.FormatInt(int64(sh.now().Sub(sh.vars.start)/time.Second), 10) },
			set: func(sh *Shell, name, sub, value string) error {
				n, err := sh.arithText(value)
				sh.vars.start = sh.now().Add(-time.Duration(n) * time.Second)
				return err
			},
		},
		"EPOCHSECONDS": {scalar: func(sh *Shell) string { return strconv.FormatInt(sh.now().Unix(), 10) }},
		"EPOCHREALTIME": {scalar: func(sh *Shell) string {
			us := strconv.FormatInt(sh.now().UnixMicro(), 10)
			if len(us) <= 6 {
				us = strings.Repeat("0", 7-len(us)) + us
			}
			return us[:len(us)-6] + "." + us[len(us)-6:]
		}},
		"LINENO":        {scalar: func(sh *Shell) string { return uitoa(sh.line()) }, set: replaced},
		"BASHPID":       {attrs: attrInteger, scalar: func(sh *Shell) string { return strconv.Itoa(sh.p.PID()) }},
		"BASH_SUBSHELL": {scalar: func(sh *Shell) string { return strconv.Itoa(sh.subshell) }, set: replaced},
		"BASH_COMMAND":  {scalar: (*Shell).commandText, set: replaced},
		"BASH_ARGV0": {
			scalar: func(sh *Shell) string { return sh.arg0 },
			set:    func(sh *Shell, name, sub, value string) error { sh.arg0 = value; return nil },
		},
		"PPID":      {attrs: attrInteger | attrReadonly, scalar: func(sh *Shell) string { return strconv.Itoa(sh.mainPPID()) }},
		"UID":       {attrs: attrInteger | attrReadonly, scalar: func(sh *Shell) string { return strconv.Itoa(sh.p.Cred().UID) }},
		"EUID":      {attrs: attrInteger | attrReadonly, scalar: func(sh *Shell) string { return strconv.Itoa(sh.p.Cred().UID) }},
		"SHELLOPTS": {attrs: attrReadonly, scalar: func(sh *Shell) string { return sh.optionList(setOptions) }},
		"BASHOPTS":  {attrs: attrReadonly, scalar: func(sh *Shell) string { return sh.optionList(shoptOptions) }},
		"HISTCMD":   {attrs: attrInteger, scalar: func(*Shell) string { return "0" }, set: replaced},
		"_":         {scalar: func(sh *Shell) string { return sh.lastArg }, set: func(sh *Shell, name, sub, value string) error { sh.lastArg = value; return nil }},
		"GROUPS": {array: func(sh *Shell) []string {
			c := sh.p.Cred()
			out := []string{strconv.Itoa(c.GID)}
			for _, g := range c.Groups {
				if g != c.GID {
					out = append(out, strconv.Itoa(g))
				}
			}
			return out
		}},
		"PIPESTATUS": {array: func(sh *Shell) []string {
			out := make([]string, len(sh.pipestatus))
			for i, n := range sh.pipestatus {
				out[i] = strconv.Itoa(n)
			}
			return out
		}},
		"DIRSTACK": {array: func(sh *Shell) []string { return append([]string{sh.p.Dir()}, sh.dirs...) }},
		"FUNCNAME": {hide: true, array: func(sh *Shell) []string {
			fn := false
			for _, c := range sh.calls {
				fn = fn || c.isFunc
			}
			if !fn {
				return nil
			}
			out := make([]string, 0, len(sh.calls)+1)
			for i := len(sh.calls) - 1; i >= 0; i-- {
				out = append(out, sh.calls[i].name)
			}
			if sh.bottomFrame() {
				out = append(out, "main")
			}
			return out
		}},
		"BASH_SOURCE": {array: func(sh *Shell) []string {
			out := make([]string, 0, len(sh.calls)+1)
			for i := len(sh.calls) - 1; i >= 0; i-- {
				out = append(out, sh.calls[i].file)
			}
			if sh.bottomFrame() {
				out = append(out, sh.scriptName())
			}
			return out
		}},
		"BASH_LINENO": {array: func(sh *Shell) []string {
			out := make([]string, 0, len(sh.calls)+1)
			for i := len(sh.calls) - 1; i >= 0; i-- {
				out = append(out, uitoa(sh.calls[i].callLine))
			}
			if sh.bottomFrame() {
				out = append(out, "0")
			}
			return out
		}},
		"BASH_CMDS": {assoc: func(sh *Shell) map[string]string {
			out := make(map[string]string, len(sh.hash))
			for k, h := range sh.hash {
				out[k] = h.path
			}
			return out
		}},
		"BASH_ALIASES": {assoc: func(sh *Shell) map[string]string { return sh.aliases }},
	}
	initialVars = makeInitialVars()
}

// bottomFrame reports whether the call stack ends in a script: bash then shows a frame named main.
func (sh *Shell) bottomFrame() bool { return !sh.interactive && sh.scriptName() != "" }

// scriptName is the script that this shell runs, "" for -c, standard input and sessions.
func (sh *Shell) scriptName() string {
	if sh.cmdString || sh.fromStdin || sh.session {
		return ""
	}
	return sh.arg0
}

func (sh *Shell) mainPPID() int {
	if sh.forked { // of the shell itself, not of the subshell
		if main := sh.p.Kernel().Lookup(sh.pid); main != nil {
			return main.PPID()
		}
	}
	return sh.p.PPID()
}

func (sh *Shell) commandText() string {
	if sh.curNode == nil {
		return ""
	}
	return commandLine(sh.curNode)
}

func (sh *Shell) now() time.Time { return sh.p.Kernel().Clock().Now() }

// changedVar acts on a change of a variable that the shell itself reads.
func (sh *Shell) changedVar(name string) {
	switch name {
	case "PATH":
		sh.hash, sh.hashShared = nil, false
	case "OPTIND":
		sh.getopts = getoptsState{}
	case "POSIXLY_CORRECT":
		_, sh.opts.posix = sh.getVar("POSIXLY_CORRECT")
	case "HISTSIZE":
		sh.history.shrink(sh.historyLimit(name))
	case "HISTFILESIZE":
		sh.truncateHistory()
	}
}

// makeInitialVars makes the table of the variables that a shell has whatever its environment says.
func makeInitialVars() *varTable {
	tok := &token{}
	t := newVarTable(tok)
	put := func(name string, v variable) {
		v.owner, v.set = tok, true
		t = t.put(tok, name, &v)
	}
	for name, d := range dynamics {
		put(name, variable{dyn: d, attrs: d.attrs})
	}
	for name, value := range map[string]string{
		"IFS": defaultIFS, "OPTERR": "1", "PS4": "+ ", "PATH": kernel.DefaultPath, "TERM": "dumb", "SHELL": "/bin/bash",
		"BASH": "/usr/bin/bash", "BASH_VERSION": bashVersion, "HOSTTYPE": "x86_64", "OSTYPE": "linux-gnu", "MACHTYPE": machineType,
	} {
		put(name, variable{str: value})
	}
	put("OPTIND", variable{str: "1", attrs: attrInteger})
	put("BASH_VERSINFO", variable{
		attrs: attrIndexed | attrReadonly, idx: &indexed{owner: tok, dense: []string{"5", "2", "15", "1", "release", machineType}},
	})
	put("BASH_ARGC", variable{attrs: attrIndexed, idx: &indexed{owner: tok}})
	put("BASH_ARGV", variable{attrs: attrIndexed, idx: &indexed{owner: tok}})
	return t
}

// notFromEnv are variables that a shell sets whatever the environment says.
var notFromEnv = map[string]bool{
	"IFS": true, "OPTIND": true, "OPTERR": true, "BASH": true, "BASH_VERSION": true, "BASH_VERSINFO": true, "BASH_ARGC": true, "BASH_ARGV": true,
}

// initVars gives the variables that depend on the box and the process their values, after the environment has been
// imported.
func (sh *Shell) initVars() {
	sh.vars.start = sh.now()
	put := func(name, value string, attrs attr) {
		v := sh.own(name)
		v.dyn, v.str, v.set = nil, value, true
		v.attrs |= attrs
	}
	if _, ok := sh.getVar("HOSTNAME"); !ok {
		put("HOSTNAME", sh.p.Kernel().Hostname(), 0)
	}
	dir := sh.p.Dir()
	if pwd, ok := sh.getVar("PWD"); !ok || !path.IsAbs(pwd) || !sh.sameDir(pwd, dir) {
		put("PWD", dir, attrExport)
	}
	sh.own("PWD").attrs |= attrExport
	if old, ok := sh.getVar("OLDPWD"); !ok || !sh.isDir(old) {
		sh.bind("OLDPWD", &variable{owner: sh.vars.tok, attrs: attrExport})
	}
	level, _ := sh.getVar("SHLVL")
	n, err := strconv.Atoi(level)
	if err != nil || n < 0 || n >= 999 {
		n = 0
	}
	put("SHLVL", strconv.Itoa(n+1), attrExport)
	sh.vars.envOK = false
}

func (sh *Shell) isDir(name string) bool {
	fi, err := sh.p.FS().Stat(name)
	return err == nil && fi.IsDir()
}

// sameDir reports whether two names are the same directory.
func (sh *Shell) sameDir(a, b string) bool {
	if a == b {
		return true
	}
	ra, err1 := sh.p.FS().Realpath(a)
	rb, err2 := sh.p.FS().Realpath(b)
	return err1 == nil && err2 == nil && ra == rb
}
