package files

import (
	"context"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var cpUsage = optparse.Define("cp", "[OPTION]... [-T] SOURCE DEST\n[OPTION]... SOURCE... DIRECTORY\n[OPTION]... -t DIRECTORY SOURCE...",
	"Copy SOURCE to DEST, or multiple SOURCE(s) to DIRECTORY.", `
-a, --archive                same as -dR --preserve=all
    --attributes-only        don't copy the file data, just the attributes
    --backup[=CONTROL]       make a backup of each existing destination file
-b                           like --backup but does not accept an argument
    --copy-contents          copy contents of special files when recursive
-d                           same as --no-dereference --preserve=links
-f, --force                  if an existing destination file cannot be\nopened, remove it and try again
-i, --interactive            prompt before overwrite
-H                           follow command-line symbolic links in SOURCE
-l, --link                   hard link files instead of copying
-L, --dereference            always follow symbolic links in SOURCE
-n, --no-clobber             do not overwrite an existing file
-P, --no-dereference         never follow symbolic links in SOURCE
-p                           same as --preserve=mode,ownership,timestamps
    --preserve[=ATTR_LIST]   preserve the specified attributes
    --no-preserve=ATTR_LIST  don't preserve the specified attributes
    --parents                use full source file name under DIRECTORY
-R, -r, --recursive          copy directories recursively
    --reflink[=WHEN]         accepted for compatibility
    --remove-destination     remove each existing destination file before\nattempting to open it
    --sparse=WHEN            accepted for compatibility
    --strip-trailing-slashes  remove any trailing slashes from each SOURCE
-s, --symbolic-link          make symbolic links instead of copying
-S, --suffix=SUFFIX          override the usual backup suffix
-t, --target-directory=DIRECTORY  copy all SOURCE arguments into DIRECTORY
-T, --no-target-directory    treat DEST as a normal file
-u, --update                 copy only when the SOURCE file is newer than the\ndestination file or when it is missing
-v, --verbose                explain what is being done
-x, --one-file-system        stay on this file system
-Z, --context[=CTX]          accepted for compatibility
`)

func cp(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, cpUsage)
	if done {
		return status
	}
	c := &copier{p: p, w: cmd.NewWriter(p), ask: newAsker(p)}
	dir, hasDir := "", false
	for _, m := range o.Options {
		switch m.Key {
		case "a":
			c.recursive, c.follow = true, 'P'
			_ = c.preserve("all", true)
		case "attributes-only":
			c.attrsOnly = true
		case "backup", "b", "S":
			if !c.backup.option(p, m) {
				return 1
			}
		case "d":
			c.follow, c.links = 'P', true
		case "f":
			c.force = true
		case "i":
			c.interactive, c.noClobber = true, false
		case "H", "L", "P":
			c.follow = m.Key[0]
		case "l":
			c.link = true
		case "n":
			c.noClobber, c.interactive = true, false
		case "p":
			_ = c.preserve("mode,ownership,timestamps", true)
		case "preserve", "no-preserve":
			list := m.Value
			if !m.HasValue {
				list = "mode,ownership,timestamps"
			}
			if !c.preserve(list, m.Key == "preserve") {
				cmd.BadChoice(p, "--"+m.Key, list, "'mode'", "'timestamps'", "'ownership'", "'links'", "'context'", "'xattr'", "'all'")
				return 1
			}
		case "parents":
			c.parents = true
		case "R":
			c.recursive = true
		case "remove-destination":
			c.removeDest = true
		case "sparse":
			if _, ok := cmd.Choice(m.Value, "never", "auto", "always"); !ok {
				cmd.BadChoice(p, "--sparse", m.Value, "'never'", "'auto'", "'always'")
				return 1
			}
		case "reflink":
			if _, ok := cmd.Choice(m.Value, "auto", "always", "never"); m.HasValue && !ok {
				cmd.BadChoice(p, "--reflink", m.Value, "'auto'", "'always'", "'never'")
				return 1
			}
		case "strip-trailing-slashes":
			c.stripSlash = true
		case "s":
			c.symlink = true
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
	if c.parents && !hasDir && len(o.Args) > 1 {
		if info, err := p.FS().Stat(o.Args[len(o.Args)-1]); err != nil || !info.IsDir() {
			return cmd.UsageError(p, cpUsage, "with --parents, the destination must be a directory")
		}
	}
	if st := c.targets(cpUsage, o.Args, dir, hasDir, func(src, dst string) { c.copy(src, dst, true, 0) }); st != 0 {
		return st
	}
	return c.w.Finish(c.status)
}
