package npm

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"
)

// npmError is a failure in npm's form: a code and lines, each shown behind "npm error".
type npmError struct {
	code   string
	prefix string // of each line, as "404" or "notarget"
	lines  []string
	status int // exit status; 0 is 1
}

func (e *npmError) Error() string { return e.code + ": " + strings.Join(e.lines, "\n") }

// report prints an error and returns the exit status.
func report(w io.Writer, err error) int {
	var ne *npmError
	if !errors.As(err, &ne) {
		ne = fromSystem(err)
	}
	if ne.code != "" {
		fmt.Fprintf(w, "npm error code %s\n", ne.code)
	}
	for _, l := range ne.lines {
		fmt.Fprintln(w, strings.TrimRight("npm error "+ne.prefix+l, " "))
	}
	return max(ne.status, 1)
}

// errnoNames are the codes that npm shows for the system's errors.
var errnoNames = map[syscall.Errno]string{
	syscall.ENOENT: "ENOENT", syscall.EACCES: "EACCES", syscall.EPERM: "EPERM", syscall.EROFS: "EROFS", syscall.ENOSPC: "ENOSPC",
	syscall.ENOTDIR: "ENOTDIR", syscall.EISDIR: "EISDIR", syscall.EEXIST: "EEXIST", syscall.ENOTEMPTY: "ENOTEMPTY", syscall.EFBIG: "EFBIG", syscall.EMFILE: "EMFILE",
}

func fromSystem(err error) *npmError {
	ne := &npmError{}
	var errno syscall.Errno
	if errors.As(err, &errno) {
		ne.code = errnoNames[errno]
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		ne.lines = append(ne.lines, "syscall "+pe.Op, "path "+pe.Path)
	}
	ne.lines = append(ne.lines, err.Error())
	return ne
}

func errorf(code, format string, args ...any) *npmError {
	return &npmError{code: code, lines: strings.Split(fmt.Sprintf(format, args...), "\n")}
}
