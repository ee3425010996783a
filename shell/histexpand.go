package shell

import (
	"strconv"
	"strings"
)

// History expansion (bash manual 9.3): !! and its kin, ^old^new, done on an input line before it is parsed.

// histError is why a line could not be expanded: "!x: event not found".
type histError string

func (e histError) Error() string { return string(e) }

// histState is what earlier expansions leave for :& and the word that !?string? matched.
type histState struct {
	old, new string
	search   string
	matched  string
}

// expandHistory replaces the references of a line. printOnly says that :p asks for the line not to be executed.
func (sh *Shell) expandHistory(line string, entries []historyEntry) (out string, changed, printOnly bool, err error) {
	chars, _ := sh.getVar("histchars")
	bang, caret, comment := byte('!'), byte('^'), byte('#')
	if len(chars) > 0 {
		bang = chars[0]
	}
	if len(chars) > 1 {
		caret = chars[1]
	}
	if len(chars) > 2 {
		comment = chars[2]
	}
	h := &histExpander{sh: sh, bang: bang, caret: caret, entries: entries, state: &sh.histState}
	if strings.HasPrefix(line, string(caret)) && line != "" {
		// ^old^new^ stands for !!:s^old^new^
		text, rest, e := h.quickSubst(line)
		return text + rest, true, h.printOnly, e
	}
	if strings.IndexByte(line, bang) < 0 {
		return line, false, false, nil
	}
	var b strings.Builder
	single, double := false, false
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '\\' && !single && i+1 < len(line):
			b.WriteByte(c)
			i++
			b.WriteByte(line[i])
			continue
		case c == '\'' && !double:
			single = !single
		case c == '"' && !single:
			double = !double
		case c == comment && !single && !double && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') && sh.opts.interactive_comments:
			b.WriteString(line[i:])
			return b.String(), changed, h.printOnly, nil
		case c == bang && !single:
			if i+1 >= len(line) || strings.IndexByte(" \t\n\r=", line[i+1]) >= 0 || double && line[i+1] == '"' ||
				line[i+1] == '(' && sh.opts.extglob || i > 0 && (line[i-1] == '$' && line[i+1] != bang || line[i-1] == '{' && i > 1 && line[i-2] == '$' || line[i-1] == '[') {
				break
			}
			text, n, e := h.reference(line[i:], b.String(), double)
			if e != nil {
				return line, false, false, e
			}
			b.WriteString(text)
			if b.Len() > maxEditLine {
				return line, false, false, histError("history expansion is too long")
			}
			changed = true
			i += n - 1
			continue
		}
		b.WriteByte(c)
	}
	return b.String(), changed, h.printOnly, nil
}

type histExpander struct {
	sh          *Shell
	bang, caret byte
	entries     []historyEntry
	state       *histState
	printOnly   bool
}

func (h *histExpander) last() (string, bool) {
	if n := len(h.entries); n > 0 {
		return h.entries[n-1].text, true
	}
	return "", false
}

func (h *histExpander) quickSubst(line string) (text, rest string, err error) {
	event, ok := h.last()
	parts := line[1:]
	old, parts, _ := cutEscaped(parts, h.caret)
	repl, rest, closed := cutEscaped(parts, h.caret)
	if !closed {
		rest = ""
	}
	if !ok {
		return "", "", histError(":s" + line + ": event not found")
	}
	if old == "" {
		old = h.state.old
	}
	repl = expandAmp(repl, old)
	h.state.old, h.state.new = old, repl
	k := strings.Index(event, old)
	if k < 0 || old == "" {
		return "", "", histError(":s" + line + ": substitution failed")
	}
	text = event[:k] + repl + event[k+len(old):]
	for strings.HasPrefix(rest, ":") {
		t, n, e := h.modifiers(rest, text)
		if e != nil {
			return "", "", e
		}
		if n == 0 {
			break
		}
		text, rest = t, rest[n:]
	}
	return text, rest, nil
}

// cutEscaped cuts at an unescaped delimiter; a backslash before the delimiter is dropped.
func cutEscaped(s string, delim byte) (before, after string, found bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && s[i+1] == delim {
			i++
		} else if s[i] == delim {
			return b.String(), s[i+1:], true
		}
		b.WriteByte(s[i])
	}
	return b.String(), "", false
}

