package shell

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// maxSource is the largest script text that is parsed, in bytes. bash has no such bound; here a syntax tree takes about
// ten times the memory of its text.
const maxSource = 32 << 20

// maxParseFrames bounds the stack of the parser. The parser is recursive and the Go runtime ends the whole program when
// a stack overflows, so the depth is measured each time the parser asks for more text: between two such moments it can
// only go as deep as the bytes it was given.
const maxParseFrames = 24_000

// parseChunk is how much text the parser gets at a time, in bytes.
const parseChunk = 512

var errNesting = errors.New("commands nested too deeply")

// guardedReader feeds the parser and stops it when it is nested too deeply. It knows nothing of the grammar, so no
// trick of quoting can fool it.
type guardedReader struct {
	s string
}

func (r *guardedReader) Read(b []byte) (int, error) {
	if tooDeep() {
		return 0, errNesting
	}
	if r.s == "" {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), parseChunk)], r.s)
	r.s = r.s[n:]
	return n, nil
}

// tooDeep reports whether the calling goroutine's stack has more than maxParseFrames frames.
func tooDeep() bool {
	var pc [1]uintptr
	return runtime.Callers(maxParseFrames, pc[:]) > 0
}

// script is parsed source text: the commands up to the first syntax error, and that error.
type script struct {
	text  string
	stmts []*syntax.Stmt
	err   *syntaxError

	warnings   []heredocWarning
	incomplete bool // more text could mend the error
}

// syntaxError is a syntax error as bash words it.
type syntaxError struct {
	line uint   // of the message
	msg  string // "syntax error near unexpected token `)'"
	text string // the offending source line, "" when there is none to show
}

// parsers keeps idle parsers: each owns buffers worth reusing.
var parsers = sync.Pool{New: func() any { return syntax.NewParser(syntax.Variant(syntax.LangBash)) }}

// scriptCache keeps parsed scripts by their text. A syntax tree is never changed once parsed, so that shells of
// different boxes may share it.
type scriptCache struct {
	mu      sync.Mutex
	scripts map[string]*script
	bytes   int
}

const (
	cacheBytes   = 4 << 20 // text kept by a cache
	cacheLongest = 1 << 20 // texts longer than this are not kept
	cacheEntry   = 256     // what an entry costs besides its text
)

var cachedScripts scriptCache

func (c *scriptCache) get(text string) *script {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.scripts[text]
}

