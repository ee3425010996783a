package git

import (
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
					u.ig.Add(m.Value, "")
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
