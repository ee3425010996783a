// Package xzguard opens .xz files of strangers. The decoder (github.com/ulikunitz/xz) allocates the dictionary that a
// block header asks for, up to 4 GiB, before it has seen a byte of data, and takes some files that are cut for whole
// ones. [NewReader] follows the container's structure (The .xz File Format, version 1.2.0) on the way to the decoder:
// it refuses a block that asks for too much, and a file that ends inside a stream.
package xzguard

import (
	"errors"
	"fmt"
	"io"

	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"
)

// MaxDict is the largest dictionary that is accepted: what xz -9 needs, 64 MiB.
const MaxDict = 64 << 20

// ErrDict is returned for a block whose dictionary is larger than [MaxDict].
var ErrDict = fmt.Errorf("xz: memory usage limit reached: dictionary over %d MiB", MaxDict>>20)

var errFilter = errors.New("xz: unsupported filter")

// NewReader returns the unpacked data of the .xz file that r holds. A file that is cut gives io.ErrUnexpectedEOF. It
// reads r to its end: what follows the last stream and is neither padding nor another stream is the decoder's error.
func NewReader(r io.Reader) (io.Reader, error) {
	g := &guard{r: r}
	x, err := xz.ReaderConfig{DictCap: lzma.MinDictCap}.NewReader(g) // the least; a block gets what it asks for
	if err != nil {
		return nil, g.reason(err)
	}
	return &reader{x, g}, nil
}

type reader struct {
	x *xz.Reader
	g *guard
}

func (r *reader) Read(b []byte) (int, error) {
	n, err := r.x.Read(b)
	if err != nil {
		err = r.g.reason(err)
	}
	return n, err
}

// guard passes the bytes of a file on and follows its structure.
type guard struct {
	r   io.Reader
	at  state
	err error // what is wrong with the bytes that come next

	buf   []byte // of a field that is collected whole
	want  int    // its length
	skip  int64  // bytes to pass over before the state is looked at
	check int    // size of the check after a block
	block int64  // bytes of the present block or index so far, for its padding
	count uint64 // numbers of the index still to come
	ended bool   // the file may end here
}

// state is the field that begins at the next byte.
type state byte

const (
	streamHeader state = iota
	blockSize
	blockHeader
	chunk      // LZMA2: the control byte
	chunkSizes // and its sizes
	blockPadding
	indexCount
	indexNumber
	indexPadding
	streamPadding
)

// reason prefers what the guard knows to what the decoder made of it.
func (g *guard) reason(err error) error {
	switch {
	case g.err != nil && g.err != io.EOF:
		return g.err
	case err == io.EOF && !g.ended:
		return io.ErrUnexpectedEOF
	}
	return err
}

func (g *guard) Read(b []byte) (int, error) {
	if g.err != nil {
		return 0, g.err
	}
	n, err := g.r.Read(b)
	for i := 0; i < n; {
		if g.skip > 0 {
			k := min(g.skip, int64(n-i))
			g.skip -= k
			g.block += k
			i += int(k)
			continue
		}
		if g.err = g.step(b[i]); g.err != nil {
			return i, nil // the decoder never sees the field that is refused
		}
		i++
	}
	if err == io.EOF && !(g.at == streamPadding && g.skip == 0 || g.at == streamHeader && len(g.buf) == 0) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		g.ended = err == io.EOF
		g.err = err
	}
	return n, err
}

// collect adds a byte to the field of n bytes; true when it is whole.
func (g *guard) collect(c byte, n int) bool {
	g.buf = append(g.buf, c)
	return len(g.buf) >= n
}

func (g *guard) next(s state) { g.at, g.buf = s, g.buf[:0] }

