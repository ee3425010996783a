package system

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var (
	clearUsage = optparse.Define("clear", "[options]", "Clear the terminal screen.", `
-T TERM  accepted for compatibility
-x       do not try to clear scrollback
!-V      version
`)
	tputUsage = optparse.Define("tput", "[options] [command]", "Initialize a terminal or query terminfo database.", `
-T TERM  use this instead of $TERM
-S       read commands from standard input
!-V      version
`).Posix().Status(2)
	resetUsage = optparse.Define("reset", "[options] [terminal]", "Initialize the terminal.", `
-q, -w, -c, -I, -Q, -r, -s  accepted for compatibility
`)
	sttyUsage = optparse.Define("stty", "[-F DEVICE | --file=DEVICE] [SETTING]...", "Print or change terminal characteristics.", `
-a, --all          print all current settings in human-readable form
-g, --save         print all current settings in a stty-readable form
-F, --file=DEVICE  open and use the specified DEVICE instead of stdin
`).Posix()
)

func clearScreen(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, clearUsage)
	if done {
		return status
	}
	term := p.Getenv("TERM")
	if v, ok := o.Value("T"); ok {
		term = v
	}
	if term == "" {
		cmd.Raw(p, "TERM environment variable not set.\n")
		return 1
	}
	w := cmd.NewWriter(p)
	if term == "dumb" {
		return w.Finish(1)
	}
	if !knownTerminal(term) {
		cmd.Raw(p, cmd.Quote(term)+": unknown terminal type.\n")
		return 1
	}
	_, _ = w.WriteString("\x1b[H\x1b[2J")
	if !o.Has("x") {
		_, _ = w.WriteString("\x1b[3J")
	}
	return w.Finish(0)
}

func reset(_ context.Context, p *kernel.Process) int {
	_, status, done := cmd.Parse(p, resetUsage)
	if done {
		return status
	}
	if t := p.TTY(); t != nil {
		t.SetTermios(kernel.DefaultTermios())
	}
	w := cmd.NewWriter(p)
	_, _ = w.WriteString("\x1bc\x1b[!p\x1b[?3;4l\x1b[4l\x1b>\r")
	return w.Finish(0)
}

// knownTerminal tells whether terminfo would have a terminal: those whose names start as the usual ones do.
func knownTerminal(term string) bool {
	for _, prefix := range []string{"xterm", "screen", "tmux", "vt1", "vt2", "linux", "rxvt", "ansi", "dumb", "cygwin", "konsole", "putty", "alacritty", "kitty", "foot", "st", "eterm", "sun", "nsterm", "gnome", "vte"} {
		if strings.HasPrefix(term, prefix) {
			return true
		}
	}
	return false
}

// capabilities are terminfo's strings for ANSI terminals, by capability name; %d takes a number.
var capabilities = map[string]string{
	"bold": "\x1b[1m", "dim": "\x1b[2m", "smul": "\x1b[4m", "rmul": "\x1b[24m", "rev": "\x1b[7m", "blink": "\x1b[5m",
	"smso": "\x1b[7m", "rmso": "\x1b[27m", "sitm": "\x1b[3m", "ritm": "\x1b[23m", "sgr0": "\x1b(B\x1b[m", "clear": "\x1b[H\x1b[2J\x1b[3J", "home": "\x1b[H",
	"el": "\x1b[K", "el1": "\x1b[1K", "ed": "\x1b[J", "civis": "\x1b[?25l", "cnorm": "\x1b[?12l\x1b[?25h", "smcup": "\x1b[?1049h\x1b[22;0;0t",
	"rmcup": "\x1b[?1049l\x1b[23;0;0t", "sc": "\x1b7", "rc": "\x1b8", "bel": "\a", "cr": "\r", "cuu1": "\x1b[A", "cud1": "\n", "op": "\x1b[39;49m", "invis": "\x1b[8m",
}

