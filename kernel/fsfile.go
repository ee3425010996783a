package kernel

import (
	"io/fs"
	"os"

	"github.com/spf13/afero"
)

// diskFile is a file or directory of the disk or of a mount. Its offset is the afero.File's.
type diskFile struct{ f afero.File }

func (d diskFile) read(_ call, _ *File, b []byte) (int, error)  { return d.f.Read(b) }
func (d diskFile) write(_ call, _ *File, b []byte) (int, error) { return d.f.Write(b) }
func (d diskFile) stat() (fs.FileInfo, error)                   { return d.f.Stat() }
func (d diskFile) close(*File) error                            { return d.f.Close() }
func (d diskFile) seek(off int64, whence int) (int64, error)    { return d.f.Seek(off, whence) }
func (d diskFile) readAt(b []byte, off int64) (int, error)      { return d.f.ReadAt(b, off) }
func (d diskFile) writeAt(b []byte, off int64) (int, error)     { return d.f.WriteAt(b, off) }
func (d diskFile) truncate(size int64) error                    { return d.f.Truncate(size) }
func (d diskFile) sync() error                                  { return d.f.Sync() }
func (d diskFile) unwrap() any                                  { return d.f }

func (d diskFile) readDir(n int) ([]fs.DirEntry, error) {
	infos, err := d.f.Readdir(n)
	list := make([]fs.DirEntry, len(infos))
	for i, info := range infos {
		list[i] = fs.FileInfoToDirEntry(info)
	}
	return list, err
}

// NewAferoFile makes a File of an open afero file and takes it over. flag are the os.O_* flags it was opened with.
func NewAferoFile(f afero.File, flag int) *File {
	if s, ok := f.(*openFile); ok {
		return s.take()
	}
	return newFile(diskFile{f}, f.Name(), flag)
}

// openFile is a File seen as an afero.File on behalf of a process (or of the host, with none): what the disk's opener gives
// back for devices and FIFOs.
type openFile struct {
	*File
	c call
}

func (o *openFile) take() *File                { return o.File }
func (o *openFile) Read(b []byte) (int, error) { return o.File.read(o.c, b) }

func (o *openFile) Write(b []byte) (int, error) {
	if o.c.p != nil {
		return writeFile(o.c, o.File, b)
	}
	return o.File.write(o.c, b)
}

func (o *openFile) WriteString(s string) (int, error) { return o.Write([]byte(s)) }

func (o *openFile) Readdir(n int) ([]os.FileInfo, error) {
	list, err := o.File.ReadDir(n)
	infos := make([]os.FileInfo, 0, len(list))
	for _, e := range list {
		if info, err := e.Info(); err == nil {
			infos = append(infos, info)
		}
	}
	return infos, err
}

func (o *openFile) Readdirnames(n int) ([]string, error) {
	list, err := o.File.ReadDir(n)
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.Name()
	}
	return names, err
}

var _ afero.File = (*openFile)(nil)
