package vfs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/vfs"
)

func TestLimits(t *testing.T) {
	v := vfs.New().For("me")
	type hit struct {
		caller any
		limit  string
		max    int64
	}
	var hits []hit
	v.SetLimits(vfs.Limits{Bytes: 5 * 4096, Inodes: 4, FileSize: 1 << 20, OnHit: func(c any, l string, m int64) {
		v.Stat("/") // no lock is held
		hits = append(hits, hit{c, l, m})
	}})
	f, err := v.Create("/a")
	must(t, err)
	n, err := f.Write(make([]byte, 30000))
	if n != 5*4096 || E(err) != "ENOSPC" {
		t.Error("write on a full disk:", n, err)
	}
	wantErr(t, "small file on a full disk", v.WriteFile("/b", []byte("x"), 0o644), "ENOSPC")
	wantErr(t, "overwrite in place", second(f.WriteAt(make([]byte, 8192), 0)), "ok")
	must(t, f.Truncate(4096))
	wantErr(t, "after truncate", v.WriteFile("/b", []byte("x"), 0o644), "ok")
	if bytes, inodes := v.Usage(); bytes != 8192 || inodes != 3 {
		t.Error("usage:", bytes, inodes)
	}
	must(t, v.Mkdir("/d", 0o755))
	wantErr(t, "one inode too many", v.Mkdir("/e", 0o755), "ENOSPC")
	wantErr(t, "one link too many", v.Link("/a", "/e"), "ENOSPC")
	wantErr(t, "file too large", f.Truncate(1<<20+1), "EFBIG")
	// An unlinked file keeps its space until it is closed.
	must(t, v.Remove("/a"))
	if bytes, inodes := v.Usage(); bytes != 8192 || inodes != 4 {
		t.Error("usage while open:", bytes, inodes)
	}
	f.Close()
	if bytes, inodes := v.Usage(); bytes != 4096 || inodes != 3 {
		t.Error("usage after close:", bytes, inodes)
	}
	st, err := v.Statfs("/")
	must(t, err)
	if st.Blocks != 5 || st.BlocksFree != 4 || st.Files != 4 || st.FilesFree != 1 || st.NameMax != 255 {
		t.Errorf("statfs: %+v", st)
	}
	want := []hit{
		{"me", "disk-bytes", 5 * 4096}, {"me", "disk-bytes", 5 * 4096}, {"me", "inodes", 4}, {"me", "inodes", 4},
		{"me", "file-size", 1 << 20},
	}
	if d := cmp.Diff(want, hits, cmp.AllowUnexported(hit{})); d != "" {
		t.Error(d)
	}
}

// TestLinkMax: ext4 allows 65,000 names of one file.
func TestLinkMax(t *testing.T) {
	v := vfs.New()
	must(t, v.WriteFile("/f", []byte("x"), 0o644))
	for i := range 65000 - 1 {
		must(t, v.Link("/f", fmt.Sprint("/", i)))
	}
	wantErr(t, "one name more", v.Link("/f", "/more"), "EMLINK")
	if n := stat(t, v, "/f").Nlink; n != 65000 {
		t.Error(n)
	}
	if b, err := v.ReadFile("/64998"); string(b) != "x" || err != nil {
		t.Error(string(b), err)
	}
	must(t, v.Remove("/77"))
	must(t, v.Link("/f", "/more"))
}

// TestDeepTree removes a tree deeper than a path can be long.
func TestDeepTree(t *testing.T) {
	v := vfs.New()
	deep := strings.Repeat("/x", 1000)
	for range 30 {
		must(t, v.MkdirAll("/new"+deep, 0o755))
		if _, err := v.Stat("/tree"); err == nil {
			must(t, v.Rename("/tree", "/new"+deep+"/y"))
		}
		must(t, v.Rename("/new", "/tree"))
	}
	must(t, v.Mount("/proc", afero.NewMemMapFs(), true))
	must(t, v.RemoveAll("/tree"))
	if b, i := v.Usage(); b != 0 || i != 2 {
		t.Error("left:", b, i)
	}
}

func TestLinkDepth(t *testing.T) {
	v := vfs.New()
	must(t, v.WriteFile("/l0", []byte("end"), 0o644))
	for i := 1; i <= 41; i++ {
		must(t, v.Symlink(fmt.Sprintf("l%d", i-1), fmt.Sprintf("/l%d", i)))
	}
	_, err := v.Stat("/l40")
	wantErr(t, "40 links", err, "ok")
	_, err = v.Stat("/l41")
	wantErr(t, "41 links", err, "ELOOP")
	_, err = v.Stat("/" + strings.Repeat("x/", 2047) + "y")
	wantErr(t, "4096 bytes", err, "ENAMETOOLONG")
	_, err = v.Stat(strings.Repeat("/", 4095))
	wantErr(t, "4095 slashes", err, "ok")
	_, err = v.OpenFile("/l1", vfs.O_NOFOLLOW, 0)
	wantErr(t, "O_NOFOLLOW", err, "ELOOP")
	_, err = v.OpenFile("/l1", vfs.O_DIRECTORY, 0)
	wantErr(t, "O_DIRECTORY", err, "ENOTDIR")
}

func TestDepth(t *testing.T) {
	v := vfs.New()
	var hits []string
	v.SetLimits(vfs.Limits{Depth: 3, OnHit: func(_ any, limit string, max int64) {
		hits = append(hits, limit)
		if max != 3 {
			t.Error(max)
		}
	}})
	must(t, v.MkdirAll("/a/b/c", 0o755))
	wantErr(t, "one more", v.Mkdir("/a/b/c/d", 0o755), "EDQUOT")
	wantErr(t, "by a link", v.Symlink("/a/b/c", "/l"), "ok")
	wantErr(t, "through it", v.Mkdir("/l/d", 0o755), "EDQUOT")
	wantErr(t, "a file", v.WriteFile("/a/b/c/f", nil, 0o644), "ok")
	must(t, v.MkdirAll("/x/y", 0o755))
	wantErr(t, "too deep by what is below", v.Rename("/x", "/a/b/x"), "EDQUOT")
	wantErr(t, "fits", v.Rename("/x", "/a/x"), "ok")
	jail, err := v.Chroot("/a/b")
	must(t, err)
	wantErr(t, "in a chroot", jail.Mkdir("/c/d", 0o755), "EDQUOT")
	if len(hits) != 4 || hits[0] != vfs.LimitDepth {
		t.Error(hits)
	}
}
