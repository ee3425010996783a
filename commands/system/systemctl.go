package system

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/kernel/service"
)

var systemctlUsage = optparse.Define("systemctl", "[OPTIONS...] COMMAND ...", "Query or send control commands to the system manager.", `
-h, --help                show this help
    --version             show package version
    --system              accepted for compatibility
    --user                accepted for compatibility
-t, --type=TYPE           list units of a particular type
    --state=STATE         list units with particular LOAD or SUB or ACTIVE state
    --failed              shortcut for --state=failed
-p, --property=NAME       show only properties by this name
-P, --property-value=NAME  equivalent to --value --property=NAME
-a, --all                 show all properties/all units currently in memory
-l, --full                accepted for compatibility
-r, --recursive           accepted for compatibility
    --reverse             show reverse dependencies with 'list-dependencies'
    --job-mode=MODE       accepted for compatibility
    --value               when showing properties, only print the value
    --kill-whom=WHOM      whom to send signal to
    --kill-who=WHOM       the same
-s, --signal=SIGNAL       which signal to send
    --now                 start or stop unit after enabling or disabling it
-q, --quiet               suppress output
    --wait                accepted for compatibility
    --no-block            do not wait until operation finished
    --no-wall             accepted for compatibility
    --no-reload           accepted for compatibility
    --legend=BOOL         enable/disable the legend
    --no-legend           suppress the legend
    --no-pager            accepted for compatibility
    --no-ask-password     accepted for compatibility
    --plain               print unit dependencies as a list instead of a tree
    --global              accepted for compatibility
    --runtime             accepted for compatibility
-f, --force               accepted for compatibility
-n, --lines=INTEGER       number of journal entries to show
-o, --output=STRING       change journal output mode
    --preset-mode=MODE    accepted for compatibility
    --root=PATH           accepted for compatibility
    --show-types          accepted for compatibility
`).NoHelp()

// ctl is one run of systemctl.
type ctl struct {
	p    *kernel.Process
	ctx  context.Context
	m    *service.Manager
	o    *optparse.Result
	out  *cmd.Writer
	args []string // after the verb
}

// verbs of systemctl: whether units must be named, whether they may only be used by who may administrate.
var ctlVerbs = map[string]struct {
	run   func(c *ctl) int
	units bool
	admin bool
}{
	"start":                 {(*ctl).start, true, true},
	"stop":                  {(*ctl).stop, true, true},
	"restart":               {(*ctl).restart, true, true},
	"try-restart":           {(*ctl).tryRestart, true, true},
	"condrestart":           {(*ctl).tryRestart, true, true},
	"reload":                {(*ctl).reload, true, true},
	"reload-or-restart":     {(*ctl).reloadOrRestart, true, true},
	"try-reload-or-restart": {(*ctl).tryReloadOrRestart, true, true},
	"force-reload":          {(*ctl).tryReloadOrRestart, true, true},
	"kill":                  {(*ctl).kill, true, true},
	"reset-failed":          {(*ctl).resetFailed, false, true},
	"enable":                {(*ctl).enable, true, true},
	"disable":               {(*ctl).disable, true, true},
	"reenable":              {(*ctl).reenable, true, true},
	"preset":                {(*ctl).enable, true, true},
	"mask":                  {(*ctl).mask, true, true},
	"unmask":                {(*ctl).unmask, true, true},
	"link":                  {(*ctl).link, true, true},
	"add-wants":             {(*ctl).addWants, true, true},
	"add-requires":          {(*ctl).addRequires, true, true},
	"set-default":           {(*ctl).setDefault, true, true},
	"get-default":           {(*ctl).getDefault, false, false},
	"daemon-reload":         {(*ctl).daemonReload, false, true},
	"daemon-reexec":         {(*ctl).daemonReload, false, true},
	"status":                {(*ctl).status, false, false},
	"show":                  {(*ctl).show, false, false},
	"cat":                   {(*ctl).cat, true, false},
	"is-active":             {(*ctl).isActive, true, false},
	"is-failed":             {(*ctl).isFailed, true, false},
	"is-enabled":            {(*ctl).isEnabled, true, false},
	"is-system-running":     {(*ctl).isSystemRunning, false, false},
	"list-units":            {(*ctl).listUnits, false, false},
	"list-unit-files":       {(*ctl).listUnitFiles, false, false},
	"list-dependencies":     {(*ctl).listDependencies, false, false},
	"list-jobs":             {(*ctl).listJobs, false, false},
	"list-timers":           {(*ctl).listTimers, false, false},
	"list-sockets":          {(*ctl).listSockets, false, false},
	"show-environment":      {(*ctl).showEnvironment, false, false},
	"set-environment":       {(*ctl).setEnvironment, true, true},
	"unset-environment":     {(*ctl).setEnvironment, true, true},
	"edit":                  {(*ctl).edit, true, true},
}

