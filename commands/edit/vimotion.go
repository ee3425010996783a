package edit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/fullscreen"
)

// pos is a place in the text.
type pos struct{ line, at int }

// target is where a motion leads, and what an operator makes of it.
type target struct {
	pos
	lines     bool // whole lines
	inclusive bool // the character there belongs to it
}

// motion computes a motion from the cursor.
func (e *editor) motion(k fullscreen.Key, n int, counted bool) (target, bool) {
	line := e.lines[e.line]
	here := pos{e.line, e.at}
	to := func(l, a int) (target, bool) { return target{pos: pos{l, a}}, true }
	switch k {
	case 'h', 8, 127, fullscreen.Left:
		if e.at == 0 && k == 'h' {
			return target{pos: here}, false
		}
		return to(e.line, max(0, e.at-n))
	case 'l', ' ', fullscreen.Right:
		return to(e.line, min(e.at+n, len(line)))
	case 'j', 14, 10, fullscreen.Down, '+', 13:
		if e.line+n >= len(e.lines) && e.line == len(e.lines)-1 {
			return target{pos: here}, false
		}
		l := min(e.line+n, len(e.lines)-1)
		a := min(max(e.want, e.at), len(e.lines[l]))
		if k == '+' || k == 13 {
			a = firstText(e.lines[l])
		}
		return target{pos: pos{l, a}, lines: true}, true
	case 'k', 16, fullscreen.Up, '-':
		if e.line == 0 {
			return target{pos: here}, false
		}
		l := max(e.line-n, 0)
		a := min(max(e.want, e.at), len(e.lines[l]))
		if k == '-' {
			a = firstText(e.lines[l])
		}
		return target{pos: pos{l, a}, lines: true}, true
	case '0', fullscreen.Home:
		return to(e.line, 0)
	case '^', '_':
		return to(e.line, firstText(line))
	case '$', fullscreen.End:
		l := min(e.line+n-1, len(e.lines)-1)
		e.want = 1 << 30
		return target{pos: pos{l, max(0, len(e.lines[l])-1)}, inclusive: true}, true
	case '|':
		return to(e.line, min(n-1, len(line)))
	case 'G', 'g':
		l := len(e.lines) - 1
		if k == 'g' {
			l = 0
			second, err := e.key()
			if err != nil || second != 'g' {
				return target{pos: here}, false
			}
		}
		if counted {
			l = min(n-1, len(e.lines)-1)
		}
		return target{pos: pos{l, firstText(e.lines[l])}, lines: true}, true
	case 'H', 'M', 'L':
		last := min(e.view.top+e.t.Rows-2, len(e.lines)-1)
		l := map[fullscreen.Key]int{'H': min(e.view.top+n-1, last), 'M': (e.view.top + last) / 2, 'L': max(last-n+1, e.view.top)}[k]
		return target{pos: pos{l, firstText(e.lines[l])}, lines: true}, true
	case 'w', 'W':
		p := here
		for range n {
			p = e.nextWord(p, k == 'W')
		}
		return target{pos: p}, true
	case 'b', 'B':
		p := here
		for range n {
			p = e.prevWord(p, k == 'B')
		}
		return target{pos: p}, p != here
	case 'e', 'E':
		p := here
		for range n {
			p = e.wordEnd(p, k == 'E')
		}
		return target{pos: p, inclusive: true}, true
	case '{', '}':
		l := e.line
		for range n {
			if k == '}' {
				for l++; l < len(e.lines)-1 && len(e.lines[l]) > 0; l++ {
				}
			} else {
				for l--; l > 0 && len(e.lines[l]) > 0; l-- {
				}
			}
		}
		if l >= len(e.lines) {
			return to(len(e.lines)-1, len(e.lines[len(e.lines)-1]))
		}
		return to(max(l, 0), 0)
	case 'f', 'F', 't', 'T', ';', ',':
		return e.findChar(k, n)
	case '%':
		p, ok := e.matching()
		return target{pos: p, inclusive: true}, ok
	case '/', '?':
		text, ok := e.ask(string(rune(k)))
		if !ok {
			return target{pos: here}, true
		}
		if text != "" {
			e.search = text
		}
		e.back = k == '?'
		p, ok := e.searchNext(n)
		e.line, e.at = here.line, here.at
		return target{pos: p}, ok
	case 'n', 'N':
		if k == 'N' {
			n = -n
		}
		p, ok := e.searchNext(n)
		e.line, e.at = here.line, here.at
		return target{pos: p}, ok
	case '*', '#':
		from, end := e.at, e.at
		for from > 0 && class(line[from-1], false) == 1 {
			from--
		}
		for end < len(line) && class(line[end], false) == 1 {
			end++
		}
		if from == end {
			return target{pos: here}, false
		}
		e.search, e.back = `\<`+str(line[from:end])+`\>`, k == '#'
		e.at = from
		p, ok := e.searchNext(n)
		e.line, e.at = here.line, here.at
		return target{pos: p}, ok
	}
	return target{pos: here}, false
}

