package snapshot

import (
	"archive/tar"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/sandpit-dev/sandpit/vfs"
)

const copyBytes = 128 << 10

// WriteOptions changes one archive. Its zero value works.
type WriteOptions struct {
	// Exclude lists what is left out, with all below it: a name ("node_modules") wherever it stands as a whole path
	// segment, a pattern for a segment ("*.log"), or a pattern with slashes for a path from the root
	// ("home/user/**/tmp").
	Exclude   []string
	FilesOnly bool      // no manifest
	Metadata  *Metadata // goes into the manifest
	SavedAt   time.Time // zero = Metadata's, else now
	Base      *vfs.FS   // what equals this disk is left out, and what it has more is listed as removed
	Since     bool      // the archive restores on Base alone: it notes its Digest, which Read compares
	Format    Format    // the compression; zero = gzip
	Level     int       // of the compression: gzip 1 to 9, zstd 1 to 22; 0 = the usual one (6, 3)
	// Progress is called after every entry with what has been written so far, before compression.
	Progress func(entries, bytes int64)
}

// Write archives a disk. The disk should not change meanwhile: give it a fork. It needs memory for one directory
// listing a level and for the inodes with several names, whatever the size of the disk. Errors name the file.
func Write(ctx context.Context, w io.Writer, fsys *vfs.FS, opt WriteOptions) error {
	x, err := newExcluder(opt.Exclude)
	if err != nil {
		return err
	}
	out := &sink{w: w}
	zw, err := opt.Format.writer(out, opt.Level)
	if err != nil {
		return err
	}
	fsys = fsys.As(0, 0, 0).In("/")
	a := &archiver{
		ctx: ctx, out: out, fsys: fsys, zw: zw, tw: tar.NewWriter(zw), skip: newSkipper(fsys, x), progress: opt.Progress,
		users: readAccounts(fsys, "/etc/passwd"), groups: readAccounts(fsys, "/etc/group"),
		links: map[uint64]string{}, buf: make([]byte, copyBytes),
	}
	if opt.Base != nil {
		a.base = opt.Base.As(0, 0, 0).In("/")
		a.other = make([]byte, copyBytes)
	}
	err = a.write(opt)
	if err == nil {
		err = a.tw.Close()
	}
	// Close also waits for the compressor's goroutines, so it is called whatever happened.
	if cerr := zw.Close(); err == nil {
		err = cerr
	}
	if werr := out.failed(); werr != nil {
		return werr
	}
	return err
}

// sink stands between the compressor and the caller's writer. It keeps the first error to itself, because pgzip leaves
// a goroutine behind when a write of its fails.
type sink struct {
	w   io.Writer
	err atomic.Pointer[error]
}

func (s *sink) Write(b []byte) (int, error) {
	if s.failed() == nil {
		n, err := s.w.Write(b)
		if err == nil && n < len(b) {
			err = io.ErrShortWrite
		}
		if err != nil {
			s.err.Store(&err)
		}
	}
	return len(b), nil
}

func (s *sink) failed() error {
	if p := s.err.Load(); p != nil {
		return *p
	}
	return nil
}

// stopped says why to go no further: the context, or the caller's writer.
func (a *archiver) stopped() error {
	if a.ctx.Err() != nil {
		return context.Cause(a.ctx)
	}
	return a.out.failed()
}

// archiver is one Write.
type archiver struct {
	ctx      context.Context
	out      *sink
	fsys     *vfs.FS
	base     *vfs.FS
	zw       io.Writer // below tw
	tw       *tar.Writer
	skip     skipper
	users    accounts
	groups   accounts
	links    map[uint64]string // the first name of inodes with several
	buf      []byte
	other    []byte
	progress func(entries, bytes int64)
	entries  int64
	bytes    int64
}

func (a *archiver) write(opt WriteOptions) error {
	if !opt.FilesOnly {
		if err := a.manifest(opt); err != nil {
			return err
		}
	}
	return a.walk(a.fsys, a.entry)
}

