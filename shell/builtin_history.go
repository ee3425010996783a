package shell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// builtinHistory prints and changes the list of commands, and reads and writes its file.
func builtinHistory(sh *Shell, args []string) int {
	o := sh.options(args, "acd:nprsw")
	h := &sh.history
	var file byte
	var clear, print, store bool
	drop := ""
	for c := o.next(); c != 0; c = o.next() {
		switch c {
		case 'a', 'n', 'r', 'w':
			if file != 0 && file != c {
				sh.errf("history: cannot use more than one of -anrw")
				return 1
			}
			file = c
		case 'c':
			clear = true
		case 'd':
			drop = o.arg
		case 'p':
			print = true
		case 's':
			store = true
		}
	}
	if o.bad != 0 {
		return o.bad
	}
	rest := o.rest()
	if clear {
		h.list, h.base, h.session, h.recorded = nil, 0, 0, false
		if file == 0 && !print && !store && drop == "" {
			return 0
		}
	}
	switch {
	case store:
		if len(rest) > 0 {
			h.dropRecorded()
			h.add(strings.Join(rest, " "), sh.now(), sh.historyLimit("HISTSIZE"))
			h.session++
		}
		return 0
	case print:
		if len(rest) == 0 {
			return 0
		}
		return sh.writeOut("history", []byte(strings.Join(rest, "\n")+"\n"))
	case drop != "":
		return sh.dropHistory(drop)
	case file != 0:
		return sh.historyFileAction(file, rest)
	}
	first := 0
	if len(rest) > 1 {
		sh.errf("history: too many arguments")
		sh.status, sh.flow = 1, flowDiscard
		return 1
	}
	if len(rest) == 1 {
		n, err := strconv.Atoi(rest[0])
		if err != nil {
			sh.errf("history: %s: numeric argument required", rest[0])
			return 1
		}
		first = max(0, len(h.list)-max(n, -n))
	}
	format, stamps := sh.getVar("HISTTIMEFORMAT")
	var b strings.Builder
	for i := first; i < len(h.list); i++ {
		e := h.list[i]
		fmt.Fprintf(&b, "%5d  ", h.number(i))
		switch {
		case !stamps || format == "":
		case e.when.IsZero():
			b.WriteString("??")
		default:
			b.WriteString(sh.strftime(format, e.when))
		}
		b.WriteString(e.text + "\n")
	}
	return sh.writeOut("history", []byte(b.String()))
}

// dropRecorded takes the command being executed out of the list: history -s and fc -s stand for what they store.
func (h *historyState) dropRecorded() {
	if h.recorded && len(h.list) > 0 {
		h.remove(len(h.list)-1, len(h.list))
		h.session--
		h.recorded = false
	}
}

// dropHistory is history -d offset or start-end.
func (sh *Shell) dropHistory(arg string) int {
	h := &sh.history
	index := func(s string) (int, bool) {
		n, err := strconv.Atoi(s)
		if err != nil {
			return 0, false
		}
		if n < 0 {
			n += len(h.list)
		} else {
			n -= h.base + 1
		}
		return n, n >= 0 && n < len(h.list)
	}
	from, to := arg, arg
	if k := strings.IndexByte(arg[1:], '-'); k >= 0 {
		from, to = arg[:k+1], arg[k+2:]
	}
	i, ok := index(from)
	j, ok2 := index(to)
	if !ok || !ok2 || j < i {
		sh.errf("history: %s: history position out of range", arg)
		return 1
	}
	h.remove(i, j+1)
	return 0
}

func (sh *Shell) historyFileAction(action byte, rest []string) int {
	h := &sh.history
	arg := ""
	if len(rest) > 0 {
		arg = rest[0]
	}
	path := sh.historyFile(arg)
	if path == "" {
		return 1
	}
	var err error
	switch action {
	case 'r':
		err = sh.readHistory(path, 0)
	case 'n':
		err = sh.readHistory(path, h.inFile)
	case 'w':
		if err = sh.writeHistory(path, h.list, false); err == nil {
			h.session = 0
		}
	case 'a':
		n := min(h.session, len(h.list))
		if n == 0 {
			return 0
		}
		if _, serr := sh.p.FS().Stat(path); serr != nil {
			err = sh.writeHistory(path, nil, false)
		}
		if err == nil {
			err = sh.writeHistory(path, h.list[len(h.list)-n:], true)
		}
		if err == nil {
			h.inFile += n
			h.session = 0
		}
	}
	if err != nil {
		if action == 'w' || action == 'a' {
			sh.errf("%s: cannot create: %s", path, errnoText(err))
		}
		return 1
	}
	return 0
}

