package system

import (
	"path"
	"strings"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/kernel/service"
)

// legend reports whether headers and hints are wanted.
func (c *ctl) legend() bool {
	if v, ok := c.o.Value("legend"); ok && (v == "no" || v == "false" || v == "0" || v == "off") {
		return false
	}
	return !c.o.Has("no-legend") && !c.o.Has("q")
}

// table prints rows in columns as wide as their widest cell; the last one is not padded.
func (c *ctl) table(rows [][]string) {
	var width []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		for i, cell := range row {
			if i > 0 {
				c.out.Printf(" ")
			}
			c.out.Printf("%s", cell)
			if i < len(row)-1 {
				c.out.Printf("%s", strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell)))
			}
		}
		c.out.Printf("\n")
	}
}

// chosen reports whether a name passes the patterns and --type.
func (c *ctl) chosen(name string) bool {
	if len(c.args) > 0 {
		ok := false
		for _, a := range c.args {
			if m, err := path.Match(service.MangleName(a), name); err == nil && m {
				ok = true
			}
		}
		if !ok {
			return false
		}
	}
	if v, ok := c.o.Value("t"); ok {
		kind := strings.TrimPrefix(path.Ext(name), ".")
		for t := range strings.SplitSeq(v, ",") {
			if t == kind {
				return true
			}
		}
		return false
	}
	return true
}

func (c *ctl) listUnits() int {
	states := []string{}
	if v, ok := c.o.Value("state"); ok {
		states = strings.Split(v, ",")
	}
	if c.o.Has("failed") {
		states = append(states, "failed")
	}
	rows := [][]string{}
	marks := !c.o.Has("plain")
	n := 0
	for _, st := range c.m.List() {
		shown := c.chosen(st.Name)
		if len(states) > 0 {
			ok := false
			for _, s := range states {
				ok = ok || s == st.Active || s == st.Sub || s == st.Load
			}
			shown = shown && ok
		} else if !c.o.Has("a") && st.Active == "inactive" && !st.Job {
			shown = false
		}
		if !shown {
			continue
		}
		n++
		row := []string{st.Name, st.Load, st.Active, st.Sub, st.Description}
		if marks {
			mark := " "
			if st.Active == "failed" || st.Load != "loaded" {
				mark = "●"
			}
			row[0] = mark + " " + row[0]
		}
		rows = append(rows, row)
	}
	if c.legend() {
		head := []string{"UNIT", "LOAD", "ACTIVE", "SUB", "DESCRIPTION"}
		if marks {
			head[0] = "  UNIT"
		}
		rows = append([][]string{head}, rows...)
	}
	c.table(rows)
	if !c.legend() {
		return 0
	}
	if n > 0 {
		c.out.Printf("\nLOAD   = Reflects whether the unit definition was properly loaded.\n" +
			"ACTIVE = The high-level unit activation state, i.e. generalization of SUB.\n" +
			"SUB    = The low-level unit activation state, values depend on unit type.\n")
	}
	if len(states) > 0 {
		c.out.Printf("%d loaded units listed.\n", n)
		return 0
	}
	if c.o.Has("a") {
		c.out.Printf("%d loaded units listed.\n", n)
	} else {
		c.out.Printf("%d loaded units listed. Pass --all to see loaded but inactive units, too.\n", n)
	}
	c.out.Printf("To show all installed unit files use 'systemctl list-unit-files'.\n")
	return 0
}

func (c *ctl) listUnitFiles() int {
	rows := [][]string{}
	if c.legend() {
		rows = append(rows, []string{"UNIT FILE", "STATE", "PRESET"})
	}
	n := 0
	states, filtered := c.o.Value("state")
	for _, name := range c.m.UnitFiles() {
		if !c.chosen(name) {
			continue
		}
		state := c.m.FileState(name)
		if filtered && !strings.Contains(","+states+",", ","+state+",") {
			continue
		}
		preset := "enabled"
		if state == "static" || state == "alias" || state == "masked" || state == "generated" {
			preset = "-"
		}
		if state == "masked" {
			preset = "enabled"
		}
		rows = append(rows, []string{name, state, preset})
		n++
	}
	c.table(rows)
	if c.legend() {
		c.out.Printf("\n%d unit files listed.\n", n)
	}
	return 0
}

// maxDependencies bounds the tree of list-dependencies.
const maxDependencies = 1000

func (c *ctl) listDependencies() int {
	names := c.units()
	if len(names) == 0 {
		names = []string{c.m.Default()}
	}
	for i, name := range names {
		if i > 0 {
			c.out.Printf("\n")
		}
		st := c.m.Status(name)
		if st.Load == "not-found" {
			c.say("Unit %s could not be found.", name)
			return 1
		}
		c.out.Printf("%s\n", name)
		left := maxDependencies
		c.dependencies(st, "", map[string]bool{name: true}, &left)
	}
	return 0
}

func (c *ctl) dependencies(st service.Status, indent string, path map[string]bool, left *int) {
	deps := st.Dependencies()
	for i, name := range deps {
		if *left--; *left < 0 {
			return
		}
		mark, pad := "├─", "│ "
		if i == len(deps)-1 {
			mark, pad = "└─", "  "
		}
		child := c.m.Status(name)
		if c.o.Has("plain") {
			c.out.Printf("%s%s%s\n", dotOf(child), indent, name)
		} else {
			c.out.Printf("%s %s%s%s\n", dot(child), indent, mark, name)
		}
		if !path[name] {
			path[name] = true
			c.dependencies(child, indent+pad, path, left)
			delete(path, name)
		}
	}
}

func dotOf(st service.Status) string { return dot(st) + "   " }

func (c *ctl) listJobs() int {
	if c.m.Jobs() == 0 {
		c.out.Printf("No jobs running.\n")
		return 0
	}
	rows := [][]string{{"JOB", "UNIT", "TYPE", "STATE"}}
	for _, st := range c.m.List() {
		if st.Job {
			rows = append(rows, []string{"1", st.Name, "start", "running"})
		}
	}
	c.table(rows)
	c.out.Printf("\n%d jobs listed.\n", len(rows)-1)
	return 0
}

// A box has neither timers nor sockets of systemd's.
func (c *ctl) listTimers() int  { return c.nothing("timers") }
func (c *ctl) listSockets() int { return c.nothing("sockets") }

func (c *ctl) nothing(what string) int {
	if c.legend() {
		c.out.Printf("0 %s listed.\n", what)
	}
	return 0
}
