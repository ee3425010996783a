package kernel

// The line discipline: what stands between the keyboard and a program, and between a program and the screen. The rules
// are those of Linux's n_tty. Every method here runs with t.mu held.

func isControl(c byte) bool { return c < 32 || c == 127 }

// isWordChar is the kernel's isalnum or an underscore; bytes of other alphabets count as letters.
func isWordChar(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0xc0 && c != 0xd7 && c != 0xf7
}

// isContinuation reports whether c is a byte of a UTF-8 character that is not its first.
func (t *TTY) isContinuation(c byte) bool { return t.termios.in(IUTF8) && c&0xc0 == 0x80 }

// post runs one byte of output through the output flags, appends what the screen gets to b, and keeps the column.
func (t *TTY) post(b []byte, c byte) []byte {
	s := &t.termios
	if !s.out(OPOST) {
		return append(b, c)
	}
	switch c {
	case '\n':
		if s.out(ONLRET) {
			t.column = 0
		}
		if s.out(ONLCR) {
			t.column, t.canonColumn = 0, 0
			return append(b, '\r', '\n')
		}
		t.canonColumn = t.column
	case '\r':
		if s.out(ONOCR) && t.column == 0 {
			return b
		}
		if s.out(OCRNL) {
			if s.out(ONLRET) {
				t.column, t.canonColumn = 0, 0
			}
			return append(b, '\n')
		}
		t.column, t.canonColumn = 0, 0
	case '\t':
		n := 8 - t.column&7
		t.column += n
		if s.Oflag&TABDLY == TABDLY {
			return append(b, "        "[:n]...)
		}
	case '\b':
		if t.column > 0 {
			t.column--
		}
	default:
		if isControl(c) {
			break
		}
		if s.out(OLCUC) && c >= 'a' && c <= 'z' {
			c -= 'a' - 'A'
		}
		if !t.isContinuation(c) {
			t.column++
		}
	}
	return append(b, c)
}

// echoRaw shows bytes of the echo; they go to the screen with the next flushEcho.
func (t *TTY) echoRaw(c ...byte) {
	for _, c := range c {
		t.echoBuf = t.post(t.echoBuf, c)
	}
}

func (t *TTY) echoChar(c byte) {
	if t.termios.local(ECHOCTL) && isControl(c) && c != '\t' {
		t.echoRaw('^', c^0x40)
		return
	}
	t.echoRaw(c)
}

// flushEcho sends the echo to the screen; when that is not read it is lost, as nothing may wait here.
func (t *TTY) flushEcho() {
	if len(t.echoBuf) == 0 {
		return
	}
	p := t.out
	p.mu.Lock()
	if b := t.echoBuf; p.readers > 0 && p.writers > 0 && p.room(len(b)) == len(b) {
		p.put(b)
		p.wakeReader()
	}
	p.mu.Unlock()
	t.echoBuf = t.echoBuf[:0]
}

// received runs one byte from the keyboard through the discipline. A signal that it makes is for the caller to send to the
// foreground group.
func (t *TTY) received(c byte) (sig Signal) {
	s := &t.termios
	if s.in(ISTRIP) {
		c &= 0x7f
	}
	if s.in(IUCLC) && s.local(IEXTEN) && c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	if t.lnext {
		t.lnext = false
		t.echoPlain(c, false)
		t.put(c)
		return 0
	}
	if s.in(IXON) {
		switch {
		case s.is(c, VSTART):
			t.restart()
			return 0
		case s.is(c, VSTOP):
			if t.stopped == nil {
				t.stopped = make(chan struct{})
			}
			return 0
		}
	}
	if s.local(ISIG) {
		switch {
		case s.is(c, VINTR):
			sig = SIGINT
		case s.is(c, VQUIT):
			sig = SIGQUIT
		case s.is(c, VSUSP):
			sig = SIGTSTP
		}
		if sig != 0 {
			t.signalChar(c)
			return sig
		}
	}
	if t.stopped != nil && s.in(IXON) && s.in(IXANY) {
		t.restart()
	}
	mapped := false
	switch {
	case c == '\r' && s.in(IGNCR):
		return 0
	case c == '\r' && s.in(ICRNL):
		c, mapped = '\n', true
	case c == '\n' && s.in(INLCR):
		c = '\r'
	}
	if s.local(ICANON) && t.edit(c) {
		return 0
	}
	t.echoPlain(c, mapped)
	t.put(c)
	return 0
}

// signalChar is what a key that sends a signal does besides: it throws away what is typed and what is not yet shown.
func (t *TTY) signalChar(c byte) {
	s := &t.termios
	if !s.local(NOFLSH) {
		t.flushInput()
		t.echoBuf = t.echoBuf[:0]
		t.flushOutput()
	}
	if s.in(IXON) {
		t.restart()
	}
	if s.local(ECHO) {
		t.echoChar(c)
	}
}

func (t *TTY) flushInput() {
	t.line, t.input, t.pending, t.lnext, t.erasing = nil, nil, 0, false, false
	t.makeRoom()
}

func (t *TTY) flushOutput() {
	p := t.out
	p.mu.Lock()
	p.n, p.off = 0, 0
	p.wakeWriter()
	p.mu.Unlock()
}

