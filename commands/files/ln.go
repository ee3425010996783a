package files

import (
	"context"
	"io/fs"
	"path"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var lnUsage = optparse.Define("ln", "[OPTION]... [-T] TARGET LINK_NAME\n[OPTION]... TARGET\n[OPTION]... TARGET... DIRECTORY\n[OPTION]... -t DIRECTORY TARGET...",
	"Create hard links by default, symbolic links with --symbolic.", `
    --backup[=CONTROL]       make a backup of each existing destination file
-b                           like --backup but does not accept an argument
-d, -F, --directory          allow the superuser to attempt to hard link directories
-f, --force                  remove existing destination files
-i, --interactive            prompt whether to remove destinations
-L, --logical                dereference TARGETs that are symbolic links
-n, --no-dereference         treat LINK_NAME as a normal file if\nit is a symbolic link to a directory
-P, --physical               make hard links directly to symbolic links
-r, --relative               with -s, create links relative to link location
-s, --symbolic               make symbolic links instead of hard links
-S, --suffix=SUFFIX          override the usual backup suffix
-t, --target-directory=DIRECTORY  specify the DIRECTORY in which to create the links
-T, --no-target-directory    treat LINK_NAME as a normal file always
-v, --verbose                print name of each linked file
`)

type linker struct {
	p                                               *kernel.Process
	w                                               *cmd.Writer
	ask                                             *asker
	force, interactive, symbolic, relative, verbose bool
	logical                                         bool
	backup                                          backups
	status                                          int
}

func ln(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, lnUsage)
	if done {
		return status
	}
	l := &linker{p: p, w: cmd.NewWriter(p), ask: newAsker(p)}
	dir, hasDir, noDeref, noTarget := "", false, false, false
	for _, m := range o.Options {
		switch m.Key {
		case "backup", "b", "S":
			if !l.backup.option(p, m) {
				return 1
			}
		case "f":
			l.force, l.interactive = true, false
		case "i":
			l.interactive, l.force = true, false
		case "L":
			l.logical = true
		case "P":
			l.logical = false
		case "n":
			noDeref = true
		case "r":
			l.relative = true
		case "s":
			l.symbolic = true
		case "t":
			dir, hasDir = m.Value, true
		case "T":
			noTarget = true
		case "v":
			l.verbose = true
		}
	}
	l.backup.settle(p)
	if l.relative && !l.symbolic {
		cmd.Errorf(p, "cannot do --relative without --symbolic")
		return 1
	}
	args := o.Args
	if len(args) == 0 {
		return cmd.UsageError(p, lnUsage, "missing file operand")
	}
	switch {
	case hasDir:
		if info, err := p.FS().Stat(dir); err != nil || !info.IsDir() {
			if err == nil {
				err = errNotDir
			}
			cmd.Errorf(p, "failed to access %s: %s", cmd.Quote(dir), kernel.Strerror(err))
			return 1
		}
	case noTarget:
		if len(args) == 1 {
			return cmd.UsageError(p, lnUsage, "missing destination file operand after %s", cmd.Quote(args[0]))
		}
		if len(args) > 2 {
			return cmd.ExtraOperand(p, lnUsage, args[2])
		}
		l.link(args[0], args[1])
		return l.w.Finish(l.status)
	case len(args) == 1:
		dir = "."
	default:
		last := args[len(args)-1]
		info, err := p.FS().Stat(last)
		if noDeref {
			if li, lerr := p.FS().Lstat(last); lerr == nil && li.Mode()&fs.ModeSymlink != 0 {
				info = li
			}
		}
		if err == nil && info.IsDir() {
			dir, args = last, args[:len(args)-1]
			break
		}
		if len(args) > 2 {
			if err == nil {
				err = errNotDir
			}
			cmd.Errorf(p, "target %s: %s", cmd.Quote(last), kernel.Strerror(err))
			return 1
		}
		l.link(args[0], last)
		return l.w.Finish(l.status)
	}
	for _, a := range args {
		name := lastComponent(a)
		dst := join(dir, name)
		l.link(a, dst)
	}
	return l.w.Finish(l.status)
}

