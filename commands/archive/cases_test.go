package archive_test

import (
	"strings"
	"testing"

	"github.com/sandpit-dev/sandpit/commands"
	"github.com/sandpit-dev/sandpit/commands/internal/cmdtest"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/shell"
)

var testEnv = []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "TZ=UTC", "LC_ALL=C.UTF-8", "TERM=dumb", "USER=root"}

// suite works in /w as root, as the recording does.
var suite = cmdtest.Suite{Box: newBox, Dir: "/w", Env: testEnv, Files: namedArchives}

func TestCases(t *testing.T) { suite.Run(t, "testdata/*.txt") }

// namedArchives are the hostile archives that a script names.
func namedArchives(text string) map[string][]byte {
	named := map[string][]byte{}
	for name, data := range hostileArchives() {
		if strings.Contains(text, name) {
			named[name] = data
		}
	}
	return named
}

// newBox boots a kernel with the commands and the shell.
func newBox(t testing.TB) *kernel.Kernel {
	programs := commands.All()
	programs["bash"], programs["sh"] = shell.Program, shell.Program
	return cmdtest.NewBox(t, programs, "/w")
}

func onHost(t *testing.T, script string) (string, int) { return suite.OnHost(t, script) }

func inBox(t testing.TB, k *kernel.Kernel, script string) (string, int) {
	return suite.InBox(t, k, script)
}
