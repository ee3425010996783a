package shell

import (
	"strings"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/internal/pattern"
	"mvdan.cc/sh/v3/syntax"
)

// slice applies ${x:offset:length}.
func (sh *Shell) slice(val *value, sl *syntax.Slice) error {
	var off, length int64
	var err error
	if sl.Offset != nil {
		if off, err = sh.arith(sl.Offset); err != nil {
			return err
		}
	}
	hasLen := sl.Length != nil
	if hasLen {
		if length, err = sh.arith(sl.Length); err != nil {
			return err
		}
	}
	if val.isList {
		return sh.sliceList(val, off, length, hasLen, sl)
	}
	n := int64(charCount(val.str))
	if off < 0 {
		off += n
	}
	if off < 0 || off > n {
		val.str = ""
		return nil
	}
	end := n
	if hasLen {
		if length < 0 {
			if end = n + length; end < off {
				return errorf(1, "%s: substring expression < 0", sourceText(sl.Length))
			}
		} else if length < n-off {
			end = off + length
		}
	}
	if int64(len(val.str)) == n {
		val.str = val.str[off:end]
		return nil
	}
	lo := byteOffset(val.str, off)
	val.str = val.str[lo : lo+byteOffset(val.str[lo:], end-off)]
	return nil
}

// byteOffset is where the n-th character of s starts.
func byteOffset(s string, n int64) int {
	i := 0
	for ; n > 0 && i < len(s); n-- {
		_, w := utf8.DecodeRuneInString(s[i:])
		i += w
	}
	return i
}

func (sh *Shell) sliceList(val *value, off, length int64, hasLen bool, sl *syntax.Slice) error {
	if hasLen && length < 0 {
		return errorf(1, "%s: substring expression < 0", sourceText(sl.Length))
	}
	list := val.list
	switch {
	case val.posit:
		list = append([]string{sh.arg0}, list...)
		n := int64(len(list))
		if off < 0 {
			off += n
		}
		if off < 0 || off >= n {
			val.list = nil
			return nil
		}
		list = list[off:]
	case val.v != nil && val.v.idx != nil:
		if off < 0 {
			if off += val.v.idx.max() + 1; off < 0 {
				val.list = nil
				return nil
			}
		}
		keys := val.v.idx.sortedKeys()
		k := 0
		for k < len(keys) && keys[k] < off {
			k++
		}
		list = list[k:]
	case val.v != nil && val.v.asc != nil:
		// bash takes a list that starts at 1 here
		n := int64(len(list))
		if off < 0 {
			off += n + 1
		}
		if off > 0 {
			off--
		}
		if off < 0 || off > n {
			val.list = nil
			return nil
		}
		list = list[off:]
	default:
		n := int64(len(list))
		if off < 0 {
			off += n
		}
		if off < 0 || off > n {
			val.list = nil
			return nil
		}
		list = list[off:]
	}
	if hasLen && length < int64(len(list)) {
		list = list[:length]
	}
	val.list = list
	return nil
}

// replace applies ${x/pat/rep}.
func (e *expander) replace(val *value, pe *syntax.ParamExp) error {
	sh, r := e.sh, pe.Repl
	orig := r.Orig
	anchor := byte(0)
	if orig != nil && !r.All && len(orig.Parts) > 0 {
		if l, ok := orig.Parts[0].(*syntax.Lit); ok && l.Value != "" && (l.Value[0] == '#' || l.Value[0] == '%') {
			anchor = l.Value[0]
			trimmed := *l
			trimmed.Value = l.Value[1:]
			orig = &syntax.Word{Parts: append([]syntax.WordPart{&trimmed}, orig.Parts[1:]...)}
		}
	}
	pat, err := sh.one(orig, modePattern, 0)
	if err != nil {
		return err
	}
	mode := modeString
	if sh.opts.patsub_replacement {
		mode = modeReplace
	}
	with := r.With
	if orig == nil && r.All && slashPattern(pe) {
		// ${x////y}: a pattern that starts with a slash ends at the next one.
		head, tail := cutSlash(with)
		rest, err := sh.one(head, modePattern, 0)
		if err != nil {
			return err
		}
		pat, with = "/"+rest, tail
	}
	// Quotes around the whole expansion do not count in the replacement.
	rep, err := sh.one(with, mode, 0)
	if err != nil {
		return err
	}
	var segs []string // rep cut at each active &
	if mode == modeReplace {
		segs = cutReplacement(rep)
	} else {
		segs = []string{rep}
	}
	if pat == "" && anchor == 0 {
		return nil
	}
	m := sh.vars.cache().Glob(pat, sh.globFlags()).Stopping(sh.interrupted)
	return val.each(func(s string) (string, error) {
		out, err := e.substitute(s, m, segs, anchor, r.All)
		if err == nil && int64(len(out)) > 1<<16 {
			if max := sh.expansionMax(); max > 0 && int64(len(out)) > max {
				err = sh.tooMuch()
			}
		}
		return out, err
	})
}

