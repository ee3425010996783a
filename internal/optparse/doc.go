// Package optparse reads command lines as GNU getopt_long does and prints help from the same description.
//
// A command's options are written once, in the form its --help shows them:
//
//	var lsUsage = optparse.Define("ls", "[OPTION]... [FILE]...", "List information about the FILEs.", `
//	-a, --all              do not ignore entries starting with .
//	-w, --width=COLS       set output width to COLS
//	    --color[=WHEN]     colour the output WHEN
//	`)
//
// Parse then gives the options found, in order, each under the key of its first name ("a", "w", "color"), and the
// operands. Short options cluster (-la), take their argument attached or apart (-w80, -w 80), long ones may be cut to
// a unique prefix and take --width=80 or --width 80, operands and options mix unless the command asks for POSIX
// order, and "--" ends the options. The error texts are glibc's.
package optparse
