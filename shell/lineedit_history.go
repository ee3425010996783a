package shell

import (
	"slices"
	"strings"
)

// Moving and searching in the history.

// line is the text of entry i as this editing session has changed it.
func (ed *editor) line(i int) string {
	if s, ok := ed.edited[i]; ok {
		return s
	}
	if i < len(ed.history) {
		return ed.history[i].text
	}
	return ""
}

// showHistory puts entry i before the user; changes to the present one are kept until the line is accepted.
func (ed *editor) showHistory(i int) bool {
	if i < 0 || i > len(ed.history) || i == ed.histIndex {
		return false
	}
	now := fromRunes(ed.buf)
	if ed.line(ed.histIndex) != now {
		if ed.edited == nil {
			ed.edited = make(map[int]string)
		}
		ed.edited[ed.histIndex] = now
	}
	ed.histIndex = i
	ed.buf = toRunes(ed.line(i))
	ed.point = len(ed.buf)
	ed.undo, ed.typed = nil, 0
	return true
}

// keepEdits puts the changes that were made to old lines into the list; the accepted one stays as it was.
func (ed *editor) keepEdits() {
	h := &ed.sh.history
	var list []historyEntry
	for i, text := range ed.edited {
		if i >= len(ed.history) || i >= len(h.list) || i == ed.histIndex && ed.result == nil || text == h.list[i].text {
			continue
		}
		if list == nil {
			list = slices.Clone(h.list)
		}
		list[i].text = text
	}
	if list != nil {
		h.list = list
	}
}

func (ed *editor) moveHistory(n int) {
	to := ed.histIndex + n
	if len(ed.history) == 0 || to < 0 && ed.histIndex == 0 || to > len(ed.history) && ed.histIndex == len(ed.history) {
		ed.bell()
		return
	}
	ed.showHistory(min(max(to, 0), len(ed.history)))
}

// prefixSearch shows the next entry that starts with what is before the cursor.
func (ed *editor) prefixSearch(dir int) {
	prefix := fromRunes(ed.buf[:ed.point])
	for i := ed.histIndex + dir; i >= 0 && i <= len(ed.history); i += dir {
		if text := ed.line(i); strings.HasPrefix(text, prefix) && (text != fromRunes(ed.buf) || i == len(ed.history)) {
			p := ed.point
			ed.showHistory(i)
			ed.point = min(p, len(ed.buf))
			return
		}
	}
	ed.bell()
}

// search is an incremental search in progress.
type search struct {
	dir    int
	text   []rune
	index  int // entry of the match
	failed bool
}

// incrementalSearch is C-r and C-s.
func (ed *editor) incrementalSearch(dir int) {
	s := &search{dir: dir, index: ed.histIndex}
	startIndex, startBuf, startPoint := ed.histIndex, append([]rune(nil), ed.buf...), ed.point
	paint := func() {
		label := "(reverse-i-search)`"
		if s.dir > 0 {
			label = "(i-search)`"
		}
		if s.failed {
			label = "(failed " + label[1:]
		}
		m := label + printable(s.text) + "': "
		ed.display.message = &m
		if !ed.moreInput() {
			ed.display.refresh()
		}
	}
	restore := func() {
		ed.histIndex, ed.buf, ed.point = startIndex, startBuf, startPoint
	}
	defer func() { ed.display.message = nil }()
	paint()
	for {
		c, err := ed.readByte(editOptions{})
		if err != nil {
			ed.display.message = nil
			restore()
			ed.finish(err)
			return
		}
		switch {
		case c == 7: // C-g
			ed.bell()
			restore()
			return
		case c == 18 || c == 19: // C-r, C-s
			s.dir = 1
			if c == 18 {
				s.dir = -1
			}
			if len(s.text) == 0 && len(ed.sh.lastSearch) > 0 {
				s.text = append(s.text, toRunes(ed.sh.lastSearch)...)
				ed.findNext(s, ed.histIndex, ed.point, false)
			} else {
				ed.findNext(s, s.index, ed.point, true)
			}
		case c == 8 || c == 127:
			if n := len(s.text); n > 0 { // the match stays until the next search
				s.text = s.text[:n-1]
			} else {
				ed.bell()
			}
		case c == 22 || c == 17: // C-v: the next character as it is
			if c, err = ed.readByte(editOptions{}); err != nil {
				ed.finish(err)
				return
			}
			ed.addToSearch(s, ed.readRune(c, editOptions{}))
		case c == 23: // C-w: the word at the cursor is added
			end := ed.point + len(s.text)
			to := ed.wordEnd(min(end, len(ed.buf)))
			for _, r := range append([]rune(nil), ed.buf[min(end, len(ed.buf)):to]...) {
				ed.addToSearch(s, r)
			}
		case c == 27 && ed.moreInput(), c < 32 && c != 27 && c != 9:
			if len(s.text) > 0 {
				ed.sh.lastSearch = fromRunes(s.text)
			}
			ed.display.message = nil
			ed.macro = append([]byte{c}, ed.macro...)
			return
		case c == 27:
			if len(s.text) > 0 {
				ed.sh.lastSearch = fromRunes(s.text)
			}
			return
		default:
			ed.addToSearch(s, ed.readRune(c, editOptions{}))
		}
		paint()
	}
}

