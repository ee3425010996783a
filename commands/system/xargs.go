package system

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var xargsUsage = optparse.Define("xargs", "[OPTION]... COMMAND [INITIAL-ARGS]...",
	"Run COMMAND with arguments INITIAL-ARGS and more arguments read from input.", `
-0, --null                   items are separated by a null, not whitespace;\ndisables quote and backslash processing and\nlogical EOF processing
-a, --arg-file=FILE          read arguments from FILE, not standard input
-d, --delimiter=CHARACTER    items in input stream are separated by CHARACTER,\nnot by whitespace
-E END                       set logical EOF string
-e[END], --eof[=END]         equivalent to -E END if END is specified
-I R                         same as --replace=R
-i[R], --replace[=R]         replace R in INITIAL-ARGS with names read\nfrom standard input
-L N                         use at most N non-blank input lines per command line
-l[N], --max-lines[=N]       similar to -L but defaults to at most one
-n, --max-args=MAX-ARGS      use at most MAX-ARGS arguments per command line
-o, --open-tty               accepted for compatibility
-P, --max-procs=MAX-PROCS    run at most MAX-PROCS processes at a time
-p, --interactive            prompt before running commands
    --process-slot-var=VAR   set environment variable VAR in child processes
-r, --no-run-if-empty        if there are no arguments, then do not run COMMAND
-s, --max-chars=MAX-CHARS    limit length of command line to MAX-CHARS
    --show-limits            accepted for compatibility
-t, --verbose                print commands before executing them
-x, --exit                   exit if the size (see -s) is exceeded
`).Posix()

// maxCommandLine is GNU's default for -s.
const maxCommandLine = 131072

type xargsRun struct {
	p        *kernel.Process
	ctx      context.Context
	command  []string
	delim    int // -1 = blanks with quotes
	eof      string
	replace  string
	perLine  int // -L
	perRun   int // -n
	procs    int
	chars    int
	trace    bool
	ask      bool
	noEmpty  bool
	exit     bool
	slotVar  string
	answers  *cmd.LineReader
	running  []*kernel.Process
	finished chan *kernel.Process
	status   int
	fatal    bool
	ran      bool
}

func xargs(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, xargsUsage)
	if done {
		return status
	}
	x := &xargsRun{p: p, ctx: ctx, delim: -1, procs: 1, chars: maxCommandLine, command: o.Args}
	file := "-"
	for _, m := range o.Options {
		if st := x.option(m, &file); st != 0 {
			return st
		}
	}
	if len(x.command) == 0 {
		x.command = []string{"echo"}
	}
	in, err := cmd.Open(p, file)
	if err != nil {
		cmd.Errorf(p, "Cannot open input file %s: %s", cmd.Quote(file), kernel.Strerror(err))
		return 1
	}
	defer in.Close()
	x.finished = make(chan *kernel.Process, 1)
	x.loop(in)
	for len(x.running) > 0 {
		x.reap()
	}
	return x.status
}

