package shell_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// TestExpansionAccounting runs loops that hold little at any time: they must not run into the limit.
func TestExpansionAccounting(t *testing.T) {
	k := limitedBox(t, 256<<10)
	defer k.Close()
	var out, errs bytes.Buffer
	p := spawnScript(t, t.Context(), k, `
x=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
declare -A m
f() { local a=($x $x) y=$x; y+=$x; }
for ((i=0;i<20000;i++)); do
	m[k]=$x; a[0]=$x; a[1]=$x; unset 'a[1]' 'm[k]'; b=($x $x); s=$x; s+=$x; unset s; f; z=$x true
done
echo ${#m[@]} ${#a[@]} ${#b[@]} ok
`, &out, &errs)
	if st, err := p.Wait(); err != nil || st.ExitCode() != 0 || out.String() != "0 1 2 ok\n" {
		t.Errorf("%v, status %v: %s%s", err, st, out.String(), errs.String())
	}
}

// limitedBox is a box whose shells may hold so many bytes.
func limitedBox(t *testing.T, expansionBytes int64) *kernel.Kernel {
	t.Helper()
	disk := vfs.New()
	if err := kernel.Populate(disk, []string{"bash"}, "sandpit"); err != nil {
		t.Fatal(err)
	}
	limits := kernel.DefaultLimits()
	limits.ExpansionBytes = expansionBytes
	k, err := kernel.New(kernel.Config{FS: disk, Programs: testPrograms(), Hostname: "sandpit", Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func spawnScript(t *testing.T, ctx context.Context, k *kernel.Kernel, script string, out, errs *bytes.Buffer) *kernel.Process {
	t.Helper()
	p, err := k.Spawn(ctx, kernel.Spec{
		Path: "/usr/bin/bash", Args: []string{"bash", "-c", script + "\n"}, Dir: "/tmp",
		Files: []*kernel.File{nil, kernel.NewWriterFile(out, "out"), kernel.NewWriterFile(errs, "err")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestHostileExpansions runs scripts that try to use up memory or time: each ends soon, with an error or with an answer.
func TestHostileExpansions(t *testing.T) {
	for name, script := range map[string]string{
		"doubling":        `x=aaaaaaaa; while :; do x=$x$x; done`,
		"array growth":    `while :; do a+=("${a[@]}" xxxxxxxxxxxxxxxx); done`,
		"assoc growth":    `declare -A m; i=0; x=xxxxxxxxxxxxxxxx; x=$x$x$x$x; x=$x$x$x$x; x=$x$x$x$x; while :; do m[$((i++))]=$x$i; done`,
		"brace sequence":  `echo {1..999999999999} > /dev/null`,
		"brace product":   `echo {1..9999}{1..9999}{1..9999} > /dev/null`,
		"printf width":    `printf '%999999999999d' 1 > /dev/null; printf '%*d' 999999999 1 > /dev/null; printf '%.999999999f' 1 > /dev/null`,
		"replace growth":  `x=aaaaaaaaaaaaaaaa; while :; do x=${x//a/&&&&&&&&}; done`,
		"sparse index":    `a[9223372036854775807]=x; a+=(y); echo ${#a[@]} > /dev/null`,
		"deep arithmetic": `x=1; for i in {1..14}; do x="($x+$x)"; done; echo $((x)) > /dev/null; y=; for i in {1..3000}; do y+='('; done; echo $((y)) > /dev/null`,
		"long sum":        `x=1; for i in {1..15}; do x="$x+$x"; done; echo $((x)) > /dev/null`,
		"self reference":  `a=b; b=a; echo $((a)); declare -n r=s; declare -n s=r; echo $r; r=1`,
		"extglob":         `shopt -s extglob; x=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab; [[ $x == *(*(*(a|b)|a)|+(a))c ]]; echo ${x//!(b)/y} > /dev/null; y=${x//?/$x}; y=${y//?/$x}; [[ $y == *a*a*a*a*a*a*a*a*c ]]`,
		"regex":           `x=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; r='^(a*)*(a*)*(a*)*\1$'; [[ ${x}b =~ $r ]]; r='(a|aa)+$'; [[ ${x}b =~ $r ]]; r='((((x{99}){99}){99}){99})'; [[ $x =~ $r ]]`,
		"subscripts":      `a[a[a[a[0]]]]=1; echo ${a[${a[${a[0]}]}]} > /dev/null; x='a[x]'; echo $((x))`,
		"power":           `echo $((7**9223372036854775807)) > /dev/null`,
		"slices":          `x=abc; echo ${x:9223372036854775807:9223372036854775807} ${x:-9223372036854775808} ${x: -9223372036854775808:9223372036854775807} > /dev/null; a=(1 2); echo ${a[@]:9223372036854775807:5} ${a[@]:0:9223372036854775807} > /dev/null`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := limitedBox(t, 8<<20)
			defer k.Close()
			var out, errs bytes.Buffer
			ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
			defer cancel()
			p := spawnScript(t, ctx, k, script, &out, &errs)
			start := time.Now()
			st, err := p.Wait()
			if err != nil {
				t.Fatal(err)
			}
			if ctx.Err() != nil {
				t.Fatalf("still running after %v", time.Since(start))
			}
			if st.Signal != 0 || st.ExitCode() == 134 || strings.Contains(errs.String(), "panic") || strings.Contains(errs.String(), "goroutine") {
				t.Fatalf("status %+v after %v: %.500s", st, time.Since(start), errs.String())
			}
			t.Logf("%v, status %d: %.120s", time.Since(start), st.Code, errs.String())
		})
	}
}
