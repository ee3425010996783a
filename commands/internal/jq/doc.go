// Package jq evaluates jq programs. The grammar is gojq's (github.com/itchyny/gojq, its parser alone); the values and
// the evaluation are here, because jq keeps the keys of an object in the order they were written and gojq's Go maps do
// not.
//
// A program compiles to closures in continuation style: a filter gets an input, calls its continuation for each output,
// and in a path expression hands over the path of each output too. Values are immutable: nil, bool, float64, string,
// []any and *Object.
//
// # Limits
//
// The nesting of values and programs and the depth of calls are bounded, and loops reach the safepoint that the caller
// gives. Regular expressions are package regexp's, with a backtracking engine for look-around. Modules (import,
// include) are not there, nor the SQL-style functions but IN, INDEX and GROUP_BY.
package jq
