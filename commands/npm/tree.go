package npm

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// maxNodes bounds a dependency tree.
const maxNodes = 50_000

// node is a package at a place: the project, a workspace, a package in a node_modules folder, or a link there.
type node struct {
	name     string // of the folder in node_modules
	dir      string // absolute
	loc      string // relative to the project, as lock files have it; "" is the project
	parent   *node  // the package in whose node_modules it lies; nil for the project, workspaces and linked folders
	above    *node  // for a folder inside the project: where modules are looked for next
	children map[string]*node
	target   *node // of a link
	pkg      *manifest

	resolved, integrity string
	from                string // the archive it came from, in the box
	inert               bool   // optional and not for this system: in the lock file, not on the disk
	hasScripts          bool
	scripts             *manifest // the package's own package.json, when the registry's is short

	// how the project reaches it, see flags
	dev, optional, devOptional, peer, reached bool
}

func (n *node) isLink() bool { return n.target != nil }

// real is the package itself, through a link.
func (n *node) real() *node {
	if n.target != nil {
		return n.target
	}
	return n
}

// top says whether n is a folder of the user's, whose devDependencies count.
func (n *node) top() bool { return n.parent == nil }

// up is the next place where modules are looked for.
func (n *node) up() *node {
	if n.parent != nil {
		return n.parent
	}
	return n.above
}

func (n *node) depth() int {
	d := 0
	for m := n.up(); m != nil; m = m.up() {
		d++
	}
	return d
}

// find is what require(name) in n finds.
func (n *node) find(name string) *node {
	for ; n != nil; n = n.up() {
		if c := n.children[name]; c != nil {
			return c
		}
	}
	return nil
}

// seat is where the search for an edge begins: a peer is looked for beside the package, not in it.
func (n *node) seat(e edge) *node {
	if (e.kind == edgePeer || e.kind == edgePeerOptional) && n.parent != nil {
		return n.parent
	}
	return n
}

func (n *node) add(name string) *node {
	c := &node{name: name, dir: path.Join(n.dir, "node_modules", name), loc: path.Join(n.loc, "node_modules", name), parent: n, children: map[string]*node{}}
	n.children[name] = c
	return c
}

// each calls f for n and everything below it, by name.
func (n *node) each(f func(*node)) {
	f(n)
	for _, name := range sortedKeys(n.children) {
		n.children[name].each(f)
	}
}

// tree is a project with what it depends on.
type tree struct {
	reg     *registry
	c       *config
	root    *node
	tops    []*node // the project, workspaces, linked folders
	byDir   map[string]*node
	count   int
	legacy  bool // peers do not count
	force   bool
	warned  map[string]bool
	warn    func(string)
	forced  map[string]*manifest // packages the project gets whatever it has: name -> what to place
	queue   nodeQueue
	offline bool    // nothing may be added: npm ci
	want    []*node // what reify has put on the disk
	fresh   []*node // those of it that were not there before
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, compareNames)
	return keys
}

// newTree makes the tree of a project's own folders: itself and its workspaces.
func newTree(reg *registry, c *config, pkg *manifest) (*tree, error) {
	root := &node{dir: c.dir, children: map[string]*node{}, pkg: pkg}
	t := &tree{reg: reg, c: c, root: root, tops: []*node{root}, byDir: map[string]*node{c.dir: root}, warned: map[string]bool{}, forced: map[string]*manifest{}}
	dirs, err := workspaceDirs(c.p, c.dir, pkg)
	if err != nil {
		return nil, err
	}
	for _, dir := range dirs {
		ws, err := t.folder(dir)
		if err != nil {
			return nil, err
		}
		name := ws.pkg.name()
		if name == "" {
			name = path.Base(dir)
		}
		if !goodName(name) {
			return nil, errorf("EINVALIDPACKAGENAME", "Invalid package name %q in %s", name, dir)
		}
		if old := root.children[name]; old != nil {
			return nil, errorf("EDUPLICATEWORKSPACE", "must not have multiple workspaces with the same name\npackage '%s' has conflicts in the following paths:\n    %s\n    %s", name, old.target.dir, dir)
		}
		root.add(name).target = ws
	}
	return t, nil
}

