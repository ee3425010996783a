package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path"
	"sort"
	"strings"
	"time"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zip"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
)

// zipRun is one run of zip.
type zipRun struct {
	p       *kernel.Process
	loc     *time.Location
	archive string
	names   []string
	exclude []string
	include []string

	recurse, junk, links, del, move, noDirs, fresh, update, stdinNames bool
	quiet                                                              int
	level                                                              int
	status                                                             int

	old   []*zip.File // what the archive holds already
	w     *zip.Writer
	added map[string]bool
	gone  []string // to be removed with -m
}

// zipInMemory is the largest file compressed in memory first, so that one that does not shrink can be stored.
const zipInMemory = 16 << 20

func zipCommand(_ context.Context, p *kernel.Process) int {
	z := &zipRun{p: p, loc: cmd.Location(p), level: 6, added: map[string]bool{}}
	if st, done := z.parse(p.Args()[1:]); done {
		return st
	}
	return z.run()
}

var zipLong = map[string]string{
	"recurse-paths": "r", "quiet": "q", "junk-paths": "j", "symlinks": "y", "delete": "d", "move": "m", "no-dir-entries": "D",
	"update": "u", "freshen": "f", "exclude": "x", "include": "i", "verbose": "v", "names-stdin": "@",
}

func (z *zipRun) fail(status int, text string) int {
	cmd.Raw(z.p, "\nzip error: "+text+"\n")
	return status
}

func (z *zipRun) parse(args []string) (status int, done bool) {
	var list *[]string
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "@" && list != nil {
			list = nil
			continue
		}
		if len(a) < 2 || a[0] != '-' {
			switch {
			case list != nil:
				*list = append(*list, a)
			case z.archive == "":
				z.archive = a
			default:
				z.names = append(z.names, a)
			}
			continue
		}
		list = nil
		flags := a[1:]
		if long, ok := strings.CutPrefix(a, "--"); ok {
			if flags = zipLong[long]; flags == "" {
				return z.fail(16, "Invalid command arguments (long option '"+long+"' not supported)"), true
			}
		}
		for j := 0; j < len(flags); j++ {
			switch c := flags[j]; c {
			case 'r':
				z.recurse = true
			case 'q':
				z.quiet++
			case 'j':
				z.junk = true
			case 'y':
				z.links = true
			case 'd':
				z.del = true
			case 'm':
				z.move = true
			case 'D':
				z.noDirs = true
			case 'u':
				z.update = true
			case 'f':
				z.fresh = true
			case '@':
				z.stdinNames = true
			case 'v', 'X', 'o', 'T', 'g', 'l':
			case 'x', 'i':
				list = &z.exclude
				if c == 'i' {
					list = &z.include
				}
				if j+1 < len(flags) {
					*list = append(*list, flags[j+1:])
					j = len(flags)
				}
			case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
				z.level = int(c - '0')
			default:
				return z.fail(16, "Invalid command arguments (short option '"+string(c)+"' not supported)"), true
			}
		}
	}
	if z.archive == "" {
		_, _ = io.WriteString(z.p.Stdout(), "zip [-options] zipfile list\n  -r recurse into directories  -j junk directory names  -q quiet\n  -y store links as links      -x exclude the names     -d delete entries\n  -m move into zipfile         -u update                -0..-9 level\n")
		return 0, true
	}
	if z.archive != "-" && !strings.Contains(path.Base(z.archive), ".") {
		z.archive += ".zip"
	}
	return 0, false
}

func (z *zipRun) say(format string, args ...any) {
	if z.quiet == 0 {
		to := z.p.Stdout()
		if z.archive == "-" {
			to = z.p.Stderr()
		}
		_, _ = io.WriteString(to, fmt.Sprintf(format, args...))
	}
}

