package text

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var splitUsage = optparse.Define("split", "[OPTION]... [FILE [PREFIX]]", "Output pieces of FILE to PREFIXaa, PREFIXab, ...;\ndefault size is 1000 lines, and default PREFIX is 'x'.", `
-a, --suffix-length=N   generate suffixes of length N (default 2)
    --additional-suffix=SUFFIX  append an additional SUFFIX to file names
-b, --bytes=SIZE        put SIZE bytes per output file
-C, --line-bytes=SIZE   put at most SIZE bytes of records per output file
-d                      use numeric suffixes starting at 0, not alphabetic
    --numeric-suffixes[=FROM]  same as -d, but allow setting the start value
-x                      use hex suffixes starting at 0, not alphabetic
    --hex-suffixes[=FROM]  same as -x, but allow setting the start value
-e, --elide-empty-files  do not generate empty output files with '-n'
    --filter=COMMAND    write to shell COMMAND; file name is $FILE
-l, --lines=NUMBER      put NUMBER lines/records per output file
-n, --number=CHUNKS     generate CHUNKS output files; see explanation below
-t, --separator=SEP     use SEP instead of newline as the record separator;\n'\0' (zero) specifies the NUL character
-u, --unbuffered        immediately copy input to output with '-n r/...'
    --verbose           print a diagnostic just before each\noutput file is opened
`).Digits().Trailer(`CHUNKS may be:
  N       split into N files based on size of input
  K/N     output Kth of N to stdout
  l/N     split into N files without splitting lines/records
  l/K/N   output Kth of N to stdout without splitting lines/records
  r/N     like 'l' but use round robin distribution
  r/K/N   likewise but only output Kth of N to stdout`)

// splitter writes the pieces of one run, one file after the other.
type splitter struct {
	ctx       context.Context
	p         *kernel.Process
	w         *cmd.Writer
	out       *cmd.Writer
	closeOut  func() error
	prefix    string
	extra     string
	filter    string
	length    int
	fixed     bool
	digits    string // of the suffixes
	next      int
	eol       byte
	elide     bool
	verbose   bool
	exhausted bool
}

const (
	letters   = "abcdefghijklmnopqrstuvwxyz"
	hexDigits = "0123456789abcdef"
)

func split(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, splitUsage)
	if done {
		return status
	}
	s := &splitter{ctx: ctx, p: p, w: cmd.NewWriter(p), prefix: "x", length: 2, digits: letters, eol: '\n'}
	how, size := byte(0), int64(1000)
	var chunks splitChunks
	for _, m := range o.Options {
		switch m.Key {
		case "b", "C", "l", "digits", "n":
			if how != 0 && !(m.Key == "digits" && how == 'd') {
				return cmd.UsageError(p, splitUsage, "cannot split in more than one way")
			}
			how = m.Key[0]
		}
		switch m.Key {
		case "a":
			n, err := cmd.ParseSize(m.Value)
			if err != nil || n > 64 {
				cmd.Errorf(p, "invalid suffix length: %s", cmd.QuoteC(m.Value))
				return 1
			}
			s.length, s.fixed = int(n), n > 0
			if n == 0 {
				s.length = 2
			}
		case "additional-suffix":
			if strings.Contains(m.Value, "/") {
				return cmd.UsageError(p, splitUsage, "invalid suffix %s, contains directory separator", cmd.QuoteC(m.Value))
			}
			s.extra = m.Value
		case "b", "C":
			var ok bool
			if size, ok = s.number(m.Value, "bytes"); !ok {
				return 1
			}
		case "l", "digits":
			var ok bool
			if size, ok = s.number(m.Value, "lines"); !ok {
				return 1
			}
		case "n":
			var ok bool
			if chunks, ok = s.chunks(m.Value); !ok {
				return 1
			}
		case "d", "numeric-suffixes", "x", "hex-suffixes":
			base, kind := 10, "numerical"
			s.digits = hexDigits[:10]
			if m.Key == "x" || m.Key == "hex-suffixes" {
				base, kind, s.digits = 16, "hexadecimal", hexDigits
			}
			if m.HasValue {
				n, err := strconv.ParseUint(m.Value, base, 31)
				if err != nil {
					return cmd.UsageError(p, splitUsage, "%s: invalid start value for %s suffix", cmd.QuoteC(m.Value), kind)
				}
				s.next = int(n)
			}
		case "e":
			s.elide = true
		case "filter":
			s.filter = m.Value
		case "t":
			switch {
			case m.Value == `\0`:
				s.eol = 0
			case m.Value == "":
				cmd.Errorf(p, "empty record separator")
				return 1
			case len(m.Value) > 1:
				cmd.Errorf(p, "multi-character separator %s", cmd.Quote(m.Value))
				return 1
			default:
				s.eol = m.Value[0]
			}
		case "verbose":
			s.verbose = true
		}
	}
	if s.filter != "" && chunks.only > 0 {
		return cmd.UsageError(p, splitUsage, "--filter does not process a chunk extracted to stdout")
	}
	name := "-"
	if len(o.Args) > 0 {
		name = o.Args[0]
	}
	if len(o.Args) > 1 {
		s.prefix = o.Args[1]
	}
	if len(o.Args) > 2 {
		return cmd.ExtraOperand(p, splitUsage, o.Args[2])
	}
	in, err := cmd.Open(p, name)
	if err != nil {
		cmd.Errorf(p, "cannot open %s for reading: %s", cmd.Quote(name), kernel.Strerror(err))
		return 1
	}
	defer in.Close()
	if how == 'n' && !s.fixed && chunks.count > 1 {
		for room := len(s.digits) * len(s.digits); int64(room) < chunks.count; room *= len(s.digits) {
			s.length++
		}
		s.fixed = true
	}
	switch {
	case how == 'n':
		err = s.byChunks(in, name, chunks)
	case how == 'b':
		err = s.bytes(in, size)
	case how == 'C':
		err = s.lineBytes(in, size)
	default:
		err = s.lines(in, size)
	}
	if err != nil {
		cmd.FileError(p, name, err)
		status = 1
	}
	if !s.close() || s.exhausted {
		status = 1
	}
	return s.w.Finish(status)
}

