package text

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

var tailUsage = optparse.Define("tail", "[OPTION]... [FILE]...",
	"Print the last 10 lines of each FILE to standard output.\nWith more than one FILE, precede each with a header giving the file name.", `
-c, --bytes=[+]NUM     output the last NUM bytes; or use -c +NUM to\noutput starting with byte NUM of each file
-f, --follow[={name|descriptor}]  output appended data as the file grows
-F                     same as --follow=name --retry
-n, --lines=[+]NUM     output the last NUM lines, instead of the last 10;\nor use -n +NUM to skip NUM-1 lines at the start
    --max-unchanged-stats=N  accepted for compatibility
    --pid=PID          with -f, terminate after process ID, PID dies
-q, --quiet, --silent  never output headers giving file names
    --retry            keep trying to open a file if it is inaccessible
-s, --sleep-interval=N  with -f, sleep for approximately N seconds\n(default 1.0) between iterations
-v, --verbose          always output headers giving file names
-z, --zero-terminated  line delimiter is NUL, not newline
`).Digits()

type tailer struct {
	p         *kernel.Process
	w         *cmd.Writer
	heads     headings
	count     int64
	byBytes   bool
	fromStart bool
	delim     byte
	follow    bool
	byName    bool
	retry     bool
	pid       int
	interval  time.Duration
}

// tailObsolete spells +NUM[bcl][f] and -NUM[bcl][f], which count only as the first of one or two arguments, in
// options of today.
func tailObsolete(args []string) []string {
	if len(args) == 0 || len(args) > 2 || len(args[0]) < 2 || args[0][0] != '+' && args[0][0] != '-' {
		return args
	}
	rest := strings.TrimLeft(args[0][1:], "0123456789")
	number := args[0][:len(args[0])-len(rest)]
	if len(number) < 2 {
		return args
	}
	unit, scale := "-n", ""
	switch {
	case strings.HasPrefix(rest, "b"):
		unit, scale, rest = "-c", "b", rest[1:]
	case strings.HasPrefix(rest, "c"):
		unit, rest = "-c", rest[1:]
	case strings.HasPrefix(rest, "l"):
		rest = rest[1:]
	}
	out := []string{unit, number + scale}
	switch rest {
	case "":
	case "f":
		out = append(out, "-f")
	default:
		return args
	}
	return append(out, args[1:]...)
}

func tail(ctx context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	args = tailObsolete(args)
	o, status, done := cmd.ParseArgs(p, tailUsage, args)
	if done {
		return status
	}
	t := &tailer{p: p, count: 10, delim: '\n', interval: time.Second}
	for _, m := range o.Options {
		switch m.Key {
		case "q":
			t.heads.never, t.heads.always = true, false
		case "v":
			t.heads.always, t.heads.never = true, false
		case "z":
			t.delim = 0
		case "f":
			t.follow = true
			if strings.HasPrefix("name", m.Value) && m.Value != "" {
				t.byName = true
			} else if m.HasValue && m.Name != "-f" && !strings.HasPrefix("descriptor", m.Value) {
				cmd.Errorf(p, "invalid argument %s for '--follow'", cmd.Quote(m.Value))
				cmd.Raw(p, "Valid arguments are:\n  - 'descriptor'\n  - 'name'\n")
				cmd.TryHelp(p)
				return 1
			}
		case "F":
			t.follow, t.byName, t.retry = true, true, true
		case "retry":
			t.retry = true
		case "pid":
			n, err := strconv.Atoi(m.Value)
			if err != nil || n < 0 {
				cmd.Errorf(p, "invalid PID: %s", cmd.QuoteC(m.Value))
				return 1
			}
			t.pid = n
		case "s":
			s, err := strconv.ParseFloat(m.Value, 64)
			if err != nil || s < 0 {
				cmd.Errorf(p, "invalid number of seconds: %s", cmd.QuoteC(m.Value))
				return 1
			}
			t.interval = time.Duration(min(s, 1e9) * float64(time.Second))
		case "digits": // an old form that is none: more than one file, or letters after it
			cmd.Errorf(p, "option used in invalid context -- %.1s", m.Value)
			return 1
		case "c", "n":
			t.byBytes = m.Key == "c"
			s := m.Value
			t.fromStart = strings.HasPrefix(s, "+")
			n, err := cmd.ParseSize(strings.TrimLeft(s[:min(1, len(s))], "+-") + s[min(1, len(s)):])
			if err != nil {
				what := "lines"
				if t.byBytes {
					what = "bytes"
				}
				return badCount(p, what, s, err)
			}
			t.count = n
		}
	}
	if t.retry && !t.follow {
		cmd.Errorf(p, "warning: --retry ignored; --retry is useful only when following")
	}
	files := o.Args
	if len(files) == 0 {
		files = []string{"-"}
	}
	t.w = cmd.NewWriter(p)
	var open []*followed
	for _, name := range files {
		in, err := cmd.Open(p, name)
		if err != nil {
			_ = t.w.Flush()
			cmd.Errorf(p, "cannot open %s for reading: %s", cmd.Quote(name), kernel.Strerror(err))
			status = 1
			if t.follow && t.retry {
				open = append(open, &followed{name: name})
			}
			continue
		}
		t.heads.print(t.w, name, len(files))
		if err := t.file(in); err != nil {
			_ = t.w.Flush()
			cmd.Errorf(p, "error reading %s: %s", cmd.Quote(displayName(name)), kernel.Strerror(err))
			status = 1
			in.Close()
			continue
		}
		if t.follow {
			open = append(open, &followed{name: name, in: in})
		} else {
			in.Close()
		}
		if t.w.Err() != nil {
			break
		}
	}
	if t.follow && len(open) == 0 {
		cmd.Errorf(p, "no files remaining")
	} else if t.follow && !(len(open) == 1 && open[0].name == "-" && !regular(open[0].in)) {
		t.followAll(ctx, open, len(files))
	}
	return t.w.Finish(status)
}