func (z *zipRun) run() int {
	if z.stdinNames {
		for lines := cmd.NewLineReader(z.p.Stdin(), '\n'); ; {
			line, _, err := lines.Next()
			if err != nil {
				break
			}
			z.names = append(z.names, string(line))
		}
	}
	var in *zip.Reader
	mode := 0o666 &^ z.p.Umask()
	if z.archive != "-" {
		if info, err := z.p.FS().Stat(z.archive); err == nil {
			f, r, err := openZip(z.p, z.archive)
			if err != nil {
				return z.fail(3, "Zip file structure invalid ("+z.archive+")")
			}
			defer f.Close()
			in, mode = r, info.Mode()
			z.old = r.File
		}
	}
	if z.del {
		return z.delete(in, mode)
	}
	if len(z.names) == 0 && z.archive != "-" {
		return z.fail(12, "Nothing to do! ("+z.archive+")")
	}
	files := z.collect()
	if len(files) == 0 {
		return z.fail(12, "Nothing to do! ("+z.archive+")")
	}
	return z.write(mode, func() error {
		known := map[string]*zip.File{}
		for _, f := range z.old {
			known[f.Name] = f
		}
		fresh := map[string]zipEntry{}
		for _, e := range files {
			fresh[e.name] = e
		}
		for _, f := range z.old { // entries keep their place
			if e, ok := fresh[f.Name]; ok {
				if err := z.add(e, "updating"); err != nil {
					return err
				}
				continue
			}
			if err := z.w.Copy(f); err != nil {
				return err
			}
		}
		for _, e := range files {
			if known[e.name] == nil {
				if err := z.add(e, "  adding"); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// write makes the new archive beside the old one and puts it in its place when it is complete.
func (z *zipRun) write(mode fs.FileMode, fill func() error) int {
	if z.archive == "-" {
		z.w = zip.NewWriter(z.p.Stdout())
		err := fill()
		if err == nil {
			err = z.w.Close()
		}
		if err != nil {
			return z.fail(14, "Output file write failure (write error on zip file)")
		}
		return z.status
	}
	f, temp, err := createTemp(z.p, path.Dir(z.archive), "zi")
	if err != nil {
		return z.fail(15, "Could not create output file ("+z.archive+")")
	}
	z.w = zip.NewWriter(&processWriter{ctx: z.p.Context(), f: f})
	if err = fill(); err == nil {
		err = z.w.Close()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		_ = z.p.FS().Chmod(temp, mode)
		err = z.p.FS().Rename(temp, z.archive)
	}
	if err != nil {
		_ = z.p.FS().Unlink(temp)
		return z.fail(14, "Output file write failure ("+kernel.Strerror(err)+")")
	}
	for i := len(z.gone) - 1; i >= 0; i-- {
		_ = z.p.FS().Remove(z.gone[i])
	}
	return z.status
}

func (z *zipRun) delete(in *zip.Reader, mode fs.FileMode) int {
	if in == nil {
		return z.fail(13, "Zip file not found ("+z.archive+")")
	}
	found := 0
	st := z.write(mode, func() error {
		for _, f := range in.File {
			if matchAny(z.names, f.Name) {
				found++
				z.say("deleting: %s\n", f.Name)
				continue
			}
			if err := z.w.Copy(f); err != nil {
				return err
			}
		}
		return nil
	})
	if st == 0 && found == 0 {
		for _, n := range z.names {
			cmd.Raw(z.p, "\tzip warning: name not matched: "+n+"\n")
		}
		return z.fail(12, "Nothing to do! ("+z.archive+")")
	}
	return st
}

func matchAny(patterns []string, name string) bool {
	for _, p := range patterns {
		if p == name || pattern.Glob(p, 0).Match(name) {
			return true
		}
	}
	return false
}

// zipEntry is a file to go into the archive.
type zipEntry struct {
	at, name string
	info     fs.FileInfo
}

func (z *zipRun) collect() []zipEntry {
	var list []zipEntry
	seen := map[string]bool{}
	self := fileID{}
	if info, err := z.p.FS().Stat(z.archive); err == nil {
		self = inode(info)
	}
	var walk func(at string, top bool)
	walk = func(at string, top bool) {
		if z.p.Safepoint() != nil {
			return
		}
		info, err := z.p.FS().Lstat(at)
		if err == nil && info.Mode()&fs.ModeSymlink != 0 && !z.links {
			info, err = z.p.FS().Stat(at)
		}
		if err != nil {
			cmd.Raw(z.p, "\tzip warning: name not matched: "+at+"\n")
			return
		}
		name := strings.TrimLeft(path.Clean(at), "/")
		for strings.HasPrefix(name, "../") {
			name = name[3:]
		}
		if z.junk {
			name = path.Base(name)
		}
		if info.IsDir() {
			name += "/"
		}
		skip := name == "./" || name == "../" || info.IsDir() && (z.noDirs || z.junk) || !info.IsDir() && inode(info) == self && self != fileID{} ||
			len(z.exclude) > 0 && matchAny(z.exclude, name) || len(z.include) > 0 && !matchAny(z.include, name)
		if z.update || z.fresh {
			var old *zip.File
			for _, f := range z.old {
				if f.Name == name {
					old = f
				}
			}
			skip = skip || old == nil && z.fresh || old != nil && info.ModTime().Unix() <= old.Modified.Unix()
		}
		if !skip && !seen[name] {
			seen[name] = true
			list = append(list, zipEntry{at, name, info})
		}
		if info.IsDir() && z.recurse {
			entries, err := z.p.FS().ReadDir(at)
			if err != nil {
				cmd.Raw(z.p, "zip warning: could not open for reading: "+at+"\n")
				z.status = 18
				return
			}
			sort.Slice(entries, func(i, j int) bool { return entries[i].Name() < entries[j].Name() })
			for _, e := range entries {
				walk(joinDir(at, e.Name()), false)
			}
		}
	}
	for _, n := range z.names {
		if n == "-" {
			list = append(list, zipEntry{at: "-", name: "-"})
			continue
		}
		walk(n, true)
	}
	return list
}

func (z *zipRun) add(e zipEntry, verb string) error {
	if err := z.p.Safepoint(); err != nil {
		return err
	}
	h := &zip.FileHeader{Name: e.name, Method: zip.Store, CreatorVersion: 3 << 8}
	if e.info != nil {
		h.Modified = e.info.ModTime().In(z.loc)
		h.SetMode(e.info.Mode())
	} else {
		h.Modified = z.p.Kernel().Clock().Now().In(z.loc)
		h.SetMode(0o600)
	}
	if e.info != nil && e.info.IsDir() {
		z.say("%s: %s (stored 0%%)\n", verb, e.name)
		_, err := z.w.CreateHeader(h)
		if z.move {
			z.gone = append(z.gone, e.at)
		}
		return err
	}
	var src io.Reader
	if e.info != nil && e.info.Mode()&fs.ModeSymlink != 0 {
		target, err := z.p.FS().Readlink(e.at)
		if err != nil {
			return err
		}
		src = strings.NewReader(target)
	} else {
		in, err := cmd.Open(z.p, e.at)
		if err != nil {
			cmd.Raw(z.p, "\tzip warning: could not open for reading: "+e.at+"\n")
			z.status = 18
			return nil
		}
		defer in.Close()
		src = in
	}
	if err := z.content(h, src, e, verb); err != nil {
		return err
	}
	if z.move && e.at != "-" {
		z.gone = append(z.gone, e.at)
	}
	return nil
}

func (z *zipRun) content(h *zip.FileHeader, src io.Reader, e zipEntry, verb string) error {
	head, err := io.ReadAll(io.LimitReader(src, zipInMemory+1))
	if err != nil {
		return err
	}
	if len(head) > zipInMemory {
		h.Method = zip.Deflate
		if z.level == 0 {
			h.Method = zip.Store
		}
		c := &counter{r: io.MultiReader(bytes.NewReader(head), src)}
		w, err := z.w.CreateHeader(h)
		if err != nil {
			return err
		}
		rerr, werr := cmd.Copy(w, c)
		z.say("%s: %s (deflated)\n", verb, e.name)
		return errors.Join(rerr, werr)
	}
	h.CRC32 = crc32.ChecksumIEEE(head)
	h.UncompressedSize64 = uint64(len(head))
	out := head
	if z.level > 0 && len(head) > 0 && h.Mode()&fs.ModeSymlink == 0 {
		var b bytes.Buffer
		f, err := flate.NewWriter(&b, z.level)
		if err != nil {
			return err
		}
		_, _ = f.Write(head)
		if err := f.Close(); err != nil {
			return err
		}
		if b.Len() < len(head) {
			h.Method, out = zip.Deflate, b.Bytes()
		}
	}
	h.CompressedSize64 = uint64(len(out))
	w, err := z.w.CreateRaw(withTimestamp(h))
	if err != nil {
		return err
	}
	how := "stored"
	if h.Method == zip.Deflate {
		how = "deflated"
	}
	z.say("%s: %s (%s %d%%)\n", verb, e.name, how, zipPercent(int64(len(head)), int64(len(out))))
	_, err = w.Write(out)
	return err
}

// withTimestamp does for a raw entry what the library does for others: the time of last change in DOS's form and as
// the "UT" extra field.
func withTimestamp(h *zip.FileHeader) *zip.FileHeader {
	t := h.Modified
	//lint:ignore SA1019 a raw entry is written as it stands; Modified is not looked at
	h.ModifiedDate = uint16(t.Day() + int(t.Month())<<5 + max(0, t.Year()-1980)<<9)
	//lint:ignore SA1019 as above
	h.ModifiedTime = uint16(t.Second()/2 + t.Minute()<<5 + t.Hour()<<11)
	s := uint32(t.Unix())
	h.Extra = append(h.Extra, 'U', 'T', 5, 0, 1, byte(s), byte(s>>8), byte(s>>16), byte(s>>24))
	for _, c := range []byte(h.Name) {
		if c >= 0x80 {
			h.Flags |= 0x800
		}
	}
	return h
}

// zipPercent is what compression saved, rounded.
func zipPercent(plain, packed int64) int64 {
	if plain == 0 || packed >= plain {
		return 0
	}
	return (200*(plain-packed) + plain) / (2 * plain)
}

// zipFile lets the library read an open file at any offset.
type zipFile struct{ f *kernel.File }

func (z zipFile) ReadAt(b []byte, off int64) (int, error) {
	n, err := z.f.ReadAt(b, off)
	if n < len(b) && err == nil {
		err = io.EOF
	}
	return n, err
}

func openZip(p *kernel.Process, name string) (*kernel.File, *zip.Reader, error) {
	f, err := p.Open(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = zip.ErrFormat
	}
	var r *zip.Reader
	if err == nil {
		r, err = zip.NewReader(zipFile{f}, info.Size())
	}
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) || r == nil {
		_ = f.Close()
		return nil, nil, err
	}
	return f, r, nil
}
