package shell

import (
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/internal/runewidth"
)

// Showing completions: the list below the line, and menu-complete, which puts one after the other into it.

// list prints the completions below the line and paints the line anew.
func (ed *editor) list(f found) {
	ed.display.refresh()
	ed.display.toEnd()
	var out strings.Builder
	out.WriteString("\n")
	query, _ := ed.sh.readline.variable("completion-query-items")
	if n, err := strconv.Atoi(query); err == nil && n > 0 && len(f.names) >= n {
		ed.write("\nDisplay all " + strconv.Itoa(len(f.names)) + " possibilities? (y or n)")
		if !ed.confirm() {
			ed.write("\n")
			ed.display.forget()
			return
		}
	}
	rows := ed.columns(f)
	page, _ := ed.sh.readline.variable("page-completions")
	shown := 0
	for i, row := range rows {
		out.WriteString(row + "\n")
		if shown++; page == "on" && shown >= ed.display.rows-1 && i+1 < len(rows) {
			ed.write(out.String() + "--More--")
			out.Reset()
			more := ed.pageKey()
			ed.write("\r        \r")
			if more == 0 {
				break
			}
			shown = ed.display.rows - 1 - more
		}
	}
	ed.write(out.String())
	ed.display.forget()
}

// confirm waits for y or n.
func (ed *editor) confirm() bool {
	for {
		c, err := ed.readByte(editOptions{})
		if err != nil {
			ed.finish(err)
			return false
		}
		switch c {
		case 'y', 'Y', ' ':
			return true
		case 'n', 'N', 127, 8:
			return false
		case 7, 3:
			return false
		}
		ed.bell()
	}
}

// pageKey waits for an answer to --More-- and returns how many lines to show.
func (ed *editor) pageKey() int {
	for {
		c, err := ed.readByte(editOptions{})
		if err != nil {
			ed.finish(err)
			return 0
		}
		switch c {
		case 'y', 'Y', ' ':
			return ed.display.rows - 1
		case '\r', '\n':
			return 1
		case 'q', 'Q', 'n', 'N', 127, 8, 7:
			return 0
		}
		ed.bell()
	}
}

// columns lays the names out in columns, sorted downwards.
func (ed *editor) columns(f found) []string {
	items := make([]string, len(f.names))
	width := 0
	for i, n := range f.names {
		item, dir := n, false
		if f.files {
			if k := strings.LastIndexByte(strings.TrimSuffix(n, "/"), '/'); k >= 0 {
				item = n[k+1:]
			}
			dir = !strings.HasSuffix(item, "/") && ed.sh.isDir(ed.sh.tildePath(n))
		}
		items[i] = printable(toRunes(item))
		width = max(width, columnsOf(items[i]))
		if dir {
			items[i] += "/"
		}
	}
	width += 2
	cols := max(1, ed.display.cols/width)
	if cols != 1 && cols*width == ed.display.cols {
		cols--
	}
	n := (len(items) + cols - 1) / cols
	rows := make([]string, n)
	for r := range n {
		var b strings.Builder
		for c := 0; r+c*n < len(items); c++ {
			if c > 0 {
				prev := items[r+(c-1)*n]
				b.WriteString(strings.Repeat(" ", max(width-columnsOf(prev), 0)))
			}
			b.WriteString(items[r+c*n])
		}
		rows[r] = b.String()
	}
	return rows
}

func columnsOf(s string) int {
	n := 0
	for _, r := range s {
		n += runewidth.Of(r)
	}
	return n
}

func (ed *editor) listCompletions() {
	t := ed.target()
	f := ed.completions(t)
	if f.tidy(); len(f.names) == 0 {
		ed.bell()
		return
	}
	ed.list(f)
}

// insertCompletions is M-*: all of them.
func (ed *editor) insertCompletions() {
	t := ed.target()
	f := ed.completions(t)
	if f.tidy(); len(f.names) == 0 {
		ed.bell()
		return
	}
	var b strings.Builder
	for _, n := range f.names {
		b.WriteString(quoteCompletion(n, 0) + " ")
	}
	ed.together(func() {
		ed.remove(t.start, ed.point)
		ed.point = t.start
		ed.insert(toRunes(b.String())...)
	})
}

// menuState is where menu-complete is in its list.
type menuState struct {
	names []string
	index int
	t     target
	f     found
	orig  string
}

// menuComplete puts one completion after the other into the line.
func (ed *editor) menuComplete(dir int) {
	if ed.last != "menu-complete" && ed.last != "menu-complete-backward" || ed.menu == nil {
		t := ed.target()
		f := ed.completions(t)
		if f.tidy(); len(f.names) == 0 {
			ed.bell()
			return
		}
		ed.menu = &menuState{names: f.names, index: -1, t: t, f: f, orig: t.word}
		if dir < 0 {
			ed.menu.index = len(f.names)
		}
	}
	m := ed.menu
	m.index += dir
	switch {
	case m.index >= len(m.names) || m.index < 0:
		ed.bell()
		ed.putWord(m.t, found{plain: true}, m.orig, false)
		m.index = (m.index + len(m.names) + 1) % (len(m.names) + 1)
		if m.index == len(m.names) {
			m.index = -1
		}
		return
	}
	ed.putWord(m.t, m.f, m.names[m.index], true)
}

// completeKind completes a word as one kind of name, whatever it looks like: M-/, M-~, M-$, M-@, M-!.
func (ed *editor) completeKind(kind string) {
	t := ed.target()
	ed.offer(t, ed.ofKind(t, kind), ed.last == ed.this)
}

func (ed *editor) listKind(kind string) {
	t := ed.target()
	f := ed.ofKind(t, kind)
	if f.tidy(); len(f.names) == 0 {
		ed.bell()
		return
	}
	ed.list(f)
}

func (ed *editor) ofKind(t target, kind string) found {
	sh := ed.sh
	switch kind {
	case "file", "command":
		return found{names: sh.actionNames(kind, t.word), files: kind == "file", suffix: " "}
	case "user", "variable":
		mark := map[string]string{"user": "~", "variable": "$"}[kind]
		word := strings.TrimPrefix(t.word, mark)
		return found{names: prefixed(mark, sh.matching(kind, word)), plain: true, suffix: map[string]string{"user": "/", "variable": " "}[kind]}
	}
	return found{names: sh.matching(kind, t.word), suffix: " "}
}
