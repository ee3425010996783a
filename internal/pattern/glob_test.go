package pattern

import (
	"strings"
	"testing"
)

// The expected answers are those of bash 5.2: [[ text == pattern ]] in C.UTF-8.
func TestGlobMatch(t *testing.T) {
	for _, c := range []struct {
		pat, text string
		want      bool
	}{
		{"", "", true}, {"", "a", false}, {"a", "a", true}, {"a*", "abc", true}, {"*c", "abc", true}, {"*b*", "abc", true},
		{"a?c", "abc", true}, {"a?c", "ac", false}, {"?", "é", true}, {"?", "\xff", true}, {"[a-c]x", "bx", true}, {"[!a-c]x", "bx", false},
		{"[^a]", "b", true}, {"[]a]", "]", true}, {"[!]a]", "]", false}, {"[a-]", "-", true}, {"[[:digit:]]*", "7x", true}, {"[[:alpha:]]", "é", true},
		{"[", "[", true}, {"[a", "[a", true}, {"a[", "a[", true}, {`\*`, "*", true}, {`\*`, "a", false}, {`[\]]`, "]", true}, {`[\\]`, `\`, true},
		{"[[.-.]]", "-", true}, {"[[=a=]b]", "a", true}, {"*a*b*c", "xaybzc", true}, {"*a*b*c", "xaybz", false}, {"[z-a]", "z", false},
		{"[[:nope:]]", "n", false}, {"a**b", "ab", true}, {"[é-ü]", "ö", true}, {"[a-z]", "B", false},
		{"@(a|b)", "a", true}, {"@(a|b)", "ab", false}, {"*(a|b)", "abba", true}, {"*(a|b)", "", true}, {"+(a)", "", false}, {"+(ab|c)", "abcab", true},
		{"?(x)y", "y", true}, {"?(x)y", "xxy", false}, {"!(a)", "a", false}, {"!(a)", "b", true}, {"!(a)", "", true}, {"!(a|b*)c", "bxc", false},
		{"!(*.c)", "x.h", true}, {"!(*.c)", "x.c", false}, {"*!(x)", "x", true}, {"@(a|@(b|c)d)", "cd", true}, {"@(", "@(", true}, {"@(a", "@(a", true},
		{"a!(b)c", "abc", false}, {"a!(b)c", "ac", true}, {"+(a|aa)b", strings.Repeat("a", 50) + "c", false}, {"@([|])", "|", true}, {`@(a\)b)`, "a)b", true},
	} {
		if got := Glob(c.pat, ExtGlob).Match(c.text); got != c.want {
			t.Errorf("Glob(%q).Match(%q) = %v", c.pat, c.text, got)
		}
	}
}

func TestGlobFlags(t *testing.T) {
	for _, c := range []struct {
		pat, text string
		flags     Flags
		want      bool
	}{
		{"A*", "abc", IgnoreCase, true}, {"[A-C]", "b", IgnoreCase, true}, {"É", "é", IgnoreCase, true}, {"*", "a/b", PathName, false}, {"a?b", "a/b", PathName, false},
		{"*/*", "a/b", PathName, true}, {"*", ".a", Period, false}, {"?a", ".a", Period, false}, {".*", ".a", Period, true}, {"[.]a", ".a", Period, false},
		{"a*", "a.b", Period, true}, {"*/*", "a/.b", PathName | Period, false}, {`\a`, `\a`, NoEscape, true}, {"@(a)", "@(a)", 0, true}, {"!(a)", "b", 0, false},
	} {
		if got := Glob(c.pat, c.flags).Match(c.text); got != c.want {
			t.Errorf("Glob(%q, %b).Match(%q) = %v", c.pat, c.flags, c.text, got)
		}
	}
}

// ${s#pat} ${s##pat} ${s%pat} ${s%%pat} and the leftmost longest match.
func TestGlobPieces(t *testing.T) {
	for _, c := range []struct {
		pat, text                            string
		short, long, shortSuffix, longSuffix int
		findStart, findEnd                   int
		found                                bool
	}{
		{"a*", "aab", 1, 3, 1, 0, 0, 3, true},
		{"*b", "abab", 2, 4, 3, 0, 0, 4, true},
		{"?", "éé", 2, 2, 2, 2, 0, 2, true},
		{"b", "abc", -1, -1, -1, -1, 1, 2, true},
		{"+(a)", "xaab", -1, -1, -1, -1, 1, 3, true},
		{"x*y", "axbyxcy", -1, -1, 4, 1, 1, 7, true},
		{"z", "abc", -1, -1, -1, -1, 0, 0, false},
		{"[bc]?(d)", "abcd", -1, -1, 2, 2, 1, 2, true},
	} {
		m := Glob(c.pat, ExtGlob)
		if got := m.Prefix(c.text, false); got != c.short {
			t.Errorf("%q shortest prefix of %q: %d, want %d", c.pat, c.text, got, c.short)
		}
		if got := m.Prefix(c.text, true); got != c.long {
			t.Errorf("%q longest prefix of %q: %d, want %d", c.pat, c.text, got, c.long)
		}
		if got := m.Suffix(c.text, false); got != c.shortSuffix {
			t.Errorf("%q shortest suffix of %q: %d, want %d", c.pat, c.text, got, c.shortSuffix)
		}
		if got := m.Suffix(c.text, true); got != c.longSuffix {
			t.Errorf("%q longest suffix of %q: %d, want %d", c.pat, c.text, got, c.longSuffix)
		}
		if s, e, ok := m.Find(c.text, 0); s != c.findStart || e != c.findEnd || ok != c.found {
			t.Errorf("%q in %q: %d %d %v", c.pat, c.text, s, e, ok)
		}
	}
}

// FuzzGlob holds the fast star matcher against the set matcher, and Quote against both.
func FuzzGlob(f *testing.F) {
	for _, s := range []string{"a*b", "[!x]?", "*(a|b)", `\[a`, "!(a)*", "[[:alpha:]-]"} {
		f.Add(s, "aab")
	}
	f.Fuzz(func(t *testing.T, pat, text string) {
		if len(pat) > 40 || len(text) > 60 {
			return
		}
		m := Glob(pat, ExtGlob)
		got := m.Match(text)
		r := runner{m: m, s: text, budget: globBudget}
		if m.kind == general {
			ends := r.forward(m.seq, []int{0})
			if want := len(ends) > 0 && ends[len(ends)-1] == len(text); got != want {
				t.Fatalf("Match(%q, %q) = %v, sets say %v", pat, text, got, want)
			}
			starts := r.backward(m.seq, []int{len(text)})
			if back := len(starts) > 0 && starts[0] == 0; got != back {
				t.Fatalf("Match(%q, %q) = %v, backwards %v", pat, text, got, back)
			}
		}
		if !Glob(Quote(text), ExtGlob).Match(text) {
			t.Fatalf("Quote(%q) does not match", text)
		}
	})
}
