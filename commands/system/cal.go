package system

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var calUsage = optparse.Define("cal", "[options] [[[day] month] year]", "Display a calendar.", `
-1             one month
-3             previous, current and next month
-y             the whole year
-j             days of the year
-m month       that month
-M             Monday is the first day
-S             Sunday is the first day
-h             do not mark today
-A months      that many months after
-B months      that many months before
-d yyyy-mm     the current month is that
-w             ignored
-b             ignored
-N             ignored
-C             ignored
`).Posix()

// cal prints what ncal's cal prints. Years before 1752's September follow the calendar of England, as there.
func cal(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, calUsage)
	if done {
		return status
	}
	now := p.Kernel().Clock().Now().In(cmd.Location(p))
	year, month := now.Year(), int(now.Month())
	before, after, whole := 0, 0, o.Has("y")
	bad := func(text string) int {
		cmd.Errorf(p, "%s", text)
		return 64
	}
	if v, ok := o.Value("d"); ok {
		t, err := time.Parse("2006-1", v)
		if err != nil {
			return bad("invalid date -d " + v)
		}
		year, month = t.Year(), int(t.Month())
	}
	args := o.Args
	switch len(args) {
	case 0:
	case 1:
		if m, ok := monthNumber(args[0]); ok && !isNumber(args[0]) {
			month = m
		} else {
			y, err := strconv.Atoi(args[0])
			if err != nil || y < 1 || y > 9999 {
				return bad("year `" + args[0] + "' not in range 1..9999")
			}
			year, whole = y, true
		}
	case 2, 3:
		m, ok := monthNumber(args[len(args)-2])
		if !ok {
			return bad(args[len(args)-2] + " is neither a month number (1..12) nor a name")
		}
		y, err := strconv.Atoi(args[len(args)-1])
		if err != nil || y < 1 || y > 9999 {
			return bad("year `" + args[len(args)-1] + "' not in range 1..9999")
		}
		year, month = y, m
	default:
		return bad("usage: cal [[month] year]")
	}
	if v, ok := o.Value("m"); ok {
		m, valid := monthNumber(v)
		if !valid {
			return bad(v + " is neither a month number (1..12) nor a name")
		}
		month, whole = m, false
	}
	if o.Has("3") {
		before, after = 1, 1
	}
	for key, target := range map[string]*int{"A": &after, "B": &before} {
		if v, ok := o.Value(key); ok {
			n, err := strconv.Atoi(v)
			if err != nil || n < 0 || n > 1000 {
				return bad("Argument to -" + key + " must be positive")
			}
			*target = n
		}
	}
	c := calendar{julian: o.Has("j"), monday: o.Has("M")}
	w := cmd.NewWriter(p)
	first, count := year*12+month-1-before, before+after+1
	if whole {
		first, count = year*12, 12
		width := 60
		if c.julian {
			width = 54
		}
		_, _ = w.WriteString(strings.TrimRight(centred(strconv.Itoa(year), width), " ") + "\n")
	}
	across := 3
	if c.julian {
		across = 2
	}
	for i := 0; i < count; i += across {
		var blocks [][]string
		for j := i; j < min(i+across, count); j++ {
			m := first + j
			blocks = append(blocks, c.month(m/12, m%12+1, !whole))
		}
		for line := range 8 {
			var parts []string
			for _, b := range blocks {
				parts = append(parts, b[line])
			}
			_, _ = w.WriteString(strings.Join(parts, "") + "\n")
		}
		if i+across < count && whole {
			_ = w.WriteByte('\n')
		}
	}
	return w.Finish(0)
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func monthNumber(s string) (int, bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, n >= 1 && n <= 12
	}
	if len(s) < 3 {
		return 0, false
	}
	for m := time.January; m <= time.December; m++ {
		if strings.HasPrefix(strings.ToLower(m.String()), strings.ToLower(s)) {
			return int(m), true
		}
	}
	return 0, false
}

func centred(s string, width int) string {
	left := max(0, (width-len(s))/2)
	return strings.Repeat(" ", left) + s + strings.Repeat(" ", max(0, width-len(s)-left))
}

type calendar struct{ julian, monday bool }

// cell is the width of a day.
func (c calendar) cell() int {
	if c.julian {
		return 3
	}
	return 2
}

// width is that of a month with the two blanks after it.
func (c calendar) width() int { return 7*(c.cell()+1) - 1 + 2 }

// month gives the eight lines of a month, each as wide as the others.
func (c calendar) month(year, month int, withYear bool) []string {
	title := time.Month(month).String()
	if withYear {
		title += " " + strconv.Itoa(year)
	}
	names := []string{"Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"}
	if c.monday {
		names = append(names[1:], names[0])
	}
	var head strings.Builder
	for i, n := range names {
		if i > 0 {
			head.WriteByte(' ')
		}
		head.WriteString(strings.Repeat(" ", c.cell()-2) + n)
	}
	inner := c.width() - 2
	out := []string{centred(title, inner) + "  ", head.String() + "  "}
	days := daysOf(year, month)
	weekday := weekdayOf(year, month, 1)
	if c.monday {
		weekday = (weekday + 6) % 7
	}
	var line strings.Builder
	line.WriteString(strings.Repeat(" ", weekday*(c.cell()+1)))
	at := weekday
	for _, d := range days {
		n := d
		if c.julian {
			n = dayOfYear(year, month, d)
		}
		t := strconv.Itoa(n)
		line.WriteString(strings.Repeat(" ", c.cell()-len(t)) + t + " ")
		if at++; at == 7 {
			out = append(out, line.String())
			line.Reset()
			at = 0
		}
	}
	if at > 0 {
		out = append(out, line.String())
	}
	for i := range out {
		out[i] += strings.Repeat(" ", max(0, c.width()-len(out[i])))
	}
	for len(out) < 8 {
		out = append(out, strings.Repeat(" ", c.width()))
	}
	return out
}

func leap(year int) bool {
	if year <= 1752 {
		return year%4 == 0
	}
	return year%4 == 0 && (year%100 != 0 || year%400 == 0)
}

func monthLength(year, month int) int {
	n := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
	if month == 2 && leap(year) {
		n++
	}
	return n
}

// daysOf lists the days of a month; September 1752 lacks eleven.
func daysOf(year, month int) []int {
	var out []int
	for d := 1; d <= monthLength(year, month); d++ {
		if year == 1752 && month == 9 && d > 2 && d < 14 {
			continue
		}
		out = append(out, d)
	}
	return out
}

func dayOfYear(year, month, day int) int {
	n := 0
	for m := 1; m < month; m++ {
		n += len(daysOf(year, m))
	}
	for i, d := range daysOf(year, month) {
		if d == day {
			return n + i + 1
		}
	}
	return n
}

// weekdayOf counts from Sunday.
func weekdayOf(year, month, day int) int {
	julian := year < 1752 || year == 1752 && (month < 9 || month == 9 && day <= 2)
	a := (14 - month) / 12
	y, m := year-a, month+12*a-2
	n := day + y + y/4 + 31*m/12
	if julian {
		return (n + 5) % 7
	}
	return (n - y/100 + y/400) % 7
}
