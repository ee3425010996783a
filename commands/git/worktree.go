package git

import (
	"io/fs"
	"os"
	"path"
	"sort"
	"strings"
	"syscall"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/format/index"

	"github.com/sandpit-dev/sandpit/kernel"
)

// change says how a path differs between two sides.
type change struct {
	path     string
	from     string // of a rename
	kind     byte   // A D M T R U
	old, new file
	score    int // of a rename, in percent
}

// compareTrees lists what differs, by path.
func compareTrees(a, b tree) []change {
	var out []change
	for n, f := range a {
		switch t, ok := b[n]; {
		case !ok:
			out = append(out, change{path: n, kind: 'D', old: f})
		case t != f:
			kind := byte('M')
			if typeOf(f.mode) != typeOf(t.mode) {
				kind = 'T'
			}
			out = append(out, change{path: n, kind: kind, old: f, new: t})
		}
	}
	for n, f := range b {
		if _, ok := a[n]; !ok {
			out = append(out, change{path: n, kind: 'A', new: f})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].path < out[j].path })
	return out
}

func typeOf(m filemode.FileMode) filemode.FileMode {
	if m == filemode.Executable || m == filemode.Deprecated {
		return filemode.Regular
	}
	return m
}

// unstaged lists how the working tree differs from the index, conflicts left out. It stats each file and reads only
// those whose times do not vouch for them; what it finds unchanged all the same is noted in the index.
func (g *run) unstaged(s *staging, specs []string) ([]change, error) {
	var out []change
	for _, name := range s.names() {
		e := s.get(name)
		if e == nil || !pathMatches(specs, name) || e.Mode == filemode.Submodule || e.SkipWorktree {
			continue
		}
		if err := g.alive(); err != nil {
			return nil, err
		}
		old := file{e.Mode, e.Hash}
		if e.IntentToAdd {
			old = file{}
		}
		info, err := g.repo.lstat(name)
		if err != nil || info.IsDir() {
			out = append(out, change{path: name, kind: 'D', old: old})
			continue
		}
		if s.fresh(e, info) && !e.IntentToAdd {
			continue
		}
		mode := modeOf(info)
		h, err := g.hashFile(name, info)
		if err != nil {
			return nil, &failure{"error: open(\"" + name + "\"): " + kernel.Strerror(err) + "\nfatal: cannot hash " + name, 128}
		}
		now := file{mode, h}
		switch {
		case e.IntentToAdd:
			out = append(out, change{path: name, kind: 'A', new: now})
		case now == old:
			if !e.ModifiedAt.Equal(info.ModTime()) || e.Size != uint32(info.Size()) {
				remember(e, info)
				s.changed = true
			}
		case typeOf(mode) != typeOf(e.Mode):
			out = append(out, change{path: name, kind: 'T', old: old, new: now})
		default:
			out = append(out, change{path: name, kind: 'M', old: old, new: now})
		}
	}
	return out, nil
}

// lstat is Lstat of a path of the repository that does not follow a link on the way: a/b is not there when a is a link.
func (r *repository) lstat(name string) (fs.FileInfo, error) {
	for i := range len(name) {
		if name[i] == '/' {
			info, err := r.fs.Lstat(r.abs(name[:i]))
			if err != nil {
				return nil, err
			}
			if !info.IsDir() {
				return nil, syscall.ENOTDIR
			}
		}
	}
	return r.fs.Lstat(r.abs(name))
}

// lstatOrNil is lstat for those who ask no more than whether it is there.
func (g *run) lstatOrNil(name string) fs.FileInfo {
	info, err := g.repo.lstat(name)
	if err != nil {
		return nil
	}
	return info
}

// untracked walks the working tree for what the index does not know. A directory of which nothing is known stands for
// all in it (with a slash at its end) unless all is set.
// gone is the info of a file that went while it was looked at.
// reaches reports whether a pathspec could match name or something below it.
// within reports whether a pathspec names something below a directory.
// checkOut writes a blob to the working tree and remembers it in the index.
func (g *run) checkOut(s *staging, name string, f file) error {
	if !safePath(name) {
		return fatal("invalid path '%s'", name)
	}
	if f.mode == filemode.Submodule {
		if err := g.repo.fs.MkdirAll(g.repo.abs(name), 0o777); err != nil {
			return err
		}
		if s != nil {
			s.set(name, f, nil)
		}
		return nil
	}
	data, err := g.readBlob(f.hash)
	if err != nil {
		return err
	}
	if err := g.writeFile(name, data, f.mode); err != nil {
		return &failure{"error: unable to create file " + name + ": " + kernel.Strerror(err), 1}
	}
	if s != nil {
		info, err := g.repo.lstat(name)
		if err != nil {
			return err
		}
		s.set(name, f, info)
	}
	return nil
}