// restart lets output go on after ^S.
func (t *TTY) restart() {
	if t.stopped != nil {
		close(t.stopped)
		t.stopped = nil
	}
}

// echoPlain echoes a character that is put into the input. A newline that ICRNL made is shown as one even in raw mode.
func (t *TTY) echoPlain(c byte, newline bool) {
	if !t.termios.local(ECHO) {
		return
	}
	t.finishErasing()
	if newline {
		t.echoRaw('\n')
		return
	}
	if len(t.line) == 0 {
		t.canonColumn = t.column
	}
	t.echoChar(c)
}

// put adds a character to the input: to the line being edited, or to what can be read.
func (t *TTY) put(c byte) {
	if t.termios.local(ICANON) {
		if len(t.line) < maxCanon {
			t.line = append(t.line, c)
		} else if t.termios.in(IMAXBEL) {
			t.echoRaw(7)
		}
		return
	}
	if n := len(t.input); n > 0 && len(t.input[n-1]) > 0 {
		t.input[n-1] = append(t.input[n-1], c)
	} else {
		t.input = append(t.input, []byte{c})
	}
	t.pending++
}

// edit handles the keys of canonical mode and reports whether c was one.
func (t *TTY) edit(c byte) bool {
	s := &t.termios
	ext := s.local(IEXTEN)
	switch {
	case s.is(c, VERASE), s.is(c, VKILL), ext && s.is(c, VWERASE):
		t.erase(c)
	case ext && s.is(c, VLNEXT):
		t.lnext = true
		if s.local(ECHO) {
			t.finishErasing()
			if s.local(ECHOCTL) {
				t.echoRaw('^', '\b')
			}
		}
	case ext && s.is(c, VREPRINT) && s.local(ECHO):
		t.finishErasing()
		t.echoChar(c)
		t.echoRaw('\n')
		for _, c := range t.line {
			t.echoChar(c)
		}
	case c == '\n':
		if s.local(ECHO | ECHONL) {
			t.echoRaw('\n')
		}
		t.commit(c)
	case s.is(c, VEOF):
		t.commit()
	case s.is(c, VEOL), ext && s.is(c, VEOL2):
		if s.local(ECHO) {
			t.echoChar(c)
		}
		t.commit(c)
	default:
		return false
	}
	return true
}

// commit ends the edited line and hands it to readers.
func (t *TTY) commit(end ...byte) {
	t.input = append(t.input, append(t.line, end...))
	t.pending += len(t.line) + len(end)
	t.line = nil
}

// finishErasing closes the \.../ in which ECHOPRT shows what is erased.
func (t *TTY) finishErasing() {
	if t.erasing {
		t.echoRaw('/')
		t.erasing = false
	}
}

// erase takes characters off the line: one, a word, or all of it.
func (t *TTY) erase(key byte) {
	s := &t.termios
	if len(t.line) == 0 {
		return
	}
	word, kill := s.is(key, VWERASE), false
	if s.is(key, VERASE) {
		word = false
	} else if !word || s.is(key, VKILL) {
		word, kill = false, true
		if !s.local(ECHO) {
			t.line = t.line[:0]
			return
		}
		if !s.local(ECHOK) || !s.local(ECHOKE) || !s.local(ECHOE) {
			t.line = t.line[:0]
			t.finishErasing()
			t.echoChar(key)
			if s.local(ECHOK) {
				t.echoRaw('\n')
			}
			return
		}
	}
	seen := false
	for len(t.line) > 0 {
		head := len(t.line) - 1
		for head > 0 && t.isContinuation(t.line[head]) {
			head--
		}
		c := t.line[head]
		if t.isContinuation(c) {
			break
		}
		if word {
			if isWordChar(c) {
				seen = true
			} else if seen {
				break
			}
		}
		gone := t.line[head:]
		t.line = t.line[:head]
		if s.local(ECHO) {
			t.echoErased(c, gone, !word && !kill)
		}
		if !word && !kill {
			break
		}
	}
	if len(t.line) == 0 && s.local(ECHO) {
		t.finishErasing()
	}
}

func (t *TTY) echoErased(c byte, gone []byte, one bool) {
	s := &t.termios
	switch {
	case s.local(ECHOPRT):
		if !t.erasing {
			t.echoRaw('\\')
			t.erasing = true
		}
		t.echoChar(c)
		for _, c := range gone[1:] {
			t.echoRaw(c)
		}
	case one && !s.local(ECHOE):
		t.echoChar(s.Cc[VERASE])
	case c == '\t':
		n, tab := 0, false
		for i := len(t.line) - 1; i >= 0 && !tab; i-- {
			switch c := t.line[i]; {
			case c == '\t':
				tab = true
			case isControl(c):
				if s.local(ECHOCTL) {
					n += 2
				}
			case !t.isContinuation(c):
				n++
			}
		}
		if !tab {
			n += t.canonColumn
		}
		for range 8 - n&7 {
			t.echoRaw('\b')
		}
	default:
		if isControl(c) && s.local(ECHOCTL) {
			t.echoRaw('\b', ' ', '\b')
		}
		if !isControl(c) || s.local(ECHOCTL) {
			t.echoRaw('\b', ' ', '\b')
		}
	}
}
