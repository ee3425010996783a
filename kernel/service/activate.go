package service

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// live is the goroutine of a unit: it starts it when what must come before is up, watches it, and starts it again as
// Restart= says.
func (u *unit) live(r *run, prev *run, j *job, after, needs []*job, conflicts []string) {
	m := u.m
	defer func() {
		m.mu.Lock()
		if u.run == r {
			u.run = nil
			m.collect(u)
		}
		var late *job
		select {
		case late = <-r.retry:
		default:
		}
		if u.job != nil && (u.job == j || u.job == late) {
			if u.job.result == "" {
				u.job.end("canceled")
			}
			u.job, u.launched = nil, false
		}
		m.mu.Unlock()
		close(r.done)
	}()
	if prev != nil && !u.await(r, prev.done) {
		return
	}
	for _, name := range conflicts {
		if name == u.name {
			continue
		}
		m.mu.Lock()
		stopped := m.endAll(m.unit(name))
		m.mu.Unlock()
		if !u.await(r, stopped) {
			return
		}
	}
	for _, other := range after {
		if !u.await(r, other.done) {
			return
		}
	}
	for _, other := range needs {
		if other.result != "done" && other.result != "skipped" {
			u.say(4, "Dependency failed for "+u.title()+".")
			u.say(5, fmt.Sprintf("%s: Job %s/start failed with result 'dependency'.", u.name, u.name))
			u.finishJob(j, "dependency")
			return
		}
	}
	if parseName(u.name).suffix == ".target" {
		u.to("active", "active")
		u.say(6, "Reached target "+u.title()+".")
		u.finishJob(j, "done")
		return
	}
	for {
		again := u.activate(r, j)
		if u.gone() {
			u.finishJob(j, "canceled")
			return
		}
		u.finishJob(j, "failed")
		if !again {
			return
		}
		u.to("activating", "auto-restart")
		timer := m.k.Clock().NewTimer(u.files().cfg.restartDelay)
		j = nil
		select {
		case <-timer.C():
			m.mu.Lock()
			u.restarts++
			n := u.restarts
			u.newInvocation()
			u.scheduled = true
			m.mu.Unlock()
			u.say(6, fmt.Sprintf("%s: Scheduled restart job, restart counter is at %d.", u.name, n))
			u.say(6, "Stopped "+u.title()+".")
		case j = <-r.retry:
		case <-r.stop:
			u.to("inactive", "dead")
			u.say(6, "Stopped "+u.title()+".")
		case <-m.k.Closed():
		}
		timer.Stop()
		if r.stopping() || u.closed() {
			return
		}
	}
}

// await waits for ch; false when the unit is asked to stop, or the box is closed, before.
func (u *unit) await(r *run, ch <-chan struct{}) bool {
	select {
	case <-ch:
		return true
	case <-r.stop:
	case <-u.m.k.Closed():
	}
	return false
}

func (u *unit) closed() bool {
	select {
	case <-u.m.k.Closed():
		return true
	default:
		return false
	}
}

// finishJob ends the start job once; who waits for it goes on.
func (u *unit) finishJob(j *job, result string) {
	if j == nil {
		return
	}
	u.m.mu.Lock()
	defer u.m.mu.Unlock()
	if j.result == "" {
		j.end(result)
	}
	if u.job == j {
		u.job, u.launched = nil, false
	}
}

