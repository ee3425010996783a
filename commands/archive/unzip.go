package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"github.com/klauspost/compress/zip"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// unzipRun is one run of unzip.
type unzipRun struct {
	p       *kernel.Process
	loc     *time.Location
	out     *cmd.Writer
	archive string
	names   []string
	matched []bool
	exclude []string
	dir     string
	quiet   int
	mode    byte // x, l, v, t, p, c, 1 (names only)

	overwrite, never, junk, update bool
	status                         int
	links                          []zipLink
	times                          []*zip.File
	dirs                           []string
	lines                          *cmd.LineReader
}

// zipLink is a symbolic link that is made when all else has been extracted.
type zipLink struct {
	at, target string
	id         fileID
}

func unzipCommand(_ context.Context, p *kernel.Process) int {
	u := &unzipRun{p: p, loc: cmd.Location(p), out: cmd.NewWriter(p), mode: 'x'}
	if st, done := u.parse(p.Args()[1:]); done {
		return u.out.Finish(st)
	}
	st := u.run()
	return u.out.Finish(st)
}

func (u *unzipRun) parse(args []string) (status int, done bool) {
	excluding := false
	for i := 0; i < len(args); i++ {
		a := args[i]
		if len(a) < 2 || a[0] != '-' {
			switch {
			case excluding:
				u.exclude = append(u.exclude, a)
			case u.archive == "":
				u.archive = a
			default:
				u.names = append(u.names, a)
			}
			continue
		}
		excluding = false
		for j := 1; j < len(a); j++ {
			switch c := a[j]; c {
			case 'l', 'v', 't', 'p', 'c':
				u.mode = c
			case 'Z':
				u.mode = 'l'
				if strings.HasPrefix(a[j+1:], "1") {
					u.mode = '1'
					j++
				}
			case 'o':
				u.overwrite, u.never = true, false
			case 'n':
				u.never, u.overwrite = true, false
			case 'j':
				u.junk = true
			case 'u', 'f':
				u.update = true
			case 'q':
				u.quiet++
			case 'x':
				excluding = true
			case 'd':
				if u.dir = a[j+1:]; u.dir == "" {
					i++
					if i >= len(args) {
						cmd.Raw(u.p, "error:  must specify directory to which to extract with -d option\n")
						return 10, true
					}
					u.dir = args[i]
				}
				j = len(a)
			case 'a', 'b', 'C', 'X', 'K', 'U', 'L', 'D':
			default:
				cmd.Raw(u.p, "unzip:  unknown option -"+string(c)+"\n")
				return 10, true
			}
		}
	}
	if u.archive == "" {
		_, _ = u.out.WriteString("Usage: unzip [-opts] file[.zip] [list] [-x xlist] [-d exdir]\n  -p  extract files to pipe, no messages     -l  list files (short format)\n  -t  test compressed archive data           -d  extract files into exdir\n  -n  never overwrite existing files         -o  overwrite files WITHOUT prompting\n  -j  junk paths (do not make directories)   -q  quiet mode (-qq => quieter)\n")
		return 0, true
	}
	u.matched = make([]bool, len(u.names))
	return 0, false
}

