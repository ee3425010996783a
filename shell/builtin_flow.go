package shell

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/sandpit-dev/sandpit/kernel"
)

// builtinBreak is break and continue.
func builtinBreak(sh *Shell, args []string) int {
	name := args[0]
	rest := args[1:]
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	if sh.loops == 0 {
		sh.errf("%s: only meaningful in a `for', `while', or `until' loop", name)
		return 0
	}
	n := 1
	if len(rest) > 0 {
		var err error
		if n, err = strconv.Atoi(rest[0]); err != nil {
			sh.errf("%s: %s: numeric argument required", name, rest[0])
			sh.status = 128
			sh.flow = flowExit
			return 128
		}
		if len(rest) > 1 {
			sh.errf("%s: too many arguments", name)
			sh.status, sh.flow = 1, flowDiscard
			return 1
		}
		if n < 1 {
			sh.errf("%s: %s: loop count out of range", name, rest[0])
			sh.levels, sh.flow = sh.loops, flowBreak
			return 1
		}
	}
	sh.levels = min(n, sh.loops)
	sh.flow = flowBreak
	if name == "continue" {
		sh.flow = flowContinue
	}
	return 0
}

func builtinReturn(sh *Shell, args []string) int {
	rest := args[1:]
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	status := sh.status
	if len(rest) > 0 {
		n, err := strconv.ParseInt(strings.TrimSpace(rest[0]), 10, 64)
		if err != nil {
			sh.errf("return: %s: numeric argument required", rest[0])
			n = 2
		} else if len(rest) > 1 {
			sh.errf("return: too many arguments")
			sh.status, sh.flow = 1, flowDiscard
			return 1
		}
		status = int(n & 0xff)
	} else if sh.traps.running > 0 && sh.trapStatus >= 0 {
		status = sh.trapStatus
	}
	if len(sh.calls) == 0 {
		sh.errf("return: can only `return' from a function or sourced script")
		return 2
	}
	sh.beforeReturn = sh.status
	sh.flow = flowReturn
	return status
}

// builtinExit is exit and logout.
func builtinExit(sh *Shell, args []string) int {
	if args[0] == "logout" && !sh.login {
		sh.errf("logout: not login shell: use `exit'")
		return 1
	}
	rest := args[1:]
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	if sh.interactive && !sh.forked && !sh.session && sh.fromStdin && sh.tty(0) != nil {
		text := "exit\n"
		if sh.login {
			text = "logout\n"
		}
		sh.writeErr(text)
	}
	status := sh.status
	if len(rest) > 0 {
		n, err := strconv.ParseInt(strings.TrimSpace(rest[0]), 10, 64)
		if err != nil {
			sh.errf("%s: %s: numeric argument required", args[0], rest[0])
			sh.status = 2
			sh.flow = flowExit
			return 2
		}
		if len(rest) > 1 {
			sh.errf("%s: too many arguments", args[0])
			if !sh.interactive {
				sh.status, sh.flow = 1, flowDiscard
			}
			return 1
		}
		status = int(n & 0xff)
	} else if sh.trapStatus >= 0 && sh.inTrap() {
		status = sh.trapStatus
	}
	if sh.stoppedJobs() {
		return 1
	}
	sh.status = status
	sh.flow = flowExit
	return status
}

func builtinEval(sh *Shell, args []string) int {
	rest := args[1:]
	if len(rest) > 0 {
		if rest[0] == "--" {
			rest = rest[1:]
		} else if len(rest[0]) > 1 && rest[0][0] == '-' {
			return sh.badOption("eval", rest[0][:2])
		}
	}
	if len(rest) == 0 {
		return 0
	}
	text := rest[0]
	if len(rest) > 1 {
		text = strings.Join(rest, " ")
	}
	if !sh.enterLevel("eval") {
		return 1
	}
	sh.traceLevel++
	sh.evalText(text, "eval")
	sh.traceLevel--
	sh.leaveLevel()
	return sh.status
}

