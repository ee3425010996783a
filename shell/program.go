package shell

import (
	"context"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

// Program is bash and sh: -c command, a script file, or commands from standard input, with the options of set, -O and
// -o, -s, -l, --posix, --norc and the like. -i makes it interactive: aliases, prompts, a history, and errors that do not end it.
func Program(ctx context.Context, p *kernel.Process) int {
	sh := newShell(ctx, p)
	return sh.main(p.Args())
}

const versionText = `GNU bash, version ` + bashVersion + ` (` + machineType + `)
This is sandpit's own implementation of the language of bash, not GNU bash.
`

const helpText = `Usage:	bash [GNU long option] [option] ...
	bash [GNU long option] [option] script-file ...
GNU long options:
	--help
	--login
	--noediting
	--noprofile
	--norc
	--posix
	--verbose
	--version
Shell options:
	-lsD or -c command or -O shopt_option		(invocation only)
	-abefhkmnptuvxBCEHPT or -o option
Type ` + "`bash -c \"help set\"'" + ` for more information about shell options.
Type ` + "`bash -c help'" + ` for more information about shell builtin commands.
`

// main interprets the command line and runs the shell to its end.
func (sh *Shell) main(args []string) int {
	name := "bash"
	if len(args) > 0 {
		name = args[0]
		sh.arg0 = args[0]
	}
	base := strings.TrimPrefix(name[strings.LastIndexByte(name, '/')+1:], "-")
	sh.login = strings.HasPrefix(name, "-")
	if base == "sh" {
		sh.opts.posix = true
		sh.opts.expand_aliases, sh.opts.inherit_errexit, sh.opts.shift_verbose = true, true, true
	}
	rc := "~/.bashrc"
	i := 1
	for ; i < len(args) && strings.HasPrefix(args[i], "--") && args[i] != "--"; i++ {
		switch args[i] {
		case "--version":
			return sh.writeOut("bash", []byte(versionText))
		case "--help":
			return sh.writeOut("bash", []byte(versionText+helpText))
		case "--posix":
			sh.setOption(findOption(setOptions, "posix"), true)
		case "--login":
			sh.login = true
		case "--verbose":
			sh.opts.verbose = true
		case "--noprofile":
			sh.noProfile = true
		case "--norc":
			rc = ""
		case "--noediting":
			sh.noEditing = true
		case "--debugger", "--debug":
		case "--rcfile", "--init-file":
			if i++; i == len(args) {
				sh.writeErr(name + ": " + args[i-1] + ": option requires an argument\n")
				return 2
			}
			rc = args[i]
		default:
			sh.writeErr(name + ": " + args[i] + ": invalid option\n" + helpText)
			return 2
		}
	}
	command, stdin := false, false
	for ; i < len(args); i++ {
		a := args[i]
		if a == "--" || a == "-" {
			i++
			break
		}
		if len(a) < 2 || a[0] != '-' && a[0] != '+' {
			break
		}
		on := a[0] == '-'
		for k := 1; k < len(a); k++ {
			switch c := a[k]; c {
			case 'c':
				command = true
			case 's':
				stdin = true
			case 'l':
				sh.login = true
			case 'i':
				sh.interactive, sh.opts.expand_aliases, sh.opts.emacs = true, true, true
			case 'r', 'D':
				sh.writeErr(name + ": -" + string(rune(c)) + ": not available\n")
				return 2
			case 'o', 'O':
				if i+1 >= len(args) {
					if c == 'o' {
						sh.listOptions(on)
					}
					continue
				}
				i++
				if c == 'O' {
					opt := findOption(shoptOptions, args[i])
					if opt == nil {
						sh.writeErr(name + ": line 0: " + name + ": " + args[i] + ": invalid shell option name\n")
						return 2
					}
					*opt.field(&sh.opts) = on
					continue
				}
				opt := findOption(setOptions, args[i])
				if opt == nil {
					sh.writeErr(name + ": line 0: " + name + ": " + args[i] + ": invalid option name\n")
					return 2
				}
				sh.setOption(opt, on)
			default:
				opt := findOptionLetter(c)
				if opt == nil {
					sh.writeErr(name + ": -" + string(rune(c)) + ": invalid option\n" + helpText)
					return 2
				}
				sh.setOption(opt, on)
			}
		}
	}
	rest := args[min(i, len(args)):]
	sh.trapStatus = -1
	if sh.opts.posix && base != "sh" {
		sh.setVar("POSIXLY_CORRECT", "y")
	}
	sh.opts.login_shell = sh.login
	if !sh.interactive && !command && (stdin || len(rest) == 0) && sh.wantsInteraction() {
		sh.interactive, sh.opts.expand_aliases, sh.opts.emacs = true, true, true
	}
	if sh.interactive {
		if sh.tty(0) != nil || sh.tty(2) != nil {
			sh.startTerminal()
		}
		sh.initPrompts()
	}
	switch {
	case command:
		if len(rest) == 0 {
			sh.writeErr(name + ": -c: option requires an argument\n")
			return 2
		}
		sh.cmdString = true
		text := rest[0]
		if len(rest) > 1 {
			sh.arg0 = rest[1]
			sh.params = rest[2:]
		}
		sh.startup(rc)
		if sh.flow == flowNone {
			sh.src = &source{prefix: "-c: ", funcs: "environment"}
			sh.runText(text, true)
		}
	case len(rest) > 0 && !stdin:
		path := rest[0]
		sh.params = rest[1:]
		sh.startup(rc)
		if sh.flow == flowNone {
			text, st := sh.openScript(path)
			if st != 0 {
				return st
			}
			sh.runText(text, false)
		}
	default:
		sh.params = rest
		sh.fromStdin = true
		sh.src = &source{funcs: "main"}
		sh.startup(rc)
		if sh.interactive && sh.tty(0) != nil {
			sh.runInteractive()
		} else {
			sh.runStdin()
		}
	}
	return sh.finish()
}

// openScript finds and reads the script named on the command line: the current directory, then PATH.
func (sh *Shell) openScript(path string) (string, int) {
	name := path
	if _, err := sh.p.FS().Stat(path); err != nil && !strings.Contains(path, "/") {
		if found, err := kernel.LookPath(sh.p, path, sh.pathVar()); err == nil {
			path = found
		}
	}
	text, st := sh.readScript(path, name)
	sh.arg0 = path
	sh.src = &source{name: path}
	sh.scriptFile = path
	return text, st
}

func (sh *Shell) pathVar() string {
	p, _ := sh.getVar("PATH")
	return p
}

// startup reads the start files: /etc/profile and ~/.profile of a login shell, rc of another interactive one, the file
// BASH_ENV names otherwise.
func (sh *Shell) startup(rc string) {
	if sh.interactive {
		defer sh.startHistory()
	}
	if sh.login && !sh.noProfile {
		sh.sourceIfExists("/etc/profile")
		home, _ := sh.getVar("HOME")
		for _, f := range []string{"/.bash_profile", "/.bash_login", "/.profile"} {
			if home != "" && sh.flow == flowNone && sh.sourceIfExists(home+f) {
				break
			}
		}
		sh.status = 0
		return
	}
	if sh.opts.posix {
		return
	}
	if sh.interactive {
		if rc == "~/.bashrc" {
			sh.sourceIfExists(systemRC)
		}
		if home, ok := sh.getVar("HOME"); ok && strings.HasPrefix(rc, "~/") {
			rc = home + rc[1:]
		}
		if rc != "" && sh.sourceIfExists(rc) {
			sh.status = 0
		}
		return
	}
	if env, ok := sh.getVar("BASH_ENV"); ok && env != "" {
		sh.sourceIfExists(sh.expandPrompt(env))
		sh.status = 0
	}
}

func (sh *Shell) sourceIfExists(path string) bool {
	f, err := sh.p.OpenContext(sh.ctx, path, 0, 0)
	if err != nil {
		return false
	}
	text, err := sh.readFile(f)
	f.Close()
	if err != nil {
		return false
	}
	sh.sourceText(text, path, nil)
	return true
}
