package git

import (
	"sort"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/filemode"

	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var addUsage = optparse.Define("add", "[<options>] [--] <pathspec>...", "", `
-n, --dry-run
-v, --verbose
-f, --force
-A, --all
-u, --update
-N, --intent-to-add
    --no-all
    --refresh
    --ignore-errors
    --ignore-missing
    --chmod=<mode>
-p, --patch
-i, --interactive
-e, --edit
`)

func (g *run) add(args []string) error {
	if _, err := g.openWork(); err != nil {
		return err
	}
	o, err := g.options(addUsage, args)
	if err != nil {
		return err
	}
	for _, k := range []string{"p", "i", "e"} {
		if o.Has(k) {
			return fatal("add -%s is not supported in this git", k)
		}
	}
	if len(o.Args) == 0 && !o.Has("A") && !o.Has("u") {
		g.warn("Nothing specified, nothing added.\nhint: Maybe you wanted to say 'git add .'?\nhint: Turn this message off by running\nhint: \"git config advice.addEmptyPathspec false\"")
		return nil
	}
	specs, err := g.pathspecs(o.Args)
	if err != nil {
		return err
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	for i, spec := range specs {
		if !g.repo.exists(spec) && !g.known(s, spec) {
			if len(o.Args[i]) == 0 {
				return fatal("empty string is not a valid pathspec. please use . instead if you meant to match all paths")
			}
			u := g.newUntracked(s, []string{spec}, true)
			if strings.ContainsAny(spec, "*?[") && u.walk("", 0) == nil && len(u.out) > 0 {
				continue
			}
			return fatal("pathspec '%s' did not match any files", o.Args[i])
		}
	}
	var done []string
	say := func(what, name string) {
		if o.Has("v") || o.Has("n") {
			done = append(done, what+" '"+name+"'")
		}
	}
	// What is known already: changed or gone.
	for _, name := range s.names() {
		if !pathMatches(specs, name) {
			continue
		}
		info, err := g.repo.lstat(name)
		e := s.get(name)
		if err != nil || info.IsDir() {
			if e != nil && e.Mode == filemode.Submodule || o.Has("no-all") {
				continue
			}
			say("remove", name)
			if !o.Has("n") {
				s.remove(name)
			}
			continue
		}
		if e != nil && s.fresh(e, info) && !e.IntentToAdd {
			continue
		}
		h, err := g.hashFile(name, info)
		if err != nil {
			return &failure{"error: open(\"" + name + "\"): " + kernel.Strerror(err) + "\nerror: unable to index file '" + name + "'\nfatal: updating files failed", 128}
		}
		if e != nil && e.Hash == h && e.Mode == modeOf(info) && !e.IntentToAdd {
			continue
		}
		say("add", name)
		if !o.Has("n") {
			if err := g.stage(s, name); err != nil {
				return err
			}
		}
	}
	var refused []string
	if !o.Has("u") {
		u := g.newUntracked(s, specs, true)
		if o.Has("f") {
			u.ig = &ignores{g: g, off: true}
		}
		if err := u.walk("", 0); err != nil {
			return err
		}
		for _, name := range u.out {
			if dir, nested := strings.CutSuffix(name, "/"); nested {
				return fatal("adding embedded git repository '%s' is not supported in this git", dir)
			}
			say("add", name)
			if o.Has("n") {
				continue
			}
			if o.Has("N") {
				s.set(name, file{mode: filemode.Regular, hash: emptyBlob}, nil).IntentToAdd = true
				continue
			}
			if err := g.stage(s, name); err != nil {
				return err
			}
		}
		for i, spec := range specs {
			if !o.Has("f") && spec != "" && s.entries[spec] == nil && !s.under(spec) && g.repo.exists(spec) {
				info, err := g.repo.lstat(spec)
				if err == nil && g.newIgnores().excluded(spec, info.IsDir()) {
					_ = i
					refused = append(refused, g.ignoredBy(spec))
				}
			}
		}
	}
	if mode, ok := o.Value("chmod"); ok {
		if mode != "+x" && mode != "-x" {
			return fatal("--chmod param '%s' must be either -x or +x", mode)
		}
		for _, name := range s.names() {
			if e := s.get(name); e != nil && pathMatches(specs, name) && typeOf(e.Mode) == filemode.Regular {
				if e.Mode = filemode.Regular; mode == "+x" {
					e.Mode = filemode.Executable
				}
				s.changed = true
			}
		}
	}
	sort.Strings(done)
	for _, line := range done {
		g.printf("%s\n", line)
	}
	if err := g.writeIndex(s); err != nil {
		return err
	}
	if len(refused) > 0 {
		sort.Strings(refused)
		return &failure{"The following paths are ignored by one of your .gitignore files:\n" + strings.Join(refused, "\n") + "\nhint: Use -f if you really want to add them.\nhint: Turn this message off by running\nhint: \"git config advice.addIgnoredFile false\"", 1}
	}
	return nil
}

// ignoredBy is the part of a path that a rule excludes.
func (g *run) ignoredBy(name string) string {
	for i := range len(name) {
		if name[i] == '/' && g.newIgnores().excluded(name[:i], true) {
			return name[:i]
		}
	}
	return name
}

// known reports whether a pathspec matches something in the index.
func (g *run) known(s *staging, spec string) bool {
	for n := range s.entries {
		if specMatches(spec, n) {
			return true
		}
	}
	return false
}

// stage takes a file of the working tree into the index.
func (g *run) stage(s *staging, name string) error {
	info, err := g.repo.lstat(name)
	if err != nil {
		return err
	}
	mode := modeOf(info)
	if mode == filemode.Empty {
		return &failure{"error: " + name + ": can only add regular files, symbolic links or git-directories\nfatal: adding files failed", 128}
	}
	if err := g.alive(); err != nil {
		return err
	}
	data, err := g.repo.content(name, info)
	if err != nil {
		return &failure{"error: open(\"" + name + "\"): " + kernel.Strerror(err) + "\nerror: unable to index file '" + name + "'\nfatal: adding files failed", 128}
	}
	h, err := g.storeBlob(data)
	if err != nil {
		return &failure{"error: " + name + ": failed to insert into database\nfatal: " + kernel.Strerror(err), 128}
	}
	s.set(name, file{mode, h}, info)
	return nil
}

var rmUsage = optparse.Define("rm", "[<options>] [--] <file>...", "", `
-n, --dry-run
-q, --quiet
    --cached
-f, --force
-r
    --ignore-unmatch
`)

func (g *run) rm(args []string) error {
	if _, err := g.openWork(); err != nil {
		return err
	}
	o, err := g.options(rmUsage, args)
	if err != nil {
		return err
	}
	if len(o.Args) == 0 {
		return fatal("No pathspec was given. Which files should I remove?")
	}
	specs, err := g.pathspecs(o.Args)
	if err != nil {
		return err
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	var names []string
	for i, spec := range specs {
		found := false
		for _, n := range s.names() {
			if !specMatches(spec, n) {
				continue
			}
			found = true
			if n != spec && !o.Has("r") && !strings.ContainsAny(spec, "*?[") {
				return fatal("not removing '%s' recursively without -r", o.Args[i])
			}
			names = append(names, n)
		}
		if !found && !o.Has("ignore-unmatch") {
			return fatal("pathspec '%s' did not match any files", o.Args[i])
		}
	}
	sort.Strings(names)
	if !o.Has("f") {
		_, head, err := g.head()
		if err != nil {
			return err
		}
		base, err := g.treeOf(head)
		if err != nil {
			return err
		}
		var both, staged, local []string
		for _, n := range names {
			e := s.get(n)
			if e == nil || e.IntentToAdd {
				continue
			}
			inHead := base[n] == file{e.Mode, e.Hash}
			_, statErr := g.repo.lstat(n)
			same := statErr != nil || !g.dirty(s, n)
			switch {
			case !inHead && !same:
				both = append(both, n)
			case !inHead && !o.Has("cached"):
				staged = append(staged, n)
			case !same && !o.Has("cached"):
				local = append(local, n)
			}
		}
		var text []string
		add := func(list []string, one, many, advice string) {
			if len(list) == 0 {
				return
			}
			head := one
			if len(list) > 1 {
				head = many
			}
			text = append(text, "error: "+head+"\n    "+strings.Join(list, "\n    ")+"\n"+advice)
		}
		add(both, "the following file has staged content different from both the\nfile and the HEAD:", "the following files have staged content different from both the\nfile and the HEAD:", "(use -f to force removal)")
		add(staged, "the following file has changes staged in the index:", "the following files have changes staged in the index:", "(use --cached to keep the file, or -f to force removal)")
		add(local, "the following file has local modifications:", "the following files have local modifications:", "(use --cached to keep the file, or -f to force removal)")
		if len(text) > 0 {
			return &failure{strings.Join(text, "\n"), 1}
		}
	}
	last := ""
	for _, n := range names {
		if n == last {
			continue
		}
		last = n
		if !o.Has("q") {
			g.printf("rm '%s'\n", n)
		}
		if o.Has("n") {
			continue
		}
		if !o.Has("cached") {
			if err := g.removeFile(n); err != nil {
				return fatal("git rm: '%s': %s", n, kernel.Strerror(err))
			}
		}
		s.remove(n)
	}
	return g.writeIndex(s)
}

var mvUsage = optparse.Define("mv", "[<options>] <source>... <destination>", "", `
-v, --verbose
-n, --dry-run
-f, --force
-k
`)

func (g *run) mv(args []string) error {
	if _, err := g.openWork(); err != nil {
		return err
	}
	o, err := g.options(mvUsage, args)
	if err != nil {
		return err
	}
	if len(o.Args) < 2 {
		return &failure{"usage: git mv [<options>] <source>... <destination>\n", 129}
	}
	specs, err := g.pathspecs(o.Args)
	if err != nil {
		return err
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	dest := specs[len(specs)-1]
	info, statErr := g.repo.fs.Stat(g.repo.abs(dest))
	toDir := statErr == nil && info.IsDir()
	if len(specs) > 2 && !toDir {
		return fatal("destination '%s' is not a directory", o.Args[len(o.Args)-1])
	}
	for _, src := range specs[:len(specs)-1] {
		to := dest
		if toDir {
			to = strings.TrimPrefix(dest+"/"+src[strings.LastIndexByte(src, '/')+1:], "/")
		}
		bad := func(why string) error {
			return fatal("%s, source=%s, destination=%s", why, src, to)
		}
		from, err := g.repo.lstat(src)
		var problem error
		switch {
		case err != nil:
			problem = bad("bad source")
		case from.IsDir() && !s.under(src):
			problem = bad("source directory is empty")
		case !from.IsDir() && s.entries[src] == nil:
			problem = bad("not under version control")
		case from.IsDir() && (to == src || strings.HasPrefix(to, src+"/")):
			problem = bad("can not move directory into itself")
		case g.repo.exists(to) && !o.Has("f"):
			problem = bad("destination exists")
		case !g.repo.exists(parentOf(to)):
			problem = fatal("renaming '%s' failed: No such file or directory", src)
		}
		if problem != nil {
			if o.Has("k") {
				continue
			}
			return problem
		}
		if o.Has("n") || o.Has("v") {
			g.printf("Renaming %s to %s\n", src, to)
		}
		if o.Has("n") {
			continue
		}
		if err := g.repo.fs.Rename(g.repo.abs(src), g.repo.abs(to)); err != nil {
			return fatal("renaming '%s' failed: %s", src, kernel.Strerror(err))
		}
		for _, n := range s.names() {
			if n != src && !strings.HasPrefix(n, src+"/") {
				continue
			}
			e := s.get(n)
			s.remove(n)
			if e == nil {
				continue
			}
			name := to + n[len(src):]
			info, err := g.repo.lstat(name)
			if err != nil {
				info = nil
			}
			moved := s.set(name, file{e.Mode, e.Hash}, nil)
			if info != nil && !info.IsDir() {
				moved.ModifiedAt, moved.CreatedAt, moved.Size, moved.Inode, moved.Dev = e.ModifiedAt, e.CreatedAt, e.Size, e.Inode, e.Dev
			}
		}
	}
	return g.writeIndex(s)
}

func parentOf(name string) string {
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		return name[:i]
	}
	return ""
}
