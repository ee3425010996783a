package git

import (
	"encoding/hex"
	"path"
	"sort"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// shortLength is how many digits of a hash are shown at least.
const shortLength = 7

// short abbreviates a hash to what no other object shares.
func (g *run) short(h plumbing.Hash) string {
	s := h.String()
	for n := shortLength; n < len(s); n++ {
		if len(g.withPrefix(s[:n])) <= 1 {
			return s[:n]
		}
	}
	return s
}

// withPrefix lists the objects whose hash begins with some digits.
func (g *run) withPrefix(digits string) []plumbing.Hash {
	raw, err := hex.DecodeString(digits[:len(digits)&^1])
	if err != nil {
		return nil
	}
	all, err := g.repo.st.HashesWithPrefix(raw)
	if err != nil {
		return nil
	}
	seen := map[plumbing.Hash]bool{}
	var out []plumbing.Hash
	for _, h := range all {
		if strings.HasPrefix(h.String(), digits) && !seen[h] {
			seen[h] = true
			out = append(out, h)
		}
	}
	return out
}

// refRules are the places where a short name of a reference is looked for, in order: gitrevisions(7).
var refRules = []string{"", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"}

// ref finds a reference by its full or short name.
func (g *run) ref(name string) (*plumbing.Reference, bool) {
	if name == "@" {
		name = "HEAD"
	}
	if !validRef(name) {
		return nil, false
	}
	for _, rule := range refRules {
		full := rule + name
		if rule == "" && !strings.HasPrefix(full, "refs/") && strings.ToUpper(full) != full {
			continue // only HEAD, ORIG_HEAD and their like stand at the top
		}
		ref, err := g.repo.st.Reference(plumbing.ReferenceName(full))
		if err == nil {
			return ref, true
		}
	}
	if ref, err := g.repo.st.Reference(plumbing.ReferenceName("refs/remotes/" + name + "/HEAD")); err == nil {
		return ref, true
	}
	return nil, false
}

// resolve follows a symbolic reference to its hash.
func (g *run) resolveRef(ref *plumbing.Reference) (plumbing.Hash, bool) {
	for range 10 {
		if ref.Type() == plumbing.HashReference {
			return ref.Hash(), true
		}
		next, err := g.repo.st.Reference(ref.Target())
		if err != nil {
			return plumbing.ZeroHash, false
		}
		ref = next
	}
	return plumbing.ZeroHash, false
}

// validRef holds git-check-ref-format's rules.
func validRef(name string) bool {
	if name == "" || strings.HasPrefix(name, "/") || strings.HasSuffix(name, "/") || strings.HasSuffix(name, ".") || strings.Contains(name, "..") ||
		strings.Contains(name, "//") || strings.Contains(name, "@{") || strings.HasPrefix(name, "-") || name == "@" {
		return false
	}
	for _, part := range strings.Split(name, "/") {
		if strings.HasPrefix(part, ".") || strings.HasSuffix(part, ".lock") {
			return false
		}
	}
	return !strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune("~^:?*[\\", r) })
}

// lookup resolves a revision to an object of any kind; ok is false when there is none.
func (g *run) lookup(rev string) (plumbing.Hash, bool) {
	if len(rev) > 4096 {
		return plumbing.ZeroHash, false
	}
	if rest, ok := strings.CutPrefix(rev, ":/"); ok {
		return g.byMessage(rest, g.allTips())
	}
	if colon := colonOf(rev); colon >= 0 {
		return g.lookupPath(rev[:colon], rev[colon+1:])
	}
	end := len(rev)
	for i := range len(rev) {
		if rev[i] == '~' || rev[i] == '^' {
			end = i
			break
		}
	}
	h, ok := g.base(rev[:end])
	if !ok {
		return h, false
	}
	return g.walk(h, rev[end:])
}

// colonOf finds the colon before a path, outside braces.
func colonOf(rev string) int {
	depth := 0
	for i := range len(rev) {
		switch rev[i] {
		case '{':
			depth++
		case '}':
			depth--
		case ':':
			if depth == 0 {
				return i
			}
		}
	}
	return -1
}

func (g *run) lookupPath(rev, name string) (plumbing.Hash, bool) {
	if rev == "" {
		stage := 0
		if len(name) > 2 && name[1] == ':' && name[0] >= '0' && name[0] <= '3' {
			stage, name = int(name[0]-'0'), name[2:]
		}
		idx, err := g.readIndex()
		if err != nil {
			return plumbing.ZeroHash, false
		}
		e := idx.entry(g.fromHere(name), stage)
		if e == nil {
			return plumbing.ZeroHash, false
		}
		return e.Hash, true
	}
	h, ok := g.lookup(rev)
	if !ok {
		return h, false
	}
	if h, ok = g.peel(h, plumbing.TreeObject); !ok {
		return h, false
	}
	name = strings.Trim(g.fromHere(name), "/")
	if name == "" {
		return h, true
	}
	t, err := object.GetTree(g.repo.st, h)
	if err != nil {
		return h, false
	}
	e, err := t.FindEntry(name)
	if err != nil {
		return h, false
	}
	return e.Hash, true
}

