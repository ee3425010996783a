package kernel_test

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/sandpit-dev/sandpit/kernel"
)

// TestTTYLines: what the keyboard sends, what a program reads and what the screen shows, in canonical mode; as a Linux
// pseudo-terminal does it.
func TestTTYLines(t *testing.T) {
	k := boot(t)
	for _, c := range []struct{ keys, reads, screen string }{
		{"hi\r", "hi\n", "hi\r\n"},
		{"hx\x7fi\n", "hi\n", "hx\b \bi\r\n"},
		{"abc\x15x\n", "x\n", "abc\b \b\b \b\b \bx\r\n"},
		{"a bc\x17d\n", "a d\n", "a bc\b \b\b \bd\r\n"},
		{"\xc3\xa9\x7fe\n", "e\n", "\xc3\xa9\b \be\r\n"},
		{"\x01\n", "\x01\n", "^A\r\n"},
		{"\x01\x7fz\n", "z\n", "^A\b \b\b \bz\r\n"},
		{"ab\x04", "ab", "ab"},
		{"\x04", "", ""},
	} {
		tty, master := k.NewTTY(24, 80)
		slave := tty.Open(os.O_RDWR)
		master.Write(bg, []byte(c.keys))
		b := make([]byte, 100)
		n, err := slave.Read(bg, b)
		if string(b[:n]) != c.reads || (err == io.EOF) != (c.reads == "") {
			t.Errorf("%q: read %q %v", c.keys, b[:n], err)
		}
		master.SetNonblock(true)
		n, _ = master.Read(bg, b)
		if string(b[:n]) != c.screen {
			t.Errorf("%q: screen %q, want %q", c.keys, b[:n], c.screen)
		}
		slave.Close()
		master.Close()
	}
}

func TestTTYSession(t *testing.T) {
	k := boot(t)
	tty, master := k.NewTTY(24, 80)
	slave := tty.Open(os.O_RDWR)
	ready := make(chan struct{})
	p, err := k.Spawn(bg, kernel.Spec{Args: []string{"sh"}, NewSession: true, Files: []*kernel.File{slave, slave, slave},
		Func: func(ctx context.Context, p *kernel.Process) int {
			p.SetTTY(tty)
			if !p.FD(0).IsTerminal() || p.FD(0).Name() != "/dev/pts/0" {
				t.Error("no terminal")
			}
			f, err := p.Open("/dev/tty", os.O_RDWR, 0)
			if err != nil || f.TTY() != tty {
				t.Errorf("/dev/tty: %v", err)
			} else {
				f.Close()
			}
			if f, err = p.Open("/dev/pts/0", os.O_RDWR, 0); err != nil || f.TTY() != tty {
				t.Errorf("/dev/pts/0: %v", err)
			} else {
				f.Close()
			}
			// A background job that reads is stopped; in the foreground it goes on.
			job, _ := p.Spawn(ctx, kernel.Spec{Args: []string{"cat"}, NewGroup: true})
			_, st, err := p.WaitChild(ctx, job.PID(), kernel.WUNTRACED)
			if !st.Stopped || st.Signal != kernel.SIGTTIN {
				t.Errorf("background read: %v %v", st, err)
			}
			tty.SetForeground(job.PGID())
			job.Signal(kernel.SIGCONT)
			close(ready)
			st, _ = job.Wait() // ^C
			if st.Signal != kernel.SIGINT {
				t.Errorf("job: %v", st)
			}
			tty.SetForeground(p.PGID())
			p.SetDisposition(kernel.SIGWINCH, kernel.SigCatch)
			ch := p.NotifySignal()
			go tty.SetSize(50, 132)
			<-ch
			if r, c := tty.Size(); r != 50 || c != 132 {
				t.Error(r, c)
			}
			p.Stdout().Write([]byte("bye\n"))
			_, err = p.Stdin().Read(make([]byte, 1)) // the line is cut
			t.Logf("after the hang-up: %v", err)
			return 0
		}})
	if err != nil {
		t.Fatal(err)
	}
	slave.Close()
	<-ready
	master.Write(bg, []byte("ok\r\x03"))
	var screen strings.Builder
	b := make([]byte, 100)
	for !strings.Contains(screen.String(), "bye\r\n") {
		n, err := master.Read(bg, b)
		if err != nil {
			t.Fatal(err)
		}
		screen.Write(b[:n])
	}
	if !strings.Contains(screen.String(), "^C") {
		t.Errorf("screen %q", screen.String())
	}
	master.Close()
	if st, _ := p.Wait(); st.Signal != kernel.SIGHUP {
		t.Errorf("after the hang-up: %v", st)
	}
	if _, err := k.FS().Stat("/dev/pts/0"); !errors.Is(err, syscall.ENOENT) {
		t.Errorf("/dev/pts/0: %v", err)
	}
}

func TestTTYRaw(t *testing.T) {
	k := boot(t)
	tty, master := k.NewTTY(24, 80)
	slave := tty.Open(os.O_RDWR)
	defer slave.Close()
	s := tty.Termios()
	s.MakeRaw()
	tty.SetTermios(s)
	master.Write(bg, []byte("a\x03\r"))
	b := make([]byte, 10)
	if n, err := slave.Read(bg, b); string(b[:n]) != "a\x03\r" || err != nil {
		t.Errorf("%q %v", b[:n], err)
	}
	slave.Write(bg, []byte("x\n"))
	if n, err := master.Read(bg, b); string(b[:n]) != "x\n" || err != nil {
		t.Errorf("%q %v", b[:n], err)
	}
	master.Close()
	if _, err := slave.Write(bg, []byte("x")); !errors.Is(err, syscall.EIO) {
		t.Errorf("write after the hang-up: %v", err)
	}
	if _, err := slave.Read(bg, b); err != io.EOF {
		t.Errorf("read after the hang-up: %v", err)
	}
}
