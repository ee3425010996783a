package shell

import (
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// builtinCd is cd [-L|-P [-e]] [-@] [dir].
func builtinCd(sh *Shell, args []string) int {
	o := sh.options(args, "LPe@")
	physical, check := sh.opts.physical, false
	for c := o.next(); c != 0; c = o.next() {
		switch c {
		case 'L':
			physical = false
		case 'P':
			physical = true
		case 'e':
			check = true
		}
	}
	if o.bad != 0 {
		return o.bad
	}
	rest := o.rest()
	if len(rest) > 1 {
		sh.errf("cd: too many arguments")
		return 1
	}
	_ = check // the new directory is always known here
	var dir string
	print := false
	switch {
	case len(rest) == 0:
		home, ok := sh.getVar("HOME")
		if !ok {
			sh.errf("cd: HOME not set")
			return 1
		}
		if dir = home; dir == "" {
			return 0
		}
	case rest[0] == "-":
		old, ok := sh.getVar("OLDPWD")
		if !ok || old == "" {
			sh.errf("cd: OLDPWD not set")
			return 1
		}
		dir, print = old, true
	default:
		dir = rest[0]
	}
	if dir == "" {
		return 0
	}
	if cdpath, ok := sh.getVar("CDPATH"); ok && len(rest) == 1 && usesCDPATH(dir) {
		for _, prefix := range strings.Split(cdpath, ":") {
			full := dir
			if prefix != "" {
				full = strings.TrimSuffix(prefix, "/") + "/" + dir
			}
			if fi, err := sh.p.FS().Stat(full); err != nil || !fi.IsDir() {
				continue
			}
			if err := sh.chdir(full, physical); err == nil {
				if prefix != "" && prefix != "." {
					return sh.writeOut("cd", []byte(sh.p.Dir()+"\n"))
				}
				return 0
			}
		}
	}
	err := sh.chdir(dir, physical)
	if err != nil && sh.opts.cdable_vars && len(rest) == 1 {
		if v, ok := sh.getVar(dir); ok {
			if sh.chdir(v, physical) == nil {
				return sh.writeOut("cd", []byte(sh.p.Dir()+"\n"))
			}
		}
	}
	if err != nil {
		sh.errf("cd: %s: %s", dir, errnoText(err))
		return 1
	}
	if print {
		return sh.writeOut("cd", []byte(sh.logicalDir()+"\n"))
	}
	return 0
}

func usesCDPATH(dir string) bool {
	return !strings.HasPrefix(dir, "/") && dir != "." && dir != ".." && !strings.HasPrefix(dir, "./") && !strings.HasPrefix(dir, "../")
}

// chdir changes the directory and sets PWD and OLDPWD. Logically, as cd does unless told otherwise, ".." undoes the name
// before it even when that was a symbolic link.
func (sh *Shell) chdir(dir string, physical bool) error {
	old := sh.logicalDir()
	target := dir
	if !strings.HasPrefix(target, "/") {
		target = strings.TrimSuffix(old, "/") + "/" + target
	}
	if physical {
		real, err := sh.p.FS().Realpath(target)
		if err != nil {
			return err
		}
		target = real
		if err := sh.p.Chdir(target); err != nil {
			return err
		}
	} else {
		err := sh.checkDotDots(target)
		if err == nil {
			target = path.Clean(target)
			err = sh.p.Chdir(target)
		}
		if err != nil {
			// Where the present directory was moved or removed, the system finds what its name does not.
			if strings.HasPrefix(dir, "/") || sh.p.Chdir(dir) != nil {
				return err
			}
			target = sh.p.Dir()
		}
	}
	sh.cwd = target
	if err := sh.setVar("OLDPWD", old); err != nil {
		return nil
	}
	sh.setVar("PWD", target)
	return nil
}

// checkDotDots reports an error when a component before a ".." does not exist: cd nofile/.. fails.
func (sh *Shell) checkDotDots(target string) error {
	for i := 0; ; {
		k := strings.Index(target[i:], "/..")
		if k < 0 {
			return nil
		}
		i += k
		if before := target[:i]; before != "" && (i+3 == len(target) || target[i+3] == '/') {
			fi, err := sh.p.FS().Stat(before)
			if err != nil {
				return err
			}
			if !fi.IsDir() {
				return syscall.ENOTDIR
			}
		}
		i += 3
	}
}

// logicalDir is the current directory as the user got there, with the symbolic links in its name.
func (sh *Shell) logicalDir() string {
	if sh.cwd == "" {
		sh.cwd = sh.p.Dir()
	}
	return sh.cwd
}

func builtinPwd(sh *Shell, args []string) int {
	o := sh.options(args, "LP")
	physical := sh.opts.physical
	for c := o.next(); c != 0; c = o.next() {
		physical = c == 'P'
	}
	if o.bad != 0 {
		return o.bad
	}
	dir := sh.logicalDir()
	if physical {
		real, err := sh.p.FS().Realpath(dir)
		if err != nil {
			sh.errf("pwd: error retrieving current directory: getcwd: cannot access parent directories: %s", errnoText(err))
			return 1
		}
		dir = real
	}
	return sh.writeOut("pwd", []byte(dir+"\n"))
}

// stack is the directory stack with the current directory on top.
func (sh *Shell) stack() []string {
	return append([]string{sh.logicalDir()}, sh.dirs...)
}

// stackIndex resolves +N and -N in the directory stack.
func stackIndex(s string, size int) (int, bool) {
	if len(s) < 2 || s[0] != '+' && s[0] != '-' {
		return 0, false
	}
	n, err := strconv.Atoi(s[1:])
	if err != nil {
		return 0, false
	}
	if s[0] == '-' {
		n = size - 1 - n
	}
	return n, true
}

func builtinDirs(sh *Shell, args []string) int {
	var long, perLine, numbered bool
	index := -1
	for _, a := range args[1:] {
		switch {
		case a == "--":
		case a == "-c":
			sh.dirs = nil
			return 0
		case len(a) > 1 && a[0] == '-' && strings.Trim(a[1:], "lpvc") == "":
			long = long || strings.Contains(a, "l")
			perLine = perLine || strings.Contains(a, "p")
			numbered = numbered || strings.Contains(a, "v")
		default:
			n, ok := stackIndex(a, len(sh.dirs)+1)
			if !ok {
				sh.errf("dirs: %s: invalid number", a)
				return sh.usage("dirs")
			}
			if n < 0 || n > len(sh.dirs) {
				if len(sh.dirs) == 0 {
					sh.errf("dirs: directory stack empty")
				} else {
					sh.errf("dirs: %s: directory stack index out of range", strings.TrimLeft(a, "+-"))
				}
				return 1
			}
			index = n
		}
	}
	var b strings.Builder
	show := func(i int, dir string) {
		if !long {
			dir = sh.tildeDir(dir)
		}
		if numbered {
			fmt.Fprintf(&b, "%2d  ", i)
		}
		b.WriteString(dir)
	}
	stack := sh.stack()
	if index >= 0 {
		show(index, stack[index])
		b.WriteByte('\n')
		return sh.writeOut("dirs", []byte(b.String()))
	}
	for i, d := range stack {
		show(i, d)
		if numbered || perLine || i == len(stack)-1 {
			b.WriteByte('\n')
		} else {
			b.WriteByte(' ')
		}
	}
	return sh.writeOut("dirs", []byte(b.String()))
}

// tildeDir shows a directory below HOME with ~.
func (sh *Shell) tildeDir(dir string) string {
	home, _ := sh.getVar("HOME")
	if home != "" && home != "/" && (dir == home || strings.HasPrefix(dir, home+"/")) {
		return "~" + dir[len(home):]
	}
	return dir
}

var errNoOther = errors.New("no other directory")

func builtinPushd(sh *Shell, args []string) int {
	rest := args[1:]
	noCd := false
	for len(rest) > 0 && (rest[0] == "-n" || rest[0] == "--") {
		noCd = noCd || rest[0] == "-n"
		rest = rest[1:]
		if args[len(args)-len(rest)-1] == "--" {
			break
		}
	}
	switch {
	case len(rest) > 1:
		sh.errf("pushd: too many arguments")
		return 1
	case len(rest) == 0:
		if len(sh.dirs) == 0 {
			sh.errf("pushd: %v", errNoOther)
			return 1
		}
		top, next := sh.logicalDir(), sh.dirs[0]
		if !noCd {
			if err := sh.chdir(next, false); err != nil {
				sh.errf("pushd: %s: %s", next, errnoText(err))
				return 1
			}
		}
		sh.dirs = append([]string{top}, sh.dirs[1:]...)
	default:
		a := rest[0]
		if n, ok := stackIndex(a, len(sh.dirs)+1); ok {
			stack := sh.stack()
			if n < 0 || n >= len(stack) {
				if len(sh.dirs) == 0 {
					sh.errf("pushd: directory stack empty")
				} else {
					sh.errf("pushd: %s: directory stack index out of range", a)
				}
				return 1
			}
			stack = append(stack[n:len(stack):len(stack)], stack[:n]...)
			if !noCd {
				if err := sh.chdir(stack[0], false); err != nil {
					sh.errf("pushd: %s: %s", stack[0], errnoText(err))
					return 1
				}
			}
			sh.dirs = stack[1:]
			break
		}
		if a == "-" {
			a, _ = sh.getVar("OLDPWD")
		} else if len(a) > 1 && a[0] == '-' {
			sh.errf("pushd: %s: invalid number", a)
			return sh.usage("pushd")
		}
		if noCd {
			sh.dirs = append([]string{a}, sh.dirs...)
			break
		}
		top := sh.logicalDir()
		if err := sh.chdir(a, false); err != nil {
			sh.errf("pushd: %s: %s", a, errnoText(err))
			return 1
		}
		sh.dirs = append([]string{top}, sh.dirs...)
	}
	return builtinDirs(sh, []string{"dirs"})
}

func builtinPopd(sh *Shell, args []string) int {
	index, noCd := 0, false
	for _, a := range args[1:] {
		switch {
		case a == "-n":
			noCd = true
		case a == "--":
		default:
			n, ok := stackIndex(a, len(sh.dirs)+1)
			if !ok {
				sh.errf("popd: %s: invalid argument", a)
				return sh.usage("popd")
			}
			if len(sh.dirs) > 0 && (n < 0 || n > len(sh.dirs)) {
				sh.errf("popd: %s: directory stack index out of range", a)
				return 1
			}
			index = n
		}
	}
	if len(sh.dirs) == 0 {
		sh.errf("popd: directory stack empty")
		return 1
	}
	switch {
	case index == 0 && !noCd:
		if err := sh.chdir(sh.dirs[0], false); err != nil {
			sh.errf("popd: %s: %s", sh.dirs[0], errnoText(err))
			return 1
		}
		sh.dirs = append([]string(nil), sh.dirs[1:]...)
	default:
		index = max(index, 1)
		sh.dirs = append(append([]string(nil), sh.dirs[:index-1]...), sh.dirs[index:]...)
	}
	return builtinDirs(sh, []string{"dirs"})
}
