package vfs_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sandpit-dev/sandpit/vfs"
)

func TestLazy(t *testing.T) {
	v := vfs.New()
	var calls atomic.Int32
	text := strings.Repeat("0123456789", 1000)
	var fail error
	load := func() ([]byte, error) { calls.Add(1); return []byte(text), fail }
	must(t, v.WriteFileFunc("/f", int64(len(text)), 0o640, load))
	used, _ := v.Usage()
	if fi, err := v.Stat("/f"); err != nil || fi.Size() != 10000 || fi.Mode() != 0o640 || used != 0 || calls.Load() != 0 {
		t.Error("before:", fi.Size(), fi.Mode(), used, calls.Load(), err)
	}
	fail = errors.New("the host's secret")
	_, err := v.ReadFile("/f")
	if wantErr(t, "failed", err, "EIO"); strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
	if fi, _ := v.Stat("/f"); fi.Size() != 10000 {
		t.Error("size after a failure:", fi.Size())
	}
	fail, calls = nil, atomic.Int32{}
	twin := v.Fork()
	for range 2 {
		for _, d := range []*vfs.FS{v, twin} {
			if b, err := d.ReadFile("/f"); string(b) != text || err != nil {
				t.Error(len(b), err)
			}
		}
	}
	if used, _ := v.Usage(); used != 3*4096 || calls.Load() != 1 {
		t.Error("after:", used, calls.Load())
	}
	// What is overwritten is not loaded, what is kept in part is.
	must(t, v.WriteFileFunc("/g", 5, 0o644, load))
	must(t, v.WriteFile("/g", []byte("new"), 0o644))
	must(t, v.WriteFileFunc("/h", 5, 0o644, load))
	must(t, v.Truncate("/h", 0))
	must(t, v.WriteFileFunc("/i", 0, 0o644, load))
	if calls.Load() != 1 {
		t.Error("loaded", calls.Load())
	}
	must(t, v.Truncate("/i", 12))
	f, err := v.OpenFile("/i", os.O_WRONLY|os.O_APPEND, 0)
	must(t, err)
	must(t, second(f.WriteString("!")))
	must(t, f.Close())
	if b, err := v.ReadFile("/i"); string(b) != "012345678901!" || calls.Load() != 2 {
		t.Errorf("%q %v %d", b, err, calls.Load())
	}
	must(t, v.WriteFileFunc("/panic", 0, 0o644, func() ([]byte, error) { panic("x") }))
	_, err = v.ReadFile("/panic")
	wantErr(t, "panic", err, "EIO")
	wantErr(t, "no function", v.WriteFileFunc("/n", 0, 0o644, nil), "EINVAL")
	wantErr(t, "size", v.WriteFileFunc("/n", -1, 0o644, load), "EINVAL")
	wantErr(t, "directory", v.WriteFileFunc("/", 0, 0o644, load), "EISDIR")

	var hit string
	full, _ := v.Usage()
	v.SetLimits(vfs.Limits{Bytes: full + 4096, OnHit: func(_ any, limit string, _ int64) { hit = limit }})
	must(t, v.WriteFileFunc("/big", 0, 0o644, load))
	_, err = v.ReadFile("/big")
	wantErr(t, "disk full", err, "ENOSPC")
	if now, _ := v.Usage(); now != full || hit != vfs.LimitBytes {
		t.Error("usage", now, full, hit)
	}
	v.SetLimits(vfs.Limits{FileSize: 100})
	_, err = v.ReadFile("/big")
	wantErr(t, "file too big", err, "EFBIG")
}

// Those who come while a load runs wait for it, also where time is that of a synctest bubble.
func TestLazyOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := vfs.New()
		var calls atomic.Int32
		must(t, v.WriteFileFunc("/f", 0, 0o644, func() ([]byte, error) {
			calls.Add(1)
			time.Sleep(time.Second)
			v.Stat("/f") // no lock is held
			return []byte("x"), nil
		}))
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				if b, err := v.ReadFile("/f"); string(b) != "x" || err != nil {
					t.Error(string(b), err)
				}
			})
		}
		wg.Wait()
		if calls.Load() != 1 {
			t.Error(calls.Load())
		}
	})
}

type caller struct{ ctx context.Context }

func (c caller) Context() context.Context { return c.ctx }

// A load that hangs holds up nobody but those who want this file, and them no longer than they live.
func TestLazyHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := vfs.New()
		finish := make(chan error)
		must(t, v.WriteFileFunc("/f", 3, 0o644, func() ([]byte, error) { return []byte("abc"), <-finish }))
		ctx, kill := context.WithCancel(t.Context())
		opened := make(chan error, 2)
		for range 2 {
			go func() {
				_, err := v.For(caller{ctx}).Open("/f")
				opened <- err
			}()
		}
		synctest.Wait()
		must(t, v.WriteFile("/other", nil, 0o644))
		must(t, v.Rename("/f", "/g"))
		if fi, err := v.Stat("/g"); err != nil || fi.Size() != 3 {
			t.Error(fi, err)
		}
		kill()
		wantErr(t, "a killed opener", <-opened, "EINTR")
		wantErr(t, "another that waited", <-opened, "EINTR")
		go func() {
			_, err := v.Open("/g")
			opened <- err
		}()
		synctest.Wait()
		finish <- errors.New("the host is tired")
		wantErr(t, "the load that failed", <-opened, "EIO")
		go func() { finish <- nil }()
		if b, err := v.For(caller{t.Context()}).ReadFile("/g"); string(b) != "abc" || err != nil {
			t.Errorf("%q %v", b, err)
		}
	})
}
