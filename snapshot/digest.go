package snapshot

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io"
	"io/fs"
	"path"

	"github.com/sandpit-dev/sandpit/vfs"
)

// Digest is a Merkle root over a disk: "sha256:" and 64 hexadecimal digits that are equal exactly when two disks have the
// same names, kinds, modes, owners, contents, link targets and hard links. Times, inode numbers and holes do not count,
// and what Write leaves out (/proc, /dev, mounts, sockets and devices, a root file named as the manifest, and what
// exclude says) does not either. The disk should not change meanwhile: give it a fork.
//
// The digest of a file covers its kind, mode, owner and content or target, that of a directory the names and digests in
// it, in sorted order. A further name of a file stands for the first one.
func Digest(ctx context.Context, fsys *vfs.FS, exclude []string) (string, error) {
	x, err := newExcluder(exclude)
	if err != nil {
		return "", err
	}
	fsys = fsys.As(0, 0, 0).In("/")
	d := &digester{ctx: ctx, fsys: fsys, skip: newSkipper(fsys, x), links: map[uint64]string{}, buf: make([]byte, copyBytes)}
	root, err := fsys.Lstat("/")
	if err != nil {
		return "", err
	}
	sum, err := d.tree(root)
	if err != nil {
		return "", err
	}
	return "sha256:" + hex.EncodeToString(sum), nil
}

type digester struct {
	ctx   context.Context
	fsys  *vfs.FS
	skip  skipper
	links map[uint64]string // the first name of inodes with several
	buf   []byte
}

// tree digests a directory and what is below it. It keeps its own stack, so that depth costs no call frames.
func (d *digester) tree(root fs.FileInfo) ([]byte, error) {
	type level struct {
		dir  string
		rest []fs.DirEntry
		sum  hash.Hash
	}
	open := func(dir string, info fs.FileInfo) (level, error) {
		entries, err := d.fsys.ReadDir(dir)
		return level{dir, entries, d.begin(info)}, err
	}
	top, err := open("/", root)
	if err != nil {
		return nil, err
	}
	stack := []level{top}
	for {
		at := &stack[len(stack)-1]
		if len(at.rest) == 0 {
			sum := at.sum.Sum(nil)
			if len(stack) == 1 {
				return sum, nil
			}
			stack = stack[:len(stack)-1]
			add(stack[len(stack)-1].sum, path.Base(at.dir), sum)
			continue
		}
		if d.ctx.Err() != nil {
			return nil, context.Cause(d.ctx)
		}
		e := at.rest[0]
		at.rest = at.rest[1:]
		name := path.Join(at.dir, e.Name())
		if d.skip.skips(name) {
			continue
		}
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		if info.IsDir() {
			below, err := open(name, info)
			if err != nil {
				return nil, err
			}
			stack = append(stack, below)
			continue
		}
		sum, err := d.leaf(name, info)
		if err != nil {
			return nil, err
		}
		if sum != nil {
			add(at.sum, e.Name(), sum)
		}
	}
}

// add puts an entry into a directory's digest. The length keeps names and digests apart.
func add(h hash.Hash, name string, sum []byte) {
	writeString(h, name)
	h.Write(sum)
}

func writeString(h hash.Hash, s string) {
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(len(s)))
	h.Write(n[:])
	io.WriteString(h, s)
}

// begin starts the digest of a file with what every kind has.
func (d *digester) begin(info fs.FileInfo) hash.Hash {
	h := sha256.New()
	var head [12]byte
	binary.BigEndian.PutUint32(head[:], uint32(info.Mode()))
	if st, ok := info.Sys().(*vfs.Stat); ok {
		binary.BigEndian.PutUint32(head[4:], uint32(st.UID))
		binary.BigEndian.PutUint32(head[8:], uint32(st.GID))
	}
	h.Write(head[:])
	return h
}

// leaf digests what is no directory; nil for what a snapshot does not hold.
func (d *digester) leaf(name string, info fs.FileInfo) ([]byte, error) {
	h := d.begin(info)
	switch info.Mode().Type() {
	case 0, fs.ModeSymlink, fs.ModeNamedPipe:
	default:
		return nil, nil
	}
	if st, ok := info.Sys().(*vfs.Stat); ok && st.Nlink > 1 {
		if first, ok := d.links[st.Ino]; ok {
			writeString(h, "link")
			writeString(h, first)
			return h.Sum(nil), nil
		}
		d.links[st.Ino] = name
	}
	switch info.Mode().Type() {
	case fs.ModeSymlink:
		target, err := d.fsys.Readlink(name)
		if err != nil {
			return nil, err
		}
		writeString(h, target)
	case 0:
		f, err := d.fsys.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		for {
			n, err := f.Read(d.buf)
			h.Write(d.buf[:n])
			if err == io.EOF {
				break
			}
			if err != nil {
				return nil, err
			}
			if d.ctx.Err() != nil {
				return nil, context.Cause(d.ctx)
			}
		}
	}
	return h.Sum(nil), nil
}
