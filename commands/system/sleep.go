package system

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var sleepUsage = optparse.Define("sleep", "NUMBER[SUFFIX]...\nOPTION",
	"Pause for NUMBER seconds.  SUFFIX may be 's' for seconds (the default),\n'm' for minutes, 'h' for hours or 'd' for days.  NUMBER need not be an\ninteger.  Given two or more arguments, pause for the amount of time\nspecified by the sum of their values.", ``)

// parseInterval reads NUMBER[smhd]; what is longer than a Duration holds is the longest one.
func parseInterval(s string) (time.Duration, bool) {
	unit := time.Second
	num := s
	if s != "" {
		switch s[len(s)-1] {
		case 's':
			num = s[:len(s)-1]
		case 'm':
			num, unit = s[:len(s)-1], time.Minute
		case 'h':
			num, unit = s[:len(s)-1], time.Hour
		case 'd':
			num, unit = s[:len(s)-1], 24*time.Hour
		}
	}
	if strings.ContainsRune(num, '_') {
		return 0, false
	}
	n, err := strconv.ParseFloat(strings.TrimLeft(num, " \t\n"), 64)
	if err != nil && !math.IsInf(n, 1) || math.IsNaN(n) || n < 0 || math.Signbit(n) && n != 0 {
		return 0, false
	}
	f := n * float64(unit)
	if f >= math.MaxInt64 {
		return math.MaxInt64, true
	}
	d := time.Duration(f)
	if float64(d) < f {
		d++
	}
	return d, true
}

func sleep(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, sleepUsage)
	if done {
		return status
	}
	if len(o.Args) == 0 {
		return cmd.MissingOperand(p, sleepUsage, nil)
	}
	var total time.Duration
	bad := false
	for _, a := range o.Args {
		d, ok := parseInterval(a)
		if !ok {
			cmd.Errorf(p, "invalid time interval %s", cmd.QuoteC(a))
			bad = true
		}
		if total += d; total < 0 {
			total = math.MaxInt64
		}
	}
	if bad {
		cmd.TryHelp(p)
		return 1
	}
	if p.Sleep(ctx, total) != nil {
		return 1
	}
	return 0
}
