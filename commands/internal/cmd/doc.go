// Package cmd holds what the commands share: option parsing with GNU's messages, error reports, quoting of names,
// buffered output with a sticky error, input files and line reading, sizes, modes, users, time zones.
//
// A command reads its options with Parse, writes through NewWriter and ends with Writer.Finish, which reports a
// failed write as GNU's close_stdout does. Buffers are 64 KiB; nothing here reads a whole input.
package cmd
