package awk

import "math"

type (
	evalFn func(in *interp) value
	numFn  func(in *interp) float64
	condFn func(in *interp) bool
	arrFn  func(in *interp) *array
)

// compiler turns the tree into closures; a closure knows at its making what the tree would be asked at each run.
type compiler struct {
	t     *tree
	funcs []*compiledFunc
}

type compiledFunc struct {
	name    string
	nparams int
	weight  int
	body    execFn
}

func constant(e expr) (value, bool) {
	switch e := e.(type) {
	case *numLit:
		return num(e.v), true
	case *strLit:
		return str(e.s), true
	case *groupExpr:
		return constant(e.x)
	}
	return value{}, false
}

// expr compiles for the value.
func (c *compiler) expr(e expr) evalFn {
	switch e := e.(type) {
	case *numLit:
		v := num(e.v)
		return func(*interp) value { return v }
	case *strLit:
		v := str(e.s)
		return func(*interp) value { return v }
	case *regexLit, *matchExpr, *logicExpr, *inExpr:
		f := c.cond(e)
		return func(in *interp) value { return boolean(f(in)) }
	case *varRef:
		return c.variable(e)
	case *fieldRef:
		if v, ok := constant(e.index); ok {
			i := int(v.num())
			if i >= 0 && i < maxField {
				return func(in *interp) value { return in.field(i) }
			}
		}
		f := c.num(e.index)
		return func(in *interp) value { return in.field(in.fieldIndex(f(in))) }
	case *indexRef:
		arr, key := c.element(e)
		return func(in *interp) value {
			a := arr(in)
			k := key(in)
			if s := a.find(k); s != nil {
				if s.sub != nil {
					in.fatal("attempt to use array `%s[\"%s\"]' in a scalar context", e.base.name, k)
				}
				return s.v
			}
			in.at(a, k)
			return value{}
		}
	case *assignExpr:
		return c.assign(e)
	case *condExpr:
		test, yes, no := c.cond(e.test), c.expr(e.yes), c.expr(e.no)
		return func(in *interp) value {
			if test(in) {
				return yes(in)
			}
			return no(in)
		}
	case *binaryExpr:
		switch e.op {
		case tLT, tLE, tGT, tGE, tEQ, tNE:
			f := c.cond(e)
			return func(in *interp) value { return boolean(f(in)) }
		}
		f := c.num(e)
		return func(in *interp) value { return num(f(in)) }
	case *unaryExpr:
		if e.op == tNot {
			f := c.cond(e.x)
			return func(in *interp) value { return boolean(!f(in)) }
		}
		f := c.num(e)
		return func(in *interp) value { return num(f(in)) }
	case *incDecExpr:
		f := c.num(e)
		return func(in *interp) value { return num(f(in)) }
	case *concatExpr:
		return c.concat(e)
	case *groupExpr:
		return c.expr(e.x)
	case *tupleExpr:
		parts := c.exprs(e.list)
		return func(in *interp) value { return str(in.joinKey(parts)) }
	case *callExpr:
		return c.call(e)
	case *builtinExpr:
		return c.builtin(e)
	case *getlineExpr:
		return c.getline(e)
	}
	panic("awk: unknown expression")
}

func (c *compiler) exprs(list []expr) []evalFn {
	out := make([]evalFn, len(list))
	for i, e := range list {
		out[i] = c.expr(e)
	}
	return out
}

// num compiles for the number, so that arithmetic needs no values in between.
func (c *compiler) num(e expr) numFn {
	switch e := e.(type) {
	case *numLit:
		v := e.v
		return func(*interp) float64 { return v }
	case *groupExpr:
		return c.num(e.x)
	case *varRef:
		if !e.local && e.slot >= nSpecial {
			slot := e.slot
			return func(in *interp) float64 {
				cell := &in.globals[slot]
				if cell.v.k == kNum {
					return cell.v.n
				}
				if cell.arr != nil {
					in.arrayAsScalar(e.name)
				}
				return cell.v.num()
			}
		}
	case *binaryExpr:
		if f := c.arithmetic(e); f != nil {
			return f
		}
	case *unaryExpr:
		switch e.op {
		case tMinus:
			f := c.num(e.x)
			return func(in *interp) float64 { return -f(in) }
		case tPlus:
			return c.num(e.x)
		}
	case *incDecExpr:
		return c.incDec(e)
	case *assignExpr:
		if e.op != tAssign {
			return c.assignOp(e)
		}
	}
	f := c.expr(e)
	return func(in *interp) float64 { return f(in).num() }
}

func (c *compiler) arithmetic(e *binaryExpr) numFn {
	switch e.op {
	case tPlus, tMinus, tMul, tDiv, tMod, tPow:
	default:
		return nil
	}
	l, r := c.num(e.l), c.num(e.r)
	switch e.op {
	case tPlus:
		return func(in *interp) float64 { x := l(in); return x + r(in) }
	case tMinus:
		return func(in *interp) float64 { x := l(in); return x - r(in) }
	case tMul:
		return func(in *interp) float64 { x := l(in); return x * r(in) }
	}
	op := e.op
	return func(in *interp) float64 { x := l(in); return in.arith(op, x, r(in)) }
}

