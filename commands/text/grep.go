package text

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

var grepUsage = optparse.Define("grep", "[OPTION]... PATTERNS [FILE]...", "Search for PATTERNS in each FILE.", `
-E, --extended-regexp     PATTERNS are extended regular expressions
-F, --fixed-strings       PATTERNS are strings
-G, --basic-regexp        PATTERNS are basic regular expressions
-P, --perl-regexp         PATTERNS are Perl regular expressions
-e, --regexp=PATTERNS     use PATTERNS for matching
-f, --file=FILE           take PATTERNS from FILE
-i, --ignore-case         ignore case distinctions in patterns and data
-y                        like -i
    --no-ignore-case      do not ignore case distinctions (default)
-w, --word-regexp         match only whole words
-x, --line-regexp         match only whole lines
-z, --null-data           a data line ends in 0 byte, not newline
-s, --no-messages         suppress error messages
-v, --invert-match        select non-matching lines
-V                        display version information and exit
-m, --max-count=NUM       stop after NUM selected lines
-b, --byte-offset         print the byte offset with output lines
-n, --line-number         print line number with output lines
    --line-buffered       flush output on every line
-H, --with-filename       print file name with output lines
-h, --no-filename         suppress the file name prefix on output
    --label=LABEL         use LABEL as the standard input file name prefix
-o, --only-matching       show only nonempty parts of lines that match
-q, --quiet, --silent     suppress all normal output
    --binary-files=TYPE   assume that binary files are TYPE;\nTYPE is 'binary', 'text', or 'without-match'
-a, --text                equivalent to --binary-files=text
-I                        equivalent to --binary-files=without-match
-d, --directories=ACTION  how to handle directories;\nACTION is 'read', 'recurse', or 'skip'
-D, --devices=ACTION      how to handle devices, FIFOs and sockets;\nACTION is 'read' or 'skip'
-r, --recursive           like --directories=recurse
-R, --dereference-recursive  likewise, but follow all symlinks
    --include=GLOB        search only files that match GLOB (a file pattern)
    --exclude=GLOB        skip files that match GLOB
    --exclude-from=FILE   skip files that match any file pattern from FILE
    --exclude-dir=GLOB    skip directories that match GLOB
-L, --files-without-match  print only names of FILEs with no selected lines
-l, --files-with-matches  print only names of FILEs with selected lines
-c, --count               print only a count of selected lines per FILE
-T, --initial-tab         make tabs line up (if needed)
-Z, --null                print 0 byte after FILE name
-B, --before-context=NUM  print NUM lines of leading context
-A, --after-context=NUM   print NUM lines of trailing context
-C, --context=NUM         print NUM lines of output context
    --group-separator=SEP  print SEP on line between matches with context
    --no-group-separator  do not print separator for matches with context
    --color[=WHEN], --colour[=WHEN]  use markers to highlight the matching strings;\nWHEN is 'always', 'never', or 'auto'
-U, --binary              do not strip CR characters at EOL (MSDOS/Windows)
-u, --unix-byte-offsets   accepted for compatibility
`).Digits().Status(2).Brief("Usage: grep [OPTION]... PATTERNS [FILE]...")

type grepper struct {
	p *kernel.Process
	w *cmd.Writer
	m *grepMatcher

	invert, number, offset, quiet, silent, only, count bool
	list, listNone, nullName, tab, text, noBinary      bool
	names                                              int // 1 always, -1 never, 0 by the number of files
	max                                                int64
	before, after                                      int
	separator                                          string
	noSeparator                                        bool
	eol                                                byte
	label                                              string
	color                                              bool
	colors                                             grepColors
	lineBuffered                                       bool
	directories                                        byte // r read, s skip, R recurse
	devices                                            byte
	follow                                             bool
	rules                                              []globRule
	dirRules                                           []globRule
	outInfo                                            fs.FileInfo

	withNames bool
	matched   bool
	failed    bool
	stop      bool
	printed   bool // something went out with context: a separator may be due
}

// globRule is an --include or --exclude; the last one that matches a name decides.
type globRule struct {
	m       *pattern.Matcher
	include bool
	slash   bool
}

