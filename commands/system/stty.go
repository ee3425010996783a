package system

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// sttyWord is the word of the settings that a flag is in.
type sttyWord uint8

const (
	sttyControl sttyWord = iota
	sttyInput
	sttyOutput
	sttyLocal
)

func (w sttyWord) of(s *kernel.Termios) *uint32 {
	return [...]*uint32{&s.Cflag, &s.Iflag, &s.Oflag, &s.Lflag}[w]
}

const (
	sttySane    = 1 << iota // stty sane sets it
	sttyInsane              // stty sane clears it
	sttyReverse             // -name clears it
	sttyAlias               // another name for a flag: not shown
)

// sttyMode is a flag or one value of a field of flags.
type sttyMode struct {
	name  string
	word  sttyWord
	kind  uint8
	value uint32
	mask  uint32 // the field that value is of; 0 = value
}

// field is the bits that the mode is about.
func (m sttyMode) field() uint32 {
	if m.mask != 0 {
		return m.mask
	}
	return m.value
}

func (m sttyMode) set(s *kernel.Termios) {
	w := m.word.of(s)
	*w = *w&^m.field() | m.value
}

func (m sttyMode) clear(s *kernel.Termios) { *m.word.of(s) &^= m.field() }

func (m sttyMode) on(s *kernel.Termios) bool { return *m.word.of(s)&m.field() == m.value }

