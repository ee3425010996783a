package snapshot

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"
)

// A zip has its directory at the end, so it is held in memory while it is read, packed, and counts against
// ReadOptions.Bytes there too. Its members are shown as those of a tar.

// maxTarget is the longest target of a symbolic link, PATH_MAX.
const maxTarget = 4096

// noOwner stands for the owner of a member that names none: it will be the owner of its directory.
const noOwner = -1

// zipEpoch is the first moment that MS-DOS can tell.
var zipEpoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

type zipArchive struct {
	ctx    context.Context
	limits ReadOptions
	packed int64 // its size
	files  []*zip.File
}

// newZip reads the rest of src.
func newZip(src *source) (*zipArchive, error) {
	var data bytes.Buffer
	buf := make([]byte, copyBytes)
	for {
		if src.ctx.Err() != nil {
			return nil, context.Cause(src.ctx)
		}
		n, err := src.in.Read(buf)
		data.Write(buf[:n])
		if int64(data.Len()) > src.limits.Bytes {
			return nil, ErrBytes
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	r, err := zip.NewReader(bytes.NewReader(data.Bytes()), int64(data.Len()))
	if errors.Is(err, zip.ErrFormat) {
		return nil, ErrTruncated // it begins as a zip and has no directory
	}
	if err != nil {
		return nil, damaged(err)
	}
	if int64(len(r.File)) > src.limits.Entries {
		return nil, ErrEntries
	}
	return &zipArchive{src.ctx, src.limits, int64(data.Len()), r.File}, nil
}

func (z *zipArchive) members(fn visit) error {
	walk := walk{limits: z.limits}
	for _, f := range z.files {
		if z.ctx.Err() != nil {
			return context.Cause(z.ctx)
		}
		err := z.member(f, &walk, fn)
		if err == nil && z.limits.Ratio > 0 && walk.total > ratioFree && walk.total/z.limits.Ratio > z.packed {
			err = ErrRatio
		}
		if err == errFound {
			return err
		}
		if err != nil {
			return &EntryError{walk.index, f.Name, err}
		}
	}
	return nil
}

func (z *zipArchive) member(f *zip.File, walk *walk, fn visit) error {
	h, err := zipHeader(f)
	if err != nil {
		walk.index++
		return err
	}
	if h.Typeflag == tar.TypeDir {
		return walk.member(h, strings.NewReader(""), fn)
	}
	body, err := f.Open()
	if err != nil {
		walk.index++
		return damaged(err)
	}
	defer body.Close()
	if h.Typeflag == tar.TypeSymlink {
		target, err := io.ReadAll(io.LimitReader(body, maxTarget+1))
		if err != nil {
			walk.index++
			return damaged(err)
		}
		if len(target) > maxTarget {
			walk.index++
			return fmt.Errorf("%w: too long", ErrLink)
		}
		h.Linkname, h.Size = string(target), 0
		return walk.member(h, strings.NewReader(""), fn)
	}
	counted := &zipBody{r: body}
	if err := walk.member(h, counted, fn); err != nil {
		return err
	}
	// The checksum is looked at where the data ends; what nobody wanted is not read.
	if counted.n > 0 || h.Size == 0 {
		if n, err := counted.Read(make([]byte, 1)); n > 0 || err != io.EOF {
			return fmt.Errorf("%w: length or checksum", ErrDamaged)
		}
	}
	return nil
}

// zipBody makes the errors of a member's data ours.
type zipBody struct {
	r io.Reader
	n int64
}

func (b *zipBody) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	b.n += int64(n)
	if err != nil && err != io.EOF {
		err = damaged(err)
	}
	return n, err
}

// zipHeader shows a member of a zip as one of a tar. Its owner is noOwner unless Info-ZIP's field for Unix tells it.
func zipHeader(f *zip.File) (*tar.Header, error) {
	if f.Flags&1 != 0 {
		return nil, fmt.Errorf("%w: encrypted", ErrType)
	}
	if f.UncompressedSize64 > unlimited {
		return nil, ErrFileBytes
	}
	name := f.Name
	if host := f.CreatorVersion >> 8; host == 0 || host == 10 || host == 11 { // FAT, NTFS, VFAT
		name = strings.ReplaceAll(name, `\`, "/")
	}
	mode := f.Mode()
	h := &tar.Header{
		Name: name, Mode: int64(mode.Perm()), Size: int64(f.UncompressedSize64), ModTime: f.Modified, Uid: noOwner, Gid: noOwner,
	}
	if mode.Perm() == 0 {
		h.Mode = 0o644
		if mode.IsDir() {
			h.Mode = 0o755
		}
	}
	if h.ModTime.Year() < 1980 { // none given: the zero of MS-DOS is no date
		h.ModTime = zipEpoch
	}
	switch mode.Type() {
	case 0:
		h.Typeflag = tar.TypeReg
	case fs.ModeDir:
		h.Typeflag, h.Size = tar.TypeDir, 0
	case fs.ModeSymlink:
		h.Typeflag = tar.TypeSymlink
	default:
		return nil, ErrType
	}
	if strings.HasSuffix(name, "/") {
		h.Typeflag, h.Size = tar.TypeDir, 0
	}
	if uid, gid, ok := unixOwner(f.Extra); ok {
		h.Uid, h.Gid = uid, gid
	}
	return h, nil
}

// unixOwner reads Info-ZIP's "ux" field (0x7875): version 1, then the sizes and values of uid and gid.
func unixOwner(extra []byte) (uid, gid int, ok bool) {
	for len(extra) >= 4 {
		id, size := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		extra = extra[4:]
		if size > len(extra) {
			return 0, 0, false
		}
		field := extra[:size]
		extra = extra[size:]
		if id == 0x7875 && size == 11 && field[0] == 1 && field[1] == 4 && field[6] == 4 {
			u, g := binary.LittleEndian.Uint32(field[2:]), binary.LittleEndian.Uint32(field[7:])
			return int(u), int(g), int64(u) <= maxOwner && int64(g) <= maxOwner
		}
	}
	return 0, 0, false
}
