package billyfs_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-git/go-billy/v5"
	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/config"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/plumbing/transport/client"
	"github.com/go-git/go-git/v5/plumbing/transport/server"
	"github.com/go-git/go-git/v5/storage/filesystem"
	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/vfs"
	"github.com/sandpit-dev/sandpit/vfs/billyfs"
)

// export copies a tree of the disk to the host, with modes and links.
func export(t *testing.T, v *vfs.FS, from, to string) {
	t.Helper()
	err := afero.Walk(v, from, func(p string, fi fs.FileInfo, err error) error {
		if err != nil {
			return err
		}
		host := filepath.Join(to, strings.TrimPrefix(p, from))
		switch {
		case fi.IsDir():
			return os.MkdirAll(host, 0o755)
		case fi.Mode()&fs.ModeSymlink != 0:
			target, err := v.Readlink(p)
			if err != nil {
				return err
			}
			return os.Symlink(target, host)
		}
		data, err := v.ReadFile(p)
		if err != nil {
			return err
		}
		return os.WriteFile(host, data, fi.Mode().Perm())
	})
	if err != nil {
		t.Fatal(err)
	}
}

// realGit runs the host's git and returns what it prints.
func realGit(t *testing.T, dir string, args ...string) string {
	t.Helper()
	c := exec.Command("git", args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func open(t *testing.T, root billy.Filesystem, dir string, bare bool) (*filesystem.Storage, billy.Filesystem) {
	t.Helper()
	work, err := root.Chroot(dir)
	must(t, err)
	dot := work
	if !bare {
		dot, err = work.Chroot(git.GitDirName)
		must(t, err)
	}
	return filesystem.NewStorage(dot, cache.NewObjectLRUDefault()), work
}

func signature(minute int) *object.Signature {
	return &object.Signature{Name: "A", Email: "a@example.org", When: time.Date(2024, 1, 2, 3, minute, 0, 0, time.UTC)}
}

// TestGit lets go-git work on the disk as a user would and has the real git judge what it left.
func TestGit(t *testing.T) {
	disk := vfs.New()
	must(t, disk.MkdirAll("/home/user", 0o755))
	must(t, disk.Chown("/home/user", 1000, 1000))
	v := disk.As(1000, 1000, 0o022)
	root := billyfs.New(v)

	// init, add, commit
	st, work := open(t, root, "/home/user/repo", false)
	repo, err := git.Init(st, work)
	must(t, err)
	tree, err := repo.Worktree()
	must(t, err)
	const dir = "/home/user/repo"
	must(t, v.WriteFile(dir+"/README", []byte("hello\n"), 0o644))
	must(t, v.MkdirAll(dir+"/bin/deep", 0o755))
	must(t, v.WriteFile(dir+"/bin/run", []byte("#!/bin/sh\necho run\n"), 0o755))
	must(t, v.WriteFile(dir+"/bin/deep/blob", []byte(strings.Repeat("\x00\xff binary", 5000)), 0o644))
	must(t, v.Symlink("/etc/passwd", dir+"/absolute"))
	must(t, v.Symlink("bin/run", dir+"/link"))
	must(t, v.WriteFile(dir+"/.gitignore", []byte("*.o\n"), 0o644))
	must(t, v.WriteFile(dir+"/x.o", []byte("ignored"), 0o644))
	must(t, tree.AddWithOptions(&git.AddOptions{All: true}))
	first, err := tree.Commit("first", &git.CommitOptions{Author: signature(1)})
	must(t, err)
	must(t, v.WriteFile(dir+"/README", []byte("hello\nagain\n"), 0o644))
	must(t, v.Remove(dir+"/bin/deep/blob"))
	must(t, tree.AddWithOptions(&git.AddOptions{All: true}))
	second, err := tree.Commit("second", &git.CommitOptions{Author: signature(2)})
	must(t, err)
	status, err := tree.Status()
	must(t, err)
	if !status.IsClean() {
		t.Errorf("status: %v", status)
	}
	_, err = repo.CreateTag("v1", first, &git.CreateTagOptions{Tagger: signature(3), Message: "one"})
	must(t, err)

	host := t.TempDir()
	export(t, v, dir, host+"/repo")
	realGit(t, host+"/repo", "fsck", "--strict")
	if s := realGit(t, host+"/repo", "status", "--porcelain"); s != "" {
		t.Errorf("the real git sees changes:\n%s", s)
	}
	if s, want := realGit(t, host+"/repo", "log", "--format=%H %s"), fmt.Sprintf("%s second\n%s first\n", second, first); s != want {
		t.Errorf("log: %q, want %q", s, want)
	}
	wantTree := "100644 .gitignore\n120000 absolute\n100644 README\n100755 bin/run\n120000 link\n"
	ls := realGit(t, host+"/repo", "ls-tree", "-r", "--format=%(objectmode) %(path)", "HEAD")
	if sortLines(ls) != sortLines(wantTree) {
		t.Errorf("tree:\n%s", ls)
	}
	if s := realGit(t, host+"/repo", "cat-file", "-p", "HEAD:absolute"); s != "/etc/passwd" {
		t.Errorf("the link leads to %q", s)
	}
	// The same files committed by the real git give the same trees.
	fresh := host + "/fresh"
	must(t, os.Mkdir(fresh, 0o755))
	realGit(t, fresh, "init", "-q")
	for _, n := range []string{".gitignore", "README", "absolute", "bin", "link"} {
		must(t, os.Rename(host+"/repo/"+n, fresh+"/"+n))
	}
	realGit(t, fresh, "add", "-A")
	commit, err := repo.CommitObject(second)
	must(t, err)
	if s := strings.TrimSpace(realGit(t, fresh, "write-tree")); s != commit.TreeHash.String() {
		t.Errorf("tree %s, the real git's is %s", commit.TreeHash, s)
	}

	// clone from a bare repository that is on the disk too
	bare, _ := open(t, root, "/home/user/bare.git", true)
	_, err = git.Init(bare, nil)
	must(t, err)
	client.InstallProtocol("vfstest", server.NewClient(server.NewFilesystemLoader(root)))
	defer client.InstallProtocol("vfstest", nil)
	_, err = repo.CreateRemote(&config.RemoteConfig{Name: "origin", URLs: []string{"vfstest://box/home/user/bare.git"}})
	must(t, err)
	must(t, repo.Push(&git.PushOptions{RemoteName: "origin", RefSpecs: []config.RefSpec{"refs/heads/*:refs/heads/*", "refs/tags/*:refs/tags/*"}}))
	cst, cwork := open(t, root, "/home/user/clone", false)
	clone, err := git.Clone(cst, cwork, &git.CloneOptions{URL: "vfstest://box/home/user/bare.git"})
	must(t, err)
	if b, err := v.ReadFile("/home/user/clone/README"); err != nil || string(b) != "hello\nagain\n" {
		t.Errorf("clone: %q %v", b, err)
	}
	if fi, err := v.Stat("/home/user/clone/bin/run"); err != nil || fi.Mode() != 0o755 || fi.Sys().(*vfs.Stat).UID != 1000 {
		t.Errorf("clone: %v %v", fi, err)
	}
	if s, err := v.Readlink("/home/user/clone/absolute"); err != nil || s != "/etc/passwd" {
		t.Errorf("clone: %q %v", s, err)
	}
	ctree, err := clone.Worktree()
	must(t, err)
	must(t, ctree.Checkout(&git.CheckoutOptions{Hash: first}))
	if fi, err := v.Stat("/home/user/clone/bin/deep/blob"); err != nil || fi.Size() != 9*5000 {
		t.Errorf("checkout of the first commit: %v %v", fi, err)
	}
	must(t, ctree.Checkout(&git.CheckoutOptions{Branch: plumbing.NewBranchReferenceName("topic"), Create: true}))
	must(t, v.WriteFile("/home/user/clone/topic", []byte("t\n"), 0o600))
	_, err = ctree.Add("topic")
	must(t, err)
	topic, err := ctree.Commit("on a branch", &git.CommitOptions{Author: signature(4)})
	must(t, err)
	must(t, ctree.Checkout(&git.CheckoutOptions{Branch: "refs/heads/master"}))
	if _, err := v.Stat("/home/user/clone/topic"); err == nil {
		t.Error("a file of another branch is still there")
	}
	var subjects []string
	log, err := clone.Log(&git.LogOptions{From: topic})
	must(t, err)
	must(t, log.ForEach(func(c *object.Commit) error {
		subjects = append(subjects, c.Message)
		return nil
	}))
	if s := strings.Join(subjects, ","); s != "on a branch,first" {
		t.Errorf("log: %s", s)
	}
	must(t, clone.Storer.(*filesystem.Storage).PackRefs())
	export(t, v, "/home/user/clone", host+"/clone")
	realGit(t, host+"/clone", "fsck", "--strict")
	if s := realGit(t, host+"/clone", "status", "--porcelain"); s != "" {
		t.Errorf("the real git sees changes in the clone:\n%s", s)
	}
	if s := realGit(t, host+"/clone", "for-each-ref", "--format=%(refname)"); s !=
		"refs/heads/master\nrefs/heads/topic\nrefs/remotes/origin/master\nrefs/tags/v1\n" {
		t.Errorf("refs:\n%s", s)
	}
}

// TestReadsRealRepository checks a repository of the real git, packed and with a hostile link, out on the disk.
func TestReadsRealRepository(t *testing.T) {
	host := t.TempDir()
	realGit(t, host, "init", "-q", "-b", "main")
	for i := range 50 {
		must(t, os.WriteFile(fmt.Sprint(host, "/f", i), []byte(strings.Repeat(fmt.Sprintln("line", i), i)), 0o644))
		realGit(t, host, "add", "-A")
		realGit(t, host, "-c", "user.name=A", "-c", "user.email=a@b", "commit", "-q", "-m", fmt.Sprint("c", i))
	}
	realGit(t, host, "gc", "-q")
	head := strings.TrimSpace(realGit(t, host, "rev-parse", "HEAD"))

	v := vfs.New()
	err := filepath.WalkDir(host+"/.git", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := "/r" + strings.TrimPrefix(p, host)
		if d.IsDir() {
			return v.MkdirAll(to, 0o755)
		}
		b, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		return v.WriteFile(to, b, 0o644)
	})
	must(t, err)
	st, work := open(t, billyfs.New(v), "r", false)
	repo, err := git.Open(st, work)
	must(t, err)
	tree, err := repo.Worktree()
	must(t, err)
	must(t, tree.Reset(&git.ResetOptions{Mode: git.HardReset}))
	ref, err := repo.Head()
	must(t, err)
	if ref.Hash().String() != head {
		t.Errorf("HEAD is %s, want %s", ref.Hash(), head)
	}
	for i := range 50 {
		if b, err := v.ReadFile(fmt.Sprint("/r/f", i)); err != nil || string(b) != strings.Repeat(fmt.Sprintln("line", i), i) {
			t.Errorf("f%d: %q %v", i, b, err)
		}
	}
}

func sortLines(s string) string {
	l := strings.Split(strings.TrimSpace(s), "\n")
	slices.Sort(l)
	return strings.Join(l, "\n")
}
