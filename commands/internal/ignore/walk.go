package ignore

import (
	"io/fs"
	"path"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

// Walker goes through a tree as rg and fd do: in order of names, without what is hidden or ignored.
type Walker struct {
	P          *kernel.Process
	Hidden     bool                               // hidden files too
	NoIgnore   bool                               // no .ignore, .gitignore
	NoVCS      bool                               // no .gitignore
	NoParent   bool                               // not those of the directories above
	Follow     bool                               // symbolic links
	OwnFile    string                             // a further file of rules, .rgignore or .fdignore
	MaxDepth   int                                // 0 is any
	Skip       func(name string, isDir bool) bool // what the command's own options leave out; nil for nothing
	Visit      func(name string, info fs.FileInfo, depth int) error
	Trouble    func(name string, err error)
	rules, vcs Rules
	base       string // absolute path that rules are relative to
	withinVCS  bool
}

const maxIgnoreFile = 1 << 20

const maxDepth = 1000

// Walk visits root and what is below. A root that is named is visited whatever the rules say.
func (w *Walker) Walk(root string) error {
	fsys := w.P.FS()
	info, err := fsys.Stat(root)
	if err != nil {
		if info, err = fsys.Lstat(root); err != nil {
			w.Trouble(root, err)
			return nil
		}
	}
	w.rules, w.vcs, w.withinVCS = Rules{}, Rules{}, false
	abs := fsys.Abs(root)
	w.base = "/"
	// The directories above lend their rules.
	var above []string
	for d := abs; ; d = path.Dir(d) {
		if _, err := fsys.Lstat(path.Join(d, ".git")); err == nil {
			w.withinVCS = true
		}
		if d != abs {
			above = append(above, d)
		}
		if d == "/" {
			break
		}
	}
	if !w.NoIgnore && !w.NoParent {
		for i := len(above) - 1; i >= 0; i-- {
			w.read(above[i])
		}
	}
	return w.step(root, abs, info, 0)
}

func (w *Walker) read(dir string) {
	if w.NoIgnore {
		return
	}
	rel := strings.TrimPrefix(strings.TrimSuffix(dir, "/")+"/", "/")
	load := func(to *Rules, name string) {
		at := path.Join(dir, name)
		info, err := w.P.FS().Stat(at)
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxIgnoreFile {
			return
		}
		if data, err := w.P.FS().ReadFile(at); err == nil {
			to.Add(string(data), rel)
		}
	}
	if !w.NoVCS && w.withinVCS {
		load(&w.vcs, ".gitignore")
	}
	load(&w.rules, ".ignore")
	if w.OwnFile != "" {
		load(&w.rules, w.OwnFile)
	}
}

// ignored asks the stronger rules first.
func (w *Walker) ignored(abs string, isDir bool) bool {
	rel := strings.TrimPrefix(abs, "/")
	if v, ok := w.rules.Match(rel, isDir); ok {
		return v
	}
	return w.vcs.Ignored(rel, isDir)
}

func (w *Walker) step(name, abs string, info fs.FileInfo, depth int) error {
	if err := w.P.Safepoint(); err != nil {
		return err
	}
	if depth > 0 || !info.IsDir() {
		if err := w.Visit(name, info, depth); err != nil {
			return err
		}
	}
	if !info.IsDir() || depth > maxDepth || w.MaxDepth > 0 && depth >= w.MaxDepth {
		return nil
	}
	list, err := w.P.FS().ReadDir(name)
	if err != nil {
		w.Trouble(name, err)
		return nil
	}
	n, m, in := w.rules.Len(), w.vcs.Len(), w.withinVCS
	if !in {
		if _, err := w.P.FS().Lstat(path.Join(abs, ".git")); err == nil {
			w.withinVCS = true
		}
	}
	w.read(abs)
	defer func() { w.rules.Truncate(n); w.vcs.Truncate(m); w.withinVCS = in }()
	for _, d := range list {
		base := d.Name()
		if !w.Hidden && strings.HasPrefix(base, ".") {
			continue
		}
		child := base
		switch {
		case name == "":
		case name == "." && depth == 0:
			child = "./" + base
		default:
			child = strings.TrimSuffix(name, "/") + "/" + base
		}
		info, err := d.Info()
		if err != nil {
			continue
		}
		isDir := info.IsDir()
		if info.Mode()&fs.ModeSymlink != 0 && w.Follow {
			if to, err := w.P.FS().Stat(child); err == nil {
				if to.IsDir() && depth > 40 { // a link that leads up
					continue
				}
				info, isDir = to, to.IsDir()
			}
		}
		at := path.Join(abs, base)
		if !w.NoIgnore && w.ignored(at, isDir) || w.Skip != nil && w.Skip(child, isDir) {
			continue
		}
		if err := w.step(child, at, info, depth+1); err != nil {
			return err
		}
	}
	return nil
}
