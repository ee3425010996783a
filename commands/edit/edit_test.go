package edit_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/sandpit-dev/sandpit/commands/edit"
	"github.com/sandpit-dev/sandpit/internal/ttytest"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

func boot(t *testing.T) *kernel.Kernel {
	t.Helper()
	disk := vfs.New()
	programs := edit.Programs()
	names := make([]string, 0, len(programs))
	for name := range programs {
		names = append(names, name)
	}
	if err := kernel.Populate(disk, names, "sandpit"); err != nil {
		t.Fatal(err)
	}
	k, err := kernel.New(kernel.Config{FS: disk, Programs: programs})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// start runs an editor on a file in a terminal of 24 by 80.
func start(t *testing.T, k *kernel.Kernel, text string, args ...string) *ttytest.Session {
	t.Helper()
	if text != "" {
		if err := k.FS().WriteFile("/tmp/f", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return ttytest.Start(t, k, 24, 80, kernel.Spec{Args: args, Env: []string{"PATH=/usr/bin:/bin", "TERM=xterm"}, Dir: "/tmp"})
}

func file(t *testing.T, k *kernel.Kernel) string {
	t.Helper()
	data, err := k.FS().ReadFile("/tmp/f")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// parts are what is typed at once: a key with its sequence, an escape, a run of others.
var parts = regexp.MustCompile(`\x1b\[[A-D]|\x1b|[^\x1b]+`)

// TestVi: what becomes of a file, as vim has done it (testdata/record_vi.py).
func TestVi(t *testing.T) {
	data, err := os.ReadFile("testdata/vi.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases struct {
		Text  string
		Cases []struct{ Keys, File string }
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases.Cases) < 150 {
		t.Errorf("only %d cases", len(cases.Cases))
	}
	for _, c := range cases.Cases {
		t.Run("", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k := boot(t)
				defer k.Close()
				s := start(t, k, cases.Text, "vi", "f")
				for _, part := range parts.FindAllString(c.Keys, -1) {
					s.Type(part)
					s.Settle()
				}
				s.Type("\x1b")
				s.Settle()
				s.Type(":wq\r")
				s.Close()
				if got := file(t, k); got != c.File {
					t.Errorf("%q:\n got %q\nwant %q", c.Keys, got, c.File)
				}
			})
		})
	}
}

// TestViScreen: what vi shows, its messages, and how it refuses to lose a change.
func TestViScreen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := boot(t)
		defer k.Close()
		s := start(t, k, "one\ntwo\tx\n\x01\xffé日本\n", "vi", "f")
		want := func(lines ...string) {
			t.Helper()
			for len(lines) < 24 {
				lines = append(lines[:len(lines)-1:len(lines)-1], "~", lines[len(lines)-1])
			}
			if got := s.Screen(); got != strings.TrimRight(strings.Join(lines, "\n"), "\n") {
				t.Errorf("screen:\n%s\nwant:\n%s", got, strings.Join(lines, "\n"))
			}
		}
		want("one", "two     x", "^A<ff>é日本", `"f" 3L, 21B`)
		s.Type(":set nu\r")
		want("  1 one", "  2 two     x", "  3 ^A<ff>é日本", "")
		s.Type(":set nonu\rx")
		s.Type(":q\r")
		want("ne", "two     x", "^A<ff>é日本", "E37: No write since last change (add ! to override)")
		s.Type("i")
		want("ne", "two     x", "^A<ff>é日本", "-- INSERT --")
		s.Type("\x1b")
		s.Settle()
		s.Type(":%s/e/E/g\r:w\r")
		want("nE", "two     x", "^A<ff>é日本", `"f" 3L, 20B written`)
		s.Resize(5, 10)
		s.Type("GA" + strings.Repeat("x", 20))
		if got := s.Screen(); !strings.Contains(got, "^A<ff>é日\n本xxxxxxxx\nxxxxxxxxxx\nxx\n") {
			t.Errorf("small screen:\n%s", got)
		}
		s.Type("\x1b")
		s.Settle()
		s.Type(":q!\r")
		st := s.Close()
		if st.Code != 0 || st.Signal != 0 {
			t.Errorf("status %v", st)
		}
		if got := file(t, k); got != "nE\ntwo\tx\n\x01\xffé日本\n" {
			t.Errorf("file %q", got)
		}
	})
}

