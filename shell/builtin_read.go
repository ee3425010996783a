package shell

import (
	"context"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
	"mvdan.cc/sh/v3/syntax"
)

// byteReader reads from a file so that what it did not use is left for others: a seekable file is read in blocks and
// put back, others byte by byte.
type byteReader struct {
	sh       *Shell
	f        *kernel.File
	ctx      context.Context
	buf      []byte
	i, n     int
	seekable bool
	pos      int64 // of buf[0]
}

func (sh *Shell) newByteReader(f *kernel.File, ctx context.Context) *byteReader {
	r := &byteReader{sh: sh, f: f, ctx: ctx}
	if pos, err := f.Seek(0, io.SeekCurrent); err == nil {
		r.seekable, r.pos = true, pos
		r.buf = make([]byte, 512)
	} else {
		r.buf = make([]byte, 1)
	}
	return r
}

func (r *byteReader) next() (byte, error) {
	if r.i == r.n {
		r.pos += int64(r.n)
		r.i, r.n = 0, 0
		n, err := r.f.Read(r.ctx, r.buf)
		if n == 0 {
			return 0, orEOF(err)
		}
		r.n = n
	}
	c := r.buf[r.i]
	r.i++
	return c, nil
}

// done puts back what was read too far.
func (r *byteReader) done() {
	if r.seekable && r.i < r.n {
		r.f.Seek(r.pos+int64(r.i), io.SeekStart)
	}
}

// builtinRead is read.
func builtinRead(sh *Shell, args []string) int {
	o := sh.options(args, "ersa:d:i:n:N:p:t:u:")
	var raw, exact, silent, edit bool
	initial := ""
	delim, array, prompt := byte('\n'), "", ""
	limit := -1
	timeout := time.Duration(-1)
	fd := 0
	for c := o.next(); c != 0; c = o.next() {
		switch c {
		case 'r':
			raw = true
		case 'a':
			array = o.arg
		case 'd':
			delim = 0
			if o.arg != "" {
				delim = o.arg[0]
			}
		case 's':
			silent = true
		case 'e':
			edit = true
		case 'i':
			initial = o.arg
		case 'p':
			prompt = o.arg
		case 'n', 'N':
			n, err := strconv.Atoi(o.arg)
			if err != nil || n < 0 {
				sh.errf("read: %s: invalid number", o.arg)
				return 1
			}
			limit, exact = n, c == 'N'
		case 't':
			f, err := strconv.ParseFloat(o.arg, 64)
			if err != nil || f < 0 || math.IsInf(f, 0) || math.IsNaN(f) || f > 1e9 {
				sh.errf("read: %s: invalid timeout specification", o.arg)
				return 1
			}
			timeout = time.Duration(f * float64(time.Second))
		case 'u':
			n, ok := parseFD(o.arg)
			if !ok {
				sh.errf("read: %s: invalid file descriptor specification", o.arg)
				return 1
			}
			fd = n
		}
	}
	if o.bad != 0 {
		return o.bad
	}
	names := o.rest()
	for _, n := range append(names[:len(names):len(names)], array) {
		if n != "" && !validRef(n) {
			sh.errf("read: `%s': not a valid identifier", n)
			return 1
		}
	}
	in := sh.p.FD(fd)
	if in == nil {
		if fd == 0 {
			sh.errf("read: read error: 0: Bad file descriptor")
		} else {
			sh.errf("read: %d: invalid file descriptor: Bad file descriptor", fd)
		}
		return 1
	}
	edit = edit && sh.interactive && in.IsTerminal()
	if prompt != "" && in.IsTerminal() && !edit {
		sh.writeErr(prompt)
	}
	ctx, stop := sh.readContext(timeout)
	defer stop()
	if timeout == 0 {
		return boolStatus(in.File().Readable())
	}
	var line string
	var escaped []bool
	var status int
	if edit {
		line, escaped, status = sh.readWithEditor(ctx, fd, prompt, initial, raw, exact, delim, limit)
	} else {
		restore := sh.readModes(in, silent, limit >= 0 || delim != '\n')
		r := sh.newByteReader(in.File(), ctx)
		line, escaped, status = sh.readInput(r, raw, exact, delim, limit)
		r.done()
		restore()
	}
	if sh.flow != flowNone {
		return status
	}
	var err error
	switch {
	case array != "":
		err = sh.setArray(array, splitFields(line, escaped, sh.ifs(), -1))
	case len(names) == 0:
		err = sh.setVar("REPLY", line)
	case exact:
		err = sh.assignRef(names[0], line)
		for _, n := range names[1:] {
			if err == nil {
				err = sh.assignRef(n, "")
			}
		}
	default:
		fields := splitFields(line, escaped, sh.ifs(), len(names))
		for i, n := range names {
			v := ""
			if i < len(fields) {
				v = fields[i]
			}
			if err = sh.assignRef(n, v); err != nil {
				break
			}
		}
	}
	if err != nil {
		if msg, _ := expandMessage(err); msg != "" {
			sh.errf("%s", msg)
		}
		return 1
	}
	return status
}

