package jsregexp

import (
	"bytes"
	"errors"
	"unicode/utf16"
)

// ErrBudget ends a match that takes too many steps or too much memory.
var ErrBudget = errors.New("regular expression takes too long")

// ErrStopped ends a match that Machine.Stop ended.
var ErrStopped = errors.New("regular expression was stopped")

const (
	checkEvery = 1 << 14 // steps between two looks at Stop
	maxFrames  = 1 << 21 // of the backtracking stack
)

// Machine runs matches one after another and keeps its memory between them. It belongs to one goroutine.
type Machine struct {
	Stop  func() bool // asked now and then during a match; true ends it
	Steps int64       // a match may take; 0 = a thousand million

	stack []frame
	caps  []int32
	regs  []int32
	left  int64
	until int64
	err   error
}

type frameKind uint8

const (
	frameChoice frameKind = iota // go on at pc from pos a
	frameCap                     // caps[pc] = a
	frameReg                     // regs[pc] = a
	frameRun                     // greedy run of the instruction at pc: from a, now at b
	frameLazy                    // lazy run of the instruction at pc: at a, may take b more (-1 = any number)
)

type frame struct {
	kind frameKind
	pc   int32
	a, b int32
}

// unit is a code unit of a text.
type unit interface{ byte | uint16 }

// MatchASCII looks for a match in an ASCII text from position at on, only there when sticky is set. The result is positions
// in code units, two a group, -1 for a group that took no part; it is valid until the next match. nil = no match.
func (m *Machine) MatchASCII(re *Regexp, text []byte, at int, sticky bool) ([]int32, error) {
	return find(m, re, text, at, sticky)
}

// MatchUTF16 is MatchASCII for any text.
func (m *Machine) MatchUTF16(re *Regexp, text []uint16, at int, sticky bool) ([]int32, error) {
	return find(m, re, text, at, sticky)
}

func find[E unit](m *Machine, re *Regexp, text []E, at int, sticky bool) ([]int32, error) {
	if at > len(text) {
		return nil, nil
	}
	m.caps = grow(m.caps, 2*re.ncap)
	m.regs = grow(m.regs, re.nreg)
	m.left = m.Steps
	if m.left <= 0 {
		m.left = 1_000_000_000
	}
	m.until, m.err = m.left-checkEvery, nil
	if re.unicode && at > 0 && at < len(text) && isLow(text[at]) && isHigh(text[at-1]) {
		at--
	}
	for start := at; start <= len(text); start++ {
		if !sticky {
			if re.anchored && start > 0 {
				return nil, nil
			}
			if f := re.first; f != nil {
				if start = skip(f, text, start); start == len(text) {
					return nil, nil
				}
			}
			if re.unicode && start > at && start < len(text) && isLow(text[start]) && isHigh(text[start-1]) {
				continue
			}
		}
		for i := range m.caps {
			m.caps[i] = -1
		}
		m.stack = m.stack[:0]
		if end, ok := run(m, re, text, 0, int32(start)); ok {
			m.caps[0], m.caps[1] = int32(start), end
			return m.caps, nil
		}
		if m.err != nil {
			m.trim()
			return nil, m.err
		}
		if sticky {
			return nil, nil
		}
		m.left--
	}
	return nil, nil
}

// trim gives up memory that only a hostile pattern needs.
func (m *Machine) trim() {
	if cap(m.stack) > 1<<16 {
		m.stack = nil
	}
}

func grow(s []int32, n int) []int32 {
	if cap(s) < n {
		return make([]int32, n)
	}
	return s[:n]
}

func skip[E unit](f *firstSet, text []E, i int) int {
	if b, ok := any(text).([]byte); ok && f.one >= 0 {
		k := bytes.IndexByte(b[i:], byte(f.one))
		if k < 0 {
			return len(text)
		}
		return i + k
	}
	for ; i < len(text); i++ {
		c := int(text[i])
		if c < 256 {
			if f.low[c] {
				break
			}
		} else if f.high {
			break
		}
	}
	return i
}

func isHigh[E unit](c E) bool { return uint16(c)&0xfc00 == 0xd800 }
func isLow[E unit](c E) bool  { return uint16(c)&0xfc00 == 0xdc00 }

// next reads a character forwards: it and the position after it.
func next[E unit](text []E, pos int32, uni bool) (rune, int32) {
	c := text[pos]
	if uni && isHigh(c) && int(pos)+1 < len(text) && isLow(text[pos+1]) {
		return utf16.DecodeRune(rune(c), rune(text[pos+1])), pos + 2
	}
	return rune(c), pos + 1
}