func (ed *editor) addToSearch(s *search, r rune) {
	if len(s.text) >= 1024 {
		ed.bell()
		return
	}
	s.text = append(s.text, r)
	ed.findNext(s, s.index, ed.point, false)
}

// goTo shows an entry with the cursor at a place.
func (ed *editor) goTo(index, point int) {
	ed.showHistory(index)
	ed.point = min(point, len(ed.buf))
}

// findNext looks for the text from an entry and place on; with next the present match does not count.
func (ed *editor) findNext(s *search, index, point int, next bool) {
	want := fromRunes(s.text)
	if want == "" {
		return
	}
	for i := index; i >= 0 && i <= len(ed.history); i += s.dir {
		text := ed.line(i)
		if i == ed.histIndex {
			text = fromRunes(ed.buf)
		}
		at := -1
		switch {
		case i != index && s.dir < 0:
			at = strings.LastIndex(text, want)
		case i != index:
			at = strings.Index(text, want)
		case s.dir < 0:
			rs := toRunes(text)
			end := min(point+len(s.text), len(rs))
			if next {
				end = min(point+len(s.text)-1, len(rs))
			}
			at = strings.LastIndex(fromRunes(rs[:max(end, 0)]), want)
		default:
			rs := toRunes(text)
			from := point
			if next {
				from++
			}
			from = min(from, len(rs))
			if at = strings.Index(fromRunes(rs[from:]), want); at >= 0 {
				at += len(fromRunes(rs[:from]))
			}
		}
		if at >= 0 && (i == index || text != ed.line(index) || !next) {
			s.failed, s.index = false, i
			ed.goTo(i, len(toRunes(text[:at])))
			return
		}
	}
	s.failed = true
	ed.bell()
}

// printable shows control characters as ^X.
func printable(rs []rune) string {
	l := &layout{cols: 1 << 30}
	for _, r := range rs {
		l.putRune(r)
	}
	return l.b.String()
}

// plainSearch is M-p and M-n: it asks for the text on a line of its own.
func (ed *editor) plainSearch(dir int) {
	startBuf, startPoint := ed.buf, ed.point
	ed.buf, ed.point = nil, 0
	m := ":"
	ed.display.message = &m
	var text []rune
	for {
		ed.buf, ed.point = text, len(text)
		ed.display.refresh()
		c, err := ed.readByte(editOptions{})
		if err != nil {
			ed.finish(err)
			return
		}
		if c == '\r' || c == '\n' {
			break
		}
		switch {
		case c == 7:
			ed.buf, ed.point, ed.display.message = startBuf, startPoint, nil
			return
		case c == 8 || c == 127:
			if len(text) > 0 {
				text = text[:len(text)-1]
			}
		default:
			text = append(text, ed.readRune(c, editOptions{}))
		}
	}
	ed.buf, ed.point, ed.display.message = startBuf, startPoint, nil
	want := fromRunes(text)
	for i := ed.histIndex + dir; i >= 0 && i < len(ed.history); i += dir {
		if k := strings.Index(ed.line(i), want); k >= 0 {
			text := ed.line(i)
			ed.showHistory(i)
			ed.point = len(toRunes(text[:k]))
			return
		}
	}
	ed.bell()
}
