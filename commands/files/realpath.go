package files

import (
	"context"
	"io/fs"
	"path"
	"strings"
	"syscall"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var realpathUsage = optparse.Define("realpath", "[OPTION]... FILE...",
	"Print the resolved absolute file name;\nall but the last component must exist", `
-e, --canonicalize-existing  all components of the path must exist
-m, --canonicalize-missing   no path components need exist or be a directory
-L, --logical                resolve '..' components before symlinks
-P, --physical               resolve symlinks as encountered (default)
-q, --quiet                  suppress most error messages
    --relative-to=DIR        print the resolved path relative to DIR
    --relative-base=DIR      print absolute paths unless paths below DIR
-s, --strip, --no-symlinks   don't expand symlinks
-z, --zero                   end each output line with NUL, not newline
`)

func realpath(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, realpathUsage)
	if done {
		return status
	}
	mode, logical, strip, quiet, eol := byte('f'), false, false, false, byte('\n')
	to, base := "", ""
	for _, m := range o.Options {
		switch m.Key {
		case "e", "m":
			mode = m.Key[0]
		case "L":
			logical = true
		case "P":
			logical, strip = false, false
		case "q":
			quiet = true
		case "s":
			strip = true
		case "relative-to":
			to = m.Value
		case "relative-base":
			base = m.Value
		case "z":
			eol = 0
		}
	}
	if len(o.Args) == 0 {
		return cmd.MissingOperand(p, realpathUsage, nil)
	}
	resolve := func(name string) (string, error) {
		if strip {
			return stripped(p, name, mode)
		}
		if logical && name != "" {
			name = p.FS().Abs(name)
		}
		return canonical(p, name, mode)
	}
	for _, d := range []*string{&to, &base} {
		if *d == "" {
			continue
		}
		real, err := resolve(*d)
		if err != nil {
			cmd.FileError(p, *d, err)
			return 1
		}
		*d = real
	}
	if base != "" && to == "" {
		to = base
	}
	w := cmd.NewWriter(p)
	for _, name := range o.Args {
		real, err := resolve(name)
		if err != nil {
			status = 1
			if !quiet {
				_ = w.Flush()
				cmd.FileError(p, name, err)
			}
			continue
		}
		if to != "" && (base == "" || under(base, real) && under(base, to)) {
			real = relative(to, real)
		}
		_, _ = w.WriteString(real)
		_ = w.WriteByte(eol)
	}
	return w.Finish(status)
}

// stripped is the name without dots and with its links as they are; what must exist is looked at.
func stripped(p *kernel.Process, name string, mode byte) (string, error) {
	if name == "" {
		return "", syscall.ENOENT
	}
	if !strings.HasPrefix(name, "/") {
		name = p.Dir() + "/" + name
	}
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '/' })
	done := "/"
	for i, part := range parts {
		switch part {
		case ".":
			continue
		case "..":
			done = path.Dir(done)
			continue
		}
		done = path.Join(done, part)
		if mode == 'm' {
			continue
		}
		if _, err := p.FS().Stat(done); err != nil && (mode == 'e' || i < len(parts)-1 || !isNotExist(err)) {
			return "", err
		}
	}
	return done, nil
}

func under(base, name string) bool {
	return base == "/" || name == base || strings.HasPrefix(name, base+"/")
}

// canonical resolves every link of name: 'e' wants all of it to exist, 'f' all but the last component, 'm' nothing.
func canonical(p *kernel.Process, name string, mode byte) (string, error) {
	if name == "" {
		return "", syscall.ENOENT
	}
	f := p.FS()
	done := "/"
	if !strings.HasPrefix(name, "/") {
		done = p.Dir()
	}
	rest := strings.Split(name, "/")
	if strings.HasSuffix(name, "/") && mode != 'm' {
		rest = append(rest, ".")
	}
	links := 0
	for len(rest) > 0 {
		part := rest[0]
		rest = rest[1:]
		switch part {
		case "":
			continue
		case ".":
			if mode != 'm' && len(rest) == 0 {
				if info, err := f.Lstat(done); err == nil && !info.IsDir() {
					return "", errNotDir
				} else if err != nil && mode == 'e' {
					return "", err
				}
			}
			continue
		case "..":
			done = path.Dir(done)
			continue
		}
		next := path.Join(done, part)
		info, err := f.Lstat(next)
		if err != nil {
			last := true
			for _, r := range rest {
				last = last && (r == "" || r == ".")
			}
			if mode == 'e' || mode == 'f' && (!last || !isNotExist(err)) {
				return "", err
			}
			done = next
			continue
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			if links++; links > 40 {
				if mode == 'm' {
					done = next
					continue
				}
				return "", syscall.ELOOP
			}
			target, err := f.Readlink(next)
			if err != nil {
				return "", err
			}
			if strings.HasPrefix(target, "/") {
				done = "/"
			}
			rest = append(strings.Split(target, "/"), rest...)
			continue
		}
		if !info.IsDir() && mode != 'm' {
			for _, r := range rest {
				if r != "" {
					return "", errNotDir
				}
			}
		}
		done = next
	}
	return done, nil
}
