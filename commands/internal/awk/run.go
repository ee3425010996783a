package awk

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

// Program is a compiled AWK program. It is immutable: any number of runs may share it.
type Program struct {
	tree  *tree
	funcs []*compiledFunc
	begin []execFn
	end   []execFn
	rules []compiledRule
	place string // "cmd. line:1: " of a program of one line: what goes wrong is there
}

type compiledRule struct {
	pattern, last condFn
	ranged        bool
	body          execFn // nil: print the record
}

// Parse reads and compiles a program of one or more sources, as several -f options give. The error is a *SyntaxError.
func Parse(sources []Source) (*Program, error) {
	t, err := parseTree(sources)
	if err != nil {
		return nil, err
	}
	c := &compiler{t: t}
	for _, f := range t.funcs {
		c.funcs = append(c.funcs, &compiledFunc{name: f.name, nparams: len(f.params), weight: f.weight})
	}
	for i, f := range t.funcs {
		c.funcs[i].body = c.block(f.body)
	}
	p := &Program{tree: t, funcs: c.funcs}
	for _, b := range t.begin {
		p.begin = append(p.begin, c.block(b))
	}
	for _, b := range t.end {
		p.end = append(p.end, c.block(b))
	}
	for _, r := range t.rules {
		k := compiledRule{ranged: r.ranged}
		if r.pattern != nil {
			k.pattern = c.cond(r.pattern)
		}
		if r.ranged {
			k.last = c.cond(r.last)
		}
		if !r.noBody {
			k.body = c.block(r.body)
		}
		p.rules = append(p.rules, k)
	}
	if len(sources) == 1 && !strings.Contains(strings.TrimSpace(sources[0].Text), "\n") && !strings.HasPrefix(sources[0].Text, "\n") {
		p.place = (&SyntaxError{Line: 1, File: sources[0].Name}).place()
	}
	return p, nil
}

// Options are what the command line sets beside the program.
type Options struct {
	Name   string   // how the program calls itself in messages
	Assign []string // var=value, in order
	FS     string   // of -F
	HasFS  bool
	Bytes  bool     // characters are bytes: the C locale, -b
	Sealed bool     // -S: no system(), no redirection, no pipes
	Args   []string // operands: ARGV[1] and on
}

// Run executes a program as process p and gives the exit status: that of exit, 2 after a fatal error.
func Run(ctx context.Context, p *kernel.Process, prog *Program, opt Options) int {
	in := newInterp(ctx, p, prog, opt)
	in.execute(opt)
	return in.status
}

func newInterp(ctx context.Context, p *kernel.Process, prog *Program, opt Options) *interp {
	in := &interp{
		p: p, ctx: ctx, name: opt.Name, prog: prog,
		globals: make([]cell, len(prog.tree.names)),
		seed:    1, ofs: " ", ors: "\n", subsep: "\x1c", convfmt: "%.6g", ofmt: "%.6g", fs: " ", rs: "\n",
		fpat: "[^[:space:]]+", lineValid: true, split: true,
		ranges:  make([]bool, len(prog.rules)),
		main:    &mainInput{arg: 1},
		streams: map[string]*stream{}, regexes: map[string]*regex{},
	}
	in.enc.bytes, in.sandbox = opt.Bytes, opt.Sealed
	in.maxBytes = 1 << 40
	if n := p.Kernel().Limits().ExpansionBytes; n > 0 {
		in.maxBytes = int(min(n, 1<<40))
	}
	in.maxHeld = 2 * in.maxBytes
	if fd := p.FD(1); fd != nil && fd.IsTerminal() {
		in.lineOut = true
	}
	g := in.globals
	for slot, v := range map[int]value{vFS: str(" "), vOFS: str(" "), vORS: str("\n"), vRS: str("\n"), vSUBSEP: str("\x1c"),
		vCONVFMT: str("%.6g"), vOFMT: str("%.6g"), vFPAT: str(in.fpat), vRSTART: num(0), vRLENGTH: num(-1),
		vIGNORECASE: num(0)} {
		g[slot].v = v
	}
	for _, slot := range []int{vENVIRON, vARGV, vPROCINFO} {
		g[slot].arr = newArray()
	}
	for _, kv := range p.Environ() {
		k, v, _ := strings.Cut(kv, "=")
		in.set(g[vENVIRON].arr, k, strnum(v))
	}
	in.set(g[vARGV].arr, "0", str(opt.Name))
	for i, a := range opt.Args {
		in.set(g[vARGV].arr, strconv.Itoa(i+1), strnum(a))
	}
	g[vARGC].v = num(float64(len(opt.Args) + 1))
	cred := p.Cred()
	for k, n := range map[string]int{"pid": p.PID(), "ppid": p.PPID(), "pgrpid": p.PGID(), "uid": cred.UID, "euid": cred.UID, "gid": cred.GID, "egid": cred.GID} {
		in.set(g[vPROCINFO].arr, k, num(float64(n)))
	}
	in.set(g[vPROCINFO].arr, "version", str("5.2.1"))
	in.set(g[vPROCINFO].arr, "platform", str("posix"))
	in.set(g[vPROCINFO].arr, "FS", str("FS"))
	return in
}

