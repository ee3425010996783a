package git

import (
	"path"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var initUsage = optparse.Define("init", "[-q | --quiet] [--bare] [-b <branch-name>] [<directory>]", "", `
-q, --quiet
    --bare
-b, --initial-branch=<name>
    --template=<dir>
    --shared[=<permissions>]
    --object-format=<format>
    --separate-git-dir=<dir>
`)

func (g *run) init(args []string) error {
	o, err := g.options(initUsage, args)
	if err != nil {
		return err
	}
	if f, ok := o.Value("object-format"); ok && f != "sha1" {
		return fatal("unknown hash algorithm '%s'", f)
	}
	if o.Has("separate-git-dir") {
		return fatal("--separate-git-dir is not supported in this git")
	}
	dir := "."
	if len(o.Args) > 0 {
		dir = o.Args[0]
	}
	branch, given := o.Value("b")
	if given && !validRef("refs/heads/"+branch) {
		return fatal("invalid initial branch name: '%s'", branch)
	}
	fsys := g.p.FS()
	top := fsys.Abs(dir)
	if err := fsys.MkdirAll(top, 0o777); err != nil {
		return fatal("cannot mkdir %s: %s", dir, kernel.Strerror(err))
	}
	repo := top
	if !o.Has("bare") {
		repo = path.Join(top, ".git")
	}
	again := isRepository(fsys, repo)
	if !again {
		if !given {
			if branch, given = g.over[normalKey("init.defaultBranch")]; !given {
				branch, given = g.setting("init.defaultBranch")
			}
		}
		if !given {
			branch = "master"
			if !o.Has("q") {
				g.warn("hint: Using 'master' as the name for the initial branch. This default branch name\nhint: is subject to change. To configure the initial branch name to use in all\nhint: of your new repositories, which will suppress this warning, call:\nhint: \nhint: \tgit config --global init.defaultBranch <name>\nhint: \nhint: Names commonly chosen instead of 'master' are 'main', 'trunk' and\nhint: 'development'. The just-created branch can be renamed via this command:\nhint: \nhint: \tgit branch -m <name>")
			}
		}
	}
	if err := g.makeRepository(repo, branch, o.Has("bare")); err != nil {
		return err
	}
	if !o.Has("q") {
		word := "Initialized empty"
		if again {
			word = "Reinitialized existing"
		}
		g.printf("%s Git repository in %s/\n", word, repo)
	}
	return nil
}

// makeRepository lays a repository out; what is there stays.
func (g *run) makeRepository(repo, branch string, bare bool) error {
	fsys := g.p.FS()
	for _, d := range []string{"", "branches", "hooks", "info", "objects/info", "objects/pack", "refs/heads", "refs/tags"} {
		if err := fsys.MkdirAll(path.Join(repo, d), 0o777); err != nil {
			return fatal("cannot mkdir %s: %s", path.Join(repo, d), kernel.Strerror(err))
		}
	}
	config := "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n"
	if bare {
		config = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n"
	}
	for name, text := range map[string]string{
		"HEAD":         "ref: refs/heads/" + branch + "\n",
		"config":       config,
		"description":  "Unnamed repository; edit this file 'description' to name the repository.\n",
		"info/exclude": "# git ls-files --others --exclude-from=.git/info/exclude\n# Lines that start with '#' are comments.\n# For a project mostly in C, the following would be a good set of\n# exclude patterns (uncomment them if you want to use them):\n# *.[oa]\n# *~\n",
	} {
		at := path.Join(repo, name)
		if _, err := fsys.Lstat(at); err == nil {
			continue
		}
		if err := fsys.WriteFile(at, []byte(text), 0o666); err != nil {
			return fatal("could not write '%s': %s", at, kernel.Strerror(err))
		}
	}
	return nil
}

var cloneUsage = optparse.Define("clone", "[<options>] [--] <repo> [<dir>]", "", `
-q, --quiet
-v, --verbose
-n, --no-checkout
    --bare
    --mirror
-b, --branch=<branch>
-o, --origin=<name>
    --depth=<depth>
    --single-branch
    --no-single-branch
    --no-tags
-l, --local
    --no-local
    --no-hardlinks
-s, --shared
-c, --config=<key=value>
    --progress
    --recursive
    --recurse-submodules[=<pathspec>]
    --filter=<args>
    --shallow-since=<time>
-j, --jobs=<n>
`)

func (g *run) clone(args []string) error {
	o, err := g.options(cloneUsage, args)
	if err != nil {
		return err
	}
	if len(o.Args) == 0 {
		return &failure{"fatal: You must specify a repository to clone.\n\nusage: git clone [<options>] [--] <repo> [<dir>]\n", 129}
	}
	if o.Has("filter") || o.Has("shallow-since") {
		return fatal("partial and shallow clones are not supported in this git")
	}
	source := o.Args[0]
	bare := o.Has("bare") || o.Has("mirror")
	dir := strings.TrimSuffix(path.Base(strings.TrimSuffix(strings.TrimSuffix(source, "/"), "/.git")), ".git")
	if bare {
		dir += ".git"
	}
	if len(o.Args) > 1 {
		dir = o.Args[1]
	}
	fsys := g.p.FS()
	top := fsys.Abs(dir)
	made := true
	if list, err := fsys.ReadDir(top); err == nil {
		made = false
		if len(list) > 0 {
			return fatal("destination path '%s' already exists and is not an empty directory.", dir)
		}
	} else if _, err := fsys.Lstat(top); err == nil {
		return fatal("destination path '%s' already exists and is not an empty directory.", dir)
	}
	url := source
	if !isURL(source) {
		abs := fsys.Abs(source)
		if _, _, ok := gitDirOf(fsys, abs); !ok {
			if _, err := fsys.Stat(abs); err != nil {
				return fatal("repository '%s' does not exist", source)
			}
			return &failure{"fatal: '" + source + "' does not appear to be a git repository\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.", 128}
		}
		url = abs
	}
	if !o.Has("q") {
		if bare {
			g.warn("Cloning into bare repository '%s'...", dir)
		} else {
			g.warn("Cloning into '%s'...", dir)
		}
	}
	repo := top
	if !bare {
		repo = path.Join(top, ".git")
	}
	err = g.cloneInto(o, url, top, repo, bare)
	if err != nil { // nothing of a failed clone stays
		if made {
			_ = fsys.RemoveAll(top)
		} else {
			_ = fsys.RemoveAll(repo)
		}
		return err
	}
	if !o.Has("q") && !isURL(source) {
		g.warn("done.")
	}
	return nil
}

func (g *run) cloneInto(o *optparse.Result, url, top, repo string, bare bool) error {
	if err := g.p.FS().MkdirAll(top, 0o777); err != nil {
		return fatal("could not create leading directories of '%s': %s", top, kernel.Strerror(err))
	}
	rm, err := g.connect(url)
	if err != nil {
		return err
	}
	defer rm.Close()
	want, chosen := o.Value("b")
	branch := rm.head
	if chosen {
		if _, ok := rm.refs["refs/heads/"+want]; ok {
			branch = "refs/heads/" + want
		} else if _, ok := rm.refs["refs/tags/"+want]; ok {
			branch = "refs/tags/" + want
		} else {
			return &failure{"warning: Could not find remote branch " + want + " to clone.\nfatal: Remote branch " + want + " not found in upstream " + orDefaultOrigin(o), 128}
		}
	}
	initial := strings.TrimPrefix(branch, "refs/heads/")
	if branch == "" || !strings.HasPrefix(branch, "refs/heads/") {
		initial = "master"
		if v, ok := g.setting("init.defaultBranch"); ok {
			initial = v
		}
	}
	if err := g.makeRepository(repo, initial, bare); err != nil {
		return err
	}
	g.repo = &repository{dir: repo, fs: g.p.FS()}
	if !bare {
		g.repo.work = top
	}
	if g.repo.st, err = g.storage(repo); err != nil {
		return err
	}
	origin := orDefaultOrigin(o)
	if err := g.setConfig("remote."+origin+".url", url); err != nil {
		return err
	}
	if !bare {
		if err := g.setConfig("remote."+origin+".fetch", "+refs/heads/*:refs/remotes/"+origin+"/*"); err != nil {
			return err
		}
	}
	for _, m := range o.Options {
		if m.Key == "c" {
			k, v, _ := strings.Cut(m.Value, "=")
			if err := g.setConfig(k, v); err != nil {
				return err
			}
		}
	}
	var wants []plumbing.Hash
	for n, h := range rm.refs {
		if !strings.HasSuffix(n, "^{}") {
			wants = append(wants, h)
		}
	}
	if len(wants) == 0 {
		g.warn("warning: You appear to have cloned an empty repository.")
		return nil
	}
	if err := rm.fetch(wants); err != nil {
		return err
	}
	for _, name := range sortedKeys(rm.refs) {
		h := rm.refs[name]
		local := ""
		switch {
		case bare && !strings.HasSuffix(name, "^{}") && (strings.HasPrefix(name, "refs/heads/") || strings.HasPrefix(name, "refs/tags/")):
			local = name
		case strings.HasPrefix(name, "refs/heads/"):
			if o.Has("single-branch") && name != branch {
				continue
			}
			local = "refs/remotes/" + origin + strings.TrimPrefix(name, "refs/heads")
		case strings.HasSuffix(name, "^{}"):
			continue
		case strings.HasPrefix(name, "refs/tags/") && !o.Has("no-tags"):
			local = name
		default:
			continue
		}
		if err := g.repo.st.SetReference(plumbing.NewHashReference(plumbing.ReferenceName(local), h)); err != nil {
			return err
		}
	}
	if bare {
		return nil
	}
	if strings.HasPrefix(rm.head, "refs/heads/") {
		name := plumbing.ReferenceName("refs/remotes/" + origin + "/HEAD")
		to := plumbing.ReferenceName("refs/remotes/" + origin + strings.TrimPrefix(rm.head, "refs/heads"))
		if err := g.repo.st.SetReference(plumbing.NewSymbolicReference(name, to)); err != nil {
			return err
		}
	}
	h, ok := rm.refs[branch]
	if !ok {
		if h = rm.headHash; h.IsZero() {
			g.warn("warning: remote HEAD refers to nonexistent ref, unable to checkout.\n")
			return nil
		}
	}
	c, ok := g.peel(h, plumbing.CommitObject)
	if !ok {
		return fatal("remote HEAD is not a commit")
	}
	if strings.HasPrefix(branch, "refs/heads/") {
		name := plumbing.ReferenceName(branch)
		if err := g.setRef(name, c, "clone: from "+url); err != nil {
			return err
		}
		if err := g.setConfig("branch."+name.Short()+".remote", origin); err != nil {
			return err
		}
		if err := g.setConfig("branch."+name.Short()+".merge", branch); err != nil {
			return err
		}
	} else {
		if err := g.repo.st.SetReference(plumbing.NewHashReference(plumbing.HEAD, c)); err != nil {
			return err
		}
		g.note(plumbing.HEAD, plumbing.ZeroHash, c, "clone: from "+url)
	}
	if o.Has("n") {
		return nil
	}
	t, err := g.treeOf(c)
	if err != nil {
		return err
	}
	s, err := g.readIndex()
	if err != nil {
		return err
	}
	if err := g.resetTo(s, t, true); err != nil {
		return err
	}
	return g.writeIndex(s)
}

func orDefaultOrigin(o *optparse.Result) string {
	if v, ok := o.Value("o"); ok {
		return v
	}
	return "origin"
}
