package git

import (
	"sort"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// pretty prints commits as --pretty and --format say.
type pretty struct {
	g         *run
	format    string // a name, or what %-placeholders are filled in of
	user      bool   // format holds placeholders
	terminate bool   // each commit ends with a newline (tformat), instead of one between two (format)
	abbrev    bool   // --abbrev-commit
	date      string
	decorate  bool
	mark      string // before the commit's hash: > < = of --left-right
	refs      map[plumbing.Hash][]string
}

// set takes the value of --pretty or --format.
func (p *pretty) set(v string) error {
	p.user, p.terminate = false, true
	switch {
	case strings.HasPrefix(v, "format:"):
		p.format, p.user, p.terminate = v[len("format:"):], true, false
	case strings.HasPrefix(v, "tformat:"):
		p.format, p.user = v[len("tformat:"):], true
	case v == "oneline" || v == "short" || v == "medium" || v == "full" || v == "fuller" || v == "raw" || v == "reference" || v == "email":
		p.format = v
	case strings.Contains(v, "%"):
		p.format, p.user = v, true
	case v == "":
		p.format = "medium"
	default:
		if alias, ok := p.g.setting("pretty." + v); ok && alias != v {
			return p.set(alias)
		}
		return fatal("invalid --pretty format: %s", v)
	}
	return nil
}

// decorations lists the references of each commit as log --decorate shows them.
func (g *run) decorations() map[plumbing.Hash][]string {
	out := map[plumbing.Hash][]string{}
	branch, head, err := g.head()
	refs := g.references("refs/")
	rank := func(r *plumbing.Reference) int {
		switch {
		case strings.HasPrefix(r.Name().String(), "refs/tags/"):
			return 0
		case strings.HasPrefix(r.Name().String(), "refs/remotes/"):
			return 1
		case strings.HasPrefix(r.Name().String(), "refs/heads/"):
			return 2
		}
		return 3
	}
	sort.SliceStable(refs, func(i, j int) bool { return rank(refs[i]) < rank(refs[j]) })
	if err == nil && !head.IsZero() {
		if branch == "" {
			out[head] = append(out[head], "HEAD")
		} else {
			out[head] = append(out[head], "HEAD -> "+branch.Short())
		}
	}
	for _, r := range refs {
		if err == nil && r.Name() == branch {
			continue
		}
		h, ok := g.resolveRef(r)
		if !ok {
			continue
		}
		if c, ok := g.peel(h, plumbing.CommitObject); ok {
			h = c
		}
		name := strings.TrimPrefix(strings.TrimPrefix(r.Name().String(), "refs/heads/"), "refs/remotes/")
		if rest, tag := strings.CutPrefix(r.Name().String(), "refs/tags/"); tag {
			name = "tag: " + rest
		}
		out[h] = append(out[h], name)
	}
	return out
}

func (p *pretty) names(h plumbing.Hash) string {
	if p.refs == nil {
		p.refs = p.g.decorations()
	}
	return strings.Join(p.refs[h], ", ")
}

func (p *pretty) hash(h plumbing.Hash) string {
	if p.abbrev {
		return p.g.short(h)
	}
	return h.String()
}

// subject is a message's first paragraph on one line; body is what follows it.
func subjectOf(message string) (subject, body string) {
	message = strings.TrimLeft(message, "\n")
	subject, body, _ = strings.Cut(message, "\n\n")
	return strings.Join(strings.Split(strings.TrimRight(subject, "\n"), "\n"), " "), strings.TrimLeft(body, "\n")
}

// text is a commit without the newline that may end it.
func (p *pretty) text(c *object.Commit) string {
	if p.user {
		return p.expand(p.format, c)
	}
	deco := ""
	if p.decorate {
		if n := p.names(c.Hash); n != "" {
			deco = " (" + n + ")"
		}
	}
	subject, _ := subjectOf(c.Message)
	switch p.format {
	case "oneline":
		return p.mark + p.hash(c.Hash) + deco + " " + subject
	case "reference":
		return p.g.short(c.Hash) + " (" + subject + ", " + p.g.dateText(c.Author.When, orDefault(p.date, "short")) + ")"
	case "raw":
		var b strings.Builder
		b.WriteString("commit " + p.hash(c.Hash) + deco + "\ntree " + c.TreeHash.String() + "\n")
		for _, h := range c.ParentHashes {
			b.WriteString("parent " + h.String() + "\n")
		}
		b.WriteString("author " + identText(c.Author) + "\ncommitter " + identText(c.Committer) + "\n\n" + indented(c.Message))
		return b.String()
	case "email":
		body := ""
		if _, rest := subjectOf(c.Message); rest != "" {
			body = rest
		}
		return "From " + c.Hash.String() + " Mon Sep 17 00:00:00 2001\nFrom: " + c.Author.Name + " <" + c.Author.Email + ">\nDate: " + c.Author.When.Format("Mon, 2 Jan 2006 15:04:05 -0700") + "\nSubject: [PATCH] " + subject + "\n\n" + body
	}
	var b strings.Builder
	b.WriteString("commit " + p.mark + p.hash(c.Hash) + deco + "\n")
	if len(c.ParentHashes) > 1 {
		b.WriteString("Merge:")
		for _, h := range c.ParentHashes {
			b.WriteString(" " + p.g.short(h))
		}
		b.WriteByte('\n')
	}
	who := func(s object.Signature) string { return s.Name + " <" + s.Email + ">\n" }
	switch p.format {
	case "short":
		return b.String() + "Author: " + who(c.Author) + "\n" + indented(subject+"\n")
	case "full":
		b.WriteString("Author: " + who(c.Author) + "Commit: " + who(c.Committer))
	case "fuller":
		b.WriteString("Author:     " + who(c.Author) + "AuthorDate: " + p.g.dateText(c.Author.When, p.date) + "\nCommit:     " + who(c.Committer) + "CommitDate: " + p.g.dateText(c.Committer.When, p.date) + "\n")
	default:
		b.WriteString("Author: " + who(c.Author) + "Date:   " + p.g.dateText(c.Author.When, p.date) + "\n")
	}
	b.WriteString("\n" + indented(c.Message))
	return b.String()
}

func orDefault(v, otherwise string) string {
	if v == "" {
		return otherwise
	}
	return v
}

// indented is a message with four blanks before each line.
func indented(message string) string {
	message = strings.Trim(message, "\n")
	if message == "" {
		return ""
	}
	var b strings.Builder
	for line := range strings.Lines(message) {
		line = strings.TrimRight(line, "\n")
		b.WriteString("    " + line + "\n")
	}
	return b.String()
}

// maxFormat bounds what a format may grow a commit to, in bytes: %<(n) takes any number.
const maxFormat = 1 << 20

// expand fills in the placeholders of git-log(1)'s PRETTY FORMATS.
func (p *pretty) expand(f string, c *object.Commit) string {
	var b strings.Builder
	var pad func(string) string
	for i := 0; i < len(f) && b.Len() < maxFormat; i++ {
		if f[i] != '%' || i+1 >= len(f) {
			b.WriteByte(f[i])
			continue
		}
		i++
		rest := f[i:]
		if n, fn := padding(rest); n > 0 {
			pad = fn
			i += n - 1
			continue
		}
		lead := byte(0)
		if (rest[0] == '+' || rest[0] == '-' || rest[0] == ' ') && len(rest) > 1 {
			lead, rest = rest[0], rest[1:]
			i++
		}
		text, n := p.placeholder(rest, c)
		if n == 0 {
			b.WriteByte('%')
			if lead != 0 {
				b.WriteByte(lead)
			}
			i--
			if lead != 0 {
				continue
			}
			continue
		}
		i += n - 1
		if pad != nil {
			text, pad = pad(text), nil
		}
		switch {
		case lead == '+' && text != "":
			text = "\n" + text
		case lead == ' ' && text != "":
			text = " " + text
		case lead == '-' && text == "":
			s := strings.TrimRight(b.String(), "\n")
			b.Reset()
			b.WriteString(s)
		}
		b.WriteString(text)
	}
	return b.String()
}

// padding reads <(n), >(n), >>(n), ><(n).
func padding(s string) (n int, pad func(string) string) {
	kinds := []string{">>", "><", "<", ">"}
	for _, k := range kinds {
		rest, ok := strings.CutPrefix(s, k+"(")
		if !ok {
			continue
		}
		arg, _, closed := strings.Cut(rest, ")")
		num, trunc, _ := strings.Cut(arg, ",")
		width, err := strconv.Atoi(strings.TrimSpace(num))
		if !closed || err != nil || width < 0 || width > 10000 {
			return 0, nil
		}
		return len(k) + 2 + len(arg), func(t string) string {
			r := []rune(t)
			if len(r) > width && trunc != "" && width >= 2 {
				switch strings.TrimSpace(trunc) {
				case "trunc":
					return string(r[:width-2]) + ".."
				case "ltrunc":
					return ".." + string(r[len(r)-width+2:])
				case "mtrunc":
					return string(r[:width/2-1]) + ".." + string(r[len(r)-(width-width/2-1):])
				}
			}
			fill := max(0, width-len(r))
			switch k {
			case "<":
				return t + strings.Repeat(" ", fill)
			case "><":
				return strings.Repeat(" ", fill/2) + t + strings.Repeat(" ", fill-fill/2)
			}
			return strings.Repeat(" ", fill) + t
		}
	}
	return 0, nil
}

// placeholder gives the text of one and how many bytes it is written with; 0 when it is none.
func (p *pretty) placeholder(s string, c *object.Commit) (string, int) {
	g := p.g
	hashes := func(list []plumbing.Hash, short bool) string {
		var out []string
		for _, h := range list {
			if short {
				out = append(out, g.short(h))
			} else {
				out = append(out, h.String())
			}
		}
		return strings.Join(out, " ")
	}
	subject, body := subjectOf(c.Message)
	switch s[0] {
	case '%':
		return "%", 1
	case 'n':
		return "\n", 1
	case 'H':
		return c.Hash.String(), 1
	case 'h':
		return g.short(c.Hash), 1
	case 'T':
		return c.TreeHash.String(), 1
	case 't':
		return g.short(c.TreeHash), 1
	case 'P':
		return hashes(c.ParentHashes, false), 1
	case 'p':
		return hashes(c.ParentHashes, true), 1
	case 's':
		return subject, 1
	case 'f':
		return fileName(subject), 1
	case 'b':
		return body, 1
	case 'B':
		return strings.TrimLeft(c.Message, "\n"), 1
	case 'e':
		return "", 1
	case 'N':
		return "", 1
	case 'm':
		return ">", 1
	case 'd':
		if n := p.names(c.Hash); n != "" {
			return " (" + n + ")", 1
		}
		return "", 1
	case 'D':
		return p.names(c.Hash), 1
	case 'S':
		return "HEAD", 1
	case 'x':
		if len(s) >= 3 {
			if v, err := strconv.ParseUint(s[1:3], 16, 8); err == nil {
				return string([]byte{byte(v)}), 3
			}
		}
	case 'C':
		if strings.HasPrefix(s, "C(") {
			if i := strings.IndexByte(s, ')'); i > 0 {
				if rest, ok := strings.CutPrefix(s[2:i], "always,"); ok {
					return color(rest), i + 1
				}
				return "", i + 1
			}
		}
		for _, name := range []string{"reset", "red", "green", "blue", "yellow"} {
			if strings.HasPrefix(s[1:], name) {
				return "", 1 + len(name)
			}
		}
	case 'G':
		if len(s) > 1 && strings.IndexByte("?GSKFPT", s[1]) >= 0 {
			if s[1] == '?' {
				return "N", 2
			}
			return "", 2
		}
	case 'a', 'c':
		if len(s) < 2 {
			return "", 0
		}
		who := c.Author
		if s[0] == 'c' {
			who = c.Committer
		}
		switch s[1] {
		case 'n', 'N':
			return who.Name, 2
		case 'e', 'E':
			return who.Email, 2
		case 'l', 'L':
			local, _, _ := strings.Cut(who.Email, "@")
			return local, 2
		case 'd':
			return g.dateText(who.When, p.date), 2
		case 'D':
			return g.dateText(who.When, "rfc"), 2
		case 'r':
			return g.dateText(who.When, "relative"), 2
		case 't':
			return g.dateText(who.When, "unix"), 2
		case 'i':
			return g.dateText(who.When, "iso"), 2
		case 'I':
			return g.dateText(who.When, "iso-strict"), 2
		case 's':
			return g.dateText(who.When, "short"), 2
		case 'h':
			return g.dateText(who.When, "human"), 2
		}
	case '(':
		if rest, ok := strings.CutPrefix(s, "(trailers"); ok {
			if i := strings.IndexByte(rest, ')'); i >= 0 {
				return trailersOf(c.Message), len("(trailers") + i + 1
			}
		}
	}
	return "", 0
}

// color is the escape sequence of a colour's name.
func color(name string) string {
	codes := map[string]string{"reset": "\x1b[m", "red": "\x1b[31m", "green": "\x1b[32m", "yellow": "\x1b[33m", "blue": "\x1b[34m", "magenta": "\x1b[35m", "cyan": "\x1b[36m", "bold": "\x1b[1m", "dim": "\x1b[2m"}
	return codes[name]
}

// fileName makes of a subject what format-patch would name a file.
func fileName(s string) string {
	var b strings.Builder
	dash := false
	for i := range len(s) {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' {
			if dash && b.Len() > 0 {
				b.WriteByte('-')
			}
			dash = false
			b.WriteByte(c)
			for c == '.' && i+1 < len(s) && s[i+1] == '.' {
				break
			}
		} else {
			dash = true
		}
	}
	return strings.TrimRight(b.String(), ".-")
}

// trailersOf gives the last paragraph when it is made of "Key: value" lines.
func trailersOf(message string) string {
	body := strings.TrimRight(message, "\n")
	i := strings.LastIndex(body, "\n\n")
	if i < 0 {
		return ""
	}
	for l := range strings.Lines(body[i+2:]) {
		if key, _, ok := strings.Cut(l, ": "); !ok || strings.Contains(key, " ") {
			return ""
		}
	}
	return body[i+2:] + "\n"
}
