// Package jsguard stands in front of the JavaScript engine: it refuses, before goja or esbuild parses it, source that a
// parser would die of or hang on (ScanSource, ScanPattern, JSONDepth), and rewrites a parsed program so that operators which
// allocate or recurse by a value are checked first (Rewrite). What is checked at run time is in Natives and Operators.
//
// It is no sandbox by itself: it keeps a program from ending the Go process, and from keeping a goroutine busy where an
// interrupt is not looked at.
package jsguard
