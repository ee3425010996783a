package archive

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"
	"syscall"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/vfs"
)

// extractor puts members on the disk.
//
// A symbolic link that is absolute or has ".." in it could make a later member land elsewhere. Its place is held by an
// empty file until everything has been extracted (GNU tar's delayed links). The modes and times of directories are
// set at the end, too, because extracting into them changes or needs them.
type extractor struct {
	t     *tarRun
	links []*delayedLink
	byIno map[fileID]*delayedLink
	dirs  []delayedDir
	dirAt map[string]int
	buf   []byte
	base  string // -C with a slash, for messages
}

type delayedDir struct {
	name string
	h    *tar.Header
	mode fs.FileMode
}

func newExtractor(t *tarRun) *extractor {
	return &extractor{t: t, byIno: map[fileID]*delayedLink{}, dirAt: map[string]int{}}
}

func inode(info fs.FileInfo) fileID {
	if st, ok := info.Sys().(*vfs.Stat); ok {
		return fileID{st.Dev, st.Ino}
	}
	return fileID{}
}

func sameInode(a, b fs.FileInfo) bool { return inode(a) == inode(b) && inode(a) != fileID{} }

func owners(info fs.FileInfo) (uid, gid int) {
	if st, ok := info.Sys().(*vfs.Stat); ok {
		return st.UID, st.GID
	}
	return 0, 0
}

// member extracts or compares one member; false ends the run.
func (x *extractor) member(in *tarInput, h *tar.Header, r io.Reader, dir string) bool {
	t := x.t
	name := t.safeName(h.Name, false)
	if !t.absolute && hasDotDot(h.Name) {
		if t.mode == 'x' && t.verbose > 0 {
			t.printMember(h, t.verbose > 1)
		}
		t.errorf("%s: Member name contains '..'", tarEscape(h.Name))
		return true
	}
	name = t.transformed(name, 'r')
	if t.strip > 0 {
		var ok bool
		if name, ok = stripComponents(name, t.strip); !ok {
			return true
		}
	}
	if name == "" {
		return true
	}
	if t.verbose > 0 {
		t.printMember(h, t.verbose > 1)
	}
	if t.topLevel != "" {
		if t.topLevel == "\x00" {
			t.topLevel = path.Base(t.archive)
			for _, s := range []string{".gz", ".tgz", ".bz2", ".tbz", ".xz", ".txz", ".zst", ".tzst", ".tar"} {
				t.topLevel = strings.TrimSuffix(t.topLevel, s)
			}
		}
		clean := strings.TrimPrefix(strings.TrimPrefix(name, "./"), "/")
		if clean != t.topLevel && !strings.HasPrefix(clean, t.topLevel+"/") {
			name = t.topLevel + "/" + clean
		}
	}
	at := joinDir(dir, name)
	x.base = joinDir(dir, "")
	if t.mode == 'd' {
		t.diffFile(h, r, at)
		return true
	}
	var err error
	switch h.Typeflag {
	case tar.TypeDir:
		if !t.toStdout {
			x.directory(h, at, name)
		}
	case tar.TypeSymlink:
		if !t.toStdout {
			x.symlink(h, at, name)
		}
	case tar.TypeLink:
		if !t.toStdout {
			x.hardLink(h, at, name, dir)
		}
	case tar.TypeFifo, tar.TypeChar, tar.TypeBlock:
		if !t.toStdout {
			x.node(h, at, name)
		}
	case tar.TypeReg, tar.TypeCont, tar.TypeGNUSparse:
		if strings.HasSuffix(name, "/") && h.Size == 0 {
			x.directory(h, at, name)
			break
		}
		err = x.regular(h, r, at, name)
	default:
		t.warnf("%s: Unknown file type '%c', extracted as normal file", tarEscape(h.Name), h.Typeflag)
		err = x.regular(h, r, at, name)
	}
	if err != nil {
		if t.p.Safepoint() != nil {
			t.fatal = true
			return false
		}
		t.errorfEOF(in, err)
		return false
	}
	return true
}

// errorfEOF reports an archive that ended within contents: tar says it twice when it extracts.
func (t *tarRun) errorfEOF(in *tarInput, err error) {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		t.errorf("Unexpected EOF in archive")
	}
	t.readFailed(in, err)
}

