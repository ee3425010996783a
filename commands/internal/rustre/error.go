// Package rustre words the errors of regular expressions as the regex crate does, for the tools that rg and fd stand for.
package rustre

import (
	"errors"
	"regexp/syntax"
	"strings"
)

// Error is the message about a pattern that does not parse: the pattern, a caret under the place where it is known, and
// what is wrong.
func Error(pattern string, err error) string {
	var e *syntax.Error
	text, at := err.Error(), -1
	if errors.As(err, &e) {
		switch e.Code {
		case syntax.ErrMissingParen:
			text, at = "unclosed group", unclosed(pattern)
		case syntax.ErrUnexpectedParen:
			text, at = "unopened group", strings.LastIndexByte(pattern, ')')
		case syntax.ErrMissingBracket:
			text, at = "unclosed character class", strings.LastIndexByte(pattern, '[')
		case syntax.ErrMissingRepeatArgument:
			text, at = "repetition operator missing expression", strings.IndexAny(pattern, "*+?")
		case syntax.ErrTrailingBackslash:
			text, at = "incomplete escape sequence, reached end of pattern prematurely", len(pattern)-1
		case syntax.ErrInvalidEscape:
			text, at = "unrecognized escape sequence", strings.Index(pattern, e.Expr)
		default:
			text = string(e.Code) + ": " + e.Expr
		}
	}
	caret := ""
	if at >= 0 {
		caret = "    " + strings.Repeat(" ", at) + "^\n"
	}
	return "regex parse error:\n    " + pattern + "\n" + caret + "error: " + text
}

// unclosed finds the parenthesis that nothing closes.
func unclosed(s string) int {
	var open []int
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '(':
			open = append(open, i)
		case ')':
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		}
	}
	if len(open) == 0 {
		return -1
	}
	return open[len(open)-1]
}
