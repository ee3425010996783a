package jsguard

import (
	_ "embed"
	"errors"
	"math/big"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// Operators cannot be replaced from outside as methods can, so those that allocate or recurse by a value are rewritten into
// calls of checks (operators.js). The names start with a NUL byte: no source text can say, and so shadow, them.
const (
	guardDelegate = "\x00delegate" // yield* x: generators that delegate to themselves recurse in Go
	guardShift    = "\x00shift"    // x << y, x >> y with big integers
	guardPower    = "\x00power"    // x ** y
	guardExponent = "\x00exponent" // f().x **= y
	guardSpread   = "\x00spread"   // [...x], f(...x) of an array with holes
	guardArgs     = "\x00args"     // f(...x): arguments are on a stack
	guardWith     = "\x00with"     // with (x): x must not answer for these names
)

//go:embed operators.js
var operatorsSource string

var operatorsProgram = sync.OnceValues(func() (*goja.Program, error) {
	return goja.Compile("node:internal/guard", operatorsSource, true)
})

// InstallOperators defines the functions that rewritten operators call. It costs a few tens of microseconds: a realm whose
// programs use none of them (see Operators) does without.
func (n *Natives) InstallOperators() error {
	if !n.first(&operatorsSource) {
		return nil
	}
	prg, err := operatorsProgram()
	if err != nil {
		return err
	}
	v, err := n.vm.RunProgram(prg)
	if err != nil {
		return err
	}
	n.capture()
	n.installTry()
	n.hidden(guardProto, 1, func(c goja.FunctionCall) goja.Value {
		n.checkClass(c.Argument(0))
		return c.Argument(0)
	})
	apply, ok := n.holder("Reflect").Get("apply").Export().(nativeFunc)
	if !ok {
		return errors.New("jsguard: Reflect.apply is no native function")
	}
	install, _ := goja.AssertFunction(v)
	_, err = install(goja.Undefined(), n.Func("check", 1, func(c goja.FunctionCall) goja.Value {
		l := c.Argument(0).ToInteger()
		if l > n.maxArray {
			n.badLength()
		}
		n.Reserve(48 * l)
		return goja.Undefined()
	}), n.Func("steps", 1, func(c goja.FunctionCall) goja.Value { return n.steps(c.Argument(0)) }), n.Func("apply", 3, barrier(apply)))
	return err
}

// maxTemplateParts is how many substitutions are joined at once: the engine cannot be stopped within one join.
const maxTemplateParts = 4

func guardCall(name string, at file.Idx, args ...ast.Expression) ast.Expression {
	return &ast.CallExpression{
		Callee:          &ast.Identifier{Name: unistring.NewFromString(name), Idx: at},
		LeftParenthesis: at, RightParenthesis: at, ArgumentList: args,
	}
}

// surelyNumber tells that an operand is a Number whenever the operator is reached: a BigInt beside one throws.
func surelyNumber(e ast.Expression) bool {
	switch n := e.(type) {
	case *ast.NumberLiteral:
		_, isBig := n.Value.(*big.Int)
		return !isBig
	case *ast.UnaryExpression:
		return n.Operator == token.PLUS || n.Operator == token.MINUS && surelyNumber(n.Operand)
	case *ast.BinaryExpression:
		switch n.Operator {
		case token.UNSIGNED_SHIFT_RIGHT:
			return true
		case token.MINUS, token.MULTIPLY, token.SLASH, token.REMAINDER, token.AND, token.OR, token.EXCLUSIVE_OR, token.SHIFT_LEFT, token.SHIFT_RIGHT, token.EXPONENT:
			return surelyNumber(n.Left) || surelyNumber(n.Right)
		}
	}
	return false
}

// shiftCount is y of x << y, checked when it is no Number.
func shiftCount(y ast.Expression) ast.Expression {
	at := y.Idx0()
	id, ok := y.(*ast.Identifier)
	if !ok {
		return guardCall(guardShift, at, y)
	}
	again := func() ast.Expression { return &ast.Identifier{Name: id.Name, Idx: at} }
	return &ast.ConditionalExpression{
		Test: &ast.BinaryExpression{
			Operator: token.STRICT_EQUAL, Comparison: true,
			Left:  &ast.UnaryExpression{Operator: token.TYPEOF, Idx: at, Operand: again()},
			Right: &ast.StringLiteral{Idx: at, Literal: "'number'", Value: "number"},
		},
		Consequent: again(), Alternate: guardCall(guardShift, at, again()),
	}
}

func (w *rewriter) assign(n *ast.AssignExpression) {
	switch n.Operator {
	case token.SHIFT_LEFT, token.SHIFT_RIGHT:
		if !surelyNumber(n.Right) {
			n.Right = shiftCount(n.Right)
		}
	case token.EXPONENT:
		if surelyNumber(n.Right) {
			return
		}
		if old := copyOf(n.Left); old != nil {
			n.Operator = token.ASSIGN
			n.Right = guardCall(guardPower, n.Left.Idx0(), old, n.Right)
			return
		}
		n.Right = guardCall(guardExponent, n.Right.Idx0(), n.Right)
	}
}

// copyOf is an expression that may be evaluated a second time without a difference, nil for others.
func copyOf(e ast.Expression) ast.Expression {
	switch n := e.(type) {
	case *ast.Identifier:
		return &ast.Identifier{Name: n.Name, Idx: n.Idx}
	case *ast.ThisExpression:
		return &ast.ThisExpression{Idx: n.Idx}
	case *ast.StringLiteral, *ast.NumberLiteral:
		return n
	case *ast.DotExpression:
		if left := copyOf(n.Left); left != nil {
			return &ast.DotExpression{Left: left, Identifier: n.Identifier}
		}
	case *ast.BracketExpression:
		left, member := copyOf(n.Left), copyOf(n.Member)
		if left != nil && member != nil {
			return &ast.BracketExpression{Left: left, Member: member, LeftBracket: n.LeftBracket, RightBracket: n.RightBracket}
		}
	}
	return nil
}

// guardSpreads checks what is spread in an array literal or, by another guard, in arguments.
func guardSpreads(l []ast.Expression, guard string) {
	for _, e := range l {
		s, ok := e.(*ast.SpreadElement)
		if !ok {
			continue
		}
		switch s.Expression.(type) {
		case *ast.ArrayLiteral, *ast.StringLiteral, *ast.TemplateLiteral:
		default:
			s.Expression = guardCall(guard, s.Expression.Idx0(), s.Expression)
		}
	}
}

// rewritten is what stands for an expression that has to become another, nil for others.
func rewritten(e ast.Expression) ast.Expression {
	switch n := e.(type) {
	case *ast.BinaryExpression:
		if n.Operator == token.EXPONENT && !surelyNumber(n.Left) && !surelyNumber(n.Right) {
			call := guardCall(guardPower, n.Idx0(), n.Left, n.Right)
			x, ok := n.Left.(*ast.Identifier)
			y, ok2 := n.Right.(*ast.Identifier)
			if !ok || !ok2 {
				return call // evaluated once, so they may stand at one place only
			}
			return &ast.ConditionalExpression{
				Test:       &ast.BinaryExpression{Operator: token.LOGICAL_AND, Left: typeIs(x, "number", x.Idx), Right: typeIs(y, "number", y.Idx)},
				Consequent: &ast.BinaryExpression{Operator: token.EXPONENT, Left: identifier(x), Right: identifier(y)},
				Alternate:  call,
			}
		}
	case *ast.TemplateLiteral:
		if n.Tag == nil && len(n.Expressions) > 2*maxTemplateParts {
			return splitTemplate(n)
		}
	}
	return nil
}

// splitTemplate makes `..` + `..` of a template with many substitutions.
func splitTemplate(n *ast.TemplateLiteral) ast.Expression {
	var out ast.Expression
	for i := 0; i < len(n.Expressions); i += maxTemplateParts {
		j := min(i+maxTemplateParts, len(n.Expressions))
		part := &ast.TemplateLiteral{OpenQuote: n.OpenQuote, CloseQuote: n.CloseQuote, Expressions: n.Expressions[i:j:j]}
		if i == 0 {
			part.Elements = n.Elements[: j+1 : j+1]
		} else {
			part.Elements = append([]*ast.TemplateElement{{Idx: n.OpenQuote, Valid: true}}, n.Elements[i+1:j+1]...)
		}
		if out == nil {
			out = part
		} else {
			out = &ast.BinaryExpression{Operator: token.PLUS, Left: out, Right: part}
		}
	}
	return out
}
