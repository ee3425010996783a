// Package vfs is an in-memory disk with the semantics of Linux behind the interface afero.Fs.
//
// # Idea
//
// The disk is a persistent table of inodes: a radix tree by inode number whose leaves are inode records. A directory
// record holds a B-tree of names, a file record holds either its bytes (up to one page) or a radix tree of 4 KiB pages.
// Every node of all these trees carries the token of the disk that made it. A disk changes in place what carries its
// own token and copies what does not, so Fork only has to hand out two new tokens: it costs the same for ten files and
// for a million, and afterwards each side copies a node when it first changes it (one page and one path).
// A big directory that is looked into often gets an index by hash beside its tree, which a copy starts without.
//
// An FS is a view of a disk: credentials and umask, the directory that relative names start from, and an opaque caller
// for mounts that answer per caller. Views are cheap; As, In and For make others on the same disk.
//
// Results are those of the system calls: every error is an *fs.PathError or *os.LinkError around the syscall.Errno that
// Linux answers. Permission bits, the sticky bit and set-group-id directories apply to views whose uid is not 0. Handles
// keep working after their file was renamed or removed, and so does a working directory (FS.In). Times have nanoseconds; atime
// follows relatime. Open files can be locked as with flock(2), see Flocker.
//
// Other afero file systems can be mounted. Symbolic links that a mounted file system reports (afero.LinkReader with
// afero.Lstater) take part in path resolution: an absolute one starts at this disk's root. Overlay makes any file system
// writable without changing it, and WriteFileFunc makes a file whose content is fetched when somebody opens it. Package
// vfs/billyfs shows a disk as a go-billy file system, which go-git takes.
//
// # Concurrency
//
// All methods are safe for concurrent use. Every operation is linearizable, except that a single write of more than 1 MiB
// is not atomic towards readers and Fork (writers of one file are serialised as a whole). Readers do not wait for readers,
// and writes to different files do not wait for each other.
//
// # Limits of the model
//
// Inode numbers are never used twice. Directories report 4096 bytes whatever they hold. There are no extended
// attributes, access control lists or locks of parts of a file, fcntl(2). Inside mounts permission bits are left to the mounted file system: a
// mounted FS checks them for who looks, others as they please.
//
// Limits bound bytes and inodes of the whole disk (ENOSPC), the size of a file (EFBIG) and the depth of the tree (EDQUOT). A
// name has at most 255 bytes and a path 4095 (ENAMETOOLONG), a file 65,000 names (EMLINK) and 16 TiB (EFBIG), and a
// resolution follows at most 40 symbolic links (ELOOP).
package vfs
