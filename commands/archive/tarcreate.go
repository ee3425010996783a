package archive

import (
	"archive/tar"
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// tarOutput is an archive being written: tar, then the codec, then a buffer, then the file.
type tarOutput struct {
	t     *tarRun
	w     io.Writer // what tar blocks go to
	n     int64     // tar bytes written
	z     io.WriteCloser
	buf   *bufio.Writer
	file  *kernel.File
	err   error
	start int64 // bytes of the archive before what is written (append)
}

func (o *tarOutput) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	o.n += int64(n)
	if err != nil {
		o.err = err
	}
	return n, err
}

// newOutput starts an archive on an open file, or on standard output for nil.
func (t *tarRun) newOutput(f *kernel.File) *tarOutput {
	o := &tarOutput{t: t, file: f}
	var sink io.Writer = t.p.Stdout()
	if f != nil {
		sink = &processWriter{ctx: t.p.Context(), f: f}
	}
	o.buf = bufio.NewWriterSize(sink, cmd.BufferSize)
	o.w = o.buf
	if t.codec != nil {
		z, err := t.codec.writer(o.buf, 0)
		if err != nil {
			t.fatalf("%s: %s", t.codec.name, err)
			return nil
		}
		o.z, o.w = z, z
		// A compressor is fed in larger pieces than tar's headers.
		o.w = bufio.NewWriterSize(z, cmd.BufferSize)
	}
	t.tw, t.output = tar.NewWriter(o), o
	return o
}

// finish writes the end of the archive, filled up to a whole record.
func (o *tarOutput) finish() {
	t := o.t
	if !t.fatal {
		err := t.tw.Close()
		if err == nil {
			record := t.blocking * 512
			if over := (o.start + o.n) % record; over != 0 {
				_, err = o.Write(make([]byte, record-over))
			}
		}
		if b, ok := o.w.(*bufio.Writer); ok && o.z != nil && err == nil {
			err = b.Flush()
		}
		if o.z != nil && err == nil {
			err = o.z.Close()
		}
		if err == nil {
			err = o.buf.Flush()
		}
		if err != nil {
			t.writeFailed(err)
		}
	}
	if o.file != nil {
		if err := o.file.Close(); err != nil && !t.fatal {
			t.writeFailed(err)
		}
	}
	t.bytes = o.n
	t.totalsLine("written")
}

func (t *tarRun) writeFailed(err error) {
	if t.p.Safepoint() != nil || isPipe(err) && t.archive == "-" {
		t.fatal = true
		return
	}
	t.fatalf("%s: Cannot write: %s", cmd.Quotef(t.archive), kernel.Strerror(err))
}

func (t *tarRun) create() {
	if len(t.operands) == 0 {
		t.status = t.usage("Cowardly refusing to create an empty archive")
		t.status, t.fatal = 0, true
		return
	}
	if t.auto && t.codec == nil {
		t.codec = suffixCodec(t.archive)
	}
	var f *kernel.File
	if t.archive != "-" {
		var err error
		f, err = t.p.Open(t.archive, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			t.fatalf("%s: Cannot open: %s", cmd.Quotef(t.archive), kernel.Strerror(err))
			return
		}
		t.noteArchive(f)
	} else if fd := t.p.FD(1); fd != nil {
		if fd.IsTerminal() {
			t.fatalf("Refusing to write archive contents to terminal (missing -f option?)")
			return
		}
		t.noteArchive(fd.File())
	}
	o := t.newOutput(f)
	if o == nil {
		return
	}
	if t.label != "" {
		err := t.tw.WriteHeader(&tar.Header{Typeflag: 'V', Name: t.label, Format: tar.FormatGNU, ModTime: time.Unix(t.p.Kernel().Clock().Now().Unix(), 0)})
		if err != nil {
			t.writeFailed(err)
		}
	}
	t.addAll()
	o.finish()
}

// noteArchive remembers the archive's inode, so that it is not put into itself.
func (t *tarRun) noteArchive(f *kernel.File) {
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		id := inode(info)
		t.archiveDev, t.archiveIno = id.dev, id.ino
	}
}

func (t *tarRun) addAll() {
	for _, op := range t.operands {
		if t.fatal {
			return
		}
		name := op.name
		if t.excludes.match(name) && len(t.excludes.list) > 0 {
			continue
		}
		t.add(joinDir(op.dir, name), name, nil, true)
	}
}

func (t *tarRun) stat(at string) (fs.FileInfo, error) {
	if t.dereference {
		return t.p.FS().Stat(at)
	}
	return t.p.FS().Lstat(at)
}