// activate is one activation: from the first command to the last. It reports whether Restart= wants another one.
func (u *unit) activate(r *run, j *job) (again bool) {
	m, l := u.m, u.files()
	c := l.cfg
	if l.state != "loaded" { // a daemon-reload has read another file since the start was asked for
		u.say(4, u.name+": Failed to schedule restart job: "+(&LoadError{u.name, l.state}).Error())
		u.fail("resources")
		u.say(4, u.name+": Failed with result 'resources'.")
		u.to("failed", "failed")
		return false
	}
	if !u.mayStart() {
		u.say(4, u.name+": Start request repeated too quickly.")
		m.mu.Lock()
		if u.result == "success" {
			u.result = "start-limit-hit"
		}
		result := u.result
		m.mu.Unlock()
		u.say(4, fmt.Sprintf("%s: Failed with result '%s'.", u.name, result))
		u.say(3, "Failed to start "+u.title()+".")
		u.to("failed", "failed")
		return false
	}
	if unmet := m.unmet(c.conditions); unmet != "" {
		m.mu.Lock()
		u.skipped = unmet
		m.mu.Unlock()
		u.to("inactive", "dead")
		u.say(6, fmt.Sprintf("%s was skipped because of an unmet condition check (%s).", u.title(), unmet))
		u.finishJob(j, "skipped")
		return false
	}
	m.mu.Lock()
	u.forget()
	u.result, u.skipped = "success", ""
	u.cgroup = m.k.NewNamedCgroup(cgroupPath(u.name))
	if !u.scheduled {
		u.newInvocation()
	}
	u.scheduled = false
	m.mu.Unlock()
	fileEnv, err := m.readEnvFiles(c)
	if err != nil {
		u.say(4, u.name+": Failed to load environment files: "+kernel.Strerror(err))
		u.say(4, u.name+": Failed to run 'start' task: "+kernel.Strerror(err))
		u.fail("resources")
		u.say(4, u.name+": Failed with result 'resources'.")
		u.say(3, "Failed to start "+u.title()+".")
		u.to("failed", "failed")
		return false
	}
	a := &activation{unit: u, run: r, cfg: c, fileEnv: fileEnv, started: m.now()}
	a.quiet = c.kind == "simple" && len(c.exec["ExecStartPre"]) == 0 && len(c.exec["ExecCondition"]) == 0
	if !a.quiet {
		u.to("activating", "start-pre")
		u.say(6, "Starting "+u.title()+"...")
	}
	up := a.start()
	switch {
	case up && (c.kind != "oneshot" || c.remain):
		if c.kind == "oneshot" {
			u.to("active", "exited")
			u.say(6, "Finished "+u.title()+".")
		} else {
			u.to("active", "running")
			if !a.announced {
				u.say(6, "Started "+u.title()+".")
			}
		}
		u.finishJob(j, "done")
		a.watch()
	case up:
		a.success = true
	}
	a.stop(up)
	result := u.fail("")
	canceled := r.stopping() && !up
	if u.gone() {
		return false
	}
	if result == "success" {
		u.to("inactive", "dead")
		u.say(6, u.name+": Deactivated successfully.")
	} else {
		u.to("failed", "failed")
		u.say(4, fmt.Sprintf("%s: Failed with result '%s'.", u.name, result))
	}
	switch {
	case up && c.kind == "oneshot" && !c.remain:
		u.say(6, "Finished "+u.title()+".")
		u.finishJob(j, "done")
	case canceled:
		u.say(6, "Stopped "+u.title()+".")
		u.finishJob(j, "canceled")
	case !up:
		u.say(3, "Failed to start "+u.title()+".")
		if result == "timeout" {
			u.finishJob(j, "timeout")
		}
	case r.stopping():
		u.say(6, "Stopped "+u.title()+".")
	}
	if r.stopping() || u.closed() {
		return false
	}
	return a.wantsRestart(result)
}

// mayStart counts a start against StartLimitBurst= in StartLimitIntervalSec=.
func (u *unit) mayStart() bool {
	u.m.mu.Lock()
	defer u.m.mu.Unlock()
	c, now := u.loaded.cfg, u.m.now()
	if c.limitInterval <= 0 || c.limitBurst <= 0 {
		return true
	}
	u.starts = slices.DeleteFunc(u.starts, func(t time.Time) bool { return now.Sub(t) > c.limitInterval })
	if len(u.starts) >= c.limitBurst {
		return false
	}
	u.starts = append(u.starts, now)
	return true
}

