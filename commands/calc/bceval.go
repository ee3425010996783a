package calc

import (
	"errors"
	"fmt"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
)

func boolNumber(v bool) number {
	if v {
		return fromInt(1)
	}
	return fromInt(0)
}

func (b *bcRun) eval(n *bcNode) (number, error) {
	switch n.op {
	case "number":
		v, ok := parse(n.text, b.ibase)
		if !ok {
			return v, errTooBig
		}
		return v, nil
	case "neg":
		v, err := b.eval(n.args[0])
		if err != nil {
			return v, err
		}
		return neg(v), nil
	case "!":
		v, err := b.eval(n.args[0])
		return boolNumber(err == nil && v.sign() == 0), err
	case "&&", "||":
		v, err := b.eval(n.args[0])
		if err != nil {
			return v, err
		}
		if (v.sign() != 0) == (n.op == "||") {
			return boolNumber(v.sign() != 0), nil
		}
		v, err = b.eval(n.args[1])
		if err != nil {
			return v, err
		}
		return boolNumber(v.sign() != 0), nil
	case "var", "elem", "special":
		return b.load(n)
	case "set":
		v, err := b.eval(n.args[1])
		if err != nil {
			return v, err
		}
		if n.text != "" {
			old, err := b.load(n.args[0])
			if err != nil {
				return v, err
			}
			b.at(n)
			if v, err = b.binary(n.text, old, v); err != nil {
				return v, err
			}
		}
		return v, b.store(n.args[0], v)
	case "pre++", "pre--", "post++", "post--":
		old, err := b.load(n.args[0])
		if err != nil {
			return old, err
		}
		v := add(old, fromInt(1))
		if n.op[len(n.op)-1] == '-' {
			v = sub(old, fromInt(1))
		}
		if err := b.store(n.args[0], v); err != nil {
			return v, err
		}
		if n.op[1] == 'o' {
			return old, nil
		}
		return v, nil
	case "builtin":
		return b.builtin(n)
	case "call":
		return b.call(n)
	case "array":
		return number{}, errors.New("array used as a number")
	}
	x, err := b.eval(n.args[0])
	if err != nil {
		return x, err
	}
	y, err := b.eval(n.args[1])
	if err != nil {
		return y, err
	}
	b.at(n)
	return b.binary(n.op, x, y)
}

func (b *bcRun) binary(op string, x, y number) (number, error) {
	switch op {
	case "+":
		return add(x, y).check()
	case "-":
		return sub(x, y).check()
	case "*":
		return mul(x, y, b.scale)
	case "/":
		return div(x, y, b.scale)
	case "%":
		v, err := mod(x, y, b.scale)
		if errors.Is(err, errDivZero) {
			err = errors.New("Modulo by zero")
		}
		return v, err
	case "^":
		if y.at(0).at(y.scale).v.Cmp(y.v) != 0 {
			b.warn("non-zero scale in exponent")
		}
		e, ok := y.integer()
		if !ok {
			return x, errors.New("exponent too large in raise")
		}
		if x.sign() == 0 && e < 0 {
			return x, errDivZero
		}
		v, err := raise(x, e, b.scale, b.alive)
		if errors.Is(err, errTooBig) {
			err = errors.New("exponent too large in raise")
		}
		return v, err
	}
	c := cmpNumber(x, y)
	switch op {
	case "<":
		return boolNumber(c < 0), nil
	case ">":
		return boolNumber(c > 0), nil
	case "<=":
		return boolNumber(c <= 0), nil
	case ">=":
		return boolNumber(c >= 0), nil
	case "==":
		return boolNumber(c == 0), nil
	}
	return boolNumber(c != 0), nil
}

func (b *bcRun) load(n *bcNode) (number, error) {
	switch n.op {
	case "var":
		if v, ok := b.vars[n.text]; ok {
			return v, nil
		}
		return fromInt(0), nil
	case "elem":
		i, err := b.index(n)
		if err != nil {
			return number{}, err
		}
		if v, ok := b.array[n.text][i]; ok {
			return v, nil
		}
		return fromInt(0), nil
	}
	switch n.text {
	case "scale":
		return fromInt(int64(b.scale)), nil
	case "ibase":
		return fromInt(b.ibase), nil
	case "obase":
		return fromInt(b.obase), nil
	}
	return b.last, nil
}

func (b *bcRun) index(n *bcNode) (int64, error) {
	v, err := b.eval(n.args[0])
	if err != nil {
		return 0, err
	}
	b.at(n)
	i, ok := v.integer()
	if !ok || i < 0 || i > maxArray {
		return 0, fmt.Errorf("Array %s subscript out of bounds.", n.text)
	}
	return i, nil
}

const maxCells = 4 << 20