// systemctl asks the box's service manager. Who is root or in the group sudo may change things: a box asks nobody for a
// password.
func systemctl(ctx context.Context, p *kernel.Process) int {
	o, err := systemctlUsage.Parse(p.Args()[1:])
	if err != nil {
		cmd.Errorf(p, "%s", err)
		return 1
	}
	switch {
	case o.Has("h"):
		cmd.Standard(p, systemctlUsage, "help")
		return 0
	case o.Has("version"):
		fmt.Fprint(p.Stdout(), "systemd 252 (sandpit)\n")
		return 0
	}
	verb, args := "list-units", o.Args
	if len(args) > 0 {
		verb, args = args[0], args[1:]
	}
	v, ok := ctlVerbs[verb]
	switch {
	case !ok:
		cmd.Raw(p, "Unknown command verb "+verb+".\n")
		return 1
	case v.units && len(args) == 0:
		cmd.Raw(p, "Too few arguments.\n")
		return 1
	}
	c := &ctl{p: p, ctx: ctx, m: service.Of(p.Kernel()), o: o, out: cmd.NewWriter(p), args: args}
	if v.admin && !administrates(p) {
		what := strings.ReplaceAll(verb, "-", " ") + " " + service.MangleName(strings.Join(args[:min(len(args), 1)], ""))
		if len(args) == 0 {
			what = verb
		}
		cmd.Raw(p, "Failed to "+what+": Access denied\n")
		return 4
	}
	return c.out.Finish(v.run(c))
}

// administrates reports whether p may change the system: it is root's, or its user is in the group sudo.
func administrates(p *kernel.Process) bool {
	cred := p.Cred()
	if cred.UID == 0 {
		return true
	}
	g, ok := p.Kernel().LookupGroup("sudo")
	return ok && (cred.GID == g.GID || slices.Contains(cred.Groups, g.GID))
}

func (c *ctl) say(format string, args ...any) {
	_ = c.out.Flush()
	cmd.Raw(c.p, fmt.Sprintf(format, args...)+"\n")
}

// units are the unit names of the arguments; a pattern stands for what it matches in memory.
func (c *ctl) units() []string {
	var names []string
	for _, a := range c.args {
		if strings.ContainsAny(a, "*?[") {
			names = append(names, c.m.Match(service.MangleName(a))...)
			continue
		}
		names = append(names, service.MangleName(a))
	}
	return names
}

// failed reports an error of a job verb and gives the exit status of systemctl.
func (c *ctl) failed(verb, name string, err error) int {
	var load *service.LoadError
	if errors.As(err, &load) {
		c.say("Failed to %s %s: %s", verb, name, load)
		switch load.State {
		case "not-found", "not-loaded":
			return 5
		case "no-reload":
			return 3
		case "bad-setting", "error", "refused":
			c.say("See system logs and 'systemctl status %s' for details.", name)
			if load.State == "refused" {
				return 4
			}
		}
		return 1
	}
	var job *service.JobError
	if !errors.As(err, &job) {
		return 1
	}
	if c.o.Has("q") {
		return 1
	}
	why := "the control process exited with error code"
	switch {
	case job.Result == "dependency":
		c.say("A dependency job for %s failed. See 'journalctl -xe' for details.", job.Unit)
		return 1
	case job.Result == "canceled":
		c.say("Job for %s canceled.", job.Unit)
		return 1
	case job.Result == "inactive":
		c.say("%s is not active, cannot reload.", job.Unit)
		return 1
	case job.Cause == "timeout":
		why = "a timeout was exceeded"
	case job.Cause == "signal":
		why = "a fatal signal was delivered to the control process"
	case job.Cause == "core-dump":
		why = "a fatal signal was delivered causing the control process to dump core"
	case job.Cause == "resources":
		why = "of unavailable resources or another system error"
	case job.Cause == "protocol":
		why = "the service did not take the steps required by its unit configuration"
	case job.Cause == "start-limit-hit":
		why = "start of the service was attempted too often"
	}
	c.say("Job for %s failed because %s.", job.Unit, why)
	c.say("See \"systemctl status %s\" and \"journalctl -xeu %s\" for details.", job.Unit, job.Unit)
	if job.Cause == "start-limit-hit" {
		c.say("To force a start use \"systemctl reset-failed %s\"", job.Unit)
		c.say("followed by \"systemctl start %s\" again.", job.Unit)
	}
	return 1
}

