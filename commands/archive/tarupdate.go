package archive

import (
	"archive/tar"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// span is where a member's blocks lie in an archive.
type span struct{ start, end int64 }

// scan reads an archive that is to be changed and gives the offset after its last member; fn sees every member.
func (t *tarRun) scan(fn func(h *tar.Header, s span)) (end int64, ok bool) {
	in := t.openArchive()
	if in == nil {
		return 0, false
	}
	defer in.close()
	if in.codec != nil {
		t.fatalf("Cannot update compressed archives")
		return 0, false
	}
	if in.seek == nil {
		t.fatalf("%s: Cannot seek: Illegal seek", cmd.Quotef(t.archive))
		return 0, false
	}
	in.seek = nil // contents are read through: the count must be of bytes
	var last *tar.Header
	t.each(in, true, func(h *tar.Header, _ io.Reader, start int64) bool {
		if last != nil {
			fn(last, span{end, start})
		}
		last, end = h, start
		return true
	})
	if last != nil {
		// The last member ends where its contents, rounded up to blocks, do.
		stop := end + t.memberSize(end)
		fn(last, span{end, stop})
		end = stop
	}
	return end, !t.fatal
}

// memberSize measures the member at an offset by reading it alone.
func (t *tarRun) memberSize(at int64) int64 {
	src, err := cmd.OpenFile(t.p, t.archive)
	if err != nil {
		return 0
	}
	defer src.Close()
	if _, err := src.Seek(at, io.SeekStart); err != nil {
		return 0
	}
	c := &counter{r: src}
	tr := tar.NewReader(c)
	if _, err := tr.Next(); err != nil {
		return 0
	}
	_, _ = io.Copy(io.Discard, tr)
	return (c.n + 511) / 512 * 512
}

// update is -r, -u and -A: the end of the archive is found and written on from there.
func (t *tarRun) update() {
	if len(t.operands) == 0 {
		t.usage("Cowardly refusing to create an empty archive")
		t.fatal = true
		return
	}
	if t.archive == "-" || t.codec != nil {
		t.usage("Cannot update compressed archives")
		t.fatal = true
		return
	}
	newest := map[string]time.Time{}
	var end int64
	info, err := t.p.FS().Stat(t.archive)
	if err == nil && info.Size() > 0 {
		var ok bool
		end, ok = t.scan(func(h *tar.Header, _ span) {
			if t.mode == 'u' && h.ModTime.After(newest[strings.TrimSuffix(h.Name, "/")]) {
				newest[strings.TrimSuffix(h.Name, "/")] = h.ModTime
			}
		})
		if !ok {
			return
		}
	}
	f, err := t.p.Open(t.archive, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		t.fatalf("%s: Cannot open: %s", cmd.Quotef(t.archive), kernel.Strerror(err))
		return
	}
	t.noteArchive(f)
	if _, err = f.Seek(end, io.SeekStart); err == nil {
		err = f.Truncate(end)
	}
	if err != nil {
		_ = f.Close()
		t.fatalf("%s: Cannot seek: %s", cmd.Quotef(t.archive), kernel.Strerror(err))
		return
	}
	o := t.newOutput(f)
	o.start = end
	switch t.mode {
	case 'A':
		t.concatenate(o)
	case 'u':
		t.addNewer(newest)
	default:
		t.addAll()
	}
	o.finish()
}

// addNewer adds what is newer than its copy in the archive.
func (t *tarRun) addNewer(newest map[string]time.Time) {
	var walk func(at, name string)
	recurse := !t.noRecursion
	t.noRecursion = true
	walk = func(at, name string) {
		if t.fatal || len(t.excludes.list) > 0 && t.excludes.match(name) {
			return
		}
		info, err := t.stat(at)
		if err != nil {
			t.fail(name, "Cannot stat", err)
			return
		}
		stored := strings.TrimSuffix(t.transformed(t.safeName(name, false), 'r'), "/")
		if when, ok := newest[stored]; !ok || info.ModTime().Unix() > when.Unix() {
			t.add(at, name, info, false)
		}
		if !info.IsDir() || !recurse {
			return
		}
		entries, err := t.p.FS().ReadDir(at)
		if err != nil {
			t.fail(name, "Cannot open", err)
			return
		}
		for _, e := range entries {
			walk(joinDir(at, e.Name()), strings.TrimSuffix(name, "/")+"/"+e.Name())
		}
	}
	for _, op := range t.operands {
		walk(joinDir(op.dir, op.name), op.name)
	}
}

// concatenate copies the members of other archives as they are.
func (t *tarRun) concatenate(o *tarOutput) {
	name := t.archive
	defer func() { t.archive = name }()
	for _, op := range t.operands {
		t.archive = joinDir(op.dir, op.name)
		end, ok := t.scan(func(*tar.Header, span) {})
		if !ok {
			return
		}
		if err := t.copySpan(o, span{0, end}); err != nil {
			t.writeFailed(err)
			return
		}
	}
}

// copySpan copies raw blocks of the archive.
func (t *tarRun) copySpan(o io.Writer, s span) error {
	src, err := cmd.OpenFile(t.p, t.archive)
	if err != nil {
		return err
	}
	defer src.Close()
	if _, err := src.Seek(s.start, io.SeekStart); err != nil {
		return err
	}
	_, err = io.CopyN(o, src, s.end-s.start)
	return err
}

// deleteMembers is --delete: what stays is written to a new file that takes the archive's place at the end.
func (t *tarRun) deleteMembers() {
	for i := range t.operands {
		m := t.members.compile(t.operands[i].name)
		t.operands[i].glob = &m
	}
	var keep []span
	if _, ok := t.scan(func(h *tar.Header, s span) {
		if _, drop := t.selected(h.Name); !drop || len(t.operands) == 0 {
			if n := len(keep); n > 0 && keep[n-1].end == s.start {
				keep[n-1].end = s.end
				return
			}
			keep = append(keep, s)
		}
	}); !ok {
		return
	}
	for _, op := range t.operands {
		if op.found == 0 {
			t.errorf("%s: Not found in archive", tarEscape(op.name))
		}
	}
	info, err := t.p.FS().Stat(t.archive)
	if err != nil {
		t.fatalf("%s: Cannot stat: %s", cmd.Quotef(t.archive), kernel.Strerror(err))
		return
	}
	f, temp, err := createTemp(t.p, path.Dir(t.archive), ".tar")
	if err != nil {
		t.fatalf("%s: Cannot open: %s", cmd.Quotef(t.archive), kernel.Strerror(err))
		return
	}
	o := t.newOutput(f)
	for _, s := range keep {
		if err := t.copySpan(o, s); err != nil {
			t.writeFailed(err)
			break
		}
	}
	o.finish()
	if !t.fatal {
		_ = t.p.FS().Chmod(temp, info.Mode())
		err = t.p.FS().Rename(temp, t.archive)
	}
	if t.fatal || err != nil {
		_ = t.p.FS().Unlink(temp)
	}
	if err != nil {
		t.fatalf("%s: Cannot rename: %s", cmd.Quotef(t.archive), kernel.Strerror(err))
	}
}

// createTemp makes a new file in a directory, to be renamed to its place when it is complete.
func createTemp(p *kernel.Process, dir, prefix string) (*kernel.File, string, error) {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	for {
		n := p.Kernel().Rand().Uint64()
		name := []byte(prefix)
		for range 8 {
			name = append(name, letters[n%62])
			n /= 62
		}
		at := joinDir(dir, string(name))
		f, err := p.Open(at, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if !errors.Is(err, fs.ErrExist) {
			return f, at, err
		}
	}
}
