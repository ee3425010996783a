package kernel_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/sandpit-dev/sandpit/kernel"
)

// TestChdirMoved: expected is what chdir(2) and getcwd(3) answered on Linux.
func TestChdirMoved(t *testing.T) {
	k := boot(t)
	out, _ := run(t, k, func(_ context.Context, p *kernel.Process) int {
		say := func(dir string) {
			err := p.Chdir(dir)
			real, err2 := p.FS().Realpath(".")
			fmt.Fprintln(p.Stdout(), dir, kernel.Strerror(err), p.Dir(), real, kernel.Strerror(err2))
		}
		v := p.FS()
		v.MkdirAll("/tmp/a/sub/deep", 0o755)
		v.Symlink("/tmp/a/sub", "/tmp/link")
		say("link")
		say("..") // above the directory, not above the link
		v.Rename("/tmp/a", "/tmp/b")
		say("sub")
		v.MkdirAll("/tmp/a/sub", 0o755) // another one where it was
		say("deep")
		say("../..")
		say("sub/deep")
		p.FS().Remove("/tmp/b/sub/deep")
		say(".")
		say("..")
		say("nosuch")
		return 0
	})
	want := `link Success /tmp/link /tmp/a/sub Success
.. Success /tmp/a /tmp/a Success
sub Success /tmp/b/sub /tmp/b/sub Success
deep Success /tmp/b/sub/deep /tmp/b/sub/deep Success
../.. Success /tmp/b /tmp/b Success
sub/deep Success /tmp/b/sub/deep /tmp/b/sub/deep Success
. Success /tmp/b/sub/deep  No such file or directory
.. Success /tmp/b/sub /tmp/b/sub Success
nosuch No such file or directory /tmp/b/sub /tmp/b/sub Success
`
	if out != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
}
