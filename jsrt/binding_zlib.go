package jsrt

import (
	"bytes"
	"errors"
	"hash/crc32"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/dop251/goja"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
)

// maxInflate bounds what one decompression may give at once, whatever the caller allows.
const maxInflate = 1 << 30

// deflater is what the compressors have in common.
type deflater interface {
	io.WriteCloser
	Flush() error
}

type compressor struct {
	out bytes.Buffer
	w   deflater
}

func newCompressor(kind string, level int) (*compressor, error) {
	c := &compressor{}
	if kind == "brotli" {
		c.w = brotli.NewWriterLevel(&c.out, min(max(level, 0), brotli.BestCompression))
		return c, nil
	}
	if level < -2 || level > 9 {
		level = -1
	}
	var err error
	switch kind {
	case "gzip":
		var w *gzip.Writer
		if w, err = gzip.NewWriterLevel(&c.out, level); err == nil {
			w.OS = 3 // Unix, as zlib writes
			c.w = w
		}
	case "deflate":
		c.w, err = zlib.NewWriterLevel(&c.out, level)
	default:
		c.w, err = flate.NewWriter(&c.out, level)
	}
	return c, err
}

func (c *compressor) take() []byte {
	b := append([]byte(nil), c.out.Bytes()...)
	c.out.Reset()
	return b
}

// decompressor runs Go's pulling readers on bytes that are pushed: the reader has a goroutine that stops where it needs more.
type decompressor struct {
	rt    *runtime
	kind  string
	in    chan []byte
	turn  chan error // nil: more is wanted; else how it ended, io.EOF when well
	cur   []byte
	out   []byte
	max   int
	quit  chan struct{}
	live  bool
	over  bool
	ended bool
	err   error
}

var errTooLarge = errors.New("too large")

// Read is called by the Go readers.
func (d *decompressor) Read(b []byte) (int, error) {
	for len(d.cur) == 0 {
		if d.ended {
			return 0, io.ErrUnexpectedEOF
		}
		d.turn <- nil
		select {
		case c, ok := <-d.in:
			if !ok {
				d.ended = true
				return 0, io.ErrUnexpectedEOF
			}
			d.cur = c
		case <-d.quit:
			return 0, io.ErrClosedPipe
		case <-d.rt.ctx.Done():
			return 0, io.ErrClosedPipe
		}
	}
	n := copy(b, d.cur)
	d.cur = d.cur[n:]
	return n, nil
}

// plainEnd ends with io.EOF: the reader of brotli knows by itself whether that comes too early.
type plainEnd struct{ d *decompressor }

func (r plainEnd) Read(b []byte) (int, error) {
	n, err := r.d.Read(b)
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	return n, err
}

// ReadByte keeps the readers from buffering ahead, so that what follows the data stays ours.
func (d *decompressor) ReadByte() (byte, error) {
	var b [1]byte
	if len(d.cur) > 0 {
		b[0] = d.cur[0]
		d.cur = d.cur[1:]
		return b[0], nil
	}
	_, err := d.Read(b[:])
	return b[0], err
}

func (d *decompressor) run() {
	d.turn <- d.inflate()
}

func (d *decompressor) inflate() error {
	kind := d.kind
	if kind == "unzip" {
		first, err := d.ReadByte()
		if err != nil {
			return err
		}
		kind = "inflate"
		if first == 0x1f {
			kind = "gunzip"
		}
		d.cur = append([]byte{first}, d.cur...)
	}
	// The magic is looked at as soon as it is there: foreign data is refused before it is complete.
	if kind == "brotli" {
		// what stands after the data is the caller's business: zlib leaves it, too
		if err := d.drain(brotli.NewReader(plainEnd{d})); err != nil && err.Error() != "brotli: excessive input" {
			return err
		}
		return io.EOF
	}
	if kind != "raw" {
		var head [2]byte
		for i := range head {
			b, err := d.ReadByte()
			if err != nil {
				return err
			}
			head[i] = b
		}
		if kind == "gunzip" && (head[0] != 0x1f || head[1] != 0x8b) || kind == "inflate" && (head[0]&15 != 8 || (int(head[0])<<8|int(head[1]))%31 != 0) {
			return zlib.ErrHeader
		}
		d.cur = append(head[:], d.cur...)
	}
	var r io.Reader
	var err error
	switch kind {
	case "gunzip":
		var g *gzip.Reader
		if g, err = gzip.NewReader(d); err == nil {
			g.Multistream(false)
			for {
				if err = d.drain(g); err != nil {
					return err
				}
				// Another member may follow; anything else is left alone, as zlib does.
				if len(d.cur) == 0 || d.cur[0] != 0x1f {
					return io.EOF
				}
				if err = g.Reset(d); err != nil {
					return err
				}
				g.Multistream(false)
			}
		}
	case "inflate":
		r, err = zlib.NewReader(d)
	default:
		r = flate.NewReader(d)
	}
	if err != nil {
		return err
	}
	if err := d.drain(r); err != nil {
		return err
	}
	return io.EOF
}

