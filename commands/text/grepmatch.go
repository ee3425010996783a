package text

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/internal/perlre"
)

// finder finds the leftmost match in a line; nil when there is none.
type finder func(line []byte) []int

// grepMatcher holds the patterns of one run of grep.
type grepMatcher struct {
	literal    []byte // the only pattern is this text
	hasLiteral bool
	finders    []finder
	word, line bool
	utf8       bool
	anchors    bool           // some pattern looks at what stands before it
	empty      bool           // no patterns at all: -f of an empty file
	warnings   []string       // of expressions that repeat nothing
	perl       *perlre.Regexp // the backtracking matcher of -P, if it is needed
}

func newGrepMatcher(kind byte, patterns []string, ignoreCase, word, line bool, eol byte, utf8Mode bool, stop func() bool) (*grepMatcher, error) {
	m := &grepMatcher{word: word, line: line, utf8: utf8Mode, empty: len(patterns) == 0}
	for _, src := range patterns {
		m.anchors = m.anchors || kind != 'F' && (strings.Contains(src, "^") || strings.Contains(src, `\`))
	}
	var flags pattern.Flags
	if ignoreCase {
		flags |= pattern.IgnoreCase
	}
	if !utf8Mode {
		flags |= pattern.Bytes
	}
	if kind == 'P' {
		if len(patterns) > 1 {
			return nil, errors.New("the -P option only supports a single pattern")
		}
		f, err := m.perlFinder(strings.Join(patterns, ""), ignoreCase, line)
		if err != nil {
			return nil, err
		}
		m.finders = []finder{f}
		return m, nil
	}
	compile := func(src string) (*pattern.Regexp, error) {
		switch kind {
		case 'F':
			return pattern.Fixed(src, flags), nil
		case 'E':
			if lead := leadingRepeat(src); lead > 0 {
				m.warnings = append(m.warnings, map[bool]string{true: "{...}", false: src[:1]}[src[0] == '{']+" at start of expression")
				src = src[lead:]
			}
			re, err := pattern.ERE(src, flags)
			if err != nil && strings.HasPrefix(err.Error(), "Unmatched )") {
				re, err = pattern.ERE(src, flags|pattern.Strict) // which takes it for a character
			}
			return re, err
		}
		return pattern.BRE(src, flags)
	}
	var res []*pattern.Regexp
	backrefs := false
	for _, src := range patterns {
		re, err := compile(src)
		switch {
		case err != nil && strings.HasPrefix(err.Error(), "Unmatched [") && strings.HasSuffix(src, "["):
			return nil, errors.New("Invalid regular expression")
		case err != nil:
			return nil, err
		case kind != 'F' && lonelyClass(src):
			return nil, errors.New("character class syntax is [[:space:]], not [:space:]")
		}
		for d := '1'; d <= '9'; d++ {
			backrefs = backrefs || kind != 'F' && strings.Contains(src, `\`+string(d))
		}
		res = append(res, re)
	}
	if len(res) == 1 {
		if lit, ok := res[0].Literal(); ok && !ignoreCase {
			m.literal, m.hasLiteral = []byte(lit), true
			m.finders = []finder{m.findLiteral}
			return m, nil
		}
	}
	if len(res) > 1 && !backrefs {
		if all, err := combine(kind, patterns, flags); err == nil {
			res = []*pattern.Regexp{all}
		}
	}
	for _, re := range res {
		m.finders = append(m.finders, re.Stoppable(stop).FindSubmatchIndex)
	}
	return m, nil
}

// leadingRepeat is the length of the repeats an extended expression starts with, which repeat nothing.
func leadingRepeat(src string) int {
	i := 0
	for i < len(src) {
		switch {
		case src[i] == '*' || src[i] == '+' || src[i] == '?':
			i++
		case src[i] == '{' && interval.MatchString(src[i:]):
			i += strings.IndexByte(src[i:], '}') + 1
		default:
			return i
		}
	}
	return i
}

var interval = regexp.MustCompile(`^\{[0-9]*,?[0-9]*\}`)

// lonelyClass finds [:name:] without the second pair of brackets, which is never what was meant.
func lonelyClass(src string) bool {
	for i := 0; i < len(src); i++ {
		switch {
		case src[i] == '\\':
			i++
		case src[i] == '[':
			n := pattern.BracketLength(src[i:])
			if n <= 0 {
				return false
			}
			if n > 4 && src[i+1] == ':' && src[i+n-2] == ':' {
				return true
			}
			i += n - 1
		}
	}
	return false
}

// combine makes one expression of many.
func combine(kind byte, patterns []string, flags pattern.Flags) (*pattern.Regexp, error) {
	parts := make([]string, len(patterns))
	for i, src := range patterns {
		switch kind {
		case 'F':
			parts[i] = pattern.QuoteERE(src)
		case 'E':
			parts[i] = "(" + src + ")"
		default:
			parts[i] = `\(` + src + `\)`
		}
	}
	if kind == 'G' {
		return pattern.BRE(strings.Join(parts, `\|`), flags)
	}
	return pattern.ERE(strings.Join(parts, "|"), flags)
}

func (m *grepMatcher) findLiteral(line []byte) []int {
	i := bytes.Index(line, m.literal)
	if i < 0 {
		return nil
	}
	return []int{i, i + len(m.literal)}
}

// perlFinder compiles a -P pattern: with package regexp, which is linear, where its syntax suffices, else with a
// backtracking matcher under a budget of steps.
func (m *grepMatcher) perlFinder(src string, ignoreCase, line bool) (finder, error) {
	if line {
		src = "^(?:" + src + ")$"
	}
	if !strings.Contains(src, `\Z`) && !strings.Contains(src, `\K`) {
		goSrc := src
		if ignoreCase {
			goSrc = "(?i)" + goSrc
		}
		if re, err := regexp.Compile(goSrc); err == nil {
			return re.FindSubmatchIndex, nil
		}
	}
	re, err := perlre.Compile(src, ignoreCase)
	if err != nil {
		return nil, err
	}
	m.perl = re
	return re.Find, nil
}

// find gives the leftmost, longest match in line that -w and -x accept.
func (m *grepMatcher) find(line []byte) (start, end int, ok bool) {
	for _, f := range m.finders {
		s, e, hit := m.findWith(f, line)
		if hit && (!ok || s < start || s == start && e > end) {
			start, end, ok = s, e, true
		}
	}
	return start, end, ok
}

func (m *grepMatcher) findWith(f finder, line []byte) (start, end int, ok bool) {
	loc := f(line)
	if loc == nil {
		return 0, 0, false
	}
	if m.line {
		return loc[0], loc[1], loc[0] == 0 && loc[1] == len(line)
	}
	if !m.word {
		return loc[0], loc[1], true
	}
	for from := 0; ; {
		s, e := from+loc[0], from+loc[1]
		for {
			if m.bounded(line, s, e) && (e > s || len(line) == 0 || m.emptyWord(line, s)) {
				return s, e, true
			}
			if e <= s+1 {
				break
			}
			shorter := f(line[:e-1])
			if shorter == nil || shorter[0] != s {
				break
			}
			e = shorter[1]
		}
		from = s + 1
		if from > len(line) {
			return 0, 0, false
		}
		if loc = f(line[from:]); loc == nil {
			return 0, 0, false
		}
	}
}

func (m *grepMatcher) emptyWord(line []byte, at int) bool {
	return !m.wordBefore(line, at) && !m.wordAfter(line, at)
}

func (m *grepMatcher) bounded(line []byte, s, e int) bool {
	return !m.wordBefore(line, s) && !m.wordAfter(line, e)
}

func (m *grepMatcher) wordBefore(line []byte, at int) bool {
	if at == 0 {
		return false
	}
	if m.utf8 {
		r, _ := utf8.DecodeLastRune(line[:at])
		return wordRune(r)
	}
	return wordRune(rune(line[at-1])) && line[at-1] < 0x80
}

func (m *grepMatcher) wordAfter(line []byte, at int) bool {
	if at >= len(line) {
		return false
	}
	if m.utf8 {
		r, _ := utf8.DecodeRune(line[at:])
		return wordRune(r)
	}
	return wordRune(rune(line[at])) && line[at] < 0x80
}

func wordRune(r rune) bool {
	return r == '_' || r < 0x80 && (isLetter(byte(r)) || isDigit(byte(r))) || r >= 0x80 && r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// matches lists the non-empty matches of a line from left to right, for -o and --color.
func (m *grepMatcher) matches(line []byte, each func(start, end int)) {
	if m.line || len(line) == 0 {
		if s, e, ok := m.find(line); ok && e > s {
			each(s, e)
		}
		return
	}
	for pos := 0; pos < len(line); {
		s, e, ok := m.findFrom(line, pos)
		if !ok {
			return
		}
		if e == s {
			pos = s + 1
			continue
		}
		each(s, e)
		pos = e
	}
}

// findFrom looks for a match that starts at pos or later. What lies before still counts as context where the
// expressions look at it, as far as a search from the line's start can tell.
func (m *grepMatcher) findFrom(line []byte, pos int) (int, int, bool) {
	if pos == 0 {
		return m.find(line)
	}
	if pos >= len(line) {
		return 0, 0, false
	}
	s, e, ok := m.find(line[pos:])
	if !ok {
		return 0, 0, false
	}
	s, e = s+pos, e+pos
	if s == pos && m.anchored(line[pos:], s-pos, e-pos) {
		// It matched only because the rest looks like a line of its own.
		return m.findFrom(line, pos+1)
	}
	return s, e, true
}

// anchored reports whether a match at the start of rest depends on being at the start of a line.
func (m *grepMatcher) anchored(rest []byte, s, e int) bool {
	if !m.anchors {
		return false
	}
	probe := append([]byte{'\x01'}, rest...)
	s2, e2, ok := m.find(probe)
	return !ok || s2 != s+1 || e2 != e+1
}
