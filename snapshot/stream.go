package snapshot

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"github.com/sandpit-dev/sandpit/internal/xzguard"
)

const (
	maxEmptyMembers = 1000    // gzip members without data in a row
	maxPadding      = 1 << 20 // zero bytes after the end mark; GNU tar pads to 10 KiB
	ratioFree       = 1 << 20 // the ratio is looked at beyond this many bytes
	maxZstdWindow   = 64 << 20
)

// The first bytes of what may hold a tar, and of a zip.
var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
	xzMagic   = []byte{0xfd, '7', 'z', 'X', 'Z', 0}
	zipMagic  = []byte("PK\x03\x04")
	zipEmpty  = []byte("PK\x05\x06") // a zip without members
)

// source is the tar stream of an archive: unpacked, counted, and bounded.
type source struct {
	ctx    context.Context
	packed *counter
	in     *bufio.Reader // over packed
	unpack io.Reader     // what takes the compression off; nil for a plain tar
	total  int64         // bytes delivered
	limits ReadOptions
	ended  bool  // the input is exhausted
	err    error // why the stream ended early
}

type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

func newSource(ctx context.Context, r io.Reader, limits ReadOptions) *source {
	s := &source{ctx: ctx, packed: &counter{r: r}, limits: limits}
	s.in = bufio.NewReaderSize(s.packed, 64<<10)
	return s
}

// detect looks at the first bytes and sets up what unpacks them. zip is true for a zip, which is no stream.
func (s *source) detect() (zip bool, err error) {
	head, err := s.in.Peek(512)
	switch {
	case bytes.HasPrefix(head, zipMagic), bytes.HasPrefix(head, zipEmpty):
		return true, nil
	case bytes.HasPrefix(head, gzipMagic):
		s.unpack, err = newGzipMembers(s.in)
	case bytes.HasPrefix(head, zstdMagic):
		// One goroutine: ours. Frames follow each other, as gzip's members do.
		s.unpack, err = zstd.NewReader(s.in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxZstdWindow))
	case bytes.HasPrefix(head, xzMagic):
		s.unpack, err = xzguard.NewReader(s.in)
	case err != nil && err != io.EOF:
		return false, err
	// ustar and GNU have this magic; an empty archive is zeros.
	case len(head) < 512 || !bytes.Equal(head[257:262], []byte("ustar")) && !zeros(head) && !oldTar(head):
		return false, ErrFormat
	default:
		return false, nil
	}
	if err != nil {
		err = damaged(err)
	}
	return false, err
}

// oldTar recognises a header of Version 7 by its checksum.
func oldTar(h []byte) bool {
	sum := 0
	for i, c := range h {
		if i >= 148 && i < 156 {
			c = ' '
		}
		sum += int(c)
	}
	want := 0
	for _, c := range h[148:156] {
		if c >= '0' && c <= '7' {
			want = want*8 + int(c-'0')
		}
	}
	return sum == want
}

func damaged(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrTruncated
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

// Read implements io.Reader. Its errors stay in s.err too, since archive/tar replaces some.
func (s *source) Read(b []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	if s.ctx.Err() != nil {
		s.err = context.Cause(s.ctx)
		return 0, s.err
	}
	n, err := s.read(b)
	s.total += int64(n)
	switch {
	case err == io.EOF:
		s.ended = true
		if n > 0 {
			err = nil
		}
		return n, err
	case err != nil:
		s.err = err
	// Headers and padding come on top of the files: at most 3 KiB an entry, counted like bytes here.
	case s.total > s.limits.Bytes+s.limits.Entries*3<<10:
		s.err = ErrBytes
	case s.limits.Ratio > 0 && s.unpack != nil && s.total > ratioFree && s.total/s.limits.Ratio > s.packed.n:
		s.err = ErrRatio
	}
	return n, s.err
}

func (s *source) read(b []byte) (int, error) {
	if s.unpack == nil {
		return s.in.Read(b)
	}
	n, err := s.unpack.Read(b)
	if err != nil && err != io.EOF && !errors.Is(err, ErrTrailing) {
		err = damaged(err)
	}
	return n, err
}

// finish reads what follows the end mark of the tar: padding, and the gzip trailer with its checksum.
func (s *source) finish() error {
	if s.ended {
		return ErrTruncated // archive/tar takes the end of the input for the end mark
	}
	buf := make([]byte, 32<<10)
	padding := 0
	for {
		n, err := s.Read(buf)
		if !zeros(buf[:n]) {
			return ErrTrailing
		}
		if padding += n; padding > maxPadding {
			return ErrTrailing
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func zeros(b []byte) bool {
	for len(b) >= 64 {
		if [64]byte(b[:64]) != [64]byte{} {
			return false
		}
		b = b[64:]
	}
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}
