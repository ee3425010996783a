package edit

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

// command runs a line typed after the colon.
func (e *editor) command(line string) {
	line = strings.TrimLeft(line, ": \t")
	from, to, given, rest, err := e.lineRange(line)
	if err != "" {
		e.message = err
		return
	}
	rest = strings.TrimLeft(rest, " \t")
	if rest == "" {
		if given > 0 {
			e.line, e.at = max(0, min(to, len(e.lines)-1)), 0
			e.at = firstText(e.lines[e.line])
		}
		return
	}
	if rest[0] == '!' {
		e.shell(rest[1:])
		return
	}
	name := rest
	for i := 0; i < len(rest); i++ {
		if c := rest[i] | 0x20; c < 'a' || c > 'z' {
			name = rest[:i]
			break
		}
	}
	if name == "" {
		name = rest[:1]
	}
	if name[0] == 's' && len(name) > 1 && !strings.HasPrefix("substitute", name) && !strings.HasPrefix("set", name) {
		name = "s"
	}
	arg := rest[len(name):]
	bang := strings.HasPrefix(arg, "!")
	arg = strings.TrimSpace(strings.TrimPrefix(arg, "!"))
	if given == 0 && (name == "w" || name == "write" || name == "wq" || name == "x" || name == "xit" || name == "g" || name == "global" || name == "v") {
		from, to = 0, len(e.lines)-1
	}
	if from < 0 || to >= len(e.lines) || from > to {
		e.message = "E16: Invalid range"
		return
	}
	switch name {
	case "w", "write":
		e.write(arg, bang, from, to, given > 0)
	case "wq", "x", "xit", "exit", "wqa", "xa":
		if name[0] == 'x' && !e.dirty && e.name != "" || e.write(arg, bang, from, to, false) {
			e.leave(true)
		}
	case "q", "quit", "qa", "quitall":
		e.leave(bang)
	case "cq", "cquit":
		e.quit, e.status = true, 1
	case "e", "edit":
		if e.dirty && !bang {
			e.message = "E37: No write since last change (add ! to override)"
			return
		}
		if arg == "" {
			arg = e.name
		}
		if arg != "" {
			e.load(arg)
		}
	case "r", "read":
		e.readFile(arg, to)
	case "f", "file":
		if arg != "" {
			e.name = arg
		}
		flag := ""
		if e.dirty {
			flag = " [Modified]"
		}
		e.message = fmt.Sprintf("%q%s %d lines --%d%%--", e.name, flag, len(e.lines), (e.line+1)*100/len(e.lines))
	case "n", "next", "N", "prev", "previous":
		step := 1
		if name[0] == 'N' || name[0] == 'p' {
			step = -1
		}
		switch {
		case e.dirty && !bang:
			e.message = "E37: No write since last change (add ! to override)"
		case e.file+step < 0 || e.file+step >= len(e.files):
			e.message = "E165: Cannot go beyond last file"
		default:
			e.file += step
			e.load(e.files[e.file])
		}
	case "d", "delete", "y", "yank":
		e.line = from
		op := 'd'
		if name[0] == 'y' {
			op = 'y'
		}
		keep := e.rec
		e.rec = nil
		e.operate(keyOf(op), keyOf(op), to-from+1, true)
		e.rec = keep
	case "m", "move", "t", "co", "copy":
		e.moveLines(arg, from, to, name[0] == 'm')
	case "j", "join":
		e.line = from
		e.rec = nil
		e.normalKey('J')
	case "s", "substitute", "&":
		e.substitute(rest[len(name):], from, to)
	case "g", "global", "v", "vglobal":
		e.global(arg, from, to, name[0] == 'v' || bang)
	case "set", "se":
		e.set(arg)
	case "noh", "nohlsearch", "syntax", "syn", "filetype":
	case "u", "undo":
		e.undo(&e.undos, &e.redos, "oldest")
	case "red", "redo":
		e.undo(&e.redos, &e.undos, "newest")
	case "normal", "norm":
		for _, r := range arg {
			e.queue = append(e.queue, keyOf(r))
		}
		e.queue = append(e.queue, 27)
	case "sh", "shell":
		e.shell("${SHELL:-sh}")
	case "=":
		e.message = strconv.Itoa(len(e.lines))
		if given > 0 {
			e.message = strconv.Itoa(to + 1)
		}
	case "h", "help":
		e.message = "i a o O A I insert, ESC ends it; x dd dw yy p u C-r . / n; :w :q :wq :q! :s/a/b/g :set nu"
	default:
		e.message = "E492: Not an editor command: " + rest
	}
}

