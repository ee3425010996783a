package snapshot

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sandpit-dev/sandpit/internal/pathpattern"
	"github.com/sandpit-dev/sandpit/vfs"
)

// skipper decides what of a disk is no part of a snapshot: what belongs to the running system, the manifest's name,
// mounts, and what the caller excludes.
type skipper struct {
	mounts  []string
	exclude *excluder
}

func newSkipper(fsys *vfs.FS, x *excluder) skipper {
	s := skipper{exclude: x}
	for _, m := range fsys.Mounts() {
		s.mounts = append(s.mounts, path.Clean(m.Path))
	}
	return s
}

// skips tests one entry whose directory is not skipped itself. name is absolute.
func (s skipper) skips(name string) bool {
	switch name {
	case "/proc", "/dev", "/" + ManifestName:
		return true
	}
	return slices.Contains(s.mounts, name) || s.exclude.match(name)
}

// excluder decides what is left out. A pattern without a slash is compared with every segment of a path; one with a
// slash with the whole path from the root. Segments are as in path.Match, and "**" is any number of segments.
type excluder struct {
	names map[string]bool // plain segments, lifo's kind
	globs []string        // patterns for one segment
	paths [][]string      // patterns for a whole path
}

func newExcluder(patterns []string) (*excluder, error) {
	x := &excluder{names: map[string]bool{}}
	for _, p := range patterns {
		segs := strings.Split(strings.Trim(p, "/"), "/")
		for _, s := range segs {
			if _, err := path.Match(s, ""); err != nil {
				return nil, fmt.Errorf("exclude %q: %w", p, err)
			}
		}
		switch {
		case segs[0] == "" && len(segs) == 1:
			return nil, fmt.Errorf("exclude %q: %w", p, path.ErrBadPattern)
		case strings.Contains(p, "/"):
			x.paths = append(x.paths, segs)
		case strings.ContainsAny(p, `*?[\`):
			x.globs = append(x.globs, p)
		default:
			x.names[p] = true
		}
	}
	return x, nil
}

// match tests one entry whose directory is not excluded itself. name is absolute.
func (x *excluder) match(name string) bool {
	base := path.Base(name)
	if x.names[base] {
		return true
	}
	for _, g := range x.globs {
		if ok, _ := path.Match(g, base); ok {
			return true
		}
	}
	if len(x.paths) > 0 {
		segs := strings.Split(name[1:], "/")
		for _, p := range x.paths {
			if pathpattern.Match(p, segs) {
				return true
			}
		}
	}
	return false
}
