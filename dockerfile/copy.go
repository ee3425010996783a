package dockerfile

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/snapshot"
	"github.com/sandpit-dev/sandpit/vfs"
)

// copyRequest is one COPY or ADD with its variables replaced.
type copyRequest struct {
	from    fs.FS
	sources []string // patterns, relative, clean
	inline  []Heredoc
	dst     string // absolute
	intoDir bool   // dst is a directory whether it is there or not
	owner   func(disk *vfs.FS) (uid, gid int, err error)
	mode    fs.FileMode // of files; keepMode = theirs
	unpack  bool        // ADD: an archive of the context is laid out
}

const keepMode = ^fs.FileMode(0)

// contextFile is one file that a COPY puts on the disk.
type contextFile struct {
	src, dst string
	info     fs.FileInfo
}

// copy does COPY and ADD.
func (b *builder) copy(s *stage, in Instruction) error {
	req, err := b.copyRequest(s, in)
	if err != nil {
		return err
	}
	files, err := req.list()
	if err != nil {
		return err
	}
	digest, err := req.digest(b.ctx, files)
	if err != nil {
		return err
	}
	flags := fmt.Sprint(in.Flags)
	if b.cached(s, hashOf(s.key, in.Name, flags, req.dst, strconv.FormatBool(req.intoDir), digest)) {
		return nil
	}
	disk := s.disk.Fork()
	if err := req.apply(b.ctx, disk, files); err != nil {
		return err
	}
	s.disk = disk
	b.opts.Cache.put(s.key, s.layer)
	return nil
}

func (b *builder) copyRequest(s *stage, in Instruction) (*copyRequest, error) {
	req := &copyRequest{from: b.ignore.filter(b.opts.Context), mode: keepMode, unpack: in.Name == "ADD"}
	req.owner = func(*vfs.FS) (int, int, error) { return 0, 0, nil }
	for _, f := range in.Flags {
		value, err := b.expand(s, f.Value)
		if err != nil {
			return nil, err
		}
		switch f.Name {
		case "from":
			switch other := b.stage(value); {
			case other != nil:
				req.from = other.disk.Fork().IO()
			case b.image(value) != nil:
				req.from = b.image(value).Disk.Fork().IO()
			default:
				return nil, fmt.Errorf("--from=%s: there is no such stage or image", value)
			}
		case "chmod":
			n, err := strconv.ParseUint(value, 8, 12)
			if err != nil {
				return nil, fmt.Errorf("--chmod=%s: not an octal mode", value)
			}
			req.mode = fs.FileMode(n & 0o777)
			for bit, mode := range map[uint64]fs.FileMode{0o4000: fs.ModeSetuid, 0o2000: fs.ModeSetgid, 0o1000: fs.ModeSticky} {
				if n&bit != 0 {
					req.mode |= mode
				}
			}
		case "chown":
			req.owner = func(disk *vfs.FS) (int, int, error) { return parseOwner(disk, value) }
		}
	}
	words := in.JSON
	if words == nil {
		var err error
		if words, err = Words(in.Text); err != nil {
			return nil, err
		}
	}
	if len(words) < 2 {
		return nil, errors.New("needs a source and a destination")
	}
	docs := in.Heredoc
	for i, w := range words {
		word, err := b.expand(s, w)
		if err != nil {
			return nil, err
		}
		switch {
		case i == len(words)-1:
			req.intoDir = strings.HasSuffix(word, "/") || word == "." || len(words) > 2
			req.dst = path.Join("/", s.config.Dir, word)
			if path.IsAbs(word) {
				req.dst = path.Clean(word)
			}
		case strings.HasPrefix(w, "<<") && len(docs) > 0:
			doc := docs[0]
			docs = docs[1:]
			if !doc.Literal {
				if doc.Content, err = b.expand(s, strings.ReplaceAll(strings.ReplaceAll(doc.Content, `"`, `\"`), `'`, `\'`)); err != nil {
					return nil, err
				}
			}
			req.inline = append(req.inline, doc)
		case strings.Contains(word, "://") || strings.HasPrefix(word, "git@"):
			return nil, fmt.Errorf("%s: nothing is fetched while an image is built: put it into the context", word)
		default:
			clean := strings.TrimPrefix(path.Clean("/"+word), "/") // never above the context
			if clean == "" {
				clean = "."
			}
			req.sources = append(req.sources, clean)
		}
	}
	return req, nil
}

