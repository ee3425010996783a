package jsrt

import (
	"context"
	goruntime "runtime"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// TestHeapSlots tells apart what is allocated under two slots.
func TestHeapSlots(t *testing.T) {
	a, b := takeHeapSlot(), takeHeapSlot()
	defer a.give()
	defer b.give()
	if a.index == b.index {
		t.Fatal("two programs in one slot")
	}
	goruntime.GC() // of the programs that were in these slots before
	a0, b0 := a.held(), b.held()
	var keep [][]byte
	if _, err := a.run(func() (goja.Value, error) {
		for range 64 {
			keep = append(keep, make([]byte, 1<<20))
		}
		forAll(func() { keep = append(keep, make([]byte, 128<<20)) })
		return nil, nil
	}); err != nil {
		t.Fatal(err)
	}
	goruntime.GC()
	if got := a.held() - a0; got < 40<<20 || got > 90<<20 { // the profile samples: one of 64 MB is off by 3 MB, as a rule
		t.Errorf("the slot that holds 64 MB is charged with %d MB", got>>20)
	}
	if got := b.held() - b0; got > 4<<20 {
		t.Errorf("the other slot is charged with %d MB", got>>20)
	}
	goruntime.KeepAlive(keep)
}

// TestHeapInnocent lets the host allocate much more than a program's limit while the program runs.
func TestHeapInnocent(t *testing.T) {
	disk := vfs.New()
	if err := kernel.Populate(disk, []string{"node"}, "sandpit"); err != nil {
		t.Fatal(err)
	}
	k, err := kernel.New(kernel.Config{FS: disk, Programs: map[string]kernel.Program{"node": Program}, Hostname: "sandpit", Limits: kernel.Limits{JSHeap: 32 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	run := func(code string) (*kernel.Process, *strings.Builder, chan struct{}) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		t.Cleanup(cancel)
		var errb strings.Builder
		started := make(startWriter, 1)
		p, err := k.Spawn(ctx, kernel.Spec{Path: "/usr/bin/node", Args: []string{"node", "-e", code}, Dir: "/", Files: []*kernel.File{nil, kernel.NewWriterFile(started, "out"), kernel.NewWriterFile(&errb, "err")}})
		if err != nil {
			t.Fatal(err)
		}
		return p, &errb, started
	}
	// Runs until it has seen the host hold its memory for many samples.
	innocent, errb, started := run("console.log(1); const end = Date.now() + 400; let n = 0; while (Date.now() < end) n++; process.exitCode = 7")
	<-started
	var keep [][]byte
	for range 128 {
		keep = append(keep, make([]byte, 1<<20))
	}
	st, err := innocent.Wait()
	if err != nil || st.ExitCode() != 7 {
		t.Errorf("a program that holds nothing ended with %+v, %v, %q", st, err, errb)
	}
	goruntime.KeepAlive(keep)
	hog, errb, _ := run("console.log(1); const a = []; for (;;) a.push({x: a.length})")
	if st, err := hog.Wait(); err != nil || st.ExitCode() != 134 || !strings.Contains(errb.String(), "heap out of memory") {
		t.Errorf("a program that holds all it can get ended with %+v, %v, %q", st, err, errb)
	}
}
