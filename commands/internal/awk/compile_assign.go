package awk

// setter compiles the left side of an assignment. The subscripts are evaluated at the time of the store, as the right
// side has been before.
func (c *compiler) setter(e expr) func(in *interp, v value) {
	switch e := e.(type) {
	case *varRef:
		slot, name := e.slot, e.name
		switch {
		case e.local:
			return func(in *interp, v value) {
				cell := &in.frame[slot]
				if cell.arr != nil {
					in.arrayAsScalar(name)
				}
				cell.v = v
			}
		case slot < nSpecial:
			return func(in *interp, v value) { in.setSpecial(slot, v) }
		}
		return func(in *interp, v value) {
			cell := &in.globals[slot]
			if cell.arr != nil {
				in.arrayAsScalar(name)
			}
			cell.v = v
		}
	case *fieldRef:
		f := c.num(e.index)
		return func(in *interp, v value) { in.setField(in.fieldIndex(f(in)), v) }
	case *indexRef:
		arr, key := c.element(e)
		return func(in *interp, v value) {
			a := arr(in)
			in.set(a, key(in), v)
		}
	case *groupExpr:
		return c.setter(e.x)
	}
	f := c.expr(e)
	return func(in *interp, _ value) { f(in) }
}

func (c *compiler) assign(e *assignExpr) evalFn {
	if e.op != tAssign {
		f := c.assignOp(e)
		return func(in *interp) value { return num(f(in)) }
	}
	rhs, set := c.expr(e.rhs), c.setter(e.lhs)
	return func(in *interp) value {
		v := rhs(in)
		set(in, v)
		return v
	}
}

// update compiles a read-modify-write of a number: the element of an array is looked up once.
func (c *compiler) update(lhs expr, change func(in *interp, old float64) float64) func(in *interp) (old, now float64) {
	switch e := lhs.(type) {
	case *varRef:
		if e.local || e.slot >= nSpecial {
			slot, name, local := e.slot, e.name, e.local
			return func(in *interp) (float64, float64) {
				cells := in.globals
				if local {
					cells = in.frame
				}
				if cells[slot].arr != nil {
					in.arrayAsScalar(name)
				}
				old := cells[slot].v.num()
				now := change(in, old)
				cells[slot].v = num(now)
				return old, now
			}
		}
	case *indexRef:
		arr, key := c.element(e)
		return func(in *interp) (float64, float64) {
			a := arr(in)
			k := key(in)
			s := in.at(a, k)
			if s.sub != nil {
				in.fatal("attempt to use array `%s' in a scalar context", e.base.name)
			}
			old, slots, index := s.v.num(), len(a.slots), len(a.index)
			now := change(in, old)
			if len(a.slots) != slots || len(a.index) != index || !s.live { // the right side changed the array
				s = in.at(a, k)
			}
			in.store(s, num(now))
			return old, now
		}
	case *fieldRef:
		f := c.num(e.index)
		return func(in *interp) (float64, float64) {
			i := in.fieldIndex(f(in))
			old := in.field(i).num()
			now := change(in, old)
			in.setField(i, num(now))
			return old, now
		}
	}
	get, set := c.num(lhs), c.setter(lhs)
	return func(in *interp) (float64, float64) {
		old := get(in)
		now := change(in, old)
		set(in, num(now))
		return old, now
	}
}

func (c *compiler) assignOp(e *assignExpr) numFn {
	rhs, op := c.num(e.rhs), e.op
	var change func(in *interp, old float64) float64
	if op == tPlus {
		if v, ok := e.lhs.(*varRef); ok && !v.local && v.slot >= nSpecial { // s += …, the commonest
			slot, name := v.slot, v.name
			return func(in *interp) float64 {
				d := rhs(in)
				cell := &in.globals[slot]
				if cell.v.k == kNum {
					cell.v.n += d
					return cell.v.n
				}
				if cell.arr != nil {
					in.arrayAsScalar(name)
				}
				cell.v = num(cell.v.num() + d)
				return cell.v.n
			}
		}
	}
	// the right side goes first: it may change what stands on the left
	change = func(in *interp, old float64) float64 {
		d := in.operand
		return in.arith(op, old, d)
	}
	up := c.update(e.lhs, change)
	return func(in *interp) float64 {
		d := rhs(in)
		save := in.operand
		in.operand = d
		_, now := up(in)
		in.operand = save
		return now
	}
}

func (c *compiler) incDec(e *incDecExpr) numFn {
	delta, post := e.delta, e.post
	if v, ok := e.lhs.(*varRef); ok && !v.local && v.slot >= nSpecial {
		slot, name := v.slot, v.name
		return func(in *interp) float64 {
			cell := &in.globals[slot]
			if cell.v.k != kNum {
				if cell.arr != nil {
					in.arrayAsScalar(name)
				}
				cell.v = num(cell.v.num())
			}
			old := cell.v.n
			cell.v.n = old + delta
			if post {
				return old
			}
			return cell.v.n
		}
	}
	up := c.update(e.lhs, func(_ *interp, old float64) float64 { return old + delta })
	return func(in *interp) float64 {
		old, now := up(in)
		if post {
			return old
		}
		return now
	}
}

// call compiles a call of a function of the program.
func (c *compiler) call(e *callExpr) evalFn {
	fn := c.funcs[c.t.byName[e.name].slot]
	type argument struct {
		f   evalFn
		v   *varRef // a bare name: an array goes by reference, an untyped variable may become one
		arr arrFn   // an element that may be an array
	}
	args := make([]argument, len(e.args))
	for i, a := range e.args {
		for {
			g, ok := a.(*groupExpr)
			if !ok {
				break
			}
			a = g.x
		}
		if v, ok := a.(*varRef); ok && (v.local || v.slot >= nSpecial || isArraySpecial(v.slot)) {
			args[i].v = v
			continue
		}
		if ix, ok := a.(*indexRef); ok {
			arr, key := c.element(ix)
			args[i].arr = func(in *interp) *array {
				if s := arr(in).find(key(in)); s != nil {
					return s.sub
				}
				return nil
			}
		}
		args[i].f = c.expr(a)
	}
	return func(in *interp) value {
		frame := in.newFrame(fn)
		for i := range args {
			a := &args[i]
			if a.v != nil {
				from := &in.globals
				if a.v.local {
					from = &in.frame
				}
				cell := &(*from)[a.v.slot]
				switch {
				case cell.arr != nil:
					frame[i].arr = cell.arr
				case cell.v.k == kUninit:
					frame[i].ref = cell
				default:
					frame[i].v = cell.v
				}
				continue
			}
			if a.arr != nil {
				if sub := a.arr(in); sub != nil {
					frame[i].arr = sub
					continue
				}
			}
			frame[i].v = a.f(in)
		}
		return in.invoke(fn, frame)
	}
}
