package jsregexp

import (
	"strings"
	"unicode"
	"unicode/utf16"
)

type opcode uint8

const (
	opMatch   opcode = iota
	opChar           // r
	opFold           // r, canonical
	opAny            // . without line terminators
	opAll            // . with them
	opSet            // set
	opSplit          // try a, then b
	opJump           // a
	opSave           // caps[a] = pos
	opReset          // groups [a, b) become undefined
	opBegin          // ^ ; flag: multiline
	opEnd            // $
	opWord           // \b ; flag: \B
	opBackref        // groups
	opLook           // body at pc+1 ends with opMatch; goes on at a; flag: negative
	opRun            // a run of one character item: sub, min a, max b, lazy flag
	opInit           // regs[a] = 0
	opTest           // loop head: counter a, leaves to b; min, max, lazy flag
	opMark           // regs[a] = pos
	opNext           // end of a counted turn: counter a, mark b
	opMoved          // fails when pos == regs[a]
)

type inst struct {
	op       opcode
	back     bool // towards the start of the text
	flag     bool
	fold     bool
	r        rune
	a, b     int32
	min, max int32
	set      *Set
	groups   []int
	sub      opcode
}

// Regexp is a compiled pattern. It is immutable.
type Regexp struct {
	prog     []inst
	ncap     int // groups and the whole
	nreg     int
	names    []string
	groups   map[string][]int
	unicode  bool
	anchored bool
	first    *firstSet
}

// Groups is the number of capturing groups, the whole match not counted.
func (re *Regexp) Groups() int { return re.ncap - 1 }

// Names are the names of groups in the order of the pattern.
func (re *Regexp) Names() []string { return re.names }

// Group is the numbers of the groups of a name.
func (re *Regexp) Group(name string) []int { return re.groups[name] }

// Unicode tells that the pattern matches code points (flags u and v).
func (re *Regexp) Unicode() bool { return re.unicode }

// Flags checks flags: "dgimsuvy", each at most once, not both u and v.
func validFlags(flags string) bool {
	for i, c := range flags {
		if !strings.ContainsRune("dgimsuvy", c) || strings.ContainsRune(flags[:i], c) {
			return false
		}
	}
	return !(strings.Contains(flags, "u") && strings.Contains(flags, "v"))
}

// MaxProgram bounds the instructions of a pattern.
const maxProgram = 1 << 20

// Compile reads a pattern given as UTF-16 code units.
func Compile(pattern []uint16, flags string) (re *Regexp, err error) {
	text := func() string { return string(utf16.Decode(pattern)) }
	if !validFlags(flags) {
		return nil, &SyntaxError{text(), "", "Invalid flags"}
	}
	uni := strings.ContainsAny(flags, "uv")
	p := &parser{src: units(pattern, uni), uni: uni, sets: strings.Contains(flags, "v")}
	p.mode = mode{strings.Contains(flags, "i"), strings.Contains(flags, "m"), strings.Contains(flags, "s")}
	defer func() {
		if x := recover(); x != nil {
			f, ok := x.(parseFailure)
			if !ok {
				panic(x)
			}
			re, err = nil, &SyntaxError{text(), flags, string(f)}
		}
	}()
	p.scan()
	n := p.disjunction()
	if p.peek() == ')' {
		p.fail("Unmatched ')'")
	}
	for i, r := range p.later {
		g := p.names[p.laterN[i]]
		if g == nil {
			p.fail("Invalid named capture referenced")
		}
		r.groups = g
	}
	c := &compiler{uni: uni}
	c.gen(n, false)
	c.emit(inst{op: opMatch})
	re = &Regexp{prog: c.prog, ncap: p.groups + 1, nreg: c.regs, names: p.order, groups: p.names, unicode: uni}
	re.anchored = anchored(n)
	re.first = firstOf(n)
	return re, nil
}

type compiler struct {
	prog []inst
	regs int
	uni  bool
}

func (c *compiler) emit(i inst) int {
	if len(c.prog) >= maxProgram {
		panic(parseFailure("Regular expression too large"))
	}
	c.prog = append(c.prog, i)
	return len(c.prog) - 1
}

func (c *compiler) pc() int32 { return int32(len(c.prog)) }

func (c *compiler) reg() int32 {
	c.regs++
	return int32(c.regs - 1)
}

// single is the instruction for a node that matches exactly one character.
func (c *compiler) single(n node, back bool) (inst, bool) {
	switch n := n.(type) {
	case char:
		if n.fold {
			r := canonical(n.r, c.uni)
			if f := unicode.SimpleFold(n.r); f == n.r && unicode.ToUpper(n.r) == n.r {
				return inst{op: opChar, r: n.r, back: back}, true
			}
			return inst{op: opFold, r: r, back: back}, true
		}
		return inst{op: opChar, r: n.r, back: back}, true
	case anyChar:
		if n.all {
			return inst{op: opAll, back: back}, true
		}
		return inst{op: opAny, back: back}, true
	case class:
		return inst{op: opSet, set: n.set, back: back}, true
	}
	return inst{}, false
}

