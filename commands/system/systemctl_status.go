package system

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/kernel/service"
)

// dot is the mark before a unit's name.
func dot(st service.Status) string {
	switch st.Active {
	case "active":
		return "●"
	case "reloading":
		return "↻"
	case "failed":
		return "×"
	case "activating", "deactivating":
		return "●"
	}
	return "○"
}

// stamp is a time as systemctl writes it, "" for none.
func (c *ctl) stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(cmd.Location(c.p)).Format("Mon 2006-01-02 15:04:05 MST")
}

// span is a length of time in systemd's form: the two largest units, none below the millisecond from a second on.
func span(d time.Duration) string {
	if d <= 0 {
		return "0"
	}
	units := []struct {
		name string
		d    time.Duration
	}{
		{"y", 31557600 * time.Second}, {"month", 2629800 * time.Second}, {"w", 7 * 24 * time.Hour}, {"d", 24 * time.Hour},
		{"h", time.Hour}, {"min", time.Minute}, {"s", time.Second}, {"ms", time.Millisecond}, {"us", time.Microsecond},
	}
	var parts []string
	for _, u := range units {
		if d >= u.d {
			n := d / u.d
			name := u.name
			if (name == "month" || name == "y") && n > 1 {
				name += "s"
			}
			sep := ""
			if name == "month" || name == "months" {
				sep = " "
			}
			parts = append(parts, strconv.FormatInt(int64(n), 10)+sep+name)
			d -= n * u.d
		}
	}
	if len(parts) == 0 {
		return "0"
	}
	return strings.Join(parts, " ")
}

// ago is how long it is since t.
func (c *ctl) ago(t time.Time) string {
	d := c.p.Kernel().Clock().Now().Sub(t)
	switch {
	case d < time.Second:
		d = d.Truncate(time.Millisecond)
	case d < time.Minute:
		d = d.Truncate(time.Second)
	case d < time.Hour:
		d = d.Truncate(time.Second)
	case d < 24*time.Hour:
		d = d.Truncate(time.Minute)
	default:
		d = d.Truncate(time.Hour)
	}
	if d <= 0 {
		return "0 ago"
	}
	return span(d) + " ago"
}

func (c *ctl) status() int {
	names := c.units()
	if len(c.args) == 0 {
		return c.overview()
	}
	status := 0
	shown := 0
	for i, name := range names {
		if pid, err := strconv.Atoi(c.args[min(i, len(c.args)-1)]); err == nil && len(names) == len(c.args) {
			p := c.p.Kernel().Lookup(pid)
			if p == nil || c.m.OfProcess(p) == "" {
				c.say("Failed to get unit for PID %d: PID %d does not belong to any loaded unit.", pid, pid)
				status = 1
				continue
			}
			name = c.m.OfProcess(p)
		}
		st := c.m.Status(name)
		if st.Load == "not-found" && st.Active == "inactive" {
			c.say("Unit %s could not be found.", name)
			status = 4
			continue
		}
		if shown > 0 {
			c.out.Printf("\n")
		}
		shown++
		c.statusOf(st)
		if st.Active != "active" && st.Active != "reloading" && status == 0 {
			status = 3
		}
	}
	return status
}

