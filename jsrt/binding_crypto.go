package jsrt

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding"
	"errors"
	"hash"
	"sort"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// hashes are the digests by the names that OpenSSL gives them.
var hashes = map[string]func() hash.Hash{
	"md5": md5.New, "sha1": sha1.New, "sha224": sha256.New224, "sha256": sha256.New, "sha384": sha512.New384, "sha512": sha512.New,
	"sha512-224": sha512.New512_224, "sha512-256": sha512.New512_256,
}

func hashByName(name string) func() hash.Hash {
	name = strings.ToLower(name)
	name = strings.TrimPrefix(name, "rsa-")
	if f := hashes[name]; f != nil {
		return f
	}
	return hashes[strings.Replace(name, "sha-", "sha", 1)]
}

// hashState is kept by lib/ in a private field.
type hashState struct {
	h   hash.Hash
	new func() hash.Hash
}

type cipherState struct {
	block   cipher.BlockMode // CBC, ECB
	stream  cipher.Stream    // CTR, GCM
	aead    cipher.AEAD
	iv, aad []byte
	plain   []byte // what GCM has seen, for the tag
	buf     []byte
	decrypt bool
	pad     bool
}

func bindCrypto(rt *runtime) *goja.Object {
	vm := rt.vm
	hs := func(v goja.Value) *hashState {
		h, ok := v.Export().(*hashState)
		if !ok {
			panic(vm.NewTypeError("hash expected"))
		}
		return h
	}
	cs := func(v goja.Value) *cipherState {
		s, ok := v.Export().(*cipherState)
		if !ok {
			panic(vm.NewTypeError("cipher expected"))
		}
		return s
	}
	o := rt.object(map[string]hostFunc{
		"hash": func(c goja.FunctionCall) goja.Value {
			f := hashByName(c.Argument(0).String())
			if f == nil {
				return goja.Null()
			}
			return vm.ToValue(&hashState{f(), f})
		},
		"hmac": func(c goja.FunctionCall) goja.Value {
			f := hashByName(c.Argument(0).String())
			if f == nil {
				return goja.Null()
			}
			key := append([]byte(nil), rt.mustBytes(c.Argument(1))...)
			return vm.ToValue(&hashState{hmac.New(f, key), nil})
		},
		"update": func(c goja.FunctionCall) goja.Value {
			hs(c.Argument(0)).h.Write(rt.mustBytes(c.Argument(1)))
			return goja.Undefined()
		},
		"digest": func(c goja.FunctionCall) goja.Value { return rt.arrayBuffer(hs(c.Argument(0)).h.Sum(nil)) },
		"copy": func(c goja.FunctionCall) goja.Value {
			s := hs(c.Argument(0))
			m, ok := s.h.(encoding.BinaryMarshaler)
			if !ok || s.new == nil {
				panic(vm.NewTypeError("copy is not possible"))
			}
			b, err := m.MarshalBinary()
			if err != nil {
				panic(vm.NewGoError(err))
			}
			n := s.new()
			if err := n.(encoding.BinaryUnmarshaler).UnmarshalBinary(b); err != nil {
				panic(vm.NewGoError(err))
			}
			return vm.ToValue(&hashState{n, s.new})
		},
		"randomFill": func(c goja.FunctionCall) goja.Value {
			rt.random(rt.mustBytes(c.Argument(0)))
			return goja.Undefined()
		},
		"timingSafeEqual": func(c goja.FunctionCall) goja.Value {
			return vm.ToValue(subtle.ConstantTimeCompare(rt.mustBytes(c.Argument(0)), rt.mustBytes(c.Argument(1))) == 1)
		},
		// pbkdf2(password, salt, iterations, length, hash, callback or undefined)
		"pbkdf2": func(c goja.FunctionCall) goja.Value {
			f := hashByName(c.Argument(4).String())
			pw, salt := string(rt.mustBytes(c.Argument(0))), append([]byte(nil), rt.mustBytes(c.Argument(1))...)
			iter, n := int(c.Argument(2).ToInteger()), rt.keyLength(c.Argument(3))
			return rt.derive(c.Argument(5), func() ([]byte, error) { return pbkdf2Key(rt.ctx, f, pw, salt, iter, n) })
		},
		// scrypt(password, salt, length, N, r, p, callback or undefined)
		"scrypt": func(c goja.FunctionCall) goja.Value {
			pw, salt := append([]byte(nil), rt.mustBytes(c.Argument(0))...), append([]byte(nil), rt.mustBytes(c.Argument(1))...)
			n, cost, r, p := rt.keyLength(c.Argument(2)), int(c.Argument(3).ToInteger()), int(c.Argument(4).ToInteger()), int(c.Argument(5).ToInteger())
			return rt.derive(c.Argument(6), func() ([]byte, error) { return scryptKey(rt.ctx, pw, salt, cost, r, p, n, rt.heapLimit()) })
		},
		// hkdf(hash, key, salt, info, length)
		"hkdf": func(c goja.FunctionCall) goja.Value {
			f := hashByName(c.Argument(0).String())
			if f == nil {
				return goja.Null()
			}
			b, err := hkdf.Key(f, rt.mustBytes(c.Argument(1)), rt.mustBytes(c.Argument(2)), string(rt.mustBytes(c.Argument(3))), int(c.Argument(4).ToInteger()))
			if err != nil {
				panic(vm.NewGoError(err))
			}
			return rt.arrayBuffer(b)
		},
		// cipher(mode, key, iv, decrypt): null for a bad key or initialisation vector
		"cipher": func(c goja.FunctionCall) goja.Value {
			s := newCipher(c.Argument(0).String(), rt.mustBytes(c.Argument(1)), rt.mustBytes(c.Argument(2)), c.Argument(3).ToBoolean())
			if s == nil {
				return goja.Null()
			}
			return vm.ToValue(s)
		},
		"cipherPadding": func(c goja.FunctionCall) goja.Value {
			cs(c.Argument(0)).pad = c.Argument(1).ToBoolean()
			return goja.Undefined()
		},
		"cipherAAD": func(c goja.FunctionCall) goja.Value {
			s := cs(c.Argument(0))
			s.aad = append(s.aad, rt.mustBytes(c.Argument(1))...)
			return goja.Undefined()
		},
		"cipherUpdate": func(c goja.FunctionCall) goja.Value {
			return rt.arrayBuffer(cs(c.Argument(0)).update(rt.mustBytes(c.Argument(1))))
		},
		// cipherFinal(state): [bytes, tag or null] or a string that tells what is wrong
		"cipherFinal": func(c goja.FunctionCall) goja.Value {
			b, tag, err := cs(c.Argument(0)).final()
			if err != nil {
				return vm.ToValue(err.Error())
			}
			t := goja.Value(goja.Null())
			if tag != nil {
				t = rt.arrayBuffer(tag)
			}
			return vm.NewArray(rt.arrayBuffer(b), t)
		},
	})
	names := make([]string, 0, len(hashes))
	for n := range hashes {
		names = append(names, n)
	}
	sort.Strings(names)
	o.Set("hashNames", vm.ToValue(toAny(names)))
	return o
}

