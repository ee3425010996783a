package archive

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

var cpioUsage = optparse.Define("cpio", "[OPTION...] [destination-directory]", "GNU 'cpio' copies files to and from archives", `
-o, --create        create the archive (copy-out mode)
-i, --extract       extract files from an archive (copy-in mode)
-t, --list          print a table of contents of the input
-d, --make-directories  create leading directories where needed
-m, --preserve-modification-time  retain previous file modification times
-u, --unconditional  replace all files unconditionally
-v, --verbose       verbosely list the files processed
-0, --null          filenames in the list are delimited by null characters
-H FORMAT, --format=FORMAT  use given archive FORMAT: bin, odc, newc
-c                  use the old portable (ASCII) archive format
-F FILE, --file=FILE  use this FILE instead of standard input or output
-I FILE             archive filename to use instead of standard input
-O FILE             archive filename to use instead of standard output
-D DIR, --directory=DIR  change to directory DIR
    --quiet         do not print the number of blocks copied
    --no-absolute-filenames  create all files relative to the current directory
    --absolute-filenames  do not strip file system prefix components
`).Status(2)

// cpioHeader is a member's header in any of the formats.
type cpioHeader struct {
	name                                     string
	ino, mode, uid, gid, nlink, mtime, size  uint32
	devMajor, devMinor, rdevMajor, rdevMinor uint32
}

// Bounds of what a header may ask for.
const cpioMaxName = 1 << 16

type cpioRun struct {
	p                                                *kernel.Process
	out                                              *cmd.Writer
	format, dir                                      string
	list, mkdirs, keepTime, replace, verbose, isNull bool
	quiet                                            bool
	patterns                                         []string
	status                                           int
	n                                                int64 // bytes of the archive
}

func cpio(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, cpioUsage)
	if done {
		return status
	}
	c := &cpioRun{p: p, out: cmd.NewWriter(p), format: "bin", patterns: o.Args}
	mode, file := "", ""
	for _, m := range o.Options {
		switch m.Key {
		case "o", "i":
			mode = m.Key
		case "t":
			c.list = true
		case "d":
			c.mkdirs = true
		case "m":
			c.keepTime = true
		case "u":
			c.replace = true
		case "v":
			c.verbose = true
		case "0":
			c.isNull = true
		case "c":
			c.format = "odc"
		case "H":
			c.format = m.Value
		case "F", "I", "O":
			file = m.Value
		case "D":
			c.dir = m.Value
		case "quiet":
			c.quiet = true
		}
	}
	if mode == "" && c.list {
		mode = "i"
	}
	switch {
	case mode == "":
		cmd.Errorf(p, "You must specify one of -oipt options.")
		cmd.Raw(p, "Try 'cpio --help' or 'cpio --usage' for more information.\n")
		return 2
	case c.format != "bin" && c.format != "odc" && c.format != "newc" && mode == "o":
		cmd.Errorf(p, "invalid archive format '%s'; valid formats are:\n   crc newc odc bin ustar tar (all-caps also recognized)", c.format)
		return 2
	}
	if mode == "o" {
		c.create(file)
	} else {
		c.extract(file)
	}
	return c.out.FinishAs(c.status, 2)
}

func (c *cpioRun) fail(format string, args ...any) {
	_ = c.out.Flush()
	cmd.Errorf(c.p, format, args...)
	c.status = 2
}

func (c *cpioRun) blocks() {
	if c.quiet {
		return
	}
	n, s := (c.n+511)/512, "s"
	if n == 1 {
		s = ""
	}
	cmd.Raw(c.p, fmt.Sprintf("%d block%s\n", n, s))
}

// ---- writing ----

func (c *cpioRun) create(file string) {
	var sink io.Writer = c.p.Stdout()
	if file != "" {
		f, err := c.p.Open(file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			c.fail("Cannot open %s: %s", file, kernel.Strerror(err))
			return
		}
		defer f.Close()
		sink = &processWriter{ctx: c.p.Context(), f: f}
	}
	w := bufio.NewWriterSize(sink, cmd.BufferSize)
	delim := byte('\n')
	if c.isNull {
		delim = 0
	}
	inos := map[fileID]uint32{}
	for lines := cmd.NewLineReader(c.p.Stdin(), delim); ; {
		line, _, err := lines.Next()
		if err != nil || c.p.Safepoint() != nil {
			break
		}
		if name := string(line); name != "" {
			if err := c.put(w, name, inos); err != nil {
				c.fail("write error: %s", kernel.Strerror(err))
				return
			}
		}
	}
	h := cpioHeader{name: "TRAILER!!!", nlink: 1}
	c.writeHeader(w, &h)
	pad := (512 - c.n%512) % 512
	_, _ = w.Write(make([]byte, pad))
	c.n += pad
	if err := w.Flush(); err != nil {
		c.fail("write error: %s", kernel.Strerror(err))
		return
	}
	c.blocks()
}

