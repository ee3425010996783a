package npm

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// changes counts what an installation did.
type changes struct{ added, removed, changed int }

// reify makes node_modules what the tree says. Everything is fetched, checked and unpacked beside it first; only then do
// packages change place. had is what the last installation left (node_modules/.package-lock.json).
func (t *tree) reify(ctx context.Context, had *object) (ch changes, err error) {
	p := t.c.p
	disk := p.FS()
	var want []*node
	for _, top := range t.tops {
		top.each(func(n *node) {
			if n.parent != nil {
				want = append(want, n)
			}
		})
	}
	drop := func(n *node) bool {
		return n.dev && t.c.omit("dev") || n.optional && t.c.omit("optional") || n.peer && t.c.omit("peer") || n.devOptional && t.c.omit("dev") && t.c.omit("optional")
	}
	want = slices.DeleteFunc(want, func(n *node) bool {
		for m := n; m.parent != nil; m = m.parent {
			if m.inert || drop(m) {
				return true
			}
		}
		return false
	})
	for _, n := range want {
		if !n.isLink() && !n.pkg.fits() && !t.force {
			return ch, &npmError{code: "EBADPLATFORM", prefix: "notsup ", lines: []string{
				fmt.Sprintf("Unsupported platform for %s: wanted {\"os\":%q,\"cpu\":%q} (current: {\"os\":\"linux\",\"cpu\":\"x64\"})", n.pkg.id(), strings.Join(n.pkg.list("os"), ","), strings.Join(n.pkg.list("cpu"), ",")),
				"Valid os:   " + strings.Join(n.pkg.list("os"), ","), "Actual os:  linux",
				"Valid cpu:  " + strings.Join(n.pkg.list("cpu"), ","), "Actual cpu: x64"}}
		}
	}
	before := had.obj("packages")
	var fresh []*node
	keep := map[string]bool{}
	for _, n := range want {
		keep[n.dir] = true
		if t.stands(n, before) {
			continue
		}
		fresh = append(fresh, n)
	}
	modules := path.Join(t.c.dir, "node_modules")
	stage := path.Join(modules, fmt.Sprintf(".staging-%d", p.PID()))
	if len(fresh) > 0 {
		if err := disk.MkdirAll(stage, 0o755); err != nil {
			return ch, err
		}
		defer func() {
			err = errors.Join(err, disk.RemoveAll(stage))
			_ = disk.Remove(modules) // when nothing came into it
		}()
	}
	refused, err := t.fetchAll(fresh, stage)
	if err != nil {
		return ch, err
	}
	fresh = slices.DeleteFunc(fresh, func(n *node) bool { return refused[n] })
	for n := range refused {
		n.inert = true
	}
	want = slices.DeleteFunc(want, func(n *node) bool {
		for m := n; m != nil; m = m.parent {
			if refused[m] {
				delete(keep, n.dir)
				return true
			}
		}
		return false
	})
	if err := ctx.Err(); err != nil {
		return ch, err
	}
	for i, n := range fresh {
		_, lerr := disk.Lstat(n.dir)
		if err := t.swap(n, path.Join(stage, stageName(n))); err != nil {
			return ch, err
		}
		if fresh[i].isLink() && t.isWorkspace(n) {
			ch.added += b2i(lerr != nil)
			continue
		}
		if lerr == nil {
			ch.changed++
		} else {
			ch.added++
			t.fresh = append(t.fresh, n)
		}
	}
	for _, top := range t.tops {
		n, err := t.sweep(top.dir, keep)
		ch.removed += n
		if err != nil {
			return ch, err
		}
	}
	t.want = want
	return ch, nil
}

// stands says whether a package lies on the disk already, as the last installation left it.
func (t *tree) stands(n *node, before *object) bool {
	disk := t.c.p.FS()
	if n.isLink() {
		link, err := disk.Readlink(n.dir)
		return err == nil && path.Join(path.Dir(n.dir), link) == n.target.dir
	}
	info, err := disk.Lstat(n.dir)
	if err != nil || !info.IsDir() {
		return false
	}
	old := before.obj(n.loc)
	if old == nil || n.from != "" || old.str("version") != n.pkg.version() || n.integrity != "" && old.str("integrity") != n.integrity {
		return false
	}
	_, err = disk.Stat(path.Join(n.dir, "package.json"))
	return err == nil
}

func stageName(n *node) string { return strings.NewReplacer("/", "+").Replace(n.loc) }

