package script

import (
	"context"
	"testing"
	"time"
)

// TestLongNatives: what a built-in module computes for long, or allocates much for, ends with the script's budgets.
func TestLongNatives(t *testing.T) {
	e := testEngine(t, Options{Limits: Limits{Timeout: 100 * time.Millisecond, Memory: 64 << 20}, Modules: Modules{Builtins: []string{"crypto"}}})
	for src, want := range map[string]Code{
		"crypto.pbkdf2Sync('a', 'b', 1e9, 64, 'sha512')":                                         Timeout,
		"await new Promise((r) => crypto.pbkdf2('a', 'b', 1e9, 64, 'sha512', r))":                Timeout,
		"crypto.pbkdf2Sync('a', 'b', 1, 2 ** 31 - 1, 'sha512')":                                  Threw,
		"crypto.scryptSync('a', 'b', 64, { N: 2 ** 14, r: 8, p: 20000, maxmem: 2 ** 40 })":       Timeout,
		"crypto.scryptSync('a', 'b', 64, { N: 2, r: 65536, p: 65536, maxmem: 2 ** 45 })":         Threw,
		"crypto.scryptSync('a', 'b', 64, { N: 2 ** 20, r: 8, p: 1, maxmem: 2 ** 40 })":           Threw,
		"for (;;) crypto.scryptSync('a', 'b', 64, { N: 2, r: 1, p: 1 })":                         Timeout,
		"crypto.pbkdf2Sync('password', 'salt', 4096, 20, 'sha1').toString('hex').slice(0, 8)":    "",
		"crypto.pbkdf2Sync('password', 'salt', 2, 80, 'sha256').toString('hex').length":          "",
		"crypto.scryptSync('password', 'NaCl', 64, { N: 1024, r: 8, p: 16 }).toString('base64')": "",
	} {
		opts := CallOptions{}
		if want != Timeout {
			opts.Timeout = time.Minute
		}
		start := time.Now()
		_, err := e.With(opts).Eval(context.Background(), "import crypto from 'crypto';\n"+src, nil)
		if CodeOf(err) != want {
			t.Errorf("%s: %v, want %s", src, err, want)
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%s: ended after %v", src, d)
		}
	}
}
