package jq

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"unicode/utf8"
)

// maxJSONDepth is the nesting that a document may have.
const maxJSONDepth = 10000

// Decoder reads a sequence of JSON texts.
type Decoder struct {
	r         io.Reader
	buf       []byte
	pos       int
	err       error // of the reader, io.EOF at the end
	line, col int   // newlines and bytes behind the last one, before pos
	depth     int
}

// NewDecoder reads from r.
func NewDecoder(r io.Reader) *Decoder { return &Decoder{r: r, line: 1} }

// ParseError is input that is no JSON.
type ParseError struct{ Text string }

func (e *ParseError) Error() string { return e.Text }

// Line is the number of newlines passed, the one that ends the current line included: jq counts lines as it reads them.
func (d *Decoder) Line() int {
	n := d.line - 1
	if d.pos < len(d.buf) && bytes.IndexByte(d.buf[d.pos:], '\n') >= 0 {
		n++
	}
	return n
}

func (d *Decoder) peek() (byte, bool) {
	for d.pos >= len(d.buf) {
		if d.err != nil {
			return 0, false
		}
		if cap(d.buf) == 0 {
			d.buf = make([]byte, 0, 64<<10)
		}
		n, err := d.r.Read(d.buf[:cap(d.buf)])
		d.buf, d.pos, d.err = d.buf[:n], 0, err
	}
	return d.buf[d.pos], true
}

func (d *Decoder) advance() {
	if d.buf[d.pos] == '\n' {
		d.line++
		d.col = 0
	} else {
		d.col++
	}
	d.pos++
}

func (d *Decoder) fail(what string) error {
	if d.err != nil && !errors.Is(d.err, io.EOF) && d.pos >= len(d.buf) {
		return d.err
	}
	if d.pos >= len(d.buf) && d.err != nil {
		return &ParseError{fmt.Sprintf("%s at EOF at line %d, column %d", what, d.line, d.col)}
	}
	return &ParseError{fmt.Sprintf("%s at line %d, column %d", what, d.line, d.col+1)}
}

func (d *Decoder) space() {
	for {
		c, ok := d.peek()
		if !ok || c != ' ' && c != '\n' && c != '\t' && c != '\r' && c != 0x1e {
			return
		}
		d.advance()
	}
}

// Next gives the next value, io.EOF at the end.
func (d *Decoder) Next() (any, error) {
	if d.line == 1 && d.col == 0 && d.pos == 0 {
		if _, ok := d.peek(); ok && len(d.buf) >= 3 && string(d.buf[:3]) == "\ufeff" {
			d.pos = 3
		}
	}
	d.space()
	if _, ok := d.peek(); !ok {
		if errors.Is(d.err, io.EOF) {
			return nil, io.EOF
		}
		return nil, d.err
	}
	return d.value()
}

func (d *Decoder) value() (any, error) {
	d.space()
	c, ok := d.peek()
	if !ok {
		return nil, d.fail("Unfinished JSON term")
	}
	switch c {
	case '{':
		return d.object()
	case '[':
		return d.array()
	case '"':
		d.advance()
		return d.str()
	case ']', '}', ':', ',':
		d.advance()
		return nil, d.fail("Expected JSON value")
	}
	return d.word()
}

func (d *Decoder) enter() error {
	d.advance()
	d.depth++
	if d.depth > maxJSONDepth {
		return d.fail("Exceeds depth limit for parsing")
	}
	return nil
}

func (d *Decoder) array() (any, error) {
	if err := d.enter(); err != nil {
		return nil, err
	}
	defer func() { d.depth-- }()
	out := []any{}
	d.space()
	if c, _ := d.peek(); c == ']' {
		d.advance()
		return out, nil
	}
	for {
		v, err := d.value()
		if err != nil {
			return nil, err
		}
		out = append(out, v)
		d.space()
		c, ok := d.peek()
		if !ok {
			return nil, d.fail("Unfinished JSON term")
		}
		d.advance()
		if c == ']' {
			return out, nil
		}
		if c != ',' {
			return nil, d.fail("Expected separator between values")
		}
	}
}

