package kernel

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"

	"github.com/sandpit-dev/sandpit/vfs"
)

const progMagic = "\x7fPROG"

// headSize is how much of a file exec looks at, as BINPRM_BUF_SIZE says. The argument in a #! line is cut there.
const headSize = 256

// ProgramFile is the content of an executable file that names a built-in program: the magic number 0x7f "PROG", the name
// and a newline.
func ProgramFile(name string) []byte { return []byte(progMagic + name + "\n") }

// ParseProgramFile takes the name from the first bytes of a program file.
func ParseProgramFile(head []byte) (name string, ok bool) {
	rest, ok := bytes.CutPrefix(head, []byte(progMagic))
	if !ok {
		return "", false
	}
	end := bytes.IndexByte(rest, '\n')
	if end <= 0 {
		return "", false
	}
	return string(rest[:end]), true
}

// execution finds the program for an exec.
type execution struct {
	k    *Kernel
	view *vfs.FS // of who executes
	cred Cred
	dir  string
	args []string // result: argv, rewritten by #!
	exe  string   // result: the file that is executed in the end, absolute
}

// resolve finds what path runs; an empty path is args[0]; a name without a slash is looked up in the PATH of env.
func (x *execution) resolve(path string, args, env []string) (Program, error) {
	if len(args) == 0 {
		args = []string{path}
	}
	var info fs.FileInfo
	if path == "" {
		path = args[0]
	}
	if !strings.Contains(path, "/") {
		list, ok := lookupEnv(env, "PATH")
		if !ok {
			list = DefaultPath
		}
		var err error
		if path, info, err = x.lookPath(path, list); err != nil {
			return nil, err
		}
	}
	x.args = args
	name := path
	for depth := 0; ; depth++ {
		if depth > 5 {
			return nil, execError(name, syscall.ELOOP)
		}
		if info == nil {
			var err error
			if info, err = x.view.Stat(path); err != nil {
				return nil, pathError("exec", path, err)
			}
		}
		if !info.Mode().IsRegular() || !x.cred.may(info, 1) {
			return nil, execError(path, syscall.EACCES)
		}
		info = nil
		var buf [headSize]byte
		head, err := x.readHead(path, buf[:])
		if err != nil {
			return nil, pathError("exec", path, err)
		}
		x.exe = x.view.Abs(path)
		if prog, ok := ParseProgramFile(head); ok {
			if fn := x.k.Program(prog); fn != nil {
				return fn, nil
			}
			return missingProgram(prog), nil
		}
		interp, arg, ok := parseShebang(head)
		if !ok {
			return nil, execError(path, syscall.ENOEXEC)
		}
		next := make([]string, 0, len(x.args)+2)
		next = append(next, interp)
		if arg != "" {
			next = append(next, arg)
		}
		next = append(next, path)
		if len(x.args) > 1 {
			next = append(next, x.args[1:]...)
		}
		x.args, path = next, interp
	}
}

func execError(path string, errno syscall.Errno) error {
	return &fs.PathError{Op: "exec", Path: path, Err: errno}
}

// readHead reads the first bytes with root's eyes: exec needs no read permission.
func (x *execution) readHead(path string, buf []byte) ([]byte, error) {
	f, err := x.k.fs.Open(x.view.Abs(path))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	n, err := io.ReadFull(f, buf)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return buf[:n], err
}

// parseShebang reads `#! interpreter [argument]`: the argument is the rest of the line, blanks around it dropped.
func parseShebang(head []byte) (interp, arg string, ok bool) {
	rest, ok := bytes.CutPrefix(head, []byte("#!"))
	if !ok {
		return "", "", false
	}
	cut := false
	if end := bytes.IndexByte(rest, '\n'); end >= 0 {
		rest = rest[:end]
	} else if len(head) == headSize {
		rest, cut = rest[:len(rest)-1], true
	}
	line := strings.TrimLeft(string(rest), " \t")
	if cut && !strings.ContainsAny(line, " \t\x00") {
		return "", "", false // the name of the interpreter may go on
	}
	line = strings.TrimRight(line, " \t")
	if i := strings.IndexByte(line, 0); i >= 0 {
		line = line[:i]
	}
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		line, arg = line[:i], strings.Trim(line[i:], " \t")
	}
	return line, arg, line != ""
}

// missingProgram stands for a program file whose built-in this kernel does not have.
func missingProgram(name string) Program {
	return func(_ context.Context, p *Process) int {
		fmt.Fprintf(p.Stderr(), "%s: built-in program %q is not available in this system\n", p.Name(), name)
		return 127
	}
}

// LookPath finds an executable file as execvp(3) does: a name with a slash is used as it is, else each directory of the
// colon-separated path is tried ("" is the working directory) with p's credentials. The error is ENOENT, or EACCES when
// only files that may not be executed were found.
func LookPath(p *Process, name, path string) (string, error) {
	x := execution{k: p.k, view: p.FS(), cred: p.Cred(), dir: p.Dir()}
	if strings.Contains(name, "/") {
		info, err := x.view.Stat(name)
		if err != nil {
			return "", pathError("exec", name, err)
		}
		if !info.Mode().IsRegular() || !x.cred.may(info, 1) {
			return "", execError(name, syscall.EACCES)
		}
		return name, nil
	}
	found, _, err := x.lookPath(name, path)
	return found, err
}

func (x *execution) lookPath(name, path string) (string, fs.FileInfo, error) {
	result := syscall.ENOENT
	if name == "" {
		return "", nil, execError(name, result)
	}
	for more := true; more; {
		var dir string
		dir, path, more = strings.Cut(path, ":")
		file := name
		switch {
		case dir == "":
			file = "./" + name
		case strings.HasSuffix(dir, "/"):
			file = dir + name
		default:
			file = dir + "/" + name
		}
		info, err := x.view.Stat(file)
		if err != nil {
			if errno, _ := Errno(err); errno == syscall.EACCES {
				result = syscall.EACCES
			}
			continue
		}
		if !info.Mode().IsRegular() {
			if info.IsDir() {
				continue
			}
			result = syscall.EACCES
			continue
		}
		if !x.cred.may(info, 1) {
			result = syscall.EACCES
			continue
		}
		return file, info, nil
	}
	return "", nil, execError(name, result)
}