// TestViRefuses: a directory, a file that may not be written, no terminal, the end of the terminal.
func TestViRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := boot(t)
		defer k.Close()
		s := start(t, k, "text\n", "view", "f")
		s.Type("x:w\r")
		if got := s.Screen(); !strings.Contains(got, "E45: 'readonly' option is set") {
			t.Error(got)
		}
		s.Type(":w /nosuch/dir\r")
		if got := s.Screen(); !strings.Contains(got, "No such file or directory") {
			t.Error(got)
		}
		if st := s.Close(); st.Signal != kernel.SIGHUP && st.Code != 1 {
			t.Errorf("hang-up: %v", st)
		}
		if got := file(t, k); got != "text\n" {
			t.Errorf("file %q", got)
		}
		p, err := k.Spawn(t.Context(), kernel.Spec{Args: []string{"vi"}, Env: []string{"PATH=/usr/bin"}})
		if err != nil {
			t.Fatal(err)
		}
		if st, _ := p.Wait(); st.Code != 1 {
			t.Errorf("without a terminal: %v", st)
		}
	})
}

// TestNano: the keys of the help lines.
func TestNano(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := boot(t)
		defer k.Close()
		s := start(t, k, "one\ntwo\nthree\n", "nano", "f")
		line := func(n int) string { return strings.Split(s.Screen(), "\n")[n] }
		if !strings.Contains(s.Screen(), "[ Read 3 lines ]") || !strings.Contains(line(22), "^G Help") || line(1) != "one" {
			t.Errorf("screen:\n%s", s.Screen())
		}
		s.Type("zero \x0b") // ^K cuts the whole line
		s.Type("\x15\x15")  // ^U twice
		s.Type("\x17thr\r") // ^W
		s.Type("X\x7fY")
		s.Type("\x0f") // ^O
		if !strings.Contains(s.Screen(), "File Name to Write: f") {
			t.Errorf("screen:\n%s", s.Screen())
		}
		s.Type("\r")
		if !strings.Contains(s.Screen(), "[ Wrote 4 lines ]") {
			t.Errorf("screen:\n%s", s.Screen())
		}
		if got := file(t, k); got != "zero one\nzero one\ntwo\nYthree\n" {
			t.Errorf("file %q", got)
		}
		s.Type("\x1bu\x1bu\x1fa\r\x1f1\rQ")
		s.Settle()
		s.Type("\x1c") // replace
		s.Type("zero\rnull\r")
		s.Type("\x18") // ^X
		if !strings.Contains(s.Screen(), "Save modified buffer?") {
			t.Errorf("screen:\n%s", s.Screen())
		}
		s.Type("y\r")
		if st := s.Close(); st.Code != 0 || st.Signal != 0 {
			t.Errorf("status %v", st)
		}
		if got := file(t, k); !strings.HasPrefix(got, "Qnull one\n") && !strings.HasPrefix(got, "Qzero one") {
			t.Errorf("file %q", got)
		}
	})
}

// TestHostileKeys: a flood of keys, escapes and rubbish, a tiny and a huge window: the editors go on, and end with the
// terminal.
func TestHostileKeys(t *testing.T) {
	for _, name := range []string{"vi", "nano"} {
		synctest.Test(t, func(t *testing.T) {
			k := boot(t)
			defer k.Close()
			s := start(t, k, strings.Repeat("line\n", 1000), name, "f")
			for _, size := range [][2]int{{1, 1}, {65535, 65535}, {0, 0}, {2, 3}, {24, 80}} {
				s.Resize(size[0], size[1])
				s.Type("jjGk")
			}
			r := rand.New(rand.NewPCG(1, 2))
			b := make([]byte, 20000)
			for i := range b {
				if b[i] = byte(r.IntN(256)); b[i] == 26 || b[i] == ':' || b[i] == 'Z' || b[i] == '!' || b[i] == 24 {
					b[i] = 27
				}
			}
			for len(b) > 0 {
				s.Type(string(b[:100]))
				b = b[100:]
			}
			s.Type(strings.Repeat("\x1b[", 5000))
			if st, ended := s.Proc.ExitStatus(); ended {
				t.Errorf("%s has ended: %v, %q", name, st, s.Screen())
			}
			s.Close()
		})
	}
}
