package service

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"sync"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// Manager is the service manager of one box. Its methods are safe for concurrent use.
type Manager struct {
	k       *kernel.Kernel
	journal *Journal

	mu    sync.Mutex
	units map[string]*unit
	env   []string // systemctl set-environment
	boot  time.Time
	round int // counts up with Down: units of an earlier round are not restarted
}

type managerKey struct{}

// Of is the manager of a box, made at the first call.
func Of(k *kernel.Kernel) *Manager {
	return k.Attach(managerKey{}, func() any {
		return &Manager{k: k, journal: &Journal{}, units: map[string]*unit{}, boot: k.BootTime()}
	}).(*Manager)
}

// Boot starts what the default target wants: the enabled services. It returns when each has been set going, not when
// each is up; a box without enabled units pays for four look-ups of names that are not there.
func Boot(k *kernel.Kernel) {
	if k.Attached(managerKey{}) == nil && !anyEnabled(k) {
		return
	}
	m := Of(k)
	_, _ = m.enqueue(m.defaultTarget(), modeBoot)
}

// enabledMarks are what enabling a unit leaves behind: with none of them there is nothing to start.
var enabledMarks = []string{
	adminDir + "/" + DefaultTarget + ".wants", adminDir + "/" + DefaultTarget + ".requires", adminDir + "/default.target",
	"/usr/lib/systemd/system/" + DefaultTarget + ".wants",
}

func anyEnabled(k *kernel.Kernel) bool {
	for _, name := range enabledMarks {
		if _, err := k.FS().Lstat(name); err == nil {
			return true
		}
	}
	return false
}

// Down forgets all units and lets none be started again by its Restart=: for a box whose processes are about to be killed
// and whose disk is replaced. Boot begins anew.
func Down(k *kernel.Kernel) {
	if k.Attached(managerKey{}) == nil {
		return
	}
	m := Of(k)
	m.mu.Lock()
	m.round++
	old := m.units
	m.units = map[string]*unit{}
	for _, u := range old {
		if u.run != nil {
			u.run.ask()
		}
	}
	m.mu.Unlock()
}

// Journal is the box's journal.
func (m *Manager) Journal() *Journal { return m.journal }

func (m *Manager) now() time.Time { return m.k.Clock().Now() }

// defaultTarget is what default.target leads to.
func (m *Manager) defaultTarget() string {
	if _, real, masked := m.find("default.target"); !masked && real != "default.target" {
		return real
	}
	if target, err := m.k.FS().Readlink(adminDir + "/default.target"); err == nil {
		if base := target[lastSlash(target)+1:]; knownTargets[base] != "" {
			return base
		}
	}
	return DefaultTarget
}

func lastSlash(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '/' {
			return i
		}
	}
	return -1
}

// LoadError is a unit that cannot be used: State is not-found, masked, bad-setting, error, or refused for one that may not
// be started by hand.
type LoadError struct{ Unit, State string }

// Error implements error in systemd's words.
func (e *LoadError) Error() string {
	switch e.State {
	case "not-found":
		return "Unit " + e.Unit + " not found."
	case "masked":
		return "Unit " + e.Unit + " is masked."
	case "refused":
		return "Operation refused, unit " + e.Unit + " may be requested by dependency only (it is configured to refuse manual start/stop)."
	case "not-loaded":
		return "Unit " + e.Unit + " not loaded."
	case "no-reload":
		return "Job type reload is not applicable for unit " + e.Unit + "."
	}
	return "Unit " + e.Unit + " has a bad unit file setting."
}

// JobError is a job that ended badly; Result is systemd's: failed, timeout, dependency, canceled. For failed, Cause is the
// result of the unit: exit-code, signal, resources, start-limit-hit and so on.
type JobError struct{ Unit, Result, Cause string }

// Error implements error.
func (e *JobError) Error() string { return fmt.Sprintf("job for %s: %s", e.Unit, e.Result) }

// errGone ends what waits for a unit when the box goes down.
var errGone = errors.New("the service manager is going down")

