package files

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/ignore"
	"github.com/sandpit-dev/sandpit/commands/internal/rustre"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var fdUsage = optparse.Define("fd", "[OPTIONS] [pattern] [path]...", "Find files by name, quickly.", `
-H, --hidden              search hidden files and directories
-I, --no-ignore           do not heed .(git|fd)ignore files
    --no-ignore-vcs       do not heed .gitignore files
-u, --unrestricted        -u for -HI
-s, --case-sensitive      search case sensitively
-i, --ignore-case         search case insensitively
-g, --glob                the pattern is a glob
    --regex               the pattern is a regular expression
-F, --fixed-strings       the pattern is a literal
-a, --absolute-path       show absolute paths
-l, --list-details        like ls -l
-L, --follow              follow symbolic links
-p, --full-path           match against the whole path
-0, --print0              separate results by NUL
-d, --max-depth=depth     maximum search depth
    --min-depth=depth     minimum search depth
    --exact-depth=depth   only at that depth
-t, --type=filetype       f file, d directory, l link, x executable, e empty, s socket, p pipe
-e, --extension=ext       filter by extension
-E, --exclude=pattern     leave out what matches a glob
-S, --size=size           filter by size: +10k, -1M, 5b
    --changed-within=date  changed after
    --changed-before=date  changed before
-x, --exec=cmd            run a command for each result
-X, --exec-batch=cmd      run a command with all results
    --max-results=count   stop after that many
-1                        stop after one
-q, --quiet               print nothing; the status tells
-c, --color=when          ignored
    --strip-cwd-prefix    no ./ before results
    --base-directory=path  search in that directory
    --path-separator=sep  ignored
-j, --threads=num         ignored
    --show-errors         report directories that cannot be read
    --one-file-system     ignored
`)

// fdRun is one run of fd.
type fdRun struct {
	p          *kernel.Process
	w          *cmd.Writer
	re         *regexp.Regexp
	types      map[byte]bool
	extensions []string
	full       bool
	absolute   bool
	end        string
	minDepth   int
	max        int
	count      int
	sizes      []fdSize
	after      time.Time
	before     time.Time
	keep       bool // results are kept for -x and -X
	kept       []string
	quiet      bool
	strip      bool
}

type fdSize struct {
	sign byte
	n    int64
}

