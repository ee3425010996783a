package shell

import (
	"strings"

	"github.com/sandpit-dev/sandpit/internal/pattern"
	"mvdan.cc/sh/v3/syntax"
)

// testExpr evaluates the expression of [[ ]].
func (sh *Shell) testExpr(x syntax.TestExpr) (bool, error) {
	switch x := x.(type) {
	case *syntax.Word:
		s, err := sh.expandWord(x)
		return s != "", err
	case *syntax.ParenTest:
		return sh.testExpr(x.X)
	case *syntax.UnaryTest:
		return sh.testUnary(x)
	case *syntax.BinaryTest:
		return sh.testBinary(x)
	}
	return false, errorf(2, "bad conditional expression")
}

// unaryLetters are the letters of the unary operators.
var unaryLetters = map[syntax.UnTestOperator]byte{
	syntax.TsExists: 'e', syntax.TsRegFile: 'f', syntax.TsDirect: 'd', syntax.TsCharSp: 'c', syntax.TsBlckSp: 'b', syntax.TsNmPipe: 'p',
	syntax.TsSocket: 'S', syntax.TsSmbLink: 'L', syntax.TsSticky: 'k', syntax.TsGIDSet: 'g', syntax.TsUIDSet: 'u', syntax.TsGrpOwn: 'G',
	syntax.TsUsrOwn: 'O', syntax.TsModif: 'N', syntax.TsRead: 'r', syntax.TsWrite: 'w', syntax.TsExec: 'x', syntax.TsNoEmpty: 's',
	syntax.TsFdTerm: 't', syntax.TsEmpStr: 'z', syntax.TsNempStr: 'n', syntax.TsOptSet: 'o', syntax.TsVarSet: 'v', syntax.TsRefVar: 'R',
}

func (sh *Shell) testUnary(x *syntax.UnaryTest) (bool, error) {
	if x.Op == syntax.TsNot {
		ok, err := sh.testExpr(x.X)
		return !ok, err
	}
	w, ok := x.X.(*syntax.Word)
	letter := unaryLetters[x.Op]
	if !ok || letter == 0 {
		return false, errorf(2, "bad conditional expression")
	}
	s, err := sh.expandWord(w)
	if err != nil {
		return false, err
	}
	return sh.unaryTest(letter, s)
}

func (sh *Shell) testBinary(x *syntax.BinaryTest) (bool, error) {
	switch x.Op {
	case syntax.AndTest, syntax.OrTest:
		ok, err := sh.testExpr(x.X)
		if err != nil || ok == (x.Op == syntax.OrTest) {
			return ok, err
		}
		return sh.testExpr(x.Y)
	}
	l, ok1 := x.X.(*syntax.Word)
	r, ok2 := x.Y.(*syntax.Word)
	if !ok1 || !ok2 {
		return false, errorf(2, "bad conditional expression")
	}
	a, err := sh.expandWord(l)
	if err != nil {
		return false, err
	}
	switch x.Op {
	case syntax.TsMatch, syntax.TsMatchShort, syntax.TsNoMatch:
		pat, err := sh.expandPattern(r)
		if err != nil {
			return false, err
		}
		m := sh.vars.cache().Glob(pat, sh.globFlags()|pattern.ExtGlob).Stopping(sh.interrupted)
		return m.Match(a) == (x.Op != syntax.TsNoMatch), nil
	case syntax.TsReMatch:
		src, err := sh.expandRegex(r)
		if err != nil {
			return false, err
		}
		return sh.matchRegex(a, src)
	}
	b, err := sh.expandWord(r)
	if err != nil {
		return false, err
	}
	switch x.Op {
	case syntax.TsBefore:
		return a < b, nil
	case syntax.TsAfter:
		return a > b, nil
	case syntax.TsNewer, syntax.TsOlder, syntax.TsDevIno:
		return sh.fileCompare(x.Op.String(), a, b), nil
	}
	m, err := sh.arithText(a)
	if err != nil {
		return false, err
	}
	n, err := sh.arithText(b)
	if err != nil {
		return false, err
	}
	return compareInts(x.Op.String(), m, n), nil
}

// matchRegex is =~: a POSIX extended regular expression; the match and its groups go to BASH_REMATCH.
func (sh *Shell) matchRegex(s, src string) (bool, error) {
	flags := pattern.Strict
	if sh.opts.nocasematch {
		flags |= pattern.IgnoreCase
	}
	re, err := sh.vars.cache().ERE(src, flags)
	if err != nil {
		return false, &expandError{status: 2} // bash says nothing about it
	}
	v := sh.own("BASH_REMATCH")
	v.attrs, v.set, v.str = v.attrs&attrExport|attrIndexed, true, ""
	v.idx = &indexed{owner: sh.vars.tok}
	m := re.FindSubmatchIndex([]byte(s))
	if m == nil {
		return false, nil
	}
	for i := 0; i+1 < len(m); i += 2 {
		text := ""
		if m[i] >= 0 {
			text = strings.Clone(s[m[i]:m[i+1]])
		}
		v.idx.dense = append(v.idx.dense, text)
	}
	for n := re.NumSubexp() + 1; len(v.idx.dense) < n; {
		v.idx.dense = append(v.idx.dense, "")
	}
	return true, nil
}