// fetchAll fetches, checks and unpacks packages. Optional ones that cannot be had are returned.
func (t *tree) fetchAll(nodes []*node, stage string) (refused map[*node]bool, err error) {
	var mu sync.Mutex
	refused = map[*node]bool{}
	var first error
	var wg sync.WaitGroup
	for _, n := range nodes {
		if n.isLink() {
			continue
		}
		wg.Add(1)
		t.reg.work(func() error { return t.fetchOne(n, path.Join(stage, stageName(n))) }, func(err error) {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				return
			}
			if n.optional && !errors.Is(err, context.Canceled) {
				refused[n] = true
				return
			}
			if first == nil || errors.Is(first, context.Canceled) {
				first = err
			}
			t.reg.cancel() // the others need not go on
		})
	}
	wg.Wait()
	return refused, first
}

func (t *tree) fetchOne(n *node, stage string) error {
	link := n.resolved
	if n.from != "" {
		link = n.from
	}
	if link == "" {
		pack, err := t.reg.packument(n.pkg.name(), n.pkg.version())
		if err != nil {
			return err
		}
		m, err := pack.manifest(n.pkg.version())
		if err != nil {
			return err
		}
		link = m.obj("dist").str("tarball")
		if n.integrity == "" {
			n.integrity = distIntegrity(m)
		}
	}
	const public = "https://registry.npmjs.org/"
	if own := t.c.registry(n.pkg.name()); strings.HasPrefix(link, public) && own != public && t.c.get("replace-registry-host") != "never" {
		link = own + strings.TrimPrefix(link, public)
	}
	data, err := t.reg.tarball(link, t.c.dir)
	if err != nil {
		return err
	}
	if err := checkIntegrity(data, n.integrity, n.pkg.id()); err != nil {
		return err
	}
	if n.integrity == "" {
		n.integrity = integrityOf(data)
	}
	disk := t.c.p.FS()
	gyp, err := unpack(disk, data, stage)
	if err != nil {
		var ne *npmError
		if errors.As(err, &ne) {
			ne.lines = append([]string{"in the archive of " + n.pkg.id()}, ne.lines...)
		}
		return err
	}
	if n.pkg.obj("scripts") == nil || n.resolved == "" {
		if m, err := readManifest(t.c.p, stage); err == nil {
			m.indent = ""
			n.scripts = m
		}
	}
	on := n.pkg
	if n.scripts != nil {
		on = n.scripts
	}
	if why := on.nativeAddon(gyp); why != "" && !t.force {
		return &npmError{code: "ENOTSUP", prefix: "notsup ", lines: []string{
			"Not supported in this box: " + n.pkg.id() + " is a native addon (" + why + ").",
			"Nothing here compiles or loads machine code. Use a package that is JavaScript or WebAssembly,",
			"or retry with --force to unpack it without its addon."}}
	}
	return nil
}

// swap puts a package where it belongs and takes what lay there away; packages inside it stay.
func (t *tree) swap(n *node, stage string) error {
	disk := t.c.p.FS()
	if err := disk.MkdirAll(path.Dir(n.dir), 0o755); err != nil {
		return err
	}
	old, err := disk.Lstat(n.dir)
	if err == nil && old.IsDir() && !n.isLink() {
		inner := path.Join(n.dir, "node_modules")
		if _, err := disk.Lstat(inner); err == nil {
			if err := disk.RemoveAll(path.Join(stage, "node_modules")); err != nil {
				return err
			}
			if err := disk.Rename(inner, path.Join(stage, "node_modules")); err != nil {
				return err
			}
		}
	}
	if err == nil {
		if err := disk.RemoveAll(n.dir); err != nil {
			return err
		}
	}
	if n.isLink() {
		return disk.Symlink(relative(path.Dir(n.dir), n.target.dir), n.dir)
	}
	return disk.Rename(stage, n.dir)
}

