package text

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var headUsage = optparse.Define("head", "[OPTION]... [FILE]...",
	"Print the first 10 lines of each FILE to standard output.\nWith more than one FILE, precede each with a header giving the file name.", `
-c, --bytes=[-]NUM     print the first NUM bytes of each file;\nwith the leading '-', print all but the last\nNUM bytes of each file
-n, --lines=[-]NUM     print the first NUM lines instead of the first 10;\nwith the leading '-', print all but the last\nNUM lines of each file
-q, --quiet, --silent  never print headers giving file names
-v, --verbose          always print headers giving file names
-z, --zero-terminated  line delimiter is NUL, not newline
`).Digits()

// headings decides when a "==> name <==" line stands before a file, for head and tail.
type headings struct {
	always, never, printed bool
}

func (h *headings) print(w *cmd.Writer, name string, files int) {
	if h.never || files < 2 && !h.always {
		return
	}
	if h.printed {
		_ = w.WriteByte('\n')
	}
	h.printed = true
	if name == "-" {
		name = "standard input"
	}
	w.Printf("==> %s <==\n", name)
}

func head(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.ParseArgs(p, headUsage, headObsolete(p.Args()[1:]))
	if done {
		return status
	}
	var h headings
	count, byBytes, allBut, delim := int64(10), false, false, byte('\n')
	for _, m := range o.Options {
		switch m.Key {
		case "q":
			h.never, h.always = true, false
		case "v":
			h.always, h.never = true, false
		case "z":
			delim = 0
		case "c", "n", "digits":
			byBytes = m.Key == "c"
			s, but := strings.CutPrefix(m.Value, "-")
			n, err := cmd.ParseSize(s)
			if err != nil {
				what := "lines"
				if byBytes {
					what = "bytes"
				}
				return badCount(p, what, s, err)
			}
			count, allBut = n, but
		}
	}
	files := o.Args
	if len(files) == 0 {
		files = []string{"-"}
	}
	w := cmd.NewWriter(p)
	for _, name := range files {
		in, err := cmd.Open(p, name)
		if err != nil {
			_ = w.Flush()
			cmd.Errorf(p, "cannot open %s for reading: %s", cmd.Quote(name), kernel.Strerror(err))
			status = 1
			continue
		}
		h.print(w, name, len(files))
		switch {
		case byBytes && allBut:
			err = headAllButBytes(w, in, count)
		case byBytes:
			err = headBytes(w, in, count)
		case allBut:
			err = headAllButLines(w, in, count, delim)
		default:
			err = headLines(w, in, count, delim)
		}
		in.Close()
		if err != nil {
			_ = w.Flush()
			cmd.Errorf(p, "error reading %s: %s", cmd.Quote(displayName(name)), kernel.Strerror(err))
			status = 1
		}
		if w.Err() != nil {
			break
		}
	}
	return w.Finish(status)
}

// badCount reports a count that is no number, or one too large.
func badCount(p *kernel.Process, what, s string, err error) int {
	why := ""
	if errors.Is(err, cmd.ErrOverflow) {
		why = ": Value too large for defined data type"
	}
	cmd.Errorf(p, "invalid number of %s: %s%s", what, cmd.QuoteC(s), why)
	return 1
}

// headObsolete spells the form -NUM[bkm][cqvlz] of the first argument in options of today.
func headObsolete(args []string) []string {
	if len(args) == 0 || len(args[0]) < 3 || args[0][0] != '-' || args[0][1] < '0' || args[0][1] > '9' {
		return args
	}
	number := args[0][1:]
	letters := strings.TrimLeft(number, "0123456789")
	number = number[:len(number)-len(letters)]
	if letters == "" || strings.Trim(letters, "bkmcqvlz") != "" {
		return args
	}
	unit, scale := "-n", ""
	var out []string
	for _, c := range letters {
		switch c {
		case 'b', 'k', 'm':
			unit, scale = "-c", string(c)
		case 'c':
			unit, scale = "-c", ""
		case 'l':
			unit = "-n"
		default:
			out = append(out, "-"+string(c))
		}
	}
	return append(append([]string{unit, number + scale}, out...), args[1:]...)
}

func displayName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

func headBytes(w *cmd.Writer, in *cmd.Input, n int64) error {
	buf := make([]byte, min(n, cmd.BufferSize))
	for n > 0 {
		k, err := in.Read(buf[:min(n, int64(len(buf)))])
		if _, werr := w.Write(buf[:k]); werr != nil {
			return nil
		}
		n -= int64(k)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// headLines stops after n lines and, where the input can seek, leaves its position there for the next reader.
func headLines(w *cmd.Writer, in *cmd.Input, n int64, delim byte) error {
	if n == 0 {
		return nil
	}
	buf := make([]byte, 8<<10)
	for {
		k, err := in.Read(buf)
		b := buf[:k]
		for end := 0; end < k; {
			i := bytes.IndexByte(b[end:], delim)
			if i < 0 {
				break
			}
			end += i + 1
			if n--; n == 0 {
				_, _ = w.Write(b[:end])
				if end < k {
					_, _ = in.Seek(int64(end-k), io.SeekCurrent)
				}
				return nil
			}
		}
		if _, werr := w.Write(b); werr != nil {
			return nil
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if len(buf) < cmd.BufferSize && k == len(buf) {
			buf = make([]byte, cmd.BufferSize)
		}
	}
}

func headAllButBytes(w *cmd.Writer, in *cmd.Input, n int64) error {
	if info, err := in.Stat(); err == nil && info.Mode().IsRegular() {
		if at, err := in.Seek(0, io.SeekCurrent); err == nil {
			return headBytes(w, in, max(0, info.Size()-at-n))
		}
	}
	var held []byte
	buf := make([]byte, cmd.BufferSize)
	for {
		k, err := in.Read(buf)
		held = append(held, buf[:k]...)
		if over := int64(len(held)) - n; over > 0 {
			if _, werr := w.Write(held[:over]); werr != nil {
				return nil
			}
			held = held[:copy(held, held[over:])]
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func headAllButLines(w *cmd.Writer, in *cmd.Input, n int64, delim byte) error {
	lines := cmd.NewLineReader(in, delim)
	var held ring
	for {
		line, terminated, err := lines.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		out := append([]byte(nil), line...)
		if terminated {
			out = append(out, delim)
		}
		held.push(out)
		if int64(held.len()) > n {
			if _, werr := w.Write(held.pop()); werr != nil {
				return nil
			}
		}
	}
}

// ring is a queue of lines that does not move its content on every pop.
type ring struct {
	items [][]byte
	start int
}

func (r *ring) len() int      { return len(r.items) - r.start }
func (r *ring) push(b []byte) { r.items = append(r.items, b) }
func (r *ring) pop() []byte {
	b := r.items[r.start]
	r.items[r.start] = nil
	r.start++
	if r.start > 1024 && r.start > len(r.items)/2 {
		r.items = r.items[:copy(r.items, r.items[r.start:])]
		r.start = 0
	}
	return b
}
