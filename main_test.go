package sandpit_test

import (
	"context"
	"testing"

	"go.uber.org/goleak"

	"github.com/sandpit-dev/sandpit"
)

// Every test of this package leaves no goroutine behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// create boots a box that is closed with the test.
func create(t testing.TB, opts sandpit.Options) *sandpit.Sandbox {
	t.Helper()
	sb, err := sandpit.Create(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := sb.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return sb
}

// sh runs a script and returns its standard output; anything else than status 0 fails the test.
func sh(t testing.TB, sb *sandpit.Sandbox, script string, opts ...sandpit.RunOption) string {
	t.Helper()
	res, err := sb.Run(context.Background(), script, opts...)
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	if res.ExitCode != 0 {
		t.Fatalf("%s: status %d\nstdout: %s\nstderr: %s", script, res.ExitCode, res.Stdout, res.Stderr)
	}
	return res.Stdout
}
