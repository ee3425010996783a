package shell

import (
	"strconv"
	"strings"
	"unicode"
)

// do makes an entry of a function that never keeps the argument.
func do(fn func(ed *editor)) func(ed *editor) bool {
	return func(ed *editor) bool { fn(ed); return false }
}

// editTable lists the functions of Readline that this shell has. One returns true to keep the numeric argument for the
// next key.
func editTable() map[string]func(ed *editor) bool {
	return map[string]func(ed *editor) bool{
		"self-insert": do(func(*editor) {}), // done while the key was read
		"macro":       func(*editor) bool { return true }, "shell-command": do(func(*editor) {}), "skip-csi-sequence": do(func(*editor) {}),
		"abort":                do(func(ed *editor) { ed.bell() }),
		"accept-line":          do(func(ed *editor) { ed.done = true }),
		"operate-and-get-next": do((*editor).operateAndGetNext),
		"beginning-of-line":    do(func(ed *editor) { ed.point = 0 }),
		"end-of-line":          do(func(ed *editor) { ed.point = len(ed.buf) }),
		"forward-char":         do(func(ed *editor) { ed.moveChars(ed.count()) }),
		"backward-char":        do(func(ed *editor) { ed.moveChars(-ed.count()) }),
		"forward-word":         do(func(ed *editor) { ed.moveWords(ed.count()) }),
		"backward-word":        do(func(ed *editor) { ed.moveWords(-ed.count()) }),
		"shell-forward-word":   do(func(ed *editor) { ed.moveBlanks(ed.count()) }),
		"shell-backward-word":  do(func(ed *editor) { ed.moveBlanks(-ed.count()) }),
		"previous-screen-line": do(func(ed *editor) { ed.moveChars(-ed.display.cols * ed.count()) }),
		"next-screen-line":     do(func(ed *editor) { ed.moveChars(ed.display.cols * ed.count()) }),
		"clear-screen":         do(func(ed *editor) { ed.display.clearScreen() }),
		"clear-display":        do(func(ed *editor) { ed.write("\x1b[3J"); ed.display.clearScreen() }),
		"redraw-current-line":  do(func(ed *editor) { ed.display.resized() }),
		"delete-char":          do((*editor).deleteChar),
		"delete-char-or-list":  do((*editor).deleteCharOrList),
		"backward-delete-char": do((*editor).backwardDeleteChar),
		"delete-horizontal-space": do(func(ed *editor) {
			from, to := ed.point, ed.point
			for from > 0 && (ed.buf[from-1] == ' ' || ed.buf[from-1] == '\t') {
				from--
			}
			for to < len(ed.buf) && (ed.buf[to] == ' ' || ed.buf[to] == '\t') {
				to++
			}
			ed.remove(from, to)
		}),
		"quoted-insert":   do((*editor).quotedInsert),
		"tab-insert":      do(func(ed *editor) { ed.insertTyped('\t') }),
		"overwrite-mode":  do(func(ed *editor) { ed.overwrite = !ed.overwrite }),
		"transpose-chars": do((*editor).transposeChars), "transpose-words": do((*editor).transposeWords),
		"upcase-word": do(func(ed *editor) { ed.changeCase(upper) }), "downcase-word": do(func(ed *editor) { ed.changeCase(lower) }),
		"capitalize-word": do(func(ed *editor) { ed.changeCase(capital) }),
		"undo": do(func(ed *editor) {
			for range max(1, min(ed.count(), 1000)) {
				if !ed.undoOne() {
					ed.bell()
					break
				}
			}
		}),
		"revert-line": do(func(ed *editor) {
			for ed.undoOne() {
			}
		}),
		"set-mark": do(func(ed *editor) { ed.mark = ed.point }),
		"exchange-point-and-mark": do(func(ed *editor) {
			ed.mark = min(ed.mark, len(ed.buf))
			ed.point, ed.mark = ed.mark, ed.point
		}),
		"character-search":          do(func(ed *editor) { ed.searchChar(1) }),
		"character-search-backward": do(func(ed *editor) { ed.searchChar(-1) }),
		"insert-comment": do(func(ed *editor) {
			ed.point = 0
			ed.insert('#')
			ed.done = true
		}),
		"digit-argument": (*editor).digitArgument, "universal-argument": (*editor).universalArgument,
		"bracketed-paste-begin": do((*editor).paste),
		"tilde-expand":          do((*editor).tildeExpand),
		"shell-expand-line":     do((*editor).shellExpandLine),
		"history-expand-line":   do((*editor).historyExpandLine),
		"magic-space": do(func(ed *editor) {
			ed.historyExpandLine()
			ed.insertTyped(' ')
		}),
		"display-shell-version": do(func(ed *editor) {
			ed.write("\r\n" + versionText[:strings.IndexByte(versionText, '\n')] + "\r\n")
			ed.display.forget()
		}),
		"edit-and-execute-command": do((*editor).editAndExecute),
		"emacs-editing-mode":       do(func(ed *editor) { ed.sh.opts.emacs, ed.sh.opts.vi = true, false }),
		"vi-editing-mode":          do(func(ed *editor) { ed.sh.opts.emacs, ed.sh.opts.vi = false, true; ed.vi.start(ed) }),
		"vi-movement-mode":         do((*editor).viMovementMode), "vi-command": do(func(*editor) {}),
		// killing
		"kill-line": do(func(ed *editor) {
			if ed.count() < 0 {
				ed.kill(0, ed.point)
			} else {
				ed.kill(ed.point, len(ed.buf))
			}
		}),
		"backward-kill-line": do(func(ed *editor) { ed.kill(ed.point, 0) }),
		"unix-line-discard":  do(func(ed *editor) { ed.kill(ed.point, 0) }),
		"kill-whole-line":    do(func(ed *editor) { ed.kill(0, len(ed.buf)); ed.point = 0 }),
		"kill-word":          do(func(ed *editor) { ed.killTo(func() { ed.moveWords(ed.count()) }) }),
		"backward-kill-word": do(func(ed *editor) { ed.killTo(func() { ed.moveWords(-ed.count()) }) }),
		"shell-kill-word":    do(func(ed *editor) { ed.killTo(func() { ed.moveBlanks(ed.count()) }) }),
		"unix-word-rubout": do(func(ed *editor) {
			if ed.point == 0 {
				ed.bell()
				return
			}
			ed.killTo(func() { ed.moveBlanks(-ed.count()) })
		}),
		"shell-backward-kill-word": do(func(ed *editor) { ed.killTo(func() { ed.moveBlanks(-ed.count()) }) }),
		"unix-filename-rubout":     do((*editor).filenameRubout),
		"kill-region":              do(func(ed *editor) { ed.kill(min(ed.mark, ed.point), max(ed.mark, ed.point)) }),
		"copy-region-as-kill":      do(func(ed *editor) { ed.copyRegion(ed.mark, ed.point) }),
		"yank":                     do((*editor).yank), "yank-pop": do((*editor).yankPop),
		"yank-last-arg": do((*editor).yankLastArg), "insert-last-argument": do((*editor).yankLastArg), "yank-nth-arg": do((*editor).yankNthArg),
		// history
		"previous-history":        do(func(ed *editor) { ed.moveHistory(-ed.count()) }),
		"next-history":            do(func(ed *editor) { ed.moveHistory(ed.count()) }),
		"beginning-of-history":    do(func(ed *editor) { ed.showHistory(0) }),
		"end-of-history":          do(func(ed *editor) { ed.showHistory(len(ed.history)) }),
		"reverse-search-history":  do(func(ed *editor) { ed.incrementalSearch(-1) }),
		"forward-search-history":  do(func(ed *editor) { ed.incrementalSearch(1) }),
		"history-search-backward": do(func(ed *editor) { ed.prefixSearch(-1) }), "history-search-forward": do(func(ed *editor) { ed.prefixSearch(1) }),
		"non-incremental-reverse-search-history": do(func(ed *editor) { ed.plainSearch(-1) }),
		"non-incremental-forward-search-history": do(func(ed *editor) { ed.plainSearch(1) }),
		// completion
		"complete": do((*editor).complete), "possible-completions": do((*editor).listCompletions),
		"insert-completions": do((*editor).insertCompletions), "menu-complete": do(func(ed *editor) { ed.menuComplete(1) }),
		"menu-complete-backward": do(func(ed *editor) { ed.menuComplete(-1) }),
		"complete-filename":      do(func(ed *editor) { ed.completeKind("file") }), "complete-username": do(func(ed *editor) { ed.completeKind("user") }),
		"complete-variable": do(func(ed *editor) { ed.completeKind("variable") }), "complete-hostname": do(func(ed *editor) { ed.completeKind("hostname") }),
		"complete-command":              do(func(ed *editor) { ed.completeKind("command") }),
		"possible-filename-completions": do(func(ed *editor) { ed.listKind("file") }), "possible-command-completions": do(func(ed *editor) { ed.listKind("command") }),
		"possible-variable-completions": do(func(ed *editor) { ed.listKind("variable") }), "possible-username-completions": do(func(ed *editor) { ed.listKind("user") }),
		"possible-hostname-completions": do(func(ed *editor) { ed.listKind("hostname") }),
	}
}