// leave ends the editor unless something is not written.
func (e *editor) leave(force bool) {
	if e.dirty && !force {
		e.message = "E37: No write since last change (add ! to override)"
		return
	}
	e.quit = true
}

// lineRange reads the addresses before a command; given is how many there are. Lines are numbered from 0.
func (e *editor) lineRange(s string) (from, to, given int, rest, problem string) {
	from, to = e.line, e.line
	if strings.HasPrefix(s, "%") {
		return 0, len(e.lines) - 1, 2, s[1:], ""
	}
	for {
		n, ok, after, problem := e.address(s)
		if problem != "" {
			return 0, 0, 0, "", problem
		}
		s = after
		if ok {
			if given++; given == 1 {
				from, to = n, n
			} else {
				from, to = to, n
			}
		}
		if !strings.HasPrefix(s, ",") && !strings.HasPrefix(s, ";") {
			return from, to, given, s, ""
		}
		if !ok && given == 0 {
			given = 1
		}
		s = s[1:]
	}
}

func (e *editor) address(s string) (n int, ok bool, rest, problem string) {
	s = strings.TrimLeft(s, " \t")
	n = e.line
	switch {
	case s == "":
		return n, false, s, ""
	case s[0] >= '0' && s[0] <= '9':
		k := 0
		for k < len(s) && s[k] >= '0' && s[k] <= '9' {
			k++
		}
		n, _ = strconv.Atoi(s[:min(k, 9)])
		n, s, ok = n-1, s[k:], true
		n = max(n, 0)
	case s[0] == '.':
		s, ok = s[1:], true
	case s[0] == '$':
		n, s, ok = len(e.lines)-1, s[1:], true
	case s[0] == '/' || s[0] == '?':
		text, after, _ := cutDelim(s[1:], s[0])
		if text == "" {
			text = e.search
		}
		re, err := pattern(text)
		if err != nil {
			return 0, false, "", "Invalid pattern"
		}
		p, found := e.match(re, pos{e.line, len(e.lines[e.line])}, s[0] == '/')
		if !found {
			return 0, false, "", "E486: Pattern not found: " + text
		}
		n, s, ok = p.line, after, true
	}
	for s != "" && (s[0] == '+' || s[0] == '-') {
		sign := 1
		if s[0] == '-' {
			sign = -1
		}
		k := 1
		for k < len(s) && s[k] >= '0' && s[k] <= '9' {
			k++
		}
		d := 1
		if k > 1 {
			d, _ = strconv.Atoi(s[1:min(k, 9)])
		}
		n, s, ok = n+sign*d, s[k:], true
	}
	return n, ok, s, ""
}

// cutDelim cuts at a delimiter that no backslash precedes.
func cutDelim(s string, delim byte) (before, after string, found bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
			if s[i] != delim {
				b.WriteByte('\\')
			}
			b.WriteByte(s[i])
			continue
		}
		if s[i] == delim {
			return b.String(), s[i+1:], true
		}
		b.WriteByte(s[i])
	}
	return b.String(), "", false
}