func grep(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, grepUsage)
	if done {
		return status
	}
	g := &grepper{p: p, w: cmd.NewWriter(p), max: -1, before: -1, after: -1, separator: "--", eol: '\n', label: "(standard input)", directories: 'r', devices: 'r'}
	kind, chosen := byte('G'), byte(0)
	switch p.Name() {
	case "egrep":
		kind, chosen = 'E', 'E'
	case "fgrep":
		kind, chosen = 'F', 'F'
	}
	var patterns []string
	havePatterns, ignoreCase, word, line := false, false, false, false
	contextNum := -1
	digits := ""
	for _, m := range o.Options {
		number := func(what string) (int, bool) {
			n, err := strconv.ParseUint(m.Value, 10, 63)
			if err != nil {
				if errors.Is(err, strconv.ErrRange) {
					return 1 << 40, true
				}
				cmd.Errorf(p, "%s: %s", m.Value, what)
				return 0, false
			}
			return int(min(n, 1<<40)), true
		}
		var ok bool
		switch m.Key {
		case "E", "F", "G", "P":
			if chosen != 0 && chosen != m.Key[0] {
				cmd.Errorf(p, "conflicting matchers specified")
				return 2
			}
			kind, chosen = m.Key[0], m.Key[0]
		case "e":
			patterns = append(patterns, strings.Split(m.Value, "\n")...)
			havePatterns = true
		case "f":
			in, err := cmd.Open(p, m.Value)
			if err == nil {
				var data []byte
				data, err = cmd.ReadAll(in)
				in.Close()
				if len(data) > 0 {
					patterns = append(patterns, strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")...)
				}
			}
			if err != nil {
				cmd.FileError(p, m.Value, err)
				return 2
			}
			havePatterns = true
		case "i", "y":
			ignoreCase = true
		case "no-ignore-case":
			ignoreCase = false
		case "w":
			word = true
		case "x":
			line = true
		case "z":
			g.eol = 0
		case "s":
			g.silent = true
		case "v":
			g.invert = true
		case "V":
			_, _ = io.WriteString(p.Stdout(), "grep (sandpit) 1.0\n")
			return 0
		case "m":
			n, err := strconv.ParseInt(m.Value, 10, 64)
			if err != nil {
				cmd.Errorf(p, "invalid max count")
				return 2
			}
			g.max = n
		case "b":
			g.offset = true
		case "n":
			g.number = true
		case "line-buffered":
			g.lineBuffered = true
		case "H":
			g.names = 1
		case "h":
			g.names = -1
		case "label":
			g.label = m.Value
		case "o":
			g.only = true
		case "q":
			g.quiet = true
		case "binary-files":
			switch m.Value {
			case "text":
				g.text, g.noBinary = true, false
			case "without-match":
				g.text, g.noBinary = false, true
			case "binary":
				g.text, g.noBinary = false, false
			default:
				cmd.Errorf(p, "unknown binary-files type")
				return 2
			}
		case "a":
			g.text, g.noBinary = true, false
		case "I":
			g.noBinary, g.text = true, false
		case "d":
			switch m.Value {
			case "read":
				g.directories = 'r'
			case "skip":
				g.directories = 's'
			case "recurse":
				g.directories = 'R'
			default:
				cmd.Errorf(p, "invalid argument %s for '--directories'", cmd.QuoteC(m.Value))
				cmd.Raw(p, "Valid arguments are:\n  - 'read'\n  - 'recurse'\n  - 'skip'\n"+grepUsage.BriefUsage()+"\n")
				cmd.TryHelp(p)
				return 1
			}
		case "D":
			g.devices = 's'
			if m.Value == "read" {
				g.devices = 'r'
			}
		case "r", "R":
			g.directories, g.follow = 'R', m.Name == "-R" || m.Key == "R"
		case "include", "exclude":
			g.rules = append(g.rules, newRule(m.Value, m.Key == "include"))
		case "exclude-from":
			data, err := p.FS().ReadFile(m.Value)
			if err != nil {
				cmd.FileError(p, m.Value, err)
				return 2
			}
			for l := range strings.Lines(string(data)) {
				if l = strings.TrimRight(l, "\n"); l != "" {
					g.rules = append(g.rules, newRule(l, false))
				}
			}
		case "exclude-dir":
			g.dirRules = append(g.dirRules, newRule(strings.TrimRight(m.Value, "/"), false))
		case "L":
			g.listNone, g.list = true, false
		case "l":
			g.list, g.listNone = true, false
		case "c":
			g.count = true
		case "T":
			g.tab = true
		case "Z":
			g.nullName = true
		case "A":
			if g.after, ok = number("invalid context length argument"); !ok {
				return 2
			}
		case "B":
			if g.before, ok = number("invalid context length argument"); !ok {
				return 2
			}
		case "C":
			if contextNum, ok = number("invalid context length argument"); !ok {
				return 2
			}
		case "digits":
			digits += m.Value
			contextNum, _ = strconv.Atoi(digits)
		case "group-separator":
			g.separator, g.noSeparator = m.Value, false
		case "no-group-separator":
			g.noSeparator = true
		case "color":
			fd := p.FD(1)
			switch m.Value {
			case "always", "yes", "force":
				g.color = true
			case "never", "no", "none":
				g.color = false
			case "auto", "tty", "if-tty", "":
				g.color = fd != nil && fd.IsTerminal() && p.Getenv("TERM") != "dumb"
			default:
				return cmd.UsageErrorHint(p, grepUsage)
			}
		}
	}
	files := o.Args
	if !havePatterns {
		if len(files) == 0 {
			cmd.Raw(p, "Usage: "+cmd.Name(p)+" [OPTION]... PATTERNS [FILE]...\n")
			cmd.TryHelp(p)
			return 2
		}
		patterns, files = strings.Split(files[0], "\n"), files[1:]
	}
	if contextNum >= 0 {
		if g.before < 0 {
			g.before = contextNum
		}
		if g.after < 0 {
			g.after = contextNum
		}
	}
	var err error
	if g.m, err = newGrepMatcher(kind, patterns, ignoreCase, word, line, g.eol, cmd.UTF8(p), func() bool { return p.Safepoint() != nil }); err != nil {
		cmd.Errorf(p, "%s", err)
		return 2
	}
	for _, text := range g.m.warnings {
		cmd.Errorf(p, "warning: %s", text)
	}
	if g.color {
		g.setColors()
	}
	if g.m.perl != nil {
		g.m.perl.Stop = func() bool { return p.Safepoint() != nil }
	}
	if g.max == 0 {
		return 1
	}
	g.outInfo = stdoutFile(p)
	if g.lineBuffered {
		g.w.LineBuffered()
	}
	recursive := g.directories == 'R'
	if len(files) == 0 {
		if recursive {
			g.withNames = g.names >= 0
			g.tree(".", "", true, 0)
			return g.finish()
		}
		files = []string{"-"}
	}
	g.withNames = g.names > 0 || g.names == 0 && (len(files) > 1 || recursive)
	for _, name := range files {
		if g.stop || p.Safepoint() != nil {
			break
		}
		g.operand(name, recursive)
	}
	return g.finish()
}

