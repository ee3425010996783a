package service

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sort"
)

// Change is what enabling and its like did to the disk: a link made to Target, or (Target "") a file removed.
type Change struct{ Path, Target string }

// String is what systemctl says of it.
func (c Change) String() string {
	if c.Target == "" {
		return fmt.Sprintf("Removed %q.", c.Path)
	}
	return "Created symlink " + c.Path + " → " + c.Target + "."
}

// ErrNoInstall is what Enable reports of a unit without an [Install] section.
var ErrNoInstall = errors.New("no installation config")

// errNoFile is a unit without a file.
func errNoFile(name string) error { return fmt.Errorf("Unit file %s does not exist.", name) }

// Enable makes the links that [Install] asks for.
func (m *Manager) Enable(name string) ([]Change, error) {
	return m.install(name, map[string]bool{})
}

func (m *Manager) install(name string, seen map[string]bool) (changes []Change, err error) {
	if seen[name] || len(seen) > 100 {
		return nil, nil
	}
	seen[name] = true
	file, real, masked := m.find(name)
	if masked {
		return nil, fmt.Errorf("Unit file %s is masked.", file)
	}
	if file == "" {
		return nil, errNoFile(name)
	}
	n := parseName(name)
	if real != name && parseName(real).instance == n.instance {
		n = parseName(real)
	}
	l := m.load(n.full)
	c := l.cfg
	if n.template {
		if c.defaultInstance == "" && len(c.alias) == 0 {
			return nil, fmt.Errorf("Destination unit %s is a template unit.", n.full) //nolint:staticcheck // systemd's words
		}
		n = parseName(n.prefix + "@" + c.defaultInstance + n.suffix)
	}
	if len(c.alias)+len(c.wantedBy)+len(c.requiredBy)+len(c.also) == 0 {
		return nil, ErrNoInstall
	}
	link := func(at string) error {
		change, err := m.link(at, file)
		if err == nil && change.Path != "" {
			changes = append(changes, change)
		}
		return err
	}
	for _, alias := range c.alias {
		if !ValidName(alias) || path.Ext(alias) != n.suffix {
			continue
		}
		if err := link(adminDir + "/" + alias); err != nil {
			return changes, err
		}
	}
	for kind, list := range map[string][]string{"wants": c.wantedBy, "requires": c.requiredBy} {
		for _, target := range list {
			if !ValidName(target) {
				continue
			}
			if err := link(adminDir + "/" + target + "." + kind + "/" + n.full); err != nil {
				return changes, err
			}
		}
	}
	for _, other := range c.also {
		more, err := m.install(other, seen)
		if err != nil && !errors.Is(err, ErrNoInstall) {
			return changes, err
		}
		changes = append(changes, more...)
	}
	return changes, nil
}

// link makes one link; no change when it is there.
func (m *Manager) link(at, target string) (Change, error) {
	disk := m.k.FS()
	if err := disk.MkdirAll(path.Dir(at), 0o755); err != nil {
		return Change{}, err
	}
	switch old, err := disk.Readlink(at); {
	case err == nil && old == target:
		return Change{}, nil
	case err == nil:
		if err := disk.Remove(at); err != nil {
			return Change{}, err
		}
	default:
		if _, err := disk.Lstat(at); err == nil {
			return Change{}, fmt.Errorf("File %s already exists.", at)
		}
	}
	return Change{at, target}, disk.Symlink(target, at)
}

// Disable removes every link to the unit in the administrator's directory.
func (m *Manager) Disable(name string) ([]Change, error) {
	file, real, masked := m.find(name)
	if file == "" && !m.anyLink(name) {
		return nil, errNoFile(name)
	}
	if masked {
		return nil, nil
	}
	n := parseName(real)
	also := []string{}
	if file != "" {
		also = m.load(real).cfg.also
	}
	changes, err := m.removeLinks(func(base, target string) bool {
		if base == name || base == real {
			return true
		}
		return n.instance == "" && path.Base(target) == real && (target == file || target == adminDir+"/"+real)
	})
	for _, other := range also {
		if other != name && err == nil {
			more, merr := m.Disable(other)
			if merr == nil {
				changes = append(changes, more...)
			}
		}
	}
	return changes, err
}

func (m *Manager) anyLink(name string) bool {
	found := false
	m.eachLink(func(full, _ string) {
		if path.Base(full) == name {
			found = true
		}
	})
	return found
}

