package npm_test

import (
	"bytes"
	"context"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sandpit-dev/sandpit"
)

var (
	confirm = flag.Bool("confirm", false, "run the cases that do not say otherwise with the host's npm, too")
	record  = flag.Bool("record", false, "write what the box prints into testdata/npm.t")
)

// testCase is one script of testdata/npm.t with what it prints.
type testCase struct{ name, script, want string }

// readCases reads "### name", the script, "---", the output.
func readCases(t *testing.T) []testCase {
	text, err := os.ReadFile("testdata/npm.t")
	if err != nil {
		t.Fatal(err)
	}
	var cases []testCase
	for _, part := range strings.Split("\n"+string(text), "\n### ")[1:] {
		name, rest, _ := strings.Cut(part, "\n")
		script, want, _ := strings.Cut(rest, "\n---\n")
		cases = append(cases, testCase{name, script, strings.TrimSuffix(want, "\n")})
	}
	return cases
}

var volatile = []struct {
	re   *regexp.Regexp
	with string
}{
	{regexp.MustCompile(` in \d+(\.\d+)?(ms|s|m)\b`), " in T"},
	{regexp.MustCompile(`(?m)^npm error A complete log .*\n?`), ""},
	{regexp.MustCompile(`http://127\.0\.0\.1:\d+`), "http://registry.test"},
	{regexp.MustCompile(`(?m)^npm (error|warn|notice) *$`), "npm $1"},
}

func settle(s string) string {
	for _, v := range volatile {
		s = v.re.ReplaceAllString(s, v.with)
	}
	return strings.TrimSuffix(s, "\n")
}

func newBox(t testing.TB, h http.Handler) *sandpit.Sandbox {
	t.Helper()
	sb, err := sandpit.Create(context.Background(), sandpit.Options{
		Files:   map[string]string{"/home/user/.npmrc": "registry=http://registry.test/\naudit=false\nfund=false\nupdate-notifier=false\n"},
		Network: sandpit.Network{Hosts: map[string]http.Handler{"registry.test": h}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sb.Close() })
	return sb
}

// TestNpm runs the cases of testdata/npm.t in a box whose registry is a handler of the test. With -confirm the host's npm
// runs them, too, with the same registry; a case named with a star is ours alone.
func TestNpm(t *testing.T) {
	h := registry(t, fixtures())
	cases := readCases(t)
	var out strings.Builder
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			sb := newBox(t, h)
			var text bytes.Buffer
			res, err := sb.Run(context.Background(), "exec 2>&1\nmkdir /tmp/p; cd /tmp/p\n"+c.script, sandpit.WithTimeout(30*time.Second), sandpit.WithStdout(&text))
			if err != nil {
				t.Fatal(err, res.Stderr)
			}
			got := settle(text.String())
			out.WriteString("### " + c.name + "\n" + c.script + "\n---\n" + got + "\n\n")
			if d := cmp.Diff(strings.TrimRight(c.want, "\n"), strings.TrimRight(got, "\n")); d != "" && !*record {
				t.Error(d)
			}
			if *confirm && !strings.HasSuffix(c.name, "*") {
				if d := cmp.Diff(strings.TrimRight(hostNpm(t, h, c.script), "\n"), strings.TrimRight(got, "\n")); d != "" {
					t.Errorf("the host's npm:\n%s", d)
				}
			}
		})
	}
	if *record {
		if err := os.WriteFile("testdata/npm.t", []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func hostNpm(t *testing.T, h http.Handler, script string) string {
	t.Helper()
	srv := httptest.NewServer(h)
	defer srv.Close()
	home := t.TempDir()
	rc := "registry=" + srv.URL + "/\naudit=false\nfund=false\nupdate-notifier=false\nomit-lockfile-registry-resolved=false\ncache=" + home + "/cache\n"
	if err := os.WriteFile(filepath.Join(home, ".npmrc"), []byte(rc), 0o644); err != nil {
		t.Fatal(err)
	}
	os.RemoveAll("/tmp/p")
	defer os.RemoveAll("/tmp/p")
	cmd := exec.Command("bash", "-c", "exec 2>&1\nmkdir /tmp/p; cd /tmp/p\n"+script)
	cmd.Env = []string{"HOME=" + home, "PATH=/usr/local/bin:/usr/bin:/bin", "NO_COLOR=1", "LC_ALL=C.UTF-8", "npm_config_userconfig=" + home + "/.npmrc", "npm_config_globalconfig=/nonexistent"}
	got, _ := cmd.Output() // the script says itself what went wrong
	return settle(string(got))
}
