package shell

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/sandpit-dev/sandpit/kernel"
	"mvdan.cc/sh/v3/syntax"
)

// hashed is an entry of the table of remembered commands.
type hashed struct {
	path string
	hits int
}

// lookPath finds a command by name: a name with a slash is itself, others are looked up in the hash table and PATH.
func (sh *Shell) lookPath(name string) (string, error) {
	if strings.IndexByte(name, '/') >= 0 {
		return name, nil
	}
	if name == "" {
		return "", syscall.ENOENT
	}
	path, _ := sh.getVar("PATH")
	if sh.opts.hashall && sh.hashPath == path {
		if h := sh.hash[name]; h != nil {
			if !sh.opts.checkhash || sh.isExecutable(h.path) {
				if sh.hashShared {
					sh.ownHash()
					h = sh.hash[name]
				}
				h.hits++
				return h.path, nil
			}
		}
	}
	found, err := kernel.LookPath(sh.p, name, path)
	if err != nil {
		return "", err
	}
	if sh.opts.hashall {
		if sh.hashPath != path {
			sh.hash, sh.hashPath = nil, path
		}
		sh.ownHash()
		sh.hash[name] = &hashed{found, 1}
	}
	return found, nil
}

func (sh *Shell) isExecutable(path string) bool {
	fi, err := sh.p.FS().Stat(path)
	return err == nil && !fi.IsDir() && sh.p.FS().Access(path, 1) == nil
}

// runExternal runs a program and returns its status. With tail the shell has nothing else to do in this process, so
// that the program replaces it.
func (sh *Shell) runExternal(args []string, tail bool) int {
	if args[0][:min(1, len(args[0]))] == "%" && sh.opts.monitor && sh.interactive { // a job as a command
		return builtinFg(sh, append([]string{"fg"}, args...))
	}
	path, err := sh.lookPath(args[0])
	if err != nil {
		return sh.notFound(args, err)
	}
	spec := kernel.Spec{Path: path, Args: args, Env: sh.commandEnv()}
	if tail && sh.traps.exit == nil && len(sh.traps.signal) == 0 {
		return sh.execTail(spec)
	}
	spec.Default = sh.defaultSignals()
	if sh.opts.monitor {
		spec.NewGroup = true
		if sh.terminal != nil {
			spec.Setup = func(p *kernel.Process) { sh.giveTerminal(p.PID()) }
		}
	}
	child, err := sh.p.Spawn(context.Background(), spec)
	if errors.Is(err, syscall.ENOEXEC) {
		if st := sh.checkText(path); st != 0 {
			return st
		}
		spec.Func = scriptProgram(path)
		child, err = sh.p.Spawn(context.Background(), spec)
	}
	if err != nil {
		return sh.execFailed(path, err)
	}
	if sh.opts.monitor {
		text := strings.Join(args, " ")
		if st, ok := sh.curNode.(*syntax.Stmt); ok {
			text = stmtText(st)
		}
		j := sh.foregroundJob([]*kernel.Process{child}, text)
		st := sh.waitForeground(child, j)
		sh.foregroundDone(j)
		return st
	}
	return sh.waitForegroundArgs(child, args)
}

// execTail replaces this process by the program.
func (sh *Shell) execTail(spec kernel.Spec) int {
	sh.reportSteps()
	spec.Default = sh.defaultSignals()
	st, err := sh.p.Exec(context.Background(), spec)
	if errors.Is(err, syscall.ENOEXEC) {
		if st := sh.checkText(spec.Path); st != 0 {
			return st
		}
		spec.Func = scriptProgram(spec.Path)
		st, err = sh.p.Exec(context.Background(), spec)
	}
	if err != nil {
		return sh.execFailed(spec.Path, err)
	}
	sh.replaced = true
	sh.flow = flowKilled // nothing of the shell is left to run
	return st
}

func (sh *Shell) notFound(args []string, err error) int {
	if strings.IndexByte(args[0], '/') < 0 {
		if fn := sh.funcs.get("command_not_found_handle"); fn != nil {
			child, err := sh.fork(func(sub *Shell) {
				sub.callFunction(fn, append([]string{"command_not_found_handle"}, args...))
			})
			if err != nil {
				return sh.status
			}
			return sh.waitForeground(child, nil)
		}
		if !errors.Is(err, syscall.EACCES) {
			if _, set := sh.getVar("PATH"); !set {
				sh.errf("%s: No such file or directory", args[0])
			} else {
				sh.errf("%s: command not found", args[0])
			}
			return 127
		}
	}
	return sh.execFailed(args[0], err)
}

// execFailed words a failure to execute a file as bash does and returns the status.
func (sh *Shell) execFailed(path string, err error) int {
	if errors.Is(err, syscall.EAGAIN) {
		sh.forkFailed(err)
		return sh.status
	}
	fi, serr := sh.p.FS().Stat(path)
	switch {
	case serr == nil && fi.IsDir():
		sh.errf("%s: Is a directory", path)
		return 126
	case errors.Is(err, syscall.ENOENT):
		if serr == nil && sh.interpreter(path) != "" {
			sh.errf("%s: cannot execute: required file not found", path)
			return 127
		}
		sh.errf("%s: No such file or directory", path)
		return 127
	case errors.Is(err, syscall.EACCES) && serr == nil && sh.isExecutable(path):
		if interp := sh.interpreter(path); interp != "" {
			sh.errf("%s: %s: bad interpreter: Permission denied", path, interp)
			return 126
		}
	}
	sh.errf("%s: %s", path, errnoText(err))
	return 126
}

// interpreter is the program that the first line of a script names, "" for none.
func (sh *Shell) interpreter(path string) string {
	line, _, _ := bytes.Cut(sh.head(path), []byte("\n"))
	rest, ok := bytes.CutPrefix(line, []byte("#!"))
	if !ok {
		return ""
	}
	f := bytes.Fields(rest)
	if len(f) == 0 {
		return ""
	}
	return string(f[0])
}

// head reads the first bytes of a file.
func (sh *Shell) head(path string) []byte {
	f, err := sh.p.OpenContext(sh.ctx, path, os.O_RDONLY, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	buf := make([]byte, 128)
	n, err := f.Read(sh.ctx, buf)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil
	}
	return buf[:n]
}

// checkText refuses to run a binary file as a script: the first line must hold no NUL.
func (sh *Shell) checkText(path string) int {
	head := sh.head(path)
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if bytes.IndexByte(line, 0) >= 0 || bytes.HasPrefix(head, []byte("\x7fELF")) {
		sh.errf("%s: cannot execute binary file: Exec format error", path)
		return 126
	}
	return 0
}

// scriptProgram runs an executable text file without a #! line, as execvp and every shell do.
func scriptProgram(path string) kernel.Program {
	return func(ctx context.Context, p *kernel.Process) int {
		sh := newShell(ctx, p)
		sh.arg0 = path
		if args := p.Args(); len(args) > 1 {
			sh.params = args[1:]
		}
		return sh.runFile(path)
	}
}

// commandEnv is the environment of a program: the exported variables and functions.
func (sh *Shell) commandEnv() []string {
	env := sh.exportedEnv()
	if !sh.funcs.exporting {
		return env
	}
	env = env[:len(env):len(env)]
	for _, name := range sh.funcs.names() {
		if fn := sh.funcs.get(name); fn.exported {
			_, body, _ := strings.Cut(fn.text(), "\n")
			env = append(env, "BASH_FUNC_"+name+"%%=() "+body)
		}
	}
	return env
}