func (d *Decoder) object() (any, error) {
	if err := d.enter(); err != nil {
		return nil, err
	}
	defer func() { d.depth-- }()
	out := NewObject()
	d.space()
	if c, _ := d.peek(); c == '}' {
		d.advance()
		return out, nil
	}
	for {
		k, err := d.value()
		if err != nil {
			return nil, err
		}
		key, ok := k.(string)
		if !ok {
			return nil, d.fail("Object keys must be strings")
		}
		d.space()
		c, ok := d.peek()
		if !ok {
			return nil, d.fail("Unfinished JSON term")
		}
		d.advance()
		if c != ':' {
			return nil, d.fail("Objects must consist of key:value pairs")
		}
		v, err := d.value()
		if err != nil {
			return nil, err
		}
		out.Set(key, v)
		d.space()
		if c, ok = d.peek(); !ok {
			return nil, d.fail("Unfinished JSON term")
		}
		d.advance()
		if c == '}' {
			return out, nil
		}
		if c != ',' {
			return nil, d.fail("Expected separator between values")
		}
	}
}

func (d *Decoder) str() (any, error) {
	var out []byte
	for {
		c, ok := d.peek()
		if !ok {
			return nil, d.fail("Unfinished string")
		}
		// plain stretches are taken whole
		start := d.pos
		for d.pos < len(d.buf) {
			c = d.buf[d.pos]
			if c == '"' || c == '\\' || c == '\n' {
				break
			}
			d.pos++
		}
		out = append(out, d.buf[start:d.pos]...)
		d.col += d.pos - start
		if d.pos >= len(d.buf) {
			continue
		}
		d.advance()
		switch c {
		case '"':
			s := string(out)
			if !utf8.ValidString(s) {
				s = string([]rune(s))
			}
			return s, nil
		case '\n':
			out = append(out, c)
			continue
		}
		c, ok = d.peek()
		if !ok {
			return nil, d.fail("Unfinished string")
		}
		d.advance()
		switch c {
		case '"', '\\', '/':
			out = append(out, c)
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		case 'r':
			out = append(out, '\r')
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'u':
			r, err := d.hex4()
			if err != nil {
				return nil, err
			}
			for r >= 0xd800 && r < 0xdc00 {
				if c, _ := d.peek(); c != '\\' {
					r = utf8.RuneError
					break
				}
				d.advance()
				if c, _ := d.peek(); c != 'u' {
					return nil, d.fail("Invalid escape")
				}
				d.advance()
				low, err := d.hex4()
				if err != nil {
					return nil, err
				}
				if low >= 0xdc00 && low < 0xe000 {
					r = (r-0xd800)<<10 + (low - 0xdc00) + 0x10000
					break
				}
				out = utf8.AppendRune(out, utf8.RuneError)
				r = low
			}
			out = utf8.AppendRune(out, r)
		default:
			return nil, d.fail("Invalid escape")
		}
	}
}

func (d *Decoder) hex4() (rune, error) {
	var r rune
	for range 4 {
		c, ok := d.peek()
		if !ok {
			return 0, d.fail("Invalid escape")
		}
		v, err := strconv.ParseUint(string([]byte{c}), 16, 8)
		if err != nil {
			return 0, d.fail("Invalid escape")
		}
		d.advance()
		r = r<<4 | rune(v)
	}
	return r, nil
}

// word is a number or a name.
func (d *Decoder) word() (any, error) {
	var tok []byte
	for {
		c, ok := d.peek()
		if !ok || c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ',' || c == ':' || c == '[' || c == ']' || c == '{' || c == '}' || c == '"' {
			break
		}
		if len(tok) > 4096 {
			return nil, d.fail("Invalid numeric literal")
		}
		tok = append(tok, c)
		d.advance()
	}
	switch string(tok) {
	case "null":
		return nil, nil
	case "true":
		return true, nil
	case "false":
		return false, nil
	case "nan":
		return math.NaN(), nil
	}
	n, err := parseNumber(string(tok))
	if err != nil {
		return nil, d.fail("Invalid numeric literal")
	}
	return n, nil
}

var errNumber = errors.New("invalid number")

// parseNumber takes decimal numbers only; what is too large is the largest number.
func parseNumber(s string) (float64, error) {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, errNumber
		}
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, errNumber
	}
	return n, nil
}

type stringReader struct{ s string }

func (r *stringReader) Read(b []byte) (int, error) {
	if r.s == "" {
		return 0, io.EOF
	}
	n := copy(b, r.s)
	r.s = r.s[n:]
	return n, nil
}

// Parse reads one JSON text.
func Parse(s string) (any, error) {
	d := NewDecoder(&stringReader{s})
	v, err := d.Next()
	if err != nil {
		return nil, err
	}
	if _, err := d.Next(); err != io.EOF {
		if err == nil {
			err = &ParseError{"Unexpected extra JSON values"}
		}
		return nil, err
	}
	return v, nil
}
