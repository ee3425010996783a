package git_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/cgi"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit"
	"github.com/sandpit-dev/sandpit/commands/git"
)

const identity = "git config --global user.name X; git config --global user.email x@example.org; git config --global init.defaultBranch main\n"

func Example() {
	ctx := context.Background()
	sb, err := sandpit.Create(ctx, sandpit.Options{Commands: map[string]sandpit.Command{"git": git.Program}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sb.Close()
	res, err := sb.Run(ctx, identity+"git init -q repo && cd repo && echo hello > README && git add . && git commit -q -m first && git log --format='%an: %s'")
	fmt.Print(res.Stdout, err)
	// Output:
	// X: first
	// <nil>
}

func newBox(t *testing.T) *sandpit.Sandbox {
	t.Helper()
	sb, err := sandpit.Create(t.Context(), sandpit.Options{Commands: map[string]sandpit.Command{"git": git.Program}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sb.Close() })
	if res, err := sb.Run(t.Context(), identity); err != nil || res.ExitCode != 0 {
		t.Fatal(res, err)
	}
	return sb
}

func run(t *testing.T, sb *sandpit.Sandbox, script string) string {
	t.Helper()
	res, err := sb.Run(t.Context(), script)
	if err != nil || res.ExitCode != 0 {
		t.Fatalf("%s: status %d, %v\n%s%s", script, res.ExitCode, err, res.Stdout, res.Stderr)
	}
	return res.Stdout
}

// host runs the machine's own git.
func host(t *testing.T, dir string, args ...string) string {
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

// export copies a tree of the box to the machine.
func export(t *testing.T, sb *sandpit.Sandbox, from, to string) {
	t.Helper()
	disk := sb.Kernel().FS()
	err := afero.Walk(disk, from, func(p string, info fs.FileInfo, err error) error {
		if err != nil {
			return err
		}
		at := filepath.Join(to, strings.TrimPrefix(p, from))
		switch {
		case info.IsDir():
			return os.MkdirAll(at, 0o755)
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := disk.Readlink(p)
			if err != nil {
				return err
			}
			return os.Symlink(target, at)
		}
		data, err := disk.ReadFile(p)
		if err != nil {
			return err
		}
		return os.WriteFile(at, data, info.Mode().Perm())
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestTheRealGitReadsIt takes what a box has made to the machine's git.
func TestTheRealGitReadsIt(t *testing.T) {
	sb := newBox(t)
	run(t, sb, `git init -q r; cd r; mkdir -p a/b; seq 50 > a/b/n; ln -s n a/b/l; echo x > "a b"; printf '\0\1' > bin; chmod +x bin
git add -A; git commit -qm one; git checkout -qb side; echo s >> a/b/n; git commit -qam side; git checkout -q main
sed -i 1d a/b/n; git commit -qam main; git merge -q --no-edit side; git tag -a v1 -m tag; echo w >> a/b/n; git stash; echo i > i; git add i`)
	box := run(t, sb, "cd r; git log --format='%H %T %P %s'; git status --porcelain; git ls-files -s")
	dir := t.TempDir()
	export(t, sb, "/home/user/r", dir)
	host(t, dir, "fsck", "--strict")
	real := host(t, dir, "log", "--format=%H %T %P %s") + host(t, dir, "status", "--porcelain") + host(t, dir, "ls-files", "-s")
	if box != real {
		t.Errorf("the box says\n%sthe real git\n%s", box, real)
	}
	if got := host(t, dir, "stash", "list"); !strings.HasPrefix(got, "stash@{0}: WIP on main: ") {
		t.Errorf("stash: %q", got)
	}
}

// TestItReadsTheRealGits takes packed objects and packed references into a box.
func TestItReadsTheRealGits(t *testing.T) {
	dir := t.TempDir()
	host(t, dir, "init", "-q", "-b", "main")
	for i := range 20 {
		if err := os.WriteFile(filepath.Join(dir, "f"), bytes.Repeat([]byte(fmt.Sprintln("line", i)), 200), 0o644); err != nil {
			t.Fatal(err)
		}
		host(t, dir, "add", "f")
		host(t, dir, "-c", "user.name=A", "-c", "user.email=a@b", "commit", "-q", "-m", fmt.Sprint("c", i))
	}
	host(t, dir, "gc", "-q")
	sb := newBox(t)
	err := filepath.WalkDir(filepath.Join(dir, ".git"), func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		return sb.WriteFile("r/.git/"+filepath.ToSlash(strings.TrimPrefix(p, dir+"/.git/")), data)
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := run(t, sb, "cd r; mkdir -p .git/refs/heads .git/refs/tags; git log --format='%H %s'"), host(t, dir, "log", "--format=%H %s"); got != want {
		t.Errorf("log: %s\nwant %s", got, want)
	}
	run(t, sb, "cd; git clone -q r copy && cd copy && test $(git rev-list --count HEAD) = 20 && cmp f <(git show HEAD:f)")
}

// TestHostileRepositories feeds broken objects and names that lead out of the working tree.
func TestHostileRepositories(t *testing.T) {
	sb := newBox(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	res, err := sb.Run(ctx, `git init -q r; cd r; echo x > f; git add f; git commit -qm x; h=$(git rev-parse HEAD:f)
o=.git/objects/$(echo $h | cut -c1-2)/$(echo $h | cut -c3-); chmod 644 $o; echo garbage > $o; git show HEAD:f; echo $?; rm f; git checkout -f HEAD; echo $?
head -c 3000 /dev/urandom > .git/index; git status; echo $?; rm .git/index
blob=$(echo evil | git hash-object -w --stdin)
printf "100644 ..\0$(echo $blob | sed 's/../\\x&/g')" > t; tree=$(git hash-object -w -t tree t)
printf 'tree %s\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n\nx\n' $tree > c; c=$(git hash-object -w -t commit c); git checkout -f $c; echo $?; ls -A ..
echo 'ref: refs/heads/../../../../etc/passwd' > .git/HEAD; git log; echo $?; git commit -qm x --allow-empty; echo $?
head -c 100000 /dev/urandom > .git/config; git status; echo $?`)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(res.Stdout, "128") < 6 || strings.Contains(res.Stderr, "panic") || strings.Contains(res.Stderr, "goroutine") {
		t.Errorf("status %d\n%s%s", res.ExitCode, res.Stdout, res.Stderr)
	}
	for _, line := range strings.Split(strings.TrimSpace(res.Stdout), "\n") {
		if line == "0" {
			t.Errorf("something succeeded:\n%s%s", res.Stdout, res.Stderr)
			break
		}
	}
}

// TestHTTP clones from, fetches from and pushes to the real git's server.
func TestHTTP(t *testing.T) {
	root := t.TempDir()
	host(t, root, "init", "-q", "--bare", "-b", "main", "hub.git")
	host(t, filepath.Join(root, "hub.git"), "config", "http.receivepack", "true")
	server := &cgi.Handler{Path: "/usr/lib/git-core/git-http-backend", Env: []string{"GIT_PROJECT_ROOT=" + root, "GIT_HTTP_EXPORT_ALL=1"}}
	sb, err := sandpit.Create(t.Context(), sandpit.Options{
		Commands: map[string]sandpit.Command{"git": git.Program},
		Network:  sandpit.Network{Hosts: map[string]http.Handler{"git.test": server}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sb.Close() }()
	run(t, sb, identity+`git clone -q http://git.test/hub.git a; cd a; seq 500 > f; git add f; git commit -qm one; git push -q -u origin main; cd
git clone -q http://git.test/hub.git b; cd b; test $(wc -l < f) = 500; echo x >> f; git commit -qam two; git push -q; git push -q origin main:other; cd
cd a; git pull -q; test "$(git log --format=%s | head -1)" = two; git ls-remote http://git.test/hub.git refs/heads/other | grep -q other`)
	if got := host(t, filepath.Join(root, "hub.git"), "log", "--format=%s", "other"); got != "two\none\n" {
		t.Errorf("the server has %q", got)
	}
	host(t, filepath.Join(root, "hub.git"), "fsck", "--strict")
	if res, err := sb.Run(t.Context(), "cd; git clone http://git.test/none.git"); err != nil || res.ExitCode != 128 || !strings.Contains(res.Stderr, "not found") {
		t.Errorf("%d %q %v", res.ExitCode, res.Stderr, err)
	}
	if res, err := sb.Run(t.Context(), "git clone http://elsewhere.test/x.git; git clone ssh://git@h/x"); err != nil || res.ExitCode != 128 {
		t.Errorf("%d %q %v", res.ExitCode, res.Stderr, err)
	}
}
