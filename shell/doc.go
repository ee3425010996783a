// Package shell is a bash-compatible shell that runs in a process of a box.
//
// The language is that of the bash 5.2 manual; parsing is done by mvdan.cc/sh/v3/syntax, everything else here. A shell is
// a program (Program, installed as bash and sh) or a Session, which keeps its state between the scripts that Go code
// runs in it.
//
// A Shell belongs to one kernel process and its goroutine. A subshell, a stage of a pipeline, a background command, a
// command or process substitution is a fork of that process, with a copy of the shell whose variables are shared until
// one side changes them; so pids, signals, descriptors and exit statuses are what a script expects. Redirections change
// the descriptors of the shell's own process and are undone after the command.
//
// Errors of commands are text on standard error and a status, as in bash. Inside the package what cuts execution short
// (break, return, exit, an expansion error, a kill) is a flow value that each compound command looks at after each
// command it ran.
//
// Syntax trees are cached by their text and shared by all boxes: nothing may change one. The nesting of the source is
// bounded while it is parsed, the nesting of functions, eval and source while they run; steps, bytes of expansions and
// processes are bounded by the limits of the kernel.
//
// What is missing: line editing (bash -i reads plain lines; bind keeps its settings for nobody, and history expansion with ! is off); restricted
// shells; processor times, which are always zero.
package shell
