package npm

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
)

const lockName = "package-lock.json"

// lockKeys are the keys that stand first in a lock file's objects.
var lockKeys = []string{"name", "version", "lockfileVersion", "resolved", "integrity", "requires", "packages", "dependencies"}

// lockedFields are what a lock file keeps of a package.json.
var lockedFields = []string{
	"version", "dependencies", "peerDependencies", "peerDependenciesMeta", "optionalDependencies", "bundleDependencies",
	"funding", "engines", "os", "cpu", "libc", "license", "bin", "deprecated", "workspaces",
}

// lockText writes the tree as a package-lock.json of version 3; hidden is node_modules/.package-lock.json, which has no
// entry for the project.
func (t *tree) lockText(hidden bool) string {
	packages := newObject()
	if !hidden {
		packages.set("", t.lockEntry(t.root))
	}
	for _, top := range t.tops {
		top.each(func(n *node) {
			if n == t.root || hidden && n.inert {
				return
			}
			packages.set(n.loc, t.lockEntry(n))
		})
	}
	slices.SortFunc(packages.keys, func(a, b string) int { return compareNames(a, b) })
	lock := newObject()
	name := t.root.pkg.name()
	if name == "" {
		name = path.Base(t.c.dir)
	}
	lock.set("name", name)
	if v := t.root.pkg.version(); v != "" {
		lock.set("version", v)
	}
	lock.set("lockfileVersion", json.Number("3"))
	lock.set("requires", true)
	lock.set("packages", packages)
	return encode(lock, t.root.pkg.indentOr("  ")) + "\n"
}

func (m *manifest) indentOr(s string) string {
	if m.indent != "" {
		return m.indent
	}
	return s
}

func (t *tree) lockEntry(n *node) *object {
	o := newObject()
	if n.isLink() {
		o.set("resolved", relative(t.c.dir, n.target.dir))
		o.set("link", true)
		t.lockFlags(o, n)
		o.nice(lockKeys...)
		return o
	}
	base := n.name
	if n == t.root {
		base = ""
	}
	if name := n.pkg.name(); name != "" && (n.parent == nil && name != path.Base(n.dir) || n == t.root || n.parent != nil && name != base) {
		o.set("name", name)
	}
	for _, k := range lockedFields {
		v := n.pkg.get(k)
		if k == "bundleDependencies" && v == nil {
			v = n.pkg.get("bundledDependencies")
		}
		if k == "bin" {
			if bins := n.pkg.bins(); len(bins) > 0 && n.pkg.name() != "" {
				b := newObject()
				for _, name := range sortedKeys(bins) {
					b.set(name, strings.TrimPrefix(path.Clean("/"+bins[name]), "/"))
				}
				v = b
			}
		}
		if k == "license" {
			if l, ok := v.(*object); ok {
				v = l.get("type")
			}
		}
		if k == "funding" {
			if url, ok := v.(string); ok {
				f := newObject()
				f.set("url", url)
				v = f
			}
		}
		if isEmpty(v) {
			continue
		}
		o.set(k, tidy(v))
	}
	if n.top() {
		if v := n.pkg.get("devDependencies"); !isEmpty(v) {
			o.set("devDependencies", tidy(v))
		}
	}
	if n.top() && n != t.root {
		o.del("resolved")
	} else if n.resolved != "" {
		o.set("resolved", n.resolved)
	}
	if n.integrity != "" && n.parent != nil {
		o.set("integrity", n.integrity)
	}
	if n.hasScripts || n == t.root && hasInstallScript(n.pkg) {
		o.set("hasInstallScript", true)
	}
	t.lockFlags(o, n)
	o.nice(lockKeys...)
	return o
}

func isEmpty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case *object:
		return len(v.keys) == 0
	case []any:
		return len(v) == 0
	case string:
		return v == ""
	}
	return false
}

// tidy sorts the keys of a copied object, as npm's writer does.
func tidy(v any) any {
	o, ok := v.(*object)
	if !ok {
		return v
	}
	c := newObject()
	for _, k := range o.keys {
		c.set(k, tidy(o.values[k]))
	}
	c.nice(lockKeys...)
	return c
}

func (t *tree) lockFlags(o *object, n *node) {
	if n.top() {
		return
	}
	for _, f := range []struct {
		name string
		on   bool
	}{{"dev", n.dev}, {"optional", n.optional}, {"devOptional", n.devOptional}, {"peer", n.peer}} {
		if f.on {
			o.set(f.name, true)
		}
	}
}

// readLock reads a lock file of version 2 or 3; nil when there is none.
func readLock(c *config, name string) (*object, error) {
	file := path.Join(c.dir, name)
	info, err := c.p.FS().Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if info.Size() > maxPackument {
		return nil, errorf("EFBIG", "%s is too large", file)
	}
	text, err := c.p.FS().ReadFile(file)
	if err != nil {
		return nil, err
	}
	o, err := parseJSON(text)
	if err != nil {
		return nil, errorf("EJSONPARSE", "%s: %v", file, err)
	}
	return o, nil
}

// load places what a lock file has. A file of version 1 has no packages and says nothing here.
func (t *tree) load(lock *object) error {
	packages := lock.obj("packages")
	if packages == nil {
		return nil
	}
	byLoc := map[string]*node{"": t.root}
	for _, top := range t.tops {
		byLoc[top.loc] = top
	}
	locs := slices.Clone(packages.keys)
	slices.SortFunc(locs, func(a, b string) int {
		if d := strings.Count(a, "/node_modules/") - strings.Count(b, "/node_modules/"); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	for _, loc := range locs {
		entry := packages.obj(loc)
		i := strings.LastIndex("/"+loc, "/node_modules/")
		if loc == "" || i < 0 || entry == nil {
			continue
		}
		at, name := strings.TrimSuffix(loc[:max(i, 0)], "/"), loc[i+len("node_modules/"):]
		parent := byLoc[at]
		if parent == nil || !goodName(name) || parent.isLink() {
			continue
		}
		if t.count++; t.count > maxNodes {
			return errorf("E2BIG", "more than %d packages", maxNodes)
		}
		if link, _ := entry.get("link").(bool); link {
			target, err := t.folder(path.Join(t.c.dir, entry.str("resolved")))
			if err != nil {
				continue // gone since
			}
			if parent.children[name] == nil {
				parent.add(name).target = target
			}
			if byLoc[target.loc] == nil {
				byLoc[target.loc] = target
			}
			continue
		}
		if parent.children[name] != nil {
			continue // a workspace now
		}
		n := parent.add(name)
		n.pkg = &manifest{object: entry}
		if entry.str("name") == "" {
			entry.set("name", name)
		}
		n.resolved, n.integrity = entry.str("resolved"), entry.str("integrity")
		if file, ok := strings.CutPrefix(n.resolved, "file:"); ok {
			n.from = path.Join(t.c.dir, file)
		}
		n.hasScripts, _ = entry.get("hasInstallScript").(bool)
		byLoc[loc] = n
	}
	return nil
}
