package archive

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"sort"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// squeezer is one run of a compression filter: what the four families have in common. The families differ in texts
// and habits, which dialect holds.
type squeezer struct {
	p      *kernel.Process
	d      dialect
	status int

	decompress, stdout, force, keep, test, list bool
	recursive, quiet                            bool
	verbose, level                              int
	suffix                                      string // with the dot
	output                                      string // zstd -o
	noName, name                                bool   // gzip -n, -N

	listed          int // rows of -l so far
	listIn, listOut int64
	overhead        int64 // header bytes of the last file listed
	in, out         int64 // bytes of the current file
	header          fileHeader
}

// fileHeader is what a compressed file says about its original.
type fileHeader struct {
	name  string
	mtime time.Time
}

// dialect is what sets one family of filters apart.
type dialect interface {
	codec() *codec
	// target names the output for an input; ok is false when it has been reported that there is none.
	target(s *squeezer, name string) (out string, ok bool)
	// alternatives are other names of an input to decompress that does not exist.
	alternatives(s *squeezer, name string) []string
	missing(s *squeezer, name string, err error)
	directory(s *squeezer, name string)
	exists(s *squeezer, in, out string) (overwrite bool)
	readError(s *squeezer, in, out string, err error)
	done(s *squeezer, in, out string)
}

// lister is a dialect with -l.
type lister interface {
	listFile(s *squeezer, name string, in *cmd.Input)
}

// processWriter writes to an open file for a process.
type processWriter struct {
	ctx context.Context
	f   *kernel.File
	n   int64
}

func (w *processWriter) Write(b []byte) (int, error) {
	n, err := w.f.Write(w.ctx, b)
	w.n += int64(n)
	return n, err
}

// counter counts what is read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

type countingWriter struct {
	w   io.Writer
	n   int64
	err error
}

func (c *countingWriter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	if err != nil {
		c.err = err
	}
	return n, err
}

// worse raises the exit status: an error (1) outranks a warning (2).
func (s *squeezer) worse(status int) {
	if s.status != 1 {
		s.status = status
	}
}

// run handles the operands.
func (s *squeezer) run(args []string) int {
	if len(args) == 0 {
		args = []string{"-"}
	}
	for _, name := range args {
		if s.p.Safepoint() != nil {
			return 1
		}
		if name == "-" {
			s.stream()
			continue
		}
		s.file(name)
	}
	return s.status
}

// stream filters standard input to standard output.
func (s *squeezer) stream() {
	in := cmd.Stdin(s.p)
	s.header = fileHeader{}
	if s.list {
		s.d.(lister).listFile(s, "-", in)
		return
	}
	if s.test {
		s.convert("-", "", in, io.Discard)
		return
	}
	if s.output != "" {
		s.toFile("-", s.output, in, nil)
		return
	}
	s.convert("-", "-", in, s.p.Stdout())
}

func (s *squeezer) file(name string) {
	fsys := s.p.FS()
	info, err := fsys.Lstat(name)
	if err != nil && s.reading() {
		for _, alt := range s.d.alternatives(s, name) {
			if i, e := fsys.Lstat(alt); e == nil {
				name, info, err = alt, i, nil
				break
			}
		}
	}
	if err == nil && info.Mode()&fs.ModeSymlink != 0 && (s.stdout || s.test || s.list || s.force) {
		info, err = fsys.Stat(name)
	}
	if err != nil {
		s.d.missing(s, name, err)
		return
	}
	switch {
	case info.IsDir():
		if s.recursive {
			s.walk(name)
			return
		}
		s.d.directory(s, name)
		return
	case !s.special(name, info):
		return
	}
	out := ""
	toStdout := s.stdout || s.test || s.list
	if !toStdout && s.output == "" {
		var ok bool
		if out, ok = s.d.target(s, name); !ok {
			return
		}
	}
	in, err := cmd.OpenFile(s.p, name)
	if err != nil {
		s.d.missing(s, name, err)
		return
	}
	defer in.Close()
	s.header = fileHeader{name: path.Base(name), mtime: info.ModTime()}
	switch {
	case s.list:
		s.d.(lister).listFile(s, name, in)
	case s.test:
		s.convert(name, "", in, io.Discard)
	case s.output != "":
		s.toFile(name, s.output, in, info)
	case toStdout:
		s.convert(name, "-", in, s.p.Stdout())
	default:
		s.toFile(name, out, in, info)
	}
}

func (s *squeezer) reading() bool { return s.decompress || s.test || s.list }

// special refuses what only -f and -c take: links with other names, symbolic links, devices. It reports whether to
// go on.
func (s *squeezer) special(name string, info fs.FileInfo) bool {
	if s.stdout || s.test || s.list {
		return true
	}
	type refuser interface {
		refuse(s *squeezer, name string, info fs.FileInfo) bool
	}
	if r, ok := s.d.(refuser); ok && r.refuse(s, name, info) {
		return false
	}
	return true
}