// add writes the file at a path under a name, directories with all below them.
func (t *tarRun) add(at, name string, info fs.FileInfo, top bool) {
	if t.p.Safepoint() != nil {
		t.fatal = true
		return
	}
	if info == nil {
		var err error
		if info, err = t.stat(at); err != nil {
			if t.ignoreFailedRead {
				t.warnf("%s: Warning: Cannot stat: %s", tarEscape(name), kernel.Strerror(err))
				return
			}
			t.fail(name, "Cannot stat", err)
			return
		}
	}
	id := inode(info)
	if id == (fileID{t.archiveDev, t.archiveIno}) && t.archiveIno != 0 {
		t.warnf("%s: file is the archive; not dumped", tarEscape(name))
		return
	}
	if !info.IsDir() && !t.newer.IsZero() && info.ModTime().Before(t.newer) && (t.newerMtime || changed(info).Before(t.newer)) {
		if top {
			t.warnf("%s: file is unchanged; not dumped", tarEscape(name))
		}
		return
	}
	mode := info.Mode()
	if mode&fs.ModeSocket != 0 {
		t.warnf("%s: socket ignored", tarEscape(name))
		return
	}
	if t.v7 && mode&(fs.ModeNamedPipe|fs.ModeDevice) != 0 { // the old format has no such types
		t.errorf("%s: Unknown file type; file ignored", tarEscape(name))
		return
	}
	shown := name
	if info.IsDir() && !strings.HasSuffix(shown, "/") {
		shown += "/"
	}
	h := t.header(info, at, shown)
	if h == nil {
		return
	}
	st, _ := info.Sys().(*vfs.Stat)
	linked := st != nil && st.Nlink > 1 && !info.IsDir() && !t.hardDeref
	if linked {
		if first, ok := t.seen[id]; ok {
			h.Typeflag, h.Linkname, h.Size = tar.TypeLink, t.transformed(t.safeName(first, true), 'h'), 0
			linked = false
			mode = fs.ModeSymlink // no contents
		}
	}
	var f *kernel.File
	if mode.IsRegular() && h.Size > 0 {
		var err error
		if f, err = t.p.Open(at, os.O_RDONLY, 0); err != nil {
			if t.ignoreFailedRead {
				t.warnf("%s: Warning: Cannot open: %s", tarEscape(name), kernel.Strerror(err))
				return
			}
			t.fail(name, "Cannot open", err)
			return
		}
		defer func() {
			if f != nil {
				_ = f.Close()
			}
		}()
	}
	var holes []tarExtent
	if f != nil && t.sparse {
		list, full, err := t.extents(f, h.Size)
		if err != nil {
			t.fail(name, "Read error", err)
			return
		}
		if !full {
			holes = list
		}
	}
	var err error
	if holes != nil {
		err = t.addSparse(h, f, name, holes)
		_ = f.Close()
		f = nil
	} else {
		err = t.tw.WriteHeader(h)
	}
	if err != nil && isHeaderError(err) && h.Format == tar.FormatUSTAR && len(h.Name) <= 100 && len(h.Linkname) <= 100 {
		h.Format = tar.FormatGNU // the library's ustar is ASCII only; this header differs in its magic number alone
		err = t.tw.WriteHeader(h)
	}
	if err != nil {
		if errors.Is(err, tar.ErrFieldTooLong) || isHeaderError(err) {
			t.errorf("%s: file name is too long (cannot be split); not dumped", tarEscape(name))
			return
		}
		t.writeFailed(err)
		return
	}
	if linked {
		t.seen[id] = name
	}
	if t.verbose > 0 {
		h.Name = t.displayName(h.Name, shown)
		t.printMember(h, t.verbose > 1)
	}
	if linked {
		t.safeName(name, true) // warns where a link to it would need it
	}
	if f != nil {
		t.contents(f, name, h.Size)
	}
	if info.IsDir() && !t.noRecursion {
		t.addDir(at, name)
	}
	if t.removeFiles && !t.fatal {
		rm := t.p.FS().Unlink
		if info.IsDir() {
			rm = t.p.FS().Rmdir
		}
		if err := rm(at); err != nil {
			t.fail(name, "Cannot unlink", err)
		}
	}
}

// changed is the time of the last change of anything but the contents.
func changed(info fs.FileInfo) time.Time {
	if st, ok := info.Sys().(*vfs.Stat); ok {
		return st.Ctime
	}
	return info.ModTime()
}

func isHeaderError(err error) bool {
	return strings.Contains(err.Error(), "cannot encode header")
}

// displayName is what -v prints: the name as given, unless stored names were asked for.
func (t *tarRun) displayName(stored, given string) string {
	if t.showTransformed {
		return stored
	}
	return given
}

