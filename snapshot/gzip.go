package snapshot

import (
	"bufio"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
)

// gzipMembers reads the members of a gzip file one after the other (RFC 1952, 2.2). Nothing else may follow them.
type gzipMembers struct {
	in     *bufio.Reader
	zr     *gzip.Reader
	empty  int   // members without data in a row
	member int64 // bytes of the present one
}

func newGzipMembers(in *bufio.Reader) (*gzipMembers, error) {
	zr, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	zr.Multistream(false)
	return &gzipMembers{in: in, zr: zr}, nil
}

func (g *gzipMembers) Read(b []byte) (int, error) {
	for {
		n, err := g.zr.Read(b)
		g.member += int64(n)
		if n > 0 && err == io.EOF {
			err = nil
		}
		if n > 0 || err != nil && err != io.EOF {
			return n, err
		}
		if err == nil {
			continue
		}
		if err := g.next(); err != nil {
			return 0, err
		}
	}
}

// next begins the member that follows; io.EOF when none does.
func (g *gzipMembers) next() error {
	if g.member == 0 {
		if g.empty++; g.empty > maxEmptyMembers {
			return fmt.Errorf("%w: too many empty gzip members", ErrDamaged)
		}
	} else {
		g.empty = 0
	}
	g.member = 0
	head, err := g.in.Peek(2)
	switch {
	case len(head) == 0 && err == io.EOF:
		return io.EOF
	case err != nil && err != io.EOF:
		return err
	case len(head) < 2 || head[0] != gzipMagic[0] || head[1] != gzipMagic[1]:
		return ErrTrailing
	}
	if err := g.zr.Reset(g.in); err != nil {
		return err
	}
	g.zr.Multistream(false)
	return nil
}
