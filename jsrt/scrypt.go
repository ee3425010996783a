package jsrt

import (
	"context"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math/bits"
)

// maxScryptMemory bounds what one derivation may allocate, in bytes (128*N*r).
const maxScryptMemory = 256 << 20

// scryptKey is scrypt of RFC 7914. It ends with ctx, and takes at most memory bytes.
func scryptKey(ctx context.Context, password, salt []byte, cost, r, p, length int, memory int64) ([]byte, error) {
	if cost <= 1 || cost&(cost-1) != 0 || r <= 0 || p <= 0 || r > 1<<16 || p > 1<<16 || cost > maxScryptMemory/128/r {
		return nil, errors.New("Invalid scrypt params")
	}
	if 128*int64(r)*(int64(cost)+int64(p)+2) > min(memory, maxScryptMemory) {
		return nil, errors.New("Invalid scrypt params: memory limit exceeded")
	}
	b, err := pbkdf2.Key(sha256.New, string(password), salt, 1, p*128*r)
	if err != nil {
		return nil, err
	}
	x := make([]uint32, 32*r)
	y := make([]uint32, 32*r)
	v := make([]uint32, 32*r*cost)
	for i := 0; i < p; i++ {
		part := b[i*128*r : (i+1)*128*r]
		for j := range x {
			x[j] = binary.LittleEndian.Uint32(part[4*j:])
		}
		for j := 0; j < cost; j++ {
			if j&1023 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			copy(v[j*len(x):], x)
			blockMix(x, y, r)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for j := 0; j < cost; j++ {
			if j&1023 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			k := int(x[(2*r-1)*16]) & (cost - 1)
			for n, w := range v[k*len(x) : (k+1)*len(x)] {
				x[n] ^= w
			}
			blockMix(x, y, r)
		}
		for j, w := range x {
			binary.LittleEndian.PutUint32(part[4*j:], w)
		}
	}
	return pbkdf2.Key(sha256.New, string(password), b, 1, length)
}

// blockMix is scryptBlockMix: b in place, y is room for the result.
func blockMix(b, y []uint32, r int) {
	var x [16]uint32
	copy(x[:], b[(2*r-1)*16:])
	for i := 0; i < 2*r; i++ {
		for j := range x {
			x[j] ^= b[i*16+j]
		}
		salsa8(&x)
		at := i / 2
		if i&1 == 1 {
			at += r
		}
		copy(y[at*16:], x[:])
	}
	copy(b, y)
}

// salsa8 is the Salsa20/8 core.
func salsa8(b *[16]uint32) {
	x := *b
	quarter := func(a, b, c, d int) {
		x[b] ^= bits.RotateLeft32(x[a]+x[d], 7)
		x[c] ^= bits.RotateLeft32(x[b]+x[a], 9)
		x[d] ^= bits.RotateLeft32(x[c]+x[b], 13)
		x[a] ^= bits.RotateLeft32(x[d]+x[c], 18)
	}
	for range 4 {
		quarter(0, 4, 8, 12)
		quarter(5, 9, 13, 1)
		quarter(10, 14, 2, 6)
		quarter(15, 3, 7, 11)
		quarter(0, 1, 2, 3)
		quarter(5, 6, 7, 4)
		quarter(10, 11, 8, 9)
		quarter(15, 12, 13, 14)
	}
	for i := range b {
		b[i] += x[i]
	}
}
