package vfs_test

import (
	"errors"
	"io/fs"
	"syscall"
	"testing"

	"github.com/sandpit-dev/sandpit/vfs"
)

func TestMkdirAllOwned(t *testing.T) {
	d := vfs.New()
	if err := errors.Join(d.Mkdir("/a", 0o755), d.WriteFile("/file", nil, 0o644), d.MkdirAllOwned("/a/b/c", 0o750, 1000, 100), d.MkdirAllOwned("/a/b/c", 0o700, 0, 0)); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]vfs.Stat{"/a": {}, "/a/b": {UID: 1000, GID: 100}, "/a/b/c": {UID: 1000, GID: 100}} {
		info, err := d.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if st := info.Sys().(*vfs.Stat); st.UID != want.UID || st.GID != want.GID {
			t.Errorf("%s belongs to %d:%d", name, st.UID, st.GID)
		}
		if perm := info.Mode().Perm(); name != "/a" && perm != 0o750 {
			t.Errorf("%s: %v", name, perm)
		}
	}
	if err := d.MkdirAllOwned("/file/x", 0o755, 1, 1); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("below a file: %v", err)
	}
	if err := d.MkdirAllOwned("/file", 0o755, 1, 1); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("a file: %v", err)
	}
	if err := d.As(1000, 1000, 0).MkdirAllOwned("/x", 0o755, 1000, 1000); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("not root: %v", err)
	}
}
