package vfs_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/sandpit-dev/sandpit/vfs"
)

// linearOp is one call as its caller saw it: when it began and ended, and what it answered.
type linearOp struct {
	begin, end int64
	what       string
	a, b       string
	val        int
	got        string
}

// linearState is what a disk of some files holds: for each name the number written in it.
type linearState map[string]int

// apply does the operation on s and returns what it must answer.
func (op *linearOp) apply(s linearState) string {
	val, ok := s[op.a]
	switch op.what {
	case "create":
		if ok {
			return "EEXIST"
		}
		s[op.a] = op.val
	case "remove":
		if !ok {
			return "ENOENT"
		}
		delete(s, op.a)
	case "rename":
		if !ok {
			return "ENOENT"
		}
		delete(s, op.a)
		s[op.b] = val
	case "read":
		if !ok {
			return "ENOENT"
		}
		return fmt.Sprint(val)
	case "list":
		out := ""
		for _, n := range []string{"/d/x", "/d/y"} {
			if _, ok := s[n]; ok {
				out += n[3:]
			}
		}
		return out
	}
	return "ok"
}

// linearizable says whether some order of the operations that respects time explains all answers (Wing and Gong).
func linearizable(ops []linearOp, done int, s linearState, seen map[string]bool) bool {
	if done == 1<<len(ops)-1 {
		return true
	}
	key := fmt.Sprint(done, s)
	if seen[key] {
		return false
	}
	seen[key] = true
	first := int64(1 << 62)
	for i, op := range ops {
		if done&(1<<i) == 0 {
			first = min(first, op.end)
		}
	}
	for i, op := range ops {
		if done&(1<<i) != 0 || op.begin > first {
			continue
		}
		next := linearState{}
		for k, v := range s {
			next[k] = v
		}
		if op.apply(next) == op.got && linearizable(ops, done|1<<i, next, seen) {
			return true
		}
	}
	return false
}

// TestLinearizable lets four make, move, remove, read and list two names, and looks for an order that explains what they saw.
func TestLinearizable(t *testing.T) {
	rounds := 2000
	if testing.Short() {
		rounds = 200
	}
	overlaps := 0
	for round := range rounds {
		v := vfs.New()
		must(t, v.Mkdir("/d", 0o755))
		// Files are made whole elsewhere and linked in, so that a create is one call.
		for i := range 16 {
			must(t, v.WriteFile(fmt.Sprint("/", i), []byte(fmt.Sprint(i)), 0o644))
		}
		var clock atomic.Int64
		var wg sync.WaitGroup
		ops := make([]linearOp, 16)
		var ready atomic.Int32
		for g := range 4 {
			r := rand.New(rand.NewPCG(uint64(round), uint64(g)))
			wg.Go(func() {
				for i := range 4 {
					// Together, so that calls overlap.
					for ready.Add(1); int(ready.Load()) < 4*(i+1); {
						runtime.Gosched()
					}
					op := &ops[g*4+i]
					op.val = g*4 + i
					op.a, op.b = "/d/x", "/d/y"
					if r.IntN(2) == 0 {
						op.a, op.b = op.b, op.a
					}
					op.what = []string{"create", "create", "remove", "rename", "read", "list"}[r.IntN(6)]
					op.begin = clock.Add(1)
					switch op.what {
					case "create":
						op.got = E(v.Link(fmt.Sprint("/", op.val), op.a))
					case "remove":
						op.got = E(v.Remove(op.a))
					case "rename":
						op.got = E(v.Rename(op.a, op.b))
					case "read":
						f, err := v.OpenFile(op.a, os.O_RDONLY, 0)
						op.end = clock.Add(1) // what it opened cannot change
						if op.got = E(err); err == nil {
							b := make([]byte, 8)
							n, _ := f.Read(b)
							op.got = string(b[:n])
							f.Close()
						}
					case "list":
						ents, err := v.ReadDir("/d")
						if err != nil {
							op.got = E(err)
						}
						for _, e := range ents {
							op.got += e.Name()
						}
					}
					if op.end == 0 {
						op.end = clock.Add(1)
					}
				}
			})
		}
		wg.Wait()
		for i := range ops {
			for j := range i {
				if ops[i].begin < ops[j].end && ops[j].begin < ops[i].end {
					overlaps++
				}
			}
		}
		if !linearizable(ops, 0, linearState{}, map[string]bool{}) {
			t.Fatalf("round %d: no order explains %+v", round, ops)
		}
	}
	t.Log(overlaps, "pairs of calls overlapped")
}
