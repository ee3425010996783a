package pattern

import (
	"flag"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

var confirm = flag.Bool("confirm", false, "check the expected values against the host's sed")

// Matches are shown as GNU sed 4.9 shows them: every match in angle brackets (s//<&>/g).
var regexpCases = []struct {
	ext             bool
	src, text, want string
}{
	{false, "a*", "baac", "<>b<aa>c<>"}, {false, `a\+`, "baac", "b<aa>c"}, {false, "a+", "a+b", "<a+>b"}, {true, "a+", "aab", "<aa>b"},
	{false, "*a", "*ab", "<*a>b"}, {false, `\(*a\)`, "*ab", "<*a>b"}, {false, "^*a", "*ab", "<*a>b"}, {false, `a\{2\}`, "aaa", "<aa>a"}, {true, "a{2,}", "aaab", "<aaa>b"},
	{true, "a|ab", "abc", "<ab>c"}, {false, `a\|ab`, "abc", "<ab>c"}, {true, "(a|ab)(c|bcd)", "abcd", "<abcd>"}, {true, "x*", "abc", "<>a<>b<>c<>"},
	{false, "a^b", "a^b", "<a^b>"}, {false, "a$b", "a$b", "<a$b>"}, {true, "a$|b", "ba", "<b><a>"}, {false, `\(^a\)`, "aa", "<a>a"}, {false, `[]a]`, "a]b", "<a><]>b"},
	{false, `[^]a]`, "a]b", "a]<b>"}, {false, `[a\]`, `\a`, `<\><a>`}, {true, `[[:upper:]_]+`, "aB_c", "a<B_>c"}, {false, `[[.hyphen.]a]`, "-b", "<->b"}, {true, `\bfoo\b`, "foo food", "<foo> food"},
	{true, `\<f`, "f of fa", "<f> of <f>a"}, {true, `f\>`, "f of fa", "<f> o<f> fa"}, {true, `\<`, "ab cd", "<>ab <>cd"}, {true, `\w+`, "é_1-x", "<é_1>-<x>"}, {true, `\s`, "a b", "a< >b"},
	{false, `\(a\)\1`, "aab", "<aa>b"}, {true, `(a|b)\1`, "abb", "a<bb>"}, {true, `(a*)\1b`, "aaaab", "<aaaab>"}, {true, `^(.*)x\1$`, "abxab", "<abxab>"}, {true, `()a`, "ba", "b<a>"},
	{true, `a{,2}`, "aaa", "<aa><a>"}, {true, `\.`, "a.b", "a<.>b"}, {true, `[.]`, "a.b", "a<.>b"}, {true, `a.c`, "aéc", "<aéc>"}, {false, `a\.c`, "abc", "abc"},
	{true, `(ab)*`, "ababc", "<abab>c<>"}, {true, `a?b`, "bab", "<b><ab>"}, {true, `(^|x)a`, "axa", "<a><xa>"}, {true, "[a-c]", "abcd", "<a><b><c>d"}, {false, `\n*`, "ab", "<>a<>b<>"},
}

func TestRegexp(t *testing.T) {
	for _, c := range regexpCases {
		if strings.Contains(c.src, `\n`) {
			continue // sed takes this for a newline
		}
		c.src = strings.Replace(c.src, "hyphen", "-", 1)
		if *confirm {
			mode := "-n"
			if c.ext {
				mode = "-nE"
			}
			cmd := exec.Command("sed", mode, fmt.Sprintf("s\x01%s\x01<&>\x01g;p", c.src))
			cmd.Env = []string{"LC_ALL=C.UTF-8"}
			cmd.Stdin = strings.NewReader(c.text)
			out, err := cmd.Output()
			if err != nil || string(out) != c.want {
				t.Errorf("sed says %q (%v) for %q on %q, not %q", out, err, c.src, c.text, c.want)
			}
		}
		compileFn := BRE
		if c.ext {
			compileFn = ERE
		}
		re, err := compileFn(c.src, 0)
		if err != nil {
			t.Errorf("%q: %v", c.src, err)
			continue
		}
		check := func(re *Regexp, how string) {
			var b strings.Builder
			pos := 0
			for _, m := range re.FindAllSubmatchIndex([]byte(c.text), -1) {
				b.WriteString(c.text[pos:m[0]] + "<" + c.text[m[0]:m[1]] + ">")
				pos = m[1]
			}
			b.WriteString(c.text[pos:])
			if b.String() != c.want {
				t.Errorf("%s: %q on %q: %s, want %s", how, c.src, c.text, b.String(), c.want)
			}
			if re.Match([]byte(c.text)) != strings.Contains(c.want, "<") || re.MatchString(c.text) != strings.Contains(c.want, "<") {
				t.Errorf("%s: Match of %q on %q is wrong", how, c.src, c.text)
			}
		}
		check(re, "compiled")
		// The backtracking matcher must agree where both can run.
		p := regexpParser{src: c.src, extended: c.ext}
		n, err := p.alternatives(0)
		if err != nil {
			t.Fatal(err)
		}
		check(&Regexp{prog: n, groups: p.groups}, "backtracking")
	}
}

func TestRegexpErrors(t *testing.T) {
	for _, c := range []struct {
		ext       bool
		flags     Flags
		src, want string
	}{
		{true, 0, "(", `Unmatched ( or \(`}, {true, 0, ")", `Unmatched ) or \)`}, {false, 0, `\(`, `Unmatched ( or \(`}, {false, 0, `\)`, `Unmatched ) or \)`},
		{true, 0, "[", "Unmatched [, [^, [:, [., or [="}, {true, 0, "[[:foo:]]", "Invalid character class name"}, {true, 0, "[b-a]", "Invalid range end"},
		{true, 0, `a\`, "Trailing backslash"}, {true, 0, `\1`, "Invalid back reference"}, {true, 0, `(a\1)`, "Invalid back reference"}, {false, 0, `a\{1`, `Unmatched \{`},
		{false, 0, `a\{2,1\}`, `Invalid content of \{\}`}, {true, 0, "a{99999}", "Regular expression too big"}, {true, Strict, "*a", "Invalid preceding regular expression"},
		{true, Strict, "a|*b", "Invalid preceding regular expression"}, {true, Strict, "a{1", `Unmatched \{`}, {false, 0, "*", ""}, {true, Strict, ")", ""}, {true, 0, "*a", ""},
		{true, 0, strings.Repeat("(", 300), "Regular expression too big"},
	} {
		compileFn := BRE
		if c.ext {
			compileFn = ERE
		}
		_, err := compileFn(c.src, c.flags)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q: error %q, want %q", c.src, got, c.want)
		}
	}
}

func TestRegexpFlags(t *testing.T) {
	re, err := ERE("^É(b)$", IgnoreCase|Multiline)
	if err != nil {
		t.Fatal(err)
	}
	if got := re.FindSubmatchIndex([]byte("x\néB\ny")); !slices.Equal(got, []int{2, 5, 4, 5}) {
		t.Errorf("got %v", got)
	}
	if re := Fixed("a.B", IgnoreCase); !re.MatchString("xA.bx") || re.MatchString("aXb") {
		t.Error("Fixed")
	}
	if !slices.Equal(must(t, `(a)|(b)`).FindSubmatchIndex([]byte("b")), []int{0, 1, -1, -1, 0, 1}) {
		t.Error("groups that took no part")
	}
	if re := must(t, QuoteERE("a.*[x]{2}|^$\\")); !re.MatchString("a.*[x]{2}|^$\\") {
		t.Error("QuoteERE")
	}
}

func must(t *testing.T, src string) *Regexp {
	t.Helper()
	re, err := ERE(src, 0)
	if err != nil {
		t.Fatal(err)
	}
	return re
}

// FuzzRegexp looks for panics and for expressions that run for ever.
func FuzzRegexp(f *testing.F) {
	for _, c := range regexpCases {
		f.Add(c.src, c.text, c.ext)
	}
	f.Fuzz(func(t *testing.T, src, text string, ext bool) {
		if len(src) > 60 || len(text) > 100 {
			return
		}
		re, err := compile(src, 0, ext)
		if err != nil {
			return
		}
		re.FindAllSubmatchIndex([]byte(text), 100)
	})
}
