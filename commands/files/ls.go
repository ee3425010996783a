package files

import (
	"context"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
)

var lsUsage = optparse.Define("ls", "[OPTION]... [FILE]...",
	"List information about the FILEs (the current directory by default).\nSort entries alphabetically if none of -cftuvSUX nor --sort is specified.", `
-a, --all                  do not ignore entries starting with .
-A, --almost-all           do not list implied . and ..
    --author               with -l, print the author of each file
-b, --escape               print C-style escapes for nongraphic characters
    --block-size=SIZE      with -l, scale sizes by SIZE when printing them
-B, --ignore-backups       do not list implied entries ending with ~
-c                         sort by, and show, ctime
-C                         list entries by columns
    --color[=WHEN]         color the output WHEN
-d, --directory            list directories themselves, not their contents
-f                         list all entries in directory order
-F, --classify[=WHEN]      append indicator (one of */=>@|) to entries
    --file-type            likewise, except do not append '*'
    --format=WORD          across -x, commas -m, horizontal -x, long -l,\nsingle-column -1, verbose -l, vertical -C
    --full-time            like -l --time-style=full-iso
-g                         like -l, but do not list owner
    --group-directories-first  group directories before files
-G, --no-group             in a long listing, don't print group names
-h, --human-readable       with -l and -s, print sizes like 1K 234M 2G etc.
    --si                   likewise, but use powers of 1000 not 1024
-H, --dereference-command-line  follow symbolic links on the command line
    --dereference-command-line-symlink-to-dir  follow those that point to a directory
    --hide=PATTERN         do not list implied entries matching PATTERN
    --hyperlink[=WHEN]     accepted for compatibility
    --indicator-style=WORD  append indicator with style WORD:\nnone, slash (-p), file-type, classify (-F)
-i, --inode                print the index number of each file
-I, --ignore=PATTERN       do not list implied entries matching PATTERN
-k, --kibibytes            default to 1024-byte blocks
-l                         use a long listing format
-L, --dereference          show information for the file a link references
-m                         fill width with a comma separated list of entries
-n, --numeric-uid-gid      like -l, but list numeric user and group IDs
-N, --literal              print entry names without quoting
-o                         like -l, but do not list group information
-p                         append / indicator to directories
-q, --hide-control-chars   print ? instead of nongraphic characters
    --show-control-chars   show nongraphic characters as-is
-Q, --quote-name           enclose entry names in double quotes
    --quoting-style=WORD   literal, shell, shell-always, shell-escape, c, escape
-r, --reverse              reverse order while sorting
-R, --recursive            list subdirectories recursively
-s, --size                 print the allocated size of each file, in blocks
-S                         sort by file size, largest first
    --sort=WORD            none (-U), size (-S), time (-t), version (-v),\nextension (-X), width
    --time=WORD            atime, access, use; ctime, status; birth, creation
    --time-style=STYLE     full-iso, long-iso, iso, locale, or +FORMAT
-t                         sort by time, newest first
-T, --tabsize=COLS         assume tab stops at each COLS instead of 8
-u                         sort by, and show, access time
-U                         do not sort; list entries in directory order
-v                         natural sort of (version) numbers within text
-w, --width=COLS           set output width to COLS.  0 means no limit
-x                         list entries by lines instead of by columns
-X                         sort alphabetically by entry extension
-Z, --context              print any security context of each file
-1                         list one file per line
    --zero                 end each output line with NUL, not newline
`).Status(2)

