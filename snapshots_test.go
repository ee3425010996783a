package sandpit_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sandpit-dev/sandpit"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/snapshot"
)

func export(t *testing.T, sb *sandpit.Sandbox, opts *sandpit.SnapshotOptions) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := sb.ExportSnapshot(context.Background(), &buf, opts); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

const populate = `mkdir -p d/empty "d/sp ace"; printf 'bin\0ary' >d/b; echo run >d/x; chmod 751 d/x; ln -s x d/l; ln d/x d/hard; mkfifo d/p
touch -d 2001-02-03T04:05:06 d/b; sudo rm -f /etc/motd; export KEEP='va lue'; cd d`

func TestSnapshotRoundTrip(t *testing.T) {
	ctx := context.Background()
	sb := create(t, sandpit.Options{})
	sh(t, sb, strings.Replace(populate, "sudo rm -f /etc/motd; ", "", 1))
	sh(t, sb, "rm -f /etc/motd", sandpit.WithUser("root"))
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	first := export(t, sb, &sandpit.SnapshotOptions{SavedAt: at, Metadata: map[string]any{"note": "mine"}})
	if second := export(t, sb, &sandpit.SnapshotOptions{SavedAt: at, Metadata: map[string]any{"note": "mine"}}); !bytes.Equal(first, second) {
		t.Error("equal state, other bytes")
	}
	meta, err := sandpit.ReadSnapshotMetadata(bytes.NewReader(first))
	if err != nil || meta.Cwd != "/home/user/d" || meta.Env["KEEP"] != "va lue" || !meta.SavedAt.Equal(at) || meta.Extra["note"] != "mine" {
		t.Errorf("metadata: %+v, %v", meta, err)
	}

	const list = `find . /etc/motd -printf '%p %y %m %n %s %l\n' 2>/dev/null | sort; cat b x; stat -c %Y b`
	want := sh(t, sb, list)
	to := create(t, sandpit.Options{Files: map[string]string{"stays": "1"}})
	sh(t, to, "sleep 1000 &")
	meta, err = to.ImportSnapshot(ctx, bytes.NewReader(first))
	if err != nil || meta.Cwd != "/home/user/d" {
		t.Fatalf("import: %+v, %v", meta, err)
	}
	if got := sh(t, to, list); got != want {
		t.Errorf("restored:\n%s\nwant:\n%s", got, want)
	}
	if got := sh(t, to, "echo $KEEP $PWD; cat ../stays; ps -e -o comm= | grep -c sleep || true"); got != "va lue /home/user/d\n10\n" {
		t.Errorf("session: %q", got)
	}
	img, err := sandpit.ImageFromSnapshot(bytes.NewReader(first))
	if err != nil {
		t.Fatal(err)
	}
	if got := sh(t, create(t, sandpit.Options{Image: img}), "cat d/x"); got != "run\n" {
		t.Errorf("image: %q", got)
	}
}

