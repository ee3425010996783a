package text

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// advance reads one line ahead, going on to the next file at the end of one.
func (s *sedRun) advance() {
	for {
		if s.lines == nil && !s.openNext() {
			s.hasNext = false
			return
		}
		line, terminated, err := s.lines.Next()
		if err == nil {
			s.next, s.nextEnd, s.hasNext = append(s.next[:0], line...), terminated, true
			return
		}
		if err != io.EOF {
			_ = s.out.Flush()
			if isDirectory(err) {
				cmd.Errorf(s.p, "couldn't edit %s: not a regular file", s.name)
				s.status = max(s.status, 4)
			} else {
				cmd.Errorf(s.p, "read error on %s: %s", s.name, kernel.Strerror(err))
				s.status = max(s.status, 2)
			}
		}
		if s.separate {
			// The file stays open until its last line has been worked on.
			s.hasNext = false
			s.lines = nil
			return
		}
		s.closeInput()
	}
}

func isDirectory(err error) bool { return strings.HasSuffix(kernel.Strerror(err), "Is a directory") }

func (s *sedRun) openNext() bool {
	for len(s.files) > 0 {
		name := s.files[0]
		s.files = s.files[1:]
		s.closeInput()
		var in *cmd.Input
		var err error
		if name == "-" && !s.inPlace {
			in = cmd.Stdin(s.p)
		} else {
			var info fs.FileInfo
			if info, err = s.p.FS().Stat(name); err == nil {
				switch {
				case s.inPlace && !info.Mode().IsRegular():
					_ = s.out.Flush()
					cmd.Errorf(s.p, "couldn't edit %s: not a regular file", name)
					s.status = max(s.status, 4)
					continue
				case info.IsDir():
					_ = s.out.Flush()
					cmd.Errorf(s.p, "read error on %s: Is a directory", name)
					s.status, s.quit = 4, true
					return false
				}
				in, err = cmd.OpenFile(s.p, name)
			}
		}
		if err != nil {
			_ = s.out.Flush()
			cmd.Errorf(s.p, "can't read %s: %s", name, kernel.Strerror(err))
			s.status = max(s.status, 2)
			continue
		}
		if s.inPlace && s.followLinks {
			if real, err := s.p.FS().Realpath(name); err == nil {
				name = real
			}
		}
		s.in, s.name = in, name
		s.lines = cmd.NewLineReader(in, s.delim)
		if s.separate {
			s.line = 0
		}
		if s.inPlace && !s.beginEdit() {
			return false
		}
		return true
	}
	return false
}

// beginEdit opens the file that will take the place of the one being edited.
func (s *sedRun) beginEdit() bool {
	dir := "."
	if i := strings.LastIndexByte(s.name, '/'); i >= 0 {
		dir = s.name[:i+1]
	}
	for range 100 {
		temp := strings.TrimRight(dir, "/") + "/sed" + strconv.FormatUint(s.p.Kernel().Rand().Uint64(), 36)[:6]
		f, err := s.p.FS().OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			cmd.Errorf(s.p, "couldn't open temporary file %s: %s", temp, kernel.Strerror(err))
			s.status, s.quit = 4, true
			return false
		}
		s.temp = temp
		stdout := s.out
		s.out = cmd.NewFileWriter(s.p, f)
		s.outputs["\x00edit"] = &sedOutput{stdout, func() { _ = f.Close() }}
		return true
	}
	return false
}

// closeInput ends a file; with -i its new content takes its place.
func (s *sedRun) closeInput() {
	if s.in == nil {
		return
	}
	in := s.in
	in.Close()
	s.in, s.lines = nil, nil
	if !s.inPlace || s.temp == "" {
		return
	}
	edit := s.outputs["\x00edit"]
	delete(s.outputs, "\x00edit")
	err := s.out.Flush()
	edit.close()
	s.out, s.missing = edit.w, nil
	fsys := s.p.FS()
	if info, serr := fsys.Stat(s.name); serr == nil {
		if st, ok := info.Sys().(*vfs.Stat); ok {
			_ = fsys.Chown(s.temp, st.UID, st.GID)
		}
		_ = fsys.Chmod(s.temp, info.Mode())
	}
	if err == nil && s.suffix != "" {
		err = fsys.Rename(s.name, backupName(s.name, s.suffix))
	}
	if err == nil {
		err = fsys.Rename(s.temp, s.name)
	}
	if err != nil {
		_ = fsys.Remove(s.temp)
		cmd.Errorf(s.p, "cannot rename %s: %s", s.temp, kernel.Strerror(err))
		s.status = max(s.status, 4)
	}
	s.temp = ""
}

// backupName puts a suffix after a name, or the name for each * of it.
func backupName(name, suffix string) string {
	dir, base := "", name
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		dir, base = name[:i+1], name[i+1:]
	}
	if !strings.Contains(suffix, "*") {
		return dir + base + suffix
	}
	full := strings.ReplaceAll(suffix, "*", base)
	if strings.Contains(full, "/") {
		return full
	}
	return dir + full
}

// copyRest saves what q left unread of a file that is edited in place.
func (s *sedRun) copyRest() {
	if s.hasNext {
		s.writeLine(s.out, s.next, s.nextEnd)
		s.hasNext = false
	}
	for s.lines != nil {
		line, terminated, err := s.lines.Next()
		if err != nil {
			return
		}
		s.writeLine(s.out, line, terminated)
	}
}

// readLine moves the next line into the pattern space.
func (s *sedRun) readLine() bool {
	if !s.hasNext {
		if !s.separate {
			return false
		}
		s.advance()
		if !s.hasNext {
			return s.hasMore() && s.readLine()
		}
	}
	s.space = append(s.space[:0], s.next...)
	s.spaceEnd = s.nextEnd
	s.line++
	s.advanceWithin()
	return true
}

// advanceWithin reads ahead; with -s and -i it stops at the end of the file.
func (s *sedRun) advanceWithin() {
	if s.separate && s.lines == nil {
		s.hasNext = false
		return
	}
	s.advance()
}

func (s *sedRun) hasMore() bool { return len(s.files) > 0 || s.lines != nil }

// isLast reports whether the current line is the last one: of the input, or of the file with -s or -i.
func (s *sedRun) isLast() bool {
	return !s.hasNext
}