// step takes the next byte. What only the decoder can judge (magic, checksums) is passed on.
func (g *guard) step(c byte) error {
	g.block++
	switch g.at {
	case streamPadding:
		if c == 0 {
			return nil
		}
		g.next(streamHeader)
		fallthrough
	case streamHeader: // magic 6, flags 2, CRC 4
		if !g.collect(c, 12) {
			return nil
		}
		// Check sizes by type: 0, 4, 8, 16, 32, 64, three types each.
		g.check = 0
		if id := g.buf[7] & 0x0f; id != 0 {
			g.check = 4 << ((id - 1) / 3)
		}
		g.next(blockSize)
	case blockSize:
		g.block = 1
		if c == 0 { // the index indicator
			g.next(indexCount)
			return nil
		}
		g.want = (int(c) + 1) * 4
		g.next(blockHeader)
		g.buf = append(g.buf, c)
	case blockHeader:
		if !g.collect(c, g.want) {
			return nil
		}
		if err := checkBlock(g.buf); err != nil {
			return err
		}
		g.block = 0 // a header is a multiple of four
		g.next(chunk)
	case chunk:
		switch {
		case c == 0: // the end of the data: padding to four, then the check
			g.skip = (4-g.block&3)&3 + int64(g.check)
			g.next(blockPadding)
			if g.skip == 0 {
				g.next(blockSize)
			}
		case c == 1 || c == 2: // uncompressed: size 2
			g.want = 2
			g.next(chunkSizes)
		case c >= 0x80: // LZMA: unpacked size 2, packed size 2, properties 1 with a new state
			g.want = 4
			if c >= 0xc0 {
				g.want = 5
			}
			g.next(chunkSizes)
		default:
			return errors.New("xz: bad chunk")
		}
	case chunkSizes:
		if !g.collect(c, g.want) {
			return nil
		}
		at := min(g.want, 4) // the last of the sizes ends here
		g.skip = int64(g.buf[at-2])<<8 + int64(g.buf[at-1]) + 1
		g.next(chunk)
	case blockPadding: // passed over: this is the first byte of the next block
		g.next(blockSize)
		return g.step(c)
	case indexCount:
		n, done, err := g.number(c)
		if !done || err != nil {
			return err
		}
		if n > 1<<40 {
			return errors.New("xz: bad index")
		}
		g.count = 2 * n
		g.next(indexNumber)
		if g.count == 0 {
			g.indexEnd()
		}
	case indexNumber:
		_, done, err := g.number(c)
		if !done || err != nil {
			return err
		}
		g.buf = g.buf[:0]
		if g.count--; g.count == 0 {
			g.indexEnd()
		}
	case indexPadding: // passed over: the stream has ended
		g.next(streamPadding)
		return g.step(c)
	}
	return nil
}

// indexEnd passes over what follows the numbers: padding to four, CRC 4, footer 12.
func (g *guard) indexEnd() {
	g.skip = (4-g.block&3)&3 + 4 + 12
	g.next(streamPadding)
}

// number collects a variable-length integer of at most nine bytes.
func (g *guard) number(c byte) (n uint64, done bool, err error) {
	g.buf = append(g.buf, c)
	if len(g.buf) > 9 {
		return 0, false, errors.New("xz: bad number")
	}
	if c&0x80 != 0 {
		return 0, false, nil
	}
	for i, b := range g.buf {
		n |= uint64(b&0x7f) << (7 * i)
	}
	return n, true, nil
}

// checkBlock looks at the filters of a block header: LZMA2 alone, as the decoder knows no other, with a dictionary in
// bounds.
func checkBlock(h []byte) error {
	at := 2 // size, flags
	number := func() (n uint64, ok bool) {
		for shift := 0; shift < 63 && at < len(h); shift += 7 {
			c := h[at]
			at++
			n |= uint64(c&0x7f) << shift
			if c&0x80 == 0 {
				return n, true
			}
		}
		return 0, false
	}
	flags := h[1]
	if flags&0x3c != 0 {
		return errFilter
	}
	for _, present := range []byte{0x40, 0x80} { // packed and unpacked size
		if flags&present != 0 {
			if _, ok := number(); !ok {
				return errors.New("xz: bad block header")
			}
		}
	}
	for range flags&3 + 1 {
		id, ok1 := number()
		size, ok2 := number()
		if !ok1 || !ok2 || size > uint64(len(h)-at) {
			return errors.New("xz: bad block header")
		}
		if id != 0x21 || size != 1 {
			return errFilter
		}
		if bits := h[at]; bits > 40 || dictSize(bits) > MaxDict {
			return ErrDict
		}
		at += int(size)
	}
	return nil
}

// dictSize is the dictionary size that LZMA2's properties byte stands for.
func dictSize(bits byte) uint64 {
	if bits == 40 {
		return 1<<32 - 1
	}
	return uint64(2|bits&1) << (bits/2 + 11)
}
