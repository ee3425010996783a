package snapshot

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"syscall"

	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/vfs"
)

// Files with a lot of zeros are written in GNU tar's sparse format 1.0 (GNU tar manual, "Storing Sparse Files"): a PAX
// header with GNU.sparse.* records, and a body of the map of the data followed by the data alone. archive/tar reads it
// and cannot write it, so its two headers are laid down here. What counts as data is decided by content, not by how the
// disk keeps it, so that equal files give equal archives.

const (
	minHoles    = 1 << 20 // bytes of zeros that are worth the format: lifo does not know it
	maxSegments = 10_000  // a file in more pieces is written whole
	pageSize    = 4096    // what is looked at for zeros
	blockSize   = 512     // of a tar
)

// segment is a stretch of data between holes.
type segment struct{ off, size int64 }

// dataOf lists the pages of a file that are not zero; nil when that does not save minHoles, or is more than maxSegments.
func (a *archiver) dataOf(f afero.File, size int64) ([]segment, error) {
	data := []segment{}
	stored := int64(0)
	add := func(off, n int64) {
		stored += n
		if last := len(data) - 1; last >= 0 && data[last].off+data[last].size == off {
			data[last].size += n
			return
		}
		data = append(data, segment{off, n})
	}
	for off := int64(0); off < size; {
		start, err := f.Seek(off, vfs.SeekData)
		if errors.Is(err, syscall.ENXIO) {
			break // only a hole is left
		}
		if err != nil {
			return nil, err
		}
		start &^= pageSize - 1
		end, err := f.Seek(start, vfs.SeekHole)
		if err != nil {
			return nil, err
		}
		end = min(end, size)
		for off = start; off < end; {
			if err := a.stopped(); err != nil {
				return nil, err
			}
			n, err := f.ReadAt(a.buf[:min(int64(len(a.buf)), end-off)], off)
			if n == 0 {
				return nil, err
			}
			for b := a.buf[:n]; len(b) > 0; {
				page := b[:min(pageSize, len(b))]
				if !zeros(page) {
					add(off, int64(len(page)))
				}
				off += int64(len(page))
				b = b[len(page):]
			}
			if len(data) > maxSegments || size-stored < minHoles {
				return nil, nil
			}
		}
	}
	return data, nil
}

// sparse writes the member of a file with holes.
func (a *archiver) sparse(name string, h *tar.Header, f afero.File, data []segment) error {
	var list bytes.Buffer
	stored := int64(0)
	// A map ends with the length of the file, as an empty segment when a hole is last.
	if n := len(data); n == 0 || data[n-1].off+data[n-1].size < h.Size {
		data = append(data, segment{h.Size, 0})
	}
	fmt.Fprintf(&list, "%d\n", len(data))
	for _, s := range data {
		fmt.Fprintf(&list, "%d\n%d\n", s.off, s.size)
		stored += s.size
	}
	list.Write(make([]byte, padding(int64(list.Len()))))

	records := []string{
		"GNU.sparse.major", "1", "GNU.sparse.minor", "0",
		"GNU.sparse.name", h.Name, "GNU.sparse.realsize", strconv.FormatInt(h.Size, 10),
	}
	// What does not fit the plain header that follows.
	plain := &tar.Header{
		Typeflag: tar.TypeReg, Format: tar.FormatUSTAR, Name: fmt.Sprintf("GNUSparseFile.0/%d", a.entries),
		Mode: h.Mode, Uid: h.Uid, Gid: h.Gid, Uname: h.Uname, Gname: h.Gname,
		Size: int64(list.Len()) + stored, ModTime: h.ModTime,
	}
	if ns := h.ModTime.Nanosecond(); ns != 0 {
		records = append(records, "mtime", fmt.Sprintf("%d.%09d", h.ModTime.Unix(), ns))
	}
	if plain.Size > maxOctalSize {
		records = append(records, "size", strconv.FormatInt(plain.Size, 10))
		plain.Size = 0
	}
	const maxOctalID = 1<<21 - 1
	if h.Uid > maxOctalID {
		records = append(records, "uid", strconv.Itoa(h.Uid))
		plain.Uid = 0
	}
	if h.Gid > maxOctalID {
		records = append(records, "gid", strconv.Itoa(h.Gid))
		plain.Gid = 0
	}
	plain.Uname, plain.Gname = ascii(plain.Uname), ascii(plain.Gname)
	head, err := ustarBlock(plain)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}

	if err := a.tw.Flush(); err != nil { // the padding of the member before
		return err
	}
	for _, part := range [][]byte{paxHeader(records), head, list.Bytes()} {
		if _, err := a.zw.Write(part); err != nil {
			return err
		}
	}
	for _, s := range data {
		if _, err := f.Seek(s.off, io.SeekStart); err != nil {
			return err
		}
		if err := a.body(name, a.zw, f, s.size); err != nil {
			return err
		}
	}
	_, err = a.zw.Write(make([]byte, padding(stored)))
	return err
}

// padding is what is missing to a whole block.
func padding(n int64) int64 { return -n & (blockSize - 1) }

// ascii returns s when a plain header can hold it, else nothing: the number of the owner stands beside it.
func ascii(s string) string {
	if len(s) > 32 {
		return ""
	}
	for i := range len(s) {
		if s[i] >= 0x80 {
			return ""
		}
	}
	return s
}

// ustarBlock is the one block of a header that is plain ustar.
func ustarBlock(h *tar.Header) ([]byte, error) {
	var b bytes.Buffer
	if err := tar.NewWriter(&b).WriteHeader(h); err != nil {
		return nil, err
	}
	if b.Len() != blockSize {
		return nil, fmt.Errorf("header of %d bytes", b.Len())
	}
	return b.Bytes(), nil
}

// paxHeader is an extended header (POSIX pax, "pax Extended Header") of key, value, ...
func paxHeader(records []string) []byte {
	var body bytes.Buffer
	for i := 0; i < len(records); i += 2 {
		rest := " " + records[i] + "=" + records[i+1] + "\n"
		// The length counts its own digits.
		n := len(rest) + 1
		for n != len(rest)+len(strconv.Itoa(n)) {
			n = len(rest) + len(strconv.Itoa(n))
		}
		body.WriteString(strconv.Itoa(n) + rest)
	}
	block := make([]byte, blockSize)
	copy(block, "PaxHeaders.0/sparse")
	copy(block[100:], "0000644\x000000000\x000000000\x00")
	copy(block[124:], fmt.Sprintf("%011o\x00", body.Len()))
	copy(block[136:], "00000000000\x00")
	copy(block[148:], "        ")
	block[156] = tar.TypeXHeader
	copy(block[257:], "ustar\x0000")
	sum := 0
	for _, c := range block {
		sum += int(c)
	}
	copy(block[148:], fmt.Sprintf("%06o\x00 ", sum))
	body.Write(make([]byte, padding(int64(body.Len()))))
	return append(block, body.Bytes()...)
}
