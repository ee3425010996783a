package awk

// ctl is how a statement ended.
type ctl uint8

const (
	ctlNone ctl = iota
	ctlBreak
	ctlContinue
	ctlNext
	ctlNextFile
	ctlReturn
	ctlExit
)

type execFn func(in *interp) ctl

func (c *compiler) block(list []stmt) execFn {
	fns := make([]execFn, len(list))
	for i, s := range list {
		fns[i] = c.stmt(s)
	}
	switch len(fns) {
	case 0:
		return func(*interp) ctl { return ctlNone }
	case 1:
		return fns[0]
	}
	return func(in *interp) ctl {
		for _, f := range fns {
			if r := f(in); r != ctlNone {
				return r
			}
		}
		return ctlNone
	}
}

func (c *compiler) stmt(s stmt) execFn {
	switch s := s.(type) {
	case *exprStmt:
		switch s.x.(type) {
		case *incDecExpr:
			f := c.num(s.x)
			return func(in *interp) ctl { f(in); return ctlNone }
		case *assignExpr:
			if s.x.(*assignExpr).op != tAssign {
				f := c.num(s.x)
				return func(in *interp) ctl { f(in); return ctlNone }
			}
		}
		f := c.expr(s.x)
		return func(in *interp) ctl { f(in); return ctlNone }
	case *printStmt:
		return c.print(s)
	case *ifStmt:
		test, yes := c.cond(s.test), c.block(s.yes)
		if len(s.no) == 0 {
			return func(in *interp) ctl {
				if test(in) {
					return yes(in)
				}
				return ctlNone
			}
		}
		no := c.block(s.no)
		return func(in *interp) ctl {
			if test(in) {
				return yes(in)
			}
			return no(in)
		}
	case *whileStmt:
		return c.loop(nil, c.cond(s.test), nil, c.block(s.body))
	case *forStmt:
		var init, step execFn
		var test condFn
		if s.init != nil {
			init = c.stmt(s.init)
		}
		if s.test != nil {
			test = c.cond(s.test)
		}
		if s.step != nil {
			step = c.stmt(s.step)
		}
		return c.loop(init, test, step, c.block(s.body))
	case *doStmt:
		body, test := c.block(s.body), c.cond(s.test)
		return func(in *interp) ctl {
			for {
				if r := body(in); r == ctlBreak {
					return ctlNone
				} else if r > ctlContinue {
					return r
				}
				in.step()
				if !test(in) {
					return ctlNone
				}
			}
		}
	case *forInStmt:
		arr, set, body := c.array(s.arr), c.setter(s.v), c.block(s.body)
		return func(in *interp) ctl {
			for _, k := range in.sortedKeys(arr(in)) {
				set(in, strnumKey(k))
				in.step()
				if r := body(in); r == ctlBreak {
					return ctlNone
				} else if r > ctlContinue {
					return r
				}
			}
			return ctlNone
		}
	case *switchStmt:
		return c.switchStmt(s)
	case *blockStmt:
		return c.block(s.body)
	case *breakStmt:
		return func(*interp) ctl { return ctlBreak }
	case *continueStmt:
		return func(*interp) ctl { return ctlContinue }
	case *nextStmt:
		return func(*interp) ctl { return ctlNext }
	case *nextFileStmt:
		return func(*interp) ctl { return ctlNextFile }
	case *exitStmt:
		if s.code == nil {
			return func(*interp) ctl { return ctlExit }
		}
		f := c.num(s.code)
		return func(in *interp) ctl {
			in.status = int(int64(f(in))) & 0xff
			return ctlExit
		}
	case *returnStmt:
		if s.x == nil {
			return func(in *interp) ctl { in.result = value{}; return ctlReturn }
		}
		f := c.expr(s.x)
		return func(in *interp) ctl { in.result = f(in); return ctlReturn }
	case *deleteStmt:
		if ix, ok := s.target.(*indexRef); ok {
			arr, key := c.element(ix)
			return func(in *interp) ctl {
				a := arr(in)
				in.remove(a, key(in))
				return ctlNone
			}
		}
		arr := c.array(s.target)
		return func(in *interp) ctl { in.clear(arr(in)); return ctlNone }
	}
	panic("awk: unknown statement")
}

