package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestShellOnTerminal drives `sandpit shell` in a real pseudo-terminal of the host: raw mode, size, a change of size,
// an interrupt that reaches the program in the box and not the tool, the exit status, the modes put back.
func TestShellOnTerminal(t *testing.T) {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	fd := int(master.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	slave, err := os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer slave.Close()
	unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 30, Col: 90})
	before, err := unix.IoctlGetTermios(int(slave.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sandpit", "shell", "-e", "PS1=ready> ")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.Env = append(os.Environ(), "TERM=xterm")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	screen := make(chan string, 1000)
	go func() {
		b := make([]byte, 4096)
		for {
			n, err := master.Read(b)
			if n > 0 {
				screen <- string(b[:n])
			}
			if err != nil {
				close(screen)
				return
			}
		}
	}()
	seen := ""
	expect := func(want string) {
		t.Helper()
		limit := time.After(20 * time.Second)
		for !strings.Contains(seen, want) {
			select {
			case s, ok := <-screen:
				if seen += s; !ok {
					t.Fatalf("no %q in %q", want, seen)
				}
			case <-limit:
				t.Fatalf("no %q in %q", want, seen)
			}
		}
		seen = seen[strings.Index(seen, want)+len(want):]
	}
	typed := func(keys string) { master.WriteString(keys) }
	expect("ready> ")
	typed("stty size\r")
	expect("30 90")
	expect("ready> ")
	unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 100})
	typed("trap 'echo resized' WINCH; while ! stty size | grep -q '^40 100'; do sleep 0.05; done; stty size\r")
	expect("\r40 100")
	expect("ready> ")
	typed("sleep 1000\r")
	expect("sleep 1000")
	time.Sleep(100 * time.Millisecond)
	typed("\x03")
	expect("ready> ")
	typed("exit 5\r")
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != 5 {
		t.Errorf("exit: %v, %q", err, seen)
	}
	after, err := unix.IoctlGetTermios(int(slave.Fd()), unix.TCGETS)
	if err != nil || *after != *before {
		t.Errorf("modes are not put back: %v %v", after, err)
	}
}