func (s *splitter) number(text, what string) (int64, bool) {
	n, err := cmd.ParseSize(text)
	if err == cmd.ErrOverflow {
		return n, true // as good as no limit
	}
	if err != nil || n == 0 {
		s.badNumber(what, text, err == nil)
		return 0, false
	}
	return n, true
}

func (s *splitter) badNumber(what, text string, zero bool) {
	why := ""
	if zero {
		why = ": Numerical result out of range"
	}
	cmd.Errorf(s.p, "invalid number of %s: %s%s", what, cmd.QuoteC(text), why)
}

// suffix numbers a piece. Without -a it grows as GNU's does: after xyz come xzaaa and so on.
func (s *splitter) suffix() (string, bool) {
	base := len(s.digits)
	n, length, lead := s.next, s.length, ""
	if !s.fixed && !(base != 26 && s.length != 2) {
		for {
			room := base - 1
			for range length - 1 {
				room *= base
			}
			if n < room {
				break
			}
			n -= room
			lead += s.digits[base-1:]
			length++
		}
	}
	out := make([]byte, length)
	for i := length - 1; i >= 0; i-- {
		out[i] = s.digits[n%base]
		n /= base
	}
	return lead + string(out), n == 0
}

// open ends the piece before and starts the next.
func (s *splitter) open() bool {
	if !s.close() || s.exhausted {
		return false
	}
	suffix, ok := s.suffix()
	if !ok {
		cmd.Errorf(s.p, "output file suffixes exhausted")
		s.exhausted = true
		return false
	}
	s.next++
	name := s.prefix + suffix + s.extra
	if s.filter != "" {
		return s.openFilter(name)
	}
	if s.verbose {
		_, _ = s.w.WriteString("creating file " + cmd.Quote(name) + "\n")
	}
	f, err := s.p.FS().OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		cmd.FileError(s.p, name, err)
		s.exhausted = true
		return false
	}
	s.out, s.closeOut = cmd.NewFileWriter(s.p, f), f.Close
	return true
}

// openFilter starts COMMAND with the piece as its input and the name in FILE.
func (s *splitter) openFilter(name string) bool {
	if s.verbose {
		_, _ = s.w.WriteString("executing with FILE=" + cmd.Quote(name) + "\n")
	}
	_ = s.w.Flush()
	pr, pw := s.p.Kernel().Pipe()
	shell := s.p.Getenv("SHELL")
	if shell == "" {
		shell = "/bin/sh"
	}
	files := []*kernel.File{pr, nil, nil}
	for i := 1; i < 3; i++ {
		if fd := s.p.FD(i); fd != nil {
			files[i] = fd.File()
		}
	}
	child, err := cmd.Spawn(s.ctx, s.p, kernel.Spec{Path: shell, Args: []string{"sh", "-c", s.filter},
		Env: append(withoutEnv(s.p.Environ(), "FILE"), "FILE="+name), Files: files})
	_ = pr.Close()
	if err != nil {
		_ = pw.Close()
		cmd.Errorf(s.p, "failed to run command: \"%s -c %s\": %s", shell, s.filter, kernel.Strerror(err))
		s.exhausted = true
		return false
	}
	s.out = cmd.NewFileWriter(s.p, pipeEnd{s.ctx, pw})
	s.closeOut = func() error {
		_ = pw.Close()
		st, err := child.Wait()
		if err == nil && st.ExitCode() != 0 {
			err = fmt.Errorf("with FILE=%s, exit %d from command: %s", name, st.ExitCode(), s.filter)
		}
		return err
	}
	return true
}

// pipeEnd writes to a kernel file under a context.
type pipeEnd struct {
	ctx context.Context
	f   *kernel.File
}

func (e pipeEnd) Write(b []byte) (int, error) { return e.f.Write(e.ctx, b) }

func withoutEnv(env []string, name string) []string {
	var out []string
	for _, e := range env {
		if !strings.HasPrefix(e, name+"=") {
			out = append(out, e)
		}
	}
	return out
}

func (s *splitter) close() bool {
	if s.out == nil {
		return true
	}
	err := s.out.Flush()
	if s.filter != "" {
		err = nil // a command may end before its input does
	}
	if cerr := s.closeOut(); err == nil && s.filter != "" {
		err = cerr
	}
	s.out = nil
	if err != nil {
		cmd.Errorf(s.p, "%s", kernel.Strerror(err))
		s.exhausted = true
	}
	return err == nil
}

var _ io.Writer = pipeEnd{}
