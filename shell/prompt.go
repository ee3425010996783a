package shell

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// expandPrompt expands a prompt: its backslash escapes (bash manual, Controlling the Prompt), then, with promptvars,
// parameters, substitutions and arithmetic as inside double quotes.
func (sh *Shell) expandPrompt(s string) string {
	s = sh.promptEscapes(s)
	if !sh.opts.promptvars || !strings.ContainsAny(s, "$`\\") {
		return s
	}
	p := parsers.Get().(*syntax.Parser)
	w, err := p.Document(&guardedReader{s})
	parsers.Put(p)
	if err != nil || w == nil || len(w.Parts) == 0 {
		return s
	}
	out, err := sh.expandHeredoc(w)
	if err != nil {
		return s
	}
	return out
}

func (sh *Shell) promptEscapes(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	now := sh.p.Kernel().Clock().Now()
	var b strings.Builder
	// What an escape stands for is not expanded again.
	literal := func(v string) {
		b.WriteString(strings.NewReplacer(`\`, `\\`, `$`, `\$`, "`", "\\`").Replace(v))
	}
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'a':
			b.WriteByte(7)
		case 'd':
			literal(now.Format("Mon Jan 02"))
		case 'D':
			if i+1 < len(s) && s[i+1] == '{' {
				if k := strings.IndexByte(s[i:], '}'); k > 0 {
					layout := s[i+2 : i+k]
					if layout == "" {
						layout = "%H:%M:%S"
					}
					literal(sh.strftime(layout, now))
					i += k
				}
			}
		case 'e':
			b.WriteByte(27)
		case 'h', 'H':
			h := sh.p.Kernel().Hostname()
			if c == 'h' {
				h, _, _ = strings.Cut(h, ".")
			}
			literal(h)
		case 'j':
			literal(strconv.Itoa(len(sh.jobs.list)))
		case 'l':
			name := "tty"
			if t := sh.tty(0); t != nil {
				name = path.Base(t.Name())
			}
			literal(name)
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 's':
			literal(path.Base(sh.arg0))
		case 't':
			literal(now.Format("15:04:05"))
		case 'T':
			literal(now.Format("03:04:05"))
		case '@':
			literal(now.Format("03:04 PM"))
		case 'A':
			literal(now.Format("15:04"))
		case 'u':
			literal(sh.p.User())
		case 'v':
			literal("5.2")
		case 'V':
			literal("5.2.15")
		case 'w':
			literal(sh.tildeDir(sh.logicalDir()))
		case 'W':
			d := sh.tildeDir(sh.logicalDir())
			if d != "/" && d != "~" {
				d = path.Base(d)
			}
			literal(d)
		case '!':
			literal(strconv.Itoa(sh.historyNumber()))
		case '#':
			n := max(sh.commandNumber, 1)
			if sh.prompting && sh.tty(0) != nil {
				n = sh.commandNumber + 1
			}
			literal(strconv.Itoa(n))
		case '$':
			if sh.p.Cred().UID == 0 {
				b.WriteByte('#')
			} else {
				b.WriteString(`\$`)
			}
		case '[', ']':
			if sh.prompting && sh.editing() {
				mark := byte(invisibleStart)
				if c == ']' {
					mark = invisibleEnd
				}
				b.WriteByte(mark)
			}
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n := digits(s[i:], 3, 8)
			v, _ := strconv.ParseUint(s[i:i+n], 8, 16)
			b.WriteByte(byte(v))
			i += n - 1
		case '\\':
			b.WriteString(`\\`)
		default:
			fmt.Fprintf(&b, `\%c`, c)
		}
	}
	return b.String()
}

// initPrompts gives an interactive shell its prompts.
func (sh *Shell) initPrompts() {
	for _, v := range []struct{ name, value string }{{"PS1", `\s-\v\$ `}, {"PS2", "> "}} {
		if _, ok := sh.getVar(v.name); !ok {
			sh.setVar(v.name, v.value)
		}
	}
}

// historyNumber is that of the command being read or executed.
func (sh *Shell) historyNumber() int {
	h := &sh.history
	n := h.number(len(h.list))
	if sh.opts.history && !sh.prompting && len(h.list) > 0 {
		n--
	}
	return n
}

// prompt runs PROMPT_COMMAND and prints PS1 before an interactive shell reads a command, PS2 before it reads more of it.
func (sh *Shell) prompt(more bool) {
	if !sh.interactive || !sh.fromStdin {
		return
	}
	text := sh.promptFor(more)
	if sh.editing() {
		sh.promptText = text
	} else {
		sh.writeErr(text)
	}
}

// promptFor is the prompt for a command, or for more of it.
func (sh *Shell) promptFor(more bool) (text string) {
	name := "PS2"
	if !more {
		name = "PS1"
		sh.notifyJobs()
		if v := sh.lookup("PROMPT_COMMAND"); v != nil {
			status, line := sh.status, sh.curLine
			for _, text := range v.elements() {
				sh.evalText(text, "PROMPT_COMMAND")
				if sh.flow != flowNone {
					break
				}
				sh.status = status
			}
			sh.curLine = line
		}
	}
	if ps, ok := sh.getVar(name); ok {
		sh.prompting = true
		text = sh.expandPrompt(ps)
		sh.prompting = false
	}
	return text
}