// ifs is the value of IFS, or its default.
func (sh *Shell) ifs() string {
	if v, ok := sh.getVar("IFS"); ok {
		return v
	}
	return " \t\n"
}

// readContext is the context of a blocking read: it ends with the shell, with a timeout, and when a trapped signal
// arrives.
func (sh *Shell) readContext(timeout time.Duration) (context.Context, func()) {
	ctx := sh.ctx
	var stops []func()
	if sh.traps.any {
		c, cancel := sh.p.Interruptible(ctx)
		ctx = c
		stops = append(stops, cancel)
	}
	if timeout > 0 {
		c, cancel := context.WithCancelCause(ctx)
		t := sh.p.Kernel().Clock().NewTimer(timeout)
		done := make(chan struct{})
		go func() {
			select {
			case <-t.C():
				cancel(errTimeout)
			case <-done:
			}
		}()
		ctx = c
		stops = append(stops, func() { t.Stop(); close(done); cancel(nil) })
	}
	return ctx, func() {
		for i := len(stops) - 1; i >= 0; i-- {
			stops[i]()
		}
	}
}

var errTimeout = errors.New("timed out")

// readInput reads a line. escaped marks the bytes that a backslash protects from splitting.
func (sh *Shell) readInput(r *byteReader, raw, exact bool, delim byte, limit int) (line string, escaped []bool, status int) {
	var b []byte
	chars := 0
	backslash := false
	if limit == 0 {
		return "", nil, 0
	}
	max := sh.expansionMax()
	var pending int // bytes still missing of a multibyte character
	for {
		c, err := r.next()
		if err != nil {
			status = 1
			switch cause := context.Cause(r.ctx); {
			case errors.Is(err, io.EOF):
			case sh.ctx.Err() != nil || sh.p.Killed():
				sh.killed(err)
			case errors.Is(cause, errTimeout):
				status = 128 + int(kernel.SIGALRM)
			case errors.Is(cause, kernel.ErrInterrupted) || errors.Is(err, kernel.ErrInterrupted):
				status = 128 + int(kernel.SIGINT)
				if sh.runPendingTraps(); sh.flow == flowNone {
					// the read goes on after the trap
					ctx, stop := sh.readContext(-1)
					defer stop()
					r.ctx = ctx
					continue
				}
			default:
				sh.errf("read: read error: 0: %s", errnoText(err))
			}
			break
		}
		if !raw && backslash {
			backslash = false
			if c == '\n' {
				continue
			}
			b = append(b, c)
			escaped = mark(escaped, len(b)-1)
		} else {
			if !raw && c == '\\' {
				backslash = true
				continue
			}
			if c == delim && !exact {
				break
			}
			if c == 0 {
				continue
			}
			b = append(b, c)
		}
		if max > 0 && int64(len(b)) > max {
			sh.p.LimitHit(kernel.LimitExpansion, max)
			sh.errf("read: line too long")
			return "", nil, 1
		}
		if limit > 0 {
			switch {
			case pending > 0:
				pending--
			case c >= 0xc0:
				pending = runeLen(c) - 1
			}
			if pending == 0 {
				if chars++; chars == limit {
					break
				}
			}
		}
	}
	for len(escaped) > 0 && len(escaped) < len(b) {
		escaped = append(escaped, false)
	}
	return string(b), escaped, status
}

func runeLen(c byte) int {
	switch {
	case c >= 0xf0:
		return 4
	case c >= 0xe0:
		return 3
	case c >= 0xc0:
		return 2
	}
	return 1
}

func mark(m []bool, i int) []bool {
	for len(m) < i {
		m = append(m, false)
	}
	return append(m, true)
}

// splitFields splits a line for read: into at most n fields, the last of which takes the rest of the line, or with n < 0
// into as many as there are.
func splitFields(line string, escaped []bool, ifs string, n int) []string {
	isEsc := func(i int) bool { return i < len(escaped) && escaped[i] }
	isIFS := func(i int) bool { return !isEsc(i) && strings.IndexByte(ifs, line[i]) >= 0 }
	isSpace := func(i int) bool {
		c := line[i]
		return (c == ' ' || c == '\t' || c == '\n') && isIFS(i)
	}
	if ifs == "" {
		if line == "" && n < 0 {
			return nil
		}
		return []string{line}
	}
	end := len(line)
	i := 0
	for i < end && isSpace(i) {
		i++
	}
	var fields []string
	for i < end {
		if n >= 0 && len(fields) == n-1 {
			// The rest: without trailing blanks, and without one trailing separator when nothing else follows.
			stop := end
			for stop > i && isSpace(stop-1) {
				stop--
			}
			rest := line[i:stop]
			j := i
			for j < stop && !isIFS(j) {
				j++
			}
			if j < stop && !isSpace(j) && j == stop-1 {
				rest = line[i:j]
			} else if j < stop && isSpace(j) {
				k := j
				for k < stop && isSpace(k) {
					k++
				}
				if k == stop-1 && isIFS(k) {
					rest = line[i:j]
				}
			}
			return append(fields, rest)
		}
		start := i
		for i < end && !isIFS(i) {
			i++
		}
		fields = append(fields, line[start:i])
		for i < end && isSpace(i) {
			i++
		}
		if i < end && isIFS(i) && !isSpace(i) {
			if i > start || true {
				i++
			}
			for i < end && isSpace(i) {
				i++
			}
		}
	}
	return fields
}

