package system

import (
	"context"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var envUsage = optparse.Define("env", "[OPTION]... [-] [NAME=VALUE]... [COMMAND [ARG]...]",
	"Set each NAME to VALUE in the environment and run COMMAND.", `
-i, --ignore-environment  start with an empty environment
-0, --null           end each output line with NUL, not newline
-u, --unset=NAME     remove variable from the environment
-C, --chdir=DIR      change working directory to DIR
-S, --split-string=S  process and split S into separate arguments
-v, --debug          print verbose information for each processing step
    --block-signal[=SIG]  accepted for compatibility
    --default-signal[=SIG]  reset handling of SIG signal(s) to the default
    --ignore-signal[=SIG]  set handling of SIG signal(s) to do nothing
    --list-signal-handling  accepted for compatibility
`).Posix().Status(125)

func env(ctx context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	// -S puts its pieces where it stands, before the other arguments.
	for round := 0; round < 16; round++ {
		i, text, ok := findSplit(args)
		if !ok {
			break
		}
		words, problem := splitString(text, p.Getenv)
		if problem != "" {
			cmd.Errorf(p, "%s", problem)
			return 125
		}
		args = append(append(append([]string{}, args[:i.at]...), words...), args[i.next:]...)
	}
	o, status, done := cmd.ParseArgs(p, envUsage, args)
	if done {
		return status
	}
	rest := o.Args
	environ := p.Environ()
	null, dir, hasDir := false, "", false
	if len(rest) > 0 && rest[0] == "-" {
		environ, rest = []string{}, rest[1:]
	}
	for _, m := range o.Options {
		if m.Key == "i" {
			environ = []string{}
		}
	}
	for _, m := range o.Options {
		switch m.Key {
		case "0":
			null = true
		case "u":
			if m.Value == "" || strings.Contains(m.Value, "=") {
				cmd.Errorf(p, "cannot unset %s: Invalid argument", cmd.QuoteC(m.Value))
				return 125
			}
			environ = unset(environ, m.Value)
		case "C":
			dir, hasDir = m.Value, true
		case "default-signal", "ignore-signal":
			d := kernel.SigDefault
			if m.Key == "ignore-signal" {
				d = kernel.SigIgnore
			}
			for name := range strings.SplitSeq(m.Value, ",") {
				if sig, ok := kernel.ParseSignal(name); ok && sig != 0 {
					p.SetDisposition(sig, d)
				}
			}
		}
	}
	for len(rest) > 0 && strings.IndexByte(rest[0], '=') >= 0 {
		name, _, _ := strings.Cut(rest[0], "=")
		if o.Has("v") {
			cmd.Raw(p, "setenv:   "+rest[0]+"\n")
		}
		environ = set(environ, name, rest[0])
		rest = rest[1:]
	}
	if len(rest) == 0 {
		if hasDir {
			return cmd.UsageError(p, envUsage, "must specify command with --chdir (-C)")
		}
		eol := byte('\n')
		if null {
			eol = 0
		}
		w := cmd.NewWriter(p)
		for _, kv := range environ {
			_, _ = w.WriteString(kv)
			_ = w.WriteByte(eol)
		}
		return w.Finish(0)
	}
	if null {
		return cmd.UsageError(p, envUsage, "cannot specify --null (-0) with command")
	}
	if hasDir {
		if err := p.Chdir(dir); err != nil {
			cmd.Errorf(p, "cannot change directory to %s: %s", cmd.Quote(dir), kernel.Strerror(err))
			return 125
		}
	}
	if o.Has("v") {
		cmd.Raw(p, "executing: "+rest[0]+"\n")
		for i, a := range rest {
			cmd.Raw(p, "   arg["+strconv.Itoa(i)+"]= "+cmd.Quote(a)+"\n")
		}
	}
	p.SetEnviron(environ)
	return execReplace(ctx, p, rest)
}

type splitAt struct{ at, next int }

// findSplit finds a -S among the leading options.
func findSplit(args []string) (where splitAt, text string, ok bool) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--" || len(a) < 2 || a[0] != '-':
			return where, "", false
		case strings.HasPrefix(a, "--split-string="):
			return splitAt{i, i + 1}, a[len("--split-string="):], true
		case a == "--split-string" && i+1 < len(args):
			return splitAt{i, i + 2}, args[i+1], true
		case a[1] == '-':
			if (a == "--unset" || a == "--chdir") && i+1 < len(args) {
				i++
			}
			continue
		}
		for j := 1; j < len(a); j++ {
			switch a[j] {
			case 'S':
				if j+1 < len(a) {
					return splitAt{i, i + 1}, a[j+1:], true
				}
				if i+1 < len(args) {
					return splitAt{i, i + 2}, args[i+1], true
				}
			case 'u', 'C':
				if j+1 == len(a) {
					i++
				}
			default:
				continue
			}
			break
		}
	}
	return where, "", false
}

// splitString takes the text of -S apart: blanks, quotes, escapes, ${NAME}, # comments.
func splitString(s string, getenv func(string) string) (words []string, problem string) {
	var b strings.Builder
	in, quote := false, byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote == 0 && strings.IndexByte(" \t\n\v\f\r", c) >= 0:
			if in {
				words = append(words, b.String())
				b.Reset()
				in = false
			}
		case quote == 0 && c == '#' && !in:
			return words, ""
		case c == quote && quote != 0:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, in = c, true
		case c == '\\' && quote != '\'' && i+1 < len(s):
			i++
			in = true
			switch s[i] {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case 'r':
				b.WriteByte('\r')
			case 'f':
				b.WriteByte('\f')
			case 'v':
				b.WriteByte('\v')
			case '_':
				if quote == 0 {
					words = append(words, b.String())
					b.Reset()
					in = false
				} else {
					b.WriteByte(' ')
				}
			case 'c':
				if quote != 0 {
					return nil, `'\c' must not appear in double-quoted -S string`
				}
				if b.Len() > 0 {
					words = append(words, b.String())
				}
				return words, ""
			case '"', '#', '$', '\'', '\\':
				b.WriteByte(s[i])
			default:
				return nil, `invalid sequence '\` + string(s[i]) + `' in -S`
			}
		case c == '\\' && quote == '\'' && i+1 < len(s) && (s[i+1] == '\'' || s[i+1] == '\\'):
			i++
			b.WriteByte(s[i])
		case c == '\\' && quote != '\'':
			return nil, `invalid backslash at end of string in -S`
		case c == '$' && quote != '\'':
			end := strings.IndexByte(s[i:], '}')
			if !strings.HasPrefix(s[i:], "${") || end < 3 {
				return nil, `only ${VARNAME} expansion is supported, error at: ` + s[i:]
			}
			in = true
			b.WriteString(getenv(s[i+2 : i+end]))
			i += end
		default:
			in = true
			b.WriteByte(c)
		}
	}
	if quote != 0 {
		return nil, "no terminating quote in -S string"
	}
	if in {
		words = append(words, b.String())
	}
	return words, ""
}

func unset(environ []string, name string) []string {
	out := make([]string, 0, len(environ))
	for _, kv := range environ {
		if !strings.HasPrefix(kv, name+"=") {
			out = append(out, kv)
		}
	}
	return out
}

func set(environ []string, name, kv string) []string {
	out := make([]string, len(environ), len(environ)+1)
	copy(out, environ)
	for i, e := range out {
		if strings.HasPrefix(e, name+"=") {
			out[i] = kv
			return out
		}
	}
	return append(out, kv)
}