func fd(ctx context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	var command []string
	batch := false
	for i, a := range args { // all after -x is the command's, up to ;
		if a != "-x" && a != "--exec" && a != "-X" && a != "--exec-batch" {
			continue
		}
		batch = a == "-X" || a == "--exec-batch"
		end := i + 1
		for end < len(args) && args[end] != ";" {
			end++
		}
		command = args[i+1 : end]
		rest := []string{}
		if end < len(args) {
			rest = args[end+1:]
		}
		args = append(append([]string{}, args[:i]...), rest...)
		if len(command) == 0 {
			cmd.Raw(p, "error: The argument '"+a+" <cmd>...' requires a value but none was supplied\n")
			return 1
		}
		break
	}
	o, status, done := cmd.ParseArgs(p, fdUsage, args)
	if done {
		return status
	}
	f := &fdRun{p: p, w: cmd.NewWriter(p), end: "\n", types: map[byte]bool{}, max: -1, strip: true}
	walker := &ignore.Walker{P: p, OwnFile: ".fdignore"}
	fold, sensitive, glob, fixed := false, false, false, false
	var excludes []ignore.Glob
	fail := func(text string) int {
		cmd.Raw(p, "[fd error]: "+text+"\n")
		return 1
	}
	now := p.Kernel().Clock().Now()
	for _, m := range o.Options {
		switch m.Key {
		case "H":
			walker.Hidden = true
		case "I":
			walker.NoIgnore = true
		case "no-ignore-vcs":
			walker.NoVCS = true
		case "u":
			walker.Hidden, walker.NoIgnore = true, true
		case "s":
			sensitive, fold = true, false
		case "i":
			fold, sensitive = true, false
		case "g":
			glob = true
		case "regex":
			glob = false
		case "F":
			fixed = true
		case "a":
			f.absolute = true
		case "l":
			command, batch = []string{"ls", "-l", "-h", "-d"}, true
		case "L":
			walker.Follow = true
		case "p":
			f.full = true
		case "0":
			f.end = "\x00"
		case "d", "min-depth", "exact-depth":
			n, err := strconv.Atoi(m.Value)
			if err != nil || n < 0 {
				cmd.Raw(p, "error: Invalid value for '"+m.Name+" <depth>': invalid digit found in string\n")
				return 1
			}
			if m.Key != "min-depth" {
				walker.MaxDepth = max(n, 1)
			}
			if m.Key != "d" {
				f.minDepth = n
			}
		case "t":
			kind := map[string]byte{"f": 'f', "file": 'f', "d": 'd', "directory": 'd', "l": 'l', "symlink": 'l', "x": 'x', "executable": 'x', "e": 'e', "empty": 'e', "s": 's', "socket": 's', "p": 'p', "pipe": 'p'}[m.Value]
			if kind == 0 {
				cmd.Raw(p, "error: '"+m.Value+"' isn't a valid value for '--type <filetype>'\n  [possible values: file, directory, symlink, executable, empty, socket, pipe]\n\nFor more information try '--help'\n")
				return 2
			}
			f.types[kind] = true
		case "e":
			f.extensions = append(f.extensions, strings.ToLower(strings.TrimPrefix(m.Value, ".")))
		case "E":
			excludes = append(excludes, ignore.NewGlob(strings.TrimSuffix(m.Value, "/"), 0))
		case "S":
			s, ok := parseFDSize(m.Value)
			if !ok {
				return fail("'" + m.Value + "' is not a valid size constraint. See 'fd --help'.")
			}
			f.sizes = append(f.sizes, s)
		case "changed-within", "changed-before":
			d, ok := parseFDDuration(m.Value)
			if !ok {
				return fail("'" + m.Value + "' is not a valid date or duration. See 'fd --help'.")
			}
			if m.Key == "changed-within" {
				f.after = now.Add(-d)
			} else {
				f.before = now.Add(-d)
			}
		case "max-results":
			f.max, _ = strconv.Atoi(m.Value)
		case "1":
			f.max = 1
		case "q":
			f.quiet, f.max = true, 1
		case "base-directory":
			if err := p.Chdir(m.Value); err != nil {
				return fail("The '--base-directory' path '" + m.Value + "' is not a directory.")
			}
		}
	}
	src := ""
	roots := []string{}
	if len(o.Args) > 0 {
		src, roots = o.Args[0], o.Args[1:]
	}
	if strings.Contains(src, "/") && !f.full {
		if info, err := p.FS().Stat(src); err == nil && info.IsDir() {
			return fail("The search pattern '" + src + "' contains a path-separation character ('/') and will not lead to any search results.\n\nIf you want to search for all files inside the '" + src + "' directory, use a match-all pattern:\n\n  fd . '" + src + "'\n\nInstead, if you want your pattern to match the full file path, use:\n\n  fd --full-path '" + src + "'")
		}
	}
	expr := src
	switch {
	case glob && src != "":
		expr = globExpr(src)
	case fixed:
		expr = regexp.QuoteMeta(src)
	}
	if !fold && !sensitive && !hasUpper(src) {
		fold = true
	}
	if fold {
		expr = "(?i)" + expr
	}
	var err error
	if f.re, err = regexp.Compile(expr); err != nil {
		return fail(rustre.Error(src, err) + "\n\nNote: You can use the '--fixed-strings' option to search for a literal string instead of a regular expression. Alternatively, you can also use the '--glob' option to match on a glob pattern.")
	}
	walker.Skip = func(name string, isDir bool) bool {
		for _, g := range excludes {
			if g.Match(path.Base(name)) || g.Match(strings.TrimPrefix(name, "./")) {
				return true
			}
		}
		return false
	}
	failed, searched := false, 0
	walker.Trouble = func(name string, err error) {
		if !o.Has("show-errors") {
			return
		}
		failed = true
		_ = f.w.Flush()
		cmd.Raw(p, "[fd error]: "+name+": "+kernel.Strerror(err)+"\n")
	}
	walker.Visit = f.visit
	f.keep = len(command) > 0
	if len(roots) == 0 {
		roots = []string{"."}
	} else {
		f.strip = false
	}
	for _, root := range roots {
		if info, err := p.FS().Stat(root); err != nil || !info.IsDir() {
			_ = f.w.Flush()
			cmd.Raw(p, "[fd error]: Search path '"+root+"' is not a directory.\n")
			failed = true
			continue
		}
		searched++
		if err := walker.Walk(root); err != nil {
			break
		}
	}
	if failed && searched == 0 {
		_ = f.w.Flush()
		return fail("No valid search paths given.")
	}
	if len(command) > 0 && p.Safepoint() == nil {
		_ = f.w.Flush()
		return f.exec(ctx, command, batch)
	}
	switch {
	case failed:
		return f.w.Finish(1)
	case f.quiet && f.count == 0:
		return f.w.Finish(1)
	}
	return f.w.Finish(0)
}

