package awk

import (
	"math"
	"strings"
)

// builtinSpec is how many arguments a function takes.
type builtinSpec struct{ min, max int }

var builtins = map[string]builtinSpec{
	"length": {0, 1}, "substr": {2, 3}, "index": {2, 2}, "split": {2, 4}, "sub": {2, 3}, "gsub": {2, 3},
	"gensub": {3, 4}, "match": {2, 3}, "sprintf": {1, 1 << 20}, "tolower": {1, 1}, "toupper": {1, 1},
	"sin": {1, 1}, "cos": {1, 1}, "atan2": {2, 2}, "exp": {1, 1}, "log": {1, 1}, "sqrt": {1, 1}, "int": {1, 1},
	"rand": {0, 0}, "srand": {0, 1}, "close": {1, 2}, "fflush": {0, 1}, "system": {1, 1},
	"and": {2, 1 << 20}, "or": {2, 1 << 20}, "xor": {2, 1 << 20}, "lshift": {2, 2}, "rshift": {2, 2}, "compl": {1, 1},
	"strtonum": {1, 1}, "strftime": {0, 3}, "systime": {0, 0}, "mktime": {1, 2}, "asort": {1, 3}, "asorti": {1, 3},
	"patsplit": {2, 4}, "isarray": {1, 1}, "typeof": {1, 1}, "mkbool": {1, 1},
}

func (c *compiler) builtin(e *builtinExpr) evalFn {
	switch e.name {
	case "length":
		return c.length(e)
	case "split", "patsplit":
		return c.split(e)
	case "sub", "gsub":
		return c.substitute(e)
	case "match":
		return c.matchFunc(e)
	case "asort", "asorti":
		return c.asort(e)
	case "isarray", "typeof":
		return c.typeOf(e)
	case "gensub":
		args, re := c.exprs(e.args), c.regex(e.args[0])
		return func(in *interp) value {
			r := re(in)
			repl, how := in.str(args[1](in)), args[2](in)
			target := ""
			if len(args) > 3 {
				target = in.str(args[3](in))
			} else {
				target = in.record()
			}
			return str(in.gensub(r, repl, how, target))
		}
	case "and", "or", "xor":
		args, name := c.exprs(e.args), e.name
		return func(in *interp) value {
			v := in.bits(args[0](in), name)
			for _, f := range args[1:] {
				w := in.bits(f(in), name)
				switch name {
				case "and":
					v &= w
				case "or":
					v |= w
				default:
					v ^= w
				}
			}
			return num(float64(v))
		}
	}
	if f := c.mathFunc(e); f != nil {
		return f
	}
	args := c.exprs(e.args)
	fn := simpleBuiltins[e.name]
	return func(in *interp) value {
		vals := in.argValues(args)
		v := fn(in, vals)
		in.releaseValues(len(vals))
		return v
	}
}

var mathFuncs = map[string]func(float64) float64{
	"sin": math.Sin, "cos": math.Cos, "exp": math.Exp, "int": math.Trunc,
	"sqrt": func(x float64) float64 {
		if x < 0 {
			return math.Copysign(math.NaN(), -1)
		}
		return math.Sqrt(x)
	},
	"log": func(x float64) float64 {
		if x < 0 {
			return math.Copysign(math.NaN(), -1)
		}
		return math.Log(x)
	},
}

func (c *compiler) mathFunc(e *builtinExpr) evalFn {
	fn := mathFuncs[e.name]
	if fn == nil {
		return nil
	}
	arg, name := c.num(e.args[0]), e.name
	return func(in *interp) value {
		x := arg(in)
		if x < 0 && (name == "log" || name == "sqrt") {
			in.warn("%s: received negative argument %s", name, in.str(num(x)))
		}
		return num(fn(x))
	}
}

