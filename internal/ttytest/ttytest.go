// Package ttytest drives programs of a box on a pseudo-terminal, in tests. Its cases hold what a real program has shown
// for the same keys (record.py); both outputs are painted on a screen of package vt and the screens compared, after each
// step. It works in a testing/synctest bubble, so that a step is over when everything in the box waits.
package ttytest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sandpit-dev/sandpit/internal/vt"
	"github.com/sandpit-dev/sandpit/kernel"
)

// Case is one case of a file; see record.py for the format.
type Case struct {
	Name       string
	Argv       []string // nil = an interactive bash
	Setup      []string
	Rows, Cols int
	First      string // what the program shows before the first key
	Steps      []Step
}

// Step is some keys, a pause or a change of the size, and what the real program showed then.
type Step struct {
	Keys       string
	Pause      time.Duration
	Rows, Cols int
	Output     string
}

// Parse reads a file of cases.
func Parse(text string) ([]Case, error) {
	var cases []Case
	for _, part := range strings.Split(text, "## ")[1:] {
		lines := strings.Split(part, "\n")
		c := Case{Name: lines[0], Rows: 24, Cols: 80}
		started := false
		for _, line := range lines[1:] {
			if len(line) < 2 {
				continue
			}
			arg := line[2:]
			var err error
			switch line[:2] {
			case ": ":
				err = json.Unmarshal([]byte(arg), &c.Argv)
			case "$ ":
				c.Setup = append(c.Setup, arg)
			case "* ":
				rows, cols, _ := strings.Cut(arg, " ")
				r, _ := strconv.Atoi(rows)
				k, _ := strconv.Atoi(cols)
				if started {
					c.Steps = append(c.Steps, Step{Rows: r, Cols: k})
				} else {
					c.Rows, c.Cols = r, k
				}
			case "< ":
				var keys string
				err = json.Unmarshal([]byte(arg), &keys)
				c.Steps = append(c.Steps, Step{Keys: string(latin1(keys))})
				started = true
			case "~ ":
				var f float64
				f, err = strconv.ParseFloat(arg, 64)
				c.Steps = append(c.Steps, Step{Pause: time.Duration(f * float64(time.Second))})
				started = true
			case "> ":
				var out string
				err = json.Unmarshal([]byte(arg), &out)
				if n := len(c.Steps); n > 0 {
					c.Steps[n-1].Output = string(latin1(out))
				} else {
					c.First, started = string(latin1(out)), true
				}
			}
			if err != nil {
				return nil, fmt.Errorf("case %q: %s: %w", c.Name, line, err)
			}
		}
		cases = append(cases, c)
	}
	return cases, nil
}

func latin1(s string) []byte {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		b = append(b, byte(r))
	}
	return b
}

// Session is a program on a terminal.
type Session struct {
	TTY    *kernel.TTY
	Master *kernel.File
	Proc   *kernel.Process

	mu     sync.Mutex
	screen *vt.Screen
	raw    strings.Builder
	done   chan struct{}
}

// Start runs a program, as the leader of a session, on a new terminal. It must be called in a synctest bubble.
func Start(t testing.TB, k *kernel.Kernel, rows, cols int, spec kernel.Spec) *Session {
	t.Helper()
	s := &Session{screen: vt.New(rows, cols), done: make(chan struct{})}
	s.TTY, s.Master = k.NewTTY(rows, cols)
	slave := s.TTY.Open(os.O_RDWR)
	spec.NewSession, spec.TTY = true, s.TTY
	spec.Files = []*kernel.File{slave, slave, slave}
	var err error
	s.Proc, err = k.Spawn(context.Background(), spec)
	slave.Close()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(s.done)
		b := make([]byte, 32<<10)
		for {
			n, err := s.Master.Read(context.Background(), b)
			s.mu.Lock()
			s.screen.Write(b[:n])
			if s.raw.Len() < 1<<20 {
				s.raw.Write(b[:n])
			}
			s.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	synctest.Wait()
	return s
}

// Type sends keys and waits until the box has nothing to do.
func (s *Session) Type(keys string) {
	s.Master.Write(context.Background(), []byte(keys))
	synctest.Wait()
}

// Settle lets half a second pass, for what waits for time: the rest of an escape sequence.
func (s *Session) Settle() {
	time.Sleep(500 * time.Millisecond)
	synctest.Wait()
}

// Resize changes the size of the window.
func (s *Session) Resize(rows, cols int) {
	s.mu.Lock()
	s.screen.Resize(min(rows, 300), min(cols, 1000)) // the picture, not the terminal, is bounded
	s.mu.Unlock()
	s.TTY.SetSize(rows, cols)
	synctest.Wait()
}

// Screen is what is shown.
func (s *Session) Screen() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.screen.String()
}

// Cursor is the place of the cursor.
func (s *Session) Cursor() (row, col int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.screen.Cursor()
}

// Raw is everything that was sent to the screen, up to a megabyte.
func (s *Session) Raw() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.raw.String()
}

// Close hangs up and waits for the program.
func (s *Session) Close() kernel.Status {
	s.Master.Close()
	<-s.done
	select {
	case <-s.Proc.Done():
	case <-time.After(time.Second):
		s.Proc.Signal(kernel.SIGKILL)
		<-s.Proc.Done()
	}
	st, _ := s.Proc.ExitStatus()
	return st
}

var pids = regexp.MustCompile(`(\[\d+\][-+ ]? +)\d{1,7}\b|(kill: \()\d+`)

// normal takes out what may differ: numbers of processes, and whether the host writes core dumps.
func normal(screen string) string {
	screen = strings.ReplaceAll(screen, " (core dumped)", "")
	return pids.ReplaceAllString(screen, "${1}${2}PID")
}

// RunCase plays a case and compares the screens with those of the real program, the cursor too.
func RunCase(t *testing.T, c Case, k *kernel.Kernel, spec kernel.Spec) {
	t.Helper()
	s := Start(t, k, c.Rows, c.Cols, spec)
	defer s.Close()
	want := vt.New(c.Rows, c.Cols)
	check := func(what, output string) bool {
		t.Helper()
		want.Write([]byte(output))
		wr, wc := want.Cursor()
		gr, gc := s.Cursor()
		ws, gs := normal(want.String()), normal(s.Screen())
		if what == "" {
			return true
		}
		if ws != gs || wr != gr || wc != gc {
			t.Errorf("after %s:\n--- real (cursor %d,%d)\n%s\n--- ours (cursor %d,%d)\n%s\n--- sent %q", what, wr, wc, ws, gr, gc, gs, tail(s.Raw()))
			return false
		}
		return true
	}
	if !check("the start", c.First) {
		return
	}
	for i, step := range c.Steps {
		what := fmt.Sprintf("step %d %q", i+1, step.Keys)
		switch {
		case step.Rows > 0:
			want.Resize(step.Rows, step.Cols)
			s.Resize(step.Rows, step.Cols)
			what = fmt.Sprintf("step %d, size %dx%d", i+1, step.Rows, step.Cols)
		case step.Pause > 0:
			time.Sleep(step.Pause)
			synctest.Wait()
		default:
			s.Type(step.Keys)
		}
		if i+1 < len(c.Steps) && c.Steps[i+1].Pause > 0 {
			what = "" // it is not over
		}
		if !check(what, step.Output) {
			return
		}
	}
}

func tail(s string) string { return s[max(0, len(s)-300):] }