// lister holds the options of one run of ls.
type lister struct {
	p *kernel.Process
	w *cmd.Writer

	hidden        int // 0 hide dot files, 1 -A, 2 -a
	long          bool
	noOwner       bool
	noGroup       bool
	numeric       bool
	author        bool
	directory     bool
	recursive     bool
	reverse       bool
	inode         bool
	blocks        bool
	human         int64 // 0, 1024, 1000
	follow        byte  // 0 default, 'H', 'L'
	sortBy        byte  // 0 name, S t v X U w
	timeBy        byte  // m a c b
	indicator     byte  // 0, '/', 't' file-type, 'F'
	format        byte  // '1', 'C', 'x', 'm', 'l'
	dirsFirst     bool
	color         bool
	quoting       byte // l literal, s shell-escape, S shell-always, c, b escape, q
	ignoreBackups bool
	ignore        []*pattern.Matcher
	hide          []*pattern.Matcher
	width         int
	timeStyle     string
	tab           int
	unit          string            // behind sizes under --block-size=K
	context       bool              // -Z
	colors        map[string]string // LS_COLORS: di, ln, *.ext and so on; nil for the usual ones
	blockSize     int64
	eol           byte

	names   *cmd.Names
	loc     *time.Location
	now     time.Time
	status  int
	started bool
	headers bool
}

// entry is one file to list.
type entry struct {
	name   string
	path   string
	info   fs.FileInfo // nil when it could not be read
	target string      // of a symbolic link
	tinfo  fs.FileInfo // what it leads to
}

func ls(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, lsUsage)
	if done {
		return status
	}
	l := &lister{p: p, w: cmd.NewWriter(p), timeBy: 'm', names: cmd.NewNames(p), eol: '\n', blockSize: 1024, quoting: 'l', format: '1', tab: 8}
	fd := p.FD(1)
	tty := fd != nil && fd.IsTerminal()
	if tty {
		l.format, l.quoting = 'C', 's'
	}
	switch p.Name() {
	case "dir":
		l.format, l.quoting = 'C', 'b'
	case "vdir":
		l.format, l.long, l.quoting = 'l', true, 'b'
	}
	if style, ok := p.LookupEnv("TIME_STYLE"); ok && style != "" {
		_ = l.setTimeStyle(style)
	}
	if style, ok := p.LookupEnv("QUOTING_STYLE"); ok {
		if q, ok := quotingStyles[style]; ok {
			l.quoting = q
		}
	}
	l.width = 80
	if n, err := strconv.Atoi(p.Getenv("COLUMNS")); err == nil && n > 0 {
		l.width = n
	}
	for _, m := range o.Options {
		if st := l.option(m, tty); st != 0 {
			return st
		}
	}
	if l.sortBy == 0 && l.timeBy != 'm' && !l.long {
		l.sortBy = 't'
	}
	l.loc = cmd.Location(p)
	l.now = p.Kernel().Clock().Now()
	l.list(o.Args)
	return l.w.FinishAs(l.status, 2)
}