var simpleBuiltins = map[string]func(in *interp, a []value) value{
	"substr": func(in *interp, a []value) value {
		s := in.str(a[0])
		n := math.Inf(1)
		if len(a) > 2 {
			n = a[2].num()
		}
		return str(in.enc.substr(s, a[1].num(), n))
	},
	"index": func(in *interp, a []value) value {
		s, t := in.str(a[0]), in.str(a[1])
		if in.ignoreCase {
			s, t = in.enc.lower(s), in.enc.lower(t)
		}
		i := strings.Index(s, t)
		if i < 0 {
			return num(0)
		}
		return num(float64(in.enc.count(s[:i]) + 1))
	},
	"tolower": func(in *interp, a []value) value { return str(in.enc.lower(in.str(a[0]))) },
	"toupper": func(in *interp, a []value) value { return str(in.enc.upper(in.str(a[0]))) },
	"sprintf": func(in *interp, a []value) value {
		return str(string(in.format(nil, in.str(a[0]), a[1:])))
	},
	"atan2": func(_ *interp, a []value) value { return num(math.Atan2(a[0].num(), a[1].num())) },
	"rand": func(in *interp, _ []value) value {
		if in.rand == nil {
			in.rand = newRandom(uint32(int64(in.seed)))
		}
		return num(in.rand.float())
	},
	"srand": func(in *interp, a []value) value {
		old := in.seed
		if len(a) > 0 {
			in.seed = a[0].num()
		} else {
			in.seed = float64(in.p.Kernel().Clock().Now().Unix())
		}
		in.rand = newRandom(uint32(int64(in.seed)))
		return num(old)
	},
	"close": func(in *interp, a []value) value { return num(float64(in.close(in.str(a[0])))) },
	"fflush": func(in *interp, a []value) value {
		if len(a) == 0 || in.str(a[0]) == "" {
			return num(float64(in.fflush("", true)))
		}
		return num(float64(in.fflush(in.str(a[0]), false)))
	},
	"system": func(in *interp, a []value) value {
		if in.sandbox {
			in.fatal("'system' function not allowed in sandbox mode")
		}
		return num(in.system(in.str(a[0])))
	},
	"lshift": func(in *interp, a []value) value {
		return num(float64(in.bits(a[0], "lshift") << min(in.bits(a[1], "lshift"), 64)))
	},
	"rshift": func(in *interp, a []value) value {
		return num(float64(in.bits(a[0], "rshift") >> min(in.bits(a[1], "rshift"), 64)))
	},
	"compl": func(in *interp, a []value) value { return num(float64(^in.bits(a[0], "compl") & (1<<53 - 1))) },
	"strtonum": func(in *interp, a []value) value {
		if a[0].k == kNum {
			return a[0]
		}
		return num(strtonum(a[0].s))
	},
	"strftime": func(in *interp, a []value) value { return in.strftime(a) },
	"systime":  func(in *interp, _ []value) value { return num(float64(in.p.Kernel().Clock().Now().Unix())) },
	"mktime":   func(in *interp, a []value) value { return in.mktime(a) },
	"mkbool":   func(_ *interp, a []value) value { return boolean(a[0].truth()) },
}

// bits is an operand of the bit functions; negative ones are an error, as in gawk.
func (in *interp) bits(v value, name string) uint64 {
	n := v.num()
	if n < 0 {
		in.fatal("%s: argument has negative value %s, which is not allowed", name, in.str(num(n)))
	}
	if n != n || n >= 1<<63 {
		return 0
	}
	return uint64(n)
}

func (c *compiler) length(e *builtinExpr) evalFn {
	if len(e.args) == 0 {
		return func(in *interp) value { return num(float64(in.enc.count(in.record()))) }
	}
	a := e.args[0]
	if g, ok := a.(*groupExpr); ok {
		a = g.x
	}
	f := c.expr(a)
	switch v := a.(type) {
	case *varRef:
		slot, local := v.slot, v.local
		if local || slot >= nSpecial {
			return func(in *interp) value {
				cells := in.globals
				if local {
					cells = in.frame
				}
				cell := &cells[slot]
				if cell.ref != nil && cell.arr == nil && cell.ref.arr != nil {
					cell.arr = cell.ref.arr
				}
				if cell.arr != nil {
					return num(float64(cell.arr.len()))
				}
				return num(float64(in.enc.count(in.str(cell.v))))
			}
		}
	case *indexRef:
		arr, key := c.element(v)
		return func(in *interp) value {
			a := arr(in)
			s := in.at(a, key(in))
			if s.sub != nil {
				return num(float64(s.sub.len()))
			}
			return num(float64(in.enc.count(in.str(s.v))))
		}
	}
	return func(in *interp) value { return num(float64(in.enc.count(in.str(f(in))))) }
}

// typeOf is typeof() and isarray().
func (c *compiler) typeOf(e *builtinExpr) evalFn {
	isarray := e.name == "isarray"
	answer := func(v value, arr bool, untyped string) value {
		if isarray {
			return boolean(arr)
		}
		switch {
		case arr:
			return str("array")
		case v.k == kUninit:
			return str(untyped)
		case v.k == kNum:
			return str("number")
		case v.k == kStrnum:
			if _, ok := looksNumeric(v.s); ok {
				return str("strnum")
			}
		}
		return str("string")
	}
	switch a := e.args[0].(type) {
	case *varRef:
		slot, local := a.slot, a.local
		return func(in *interp) value {
			if !local && slot <= vFNR {
				return answer(num(0), false, "")
			}
			cells := in.globals
			if local {
				cells = in.frame
			}
			c := &cells[slot]
			return answer(c.v, c.arr != nil || c.ref != nil && c.ref.arr != nil, "untyped")
		}
	case *indexRef:
		arr, key := c.element(a)
		return func(in *interp) value {
			s := arr(in).find(key(in))
			if s == nil {
				return answer(value{}, false, "untyped")
			}
			return answer(s.v, s.sub != nil, "unassigned")
		}
	}
	f := c.expr(e.args[0])
	return func(in *interp) value { return answer(f(in), false, "unassigned") }
}

