package archive

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// tarExtent is a part of a sparse file that holds data.
type tarExtent struct{ at, size int64 }

// sparseBlock is the unit in which holes are looked for, a page as in the file systems that have them.
const sparseBlock = 4096

// extents reads a file once for the blocks that are not zero. full tells that there is no hole worth it.
func (t *tarRun) extents(f *kernel.File, size int64) (list []tarExtent, full bool, err error) {
	buf := make([]byte, cmd.BufferSize)
	for at := int64(0); at < size; {
		if err := t.p.Safepoint(); err != nil {
			return nil, false, err
		}
		n, err := io.ReadFull(&sectionReader{f, at}, buf[:min(int64(len(buf)), size-at)])
		if n == 0 {
			return nil, false, err
		}
		for i := 0; i < n; i += sparseBlock {
			end := min(i+sparseBlock, n)
			if cmd.AllZero(buf[i:end]) {
				continue
			}
			from := at + int64(i)
			if k := len(list) - 1; k >= 0 && list[k].at+list[k].size == from {
				list[k].size += int64(end - i)
			} else {
				list = append(list, tarExtent{from, int64(end - i)})
			}
		}
		at += int64(n)
	}
	full = len(list) == 1 && list[0].size == size
	if k := len(list) - 1; !full && (k < 0 || list[k].at+list[k].size < size) {
		list = append(list, tarExtent{size, 0}) // the file ends in a hole
	}
	return list, full, nil
}

// addSparse writes a file with holes as a member of type S: the header of the GNU format with its map of the data,
// carried on in blocks of its own when it has more than four pieces, and the data alone.
func (t *tarRun) addSparse(h *tar.Header, f *kernel.File, name string, list []tarExtent) error {
	stored := int64(0)
	for _, e := range list {
		stored += e.size
	}
	plain := *h
	plain.Format, plain.Size, plain.Typeflag = tar.FormatGNU, stored, tar.TypeReg
	plain.ModTime = plain.ModTime.Truncate(1e9)
	var head bytes.Buffer
	if err := tar.NewWriter(&head).WriteHeader(&plain); err != nil {
		return err
	}
	if err := t.tw.Flush(); err != nil {
		return err
	}
	block := head.Bytes()[head.Len()-512:]
	block[156] = tar.TypeGNUSparse
	number := func(to []byte, n int64) { copy(to, fmt.Sprintf("%011o\x00", n)) }
	entry := func(to []byte, e tarExtent) {
		number(to[:12], e.at)
		number(to[12:24], e.size)
	}
	const inHeader, inBlock = 4, 21
	for i, e := range list[:min(inHeader, len(list))] {
		entry(block[386+24*i:], e)
	}
	number(block[483:495], h.Size)
	rest := list[min(inHeader, len(list)):]
	if len(rest) > 0 {
		block[482] = 1
	}
	copy(block[148:156], "        ")
	sum := 0
	for _, c := range block {
		sum += int(c)
	}
	copy(block[148:156], fmt.Sprintf("%06o\x00 ", sum))
	for len(rest) > 0 {
		var more [512]byte
		n := min(inBlock, len(rest))
		for i, e := range rest[:n] {
			entry(more[24*i:], e)
		}
		if rest = rest[n:]; len(rest) > 0 {
			more[504] = 1
		}
		head.Write(more[:])
	}
	if _, err := t.output.Write(head.Bytes()); err != nil {
		return err
	}
	for _, e := range list {
		n, err := io.Copy(t.output, io.LimitReader(&sectionReader{f, e.at}, e.size))
		if err != nil {
			return err
		}
		if n < e.size { // the file shrank meanwhile
			t.warnf("%s: File shrank by %d bytes; padding with zeros", tarEscape(name), e.size-n)
			t.status = max(t.status, 1)
			if _, err := io.CopyN(t.output, zeroReader{}, e.size-n); err != nil {
				return err
			}
		}
	}
	_, err := t.output.Write(zeroBlock[:(512-stored%512)%512])
	return err
}

// sectionReader reads a file on from an offset.
type sectionReader struct {
	f  *kernel.File
	at int64
}

func (r *sectionReader) Read(b []byte) (int, error) {
	n, err := r.f.ReadAt(b, r.at)
	r.at += int64(n)
	return n, err
}

type zeroReader struct{}

func (zeroReader) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}