// each does something to every named unit; the status is that of the last failure.
func (c *ctl) each(verb string, do func(name string) error) int {
	status := 0
	for _, name := range c.units() {
		if err := do(name); err != nil {
			if c.p.Safepoint() != nil {
				return 1
			}
			status = c.failed(verb, name, err)
		}
	}
	return status
}

func (c *ctl) start() int {
	return c.each("start", func(name string) error {
		if c.o.Has("no-block") {
			return c.m.StartNoWait(name)
		}
		return c.m.Start(c.ctx, name)
	})
}

func (c *ctl) stop() int {
	return c.each("stop", func(name string) error { return c.m.Stop(c.ctx, name) })
}

func (c *ctl) restart() int {
	return c.each("restart", func(name string) error { return c.m.Restart(c.ctx, name) })
}

func (c *ctl) active(name string) bool {
	st := c.m.Status(name)
	return st.Active == "active" || st.Active == "reloading"
}

func (c *ctl) tryRestart() int {
	return c.each("restart", func(name string) error {
		if !c.active(name) {
			return nil
		}
		return c.m.Restart(c.ctx, name)
	})
}

func (c *ctl) reload() int {
	return c.each("reload", func(name string) error { return c.m.ReloadUnit(c.ctx, name) })
}

func (c *ctl) reloadOrRestart() int {
	return c.each("reload-or-restart", func(name string) error {
		if c.active(name) && c.m.Status(name).CanReload {
			return c.m.ReloadUnit(c.ctx, name)
		}
		return c.m.Restart(c.ctx, name)
	})
}

func (c *ctl) tryReloadOrRestart() int {
	if !slices.ContainsFunc(c.units(), c.active) {
		return 0
	}
	return c.reloadOrRestart()
}

func (c *ctl) kill() int {
	sig := kernel.SIGTERM
	if v, ok := c.o.Value("s"); ok {
		var known bool
		if sig, known = kernel.ParseSignal(v); !known {
			c.say("Failed to parse signal string %s.", v)
			return 1
		}
	}
	whom, _ := c.o.Value("kill-whom")
	if v, ok := c.o.Value("kill-who"); ok {
		whom = v
	}
	return c.each("kill", func(name string) error { return c.m.Kill(name, whom, sig) })
}

func (c *ctl) resetFailed() int {
	if len(c.args) == 0 {
		c.m.ResetAllFailed()
		return 0
	}
	return c.each("reset failed state of unit", c.m.ResetFailed)
}

func (c *ctl) daemonReload() int { c.m.Reload(); return 0 }

func (c *ctl) edit() int {
	c.say("Cannot edit units if not on a tty.")
	return 1
}

// changes reports what was done to the unit files.
func (c *ctl) changes(list []service.Change) {
	if c.o.Has("q") {
		return
	}
	for _, ch := range list {
		c.say("%s", ch)
	}
}

const noInstall = `The unit files have no installation config (WantedBy=, RequiredBy=, Also=,
Alias= settings in the [Install] section, and DefaultInstance= for template
units). This means they are not meant to be enabled using systemctl.
 
Possible reasons for having this kind of units are:
• A unit may be statically enabled by being symlinked from another unit's
  .wants/ or .requires/ directory.
• A unit's purpose may be to act as a helper for some other unit which has
  a requirement dependency on it.
• A unit may be started when needed via activation (socket, path, timer,
  D-Bus, udev, scripted systemctl call, ...).
• In case of template units, the unit is meant to be enabled with some
  instance name specified.`

// files runs a verb over unit files, which stops at the first one that fails.
func (c *ctl) files(verb string, do func(name string) ([]service.Change, error)) int {
	for _, name := range c.args {
		if verb != "link" && !(verb == "enable" && strings.Contains(name, "/")) {
			name = service.MangleName(name)
		}
		list, err := do(name)
		c.changes(list)
		if errors.Is(err, service.ErrNoInstall) {
			if !c.o.Has("q") {
				c.say("%s", noInstall)
			}
			continue
		}
		if err != nil {
			c.say("Failed to %s unit: %s", verb, kernel.Strerror(err))
			return 1
		}
	}
	c.m.Reload()
	return 0
}

