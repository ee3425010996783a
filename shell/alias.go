package shell

import "strings"

// expandAliases replaces the aliases in a text, as bash does while it reads: the first word of each simple command, and
// the word after an alias whose value ends in a blank. It works on the text, since an alias may hold any part of the
// grammar. Nothing happens unless expand_aliases is on and there are aliases.
func (sh *Shell) expandAliases(text string) string {
	if !sh.opts.expand_aliases || len(sh.aliases) == 0 {
		return text
	}
	a := aliasExpander{aliases: sh.aliases, limit: 64*len(text) + 1<<20}
	a.scan(text, nil, true)
	return a.out.String()
}

// aliasExpander copies shell text to out. It knows just enough of the grammar to tell where commands begin.
type aliasExpander struct {
	aliases map[string]string
	out     strings.Builder
	limit   int // no expansion once the output is longer
}

// reserved words after which a command begins.
var commandFollows = map[string]bool{
	"if": true, "then": true, "else": true, "elif": true, "while": true, "until": true, "do": true, "{": true, "!": true, "time": true,
}

// scan copies s. active are the aliases being expanded, which are not expanded again inside themselves. It reports
// whether a command begins where s ends.
func (a *aliasExpander) scan(s string, active []string, start bool) bool {
	i := 0
	var heredocs []heredocMark
	for i < len(s) {
		c := s[i]
		switch {
		case c == '\n':
			a.out.WriteByte(c)
			i++
			start = true
			for _, h := range heredocs {
				i = a.copyHeredoc(s, i, h, active)
			}
			heredocs = heredocs[:0]
		case c == ' ' || c == '\t':
			a.out.WriteByte(c)
			i++
		case c == '\\' && i+1 < len(s) && s[i+1] == '\n':
			a.out.WriteString(s[i : i+2])
			i += 2
		case c == '#' && (i == 0 || strings.IndexByte(" \t\n;&|()", s[i-1]) >= 0):
			j := strings.IndexByte(s[i:], '\n')
			if j < 0 {
				j = len(s) - i
			}
			a.out.WriteString(s[i : i+j])
			i += j
		case c == '<' || c == '>':
			j := i
			for j < len(s) && strings.IndexByte("<>&|", s[j]) >= 0 {
				j++
			}
			op := s[i:j]
			if j < len(s) && s[j] == '-' && op == "<<" {
				j++
				op = "<<-"
			}
			a.out.WriteString(s[i:j])
			for j < len(s) && (s[j] == ' ' || s[j] == '\t') {
				a.out.WriteByte(s[j])
				j++
			}
			if j < len(s) && s[j] == '(' { // process substitution
				i = j
				break
			}
			k := wordEnd(s, j)
			a.out.WriteString(s[j:k])
			if op == "<<" || op == "<<-" {
				stop := unquote(s[j:k])
				heredocs = append(heredocs, heredocMark{stop, op == "<<-", stop != s[j:k]})
			}
			i = k
		case strings.IndexByte(";&|()", c) >= 0:
			a.out.WriteByte(c)
			i++
			start = true
		default:
			j := wordEnd(s, i)
			word := s[i:j]
			switch {
			case start && isAssignment(word):
				a.word(word, active)
			case start && a.expand(word, s[j:], active, &start):
			case start && commandFollows[word]:
				a.out.WriteString(word)
			default:
				a.word(word, active)
				start = false
			}
			i = j
		}
	}
	return start
}

// word copies a word; in its command substitutions aliases count too.
func (a *aliasExpander) word(s string, active []string) {
	quoted := false
	for i := 0; i < len(s); {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			a.out.WriteString(s[i : i+2])
			i += 2
			continue
		case s[i] == '"':
			quoted = !quoted
		case s[i] == '\'' && !quoted:
			j := wordQuoteEnd(s, i)
			a.out.WriteString(s[i:j])
			i = j
			continue
		case strings.HasPrefix(s[i:], "$(") && !strings.HasPrefix(s[i:], "$(("):
			j := balanced(s, i+1)
			if j > i+2 && s[j-1] == ')' {
				a.out.WriteString("$(")
				a.scan(s[i+2:j-1], active, true)
				a.out.WriteByte(')')
				i = j
				continue
			}
		}
		a.out.WriteByte(s[i])
		i++
	}
}

