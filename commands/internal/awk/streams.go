package awk

import (
	"os"
	"slices"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

const outSize = 64 << 10

// stream is an open redirection: a file or command that is read or written.
type stream struct {
	key   string
	name  string
	read  *reader
	file  *kernel.File
	buf   []byte
	child *kernel.Process
	pipe  bool
	std   bool // /dev/stdout: the program's own output
	err   bool // unbuffered

	failed error // of the last write
}

func streamKey(kind byte, name string) string { return string(kind) + name }

// emit writes what print or printf put together.
func (in *interp) emit(op token, name string) {
	if op == 0 {
		in.write(in.scratch)
		return
	}
	s := in.outStream(op, name)
	if s.std {
		in.write(in.scratch)
		return
	}
	if s.err {
		_, _ = in.p.Stderr().Write(in.scratch)
		return
	}
	if len(s.buf)+len(in.scratch) > outSize {
		in.mustFlush(s)
	}
	s.buf = append(s.buf, in.scratch...)
	if len(s.buf) > outSize {
		in.mustFlush(s)
	}
}

// mustFlush ends the program when a file takes no more: a full disk must not look like success.
func (in *interp) mustFlush(s *stream) {
	if in.flushStream(s) != 0 {
		in.fatal("print to \"%s\" failed: %s", s.name, kernel.Strerror(s.failed))
	}
}

// write adds to standard output.
func (in *interp) write(b []byte) {
	if len(in.out)+len(b) > outSize {
		in.flushOut()
	}
	in.out = append(in.out, b...)
	if len(in.out) > outSize || in.lineOut {
		in.flushOut()
	}
}

func (in *interp) flushOut() {
	if len(in.out) == 0 || in.outErr {
		in.out = in.out[:0]
		return
	}
	b := in.out
	in.out = in.out[:0]
	if _, err := in.p.Stdout().Write(b); err != nil {
		in.outErr = true
		if in.p.Safepoint() != nil {
			panic(gone{})
		}
		in.fatal("write to \"standard output\" failed: %s", kernel.Strerror(err))
	}
}

func (in *interp) flushStream(s *stream) int {
	if len(s.buf) == 0 || s.file == nil {
		return 0
	}
	_, err := s.file.Write(in.ctx, s.buf)
	s.buf = s.buf[:0]
	if err != nil {
		if in.p.Safepoint() != nil {
			panic(gone{})
		}
		s.failed = err
		return -1
	}
	return 0
}

// flushAll comes before anything that lets another process write.
func (in *interp) flushAll() {
	in.flushOut()
	for _, s := range in.open {
		in.flushStream(s)
	}
}

// maxStreams bounds open redirections.
const maxStreams = 512

func (in *interp) addStream(key string, s *stream) *stream {
	if len(in.streams) >= maxStreams {
		in.fatal("too many open files or pipes")
	}
	key = strings.Clone(key)
	s.key = key
	in.streams[key] = s
	in.open = append(in.open, s)
	return s
}

func (in *interp) outStream(op token, name string) *stream {
	kind := byte('>')
	if op == tPipe {
		kind = '|'
	}
	key := streamKey(kind, name)
	if s := in.streams[key]; s != nil {
		return s
	}
	if name == "" {
		in.fatal("expression for `%s' redirection has null string value", map[token]string{tPipe: "|", tGT: ">", tAppend: ">>"}[op])
	}
	if op == tPipe {
		in.flushAll()
		r, w := in.p.Kernel().Pipe()
		child, err := in.shell(name, r, nil)
		_ = r.Close()
		if err != nil {
			_ = w.Close()
			in.fatal("cannot open pipe `%s' for output: %s", name, kernel.Strerror(err))
		}
		return in.addStream(key, &stream{name: name, file: w, child: child, pipe: true})
	}
	switch name {
	case "/dev/stdout", "-":
		return in.addStream(key, &stream{name: name, std: true})
	case "/dev/stderr":
		return in.addStream(key, &stream{name: name, err: true})
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if op == tAppend {
		flags = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	}
	f, err := in.p.Open(name, flags, 0o666)
	if err != nil {
		in.fatal("cannot redirect to `%s': %s", name, kernel.Strerror(err))
	}
	return in.addStream(key, &stream{name: name, file: f})
}

// shell starts sh -c with other standard files; nil keeps the program's own.
func (in *interp) shell(command string, stdin, stdout *kernel.File) (*kernel.Process, error) {
	files := make([]*kernel.File, 3)
	for i := range files {
		if fd := in.p.FD(i); fd != nil {
			files[i] = fd.File()
		}
	}
	if stdin != nil {
		files[0] = stdin
	}
	if stdout != nil {
		files[1] = stdout
	}
	return in.p.Spawn(in.ctx, kernel.Spec{Path: "/bin/sh", Args: []string{"sh", "-c", strings.Clone(command)}, Files: files})
}

// commandReader is cmd | getline.
func (in *interp) commandReader(command string) *stream {
	key := streamKey('p', command)
	if s := in.streams[key]; s != nil {
		return s
	}
	in.flushAll()
	r, w := in.p.Kernel().Pipe()
	child, err := in.shell(command, nil, w)
	_ = w.Close()
	if err != nil {
		_ = r.Close()
		in.fatal("cannot open pipe `%s' for input: %s", command, kernel.Strerror(err))
	}
	return in.addStream(key, &stream{name: command, child: child, pipe: true, read: &reader{src: fileSource{in.ctx, r}}})
}

// fileReader is getline < file; nil when the file does not open.
func (in *interp) fileReader(name string) *stream {
	key := streamKey('<', name)
	if s := in.streams[key]; s != nil {
		return s
	}
	src, err := in.openInput(name)
	if err != nil {
		in.setErrno(err)
		return nil
	}
	return in.addStream(key, &stream{name: name, read: &reader{src: src}})
}

func (in *interp) openInput(name string) (source, error) {
	if name == "-" || name == "/dev/stdin" {
		return stdinSource{in.p.Stdin()}, nil
	}
	f, err := in.p.Open(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	return fileSource{in.ctx, f}, nil
}

func (in *interp) setErrno(err error) {
	in.globals[vERRNO].v = str(kernel.Strerror(err))
}

// close is the function: the exit status of a command, 0 for a file, -1 for what is not open.
func (in *interp) close(name string) int {
	status := -1
	for _, kind := range []byte{'>', '|', 'p', '<'} {
		key := streamKey(kind, name)
		if s := in.streams[key]; s != nil {
			status = in.closeStream(s)
		}
	}
	return status
}

func (in *interp) closeStream(s *stream) int {
	delete(in.streams, s.key)
	in.open = slices.DeleteFunc(in.open, func(o *stream) bool { return o == s })
	if s.std {
		in.flushOut()
		return 0
	}
	status := 0
	if s.file != nil {
		status = in.flushStream(s)
		_ = s.file.Close()
	}
	if s.read != nil {
		s.read.src.Close()
	}
	if s.child != nil {
		st, err := s.child.Wait()
		if err != nil {
			return -1
		}
		return exitValue(st)
	}
	return status
}

// exitValue is gawk's number for how a child ended: its status, or 256 and the signal's number.
func exitValue(st kernel.Status) int {
	if st.Signal != 0 {
		n := 256 + int(st.Signal)
		if st.CoreDump {
			n += 256
		}
		return n
	}
	return st.Code
}

// closeAll ends what is still open, the last opened first and standard output after all, as gawk does.
func (in *interp) closeAll() {
	for len(in.open) > 0 {
		in.closeStream(in.open[len(in.open)-1])
	}
	in.flushOut()
}

// fflush flushes one stream, or all of them.
func (in *interp) fflush(name string, all bool) int {
	if all {
		in.flushAll()
		return 0
	}
	status := -1
	for _, kind := range []byte{'>', '|'} {
		if s := in.streams[streamKey(kind, name)]; s != nil {
			status = 0
			if s.std {
				in.flushOut()
			} else {
				status = in.flushStream(s)
			}
		}
	}
	if status < 0 && (name == "/dev/stdout" || name == "/dev/stderr") {
		in.flushOut()
		return 0
	}
	return status
}

func (in *interp) system(command string) float64 {
	in.flushAll()
	child, err := in.shell(command, nil, nil)
	if err != nil {
		return 127
	}
	st, err := child.Wait()
	if err != nil {
		if in.p.Safepoint() != nil {
			panic(gone{})
		}
		return -1
	}
	return float64(exitValue(st))
}