// fail keeps the first bad result; "" only asks for it.
func (u *unit) fail(result string) string {
	u.m.mu.Lock()
	defer u.m.mu.Unlock()
	if result != "" && u.result == "success" {
		u.result = result
	}
	return u.result
}

// activation is the state of one activation.
type activation struct {
	unit      *unit
	run       *run
	cfg       *config
	fileEnv   []string
	started   time.Time
	quiet     bool // nothing is said before it is up
	announced bool
	success   bool // the main process ended well by itself
	last      kernel.Status
	ending    bool // ExecStop= and what follows it
	streams   []*stream
	told      chan struct{} // when set: the main process waits for it before its program runs
}

// start runs the commands up to the point where the unit counts as started.
func (a *activation) start() bool {
	u, c := a.unit, a.cfg
	for _, cmd := range c.exec["ExecCondition"] {
		if !a.control("ExecCondition", cmd, "condition", c.startTimeout) {
			return false
		}
	}
	for _, cmd := range c.exec["ExecStartPre"] {
		if !a.control("ExecStartPre", cmd, "start-pre", c.startTimeout) {
			return false
		}
	}
	if a.run.stopping() {
		return false
	}
	if !a.quiet {
		u.to("activating", "start")
	}
	switch c.kind {
	case "oneshot":
		for _, cmd := range c.exec["ExecStart"] {
			p := a.spawn("ExecStart", cmd, true)
			if p == nil || !a.finished(p, c.startTimeout) || !a.mainEnded(p, cmd.ignore) {
				return false
			}
		}
	case "forking":
		cmd := c.exec["ExecStart"][0]
		if !a.control("ExecStart", cmd, "start", c.startTimeout) {
			return false
		}
		if !a.findMain() {
			return false
		}
	default:
		atOnce := c.kind == "simple" && len(c.exec["ExecStartPost"]) == 0
		if atOnce { // the journal has that it started before anything of its own
			a.told = make(chan struct{})
			defer close(a.told)
		}
		p := a.spawn("ExecStart", c.exec["ExecStart"][0], true)
		if p == nil {
			return false
		}
		if _, bad := exitOfSetup(p); bad && c.kind != "simple" && c.kind != "idle" {
			_ = a.finished(p, c.startTimeout)
			return a.mainEnded(p, c.exec["ExecStart"][0].ignore)
		}
		if atOnce {
			u.to("active", "running")
			u.say(6, "Started "+u.title()+".")
			a.announced = true
		}
	}
	for _, cmd := range c.exec["ExecStartPost"] {
		if !a.control("ExecStartPost", cmd, "start-post", c.startTimeout) {
			return false
		}
	}
	return true
}

// control runs a command beside the main process and waits for it.
func (a *activation) control(key string, cmd command, sub string, limit time.Duration) bool {
	u := a.unit
	u.m.mu.Lock()
	u.sub = sub
	u.m.mu.Unlock()
	p := a.spawn(key, cmd, false)
	if p == nil {
		return false
	}
	if !a.finished(p, limit) {
		return false
	}
	st, _ := p.ExitStatus()
	if st.Signal == 0 && st.Code == 0 || cmd.ignore {
		return true
	}
	u.say(5, u.name+": Control process exited, "+logText(st))
	u.fail(resultOf(st))
	return false
}

// finished waits for p; false when the time is up, or the unit is asked to stop.
func (a *activation) finished(p *kernel.Process, limit time.Duration) bool {
	u := a.unit
	var expired <-chan time.Time
	if limit > 0 && limit != forever {
		t := u.m.k.Clock().NewTimer(limit)
		defer t.Stop()
		expired = t.C()
	}
	stop := a.run.stop
	if a.ending {
		stop = nil // the commands of the stop itself
	}
	select {
	case <-p.Done():
		a.ended(p)
		return true
	case <-expired:
		u.say(4, fmt.Sprintf("%s: %s operation timed out. Terminating.", u.name, u.sub))
		u.fail("timeout")
	case <-stop:
	case <-u.m.k.Closed():
	}
	return false
}

