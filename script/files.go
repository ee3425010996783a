package script

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"sort"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/vfs"
	"github.com/spf13/afero"
)

// Files are bindings over a tree of files: a box's disk or any afero.Fs. Paths are held below Root: ".." and symbolic links lead
// at most to it, and links are followed at every use. A disk of package vfs is held there by the disk itself, any other by
// following the links here and looking again after opening.
type Files struct {
	FS   afero.Fs
	Root string // default "/"
	// Protected are paths below Root where nothing is written: each with all that is below it, as the path stands after links
	// were followed.
	Protected []string
	Hidden    []string // the same for reading as well: these are not there
	ReadOnly  bool     // no bindings that write

	MaxRead      int64 // bytes of a file that is read; default 10 MB
	MaxWrite     int64 // bytes of one write; default 10 MB
	WritesMinute int   // writes a minute over all writing bindings; 0 = no bound
	MaxResults   int   // of list, glob and grep; default 10,000

	// Names renames the bindings, and leaves out those it gives no name: "readFile" -> "vault.read". nil = all, by their own
	// names: readFile, readBinary, write, writeBinary, list, glob, grep, stat, gitBranch, workspaceInfo.
	Names map[string]string
}

// fileAPI is a Files in use.
type fileAPI struct {
	Files
	fs     afero.Fs
	prefix string // of the names inside fs
	temp   atomic.Uint64
	held   bool // fs itself holds paths below Root
	err    error
}

