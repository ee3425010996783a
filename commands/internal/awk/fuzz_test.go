package awk

import "testing"

// FuzzParse feeds the parser and the compiler: any text gives a program or a *SyntaxError.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`{ print $1 }`, `BEGIN { while (("ls" | getline x) > 0) n++ }`, `/a[/]b/ { gsub(/x/, "&") }`, `function f(a, b) { return a[b] }`,
		`BEGIN { print (1, 2) in a, -x ^ 2, !x ~ y, $i++ }`, "BEGIN { for (k in a) delete a[k] }\n\n# c\nEND { printf \"%s\" , x > \"o\" }",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if _, err := Parse([]Source{{Text: src}}); err != nil && !IsSyntax(err) {
			t.Fatalf("%q: %v", src, err)
		}
	})
}