// sttyModes are the flags in the order in which stty prints them.
var sttyModes = []sttyMode{
	{"parenb", sttyControl, sttyReverse, kernel.PARENB, 0},
	{"parodd", sttyControl, sttyReverse, kernel.PARODD, 0},
	{"cmspar", sttyControl, sttyReverse, kernel.CMSPAR, 0},
	{"cs5", sttyControl, 0, kernel.CS5, kernel.CSIZE},
	{"cs6", sttyControl, 0, kernel.CS6, kernel.CSIZE},
	{"cs7", sttyControl, 0, kernel.CS7, kernel.CSIZE},
	{"cs8", sttyControl, 0, kernel.CS8, kernel.CSIZE},
	{"hupcl", sttyControl, sttyReverse, kernel.HUPCL, 0},
	{"hup", sttyControl, sttyReverse | sttyAlias, kernel.HUPCL, 0},
	{"cstopb", sttyControl, sttyReverse, kernel.CSTOPB, 0},
	{"cread", sttyControl, sttySane | sttyReverse, kernel.CREAD, 0},
	{"clocal", sttyControl, sttyReverse, kernel.CLOCAL, 0},
	{"crtscts", sttyControl, sttyReverse, kernel.CRTSCTS, 0},
	{"ignbrk", sttyInput, sttyInsane | sttyReverse, kernel.IGNBRK, 0},
	{"brkint", sttyInput, sttySane | sttyReverse, kernel.BRKINT, 0},
	{"ignpar", sttyInput, sttyReverse, kernel.IGNPAR, 0},
	{"parmrk", sttyInput, sttyReverse, kernel.PARMRK, 0},
	{"inpck", sttyInput, sttyReverse, kernel.INPCK, 0},
	{"istrip", sttyInput, sttyReverse, kernel.ISTRIP, 0},
	{"inlcr", sttyInput, sttyInsane | sttyReverse, kernel.INLCR, 0},
	{"igncr", sttyInput, sttyInsane | sttyReverse, kernel.IGNCR, 0},
	{"icrnl", sttyInput, sttySane | sttyReverse, kernel.ICRNL, 0},
	{"ixon", sttyInput, sttyReverse, kernel.IXON, 0},
	{"ixoff", sttyInput, sttyInsane | sttyReverse, kernel.IXOFF, 0},
	{"tandem", sttyInput, sttyReverse | sttyAlias, kernel.IXOFF, 0},
	{"iuclc", sttyInput, sttyInsane | sttyReverse, kernel.IUCLC, 0},
	{"ixany", sttyInput, sttyInsane | sttyReverse, kernel.IXANY, 0},
	{"imaxbel", sttyInput, sttySane | sttyReverse, kernel.IMAXBEL, 0},
	{"iutf8", sttyInput, sttyInsane | sttyReverse, kernel.IUTF8, 0},
	{"opost", sttyOutput, sttySane | sttyReverse, kernel.OPOST, 0},
	{"olcuc", sttyOutput, sttyInsane | sttyReverse, kernel.OLCUC, 0},
	{"ocrnl", sttyOutput, sttyInsane | sttyReverse, kernel.OCRNL, 0},
	{"onlcr", sttyOutput, sttySane | sttyReverse, kernel.ONLCR, 0},
	{"onocr", sttyOutput, sttyInsane | sttyReverse, kernel.ONOCR, 0},
	{"onlret", sttyOutput, sttyInsane | sttyReverse, kernel.ONLRET, 0},
	{"ofill", sttyOutput, sttyInsane | sttyReverse, kernel.OFILL, 0},
	{"ofdel", sttyOutput, sttyInsane | sttyReverse, kernel.OFDEL, 0},
	{"nl1", sttyOutput, sttyInsane, 0x100, kernel.NLDLY},
	{"nl0", sttyOutput, sttySane, 0, kernel.NLDLY},
	{"cr3", sttyOutput, sttyInsane, 0x600, kernel.CRDLY},
	{"cr2", sttyOutput, sttyInsane, 0x400, kernel.CRDLY},
	{"cr1", sttyOutput, sttyInsane, 0x200, kernel.CRDLY},
	{"cr0", sttyOutput, sttySane, 0, kernel.CRDLY},
	{"tab3", sttyOutput, sttyInsane, 0x1800, kernel.TABDLY},
	{"tab2", sttyOutput, sttyInsane, 0x1000, kernel.TABDLY},
	{"tab1", sttyOutput, sttyInsane, 0x800, kernel.TABDLY},
	{"tab0", sttyOutput, sttySane, 0, kernel.TABDLY},
	{"bs1", sttyOutput, sttyInsane, 0x2000, kernel.BSDLY},
	{"bs0", sttyOutput, sttySane, 0, kernel.BSDLY},
	{"vt1", sttyOutput, sttyInsane, 0x4000, kernel.VTDLY},
	{"vt0", sttyOutput, sttySane, 0, kernel.VTDLY},
	{"ff1", sttyOutput, sttyInsane, 0x8000, kernel.FFDLY},
	{"ff0", sttyOutput, sttySane, 0, kernel.FFDLY},
	{"isig", sttyLocal, sttySane | sttyReverse, kernel.ISIG, 0},
	{"icanon", sttyLocal, sttySane | sttyReverse, kernel.ICANON, 0},
	{"iexten", sttyLocal, sttySane | sttyReverse, kernel.IEXTEN, 0},
	{"echo", sttyLocal, sttySane | sttyReverse, kernel.ECHO, 0},
	{"echoe", sttyLocal, sttySane | sttyReverse, kernel.ECHOE, 0},
	{"crterase", sttyLocal, sttyReverse | sttyAlias, kernel.ECHOE, 0},
	{"echok", sttyLocal, sttySane | sttyReverse, kernel.ECHOK, 0},
	{"echonl", sttyLocal, sttyInsane | sttyReverse, kernel.ECHONL, 0},
	{"noflsh", sttyLocal, sttyInsane | sttyReverse, kernel.NOFLSH, 0},
	{"xcase", sttyLocal, sttyInsane | sttyReverse, kernel.XCASE, 0},
	{"tostop", sttyLocal, sttyInsane | sttyReverse, kernel.TOSTOP, 0},
	{"echoprt", sttyLocal, sttyInsane | sttyReverse, kernel.ECHOPRT, 0},
	{"prterase", sttyLocal, sttyReverse | sttyAlias, kernel.ECHOPRT, 0},
	{"echoctl", sttyLocal, sttySane | sttyReverse, kernel.ECHOCTL, 0},
	{"ctlecho", sttyLocal, sttyReverse | sttyAlias, kernel.ECHOCTL, 0},
	{"echoke", sttyLocal, sttySane | sttyReverse, kernel.ECHOKE, 0},
	{"crtkill", sttyLocal, sttyReverse | sttyAlias, kernel.ECHOKE, 0},
	{"flusho", sttyLocal, sttyInsane | sttyReverse, kernel.FLUSHO, 0},
	{"extproc", sttyLocal, sttyInsane | sttyReverse, kernel.EXTPROC, 0},
}

// sttyChars are the control characters in the order in which stty prints them.
var sttyChars = []struct {
	name  string
	index int
}{
	{"intr", kernel.VINTR}, {"quit", kernel.VQUIT}, {"erase", kernel.VERASE}, {"kill", kernel.VKILL}, {"eof", kernel.VEOF},
	{"eol", kernel.VEOL}, {"eol2", kernel.VEOL2}, {"swtch", kernel.VSWTC}, {"start", kernel.VSTART}, {"stop", kernel.VSTOP},
	{"susp", kernel.VSUSP}, {"rprnt", kernel.VREPRINT}, {"werase", kernel.VWERASE}, {"lnext", kernel.VLNEXT},
	{"discard", kernel.VDISCARD}, {"min", kernel.VMIN}, {"time", kernel.VTIME},
}