func (b *bcRun) store(n *bcNode, v number) error {
	b.at(n)
	switch n.op {
	case "var":
		b.vars[n.text] = v
		return nil
	case "elem":
		i, err := b.index(n)
		if err != nil {
			return err
		}
		a := b.array[n.text]
		if a == nil {
			a = map[int64]number{}
			b.array[n.text] = a
		}
		if _, there := a[i]; !there {
			if b.cells += 1 + v.v.BitLen()/1024; b.cells > maxCells {
				return errTooBig
			}
		}
		a[i] = v
		return nil
	}
	i, ok := v.integer()
	switch n.text {
	case "scale":
		switch {
		case v.sign() < 0:
			b.warn("negative scale, set to 0")
			i = 0
		case !ok || i > maxScale:
			b.warn(fmt.Sprintf("scale too large, set to %d", maxScale))
			i = maxScale
		}
		b.scale = int(i)
	case "ibase":
		switch {
		case !ok && v.sign() > 0 || i > 16:
			b.warn("ibase too large, set to 16")
			i = 16
		case i < 2:
			b.warn("ibase too small, set to 2")
			i = 2
		}
		b.ibase = i
	case "obase":
		switch {
		case !ok && v.sign() > 0 || i > 2147483647:
			b.warn("obase too large, set to 2147483647")
			i = 2147483647
		case i < 2:
			b.warn("obase too small, set to 2")
			i = 2
		}
		b.obase = i
	default:
		b.last = v
	}
	return nil
}

func (b *bcRun) builtin(n *bcNode) (number, error) {
	if n.text == "read" {
		if b.input == nil {
			b.input = cmd.NewLineReader(b.p.Stdin(), '\n')
		}
		line, _, err := b.input.Next()
		if err != nil {
			return fromInt(0), nil
		}
		v, ok := parse(string(line), b.ibase)
		if !ok {
			return fromInt(0), nil
		}
		return v, nil
	}
	v, err := b.eval(n.args[0])
	if err != nil {
		return v, err
	}
	switch n.text {
	case "length":
		return fromInt(v.length()), nil
	case "scale":
		return fromInt(int64(v.scale)), nil
	}
	b.at(n)
	return sqrt(v, b.scale)
}

func (b *bcRun) call(n *bcNode) (number, error) {
	f := b.funcs[n.text]
	b.at(n)
	if f == nil {
		if b.lib {
			if v, known, err := b.library(n); known {
				return v, err
			}
		}
		return number{}, fmt.Errorf("Function %s not defined.", n.text)
	}
	if len(n.args) != len(f.params) {
		return number{}, errors.New("Parameter number mismatch")
	}
	if len(b.calls) >= maxCalls {
		return number{}, errors.New("Function call depth too large")
	}
	type savedVar struct {
		name string
		v    number
		had  bool
	}
	type savedArray struct {
		name string
		a    map[int64]number
	}
	var vars []savedVar
	var arrays []savedArray
	values := make([]number, len(f.params))
	given := make([]map[int64]number, len(f.params))
	for i, p := range f.params {
		a := n.args[i]
		if p.array != (a.op == "array") {
			return number{}, errors.New("Parameter type mismatch")
		}
		if p.array {
			given[i] = b.array[a.text]
			if p.ref {
				if given[i] == nil {
					given[i] = map[int64]number{}
					b.array[a.text] = given[i]
				}
				continue
			}
			c := make(map[int64]number, len(given[i]))
			for k, v := range given[i] {
				c[k] = v
			}
			given[i] = c
			continue
		}
		v, err := b.eval(a)
		if err != nil {
			return v, err
		}
		values[i] = v
	}
	bind := func(p bcParam, v number, a map[int64]number) {
		if p.array {
			arrays = append(arrays, savedArray{p.name, b.array[p.name]})
			b.array[p.name] = a
			return
		}
		old, had := b.vars[p.name]
		vars = append(vars, savedVar{p.name, old, had})
		b.vars[p.name] = v
	}
	for i, p := range f.params {
		bind(p, values[i], given[i])
	}
	for _, p := range f.autos {
		bind(p, fromInt(0), nil)
	}
	b.calls = append(b.calls, f.name)
	base := b.ibase
	err := b.exec(f.body)
	b.ibase = base
	if len(b.calls) > 0 && !isRuntime(err) {
		b.calls = b.calls[:len(b.calls)-1]
	}
	for i := len(vars) - 1; i >= 0; i-- {
		if s := vars[i]; s.had {
			b.vars[s.name] = s.v
		} else {
			delete(b.vars, s.name)
		}
	}
	for i := len(arrays) - 1; i >= 0; i-- {
		b.array[arrays[i].name] = arrays[i].a
	}
	var ret bcReturn
	if errors.As(err, &ret) {
		return ret.v, nil
	}
	return fromInt(0), err
}

// isRuntime reports whether an error is the program's, so that the function it happened in is to be named.
func isRuntime(err error) bool {
	var ret bcReturn
	return err != nil && !errors.As(err, &ret) && !errors.Is(err, errBCHalt)
}

// library is the functions of -l.
func (b *bcRun) library(n *bcNode) (v number, known bool, err error) {
	want := 1
	if n.text == "j" {
		want = 2
	}
	switch n.text {
	case "s", "c", "a", "l", "e", "j":
	default:
		return v, false, nil
	}
	if len(n.args) != want {
		return v, true, errors.New("Parameter number mismatch")
	}
	if v, err = b.eval(n.args[0]); err != nil {
		return v, true, err
	}
	switch n.text {
	case "s":
		v, err = sin(v, b.scale, b.alive)
	case "c":
		v, err = cos(v, b.scale, b.alive)
	case "a":
		v, err = atan(v, b.scale, b.alive)
	case "l":
		v, err = ln(v, b.scale, b.alive)
	case "e":
		v, err = exp(v, b.scale, b.alive)
	case "j":
		order, ok := v.integer()
		x, e := b.eval(n.args[1])
		if err = e; e == nil {
			if !ok {
				return v, true, errTooBig
			}
			v, err = bessel(order, x, b.scale, b.alive)
		}
	}
	return v, true, err
}