func (c *compiler) gen(n node, back bool) {
	if i, ok := c.single(n, back); ok {
		c.emit(i)
		return
	}
	switch n := n.(type) {
	case empty:
	case *seq:
		if back {
			for i := len(n.list) - 1; i >= 0; i-- {
				c.gen(n.list[i], back)
			}
			return
		}
		for _, x := range n.list {
			c.gen(x, back)
		}
	case *alt:
		var ends []int
		for i, x := range n.list {
			if i == len(n.list)-1 {
				c.gen(x, back)
				break
			}
			s := c.emit(inst{op: opSplit})
			c.prog[s].a = c.pc()
			c.gen(x, back)
			ends = append(ends, c.emit(inst{op: opJump}))
			c.prog[s].b = c.pc()
		}
		for _, e := range ends {
			c.prog[e].a = c.pc()
		}
	case *group:
		open, close := int32(2*n.index), int32(2*n.index+1)
		if back {
			open, close = close, open
		}
		c.emit(inst{op: opSave, a: open})
		c.gen(n.body, back)
		c.emit(inst{op: opSave, a: close})
	case *backref:
		c.emit(inst{op: opBackref, groups: n.groups, fold: n.fold, back: back})
	case assertion:
		switch n.kind {
		case '^':
			c.emit(inst{op: opBegin, flag: n.multiline})
		case '$':
			c.emit(inst{op: opEnd, flag: n.multiline})
		default:
			c.emit(inst{op: opWord, flag: n.kind == 'B', fold: n.fold})
		}
	case *look:
		l := c.emit(inst{op: opLook, flag: n.negate})
		c.gen(n.body, n.behind)
		c.emit(inst{op: opMatch})
		c.prog[l].a = c.pc()
	case *repeat:
		c.repeat(n, back)
	}
}

func (c *compiler) repeat(n *repeat, back bool) {
	if n.max == 0 {
		return
	}
	if i, ok := c.single(n.body, back); ok {
		if n.min == 1 && n.max == 1 {
			c.emit(i)
			return
		}
		i.sub, i.op, i.flag = i.op, opRun, n.lazy
		i.min, i.max = int32(n.min), int32(n.max)
		c.emit(i)
		return
	}
	wide := n.body.minWidth() > 0
	reset := func() {
		if n.lastG > n.firstG {
			c.emit(inst{op: opReset, a: int32(n.firstG), b: int32(n.lastG)})
		}
	}
	split := func(at int, body, leave int32) {
		if n.lazy {
			body, leave = leave, body
		}
		c.prog[at].a, c.prog[at].b = body, leave
	}
	switch {
	case n.min == 0 && (n.max == 1 || n.max == -1):
		head := c.emit(inst{op: opSplit})
		body := c.pc()
		reset()
		var mark int32
		if !wide {
			mark = c.reg()
			c.emit(inst{op: opMark, a: mark})
		}
		c.gen(n.body, back)
		if !wide {
			c.emit(inst{op: opMoved, a: mark})
		}
		if n.max == -1 {
			c.emit(inst{op: opJump, a: int32(head)})
		}
		split(head, body, c.pc())
	case n.min == 1 && n.max == -1 && wide:
		body := c.pc()
		reset()
		c.gen(n.body, back)
		s := c.emit(inst{op: opSplit})
		split(s, body, c.pc())
	case n.min == 1 && n.max == 1:
		c.gen(n.body, back)
	default:
		count, mark := c.reg(), c.reg()
		c.emit(inst{op: opInit, a: count})
		head := c.emit(inst{op: opTest, a: count, flag: n.lazy, min: int32(n.min), max: int32(n.max)})
		reset()
		c.emit(inst{op: opMark, a: mark})
		c.gen(n.body, back)
		c.emit(inst{op: opNext, a: count, b: mark, min: int32(n.min)})
		c.emit(inst{op: opJump, a: int32(head)})
		c.prog[head].b = c.pc()
	}
}

// anchored tells that a match can begin at the start of the text only.
func anchored(n node) bool {
	switch n := n.(type) {
	case assertion:
		return n.kind == '^' && !n.multiline
	case *seq:
		return anchored(n.list[0])
	case *group:
		return anchored(n.body)
	case *alt:
		for _, x := range n.list {
			if !anchored(x) {
				return false
			}
		}
		return true
	}
	return false
}

// firstSet is what code units a match can begin with.
type firstSet struct {
	low  [256]bool
	high bool
	one  int // the only one, or -1
}

func firstOf(n node) *firstSet {
	f := &firstSet{one: -1}
	if f.add(n) {
		return nil // may match nothing at all, or anything
	}
	count := 0
	for c, ok := range f.low {
		if ok {
			count++
			f.one = c
		}
	}
	if count != 1 || f.high {
		f.one = -1
	}
	if count == 256 {
		return nil
	}
	return f
}

// add adds what n can begin with and tells whether n can match without a character.
func (f *firstSet) add(n node) bool {
	switch n := n.(type) {
	case char:
		if !n.fold {
			if n.r < 256 {
				f.low[n.r] = true
			} else {
				f.high = true
			}
			return false
		}
		f.high = true
		for c := rune(0); c < 256; c++ {
			if canonical(c, true) == canonical(n.r, true) || canonical(c, false) == canonical(n.r, false) {
				f.low[c] = true
			}
		}
	case anyChar:
		f.high = true
		for c := range f.low {
			f.low[c] = true
		}
	case class:
		f.high = true
		for c := rune(0); c < 256; c++ {
			if n.set.Contains(c) {
				f.low[c] = true
			}
		}
	case *seq:
		for _, x := range n.list {
			if !f.add(x) {
				return false
			}
		}
		return true
	case *alt:
		none := false
		for _, x := range n.list {
			if f.add(x) {
				none = true
			}
		}
		return none
	case *group:
		return f.add(n.body)
	case *repeat:
		if n.max == 0 {
			return true
		}
		return f.add(n.body) || n.min == 0
	case *backref: // may be anything
		f.high = true
		for c := range f.low {
			f.low[c] = true
		}
		return true
	case *look, assertion, empty:
		return true
	}
	return false
}
