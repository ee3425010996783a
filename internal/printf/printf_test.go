package printf

import (
	"flag"
	"os/exec"
	"strings"
	"testing"
	"time"
)

var confirm = flag.Bool("confirm", false, "check the expected values against the host's /usr/bin/printf")

// The expected output is that of coreutils' printf 9.1 in C.UTF-8.
func TestGNU(t *testing.T) {
	for _, c := range []struct {
		format string
		args   []string
		out    string
		failed bool
	}{
		{"%s-%s\n", []string{"a", "b", "c"}, "a-b\nc-\n", false},
		{"%d %i %u %x %X %o\n", []string{"10", "-3", "7", "255", "255", "8"}, "10 -3 7 ff FF 10\n", false},
		{"[%5s][%-5s][%.2s]\n", []string{"ab", "ab", "abc"}, "[   ab][ab   ][ab]\n", false},
		{"[%05d][%+d][%.3d][%8.3d]\n", []string{"42", "7", "5", "-6"}, "[00042][+7][005][    -006]\n", false},
		{"%#x %#o\n", []string{"255", "8"}, "0xff 010\n", false},
		{"%f %.2f %e %g %G\n", []string{"1.5", "2.345", "12345.678", "0.0001", "1e20"}, "1.500000 2.35 1.234568e+04 0.0001 1E+20\n", false},
		{"%.20f\n", []string{"0.1"}, "0.10000000000000000000\n", false},
		{"%a\n", []string{"1"}, "0x8p-3\n", false},
		{"%c%c\n", []string{"xyz", "é"}, "x\xc3\n", false},
		{`\101\x41\n\t|`, nil, "AA\n\t|", false},
		{"%b", []string{`a\0101\n`}, "aA\n", false},
		{"%b|%s", []string{`a\cb`, "x"}, "a", false},
		{"%d\n", []string{"12abc"}, "12\n", true},
		{"%d\n", []string{"abc"}, "0\n", true},
		{"%d\n", []string{"0x1f"}, "31\n", false},
		{"%d\n", []string{"'A"}, "65\n", false},
		{"%d\n", []string{"99999999999999999999"}, "9223372036854775807\n", true},
		{"%*d|%-*d|\n", []string{"4", "7", "4", "7"}, "   7|7   |\n", false},
		{"100%%\n", nil, "100%\n", false},
		{"%s\n", nil, "\n", false},
		{"%.0f %.0f %.0f\n", []string{"0.5", "1.5", "2.5"}, "0 2 2\n", false},
		{"%f %F %e\n", []string{"inf", "-inf", "nan"}, "inf -INF nan\n", false},
		{"%5.1f|%-7.2f|%07.2f\n", []string{"3.14159", "2.5", "-1.5"}, "  3.1|2.50   |-001.50\n", false},
	} {
		res := Format(c.format, c.args, Options{GNU: true})
		if string(res.Out) != c.out || res.Failed != c.failed {
			t.Errorf("printf %q %q: %q (failed %v: %v), want %q", c.format, c.args, res.Out, res.Failed, res.Errors, c.out)
		}
		if *confirm {
			cmd := exec.Command("/usr/bin/printf", append([]string{c.format}, c.args...)...)
			cmd.Env = []string{"LC_ALL=C.UTF-8"}
			out, err := cmd.Output()
			if string(out) != c.out || (err != nil) != c.failed {
				t.Errorf("the host's printf %q %q: %q (%v), not %q", c.format, c.args, out, err, c.out)
			}
		}
	}
}

func TestHooks(t *testing.T) {
	opt := Options{
		Quote: func(s string) string { return "<" + s + ">" },
		Time:  func(layout string, t time.Time) string { return layout + t.UTC().Format("@15:04") },
		Now:   func() time.Time { return time.Unix(3600, 0) },
		Start: func() time.Time { return time.Unix(7200, 0) },
	}
	res := Format("%6q|%(x)T|%(y)T|%(z)T", []string{"a", "60", "-1", "-2"}, opt)
	if got, want := string(res.Out), "   <a>|x@00:01|y@01:00|z@02:00"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Widths, precisions and exponents that would only fill memory are refused or cut.
func TestHostile(t *testing.T) {
	for _, c := range []struct {
		format string
		args   []string
	}{
		{"%99999999999d", []string{"1"}}, {"%*d", []string{"99999999999", "1"}}, {"%.99999999f", []string{"1"}}, {"%f", []string{"1e999999999"}},
		{"%g", []string{"1e-999999999"}}, {"%a", []string{"0x1p99999999"}}, {"%s", []string{strings.Repeat("9", 1<<20)}}, {"%d", []string{strings.Repeat("9", 1<<20)}},
		{"%f", []string{strings.Repeat("9", 1<<20)}},
	} {
		start := time.Now()
		res := Format(c.format, c.args, Options{MaxOutput: 1 << 20})
		if len(res.Out) > 3<<20 || time.Since(start) > 5*time.Second {
			t.Errorf("%q: %d bytes in %v", c.format, len(res.Out), time.Since(start))
		}
	}
}

func FuzzFormat(f *testing.F) {
	f.Add("%5.3d %-*s %b %g\n", "1", "x")
	f.Add(`%\x4%(`, "'", "-0x1p-3")
	f.Fuzz(func(t *testing.T, format, a, b string) {
		Format(format, []string{a, b}, Options{MaxOutput: 1 << 16, Quote: func(s string) string { return s }})
	})
}
