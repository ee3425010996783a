package commands_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// speedRow is a command whose time is measured beside that of the host's tool of the same name. most is how many times
// the host's time it may take.
type speedRow struct {
	args []string
	most float64
}

// speedRows are the measures the userland is held to: a file of 50 MiB in lines of 72 bytes (big), 200,000 lines for the
// sorts (numbers), two files of 100,000 lines that differ in a hundredth (left, right), 100,000 and 5,000 small files.
var speedRows = []speedRow{
	{[]string{"cat", "big"}, 1.5},
	{[]string{"wc", "-l", "big"}, 1.5},
	{[]string{"wc", "big"}, 1.5},
	{[]string{"grep", "-c", "needle", "big"}, 2},
	{[]string{"grep", "-cE", "n[e]+dle", "big"}, 4},
	{[]string{"sha256sum", "big"}, 1.1},
	{[]string{"md5sum", "big"}, 1.5},
	{[]string{"sort", "numbers"}, 1.5},
	{[]string{"sort", "-n", "numbers"}, 2},
	{[]string{"sort", "-k2,2", "-k3n", "numbers"}, 2},
	{[]string{"uniq", "-c", "big"}, 2},
	{[]string{"sed", "s/fox/cat/", "big"}, 3},
	{[]string{"awk", "{s+=$1} END {print s}", "big"}, 2},
	{[]string{"cut", "-d ", "-f2", "big"}, 2},
	{[]string{"head", "-n", "600000", "big"}, 2},
	{[]string{"tail", "-n", "600000", "big"}, 2},
	{[]string{"tac", "big"}, 2},
	{[]string{"gzip", "-6", "-c", "big"}, 1},
	{[]string{"diff", "left", "right"}, 3},
	{[]string{"find", "many", "-name", "*7"}, 1.5},
	{[]string{"tar", "czf", "/dev/null", "files"}, 1},
	{[]string{"tar", "cf", "/dev/null", "files"}, 2},
}

// speedData makes the files of speedRows through write.
func speedData(write func(name string, data []byte)) {
	var big, numbers, left, right bytes.Buffer
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
	for i := range 100000 {
		fmt.Fprintf(&left, "line %d of the file\n", i)
		if i%100 == 7 {
			fmt.Fprintf(&right, "line %d changed\n", i)
		} else {
			fmt.Fprintf(&right, "line %d of the file\n", i)
		}
	}
	write("big", big.Bytes())
	write("numbers", numbers.Bytes())
	write("left", left.Bytes())
	write("right", right.Bytes())
	for i := range 100000 {
		write(fmt.Sprintf("many/%d/%d", i/1000, i), nil)
	}
	for i := range 5000 {
		write(fmt.Sprintf("files/%d/%d", i/100, i), bytes.Repeat(fmt.Appendf(nil, "content of file %d\n", i), 40))
	}
	for i := range 10 {
		write(fmt.Sprintf("ten/%d", i), nil)
	}
}

// speedBox is a kernel with the files of speedRows in /tmp/work.
func speedBox(b *testing.B) *kernel.Kernel {
	k := newBox(b)
	made := map[string]bool{}
	speedData(func(name string, data []byte) {
		name = "/tmp/work/" + name
		if dir := filepath.Dir(name); !made[dir] {
			made[dir] = true
			if err := k.FS().MkdirAll(dir, 0o755); err != nil {
				b.Fatal(err)
			}
		}
		if err := k.FS().WriteFile(name, data, 0o644); err != nil {
			b.Fatal(err)
		}
	})
	return k
}

// speedRun runs a command once, its output thrown away.
func speedRun(b *testing.B, k *kernel.Kernel, args []string) {
	out := kernel.NewWriterFile(io.Discard, "out")
	in := kernel.NewBytesFile(nil, "in")
	p, err := k.Spawn(context.Background(), kernel.Spec{Args: args, Dir: "/tmp/work", Env: []string{"PATH=/usr/bin", "LC_ALL=C"}, Files: []*kernel.File{in, out, out}})
	if err != nil {
		b.Fatal(err)
	}
	if st, err := p.Wait(); err != nil || st.ExitCode() > 1 {
		b.Fatal(args, st, err)
	}
	_, _ = in.Close(), out.Close()
}

// BenchmarkCommands times whole commands.
func BenchmarkCommands(b *testing.B) {
	k := speedBox(b)
	rows := append([]speedRow{{[]string{"ls", "ten"}, 0}, {[]string{"ls", "/usr/bin"}, 0}, {[]string{"true"}, 0}}, speedRows...)
	for _, row := range rows {
		b.Run(row.args[0]+fmt.Sprint(row.args[1:]), func(b *testing.B) {
			for b.Loop() {
				speedRun(b, k, row.args)
			}
		})
	}
}

// BenchmarkBesideHost times each command once beside the host's, the best of three runs of each, and prints the table:
//
//	go test ./commands -run xxx -bench BesideHost -benchtime 1x
//
// The host's times hold the start of a process, about a millisecond, and files that are in the page cache.
func BenchmarkBesideHost(b *testing.B) {
	k := speedBox(b)
	dir := b.TempDir()
	speedData(func(name string, data []byte) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o644); err != nil {
			b.Fatal(err)
		}
	})
	best := func(run func()) time.Duration {
		least := time.Duration(1 << 62)
		for range 3 {
			start := time.Now()
			run()
			least = min(least, time.Since(start))
		}
		return least
	}
	sink, err := os.OpenFile("/dev/null", os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer sink.Close()
	// A command that sees /dev/null as its output may do nothing at all (grep, tar): the host's goes through a pipe.
	for b.Loop() {
		for _, row := range speedRows {
			if _, err := exec.LookPath(row.args[0]); err != nil {
				continue
			}
			ours := best(func() { speedRun(b, k, row.args) })
			host := best(func() {
				args := row.args
				if args[0] == "tar" {
					args = append([]string{args[0], args[1], "-"}, args[3:]...)
				}
				c := exec.Command(args[0], args[1:]...)
				c.Dir, c.Env = dir, []string{"PATH=/usr/bin:/bin", "LC_ALL=C"}
				pipe, err := c.StdoutPipe()
				if err != nil {
					b.Fatal(err)
				}
				if err := c.Start(); err != nil {
					b.Fatal(err)
				}
				_, _ = io.Copy(io.Discard, pipe)
				_ = c.Wait()
			})
			ratio := float64(ours) / float64(host)
			mark := ""
			if ratio > row.most {
				mark = "  over"
			}
			fmt.Printf("%-32.32s %9.1f ms  host %9.1f ms  %5.2fx of %.1fx%s\n", fmt.Sprint(row.args), ours.Seconds()*1e3, host.Seconds()*1e3, ratio, row.most, mark)
		}
	}
}
