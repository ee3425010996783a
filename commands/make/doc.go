// Package make is make: POSIX make with GNU make's functions, pattern rules, conditionals and messages (4.3).
//
// A makefile is read line by line into variables and rules; recipes run through the box's /bin/sh (or SHELL), several
// at a time with -j. A file is remade when a prerequisite is younger or missing, by the explicit rules, then by pattern
// and suffix rules, of which the common built-in ones are there.
//
// Not there: archive members (lib(member)), VPATH search beyond the VPATH variable and vpath's plain form, .ONESHELL's
// use with other shells than sh, load, guile.
//
// Expansion, recursion and output of $(shell) are bounded; a makefile that goes past a bound ends with an error.
package make