// slashPattern reports whether ${x//…} without a pattern has a third slash in the source.
func slashPattern(pe *syntax.ParamExp) bool {
	if pe.Repl.With != nil {
		return true
	}
	end := pe.Param.End().Offset()
	if pe.Index != nil {
		end = pe.Index.End().Offset() + 1
	}
	return pe.Rbrace.IsValid() && pe.Rbrace.Offset() == end+3
}

// cutSlash cuts a word at its first unquoted slash.
func cutSlash(w *syntax.Word) (before, after *syntax.Word) {
	if w == nil {
		return nil, nil
	}
	for i, p := range w.Parts {
		l, ok := p.(*syntax.Lit)
		if !ok {
			continue
		}
		k := strings.IndexByte(l.Value, '/')
		if k < 0 {
			continue
		}
		head, tail := *l, *l
		head.Value, tail.Value = l.Value[:k], l.Value[k+1:]
		before = &syntax.Word{Parts: append(append([]syntax.WordPart(nil), w.Parts[:i]...), &head)}
		after = &syntax.Word{Parts: append([]syntax.WordPart{&tail}, w.Parts[i+1:]...)}
		return before, after
	}
	return w, nil
}

// cutReplacement splits a replacement at its active ampersands and takes the backslashes away.
func cutReplacement(rep string) []string {
	if strings.IndexByte(rep, '&') < 0 && strings.IndexByte(rep, '\\') < 0 {
		return []string{rep}
	}
	var segs []string
	var b strings.Builder
	for i := 0; i < len(rep); i++ {
		switch c := rep[i]; {
		case c == '&':
			segs = append(segs, b.String())
			b.Reset()
		case c == '\\' && i+1 < len(rep) && (rep[i+1] == '&' || rep[i+1] == '\\'):
			i++
			b.WriteByte(rep[i])
		default:
			b.WriteByte(c)
		}
	}
	return append(segs, b.String())
}

func (e *expander) substitute(s string, m *pattern.Matcher, segs []string, anchor byte, all bool) (string, error) {
	var b strings.Builder
	put := func(match string) {
		b.WriteString(segs[0])
		for _, seg := range segs[1:] {
			b.WriteString(match)
			b.WriteString(seg)
		}
	}
	switch anchor {
	case '#':
		n := m.Prefix(s, true)
		if n < 0 {
			return s, nil
		}
		put(s[:n])
		b.WriteString(s[n:])
		return b.String(), nil
	case '%':
		n := m.Suffix(s, true)
		if n < 0 {
			return s, nil
		}
		b.WriteString(s[:n])
		put(s[n:])
		return b.String(), nil
	}
	limit := e.sh.expansionMax()
	pos, any := 0, false
	for pos <= len(s) {
		if pos == len(s) && any {
			break
		}
		lo, hi, ok := m.Find(s, pos)
		if !ok {
			break
		}
		any = true
		b.WriteString(s[pos:lo])
		put(s[lo:hi])
		if hi == lo && hi < len(s) {
			n := charWidth(s[hi:])
			if all {
				b.WriteString(s[hi : hi+n])
				hi += n
			}
		} else if hi == lo {
			pos = hi
			break
		}
		pos = hi
		if !all {
			break
		}
		if limit > 0 && int64(b.Len()) > limit {
			return "", e.sh.tooMuch()
		}
	}
	if !any {
		return s, nil
	}
	b.WriteString(s[pos:])
	return b.String(), nil
}
