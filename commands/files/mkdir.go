package files

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var mkdirUsage = optparse.Define("mkdir", "[OPTION]... DIRECTORY...", "Create the DIRECTORY(ies), if they do not already exist.", `
-m, --mode=MODE  set file mode (as in chmod), not a=rwx - umask
-p, --parents    no error if existing, make parent directories as needed
-v, --verbose    print a message for each created directory
-Z, --context[=CTX]  accepted for compatibility
`)

func mkdir(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, mkdirUsage)
	if done {
		return status
	}
	if len(o.Args) == 0 {
		return cmd.MissingOperand(p, mkdirUsage, nil)
	}
	var mode *cmd.ModeChange
	if v, ok := o.Value("m"); ok {
		if mode, ok = cmd.ParseMode(v); !ok {
			cmd.Errorf(p, "invalid mode %s", cmd.Quote(v))
			return 1
		}
	}
	parents, verbose := o.Has("p"), o.Has("v")
	w := cmd.NewWriter(p)
	made := func(dir string) {
		if verbose {
			w.Printf("%s: created directory %s\n", cmd.Name(p), cmd.Quote(dir))
		}
	}
	for _, dir := range o.Args {
		if p.Safepoint() != nil {
			return 1
		}
		if err := makeDir(p, dir, parents, mode, made); err != nil {
			_ = w.Flush()
			name := dir
			var pe *fs.PathError
			if parents && errors.As(err, &pe) && pe.Path != "" {
				name = pe.Path
			}
			cmd.Errorf(p, "cannot create directory %s: %s", cmd.Quote(name), kernel.Strerror(err))
			status = 1
		}
	}
	return w.Finish(status)
}

// makeDir makes dir and, with parents, what leads to it: those get u+wx over the umask, as POSIX asks.
func makeDir(p *kernel.Process, dir string, parents bool, mode *cmd.ModeChange, made func(string)) error {
	f := p.FS()
	if parents {
		for i := 1; i < len(dir); i++ {
			if dir[i] != '/' || dir[i-1] == '/' || strings.Trim(dir[i:], "/") == "" {
				continue
			}
			up := dir[:i]
			err := f.Mkdir(up, 0o777)
			if err == nil {
				made(up)
				if p.Umask()&0o300 != 0 {
					_ = f.Chmod(up, 0o777&^p.Umask()|0o300)
				}
				continue
			}
			info, serr := f.Stat(up)
			switch {
			case serr == nil && info.IsDir():
			case serr == nil:
				return &fs.PathError{Op: "mkdir", Path: up, Err: errNotDir}
			default:
				return &fs.PathError{Op: "mkdir", Path: up, Err: err}
			}
		}
	}
	err := f.Mkdir(dir, 0o777)
	if err != nil {
		if parents {
			if info, serr := f.Stat(dir); serr == nil && info.IsDir() {
				return nil
			}
			return &fs.PathError{Op: "mkdir", Path: dir, Err: err}
		}
		return err
	}
	made(dir)
	if mode != nil {
		umask := uint32(p.Umask().Perm())
		old := uint32(0o777)
		if info, err := f.Stat(dir); err == nil {
			old = 0o777 | cmd.Bits(info.Mode())&0o6000
		}
		return f.Chmod(dir, cmd.FromBits(mode.Apply(old, true, umask)))
	}
	return nil
}
