package shell

// set -o vi: the commands of vi that are used most, over the same editor. Insert mode knows the control keys of emacs
// mode that vi has no use for; escape leads to command mode.

// viState is the state of vi's command mode.
type viState struct {
	command bool
	dot     []byte // the keys of the last change
	record  []byte
	replay  bool
	find    byte // last f F t T, with its character
	findFor rune
}

func (v *viState) start(*editor) { v.command = false }

func (ed *editor) viMovementMode() {
	ed.vi.command = true
	if ed.point > 0 {
		ed.point--
	}
	ed.typed = 0
	if len(ed.vi.record) > 0 && !ed.vi.replay {
		ed.vi.dot = ed.vi.record
	}
}

func (ed *editor) viInsert() { ed.vi.command = false }

// viCommand reads and runs one command of command mode.
func (ed *editor) viCommand(opt editOptions) (string, error) {
	count, given := 0, false
	var c byte
	var err error
	for {
		if c, err = ed.readByte(opt); err != nil {
			return "", err
		}
		if c >= '1' && c <= '9' || c == '0' && given {
			count, given = min(count*10+int(c-'0'), 10000), true
			continue
		}
		break
	}
	n := max(count, 1)
	switch c {
	case '\r', '\n':
		ed.vi.command = false
		return "accept-line", nil
	case 27:
		if ed.moreInput() { // an arrow key
			ed.vi.command = false
			ed.macro = append([]byte{27}, ed.macro...)
			name, err := ed.readCommand(opt)
			ed.vi.command = true
			return name, err
		}
		ed.bell()
	case 'h', 8, 127:
		ed.point = max(0, ed.point-n)
	case 'l', ' ', 'w', 'W', 'b', 'B', 'e', 'E', '0', '^', '$', 'f', 'F', 't', 'T', ';', ',', '|', '%':
		if _, to, ok, err := ed.viMotion(c, n, opt); err != nil {
			return "", err
		} else if ok {
			ed.point = max(0, min(to, len(ed.buf)-1))
		} else {
			ed.bell()
		}
	case 'k', '-', 16:
		ed.moveHistory(-n)
		ed.point = 0
	case 'j', '+', 14:
		ed.moveHistory(n)
		ed.point = 0
	case 'G':
		to := 0
		if given {
			to = max(0, min(count-ed.sh.history.base-1, len(ed.history)))
		}
		ed.showHistory(to)
		ed.point = 0
	case '/', '?':
		dir := -1
		if c == '?' {
			dir = 1
		}
		ed.plainSearch(dir)
	case 'i':
		ed.viInsert()
	case 'a':
		ed.point = min(ed.point+1, len(ed.buf))
		ed.viInsert()
	case 'I':
		ed.point = 0
		ed.viInsert()
	case 'A':
		ed.point = len(ed.buf)
		ed.viInsert()
	case 'x':
		ed.kill(ed.point, min(ed.point+n, len(ed.buf)))
		ed.point = max(0, min(ed.point, len(ed.buf)-1))
	case 'X':
		ed.kill(ed.point, max(0, ed.point-n))
	case 'D', 'C':
		ed.kill(ed.point, len(ed.buf))
		if c == 'C' {
			ed.viInsert()
		} else {
			ed.point = max(0, ed.point-1)
		}
	case 'S':
		ed.kill(0, len(ed.buf))
		ed.viInsert()
	case 's':
		ed.kill(ed.point, min(ed.point+n, len(ed.buf)))
		ed.viInsert()
	case 'd', 'c', 'y':
		return "vi-command", ed.viOperator(c, n, opt)
	case 'p', 'P':
		if len(ed.kills) > 0 {
			if c == 'p' && len(ed.buf) > 0 {
				ed.point++
			}
			for range min(n, 100) {
				ed.insert(toRunes(ed.kills[len(ed.kills)-1])...)
			}
			ed.point = max(0, ed.point-1)
		}
	case 'r':
		if c, err = ed.readByte(opt); err != nil {
			return "", err
		}
		if r := ed.readRune(c, opt); r != 27 && ed.point+n <= len(ed.buf) {
			at := ed.point
			ed.together(func() {
				ed.remove(at, at+n)
				ed.point = at
				for range n {
					ed.insert(r)
				}
			})
			ed.point = at + n - 1
		}
	case '~':
		for range min(n, len(ed.buf)-ed.point) {
			at := ed.point
			kind := upper
			if r := ed.buf[at]; r >= 'A' && r <= 'Z' {
				kind = lower
			}
			r := ed.buf[at]
			if kind == upper && r >= 'a' && r <= 'z' {
				r -= 32
			} else if kind == lower {
				r += 32
			}
			ed.together(func() { ed.remove(at, at+1); ed.point = at; ed.insert(r) })
		}
		ed.point = max(0, min(ed.point, len(ed.buf)-1))
	case 'u', 'U':
		if !ed.undoOne() {
			ed.bell()
		}
	case '#':
		ed.point = 0
		ed.insert('#')
		return "accept-line", nil
	case 12:
		ed.display.clearScreen()
	case 18:
		ed.incrementalSearch(-1)
	case 4:
		if len(ed.buf) == 0 {
			ed.done, ed.result = true, errLineEOF
		}
	default:
		ed.bell()
	}
	return "vi-command", nil
}