// fromHere takes ./x and ../x of a rev:path from where the process stands.
func (g *run) fromHere(name string) string {
	if strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") || name == "." {
		return strings.TrimPrefix(path.Join("/", g.repo.prefix, name), "/")
	}
	return name
}

// base resolves what stands before the first ~ or ^.
func (g *run) base(name string) (plumbing.Hash, bool) {
	if name, at, ok := strings.Cut(name, "@{"); ok {
		at, closed := strings.CutSuffix(at, "}")
		if !closed {
			return plumbing.ZeroHash, false
		}
		return g.atBrace(name, at)
	}
	if name == "-" {
		return g.atBrace("", "-1")
	}
	if len(name) == 40 && isHex(name) {
		return plumbing.NewHash(name), true
	}
	if ref, ok := g.ref(name); ok {
		return g.resolveRef(ref)
	}
	if len(name) >= 4 && len(name) < 40 && isHex(name) {
		found := g.withPrefix(strings.ToLower(name))
		if len(found) == 1 {
			return found[0], true
		}
		var commits []plumbing.Hash
		for _, h := range found { // an ambiguous one means the commit
			if _, err := object.GetCommit(g.repo.st, h); err == nil {
				commits = append(commits, h)
			}
		}
		if len(commits) == 1 {
			return commits[0], true
		}
	}
	if i := strings.LastIndex(name, "-g"); i > 0 && isHex(name[i+2:]) { // what describe prints
		return g.base(name[i+2:])
	}
	return plumbing.ZeroHash, false
}

func isHex(s string) bool {
	return s != "" && strings.Trim(s, "0123456789abcdefABCDEF") == ""
}

// atBrace resolves name@{n}, @{upstream} and @{-n}.
func (g *run) atBrace(name, at string) (plumbing.Hash, bool) {
	switch strings.ToLower(at) {
	case "u", "upstream", "push":
		branch := name
		if branch == "" || branch == "@" {
			ref, _, err := g.head()
			if err != nil {
				return plumbing.ZeroHash, false
			}
			branch = ref.Short()
		}
		up, ok := g.upstream(branch)
		if !ok {
			return plumbing.ZeroHash, false
		}
		ref, err := g.repo.st.Reference(up)
		if err != nil {
			return plumbing.ZeroHash, false
		}
		return g.resolveRef(ref)
	}
	n, err := strconv.Atoi(at)
	if err != nil {
		return plumbing.ZeroHash, false
	}
	if n < 0 {
		branch, ok := g.previousBranch(-n)
		if !ok {
			return plumbing.ZeroHash, false
		}
		return g.base(branch)
	}
	full := "HEAD"
	if name != "" && name != "@" && name != "HEAD" {
		ref, ok := g.ref(name)
		if !ok {
			return plumbing.ZeroHash, false
		}
		full = ref.Name().String()
	} else if name == "" {
		if branch, _, err := g.head(); err == nil && branch != "" {
			full = branch.String()
		}
	}
	log := g.readReflog(full)
	if n >= len(log) {
		if n == 0 {
			return g.base(full)
		}
		return plumbing.ZeroHash, false
	}
	return log[n].to, true
}

// walk applies ~n, ^n, ^{type} and their like.
func (g *run) walk(h plumbing.Hash, ops string) (plumbing.Hash, bool) {
	for ops != "" {
		op := ops[0]
		ops = ops[1:]
		if op == '^' && strings.HasPrefix(ops, "{") {
			kind, rest, ok := strings.Cut(ops[1:], "}")
			if !ok {
				return h, false
			}
			ops = rest
			if text, found := strings.CutPrefix(kind, "/"); found {
				if h, ok = g.byMessage(text, []plumbing.Hash{h}); !ok {
					return h, false
				}
				continue
			}
			t, ok := map[string]plumbing.ObjectType{"commit": plumbing.CommitObject, "tree": plumbing.TreeObject, "blob": plumbing.BlobObject,
				"tag": plumbing.TagObject, "": plumbing.AnyObject, "object": plumbing.InvalidObject}[kind]
			if !ok {
				return h, false
			}
			if kind != "object" {
				if h, ok = g.peel(h, t); !ok {
					return h, false
				}
			}
			continue
		}
		digits := ops[:len(ops)-len(strings.TrimLeft(ops, "0123456789"))]
		ops = ops[len(digits):]
		n := 1
		if digits != "" {
			var err error
			if n, err = strconv.Atoi(digits); err != nil {
				return h, false
			}
		}
		var ok bool
		if h, ok = g.peel(h, plumbing.CommitObject); !ok {
			return h, false
		}
		if op == '^' {
			if n == 0 {
				continue
			}
			c, err := object.GetCommit(g.repo.st, h)
			if err != nil || n > len(c.ParentHashes) {
				return h, false
			}
			h = c.ParentHashes[n-1]
			continue
		}
		for ; n > 0; n-- {
			c, err := object.GetCommit(g.repo.st, h)
			if err != nil || len(c.ParentHashes) == 0 || g.alive() != nil {
				return h, false
			}
			h = c.ParentHashes[0]
		}
	}
	return h, true
}