// folder is the node of a folder outside node_modules.
func (t *tree) folder(dir string) (*node, error) {
	if n := t.byDir[dir]; n != nil {
		return n, nil
	}
	pkg, err := readManifest(t.c.p, dir)
	if err != nil {
		return nil, err
	}
	n := &node{dir: dir, loc: relative(t.c.dir, dir), children: map[string]*node{}, pkg: pkg}
	n.name = path.Base(dir)
	if strings.HasPrefix(dir, t.c.dir+"/") {
		n.above = t.root
	}
	t.byDir[dir] = n
	t.tops = append(t.tops, n)
	heap.Push(&t.queue, n)
	return n, nil
}

// relative is path.Rel for absolute paths.
func relative(from, to string) string {
	a, b := strings.Split(strings.Trim(from, "/"), "/"), strings.Split(strings.Trim(to, "/"), "/")
	if from == "/" {
		a = nil
	}
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return path.Join(strings.Repeat("../", len(a)-i), strings.Join(b[i:], "/"))
}

// nodeQueue gives nodes that lie highest first, then by place.
type nodeQueue []*node

func (q nodeQueue) Len() int { return len(q) }
func (q nodeQueue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].depth(), q[j].depth()), compareNames(q[i].loc, q[j].loc)) < 0
}
func (q nodeQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *nodeQueue) Push(x any)   { *q = append(*q, x.(*node)) }
func (q *nodeQueue) Pop() any {
	old := *q
	n := old[len(old)-1]
	*q = old[:len(old)-1]
	return n
}

// build completes the tree: every dependency of every package is there and of a version that it accepts.
func (t *tree) build(ctx context.Context) error {
	t.queue = nil
	for _, top := range t.tops {
		top.each(func(n *node) {
			if !n.isLink() {
				heap.Push(&t.queue, n)
			}
		})
	}
	seen := map[*node]bool{}
	for len(t.queue) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := heap.Pop(&t.queue).(*node)
		if seen[n] || t.detached(n) {
			continue
		}
		seen[n] = true
		if err := n.badName(); err != nil {
			return err
		}
		edges := n.pkg.edges(n.top())
		for _, e := range edges {
			if s := parseSpec(e.name, e.spec, n.dir); s.fromRegistry() && e.kind != edgePeerOptional && n.seat(e).find(e.name) == nil && !t.offline {
				t.reg.prefetch(s.name)
			}
		}
		for _, e := range edges {
			if err := t.satisfy(n, e); err != nil {
				return err
			}
		}
	}
	t.flags()
	return nil
}

// badName is the error for a dependency of one of the user's own folders whose name cannot be a package's; others' are
// passed over.
func (n *node) badName() error {
	for _, kind := range []string{"dependencies", "devDependencies", "optionalDependencies", "peerDependencies"} {
		for _, name := range sortedKeys(n.pkg.obj(kind).strings()) {
			if n.top() && !goodName(name) {
				return errorf("EINVALIDPACKAGENAME", "Invalid package name %q of %s in %s", name, kind, path.Join(n.dir, "package.json"))
			}
		}
	}
	return nil
}

// detached says whether a node has been taken out of the tree.
func (t *tree) detached(n *node) bool {
	for ; n.parent != nil; n = n.parent {
		if n.parent.children[n.name] != n {
			return true
		}
	}
	return false
}

