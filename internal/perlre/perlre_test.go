package perlre

import (
	"fmt"
	"strings"
	"testing"
)

// Expected values are those of perl -e 'print "$-[0] $+[0]" if $ARGV[1] =~ /$ARGV[0]/'.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		re, text, want string
	}{
		{`(a+)\1b`, "caaaab", "[1 6 1 3]"},
		{`foo(?!bar)`, "foobar food", "[7 10]"},
		{`(?<=\d{2})x`, "1x 22x", "[5 6]"},
		{`(?<n>a|b)(?:c)\k<n>`, "acb bcb", "[4 7 4 5]"},
		{`\((?:[^()]|(?R))*\)`, "x(a(b)c)y", "[1 8]"},
		{`(?>a+)ab`, "aaab", "[]"},
		{`a*?b`, "aab", "[0 3]"},
		{`(?i)STRASSE`, "die Strasse", "[4 11]"},
		{`foo\Kbar`, "foobar", "[3 6]"},
	} {
		re, err := Compile(c.re, false)
		if err != nil {
			t.Errorf("%s: %v", c.re, err)
			continue
		}
		if got := fmt.Sprint(re.Find([]byte(c.text))); got != c.want {
			t.Errorf("%s in %q: %s, want %s", c.re, c.text, got, c.want)
		}
	}
}

func TestNamesAndFrom(t *testing.T) {
	re, err := Compile(`(?<=a)(?<x>b)(c)?`, false)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(re.Names(), ","); got != ",x," {
		t.Errorf("names %q", got)
	}
	if got := fmt.Sprint(re.FindFrom([]byte("abab"), 2)); got != "[3 4 3 4 -1 -1]" {
		t.Errorf("from 2: %s", got)
	}
}

// What would take for ever is given up, and nesting has a bound.
func TestHostile(t *testing.T) {
	re, err := Compile(`^(a+)+$(?=b)`, false)
	if err != nil {
		t.Fatal(err)
	}
	if re.Find([]byte(strings.Repeat("a", 60)+"!")) != nil || !re.Over() {
		t.Error("the budget did not end the search")
	}
	if _, err := Compile(strings.Repeat("(", 100_000), false); err == nil {
		t.Error("100,000 open groups were taken")
	}
}
