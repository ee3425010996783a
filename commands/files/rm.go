package files

import (
	"context"
	"io/fs"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var rmUsage = optparse.Define("rm", "[OPTION]... [FILE]...", "Remove (unlink) the FILE(s).", `
-f, --force           ignore nonexistent files and arguments, never prompt
-i                    prompt before every removal
-I                    prompt once before removing more than three files, or\nwhen removing recursively
    --interactive[=WHEN]  prompt according to WHEN: never, once (-I), or\nalways (-i); without WHEN, prompt always
    --one-file-system  when removing a hierarchy recursively, skip any\ndirectory that is on a different file system
    --no-preserve-root  do not treat '/' specially
    --preserve-root[=all]  do not remove '/' (default)
-r, -R, --recursive   remove directories and their contents recursively
-d, --dir             remove empty directories
-v, --verbose         explain what is being done
`)

type remover struct {
	p                      *kernel.Process
	w                      *cmd.Writer
	ask                    *asker
	force, recursive, dirs bool
	verbose, always, once  bool
	root                   bool // --no-preserve-root
	status                 int
}

func rm(_ context.Context, p *kernel.Process) int {
	o, err := rmUsage.Parse(p.Args()[1:])
	if err != nil {
		cmd.Errorf(p, "%s", err)
		rmHint(p)
		return cmd.UsageErrorHint(p, rmUsage)
	}
	status, done := 0, len(o.Options) > 0 && cmd.Standard(p, rmUsage, o.Options[len(o.Options)-1].Key)
	if done {
		return status
	}
	r := &remover{p: p, w: cmd.NewWriter(p), ask: newAsker(p)}
	for _, m := range o.Options {
		switch m.Key {
		case "f":
			r.force, r.always, r.once = true, false, false
		case "i":
			r.always, r.force = true, false
		case "I":
			r.once, r.always, r.force = true, false, false
		case "interactive":
			switch m.Value {
			case "never", "no", "none":
				r.always, r.once = false, false
			case "once":
				r.once, r.always, r.force = true, false, false
			case "always", "yes", "":
				r.always, r.force = true, false
			default:
				cmd.Errorf(p, "invalid argument %s for '--interactive'", cmd.QuoteC(m.Value))
				cmd.Raw(p, "Valid arguments are:\n  - 'never', 'no', 'none'\n  - 'once'\n  - 'always', 'yes'\n")
				cmd.TryHelp(p)
				return 1
			}
		case "no-preserve-root":
			r.root = true
		case "preserve-root":
			r.root = false
		case "r":
			r.recursive = true
		case "d":
			r.dirs = true
		case "v":
			r.verbose = true
		}
	}
	if len(o.Args) == 0 {
		if r.force {
			return 0
		}
		return cmd.MissingOperand(p, rmUsage, nil)
	}
	if r.once && (r.recursive || len(o.Args) > 3) {
		n, noun := len(o.Args), "arguments"
		if n == 1 {
			noun = "argument"
		}
		how := ""
		if r.recursive {
			how = " recursively"
		}
		if !r.ask.ask("remove %d %s%s? ", n, noun, how) {
			return 0
		}
	}
	for _, name := range o.Args {
		if p.Safepoint() != nil {
			return 1
		}
		r.operand(name)
	}
	return r.w.Finish(r.status)
}

func (r *remover) fail(format string, args ...any) {
	_ = r.w.Flush()
	cmd.Errorf(r.p, format, args...)
	r.status = 1
}

func (r *remover) operand(name string) {
	if r.recursive {
		switch base := lastComponent(name); {
		case base == "." || base == "..":
			r.fail("refusing to remove '.' or '..' directory: skipping %s", cmd.Quote(name))
			return
		case !r.root && r.isRoot(name):
			_ = r.w.Flush()
			if name == "/" {
				cmd.Errorf(r.p, "it is dangerous to operate recursively on '/'")
			} else {
				cmd.Errorf(r.p, "it is dangerous to operate recursively on %s (same as '/')", cmd.Quote(name))
			}
			cmd.Errorf(r.p, "use --no-preserve-root to override this failsafe")
			r.status = 1
			return
		}
	}
	info, err := r.p.FS().Lstat(name)
	if err != nil {
		if r.force && (isNotExist(err) || isErr(err, errNotDir)) {
			return
		}
		r.fail("cannot remove %s: %s", cmd.Quote(name), kernel.Strerror(err))
		return
	}
	r.remove(name, info, 0)
}

func (r *remover) isRoot(name string) bool {
	info, err := r.p.FS().Lstat(name)
	if err != nil || !info.IsDir() {
		return false
	}
	root, err := r.p.FS().Lstat("/")
	return err == nil && sameFile(info, root)
}

// remove reports whether name is gone.
func (r *remover) remove(name string, info fs.FileInfo, depth int) bool {
	if r.p.Safepoint() != nil || r.w.Err() != nil {
		return false
	}
	if info.IsDir() {
		return r.removeTree(name, info, depth)
	}
	if !r.confirm(name, info) {
		return false
	}
	if err := r.p.FS().Remove(name); err != nil {
		r.fail("cannot remove %s: %s", cmd.Quote(name), kernel.Strerror(err))
		return false
	}
	if r.verbose {
		_, _ = r.w.WriteString("removed " + cmd.Quote(name) + "\n")
	}
	return true
}

func (r *remover) removeTree(name string, info fs.FileInfo, depth int) bool {
	if !r.recursive && !r.dirs {
		r.fail("cannot remove %s: %s", cmd.Quote(name), kernel.Strerror(errIsDir))
		return false
	}
	if depth > 10000 {
		r.fail("cannot remove %s: %s", cmd.Quote(name), "File name too long")
		return false
	}
	list, err := r.p.FS().ReadDir(name)
	empty := err == nil && len(list) == 0
	if r.recursive && !empty {
		if err != nil {
			r.fail("cannot remove %s: %s", cmd.Quote(name), kernel.Strerror(err))
			return false
		}
		if r.always && !r.ask.ask("descend into directory %s? ", cmd.Quote(name)) {
			return false
		}
		all := true
		for _, d := range list {
			child := join(name, d.Name())
			ci, err := r.p.FS().Lstat(child)
			if err != nil {
				if !isNotExist(err) {
					r.fail("cannot remove %s: %s", cmd.Quote(child), kernel.Strerror(err))
					all = false
				}
				continue
			}
			all = r.remove(child, ci, depth+1) && all
		}
		if !all {
			return false
		}
	}
	if !r.confirm(name, info) {
		return false
	}
	if err := r.p.FS().Remove(name); err != nil {
		r.fail("cannot remove %s: %s", cmd.Quote(name), kernel.Strerror(err))
		return false
	}
	if r.verbose {
		_, _ = r.w.WriteString("removed directory " + cmd.Quote(name) + "\n")
	}
	return true
}

// confirm asks with -i, and on a terminal for files that are write-protected.
func (r *remover) confirm(name string, info fs.FileInfo) bool {
	if r.force {
		return true
	}
	protected := info.Mode()&fs.ModeSymlink == 0 && r.p.FS().Access(name, 2) != nil
	if !r.always && !(protected && r.ask.terminal()) {
		return true
	}
	_ = r.w.Flush()
	what := kindOf(info)
	if protected {
		what = "write-protected " + what
	}
	return r.ask.ask("remove %s %s? ", what, cmd.Quote(name))
}

// kindOf names a file's type as messages do.
func kindOf(info fs.FileInfo) string {
	switch m := info.Mode(); {
	case m.IsRegular() && info.Size() == 0:
		return "regular empty file"
	case m.IsRegular():
		return "regular file"
	case m.IsDir():
		return "directory"
	case m&fs.ModeSymlink != 0:
		return "symbolic link"
	case m&fs.ModeNamedPipe != 0:
		return "fifo"
	case m&fs.ModeSocket != 0:
		return "socket"
	case m&fs.ModeCharDevice != 0:
		return "character special file"
	case m&fs.ModeDevice != 0:
		return "block special file"
	}
	return "weird file"
}

// rmHint tells how to remove a file whose name was taken for options.
func rmHint(p *kernel.Process) {
	for _, a := range p.Args()[1:] {
		if a == "--" {
			return
		}
		if len(a) > 1 && a[0] == '-' {
			if _, err := p.FS().Lstat(a); err == nil {
				cmd.Raw(p, "Try '"+cmd.Name(p)+" ./"+a+"' to remove the file "+cmd.Quote(a)+".\n")
				return
			}
		}
	}
}