func tput(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, tputUsage)
	if done {
		return status
	}
	term := p.Getenv("TERM")
	if v, ok := o.Value("T"); ok {
		term = v
	}
	if term == "" {
		cmd.Errorf(p, "No value for $TERM and no -T specified")
		return 2
	}
	if len(o.Args) == 0 {
		cmd.Raw(p, "usage: tput [-V] [-S] [-T term] capname\n")
		return 2
	}
	w := cmd.NewWriter(p)
	num := func(i int) int {
		if i < len(o.Args) {
			n, _ := strconv.Atoi(o.Args[i])
			return n
		}
		return 0
	}
	rows, cols := 24, 80
	if t := p.TTY(); t != nil {
		rows, cols = t.Size()
	}
	switch name := o.Args[0]; name {
	case "lines", "cols":
		n, key := rows, "LINES"
		if name == "cols" {
			n, key = cols, "COLUMNS"
		}
		if v, err := strconv.Atoi(p.Getenv(key)); err == nil && v > 0 {
			n = v
		}
		w.Printf("%d\n", n)
	case "colors":
		n := 8
		switch {
		case term == "dumb":
			n = -1
		case strings.Contains(term, "256color"):
			n = 256
		}
		w.Printf("%d\n", n)
	case "longname":
		_, _ = w.WriteString(term)
	case "init", "reset":
		_, _ = w.WriteString("\x1b[!p\x1b[?3;4l\x1b[4l\x1b>")
	case "setaf", "setab":
		n, base := num(1), 3
		if name == "setab" {
			base = 4
		}
		switch {
		case term == "dumb":
			return 1
		case n < 8:
			w.Printf("\x1b[%d%dm", base, n)
		case n < 16:
			w.Printf("\x1b[%d%dm", base+6, n-8)
		default:
			w.Printf("\x1b[%d8;5;%dm", base, n)
		}
	case "cup":
		w.Printf("\x1b[%d;%dH", num(1)+1, num(2)+1)
	case "cuu", "cud", "cuf", "cub":
		w.Printf("\x1b[%d%c", num(1), "ABCD"[strings.Index("udfb", name[2:])])
	default:
		text, ok := capabilities[name]
		if !ok {
			cmd.Raw(p, fmt.Sprintf("tput: unknown terminfo capability '%s'\n", name))
			return 4
		}
		if term == "dumb" && name != "bel" && name != "cr" {
			return 1
		}
		_, _ = w.WriteString(text)
	}
	return w.Finish(0)
}

// stty prints and changes the settings of the terminal on standard input, as GNU's does.
func stty(_ context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	var settings []string
	all, save := false, false
	device := ""
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--help" || a == "--version":
			cmd.Standard(p, sttyUsage, a[2:])
			return 0
		case a == "-a" || a == "--all":
			all = true
		case a == "-g" || a == "--save":
			save = true
		case a == "-F" && i+1 < len(args):
			i++
			device = args[i]
		case strings.HasPrefix(a, "-F") && len(a) > 2:
			device = a[2:]
		case strings.HasPrefix(a, "--file="):
			device = a[len("--file="):]
		default:
			settings = append(settings, a)
		}
	}
	if all && save {
		cmd.Errorf(p, "the options for verbose and stty-readable output styles are\nmutually exclusive")
		return 1
	}
	var t *kernel.TTY
	name := "'standard input'"
	if device != "" {
		f, err := p.Open(device, 0, 0)
		if err != nil {
			cmd.FileError(p, device, err)
			return 1
		}
		defer func() { _ = f.Close() }()
		t, name = f.TTY(), cmd.Quotef(device)
	} else if fd := p.FD(0); fd != nil && fd.IsTerminal() {
		t = fd.File().TTY()
	}
	if t == nil {
		cmd.Errorf(p, "%s: Inappropriate ioctl for device", name)
		return 1
	}
	if len(settings) > 0 {
		if all || save {
			cmd.Errorf(p, "when specifying an output style, modes may not be set")
			return 1
		}
		return sttyChange(p, cmd.NewWriter(p), t, name, settings)
	}
	w := cmd.NewWriter(p)
	s := t.Termios()
	rows, cols := t.Size()
	o := &sttyPrinter{w: w, width: cols}
	if n, err := strconv.Atoi(p.Getenv("COLUMNS")); cols == 0 && err == nil && n > 0 {
		o.width = n
	} else if cols == 0 {
		o.width = 80
	}
	switch {
	case all:
		sttyPrintAll(o, &s, rows, cols)
	case save:
		_, _ = w.WriteString(sttySaved(&s) + "\n")
	default:
		sttyPrintChanged(o, &s)
	}
	return w.Finish(0)
}