func (in *interp) arith(op token, x, y float64) float64 {
	switch op {
	case tPlus:
		return x + y
	case tMinus:
		return x - y
	case tMul:
		return x * y
	case tDiv:
		if y == 0 {
			in.fatal("division by zero attempted")
		}
		return x / y
	case tMod:
		if y == 0 {
			in.fatal("division by zero attempted in `%%'")
		}
		if ix, iy := int64(x), int64(y); float64(ix) == x && float64(iy) == y && ix >= 0 && iy > 0 {
			return float64(ix % iy)
		}
		return math.Mod(x, y)
	}
	return power(x, y)
}

func power(x, y float64) float64 {
	if y == math.Trunc(y) && math.Abs(y) <= 64 {
		n, v, base := int(math.Abs(y)), 1.0, x
		for n > 0 {
			if n&1 == 1 {
				v *= base
			}
			base *= base
			n >>= 1
		}
		if y < 0 {
			return 1 / v
		}
		return v
	}
	return math.Pow(x, y)
}

// cond compiles for the truth.
func (c *compiler) cond(e expr) condFn {
	switch e := e.(type) {
	case *groupExpr:
		return c.cond(e.x)
	case *regexLit:
		return func(in *interp) bool {
			return in.compileRegex(e.src).match(in.record())
		}
	case *matchExpr:
		l, re, not := c.expr(e.l), c.regex(e.r), e.not
		return func(in *interp) bool {
			s := in.str(l(in))
			return re(in).match(s) != not
		}
	case *logicExpr:
		l, r := c.cond(e.l), c.cond(e.r)
		if e.or {
			return func(in *interp) bool { return l(in) || r(in) }
		}
		return func(in *interp) bool { return l(in) && r(in) }
	case *unaryExpr:
		if e.op == tNot {
			f := c.cond(e.x)
			return func(in *interp) bool { return !f(in) }
		}
	case *inExpr:
		arr, key := c.array(e.arr), c.key(e.subs)
		return func(in *interp) bool { k := key(in); return arr(in).find(k) != nil }
	case *binaryExpr:
		if f := c.comparison(e); f != nil {
			return f
		}
		f := c.num(e)
		return func(in *interp) bool { return f(in) != 0 }
	}
	f := c.expr(e)
	return func(in *interp) bool { return f(in).truth() }
}

func (c *compiler) comparison(e *binaryExpr) condFn {
	if v, ok := constant(e.r); ok && v.k == kNum {
		l, y := c.expr(e.l), v.n
		fast := func(test func(x, y float64) bool, slow func(int) bool) condFn {
			return func(in *interp) bool {
				a := l(in)
				if x, ok := a.numeric(); ok {
					return test(x, y)
				}
				return slow(in.compare(a, v))
			}
		}
		switch e.op {
		case tLT:
			return fast(func(x, y float64) bool { return x < y }, func(c int) bool { return c == -1 })
		case tLE:
			return fast(func(x, y float64) bool { return x <= y }, func(c int) bool { return c <= 0 })
		case tGT:
			return fast(func(x, y float64) bool { return x > y }, func(c int) bool { return c == 1 })
		case tGE:
			return fast(func(x, y float64) bool { return x >= y }, func(c int) bool { return c == 0 || c == 1 })
		case tEQ:
			return fast(func(x, y float64) bool { return x == y }, func(c int) bool { return c == 0 })
		case tNE:
			return fast(func(x, y float64) bool { return x != y }, func(c int) bool { return c != 0 })
		}
		return nil
	}
	l, r := c.expr, c.expr
	switch e.op {
	case tLT, tLE, tGT, tGE, tEQ, tNE:
	default:
		return nil
	}
	lf, rf := l(e.l), r(e.r)
	switch e.op {
	case tLT:
		return func(in *interp) bool { a := lf(in); return in.compare(a, rf(in)) == -1 }
	case tLE:
		return func(in *interp) bool { a := lf(in); return in.compare(a, rf(in)) <= 0 }
	case tGT:
		return func(in *interp) bool { a := lf(in); return in.compare(a, rf(in)) == 1 }
	case tGE:
		return func(in *interp) bool { a := lf(in); c := in.compare(a, rf(in)); return c == 0 || c == 1 }
	case tEQ:
		return func(in *interp) bool { a := lf(in); return in.compare(a, rf(in)) == 0 }
	}
	return func(in *interp) bool { a := lf(in); return in.compare(a, rf(in)) != 0 }
}

// regex compiles what stands where an expression is expected: a literal, or a value used as one.
func (c *compiler) regex(e expr) func(in *interp) *regex {
	for {
		g, ok := e.(*groupExpr)
		if !ok {
			break
		}
		if _, lit := g.x.(*regexLit); lit {
			break // (/re/) is $0 ~ /re/
		}
		e = g.x
	}
	if lit, ok := e.(*regexLit); ok {
		return func(in *interp) *regex { return in.compileRegex(lit.src) }
	}
	f := c.expr(e)
	return func(in *interp) *regex { return in.compileRegex(in.str(f(in))) }
}

