package jsrt

import (
	"os"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/sandpit-dev/sandpit/internal/ttytest"
	"github.com/sandpit-dev/sandpit/kernel"
)

// TestTerminal types at programs of node what was typed at Node 20.20.2 and compares the screens (testdata/tty,
// internal/ttytest/record.py).
func TestTerminal(t *testing.T) {
	data, err := os.ReadFile("testdata/tty/repl.t")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := ttytest.Parse(string(data))
	if err != nil || len(cases) == 0 {
		t.Fatal("no cases", err)
	}
	for _, c := range cases {
		files := map[string]string{}
		for _, line := range c.Setup { // echo 'text' > file
			text, name, ok := strings.Cut(strings.TrimPrefix(line, "echo '"), "' > ")
			if !ok {
				t.Fatalf("%s: setup %q", c.Name, line)
			}
			files["/tmp/case/"+name] = text
		}
		t.Run(c.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBox(t, files)
				defer b.k.Close()
				ttytest.RunCase(t, c, b.k, kernel.Spec{
					Path: "/usr/bin/node", Args: c.Argv, Dir: "/tmp/case",
					Env: []string{"PATH=/usr/bin:/bin", "HOME=/tmp/case/home", "TERM=xterm", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "USER=user"},
				})
			})
		})
	}
}