// peel follows tags and commits to an object of a kind; AnyObject is whatever no tag is.
func (g *run) peel(h plumbing.Hash, want plumbing.ObjectType) (plumbing.Hash, bool) {
	for range 32 {
		o, err := g.repo.st.EncodedObject(plumbing.AnyObject, h)
		if err != nil {
			return h, false
		}
		if o.Type() == want || want == plumbing.AnyObject && o.Type() != plumbing.TagObject {
			return h, true
		}
		switch o.Type() {
		case plumbing.TagObject:
			t, err := object.GetTag(g.repo.st, h)
			if err != nil {
				return h, false
			}
			h = t.Target
		case plumbing.CommitObject:
			if want != plumbing.TreeObject {
				return h, false
			}
			c, err := object.GetCommit(g.repo.st, h)
			if err != nil {
				return h, false
			}
			h = c.TreeHash
		default:
			return h, false
		}
	}
	return h, false
}

// byMessage finds the youngest commit whose message holds a text.
func (g *run) byMessage(text string, from []plumbing.Hash) (plumbing.Hash, bool) {
	found, ok := plumbing.ZeroHash, false
	_ = g.eachCommit(from, nil, func(c *object.Commit) error {
		if strings.Contains(c.Message, text) {
			found, ok = c.Hash, true
			return errStop
		}
		return nil
	})
	return found, ok
}

// allTips lists the commits that references name.
func (g *run) allTips() []plumbing.Hash {
	var out []plumbing.Hash
	if _, h, err := g.head(); err == nil && !h.IsZero() {
		out = append(out, h)
	}
	for _, ref := range g.references("refs/") {
		if h, ok := g.resolveRef(ref); ok {
			if c, ok := g.peel(h, plumbing.CommitObject); ok {
				out = append(out, c)
			}
		}
	}
	return out
}

// references lists those below a prefix, by name.
func (g *run) references(prefix string) []*plumbing.Reference {
	iter, err := g.repo.st.IterReferences()
	if err != nil {
		return nil
	}
	var out []*plumbing.Reference
	_ = iter.ForEach(func(r *plumbing.Reference) error {
		if strings.HasPrefix(r.Name().String(), prefix) {
			out = append(out, r)
		}
		return nil
	})
	sort.Slice(out, func(i, j int) bool { return out[i].Name() < out[j].Name() })
	return out
}

// revision is lookup with git's message when there is nothing.
func (g *run) revision(rev string) (plumbing.Hash, error) {
	h, ok := g.lookup(rev)
	if !ok {
		return h, ambiguous(rev)
	}
	return h, nil
}

func ambiguous(arg string) error {
	return fatal("ambiguous argument '%s': unknown revision or path not in the working tree.\nUse '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'", arg)
}

// commitish resolves to a commit.
func (g *run) commitish(rev string) (*object.Commit, error) {
	h, err := g.revision(rev)
	if err != nil {
		return nil, err
	}
	h, ok := g.peel(h, plumbing.CommitObject)
	if !ok {
		return nil, fatal("bad revision '%s'", rev)
	}
	return g.commitOf(h)
}

// splitRevisions tells the revisions of a command line from its paths: those before "--", or those that resolve.
func (g *run) splitRevisions(args []string) (revs, paths []string, err error) {
	for i, a := range args {
		if a == "--" {
			for _, r := range args[:i] {
				if !g.isRevision(r) {
					return nil, nil, fatal("bad revision '%s'", r)
				}
			}
			return args[:i], args[i+1:], nil
		}
	}
	i := 0
	for ; i < len(args) && g.isRevision(args[i]); i++ {
	}
	for _, a := range args[i:] {
		if _, e := g.p.FS().Lstat(a); e != nil && !strings.ContainsAny(a, "*?[") {
			return nil, nil, ambiguous(a)
		}
	}
	return args[:i], args[i:], nil
}

func (g *run) isRevision(arg string) bool {
	if _, _, _, ok := splitRange(arg); ok {
		from, to, _, _ := splitRange(arg)
		_, a := g.lookup(from)
		_, b := g.lookup(to)
		return a && b
	}
	arg = strings.TrimPrefix(arg, "^")
	_, ok := g.lookup(arg)
	return ok
}

// splitRange takes a..b and a...b apart; a missing side is HEAD.
func splitRange(arg string) (from, to string, symmetric, ok bool) {
	if strings.HasPrefix(arg, "../") || arg == ".." || strings.HasSuffix(arg, "/..") {
		return "", "", false, false
	}
	sep := "..."
	i := strings.Index(arg, sep)
	if i < 0 {
		sep = ".."
		if i = strings.Index(arg, sep); i < 0 {
			return "", "", false, false
		}
	}
	from, to = arg[:i], arg[i+len(sep):]
	if from == "" {
		from = "HEAD"
	}
	if to == "" {
		to = "HEAD"
	}
	return from, to, sep == "...", true
}
