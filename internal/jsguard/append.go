package jsguard

import "github.com/dop251/goja"

// The engine's strings are flat: s += x copies all of s, so building a text of n parts takes n*n/2 steps. A local variable
// that begins as a text and grows in a loop (see appends.go) is kept as a growing text instead; each read of the variable
// goes through guardFlat, so no other place ever has one.
const (
	guardAppend = "\x00append" // s += x
	guardFlat   = "\x00flat"   // s
)

// flatText is the engine's string by a name that does not stand in the way of its method String.
type flatText = goja.String

// growingText is a text that grows in place: a value of such a variable. Its flat form is the engine's own string on the bytes
// that are there; what is appended comes behind them.
type growingText struct {
	flatText
	b *textBuilder
}

// textBuilder is what the values of one variable share.
type textBuilder struct {
	goja.StringBuilder
	n int // its length
}

// growFrom is the length from which a text is kept so: short ones are cheaper to copy.
const growFrom = 256

// InstallAppends defines what a program calls that was rewritten with Options.Appends.
func (n *Natives) InstallAppends() {
	if !n.first("appends") {
		return
	}
	n.hidden(guardAppend, 2, func(c goja.FunctionCall) goja.Value { return n.append(c.Argument(0), c.Argument(1)) })
	n.hidden(guardFlat, 1, func(c goja.FunctionCall) goja.Value { return flat(c.Argument(0)) })
}

func flat(v goja.Value) goja.Value {
	if g, ok := v.(*growingText); ok {
		return g.flatText
	}
	return v
}

// append is s + x.
func (n *Natives) append(s, x goja.Value) goja.Value {
	g, _ := s.(*growingText)
	a, ok := flat(s).(goja.String)
	b, isText := x.(goja.String)
	if ok && !isText && (goja.IsNumber(x) || goja.IsUndefined(x) || goja.IsNull(x)) {
		b, isText = x.ToString().(goja.String)
	}
	if !ok || !isText {
		v, err := n.plus(flat(s), x)
		if err != nil {
			panic(err)
		}
		return v
	}
	l := a.Length() + b.Length()
	if l < growFrom {
		return a.Concat(b)
	}
	n.checkString(int64(l))
	if g == nil || g.b.n != a.Length() { // the first time, or s was read before what it is appended to grew
		g = &growingText{b: &textBuilder{n: a.Length()}}
		g.b.Grow(l)
		g.b.WriteString(a)
	}
	g.b.WriteString(b)
	g.b.n = l
	return &growingText{flatText: g.b.String(), b: g.b}
}
