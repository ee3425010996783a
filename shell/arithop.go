package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

func (a *arithEval) unary(x *syntax.UnaryArithm) (int64, error) {
	if x.Op == syntax.Inc || x.Op == syntax.Dec {
		t, err := a.target(x.X)
		if err != nil {
			return 0, err
		}
		n, err := a.load(t)
		if err != nil {
			return 0, err
		}
		m := n + 1
		if x.Op == syntax.Dec {
			m = n - 1
		}
		if err := a.save(t, m); err != nil {
			return 0, err
		}
		if x.Post {
			return n, nil
		}
		return m, nil
	}
	n, err := a.eval(x.X)
	if err != nil {
		return 0, err
	}
	switch x.Op {
	case syntax.Not:
		return truth(n == 0), nil
	case syntax.BitNegation:
		return ^n, nil
	case syntax.Minus:
		return -n, nil
	}
	return n, nil
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (a *arithEval) binary(x *syntax.BinaryArithm) (int64, error) {
	switch x.Op {
	case syntax.TernQuest:
		c, err := a.eval(x.X)
		if err != nil {
			return 0, err
		}
		y, ok := x.Y.(*syntax.BinaryArithm)
		if !ok {
			return 0, errorf(1, "bad arithmetic expression")
		}
		if c != 0 {
			return a.eval(y.X)
		}
		return a.eval(y.Y)
	case syntax.AndArit, syntax.OrArit:
		l, err := a.eval(x.X)
		if err != nil {
			return 0, err
		}
		if (l != 0) == (x.Op == syntax.OrArit) {
			return truth(l != 0), nil
		}
		r, err := a.eval(x.Y)
		return truth(r != 0), err
	case syntax.Assgn:
		t, err := a.target(x.X)
		if err != nil {
			return 0, err
		}
		n, err := a.eval(x.Y)
		if err != nil {
			return 0, err
		}
		return n, a.save(t, n)
	}
	if op, ok := assignOps[x.Op]; ok {
		t, err := a.target(x.X)
		if err != nil {
			return 0, err
		}
		l, err := a.load(t)
		if err != nil {
			return 0, err
		}
		r, err := a.eval(x.Y)
		if err != nil {
			return 0, err
		}
		n, err := apply(op, l, r, x)
		if err != nil {
			return 0, err
		}
		return n, a.save(t, n)
	}
	// The left spine of a long sum is walked, not recursed into.
	left, ok := x.X.(*syntax.BinaryArithm)
	if !ok || !strict(left.Op) {
		l, err := a.eval(x.X)
		if err != nil {
			return 0, err
		}
		r, err := a.eval(x.Y)
		if err != nil {
			return 0, err
		}
		return apply(x.Op, l, r, x)
	}
	var buf [16]*syntax.BinaryArithm
	spine := append(buf[:0], x)
	for ok && strict(left.Op) {
		spine = append(spine, left)
		x = left
		left, ok = x.X.(*syntax.BinaryArithm)
	}
	n, err := a.eval(spine[len(spine)-1].X)
	for i := len(spine) - 1; i >= 0 && err == nil; i-- {
		var r int64
		if r, err = a.eval(spine[i].Y); err == nil {
			n, err = apply(spine[i].Op, n, r, spine[i])
		}
	}
	return n, err
}

// strict reports whether an operator always evaluates both sides and assigns nothing.
func strict(op syntax.BinAritOperator) bool {
	switch op {
	case syntax.TernQuest, syntax.TernColon, syntax.AndArit, syntax.OrArit, syntax.Assgn:
		return false
	}
	_, assigns := assignOps[op]
	return !assigns
}

// apply computes one operator.
func apply(op syntax.BinAritOperator, l, r int64, x *syntax.BinaryArithm) (int64, error) {
	switch op {
	case syntax.Add:
		return l + r, nil
	case syntax.Sub:
		return l - r, nil
	case syntax.Mul:
		return l * r, nil
	case syntax.Quo, syntax.Rem:
		if r == 0 {
			var b strings.Builder
			rawArith(&b, x.Y, 0)
			return 0, &arithError{"division by 0", b.String()}
		}
		if r == -1 { // the one quotient that overflows
			if op == syntax.Rem {
				return 0, nil
			}
			return -l, nil
		}
		if op == syntax.Rem {
			return l % r, nil
		}
		return l / r, nil
	case syntax.Pow:
		if r < 0 {
			var b strings.Builder
			rawArith(&b, x.Y, 0)
			return 0, &arithError{"exponent less than 0", b.String()}
		}
		n := int64(1)
		for ; r > 0; r >>= 1 {
			if r&1 != 0 {
				n *= l
			}
			l *= l
		}
		return n, nil
	case syntax.Shl:
		return l << (uint64(r) & 63), nil
	case syntax.Shr:
		return l >> (uint64(r) & 63), nil
	case syntax.And:
		return l & r, nil
	case syntax.Or:
		return l | r, nil
	case syntax.Xor:
		return l ^ r, nil
	case syntax.XorBool:
		return truth((l != 0) != (r != 0)), nil
	case syntax.Eql:
		return truth(l == r), nil
	case syntax.Neq:
		return truth(l != r), nil
	case syntax.Lss:
		return truth(l < r), nil
	case syntax.Gtr:
		return truth(l > r), nil
	case syntax.Leq:
		return truth(l <= r), nil
	case syntax.Geq:
		return truth(l >= r), nil
	case syntax.Comma:
		return r, nil
	}
	return 0, errorf(1, "%s: arithmetic operator is not supported", op)
}
