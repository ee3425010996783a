package edit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/fullscreen"
	"github.com/sandpit-dev/sandpit/kernel"
)

// pico is nano: an editor without modes.
type pico struct {
	p        *kernel.Process
	t        *fullscreen.Term
	readOnly bool
	text
	view
	line, at     int
	message      string
	cut          [][]rune
	cutting      bool // the last key was ^K too
	search       string
	undos, redos []state
	typing       bool // the last key was typed: one undo for a run of them
	quit         bool
}

// nano edits a file on the terminal with the keys that its last two lines show.
func nano(_ context.Context, p *kernel.Process) int {
	n := &pico{p: p}
	name, start := "", 0
	args := p.Args()[1:]
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--help" || a == "-h":
			w := cmd.NewWriter(p)
			w.Printf("Usage: %s [OPTIONS] [[+LINE] FILE]\n", cmd.Name(p))
			return w.Finish(0)
		case a == "--version" || a == "-V":
			w := cmd.NewWriter(p)
			w.Printf(" nano (sandpit) 1.0\n")
			return w.Finish(0)
		case a == "-v" || a == "--view":
			n.readOnly = true
		case a == "-l" || a == "--linenumbers":
			n.view.number = true
		case len(a) > 1 && a[0] == '+':
			num, _, _ := strings.Cut(a[1:], ",")
			start, _ = strconv.Atoi(num)
		case len(a) > 1 && a[0] == '-':
		case name == "":
			name = a
		}
	}
	t, err := fullscreen.Open(p, fullscreen.Options{Alternate: true})
	if err != nil {
		cmd.Errorf(p, "standard input is not a terminal")
		return 1
	}
	defer t.Close()
	n.t = t
	n.load(name)
	if start > 0 {
		n.line = min(start-1, len(n.lines)-1)
	}
	for !n.quit {
		if !t.Pending() {
			n.paint("")
		}
		k, err := t.ReadKey()
		if err != nil {
			return 1
		}
		n.key(k)
	}
	return 0
}