// expandAmp replaces & in a replacement by the old text.
func expandAmp(s, old string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == '&':
			i++
			b.WriteByte('&')
		case s[i] == '&':
			b.WriteString(old)
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// reference expands the reference that s begins with and returns its length. soFar is the line before it, for !#.
func (h *histExpander) reference(s, soFar string, quoted bool) (text string, n int, err error) {
	i := 1
	var event string
	ok := true
	search := ""
	fail := func() (string, int, error) {
		return "", 0, histError(s[:max(i, 1)] + ": event not found")
	}
	switch c := s[i]; {
	case c == h.bang:
		i++
		event, ok = h.last()
	case c == '#':
		i++
		event = soFar
	case c == '-' || c >= '0' && c <= '9':
		j := i
		if c == '-' {
			j++
		}
		k := j
		for k < len(s) && s[k] >= '0' && s[k] <= '9' {
			k++
		}
		if k == j {
			event, ok = h.last()
			if c == '-' && k < len(s) { // !-x: a search for "-x"
				return h.search(s, i, quoted)
			}
			break
		}
		num, _ := strconv.Atoi(s[j:k])
		i = k
		index := num - h.sh.history.base - 1
		if c == '-' {
			index = len(h.entries) - num
		}
		if index < 0 || index >= len(h.entries) {
			return fail()
		}
		event = h.entries[index].text
	case c == '?':
		end := strings.IndexAny(s[2:], "?\n")
		search = s[2:]
		i = len(s)
		if end >= 0 {
			search, i = s[2:2+end], 2+end
			if s[i] == '?' {
				i++
			}
		}
		if search == "" {
			search = h.state.search
		}
		h.state.search = search
		ok = false
		for k := len(h.entries) - 1; k >= 0 && search != ""; k-- {
			if strings.Contains(h.entries[k].text, search) {
				event, ok = h.entries[k].text, true
				break
			}
		}
		h.state.matched = search
	case c == '$' || c == '^' || c == '*' || c == ':' || c == '%':
		event, ok = h.last()
	default:
		return h.search(s, i, quoted)
	}
	if !ok {
		return fail()
	}
	return h.designate(s, i, event)
}

// search is !string: the latest command that begins with it.
func (h *histExpander) search(s string, i int, quoted bool) (string, int, error) {
	j := i
	for j < len(s) && strings.IndexByte(" \t\n:^$*%;|&<>()", s[j]) < 0 && !(quoted && s[j] == '"') && !(s[j] == '-' && j > i && false) {
		j++
	}
	want := s[i:j]
	for k := len(h.entries) - 1; k >= 0; k-- {
		if strings.HasPrefix(h.entries[k].text, want) {
			return h.designate(s, j, h.entries[k].text)
		}
	}
	return "", 0, histError(s[:j] + ": event not found")
}

// designate takes the words that a designator names out of the event, then applies modifiers.
func (h *histExpander) designate(s string, i int, event string) (string, int, error) {
	text := event
	words := historyWords(event)
	last := len(words) - 1
	j := i
	if j < len(s) && s[j] == ':' && j+1 < len(s) && strings.IndexByte("0123456789^$*%-", s[j+1]) >= 0 {
		j++
	}
	if j < len(s) && (j > i || strings.IndexByte("^$*%-", s[j]) >= 0) {
		start := j
		num := func() (int, bool) {
			if j >= len(s) {
				return 0, false
			}
			switch c := s[j]; {
			case c == '^':
				j++
				return 1, true
			case c == '$':
				j++
				return last, true
			case c >= '0' && c <= '9':
				k := j
				for k < len(s) && s[k] >= '0' && s[k] <= '9' {
					k++
				}
				n, err := strconv.Atoi(s[j:k])
				j = k
				return n, err == nil
			}
			return 0, false
		}
		bad := func() (string, int, error) {
			return "", 0, histError(strings.TrimLeft(s[i:max(j, start)], "") + ": bad word specifier")
		}
		pick := func(a, b int) (string, bool) {
			if a < 0 || b > last || a > b {
				return "", false
			}
			return strings.Join(words[a:b+1], " "), true
		}
		ok := true
		switch {
		case s[j] == '*':
			j++
			if last < 1 {
				text = ""
			} else {
				text, ok = pick(1, last)
			}
		case s[j] == '%':
			j++
			ok = false
			for _, w := range words {
				if h.state.matched != "" && strings.Contains(w, h.state.matched) {
					text, ok = w, true
					break
				}
			}
			if !ok {
				text, ok = h.state.matched, true
			}
		default:
			from, have := 0, true
			if s[j] != '-' {
				from, have = num()
			}
			if !have {
				return bad()
			}
			to := from
			if j < len(s) && s[j] == '*' {
				j++
				if to = last; from > last {
					text = ""
					return h.finish(s, j, text)
				}
			} else if j < len(s) && s[j] == '-' {
				j++
				if n, have := num(); have {
					to = n
				} else {
					to = last - 1
				}
			}
			text, ok = pick(from, to)
		}
		if !ok {
			return bad()
		}
	} else {
		j = i
	}
	return h.finish(s, j, text)
}

func (h *histExpander) finish(s string, j int, text string) (string, int, error) {
	for j < len(s) && s[j] == ':' {
		t, n, err := h.modifiers(s[j:], text)
		if err != nil {
			return "", 0, err
		}
		if n == 0 {
			break
		}
		text = t
		j += n
	}
	return text, j, nil
}

// modifiers applies the one that s begins with, and returns its length: 0 when it is none.
func (h *histExpander) modifiers(s, text string) (string, int, error) {
	i := 1
	global, words := false, false
	for i < len(s) && (s[i] == 'g' || s[i] == 'a' || s[i] == 'G') {
		if s[i] == 'G' {
			words = true
		} else {
			global = true
		}
		i++
	}
	if i >= len(s) {
		return text, 0, nil
	}
	c := s[i]
	i++
	switch c {
	case 'h':
		if k := strings.LastIndexByte(text, '/'); k > 0 {
			text = text[:k]
		} else if k == 0 {
			text = "/"
		}
	case 't':
		text = text[strings.LastIndexByte(text, '/')+1:]
	case 'r':
		if k := strings.LastIndexByte(text, '.'); k >= 0 {
			text = text[:k]
		}
	case 'e':
		if k := strings.LastIndexByte(text, '.'); k >= 0 {
			text = text[k:]
		}
	case 'p':
		h.printOnly = true
	case 'q':
		text = singleQuote(text)
	case 'x':
		var out []string
		for _, w := range strings.Fields(text) {
			out = append(out, singleQuote(w))
		}
		text = strings.Join(out, " ")
	case 's', '&':
		old, repl := h.state.old, h.state.new
		if c == 's' {
			if i >= len(s) {
				return "", 0, histError(s[:i] + ": substitution failed")
			}
			delim := s[i]
			rest := s[i+1:]
			var after string
			var closed bool
			old, after, closed = cutEscaped(rest, delim)
			if !closed {
				after = ""
			}
			repl, after, _ = cutEscaped(after, delim)
			if old == "" {
				old = h.state.old
			}
			repl = expandAmp(repl, old)
			h.state.old, h.state.new = old, repl
			i = len(s) - len(after)
		}
		if old == "" || !strings.Contains(text, old) {
			return "", 0, histError(s[:i] + ": substitution failed")
		}
		switch {
		case words:
			parts := strings.Split(text, " ")
			for k := range parts {
				parts[k] = strings.Replace(parts[k], old, repl, 1)
			}
			text = strings.Join(parts, " ")
		case global:
			if len(repl) > len(old) && strings.Count(text, old)*len(repl) > maxEditLine {
				return "", 0, histError("history expansion is too long")
			}
			text = strings.ReplaceAll(text, old, repl)
		default:
			text = strings.Replace(text, old, repl, 1)
		}
	default:
		return "", 0, histError(string(c) + ": unrecognized history modifier")
	}
	return text, i, nil
}

// historyWords splits a line into the words that designators count: quotes hold together, operators are words.
func historyWords(s string) []string {
	var words []string
	i := 0
	for i < len(s) {
		for i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\n') {
			i++
		}
		if i >= len(s) {
			break
		}
		start := i
		if strings.IndexByte("<>;&|()", s[i]) >= 0 {
			c := s[i]
			i++
			if i < len(s) && (s[i] == c && c != '(' && c != ')' || (c == '<' || c == '>') && (s[i] == '&' || s[i] == '|' || s[i] == '>') || c == '&' && s[i] == '>') {
				i++
				if c == '<' && i < len(s) && s[i-1] == '<' && (s[i] == '<' || s[i] == '-') {
					i++
				}
			}
			words = append(words, s[start:i])
			continue
		}
		quote := byte(0)
		depth := 0
	word:
		for i < len(s) {
			c := s[i]
			switch {
			case c == '\\' && quote != '\'':
				i++
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '\'' || c == '"' || c == '`':
				quote = c
			case c == '(' && i > start && strings.IndexByte("$<>@?+*!", s[i-1]) >= 0:
				depth++
			case c == ')' && depth > 0:
				depth--
			case depth > 0:
			case strings.IndexByte(" \t\n<>;&|()", c) >= 0:
				break word
			}
			i++
		}
		i = min(i, len(s))
		words = append(words, s[start:i])
	}
	return words
}

// historyExpandLine is M-^: the expansion is put into the line being edited.
func (ed *editor) historyExpandLine() {
	text, changed, _, err := ed.sh.expandHistory(fromRunes(ed.buf), ed.history)
	if err != nil {
		ed.bell()
		return
	}
	if changed {
		ed.replace(text)
	}
}

// shellExpandLine is M-C-e: history, alias and word expansion of the whole line.
func (ed *editor) shellExpandLine() {
	ed.historyExpandLine()
	text := ed.sh.expandAliases(fromRunes(ed.buf))
	w, err := parsePattern(text)
	if err != nil {
		ed.bell()
		return
	}
	fields, err := ed.sh.expandWords(w)
	if err != nil {
		ed.bell()
		return
	}
	ed.replace(strings.Join(fields, " "))
}
