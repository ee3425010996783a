package script

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"sort"
	"strings"
	"time"
)

// Sources are scripts in memory, by path: an fs.FS for Options.Scripts.
type Sources map[string]string

// Open implements fs.FS.
func (s Sources) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if text, ok := s[name]; ok {
		return &sourceFile{Reader: strings.NewReader(text), info: sourceInfo{path.Base(name), int64(len(text)), false}}, nil
	}
	prefix := name + "/"
	if name == "." {
		prefix = ""
	}
	dir := &sourceDir{sourceFile: sourceFile{info: sourceInfo{path.Base(name), 0, true}}}
	seen := map[string]bool{}
	for k, text := range s {
		rest, ok := strings.CutPrefix(k, prefix)
		if !ok {
			continue
		}
		first, _, more := strings.Cut(rest, "/")
		if !seen[first] {
			seen[first] = true
			dir.list = append(dir.list, fs.FileInfoToDirEntry(sourceInfo{first, int64(len(text)), more}))
		}
	}
	if len(dir.list) == 0 && name != "." {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	sort.Slice(dir.list, func(i, j int) bool { return dir.list[i].Name() < dir.list[j].Name() })
	return dir, nil
}

// Stat implements fs.StatFS: a warm call asks it each time.
func (s Sources) Stat(name string) (fs.FileInfo, error) {
	if text, ok := s[name]; ok {
		return sourceInfo{path.Base(name), int64(len(text)), false}, nil
	}
	f, err := s.Open(name)
	if err != nil {
		return nil, err
	}
	return f.Stat()
}

type sourceFile struct {
	*strings.Reader
	info sourceInfo
}

func (f *sourceFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *sourceFile) Close() error               { return nil }

func (f *sourceFile) Read(b []byte) (int, error) {
	if f.Reader == nil {
		return 0, &fs.PathError{Op: "read", Path: f.info.name, Err: errors.New("is a directory")}
	}
	return f.Reader.Read(b)
}

type sourceDir struct {
	sourceFile
	list []fs.DirEntry
}

// ReadDir implements fs.ReadDirFile.
func (d *sourceDir) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(d.list) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(d.list) {
		n = len(d.list)
	}
	out := d.list[:n]
	d.list = d.list[n:]
	return out, nil
}

type sourceInfo struct {
	name string
	size int64
	dir  bool
}

func (i sourceInfo) Name() string       { return i.name }
func (i sourceInfo) Size() int64        { return i.size }
func (i sourceInfo) ModTime() time.Time { return time.Time{} }
func (i sourceInfo) IsDir() bool        { return i.dir }
func (i sourceInfo) Sys() any           { return nil }
func (i sourceInfo) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}
