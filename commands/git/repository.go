package git

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"sort"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/storage/filesystem"

	"github.com/sandpit-dev/sandpit/vfs"
	"github.com/sandpit-dev/sandpit/vfs/billyfs"
)

// repository is an open one: where it lies and its storage.
type repository struct {
	dir    string // the repository itself: /x/.git
	work   string // top of the working tree; empty when bare
	prefix string // where the process stands below work: "" or "a/b/"
	st     *filesystem.Storage
	fs     *vfs.FS // the process's view
}

// storage opens the repository in a directory of the box.
func (g *run) storage(dir string) (*filesystem.Storage, error) {
	fsys, err := billyfs.New(g.p.FS()).Chroot(dir)
	if err != nil {
		return nil, err
	}
	return filesystem.NewStorageWithOptions(fsys, cache.NewObjectLRUDefault(), filesystem.Options{KeepDescriptors: false}), nil
}

// isRepository looks for what git looks for: HEAD, objects, refs.
func isRepository(fsys *vfs.FS, dir string) bool {
	if _, err := fsys.Lstat(path.Join(dir, "HEAD")); err != nil {
		return false
	}
	for _, d := range []string{"objects", "refs"} {
		if info, err := fsys.Stat(path.Join(dir, d)); err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}

// gitDirOf gives the repository that a path names: a bare one, the .git of a working tree or what a .git file leads to.
func gitDirOf(fsys *vfs.FS, dir string) (repo string, bare, ok bool) {
	dot := path.Join(dir, ".git")
	if info, err := fsys.Stat(dot); err == nil {
		if info.IsDir() && isRepository(fsys, dot) {
			return dot, false, true
		}
		if info.Mode().IsRegular() && info.Size() < 4096 {
			data, _ := fsys.ReadFile(dot)
			if to, found := strings.CutPrefix(strings.TrimSpace(string(data)), "gitdir: "); found {
				if !path.IsAbs(to) {
					to = path.Join(dir, to)
				}
				if isRepository(fsys, to) {
					return to, false, true
				}
			}
		}
	}
	if isRepository(fsys, dir) {
		return dir, true, true
	}
	return "", false, false
}

// open finds the repository of the process and opens it.
func (g *run) open() (*repository, error) {
	if g.repo != nil {
		return g.repo, nil
	}
	fsys := g.p.FS()
	r := &repository{fs: fsys}
	here := g.p.Dir()
	switch {
	case g.gitDir != "":
		r.dir = fsys.Abs(g.gitDir)
		if !isRepository(fsys, r.dir) {
			return nil, fatal("not a git repository: '%s'", g.gitDir)
		}
		r.work = here
	default:
		for dir := here; ; dir = path.Dir(dir) {
			repo, bare, ok := gitDirOf(fsys, dir)
			if ok {
				if r.dir = repo; !bare {
					r.work = dir
				} else if path.Base(dir) == ".git" { // inside the repository
					r.work = ""
				}
				break
			}
			if dir == "/" {
				return nil, fatal("not a git repository (or any of the parent directories): .git")
			}
		}
	}
	if g.work != "" {
		r.work = fsys.Abs(g.work)
	}
	if r.work != "" {
		if rel, ok := strings.CutPrefix(here+"/", strings.TrimSuffix(r.work, "/")+"/"); ok {
			r.prefix = rel
		}
	}
	var err error
	if r.st, err = g.storage(r.dir); err != nil {
		return nil, err
	}
	g.repo = r
	return r, nil
}

// openWork is open for what needs a working tree.
func (g *run) openWork() (*repository, error) {
	r, err := g.open()
	if err == nil && r.work == "" {
		err = fatal("this operation must be run in a work tree")
	}
	return r, err
}

// abs is a path of the working tree as a path of the box.
func (r *repository) abs(name string) string { return path.Join(r.work, name) }

// rel shows a path of the repository as seen from where the process stands.
func (r *repository) rel(name string) string {
	if r.prefix == "" {
		return name
	}
	if rest, ok := strings.CutPrefix(name, r.prefix); ok && rest != "" {
		return rest
	}
	up, at := "", strings.TrimSuffix(r.prefix, "/")
	for at != "" && !strings.HasPrefix(name, at+"/") && name != at {
		up += "../"
		if at = path.Dir(at); at == "." {
			at = ""
		}
	}
	if at != "" {
		name = strings.TrimPrefix(strings.TrimPrefix(name, at), "/")
	}
	if up+name == "" {
		return "./"
	}
	return up + name
}

// inRepo turns an operand into a path of the repository: "" is its top.
func (g *run) inRepo(arg string) (string, error) {
	abs := g.p.FS().Abs(arg)
	if abs == g.repo.work {
		return "", nil
	}
	name, ok := strings.CutPrefix(abs, strings.TrimSuffix(g.repo.work, "/")+"/")
	if !ok {
		return "", fatal("%s: '%s' is outside repository at '%s'", arg, arg, g.repo.work)
	}
	return name, nil
}

// file is what a tree, the index or the working tree says of a path.
type file struct {
	mode filemode.FileMode
	hash plumbing.Hash
}

// tree is a flattened one: all files by path.
type tree map[string]file

// maxTreeDepth and maxTreeFiles bound what a tree of a foreign repository may hold: trees that share subtrees can
// unfold to more files than any disk has.
const (
	maxTreeDepth = 512
	maxTreeFiles = 2 << 20
)

// readTree flattens a tree object; the zero hash is the empty one.
func (g *run) readTree(h plumbing.Hash) (tree, error) {
	out := tree{}
	if h.IsZero() || h == emptyTree {
		return out, nil
	}
	return out, g.readTreeInto(out, h, "", 0)
}

var emptyTree = plumbing.NewHash("4b825dc642cb6eb9a060e54bf8d69288fbee4904")

func (g *run) readTreeInto(out tree, h plumbing.Hash, prefix string, depth int) error {
	if err := g.alive(); err != nil {
		return err
	}
	if depth > maxTreeDepth || len(out) > maxTreeFiles {
		return fatal("tree %s is too deep or too large", h)
	}
	t, err := object.GetTree(g.repo.st, h)
	if err != nil {
		return g.objectError(h, err)
	}
	for _, e := range t.Entries {
		if !safeName(e.Name) {
			return fatal("tree %s holds the name '%s'", h, e.Name)
		}
		if e.Mode == filemode.Dir {
			if err := g.readTreeInto(out, e.Hash, prefix+e.Name+"/", depth+1); err != nil {
				return err
			}
			continue
		}
		out[prefix+e.Name] = file{e.Mode, e.Hash}
	}
	return nil
}

// safeName refuses what a hostile tree could use to leave the working tree or to reach the repository itself.
func safeName(name string) bool {
	return name != "" && name != "." && name != ".." && !strings.EqualFold(name, ".git") && !strings.ContainsAny(name, "/\x00")
}

func (g *run) objectError(h plumbing.Hash, err error) error {
	if errors.Is(err, plumbing.ErrObjectNotFound) {
		return fatal("unable to read %s", h)
	}
	return fatal("object %s is corrupt: %v", h, err)
}

// writeTree stores a flattened tree as tree objects.
func (g *run) writeTree(t tree) (plumbing.Hash, error) {
	names := make([]string, 0, len(t))
	for n := range t {
		names = append(names, n)
	}
	sort.Strings(names)
	h, _, err := g.writeSubtree(t, names, "")
	return h, err
}

// writeSubtree stores what names say of prefix; it gives how many of them it took.
func (g *run) writeSubtree(t tree, names []string, prefix string) (plumbing.Hash, int, error) {
	var out object.Tree
	i := 0
	for i < len(names) && strings.HasPrefix(names[i], prefix) {
		rest := names[i][len(prefix):]
		dir, _, nested := strings.Cut(rest, "/")
		if !nested {
			f := t[names[i]]
			out.Entries = append(out.Entries, object.TreeEntry{Name: rest, Mode: f.mode, Hash: f.hash})
			i++
			continue
		}
		h, n, err := g.writeSubtree(t, names[i:], prefix+dir+"/")
		if err != nil {
			return h, i, err
		}
		out.Entries = append(out.Entries, object.TreeEntry{Name: dir, Mode: filemode.Dir, Hash: h})
		i += n
	}
	sort.Sort(object.TreeEntrySorter(out.Entries))
	h, err := g.store(&out)
	return h, i, err
}

// encoder is an object that can be written.
type encoder interface {
	Encode(plumbing.EncodedObject) error
}

func (g *run) store(o encoder) (plumbing.Hash, error) {
	e := g.repo.st.NewEncodedObject()
	if err := o.Encode(e); err != nil {
		return plumbing.ZeroHash, err
	}
	return g.put(e)
}

// put stores an object unless it is there.
func (g *run) put(e plumbing.EncodedObject) (plumbing.Hash, error) {
	if g.repo.st.HasEncodedObject(e.Hash()) == nil {
		return e.Hash(), nil
	}
	return g.repo.st.SetEncodedObject(e)
}

// storeBlob stores content.
func (g *run) storeBlob(data []byte) (plumbing.Hash, error) {
	e := g.repo.st.NewEncodedObject()
	e.SetType(plumbing.BlobObject)
	w, err := e.Writer()
	if err != nil {
		return plumbing.ZeroHash, err
	}
	if _, err := w.Write(data); err != nil {
		return plumbing.ZeroHash, err
	}
	_ = w.Close()
	return g.put(e)
}

// maxBlob bounds what one object may unpack to in memory, in bytes.
const maxBlob = 512 << 20

// readObject gives an object's type and content.
func (g *run) readObject(h plumbing.Hash) (plumbing.ObjectType, []byte, error) {
	o, err := g.repo.st.EncodedObject(plumbing.AnyObject, h)
	if err != nil {
		return 0, nil, g.objectError(h, err)
	}
	data, err := readEncoded(o)
	if err != nil {
		return 0, nil, g.objectError(h, err)
	}
	return o.Type(), data, nil
}

func readEncoded(o plumbing.EncodedObject) ([]byte, error) {
	if o.Size() > maxBlob || o.Size() < 0 {
		return nil, errors.New("too large")
	}
	r, err := o.Reader()
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	data, err := io.ReadAll(io.LimitReader(r, o.Size()+1)) // the size is what the object claims: not to be trusted for an allocation
	if err == nil && int64(len(data)) != o.Size() {
		err = errors.New("its size is not the one in its header")
	}
	return data, err
}

func (g *run) readBlob(h plumbing.Hash) ([]byte, error) {
	_, data, err := g.readObject(h)
	return data, err
}

// commitOf reads a commit.
func (g *run) commitOf(h plumbing.Hash) (*object.Commit, error) {
	c, err := object.GetCommit(g.repo.st, h)
	if err != nil {
		return nil, g.objectError(h, err)
	}
	return c, nil
}

// treeOf flattens the tree of a commit; the zero hash has the empty one.
func (g *run) treeOf(commit plumbing.Hash) (tree, error) {
	if commit.IsZero() {
		return tree{}, nil
	}
	c, err := g.commitOf(commit)
	if err != nil {
		return nil, err
	}
	return g.readTree(c.TreeHash)
}

// head gives what HEAD is: the branch it names (empty when detached) and the commit (zero when there is none yet).
func (g *run) head() (branch plumbing.ReferenceName, commit plumbing.Hash, err error) {
	ref, err := g.repo.st.Reference(plumbing.HEAD)
	if err != nil {
		return "", plumbing.ZeroHash, fatal("your current branch appears to be broken")
	}
	if ref.Type() == plumbing.HashReference {
		return "", ref.Hash(), nil
	}
	to, err := g.repo.st.Reference(ref.Target())
	if errors.Is(err, plumbing.ErrReferenceNotFound) {
		return ref.Target(), plumbing.ZeroHash, nil
	}
	if err != nil {
		return "", plumbing.ZeroHash, err
	}
	return ref.Target(), to.Hash(), nil
}

// pathMatches reports whether a path lies under one of the pathspecs; none means all.
func pathMatches(specs []string, name string) bool {
	if len(specs) == 0 {
		return true
	}
	for _, s := range specs {
		if specMatches(s, name) {
			return true
		}
	}
	return false
}

func specMatches(spec, name string) bool {
	if spec == "" || name == spec || strings.HasPrefix(name, spec+"/") {
		return true
	}
	if strings.ContainsAny(spec, "*?[") {
		return globMatch(spec, name)
	}
	return false
}

// pathspecs turns operands into paths of the repository.
func (g *run) pathspecs(args []string) ([]string, error) {
	var out []string
	for _, a := range args {
		if rest, ok := strings.CutPrefix(a, ":/"); ok {
			out = append(out, strings.TrimSuffix(rest, "/"))
			continue
		}
		name, err := g.inRepo(a)
		if err != nil {
			return nil, err
		}
		out = append(out, name)
	}
	return out, nil
}

// exists reports whether a name is there, a dangling link too.
func (r *repository) exists(name string) bool {
	_, err := r.fs.Lstat(r.abs(name))
	return err == nil
}

// readLink and regular content alike: what git stores of a file.
func (r *repository) content(name string, info fs.FileInfo) ([]byte, error) {
	if info.Mode()&fs.ModeSymlink != 0 {
		to, err := r.fs.Readlink(r.abs(name))
		return []byte(to), err
	}
	return r.fs.ReadFile(r.abs(name))
}
