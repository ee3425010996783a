package sandpit_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit"
	"github.com/sandpit-dev/sandpit/kernel"
)

// shown collects what a terminal shows.
type shown struct {
	mu   sync.Mutex
	b    bytes.Buffer
	more chan struct{}
	done chan struct{}
}

func watchTerminal(term *sandpit.Terminal) *shown {
	s := &shown{more: make(chan struct{}, 1), done: make(chan struct{})}
	go func() {
		defer close(s.done)
		b := make([]byte, 4096)
		for {
			n, err := term.Read(b)
			s.mu.Lock()
			s.b.Write(b[:n])
			s.mu.Unlock()
			select {
			case s.more <- struct{}{}:
			default:
			}
			if err != nil {
				return
			}
		}
	}()
	return s
}

// await waits until the text has been shown and forgets what came before it.
func (s *shown) await(t *testing.T, text string) {
	t.Helper()
	limit := time.After(10 * time.Second)
	for {
		s.mu.Lock()
		have := s.b.String()
		if _, rest, ok := strings.Cut(have, text); ok {
			s.b.Reset()
			s.b.WriteString(rest)
			s.mu.Unlock()
			return
		}
		s.mu.Unlock()
		select {
		case <-s.more:
		case <-s.done:
			t.Fatalf("ended without %q: %q", text, have)
		case <-limit:
			t.Fatalf("no %q in %q", text, have)
		}
	}
}

func newTerminal(t *testing.T, sb *sandpit.Sandbox, opts sandpit.TerminalOptions) (*sandpit.Terminal, *shown) {
	t.Helper()
	opts.Env = map[string]string{"PS1": "ready> "}
	term, err := sb.Terminal(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { term.Close() })
	return term, watchTerminal(term)
}

func typeKeys(t *testing.T, term *sandpit.Terminal, keys string) {
	t.Helper()
	if _, err := term.Write([]byte(keys)); err != nil {
		t.Fatalf("write %q: %v", keys, err)
	}
}

func TestTerminal(t *testing.T) {
	sb := create(t, sandpit.Options{Files: map[string]string{"f": "shared\n"}})
	term, s := newTerminal(t, sb, sandpit.TerminalOptions{Rows: 30, Cols: 100})
	s.await(t, "ready> ")
	typeKeys(t, term, "cat f; tty; stty size; echo $TERM $LINES $COLUMNS; test -t 1 && echo isatty\r")
	s.await(t, "shared\r\n/dev/pts/0\r\n30 100\r\nxterm-256color 30 100\r\nisatty\r\n")
	s.await(t, "ready> ")
	if term.Name() != "/dev/pts/0" {
		t.Error(term.Name())
	}
	term.Resize(10, 40)
	typeKeys(t, term, "stty size; ps -o tty= -p $$\r")
	s.await(t, "10 40\r\npts/0")
	s.await(t, "ready> ")
	typeKeys(t, term, "echo from-terminal > g; sleep 1000\r")
	s.await(t, "sleep 1000\r\n")
	for data := []byte(nil); string(data) != "from-terminal\n"; {
		data, _ = sb.ReadFile("g")
		time.Sleep(time.Millisecond)
	}
	typeKeys(t, term, "\x03")
	s.await(t, "ready> ")
	res, err := sb.Run(t.Context(), "cat g; tty", sandpit.WithStdin(nil)) // the box's own session is another one
	if err != nil || res.Stdout != "from-terminal\nnot a tty\n" {
		t.Errorf("%+v %v", res, err)
	}
	typeKeys(t, term, "exit 7\r")
	st, err := term.Wait(t.Context())
	if err != nil || st.Code != 7 {
		t.Errorf("%v %v", st, err)
	}
	<-s.done
	if _, err := term.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("write after the end: %v", err)
	}
	if err := term.Close(); err != nil {
		t.Error(err)
	}
	if _, err := sb.Kernel().FS().Stat("/dev/pts/0"); err == nil {
		t.Error("/dev/pts/0 is still there")
	}
}

func TestTerminalCommand(t *testing.T) {
	sb := create(t, sandpit.Options{})
	term, s := newTerminal(t, sb, sandpit.TerminalOptions{Command: []string{"sh", "-c", "read x; echo got $x; id -u; exit 3"}, User: "root", Dir: "/"})
	typeKeys(t, term, "line\r")
	s.await(t, "got line\r\n0\r\n")
	if st, err := term.Wait(t.Context()); st.Code != 3 || err != nil {
		t.Errorf("%v %v", st, err)
	}
	if _, err := sb.Terminal(t.Context(), sandpit.TerminalOptions{Command: []string{"nosuchprogram"}}); err == nil {
		t.Error("a terminal without a program")
	}
	if _, err := sb.Terminal(t.Context(), sandpit.TerminalOptions{User: "nobody-there"}); err == nil {
		t.Error("a terminal for no user")
	}
}