// sweep takes away what is in a node_modules folder and not in the tree.
func (t *tree) sweep(dir string, keep map[string]bool) (removed int, err error) {
	disk := t.c.p.FS()
	modules := path.Join(dir, "node_modules")
	var walk func(dir string, scoped bool) error
	walk = func(dir string, scoped bool) error {
		entries, err := disk.ReadDir(dir)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			switch {
			case strings.HasPrefix(e.Name(), "."):
			case !scoped && strings.HasPrefix(e.Name(), "@") && e.IsDir():
				if err := walk(name, true); err != nil {
					return err
				}
				if left, err := disk.ReadDir(name); err == nil && len(left) == 0 {
					_ = disk.Remove(name)
				}
			case keep[name]:
				if e.IsDir() {
					n, err := t.sweep(name, keep)
					removed += n
					if err != nil {
						return err
					}
				}
			default:
				removed += countPackages(disk, name, 0)
				if err := disk.RemoveAll(name); err != nil {
					return err
				}
			}
		}
		return nil
	}
	// Packages that a package brings with it are its own.
	if pkg, err := readManifest(t.c.p, dir); err == nil && dir != t.c.dir && (len(pkg.list("bundleDependencies")) > 0 || len(pkg.list("bundledDependencies")) > 0) {
		return 0, nil
	}
	err = walk(modules, false)
	return removed, err
}

// countPackages counts a package's folder and those in its node_modules.
func countPackages(disk *vfs.FS, dir string, depth int) int {
	info, err := disk.Lstat(dir)
	if err != nil || depth > maxDepth {
		return 0
	}
	if !info.IsDir() {
		return b2i(info.Mode()&fs.ModeSymlink != 0)
	}
	n := 0
	if _, err := disk.Stat(path.Join(dir, "package.json")); err == nil {
		n = 1
	}
	entries, err := disk.ReadDir(path.Join(dir, "node_modules"))
	if err != nil {
		return n
	}
	for _, e := range entries {
		sub := path.Join(dir, "node_modules", e.Name())
		if !strings.HasPrefix(e.Name(), "@") {
			n += countPackages(disk, sub, depth+1)
			continue
		}
		scoped, _ := disk.ReadDir(sub) // none is none
		for _, s := range scoped {
			n += countPackages(disk, path.Join(sub, s.Name()), depth+1)
		}
	}
	return n
}

// linkBins makes node_modules/.bin: a link for each program of each package.
func (t *tree) linkBins() error {
	disk := t.c.p.FS()
	made := map[string]map[string]bool{}
	for _, top := range t.tops {
		top.each(func(n *node) { made[path.Join(n.dir, "node_modules", ".bin")] = map[string]bool{} })
	}
	for _, n := range t.want {
		pkg := n.real().pkg
		if n.scripts != nil {
			pkg = n.scripts
		}
		bin := path.Join(n.parent.dir, "node_modules", ".bin")
		bins := pkg.bins()
		for _, name := range sortedKeys(bins) {
			file := path.Join(n.dir, path.Clean("/"+bins[name]))
			info, err := disk.Stat(file)
			if err != nil || info.IsDir() || made[bin][name] {
				continue
			}
			if made[bin] == nil {
				made[bin] = map[string]bool{}
			}
			made[bin][name] = true
			if err := disk.MkdirAll(bin, 0o755); err != nil {
				return err
			}
			if info.Mode()&0o111 != 0o111 {
				_ = disk.Chmod(file, info.Mode().Perm()|0o111) // a linked folder may be another's
			}
			link, want := path.Join(bin, name), relative(bin, file)
			if old, err := disk.Readlink(link); err == nil && old == want {
				continue
			}
			if err := disk.RemoveAll(link); err != nil {
				return err
			}
			if err := disk.Symlink(want, link); err != nil {
				return err
			}
		}
	}
	for bin, names := range made {
		entries, err := disk.ReadDir(bin)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if !names[e.Name()] {
				_ = disk.Remove(path.Join(bin, e.Name())) // a link that leads nowhere now
			}
		}
		if len(names) == 0 {
			_ = disk.Remove(bin)
		}
	}
	return nil
}

// dependencyScripts runs the install scripts of the packages that are new.
func (t *tree) dependencyScripts(ctx context.Context, p *kernel.Process, fresh func(*node) bool) error {
	if t.c.bool("ignore-scripts") {
		return nil
	}
	for _, n := range t.want {
		if n.isLink() || !n.hasScripts || !fresh(n) {
			continue
		}
		pkg, err := readManifest(p, n.dir)
		if err != nil {
			continue
		}
		for _, event := range []string{"preinstall", "install", "postinstall"} {
			if pkg.obj("scripts").str(event) == "" {
				continue
			}
			if err := runScript(ctx, t.c, script{pkg: pkg, dir: n.dir, event: event, command: "install", quiet: !t.c.bool("foreground-scripts")}); err != nil {
				if n.optional {
					break
				}
				return err
			}
		}
	}
	return nil
}
