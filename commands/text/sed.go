package text

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var sedUsage = optparse.Define("sed", "[OPTION]... {script-only-if-no-other-script} [input-file]...", "", `
-n, --quiet, --silent      suppress automatic printing of pattern space
    --debug                annotate program execution
-e, --expression=script    add the script to the commands to be executed
-f, --file=script-file     add the contents of script-file to the commands to be executed
    --follow-symlinks      follow symlinks when processing in place
-i[SUFFIX], --in-place[=SUFFIX]  edit files in place (makes backup if SUFFIX supplied)
-l, --line-length=N        specify the desired line-wrap length for the 'l' command
    --posix                disable all GNU extensions
-E, -r, --regexp-extended  use extended regular expressions in the script
-s, --separate             consider files as separate rather than as a single\ncontinuous long stream
    --sandbox              operate in sandbox mode (disable e/r/w commands)
-u, --unbuffered           load minimal amounts of data from the input files and\nflush the output buffers more often
-z, --null-data            separate lines by NUL characters
`)

func sed(ctx context.Context, p *kernel.Process) int {
	o, err := sedUsage.Parse(p.Args()[1:])
	if err != nil {
		cmd.Errorf(p, "%s", err)
		return sedUsageError(p)
	}
	if n := len(o.Options); n > 0 && cmd.Standard(p, sedUsage, o.Options[n-1].Key) {
		return 0
	}
	s := &sedRun{p: p, ctx: ctx, delim: '\n', wrap: 70, out: cmd.NewWriter(p)}
	c := &sedCompiler{p: p, bytes: !cmd.UTF8(p)}
	var scripts []sedScript
	for _, m := range o.Options {
		switch m.Key {
		case "n":
			s.quiet = true
		case "e":
			scripts = append(scripts, sedScript{text: m.Value})
		case "f":
			in, err := cmd.Open(p, m.Value)
			var data []byte
			if err == nil {
				data, err = cmd.ReadAll(in)
				in.Close()
			}
			if err != nil {
				cmd.Errorf(p, "couldn't open file %s: %s", m.Value, kernel.Strerror(err))
				return 4
			}
			text := strings.TrimSuffix(string(data), "\n")
			if strings.HasPrefix(text, "#n\n") || text == "#n" {
				s.quiet = true
			}
			scripts = append(scripts, sedScript{text: text, file: m.Value})
		case "i":
			s.inPlace, s.separate, s.suffix = true, true, m.Value
		case "l":
			n, ok := parseCount(m.Value)
			if !ok {
				cmd.Errorf(p, "invalid line length: %s", m.Value)
				return 1
			}
			s.wrap = n
		case "follow-symlinks":
			s.followLinks = true
		case "posix":
			c.posix = true
		case "E":
			c.extended = true
		case "s":
			s.separate = true
		case "sandbox":
			c.sandbox = true
		case "u":
			s.unbuffered = true
		case "z":
			s.delim = 0
		}
	}
	files := o.Args
	if len(scripts) == 0 {
		if len(files) == 0 {
			return sedUsageError(p)
		}
		scripts = append(scripts, sedScript{text: files[0]})
		files = files[1:]
		if strings.HasPrefix(scripts[0].text, "#n\n") {
			s.quiet = true
		}
	}
	c.null = s.delim == 0
	prog, err := c.compile(scripts)
	if err != nil {
		cmd.Errorf(p, "%s", err)
		var label *sedLabelError
		if errors.As(err, &label) {
			return 4
		}
		return 1
	}
	s.prog = prog
	if len(files) == 0 {
		files = []string{"-"}
	}
	return s.run(files)
}

// sedUsageError prints the whole help where others point to it.
func sedUsageError(p *kernel.Process) int {
	_, _ = io.WriteString(p.Stderr(), sedUsage.HelpText(cmd.Name(p)))
	return 1
}

func parseCount(s string) (int, bool) {
	n := 0
	for i := range len(s) {
		if !isDigit(s[i]) || n > 1<<30 {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, s != ""
}