// mainEnded takes in the end of the main process.
func (a *activation) mainEnded(p *kernel.Process, ignore bool) bool {
	u := a.unit
	st, _ := p.ExitStatus()
	a.last = st
	if a.clean(st) || ignore {
		return true
	}
	if !a.run.stopping() || st.Signal != a.cfg.killSignal {
		u.say(5, u.name+": Main process exited, "+logText(st))
	}
	u.fail(resultOf(st))
	return false
}

// clean reports whether an exit is a success: 0, and for what runs on, the signals that ask for an end.
func (a *activation) clean(st kernel.Status) bool {
	for _, s := range a.cfg.success {
		if matches(st, s) {
			return true
		}
	}
	if st.Signal == 0 {
		return st.Code == 0
	}
	if a.cfg.kind == "oneshot" {
		return false
	}
	switch st.Signal {
	case kernel.SIGHUP, kernel.SIGINT, kernel.SIGTERM, kernel.SIGPIPE:
		return true
	}
	return false
}

func matches(st kernel.Status, word string) bool {
	if n, err := strconv.Atoi(word); err == nil {
		return st.Signal == 0 && st.Code == n
	}
	if sig, ok := kernel.ParseSignal(word); ok {
		return st.Signal == sig
	}
	return st.Signal == 0 && (exitNames[st.Code] == word || lsbNames[st.Code] == word)
}

func resultOf(st kernel.Status) string {
	switch {
	case st.CoreDump:
		return "core-dump"
	case st.Signal != 0:
		return "signal"
	case st.Code != 0:
		return "exit-code"
	}
	return "success"
}

// watch waits while the unit is up: for the end of its main process, a stop, RuntimeMaxSec=.
func (a *activation) watch() {
	u, c := a.unit, a.cfg
	var expired <-chan time.Time
	if c.runtimeMax != forever && c.runtimeMax > 0 {
		t := u.m.k.Clock().NewTimer(c.runtimeMax)
		defer t.Stop()
		expired = t.C()
	}
	if c.kind != "oneshot" {
		u.m.mu.Lock()
		p := u.main
		u.m.mu.Unlock()
		var ended <-chan struct{}
		if p != nil {
			ended = p.Done()
		} else { // a fork whose main process is not known: it lives while there is one
			empty := make(chan struct{})
			ended = empty
			if !u.m.k.Lookup(1).Go(func() { a.emptied(empty) }) {
				return
			}
		}
		select {
		case <-ended:
			if p == nil {
				a.success = true
				return
			}
			a.ended(p)
			ignore := len(c.exec["ExecStart"]) > 0 && c.exec["ExecStart"][0].ignore && c.kind != "forking"
			if !a.mainEnded(p, ignore) {
				return
			}
			a.success = true
			if !c.remain {
				return
			}
			u.to("active", "exited")
		case <-expired:
			u.say(4, u.name+": Service reached runtime time limit. Stopping.")
			u.fail("timeout")
			return
		case <-a.run.stop:
			return
		case <-u.m.k.Closed():
			return
		}
	}
	select {
	case <-a.run.stop:
	case <-expired:
	case <-u.m.k.Closed():
	}
}

// emptied closes done when no process of the cgroup is left, or the run ends.
func (a *activation) emptied(done chan struct{}) {
	defer close(done)
	for {
		list := a.unit.cgroup.Processes()
		if len(list) == 0 {
			return
		}
		select {
		case <-list[0].Done():
		case <-a.run.done:
			return
		}
	}
}

