package commands_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/sandpit-dev/sandpit/commands"
	"github.com/sandpit-dev/sandpit/internal/ttytest"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/shell"
	"github.com/sandpit-dev/sandpit/vfs"
)

var recordTerminal = flag.Bool("record-tty", false, "write testdata/tty/stty.txt anew from the host's stty")

// TestTerminalCases compares the screens of programs that want a terminal with those of the host's
// (testdata/tty, internal/ttytest/record.py).
func TestTerminalCases(t *testing.T) {
	files, err := filepath.Glob("testdata/tty/*.t")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		cases, err := ttytest.Parse(string(data))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".t")+"/"+c.Name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					k := terminalBox(t)
					defer k.Close()
					env := []string{"PATH=/usr/bin:/bin", "HOME=/tmp/case/home", "TERM=xterm", "LC_ALL=C.UTF-8"}
					for _, line := range c.Setup {
						setUp(t, k, env, line)
					}
					ttytest.RunCase(t, c, k, kernel.Spec{Args: c.Argv, Env: env, Dir: "/tmp/case"})
				})
			})
		}
	}
}

func terminalBox(t *testing.T) *kernel.Kernel {
	t.Helper()
	disk := vfs.New()
	programs := commands.All()
	programs["bash"], programs["sh"] = shell.Program, shell.Program
	names := make([]string, 0, len(programs))
	for name := range programs {
		names = append(names, name)
	}
	if err := kernel.Populate(disk, names, "sandpit"); err != nil {
		t.Fatal(err)
	}
	if err := disk.MkdirAll("/tmp/case/home", 0o777); err != nil {
		t.Fatal(err)
	}
	k, err := kernel.New(kernel.Config{FS: disk, Programs: programs})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func setUp(t *testing.T, k *kernel.Kernel, env []string, line string) {
	t.Helper()
	var out bytes.Buffer
	f := kernel.NewWriterFile(&out, "out")
	defer f.Close()
	p, err := k.Spawn(t.Context(), kernel.Spec{Args: []string{"bash", "-c", line}, Env: env, Dir: "/tmp/case", Files: []*kernel.File{nil, f, f}})
	if err != nil {
		t.Fatal(err)
	}
	if st, _ := p.Wait(); st.ExitCode() != 0 {
		t.Fatalf("%s: %v %s", line, st, out.String())
	}
}

// sttyCases are lines whose output on a terminal is compared with that of the host's stty.
var sttyCases = []string{
	"stty -a", "stty", "stty -g", "stty rows 30 cols 100; stty size; stty -a", "stty raw; stty -a; stty", "stty raw; stty sane; stty -a", "stty -echo; stty; stty echo; stty",
	"stty intr ^X eof undef erase a min 3 time 5; stty -a; stty", "stty foo", "stty -F /nonexist", "stty rows x", "stty intr", "stty -raw; stty", "stty evenp; stty", "stty 9600; stty speed; stty",
	"stty -ixon ixoff; stty", "stty -a -g", "stty -a echo", "stty dec; stty -a", "stty ek; stty nl; stty; stty -nl; stty", "stty -icanon; stty", "stty </dev/null", "stty cs7; stty", "stty min",
	"stty cooked; stty; stty cbreak; stty; stty -cbreak; stty", "stty crt; stty; stty lcase; stty; stty -lcase; stty", "stty $(stty -g); stty -g; stty 1:2:3", "stty tab3 tostop; stty; stty -tabs; stty; stty tabs; stty",
	"stty kill M; stty eof ^-; stty quit ^?; stty susp 0x1a; stty start 300; stty", "stty line 3; stty -a", "stty --version | head -0; stty cols; stty columns 40; stty -a", "stty -F /dev/tty size; stty --file=/dev/tty speed",
	"stty pass8; stty; stty litout; stty", "stty -echoe -echok -echoke; stty -a", "stty echoprt echonl noflsh xcase iuclc ixany; stty", "stty werase ^H rprnt ^A lnext ^B discard ^C eol ^D eol2 ^E swtch ^F; stty -a; stty",
}

// TestStty runs them here and on the host, each on a pseudo-terminal of its own.
func TestStty(t *testing.T) {
	data, err := os.ReadFile("testdata/tty/stty.txt")
	if err != nil {
		t.Fatal(err)
	}
	if *recordTerminal {
		var b bytes.Buffer
		for _, line := range sttyCases {
			script := exec.Command("script", "-qec", "stty cols 0 rows 0; export LC_ALL=C; "+line, "/dev/null")
			r, w, err := os.Pipe() // at the end of its input script types ^D
			if err != nil {
				t.Fatal(err)
			}
			script.Stdin = r
			out, err := script.Output()
			r.Close()
			w.Close()
			if _, exit := err.(*exec.ExitError); err != nil && !exit {
				t.Fatal(err)
			}
			b.WriteString("$ " + line + "\n" + strings.ReplaceAll(string(out), "\r", ""))
		}
		if err := os.WriteFile("testdata/tty/stty.txt", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want := map[string]string{}
	for _, part := range strings.Split("\n"+string(data), "\n$ ")[1:] {
		line, out, _ := strings.Cut(part, "\n")
		want[line] = strings.TrimRight(out, "\n")
	}
	k := terminalBox(t)
	defer k.Close()
	for _, line := range sttyCases {
		tty, master := k.NewTTY(0, 0)
		s := tty.Termios()
		s.Iflag &^= kernel.IUTF8 // as the kernel makes it
		tty.SetTermios(s)
		slave := tty.Open(os.O_RDWR)
		p, err := k.Spawn(t.Context(), kernel.Spec{Args: []string{"bash", "-c", line}, Env: []string{"PATH=/usr/bin", "LC_ALL=C"}, NewSession: true, TTY: tty, Files: []*kernel.File{slave, slave, slave}})
		slave.Close()
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		buf := make([]byte, 4096)
		for {
			n, err := master.Read(t.Context(), buf)
			b.Write(buf[:n])
			if err != nil {
				break
			}
		}
		p.Wait()
		master.Close()
		if got := strings.TrimRight(strings.ReplaceAll(b.String(), "\r", ""), "\n"); got != want[line] {
			t.Errorf("%s:\n--- here\n%s\n--- host\n%s", line, got, want[line])
		}
	}
}

// TestFullScreen: top and watch paint the terminal, follow its size, and end when they are told to.
func TestFullScreen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := terminalBox(t)
		defer k.Close()
		env := []string{"PATH=/usr/bin:/bin", "TERM=xterm", "HOME=/tmp"}
		s := ttytest.Start(t, k, 10, 60, kernel.Spec{Args: []string{"bash", "-c", "sleep 1000 & top; echo back; watch -n1 'echo shown; stty size'; echo again"}, Env: env, Dir: "/tmp"})
		if got := s.Screen(); !strings.Contains(got, "Tasks:") || !strings.Contains(got, "sleep") || strings.Contains(got, "0:00.00 init  ") {
			t.Errorf("top:\n%s", got)
		}
		s.Resize(6, 40)
		if got := s.Screen(); len(strings.Split(got, "\n")) > 6 || !strings.Contains(got, "Tasks:") {
			t.Errorf("top after a change of size:\n%s", got)
		}
		s.Type("q")
		if got := s.Screen(); !strings.Contains(got, "back") && !strings.Contains(got, "Every 1.0s") {
			t.Errorf("after top:\n%s", got)
		}
		if got := s.Screen(); !strings.Contains(got, "shown\n6 40") {
			t.Errorf("watch:\n%s", got)
		}
		s.Type("\x03")
		if st := s.Close(); st.Signal != kernel.SIGINT {
			t.Errorf("after ^C: %v\n%s", st, s.Screen())
		}
	})
}