// assignRef assigns to a name or to an element of an array.
func (sh *Shell) assignRef(name, value string) error {
	if k := strings.IndexByte(name, '['); k > 0 && strings.HasSuffix(name, "]") {
		return sh.setElem(name[:k], name[k+1:len(name)-1], value)
	}
	return sh.setVar(name, value)
}

// setArray makes name an indexed array of the values.
func (sh *Shell) setArray(name string, values []string) error {
	if target, sub, ok := sh.resolve(name); ok && sub == "" {
		name = target
	}
	v := sh.raw(name)
	if v.has(attrReadonly) {
		return readonlyError(name)
	}
	if v.has(attrAssoc) {
		return errorf(1, "%s: cannot convert associative to indexed array", name)
	}
	v = sh.own(name)
	sh.charge(-v.size())
	v.idx, v.str, v.sb, v.set = nil, "", nil, false
	v.attrs |= attrIndexed
	sh.toIndexed(v)
	for i, s := range values {
		if err := sh.setIndex(name, int64(i), s); err != nil {
			return err
		}
	}
	return nil
}

// builtinMapfile is mapfile and readarray.
func builtinMapfile(sh *Shell, args []string) int {
	o := sh.options(args, "d:n:O:s:tu:C:c:")
	delim, most, origin, skip, quantum := byte('\n'), 0, -1, 0, 5000
	trim, fd, callback := false, 0, ""
	number := func(what string) (int, bool) {
		n, err := strconv.Atoi(o.arg)
		if err != nil || n < 0 {
			sh.errf("%s: %s: invalid %s", args[0], o.arg, what)
			return 0, false
		}
		return n, true
	}
	for c := o.next(); c != 0; c = o.next() {
		ok := true
		switch c {
		case 'd':
			delim = 0
			if o.arg != "" {
				delim = o.arg[0]
			}
		case 'n':
			most, ok = number("line count")
		case 'O':
			origin, ok = number("array origin")
		case 's':
			skip, ok = number("line count")
		case 't':
			trim = true
		case 'u':
			if fd, ok = parseFD(o.arg); !ok {
				sh.errf("%s: %s: invalid file descriptor specification", args[0], o.arg)
			}
		case 'C':
			callback = o.arg
		case 'c':
			if quantum, ok = number("callback quantum"); ok && quantum == 0 {
				sh.errf("%s: %s: invalid callback quantum", args[0], o.arg)
				ok = false
			}
		}
		if !ok {
			return 1
		}
	}
	if o.bad != 0 {
		return o.bad
	}
	name := "MAPFILE"
	if rest := o.rest(); len(rest) > 0 {
		name = rest[0]
	}
	if !syntax.ValidName(name) {
		sh.errf("%s: `%s': not a valid identifier", args[0], name)
		return 1
	}
	in := sh.p.FD(fd)
	if in == nil {
		sh.errf("%s: %d: invalid file descriptor: Bad file descriptor", args[0], fd)
		return 1
	}
	fail := func(err error) int {
		if msg, _ := expandMessage(err); msg != "" {
			sh.errf("%s", msg)
		}
		return 1
	}
	if origin < 0 {
		if err := sh.setArray(name, nil); err != nil {
			return fail(err)
		}
		origin = 0
	}
	r := sh.newByteReader(in.File(), sh.ctx)
	if most == 0 && !r.seekable { // to the end: nothing is left for others
		r.buf = make([]byte, 4096)
	}
	defer r.done()
	count := 0
	var b []byte
	limit := sh.expansionMax()
	for most == 0 || count < most {
		b = b[:0]
		ended := false
		for {
			c, err := r.next()
			if err != nil {
				if sh.ctx.Err() != nil || sh.p.Killed() {
					sh.killed(err)
					return 1
				}
				ended = true
				break
			}
			b = append(b, c)
			if c == delim {
				break
			}
			if limit > 0 && int64(len(b)) > limit {
				sh.p.LimitHit(kernel.LimitExpansion, limit)
				sh.errf("%s: line too long", args[0])
				return 1
			}
		}
		if len(b) == 0 {
			break
		}
		if skip > 0 {
			skip--
			continue
		}
		line := b
		if n := len(line); n > 0 && line[n-1] == delim && (trim || delim == 0) {
			line = line[:n-1]
		}
		text := strings.ReplaceAll(string(line), "\x00", "")
		if callback != "" && (count+1)%quantum == 0 {
			sh.evalText(callback+" "+strconv.Itoa(origin+count)+" "+singleQuote(text), "mapfile")
			if sh.flow != flowNone {
				return sh.status
			}
		}
		if err := sh.setIndex(name, int64(origin+count), text); err != nil {
			return fail(err)
		}
		count++
		if ended || !sh.safepoint() {
			break
		}
	}
	return 0
}
