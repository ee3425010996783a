package git

import (
	"io/fs"
	"path"
	"sort"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/format/index"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

type indexEntry = index.Entry

// staging is the index, kept by path. Paths in conflict have stages 1 to 3 instead of 0.
type staging struct {
	entries map[string]*[4]*indexEntry
	written time.Time // when the index file was: entries as young cannot be trusted
	changed bool
}

func (g *run) readIndex() (*staging, error) {
	s := &staging{entries: map[string]*[4]*indexEntry{}}
	file := path.Join(g.repo.dir, "index")
	info, err := g.repo.fs.Stat(file)
	if err != nil {
		return s, nil
	}
	s.written = info.ModTime()
	idx, err := g.repo.st.Index()
	if err != nil {
		return nil, fatal("index file corrupt: %v", err)
	}
	for _, e := range idx.Entries {
		if e.Stage > 3 || e.Stage < 0 || !safePath(e.Name) {
			return nil, fatal("index file corrupt: invalid path '%s'", e.Name)
		}
		s.slot(e.Name)[e.Stage] = e
	}
	return s, nil
}

func safePath(name string) bool {
	for _, part := range strings.Split(name, "/") {
		if !safeName(part) {
			return false
		}
	}
	return true
}

func (s *staging) slot(name string) *[4]*indexEntry {
	e := s.entries[name]
	if e == nil {
		e = new([4]*indexEntry)
		s.entries[name] = e
	}
	return e
}

func (g *run) writeIndex(s *staging) error {
	if !s.changed {
		return nil
	}
	file := path.Join(g.repo.dir, "index")
	err := g.repo.fs.WriteFile(file+".lock", s.encode(), 0o644)
	if err == nil {
		err = g.repo.fs.Rename(file+".lock", file)
	}
	if err != nil {
		return fatal("unable to write new index file: %s", kernel.Strerror(err))
	}
	s.changed = false
	return nil
}

// names lists the paths in order.
func (s *staging) names() []string {
	out := make([]string, 0, len(s.entries))
	for n := range s.entries {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

func (s *staging) entry(name string, stage int) *index.Entry {
	if e := s.entries[name]; e != nil {
		return e[stage]
	}
	return nil
}

// get is the merged entry of a path.
func (s *staging) get(name string) *index.Entry { return s.entry(name, 0) }

// unmerged reports whether a path is in conflict.
func (s *staging) unmerged(name string) bool {
	e := s.entries[name]
	return e != nil && (e[1] != nil || e[2] != nil || e[3] != nil)
}

func (s *staging) anyUnmerged() bool {
	for n := range s.entries {
		if s.unmerged(n) {
			return true
		}
	}
	return false
}

// under reports whether anything lies below a directory.
func (s *staging) under(dir string) bool {
	for n := range s.entries {
		if dir == "" || strings.HasPrefix(n, dir+"/") {
			return true
		}
	}
	return false
}

func (s *staging) remove(name string) {
	if _, ok := s.entries[name]; ok {
		delete(s.entries, name)
		s.changed = true
	}
}

// set makes a path's merged entry; info, when there is one, is the file it was taken from. A directory that was a file
// and files that were below one make room.
func (s *staging) set(name string, f file, info fs.FileInfo) *index.Entry {
	e := &index.Entry{Name: name, Hash: f.hash, Mode: f.mode}
	if info != nil {
		remember(e, info)
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		delete(s.entries, dir)
	}
	if _, known := s.entries[name]; !known {
		for n := range s.entries {
			if strings.HasPrefix(n, name+"/") {
				delete(s.entries, n)
			}
		}
	}
	s.entries[name] = &[4]*indexEntry{0: e}
	s.changed = true
	return e
}

// remember keeps of a file what tells later, without reading it, that it has not changed.
func remember(e *index.Entry, info fs.FileInfo) {
	e.ModifiedAt = info.ModTime()
	e.CreatedAt = info.ModTime()
	e.Size = uint32(info.Size())
	if st, ok := info.Sys().(*vfs.Stat); ok {
		e.CreatedAt, e.Inode, e.Dev = st.Ctime, uint32(st.Ino), uint32(st.Dev)
		e.UID, e.GID = uint32(st.UID), uint32(st.GID)
	}
}

// fresh reports whether a file is, by its times and size, the one that the entry was made of.
func (s *staging) fresh(e *index.Entry, info fs.FileInfo) bool {
	return e.Size == uint32(info.Size()) && e.ModifiedAt.Equal(info.ModTime()) && modeOf(info) == e.Mode &&
		!e.ModifiedAt.IsZero() && e.ModifiedAt.Before(s.written)
}

// modeOf is the mode git gives a file; Empty for what it does not keep.
func modeOf(info fs.FileInfo) filemode.FileMode {
	switch m := info.Mode(); {
	case m.IsRegular() && m&0o100 != 0:
		return filemode.Executable
	case m.IsRegular():
		return filemode.Regular
	case m&fs.ModeSymlink != 0:
		return filemode.Symlink
	case m.IsDir():
		return filemode.Dir
	}
	return filemode.Empty
}

// tree is what the index would commit.
func (s *staging) tree() tree {
	out := tree{}
	for n, e := range s.entries {
		if e[0] != nil && !e[0].IntentToAdd {
			out[n] = file{e[0].Mode, e[0].Hash}
		}
	}
	return out
}

// hashFile is the hash that a file of the working tree has, without storing it.
func (g *run) hashFile(name string, info fs.FileInfo) (plumbing.Hash, error) {
	data, err := g.repo.content(name, info)
	if err != nil {
		return plumbing.ZeroHash, err
	}
	return plumbing.ComputeHash(plumbing.BlobObject, data), nil
}