func hasUpper(s string) bool {
	escaped := false
	for _, c := range s {
		if !escaped && unicode.IsUpper(c) {
			return true
		}
		escaped = c == '\\' && !escaped
	}
	return false
}

// globExpr writes a glob as a regular expression over a whole name.
func globExpr(s string) string {
	var b strings.Builder
	b.WriteString("^(?:")
	depth := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '*' && strings.HasPrefix(s[i:], "**"):
			b.WriteString(".*")
			i++
			if strings.HasPrefix(s[i+1:], "/") {
				i++
			}
		case c == '*':
			b.WriteString("[^/]*")
		case c == '?':
			b.WriteString("[^/]")
		case c == '[':
			end := strings.IndexByte(s[i+1:], ']')
			if end < 0 {
				b.WriteString(`\[`)
				continue
			}
			b.WriteString("[" + strings.Replace(s[i+1:i+1+end], "!", "^", 1) + "]")
			i += end + 1
		case c == '{':
			depth++
			b.WriteString("(?:")
		case c == '}' && depth > 0:
			depth--
			b.WriteString(")")
		case c == ',' && depth > 0:
			b.WriteString("|")
		default:
			b.WriteString(regexp.QuoteMeta(string(c)))
		}
	}
	return b.String() + ")$"
}

func parseFDSize(s string) (fdSize, bool) {
	z := fdSize{sign: '='}
	if s != "" && (s[0] == '+' || s[0] == '-') {
		z.sign, s = s[0], s[1:]
	}
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	n, err := strconv.ParseInt(s[:i], 10, 64)
	unit, ok := map[string]int64{"b": 1, "k": 1000, "m": 1e6, "g": 1e9, "t": 1e12, "ki": 1 << 10, "mi": 1 << 20, "gi": 1 << 30, "ti": 1 << 40, "kb": 1000, "mb": 1e6, "gb": 1e9}[strings.ToLower(s[i:])]
	if err != nil || !ok || n > (1<<62)/unit {
		return z, false
	}
	z.n = n * unit
	return z, true
}

// parseFDDuration reads 10h, 1d, 2weeks.
func parseFDDuration(s string) (time.Duration, bool) {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	n, err := strconv.ParseInt(s[:i], 10, 32)
	if err != nil {
		return 0, false
	}
	unit := strings.TrimSuffix(strings.TrimSpace(s[i:]), "s")
	if strings.TrimSpace(s[i:]) == "s" {
		unit = "sec"
	}
	d, ok := map[string]time.Duration{"sec": time.Second, "second": time.Second, "min": time.Minute, "minute": time.Minute, "m": time.Minute, "h": time.Hour, "hour": time.Hour, "hr": time.Hour, "d": 24 * time.Hour, "day": 24 * time.Hour, "w": 7 * 24 * time.Hour, "week": 7 * 24 * time.Hour, "month": 2630016 * time.Second, "year": 31557600 * time.Second, "y": 31557600 * time.Second}[unit]
	return time.Duration(n) * d, ok
}

