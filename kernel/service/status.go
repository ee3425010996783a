package service

import (
	"maps"
	"path"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// Status is what is known of a unit at a moment.
type Status struct {
	Name        string
	Description string
	Docs        []string
	Load        string // loaded, not-found, masked, bad-setting, error
	Reason      string // of a bad Load
	File        string
	DropIns     []string
	FileState   string // as FileState has it; "" when there is no file
	Active, Sub string
	Result      string
	Skipped     string // an unmet condition of the latest start
	Job         bool   // a start is going on

	ActiveEnter, ActiveExit, InactiveEnter, Change time.Time

	Type, Restart      string
	RemainAfterExit    bool
	KillMode           string
	KillSignal         kernel.Signal
	MainPID            int // 0 when there is none that runs
	ExecMainPID        int // the latest one
	ExecMainStart      time.Time
	ExecMainExit       time.Time
	ExecMainStatus     *kernel.Status
	Restarts           int
	RestartDelay       time.Duration
	TimeoutStart       time.Duration
	TimeoutStop        time.Duration
	StartLimitInterval time.Duration
	StartLimitBurst    int
	Processes          []Process
	Tasks              []*kernel.Process
	Cgroup             string
	Invocation         string
	Environment        []string
	WorkingDirectory   string
	User, Group        string
	Exec               map[string][]Command
	Deps               map[string][]string
	CanReload          bool
	NeedReload         bool
}

// Command is a command line of a unit.
type Command struct {
	Path   string
	Argv   []string
	Ignore bool
}

// Status looks at one unit.
func (m *Manager) Status(name string) Status {
	m.mu.Lock()
	u := m.unit(name)
	st := m.status(u)
	m.mu.Unlock()
	if st.Load != "not-found" {
		st.FileState = m.FileState(st.Name)
	}
	return st
}

func (m *Manager) status(u *unit) Status {
	c := u.loaded.cfg
	if c == nil {
		c = newConfig()
	}
	st := Status{
		Name: u.name, Description: c.description, Docs: c.docs, Load: u.loaded.state, Reason: u.loaded.reason, File: u.loaded.file,
		DropIns: u.loaded.dropIns, Active: u.active, Sub: u.sub, Result: u.result, Skipped: u.skipped, Job: u.job != nil,
		ActiveEnter: u.since.active, ActiveExit: u.since.activeExit, InactiveEnter: u.since.inactive, Change: u.since.change,
		Type: c.kind, Restart: c.restart, RemainAfterExit: c.remain, KillMode: c.killMode, KillSignal: c.killSignal,
		ExecMainPID: u.mainPID, ExecMainStart: u.mainStart, ExecMainExit: u.mainExit, ExecMainStatus: u.mainStatus,
		Restarts: u.restarts, RestartDelay: c.restartDelay, TimeoutStart: c.startTimeout, TimeoutStop: c.stopTimeout,
		StartLimitInterval: c.limitInterval, StartLimitBurst: c.limitBurst, Processes: slices.Clone(u.processes), Cgroup: cgroupPath(u.name),
		Invocation: u.invocation, Environment: c.env, WorkingDirectory: c.dir, User: c.user, Group: c.group,
		Exec: map[string][]Command{}, Deps: maps.Clone(c.deps), CanReload: len(c.exec["ExecReload"]) > 0, NeedReload: false,
	}
	if st.Description == "" {
		st.Description = u.name
	}
	if u.main != nil && u.mainStatus == nil && !u.main.Killed() {
		st.MainPID = u.mainPID
	}
	for key, list := range c.exec {
		for _, cmd := range list {
			st.Exec[key] = append(st.Exec[key], Command{cmd.path, cmd.argv, cmd.ignore})
		}
	}
	if u.cgroup != nil {
		st.Tasks = u.cgroup.Processes()
	}
	return st
}

// List looks at every unit in memory, by name: what runs, has failed, or waits.
func (m *Manager) List() []Status {
	m.mu.Lock()
	list := make([]Status, 0, len(m.units))
	for _, name := range slices.Sorted(maps.Keys(m.units)) {
		list = append(list, m.status(m.units[name]))
	}
	m.mu.Unlock()
	return list
}

// UnitFiles lists the names of the unit files in all directories.
func (m *Manager) UnitFiles() []string {
	seen := map[string]bool{}
	for _, dir := range unitDirs {
		entries, err := m.k.FS().ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if ValidName(e.Name()) && !e.IsDir() {
				seen[e.Name()] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// Match lists the units in memory whose names a shell pattern matches.
func (m *Manager) Match(pattern string) []string {
	var list []string
	for _, st := range m.List() {
		if ok, err := path.Match(pattern, st.Name); ok && err == nil {
			list = append(list, st.Name)
		}
	}
	return list
}

// Sources are the files of a unit with their text, the unit file first.
func (m *Manager) Sources(name string) (files, texts []string) {
	file, real, masked := m.find(name)
	if file == "" || masked && real == name {
		return nil, nil
	}
	for _, f := range append([]string{file}, m.dropIns(real)...) {
		if text, err := readSmall(m.k.FS(), f); err == nil {
			files, texts = append(files, f), append(texts, text)
		}
	}
	return files, texts
}

// State is running when no unit has failed, else degraded.
func (m *Manager) State() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, u := range m.units {
		if u.active == "failed" {
			return "degraded"
		}
	}
	for _, u := range m.units {
		if u.job != nil {
			return "starting"
		}
	}
	return "running"
}

// Jobs counts the starts that are going on.
func (m *Manager) Jobs() (n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, u := range m.units {
		if u.job != nil {
			n++
		}
	}
	return n
}

// BootTime is when the box booted.
func (m *Manager) BootTime() time.Time { return m.boot }

// OfProcess is the unit that p belongs to, or "".
func (m *Manager) OfProcess(p *kernel.Process) string {
	cg := p.Cgroup()
	if cg == nil {
		return ""
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for name, u := range m.units {
		if u.cgroup == cg {
			return name
		}
	}
	return ""
}

// Dependencies lists what a unit requires and wants, sorted.
func (s Status) Dependencies() []string {
	seen := map[string]bool{}
	for _, key := range []string{"Requires", "Requisite", "Wants", "BindsTo"} {
		for _, d := range s.Deps[key] {
			seen[d] = true
		}
	}
	list := slices.Collect(maps.Keys(seen))
	sort.Slice(list, func(i, j int) bool {
		a, b := path.Ext(list[i]), path.Ext(list[j])
		if a != b {
			return a < b
		}
		return strings.Compare(list[i], list[j]) < 0
	})
	return list
}
