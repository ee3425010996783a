package text

import (
	"context"
	"io/fs"
	"regexp"
	"regexp/syntax"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/ignore"
	"github.com/sandpit-dev/sandpit/commands/internal/rustre"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
)

var rgUsage = optparse.Define("rg", "[OPTIONS] PATTERN [PATH ...]", "Search recursively for lines that match a pattern.", `
-A, --after-context=NUM     show NUM lines after each match
-B, --before-context=NUM    show NUM lines before each match
-C, --context=NUM           show NUM lines before and after each match
    --color=WHEN            never, auto, always or ansi
    --column                show column numbers
-c, --count                 only show the number of matching lines of each file
    --count-matches         only show the number of matches of each file
    --context-separator=SEP  the line between contexts
-e, --regexp=PATTERN        a pattern to search for
-f, --file=FILE             read patterns from FILE
    --files                 list the files that would be searched
-l, --files-with-matches    only print the paths with matches
    --files-without-match   only print the paths without a match
-F, --fixed-strings         treat the pattern as a literal
-L, --follow                follow symbolic links
-g, --glob=GLOB             include files (or leave out, with !)
    --iglob=GLOB            the same, whatever the case
    --glob-case-insensitive  match globs whatever the case
    --heading               print the path above its matches
    --no-heading            print the path on each line
    --hidden                search hidden files and directories
-., --dotfiles              the same
-i, --ignore-case           search case insensitively
-s, --case-sensitive        search case sensitively
-S, --smart-case            case insensitive unless the pattern has capitals
-v, --invert-match          show the lines that do not match
-n, --line-number           show line numbers
-N, --no-line-number        do not
-m, --max-count=NUM         at most NUM matching lines of each file
    --max-depth=NUM         descend at most NUM levels
    --maxdepth=NUM          the same
    --max-filesize=NUM      skip larger files
-U, --multiline             let matches go over several lines
    --multiline-dotall      let . match newlines
    --no-config             ignored
    --no-filename           do not show paths
-I                          the same
-H, --with-filename         show paths
    --no-ignore             do not heed ignore files
    --no-ignore-vcs         do not heed .gitignore
    --no-ignore-parent      do not heed those of directories above
    --no-messages           no error messages about files
    --no-require-git        ignored
-0, --null                  a NUL after each path
-o, --only-matching         show only the matching parts
    --passthru              show every line
    --path-separator=SEP    ignored
-P, --pcre2                 not supported: an error
-q, --quiet                 print nothing
-r, --replace=TEXT          show matches replaced by TEXT
    --sort=WHAT             path or none
    --sortr=WHAT            path, the other way round
    --stats                 not supported: an error
-a, --text                  search binary files as text
    --trim                  drop white space at the start of lines
-t, --type=TYPE             search only files of TYPE
-T, --type-not=TYPE         leave out files of TYPE
    --type-list             list the types
-u, --unrestricted          -u no ignore files, -uu hidden too, -uuu binary too
    --vimgrep               a line for each match
-w, --word-regexp           match whole words
-x, --line-regexp           match whole lines
-j, --threads=NUM           ignored
    --line-buffered         ignored
    --no-mmap               ignored
    --crlf                  ignored
-p, --pretty                ignored
-M, --max-columns=NUM       ignored
-z, --search-zip            not supported: an error
    --json                  not supported: an error
`).Status(2)

