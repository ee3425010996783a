package jsguard

import "github.com/dop251/goja"

// join is Array.prototype.join, which String(array) calls as well: arrays in arrays make it recurse, and one array that is in
// many places makes it go on for ever.
func join(n *Natives, orig nativeFunc) nativeFunc {
	n.captureDescribe()
	return func(c goja.FunctionCall) goja.Value {
		if nullish(c.This) {
			return orig(c)
		}
		if n.joined++; n.joined%64 == 0 {
			n.CheckStopped()
		}
		if n.joins++; n.joins > maxNested {
			n.joins = 0
			n.rangeError("Maximum call stack size exceeded")
		}
		defer func() { n.joins = max(n.joins-1, 0) }()
		o := c.This.ToObject(n.vm)
		if o.ClassName() != "Array" || isProxy(o) {
			if n.shortLike(o) {
				return orig(c)
			}
			return n.joinLong(o, lengthOf(o), c.Argument(0))
		}
		l := lengthOf(o)
		if l > n.maxArray {
			n.badLength()
		}
		if l > shortArray && (l > denseArray || !dense(o)) {
			return n.joinLong(o, l, c.Argument(0))
		}
		sep, between := c.Argument(0), int64(1)
		if !goja.IsUndefined(sep) {
			sep = text(sep)
			between = length(sep)
			c.Arguments = []goja.Value{sep}
		}
		total := l * between
		for i := int64(0); i < l && total <= int64(n.maxString); i++ {
			if s, ok := o.Get(index(i)).(goja.String); ok {
				total += int64(s.Length())
			}
		}
		n.checkString(total)
		return orig(c)
	}
}

func (n *Natives) joinLong(o *goja.Object, l int64, separator goja.Value) goja.Value {
	sep, _ := n.vm.ToValue(",").(goja.String)
	if !goja.IsUndefined(separator) {
		sep, _ = text(separator).(goja.String)
	}
	if l > 0 && (l-1)*int64(sep.Length()) > int64(n.maxString) {
		n.tooLong()
	}
	var b goja.StringBuilder
	total, asked := int64(0), int64(reserveFrom)
	for i := int64(0); i < l; i++ {
		if i%stopEvery == 0 {
			n.CheckStopped()
		}
		if i > 0 {
			b.WriteString(sep)
			total += int64(sep.Length())
		}
		if v := o.Get(index(i)); v != nil && goja.IsNumber(v) {
			digits := v.String()
			total += int64(len(digits))
			b.WriteUTF8String(digits)
		} else if !nullish(v) {
			s, _ := text(v).(goja.String)
			total += int64(s.Length())
			if total > asked {
				n.checkString(total)
				asked = total + total/4
			}
			b.WriteString(s)
		}
	}
	n.checkString(total)
	return b.String()
}