func (u *unzipRun) run() int {
	var f *kernel.File
	var r *zip.Reader
	var err error
	shown := u.archive
	for _, name := range []string{u.archive, u.archive + ".zip", u.archive + ".ZIP"} {
		if info, serr := u.p.FS().Stat(name); serr != nil || info.IsDir() {
			err = fs.ErrNotExist
			continue
		}
		shown = name
		f, r, err = openZip(u.p, name)
		break
	}
	if errors.Is(err, fs.ErrNotExist) {
		cmd.Raw(u.p, fmt.Sprintf("unzip:  cannot find or open %[1]s, %[1]s.zip or %[1]s.ZIP.\n", u.archive))
		return 9
	}
	if u.quiet == 0 && u.mode != 'p' && u.mode != '1' {
		u.out.Printf("Archive:  %s\n", shown)
	}
	if err != nil {
		_ = u.out.Flush()
		cmd.Raw(u.p, "  End-of-central-directory signature not found.  Either this file is not\n  a zipfile, or it constitutes one disk of a multi-part archive.  In the\n  latter case the central directory and zipfile comment will be found on\n  the last disk(s) of this archive.\n"+
			fmt.Sprintf("unzip:  cannot find zipfile directory in one of %[1]s or\n        %[1]s.zip, and cannot find %[1]s.ZIP, period.\n", u.archive))
		return 9
	}
	defer f.Close()
	if r.Comment != "" && u.quiet == 0 && u.mode != 'p' && u.mode != '1' {
		_, _ = u.out.WriteString(r.Comment + "\n")
	}
	switch u.mode {
	case 'l', 'v':
		u.list(r)
	case '1':
		for _, f := range r.File {
			if u.wanted(f.Name) {
				_, _ = u.out.WriteString(f.Name + "\n")
			}
		}
	default:
		u.extract(r)
	}
	none := true
	for i, ok := range u.matched {
		none = none && !ok
		if !ok {
			_ = u.out.Flush()
			cmd.Raw(u.p, "caution: filename not matched:  "+u.names[i]+"\n")
			u.status = max(u.status, 11)
		}
	}
	return u.status
}

// wanted applies the operands and -x.
func (u *unzipRun) wanted(name string) bool {
	ok := len(u.names) == 0
	for i, n := range u.names {
		if matchAny([]string{n}, name) {
			u.matched[i], ok = true, true
		}
	}
	return ok && !matchAny(u.exclude, name)
}

func (u *unzipRun) list(r *zip.Reader) {
	var plain, packed uint64
	n := 0
	if u.quiet == 0 {
		if u.mode == 'v' {
			_, _ = u.out.WriteString(" Length   Method    Size  Cmpr    Date    Time   CRC-32   Name\n--------  ------  ------- ---- ---------- ----- --------  ----\n")
		} else {
			_, _ = u.out.WriteString("  Length      Date    Time    Name\n---------  ---------- -----   ----\n")
		}
	}
	for _, f := range r.File {
		if !u.wanted(f.Name) {
			continue
		}
		when := f.Modified.In(u.loc).Format("2006-01-02 15:04")
		if u.mode == 'v' {
			u.out.Printf("%8d  %-6s %8d %3d%% %s %08x  %s\n", f.UncompressedSize64, zipMethod(f), f.CompressedSize64,
				zipPercent(int64(f.UncompressedSize64), int64(f.CompressedSize64)), when, f.CRC32, f.Name)
		} else {
			u.out.Printf("%9d  %s   %s\n", f.UncompressedSize64, when, f.Name)
		}
		plain += f.UncompressedSize64
		packed += f.CompressedSize64
		n++
	}
	if u.quiet > 0 {
		return
	}
	s := "s"
	if n == 1 {
		s = ""
	}
	if u.mode == 'v' {
		u.out.Printf("--------          -------  ---                            -------\n%8d         %8d %3d%%                            %d file%s\n",
			plain, packed, zipPercent(int64(plain), int64(packed)), n, s)
		return
	}
	u.out.Printf("---------                     -------\n%9d                     %d file%s\n", plain, n, s)
}

func zipMethod(f *zip.File) string {
	switch f.Method {
	case zip.Store:
		return "Stored"
	case zip.Deflate:
		return "Defl:" + [4]string{"N", "X", "F", "S"}[f.Flags>>1&3]
	}
	return fmt.Sprintf("Unk:%03d", f.Method)
}

func (u *unzipRun) warn(status int, format string, args ...any) {
	_ = u.out.Flush()
	cmd.Raw(u.p, fmt.Sprintf(format, args...))
	u.status = max(u.status, status)
}