func (t *tarRun) addDir(at, name string) {
	entries, err := t.p.FS().ReadDir(at)
	if err != nil {
		t.fail(name, "Cannot open", err)
		return
	}
	if t.excludeCaches {
		for _, e := range entries {
			if e.Name() == "CACHEDIR.TAG" {
				t.warnf("%s/: contains a cache directory tag CACHEDIR.TAG; contents not dumped", tarEscape(strings.TrimSuffix(name, "/")))
				return
			}
		}
	}
	prefix, atPrefix := strings.TrimSuffix(name, "/")+"/", strings.TrimSuffix(at, "/")+"/"
	for _, e := range entries {
		if t.fatal {
			return
		}
		child := prefix + e.Name()
		if len(t.excludes.list) > 0 && t.excludes.match(child) {
			continue
		}
		var info fs.FileInfo
		if !t.dereference {
			info, _ = e.Info()
		}
		t.add(atPrefix+e.Name(), child, info, false)
	}
}

// header describes a file; nil after a report.
func (t *tarRun) header(info fs.FileInfo, at, name string) *tar.Header {
	stored := t.transformed(t.safeName(name, false), 'r')
	if info.IsDir() && !strings.HasSuffix(stored, "/") {
		stored += "/"
	}
	if stored == "" || stored == "/" {
		stored = "./"
	}
	h := &tar.Header{Name: stored, Format: t.format, ModTime: info.ModTime(), Mode: int64(cmd.Bits(info.Mode()))}
	if t.format != tar.FormatPAX {
		h.ModTime = time.Unix(h.ModTime.Unix(), 0)
	}
	h.Uid, h.Gid = owners(info)
	if !t.mtime.IsZero() && (!t.clamp || h.ModTime.After(t.mtime)) {
		h.ModTime = t.mtime.Truncate(time.Second)
	}
	if t.modeChange != nil {
		h.Mode = int64(t.modeChange.Apply(uint32(h.Mode), info.IsDir(), uint32(t.p.Umask())))
	}
	if t.owner != nil {
		h.Uid, h.Uname = t.owner.id, t.owner.name
	} else if !t.numericOwner {
		h.Uname = t.userName(h.Uid)
	}
	if t.group != nil {
		h.Gid, h.Gname = t.group.id, t.group.name
	} else if !t.numericOwner {
		h.Gname = t.groupName(h.Gid)
	}
	if t.numericOwner {
		h.Uname, h.Gname = "", ""
	}
	mode := info.Mode()
	st, _ := info.Sys().(*vfs.Stat)
	switch {
	case mode.IsDir():
		h.Typeflag = tar.TypeDir
	case mode&fs.ModeSymlink != 0:
		target, err := t.p.FS().Readlink(at)
		if err != nil {
			t.fail(name, "Cannot read link", err)
			return nil
		}
		h.Typeflag, h.Linkname = tar.TypeSymlink, t.transformed(target, 's')
	case mode&fs.ModeNamedPipe != 0:
		h.Typeflag = tar.TypeFifo
	case mode&fs.ModeDevice != 0:
		h.Typeflag = tar.TypeBlock
		if mode&fs.ModeCharDevice != 0 {
			h.Typeflag = tar.TypeChar
		}
		if st != nil {
			h.Devmajor, h.Devminor = int64(vfs.Major(st.Rdev)), int64(vfs.Minor(st.Rdev))
		}
	default:
		h.Typeflag, h.Size = tar.TypeReg, info.Size()
	}
	return h
}

// userName and groupName remember the last answer: most trees belong to one user.
func (t *tarRun) userName(uid int) string {
	if !t.haveUser || t.lastUID != uid {
		t.haveUser, t.lastUID, t.lastUser = true, uid, ""
		if t.names.HasUser(uid) {
			t.lastUser = t.names.User(uid)
		}
	}
	return t.lastUser
}

func (t *tarRun) groupName(gid int) string {
	if !t.haveGroup || t.lastGID != gid {
		t.haveGroup, t.lastGID, t.lastGroup = true, gid, ""
		if t.names.HasGroup(gid) {
			t.lastGroup = t.names.Group(gid)
		}
	}
	return t.lastGroup
}

// contents copies size bytes; a file that became shorter is filled up with zeros, as the header promised.
func (t *tarRun) contents(f *kernel.File, name string, size int64) {
	if t.buf == nil {
		t.buf = make([]byte, cmd.BufferSize)
	}
	for left := size; left > 0; {
		n, err := f.Read(t.p.Context(), t.buf[:min(left, int64(len(t.buf)))])
		if n > 0 {
			if _, werr := t.tw.Write(t.buf[:n]); werr != nil {
				t.writeFailed(werr)
				return
			}
			left -= int64(n)
		}
		if err == nil || left == 0 {
			continue
		}
		if t.p.Safepoint() != nil {
			t.fatal = true
			return
		}
		if err == io.EOF {
			t.warnf("%s: File shrank by %d bytes; padding with zeros", tarEscape(name), left)
			t.status = max(t.status, 1)
		} else {
			t.fail(name, "Read error", err)
		}
		for left > 0 {
			n, werr := t.tw.Write(zeroBlock[:min(left, int64(len(zeroBlock)))])
			if werr != nil {
				t.writeFailed(werr)
				return
			}
			left -= int64(n)
		}
	}
}
