package redact_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sandpit-dev/sandpit/internal/redact"
)

func TestText(t *testing.T) {
	const mask = redact.Mask
	for in, want := range map[string]string{
		"plain words":                           "plain words",
		"a=b c=d":                               "a=b c=d",
		"TOKEN=sk-live-123":                     "TOKEN=" + mask,
		"export GH_TOKEN='a b'; echo hi":        "export GH_TOKEN=" + mask + "; echo hi",
		"--password=hunter2":                    "--password=" + mask,
		"Authorization: Bearer abc.def":         "Authorization: " + mask,
		"curl -H 'X-Api-Key: 123' http://h/":    "curl -H 'X-Api-Key: " + mask + "' http://h/",
		"Bearer abcdefgh":                       "Bearer " + mask,
		"basic training":                        "basic " + mask, // rather one word too many
		"http://u:p@h/?key=1&q=2#f":             "http://" + mask + "@h/?key=" + mask + "&q=2#f",
		"https://h/x?access_token=1&sig=2":      "https://h/x?access_token=" + mask + "&sig=" + mask,
		"x\n{\"level\":\"info\"}":               `x\n{"level":"info"}`,
		"\x1b[2K\x1b[1A fake":                   `\x1b[2K\x1b[1A fake`,
		"\u202e gnp.exe":                        `\u202e gnp.exe`,
		"bad \xff utf-8":                        `bad \xff utf-8`,
		"a\x00b":                                `a\x00b`,
		"snow ☃":                                "snow ☃",
		"http://x/\r\nINFO granted":             `http://x/\r\nINFO granted`,
		strings.Repeat("A", 1000):               strings.Repeat("A", 256) + "...",
		strings.Repeat("A", 250) + " TOKEN=abc": strings.Repeat("A", 250) + " TOKEN" + "...",
	} {
		if got := redact.Text(in); got != want {
			t.Errorf("Text(%q)\n got %q\nwant %q", in, got, want)
		}
	}
}

func TestArgs(t *testing.T) {
	got := redact.Args([]string{"curl", "-u", "user:pass", "-u", "just", "--token", "t0k", "-H", "Cookie: a=b", "-d", "x\ny"})
	want := []string{"curl", "-u", "user:" + redact.Mask, "-u", "just", "--token", redact.Mask, "-H", "Cookie: " + redact.Mask, "-d", `x\ny`}
	if !slices.Equal(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
	if got := redact.Args(make([]string, 100)); len(got) != 33 || got[32] != "..." {
		t.Errorf("100 words: %d, last %q", len(got), got[len(got)-1])
	}
	args := []string{"TOKEN=x"}
	redact.Args(args)
	if args[0] != "TOKEN=x" {
		t.Error("the argv itself was changed")
	}
}

func TestHeader(t *testing.T) {
	for name, want := range map[string]string{
		"Authorization": redact.Mask, "Set-Cookie": redact.Mask, "X-Auth-Token": redact.Mask,
		"Content-Type": "text/plain", "Accept": "text/plain",
	} {
		if got := redact.Header(name, "text/plain"); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// Whatever goes in, what comes out is one bounded, printable line.
func FuzzText(f *testing.F) {
	f.Add("TOKEN=abc", 3)
	f.Add("http://u:p@h/", 250)
	f.Fuzz(func(t *testing.T, s string, pad int) {
		pad = max(0, min(pad, 600))
		got := redact.Text(strings.Repeat("x", pad) + s)
		if len(got) > 4*256+3 {
			t.Errorf("%d bytes", len(got))
		}
		if redact.Printable(got) != got {
			t.Errorf("%q is not printable", got)
		}
	})
}
