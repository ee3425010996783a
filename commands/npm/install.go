package npm

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// job is one change of a project: what to add and take away, and how far to go.
type job struct {
	add     []string // specs of the command line
	remove  []string
	update  []string // names whose locked versions are forgotten; "*" = all
	frozen  bool     // npm ci: the lock file says all
	scripts bool     // the project's own install scripts run
}

func installCommand(ctx context.Context, r *run) error {
	specs := r.words[1:]
	return r.apply(ctx, job{add: specs, scripts: len(specs) == 0})
}

func pruneCommand(ctx context.Context, r *run) error { return r.apply(ctx, job{}) }

func ciCommand(ctx context.Context, r *run) error {
	return r.apply(ctx, job{frozen: true, scripts: true})
}

func updateCommand(ctx context.Context, r *run) error {
	names := r.words[1:]
	if len(names) == 0 {
		names = []string{"*"}
	}
	return r.apply(ctx, job{update: names})
}

func uninstallCommand(ctx context.Context, r *run) error {
	if len(r.words) < 2 {
		return errorf("EUSAGE", "Must provide a package name to remove")
	}
	return r.apply(ctx, job{remove: r.words[1:]})
}

func installTestCommand(ctx context.Context, r *run) error {
	if err := r.apply(ctx, job{add: r.words[1:], scripts: len(r.words) == 1}); err != nil {
		return err
	}
	r.words = []string{"test"}
	return lifecycleCommand(ctx, r)
}

// apply carries a job out.
func (r *run) apply(ctx context.Context, j job) error {
	began := r.p.Kernel().Clock().Now()
	pkg, err := readManifest(r.p, r.c.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if j.frozen {
			_, err := r.manifest()
			return err
		}
		if err := r.p.FS().MkdirAll(r.c.dir, 0o755); err != nil {
			return err
		}
		pkg = &manifest{object: newObject(), indent: "  ", newline: true}
	case err != nil:
		return err
	}
	was := encode(pkg.object, pkg.indent)
	reg := newRegistry(ctx, r.p, r.c)
	defer reg.stop()

	target, err := r.workspace(pkg)
	if err != nil {
		return err
	}
	for _, name := range j.remove {
		for _, kind := range []string{"dependencies", "devDependencies", "optionalDependencies", "peerDependencies"} {
			if o := target.obj(kind); o != nil {
				if o.del(name); len(o.keys) == 0 {
					target.del(kind)
				}
			}
		}
	}
	forced, err := r.addSpecs(reg, target, j.add)
	if err != nil {
		return err
	}

	t, err := newTree(reg, r.c, pkg)
	if err != nil {
		return err
	}
	t.legacy, t.force, t.warn, t.forced = r.c.bool("legacy-peer-deps"), r.c.bool("force"), r.warn, forced
	if target != pkg {
		for _, top := range t.tops {
			if top.dir == r.wsDir {
				top.pkg = target
			}
		}
	}
	lock, err := r.lock(j, pkg)
	if err != nil {
		return err
	}
	if lock != nil {
		if err := t.load(lock); err != nil {
			return err
		}
	}
	for _, name := range j.update {
		for _, top := range t.tops {
			top.each(func(n *node) {
				if !n.isLink() && n.parent != nil && (name == "*" || n.name == name) {
					delete(n.parent.children, n.name)
				}
			})
		}
	}
	t.offline = j.frozen
	if err := t.build(ctx); err != nil {
		if j.frozen && !errors.Is(err, context.Canceled) {
			return &npmError{code: "EUSAGE", lines: []string{"",
				"`npm ci` can only install packages when your package.json and package-lock.json are in sync. Please update your lock file with `npm install` before continuing.", "",
				capital(err.Error()), ""}}
		}
		return err
	}

	modules := path.Join(r.c.dir, "node_modules")
	if j.frozen {
		if err := r.p.FS().RemoveAll(modules); err != nil {
			return err
		}
	}
	had, err := readLock(r.c, "node_modules/.package-lock.json")
	if err != nil {
		had = nil // a broken one is as none
	}
	if j.scripts {
		if err := r.own(ctx, pkg, "preinstall"); err != nil {
			return err
		}
	}
	if r.c.bool("package-lock-only") || r.c.bool("dry-run") {
		if r.c.bool("dry-run") {
			return nil
		}
		return r.save(t, target, pkg, was, j)
	}
	before := had.obj("packages")
	ch, err := t.reify(ctx, had)
	if err != nil {
		return err
	}
	if err := t.linkBins(); err != nil {
		return err
	}
	if r.c.bool("global") {
		if err := r.globalBins(t); err != nil {
			return err
		}
	}
	if err := t.dependencyScripts(ctx, r.p, func(n *node) bool {
		old := before.obj(n.loc)
		return old == nil || old.str("version") != n.pkg.version() || old.str("integrity") != n.integrity
	}); err != nil {
		// What has come with this goes again, and nothing is saved.
		for _, n := range t.fresh {
			err = errors.Join(err, r.p.FS().RemoveAll(n.dir))
		}
		t.want = slices.DeleteFunc(t.want, func(n *node) bool { return slices.Contains(t.fresh, n) })
		return errors.Join(err, t.linkBins())
	}
	if err := r.save(t, target, pkg, was, j); err != nil {
		return err
	}
	if exists(r.p, modules) {
		if err := writeFile(r.p, path.Join(modules, ".package-lock.json"), t.lockText(true)); err != nil {
			return err
		}
	}
	if j.scripts {
		for _, event := range []string{"install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"} {
			if err := r.own(ctx, pkg, event); err != nil {
				return err
			}
		}
	}
	if !r.c.silent() {
		r.printf("\n%s in %s\n", summary(ch), duration(r.p.Kernel().Clock().Now().Sub(began)))
	}
	return nil
}

