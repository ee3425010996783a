package text

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
)

type sedScript struct{ text, file string }

// sedAddress is one address of a command.
type sedAddress struct {
	kind       byte // n line, $ last, / regexp, ~ first~step, + addr,+N, m addr,~N, 0 = 0,/re/
	line, step int64
	re         *pattern.Regexp // nil with kind '/': the last one used
}

// sedCommand is one compiled command.
type sedCommand struct {
	a1, a2 *sedAddress
	negate bool
	name   byte
	text   string // a i c: text; r w R W: file; b t T: label; y: table
	target int    // jump target of b t T and of { when it does not match
	number int    // q Q exit status, l L width
	sub    *sedSub
	table  *[256]byte
	runes  map[rune]rune

	active  bool  // a range is open
	endLine int64 // where an open range of lines ends
}

// sedSub is an s command.
type sedSub struct {
	re         *pattern.Regexp
	parts      []sedPart
	nth        int
	global     bool
	print      int
	eval       bool
	file       string
	caseChange bool
}

// sedPart is a piece of a replacement.
type sedPart struct {
	text  string
	group int  // -1 = text
	mode  byte // U L u l E: a case change from here on
}

type sedCompiler struct {
	p        *kernel.Process
	extended bool
	posix    bool
	sandbox  bool
	null     bool

	src    string
	pos    int
	script int
	file   string
	line   int
	prog   []*sedCommand
	blocks []int
	labels map[string]int
	cache  map[string]*pattern.Regexp
}

const maxSedCommands = 1 << 17

