package git

import (
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/sandpit-dev/sandpit/internal/optparse"
)

var pushUsage = optparse.Define("push", "[<options>] [<repository> [<refspec>...]]", "", `
-q, --quiet
-v, --verbose
-u, --set-upstream
-f, --force
    --force-with-lease[=<refname>]
    --all
    --mirror
    --tags
    --follow-tags
-d, --delete
-n, --dry-run
    --porcelain
    --prune
    --no-verify
    --progress
    --no-progress
    --atomic
-o, --push-option=<option>
`)

func (g *run) push(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(pushUsage, args)
	if err != nil {
		return err
	}
	if o.Has("mirror") || o.Has("atomic") || o.Has("prune") {
		return fatal("push --mirror, --atomic and --prune are not supported in this git")
	}
	name := g.defaultRemote()
	specs := []string{}
	if len(o.Args) > 0 {
		name, specs = o.Args[0], o.Args[1:]
	}
	url, configured := g.setting("remote." + name + ".pushurl")
	if !configured {
		url, configured = g.setting("remote." + name + ".url")
	}
	if !configured {
		url = name
		if len(o.Args) == 0 {
			return fatal("No configured push destination.\nEither specify the URL from the command-line or configure a remote repository using\n\n    git remote add <name> <url>\n\nand then push using the remote name\n\n    git push <name>\n")
		}
	}
	branch, head, err := g.head()
	if err != nil {
		return err
	}
	if len(specs) == 0 && !o.Has("all") && !o.Has("tags") {
		if branch == "" {
			return fatal("You are not currently on a branch.\nTo push the history leading to the current (detached HEAD)\nstate now, use\n\n    git push %s HEAD:<name-of-remote-branch>\n", name)
		}
		mode, _ := g.setting("push.default")
		up, hasUp := g.upstream(branch.Short())
		auto := g.settingBool("push.autoSetupRemote", false)
		if !hasUp && !o.Has("u") && mode != "current" && !auto && len(o.Args) == 0 {
			return fatal("The current branch %s has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream %s %s\n\nTo have this happen automatically for branches without a tracking\nupstream, see 'push.autoSetupRemote' in 'git help config'.\n", branch.Short(), name, branch.Short())
		}
		dst := branch.String()
		if hasUp && len(o.Args) == 0 {
			if merge, ok := g.setting("branch." + branch.Short() + ".merge"); ok {
				if merge != dst && mode != "upstream" {
					return fatal("The upstream branch of your current branch does not match\nthe name of your current branch.  To push to the upstream branch\non the remote, use\n\n    git push %s HEAD:%s\n\nTo push to the branch of the same name on the remote, use\n\n    git push %s HEAD\n\nTo choose either option permanently, see push.default in 'git help config'.\n", name, strings.TrimPrefix(merge, "refs/heads/"), name)
				}
				dst = merge
			}
			_ = up
		}
		if auto && !hasUp {
			o.Options = append(o.Options, optparse.Match{Key: "u"})
		}
		specs = []string{branch.String() + ":" + dst}
	}
	_ = head
	if o.Has("all") {
		for _, r := range g.references("refs/heads/") {
			specs = append(specs, r.Name().String()+":"+r.Name().String())
		}
	}
	if o.Has("tags") {
		for _, r := range g.references("refs/tags/") {
			specs = append(specs, r.Name().String()+":"+r.Name().String())
		}
	}
	rm, err := g.connect(url)
	if err != nil {
		return err
	}
	defer rm.Close()
	var updates []*update
	for i := 0; i < len(specs); i++ {
		if specs[i] == "tag" && i+1 < len(specs) {
			i++
			specs[i] = "refs/tags/" + specs[i]
		}
		u, err := g.pushUpdate(rm, specs[i], o)
		if err != nil {
			if f, ok := err.(*failure); ok && f.status == 1 {
				f.text += "\nerror: failed to push some refs to '" + rm.shownURL() + "'"
			}
			return err
		}
		updates = append(updates, u)
	}
	current := 0
	var todo []*update
	for _, u := range updates {
		if u.old == u.new {
			current++
			continue
		}
		todo = append(todo, u)
	}
	if !o.Has("n") {
		if err := rm.push(todo); err != nil {
			return err
		}
	}
	if err := g.pushReport(o, rm, name, configured, updates, todo, current); err != nil {
		return err
	}
	return nil
}