// walk calls fn for everything below the root that belongs in a snapshot, sorted, a directory before what is in it.
// When fn answers false for a directory, its contents are passed over. It keeps its own stack, so that depth costs
// no call frames.
func (a *archiver) walk(fsys *vfs.FS, fn func(name string, info fs.FileInfo) (bool, error)) error {
	type level struct {
		dir  string
		rest []fs.DirEntry
	}
	root, err := fsys.ReadDir("/")
	if err != nil {
		return err
	}
	stack := []level{{"/", root}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.rest) == 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		e := top.rest[0]
		top.rest = top.rest[1:]
		if err := a.stopped(); err != nil {
			return err
		}
		name := path.Join(top.dir, e.Name())
		if a.skip.skips(name) {
			continue
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		into, err := fn(name, info)
		if err != nil {
			return err
		}
		if into && info.IsDir() {
			entries, err := fsys.ReadDir(name)
			if err != nil {
				return err
			}
			stack = append(stack, level{name, entries})
		}
	}
	return nil
}

func (a *archiver) manifest(opt WriteOptions) error {
	var m Metadata
	if opt.Metadata != nil {
		m = *opt.Metadata
	}
	switch {
	case !opt.SavedAt.IsZero():
		m.SavedAt = opt.SavedAt
	case m.SavedAt.IsZero():
		m.SavedAt = time.Now()
	}
	m.Producer = producer
	if a.base != nil {
		removed, err := a.removed()
		if err != nil {
			return err
		}
		m.Removed = removed
		if opt.Since {
			if m.Since, err = Digest(a.ctx, a.base, opt.Exclude); err != nil {
				return err
			}
			m.Exclude = opt.Exclude
		}
	}
	data, err := m.encode()
	if err != nil {
		return err
	}
	if len(data) > maxManifest {
		return fmt.Errorf("%w: more than %d bytes", ErrManifest, maxManifest)
	}
	h := &tar.Header{Typeflag: tar.TypeReg, Name: ManifestName, Mode: 0o644, Size: int64(len(data)), ModTime: m.SavedAt.Truncate(time.Second)}
	if err := a.tw.WriteHeader(h); err != nil {
		return err
	}
	_, err = a.tw.Write(data)
	return err
}

// removed lists what the base has and the disk has not, or has as something that a directory is not compatible with.
func (a *archiver) removed() ([]string, error) {
	var names []string
	err := a.walk(a.base, func(name string, old fs.FileInfo) (bool, error) {
		now, err := a.fsys.Lstat(name)
		if err != nil || now.IsDir() != old.IsDir() {
			names = append(names, name)
			return false, nil
		}
		return true, nil
	})
	slices.Sort(names)
	return names, err
}