// unit returns the unit of that name, loading it when it is new or idle. The caller holds m.mu.
func (m *Manager) unit(name string) *unit {
	if name == "default.target" {
		name = m.defaultTarget()
	}
	if u := m.units[name]; u != nil {
		if !u.stale {
			return u
		}
	} else if _, real, masked := m.find(name); !masked && real != name {
		name = real
	}
	u := m.units[name]
	if u == nil {
		u = &unit{m: m, name: name, round: m.round, active: "inactive", sub: "dead", result: "success"}
		if atBoot[name] {
			u.active, u.sub = "active", "active"
			u.since.active, u.since.change = m.boot, m.boot
		}
	} else if !u.stale {
		return u
	}
	u.stale = false
	u.loaded = m.load(name)
	if u.loaded.state != "not-found" || u.active != "inactive" {
		m.units[name] = u
	}
	return u
}

// collect forgets a unit that has ended well and that nothing refers to, as systemd unloads such units. The caller holds
// m.mu.
func (m *Manager) collect(u *unit) {
	if u.active != "inactive" || u.job != nil || m.units[u.name] != u {
		return
	}
	for _, v := range m.units {
		if v == u || v.loaded.cfg == nil {
			continue
		}
		for _, list := range v.loaded.cfg.deps {
			if slices.Contains(list, u.name) {
				return
			}
		}
	}
	if !m.anyLink(u.name) {
		delete(m.units, u.name)
	}
}

// A mode says who asks for a start.
type mode int

const (
	modeUser mode = iota // systemctl
	modeBoot             // what cannot be started is left out
)

// job is a start in progress.
type job struct {
	unit   *unit
	done   chan struct{}
	result string // done, failed, timeout, dependency, canceled; valid once done is closed
	skip   bool   // active already
	after  []*job // what it waits for
}

// waits reports whether j waits for other, directly or through others. The caller holds m.mu.
func (j *job) waits(other *job, seen map[*job]bool) bool {
	if j == other {
		return true
	}
	if seen[j] {
		return false
	}
	seen[j] = true
	return slices.ContainsFunc(j.after, func(a *job) bool { return a.waits(other, seen) })
}

func (j *job) end(result string) {
	j.result = result
	close(j.done)
}

// maxTransaction bounds the units that one start may draw in.
const maxTransaction = 1024

// enqueue makes the jobs for a start of name with all that it requires and wants, and sets them going.
func (m *Manager) enqueue(name string, by mode) (*job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	jobs := map[string]*job{}
	var order []*job
	var visit func(name string, needed bool) error
	visit = func(name string, needed bool) error {
		u := m.unit(name)
		if jobs[u.name] != nil {
			return nil
		}
		if u.loaded.state != "loaded" {
			if needed {
				return &LoadError{u.name, u.loaded.state}
			}
			return nil
		}
		if len(jobs) >= maxTransaction {
			return &LoadError{u.name, "error"}
		}
		j := &job{unit: u, done: make(chan struct{})}
		jobs[u.name] = j
		order = append(order, j)
		for _, d := range u.loaded.cfg.requires() {
			if err := visit(d, true); err != nil {
				if !needed || by == modeBoot && u.name != name {
					return nil
				}
				return err
			}
		}
		for _, d := range u.loaded.cfg.deps["Wants"] {
			_ = visit(d, false)
		}
		return nil
	}
	if err := visit(name, true); err != nil {
		return nil, err
	}
	first := order[0]
	if by == modeUser && first.unit.loaded.cfg.refuse {
		return nil, &LoadError{first.unit.name, "refused"}
	}
	for i, j := range order {
		u := j.unit
		if old := u.job; old != nil { // a start is going on already
			order[i], jobs[u.name] = old, old
			if j == first {
				first = old
			}
			continue
		}
		if (u.active == "active" || u.active == "reloading") && (u.run == nil || !u.run.asked) {
			j.skip = true
			j.end("done")
			continue
		}
		u.job = j
	}
	for _, j := range order {
		u := j.unit
		switch {
		case j.skip || u.job != j || u.launched:
		case u.run != nil && !u.run.asked: // it waits for its next try
			u.launched = true
			u.run.retry <- j
		default:
			u.launched = true
			m.start(j, jobs)
		}
	}
	return first, nil
}