func (c *compiler) concat(e *concatExpr) evalFn {
	parts := c.exprs(e.parts)
	if len(parts) == 2 {
		a, b := parts[0], parts[1]
		return func(in *interp) value {
			x := in.str(a(in))
			y := in.str(b(in))
			in.checkLength(len(x) + len(y))
			return str(x + y)
		}
	}
	if len(parts) == 3 {
		a, b, d := parts[0], parts[1], parts[2]
		return func(in *interp) value {
			x := in.str(a(in))
			y := in.str(b(in))
			z := in.str(d(in))
			in.checkLength(len(x) + len(y) + len(z))
			return str(x + y + z)
		}
	}
	return func(in *interp) value {
		var buf []byte
		for _, f := range parts {
			v := f(in)
			if v.k == kNum {
				buf = in.appendNumber(buf, v.n, in.convfmt)
			} else {
				buf = append(buf, v.s...)
			}
			in.checkLength(len(buf))
		}
		return str(string(buf))
	}
}

// key compiles a list of subscripts.
func (c *compiler) key(subs []expr) func(in *interp) string {
	if len(subs) == 1 {
		if t, ok := subs[0].(*tupleExpr); ok {
			return c.key(t.list)
		}
		f := c.expr(subs[0])
		return func(in *interp) string { return in.keyText(f(in)) }
	}
	parts := c.exprs(subs)
	return func(in *interp) string { return in.joinKey(parts) }
}

// keyText is the subscript of a value: whole numbers are written as such, whatever CONVFMT says.
func (in *interp) keyText(v value) string {
	if v.k != kNum {
		return v.s
	}
	return in.text(v, in.convfmt)
}

func (in *interp) joinKey(parts []evalFn) string {
	var buf []byte
	for i, f := range parts {
		if i > 0 {
			buf = append(buf, in.subsep...)
		}
		buf = append(buf, in.keyText(f(in))...)
		in.checkLength(len(buf))
	}
	return string(buf)
}

// element compiles a[i] to the array that holds the element and its key.
func (c *compiler) element(e *indexRef) (arrFn, func(in *interp) string) {
	arr := c.array(e.base)
	last := len(e.subs) - 1
	for _, subs := range e.subs[:last] {
		outer, key, name := arr, c.key(subs), e.base.name
		arr = func(in *interp) *array {
			a := outer(in)
			return in.subArray(a, key(in), name)
		}
	}
	return arr, c.key(e.subs[last])
}

func (in *interp) subArray(a *array, key, name string) *array {
	s := in.at(a, key)
	if s.sub == nil {
		if s.v.k != kUninit {
			in.fatal("attempt to use scalar `%s[\"%s\"]' as an array", name, key)
		}
		in.charge(slotCost)
		s.sub = newArray()
	}
	return s.sub
}

// array compiles a reference to a whole array.
func (c *compiler) array(e expr) arrFn {
	switch e := e.(type) {
	case *varRef:
		slot, name := e.slot, e.name
		if e.local {
			return func(in *interp) *array {
				cell := &in.frame[slot]
				if cell.arr != nil {
					return cell.arr
				}
				return in.makeArray(cell, name)
			}
		}
		return func(in *interp) *array {
			cell := &in.globals[slot]
			if cell.arr != nil {
				return cell.arr
			}
			return in.makeArray(cell, name)
		}
	case *indexRef:
		arr, key := c.element(e)
		return func(in *interp) *array {
			a := arr(in)
			return in.subArray(a, key(in), e.base.name)
		}
	case *groupExpr:
		return c.array(e.x)
	}
	return func(in *interp) *array {
		in.fatal("attempt to use a scalar value as array")
		return nil
	}
}

// makeArray turns an untyped variable into an array, and with it the variable that it was handed over from.
func (in *interp) makeArray(c *cell, name string) *array {
	if c.v.k != kUninit {
		in.fatal("attempt to use scalar `%s' as an array", name)
	}
	if c.ref != nil {
		if c.ref.arr == nil {
			in.makeArray(c.ref, name)
		}
		c.arr = c.ref.arr
		return c.arr
	}
	c.arr = newArray()
	return c.arr
}

func (in *interp) arrayAsScalar(name string) {
	in.fatal("attempt to use array `%s' in a scalar context", name)
}

func (c *compiler) variable(e *varRef) evalFn {
	slot, name := e.slot, e.name
	if e.local {
		return func(in *interp) value {
			cell := &in.frame[slot]
			if cell.arr != nil {
				in.arrayAsScalar(name)
			}
			return cell.v
		}
	}
	switch slot {
	case vNF:
		return func(in *interp) value { return num(float64(in.countFields())) }
	case vNR:
		return func(in *interp) value { return num(in.nr) }
	case vFNR:
		return func(in *interp) value { return num(in.fnr) }
	}
	return func(in *interp) value {
		cell := &in.globals[slot]
		if cell.arr != nil {
			in.arrayAsScalar(name)
		}
		return cell.v
	}
}