func (e *editor) nextWord(p pos, big bool) pos {
	line := e.lines[p.line]
	if p.at < len(line) {
		c := class(line[p.at], big)
		for p.at < len(line) && c != 0 && class(line[p.at], big) == c {
			p.at++
		}
	}
	for {
		line = e.lines[p.line]
		for p.at < len(line) && class(line[p.at], big) == 0 {
			p.at++
		}
		if p.at < len(line) {
			return p
		}
		if p.line == len(e.lines)-1 {
			return pos{p.line, len(line)}
		}
		p = pos{p.line + 1, 0}
		if len(e.lines[p.line]) == 0 {
			return p
		}
	}
}

func (e *editor) prevWord(p pos, big bool) pos {
	for {
		line := e.lines[p.line]
		p.at = min(p.at, len(line))
		for p.at > 0 && class(line[p.at-1], big) == 0 {
			p.at--
		}
		if p.at > 0 {
			c := class(line[p.at-1], big)
			for p.at > 0 && class(line[p.at-1], big) == c {
				p.at--
			}
			return p
		}
		if p.line == 0 {
			return p
		}
		p = pos{p.line - 1, len(e.lines[p.line-1])}
		if p.at == 0 {
			return p
		}
	}
}

func (e *editor) wordEnd(p pos, big bool) pos {
	p.at++
	for {
		line := e.lines[p.line]
		for p.at < len(line) && class(line[p.at], big) == 0 {
			p.at++
		}
		if p.at < len(line) {
			break
		}
		if p.line == len(e.lines)-1 {
			return pos{p.line, max(0, len(line)-1)}
		}
		p = pos{p.line + 1, 0}
	}
	line := e.lines[p.line]
	c := class(line[p.at], big)
	for p.at+1 < len(line) && class(line[p.at+1], big) == c {
		p.at++
	}
	return p
}

func (e *editor) findChar(k fullscreen.Key, n int) (target, bool) {
	here := target{pos: pos{e.line, e.at}}
	again := k == ';' || k == ','
	if again {
		if e.find == 0 {
			return here, false
		}
		if k == ',' {
			k = e.find ^ 0x20
		} else {
			k = e.find
		}
	} else {
		r, err := e.key()
		if err != nil || r >= fullscreen.Up {
			return here, false
		}
		e.find, e.findFor = k, rune(r)
	}
	line, dir := e.lines[e.line], 1
	if k == 'F' || k == 'T' {
		dir = -1
	}
	at := e.at
	for i := range n {
		at += dir
		if again && i == 0 && (k == 't' || k == 'T') && at >= 0 && at < len(line) && line[at] == e.findFor {
			at += dir
		}
		for at >= 0 && at < len(line) && line[at] != e.findFor {
			at += dir
		}
	}
	if at < 0 || at >= len(line) {
		return here, false
	}
	if k == 't' || k == 'T' {
		at -= dir
	}
	return target{pos: pos{e.line, at}, inclusive: dir > 0}, true
}

// matching is the bracket that belongs to the next one on the line.
func (e *editor) matching() (pos, bool) {
	const brackets = "()[]{}"
	line := e.lines[e.line]
	at := e.at
	for at < len(line) && (line[at] >= 128 || strings.IndexByte(brackets, byte(line[at])) < 0) {
		at++
	}
	if at >= len(line) {
		return pos{e.line, e.at}, false
	}
	k := strings.IndexByte(brackets, byte(line[at]))
	open, other, dir := line[at], rune(brackets[k^1]), 1-2*(k&1)
	depth := 0
	for l := e.line; l >= 0 && l < len(e.lines); l += dir {
		text := e.lines[l]
		if l != e.line {
			at = 0
			if dir < 0 {
				at = len(text) - 1
			}
		}
		for ; at >= 0 && at < len(text); at += dir {
			switch text[at] {
			case open:
				depth++
			case other:
				if depth--; depth == 0 {
					return pos{l, at}, true
				}
			}
		}
	}
	return pos{e.line, e.at}, false
}