func (l *lister) option(m optparse.Match, tty bool) int {
	when := func() bool {
		return !m.HasValue || m.Value == "always" || m.Value == "yes" || m.Value == "force" || tty && (m.Value == "auto" || m.Value == "tty" || m.Value == "if-tty")
	}
	switch m.Key {
	case "a":
		l.hidden = 2
	case "A":
		l.hidden = 1
	case "author":
		l.author = true
	case "b":
		l.quoting = 'b'
	case "block-size":
		n, err := cmd.ParseSize(m.Value)
		if err != nil || n == 0 {
			cmd.Errorf(l.p, "invalid --block-size argument %s", cmd.QuoteC(m.Value))
			return 2
		}
		l.blockSize = n
		l.human = -n
		if c := m.Value[0]; c < '0' || c > '9' {
			l.unit = m.Value
		}
	case "B":
		l.ignoreBackups = true
	case "c":
		l.timeBy = 'c'
	case "u":
		l.timeBy = 'a'
	case "C", "x", "m", "1":
		if m.Key == "1" && l.long {
			break
		}
		l.format, l.long = m.Key[0], false
	case "format":
		formats := map[string]byte{"verbose": 'l', "long": 'l', "commas": 'm', "horizontal": 'x', "across": 'x', "vertical": 'C', "single-column": '1'}
		word, ok := cmd.Choice(m.Value, "verbose", "long", "commas", "horizontal", "across", "vertical", "single-column")
		if !ok {
			return l.badWord(m, "'verbose', 'long'", "'commas'", "'horizontal', 'across'", "'vertical'", "'single-column'")
		}
		if l.long = formats[word] == 'l'; !l.long {
			l.format = formats[word]
		}
	case "color":
		if st := l.badWhen(m); st != 0 {
			return st
		}
		// As with dircolors' database, a terminal that is not known to have colours gets none.
		term := l.p.Getenv("TERM")
		l.color = when() && (l.p.Getenv("LS_COLORS") != "" || l.p.Getenv("COLORTERM") != "" || term != "" && term != "dumb")
		l.colors = parseColors(l.p.Getenv("LS_COLORS"))
	case "d":
		l.directory = true
	case "f":
		l.hidden, l.sortBy, l.long, l.color = 2, 'U', false, false
	case "F":
		if st := l.badWhen(m); st != 0 {
			return st
		}
		if when() {
			l.indicator = 'F'
		}
	case "hyperlink":
		return l.badWhen(m)
	case "Z":
		l.context = true
	case "T":
		n, err := strconv.ParseUint(m.Value, 0, 31)
		if err != nil {
			cmd.Errorf(l.p, "invalid tab size: %s", cmd.QuoteC(m.Value))
			return 2
		}
		l.tab = int(n)
	case "file-type":
		l.indicator = 't'
	case "p":
		l.indicator = '/'
	case "indicator-style":
		switch m.Value {
		case "none":
			l.indicator = 0
		case "slash":
			l.indicator = '/'
		case "file-type":
			l.indicator = 't'
		case "classify":
			l.indicator = 'F'
		default:
			return l.badWord(m, "'none'", "'slash'", "'file-type'", "'classify'")
		}
	case "full-time":
		l.long, l.timeStyle = true, "full-iso"
	case "g":
		l.long, l.noOwner = true, true
	case "group-directories-first":
		l.dirsFirst = true
	case "G":
		l.noGroup = true
	case "h":
		l.human = 1024
	case "si":
		l.human = 1000
	case "H", "dereference-command-line-symlink-to-dir":
		l.follow = 'H'
	case "L":
		l.follow = 'L'
	case "hide":
		l.hide = append(l.hide, pattern.Glob(m.Value, 0))
	case "I":
		l.ignore = append(l.ignore, pattern.Glob(m.Value, 0))
	case "i":
		l.inode = true
	case "l":
		l.long = true
	case "n":
		l.long, l.numeric = true, true
	case "N":
		l.quoting = 'l'
	case "o":
		l.long, l.noGroup = true, true
	case "q":
		l.quoting = 'q'
	case "Q":
		l.quoting = 'c'
	case "quoting-style":
		q, ok := quotingStyles[m.Value]
		if !ok {
			return l.badWord(m, "'literal'", "'shell'", "'shell-always'", "'shell-escape'", "'shell-escape-always'", "'c'", "'c-maybe'", "'escape'", "'locale'", "'clocale'")
		}
		l.quoting = q
	case "r":
		l.reverse = true
	case "R":
		l.recursive = true
	case "s":
		l.blocks = true
	case "S", "t", "v", "X", "U":
		l.sortBy = m.Key[0]
	case "sort":
		words := map[string]byte{"none": 'U', "size": 'S', "time": 't', "version": 'v', "extension": 'X', "width": 'w', "name": 0}
		s, ok := words[m.Value]
		if !ok {
			return l.badWord(m, "'none'", "'time'", "'size'", "'extension'", "'version'", "'width'")
		}
		l.sortBy = s
	case "time":
		words := map[string]byte{"atime": 'a', "access": 'a', "use": 'a', "ctime": 'c', "status": 'c', "mtime": 'm', "modification": 'm', "birth": 'b', "creation": 'b'}
		s, ok := words[m.Value]
		if !ok {
			return l.badWord(m, "'atime', 'access', 'use'", "'ctime', 'status'", "'birth', 'creation'")
		}
		l.timeBy = s
	case "time-style":
		if !l.setTimeStyle(m.Value) {
			cmd.BadChoice(l.p, "time style", m.Value, "[posix-]full-iso", "[posix-]long-iso", "[posix-]iso", "[posix-]locale", "+FORMAT (e.g., +%H:%M) for a 'date'-style format")
			return 2
		}
	case "w":
		n, err := strconv.ParseUint(m.Value, 0, 32)
		if err != nil {
			cmd.Errorf(l.p, "invalid line width: %s", cmd.QuoteC(m.Value))
			return 2
		}
		l.width = int(n)
	case "zero":
		l.eol, l.quoting, l.format = 0, 'l', '1'
	}
	return 0
}

