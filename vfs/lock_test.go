package vfs_test

import (
	"context"
	"errors"
	"io/fs"
	"testing"
	"testing/synctest"

	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/vfs"
)

// TestFlock: expected is what flock(2) answered on Linux for three descriptors of one file.
func TestFlock(t *testing.T) {
	v := vfs.New()
	must(t, v.WriteFile("/f", nil, 0o644))
	must(t, v.Link("/f", "/g"))
	lock := func(f afero.File, how int) string {
		return E(f.(vfs.Flocker).Flock(context.Background(), how))
	}
	a, err := v.Open("/f")
	must(t, err)
	b, err := v.Open("/g")
	must(t, err)
	c, err := v.Create("/f")
	must(t, err)
	for i, step := range []struct {
		f    afero.File
		how  int
		want string
	}{
		{a, vfs.LockShared | vfs.LockNonblock, "ok"},
		{b, vfs.LockShared, "ok"},
		{c, vfs.LockExclusive | vfs.LockNonblock, "EWOULDBLOCK"},
		{a, vfs.LockExclusive | vfs.LockNonblock, "EWOULDBLOCK"}, // and its shared lock is gone
		{b, vfs.LockExclusive | vfs.LockNonblock, "ok"},
		{a, vfs.LockShared | vfs.LockNonblock, "EWOULDBLOCK"},
		{b, vfs.LockShared | vfs.LockNonblock, "ok"},
		{a, vfs.LockShared | vfs.LockNonblock, "ok"},
		{a, vfs.Unlock, "ok"},
		{a, vfs.Unlock, "ok"},
		{a, 0, "EINVAL"},
		{a, vfs.LockShared | vfs.LockExclusive, "EINVAL"},
	} {
		if got := lock(step.f, step.how); got != step.want {
			t.Errorf("step %d: %s, want %s", i, got, step.want)
		}
	}
	must(t, b.Close())
	if got := lock(c, vfs.LockExclusive|vfs.LockNonblock); got != "ok" {
		t.Error("after the close of who held it:", got)
	}
	must(t, a.Close())
	must(t, c.Close())
	if err := c.(vfs.Flocker).Flock(context.Background(), vfs.LockShared); !errors.Is(err, fs.ErrClosed) {
		t.Error("closed:", err)
	}
}

func TestFlockWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := vfs.New()
		a, err := v.Create("/f")
		must(t, err)
		b, err := v.Open("/f")
		must(t, err)
		must(t, a.(vfs.Flocker).Flock(t.Context(), vfs.LockExclusive))
		ctx, cancel := context.WithCancel(t.Context())
		got := make(chan error)
		wait := func(ctx context.Context) { got <- b.(vfs.Flocker).Flock(ctx, vfs.LockShared) }
		go wait(ctx)
		synctest.Wait()
		cancel()
		wantErr(t, "cancelled", <-got, "EINTR")
		go wait(t.Context())
		synctest.Wait()
		must(t, b.Close())
		if err := <-got; !errors.Is(err, fs.ErrClosed) {
			t.Error("closed while it waited:", err)
		}
		b, err = v.Open("/f")
		must(t, err)
		go wait(t.Context())
		synctest.Wait()
		must(t, a.Close())
		wantErr(t, "when the other closed", <-got, "ok")
	})
}
