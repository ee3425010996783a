package shell

import (
	"strconv"
	"strings"
)

// keyTree finds the function of a key sequence, byte by byte.
type keyTree struct {
	next      [256]*keyTree
	name      string // a function, "" when the sequence only goes on
	macro     string // text to type
	command   string // shell command of bind -x
	isDefault bool
	longer    bool
}

// with returns a copy in which one key has another function.
func (t *keyTree) with(c byte, name string) *keyTree {
	n := *t
	n.next[c] = &keyTree{name: name, isDefault: true}
	return &n
}

// keyTree is the tree of the current keymap, made when it is needed and after bind has changed something.
func (sh *Shell) keyTree() *keyTree {
	name := "emacs"
	if sh.opts.vi {
		name = "vi-insert"
	}
	m := sh.readline.keymap("emacs")
	if sh.keyCache != nil && sh.keyCacheOf == sh.readline.maps["emacs"] && sh.keyCacheVi == sh.opts.vi {
		return sh.keyCache
	}
	root := &keyTree{}
	put := func(keys string, set func(t *keyTree)) {
		t := root
		b := decodeKeys(keys)
		if len(b) == 0 || len(b) > 32 {
			return
		}
		for _, c := range b {
			t.longer = true
			if t.next[c] == nil {
				t.next[c] = &keyTree{}
			}
			t = t.next[c]
		}
		set(t)
	}
	for keys, fn := range m.functions {
		if name == "vi-insert" && strings.HasPrefix(keys, `\e`) && !strings.HasPrefix(keys, `\eO`) && !strings.HasPrefix(keys, `\e[`) {
			continue
		}
		put(keys, func(t *keyTree) { t.name = fn })
	}
	for keys, text := range m.macros {
		put(keys, func(t *keyTree) { t.macro = string(decodeKeys(text)) })
	}
	for keys, command := range m.commands {
		put(keys, func(t *keyTree) { t.command = command })
	}
	sh.keyCache, sh.keyCacheOf, sh.keyCacheVi = root, sh.readline.maps["emacs"], sh.opts.vi
	return root
}

// decodeKeys turns a key sequence as bind writes it into bytes.
func decodeKeys(s string) []byte {
	var out []byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '\\' || i+1 == len(s) {
			out = append(out, c)
			continue
		}
		i++
		switch s[i] {
		case 'C', 'M':
			control, meta := false, false
			for i+2 < len(s) && (s[i] == 'C' || s[i] == 'M') && s[i+1] == '-' {
				control, meta = control || s[i] == 'C', meta || s[i] == 'M'
				if s[i+2] == '\\' && i+5 < len(s) && (s[i+3] == 'C' || s[i+3] == 'M') && s[i+4] == '-' {
					i += 3
					continue
				}
				i += 2
				break
			}
			c := s[i]
			if c == '\\' && i+1 < len(s) {
				i++
				c = s[i]
				if c == 'e' {
					c = 27
				}
			}
			if meta {
				out = append(out, 27)
			}
			if control {
				if c == '?' {
					c = 127
				} else {
					c &= 0x1f
				}
			}
			out = append(out, c)
		case 'e':
			out = append(out, 27)
		case 'a':
			out = append(out, 7)
		case 'b':
			out = append(out, 8)
		case 'd':
			out = append(out, 127)
		case 'f':
			out = append(out, 12)
		case 'n':
			out = append(out, 10)
		case 'r':
			out = append(out, 13)
		case 't':
			out = append(out, 9)
		case 'v':
			out = append(out, 11)
		case 'x':
			n := digits(s[i+1:], 2, 16)
			v, _ := strconv.ParseUint(s[i+1:i+1+n], 16, 8)
			out = append(out, byte(v))
			i += n
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n := digits(s[i:], 3, 8)
			v, _ := strconv.ParseUint(s[i:i+n], 8, 16)
			out = append(out, byte(v))
			i += n - 1
		default:
			out = append(out, s[i])
		}
	}
	return out
}

