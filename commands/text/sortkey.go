package text

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
)

// sortKey is one -k of sort: where a field lies in a line and how two of them compare.
type sortKey struct {
	sword, schar int
	eword, echar int  // eword -1 = to the end of the line
	kind         byte // n g h M V R, or 0 for text
	kinds        string
	fold         bool // f
	dict         bool // d
	printing     bool // i
	reverse      bool // r
	startBlanks  bool // b at the start position
	endBlanks    bool // b at the end position
}

// flags takes ordering letters from the front of s; where is 1 for the start position, 2 for the end, 3 for both.
func (k *sortKey) flags(s string, where int) string {
	for s != "" && strings.IndexByte("bdfghiMnRrV", s[0]) >= 0 {
		k.flag(s[0], where)
		s = s[1:]
	}
	return s
}

func (k *sortKey) flag(c byte, where int) {
	switch c {
	case 'b':
		k.startBlanks = k.startBlanks || where&1 != 0
		k.endBlanks = k.endBlanks || where&2 != 0
	case 'd':
		k.dict = true
	case 'f':
		k.fold = true
	case 'i':
		k.printing = true
	case 'r':
		k.reverse = true
	default:
		k.kind = c
		if strings.IndexByte(k.kinds, c) < 0 {
			k.kinds += string(c)
		}
	}
}

// conflict names options that exclude one another, as GNU lists them.
func (k *sortKey) conflict() string {
	kinds := k.kinds
	if strings.IndexByte(kinds, 'V') >= 0 && strings.IndexByte(kinds, 'R') >= 0 && len(kinds) == 2 {
		kinds = "V"
	}
	text := kinds != "" && kinds != "R" && kinds != "V" && (k.dict || k.printing)
	if len(kinds) < 2 && !text {
		return ""
	}
	out := ""
	for _, c := range []byte("dghiMnRV") {
		if c == 'd' && k.dict || c == 'i' && k.printing && !k.dict || strings.IndexByte(kinds, c) >= 0 {
			out += string(c)
		}
	}
	return out
}

func (k *sortKey) plainButReverse() bool {
	return k.kind == 0 && !k.fold && !k.dict && !k.printing && !k.startBlanks && !k.endBlanks
}

func (k *sortKey) plain() bool { return k.plainButReverse() && !k.reverse }

