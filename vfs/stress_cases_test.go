package vfs_test

import (
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"testing/fstest"

	"github.com/spf13/afero"
)

// stressCases are the programs that work a disk hard or as a whole: many at once, from a jail, conformance, 9,000 random operations.
var stressCases = []linuxCase{
	{"V20", func(t *T) {
		bad := 0
		for i := 0; i < 200; i++ {
			var wg sync.WaitGroup
			var won atomic.Int32
			for g := 0; g < 8; g++ {
				wg.Add(1)
				go func() {
					defer wg.Done()
					if t.f.Mkdir(t.p(fmt.Sprintf("/m%d", i)), 0o755) == nil {
						won.Add(1)
					}
				}()
			}
			wg.Wait()
			if won.Load() != 1 {
				bad++
			}
		}
		t.P("rounds in which not exactly one Mkdir won", bad)
		var wg sync.WaitGroup
		for g := 0; g < 8; g++ {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for i := 0; i < 200; i++ {
					d := t.p(fmt.Sprintf("/w/d%d", i))
					t.f.MkdirAll(d, 0o755)
					afero.WriteFile(t.f, fmt.Sprintf("%s/f%d", d, g), []byte("x"), 0o644)
				}
			}()
		}
		wg.Wait()
		n := 0
		for i := 0; i < 200; i++ {
			fis, _ := afero.ReadDir(t.f, t.p(fmt.Sprintf("/w/d%d", i)))
			n += len(fis)
		}
		t.P("files listed of 1600", n)
		t.W("/log", "")
		for g := 0; g < 8; g++ {
			wg.Add(1)
			go func() {
				defer wg.Done()
				f, _ := t.f.OpenFile(t.p("/log"), os.O_APPEND|os.O_WRONLY, 0)
				line := strings.Repeat(string(rune('a'+g)), 63) + "\n"
				for i := 0; i < 100; i++ {
					f.Write([]byte(line))
				}
			}()
		}
		wg.Wait()
		b, _ := afero.ReadFile(t.f, t.p("/log"))
		okl := 0
		for _, l := range strings.Split(strings.TrimSuffix(string(b), "\n"), "\n") {
			if len(l) == 63 && strings.Count(l, l[:1]) == 63 {
				okl++
			}
		}
		t.P("intact appended lines of 800", okl)
		A, B := strings.Repeat("A", 4096), strings.Repeat("B", 4096)
		t.W("/cfg", A)
		stop := make(chan int)
		var torn atomic.Int32
		for g := 0; g < 4; g++ {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for {
					select {
					case <-stop:
						return
					default:
					}
					b, err := afero.ReadFile(t.f, t.p("/cfg"))
					if err != nil || (string(b) != A && string(b) != B) {
						torn.Add(1)
					}
				}
			}()
		}
		for i := 0; i < 500; i++ {
			c := A
			if i%2 == 0 {
				c = B
			}
			t.W("/cfg.tmp", c)
			t.f.Rename(t.p("/cfg.tmp"), t.p("/cfg"))
		}
		close(stop)
		wg.Wait()
		t.P("readers that saw neither old nor new", torn.Load())
		var excl atomic.Int32
		for g := 0; g < 8; g++ {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for i := 0; i < 50; i++ {
					f, err := t.f.OpenFile(t.p(fmt.Sprintf("/lock%d", i)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
					if err == nil {
						excl.Add(1)
						f.Close()
					}
				}
			}()
		}
		wg.Wait()
		t.P("exclusive creations of 50", excl.Load())
	}},
	{"V21", func(t *T) {
		t.f.MkdirAll(t.p("/jail/in"), 0o755)
		t.f.MkdirAll(t.p("/jailbreak"), 0o755)
		t.W("/secret", "S3CRET")
		t.W("/jailbreak/x", "X")
		t.W("/jail/in/f", "ok")
		b, err := t.f.Chroot(t.p("/jail"))
		if err != nil {
			t.P(E(err))
			return
		}
		rd := func(p string) string {
			x, err := afero.ReadFile(b, p)
			if err != nil {
				return E(err)
			}
			return string(x)
		}
		t.P("plain", rd("/in/f"), rd("in/f"), rd("in/../in/f"))
		t.P("dot-dot", rd("../secret"), rd("/../secret"), rd("in/../../secret"), rd("/in/../../secret"), rd("../jailbreak/x"), rd("/in/../../jailbreak/x"))
		t.f.Symlink("../secret", t.p("/jail/rel"))
		t.f.Symlink("/secret", t.p("/jail/abs"))
		t.f.Symlink("..", t.p("/jail/up"))
		t.f.Symlink("/in/f", t.p("/jail/inside"))
		t.P("symlink relative", rd("/rel"), "absolute", rd("/abs"), "dir", rd("/up/secret"), "absolute inside jail", rd("/inside"))
		t.P("write out", E(afero.WriteFile(b, "/up/planted", []byte("p"), 0o644)), t.R("/planted"), E(b.Remove("/up/secret")), t.S("/secret"))
		f, err := b.Open("/in/f")
		if err == nil {
			t.P("Name()", f.Name())
		}
		_, err = b.Stat("/zz")
		t.P("error text hides the base", err != nil && !strings.Contains(err.Error(), "jail"), E(b.Rename("/in/f", "../moved")), t.S("/moved"), E(b.RemoveAll("/..")), t.S("/jailbreak/x"))
	}},
	{"V23", func(t *T) {
		t.f.MkdirAll(t.p("/fsx/dir/sub"), 0o755)
		t.f.MkdirAll(t.p("/fsx/empty"), 0o755)
		t.W("/fsx/a.txt", "a")
		t.W("/fsx/dir/b c", "bc")
		t.W("/fsx/dir/sub/z", "")
		t.W("/fsx/.hid", "h")
		t.W("/fsx/dir-2", "x")
		fsys := afero.NewIOFS(afero.NewBasePathFs(t.f, t.p("/fsx")))
		err := fstest.TestFS(fsys, "a.txt", "dir/b c", "dir/sub/z", ".hid", "empty", "dir-2")
		if err == nil {
			t.P("TestFS ok")
		} else {
			ls := strings.Split(err.Error(), "\n")
			t.P("TestFS fails:", ls[0], len(ls)-1, "problems")
			for i, l := range ls {
				if i > 0 && i < 6 {
					t.P("  ", l)
				}
			}
		}
		for _, p := range []string{"/a.txt", "../x", "", "a.txt/", "./a.txt", "dir//sub", "zz"} {
			_, err := fsys.Open(p)
			t.P(fmt.Sprintf("Open(%q)", p), E(err))
		}
	}},
	{"V25", func(t *T) {
		for seed := uint64(1); seed <= 3; seed++ {
			r := rand.New(rand.NewPCG(seed, 42))
			root := fmt.Sprintf("/s%d", seed)
			t.f.Mkdir(t.p(root), 0o755)
			h := sha256.New()
			t.trace.Reset()
			count := map[string]int{}
			name := func() string {
				s := root
				for i := r.IntN(3); i >= 0; i-- {
					s += "/" + string(rune('a'+r.IntN(4)))
				}
				return s
			}
			for i := 0; i < 3000; i++ {
				a, b := name(), name()
				op := r.IntN(12)
				res := ""
				switch op {
				case 0:
					res = E(t.f.Mkdir(t.p(a), 0o755))
				case 1:
					f, err := t.f.OpenFile(t.p(a), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
					if err == nil {
						f.WriteString(fmt.Sprint(i))
						f.Close()
					}
					res = E(err)
				case 2:
					f, err := t.f.OpenFile(t.p(a), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
					if err == nil {
						f.WriteString("+")
						f.Close()
					}
					res = E(err)
				case 3:
					f, err := t.f.OpenFile(t.p(a), os.O_RDWR, 0)
					if err == nil {
						err = f.Truncate(int64(r.IntN(9)))
						f.Close()
					} else {
						r.IntN(9)
					}
					res = E(err)
				case 4:
					res = E(t.f.Remove(t.p(a)))
				case 5:
					if r.IntN(4) == 0 {
						res = E(t.f.RemoveAll(t.p(a)))
					}
				case 6, 7:
					res = E(t.f.Rename(t.p(a), t.p(b)))
				case 8:
					res = E(t.f.Link(t.p(a), t.p(b)))
				case 9:
					res = E(t.f.Symlink(path.Base(b), t.p(a)))
				case 10:
					if fi, err := t.f.Lstat(t.p(a)); err == nil {
						res = fi.Mode().String()
						if fi.Mode().IsRegular() {
							res += fmt.Sprint(fi.Size())
						}
					} else {
						res = E(err)
					}
				case 11:
					res = t.R(a) + t.L(b)
				}
				count[res]++
				fmt.Fprintln(h, i, op, a, b, res)
				fmt.Fprintln(&t.trace, i, op, a, b, res)
			}
			var walk func(p string) []string
			walk = func(p string) (out []string) {
				d, err := t.f.Open(t.p(p))
				if err != nil {
					return
				}
				ns, _ := d.Readdirnames(-1)
				d.Close()
				sort.Strings(ns)
				for _, n := range ns {
					q := p + "/" + n
					fi, err := t.f.Lstat(t.p(q))
					if err != nil {
						continue
					}
					switch {
					case fi.IsDir():
						out = append(out, q+"/")
						out = append(out, walk(q)...)
					case fi.Mode()&os.ModeSymlink != 0:
						l, _ := t.f.Readlink(t.p(q))
						out = append(out, q+"->"+l)
					default:
						out = append(out, q+"="+t.R(q))
					}
				}
				return
			}
			tree := walk(root)
			io.WriteString(h, strings.Join(tree, "\n"))
			var ks []string
			for k, v := range count {
				if v > 40 && k != "" {
					ks = append(ks, fmt.Sprintf("%s:%d", k, v))
				}
			}
			sort.Strings(ks)
			t.traces = append(t.traces, t.trace.String())
			t.P("seed", seed, "entries", len(tree), fmt.Sprintf("%x", h.Sum(nil))[:16], ks)
		}
	}},
}
