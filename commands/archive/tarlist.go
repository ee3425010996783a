package archive

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
)

// tarInput is an archive being read: the bytes consumed are counted, and a regular file lets contents be skipped.
type tarInput struct {
	t     *tarRun
	r     io.Reader
	seek  io.Seeker // nil: a pipe, or compressed
	n     int64
	codec *codec
	close func()
}

func (in *tarInput) Read(b []byte) (int, error) {
	n, err := in.r.Read(b)
	in.n += int64(n)
	return n, err
}

// seekingInput is tarInput with Seek, which archive/tar uses to skip contents.
type seekingInput struct{ *tarInput }

func (in seekingInput) Seek(off int64, whence int) (int64, error) {
	at, err := in.seek.Seek(off, whence)
	if err == nil && whence != io.SeekEnd {
		in.n = at
	}
	return at, err
}

// openArchive opens the archive for reading, through the codec that was asked for or that its first bytes show.
func (t *tarRun) openArchive() *tarInput {
	in := &tarInput{t: t, close: func() {}, codec: t.codec}
	src, err := cmd.Open(t.p, t.archive)
	if err == nil {
		var info fs.FileInfo
		if info, err = src.Stat(); err == nil && info.IsDir() {
			t.warnf("%s: Cannot read: Is a directory", cmd.Quotef(t.archive))
			t.fatalf("At beginning of tape, quitting now")
			return nil
		}
	}
	if err != nil {
		t.fatalf("%s: Cannot open: %s", cmd.Quotef(t.archive), kernel.Strerror(err))
		return nil
	}
	in.close = src.Close
	start, serr := src.Seek(0, io.SeekCurrent)
	br := bufferedReader(src)
	if in.codec == nil {
		if c := detect(br); c != nil {
			if serr != nil {
				opt := map[string]string{"gzip": "-z", "bzip2": "-j", "xz": "-J", "zstd": "--zstd"}[c.name]
				t.fatalf("Archive is compressed. Use %s option", opt)
				return nil
			}
			in.codec = c
		}
	}
	if in.codec == nil {
		if serr == nil {
			if _, err := src.Seek(start, io.SeekStart); err == nil && start == 0 {
				in.r, in.seek = src, src
				return in
			}
		}
		in.r = br
		return in
	}
	z, err := in.codec.reader(br)
	if err != nil {
		t.codecError(in.codec, err)
		return nil
	}
	in.r, in.close = z, func() { _ = z.Close(); src.Close() }
	return in
}

// codecError reports what the compression program that GNU tar runs would have said, and tar's own end.
func (t *tarRun) codecError(c *codec, err error) {
	if t.p.Safepoint() != nil {
		t.fatal = true
		return
	}
	text := "invalid compressed data--format violated"
	switch {
	case errors.Is(err, errFormat):
		text = "not in gzip format"
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		text = "unexpected end of file"
	case errors.Is(err, errTrailing):
		text = "decompression OK, trailing garbage ignored"
	case c.name == "gzip":
		if strings.Contains(err.Error(), "checksum") {
			text = "invalid compressed data--crc error"
		}
	default:
		text = err.Error()
	}
	_ = t.out.Flush()
	cmd.Raw(t.p, "\n"+c.name+": stdin: "+text+"\n")
	status := 1
	if errors.Is(err, errTrailing) {
		status = 2
	}
	cmd.Errorf(t.p, "Child returned status %d", status)
	cmd.Errorf(t.p, "Error is not recoverable: exiting now")
	t.fatal = true
}

// reader makes the tar reader over an input.
func (in *tarInput) reader() *tar.Reader {
	if in.seek != nil {
		return tar.NewReader(seekingInput{in})
	}
	return tar.NewReader(in)
}

