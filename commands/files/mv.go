package files

import (
	"context"
	"io/fs"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var mvUsage = optparse.Define("mv", "[OPTION]... [-T] SOURCE DEST\n[OPTION]... SOURCE... DIRECTORY\n[OPTION]... -t DIRECTORY SOURCE...",
	"Rename SOURCE to DEST, or move SOURCE(s) to DIRECTORY.", `
    --backup[=CONTROL]       make a backup of each existing destination file
-b                           like --backup but does not accept an argument
-f, --force                  do not prompt before overwriting
-i, --interactive            prompt before overwrite
-n, --no-clobber             do not overwrite an existing file
    --strip-trailing-slashes  remove any trailing slashes from each SOURCE
-S, --suffix=SUFFIX          override the usual backup suffix
-t, --target-directory=DIRECTORY  move all SOURCE arguments into DIRECTORY
-T, --no-target-directory    treat DEST as a normal file
-u, --update                 move only when the SOURCE file is newer than the\ndestination file or when it is missing
-v, --verbose                explain what is being done
-Z, --context                accepted for compatibility
`)

func mv(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, mvUsage)
	if done {
		return status
	}
	c := &copier{p: p, w: cmd.NewWriter(p), ask: newAsker(p), recursive: true, follow: 'P'}
	_ = c.preserve("all", true)
	dir, hasDir := "", false
	for _, m := range o.Options {
		switch m.Key {
		case "backup", "b", "S":
			if !c.backup.option(p, m) {
				return 1
			}
		case "f":
			c.force, c.interactive, c.noClobber = true, false, false
		case "i":
			c.interactive, c.force, c.noClobber = true, false, false
		case "n":
			c.noClobber, c.interactive, c.force = true, false, false
		case "strip-trailing-slashes":
			c.stripSlash = true
		case "t":
			dir, hasDir = m.Value, true
		case "T":
			c.noTarget = true
		case "u":
			c.update = true
		case "v":
			c.verbose = true
		}
	}
	c.backup.settle(p)
	if st := c.targets(mvUsage, o.Args, dir, hasDir, c.move); st != 0 {
		return st
	}
	return c.w.Finish(c.status)
}

func (c *copier) move(src, dst string) {
	f := c.p.FS()
	if strings.HasSuffix(dst, "/") {
		if dinfo, err := f.Lstat(strings.TrimRight(dst, "/")); err == nil && dinfo.Mode().IsRegular() {
			c.fail("cannot stat %s: %s", cmd.Quote(dst), kernel.Strerror(errNotDir))
			return
		}
	}
	info, err := f.Lstat(src)
	if err != nil {
		c.fail("cannot stat %s: %s", cmd.Quote(src), kernel.Strerror(err))
		return
	}
	if base := lastComponent(src); info.IsDir() && (base == "." || base == "..") {
		c.fail("cannot move %s to %s: Device or resource busy", cmd.Quote(src), cmd.Quote(dst))
		return
	}
	dinfo, derr := f.Lstat(dst)
	if derr == nil {
		if sameFile(info, dinfo) && (f.Abs(src) == f.Abs(dst) || !info.IsDir()) {
			if f.Abs(src) == f.Abs(dst) || statOf(info).Nlink < 2 {
				c.same(src, dst)
				return
			}
			// Two names of one file: the source name goes.
			if err := f.Remove(src); err != nil {
				c.fail("cannot remove %s: %s", cmd.Quote(src), kernel.Strerror(err))
			}
			return
		}
		if c.update && !dinfo.ModTime().Before(info.ModTime()) || c.noClobber {
			return
		}
		writeProtected := dinfo.Mode()&fs.ModeSymlink == 0 && f.Access(dst, 2) != nil
		if c.interactive || !c.force && writeProtected && c.ask.terminal() {
			_ = c.w.Flush()
			ok := false
			if writeProtected {
				ok = c.ask.ask("replace %s, overriding mode %04o (%s)? ", cmd.Quote(dst), cmd.Bits(dinfo.Mode()), cmd.ModeString(dinfo.Mode())[1:])
			} else {
				ok = c.ask.ask("overwrite %s? ", cmd.Quote(dst))
			}
			if !ok {
				return
			}
		}
		switch {
		case info.IsDir() && !dinfo.IsDir():
			c.fail("cannot overwrite non-directory %s with directory %s", cmd.Quote(dst), cmd.Quote(src))
			return
		case !info.IsDir() && dinfo.IsDir():
			c.fail("cannot overwrite directory %s with non-directory", cmd.Quote(dst))
			return
		}
		if c.backup.on && !info.IsDir() {
			if err := f.Rename(dst, c.backup.name(c.p, dst)); err != nil {
				c.fail("cannot backup %s: %s", cmd.Quote(dst), kernel.Strerror(err))
				return
			}
		}
	}
	if info.IsDir() && c.inside(info, dst) {
		c.fail("cannot move %s to a subdirectory of itself, %s", cmd.Quote(src), cmd.Quote(dst))
		return
	}
	target := dst
	if info.IsDir() {
		target = strings.TrimRight(dst, "/")
		if target == "" {
			target = "/"
		}
	} else if strings.HasSuffix(dst, "/") {
		c.fail("cannot move %s to %s: %s", cmd.Quote(src), cmd.Quote(dst), kernel.Strerror(errNotDir))
		return
	}
	err = f.Rename(src, target)
	switch {
	case err == nil:
		if c.verbose {
			_, _ = c.w.WriteString("renamed " + cmd.Quote(src) + " -> " + cmd.Quote(dst) + "\n")
		}
	case isErr(err, errCrossDevice):
		c.moveAcross(src, dst, info)
	default:
		c.fail("cannot move %s to %s: %s", cmd.Quote(src), cmd.Quote(dst), kernel.Strerror(err))
	}
}

// moveAcross copies to another file system and removes the source when everything has arrived.
func (c *copier) moveAcross(src, dst string, info fs.FileInfo) {
	say := c.verbose
	c.verbose = false
	if !c.copy(src, dst, true, 0) {
		return
	}
	if say {
		_, _ = c.w.WriteString("copied " + cmd.Quote(src) + " -> " + cmd.Quote(dst) + "\n")
	}
	r := &remover{p: c.p, w: c.w, ask: c.ask, force: true, recursive: true, verbose: say}
	r.remove(src, info, 0)
	c.status = max(c.status, r.status)
}
