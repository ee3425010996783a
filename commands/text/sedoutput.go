package text

import (
	"context"
	"io"
	"os"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

type sedOutput struct {
	w     *cmd.Writer
	close func()
}

type sedAppend struct {
	text string
	file string
	line bool // R: one line
}

// openOutputs makes the files of w commands, which exist from the start.
func (s *sedRun) openOutputs() bool {
	for _, c := range s.prog {
		name := ""
		if c.name == 'w' || c.name == 'W' {
			name = c.text
		} else if c.sub != nil {
			name = c.sub.file
		}
		if name == "" || s.outputs[name] != nil || name == "/dev/stdout" {
			continue
		}
		if name == "/dev/stderr" {
			s.outputs[name] = &sedOutput{cmd.NewFileWriter(s.p, s.p.Stderr()), func() {}}
			continue
		}
		f, err := s.p.Open(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			cmd.Errorf(s.p, "couldn't open file %s: %s", name, kernel.Strerror(err))
			return false
		}
		s.outputs[name] = &sedOutput{cmd.NewFileWriter(s.p, sedFile{s.ctx, f}), func() { _ = f.Close() }}
	}
	return true
}

type sedFile struct {
	ctx context.Context
	f   *kernel.File
}

func (w sedFile) Write(b []byte) (int, error) { return w.f.Write(w.ctx, b) }

func (s *sedRun) writeLine(w *cmd.Writer, b []byte, terminated bool) {
	if s.missing == w {
		_ = w.WriteByte(s.delim)
	}
	s.missing = nil
	_, _ = w.Write(b)
	if terminated {
		_ = w.WriteByte(s.delim)
	} else {
		s.missing = w
	}
	if s.unbuffered {
		_ = w.Flush()
	}
}

func (s *sedRun) writeText(text string) {
	if s.missing == s.out {
		_ = s.out.WriteByte(s.delim)
	}
	s.missing = nil
	_, _ = s.out.WriteString(text)
}

func (s *sedRun) flushAppended() {
	for _, a := range s.appended {
		switch {
		case a.file == "":
			s.writeText(a.text)
		case a.line:
			s.appendLine(a.file)
		default:
			s.appendFile(a.file)
		}
	}
	s.appended = s.appended[:0]
}

func (s *sedRun) appendFile(name string) {
	var in *cmd.Input
	if name == "/dev/stdin" {
		in = cmd.Stdin(s.p)
	} else {
		var err error
		if in, err = cmd.OpenFile(s.p, name); err != nil {
			return
		}
		defer in.Close()
	}
	if s.missing == s.out {
		_ = s.out.WriteByte(s.delim)
		s.missing = nil
	}
	_, _ = cmd.Copy(s.out, in)
}

func (s *sedRun) appendLine(name string) {
	r, ok := s.readers[name]
	if !ok {
		if name == "/dev/stdin" {
			r = cmd.NewLineReader(s.p.Stdin(), s.delim)
		} else if in, err := cmd.OpenFile(s.p, name); err == nil {
			r = cmd.NewLineReader(in, s.delim)
			s.outputs["\x00read "+name] = &sedOutput{cmd.NewFileWriter(s.p, io.Discard), in.Close}
		}
		s.readers[name] = r
	}
	if r == nil {
		return
	}
	if line, _, err := r.Next(); err == nil {
		s.writeLine(s.out, line, true)
	}
}

func (s *sedRun) fileOutput(name string) *cmd.Writer {
	if name == "/dev/stdout" {
		return s.out
	}
	return s.outputs[name].w
}
