package script

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Code names why a script, or a call of a binding in it, failed. Codes are stable: branch on them, show Message.
type Code string

// What ended a script. The first group cannot be caught by the script: nothing of it runs afterwards.
const (
	Timeout   Code = "TIMEOUT"    // the wall clock budget, or a promise that nothing can settle any more
	Memory    Code = "MEMORY"     // the heap budget
	Stack     Code = "STACK"      // calls nest too deeply
	HostCalls Code = "HOST_CALLS" // calls of bindings in total; catchable where it is one binding's rate
	IOBytes   Code = "IO_BYTES"   // bytes through bindings, both ways
	Output    Code = "OUTPUT"     // the result is too large
	CodeSize  Code = "CODE_SIZE"  // the source is too large, or nests too deeply to be parsed
	Cancelled Code = "CANCELLED"  // the context of the call ended
	Closed    Code = "CLOSED"     // the engine or session is closed

	Syntax         Code = "SYNTAX_ERROR"     // it does not parse
	Forbidden      Code = "FORBIDDEN"        // it says what the code rules forbid
	ModuleNotFound Code = "MODULE_NOT_FOUND" // an import that is not granted or not there
	Threw          Code = "SCRIPT_ERROR"     // it threw
	BadResult      Code = "RESULT"           // its value cannot be written as JSON; or what a binding returned does not match its result schema
	BadOptions     Code = "OPTIONS"          // the engine's options make no sense

	// What a call of a binding is rejected with: error.code in the script, and Error.Code when nobody catches it.
	NotFound        Code = "NOT_FOUND"                // no binding of that name, or it is disabled
	NeedsAuthorized Code = "REQUIRES_AUTHORIZED_CODE" // a restricted binding, called by code that is not authorised
	Denied          Code = "DENIED"                   // the approval function, or a binding's own rule, said no
	InvalidArgument Code = "INVALID_ARGUMENT"         // an argument is no plain data or does not match the schema
	ToolError       Code = "TOOL_ERROR"               // the host's function returned an error
	Internal        Code = "INTERNAL"                 // the host's function panicked; details are in the host's log alone
	CircularCall    Code = "CIRCULAR_CALL"            // a script called itself through others
	CallDepth       Code = "CALL_DEPTH"               // scripts call scripts too deeply
)

// Error is every error of a script.
type Error struct {
	Code    Code
	Message string
	Name    string // the class of what was thrown: "TypeError"; empty for limits
	File    string // the script, as CallOptions.Name or the module's path says
	Line    int    // from 1; 0 = not known
	Column  int    // from 1; 0 = not known
	Stack   string // where it was thrown, one line a call, without the engine's own; may be empty
	Binding string // the binding that failed, if one did
	Chain   []string
	// SessionLost says that the session had to start over: its variables are gone.
	SessionLost bool
	// Value is what was thrown when it was no Error, as JSON.
	Value []byte

	cause error
}

// Error is "CODE: message (file:line:column)".
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(string(e.Code))
	b.WriteString(": ")
	if e.Name != "" && e.Name != "Error" {
		b.WriteString(e.Name)
		b.WriteString(": ")
	}
	b.WriteString(e.Message)
	if e.File != "" && e.Line > 0 {
		b.WriteString(" (" + e.File + ":" + strconv.Itoa(e.Line))
		if e.Column > 0 {
			b.WriteString(":" + strconv.Itoa(e.Column))
		}
		b.WriteByte(')')
	}
	return b.String()
}

// Unwrap gives what the host's function returned, or the cause of a cancelled context.
func (e *Error) Unwrap() error { return e.cause }

// Is makes errors.Is(err, &Error{Code: c}) compare codes.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code && (t.Message == "" || t.Message == e.Message)
}

// CodeOf is the code of the first *Error in err's chain; empty when there is none.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// Errorf makes an error for a binding to return: the script sees its code and message.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}
