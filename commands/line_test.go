package commands_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"sync"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/sandpit-dev/sandpit/commands/internal/cmdtest"
	"github.com/sandpit-dev/sandpit/kernel"
)

// runLine runs a command line of the little language the transcripts need: simple commands of literal words, pipes,
// redirections, ; && || and here-documents. The shell proper is tested elsewhere; the commands must not need it.
func runLine(ctx context.Context, t *testing.T, k *kernel.Kernel, line string, out, errOut *bytes.Buffer) int {
	t.Helper()
	file, err := syntax.NewParser().Parse(strings.NewReader(line), "")
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	r := &lineRunner{t: t, k: k, ctx: ctx, line: line}
	stdin := kernel.NewBytesFile(nil, "stdin")
	defer func() { _ = stdin.Close() }()
	so, se := kernel.NewWriterFile(out, "stdout"), kernel.NewWriterFile(errOut, "stderr")
	defer func() { _ = so.Close(); _ = se.Close() }()
	status := 0
	for _, s := range file.Stmts {
		status = r.stmt(s, [3]*kernel.File{stdin, so, se})
	}
	return status
}

type lineRunner struct {
	t    *testing.T
	k    *kernel.Kernel
	ctx  context.Context
	line string
}

func (r *lineRunner) stmt(s *syntax.Stmt, io [3]*kernel.File) int {
	for _, rd := range s.Redirs {
		io = r.redirect(rd, io)
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		return r.call(c, io)
	case *syntax.BinaryCmd:
		switch c.Op {
		case syntax.AndStmt:
			if st := r.stmt(c.X, io); st != 0 {
				return st
			}
			return r.stmt(c.Y, io)
		case syntax.OrStmt:
			if st := r.stmt(c.X, io); st == 0 {
				return st
			}
			return r.stmt(c.Y, io)
		}
		pr, pw := r.k.Pipe()
		var wg sync.WaitGroup
		wg.Go(func() {
			left := io
			left[1] = pw
			if c.Op == syntax.PipeAll {
				left[2] = pw
			}
			r.stmt(c.X, left)
			_ = pw.Close()
		})
		right := io
		right[0] = pr
		st := r.stmt(c.Y, right)
		_ = pr.Close()
		wg.Wait()
		return st
	case *syntax.Block:
		return r.list(c.Stmts, io)
	case *syntax.Subshell:
		return r.list(c.Stmts, io)
	case nil:
		return 0
	}
	r.t.Fatalf("%s: %T is beyond the transcripts' language", r.line, s.Cmd)
	return 2
}

func (r *lineRunner) list(stmts []*syntax.Stmt, io [3]*kernel.File) int {
	st := 0
	for _, s := range stmts {
		st = r.stmt(s, io)
	}
	return st
}

func (r *lineRunner) redirect(rd *syntax.Redirect, io [3]*kernel.File) [3]*kernel.File {
	fd := map[syntax.RedirOperator]int{syntax.RdrIn: 0, syntax.RdrInOut: 0}[rd.Op]
	flag := os.O_RDONLY
	switch rd.Op {
	case syntax.RdrOut:
		fd, flag = 1, os.O_WRONLY|os.O_CREATE|os.O_TRUNC
	case syntax.AppOut:
		fd, flag = 1, os.O_WRONLY|os.O_CREATE|os.O_APPEND
	case syntax.DplOut:
		fd = 1
	case syntax.RdrIn:
	case syntax.Hdoc, syntax.WordHdoc:
		text := ""
		if rd.Op == syntax.Hdoc {
			text = r.word(rd.Hdoc)
		} else {
			text = r.word(rd.Word) + "\n"
		}
		io[0] = kernel.NewBytesFile([]byte(text), "here")
		return io
	default:
		r.t.Fatalf("%s: redirection %v", r.line, rd.Op)
	}
	if rd.N != nil {
		fd = int(rd.N.Value[0] - '0')
	}
	target := r.word(rd.Word)
	if rd.Op == syntax.DplOut {
		io[fd] = io[target[0]-'0']
		return io
	}
	opened := make(chan *kernel.File, 1)
	p, err := r.k.Spawn(r.ctx, kernel.Spec{Args: []string{"open"}, Dir: "/tmp/work", Func: func(_ context.Context, p *kernel.Process) int {
		f, err := p.Open(target, flag, 0o666)
		if err != nil {
			f = nil
		}
		opened <- f
		return 0
	}})
	if err != nil {
		r.t.Fatal(err)
	}
	_, _ = p.Wait()
	f := <-opened
	if f == nil {
		r.t.Fatalf("%s: cannot open %s", r.line, target)
	}
	io[fd] = f
	return io
}

func (r *lineRunner) call(c *syntax.CallExpr, io [3]*kernel.File) int {
	env := append([]string{"PATH=/usr/bin:/bin", "HOME=/tmp/work", "PWD=/tmp/work"}, cmdtest.Environment...)
	for _, a := range c.Assigns {
		env = append(env, a.Name.Value+"="+r.word(a.Value))
	}
	var args []string
	for _, w := range c.Args {
		args = append(args, r.word(w))
	}
	if len(args) == 0 {
		return 0
	}
	p, err := r.k.Spawn(r.ctx, kernel.Spec{Args: args, Env: env, Dir: "/tmp/work", Files: io[:], NewGroup: true})
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return 127
		}
		r.t.Fatalf("%s: %v", r.line, err)
	}
	st, err := p.Wait()
	if err != nil {
		r.t.Fatal(err)
	}
	return st.ExitCode()
}

func (r *lineRunner) word(w *syntax.Word) string {
	if w == nil {
		return ""
	}
	return r.parts(w.Parts, false)
}

func (r *lineRunner) parts(parts []syntax.WordPart, quoted bool) string {
	var b strings.Builder
	for _, part := range parts {
		switch x := part.(type) {
		case *syntax.Lit:
			s := x.Value
			for i := 0; i < len(s); i++ {
				if s[i] == '\\' && i+1 < len(s) {
					if quoted && strings.IndexByte("$`\"\\\n", s[i+1]) < 0 {
						b.WriteByte('\\')
						continue
					}
					i++
				}
				b.WriteByte(s[i])
			}
		case *syntax.SglQuoted:
			if x.Dollar {
				b.WriteString(strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\\`, `\`, `\'`, "'").Replace(x.Value))
			} else {
				b.WriteString(x.Value)
			}
		case *syntax.DblQuoted:
			b.WriteString(r.parts(x.Parts, true))
		default:
			r.t.Fatalf("%s: %T is beyond the transcripts' language", r.line, part)
		}
	}
	return b.String()
}
