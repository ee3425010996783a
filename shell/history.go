package shell

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxHistory bounds the list when HISTSIZE does not, in entries.
const maxHistory = 100_000

// historyState is the list of commands that were read. Forked shells share the entries, which are never changed.
type historyState struct {
	list     []historyEntry
	base     int // how many entries were dropped at the front: the first has the number base+1
	inFile   int // lines of the history file that are in the list
	session  int // entries of this session that are not in the file yet
	recorded bool
}

type historyEntry struct {
	text string
	when time.Time // zero when not known
}

// number is that of entry i.
func (h *historyState) number(i int) int { return h.base + i + 1 }

func (h *historyState) add(text string, when time.Time, limit int) {
	h.list = append(slices.Clip(h.list), historyEntry{text, when})
	h.shrink(limit)
}

// shrink drops the oldest entries beyond a limit; a negative one is no limit.
func (h *historyState) shrink(limit int) {
	if limit < 0 || limit > maxHistory {
		limit = maxHistory
	}
	if n := len(h.list) - limit; n > 0 {
		h.list = h.list[n:]
		h.base += n
	}
}

func (h *historyState) remove(from, to int) {
	h.list = slices.Delete(slices.Clone(h.list), from, to)
	h.session = min(h.session, len(h.list))
}

// historyLimit is the value of HISTSIZE or HISTFILESIZE, -1 for none.
func (sh *Shell) historyLimit(name string) int {
	s, ok := sh.getVar(name)
	n, err := strconv.Atoi(s)
	if !ok || err != nil {
		return -1
	}
	return n
}

// recordInput puts the text of a command that was read into the list (HISTCONTROL and HISTIGNORE permitting).
func (sh *Shell) recordInput(text string) {
	sh.commandNumber++
	sh.history.recorded = false
	if !sh.opts.history {
		return
	}
	heredoc := sh.tty(0) != nil && strings.Contains(text, "<<") && strings.Count(text, "\n") > 1
	if text = joinLines(text, sh.opts.cmdhist, sh.opts.lithist); heredoc {
		text += "\n"
	}
	if text == "" {
		return
	}
	control, _ := sh.getVar("HISTCONTROL")
	h := &sh.history
	for _, rule := range strings.Split(control, ":") {
		switch {
		case (rule == "ignorespace" || rule == "ignoreboth") && (text[0] == ' ' || text[0] == '\t'):
			return
		case (rule == "ignoredups" || rule == "ignoreboth") && len(h.list) > 0 && h.list[len(h.list)-1].text == text:
			return
		case rule == "erasedups":
			h.list = slices.DeleteFunc(slices.Clone(h.list), func(e historyEntry) bool { return e.text == text })
		}
	}
	if ignore, _ := sh.getVar("HISTIGNORE"); ignore != "" {
		last := ""
		if len(h.list) > 0 {
			last = h.list[len(h.list)-1].text
		}
		for _, pat := range strings.Split(ignore, ":") {
			pat = strings.ReplaceAll(pat, "&", last)
			if pat != "" && sh.vars.cache().Glob(pat, sh.globFlags()).Match(text) {
				return
			}
		}
	}
	h.add(text, sh.now(), sh.historyLimit("HISTSIZE"))
	h.session++
	h.recorded = true
}