func (l *linker) fail(format string, args ...any) {
	_ = l.w.Flush()
	cmd.Errorf(l.p, format, args...)
	l.status = 1
}

func (l *linker) link(target, name string) {
	f := l.p.FS()
	kind, arrow := "hard link", "=>"
	if l.symbolic {
		kind, arrow = "symbolic link", "->"
	}
	var info fs.FileInfo
	if !l.symbolic {
		var err error
		stat := f.Lstat
		if l.logical {
			stat = f.Stat
		}
		if info, err = stat(target); err != nil {
			l.fail("failed to access %s: %s", cmd.Quote(target), kernel.Strerror(err))
			return
		}
		if info.IsDir() {
			l.fail("%s: hard link not allowed for directory", cmd.Quotef(target))
			return
		}
	}
	stored := target
	if l.relative {
		stored = l.relativeTo(target, name)
	}
	if dinfo, err := f.Lstat(name); err == nil && (l.force || l.interactive || l.backup.on) {
		if dinfo.IsDir() {
			l.fail("%s: cannot overwrite directory", cmd.Quotef(name))
			return
		}
		if !l.symbolic && l.force && !l.backup.on && sameFile(info, dinfo) {
			if f.Abs(target) == f.Abs(name) {
				l.fail("%s and %s are the same file", cmd.Quote(target), cmd.Quote(name))
			}
			return
		}
		if l.symbolic && l.force && !l.backup.on {
			if ti, err := f.Stat(target); err == nil && sameFile(ti, dinfo) && f.Abs(target) == f.Abs(name) {
				l.fail("%s and %s are the same file", cmd.Quote(target), cmd.Quote(name))
				return
			}
		}
		if l.interactive && !l.ask.ask("replace %s? ", cmd.Quote(name)) {
			return
		}
		if l.backup.on {
			err = f.Rename(name, l.backup.name(l.p, name))
		} else {
			err = f.Remove(name)
		}
		if err != nil {
			l.fail("cannot remove %s: %s", cmd.Quote(name), kernel.Strerror(err))
			return
		}
	}
	var err error
	if l.symbolic {
		err = f.Symlink(stored, name)
	} else {
		from := target
		if l.logical {
			if real, rerr := f.Realpath(target); rerr == nil {
				from = real
			}
		}
		err = f.Link(from, name)
	}
	if err != nil {
		if l.symbolic || isErr(err, errExists) {
			l.fail("failed to create %s %s: %s", kind, cmd.Quote(name), kernel.Strerror(err))
		} else {
			l.fail("failed to create %s %s %s %s: %s", kind, cmd.Quote(name), arrow, cmd.Quote(target), kernel.Strerror(err))
		}
		return
	}
	if l.verbose {
		_, _ = l.w.WriteString(cmd.Quote(name) + " " + arrow + " " + cmd.Quote(stored) + "\n")
	}
}

func (l *linker) relativeTo(target, name string) string {
	base := realParents(l.p, parentOf(name))
	full := realParents(l.p, target)
	return relative(base, full)
}

// realParents resolves the links of as much of a path as exists.
func realParents(p *kernel.Process, name string) string {
	abs := p.FS().Abs(name)
	rest := ""
	for cur := abs; ; cur = path.Dir(cur) {
		if real, err := p.FS().Realpath(cur); err == nil {
			return path.Join(real, rest)
		}
		if cur == "/" {
			return abs
		}
		rest = path.Join(path.Base(cur), rest)
	}
}

// relative writes the absolute path to as seen from the directory from.
func relative(from, to string) string {
	if from == to {
		return "."
	}
	f, t := strings.Split(strings.Trim(from, "/"), "/"), strings.Split(strings.Trim(to, "/"), "/")
	if from == "/" {
		f = nil
	}
	if to == "/" {
		t = nil
	}
	i := 0
	for i < len(f) && i < len(t) && f[i] == t[i] {
		i++
	}
	out := make([]string, 0, len(f)+len(t))
	for range f[i:] {
		out = append(out, "..")
	}
	out = append(out, t[i:]...)
	if len(out) == 0 {
		return "."
	}
	return strings.Join(out, "/")
}