func (c *cpioRun) put(w *bufio.Writer, name string, inos map[fileID]uint32) error {
	at := joinDir(c.dir, name)
	info, err := c.p.FS().Lstat(at)
	if err != nil {
		c.fail("%s: Cannot stat: %s", name, kernel.Strerror(err))
		return nil
	}
	st, _ := info.Sys().(*vfs.Stat)
	h := cpioHeader{name: strings.TrimPrefix(name, "./"), nlink: 1, mtime: uint32(info.ModTime().Unix())}
	if h.name == "" {
		h.name = "."
	}
	h.mode = cmd.TypeBits(info.Mode()) | cmd.Bits(info.Mode())
	if st != nil {
		h.uid, h.gid, h.nlink = uint32(st.UID), uint32(st.GID), uint32(st.Nlink)
		h.rdevMajor, h.rdevMinor = vfs.Major(st.Rdev), vfs.Minor(st.Rdev)
		id := inode(info)
		if inos[id] == 0 {
			inos[id] = uint32(len(inos) + 1)
		}
		h.ino = inos[id]
	}
	var src io.Reader
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := c.p.FS().Readlink(at)
		if err != nil {
			c.fail("%s: Cannot readlink: %s", name, kernel.Strerror(err))
			return nil
		}
		h.size, src = uint32(len(target)), strings.NewReader(target)
	case info.Mode().IsRegular():
		if info.Size() > 1<<31-1 {
			c.fail("%s: field width not sufficient for storing file size", name)
			return nil
		}
		in, err := cmd.OpenFile(c.p, at)
		if err != nil {
			c.fail("%s: Cannot open: %s", name, kernel.Strerror(err))
			return nil
		}
		defer in.Close()
		h.size, src = uint32(info.Size()), in
	}
	c.writeHeader(w, &h)
	if src != nil {
		n, err := io.CopyN(w, src, int64(h.size))
		c.n += n
		if err != nil && err != io.EOF {
			return err
		}
		for ; n < int64(h.size); n++ { // shrunk meanwhile
			_ = w.WriteByte(0)
			c.n++
		}
		c.align(w)
	}
	if c.verbose {
		cmd.Raw(c.p, name+"\n")
	}
	return nil
}

// align pads to the boundary of the format: 4 bytes for newc, 2 for bin.
func (c *cpioRun) align(w *bufio.Writer) {
	for c.n%c.boundary() != 0 {
		_ = w.WriteByte(0)
		c.n++
	}
}

func (c *cpioRun) boundary() int64 {
	switch c.format {
	case "newc":
		return 4
	case "bin":
		return 2
	}
	return 1
}

func (c *cpioRun) writeHeader(w *bufio.Writer, h *cpioHeader) {
	var b []byte
	name := uint32(len(h.name) + 1)
	switch c.format {
	case "newc":
		b = append(b, "070701"...)
		for _, v := range []uint32{h.ino, h.mode, h.uid, h.gid, h.nlink, h.mtime, h.size, h.devMajor, h.devMinor, h.rdevMajor, h.rdevMinor, name, 0} {
			b = fmt.Appendf(b, "%08X", v)
		}
	case "odc":
		b = fmt.Appendf(b, "070707%06o%06o%06o%06o%06o%06o%06o%011o%06o%011o", 0, h.ino&0o777777, h.mode&0o777777, h.uid&0o777777, h.gid&0o777777,
			h.nlink&0o777777, (h.rdevMajor<<8|h.rdevMinor)&0o777777, h.mtime, name, h.size)
	default:
		for _, v := range []uint16{0o70707, 0, uint16(h.ino), uint16(h.mode), uint16(h.uid), uint16(h.gid), uint16(h.nlink), uint16(h.rdevMajor<<8 | h.rdevMinor),
			uint16(h.mtime >> 16), uint16(h.mtime), uint16(name), uint16(h.size >> 16), uint16(h.size)} {
			b = binary.LittleEndian.AppendUint16(b, v)
		}
	}
	b = append(append(b, h.name...), 0)
	_, _ = w.Write(b)
	c.n += int64(len(b))
	c.align(w)
}

// ---- reading ----

var errCpioEnd = errors.New("premature end of archive")

