package npm

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/sandpit-dev/sandpit/vfs"
)

const (
	maxUnpacked = 1 << 30
	maxMembers  = 200_000
	maxDepth    = 64
)

// member is a file of a package.
type member struct {
	name string // within the package
	mode fs.FileMode
}

// eachMember calls f for every file of a package's archive. The first folder of each name goes, whatever it is called.
// Only plain files and folders are taken, as npm does; a name that leads out, a link, a bomb end it with an error.
func eachMember(data []byte, f func(m member, size int64, r io.Reader) error) error {
	var in io.Reader = bytes.NewReader(data)
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(in)
		if err != nil {
			return errorf("TAR_BAD_ARCHIVE", "%v", err)
		}
		in = z
	}
	total := int64(maxUnpacked)
	tr := tar.NewReader(io.LimitReader(in, 2*maxUnpacked))
	for n := 0; ; n++ {
		h, err := tr.Next()
		if err == io.EOF {
			if n == 0 {
				return errorf("TAR_BAD_ARCHIVE", "TAR_BAD_ARCHIVE: Unrecognized archive format")
			}
			return nil
		}
		if err != nil {
			return errorf("TAR_BAD_ARCHIVE", "TAR_BAD_ARCHIVE: %v", err)
		}
		if n > maxMembers {
			return errorf("TAR_BAD_ARCHIVE", "the archive has more than %d members", maxMembers)
		}
		switch h.Typeflag {
		case tar.TypeReg, tar.TypeDir:
		case tar.TypeXGlobalHeader:
			continue
		case tar.TypeSymlink, tar.TypeLink:
			return errorf("TAR_ENTRY_INVALID", "%s: a package may not hold links", h.Name)
		default:
			return errorf("TAR_ENTRY_INVALID", "%s: a package may hold files and folders only", h.Name)
		}
		name := strings.TrimPrefix(h.Name, "./")
		segs := strings.Split(name, "/")
		for _, s := range segs {
			if s == ".." || strings.ContainsRune(s, 0) || len(s) > 255 {
				return errorf("TAR_ENTRY_INVALID", "%q: path contains '..'", h.Name)
			}
		}
		if strings.HasPrefix(name, "/") || len(segs) > maxDepth {
			return errorf("TAR_ENTRY_INVALID", "%q: path is absolute or too deep", h.Name)
		}
		if h.Typeflag == tar.TypeDir || len(segs) < 2 {
			continue
		}
		if total -= h.Size; h.Size < 0 || total < 0 {
			return errorf("EFBIG", "the archive unpacks to more than %d bytes", int64(maxUnpacked))
		}
		rest := path.Clean(strings.Join(segs[1:], "/"))
		if rest == "." {
			continue
		}
		if err := f(member{rest, fs.FileMode(h.Mode)}, h.Size, tr); err != nil {
			return err
		}
	}
}

// unpack puts a package's files below dir. native tells whether there is a binding.gyp among them.
func unpack(disk *vfs.FS, data []byte, dir string) (native bool, err error) {
	made := map[string]bool{}
	if err := disk.MkdirAll(dir, 0o755); err != nil {
		return false, err
	}
	err = eachMember(data, func(m member, size int64, r io.Reader) error {
		if m.name == "binding.gyp" {
			native = true
		}
		file := path.Join(dir, m.name)
		if parent := path.Dir(file); !made[parent] {
			if err := disk.MkdirAll(parent, 0o755); err != nil {
				return err
			}
			made[parent] = true
		}
		mode := fs.FileMode(0o644)
		if m.mode&0o111 != 0 {
			mode = 0o755
		}
		f, err := disk.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
		if err != nil {
			return err
		}
		_, err = io.Copy(f, r)
		return errors.Join(err, f.Close())
	})
	return native, err
}

// manifestIn reads the package.json of an archive.
func manifestIn(data []byte) (*manifest, error) {
	var m *manifest
	err := eachMember(data, func(e member, size int64, r io.Reader) error {
		if e.name != "package.json" || size > maxManifest {
			return nil
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		o, err := parseJSON(text)
		if err == nil {
			m = &manifest{object: o}
		}
		return err
	})
	if err == nil && m == nil {
		err = errorf("ENOENT", "the archive has no package.json")
	}
	return m, err
}
