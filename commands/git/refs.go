package git

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// logEntry is a line of a reflog.
type logEntry struct {
	from, to plumbing.Hash
	who      object.Signature
	message  string
}

// readReflog gives a reference's log, newest first.
func (g *run) readReflog(name string) []logEntry {
	data, err := g.repo.fs.ReadFile(path.Join(g.repo.dir, "logs", name))
	if err != nil || len(data) > 64<<20 {
		return nil
	}
	var out []logEntry
	for line := range bytes.Lines(data) {
		head, message, _ := strings.Cut(strings.TrimRight(string(line), "\n"), "\t")
		if len(head) < 82 {
			continue
		}
		e := logEntry{from: plumbing.NewHash(head[:40]), to: plumbing.NewHash(head[41:81]), message: message}
		e.who.Decode([]byte(head[82:]))
		out = append(out, e)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// note adds a line to a reference's log.
func (g *run) note(name plumbing.ReferenceName, from, to plumbing.Hash, message string) {
	if g.repo.work == "" { // core.logAllRefUpdates is off in bare ones
		return
	}
	file := path.Join(g.repo.dir, "logs", name.String())
	if err := g.repo.fs.MkdirAll(path.Dir(file), 0o777); err != nil {
		return
	}
	f, err := g.repo.fs.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }()
	who, err := g.identity("COMMITTER")
	if err != nil {
		who = object.Signature{Name: g.p.User(), Email: g.p.User() + "@" + g.p.Kernel().Hostname(), When: g.now()}
	}
	message = strings.Join(strings.Fields(message), " ")
	_, _ = fmt.Fprintf(f, "%s %s %s\t%s\n", from, to, identText(who), message)
}

func identText(s object.Signature) string {
	return s.Name + " <" + s.Email + "> " + strconv.FormatInt(s.When.Unix(), 10) + " " + s.When.Format("-0700")
}

func (g *run) now() time.Time {
	return g.p.Kernel().Clock().Now().In(g.location())
}

// setRef moves a branch or tag and logs it, in HEAD's log too when HEAD is on it.
func (g *run) setRef(name plumbing.ReferenceName, to plumbing.Hash, message string) error {
	var from plumbing.Hash
	if old, err := g.repo.st.Reference(name); err == nil {
		from, _ = g.resolveRef(old)
	}
	if err := g.repo.st.SetReference(plumbing.NewHashReference(name, to)); err != nil {
		return fatal("cannot lock ref '%s': %v", name, err)
	}
	if name == plumbing.HEAD || strings.HasPrefix(name.String(), "refs/heads/") || strings.HasPrefix(name.String(), "refs/remotes/") || name == stashRef {
		g.note(name, from, to, message)
	}
	if head, err := g.repo.st.Reference(plumbing.HEAD); err == nil && head.Type() == plumbing.SymbolicReference && head.Target() == name {
		g.note(plumbing.HEAD, from, to, message)
	}
	return nil
}

// moveHead moves what HEAD is: its branch, or HEAD itself when detached.
func (g *run) moveHead(to plumbing.Hash, message string) error {
	branch, _, err := g.head()
	if err != nil {
		return err
	}
	if branch == "" {
		branch = plumbing.HEAD
	}
	return g.setRef(branch, to, message)
}

// attach makes HEAD name a branch, or a commit when branch is empty.
func (g *run) attach(branch plumbing.ReferenceName, to plumbing.Hash, message string) error {
	_, from, err := g.head()
	if err != nil {
		return err
	}
	ref := plumbing.NewSymbolicReference(plumbing.HEAD, branch)
	if branch == "" {
		ref = plumbing.NewHashReference(plumbing.HEAD, to)
	}
	if err := g.repo.st.SetReference(ref); err != nil {
		return err
	}
	g.note(plumbing.HEAD, from, to, message)
	return nil
}

// removeRef deletes a reference and its log.
func (g *run) removeRef(name plumbing.ReferenceName) error {
	if err := g.repo.st.RemoveReference(name); err != nil {
		return err
	}
	_ = g.repo.fs.Remove(path.Join(g.repo.dir, "logs", name.String()))
	return nil
}

// previousBranch is the n-th last branch or commit checked out before the present one.
func (g *run) previousBranch(n int) (string, bool) {
	for _, e := range g.readReflog("HEAD") {
		rest, ok := strings.CutPrefix(e.message, "checkout: moving from ")
		if !ok {
			continue
		}
		if n--; n == 0 {
			from, _, _ := strings.Cut(rest, " to ")
			return from, true
		}
	}
	return "", false
}

func (g *run) reflog(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	if len(args) > 0 && args[0] == "show" {
		args = args[1:]
	}
	if len(args) > 0 && (args[0] == "expire" || args[0] == "delete") {
		return fatal("reflog %s is not supported", args[0])
	}
	name, limit := "HEAD", -1
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "-n" && i+1 < len(args):
			i++
			limit, _ = strconv.Atoi(args[i])
		case len(a) > 1 && a[0] == '-' && isDigits(a[1:]):
			limit, _ = strconv.Atoi(a[1:])
		case !strings.HasPrefix(a, "-"):
			name = a
		}
	}
	full := name
	if name != "HEAD" {
		ref, ok := g.ref(name)
		if !ok {
			return ambiguous(name)
		}
		full = ref.Name().String()
	}
	for i, e := range g.readReflog(full) {
		if i == limit {
			break
		}
		g.printf("%s %s@{%d}: %s\n", g.short(e.to), name, i, e.message)
	}
	return nil
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func (g *run) symbolicRef(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	short, names := false, []string{}
	for _, a := range args {
		switch a {
		case "--short":
			short = true
		case "-q", "--quiet":
		default:
			names = append(names, a)
		}
	}
	switch len(names) {
	case 1:
		ref, err := g.repo.st.Reference(plumbing.ReferenceName(names[0]))
		if err != nil || ref.Type() != plumbing.SymbolicReference {
			return fatal("ref %s is not a symbolic ref", names[0])
		}
		if short {
			g.printf("%s\n", ref.Target().Short())
		} else {
			g.printf("%s\n", ref.Target())
		}
		return nil
	case 2:
		if names[0] == "HEAD" && !strings.HasPrefix(names[1], "refs/") {
			return fatal("Refusing to point HEAD outside of refs/")
		}
		return g.repo.st.SetReference(plumbing.NewSymbolicReference(plumbing.ReferenceName(names[0]), plumbing.ReferenceName(names[1])))
	}
	return &failure{"usage: git symbolic-ref [--short] <name> [<ref>]", 129}
}

func (g *run) updateRefCommand(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	message, remove, rest := "", false, []string{}
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "-m" && i+1 < len(args):
			i++
			message = args[i]
		case args[i] == "-d":
			remove = true
		default:
			rest = append(rest, args[i])
		}
	}
	if len(rest) == 0 || !remove && len(rest) < 2 {
		return &failure{"usage: git update-ref [-m <reason>] <refname> <new-oid> [<old-oid>]", 129}
	}
	name := plumbing.ReferenceName(rest[0])
	if name != plumbing.HEAD && (!strings.HasPrefix(rest[0], "refs/") || !validRef(rest[0])) {
		return fatal("update_ref failed for ref '%s': refusing to update ref with bad name '%s'", rest[0], rest[0])
	}
	if remove {
		return g.removeRef(name)
	}
	h, ok := g.lookup(rest[1])
	if !ok {
		return fatal("%s: not a valid SHA1", rest[1])
	}
	if name == plumbing.HEAD {
		return g.moveHead(h, message)
	}
	return g.setRef(name, h, message)
}
