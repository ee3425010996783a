// Package jsregexp is a matcher for ECMAScript's regular expressions: the syntax and the meaning of ECMA-262 (2025), with
// look-around, back-references, named groups, Unicode properties, the flags d, g, i, m, s, u, v, y and inline modifiers.
//
// It backtracks, as the language's semantics ask for, on a stack of its own: depth is bounded by memory that is counted, not
// by Go's stack, and a match can be stopped from outside between steps. Texts are sequences of UTF-16 code units; one that is
// ASCII may be given as bytes.
//
// Limits: Unicode sets know strings given by \q{..} but no properties of strings beyond their single characters; a match
// ends with ErrBudget after Limits.Steps.
package jsregexp
