package shell

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

// builtinSet is set: options and positional parameters.
func builtinSet(sh *Shell, args []string) int {
	if len(args) == 1 {
		return sh.writeOut("set", []byte(sh.allVars()))
	}
	n, st := sh.setFlags("set", args[1:], "")
	if st != 0 {
		return st
	}
	rest := args[1+n:]
	switch {
	case n > 0 && args[n] == "--":
		sh.params = append([]string(nil), rest...)
	case n > 0 && args[n] == "-" || len(rest) > 0:
		if len(rest) > 0 {
			sh.params = append([]string(nil), rest...)
		}
	}
	return 0
}

// setFlags applies the leading options of set, or of the shell's command line, whose letters `extra` it leaves to the
// caller. It returns how many words it used, "--" or "-" included.
func (sh *Shell) setFlags(name string, args []string, extra string) (n, status int) {
	// bash checks all letters before it changes anything.
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" || a == "-" || len(a) == 0 || a[0] != '-' && a[0] != '+' {
			break
		}
		for k := 1; k < len(a); k++ {
			if a[k] == 'o' {
				i++
			} else if findOptionLetter(a[k]) == nil {
				sh.errf("%s: %c%c: invalid option", name, a[0], a[k])
				return 0, sh.usage(name)
			}
		}
	}
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return i + 1, 0
		}
		if a == "-" {
			sh.opts.xtrace, sh.opts.verbose = false, false
			return i + 1, 0
		}
		if a == "+" {
			continue
		}
		if len(a) < 2 || a[0] != '-' && a[0] != '+' {
			return i, 0
		}
		on := a[0] == '-'
		word := i
		for k := 1; k < len(a); k++ {
			if a[k] != 'o' {
				sh.setOption(findOptionLetter(a[k]), on)
				continue
			}
			if i+1 >= len(args) || i != word {
				sh.listOptions(on)
				continue
			}
			i++
			opt := findOption(setOptions, args[i])
			if opt == nil {
				sh.errf("%s: %s: invalid option name", name, args[i])
				if sh.opts.errexit && sh.condDepth == 0 {
					sh.flow, sh.status = flowExit, 2
				}
				return 0, 2
			}
			sh.setOption(opt, on)
		}
	}
	return len(args), 0
}

func (sh *Shell) setOption(opt *option, on bool) {
	*opt.field(&sh.opts) = on
	switch opt.name {
	case "posix":
		if on {
			sh.opts.expand_aliases, sh.opts.inherit_errexit, sh.opts.shift_verbose = true, true, true
		}
	case "vi":
		if on {
			sh.opts.emacs = false
		}
	case "emacs":
		if on {
			sh.opts.vi = false
		}
	}
}