// execute runs BEGIN, the records and END, and closes what is open, whatever happens.
func (in *interp) execute(opt Options) {
	defer func() {
		r := recover()
		if r != nil {
			in.handle(r)
		}
		func() {
			defer func() {
				if r := recover(); r != nil {
					in.handle(r)
				}
			}()
			in.closeAll()
		}()
		in.release()
	}()
	if opt.HasFS {
		in.setSpecial(vFS, str(opt.FS))
	}
	for _, a := range opt.Assign {
		k, v, _ := strings.Cut(a, "=")
		in.setVar(k, v)
	}
	exited := in.protect(in.runBegin)
	if !exited && (len(in.prog.rules) > 0 || len(in.prog.end) > 0) {
		exited = in.protect(in.runRecords)
		_ = exited
	} else if !exited {
		return
	}
	in.inEnd = true
	in.protect(in.runEnd)
}

// protect runs a part of the program; exit ends it, true.
func (in *interp) protect(part func() ctl) (exited bool) {
	defer func() {
		if r := recover(); r != nil {
			if u, ok := r.(unwind); ok && u.c == ctlExit {
				in.resetStack()
				exited = true
				return
			}
			panic(r)
		}
	}()
	return part() == ctlExit
}

func (in *interp) runBegin() ctl {
	for _, b := range in.prog.begin {
		switch b(in) {
		case ctlExit:
			return ctlExit
		case ctlNext, ctlNextFile:
			in.fatal("`next' cannot be called from a BEGIN rule")
		}
	}
	return ctlNone
}

func (in *interp) runEnd() ctl {
	for _, b := range in.prog.end {
		switch b(in) {
		case ctlExit:
			return ctlExit
		case ctlNext, ctlNextFile:
			in.fatal("`next' cannot be called from an END rule")
		}
	}
	return ctlNone
}

func (in *interp) runRecords() ctl {
	for {
		rec, ok := in.nextMain()
		if !ok {
			return ctlNone
		}
		in.setLine(rec)
		in.step()
		switch in.record1() {
		case ctlExit:
			return ctlExit
		case ctlNextFile:
			in.skipFile()
		}
	}
}

// record1 runs the rules over one record; next may come out of a function.
func (in *interp) record1() ctl {
	if len(in.prog.funcs) > 0 {
		return in.guardedRules()
	}
	return in.runRules()
}

func (in *interp) guardedRules() (r ctl) {
	defer func() {
		if x := recover(); x != nil {
			if u, ok := x.(unwind); ok && u.c != ctlExit {
				in.resetStack()
				r = u.c
				return
			}
			panic(x)
		}
	}()
	return in.runRules()
}

func (in *interp) runRules() ctl {
	for i := range in.prog.rules {
		r := &in.prog.rules[i]
		if r.ranged {
			if !in.ranges[i] {
				if !r.pattern(in) {
					continue
				}
				in.ranges[i] = true
			}
			if r.last(in) {
				in.ranges[i] = false
			}
		} else if r.pattern != nil && !r.pattern(in) {
			continue
		}
		if r.body == nil {
			in.scratch = append(append(in.scratch[:0], in.record()...), in.ors...)
			in.write(in.scratch)
			continue
		}
		if c := r.body(in); c != ctlNone {
			return c
		}
	}
	return ctlNone
}

// where is the place of what went wrong: the line, where it is known, and the record.
func (in *interp) where() string {
	if in.prog.place == "" || in.fnr == 0 {
		return in.prog.place
	}
	name := in.globals[vFILENAME].v.s
	if name == "" {
		name = "-"
	}
	return fmt.Sprintf("%s(FILENAME=%s FNR=%.0f) ", in.prog.place, name, in.fnr)
}

// handle turns what ended the program into a message and a status.
func (in *interp) handle(r any) {
	switch r := r.(type) {
	case *fatalError:
		in.status = 2
		func() {
			defer func() { _ = recover() }()
			in.flushOut()
		}()
		if where := in.where(); in.p.Safepoint() == nil {
			if r.nobody {
				where = ""
			}
			_, _ = in.p.Stderr().Write([]byte(in.name + ": " + where + "fatal: " + r.text + "\n"))
		}
	case gone:
		in.status = 2
		in.outErr = true
	case unwind:
		if r.c != ctlExit {
			in.status = 2
			_, _ = in.p.Stderr().Write([]byte(in.name + ": " + in.where() + "fatal: `next' cannot be called from a `BEGIN' rule\n"))
		}
	default:
		panic(r)
	}
}

// release closes what an interrupted end left open.
func (in *interp) release() {
	for _, s := range in.streams {
		if s.file != nil {
			_ = s.file.Close()
		}
		if s.read != nil {
			s.read.src.Close()
		}
	}
	in.streams = nil
	if in.main.reader != nil {
		in.main.reader.src.Close()
	}
}

// IsSyntax reports whether err is a program that does not parse.
func IsSyntax(err error) bool {
	var se *SyntaxError
	return errors.As(err, &se)
}

// IsName reports whether s can name a variable.
func IsName(s string) bool {
	if s == "" || !isNameStart(s[0]) {
		return false
	}
	for i := range len(s) {
		if !isNameByte(s[i]) {
			return false
		}
	}
	return true
}

// Unescape processes the escapes of a command line value, as -v and -F do.
func Unescape(s string) string { return unescape(s) }
