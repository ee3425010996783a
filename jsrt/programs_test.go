package jsrt

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPrograms runs the programs of testdata/programs and compares what they print with the .stdout file beside each, which
// holds what Node 20.20.2 printed. With -confirm the host's node is run as well; with -record its output is kept.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/programs/*js")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			out := strings.TrimSuffix(file, filepath.Ext(file)) + ".stdout"
			if *confirm || *record {
				cmd := exec.Command("node", name)
				cmd.Dir = filepath.Dir(file)
				real, err := cmd.Output()
				if err != nil {
					t.Fatal("the host's node: ", err)
				}
				if *record {
					if err := os.WriteFile(out, real, 0o644); err != nil {
						t.Fatal(err)
					}
				} else if kept, _ := os.ReadFile(out); string(kept) != string(real) {
					t.Errorf("node prints otherwise than recorded: %s", cmp.Diff(string(kept), string(real)))
				}
			}
			want, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			b := newBox(t, map[string]string{name: string(text)})
			r := b.nodeSlow(name)
			if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(r.out, "\n")); d != "" || r.code != 0 {
				t.Errorf("status %d\n%s\n%s", r.code, d, r.err)
			}
		})
	}
}
