package script

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"
)

// stackFunc is the host function that the object whose stack a program reads passes through: it gives the object back, its
// stack in the form of V8 and with the script's own lines.
const stackFunc = "\x00stack"

// maxStackFrames is V8's Error.stackTraceLimit.
const maxStackFrames = 10

// stackFrame is a line of the engine's stack text.
var stackFrame = regexp.MustCompile(`(?m)^\s*at (?:([^\s(]+) \()?([^\s():]+):(\d+):(\d+)`)

// stackFrames rewrites the frames of the engine's stack text that are not the engine's own as V8 writes them, and gives the
// position of the first.
func stackFrames(stack string) (text, file string, line, column int) {
	if len(stack) > 64<<10 {
		stack = stack[:64<<10]
	}
	var b strings.Builder
	n := 0
	for _, m := range stackFrame.FindAllStringSubmatch(stack, 2*maxStackFrames) {
		if strings.HasPrefix(m[2], "node:") || m[2] == "native" {
			continue
		}
		l, _ := strconv.Atoi(m[3])
		c, _ := strconv.Atoi(m[4])
		if lowered(m[2]) {
			l, c = max(l-linesBefore, 1), c+1
		}
		if n == 0 {
			file, line, column = m[2], l, c
		}
		if n++; n > maxStackFrames {
			break
		}
		if m[1] != "" && m[1] != "<anonymous>" {
			fmt.Fprintf(&b, "    at %s (%s:%d:%d)\n", m[1], m[2], l, c)
		} else {
			fmt.Fprintf(&b, "    at %s:%d:%d\n", m[2], l, c)
		}
	}
	return strings.TrimSuffix(b.String(), "\n"), file, line, column
}

// readStack is what stackFunc calls.
func (r *realm) readStack(c goja.FunctionCall) goja.Value {
	v := c.Argument(0)
	o, ok := v.(*goja.Object)
	if !ok || o.ExportType() == proxyType || o.ClassName() != "Error" || r.accessors && r.isAccessor(o, "stack") {
		return v
	}
	r.caught(c)
	s, ok := o.Get("stack").(goja.String)
	if !ok {
		return v
	}
	stack := s.String()
	i := strings.Index(stack, "\n\tat ")
	if i < 0 {
		if head, ended := strings.CutSuffix(stack, "\n"); ended { // an error of no frames
			_ = o.DefineDataProperty("stack", r.vm.ToValue(head), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
		return v
	}
	head := stack[:i]
	if frames, _, _, _ := stackFrames(stack[i+1:]); frames != "" {
		head += "\n" + frames
	}
	_ = o.DefineDataProperty("stack", r.vm.ToValue(head), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return v
}

// readsStack sends the object whose property stack is read through stackFunc.
func (a *analyzer) readsStack(left *ast.Expression, at file.Idx) {
	a.f.stacks = true
	switch n := (*left).(type) {
	case *ast.SuperExpression:
	case *ast.Optional: // x?.stack
		n.Expression = call(stackFunc, at, n.Expression)
	default:
		if !shortCircuits(n) {
			*left = call(stackFunc, at, n)
		}
	}
}

// shortCircuits tells that an expression ends early with all that follows it: x?.y of x?.y.stack.
func shortCircuits(e ast.Expression) bool {
	for {
		switch n := e.(type) {
		case *ast.Optional:
			return true
		case *ast.DotExpression:
			e = n.Left
		case *ast.PrivateDotExpression:
			e = n.Left
		case *ast.BracketExpression:
			e = n.Left
		case *ast.CallExpression:
			e = n.Callee
		default:
			return false
		}
	}
}

// picks tells that an object pattern takes a property of that name.
func picks(t ast.Node, name unistring.String) bool {
	p, ok := t.(*ast.ObjectPattern)
	if !ok {
		return false
	}
	for _, q := range p.Properties {
		switch q := q.(type) {
		case *ast.PropertyShort:
			if q.Name.Name == name {
				return true
			}
		case *ast.PropertyKeyed:
			if s, ok := q.Key.(*ast.StringLiteral); ok && s.Value == name {
				return true
			}
		}
	}
	return false
}