// rgTypes are the common file types of rg --type.
var rgTypes = map[string]string{
	"c": "*.[chH] *.[chH].in *.cats", "cpp": "*.[ChH] *.cc *.[ch]pp *.[ch]xx *.hh *.inl *.[ChH].in *.cc.in *.[ch]pp.in *.[ch]xx.in *.hh.in", "css": "*.css *.scss", "csv": "*.csv",
	"docker": "*Dockerfile*", "go": "*.go", "h": "*.h *.hh *.hpp", "html": "*.ejs *.htm *.html", "java": "*.java *.jsp *.jspx *.properties",
	"js": "*.cjs *.js *.jsx *.mjs *.vue", "json": "*.json composer.lock", "lua": "*.lua", "make": "*.mak *.mk [Gg][Nn][Uu]makefile [Gg][Nn][Uu]makefile.am [Gg][Nn][Uu]makefile.in [Mm]akefile [Mm]akefile.am [Mm]akefile.in",
	"markdown": "*.markdown *.md *.mdown *.mdwn *.mdx *.mkd *.mkdn", "md": "*.markdown *.md *.mdown *.mdwn *.mdx *.mkd *.mkdn", "perl": "*.PL *.perl *.pl *.plh *.plx *.pm *.t", "php": "*.php *.php3 *.php4 *.php5 *.php7 *.php8 *.pht *.phtml",
	"py": "*.py *.pyi", "python": "*.py *.pyi", "ruby": "*.gemspec *.rb *.rbw .irbrc Gemfile Rakefile config.ru", "rust": "*.rs", "sh": "*.bash *.bashrc *.csh *.cshrc *.ksh *.kshrc *.sh *.tcsh *.zsh .bash_login .bash_logout .bash_profile .bashrc .cshrc .kshrc .login .logout .profile .tcshrc .zlogin .zlogout .zprofile .zshenv .zshrc bash_login bash_logout bash_profile bashrc profile zlogin zlogout zprofile zshenv zshrc",
	"sql": "*.psql *.sql", "svg": "*.svg", "toml": "*.toml Cargo.lock", "ts": "*.cts *.mts *.ts *.tsx", "typescript": "*.cts *.mts *.ts *.tsx", "txt": "*.txt", "xml": "*.dtd *.rng *.sch *.xhtml *.xjb *.xml *.xml.dist *.xsd *.xsl *.xslt", "yaml": "*.yaml *.yml",
}

// rgRun is one run of rg.
type rgRun struct {
	p                                                       *kernel.Process
	w                                                       *cmd.Writer
	re                                                      *regexp.Regexp
	names, numbers, column, only, invert, binary, multiline bool
	count, countMatches, list, listWithout, quiet, passthru bool
	heading, null, trim, vimgrep, noMessages                bool
	before, after                                           int
	max                                                     int
	replace                                                 *string
	separator                                               string
	found, failed                                           bool
	printed                                                 bool
	searched                                                int
}

