package vfs

import (
	"io/fs"
	"math"
	"os"
	"path"
	"sync"
	"time"
)

// File types and special bits of st_mode, inode(7).
const (
	typeMask = 0o170000
	typeFIFO = 0o010000
	typeChar = 0o020000
	typeDir  = 0o040000
	typeBlk  = 0o060000
	typeReg  = 0o100000
	typeLink = 0o120000
	typeSock = 0o140000

	setUID = 0o4000
	setGID = 0o2000
	sticky = 0o1000
)

const rootIno = 1

// anyone is the owner of a file that belongs to who looks. Nobody else has this id: chown(2) takes it for "leave as it is".
const anyone = math.MaxUint32

// maxLinks is ext4's limit of names of one file (EMLINK).
const maxLinks = 65000

// inode is one record of the table. Directories change only under the exclusive lock of the disk. Attributes of other
// files change under it with mu held as well, content and times of regular files under the shared lock with mu held: so
// open files are read and described under mu alone. A record whose owner is not the disk's token is shared with other
// disks and never changes.
type inode struct {
	owner *owner
	mu    sync.RWMutex
	ino   uint64
	mode  uint32
	uid   uint32
	gid   uint32
	nlink uint32
	rdev  uint64

	atime, mtime, ctime, btime int64 // nanoseconds since 1970

	content          // regular files
	dir     *dirTree // directories
	target  string   // symbolic links
	lazy    *lazy    // regular files whose content is still to come; changes under the exclusive lock
}

// copyFor makes own's copy of n.
func (n *inode) copyFor(own *owner) *inode {
	c := &inode{
		owner: own, ino: n.ino, mode: n.mode, uid: n.uid, gid: n.gid, nlink: n.nlink, rdev: n.rdev,
		atime: n.atime, mtime: n.mtime, ctime: n.ctime, btime: n.btime,
		content: n.content, target: n.target, lazy: n.lazy,
	}
	c.shared = c.small != nil
	if n.dir != nil {
		c.dir = n.dir.copy()
	}
	return c
}

func (n *inode) typ() uint32  { return n.mode & typeMask }
func (n *inode) isDir() bool  { return n.mode&typeMask == typeDir }
func (n *inode) isLink() bool { return n.mode&typeMask == typeLink }
func (n *inode) isReg() bool  { return n.mode&typeMask == typeReg }

// space returns the allocated pages.
func (n *inode) space() int64 {
	switch n.typ() {
	case typeReg:
		return n.pages
	case typeLink:
		// ext4 keeps targets of less than 60 bytes inside the inode.
		if len(n.target) >= 60 {
			return 1
		}
	}
	return 0
}

func (n *inode) bytes() int64 {
	switch n.typ() {
	case typeReg:
		return n.size
	case typeLink:
		return int64(len(n.target))
	case typeDir:
		return pageSize
	}
	return 0
}

// may checks permission bits for c as access(2) would: want is a mask of 4 (read), 2 (write), 1 (execute, search).
func (c *Cred) may(n *inode, want uint32) bool {
	if c.UID == 0 {
		return want&1 == 0 || n.isDir() || n.mode&0o111 != 0
	}
	m := n.mode
	switch {
	case uint32(c.UID) == n.uid:
		m >>= 6
	case c.inGroup(n.gid):
		m >>= 3
	}
	return m&want == want
}

func (c *Cred) inGroup(gid uint32) bool {
	if uint32(c.GID) == gid {
		return true
	}
	for _, g := range c.Groups {
		if uint32(g) == gid {
			return true
		}
	}
	return false
}

// owns says whether c may change attributes of n.
func (c *Cred) owns(n *inode) bool { return c.UID == 0 || uint32(c.UID) == n.uid }

// unixMode turns the permission part of m into mode bits.
func unixMode(m fs.FileMode) uint32 {
	u := uint32(m.Perm())
	if m&fs.ModeSetuid != 0 {
		u |= setUID
	}
	if m&fs.ModeSetgid != 0 {
		u |= setGID
	}
	if m&fs.ModeSticky != 0 {
		u |= sticky
	}
	return u
}

