package archive

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/dateparse"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var tarUsage = optparse.Define("tar", "[OPTION...] [FILE]...", "GNU 'tar' saves many files together into a single tape or disk archive, and can restore individual files from the archive.", `
-A, --catenate, --concatenate  append tar files to an archive
-c, --create        create a new archive
    --delete        delete from the archive
-d, --diff, --compare  find differences between archive and file system
-r, --append        append files to the end of an archive
-t, --list          list the contents of an archive
-u, --update        only append files newer than copy in archive
-x, --extract, --get  extract files from an archive
-f ARCHIVE, --file=ARCHIVE  use archive file ARCHIVE
-C DIR, --directory=DIR  change to directory DIR
-v, --verbose       verbosely list files processed
-z, --gzip, --gunzip, --ungzip  filter the archive through gzip
-j, --bzip2         filter the archive through bzip2
-J, --xz            filter the archive through xz
    --lzma          filter the archive through xz --format=lzma
    --zstd          filter the archive through zstd
-a, --auto-compress  use archive suffix to determine the compression program
    --no-auto-compress  do not
-I PROG, --use-compress-program=PROG  filter through PROG
-k, --keep-old-files  don't replace existing files when extracting,\ntreat them as errors
    --skip-old-files  don't replace existing files when extracting
    --keep-newer-files  don't replace existing files that are newer\nthan their archive copies
    --overwrite     overwrite existing files when extracting
    --overwrite-dir  overwrite metadata of existing directories
    --no-overwrite-dir  preserve metadata of existing directories
-U, --unlink-first  remove each file prior to extracting over it
    --recursive-unlink  empty hierarchies prior to extracting directory
    --keep-directory-symlink  preserve existing symlinks to directories\nwhen extracting
    --one-top-level[=DIR]  create a subdirectory to avoid having loose\nfiles extracted
-O, --to-stdout     extract files to standard output
-m, --touch         don't extract file modified time
-p, --preserve-permissions, --same-permissions  extract information about file permissions
    --no-same-permissions  apply the user's umask when extracting
    --same-owner    try extracting files with the same ownership
-o, --no-same-owner  extract files as yourself
    --numeric-owner  always use numbers for user/group names
    --owner=NAME    force NAME as owner for added files
    --group=NAME    force NAME as group for added files
    --mtime=DATE    set mtime for added files
    --clamp-mtime   only set time when the file is more recent
    --mode=CHANGES  force (symbolic) mode CHANGES for added files
    --sort=ORDER    directory sorting order: none (default), name or inode
-h, --dereference   follow symlinks; archive and dump the files they point to
    --hard-dereference  follow hard links
-P, --absolute-names  don't strip leading '/'s from file names
-S, --sparse        handle sparse files efficiently
-V TEXT, --label=TEXT  create archive with volume name TEXT
-T FILE, --files-from=FILE  get names to extract or create from FILE
    --null          -T reads null-terminated names
    --no-null       disable --null
    --verbatim-files-from  -T reads file names verbatim
    --no-verbatim-files-from  
-X FILE, --exclude-from=FILE  exclude patterns listed in FILE
    --exclude=PATTERN  exclude files, given as a PATTERN
    --exclude-vcs   exclude version control system directories
    --exclude-backups  exclude backup and lock files
    --exclude-caches  exclude contents of directories containing CACHEDIR.TAG
    --wildcards     use wildcards
    --no-wildcards  verbatim string matching
    --wildcards-match-slash  wildcards match '/'
    --no-wildcards-match-slash  wildcards do not match '/'
    --anchored      patterns match file name start
    --no-anchored   patterns match after any '/'
    --ignore-case   ignore case
    --no-ignore-case  case sensitive matching
    --no-recursion  avoid descending automatically in directories
    --recursion     recurse into directories
    --one-file-system  stay in local file system when creating archive
    --strip-components=NUMBER  strip NUMBER leading components from file\nnames on extraction
    --transform=EXPRESSION, --xform=EXPRESSION  use sed replace EXPRESSION to transform file names
    --show-transformed-names, --show-stored-names  show file or archive names after transformation
-H FORMAT, --format=FORMAT  create archive of the given format
    --posix         same as --format=posix
    --old-archive, --portability  same as --format=v7
