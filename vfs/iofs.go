package vfs

import (
	"io/fs"
	"path"
)

// ioFS is the view of package io/fs: read-only, with unrooted slash-separated names.
type ioFS struct {
	v    *FS
	base string
}

// IO returns the tree below Dir as an fs.FS. It also implements fs.StatFS, ReadFileFS, ReadDirFS, SubFS and ReadLinkFS; it
// follows symbolic links wherever they lead on the disk. Names that fs.ValidPath refuses give fs.ErrInvalid.
func (v *FS) IO() fs.FS { return &ioFS{v, v.dir} }

func (x *ioFS) full(op, name string) (string, error) {
	if !fs.ValidPath(name) {
		return "", &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	if name == "." {
		return x.base, nil
	}
	if x.base == "/" {
		return "/" + name, nil
	}
	return x.base + "/" + name, nil
}

// named gives err the name that the caller used.
func named(name string, err error) error {
	if pe, ok := err.(*fs.PathError); ok {
		pe.Path = name
	}
	return err
}

func (x *ioFS) Open(name string) (fs.File, error) {
	p, err := x.full("open", name)
	if err != nil {
		return nil, err
	}
	f, err := x.v.Open(p)
	if err != nil {
		return nil, named(name, err)
	}
	return f, nil
}

func (x *ioFS) Stat(name string) (fs.FileInfo, error) {
	p, err := x.full("stat", name)
	if err != nil {
		return nil, err
	}
	fi, err := x.v.Stat(p)
	return fi, named(name, err)
}

func (x *ioFS) Lstat(name string) (fs.FileInfo, error) {
	p, err := x.full("lstat", name)
	if err != nil {
		return nil, err
	}
	fi, err := x.v.Lstat(p)
	return fi, named(name, err)
}

func (x *ioFS) ReadLink(name string) (string, error) {
	p, err := x.full("readlink", name)
	if err != nil {
		return "", err
	}
	s, err := x.v.Readlink(p)
	return s, named(name, err)
}

func (x *ioFS) ReadFile(name string) ([]byte, error) {
	p, err := x.full("open", name)
	if err != nil {
		return nil, err
	}
	b, err := x.v.ReadFile(p)
	return b, named(name, err)
}

func (x *ioFS) ReadDir(name string) ([]fs.DirEntry, error) {
	p, err := x.full("open", name)
	if err != nil {
		return nil, err
	}
	ents, err := x.v.ReadDir(p)
	return ents, named(name, err)
}

func (x *ioFS) Sub(dir string) (fs.FS, error) {
	p, err := x.full("sub", dir)
	if err != nil {
		return nil, err
	}
	return &ioFS{x.v, path.Clean(p)}, nil
}
