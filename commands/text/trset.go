package text

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
)

// trSet is a STRING of tr, expanded.
type trSet struct {
	bytes   []byte
	fill    int  // where [c*] stands in bytes, -1 when it does not occur
	fillC   byte // its character
	classes bool // a class other than upper or lower, or an equivalence, occurs
	cases   []trCase
}

// trCase is a [:upper:] or [:lower:] and where it starts in the expansion.
type trCase struct {
	at    int
	upper bool
}

type trChar struct {
	c       byte
	escaped bool
}

// parseTrSet expands ranges, classes, repeats and escapes. problem is GNU's message.
func parseTrSet(s string) (set *trSet, warnings []string, problem string) {
	chars, warnings := unescapeTr(s)
	set = &trSet{fill: -1}
	plain := func(i int, c byte) bool { return i < len(chars) && chars[i].c == c && !chars[i].escaped }
	for i := 0; i < len(chars); {
		if plain(i, '[') {
			if plain(i+1, ':') || plain(i+1, '=') {
				mark := chars[i+1].c
				if j := findTrClose(chars, i+2, mark); j >= 0 {
					var name []byte
					for _, c := range chars[i+2 : j] {
						name = append(name, c.c)
					}
					if ok, msg := set.addBracket(mark, string(name)); ok {
						i = j + 2
						continue
					} else if msg != "" {
						return nil, warnings, msg
					}
				}
			}
			if n, used, c, msg := trRepeat(chars, i); msg != "" {
				return nil, warnings, msg
			} else if used > 0 {
				if n == 0 {
					if set.fill >= 0 {
						return nil, warnings, "only one [c*] repeat construct may appear in string2"
					}
					set.fill, set.fillC = len(set.bytes), c
				}
				for range n {
					set.bytes = append(set.bytes, c)
				}
				i += used
				continue
			}
		}
		if plain(i+1, '-') && i+2 < len(chars) {
			low, high := chars[i].c, chars[i+2].c
			if low > high {
				return nil, warnings, fmt.Sprintf("range-endpoints of '%s-%s' are in reverse collating sequence order", trShow(low), trShow(high))
			}
			for c := int(low); c <= int(high); c++ {
				set.bytes = append(set.bytes, byte(c))
			}
			i += 3
			continue
		}
		set.bytes = append(set.bytes, chars[i].c)
		i++
	}
	return set, warnings, ""
}

func trShow(c byte) string {
	if c >= ' ' && c < 0x7f {
		return string(c)
	}
	return fmt.Sprintf(`\%03o`, c)
}

func unescapeTr(s string) (out []trChar, warnings []string) {
	out = make([]trChar, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			if s[i] == '\\' {
				warnings = append(warnings, "warning: an unescaped backslash at end of string is not portable")
			}
			out = append(out, trChar{c: s[i]})
			continue
		}
		i++
		c := s[i]
		switch c {
		case 'a':
			c = '\a'
		case 'b':
			c = '\b'
		case 'f':
			c = '\f'
		case 'n':
			c = '\n'
		case 'r':
			c = '\r'
		case 't':
			c = '\t'
		case 'v':
			c = '\v'
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n, used := digits(s[i:], 8, 3)
			if n > 255 {
				warnings = append(warnings, fmt.Sprintf("warning: the ambiguous octal escape \\%s is being\n\tinterpreted as the 2-byte sequence \\0%s, %s", s[i:i+3], s[i:i+2], s[i+2:i+3]))
				n, used = n/8, used-1
			}
			c = byte(n)
			i += used - 1
		}
		out = append(out, trChar{c, true})
	}
	return out, warnings
}

func findTrClose(chars []trChar, from int, mark byte) int {
	for j := from; j+1 < len(chars); j++ {
		if chars[j].c == mark && !chars[j].escaped && chars[j+1].c == ']' && !chars[j+1].escaped {
			return j
		}
	}
	return -1
}

