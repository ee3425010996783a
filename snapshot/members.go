package snapshot

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// visit is called for a member whose header is sound, with its number, from 1, and its cleaned name: relative, no ".",
// "" for the root. It need not read the body.
type visit func(index int, name string, h *tar.Header, body io.Reader) error

// open recognises an archive by its first bytes and returns what walks over its members. The walk ends at the first
// error; but for errFound it is an *EntryError where a member is to blame.
func open(ctx context.Context, r io.Reader, limits ReadOptions) (func(visit) error, error) {
	src := newSource(ctx, r, limits)
	zip, err := src.detect()
	switch {
	case err != nil:
		return nil, err
	case zip:
		z, err := newZip(src)
		if err != nil {
			return nil, err
		}
		return z.members, nil
	}
	return src.members, nil
}

// members walks over a tar.
func (s *source) members(fn visit) error {
	tr := tar.NewReader(s)
	walk := walk{limits: s.limits}
	for {
		h, err := tr.Next()
		if err == io.EOF && s.err == nil {
			return s.finish()
		}
		if err != nil {
			return &EntryError{walk.index + 1, walk.last, s.reason(err)}
		}
		if h.Uid < 0 || h.Gid < 0 || int64(h.Uid) > maxOwner || int64(h.Gid) > maxOwner {
			return &EntryError{walk.index + 1, h.Name, fmt.Errorf("%w: owner %d:%d", ErrDamaged, h.Uid, h.Gid)}
		}
		if err := walk.member(h, tr, fn); err == errFound {
			return err
		} else if err != nil {
			return &EntryError{walk.index, h.Name, s.reason(err)}
		}
	}
}

// maxOwner is the largest uid_t; the one above it means "no change".
const maxOwner = 1<<32 - 2

// walk counts members and holds them to the limits.
type walk struct {
	limits ReadOptions
	index  int    // of the present member
	last   string // its name
	total  int64  // bytes declared so far
}

func (w *walk) member(h *tar.Header, body io.Reader, fn visit) error {
	w.index++
	w.last = h.Name
	if int64(w.index) > w.limits.Entries {
		return ErrEntries
	}
	if h.Typeflag == tar.TypeXGlobalHeader {
		return nil
	}
	name, err := cleanName(h, w.limits.Depth)
	if err != nil {
		return err
	}
	if h.Size > w.limits.FileBytes {
		return ErrFileBytes
	}
	// archive/tar does not show the header's own size once PAX overrides it. No archiver writes both for a
	// size that fits the header, and where they differ readers disagree about where the next member begins.
	if _, both := h.PAXRecords["size"]; both && h.Size <= maxOctalSize {
		return fmt.Errorf("%w: two sizes", ErrDamaged)
	}
	if w.total += h.Size; w.total > w.limits.Bytes {
		return ErrBytes
	}
	return fn(w.index, name, h, body)
}

// reason puts what the stream itself said in the place of what archive/tar made of it.
func (s *source) reason(err error) error {
	switch {
	case s.err != nil:
		return s.err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return ErrTruncated
	case errors.Is(err, tar.ErrHeader), errors.Is(err, tar.ErrFieldTooLong):
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// cleanName checks a member's name and brings it into one form.
func cleanName(h *tar.Header, depth int) (string, error) {
	if h.Name == "" || strings.ContainsRune(h.Name, 0) {
		return "", ErrName
	}
	segs, err := splitName(h.Name)
	if err != nil {
		return "", err
	}
	if len(segs) > depth {
		return "", ErrDepth
	}
	if len(segs) == 0 && h.Typeflag != tar.TypeDir {
		return "", ErrName
	}
	return strings.Join(segs, "/"), nil
}

func splitName(name string) ([]string, error) {
	segs := strings.Split(name, "/")
	if slices.Contains(segs, "..") {
		return nil, fmt.Errorf("%w: contains \"..\"", ErrName)
	}
	return slices.DeleteFunc(segs, func(s string) bool { return s == "" || s == "." }), nil
}