func (ed *editor) moveChars(n int) {
	p := ed.point + n
	if p < 0 || p > len(ed.buf) {
		ed.bell()
	}
	ed.point = min(max(p, 0), len(ed.buf))
	for ed.point > 0 && ed.point < len(ed.buf) && unicode.Is(unicode.Mn, ed.buf[ed.point]) {
		if n > 0 {
			ed.point++
		} else {
			ed.point--
		}
	}
}

// wordEnd is where the word at or after p ends, wordStart where the one before p begins.
func (ed *editor) wordEnd(p int) int {
	for p < len(ed.buf) && !isWord(ed.buf[p]) {
		p++
	}
	for p < len(ed.buf) && isWord(ed.buf[p]) {
		p++
	}
	return p
}

func (ed *editor) wordStart(p int) int {
	for p > 0 && !isWord(ed.buf[p-1]) {
		p--
	}
	for p > 0 && isWord(ed.buf[p-1]) {
		p--
	}
	return p
}

func (ed *editor) moveWords(n int) {
	for ; n > 0 && ed.point < len(ed.buf); n-- {
		ed.point = ed.wordEnd(ed.point)
	}
	for ; n < 0 && ed.point > 0; n++ {
		ed.point = ed.wordStart(ed.point)
	}
}

// moveBlanks moves by words that blanks separate.
func (ed *editor) moveBlanks(n int) {
	blank := func(p int) bool { return ed.buf[p] == ' ' || ed.buf[p] == '\t' || ed.buf[p] == '\n' }
	for ; n > 0 && ed.point < len(ed.buf); n-- {
		for ed.point < len(ed.buf) && blank(ed.point) {
			ed.point++
		}
		for ed.point < len(ed.buf) && !blank(ed.point) {
			ed.point++
		}
	}
	for ; n < 0 && ed.point > 0; n++ {
		for ed.point > 0 && blank(ed.point-1) {
			ed.point--
		}
		for ed.point > 0 && !blank(ed.point-1) {
			ed.point--
		}
	}
}

