package shell_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/sandpit-dev/sandpit/kernel"
)

// benchScript runs a script once per iteration in one box.
func benchScript(b *testing.B, script string) {
	k := newBox(b)
	defer k.Close()
	b.ReportAllocs()
	for b.Loop() {
		var out bytes.Buffer
		p, err := k.Spawn(b.Context(), kernel.Spec{
			Path: "/usr/bin/bash", Args: []string{"bash", "-c", script}, Env: caseEnv, Dir: "/tmp",
			Files: []*kernel.File{nil, kernel.NewWriterFile(&out, "out"), kernel.NewWriterFile(&out, "err")},
		})
		if err != nil {
			b.Fatal(err)
		}
		if st, err := p.Wait(); err != nil || st.ExitCode() != 0 {
			b.Fatal(st, err, out.String())
		}
	}
}

// BenchmarkExpand measures 10,000 iterations of loops whose cost is mostly expansion.
func BenchmarkExpand(b *testing.B) {
	const n = 10_000
	for _, c := range []struct{ name, body string }{
		{"while", `i=0; while [ $i -lt %d ]; do i=$((i+1)); done`},
		{"for", `for ((i=0;i<%d;i++)); do :; done`},
		{"case", `for ((i=0;i<%d;i++)); do case $i in a*) ;; *b) ;; [xyz]) ;; esac; done`},
		{"param", `x=foo.txt; for ((i=0;i<%d;i++)); do y=${x%%.txt}${x/o/0}; done`},
		{"append", `for ((i=0;i<%d;i++)); do a+=(x); s+=x; done; [ ${#a[@]} = ${#s} ]`},
		{"subst", `for ((i=0;i<%d;i++)); do x=$(echo x); done`},
		{"function", `f() { local x=$1; }; for ((i=0;i<%d;i++)); do f a; done`},
		{"regex", `for ((i=0;i<%d;i++)); do [[ abc-12 =~ ^([a-z]+)-([0-9]+)$ ]]; done`},
	} {
		b.Run(c.name, func(b *testing.B) { benchScript(b, fmt.Sprintf(c.body, n)) })
	}
}