// readCommand reads a key sequence and returns the name of its function.
func (ed *editor) readCommand(opt editOptions) (string, error) {
	if ed.vi.command {
		return ed.viCommand(opt)
	}
	t := ed.keys
	ed.lastKey = ed.lastKey[:0]
	for {
		c, err := ed.readByte(opt)
		if err != nil {
			return "", err
		}
		if len(ed.lastKey) == 0 && c >= 0x80 {
			ed.insertTyped(ed.readRune(c, opt))
			return "self-insert", nil
		}
		ed.lastKey = append(ed.lastKey, c)
		if ed.sh.opts.vi && len(ed.lastKey) == 1 && c == 27 && !ed.in.Readable() && len(ed.macro) == 0 {
			return "vi-movement-mode", nil
		}
		n := t.next[c]
		if n == nil {
			if ed.sh.opts.vi && ed.lastKey[0] == 27 {
				ed.macro = append(append([]byte(nil), ed.lastKey[1:]...), ed.macro...)
				return "vi-movement-mode", nil
			}
			if len(ed.lastKey) == 2 && ed.lastKey[0] == 27 && c >= 'A' && c <= 'Z' { // do-lowercase-version
				if n = t.next[c+'a'-'A']; n != nil {
					return n.name, nil
				}
			}
			if len(ed.lastKey) > 1 && ed.lastKey[1] == '[' { // an unknown key of the keyboard: skip the sequence
				ed.skipSequence(c, opt)
				return "skip-csi-sequence", nil
			}
			return "unbound", nil
		}
		switch {
		case n.command != "":
			return ed.runKeyCommand(n.command), nil
		case n.macro != "":
			if len(ed.macro) > 1<<16 {
				return "unbound", nil
			}
			ed.macro = append([]byte(n.macro), ed.macro...)
			return "macro", nil
		case n.longer:
			t = n
			continue
		}
		if n.name == "self-insert" {
			ed.insertTyped(rune(c))
			return "self-insert", nil
		}
		return n.name, nil
	}
}

// insertTyped is self-insert: the argument says how often.
func (ed *editor) insertTyped(r rune) {
	ed.this = "self-insert"
	n := min(max(ed.count(), 0), maxEditLine)
	if ed.overwrite && ed.point < len(ed.buf) {
		ed.remove(ed.point, ed.point+n)
	}
	if n == 1 {
		ed.insert(r)
		return
	}
	rs := make([]rune, n)
	for i := range rs {
		rs[i] = r
	}
	ed.insert(rs...)
}

// skipSequence reads the rest of a control sequence that no function belongs to.
func (ed *editor) skipSequence(c byte, opt editOptions) {
	for n := 0; (c < 0x40 || c > 0x7e) && n < 64; n++ {
		var err error
		if c, err = ed.readByte(opt); err != nil {
			return
		}
	}
}

// runKeyCommand is a binding of bind -x: the command sees and may change the line.
func (ed *editor) runKeyCommand(command string) string {
	sh := ed.sh
	ed.display.erase()
	set := func() {
		sh.setVar("READLINE_LINE", fromRunes(ed.buf))
		sh.setVar("READLINE_POINT", strconv.Itoa(ed.point))
		sh.setVar("READLINE_MARK", strconv.Itoa(ed.mark))
	}
	set()
	status := sh.status
	raw := ed.tty.Termios()
	sh.restoreModes()
	sh.evalText(command, "bind")
	ed.tty.SetTermios(raw)
	sh.status = status
	if line, ok := sh.getVar("READLINE_LINE"); ok && line != fromRunes(ed.buf) {
		ed.replace(line[:min(len(line), maxEditLine)])
	}
	if p, ok := sh.getVar("READLINE_POINT"); ok {
		if n, err := strconv.Atoi(p); err == nil {
			ed.point = min(max(n, 0), len(ed.buf))
		}
	}
	for _, name := range []string{"READLINE_LINE", "READLINE_POINT", "READLINE_MARK"} {
		sh.unsetVar(name)
	}
	return "shell-command"
}