func (c *sedCompiler) compile(scripts []sedScript) ([]*sedCommand, error) {
	c.labels, c.cache = map[string]int{}, map[string]*pattern.Regexp{}
	// Pieces of -e join by newlines, so that "-e 'a\' -e text" works.
	for i := 0; i < len(scripts); i++ {
		for scripts[i].file == "" && i+1 < len(scripts) && scripts[i+1].file == "" && strings.HasSuffix(scripts[i].text, `\`) {
			scripts[i].text += "\n" + scripts[i+1].text
			scripts = append(scripts[:i+1], scripts[i+2:]...)
		}
		c.src, c.pos, c.script, c.file, c.line = scripts[i].text, 0, i+1, scripts[i].file, 1
		if err := c.commands(); err != nil {
			if c.file != "" {
				return nil, fmt.Errorf("file %s line %d: %w", c.file, 1+strings.Count(c.src[:min(c.pos, len(c.src))], "\n"), err)
			}
			return nil, fmt.Errorf("-e expression #%d, char %d: %w", c.script, c.pos, err)
		}
	}
	if len(c.blocks) > 0 {
		return nil, errors.New("-e expression #1, char 0: unmatched `{'")
	}
	for _, cmd := range c.prog {
		if cmd.name != 'b' && cmd.name != 't' && cmd.name != 'T' {
			continue
		}
		cmd.target = len(c.prog)
		if cmd.text != "" {
			at, ok := c.labels[cmd.text]
			if !ok {
				return nil, &sedLabelError{cmd.text}
			}
			cmd.target = at
		}
	}
	return c.prog, nil
}

func (c *sedCompiler) peek() byte {
	if c.pos < len(c.src) {
		return c.src[c.pos]
	}
	return 0
}

func (c *sedCompiler) more() bool { return c.pos < len(c.src) }

func (c *sedCompiler) blanks() {
	for c.more() && (c.src[c.pos] == ' ' || c.src[c.pos] == '\t') {
		c.pos++
	}
}

func (c *sedCompiler) commands() error {
	for {
		for c.more() && strings.IndexByte(" \t\n;\r\v\f", c.src[c.pos]) >= 0 {
			c.pos++
		}
		if !c.more() {
			return nil
		}
		if c.src[c.pos] == '#' {
			if i := strings.IndexByte(c.src[c.pos:], '\n'); i >= 0 {
				c.pos += i
			} else {
				c.pos = len(c.src)
			}
			continue
		}
		if err := c.command(); err != nil {
			return err
		}
		if len(c.prog) > maxSedCommands {
			return errors.New("script too long")
		}
	}
}

func (c *sedCompiler) command() error {
	cmd := &sedCommand{}
	var err error
	if cmd.a1, err = c.address(false); err != nil {
		return err
	}
	if cmd.a1 != nil {
		c.blanks()
		if c.peek() == ',' {
			c.pos++
			c.blanks()
			if cmd.a2, err = c.address(true); err != nil {
				return err
			}
			if cmd.a2 == nil {
				c.pos++
				return errors.New("unexpected `,'")
			}
		}
		if cmd.a1.kind == 'n' && cmd.a1.line == 0 {
			if cmd.a2 == nil || cmd.a2.kind != '/' {
				c.pos++
				return errors.New("invalid usage of line address 0")
			}
		}
	}
	c.blanks()
	for c.peek() == '!' {
		if cmd.negate {
			c.pos++
			return errors.New("multiple `!'s")
		}
		cmd.negate = true
		c.pos++
		c.blanks()
	}
	if !c.more() {
		return errors.New("missing command")
	}
	cmd.name = c.src[c.pos]
	c.pos++
	return c.body(cmd)
}

func (c *sedCompiler) number() (int64, bool) {
	start := c.pos
	var n int64
	for c.more() && isDigit(c.src[c.pos]) {
		if n < 1<<58 {
			n = n*10 + int64(c.src[c.pos]-'0')
		}
		c.pos++
	}
	return n, c.pos > start
}

func (c *sedCompiler) address(second bool) (*sedAddress, error) {
	switch ch := c.peek(); {
	case ch >= '0' && ch <= '9':
		n, _ := c.number()
		c.blanks()
		if c.peek() == '~' && !second {
			c.pos++
			step, _ := c.number()
			return &sedAddress{kind: '~', line: n, step: step}, nil
		}
		return &sedAddress{kind: 'n', line: n}, nil
	case ch == '$' && c.more():
		c.pos++
		return &sedAddress{kind: '$'}, nil
	case (ch == '+' || ch == '~') && second:
		c.pos++
		n, ok := c.number()
		if !ok {
			return nil, errors.New("expected number")
		}
		kind := byte('+')
		if ch == '~' {
			kind = 'm'
		}
		return &sedAddress{kind: kind, line: n}, nil
	case ch == '/' || ch == '\\':
		c.pos++
		delim := byte('/')
		if ch == '\\' {
			delim = c.peek()
			c.pos++
		}
		src, ok := c.delimited(delim, true)
		if !ok {
			return nil, errors.New("unterminated address regex")
		}
		var flags pattern.Flags
		for {
			switch c.peek() {
			case 'I':
				flags |= pattern.IgnoreCase
				c.pos++
				continue
			case 'M':
				flags |= pattern.Multiline
				c.pos++
				continue
			}
			break
		}
		if src == "" {
			return &sedAddress{kind: '/'}, nil
		}
		re, err := c.regexp(src, flags)
		return &sedAddress{kind: '/', re: re}, err
	}
	return nil, nil
}

// bracketLength is the length of the bracket expression at the start of s, 1 when it does not close on its line.
func bracketLength(s string) int {
	i := 1
	if i < len(s) && s[i] == '^' {
		i++
	}
	if i < len(s) && s[i] == ']' {
		i++
	}
	for i < len(s) && s[i] != '\n' {
		switch {
		case s[i] == ']':
			return i + 1
		case s[i] == '[' && i+1 < len(s) && strings.IndexByte(":.=", s[i+1]) >= 0:
			end := strings.Index(s[i+2:], s[i+1:i+2]+"]")
			if end < 0 {
				return 1
			}
			i += end + 4
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == 'n':
			return 1 // \n is a newline even here: left to the caller
		default:
			i++
		}
	}
	return 1
}

// delimited reads up to delim. With re, escapes stay for the regexp compiler, an escaped delimiter is plain and a
// bracket expression hides the delimiter.
func (c *sedCompiler) delimited(delim byte, re bool) (string, bool) {
	var b strings.Builder
	for c.more() {
		ch := c.src[c.pos]
		c.pos++
		switch {
		case ch == delim:
			return b.String(), true
		case ch == '\n' && re:
			return "", false
		case ch == '[' && re:
			n := bracketLength(c.src[c.pos-1:])
			b.WriteString(c.src[c.pos-1 : c.pos-1+n])
			c.pos += n - 1
		case ch == '\\' && c.more():
			next := c.src[c.pos]
			c.pos++
			switch {
			case next == delim:
				// A delimiter that is special in a regexp keeps its literal meaning only where it was special.
				if re && strings.IndexByte(`.*[]^$+?(){}|`, delim) >= 0 && !(strings.IndexByte(`+?(){}|`, delim) >= 0 && !c.extended) {
					b.WriteByte('\\')
				}
				b.WriteByte(next)
			case next == 'n' && re:
				b.WriteByte('\n')
			case next == '\n' && re:
				b.WriteByte('\n')
			default:
				b.WriteByte('\\')
				b.WriteByte(next)
			}
		default:
			b.WriteByte(ch)
		}
	}
	return "", false
}

func (c *sedCompiler) regexp(src string, flags pattern.Flags) (*pattern.Regexp, error) {
	src = sedEscapes(src)
	key := string(rune(flags)) + src
	if re, ok := c.cache[key]; ok {
		return re, nil
	}
	compile := pattern.BRE
	if c.extended {
		compile = pattern.ERE
	}
	re, err := compile(src, flags)
	if err != nil {
		return nil, err
	}
	c.cache[key] = re
	return re, nil
}

// sedEscapes turns \t, \xHH, \oNNN, \dNNN, \cX and the like into their characters.
func sedEscapes(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		ch, used, ok := sedEscape(s[i:])
		if !ok {
			b.WriteByte('\\')
			b.WriteByte(s[i])
			continue
		}
		if strings.IndexByte(`.*[]^$+?(){}|\/`, ch) >= 0 && used > 1 {
			b.WriteByte('\\') // a special character by its code is itself
		}
		b.WriteByte(ch)
		i += used - 1
	}
	return b.String()
}

// sedEscape reads the escape at the start of s, after its backslash.
func sedEscape(s string) (ch byte, used int, ok bool) {
	switch s[0] {
	case 'a':
		return '\a', 1, true
	case 'f':
		return '\f', 1, true
	case 'n':
		return '\n', 1, true
	case 'r':
		return '\r', 1, true
	case 't':
		return '\t', 1, true
	case 'v':
		return '\v', 1, true
	case 'c':
		if len(s) > 1 {
			c := s[1]
			if c >= 'a' && c <= 'z' {
				c -= 0x20
			}
			return c ^ 0x40, 2, true
		}
	case 'x':
		if n, k := digits(s[1:], 16, 2); k > 0 {
			return byte(n), 1 + k, true
		}
	case 'o':
		if n, k := digits(s[1:], 8, 3); k > 0 {
			return byte(n), 1 + k, true
		}
	case 'd':
		if n, k := digits(s[1:], 10, 3); k > 0 {
			return byte(n), 1 + k, true
		}
	}
	return 0, 0, false
}

// end checks that nothing but a separator follows a command.
func (c *sedCompiler) end() error {
	c.blanks()
	switch c.peek() {
	case ';', '\n':
		c.pos++
	case '}', '#':
	default:
		if c.more() {
			c.pos++
			return errors.New("extra characters after command")
		}
	}
	return nil
}

func (c *sedCompiler) add(cmd *sedCommand) { c.prog = append(c.prog, cmd) }

// word reads a label: to a semicolon, blank or newline.
func (c *sedCompiler) word(stops string) string {
	c.blanks()
	start := c.pos
	for c.more() && strings.IndexByte(stops, c.src[c.pos]) < 0 {
		c.pos++
	}
	return strings.TrimRight(c.src[start:c.pos], " \t")
}

func (c *sedCompiler) body(cmd *sedCommand) error {
	switch cmd.name {
	case '{':
		c.blocks = append(c.blocks, len(c.prog))
		c.add(cmd)
		return nil
	case '}':
		if len(c.blocks) == 0 {
			return errors.New("unexpected `}'")
		}
		if cmd.a1 != nil {
			return errors.New("} doesn't want any addresses")
		}
		open := c.prog[c.blocks[len(c.blocks)-1]]
		c.blocks = c.blocks[:len(c.blocks)-1]
		open.target = len(c.prog)
		return c.end()
	case ':':
		if cmd.a1 != nil {
			return errors.New(": doesn't want any addresses")
		}
		label := c.word("; \t\n")
		if label == "" {
			return errors.New("\":\" lacks a label")
		}
		c.labels[label] = len(c.prog)
		return nil
	case 'b', 't', 'T':
		cmd.text = c.word(";\n}")
		c.add(cmd)
		return c.end()
	case 'a', 'i', 'c':
		text, err := c.text()
		if err != nil {
			return err
		}
		cmd.text = text
		c.add(cmd)
		return nil
	case 'r', 'R', 'w', 'W':
		if c.sandbox {
			return errors.New("e/r/w commands disabled in sandbox mode")
		}
		cmd.text = c.fileName()
		if cmd.text == "" {
			return errors.New("missing filename in r/R/w/W commands")
		}
		c.add(cmd)
		return nil
	case 'q', 'Q', 'l', 'L':
		if (cmd.name == 'q' || cmd.name == 'Q') && cmd.a2 != nil {
			return errors.New("command only uses one address")
		}
		c.blanks()
		cmd.number = -1
		if n, ok := c.number(); ok {
			cmd.number = int(n)
		}
		c.add(cmd)
		return c.end()
	case '=', 'd', 'D', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'z', 'F':
		c.add(cmd)
		return c.end()
	case 'e':
		if c.sandbox {
			return errors.New("e/r/w commands disabled in sandbox mode")
		}
		cmd.text = c.fileName()
		c.add(cmd)
		return nil
	case 'v':
		c.fileName()
		return nil
	case 's':
		if err := c.substitute(cmd); err != nil {
			return err
		}
		c.add(cmd)
		return c.end()
	case 'y':
		if err := c.transliterate(cmd); err != nil {
			return err
		}
		c.add(cmd)
		return c.end()
	}
	return fmt.Errorf("unknown command: `%c'", cmd.name)
}

func (c *sedCompiler) fileName() string {
	c.blanks()
	start := c.pos
	if i := strings.IndexByte(c.src[c.pos:], '\n'); i >= 0 {
		c.pos += i + 1
		return c.src[start : c.pos-1]
	}
	c.pos = len(c.src)
	return c.src[start:]
}

// text reads the text of a, i and c: "a\" newline text, or GNU's one-line form. Backslashes quote.
func (c *sedCompiler) text() (string, error) {
	c.blanks()
	if !c.more() {
		return "", errors.New("expected \\ after `a', `c' or `i'")
	}
	if c.src[c.pos] == '\\' {
		c.pos++
		after := c.pos
		c.blanks()
		switch {
		case !c.more():
			return "", errors.New("expected \\ after `a', `c' or `i'")
		case c.peek() == '\n':
			c.pos++
		default:
			c.pos = after // in "a\  text" the backslash keeps the blanks
		}
	}
	var b strings.Builder
	for c.more() {
		ch := c.src[c.pos]
		c.pos++
		if ch == '\n' {
			b.WriteByte('\n')
			return b.String(), nil
		}
		if ch == '\\' && c.more() {
			next := c.src[c.pos]
			if e, used, ok := sedEscape(c.src[c.pos:]); ok && next != 'n' {
				b.WriteByte(e)
				c.pos += used
				continue
			}
			c.pos++
			b.WriteByte(next)
			continue
		}
		if ch != '\\' {
			b.WriteByte(ch)
		}
	}
	b.WriteByte('\n')
	return b.String(), nil
}

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
		case ch == ';' || ch == '\n' || ch == '}' || ch == '#' || ch == ' ' || ch == '\t' || ch == '\r':
			break flags
		default:
			c.pos++
			return errors.New("unknown option to `s'")
		}
		c.pos++
	}
	if src != "" {
		re, err := c.regexp(src, flags)
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

// sedLabelError is a jump to nowhere; GNU gives it a status of its own.
type sedLabelError struct{ label string }

func (e *sedLabelError) Error() string { return "can't find label for jump to `" + e.label + "'" }
