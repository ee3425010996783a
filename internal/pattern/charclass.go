package pattern

import (
	"unicode"
	"unicode/utf8"
)

// badByte is added to a byte that is not valid UTF-8, so that it is a character unequal to every rune.
const badByte = 0x110000

// decode returns the character at the start of s and its width in bytes.
func decode(s string) (rune, int) {
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n <= 1 {
		return badByte + rune(s[0]), 1
	}
	return r, n
}

// decodeLast returns the character at the end of s and its width in bytes.
func decodeLast(s string) (rune, int) {
	if c := s[len(s)-1]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	r, n := utf8.DecodeLastRuneInString(s)
	if r == utf8.RuneError && n <= 1 {
		return badByte + rune(s[len(s)-1]), 1
	}
	return r, n
}

// fold maps the letters of one case-folding orbit to one rune.
func fold(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}
	if r >= badByte {
		return r
	}
	return unicode.ToLower(r)
}

// class is a named POSIX character class: as a test on a rune, and as the inside of a bracket of package regexp.
type class struct {
	is func(r rune) bool
	re string
}

func ascii(lo, hi rune) func(rune) bool { return func(r rune) bool { return lo <= r && r <= hi } }

// classes are the classes of the C.UTF-8 locale.
var classes = map[string]class{
	"alpha":  {isAlpha, `\pL\p{Nl}\p{Mn}`},
	"digit":  {ascii('0', '9'), `0-9`},
	"alnum":  {func(r rune) bool { return isAlpha(r) || '0' <= r && r <= '9' }, `\pL\p{Nd}\p{Nl}\p{Mn}`},
	"upper":  {func(r rune) bool { return r < badByte && unicode.IsUpper(r) }, `\p{Lu}`},
	"lower":  {func(r rune) bool { return r < badByte && unicode.IsLower(r) }, `\p{Ll}`},
	"space":  {isSpace, `\t\n\v\f\r \x{1680}\x{2000}-\x{2006}\x{2008}-\x{200a}\x{2028}\x{2029}\x{205f}\x{3000}`},
	"blank":  {func(r rune) bool { return r == ' ' || r == '\t' }, `\t `},
	"punct":  {isPunct, `!-/:-@\[-` + "`" + `{-~\x{a0}-\x{a9}\x{ab}-\x{b4}\x{b6}-\x{b9}\x{bb}-\x{bf}\x{d7}\x{f7}\x{2010}-\x{2bff}\x{3001}-\x{3004}`},
	"print":  {isPrint, `\pL\pM\pN\pP\pS\p{Zs}`},
	"graph":  {func(r rune) bool { return isPrint(r) && !isSpace(r) }, `\pL\pM\pN\pP\pS`},
	"cntrl":  {func(r rune) bool { return r < badByte && unicode.IsControl(r) }, `\p{Cc}`},
	"xdigit": {func(r rune) bool { return '0' <= r && r <= '9' || 'a' <= fold(r) && fold(r) <= 'f' }, `0-9A-Fa-f`},
	"word":   {isWord, `\pL\p{Nd}\p{Nl}\p{Mn}_`},
	"ascii":  {ascii(0, 127), `\x00-\x7f`},
}

// Class returns the POSIX character class of a name ("alpha") in the C.UTF-8 locale; on ASCII it is the C locale's.
func Class(name string) (is func(rune) bool, ok bool) {
	c, ok := classes[name]
	return c.is, ok
}

func isAlpha(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	}
	return r < badByte && (unicode.IsLetter(r) || unicode.Is(unicode.Nd, r) || unicode.Is(unicode.Nl, r) || unicode.Is(unicode.Mn, r))
}

func isWord(r rune) bool { return r == '_' || isAlpha(r) || '0' <= r && r <= '9' }

func isSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || '\t' <= r && r <= '\r'
	}
	// No-break spaces are not spaces to iswspace(3).
	return r < badByte && r != 0x85 && r != 0xa0 && r != 0x2007 && r != 0x202f && unicode.IsSpace(r)
}

func isPrint(r rune) bool { return r < badByte && (unicode.IsPrint(r) || unicode.Is(unicode.Zs, r)) }

func isPunct(r rune) bool {
	return isPrint(r) && !isAlpha(r) && !isSpace(r) && (r >= utf8.RuneSelf || r < '0' || r > '9')
}

// bracket is a parsed bracket expression.
type bracket struct {
	negate bool
	single []rune
	ranges [][2]rune
	class  []string
	// empty: nothing can match (an invalid range or an unknown class in a glob).
}

func (b *bracket) has(r rune, ignoreCase bool) bool {
	ok := b.hasExact(r)
	if !ok && ignoreCase && r < badByte {
		for f := unicode.SimpleFold(r); f != r && !ok; f = unicode.SimpleFold(f) {
			ok = b.hasExact(f)
		}
	}
	return ok != b.negate
}

func (b *bracket) hasExact(r rune) bool {
	for _, x := range b.single {
		if x == r {
			return true
		}
	}
	for _, x := range b.ranges {
		if x[0] <= r && r <= x[1] {
			return true
		}
	}
	for _, name := range b.class {
		if classes[name].is(r) {
			return true
		}
	}
	return false
}

// wordOnly reports whether everything the bracket matches is a word character.
func (b *bracket) wordOnly() bool {
	if b.negate {
		return false
	}
	for _, x := range b.single {
		if !isWord(x) {
			return false
		}
	}
	for _, x := range b.ranges {
		if x[1] >= utf8.RuneSelf || x[1]-x[0] > 30 {
			return false
		}
		for r := x[0]; r <= x[1]; r++ {
			if !isWord(r) {
				return false
			}
		}
	}
	for _, name := range b.class {
		switch name {
		case "alpha", "digit", "alnum", "upper", "lower", "xdigit", "word":
		default:
			return false
		}
	}
	return true
}
