package shell

import (
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// wordCache keeps words parsed at run time from text, by their text. Words are never changed once parsed.
type wordCache struct {
	mu    sync.Mutex
	words map[string]*syntax.Word
}

const (
	wordCacheSize    = 512
	wordCacheLongest = 4096
)

var documents, patterns wordCache

func (c *wordCache) get(text string, parse func(string) (*syntax.Word, error)) (*syntax.Word, error) {
	c.mu.Lock()
	w := c.words[text]
	c.mu.Unlock()
	if w != nil {
		return w, nil
	}
	w, err := parse(text)
	if err != nil || len(text) > wordCacheLongest {
		return w, err
	}
	c.mu.Lock()
	if c.words == nil || len(c.words) >= wordCacheSize {
		c.words = make(map[string]*syntax.Word)
	}
	c.words[text] = w
	c.mu.Unlock()
	return w, nil
}

// parseDocument parses text as the inside of a here-document: only $ and ` are special.
func parseDocument(text string) (*syntax.Word, error) {
	return documents.get(text, func(text string) (*syntax.Word, error) {
		p := parsers.Get().(*syntax.Parser)
		defer parsers.Put(p)
		w, err := p.Document(&guardedReader{text})
		if err == nil && w == nil {
			w = &syntax.Word{}
		}
		return w, err
	})
}

// parsePattern parses text in which quotes and expansions count but blanks and operators are ordinary: the inside of an
// extended group, a subscript.
func parsePattern(text string) (*syntax.Word, error) {
	return patterns.get(text, parsePatternText)
}

// maxOpenQuotes is how many quotes and substitutions without an end are looked for in a text: each takes a scan of it.
const maxOpenQuotes = 64

func parsePatternText(text string) (*syntax.Word, error) {
	w := &syntax.Word{}
	lit := func(s string) {
		if s != "" {
			w.Parts = append(w.Parts, &syntax.Lit{Value: s})
		}
	}
	start, failures := 0, 0
	for i := 0; i < len(text); {
		n := 0
		switch c := text[i]; c {
		case '\\':
			i += 2
			continue
		case '\'', '"', '`', '$':
			if failures > maxOpenQuotes {
				break
			}
			if n = quotedLength(text[i:]); n == 0 {
				failures++
			}
		}
		if n == 0 {
			i++
			continue
		}
		lit(text[start:i])
		part, err := parseOneWord(text[i : i+n])
		if err != nil {
			return nil, err
		}
		w.Parts = append(w.Parts, part...)
		i += n
		start = i
	}
	if start < len(text) {
		lit(text[start:])
	}
	return w, nil
}

func parseOneWord(text string) ([]syntax.WordPart, error) {
	p := parsers.Get().(*syntax.Parser)
	defer parsers.Put(p)
	var parts []syntax.WordPart
	for w, err := range p.WordsSeq(&guardedReader{text}) {
		if err != nil {
			return nil, err
		}
		parts = append(parts, w.Parts...)
	}
	return parts, nil
}

// quotedLength is the length of the quotes or the expansion at the start of s, 0 when there is none.
func quotedLength(s string) int {
	switch s[0] {
	case '\'':
		if k := strings.IndexByte(s[1:], '\''); k >= 0 {
			return k + 2
		}
		return 0
	case '"', '`':
		return quoteEnd(s, 0)
	}
	// $
	if len(s) < 2 {
		return 0
	}
	switch c := s[1]; {
	case c == '\'':
		for i := 2; i < len(s); i++ {
			if s[i] == '\\' {
				i++
			} else if s[i] == '\'' {
				return i + 1
			}
		}
		return 0
	case c == '"':
		if n := quoteEnd(s[1:], 0); n > 0 {
			return n + 1
		}
		return 0
	case c == '{' || c == '(':
		return nestEnd(s, 1)
	case c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
		i := 2
		for i < len(s) && nameByte(s[i]) {
			i++
		}
		return i
	case '0' <= c && c <= '9' || strings.IndexByte("@*#?-$!", c) >= 0:
		return 2
	}
	return 0
}

func nameByte(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// quoteEnd is the end of the " or ` quotes that start at i, 0 when they do not end.
func quoteEnd(s string, i int) int {
	q := s[i]
	for i++; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == q:
			return i + 1
		case q == '"' && s[i] == '$' && i+1 < len(s) && (s[i+1] == '{' || s[i+1] == '('):
			n := nestEnd(s[i:], 1)
			if n == 0 {
				return 0
			}
			i += n - 1
		}
	}
	return 0
}

// nestEnd is the end of the ${…} or $(…) whose bracket is s[i], 0 when it does not end.
func nestEnd(s string, i int) int {
	var stack []byte
	for ; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\':
			i++
		case '{', '(':
			stack = append(stack, c)
		case '}', ')':
			open := byte('{')
			if c == ')' {
				open = '('
			}
			if len(stack) > 0 && stack[len(stack)-1] == open {
				stack = stack[:len(stack)-1]
			}
			if len(stack) == 0 {
				return i + 1
			}
		case '\'':
			k := strings.IndexByte(s[i+1:], '\'')
			if k < 0 {
				return 0
			}
			i += k + 1
		case '"', '`':
			n := simpleQuoteEnd(s, i)
			if n == 0 {
				return 0
			}
			i = n - 1
		}
	}
	return 0
}

// simpleQuoteEnd is quoteEnd without looking into nested expansions, so that nesting costs no recursion.
func simpleQuoteEnd(s string, i int) int {
	q := s[i]
	for i++; i < len(s); i++ {
		if s[i] == '\\' {
			i++
		} else if s[i] == q {
			return i + 1
		}
	}
	return 0
}