func TestSnapshotBadInput(t *testing.T) {
	ctx := context.Background()
	sb := create(t, sandpit.Options{Files: map[string]string{"f": "before"}})
	good := export(t, sb, nil)
	sh(t, sb, "echo after >f; sleep 1000 & echo $! >pid")
	for name, data := range map[string][]byte{
		"empty": nil, "garbage": []byte("this is no archive at all, not by any means"), "cut": good[:len(good)/2],
	} {
		if _, err := sb.ImportSnapshot(ctx, bytes.NewReader(data)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := sb.ImportSnapshot(cancelled, bytes.NewReader(good)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := sb.ExportSnapshot(cancelled, &bytes.Buffer{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled export: %v", err)
	}
	if got := sh(t, sb, "cat f; kill -0 $(cat pid) && echo alive"); got != "after\nalive\n" {
		t.Errorf("the box has changed: %q", got)
	}
}

func TestForkAndCheckpoint(t *testing.T) {
	ctx := context.Background()
	sb := create(t, sandpit.Options{})
	sh(t, sb, "mkdir w; cd w; echo 1 >f; export V=1; sleep 1000 &")
	c := sb.Checkpoint()
	twin, err := sb.Fork(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer twin.Close()
	sh(t, sb, "echo 2 >f; touch g; V=2; cd /")
	sh(t, twin, "echo 3 >f")
	if got := sh(t, twin, "cat f; ls; echo $V $PWD; ps -e -o comm= | grep -c sleep || true"); got != "3\nf\n1 /home/user/w\n0\n" {
		t.Errorf("twin: %q", got)
	}
	if err := sb.Restore(c); err != nil {
		t.Fatal(err)
	}
	if got := sh(t, sb, "cat f; ls; echo $V $PWD; ps -e -o comm= | grep -c sleep || true"); got != "1\nf\n1 /home/user/w\n0\n" {
		t.Errorf("restored: %q", got)
	}
	img := sb.Image()
	sh(t, sb, "rm f")
	if got := sh(t, create(t, sandpit.Options{Image: img}), "cat w/f"); got != "1\n" {
		t.Errorf("image: %q", got)
	}
}

// The environment of a fork, a restored and an imported box is the one that was, also how deep its shell is.
func TestEnvironmentComesBack(t *testing.T) {
	ctx := context.Background()
	sb := create(t, sandpit.Options{})
	for _, script := range []string{"true", "cd /tmp; export A=$'two\nlines'", "unset HOME USER", "export SHLVL=7"} {
		sh(t, sb, script)
		want, dir := sb.Env(), sb.Dir()
		var snap bytes.Buffer
		if err := sb.ExportSnapshot(ctx, &snap, nil); err != nil {
			t.Fatal(err)
		}
		twin, err := sb.Fork(ctx)
		if err != nil {
			t.Fatal(err)
		}
		defer twin.Close()
		check := func(how string, err error) {
			t.Helper()
			if diff := cmp.Diff(want, twin.Env()); err != nil || diff != "" || twin.Dir() != dir {
				t.Errorf("%s after %q: %v, in %s, %s", how, script, err, twin.Dir(), diff)
			}
		}
		check("fork", nil)
		check("restore", twin.Restore(sb.Checkpoint()))
		_, err = twin.ImportSnapshot(ctx, &snap)
		check("import", err)
	}
}

// A fork starts from whatever the disk has come to, and does not bring back what the box has removed.
func TestForkOfDamagedBox(t *testing.T) {
	sb := create(t, sandpit.Options{Commands: map[string]sandpit.Command{
		"kept": func(ctx context.Context, p *kernel.Process) int { return 5 },
		"gone": func(ctx context.Context, p *kernel.Process) int { return 6 },
	}})
	sh(t, sb, "rm -rf /etc /home /usr/local/bin/gone", sandpit.WithUser("root"))
	twin, err := sb.Fork(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer twin.Close()
	if got := sh(t, twin, "kept; echo $?; gone 2>/dev/null; echo $?; ls /etc 2>/dev/null || echo none; id -u"); got != "5\n127\nnone\n1000\n" {
		t.Errorf("twin: %q", got)
	}
}

// A chain of differences restores to the same box as one full snapshot.
func TestSnapshotSince(t *testing.T) {
	ctx := context.Background()
	sb := create(t, sandpit.Options{})
	sh(t, sb, populate+"; head -c 300000 /dev/urandom > random")
	digest := func(sb *sandpit.Sandbox) string {
		t.Helper()
		d, err := sb.Digest()
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	begin := sb.Checkpoint()
	base := export(t, sb, nil)
	sh(t, sb, "echo changed > x; rm l; mkdir new; export STEP=1")
	middle := sb.Checkpoint()
	first := export(t, sb, &sandpit.SnapshotOptions{Since: begin})
	sh(t, sb, "echo again >> x; touch new/f; rm -r empty; export STEP=2")
	second := export(t, sb, &sandpit.SnapshotOptions{Since: middle, Format: sandpit.ZstdSnapshot})
	if len(first) > 4000 || len(second) > 4000 || len(base) < 300000 {
		t.Errorf("lengths: base %d, differences %d and %d", len(base), len(first), len(second))
	}

	to := create(t, sandpit.Options{})
	for i, data := range [][]byte{base, first, second} {
		if _, err := to.ImportSnapshot(ctx, bytes.NewReader(data)); err != nil {
			t.Fatalf("import %d: %v", i, err)
		}
	}
	if got := sh(t, to, "cat x; echo $STEP; pwd; find . | sort | tr '\\n' ' '"); got != sh(t, sb, "cat x; echo $STEP; pwd; find . | sort | tr '\\n' ' '") {
		t.Errorf("after the chain: %s", got)
	}
	if digest(to) != digest(sb) {
		t.Error("the digests differ")
	}
	full := create(t, sandpit.Options{})
	if _, err := full.ImportSnapshot(ctx, bytes.NewReader(export(t, sb, nil))); err != nil || digest(full) != digest(sb) {
		t.Errorf("the full snapshot restores to another disk (%v)", err)
	}

	// Out of order: refused, and nothing changed.
	other := create(t, sandpit.Options{})
	before := digest(other)
	if _, err := other.ImportSnapshot(ctx, bytes.NewReader(second)); !errors.Is(err, snapshot.ErrSince) {
		t.Errorf("difference to another disk: %v", err)
	}
	if digest(other) != before {
		t.Error("a refused import has changed the disk")
	}

	// With the box of the base gone, its snapshot serves as the checkpoint.
	c, err := sandpit.CheckpointFromSnapshot(ctx, bytes.NewReader(base))
	if err != nil {
		t.Fatal(err)
	}
	both := export(t, sb, &sandpit.SnapshotOptions{Since: c})
	if len(both) > 4000 {
		t.Errorf("difference to the base: %d bytes", len(both))
	}
	last := create(t, sandpit.Options{})
	if err := last.Restore(c); err != nil {
		t.Fatal(err)
	}
	if _, err := last.ImportSnapshot(ctx, bytes.NewReader(both)); err != nil || digest(last) != digest(sb) {
		t.Errorf("base and one difference: %v", err)
	}
	for name, opts := range map[string]*sandpit.SnapshotOptions{
		"no checkpoint": {Since: &sandpit.Checkpoint{}}, "without manifest": {Since: begin, FilesOnly: true}, "level": {Level: 99}, "format": {Format: 77},
	} {
		if err := sb.ExportSnapshot(ctx, io.Discard, opts); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// What runs may end by itself before an import kills it, and progress is told on both sides.
func TestImportOptions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := context.Background()
		sb := create(t, sandpit.Options{Files: map[string]string{"a": "1", "b": "22"}})
		var said [2]int64
		data := export(t, sb, &sandpit.SnapshotOptions{Progress: func(entries, n int64) { said = [2]int64{entries, n} }})
		if said[0] < 2 || said[1] != 3 {
			t.Errorf("export told %v", said)
		}
		var out strings.Builder
		polite := sb.Command("bash", "-c", "trap 'echo bye; exit 0' HUP; echo ready; while :; do sleep 0.1; done")
		polite.Stdout = &out
		stubborn := sb.Command("bash", "-c", "trap '' HUP; sleep 1000")
		for _, c := range []*sandpit.Cmd{polite, stubborn} {
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Second) // of the bubble
		start := time.Now()
		if _, err := sb.ImportSnapshot(ctx, bytes.NewReader(data), sandpit.WithHangup(5*time.Second), sandpit.WithProgress(func(entries, n int64) { said = [2]int64{-entries, n} })); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took != 5*time.Second {
			t.Errorf("the import took %v, not the five seconds that one does not use", took)
		}
		if said[0] > -2 || said[1] != 3 {
			t.Errorf("import told %v", said)
		}
		if err := polite.Wait(); err != nil || out.String() != "ready\nbye\n" {
			t.Errorf("polite: %v, %q", err, out.String())
		}
		if err := stubborn.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Errorf("stubborn: %v", err)
		}
	})
}