// each calls fn for every member; fn returns false to stop. start and end are the member's offsets in the archive
// when drained (the whole member read) is asked for. Damage is reported as GNU tar does, who looks for the next
// header that makes sense.
func (t *tarRun) each(in *tarInput, drain bool, fn func(h *tar.Header, r io.Reader, start int64) bool) {
	tr := in.reader()
	first, skipping := true, false
	for {
		if t.p.Safepoint() != nil {
			t.fatal = true
			return
		}
		start := in.n
		h, err := tr.Next()
		switch {
		case err == io.EOF:
			if first && in.n == 0 {
				t.errorf("This does not look like a tar archive")
			}
			if !first || in.n > 0 {
				t.drainInput(in)
			}
			return
		case err != nil:
			if in.codec != nil && !isTarError(err) {
				if errors.Is(err, io.ErrUnexpectedEOF) && in.plainEnd() {
					return
				}
				t.codecError(in.codec, err)
				return
			}
			if errors.Is(err, io.ErrUnexpectedEOF) {
				if first && in.n < 512 {
					t.errorf("This does not look like a tar archive")
					return
				}
				if !first && in.n-start >= 512 {
					t.errorf("Unexpected EOF in archive")
					t.fatalEnd()
				}
				return
			}
			if errors.Is(err, syscall.EINVAL) && in.seek != nil { // a size that no file has
				t.errorf("Unexpected EOF in archive")
				t.fatalEnd()
				return
			}
			if !isTarError(err) {
				t.errorf("%s: Cannot read: %s", cmd.Quotef(t.archive), kernel.Strerror(err))
				t.fatalEnd()
				return
			}
			if first {
				t.errorf("This does not look like a tar archive")
			}
			if !skipping {
				t.errorf("Skipping to next header")
				skipping = true
			}
			first = false
			tr = in.reader()
			continue
		}
		first, skipping = false, false
		if h.Typeflag == tar.TypeXGlobalHeader {
			continue
		}
		if !fn(h, tr, start) {
			return
		}
		if t.fatal {
			return
		}
		if drain {
			if _, err := io.Copy(io.Discard, tr); err != nil {
				t.readFailed(in, err)
				return
			}
			if pad := in.n % 512; pad != 0 {
				// The padding is read with the next header; offsets are of whole blocks.
				_, _ = io.CopyN(io.Discard, in, 512-pad)
				tr = in.reader()
			}
		}
	}
}

// plainEnd reports whether a compressed stream ended in good order (the archive in it being cut).
func (in *tarInput) plainEnd() bool {
	var b [1]byte
	_, err := in.r.Read(b[:])
	return err == io.EOF
}

func (t *tarRun) fatalEnd() {
	_ = t.out.Flush()
	cmd.Errorf(t.p, "Error is not recoverable: exiting now")
	t.fatal = true
}

// readFailed reports a failure inside a member's contents.
func (t *tarRun) readFailed(in *tarInput, err error) {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) && (in.codec == nil || in.plainEnd()):
		t.errorf("Unexpected EOF in archive")
		t.fatalEnd()
	case in.codec != nil:
		t.codecError(in.codec, err)
	case t.p.Safepoint() != nil:
		t.fatal = true
	default:
		t.errorf("%s: Cannot read: %s", cmd.Quotef(t.archive), kernel.Strerror(err))
		t.fatalEnd()
	}
}

func isTarError(err error) bool {
	return errors.Is(err, tar.ErrHeader) || errors.Is(err, tar.ErrFieldTooLong)
}

// drainInput reads what follows the end of the archive, so that a writer at the other end of a pipe is not killed
// and a compressed stream's checksum is looked at.
func (t *tarRun) drainInput(in *tarInput) {
	if in.seek != nil {
		return
	}
	if _, err := io.Copy(io.Discard, in); err != nil && in.codec != nil {
		t.codecError(in.codec, err)
	}
}

