package text

import (
	"encoding/binary"
	"math/bits"
)

// sm3 is the hash of GB/T 32905-2016, which cksum offers as its -a sm3.
type sm3 struct {
	h     [8]uint32
	buf   [64]byte
	held  int
	count uint64
}

func newSM3() *sm3 {
	d := &sm3{}
	d.Reset()
	return d
}

// Size implements hash.Hash.
func (*sm3) Size() int { return 32 }

// BlockSize implements hash.Hash.
func (*sm3) BlockSize() int { return 64 }

// Reset implements hash.Hash.
func (d *sm3) Reset() {
	*d = sm3{h: [8]uint32{0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e}}
}

// Write implements hash.Hash.
func (d *sm3) Write(b []byte) (int, error) {
	n := len(b)
	d.count += uint64(n)
	for len(b) > 0 {
		k := copy(d.buf[d.held:], b)
		d.held += k
		b = b[k:]
		if d.held == len(d.buf) {
			d.block()
			d.held = 0
		}
	}
	return n, nil
}

// Sum implements hash.Hash.
func (d *sm3) Sum(b []byte) []byte {
	end := *d
	bitCount := end.count * 8
	pad := []byte{0x80}
	for (end.held+len(pad))%64 != 56 {
		pad = append(pad, 0)
	}
	_, _ = end.Write(binary.BigEndian.AppendUint64(pad, bitCount))
	for _, v := range end.h {
		b = binary.BigEndian.AppendUint32(b, v)
	}
	return b
}

func (d *sm3) block() {
	var w [68]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(d.buf[4*i:])
	}
	for i := 16; i < 68; i++ {
		x := w[i-16] ^ w[i-9] ^ bits.RotateLeft32(w[i-3], 15)
		w[i] = x ^ bits.RotateLeft32(x, 15) ^ bits.RotateLeft32(x, 23) ^ bits.RotateLeft32(w[i-13], 7) ^ w[i-6]
	}
	a, b, c, e := d.h[0], d.h[1], d.h[2], d.h[4]
	dd, f, g, h := d.h[3], d.h[5], d.h[6], d.h[7]
	for i := range 64 {
		t := uint32(0x79cc4519)
		if i >= 16 {
			t = 0x7a879d8a
		}
		ss1 := bits.RotateLeft32(bits.RotateLeft32(a, 12)+e+bits.RotateLeft32(t, i%32), 7)
		ss2 := ss1 ^ bits.RotateLeft32(a, 12)
		ff, gg := a^b^c, e^f^g
		if i >= 16 {
			ff, gg = a&b|a&c|b&c, e&f|^e&g
		}
		tt1 := ff + dd + ss2 + (w[i] ^ w[i+4])
		tt2 := gg + h + ss1 + w[i]
		dd, c, b, a = c, bits.RotateLeft32(b, 9), a, tt1
		h, g, f, e = g, bits.RotateLeft32(f, 19), e, tt2^bits.RotateLeft32(tt2, 9)^bits.RotateLeft32(tt2, 17)
	}
	for i, v := range [8]uint32{a, b, c, dd, e, f, g, h} {
		d.h[i] ^= v
	}
}
