package npm

// flags finds how each package is reached from the project's own folders and takes out what is not: one reached by
// devDependencies alone is dev, by optional ones alone optional, by either but not otherwise devOptional, by peers alone peer.
func (t *tree) flags() {
	type state struct {
		n              *node
		dev, opt, peer bool
	}
	const dev, opt, peer = 1, 2, 4
	best := map[*node][8]bool{}
	var todo []state
	mark := func(n *node, d, o, p bool) {
		i := b2i(d)*dev + b2i(o)*opt + b2i(p)*peer
		b := best[n]
		if b[i] {
			return
		}
		b[i] = true
		best[n] = b
		todo = append(todo, state{n, d, o, p})
	}
	mark(t.root, false, false, false)
	for _, c := range t.root.children {
		if c.isLink() && t.isWorkspace(c) {
			mark(c, false, false, false)
		}
	}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s.n.isLink() {
			mark(s.n.target, s.dev, s.opt, s.peer)
			continue
		}
		for _, e := range s.n.pkg.edges(s.n.top()) {
			got := s.n.seat(e).find(e.name)
			if t.legacy && (e.kind == edgePeer || e.kind == edgePeerOptional) {
				continue
			}
			if got == nil || !parseSpec(e.name, e.spec, s.n.dir).accepts(got) && e.kind == edgePeerOptional {
				continue
			}
			mark(got, s.dev || e.kind == edgeDev, s.opt || e.kind == edgeOptional || e.kind == edgePeerOptional, s.peer || e.kind == edgePeer || e.kind == edgePeerOptional)
		}
	}
	all := func(n *node, bit int) bool {
		for i, is := range best[n] {
			if is && i&bit == 0 {
				return false
			}
		}
		return true
	}
	for _, top := range t.tops {
		top.each(func(n *node) {
			_, n.reached = best[n]
			n.dev, n.optional, n.peer = all(n, dev), all(n, opt), all(n, peer)
			n.devOptional = !n.dev && !n.optional && all(n, dev|opt)
			if n.devOptional {
				// each way is dev or optional
				for i, is := range best[n] {
					if is && i&(dev|opt) == 0 {
						n.devOptional = false
					}
				}
			}
			n.inert = n.optional && !n.isLink() && n.parent != nil && !n.pkg.fits()
		})
	}
	for _, top := range t.tops {
		prune(top)
	}
	kept := t.tops[:0]
	for _, top := range t.tops {
		if top.reached {
			kept = append(kept, top)
		}
	}
	t.tops = kept
}

func prune(n *node) {
	for name, c := range n.children {
		if !c.reached {
			delete(n.children, name)
			continue
		}
		prune(c)
	}
}

// isWorkspace says whether a link in the project's node_modules is to a workspace.
func (t *tree) isWorkspace(n *node) bool {
	dirs, err := workspaceDirs(t.c.p, t.c.dir, t.root.pkg)
	if err != nil {
		return false
	}
	for _, d := range dirs {
		if n.target.dir == d {
			return true
		}
	}
	return false
}
