package text

import (
	"context"
	"io"
	"strconv"
	"sync"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var cksumUsage = optparse.Define("cksum", "[OPTION]... [FILE]...", "Print or verify checksums. By default use the 32 bit CRC algorithm.", `
-a, --algorithm=TYPE  select the digest type to use:\nsysv, bsd, crc, md5, sha1, sha224, sha256, sha384,\nsha512, blake2b, sm3
-l, --length=BITS     digest length in bits; must not exceed the max for\nthe blake2 algorithm and must be a multiple of 8
    --untagged        create a reversed style checksum, without digest type
    --debug           accepted for compatibility
`+checksumOptions)

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

// cksum speaks for all the digests: an old sum, or one of the tables of checksum.go in the tagged form.
func cksum(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, cksumUsage)
	if done {
		return status
	}
	name, bits, untagged := "", 0, false
	for _, m := range o.Options {
		switch m.Key {
		case "a":
			ok := false
			if name, ok = cmd.Choice(m.Value, cksumTypes...); !ok {
				rows := make([]string, len(cksumTypes))
				for i, t := range cksumTypes {
					rows[i] = "'" + t + "'"
				}
				cmd.BadChoice(p, "--algorithm", m.Value, rows...)
				return 1
			}
		case "l":
			var ok bool
			if bits, ok = digestBits(p, m.Value); !ok {
				return 1
			}
		case "untagged":
			untagged = true
		case "tag":
			untagged = false
		}
	}
	old := name == "" || name == "crc" || name == "bsd" || name == "sysv"
	switch {
	case o.Has("l") && name != "blake2b":
		cmd.Errorf(p, "--length is only supported with --algorithm=blake2b")
		return 1
	case o.Has("c") && name != "" && old:
		cmd.Errorf(p, "--check is not supported with --algorithm={bsd,sysv,crc}")
		return 1
	case old && !o.Has("c"):
		kind := byte('c')
		if name == "bsd" || name == "sysv" {
			kind = name[0]
		}
		return sumFiles(p, kind, o.Args)
	}
	c := &checksummer{p: p, w: cmd.NewWriter(p), buf: makeBuffer(), tagged: !untagged}
	for _, d := range digests() {
		if d.short == name {
			c.only = []digest{d.sized(bits)}
		}
	}
	if c.only == nil {
		c.only = digests()
		c.needTag = true
	}
	return c.main(cksumUsage, o)
}

var cksumTypes = []string{"bsd", "sysv", "crc", "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "sm3"}

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
