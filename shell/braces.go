package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxBraceWords bounds the words that one word's braces make, whatever the expansion limit is.
const maxBraceWords = 4 << 20

// braceWordCost is what a word made by braces is charged besides its text: its part of the syntax tree.
const braceWordCost = 128

// maxOpenBraces is how many braces may be open at once. What does not end is copied for each level by the splitter, so
// that a word with more is taken as it is.
const maxOpenBraces = 128

// hasBrace reports whether a word may hold a brace expansion.
func hasBrace(w *syntax.Word) bool {
	found, open := false, 0
	for _, p := range w.Parts {
		l, ok := p.(*syntax.Lit)
		if !ok || strings.IndexByte(l.Value, '{') < 0 && open == 0 {
			continue
		}
		found = true
		for i := 0; i < len(l.Value); i++ {
			switch l.Value[i] {
			case '{':
				if open++; open > maxOpenBraces {
					return false
				}
			case '}':
				open = max(0, open-1)
			}
		}
	}
	return found
}

type braceExpansion struct {
	sh    *Shell
	count int
	bytes int64
}

// braces expands the braces of a word. The word itself is left as it is: syntax trees are shared.
func (sh *Shell) braces(w *syntax.Word) ([]*syntax.Word, error) {
	c := &syntax.Word{Parts: append([]syntax.WordPart(nil), w.Parts...)}
	if !syntax.SplitBraces(c) {
		return []*syntax.Word{w}, nil
	}
	b := &braceExpansion{sh: sh}
	words, err := b.word(c.Parts)
	if err != nil {
		return nil, err
	}
	out := make([]*syntax.Word, 0, len(words))
	for _, parts := range words {
		out = append(out, &syntax.Word{Parts: joinNames(parts)})
	}
	return out, nil
}

func (b *braceExpansion) add(n int) error {
	b.count++
	b.bytes += int64(n) + braceWordCost
	if max := b.sh.expansionMax(); b.count > maxBraceWords || max > 0 && b.bytes > max {
		return b.sh.tooMuch()
	}
	if b.count&0x3ff == 0 && b.sh.interrupted() {
		return errInterrupted
	}
	return nil
}

// word returns the sequences of parts that a word with brace expressions stands for.
func (b *braceExpansion) word(parts []syntax.WordPart) ([][]syntax.WordPart, error) {
	out := [][]syntax.WordPart{nil}
	for _, p := range parts {
		br, ok := p.(*syntax.BraceExp)
		if !ok {
			for i := range out {
				out[i] = append(out[i][:len(out[i]):len(out[i])], p)
			}
			continue
		}
		var choices [][]syntax.WordPart
		if br.Sequence {
			seq, err := b.sequence(br)
			if err != nil {
				return nil, err
			}
			choices = seq
		} else {
			for _, el := range br.Elems {
				ws, err := b.word(el.Parts)
				if err != nil {
					return nil, err
				}
				choices = append(choices, ws...)
			}
		}
		next := make([][]syntax.WordPart, 0, len(out)*min(len(choices), 1024))
		for _, o := range out {
			for _, c := range choices {
				if err := b.add(16 * (len(o) + len(c))); err != nil {
					return nil, err
				}
				next = append(next, append(o[:len(o):len(o)], c...))
			}
		}
		out = next
	}
	return out, nil
}

// sequence expands {x..y} and {x..y..step}.
func (b *braceExpansion) sequence(br *syntax.BraceExp) ([][]syntax.WordPart, error) {
	from, to := br.Elems[0].Lit(), br.Elems[1].Lit()
	step := int64(1)
	if len(br.Elems) > 2 {
		n, err := strconv.ParseInt(br.Elems[2].Lit(), 10, 64)
		if err != nil {
			return nil, errorf(1, "%s: bad step in brace expansion", br.Elems[2].Lit())
		}
		if n < 0 {
			n = -n
		}
		if n > 0 {
			step = n
		}
	}
	lo, err1 := strconv.ParseInt(from, 10, 64)
	hi, err2 := strconv.ParseInt(to, 10, 64)
	chars := err1 != nil || err2 != nil
	width := 0
	if chars {
		lo, hi = int64(from[0]), int64(to[0])
	} else if padded(from) || padded(to) {
		width = max(len(from), len(to))
	}
	var out [][]syntax.WordPart
	for n := lo; ; {
		var s string
		switch {
		case chars:
			if s = string(rune(n)); s == "\\" {
				s = `""` // bash loses the backslash
			}
		case width > 0:
			s = pad(n, width)
		default:
			s = strconv.FormatInt(n, 10)
		}
		if err := b.add(len(s)); err != nil {
			return nil, err
		}
		if s == `""` {
			out = append(out, []syntax.WordPart{&syntax.SglQuoted{}})
		} else {
			out = append(out, []syntax.WordPart{&syntax.Lit{Value: s}})
		}
		// The distance is compared, not the next value, which may overflow.
		if lo <= hi {
			if uint64(hi-n) < uint64(step) {
				return out, nil
			}
			n += step
		} else {
			if uint64(n-hi) < uint64(step) {
				return out, nil
			}
			n -= step
		}
	}
}

func padded(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return len(s) > 1 && s[0] == '0'
}

func pad(n int64, width int) string {
	s := strconv.FormatInt(n, 10)
	neg := strings.HasPrefix(s, "-")
	if neg {
		s = s[1:]
		width--
	}
	if len(s) < width {
		s = strings.Repeat("0", width-len(s)) + s
	}
	if neg {
		s = "-" + s
	}
	return s
}

// joinNames makes $x{1,2} mean $x1 $x2: bash expands braces before it looks for parameters. Neighbouring literals are
// joined too, so that a tilde prefix is one part.
func joinNames(parts []syntax.WordPart) []syntax.WordPart {
	out := make([]syntax.WordPart, 0, len(parts))
	for _, p := range parts {
		l, ok := p.(*syntax.Lit)
		if !ok || len(out) == 0 {
			out = append(out, p)
			continue
		}
		switch prev := out[len(out)-1].(type) {
		case *syntax.Lit:
			joined := *prev
			joined.Value += l.Value
			out[len(out)-1] = &joined
			continue
		case *syntax.ParamExp:
			if prev.Short && !prev.Excl && prev.Param != nil && syntax.ValidName(prev.Param.Value) && l.Value != "" && nameByte(l.Value[0]) {
				n := 1
				for n < len(l.Value) && nameByte(l.Value[n]) {
					n++
				}
				pe, param := *prev, *prev.Param
				param.Value += l.Value[:n]
				pe.Param = &param
				out[len(out)-1] = &pe
				if n == len(l.Value) {
					continue
				}
				rest := *l
				rest.Value = l.Value[n:]
				out = append(out, &rest)
				continue
			}
		}
		out = append(out, l)
	}
	return out
}
