package pattern

// A regular expression under Bytes runs over a widened text: every byte beyond ASCII becomes a character of a private
// use area, which is no letter, no blank and has no case. ASCII text is its own widened form.
const wideBase = 0xF700

func isASCII[T string | []byte](s T) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// widen gives the widened text.
func widen[T string | []byte](s T) []byte {
	out := make([]byte, 0, len(s)+16)
	for i := range len(s) {
		if c := s[i]; c < 0x80 {
			out = append(out, c)
		} else {
			r := wideBase + rune(c)
			out = append(out, 0xE0|byte(r>>12), 0x80|byte(r>>6&0x3F), 0x80|byte(r&0x3F))
		}
	}
	return out
}

// offsets gives for each place in the widened text of b the place in b.
func offsets(b []byte) []int {
	at := make([]int, 0, len(b)+16)
	for i, c := range b {
		at = append(at, i)
		if c >= 0x80 {
			at = append(at, i, i)
		}
	}
	return append(at, len(b))
}

// narrow translates a match; m stays what it is, for whoever found it goes on from there.
func narrow(m, at []int) []int {
	if m == nil {
		return nil
	}
	out := make([]int, len(m))
	for i, n := range m {
		if out[i] = n; n >= 0 {
			out[i] = at[n]
		}
	}
	return out
}

// bytewise compiles an expression for Bytes.
func bytewise(src string, flags Flags, extended bool) (*Regexp, error) {
	inner, err := compile(string(widen(src)), flags&^Bytes, extended)
	if err != nil || inner.plain && isASCII(inner.literal) {
		return inner, err
	}
	if inner.plain { // the bytes themselves are searched
		return &Regexp{plain: true, literal: src, flags: flags}, nil
	}
	return &Regexp{inner: inner, groups: inner.groups, flags: flags}, nil
}
