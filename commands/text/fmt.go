package text

import (
	"bytes"
	"context"
	"io"
	"math"
	"strconv"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var fmtUsage = optparse.Define("fmt", "[-WIDTH] [OPTION]... [FILE]...", "Reformat each paragraph in the FILE(s), writing to standard output.", `
-c, --crown-margin    preserve indentation of first two lines
-p, --prefix=STRING   reformat only lines beginning with STRING, reattaching the prefix to reformatted lines
-s, --split-only      split long lines, but do not refill
-t, --tagged-paragraph  indentation of first line different from second
-u, --uniform-spacing  one space between words, two after sentences
-w, --width=WIDTH     maximum line width (default of 75 columns)
-g, --goal=WIDTH      goal width (default of 93% of width)
`).Digits()

// fmtWord is a word of a paragraph and the blanks after it.
type fmtWord struct {
	text                       []byte
	space                      int
	paren, period, punct, last bool // last: ends a sentence

	cost int64
	next int // the word that starts the next line
	line int // the length of the line that starts here
}

// Costs of Knuth and Plass' line breaking, as GNU fmt weighs them.
const (
	fmtLineCost     = 70 * 70
	fmtParenBonus   = 40 * 40
	fmtOrphanCost   = 150 * 150
	fmtSentBonus    = 50 * 50
	fmtNoBreakCost  = 600 * 600
	fmtPunctBonus   = 40 * 40
	fmtShortCost    = 100
	fmtRaggedFactor = 50
	// maxFmtWords bounds a paragraph held at once.
	maxFmtWords = 1000
)

type fmtRun struct {
	w                      *cmd.Writer
	crown, tagged, split   bool
	uniform                bool
	prefix                 []byte
	prefixLead, prefixFull int
	width, goal            int
	words                  []fmtWord
	first, other           int  // indents
	lead                   int  // prefix indent of the paragraph
	tagOther               int  // the other indent of the paragraph before (-t)
	tabs                   bool // the input has tabs: indents are written with them
	out                    int  // the column of the output
	lines                  fmtLines
}

// fmtLines hands out lines with one of look-ahead.
type fmtLines struct {
	r   *cmd.LineReader
	cur []byte
	ok  bool
	err error
}

func (l *fmtLines) advance() {
	line, _, err := l.r.Next()
	l.ok = err == nil
	if err != nil && err != io.EOF {
		l.err = err
	}
	l.cur = append(l.cur[:0], line...)
}

func fmtCommand(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, fmtUsage)
	if done {
		return status
	}
	f := &fmtRun{w: cmd.NewWriter(p), width: 75, goal: -1}
	for _, m := range o.Options {
		switch m.Key {
		case "c":
			f.crown = true
		case "t":
			f.tagged = true
		case "s":
			f.split = true
		case "u":
			f.uniform = true
		case "p":
			s := m.Value
			for len(s) > 0 && s[0] == ' ' {
				f.prefixLead++
				s = s[1:]
			}
			f.prefixFull = len(s)
			f.prefix = bytes.TrimRight([]byte(s), " ")
		case "w", "digits":
			n, err := strconv.Atoi(m.Value)
			if err != nil || n < 0 || n > 2500 {
				why := ""
				if err == nil || isRange(err) {
					why = ": Numerical result out of range"
				}
				cmd.Errorf(p, "invalid width: %s%s", cmd.QuoteC(m.Value), why)
				return 1
			}
			f.width = n
		case "g":
			n, err := strconv.Atoi(m.Value)
			if err != nil || n < 0 || n > 2500 {
				cmd.Errorf(p, "invalid width: %s", cmd.QuoteC(m.Value))
				return 1
			}
			f.goal = n
		}
	}
	if f.goal >= 0 {
		if !o.Has("w") && !o.Has("digits") {
			f.width = f.goal + 10
		}
	} else {
		f.goal = f.width * 187 / 200
	}
	if f.goal > f.width {
		cmd.Errorf(p, "invalid width: %s: Numerical result out of range", cmd.QuoteC(strconv.Itoa(f.goal)))
		return 1
	}
	names := o.Args
	if len(names) == 0 {
		names = []string{"-"}
	}
	for _, name := range names {
		in, err := cmd.Open(p, name)
		if err != nil {
			cmd.Errorf(p, "cannot open %s for reading: %s", cmd.Quote(name), kernel.Strerror(err))
			status = 1
			continue
		}
		f.lines = fmtLines{r: cmd.NewLineReader(in, '\n')}
		f.lines.advance()
		for f.lines.ok {
			if p.Safepoint() != nil || f.w.Err() != nil {
				break
			}
			f.paragraph()
		}
		in.Close()
		if f.lines.err != nil {
			cmd.Errorf(p, "read error: %s", kernel.Strerror(f.lines.err))
			status = 1
		}
	}
	return f.w.Finish(status)
}

func isRange(err error) bool {
	ne, ok := err.(*strconv.NumError)
	return ok && ne.Err == strconv.ErrRange
}

// look measures the current line: the indent before the prefix, that before the text, and the text; text is empty for
// a line that is not part of a paragraph.
func (f *fmtRun) look() (lead, indent int, text []byte) {
	line := f.lines.cur
	col := 0
	for len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
		col++
		if line[0] == '\t' {
			col, f.tabs = (col+7)/8*8, true
		}
		line = line[1:]
	}
	if len(f.prefix) == 0 {
		lead = min(col, f.prefixLead)
	} else {
		if lead = col; lead < f.prefixLead || !bytes.HasPrefix(line, f.prefix) {
			return lead, 0, nil
		}
		line = line[len(f.prefix):]
		col += len(f.prefix)
		for len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
			col++
			if line[0] == '\t' {
				col, f.tabs = (col+7)/8*8, true
			}
			line = line[1:]
		}
		if col < lead+f.prefixFull {
			return lead, col, nil
		}
	}
	return lead, col, bytes.TrimRight(line, " \t\r\v\f")
}

