package archive

import (
	"archive/tar"
	"errors"
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
		t.format, t.v7 = tar.FormatUSTAR, true
	case "H":
		switch m.Value {
		case "gnu", "oldgnu":
			t.format = tar.FormatGNU
		case "pax", "posix":
			t.format = tar.FormatPAX
		case "ustar", "v7":
			t.format, t.v7 = tar.FormatUSTAR, m.Value == "v7"
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
