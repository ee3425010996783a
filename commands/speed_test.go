package commands_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"

	"github.com/sandpit-dev/sandpit/kernel"
)

// BenchmarkCommands times whole commands on a 50 MiB file of 72-byte lines, and sorts of 200,000 lines. The measure to
// compare with is the host's GNU tools on the same data.
func BenchmarkCommands(b *testing.B) {
	k := newBox(b)
	var big, numbers bytes.Buffer
	for i := 0; big.Len() < 50<<20; i++ {
		word := "straw"
		if i%100 == 0 {
			word = "needle"
		}
		fmt.Fprintf(&big, "%08d the quick brown fox jumps over the lazy dog and %s lies here\n", i, word)
	}
	for i := range 200000 {
		fmt.Fprintf(&numbers, "%d line %d\n", (i*7919)%200003, i)
	}
	for name, data := range map[string][]byte{"/tmp/big": big.Bytes(), "/tmp/numbers": numbers.Bytes()} {
		if err := k.FS().WriteFile(name, data, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"cat", "/tmp/big"},
		{"wc", "-l", "/tmp/big"},
		{"wc", "/tmp/big"},
		{"grep", "-c", "needle", "/tmp/big"},
		{"grep", "-cE", "n[e]+dle", "/tmp/big"},
		{"sha256sum", "/tmp/big"},
		{"sort", "/tmp/numbers"},
		{"sort", "-n", "/tmp/numbers"},
		{"sed", "s/fox/cat/", "/tmp/big"},
		{"cut", "-d ", "-f2", "/tmp/big"},
		{"tr", "a-z", "A-Z"},
		{"ls", "/usr/bin"},
		{"true"},
	} {
		b.Run(args[0]+fmt.Sprint(args[1:]), func(b *testing.B) {
			out := kernel.NewWriterFile(io.Discard, "out")
			for b.Loop() {
				in := kernel.NewBytesFile(big.Bytes(), "in")
				p, err := k.Spawn(context.Background(), kernel.Spec{Args: args, Env: []string{"PATH=/usr/bin", "LC_ALL=C"}, Files: []*kernel.File{in, out, out}})
				if err != nil {
					b.Fatal(err)
				}
				if st, err := p.Wait(); err != nil || st.ExitCode() != 0 {
					b.Fatal(st, err)
				}
				_ = in.Close()
			}
		})
	}
}