// FileInfo is what stat gives.
type FileInfo struct {
	Path     string    `json:"path"`
	Type     string    `json:"type" doc:"file, directory, symlink or other"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	Mode     string    `json:"mode"`
}

// WorkspaceInfo is what workspaceInfo gives.
type WorkspaceInfo struct {
	Root        string `json:"root"`
	Name        string `json:"name"`
	ProjectType string `json:"projectType" doc:"node, go, rust, python, java, php, ruby, dotnet or unknown"`
	Framework   string `json:"framework" doc:"next, react, vue, express and the like; empty when none is known"`
}

// Bindings are the functions. A limit of writes a minute is shared by the ones of a call of Bindings.
func (f Files) Bindings() []Binding {
	a := &fileAPI{Files: f, fs: f.FS}
	if a.Root == "" {
		a.Root = "/"
	}
	if a.MaxRead <= 0 {
		a.MaxRead = 10 << 20
	}
	if a.MaxWrite <= 0 {
		a.MaxWrite = 10 << 20
	}
	if a.MaxResults <= 0 {
		a.MaxResults = 10000
	}
	a.prefix = path.Clean("/" + a.Root)
	if v, ok := f.FS.(*vfs.FS); ok {
		if c, err := v.Chroot(a.prefix); err != nil {
			a.err = err
		} else {
			a.fs, a.prefix, a.held = c, "/", true
		}
	}
	writes := &rate{perMinute: f.WritesMinute}
	list := []Binding{
		{Name: "readFile", Doc: "Reads a text file (UTF-8).", Permission: "fs:read", Func: a.readFile, Args: args("path"), Inline: true},
		{Name: "readBinary", Doc: "Reads a file as bytes.", Permission: "fs:read", Func: a.readBinary, Args: args("path"), Inline: true},
		{Name: "list", Doc: "Names what is in a folder, sorted.", Permission: "fs:read", Func: a.list, Args: args("path"), Inline: true},
		{Name: "stat", Doc: "Tells type, size and time of a file or folder; null when there is none.", Permission: "fs:read", Func: a.stat, Args: args("path"), Inline: true},
		{Name: "glob", Doc: "Finds files by pattern: * and ? within a name, ** for any folders, {a,b} for either. Names that begin with a dot need a dot in the pattern.", Permission: "fs:read", Func: a.glob, Args: globArgs()},
		{Name: "grep", Doc: "Finds lines that match a regular expression (RE2 syntax).", Permission: "fs:read", Func: a.grep, Args: grepArgs()},
		{Name: "gitBranch", Doc: "The current git branch, the commit when none is checked out, null without a repository.", Permission: "git:read", Func: a.gitBranch, Inline: true},
		{Name: "workspaceInfo", Doc: "Root, name, kind and framework of the project.", Permission: "fs:read", Func: a.workspaceInfo, Inline: true},
	}
	if !f.ReadOnly {
		list = append(list,
			Binding{Name: "write", Doc: "Writes a text file; folders are made.", Permission: "fs:write", Args: []*Schema{pathSchema(), {Type: "string", Title: "text"}}, Inline: true,
				Func: func(ctx context.Context, name, text string) error { return a.write(ctx, writes, name, []byte(text)) }},
			Binding{Name: "writeBinary", Doc: "Writes bytes to a file; folders are made.", Permission: "fs:write", Args: []*Schema{pathSchema(), {Type: "bytes", Title: "data"}}, Inline: true,
				Func: func(ctx context.Context, name string, data []byte) error { return a.write(ctx, writes, name, data) }})
	}
	return rename(list, f.Names)
}

// rename applies a table of names; nil keeps all.
func rename(list []Binding, names map[string]string) []Binding {
	if names == nil {
		return list
	}
	var out []Binding
	for _, b := range list {
		if n := names[b.Name]; n != "" {
			b.Name = n
			out = append(out, b)
		}
	}
	return out
}

func pathSchema() *Schema { return &Schema{Type: "string", Title: "path", MaxLength: 4096} }

func args(names ...string) []*Schema {
	out := make([]*Schema, len(names))
	for i, n := range names {
		out[i] = &Schema{Type: "string", Title: n, MaxLength: 4096}
	}
	return out
}

// fileError is an error of the file system as a script sees it: without anything of the host.
func fileError(err error, name string) error {
	var own *Error
	if errors.As(err, &own) {
		return err
	}
	code, text := Code("EIO"), "input/output error"
	for _, k := range []struct {
		is   error
		code Code
		text string
	}{
		{fs.ErrNotExist, "ENOENT", "no such file or directory"}, {fs.ErrExist, "EEXIST", "file exists"},
		{syscall.EISDIR, "EISDIR", "is a directory"}, {syscall.ENOTDIR, "ENOTDIR", "not a directory"}, {syscall.ELOOP, "ELOOP", "too many symbolic links"},
		{syscall.ENOSPC, "ENOSPC", "no space left on device"}, {syscall.EDQUOT, "EDQUOT", "disk quota exceeded"}, {syscall.EROFS, "EROFS", "read-only file system"},
		{syscall.EFBIG, "EFBIG", "file too large"}, {syscall.ENAMETOOLONG, "ENAMETOOLONG", "file name too long"}, {fs.ErrPermission, "EACCES", "permission denied"},
		{fs.ErrInvalid, "EINVAL", "invalid argument"},
	} {
		if errors.Is(err, k.is) {
			code, text = k.code, k.text
			break
		}
	}
	return &Error{Code: code, Message: fmt.Sprintf("%s: %s: %q", code, text, name), cause: err}
}

const maxLinks = 40

// resolve follows a script's path to where it is below the root, links included. What is not there yet is allowed for the
// last part. The result begins with "/".
func (a *fileAPI) resolve(name string, last bool) (string, error) {
	if a.err != nil {
		return "", a.err
	}
	if strings.IndexByte(name, 0) >= 0 || !utf8.ValidString(name) {
		return "", Errorf("EINVAL", "EINVAL: invalid path")
	}
	rest := strings.Split(name, "/")
	links := 0
	var done []string
	for len(rest) > 0 {
		part := rest[0]
		rest = rest[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			if len(done) > 0 {
				done = done[:len(done)-1]
			}
			continue
		}
		full := "/" + strings.Join(append(done, part), "/")
		target, isLink := "", false
		if len(rest) > 0 || last {
			target, isLink = a.readlink(full)
		}
		if !isLink {
			done = append(done, part)
			continue
		}
		if links++; links > maxLinks {
			return "", syscall.ELOOP
		}
		if strings.HasPrefix(target, "/") {
			done = nil
			// An absolute link of a tree that is not the file system's root is meant from that root.
			if !a.held && a.prefix != "/" {
				rel, ok := strings.CutPrefix(path.Clean(target), a.prefix)
				if !ok || rel != "" && rel[0] != '/' {
					return "", fs.ErrPermission
				}
				target = rel
			}
		}
		rest = append(strings.Split(target, "/"), rest...)
		if len(rest) > 4096 {
			return "", syscall.ENAMETOOLONG
		}
	}
	return "/" + strings.Join(done, "/"), nil
}

func (a *fileAPI) readlink(name string) (string, bool) {
	l, ok := a.fs.(afero.Lstater)
	if !ok {
		return "", false
	}
	fi, _, err := l.LstatIfPossible(a.inside(name))
	if err != nil || fi.Mode()&fs.ModeSymlink == 0 {
		return "", false
	}
	r, ok := a.fs.(afero.LinkReader)
	if !ok {
		return "", false
	}
	t, err := r.ReadlinkIfPossible(a.inside(name))
	return t, err == nil
}

// inside is a path below the root as the file system knows it.
func (a *fileAPI) inside(name string) string { return path.Join(a.prefix, name) }

func below(name string, list []string) bool {
	for _, p := range list {
		p = path.Clean("/" + p)
		if p == "/" || name == p || strings.HasPrefix(name, p+"/") {
			return true
		}
	}
	return false
}

// visible resolves a path for reading.
func (a *fileAPI) visible(name string) (string, error) {
	real, err := a.resolve(name, true)
	if err == nil && below(real, a.Hidden) {
		err = fs.ErrNotExist
	}
	return real, err
}

func (a *fileAPI) open(name string) (afero.File, fs.FileInfo, error) {
	real, err := a.visible(name)
	if err != nil {
		return nil, nil, err
	}
	if fi, err := a.fs.Stat(a.inside(real)); err != nil {
		return nil, nil, err
	} else if !fi.Mode().IsRegular() && !fi.IsDir() {
		return nil, nil, fs.ErrInvalid // a pipe or device would block or never end
	}
	f, err := a.fs.Open(a.inside(real))
	if err != nil {
		return nil, nil, err
	}
	fi, err := f.Stat()
	if err == nil {
		var again string
		if again, err = a.visible(name); err == nil && again != real {
			err = fs.ErrPermission // it was moved away under our hands
		}
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, fi, nil
}

func (a *fileAPI) read(name string) ([]byte, error) {
	f, fi, err := a.open(name)
	if err != nil {
		return nil, fileError(err, name)
	}
	defer f.Close()
	if fi.IsDir() {
		return nil, fileError(syscall.EISDIR, name)
	}
	if fi.Size() > a.MaxRead {
		return nil, Errorf("EFBIG", "EFBIG: %q is larger than %s", name, size(a.MaxRead))
	}
	b, err := io.ReadAll(io.LimitReader(f, a.MaxRead+1))
	if err != nil {
		return nil, fileError(err, name)
	}
	if int64(len(b)) > a.MaxRead {
		return nil, Errorf("EFBIG", "EFBIG: %q is larger than %s", name, size(a.MaxRead))
	}
	return b, nil
}

func (a *fileAPI) readFile(name string) (string, error) {
	b, err := a.read(name)
	if err != nil {
		return "", err
	}
	return strings.ToValidUTF8(strings.TrimPrefix(string(b), "\ufeff"), "\ufffd"), nil
}

func (a *fileAPI) readBinary(name string) (ArrayBuffer, error) {
	b, err := a.read(name)
	return ArrayBuffer(b), err
}

// write replaces a file as a whole or leaves it as it was.
func (a *fileAPI) write(ctx context.Context, writes *rate, name string, data []byte) error {
	if int64(len(data)) > a.MaxWrite {
		return Errorf("EFBIG", "EFBIG: a write of %d bytes: at most %s at a time", len(data), size(a.MaxWrite))
	}
	real, err := a.resolve(name, true)
	if err != nil {
		return fileError(err, name)
	}
	if below(real, a.Protected) || below(real, a.Hidden) {
		return Errorf(Denied, "%q is protected: nothing is written there", name)
	}
	if real == "/" || strings.HasSuffix(name, "/") {
		return fileError(syscall.EISDIR, name)
	}
	if !writes.take(nowOf(ctx)) {
		return Errorf(HostCalls, "at most %d writes a minute", writes.perMinute)
	}
	if err := a.replace(real, data); err != nil {
		return fileError(err, name)
	}
	return nil
}

func (a *fileAPI) replace(real string, data []byte) error {
	full := a.inside(real)
	mode := fs.FileMode(0o644)
	fi, err := a.fs.Stat(full)
	switch {
	case err == nil && fi.IsDir():
		return syscall.EISDIR
	case err == nil && !fi.Mode().IsRegular():
		return fs.ErrInvalid
	case err == nil:
		mode = fi.Mode().Perm()
		if mode&0o200 == 0 {
			return fs.ErrPermission
		}
	default:
		if err := a.fs.MkdirAll(path.Dir(full), 0o755); err != nil {
			return err
		}
	}
	// The folder may have become a link meanwhile: where the file would land is looked at once more.
	if again, err := a.resolve(real, false); err != nil || again != real {
		return fs.ErrPermission
	}
	temp := path.Join(path.Dir(full), fmt.Sprintf(".%s.%d.tmp", bounded(path.Base(full), 100), a.temp.Add(1)))
	f, err := a.fs.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = a.fs.Rename(temp, full)
	}
	if err != nil {
		_ = a.fs.Remove(temp)
	}
	return err
}

func (a *fileAPI) list(name string) ([]string, error) {
	f, fi, err := a.open(name)
	if err != nil {
		return nil, fileError(err, name)
	}
	defer f.Close()
	if !fi.IsDir() {
		return nil, fileError(syscall.ENOTDIR, name)
	}
	names, err := f.Readdirnames(a.MaxResults + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fileError(err, name)
	}
	if len(names) > a.MaxResults {
		return nil, Errorf("EFBIG", "EFBIG: %q has more than %d entries", name, a.MaxResults)
	}
	out := []string{}
	dir, err := a.visible(name)
	if err != nil {
		return nil, fileError(err, name)
	}
	for _, n := range names {
		if !below(path.Join(dir, n), a.Hidden) {
			out = append(out, n)
		}
	}
	sort.Strings(out)
	return out, nil
}

func (a *fileAPI) stat(name string) (*FileInfo, error) {
	real, err := a.visible(name)
	var fi fs.FileInfo
	if err == nil {
		fi, err = a.fs.Stat(a.inside(real))
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	if err != nil {
		return nil, fileError(err, name)
	}
	t := "other"
	switch {
	case fi.Mode().IsRegular():
		t = "file"
	case fi.IsDir():
		t = "directory"
	case fi.Mode()&fs.ModeSymlink != 0:
		t = "symlink"
	}
	return &FileInfo{Path: strings.TrimPrefix(real, "/"), Type: t, Size: fi.Size(), Modified: fi.ModTime(), Mode: fi.Mode().Perm().String()}, nil
}