func (k *sortKey) inherit(g sortKey) {
	k.kind, k.kinds, k.fold, k.dict, k.printing, k.reverse = g.kind, g.kinds, g.fold, g.dict, g.printing, g.reverse
	k.startBlanks, k.endBlanks = g.startBlanks, g.endBlanks
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// field cuts the key out of a line.
func (k *sortKey) field(line []byte, tab int) []byte {
	if k.sword == 0 && k.schar == 0 && k.eword < 0 && !k.startBlanks {
		return line
	}
	start := k.begin(line, tab)
	end := len(line)
	if k.eword >= 0 {
		end = k.end(line, tab)
	}
	if end < start {
		return line[start:start]
	}
	return line[start:end]
}

func (k *sortKey) begin(line []byte, tab int) int {
	i := 0
	for n := k.sword; n > 0 && i < len(line); n-- {
		i = skipField(line, i, tab)
		if tab >= 0 && i < len(line) {
			i++
		}
	}
	if k.startBlanks {
		for i < len(line) && isBlank(line[i]) {
			i++
		}
	}
	return min(len(line), i+min(k.schar, len(line)))
}

func (k *sortKey) end(line []byte, tab int) int {
	words := k.eword
	if k.echar == 0 {
		words++
	}
	i := 0
	for ; words > 0 && i < len(line); words-- {
		i = skipField(line, i, tab)
		if tab >= 0 && i < len(line) && (words > 1 || k.echar != 0) {
			i++
		}
	}
	if k.echar == 0 {
		return i
	}
	if k.endBlanks {
		for i < len(line) && isBlank(line[i]) {
			i++
		}
	}
	return min(len(line), i+min(k.echar, len(line)))
}

func skipField(line []byte, i, tab int) int {
	if tab >= 0 {
		if j := bytes.IndexByte(line[i:], byte(tab)); j >= 0 {
			return i + j
		}
		return len(line)
	}
	for i < len(line) && isBlank(line[i]) {
		i++
	}
	for i < len(line) && !isBlank(line[i]) {
		i++
	}
	return i
}

// compare orders two keys; salt is the random order of -R.
func (k *sortKey) compare(a, b []byte, salt uint64) int {
	switch k.kind {
	case 'n':
		return compareNumbers(a, b)
	case 'h':
		return compareHuman(a, b)
	case 'g':
		return compareGeneral(a, b)
	case 'M':
		return monthOf(a) - monthOf(b)
	}
	if k.fold || k.dict || k.printing {
		a, b = k.translate(a), k.translate(b)
	}
	switch k.kind {
	case 'V':
		return cmd.CompareVersions(string(a), string(b))
	case 'R':
		ha, hb := saltedHash(a, salt), saltedHash(b, salt)
		switch {
		case ha < hb:
			return -1
		case ha > hb:
			return 1
		}
	}
	return bytes.Compare(a, b)
}

// saltedHash is FNV-1a with the salt mixed in at both ends.
func saltedHash(b []byte, salt uint64) uint64 {
	h := uint64(14695981039346656037) ^ salt
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	h ^= salt >> 7
	h *= 0xff51afd7ed558ccd
	return h ^ h>>33
}

func (k *sortKey) translate(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for _, c := range b {
		alnum := c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
		if k.dict && !alnum && c != ' ' && c != '\t' || k.printing && (c < ' ' || c > 0x7e) {
			continue
		}
		if k.fold {
			c = upperASCII(c)
		}
		out = append(out, c)
	}
	return out
}

// number is a decimal text taken apart: arbitrary precision, as GNU's strnumcmp.
type number struct {
	negative    bool
	whole, frac []byte
}

func readNumber(b []byte) (n number, rest []byte) {
	i := 0
	for i < len(b) && isBlank(b[i]) {
		i++
	}
	if i < len(b) && b[i] == '-' {
		n.negative = true
		i++
	}
	for i < len(b) && b[i] == '0' {
		i++
	}
	start := i
	for i < len(b) && b[i] >= '0' && b[i] <= '9' {
		i++
	}
	n.whole = b[start:i]
	if i < len(b) && b[i] == '.' {
		start = i + 1
		i++
		for i < len(b) && b[i] >= '0' && b[i] <= '9' {
			i++
		}
		n.frac = bytes.TrimRight(b[start:i], "0")
	}
	if len(n.whole) == 0 && len(n.frac) == 0 {
		n.negative = false
	}
	return n, b[i:]
}

func (n number) abs(m number) int {
	if len(n.whole) != len(m.whole) {
		return len(n.whole) - len(m.whole)
	}
	if c := bytes.Compare(n.whole, m.whole); c != 0 {
		return c
	}
	return bytes.Compare(n.frac, m.frac)
}

func (n number) compare(m number) int {
	switch {
	case n.negative && m.negative:
		return m.abs(n)
	case n.negative:
		return -1
	case m.negative:
		return 1
	}
	return n.abs(m)
}

func compareNumbers(a, b []byte) int {
	n, _ := readNumber(a)
	m, _ := readNumber(b)
	return n.compare(m)
}

// numericPrefix orders as the whole part of a number does.
func numericPrefix(b []byte) uint64 {
	n, _ := readNumber(b)
	v := int64(math.MaxInt64)
	if len(n.whole) <= 18 {
		v = 0
		for _, c := range n.whole {
			v = v*10 + int64(c-'0')
		}
	}
	if n.negative {
		v = -v
	}
	return uint64(v) ^ 1<<63
}

func compareHuman(a, b []byte) int {
	n, restA := readNumber(a)
	m, restB := readNumber(b)
	unit := func(n number, rest []byte) int {
		if len(n.whole) == 0 && len(n.frac) == 0 || len(rest) == 0 {
			return 0
		}
		i := strings.IndexByte("KMGTPEZYRQ", rest[0]) + 1
		if rest[0] == 'k' {
			i = 1
		}
		if n.negative {
			return -i
		}
		return i
	}
	if c := unit(n, restA) - unit(m, restB); c != 0 {
		return c
	}
	return n.compare(m)
}

// compareGeneral orders by floating value: no number, then NaN, then numbers.
func compareGeneral(a, b []byte) int {
	va, ra := generalValue(a)
	vb, rb := generalValue(b)
	switch {
	case ra != rb:
		return ra - rb
	case va < vb:
		return -1
	case va > vb:
		return 1
	}
	return 0
}

func generalValue(b []byte) (v float64, rank int) {
	s := strings.TrimLeft(string(b), " \t\n\v\f\r")
	for end := floatEnd(s); end > 0; end-- {
		if t := s[:end]; strings.ContainsAny(t, "xX") && !strings.ContainsAny(t, "pP") {
			t += "p0" // Go wants the exponent that C lets go
			if v, err := strconv.ParseFloat(t, 64); err == nil {
				return v, 2
			}
		}
		if v, err := strconv.ParseFloat(s[:end], 64); err == nil || !math.IsNaN(v) && math.IsInf(v, 0) {
			if math.IsNaN(v) {
				return 0, 1
			}
			return v, 2
		}
	}
	return 0, 0
}

// floatEnd bounds how far a number can reach in s.
func floatEnd(s string) int {
	i := 0
	for i < len(s) && i < 400 && strings.IndexByte("+-.0123456789eExXpPaAbBcCdDfFiInNtTyY", s[i]) >= 0 {
		i++
	}
	return i
}

func monthOf(b []byte) int {
	b = bytes.TrimLeft(b, " \t\n")
	if len(b) < 3 {
		return 0
	}
	const months = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC"
	i := strings.Index(months, strings.ToUpper(string(b[:3])))
	for i > 0 && i%3 != 0 {
		j := strings.Index(months[i+1:], strings.ToUpper(string(b[:3])))
		if j < 0 {
			return 0
		}
		i += 1 + j
	}
	return i/3 + min(1, i+1)
}
