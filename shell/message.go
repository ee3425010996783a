package shell

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

// errPrefix is what bash puts before a message: "bash: line 3", or "script.sh: line 3" in a file.
func (sh *Shell) errPrefix() string {
	name := sh.arg0
	if sh.src != nil && sh.src.name != "" {
		name = sh.src.name
	} else if n := len(sh.calls); n > 0 && sh.calls[n-1].isFunc && sh.src.funcs != "" {
		name = sh.src.funcs
	}
	if sh.interactive {
		return name
	}
	return fmt.Sprintf("%s: line %d", name, sh.line())
}

// errf prints a message on standard error as bash does: "bash: line 3: …".
func (sh *Shell) errf(format string, args ...any) {
	sh.writeErr(sh.errPrefix() + ": " + fmt.Sprintf(format, args...) + "\n")
}

// writeErr writes text on standard error.
func (sh *Shell) writeErr(text string) {
	if fd := sh.p.FD(2); fd != nil {
		fd.Write([]byte(text)) // nowhere to report a failure to
	}
}

// writeOut writes the output of builtin name on standard output in one write and returns the builtin's status.
func (sh *Shell) writeOut(name string, b []byte) int {
	if len(b) == 0 {
		return 0
	}
	fd := sh.p.FD(1)
	if fd == nil {
		sh.errf("%s: write error: Bad file descriptor", name)
		return 1
	}
	if _, err := fd.Write(b); err != nil {
		if sh.p.Killed() {
			sh.safepoint()
			return 1
		}
		sh.errf("%s: write error: %s", name, kernel.Strerror(err))
		return 1
	}
	return 0
}

// usage prints the usage line of a builtin and returns the status for wrong usage.
func (sh *Shell) usage(name string) int {
	sh.writeErr(name + ": usage: " + builtinUsage[name] + "\n")
	return 2
}

// badOption reports an unknown option of a builtin.
func (sh *Shell) badOption(name, opt string) int {
	sh.errf("%s: %s: invalid option", name, opt)
	return sh.usage(name)
}

// expansionFailed reports an error of the expander and unwinds as bash does: an unset variable under nounset or
// ${x:?} ends the shell, anything else drops the rest of the input line.
func (sh *Shell) expansionFailed(err error) {
	var fe *flowError
	if errors.As(err, &fe) || sh.flow != flowNone {
		return
	}
	var ee *expandError
	if !errors.As(err, &ee) {
		sh.errf("%v", err)
		sh.status = 1
		sh.flow = flowDiscard
		return
	}
	if ee.msg != "" {
		sh.errf("%s", ee.msg)
	}
	sh.status = max(ee.status, 1)
	if !ee.fatal || sh.interactive && !sh.forked {
		sh.flow = flowDiscard
		return
	}
	if sh.forked || !sh.cmdString || ee.exitOne { // 127 is what bash -c exits with
		sh.status = 1
	} else {
		sh.status = 127
	}
	sh.flow = flowExit
}

// flowError tells the expander that execution unwinds: a command substitution was cut short. It is never printed.
type flowError struct{}

func (*flowError) Error() string { return "interrupted" }

// errnoText is the text of an error without the path that the caller prints itself.
func errnoText(err error) string { return kernel.Strerror(err) }

// quoteForDisplay quotes a word so that the shell reads it back, as trap -p, alias and declare -p print it.
func singleQuote(s string) string {
	if s == "'" {
		return `\'`
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
