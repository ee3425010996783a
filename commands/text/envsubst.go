package text

import (
	"context"
	"io"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var envsubstUsage = optparse.Define("envsubst", "[OPTION] [SHELL-FORMAT]", "Substitutes the values of environment variables.", `
-v, --variables  output the variables occurring in SHELL-FORMAT
-h               display this help and exit
!-V              version
`)

// envsubst replaces $NAME and ${NAME}; nothing else of the shell's expansions is known to it.
func envsubst(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, envsubstUsage)
	if done {
		return status
	}
	if o.Has("h") || o.Has("V") {
		cmd.Standard(p, envsubstUsage, map[bool]string{true: "help", false: "version"}[o.Has("h")])
		return 0
	}
	if len(o.Args) > 1 {
		cmd.Errorf(p, "too many arguments")
		return 1
	}
	var only map[string]bool
	w := cmd.NewWriter(p)
	if len(o.Args) == 1 {
		only = map[string]bool{}
		eachVariable([]byte(o.Args[0]), func([]byte) {}, func(name, _ []byte) {
			if o.Has("v") {
				_, _ = w.WriteString(string(name) + "\n")
			}
			only[string(name)] = true
		})
	}
	if o.Has("v") {
		if len(o.Args) == 0 {
			cmd.Errorf(p, "missing arguments")
			return 1
		}
		return w.Finish(0)
	}
	in := cmd.Stdin(p)
	lines := cmd.NewLineReader(in, '\n')
	for w.Err() == nil && p.Safepoint() == nil {
		line, terminated, err := lines.Next()
		if err != nil {
			if err != io.EOF {
				cmd.Errorf(p, "error while reading %q: %s", "standard input", kernel.Strerror(err))
				status = 1
			}
			break
		}
		eachVariable(line, func(b []byte) { _, _ = w.Write(b) }, func(name, whole []byte) {
			if only != nil && !only[string(name)] {
				_, _ = w.Write(whole)
				return
			}
			_, _ = w.WriteString(p.Getenv(string(name)))
		})
		if terminated {
			_ = w.WriteByte('\n')
		}
	}
	return w.Finish(status)
}

// eachVariable walks over text: plain for what is none, found for each $NAME and ${NAME}.
func eachVariable(b []byte, plain func([]byte), found func(name, whole []byte)) {
	from := 0
	for i := 0; i < len(b); {
		if b[i] != '$' {
			i++
			continue
		}
		start, braced := i+1, false
		if start < len(b) && b[start] == '{' {
			start, braced = start+1, true
		}
		end := start
		for end < len(b) && (isLetter(b[end]) || b[end] == '_' || end > start && isDigit(b[end])) {
			end++
		}
		next := end
		if braced {
			next++
		}
		if end == start || braced && (end >= len(b) || b[end] != '}') {
			i++
			continue
		}
		plain(b[from:i])
		found(b[start:end], b[i:next])
		i, from = next, next
	}
	plain(b[from:])
}