func (n *pico) load(name string) {
	lines, _, noEOL, err := readLines(n.p, name)
	n.text = text{name: name, lines: lines, noEOL: noEOL}
	switch {
	case name == "":
	case errors.Is(err, os.ErrNotExist):
		n.message = "[ New File ]"
	case err != nil:
		n.message = fmt.Sprintf("[ Error reading %s: %s ]", name, reason(err))
		if err == errDirectory {
			n.message = fmt.Sprintf("[ %q is a directory ]", name)
		}
	default:
		n.message = fmt.Sprintf("[ Read %d line%s ]", len(lines), plural(len(lines)))
	}
	if len(n.lines) == 0 || !noEOL {
		n.lines = append(n.lines, nil) // the empty line after the last newline
	}
	n.noEOL = true
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

var picoHelp = [2]string{
	"^G Help      ^O Write Out ^W Where Is  ^K Cut       ^C Location",
	"^X Exit      ^R Read File ^\\ Replace   ^U Paste     ^_ Go To Line",
}

// paint shows the text, or a prompt in place of the message.
func (n *pico) paint(prompt string) {
	n.clamp()
	height := max(1, n.t.Rows-4)
	rows, row, col := n.layout(n.lines, n.line, n.at, height, n.t.Cols)
	for len(rows) < height {
		rows = append(rows, "")
	}
	reverse := func(s string) string { return "\x1b[7m" + s + "\x1b[27m" }
	name := n.name
	if name == "" {
		name = "New Buffer"
	}
	title := "  GNU nano (sandpit)" + center(name, n.t.Cols-40)
	if n.dirty {
		title += " Modified "
	}
	title = fitTo(title, n.t.Cols)
	screen := append([]string{reverse(title)}, rows...)
	row++
	if prompt != "" {
		screen = append(screen, reverse(fitTo(prompt, n.t.Cols)))
		row, col = len(screen)-1, fullscreen.Width(prompt)
	} else if n.message != "" {
		pad := max(0, (n.t.Cols-fullscreen.Width(n.message))/2)
		screen = append(screen, strings.Repeat(" ", pad)+reverse(n.message))
	} else {
		screen = append(screen, "")
	}
	for _, h := range picoHelp {
		if len(h) > n.t.Cols-1 {
			h = h[:n.t.Cols-1]
		}
		screen = append(screen, h)
	}
	n.t.Paint(screen[:min(len(screen), n.t.Rows)], min(row, n.t.Rows-1), min(col, n.t.Cols-1))
}

// clamp keeps the cursor inside the text.
func (n *pico) clamp() {
	n.line = max(0, min(n.line, len(n.lines)-1))
	n.at = max(0, min(n.at, len(n.lines[n.line])))
}

func center(s string, width int) string {
	pad := max(1, (width-fullscreen.Width(s))/2)
	return strings.Repeat(" ", pad) + s
}

func fitTo(s string, width int) string {
	w := fullscreen.Width(s)
	for w > width-1 && s != "" {
		rs := []rune(s)
		s = string(rs[:len(rs)-1])
		w = fullscreen.Width(s)
	}
	return s + strings.Repeat(" ", max(0, width-w))
}

// ask reads a line in the message's place.
func (n *pico) ask(prompt, initial string) (string, bool) {
	text := []rune(initial)
	for {
		n.paint(prompt + string(text))
		k, err := n.t.ReadKey()
		if err != nil {
			n.quit = true
			return "", false
		}
		switch {
		case k == 13 || k == 10:
			return string(text), true
		case k == 3 || k == 27:
			n.message = "[ Cancelled ]"
			return "", false
		case k == 127 || k == 8:
			text = text[:max(0, len(text)-1)]
		case k == 21:
			text = nil
		case k >= 32 && k < fullscreen.Up && len(text) < 4096:
			text = append(text, rune(k))
		}
	}
}

func (n *pico) save(typing bool) {
	if !typing || !n.typing {
		n.undos = append(n.undos, state{slices.Clone(n.lines), n.line, n.at, n.dirty})
		n.redos = nil
		if len(n.undos) > 500 {
			n.undos = slices.Clone(n.undos[1:])
		}
	}
	n.typing = typing
	n.dirty = true
}

func (n *pico) undo(from, to *[]state, what string) {
	k := len(*from)
	if k == 0 {
		n.message = "[ Nothing to " + what + " ]"
		return
	}
	s := (*from)[k-1]
	*from = (*from)[:k-1]
	*to = append(*to, state{n.lines, n.line, n.at, n.dirty})
	n.lines, n.line, n.at, n.dirty = s.lines, s.line, s.at, true
}

func (n *pico) key(k fullscreen.Key) {
	if n.readOnly {
		switch k {
		case 24, 7, 23, 31, 3, 6, 2, 14, 16, 22, 25, 1, 5, fullscreen.Up, fullscreen.Down, fullscreen.Left, fullscreen.Right,
			fullscreen.PageUp, fullscreen.PageDown, fullscreen.Home, fullscreen.End, fullscreen.Resize:
		default:
			n.message = "[ Key is invalid in view mode ]"
			return
		}
	}
	n.message = ""
	n.clamp()
	cutting := n.cutting
	n.cutting = false
	line := n.lines[n.line]
	page := max(1, n.t.Rows-6)
	typing := false
	defer func() { n.typing = typing }()
	switch k {
	case 24: // ^X
		n.exit()
	case 15: // ^O
		n.writeOut(n.name)
	case 18: // ^R
		n.insertFile()
	case 7:
		n.message = "[ ^X exit, ^O write, ^W search, ^K cut, ^U paste, M-U undo, ^_ line, ^\\ replace ]"
	case 23: // ^W
		if s, ok := n.ask("Search"+previous(n.search)+": ", ""); ok {
			if s != "" {
				n.search = s
			}
			n.find()
		}
	case 28: // ^\
		n.replaceAll()
	case 11: // ^K
		n.save(false)
		if !cutting {
			n.cut = nil
		}
		n.cut = append(n.cut, line)
		n.cutting = true
		if n.line == len(n.lines)-1 {
			n.lines[n.line] = nil
		} else {
			n.lines = slices.Delete(slices.Clone(n.lines), n.line, n.line+1)
		}
		n.at = 0
	case 21: // ^U
		if len(n.cut) > 0 {
			n.save(false)
			n.lines = slices.Insert(n.lines, n.line, n.cut...)
			n.line += len(n.cut)
			n.at = 0
		}
	case 31: // ^_
		if s, ok := n.ask("Enter line number, column number: ", ""); ok {
			l, c, _ := strings.Cut(s, ",")
			if v, err := strconv.Atoi(strings.TrimSpace(l)); err == nil && v > 0 {
				n.line, n.at = min(v-1, len(n.lines)-1), 0
			}
			if v, err := strconv.Atoi(strings.TrimSpace(c)); err == nil && v > 0 {
				n.at = v - 1
			}
		}
	case 3: // ^C
		n.message = fmt.Sprintf("[ line %d/%d (%d%%), col %d/%d ]", n.line+1, len(n.lines), (n.line+1)*100/len(n.lines), n.at+1, len(line)+1)
	case 1, fullscreen.Home:
		n.at = 0
	case 5, fullscreen.End:
		n.at = len(line)
	case 2, fullscreen.Left:
		if n.at > 0 {
			n.at--
		} else if n.line > 0 {
			n.line--
			n.at = len(n.lines[n.line])
		}
	case 6, fullscreen.Right:
		if n.at < len(line) {
			n.at++
		} else if n.line+1 < len(n.lines) {
			n.line, n.at = n.line+1, 0
		}
	case 16, fullscreen.Up:
		n.line = max(0, n.line-1)
	case 14, fullscreen.Down:
		n.line = min(len(n.lines)-1, n.line+1)
	case 25, fullscreen.PageUp:
		n.line = max(0, n.line-page)
	case 22, fullscreen.PageDown:
		n.line = min(len(n.lines)-1, n.line+page)
	case 13, 10:
		n.save(false)
		n.lines[n.line] = slices.Clone(line[:n.at])
		n.lines = slices.Insert(n.lines, n.line+1, slices.Clone(line[n.at:]))
		n.line, n.at = n.line+1, 0
	case 127, 8:
		if n.at > 0 {
			n.save(true)
			typing = true
			n.lines[n.line] = splice(line, n.at-1, n.at)
			n.at--
		} else if n.line > 0 {
			n.save(false)
			n.at = len(n.lines[n.line-1])
			n.join(n.line - 1)
			n.line--
		}
	case 4, fullscreen.Delete:
		if n.at < len(line) {
			n.save(false)
			n.lines[n.line] = splice(line, n.at, n.at+1)
		} else if n.line+1 < len(n.lines) {
			n.save(false)
			n.join(n.line)
		}
	case 27:
		n.meta()
	case 12, fullscreen.Resize:
		n.t.Forget()
	case 26:
		n.t.Suspend()
	default:
		if k >= fullscreen.Up || k < 32 && k != 9 || len(line) > 1<<20 {
			return
		}
		n.save(true)
		typing = true
		n.lines[n.line] = splice(line, n.at, n.at, rune(k))
		n.at++
	}
}

// meta is a key after escape: undo, redo, the ends of the text, the repeated search.
func (n *pico) meta() {
	k, err := n.t.ReadKey()
	if err != nil {
		return
	}
	switch k {
	case 'u', 'U':
		n.undo(&n.undos, &n.redos, "undo")
	case 'e', 'E':
		n.undo(&n.redos, &n.undos, "redo")
	case '\\', '|':
		n.line, n.at = 0, 0
	case '/', '?':
		n.line = len(n.lines) - 1
		n.at = len(n.lines[n.line])
	case 'w', 'W':
		n.find()
	case 'n', 'N', '#':
		n.view.number = !n.view.number
	case 'g', 'G':
		n.key(31)
	case '6':
		n.cut = [][]rune{n.lines[n.line]}
		n.line = min(n.line+1, len(n.lines)-1)
	}
}

func (n *pico) join(l int) {
	n.lines[l] = append(slices.Clone(n.lines[l]), n.lines[l+1]...)
	n.lines = slices.Delete(slices.Clone(n.lines), l+1, l+2)
}

func previous(s string) string {
	if s == "" {
		return ""
	}
	return " [" + s + "]"
}

// find goes to the next place that has the text of the search, round the end.
func (n *pico) find() {
	want := []rune(strings.ToLower(n.search))
	if len(want) == 0 {
		n.message = "[ Cancelled ]"
		return
	}
	for i := range len(n.lines) + 1 {
		l := (n.line + i) % len(n.lines)
		from := 0
		if i == 0 {
			from = n.at + 1
		}
		rs := []rune(strings.ToLower(string(n.lines[l])))
		if from > len(rs) {
			continue
		}
		if k := index(rs[from:], want); k >= 0 {
			if l < n.line || l == n.line && from+k <= n.at {
				n.message = "[ Search Wrapped ]"
			}
			n.line, n.at = l, from+k
			return
		}
	}
	n.message = fmt.Sprintf("[ %q not found ]", n.search)
}

func index(rs, want []rune) int {
	for i := 0; i+len(want) <= len(rs); i++ {
		if slices.Equal(rs[i:i+len(want)], want) {
			return i
		}
	}
	return -1
}

func (n *pico) replaceAll() {
	old, ok := n.ask("Search (to replace): ", "")
	if !ok || old == "" {
		return
	}
	repl, ok := n.ask("Replace with: ", "")
	if !ok {
		return
	}
	count := 0
	for _, line := range n.lines {
		count += strings.Count(str(line), old)
	}
	if count*len(repl) > maxFile {
		n.message = "[ Too large ]"
		return
	}
	if count > 0 {
		n.save(false)
	}
	for i, line := range n.lines {
		if s := str(line); strings.Contains(s, old) {
			n.lines[i] = decode([]byte(strings.ReplaceAll(s, old, repl)))
		}
	}
	n.message = fmt.Sprintf("[ Replaced %d occurrence%s ]", count, plural(count))
}

func (n *pico) insertFile() {
	name, ok := n.ask("File to insert: ", "")
	if !ok || name == "" {
		return
	}
	lines, _, _, err := readLines(n.p, name)
	if err != nil {
		n.message = fmt.Sprintf("[ Error reading %s: %s ]", name, reason(err))
		return
	}
	n.save(false)
	n.lines = slices.Insert(n.lines, n.line, lines...)
	n.line += len(lines)
	n.message = fmt.Sprintf("[ Read %d line%s ]", len(lines), plural(len(lines)))
}

// writeOut asks for the name and writes the file.
func (n *pico) writeOut(name string) bool {
	name, ok := n.ask("File Name to Write: ", name)
	if !ok || name == "" {
		return false
	}
	lines := n.lines
	if len(lines) > 0 && len(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	if _, err := writeLines(n.p, name, lines, false, false); err != nil {
		n.message = fmt.Sprintf("[ Error writing %s: %s ]", name, kernel.Strerror(err))
		return false
	}
	if len(n.lines[len(n.lines)-1]) > 0 {
		n.lines = append(n.lines, nil)
	}
	n.name, n.dirty = name, false
	n.message = fmt.Sprintf("[ Wrote %d line%s ]", len(lines), plural(len(lines)))
	return true
}

// exit asks whether to save what has changed.
func (n *pico) exit() {
	if !n.dirty {
		n.quit = true
		return
	}
	for {
		n.paint("Save modified buffer? (Y/N, ^C cancels) ")
		k, err := n.t.ReadKey()
		switch {
		case err != nil || k == 'n' || k == 'N':
			n.quit = true
			return
		case k == 'y' || k == 'Y':
			n.quit = n.writeOut(n.name)
			return
		case k == 3 || k == 27:
			n.message = "[ Cancelled ]"
			return
		}
	}
}
