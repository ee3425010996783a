package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// The parser rejects a whole script for what bash takes, or takes for an error of one command while it runs. Where it
// fails, the text is rewritten to something that it accepts and that means the same, with these names of parameters as
// marks for the expander. Lines stay where they are.
const (
	// arithMarker stands for arithmetic that is text before it is expanded: $((TEXT)) becomes $((arithMarker["TEXT"])).
	arithMarker = "__sandpit_arithmetic_text"
	// errorMarker is an expansion that fails with its subscript as the message.
	errorMarker = "__sandpit_error_text"
	// countMarker is $#, for ${##2} and the like.
	countMarker = "__sandpit_parameter_count"
	// appendMarker begins the value of [k]+=v in an array literal.
	appendMarker = "__sandpit_append"
	// returnMarker is a carriage return, which the parser takes for white space.
	returnMarker = "__sandpit_carriage_return"
)

const (
	maxRescue      = 1 << 20 // bytes of text that are looked through
	maxRescueDepth = 64      // nesting of what is looked through
	rescueBudget   = 16      // how often a byte may be looked at, on average
	maxRescueLines = 50      // lines of standard input that are read to find the end of what the parser rejects
)

// rescuer reads a script with just enough of the grammar to find what the parser rejects. It works within a budget, so
// that its time is linear in the text whatever that holds; when the budget or the depth ends it gives up.
type rescuer struct {
	s        string
	edits    []edit
	heredocs []*rescueDoc
	budget   int
	depth    int
	failed   bool
}

// edit replaces s[from:to].
type edit struct {
	from, to int
	text     string
}

// rescueDoc is a here-document whose body is still to come.
type rescueDoc struct {
	stop         string
	raw          bool   // the delimiter is quoted: no expansions in the body
	tabs         bool   // <<-
	rename       string // the delimiter that takes its place, "" to keep it
	opFrom, opTo int
}

// rescue rewrites what the parser rejects in a script. ok is false when there is nothing that it knows of.
func rescue(text string) (fixed string, ok bool) {
	if len(text) > maxRescue {
		return text, false
	}
	r := &rescuer{s: text, budget: rescueBudget*len(text) + 4096}
	r.commands(0, 0)
	if r.failed || len(r.edits) == 0 {
		return text, false
	}
	slices.SortStableFunc(r.edits, func(a, b edit) int { return a.from - b.from })
	var b strings.Builder
	pos := 0
	for _, e := range r.edits {
		if e.from < pos {
			continue
		}
		b.WriteString(text[pos:e.from])
		b.WriteString(e.text)
		pos = e.to
	}
	b.WriteString(text[pos:])
	return b.String(), true
}

// spend takes n bytes off the budget and reports whether the work goes on.
func (r *rescuer) spend(n int) bool {
	if r.budget -= n; r.budget < 0 {
		r.failed = true
	}
	return !r.failed
}

// enter counts a level of nesting.
func (r *rescuer) enter() bool {
	if r.depth++; r.depth > maxRescueDepth {
		r.failed = true
	}
	return !r.failed
}

func (r *rescuer) replace(from, to int, text string) { r.edits = append(r.edits, edit{from, to, text}) }

// forget drops the edits from offset i on.
func (r *rescuer) forget(i int) {
	r.edits = slices.DeleteFunc(r.edits, func(e edit) bool { return e.from >= i })
}

// arithText stands for an expression that is expanded as in double quotes before it is parsed.
func arithText(text string) string {
	return arithMarker + `["` + strings.ReplaceAll(text, `"`, "") + `"]`
}

// failing is an expansion that fails with a message.
func failing(message string) string {
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(message)
	return "${" + errorMarker + `["` + quoted + `"]}`
}

// prefixWord is an assignment before a command.
type prefixWord struct {
	from, to int
	array    bool // name=(…)
	element  bool // name[sub]=…
	value    int  // where the value begins
}

