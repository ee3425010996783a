package shell

import (
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/internal/printf"
	"mvdan.cc/sh/v3/syntax"
)

// printfBuiltin is printf [-v var] format [arguments].
func (sh *Shell) printfBuiltin(args []string) int {
	target, toVar := "", false
	i := 0
	for i < len(args) && len(args[i]) > 1 && args[i][0] == '-' {
		if args[i] == "--" {
			i++
			break
		}
		if !strings.HasPrefix(args[i], "-v") {
			return sh.badOption("printf", args[i][:2])
		}
		toVar = true
		if target = args[i][2:]; target == "" {
			if i++; i >= len(args) {
				sh.errf("printf: -v: option requires an argument")
				return sh.usage("printf")
			}
			target = args[i]
		}
		i++
		if !validRef(target) {
			sh.errf("printf: `%s': not a valid identifier", target)
			return 2
		}
	}
	if i >= len(args) {
		return sh.usage("printf")
	}
	opt := printf.Options{
		Quote: quoteBackslash,
		Time:  sh.strftime,
		Now:   sh.now,
		Start: func() time.Time { return sh.p.StartTime() },
	}
	if max := sh.expansionMax(); max > 0 {
		opt.MaxOutput = int(min(max, 1<<30))
	}
	res := printf.Format(args[i], args[i+1:], opt)
	for _, e := range res.Errors {
		sh.errf("printf: %s", e)
	}
	status := 0
	if res.Failed {
		status = 1
	}
	if !toVar {
		if n := sh.writeOut("printf", res.Out); n != 0 {
			return n
		}
		return status
	}
	text := string(res.Out)
	if k := strings.IndexByte(text, 0); k >= 0 {
		text = text[:k]
	}
	var err error
	if k := strings.IndexByte(target, '['); k > 0 {
		sub := target[k+1 : len(target)-1]
		if sh.lookup(target[:k]).has(attrAssoc) {
			sub, err = sh.expandSubscript(sub)
		}
		if err == nil {
			err = sh.setElem(target[:k], sub, text)
		}
	} else if syntax.ValidName(target) {
		err = sh.setVar(target, text)
	}
	if err != nil {
		sh.errf("printf: %s", err.Error())
		return 1
	}
	return status
}
