package shell

import (
	"context"
	"sync/atomic"

	"github.com/sandpit-dev/sandpit/kernel"
	"mvdan.cc/sh/v3/syntax"
)

// Shell is one shell process: the state that POSIX calls the shell execution environment. A subshell is a copy of it
// in a forked process. A Shell belongs to the goroutine of its process and is not safe for concurrent use.
type Shell struct {
	p   *kernel.Process
	ctx context.Context // ends when this shell must stop what it does: its process was killed or its Run was cancelled

	cancelled *atomic.Bool // set at the end of the context of a session's Run; nil in other shells

	vars    *scopes           // variables, dynamic scopes
	params  []string          // $1, $2, …
	arg0    string            // $0
	opts    options           // set -o and shopt
	funcs   *functions        // defined functions, copied on write by subshells
	aliases map[string]string // copied on write

	status     int   // $?
	lastBG     int   // $!
	pipestatus []int // PIPESTATUS
	lastArg    string
	pid        int // $$: the pid of the shell that is no subshell of another
	subshell   int // BASH_SUBSHELL

	src                                      *source      // what is being executed: names errors, BASH_SOURCE
	lineBase                                 uint         // added to the line of a node: eval runs text that starts at its own line
	curLine                                  uint         // line of the command being executed, within src
	stage                                    *syntax.Stmt // the simple command that this process of a pipeline runs, until it does
	curNode                                  syntax.Node  // the command being executed, for BASH_COMMAND and DEBUG
	calls                                    []callFrame  // functions and sourced files being executed, outermost first
	flow                                     flow         // what unwinds: break, continue, return, exit …
	levels                                   int          // levels that break or continue still has to leave
	killErr                                  error        // why the shell unwinds with flowKilled
	loops                                    int          // loops being executed in this function
	condDepth                                int          // > 0 while errexit and the ERR trap are off: conditions, && || lists, !
	depth                                    int          // nesting of functions, sourced files, evals and traps
	steps                                    int64        // commands executed since the last report to the cgroup
	forked                                   bool         // this Shell is a subshell
	quiet                                    bool         // a command or process substitution: deaths of children are not told
	session                                  bool         // a Session owns it: exit ends a Run
	interactive, login, fromStdin, cmdString bool

	traps                     traps
	jobs                      jobTable
	dirs                      []string           // directory stack below the current directory
	hash                      map[string]*hashed // remembered command paths
	getopts                   getoptsState
	procFDs                   []int // descriptors of process substitutions of the command being executed
	procs                     []*kernel.Process
	substStatus               int // status of the last command substitution of the simple command being expanded
	substRan                  bool
	disabled                  map[string]bool // builtins switched off by enable -n
	buf                       []byte          // scratch for builtins that write one line
	coprocs                   []*coproc
	base                      context.Context // of a session's process
	cwd                       string          // the directory as the user got there; "" = p.Dir()
	runDir                    string          // directory a Run was given
	aliasesShared, hashShared bool
	aliasGen                  int    // changes of aliases and of expand_aliases
	hashPath                  string // the PATH that hash belongs to
	readBuf                   []byte
	nesting                   int  // bound of depth
	tailExec                  bool // the next simple command is the last thing this process does
	execKeep                  bool // exec without a command: its redirections stay
	replaced                  bool // the process has been replaced by a program
	exiting                   bool
	noProfile                 bool
	beforeReturn              int // $? when return was executed
	trapStatus                int // $? when the running trap began, -1 outside
	traceLevel                int
	stdinLines                uint
	scriptFile                string
	diedOf                    kernel.Signal // signal that ended the Run of a session
	compSpecs                 map[string]*compSpec
	completing                *completion // while a completion function runs
	readline                  readlineState
	history                   historyState
	prompting                 bool           // a prompt is being expanded
	terminal                  *terminalState // of a shell with job control on a terminal
	noEditing                 bool           // --noediting
	kills                     []string       // what C-y brings back
	lastSearch                string         // of C-r
	keyCache                  *keyTree
	keyCacheOf                *keymap
	keyCacheVi                bool
	nextLine                  string // what the next line to be edited begins with
	nextHistory               int    // the entry of the history that it shows, 0 = none
	inputRest                 string // lines that were read with the one being executed
	promptText                string // for the editor
	histState                 histState
	warnedJobs                int // the command that was told of stopped jobs
	eofs                      int // ends of input in a row (IGNOREEOF)
	commandNumber             int // simple commands read, for \# in prompts
}

// flow says how execution leaves the commands around it.
type flow uint8

const (
	flowNone     flow = iota
	flowBreak         // leave `levels` loops
	flowContinue      // leave levels-1 loops, then start the next iteration
	flowReturn        // leave the function or sourced file
	flowDiscard       // an expansion error: leave everything up to the input line
	flowExit          // leave the shell
	flowKilled        // leave the shell at once, without traps
)

// callFrame is one entry of the call stack that FUNCNAME, BASH_SOURCE, BASH_LINENO and caller show.
type callFrame struct {
	name     string // function name; "source" for a sourced file
	file     string // file that holds the code of the frame
	callLine uint   // line of the call
	isFunc   bool
}

// line is the line number of the command being executed, as LINENO and error messages show it.
func (sh *Shell) line() uint { return sh.lineBase + sh.curLine }