// write writes lines to a file and reports whether it went well.
func (e *editor) write(arg string, force bool, from, to int, part bool) bool {
	name, appendTo := arg, false
	if rest, ok := strings.CutPrefix(arg, ">>"); ok {
		name, appendTo = strings.TrimSpace(rest), true
	}
	whole := name == "" || name == e.name
	if name == "" {
		name = e.name
	}
	switch {
	case name == "":
		e.message = "E32: No file name"
		return false
	case e.readOnly && whole && !force:
		e.message = "E45: 'readonly' option is set (add ! to override)"
		return false
	case part && whole && !force && !appendTo:
		e.message = "E140: Use ! to write partial buffer"
		return false
	}
	_, err := e.p.FS().Stat(name)
	isNew := errors.Is(err, os.ErrNotExist)
	if err == nil && !whole && !force && !appendTo {
		e.message = "E13: File exists (add ! to override)"
		return false
	}
	lines := e.lines[from : to+1]
	if e.vacant && len(e.lines) == 1 && len(e.lines[0]) == 0 {
		lines = nil
	}
	n, err := writeLines(e.p, name, lines, e.noEOL && to == len(e.lines)-1, appendTo)
	if err != nil {
		e.message = fmt.Sprintf("%q E212: Can't open file for writing: %s", name, kernel.Strerror(err))
		return false
	}
	if e.name == "" {
		e.name = name
		whole = true
	}
	if whole && !part {
		e.dirty = false
		for i := range e.undos {
			e.undos[i].dirty = true
		}
	}
	flag := ""
	if isNew {
		flag = "[New] "
	}
	e.message = fmt.Sprintf("%q %s%dL, %dB written", name, flag, len(lines), n)
	return true
}

func (e *editor) readFile(arg string, after int) {
	var in [][]rune
	if command, ok := strings.CutPrefix(arg, "!"); ok {
		out := e.output(command)
		for line := range strings.Lines(out) {
			in = append(in, decode([]byte(strings.TrimSuffix(line, "\n"))))
		}
	} else {
		if arg == "" {
			arg = e.name
		}
		lines, size, _, err := readLines(e.p, arg)
		if err != nil {
			e.message = fmt.Sprintf("E484: Can't open file %s", arg)
			return
		}
		in = lines
		e.message = fmt.Sprintf("%q %dL, %dB", arg, len(lines), size)
	}
	e.save()
	e.lines = slices.Insert(e.lines, after+1, in...)
	e.line, e.at = min(after+1, len(e.lines)-1), 0
}

func (e *editor) moveLines(arg string, from, to int, move bool) {
	dest, ok, _, problem := e.address(arg)
	if arg == "0" {
		dest = -1
	}
	if problem != "" || !ok || dest >= len(e.lines) || move && dest >= from && dest < to {
		e.message = "E16: Invalid range"
		return
	}
	e.save()
	part := slices.Clone(e.lines[from : to+1])
	if move {
		e.lines = slices.Delete(slices.Clone(e.lines), from, to+1)
		if dest >= to {
			dest -= len(part)
		}
	}
	e.lines = slices.Insert(e.lines, dest+1, part...)
	e.line, e.at = dest+len(part), 0
}

// substitute is :s/pattern/replacement/flags; without them it is done as the last time.
func (e *editor) substitute(arg string, from, to int) {
	flags := arg
	if arg != "" && strings.IndexByte("/#|,;:!@", arg[0]) >= 0 {
		old, rest, _ := cutDelim(arg[1:], arg[0])
		repl, after, _ := cutDelim(rest, arg[0])
		if old == "" {
			old = e.search
		}
		e.subst, flags = [2]string{old, repl}, after
	}
	if e.subst[0] == "" {
		e.message = "E35: No previous regular expression"
		return
	}
	e.search = e.subst[0]
	text := e.subst[0]
	if strings.Contains(flags, "i") {
		text += `\c`
	}
	re, err := pattern(text)
	if err != nil {
		e.message = "Invalid pattern"
		return
	}
	count, lines, last := 0, 0, -1
	saved := false
	for l := from; l <= min(to, len(e.lines)-1); l++ {
		line := str(e.lines[l])
		limit := 1
		if strings.Contains(flags, "g") {
			limit = -1
		}
		matches := re.FindAllStringSubmatchIndex(line, limit)
		if len(matches) == 0 {
			continue
		}
		if e.p.Safepoint() != nil {
			return
		}
		count += len(matches)
		lines++
		last = l
		if strings.Contains(flags, "n") {
			continue
		}
		if !saved {
			e.save()
			saved = true
		}
		var b strings.Builder
		at := 0
		for _, m := range matches {
			b.WriteString(line[at:m[0]])
			b.WriteString(expandReplacement(e.subst[1], line, m))
			at = m[1]
		}
		b.WriteString(line[at:])
		if b.Len() > maxFile {
			e.message = "E342: Out of memory"
			return
		}
		parts := strings.Split(b.String(), "\n")
		e.lines[l] = decode([]byte(parts[0]))
		for i, part := range parts[1:] {
			e.lines = slices.Insert(e.lines, l+1+i, decode([]byte(part)))
		}
		l += len(parts) - 1
		to += len(parts) - 1
		last = l
	}
	switch {
	case count == 0:
		if !strings.Contains(flags, "e") {
			e.message = "E486: Pattern not found: " + e.subst[0]
		}
		return
	case strings.Contains(flags, "n"):
		e.message = fmt.Sprintf("%d matches on %d lines", count, lines)
		return
	case count > 2:
		e.message = fmt.Sprintf("%d substitutions on %d lines", count, lines)
		if lines == 1 {
			e.message = fmt.Sprintf("%d substitutions on 1 line", count)
		}
	}
	e.line, e.at = last, 0
	e.at = firstText(e.lines[last])
}