// builtinSource is source and ".".
func builtinSource(sh *Shell, args []string) int {
	o := sh.options(args, "")
	if o.next(); o.bad != 0 {
		return o.bad
	}
	rest := o.rest()
	if len(rest) == 0 {
		sh.errf("%s: filename argument required", args[0])
		return sh.usage(args[0])
	}
	name := rest[0]
	path := sh.findSource(name)
	fi, err := sh.p.FS().Stat(path)
	if err == nil && fi.IsDir() {
		sh.errf("%s: %s: is a directory", args[0], name)
		return 1
	}
	var text string
	var f *kernel.File
	if err == nil {
		f, err = sh.p.OpenContext(sh.ctx, path, os.O_RDONLY, 0)
	}
	if err == nil {
		text, err = sh.readFile(f)
		f.Close()
		if err != nil {
			sh.errf("%s: %s: %v", args[0], name, err)
			return 1
		}
	} else {
		if sh.opts.posix || !strings.Contains(name, "/") && path == name {
			sh.errf("%s: %s", shownSource(args[0], name, sh.opts.posix), errnoText(err))
		} else {
			sh.errf("%s: %s", name, errnoText(err))
		}
		if sh.opts.posix && !sh.interactive {
			sh.flow = flowExit
		}
		return 1
	}
	if i := strings.IndexByte(text[:min(len(text), 256)], 0); i >= 0 && !strings.Contains(text[:i], "\n") {
		sh.errf("%s: %s: cannot execute binary file", args[0], name)
		return 126
	}
	text = strings.ReplaceAll(text, "\x00", "")
	return sh.sourceText(text, path, rest[1:])
}

func shownSource(cmd, name string, posix bool) string {
	if posix {
		return cmd + ": " + name
	}
	return name
}

// findSource finds a sourced file: PATH first, then the current directory.
func (sh *Shell) findSource(name string) string {
	if strings.Contains(name, "/") {
		return name
	}
	if sh.opts.sourcepath {
		path, _ := sh.getVar("PATH")
		for _, dir := range strings.Split(path, ":") {
			if dir == "" {
				dir = "."
			}
			full := dir + "/" + name
			if fi, err := sh.p.FS().Stat(full); err == nil && fi.Mode().IsRegular() && sh.p.FS().Access(full, 4) == nil {
				if dir == "." {
					return name
				}
				return full
			}
		}
	}
	return name
}

// sourceText executes text as a sourced file with its own positional parameters when it is given any.
func (sh *Shell) sourceText(text, name string, args []string) int {
	if !sh.enterLevel(name) {
		return 1
	}
	src, base, line := sh.src, sh.lineBase, sh.curLine
	params := sh.params
	sh.calls = append(sh.calls, callFrame{name: "source", file: name, callLine: sh.line()})
	if len(args) > 0 {
		sh.params = args
	}
	sh.src, sh.lineBase = &source{name: name}, 0
	held := sh.traps.hold(true, sh.opts.functrace)
	sh.status = 0
	sh.traceLevel++
	sh.runText(text, false)
	sh.traceLevel--
	if sh.flow == flowReturn {
		sh.flow = flowNone
	}
	if sh.traps.ret != nil && sh.flow == flowNone {
		sh.runTrap(*sh.traps.ret, "RETURN")
	}
	sh.traps.release(held)
	sh.calls = sh.calls[:len(sh.calls)-1]
	sh.src, sh.lineBase, sh.curLine = src, base, line
	if len(args) > 0 {
		sh.params = params
	}
	sh.leaveLevel()
	return sh.status
}

// builtinExec replaces the shell by a program, or without one keeps its redirections.
func builtinExec(sh *Shell, args []string) int {
	o := sh.options(args, "cla:")
	clean, login, argv0 := false, false, ""
	for c := o.next(); c != 0; c = o.next() {
		switch c {
		case 'c':
			clean = true
		case 'l':
			login = true
		case 'a':
			argv0 = o.arg
		}
	}
	if o.bad != 0 {
		return o.bad
	}
	rest := o.rest()
	if len(rest) == 0 {
		return 0
	}
	sh.execKeep = false
	path := rest[0]
	var err error
	if !strings.Contains(path, "/") {
		path, err = sh.lookPath(path)
	}
	argv := append([]string(nil), rest...)
	if argv0 != "" {
		argv[0] = argv0
	}
	if login {
		argv[0] = "-" + argv[0]
	}
	status := 126
	if err == nil {
		spec := kernel.Spec{Path: path, Args: argv, Env: sh.commandEnv()}
		if clean {
			spec.Env = []string{}
		}
		if sh.session || sh.subshellOfSession() {
			// A session outlives what its Runs do: the program runs as a child, and the Run ends with it.
			status, err = sh.execInSession(spec)
			if err == nil {
				sh.flow = flowExit
				return status
			}
		} else {
			var st int
			st, err = sh.p.Exec(context.Background(), spec)
			if errors.Is(err, syscall.ENOEXEC) {
				if bad := sh.checkText(path); bad != 0 {
					sh.flow = flowExit
					return bad
				}
				spec.Func = scriptProgram(path)
				st, err = sh.p.Exec(context.Background(), spec)
			}
			if err == nil {
				sh.status = st
				sh.flow = flowKilled
				sh.replaced = true
				return st
			}
		}
	}
	switch {
	case errors.Is(err, syscall.ENOENT):
		status = 127
		if strings.Contains(rest[0], "/") {
			sh.errf("%s: No such file or directory", rest[0])
			sh.errf("exec: %s: cannot execute: No such file or directory", rest[0])
		} else {
			sh.errf("exec: %s: not found", rest[0])
		}
	default:
		text := errnoText(err)
		if fi, serr := sh.p.FS().Stat(path); serr == nil && fi.IsDir() {
			text = "Is a directory"
		}
		sh.errf("%s: %s", path, text)
		sh.errf("exec: %s: cannot execute: %s", path, text)
		status = 126
	}
	if !sh.opts.execfail && !sh.interactive {
		sh.flow = flowExit
		sh.status = status
	}
	return status
}

