// Package awk is an interpreter of the AWK language: POSIX awk with the parts of GNU awk that scripts use (regular
// expression RS, paragraph mode, FPAT, FIELDWIDTHS, IGNORECASE, gensub, strftime, arrays of arrays, PROCINFO
// ["sorted_in"], length(array), match with an array, switch, nextfile, bit functions).
//
// Parse turns a program into a tree, resolves its names and compiles it to Go closures; Run executes it as a process
// of the box. Records are cut out of blocks of input without a copy of their own, fields are split at the first use,
// and numbers are made of text when asked for.
//
// # Limits
//
// What comes from outside is bounded: the nesting of a program, the depth of calls (by the size of the functions, not
// their number alone), the length of a string and the bytes that arrays hold (the kernel's ExpansionBytes). Loops
// reach a safepoint, so that a signal ends them. `for (k in a)` goes in order of insertion unless
// PROCINFO["sorted_in"] says otherwise; gawk's own order is that of its hash tables.
//
// Not there: BEGINFILE and ENDFILE, @include, @namespace, indirect calls, co-processes (|&), /inet, dcngettext.
package awk