// eachLink visits what enabling has made: links beside the unit files, and entries of .wants and .requires.
func (m *Manager) eachLink(fn func(full, target string)) {
	disk := m.k.FS()
	entries, err := disk.ReadDir(adminDir)
	if err != nil {
		return
	}
	for _, e := range entries {
		full := adminDir + "/" + e.Name()
		switch {
		case e.Type()&fs.ModeSymlink != 0:
			if target, err := disk.Readlink(full); err == nil && target != "/dev/null" {
				fn(full, target)
			}
		case e.IsDir() && (path.Ext(e.Name()) == ".wants" || path.Ext(e.Name()) == ".requires"):
			list, err := disk.ReadDir(full)
			if err != nil {
				continue
			}
			for _, x := range list {
				target, _ := disk.Readlink(full + "/" + x.Name())
				fn(full+"/"+x.Name(), target)
			}
		}
	}
}

func (m *Manager) removeLinks(match func(base, target string) bool) (changes []Change, err error) {
	var gone []string
	m.eachLink(func(full, target string) {
		if path.Dir(full) == adminDir && path.Base(full) == path.Base(target) { // a linked unit file
			return
		}
		if match(path.Base(full), target) {
			gone = append(gone, full)
		}
	})
	sort.Strings(gone)
	disk := m.k.FS()
	for _, full := range gone {
		if err := disk.Remove(full); err != nil {
			return changes, err
		}
		changes = append(changes, Change{Path: full})
		if dir := path.Dir(full); dir != adminDir {
			_ = disk.Rmdir(dir) // when it was the last one
		}
	}
	return changes, nil
}

// Mask makes the unit a link to /dev/null.
func (m *Manager) Mask(name string) ([]Change, error) {
	c, err := m.link(adminDir+"/"+name, "/dev/null")
	if err != nil || c.Path == "" {
		return nil, err
	}
	return []Change{c}, nil
}

// Unmask removes that link.
func (m *Manager) Unmask(name string) ([]Change, error) {
	full := adminDir + "/" + name
	if target, err := m.k.FS().Readlink(full); err != nil || target != "/dev/null" {
		return nil, nil
	}
	if err := m.k.FS().Remove(full); err != nil {
		return nil, err
	}
	return []Change{{Path: full}}, nil
}

// Link makes a unit file that lies elsewhere known.
func (m *Manager) Link(file string) ([]Change, error) {
	if _, err := m.k.FS().Stat(file); err != nil {
		return nil, errNoFile(file)
	}
	c, err := m.link(adminDir+"/"+path.Base(file), file)
	if err != nil || c.Path == "" {
		return nil, err
	}
	return []Change{c}, nil
}

// AddDependency is systemctl add-wants and add-requires; kind is wants or requires.
func (m *Manager) AddDependency(target, name, kind string) ([]Change, error) {
	file, _, _ := m.find(name)
	if file == "" {
		return nil, errNoFile(name)
	}
	c, err := m.link(adminDir+"/"+target+"."+kind+"/"+name, file)
	if err != nil || c.Path == "" {
		return nil, err
	}
	return []Change{c}, nil
}

// SetDefault makes target what the box boots into.
func (m *Manager) SetDefault(target string) ([]Change, error) {
	file, _, _ := m.find(target)
	if file == "" {
		if knownTargets[target] == "" {
			return nil, errNoFile(target)
		}
		file = "/lib/systemd/system/" + target
	}
	c, err := m.link(adminDir+"/default.target", file)
	if err != nil || c.Path == "" {
		return nil, err
	}
	return []Change{c}, nil
}

// Default is the target that the box boots into.
func (m *Manager) Default() string { return m.defaultTarget() }

// FileState is what is-enabled says: enabled, disabled, static, masked, alias, linked, indirect, generated; "" for a unit
// without a file.
func (m *Manager) FileState(name string) string {
	file, real, masked := m.find(name)
	switch {
	case masked:
		return "masked"
	case file == "" && knownTargets[name] != "":
		return "static"
	case file == "":
		return ""
	}
	if real != name {
		return "alias"
	}
	n := parseName(name)
	enabled := false
	m.eachLink(func(full, target string) {
		base := path.Base(full)
		inDir := path.Dir(full) != adminDir
		switch {
		case inDir && base == name:
			enabled = true
		case n.template && inDir && parseName(base).templateName() == name && parseName(base).instance != "":
			enabled = true
		case !inDir && base != name && path.Base(target) == name:
			enabled = true
		}
	})
	if enabled {
		return "enabled"
	}
	if target, err := m.k.FS().Readlink(adminDir + "/" + name); err == nil && !slices.Contains(unitDirs, path.Dir(target)) {
		return "linked"
	}
	c := newConfig()
	text, err := readSmall(m.k.FS(), file)
	if err != nil {
		return ""
	}
	for _, s := range parseUnitFile(file, text, func(string) {}) {
		if s.section == "Install" {
			m.set(c, n, s, acceptedKeys, func(string) {})
		}
	}
	switch {
	case len(c.wantedBy)+len(c.requiredBy)+len(c.alias) > 0:
		return "disabled"
	case len(c.also) > 0:
		return "indirect"
	}
	return "static"
}