// listOptions prints the options: as a table, or with +o as commands that restore them.
func (sh *Shell) listOptions(table bool) {
	var b strings.Builder
	for i := range setOptions {
		o := &setOptions[i]
		on := *o.field(&sh.opts)
		if table {
			fmt.Fprintf(&b, "%-15s\t%s\n", o.name, onOff(on))
		} else {
			sign := '+'
			if on {
				sign = '-'
			}
			fmt.Fprintf(&b, "set %co %s\n", sign, o.name)
		}
	}
	sh.writeOut("set", []byte(b.String()))
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// allVars is what set prints: the variables with their values, then the functions.
func (sh *Shell) allVars() string {
	var b strings.Builder
	for _, name := range sh.names(nil) {
		if v := sh.lookup(name); v == nil || v.dyn == nil && v.idx != nil && !v.set && v.idx.len() == 0 {
			continue
		} else if v.idx != nil || v.asc != nil {
			b.WriteString(name + "=" + v.arrayLiteral() + "\n")
		} else if v.hasValue() {
			b.WriteString(name + "=" + quoteIfNeeded(v.str) + "\n")
		}
	}
	if !sh.opts.posix {
		for _, name := range sh.funcs.names() {
			b.WriteString(functionText(sh.funcs.get(name)) + "\n")
		}
	}
	return b.String()
}

func builtinShopt(sh *Shell, args []string) int {
	o := sh.options(args, "pqsuo")
	var print, quiet, on, off, useSet bool
	for c := o.next(); c != 0; c = o.next() {
		switch c {
		case 'p':
			print = true
		case 'q':
			quiet = true
		case 's':
			on = true
		case 'u':
			off = true
		case 'o':
			useSet = true
		}
	}
	if o.bad != 0 {
		return o.bad
	}
	if on && off {
		sh.errf("shopt: cannot set and unset shell options simultaneously")
		return 1
	}
	table := shoptOptions
	if useSet {
		table = setOptions
	}
	var b strings.Builder
	show := func(opt *option) {
		v := *opt.field(&sh.opts)
		switch {
		case quiet:
		case print && useSet:
			sign := '+'
			if v {
				sign = '-'
			}
			fmt.Fprintf(&b, "set %co %s\n", sign, opt.name)
		case print:
			flag := 'u'
			if v {
				flag = 's'
			}
			fmt.Fprintf(&b, "shopt -%c %s\n", flag, opt.name)
		default:
			fmt.Fprintf(&b, "%-15s\t%s\n", opt.name, onOff(v))
		}
	}
	status := 0
	names := o.rest()
	if len(names) == 0 {
		for i := range table {
			v := *table[i].field(&sh.opts)
			if on && !v || off && v {
				continue
			}
			show(&table[i])
		}
		return sh.writeOut("shopt", []byte(b.String()))
	}
	for _, name := range names {
		opt := findOption(table, name)
		if opt == nil {
			kind := "shell option"
			if useSet {
				kind = "option"
			}
			sh.errf("shopt: %s: invalid %s name", name, kind)
			status = 1
			continue
		}
		switch {
		case on || off:
			sh.setShopt(opt, on, useSet)
		default:
			if !*opt.field(&sh.opts) {
				status = 1
			}
			show(opt)
		}
	}
	if st := sh.writeOut("shopt", []byte(b.String())); st != 0 {
		return st
	}
	return status
}

func (sh *Shell) setShopt(opt *option, on, useSet bool) {
	if useSet {
		sh.setOption(opt, on)
		return
	}
	switch opt.name {
	case "login_shell", "restricted_shell":
		return // read-only
	case "expand_aliases":
		sh.aliasGen++
	}
	*opt.field(&sh.opts) = on
}

func builtinShift(sh *Shell, args []string) int {
	rest := args[1:]
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	n := 1
	if len(rest) > 0 {
		var err error
		if n, err = strconv.Atoi(rest[0]); err != nil {
			sh.errf("shift: %s: numeric argument required", rest[0])
			return 1
		}
		if len(rest) > 1 {
			sh.errf("shift: too many arguments")
			return 1
		}
		if n < 0 {
			sh.errf("shift: %s: shift count out of range", rest[0])
			return 1
		}
	}
	if n > len(sh.params) {
		if sh.opts.shift_verbose {
			sh.errf("shift: %d: shift count out of range", n)
		}
		return 1
	}
	sh.params = sh.params[n:]
	return 0
}

func builtinUmask(sh *Shell, args []string) int {
	o := sh.options(args, "pS")
	var print, symbolic bool
	for c := o.next(); c != 0; c = o.next() {
		print = print || c == 'p'
		symbolic = symbolic || c == 'S'
	}
	if o.bad != 0 {
		return o.bad
	}
	mask := uint32(sh.p.Umask())
	if rest := o.rest(); len(rest) > 0 {
		s := rest[0]
		if s != "" && s[0] >= '0' && s[0] <= '9' {
			n, err := strconv.ParseUint(s, 8, 32)
			if err != nil || n > 0o777 {
				sh.errf("umask: %s: octal number out of range", s)
				return 1
			}
			mask = uint32(n)
		} else {
			m, bad := symbolicMask(s, ^mask&0o777)
			if bad != "" {
				sh.errf("umask: %s", bad)
				return 1
			}
			mask = ^m & 0o777
		}
		sh.p.SetUmask(fileMode(mask))
		if symbolic {
			return sh.writeOut("umask", []byte(maskText(mask)+"\n"))
		}
		return 0
	}
	text := fmt.Sprintf("%04o", mask)
	if symbolic {
		text = maskText(mask)
	}
	if print {
		if symbolic {
			text = "umask -S " + text
		} else {
			text = "umask " + text
		}
	}
	return sh.writeOut("umask", []byte(text+"\n"))
}

func maskText(mask uint32) string {
	perm := func(bits uint32) string {
		s := ""
		for i, c := range "rwx" {
			if bits&(4>>i) != 0 {
				s += string(c)
			}
		}
		return s
	}
	m := ^mask
	return "u=" + perm(m>>6&7) + ",g=" + perm(m>>3&7) + ",o=" + perm(m&7)
}

// symbolicMask applies u+rwx,g-w,… to the permissions that a mask allows.
func symbolicMask(s string, perms uint32) (result uint32, bad string) {
	for _, clause := range strings.Split(s, ",") {
		who := uint32(0)
		i := 0
	who:
		for ; i < len(clause); i++ {
			switch clause[i] {
			case 'u':
				who |= 0o700
			case 'g':
				who |= 0o070
			case 'o':
				who |= 0o007
			case 'a':
				who |= 0o777
			default:
				break who
			}
		}
		if who == 0 {
			who = 0o777
		}
		if i >= len(clause) {
			return 0, fmt.Sprintf("`%c': invalid symbolic mode operator", lastByte(clause))
		}
		for i < len(clause) {
			op := clause[i]
			if op != '+' && op != '-' && op != '=' {
				return 0, fmt.Sprintf("`%c': invalid symbolic mode operator", op)
			}
			i++
			bits := uint32(0)
			for ; i < len(clause); i++ {
				switch clause[i] {
				case 'r':
					bits |= 0o444
				case 'w':
					bits |= 0o222
				case 'x':
					bits |= 0o111
				default:
					return 0, fmt.Sprintf("`%c': invalid symbolic mode character", clause[i])
				}
			}
			bits &= who
			switch op {
			case '+':
				perms |= bits
			case '-':
				perms &^= bits
			case '=':
				perms = perms&^who | bits
			}
		}
	}
	return perms, ""
}

func lastByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[len(s)-1]
}

