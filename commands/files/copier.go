package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

// copier copies trees for cp, mv across file systems, and install.
type copier struct {
	p   *kernel.Process
	w   *cmd.Writer
	ask *asker

	recursive   bool
	follow      byte // 'P' never, 'L' always, 'H' operands, 0 = by recursion
	mode        bool // preserve mode
	plainMode   bool // --no-preserve=mode: that of any new file
	owner       bool
	times       bool
	links       bool // preserve hard links
	force       bool
	interactive bool
	noClobber   bool
	update      bool
	verbose     bool
	removeDest  bool
	link        bool // hard links instead of copies
	symlink     bool
	attrsOnly   bool
	backup      backups
	noTarget    bool
	stripSlash  bool
	parents     bool

	status int
	buf    []byte
	seen   map[inode]string // hard links already copied
	made   map[inode]bool   // what this run made: not to be copied into itself
	topSrc string           // the operand in work
	topDst string
}

type inode struct{ dev, ino uint64 }

func inodeOf(info fs.FileInfo) inode {
	st := statOf(info)
	return inode{st.Dev, st.Ino}
}

func (c *copier) fail(format string, args ...any) bool {
	_ = c.w.Flush()
	cmd.Errorf(c.p, format, args...)
	c.status = 1
	return false
}

// preserve turns the words of --preserve on or off.
func (c *copier) preserve(list string, on bool) bool {
	for word := range strings.SplitSeq(list, ",") {
		switch word {
		case "mode":
			c.mode, c.plainMode = on, !on
		case "ownership":
			c.owner = on
		case "timestamps":
			c.times = on
		case "links":
			c.links = on
		case "context", "xattr":
		case "all":
			c.mode, c.owner, c.times, c.links = on, on, on, on
		default:
			return false
		}
	}
	return true
}

// targets pairs sources with destinations by the rules cp and mv share. The name of the verb is for messages.
func (c *copier) targets(u *optparse.Command, args []string, dir string, hasDir bool, each func(src, dst string)) int {
	p := c.p
	if len(args) == 0 {
		return cmd.UsageError(p, u, "missing file operand")
	}
	if hasDir {
		info, err := p.FS().Stat(dir)
		if err == nil && !info.IsDir() {
			err = errNotDir
		}
		if err != nil {
			cmd.Errorf(p, "target directory %s: %s", cmd.Quote(dir), kernel.Strerror(err))
			return 1
		}
	} else {
		if len(args) == 1 {
			return cmd.UsageError(p, u, "missing destination file operand after %s", cmd.Quote(args[0]))
		}
		last := args[len(args)-1]
		if c.noTarget {
			if len(args) > 2 {
				return cmd.ExtraOperand(p, u, args[2])
			}
			each(args[0], last)
			return 0
		}
		info, err := p.FS().Stat(last)
		if err != nil || !info.IsDir() {
			if len(args) > 2 {
				if err == nil {
					err = errNotDir
				}
				if isNotExist(err) || isErr(err, errNotDir) {
					cmd.Errorf(p, "target %s: %s", cmd.Quote(last), kernel.Strerror(err))
				} else {
					cmd.Errorf(p, "failed to access %s: %s", cmd.Quote(last), kernel.Strerror(err))
				}
				return 1
			}
			each(args[0], last)
			return 0
		}
		dir, args = last, args[:len(args)-1]
	}
	used := map[string]bool{}
	for _, src := range args {
		if p.Safepoint() != nil {
			return 1
		}
		if c.stripSlash {
			src = strings.TrimRight(src, "/")
		}
		base := lastComponent(src)
		if base == ".." || base == "/" {
			base = ""
		}
		dst := join(dir, base)
		if base == "" {
			dst = dir
		}
		if c.parents {
			if !c.makeParents(dir, src) {
				continue
			}
			dst = join(dir, strings.Trim(src, "/"))
		}
		if used[dst] && base != "" {
			c.warnTwice(src, dst)
			continue
		}
		used[dst] = true
		each(src, dst)
	}
	return 0
}