func (f *fdRun) visit(name string, info fs.FileInfo, depth int) error {
	if f.w.Err() != nil {
		return f.w.Err()
	}
	if depth == 0 || depth < f.minDepth {
		return nil
	}
	subject := path.Base(name)
	if f.full {
		subject = f.p.FS().Abs(name)
	}
	if !f.re.MatchString(subject) || !f.rightType(name, info) {
		return nil
	}
	if len(f.extensions) > 0 {
		base, hit := strings.ToLower(path.Base(name)), false
		for _, e := range f.extensions {
			hit = hit || strings.HasSuffix(base, "."+e)
		}
		if !hit {
			return nil
		}
	}
	for _, s := range f.sizes {
		if !info.Mode().IsRegular() || s.sign == '+' && info.Size() < s.n || s.sign == '-' && info.Size() > s.n || s.sign == '=' && info.Size() != s.n {
			return nil
		}
	}
	if !f.after.IsZero() && info.ModTime().Before(f.after) || !f.before.IsZero() && info.ModTime().After(f.before) {
		return nil
	}
	shown := name
	if f.absolute {
		shown = f.p.FS().Abs(name)
	} else if f.strip && !f.keep && f.end == "\n" {
		shown = strings.TrimPrefix(name, "./")
	}
	f.count++
	switch {
	case f.keep:
		f.kept = append(f.kept, shown)
	case !f.quiet:
		if info.IsDir() {
			shown += "/"
		}
		_, _ = f.w.WriteString(shown + f.end)
	}
	if f.max >= 0 && f.count >= f.max {
		return cmd.ErrStop
	}
	return nil
}

func (f *fdRun) rightType(name string, info fs.FileInfo) bool {
	if len(f.types) == 0 {
		return true
	}
	mode := info.Mode()
	if f.types['e'] {
		empty := mode.IsRegular() && info.Size() == 0
		if mode.IsDir() {
			list, err := f.p.FS().ReadDir(name)
			empty = err == nil && len(list) == 0
		}
		only := len(f.types) == 1
		return empty && (only || f.types['f'] && mode.IsRegular() || f.types['d'] && mode.IsDir())
	}
	return f.types['f'] && mode.IsRegular() || f.types['d'] && mode.IsDir() || f.types['l'] && mode&fs.ModeSymlink != 0 ||
		f.types['x'] && mode.IsRegular() && mode&0o111 != 0 || f.types['s'] && mode&fs.ModeSocket != 0 || f.types['p'] && mode&fs.ModeNamedPipe != 0
}

// exec runs a command for each result, or once with all.
func (f *fdRun) exec(ctx context.Context, command []string, batch bool) int {
	status := 0
	run := func(args []string) {
		st, err := cmd.Run(ctx, f.p, kernel.Spec{Args: args})
		switch {
		case errors.Is(err, fs.ErrNotExist):
			cmd.Raw(f.p, "[fd error]: Command not found: "+args[0]+"\n")
			status = 1
		case err != nil:
			cmd.Raw(f.p, "[fd error]: Problem while executing command: "+kernel.Strerror(err)+"\n")
			status = 1
		case st.ExitCode() != 0:
			status = 1
		}
	}
	holder := false
	for _, a := range command {
		for _, h := range []string{"{}", "{/}", "{//}", "{.}", "{/.}"} {
			holder = holder || strings.Contains(a, h)
		}
	}
	fill := func(a, name string) string {
		base := path.Base(name)
		dropExt := func(s string) string {
			if i := strings.LastIndexByte(s, '.'); i > strings.LastIndexByte(s, '/')+1 {
				return s[:i]
			}
			return s
		}
		return strings.NewReplacer("{}", name, "{/}", base, "{//}", dirOf(name), "{.}", strings.TrimPrefix(dropExt(name), "./"), "{/.}", dropExt(base)).Replace(a)
	}
	if batch {
		if len(f.kept) == 0 {
			return 0
		}
		var args []string
		for _, a := range command {
			if fill(a, "x") != a {
				for _, name := range f.kept {
					args = append(args, fill(a, name))
				}
			} else {
				args = append(args, a)
			}
		}
		if !holder {
			args = append(args, f.kept...)
		}
		run(args)
		return status
	}
	for _, name := range f.kept {
		if f.p.Safepoint() != nil {
			break
		}
		args := make([]string, 0, len(command)+1)
		for _, a := range command {
			args = append(args, fill(a, name))
		}
		if !holder {
			args = append(args, name)
		}
		run(args)
	}
	return status
}

// dirOf is what stands before the last slash, as it was written.
func dirOf(name string) string {
	if i := strings.LastIndexByte(name, '/'); i > 0 {
		return name[:i]
	}
	return "."
}