// start runs a job on a goroutine of its own, which then watches over the unit. The caller holds m.mu.
func (m *Manager) start(j *job, jobs map[string]*job) {
	u := j.unit
	var after, needs []*job
	for name, other := range jobs {
		if other == j {
			continue
		}
		oc := other.unit.loaded.cfg
		if slices.Contains(u.loaded.cfg.deps["After"], name) || slices.Contains(oc.deps["Before"], u.name) ||
			parseName(u.name).suffix == ".target" && !slices.Contains(oc.deps["After"], u.name) && u.loaded.cfg.pulls(name) {
			if other.waits(j, map[*job]bool{}) {
				m.journal.system(m.now(), u.name, "", 4, u.name+": Found ordering cycle on "+name+"/start")
				continue
			}
			after = append(after, other)
			if slices.Contains(u.loaded.cfg.requires(), name) {
				needs = append(needs, other)
			}
		}
	}
	j.after = after
	conflicts := u.loaded.cfg.deps["Conflicts"]
	prev, r := u.run, newRun()
	u.run = r
	if !m.k.Lookup(1).Go(func() { u.live(r, prev, j, after, needs, conflicts) }) {
		close(r.done)
		u.run, u.job, u.launched = nil, nil, false
		j.end("canceled")
	}
}

func (c *config) requires() []string {
	return append(append(slices.Clone(c.deps["Requires"]), c.deps["BindsTo"]...), c.deps["Requisite"]...)
}

func (c *config) pulls(name string) bool {
	return slices.Contains(c.deps["Wants"], name) || slices.Contains(c.deps["Requires"], name) || slices.Contains(c.deps["BindsTo"], name)
}

// Start starts a unit with all that it needs, and waits until it is up. The error is a *LoadError, a *JobError, or the
// cause of ctx, whose end does not stop the unit.
func (m *Manager) Start(ctx context.Context, name string) error {
	j, err := m.enqueue(name, modeUser)
	if err != nil {
		return err
	}
	return m.await(ctx, j)
}

// StartNoWait is Start without the wait.
func (m *Manager) StartNoWait(name string) error {
	_, err := m.enqueue(name, modeUser)
	return err
}