// commands reads commands from i on, up to the ) or ` that end is, and returns the offset after it.
func (r *rescuer) commands(i int, end byte) int {
	if !r.enter() {
		return len(r.s)
	}
	defer func() { r.depth-- }()
	s := r.s
	command := true // a command begins here
	cases := 0      // case … esac that are open
	var prefix []prefixWord
	declares, lets, loop := false, false, false
	for i < len(s) && r.spend(1) {
		c := s[i]
		switch {
		case c == '\n':
			i = r.documents(i + 1)
			command, declares, lets, prefix = true, false, false, nil
		case c == ' ' || c == '\t':
			i++
		case c == '\\' && i+1 < len(s) && s[i+1] == '\n':
			i += 2
		case c == '#' && (i == 0 || strings.IndexByte(" \t\n;&|()", s[i-1]) >= 0):
			k := strings.IndexByte(s[i:], '\n')
			if k < 0 {
				return len(s)
			}
			r.spend(k)
			i += k
		case c == '`' && end == '`':
			return i + 1
		case c == ';' || c == '|' || c == '&':
			if c == '&' && i+1 < len(s) && s[i+1] == '>' {
				i++
				break
			}
			i++
			command, declares, lets, prefix = true, false, false, nil
		case c == '<' || c == '>':
			i = r.redirection(i)
		case c == '(':
			if strings.HasPrefix(s[i:], "((") && command && !loop {
				i = r.arithmetic(i)
			} else if loop && strings.HasPrefix(s[i:], "((") {
				if k := arithEnd(s[i+2:]); k >= 0 && r.spend(k) {
					i += k + 4
				} else {
					i++
				}
				loop = false
			} else {
				i = r.commands(i+1, ')')
			}
			command, prefix = true, nil
		case c == ')':
			i++
			if end == ')' && cases == 0 {
				return i
			}
			command, declares, lets, prefix = true, false, false, nil
		default:
			start := i
			if command || declares {
				if p, next, ok := r.assignment(i); ok {
					i = next
					if command {
						prefix = append(prefix, p)
					}
					continue
				}
			}
			if lets {
				if next, ok := r.letArray(i); ok {
					i = next
					continue
				}
			}
			i = r.word(i, end == '`')
			if i == start { // a character that begins no word
				i++
				continue
			}
			if !command {
				continue
			}
			r.prefixed(prefix)
			prefix = nil
			switch word := s[start:i]; word {
			case "if", "then", "else", "elif", "while", "until", "do", "{", "!", "time", "coproc":
			case "for":
				loop, command = true, false
				if rest := strings.TrimLeft(s[i:], " \t"); strings.HasPrefix(rest, "((") {
					command = true
				} else {
					loop = false
				}
			case "case":
				cases++
				command = false
			case "in": // of a case that began on a line before
			case "esac":
				cases = max(0, cases-1)
				command = false
			case "[[":
				i = r.condition(i)
				command = false
			case "declare", "typeset", "local", "export", "readonly":
				declares, command = true, false
			case "let":
				lets, command = true, false
			default:
				command = false
			}
		}
	}
	return i
}