func (x *xargsRun) option(m optparse.Match, file *string) int {
	number := func(least int) (int, bool) {
		n, err := strconv.Atoi(m.Value)
		if err != nil {
			cmd.Errorf(x.p, "invalid number \"%s\" for -%s option", m.Value, m.Name[1:2])
			cmd.TryHelp(x.p)
			return 0, false
		}
		if n < least {
			cmd.Errorf(x.p, "value %s for -%s option should be >= %d", m.Value, strings.TrimLeft(m.Name, "-")[:1], least)
			cmd.TryHelp(x.p)
			return 0, false
		}
		return n, true
	}
	switch m.Key {
	case "0":
		x.delim = 0
	case "a":
		*file = m.Value
	case "d":
		c, ok := xargsDelimiter(m.Value)
		if !ok {
			cmd.Errorf(x.p, "Invalid input delimiter specification %s: the delimiter must be either a single character or an escape sequence starting with \\.", m.Value)
			return 1
		}
		x.delim = int(c)
	case "E", "e":
		x.eof = m.Value
	case "I", "i":
		x.replace = m.Value
		if !m.HasValue {
			x.replace = "{}"
		}
		if x.perLine > 0 {
			x.exclusive("--max-lines", "--replace/-I/-i")
		}
		if x.perRun > 0 {
			x.exclusive("--max-args", "--replace/-I/-i")
		}
		x.perRun, x.perLine = 0, 0
	case "L", "l":
		n := 1
		if m.HasValue {
			var ok bool
			if n, ok = number(1); !ok {
				return 1
			}
		}
		if x.replace != "" {
			x.exclusive("--replace", "--max-lines/-L/-l")
		}
		if x.perRun > 0 {
			x.exclusive("--max-args", "--max-lines/-L/-l")
		}
		x.perLine, x.perRun, x.replace = n, 0, ""
	case "n":
		n, ok := number(1)
		if !ok {
			return 1
		}
		if x.replace != "" && n == 1 { // GNU lets -I win over -n 1
			break
		}
		if x.replace != "" {
			x.exclusive("--replace", "--max-args/-n")
		}
		if x.perLine > 0 {
			x.exclusive("--max-lines", "--max-args/-n")
		}
		x.perRun, x.perLine, x.replace = n, 0, ""
	case "P":
		n, ok := number(0)
		if !ok {
			return 1
		}
		x.procs = n
		if n == 0 {
			x.procs = 1 << 20
		}
	case "p":
		x.ask, x.trace = true, true
	case "process-slot-var":
		x.slotVar = m.Value
	case "r":
		x.noEmpty = true
	case "s":
		n, ok := number(1)
		if !ok {
			return 1
		}
		x.chars = min(n, 2<<20)
	case "t":
		x.trace = true
	case "x":
		x.exit = true
	}
	return 0
}

func (x *xargsRun) exclusive(ignored, option string) {
	kept := "options " + ignored + " and " + option
	cmd.Errorf(x.p, "warning: %s are mutually exclusive, ignoring previous %s value", kept, ignored)
}

// loop collects arguments and runs a command whenever one is full.
func (x *xargsRun) loop(in io.Reader) {
	items := &itemReader{r: in, delim: x.delim, eof: x.eof, whole: x.replace != ""}
	base := 0
	for _, a := range x.command {
		base += len(a) + 1
	}
	var args []string
	size, lines := base, 0
	flush := func() {
		x.run(append(append([]string{}, x.command...), args...))
		args, size, lines = nil, base, 0
	}
	for x.p.Safepoint() == nil && !x.fatal {
		item, endOfLine, err := items.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			if text, ok := err.(itemError); ok {
				cmd.Errorf(x.p, "%s", string(text))
			} else {
				cmd.Errorf(x.p, "%s", kernel.Strerror(err))
			}
			if len(args) > 0 {
				flush()
			}
			x.status, x.fatal = 1, true
			return
		}
		if x.replace != "" {
			if x.delim < 0 && item == "" {
				continue
			}
			line := make([]string, len(x.command))
			total := 0
			for i, c := range x.command {
				line[i] = strings.ReplaceAll(c, x.replace, item)
				total += len(line[i]) + 1
			}
			if total > x.chars {
				cmd.Errorf(x.p, "argument list too long")
				x.status, x.fatal = 1, true
				return
			}
			x.run(line)
			continue
		}
		if size+len(item)+1 > x.chars {
			if len(args) == 0 || x.exit || x.perLine > 0 {
				cmd.Errorf(x.p, "argument line too long")
				x.status, x.fatal = 1, true
				return
			}
			flush()
			if x.fatal {
				return
			}
		}
		args = append(args, item)
		size += len(item) + 1
		if endOfLine {
			lines++
		}
		if x.perRun > 0 && len(args) >= x.perRun || x.perLine > 0 && lines >= x.perLine {
			flush()
		}
	}
	if x.fatal || x.p.Safepoint() != nil {
		return
	}
	if len(args) > 0 || !x.ran && !x.noEmpty && x.replace == "" {
		flush()
	}
}

