package shell

import (
	"io/fs"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/vfs"
)

// statOf is stat(2) or, with link, lstat(2). /dev/fd/N and the standard streams are looked up in the descriptor table.
func (sh *Shell) statOf(name string, link bool) (fs.FileInfo, bool) {
	if name == "" {
		return nil, false
	}
	if n, ok := fdName(name); ok && !link {
		fd := sh.p.FD(n)
		if fd == nil {
			return nil, false
		}
		fi, err := fd.Stat()
		return fi, err == nil
	}
	var fi fs.FileInfo
	var err error
	if link {
		fi, err = sh.p.FS().Lstat(name)
	} else {
		fi, err = sh.p.FS().Stat(name)
	}
	return fi, err == nil
}

// fdName recognises the names of descriptors.
func fdName(name string) (int, bool) {
	switch name {
	case "/dev/stdin":
		return 0, true
	case "/dev/stdout":
		return 1, true
	case "/dev/stderr":
		return 2, true
	}
	if digits, ok := strings.CutPrefix(name, "/dev/fd/"); ok {
		n, err := strconv.Atoi(digits)
		return n, err == nil && n >= 0
	}
	return 0, false
}

// isUnaryTest reports whether s is a unary operator of test.
func isUnaryTest(s string) bool {
	return len(s) == 2 && s[0] == '-' && strings.IndexByte("abcdefghknoprstuvwxzGLNORS", s[1]) >= 0
}

// unaryTest applies a unary operator of test and [[.
func (sh *Shell) unaryTest(op byte, arg string) (bool, error) {
	switch op {
	case 'n':
		return arg != "", nil
	case 'z':
		return arg == "", nil
	case 'o':
		if o := findOption(setOptions, arg); o != nil {
			return *o.field(&sh.opts), nil
		}
		return false, nil
	case 'v':
		return sh.isSet(arg), nil
	case 'R':
		v := sh.raw(arg)
		return v.has(attrNameref) && v.set, nil
	case 't':
		n, err := strconv.Atoi(strings.TrimSpace(arg))
		if err != nil {
			return false, errorf(2, "%s: integer expression expected", arg)
		}
		fd := sh.p.FD(n)
		return fd != nil && fd.IsTerminal(), nil
	case 'r':
		return sh.access(arg, 4), nil
	case 'w':
		return sh.access(arg, 2), nil
	case 'x':
		return sh.access(arg, 1), nil
	}
	fi, ok := sh.statOf(arg, op == 'L' || op == 'h')
	if !ok {
		return false, nil
	}
	mode := fi.Mode()
	st, _ := fi.Sys().(*vfs.Stat)
	switch op {
	case 'a', 'e':
		return true, nil
	case 'f':
		return mode.IsRegular(), nil
	case 'd':
		return mode.IsDir(), nil
	case 'b':
		return mode&fs.ModeDevice != 0 && mode&fs.ModeCharDevice == 0, nil
	case 'c':
		return mode&fs.ModeCharDevice != 0, nil
	case 'p':
		return mode&fs.ModeNamedPipe != 0, nil
	case 'S':
		return mode&fs.ModeSocket != 0, nil
	case 'L', 'h':
		return mode&fs.ModeSymlink != 0, nil
	case 'k':
		return mode&fs.ModeSticky != 0, nil
	case 'g':
		return mode&fs.ModeSetgid != 0, nil
	case 'u':
		return mode&fs.ModeSetuid != 0, nil
	case 's':
		return fi.Size() > 0, nil
	case 'O':
		return st != nil && st.UID == sh.p.Cred().UID, nil
	case 'G':
		return st != nil && st.GID == sh.p.Cred().GID, nil
	case 'N':
		return st != nil && !st.Mtime.Before(st.Atime) && !st.Mtime.Equal(st.Atime), nil
	}
	return false, errorf(2, "-%c: unary operator expected", op)
}

func (sh *Shell) access(name string, mode uint32) bool {
	if name == "" {
		return false
	}
	if n, ok := fdName(name); ok {
		return sh.p.FD(n) != nil && mode != 1
	}
	return sh.p.FS().Access(name, mode) == nil
}

// isSet is -v: name, name[sub], name[@].
func (sh *Shell) isSet(ref string) bool {
	if k := strings.IndexByte(ref, '['); k > 0 && strings.HasSuffix(ref, "]") {
		name, sub := ref[:k], ref[k+1:len(ref)-1]
		v := sh.lookup(name)
		if v == nil {
			return false
		}
		if v.has(attrAssoc) {
			s, err := sh.expandSubscript(sub)
			if err != nil || v.asc == nil {
				return false
			}
			_, ok := v.asc.get(s)
			return ok
		}
		if sub == "@" || sub == "*" {
			return v.hasValue()
		}
		_, ok, err := sh.getElem(name, v, sub)
		return err == nil && ok
	}
	if ref == "" {
		return false
	}
	if v, ok := sh.special(ref); ok {
		return v.set && plainDigits(ref)
	}
	_, ok := sh.getVar(ref)
	return ok
}

// fileCompare is -nt, -ot and -ef.
func (sh *Shell) fileCompare(op, a, b string) bool {
	fa, oka := sh.statOf(a, false)
	fb, okb := sh.statOf(b, false)
	switch op {
	case "-nt":
		return oka && (!okb || fa.ModTime().After(fb.ModTime()))
	case "-ot":
		return okb && (!oka || fa.ModTime().Before(fb.ModTime()))
	}
	return oka && okb && vfs.SameFile(fa, fb)
}

func compareInts(op string, a, b int64) bool {
	switch op {
	case "-eq":
		return a == b
	case "-ne":
		return a != b
	case "-lt":
		return a < b
	case "-le":
		return a <= b
	case "-gt":
		return a > b
	}
	return a >= b
}
