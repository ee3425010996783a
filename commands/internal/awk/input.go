package awk

import (
	"fmt"
	"strconv"

	"github.com/sandpit-dev/sandpit/kernel"
)

// mainInput walks the operands: files, "-", and assignments between them.
type mainInput struct {
	arg    int // next element of ARGV
	reader *reader
	any    bool // a file was among the operands
	done   bool
}

// nextMain gives the next record of the main input.
func (in *interp) nextMain() (rec string, ok bool) {
	m := in.main
	for !m.done {
		if m.reader == nil && !in.openNext() {
			m.done = true
			break
		}
		rec, term, ok, err := m.reader.next(in)
		if err != nil {
			in.warnRead(err)
		}
		if ok {
			in.nr++
			in.fnr++
			in.globals[vRT].v = str(term)
			return rec, true
		}
		m.reader.src.Close()
		m.reader = nil
	}
	return "", false
}

func (in *interp) warnRead(err error) {
	name := in.globals[vFILENAME].v.s
	if kernel.Strerror(err) == "Is a directory" {
		in.warn("command line argument `%s' is a directory: skipped", name)
		return
	}
	in.fatal("cannot read file `%s': %s", name, kernel.Strerror(err))
}

func (in *interp) argc() int {
	n := in.globals[vARGC].v.num()
	if !(n > 0) {
		return 0
	}
	return int(min(n, 1<<30))
}

// openNext opens the next input; standard input when no operand names a file.
func (in *interp) openNext() bool {
	m := in.main
	argv := in.globals[vARGV].arr
	for m.arg < in.argc() {
		s := argv.find(strconv.Itoa(m.arg))
		m.arg++
		in.step()
		if s == nil {
			continue
		}
		name := in.str(s.v)
		if name == "" {
			continue
		}
		if key, val, ok := assignment(name); ok {
			in.setVar(key, val)
			continue
		}
		m.any = true
		if in.openMain(name) {
			return true
		}
	}
	if m.any {
		return false
	}
	m.any = true
	return in.openMain("-")
}

func (in *interp) openMain(name string) bool {
	src, err := in.openInput(name)
	if err != nil {
		panic(&fatalError{text: fmt.Sprintf("cannot open file `%s' for reading: %s", name, kernel.Strerror(err)), nobody: true})
	}
	if f, ok := src.(fileSource); ok {
		if info, err := f.f.Stat(); err == nil && info.IsDir() {
			in.warn("command line argument `%s' is a directory: skipped", name)
			src.Close()
			return false
		}
	}
	in.globals[vFILENAME].v = strnum(name)
	in.fnr = 0
	in.main.reader = &reader{src: src}
	return true
}

// skipFile is nextfile.
func (in *interp) skipFile() {
	if in.main.reader != nil {
		in.main.reader.src.Close()
		in.main.reader = nil
	}
}

// assignment takes var=value apart.
func assignment(s string) (name, val string, ok bool) {
	if s == "" || !isNameStart(s[0]) {
		return "", "", false
	}
	for i := 1; i < len(s); i++ {
		if s[i] == '=' {
			return s[:i], s[i+1:], true
		}
		if !isNameByte(s[i]) {
			break
		}
	}
	return "", "", false
}

// getline compiles the forms of getline. They give 1, 0 at the end, -1 on an error.
func (c *compiler) getline(e *getlineExpr) evalFn {
	var set func(in *interp, v value)
	if e.lhs != nil {
		set = c.setter(e.lhs)
	}
	var name evalFn
	if e.source != nil {
		name = c.expr(e.source)
	}
	op := e.op
	return func(in *interp) value {
		in.step()
		var rec, term string
		ok := false
		if name == nil {
			rec, ok = in.nextMain()
			if !ok {
				return num(0)
			}
		} else {
			target := in.str(name(in))
			var s *stream
			if op == tPipe {
				s = in.commandReader(target)
			} else {
				s = in.fileReader(target)
			}
			if s == nil {
				return num(-1)
			}
			var err error
			rec, term, ok, err = s.read.next(in)
			if err != nil {
				in.setErrno(err)
				return num(-1)
			}
			if !ok {
				return num(0)
			}
			in.globals[vRT].v = str(term)
			// POSIX counts the records of commands in NR; gawk and mawk do not
		}
		if set != nil {
			set(in, strnum(rec))
		} else {
			in.setLine(rec)
		}
		return num(1)
	}
}