-N DATE, --newer=DATE, --after-date=DATE  only store files newer than DATE
    --newer-mtime=DATE  compare date and time when data changed only
    --remove-files  remove files after adding them to the archive
    --full-time     print file time to its full resolution
    --utc           print file modification times in UTC
    --totals        print total bytes after processing the archive
    --quoting-style=STYLE  set name quoting style
-b BLOCKS, --blocking-factor=BLOCKS  BLOCKS x 512 bytes per record
-B, --read-full-records  accepted for compatibility
-W, --verify        accepted for compatibility
-i, --ignore-zeros  ignore zeroed blocks in archive (means EOF)
    --ignore-failed-read  do not exit with nonzero on unreadable files
-w, --interactive, --confirmation  ask for confirmation for every action
    --warning=KEYWORD  warning control
    --checkpoint[=NUMBER]  accepted for compatibility
    --checkpoint-action=ACTION  accepted for compatibility
    --no-selinux    accepted for compatibility
    --no-acls       accepted for compatibility
    --no-xattrs     accepted for compatibility
    --xattrs        accepted for compatibility
    --acls          accepted for compatibility
    --selinux       accepted for compatibility
    --force-local   archive file is local even if it has a colon
    --occurrence[=NUMBER]  process only the NUMBERth occurrence of each file
    --delay-directory-restore  accepted for compatibility