// quotingStyles are the words of --quoting-style and QUOTING_STYLE.
var quotingStyles = map[string]byte{"literal": 'l', "shell": 's', "shell-escape": 's', "shell-always": 'S', "shell-escape-always": 'S', "c": 'c', "escape": 'b', "locale": 'c', "clocale": 'c', "c-maybe": 'l'}

func (l *lister) setTimeStyle(style string) bool {
	l.timeStyle = strings.TrimPrefix(style, "posix-")
	switch l.timeStyle {
	case "full-iso", "long-iso", "iso", "locale":
		return true
	}
	return strings.HasPrefix(l.timeStyle, "+")
}

func (l *lister) badWord(m optparse.Match, valid ...string) int {
	cmd.BadChoice(l.p, m.Name, m.Value, valid...)
	return 1
}

// badWhen looks at the WHEN of --color and its like.
func (l *lister) badWhen(m optparse.Match) int {
	if _, ok := cmd.Choice(m.Value, "always", "yes", "force", "never", "no", "none", "auto", "tty", "if-tty"); m.HasValue && !ok {
		return l.badWord(m, "'always', 'yes', 'force'", "'never', 'no', 'none'", "'auto', 'tty', 'if-tty'")
	}
	return 0
}

func (l *lister) fail(status int, format string, name string, err error) {
	_ = l.w.Flush()
	cmd.Errorf(l.p, format, cmd.Quote(name), kernel.Strerror(err))
	l.status = max(l.status, status)
}

func (l *lister) list(args []string) {
	if len(args) == 0 {
		args = []string{"."}
	}
	var plain, dirs []*entry
	for _, a := range args {
		e := &entry{name: a, path: a}
		var err error
		follow := l.follow != 0 || !l.long && !l.directory && l.indicator != 'F'
		if follow {
			e.info, err = l.p.FS().Stat(a)
			if err != nil {
				if li, lerr := l.p.FS().Lstat(a); lerr == nil && l.follow == 0 {
					e.info, err = li, nil
				}
			}
		} else {
			e.info, err = l.p.FS().Lstat(a)
		}
		if err != nil {
			l.fail(2, "cannot access %s: %s", a, err)
			continue
		}
		l.link(e)
		if e.info.IsDir() && !l.directory {
			dirs = append(dirs, e)
		} else {
			plain = append(plain, e)
		}
	}
	l.headers = len(args) > 1 || l.recursive
	l.sort(plain)
	l.sort(dirs)
	if len(plain) > 0 {
		l.print(plain, false)
		l.started = true
	}
	for _, d := range dirs {
		l.dir(d.name, d.path, l.headers, 0)
	}
}

func (l *lister) link(e *entry) {
	if e.info != nil && e.info.Mode()&fs.ModeSymlink != 0 && (l.long || l.color || l.dirsFirst) {
		e.target, _ = l.p.FS().Readlink(e.path)
		if t, err := l.p.FS().Stat(e.path); err == nil {
			e.tinfo = t
		}
	}
}

// removed says whether path is a working directory that was removed: such a one has no entries at all.
func (l *lister) removed(path string) bool {
	info, err := l.p.FS().Stat(path)
	return err == nil && statOf(info).Nlink == 0
}