func stdoutFile(p *kernel.Process) fs.FileInfo {
	if fd := p.FD(1); fd != nil {
		if info, err := fd.Stat(); err == nil && info.Mode().IsRegular() {
			return info
		}
	}
	return nil
}

func newRule(glob string, include bool) globRule {
	return globRule{pattern.Glob(glob, 0), include, strings.Contains(glob, "/")}
}

func (g *grepper) finish() int {
	st := 1
	if g.matched {
		st = 0
	}
	if re := g.m.perl; re != nil && re.Over() && g.p.Safepoint() == nil {
		_ = g.w.Flush()
		cmd.Errorf(g.p, "exceeded PCRE's backtracking limit")
		g.failed = true
	}
	if g.failed && !(g.quiet && g.matched) {
		st = 2
	}
	return g.w.FinishAs(st, 2)
}

func (g *grepper) fail(name string, err error) {
	g.failed = true
	if !g.silent {
		_ = g.w.Flush()
		cmd.FileError(g.p, name, err)
	}
}

// allowed applies --include and --exclude to a file.
func (g *grepper) allowed(name string, operand bool) bool {
	if len(g.rules) == 0 {
		return true
	}
	base := name[strings.LastIndexByte(name, '/')+1:]
	ok := !g.rules[0].include
	for _, r := range g.rules {
		hit := r.m.Match(base) || operand && r.m.Match(name)
		if r.slash {
			hit = r.m.Match(name)
		}
		if hit {
			ok = r.include
		}
	}
	return ok
}