// operate is an operator with its motion; the operator again stands for whole lines.
func (e *editor) operate(op, m fullscreen.Key, n int, counted bool) {
	from := pos{e.line, e.at}
	var t target
	switch {
	case m == op:
		t = target{pos: pos{min(e.line+n-1, len(e.lines)-1), 0}, lines: true}
	case (m == 'i' || m == 'a'):
		k, err := e.key()
		if err != nil {
			return
		}
		var ok bool
		if from, t, ok = e.object(k, m == 'a'); !ok {
			e.bell()
			return
		}
	default:
		if op == 'c' && (m == 'w' || m == 'W') && e.at < len(e.lines[e.line]) && class(e.lines[e.line][e.at], false) != 0 {
			m -= 'w' - 'e' // cw leaves the blanks after the word
			e.at--
			var ok bool
			if t, ok = e.motion(m, n, counted); !ok {
				return
			}
			e.at++
			break
		}
		var ok bool
		if t, ok = e.motion(m, n, counted); !ok {
			e.bell()
			return
		}
		if (m == 'w' || m == 'W') && t.line > from.line && t.at <= firstText(e.lines[t.line]) {
			t.pos = pos{t.line - 1, len(e.lines[t.line-1])} // not over the end of the line
			if t.line < from.line {
				t.pos = from
			}
		}
	}
	a, b := from, t.pos
	if b.line < a.line || b.line == a.line && b.at < a.at {
		a, b = b, a
	}
	if t.inclusive && !t.lines {
		b.at++
	}
	b.at = min(b.at, len(e.lines[b.line]))
	switch op {
	case 'y':
		e.yank(a, b, t.lines)
		if !t.lines || m != op {
			e.line, e.at = a.line, a.at
			if t.lines {
				e.at = min(from.at, len(e.lines[a.line]))
			}
		}
		return
	case '>', '<':
		e.save()
		for l := a.line; l <= b.line; l++ {
			line := e.lines[l]
			switch {
			case op == '>' && len(line) > 0:
				e.lines[l] = append([]rune{'\t'}, line...)
			case op == '<':
				k := 0
				for k < len(line) && k < 8 && line[k] == ' ' {
					k++
				}
				if k == 0 && len(line) > 0 && line[0] == '\t' {
					k = 1
				}
				e.lines[l] = slices.Clone(line[k:])
			}
		}
		e.line, e.at = a.line, firstText(e.lines[a.line])
		e.changed()
		return
	}
	e.save()
	e.yank(a, b, t.lines)
	if t.lines {
		e.lines = slices.Delete(slices.Clone(e.lines), a.line, b.line+1)
		if op == 'c' {
			e.lines = slices.Insert(e.lines, a.line, nil)
		}
		if len(e.lines) == 0 {
			e.lines, e.vacant = [][]rune{nil}, true
		}
		e.line = min(a.line, len(e.lines)-1)
		e.at = firstText(e.lines[e.line])
		if count := b.line - a.line + 1; count > 2 && op == 'd' {
			e.message = lessLines(count)
		}
	} else {
		e.remove(a, b)
	}
	if op == 'c' {
		e.startInsert(insert)
	}
	e.changed()
}

func lessLines(n int) string { return strconv.Itoa(n) + " fewer lines" }