func rg(_ context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	o, status, done := cmd.ParseArgs(p, rgUsage, args)
	if done {
		return status
	}
	fail := func(text string) int {
		cmd.Raw(p, text+"\n")
		return 2
	}
	for _, k := range []string{"P", "z", "json", "stats"} {
		if o.Has(k) {
			return fail("rg: the option for " + map[string]string{"P": "PCRE2", "z": "compressed files", "json": "JSON output", "stats": "statistics"}[k] + " is not supported in this rg")
		}
	}
	r := &rgRun{p: p, w: cmd.NewWriter(p), max: -1, separator: "--"}
	walker := &ignore.Walker{P: p, OwnFile: ".rgignore"}
	var patterns, types, notTypes []string
	var globs []rgGlob
	givenPattern, ignoreCase, smart, fixed, word, line, files := false, false, false, false, false, false, false
	sortReverse := false
	unrestricted := 0
	maxSize := int64(-1)
	withName, withoutName := false, false
	if fd := p.FD(1); fd != nil && fd.IsTerminal() {
		r.heading, r.numbers = true, true
	}
	for _, m := range o.Options {
		number := func() int {
			n, err := strconv.Atoi(m.Value)
			if err != nil || n < 0 {
				status = fail("error: Invalid value for '" + m.Name + " <NUM>': invalid digit found in string")
			}
			return n
		}
		switch m.Key {
		case "A":
			r.after = number()
		case "B":
			r.before = number()
		case "C":
			r.after = number()
			r.before = r.after
		case "column":
			r.column, r.numbers = true, true
		case "c":
			r.count = true
		case "count-matches":
			r.countMatches = true
		case "context-separator":
			r.separator = m.Value
		case "e":
			patterns, givenPattern = append(patterns, m.Value), true
		case "f":
			in, err := cmd.Open(p, m.Value)
			if err != nil {
				return fail(m.Value + ": " + kernel.Strerror(err) + " (os error 2)")
			}
			data, err := cmd.ReadAll(in)
			in.Close()
			if err != nil {
				return fail(m.Value + ": " + kernel.Strerror(err))
			}
			for l := range strings.Lines(string(data)) {
				patterns = append(patterns, strings.TrimRight(l, "\r\n"))
			}
			givenPattern = true
		case "files":
			files = true
		case "l":
			r.list = true
		case "files-without-match":
			r.listWithout = true
		case "F":
			fixed = true
		case "L":
			walker.Follow = true
		case "g":
			globs = append(globs, newRGGlob(m.Value, o.Has("glob-case-insensitive")))
		case "iglob":
			globs = append(globs, newRGGlob(m.Value, true))
		case "heading":
			r.heading = true
		case "no-heading":
			r.heading = false
		case "hidden", ".":
			walker.Hidden = true
		case "i":
			ignoreCase, smart = true, false
		case "s":
			ignoreCase, smart = false, false
		case "S":
			smart, ignoreCase = true, false
		case "v":
			r.invert = true
		case "n":
			r.numbers = true
		case "N":
			r.numbers = false
		case "m":
			r.max = number()
		case "max-depth", "maxdepth":
			if walker.MaxDepth = number(); walker.MaxDepth == 0 {
				walker.MaxDepth = -1
			}
		case "max-filesize":
			if n, err := strconv.ParseInt(strings.TrimRight(m.Value, "KMG"), 10, 64); err == nil {
				maxSize = n << (10 * (1 + strings.IndexByte("KMG", m.Value[len(m.Value)-1])))
			}
		case "U":
			r.multiline = true
		case "no-filename", "I":
			withoutName = true
		case "H":
			withName = true
		case "no-ignore":
			walker.NoIgnore = true
		case "no-ignore-vcs":
			walker.NoVCS = true
		case "no-ignore-parent":
			walker.NoParent = true
		case "no-messages":
			r.noMessages = true
		case "0":
			r.null = true
		case "o":
			r.only = true
		case "passthru":
			r.passthru = true
		case "q":
			r.quiet = true
		case "r":
			v := m.Value
			r.replace = &v
		case "sortr":
			sortReverse = true
		case "a":
			r.binary = true
		case "trim":
			r.trim = true
		case "t":
			types = append(types, m.Value)
		case "T":
			notTypes = append(notTypes, m.Value)
		case "type-list":
			names := make([]string, 0, len(rgTypes))
			for n := range rgTypes {
				names = append(names, n)
			}
			sort.Strings(names)
			for _, n := range names {
				_, _ = r.w.WriteString(n + ": " + strings.ReplaceAll(rgTypes[n], " ", ", ") + "\n")
			}
			return r.w.Finish(0)
		case "u":
			unrestricted++
		case "vimgrep":
			r.vimgrep, r.numbers, r.column, withName, r.heading = true, true, true, true, false
		case "w":
			word = true
		case "x":
			line = true
		}
	}
	if status != 0 {
		return status
	}
	walker.NoIgnore = walker.NoIgnore || unrestricted > 0
	walker.Hidden = walker.Hidden || unrestricted > 1
	r.binary = r.binary || unrestricted > 2
	operands := o.Args
	if !givenPattern && !files {
		if len(operands) == 0 {
			return fail("error: The following required arguments were not provided:\n    <PATTERN>\n\nUSAGE:\n    \n    rg [OPTIONS] PATTERN [PATH ...]\n    rg [OPTIONS] -e PATTERN ... [PATH ...]\n    rg [OPTIONS] -f PATTERNFILE ... [PATH ...]\n    rg [OPTIONS] --files [PATH ...]\n    rg [OPTIONS] --type-list\n    command | rg [OPTIONS] PATTERN\n\nFor more information try --help")
		}
		patterns, operands = operands[:1], operands[1:]
	}
	if !files {
		if smart && !hasCapital(patterns) {
			ignoreCase = true
		}
		var err error
		if r.re, err = rgCompile(patterns, fixed, word, line, ignoreCase, r.multiline, o.Has("multiline-dotall")); err != nil {
			return fail(rustre.Error(strings.Join(patterns, "|"), err))
		}
	}
	var typeGlobs, notGlobs []ignore.Glob
	for i, list := range [][]string{types, notTypes} {
		for _, t := range list {
			globs, ok := rgTypes[t]
			if !ok {
				return fail("unrecognized file type: " + t)
			}
			for _, g := range strings.Fields(globs) {
				if i == 0 {
					typeGlobs = append(typeGlobs, ignore.NewGlob(g, 0))
				} else {
					notGlobs = append(notGlobs, ignore.NewGlob(g, 0))
				}
			}
		}
	}
	walker.Skip = func(name string, isDir bool) bool {
		name = strings.TrimPrefix(name, "./")
		base := name[strings.LastIndexByte(name, '/')+1:]
		if skip, decided := rgGlobVerdict(globs, name, isDir); decided {
			return skip
		} else if !isDir && hasInclude(globs) {
			return true
		}
		if isDir {
			return false
		}
		for _, g := range notGlobs {
			if g.Match(base) {
				return true
			}
		}
		if len(typeGlobs) == 0 {
			return false
		}
		for _, g := range typeGlobs {
			if g.Match(base) {
				return false
			}
		}
		return true
	}
	walker.Trouble = func(name string, err error) {
		r.failed = true
		if !r.noMessages {
			_ = r.w.Flush()
			cmd.Raw(p, name+": "+kernel.Strerror(err)+osError(err)+"\n")
		}
	}
	roots := operands
	if len(roots) == 0 {
		if !files && rgReadsStdin(p) {
			roots = []string{"-"}
		} else {
			roots = []string{""}
		}
	}
	r.names = withName || !withoutName && (len(roots) > 1 || rgIsDir(p, roots[0]))
	if r.heading && !r.names {
		r.heading = false
	}
	var found []string
	visit := func(name string, info fs.FileInfo, depth int) error {
		if r.w.Err() != nil {
			return r.w.Err()
		}
		if !info.Mode().IsRegular() && depth > 0 || info.IsDir() || maxSize >= 0 && info.Size() > maxSize {
			return nil
		}
		if sortReverse {
			found = append(found, name)
			return nil
		}
		return r.file(name, files, depth == 0)
	}
	walker.Visit = visit
	if walker.MaxDepth < 0 {
		walker.MaxDepth = 1
		walker.Visit = func(name string, info fs.FileInfo, depth int) error {
			if depth > 0 {
				return nil
			}
			return visit(name, info, depth)
		}
	}
	for _, root := range roots {
		if root == "-" {
			r.search("<stdin>", cmd.Stdin(p), true)
			continue
		}
		if root == "" {
			root = "."
			inner := walker.Visit
			walker.Visit = func(name string, info fs.FileInfo, depth int) error {
				return inner(strings.TrimPrefix(name, "./"), info, depth)
			}
		}
		if walker.Walk(root) != nil || r.quiet && r.found {
			break
		}
	}
	for i := len(found) - 1; i >= 0; i-- {
		_ = r.file(found[i], files, false)
	}
	code := 1
	if r.searched == 0 && !r.failed && !files && len(found) == 0 {
		_ = r.w.Flush()
		cmd.Raw(p, "No files were searched, which means ripgrep probably applied a filter you didn't expect.\nRunning with --debug will show why files are being skipped.\n")
		r.failed = true
	}
	switch {
	case r.failed && !(r.quiet && r.found):
		code = 2
	case r.found:
		code = 0
	}
	return r.w.FinishAs(code, 2)
}

