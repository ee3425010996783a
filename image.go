package sandpit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"

	"github.com/sandpit-dev/sandpit/commands"
	"github.com/sandpit-dev/sandpit/jsrt"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/shell"
	"github.com/sandpit-dev/sandpit/snapshot"
	"github.com/sandpit-dev/sandpit/vfs"
)

// Image is an immutable disk that boxes start from, and how they start. Boxes of one image share its pages until they
// write.
type Image struct {
	disk   *vfs.FS
	config ImageConfig
}

// Config returns a copy of how the image's boxes start. It is empty for an image that no Dockerfile made.
func (img *Image) Config() ImageConfig { return img.config.Clone() }

// DefaultImage returns the image of a small Debian-like system: root and user (uid 1000), /etc, /dev, and a
// program file in /usr/bin for each built-in command. It is made once for the whole Go program.
func DefaultImage() *Image { return defaultImage() }

var defaultImage = sync.OnceValue(func() *Image {
	table := programs()
	names := make([]string, 0, len(table))
	for name := range table {
		names = append(names, name)
	}
	disk := vfs.New()
	if err := kernel.Populate(disk, names, "sandpit"); err != nil {
		panic(fmt.Sprintf("sandpit: default image: %v", err)) // writes to an empty disk in memory: cannot fail
	}
	// What every boot reads has been read once: the next access leaves its time as it is (relatime), and so the inode shared.
	_, _ = lookupUser(disk, "")
	_ = setHostname(disk, "sandpit")
	return &Image{disk: disk}
})

// defaultImageName is what a snapshot's manifest calls the default image.
const defaultImageName = "default"

// imageDisk finds the image that a snapshot is a difference to.
func imageDisk(name string) (*vfs.FS, error) {
	if name != defaultImageName {
		return nil, snapshot.ErrImage
	}
	return DefaultImage().disk, nil
}

// programs is the table of all built-in programs; boxes read it, none may write it (kernel.New copies).
var programs = sync.OnceValue(func() map[string]kernel.Program {
	table := maps.Clone(commands.All())
	table["bash"] = shell.Program
	table["sh"] = shell.Program
	table["node"] = jsrt.Program
	return table
})

// Image returns today's disk as a base for other boxes. Mounts are not part of it. It has the configuration of the image
// that the box began with.
func (sb *Sandbox) Image() *Image {
	img := &Image{disk: sb.k.FS().Fork()}
	if sb.opts.Image != nil {
		img.config = sb.opts.Image.config.Clone()
	}
	return img
}

// ImageFromFS makes an image of the default one with the files of an fs.FS laid over its root. They belong to whom the
// directory that they lie in belongs to: what is under home/user to the user. Files are 0644, or 0755 when they are
// executable; symbolic links are kept where the fs.FS can read them.
func ImageFromFS(fsys fs.FS) (*Image, error) {
	disk := DefaultImage().disk.Fork()
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		full := "/" + name
		above, err := disk.Stat(path.Dir(full))
		if err != nil {
			return err
		}
		owner, ok := above.Sys().(*vfs.Stat)
		if !ok {
			return nil // below a mount: the default image has none
		}
		switch d.Type() {
		case fs.ModeDir:
			if info, err := disk.Stat(full); err == nil && info.IsDir() {
				return nil
			}
			return errors.Join(disk.Mkdir(full, 0o755), disk.Chown(full, owner.UID, owner.GID))
		case fs.ModeSymlink:
			target, err := fs.ReadLink(fsys, name)
			if err != nil {
				return err
			}
			return errors.Join(disk.RemoveAll(full), disk.Symlink(target, full), disk.Lchown(full, owner.UID, owner.GID))
		case 0:
			data, err := fs.ReadFile(fsys, name)
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			perm := fs.FileMode(0o644)
			if info.Mode()&0o111 != 0 {
				perm = 0o755
			}
			return errors.Join(disk.WriteFile(full, data, perm), disk.Chown(full, owner.UID, owner.GID), disk.Chmod(full, perm))
		}
		return nil // devices, sockets and pipes of a host mean nothing here
	})
	if err != nil {
		return nil, fmt.Errorf("sandpit: image: %w", err)
	}
	return &Image{disk: disk}, nil
}

// ImageCommand prepares the program that the box's image is there for: its ENTRYPOINT followed by args, or by its CMD when
// there are none, as docker run has it.
func (sb *Sandbox) ImageCommand(ctx context.Context, args ...string) (*Cmd, error) {
	var config ImageConfig
	if sb.opts.Image != nil {
		config = sb.opts.Image.config
	}
	if len(args) == 0 {
		args = config.Cmd
	}
	argv := slices.Concat(config.Entrypoint, args)
	if len(argv) == 0 {
		return nil, errors.New("sandpit: the image has neither ENTRYPOINT nor CMD")
	}
	return sb.CommandContext(ctx, argv[0], argv[1:]...), nil
}

// ImageFromSnapshot makes an image of the default one with a snapshot restored over it.
func ImageFromSnapshot(r io.Reader) (*Image, error) {
	disk := DefaultImage().disk.Fork()
	if _, err := snapshot.Read(context.Background(), r, disk, snapshot.ReadOptions{Base: imageDisk}); err != nil {
		return nil, fmt.Errorf("sandpit: image: %w", err)
	}
	return &Image{disk: disk}, nil
}