func (c *ctl) statusOf(st service.Status) {
	w := c.out
	w.Printf("%s %s", dot(st), st.Name)
	if st.Description != st.Name {
		w.Printf(" - %s", st.Description)
	}
	w.Printf("\n     Loaded: %s", st.Load)
	switch {
	case st.Reason != "":
		w.Printf(" (Reason: %s)", st.Reason)
	case st.File != "":
		w.Printf(" (%s; %s", st.File, st.FileState)
		if st.FileState == "enabled" || st.FileState == "disabled" {
			w.Printf("; preset: enabled")
		}
		w.Printf(")")
	}
	w.Printf("\n")
	for i, d := range st.DropIns {
		if i == 0 {
			w.Printf("    Drop-In: %s\n             ", d[:strings.LastIndexByte(d, '/')])
		}
		mark := "├─"
		if i == len(st.DropIns)-1 {
			mark = "└─"
		}
		w.Printf("%s%s\n", mark, d[strings.LastIndexByte(d, '/')+1:])
		if i < len(st.DropIns)-1 {
			w.Printf("             ")
		}
	}
	since := st.Change
	w.Printf("     Active: %s", st.Active)
	if st.Active == "failed" {
		w.Printf(" (Result: %s)", st.Result)
	} else if st.Sub != st.Active {
		w.Printf(" (%s)", st.Sub)
		if st.Result != "success" {
			w.Printf(" (Result: %s)", st.Result)
		}
	}
	ran := len(st.Processes) > 0 || st.Type == ""
	if !since.IsZero() && (st.Active != "inactive" || !st.ActiveEnter.IsZero()) && (st.Active != "failed" || ran) {
		w.Printf(" since %s; %s", c.stamp(since), c.ago(since))
	}
	w.Printf("\n")
	if (st.Active == "inactive" || st.Active == "failed") && !st.ActiveEnter.IsZero() && st.ActiveExit.After(st.ActiveEnter) {
		w.Printf("   Duration: %s\n", span(st.ActiveExit.Sub(st.ActiveEnter).Round(time.Millisecond)))
	}
	if st.Skipped != "" {
		w.Printf("  Condition: start condition failed at %s; %s\n             └─ %s was not met\n", c.stamp(since), c.ago(since), st.Skipped)
	}
	for i, d := range st.Docs {
		if i == 0 {
			w.Printf("       Docs: %s\n", d)
		} else {
			w.Printf("             %s\n", d)
		}
	}
	quiet := st.Active == "inactive" && st.ActiveEnter.IsZero()
	for _, p := range st.Processes {
		if !p.Exit.IsZero() && !quiet {
			w.Printf("    Process: %d %s=%s (%s)\n", p.PID, p.Key, p.Command, service.ExitText(p.Status))
		}
	}
	if st.MainPID > 0 {
		name := ""
		if p := c.p.Kernel().Lookup(st.MainPID); p != nil {
			name = comm(p)
		}
		w.Printf("   Main PID: %d (%s)\n", st.MainPID, name)
	} else if st.ExecMainPID > 0 && st.ExecMainStatus != nil && !quiet {
		w.Printf("   Main PID: %d (%s)\n", st.ExecMainPID, service.ExitText(*st.ExecMainStatus))
	}
	if len(st.Tasks) > 0 {
		w.Printf("      Tasks: %d", len(st.Tasks))
		if n := c.p.Kernel().Limits().Processes; n >= 0 {
			w.Printf(" (limit: %d)", n)
		}
		w.Printf("\n     CGroup: %s\n", st.Cgroup)
		for i, p := range st.Tasks {
			mark := "├─"
			if i == len(st.Tasks)-1 {
				mark = "└─"
			}
			w.Printf("             %s%d %s\n", mark, p.PID(), commandLine(p))
		}
	}
	lines := 10
	if v, ok := c.o.Value("n"); ok {
		if n, err := strconv.Atoi(v); err == nil && n >= 0 {
			lines = n
		}
	}
	entries, _ := c.m.Journal().After(0)
	var mine []service.Entry
	for _, e := range entries {
		if e.Unit == st.Name && (st.Invocation == "" || e.Invocation == st.Invocation) {
			mine = append(mine, e)
		}
	}
	mine = mine[max(0, len(mine)-lines):]
	mode, _ := c.o.Value("o")
	for i, e := range mine {
		if i == 0 {
			w.Printf("\n")
		}
		writeEntry(w, c.p, e, mode, true)
	}
}

// comm is the name of a process as the kernel keeps it: at most 15 bytes.
func comm(p *kernel.Process) string {
	name := p.Name()
	return name[:min(len(name), 15)]
}