// prev reads a character backwards.
func prev[E unit](text []E, pos int32, uni bool) (rune, int32) {
	c := text[pos-1]
	if uni && isLow(c) && pos > 1 && isHigh(text[pos-2]) {
		return utf16.DecodeRune(rune(text[pos-2]), rune(c)), pos - 2
	}
	return rune(c), pos - 1
}

func accepts(in *inst, op opcode, c rune, uni bool) bool {
	switch op {
	case opChar:
		return c == in.r
	case opFold:
		return c == in.r || canonical(c, uni) == in.r
	case opAny:
		return !isLine(c)
	case opAll:
		return true
	}
	return in.set.Contains(c)
}

// one matches one character and gives the position behind it, -1 when there is none.
func one[E unit](in *inst, op opcode, text []E, pos int32, uni bool) int32 {
	var c rune
	if in.back {
		if pos == 0 {
			return -1
		}
		c, pos = prev(text, pos, uni)
	} else {
		if int(pos) >= len(text) {
			return -1
		}
		c, pos = next(text, pos, uni)
	}
	if accepts(in, op, c, uni) {
		return pos
	}
	return -1
}

func (m *Machine) push(f frame) {
	if len(m.stack) >= maxFrames {
		m.err = ErrBudget
		return
	}
	m.stack = append(m.stack, f)
}

func (m *Machine) setCap(i, v int32) {
	m.push(frame{frameCap, i, m.caps[i], 0})
	m.caps[i] = v
}

func (m *Machine) setReg(i, v int32) {
	m.push(frame{frameReg, i, m.regs[i], 0})
	m.regs[i] = v
}

// run matches from an instruction to its opMatch, on the part of the stack above where it stands now.
func run[E unit](m *Machine, re *Regexp, text []E, pc, pos int32) (int32, bool) {
	base := len(m.stack)
	uni := re.unicode
	for {
		m.left--
		if m.left <= m.until {
			m.until = m.left - checkEvery
			if m.left <= 0 {
				m.err = ErrBudget
			} else if m.Stop != nil && m.Stop() {
				m.err = ErrStopped
			}
		}
		if m.err != nil {
			return 0, false
		}
		in := &re.prog[pc]
		ok := true
		switch in.op {
		case opMatch:
			return pos, true
		case opChar:
			if !in.back && (!uni || in.r < 0xd800) {
				if ok = int(pos) < len(text) && rune(text[pos]) == in.r; ok {
					pos++
					pc++
				}
				break
			}
			p := one(in, in.op, text, pos, uni)
			if ok = p >= 0; ok {
				pos = p
				pc++
			}
		case opFold, opAny, opAll, opSet:
			p := one(in, in.op, text, pos, uni)
			if ok = p >= 0; ok {
				pos = p
				pc++
			}
		case opSplit:
			m.push(frame{frameChoice, in.b, pos, 0})
			pc = in.a
		case opJump:
			pc = in.a
		case opSave:
			m.setCap(in.a, pos)
			pc++
		case opReset:
			for i := 2 * in.a; i < 2*in.b; i++ {
				if m.caps[i] >= 0 {
					m.setCap(i, -1)
				}
			}
			pc++
		case opBegin:
			ok = pos == 0 || in.flag && isLine(rune(text[pos-1]))
			pc++
		case opEnd:
			ok = int(pos) == len(text) || in.flag && isLine(rune(text[pos]))
			pc++
		case opWord:
			a := pos > 0 && in.word(rune(text[pos-1]))
			b := int(pos) < len(text) && in.word(rune(text[pos]))
			ok = (a != b) != in.flag
			pc++
		case opBackref:
			pos, ok = backrefer(m, in, text, pos, uni)
			pc++
		case opLook:
			at := len(m.stack)
			_, found := run(m, re, text, pc+1, pos)
			if m.err != nil {
				return 0, false
			}
			if found && !in.flag {
				m.keepUndo(at)
			} else {
				m.unwind(at)
			}
			ok = found != in.flag
			pc = in.a
		case opRun:
			pos, ok = runSingle(m, in, text, pc, pos, uni)
			pc++
		case opInit:
			m.setReg(in.a, 0)
			pc++
		case opTest:
			n := m.regs[in.a]
			switch {
			case n < in.min:
				pc++
			case in.max >= 0 && n >= in.max:
				pc = in.b
			case in.flag:
				m.push(frame{frameChoice, pc + 1, pos, 0})
				pc = in.b
			default:
				m.push(frame{frameChoice, in.b, pos, 0})
				pc++
			}
		case opMark:
			m.setReg(in.a, pos)
			pc++
		case opMoved:
			ok = pos != m.regs[in.a]
			pc++
		case opNext:
			n := m.regs[in.a]
			if pos == m.regs[in.b] {
				if ok = n < in.min; ok {
					m.setReg(in.a, in.min) // the turns that are left match nothing as well
				}
			} else {
				m.setReg(in.a, n+1)
			}
			pc++
		}
		if ok {
			continue
		}
		// backtrack
	pop:
		for {
			if len(m.stack) == base {
				return 0, false
			}
			f := &m.stack[len(m.stack)-1]
			switch f.kind {
			case frameCap:
				m.caps[f.pc] = f.a
			case frameReg:
				m.regs[f.pc] = f.a
			case frameChoice:
				pc, pos = f.pc, f.a
				m.stack = m.stack[:len(m.stack)-1]
				break pop
			case frameRun:
				in := &re.prog[f.pc]
				pc = f.pc + 1
				if in.back {
					_, f.b = next(text, f.b, uni)
				} else if _, p := prev(text, f.b, uni); p < f.a {
					f.b--
				} else {
					f.b = p
				}
				pos = f.b
				if f.a == f.b {
					m.stack = m.stack[:len(m.stack)-1]
				}
				break pop
			case frameLazy:
				in := &re.prog[f.pc]
				p := one(in, in.sub, text, f.a, uni)
				if p >= 0 {
					pc, pos = f.pc+1, p
					f.a = p
					if f.b > 0 {
						f.b--
					}
					if f.b == 0 {
						m.stack = m.stack[:len(m.stack)-1]
					}
					break pop
				}
			}
			m.stack = m.stack[:len(m.stack)-1]
		}
	}
}