// parseOwner reads the user:group of --chown by the image's own passwd and group, or as numbers. A user alone has the
// group of the same number, as with docker.
func parseOwner(disk *vfs.FS, text string) (uid, gid int, err error) {
	user, group, hasGroup := strings.Cut(text, ":")
	if uid, err = strconv.Atoi(user); err != nil {
		u, err := kernel.LookupUser(disk, user)
		if err != nil {
			return 0, 0, fmt.Errorf("--chown=%s: %w", text, err)
		}
		uid = u.UID
	}
	gid = uid
	if hasGroup {
		if gid, err = strconv.Atoi(group); err != nil {
			at := slices.IndexFunc(kernel.Groups(disk), func(g kernel.Group) bool { return g.Name == group })
			if at < 0 {
				return 0, 0, fmt.Errorf("--chown=%s: unknown group %q", text, group)
			}
			gid = kernel.Groups(disk)[at].GID
		}
	}
	if uid < 0 || gid < 0 {
		return 0, 0, fmt.Errorf("--chown=%s: not an owner", text)
	}
	return uid, gid, nil
}

// list finds the files of the sources, with the names below dst that they get: the content of a directory, a file under
// its own name.
func (r *copyRequest) list() ([]contextFile, error) {
	var files []contextFile
	for _, pattern := range r.sources {
		matches := []string{pattern}
		if strings.ContainsAny(pattern, `*?[\`) {
			var err error
			if matches, err = fs.Glob(r.from, pattern); err != nil {
				return nil, fmt.Errorf("%s: %w", pattern, err)
			}
			if len(matches) == 0 {
				return nil, fmt.Errorf("%s: no file in the context matches", pattern)
			}
			if len(matches) > 1 {
				r.intoDir = true
			}
		}
		for _, src := range matches {
			info, err := fs.Stat(r.from, src)
			if err != nil {
				return nil, fmt.Errorf("%s: not in the context: %w", src, err)
			}
			if !info.IsDir() {
				files = append(files, contextFile{src, path.Base(src), info})
				continue
			}
			r.intoDir = true
			err = fs.WalkDir(r.from, src, func(name string, d fs.DirEntry, err error) error {
				if err != nil || name == src {
					return err
				}
				info, err := d.Info()
				if err == nil {
					files = append(files, contextFile{name, strings.TrimPrefix(strings.TrimPrefix(name, src), "/"), info})
				}
				return err
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}

// digest covers what list has found, and the documents.
func (r *copyRequest) digest(ctx context.Context, files []contextFile) (string, error) {
	h := sha256.New()
	for _, f := range files {
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		fmt.Fprintf(h, "%q %v %d\n", f.dst, f.info.Mode(), f.info.ModTime().UnixNano())
		switch f.info.Mode().Type() {
		case 0:
			if err := copyTo(h, r.from, f.src); err != nil {
				return "", err
			}
		case fs.ModeSymlink:
			target, err := fs.ReadLink(r.from, f.src)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(h, "%q", target)
		}
	}
	for _, doc := range r.inline {
		fmt.Fprintf(h, "%q %q", doc.Name, doc.Content)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func copyTo(w io.Writer, fsys fs.FS, name string) error {
	f, err := fsys.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

// apply puts the files on the disk.
func (r *copyRequest) apply(ctx context.Context, disk *vfs.FS, files []contextFile) error {
	uid, gid, err := r.owner(disk)
	if err != nil {
		return err
	}
	if info, err := disk.Stat(r.dst); err == nil && info.IsDir() {
		r.intoDir = true
	}
	place := func(name string) string {
		if r.intoDir {
			return path.Join(r.dst, name)
		}
		return r.dst
	}
	parents := func(name string) error {
		return disk.MkdirAllOwned(path.Dir(name), 0o755, uid, gid)
	}
	if r.intoDir {
		if err := disk.MkdirAllOwned(r.dst, 0o755, uid, gid); err != nil {
			return err
		}
	}
	for _, doc := range r.inline {
		to := place(doc.Name)
		if err := errors.Join(parents(to), r.write(disk, to, []byte(doc.Content), 0o644, uid, gid)); err != nil {
			return err
		}
	}
	for _, f := range files {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		to := place(f.dst)
		if err := parents(to); err != nil {
			return err
		}
		switch mode := f.info.Mode(); mode.Type() {
		case fs.ModeDir:
			if info, err := disk.Stat(to); err == nil && info.IsDir() {
				continue
			}
			perm := mode.Perm()
			if perm&0o700 == 0 || perm == 0o555 { // fs.FS without modes of its own
				perm = 0o755
			}
			if err := errors.Join(disk.Mkdir(to, perm), disk.Chown(to, uid, gid)); err != nil {
				return err
			}
		case fs.ModeSymlink:
			target, err := fs.ReadLink(r.from, f.src)
			if err != nil {
				return err
			}
			if err := errors.Join(disk.RemoveAll(to), disk.Symlink(target, to), disk.Lchown(to, uid, gid)); err != nil {
				return err
			}
		case 0:
			var data bytes.Buffer
			if err := copyTo(&data, r.from, f.src); err != nil {
				return err
			}
			if r.unpack && isArchive(data.Bytes()) {
				if err := r.extract(ctx, disk, data.Bytes()); err != nil {
					return fmt.Errorf("%s: %w", f.src, err)
				}
				continue
			}
			perm := fs.FileMode(0o644)
			if mode&0o111 != 0 {
				perm = 0o755
			}
			if mode.Perm()&0o200 != 0 {
				perm = mode.Perm()
			}
			if err := r.write(disk, to, data.Bytes(), perm, uid, gid); err != nil {
				return err
			}
			if when := f.info.ModTime(); !when.IsZero() && when.After(time.Unix(0, 0)) {
				if err := disk.Chtimes(to, when, when); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// write makes one file. What is there under its name is replaced.
func (r *copyRequest) write(disk *vfs.FS, name string, data []byte, perm fs.FileMode, uid, gid int) error {
	if r.mode != keepMode {
		perm = r.mode
	}
	if info, err := disk.Lstat(name); err == nil && !info.IsDir() {
		if err := disk.Remove(name); err != nil {
			return err
		}
	}
	return errors.Join(disk.WriteFile(name, data, perm), disk.Chown(name, uid, gid), disk.Chmod(name, perm))
}

// isArchive tells whether ADD lays a file out: a tar, plain or compressed. A zip is none for ADD.
func isArchive(data []byte) bool {
	for _, magic := range []string{"\x1f\x8b", "\xfd7zXZ\x00", "\x28\xb5\x2f\xfd"} {
		if bytes.HasPrefix(data, []byte(magic)) {
			return true
		}
	}
	return len(data) > 262 && string(data[257:262]) == "ustar"
}

// extract lays an archive out below dst.
func (r *copyRequest) extract(ctx context.Context, disk *vfs.FS, data []byte) error {
	unpacked := vfs.New()
	if _, err := snapshot.Read(ctx, bytes.NewReader(data), unpacked, snapshot.ReadOptions{}); err != nil {
		return err
	}
	inner := &copyRequest{from: unpacked.IO(), sources: []string{"."}, dst: r.dst, intoDir: true, owner: r.owner, mode: keepMode}
	files, err := inner.list()
	if err != nil {
		return err
	}
	return inner.apply(ctx, disk, files)
}