// overview is systemctl status without a unit: the system as a whole.
func (c *ctl) overview() int {
	k := c.p.Kernel()
	list := c.m.List()
	failed := 0
	for _, st := range list {
		if st.Active == "failed" {
			failed++
		}
	}
	c.out.Printf("● %s\n    State: %s\n    Units: %d loaded (incl. loaded aliases)\n     Jobs: %d queued\n   Failed: %d units\n", k.Hostname(), c.m.State(), len(list), c.m.Jobs(), failed)
	c.out.Printf("    Since: %s; %s\n  systemd: 252\n   CGroup: /\n", c.stamp(c.m.BootTime()), c.ago(c.m.BootTime()))
	var running []service.Status
	for _, st := range list {
		if len(st.Tasks) > 0 {
			running = append(running, st)
		}
	}
	if len(running) > 0 {
		c.out.Printf("           └─system.slice\n")
	}
	for i, st := range running {
		mark, pad := "├─", "│ "
		if i == len(running)-1 {
			mark, pad = "└─", "  "
		}
		c.out.Printf("             %s%s\n", mark, st.Name)
		for j, p := range st.Tasks {
			inner := "├─"
			if j == len(st.Tasks)-1 {
				inner = "└─"
			}
			c.out.Printf("             %s%s%d %s\n", pad, inner, p.PID(), commandLine(p))
		}
	}
	return 0
}

// property is one line of show.
type property struct{ key, value string }