func (u *unzipRun) extract(r *zip.Reader) {
	for _, f := range r.File {
		if u.p.Safepoint() != nil {
			return
		}
		if !u.wanted(f.Name) {
			continue
		}
		switch u.mode {
		case 't':
			if u.quiet == 0 {
				u.out.Printf("    testing: %-22s  ", f.Name)
			}
			if err := u.copyTo(f, io.Discard); err != nil {
				u.out.Printf("bad CRC or data: %s\n", err)
				u.status = max(u.status, 2)
			} else if u.quiet == 0 {
				_, _ = u.out.WriteString(" OK\n")
			}
		case 'p', 'c':
			if strings.HasSuffix(f.Name, "/") {
				continue
			}
			if u.mode == 'c' && u.quiet == 0 {
				u.out.Printf(" %s: %-22s  \n", u.verb(f), f.Name)
			}
			if err := u.copyTo(f, u.out); err != nil && u.p.Safepoint() == nil {
				u.warn(2, "unzip:  %s: %s\n", f.Name, err)
			}
			if u.mode == 'c' && u.quiet == 0 {
				_ = u.out.WriteByte('\n')
			}
		default:
			if !u.one(f) {
				return
			}
		}
	}
	if u.mode == 't' && u.status == 0 && len(r.File) > 0 {
		u.out.Printf("No errors detected in compressed data of %s.\n", u.archive)
	}
	u.finish()
}

func (u *unzipRun) verb(f *zip.File) string {
	if f.Method == zip.Store {
		return "extracting"
	}
	return " inflating"
}

func (u *unzipRun) copyTo(f *zip.File, w io.Writer) error {
	if f.Flags&1 != 0 {
		return errors.New("encrypted entries are not supported")
	}
	rc, err := f.Open()
	if err != nil {
		return err
	}
	defer rc.Close()
	rerr, werr := cmd.Copy(w, rc)
	if rerr != nil {
		return rerr
	}
	return werr
}

// target is where an entry goes: never outside the directory.
func (u *unzipRun) target(f *zip.File) string {
	name := f.Name
	if strings.HasPrefix(name, "/") {
		u.warn(1, "warning:  stripped absolute path spec from %s\n", name)
		name = strings.TrimLeft(name, "/")
	}
	var parts []string
	skipped := false
	for part := range strings.SplitSeq(name, "/") {
		switch part {
		case "..":
			skipped = true
		case "", ".":
		default:
			parts = append(parts, part)
		}
	}
	if skipped {
		u.warn(1, "warning:  skipped \"../\" path component(s) in %s\n", f.Name)
	}
	if u.junk && len(parts) > 0 {
		if strings.HasSuffix(name, "/") {
			return ""
		}
		parts = parts[len(parts)-1:]
	}
	return strings.Join(parts, "/")
}

// one extracts an entry; false ends the run.
func (u *unzipRun) one(f *zip.File) bool {
	fsys := u.p.FS()
	name := u.target(f)
	if name == "" {
		return true
	}
	at := joinDir(u.dir, name)
	if strings.HasSuffix(f.Name, "/") {
		if info, err := fsys.Lstat(at); err == nil && info.IsDir() {
			return true
		}
		if err := fsys.MkdirAll(at, 0o777); err != nil {
			u.warn(2, "checkdir error:  cannot create %s\n                 %s\n                 unable to process %s.\n", at, kernel.Strerror(err), f.Name)
			return true
		}
		u.dirs, u.times = append(u.dirs, at), append(u.times, f)
		if u.quiet == 0 {
			u.out.Printf("   creating: %s/\n", at)
		}
		return true
	}
	if _, err := fsys.Lstat(at); err == nil {
		ok, goOn := u.mayReplace(at, f)
		if !ok {
			return goOn
		}
		if err := fsys.Unlink(at); err != nil {
			u.warn(2, "error:  cannot delete old %s\n        %s\n", at, kernel.Strerror(err))
			return true
		}
	}
	if dir := path.Dir(at); dir != "." {
		if err := fsys.MkdirAll(dir, 0o777); err != nil {
			u.warn(2, "checkdir error:  %s exists but is not directory\n                 unable to process %s.\n", dir, f.Name)
			return true
		}
	}
	mode := f.Mode()
	perm := mode.Perm()
	if f.CreatorVersion>>8 != 3 {
		perm, mode = 0o666&^u.p.Umask(), 0o666
	}
	out, err := u.p.Open(at, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		u.warn(50, "error:  cannot create %s\n        %s\n", at, kernel.Strerror(err))
		return true
	}
	if mode&fs.ModeSymlink != 0 {
		u.link(f, at, out)
		return true
	}
	if u.quiet == 0 {
		u.out.Printf(" %s: %-22s  \n", u.verb(f), at)
	}
	err = u.copyTo(f, &processWriter{ctx: u.p.Context(), f: out})
	cerr := out.Close()
	if err == nil {
		err = cerr
	}
	if err != nil {
		if u.p.Safepoint() != nil {
			return false
		}
		if errno, ok := kernel.Errno(err); ok {
			u.warn(50, "%s:  write error (%s)\n", at, kernel.Strerror(errno))
			return false
		}
		u.warn(2, "%s  bad CRC or data: %s\n", at, err)
		return true
	}
	_ = fsys.Chmod(at, perm)
	_ = fsys.Chtimes(at, time.Time{}, f.Modified)
	return true
}

