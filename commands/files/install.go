package files

import (
	"context"
	"io/fs"
	"path"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var installUsage = optparse.Define("install", "[OPTION]... [-T] SOURCE DEST\n[OPTION]... SOURCE... DIRECTORY\n[OPTION]... -t DIRECTORY SOURCE...\n[OPTION]... -d DIRECTORY...",
	"Copy files and set attributes.", `
    --backup[=CONTROL]    make a backup of each existing destination file
-b                        like --backup but does not accept an argument
-c                        (ignored)
-C, --compare             compare content of source and destination files, and\nif no change to content, ownership, and permissions,\ndo not modify the destination at all
-d, --directory           treat all arguments as directory names; create all\ncomponents of the specified directories
-D                        create all leading components of DEST except the last,\nor all components of --target-directory,\nthen copy SOURCE to DEST
-g, --group=GROUP         set group ownership, instead of process' current group
-m, --mode=MODE           set permission mode (as in chmod), instead of rwxr-xr-x
-o, --owner=OWNER         set ownership (super-user only)
-p, --preserve-timestamps  apply access/modification times of SOURCE files\nto corresponding destination files
-s, --strip               accepted for compatibility
-S, --suffix=SUFFIX       override the usual backup suffix
-t, --target-directory=DIRECTORY  copy all SOURCE arguments into DIRECTORY
-T, --no-target-directory  treat DEST as a normal file
-v, --verbose             print the name of each directory as it is created
`)

// installer puts files in their place with the mode and owner asked for.
type installer struct {
	*copier
	change       *cmd.ModeChange
	uid, gid     int
	setOwner     bool
	compare      bool
	makeDirs     bool
	announceDirs func(string)
}

func install(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, installUsage)
	if done {
		return status
	}
	in := &installer{copier: &copier{p: p, w: cmd.NewWriter(p), ask: newAsker(p), follow: 'L'}, uid: -1, gid: -1}
	in.verbose, in.times, in.compare, in.makeDirs = o.Has("v"), o.Has("p"), o.Has("C"), o.Has("D")
	in.noTarget = o.Has("T")
	in.announceDirs = func(dir string) {
		if in.verbose {
			in.w.Printf("%s: creating directory %s\n", cmd.Name(p), cmd.Quote(dir))
		}
	}
	for _, m := range o.Options {
		if (m.Key == "backup" || m.Key == "b" || m.Key == "S") && !in.backup.option(p, m) {
			return 1
		}
	}
	in.backup.settle(p)
	mode := "755"
	if v, ok := o.Value("m"); ok {
		mode = v
	}
	var ok bool
	if in.change, ok = cmd.ParseMode(mode); !ok {
		cmd.Errorf(p, "invalid mode %s", cmd.Quote(mode))
		return 1
	}
	names := cmd.NewNames(p)
	if v, has := o.Value("o"); has {
		account, ok := names.LookupUser(v)
		if !ok {
			cmd.Errorf(p, "invalid user %s", cmd.Quote(v))
			return 1
		}
		in.uid, in.setOwner = account.UID, true
	}
	if v, has := o.Value("g"); has {
		if in.gid, ok = names.LookupGroup(v); !ok {
			cmd.Errorf(p, "invalid group %s", cmd.Quote(v))
			return 1
		}
		in.setOwner = true
	}
	dir, hasDir := o.Value("t")
	if o.Has("d") {
		if hasDir {
			return cmd.UsageError(p, installUsage, "target directory not allowed when installing a directory")
		}
		if len(o.Args) == 0 {
			return cmd.UsageError(p, installUsage, "missing file operand")
		}
		for _, name := range o.Args {
			in.directory(name)
		}
		return in.w.Finish(in.status)
	}
	if in.makeDirs {
		lead := dir
		if !hasDir && len(o.Args) == 2 {
			lead = path.Dir(o.Args[1])
		}
		if lead != "" && lead != "." {
			if err := makeDir(p, lead, true, nil, in.announceDirs); err != nil {
				cmd.Errorf(p, "cannot create directory %s: %s", cmd.Quote(lead), kernel.Strerror(err))
				return 1
			}
		}
	}
	status = in.targets(installUsage, o.Args, dir, hasDir, in.file)
	return in.w.Finish(max(status, in.status))
}

func (in *installer) directory(name string) {
	if err := makeDir(in.p, name, true, nil, in.announceDirs); err != nil {
		in.fail("cannot create directory %s: %s", cmd.Quote(name), kernel.Strerror(err))
		return
	}
	in.finish(name, true)
}

// finish sets owner and mode.
func (in *installer) finish(name string, dir bool) {
	if in.setOwner {
		if err := in.p.FS().Lchown(name, in.uid, in.gid); err != nil {
			in.fail("cannot change ownership of %s: %s", cmd.Quote(name), kernel.Strerror(err))
			return
		}
	}
	bits := in.change.Apply(0, dir, 0)
	if err := in.p.FS().Chmod(name, cmd.FromBits(bits)); err != nil {
		in.fail("cannot change permissions of %s: %s", cmd.Quote(name), kernel.Strerror(err))
	}
}

func (in *installer) file(src, dst string) {
	f := in.p.FS()
	info, err := f.Stat(src)
	if err != nil {
		in.fail("cannot stat %s: %s", cmd.Quote(src), kernel.Strerror(err))
		return
	}
	if info.IsDir() {
		in.fail("omitting directory %s", cmd.Quote(src))
		return
	}
	old, err := f.Lstat(dst)
	exists := err == nil
	switch {
	case exists && old.IsDir():
		in.fail("cannot overwrite directory %s with non-directory", cmd.Quote(dst))
		return
	case exists && sameFile(info, old):
		in.fail("%s and %s are the same file", cmd.Quote(src), cmd.Quote(dst))
		return
	case exists && in.compare && in.unchanged(src, dst, info, old):
		return
	}
	if exists && in.backup.on {
		if err := f.Rename(dst, in.backup.name(in.p, dst)); err != nil {
			in.fail("cannot backup %s: %s", cmd.Quote(dst), kernel.Strerror(err))
			return
		}
	} else if exists {
		// What is replaced may be running or linked to: the new file gets an inode of its own.
		if err := f.Remove(dst); err != nil {
			in.fail("cannot remove %s: %s", cmd.Quote(dst), kernel.Strerror(err))
			return
		}
		if in.verbose {
			_, _ = in.w.WriteString("removed " + cmd.Quote(dst) + "\n")
		}
	}
	if !in.content(src, dst, info, false) {
		return
	}
	in.say(src, dst)
	if in.times {
		_ = f.Lchtimes(dst, statOf(info).Atime, info.ModTime())
	}
	in.finish(dst, false)
}

// unchanged reports whether dst is what install would make of src (-C).
func (in *installer) unchanged(src, dst string, info, old fs.FileInfo) bool {
	st := statOf(old)
	if !old.Mode().IsRegular() || info.Size() != old.Size() || cmd.Bits(old.Mode()) != in.change.Apply(0, false, 0) ||
		in.uid >= 0 && st.UID != in.uid || in.gid >= 0 && st.GID != in.gid {
		return false
	}
	a, err1 := in.p.FS().ReadFile(src)
	b, err2 := in.p.FS().ReadFile(dst)
	return err1 == nil && err2 == nil && string(a) == string(b)
}
