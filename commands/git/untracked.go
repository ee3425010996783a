package git

import (
	"io/fs"
	"path"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/filemode"

	"github.com/sandpit-dev/sandpit/kernel"
)

type untracked struct {
	g       *run
	s       *staging
	ig      *ignores
	all     bool
	specs   []string
	tracked map[string]bool // directories that hold something known
	out     []string
	ignored []string
}

func (g *run) newUntracked(s *staging, specs []string, all bool) *untracked {
	u := &untracked{g: g, s: s, ig: g.newIgnores(), all: all, specs: specs, tracked: map[string]bool{}}
	for n := range s.entries {
		for d := path.Dir(n); d != "." && !u.tracked[d]; d = path.Dir(d) {
			u.tracked[d] = true
		}
	}
	return u
}

func (u *untracked) walk(dir string, depth int) error {
	if err := u.g.alive(); err != nil {
		return err
	}
	if depth > maxTreeDepth {
		return nil
	}
	list, err := u.g.repo.fs.ReadDir(u.g.repo.abs(dir))
	if err != nil {
		if depth > 0 {
			u.g.warn("warning: could not open directory '%s/': %s", dir, kernel.Strerror(err))
		}
		return nil
	}
	prefix := ""
	if dir != "" {
		prefix = dir + "/"
	}
	n := u.ig.Len()
	u.ig.read(u.g.repo.abs(prefix+".gitignore"), prefix)
	defer u.ig.Truncate(n)
	for _, d := range list {
		name := prefix + d.Name()
		if d.Name() == ".git" {
			continue
		}
		if !u.reaches(name) {
			continue
		}
		if !d.IsDir() {
			if u.s.entries[name] != nil || modeOf(mustInfo(d)) == filemode.Empty {
				continue
			}
			if u.ig.Ignored(name, false) {
				u.ignored = append(u.ignored, name)
			} else if pathMatches(u.specs, name) {
				u.out = append(u.out, name)
			}
			continue
		}
		if u.s.get(name) != nil { // a submodule
			continue
		}
		if u.ig.Ignored(name, true) {
			u.ignored = append(u.ignored, name+"/")
			continue
		}
		if _, _, repo := gitDirOf(u.g.repo.fs, u.g.repo.abs(name)); repo && !u.tracked[name] {
			u.out = append(u.out, name+"/")
			continue
		}
		if u.tracked[name] {
			if err := u.walk(name, depth+1); err != nil {
				return err
			}
			continue
		}
		sub := &untracked{g: u.g, s: u.s, ig: u.ig, all: true, specs: u.specs, tracked: u.tracked}
		if pathMatches(u.specs, name) {
			sub.specs = nil
		}
		if err := sub.walk(name, depth+1); err != nil {
			return err
		}
		if len(sub.out) == 0 && len(sub.ignored) > 0 {
			sub.ignored = []string{name + "/"}
		}
		u.ignored = append(u.ignored, sub.ignored...)
		switch {
		case u.all || u.within(name) && !pathMatches(u.specs, name):
			u.out = append(u.out, sub.out...)
		case len(sub.out) > 0:
			u.out = append(u.out, name+"/")
		}
	}
	return nil
}

func mustInfo(d fs.DirEntry) fs.FileInfo {
	info, err := d.Info()
	if err != nil {
		return gone{}
	}
	return info
}

type gone struct{ fs.FileInfo }

func (gone) Mode() fs.FileMode { return fs.ModeIrregular }

func (u *untracked) reaches(name string) bool {
	return pathMatches(u.specs, name) || u.within(name)
}

func (u *untracked) within(dir string) bool {
	for _, s := range u.specs {
		if strings.HasPrefix(s, dir+"/") || strings.ContainsAny(s, "*?[") {
			return true
		}
	}
	return false
}
