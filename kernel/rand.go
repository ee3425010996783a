package kernel

import (
	crand "crypto/rand"
	"encoding/binary"
	"math/rand/v2"
	"sync"
)

// Rand is the box's source of random numbers: /dev/urandom, $RANDOM, mktemp, Math.random. With a seed it repeats; without
// one it is the host's cryptographic generator. It is safe for concurrent use.
type Rand struct {
	mu  sync.Mutex
	gen *rand.ChaCha8 // nil: crypto/rand
}

func newRand(seed uint64) *Rand {
	if seed == 0 {
		return &Rand{}
	}
	var key [32]byte
	for i := 0; i < 32; i += 8 {
		// splitmix64 spreads the 64 bits of the seed over the key.
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		binary.LittleEndian.PutUint64(key[i:], z^z>>31)
	}
	return &Rand{gen: rand.NewChaCha8(key)}
}

// Uint64 returns 64 random bits.
func (r *Rand) Uint64() uint64 {
	if r.gen == nil {
		var b [8]byte
		crand.Read(b[:])
		return binary.LittleEndian.Uint64(b[:])
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.gen.Uint64()
}

// Read fills b; it never fails.
func (r *Rand) Read(b []byte) (int, error) {
	if r.gen == nil {
		return crand.Read(b)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.gen.Read(b)
}