// link reads the target of a symbolic link, bounded by what a path may be, and leaves an empty file in its place.
func (u *unzipRun) link(f *zip.File, at string, out *kernel.File) {
	info, serr := out.Stat()
	_ = out.Close()
	rc, err := f.Open()
	if err == nil {
		var b []byte
		b, err = io.ReadAll(io.LimitReader(rc, 4096))
		_ = rc.Close()
		if err == nil && serr == nil {
			if u.quiet == 0 {
				u.out.Printf("    linking: %-22s  -> %s \n", at, b)
			}
			u.links = append(u.links, zipLink{at, string(b), inode(info)})
			return
		}
	}
	u.warn(2, "%s  bad CRC or data\n", at)
}

func (u *unzipRun) finish() {
	fsys := u.p.FS()
	for i, l := range u.links {
		if i == 0 && u.quiet == 0 {
			_, _ = u.out.WriteString("finishing deferred symbolic links:\n")
		}
		if info, err := fsys.Lstat(l.at); err != nil || inode(info) != l.id || info.Size() != 0 {
			continue
		}
		if fsys.Unlink(l.at) == nil && fsys.Symlink(l.target, l.at) == nil && u.quiet == 0 {
			u.out.Printf("  %-22s -> %s\n", l.at, l.target)
		}
	}
	for i := len(u.dirs) - 1; i >= 0; i-- {
		if f := u.times[i]; f.CreatorVersion>>8 == 3 {
			_ = fsys.Chmod(u.dirs[i], f.Mode().Perm())
		}
		_ = fsys.Chtimes(u.dirs[i], time.Time{}, u.times[i].Modified)
	}
}

// mayReplace decides about an existing file, asking where no option decides.
func (u *unzipRun) mayReplace(at string, f *zip.File) (ok, goOn bool) {
	if u.update {
		if info, err := u.p.FS().Stat(at); err == nil && info.ModTime().Unix() >= f.Modified.Unix() {
			return false, true
		}
		return true, true
	}
	switch {
	case u.overwrite:
		return true, true
	case u.never:
		return false, true
	}
	for {
		_ = u.out.Flush()
		cmd.Raw(u.p, "replace "+at+"? [y]es, [n]o, [A]ll, [N]one, [r]ename: ")
		if u.lines == nil {
			u.lines = cmd.NewLineReader(u.p.Stdin(), '\n')
		}
		line, _, err := u.lines.Next()
		if err != nil {
			cmd.Raw(u.p, " NULL\n(EOF or read error, treating as \"[N]one\" ...)\n")
			u.never = true
			u.status = max(u.status, 1)
			return false, true
		}
		switch string(line) {
		case "y", "Y":
			return true, true
		case "n":
			return false, true
		case "A":
			u.overwrite = true
			return true, true
		case "N":
			u.never = true
			return false, true
		}
		cmd.Raw(u.p, "error:  invalid response ["+string(line)+"]\n")
	}
}