func (d *decompressor) drain(r io.Reader) error {
	buf := make([]byte, 16<<10)
	for {
		n, err := r.Read(buf)
		d.out = append(d.out, buf[:n]...)
		if len(d.out) > d.max {
			return errTooLarge
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// push gives bytes and returns what they decompress to; done tells the end of the data.
func (d *decompressor) push(b []byte, last bool) ([]byte, error) {
	if d.over {
		return nil, d.err
	}
	if !d.live {
		d.live = true
		d.rt.goroutine(d.run)
		if err := <-d.turn; err != nil {
			d.over = true
			return nil, err
		}
	}
	if len(b) > 0 {
		d.in <- b
		d.settle(<-d.turn)
	}
	if last && !d.over {
		close(d.in)
		d.settle(<-d.turn)
	}
	out := d.out
	d.out = nil
	return out, d.err
}

func (d *decompressor) settle(err error) {
	if err != nil {
		d.over = true
		if err != io.EOF {
			d.err = err
		}
	}
}

func (d *decompressor) close() {
	if d.live && !d.over {
		d.over = true
		close(d.quit)
		d.rt.goroutine(func() {
			select {
			case <-d.turn:
			case <-d.rt.ctx.Done():
			}
		})
	}
}

func newDecompressor(rt *runtime, kind string, max int64) *decompressor {
	if max <= 0 || max > maxInflate {
		max = maxInflate
	}
	return &decompressor{rt: rt, kind: kind, max: int(max), in: make(chan []byte), turn: make(chan error, 1), quit: make(chan struct{})}
}

// zlibError is [code, errno, message] as zlib and Node name it.
func (rt *runtime) zlibError(err error, kind string) goja.Value {
	var corrupt flate.CorruptInputError
	code, num, msg := "Z_DATA_ERROR", -3, "invalid block type"
	if kind == "brotli" {
		code, num, msg = "ERR__ERROR_FORMAT_PADDING_1", -2, "Decompression failed"
	}
	switch {
	case errors.Is(err, errTooLarge):
		code, num, msg = "ERR_BUFFER_TOO_LARGE", 0, ""
	case errors.Is(err, io.ErrUnexpectedEOF):
		code, num, msg = "Z_BUF_ERROR", -5, "unexpected end of file"
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, zlib.ErrHeader):
		msg = "incorrect header check"
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, zlib.ErrChecksum):
		msg = "incorrect data check"
	case errors.As(err, &corrupt):
		msg = "invalid distance too far back"
	}
	return rt.vm.NewArray(code, num, msg)
}

func bindZlib(rt *runtime) *goja.Object {
	vm := rt.vm
	return rt.object(map[string]hostFunc{
		// compressor(kind, level): an opaque state
		"compressor": func(c goja.FunctionCall) goja.Value {
			z, err := newCompressor(c.Argument(0).String(), int(c.Argument(1).ToInteger()))
			if err != nil {
				panic(vm.NewTypeError(err.Error()))
			}
			return vm.ToValue(z)
		},
		// compress(state, bytes, flush): flush is 0 none, 1 flush, 2 finish
		"compress": func(c goja.FunctionCall) goja.Value {
			z, ok := c.Argument(0).Export().(*compressor)
			if !ok {
				panic(vm.NewTypeError("compressor expected"))
			}
			z.w.Write(rt.mustBytes(c.Argument(1)))
			switch c.Argument(2).ToInteger() {
			case 1:
				z.w.Flush()
			case 2:
				z.w.Close()
			}
			return rt.arrayBuffer(z.take())
		},
		"decompressor": func(c goja.FunctionCall) goja.Value {
			return vm.ToValue(newDecompressor(rt, c.Argument(0).String(), c.Argument(1).ToInteger()))
		},
		// decompress(state, bytes, last, lenient): [bytes, error or null, ended]; lenient takes an unfinished end
		"decompress": func(c goja.FunctionCall) goja.Value {
			d, ok := c.Argument(0).Export().(*decompressor)
			if !ok {
				panic(vm.NewTypeError("decompressor expected"))
			}
			in := append([]byte(nil), rt.mustBytes(c.Argument(1))...)
			last, lenient := c.Argument(2).ToBoolean(), c.Argument(3).ToBoolean()
			out, err := d.push(in, last)
			e := goja.Value(goja.Null())
			if err != nil && !(lenient && errors.Is(err, io.ErrUnexpectedEOF)) {
				e = rt.zlibError(err, d.kind)
			}
			return vm.NewArray(rt.arrayBuffer(out), e, d.over)
		},
		"closeDecompressor": func(c goja.FunctionCall) goja.Value {
			if d, ok := c.Argument(0).Export().(*decompressor); ok {
				d.close()
			}
			return goja.Undefined()
		},
		"crc32": func(c goja.FunctionCall) goja.Value {
			return vm.ToValue(int64(crc32.Update(uint32(c.Argument(1).ToInteger()), crc32.IEEETable, rt.mustBytes(c.Argument(0)))))
		},
	})
}
