package text

import (
	"bytes"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/pattern"
)

// regexp resolves the empty expression to the last one used.
func (s *sedRun) regexp(re *pattern.Regexp) *pattern.Regexp {
	if re == nil {
		re = s.lastRE
		if re == nil {
			cmd.Errorf(s.p, "-e expression #1, char 0: no previous regular expression")
			s.status, s.quit = 1, true
			return nil
		}
	}
	s.lastRE = re
	return re
}

func (s *sedRun) substitute(sub *sedSub) bool {
	re := s.regexp(sub.re)
	if re == nil {
		return false
	}
	r := replacer{src: s.space}
	at, count, ended := 0, 0, false
	replace := func(loc []int) bool {
		count++
		if count&1023 == 0 && s.p.Safepoint() != nil {
			ended = true // killed in a long line
			return false
		}
		if count < sub.nth {
			return true
		}
		if r.out == nil {
			r.out = make([]byte, 0, len(s.space)+64)
		}
		r.out = append(r.out, s.space[at:loc[0]]...)
		if sub.caseChange {
			r.cased(sub.parts, loc)
		} else {
			for i := range sub.parts {
				if p := &sub.parts[i]; p.group < 0 {
					r.out = append(r.out, p.text...)
				} else if 2*p.group < len(loc) && loc[2*p.group] >= 0 {
					r.out = append(r.out, s.space[loc[2*p.group]:loc[2*p.group+1]]...)
				}
			}
		}
		at = loc[1]
		if len(r.out) > 512<<20 {
			s.grow(len(r.out))
			ended = true
			return false
		}
		return sub.global
	}
	if sub.nth == 1 && !sub.global {
		if loc := re.FindSubmatchIndex(s.space); loc != nil {
			replace(loc)
		}
	} else {
		re.Each(s.space, replace)
	}
	if ended || count < sub.nth {
		return false
	}
	s.space = append(r.out, s.space[at:]...)
	if sub.print == 2 {
		s.writeLine(s.out, s.space, s.spaceEnd)
	}
	if sub.eval {
		s.evaluate()
	}
	if sub.print == 1 {
		s.writeLine(s.out, s.space, s.spaceEnd)
	}
	if sub.file != "" {
		w := s.fileOutput(sub.file)
		s.writeLine(w, s.space, s.spaceEnd)
		_ = w.Flush()
	}
	return true
}

// replacer builds a replacement with case changes.
type replacer struct {
	src, out []byte
}

func (r *replacer) cased(parts []sedPart, loc []int) {
	mode, once := byte(0), byte(0)
	add := func(b []byte) {
		for len(b) > 0 {
			ch, n := utf8.DecodeRune(b)
			piece := b[:n]
			b = b[n:]
			which := mode
			if once != 0 {
				which, once = once, 0
			}
			switch {
			case ch == utf8.RuneError && n == 1:
				r.out = append(r.out, piece...)
			case which == 'U' || which == 'u':
				r.out = append(r.out, bytes.ToUpper(piece)...)
			case which == 'L' || which == 'l':
				r.out = append(r.out, bytes.ToLower(piece)...)
			default:
				r.out = append(r.out, piece...)
			}
		}
	}
	for i := range parts {
		switch p := &parts[i]; {
		case p.mode == 'E':
			mode = 0
		case p.mode == 'U' || p.mode == 'L':
			mode, once = p.mode, 0
		case p.mode != 0:
			once = p.mode
		case p.group < 0:
			add([]byte(p.text))
		case 2*p.group < len(loc) && loc[2*p.group] >= 0:
			add(r.src[loc[2*p.group]:loc[2*p.group+1]])
		}
	}
}

func (s *sedRun) transliterate(c *sedCommand) {
	if c.runes == nil {
		for i, ch := range s.space {
			s.space[i] = c.table[ch]
		}
		return
	}
	out := make([]byte, 0, len(s.space))
	for b := s.space; len(b) > 0; {
		ch, n := utf8.DecodeRune(b)
		if to, ok := c.runes[ch]; ok && (ch != utf8.RuneError || n > 1) {
			out = utf8.AppendRune(out, to)
		} else if n == 1 {
			out = append(out, c.table[b[0]])
		} else {
			out = append(out, b[:n]...)
		}
		b = b[n:]
	}
	s.space = out
}