// deleteChar is C-d: at an empty line it ends the input, unless it was a delete before.
func (ed *editor) deleteChar() {
	if len(ed.buf) == 0 && len(ed.lastKey) == 1 && ed.last != "delete-char" {
		ed.done, ed.result = true, errLineEOF
		return
	}
	if ed.point == len(ed.buf) {
		ed.bell()
		return
	}
	if n := ed.count(); ed.argGiven {
		ed.kill(ed.point, min(max(ed.point+n, 0), len(ed.buf)))
		return
	}
	to := ed.point + 1
	for to < len(ed.buf) && unicode.Is(unicode.Mn, ed.buf[to]) {
		to++
	}
	ed.remove(ed.point, to)
}

func (ed *editor) deleteCharOrList() {
	if len(ed.buf) > 0 && ed.point == len(ed.buf) {
		ed.listCompletions()
		return
	}
	ed.deleteChar()
}

func (ed *editor) backwardDeleteChar() {
	if ed.point == 0 {
		ed.bell()
		return
	}
	if ed.argGiven {
		ed.kill(ed.point, max(0, ed.point-ed.count()))
		return
	}
	from := ed.point - 1
	for from > 0 && unicode.Is(unicode.Mn, ed.buf[from]) {
		from--
	}
	ed.remove(from, ed.point)
}

func (ed *editor) quotedInsert() {
	c, err := ed.readByte(editOptions{})
	if err != nil {
		ed.finish(err)
		return
	}
	ed.insertTyped(ed.readRune(c, editOptions{}))
}

func (ed *editor) transposeChars() {
	if ed.point == 0 || len(ed.buf) < 2 {
		ed.bell()
		return
	}
	p := ed.point
	if p == len(ed.buf) {
		p--
	}
	a, b := ed.buf[p-1], ed.buf[p]
	ed.together(func() {
		ed.remove(p-1, p+1)
		ed.point = p - 1
		ed.insert(b, a)
	})
	ed.point = p + 1
}

func (ed *editor) transposeWords() {
	start := ed.point
	end2 := ed.wordEnd(ed.point)
	beg2 := ed.wordStart(end2)
	beg1 := ed.wordStart(beg2)
	end1 := ed.wordEnd(beg1)
	if beg1 == beg2 || beg2 < end1 {
		ed.point = start
		ed.bell()
		return
	}
	w1, gap, w2 := append([]rune(nil), ed.buf[beg1:end1]...), append([]rune(nil), ed.buf[end1:beg2]...), append([]rune(nil), ed.buf[beg2:end2]...)
	ed.together(func() {
		ed.remove(beg1, end2)
		ed.point = beg1
		ed.insert(append(append(w2, gap...), w1...)...)
	})
	ed.point = end2
}

type caseKind int

const (
	upper caseKind = iota
	lower
	capital
)