func (in *inst) word(c rune) bool { return isWord(c) || in.fold && (c == 0x17f || c == 0x212a) }

// runSingle takes as many characters as it may and leaves a frame for the other possibilities.
func runSingle[E unit](m *Machine, in *inst, text []E, pc, pos int32, uni bool) (int32, bool) {
	n := int32(0)
	for n < in.min {
		p := one(in, in.sub, text, pos, uni)
		if p < 0 {
			return pos, false
		}
		pos = p
		n++
	}
	m.left -= int64(n)
	rest := int32(-1)
	if in.max >= 0 {
		if rest = in.max - n; rest == 0 {
			return pos, true
		}
	}
	if in.flag {
		m.push(frame{frameLazy, pc, pos, rest})
		return pos, true
	}
	from := pos
	if !in.back && !uni {
		limit := int32(len(text))
		if rest >= 0 && rest < limit-pos {
			limit = pos + rest
		}
		switch in.sub {
		case opSet:
			s := in.set
			for pos < limit && s.Contains(rune(text[pos])) {
				pos++
			}
		case opAny:
			for pos < limit && !isLine(rune(text[pos])) {
				pos++
			}
		case opAll:
			pos = limit
		default:
			for pos < limit && accepts(in, in.sub, rune(text[pos]), uni) {
				pos++
			}
		}
	} else {
		for rest != 0 {
			p := one(in, in.sub, text, pos, uni)
			if p < 0 {
				break
			}
			pos = p
			rest--
		}
	}
	if pos != from {
		m.left -= int64(max(pos-from, from-pos)) / 8
		m.push(frame{frameRun, pc, from, pos})
	}
	return pos, true
}

func backrefer[E unit](m *Machine, in *inst, text []E, pos int32, uni bool) (int32, bool) {
	for _, g := range in.groups {
		from, to := m.caps[2*g], m.caps[2*g+1]
		if from < 0 || to < 0 {
			continue
		}
		n := to - from
		m.left -= int64(n) / 4
		start := pos
		if in.back {
			start = pos - n
			pos = start
		} else {
			pos += n
		}
		if start < 0 || int(start+n) > len(text) {
			return 0, false
		}
		for i := range n {
			a, b := text[from+i], text[start+i]
			if a != b && !(in.fold && canonical(rune(a), uni) == canonical(rune(b), uni)) {
				return 0, false
			}
		}
		return pos, true
	}
	return pos, true
}

// unwind undoes everything above a height of the stack.
func (m *Machine) unwind(to int) {
	for i := len(m.stack) - 1; i >= to; i-- {
		f := m.stack[i]
		switch f.kind {
		case frameCap:
			m.caps[f.pc] = f.a
		case frameReg:
			m.regs[f.pc] = f.a
		}
	}
	m.stack = m.stack[:to]
}

// keepUndo drops the choices above a height of the stack and keeps what undoes captures: look-around is not entered again.
func (m *Machine) keepUndo(to int) {
	out := to
	for _, f := range m.stack[to:] {
		if f.kind == frameCap || f.kind == frameReg {
			m.stack[out] = f
			out++
		}
	}
	m.stack = m.stack[:out]
}
