package archive

import (
	stdgzip "compress/gzip"
	"io"
	"time"

	"github.com/klauspost/compress/gzip"
)

// gzipSmall is up to where input goes through the standard library's encoder, whose choices are zlib's: the fast one
// for large input stores what is short as it is.
const gzipSmall = 16 << 10

// fastLevel is the level of the fast encoder that comes within two in a hundred of zlib's size at a level, on text,
// and takes less time than it (measured on sources, logs and programs; programs come out up to three larger).
var fastLevel = [10]int{1: 1, 2: 2, 3: 4, 4: 6, 5: 7, 6: 8, 7: 8, 8: 9, 9: 9}

// gzipWriter compresses with the encoder that suits the length of its input, which it holds until it knows.
type gzipWriter struct {
	w     io.Writer
	level int
	name  string // in Latin-1 characters
	mtime time.Time
	os    byte

	held []byte
	z    *gzip.Writer
}

func newGzipWriter(w io.Writer, level int) *gzipWriter {
	return &gzipWriter{w: w, level: level, os: 3} // Unix
}

func (g *gzipWriter) Write(b []byte) (int, error) {
	if g.z == nil && len(g.held)+len(b) <= gzipSmall {
		g.held = append(g.held, b...)
		return len(b), nil
	}
	if g.z == nil {
		if err := g.large(); err != nil {
			return 0, err
		}
	}
	return g.z.Write(b)
}

// large goes over to the fast encoder.
func (g *gzipWriter) large() error {
	z, err := gzip.NewWriterLevel(g.w, fastLevel[min(max(g.level, 1), 9)])
	if err != nil {
		return err
	}
	z.OS, z.Name, z.ModTime = g.os, g.name, g.mtime
	g.z = z
	_, err = z.Write(g.held)
	g.held = nil
	return err
}

func (g *gzipWriter) Close() error {
	if g.z == nil && len(g.held) == 0 { // it has the shorter form of nothing
		if err := g.large(); err != nil {
			return err
		}
	}
	if g.z != nil {
		return g.z.Close()
	}
	z, err := stdgzip.NewWriterLevel(g.w, g.level)
	if err != nil {
		return err
	}
	z.OS, z.Name, z.ModTime = g.os, g.name, g.mtime
	if _, err := z.Write(g.held); err != nil {
		return err
	}
	return z.Close()
}
