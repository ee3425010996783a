package dockerfile_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sandpit-dev/sandpit/dockerfile"
)

func TestParse(t *testing.T) {
	text := "# syntax=docker/dockerfile:1\n# escape=\\\n\n# a comment\nFROM --platform=linux/amd64 sandpit AS build\n" +
		"run echo a && \\\n    # between\n\n  echo b   \n" +
		"CMD [\"node\", \"a b.js\"]\nENTRYPOINT [not json\nCOPY --chown=1:2 --chmod=755 a b /c/\n" +
		"COPY <<-'EOF' <<two /d/\n\tone $X\nEOF\n2\ntwo\nRUN cat <<<x; a=$((1<<2))\nWORKDIR\t/x\nEXPOSE 80"
	got, err := dockerfile.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	want := []dockerfile.Instruction{
		{Line: 5, Name: "FROM", Flags: []dockerfile.Flag{{Name: "platform", Value: "linux/amd64"}}, Text: "sandpit AS build"},
		{Line: 6, Name: "RUN", Text: "echo a &&   echo b"},
		{Line: 10, Name: "CMD", Text: `["node", "a b.js"]`, JSON: []string{"node", "a b.js"}},
		{Line: 11, Name: "ENTRYPOINT", Text: "[not json"},
		{Line: 12, Name: "COPY", Flags: []dockerfile.Flag{{Name: "chown", Value: "1:2"}, {Name: "chmod", Value: "755"}}, Text: "a b /c/"},
		{Line: 13, Name: "COPY", Text: "<<-'EOF' <<two /d/", Heredoc: []dockerfile.Heredoc{{Name: "EOF", Content: "one $X\n", Literal: true}, {Name: "two", Content: "2\n"}}},
		{Line: 18, Name: "RUN", Text: "cat <<<x; a=$((1<<2))"},
		{Line: 19, Name: "WORKDIR", Text: "/x"},
		{Line: 20, Name: "EXPOSE", Text: "80"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got, err := dockerfile.Parse("# escape=`\nRUN a `\n b\\\nCMD x"); err != nil || len(got) != 2 || got[0].Text != `a  b\` {
		t.Errorf("escape: %+v, %v", got, err)
	}
	for text, want := range map[string]string{
		"# escape=x\nFROM a":                    "line 1: escape=x",
		"FROM a\nRUN <<EOF\nx":                  "line 2: the document <<EOF has no end",
		strings.Repeat("RUN a\n", 10_001):       "line 10001: more than 10000 instructions",
		"FROM x\n" + strings.Repeat(" ", 1<<20): "longer than",
	} {
		if _, err := dockerfile.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

func TestExpand(t *testing.T) {
	vars := map[string]string{"A": "a b", "EMPTY": "", "x1": "1"}
	lookup := func(name string) (string, bool) { v, ok := vars[name]; return v, ok }
	for in, want := range map[string]string{
		"plain": "plain", "$A-$x1": "a b-1", "${A}c": "a bc", `\$A`: "$A", `'$A'`: "$A", `"$A"`: "a b", `"\$A\n"`: `$A\n`, `a\ b`: "a b",
		"${NO:-d}": "d", "${NO-d}": "d", "${EMPTY:-d}": "d", "${EMPTY-d}": "", "${A:+x}": "x", "${NO:+x}": "", "${NO:-${A}}": "a b", "$": "$", "$1": "$1", "${NO:-'}'}": "}",
	} {
		if got, err := dockerfile.Expand(in, lookup); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", in, got, err, want)
		}
	}
	for _, in := range []string{"${", "${A", "${A:?x}", "'a", `"a`, "${A:-", strings.Repeat("${A:+", 60) + strings.Repeat("}", 60)} {
		if got, err := dockerfile.Expand(in, lookup); err == nil {
			t.Errorf("%.20s: %q and no error", in, got)
		}
	}
}

func TestPairs(t *testing.T) {
	got, err := dockerfile.Pairs(`a=1 b="x y" c='z' d=a\ b`)
	if want := [][2]string{{"a", "1"}, {"b", `"x y"`}, {"c", `'z'`}, {"d", `a\ b`}}; err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := dockerfile.Pairs(`name the rest  of it`); err != nil || !cmp.Equal(got, [][2]string{{"name", "the rest  of it"}}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, in := range []string{"", "a", "a=1 b", `a="1`, "=x"} {
		if got, err := dockerfile.Pairs(in); err == nil {
			t.Errorf("%q: %v and no error", in, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("FROM a\nRUN <<E\nx\nE\nENV a=${b:-c}")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := dockerfile.Parse(text)
		if err != nil {
			return
		}
		for _, in := range list {
			if in.Line < 1 || in.Line > 1+strings.Count(text, "\n") {
				t.Fatalf("line %d", in.Line)
			}
			words, _ := dockerfile.Words(in.Text)
			for _, w := range words {
				dockerfile.Expand(w, func(string) (string, bool) { return w, true })
			}
		}
	})
}
