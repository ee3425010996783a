package shell_test

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sandpit-dev/sandpit/kernel"
)

// programs are shell programs whose own sources are not part of this repository: a folder of the host that an environment
// variable names, copied to /opt/NAME of a box, and a script that must print want.
var programs = []struct{ env, name, script, want string }{
	{"SANDPIT_SHUNIT2", "shunit2", `cd /opt/shunit2; for t in shunit2_*_test.sh; do sh ./$t >/tmp/out 2>&1 || { echo "$t: $?"; cat /tmp/out; }; done; echo done`, "done\n"},
	{"SANDPIT_BATS", "bats", `
printf '@test "adds" { [ $((1+1)) -eq 2 ]; }\n@test "fails" { false; }\n@test "skips" { skip why; }\n' > /tmp/a.bats
/opt/bats/bin/bats --formatter tap /tmp/a.bats; echo $?`,
		"1..3\nok 1 adds\nnot ok 2 fails\n# (in test file a.bats, line 2)\n#   `@test \"fails\" { false; }' failed\nok 3 skips # skip why\n1\n"},
}

// TestPrograms runs the programs whose folder is given.
func TestPrograms(t *testing.T) {
	for _, c := range programs {
		dir := os.Getenv(c.env)
		if dir == "" {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			k := newBox(t)
			defer k.Close()
			copyTree(t, k, dir, "/opt/"+c.name)
			var out, errs bytes.Buffer
			p := spawnScript(t, t.Context(), k, c.script, &out, &errs)
			if _, err := p.Wait(); err != nil {
				t.Fatal(err)
			}
			if got := out.String(); got != c.want {
				t.Errorf("got:\n%s%s\nwant:\n%s", got, errs.String(), c.want)
			}
		})
	}
}

// copyTree copies a folder of the host into a box.
func copyTree(t *testing.T, k *kernel.Kernel, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := path.Join(to, filepath.ToSlash(strings.TrimPrefix(name, from)))
		switch {
		case d.IsDir():
			return k.FS().MkdirAll(target, 0o755)
		case d.Type()&fs.ModeSymlink != 0:
			link, err := os.Readlink(name)
			if err != nil {
				return err
			}
			return k.FS().Symlink(link, target)
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return k.FS().WriteFile(target, data, info.Mode().Perm())
	})
	if err != nil {
		t.Fatal(err)
	}
}