func (a *archiver) entry(name string, info fs.FileInfo) (bool, error) {
	st, _ := info.Sys().(*vfs.Stat)
	if st == nil {
		return false, fmt.Errorf("%s: no inode", name)
	}
	mode := info.Mode()
	h := &tar.Header{
		Name: name[1:], Mode: int64(mode.Perm()), Uid: st.UID, Gid: st.GID,
		Uname: a.users.names[st.UID], Gname: a.groups.names[st.GID], ModTime: info.ModTime(),
	}
	for bit, tarBit := range map[fs.FileMode]int64{fs.ModeSetuid: 0o4000, fs.ModeSetgid: 0o2000, fs.ModeSticky: 0o1000} {
		if mode&bit != 0 {
			h.Mode |= tarBit
		}
	}
	switch mode.Type() {
	case 0:
		h.Typeflag = tar.TypeReg
		h.Size = info.Size()
	case fs.ModeDir:
		h.Typeflag = tar.TypeDir
		h.Name += "/"
		h.ModTime = h.ModTime.Truncate(time.Second)
	case fs.ModeSymlink:
		h.Typeflag = tar.TypeSymlink
		target, err := a.fsys.Readlink(name)
		if err != nil {
			return false, err
		}
		h.Linkname = target
	case fs.ModeNamedPipe:
		h.Typeflag = tar.TypeFifo
	default:
		return false, nil // sockets and devices mean nothing in another box
	}
	if a.base != nil {
		same, err := a.unchanged(name, info, st, h)
		if err != nil {
			return false, err
		}
		if same {
			return true, nil
		}
	}
	if h.Typeflag != tar.TypeDir && st.Nlink > 1 {
		if first, ok := a.links[st.Ino]; ok {
			h.Typeflag, h.Linkname, h.Size = tar.TypeLink, first, 0
		} else {
			a.links[st.Ino] = h.Name
		}
	}
	// With no format set, archive/tar takes ustar where it can, and rounds times. A fraction of a second needs PAX,
	// and asks for it only when there is one.
	if h.ModTime.Nanosecond() != 0 {
		h.Format = tar.FormatPAX
	}
	if err := a.put(name, h); err != nil {
		return false, err
	}
	a.entries++
	if a.progress != nil {
		a.progress(a.entries, a.bytes)
	}
	return true, nil
}

// put writes one member.
func (a *archiver) put(name string, h *tar.Header) error {
	if h.Typeflag != tar.TypeReg || h.Size == 0 {
		if err := a.tw.WriteHeader(h); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
	f, err := a.fsys.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if h.Size >= minHoles {
		data, err := a.dataOf(f, h.Size)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if data != nil {
			return a.sparse(name, h, f, data)
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return err
		}
	}
	if err := a.tw.WriteHeader(h); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return a.body(name, a.tw, f, h.Size)
}

// body copies exactly size bytes of a file, from where it stands.
func (a *archiver) body(name string, w io.Writer, f io.Reader, size int64) error {
	for left := size; left > 0; {
		if err := a.stopped(); err != nil {
			return err
		}
		n, err := f.Read(a.buf[:min(left, int64(len(a.buf)))])
		if n > 0 {
			if _, err := w.Write(a.buf[:n]); err != nil {
				return err
			}
			left -= int64(n)
			a.bytes += int64(n)
			continue
		}
		if err == nil || err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// unchanged reports whether the base has the same file under this name.
func (a *archiver) unchanged(name string, info fs.FileInfo, st *vfs.Stat, h *tar.Header) (bool, error) {
	if !info.IsDir() && st.Nlink > 1 {
		return false, nil
	}
	old, err := a.base.Lstat(name)
	if err != nil {
		return false, nil
	}
	ost, ok := old.Sys().(*vfs.Stat)
	if !ok || old.Mode() != info.Mode() || ost.UID != st.UID || ost.GID != st.GID || !info.IsDir() && ost.Nlink > 1 {
		return false, nil
	}
	if info.IsDir() {
		return old.ModTime().Equal(info.ModTime()), nil
	}
	if !old.ModTime().Equal(info.ModTime()) {
		return false, nil
	}
	switch h.Typeflag {
	case tar.TypeSymlink:
		target, err := a.base.Readlink(name)
		return err == nil && target == h.Linkname, nil
	case tar.TypeReg:
		return old.Size() == info.Size() && a.sameBytes(name), nil
	}
	return true, nil
}

func (a *archiver) sameBytes(name string) bool {
	f, err := a.fsys.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	g, err := a.base.Open(name)
	if err != nil {
		return false
	}
	defer g.Close()
	for a.ctx.Err() == nil {
		n, err := io.ReadFull(f, a.buf)
		m, err2 := io.ReadFull(g, a.other)
		if n != m || !bytes.Equal(a.buf[:n], a.other[:m]) {
			return false
		}
		if err != nil || err2 != nil {
			return endOfFile(err) && endOfFile(err2)
		}
	}
	return false
}

func endOfFile(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF }

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, strings.Compare)
	return keys
}
