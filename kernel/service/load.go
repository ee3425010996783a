package service

import (
	"io/fs"
	"path"
	"sort"
	"strings"

	"github.com/sandpit-dev/sandpit/vfs"
)

// The directories that units are looked for in, the first one first; /lib is /usr/lib on a merged system.
var unitDirs = []string{adminDir, "/run/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system"}

const adminDir = "/etc/systemd/system"

// DefaultTarget is what a box boots into; default.target is another name of it.
const DefaultTarget = "multi-user.target"

// knownTargets are the targets that a box has without a file; the value is the description.
var knownTargets = map[string]string{
	"multi-user.target":      "Multi-User System",
	"graphical.target":       "Graphical Interface",
	"basic.target":           "Basic System",
	"sysinit.target":         "System Initialization",
	"network.target":         "Network",
	"network-online.target":  "Network is Online",
	"network-pre.target":     "Preparation for Network",
	"nss-lookup.target":      "Host and Network Name Lookups",
	"nss-user-lookup.target": "User and Group Name Lookups",
	"remote-fs.target":       "Remote File Systems",
	"local-fs.target":        "Local File Systems",
	"local-fs-pre.target":    "Preparation for Local File Systems",
	"time-sync.target":       "System Time Synchronized",
	"time-set.target":        "System Time Set",
	"timers.target":          "Timer Units",
	"sockets.target":         "Socket Units",
	"paths.target":           "Path Units",
	"slices.target":          "Slice Units",
	"swap.target":            "Swaps",
	"getty.target":           "Login Prompts",
	"rescue.target":          "Rescue Mode",
	"shutdown.target":        "System Shutdown",
}

// atBoot are the targets that are active from the start: what they stand for is there before the first process.
var atBoot = map[string]bool{
	"basic.target": true, "sysinit.target": true, "local-fs.target": true, "local-fs-pre.target": true, "network.target": true,
	"network-pre.target": true, "network-online.target": true, "nss-lookup.target": true, "time-sync.target": true,
	"time-set.target": true, "remote-fs.target": true, "sockets.target": true, "paths.target": true, "slices.target": true,
	"swap.target": true, "timers.target": true, "nss-user-lookup.target": true,
}

// manualRefused are those that only a dependency may start.
var manualRefused = map[string]bool{
	"network.target": true, "network-pre.target": true, "nss-lookup.target": true, "time-sync.target": true, "time-set.target": true,
	"shutdown.target": true, "local-fs-pre.target": true, "nss-user-lookup.target": true,
}