// strnumKey is the loop variable of for-in: a string, as POSIX has it.
func strnumKey(k string) value { return str(k) }

func (c *compiler) loop(init execFn, test condFn, step, body execFn) execFn {
	return func(in *interp) ctl {
		if init != nil {
			init(in)
		}
		for test == nil || test(in) {
			if r := body(in); r == ctlBreak {
				return ctlNone
			} else if r > ctlContinue {
				return r
			}
			in.step()
			if step != nil {
				step(in)
			}
		}
		return ctlNone
	}
}

func (c *compiler) switchStmt(s *switchStmt) execFn {
	type compiledCase struct {
		match func(in *interp, v value) bool
		body  execFn
	}
	x := c.expr(s.x)
	cases := make([]compiledCase, len(s.cases))
	fallback := -1
	for i, k := range s.cases {
		cases[i].body = c.block(k.body)
		switch e := k.value.(type) {
		case nil:
			fallback = i
		case *regexLit:
			cases[i].match = func(in *interp, v value) bool { return in.compileRegex(e.src).match(in.str(v)) }
		default:
			f := c.expr(e)
			cases[i].match = func(in *interp, v value) bool {
				want := f(in)
				if want.k == kNum {
					n, ok := v.numeric()
					return ok && n == want.n
				}
				return v.k != kNum && v.s == want.s
			}
		}
	}
	return func(in *interp) ctl {
		v := x(in)
		at := fallback
		for i := range cases {
			if cases[i].match != nil && cases[i].match(in, v) {
				at = i
				break
			}
		}
		if at < 0 {
			return ctlNone
		}
		for ; at < len(cases); at++ {
			if r := cases[at].body(in); r == ctlBreak {
				return ctlNone
			} else if r != ctlNone {
				return r
			}
		}
		return ctlNone
	}
}

func (c *compiler) print(s *printStmt) execFn {
	args := c.exprs(s.args)
	var dest evalFn
	if s.dest != nil {
		dest = c.expr(s.dest)
	}
	op := s.op
	if s.printf {
		return func(in *interp) ctl {
			format := in.str(args[0](in))
			vals := in.argValues(args[1:])
			name := destination(in, dest)
			in.scratch = in.format(in.scratch[:0], format, vals)
			in.releaseValues(len(vals))
			in.emit(op, name)
			return ctlNone
		}
	}
	return func(in *interp) ctl {
		name := ""
		if len(args) == 0 {
			name = destination(in, dest)
			in.scratch = append(in.scratch[:0], in.record()...)
		} else if len(args) == 1 {
			v := args[0](in)
			name = destination(in, dest)
			in.scratch = in.appendOutput(in.scratch[:0], v)
		} else {
			vals := in.argValues(args)
			name = destination(in, dest)
			b := in.scratch[:0]
			for i := range vals {
				if i > 0 {
					b = append(b, in.ofs...)
				}
				b = in.appendOutput(b, vals[i])
			}
			in.scratch = b
			in.releaseValues(len(vals))
		}
		in.scratch = append(in.scratch, in.ors...)
		in.emit(op, name)
		return ctlNone
	}
}

func (in *interp) appendOutput(b []byte, v value) []byte {
	if v.k != kNum {
		return append(b, v.s...)
	}
	return in.appendNumber(b, v.n, in.ofmt)
}

// argValues evaluates arguments on a stack of values that calls share, so that none is allocated.
func (in *interp) argValues(args []evalFn) []value {
	base := len(in.values)
	for _, f := range args {
		v := f(in)
		in.values = append(in.values, v)
	}
	return in.values[base:]
}

func (in *interp) releaseValues(n int) {
	top := in.values[len(in.values)-n:]
	clear(top)
	in.values = in.values[:len(in.values)-n]
}

// destination evaluates the target of a redirection, before the text is put together.
func destination(in *interp, dest evalFn) string {
	if dest == nil {
		return ""
	}
	return in.str(dest(in))
}
