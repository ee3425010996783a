package pattern

import (
	"bytes"
	"fmt"
	"testing"
)

// TestStoppable: over a long text a stoppable expression finds what the plain one does, until it is to stop.
func TestStoppable(t *testing.T) {
	text := bytes.Repeat([]byte("abcd é \xff xyz\n"), 80_000)
	for _, src := range []string{"c.*d", `\bxyz\b`, "[é]", "(a|ab)(c|bcd)", "q", "x*"} {
		for _, flags := range []Flags{0, Bytes, IgnoreCase | Multiline} {
			re, err := ERE(src, flags)
			if err != nil {
				t.Fatal(err)
			}
			asked := 0
			long := re.Stoppable(func() bool { asked++; return false })
			collect := func(r *Regexp) string {
				n, out := 0, ""
				r.Each(text, func(m []int) bool {
					out += fmt.Sprint(m)
					n++
					return n < 20
				})
				return out
			}
			if a, b := fmt.Sprint(re.FindSubmatchIndex(text)), fmt.Sprint(long.FindSubmatchIndex(text)); a != b {
				t.Errorf("%s %d: %s, stoppable %s", src, flags, a, b)
			}
			if a, b := collect(re), collect(long); a != b {
				t.Errorf("%s %d: %s, stoppable %s", src, flags, a, b)
			}
			if re.Match(text) != long.Match(text) || re.MatchString(string(text)) != long.MatchString(string(text)) {
				t.Errorf("%s %d: Match", src, flags)
			}
			if _, plain := re.Literal(); asked == 0 && !plain {
				t.Errorf("%s %d: never asked", src, flags)
			}
		}
	}
	re, err := ERE("a[ab]*c", 0)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	re = re.Stoppable(func() bool { asked++; return asked > 3 })
	if re.Match(bytes.Repeat([]byte("a"), 8<<20)) || asked != 4 {
		t.Errorf("asked %d times", asked)
	}
}
