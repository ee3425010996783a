package sandpit

import (
	"context"
	"fmt"
	"io"
	"maps"
	"sync"

	"github.com/sandpit-dev/sandpit/commands"
	"github.com/sandpit-dev/sandpit/jsrt"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/shell"
	"github.com/sandpit-dev/sandpit/snapshot"
	"github.com/sandpit-dev/sandpit/vfs"
)

// Image is an immutable disk that boxes start from. Boxes of one image share its pages until they write.
type Image struct{ disk *vfs.FS }

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
	return &Image{disk}
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

// Image returns today's disk as a base for other boxes. Mounts are not part of it.
func (sb *Sandbox) Image() *Image { return &Image{sb.k.FS().Fork()} }

// ImageFromSnapshot makes an image of the default one with a snapshot restored over it.
func ImageFromSnapshot(r io.Reader) (*Image, error) {
	disk := DefaultImage().disk.Fork()
	if _, err := snapshot.Read(context.Background(), r, disk, snapshot.ReadOptions{Base: imageDisk}); err != nil {
		return nil, fmt.Errorf("sandpit: image: %w", err)
	}
	return &Image{disk}, nil
}