func (ed *editor) changeCase(kind caseKind) {
	from := ed.point
	ed.moveWords(ed.count())
	to := ed.point
	back := ed.count() < 0
	if back {
		from, to = to, from
	}
	text := append([]rune(nil), ed.buf[from:to]...)
	in := false
	for i, r := range text {
		switch {
		case kind == upper, kind == capital && !in && isWord(r):
			text[i] = unicode.ToUpper(r)
		case kind == lower, kind == capital:
			text[i] = unicode.ToLower(r)
		}
		in = isWord(r)
	}
	if len(text) == 0 {
		return
	}
	ed.together(func() {
		ed.remove(from, to)
		ed.point = from
		ed.insert(text...)
	})
	if back {
		ed.point = from
	}
}

func (ed *editor) searchChar(dir int) {
	c, err := ed.readByte(editOptions{})
	if err != nil {
		ed.finish(err)
		return
	}
	r := ed.readRune(c, editOptions{})
	if ed.count() < 0 {
		dir = -dir
	}
	for p := ed.point + dir; p >= 0 && p < len(ed.buf); p += dir {
		if ed.buf[p] == r {
			ed.point = p
			return
		}
	}
	ed.bell()
}

// digitArgument collects M-3, M--: the digits that follow belong to it too.
func (ed *editor) digitArgument() bool {
	c := ed.lastKey[len(ed.lastKey)-1]
	if !ed.argGiven && c == '-' {
		ed.argSign = -1
		ed.showArg()
		return ed.moreDigits()
	}
	if c >= '0' && c <= '9' {
		ed.addDigit(c)
	}
	ed.showArg()
	return ed.moreDigits()
}

func (ed *editor) addDigit(c byte) {
	if !ed.argGiven {
		ed.arg = 0
	}
	ed.argGiven = true
	ed.arg = min(ed.arg*10+int(c-'0'), 1<<20)
}

func (ed *editor) universalArgument() bool {
	ed.argGiven = true
	ed.arg = 4
	return ed.moreDigits()
}

func (ed *editor) showArg() {
	n := ed.count()
	m := "(arg: " + strconv.Itoa(n) + ") "
	ed.display.message = &m
	ed.display.refresh()
}

func (ed *editor) moreDigits() bool {
	for {
		c, err := ed.readByte(editOptions{})
		ed.display.message = nil
		if err != nil {
			ed.finish(err)
			return false
		}
		if c < '0' || c > '9' {
			ed.macro = append([]byte{c}, ed.macro...)
			return true
		}
		ed.addDigit(c)
		ed.showArg()
	}
}

// paste inserts what a terminal sends between the marks of a bracketed paste, as it is.
func (ed *editor) paste() {
	const end = "\x1b[201~"
	var b []byte
	for {
		c, err := ed.readByte(editOptions{})
		if err != nil {
			ed.finish(err)
			return
		}
		if len(b) < 4*maxEditLine || c == end[0] || len(b) >= len(end) && strings.HasPrefix(end, string(b[len(b)-len(end)+1:])) {
			b = append(b, c)
		} else {
			copy(b[len(b)-len(end):], b[len(b)-len(end)+1:])
			b[len(b)-1] = c
		}
		if c == '~' && strings.HasSuffix(string(b[max(0, len(b)-len(end)):]), end) {
			b = b[:len(b)-len(end)]
			break
		}
	}
	text := toRunes(strings.ReplaceAll(string(b), "\r", "\n"))
	if room := maxEditLine - len(ed.buf); len(text) > room {
		text = text[:max(room, 0)]
		ed.bell()
	}
	if len(text) > 0 {
		ed.typed = 0
		ed.insert(text...)
		ed.typed = 0
	}
}

func (ed *editor) tildeExpand() {
	from := ed.point
	for from > 0 && ed.buf[from-1] != ' ' && ed.buf[from-1] != '\t' {
		from--
	}
	to := from
	for to < len(ed.buf) && ed.buf[to] != ' ' && ed.buf[to] != '/' {
		to++
	}
	if from == to || ed.buf[from] != '~' {
		return
	}
	if home, ok := ed.sh.homeOf(fromRunes(ed.buf[from+1 : to])); ok {
		ed.together(func() {
			ed.remove(from, to)
			ed.point = from
			ed.insert(toRunes(home)...)
		})
	}
}

// editAndExecute is C-x C-e: an editor works on the line, which is then executed.
func (ed *editor) editAndExecute() {
	ed.replace("fc -e \"${VISUAL:-${EDITOR:-vi}}\"")
	ed.done = true
}

// operateAndGetNext accepts the line and puts the one after it in the history before the user.
func (ed *editor) operateAndGetNext() {
	ed.sh.nextHistory = ed.histIndex + 1
	ed.done = true
}
