package files

import (
	"context"
	"io/fs"
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
