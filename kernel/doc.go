// Package kernel is the operating system of a box: processes, file descriptors, pipes, signals, users, limits, the clock,
// /proc and /dev.
//
// Everything that runs in a box is a [Process]: it has a pid, a parent, a process group, a table of file descriptors, a
// working directory, an environment, credentials, signal dispositions and an exit status, and it runs on a goroutine of
// its own. A subshell is a [Process.Fork], a command is a [Process.Spawn] (fork and exec in one), `exec` is
// [Process.Exec]. What runs is a [Program]: a Go function. Which one is decided as on Unix, by the first bytes of the
// file that is executed: a program file (see [ProgramFile]) names a built-in, `#!` names an interpreter.
//
// A Go function cannot be stopped from outside. So signals act where a process meets the kernel: every call that blocks
// ends when the process is killed, every read and write and every [Process.Safepoint] notices a pending stop or kill,
// and the context given to the program ends. A program that computes for long calls Safepoint in its loops; one that never
// calls into the kernel cannot be killed. The descriptors of a killed process are closed when its program has returned.
//
// Blocking is done on channels that belong to the box and time comes from the box's [Clock], so a box works inside a
// testing/synctest bubble. Nothing here touches the host: no files, no environment, no sockets.
//
// The rules follow the Linux manual pages signal(7), pipe(7), fifo(7), wait(2), execve(2), kill(2) and proc(5). What is
// simplified: there are no threads, no blocked-signal mask (a caught signal is queued until the program takes it), signals
// of one number do not queue up twice, and CPU time is not measured.
package kernel
