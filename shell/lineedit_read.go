package shell

import (
	"context"
	"errors"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

// The terminal's part of the builtin read: -s and -n change its modes, -e is the line editor.

// readModes sets the terminal that read reads from: without echo, or so that single characters arrive. The function it
// returns puts the modes back.
func (sh *Shell) readModes(in *kernel.FD, silent, single bool) (restore func()) {
	t := in.File().TTY()
	if t == nil || !silent && !single {
		return func() {}
	}
	old := t.Termios()
	s := old
	if silent {
		s.Lflag &^= kernel.ECHO | kernel.ECHOE | kernel.ECHOK | kernel.ECHONL
	}
	if single {
		s.Lflag &^= kernel.ICANON
		s.Lflag |= kernel.ISIG | kernel.IEXTEN
		s.Iflag |= kernel.ICRNL
		s.Cc[kernel.VMIN], s.Cc[kernel.VTIME] = 1, 0
	}
	if sh.p.ChangeTermios(t, s, false) != nil {
		return func() {}
	}
	return func() { t.SetTermios(old) }
}

// readWithEditor is read -e.
func (sh *Shell) readWithEditor(ctx context.Context, fd int, prompt, initial string, raw, exact bool, delim byte, limit int) (line string, escaped []bool, status int) {
	opt := editOptions{history: true, ctx: ctx, limit: max(limit, 0)}
	if delim != '\n' && !exact {
		opt.delim = rune(delim)
	}
	text, err := sh.editLine(fd, prompt, initial, opt)
	switch {
	case errors.Is(context.Cause(ctx), errTimeout):
		return text, nil, 128 + int(kernel.SIGALRM)
	case sh.ctx.Err() != nil || sh.p.Killed():
		sh.killed(err)
		return "", nil, 1
	case errors.Is(err, errLineInterrupted):
		sh.status, sh.flow = 128+int(kernel.SIGINT), flowDiscard
		return "", nil, sh.status
	case err != nil:
		return "", nil, 1
	}
	if raw || !strings.Contains(text, "\\") {
		return text, nil, 0
	}
	var b []byte
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
			escaped = mark(escaped, len(b))
		}
		b = append(b, text[i])
	}
	for len(escaped) < len(b) {
		escaped = append(escaped, false)
	}
	return string(b), escaped, 0
}
