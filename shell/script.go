package shell

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
	"mvdan.cc/sh/v3/syntax"
)

// source is where commands come from.
type source struct {
	name   string // BASH_SOURCE and the name in messages; "" is the shell itself (-c, standard input, a session)
	prefix string // between the name and "line N" in syntax errors: "-c: ", "eval: "
	funcs  string // BASH_SOURCE of functions defined there and the name in their messages, when name is ""
}

// newShell is a shell in its initial state in process p, with the variables of its environment.
func newShell(ctx context.Context, p *kernel.Process) *Shell {
	sh := &Shell{
		p:       p,
		ctx:     ctx,
		opts:    defaultOptions(),
		funcs:   new(functions),
		arg0:    "bash",
		pid:     p.PID(),
		src:     new(source),
		nesting: p.Kernel().Limits().Nesting,
	}
	for s := kernel.Signal(1); s <= kernel.SIGRTMAX; s++ {
		if p.Disposition(s) == kernel.SigIgnore {
			if sh.traps.ignored == nil {
				sh.traps.ignored = make(map[kernel.Signal]bool)
			}
			sh.traps.ignored[s] = true
		}
	}
	sh.vars = newScopes()
	env := p.Environ()
	sh.importEnv(sh.importFunctions(env))
	sh.initVars()
	sh.trapStatus = -1
	return sh
}

// importFunctions takes the exported functions out of an environment.
func (sh *Shell) importFunctions(env []string) []string {
	found := false
	for _, kv := range env {
		if strings.HasPrefix(kv, "BASH_FUNC_") {
			found = true
			break
		}
	}
	if !found {
		return env
	}
	rest := make([]string, 0, len(env))
	for _, kv := range env {
		name, body, ok := strings.Cut(kv, "=")
		fname, isFunc := strings.CutPrefix(name, "BASH_FUNC_")
		fname, suffix := strings.CutSuffix(fname, "%%")
		if !ok || !isFunc || !suffix || !strings.HasPrefix(body, "() {") {
			rest = append(rest, kv)
			continue
		}
		s := parse(fname + " " + body)
		if s.err != nil || len(s.stmts) != 1 {
			sh.errf("error importing function definition for `%s'", fname)
			continue
		}
		if d, ok := s.stmts[0].Cmd.(*syntax.FuncDecl); ok && d.Name.Value == fname {
			sh.funcs.set(&function{name: fname, body: d.Body, decl: d, src: &source{}, exported: true})
		}
	}
	return rest
}

// syntaxFailed prints a syntax error as bash does.
func (sh *Shell) syntaxFailed(e *syntaxError) {
	name := sh.arg0
	if sh.src.name != "" {
		name = sh.src.name
	}
	sh.printSyntaxError(name+": "+sh.src.prefix, e)
}

func (sh *Shell) printSyntaxError(prefix string, e *syntaxError) {
	head := prefix + "line " + uitoa(e.line+sh.lineBase) + ": "
	if sh.interactive && sh.fromStdin && sh.src.name == "" && len(sh.calls) == 0 {
		head = prefix
	}
	text := head + e.msg + "\n"
	if e.text != "" && head != prefix {
		text += head + "`" + e.text + "'\n"
	}
	sh.writeErr(text)
	sh.status = 2
}

// discardLine takes note of an expansion error in command i: bash drops the rest of the input line, a subshell ends. It
// returns the last command of the line.
func (sh *Shell) discardLine(stmts []*syntax.Stmt, i int) int {
	if sh.forked {
		sh.flow = flowExit
		return i
	}
	sh.flow = flowNone
	line := stmts[i].End().Line()
	for i+1 < len(stmts) && stmts[i+1].Pos().Line() <= line {
		i++
	}
	return i
}

// runText executes a whole text as a script: -c, a file, a Run of a session. With tail the process has nothing else to
// do afterwards, so that the last command may replace it.
func (sh *Shell) runText(text string, tail bool) {
	base := uint(0)
	for {
		s := parse(sh.expandAliases(text))
		for _, w := range s.warnings {
			sh.curLine = w.end
			sh.errf("%s", w)
		}
		rest, again := sh.runParsed(s, tail)
		if !again {
			break
		}
		// Aliases were switched on or changed: what follows has to be parsed anew.
		base += uint(strings.Count(s.text[:len(s.text)-len(rest)], "\n"))
		sh.lineBase = base
		text = rest
	}
	sh.lineBase = 0
}