// sttyShorthands are settings that stand for several others, and what they stand for with a minus; "" has none.
var sttyShorthands = map[string][2]string{
	"evenp": {"parenb -parodd cs7", "-parenb cs8"}, "parity": {"parenb -parodd cs7", "-parenb cs8"},
	"oddp": {"parenb parodd cs7", "-parenb cs8"}, "nl": {"-icrnl -onlcr", "icrnl -inlcr -igncr onlcr -ocrnl -onlret"},
	"pass8": {"-parenb -istrip cs8", "parenb istrip cs7"}, "litout": {"-parenb -istrip -opost cs8", "parenb istrip opost cs7"},
	"cbreak": {"-icanon", "icanon"}, "decctlq": {"-ixany", "ixany"}, "tabs": {"tab0", "tab3"},
	"lcase": {"xcase iuclc olcuc", "-xcase -iuclc -olcuc"}, "LCASE": {"xcase iuclc olcuc", "-xcase -iuclc -olcuc"},
	"crt": {"echoe echoctl echoke", ""}, "cooked": {"brkint ignpar istrip icrnl ixon opost isig icanon", "raw"},
	"raw": {"-ignbrk -brkint -ignpar -parmrk -inpck -istrip -inlcr -igncr -icrnl -ixon -ixoff -iuclc -ixany -imaxbel -iutf8 -opost -isig -icanon -xcase", "cooked"},
	"dec": {"echoe echoctl echoke -ixany", ""},
}

// sttyMode applies a flag or a shorthand and reports whether there is such a one.
func sttyApplyMode(s *kernel.Termios, name string) bool {
	bare, off := strings.CutPrefix(name, "-")
	def := kernel.DefaultTermios()
	switch {
	case name == "sane":
		for _, m := range sttyModes {
			switch {
			case m.kind&sttySane != 0:
				m.set(s)
			case m.kind&sttyInsane != 0 && m.mask == 0:
				m.clear(s)
			}
		}
		s.Cc = def.Cc
		return true
	case name == "ek":
		s.Cc[kernel.VERASE], s.Cc[kernel.VKILL] = def.Cc[kernel.VERASE], def.Cc[kernel.VKILL]
		return true
	}
	if parts, ok := sttyShorthands[bare]; ok {
		text := parts[0]
		if off {
			text = parts[1]
		}
		if text == "" {
			return false
		}
		for part := range strings.FieldsSeq(text) {
			if part == "raw" || part == "cooked" {
				return sttyApplyMode(s, part)
			}
			sttyApplyMode(s, part)
		}
		switch {
		case bare == "dec":
			s.Cc[kernel.VINTR], s.Cc[kernel.VERASE], s.Cc[kernel.VKILL] = 3, 127, 21
		case bare == "raw":
			s.Cc[kernel.VMIN], s.Cc[kernel.VTIME] = 1, 0
		case bare == "cooked":
			s.Cc[kernel.VEOF], s.Cc[kernel.VEOL] = def.Cc[kernel.VEOF], def.Cc[kernel.VEOL]
		}
		return true
	}
	for _, m := range sttyModes {
		if m.name != bare {
			continue
		}
		if off {
			if m.kind&sttyReverse == 0 {
				return false
			}
			m.clear(s)
		} else {
			m.set(s)
		}
		return true
	}
	return false
}

var sttySpeeds = []int{0, 50, 75, 110, 134, 150, 200, 300, 600, 1200, 1800, 2400, 4800, 9600, 19200, 38400}

func sttySpeed(s *kernel.Termios) int {
	if n := int(s.Cflag & kernel.CBAUD); n < len(sttySpeeds) {
		return sttySpeeds[n]
	}
	extended := []int{57600, 115200, 230400, 460800, 500000, 576000, 921600, 1000000, 1152000, 1500000, 2000000, 2500000, 3000000, 3500000, 4000000}
	return extended[min(max(int(s.Cflag&0xf), 1), len(extended))-1]
}