// stop ends what still runs: ExecStop= after a start that went well, then the kill signal, SIGKILL after
// TimeoutStopSec=, and ExecStopPost=.
func (a *activation) stop(up bool) {
	u, c := a.unit, a.cfg
	if u.gone() || u.closed() {
		a.killAll()
		return
	}
	result := u.fail("")
	idle := len(u.cgroup.Processes()) == 0
	asked := a.run.stopping()
	if asked && up {
		u.say(6, "Stopping "+u.title()+"...")
	}
	a.ending = true
	u.to("deactivating", "stop")
	if up && result == "success" {
		for _, cmd := range c.exec["ExecStop"] {
			_ = a.control("ExecStop", cmd, "stop", c.stopTimeout)
		}
	}
	if !idle {
		a.terminate()
	}
	for _, cmd := range c.exec["ExecStopPost"] {
		_ = a.control("ExecStopPost", cmd, "stop-post", c.stopTimeout)
	}
	for _, s := range a.streams {
		s.end()
	}
	u.m.cleanDirectories(c)
}

// terminate is the kill procedure of systemd.kill(5).
func (a *activation) terminate() {
	u, c := a.unit, a.cfg
	u.to("deactivating", "stop-sigterm")
	u.m.mu.Lock()
	main := u.main
	u.m.mu.Unlock()
	running := func() []*kernel.Process {
		list := u.cgroup.Processes()
		if c.killMode == "process" && main != nil {
			list = slices.DeleteFunc(list, func(p *kernel.Process) bool { return p != main })
		}
		return list
	}
	if c.killMode == "none" {
		return
	}
	for _, p := range running() {
		sig := c.killSignal
		if c.killMode == "mixed" && p != main {
			continue
		}
		_ = p.Signal(sig)
		_ = p.Signal(kernel.SIGCONT)
		if c.sendHUP {
			_ = p.Signal(kernel.SIGHUP)
		}
	}
	if c.killMode == "mixed" && main != nil && !a.waitFor(func() []*kernel.Process { return only(running(), main) }, c.stopTimeout) {
		u.fail("timeout")
	}
	if c.killMode == "mixed" {
		u.cgroup.Kill(kernel.SIGKILL)
	}
	if !a.waitFor(running, c.stopTimeout) {
		u.say(4, u.name+": State 'stop-sigterm' timed out. Killing.")
		u.fail("timeout")
		if c.sendKill {
			u.to("deactivating", "stop-sigkill")
			for _, p := range running() {
				u.say(5, fmt.Sprintf("%s: Killing process %d (%s) with signal SIGKILL.", u.name, p.PID(), p.Name()))
			}
			u.cgroup.Kill(kernel.SIGKILL)
			_ = a.waitFor(running, 5*time.Second)
		}
	}
	if main != nil {
		if st, ok := main.ExitStatus(); ok && a.ended(main) {
			a.last = st
			if !a.clean(st) && st.Signal != c.killSignal {
				u.say(5, u.name+": Main process exited, "+logText(st))
				u.fail(resultOf(st))
			}
		}
	}
}

func only(list []*kernel.Process, p *kernel.Process) []*kernel.Process {
	return slices.DeleteFunc(list, func(q *kernel.Process) bool { return q != p })
}

// waitFor waits until running lists nothing; false when the time is up.
func (a *activation) waitFor(running func() []*kernel.Process, limit time.Duration) bool {
	var expired <-chan time.Time
	if limit != forever {
		t := a.unit.m.k.Clock().NewTimer(limit)
		defer t.Stop()
		expired = t.C()
	}
	for {
		list := running()
		if len(list) == 0 {
			return true
		}
		select {
		case <-list[0].Done():
		case <-expired:
			return false
		case <-a.unit.m.k.Closed():
			return true
		}
	}
}

func (a *activation) killAll() {
	a.unit.cgroup.Kill(kernel.SIGKILL)
	for _, s := range a.streams {
		s.end()
	}
}

