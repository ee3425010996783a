package text

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

func (s *sorter) check(name string, quiet bool) int {
	in, err := cmd.Open(s.p, name)
	if err != nil {
		cmd.Errorf(s.p, "cannot read: %s: %s", cmd.Quotef(name), kernel.Strerror(err))
		return 2
	}
	defer in.Close()
	lines := cmd.NewLineReader(in, s.delim)
	var last []byte
	for n := 1; ; n++ {
		line, _, err := lines.Next()
		if err == io.EOF {
			return 0
		}
		if err != nil {
			cmd.Errorf(s.p, "read failed: %s: %s", cmd.Quotef(name), kernel.Strerror(err))
			return 2
		}
		if n > 1 {
			if c := s.compare(last, line); c > 0 || c == 0 && s.unique {
				if !quiet {
					cmd.Errorf(s.p, "%s:%d: disorder: %s", name, n, line)
				}
				return 1
			}
		}
		last = append(last[:0], line...)
		if n&1023 == 0 && s.p.Safepoint() != nil {
			return 2
		}
	}
}

// merge interleaves inputs that are sorted already, one line of each in memory.
func (s *sorter) merge(files []string, output string) int {
	type source struct {
		lines *cmd.LineReader
		line  []byte
		name  string
	}
	var sources []*source
	for _, name := range files {
		in, err := cmd.Open(s.p, name)
		if err != nil {
			cmd.Errorf(s.p, "cannot read: %s: %s", cmd.Quotef(name), kernel.Strerror(err))
			return 2
		}
		defer in.Close()
		if output != "" && name == output { // its content is about to be overwritten
			data, err := cmd.ReadAll(in)
			if err != nil {
				return 2
			}
			sources = append(sources, &source{lines: cmd.NewLineReader(bytes.NewReader(data), s.delim), name: name})
			continue
		}
		sources = append(sources, &source{lines: cmd.NewLineReader(in, s.delim), name: name})
	}
	advance := func(src *source) (bool, int) {
		line, _, err := src.lines.Next()
		if errors.Is(err, io.EOF) {
			return false, 0
		}
		if err != nil {
			cmd.Errorf(s.p, "read failed: %s: %s", cmd.Quotef(src.name), kernel.Strerror(err))
			return false, 2
		}
		src.line = line
		return true, 0
	}
	live := sources[:0]
	for _, src := range sources {
		ok, st := advance(src)
		if st != 0 {
			return st
		}
		if ok {
			live = append(live, src)
		}
	}
	w, closer, st := s.open(output)
	if st != 0 {
		return st
	}
	if closer != nil {
		defer func() { _ = closer.Close() }()
	}
	var last []byte
	for n := 0; len(live) > 0; n++ {
		least := 0
		for i := 1; i < len(live); i++ {
			if s.compare(live[i].line, live[least].line) < 0 {
				least = i
			}
		}
		src := live[least]
		if !s.unique || n == 0 || s.compare(last, src.line) != 0 {
			_, _ = w.Write(src.line)
			_ = w.WriteByte(s.delim)
			last = append(last[:0], src.line...)
		}
		if w.Err() != nil || n&1023 == 0 && s.p.Safepoint() != nil {
			break
		}
		ok, st := advance(src)
		if st != 0 {
			return st
		}
		if !ok {
			live = slices.Delete(live, least, least+1)
		}
	}
	return w.FinishAs(0, 2)
}
