package git

import (
	"path"
	"sort"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// remotes lists the configured ones.
func (g *run) remotes() []string {
	c, err := g.readConfig(path.Join(g.repo.dir, "config"))
	if err != nil {
		return nil
	}
	var out []string
	for _, s := range c.Sections {
		if strings.EqualFold(s.Name, "remote") {
			for _, sub := range s.Subsections {
				out = append(out, sub.Name)
			}
		}
	}
	sort.Strings(out)
	return out
}

func (g *run) isRemote(name string) bool {
	for _, r := range g.remotes() {
		if r == name {
			return true
		}
	}
	return false
}

func (g *run) remote(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	verbose := false
	for len(args) > 0 && (args[0] == "-v" || args[0] == "--verbose") {
		verbose, args = true, args[1:]
	}
	if len(args) == 0 {
		for _, r := range g.remotes() {
			if !verbose {
				g.printf("%s\n", r)
				continue
			}
			url, _ := g.setting("remote." + r + ".url")
			push, ok := g.setting("remote." + r + ".pushurl")
			if !ok {
				push = url
			}
			g.printf("%s\t%s (fetch)\n%s\t%s (push)\n", r, url, r, push)
		}
		return nil
	}
	verb, rest := args[0], []string{}
	var flags []string
	for _, a := range args[1:] {
		if strings.HasPrefix(a, "-") {
			flags = append(flags, a)
		} else {
			rest = append(rest, a)
		}
	}
	usage := func(text string) error { return &failure{"usage: git remote " + text + "\n", 129} }
	missing := func(name string) error {
		return &failure{"error: No such remote '" + name + "'", 2}
	}
	switch verb {
	case "add":
		if len(rest) != 2 {
			return usage("add [<options>] <name> <url>")
		}
		if g.isRemote(rest[0]) {
			return &failure{"error: remote " + rest[0] + " already exists.", 3}
		}
		if !validRef("refs/remotes/" + rest[0] + "/x") {
			return fatal("'%s' is not a valid remote name", rest[0])
		}
		if err := g.setConfig("remote."+rest[0]+".url", rest[1]); err != nil {
			return err
		}
		if err := g.setConfig("remote."+rest[0]+".fetch", "+refs/heads/*:refs/remotes/"+rest[0]+"/*"); err != nil {
			return err
		}
		for _, f := range flags {
			if f == "-f" || f == "--fetch" {
				return g.fetch([]string{rest[0]})
			}
		}
		return nil
	case "remove", "rm":
		if len(rest) != 1 {
			return usage("remove <name>")
		}
		if !g.isRemote(rest[0]) {
			return missing(rest[0])
		}
		for _, r := range g.references("refs/remotes/" + rest[0] + "/") {
			if err := g.removeRef(r.Name()); err != nil {
				return err
			}
		}
		for _, b := range g.references("refs/heads/") {
			if v, ok := g.setting("branch." + b.Name().Short() + ".remote"); ok && v == rest[0] {
				_ = g.unsetConfig("branch." + b.Name().Short() + ".remote")
				_ = g.unsetConfig("branch." + b.Name().Short() + ".merge")
			}
		}
		return g.dropConfigSection("remote", rest[0])
	case "rename":
		if len(rest) != 2 {
			return usage("rename [--[no-]progress] <old> <new>")
		}
		if !g.isRemote(rest[0]) {
			return missing(rest[0])
		}
		if g.isRemote(rest[1]) {
			return &failure{"error: remote " + rest[1] + " already exists.", 3}
		}
		if err := g.changeSection(path.Join(g.repo.dir, "config"), []string{"remote." + rest[0], "remote." + rest[1]}, true); err != nil {
			return err
		}
		if err := g.setConfig("remote."+rest[1]+".fetch", "+refs/heads/*:refs/remotes/"+rest[1]+"/*"); err != nil {
			return err
		}
		for _, r := range g.references("refs/remotes/" + rest[0] + "/") {
			to := plumbing.ReferenceName("refs/remotes/" + rest[1] + strings.TrimPrefix(r.Name().String(), "refs/remotes/"+rest[0]))
			moved := plumbing.NewHashReference(to, r.Hash())
			if r.Type() == plumbing.SymbolicReference {
				moved = plumbing.NewSymbolicReference(to, plumbing.ReferenceName("refs/remotes/"+rest[1]+strings.TrimPrefix(r.Target().String(), "refs/remotes/"+rest[0])))
			}
			if err := g.repo.st.SetReference(moved); err != nil {
				return err
			}
			if err := g.removeRef(r.Name()); err != nil {
				return err
			}
		}
		for _, b := range g.references("refs/heads/") {
			if v, ok := g.setting("branch." + b.Name().Short() + ".remote"); ok && v == rest[0] {
				if err := g.setConfig("branch."+b.Name().Short()+".remote", rest[1]); err != nil {
					return err
				}
			}
		}
		return nil
	case "get-url":
		if len(rest) != 1 {
			return usage("get-url [--push] [--all] <name>")
		}
		url, ok := g.setting("remote." + rest[0] + ".url")
		if !ok {
			return missing(rest[0])
		}
		g.printf("%s\n", url)
		return nil
	case "set-url":
		if len(rest) < 2 {
			return usage("set-url [--push] <name> <newurl> [<oldurl>]")
		}
		if !g.isRemote(rest[0]) {
			return missing(rest[0])
		}
		key := "url"
		for _, f := range flags {
			if f == "--push" {
				key = "pushurl"
			}
		}
		return g.setConfig("remote."+rest[0]+"."+key, rest[1])
	case "prune":
		if len(rest) != 1 {
			return usage("prune [<options>] <name>")
		}
		return g.fetch([]string{"--prune", rest[0]})
	case "update":
		return g.fetch(rest)
	case "show":
		if len(rest) == 0 {
			return g.remote(nil)
		}
		url, ok := g.setting("remote." + rest[0] + ".url")
		if !ok {
			return fatal("'%s' does not appear to be a git repository", rest[0])
		}
		head := "(unknown)"
		if rm, err := g.connect(url); err == nil {
			if rm.head != "" {
				head = strings.TrimPrefix(rm.head, "refs/heads/")
			}
			rm.Close()
		}
		g.printf("* remote %s\n  Fetch URL: %s\n  Push  URL: %s\n  HEAD branch: %s\n", rest[0], url, url, head)
		return nil
	}
	return &failure{"error: unknown subcommand: `" + verb + "'\nusage: git remote [-v | --verbose]\n", 129}
}

// defaultRemote is the current branch's, or origin, or the only one.
// fetched is a line of FETCH_HEAD.
// fetchFrom brings what refspecs ask for and tells what moved.
// peel follows a tag in a remote that is a directory.
// pushUpdate reads a refspec of push.
func (g *run) lsRemote(args []string) error {
	var rest []string
	heads, tags := false, false
	for _, a := range args {
		switch a {
		case "--heads", "-h":
			heads = true
		case "--tags", "-t":
			tags = true
		default:
			if !strings.HasPrefix(a, "-") {
				rest = append(rest, a)
			}
		}
	}
	_, openErr := g.open()
	url := ""
	if len(rest) > 0 {
		url = rest[0]
	} else if openErr != nil {
		return openErr
	} else {
		url = g.defaultRemote()
	}
	if openErr == nil {
		if v, ok := g.setting("remote." + url + ".url"); ok {
			url = v
		}
	}
	rm, err := g.connect(url)
	if err != nil {
		return err
	}
	defer rm.Close()
	if !rm.headHash.IsZero() && !heads && !tags {
		g.printf("%s\tHEAD\n", rm.headHash)
	}
	for _, n := range sortedKeys(rm.refs) {
		if heads && !strings.HasPrefix(n, "refs/heads/") || tags && !strings.HasPrefix(n, "refs/tags/") {
			continue
		}
		match := len(rest) < 2
		for _, pat := range rest[min(1, len(rest)):] {
			match = match || n == pat || strings.HasSuffix(n, "/"+pat) || globMatch("*/"+pat, n)
		}
		if !match {
			continue
		}
		g.printf("%s\t%s\n", rm.refs[n], n)
		if rm.local != nil && strings.HasPrefix(n, "refs/tags/") {
			if c, ok := rm.peel(rm.refs[n]); ok && c != rm.refs[n] {
				g.printf("%s\t%s^{}\n", c, n)
			}
		}
	}
	return nil
}