// split is split() and patsplit().
func (c *compiler) split(e *builtinExpr) evalFn {
	text, arr := c.expr(e.args[0]), c.array(e.args[1])
	pat := e.name == "patsplit"
	var sepArr arrFn
	if len(e.args) > 3 {
		sepArr = c.array(e.args[3])
	}
	var re func(in *interp) (splitMode, *regex, byte)
	if len(e.args) > 2 {
		re = c.separator(e.args[2], pat)
	}
	return func(in *interp) value {
		s := in.str(text(in))
		mode, rx, b := in.splitMode, in.splitRegex, byte(0)
		if re != nil {
			mode, rx, b = re(in)
		} else {
			if pat {
				mode, rx = splitFPAT, in.compileRegex(in.fpat)
			}
			if mode == splitByte {
				b = in.fs[0]
			}
		}
		a := arr(in)
		in.clear(a)
		var seps *array
		if sepArr != nil {
			seps = sepArr(in)
			if seps == a {
				in.fatal("%s: cannot use the same array for second and fourth args", e.name)
			}
			in.clear(seps)
		}
		s = strings.Clone(s) // the pieces share one text
		n := 0
		add := func(f string) {
			n++
			in.step()
			k := in.text(num(float64(n)), "")
			slot := in.at(a, k)
			in.charge(len(f))
			slot.v = strnum(f)
		}
		nsep := 0
		if pat {
			nsep = -1
		}
		var sep func(string)
		if seps != nil {
			sep = func(f string) {
				nsep++
				in.set(seps, in.text(num(float64(nsep)), ""), str(f))
			}
		}
		switch mode {
		case splitBlank:
			splitBlanks(s, add, sep, nsep)
		case splitByte:
			if s == "" {
				break
			}
			for {
				i := strings.IndexByte(s, b)
				if i < 0 {
					add(s)
					break
				}
				add(s[:i])
				if sep != nil {
					sep(s[i : i+1])
				}
				s = s[i+1:]
			}
		default:
			in.splitInto(s, mode, rx, false, add, sep)
		}
		return num(float64(n))
	}
}

func splitBlanks(s string, add, sep func(string), _ int) {
	blank := func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }
	first := true
	for i := 0; i < len(s); {
		start := i
		for i < len(s) && blank(s[i]) {
			i++
		}
		if i == len(s) {
			break
		}
		if !first && sep != nil {
			sep(s[start:i])
		}
		first = false
		start = i
		for i < len(s) && !blank(s[i]) {
			i++
		}
		add(s[start:i])
	}
}

// separator compiles the third argument of split: a single blank and single characters are not expressions.
func (c *compiler) separator(e expr, pat bool) func(in *interp) (splitMode, *regex, byte) {
	mode := splitRE
	if pat {
		mode = splitFPAT
	}
	if lit, ok := e.(*regexLit); ok {
		return func(in *interp) (splitMode, *regex, byte) { return mode, in.compileRegex(lit.src), 0 }
	}
	f := c.expr(e)
	return func(in *interp) (splitMode, *regex, byte) {
		s := in.str(f(in))
		switch {
		case pat:
		case s == " ":
			return splitBlank, nil, 0
		case s == "":
			return splitChars, nil, 0
		case len(s) == 1 && !(in.ignoreCase && isNameStart(s[0])):
			return splitByte, nil, s[0]
		}
		return mode, in.compileRegex(s), 0
	}
}

func (c *compiler) matchFunc(e *builtinExpr) evalFn {
	text, re := c.expr(e.args[0]), c.regex(e.args[1])
	var arr arrFn
	if len(e.args) > 2 {
		arr = c.array(e.args[2])
	}
	return func(in *interp) value {
		s := in.str(text(in))
		loc := re(in).find(s)
		start, length := 0, -1
		if loc != nil {
			start, length = in.enc.count(s[:loc[0]])+1, in.enc.count(s[loc[0]:loc[1]])
		}
		in.globals[vRSTART].v = num(float64(start))
		in.globals[vRLENGTH].v = num(float64(length))
		if arr != nil {
			a := arr(in)
			in.clear(a)
			for g := 0; 2*g+1 < len(loc); g++ {
				from, to := loc[2*g], loc[2*g+1]
				if from < 0 {
					continue
				}
				k := in.text(num(float64(g)), "")
				in.set(a, k, strnum(s[from:to]))
				in.set(a, k+in.subsep+"start", num(float64(in.enc.count(s[:from])+1)))
				in.set(a, k+in.subsep+"length", num(float64(in.enc.count(s[from:to]))))
			}
		}
		return num(float64(start))
	}
}