func (c *copier) makeParents(dir, src string) bool {
	i := strings.LastIndexByte(strings.TrimRight(src, "/"), '/')
	if i <= 0 {
		return true
	}
	made := func(string) {}
	if err := makeDir(c.p, join(dir, strings.Trim(src[:i], "/")), true, nil, made); err != nil {
		return c.fail("cannot make directory %s: %s", cmd.Quote(join(dir, src[:i])), kernel.Strerror(err))
	}
	return true
}

func (c *copier) warnTwice(src, dst string) {
	if info, err := c.p.FS().Lstat(src); err == nil && info.IsDir() {
		_ = c.w.Flush()
		cmd.Errorf(c.p, "warning: source directory %s specified more than once", cmd.Quote(src))
		return
	}
	c.fail("will not overwrite just-created %s with %s", cmd.Quote(dst), cmd.Quote(src))
}

func (c *copier) stat(name string, operand bool) (fs.FileInfo, error) {
	if c.follow == 'L' || operand && c.follow == 'H' || c.follow == 0 && !c.recursive {
		return c.p.FS().Stat(name)
	}
	return c.p.FS().Lstat(name)
}

// copy copies one file or tree and reports whether all went well.
func (c *copier) copy(src, dst string, operand bool, depth int) bool {
	if c.p.Safepoint() != nil || c.w.Err() != nil {
		return false
	}
	f := c.p.FS()
	info, err := c.stat(src, operand)
	if err != nil {
		return c.fail("cannot stat %s: %s", cmd.Quote(src), kernel.Strerror(err))
	}
	if info.IsDir() && !c.recursive {
		return c.fail("-r not specified; omitting directory %s", cmd.Quote(src))
	}
	if depth > 5000 {
		return c.fail("%s: File name too long", src)
	}
	dinfo, derr := f.Lstat(dst)
	if derr == nil && dinfo.Mode()&fs.ModeSymlink != 0 {
		switch target, err := f.Stat(dst); {
		case err == nil && !(info.Mode()&fs.ModeSymlink != 0):
			if sameFile(info, target) && !c.removeDest {
				return c.same(src, dst)
			}
			if info.IsDir() && !target.IsDir() {
				return c.fail("cannot overwrite non-directory %s with directory %s", cmd.Quote(dst), cmd.Quote(src))
			}
			dinfo = target
		case err != nil && info.Mode().IsRegular() && !c.removeDest && !c.force:
			return c.fail("not writing through dangling symlink %s", cmd.Quote(dst))
		}
	}
	exists := derr == nil
	if exists {
		if sameFile(info, dinfo) && !(c.link && !info.IsDir()) {
			return c.same(src, dst)
		}
		if stop, ok := c.clobber(src, dst, info, dinfo); stop {
			return ok
		}
		if info.IsDir() != dinfo.IsDir() {
			if info.IsDir() {
				return c.fail("cannot overwrite non-directory %s with directory %s", cmd.Quote(dst), cmd.Quote(src))
			}
			return c.fail("cannot overwrite directory %s with non-directory", cmd.Quote(dst))
		}
		if c.backup.on && !info.IsDir() {
			if err := f.Rename(dst, c.backup.name(c.p, dst)); err != nil {
				return c.fail("cannot backup %s: %s", cmd.Quote(dst), kernel.Strerror(err))
			}
			exists = false
		} else if !info.IsDir() && (c.removeDest || c.link || c.symlink || info.Mode()&fs.ModeSymlink != 0) {
			if err := f.Remove(dst); err != nil {
				return c.fail("cannot remove %s: %s", cmd.Quote(dst), kernel.Strerror(err))
			}
			exists = false
		}
	}
	if info.IsDir() {
		return c.dir(src, dst, info, exists, depth)
	}
	if c.links && statOf(info).Nlink > 1 {
		if first, ok := c.seen[inodeOf(info)]; ok {
			if exists {
				_ = f.Remove(dst)
			}
			if err := f.Link(first, dst); err != nil {
				return c.fail("cannot create hard link %s to %s: %s", cmd.Quote(dst), cmd.Quote(first), kernel.Strerror(err))
			}
			c.say(src, dst)
			return true
		}
		if c.seen == nil {
			c.seen = map[inode]string{}
		}
		c.seen[inodeOf(info)] = dst
	}
	if !c.leaf(src, dst, info, exists) {
		return false
	}
	return true
}