func sttySetSpeed(s *kernel.Termios, text string) bool {
	n, err := strconv.Atoi(text)
	if err != nil {
		return false
	}
	for code := range uint32(32) {
		bits := code & 0xf
		if code > 15 {
			bits |= 0x1000
		}
		try := kernel.Termios{Cflag: bits}
		if bits != 0x1000 && sttySpeed(&try) == n {
			s.Cflag = s.Cflag&^kernel.CBAUD | bits
			return true
		}
	}
	return false
}

// sttyPrinter wraps lines at the width of the terminal.
type sttyPrinter struct {
	w          *cmd.Writer
	width, col int
}

func (o *sttyPrinter) print(text string) {
	n := utf8.RuneCountInString(text)
	if o.col > 0 && o.width-o.col < n {
		o.newline()
	} else if o.col > 0 {
		_ = o.w.WriteByte(' ')
		o.col++
	}
	_, _ = o.w.WriteString(text)
	o.col += n
}

func (o *sttyPrinter) newline() {
	_ = o.w.WriteByte('\n')
	o.col = 0
}

// sttyVisible shows a control character as stty does: ^C, M-^A, <undef>.
func sttyVisible(c byte) string {
	meta := ""
	if c == 0 {
		return "<undef>"
	}
	if c >= 128 {
		meta, c = "M-", c-128
	}
	switch {
	case c < 32:
		return meta + "^" + string(rune(c+64))
	case c == 127:
		return meta + "^?"
	}
	return meta + string(rune(c))
}

// sttyPrintAll is stty -a.
func sttyPrintAll(o *sttyPrinter, s *kernel.Termios, rows, cols int) {
	o.print(fmt.Sprintf("speed %d baud;", sttySpeed(s)))
	o.print(fmt.Sprintf("rows %d; columns %d;", rows, cols))
	o.print(fmt.Sprintf("line = %d;", s.Line))
	o.newline()
	for _, c := range sttyChars {
		if c.name == "min" || c.name == "time" {
			continue
		}
		o.print(c.name + " = " + sttyVisible(s.Cc[c.index]) + ";")
	}
	o.print(fmt.Sprintf("min = %d; time = %d;", s.Cc[kernel.VMIN], s.Cc[kernel.VTIME]))
	o.newline()
	word := sttyControl
	for _, m := range sttyModes {
		if m.kind&sttyAlias != 0 {
			continue
		}
		if m.word != word {
			o.newline()
			word = m.word
		}
		switch {
		case m.on(s):
			o.print(m.name)
		case m.kind&sttyReverse != 0:
			o.print("-" + m.name)
		}
	}
	o.newline()
}

// sttyPrintChanged is stty without arguments: what differs from sane.
func sttyPrintChanged(o *sttyPrinter, s *kernel.Termios) {
	o.print(fmt.Sprintf("speed %d baud;", sttySpeed(s)))
	o.print(fmt.Sprintf("line = %d;", s.Line))
	o.newline()
	def := kernel.DefaultTermios()
	for _, c := range sttyChars {
		if c.name != "min" && c.name != "time" && s.Cc[c.index] != def.Cc[c.index] {
			o.print(c.name + " = " + sttyVisible(s.Cc[c.index]) + ";")
		}
	}
	if s.Lflag&kernel.ICANON == 0 {
		o.print(fmt.Sprintf("min = %d; time = %d;", s.Cc[kernel.VMIN], s.Cc[kernel.VTIME]))
	}
	if o.col > 0 {
		o.newline()
	}
	word := sttyControl
	for _, m := range sttyModes {
		if m.kind&sttyAlias != 0 {
			continue
		}
		if m.word != word {
			if o.col > 0 {
				o.newline()
			}
			word = m.word
		}
		switch {
		case m.on(s) && m.kind&sttyInsane != 0:
			o.print(m.name)
		case !m.on(s) && m.kind&sttySane != 0 && m.kind&sttyReverse != 0:
			o.print("-" + m.name)
		}
	}
	if o.col > 0 {
		o.newline()
	}
}

// sttySaved is stty -g: the words and characters in hexadecimal, as many as glibc has room for.
func sttySaved(s *kernel.Termios) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%x:%x:%x:%x", s.Iflag, s.Oflag, s.Cflag, s.Lflag)
	for i := range sttySavedChars {
		c := byte(0)
		if i < len(s.Cc) {
			c = s.Cc[i]
		}
		fmt.Fprintf(&b, ":%x", c)
	}
	return b.String()
}

const sttySavedChars = 32