// viMotion is where a motion leads: from..to for an operator, to for the cursor.
func (ed *editor) viMotion(c byte, n int, opt editOptions) (from, to int, ok bool, err error) {
	p := ed.point
	class := func(i int) int {
		switch r := ed.buf[i]; {
		case r == ' ' || r == '\t':
			return 0
		case c >= 'A' && c <= 'Z' || isWord(r) || r == '_':
			return 1
		}
		return 2
	}
	size := len(ed.buf)
	switch c {
	case 'h', 8, 127:
		return p, max(0, p-n), true, nil
	case 'l', ' ':
		return p, min(size, p+n), true, nil
	case '0', '^':
		return p, 0, true, nil
	case '$':
		return p, size, true, nil
	case '|':
		return p, min(n-1, size), true, nil
	case 'w', 'W':
		for range n {
			for k := p; p < size && class(p) == class(k); {
				p++
			}
			for p < size && class(p) == 0 {
				p++
			}
		}
		return ed.point, p, true, nil
	case 'b', 'B':
		for range n {
			for p > 0 && class(p-1) == 0 {
				p--
			}
			for k := p - 1; p > 0 && class(p-1) == class(k); {
				p--
			}
		}
		return ed.point, p, true, nil
	case 'e', 'E':
		for range n {
			p++
			for p < size && class(p) == 0 {
				p++
			}
			for p+1 < size && class(p+1) == class(p) {
				p++
			}
		}
		return ed.point, min(p, size), true, nil
	case 'f', 'F', 't', 'T', ';', ',':
		kind := c
		if c == ';' || c == ',' {
			if kind = ed.vi.find; kind == 0 {
				return p, p, false, nil
			}
			if c == ',' {
				kind ^= 0x20
			}
		} else {
			b, err := ed.readByte(opt)
			if err != nil {
				return p, p, false, err
			}
			ed.vi.find, ed.vi.findFor = c, ed.readRune(b, opt)
		}
		dir := 1
		if kind == 'F' || kind == 'T' {
			dir = -1
		}
		at := p
		for range n {
			if at += dir; kind|0x20 == 't' && c != kind && at+dir >= 0 && at+dir < size {
				at += dir
			}
			for at >= 0 && at < size && ed.buf[at] != ed.vi.findFor {
				at += dir
			}
		}
		if at < 0 || at >= size {
			return p, p, false, nil
		}
		if kind|0x20 == 't' {
			at -= dir
		}
		return p, at, true, nil
	}
	return p, p, false, nil
}

// viOperator is d, c or y with its motion.
func (ed *editor) viOperator(op byte, n int, opt editOptions) error {
	c, err := ed.readByte(opt)
	if err != nil {
		return err
	}
	for m := 0; c >= '1' && c <= '9'; {
		m = min(m*10+int(c-'0'), 10000)
		n = m
		if c, err = ed.readByte(opt); err != nil {
			return err
		}
	}
	from, to := 0, len(ed.buf)
	if c != op {
		var ok bool
		if op == 'c' && (c == 'w' || c == 'W') {
			c -= 'w' - 'e'
		}
		if from, to, ok, err = ed.viMotion(c, n, opt); err != nil {
			return err
		}
		if !ok {
			ed.bell()
			return nil
		}
		if (c == 'e' || c == 'E' || c == 'f' || c == 't' || c == ';') && to >= from {
			to = min(to+1, len(ed.buf))
		}
	}
	ed.last = ""
	if op == 'y' {
		ed.keep(fromRunes(ed.buf[min(from, to):max(from, to)]), false)
		return nil
	}
	ed.kill(from, to)
	if op == 'c' {
		ed.viInsert()
	} else {
		ed.point = max(0, min(ed.point, len(ed.buf)-1))
	}
	return nil
}