func osError(err error) string {
	if no, ok := kernel.Errno(err); ok {
		return " (os error " + strconv.Itoa(int(no)) + ")"
	}
	return ""
}

func rgIsDir(p *kernel.Process, name string) bool {
	if name == "" {
		return true
	}
	if name == "-" {
		return false
	}
	info, err := p.FS().Stat(name)
	return err == nil && info.IsDir()
}

// rgReadsStdin reports whether standard input is a pipe or a file that is to be searched.
func rgReadsStdin(p *kernel.Process) bool {
	fd := p.FD(0)
	if fd == nil || fd.IsTerminal() {
		return false
	}
	info, err := fd.Stat()
	return err == nil && (info.Mode().IsRegular() || info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0) && fd.Name() != "stdin"
}

func hasCapital(patterns []string) bool {
	for _, p := range patterns {
		escaped := false
		for _, c := range p {
			if !escaped && unicode.IsUpper(c) {
				return true
			}
			escaped = c == '\\' && !escaped
		}
	}
	return false
}

func rgCompile(patterns []string, fixed, word, line, ignoreCase, multiline, dotAll bool) (*regexp.Regexp, error) {
	parts := make([]string, 0, len(patterns))
	for _, p := range patterns {
		if fixed {
			p = regexp.QuoteMeta(p)
		}
		if _, err := syntax.Parse(p, syntax.Perl); err != nil {
			return nil, err
		}
		switch {
		case line:
			p = `^(?:` + p + `)$`
		case word:
			p = `\b(?:` + p + `)\b`
		}
		parts = append(parts, "(?:"+p+")")
	}
	flags := "(?m"
	if ignoreCase {
		flags += "i"
	}
	if dotAll {
		flags += "s"
	}
	if len(parts) == 1 {
		parts[0] = strings.TrimSuffix(strings.TrimPrefix(parts[0], "(?:"), ")")
	}
	return regexp.Compile(flags + ")" + strings.Join(parts, "|"))
}