func toAny(s []string) []any {
	out := make([]any, len(s))
	for i, x := range s {
		out[i] = x
	}
	return out
}

// keyLength is how many bytes are to be derived: no more than the heap has.
func (rt *runtime) keyLength(v goja.Value) int {
	n := v.ToInteger()
	if n < 0 || n > rt.heapLimit()/4 {
		panic(rt.newError("RangeError", "Invalid typed array length: "+strconv.FormatInt(n, 10)))
	}
	return int(n)
}

// derive runs work here, or on a goroutine when there is a callback(error text or null, bytes).
func (rt *runtime) derive(cb goja.Value, work func() ([]byte, error)) goja.Value {
	fn, ok := goja.AssertFunction(cb)
	if !ok {
		b, err := work()
		if err != nil {
			panic(rt.newError("Error", err.Error()))
		}
		return rt.arrayBuffer(b)
	}
	type result struct {
		b   []byte
		err error
	}
	rt.do(func() any {
		b, err := work()
		return result{b, err}
	}, func(x any) {
		r := x.(result)
		if r.err != nil {
			rt.call(fn, nil, rt.newError("Error", r.err.Error()))
			return
		}
		rt.call(fn, nil, goja.Null(), rt.arrayBuffer(r.b))
	})
	return goja.Undefined()
}