// satisfy places what an edge of n lacks.
func (t *tree) satisfy(n *node, e edge) error {
	s := parseSpec(e.name, e.spec, n.dir)
	seat := n.seat(e)
	got := seat.find(e.name)
	fresh := t.forced[e.name]
	if n != t.root {
		fresh = nil
	}
	ok := got != nil && s.accepts(got) && (fresh == nil || got.pkgVersion() == fresh.version())
	switch {
	case ok, e.kind == edgePeerOptional:
		return nil
	case e.kind == edgePeer && t.legacy:
		return nil
	case t.offline:
		return fmt.Errorf("missing: %s@%s", e.name, e.spec)
	}
	if got != nil && got.parent == seat && seat != n { // a peer's place is taken
		if t.force || !seat.top() {
			if !t.warned[n.loc+e.name] {
				t.warned[n.loc+e.name] = true
				t.warn(fmt.Sprintf("ERESOLVE overriding peer dependency\nWhile resolving: %s\nFound: %s\nCould not resolve dependency:\npeer %s@%q from %s",
					n.pkg.id(), got.real().pkg.id(), e.name, e.spec, n.pkg.id()))
			}
			return nil
		}
		return t.conflict(n, e, got)
	}
	dep, err := t.fetch(n, e, s, fresh)
	if err != nil {
		if e.kind == edgeOptional && !errors.Is(err, context.Canceled) {
			return nil
		}
		return err
	}
	return t.place(n, e, dep, got)
}

func (n *node) pkgVersion() string { return n.real().pkg.version() }

// fetched is a package that is to be placed.
type fetched struct {
	pkg                       *manifest
	resolved, integrity, from string
	target                    *node
}

func (t *tree) fetch(n *node, e edge, s spec, fresh *manifest) (*fetched, error) {
	switch s.kind {
	case specRange, specTag:
		pkg := fresh
		if pkg == nil {
			pack, err := t.reg.packument(s.name, s.want)
			if err != nil {
				return nil, err
			}
			if pkg, err = pack.pick(s.name, s.want); err != nil {
				return nil, err
			}
		}
		return &fetched{pkg: pkg, resolved: pkg.obj("dist").str("tarball"), integrity: distIntegrity(pkg)}, nil
	case specFolder:
		target, err := t.folder(s.where)
		if err != nil {
			return nil, err
		}
		return &fetched{pkg: target.pkg, target: target}, nil
	case specFile, specURL:
		data, err := t.reg.tarball(s.where, "/")
		if err != nil {
			return nil, err
		}
		pkg, err := manifestIn(data)
		if err != nil {
			return nil, err
		}
		f := &fetched{pkg: pkg, resolved: s.where, integrity: integrityOf(data)}
		if s.kind == specFile {
			f.from, f.resolved = s.where, "file:"+relative(t.c.dir, s.where)
		}
		return f, nil
	}
	return nil, errorf("EUNSUPPORTEDPROTOCOL", "Unsupported URL Type %q: %s", strings.SplitAfter(s.raw+":", ":")[0], s.raw)
}

// place puts a package as high as it can lie: below a folder that has another version of it, that asks for another itself,
// or where something that finds a version above now would find a wrong one.
func (t *tree) place(n *node, e edge, f *fetched, old *node) error {
	seat := n.seat(e)
	if t.count++; t.count > maxNodes {
		return errorf("E2BIG", "more than %d packages", maxNodes)
	}
	if !goodName(e.name) {
		return errorf("EINVALIDPACKAGENAME", "Invalid package name %q", e.name)
	}
	probe := &node{name: e.name, pkg: f.pkg, target: f.target, resolved: f.resolved, from: f.from}
	best := seat
	for at := seat; at != nil; at = at.up() {
		if at != seat {
			if at.children[e.name] != nil && at.children[e.name] != old || t.asksOther(at, e.name, probe) || t.shadows(at, e.name, probe, n) {
				break
			}
			if at.children[e.name] == old && old != nil {
				break
			}
		}
		if at != seat && t.peersClash(at, f.pkg) {
			break
		}
		best = at
	}
	c := best.add(e.name)
	c.pkg, c.resolved, c.integrity, c.from, c.target = f.pkg, f.resolved, f.integrity, f.from, f.target
	c.hasScripts = hasInstallScript(f.pkg)
	t.dedupe(best, c)
	if !c.isLink() {
		heap.Push(&t.queue, c)
	}
	if old != nil && old.parent == best {
		// Those that used the old one look again.
		for _, top := range t.tops {
			top.each(func(m *node) {
				if m != c && !m.isLink() && m.wants(e.name) {
					heap.Push(&t.queue, m)
				}
			})
		}
	}
	return nil
}

