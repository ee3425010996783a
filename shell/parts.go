package shell

import (
	"fmt"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// parts expands the parts of a word.
func (e *expander) parts(parts []syntax.WordPart, ctx wordContext) error {
	for i, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			e.lit(p.Value, ctx, i, i == len(parts)-1)
		case *syntax.SglQuoted:
			switch {
			case p.Dollar:
				e.quoted(ansiC(p.Value))
			case ctx&(inQuotes|inBraces) == inQuotes|inBraces:
				// Inside "${x-'…'}" single quotes are ordinary characters.
				if err := e.text("'" + p.Value + "'"); err != nil {
					return err
				}
			default:
				e.quoted(p.Value)
			}
		case *syntax.DblQuoted:
			if err := e.dblQuoted(p, ctx); err != nil {
				return err
			}
		case *syntax.ParamExp:
			if err := e.param(p, ctx); err != nil {
				return err
			}
		case *syntax.CmdSubst:
			s, err := e.sh.commandSubst(p)
			if err != nil {
				return err
			}
			e.emit(s, ctx)
		case *syntax.ArithmExp:
			n, err := e.sh.arith(p.X)
			if err != nil {
				return err
			}
			e.emit(strconv.FormatInt(n, 10), ctx)
		case *syntax.ProcSubst:
			path, err := e.sh.procSubst(p)
			if err != nil {
				return err
			}
			e.quoted(path)
		case *syntax.ExtGlob:
			if err := e.extGlob(p); err != nil {
				return err
			}
		case *syntax.BraceExp:
			return fmt.Errorf("brace expansion in a single word")
		}
		if err := e.check(); err != nil {
			return err
		}
	}
	return nil
}

// emit appends the result of an expansion.
func (e *expander) emit(s string, ctx wordContext) {
	if ctx&inQuotes != 0 {
		e.quoted(s)
	} else {
		e.split(s)
	}
}

func (e *expander) dblQuoted(p *syntax.DblQuoted, ctx wordContext) error {
	if len(p.Parts) == 0 {
		e.quoted("")
		return nil
	}
	// "$@" without parameters is no field at all, even with other empty expansions beside it: "$@$x".
	started, fields, n := e.started, len(e.fields), len(e.cur)
	outer := e.emptyAt
	e.emptyAt = false
	err := e.parts(p.Parts, inQuotes)
	if e.emptyAt && len(e.fields) == fields && len(e.cur) == n {
		e.started = started
	}
	e.emptyAt = outer
	return err
}

// text expands source text that the parser took for quoted: the inside of single quotes in "${x-'…'}".
func (e *expander) text(s string) error {
	w, err := parseDocument(s)
	if err != nil {
		e.quoted(s)
		return nil
	}
	return e.parts(w.Parts, inQuotes|inHeredoc)
}

// lit appends source text, taking its backslashes and tildes. i is the part's place in its word.
func (e *expander) lit(s string, ctx wordContext, i int, last bool) {
	if ctx&inQuotes != 0 {
		e.quotedLit(s, ctx)
		return
	}
	if ctx&noTilde != 0 {
	} else if i == 0 {
		s = e.tilde(s, last)
	} else if e.mode == modeAssign {
		s = e.colonTildes(s, last, false)
	}
	splits := ctx&inBraces != 0 && e.mode == modeFields
	put := func(s string) {
		if splits {
			e.split(s)
		} else {
			e.literal(s)
		}
	}
	if e.mode == modePattern {
		put(s)
		return
	}
	for s != "" {
		k := strings.IndexByte(s, '\\')
		if k < 0 || k == len(s)-1 {
			put(s)
			return
		}
		put(s[:k])
		n := charWidth(s[k+1:])
		if s[k+1] != '\n' {
			e.quoted(s[k+1 : k+1+n])
		}
		s = s[k+1+n:]
	}
}

// quotedLit appends source text inside double quotes: a backslash quotes $, `, ", \ and newline only, and } in braces.
func (e *expander) quotedLit(s string, ctx wordContext) {
	put := e.quoted
	for {
		k := strings.IndexByte(s, '\\')
		if k < 0 || k == len(s)-1 {
			if s != "" {
				put(s)
			}
			return
		}
		c := s[k+1]
		special := c == '$' || c == '`' || c == '\\' || c == '\n' || c == '"' && ctx&inHeredoc == 0 || c == '}' && ctx&inBraces != 0
		if !special {
			put(s[:k+2])
			s = s[k+2:]
			continue
		}
		if k > 0 {
			put(s[:k])
		}
		if c != '\n' {
			e.quoted(s[k+1 : k+2])
		}
		s = s[k+2:]
	}
}

// extGlob appends an extended group. Its inside is source text that may hold quotes and expansions.
func (e *expander) extGlob(g *syntax.ExtGlob) error {
	e.literal(g.Op.String())
	w, err := parsePattern(g.Pattern.Value)
	if err != nil {
		return err
	}
	if err := e.parts(w.Parts, 0); err != nil {
		return err
	}
	e.literal(")")
	return nil
}