func goMode(u uint32) fs.FileMode {
	m := fs.FileMode(u&0o777) | goType(u)
	if u&setUID != 0 {
		m |= fs.ModeSetuid
	}
	if u&setGID != 0 {
		m |= fs.ModeSetgid
	}
	if u&sticky != 0 {
		m |= fs.ModeSticky
	}
	return m
}

func goType(u uint32) fs.FileMode {
	switch u & typeMask {
	case typeDir:
		return fs.ModeDir
	case typeLink:
		return fs.ModeSymlink
	case typeFIFO:
		return fs.ModeNamedPipe
	case typeSock:
		return fs.ModeSocket
	case typeChar:
		return fs.ModeDevice | fs.ModeCharDevice
	case typeBlk:
		return fs.ModeDevice
	}
	return 0
}

// info is the FileInfo of a file of the disk or of a mount.
type info struct {
	name           string
	size           int64
	mode           fs.FileMode
	uid, gid       uint32
	nlink          uint32
	dev, ino, rdev uint64
	blocks         int64

	atime, mtime, ctime, btime int64
}

func (i *info) Name() string       { return i.name }
func (i *info) Size() int64        { return i.size }
func (i *info) Mode() fs.FileMode  { return i.mode }
func (i *info) ModTime() time.Time { return goTime(i.mtime) }
func (i *info) IsDir() bool        { return i.mode.IsDir() }

// Sys returns a new *Stat.
func (i *info) Sys() any {
	return &Stat{
		Dev: i.dev, Ino: i.ino, Nlink: int(i.nlink), UID: int(i.uid), GID: int(i.gid), Rdev: i.rdev, Blocks: i.blocks,
		Atime: goTime(i.atime), Mtime: goTime(i.mtime), Ctime: goTime(i.ctime), Btime: goTime(i.btime),
	}
}

// String makes listings of infos readable in test failures.
func (i *info) String() string { return fs.FormatFileInfo(i) }

// diskDev is the device number of every disk; mounts count up from it.
const diskDev = 1

// info takes a consistent picture of n; for directories the disk must be locked.
func (n *inode) info(name string) *info {
	n.mu.RLock()
	defer n.mu.RUnlock()
	blocks := n.space() * (pageSize / 512)
	if n.isDir() {
		blocks = pageSize / 512
	}
	return &info{
		name: name, size: n.bytes(), mode: goMode(n.mode), uid: n.uid, gid: n.gid, nlink: n.nlink,
		dev: diskDev, ino: n.ino, rdev: n.rdev, blocks: blocks,
		atime: n.atime, mtime: n.mtime, ctime: n.ctime, btime: n.btime,
	}
}

func goTime(ns int64) time.Time { return time.Unix(ns/1e9, ns%1e9).UTC() }

// unixTime clamps t to what 64 bits of nanoseconds hold: the years 1678 to 2262.
func unixTime(t time.Time) int64 {
	switch s := t.Unix(); {
	case s > math.MaxInt64/int64(time.Second)-1:
		return math.MaxInt64
	case s < math.MinInt64/int64(time.Second)+1:
		return math.MinInt64
	}
	return t.UnixNano()
}

// staleAtime is the rule of the mount option relatime.
func (n *inode) staleAtime(now int64) bool {
	return n.atime <= n.mtime || n.atime <= n.ctime || now-n.atime >= int64(24*time.Hour)
}

// SameFile reports whether a and b, taken from the same disk, describe the same file. It is what os.SameFile is for
// host files, which only knows the os package's own FileInfo.
func SameFile(a, b fs.FileInfo) bool {
	if x, ok := a.(*info); ok {
		if y, ok := b.(*info); ok {
			return x.dev == y.dev && x.ino == y.ino
		}
	}
	x, ok := a.Sys().(*Stat)
	y, ok2 := b.Sys().(*Stat)
	if ok && ok2 {
		return x.Dev == y.Dev && x.Ino == y.Ino
	}
	return os.SameFile(a, b)
}

// baseName is the name that os.Stat gives to a file reached by p.
func baseName(p string) string {
	if p != "" && p[len(p)-1] != '/' {
		for i := len(p) - 1; i >= 0; i-- {
			if p[i] == '/' {
				return p[i+1:]
			}
		}
		return p
	}
	return path.Base(p)
}