// rlimitOption is a letter of ulimit.
type rlimitOption struct {
	letter byte
	res    kernel.Resource
	scale  int64
	text   string // as ulimit -a shows it
	unit   string
}

var rlimitOptions = []rlimitOption{
	{'R', kernel.RlimitRTTime, 1, "real-time non-blocking time", "(microseconds, -R)"},
	{'c', kernel.RlimitCore, 1024, "core file size", "(blocks, -c)"},
	{'d', kernel.RlimitData, 1024, "data seg size", "(kbytes, -d)"},
	{'e', kernel.RlimitNice, 1, "scheduling priority", "(-e)"},
	{'f', kernel.RlimitFileSize, 1024, "file size", "(blocks, -f)"},
	{'i', kernel.RlimitSigqueue, 1, "pending signals", "(-i)"},
	{'l', kernel.RlimitMemlock, 1024, "max locked memory", "(kbytes, -l)"},
	{'m', kernel.RlimitRSS, 1024, "max memory size", "(kbytes, -m)"},
	{'n', kernel.RlimitOpenFiles, 1, "open files", "(-n)"},
	{'p', -1, 512, "pipe size", "(512 bytes, -p)"},
	{'q', kernel.RlimitMsgqueue, 1, "POSIX message queues", "(bytes, -q)"},
	{'r', kernel.RlimitRTPrio, 1, "real-time priority", "(-r)"},
	{'s', kernel.RlimitStack, 1024, "stack size", "(kbytes, -s)"},
	{'t', kernel.RlimitCPU, 1, "cpu time", "(seconds, -t)"},
	{'u', kernel.RlimitProcesses, 1, "max user processes", "(-u)"},
	{'v', kernel.RlimitAS, 1024, "virtual memory", "(kbytes, -v)"},
	{'x', kernel.RlimitLocks, 1, "file locks", "(-x)"},
}

func builtinUlimit(sh *Shell, args []string) int {
	o := sh.options(args, "SHabcdefiklmnpqrstuvxPRT")
	var soft, hard, all bool
	var picked []*rlimitOption
	for c := o.next(); c != 0; c = o.next() {
		switch c {
		case 'S':
			soft = true
		case 'H':
			hard = true
		case 'a':
			all = true
		default:
			found := false
			for i := range rlimitOptions {
				if rlimitOptions[i].letter == c {
					picked = append(picked, &rlimitOptions[i])
					found = true
				}
			}
			if !found {
				return sh.badOption("ulimit", "-"+string(rune(c)))
			}
		}
	}
	if o.bad != 0 {
		return o.bad
	}
	if all {
		picked = nil
		for i := range rlimitOptions {
			picked = append(picked, &rlimitOptions[i])
		}
	}
	if len(picked) == 0 {
		for i := range rlimitOptions {
			if rlimitOptions[i].letter == 'f' {
				picked = append(picked, &rlimitOptions[i])
			}
		}
	}
	if rest := o.rest(); len(rest) > 0 && !all {
		return sh.setUlimit(picked, rest[0], soft, hard)
	}
	var b strings.Builder
	for _, r := range picked {
		value := "8"
		if r.res >= 0 {
			s, h := sh.p.Rlimit(r.res)
			if hard && !soft {
				s = h
			}
			value = "unlimited"
			if s != kernel.Unlimited {
				value = strconv.FormatInt(s/r.scale, 10)
			}
		}
		if all || len(picked) > 1 {
			fmt.Fprintf(&b, "%-20s %19s %s\n", r.text, r.unit, value)
		} else {
			b.WriteString(value + "\n")
		}
	}
	return sh.writeOut("ulimit", []byte(b.String()))
}

func (sh *Shell) setUlimit(picked []*rlimitOption, value string, soft, hard bool) int {
	for _, r := range picked {
		if r.res < 0 {
			sh.errf("ulimit: pipe size: cannot modify limit: Invalid argument")
			return 1
		}
		curSoft, curHard := sh.p.Rlimit(r.res)
		var n int64
		switch value {
		case "unlimited":
			n = kernel.Unlimited
		case "hard":
			n = curHard
		case "soft":
			n = curSoft
		default:
			v, err := strconv.ParseInt(value, 10, 64)
			if err != nil || v < 0 {
				sh.errf("ulimit: %s: invalid number", value)
				return 1
			}
			if v > kernel.Unlimited/r.scale {
				sh.errf("ulimit: %s: limit out of range", value)
				return 1
			}
			n = v * r.scale
		}
		s, h := curSoft, curHard
		if soft || !hard {
			s = n
		}
		if hard || !soft {
			h = n
		}
		if err := sh.p.SetRlimit(r.res, s, h); err != nil {
			sh.errf("ulimit: %s: cannot modify limit: %s", r.text, errnoText(err))
			return 1
		}
	}
	return 0
}
