package awk

import (
	"context"
	"fmt"

	"github.com/sandpit-dev/sandpit/kernel"
)

// The variables that the interpreter itself reads or sets, by slot.
const (
	vNF = iota
	vNR
	vFNR
	vFS
	vOFS
	vORS
	vRS
	vSUBSEP
	vCONVFMT
	vOFMT
	vIGNORECASE
	vFPAT
	vFIELDWIDTHS
	nSpecial

	vRSTART   = nSpecial + 0
	vRLENGTH  = nSpecial + 1
	vFILENAME = nSpecial + 2
	vENVIRON  = nSpecial + 3
	vARGC     = nSpecial + 4
	vARGV     = nSpecial + 5
	vRT       = nSpecial + 6
	vERRNO    = nSpecial + 7
	vPROCINFO = nSpecial + 8
)

var specialNames = []string{"NF", "NR", "FNR", "FS", "OFS", "ORS", "RS", "SUBSEP", "CONVFMT", "OFMT", "IGNORECASE", "FPAT", "FIELDWIDTHS",
	"RSTART", "RLENGTH", "FILENAME", "ENVIRON", "ARGC", "ARGV", "RT", "ERRNO", "PROCINFO"}

func isArraySpecial(int) bool { return false }

// cell is a variable: a scalar, or an array when arr is set. ref is the caller's variable that an untyped parameter
// stands for.
type cell struct {
	v   value
	arr *array
	ref *cell
}

// interp is a run of a program.
type interp struct {
	p       *kernel.Process
	ctx     context.Context
	name    string // argv[0]
	prog    *Program
	globals []cell
	frame   []cell
	stack   []cell // room for frames; a frame never moves
	top     int
	values  []value
	result  value
	status  int
	operand float64
	weight  int
	steps   uint

	// copies of special variables
	nr, fnr                 float64
	ofs, ors, subsep        string
	convfmt, ofmt           string
	ignoreCase              bool
	fs, rs, fpat, widths    string
	splitMode               splitMode
	splitRegex              *regex
	fieldWidths             []int
	fields                  []value
	nf                      int
	line                    string
	lineValid, split        bool
	rsRegex                 *regex
	rsMode                  rsMode
	ranges                  []bool
	main                    *mainInput
	streams                 map[string]*stream
	scratch, out            []byte
	lineOut                 bool
	outErr                  bool
	regexes                 map[string]*regex
	lastRegex               *regex
	held, maxHeld, maxBytes int
	rand                    *randomState
	seed                    float64
	enc                     encoding
	sandbox                 bool      // no system, no redirection, no pipes
	open                    []*stream // in the order of opening
	inEnd                   bool
}

// fatalError ends the program with a message and status 2.
type fatalError struct {
	text   string
	nobody bool // it is no statement's
}

// unwind carries next, nextfile and exit out of functions.
type unwind struct{ c ctl }

// gone ends a program whose process is ending.
type gone struct{}

func (in *interp) fatal(format string, args ...any) {
	panic(&fatalError{text: fmt.Sprintf(format, args...)})
}

func (in *interp) warn(format string, args ...any) {
	in.flushOut()
	_, _ = in.p.Stderr().Write([]byte(in.name + ": warning: " + fmt.Sprintf(format, args...) + "\n"))
}

func (in *interp) limit() {
	in.p.LimitHit(kernel.LimitExpansion, int64(in.maxBytes))
	in.fatal("memory exhausted")
}

func (in *interp) checkLength(n int) {
	if n > in.maxBytes {
		in.limit()
	}
}

// step is the safepoint of loops and calls.
func (in *interp) step() {
	in.steps++
	if in.steps&63 == 0 && in.p.Safepoint() != nil {
		panic(gone{})
	}
}

// maxCallWeight bounds how deep calls go into the Go stack, in closures.
const maxCallWeight = 500_000

const stackChunk = 4096

// newFrame makes room for a call; invoke gives it back.
func (in *interp) newFrame(fn *compiledFunc) []cell {
	if in.weight+fn.weight > maxCallWeight {
		in.p.LimitHit(kernel.LimitNesting, maxCallWeight)
		in.fatal("function `%s': calls nest too deep", fn.name)
	}
	in.weight += fn.weight
	n := fn.nparams
	if in.top+n > len(in.stack) {
		in.stack = make([]cell, max(stackChunk, n))
		in.top = 0
	}
	f := in.stack[in.top : in.top+n : in.top+n]
	in.top += n
	return f
}

func (in *interp) invoke(fn *compiledFunc, frame []cell) value {
	in.step()
	saved := in.frame
	in.frame = frame
	in.result = value{}
	r := fn.body(in)
	in.frame = saved
	v := in.result
	in.result = value{}
	in.weight -= fn.weight
	clear(frame)
	if in.top >= len(frame) && len(frame) > 0 && &in.stack[in.top-len(frame)] == &frame[0] {
		in.top -= len(frame)
	}
	if r != ctlReturn && r != ctlNone {
		panic(unwind{r})
	}
	return v
}

// resetStack drops what an unwinding left.
func (in *interp) resetStack() {
	clear(in.stack[:in.top])
	in.top, in.weight, in.frame = 0, 0, nil
	clear(in.values)
	in.values = in.values[:0]
}

// setSpecial stores into a variable that the interpreter reads.
func (in *interp) setSpecial(slot int, v value) {
	switch slot {
	case vNF:
		n := v.num()
		if !(n >= 0) || n > maxField {
			in.fatal("NF set to negative value")
		}
		in.setNF(int(n))
		return
	case vNR:
		in.nr = v.num()
		return
	case vFNR:
		in.fnr = v.num()
		return
	}
	if slot == vFS || slot == vFPAT || slot == vFIELDWIDTHS || slot == vIGNORECASE {
		in.splitFields() // the record keeps the separator it was read with
	}
	in.globals[slot].v = v
	s := in.str(v)
	switch slot {
	case vFS:
		in.fs = s
		in.setFS()
	case vOFS:
		if !in.lineValid {
			in.record()
		}
		in.ofs = s
	case vORS:
		in.ors = s
	case vRS:
		in.rs = s
		in.setRS()
	case vSUBSEP:
		in.subsep = s
	case vCONVFMT:
		in.convfmt = s
	case vOFMT:
		in.ofmt = s
	case vIGNORECASE:
		in.ignoreCase = v.truth()
		in.lastRegex = nil
		in.setFS()
		in.setRS()
	case vFPAT:
		in.fpat = s
		in.splitMode = splitFPAT
	case vFIELDWIDTHS:
		in.widths = s
		in.setWidths()
	}
}

// setVar is an assignment from outside: -v or an operand.
func (in *interp) setVar(name, text string) {
	v := strnum(unescape(text))
	slot, ok := in.prog.tree.globals[name]
	if !ok {
		return // nothing in the program reads it
	}
	if slot < nSpecial {
		in.setSpecial(slot, v)
		return
	}
	if in.globals[slot].arr != nil {
		in.fatal("cannot use array `%s' as a variable", name)
	}
	in.globals[slot].v = v
}
