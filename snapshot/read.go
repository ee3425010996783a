package snapshot

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/sandpit-dev/sandpit/vfs"
)

const (
	maxManifest  = 4 << 20
	maxExclude   = 1000      // patterns of a manifest: each is tried on each file of the disk
	maxOctalSize = 1<<33 - 1 // what eleven octal digits of a ustar header hold
)

// ReadOptions bounds what an archive may hold. A zero field is its default, a negative one no limit.
type ReadOptions struct {
	// Base finds the disk of an image by the name in a manifest (Metadata.Image). An archive that is a difference to an
	// image is refused without it.
	Base func(image string) (*vfs.FS, error)

	Entries   int64 // members; default 1,000,000
	Bytes     int64 // of all files together, as declared; default 64 GiB or the capacity of the disk
	FileBytes int64 // of one file, as declared; default Bytes
	Depth     int   // segments of a path; default 512
	Ratio     int64 // unpacked to packed bytes, beyond the first MiB; default none: a sparse file packs 1000 to 1

	// Progress is called after every entry with how many and how many bytes of files have been restored.
	Progress func(entries, bytes int64)
}

const unlimited = 1 << 60

func (l ReadOptions) withDefaults(fsys *vfs.FS) ReadOptions {
	if l.Bytes == 0 {
		l.Bytes = 64 << 30
		if fsys != nil {
			if st, err := fsys.Statfs("/"); err == nil && st.Blocks > 0 && st.BlockSize > 0 && st.Blocks < l.Bytes/st.BlockSize {
				l.Bytes = st.Blocks * st.BlockSize
			}
		}
	}
	if l.Entries == 0 {
		l.Entries = 1_000_000
	}
	if l.Depth == 0 {
		l.Depth = 512
	}
	if l.FileBytes == 0 {
		l.FileBytes = l.Bytes
	}
	for _, n := range []*int64{&l.Entries, &l.Bytes, &l.FileBytes} {
		if *n < 0 || *n > unlimited {
			*n = unlimited
		}
	}
	l.Entries = min(l.Entries, unlimited>>14) // it is multiplied by the size of a header
	if l.Depth < 0 {
		l.Depth = 1 << 30
	}
	return l
}

// Read lays an archive over a disk: members replace what has their name, the rest stays, and what the manifest lists as
// removed goes. An archive that is a difference to an image restores as if it held the image's files too: those that the
// disk has changed or lost are put back first. After an error the disk is in between: use a fork. The metadata is nil when there is no manifest; a
// working directory that does not exist and environment names no shell takes are left out and listed in Ignored.
// Errors that a member is to blame for are *EntryError.
func Read(ctx context.Context, r io.Reader, fsys *vfs.FS, limits ReadOptions) (*Metadata, error) {
	fsys = fsys.As(0, 0, 0).In("/")
	limits = limits.withDefaults(fsys)
	members, err := open(ctx, r, limits)
	if err != nil {
		return nil, err
	}
	x := newExtractor(ctx, fsys, limits)
	var meta *Metadata
	var restored int64
	err = members(func(index int, name string, h *tar.Header, body io.Reader) error {
		if name == ManifestName {
			if meta != nil {
				return fmt.Errorf("%w: there are two", ErrManifest)
			}
			m, err := readManifest(h, body)
			if err != nil {
				return err
			}
			meta = m
			x.difference = m.Image+m.Since != ""
			if m.Image+m.Since != "" && index > 1 {
				return fmt.Errorf("%w: it names what the archive is a difference to and does not come first", ErrManifest)
			}
			if m.Since != "" {
				if len(m.Exclude) > maxExclude {
					return fmt.Errorf("%w: excludes more than %d patterns", ErrManifest, maxExclude)
				}
				digest, err := Digest(ctx, fsys, m.Exclude)
				if err != nil {
					return err
				}
				if digest != m.Since {
					return fmt.Errorf("%w: it wants %.80q, here is %s", ErrSince, m.Since, digest)
				}
			}
			if m.Image != "" {
				if err := putBack(ctx, fsys, m.Image, limits.Base); err != nil {
					return fmt.Errorf("image %q: %w", m.Image, err)
				}
			}
			return x.remove(m.Removed)
		}
		if err := x.member(name, h, body); err != nil {
			return err
		}
		restored += h.Size
		if limits.Progress != nil {
			limits.Progress(int64(index), restored)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := x.finish(); err != nil {
		return nil, err
	}
	if meta != nil {
		meta.check(fsys)
	}
	return meta, nil
}

// putBack gives the files of an image that the disk has changed or lost their content back: what a full archive would
// have done. They are few, so they go through an archive in memory.
func putBack(ctx context.Context, fsys *vfs.FS, image string, find func(string) (*vfs.FS, error)) error {
	if find == nil {
		return ErrImage
	}
	base, err := find(image)
	if err != nil {
		return err
	}
	var changed bytes.Buffer
	if err := Write(ctx, &changed, base, WriteOptions{FilesOnly: true, Base: fsys, Level: 1}); err != nil {
		return err
	}
	_, err = Read(ctx, &changed, fsys, ReadOptions{})
	return err
}

var errFound = errors.New("found")

// ReadMetadata reads the manifest of an archive and no further; nil when there is none. Archives that begin with it,
// as Write's do, cost only that.
func ReadMetadata(r io.Reader) (*Metadata, error) {
	limits := ReadOptions{}.withDefaults(nil)
	members, err := open(context.Background(), r, limits)
	if err != nil {
		return nil, err
	}
	var meta *Metadata
	err = members(func(_ int, name string, h *tar.Header, body io.Reader) error {
		if name != ManifestName {
			return nil
		}
		if meta, err = readManifest(h, body); err != nil {
			return err
		}
		return errFound
	})
	if errors.Is(err, errFound) {
		meta.check(nil)
		return meta, nil
	}
	return nil, err
}

func readManifest(h *tar.Header, body io.Reader) (*Metadata, error) {
	if h.Typeflag != tar.TypeReg || h.Size > maxManifest {
		return nil, fmt.Errorf("%w: not a small file", ErrManifest)
	}
	data, err := io.ReadAll(io.LimitReader(body, maxManifest))
	if err != nil {
		return nil, err
	}
	m, err := decodeMetadata(data)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrManifest, err)
	}
	return m, nil
}

// check leaves out what a shell could not take over.
func (m *Metadata) check(fsys *vfs.FS) {
	if m.Cwd != "" {
		ok := path.IsAbs(m.Cwd) && !strings.ContainsRune(m.Cwd, 0)
		if ok && fsys != nil {
			info, err := fsys.Stat(m.Cwd)
			ok = err == nil && info.IsDir()
		}
		if !ok {
			m.Ignored = append(m.Ignored, fmt.Sprintf("cwd %.200q", m.Cwd))
			m.Cwd = ""
		}
	}
	for name, value := range m.Env {
		if !variableName(name) || strings.ContainsRune(value, 0) {
			m.Ignored = append(m.Ignored, fmt.Sprintf("env %.200q", name))
			delete(m.Env, name)
		}
	}
	slices.Sort(m.Ignored)
}

// variableName reports whether s is a POSIX shell variable name (XBD 3.216).
func variableName(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if s[i] != '_' && (c < 'a' || c > 'z') && (i == 0 || s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return s != ""
}