func (set *trSet) addBracket(mark byte, name string) (ok bool, problem string) {
	if mark == '=' {
		if name == "" {
			return false, "missing equivalence class character '[==]'"
		}
		if len(name) != 1 {
			return false, name + ": equivalence class operand must be a single character"
		}
		set.bytes = append(set.bytes, name[0])
		set.classes = true
		return true, ""
	}
	is, known := byteClass(name)
	if !known {
		if name == "" {
			return false, "missing character class name '[::]'"
		}
		return false, "invalid character class " + cmd.QuoteC(name)
	}
	if name == "upper" || name == "lower" {
		set.cases = append(set.cases, trCase{len(set.bytes), name == "upper"})
	} else {
		set.classes = true
	}
	for c := range 256 {
		if is(byte(c)) {
			set.bytes = append(set.bytes, byte(c))
		}
	}
	return true, ""
}

// byteClass is a POSIX character class over bytes in the C locale.
func byteClass(name string) (func(byte) bool, bool) {
	lower := func(c byte) bool { return c >= 'a' && c <= 'z' }
	upper := func(c byte) bool { return c >= 'A' && c <= 'Z' }
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	alnum := func(c byte) bool { return lower(c) || upper(c) || digit(c) }
	graph := func(c byte) bool { return c > ' ' && c < 0x7f }
	switch name {
	case "alpha":
		return func(c byte) bool { return lower(c) || upper(c) }, true
	case "alnum":
		return alnum, true
	case "digit":
		return digit, true
	case "lower":
		return lower, true
	case "upper":
		return upper, true
	case "xdigit":
		return func(c byte) bool { return digit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }, true
	case "blank":
		return func(c byte) bool { return c == ' ' || c == '\t' }, true
	case "space":
		return func(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }, true
	case "cntrl":
		return func(c byte) bool { return c < ' ' || c == 0x7f }, true
	case "graph":
		return graph, true
	case "print":
		return func(c byte) bool { return graph(c) || c == ' ' }, true
	case "punct":
		return func(c byte) bool { return graph(c) && !alnum(c) }, true
	}
	return nil, false
}

// trRepeat reads [c*n] at chars[i]. n is 0 for [c*] and [c*0].
func trRepeat(chars []trChar, i int) (n, used int, c byte, problem string) {
	if i+3 >= len(chars) || chars[i+2].c != '*' || chars[i+2].escaped {
		return 0, 0, 0, ""
	}
	var b strings.Builder
	for j := i + 3; j < len(chars); j++ {
		if chars[j].c == ']' && !chars[j].escaped {
			text := b.String()
			if text == "" {
				return 0, j - i + 1, chars[i+1].c, ""
			}
			base := 10
			if text[0] == '0' {
				base = 8
			}
			v, err := strconv.ParseUint(text, base, 31)
			if err != nil || v > 1<<20 {
				return 0, 0, 0, "invalid repeat count " + cmd.QuoteC(text) + " in [c*n] construct"
			}
			return int(v), j - i + 1, chars[i+1].c, ""
		}
		b.WriteByte(chars[j].c)
	}
	return 0, 0, 0, ""
}

// fit makes a STRING2 as long as the n characters it translates, and applies the rules on classes.
func (set *trSet) fit(set1 *trSet, n int, truncate, compl bool) string {
	if set.fill >= 0 {
		if missing := n - len(set.bytes); missing > 0 {
			filled := append([]byte(nil), set.bytes[:set.fill]...)
			for range missing {
				filled = append(filled, set.fillC)
			}
			set.bytes = append(filled, set.bytes[set.fill:]...)
		}
	}
	if set.classes {
		return "when translating, the only character classes that may appear in\nstring2 are 'upper' and 'lower'"
	}
	if !truncate && len(set.bytes) == 0 {
		return "when not truncating set1, string2 must be non-empty"
	}
	if compl && (set1.classes || len(set1.cases) > 0) && len(set.bytes) > 0 {
		for _, c := range set.bytes {
			if c != set.bytes[len(set.bytes)-1] {
				return "when translating with complemented character classes,\nstring2 must map all characters in the domain to one"
			}
		}
	}
	for _, c2 := range set.cases {
		aligned := false
		for _, c1 := range set1.cases {
			aligned = aligned || c1.at == c2.at
		}
		if !aligned && !compl {
			return "misaligned [:upper:] and/or [:lower:] construct"
		}
	}
	return ""
}