// read lists, extracts or compares.
func (t *tarRun) read() {
	in := t.openArchive()
	if in == nil {
		return
	}
	defer in.close()
	for i := range t.operands {
		m := t.members.compile(t.operands[i].name)
		t.operands[i].glob = &m
	}
	x := newExtractor(t)
	t.each(in, false, func(h *tar.Header, r io.Reader, _ int64) bool {
		op, ok := t.selected(h.Name)
		if !ok || t.excludes.match(strings.TrimPrefix(h.Name, "./")) || t.excludes.match(h.Name) {
			return true
		}
		if t.mode != 't' {
			dir := t.topDir
			if op != nil {
				dir = op.dir
			}
			return x.member(in, h, r, dir)
		}
		t.safeName(h.Name, false)
		if h.Typeflag == tar.TypeLink {
			t.safeName(h.Linkname, true)
		}
		t.printMember(h, t.verbose > 0)
		switch {
		case isSparse(h): // Next skips what is stored; reading would give the holes as zeros, up to eight exbibytes
		case in.seek == nil:
			if _, err := io.Copy(io.Discard, &rawSkip{t: t, r: r}); err != nil {
				t.readFailed(in, err)
				return false
			}
		default:
			if end, err := fileEnd(in); err == nil && in.n+h.Size > end {
				t.errorf("Unexpected EOF in archive")
				t.fatalEnd()
				return false
			}
		}
		return true
	})
	x.finish()
	t.bytes = in.n
	t.totalsLine("read")
	if t.fatal {
		return
	}
	warned := t.noWildcards
	for _, op := range t.operands {
		if op.found == 0 {
			if !t.members.wildcards && !warned && pattern.HasMeta(op.name, 0) {
				warned = true
				t.warnf("Pattern matching characters used in file names")
				t.warnf("Use --wildcards to enable pattern matching, or --no-wildcards to suppress this warning")
			}
			t.errorf("%s: Not found in archive", tarEscape(op.name))
		}
	}
}

// rawSkip lets a long skip of sparse zeros be interrupted.
type rawSkip struct {
	t *tarRun
	r io.Reader
}

func (s *rawSkip) Read(b []byte) (int, error) {
	if err := s.t.p.Safepoint(); err != nil {
		return 0, err
	}
	return s.r.Read(b)
}

func fileEnd(in *tarInput) (int64, error) {
	end, err := in.seek.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, err
	}
	_, err = in.seek.Seek(in.n, io.SeekStart)
	return end, err
}

func isSparse(h *tar.Header) bool {
	if h.Typeflag == tar.TypeGNUSparse {
		return true
	}
	for k := range h.PAXRecords {
		if strings.HasPrefix(k, "GNU.sparse.") {
			return true
		}
	}
	return false
}

// selected finds the operand that asks for a member.
func (t *tarRun) selected(name string) (*tarOperand, bool) {
	if len(t.operands) == 0 {
		return nil, true
	}
	for i := range t.operands {
		op := &t.operands[i]
		if !op.glob.match(name) {
			continue
		}
		if t.noRecursion && strings.TrimRight(name, "/") != strings.TrimRight(op.name, "/") && op.glob.glob == nil {
			continue
		}
		op.found++
		if t.occurrence > 0 && op.found != t.occurrence {
			return op, false
		}
		return op, true
	}
	return nil, false
}

