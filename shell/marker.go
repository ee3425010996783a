package shell

import (
	"mvdan.cc/sh/v3/syntax"
)

// markerPrefix begins the names of the marks that rescue puts into a text.
const markerPrefix = "__sandpit_"

// marker expands a mark; done is false when the name is none.
func (e *expander) marker(pe *syntax.ParamExp, ctx wordContext) (done bool, err error) {
	switch pe.Param.Value {
	case errorMarker:
		if pe.Index == nil {
			return false, nil
		}
		message, err := e.sh.arithSource(pe.Index)
		if err != nil {
			return true, err
		}
		return true, errorf(1, "%s", message)
	case countMarker:
		count := *pe
		count.Param = &syntax.Lit{Value: "#"}
		return true, e.param(&count, ctx)
	case returnMarker:
		e.quoted("\r")
		return true, nil
	case appendMarker:
		return true, nil
	}
	return false, nil
}

// markedText is the text behind the mark of arithmetic, which is the key when the array is associative.
func (sh *Shell) markedText(w *syntax.Word) (string, bool, error) {
	if len(w.Parts) != 1 {
		return "", false, nil
	}
	p, ok := w.Parts[0].(*syntax.ParamExp)
	if !ok || p.Param == nil || p.Param.Value != arithMarker || p.Index == nil {
		return "", false, nil
	}
	text, err := sh.arithSource(p.Index)
	return text, true, err
}

// appends reports whether the value of an array element was written [sub]+=value, and returns the value alone.
func appends(w *syntax.Word) (*syntax.Word, bool) {
	if w == nil || len(w.Parts) == 0 {
		return w, false
	}
	p, ok := w.Parts[0].(*syntax.ParamExp)
	if !ok || p.Param == nil || p.Param.Value != appendMarker {
		return w, false
	}
	return &syntax.Word{Parts: w.Parts[1:]}, true
}