// expandReplacement fills & and \1 in, and \r for a new line.
func expandReplacement(repl, line string, m []int) string {
	var b strings.Builder
	for i := 0; i < len(repl); i++ {
		group := -1
		switch {
		case repl[i] == '&':
			group = 0
		case repl[i] == '\\' && i+1 < len(repl):
			i++
			switch c := repl[i]; {
			case c >= '0' && c <= '9':
				group = int(c - '0')
			case c == 'r' || c == 'n':
				b.WriteByte('\n')
				continue
			case c == 't':
				b.WriteByte('\t')
				continue
			default:
				b.WriteByte(c)
				continue
			}
		default:
			b.WriteByte(repl[i])
			continue
		}
		if 2*group+1 < len(m) && m[2*group] >= 0 {
			b.WriteString(line[m[2*group]:m[2*group+1]])
		}
	}
	return b.String()
}

// global is :g/pattern/command for d, s and normal.
func (e *editor) global(arg string, from, to int, invert bool) {
	if arg == "" {
		return
	}
	text, command, _ := cutDelim(arg[1:], arg[0])
	re, err := pattern(text)
	if err != nil || text == "" {
		e.message = "Invalid pattern"
		return
	}
	e.search = text
	e.save()
	undos := len(e.undos)
	hits := 0
	for l := from; l <= to && l < len(e.lines); l++ {
		if e.p.Safepoint() != nil {
			return
		}
		if re.MatchString(str(e.lines[l])) == invert {
			continue
		}
		hits++
		before := len(e.lines)
		e.line, e.at = l, 0
		if command == "" || command == "p" {
			continue
		}
		if strings.HasPrefix(command, "g") {
			e.message = "E147: Cannot do :global recursive"
			return
		}
		if command == "d" && before == 1 {
			e.lines, e.vacant = [][]rune{nil}, true
		} else {
			e.command(command)
		}
		e.undos = e.undos[:min(undos, len(e.undos))]
		diff := len(e.lines) - before
		l += diff
		to += diff
	}
	if hits == 0 {
		e.message = "E486: Pattern not found: " + text
	}
}

func (e *editor) set(arg string) {
	for opt := range strings.FieldsSeq(arg) {
		switch opt {
		case "nu", "number":
			e.view.number = true
		case "nonu", "nonumber":
			e.view.number = false
		case "ro", "readonly":
			e.readOnly = true
		case "noro", "noreadonly":
			e.readOnly = false
		case "nu!", "number!", "invnu":
			e.view.number = !e.view.number
		default:
			name, _, _ := strings.Cut(opt, "=")
			if !regexp.MustCompile(`^[a-z]+$`).MatchString(name) {
				e.message = "E518: Unknown option: " + opt
			}
		}
	}
}
