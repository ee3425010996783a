package kernel_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/sandpit-dev/sandpit/kernel"
)

// TestLineDiscipline: what a program reads and what the screen shows, as Linux's own discipline has answered to the same
// keys under the same settings (testdata/record_tty.py).
func TestLineDiscipline(t *testing.T) {
	data, err := os.ReadFile("testdata/tty.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Settings, Saved, Keys, Screen string
		Reads                         []string
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		k := boot(t)
		tty, master := k.NewTTY(24, 80)
		slave := tty.Open(os.O_RDWR)
		tty.SetTermios(saved(t, c.Saved))
		master.SetNonblock(true)
		slave.SetNonblock(true)
		if _, err := master.Write(bg, latin1(c.Keys)); err != nil {
			t.Errorf("%q %q: write: %v", c.Settings, c.Keys, err)
		}
		b := make([]byte, 4096)
		n, _ := master.Read(bg, b)
		if got, want := string(b[:n]), string(latin1(c.Screen)); got != want {
			t.Errorf("%q %q: screen %q, want %q", c.Settings, c.Keys, got, want)
		}
		var reads []string
		for range 5 {
			n, err := slave.Read(bg, b[:1000])
			if errors.Is(err, syscall.EAGAIN) {
				break
			}
			if err != nil && err != io.EOF {
				t.Fatal(err)
			}
			reads = append(reads, string(b[:n]))
		}
		want := make([]string, len(c.Reads))
		for i, r := range c.Reads {
			want[i] = string(latin1(r))
		}
		if strings.Join(reads, "|") != strings.Join(want, "|") || len(reads) != len(want) {
			t.Errorf("%q %q: reads %q, want %q", c.Settings, c.Keys, reads, want)
		}
		slave.Close()
		master.Close()
	}
	if len(cases) < 70 {
		t.Errorf("only %d cases", len(cases))
	}
}

func latin1(s string) []byte {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		b = append(b, byte(r))
	}
	return b
}

// saved reads what stty -g has printed.
func saved(t *testing.T, text string) (s kernel.Termios) {
	for i, part := range strings.Split(text, ":") {
		n, err := strconv.ParseUint(part, 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case i < 4:
			*[]*uint32{&s.Iflag, &s.Oflag, &s.Cflag, &s.Lflag}[i] = uint32(n)
		case i-4 < len(s.Cc):
			s.Cc[i-4] = byte(n)
		}
	}
	return s
}
