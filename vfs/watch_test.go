package vfs_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sandpit-dev/sandpit/vfs"
)

func TestWatch(t *testing.T) {
	v := vfs.New()
	must(t, v.MkdirAll("/w/sub", 0o755))
	must(t, v.WriteFile("/w/log", nil, 0o644))
	log, err := v.OpenFile("/w/log", os.O_WRONLY|os.O_APPEND, 0)
	must(t, err)
	defer log.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	all, err := v.Watch(ctx, "/w", true)
	must(t, err)
	flat, err := v.Watch(ctx, "/w", false)
	must(t, err)
	must(t, v.Mkdir("/w/sub/d", 0o755))
	must(t, v.Rename("/w/log", "/w/log.1"))
	must(t, second(log.Write([]byte("x"))))
	must(t, second(log.Write([]byte("y"))))
	must(t, v.Chmod("/w/log.1", 0o600))
	must(t, v.Rename("/w/sub", "/other"))
	must(t, v.RemoveAll("/w"))
	want := []vfs.Event{
		{Op: vfs.Create, Path: "/w/sub/d"},
		{Op: vfs.Rename, Path: "/w/log.1", OldPath: "/w/log"},
		{Op: vfs.Write, Path: "/w/log.1"},
		{Op: vfs.Chmod, Path: "/w/log.1"},
		{Op: vfs.Rename, Path: "/other", OldPath: "/w/sub"},
		{Op: vfs.Remove, Path: "/w/log.1"},
		{Op: vfs.Remove, Path: "/w"},
	}
	collect := func(ch <-chan vfs.Event) (out []vfs.Event) {
		for e := range ch {
			// Writes are merged while they wait, so there may be two.
			if n := len(out); n == 0 || out[n-1] != e {
				out = append(out, e)
			}
			if e.Op == vfs.Remove && e.Path == "/w" {
				break
			}
		}
		return out
	}
	if d := cmp.Diff(want, collect(all)); d != "" {
		t.Error("recursive", d)
	}
	if d := cmp.Diff(want[1:], collect(flat)); d != "" {
		t.Error("flat", d)
	}
	_, err = v.Watch(ctx, "/nope", false)
	wantErr(t, "watch of nothing", err, "ENOENT")
	cancel()
	if e, ok := <-all; ok {
		t.Error("after the end:", e)
	}
}

// A disk bounds its watches, and one that is given up makes room.
func TestWatchMax(t *testing.T) {
	v := vfs.New()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	one, end := context.WithCancel(ctx)
	first, err := v.Watch(one, "/", false)
	must(t, err)
	for range 4095 {
		_, err := v.Watch(ctx, "/", false)
		must(t, err)
	}
	_, err = v.Watch(ctx, "/", false)
	wantErr(t, "one more", err, "ENOSPC")
	end()
	for range first {
	}
	_, err = v.Watch(ctx, "/", false)
	wantErr(t, "after one ended", err, "ok")
	// All watch the same: what waits is bounded for the disk, not only for each.
	for i := range 100 {
		must(t, v.WriteFile(fmt.Sprint("/", i), nil, 0o644))
	}
}

func TestWatchOverflow(t *testing.T) {
	v := vfs.New()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ch, err := v.Watch(ctx, "/", true)
	must(t, err)
	for i := range 10000 {
		must(t, v.WriteFile(fmt.Sprint("/", i), nil, 0o644))
	}
	n := 0
	for e := range ch {
		if e.Op == vfs.Overflow {
			break
		}
		if want := fmt.Sprint("/", n); e.Path != want || e.Op != vfs.Create {
			t.Fatal("got", e, "want", want)
		}
		n++
	}
	// At most one batch of the queue was under way besides.
	if n < 4096 || n > 2*4096 {
		t.Error(n)
	}
	for idle := false; !idle; {
		select {
		case <-ch:
		case <-time.After(50 * time.Millisecond):
			idle = true
		}
	}
	must(t, v.Remove("/0"))
	if e := <-ch; e.Op != vfs.Remove || e.Path != "/0" {
		t.Error("after the overflow:", e)
	}
}

// TestWatchReplay replays what a watcher was told while several changed the same few names: it must end at what is there.
func TestWatchReplay(t *testing.T) {
	for round := range 50 {
		v := vfs.New()
		ctx, cancel := context.WithCancel(context.Background())
		ch, err := v.Watch(ctx, "/", true)
		must(t, err)
		var wg sync.WaitGroup
		for g := range 4 {
			r := rand.New(rand.NewPCG(uint64(round), uint64(g)))
			wg.Go(func() {
				for range 100 {
					a, b := fmt.Sprint("/", r.IntN(5)), fmt.Sprint("/", r.IntN(5))
					switch r.IntN(4) {
					case 0:
						v.Mkdir(a, 0o755)
					case 1:
						v.WriteFile(a, []byte("x"), 0o644)
					case 2:
						v.Rename(a, b)
					case 3:
						v.RemoveAll(a)
					}
				}
			})
		}
		wg.Wait()
		must(t, v.Mkdir("/last", 0o755))
		there := map[string]bool{}
		for e := range ch {
			switch e.Op {
			case vfs.Create:
				if there[e.Path] {
					t.Fatal("made twice:", e)
				}
				there[e.Path] = true
			case vfs.Rename:
				if !there[e.OldPath] {
					t.Fatal("moved before it was there:", e)
				}
				delete(there, e.OldPath)
				there[e.Path] = true
			case vfs.Remove:
				if !there[e.Path] {
					t.Fatal("removed before it was there:", e)
				}
				delete(there, e.Path)
			case vfs.Overflow:
				t.Fatal("overflow")
			}
			if e.Path == "/last" {
				break
			}
		}
		cancel()
		ents, err := v.ReadDir("/")
		must(t, err)
		want := map[string]bool{}
		for _, e := range ents {
			want["/"+e.Name()] = true
		}
		if d := cmp.Diff(want, there); d != "" {
			t.Fatal(d)
		}
	}
}
