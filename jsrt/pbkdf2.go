package jsrt

import (
	"context"
	"crypto/hmac"
	"encoding/binary"
	"errors"
	"hash"
)

// pbkdf2Key is PBKDF2 of RFC 8018 with HMAC. It ends with ctx: the number of iterations is the caller's.
func pbkdf2Key(ctx context.Context, newHash func() hash.Hash, password string, salt []byte, iterations, length int) ([]byte, error) {
	if iterations < 1 {
		return nil, errors.New("Invalid iterations")
	}
	mac := hmac.New(newHash, []byte(password))
	size := mac.Size()
	out := make([]byte, 0, (length+size-1)/size*size)
	u := make([]byte, 0, size)
	var number [4]byte
	for block := uint32(1); len(out) < length; block++ {
		mac.Reset()
		mac.Write(salt)
		binary.BigEndian.PutUint32(number[:], block)
		mac.Write(number[:])
		u = mac.Sum(u[:0])
		at := len(out)
		out = append(out, u...)
		t := out[at:]
		for n := 1; n < iterations; n++ {
			if n&1023 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			mac.Reset()
			mac.Write(u)
			u = mac.Sum(u[:0])
			for i, b := range u {
				t[i] ^= b
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return out[:length], nil
}