// usec is a time span as show has it.
func usec(d time.Duration) string {
	if d >= 1<<62 {
		return "infinity"
	}
	return span(d)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// properties are what show knows of a unit, in systemd's order.
func (c *ctl) properties(st service.Status) []property {
	var list []property
	add := func(key, value string) { list = append(list, property{key, value}) }
	exec := st.ExecMainStatus
	code, number := "0", "0"
	if exec != nil {
		code, number = "1", strconv.Itoa(exec.Code)
		if exec.Signal != 0 {
			code, number = "2", strconv.Itoa(int(exec.Signal))
		}
	}
	if strings.HasSuffix(st.Name, ".service") {
		if st.Type != "" {
			add("Type", st.Type)
		}
		add("Restart", st.Restart)
		add("RestartUSec", usec(st.RestartDelay))
		add("TimeoutStartUSec", usec(st.TimeoutStart))
		add("TimeoutStopUSec", usec(st.TimeoutStop))
		add("RemainAfterExit", yesNo(st.RemainAfterExit))
		add("MainPID", strconv.Itoa(st.MainPID))
		add("ControlPID", "0")
		add("Result", st.Result)
		add("NRestarts", strconv.Itoa(st.Restarts))
		add("ExecMainStartTimestamp", c.stamp(st.ExecMainStart))
		add("ExecMainExitTimestamp", c.stamp(st.ExecMainExit))
		add("ExecMainPID", strconv.Itoa(st.ExecMainPID))
		add("ExecMainCode", code)
		add("ExecMainStatus", number)
		for _, key := range []string{"ExecCondition", "ExecStartPre", "ExecStart", "ExecStartPost", "ExecReload", "ExecStop", "ExecStopPost"} {
			for _, x := range st.Exec[key] {
				add(key, c.execProperty(st, key, x))
			}
		}
		add("Slice", "system.slice")
		add("ControlGroup", map[bool]string{true: st.Cgroup}[len(st.Tasks) > 0])
		add("TasksCurrent", map[bool]string{true: strconv.Itoa(len(st.Tasks)), false: "[not set]"}[len(st.Tasks) > 0])
		add("Environment", strings.Join(st.Environment, " "))
		add("WorkingDirectory", st.WorkingDirectory)
		add("User", st.User)
		add("Group", st.Group)
		add("KillMode", st.KillMode)
		add("KillSignal", strconv.Itoa(int(st.KillSignal)))
	}
	add("Id", st.Name)
	add("Names", st.Name)
	for _, key := range []string{"Requires", "Requisite", "Wants", "BindsTo", "PartOf", "Conflicts", "Before", "After", "OnFailure"} {
		if d := st.Deps[key]; len(d) > 0 {
			add(key, strings.Join(d, " "))
		}
	}
	add("Description", st.Description)
	add("LoadState", st.Load)
	if st.Reason != "" {
		add("LoadError", st.Reason)
	}
	add("ActiveState", st.Active)
	add("SubState", st.Sub)
	add("FragmentPath", st.File)
	if len(st.DropIns) > 0 {
		add("DropInPaths", strings.Join(st.DropIns, " "))
	}
	add("UnitFileState", st.FileState)
	add("StateChangeTimestamp", c.stamp(st.Change))
	add("ActiveEnterTimestamp", c.stamp(st.ActiveEnter))
	add("ActiveExitTimestamp", c.stamp(st.ActiveExit))
	add("InactiveEnterTimestamp", c.stamp(st.InactiveEnter))
	add("CanStart", "yes")
	add("CanStop", "yes")
	add("CanReload", yesNo(st.CanReload))
	add("NeedDaemonReload", yesNo(st.NeedReload))
	add("StartLimitIntervalUSec", usec(st.StartLimitInterval))
	add("StartLimitBurst", strconv.Itoa(st.StartLimitBurst))
	add("InvocationID", st.Invocation)
	return list
}

// execProperty is a command line with its latest run.
func (c *ctl) execProperty(st service.Status, key string, x service.Command) string {
	start, stop, pid, code, status := "[n/a]", "[n/a]", "0", "(null)", "0/0"
	for _, p := range st.Processes {
		if p.Key != key || p.Command != strings.Join(x.Argv, " ") {
			continue
		}
		start, pid = "["+c.stamp(p.Start)+"]", strconv.Itoa(p.PID)
		if !p.Exit.IsZero() {
			stop = "[" + c.stamp(p.Exit) + "]"
			if p.Status.Signal != 0 {
				code, status = "killed", strconv.Itoa(int(p.Status.Signal))+"/"+strings.TrimPrefix(p.Status.Signal.String(), "SIG")
			} else {
				code, status = "exited", strconv.Itoa(p.Status.Code)
			}
		}
	}
	return fmt.Sprintf("{ path=%s ; argv[]=%s ; ignore_errors=%s ; start_time=%s ; stop_time=%s ; pid=%s ; code=%s ; status=%s }",
		x.Path, strings.Join(x.Argv, " "), yesNo(x.Ignore), start, stop, pid, code, status)
}

// show prints properties: those asked for, or all that are set.
func (c *ctl) show() int {
	var want []string
	only := c.o.Has("value")
	for _, m := range c.o.Options {
		if m.Key == "p" || m.Key == "P" {
			want = append(want, strings.Split(m.Value, ",")...)
			only = only || m.Key == "P"
		}
	}
	print := func(list []property) {
		for _, pr := range list {
			if len(want) > 0 {
				found := false
				for _, w := range want {
					found = found || w == pr.key
				}
				if !found {
					continue
				}
			} else if pr.value == "" && !c.o.Has("a") {
				continue
			}
			if only {
				c.out.Printf("%s\n", pr.value)
			} else {
				c.out.Printf("%s=%s\n", pr.key, pr.value)
			}
		}
	}
	if len(c.args) == 0 {
		print([]property{{"Version", "252"}, {"SystemState", c.m.State()}, {"NNames", strconv.Itoa(len(c.m.List()))}, {"Environment", strings.Join(c.m.Environment(), " ")}})
		return 0
	}
	for i, name := range c.units() {
		if i > 0 {
			c.out.Printf("\n")
		}
		print(c.properties(c.m.Status(name)))
	}
	return 0
}