func (sh *Shell) subshellOfSession() bool { return false }

func (sh *Shell) execInSession(spec kernel.Spec) (int, error) {
	child, err := sh.p.Spawn(context.Background(), spec)
	if errors.Is(err, syscall.ENOEXEC) {
		spec.Func = scriptProgram(spec.Path)
		child, err = sh.p.Spawn(context.Background(), spec)
	}
	if err != nil {
		return 0, err
	}
	return sh.waitForeground(child, nil), nil
}

// builtinCommand runs a command without looking at functions, or with -v and -V says what a name is.
func builtinCommand(sh *Shell, args []string) int {
	o := sh.options(args, "pvV")
	var std bool
	mode := byte(0)
	for c := o.next(); c != 0; c = o.next() {
		switch c {
		case 'p':
			std = true
		default:
			mode = c
		}
	}
	if o.bad != 0 {
		return o.bad
	}
	rest := o.rest()
	if len(rest) == 0 {
		return 0
	}
	if mode != 0 {
		return sh.describeCommands(rest, mode, std)
	}
	name := rest[0]
	if b := lookupBuiltin(name); b != nil && !sh.disabled[name] {
		return b.run(sh, rest)
	}
	if std {
		saved, ok := sh.getVar("PATH")
		sh.setVar("PATH", kernel.DefaultPath)
		sh.hash = nil
		st := sh.runExternal(rest, false)
		if ok {
			sh.setVar("PATH", saved)
		} else {
			sh.unsetVar("PATH")
		}
		return st
	}
	return sh.runExternal(rest, false)
}

func builtinBuiltin(sh *Shell, args []string) int {
	o := sh.options(args, "")
	if o.next(); o.bad != 0 {
		return o.bad
	}
	rest := o.rest()
	if len(rest) == 0 {
		return 0
	}
	b := lookupBuiltin(rest[0])
	if b == nil || sh.disabled[rest[0]] {
		sh.errf("builtin: %s: not a shell builtin", rest[0])
		return 1
	}
	return b.run(sh, rest)
}

// builtinCaller shows the call stack.
func builtinCaller(sh *Shell, args []string) int {
	rest := args[1:]
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	if len(sh.calls) == 0 {
		return 1
	}
	n := len(sh.calls)
	file := func(depth int) string {
		if i := n - 2 - depth; i >= 0 {
			return sh.calls[i].file
		}
		return sh.mainFile()
	}
	if len(rest) == 0 {
		f := file(0)
		if f == "" {
			f = "NULL"
		}
		return sh.writeOut("caller", []byte(uitoa(sh.calls[n-1].callLine)+" "+f+"\n"))
	}
	d, err := strconv.Atoi(rest[0])
	if err != nil || d < 0 {
		sh.errf("caller: %s: invalid number", rest[0])
		return sh.usage("caller")
	}
	if d >= n || d == n-1 && !sh.isMainScript() {
		return 1
	}
	name := "main"
	if i := n - 2 - d; i >= 0 {
		name = sh.calls[i].name
	}
	return sh.writeOut("caller", []byte(uitoa(sh.calls[n-1-d].callLine)+" "+name+" "+file(d)+"\n"))
}

// mainFile is the script file being executed, "" when commands come from elsewhere.
func (sh *Shell) mainFile() string { return sh.scriptFile }

func (sh *Shell) isMainScript() bool { return sh.scriptFile != "" }

func (sh *Shell) inTrap() bool { return sh.traps.running > 0 || sh.exiting }