func (g *run) pushUpdate(rm *remote, spec string, o *optparse.Result) (*update, error) {
	u := &update{force: strings.HasPrefix(spec, "+") || o.Has("f") || o.Has("force-with-lease")}
	src, dst, hasDst := strings.Cut(strings.TrimPrefix(spec, "+"), ":")
	if o.Has("d") {
		src, dst, hasDst = "", src, true
	}
	u.source = src
	full := ""
	if src != "" {
		h, ok := g.lookup(src)
		if !ok {
			return nil, &failure{"error: src refspec " + src + " does not match any", 1}
		}
		u.new = h
		if ref, ok := g.ref(src); ok {
			full = ref.Name().String()
			if full == "HEAD" {
				if b, _, err := g.head(); err == nil {
					full = b.String()
				}
			}
		}
	}
	if !hasDst {
		dst = full
	}
	if dst == "" {
		return nil, &failure{"error: The destination you provided is not a full refname", 1}
	}
	if !strings.HasPrefix(dst, "refs/") {
		found, _, ok := rm.find(dst)
		switch {
		case ok && strings.HasPrefix(found, "refs/"):
			dst = found
		case strings.HasPrefix(full, "refs/tags/"):
			dst = "refs/tags/" + dst
		case src == "":
			return nil, &failure{"error: unable to delete '" + dst + "': remote ref does not exist", 1}
		default:
			dst = "refs/heads/" + dst
		}
	}
	if !validRef(dst) {
		return nil, fatal("invalid refspec '%s'", spec)
	}
	u.name = dst
	u.old = rm.refs[dst]
	if u.old.IsZero() || u.new.IsZero() || u.force || u.old == u.new {
		return u, nil
	}
	if strings.HasPrefix(dst, "refs/tags/") {
		u.rejected, u.status = "already exists", "rejected"
		return u, nil
	}
	if g.repo.st.HasEncodedObject(u.old) != nil {
		u.rejected, u.status = "fetch first", "rejected"
		return u, nil
	}
	forward, err := g.isAncestor(u.old, u.new)
	if err != nil {
		return nil, err
	}
	if !forward {
		u.rejected, u.status = "non-fast-forward", "rejected"
	}
	return u, nil
}

func (g *run) pushReport(o *optparse.Result, rm *remote, name string, configured bool, updates, todo []*update, current int) error {
	short := func(n string) string {
		return strings.TrimPrefix(strings.TrimPrefix(n, "refs/heads/"), "refs/tags/")
	}
	var lines []string
	failed := ""
	for _, u := range todo {
		from := short(u.source)
		if from == "" {
			from = short(u.name)
		}
		switch {
		case u.rejected != "":
			lines = append(lines, " ! ["+u.status+"]"+strings.Repeat(" ", max(1, 16-len(u.status)))+from+" -> "+short(u.name)+" ("+u.rejected+")")
			failed = u.rejected
		case u.new.IsZero():
			lines = append(lines, " - [deleted]         "+short(u.name))
		case u.old.IsZero() && strings.HasPrefix(u.name, "refs/tags/"):
			lines = append(lines, " * [new tag]         "+from+" -> "+short(u.name))
		case u.old.IsZero():
			lines = append(lines, " * [new branch]      "+from+" -> "+short(u.name))
		default:
			forward := false
			if g.repo.st.HasEncodedObject(u.old) == nil {
				forward, _ = g.isAncestor(u.old, u.new)
			}
			if forward {
				lines = append(lines, "   "+g.short(u.old)+".."+g.short(u.new)+"  "+from+" -> "+short(u.name))
			} else {
				lines = append(lines, " + "+g.short(u.old)+"..."+g.short(u.new)+" "+from+" -> "+short(u.name)+" (forced update)")
			}
		}
	}
	if len(lines) > 0 && (!o.Has("q") || failed != "") {
		g.warn("To %s\n%s", rm.shownURL(), strings.Join(lines, "\n"))
	} else if len(todo) == 0 && current >= 0 && !o.Has("q") {
		g.warn("Everything up-to-date")
	}
	for _, u := range updates {
		if u.rejected != "" || o.Has("n") || !configured {
			continue
		}
		b, ok := strings.CutPrefix(u.name, "refs/heads/")
		if !ok {
			continue
		}
		tracking := plumbing.ReferenceName("refs/remotes/" + name + "/" + b)
		if u.new.IsZero() {
			_ = g.removeRef(tracking)
			continue
		}
		if old, err := g.repo.st.Reference(tracking); err != nil || old.Hash() != u.new {
			if err := g.setRef(tracking, u.new, "update by push"); err != nil {
				return err
			}
		}
		if o.Has("u") {
			local := short(u.source)
			if local == "HEAD" || local == "" {
				cur, _, _ := g.head()
				local = cur.Short()
			}
			if err := g.track(local, "refs/remotes/"+name+"/"+b, o.Has("q")); err != nil {
				return err
			}
		}
	}
	if failed == "" {
		return nil
	}
	text := "error: failed to push some refs to '" + rm.shownURL() + "'"
	switch failed {
	case "fetch first":
		text += "\nhint: Updates were rejected because the remote contains work that you do\nhint: not have locally. This is usually caused by another repository pushing\nhint: to the same ref. You may want to first integrate the remote changes\nhint: (e.g., 'git pull ...') before pushing again.\nhint: See the 'Note about fast-forwards' in 'git push --help' for details."
	case "non-fast-forward":
		text += "\nhint: Updates were rejected because the tip of your current branch is behind\nhint: its remote counterpart. Integrate the remote changes (e.g.\nhint: 'git pull ...') before pushing again.\nhint: See the 'Note about fast-forwards' in 'git push --help' for details."
	case "already exists":
		text += "\nhint: Updates were rejected because the tag already exists in the remote."
	}
	return &failure{text, 1}
}
