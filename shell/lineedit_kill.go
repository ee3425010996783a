package shell

// Killing and yanking.

// isKill reports whether a function kills, so that what follows it is added to the same entry of the ring.
func isKill(name string) bool {
	switch name {
	case "kill-line", "backward-kill-line", "unix-line-discard", "kill-whole-line", "kill-word", "backward-kill-word", "shell-kill-word",
		"unix-word-rubout", "shell-backward-kill-word", "unix-filename-rubout", "kill-region":
		return true
	}
	return false
}

// kill removes a range and keeps it: what lies before the point (to < from) goes to the front of the entry.
func (ed *editor) kill(from, to int) {
	if from == to {
		return
	}
	back := to < from
	text := fromRunes(ed.remove(from, to))
	ed.point = min(from, to)
	ed.keep(text, back)
}

// killTo kills from the point to where a movement leads.
func (ed *editor) killTo(move func()) {
	from := ed.point
	move()
	to := ed.point
	ed.point = from
	if from == to {
		ed.bell()
		return
	}
	ed.kill(from, to)
}

func (ed *editor) keep(text string, front bool) {
	n := len(ed.kills)
	if isKill(ed.last) && n > 0 {
		if front {
			text += ed.kills[n-1]
		} else {
			text = ed.kills[n-1] + text
		}
		ed.kills = append(ed.kills[:n-1:n-1], text)
	} else {
		ed.kills = append(ed.kills[:n:n], text)
	}
	size := 0
	for _, k := range ed.kills {
		size += len(k)
	}
	for len(ed.kills) > maxKills || size > maxKillBytes && len(ed.kills) > 1 {
		size -= len(ed.kills[0])
		ed.kills = ed.kills[1:]
	}
	ed.killIndex = len(ed.kills) - 1
}

func (ed *editor) copyRegion(from, to int) {
	from, to = min(from, to), max(from, to)
	ed.keep(fromRunes(ed.buf[from:min(to, len(ed.buf))]), false)
}

func (ed *editor) yank() {
	if len(ed.kills) == 0 {
		ed.bell()
		return
	}
	ed.killIndex = len(ed.kills) - 1
	ed.mark = ed.point
	ed.typed = 0
	ed.insert(toRunes(ed.kills[ed.killIndex])...)
	ed.typed = 0
}

// yankPop replaces what was just yanked by the entry before it.
func (ed *editor) yankPop() {
	if ed.last != "yank" && ed.last != "yank-pop" || len(ed.kills) == 0 {
		ed.bell()
		return
	}
	n := len([]rune(ed.kills[ed.killIndex]))
	from := ed.point - n
	if from < 0 {
		return
	}
	ed.killIndex = (ed.killIndex + len(ed.kills) - 1) % len(ed.kills)
	ed.together(func() {
		ed.remove(from, ed.point)
		ed.point = from
		ed.insert(toRunes(ed.kills[ed.killIndex])...)
	})
}

// filenameRubout kills back to a blank or a slash.
func (ed *editor) filenameRubout() {
	p := ed.point
	stop := func(r rune) bool { return r == ' ' || r == '\t' || r == '/' }
	for p > 0 && stop(ed.buf[p-1]) {
		p--
	}
	for p > 0 && !stop(ed.buf[p-1]) {
		p--
	}
	ed.kill(ed.point, p)
}

// lastArgState is where repeated M-. are in the history.
type lastArgState struct {
	index, from, length int
}

// yankLastArg inserts the last word of the previous line; again, of the line before that.
func (ed *editor) yankLastArg() {
	s := &ed.lastArg
	again := ed.last == "yank-last-arg" || ed.last == "insert-last-argument"
	if !again {
		*s = lastArgState{index: ed.histIndex, from: ed.point}
	}
	if s.index == 0 {
		ed.bell()
		if again {
			ed.remove(s.from, s.from+s.length)
			s.length = 0
		}
		return
	}
	s.index--
	words := historyWords(ed.history[s.index].text)
	word := ""
	if n := ed.count(); ed.argGiven && n >= 0 && n < len(words) {
		word = words[n]
	} else if len(words) > 0 {
		word = words[len(words)-1]
	}
	ed.together(func() {
		if again {
			ed.remove(s.from, s.from+s.length)
			ed.point = s.from
		}
		rs := toRunes(word)
		s.length = len(rs)
		ed.insert(rs...)
	})
}

// yankNthArg inserts the first argument of the previous line, or the n-th word.
func (ed *editor) yankNthArg() {
	if ed.histIndex == 0 {
		ed.bell()
		return
	}
	words := historyWords(ed.history[ed.histIndex-1].text)
	n := 1
	if ed.argGiven {
		if n = ed.count(); n < 0 {
			n += len(words)
		}
	}
	if n < 0 || n >= len(words) {
		ed.bell()
		return
	}
	ed.insert(toRunes(words[n])...)
}
