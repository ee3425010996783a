//go:build unix

package sandpit_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/sandpit-dev/sandpit"
)

// A FIFO of the host does not stop the box, and set-id bits do not get to the host.
func TestHostDirSpecial(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "p"), 0o666); err != nil {
		t.Fatal(err)
	}
	sb := create(t, sandpit.Options{User: "root", Mounts: []sandpit.Mount{{Path: "/mnt/w", FS: sandpit.HostDir(dir)}}})
	if got := sh(t, sb, "cat /mnt/w/p 2>&1; echo x 2>&1 >/mnt/w/p; true"); strings.Count(got, "No such device or address") != 2 {
		t.Errorf("FIFO: %q", got)
	}
	if got := sh(t, sb, "echo x >/mnt/w/f; chmod 6755 /mnt/w/f; chown 12345:12345 /mnt/w/f; stat -c %a:%U /mnt/w/f"); got != "755:root\n" {
		t.Errorf("mode and owner: %q", got)
	}
	info, err := os.Stat(filepath.Join(dir, "f"))
	if err != nil || info.Mode() != 0o755 || info.Sys().(*syscall.Stat_t).Uid != uint32(os.Getuid()) {
		t.Errorf("on the host: %v, %v", info.Mode(), err)
	}
}
