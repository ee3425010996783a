package snapshot

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"testing"

	"github.com/sandpit-dev/sandpit/vfs"
)

// soakRounds is how many damaged archives TestSoak reads; SANDPIT_SOAK sets another number.
const soakRounds = 5000

// TestSoak reads archives with bytes flipped, stretches cut out, doubled and mixed, under every compression. Whatever
// comes, Read ends without a panic and with an error or a disk within its limits.
func TestSoak(t *testing.T) {
	rounds := soakRounds
	if s := os.Getenv("SANDPIT_SOAK"); s != "" {
		n, err := strconv.Atoi(s)
		must(t, err)
		rounds = n
	}
	d := world(t)
	must(t, d.Remove("/big"), d.Remove("/sparse"))
	plain := export(t, d, WriteOptions{Format: Tar})
	seeds := [][]byte{
		plain, gz(plain), zst(t, plain), xzip(t, plain),
		archive(pax("GNU.sparse.major", "1", "GNU.sparse.minor", "0", "GNU.sparse.name", "holes", "GNU.sparse.realsize", "9000"),
			file("GNUSparseFile.0/holes", "2\n0\n1\n8000\n1\n"+string(make([]byte, 500))+"xy")),
		archive(link("s", "d"), dir("d/"), file("d/f", "x"), hardlink("h", "d/f"), pax("path", "long/name"), file("x", "y")),
	}
	for _, name := range []string{"infozip.zip", "bsdtar.zip", "gnu.tar.gz", "pax.tar.gz"} {
		data, err := os.ReadFile("testdata/" + name)
		must(t, err)
		seeds = append(seeds, data)
	}
	const cap = 1 << 20
	limits := ReadOptions{Entries: 200, Bytes: cap, FileBytes: cap, Depth: 40}
	r := rand.New(rand.NewPCG(7, 7))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	good := 0
	for range rounds {
		data := mutate(r, seeds)
		disk := vfs.New()
		disk.SetLimits(vfs.Limits{Bytes: cap, Inodes: 400})
		m, err := Read(context.Background(), bytes.NewReader(data), disk, limits)
		if err == nil {
			good++
		} else if m != nil {
			t.Fatalf("metadata beside the error %v", err)
		}
		if used, inodes := disk.Usage(); used > cap || inodes > 400 {
			t.Fatalf("the disk holds %d bytes, %d inodes", used, inodes)
		}
		var entry *EntryError
		if errors.As(err, &entry) && len(entry.Error()) > 2000 {
			t.Fatalf("an error of %d bytes", len(entry.Error()))
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if after.HeapAlloc > before.HeapAlloc+64<<20 {
		t.Errorf("the heap has grown from %d to %d bytes", before.HeapAlloc, after.HeapAlloc)
	}
	t.Logf("%d archives, %d of them sound", rounds, good)
}

// mutate damages one of the seeds.
func mutate(r *rand.Rand, seeds [][]byte) []byte {
	data := bytes.Clone(seeds[r.IntN(len(seeds))])
	for range 1 + r.IntN(4) {
		at := r.IntN(len(data))
		end := min(len(data), at+1+r.IntN(1<<r.IntN(12)))
		switch r.IntN(7) {
		case 0:
			data[at] ^= 1 << r.IntN(8)
		case 1:
			data[at] = byte(r.Uint32())
		case 2:
			data = data[:at+1]
		case 3:
			data = append(data[:at:at], data[end:]...)
		case 4:
			data = append(data[:end:end], data[at:]...)
		case 5: // of another archive
			other := seeds[r.IntN(len(seeds))]
			copy(data[at:], other[r.IntN(len(other)):])
		case 6: // a field of a tar header
			block := at &^ 511
			copy(data[block+[]int{0, 100, 124, 148, 156, 157, 257, 345}[r.IntN(8)]%max(1, len(data)-block):], []string{"..", "7777777", "99999999999", "\x80\xff\xff\xff", "x", "/", "\x00"}[r.IntN(7)])
		}
		if len(data) == 0 {
			return []byte{0}
		}
	}
	return data
}