// writeFile puts content into the working tree. What stands in the way (a link or file where a directory must be, an
// empty directory where the file goes) is removed first, so that nothing is written through a link.
func (g *run) writeFile(name string, data []byte, mode filemode.FileMode) error {
	r := g.repo
	for i := range len(name) {
		if name[i] != '/' {
			continue
		}
		dir := r.abs(name[:i])
		info, err := r.fs.Lstat(dir)
		if err == nil && !info.IsDir() {
			if err := r.fs.Remove(dir); err != nil {
				return err
			}
			err = fs.ErrNotExist
		}
		if err != nil {
			if err := r.fs.Mkdir(dir, 0o777); err != nil {
				return err
			}
		}
	}
	at := r.abs(name)
	if info, err := r.fs.Lstat(at); err == nil {
		if info.IsDir() {
			g.removeEmptyBelow(name)
		}
		if err := r.fs.Remove(at); err != nil {
			return err
		}
	}
	if mode == filemode.Symlink {
		return r.fs.Symlink(string(data), at)
	}
	perm := fs.FileMode(0o666)
	if mode == filemode.Executable {
		perm = 0o777
	}
	f, err := r.fs.OpenFile(at, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// removeEmptyBelow removes the directories in a directory that hold nothing.
func (g *run) removeEmptyBelow(dir string) {
	list, err := g.repo.fs.ReadDir(g.repo.abs(dir))
	if err != nil {
		return
	}
	for _, d := range list {
		if d.IsDir() {
			g.removeEmptyBelow(dir + "/" + d.Name())
			_ = g.repo.fs.Remove(g.repo.abs(dir + "/" + d.Name()))
		}
	}
}

// removeFile takes a file out of the working tree with the directories that it leaves empty; that the process stands
// in one keeps it.
func (g *run) removeFile(name string) error {
	if _, err := g.repo.lstat(name); err != nil {
		return nil
	}
	if err := g.repo.fs.Remove(g.repo.abs(name)); err != nil {
		return err
	}
	for d := path.Dir(name); d != "."; d = path.Dir(d) {
		if strings.HasPrefix(g.repo.prefix, d+"/") || g.repo.fs.Remove(g.repo.abs(d)) != nil {
			break
		}
	}
	return nil
}

// dirty reports whether a file of the working tree holds changes that the index does not.
func (g *run) dirty(s *staging, name string) bool {
	e := s.get(name)
	info, err := g.repo.lstat(name)
	if err != nil {
		return false
	}
	if e == nil {
		return !info.IsDir()
	}
	if s.fresh(e, info) {
		return false
	}
	h, err := g.hashFile(name, info)
	return err != nil || h != e.Hash || modeOf(info) != e.Mode
}

// switchTree brings index and working tree from one tree to another, keeping local changes where both trees agree.
// With force they are overwritten. It changes nothing when a file is in the way; the error then lists them.
func (g *run) switchTree(s *staging, from, to tree, force bool, verb string) error {
	changes := compareTrees(from, to)
	if !force {
		var local, stray []string
		for _, c := range changes {
			e := s.get(c.path)
			now := file{}
			if e != nil {
				now = file{e.Mode, e.Hash}
			}
			if e != nil && now == c.new {
				continue // the index has it already
			}
			switch {
			case e == nil && c.kind == 'A':
				if info, err := g.repo.lstat(c.path); err == nil && !info.IsDir() && !g.sameContent(c.path, info, c.new) {
					if !g.newIgnores().excluded(c.path, false) {
						stray = append(stray, c.path)
					}
				}
			case now != c.old || g.dirty(s, c.path):
				local = append(local, c.path)
			}
		}
		var text []string
		if len(local) > 0 {
			text = append(text, "error: Your local changes to the following files would be overwritten by "+verb+":\n\t"+strings.Join(local, "\n\t")+"\nPlease commit your changes or stash them before you "+hint(verb)+".")
		}
		if len(stray) > 0 {
			text = append(text, "error: The following untracked working tree files would be overwritten by "+verb+":\n\t"+strings.Join(stray, "\n\t")+"\nPlease move or remove them before you "+hint(verb)+".")
		}
		if len(text) > 0 {
			return &failure{strings.Join(text, "\n") + "\nAborting", 1}
		}
	}
	for _, c := range changes {
		if c.kind == 'D' {
			if err := g.removeFile(c.path); err != nil {
				return err
			}
			s.remove(c.path)
		}
	}
	for _, c := range changes {
		if c.kind == 'D' {
			continue
		}
		if err := g.alive(); err != nil {
			return err
		}
		if err := g.checkOut(s, c.path, c.new); err != nil {
			return err
		}
	}
	return nil
}

func hint(verb string) string {
	if verb == "checkout" {
		return "switch branches"
	}
	return verb
}

func (g *run) sameContent(name string, info fs.FileInfo, f file) bool {
	h, err := g.hashFile(name, info)
	return err == nil && h == f.hash
}

// resetTo makes index and, with hard, the working tree those of a tree, whatever they were.
func (g *run) resetTo(s *staging, to tree, hard bool) error {
	for name := range s.entries {
		if _, ok := to[name]; !ok {
			if hard {
				if err := g.removeFile(name); err != nil {
					return err
				}
			}
			s.remove(name)
		}
	}
	names := make([]string, 0, len(to))
	for n := range to {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, name := range names {
		if err := g.alive(); err != nil {
			return err
		}
		f := to[name]
		e := s.get(name)
		same := e != nil && e.Hash == f.hash && e.Mode == f.mode && !s.unmerged(name)
		if !hard {
			if !same {
				s.set(name, f, nil)
			}
			continue
		}
		if same && !g.dirty(s, name) {
			if _, err := g.repo.lstat(name); err == nil {
				continue
			}
		}
		if err := g.checkOut(s, name, f); err != nil {
			return err
		}
	}
	return nil
}

// conflict puts the stages of a path that could not be merged into the index.
func (s *staging) conflict(name string, base, ours, theirs file) {
	slot := &[4]*indexEntry{}
	for i, f := range []file{base, ours, theirs} {
		if f.hash != plumbing.ZeroHash {
			slot[i+1] = &index.Entry{Name: name, Mode: f.mode, Hash: f.hash}
		}
	}
	s.entries[name] = slot
	s.changed = true
}
