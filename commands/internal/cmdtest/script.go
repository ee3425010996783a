package cmdtest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// script is one case of a file of scripts:
//
//	=== name ! why it must differ from the host
//	the script, lines of bash
//	--- exit status
//	what it prints on both streams together
//
// One that must differ is recorded from the box, to be read by a human.
type script struct {
	name, why, text, want string
	status                int
}

// Suite is how the scripts of a folder run.
type Suite struct {
	Box   func(t testing.TB) *kernel.Kernel // boots what a script runs in, with a shell at /bin/bash
	Dir   string                            // where it starts there; $PWD stands for it in the record
	Env   []string                          // beside HOME and PWD, here and on the host
	Files func(text string) map[string][]byte
	Host  func(t *testing.T) (stop func()) // set up before a recording, a server for instance
}

// Run runs, records or confirms the files of scripts that a pattern names.
func (s *Suite) Run(t *testing.T, glob string) {
	files, err := filepath.Glob(glob)
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			list := readScripts(t, file)
			if *record || *confirm {
				if s.Host != nil {
					defer s.Host(t)()
				}
				s.host(t, file, list)
				return
			}
			for _, c := range list {
				t.Run(c.name, func(t *testing.T) {
					got, status := s.InBox(t, s.Box(t), c.text)
					c.compare(t, strings.ReplaceAll(got, s.Dir+"/", "$PWD/"), status)
				})
			}
		})
	}
}

func (c *script) compare(t *testing.T, got string, status int) {
	t.Helper()
	if got = strings.TrimSuffix(got, "\n"); got != c.want || status != c.status {
		t.Errorf("script:\n%s\ngot (%d):\n%s\nwant (%d):\n%s", c.text, status, got, c.status, c.want)
	}
}

// host records a file of scripts, or confirms it.
func (s *Suite) host(t *testing.T, file string, list []script) {
	var b strings.Builder
	for _, c := range list {
		head := c.name
		if c.why == "" {
			got, status := s.OnHost(t, c.text)
			if *confirm {
				c.compare(t, got, status)
				continue
			}
			c.want, c.status = got, status
		} else {
			head += " ! " + c.why
			if *record {
				c.want, c.status = s.InBox(t, s.Box(t), c.text)
				c.want = strings.ReplaceAll(c.want, s.Dir+"/", "$PWD/")
			}
		}
		fmt.Fprintf(&b, "=== %s\n%s\n--- %d\n%s\n", head, c.text, c.status, strings.TrimSuffix(c.want, "\n"))
	}
	if !*record {
		return
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func readScripts(t *testing.T, file string) (list []script) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split("\n"+strings.TrimSuffix(string(data), "\n"), "\n=== ")[1:] {
		head, rest, _ := strings.Cut(part, "\n")
		c := script{}
		c.name, c.why, _ = strings.Cut(head, " ! ")
		text, out, found := strings.Cut(rest, "\n--- ")
		c.text = text
		if found {
			st, want, _ := strings.Cut(out, "\n")
			if _, err := fmt.Sscanf(st, "%d", &c.status); err != nil {
				t.Fatalf("%s: %s: bad status %q", file, c.name, st)
			}
			c.want = want
		}
		list = append(list, c)
	}
	return list
}

// OnHost runs a script with the host's bash in a fresh directory and gives what it prints and its status.
func (s *Suite) OnHost(t testing.TB, text string) (string, int) {
	dir := t.TempDir()
	if s.Files != nil {
		for name, data := range s.Files(text) {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, "/bin/bash", "--noprofile", "--norc", "-c", text)
	c.Dir, c.Env = dir, append([]string{"HOME=" + dir, "PWD=" + dir}, s.Env...)
	out, _ := c.CombinedOutput()
	return strings.ReplaceAll(string(out), dir, "$PWD"), c.ProcessState.ExitCode()
}

// InBox runs a script in a box and gives what it prints and its status.
func (s *Suite) InBox(t testing.TB, k *kernel.Kernel, text string) (string, int) {
	if s.Files != nil {
		for name, data := range s.Files(text) {
			if err := k.FS().WriteFile(s.Dir+"/"+name, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	var out Buffer
	env := append([]string{"HOME=" + s.Dir, "PWD=" + s.Dir}, s.Env...)
	status := Spawn(ctx, t, k, s.Dir, env, []string{"/bin/bash", "--noprofile", "--norc", "-c", text}, &out, &out)
	return out.String(), status
}