// paragraph copies lines up to the next paragraph, and formats that.
func (f *fmtRun) paragraph() {
	lead, indent, text := f.look()
	if len(text) == 0 {
		if len(f.prefix) > 0 && len(bytes.Trim(f.lines.cur, " \t")) > 0 {
			_, _ = f.w.Write(f.lines.cur)
		}
		_ = f.w.WriteByte('\n')
		f.lines.advance()
		return
	}
	f.words = f.words[:0]
	f.lead, f.first = lead, indent
	f.add(text)
	f.lines.advance()
	// follows reports whether the next line belongs to the paragraph, and its indent.
	follows := func() (int, bool) {
		if !f.lines.ok {
			return 0, false
		}
		l, i, t := f.look()
		return i, len(t) > 0 && l == lead
	}
	in, same := follows()
	switch {
	case f.split:
		f.other, same = indent, false
	case f.crown:
		if f.other = indent; same {
			f.other = in
		}
	case f.tagged && same && in != indent:
		f.other = in
	case f.tagged:
		same = false
		if f.other = f.tagOther; f.other == indent {
			f.other = 0
			if indent == 0 {
				f.other = 3
			}
		}
	default:
		f.other = indent
	}
	f.tagOther = f.other
	for same && in == f.other && len(f.words) < maxFmtWords {
		_, _, t := f.look()
		f.add(t)
		f.lines.advance()
		in, same = follows()
	}
	last := &f.words[len(f.words)-1]
	last.period, last.last = true, true
	f.breakLines()
	f.put()
}

// add takes the words of a line into the paragraph.
func (f *fmtRun) add(line []byte) {
	for len(line) > 0 {
		i := 0
		for i < len(line) && line[i] != ' ' && line[i] != '\t' {
			i++
		}
		w := fmtWord{text: bytes.Clone(line[:i])}
		line = line[i:]
		n := 0
		for len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
			n++
			line = line[1:]
		}
		w.space = n
		w.paren = bytes.IndexByte([]byte("(['`\""), w.text[0]) >= 0
		end := w.text[len(w.text)-1]
		w.punct = end > ' ' && end < 0x7f && !isLetter(end) && !isDigit(end)
		t := bytes.TrimRight(w.text, ")]'\"")
		w.period = len(t) > 0 && bytes.IndexByte([]byte(".?!"), t[len(t)-1]) >= 0
		atEnd := len(line) == 0
		w.last = w.period && (atEnd || n > 1)
		if atEnd || f.uniform {
			w.space = 1
			if w.last {
				w.space = 2
			}
		}
		f.words = append(f.words, w)
	}
}

// breakLines chooses the line breaks of least total cost, from the last word backwards.
func (f *fmtRun) breakLines() {
	n := len(f.words)
	f.words = append(f.words, fmtWord{}) // a sentinel
	for s := n - 1; s >= 0; s-- {
		best := int64(math.MaxInt64)
		length := f.other
		if s == 0 {
			length = f.first
		}
		w := s
		length += len(f.words[w].text)
		for {
			w++
			cost := f.lineCost(w, n, length) + f.words[w].cost
			if cost < best {
				best = cost
				f.words[s].next, f.words[s].line = w, length
			}
			if w == n {
				break
			}
			length += f.words[w-1].space + len(f.words[w].text)
			if length >= f.width {
				break
			}
		}
		f.words[s].cost = best + f.baseCost(s, n)
	}
	f.words = f.words[:n]
}

func (f *fmtRun) baseCost(s, n int) int64 {
	cost := int64(fmtLineCost)
	if s > 0 {
		prev := &f.words[s-1]
		switch {
		case prev.period && prev.last:
			cost -= fmtSentBonus
		case prev.period:
			cost += fmtNoBreakCost
		case prev.punct:
			cost -= fmtPunctBonus
		case s > 1 && f.words[s-2].last:
			cost += 200 * 200 / int64(len(prev.text)+2)
		}
	}
	w := &f.words[s]
	switch {
	case w.paren:
		cost -= fmtParenBonus
	case w.last:
		cost += fmtOrphanCost / int64(len(w.text)+2)
	}
	return cost
}

func (f *fmtRun) lineCost(next, n, length int) int64 {
	if next == n {
		return 0
	}
	d := int64(f.goal - length)
	cost := d * d * fmtShortCost
	if f.words[next].next != n {
		d = int64(length - f.words[next].line)
		cost += d * d * fmtRaggedFactor
	}
	return cost
}

func (f *fmtRun) put() {
	for s := 0; s < len(f.words); {
		indent := f.other
		if s == 0 {
			indent = f.first
		}
		f.out = 0
		f.space(f.lead)
		f.text(f.prefix)
		f.space(indent - f.out)
		for i := s; i < f.words[s].next; i++ {
			f.text(f.words[i].text)
			if i+1 < f.words[s].next {
				f.space(f.words[i].space)
			}
		}
		_ = f.w.WriteByte('\n')
		s = f.words[s].next
	}
}

func (f *fmtRun) text(b []byte) {
	_, _ = f.w.Write(b)
	f.out += len(b)
}

func (f *fmtRun) space(n int) {
	target := f.out + n
	if f.tabs {
		if tab := target / 8 * 8; f.out+1 < tab {
			for f.out < tab {
				_ = f.w.WriteByte('\t')
				f.out = (f.out/8 + 1) * 8
			}
		}
	}
	if f.out < target {
		writeBlanks(f.w, int64(target-f.out))
		f.out = target
	}
}
