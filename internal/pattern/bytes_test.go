package pattern

import (
	"fmt"
	"testing"
)

// The offsets are those of grep -bo and sed under LC_ALL=C.
func TestBytes(t *testing.T) {
	for _, c := range []struct{ src, text, want string }{
		{".", "aéb", "[[0 1] [1 2] [2 3] [3 4]]"},
		{"a.b", "aéb", "[]"},
		{"a..b", "aéb", "[[0 4]]"},
		{"[^a]", "aé", "[[1 2] [2 3]]"},
		{"é", "aéb", "[[1 3]]"},
		{"(é)+x", "ééx", "[[0 5 2 4]]"},
		{"[[:alpha:]]+", "aéb", "[[0 1] [3 4]]"},
		{"x*", "é", "[[0 0] [1 1] [2 2]]"},
		{"\xc3", "é", "[[0 1]]"},
	} {
		re, err := ERE(c.src, Bytes)
		if err != nil {
			t.Fatal(err)
		}
		var all [][]int
		re.Each([]byte(c.text), func(m []int) bool { all = append(all, m); return len(all) < 20 })
		if got := fmt.Sprint(all); got != c.want {
			t.Errorf("%q on %q: %s, want %s", c.src, c.text, got, c.want)
		}
	}
}
