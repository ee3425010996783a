// Package pattern holds the two pattern languages of a Unix system: shell patterns (globs) and POSIX regular
// expressions (basic and extended, with the GNU escapes).
//
// # Globs
//
//	m := pattern.Glob("*.@(c|h)", pattern.ExtGlob)
//	m.Match("main.c")            // whole string
//	m.Prefix(s, longest)         // ${s#pat}, ${s##pat}
//	m.Suffix(s, longest)         // ${s%pat}, ${s%%pat}
//	m.Find(s, from)              // leftmost longest: ${s/pat/rep}
//
// A backslash quotes the next character. A malformed bracket or extended group is literal text, so a glob never fails
// to compile. Matching follows sets of positions through the pattern instead of backtracking: its cost is polynomial,
// and a step budget ends what would still take too long (the answer is then "no match"). Characters are runes; a byte
// that is no UTF-8 is a character of its own. Ranges and classes follow the C.UTF-8 locale.
//
// # Regular expressions
//
//	re, err := pattern.BRE(`\(a*\)b\1`, 0)    // or pattern.ERE(src, flags)
//	re.Match(line)
//	re.FindSubmatchIndex(line)                // as in package regexp; -1 for groups that took no part
//	re.FindAllSubmatchIndex(line, -1)         // successive matches, for sed s///g and grep -o
//
// They are translated for Go's regexp, which is linear, with leftmost-longest semantics. Expressions that it cannot
// hold (back-references, some uses of \< and \>) run on a backtracking matcher with a step budget. Error texts are those of GNU's
// regcomp(3). `.` and negated brackets match a newline, `^` and `$` are the ends of the text unless Multiline is set.
// Submatches are leftmost-longest as package regexp defines it, which can differ from POSIX in nested repeats.
//
// A Matcher and a Regexp are immutable and safe for concurrent use. Cache keeps compiled ones, bounded.
package pattern

// Flags change how a pattern is compiled.
type Flags uint8

const (
	// IgnoreCase matches letters of either case.
	IgnoreCase Flags = 1 << iota
	// ExtGlob recognises ?( *( +( @( !( groups in a glob.
	ExtGlob
	// PathName keeps *, ? and brackets of a glob from matching a slash (FNM_PATHNAME).
	PathName
	// Period requires that a leading dot (of the text, or after a slash with PathName) is matched by a literal dot
	// of a glob (FNM_PERIOD).
	Period
	// Multiline lets ^ and $ of a regular expression match at line ends too.
	Multiline
	// Strict compiles an extended regular expression as regcomp(3) with REG_EXTENDED does (bash's =~): a repeat
	// with nothing before it is an error and a lone ) is literal. Without it GNU grep's and sed's habits apply.
	Strict
	// NoEscape makes the backslash an ordinary character of a glob (FNM_NOESCAPE).
	NoEscape
	// Bytes takes every byte of pattern and text for a character, as the C locale does: regular expressions only.
	Bytes
)
