package text

import (
	"errors"
	"fmt"
	"strconv"
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
	bytes    bool // characters are bytes: the C locale

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
		if v := c.word("; \t\n"); v != "" && compareRelease(v, "4.9") > 0 {
			return errors.New("expected newer version of sed")
		}
		return c.end()
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
			return "", nil
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

// compareRelease orders version numbers of dotted integers.
func compareRelease(a, b string) int {
	for a != "" || b != "" {
		var x, y string
		x, a, _ = strings.Cut(a, ".")
		y, b, _ = strings.Cut(b, ".")
		m, _ := strconv.Atoi(x)
		n, _ := strconv.Atoi(y)
		if m != n {
			return m - n
		}
	}
	return 0
}

// sedLabelError is a jump to nowhere; GNU gives it a status of its own.
type sedLabelError struct{ label string }

func (e *sedLabelError) Error() string { return "can't find label for jump to `" + e.label + "'" }