func (c *ctl) enable() int {
	status := c.files("enable", func(name string) ([]service.Change, error) {
		if !strings.Contains(name, "/") {
			return c.m.Enable(name)
		}
		linked, err := c.m.Link(c.p.FS().Abs(name))
		if err != nil {
			return nil, err
		}
		more, err := c.m.Enable(path.Base(name))
		return append(linked, more...), err
	})
	if status == 0 && c.o.Has("now") {
		for i, a := range c.args {
			c.args[i] = path.Base(a)
		}
		return c.start()
	}
	return status
}

func (c *ctl) disable() int {
	status := c.files("disable", c.m.Disable)
	if status == 0 && c.o.Has("now") {
		return c.stop()
	}
	return status
}

func (c *ctl) reenable() int {
	return c.files("reenable", func(name string) ([]service.Change, error) {
		gone, err := c.m.Disable(name)
		if err != nil {
			return gone, err
		}
		made, err := c.m.Enable(name)
		return append(gone, made...), err
	})
}

func (c *ctl) mask() int {
	status := c.files("mask", func(name string) ([]service.Change, error) {
		if c.m.Status(name).Load == "not-found" {
			c.say("Unit %s does not exist, proceeding anyway.", name)
		}
		return c.m.Mask(name)
	})
	if status == 0 && c.o.Has("now") {
		return c.stop()
	}
	return status
}

func (c *ctl) unmask() int { return c.files("unmask", c.m.Unmask) }
func (c *ctl) link() int {
	return c.files("link", func(name string) ([]service.Change, error) { return c.m.Link(c.p.FS().Abs(name)) })
}
func (c *ctl) addWants() int    { return c.addDependency("wants") }
func (c *ctl) addRequires() int { return c.addDependency("requires") }

func (c *ctl) addDependency(kind string) int {
	target := service.MangleName(c.args[0])
	c.args = c.args[1:]
	return c.files("add dependency to", func(name string) ([]service.Change, error) { return c.m.AddDependency(target, name, kind) })
}

func (c *ctl) getDefault() int {
	c.out.Printf("%s\n", c.m.Default())
	return 0
}

func (c *ctl) setDefault() int {
	name := c.args[0]
	if !strings.Contains(name, ".") {
		name += ".target"
	}
	list, err := c.m.SetDefault(name)
	c.changes(list)
	if err != nil {
		c.say("Failed to set default target: %s", kernel.Strerror(err))
		return 1
	}
	return 0
}

func (c *ctl) isActive() int {
	return c.isState(3, "active", "reloading")
}

func (c *ctl) isFailed() int {
	return c.isState(1, "failed")
}

// isState prints the state of each unit; the status is 0 when one is in a wanted state.
func (c *ctl) isState(otherwise int, want ...string) int {
	status := otherwise
	for _, name := range c.units() {
		st := c.m.Status(name)
		if slices.Contains(want, st.Active) {
			status = 0
		}
		if !c.o.Has("q") {
			c.out.Printf("%s\n", st.Active)
		}
	}
	return status
}

func (c *ctl) isEnabled() int {
	status := 1
	for _, a := range c.args {
		name := service.MangleName(a)
		state := c.m.FileState(name)
		if state == "" {
			c.say("Failed to get unit file state for %s: No such file or directory", name)
			return 1
		}
		if slices.Contains([]string{"enabled", "enabled-runtime", "static", "alias", "indirect", "generated", "linked"}, state) && state != "linked" {
			status = 0
		}
		if !c.o.Has("q") {
			c.out.Printf("%s\n", state)
		}
	}
	return status
}

func (c *ctl) isSystemRunning() int {
	state := c.m.State()
	if !c.o.Has("q") {
		c.out.Printf("%s\n", state)
	}
	if state == "running" {
		return 0
	}
	return 1
}

func (c *ctl) cat() int {
	status := 0
	first := true
	for _, a := range c.args {
		name := service.MangleName(a)
		files, texts := c.m.Sources(name)
		if len(files) == 0 {
			if c.m.FileState(name) == "masked" {
				c.out.Printf("# Unit %s is masked.\n", name)
				continue
			}
			c.say("No files found for %s.", name)
			status = 1
			continue
		}
		for i, f := range files {
			if !first {
				c.out.Printf("\n")
			}
			first = false
			c.out.Printf("# %s\n%s", f, texts[i])
			if !strings.HasSuffix(texts[i], "\n") {
				c.out.Printf("\n")
			}
		}
	}
	return status
}

func (c *ctl) showEnvironment() int {
	for _, kv := range c.m.Environment() {
		c.out.Printf("%s\n", kv)
	}
	return 0
}

func (c *ctl) setEnvironment() int { c.m.SetEnv(c.args); return 0 }
