// Package edit holds the editors of a box: vi, the modal one, and nano. Both edit one file at a time on the terminal, keep
// bytes that are no UTF-8 as they are, and write a file whole or not at all.
package edit

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strconv"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/commands/internal/fullscreen"
	"github.com/sandpit-dev/sandpit/kernel"
)

// maxFile is the largest file that is edited, in bytes.
const maxFile = 64 << 20

// badByte and the 255 after it stand for bytes that are no UTF-8: surrogates, which no text decodes to.
const badByte = 0xdc00

// text is the file being edited. A line is never changed in place, so that undo can keep it.
type text struct {
	lines [][]rune // at least one
	noEOL bool     // the last line has no newline
	name  string
	dirty bool
}

func decode(b []byte) []rune {
	out := make([]rune, 0, len(b))
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n <= 1 {
			r = badByte + rune(b[i])
		}
		out = append(out, r)
		i += max(n, 1)
	}
	return out
}

func encode(b *bytes.Buffer, rs []rune) {
	for _, r := range rs {
		if r >= badByte && r < badByte+256 {
			b.WriteByte(byte(r - badByte))
		} else {
			b.WriteRune(r)
		}
	}
}

func str(rs []rune) string {
	var b bytes.Buffer
	encode(&b, rs)
	return b.String()
}

var (
	errDirectory = errors.New("is a directory")
	errTooLarge  = errors.New("file is too large")
)

// readLines reads a file; os.ErrNotExist when there is none.
func readLines(p *kernel.Process, name string) (lines [][]rune, size int, noEOL bool, err error) {
	info, err := p.FS().Stat(name)
	if err != nil {
		return nil, 0, false, err
	}
	if info.IsDir() {
		return nil, 0, false, errDirectory
	}
	if info.Size() > maxFile {
		return nil, 0, false, errTooLarge
	}
	f, err := p.Open(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, 0, false, err
	}
	defer f.Close()
	var b bytes.Buffer
	buf := make([]byte, 64<<10)
	for {
		n, err := f.Read(p.Context(), buf)
		if b.Write(buf[:n]); b.Len() > maxFile {
			return nil, 0, false, errTooLarge
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, 0, false, err
		}
	}
	data := b.Bytes()
	size = len(data)
	if size > 0 {
		noEOL = data[size-1] != '\n'
		data = bytes.TrimSuffix(data, []byte("\n"))
	}
	if size > 0 {
		for line := range bytes.SplitSeq(data, []byte("\n")) {
			lines = append(lines, decode(line))
		}
	}
	return lines, size, noEOL, nil
}

// writeLines writes lines to a file, which keeps its mode.
func writeLines(p *kernel.Process, name string, lines [][]rune, noEOL bool, appendTo bool) (size int, err error) {
	var b bytes.Buffer
	for i, line := range lines {
		encode(&b, line)
		if i+1 < len(lines) || !noEOL {
			b.WriteByte('\n')
		}
	}
	flag := os.O_WRONLY | os.O_CREATE
	if appendTo {
		flag |= os.O_APPEND
	}
	f, err := p.Open(name, flag, 0o666)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	if _, err := f.Write(p.Context(), b.Bytes()); err != nil {
		return 0, err
	}
	if !appendTo {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			err = f.Truncate(int64(b.Len()))
			if err != nil {
				return 0, err
			}
		}
	}
	return b.Len(), nil
}

// view lays lines out on the screen, folded at its width.
type view struct {
	top    int // first line shown
	number bool
}

// cell is how one character is shown at a column of its line.
func cell(r rune, col int) (string, int) {
	if r >= badByte && r < badByte+256 {
		return fullscreen.Cells(utf8.RuneError, byte(r-badByte), col, 8)
	}
	return fullscreen.Cells(r, 0, col, 8)
}

// fold makes the screen rows of a line, and where its character at is: at may be the end.
func (v *view) fold(line []rune, n, at, width int) (rows []string, row, col int) {
	var b bytes.Buffer
	indent := 0
	if v.number {
		indent = 4
		s := strconv.Itoa(n + 1)
		for i := len(s); i < 3; i++ {
			b.WriteByte(' ')
		}
		b.WriteString(s + " ")
		indent = max(4, len(s)+1)
	}
	c, total := indent, 0
	for i, r := range line {
		s, w := cell(r, total)
		if c+w > width {
			rows = append(rows, b.String())
			b.Reset()
			c = 0
		}
		if i == at {
			row, col = len(rows), c
		}
		b.WriteString(s)
		c += w
		total += w
	}
	if at >= len(line) {
		row, col = len(rows), c
		if c >= width {
			rows = append(rows, b.String())
			b.Reset()
			row, col = len(rows), 0
		}
	}
	return append(rows, b.String()), row, col
}

// layout makes the rows of the screen for a cursor, and moves the view so that it is in sight.
func (v *view) layout(lines [][]rune, line, at, height, width int) (rows []string, row, col int) {
	if line < v.top {
		v.top = line
		if line < v.top-height {
			v.top = max(0, line-height/2)
		}
	}
	// How far up can the view begin with the cursor still in sight?
	need := 0
	for i := line; i >= v.top; i-- {
		at := at
		if i != line {
			at = 0
		}
		r, cr, _ := v.fold(lines[i], i, at, width)
		if i == line {
			need = cr + 1
			if len(r) <= height {
				need = len(r)
			}
		} else {
			need += len(r)
		}
		if need > height {
			v.top = min(i+1, line)
			break
		}
	}
	for i := v.top; i < len(lines) && len(rows) < height; i++ {
		a := -1
		if i == line {
			a = at
		}
		r, cr, cc := v.fold(lines[i], i, a, width)
		if i == line {
			skip := max(0, cr-height+1)
			r = r[skip:]
			row, col = len(rows)+cr-skip, cc
		}
		if len(rows)+len(r) > height && i != line {
			for len(rows) < height {
				rows = append(rows, "@")
			}
			break
		}
		rows = append(rows, r[:min(len(r), height-len(rows))]...)
	}
	return rows, min(row, height-1), col
}