func (c *copier) same(src, dst string) bool {
	return c.fail("%s and %s are the same file", cmd.Quote(src), cmd.Quote(dst))
}

// clobber decides about an existing destination. stop ends the copy with the result ok.
func (c *copier) clobber(src, dst string, info, dinfo fs.FileInfo) (stop, ok bool) {
	if info.IsDir() && dinfo.IsDir() {
		return false, true
	}
	if c.update && !info.IsDir() && !dinfo.ModTime().Before(info.ModTime()) {
		return true, true
	}
	if c.noClobber {
		return true, true
	}
	if c.interactive {
		_ = c.w.Flush()
		if !c.ask.ask("overwrite %s? ", cmd.Quote(dst)) {
			return true, true
		}
	}
	return false, true
}

func (c *copier) say(src, dst string) {
	if c.verbose {
		_, _ = c.w.WriteString(cmd.Quote(src) + " -> " + cmd.Quote(dst) + "\n")
	}
}

func (c *copier) dir(src, dst string, info fs.FileInfo, exists bool, depth int) bool {
	f := c.p.FS()
	if depth == 0 {
		c.topSrc, c.topDst = src, dst
	} else if c.made[inodeOf(info)] {
		return c.fail("cannot copy a directory, %s, into itself, %s", cmd.Quote(c.topSrc), cmd.Quote(c.topDst))
	}
	if !exists {
		perm := info.Mode().Perm() | 0o700
		if c.plainMode {
			perm = 0o777
		}
		if err := f.Mkdir(dst, perm); err != nil {
			return c.fail("cannot create directory %s: %s", cmd.Quote(dst), kernel.Strerror(err))
		}
		c.say(src, dst)
		if di, err := f.Lstat(dst); err == nil {
			if c.made == nil {
				c.made = map[inode]bool{}
			}
			c.made[inodeOf(di)] = true
		}
	}
	list, err := f.ReadDir(src)
	if err != nil {
		return c.fail("cannot access %s: %s", cmd.Quote(src), kernel.Strerror(err))
	}
	all := true
	for _, d := range list {
		all = c.copy(join(src, d.Name()), join(dst, d.Name()), false, depth+1) && all
	}
	if !exists || c.mode || c.times || c.owner {
		c.attributes(dst, info, !exists)
	}
	return all
}

// inside reports whether dst lies in the directory info.
func (c *copier) inside(info fs.FileInfo, dst string) bool {
	dir := parentOf(dst)
	real, err := c.p.FS().Realpath(dir)
	if err != nil {
		return false
	}
	for {
		if i, err := c.p.FS().Stat(real); err == nil && sameFile(i, info) {
			return true
		}
		if real == "/" {
			return false
		}
		real = parentOf(real)
	}
}

// attributes gives dst what is to be preserved of a source; fresh says that dst is new and has the mode of its making.
func (c *copier) attributes(dst string, info fs.FileInfo, fresh bool) {
	f := c.p.FS()
	st := statOf(info)
	link := info.Mode()&fs.ModeSymlink != 0
	if c.owner {
		err := f.Lchown(dst, st.UID, st.GID)
		if err != nil && !errors.Is(err, fs.ErrPermission) {
			c.fail("failed to preserve ownership for %s: %s", cmd.Quote(dst), kernel.Strerror(err))
		}
	}
	if !link {
		switch {
		case c.mode:
			_ = f.Chmod(dst, cmd.FromBits(cmd.Bits(info.Mode())))
		case fresh && info.IsDir():
			_ = f.Chmod(dst, info.Mode().Perm()&^c.p.Umask())
		}
	}
	if c.times {
		_ = f.Lchtimes(dst, st.Atime, info.ModTime())
	}
}

