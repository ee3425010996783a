package archive

import (
	"archive/tar"
	"context"
	"io"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
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
	numericOwner, v7, dereference, hardDeref, absolute  bool
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
