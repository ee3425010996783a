package pathpattern_test

import (
	"strings"
	"testing"

	"github.com/sandpit-dev/sandpit/internal/pathpattern"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"a/b", "a/b", true}, {"a/b", "a", false}, {"a", "a/b", false}, {"a/*.go", "a/x.go", true}, {"*/b", "a/c/b", false},
		{"**", "a/b/c", true}, {"**/c", "c", true}, {"**/c", "a/b/c", true}, {"a/**", "a", true}, {"a/**/c", "a/c", true}, {"a/**/c", "a/b/b/c", true},
		{"a/**/c", "a/c/d", false}, {"**/a/**/b", "x/a/y/a/b", true}, {"**/**/x", "x", true}, {"[", "[", false}, {"a**", "abc", true},
	} {
		if got := pathpattern.Match(strings.Split(c.pattern, "/"), strings.Split(c.path, "/")); got != c.want {
			t.Errorf("%s against %s: %v", c.pattern, c.path, got)
		}
	}
	if pathpattern.Match(strings.Split(strings.Repeat("**/a/", 2000)+"b", "/"), strings.Split(strings.Repeat("a/", 5000)+"c", "/")) {
		t.Error("matches")
	}
}
