package net

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
)

// fileURL is the path that a file: URL names.
func fileURL(s string) (name string, ok bool) {
	if len(s) < 5 || !strings.EqualFold(s[:5], "file:") {
		return "", false
	}
	rest := s[5:]
	if after, slashes := strings.CutPrefix(rest, "//"); slashes {
		host, path, _ := strings.Cut(after, "/")
		if host != "" && host != "localhost" && host != "127.0.0.1" {
			return "", true
		}
		rest = "/" + path
	}
	rest, _, _ = strings.Cut(rest, "#")
	rest, _, _ = strings.Cut(rest, "?")
	if p, err := url.PathUnescape(rest); err == nil {
		rest = p
	}
	return rest, true
}

// transferFile copies a file of the box, or writes one with -T.
func (t *transfer) transferFile(name string) *curlError {
	c := t.c
	if name == "" {
		return &curlError{curlBadURL, "Bad file:// URL"}
	}
	if c.upload != "" {
		return t.uploadFile(name)
	}
	in, err := cmd.OpenFile(c.p, name)
	if err != nil {
		return &curlError{curlFileFailed, "Couldn't open file " + name}
	}
	defer in.Close()
	info, err := in.Stat()
	if err == nil && info.IsDir() { // it opens, and holds no bytes
		return nil
	}
	size := int64(-1)
	if err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	if c.head {
		head := ""
		if size >= 0 {
			head = "Content-Length: " + strconv.FormatInt(size, 10) + "\r\nAccept-ranges: bytes\r\nLast-Modified: " + info.ModTime().UTC().Format(http.TimeFormat) + "\r\n"
		}
		return t.sink.write([]byte(head))
	}
	from, to, cerr := t.fileRange(size)
	if cerr != nil {
		return cerr
	}
	if from > 0 {
		if _, err := io.CopyN(io.Discard, in, from); err != nil && err != io.EOF {
			return &curlError{curlFileFailed, "Couldn't open file " + name}
		}
	}
	var r io.Reader = in
	if to >= 0 {
		r = io.LimitReader(in, to-from+1)
	}
	buf := make([]byte, 64<<10)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			t.stats.download += int64(n)
			if cerr := t.sink.write(buf[:n]); cerr != nil {
				return cerr
			}
		}
		if err != nil {
			return nil
		}
		if c.p.Safepoint() != nil {
			return &curlError{curlWriteError, ""}
		}
	}
}

// fileRange is the part of the file that -r and -C ask for; to is -1 for all the rest.
func (t *transfer) fileRange(size int64) (from, to int64, cerr *curlError) {
	bad := &curlError{curlBadResume, "Offset (0) out of range"}
	text := t.c.rng
	if text == "" {
		return 0, -1, nil
	}
	a, b, ok := strings.Cut(text, "-")
	if !ok {
		return 0, 0, bad
	}
	to = -1
	var err error
	if a != "" {
		if from, err = strconv.ParseInt(a, 10, 64); err != nil {
			return 0, 0, bad
		}
	}
	if b != "" {
		if to, err = strconv.ParseInt(b, 10, 64); err != nil {
			return 0, 0, bad
		}
		if a == "" { // the last bytes
			from, to = max(size-to, 0), -1
		}
	}
	if size >= 0 && from > size || to >= 0 && to < from {
		return 0, 0, bad
	}
	return from, to, nil
}

func (t *transfer) uploadFile(name string) *curlError {
	c := t.c
	in, err := cmd.Open(c.p, c.upload)
	if err != nil {
		return &curlError{curlReadError, "Can't open '" + c.upload + "'!"}
	}
	defer in.Close()
	f, err := c.p.Open(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return &curlError{curlWriteError, "Can't open " + name + " for writing"}
	}
	defer func() { _ = f.Close() }()
	buf := make([]byte, 64<<10)
	for {
		n, err := in.Read(buf)
		if n > 0 {
			t.stats.upload += int64(n)
			if _, werr := f.Write(c.p.Context(), buf[:n]); werr != nil {
				return &curlError{curlWriteError, "Failed writing body"}
			}
		}
		if err != nil {
			return nil
		}
	}
}
