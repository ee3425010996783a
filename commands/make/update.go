package make

import (
	"strings"
	"sync"
)

// stat reports whether a file is there.
func (m *maker) stat(name string) bool {
	_, err := m.p.FS().Stat(name)
	return err == nil
}

// look reads a target's time, at its own place or by VPATH.
func (m *maker) look(t *target) {
	t.exists, t.mtime = false, 0
	if t.phony {
		return
	}
	info, err := m.p.FS().Stat(t.name)
	if err != nil && !t.hasRule {
		if found, ok := m.search(t.name); ok {
			if info, err = m.p.FS().Stat(found); err == nil {
				m.places[t.name] = found
			}
		}
	}
	if err == nil {
		t.exists, t.mtime = true, info.ModTime().UnixNano()
	}
}

// search looks for a file along vpath and VPATH.
func (m *maker) search(name string) (string, bool) {
	if strings.HasPrefix(name, "/") {
		return "", false
	}
	try := func(dir string) (string, bool) {
		at := strings.TrimSuffix(dir, "/") + "/" + name
		return at, m.stat(at)
	}
	for _, v := range m.vpaths {
		if _, ok := matchPattern(v[0], name); ok {
			for dir := range strings.SplitSeq(v[1], ":") {
				if at, ok := try(dir); ok {
					return at, true
				}
			}
		}
	}
	for _, dir := range strings.FieldsFunc(m.value("VPATH", m.global), func(r rune) bool { return r == ':' || r == ' ' }) {
		if at, ok := try(dir); ok {
			return at, true
		}
	}
	return "", false
}

// update brings a target up to date; by is the target that needs it. It gives false when that failed.
// The maker's lock is held but for the time that a command runs.
func (m *maker) update(t *target, by *target, scope *scope, depth int) bool {
	m.alive()
	if depth > 2000 {
		m.fatal("targets depend on each other too deeply")
	}
	switch t.state {
	case finished:
		return !t.failed
	case running:
		if m.above(t, by) {
			if by != nil {
				m.message("Circular %s <- %s dependency dropped.", by.name, t.name)
			}
			return true
		}
		done := t.done
		m.mu.Unlock()
		select {
		case <-done:
		case <-m.ctx.Done():
		}
		m.mu.Lock()
		return !t.failed
	}
	t.state, t.done = running, make(chan struct{})
	m.parents[t] = by
	ok := m.remake(t, by, scope, depth)
	t.state, t.failed = finished, !ok
	close(t.done)
	return ok
}

// above reports whether t waits for by already.
func (m *maker) above(t, by *target) bool {
	for n := 0; by != nil && n < 1<<20; n++ {
		if by == t {
			return true
		}
		by = m.parents[by]
	}
	return false
}

func (m *maker) remake(t *target, by *target, scope *scope, depth int) bool {
	for _, pv := range m.patternVars {
		if _, ok := matchPattern(pv.pattern, t.name); ok {
			if t.vars == nil {
				t.vars = newScope(m.global)
			}
			m.assignTarget(pv.a, t)
		}
	}
	sc := scope
	if t.vars != nil {
		t.vars.up = scope
		sc = t.vars
	}
	m.look(t)
	if len(t.doubles) > 0 {
		ok := true
		for _, r := range t.doubles {
			one := *t
			one.deps, one.order, one.recipe, one.doubles = r.deps, r.order, r.recipe, nil
			done := m.build(&one, by, sc, depth, len(r.deps) == 0)
			t.changed = t.changed || one.changed
			if ok = done && ok; !ok && !m.opt.keepGoing {
				break
			}
		}
		m.look(t)
		return ok
	}
	if t.recipe == nil && !t.phony {
		if r, stem, deps := m.findPattern(t.name, 0, nil); r != nil {
			t.recipe, t.stem = r.recipe, stem
			t.deps = append(append([]string{}, deps...), t.deps...)
			for _, o := range r.order {
				t.order = append(t.order, strings.Replace(o, "%", stem, 1))
			}
			if len(r.targets) > 1 {
				for _, p := range r.targets {
					if other := cleanName(strings.Replace(p, "%", stem, 1)); other != t.name {
						m.also[t.name] = append(m.also[t.name], other)
					}
				}
			}
		} else if !t.exists && !t.hasRule {
			if d := m.targets[".DEFAULT"]; d != nil && d.recipe != nil {
				t.recipe = d.recipe
			} else {
				return m.noRule(t, by)
			}
		}
	}
	return m.build(t, by, sc, depth, false)
}