// runParsed executes the commands of a parsed script, then reports its syntax error. When a command changes the aliases
// and they count, it stops and returns the text that is left.
func (sh *Shell) runParsed(s *script, tail bool) (rest string, again bool) {
	gen := sh.aliasGen
	echo := 0
	for i := 0; i < len(s.stmts); i++ {
		st := s.stmts[i]
		if sh.opts.history && !sh.cmdString && len(sh.calls) == 0 && (i == 0 || st.Pos().Line() > s.stmts[i-1].End().Line()) {
			sh.recordInput(inputLines(s.text, s.stmts[i:]))
		}
		if sh.opts.verbose && (i == 0 || st.Pos().Line() > s.stmts[i-1].End().Line()) {
			echo = sh.echoInput(s.text, echo, st)
		}
		if tail && i == len(s.stmts)-1 && s.err == nil && !sh.opts.verbose {
			if _, ok := st.Cmd.(*syntax.CallExpr); ok && !st.Background && !st.Negated && sh.traps.exit == nil {
				sh.tailExec = true
			}
		}
		sh.runStmt(st)
		sh.tailExec = false
		switch sh.flow {
		case flowNone:
		case flowDiscard:
			if i = sh.discardLine(s.stmts, i); sh.flow != flowNone {
				return "", false
			}
		default:
			return "", false
		}
		if sh.aliasGen != gen && sh.opts.expand_aliases && len(sh.aliases) > 0 && i+1 < len(s.stmts) {
			next := s.stmts[i+1]
			if next.Pos().Line() > st.End().Line() {
				return s.text[lineStart(s.text, int(next.Pos().Offset())):], true
			}
			gen = sh.aliasGen - 1 // at the next line
		}
		if sh.opts.onecmd {
			sh.flow = flowExit
			return "", false
		}
	}
	if s.err != nil && sh.flow == flowNone {
		if sh.aliasGen != gen && sh.opts.expand_aliases && len(s.stmts) > 0 {
			end := int(s.stmts[len(s.stmts)-1].End().Offset())
			if nl := strings.IndexByte(s.text[min(end, len(s.text)):], '\n'); nl >= 0 {
				return s.text[end+nl+1:], true
			}
		}
		sh.syntaxFailed(s.err)
	}
	return "", false
}

func lineStart(s string, offset int) int {
	return strings.LastIndexByte(s[:offset], '\n') + 1
}

// inputLines is the text of the lines that hold the first command and those that follow it on its last line.
func inputLines(text string, stmts []*syntax.Stmt) string {
	start := lineStart(text, min(int(stmts[0].Pos().Offset()), len(text)))
	end := int(stmts[0].End().Offset())
	for i := 1; i < len(stmts) && stmts[i].Pos().Line() <= stmts[i-1].End().Line(); i++ {
		end = int(stmts[i].End().Offset())
	}
	end = min(end, len(text))
	if nl := strings.IndexByte(text[end:], '\n'); nl >= 0 {
		return text[start : end+nl]
	}
	return text[start:]
}

// echoInput prints the input lines of a command (set -v) that were not printed yet and returns the offset after them.
func (sh *Shell) echoInput(text string, from int, st *syntax.Stmt) int {
	end := min(int(st.End().Offset()), len(text))
	if nl := strings.IndexByte(text[end:], '\n'); nl >= 0 {
		end += nl + 1
	} else {
		end = len(text)
	}
	start := lineStart(text, min(int(st.Pos().Offset()), len(text)))
	start = max(start, from)
	if end > start {
		out := text[start:end]
		if !strings.HasSuffix(out, "\n") {
			out += "\n"
		}
		sh.writeErr(out)
		return end
	}
	return from
}

// evalText executes a text in the current shell: eval, traps, PROMPT_COMMAND. kind names it in syntax errors.
func (sh *Shell) evalText(text, kind string) {
	if strings.TrimSpace(text) == "" {
		sh.status = 0
		return
	}
	s := parse(sh.expandAliases(text))
	base, line := sh.lineBase, sh.curLine
	if sh.line() > 0 {
		sh.lineBase = sh.line() - 1
	}
	s = sh.runLines(s)
	if s.err != nil && sh.flow == flowNone {
		name := sh.arg0
		if sh.src.name != "" {
			name = sh.src.name
		}
		sh.printSyntaxError(name+": "+kind+": ", s.err)
		if sh.opts.posix && !sh.interactive {
			sh.flow = flowExit
		}
	}
	sh.lineBase, sh.curLine = base, line
}

