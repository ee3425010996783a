package snapshot

import (
	"errors"
	"fmt"
)

// Reasons inside an [*EntryError], or on their own where no member is to blame.
var (
	ErrName      = errors.New("bad name") // empty, with "..", or not possible for its type
	ErrLink      = errors.New("bad link") // to nothing, to a directory, to itself, out of the archive
	ErrFollow    = errors.New("path leads through a link of the archive")
	ErrType      = errors.New("kind of file not allowed")          // devices and unknown ones
	ErrConflict  = errors.New("member contradicts an earlier one") // a file where an earlier member needs a directory
	ErrManifest  = errors.New("bad manifest")
	ErrImage     = errors.New("difference to an image that is not known here") // ReadOptions.Base
	ErrSince     = errors.New("difference to another disk than this one")      // WriteOptions.Since
	ErrFormat    = errors.New("not a tar (plain, gzip, zstd or xz) or zip archive")
	ErrDamaged   = errors.New("damaged archive") // checksums, garbage in headers
	ErrTruncated = errors.New("archive is cut short")
	ErrTrailing  = errors.New("data after the end of the archive")
	ErrEntries   = errors.New("too many entries")              // ReadOptions.Entries
	ErrBytes     = errors.New("archive holds too many bytes")  // ReadOptions.Bytes
	ErrFileBytes = errors.New("file is too big")               // ReadOptions.FileBytes
	ErrDepth     = errors.New("path is too deep")              // ReadOptions.Depth
	ErrRatio     = errors.New("compression ratio is too high") // ReadOptions.Ratio
)

// EntryError says which member of an archive is bad, and why.
type EntryError struct {
	Index int    // 1 for the first member
	Name  string // as it stands in the archive; the member before, when a header cannot be read
	Err   error  // one of the reasons above, or what the disk answered
}

// Error quotes the name, which may hold anything, and keeps it short.
func (e *EntryError) Error() string {
	name := e.Name
	if len(name) > 200 {
		name = name[:200] + "..."
	}
	return fmt.Sprintf("archive entry %d %q: %v", e.Index, name, e.Err)
}

func (e *EntryError) Unwrap() error { return e.Err }