// wordQuoteEnd is the offset after the single-quoted text that starts at i.
func wordQuoteEnd(s string, i int) int {
	if j := strings.IndexByte(s[i+1:], '\''); j >= 0 {
		return i + j + 2
	}
	return len(s)
}

// expand writes the value of an alias. start is set to whether the next word is looked at too.
func (a *aliasExpander) expand(word, rest string, active []string, start *bool) bool {
	value, ok := a.aliases[word]
	if !ok || a.out.Len() > a.limit {
		return false
	}
	for _, name := range active {
		if name == word {
			return false
		}
	}
	follows := a.scan(value, append(active[:len(active):len(active)], word), true)
	*start = follows || strings.HasSuffix(value, " ") || strings.HasSuffix(value, "\t")
	return true
}

type heredocMark struct {
	stop   string
	tabs   bool
	quoted bool // nothing is expanded in it
}

func (a *aliasExpander) copyHeredoc(s string, i int, h heredocMark, active []string) int {
	for i < len(s) {
		j := strings.IndexByte(s[i:], '\n')
		line := s[i:]
		if j >= 0 {
			line = s[i : i+j]
			j++
		} else {
			j = len(line)
		}
		// A substitution over several lines is left as it is.
		if text := s[i : i+j]; !h.quoted && strings.Contains(text, "$(") && strings.Count(text, "(") == strings.Count(text, ")") {
			a.word(text, active)
		} else {
			a.out.WriteString(text)
		}
		i += j
		if h.tabs {
			line = strings.TrimLeft(line, "\t")
		}
		if line == h.stop {
			break
		}
	}
	return i
}

var quoteMarks = strings.NewReplacer(`'`, "", `"`, "", `\`, "")

func unquote(word string) string { return quoteMarks.Replace(word) }

func isAssignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	if !ok {
		return false
	}
	name = strings.TrimSuffix(name, "+")
	if k := strings.IndexByte(name, '['); k > 0 && strings.HasSuffix(name, "]") {
		name = name[:k]
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		if !(c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || i > 0 && '0' <= c && c <= '9') {
			return false
		}
	}
	return name != ""
}

// wordEnd is the end of the word that starts at i: quotes, expansions and substitutions are part of it.
func wordEnd(s string, i int) int {
	for i < len(s) {
		switch c := s[i]; {
		case c == '\\':
			i += 2
		case c == '\'':
			j := strings.IndexByte(s[i+1:], '\'')
			if j < 0 {
				return len(s)
			}
			i += j + 2
		case c == '"' || c == '`':
			i = closing(s, i+1, c)
		case c == '$' && i+1 < len(s) && (s[i+1] == '(' || s[i+1] == '{'):
			i = balanced(s, i+1)
		case c == '(' && i > 0 && s[i-1] == '=':
			i = balanced(s, i)
		case strings.IndexByte(" \t\n;&|()<>", c) >= 0:
			return i
		default:
			i++
		}
	}
	return len(s)
}

// closing is the offset after the quote q that closes a string; substitutions inside may hold quotes of their own.
func closing(s string, i int, q byte) int {
	for i < len(s) {
		switch {
		case s[i] == '\\':
			i += 2
		case s[i] == q:
			return i + 1
		case q == '"' && s[i] == '$' && i+1 < len(s) && (s[i+1] == '(' || s[i+1] == '{'):
			i = balanced(s, i+1)
		default:
			i++
		}
	}
	return len(s)
}

// balanced is the offset after the bracket that closes the one at i.
func balanced(s string, i int) int {
	depth := 0
	for i < len(s) {
		switch s[i] {
		case '\\':
			i++
		case '(', '{':
			depth++
		case ')', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '\'':
			if j := strings.IndexByte(s[i+1:], '\''); j >= 0 {
				i += j + 1
			}
		case '"', '`':
			i = closing(s, i+1, s[i]) - 1
		}
		i++
	}
	return len(s)
}
