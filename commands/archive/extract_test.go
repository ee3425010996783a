package archive_test

import (
	"bytes"
	"compress/bzip2"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sandpit-dev/sandpit/commands/internal/cmdtest"
	"github.com/sandpit-dev/sandpit/kernel"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// run runs one program in a box with an input and gives its output and status.
func run(t testing.TB, k *kernel.Kernel, stdin []byte, args ...string) (string, int) {
	var out cmdtest.Buffer
	w := kernel.NewWriterFile(&out, "out")
	in := kernel.NewBytesFile(stdin, "in")
	defer w.Close()
	defer in.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	p, err := k.Spawn(ctx, kernel.Spec{Path: "/usr/bin/" + args[0], Args: args, Dir: "/w", Env: testEnv, Files: []*kernel.File{in, w, w}})
	if err != nil {
		t.Fatal(err)
	}
	st, err := p.Wait()
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), st.ExitCode()
}

const makeTree = `mkdir -p t/a/b t/empty; L=$(printf 'n%.0s' $(seq 1 120)); echo data > t/a/f; chmod 750 t/a/f; ln t/a/f t/hard; ln -s a/f t/sym
truncate -s 300000 t/hole; for i in 1 2 3 4 5 6; do printf x | dd of=t/hole bs=1 seek=$((i * 40000)) conv=notrunc status=none; done
echo long > t/$L; ln -s $L$L t/longlink; mkfifo t/fifo; seq 5000 > t/a/b/big; : > t/zero; chmod 1777 t/empty; printf x > 't/sp ace é'
touch -h -d 2020-02-02T02:02:02Z t/sym t/longlink t/a/f t/$L t/fifo t/a/b/big t/hole t/zero 't/sp ace é'; touch -d 2020-02-02T02:02:02Z t/a/b t/a t/empty t
`

const describe = `find t -printf '%p %y %m %s %T@ %l\n' | sed 's/ d \([0-9]*\) [0-9]* / d \1 S /; s/0000000000 /0 /' | sort; cat t/a/b/big t/hole t/a/f | md5sum; [ t/hard -ef t/a/f ] && echo hard`

// TestRoundTrip has GNU tar read what we write and us read what GNU tar writes, with every compression.
func TestRoundTrip(t *testing.T) {
	needGNU(t)
	want, _ := onHost(t, makeTree+describe)
	for _, flags := range []string{"", "z", "j", "J", "-zstd", "-format=pax", "-format=ustar", "S"} {
		opts := "-" + flags
		if flags == "" {
			opts = "-b20"
		}
		t.Run("ours"+flags, func(t *testing.T) {
			k := newBox(t)
			tree := makeTree
			if flags == "-format=ustar" { // names over 100 bytes without a slash do not fit there
				tree += "rm t/nnn* t/longlink; touch -d 2020-02-02T02:02:02Z t\n"
			}
			if out, st := inBox(t, k, tree+"tar "+opts+" -c -f a.tar t"); st != 0 {
				t.Fatal(out)
			}
			data, err := k.FS().ReadFile("/w/a.tar")
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "a.tar"), data, 0o644); err != nil {
				t.Fatal(err)
			}
			c := exec.Command("/bin/bash", "-c", "set -e; tar xf a.tar; "+describe)
			c.Dir, c.Env = dir, testEnv
			got, err := c.CombinedOutput()
			w := want
			if flags == "-format=ustar" {
				w, _ = onHost(t, tree+describe)
			}
			if err != nil || normal(string(got)) != normal(w) {
				t.Errorf("%v\ngot:\n%s\nwant:\n%s", err, normal(string(got)), normal(w))
			}
		})
		t.Run("gnu"+flags, func(t *testing.T) {
			dir := t.TempDir()
			tree := makeTree
			if flags == "-format=ustar" {
				tree += "rm t/nnn* t/longlink; touch -d 2020-02-02T02:02:02Z t\n"
			}
			c := exec.Command("/bin/bash", "-c", tree+"tar "+opts+" -cf a.tar t; "+describe)
			c.Dir, c.Env = dir, testEnv
			w, err := c.CombinedOutput()
			if err != nil {
				t.Fatalf("%v %s", err, w)
			}
			data, err := os.ReadFile(filepath.Join(dir, "a.tar"))
			if err != nil {
				t.Fatal(err)
			}
			k := newBox(t)
			if err := k.FS().WriteFile("/w/a.tar", data, 0o644); err != nil {
				t.Fatal(err)
			}
			got, _ := inBox(t, k, "tar xf a.tar; "+describe)
			if normal(got) != normal(string(w)) {
				t.Errorf("got:\n%s\nwant:\n%s", normal(got), normal(string(w)))
			}
		})
	}
}

// normal leaves out the sizes of links, which find gives differently on different file systems, and fractions.
func normal(s string) string {
	return strings.NewReplacer(".0000000000", "", ".0", "").Replace(s)
}

// needGNU skips a test that is a conversation with GNU tar where there is none.
func needGNU(t *testing.T) {
	t.Helper()
	for _, tool := range []string{"/bin/bash", "tar", "truncate", "md5sum"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("this machine has no %s", tool)
		}
	}
}