// newCipher knows AES in the modes cbc, ctr, ecb and gcm; mode is such as "aes-256-cbc".
func newCipher(mode string, key, iv []byte, decrypt bool) *cipherState {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil
	}
	s := &cipherState{decrypt: decrypt, pad: true, iv: append([]byte(nil), iv...)}
	switch {
	case strings.HasSuffix(mode, "-cbc") && len(iv) == 16:
		if decrypt {
			s.block = cipher.NewCBCDecrypter(block, s.iv)
		} else {
			s.block = cipher.NewCBCEncrypter(block, s.iv)
		}
	case strings.HasSuffix(mode, "-ecb") && len(iv) == 0:
		s.block = ecb{block, decrypt}
	case strings.HasSuffix(mode, "-ctr") && len(iv) == 16:
		s.stream = cipher.NewCTR(block, s.iv)
	case strings.HasSuffix(mode, "-gcm") && len(iv) == 12:
		// The stream of GCM is CTR from the second counter block on; the tag is made at the end.
		s.aead, _ = cipher.NewGCM(block)
		s.stream = cipher.NewCTR(block, append(append([]byte(nil), iv...), 0, 0, 0, 2))
	default:
		return nil
	}
	return s
}

type ecb struct {
	b       cipher.Block
	decrypt bool
}

func (e ecb) BlockSize() int { return 16 }
func (e ecb) CryptBlocks(dst, src []byte) {
	for i := 0; i+16 <= len(src); i += 16 {
		if e.decrypt {
			e.b.Decrypt(dst[i:], src[i:])
		} else {
			e.b.Encrypt(dst[i:], src[i:])
		}
	}
}

func (s *cipherState) update(in []byte) []byte {
	if s.stream != nil {
		out := make([]byte, len(in))
		s.stream.XORKeyStream(out, in)
		if s.aead != nil {
			if s.decrypt {
				s.plain = append(s.plain, out...)
			} else {
				s.plain = append(s.plain, in...)
			}
		}
		return out
	}
	s.buf = append(s.buf, in...)
	n := len(s.buf) / 16 * 16
	if s.decrypt && s.pad && n == len(s.buf) && n > 0 {
		n -= 16 // the last block may be padding
	}
	out := make([]byte, n)
	s.block.CryptBlocks(out, s.buf[:n])
	s.buf = append(s.buf[:0], s.buf[n:]...)
	return out
}

func (s *cipherState) final() (out, tag []byte, err error) {
	if s.aead != nil {
		sealed := s.aead.Seal(nil, s.iv, s.plain, s.aad)
		return nil, sealed[len(sealed)-16:], nil
	}
	if s.stream != nil {
		return nil, nil, nil
	}
	if s.decrypt {
		if len(s.buf)%16 != 0 || s.pad && len(s.buf) == 0 {
			return nil, nil, errors.New("wrong final block length")
		}
		out = make([]byte, len(s.buf))
		s.block.CryptBlocks(out, s.buf)
		if !s.pad {
			return out, nil, nil
		}
		n := int(out[len(out)-1])
		if n == 0 || n > 16 {
			return nil, nil, errors.New("bad decrypt")
		}
		for _, b := range out[len(out)-n:] {
			if int(b) != n {
				return nil, nil, errors.New("bad decrypt")
			}
		}
		return out[:len(out)-n], nil, nil
	}
	if !s.pad {
		if len(s.buf) != 0 {
			return nil, nil, errors.New("wrong final block length")
		}
		return nil, nil, nil
	}
	n := 16 - len(s.buf)
	for range n {
		s.buf = append(s.buf, byte(n))
	}
	out = make([]byte, 16)
	s.block.CryptBlocks(out, s.buf)
	return out, nil, nil
}