// builtinFc lists commands of the history, runs one again, or has an editor change them first.
func builtinFc(sh *Shell, args []string) int {
	// A word such as -3 is a number, not an option.
	end := 1
	for end < len(args) && len(args[end]) > 1 && args[end][0] == '-' && (args[end][1] < '0' || args[end][1] > '9') {
		if args[end] == "--" {
			end++
			break
		}
		if args[end] == "-e" {
			end++
		}
		end++
	}
	end = min(end, len(args))
	o := sh.options(args[:end], "e:lnrs")
	var list, bare, reverse, again bool
	editor := ""
	for c := o.next(); c != 0; c = o.next() {
		switch c {
		case 'e':
			editor = o.arg
		case 'l':
			list = true
		case 'n':
			bare = true
		case 'r':
			reverse = true
		case 's':
			again = true
		}
	}
	if o.bad != 0 {
		return o.bad
	}
	rest := args[end:]
	h := &sh.history
	entries := h.list
	if h.recorded && len(entries) > 0 {
		entries = entries[:len(entries)-1] // not fc itself
	}
	if again || editor == "-" {
		return sh.rerun(entries, rest)
	}
	if len(entries) == 0 {
		return 0
	}
	find := func(s string, def int) (int, bool) {
		if s == "" {
			return def, true
		}
		if n, err := strconv.Atoi(s); err == nil {
			if n < 0 {
				n += len(entries)
			} else if n == 0 {
				n = len(entries) - 1
			} else {
				n -= h.base + 1
			}
			return min(max(n, 0), len(entries)-1), true
		}
		for i := len(entries) - 1; i >= 0; i-- {
			if strings.HasPrefix(entries[i].text, s) {
				return i, true
			}
		}
		return 0, false
	}
	word := func(i int) string {
		if i < len(rest) {
			return rest[i]
		}
		return ""
	}
	last := len(entries) - 1
	defFirst := last
	if list {
		defFirst = max(0, last-15)
	}
	first, ok := find(word(0), defFirst)
	defLast := last
	if !list {
		defLast = first
	}
	to, ok2 := find(word(1), defLast)
	if !ok || !ok2 {
		sh.errf("fc: no command found")
		return 1
	}
	if to < first {
		first, to, reverse = to, first, !reverse
	}
	type line struct {
		n    int
		text string
	}
	var lines []line
	for i := first; i <= to; i++ {
		lines = append(lines, line{h.number(i), entries[i].text})
	}
	if reverse {
		slices.Reverse(lines)
	}
	var b strings.Builder
	for _, l := range lines {
		switch {
		case !list:
			b.WriteString(l.text + "\n")
		case bare:
			b.WriteString("\t " + l.text + "\n")
		default:
			fmt.Fprintf(&b, "%d\t %s\n", l.n, l.text)
		}
	}
	if list {
		return sh.writeOut("fc", []byte(b.String()))
	}
	return sh.editAndRun(editor, b.String())
}

// rerun is fc -s [pat=rep]… [command].
func (sh *Shell) rerun(entries []historyEntry, args []string) int {
	var subst [][2]string
	for len(args) > 0 {
		pat, rep, ok := strings.Cut(args[0], "=")
		if !ok || pat == "" {
			break
		}
		subst = append(subst, [2]string{pat, rep})
		args = args[1:]
	}
	k := len(entries) - 1
	if len(args) > 0 {
		if n, err := strconv.Atoi(args[0]); err == nil {
			if n < 0 {
				k = len(entries) + n
			} else {
				k = n - sh.history.base - 1
			}
		} else {
			for k >= 0 && !strings.HasPrefix(entries[k].text, args[0]) {
				k--
			}
		}
	}
	if k < 0 || k >= len(entries) {
		sh.errf("fc: no command found")
		return 1
	}
	text := entries[k].text
	for _, s := range subst {
		text = strings.ReplaceAll(text, s[0], s[1])
	}
	return sh.runHistory(text)
}

// runHistory prints a command, records it in place of the one that asked for it, and executes it.
func (sh *Shell) runHistory(text string) int {
	sh.writeErr(text + "\n")
	if sh.opts.history {
		sh.history.dropRecorded()
		sh.recordInput(text)
	}
	if !sh.enterLevel("fc") {
		return 1
	}
	sh.evalText(text, "fc")
	sh.leaveLevel()
	return sh.status
}

// editAndRun writes commands to a file, runs the editor on it, and executes what it holds then.
func (sh *Shell) editAndRun(editor, text string) int {
	for _, name := range []string{"FCEDIT", "EDITOR"} {
		if editor == "" {
			editor, _ = sh.getVar(name)
		}
	}
	if editor == "" {
		editor = "vi"
	}
	path := "/tmp/bash-fc." + strconv.Itoa(sh.p.PID())
	if err := sh.p.FS().WriteFile(path, []byte(text), 0o600); err != nil {
		sh.errf("fc: %s: cannot open temp file: %s", path, errnoText(err))
		return 1
	}
	defer sh.p.FS().Remove(path)
	if !sh.enterLevel("fc") {
		return 1
	}
	sh.evalText(editor+" "+path, "fc")
	sh.leaveLevel()
	if sh.status != 0 || sh.flow != flowNone {
		return sh.status
	}
	data, err := sh.p.FS().ReadFile(path)
	if err != nil {
		return 1
	}
	return sh.runHistory(strings.TrimSuffix(string(data), "\n"))
}