// TestSparse reads the three sparse forms that GNU tar writes.
func TestSparse(t *testing.T) {
	needGNU(t)
	for _, format := range []string{"--format=gnu", "--format=pax", "--format=pax --sparse-version=0.1", "--format=pax --sparse-version=0.0"} {
		dir := t.TempDir()
		c := exec.Command("/bin/bash", "-c", "truncate -s 3M s; printf A | dd of=s bs=1 seek=1000000 conv=notrunc 2>/dev/null; printf Z | dd of=s bs=1 seek=3145727 conv=notrunc 2>/dev/null; tar -S "+format+" -cf a.tar s; md5sum < s")
		c.Dir = dir
		want, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(dir, "a.tar"))
		if err != nil || len(data) > 100<<10 {
			t.Fatal(err, len(data))
		}
		k := newBox(t)
		if err := k.FS().WriteFile("/w/a.tar", data, 0o644); err != nil {
			t.Fatal(err)
		}
		if got, _ := inBox(t, k, "tar xf a.tar; md5sum < s"); got != string(want) {
			t.Errorf("%s: got %q, want %q", format, got, want)
		}
	}
}

// TestHugeSparse: two kilobytes that claim eight exbibytes end at once, with an error.
func TestHugeSparse(t *testing.T) {
	k := newBox(t)
	start := time.Now()
	out, st := inBox(t, k, "tar xf sparse8e.tar; echo $?; ls -s sp 2>/dev/null | cut -c1")
	if !strings.Contains(out, "2\n") || st != 0 || time.Since(start) > 5*time.Second {
		t.Errorf("%v: %d %q", time.Since(start), st, out)
	}
}

// TestManyZeros: 300 MB go through gzip without being held in memory.
func TestManyZeros(t *testing.T) {
	k := newBox(t)
	out, _ := inBox(t, k, "head -c 300000000 /dev/zero | gzip -1 | gzip -dc | wc -c")
	if out != "300000000\n" {
		t.Errorf("got %q", out)
	}
}

// TestBzip2Blocks: inputs that take the compressor's special ways.
func TestBzip2Blocks(t *testing.T) {
	k := newBox(t)
	inputs := map[string][]byte{
		"empty": nil, "one": {7}, "run": bytes.Repeat([]byte{0}, 5000), "runs": bytes.Repeat([]byte("aaaabbbbb"), 1000),
		"period": bytes.Repeat([]byte("ab"), 4096), "all": func() (b []byte) {
			for i := range 70000 {
				b = append(b, byte(i*i>>3))
			}
			return b
		}(), "two blocks": bytes.Repeat([]byte("0123456789abcdef"), 20000),
	}
	for name, data := range inputs {
		packed, st := run(t, k, data, "bzip2", "-1")
		if st != 0 {
			t.Fatalf("%s: status %d", name, st)
		}
		if got, st := run(t, k, []byte(packed), "bzip2", "-d"); st != 0 || got != string(data) {
			t.Errorf("%s: status %d, %d bytes, want %d", name, st, len(got), len(data))
		}
		// Another's decoder takes it too.
		if out, err := io.ReadAll(bzip2.NewReader(strings.NewReader(packed))); err != nil || !bytes.Equal(out, data) {
			t.Errorf("%s: compress/bzip2 says %v, %d bytes", name, err, len(out))
		}
	}
}

// FuzzExtract feeds archives to every reader. Whatever they say, they neither panic nor leave their directory.
func FuzzExtract(f *testing.F) {
	for _, data := range hostileArchives() {
		f.Add(data)
	}
	f.Add([]byte("!<arch>\nx/              0           0     0     100644  2         `\nhi"))
	f.Add([]byte("070701" + strings.Repeat("00000001", 13) + "x\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		k := newBox(t)
		if err := k.FS().WriteFile("/w/in", data, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, dir := range []string{"/w/o", "/w/z", "/w/c"} {
			_ = k.FS().Mkdir(dir, 0o755)
		}
		before, _ := k.FS().ReadDir("/")
		for _, args := range [][]string{
			{"tar", "xf", "in", "-C", "o"}, {"tar", "tvf", "in"}, {"unzip", "-o", "-q", "in", "-d", "z"}, {"cpio", "-idu", "-D", "c", "-F", "in"}, {"ar", "t", "in"},
		} {
			start := time.Now()
			out, st := run(t, k, nil, args...)
			if d := time.Since(start); d > 15*time.Second {
				t.Errorf("%v took %v", args, d)
			}
			if st == 134 || strings.Contains(out, "goroutine") {
				t.Errorf("%v: status %d: %s", args, st, out)
			}
		}
		if after, _ := k.FS().ReadDir("/"); len(after) != len(before) {
			t.Error("something was written outside")
		}
		inside, _ := k.FS().ReadDir("/w")
		for _, e := range inside {
			if n := e.Name(); n != "in" && n != "o" && n != "z" && n != "c" {
				t.Errorf("%s was written outside", n)
			}
		}
	})
}

// BenchmarkTarCreate packs 5,000 files of 1 KB; compare with `tar czf` on the host.
func BenchmarkTarCreate(b *testing.B) {
	for _, flags := range []string{"cf", "czf"} {
		b.Run(flags, func(b *testing.B) {
			k := newBox(b)
			_ = k.FS().MkdirAll("/w/t", 0o755)
			for i := range 5000 {
				data := bytes.Repeat([]byte(fmt.Sprintf("line %d of a file\n", i)), 70)[:1024]
				if err := k.FS().WriteFile(fmt.Sprintf("/w/t/f%04d", i), data, 0o644); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				if out, st := run(b, k, nil, "tar", flags, "a.tar", "t"); st != 0 {
					b.Fatal(out)
				}
			}
		})
	}
}