func regular(in *cmd.Input) bool {
	if in == nil {
		return false
	}
	info, err := in.Stat()
	return err == nil && info.Mode().IsRegular()
}

func (t *tailer) file(in *cmd.Input) error {
	switch {
	case t.fromStart && t.byBytes:
		skip := max(0, t.count-1)
		if regular(in) {
			if _, err := in.Seek(skip, io.SeekCurrent); err == nil {
				return t.rest(in)
			}
		}
		if err := discard(in, skip); err != nil {
			return err
		}
		return t.rest(in)
	case t.fromStart:
		return t.skipLines(in, max(0, t.count-1))
	case regular(in):
		return t.seekLast(in)
	case t.byBytes:
		return t.lastBytes(in)
	}
	return t.lastLines(in)
}

func discard(in *cmd.Input, n int64) error {
	buf := make([]byte, cmd.BufferSize)
	for n > 0 {
		k, err := in.Read(buf[:min(n, cmd.BufferSize)])
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

func (t *tailer) rest(in *cmd.Input) error {
	readErr, _ := cmd.Copy(t.w, in)
	return readErr
}

func (t *tailer) skipLines(in *cmd.Input, n int64) error {
	buf := make([]byte, cmd.BufferSize)
	for n > 0 {
		k, err := in.Read(buf)
		b := buf[:k]
		for n > 0 {
			i := bytes.IndexByte(b, t.delim)
			if i < 0 {
				b = nil
				break
			}
			b = b[i+1:]
			n--
		}
		_, _ = t.w.Write(b)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return t.rest(in)
}

// seekLast finds the start of the last lines of a regular file by reading it backwards.
func (t *tailer) seekLast(in *cmd.Input) error {
	at, err := in.Seek(0, io.SeekCurrent)
	if err != nil {
		return t.lastLines(in)
	}
	end, err := in.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	start := at
	if t.byBytes {
		start = max(at, end-t.count)
	} else if t.count == 0 {
		start = end
	} else {
		start, err = t.findLines(in, at, end)
		if err != nil {
			return err
		}
	}
	if _, err := in.Seek(start, io.SeekStart); err != nil {
		return err
	}
	return t.rest(in)
}

func (t *tailer) findLines(in *cmd.Input, low, end int64) (int64, error) {
	buf := make([]byte, 16<<10)
	left := t.count
	for pos := end; pos > low; {
		n := min(int64(len(buf)), pos-low)
		if _, err := in.Seek(pos-n, io.SeekStart); err != nil {
			return 0, err
		}
		if _, err := io.ReadFull(in, buf[:n]); err != nil {
			if errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF { // it shrank
				return low, nil
			}
			return 0, err
		}
		b := buf[:n]
		if pos == end && b[n-1] == t.delim {
			b = b[:n-1]
		}
		for {
			i := bytes.LastIndexByte(b, t.delim)
			if i < 0 {
				break
			}
			if left--; left == 0 {
				return pos - n + int64(i) + 1, nil
			}
			b = b[:i]
		}
		pos -= n
	}
	return low, nil
}

func (t *tailer) lastBytes(in *cmd.Input) error {
	var held []byte
	buf := make([]byte, cmd.BufferSize)
	for {
		k, err := in.Read(buf)
		held = append(held, buf[:k]...)
		if int64(len(held)) > t.count+1<<20 {
			held = held[:copy(held, held[int64(len(held))-t.count:])]
		}
		if err == io.EOF {
			_, _ = t.w.Write(held[max(0, int64(len(held))-t.count):])
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (t *tailer) lastLines(in *cmd.Input) error {
	lines := cmd.NewLineReader(in, t.delim)
	var held ring
	for {
		line, terminated, err := lines.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if t.count == 0 {
			continue
		}
		var out []byte
		if int64(held.len()) >= t.count {
			out = held.pop()[:0]
		}
		out = append(out, line...)
		if terminated {
			out = append(out, t.delim)
		}
		held.push(out)
	}
	for held.len() > 0 {
		if _, err := t.w.Write(held.pop()); err != nil {
			return nil
		}
	}
	return nil
}

// followed is a file that tail -f watches.
type followed struct {
	name string
	in   *cmd.Input
}

func (t *tailer) followAll(ctx context.Context, open []*followed, files int) {
	last := ""
	if len(open) > 0 {
		last = open[len(open)-1].name
	}
	buf := make([]byte, cmd.BufferSize)
	clock := t.p.Kernel().Clock()
	for t.p.Safepoint() == nil {
		for _, f := range open {
			if t.byName {
				t.reopen(f)
			}
			if f.in == nil {
				continue
			}
			t.truncated(f)
			for {
				n, err := f.in.Read(buf)
				if n > 0 {
					if f.name != last {
						t.heads.print(t.w, f.name, files)
						last = f.name
					}
					_, _ = t.w.Write(buf[:n])
				}
				if n == 0 || err != nil {
					break
				}
			}
		}
		if t.w.Flush() != nil {
			return
		}
		if t.pid != 0 && t.p.Kernel().Lookup(t.pid) == nil {
			return
		}
		if fd := t.p.FD(1); fd != nil && fd.File().Broken() {
			return
		}
		if t.byName && !t.retry && allClosed(open) {
			cmd.Errorf(t.p, "no files remaining")
			return
		}
		if kernel.Sleep(ctx, clock, min(t.interval, 100*time.Millisecond)) != nil {
			return
		}
	}
}

func allClosed(open []*followed) bool {
	for _, f := range open {
		if f.in != nil {
			return false
		}
	}
	return true
}

func (t *tailer) truncated(f *followed) {
	info, err := f.in.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	if at, err := f.in.Seek(0, io.SeekCurrent); err == nil && info.Size() < at {
		_ = t.w.Flush()
		cmd.Errorf(t.p, "%s: file truncated", cmd.Quotef(f.name))
		_, _ = f.in.Seek(0, io.SeekStart)
	}
}

// reopen follows a name to a new file after a rotation.
func (t *tailer) reopen(f *followed) {
	info, err := t.p.FS().Stat(f.name)
	if err != nil {
		if f.in != nil && errors.Is(err, fs.ErrNotExist) {
			_ = t.w.Flush()
			cmd.Errorf(t.p, "%s has become inaccessible: %s", cmd.Quote(f.name), kernel.Strerror(err))
			f.in.Close()
			f.in = nil
		}
		return
	}
	if f.in != nil {
		if old, err := f.in.Stat(); err == nil && vfs.SameFile(old, info) {
			return
		}
		f.in.Close()
		_ = t.w.Flush()
		cmd.Errorf(t.p, "%s has been replaced;  following new file", cmd.Quote(f.name))
	} else {
		cmd.Errorf(t.p, "%s has appeared;  following new file", cmd.Quote(f.name))
	}
	if in, err := cmd.OpenFile(t.p, f.name); err == nil {
		f.in = in
	} else {
		f.in = nil
	}
}