// printMember prints a name, or the long line of -tv.
func (t *tarRun) printMember(h *tar.Header, long bool) {
	name := h.Name
	if t.showTransformed {
		name = t.transformed(t.safeName(name, false), 'r')
		if s, ok := stripComponents(name, t.strip); ok {
			name = s
		}
	}
	if !long {
		_, _ = t.out.WriteString(tarEscape(name))
		_ = t.out.WriteByte('\n')
		return
	}
	user, group := h.Uname, h.Gname
	if t.numericOwner || user == "" {
		user = strconv.Itoa(h.Uid)
	}
	if t.numericOwner || group == "" {
		group = strconv.Itoa(h.Gid)
	}
	size := strconv.FormatInt(h.Size, 10)
	mode := fs.FileMode(h.Mode & 0o777)
	switch h.Typeflag {
	case tar.TypeChar, tar.TypeBlock:
		size = fmt.Sprintf("%d,%d", h.Devmajor, h.Devminor)
	case tar.TypeLink, tar.TypeSymlink, tar.TypeFifo:
		size = "0"
	}
	perm := []byte(cmd.ModeString(mode | cmd.FromBits(uint32(h.Mode)&0o7000)))
	perm[0] = tarTypeChar(h)
	pad := len(user) + 1 + len(group) + 1 + len(size)
	t.ugsWidth = max(t.ugsWidth, pad)
	stamp := "2006-01-02 15:04"
	if t.fullTime {
		stamp = "2006-01-02 15:04:05.999999999"
	}
	t.out.Printf("%s %s/%s %*s %s %s", perm, user, group, t.ugsWidth-pad+len(size), size, h.ModTime.In(t.loc).Format(stamp), tarEscape(name))
	switch h.Typeflag {
	case tar.TypeSymlink:
		t.out.Printf(" -> %s", tarEscape(h.Linkname))
	case tar.TypeLink:
		t.out.Printf(" link to %s", tarEscape(h.Linkname))
	}
	_ = t.out.WriteByte('\n')
}

func tarTypeChar(h *tar.Header) byte {
	switch h.Typeflag {
	case tar.TypeDir:
		return 'd'
	case tar.TypeSymlink:
		return 'l'
	case tar.TypeLink:
		return 'h'
	case tar.TypeChar:
		return 'c'
	case tar.TypeBlock:
		return 'b'
	case tar.TypeFifo:
		return 'p'
	case tar.TypeCont:
		return 'C'
	case tar.TypeReg, tar.TypeGNUSparse:
		return '-'
	}
	return '?'
}

// diffFile is the comparison of one member with the disk.
func (t *tarRun) diffFile(h *tar.Header, r io.Reader, name string) {
	fsys := t.p.FS()
	shown := tarEscape(strings.TrimRight(h.Name, "/"))
	differs := func(what string) {
		_, _ = t.out.WriteString(shown + ": " + what + "\n")
		t.status = max(t.status, 1)
	}
	info, err := fsys.Lstat(name)
	if err != nil {
		t.warnf("%s: Warning: Cannot stat: %s", shown, kernel.Strerror(err))
		t.status = max(t.status, 1)
		return
	}
	mode := info.Mode()
	want := h.FileInfo().Mode().Type()
	if h.Typeflag == tar.TypeLink {
		other, err := fsys.Lstat(t.safeName(h.Linkname, true))
		if err != nil || !sameInode(info, other) {
			differs("Not linked to " + tarEscape(h.Linkname))
		}
		return
	}
	if mode.Type() != want {
		differs("File type differs")
		return
	}
	if h.Typeflag == tar.TypeSymlink {
		if target, err := fsys.Readlink(name); err != nil || target != h.Linkname {
			differs("Symlink differs")
		}
		return
	}
	if cmd.Bits(mode) != uint32(h.Mode)&0o7777 {
		differs("Mode differs")
	}
	if !info.Mode().IsRegular() {
		return
	}
	if uid, gid := owners(info); uid != h.Uid {
		differs("Uid differs")
	} else if gid != h.Gid {
		differs("Gid differs")
	}
	if info.ModTime().Unix() != h.ModTime.Unix() {
		differs("Mod time differs")
	}
	if info.Size() != h.Size {
		differs("Size differs")
		return
	}
	f, err := t.p.Open(name, os.O_RDONLY, 0)
	if err != nil {
		t.fail(h.Name, "Cannot open", err)
		return
	}
	defer f.Close()
	a, b := make([]byte, 32<<10), make([]byte, 32<<10)
	for {
		n, err := io.ReadFull(r, a)
		m := 0
		for m < n {
			k, ferr := f.Read(t.p.Context(), b[m:n])
			if m += k; ferr != nil {
				break
			}
		}
		if m != n || string(a[:n]) != string(b[:n]) {
			differs("Contents differ")
			return
		}
		if err != nil {
			return
		}
	}
}