// object is a text object: iw aw, and what brackets and quotes enclose.
func (e *editor) object(k fullscreen.Key, around bool) (from pos, t target, ok bool) {
	line := e.lines[e.line]
	from = pos{e.line, e.at}
	if len(line) == 0 || e.at >= len(line) {
		return from, t, false
	}
	a, b := e.at, e.at
	switch k {
	case 'w', 'W':
		c := class(line[e.at], k == 'W')
		for a > 0 && class(line[a-1], k == 'W') == c {
			a--
		}
		for b+1 < len(line) && class(line[b+1], k == 'W') == c {
			b++
		}
		if around {
			end := b
			for b+1 < len(line) && class(line[b+1], false) == 0 {
				b++
			}
			for b == end && a > 0 && class(line[a-1], false) == 0 {
				a--
			}
		}
	case '"', '\'', '`':
		q := rune(k)
		for a >= 0 && line[a] != q {
			a--
		}
		if a < 0 {
			for a = e.at; a < len(line) && line[a] != q; a++ {
			}
		}
		for b = a + 1; b < len(line) && line[b] != q; b++ {
		}
		if a < 0 || b >= len(line) {
			return from, t, false
		}
		if !around {
			a, b = a+1, b-1
		}
	case '(', ')', 'b', '[', ']', '{', '}', 'B':
		pair := map[fullscreen.Key]string{'(': "()", ')': "()", 'b': "()", '[': "[]", ']': "[]", '{': "{}", '}': "{}", 'B': "{}"}[k]
		depth := 0
		for ; a >= 0; a-- {
			if line[a] == rune(pair[1]) && a != e.at {
				depth++
			} else if line[a] == rune(pair[0]) {
				if depth == 0 {
					break
				}
				depth--
			}
		}
		if a < 0 { // not inside of a pair: the next one on the line
			for a = e.at; a < len(line) && line[a] != rune(pair[0]); a++ {
			}
			if a == len(line) {
				return from, t, false
			}
		}
		depth = 0
		for b = a; b < len(line); b++ {
			if line[b] == rune(pair[0]) {
				depth++
			} else if line[b] == rune(pair[1]) {
				if depth--; depth == 0 {
					break
				}
			}
		}
		if b >= len(line) {
			return from, t, false
		}
		if !around {
			a, b = a+1, b-1
		}
	default:
		return from, t, false
	}
	if b < a {
		return pos{e.line, a}, target{pos: pos{e.line, a}}, true
	}
	return pos{e.line, a}, target{pos: pos{e.line, b}, inclusive: true}, true
}

// yank copies a range into the register.
func (e *editor) yank(a, b pos, lines bool) {
	e.linewise = lines
	if lines {
		e.register = slices.Clone(e.lines[a.line : b.line+1])
		return
	}
	if a.line == b.line {
		e.register = [][]rune{slices.Clone(e.lines[a.line][a.at:b.at])}
		return
	}
	e.register = [][]rune{slices.Clone(e.lines[a.line][a.at:])}
	e.register = append(e.register, e.lines[a.line+1:b.line]...)
	e.register = append(e.register, slices.Clone(e.lines[b.line][:b.at]))
}

// remove deletes a range within lines.
func (e *editor) remove(a, b pos) {
	rest := e.lines[b.line][b.at:]
	joined := append(slices.Clone(e.lines[a.line][:a.at]), rest...)
	e.lines = slices.Delete(slices.Clone(e.lines), a.line, b.line)
	e.lines[a.line] = joined
	e.line, e.at = a.line, a.at
}

// cut removes a range and keeps it.
func (e *editor) cut(l1, a1, l2, a2 int) {
	a, b := pos{l1, a1}, pos{l2, a2}
	e.yank(a, b, false)
	e.remove(a, b)
}

// put inserts the register.
func (e *editor) put(before bool, n int) {
	if e.register == nil {
		e.bell()
		return
	}
	size := 0
	for _, l := range e.register {
		size += len(l) + 1
	}
	if size*n > maxFile {
		e.message = "E342: Out of memory"
		return
	}
	e.save()
	if e.linewise {
		at := e.line
		if !before {
			at++
		}
		var in [][]rune
		for range n {
			in = append(in, e.register...)
		}
		e.lines = slices.Insert(e.lines, at, in...)
		e.line, e.at = at, firstText(e.lines[at])
		e.changed()
		return
	}
	line := e.lines[e.line]
	at := e.at
	if !before && len(line) > 0 {
		at++
	}
	at = min(at, len(line))
	if len(e.register) == 1 {
		in := slices.Repeat(e.register[0], n)
		e.setLine(splice(line, at, at, in...))
		e.at = max(at, at+len(in)-1)
		e.changed()
		return
	}
	first := append(slices.Clone(line[:at]), e.register[0]...)
	last := e.register[len(e.register)-1]
	tail := append(slices.Clone(last), line[at:]...)
	in := append(slices.Clone(e.register[1:len(e.register)-1]), tail)
	e.setLine(first)
	e.lines = slices.Insert(e.lines, e.line+1, in...)
	e.at = at
	e.changed()
}