func (c *scriptCache) put(s *script) {
	if len(s.text) > cacheLongest {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.scripts == nil || c.bytes > cacheBytes {
		c.scripts, c.bytes = make(map[string]*script), 0
	}
	if _, ok := c.scripts[s.text]; !ok {
		c.bytes += len(s.text) + cacheEntry
	}
	c.scripts[s.text] = s
}

// parse parses a whole text. As bash reads and runs a script by complete commands, the commands before a syntax error
// count: they are those of the input lines that were complete before the error.
func parse(text string) *script {
	if s := cachedScripts.get(text); s != nil {
		return s
	}
	s := parseText(text)
	cachedScripts.put(s)
	return s
}

func parseText(text string) *script {
	s := &script{text: text}
	if len(text) > maxSource {
		s.err = &syntaxError{line: 1, msg: fmt.Sprintf("script of %d bytes is too long (max %d)", len(text), maxSource)}
		return s
	}
	p := parsers.Get().(*syntax.Parser)
	defer parsers.Put(p)
	in := text
	if strings.IndexByte(in, '\r') >= 0 { // not white space to bash
		in, _ = rescue(in)
	}
	f, err := p.Parse(&guardedReader{in}, "")
	for range min(maxHeredocs, 1+maxRepairText/(len(text)+1)) {
		stop, line, ok := unclosedHeredoc(err)
		if !ok {
			break
		}
		s.warnings = append(s.warnings, heredocWarning{at: line, end: lastLine(text), stop: stop})
		if !strings.HasSuffix(in, "\n") {
			in += "\n"
		}
		in += stop + "\n"
		f, err = p.Parse(&guardedReader{in}, "")
	}
	if errors.Is(err, errNesting) {
		s.err = &syntaxError{line: 1, msg: err.Error()}
		return s
	}
	if err != nil {
		if fixed, ok := rescue(in); ok {
			if f2, err2 := p.Parse(&guardedReader{fixed}, ""); err2 == nil || !strings.Contains(err2.Error(), "__sandpit_") {
				f, err, in = f2, err2, fixed
			}
		}
	}
	for range maxRepairs {
		fixed, ok := repair(in, err)
		if !ok {
			break
		}
		f2, err2 := p.Parse(&guardedReader{fixed}, "")
		f, err, in = f2, err2, fixed
		if err == nil {
			break
		}
	}
	if err == nil {
		s.stmts = f.Stmts
		return s
	}
	if !strings.HasSuffix(in, "\n") && !strings.HasSuffix(in, "\\") {
		in += "\n"
	}
	for batch, berr := range p.InteractiveSeq(&guardedReader{in}) {
		if berr != nil {
			break
		}
		if p.Incomplete() {
			continue
		}
		s.stmts = append(s.stmts, batch...)
	}
	s.incomplete = syntax.IsIncomplete(err) || stillOpen(err)
	s.err = translateSyntaxError(p, err, text)
	return s
}

// maxRepairText is the longest text that is repaired, in bytes: each repair parses it anew.
const maxRepairText = 256 << 10

// maxRepairs bounds how many commands of one text are made palatable to the parser.
const maxRepairs = 64

// repair quotes the name of a builtin whose arguments the parser insists on understanding: `export 1a=2` is no syntax
// error but a wrong argument. The quoted name is the same command with ordinary words.
func repair(text string, err error) (string, bool) {
	var pe syntax.ParseError
	if !errors.As(err, &pe) {
		return "", false
	}
	at := int(pe.Pos.Offset())
	if at > len(text) || len(text) > maxRepairText {
		return "", false
	}
	begin := strings.LastIndexAny(text[:at], "\n;&|({") + 1
	end := len(text)
	if k := strings.IndexAny(text[at:], "\n;&|"); k >= 0 {
		end = at + k
	}
	for _, word := range strings.Fields(text[begin:end]) {
		switch word {
		case "export", "declare", "typeset", "local", "readonly", "let":
			k := begin + strings.Index(text[begin:], word)
			return text[:k] + `\` + text[k:], true
		}
		if !strings.Contains(word, "=") && word != "then" && word != "do" && word != "else" && word != "!" {
			break
		}
	}
	return "", false
}

// maxHeredocs bounds how many here-documents that the end of input closes are looked for.
const maxHeredocs = 16

// heredocWarning is bash's warning about a here-document that the end of input closed.
type heredocWarning struct {
	at, end uint
	stop    string
}

func (w heredocWarning) String() string {
	return fmt.Sprintf("warning: here-document at line %d delimited by end-of-file (wanted `%s')", w.at, w.stop)
}

func unclosedHeredoc(err error) (stop string, line uint, ok bool) {
	var pe syntax.ParseError
	if !errors.As(err, &pe) {
		return "", 0, false
	}
	quoted, ok := strings.CutPrefix(pe.Text, "unclosed here-document ")
	if !ok {
		return "", 0, false
	}
	stop, uerr := strconv.Unquote(quoted)
	return stop, pe.Pos.Line(), uerr == nil && !strings.Contains(stop, "\n")
}

// lastLine is the number of the last line of text.
func lastLine(text string) uint {
	n := uint(strings.Count(text, "\n"))
	if !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// reader of complete commands from a stream ---------------------------------------------------------------------------

// lineReader feeds the parser line by line, so that it never asks for more than the command at hand needs.
type lineReader struct {
	next func() (string, error) // next line with its newline
	rest string
	text strings.Builder // everything handed out since the last reset
	size int
}

func (r *lineReader) Read(b []byte) (int, error) {
	if tooDeep() {
		return 0, errNesting
	}
	if r.rest == "" {
		line, err := r.next()
		if line == "" {
			if err == nil {
				err = io.EOF
			}
			return 0, err
		}
		r.rest = line
		r.text.WriteString(line)
		if r.size += len(line); r.size > maxSource {
			return 0, fmt.Errorf("script is too long (max %d bytes)", maxSource)
		}
	}
	n := copy(b[:min(len(b), parseChunk)], r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
