package jsguard

import (
	"slices"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

const (
	guardKey  = "\x00key"  // x[k]: the name that k stands for
	guardAdd  = "\x00add"  // x + y where both may be long strings
	guardPart = "\x00part" // `${x}${y}`: one part
)

// maxIndex is the largest index that an array may be given: one beyond makes it longer than the checks of natives expect
// without having been installed.
const maxIndex = 1 << 24

func identifier(n *ast.Identifier) *ast.Identifier { return &ast.Identifier{Name: n.Name, Idx: n.Idx} }

func typeIs(n *ast.Identifier, name string, at file.Idx) ast.Expression {
	return &ast.BinaryExpression{
		Operator: token.STRICT_EQUAL, Comparison: true,
		Left:  &ast.UnaryExpression{Operator: token.TYPEOF, Idx: at, Operand: identifier(n)},
		Right: &ast.StringLiteral{Idx: at, Literal: "'" + name + "'", Value: unistring.NewFromString(name)},
	}
}

// numberRead tells that a name that is read is surely none of a function's.
func numberRead(k ast.Expression) bool {
	if n, ok := k.(*ast.BinaryExpression); ok && n.Operator == token.PLUS {
		_, ok := n.Right.(*ast.NumberLiteral)
		return ok
	}
	return surelyNumber(k)
}

// target guards the name that is written to in x[k] = v.
func (w *rewriter) written(e ast.Expression) {
	if n, ok := e.(*ast.BracketExpression); ok && w.Computed && numberRead(n.Member) {
		n.Member = propertyKey(n.Member)
	}
}

// propertyKey is k of x[k], looked at when it is no small number.
func propertyKey(k ast.Expression) ast.Expression {
	switch n := k.(type) {
	case *ast.StringLiteral:
		return k
	case *ast.NumberLiteral:
		switch v := n.Value.(type) {
		case int64:
			if v < maxIndex {
				return k
			}
		case float64:
			if v < maxIndex {
				return k
			}
		}
	case *ast.Identifier:
		at := n.Idx
		return &ast.ConditionalExpression{
			Test: &ast.BinaryExpression{
				Operator: token.LOGICAL_AND,
				Left:     typeIs(n, "number", at),
				Right: &ast.BinaryExpression{
					Operator: token.LESS, Comparison: true, Left: identifier(n),
					Right: &ast.NumberLiteral{Idx: at, Literal: "16777216", Value: int64(maxIndex)},
				},
			},
			Consequent: identifier(n), Alternate: guardCall(guardKey, at, identifier(n)),
		}
	}
	return guardCall(guardKey, k.Idx0(), k)
}

// short tells that an operand is a number, a short text, or something else that cannot be a long string.
func short(e ast.Expression) bool {
	switch n := e.(type) {
	case *ast.StringLiteral, *ast.NumberLiteral, *ast.BooleanLiteral, *ast.NullLiteral:
		return true
	case *ast.TemplateLiteral:
		return n.Tag == nil && len(n.Expressions) == 0
	case *ast.UnaryExpression:
		return true
	}
	return surelyNumber(e)
}

// measured is an expression that checks the length of the string it is about to make, nil when there is nothing to check.
func measured(e ast.Expression) ast.Expression {
	switch n := e.(type) {
	case *ast.BinaryExpression:
		if n.Operator != token.PLUS || short(n.Left) || short(n.Right) {
			return nil
		}
		at := n.Left.Idx0()
		call := guardCall(guardAdd, at, n.Left, n.Right)
		l, ok := n.Left.(*ast.Identifier)
		if !ok {
			return call
		}
		if _, ok := n.Right.(*ast.Identifier); !ok {
			return call // evaluated once, so it may stand at one place only
		}
		return &ast.ConditionalExpression{Test: typeIs(l, "number", at), Consequent: n, Alternate: call}
	case *ast.AssignExpression:
		if n.Operator != token.PLUS || short(n.Right) {
			return nil
		}
		old := copyOf(n.Left)
		if old == nil {
			return nil
		}
		n.Operator = token.ASSIGN
		n.Right = guardCall(guardAdd, n.Left.Idx0(), old, n.Right)
	case *ast.TemplateLiteral:
		if n.Tag == nil && len(n.Expressions) > 1 {
			for i, x := range n.Expressions {
				if !short(x) {
					n.Expressions[i] = guardCall(guardPart, x.Idx0(), x)
				}
			}
		}
	}
	return nil
}

// InstallStrings defines what a program calls that was rewritten with Options.Strings, and InstallKeys with Options.Computed.
func (n *Natives) InstallStrings() {
	if !n.first("strings") {
		return
	}
	n.hidden(guardAdd, 2, func(c goja.FunctionCall) goja.Value {
		a, b := c.Argument(0), c.Argument(1)
		s, ok := a.(goja.String)
		t, ok2 := b.(goja.String)
		if ok && ok2 {
			n.checkString(int64(s.Length()) + int64(t.Length()))
			return s.Concat(t)
		}
		if goja.IsNumber(a) && goja.IsNumber(b) {
			return n.vm.ToValue(a.ToFloat() + b.ToFloat())
		}
		// At most one long string is in it, so the result is not much longer than what is there already.
		v, err := n.plus(a, b)
		if err != nil {
			panic(err)
		}
		return v
	})
	n.hidden(guardPart, 1, func(c goja.FunctionCall) goja.Value {
		v := c.Argument(0)
		if s, ok := v.(goja.String); ok && s.Length() > reserveFrom {
			n.checkString(4 * int64(s.Length())) // up to maxTemplateParts of them are joined
		}
		return v
	})
}

func (n *Natives) hidden(name string, length int, fn nativeFunc) {
	_ = n.vm.GlobalObject().DefineDataProperty(name, n.Func(name[1:], length, fn), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

var plusProgram = sync.OnceValues(func() (*goja.Program, error) { return goja.Compile("", "((a, b) => a + b)", true) })

func (n *Natives) plus(a, b goja.Value) (goja.Value, error) {
	if n.add == nil {
		prg, err := plusProgram()
		if err != nil {
			return nil, err
		}
		v, err := n.vm.RunProgram(prg)
		if err != nil {
			return nil, err
		}
		n.add, _ = goja.AssertFunction(v)
	}
	return n.add(goja.Undefined(), a, b)
}

// InstallKeys defines what computed names pass through. When one is the name of a function that has a check, or an index
// that makes a very long array, every check is put in, and late is called first.
func (n *Natives) InstallKeys(late func()) {
	if !n.first("keys") {
		return
	}
	n.hidden(guardKey, 1, func(c goja.FunctionCall) goja.Value {
		v := c.Argument(0)
		if goja.IsNumber(v) {
			if v.ToFloat() >= maxIndex && !n.all {
				late()
				n.InstallAll()
			}
			return v
		}
		switch k := v.(type) {
		case *goja.Symbol:
			return v
		case *goja.Object:
			v = k.ToString()
		}
		if s, ok := v.(goja.String); ok && !n.all && s.Length() <= maxName && Checked(s.String()) {
			late()
			n.InstallAll()
		}
		return v
	})
}

// maxName is as long as the longest name that Checked knows.
const maxName = 32

// checkedNames are the names that lead to functions with a check: their own, and those by which any other can be reached.
var checkedNames = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for i := range natives {
		m[natives[i].name] = true
	}
	for i := range constructors {
		m[constructors[i].name] = true
	}
	for _, n := range reflective {
		m[n] = true
	}
	m["length"] = true
	return m
})

// reflective are the names by which a program reaches functions it does not name.
var reflective = []string{
	"constructor", "getOwnPropertyDescriptor", "getOwnPropertyDescriptors", "Reflect", "Proxy", "__lookupGetter__", "__lookupSetter__",
	"__proto__", "getPrototypeOf", "globalThis", "Buffer",
}

// Checked tells whether a name leads to a function that has a check.
func Checked(name string) bool { return checkedNames()[name] }

// Reflective tells whether a program that says this name may reach functions that it does not name.
func Reflective(name string) bool { return slices.Contains(reflective, name) }
