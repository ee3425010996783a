package npm

import (
	"path"
	"slices"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

// workspaceDirs lists the folders that a package.json's workspaces name, by path. A pattern's * stands for one folder,
// ** for any number; one that starts with ! takes away.
func workspaceDirs(p *kernel.Process, dir string, pkg *manifest) ([]string, error) {
	patterns := pkg.list("workspaces")
	if o := pkg.obj("workspaces"); o != nil {
		patterns = (&manifest{object: o}).list("packages")
	}
	var out []string
	for _, pattern := range patterns {
		no := strings.HasPrefix(pattern, "!")
		pattern = strings.Trim(strings.TrimPrefix(strings.TrimPrefix(pattern, "!"), "./"), "/")
		if no {
			out = slices.DeleteFunc(out, func(d string) bool {
				ok, err := path.Match(pattern, strings.TrimPrefix(d, dir+"/"))
				return ok && err == nil
			})
			continue
		}
		if pattern == "" || slices.Contains(strings.Split(pattern, "/"), "..") {
			return nil, errorf("EINVALIDWORKSPACE", "workspaces must lie in the project: %q", pattern)
		}
		for _, d := range glob(p, dir, strings.Split(pattern, "/"), 0) {
			if info, err := p.FS().Stat(path.Join(d, "package.json")); err == nil && info.Mode().IsRegular() && d != dir && !slices.Contains(out, d) {
				out = append(out, d)
			}
		}
	}
	slices.Sort(out)
	return out, nil
}

func glob(p *kernel.Process, dir string, segs []string, depth int) []string {
	if len(segs) == 0 {
		return []string{dir}
	}
	if depth > maxDepth {
		return nil
	}
	if !strings.ContainsAny(segs[0], "*?[") {
		return glob(p, path.Join(dir, segs[0]), segs[1:], depth+1)
	}
	var out []string
	if segs[0] == "**" {
		out = glob(p, dir, segs[1:], depth+1)
	}
	entries, err := p.FS().ReadDir(dir)
	if err != nil {
		return out
	}
	for _, e := range entries {
		if !e.IsDir() || e.Name() == "node_modules" || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if segs[0] == "**" {
			out = append(out, glob(p, path.Join(dir, e.Name()), segs, depth+1)...)
		} else if ok, err := path.Match(segs[0], e.Name()); ok && err == nil {
			out = append(out, glob(p, path.Join(dir, e.Name()), segs[1:], depth+1)...)
		}
	}
	return out
}
