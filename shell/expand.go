package shell

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/sandpit-dev/sandpit/internal/pattern"
	"mvdan.cc/sh/v3/syntax"
)

// expandError is an error of an expansion, with the text that bash prints after "bash: line N: ".
type expandError struct {
	msg     string // "" = already reported
	status  int
	exitOne bool // a fatal error that ends the shell with 1 rather than 127
	fatal   bool // ends the shell (an unset variable under nounset, ${x?}); else the rest of the input line is dropped
}

func (e *expandError) Error() string { return e.msg }

// errInterrupted ends an expansion of a shell that has been told to end; nobody is to read it.
var errInterrupted error = &expandError{status: 1}

func errorf(status int, format string, args ...any) error {
	return &expandError{msg: fmt.Sprintf(format, args...), status: status}
}

// expandMode says what an expansion makes.
type expandMode uint8

const (
	modeFields  expandMode = iota // fields: split and globbed
	modeString                    // one string
	modeAssign                    // one string, with tildes after colons
	modePattern                   // a glob: what was quoted is escaped
	modeRegex                     // an extended regular expression: what was quoted is escaped
	modeReplace                   // the replacement of ${x/pat/rep}: a quoted & is escaped
)

// expander builds the result of expanding words. Text that was quoted is remembered as spans of the current field, so
// that neither splitting nor globbing ever has to guess.
type expander struct {
	sh      *Shell
	mode    expandMode
	fields  []string
	cur     []byte
	spans   []span // quoted parts of cur, in order
	started bool   // the current field exists, even when empty
	afterWS bool   // the last field was ended by IFS white space: a following delimiter belongs to it
	ifs     string
	hasIFS  bool
	total   int64
	glob    bool // pathname expansion is wanted
	globErr error
	emptyAt bool // the quotes being expanded hold a "$@" that is empty
}

type span struct{ start, end int }

// wordContext is where a part of a word stands.
type wordContext uint8

const (
	inQuotes  wordContext = 1 << iota // inside double quotes
	inHeredoc                         // in a here-document: " is ordinary
	inBraces                          // in the word of ${x-word}
	noTilde                           // tildes are ordinary characters
)

const defaultIFS = " \t\n"

func (e *expander) initIFS() {
	if !e.hasIFS {
		e.hasIFS = true
		ifs, ok := e.sh.getVar("IFS")
		if !ok {
			ifs = defaultIFS
		}
		e.ifs = ifs
	}
}

// ifsJoin is what joins "$*".
func (sh *Shell) ifsJoin() string {
	ifs, ok := sh.getVar("IFS")
	if !ok {
		return " "
	}
	return firstChar(ifs)
}

// check holds the output so far against the expansion limit.
func (e *expander) check() error {
	if n := e.total + int64(len(e.cur)); n > 1<<16 {
		if max := e.sh.expansionMax(); max > 0 && n > max {
			return e.sh.tooMuch()
		}
	}
	return nil
}

