package files

import (
	"context"
	"io/fs"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/internal/timefmt"
	"github.com/sandpit-dev/sandpit/kernel"
)

var treeUsage = optparse.Define("tree", "[-acdfghilnpqrstuvxACDFJNQSUX] [-L level] [-I pattern] [-P pattern] [directory ...]", "List contents of directories in a tree-like format.", `
-a             All files are listed.
-d             List directories only.
-l             Follow symbolic links like directories.
-f             Print the full path prefix for each file.
-x             Stay on current filesystem only.
-L LEVEL       Descend only level directories deep.
-R             Rerun tree when max dir level reached.
-P PATTERN     List only those files that match the pattern given.
-I PATTERN     Do not list files that match the given pattern.
    --ignore-case  Ignore case when pattern matching.
    --matchdirs  Include directory names in -P pattern matching.
    --noreport  Turn off file/directory count at end of tree listing.
    --charset=X  Use charset X for terminal/HTML and indentation line output.
    --filelimit=N  Do not descend dirs with more than N files in them.
-q             Print non-printable characters as '?'.
-N             Print non-printable characters as is.
-Q             Quote filenames with double quotes.
-p             Print the protections for each file.
-u             Displays file owner or UID number.
-g             Displays file group owner or GID number.
-s             Print the size in bytes of each file.
-h             Print the size in a more human readable way.
    --si       Like -h, but use in SI units (powers of 1000).
    --du       Compute size of directories by their contents.
-D             Print the date of last modification or (-c) status change.
    --timefmt=FMT  Print and format time according to the format FMT.
-F             Appends '/', '=', '*', '@', '|' or '>' as per ls -F.
    --inodes   Print inode number of each file.
-v             Sort files alphanumerically by version.
-t             Sort files by last modification time.
-c             Sort files by last status change time.
-U             Leave files unsorted.
-r             Reverse the order of the sort.
    --dirsfirst  List directories before files (-U disables).
    --filesfirst  List files before directories (-U disables).
    --sort=X   Select sort: name,version,size,mtime,ctime.
    --prune    Prune empty directories from the output.
-i             Don't print indentation lines.
-A             Print ANSI lines graphic indentation lines.
-S             Print with CP437 (console) graphics indentation lines.
-n             Turn colorization off always (-C overrides).
-C             Turn colorization on always.
-X             Prints out an XML representation of the tree.
-J             Prints out an JSON representation of the tree.
-o FILE        Output to file instead of stdout.
`)

// treeNode is a file of the tree with what lies under it.
type treeNode struct {
	name, path string
	info       fs.FileInfo
	target     string // of a symbolic link
	kids       []*treeNode
	size       int64 // with --du: of all that is under it
	problem    string
	limited    int // --filelimit: how many entries were left unread
}

type treeRun struct {
	p              *kernel.Process
	w              *cmd.Writer
	o              *optparse.Result
	names          *cmd.Names
	level          int
	limit          int
	skip, only     []*pattern.Matcher
	dirs, files    int
	bars           [4]string
	sortBy         string
	timeFormat     string
	colors         *lister
	human          int64
	matchDirsToo   bool
	all, dirsOnly  bool
	follow, indent bool
}

func tree(_ context.Context, p *kernel.Process) int {
	o, err := treeUsage.Parse(p.Args()[1:])
	if err != nil {
		text := err.Error()
		if c, ok := strings.CutPrefix(text, "option requires an argument -- '"); ok {
			cmd.Errorf(p, "Missing argument to -%s option.", c[:1])
			return 1
		}
		if c, ok := strings.CutPrefix(text, "invalid option -- '"); ok {
			text = "Invalid argument -`" + c[:1] + "'."
		}
		cmd.Errorf(p, "%s", text)
		cmd.Raw(p, "usage: tree "+treeUsage.Usage[0]+"\n")
		return 1
	}
	if n := len(o.Options); n > 0 && cmd.Standard(p, treeUsage, o.Options[n-1].Key) {
		return 0
	}
	t := &treeRun{p: p, w: cmd.NewWriter(p), o: o, names: cmd.NewNames(p), level: 1 << 30, sortBy: "name", indent: true}
	utf8Bars := cmd.UTF8(p)
	for _, m := range o.Options {
		var flags pattern.Flags
		if o.Has("ignore-case") {
			flags = pattern.IgnoreCase
		}
		switch m.Key {
		case "L":
			n, err := strconv.Atoi(m.Value)
			if err != nil || n < 1 {
				cmd.Errorf(p, "Invalid level, must be greater than 0.")
				return 1
			}
			t.level = n
		case "I":
			for s := range strings.SplitSeq(m.Value, "|") {
				t.skip = append(t.skip, pattern.Glob(s, flags))
			}
		case "P":
			for s := range strings.SplitSeq(m.Value, "|") {
				t.only = append(t.only, pattern.Glob(s, flags))
			}
		case "charset":
			utf8Bars = strings.Contains(strings.ToUpper(m.Value), "UTF")
		case "filelimit":
			t.limit, _ = strconv.Atoi(m.Value)
		case "v":
			t.sortBy = "version"
		case "t":
			t.sortBy = "mtime"
		case "c":
			t.sortBy = "ctime"
		case "U":
			t.sortBy = "none"
		case "sort":
			if t.sortBy = m.Value; !slices.Contains([]string{"name", "version", "size", "mtime", "ctime", "none"}, m.Value) {
				cmd.Errorf(p, "Sort type '%s' not valid, should be one of: name,version,size,mtime,ctime,none", m.Value)
				return 1
			}
		case "h":
			t.human = 1024
		case "si":
			t.human = 1000
		case "timefmt":
			t.timeFormat = m.Value
		case "C":
			t.colors = &lister{p: p, colors: parseColors(p.Getenv("LS_COLORS"))}
		}
	}
	t.bars = [4]string{"|-- ", "`-- ", "|   ", "    "}
	if utf8Bars || o.Has("A") || o.Has("S") {
		t.bars = [4]string{"├── ", "└── ", "│\u00a0\u00a0 ", "    "}
	}
	if o.Has("i") {
		t.bars, t.indent = [4]string{}, false
	}
	t.all, t.dirsOnly, t.follow, t.matchDirsToo = o.Has("a"), o.Has("d"), o.Has("l"), o.Has("matchdirs")
	roots := o.Args
	if len(roots) == 0 {
		roots = []string{"."}
	}
	return t.w.Finish(t.print(roots))
}

