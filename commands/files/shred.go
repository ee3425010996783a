package files

import (
	"context"
	"os"
	"path"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var shredUsage = optparse.Define("shred", "[OPTION]... FILE...", "Overwrite the specified FILE(s) repeatedly, in order to make it harder\nfor even very expensive hardware probing to recover the data.", `
-f, --force          change permissions to allow writing if necessary
-n, --iterations=N   overwrite N times instead of the default (3)
    --random-source=FILE  accepted for compatibility
-s, --size=N         shred this many bytes (suffixes like K, M, G accepted)
-u, --remove[=HOW]   deallocate and remove file after overwriting
-v, --verbose        show progress
-x, --exact          do not round file sizes up to the next full block
-z, --zero           add a final overwrite with zeros to hide shredding
`)

// shred overwrites a file with the box's random numbers. The disk is copy-on-write: a fork or checkpoint taken before
// keeps the old content.
func shred(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, shredUsage)
	if done {
		return status
	}
	if len(o.Args) == 0 {
		return cmd.UsageError(p, shredUsage, "missing file operand")
	}
	passes := 3
	if v, ok := o.Value("n"); ok {
		n, err := strconv.ParseUint(v, 10, 16)
		if err != nil {
			cmd.Errorf(p, "invalid number of passes: %s", cmd.Quote(v))
			return 1
		}
		passes = int(n)
	}
	size := int64(-1)
	if v, ok := o.Value("s"); ok {
		n, err := cmd.ParseSize(v)
		if err != nil {
			cmd.Errorf(p, "invalid file size: %s", cmd.Quote(v))
			return 1
		}
		size = n
	}
	for _, name := range o.Args {
		if err := shredFile(p, name, passes, size, o.Has("z"), o.Has("x"), o.Has("v"), o.Has("f")); err != nil {
			cmd.Errorf(p, "%s: failed to open for writing: %s", cmd.Quotef(name), kernel.Strerror(err))
			status = 1
			continue
		}
		if o.Has("u") {
			if o.Has("v") {
				cmd.Errorf(p, "%s: removing", cmd.Quotef(name))
			}
			if err := wipeName(p, name, o.Has("v")); err != nil {
				cmd.Errorf(p, "%s: failed to remove: %s", cmd.Quotef(name), kernel.Strerror(err))
				status = 1
			} else if o.Has("v") {
				cmd.Errorf(p, "%s: removed", cmd.Quotef(name))
			}
		}
	}
	return status
}

// wipeName removes a file after renaming it to ever shorter names of zeros, so that its own does not stay behind.
func wipeName(p *kernel.Process, name string, verbose bool) error {
	f, current := p.FS(), name
	dir, base := path.Split(name)
	for n := len(base); n > 0; n-- {
		next := dir + strings.Repeat("0", n)
		if _, err := f.Lstat(next); err == nil {
			continue
		}
		if err := f.Rename(current, next); err != nil {
			break
		}
		if verbose {
			cmd.Errorf(p, "%s: renamed to %s", cmd.Quotef(current), cmd.Quotef(next))
		}
		current = next
	}
	return f.Remove(current)
}

func shredFile(p *kernel.Process, name string, passes int, size int64, zero, exact, verbose, force bool) error {
	f, err := p.FS().OpenFile(name, os.O_WRONLY, 0)
	if err != nil && force {
		if p.FS().Chmod(name, 0o600) == nil {
			f, err = p.FS().OpenFile(name, os.O_WRONLY, 0)
		}
	}
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	if size < 0 {
		info, err := f.Stat()
		if err != nil {
			return err
		}
		size = info.Size()
		if !exact {
			size = (size + 4095) / 4096 * 4096
		}
	}
	total := passes
	if zero {
		total++
	}
	buf := make([]byte, cmd.BufferSize)
	for pass := 1; pass <= total; pass++ {
		what := "random"
		if pass > passes {
			what = "000000"
			clear(buf)
		}
		if verbose {
			cmd.Errorf(p, "%s: pass %d/%d (%s)...", cmd.Quotef(name), pass, total, what)
		}
		for at := int64(0); at < size; {
			if err := p.Safepoint(); err != nil {
				return err
			}
			if pass <= passes {
				p.Kernel().Rand().Read(buf)
			}
			n, err := f.WriteAt(buf[:min(size-at, int64(len(buf)))], at)
			if err != nil {
				return err
			}
			at += int64(n)
		}
	}
	return nil
}