// TestTerminalEnds: closed by its context, by Close, by the box, and the shell killed: what ran there is gone, and nobody
// hangs.
func TestTerminalEnds(t *testing.T) {
	t.Run("context", func(t *testing.T) {
		sb := create(t, sandpit.Options{})
		ctx, cancel := context.WithCancel(t.Context())
		term, err := sb.Terminal(ctx, sandpit.TerminalOptions{Command: []string{"sh", "-c", "trap '' HUP; sleep 1000"}})
		if err != nil {
			t.Fatal(err)
		}
		s := watchTerminal(term)
		cancel()
		<-s.done
		<-term.Process().Done()
		if _, err := sb.Terminal(ctx, sandpit.TerminalOptions{}); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	t.Run("close while it floods", func(t *testing.T) {
		sb := create(t, sandpit.Options{})
		term, err := sb.Terminal(t.Context(), sandpit.TerminalOptions{Command: []string{"yes"}})
		if err != nil {
			t.Fatal(err)
		}
		term.Read(make([]byte, 100))
		start := time.Now()
		term.Close()
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("close took %v", d)
		}
		if st, ok := term.Process().ExitStatus(); !ok || st.Signal != kernel.SIGHUP {
			t.Errorf("%v %v", st, ok)
		}
	})
	t.Run("interrupt a flood", func(t *testing.T) {
		sb := create(t, sandpit.Options{})
		term, s := newTerminal(t, sb, sandpit.TerminalOptions{})
		s.await(t, "ready> ")
		typeKeys(t, term, "yes\r")
		s.await(t, "y\r\ny\r\n")
		typeKeys(t, term, "\x03")
		s.await(t, "ready> ")
		typeKeys(t, term, "while :; do :; done\r")
		time.Sleep(20 * time.Millisecond)
		typeKeys(t, term, "\x03")
		s.await(t, "ready> ")
	})
	t.Run("kill the shell", func(t *testing.T) {
		sb := create(t, sandpit.Options{})
		term, s := newTerminal(t, sb, sandpit.TerminalOptions{})
		s.await(t, "ready> ")
		typeKeys(t, term, "sleep 1001\r")
		s.await(t, "sleep 1001\r\n")
		time.Sleep(20 * time.Millisecond)
		typeKeys(t, term, "\x1a")
		s.await(t, "ready> ")
		typeKeys(t, term, "sleep 1002\r")
		s.await(t, "sleep 1002\r\n")
		time.Sleep(20 * time.Millisecond)
		term.Process().Signal(kernel.SIGKILL)
		if st, err := term.Wait(t.Context()); err != nil || st.Signal != kernel.SIGKILL {
			t.Errorf("%v %v", st, err)
		}
		<-s.done
		for limit := time.Now().Add(5 * time.Second); ; time.Sleep(time.Millisecond) {
			left := 0
			for _, p := range sb.Kernel().Processes() {
				if p.Name() == "sleep" {
					left++
				}
			}
			if left == 0 {
				break
			}
			if time.Now().After(limit) {
				t.Fatalf("%d processes of the terminal are left", left)
			}
		}
	})
	t.Run("box closed", func(t *testing.T) {
		sb := create(t, sandpit.Options{})
		term, s := newTerminal(t, sb, sandpit.TerminalOptions{})
		s.await(t, "ready> ")
		sb.Close()
		<-s.done
		<-term.Process().Done()
		if _, err := sb.Terminal(t.Context(), sandpit.TerminalOptions{}); !errors.Is(err, sandpit.ErrClosed) {
			t.Error(err)
		}
	})
}

// TestTerminalHostile: floods of rubbish, long lines, windows of absurd size, a reader that does not read.
func TestTerminalHostile(t *testing.T) {
	sb := create(t, sandpit.Options{})
	term, s := newTerminal(t, sb, sandpit.TerminalOptions{})
	s.await(t, "ready> ")
	for _, size := range [][2]int{{0, 0}, {1, 1}, {-5, 1 << 30}, {65535, 65535}, {2, 3}, {24, 80}} {
		term.Resize(size[0], size[1])
		typeKeys(t, term, "echo abc\x7f\x7f\x01\x05\x15")
	}
	typeKeys(t, term, "\x15echo sized\r")
	s.await(t, "\rsized\r\n")
	typeKeys(t, term, strings.Repeat("x", 1<<20+1000)) // longer than a line can be
	typeKeys(t, term, "\x15echo long\r")
	s.await(t, "\rlong\r\n")
	r := rand.New(rand.NewPCG(3, 4))
	b := make([]byte, 50_000)
	for i := range b {
		switch b[i] = byte(r.IntN(256)); b[i] {
		case 3, 4, 10, 13, 15, 19, 24, 26, 28, '!': // C-x C-e would open an editor
			b[i] = 27
		}
	}
	typeKeys(t, term, string(b))
	typeKeys(t, term, "\x1b[201~"+strings.Repeat("\x07", 3)) // out of whatever it got into
	for range 2 {
		time.Sleep(100 * time.Millisecond) // a key that is typed together with an interrupt may be lost with the line
		typeKeys(t, term, "\x03")
	}
	time.Sleep(100 * time.Millisecond)
	typeKeys(t, term, "echo rubbish\r")
	s.await(t, "\rrubbish\r\n")
	typeKeys(t, term, "printf '\\e[999999999;999999999H\\e]0;'; printf 'A%.0s' {1..10000}; echo; echo painted\r")
	s.await(t, "\npainted\r\n")
	typeKeys(t, term, "exit\r")
	if st, err := term.Wait(t.Context()); err != nil || st.Signal != 0 {
		t.Errorf("%v %v", st, err)
	}
}
