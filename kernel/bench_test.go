package kernel_test

import (
	"context"
	"testing"

	"github.com/sandpit-dev/sandpit/kernel"
)

// bench runs fn in a process with the descriptors of a shell.
func bench(b *testing.B, fn func(ctx context.Context, k *kernel.Kernel, p *kernel.Process)) {
	k := boot(b)
	run(b, k, func(ctx context.Context, p *kernel.Process) int {
		b.ReportAllocs()
		b.ResetTimer()
		fn(ctx, k, p)
		b.StopTimer()
		return 0
	})
}

func BenchmarkFork(b *testing.B) {
	bench(b, func(ctx context.Context, _ *kernel.Kernel, p *kernel.Process) {
		for range b.N {
			c, _ := p.Fork(ctx, programs["true"])
			c.Wait()
		}
	})
}

func BenchmarkSpawnFunc(b *testing.B) {
	bench(b, func(ctx context.Context, _ *kernel.Kernel, p *kernel.Process) {
		args := []string{"true"}
		for range b.N {
			c, _ := p.Spawn(ctx, kernel.Spec{Args: args, Func: programs["true"]})
			c.Wait()
		}
	})
}

// BenchmarkSpawnPath finds the program file in the fourth directory of PATH.
func BenchmarkSpawnPath(b *testing.B) {
	bench(b, func(ctx context.Context, _ *kernel.Kernel, p *kernel.Process) {
		args := []string{"true"}
		for range b.N {
			c, err := p.Spawn(ctx, kernel.Spec{Args: args})
			if err != nil {
				b.Fatal(err)
			}
			c.Wait()
		}
	})
}

func BenchmarkPipe64K(b *testing.B) {
	bench(b, func(ctx context.Context, k *kernel.Kernel, p *kernel.Process) {
		r, w := k.Pipe()
		p.SetFD(4, w, false)
		c, _ := p.Fork(ctx, func(_ context.Context, c *kernel.Process) int {
			c.CloseFD(4)
			buf := make([]byte, 64<<10)
			c.SetFD(0, r, false)
			for {
				if _, err := c.Stdin().Read(buf); err != nil {
					return 0
				}
			}
		})
		b.SetBytes(64 << 10)
		buf := make([]byte, 64<<10)
		fd := p.FD(4)
		for range b.N {
			fd.Write(buf)
		}
		p.CloseFD(4)
		c.Wait()
	})
}

func BenchmarkPipeSmall(b *testing.B) {
	bench(b, func(ctx context.Context, k *kernel.Kernel, p *kernel.Process) {
		for range b.N {
			r, w := k.Pipe()
			w.Write(ctx, []byte("hello\n"))
			w.Close()
			var buf [64]byte
			r.Read(ctx, buf[:])
			r.Close()
		}
	})
}

func BenchmarkSafepoint(b *testing.B) {
	bench(b, func(_ context.Context, _ *kernel.Kernel, p *kernel.Process) {
		for range b.N {
			p.Safepoint()
		}
	})
}

func BenchmarkBoot(b *testing.B) {
	k := boot(b)
	b.ReportAllocs()
	for range b.N {
		k2, err := kernel.New(kernel.Config{FS: k.FS().Fork(), Programs: programs})
		if err != nil {
			b.Fatal(err)
		}
		k2.Close()
	}
}