func (t *treeRun) print(roots []string) (status int) {
	var nodes []*treeNode
	for _, r := range roots {
		n := &treeNode{name: r, path: r}
		info, err := t.p.FS().Stat(r)
		if err != nil || !info.IsDir() {
			n.problem = "error opening dir"
			status = 2
		} else {
			n.info = info
			t.read(n, 1)
			t.dirs++
		}
		nodes = append(nodes, n)
	}
	switch {
	case t.o.Has("J"):
		t.json(nodes)
		return status
	case t.o.Has("X"):
		t.xml(nodes)
		return status
	}
	for _, n := range nodes {
		name := n.name
		if t.o.Has("F") && n.info != nil && !strings.HasSuffix(name, "/") {
			name += "/"
		}
		_, _ = t.w.WriteString(t.fields(n) + t.painted(n, name) + n.note() + "\n")
		t.lines(n, "")
	}
	if !t.o.Has("noreport") {
		_, _ = t.w.WriteString("\n" + t.report(nodes) + "\n")
	}
	return status
}

// note tells in brackets why nothing is listed under a directory.
func (n *treeNode) note() string {
	switch {
	case n.problem != "":
		return "  [" + n.problem + "]"
	case n.limited > 0:
		return "  [" + strconv.Itoa(n.limited) + " entries exceeds filelimit, not opening dir]"
	}
	return ""
}

func (t *treeRun) report(nodes []*treeNode) string {
	count := func(n int, one, many string) string {
		if n == 1 {
			return "1 " + one
		}
		return strconv.Itoa(n) + " " + many
	}
	text := ""
	if t.o.Has("du") {
		var sum int64
		for _, n := range nodes {
			sum += n.size
			if n.info != nil {
				sum -= n.info.Size()
			}
		}
		if t.human > 0 {
			text = strings.Repeat(" ", max(0, 4-len(cmd.Human(sum, t.human)))) + cmd.Human(sum, t.human) + " used in "
		} else {
			n := strconv.FormatInt(sum, 10)
			text = strings.Repeat(" ", max(0, 12-len(n))) + n + " bytes used in "
		}
	}
	text += count(t.dirs, "directory", "directories")
	if !t.dirsOnly {
		text += ", " + count(t.files, "file", "files")
	}
	return text
}

func matchAny(list []*pattern.Matcher, name string) bool {
	for _, m := range list {
		if m.Match(name) {
			return true
		}
	}
	return false
}

// read fills in what lies under a directory and counts it.
func (t *treeRun) read(n *treeNode, level int) {
	n.size = n.info.Size()
	if level > t.level && !t.o.Has("du") || level > 4096 || t.p.Safepoint() != nil {
		return
	}
	list, err := t.p.FS().ReadDir(n.path)
	if err != nil {
		n.problem = "error opening dir"
		return
	}
	var kids []*treeNode
	for _, d := range list {
		name := d.Name()
		if strings.HasPrefix(name, ".") && !t.all || matchAny(t.skip, name) {
			continue
		}
		kid := &treeNode{name: name, path: join(n.path, name)}
		if kid.info, err = t.p.FS().Lstat(kid.path); err != nil {
			continue
		}
		isDir := kid.info.IsDir()
		if kid.info.Mode()&fs.ModeSymlink != 0 {
			kid.target, _ = t.p.FS().Readlink(kid.path)
			if t.follow {
				if info, err := t.p.FS().Stat(kid.path); err == nil && info.IsDir() {
					isDir = true
				}
			}
		}
		if t.dirsOnly && !isDir || len(t.only) > 0 && !isDir && !matchAny(t.only, name) {
			continue
		}
		kids = append(kids, kid)
	}
	if t.limit > 0 && len(kids) > t.limit {
		n.limited = len(kids)
		return
	}
	t.sort(kids)
	for _, kid := range kids {
		if !kid.info.IsDir() {
			kid.size = kid.info.Size()
			if kid.target != "" {
				kid.size = int64(len(kid.target))
			}
		} else {
			dirs, files := t.dirs, t.files
			saved := t.only
			if t.matchDirsToo && matchAny(t.only, kid.name) {
				t.only = nil // all that is in it
			}
			t.read(kid, level+1)
			t.only = saved
			if t.o.Has("prune") && len(kid.kids) == 0 {
				t.dirs, t.files = dirs, files
				continue
			}
		}
		n.size += kid.size
		if level > t.level {
			continue
		}
		if kid.info.IsDir() {
			t.dirs++
		} else {
			t.files++
		}
		n.kids = append(n.kids, kid)
	}
}

