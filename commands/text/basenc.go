package text

import (
	"context"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var basencUsage = optparse.Define("basenc", "[OPTION]... [FILE]", "Encode or decode FILE, or standard input, to standard output.", `
    --base64          same as 'base64' program (RFC4648 section 4)
    --base64url       file- and url-safe base64 (RFC4648 section 5)
    --base32          same as 'base32' program (RFC4648 section 6)
    --base32hex       extended hex alphabet base32 (RFC4648 section 7)
    --base16          hex encoding (RFC4648 section 8)
    --base2msbf       bit string with most significant bit (msb) first
    --base2lsbf       bit string with least significant bit (lsb) first
    --z85             ascii85-like encoding (ZeroMQ spec:32/Z85)
`+baseOptions)

var errDigits = errors.New("no digits of the encoding")

// basenc is base64 with a choice of encodings.
func basenc(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, basencUsage)
	if done {
		return status
	}
	var c codec
	for _, m := range o.Options {
		switch m.Key {
		case "base64":
			e := base64.StdEncoding
			c = codec{3, 4, e.Encode, e.Strict().Decode, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="}
		case "base64url":
			e := base64.URLEncoding
			c = codec{3, 4, e.Encode, e.Strict().Decode, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_="}
		case "base32":
			e := base32.StdEncoding
			c = codec{5, 8, e.Encode, e.Decode, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567="}
		case "base32hex":
			e := base32.HexEncoding
			c = codec{5, 8, e.Encode, e.Decode, "0123456789ABCDEFGHIJKLMNOPQRSTUV="}
		case "base16":
			c = codec{1, 2, encodeHex, decodeHex, "0123456789ABCDEF"}
		case "base2msbf":
			c = codec{1, 8, bitEncoder(true), bitDecoder(true), "01"}
		case "base2lsbf":
			c = codec{1, 8, bitEncoder(false), bitDecoder(false), "01"}
		case "z85":
			c = codec{4, 5, encodeZ85, decodeZ85, z85}
		}
	}
	if c.in == 0 {
		return cmd.UsageError(p, basencUsage, "missing encoding type")
	}
	return baseFile(p, basencUsage, o, c)
}

func encodeHex(dst, src []byte) {
	for i, c := range src {
		dst[2*i], dst[2*i+1] = "0123456789ABCDEF"[c>>4], "0123456789ABCDEF"[c&15]
	}
}

func decodeHex(dst, src []byte) (int, error) {
	good := src
	for i, c := range src {
		if c >= 'a' && c <= 'f' { // only capitals are of the alphabet
			good = src[:i&^1]
			break
		}
	}
	n, err := hex.Decode(dst, good)
	if err == nil && len(good) < len(src) {
		err = errDigits
	}
	return n, err
}

func bitEncoder(high bool) func(dst, src []byte) {
	return func(dst, src []byte) {
		for i, c := range src {
			for j := range 8 {
				bit := j
				if high {
					bit = 7 - j
				}
				dst[8*i+j] = '0' + c>>bit&1
			}
		}
	}
}

func bitDecoder(high bool) func(dst, src []byte) (int, error) {
	return func(dst, src []byte) (int, error) {
		for i := 0; i < len(src); i += 8 {
			var v byte
			for j, c := range src[i : i+8] {
				if c != '0' && c != '1' {
					return i / 8, errDigits
				}
				bit := j
				if high {
					bit = 7 - j
				}
				v |= (c - '0') << bit
			}
			dst[i/8] = v
		}
		return len(src) / 8, nil
	}
}

const z85 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"

func encodeZ85(dst, src []byte) {
	for ; len(src) >= 4; src, dst = src[4:], dst[5:] {
		v := binary.BigEndian.Uint32(src)
		for i := 4; i >= 0; i-- {
			dst[i] = z85[v%85]
			v /= 85
		}
	}
}

func decodeZ85(dst, src []byte) (int, error) {
	n := 0
	for ; len(src) >= 5; src = src[5:] {
		var v uint64
		for _, c := range src[:5] {
			d := strings.IndexByte(z85, c)
			if d < 0 {
				return n, errDigits
			}
			v = v*85 + uint64(d)
		}
		if v >= 1<<32 {
			return n, errDigits
		}
		binary.BigEndian.PutUint32(dst[n:], uint32(v))
		n += 4
	}
	return n, nil
}
