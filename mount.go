package sandpit

import (
	"fmt"
	"path"

	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/vfs"
)

// Mount puts a file system at a path of the box.
type Mount struct {
	Path     string // absolute; made when missing
	FS       afero.Fs
	ReadOnly bool
}

// Overlay returns a file system that reads from base and keeps what is changed in memory, see [vfs.Overlay].
func Overlay(base afero.Fs) afero.Fs { return vfs.Overlay(base) }

func mount(disk *vfs.FS, m Mount) error {
	if m.FS == nil {
		return fmt.Errorf("sandpit: mount %s: no file system", m.Path)
	}
	if !path.IsAbs(m.Path) || path.Clean(m.Path) == "/" {
		return fmt.Errorf("sandpit: mount %q: the path must be absolute and not /", m.Path)
	}
	if err := disk.MkdirAll(m.Path, 0o755); err != nil {
		return fmt.Errorf("sandpit: mount %s: %w", m.Path, err)
	}
	if err := disk.Mount(m.Path, m.FS, m.ReadOnly); err != nil {
		return fmt.Errorf("sandpit: mount %s: %w", m.Path, err)
	}
	return nil
}