type rgGlob struct {
	negate, dirOnly bool
	g               ignore.Glob
	base            bool
}

func newRGGlob(s string, fold bool) rgGlob {
	g := rgGlob{}
	s, g.negate = strings.CutPrefix(s, "!")
	s, g.dirOnly = strings.CutSuffix(s, "/")
	g.base = !strings.Contains(s, "/")
	flags := pattern.Flags(0)
	if fold {
		flags = pattern.IgnoreCase
	}
	if open := strings.IndexByte(s, '{'); open >= 0 && strings.IndexByte(s[open:], '}') > 0 {
		end := open + strings.IndexByte(s[open:], '}')
		s = s[:open] + "@(" + strings.Join(strings.Split(s[open+1:end], ","), "|") + ")" + s[end+1:]
		flags |= pattern.ExtGlob
	}
	g.g = ignore.NewGlob(strings.TrimPrefix(s, "/"), flags)
	return g
}

func hasInclude(globs []rgGlob) bool {
	for _, g := range globs {
		if !g.negate {
			return true
		}
	}
	return false
}

// rgGlobVerdict asks the last glob that matches.
func rgGlobVerdict(globs []rgGlob, name string, isDir bool) (skip, decided bool) {
	base := name[strings.LastIndexByte(name, '/')+1:]
	for i := len(globs) - 1; i >= 0; i-- {
		g := globs[i]
		if g.dirOnly && !isDir {
			continue
		}
		subject := name
		if g.base {
			subject = base
		}
		if g.g.Match(subject) {
			return g.negate, true
		}
	}
	return false, false
}

func (r *rgRun) file(name string, listOnly, named bool) error {
	if listOnly {
		r.found = true
		if !r.quiet {
			r.putName(name, "\n")
		}
		return nil
	}
	in, err := cmd.OpenFile(r.p, name)
	if err != nil {
		r.failed = true
		if !r.noMessages {
			_ = r.w.Flush()
			cmd.Raw(r.p, name+": "+kernel.Strerror(err)+osError(err)+"\n")
		}
		return nil
	}
	defer in.Close()
	r.search(name, in, named)
	if r.quiet && r.found {
		return cmd.ErrStop
	}
	return nil
}

func (r *rgRun) putName(name, end string) {
	if r.null {
		end = "\x00"
	}
	_, _ = r.w.WriteString(name + end)
}