`).Status(64).Posix()

// tarRun is one run of tar.
type tarRun struct {
	p      *kernel.Process
	out    *cmd.Writer // member names
	names  *cmd.Names
	loc    *time.Location
	status int
	fatal  bool

	sparse bool       // -S: holes are not stored
	label  string     // -V
	output *tarOutput // what the archive is written to

	mode     byte // A c D (delete) d r t u x
	archive  string
	codec    *codec
	auto     bool
	verbose  int
	operands []tarOperand

	keepOld, skipOld, keepNewer, overwrite, unlinkFirst bool
	keepDirLink, toStdout, touch, samePerm, sameOwner   bool
	noOverwriteDir, recursiveUnlink                     bool
	numericOwner, dereference, hardDeref, absolute      bool
	noRecursion, showTransformed, fullTime, totals      bool
	removeFiles, ignoreFailedRead, clamp, excludeCaches bool
	ignoreZeros, noWildcards, newerMtime                bool
	strip                                               int
	blocking                                            int64
	occurrence                                          int
	topLevel                                            string
	owner, group                                        *forcedID
	mtime, newer                                        time.Time
	modeChange                                          *cmd.ModeChange
	excludes, members                                   matchRules
	transforms                                          []transform
	format                                              tar.Format
	removedPrefix                                       map[string]bool // warnings given already
	ugsWidth                                            int
	lastUID, lastGID                                    int // cache of the last names looked up
	lastUser, lastGroup                                 string
	haveUser, haveGroup                                 bool
	topDir                                              string // -C that holds without operands
	archiveDev, archiveIno                              uint64
	seen                                                map[fileID]string // hard links written
	tw                                                  *tar.Writer
	buf                                                 []byte
	bytes                                               int64
}

type fileID struct{ dev, ino uint64 }

// forcedID is --owner or --group.
type forcedID struct {
	name string
	id   int
}

// tarOperand is a file argument with the directory that -C had set before it.
type tarOperand struct {
	name, dir string
	found     int
	glob      *memberPattern
}

func tarCommand(_ context.Context, p *kernel.Process) int {
	t := &tarRun{
		p: p, names: cmd.NewNames(p), loc: cmd.Location(p), archive: "-", ugsWidth: 19, blocking: 20,
		excludes: matchRules{wildcards: true}, members: matchRules{anchored: true}, format: tar.FormatGNU,
		removedPrefix: map[string]bool{}, seen: map[fileID]string{},
	}
	root := p.Cred().UID == 0
	t.samePerm, t.sameOwner = root, root
	args, ok := t.oldStyle(p.Args()[1:])
	if !ok {
		return 2
	}
	if status, done := t.parse(args); done {
		return status
	}
	if t.mode == 0 {
		return t.usage("You must specify one of the '-Acdtrux', '--delete' or '--test-label' options")
	}
	out := io.Writer(p.Stdout())
	if t.archive == "-" && strings.IndexByte("cruAD", t.mode) >= 0 || t.toStdout {
		out = p.Stderr()
	}
	t.out = cmd.NewFileWriter(p, out)
	if fd := p.FD(1); fd != nil && fd.IsTerminal() || out == p.Stderr() {
		t.out.LineBuffered()
	}
	switch t.mode {
	case 'c':
		t.create()
	case 'r', 'u', 'A':
		t.update()
	case 'D':
		t.deleteMembers()
	case 't', 'x', 'd':
		t.read()
	}
	if err := t.out.Flush(); err != nil && p.Safepoint() == nil && !isPipe(err) {
		t.errorf("stdout: Cannot write: %s", kernel.Strerror(err))
	}
	if t.fatal {
		return 2
	}
	if t.status == 2 {
		cmd.Errorf(p, "Exiting with failure status due to previous errors")
	}
	return t.status
}

// oldStyle turns a first argument without a dash into options: each letter that takes a value takes the next argument.
func (t *tarRun) oldStyle(args []string) ([]string, bool) {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || args[0] == "" {
		return args, true
	}
	rest := args[1:]
	var out []string
	takes := map[byte]bool{}
	for _, o := range tarUsage.Options() {
		for _, s := range o.Shorts {
			takes[s] = o.Arg == optparse.RequiredArgument
		}
	}
	for i := range len(args[0]) {
		c := args[0][i]
		out = append(out, "-"+string(c))
		if takes[c] {
			if len(rest) == 0 {
				cmd.Errorf(t.p, "Old option '%c' requires an argument.", c)
				t.tryHelp()
				return nil, false
			}
			out = append(out, rest[0])
			rest = rest[1:]
		}
	}
	return append(out, rest...), true
}

func (t *tarRun) tryHelp() {
	cmd.Raw(t.p, "Try 'tar --help' or 'tar --usage' for more information.\n")
}

func (t *tarRun) usage(format string, args ...any) int {
	cmd.Errorf(t.p, format, args...)
	t.tryHelp()
	return 2
}

// parse reads options and operands in the order given, because -C holds for the operands after it.
func (t *tarRun) parse(args []string) (status int, done bool) {
	dir, nulls := "", false
	for {
		o, err := tarUsage.Parse(args)
		if err != nil {
			cmd.Errorf(t.p, "%s", err)
			t.tryHelp()
			return 64, true
		}
		for _, m := range o.Options {
			if st, stop := t.option(m, &dir, &nulls); stop {
				return st, true
			}
		}
		if len(o.Args) == 0 {
			break
		}
		used := len(args) - len(o.Args)
		if used > 0 && args[used-1] == "--" {
			for _, a := range o.Args {
				t.operands = append(t.operands, tarOperand{name: a, dir: dir})
			}
			break
		}
		t.operands = append(t.operands, tarOperand{name: o.Args[0], dir: dir})
		args = o.Args[1:]
	}
	t.topDir = dir
	for i := range t.operands {
		if d := t.operands[i].dir; d != "" && !t.checkDir(d) {
			return 2, true
		}
	}
	if dir != "" && !t.checkDir(dir) {
		return 2, true
	}
	return 0, false
}

func (t *tarRun) checkDir(dir string) bool {
	info, err := t.p.FS().Stat(dir)
	switch {
	case err != nil:
		t.fatalf("%s: Cannot open: %s", cmd.Quotef(dir), kernel.Strerror(err))
	case !info.IsDir():
		t.fatalf("%s: Cannot open: Not a directory", cmd.Quotef(dir))
	default:
		return true
	}
	return false
}

func (t *tarRun) option(m optparse.Match, dir *string, nulls *bool) (status int, done bool) {
	switch m.Key {
	case "A", "c", "d", "r", "t", "u", "x", "delete":
		mode := m.Key[0]
		if m.Key == "delete" {
			mode = 'D'
		}
		if t.mode != 0 && t.mode != mode {
			return t.usage("You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option"), true
		}
		t.mode = mode
	case "f":
		t.archive = m.Value
	case "S":
		t.sparse = true
	case "V":
		t.label = m.Value
	case "C":
		*dir = joinDir(*dir, m.Value)
	case "v":
		t.verbose++
	case "z":
		t.codec = &gzipCodec
	case "j":
		t.codec = &bzip2Codec
	case "J":
		t.codec = &xzCodec
	case "lzma":
		t.codec = &lzmaCodec
	case "zstd":
		t.codec = &zstdCodec
	case "a":
		t.auto = true
	case "I":
		prog := path.Base(strings.Fields(m.Value + " x")[0])
		for _, c := range []*codec{&gzipCodec, &bzip2Codec, &xzCodec, &lzmaCodec, &zstdCodec} {
			if c.name == prog || prog == "pigz" && c == &gzipCodec {
				t.codec = c
			}
		}
		if t.codec == nil {
			t.fatalf("%s: this compression program is not supported (gzip, bzip2, xz, lzma and zstd are)", cmd.Quotef(m.Value))
			return 2, true
		}
	case "k":
		t.keepOld = true
	case "skip-old-files":
		t.skipOld = true
	case "keep-newer-files":
		t.keepNewer = true
	case "overwrite":
		t.overwrite = true
	case "no-overwrite-dir":
		t.noOverwriteDir = true
	case "U":
		t.unlinkFirst = true
	case "recursive-unlink":
		t.recursiveUnlink = true
	case "keep-directory-symlink":
		t.keepDirLink = true
	case "one-top-level":
		if t.topLevel = m.Value; m.Value == "" {
			t.topLevel = "\x00" // from the archive's name
		}
	case "O":
		t.toStdout = true
	case "m":
		t.touch = true
	case "p":
		t.samePerm = true
	case "no-same-permissions":
		t.samePerm = false
	case "same-owner":
		t.sameOwner = true
	case "o":
		t.sameOwner = false
	case "numeric-owner":
		t.numericOwner = true
	case "owner":
		f, ok := t.forced(m.Value, true)
		if !ok {
			t.fatalf("%s: Invalid owner", cmd.Quotef(m.Value))
			return 2, true
		}
		t.owner = f
	case "group":
		f, ok := t.forced(m.Value, false)
		if !ok {
			t.fatalf("%s: Invalid group", cmd.Quotef(m.Value))
			return 2, true
		}
		t.group = f
	case "mtime":
		return t.date(m.Value, &t.mtime)
	case "N", "newer-mtime":
		t.newerMtime = m.Key != "N"
		return t.date(m.Value, &t.newer)
	case "clamp-mtime":
		t.clamp = true
	case "mode":
		c, ok := cmd.ParseMode(m.Value)
		if !ok {
			t.fatalf("Invalid mode given on option")
			return 2, true
		}
		t.modeChange = c
	case "sort":
		if m.Value != "none" && m.Value != "name" && m.Value != "inode" {
			return t.invalid("--sort", m.Value, "none", "name", "inode"), true
		}
	case "h":
		t.dereference = true
	case "hard-dereference":
		t.hardDeref = true
	case "P":
		t.absolute = true
	case "T":
		return t.filesFrom(m.Value, *dir, *nulls)
	case "null":
		*nulls = true
	case "no-null":
		*nulls = false
	case "X":
		in, err := cmd.Open(t.p, m.Value)
		if err != nil {
			t.fatalf("%s: Cannot open: %s", cmd.Quotef(m.Value), kernel.Strerror(err))
			return 2, true
		}
		defer in.Close()
		for lines := cmd.NewLineReader(in, '\n'); ; {
			line, _, err := lines.Next()
			if err != nil {
				break
			}
			if len(line) > 0 {
				t.excludes.add(string(line))
			}
		}
	case "exclude":
		t.excludes.add(m.Value)
	case "exclude-vcs":
		for _, v := range []string{"CVS", "RCS", "SCCS", ".git", ".gitignore", ".gitmodules", ".gitattributes", ".cvsignore", ".svn",
			".arch-ids", "{arch}", "=RELEASE-ID", "=meta-update", "=update", ".bzr", ".bzrignore", ".bzrtags", ".hg", ".hgignore", ".hgtags", "_darcs"} {
			t.excludes.add(v)
		}
	case "exclude-backups":
		for _, v := range []string{".#*", "*~", "#*#"} {
			t.excludes.add(v)
		}
	case "exclude-caches":
		t.excludeCaches = true
	case "wildcards":
		t.members.wildcards, t.excludes.wildcards = true, true
	case "no-wildcards":
		t.members.wildcards, t.excludes.wildcards, t.noWildcards = false, false, true
	case "no-wildcards-match-slash":
		t.members.pathName, t.excludes.pathName = true, true
	case "wildcards-match-slash":
		t.members.pathName, t.excludes.pathName = false, false
	case "anchored":
		t.members.anchored, t.excludes.anchored = true, true
	case "no-anchored":
		t.members.anchored, t.excludes.anchored = false, false
	case "ignore-case":
		t.members.ignoreCase, t.excludes.ignoreCase = true, true
	case "no-ignore-case":
		t.members.ignoreCase, t.excludes.ignoreCase = false, false
	case "no-recursion":
		t.noRecursion = true
	case "recursion":
		t.noRecursion = false
	case "strip-components":
		n, err := strconv.ParseUint(m.Value, 10, 31)
		if err != nil {
			return t.usage("%s: Invalid number of elements", cmd.Quotef(m.Value)), true
		}
		t.strip = int(n)
	case "transform":
		list, err := parseTransforms(m.Value)
		if err != nil {
			return t.usage("%s", err), true
		}
		t.transforms = append(t.transforms, list...)
	case "show-transformed-names":
		t.showTransformed = true
	case "posix":
		t.format = tar.FormatPAX
	case "old-archive":
		t.format = tar.FormatUSTAR
	case "H":
		switch m.Value {
		case "gnu", "oldgnu":
			t.format = tar.FormatGNU
		case "pax", "posix":
			t.format = tar.FormatPAX
		case "ustar", "v7":
			t.format = tar.FormatUSTAR
		default:
			return t.usage("%s: Invalid archive format", cmd.Quotef(m.Value)), true
		}
	case "remove-files":
		t.removeFiles = true
	case "full-time":
		t.fullTime = true
	case "utc":
		t.loc = time.UTC
	case "totals":
		t.totals = true
	case "b":
		n, err := strconv.ParseUint(m.Value, 10, 20)
		if err != nil || n == 0 {
			return t.usage("Invalid blocking factor"), true
		}
		t.blocking = int64(n)
	case "i":
		t.ignoreZeros = true
	case "ignore-failed-read":
		t.ignoreFailedRead = true
	case "occurrence":
		if t.occurrence = 1; m.HasValue {
			n, err := strconv.ParseUint(m.Value, 10, 31)
			if err != nil {
				return t.usage("Invalid number: %s", m.Value), true
			}
			t.occurrence = int(n)
		}
	case "w":
		t.fatalf("--interactive is not supported")
		return 2, true
	case "help":
		_, _ = io.WriteString(t.p.Stdout(), tarUsage.HelpText("tar"))
		return 0, true
	case "version":
		_, _ = io.WriteString(t.p.Stdout(), "tar (sandpit) 1.34\n")
		return 0, true
	}
	return 0, false
}

func (t *tarRun) date(s string, to *time.Time) (status int, done bool) {
	when, ok := dateparse.Parse(s, t.p.Kernel().Clock().Now().In(t.loc), func(tz string) *time.Location { return cmd.Zone(t.p, tz) })
	if !ok {
		if info, err := t.p.FS().Stat(s); err == nil && strings.ContainsAny(s, "./") {
			when, ok = info.ModTime(), true
		}
	}
	if !ok {
		cmd.Errorf(t.p, "Unknown date format: %s", t.quote(s))
		return 2, true
	}
	*to = when
	return 0, false
}

func (t *tarRun) invalid(option, value string, valid ...string) int {
	cmd.Errorf(t.p, "invalid argument %s for %s", t.quote(value), t.quote(option))
	text := "Valid arguments are:\n"
	for _, v := range valid {
		text += "  - " + t.quote(v) + "\n"
	}
	cmd.Raw(t.p, text)
	return 2
}

// forced reads NAME, NAME:ID, +ID or ID.
func (t *tarRun) forced(s string, user bool) (*forcedID, bool) {
	name, id, both := strings.Cut(s, ":")
	if both {
		n, err := strconv.ParseUint(strings.TrimPrefix(id, "+"), 10, 31)
		return &forcedID{name: name, id: int(n)}, err == nil
	}
	if n, err := strconv.ParseUint(strings.TrimPrefix(s, "+"), 10, 31); err == nil {
		f := &forcedID{id: int(n)}
		if strings.HasPrefix(s, "+") {
			f.name = s
		} else if user && t.names.HasUser(f.id) {
			f.name = t.names.User(f.id)
		} else if !user && t.names.HasGroup(f.id) {
			f.name = t.names.Group(f.id)
		}
		return f, true
	}
	if user {
		a, ok := t.names.LookupUser(s)
		if !ok { // the name is stored all the same, with the caller's number
			return &forcedID{name: s, id: t.p.Cred().UID}, true
		}
		return &forcedID{name: s, id: a.UID}, true
	}
	g, ok := t.names.LookupGroup(s)
	if !ok {
		return &forcedID{name: s, id: t.p.Cred().GID}, true
	}
	return &forcedID{name: s, id: g}, true
}

func (t *tarRun) filesFrom(name, dir string, nulls bool) (status int, done bool) {
	in, err := cmd.Open(t.p, name)
	if err != nil {
		t.fatalf("%s: Cannot stat: %s", cmd.Quotef(name), kernel.Strerror(err))
		return 2, true
	}
	defer in.Close()
	delim := byte('\n')
	if nulls {
		delim = 0
	}
	for lines := cmd.NewLineReader(in, delim); ; {
		line, _, err := lines.Next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				t.fatalf("%s: Read error: %s", cmd.Quotef(name), kernel.Strerror(err))
				return 2, true
			}
			return 0, false
		}
		if len(line) == 0 {
			continue
		}
		s := string(line)
		if d, ok := strings.CutPrefix(s, "-C"); ok && !nulls {
			dir = joinDir(dir, strings.TrimSpace(d))
			continue
		}
		t.operands = append(t.operands, tarOperand{name: s, dir: dir})
	}
}

func joinDir(dir, sub string) string {
	if dir == "" || strings.HasPrefix(sub, "/") {
		return sub
	}
	return strings.TrimSuffix(dir, "/") + "/" + sub
}

// errorf reports an error that makes the status 2.
func (t *tarRun) errorf(format string, args ...any) {
	_ = t.out.Flush()
	cmd.Errorf(t.p, format, args...)
	t.status = 2
}

// warnf reports what leaves the status alone.
func (t *tarRun) warnf(format string, args ...any) {
	if t.out != nil {
		_ = t.out.Flush()
	}
	cmd.Errorf(t.p, format, args...)
}

// fatalf ends the run.
func (t *tarRun) fatalf(format string, args ...any) {
	t.warnf(format, args...)
	cmd.Errorf(t.p, "Error is not recoverable: exiting now")
	t.fatal = true
}

// quote puts a name into the quotes of the locale.
func (t *tarRun) quote(s string) string {
	if cmd.UTF8(t.p) {
		return "‘" + tarEscape(s) + "’"
	}
	return "'" + tarEscape(s) + "'"
}

// fail reports "name: what: reason".
func (t *tarRun) fail(name, what string, err error) {
	if t.p.Safepoint() != nil {
		t.fatal = true
		return
	}
	t.errorf("%s: %s: %s", tarEscape(name), what, kernel.Strerror(err))
}

// suffixCodec is the compression that a file name asks for.
func suffixCodec(name string) *codec {
	for _, x := range []struct {
		codec    *codec
		suffixes string
	}{
		{&gzipCodec, ".gz .tgz .taz"}, {&bzip2Codec, ".bz2 .tbz .tbz2 .tz2"}, {&xzCodec, ".xz .txz"},
		{&lzmaCodec, ".lzma .tlz"}, {&zstdCodec, ".zst .tzst"},
	} {
		for _, s := range strings.Fields(x.suffixes) {
			if strings.HasSuffix(name, s) {
				return x.codec
			}
		}
	}
	return nil
}

func (t *tarRun) totalsLine(verb string) {
	if t.totals {
		t.warnTotals(fmt.Sprintf("Total bytes %s: %d (%s)", verb, t.bytes, tarHuman(t.bytes)))
	}
}

func (t *tarRun) warnTotals(s string) {
	_ = t.out.Flush()
	cmd.Raw(t.p, s+"\n")
}

func tarHuman(n int64) string {
	const units = "KMGTPE"
	f, u := float64(n), -1
	for f >= 1024 && u < len(units)-1 {
		f /= 1024
		u++
	}
	if u < 0 {
		return fmt.Sprintf("%dB", n)
	}
	if f < 10 {
		return fmt.Sprintf("%.1f%ciB", f, units[u])
	}
	return fmt.Sprintf("%.0f%ciB", f, units[u])
}
