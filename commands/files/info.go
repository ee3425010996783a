package files

import (
	"io/fs"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// statOf gives the Unix part of a file's description; never nil.
func statOf(info fs.FileInfo) *vfs.Stat {
	if st, ok := info.Sys().(*vfs.Stat); ok {
		return st
	}
	t := info.ModTime()
	return &vfs.Stat{Nlink: 1, Blocks: (info.Size() + 511) / 512, Atime: t, Mtime: t, Ctime: t, Btime: time.Time{}}
}

func sameFile(a, b fs.FileInfo) bool { return vfs.SameFile(a, b) }

func stdoutInfo(p *kernel.Process) fs.FileInfo {
	fd := p.FD(1)
	if fd == nil {
		return nil
	}
	info, err := fd.Stat()
	if err != nil {
		return nil
	}
	return info
}

// join puts a name into a directory as the commands print it: no cleaning, one slash.
func join(dir, name string) string {
	if strings.HasSuffix(dir, "/") {
		return dir + name
	}
	return dir + "/" + name
}

// lastComponent is basename(3) without the special cases of an empty name.
func lastComponent(name string) string {
	t := strings.TrimRight(name, "/")
	if t == "" {
		if name == "" {
			return ""
		}
		return "/"
	}
	return t[strings.LastIndexByte(t, '/')+1:]
}
