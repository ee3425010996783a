package files

import (
	"context"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var pathchkUsage = optparse.Define("pathchk", "[OPTION]... NAME...", "Diagnose invalid or unportable file names.", `
-p                  check for most POSIX systems
-P                  check for empty names and leading "-"
    --portability   check for all POSIX systems (equivalent to -p -P)
`)

const (
	nameMax, pathMax           = 255, 4096
	posixNameMax, posixPathMax = 14, 256
)

func pathchk(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, pathchkUsage)
	if done {
		return status
	}
	if len(o.Args) == 0 {
		return cmd.MissingOperand(p, pathchkUsage, nil)
	}
	posix := o.Has("p") || o.Has("portability")
	extra := o.Has("P") || o.Has("portability")
	for _, name := range o.Args {
		if problem := pathProblem(p, name, posix, extra); problem != "" {
			cmd.Errorf(p, "%s", problem)
			status = 1
		}
	}
	return status
}

func pathProblem(p *kernel.Process, name string, posix, extra bool) string {
	if extra && (strings.HasPrefix(name, "-") || strings.Contains(name, "/-")) {
		return "leading '-' in a component of file name " + cmd.Quote(name)
	}
	if name == "" && (posix || extra) {
		return "empty file name"
	}
	if posix {
		for i := range len(name) {
			c := name[i]
			if c != '/' && c != '.' && c != '_' && c != '-' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
				return "nonportable character " + cmd.QuoteC(name[i:i+1]) + " in file name " + cmd.Quote(name)
			}
		}
	} else {
		if _, err := p.FS().Lstat(name); err == nil {
			return ""
		} else if name == "" || !isNotExist(err) {
			return cmd.Quotef(name) + ": " + kernel.Strerror(err)
		}
	}
	mostPath, mostName := pathMax, nameMax
	if posix {
		mostPath, mostName = posixPathMax, posixNameMax
	}
	if len(name) >= mostPath {
		return "limit " + strconv.Itoa(mostPath-1) + " exceeded by length " + strconv.Itoa(len(name)) + " of file name " + cmd.Quote(name)
	}
	for part := range strings.SplitSeq(name, "/") {
		if len(part) > mostName {
			return "limit " + strconv.Itoa(mostName) + " exceeded by length " + strconv.Itoa(len(part)) + " of file name component " + cmd.Quote(part)
		}
	}
	return ""
}