// wantsRestart is the table of Restart= in systemd.service(5).
func (a *activation) wantsRestart(result string) bool {
	c := a.cfg
	for _, s := range c.prevent {
		if matches(a.last, s) {
			return false
		}
	}
	for _, s := range c.force {
		if matches(a.last, s) {
			return true
		}
	}
	switch c.restart {
	case "always":
		return true
	case "on-success":
		return result == "success"
	case "on-failure":
		return result != "success"
	case "on-abnormal":
		return result == "signal" || result == "core-dump" || result == "timeout"
	case "on-abort":
		return result == "signal" || result == "core-dump"
	}
	return false
}

// unmet is the first condition that does not hold, as the log writes it.
func (m *Manager) unmet(list []condition) string {
	some, any := false, false
	text := ""
	for _, c := range list {
		ok := m.holds(c) != c.not
		if c.alone {
			any = true
			some = some || ok
		}
		if !ok && (text == "" || !c.alone) {
			mark := ""
			if c.not {
				mark = "!"
			}
			text = c.kind + "=" + mark + c.arg
			if !c.alone {
				return text
			}
		}
	}
	if any && !some {
		return text
	}
	return ""
}

func (m *Manager) holds(c condition) bool {
	disk := m.k.FS()
	kind := strings.TrimPrefix(strings.TrimPrefix(c.kind, "Condition"), "Assert")
	switch kind {
	case "PathExists":
		_, err := disk.Stat(c.arg)
		return err == nil
	case "PathExistsGlob":
		return m.globs(c.arg)
	case "PathIsDirectory", "PathIsReadWrite":
		info, err := disk.Stat(c.arg)
		return err == nil && (info.IsDir() || kind == "PathIsReadWrite")
	case "PathIsSymbolicLink":
		_, err := disk.Readlink(c.arg)
		return err == nil
	case "DirectoryNotEmpty":
		list, err := disk.ReadDir(c.arg)
		return err == nil && len(list) > 0
	case "FileNotEmpty":
		info, err := disk.Stat(c.arg)
		return err == nil && info.Mode().IsRegular() && info.Size() > 0
	case "FileIsExecutable":
		info, err := disk.Stat(c.arg)
		return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
	case "User":
		return c.arg == "root" || c.arg == "0" || c.arg == "@system"
	case "Host":
		return c.arg == m.k.Hostname()
	case "Virtualization":
		yes, isBool := parseBool(c.arg)
		return !isBool || yes
	}
	return true
}

// ReloadUnit runs ExecReload= and waits for it.
func (m *Manager) ReloadUnit(ctx context.Context, name string) error {
	m.mu.Lock()
	u := m.unit(name)
	switch {
	case u.loaded.state != "loaded":
		m.mu.Unlock()
		return &LoadError{u.name, u.loaded.state}
	case len(u.loaded.cfg.exec["ExecReload"]) == 0:
		m.mu.Unlock()
		return &LoadError{u.name, "no-reload"}
	case u.active != "active" || u.run == nil:
		m.mu.Unlock()
		return &JobError{Unit: u.name, Result: "inactive"}
	}
	c := u.loaded.cfg
	a := &activation{unit: u, run: u.run, cfg: c}
	m.mu.Unlock()
	a.fileEnv, _ = m.readEnvFiles(c)
	u.say(6, "Reloading "+u.title()+"...")
	for _, cmd := range c.exec["ExecReload"] {
		p := a.spawn("ExecReload", cmd, false)
		if p == nil {
			return &JobError{Unit: u.name, Result: "failed", Cause: "resources"}
		}
		select {
		case <-p.Done():
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-m.k.Closed():
			return errGone
		}
		a.ended(p)
		if st, _ := p.ExitStatus(); st.ExitCode() != 0 && !cmd.ignore {
			u.say(5, u.name+": Control process exited, "+logText(st))
			u.say(4, "Reload failed for "+u.title()+".")
			return &JobError{Unit: u.name, Result: "failed", Cause: "exit-code"}
		}
	}
	for _, s := range a.streams {
		s.end()
	}
	u.say(6, "Reloaded "+u.title()+".")
	return nil
}
