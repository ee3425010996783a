package archive

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/xzguard"
)

// codec is one compression format.
type codec struct {
	name   string // of the program: "gzip"
	magic  []byte
	reader func(r *bufio.Reader) (io.ReadCloser, error)
	writer func(w io.Writer, level int) (io.WriteCloser, error)
}

var (
	gzipCodec = codec{"gzip", []byte{0x1f, 0x8b}, newGzipReader, func(w io.Writer, level int) (io.WriteCloser, error) {
		if level == 0 {
			level = 6
		}
		return newGzipWriter(w, level), nil
	}}
	bzip2Codec = codec{"bzip2", []byte("BZh"), func(r *bufio.Reader) (io.ReadCloser, error) {
		return io.NopCloser(bzip2.NewReader(r)), nil
	}, func(w io.Writer, level int) (io.WriteCloser, error) { return newBzip2Writer(w, level), nil }}
	xzCodec = codec{"xz", xzMagic, func(r *bufio.Reader) (io.ReadCloser, error) {
		if err := checkMagic(r, xzMagic); err != nil {
			return nil, err
		}
		x, err := xzguard.NewReader(r)
		if err != nil {
			return nil, unexpected(err)
		}
		return io.NopCloser(x), nil
	}, func(w io.Writer, level int) (io.WriteCloser, error) {
		return xz.WriterConfig{DictCap: xzDictSize(level)}.NewWriter(w)
	}}
	lzmaCodec = codec{"lzma", []byte{0x5d, 0, 0}, func(r *bufio.Reader) (io.ReadCloser, error) {
		head, err := r.Peek(13)
		if err != nil {
			return nil, io.ErrUnexpectedEOF
		}
		if dict := uint32(head[1]) | uint32(head[2])<<8 | uint32(head[3])<<16 | uint32(head[4])<<24; dict > xzguard.MaxDict {
			return nil, errors.New("memory usage limit reached")
		}
		l, err := lzma.NewReader(r)
		if err != nil {
			return nil, err
		}
		return io.NopCloser(l), nil
	}, func(w io.Writer, level int) (io.WriteCloser, error) {
		return lzma.WriterConfig{DictCap: xzDictSize(level)}.NewWriter(w)
	}}
	zstdCodec = codec{"zstd", zstdMagic, func(r *bufio.Reader) (io.ReadCloser, error) {
		if err := checkMagic(r, zstdMagic); err != nil {
			return nil, err
		}
		// One goroutine: none may be left when the process is killed half-way.
		d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(zstdWindowMax), zstd.WithDecoderLowmem(true))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	}, func(w io.Writer, level int) (io.WriteCloser, error) {
		if level == 0 {
			level = 3
		}
		return zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(level)), zstd.WithEncoderConcurrency(1))
	}}
)

var (
	xzMagic   = []byte{0xfd, '7', 'z', 'X', 'Z', 0}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// checkMagic tells a foreign format from a file that is cut.
func checkMagic(r *bufio.Reader, magic []byte) error {
	head, err := r.Peek(len(magic))
	switch {
	case bytes.Equal(head, magic):
		return nil
	case len(magic) == len(zstdMagic) && len(head) == 4 && head[0]&0xf0 == 0x50 && bytes.Equal(head[1:], []byte{0x2a, 0x4d, 0x18}):
		return nil // a skippable frame
	case bytes.HasPrefix(magic, head):
		return unexpected(err)
	}
	return errFormat
}

// zstdWindowMax is what zstd itself decodes without --long.
const zstdWindowMax = 128 << 20

// xzDictSize is the dictionary of xz's presets, capped at 8 MiB: the match finder's memory is a multiple of it.
func xzDictSize(level int) int {
	switch {
	case level == 1:
		return 1 << 20
	case level == 2:
		return 2 << 20
	case level == 3 || level == 4:
		return 4 << 20
	}
	return 8 << 20
}

// detect finds the format of the data at the head of r; nil for none.
func detect(r *bufio.Reader) *codec {
	head, _ := r.Peek(6)
	for _, c := range []*codec{&gzipCodec, &bzip2Codec, &xzCodec, &zstdCodec} {
		if bytes.HasPrefix(head, c.magic) {
			return c
		}
	}
	return nil
}

// Errors of the readers that the commands tell apart.
var (
	errFormat   = errors.New("not in the expected format")
	errTrailing = errors.New("trailing garbage")
)

// gzipReader reads the members of a gzip file one after the other as gzip(1) does: zero bytes after a member are
// padding, anything else that is no member is garbage, reported after all the data.
type gzipReader struct {
	br      *bufio.Reader
	z       *gzip.Reader
	out     int64 // bytes of the current member
	members int
}

// methodError is a compression method that is not deflate.
type methodError byte

func (m methodError) Error() string { return fmt.Sprintf("unknown method %d", byte(m)) }

func newGzipReader(r *bufio.Reader) (io.ReadCloser, error) {
	head, err := r.Peek(2)
	if len(head) == 0 || len(head) == 1 && head[0] == 0x1f {
		return nil, unexpected(err)
	}
	if len(head) < 2 || head[0] != 0x1f || head[1] != 0x8b {
		return nil, errFormat
	}
	if head, _ := r.Peek(3); len(head) == 3 && head[2] != 8 {
		return nil, methodError(head[2])
	}
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, unexpected(err)
	}
	z.Multistream(false)
	return &gzipReader{br: r, z: z, members: 1}, nil
}

func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (g *gzipReader) Read(b []byte) (int, error) {
	for {
		n, err := g.z.Read(b)
		g.out += int64(n)
		if n > 0 && err == io.EOF {
			return n, nil
		}
		if err != io.EOF {
			return n, err
		}
		if err := g.next(); err != nil {
			return 0, err
		}
	}
}

func (g *gzipReader) next() error {
	padded := false
	for {
		head, err := g.br.Peek(2)
		if len(head) == 0 {
			if err == io.EOF {
				return io.EOF
			}
			return err
		}
		if head[0] == 0 {
			padded = true
			_, _ = g.br.Discard(1)
			continue
		}
		if padded || len(head) < 2 || head[0] != 0x1f || head[1] != 0x8b {
			return errTrailing
		}
		if err := g.z.Reset(g.br); err != nil {
			return unexpected(err)
		}
		g.z.Multistream(false)
		g.out = 0
		g.members++
		return nil
	}
}

func (g *gzipReader) Close() error { return g.z.Close() }

// bufferedReader wraps r in a buffer of the commands' size.
func bufferedReader(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(r, cmd.BufferSize) }
