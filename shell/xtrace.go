package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// trace prints a line of set -x: PS4, whose first character is repeated by the depth of substitutions, and the command.
func (sh *Shell) trace(text string) {
	sh.traceLine(sh.tracePrefix(), text)
}

// tracePrefix is PS4 as it stands before a command.
func (sh *Shell) tracePrefix() string {
	ps4, _ := sh.getVar("PS4")
	if strings.ContainsAny(ps4, "$`\\") {
		on, status := sh.opts.xtrace, sh.status
		sh.opts.xtrace = false
		ps4 = sh.expandPrompt(ps4)
		sh.opts.xtrace, sh.status = on, status
	}
	if ps4 != "" && sh.traceLevel > 0 {
		n := len(ps4)
		for i := range ps4 {
			if i > 0 {
				n = i
				break
			}
		}
		ps4 = strings.Repeat(ps4[:n], sh.traceLevel) + ps4
	}
	return ps4
}

func (sh *Shell) traceLine(prefix, text string) {
	line := []byte(prefix + text + "\n")
	if v, ok := sh.getVar("BASH_XTRACEFD"); ok {
		if n, ok := parseFD(v); ok {
			if fd := sh.p.FD(n); fd != nil {
				fd.Write(line)
				return
			}
		}
	}
	sh.writeErr(string(line))
}

func (sh *Shell) traceCommand(assigns []*syntax.Assign, fields []string) {
	var b strings.Builder
	for _, as := range assigns {
		b.Reset()
		sh.traceAssign(&b, as)
		sh.trace(b.String())
	}
	b.Reset()
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(traceQuote(f))
	}
	sh.trace(b.String())
}

// traceAssign appends an assignment that has just been made. Its value is shown as it was assigned.
func (sh *Shell) traceAssign(b *strings.Builder, as *syntax.Assign) {
	if as.Array != nil || as.Index != nil || as.Value != nil && hasSubstitution(as.Value) && as.Append {
		b.WriteString(nodeText(as))
		return
	}
	b.WriteString(as.Name.Value)
	if as.Append {
		b.WriteByte('+')
	}
	b.WriteByte('=')
	if as.Value == nil {
		return
	}
	if as.Append {
		on := sh.opts.xtrace
		sh.opts.xtrace = false
		v, _ := sh.expandWord(as.Value)
		sh.opts.xtrace = on
		b.WriteString(traceValue(v))
		return
	}
	v, _ := sh.getVar(as.Name.Value)
	b.WriteString(traceValue(v))
}

func hasSubstitution(w *syntax.Word) bool {
	found := false
	syntax.Walk(w, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst:
			found = true
		}
		return !found
	})
	return found
}

func traceValue(v string) string {
	if v == "" {
		return ""
	}
	return traceQuote(v)
}

func (sh *Shell) traceFor(l *syntax.WordIter, items []string) {
	var b strings.Builder
	b.WriteString("for " + l.Name.Value + " in")
	if l.InPos.IsValid() {
		for _, w := range l.Items {
			b.WriteByte(' ')
			b.WriteString(wordText(w))
		}
	} else {
		b.WriteString(` "$@"`)
	}
	sh.trace(b.String())
}

func (sh *Shell) traceArith(x syntax.ArithmExpr) {
	if x == nil {
		sh.trace("((  ))")
		return
	}
	sh.trace("(( " + nodeText(x) + " ))")
}

func (sh *Shell) traceTest(c *syntax.TestClause) {
	sh.trace("[[ " + sh.traceTestExpr(c.X) + " ]]")
}

func (sh *Shell) traceTestExpr(x syntax.TestExpr) string {
	word := func(x syntax.TestExpr) string {
		w, ok := x.(*syntax.Word)
		if !ok {
			return sh.traceTestExpr(x)
		}
		if hasSubstitution(w) {
			return wordText(w)
		}
		on := sh.opts.xtrace
		sh.opts.xtrace = false
		v, err := sh.expandWord(w)
		sh.opts.xtrace = on
		if err != nil {
			return wordText(w)
		}
		if v == "" {
			return "''"
		}
		return v
	}
	switch x := x.(type) {
	case *syntax.BinaryTest:
		return word(x.X) + " " + x.Op.String() + " " + word(x.Y)
	case *syntax.UnaryTest:
		return x.Op.String() + " " + word(x.X)
	case *syntax.ParenTest:
		return "( " + word(x.X) + " )"
	case *syntax.Word:
		return "-n " + word(x)
	}
	return ""
}

// traceQuote quotes a word of a traced command where the shell would need it.
func traceQuote(s string) string {
	if s == "" {
		return "''"
	}
	if !needsQuote(s) {
		if needsANSI(s) {
			return quoteANSI(s)
		}
		return s
	}
	return singleQuote(s)
}

// needsQuote reports whether a word holds characters that are special to the shell.
func needsQuote(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '\n', '\'', '"', '\\', '|', '&', ';', '(', ')', '<', '>', '!', '{', '}', '*', '[', ']', '?', '^', '$', '`':
			return true
		case '~':
			if i == 0 || s[i-1] == '=' || s[i-1] == ':' {
				return true
			}
		case '#':
			if i == 0 || s[i-1] == ' ' || s[i-1] == '\t' {
				return true
			}
		}
	}
	return false
}

func parseFD(s string) (int, bool) {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' || n > 1<<20 {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, s != ""
}

func uitoa(n uint) string {
	var b [20]byte
	i := len(b)
	for {
		i--
		b[i] = byte('0' + n%10)
		if n /= 10; n == 0 {
			return string(b[i:])
		}
	}
}

// traceArithCmd shows (( )) with the blanks that the source has around the expression.
func (sh *Shell) traceArithCmd(c *syntax.ArithmCmd) {
	if c.X == nil {
		sh.trace("((  ))")
		return
	}
	blanks := func(from, to uint) string {
		if to <= from || to-from > 8 {
			return ""
		}
		return strings.Repeat(" ", int(to-from))
	}
	sh.trace("(( " + blanks(c.Left.Offset()+2, c.X.Pos().Offset()) + nodeText(c.X) + blanks(c.X.End().Offset(), c.Right.Offset()) + " ))")
}
