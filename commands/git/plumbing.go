package git

import (
	"bytes"
	"path"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

func (g *run) revParse(args []string) error {
	repo, err := g.open()
	if err != nil {
		return err
	}
	verify, quiet, symbolic, short, abbrev := false, false, false, 0, ""
	var single string
	for i := 0; i < len(args); i++ {
		a := args[i]
		name, value, has := strings.Cut(a, "=")
		switch name {
		case "--show-toplevel":
			if repo.work == "" {
				return fatal("this operation must be run in a work tree")
			}
			g.printf("%s\n", repo.work)
		case "--git-dir":
			switch {
			case g.gitDir != "":
				g.printf("%s\n", g.gitDir)
			case g.p.Dir() == repo.work:
				g.printf(".git\n")
			case g.p.Dir() == repo.dir:
				g.printf(".\n")
			default:
				g.printf("%s\n", repo.dir)
			}
		case "--absolute-git-dir":
			g.printf("%s\n", repo.dir)
		case "--git-common-dir":
			g.printf("%s\n", repo.rel(".git"))
		case "--git-path":
			if i++; i < len(args) {
				g.printf("%s\n", path.Join(repo.rel(".git"), args[i]))
			}
		case "--is-inside-work-tree":
			g.printf("%t\n", repo.work != "" && !strings.HasPrefix(g.p.Dir()+"/", repo.dir+"/"))
		case "--is-inside-git-dir":
			g.printf("%t\n", strings.HasPrefix(g.p.Dir()+"/", repo.dir+"/"))
		case "--is-bare-repository":
			g.printf("%t\n", repo.work == "")
		case "--is-shallow-repository":
			g.printf("false\n")
		case "--show-prefix":
			g.printf("%s\n", repo.prefix)
		case "--show-cdup":
			g.printf("%s\n", strings.Repeat("../", strings.Count(repo.prefix, "/")))
		case "--show-object-format":
			g.printf("sha1\n")
		case "--verify":
			verify = true
		case "-q", "--quiet":
			quiet = true
		case "--short":
			verify, short = true, shortLength
			if has {
				_, _ = sscan(value, &short)
			}
		case "--abbrev-ref":
			abbrev = orDefault(value, "strict")
		case "--symbolic-full-name", "--symbolic":
			symbolic = true
		case "--all":
			for _, r := range g.references("refs/") {
				if h, ok := g.resolveRef(r); ok {
					g.printf("%s\n", h)
				}
			}
		case "--branches", "--tags":
			prefix := map[string]string{"--branches": "refs/heads/", "--tags": "refs/tags/"}[name]
			for _, r := range g.references(prefix) {
				if h, ok := g.resolveRef(r); ok {
					g.printf("%s\n", h)
				}
			}
		case "--", "--revs-only", "--no-revs", "--default", "--end-of-options":
			if a == "--" {
				g.printf("--\n")
			}
		default:
			if strings.HasPrefix(a, "-") && a != "-" {
				g.printf("%s\n", a)
				continue
			}
			if abbrev != "" || symbolic {
				if err := g.refNameOf(a, abbrev != ""); err != nil {
					return err
				}
				continue
			}
			if from, to, symmetric, ok := splitRange(a); ok && !verify {
				x, okX := g.lookup(from)
				y, okY := g.lookup(to)
				if okX && okY {
					g.printf("%s\n", y)
					if symmetric {
						g.printf("%s\n", x)
						bases, _ := g.mergeBases(x, y)
						for _, b := range bases {
							g.printf("^%s\n", b)
						}
					} else {
						g.printf("^%s\n", x)
					}
					continue
				}
			}
			rest, not := strings.CutPrefix(a, "^")
			h, ok := g.lookup(rest)
			if !ok {
				switch {
				case quiet && verify:
					return status(1)
				case verify:
					return fatal("Needed a single revision")
				}
				g.printf("%s\n", a)
				_ = g.w.Flush()
				return ambiguous(a)
			}
			if single != "" && verify {
				return fatal("Needed a single revision")
			}
			single = a
			if not {
				g.printf("^")
			}
			if short > 0 {
				text := g.short(h)
				if short > len(text) && short <= 40 {
					text = h.String()[:short]
				} else if short < shortLength {
					for n := max(4, short); n <= len(text); n++ {
						if len(g.withPrefix(h.String()[:n])) <= 1 {
							text = h.String()[:n]
							break
						}
					}
				}
				g.printf("%s\n", text)
			} else {
				g.printf("%s\n", h)
			}
		}
	}
	if verify && single == "" && abbrev == "" && !symbolic {
		if quiet {
			return status(1)
		}
		return fatal("Needed a single revision")
	}
	return nil
}

func (g *run) refNameOf(arg string, short bool) error {
	if arg == "HEAD" || arg == "@" {
		branch, head, err := g.head()
		if err != nil {
			return err
		}
		if head.IsZero() {
			g.printf("HEAD\n")
			_ = g.w.Flush()
			return ambiguous(arg)
		}
		switch {
		case branch == "":
			g.printf("HEAD\n")
		case short:
			g.printf("%s\n", branch.Short())
		default:
			g.printf("%s\n", branch)
		}
		return nil
	}
	if name, at, ok := strings.Cut(arg, "@{"); ok && (at == "u}" || at == "upstream}") {
		if name == "" {
			b, _, _ := g.head()
			name = b.Short()
		}
		up, ok := g.upstream(name)
		if !ok {
			return fatal("no upstream configured for branch '%s'", name)
		}
		if short {
			g.printf("%s\n", up.Short())
		} else {
			g.printf("%s\n", up)
		}
		return nil
	}
	if ref, ok := g.ref(arg); ok {
		if short {
			g.printf("%s\n", ref.Name().Short())
		} else {
			g.printf("%s\n", ref.Name())
		}
		return nil
	}
	if _, ok := g.lookup(arg); ok {
		return nil
	}
	g.printf("%s\n", arg)
	_ = g.w.Flush()
	return ambiguous(arg)
}

var lsFilesUsage = optparse.Define("ls-files", "[<options>] [<file>...]", "", `
-c, --cached
-d, --deleted
-m, --modified
-o, --others
-i, --ignored
-s, --stage
-u, --unmerged
-t
-z
    --exclude-standard
-x, --exclude=<pattern>
    --directory
    --error-unmatch
    --full-name
    --deduplicate
    --abbrev[=<n>]
`)

func (g *run) lsFiles(args []string) error {
	if _, err := g.openWork(); err != nil {
		return err
	}
	o, err := g.options(lsFilesUsage, args)
	if err != nil {
		return err
	}
	specs, err := g.pathspecs(o.Args)
	if err != nil {
		return err
	}
	if len(specs) == 0 && g.repo.prefix != "" {
		specs = []string{strings.TrimSuffix(g.repo.prefix, "/")}
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	end := "\n"
	show := func(n string) string {
		if !o.Has("full-name") {
			n = g.repo.rel(n)
		}
		if o.Has("z") {
			return n
		}
		return quoted(n)
	}
	if o.Has("z") {
		end = "\x00"
	}
	if o.Has("error-unmatch") {
		if err := g.matchAll(specs, o.Args, s.names()); err != nil {
			if f, ok := err.(*failure); ok {
				f.text += "\nDid you forget to 'git add'?"
			}
			return err
		}
	}
	if o.Has("o") {
		u := g.newUntracked(s, specs, !o.Has("directory"))
		if !o.Has("exclude-standard") {
			u.ig = &ignores{g: g, off: true}
			for _, m := range o.Options {
				if m.Key == "x" {
					u.ig.add(m.Value, "")
				}
			}
		}
		if err := u.walk("", 0); err != nil {
			return err
		}
		list := u.out
		if o.Has("i") {
			list = u.ignored
		}
		for _, n := range list {
			g.printf("%s%s", show(n), end)
		}
	}
	if o.Has("m") || o.Has("d") {
		changes, err := g.unstaged(s, specs)
		if err != nil {
			return err
		}
		for _, c := range changes {
			if o.Has("d") && c.kind == 'D' {
				g.printf("%s%s", show(c.path), end)
			}
			if o.Has("m") {
				g.printf("%s%s", show(c.path), end)
			}
		}
	}
	if (o.Has("o") || o.Has("m") || o.Has("d")) && !o.Has("c") && !o.Has("s") {
		return nil
	}
	for _, n := range s.names() {
		if !pathMatches(specs, n) {
			continue
		}
		for stage, e := range s.entries[n] {
			if e == nil || o.Has("u") && stage == 0 {
				continue
			}
			if o.Has("s") || o.Has("u") {
				g.printf("%06o %s %d\t%s%s", uint32(e.Mode), e.Hash, stage, show(n), end)
				continue
			}
			if o.Has("t") {
				mark := "H"
				if stage > 0 {
					mark = "M"
				}
				g.printf("%s ", mark)
			}
			g.printf("%s%s", show(n), end)
		}
	}
	return nil
}

var lsTreeUsage = optparse.Define("ls-tree", "[<options>] <tree-ish> [<path>...]", "", `
-d
-r
-t
-l, --long
-z
    --name-only
    --name-status
    --full-name
    --full-tree
    --object-only
    --abbrev[=<n>]
    --format=<format>
`)

func (g *run) lsTree(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(lsTreeUsage, args)
	if err != nil {
		return err
	}
	if len(o.Args) == 0 {
		return &failure{"usage: git ls-tree [<options>] <tree-ish> [<path>...]\n", 129}
	}
	h, ok := g.lookup(o.Args[0])
	if !ok {
		return fatal("Not a valid object name %s", o.Args[0])
	}
	if h, ok = g.peel(h, plumbing.TreeObject); !ok {
		return fatal("not a tree object")
	}
	return g.lsTreeIn(o, h, "", o.Args[1:], 0)
}

func (g *run) lsTreeIn(o *optparse.Result, h plumbing.Hash, prefix string, specs []string, depth int) error {
	if depth > maxTreeDepth {
		return fatal("tree %s is too deep", h)
	}
	t, err := object.GetTree(g.repo.st, h)
	if err != nil {
		return g.objectError(h, err)
	}
	end := "\n"
	if o.Has("z") {
		end = "\x00"
	}
	for _, e := range t.Entries {
		if err := g.alive(); err != nil {
			return err
		}
		name := prefix + e.Name
		dir := e.Mode == filemode.Dir
		show, enter := len(specs) == 0, dir && o.Has("r")
		for _, s := range specs {
			clean := strings.TrimSuffix(s, "/")
			switch {
			case name == clean && dir && clean != s:
				enter = true
			case name == clean || strings.HasPrefix(name, clean+"/"):
				show = true
			case dir && strings.HasPrefix(clean, name+"/"):
				enter = true
			}
		}
		if show && !(dir && o.Has("r") && !o.Has("t") && !o.Has("d")) && (!o.Has("d") || dir) {
			kind := "blob"
			if dir {
				kind = "tree"
			} else if e.Mode == filemode.Submodule {
				kind = "commit"
			}
			shown := name
			if !o.Has("z") {
				shown = quoted(name)
			}
			switch {
			case o.Has("name-only") || o.Has("name-status"):
				g.printf("%s%s", shown, end)
			case o.Has("object-only"):
				g.printf("%s%s", e.Hash, end)
			case o.Has("l"):
				size := "-"
				if kind == "blob" {
					if n, err := g.repo.st.EncodedObjectSize(e.Hash); err == nil {
						size = itoa(int(n))
					}
				}
				g.printf("%06o %s %s %7s\t%s%s", uint32(e.Mode), kind, e.Hash, size, shown, end)
			default:
				g.printf("%06o %s %s\t%s%s", uint32(e.Mode), kind, e.Hash, shown, end)
			}
		}
		if enter {
			if err := g.lsTreeIn(o, e.Hash, name+"/", specs, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *run) catFile(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	usage := &failure{"usage: git cat-file <type> <object>\n   or: git cat-file (-e | -p) <object>\n   or: git cat-file (-t | -s) [--allow-unknown-type] <object>\n", 129}
	if len(args) == 1 && (args[0] == "--batch" || args[0] == "--batch-check") {
		return g.catBatch(args[0] == "--batch")
	}
	if len(args) != 2 {
		return usage
	}
	h, ok := g.lookup(args[1])
	if !ok {
		if args[0] == "-e" && len(args[1]) == 40 && isHex(args[1]) {
			return status(1)
		}
		return fatal("Not a valid object name %s", args[1])
	}
	e, err := g.repo.st.EncodedObject(plumbing.AnyObject, h)
	if err != nil {
		if args[0] == "-e" {
			return status(1)
		}
		if args[0] == "-t" || args[0] == "-s" {
			return fatal("git cat-file: could not get object info")
		}
		return fatal("Not a valid object name %s", args[1])
	}
	switch args[0] {
	case "-e":
		return nil
	case "-t":
		g.printf("%s\n", e.Type())
		return nil
	case "-s":
		g.printf("%d\n", e.Size())
		return nil
	case "-p":
		if e.Type() == plumbing.TreeObject {
			o, _ := lsTreeUsage.Parse(nil)
			return g.lsTreeIn(o, h, "", nil, 0)
		}
	case "blob", "tree", "commit", "tag":
		want := map[string]plumbing.ObjectType{"blob": plumbing.BlobObject, "tree": plumbing.TreeObject, "commit": plumbing.CommitObject, "tag": plumbing.TagObject}[args[0]]
		if h, ok = g.peel(h, want); !ok {
			return fatal("git cat-file %s: bad file", args[1])
		}
	default:
		return fatal("invalid object type \"%s\"", args[0])
	}
	_, data, err := g.readObject(h)
	if err != nil {
		return err
	}
	_, _ = g.w.Write(data)
	return nil
}

func (g *run) catBatch(content bool) error {
	lines := cmd.NewLineReader(g.p.Stdin(), '\n')
	for {
		line, _, err := lines.Next()
		if err != nil {
			return nil
		}
		name := string(line)
		h, ok := g.lookup(name)
		var data []byte
		var kind plumbing.ObjectType
		if ok {
			if kind, data, err = g.readObject(h); err != nil {
				ok = false
			}
		}
		if !ok {
			g.printf("%s missing\n", name)
			continue
		}
		g.printf("%s %s %d\n", h, kind, len(data))
		if content {
			_, _ = g.w.Write(data)
			g.printf("\n")
		}
	}
}

func (g *run) hashObject(args []string) error {
	write, stdin, kind := false, false, "blob"
	var files []string
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "-w":
			write = true
		case a == "--stdin":
			stdin = true
		case a == "-t" && i+1 < len(args):
			i++
			kind = args[i]
		case a == "--" || a == "--no-filters":
		case strings.HasPrefix(a, "-"):
			return &failure{"error: unknown option `" + strings.TrimLeft(a, "-") + "'\nusage: git hash-object [-t <type>] [-w] [--stdin] [--] <file>...\n", 129}
		default:
			files = append(files, a)
		}
	}
	t, err := plumbing.ParseObjectType(kind)
	if err != nil {
		return fatal("invalid object type \"%s\"", kind)
	}
	if write {
		if _, err := g.open(); err != nil {
			return err
		}
	}
	put := func(data []byte) error {
		h := plumbing.ComputeHash(t, data)
		if write {
			e := g.repo.st.NewEncodedObject()
			e.SetType(t)
			w, err := e.Writer()
			if err != nil {
				return err
			}
			_, _ = w.Write(data)
			_ = w.Close()
			if _, err := g.put(e); err != nil {
				return err
			}
		}
		g.printf("%s\n", h)
		return nil
	}
	if stdin {
		data, err := cmd.ReadAll(g.p.Stdin())
		if err != nil {
			return err
		}
		if err := put(data); err != nil {
			return err
		}
	}
	for _, f := range files {
		data, err := g.p.FS().ReadFile(f)
		if err != nil {
			return fatal("could not open '%s' for reading: %s", f, kernel.Strerror(err))
		}
		if err := put(data); err != nil {
			return err
		}
	}
	return nil
}

func (g *run) writeTreeCommand([]string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	if s.anyUnmerged() {
		var b strings.Builder
		for _, n := range s.names() {
			if s.unmerged(n) {
				b.WriteString(n + ": unmerged (" + s.firstHash(n) + ")\n")
			}
		}
		return &failure{b.String() + "fatal: git-write-tree: error building trees", 128}
	}
	h, err := g.writeTree(s.tree())
	if err == nil {
		g.printf("%s\n", h)
	}
	return err
}

func (s *staging) firstHash(n string) string {
	for _, e := range s.entries[n] {
		if e != nil {
			return e.Hash.String()
		}
	}
	return ""
}

func (g *run) countObjects(args []string) error {
	repo, err := g.open()
	if err != nil {
		return err
	}
	n, size := 0, int64(0)
	list, _ := repo.fs.ReadDir(path.Join(repo.dir, "objects"))
	for _, d := range list {
		if len(d.Name()) != 2 || !isHex(d.Name()) {
			continue
		}
		files, _ := repo.fs.ReadDir(path.Join(repo.dir, "objects", d.Name()))
		for _, f := range files {
			n++
			if info, err := f.Info(); err == nil {
				size += (info.Size() + 4095) / 4096 * 4
			}
		}
	}
	if len(args) > 0 && args[0] == "-v" {
		packs, _ := repo.fs.ReadDir(path.Join(repo.dir, "objects/pack"))
		count := 0
		for _, f := range packs {
			if strings.HasSuffix(f.Name(), ".pack") {
				count++
			}
		}
		g.printf("count: %d\nsize: %d\nin-pack: 0\npacks: %d\nsize-pack: 0\nprune-packable: 0\ngarbage: 0\nsize-garbage: 0\n", n, size, count)
		return nil
	}
	g.printf("%d objects, %d kilobytes\n", n, size)
	return nil
}

var shortlogUsage = optparse.Define("shortlog", "[<options>] [<revision-range>]", "", `
-n, --numbered
-s, --summary
-e, --email
-c, --committer
    --no-merges
    --all
`)

func (g *run) shortlog(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(shortlogUsage, args)
	if err != nil {
		return err
	}
	if len(o.Args) == 0 {
		if fd := g.p.FD(0); fd == nil || !fd.IsTerminal() {
			return fatal("shortlog of a log on standard input is not supported in this git: name a revision")
		}
	}
	numbered := o.Has("n")
	for i := range o.Options { // -n is the number of commits elsewhere
		if o.Options[i].Key == "n" {
			o.Options[i].Key = "numbered"
		}
	}
	q, err := g.newQuery(o, args, o.Args)
	if err != nil {
		return err
	}
	by := map[string][]string{}
	err = q.each(func(c *object.Commit) error {
		who := c.Author
		if o.Has("c") {
			who = c.Committer
		}
		key := who.Name
		if o.Has("e") {
			key += " <" + who.Email + ">"
		}
		subject, _ := subjectOf(c.Message)
		by[key] = append(by[key], subject)
		return nil
	})
	if err != nil {
		return err
	}
	names := sortedKeys(by)
	if numbered {
		sortStable(names, func(a, b string) bool { return len(by[a]) > len(by[b]) })
	}
	for _, n := range names {
		if o.Has("s") {
			g.printf("%6d\t%s\n", len(by[n]), n)
			continue
		}
		g.printf("%s (%d):\n", n, len(by[n]))
		for i := len(by[n]) - 1; i >= 0; i-- {
			g.printf("      %s\n", by[n][i])
		}
		g.printf("\n")
	}
	return nil
}

var cleanUsage = optparse.Define("clean", "[-d] [-f] [-n] [-q] [-x | -X] [--] [<pathspec>...]", "", `
-d
-f, --force
-n, --dry-run
-q, --quiet
-x
-X
-e, --exclude=<pattern>
-i, --interactive
`)

func (g *run) clean(args []string) error {
	if _, err := g.openWork(); err != nil {
		return err
	}
	o, err := g.options(cleanUsage, args)
	if err != nil {
		return err
	}
	if o.Has("i") {
		return fatal("clean -i is not supported in this git")
	}
	if !o.Has("f") && !o.Has("n") && g.settingBool("clean.requireForce", true) {
		return fatal("clean.requireForce defaults to true and neither -i, -n, nor -f given; refusing to clean")
	}
	specs, err := g.pathspecs(o.Args)
	if err != nil {
		return err
	}
	if len(specs) == 0 && g.repo.prefix != "" {
		specs = []string{strings.TrimSuffix(g.repo.prefix, "/")}
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	u := g.newUntracked(s, specs, false)
	if o.Has("x") {
		u.ig = &ignores{g: g, off: true}
	}
	for _, m := range o.Options {
		if m.Key == "e" {
			u.ig.add(m.Value, "")
		}
	}
	if err := u.walk("", 0); err != nil {
		return err
	}
	list := u.out
	if o.Has("X") {
		list = u.ignored
	}
	sortStable(list, func(a, b string) bool { return a < b })
	for _, n := range list {
		dir := strings.HasSuffix(n, "/")
		if dir && !o.Has("d") && len(specs) == 0 {
			continue
		}
		if _, _, repo := gitDirOf(g.repo.fs, g.repo.abs(n)); dir && repo {
			continue
		}
		word := "Removing"
		if o.Has("n") {
			word = "Would remove"
		}
		if !o.Has("q") {
			g.printf("%s %s\n", word, quoted(g.repo.rel(n)))
		}
		if o.Has("n") {
			continue
		}
		if dir {
			err = g.repo.fs.RemoveAll(g.repo.abs(n))
		} else {
			err = g.repo.fs.Remove(g.repo.abs(n))
		}
		if err != nil {
			g.warn("warning: failed to remove %s: %s", n, kernel.Strerror(err))
		}
	}
	return nil
}

var blameUsage = optparse.Define("blame", "[<options>] [<rev>] [--] <file>", "", `
-L=<range>
-l
-s
-e, --show-email
-p, --porcelain
-w
-M
-C
    --date=<format>
    --abbrev=<n>
`)

func (g *run) blame(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(blameUsage, args)
	if err != nil {
		return err
	}
	if len(o.Args) == 0 || len(o.Args) > 2 {
		return &failure{"usage: git blame [<options>] [<rev-opts>] [<rev>] [--] <file>\n", 129}
	}
	if o.Has("p") {
		return fatal("blame -p is not supported in this git")
	}
	rev, name := "HEAD", o.Args[len(o.Args)-1]
	if len(o.Args) == 2 {
		rev = o.Args[0]
	}
	file, err := g.inRepo(name)
	if err != nil {
		return err
	}
	c, err := g.commitish(rev)
	if err != nil {
		return err
	}
	lines, err := g.blameLines(c, file)
	if err != nil {
		return err
	}
	if lines == nil {
		return fatal("no such path '%s' in %s", file, rev)
	}
	from, to := 1, len(lines)
	if v, ok := o.Value("L"); ok {
		a, b, _ := strings.Cut(v, ",")
		if _, err := sscan(a, &from); err != nil && a != "" {
			return fatal("-L %s is not supported in this git", v)
		}
		if rest, plus := strings.CutPrefix(b, "+"); plus {
			n := 0
			_, _ = sscan(rest, &n)
			to = from + n - 1
		} else if b != "" {
			_, _ = sscan(b, &to)
		}
		if from < 1 || from > len(lines) {
			return fatal("file %s has only %s", file, plural(len(lines), "line"))
		}
		to = min(to, len(lines))
	}
	date, _ := o.Value("date")
	if date == "" {
		date = "iso"
	}
	width := 0
	author := func(c *object.Commit) string {
		if o.Has("e") {
			return "<" + c.Author.Email + ">"
		}
		return c.Author.Name
	}
	for _, l := range lines[from-1 : to] {
		width = max(width, len([]rune(author(l.commit))))
	}
	number := digits(to)
	for i, l := range lines[from-1 : to] {
		hash := l.commit.Hash.String()[:8]
		if o.Has("l") {
			hash = l.commit.Hash.String()
		}
		if len(l.commit.ParentHashes) == 0 {
			hash = "^" + hash[:len(hash)-1]
		}
		text := bytes.TrimRight(l.text, "\n")
		if o.Has("s") {
			g.printf("%s %*d) %s\n", hash, number, from+i, text)
			continue
		}
		name := author(l.commit)
		g.printf("%s (%s%s %s %*d) %s\n", hash, name, strings.Repeat(" ", width-len([]rune(name))), g.dateText(l.commit.Author.When, date), number, from+i, text)
	}
	return nil
}

// blamed is a line with the commit that it came with.
type blamed struct {
	text   []byte
	commit *object.Commit
}

// blameLines follows each line of a file back through the first parent that has it.
func (g *run) blameLines(c *object.Commit, name string) ([]blamed, error) {
	find := func(c *object.Commit) (plumbing.Hash, bool) {
		t, err := object.GetTree(g.repo.st, c.TreeHash)
		if err != nil {
			return plumbing.ZeroHash, false
		}
		e, err := t.FindEntry(name)
		if err != nil || e.Mode == filemode.Dir {
			return plumbing.ZeroHash, false
		}
		return e.Hash, true
	}
	h, ok := find(c)
	if !ok {
		return nil, nil
	}
	data, err := g.readBlob(h)
	if err != nil {
		return nil, err
	}
	d := &differ{g: g}
	out := []blamed{}
	for _, l := range bytes.SplitAfter(data, []byte("\n")) {
		if len(l) > 0 {
			out = append(out, blamed{text: l})
		}
	}
	// The lines still open at a commit: where they are in its file, and in the one asked for.
	type open struct {
		commit *object.Commit
		hash   plumbing.Hash
		at     map[int]int
	}
	start := map[int]int{}
	for i := range out {
		start[i] = i
	}
	work := []open{{commit: c, hash: h, at: start}}
	for len(work) > 0 {
		if err := g.alive(); err != nil {
			return nil, err
		}
		w := work[0]
		work = work[1:]
		left := w.at
		for _, ph := range w.commit.ParentHashes {
			if len(left) == 0 {
				break
			}
			p, err := g.commitOf(ph)
			if err != nil {
				return nil, err
			}
			old, ok := find(p)
			if !ok {
				continue
			}
			if old == w.hash {
				work = append(work, open{commit: p, hash: old, at: left})
				left = nil
				break
			}
			a, err := g.readBlob(old)
			if err != nil {
				return nil, err
			}
			b, err := g.readBlob(w.hash)
			if err != nil {
				return nil, err
			}
			x, y, changes := d.compare(a, b)
			from := make([]int, len(y)) // the line of the parent, -1 for none
			i, j := 0, 0
			for _, ch := range append(changes, lastChange(len(x), len(y))) {
				for i < ch.A0 {
					from[j] = i
					i++
					j++
				}
				for j < ch.B1 && j < len(from) {
					from[j] = -1
					j++
				}
				i = ch.A1
			}
			passed, kept := map[int]int{}, map[int]int{}
			for at, final := range left {
				if at < len(from) && from[at] >= 0 {
					passed[from[at]] = final
				} else {
					kept[at] = final
				}
			}
			if len(passed) > 0 {
				work = append(work, open{commit: p, hash: old, at: passed})
			}
			left = kept
		}
		for _, final := range left {
			out[final].commit = w.commit
		}
	}
	return out, nil
}

var grepUsage = optparse.Define("grep", "[<options>] [-e] <pattern> [<rev>...] [[--] <path>...]", "", `
-n, --line-number
-i, --ignore-case
-l, --files-with-matches
-L, --files-without-match
-c, --count
-w, --word-regexp
-v, --invert-match
-E, --extended-regexp
-G, --basic-regexp
-F, --fixed-strings
-q, --quiet
-h
-H
-e=<pattern>
-I
    --cached
    --untracked
`)

func (g *run) grep(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(grepUsage, args)
	if err != nil {
		return err
	}
	operands := o.Args
	pat, ok := o.Value("e")
	if !ok {
		if len(operands) == 0 {
			return fatal("no pattern given")
		}
		pat, operands = operands[0], operands[1:]
	}
	match, err := grepMatcher(o, pat)
	if err != nil {
		return fatal("%v", err)
	}
	revs, paths, err := g.splitRevisions(withDashes(args, operands))
	if err != nil {
		return err
	}
	specs, err := g.pathspecs(paths)
	if err != nil {
		return err
	}
	if len(specs) == 0 && g.repo.prefix != "" {
		specs = []string{strings.TrimSuffix(g.repo.prefix, "/")}
	}
	found := false
	one := func(label, name string, data []byte) {
		n := 0
		shown := label + quoted(g.repo.rel(name))
		for i, line := range bytes.SplitAfter(data, []byte("\n")) {
			if len(line) == 0 || match(bytes.TrimRight(line, "\n")) == o.Has("v") {
				continue
			}
			if n++; o.Has("l") || o.Has("L") || o.Has("c") || o.Has("q") {
				continue
			}
			if isBinary(data) {
				g.printf("Binary file %s matches\n", shown)
				break
			}
			if !o.Has("h") {
				g.printf("%s:", shown)
			}
			if o.Has("n") {
				g.printf("%d:", i+1)
			}
			g.printf("%s\n", bytes.TrimRight(line, "\n"))
		}
		found = found || n > 0
		switch {
		case o.Has("q"):
		case o.Has("c") && n > 0:
			g.printf("%s:%d\n", shown, n)
		case o.Has("l") && n > 0, o.Has("L") && n == 0:
			g.printf("%s\n", shown)
		}
	}
	if len(revs) > 0 {
		for _, r := range revs {
			h, err := g.revision(r)
			if err != nil {
				return err
			}
			if h, ok = g.peel(h, plumbing.TreeObject); !ok {
				return fatal("unable to grep from object of type blob")
			}
			t, err := g.readTree(h)
			if err != nil {
				return err
			}
			for _, n := range sortedKeys(t) {
				if !pathMatches(specs, n) || isLink(t[n]) {
					continue
				}
				data, err := g.readBlob(t[n].hash)
				if err != nil {
					return err
				}
				one(r+":", n, data)
			}
		}
	} else {
		s, err := g.readIndex()
		if err != nil {
			return err
		}
		for _, n := range s.names() {
			if !pathMatches(specs, n) {
				continue
			}
			if err := g.alive(); err != nil {
				return err
			}
			e := s.get(n)
			if e != nil && isLink(file{mode: e.Mode}) {
				continue
			}
			var data []byte
			if info, err := g.repo.lstat(n); err == nil && info.Mode().IsRegular() && !o.Has("cached") {
				data, _ = g.repo.content(n, info)
			} else if e != nil && o.Has("cached") {
				if data, err = g.readBlob(e.Hash); err != nil {
					return err
				}
			} else {
				continue
			}
			one("", n, data)
		}
	}
	if !found {
		return status(1)
	}
	return nil
}
