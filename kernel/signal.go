package kernel

import (
	"strconv"
	"strings"
)

// Signal is a signal number, as on Linux x86-64.
type Signal int

// The standard signals and the range of the real-time ones (signal(7); SIGRTMIN as glibc gives it out).
const (
	SIGHUP    Signal = 1
	SIGINT    Signal = 2
	SIGQUIT   Signal = 3
	SIGILL    Signal = 4
	SIGTRAP   Signal = 5
	SIGABRT   Signal = 6
	SIGBUS    Signal = 7
	SIGFPE    Signal = 8
	SIGKILL   Signal = 9
	SIGUSR1   Signal = 10
	SIGSEGV   Signal = 11
	SIGUSR2   Signal = 12
	SIGPIPE   Signal = 13
	SIGALRM   Signal = 14
	SIGTERM   Signal = 15
	SIGSTKFLT Signal = 16
	SIGCHLD   Signal = 17
	SIGCONT   Signal = 18
	SIGSTOP   Signal = 19
	SIGTSTP   Signal = 20
	SIGTTIN   Signal = 21
	SIGTTOU   Signal = 22
	SIGURG    Signal = 23
	SIGXCPU   Signal = 24
	SIGXFSZ   Signal = 25
	SIGVTALRM Signal = 26
	SIGPROF   Signal = 27
	SIGWINCH  Signal = 28
	SIGIO     Signal = 29
	SIGPWR    Signal = 30
	SIGSYS    Signal = 31
	SIGRTMIN  Signal = 34
	SIGRTMAX  Signal = 64
)

var signalTable = [32]struct{ name, text string }{
	1: {"HUP", "Hangup"}, 2: {"INT", "Interrupt"}, 3: {"QUIT", "Quit"}, 4: {"ILL", "Illegal instruction"},
	5: {"TRAP", "Trace/breakpoint trap"}, 6: {"ABRT", "Aborted"}, 7: {"BUS", "Bus error"},
	8: {"FPE", "Floating point exception"}, 9: {"KILL", "Killed"}, 10: {"USR1", "User defined signal 1"},
	11: {"SEGV", "Segmentation fault"}, 12: {"USR2", "User defined signal 2"}, 13: {"PIPE", "Broken pipe"},
	14: {"ALRM", "Alarm clock"}, 15: {"TERM", "Terminated"}, 16: {"STKFLT", "Stack fault"},
	17: {"CHLD", "Child exited"}, 18: {"CONT", "Continued"}, 19: {"STOP", "Stopped (signal)"}, 20: {"TSTP", "Stopped"},
	21: {"TTIN", "Stopped (tty input)"}, 22: {"TTOU", "Stopped (tty output)"}, 23: {"URG", "Urgent I/O condition"},
	24: {"XCPU", "CPU time limit exceeded"}, 25: {"XFSZ", "File size limit exceeded"},
	26: {"VTALRM", "Virtual timer expired"}, 27: {"PROF", "Profiling timer expired"}, 28: {"WINCH", "Window changed"},
	29: {"IO", "I/O possible"}, 30: {"PWR", "Power failure"}, 31: {"SYS", "Bad system call"},
}

// Name is the name without SIG: "INT", "RTMIN+1". A number that is no signal gives the number; 0 gives "EXIT".
func (s Signal) Name() string {
	switch {
	case s == 0:
		return "EXIT"
	case s > 0 && s < 32:
		return signalTable[s].name
	case s == SIGRTMIN:
		return "RTMIN"
	case s == SIGRTMAX:
		return "RTMAX"
	case s > SIGRTMIN && s <= SIGRTMIN+15: // bash and kill count up to the middle, then down
		return "RTMIN+" + strconv.Itoa(int(s-SIGRTMIN))
	case s > SIGRTMIN && s < SIGRTMAX:
		return "RTMAX-" + strconv.Itoa(int(SIGRTMAX-s))
	}
	return strconv.Itoa(int(s))
}

// String is the name with SIG: "SIGINT".
func (s Signal) String() string {
	if s <= 0 || s > SIGRTMAX || s == 32 || s == 33 {
		return s.Name()
	}
	return "SIG" + s.Name()
}

// Describe is the text that a shell prints for a job ended by s: "Terminated", "Segmentation fault".
func (s Signal) Describe() string {
	if s > 0 && s < 32 {
		return signalTable[s].text
	}
	if s >= SIGRTMIN && s <= SIGRTMAX {
		return "Real-time signal " + strconv.Itoa(int(s-SIGRTMIN))
	}
	return "Unknown signal " + strconv.Itoa(int(s))
}

// ParseSignal reads a signal as kill and trap accept it: "INT", "SIGINT", "int", "2", "RTMIN+1"; "EXIT" and "0" are 0.
func ParseSignal(s string) (Signal, bool) {
	if s == "" {
		return 0, false
	}
	if s[0] >= '0' && s[0] <= '9' {
		n, err := strconv.Atoi(s)
		return Signal(n), err == nil && n <= int(SIGRTMAX)
	}
	u := strings.ToUpper(s)
	if u == "EXIT" {
		return 0, true
	}
	u = strings.TrimPrefix(u, "SIG")
	for i := 1; i < len(signalTable); i++ {
		if signalTable[i].name == u {
			return Signal(i), true
		}
	}
	switch u {
	case "IOT":
		return SIGABRT, true
	case "CLD":
		return SIGCHLD, true
	case "POLL":
		return SIGIO, true
	}
	base, rest, plus := SIGRTMIN, "", Signal(1)
	switch {
	case strings.HasPrefix(u, "RTMIN"):
		rest = u[5:]
	case strings.HasPrefix(u, "RTMAX"):
		base, rest, plus = SIGRTMAX, u[5:], -1
	default:
		return 0, false
	}
	if rest == "" {
		return base, true
	}
	if want := byte('+'); plus < 0 {
		want = '-'
		if rest[0] != want {
			return 0, false
		}
	} else if rest[0] != want {
		return 0, false
	}
	n, err := strconv.Atoi(rest[1:])
	if err != nil || n < 0 || n > int(SIGRTMAX-SIGRTMIN) {
		return 0, false
	}
	return base + plus*Signal(n), true
}

// Disposition is what a process does with a signal.
type Disposition uint8

const (
	SigDefault Disposition = iota // the default action of signal(7)
	SigIgnore                     // nothing; inherited by fork and exec
	SigCatch                      // queued for the program to take with TakeSignal; exec resets it to the default
)

type action uint8

const (
	actTerm action = iota
	actIgnore
	actCore
	actStop
	actCont
)

// defaultAction is the table of signal(7).
func defaultAction(s Signal) action {
	switch s {
	case SIGCHLD, SIGURG, SIGWINCH:
		return actIgnore
	case SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGXCPU, SIGXFSZ, SIGSYS:
		return actCore
	case SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU:
		return actStop
	case SIGCONT:
		return actCont
	}
	return actTerm
}

func bit(s Signal) uint64 { return 1 << uint(s-1) }

func validSignal(s Signal) bool { return s >= 1 && s <= SIGRTMAX }
