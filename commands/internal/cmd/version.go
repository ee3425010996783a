package cmd

// CompareVersions orders as GNU's filevercmp: "" < "." < ".." < hidden names < others, file suffixes such as .tar.gz
// set aside at first, digits by value, letters before other characters, ~ before everything.
func CompareVersions(a, b string) int {
	if a == b {
		return 0
	}
	for _, special := range []string{"", ".", ".."} {
		if a == special {
			return -1
		}
		if b == special {
			return 1
		}
	}
	if ha, hb := a[0] == '.', b[0] == '.'; ha != hb {
		if ha {
			return -1
		}
		return 1
	} else if ha {
		a, b = a[1:], b[1:]
	}
	na, nb := versionStem(a), versionStem(b)
	if na == len(a) && nb == len(b) || a[:na] == b[:nb] {
		if c := versionOrder(a, b); c != 0 {
			return c
		}
		return compareStrings(a, b)
	}
	if c := versionOrder(a[:na], b[:nb]); c != 0 {
		return c
	}
	return versionOrder(a, b)
}

func compareStrings(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// versionStem is the length of s without a suffix (\.[A-Za-z~][A-Za-z0-9~]*)*.
func versionStem(s string) int {
	stem := 0
	for i := 0; i < len(s); {
		i++
		stem = i
		for i+1 < len(s) && s[i] == '.' && (isLetter(s[i+1]) || s[i+1] == '~') {
			i += 2
			for i < len(s) && (isLetter(s[i]) || isDigit(s[i]) || s[i] == '~') {
				i++
			}
		}
	}
	return stem
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

func versionRank(s string, i int) int {
	if i >= len(s) {
		return -1
	}
	switch c := s[i]; {
	case isDigit(c):
		return 0
	case isLetter(c):
		return int(c)
	case c == '~':
		return -2
	default:
		return int(c) + 256
	}
}

func versionOrder(a, b string) int {
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		for i < len(a) && !isDigit(a[i]) || j < len(b) && !isDigit(b[j]) {
			ra, rb := versionRank(a, i), versionRank(b, j)
			if ra != rb {
				return ra - rb
			}
			i++
			j++
		}
		for i < len(a) && a[i] == '0' {
			i++
		}
		for j < len(b) && b[j] == '0' {
			j++
		}
		first := 0
		for i < len(a) && j < len(b) && isDigit(a[i]) && isDigit(b[j]) {
			if first == 0 {
				first = int(a[i]) - int(b[j])
			}
			i++
			j++
		}
		if i < len(a) && isDigit(a[i]) {
			return 1
		}
		if j < len(b) && isDigit(b[j]) {
			return -1
		}
		if first != 0 {
			return first
		}
	}
	return 0
}
