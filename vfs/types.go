package vfs

import (
	"io/fs"
	"time"

	"github.com/spf13/afero"
)

// Cred says in whose name a view acts: the ids that permission checks use and the mask of permission bits taken
// away from what is created.
type Cred struct {
	UID, GID int
	// Groups are the supplementary groups.
	Groups []int
	// Umask is the file mode creation mask, umask(2).
	Umask fs.FileMode
}

// Stat is what FileInfo.Sys returns for every file of the disk: the fields of stat(2) that fs.FileInfo has no
// method for.
type Stat struct {
	// Dev is the number of the file system: 1 for the disk, higher for mounts. Ino is the inode number.
	Dev, Ino uint64
	// Nlink counts the names of the file.
	Nlink, UID, GID int
	// Rdev is the device number of a device node, see Makedev.
	Rdev uint64
	// Blocks counts allocated blocks of 512 bytes.
	Blocks                     int64
	Atime, Mtime, Ctime, Btime time.Time
}

// Statfs is the answer of statfs(2).
type Statfs struct {
	Type string
	// BlockSize is in bytes; Blocks and BlocksFree count in it. Files and FilesFree count inodes.
	BlockSize                            int64
	Blocks, BlocksFree, Files, FilesFree int64
	// NameMax is the longest name in bytes.
	NameMax int
	// Unknown says that the file system has a size and cannot tell it: Blocks and Files are 0. df prints "-" for such a one.
	Unknown bool
}

// StatfsFS is a file system that knows its size. Statfs asks it when it is mounted; of others, but for disks and overlays, the
// size is Unknown.
type StatfsFS interface {
	afero.Fs
	Statfs() Statfs
}

// Limits bound what a disk may hold. A zero field is unlimited.
type Limits struct {
	// Bytes bounds allocated pages and Inodes files and further hard links: the size of the disk, so ENOSPC. FileSize
	// bounds one file (EFBIG). Depth bounds how many directories may lie above a directory, with the root: no size but
	// a rule, so EDQUOT.
	Bytes, Inodes, FileSize, Depth int64
	// OnHit, when set, is called with the caller of the view (see FS.For), the name of the limit (LimitBytes and so on)
	// and its value each time an operation is refused. It runs without locks held.
	OnHit func(caller any, limit string, max int64)
}

// OpenRequest describes the open of a FIFO, device or socket to the opener, see FS.SetOpener.
type OpenRequest struct {
	Name      string
	Flag      int
	Mode      fs.FileMode
	Ino, Rdev uint64
	Caller    any
	Info      fs.FileInfo
}

// CallerFS is a file system that answers differently for each caller (a procfs whose self link depends on who asks).
// When one is mounted, ForCaller is asked for every operation with the caller of the view.
type CallerFS interface {
	afero.Fs
	ForCaller(caller any) afero.Fs
}

// MagicLinkFS is a mounted file system with magic links, as those in /proc/PID/fd, proc(5): they lead to an object, not to
// the name that Readlink shows. Where FollowsLink is true for a link in last place, operations that follow it are asked of
// the file system itself, and what it opens is returned as it is. It is checked on the result of ForCaller.
type MagicLinkFS interface {
	afero.Fs
	FollowsLink(name string) bool
}

// MountInfo describes one mount.
type MountInfo struct {
	// Path is the mount point, Type what the mounted file system calls itself.
	Path, Type string
	ReadOnly   bool
	FS         afero.Fs
}

// Op is the kind of a change.
type Op uint8

// The changes that Watch reports.
const (
	Create Op = iota + 1
	Write
	Remove
	Rename
	Chmod
	// Overflow says that events were lost because the receiver was too slow.
	Overflow
)

func (op Op) String() string {
	switch op {
	case Create:
		return "CREATE"
	case Write:
		return "WRITE"
	case Remove:
		return "REMOVE"
	case Rename:
		return "RENAME"
	case Chmod:
		return "CHMOD"
	case Overflow:
		return "OVERFLOW"
	}
	return "UNKNOWN"
}

// Event is one change. Path is absolute and without links. OldPath is set for Rename only.
type Event struct {
	Op            Op
	Path, OldPath string
}

// Makedev joins a major and a minor number as Linux does, makedev(3).
func Makedev(major, minor uint32) uint64 {
	return uint64(minor&0xff) | uint64(major&0xfff)<<8 | uint64(minor&^0xff)<<12 | uint64(major&^0xfff)<<32
}

// Major returns the major number of a device.
func Major(rdev uint64) uint32 { return uint32(rdev>>8)&0xfff | uint32(rdev>>32)&^0xfff }

// Minor returns the minor number of a device.
func Minor(rdev uint64) uint32 { return uint32(rdev)&0xff | uint32(rdev>>12)&^0xff }