// lock reads what the tree starts from.
func (r *run) lock(j job, pkg *manifest) (*object, error) {
	var lock *object
	var err error
	for _, name := range []string{"npm-shrinkwrap.json", lockName} {
		if lock, err = readLock(r.c, name); lock != nil || err != nil {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	if !j.frozen {
		if lock == nil {
			lock, _ = readLock(r.c, "node_modules/.package-lock.json") // a broken one is as none
		}
		return lock, nil
	}
	if lock == nil || lock.obj("packages") == nil {
		return nil, &npmError{code: "EUSAGE", lines: []string{"",
			"The `npm ci` command can only install with an existing package-lock.json or", "npm-shrinkwrap.json with lockfileVersion >= 1. Run an install with npm@5 or",
			"later to generate a package-lock.json file, then try again.", ""}}
	}
	// The project's dependencies must be those that the lock file was made for.
	locked := lock.obj("packages").obj("")
	for _, kind := range []string{"dependencies", "devDependencies", "optionalDependencies", "peerDependencies"} {
		if !maps.Equal(pkg.obj(kind).strings(), locked.obj(kind).strings()) {
			var lines []string
			for _, name := range sortedKeys(pkg.obj(kind).strings()) {
				if want, have := pkg.obj(kind).str(name), locked.obj(kind).str(name); have == "" {
					lines = append(lines, fmt.Sprintf("Missing: %s@%s from lock file", name, want))
				} else if have != want {
					lines = append(lines, fmt.Sprintf("Invalid: lock file's %s@%s does not satisfy %s@%s", name, have, name, want))
				}
			}
			return nil, &npmError{code: "EUSAGE", lines: slices.Concat([]string{"",
				"`npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync. Please update your lock file with `npm install` before continuing.", ""}, lines, []string{""})}
		}
	}
	return lock, nil
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// workspace is the package.json that is edited: that of -w, else the project's.
func (r *run) workspace(root *manifest) (*manifest, error) {
	want := r.c.get("workspace")
	if want == "" {
		return root, nil
	}
	dirs, err := workspaceDirs(r.p, r.c.dir, root)
	if err != nil {
		return nil, err
	}
	for _, d := range dirs {
		m, err := readManifest(r.p, d)
		if err != nil {
			return nil, err
		}
		if m.name() == want || d == path.Join(r.c.dir, want) {
			r.wsDir = d
			return m, nil
		}
	}
	return nil, errorf("", "No workspaces found:\n  --workspace=%s", want)
}

// addSpecs puts the command line's specs into a package.json and tells what the project gets whatever it has now.
func (r *run) addSpecs(reg *registry, pkg *manifest, specs []string) (map[string]*manifest, error) {
	forced := map[string]*manifest{}
	for _, arg := range specs {
		name, want := splitAt(arg)
		s := parseSpec(name, want, r.p.Dir())
		if !goodName(name) || want == "" && isArchive(arg) {
			if name = ""; !strings.ContainsAny(arg, ":/") {
				arg = "./" + arg
			}
			s = parseSpec("", arg, r.p.Dir())
		}
		if s.kind == specOther {
			return nil, errorf("EUNSUPPORTEDPROTOCOL", "Unsupported URL Type: %s", arg)
		}
		save := ""
		switch s.kind {
		case specRange, specTag:
			pack, err := reg.packument(s.name, orStar(s.want))
			if err != nil {
				return nil, err
			}
			m, err := pack.pick(s.name, s.want)
			if err != nil {
				return nil, err
			}
			forced[name] = m
			save = saveSpec(r.c, s, m.version())
			if s.name != name {
				save = "npm:" + s.name + "@" + save
			}
		case specFolder:
			m, err := readManifest(r.p, s.where)
			if errors.Is(err, fs.ErrNotExist) {
				return nil, &npmError{code: "ENOENT", lines: []string{"syscall open", "path " + path.Join(s.where, "package.json"), "errno -2",
					"enoent Could not read package.json: Error: ENOENT: no such file or directory, open '" + path.Join(s.where, "package.json") + "'"}}
			}
			if err != nil {
				return nil, err
			}
			if name == "" {
				name = m.name()
			}
			save = "file:" + relative(r.c.dir, s.where)
		case specFile, specURL:
			data, err := reg.tarball(s.where, "/")
			if err != nil {
				return nil, err
			}
			m, err := manifestIn(data)
			if err != nil {
				return nil, err
			}
			if name == "" {
				name = m.name()
			}
			if save = s.where; s.kind == specFile {
				save = "file:" + relative(r.c.dir, s.where)
			}
		}
		if !goodName(name) {
			return nil, errorf("EINVALIDPACKAGENAME", "Invalid package name %q of %s", name, arg)
		}
		r.saveTo(pkg, name, save)
	}
	return forced, nil
}

func orStar(s string) string {
	if s == "" {
		return "*"
	}
	return s
}

// saveTo writes a dependency where the options say, or where it stands already.
func (r *run) saveTo(pkg *manifest, name, want string) {
	kinds := []string{"dependencies", "devDependencies", "optionalDependencies", "peerDependencies"}
	kind := ""
	switch {
	case r.c.bool("save-dev"):
		kind = "devDependencies"
	case r.c.bool("save-optional"):
		kind = "optionalDependencies"
	case r.c.bool("save-peer"):
		kind = "peerDependencies"
	case r.c.bool("save-prod"):
		kind = "dependencies"
	default:
		kind = "dependencies"
		for _, k := range kinds {
			if pkg.obj(k).str(name) != "" {
				kind = k
			}
		}
	}
	for _, k := range kinds {
		if o := pkg.obj(k); o != nil && k != kind {
			if o.str(name) != "" && k != "peerDependencies" {
				r.warn("idealTree Removing " + k + "." + name + " in favor of " + kind + "." + name)
			}
			if o.del(name); len(o.keys) == 0 {
				pkg.del(k)
			}
		}
	}
	o := pkg.obj(kind)
	if o == nil {
		o = newObject()
		pkg.set(kind, o)
	}
	o.set(name, want)
	o.sortKeys()
}

// saveSpec is the range that package.json gets: ^ and the version, unless the range that was asked for is narrower.
func saveSpec(c *config, s spec, version string) string {
	v, ok := parseSemver(version)
	if !ok {
		return version
	}
	if c.bool("save-exact") {
		return version
	}
	prefix := "^"
	if c.get("save-prefix") != "" {
		prefix = c.get("save-prefix")
	}
	want, isRange := parseRange(s.want)
	if _, exact := parseSemver(s.want); s.kind != specRange || !isRange || exact || s.want == "" || s.want == "*" || len(want) != 1 {
		if len(want) > 1 {
			return s.want
		}
		return prefix + version
	}
	saved, _ := parseRange(prefix + version)
	for _, b := range want[0] {
		switch b.op {
		case "<":
			for _, up := range saved[0] {
				if up.op == "<" && up.v.compare(b.v) > 0 {
					return s.want
				}
			}
		case "<=", "=":
			return s.want
		default:
			if !b.match(v) {
				return s.want
			}
		}
	}
	return prefix + version
}

// save writes package.json, when it has changed, and the lock file.
func (r *run) save(t *tree, target, pkg *manifest, was string, j job) error {
	if j.frozen || r.c.off("save") && (len(j.add) > 0 || len(j.remove) > 0) {
		return nil
	}
	if r.c.bool("global") {
		return nil
	}
	if target != pkg {
		if err := target.write(r.p, r.wsDir); err != nil {
			return err
		}
	} else if encode(pkg.object, pkg.indent) != was {
		if err := pkg.write(r.p, r.c.dir); err != nil {
			return err
		}
	}
	if r.c.off("package-lock") || len(pkg.keys) == 0 && len(t.root.children) == 0 {
		return nil
	}
	return writeFile(r.p, path.Join(r.c.dir, lockName), t.lockText(false))
}

// own runs one of the project's own install scripts.
func (r *run) own(ctx context.Context, pkg *manifest, event string) error {
	if pkg.obj("scripts").str(event) == "" || r.c.bool("ignore-scripts") {
		return nil
	}
	return runScript(ctx, r.c, script{pkg: pkg, dir: r.c.dir, event: event, command: "install", header: true})
}

// globalBins links the programs of global packages into /usr/local/bin.
func (r *run) globalBins(t *tree) error {
	disk := r.p.FS()
	for _, n := range t.root.children {
		pkg, err := readManifest(r.p, n.dir)
		if err != nil {
			continue
		}
		for name, file := range pkg.bins() {
			link := path.Join("/usr/local/bin", name)
			if err := disk.RemoveAll(link); err != nil {
				return err
			}
			if err := disk.Symlink(relative("/usr/local/bin", path.Join(n.dir, path.Clean("/"+file))), link); err != nil {
				return err
			}
		}
	}
	return nil
}

func summary(c changes) string {
	var parts []string
	for _, e := range []struct {
		verb string
		n    int
	}{{"added", c.added}, {"removed", c.removed}, {"changed", c.changed}} {
		if e.n > 0 {
			s := "s"
			if e.n == 1 {
				s = ""
			}
			parts = append(parts, fmt.Sprintf("%s %d package%s", e.verb, e.n, s))
		}
	}
	switch len(parts) {
	case 0:
		return "up to date"
	case 1:
		return parts[0]
	}
	return strings.Join(parts[:len(parts)-1], ", ") + ", and " + parts[len(parts)-1]
}

// duration is a time as npm shows it: 477ms, 3s, 2m.
func duration(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%dms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.0fs", d.Seconds())
	}
	return fmt.Sprintf("%.0fm", d.Minutes())
}
