package dockerfile

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/sandpit-dev/sandpit/internal/pathpattern"
)

// ignoreFile is the .dockerignore of a context: patterns of path.Match with **, the last that matches decides, !
// takes a name back.
type ignoreFile struct{ rules []ignoreRule }

type ignoreRule struct {
	segs []string
	keep bool
}

func readIgnore(context fs.FS) (*ignoreFile, error) {
	d := &ignoreFile{}
	data, err := fs.ReadFile(context, ".dockerignore")
	if errors.Is(err, fs.ErrNotExist) {
		return d, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	for i, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		line, keep := strings.CutPrefix(line, "!")
		segs := strings.Split(strings.Trim(path.Clean("/"+line), "/"), "/")
		for _, s := range segs {
			if _, err := path.Match(s, ""); err != nil {
				return nil, fmt.Errorf(".dockerignore: line %d: %w", i+1, err)
			}
		}
		d.rules = append(d.rules, ignoreRule{segs, keep})
	}
	return d, nil
}

// ignored tells whether a file is left out, itself or by a directory above it.
func (d *ignoreFile) ignored(name string) bool {
	segs := strings.Split(name, "/")
	out := false
	for _, rule := range d.rules {
		for n := 1; n <= len(segs); n++ {
			if pathpattern.Match(rule.segs, segs[:n]) {
				out = !rule.keep
				break
			}
		}
	}
	return out
}

// filter hides what is ignored.
func (d *ignoreFile) filter(fsys fs.FS) fs.FS {
	if len(d.rules) == 0 {
		return fsys
	}
	return ignoringFS{fsys, d}
}

// ignoringFS is an fs.FS without what a .dockerignore names.
type ignoringFS struct {
	fs.FS
	ignore *ignoreFile
}

func (f ignoringFS) Open(name string) (fs.File, error) {
	if name != "." && f.ignore.ignored(name) {
		info, err := fs.Stat(f.FS, name)
		if err != nil || !info.IsDir() { // a directory may hold what is taken back
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		}
	}
	return f.FS.Open(name)
}

// ReadDir implements fs.ReadDirFS: a directory that is ignored is shown when something in it is not.
func (f ignoringFS) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(f.FS, name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		full := path.Join(name, e.Name())
		if !f.ignore.ignored(full) {
			return false
		}
		if !e.IsDir() {
			return true
		}
		below, err := f.ReadDir(full)
		return err != nil || len(below) == 0
	}), err
}

// ReadLink implements fs.ReadLinkFS.
func (f ignoringFS) ReadLink(name string) (string, error) { return fs.ReadLink(f.FS, name) }

// Lstat implements fs.ReadLinkFS.
func (f ignoringFS) Lstat(name string) (fs.FileInfo, error) { return fs.Lstat(f.FS, name) }

// emptyFS is a build context with nothing in it.
type emptyFS struct{}

func (emptyFS) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}