func (x *xargsRun) run(args []string) {
	x.ran = true
	for len(x.running) >= x.procs {
		x.reap()
		if x.fatal {
			return
		}
	}
	if x.trace {
		quoted := make([]string, len(args))
		for i, a := range args {
			quoted[i] = cmd.Quotef(a)
		}
		end := "\n"
		if x.ask {
			end = ""
		}
		cmd.Raw(x.p, strings.Join(quoted, " ")+end)
	}
	if x.ask && !x.confirm() {
		return
	}
	spec := kernel.Spec{Args: args}
	if null, err := x.p.Open("/dev/null", 0, 0); err == nil {
		// The children must not eat the list.
		defer func() { _ = null.Close() }()
		spec.Files = childFiles(x.p, null)
	}
	if x.slotVar != "" {
		spec.Env = set(x.p.Environ(), x.slotVar, x.slotVar+"="+strconv.Itoa(len(x.running)))
	}
	child, err := cmd.Spawn(x.ctx, x.p, spec)
	if err != nil {
		cmd.Errorf(x.p, "%s: %s", args[0], kernel.Strerror(err))
		x.status, x.fatal = execStatus(err), true
		return
	}
	x.running = append(x.running, child)
	if x.procs > 1 {
		// One watcher a child; each ends with it.
		go func() {
			select {
			case <-child.Done():
				select {
				case x.finished <- child:
				case <-x.p.Context().Done():
				}
			case <-x.p.Context().Done():
			}
		}()
	}
}

// childFiles is p's descriptor table with another standard input.
func childFiles(p *kernel.Process, in *kernel.File) []*kernel.File {
	var out []*kernel.File
	for _, n := range p.FDs() {
		if p.CloseOnExec(n) {
			continue
		}
		for len(out) <= n {
			out = append(out, nil)
		}
		out[n] = p.FD(n).File()
	}
	for len(out) == 0 {
		out = append(out, nil)
	}
	out[0] = in
	return out
}

func (x *xargsRun) confirm() bool {
	if x.answers == nil {
		f, err := x.p.Open("/dev/tty", 0, 0)
		if err != nil {
			cmd.Errorf(x.p, "failed to open /dev/tty for reading: %s", kernel.Strerror(err))
			x.status, x.fatal = 1, true
			return false
		}
		x.p.AtExit(func() { _ = f.Close() })
		x.answers = cmd.NewLineReader(ctxReader{x.ctx, f}, '\n')
	}
	line, _, err := x.answers.Next()
	return err == nil && len(line) > 0 && (line[0] == 'y' || line[0] == 'Y')
}

type ctxReader struct {
	ctx context.Context
	f   *kernel.File
}

func (r ctxReader) Read(b []byte) (int, error) { return r.f.Read(r.ctx, b) }

// reap waits for one child and takes its status into account.
func (x *xargsRun) reap() {
	var child *kernel.Process
	if x.procs > 1 {
		select {
		case child = <-x.finished:
		case <-x.p.Context().Done():
			x.running, x.fatal = nil, true
			return
		}
	} else {
		child = x.running[0]
	}
	st, err := child.Wait()
	for i, c := range x.running {
		if c == child {
			x.running = append(x.running[:i], x.running[i+1:]...)
			break
		}
	}
	if err != nil {
		x.fatal = true
		return
	}
	name := child.Name()
	if len(x.command) > 0 {
		name = x.command[0]
	}
	switch {
	case st.Signal != 0:
		cmd.Errorf(x.p, "%s: terminated by signal %d", name, int(st.Signal))
		x.status, x.fatal = 125, true
	case st.Code == 255:
		cmd.Errorf(x.p, "%s: exited with status 255; aborting", name)
		x.status, x.fatal = 124, true
	case st.Code != 0 && !x.fatal:
		x.status = 123
	}
}
