package text

import (
	"context"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// execute is the e command: with text its output goes out first, without it the pattern space is the command.
func (s *sedRun) execute(text string) {
	if text == "" {
		s.evaluate()
		return
	}
	out, ok := s.shell(text)
	if ok {
		s.writeText(out)
	}
}

func (s *sedRun) evaluate() {
	if out, ok := s.shell(string(s.space)); ok {
		s.space = append(s.space[:0], strings.TrimSuffix(out, "\n")...)
	}
}

// shell runs a command line in sh and gives what it prints.
func (s *sedRun) shell(text string) (string, bool) {
	_ = s.out.Flush()
	r, w := s.p.Kernel().Pipe()
	defer func() { _ = r.Close() }()
	files := []*kernel.File{nil, w, nil}
	for _, n := range []int{0, 2} {
		if fd := s.p.FD(n); fd != nil {
			files[n] = fd.File()
		}
	}
	child, err := s.p.Spawn(s.ctx, kernel.Spec{Path: "/bin/sh", Args: []string{"sh", "-c", text}, Files: files})
	_ = w.Close()
	if err != nil {
		cmd.Errorf(s.p, "error subprocess: %s", kernel.Strerror(err))
		s.status, s.quit = 4, true
		return "", false
	}
	out, err := cmd.ReadAll(sedPipe{s.ctx, r})
	_, _ = child.Wait()
	return string(out), err == nil
}

type sedPipe struct {
	ctx context.Context
	f   *kernel.File
}

func (r sedPipe) Read(b []byte) (int, error) { return r.f.Read(r.ctx, b) }