// redirection reads a redirection operator and its word; a process substitution; or a here-document's delimiter.
func (r *rescuer) redirection(i int) int {
	s := r.s
	if i+1 < len(s) && s[i+1] == '(' {
		return r.commands(i+2, ')')
	}
	op := i
	for i < len(s) && strings.IndexByte("<>&|", s[i]) >= 0 {
		i++
	}
	doc := s[op:i] == "<<"
	tabs := false
	if doc && i < len(s) && s[i] == '-' {
		tabs = true
		i++
	}
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	if !doc {
		return i
	}
	n := len(r.edits)
	next := r.word(i, false)
	if next == i {
		return i
	}
	r.edits = r.edits[:n] // a delimiter is not expanded
	word := s[i:next]
	d := &rescueDoc{stop: unquote(word), raw: strings.ContainsAny(word, `'"\`), tabs: tabs, opFrom: i, opTo: next}
	if strings.ContainsAny(word, "$`") && !d.raw {
		d.rename = "__SANDPIT_DELIMITER"
		r.replace(i, next, d.rename)
	}
	r.heredocs = append(r.heredocs, d)
	return next
}

// documents skips the bodies of the here-documents whose lines begin at i.
func (r *rescuer) documents(i int) int {
	for _, d := range r.heredocs {
		for i < len(r.s) {
			n := strings.IndexByte(r.s[i:], '\n')
			line := r.s[i:]
			if n >= 0 {
				line = r.s[i : i+n]
			}
			if !r.spend(len(line) + 1) {
				return len(r.s)
			}
			text := line
			if d.tabs {
				text = strings.TrimLeft(line, "\t")
			}
			if text == d.stop {
				if d.rename != "" {
					r.replace(i+len(line)-len(text), i+len(line), d.rename)
				}
				i = min(i+len(line)+1, len(r.s))
				break
			}
			if !d.raw {
				for k := i; k < i+len(line); {
					k = max(r.expansion(k, true), k+1)
				}
			}
			i = min(i+len(line)+1, len(r.s))
		}
	}
	r.heredocs = nil
	return i
}

// word reads a word: everything up to an unquoted blank or operator.
func (r *rescuer) word(i int, backquoted bool) int {
	s := r.s
	for i < len(s) && r.spend(1) {
		switch c := s[i]; {
		case c == '\\':
			i += 2
		case c == '\'':
			k := strings.IndexByte(s[i+1:], '\'')
			if k < 0 {
				return len(s)
			}
			r.spend(k)
			i += k + 2
		case c == '"':
			i = r.quoted(i + 1)
		case c == '$' || c == '`' && !backquoted:
			i = max(r.expansion(i, false), i+1)
		case c == '\r':
			r.replace(i, i+1, "${"+returnMarker+"}")
			i++
		case strings.IndexByte("?*+@!", c) >= 0 && strings.HasPrefix(s[i+1:], "()"):
			r.replace(i+2, i+2, `""`)
			i += 3
		case strings.IndexByte("?*+@!", c) >= 0 && i+1 < len(s) && s[i+1] == '(':
			i = r.group(i + 2)
		case strings.IndexByte(" \t\n;&|()<>`", c) >= 0:
			return min(i, len(s))
		default:
			i++
		}
	}
	return min(i, len(s))
}

// group reads the inside of an extended pattern.
func (r *rescuer) group(i int) int {
	if !r.enter() {
		return len(r.s)
	}
	defer func() { r.depth-- }()
	for i < len(r.s) && r.spend(1) {
		switch r.s[i] {
		case ')':
			return i + 1
		case '\n':
			return i
		case '(':
			i = r.group(i + 1)
		case '|', '&', ';', '<', '>', ' ', '\t', '`':
			i++
		default:
			i = max(r.word(i, false), i+1)
		}
	}
	return i
}

// quoted reads the inside of double quotes.
func (r *rescuer) quoted(i int) int {
	s := r.s
	for i < len(s) && r.spend(1) {
		switch s[i] {
		case '\\':
			i += 2
		case '"':
			return i + 1
		case '\r':
			r.replace(i, i+1, "${"+returnMarker+"}")
			i++
		case '$', '`':
			i = max(r.expansion(i, true), i+1)
		default:
			i++
		}
	}
	return min(i, len(s))
}

// expansion reads what $ or ` at i begins and returns the offset after it, i when it is an ordinary character.
func (r *rescuer) expansion(i int, quotes bool) int {
	s := r.s
	switch {
	case s[i] == '`':
		return r.commands(i+1, '`')
	case s[i] != '$' || i+1 == len(s):
		return i
	case strings.HasPrefix(s[i+1:], "(("):
		return r.arithmetic(i + 1)
	case s[i+1] == '(':
		return r.commands(i+2, ')')
	case s[i+1] == '{':
		return r.parameter(i, quotes)
	case s[i+1] == '\'' && !quotes:
		if n := quotedLength(s[i:]); n > 0 && r.spend(n) {
			return i + n
		}
	}
	return i
}

// arithmetic reads (( at i. Where it does not end in )) it is a subshell in a subshell or a substitution, and the parser
// wants a blank between the parentheses.
func (r *rescuer) arithmetic(i int) int {
	s := r.s
	end := arithEnd(s[i+2:])
	if end < 0 {
		r.spend(len(s) - i)
		n := len(r.edits)
		next := r.commands(i+1, ')')
		if next <= len(s) && s[next-1] == ')' {
			r.edits = slices.Insert(r.edits, n, edit{i + 1, i + 1, " "})
		}
		return next
	}
	body := s[i+2 : i+2+end]
	if r.spend(4*end) && !arithParses(body) {
		r.replace(i+2, i+2+end, arithText(body))
	}
	return i + end + 4
}

// condition reads the inside of [[ up to its ]].
func (r *rescuer) condition(i int) int {
	s := r.s
	for i < len(s) && r.spend(1) {
		if strings.HasPrefix(s[i:], "]]") && strings.IndexByte(" \t\n", s[i-1]) >= 0 {
			return i + 2
		}
		if strings.IndexByte(" \t\n;&|()<>`", s[i]) >= 0 {
			i++
			continue
		}
		i = max(r.word(i, false), i+1)
	}
	return i
}

// nameLength is the length of the name at the start of s.
func nameLength(s string) int {
	n := 0
	for n < len(s) && nameByte(s[n]) && (n > 0 || s[0] < '0' || s[0] > '9') {
		n++
	}
	return n
}

// bracketEnd is bracketEnd within the budget.
func (r *rescuer) bracketEnd(k int) int {
	end := bracketEnd(r.s, k)
	if end < 0 {
		r.spend(len(r.s) - k) // at most
		return -1
	}
	r.spend(end - k)
	return end
}

// bracketEnd is the offset of the ] that matches the [ at k, on the same line, -1 for none.
func bracketEnd(s string, k int) int {
	depth := 0
	for ; k < len(s) && s[k] != '\n'; k++ {
		switch s[k] {
		case '\\':
			k++
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return k
			}
		case '\'', '"':
			n := strings.IndexByte(s[k+1:], s[k])
			if n < 0 {
				return -1
			}
			k += n + 1
		}
	}
	return -1
}

// arithEnd is the offset of the )) that ends the arithmetic whose inside starts at s, -1 when there is none.
func arithEnd(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth == 0 {
				if i+1 < len(s) && s[i+1] == ')' {
					return i
				}
				return -1
			}
			depth--
		}
	}
	return -1
}

func arithParses(body string) bool {
	if strings.TrimSpace(body) == "" {
		return false
	}
	p := parsers.Get().(*syntax.Parser)
	defer parsers.Put(p)
	_, err := p.Document(&guardedReader{"$((" + body + "))"})
	return err == nil
}
