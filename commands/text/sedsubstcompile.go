package text

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sandpit-dev/sandpit/internal/pattern"
)

func (c *sedCompiler) substitute(cmd *sedCommand) error {
	delim := c.peek()
	if !c.more() || delim == '\n' || delim == '\\' {
		return errors.New("unterminated `s' command")
	}
	c.pos++
	src, ok := c.delimitedRE(delim)
	if !ok {
		return errors.New("unterminated `s' command")
	}
	rep, ok := c.delimited(delim, false)
	if !ok {
		return errors.New("unterminated `s' command")
	}
	sub := &sedSub{nth: 1}
	var flags pattern.Flags
	haveNth := false
flags:
	for c.more() {
		ch := c.src[c.pos]
		switch {
		case ch == 'g':
			if sub.global {
				c.pos++
				return errors.New("multiple `g' options to `s' command")
			}
			sub.global = true
		case ch == 'p':
			if sub.print > 0 {
				c.pos++
				return errors.New("multiple `p' options to `s' command")
			}
			sub.print = 1
			if sub.eval {
				sub.print = 2
			}
		case ch == 'i' || ch == 'I':
			flags |= pattern.IgnoreCase
		case ch == 'm' || ch == 'M':
			flags |= pattern.Multiline
		case ch == 'e':
			if c.sandbox {
				return errors.New("e/r/w commands disabled in sandbox mode")
			}
			sub.eval = true
		case ch >= '0' && ch <= '9':
			n, _ := c.number()
			if haveNth {
				return errors.New("multiple number options to `s' command")
			}
			if n == 0 {
				return errors.New("number option to `s' command may not be zero")
			}
			sub.nth, haveNth = int(min(n, 1<<30)), true
			continue
		case ch == 'w':
			if c.sandbox {
				return errors.New("e/r/w commands disabled in sandbox mode")
			}
			c.pos++
			if sub.file = c.fileName(); sub.file == "" {
				return errors.New("missing filename in r/R/w/W commands")
			}
			break flags
		case ch == ' ' || ch == '\t' || ch == '\r':
		case ch == ';' || ch == '\n' || ch == '}' || ch == '#':
			break flags
		default:
			c.pos++
			return errors.New("unknown option to `s'")
		}
		c.pos++
	}
	if src != "" {
		re, err := c.regexp(src, flags)
		if err != nil && strings.HasPrefix(err.Error(), "Unmatched [") {
			return errors.New("unterminated `s' command") // to GNU the bracket hides all that follows
		}
		if err != nil {
			return err
		}
		sub.re = re
	}
	parts, most := sedReplacement(rep)
	sub.parts = parts
	for _, p := range parts {
		sub.caseChange = sub.caseChange || p.mode != 0
	}
	if sub.re != nil && most > sub.re.NumSubexp() {
		return fmt.Errorf("invalid reference \\%d on `s' command's RHS", most)
	}
	cmd.sub = sub
	return nil
}

// delimitedRE reads the regular expression of s, in which a newline may stand.
func (c *sedCompiler) delimitedRE(delim byte) (string, bool) {
	start := c.pos
	src, ok := c.delimited(delim, true)
	if ok {
		return src, true
	}
	// A real newline inside: allowed in s, though not in an address.
	c.pos = start
	var b strings.Builder
	for c.more() {
		ch := c.src[c.pos]
		c.pos++
		if ch == delim {
			return b.String(), true
		}
		if ch == '\\' && c.more() {
			next := c.src[c.pos]
			c.pos++
			if next == 'n' || next == '\n' {
				b.WriteByte('\n')
				continue
			}
			if next != delim {
				b.WriteByte('\\')
			}
			b.WriteByte(next)
			continue
		}
		b.WriteByte(ch)
	}
	return "", false
}

// sedReplacement takes the right side of s apart. most is the highest group it refers to.
func sedReplacement(s string) (parts []sedPart, most int) {
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			parts = append(parts, sedPart{text: b.String(), group: -1})
			b.Reset()
		}
	}
	for i := 0; i < len(s); i++ {
		switch ch := s[i]; {
		case ch == '&':
			flush()
			parts = append(parts, sedPart{group: 0})
		case ch == '\\' && i+1 < len(s):
			i++
			switch next := s[i]; {
			case isDigit(next):
				flush()
				g := int(next - '0')
				most = max(most, g)
				parts = append(parts, sedPart{group: g})
			case strings.IndexByte("ULulE", next) >= 0:
				flush()
				parts = append(parts, sedPart{group: -1, mode: next})
			default:
				if e, used, ok := sedEscape(s[i:]); ok {
					b.WriteByte(e)
					i += used - 1
				} else {
					b.WriteByte(next)
				}
			}
		default:
			b.WriteByte(ch)
		}
	}
	flush()
	return parts, most
}

func (c *sedCompiler) transliterate(cmd *sedCommand) error {
	delim := c.peek()
	if !c.more() {
		return errors.New("unterminated `y' command")
	}
	c.pos++
	read := func() ([]rune, bool) {
		raw, ok := c.delimited(delim, false)
		if !ok {
			return nil, false
		}
		var b strings.Builder
		for i := 0; i < len(raw); i++ {
			if raw[i] == '\\' && i+1 < len(raw) {
				i++
				if e, used, ok := sedEscape(raw[i:]); ok {
					b.WriteByte(e)
					i += used - 1
				} else {
					if raw[i] != '\\' && raw[i] != delim && raw[i] != '\n' {
						b.WriteByte('\\')
					}
					b.WriteByte(raw[i])
				}
				continue
			}
			b.WriteByte(raw[i])
		}
		return []rune(b.String()), true
	}
	from, ok := read()
	if !ok {
		return errors.New("unterminated `y' command")
	}
	to, ok := read()
	if !ok {
		return errors.New("unterminated `y' command")
	}
	if len(from) != len(to) {
		return errors.New("strings for `y' command are different lengths")
	}
	cmd.table = &[256]byte{}
	for i := range cmd.table {
		cmd.table[i] = byte(i)
	}
	for i, r := range from {
		if r < 0x80 && to[i] < 0x80 {
			cmd.table[r] = byte(to[i])
			continue
		}
		if cmd.runes == nil {
			cmd.runes = map[rune]rune{}
		}
		cmd.runes[r] = to[i]
	}
	return nil
}
