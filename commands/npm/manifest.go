package npm

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

// maxManifest bounds a package.json.
const maxManifest = 8 << 20

// manifest is a package.json, or what a registry or a lock file tells of one.
type manifest struct {
	*object
	indent  string // of the file
	newline bool   // the file ends in one
}

var (
	indentOf = regexp.MustCompile(`^\s*\{\s*\n([ \t]+)`)
	// validName is a package name as the registry takes it; nothing that could leave node_modules passes.
	validName = regexp.MustCompile(`^(?:@[a-zA-Z0-9~!'()*_-][a-zA-Z0-9~!'()*._-]*/)?[a-zA-Z0-9~!'()*_-][a-zA-Z0-9~!'()*._-]*$`)
)

func goodName(name string) bool {
	return len(name) <= 214 && validName.MatchString(name) && name != "node_modules"
}

// readManifest reads dir/package.json.
func readManifest(p *kernel.Process, dir string) (*manifest, error) {
	file := path.Join(dir, "package.json")
	info, err := p.FS().Stat(file)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxManifest {
		return nil, fmt.Errorf("%s is too large", file)
	}
	text, err := p.FS().ReadFile(file)
	if err != nil {
		return nil, err
	}
	o, err := parseJSON(text)
	if err != nil {
		return nil, &npmError{code: "EJSONPARSE", lines: []string{
			"path " + file, "JSON.parse " + err.Error() + " while parsing '" + firstLine(string(text)) + "'",
			"JSON.parse Failed to parse JSON data.", "JSON.parse Note: package.json must be actual JSON, not just JavaScript."}}
	}
	m := &manifest{object: o, indent: "  ", newline: strings.HasSuffix(string(text), "\n")}
	if in := indentOf.FindStringSubmatch(string(text)); in != nil {
		m.indent = in[1]
	} else if len(o.keys) > 0 {
		m.indent, m.newline = "", false // it stays on one line
	}
	return m, nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s[:min(len(s), 80)]
}

// write puts the package.json on the disk.
func (m *manifest) write(p *kernel.Process, dir string) error {
	text := encode(m.object, m.indent)
	if m.newline {
		text += "\n"
	}
	return writeFile(p, path.Join(dir, "package.json"), text)
}

// writeFile replaces a file by renaming, so that a full disk loses nothing.
func writeFile(p *kernel.Process, name, text string) error {
	disk := p.FS()
	mode := fs.FileMode(0o644)
	if info, err := disk.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	tmp := fmt.Sprintf("%s.%d", name, p.PID())
	if err := disk.WriteFile(tmp, []byte(text), mode); err != nil {
		return errors.Join(err, disk.Remove(tmp))
	}
	return disk.Rename(tmp, name)
}

func (m *manifest) name() string    { return m.str("name") }
func (m *manifest) version() string { return m.str("version") }

// id is name@version, or what there is of it.
func (m *manifest) id() string {
	switch {
	case m.name() == "":
		return ""
	case m.version() == "":
		return m.name()
	}
	return m.name() + "@" + m.version()
}

// bins lists what a package offers as programs: names and files within it.
func (m *manifest) bins() map[string]string {
	out := map[string]string{}
	switch b := m.get("bin").(type) {
	case string:
		name := m.name()
		out[name[strings.LastIndexByte(name, '/')+1:]] = b
	case *object:
		out = b.strings()
	}
	maps.DeleteFunc(out, func(name, file string) bool {
		return name == "" || name == "." || name == ".." || strings.ContainsAny(name, "/\\\x00") || file == ""
	})
	return out
}

// list reads a list of strings, or one string.
func (m *manifest) list(key string) []string {
	switch v := m.get(key).(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, e := range v {
			if s, ok := e.(string); ok {
				out = append(out, s)
			}
		}
		return out
	}
	return nil
}

// fits says whether a package may be installed in the box: its os and cpu lists name or do not exclude it.
func (m *manifest) fits() bool {
	return allows(m.list("os"), "linux") && allows(m.list("cpu"), "x64") && allows(m.list("libc"), "glibc")
}

func allows(list []string, is string) bool {
	if len(list) == 0 || slices.Contains(list, "any") {
		return true
	}
	named := false
	for _, e := range list {
		switch {
		case e == "!"+is:
			return false
		case e == is:
			return true
		case !strings.HasPrefix(e, "!"):
			named = true
		}
	}
	return !named
}

// edge kinds.
const (
	edgeProd = iota
	edgeDev
	edgeOptional
	edgePeer
	edgePeerOptional
	edgeWorkspace
)

// edge is one dependency of a package.
type edge struct {
	name, spec string
	kind       int
}

// edges lists what a package depends on, by name; dev tells whether its devDependencies count.
func (m *manifest) edges(dev bool) []edge {
	all := map[string]edge{}
	for name, spec := range m.obj("peerDependencies").strings() {
		kind := edgePeer
		if opt, _ := m.obj("peerDependenciesMeta").obj(name).get("optional").(bool); opt {
			kind = edgePeerOptional
		}
		all[name] = edge{name, spec, kind}
	}
	// A peer that meta alone names is optional.
	if meta := m.obj("peerDependenciesMeta"); meta != nil {
		for _, name := range meta.keys {
			if _, ok := all[name]; !ok {
				all[name] = edge{name, "*", edgePeerOptional}
			}
		}
	}
	for name, spec := range m.obj("dependencies").strings() {
		all[name] = edge{name, spec, edgeProd}
	}
	for name, spec := range m.obj("optionalDependencies").strings() {
		all[name] = edge{name, spec, edgeOptional}
	}
	if dev {
		for name, spec := range m.obj("devDependencies").strings() {
			if e, ok := all[name]; !ok || e.kind >= edgePeer {
				all[name] = edge{name, spec, edgeDev}
			}
		}
	}
	bundled := m.list("bundleDependencies")
	if len(bundled) == 0 {
		bundled = m.list("bundledDependencies")
	}
	out := make([]edge, 0, len(all))
	for _, name := range slices.SortedFunc(maps.Keys(all), compareNames) {
		if goodName(name) && (dev || !slices.Contains(bundled, name)) {
			out = append(out, all[name])
		}
	}
	return out
}

// nativeAddon says why a package needs a compiler or a shared library, "" when it does not.
func (m *manifest) nativeAddon(hasGyp bool) string {
	if hasGyp {
		return "binding.gyp"
	}
	if gyp, _ := m.get("gypfile").(bool); gyp {
		return "binding.gyp"
	}
	if strings.HasSuffix(m.str("main"), ".node") {
		return m.str("main")
	}
	for _, event := range []string{"preinstall", "install", "postinstall"} {
		for _, tool := range []string{"node-gyp", "node-pre-gyp", "prebuild-install", "cmake-js", "prebuildify"} {
			if strings.Contains(m.obj("scripts").str(event), tool) {
				return tool
			}
		}
	}
	return ""
}