// readHeader reads the next header, whatever its format.
func (c *cpioRun) readHeader(r *bufio.Reader) (*cpioHeader, error) {
	magic, err := r.Peek(6)
	if err != nil {
		return nil, errCpioEnd
	}
	h := &cpioHeader{}
	var name uint32
	read := func(n int) []byte {
		b := make([]byte, n)
		k, rerr := io.ReadFull(r, b)
		c.n += int64(k)
		if rerr != nil {
			err = errCpioEnd
		}
		return b
	}
	number := func(b []byte, base int) uint32 {
		v, perr := strconv.ParseUint(string(b), base, 32)
		if perr != nil && err == nil {
			err = errors.New("Malformed number " + string(b))
		}
		return uint32(v)
	}
	switch {
	case bytes.Equal(magic, []byte("070701")), bytes.Equal(magic, []byte("070702")):
		c.format = "newc"
		b := read(110)
		f := func(i int) uint32 { return number(b[6+8*i:14+8*i], 16) }
		h.ino, h.mode, h.uid, h.gid, h.nlink, h.mtime, h.size = f(0), f(1), f(2), f(3), f(4), f(5), f(6)
		h.rdevMajor, h.rdevMinor, name = f(9), f(10), f(11)
	case bytes.Equal(magic, []byte("070707")):
		c.format = "odc"
		b := read(76)
		f := func(from, n int) uint32 { return number(b[from:from+n], 8) }
		h.ino, h.mode, h.uid, h.gid, h.nlink = f(12, 6), f(18, 6), f(24, 6), f(30, 6), f(36, 6)
		h.rdevMajor, h.rdevMinor = f(42, 6)>>8, f(42, 6)&255
		h.mtime, name, h.size = f(48, 11), f(59, 6), f(65, 11)
	case magic[0] == 0o307 && magic[1] == 0o161, magic[0] == 0o161 && magic[1] == 0o307:
		c.format = "bin"
		var order binary.ByteOrder = binary.LittleEndian
		if magic[0] == 0o161 {
			order = binary.BigEndian
		}
		b := read(26)
		f := func(i int) uint32 { return uint32(order.Uint16(b[2*i:])) }
		h.ino, h.mode, h.uid, h.gid, h.nlink = f(2), f(3), f(4), f(5), f(6)
		h.rdevMajor, h.rdevMinor = f(7)>>8, f(7)&255
		h.mtime, name, h.size = f(8)<<16|f(9), f(10), f(11)<<16|f(12)
	default:
		return nil, errFormat
	}
	if err != nil {
		return nil, err
	}
	if name == 0 || name > cpioMaxName {
		return nil, errors.New("malformed header: bad name length")
	}
	text := read(int(name))
	h.name, _, _ = strings.Cut(string(text), "\x00")
	c.skipPad(r)
	return h, err
}

func (c *cpioRun) skipPad(r *bufio.Reader) {
	if over := c.n % c.boundary(); over != 0 {
		n, _ := r.Discard(int(c.boundary() - over))
		c.n += int64(n)
	}
}

func (c *cpioRun) extract(file string) {
	in := cmd.Stdin(c.p)
	if file != "" {
		var err error
		if in, err = cmd.OpenFile(c.p, file); err != nil {
			c.fail("Cannot open %s: %s", file, kernel.Strerror(err))
			return
		}
		defer in.Close()
	}
	r := bufferedReader(in)
	linked := map[uint32]string{}
	var links []delayedLink
	junk := int64(0)
	for {
		if c.p.Safepoint() != nil {
			return
		}
		h, err := c.readHeader(r)
		if errors.Is(err, errFormat) { // look for a header further on
			_, _ = r.Discard(1)
			c.n++
			junk++
			continue
		}
		if junk > 0 && err == nil {
			cmd.Errorf(c.p, "warning: skipped %d byte%s of junk", junk, map[bool]string{true: "", false: "s"}[junk == 1])
			junk = 0
		}
		if err != nil {
			c.fail("%s", err)
			return
		}
		if h.name == "TRAILER!!!" {
			break
		}
		body := &io.LimitedReader{R: &counterTo{r: r, n: &c.n}, N: int64(h.size)}
		if len(c.patterns) == 0 || matchAny(c.patterns, h.name) {
			switch {
			case c.list:
				c.print(h, body)
			default:
				c.member(h, body, linked, &links)
			}
		}
		if _, err := io.Copy(io.Discard, body); err != nil || body.N > 0 {
			c.fail("premature end of archive")
			return
		}
		c.skipPad(r)
	}
	for _, l := range links {
		if info, err := c.p.FS().Lstat(l.names[0]); err == nil && inode(info) == l.id && info.Size() == 0 {
			if c.p.FS().Unlink(l.names[0]) == nil {
				_ = c.p.FS().Symlink(l.target, l.names[0])
			}
		}
	}
	n, _ := io.Copy(io.Discard, r)
	c.n += n
	c.blocks()
}

type counterTo struct {
	r io.Reader
	n *int64
}

func (c *counterTo) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	*c.n += int64(n)
	return n, err
}