func (t *treeRun) sort(kids []*treeNode) {
	if t.sortBy == "none" {
		return
	}
	less := func(a, b *treeNode) bool {
		switch t.sortBy {
		case "version":
			return cmd.CompareVersions(a.name, b.name) < 0
		case "size":
			return a.info.Size() > b.info.Size()
		case "mtime":
			return a.info.ModTime().Before(b.info.ModTime())
		case "ctime":
			return statOf(a.info).Ctime.Before(statOf(b.info).Ctime)
		}
		return a.name < b.name
	}
	sort.SliceStable(kids, func(i, j int) bool {
		a, b := kids[i], kids[j]
		if da, db := a.info.IsDir(), b.info.IsDir(); da != db {
			switch {
			case t.o.Has("dirsfirst"):
				return da
			case t.o.Has("filesfirst"):
				return db
			}
		}
		if t.o.Has("r") {
			a, b = b, a
		}
		return less(a, b)
	})
}

func (t *treeRun) fields(n *treeNode) string {
	if n.info == nil {
		return ""
	}
	var f []string
	st := statOf(n.info)
	if t.o.Has("inodes") {
		f = append(f, padLeft(strconv.FormatUint(st.Ino, 10), 7))
	}
	if t.o.Has("p") {
		f = append(f, cmd.ModeString(n.info.Mode()))
	}
	if t.o.Has("u") {
		f = append(f, padRight(t.names.User(st.UID), 8))
	}
	if t.o.Has("g") {
		f = append(f, padRight(t.names.Group(st.GID), 8))
	}
	size := n.info.Size()
	if t.o.Has("du") {
		size = n.size
	}
	if t.human > 0 {
		f = append(f, padLeft(cmd.Human(size, t.human), 4))
	} else if t.o.Has("s") || t.o.Has("du") {
		f = append(f, padLeft(strconv.FormatInt(size, 10), 11))
	}
	if t.o.Has("D") || t.timeFormat != "" {
		format := t.timeFormat
		if format == "" {
			format = "%b %e %H:%M"
		}
		when := n.info.ModTime()
		if t.o.Has("c") {
			when = st.Ctime
		}
		f = append(f, timefmt.Format(format, when.In(cmd.Location(t.p))))
	}
	if len(f) == 0 {
		return ""
	}
	return "[" + strings.Join(f, " ") + "]  "
}

func padLeft(s string, n int) string  { return strings.Repeat(" ", max(0, n-len(s))) + s }
func padRight(s string, n int) string { return s + strings.Repeat(" ", max(0, n-len(s))) }

// painted is a name as shown: quoted and coloured as asked.
func (t *treeRun) painted(n *treeNode, name string) string {
	if t.o.Has("Q") {
		name = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
	}
	if t.colors == nil || n.info == nil {
		return name
	}
	s := t.colors.paint(name, n.info, &entry{name: n.name, tinfo: n.info})
	if rest, ok := strings.CutPrefix(s, "\x1b[0m"); ok {
		return rest
	}
	return "\x1b[00m" + name + "\x1b[0m"
}

// indicator is the mark of ls -F.
func indicator(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "/"
	case m&fs.ModeNamedPipe != 0:
		return "|"
	case m&fs.ModeSocket != 0:
		return "="
	case m.IsRegular() && m.Perm()&0o111 != 0:
		return "*"
	}
	return ""
}

func (t *treeRun) lines(n *treeNode, prefix string) {
	for i, kid := range n.kids {
		bar, next := t.bars[0], t.bars[2]
		if i == len(n.kids)-1 {
			bar, next = t.bars[1], t.bars[3]
		}
		name := kid.name
		if t.o.Has("f") {
			name = kid.path
		}
		line := prefix + bar + t.fields(kid) + t.painted(kid, name)
		m := kid.info.Mode()
		switch {
		case m&fs.ModeSymlink != 0:
			line += " -> " + kid.target
			if info, err := t.p.FS().Stat(kid.path); err == nil && t.o.Has("F") {
				line += indicator(info.Mode())
			}
		case t.o.Has("F"):
			line += indicator(m)
		}
		if _, err := t.w.WriteString(line + kid.note() + "\n"); err != nil {
			return
		}
		t.lines(kid, prefix+next)
	}
}
