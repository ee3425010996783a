package vfs

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/afero"
)

// mountFile is an open file of a mount under the name it was opened by.
type mountFile struct {
	afero.File
	at   inMount
	name string
	dir  []fs.FileInfo // what Readdir has not returned yet
	read bool
}

func (f *mountFile) Name() string { return f.name }

// Unwrap returns the file of the mounted file system.
func (f *mountFile) Unwrap() any { return f.File }

func (f *mountFile) Stat() (fs.FileInfo, error) {
	fi, err := f.File.Stat()
	if err != nil {
		return nil, pathErr("stat", f.name, underlying(err))
	}
	return f.at.v.mountInfo(f.at.m, f.at.rel, baseName(f.name), fi), nil
}

func (f *mountFile) Write(b []byte) (int, error) {
	n, err := f.File.Write(b)
	if n > 0 {
		f.at.emit(Write)
	}
	return n, err
}

func (f *mountFile) WriteAt(b []byte, off int64) (int, error) {
	n, err := f.File.WriteAt(b, off)
	if n > 0 {
		f.at.emit(Write)
	}
	return n, err
}

func (f *mountFile) WriteString(s string) (int, error) { return f.Write([]byte(s)) }

func (f *mountFile) Seek(off int64, whence int) (int64, error) {
	if off == 0 && whence == 0 {
		f.read, f.dir = false, nil
	}
	return f.File.Seek(off, whence)
}

// Readdir returns the entries sorted by name, as the disk itself does.
func (f *mountFile) Readdir(count int) ([]fs.FileInfo, error) {
	if !f.read {
		fis, err := f.File.Readdir(-1)
		if err != nil {
			return nil, pathErr("readdirent", f.name, underlying(err))
		}
		slices.SortFunc(fis, func(a, b fs.FileInfo) int { return strings.Compare(a.Name(), b.Name()) })
		base := strings.TrimSuffix(f.at.rel, "/")
		for i, fi := range fis {
			fis[i] = f.at.v.mountInfo(f.at.m, base+"/"+fi.Name(), fi.Name(), fi)
		}
		f.dir, f.read = fis, true
	}
	return take(&f.dir, count)
}

func (f *mountFile) Readdirnames(count int) ([]string, error) {
	fis, err := f.Readdir(count)
	names := make([]string, len(fis))
	for i, fi := range fis {
		names[i] = fi.Name()
	}
	return names, err
}

func (f *mountFile) ReadDir(count int) ([]fs.DirEntry, error) {
	fis, err := f.Readdir(count)
	out := make([]fs.DirEntry, len(fis))
	for i, fi := range fis {
		out[i] = fs.FileInfoToDirEntry(fi)
	}
	return out, err
}
