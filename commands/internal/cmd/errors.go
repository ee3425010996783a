package cmd

import (
	"fmt"

	"github.com/sandpit-dev/sandpit/kernel"
)

// Name is the name a program calls itself in messages: argv[0], as GNU's error(3).
func Name(p *kernel.Process) string {
	if a := p.Args(); len(a) > 0 {
		return a[0]
	}
	return p.Name()
}

// Errorf reports on standard error: "name: text" and a newline, in one write.
func Errorf(p *kernel.Process, format string, args ...any) {
	Raw(p, Name(p)+": "+fmt.Sprintf(format, args...)+"\n")
}

// Raw writes text as it is on standard error.
func Raw(p *kernel.Process, text string) {
	_, _ = p.Stderr().Write([]byte(text))
}

// TryHelp prints GNU's hint after a usage error.
func TryHelp(p *kernel.Process) {
	Raw(p, fmt.Sprintf("Try '%s --help' for more information.\n", Name(p)))
}

// FileError reports "name: file: reason" with the file quoted where it needs it.
func FileError(p *kernel.Process, file string, err error) {
	Errorf(p, "%s: %s", quoteIn(p, file, false), kernel.Strerror(err))
}

// FileErrorQuoted is FileError with the name always in quotes.
func FileErrorQuoted(p *kernel.Process, file string, err error) {
	Errorf(p, "%s: %s", quoteIn(p, file, true), kernel.Strerror(err))
}