// runLines executes the commands of an evaluated text and returns the script whose syntax error is left to report. When
// a line changes the aliases, those after it are parsed anew, since bash reads by lines.
func (sh *Shell) runLines(s *script) *script {
	for i := 0; i < len(s.stmts); i++ {
		gen := sh.aliasGen
		st := s.stmts[i]
		sh.runStmt(st)
		if sh.flow == flowDiscard {
			i = sh.discardLine(s.stmts, i)
		}
		if sh.flow != flowNone {
			return s
		}
		if sh.aliasGen != gen && sh.opts.expand_aliases && i+1 < len(s.stmts) && s.stmts[i+1].Pos().Line() > st.End().Line() {
			rest := s.text[lineStart(s.text, int(s.stmts[i+1].Pos().Offset())):]
			sh.lineBase += uint(strings.Count(s.text[:len(s.text)-len(rest)], "\n"))
			s, i = parse(sh.expandAliases(rest)), -1
		}
	}
	return s
}

// runFile executes a script file and returns its status.
func (sh *Shell) runFile(path string) int {
	text, st := sh.readScript(path, path)
	if st != 0 {
		return st
	}
	sh.src = &source{name: path}
	sh.runText(text, false)
	return sh.finish()
}

// readScript reads a script file; a failure is reported as for a script named on the command line.
func (sh *Shell) readScript(path, shown string) (string, int) {
	fi, err := sh.p.FS().Stat(path)
	if err == nil && fi.IsDir() {
		sh.writeErr(shown + ": " + shown + ": Is a directory\n")
		return "", 126
	}
	f, err := sh.p.OpenContext(sh.ctx, path, os.O_RDONLY, 0)
	if err != nil {
		st := 126
		if errors.Is(err, os.ErrNotExist) {
			st = 127
		}
		sh.writeErr(sh.arg0Name() + ": " + shown + ": " + errnoText(err) + "\n")
		return "", st
	}
	defer f.Close()
	text, err := sh.readFile(f)
	if err != nil {
		sh.writeErr(sh.arg0Name() + ": " + shown + ": " + err.Error() + "\n")
		return "", 126
	}
	head := text[:min(len(text), 80)]
	if line, _, _ := strings.Cut(head, "\n"); strings.IndexByte(line, 0) >= 0 {
		sh.writeErr(shown + ": " + shown + ": cannot execute binary file\n")
		return "", 126
	}
	return strings.ReplaceAll(text, "\x00", ""), 0
}

func (sh *Shell) arg0Name() string { return "bash" }

// readFile reads a script to its end.
func (sh *Shell) readFile(f *kernel.File) (string, error) {
	var b strings.Builder
	buf := make([]byte, 32<<10)
	for {
		n, err := f.Read(sh.ctx, buf)
		b.Write(buf[:n])
		if b.Len() > maxSource {
			return "", errors.New("script is too long")
		}
		if errors.Is(err, io.EOF) {
			return b.String(), nil
		}
		if err != nil {
			return "", errors.New(errnoText(err))
		}
	}
}

