package snapshot

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sandpit-dev/sandpit/vfs"
)

// BenchmarkHost is the peer of BenchmarkWrite and BenchmarkRead: the host's tar and gzip on the same files.
//
//	go test ./snapshot -run '^$' -bench .
func BenchmarkHost(b *testing.B) {
	dir := b.TempDir()
	d := benchDisk(b)
	must(b, fs.WalkDir(d.IO(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := d.ReadFile("/" + name)
		must(b, err, os.MkdirAll(filepath.Dir(filepath.Join(dir, "in", name)), 0o755))
		return os.WriteFile(filepath.Join(dir, "in", name), data, 0o644)
	}))
	for _, c := range []struct{ name, script string }{
		{"tar+gzip", "cd in && tar cf - . | gzip -6 > ../out.tar.gz"},
		{"tar_xz", "rm -rf out && mkdir out && tar xzf out.tar.gz -C out"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(50_000_000)
			for b.Loop() {
				cmd := exec.Command("sh", "-c", c.script)
				cmd.Dir = dir
				if out, err := cmd.CombinedOutput(); err != nil {
					b.Fatalf("%v\n%s", err, out)
				}
			}
			if info, err := os.Stat(dir + "/out.tar.gz"); err == nil {
				b.ReportMetric(float64(info.Size()), "packed-bytes")
			}
		})
	}
}

// TestLifo exchanges archives with the real @lifo-sh/core (0.5.0) under the host's node: ours restores there with equal
// files (of names up to 99 bytes: it reads neither the ustar prefix nor PAX), and one of its own restores here. SANDPIT_LIFO names a folder with its node_modules.
func TestLifo(t *testing.T) {
	modules := os.Getenv("SANDPIT_LIFO")
	if modules == "" {
		t.Log("SANDPIT_LIFO is not set; TestLifoLayout reads an archive laid out as lifo does")
		return
	}
	d := vfs.New()
	must(t, d.MkdirAll("/home/user/app/lib", 0o755), d.WriteFile("/home/user/app/a.txt", []byte("alpha"), 0o640),
		d.WriteFile("/home/user/app/lib/b.bin", bytes.Repeat([]byte{0, 1, 2, 255}, 50), 0o644), d.WriteFile("/home/user/app/empty", nil, 0o644),
		d.MkdirAll("/home/user/"+strings.Repeat("longer-/", 10), 0o755), d.WriteFile("/home/user/"+strings.Repeat("longer-/", 10)+"f", []byte("deep"), 0o644))
	must(t, os.WriteFile(modules+"/ours.tar.gz", export(t, d, WriteOptions{Metadata: &Metadata{Cwd: "/home/user/app"}}), 0o600))
	script := `
import { Sandbox } from '@lifo-sh/core'
import fs from 'node:fs'
const sb = await Sandbox.create()
await sb.fs.importSnapshot(new Uint8Array(fs.readFileSync('ours.tar.gz')))
for (const f of process.argv.slice(2)) {
  const data = await sb.fs.readFile(f, null)
  console.log(f, Buffer.from(data).toString('hex'))
}
await sb.fs.writeFile('/home/user/theirs.txt', 'from lifo')
fs.writeFileSync('theirs.tar.gz', await sb.fs.exportSnapshot())
process.exit(0)
`
	must(t, os.WriteFile(modules+"/exchange.mjs", []byte(script), 0o600))
	files := []string{"/home/user/app/a.txt", "/home/user/app/lib/b.bin", "/home/user/app/empty", "/home/user/" + strings.Repeat("longer-/", 10) + "/f"}
	cmd := exec.Command("node", append([]string{"exchange.mjs"}, files...)...)
	cmd.Dir = modules
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var want strings.Builder
	for _, f := range files {
		data, err := d.ReadFile(f)
		must(t, err)
		fmt.Fprintf(&want, "%s %x\n", f, data)
	}
	if diff := cmp.Diff(want.String(), string(out)); diff != "" {
		t.Errorf("ours in lifo: %s", diff)
	}
	theirs, err := os.ReadFile(modules + "/theirs.tar.gz")
	must(t, err)
	back := vfs.New()
	if _, err := Read(context.Background(), bytes.NewReader(theirs), back, ReadOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, f := range append(files, "/home/user/theirs.txt") {
		got, err := back.ReadFile(f)
		want, _ := d.ReadFile(f)
		if f == "/home/user/theirs.txt" {
			want = []byte("from lifo")
		}
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("lifo's %s here: %.40q %v", f, got, err)
		}
	}
}
