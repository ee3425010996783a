package npm

import (
	"path"
	"strings"
)

// spec kinds.
const (
	specRange  = iota // of a registry: a range or a version
	specTag           // of a registry: a tag
	specFolder        // a folder of the box
	specFile          // an archive in the box
	specURL           // an archive at an address
	specOther         // git and what else is not done
)

// spec is what a dependency asks for.
type spec struct {
	kind  int
	name  string // of the package in the registry, the alias' target
	want  string // range or tag
	where string // absolute path or URL
	raw   string
}

// parseSpec reads the right side of a dependency of name; base is the folder that relative paths start from.
func parseSpec(name, raw, base string) spec {
	s := spec{name: name, want: strings.TrimSpace(raw), raw: raw}
	if alias, ok := strings.CutPrefix(s.want, "npm:"); ok {
		s.name, s.want = splitAt(alias)
	}
	file, isFile := strings.CutPrefix(s.want, "file:")
	switch {
	case isFile || strings.HasPrefix(s.want, "./") || strings.HasPrefix(s.want, "../") || strings.HasPrefix(s.want, "/") || s.want == "." || s.want == "..":
		s.kind = specFolder
		if isArchive(file) {
			s.kind = specFile
		}
		file = strings.TrimPrefix(file, "//")
		if s.where = path.Join(base, file); strings.HasPrefix(file, "/") {
			s.where = path.Clean(file)
		}
	case strings.HasPrefix(s.want, "https://") || strings.HasPrefix(s.want, "http://"):
		s.kind, s.where = specURL, s.want
		if strings.HasSuffix(strings.SplitN(s.want, "#", 2)[0], ".git") {
			s.kind = specOther
		}
	case strings.ContainsAny(s.want, ":/"):
		s.kind = specOther
	default:
		if _, ok := parseRange(s.want); !ok {
			s.kind = specTag
		}
	}
	return s
}

func isArchive(name string) bool {
	return strings.HasSuffix(name, ".tgz") || strings.HasSuffix(name, ".tar.gz") || strings.HasSuffix(name, ".tar")
}

// splitAt splits name@spec, where the name may have a scope.
func splitAt(s string) (name, want string) {
	if i := strings.LastIndexByte(s, '@'); i > 0 {
		// The first @ behind the name counts: a spec may hold more.
		if j := strings.IndexByte(s[1:], '@') + 1; j > 0 {
			i = j
		}
		return s[:i], s[i+1:]
	}
	return s, ""
}

// fromRegistry says whether the registry is asked.
func (s spec) fromRegistry() bool { return s.kind == specRange || s.kind == specTag }

// accepts says whether a node is what the spec asks for.
func (s spec) accepts(n *node) bool {
	switch s.kind {
	case specTag:
		return !n.isLink()
	case specRange:
		t := n.real()
		if s.raw != s.want && t.pkg.name() != s.name && n.name != s.name { // an alias of another package
			return false
		}
		v, ok := parseSemver(t.pkg.version())
		if !ok {
			return s.want == "" || s.want == "*"
		}
		r, _ := parseRange(s.want)
		return r.match(v) || s.want == "" || s.want == "*"
	case specFolder:
		return n.isLink() && n.target.dir == s.where
	case specFile:
		return n.from == s.where
	case specURL:
		return n.resolved == s.where
	}
	return false
}
