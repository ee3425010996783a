package text

import (
	"context"
	"hash"
	"io"
	"strconv"
	"sync"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var cksumUsage = optparse.Define("cksum", "[OPTION]... [FILE]...", "Print or verify checksums. By default use the 32 bit CRC algorithm.", `
-a, --algorithm=TYPE  select the digest type to use: sysv, bsd, crc
`)

var sumUsage = optparse.Define("sum", "[OPTION]... [FILE]...", "Print or check BSD (16-bit) checksums.", `
-r            use BSD sum algorithm (the default), use 1K blocks
-s, --sysv    use System V sum algorithm, use 512 bytes blocks
`)

// crcTable is POSIX cksum's: the polynomial 0x04C11DB7, most significant bit first.
var crcTable = sync.OnceValue(func() *[256]uint32 {
	var t [256]uint32
	for i := range t {
		c := uint32(i) << 24
		for range 8 {
			if c&0x80000000 != 0 {
				c = c<<1 ^ 0x04C11DB7
			} else {
				c <<= 1
			}
		}
		t[i] = c
	}
	return &t
})

// simpleSum is one of the old checksums over a stream.
type simpleSum struct {
	kind  byte // c crc, b bsd, s sysv
	crc   uint32
	bytes int64
}

func (s *simpleSum) add(b []byte) {
	s.bytes += int64(len(b))
	c := s.crc
	switch s.kind {
	case 'c':
		t := crcTable()
		for _, v := range b {
			c = c<<8 ^ t[byte(c>>24)^v]
		}
	case 'b':
		for _, v := range b {
			c = (c>>1 + (c&1)<<15 + uint32(v)) & 0xffff
		}
	default:
		for _, v := range b {
			c += uint32(v)
		}
	}
	s.crc = c
}

// text is the line without the name. named tells whether a name follows.
func (s *simpleSum) text() string {
	switch s.kind {
	case 'c':
		c, t := s.crc, crcTable()
		for n := s.bytes; n > 0; n >>= 8 {
			c = c<<8 ^ t[byte(c>>24)^byte(n)]
		}
		return strconv.FormatUint(uint64(^c), 10) + " " + strconv.FormatInt(s.bytes, 10)
	case 'b':
		out := appendPadded(nil, strconv.FormatUint(uint64(s.crc), 10), 5, '0')
		return string(append(out, appendPadded([]byte{' '}, strconv.FormatInt((s.bytes+1023)/1024, 10), 5, ' ')...))
	}
	r := s.crc&0xffff + s.crc>>16
	r = r&0xffff + r>>16
	return strconv.FormatUint(uint64(r), 10) + " " + strconv.FormatInt((s.bytes+511)/512, 10)
}

func cksum(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, cksumUsage)
	if done {
		return status
	}
	kind := byte('c')
	if v, ok := o.Value("a"); ok {
		switch v {
		case "crc":
		case "bsd", "sysv":
			kind = v[0]
		default:
			cmd.Errorf(p, "invalid argument %s for '--algorithm'", cmd.QuoteC(v))
			cmd.Raw(p, "Valid arguments are:\n  - 'bsd'\n  - 'sysv'\n  - 'crc'\n")
			cmd.TryHelp(p)
			return 1
		}
	}
	return sumFiles(p, kind, o.Args)
}

func sum(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, sumUsage)
	if done {
		return status
	}
	kind := byte('b')
	for _, m := range o.Options {
		kind = map[string]byte{"r": 'b', "s": 's'}[m.Key]
	}
	return sumFiles(p, kind, o.Args)
}

func sumFiles(p *kernel.Process, kind byte, names []string) int {
	w := cmd.NewWriter(p)
	buf := makeBuffer()
	status := cmd.EachInput(p, names, func(in *cmd.Input) error {
		s := &simpleSum{kind: kind}
		for {
			n, err := in.Read(buf)
			s.add(buf[:n])
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
		}
		line := s.text()
		if len(names) > 0 {
			line += " " + in.Name
		}
		_, _ = w.WriteString(line + "\n")
		return nil
	})
	return w.Finish(status)
}

// newBlake2b is the hash of b2sum: RFC 7693 with a digest of 64 bytes and no key.
func newBlake2b() hash.Hash { return &blake2b{h: blakeStart()} }
