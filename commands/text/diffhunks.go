package text

import (
	"fmt"
	"strconv"

	"github.com/sandpit-dev/sandpit/commands/internal/linediff"
)

func unifiedRange(from, to int) string {
	switch to - from {
	case 0:
		return fmt.Sprintf("%d,0", from)
	case 1:
		return strconv.Itoa(from + 1)
	}
	return fmt.Sprintf("%d,%d", from+1, to-from)
}

func (d *differ) printUnified(x, y [][]byte, hunks []linediff.Change) {
	n := d.unified
	for _, g := range linediff.Group(hunks, n) {
		first, last := g[0], g[len(g)-1]
		a0, b0 := max(0, first.A0-n), max(0, first.B0-min(n, first.A0))
		a1 := min(len(x), last.A1+n)
		b1 := last.B1 + (a1 - last.A1)
		d.w.Printf("%s%s\n", d.painted(diffRange, "@@ -"+unifiedRange(a0, a1)+" +"+unifiedRange(b0, b1)+" @@"), d.function(x, a0))
		at := a0
		for _, h := range g {
			for _, l := range x[at:h.A0] {
				d.line(" ", l)
			}
			for _, l := range x[h.A0:h.A1] {
				d.lineIn(diffOld, "-", l)
			}
			for _, l := range y[h.B0:h.B1] {
				d.lineIn(diffNew, "+", l)
			}
			at = h.A1
		}
		for _, l := range x[at:a1] {
			d.line(" ", l)
		}
	}
}

func contextRange(from, to int) string {
	if to-from <= 1 {
		return strconv.Itoa(to)
	}
	return fmt.Sprintf("%d,%d", from+1, to)
}

func (d *differ) printContext(x, y [][]byte, hunks []linediff.Change) {
	n := d.copied
	for _, g := range linediff.Group(hunks, n) {
		first, last := g[0], g[len(g)-1]
		a0, b0 := max(0, first.A0-n), max(0, first.B0-min(n, first.A0))
		a1 := min(len(x), last.A1+n)
		b1 := last.B1 + (a1 - last.A1)
		removes, adds := false, false
		for _, h := range g {
			removes, adds = removes || h.A0 < h.A1, adds || h.B0 < h.B1
		}
		d.w.Printf("***************%s\n%s\n", d.function(x, a0), d.painted(diffRange, "*** "+contextRange(a0, a1)+" ****"))
		if removes {
			at := a0
			for _, h := range g {
				for _, l := range x[at:h.A0] {
					d.lineIn(diffOld, "  ", l)
				}
				mark := "- "
				if h.B0 < h.B1 {
					mark = "! "
				}
				for _, l := range x[h.A0:h.A1] {
					d.lineIn(diffOld, mark, l)
				}
				at = h.A1
			}
			for _, l := range x[at:a1] {
				d.lineIn(diffOld, "  ", l)
			}
		}
		d.w.Printf("%s\n", d.painted(diffRange, "--- "+contextRange(b0, b1)+" ----"))
		if adds {
			at := b0
			for _, h := range g {
				for _, l := range y[at:h.B0] {
					d.lineIn(diffNew, "  ", l)
				}
				mark := "+ "
				if h.A0 < h.A1 {
					mark = "! "
				}
				for _, l := range y[h.B0:h.B1] {
					d.lineIn(diffNew, mark, l)
				}
				at = h.B1
			}
			for _, l := range y[at:b1] {
				d.lineIn(diffNew, "  ", l)
			}
		}
	}
}
