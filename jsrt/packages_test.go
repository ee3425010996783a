package jsrt

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPackages runs the programs of testdata/packages with the npm packages of the folder that SANDPIT_NODE_MODULES names
// (its node_modules), in a box and with the host's node, and compares what they print. No package is part of this
// repository; without the variable there is nothing to run.
func TestPackages(t *testing.T) {
	modules := os.Getenv("SANDPIT_NODE_MODULES")
	if modules == "" {
		return
	}
	host := t.TempDir()
	if err := os.Symlink(modules, filepath.Join(host, "node_modules")); err != nil {
		t.Fatal(err)
	}
	programs, err := filepath.Glob("testdata/packages/*js")
	if err != nil || len(programs) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range programs {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(host, name), text, 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("node", name)
			cmd.Dir = host
			want, err := cmd.Output()
			if err != nil {
				t.Fatal("the host's node: ", err)
			}
			b := newBox(t, map[string]string{name: string(text)})
			b.copyModules(modules)
			r := b.nodeSlow(name)
			if d := cmp.Diff(string(want), r.out); d != "" || r.code != 0 {
				t.Errorf("status %d\n%s\n%s", r.code, d, r.err)
			}
		})
	}
}

// copyModules puts a host's node_modules into the box.
func (b *box) copyModules(dir string) {
	b.t.Helper()
	disk := b.k.FS()
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Ext(p) == ".map" {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		to := "/home/user/node_modules/" + filepath.ToSlash(rel)
		if err := disk.MkdirAll(filepath.ToSlash(filepath.Dir(to)), 0o755); err != nil {
			return err
		}
		return disk.WriteFile(to, text, 0o644)
	})
	if err != nil {
		b.t.Fatal(err)
	}
}
