package kernel_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/sandpit-dev/sandpit/kernel"
)

// lockedBuffer is a buffer that several goroutines may write to.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func TestLog(t *testing.T) {
	var buf lockedBuffer
	k := boot(t, func(c *kernel.Config) {
		c.Limits.Processes = 1
		c.Log = slog.New(slog.NewTextHandler(&buf, nil))
	})
	run(t, k, func(ctx context.Context, p *kernel.Process) int {
		l, err := p.Listen("tcp", "127.0.0.1:81")
		if err != nil {
			t.Error(err)
			return 1
		}
		l.Close()
		p.Fork(ctx, programs["true"])
		panic("logged")
	})
	for _, want := range []string{
		`msg="process start" pid=2 ppid=1 args=[test]`, `msg="port open" network=tcp`, `port=81 pid=2`, `msg="port closed"`,
		`msg="limit hit" limit=processes max=1 pid=2 name=test`, `msg=panic pid=2 name=test panic=logged`,
		`msg="process exit" pid=2 name=test status=134`,
	} {
		if !strings.Contains(buf.String(), want) {
			t.Errorf("no %s in\n%s", want, buf.String())
		}
	}
}

// TestClose: Close may be called often and at the same time, and what comes after it fails.
func TestClose(t *testing.T) {
	k := boot(t)
	for range 20 {
		if _, err := k.Spawn(bg, kernel.Spec{Args: []string{"sleep"}}); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			k.Close()
			if n := len(k.Processes()); n != 1 {
				t.Errorf("%d processes after Close", n)
			}
		})
	}
	wg.Wait()
	if _, err := k.Net().Listen("tcp", ":0"); err == nil {
		t.Error("the network is open")
	}
	select {
	case <-k.Closed():
	default:
		t.Error("not closed")
	}
}
