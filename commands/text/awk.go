package text

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/awk"
	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var awkUsage = optparse.Define("awk", "[OPTION]... -f PROGFILE [--] FILE...\n[OPTION]... [--] 'PROGRAM' FILE...", "", `
-f, --file=PROGFILE        read the program from PROGFILE
-F, --field-separator=FS   use FS for the input field separator
-v, --assign=VAR=VAL       assign VAL to VAR before the program begins
-e, --source='PROGRAM-TEXT'  program text, mixed with -f
-E, --exec=FILE            like -f, the last option
-b, --characters-as-bytes  treat all data as single-byte characters
-c, --traditional          accepted for compatibility
-n, --non-decimal-data     accepted for compatibility
-O, --optimize             accepted for compatibility
-P, --posix                accepted for compatibility
-r, --re-interval          accepted for compatibility
-s, --no-optimize          accepted for compatibility
-S, --sandbox              no system(), no input or output redirection
-t, --lint-old             accepted for compatibility
-L, --lint[=WHEN]          accepted for compatibility
!-W ARG
-V, --version              output version information and exit
-h, --help                 display this help and exit
`).Posix().NoHelp()

// awkCommand is awk, gawk and mawk.
func awkCommand(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, awkUsage)
	if done {
		return max(status, 1)
	}
	opt := awk.Options{Name: cmd.Name(p), Bytes: !cmd.UTF8(p)}
	var sources []awk.Source
	haveSource := false
	for _, m := range o.Options {
		switch m.Key {
		case "h":
			_, _ = io.WriteString(p.Stdout(), awkUsage.HelpText(cmd.Name(p)))
			return 0
		case "V":
			_, _ = io.WriteString(p.Stdout(), "GNU Awk 5.2.1 (sandpit)\n")
			return 0
		case "W":
			if m.Value == "version" {
				_, _ = io.WriteString(p.Stdout(), "GNU Awk 5.2.1 (sandpit)\n")
				return 0
			}
		case "F":
			opt.HasFS, opt.FS = true, awk.Unescape(m.Value)
		case "b":
			opt.Bytes = true
		case "S":
			opt.Sealed = true
		case "v":
			name, _, ok := strings.Cut(m.Value, "=")
			if !ok || !awk.IsName(name) {
				cmd.Errorf(p, "fatal: `%s' argument to `-v' not in `var=value' form\n", m.Value)
				return 2
			}
			opt.Assign = append(opt.Assign, m.Value)
		case "f", "E":
			haveSource = true
			in, err := cmd.Open(p, m.Value)
			if err != nil {
				cmd.Errorf(p, "fatal: cannot open source file `%s' for reading: %s", m.Value, kernel.Strerror(err))
				return 2
			}
			text, err := cmd.ReadAll(in)
			in.Close()
			if err != nil {
				cmd.Errorf(p, "fatal: cannot read source file `%s': %s", m.Value, kernel.Strerror(err))
				return 2
			}
			sources = append(sources, awk.Source{Name: m.Value, Text: string(text)})
		case "e":
			haveSource = true
			sources = append(sources, awk.Source{Text: m.Value})
		}
	}
	args := o.Args
	if !haveSource {
		if len(args) == 0 {
			cmd.Raw(p, awkUsage.HelpText(cmd.Name(p)))
			return 1
		}
		sources = []awk.Source{{Text: args[0]}}
		args = args[1:]
	}
	opt.Args = args
	prog, err := awk.Parse(sources)
	if err != nil {
		var se *awk.SyntaxError
		if errors.As(err, &se) {
			if se.Marked {
				cmd.Errorf(p, "%s", se.Shown())
				cmd.Errorf(p, "%s", se.Mark())
			} else {
				cmd.Errorf(p, "%s", se)
			}
			if se.Fatal {
				return 2
			}
		} else {
			cmd.Errorf(p, "fatal: %s", err)
		}
		return 1
	}
	return awk.Run(ctx, p, prog, opt)
}
