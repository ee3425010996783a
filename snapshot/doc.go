// Package snapshot writes a disk into an archive and reads one back: a compressed tar whose manifest,
// lifo-snapshot.json, holds what is not a file (working directory, environment, time).
//
// # What is written
//
// The manifest comes first, so that [ReadMetadata] need not read on, then every directory, file, symbolic link, hard
// link and FIFO in sorted order with mode, owner and time. /proc, /dev and mounts are left out, and a file named as
// the manifest in the root directory. Headers are plain ustar wherever they can be; a PAX header is spent on long and
// non-ASCII names, big numbers and the fractions of a file's time, but never on a directory's, which is kept to the
// second: lifo 0.5.0 cannot read an archive with PAX headers on directories. A file with a MiB of zeros or more is
// written sparse (GNU tar's format 1.0). The compression is gzip, on all cores, or zstd, or none. Equal disks and an
// equal SavedAt give equal bytes.
//
// With a Base disk only the difference to it is written; what is gone is listed in the manifest. Files with several
// names are always written. With Since the archive notes the base's [Digest], and restores on an equal disk alone.
//
// # What is read
//
// ustar, GNU and PAX archives, plain or compressed with gzip, zstd or xz, and zips, with the manifest anywhere or
// missing. A zip is held in memory while it is read, as its directory is at its end; a tar never is. Reading lays the archive over
// the disk it is given. It is not atomic by itself: give it a fork and use that only when no error came.
//
// Nothing in an archive is trusted. Names with "..", an empty name, links to what is not a member, devices, lengths
// that lie, damaged and cut archives, and data after the end are errors, an [*EntryError] where a member is to blame;
// a leading slash is dropped, as GNU tar does. Symbolic links that the archive made are never followed; those that
// the disk had before are, when they lead to a directory, so that an archive with a directory /bin goes well with a
// disk where /bin is a link. Members below /proc and /dev are skipped. Owners go by name when the disk's /etc/passwd
// and /etc/group know it, else by number, as with GNU tar. Bytes, entries, depth and ratio are bounded by
// [ReadOptions], and lengths count as they are declared before anything is allocated.
package snapshot
