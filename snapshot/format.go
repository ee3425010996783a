package snapshot

import (
	"fmt"
	"io"
	"runtime"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/klauspost/pgzip"
)

// Format is the compression of an archive that Write makes. Read knows them all by their first bytes.
type Format byte

const (
	Gzip Format = iota // .tar.gz: what lifo and every tar read; compressed on all cores
	Zstd               // .tar.zst: faster and smaller, RFC 8878
	Tar                // .tar: not compressed
)

// String is the usual ending of a file's name.
func (f Format) String() string {
	switch f {
	case Gzip:
		return ".tar.gz"
	case Zstd:
		return ".tar.zst"
	case Tar:
		return ".tar"
	}
	return fmt.Sprintf("Format(%d)", byte(f))
}

// gzipBlock is the length of one compression job, in bytes. It is a part of what makes equal disks give equal bytes on
// any number of cores, not a tuning knob.
const gzipBlock = 512 << 10

// zstdWindow is zstd's own at level 3; the library's would cost 19 MB of buffers.
const zstdWindow = 2 << 20

// writer puts the compression in front of w. Closing it does not close w.
func (f Format) writer(w io.Writer, level int) (io.WriteCloser, error) {
	switch f {
	case Gzip:
		if level == 0 {
			level = gzip.DefaultCompression
		}
		zw, err := pgzip.NewWriterLevel(w, level)
		if err != nil {
			return nil, err
		}
		return zw, zw.SetConcurrency(gzipBlock, runtime.GOMAXPROCS(0))
	case Zstd:
		if level == 0 {
			level = 3
		}
		if level < 1 || level > 22 {
			return nil, fmt.Errorf("zstd: invalid compression level: %d", level)
		}
		// One goroutine, ours: it ends with the call, and the bytes do not depend on the number of cores.
		return zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(level)), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zstdWindow))
	case Tar:
		return plain{w}, nil
	}
	return nil, fmt.Errorf("unknown format %v", f)
}

// plain is no compression.
type plain struct{ io.Writer }

func (plain) Close() error { return nil }
