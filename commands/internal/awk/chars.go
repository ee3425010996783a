package awk

import (
	"math"
	"strings"
	"unicode/utf8"
)

// encoding tells what a character is: UTF-8's, or in the C locale and under -b each byte.
type encoding struct{ bytes bool }

// width is the length of the first character of s in bytes.
func (e encoding) width(s string) int {
	if e.bytes {
		return min(1, len(s))
	}
	_, n := utf8.DecodeRuneInString(s)
	return n
}

func (e encoding) count(s string) int {
	if !e.bytes {
		for i := range len(s) {
			if s[i] >= utf8.RuneSelf {
				return i + utf8.RuneCountInString(s[i:])
			}
		}
	}
	return len(s)
}

// cut takes n characters off s.
func (e encoding) cut(s string, n int) (head, tail string) {
	i := 0
	if e.bytes {
		i = max(0, min(n, len(s)))
		return s[:i], s[i:]
	}
	for n > 0 && i < len(s) {
		if s[i] < utf8.RuneSelf {
			i++
		} else {
			_, k := utf8.DecodeRuneInString(s[i:])
			i += k
		}
		n--
	}
	return s[:i], s[i:]
}

func (e encoding) lower(s string) string {
	if e.bytes {
		return mapASCII(s, 'A', 'a')
	}
	return strings.ToLower(s)
}

func (e encoding) upper(s string) string {
	if e.bytes {
		return mapASCII(s, 'a', 'A')
	}
	return strings.ToUpper(s)
}

// mapASCII moves the 26 letters that start at from to those that start at to.
func mapASCII(s string, from, to byte) string {
	b := []byte(s)
	for i, c := range b {
		if c >= from && c < from+26 {
			b[i] = c - from + to
		}
	}
	return string(b)
}

// substr counts characters from 1. As gawk does (and POSIX does not) it cuts fractions off, and what lies before the
// string does not shorten the piece.
func (e encoding) substr(s string, m, n float64) string {
	if m != m || n != n {
		return ""
	}
	m, n = math.Trunc(m), math.Trunc(n)
	if m < 1 {
		m = 1
	}
	end := m + n
	if end <= m || m > float64(len(s)) {
		return ""
	}
	from := int(m) - 1
	count := len(s)
	if end-m < float64(len(s)) {
		count = int(end - m)
	}
	_, tail := e.cut(s, from)
	head, _ := e.cut(tail, count)
	return head
}