// noRule reports that a target cannot be made.
func (m *maker) noRule(t, by *target) bool {
	text := "No rule to make target '" + t.name + "'"
	if by != nil {
		text += ", needed by '" + by.name + "'"
	}
	if m.quiet {
		return false
	}
	if m.opt.keepGoing {
		m.message("*** %s.", text)
		return false
	}
	panic(stop{text: "*** " + text + ".  Stop.", status: 2})
}

// build updates the prerequisites, then runs the recipe when it is due.
func (m *maker) build(t *target, by *target, sc *scope, depth int, always bool) bool {
	deps := make([]*target, 0, len(t.deps)+len(t.order))
	for _, d := range append(append([]string{}, t.deps...), t.order...) {
		deps = append(deps, m.target(d))
	}
	m.parents[t] = by
	if !m.updateAll(deps, t, sc, depth) {
		if m.opt.keepGoing && depth == 0 {
			m.message("Target '%s' not remade because of errors.", t.name)
		}
		return false
	}
	due := always || t.phony || !t.exists || m.opt.always
	if t.exists && !m.opt.always {
		for i, d := range t.deps {
			_ = d
			dep := deps[i]
			if dep.changed && (!dep.exists || dep.mtime >= t.mtime || dep.phony) || dep.exists && dep.mtime > t.mtime {
				due = true
			}
		}
	}
	// A missing intermediate file need not be made when what is made of it is young enough.
	if !t.exists && m.intermediate[t.name] && by != nil && by.exists && !m.mentioned[t.name] && !m.opt.always {
		stale := false
		for i := range t.deps {
			if deps[i].changed || deps[i].exists && deps[i].mtime > by.mtime {
				stale = true
			}
		}
		if !stale {
			t.exists, t.mtime = true, 0
			return true
		}
	}
	if !due {
		return true
	}
	if t.recipe == nil {
		t.changed = true
		if !t.exists && !t.hasRule && !t.phony && len(t.deps) == 0 {
			return m.noRule(t, by)
		}
		if t.exists {
			t.changed = false
		}
		return true
	}
	if m.opt.question {
		m.outOfDate = true
		t.changed = true
		return true
	}
	existed := t.exists
	ok := m.run(t, deps, sc)
	t.changed = true
	m.look(t)
	if m.opt.dryRun && !t.exists {
		t.mtime = 1<<63 - 1
	}
	if ok && !existed && m.intermediate[t.name] && !m.mentioned[t.name] && !m.precious[t.name] && !m.keepAll && t.exists {
		m.remove = append(m.remove, t.name)
	}
	for _, other := range m.also[t.name] {
		o := m.target(other)
		if o.state == untouched {
			o.state, o.changed = finished, true
			m.look(o)
		}
	}
	return ok
}

// updateAll updates targets one after the other, or side by side with -j. Without -k the first failure ends it.
func (m *maker) updateAll(list []*target, by *target, sc *scope, depth int) bool {
	ok := true
	if m.opt.jobs <= 1 || len(list) < 2 {
		for _, t := range list {
			if !m.update(t, by, sc, depth+1) {
				if ok = false; !m.opt.keepGoing {
					return false
				}
			}
		}
		return ok
	}
	var wg sync.WaitGroup
	results := make([]bool, len(list))
	var failure any
	turn := make(chan struct{}) // they start in order: each goes once the one before waits for a command
	close(turn)
	for i, t := range list {
		mine, next := turn, make(chan struct{})
		turn = next
		wg.Go(func() {
			<-mine
			m.mu.Lock()
			started := false
			begin := func() {
				if !started {
					started = true
					close(next)
				}
			}
			defer m.mu.Unlock()
			defer begin()
			defer func() {
				if r := recover(); r != nil {
					if failure == nil {
						failure = r
					}
				}
			}()
			if failure != nil || m.failing && !m.opt.keepGoing {
				return
			}
			m.waiting = append(m.waiting, begin)
			results[i] = m.update(t, by, sc, depth+1)
		})
	}
	m.releaseAll()
	m.mu.Unlock()
	wg.Wait()
	m.mu.Lock()
	if failure != nil {
		panic(failure)
	}
	for _, r := range results {
		ok = ok && r
	}
	return ok
}

// releaseAll lets the next targets start, because the one at work is about to wait.
func (m *maker) releaseAll() {
	for _, f := range m.waiting {
		f()
	}
	m.waiting = m.waiting[:0]
}
