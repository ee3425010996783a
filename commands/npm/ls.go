package npm

import (
	"context"
	"fmt"
	"path"
	"strings"
)

// lsCommand prints the tree of what is installed: the project's own dependencies, or with --all all of them.
func lsCommand(ctx context.Context, r *run) error {
	pkg, err := readManifest(r.p, r.c.dir)
	if err != nil {
		pkg = &manifest{object: newObject()}
	}
	reg := newRegistry(ctx, r.p, r.c)
	defer reg.stop()
	t, err := newTree(reg, r.c, pkg)
	if err != nil {
		return err
	}
	had, err := readLock(r.c, "node_modules/.package-lock.json")
	if err != nil {
		return err
	}
	if had != nil {
		if err := t.load(had); err != nil {
			return err
		}
	}
	id := pkg.name() + "@" + pkg.version()
	if pkg.name() == "" {
		id = path.Base(r.c.dir) + "@" + pkg.version()
	}
	all := r.c.bool("all") || r.c.get("depth") == "Infinity"
	only := map[string]bool{}
	for _, w := range r.words[1:] {
		name, _ := splitAt(w)
		only[name] = true
	}
	p := &lsPrinter{all: all, only: only, seen: map[*node]bool{}, workspaces: map[*node]bool{}}
	for _, c := range t.root.children {
		if c.isLink() && t.isWorkspace(c) {
			p.workspaces[c.target] = true
		}
	}
	if r.c.bool("json") {
		o := newObject()
		if pkg.version() != "" {
			o.set("version", pkg.version())
		}
		if pkg.name() != "" {
			o.set("name", pkg.name())
		}
		if deps := p.json(t.root); len(deps.keys) > 0 {
			o.set("dependencies", deps)
		}
		r.printf("%s\n", encode(o, "  "))
		return p.problems()
	}
	if r.c.bool("parseable") {
		r.printf("%s\n", r.c.dir)
		p.parseable(t.root, r)
		return p.problems()
	}
	lines := p.lines(t.root, "")
	r.printf("%s %s\n", id, r.c.dir)
	if len(lines) == 0 {
		lines = []string{"└── (empty)"}
	}
	r.printf("%s\n\n", strings.Join(lines, "\n"))
	return p.problems()
}

// lsPrinter prints the edges of a tree.
type lsPrinter struct {
	all  bool
	only map[string]bool
	seen map[*node]bool
	bad  []string

	workspaces map[*node]bool
}

type lsEntry struct {
	label string
	n     *node
	again bool
}

func (p *lsPrinter) entries(n *node, top bool) []lsEntry {
	var out []lsEntry
	named := map[string]bool{}
	for _, e := range n.real().pkg.edges(n.real().top()) {
		named[e.name] = true
		got := n.real().seat(e).find(e.name)
		s := parseSpec(e.name, e.spec, n.real().dir)
		switch {
		case got == nil && (e.kind == edgeOptional || e.kind == edgePeerOptional):
			if p.all && len(p.only) == 0 {
				out = append(out, lsEntry{label: "UNMET OPTIONAL DEPENDENCY " + e.name + "@" + e.spec})
			}
		case got == nil:
			out = append(out, lsEntry{label: "UNMET DEPENDENCY " + e.name + "@" + e.spec})
			p.bad = append(p.bad, fmt.Sprintf("missing: %s@%s, required by %s", e.name, e.spec, n.real().pkg.id()))
		default:
			l := got.name + "@" + got.pkgVersion()
			if s.name != e.name {
				l = e.name + "@npm:" + s.name + "@" + got.pkgVersion()
			}
			if !s.accepts(got) {
				l += " invalid: " + fmt.Sprintf("%q", e.spec) + " from the root project"
				p.bad = append(p.bad, fmt.Sprintf("invalid: %s %s", l, got.dir))
			}
			again := p.seen[got]
			p.seen[got] = true
			if again {
				l += " deduped"
			}
			if got.isLink() {
				l += " -> ./" + got.target.loc
			}
			out = append(out, lsEntry{label: l, n: got, again: again})
		}
	}
	if top {
		for _, name := range sortedKeys(n.children) {
			c := n.children[name]
			if named[name] || !c.isLink() {
				continue
			}
			p.seen[c] = true
			out = append(out, lsEntry{label: c.real().pkg.id() + " -> ./" + c.target.loc, n: c})
		}
	}
	return out
}

func (p *lsPrinter) lines(n *node, indent string) []string {
	type block struct {
		label string
		below []string
	}
	var blocks []block
	for _, e := range p.entries(n, indent == "" && n.top()) {
		var below []string
		if e.n != nil && !e.again && (p.all || len(p.only) > 0 || e.n.isLink() && indent == "" && e.n.target.above != nil && e.n.target.loc != "" && p.workspaces[e.n.target]) && len(indent) < 2*maxDepth {
			below = p.lines(e.n, indent+"  ")
		}
		if len(p.only) > 0 && len(below) == 0 && (e.n == nil || !p.only[e.n.name]) {
			continue
		}
		blocks = append(blocks, block{e.label, below})
	}
	var out []string
	for i, b := range blocks {
		corner, bar := "├", "│ "
		if i == len(blocks)-1 {
			corner, bar = "└", "  "
		}
		mid := "──"
		if len(b.below) > 0 {
			mid = "─┬"
		}
		out = append(out, corner+mid+" "+b.label)
		for _, l := range b.below {
			out = append(out, bar+l)
		}
	}
	return out
}

func (p *lsPrinter) json(n *node) *object {
	out := newObject()
	for _, e := range p.entries(n, n.top()) {
		if e.n == nil {
			continue
		}
		o := newObject()
		o.set("version", e.n.pkgVersion())
		if e.n.resolved != "" {
			o.set("resolved", e.n.resolved)
		}
		o.set("overridden", false)
		if p.all && !e.again {
			if deps := p.json(e.n); len(deps.keys) > 0 {
				o.set("dependencies", deps)
			}
		}
		out.set(e.n.name, o)
	}
	return out
}

func (p *lsPrinter) parseable(n *node, r *run) {
	for _, e := range p.entries(n, n.top()) {
		if e.n != nil && !e.again {
			r.printf("%s\n", e.n.dir)
			if p.all {
				p.parseable(e.n, r)
			}
		}
	}
}

// problems is the error for what is missing or of a wrong version.
func (p *lsPrinter) problems() error {
	if len(p.bad) == 0 {
		return nil
	}
	return &npmError{code: "ELSPROBLEMS", lines: p.bad}
}