func (x *extractor) regular(h *tar.Header, r io.Reader, at, name string) error {
	t := x.t
	if x.buf == nil {
		x.buf = make([]byte, cmd.BufferSize)
	}
	if t.toStdout {
		w := t.p.Stdout()
		for {
			n, err := r.Read(x.buf)
			if n > 0 {
				if _, werr := w.Write(x.buf[:n]); werr != nil {
					if t.p.Safepoint() == nil && !isPipe(werr) {
						t.fail(h.Name, "Cannot write", werr)
					}
					t.fatal = true
					return nil
				}
			}
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
		}
	}
	shown := *h
	shown.Name = name
	perm := fs.FileMode(h.Mode&0o777) &^ 0o077
	f, ok := openNew(x, &shown, at, perm|0o200)
	if !ok {
		return nil
	}
	sparse := isSparse(h)
	var err error
	w := &processWriter{ctx: t.p.Context(), f: f}
	if sparse {
		// The apparent size counts at once: a small archive must not become an endless copy of zeros.
		err := f.Truncate(h.Size)
		if h.Size > maxSparse {
			err = syscall.EFBIG
		}
		if err != nil {
			t.fail(name, "Cannot extend", err)
			_ = f.Close()
			return nil
		}
	}
	var at64 int64
	for {
		var n int
		n, err = r.Read(x.buf)
		if n > 0 {
			b := x.buf[:n]
			if sparse && isZero(b) {
				if err := t.p.Safepoint(); err != nil {
					_ = f.Close()
					return err
				}
			} else {
				var werr error
				if sparse {
					_, werr = f.WriteAt(b, at64)
				} else {
					_, werr = w.Write(b)
				}
				if werr != nil {
					t.fail(name, "Cannot write", werr)
					_ = f.Close()
					if t.fatal {
						return werr
					}
					return nil
				}
			}
			at64 += int64(n)
		}
		if err != nil {
			break
		}
	}
	cerr := f.Close()
	if err != io.EOF {
		return err
	}
	if cerr != nil {
		t.fail(name, "Cannot close", cerr)
		return nil
	}
	x.attributes(h, at, h.Mode)
	return nil
}

// maxSparse bounds the apparent size of a sparse member: its holes are read as zeros, which takes time.
const maxSparse = 8 << 30

var zeroBlock [4096]byte

func isZero(b []byte) bool {
	for len(b) > 0 {
		n := min(len(b), len(zeroBlock))
		if !bytes.Equal(b[:n], zeroBlock[:n]) {
			return false
		}
		b = b[n:]
	}
	return true
}

// attributes sets owner, mode and time of what is not a directory.
func (x *extractor) attributes(h *tar.Header, at string, mode int64) {
	t := x.t
	fsys := t.p.FS()
	if t.sameOwner {
		uid, gid := t.ids(h)
		_ = fsys.Lchown(at, uid, gid)
	}
	if h.Typeflag != tar.TypeSymlink {
		_ = fsys.Chmod(at, x.perm(mode))
	}
	if !t.touch {
		_ = fsys.Lchtimes(at, h.AccessTime, h.ModTime)
	}
}

// perm is the mode that a member gets: all of it with -p, else without set-id bits and what the umask takes.
func (x *extractor) perm(mode int64) fs.FileMode {
	if x.t.samePerm {
		return cmd.FromBits(uint32(mode) & 0o7777)
	}
	return fs.FileMode(mode&0o777) &^ x.t.p.Umask()
}

// ids finds the owner of a member: by name first, then by number.
func (t *tarRun) ids(h *tar.Header) (uid, gid int) {
	uid, gid = h.Uid, h.Gid
	if t.numericOwner {
		return uid, gid
	}
	if h.Uname != "" {
		if !t.haveUser || t.lastUser != h.Uname {
			t.haveUser, t.lastUser, t.lastUID = true, h.Uname, -1
			for _, a := range t.names.Accounts() {
				if a.Name == h.Uname {
					t.lastUID = a.UID
					break
				}
			}
		}
		if t.lastUID >= 0 {
			uid = t.lastUID
		}
	}
	if h.Gname != "" {
		if !t.haveGroup || t.lastGroup != h.Gname {
			t.haveGroup, t.lastGroup, t.lastGID = true, h.Gname, -1
			for _, g := range t.names.Groups() {
				if g.Name == h.Gname {
					t.lastGID = g.GID
					break
				}
			}
		}
		if t.lastGID >= 0 {
			gid = t.lastGID
		}
	}
	return uid, gid
}

