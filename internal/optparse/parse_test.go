package optparse

import (
	"strings"
	"testing"
)

var sample = Define("ls", "[OPTION]... [FILE]...", "List.", `
-a, --all           all
-A, --almost-all    almost
-n, --lines=NUM     lines
-i[SUF], --in-place[=SUF]  edit
    --color[=WHEN]  colour
    --context       context
-r, -R, --recursive  recursive
                    and more
-o FILE             file
!--secret           hidden
`).Digits()

func show(r *Result) string {
	var b strings.Builder
	for _, m := range r.Options {
		b.WriteString(m.Key)
		if m.HasValue {
			b.WriteString("=" + m.Value)
		}
		b.WriteByte(' ')
	}
	return b.String() + "| " + strings.Join(r.Args, " ")
}

func TestParse(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"-a -A f", "a A | f"},
		{"-aAn5 f", "a A n=5 | f"},
		{"-n 5 f -a", "n=5 a | f"},
		{"f -- -a", "| f -a"},
		{"--lines=3 --lines 4 --li=5", "n=3 n=4 n=5 | "},
		{"--all", "a | "},
		{"--in-place -i.bak -i x --in-place=", "i i=.bak i i= | x"},
		{"--col=always --color never", "color=always color | never"},
		{"-12 -a5", "digits=12 a digits=5 | "},
		{"-R --rec -o- -", "r r o=- | -"},
		{"--sec", "secret | "},
		{"-a --help -y", "a help | "},
	} {
		r, err := sample.Parse(strings.Fields(tt.in))
		if err != nil {
			t.Errorf("%q: %v", tt.in, err)
			continue
		}
		if got := show(r); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.in, got, tt.want)
		}
	}
}

// The texts are those of ls and head of coreutils 9.1 over glibc 2.36.
func TestErrors(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"-y", "invalid option -- 'y'"},
		{"-ay", "invalid option -- 'y'"},
		{"--foo", "unrecognized option '--foo'"},
		{"--foo=bar", "unrecognized option '--foo=bar'"},
		{"--co", "option '--co' is ambiguous; possibilities: '--color' '--context'"},
		{"--al", "option '--al' is ambiguous; possibilities: '--all' '--almost-all'"},
		{"--all=x", "option '--all' doesn't allow an argument"},
		{"--lines", "option '--lines' requires an argument"},
		{"-n", "option requires an argument -- 'n'"},
	} {
		_, err := sample.Parse(strings.Fields(tt.in))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%q: got %v, want %q", tt.in, err, tt.want)
		}
	}
}

func TestOrder(t *testing.T) {
	posix := Define("env", "", "", "-i  clear\n-u NAME  unset").Posix()
	r, err := posix.Parse([]string{"-i", "-uX", "cmd", "-i"})
	if err != nil || show(r) != "i u=X | cmd -i" {
		t.Errorf("posix: %v %q", err, show(r))
	}
	neg := Define("seq", "", "", "-s, --separator=S  sep\n-w  width").Negatives()
	r, err = neg.Parse([]string{"-w", "-s,", "-1", "-w"})
	if err != nil || show(r) != "w s=, | -1 -w" {
		t.Errorf("negatives: %v %q", err, show(r))
	}
}

func TestHelp(t *testing.T) {
	want := `Usage: ls [OPTION]... [FILE]...
List.

  -a, --all                 all
`
	if got := sample.HelpText("ls"); !strings.HasPrefix(got, want) || strings.Contains(got, "secret") {
		t.Errorf("got %s", got)
	}
}
