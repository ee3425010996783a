package jsrt

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// The hosts of URLs: names, IPv4 and IPv6 addresses as the WHATWG URL standard reads and writes them.

func parseHost(h string, special bool) (string, bool) {
	if strings.HasPrefix(h, "[") {
		if !strings.HasSuffix(h, "]") {
			return "", false
		}
		v6, ok := parseIPv6(h[1 : len(h)-1])
		return "[" + v6 + "]", ok
	}
	if !special {
		if strings.ContainsAny(h, "\x00\t\n\r #/:<>?@[\\]^|") {
			return "", false
		}
		return encodeAll(h, inC0), true
	}
	d := decodeUTF8(percentDecode(h))
	ascii := strings.ToLower(d)
	if !isASCII(d) || strings.Contains(ascii, "xn--") {
		a, err := idna.New(idna.MapForLookup(), idna.StrictDomainName(false), idna.Transitional(false), idna.VerifyDNSLength(false), idna.BidiRule(), idna.CheckHyphens(false)).ToASCII(d)
		if err != nil {
			return "", false
		}
		ascii = a
	}
	if ascii == "" {
		return "", false
	}
	for i := 0; i < len(ascii); i++ {
		if c := ascii[i]; c <= 0x20 || c == 0x7f || strings.IndexByte("#/:<>?@[\\]^|%", c) >= 0 {
			return "", false
		}
	}
	if endsInNumber(ascii) {
		return parseIPv4(ascii)
	}
	return ascii, true
}

func endsInNumber(s string) bool {
	parts := strings.Split(s, ".")
	if parts[len(parts)-1] == "" {
		if len(parts) == 1 {
			return false
		}
		parts = parts[:len(parts)-1]
	}
	last := parts[len(parts)-1]
	if last == "" {
		return false
	}
	digits := true
	for i := 0; i < len(last); i++ {
		digits = digits && isDigit(last[i])
	}
	if digits {
		return true
	}
	_, ok := ipv4Number(last)
	return ok
}

func ipv4Number(s string) (uint64, bool) {
	if s == "" {
		return 0, false
	}
	radix := 10
	switch {
	case len(s) >= 2 && (s[:2] == "0x" || s[:2] == "0X"):
		s, radix = s[2:], 16
	case len(s) >= 2 && s[0] == '0':
		s, radix = s[1:], 8
	}
	if s == "" {
		return 0, true
	}
	n, err := strconv.ParseUint(s, radix, 64)
	if err != nil {
		if ne, ok := err.(*strconv.NumError); ok && ne.Err == strconv.ErrRange {
			return math.MaxUint64, true
		}
		return 0, false
	}
	if s[0] == '+' || strings.Contains(s, "_") {
		return 0, false
	}
	return n, true
}

func parseIPv4(s string) (string, bool) {
	parts := strings.Split(s, ".")
	if parts[len(parts)-1] == "" && len(parts) > 1 {
		parts = parts[:len(parts)-1]
	}
	if len(parts) > 4 {
		return "", false
	}
	var ip uint64
	for i, p := range parts {
		n, ok := ipv4Number(p)
		if !ok {
			return "", false
		}
		if i == len(parts)-1 {
			if n >= 1<<(8*uint(5-len(parts))) {
				return "", false
			}
			ip += n
		} else {
			if n > 255 {
				return "", false
			}
			ip += n << (8 * uint(3-i))
		}
	}
	return fmt.Sprintf("%d.%d.%d.%d", ip>>24, ip>>16&255, ip>>8&255, ip&255), true
}

func parseIPv6(s string) (string, bool) {
	var w [8]uint16
	n, compress, i := 0, -1, 0
	if strings.HasPrefix(s, ":") {
		if !strings.HasPrefix(s, "::") {
			return "", false
		}
		i, compress = 2, 0
	}
	for i < len(s) {
		if n == 8 {
			return "", false
		}
		if s[i] == ':' {
			if compress >= 0 {
				return "", false
			}
			i++
			compress = n
			continue
		}
		v, k := 0, 0
		for k < 4 && i+k < len(s) && unhex(s[i+k]) >= 0 {
			v = v<<4 | unhex(s[i+k])
			k++
		}
		if i+k < len(s) && s[i+k] == '.' {
			if n > 6 || k == 0 {
				return "", false
			}
			quad := strings.Split(s[i:], ".")
			if len(quad) != 4 {
				return "", false
			}
			for j, q := range quad {
				if q == "" || len(q) > 3 || len(q) > 1 && q[0] == '0' {
					return "", false
				}
				b, err := strconv.ParseUint(q, 10, 8)
				if err != nil {
					return "", false
				}
				w[n+j/2] = w[n+j/2]<<8 | uint16(b)
			}
			n += 2
			break
		}
		if k == 0 {
			return "", false
		}
		i += k
		w[n] = uint16(v)
		n++
		if i < len(s) {
			if s[i] != ':' || i+1 == len(s) {
				return "", false
			}
			i++
		}
	}
	if compress >= 0 {
		for j, swaps := 7, n-compress; j != 0 && swaps > 0; j, swaps = j-1, swaps-1 {
			k := compress + swaps - 1
			w[j], w[k] = w[k], w[j]
		}
		if n == 8 {
			return "", false
		}
	} else if n != 8 {
		return "", false
	}
	return formatIPv6(w), true
}

func formatIPv6(w [8]uint16) string {
	best, bestLen := -1, 1
	for i := 0; i < 8; {
		j := i
		for j < 8 && w[j] == 0 {
			j++
		}
		if j-i > bestLen {
			best, bestLen = i, j-i
		}
		if j == i {
			j++
		}
		i = j
	}
	var b strings.Builder
	for i := 0; i < 8; i++ {
		if i == best {
			if i == 0 {
				b.WriteString("::")
			} else {
				b.WriteString(":")
			}
			i += bestLen - 1
			continue
		}
		b.WriteString(strconv.FormatUint(uint64(w[i]), 16))
		if i < 7 {
			b.WriteByte(':')
		}
	}
	return b.String()
}