// readSmall reads a file of at most maxUnitFile bytes.
func readSmall(disk *vfs.FS, name string) (string, error) {
	info, err := disk.Stat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxUnitFile {
		return "", &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	data, err := disk.ReadFile(name)
	return string(data), err
}

// find is the file of a unit: its own name in each directory, then its template's. masked tells that the first one found
// is empty or a link to /dev/null. For a name that is a link inside the directories, real is the name it leads to.
func (m *Manager) find(name string) (file, real string, masked bool) {
	n := parseName(name)
	names := []string{name}
	if n.instance != "" {
		names = append(names, n.templateName())
	}
	disk := m.k.FS()
	for _, cand := range names {
		for _, dir := range unitDirs {
			full := dir + "/" + cand
			info, err := disk.Lstat(full)
			if err != nil {
				continue
			}
			if info.Mode()&fs.ModeSymlink != 0 {
				target, err := disk.Realpath(full)
				if err == nil && target == "/dev/null" {
					return full, name, true
				}
				if err != nil {
					continue
				}
				if base := path.Base(target); base != cand && ValidName(base) {
					real = base
					if bn := parseName(base); bn.template && n.instance != "" {
						real = bn.prefix + "@" + n.instance + bn.suffix
					}
					return target, real, false
				}
				full = target
				if info, err = disk.Stat(full); err != nil {
					continue
				}
			}
			if !info.Mode().IsRegular() {
				continue
			}
			return full, name, info.Size() == 0
		}
	}
	return "", name, false
}

// dropIns lists NAME.d/*.conf of all directories in the order of their base names; a file in an earlier directory hides
// one of the same name in a later one.
func (m *Manager) dropIns(name string) []string {
	n := parseName(name)
	dirs := []string{name + ".d"}
	if n.instance != "" {
		dirs = append(dirs, n.templateName()+".d")
	}
	dirs = append(dirs, strings.TrimPrefix(n.suffix, ".")+".d")
	found := map[string]string{}
	for _, sub := range dirs {
		for _, dir := range unitDirs {
			entries, err := m.k.FS().ReadDir(dir + "/" + sub)
			if err != nil {
				continue
			}
			for _, e := range entries {
				if base := e.Name(); strings.HasSuffix(base, ".conf") && found[base] == "" {
					found[base] = dir + "/" + sub + "/" + base
				}
			}
		}
	}
	bases := make([]string, 0, len(found))
	for base := range found {
		bases = append(bases, base)
	}
	sort.Strings(bases)
	files := make([]string, len(bases))
	for i, base := range bases {
		files[i] = found[base]
	}
	return files
}

// linked lists the units that NAME.wants or NAME.requires directories name.
func (m *Manager) linked(name, kind string) []string {
	seen := map[string]bool{}
	for _, dir := range unitDirs {
		sub := dir + "/" + name + "." + kind
		entries, err := m.k.FS().ReadDir(sub)
		if err != nil {
			continue
		}
		for _, e := range entries {
			base := e.Name()
			if !ValidName(base) {
				continue
			}
			if target, err := m.k.FS().Readlink(sub + "/" + base); err == nil && target == "/dev/null" {
				continue
			}
			seen[base] = true
		}
	}
	list := make([]string, 0, len(seen))
	for base := range seen {
		list = append(list, base)
	}
	sort.Strings(list)
	return list
}

// loaded is a unit as its files describe it.
type loaded struct {
	state   string // loaded, not-found, masked, bad-setting
	file    string
	dropIns []string
	cfg     *config
	reason  string
}

// load reads the files of a unit. Complaints go to the journal.
func (m *Manager) load(name string) loaded {
	n := parseName(name)
	warn := func(text string) { m.journal.system(m.now(), name, "", 4, text) }
	file, real, masked := m.find(name)
	if real != name {
		n = parseName(real)
	}
	l := loaded{state: "loaded", file: file, cfg: newConfig()}
	switch {
	case masked:
		l.state, l.reason = "masked", "Unit "+name+" is masked."
		return l
	case file == "" && knownTargets[name] != "":
		l.file = "/lib/systemd/system/" + name
		l.cfg.description, l.cfg.refuse = knownTargets[name], manualRefused[name]
		if name == "graphical.target" {
			l.cfg.deps["Requires"] = []string{"multi-user.target"}
			l.cfg.deps["After"] = []string{"multi-user.target"}
		}
	case file == "":
		l.state = "not-found"
		return l
	}
	l.dropIns = m.dropIns(name)
	for _, f := range append([]string{file}, l.dropIns...) {
		if f == "" {
			continue
		}
		text, err := readSmall(m.k.FS(), f)
		if err != nil {
			if f == file {
				l.state, l.reason = "error", err.Error()
				return l
			}
			continue
		}
		for _, s := range parseUnitFile(f, text, warn) {
			m.set(l.cfg, n, s, acceptedKeys, warn)
		}
	}
	for kind, key := range map[string]string{"wants": "Wants", "requires": "Requires"} {
		l.cfg.deps[key] = append(l.cfg.deps[key], m.linked(name, kind)...)
	}
	problem := ""
	switch suffix := parseName(name).suffix; {
	case n.suffix != suffix:
		problem = "Unit file " + file + " is of another type. Refusing."
	case suffix == ".service":
		problem = l.cfg.check()
	case suffix != ".target": // it has nothing to run, and to call it started would be a lie
		problem = "Units of type " + suffix[1:] + " are not supported. Refusing."
	}
	if problem != "" {
		warn(name + ": " + problem)
		l.state, l.reason = "bad-setting", "Unit "+name+" has a bad unit file setting."
	}
	return l
}

// check completes a service's settings and tells what makes them unusable.
func (c *config) check() string {
	start := c.exec["ExecStart"]
	if c.kind == "" {
		c.kind = "simple"
		if len(start) == 0 {
			c.kind = "oneshot"
			if len(c.exec["ExecStop"]) == 0 {
				return "Service has no ExecStart=, ExecStop=, or SuccessAction=. Refusing."
			}
			c.remain = true
		}
	}
	switch {
	case len(start) == 0 && len(c.exec["ExecStop"]) == 0:
		return "Service has no ExecStart=, ExecStop=, or SuccessAction=. Refusing."
	case len(start) == 0 && (c.kind != "oneshot" || !c.remain):
		return "Service has no ExecStart= setting, which is only allowed for Type=oneshot and RemainAfterExit=yes services. Refusing."
	case len(start) > 1 && c.kind != "oneshot":
		return "Service has more than one ExecStart= setting, which is only allowed for Type=oneshot services. Refusing."
	case c.kind == "oneshot" && (c.restart == "always" || c.restart == "on-success"):
		return "Service has Restart= set to either always or on-success, which isn't allowed for Type=oneshot services. Refusing."
	}
	if c.startTimeout == 0 {
		if c.startTimeout = 90e9; c.kind == "oneshot" {
			c.startTimeout = forever
		}
	}
	if c.stopTimeout == 0 {
		c.stopTimeout = forever
	}
	return ""
}
