package system

import (
	"context"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var manUsage = optparse.Define("man", "[OPTION...] [SECTION] PAGE...\n-k WORD...\n-f PAGE...", "Show the manual page of a command: what its --help says, laid out as a page.", `
-a, --all       accepted for compatibility
-f, --whatis    print the summary line of each PAGE
-k, --apropos   search the summary lines of all commands for WORD
-w, --where, --path  print where the command is
-P, --pager=PAGER  accepted for compatibility
`).Posix()

// man has no pages on disk: a page is the help of the command, which comes from the description its options are parsed
// by, so that the two cannot differ.
func man(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, manUsage)
	if done {
		return status
	}
	pages := o.Args
	if len(pages) > 1 && len(pages[0]) == 1 && pages[0][0] >= '1' && pages[0][0] <= '9' {
		pages = pages[1:]
	}
	if len(pages) == 0 {
		if o.Has("k") || o.Has("f") {
			cmd.Raw(p, map[bool]string{true: "apropos", false: "whatis"}[o.Has("k")]+" what?\n")
			return 1
		}
		cmd.Raw(p, "What manual page do you want?\nFor example, try 'man man'.\n")
		return 1
	}
	w := cmd.NewWriter(p)
	if o.Has("k") {
		return w.Finish(apropos(ctx, p, w, pages))
	}
	for i, name := range pages {
		path, err := kernel.LookPath(p, name, p.Getenv("PATH"))
		var page manPage
		ok := err == nil && (o.Has("w") || ownProgram(p, path))
		if ok && !o.Has("w") {
			page, ok = readHelp(ctx, p, name)
		}
		switch {
		case !ok:
			_ = w.Flush()
			if o.Has("f") {
				cmd.Raw(p, name+": nothing appropriate.\n")
			} else {
				cmd.Raw(p, "No manual entry for "+name+"\n")
			}
			status = 16
		case o.Has("w"):
			_, _ = w.WriteString(path + "\n")
		case o.Has("f"):
			w.Printf("%-20s - %s\n", name+" (1)", page.summary())
		default:
			if i > 0 {
				_ = w.WriteByte('\n')
			}
			page.print(w, name)
		}
	}
	return w.Finish(status)
}

// apropos asks every program of /usr/bin for its summary.
func apropos(ctx context.Context, p *kernel.Process, w *cmd.Writer, words []string) int {
	list, _ := p.FS().ReadDir("/usr/bin")
	found := false
	for _, e := range list {
		if p.Safepoint() != nil || w.Err() != nil {
			return 1
		}
		if !ownProgram(p, "/usr/bin/"+e.Name()) {
			continue
		}
		page, ok := readHelp(ctx, p, e.Name())
		if !ok {
			continue
		}
		line := strings.ToLower(e.Name() + " " + page.summary())
		for _, word := range words {
			if strings.Contains(line, strings.ToLower(word)) {
				w.Printf("%-20s - %s\n", e.Name()+" (1)", page.summary())
				found = true
				break
			}
		}
	}
	if found {
		return 0
	}
	_ = w.Flush()
	for _, word := range words {
		cmd.Raw(p, word+": nothing appropriate.\n")
	}
	return 16
}

// ownProgram tells a program of the box's own from a script, which may do anything when it is run.
func ownProgram(p *kernel.Process, path string) bool {
	real, err := p.FS().Realpath(path)
	if err != nil {
		return false
	}
	info, err := p.FS().Stat(real)
	if err != nil || info.Size() > 256 {
		return false
	}
	data, err := p.FS().ReadFile(real)
	return err == nil && string(kernel.ProgramFile(real[strings.LastIndexByte(real, '/')+1:])) == string(data)
}

// manPage is a help text taken apart.
type manPage struct {
	synopsis    []string
	description []string
	options     []string // and what follows them
}

// maxHelp bounds what is read of a program's help.
const maxHelp = 1 << 20

// readHelp runs NAME --help (or -h, for those that know only that) and takes what it prints apart.
func readHelp(ctx context.Context, p *kernel.Process, name string) (page manPage, ok bool) {
	for _, flag := range []string{"--help", "-h", "-help"} {
		text := helpOutput(ctx, p, name, flag)
		if i := strings.Index(strings.ToLower(text), "usage:"); i >= 0 && i < 4096 {
			return parseHelp(text[i:]), true
		}
	}
	return page, false
}

func helpOutput(ctx context.Context, p *kernel.Process, name, flag string) string {
	r, w := p.Kernel().Pipe()
	defer func() { _ = r.Close() }()
	null, err := p.Open("/dev/null", 0, 0)
	if err != nil {
		_ = w.Close()
		return ""
	}
	defer func() { _ = null.Close() }()
	child, err := p.Spawn(ctx, kernel.Spec{Args: []string{name, flag}, Files: []*kernel.File{null, w, w}})
	_ = w.Close()
	if err != nil {
		return ""
	}
	var text []byte
	buf := make([]byte, 4096)
	for len(text) < maxHelp {
		n, err := r.Read(ctx, buf)
		text = append(text, buf[:n]...)
		if err != nil {
			break
		}
	}
	_ = r.Close()
	_, _ = child.Wait()
	return string(text)
}

func parseHelp(text string) (page manPage) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	i := 0
	for ; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		rest, or := strings.CutPrefix(line, "or:")
		switch {
		case i == 0:
			rest = strings.TrimSpace(line[len("usage:"):])
		case !or && !strings.HasPrefix(lines[i], " "):
			rest = ""
		case !or:
			rest = line
		}
		if rest = strings.TrimSpace(rest); rest == "" {
			if i == 0 {
				continue
			}
			break
		}
		page.synopsis = append(page.synopsis, rest)
	}
	isOption := func(s string) bool {
		return strings.HasPrefix(strings.TrimLeft(s, " \t"), "-") && strings.HasPrefix(s, " ")
	}
	for ; i < len(lines) && !isOption(lines[i]); i++ {
		page.description = append(page.description, lines[i])
	}
	page.options = lines[i:]
	return page
}

// summary is the first sentence of a description.
func (m *manPage) summary() string {
	text := ""
	for _, line := range m.description {
		line = strings.TrimSpace(line)
		if line == "" && text != "" {
			break
		}
		text = strings.TrimSpace(text + " " + line)
		if first, _, ok := strings.Cut(text+" ", ". "); ok {
			return first
		}
	}
	if text != "" {
		return text
	}
	if len(m.synopsis) > 0 {
		return m.synopsis[0]
	}
	return ""
}

func (m *manPage) print(w *cmd.Writer, name string) {
	title := strings.ToUpper(name) + "(1)"
	w.Printf("%s%*s%s\n\nNAME\n       %s - %s\n\nSYNOPSIS\n", title, max(1, 72-2*len(title)), "", title, name, m.summary())
	for _, s := range m.synopsis {
		w.Printf("       %s\n", s)
	}
	section := func(head string, lines []string) {
		for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
			lines = lines[1:]
		}
		for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
			lines = lines[:len(lines)-1]
		}
		if len(lines) == 0 {
			return
		}
		w.Printf("\n%s\n", head)
		for _, line := range lines {
			if line != "" {
				_, _ = w.WriteString("       ")
			}
			_, _ = w.WriteString(strings.TrimPrefix(line, "  ") + "\n")
		}
	}
	section("DESCRIPTION", m.description)
	section("OPTIONS", m.options)
}
