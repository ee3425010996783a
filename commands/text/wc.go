package text

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/runewidth"
	"github.com/sandpit-dev/sandpit/kernel"
)

var wcUsage = optparse.Define("wc", "[OPTION]... [FILE]...\n[OPTION]... --files0-from=F",
	"Print newline, word, and byte counts for each FILE, and a total line if\nmore than one FILE is specified.", `
-c, --bytes            print the byte counts
-m, --chars            print the character counts
-l, --lines            print the newline counts
    --files0-from=F    read input from the files specified by\nNUL-terminated names in file F
-L, --max-line-length  print the maximum display width
-w, --words            print the word counts
`)

type wcCounts struct{ lines, words, chars, bytes, width int64 }

type wcShow struct{ lines, words, chars, bytes, width bool }

func wc(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, wcUsage)
	if done {
		return status
	}
	var show wcShow
	from, hasFrom := "", false
	for _, m := range o.Options {
		switch m.Key {
		case "l":
			show.lines = true
		case "w":
			show.words = true
		case "c":
			show.bytes = true
		case "m":
			show.chars = true
		case "L":
			show.width = true
		case "files0-from":
			from, hasFrom = m.Value, true
		}
	}
	if show == (wcShow{}) {
		show = wcShow{lines: true, words: true, bytes: true}
	}
	files, piped := o.Args, false
	if hasFrom {
		if len(files) > 0 {
			cmd.Errorf(p, "extra operand %s", cmd.Quote(files[0]))
			cmd.Raw(p, "file operands cannot be combined with --files0-from\n")
			cmd.TryHelp(p)
			return 1
		}
		names, sized, st := wcNames(p, from)
		if st != 0 && names == nil {
			return st
		}
		files, status, piped = names, st, !sized
	}
	implicit := len(files) == 0 && !hasFrom
	if implicit {
		files = []string{"-"}
	}
	w := cmd.NewWriter(p)
	width := 1
	if !piped {
		width = wcWidth(p, files, show)
	}
	var total wcCounts
	buf := make([]byte, cmd.BufferSize)
	for _, name := range files {
		in, err := cmd.Open(p, name)
		var c wcCounts
		opened := err == nil
		if opened {
			c, err = wcCount(p, in, show, buf)
			in.Close()
		}
		if err != nil {
			_ = w.Flush()
			cmd.FileError(p, name, err)
			status = 1
		}
		if opened {
			label := name
			if implicit {
				label = ""
			}
			wcPrint(w, c, show, width, label)
		}
		total.lines += c.lines
		total.words += c.words
		total.chars += c.chars
		total.bytes += c.bytes
		total.width = max(total.width, c.width)
	}
	if len(files) > 1 {
		wcPrint(w, total, show, width, "total")
	}
	return w.Finish(status)
}

// wcNames reads the names of --files0-from. sized tells that they came from a file: GNU then knows them all before it
// prints the first.
func wcNames(p *kernel.Process, from string) (names []string, sized bool, status int) {
	in, err := cmd.Open(p, from)
	if err != nil {
		cmd.Errorf(p, "cannot open %s for reading: %s", cmd.Quote(from), kernel.Strerror(err))
		return nil, false, 1
	}
	defer in.Close()
	data, err := cmd.ReadAll(in)
	if err != nil {
		cmd.FileError(p, from, err)
		return nil, false, 1
	}
	info, err := in.Stat()
	sized = err == nil && info.Mode().IsRegular()
	names = []string{}
	n := 0
	for s := range strings.SplitSeq(strings.TrimSuffix(string(data), "\x00"), "\x00") {
		if n++; s != "" {
			names = append(names, s)
		} else if len(data) > 0 {
			cmd.Errorf(p, "%s:%d: invalid zero-length file name", cmd.Quotef(from), n)
			status = 1
		}
	}
	return names, sized, status
}

