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
				i = a.copyHeredoc(s, i, h)
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
				heredocs = append(heredocs, heredocMark{unquote(s[j:k]), op == "<<-"})
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
				a.out.WriteString(word)
			case start && a.expand(word, s[j:], active, &start):
			case start && commandFollows[word]:
				a.out.WriteString(word)
			default:
				a.out.WriteString(word)
				start = false
			}
			i = j
		}
	}
	return start
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
	stop string
	tabs bool
}

func (a *aliasExpander) copyHeredoc(s string, i int, h heredocMark) int {
	for i < len(s) {
		j := strings.IndexByte(s[i:], '\n')
		line := s[i:]
		if j >= 0 {
			line = s[i : i+j]
			j++
		} else {
			j = len(line)
		}
		a.out.WriteString(s[i : i+j])
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