func sttyRestore(s *kernel.Termios, text string) bool {
	parts := strings.Split(text, ":")
	if len(parts) != 4+sttySavedChars {
		return false
	}
	for i, part := range parts {
		bits := 32
		if i >= 4 {
			bits = 8
		}
		n, err := strconv.ParseUint(part, 16, bits)
		if err != nil {
			return false
		}
		switch {
		case i < 4:
			*[...]*uint32{&s.Iflag, &s.Oflag, &s.Cflag, &s.Lflag}[i] = uint32(n)
		case i-4 < len(s.Cc):
			s.Cc[i-4] = byte(n)
		}
	}
	return true
}

// sttyChange applies settings in order; a non-zero status ends the program and leaves the terminal as it was.
func sttyChange(p *kernel.Process, w *cmd.Writer, t *kernel.TTY, name string, settings []string) int {
	s := t.Termios()
	missing := func(what string) int { return cmd.UsageError(p, sttyUsage, "missing argument to %s", cmd.Quote(what)) }
	number := func(text string, most uint64) (int, bool) {
		n, err := strconv.ParseUint(text, 0, 32)
		if err != nil || n > most {
			sttyBadNumber(p, text)
			return 0, false
		}
		return int(n), true
	}
	rows, cols := t.Size()
	for i := 0; i < len(settings); i++ {
		a := settings[i]
		value := func() (string, bool) {
			if i+1 >= len(settings) {
				return "", false
			}
			i++
			return settings[i], true
		}
		char := -1
		for _, c := range sttyChars {
			if c.name == a || a == "flush" && c.name == "discard" {
				char = c.index
			}
		}
		switch {
		case char >= 0:
			v, ok := value()
			if !ok {
				return missing(a)
			}
			c, ok := sttyCharValue(v, char == kernel.VMIN || char == kernel.VTIME)
			if !ok {
				sttyBadNumber(p, v)
				return 1
			}
			s.Cc[char] = c
		case a == "size":
			w.Printf("%d %d\n", rows, cols)
		case a == "speed":
			w.Printf("%d\n", sttySpeed(&s))
		case a == "rows" || a == "cols" || a == "columns":
			v, ok := value()
			if !ok {
				return missing(a)
			}
			n, ok := number(v, 65535)
			if !ok {
				return 1
			}
			if a == "rows" {
				rows = n
			} else {
				cols = n
			}
			t.SetSize(rows, cols)
		case a == "ispeed" || a == "ospeed":
			v, ok := value()
			if !ok {
				return missing(a)
			}
			if !sttySetSpeed(&s, v) {
				return cmd.UsageError(p, sttyUsage, "invalid %s %s", a, cmd.Quote(v))
			}
		case a == "line":
			v, ok := value()
			if !ok {
				return missing(a)
			}
			n, ok := number(v, 255)
			if !ok {
				return 1
			}
			s.Line = byte(n)
		case a == "drain" || a == "-drain":
		case sttyApplyMode(&s, a):
		case sttySetSpeed(&s, a):
		case sttyRestore(&s, a):
		default:
			return cmd.UsageError(p, sttyUsage, "invalid argument %s", cmd.Quote(a))
		}
	}
	// A pseudo-terminal has eight bits without parity, whatever is asked for.
	asked := s.Cflag
	s.Cflag = s.Cflag&^(kernel.CSIZE|kernel.PARENB) | kernel.CS8 | kernel.CREAD
	if err := p.ChangeTermios(t, s, false); err != nil {
		cmd.Errorf(p, "%s: %s", name, kernel.Strerror(err))
		return 1
	}
	if s.Cflag != asked {
		cmd.Errorf(p, "%s: Invalid argument", name) // what glibc makes of it
		return 1
	}
	return w.Finish(0)
}

// sttyBadNumber reports an argument that is no number, or too large a one.
func sttyBadNumber(p *kernel.Process, text string) {
	if _, err := strconv.ParseUint(text, 0, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		cmd.Errorf(p, "invalid integer argument: %s: Numerical result out of range", cmd.Quote(text))
		return
	}
	cmd.Errorf(p, "invalid integer argument: %s", cmd.Quote(text))
}

// sttyCharValue reads a control character: ^C, a character, undef, or a number of several digits.
func sttyCharValue(v string, number bool) (byte, bool) {
	switch {
	case number:
	case v == "":
		return 0, true
	case len(v) == 1:
		return v[0], true
	case v == "undef" || v == "^-":
		return 0, true
	case v == "^?":
		return 127, true
	case v[0] == '^':
		return v[1] &^ 0x60, true
	}
	n, err := strconv.ParseUint(v, 0, 8)
	return byte(n), err == nil
}