func (g *grepper) dirAllowed(name string) bool {
	name = strings.TrimRight(name, "/")
	base := name[strings.LastIndexByte(name, '/')+1:]
	for _, r := range g.dirRules {
		if r.m.Match(base) || r.m.Match(name) {
			return false
		}
	}
	return true
}

func (g *grepper) operand(name string, recursive bool) {
	if name == "-" {
		g.file(cmd.Stdin(g.p), g.label)
		return
	}
	info, err := g.p.FS().Stat(name)
	if err != nil {
		g.fail(name, err)
		return
	}
	if info.IsDir() {
		switch {
		case g.directories == 's':
		case recursive:
			if g.dirAllowed(name) {
				g.tree(name, name, true, 0)
			}
		default:
			g.failed = true
			if !g.silent {
				_ = g.w.Flush()
				cmd.Errorf(g.p, "%s: Is a directory", cmd.Quotef(name))
			}
		}
		return
	}
	if !g.allowed(name, true) || g.devices == 's' && !info.Mode().IsRegular() {
		return
	}
	g.open(name, name)
}

func (g *grepper) open(path, shown string) {
	in, err := cmd.OpenFile(g.p, path)
	if err != nil {
		g.fail(shown, err)
		return
	}
	defer in.Close()
	g.file(in, shown)
}

// tree searches a directory; shown is its name in the output, empty for the current directory of grep -r.
func (g *grepper) tree(path, shown string, operand bool, depth int) {
	if depth > 4096 || g.stop || g.p.Safepoint() != nil {
		return
	}
	list, err := g.p.FS().ReadDir(path)
	if err != nil {
		g.fail(path, err)
		return
	}
	for _, d := range list {
		if g.stop {
			return
		}
		child := d.Name()
		full := strings.TrimRight(path, "/") + "/" + child
		label := child
		if shown != "" {
			label = strings.TrimRight(shown, "/") + "/" + child
			if shown == "/" {
				label = "/" + child
			}
		}
		info, err := g.p.FS().Lstat(full)
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			if !g.follow {
				continue
			}
			info, err = g.p.FS().Stat(full)
		}
		if err != nil {
			g.fail(label, err)
			continue
		}
		switch {
		case info.IsDir():
			if g.dirAllowed(label) {
				g.tree(full, label, false, depth+1)
			}
		case !info.Mode().IsRegular():
		case g.allowed(label, false):
			g.open(full, label)
		}
	}
}

func (g *grepper) file(in *cmd.Input, name string) {
	if g.outInfo != nil && !g.quiet && !g.list && !g.listNone && !g.count && g.max < 0 {
		if info, err := in.Stat(); err == nil && vfs.SameFile(info, g.outInfo) && !in.IsStdin() {
			if !g.silent {
				_ = g.w.Flush()
				cmd.Errorf(g.p, "%s: input file is also the output", cmd.Quotef(name))
			}
			g.failed = true
			return
		}
	}
	f := &grepFile{g: g, in: in, name: name}
	n, err := f.search()
	if err != nil {
		g.fail(name, err)
	}
	if n > 0 { // with -L too: the status tells of selected lines
		g.matched = true
	}
	if g.quiet {
		g.stop = g.matched
		return
	}
	if g.count && !g.list && !g.listNone {
		if g.withNames {
			g.name(name)
			if g.nullName {
				_ = g.w.WriteByte(0)
			} else {
				g.sep(':')
			}
		}
		g.w.Int(n)
		_ = g.w.WriteByte('\n')
	}
	if g.list && n > 0 || g.listNone && n == 0 {
		g.name(name)
		if g.nullName {
			_ = g.w.WriteByte(0)
		} else {
			_ = g.w.WriteByte('\n')
		}
	}
	if g.w.Err() != nil {
		g.stop = true
	}
}

func (g *grepper) name(name string) { g.colored(g.colors.name, name) }

func (g *grepper) colored(color, s string) {
	if g.color {
		_, _ = g.w.WriteString(color + s + colorOff)
	} else {
		_, _ = g.w.WriteString(s)
	}
}

func (g *grepper) sep(c byte) {
	if g.color {
		_, _ = g.w.WriteString(g.colors.sep + string(c) + colorOff)
	} else {
		_ = g.w.WriteByte(c)
	}
}