// quoted appends text that nothing may split or glob.
func (e *expander) quoted(s string) {
	e.started, e.afterWS = true, false
	switch e.mode {
	case modePattern:
		s = pattern.Quote(s)
	case modeRegex:
		if !openBracket(e.cur) { // inside of brackets nothing is special
			s = pattern.QuoteERE(s)
		}
	case modeReplace:
		if strings.ContainsAny(s, `&\`) {
			s = strings.NewReplacer(`\`, `\\`, `&`, `\&`).Replace(s)
		}
	case modeFields:
		if s == "" {
			return
		}
		if n := len(e.spans); n > 0 && e.spans[n-1].end == len(e.cur) {
			e.spans[n-1].end += len(s)
		} else {
			e.spans = append(e.spans, span{len(e.cur), len(e.cur) + len(s)})
		}
	}
	e.cur = append(e.cur, s...)
}

// openBracket reports whether a regular expression ends inside a bracket expression.
func openBracket(re []byte) bool {
	for i := 0; i < len(re); i++ {
		switch re[i] {
		case '\\':
			i++
		case '[':
			i++
			if i < len(re) && re[i] == '^' {
				i++
			}
			if i < len(re) && re[i] == ']' {
				i++
			}
			for ; i < len(re) && re[i] != ']'; i++ {
				if re[i] == '[' && i+1 < len(re) && (re[i+1] == ':' || re[i+1] == '.' || re[i+1] == '=') {
					k := bytes.Index(re[i+2:], []byte{re[i+1], ']'})
					if k < 0 {
						return true
					}
					i += k + 3
				}
			}
			if i >= len(re) {
				return true
			}
		}
	}
	return false
}

// literal appends unquoted text of the source: not split, but globbed.
func (e *expander) literal(s string) {
	if s == "" {
		return
	}
	e.started, e.afterWS = true, false
	e.cur = append(e.cur, s...)
}

// split appends the unquoted result of an expansion: IFS ends fields.
func (e *expander) split(s string) {
	if e.mode != modeFields {
		e.cur = append(e.cur, s...)
		e.started = e.started || s != ""
		return
	}
	e.initIFS()
	if e.ifs == "" {
		e.literal(s)
		return
	}
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		delim, white, width := false, false, 1
		if e.ifs == defaultIFS {
			if c == ' ' || c == '\t' || c == '\n' {
				delim, white = true, true
			}
		} else {
			width = charWidth(s[i:])
			if strings.Contains(e.ifs, s[i:i+width]) {
				delim = true
				white = c == ' ' || c == '\t' || c == '\n'
			}
		}
		if !delim {
			i += width
			continue
		}
		if i > start {
			e.literal(s[start:i])
		}
		i += width
		start = i
		switch {
		case white:
			if e.started {
				e.finish()
				e.afterWS = true
			}
		case e.afterWS:
			e.afterWS = false
		default:
			e.started = true
			e.finish()
		}
	}
	if start < len(s) {
		e.literal(s[start:])
	}
}

// charWidth is the length of the character at the start of s.
func charWidth(s string) int { return len(firstChar(s)) }

// boundary ends a field between two elements of an unquoted list.
func (e *expander) boundary() {
	if e.started {
		e.finish()
	}
	e.afterWS = false
}

// finish ends the current field and expands its pattern.
func (e *expander) finish() {
	if e.glob && e.hasMeta() {
		e.globField()
	} else {
		e.fields = append(e.fields, string(e.cur))
	}
	e.total += int64(len(e.cur)) + elemCost
	e.cur = e.cur[:0]
	e.spans = e.spans[:0]
	e.started = false
}

// hasMeta reports whether the current field holds an unquoted special character.
func (e *expander) hasMeta() bool {
	k := 0
	for i := 0; i < len(e.cur); i++ {
		if k < len(e.spans) && i == e.spans[k].start {
			i = e.spans[k].end - 1
			k++
			continue
		}
		switch e.cur[i] {
		case '*', '?', '[':
			return true
		case '+', '@', '!':
			if i+1 < len(e.cur) && e.cur[i+1] == '(' && e.sh.opts.extglob {
				return true
			}
		}
	}
	return false
}

// pattern returns the current field as a glob.
func (e *expander) pattern() string {
	if len(e.spans) == 0 {
		return string(e.cur)
	}
	var b strings.Builder
	pos := 0
	for _, s := range e.spans {
		b.Write(e.cur[pos:s.start])
		b.WriteString(pattern.Quote(string(e.cur[s.start:s.end])))
		pos = s.end
	}
	b.Write(e.cur[pos:])
	return b.String()
}

// plainWord marks the bytes of words that mean nothing but themselves.
var plainByte = func() (t [256]bool) {
	for c := range t {
		t[c] = !strings.ContainsRune("\\*?[{~+@!", rune(c)) || c >= 0x80
	}
	return t
}()

func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if !plainByte[s[i]] {
			return false
		}
	}
	return true
}

// simpleParam returns the name of a word that is $name or ${name} and nothing else.
func simpleParam(p syntax.WordPart) (string, bool) {
	pe, ok := p.(*syntax.ParamExp)
	if !ok || pe.Param == nil || pe.Excl || pe.Length || pe.Index != nil || pe.Exp != nil || pe.Slice != nil || pe.Repl != nil || pe.Names != 0 {
		return "", false
	}
	name := pe.Param.Value
	if c := name[0]; c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
		return name, true
	}
	return "", false
}

// fastWord expands the most frequent words: plain text and "$x". ok is false for all others.
func (sh *Shell) fastWord(w *syntax.Word) (s string, ok bool) {
	if len(w.Parts) != 1 {
		return "", false
	}
	switch p := w.Parts[0].(type) {
	case *syntax.Lit:
		return p.Value, isPlain(p.Value)
	case *syntax.SglQuoted:
		return p.Value, !p.Dollar
	case *syntax.DblQuoted:
		if len(p.Parts) == 0 {
			return "", true
		}
		if len(p.Parts) != 1 {
			return "", false
		}
		if lit, ok := p.Parts[0].(*syntax.Lit); ok {
			return lit.Value, strings.IndexByte(lit.Value, '\\') < 0
		}
		if name, ok := simpleParam(p.Parts[0]); ok {
			if v := sh.vars.table.get(name); v != nil && v.set && v.dyn == nil && v.attrs&(attrNameref|attrArray) == 0 {
				return v.str, true
			}
		}
	}
	return "", false
}

// expandWords expands the words of a command: braces, tildes, parameters, commands, arithmetic, splitting, pathnames.
func (sh *Shell) expandWords(words ...*syntax.Word) ([]string, error) {
	e := expander{sh: sh, glob: !sh.opts.noglob}
	e.fields = make([]string, 0, len(words))
	for i, w := range words {
		if i > 0 && touches(words[i-1], w) || i+1 < len(words) && touches(w, words[i+1]) {
			// The parser cuts a word at nested backquotes: put it together again.
			if i > 0 && touches(words[i-1], w) {
				continue
			}
			joined := &syntax.Word{Parts: append([]syntax.WordPart(nil), w.Parts...)}
			for k := i + 1; k < len(words) && touches(words[k-1], words[k]); k++ {
				joined.Parts = append(joined.Parts, words[k].Parts...)
			}
			w = joined
		}
		if s, ok := sh.fastWord(w); ok {
			if lit, isLit := w.Parts[0].(*syntax.Lit); !isLit || lit.Value == s {
				e.fields = append(e.fields, s)
				continue
			}
		}
		if len(w.Parts) == 1 {
			if name, ok := simpleParam(w.Parts[0]); ok {
				if v := sh.vars.table.get(name); v != nil && v.set && v.dyn == nil && v.attrs&(attrNameref|attrArray) == 0 && wordLike(v.str) && !e.oddIFS() {
					e.fields = append(e.fields, v.str)
					continue
				}
			}
		}
		if sh.opts.braceexpand && hasBrace(w) {
			ws, err := sh.braces(w)
			if err != nil {
				return nil, err
			}
			for _, w := range ws {
				if err := e.field(w); err != nil {
					return nil, err
				}
			}
			continue
		}
		if err := e.field(w); err != nil {
			return nil, err
		}
	}
	return e.fields, nil
}

// touches reports whether two words are one in the source: nothing lies between them, and one has backquotes there.
func touches(a, b *syntax.Word) bool {
	if len(a.Parts) == 0 || len(b.Parts) == 0 || !backquoted(a.Parts[len(a.Parts)-1]) && !backquoted(b.Parts[0]) {
		return false
	}
	end := a.End()
	return end.IsValid() && end == b.Pos()
}

func backquoted(p syntax.WordPart) bool {
	cs, ok := p.(*syntax.CmdSubst)
	return ok && cs.Backquotes
}

// wordLike reports whether a value stays one field as it is: not empty, no white space, no special character.
func wordLike(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '.' || c == '/' || c == '=' || c == ',') {
			return false
		}
	}
	return s != ""
}

// oddIFS reports whether IFS has other characters than white space.
func (e *expander) oddIFS() bool {
	e.initIFS()
	return e.ifs != defaultIFS && strings.Trim(e.ifs, defaultIFS) != ""
}

// field expands one word to fields.
func (e *expander) field(w *syntax.Word) error {
	e.started, e.afterWS = false, false
	e.cur, e.spans = e.cur[:0], e.spans[:0]
	if err := e.parts(w.Parts, 0); err != nil {
		return err
	}
	if e.started {
		e.finish()
	}
	return e.globError()
}

// one expands a word to a single string in the given mode.
func (sh *Shell) one(w *syntax.Word, mode expandMode, ctx wordContext) (string, error) {
	if w == nil {
		return "", nil
	}
	e := expander{sh: sh, mode: mode}
	if err := e.parts(w.Parts, ctx); err != nil {
		return "", err
	}
	return string(e.cur), nil
}

// expandWord expands a word without splitting and globbing.
func (sh *Shell) expandWord(w *syntax.Word) (string, error) {
	if w == nil {
		return "", nil
	}
	if s, ok := sh.fastWord(w); ok {
		return s, nil
	}
	return sh.one(w, modeString, 0)
}

// expandAssign expands the value of an assignment.
func (sh *Shell) expandAssign(w *syntax.Word) (string, error) {
	if w == nil {
		return "", nil
	}
	if s, ok := sh.fastWord(w); ok {
		return s, nil
	}
	return sh.one(w, modeAssign, 0)
}

// expandPattern expands a word that is a pattern: what was quoted is escaped.
func (sh *Shell) expandPattern(w *syntax.Word) (string, error) { return sh.one(w, modePattern, 0) }

// expandRegex expands the right side of =~.
func (sh *Shell) expandRegex(w *syntax.Word) (string, error) { return sh.one(w, modeRegex, 0) }

// expandHeredoc expands the text of a here-document whose delimiter was not quoted.
func (sh *Shell) expandHeredoc(w *syntax.Word) (string, error) {
	return sh.one(w, modeString, inQuotes|inHeredoc)
}

// expandRedirect expands the target of a redirection, which must be one field.
func (sh *Shell) expandRedirect(w *syntax.Word) (string, error) {
	if s, ok := sh.fastWord(w); ok {
		return s, nil
	}
	fields, err := sh.expandWords(w)
	if err != nil {
		return "", err
	}
	if len(fields) != 1 {
		return "", errorf(1, "%s: ambiguous redirect", sourceText(w))
	}
	return fields[0], nil
}

// sourceText prints a word as it stands in the source.
func sourceText(n syntax.Node) string {
	var b strings.Builder
	if syntax.NewPrinter().Print(&b, n) != nil {
		return ""
	}
	return b.String()
}
