package awk

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/timefmt"
)

// maxTime keeps seconds where package time can hold them.
const maxTime = 1 << 40

func (in *interp) strftime(a []value) value {
	format := "%a %b %e %H:%M:%S %Z %Y"
	if pi := in.globals[vPROCINFO].arr; pi != nil {
		if s := pi.find("strftime"); s != nil {
			format = in.str(s.v)
		}
	}
	if len(a) > 0 {
		format = in.str(a[0])
	}
	t := in.p.Kernel().Clock().Now()
	if len(a) > 1 {
		n := a[1].num()
		if !(math.Abs(n) < maxTime) {
			return str("")
		}
		t = time.Unix(int64(math.Floor(n)), 0)
	}
	if len(a) > 2 && a[2].truth() {
		t = t.UTC()
	} else {
		t = t.In(cmd.Location(in.p))
	}
	out := timefmt.Append(nil, format, t)
	in.checkLength(len(out))
	return str(string(out))
}

// mktime reads "YYYY MM DD HH MM SS [DST]".
func (in *interp) mktime(a []value) value {
	f := strings.Fields(in.str(a[0]))
	if len(f) < 6 {
		return num(-1)
	}
	var n [6]int
	for i := range n {
		v, err := strconv.Atoi(f[i])
		if err != nil || v > 1<<30 || v < -(1<<30) {
			return num(-1)
		}
		n[i] = v
	}
	loc := cmd.Location(in.p)
	if len(a) > 1 && a[1].truth() {
		loc = time.UTC
	}
	return num(float64(time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, loc).Unix()))
}