func (x *extractor) directory(h *tar.Header, at, name string) {
	t := x.t
	fsys := t.p.FS()
	at = strings.TrimRight(at, "/")
	if at == "" {
		at = "/"
	}
	shown := *h
	shown.Name = strings.TrimRight(name, "/")
	existed := false
	for tries := 0; ; tries++ {
		err := fsys.Mkdir(at, 0o700)
		if err == nil {
			break
		}
		if errors.Is(err, fs.ErrExist) {
			info, serr := fsys.Lstat(at)
			if serr == nil && info.IsDir() {
				existed = true
				break
			}
			if serr == nil && t.keepDirLink && info.Mode()&fs.ModeSymlink != 0 {
				if i, e := fsys.Stat(at); e == nil && i.IsDir() {
					return
				}
			}
			if tries < 2 {
				retry, silent := x.makeWay(at, &shown)
				if silent {
					return
				}
				if retry {
					continue
				}
			}
		} else if errors.Is(err, fs.ErrNotExist) && tries < 2 && x.parents(at) {
			continue
		}
		t.fail(shown.Name, "Cannot mkdir", err)
		return
	}
	if existed && (t.noOverwriteDir || t.keepOld || t.skipOld) {
		return
	}
	if existed {
		_ = fsys.Chmod(at, x.perm(h.Mode)|0o700)
	}
	d := delayedDir{name: at, h: h, mode: x.perm(h.Mode)}
	if i, ok := x.dirAt[at]; ok {
		x.dirs[i] = d
		return
	}
	x.dirAt[at] = len(x.dirs)
	x.dirs = append(x.dirs, d)
}

func (x *extractor) node(h *tar.Header, at, name string) {
	t := x.t
	fsys := t.p.FS()
	shown := *h
	shown.Name = name
	what, mk := "Cannot mknod", func() error {
		mode := fs.ModeDevice
		if h.Typeflag == tar.TypeChar {
			mode |= fs.ModeCharDevice
		}
		return fsys.Mknod(at, mode|fs.FileMode(h.Mode&0o777), vfs.Makedev(uint32(h.Devmajor), uint32(h.Devminor)))
	}
	if h.Typeflag == tar.TypeFifo {
		what, mk = "Cannot mkfifo", func() error { return fsys.Mkfifo(at, fs.FileMode(h.Mode&0o777)) }
	}
	if x.place(&shown, at, what, mk) {
		x.attributes(h, at, h.Mode)
	}
}

// finish puts the held-back links in place and sets what directories shall have, the deepest first.
func (x *extractor) finish() {
	t := x.t
	fsys := t.p.FS()
	for _, l := range x.links {
		first := ""
		for _, at := range l.names {
			info, err := fsys.Lstat(at)
			if err != nil || inode(info) != l.id || !info.Mode().IsRegular() || info.Size() != 0 {
				continue // replaced meanwhile
			}
			if err := fsys.Unlink(at); err != nil {
				t.fail(at, "Cannot unlink", err)
				continue
			}
			if first != "" && fsys.Link(first, at) == nil {
				continue
			}
			if err := fsys.Symlink(l.target, at); err != nil {
				t.fail(at, "Cannot create symlink to "+t.quote(l.target), err)
				continue
			}
			x.attributes(l.h, at, l.h.Mode)
			first = at
		}
	}
	for i := len(x.dirs) - 1; i >= 0; i-- {
		d := x.dirs[i]
		info, err := fsys.Lstat(d.name)
		if err != nil || !info.IsDir() {
			continue
		}
		if t.sameOwner {
			uid, gid := t.ids(d.h)
			_ = fsys.Lchown(d.name, uid, gid)
		}
		if !t.touch {
			_ = fsys.Chtimes(d.name, d.h.AccessTime, d.h.ModTime)
		}
		_ = fsys.Chmod(d.name, d.mode)
	}
}