func (h *cpioHeader) fileMode() fs.FileMode {
	m := cmd.FromBits(h.mode & 0o7777)
	switch h.mode & 0o170000 {
	case 0o040000:
		m |= fs.ModeDir
	case 0o120000:
		m |= fs.ModeSymlink
	case 0o010000:
		m |= fs.ModeNamedPipe
	case 0o020000:
		m |= fs.ModeDevice | fs.ModeCharDevice
	case 0o060000:
		m |= fs.ModeDevice
	case 0o140000:
		m |= fs.ModeSocket
	}
	return m
}

func (c *cpioRun) print(h *cpioHeader, body io.Reader) {
	if !c.verbose {
		_, _ = c.out.WriteString(tarEscape(h.name) + "\n")
		return
	}
	names := cmd.NewNames(c.p)
	when := time.Unix(int64(h.mtime), 0).In(cmd.Location(c.p))
	stamp := when.Format("Jan _2 15:04")
	if now := c.p.Kernel().Clock().Now(); now.Sub(when) > 182*24*time.Hour || when.After(now) {
		stamp = when.Format("Jan _2  2006")
	}
	c.out.Printf("%s %3d %-8s %-8s %8d %s %s", cmd.ModeString(h.fileMode()), h.nlink, names.User(int(h.uid)), names.Group(int(h.gid)), h.size, stamp, tarEscape(h.name))
	if h.fileMode()&fs.ModeSymlink != 0 {
		target, _ := io.ReadAll(io.LimitReader(body, 4096))
		c.out.Printf(" -> %s", tarEscape(string(target)))
	}
	_ = c.out.WriteByte('\n')
}

// member extracts one; names never lead out of the directory.
func (c *cpioRun) member(h *cpioHeader, body io.Reader, linked map[uint32]string, links *[]delayedLink) {
	fsys := c.p.FS()
	name := strings.TrimLeft(h.name, "/")
	if name == "" || hasDotDot(name) {
		c.fail("%s: Member name contains '..'", tarEscape(h.name))
		return
	}
	at := joinDir(c.dir, name)
	mode := h.fileMode()
	if c.mkdirs {
		_ = fsys.MkdirAll(path.Dir(at), 0o777)
	}
	if c.verbose {
		cmd.Raw(c.p, name+"\n")
	}
	done := func(err error, what string) bool {
		if err != nil {
			c.fail("%s: Cannot %s: %s", name, what, kernel.Strerror(err))
			return false
		}
		return true
	}
	if mode.IsDir() {
		err := fsys.Mkdir(at, mode.Perm()|0o700)
		if info, serr := fsys.Lstat(at); serr == nil && info.IsDir() {
			err = nil
		}
		if done(err, "mkdir") {
			_ = fsys.Chmod(at, mode)
		}
		return
	}
	if info, err := fsys.Lstat(at); err == nil {
		if !c.replace && !info.ModTime().Before(time.Unix(int64(h.mtime), 0)) {
			c.warnNewer(name)
			return
		}
		_ = fsys.Unlink(at)
	}
	switch {
	case mode&fs.ModeSymlink != 0:
		b, err := io.ReadAll(io.LimitReader(body, 4096))
		if !done(err, "read") {
			return
		}
		f, err := c.p.Open(at, newFile, 0)
		if !done(err, "symlink") {
			return
		}
		info, _ := f.Stat()
		_ = f.Close()
		*links = append(*links, delayedLink{target: string(b), id: inode(info), names: []string{at}})
	case mode&fs.ModeNamedPipe != 0:
		done(fsys.Mkfifo(at, mode.Perm()), "mkfifo")
	case mode&fs.ModeDevice != 0:
		done(fsys.Mknod(at, mode, vfs.Makedev(h.rdevMajor, h.rdevMinor)), "mknod")
	case mode.IsRegular():
		if first, ok := linked[h.ino]; ok && h.nlink > 1 && h.size == 0 {
			if fsys.Link(first, at) == nil {
				return
			}
		}
		f, err := c.p.Open(at, newFile, 0o600)
		if !done(err, "open") {
			return
		}
		rerr, werr := cmd.Copy(&processWriter{ctx: c.p.Context(), f: f}, body)
		_ = f.Close()
		if !done(errors.Join(rerr, werr), "write") {
			return
		}
		if h.nlink > 1 {
			linked[h.ino] = at
		}
		_ = fsys.Chmod(at, mode.Perm())
		if c.keepTime {
			_ = fsys.Chtimes(at, time.Time{}, time.Unix(int64(h.mtime), 0))
		}
	}
}

func (c *cpioRun) warnNewer(name string) {
	cmd.Errorf(c.p, "%s not created: newer or same age version exists", name)
	c.status = 2
}