// wcWidth is GNU's column width: one column needs none; otherwise the digits of the sizes added up, and at least 7
// when some input is not a regular file.
func wcWidth(p *kernel.Process, files []string, show wcShow) int {
	columns := 0
	for _, on := range []bool{show.lines, show.words, show.chars, show.bytes, show.width} {
		if on {
			columns++
		}
	}
	if len(files) == 1 && columns == 1 {
		return 1
	}
	var total int64
	minimum := 1
	for _, name := range files {
		var info fs.FileInfo
		var err error
		if name == "-" {
			info, err = cmd.Stdin(p).Stat()
		} else {
			info, err = p.FS().Stat(name)
		}
		switch {
		case err != nil && name != "-":
		case err != nil || !info.Mode().IsRegular():
			minimum = 7
		default:
			total += info.Size()
		}
	}
	return max(minimum, len(strconv.FormatInt(total, 10)))
}

func wcPrint(w *cmd.Writer, c wcCounts, show wcShow, width int, name string) {
	first := true
	column := func(on bool, n int64) {
		if !on {
			return
		}
		if !first {
			_ = w.WriteByte(' ')
		}
		first = false
		w.Printf("%*d", width, n)
	}
	column(show.lines, c.lines)
	column(show.words, c.words)
	column(show.chars, c.chars)
	column(show.bytes, c.bytes)
	column(show.width, c.width)
	if name != "" {
		_, _ = w.WriteString(" " + strings.ReplaceAll(name, "\n", "'$'\\n''"))
	}
	_ = w.WriteByte('\n')
}

func wcCount(p *kernel.Process, in *cmd.Input, show wcShow, buf []byte) (c wcCounts, err error) {
	if show == (wcShow{bytes: true}) {
		if info, err := in.Stat(); err == nil && info.Mode().IsRegular() {
			if at, err := in.Seek(0, io.SeekCurrent); err == nil && info.Size() > 0 {
				return wcCounts{bytes: max(0, info.Size()-at)}, nil
			}
		}
	}
	utf8Mode := cmd.UTF8(p)
	scan := wcScanner{utf8: utf8Mode, full: show.words || show.width || show.chars && utf8Mode}
	for {
		n, err := in.Read(buf)
		if n > 0 {
			scan.add(&c, buf[:n])
		}
		if errors.Is(err, io.EOF) {
			scan.end(&c)
			if !scan.full || !utf8Mode {
				c.chars = c.bytes
			}
			return c, nil
		}
		if err != nil {
			return c, err
		}
		if err := p.Safepoint(); err != nil {
			return c, err
		}
	}
}

// wcScanner carries the state between blocks.
type wcScanner struct {
	utf8, full bool
	inWord     bool
	column     int64
	partial    []byte // an unfinished UTF-8 sequence
}

func (s *wcScanner) add(c *wcCounts, b []byte) {
	c.bytes += int64(len(b))
	if !s.full {
		c.lines += int64(bytes.Count(b, []byte{'\n'}))
		return
	}
	if len(s.partial) > 0 {
		b = append(s.partial, b...)
		s.partial = nil
	}
	for i := 0; i < len(b); {
		ch := b[i]
		if ch < utf8.RuneSelf || !s.utf8 {
			i++
			c.chars++
			switch {
			case ch == '\n':
				c.lines++
				c.width = max(c.width, s.column)
				s.column, s.inWord = 0, false
			case ch == '\r' || ch == '\f':
				c.width = max(c.width, s.column)
				s.column, s.inWord = 0, false
			case ch == '\t':
				s.column += 8 - s.column%8
				s.inWord = false
			case ch == ' ':
				s.column++
				s.inWord = false
			case ch == '\v':
				s.inWord = false
			case ch > ' ' && ch < 0x7f:
				s.column++
				if !s.inWord {
					c.words++
					s.inWord = true
				}
			}
			continue
		}
		if !utf8.FullRune(b[i:]) {
			s.partial = append([]byte(nil), b[i:]...)
			return
		}
		r, n := utf8.DecodeRune(b[i:])
		i += n
		if r == utf8.RuneError && n == 1 {
			continue
		}
		c.chars++
		switch {
		case unicode.IsSpace(r) && r != 0xa0:
			s.inWord = false
			s.column++
		case unicode.IsPrint(r):
			s.column += int64(runewidth.Of(r))
			if !s.inWord {
				c.words++
				s.inWord = true
			}
		}
	}
}

func (s *wcScanner) end(c *wcCounts) {
	c.width = max(c.width, s.column)
}
