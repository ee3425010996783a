package system

import (
	"io"
	"strconv"
)

func xargsDelimiter(s string) (byte, bool) {
	if len(s) == 1 {
		return s[0], true
	}
	if len(s) < 2 || s[0] != '\\' {
		return 0, false
	}
	switch s[1:] {
	case "a":
		return '\a', true
	case "b":
		return '\b', true
	case "f":
		return '\f', true
	case "n":
		return '\n', true
	case "r":
		return '\r', true
	case "t":
		return '\t', true
	case "v":
		return '\v', true
	case "\\":
		return '\\', true
	}
	base, digits := 8, s[1:]
	if digits[0] == 'x' {
		base, digits = 16, digits[1:]
	}
	n, err := strconv.ParseUint(digits, base, 8)
	return byte(n), err == nil
}

// itemReader cuts the input of xargs into items.
type itemReader struct {
	r       io.Reader
	buf     []byte
	pos     int
	n       int
	err     error
	delim   int
	eof     string
	whole   bool // -I: an item is a line
	stopped bool
}

type itemError string

func (e itemError) Error() string { return string(e) }

func (r *itemReader) byte() (byte, bool) {
	if r.pos == r.n {
		if r.err != nil {
			return 0, false
		}
		if r.buf == nil {
			r.buf = make([]byte, 16<<10)
		}
		for {
			r.n, r.err = r.r.Read(r.buf)
			r.pos = 0
			if r.n > 0 {
				break
			}
			if r.err != nil {
				return 0, false
			}
		}
	}
	c := r.buf[r.pos]
	r.pos++
	return c, true
}

func (r *itemReader) peek() (byte, bool) {
	c, ok := r.byte()
	if ok {
		r.pos--
	}
	return c, ok
}

// next gives an item and whether a line ended after it.
func (r *itemReader) next() (item string, endOfLine bool, err error) {
	if r.stopped {
		return "", false, io.EOF
	}
	if r.delim >= 0 {
		item, err = r.delimited()
		return item, true, err
	}
	item, endOfLine, err = r.quoted()
	if err == nil && r.eof != "" && item == r.eof {
		r.stopped = true
		return "", false, io.EOF
	}
	return item, endOfLine, err
}

func (r *itemReader) delimited() (string, error) {
	var b []byte
	for {
		c, ok := r.byte()
		if !ok {
			if r.err != io.EOF {
				return "", r.err
			}
			if len(b) == 0 {
				return "", io.EOF
			}
			return string(b), nil
		}
		if int(c) == r.delim {
			return string(b), nil
		}
		b = append(b, c)
	}
}

func (r *itemReader) quoted() (string, bool, error) {
	var b []byte
	in, quote := false, byte(0)
	for {
		c, ok := r.byte()
		if !ok {
			if r.err != io.EOF {
				return "", false, r.err
			}
			if quote != 0 {
				return "", false, unmatched(quote)
			}
			if !in {
				return "", false, io.EOF
			}
			return string(b), true, nil
		}
		switch {
		case quote != 0:
			if c == '\n' {
				return "", false, unmatched(quote)
			}
			if c == quote {
				quote = 0
			} else {
				b = append(b, c)
			}
		case c == '\'' || c == '"':
			quote, in = c, true
		case c == '\\':
			if c, ok = r.byte(); ok {
				b = append(b, c)
			}
			in = true
		case c == '\n':
			if in || r.whole {
				return string(b), true, nil
			}
		case r.whole:
			if c == ' ' || c == '\t' {
				if !in { // leading blanks go
					continue
				}
			}
			in = true
			b = append(b, c)
		case c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r':
			if !in {
				continue
			}
			// A trailing blank joins lines for -L; else the line ends where only blanks follow.
			return string(b), r.lineEnds(c), nil
		default:
			in = true
			b = append(b, c)
		}
	}
}

// lineEnds looks past blanks after an item. A newline right after the item ends its line; after a blank the line goes
// on in the next one, as POSIX's -L says.
func (r *itemReader) lineEnds(byte) bool {
	for {
		c, ok := r.peek()
		if !ok {
			return true
		}
		if c != ' ' && c != '\t' && c != '\n' {
			return false
		}
		r.pos++
	}
}

func unmatched(q byte) error {
	kind := "single"
	if q == '"' {
		kind = "double"
	}
	return itemError("unmatched " + kind + " quote; by default quotes are special to xargs unless you use the -0 option")
}
