package files

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var chmodUsage = optparse.Define("chmod", "[OPTION]... MODE[,MODE]... FILE...\n[OPTION]... OCTAL-MODE FILE...\n[OPTION]... --reference=RFILE FILE...",
	"Change the mode of each FILE to MODE.\nWith --reference, change the mode of each FILE to that of RFILE.", `
-c, --changes          like verbose but report only when a change is made
-f, --silent, --quiet  suppress most error messages
-v, --verbose          output a diagnostic for every file processed
    --no-preserve-root  do not treat '/' specially (the default)
    --preserve-root    fail to operate recursively on '/'
    --reference=RFILE  use RFILE's mode instead of MODE values
-R, --recursive        change files and directories recursively
`)

type chmodder struct {
	p       *kernel.Process
	w       *cmd.Writer
	change  *cmd.ModeChange
	umask   uint32
	warn    bool // the mode came without a class and may differ from what the umask left
	verbose bool
	changes bool
	quiet   bool
	deep    bool
	status  int
}

// splitMode takes modes such as -x and -rw out of the options, as GNU's getopt string does.
func splitMode(args []string) (mode string, rest []string) {
	ended := false
	for _, a := range args {
		if a == "--" {
			ended = true
		}
		if !ended && mode == "" && len(a) > 1 && a[0] == '-' && isModeLetters(a[1:]) {
			mode = a
			continue
		}
		rest = append(rest, a)
	}
	return mode, rest
}

func isModeLetters(s string) bool {
	for i := range len(s) {
		switch s[i] {
		case 'r', 'w', 'x', 'X', 's', 't', 'u', 'g', 'o', '0', '1', '2', '3', '4', '5', '6', '7', ',', '+', '=', '-':
		default:
			return false
		}
	}
	return s[0] != '-'
}

func chmod(_ context.Context, p *kernel.Process) int {
	dashMode, args := splitMode(p.Args()[1:])
	o, status, done := cmd.ParseArgs(p, chmodUsage, args)
	if done {
		return status
	}
	c := &chmodder{p: p, w: cmd.NewWriter(p), umask: uint32(p.Umask().Perm())}
	for _, m := range o.Options {
		switch m.Key {
		case "c":
			c.changes = true
		case "f":
			c.quiet = true
		case "v":
			c.verbose = true
		case "R":
			c.deep = true
		}
	}
	files := o.Args
	text := dashMode
	if ref, ok := o.Value("reference"); ok {
		info, err := p.FS().Stat(ref)
		if err != nil {
			cmd.Errorf(p, "failed to get attributes of %s: %s", cmd.Quote(ref), kernel.Strerror(err))
			return 1
		}
		text = fmt.Sprintf("%05o", cmd.Bits(info.Mode()))
	} else if text == "" {
		if len(files) == 0 {
			return cmd.MissingOperand(p, chmodUsage, nil)
		}
		text, files = files[0], files[1:]
	}
	if len(files) == 0 {
		return cmd.UsageError(p, chmodUsage, "missing operand after %s", cmd.Quote(text))
	}
	var ok bool
	if c.change, ok = cmd.ParseMode(text); !ok {
		cmd.Errorf(p, "invalid mode: %s", cmd.Quote(text))
		cmd.TryHelp(p)
		return 1
	}
	c.warn = dashMode != ""
	for _, name := range files {
		c.operand(name)
	}
	return c.w.Finish(c.status)
}

func (c *chmodder) fail(format string, args ...any) {
	c.status = 1
	if !c.quiet {
		_ = c.w.Flush()
		cmd.Errorf(c.p, format, args...)
	}
}

func (c *chmodder) operand(name string) {
	info, err := c.p.FS().Stat(name)
	if err != nil {
		if li, lerr := c.p.FS().Lstat(name); lerr == nil && li.Mode()&fs.ModeSymlink != 0 && isNotExist(err) {
			c.fail("cannot operate on dangling symlink %s", cmd.Quote(name))
			return
		}
		c.fail("cannot access %s: %s", cmd.Quote(name), kernel.Strerror(err))
		return
	}
	c.apply(name, info, 0)
}

func (c *chmodder) apply(name string, info fs.FileInfo, depth int) {
	if c.p.Safepoint() != nil || depth > 5000 {
		return
	}
	old := cmd.Bits(info.Mode())
	mode := c.change.Apply(old, info.IsDir(), c.umask)
	if err := c.p.FS().Chmod(name, cmd.FromBits(mode)); err != nil {
		c.fail("changing permissions of %s: %s", cmd.Quote(name), kernel.Strerror(err))
	} else {
		c.report(name, info, old, mode)
		if c.warn {
			if naive := c.change.Apply(old, info.IsDir(), 0); mode != naive {
				c.fail("%s: new permissions are %s, not %s", cmd.Quotef(name), cmd.ModeString(cmd.FromBits(mode))[1:], cmd.ModeString(cmd.FromBits(naive))[1:])
			}
		}
	}
	if !c.deep || !info.IsDir() {
		return
	}
	list, err := c.p.FS().ReadDir(name)
	if err != nil {
		c.fail("cannot read directory %s: %s", cmd.Quote(name), kernel.Strerror(err))
		return
	}
	for _, d := range list {
		child := join(name, d.Name())
		ci, err := c.p.FS().Lstat(child)
		if err != nil {
			c.fail("cannot access %s: %s", cmd.Quote(child), kernel.Strerror(err))
			continue
		}
		if ci.Mode()&fs.ModeSymlink == 0 {
			c.apply(child, ci, depth+1)
		}
	}
}

func (c *chmodder) report(name string, info fs.FileInfo, old, mode uint32) {
	if !c.verbose && (!c.changes || old == mode) {
		return
	}
	show := func(b uint32) string { return cmd.ModeString(cmd.FromBits(b))[1:] }
	if old == mode {
		c.w.Printf("mode of %s retained as %04o (%s)\n", cmd.Quote(name), mode, show(mode))
		return
	}
	c.w.Printf("mode of %s changed from %04o (%s) to %04o (%s)\n", cmd.Quote(name), old, show(old), mode, show(mode))
}