// runStdin reads commands from standard input, never further than the command at hand needs: what it executes may read
// the following lines itself.
func (sh *Shell) runStdin() {
	in := &lineReader{}
	in.next = func() (string, error) {
		sh.prompt(in.text.Len() > 0)
		return sh.readInputLine()
	}
	for sh.flow == flowNone {
		if sh.opts.expand_aliases && len(sh.aliases) > 0 {
			if !sh.runAliasedLines() {
				return
			}
			continue
		}
		p := parsers.Get().(*syntax.Parser)
		done := true
		before := sh.stdinLines
		for batch, err := range p.InteractiveSeq(in) {
			if err != nil {
				text := in.text.String()
				s := parseText(text)
				for n := 0; s.err != nil && (s.incomplete || strings.Contains(text, "((")) && n < maxRescueLines; n++ {
					// The parser gave up inside something that bash takes: its end may be on a line to come.
					line, _ := in.next()
					if line == "" {
						break
					}
					text += line
					if more := parseText(text); more.err == nil {
						s = more
					}
				}
				if s.err != nil {
					base := sh.lineBase
					sh.lineBase = before
					sh.syntaxFailed(s.err)
					sh.lineBase = base
				} else {
					in.text.Reset()
					in.rest = ""
					if len(s.stmts) > 0 {
						sh.runParsed(s, false)
					}
					done = before == sh.stdinLines // nothing was read: the end
				}
				break
			}
			if p.Incomplete() {
				continue
			}
			text := in.text.String()
			in.text.Reset()
			before = sh.stdinLines
			if len(batch) > 0 {
				sh.recordInput(text)
				sh.runBatch(batch)
			}
			if sh.flow != flowNone {
				break
			}
			if sh.opts.expand_aliases && len(sh.aliases) > 0 {
				done = false
				break
			}
		}
		parsers.Put(syntax.NewParser(syntax.Variant(syntax.LangBash)))
		if done {
			break
		}
	}
}

// runAliasedLines reads and executes the next complete command while aliases count: its lines are collected and their
// aliases expanded before they are parsed. It reports whether there is more input.
func (sh *Shell) runAliasedLines() bool {
	var text strings.Builder
	before := sh.stdinLines
	for {
		sh.prompt(text.Len() > 0)
		line, err := sh.readInputLine()
		text.WriteString(line)
		if text.Len() == 0 {
			return false
		}
		s := parseText(sh.expandAliases(text.String()))
		if (s.incomplete || len(s.warnings) > 0) && err == nil {
			continue
		}
		base := sh.lineBase
		sh.lineBase = before
		if len(s.stmts) > 0 {
			sh.recordInput(text.String())
		}
		sh.runBatch(s.stmts)
		if s.err != nil && sh.flow == flowNone {
			sh.syntaxFailed(s.err)
			if !sh.interactive {
				sh.flow = flowExit
			}
		}
		sh.lineBase = base
		return err == nil && sh.flow == flowNone
	}
}

// runBatch executes the commands of one input line.
func (sh *Shell) runBatch(batch []*syntax.Stmt) {
	for _, st := range batch {
		sh.runStmt(st)
		switch sh.flow {
		case flowNone:
			continue
		case flowDiscard, flowBreak, flowContinue:
			sh.flow = flowNone
			if sh.forked {
				sh.flow = flowExit
			}
		}
		return
	}
}

// readInputLine reads one line of standard input without reading beyond it where others could read the rest.
func (sh *Shell) readInputLine() (string, error) {
	fd := sh.p.FD(0)
	if fd == nil {
		return "", io.EOF
	}
	if sh.editing() {
		line, err := sh.readEdited()
		if line != "" {
			sh.stdinLines++
		}
		return line, err
	}
	line, err := sh.readLine(fd.File())
	if line != "" {
		sh.stdinLines++
		if sh.opts.verbose {
			sh.writeErr(line)
		}
		return line, nil
	}
	return "", err
}

// readLine reads up to and including a newline. A seekable file is read in blocks and put back to after the line;
// others are read byte by byte.
func (sh *Shell) readLine(f *kernel.File) (string, error) {
	if pos, err := f.Seek(0, io.SeekCurrent); err == nil {
		buf := make([]byte, 512)
		var b strings.Builder
		for {
			n, err := f.Read(sh.ctx, buf)
			if n == 0 {
				return b.String(), orEOF(err)
			}
			if i := strings.IndexByte(string(buf[:n]), '\n'); i >= 0 {
				b.Write(buf[:i+1])
				if _, err := f.Seek(pos+int64(b.Len()), io.SeekStart); err != nil {
					return b.String(), err
				}
				return b.String(), nil
			}
			b.Write(buf[:n])
			if b.Len() > maxSource {
				return "", errors.New("line too long")
			}
		}
	}
	var b strings.Builder
	var one [1]byte
	for {
		n, err := f.Read(sh.ctx, one[:])
		if n == 0 {
			return b.String(), orEOF(err)
		}
		b.WriteByte(one[0])
		if one[0] == '\n' {
			return b.String(), nil
		}
		if b.Len() > maxSource {
			return "", errors.New("line too long")
		}
	}
}

func orEOF(err error) error {
	if err == nil {
		return io.EOF
	}
	return err
}