func (s *squeezer) walk(dir string) {
	entries, err := s.p.FS().ReadDir(dir)
	if err != nil {
		s.d.missing(s, dir, err)
		return
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		names = append(names, e.Name())
	}
	sort.Strings(names)
	for _, n := range names {
		if s.p.Safepoint() != nil {
			return
		}
		s.file(strings.TrimSuffix(dir, "/") + "/" + n)
	}
}

// toFile converts into a file that takes over the input's mode, owner and time, and removes the input.
func (s *squeezer) toFile(name, out string, in *cmd.Input, info fs.FileInfo) {
	fsys := s.p.FS()
	flag := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	f, err := s.p.Open(out, flag, 0o600)
	if errors.Is(err, fs.ErrExist) {
		if !s.d.exists(s, name, out) {
			return
		}
		if err = fsys.Unlink(out); err == nil {
			f, err = s.p.Open(out, flag, 0o600)
		}
	}
	if err != nil {
		s.worse(1)
		cmd.FileError(s.p, out, err)
		return
	}
	ok := s.convert(name, out, in, &processWriter{ctx: s.p.Context(), f: f})
	if err := f.Close(); err != nil && ok {
		cmd.FileError(s.p, out, err)
		s.worse(1)
		ok = false
	}
	if !ok {
		_ = fsys.Unlink(out)
		return
	}
	if info == nil {
		_ = fsys.Chmod(out, 0o666&^s.p.Umask())
		return
	}
	if st, is := info.Sys().(*vfs.Stat); is {
		_ = fsys.Chown(out, st.UID, st.GID)
	}
	_ = fsys.Chmod(out, info.Mode())
	mtime := info.ModTime()
	if s.decompress && s.name && !s.header.mtime.IsZero() {
		mtime = s.header.mtime
	}
	_ = fsys.Chtimes(out, mtime, mtime)
	if !s.keep {
		if err := fsys.Unlink(name); err != nil {
			cmd.FileError(s.p, name, err)
			s.worse(1)
		}
	}
}

// convert runs the data through the codec. It reports and counts failures itself.
func (s *squeezer) convert(name, out string, in *cmd.Input, to io.Writer) bool {
	c := s.d.codec()
	src := &counter{r: in}
	w := &countingWriter{w: to}
	var err error
	if s.decompress || s.test {
		err = s.decode(c, src, w)
	} else {
		err = s.encode(c, src, w)
	}
	s.in, s.out = src.n, w.n
	switch {
	case err == nil:
	case w.err != nil:
		s.worse(1)
		if s.p.Safepoint() == nil && !isPipe(w.err) {
			cmd.Errorf(s.p, "%s: %s", displayOut(out), kernel.Strerror(w.err))
		}
		return false
	default:
		s.d.readError(s, name, out, err)
		if !errors.Is(err, errTrailing) {
			return false
		}
	}
	s.d.done(s, name, out)
	return true
}

func isPipe(err error) bool {
	e, ok := kernel.Errno(err)
	return ok && kernel.Strerror(e) == "Broken pipe"
}

func displayOut(out string) string {
	if out == "-" || out == "" {
		return "stdout"
	}
	return cmd.Quotef(out)
}

func (s *squeezer) encode(c *codec, src io.Reader, w *countingWriter) error {
	buf := bufio.NewWriterSize(w, cmd.BufferSize)
	var z io.WriteCloser
	var err error
	if h, ok := s.d.(interface {
		writer(s *squeezer, w io.Writer) (io.WriteCloser, error)
	}); ok {
		z, err = h.writer(s, buf)
	} else {
		z, err = c.writer(buf, s.level)
	}
	if err != nil {
		return err
	}
	rerr, werr := cmd.Copy(z, src)
	cerr := z.Close()
	for _, err := range []error{rerr, werr, cerr} {
		if err != nil {
			return err
		}
	}
	return buf.Flush()
}

func (s *squeezer) decode(c *codec, src io.Reader, w *countingWriter) error {
	br := bufferedReader(src)
	if s.force && s.stdout && detect(br) == nil {
		rerr, werr := cmd.Copy(w, br) // as cat does: zcat -f, zstdcat
		if rerr != nil {
			return rerr
		}
		return werr
	}
	z, err := c.reader(br)
	if err != nil {
		return err
	}
	defer z.Close()
	if g, ok := z.(*gzipReader); ok {
		s.header = fileHeader{name: g.z.Name, mtime: g.z.ModTime}
	}
	rerr, werr := cmd.Copy(w, z)
	if rerr != nil {
		return rerr
	}
	return werr
}

// ask reads an answer from standard input when it is a terminal; yes reports a "y".
func (s *squeezer) ask(prompt string) (yes, asked bool) {
	fd := s.p.FD(0)
	if fd == nil || !fd.IsTerminal() {
		return false, false
	}
	cmd.Raw(s.p, prompt)
	line, _, _ := cmd.NewLineReader(s.p.Stdin(), '\n').Next()
	return len(line) > 0 && (line[0] == 'y' || line[0] == 'Y'), true
}
