package text

import (
	"encoding/binary"
	"math/bits"
)

// blake2b is BLAKE2b (RFC 7693) without a key.
type blake2b struct {
	h     [8]uint64
	buf   [128]byte
	held  int
	count uint64 // bytes; 2^64 of them are never reached
	size  int    // of the digest in bytes
}

var blakeIV = [8]uint64{
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
}

var blakeSigma = [12][16]uint8{
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	{14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
	{11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
	{7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
	{9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
	{2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
	{12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
	{13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
	{6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
	{10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	{14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
}

// newBlake2b is the hash of b2sum with a digest of size bytes, at most 64.
func newBlake2b(size int) *blake2b { return &blake2b{h: blakeStart(size), size: size} }

func blakeStart(size int) [8]uint64 {
	h := blakeIV
	h[0] ^= 0x01010000 ^ uint64(size)
	return h
}

// Size implements hash.Hash.
func (d *blake2b) Size() int { return d.size }

// BlockSize implements hash.Hash.
func (*blake2b) BlockSize() int { return 128 }

// Reset implements hash.Hash.
func (d *blake2b) Reset() { *d = *newBlake2b(d.size) }

// Write implements hash.Hash. The last block is kept back: it is compressed with the final flag.
func (d *blake2b) Write(b []byte) (int, error) {
	n := len(b)
	for len(b) > 0 {
		if d.held == len(d.buf) {
			d.count += uint64(len(d.buf))
			d.compress(false)
			d.held = 0
		}
		m := copy(d.buf[d.held:], b)
		d.held += m
		b = b[m:]
	}
	return n, nil
}

// Sum implements hash.Hash.
func (d *blake2b) Sum(b []byte) []byte {
	end := *d
	end.count += uint64(end.held)
	clear(end.buf[end.held:])
	end.compress(true)
	n := len(b)
	for _, v := range end.h {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	return b[:n+d.size]
}

func (d *blake2b) compress(last bool) {
	var m, v [16]uint64
	for i := range m {
		m[i] = binary.LittleEndian.Uint64(d.buf[8*i:])
	}
	copy(v[:8], d.h[:])
	copy(v[8:], blakeIV[:])
	v[12] ^= d.count
	if last {
		v[14] = ^v[14]
	}
	g := func(a, b, c, e int, x, y uint64) {
		v[a] += v[b] + x
		v[e] = bits.RotateLeft64(v[e]^v[a], -32)
		v[c] += v[e]
		v[b] = bits.RotateLeft64(v[b]^v[c], -24)
		v[a] += v[b] + y
		v[e] = bits.RotateLeft64(v[e]^v[a], -16)
		v[c] += v[e]
		v[b] = bits.RotateLeft64(v[b]^v[c], -63)
	}
	for i := range blakeSigma {
		s := &blakeSigma[i]
		g(0, 4, 8, 12, m[s[0]], m[s[1]])
		g(1, 5, 9, 13, m[s[2]], m[s[3]])
		g(2, 6, 10, 14, m[s[4]], m[s[5]])
		g(3, 7, 11, 15, m[s[6]], m[s[7]])
		g(0, 5, 10, 15, m[s[8]], m[s[9]])
		g(1, 6, 11, 12, m[s[10]], m[s[11]])
		g(2, 7, 8, 13, m[s[12]], m[s[13]])
		g(3, 4, 9, 14, m[s[14]], m[s[15]])
	}
	for i := range d.h {
		d.h[i] ^= v[i] ^ v[i+8]
	}
}