func (c *copier) leaf(src, dst string, info fs.FileInfo, exists bool) bool {
	f := c.p.FS()
	mode := info.Mode()
	switch {
	case c.link && mode&fs.ModeSymlink == 0:
		if err := f.Link(src, dst); err != nil {
			return c.fail("cannot create hard link %s to %s: %s", cmd.Quote(dst), cmd.Quote(src), kernel.Strerror(err))
		}
		c.say(src, dst)
		return true
	case c.symlink:
		if !strings.HasPrefix(src, "/") && strings.ContainsRune(dst, '/') && parentOf(dst) != "." {
			return c.fail("%s: can make relative symbolic links only in current directory", cmd.Quotef(dst))
		}
		if err := f.Symlink(src, dst); err != nil {
			return c.fail("cannot create symbolic link %s to %s: %s", cmd.Quote(dst), cmd.Quote(src), kernel.Strerror(err))
		}
		c.say(src, dst)
		return true
	case mode&fs.ModeSymlink != 0:
		target, err := f.Readlink(src)
		if err != nil {
			return c.fail("cannot read symbolic link %s: %s", cmd.Quote(src), kernel.Strerror(err))
		}
		if err := f.Symlink(target, dst); err != nil {
			return c.fail("cannot create symbolic link %s: %s", cmd.Quote(dst), kernel.Strerror(err))
		}
	case mode.IsRegular() || !c.recursive:
		if !c.content(src, dst, info, exists) {
			return false
		}
	case mode&fs.ModeNamedPipe != 0:
		if err := f.Mkfifo(dst, mode.Perm()); err != nil {
			return c.fail("cannot create fifo %s: %s", cmd.Quote(dst), kernel.Strerror(err))
		}
	default:
		if err := f.Mknod(dst, mode, statOf(info).Rdev); err != nil {
			return c.fail("cannot create special file %s: %s", cmd.Quote(dst), kernel.Strerror(err))
		}
	}
	c.say(src, dst)
	c.attributes(dst, info, !exists)
	return true
}

func (c *copier) content(src, dst string, info fs.FileInfo, exists bool) bool {
	p := c.p
	in, err := cmd.OpenFile(p, src)
	if err != nil {
		return c.fail("cannot open %s for reading: %s", cmd.Quote(src), kernel.Strerror(err))
	}
	defer in.Close()
	flag := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if c.attrsOnly {
		flag = os.O_WRONLY | os.O_CREATE
	}
	perm := info.Mode().Perm()
	if c.plainMode {
		perm = 0o666
	}
	out, err := p.Open(dst, flag, perm)
	if err != nil && c.force && exists {
		if rerr := p.FS().Remove(dst); rerr == nil {
			if c.verbose {
				_, _ = c.w.WriteString("removed " + cmd.Quote(dst) + "\n")
			}
			out, err = p.Open(dst, flag, perm)
		}
	}
	if err != nil {
		if strings.HasSuffix(dst, "/") && isErr(err, errIsDir) {
			err = errNotDir
		}
		return c.fail("cannot create regular file %s: %s", cmd.Quote(dst), kernel.Strerror(err))
	}
	defer func() { _ = out.Close() }()
	if c.attrsOnly {
		return true
	}
	if c.buf == nil {
		c.buf = make([]byte, cmd.BufferSize)
	}
	for {
		n, err := in.Read(c.buf)
		if n > 0 {
			if _, werr := out.Write(p.Context(), c.buf[:n]); werr != nil {
				return c.fail("error writing %s: %s", cmd.Quote(dst), kernel.Strerror(werr))
			}
		}
		if err == io.EOF {
			return true
		}
		if err != nil {
			return c.fail("error reading %s: %s", cmd.Quote(src), kernel.Strerror(err))
		}
	}
}

var errCrossDevice = syscall.EXDEV
