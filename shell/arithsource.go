package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// arithSource writes an expression as text, its words expanded as in double quotes.
func (sh *Shell) arithSource(x syntax.ArithmExpr) (string, error) {
	var b strings.Builder
	err := sh.writeArith(&b, x, 0)
	return b.String(), err
}

func (sh *Shell) writeArith(b *strings.Builder, x syntax.ArithmExpr, depth int) error {
	if depth > maxArithDepth {
		return errorf(1, "expression recursion level exceeded")
	}
	switch x := x.(type) {
	case nil:
	case *syntax.Word:
		if len(x.Parts) == 1 {
			if p, ok := x.Parts[0].(*syntax.ParamExp); ok && nakedIndex(p) {
				b.WriteString(p.Param.Value)
				b.WriteByte('[')
				if err := sh.writeArith(b, p.Index, depth+1); err != nil {
					return err
				}
				b.WriteByte(']')
				return nil
			}
		}
		return sh.writeArithWord(b, x)
	case *syntax.BinaryArithm:
		return sh.writeBinary(b, x, depth)
	case *syntax.UnaryArithm:
		if !x.Post {
			b.WriteString(x.Op.String())
			if u, ok := x.X.(*syntax.UnaryArithm); ok && !u.Post {
				b.WriteByte(' ')
			}
		}
		if err := sh.writeArith(b, x.X, depth+1); err != nil {
			return err
		}
		if x.Post {
			b.WriteString(x.Op.String())
		}
	case *syntax.ParenArithm:
		b.WriteByte('(')
		if err := sh.writeArith(b, x.X, depth+1); err != nil {
			return err
		}
		b.WriteByte(')')
	default:
		return errorf(1, "bad arithmetic expression")
	}
	return nil
}

// writeArithWord expands a word of an expression as in double quotes, where single quotes are ordinary characters.
func (sh *Shell) writeArithWord(b *strings.Builder, w *syntax.Word) error {
	e := expander{sh: sh, mode: modeString}
	for i, p := range w.Parts {
		if q, ok := p.(*syntax.SglQuoted); ok && !q.Dollar {
			e.literal("'" + q.Value + "'")
			continue
		}
		if err := e.parts(w.Parts[i:i+1], inQuotes); err != nil {
			return err
		}
	}
	b.Write(e.cur)
	return nil
}

func (sh *Shell) writeBinary(b *strings.Builder, x *syntax.BinaryArithm, depth int) error {
	spine := []*syntax.BinaryArithm{x}
	left := x.X
	for {
		l, ok := left.(*syntax.BinaryArithm)
		if !ok {
			break
		}
		spine = append(spine, l)
		left = l.X
	}
	if err := sh.writeArith(b, left, depth+1); err != nil {
		return err
	}
	for i := len(spine) - 1; i >= 0; i-- {
		n := spine[i]
		// The blanks of the source are kept, so that an associative subscript such as m[a-b] reads as written.
		between(b, n.X.End().Offset(), n.OpPos.Offset())
		op := n.Op.String()
		b.WriteString(op)
		between(b, n.OpPos.Offset()+uint(len(op)), n.Y.Pos().Offset())
		if err := sh.writeArith(b, n.Y, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// between writes a blank where the source has something between two places, or where they are not known.
func between(b *strings.Builder, from, to uint) {
	if from != to || from == 0 {
		b.WriteByte(' ')
	}
}

// rawArith writes an expression as the source has it, for messages.
func rawArith(b *strings.Builder, x syntax.ArithmExpr, depth int) {
	if depth > 100 || b.Len() > 500 {
		b.WriteString("…")
		return
	}
	switch x := x.(type) {
	case *syntax.Word:
		if len(x.Parts) == 1 {
			switch p := x.Parts[0].(type) {
			case *syntax.Lit:
				b.WriteString(p.Value)
				return
			case *syntax.ParamExp:
				if nakedIndex(p) {
					b.WriteString(p.Param.Value)
					b.WriteByte('[')
					rawArith(b, p.Index, depth+1)
					b.WriteByte(']')
					return
				}
			}
		}
		b.WriteString(sourceText(x))
	case *syntax.BinaryArithm:
		rawArith(b, x.X, depth+1)
		between(b, x.X.End().Offset(), x.OpPos.Offset())
		b.WriteString(x.Op.String())
		between(b, x.OpPos.Offset()+uint(len(x.Op.String())), x.Y.Pos().Offset())
		rawArith(b, x.Y, depth+1)
	case *syntax.UnaryArithm:
		if !x.Post {
			b.WriteString(x.Op.String())
		}
		rawArith(b, x.X, depth+1)
		if x.Post {
			b.WriteString(x.Op.String())
		}
	case *syntax.ParenArithm:
		b.WriteByte('(')
		rawArith(b, x.X, depth+1)
		b.WriteByte(')')
	}
}
