package vfs_test

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"sync"
	"testing"

	"github.com/sandpit-dev/sandpit/vfs"
)

// fsck checks what must hold of every disk without open files: link counts, and usage as the sum of what is there.
func fsck(t *testing.T, v *vfs.FS) {
	t.Helper()
	type node struct{ names, subdirs int }
	seen := map[uint64]*node{}
	stats := map[uint64]*vfs.Stat{}
	var bytes, inodes int64
	var walk func(dir string)
	visit := func(fi fs.FileInfo) *node {
		s := fi.Sys().(*vfs.Stat)
		n := seen[s.Ino]
		if n == nil {
			n = &node{}
			seen[s.Ino], stats[s.Ino] = n, s
			if !fi.IsDir() {
				bytes += s.Blocks * 512
			}
		}
		n.names++
		inodes++
		return n
	}
	walk = func(dir string) {
		d, err := v.Open(dir)
		must(t, err)
		fis, err := d.Readdir(-1)
		must(t, err)
		self, err := d.Stat()
		must(t, err)
		must(t, d.Close())
		for _, fi := range fis {
			visit(fi)
			if fi.IsDir() {
				seen[self.Sys().(*vfs.Stat).Ino].subdirs++
				walk(path.Join(dir, fi.Name()))
			}
		}
	}
	root, err := v.Stat("/")
	must(t, err)
	visit(root)
	walk("/")
	for ino, n := range seen {
		want := n.names
		if s := stats[ino]; s.Nlink >= 2 && n.subdirs > 0 || ino == 1 {
			want = 2 + n.subdirs
		} else if s.Nlink == 2 && n.names == 1 {
			want = 2 // a directory without others below
		}
		if stats[ino].Nlink != want {
			t.Errorf("inode %d: %d links, want %d (%+v)", ino, stats[ino].Nlink, want, *n)
		}
	}
	if b, i := v.Usage(); b != bytes || i != inodes {
		t.Errorf("usage %d bytes, %d inodes; there are %d, %d", b, i, bytes, inodes)
	}
}

// TestStorm lets many do everything to the same few names, with forks, watches, resets and limits in between. The disk and
// each fork must be whole afterwards.
func TestStorm(t *testing.T) {
	v := vfs.New()
	v.SetLimits(vfs.Limits{Bytes: 4 << 20, Inodes: 60, FileSize: 1 << 20, Depth: 6})
	start := v.Fork()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	events, err := v.Watch(ctx, "/", true)
	must(t, err)
	go func() {
		for range events {
		}
	}()
	var forks []*vfs.FS
	var mu sync.Mutex
	var wg sync.WaitGroup
	steps := 20000
	if testing.Short() {
		steps = 300
	}
	seed := rand.Uint64()
	t.Log("seed", seed)
	for g := range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(g), seed))
			me := v.As([]int{0, 1000}[g%2], g, 0o022)
			name := func() string {
				p := ""
				for range r.IntN(3) + 1 {
					p += "/" + string(rune('a'+r.IntN(4)))
				}
				return p
			}
			buf := make([]byte, 20000)
			for range steps {
				a, b := name(), name()
				switch r.IntN(16) {
				case 0:
					me.Mkdir(a, 0o777)
				case 1:
					me.Symlink(b, a)
				case 2:
					me.Link(a, b)
				case 3, 4:
					me.Rename(a, b)
				case 5:
					me.Remove(a)
				case 6:
					me.RemoveAll(a)
				case 7:
					me.Chmod(a, fs.FileMode(r.IntN(0o1000)))
				case 8:
					me.Truncate(a, int64(r.IntN(40000)))
				case 9:
					me.ReadFile(a)
					me.ReadDir(b)
				case 10:
					if r.IntN(20) == 0 {
						f := v.Fork()
						mu.Lock()
						forks = append(forks, f)
						mu.Unlock()
					}
				case 11:
					if r.IntN(200) == 0 {
						v.Reset(start)
					}
				case 12:
					n := r.IntN(9000)
					me.WriteFileFunc(a, 10, 0o644, func() ([]byte, error) { return make([]byte, n), nil })
				default:
					f, err := me.OpenFile(a, os.O_RDWR|os.O_CREATE|os.O_APPEND*r.IntN(2), 0o666)
					if err != nil {
						continue
					}
					f.WriteAt(buf[:r.IntN(len(buf))], int64(r.IntN(50000)))
					f.Seek(0, io.SeekStart)
					f.Read(buf)
					if r.IntN(2) == 0 {
						me.Remove(a)
					}
					f.Stat()
					f.Truncate(int64(r.IntN(30000)))
					f.Close()
				}
			}
		})
	}
	wg.Wait()
	fsck(t, v)
	for i, f := range forks {
		if fsck(t, f); t.Failed() {
			t.Fatal(fmt.Sprint("fork ", i, " of ", len(forks)))
		}
	}
}