func (m *Manager) await(ctx context.Context, j *job) error {
	select {
	case <-j.done:
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-m.k.Closed():
		return errGone
	}
	if j.result == "done" || j.result == "skipped" {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return &JobError{Unit: j.unit.name, Result: j.result, Cause: j.unit.result}
}

// Stop stops a unit and those that cannot be without it, and waits. A unit that is not there is a *LoadError; one that
// does not run is no error.
func (m *Manager) Stop(ctx context.Context, name string) error {
	m.mu.Lock()
	u := m.unit(name)
	if u.loaded.state == "not-found" && u.active == "inactive" {
		m.mu.Unlock()
		return &LoadError{u.name, "not-loaded"}
	}
	stopped := m.endAll(u)
	m.mu.Unlock()
	select {
	case <-stopped:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-m.k.Closed():
		return errGone
	}
}

// endAll ends u and what depends on it; the channel closes when they have ended. The caller holds m.mu.
func (m *Manager) endAll(u *unit) <-chan struct{} {
	order := m.stopOrder(u, map[*unit]bool{}, nil)
	stopped := make(chan struct{})
	if !m.k.Lookup(1).Go(func() { defer close(stopped); m.stopAll(order) }) {
		close(stopped)
	}
	return stopped
}

// stopOrder lists what has to end with u: first the units that cannot be without it, then u. The caller holds m.mu.
func (m *Manager) stopOrder(u *unit, seen map[*unit]bool, order []*unit) []*unit {
	if seen[u] {
		return order
	}
	seen[u] = true
	for _, name := range slices.Sorted(maps.Keys(m.units)) {
		v := m.units[name]
		if v.active != "inactive" && v.active != "failed" && v.loaded.cfg.dependsOn(u.name) {
			order = m.stopOrder(v, seen, order)
		}
	}
	return append(order, u)
}

// dependsOn reports whether a unit ends when name does.
func (c *config) dependsOn(name string) bool {
	return slices.Contains(c.deps["Requires"], name) || slices.Contains(c.deps["BindsTo"], name) || slices.Contains(c.deps["PartOf"], name)
}

// stopAll ends units one after the other.
func (m *Manager) stopAll(order []*unit) {
	for _, u := range order {
		m.mu.Lock()
		r := u.run
		if r != nil {
			r.ask()
		} else if u.active == "active" { // a target
			u.setState("inactive", "dead")
			m.journal.system(m.now(), u.name, u.invocation, 6, "Stopped target "+u.titleHeld()+".")
		}
		m.mu.Unlock()
		if r != nil {
			select {
			case <-r.done:
			case <-m.k.Closed():
				return
			}
		}
	}
}

// Restart stops a unit when it runs, and starts it.
func (m *Manager) Restart(ctx context.Context, name string) error {
	m.mu.Lock()
	u := m.unit(name)
	if u.loaded.state != "loaded" {
		m.mu.Unlock()
		return &LoadError{u.name, u.loaded.state}
	}
	var again []string // dependents that are stopped with it come back with it
	for other, v := range m.units {
		if v != u && v.active == "active" && v.loaded.cfg.dependsOn(u.name) {
			again = append(again, other)
		}
	}
	m.mu.Unlock()
	if err := m.Stop(ctx, name); err != nil {
		return err
	}
	err := m.Start(ctx, name)
	sort.Strings(again)
	for _, other := range again {
		_ = m.Start(ctx, other)
	}
	return err
}

// Kill sends sig to the processes of a unit: to all, to the main one, or to the others (whom: all, main, control).
func (m *Manager) Kill(name, whom string, sig kernel.Signal) error {
	m.mu.Lock()
	u := m.unit(name)
	cg, main, invocation := u.cgroup, u.main, u.invocation
	found := u.loaded.state != "not-found" || u.active != "inactive"
	m.mu.Unlock()
	if !found {
		return &LoadError{u.name, "not-loaded"}
	}
	if cg == nil {
		return nil
	}
	for _, p := range cg.Processes() {
		role := "control"
		if main != nil && p.PID() == main.PID() {
			role = "main"
		}
		if whom == role || whom == "" || whom == "all" {
			m.journal.system(m.now(), u.name, invocation, 5, fmt.Sprintf("%s: Sent signal %s to %s process %d (%s) on client request.", u.name, sigName(sig), role, p.PID(), p.Name()))
			_ = p.Signal(sig)
		}
	}
	return nil
}

func sigName(s kernel.Signal) string { return "SIG" + shortSig(s) }

// ResetFailed makes a failed unit inactive and forgets how often it was started.
func (m *Manager) ResetFailed(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	u := m.unit(name)
	if u.loaded.state == "not-found" && u.active == "inactive" {
		return &LoadError{u.name, "not-loaded"}
	}
	u.resetFailed()
	return nil
}

// ResetAllFailed is ResetFailed for every unit.
func (m *Manager) ResetAllFailed() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, u := range m.units {
		u.resetFailed()
	}
}

func (u *unit) resetFailed() {
	u.starts, u.restarts, u.result = nil, 0, "success"
	if u.active == "failed" {
		u.forget()
		u.active, u.sub = "inactive", "dead"
	}
}

// Reload reads all unit files again. What runs goes on as it was started.
func (m *Manager) Reload() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name, u := range m.units {
		u.stale = true
		if u.run == nil && u.active == "inactive" {
			delete(m.units, name)
		}
	}
}

// SetEnv changes the environment that services get; assignments without "=" remove a variable.
func (m *Manager) SetEnv(list []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	env := slices.Clone(m.env)
	for _, kv := range list {
		if slices.Contains([]byte(kv), '=') {
			env = setEnv(env, kv)
		} else {
			env = slices.DeleteFunc(env, func(s string) bool { return len(s) > len(kv) && s[:len(kv)+1] == kv+"=" })
		}
	}
	m.env = env
}

// Environment is what a service gets unless its unit says otherwise.
func (m *Manager) Environment() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string{"LANG=C.UTF-8", "PATH=" + kernel.DefaultPath}, m.env...)
}