func (l *lister) dir(shown, path string, header bool, depth int) {
	if l.p.Safepoint() != nil || l.w.Err() != nil {
		return
	}
	if depth > 4096 {
		l.fail(1, "cannot open directory %s: %s", shown, fs.ErrInvalid)
		return
	}
	list, err := l.p.FS().ReadDir(path)
	if err != nil {
		st := 1
		if depth == 0 {
			st = 2
		}
		l.fail(st, "cannot open directory %s: %s", shown, err)
		return
	}
	entries := make([]*entry, 0, len(list)+2)
	backing := make([]entry, 0, len(list)+2)
	needInfo := l.long || l.sortBy == 'S' || l.sortBy == 't' || l.inode || l.blocks || l.indicator != 0 || l.color || l.recursive || l.dirsFirst || l.follow == 'L'
	add := func(name string) {
		full := join(path, name)
		backing = append(backing, entry{name: name, path: full})
		e := &backing[len(backing)-1]
		if needInfo {
			var err error
			if l.follow == 'L' {
				e.info, err = l.p.FS().Stat(full)
			} else {
				e.info, err = l.p.FS().Lstat(full)
			}
			if err != nil {
				l.fail(1, "cannot access %s: %s", full, err)
			}
			l.link(e)
		}
		entries = append(entries, e)
	}
	if l.hidden == 2 && !(len(list) == 0 && l.removed(path)) {
		add(".")
		add("..")
	}
	for _, de := range list {
		if name := de.Name(); l.shows(name) {
			add(name)
		}
	}
	l.sort(entries)
	if header {
		if l.started {
			_ = l.w.WriteByte('\n')
		}
		_, _ = l.w.WriteString(l.quoted(shown) + ":\n")
	}
	l.started = true
	l.print(entries, true)
	if !l.recursive {
		return
	}
	for _, e := range entries {
		if e.info != nil && e.info.IsDir() && e.name != "." && e.name != ".." {
			l.dir(join(shown, e.name), e.path, true, depth+1)
		}
	}
}

func (l *lister) shows(name string) bool {
	if strings.HasPrefix(name, ".") && l.hidden == 0 {
		return false
	}
	if l.ignoreBackups && strings.HasSuffix(name, "~") {
		return false
	}
	for _, m := range l.ignore {
		if m.Match(name) {
			return false
		}
	}
	if l.hidden == 0 {
		for _, m := range l.hide {
			if m.Match(name) {
				return false
			}
		}
	}
	return true
}

func (l *lister) sort(entries []*entry) {
	if l.sortBy == 'U' {
		return
	}
	by := func(a, b *entry) int { return strings.Compare(a.name, b.name) }
	switch l.sortBy {
	case 'S':
		by = func(a, b *entry) int {
			if c := sizeOf(b) - sizeOf(a); c != 0 {
				return sign(c)
			}
			return strings.Compare(a.name, b.name)
		}
	case 't':
		by = func(a, b *entry) int {
			if c := l.time(b).Compare(l.time(a)); c != 0 {
				return c
			}
			return strings.Compare(a.name, b.name)
		}
	case 'v':
		by = func(a, b *entry) int { return cmd.CompareVersions(a.name, b.name) }
	case 'X':
		by = func(a, b *entry) int {
			if c := strings.Compare(extension(a.name), extension(b.name)); c != 0 {
				return c
			}
			return strings.Compare(a.name, b.name)
		}
	case 'w':
		by = func(a, b *entry) int {
			if c := len(a.name) - len(b.name); c != 0 {
				return c
			}
			return strings.Compare(a.name, b.name)
		}
	}
	slices.SortStableFunc(entries, func(a, b *entry) int {
		if l.dirsFirst && a.leadsToDir() != b.leadsToDir() {
			if a.leadsToDir() {
				return -1
			}
			return 1
		}
		c := by(a, b)
		if l.reverse {
			return -c
		}
		return c
	})
}

func (e *entry) leadsToDir() bool {
	return e.info != nil && e.info.IsDir() || e.tinfo != nil && e.tinfo.IsDir()
}

func sign(n int64) int {
	if n < 0 {
		return -1
	}
	return 1
}

func sizeOf(e *entry) int64 {
	if e.info == nil {
		return 0
	}
	return e.info.Size()
}

func extension(name string) string {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[i:]
	}
	return ""
}

func (l *lister) time(e *entry) time.Time {
	if e.info == nil {
		return time.Time{}
	}
	switch l.timeBy {
	case 'a':
		return statOf(e.info).Atime
	case 'c':
		return statOf(e.info).Ctime
	case 'b':
		return statOf(e.info).Btime
	}
	return e.info.ModTime()
}