// joinLines writes a command of several lines in one, as cmdhist does: with semicolons where the grammar wants them.
// A here-document keeps its lines.
func joinLines(text string, cmdhist, lithist bool) string {
	text = strings.TrimRight(text, "\n")
	if !strings.Contains(text, "\n") || !cmdhist || lithist || strings.Contains(text, "<<") {
		return text
	}
	lines := strings.Split(text, "\n")
	var b strings.Builder
	var quotes quoteScan
	b.WriteString(lines[0])
	for i, line := range lines[1:] {
		before := strings.TrimRight(lines[i], " \t")
		switch {
		case quotes.line(lines[i]):
			b.WriteByte('\n')
		case strings.HasSuffix(before, `\`):
			s := strings.TrimSuffix(b.String(), `\`)
			b.Reset()
			b.WriteString(s)
		case endsOpen(before):
			b.WriteByte(' ')
		default:
			b.WriteString("; ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// quoteScan follows the quotes of a text that comes line by line.
type quoteScan struct{ quote byte }

// line takes the next line, without its newline, and reports whether it ends inside quotes.
func (q *quoteScan) line(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case q.quote != 0 && c == q.quote:
			q.quote = 0
		case q.quote == '\'':
		case c == '\\':
			i++
		case q.quote == 0 && (c == '\'' || c == '"'):
			q.quote = c
		case q.quote == 0 && c == '#' && (i == 0 || strings.IndexByte(" \t;", s[i-1]) >= 0):
			return false
		}
	}
	return q.quote != 0
}

// endsOpen reports whether a line ends where no semicolon may follow.
func endsOpen(line string) bool {
	if line == "" || strings.IndexByte(";&|({", line[len(line)-1]) >= 0 {
		return true
	}
	switch line[strings.LastIndexAny(line, " \t;")+1:] {
	case "do", "then", "else", "elif", "if", "while", "until", "in", "!":
		return true
	}
	return strings.HasSuffix(line, ")") && !strings.Contains(line, "(") // a pattern of case
}

// historyFile is the file that a builtin was given, or HISTFILE.
func (sh *Shell) historyFile(arg string) string {
	if arg == "" {
		arg, _ = sh.getVar("HISTFILE")
	}
	return arg
}

// readHistory appends the lines of a file to the list, from line skip on.
func (sh *Shell) readHistory(path string, skip int) error {
	data, err := sh.p.FS().ReadFile(path)
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if len(data) == 0 {
		lines = nil
	}
	var when time.Time
	limit := sh.historyLimit("HISTSIZE")
	for i, line := range lines {
		if i < skip {
			continue
		}
		if n, err := strconv.ParseInt(strings.TrimPrefix(line, "#"), 10, 64); err == nil && strings.HasPrefix(line, "#") {
			when = time.Unix(n, 0)
			continue
		}
		sh.history.add(line, when, limit)
		when = time.Time{}
	}
	sh.history.inFile = max(len(lines), skip)
	return nil
}

// writeHistory writes entries to a file, after what it holds or in its place.
func (sh *Shell) writeHistory(path string, list []historyEntry, appendTo bool) error {
	var b strings.Builder
	_, stamps := sh.getVar("HISTTIMEFORMAT")
	for _, e := range list {
		if stamps && !e.when.IsZero() {
			b.WriteString("#" + strconv.FormatInt(e.when.Unix(), 10) + "\n")
		}
		b.WriteString(e.text + "\n")
	}
	flag := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if appendTo {
		flag = os.O_WRONLY | os.O_APPEND
	}
	f, err := sh.p.Open(path, flag, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write(sh.ctx, []byte(b.String()))
	return err
}

// truncateHistory keeps the last lines of the history file, as many as HISTFILESIZE says.
func (sh *Shell) truncateHistory() {
	path, limit := sh.historyFile(""), sh.historyLimit("HISTFILESIZE")
	if path == "" || limit < 0 {
		return
	}
	data, err := sh.p.FS().ReadFile(path)
	if err != nil {
		return
	}
	lines := strings.SplitAfter(string(data), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) > limit {
		sh.p.FS().WriteFile(path, []byte(strings.Join(lines[len(lines)-limit:], "")), 0o600) // best effort, as in bash
	}
}

// startHistory switches recording on for an interactive shell and reads the history file.
func (sh *Shell) startHistory() {
	sh.opts.history, sh.opts.histexpand = true, true
	home, _ := sh.getVar("HOME")
	for _, v := range []struct{ name, value string }{{"HISTFILE", home + "/.bash_history"}, {"HISTSIZE", "500"}, {"HISTFILESIZE", "500"}} {
		if _, ok := sh.getVar(v.name); !ok {
			sh.setVar(v.name, v.value)
		}
	}
	if path := sh.historyFile(""); path != "" {
		sh.readHistory(path, 0) // that there is none yet is no error
	}
}

// saveHistory writes what an interactive shell has recorded to the history file when it ends.
func (sh *Shell) saveHistory() {
	h := &sh.history
	path := sh.historyFile("")
	if path == "" || h.session == 0 {
		return
	}
	list, appendTo := h.list, false
	if n := min(h.session, len(h.list)); n < len(h.list) || sh.opts.histappend {
		if _, err := sh.p.FS().Stat(path); err == nil {
			list, appendTo = h.list[len(h.list)-n:], true
		}
	}
	if sh.writeHistory(path, list, appendTo) == nil {
		sh.truncateHistory()
	}
}