// dedupe takes out packages below at that the new one can stand for: of no higher version, and all who find them take it.
func (t *tree) dedupe(at, fresh *node) {
	v, ok := parseSemver(fresh.pkgVersion())
	if !ok || fresh.isLink() {
		return
	}
	at.each(func(d *node) {
		old := d.children[fresh.name]
		if d == at || old == nil || old == fresh || old.isLink() || d.up().find(fresh.name) != fresh {
			return
		}
		if ov, ok := parseSemver(old.pkgVersion()); !ok || ov.compare(v) > 0 {
			return
		}
		good := true
		d.each(func(by *node) {
			if !good || by.isLink() {
				return
			}
			for _, e := range by.pkg.edges(false) {
				if e.name == fresh.name && by.seat(e).find(e.name) == old && !parseSpec(e.name, e.spec, by.dir).accepts(fresh) {
					good = false
				}
			}
		})
		if good {
			delete(d.children, fresh.name)
		}
	})
}

func (n *node) wants(name string) bool {
	for _, k := range []string{"dependencies", "peerDependencies", "optionalDependencies"} {
		if _, ok := n.pkg.obj(k).strings()[name]; ok {
			return true
		}
	}
	return false
}

// asksOther says whether at itself depends on the name and would not take the probe.
func (t *tree) asksOther(at *node, name string, probe *node) bool {
	for _, e := range at.pkg.edges(at.top()) {
		if e.name == name && e.kind != edgePeer && e.kind != edgePeerOptional {
			return !parseSpec(name, e.spec, at.dir).accepts(probe)
		}
	}
	return false
}

// shadows says whether something below at, which now finds a version above at, would find the probe and not take it.
func (t *tree) shadows(at *node, name string, probe, by *node) (bad bool) {
	if at.find(name) == nil {
		return false
	}
	at.each(func(d *node) {
		if bad || d == by || d.isLink() {
			return
		}
		for _, e := range d.pkg.edges(false) {
			if e.name != name {
				continue
			}
			seat := d.seat(e)
			if got := seat.find(name); got != nil && got.parent != nil && got.parent.depth() < at.depth() {
				s := parseSpec(name, e.spec, d.dir)
				bad = s.accepts(got) && !s.accepts(probe)
			}
		}
	})
	return bad
}

// peersClash says whether a package placed in at would find a peer of another version than it takes.
func (t *tree) peersClash(at *node, pkg *manifest) bool {
	if t.legacy {
		return false
	}
	for _, e := range pkg.edges(false) {
		if e.kind != edgePeer {
			continue
		}
		if got := at.find(e.name); got != nil && !parseSpec(e.name, e.spec, at.dir).accepts(got) {
			return true
		}
	}
	return false
}

// conflict is npm's ERESOLVE.
func (t *tree) conflict(n *node, e edge, got *node) error {
	by := func(m *node) string {
		for _, re := range t.root.pkg.edges(true) {
			if re.name == m.name {
				kind := ""
				if re.kind == edgeDev {
					kind = "dev "
				}
				return fmt.Sprintf("\n  %s%s@%q from the root project", kind, re.name, re.spec)
			}
		}
		return ""
	}
	return errorf("ERESOLVE", "ERESOLVE unable to resolve dependency tree\n\nWhile resolving: %s\nFound: %s\n%s%s\n\nCould not resolve dependency:\npeer %s@%q from %s\n%s%s\n\n"+
		"Fix the upstream dependency conflict, or retry\nthis command with --force or --legacy-peer-deps\nto accept an incorrect (and potentially broken) dependency resolution.",
		t.root.pkg.id(), got.real().pkg.id(), got.loc, by(got), e.name, e.spec, n.pkg.id(), n.loc, by(n))
}

func hasInstallScript(m *manifest) bool {
	if has, _ := m.get("hasInstallScript").(bool); has {
		return true
	}
	s := m.obj("scripts")
	return s.str("preinstall") != "" || s.str("install") != "" || s.str("postinstall") != ""
}
