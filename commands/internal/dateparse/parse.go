// Package dateparse reads dates as people write them, by the rules of GNU's parse_datetime: calendar dates, times of
// day, zones, names of days, relative items in any order and mixture, @seconds, TZ="zone" in front.
package dateparse

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Parse reads s. What s leaves open comes from now, whose location is the zone meant where s names none; zone finds
// the location of a TZ="…" prefix. ok is false when s is no date.
func Parse(s string, now time.Time, zone func(string) *time.Location) (t time.Time, ok bool) {
	s = strings.TrimLeft(s, " \t\n")
	if rest, found := strings.CutPrefix(s, `TZ="`); found {
		name, after, closed := strings.Cut(rest, `"`)
		if !closed {
			return t, false
		}
		now = now.In(zone(name))
		s = after
	}
	if len(s) > 4096 {
		return t, false
	}
	p := &parser{src: s, now: now, hour: now.Hour(), minute: now.Minute(), second: now.Second(), nanos: now.Nanosecond()}
	p.year, p.month, p.day = now.Date()
	if !p.scan() {
		return t, false
	}
	return p.result()
}

type parser struct {
	src string
	tok []token
	pos int
	now time.Time

	year, day            int
	month                time.Month
	hour, minute, second int
	nanos                int
	yearDigits           int

	dates, times, days, zones int
	rels                      bool
	relYear, relMonth, relDay int64
	relSec, relNanos          int64
	offset                    int // seconds east, with zones > 0
	weekday                   time.Weekday
	ordinal                   int64
	stamp                     bool // @seconds
	stampTime                 time.Time
}

type token struct {
	kind   byte // 'n' number, 'w' word, else the character itself
	text   string
	num    int64
	frac   int // nanoseconds of a number with a fraction
	isFrac bool
	sign   byte // + or - directly before a number
	space  bool // white space before it
}

func (p *parser) lex() bool {
	s := p.src
	for i := 0; i < len(s); {
		space := false
		for i < len(s) && strings.IndexByte(" \t\n\v\f\r", s[i]) >= 0 {
			i++
			space = true
		}
		if i == len(s) {
			break
		}
		if s[i] == '(' {
			depth := 0
			for i < len(s) {
				if s[i] == '(' {
					depth++
				} else if s[i] == ')' {
					depth--
				}
				i++
				if depth == 0 {
					break
				}
			}
			continue
		}
		start := i
		sign := byte(0)
		if s[i] == '+' || s[i] == '-' {
			sign = s[i]
			j := i
			for j < len(s) && (s[j] == '+' || s[j] == '-' || s[j] == ' ') {
				if s[j] != ' ' {
					sign = s[j]
				}
				j++
			}
			switch {
			case j < len(s) && digit(s[j]):
				i = j
			case j == i+1 && j < len(s) && letter(s[j]) && !space && len(p.tok) > 0 && p.tok[len(p.tok)-1].kind == 'n' && len(p.tok[len(p.tok)-1].text) <= 2:
				i = j // D-MONTH-YEAR
				start = i
			default:
				return false
			}
		}
		switch {
		case digit(s[i]):
			from := i
			for i < len(s) && digit(s[i]) {
				i++
			}
			n, err := strconv.ParseInt(s[from:i], 10, 64)
			if err != nil {
				return false
			}
			t := token{kind: 'n', text: s[from:i], num: n, sign: sign, space: space}
			if i+1 < len(s) && (s[i] == '.' || s[i] == ',') && digit(s[i+1]) {
				i++
				f := i
				for i < len(s) && digit(s[i]) {
					i++
				}
				d := (s[f:i] + "000000000")[:9]
				t.frac, _ = strconv.Atoi(d)
				t.isFrac = true
			}
			p.tok = append(p.tok, t)
		case letter(s[i]):
			for i < len(s) && (letter(s[i]) || s[i] == '.') {
				i++
			}
			p.tok = append(p.tok, token{kind: 'w', text: strings.ToLower(strings.ReplaceAll(s[start:i], ".", "")), space: space})
		default:
			p.tok = append(p.tok, token{kind: s[i], space: space})
			i++
		}
	}
	return true
}

func digit(c byte) bool  { return c >= '0' && c <= '9' }
func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func (p *parser) at(i int) token {
	if p.pos+i < len(p.tok) {
		return p.tok[p.pos+i]
	}
	return token{}
}

// is reports whether the token i ahead is the character c.
func (p *parser) is(i int, c byte) bool { return p.at(i).kind == c }

func (p *parser) scan() bool {
	if !p.lex() {
		return false
	}
	for p.pos < len(p.tok) {
		if !p.item() {
			return false
		}
	}
	return p.dates <= 1 && p.times <= 1 && p.days <= 1 && p.zones <= 1
}

func (p *parser) item() bool {
	t := p.at(0)
	switch t.kind {
	case '@':
		n := p.at(1)
		if n.kind != 'n' || len(p.tok) != 2 {
			return false
		}
		sec, ns := n.num, int64(n.frac)
		if n.sign == '-' {
			sec, ns = -sec, -ns
		}
		p.stamp, p.stampTime = true, time.Unix(sec, ns)
		p.pos += 2
		return true
	case ',':
		p.pos++
		return true
	case 'n':
		return p.number(t)
	case 'w':
		return p.word(t)
	}
	return false
}

func (p *parser) number(t token) bool {
	next := p.at(1)
	switch {
	case t.sign == 0 && !t.isFrac && next.kind == ':':
		return p.clock()
	case t.sign == 0 && !t.isFrac && next.kind == '/':
		return p.slashDate()
	case t.sign == 0 && !t.isFrac && next.kind == 'n' && next.sign == '-' && !next.space && !next.isFrac && p.isoDate():
		return true
	case t.sign == 0 && !t.isFrac && next.kind == 'w' && (next.text == "am" || next.text == "pm"):
		p.hour, p.minute, p.second, p.nanos = int(t.num), 0, 0, 0
		p.pos++
		return p.meridian()
	case t.sign == 0 && next.kind == 'w' && monthOf(next.text) != 0 && !t.isFrac:
		return p.dayMonth(t)
	case next.kind == 'w' && unitOf(next.text) != "" && !(t.sign == 0 && len(next.text) == 1):
		return p.relative(t)
	case t.sign != 0:
		// A signed number is a zone right after a time (the time took it) or needs a unit.
		return false
	case t.isFrac:
		return false
	}
	return p.bareNumber(t)
}

// clock reads HH:MM[:SS[.frac]] [am|pm] [+zone].
func (p *parser) clock() bool {
	p.times++
	p.hour = int(p.at(0).num)
	m := p.at(2)
	if m.kind != 'n' || m.sign != 0 {
		return false
	}
	p.minute, p.second, p.nanos = int(m.num), 0, 0
	p.pos += 3
	if p.is(0, ':') {
		s := p.at(1)
		if s.kind != 'n' || s.sign != 0 {
			return false
		}
		p.second, p.nanos = int(s.num), s.frac
		p.pos += 2
	} else if m.isFrac {
		return false
	}
	if w := p.at(0); w.kind == 'w' && (w.text == "am" || w.text == "pm") {
		p.times--
		return p.meridian()
	}
	if p.hour > 24 || p.minute > 59 || p.second > 59 || p.hour == 24 && (p.minute > 0 || p.second > 0) {
		return false
	}
	if z := p.at(0); z.kind == 'n' && z.sign != 0 && !z.isFrac {
		return p.zoneNumber()
	}
	return true
}

func (p *parser) meridian() bool {
	p.times++
	if p.hour < 1 || p.hour > 12 || p.minute > 59 || p.second > 59 {
		return false
	}
	p.hour %= 12
	if p.at(0).text == "pm" {
		p.hour += 12
	}
	p.pos++
	return true
}

// zoneNumber reads +hh, +hhmm or +hh:mm.
func (p *parser) zoneNumber() bool {
	z := p.at(0)
	h, m := z.num, int64(0)
	p.pos++
	if p.is(0, ':') && p.at(1).kind == 'n' {
		m = p.at(1).num
		p.pos += 2
	} else if len(z.text) > 2 {
		h, m = z.num/100, z.num%100
	}
	if h > 24 || m > 59 {
		return false
	}
	off := int(h*3600 + m*60)
	if z.sign == '-' {
		off = -off
	}
	p.offset += off
	p.zones = max(1, p.zones)
	return true
}

// slashDate reads MM/DD[/YEAR] or YYYY/MM/DD.
func (p *parser) slashDate() bool {
	a, b := p.at(0), p.at(2)
	if b.kind != 'n' || b.sign != 0 {
		return false
	}
	p.dates++
	if p.is(3, '/') {
		c := p.at(4)
		if c.kind != 'n' || c.sign != 0 {
			return false
		}
		p.pos += 5
		if len(a.text) >= 4 {
			return p.date(a, b.num, c.num)
		}
		return p.date(c, a.num, b.num)
	}
	p.pos += 3
	p.month, p.day = time.Month(a.num), int(b.num)
	return true
}

func (p *parser) date(year token, month, day int64) bool {
	p.year = fullYear(year)
	p.yearDigits = len(year.text)
	if month < 1 || month > 12 || day < 1 || day > 31 {
		return false
	}
	p.month, p.day = time.Month(month), int(day)
	return true
}

func fullYear(t token) int {
	y := int(t.num)
	if len(t.text) <= 2 {
		if y < 69 {
			return y + 2000
		}
		return y + 1900
	}
	return y
}

// isoDate reads YYYY-MM-DD, its tokens being "YYYY" "-MM" "-DD"; after it a T may start the time.
func (p *parser) isoDate() bool {
	m, d := p.at(1), p.at(2)
	if d.kind != 'n' || d.sign != '-' || d.space || d.isFrac {
		return false
	}
	p.dates++
	y := p.at(0)
	p.pos += 3
	if !p.date(y, m.num, d.num) {
		p.dates = 100
		return true
	}
	if t := p.at(0); t.kind == 'w' && t.text == "t" && p.at(1).kind == 'n' {
		p.pos++
	}
	return true
}

// dayMonth reads D MONTH [YEAR] and D-MONTH-YEAR.
func (p *parser) dayMonth(t token) bool {
	p.dates++
	p.day, p.month = int(t.num), monthOf(p.at(1).text)
	p.pos += 2
	if y := p.at(0); y.kind == 'n' && (y.sign == 0 || y.sign == '-' && !y.space) && !p.is(1, ':') && !y.isFrac && unitOf(p.at(1).text) == "" {
		p.year, p.yearDigits = fullYear(y), len(y.text)
		p.pos++
	}
	return true
}

// relative reads [+-]N UNIT [ago].
func (p *parser) relative(t token) bool {
	n := t.num
	frac := int64(t.frac)
	if t.sign == '-' {
		n, frac = -n, -frac
	}
	unit := unitOf(p.at(1).text)
	if t.isFrac && unit != "second" {
		return false
	}
	p.pos += 2
	if p.at(0).kind == 'w' && p.at(0).text == "ago" {
		n, frac = -n, -frac
		p.pos++
	}
	p.relNanos += frac
	return p.addRel(unit, n)
}

func (p *parser) addRel(unit string, n int64) bool {
	p.rels = true
	if n > math.MaxInt32*100 || n < -math.MaxInt32*100 {
		return false
	}
	switch unit {
	case "year":
		p.relYear += n
	case "month":
		p.relMonth += n
	case "fortnight":
		p.relDay += 14 * n
	case "week":
		p.relDay += 7 * n
	case "day":
		p.relDay += n
	case "hour":
		p.relSec += 3600 * n
	case "minute":
		p.relSec += 60 * n
	case "second":
		p.relSec += n
	}
	return true
}

// bareNumber follows GNU: a year after a date, YYYYMMDD, or an hour.
func (p *parser) bareNumber(t token) bool {
	n := len(t.text)
	p.pos++
	switch {
	case p.dates > 0 && p.yearDigits == 0 && !p.rels && (p.times > 0 || n > 2):
		p.year, p.yearDigits = fullYear(t), n
	case n > 4:
		p.dates++
		p.day, p.month, p.year = int(t.num%100), time.Month(t.num/100%100), int(t.num/10000)
		p.yearDigits = n - 4
		if p.month < 1 || p.month > 12 || p.day < 1 || p.day > 31 {
			return false
		}
		if t := p.at(0); t.kind == 'w' && t.text == "t" && p.at(1).kind == 'n' {
			p.pos++
		}
	default:
		p.times++
		p.second, p.nanos = 0, 0
		if n <= 2 {
			p.hour, p.minute = int(t.num), 0
		} else {
			p.hour, p.minute = int(t.num/100), int(t.num%100)
		}
		if p.hour > 23 || p.minute > 59 {
			return false
		}
	}
	return true
}

func (p *parser) word(t token) bool {
	switch t.text {
	case "now", "today":
		p.pos++
		return p.addRel("day", 0)
	case "yesterday":
		p.pos++
		return p.addRel("day", -1)
	case "tomorrow":
		p.pos++
		return p.addRel("day", 1)
	}
	if m := monthOf(t.text); m != 0 {
		return p.monthFirst(m)
	}
	if d, ok := dayOf(t.text); ok {
		p.days++
		p.weekday, p.ordinal = d, 0
		p.pos++
		if p.is(0, ',') {
			p.pos++
		}
		return true
	}
	if n, ok := ordinals[t.text]; ok && p.at(1).kind == 'w' {
		next := p.at(1).text
		if d, ok := dayOf(next); ok {
			p.days++
			p.weekday, p.ordinal = d, n
			p.pos += 2
			return true
		}
		if u := unitOf(next); u != "" {
			p.pos += 2
			if p.at(0).kind == 'w' && p.at(0).text == "ago" {
				n = -n
				p.pos++
			}
			return p.addRel(u, n)
		}
	}
	if u := unitOf(t.text); u != "" && len(t.text) > 1 {
		p.pos++
		n := int64(1)
		if p.at(0).kind == 'w' && p.at(0).text == "ago" {
			n = -1
			p.pos++
		}
		return p.addRel(u, n)
	}
	return p.zoneName(t)
}

// monthFirst reads MONTH D [, YEAR] and MONTH-DD-YEAR.
func (p *parser) monthFirst(m time.Month) bool {
	d := p.at(1)
	if d.kind != 'n' || d.isFrac {
		return false
	}
	p.dates++
	p.month, p.day = m, int(d.num)
	p.pos += 2
	if len(d.text) > 2 && d.sign == 0 {
		return false
	}
	if y := p.at(0); d.sign == '-' && y.kind == 'n' && y.sign == '-' {
		p.year, p.yearDigits = fullYear(y), len(y.text)
		p.pos++
	} else if p.is(0, ',') && p.at(1).kind == 'n' && p.at(1).sign == 0 && !p.is(2, ':') {
		p.year, p.yearDigits = fullYear(p.at(1)), len(p.at(1).text)
		p.pos += 2
	}
	return true
}

func (p *parser) zoneName(t token) bool {
	off, ok := zoneNames[t.text]
	if !ok && len(t.text) == 1 {
		off, ok = militaryZone(t.text[0])
	}
	if !ok {
		// The zone's own abbreviations, such as CEST in Europe/Berlin.
		for _, when := range []time.Time{p.now, p.now.AddDate(0, 6, 0)} {
			if name, o := when.Zone(); strings.EqualFold(name, t.text) {
				off, ok = o, true
			}
		}
	}
	if !ok {
		return false
	}
	p.zones++
	p.offset = off
	p.pos++
	if p.at(0).kind == 'w' && p.at(0).text == "dst" {
		p.offset += 3600
		p.pos++
	}
	if z := p.at(0); z.kind == 'n' && z.sign != 0 && !z.isFrac && unitOf(p.at(1).text) == "" {
		return p.zoneNumber()
	}
	return true
}

func (p *parser) result() (time.Time, bool) {
	if p.stamp {
		return p.stampTime.In(p.now.Location()), true
	}
	if p.times == 0 && !(p.rels && p.dates == 0 && p.days == 0) {
		p.hour, p.minute, p.second, p.nanos = 0, 0, 0, 0
	}
	loc := p.now.Location()
	if p.zones > 0 {
		loc = time.FixedZone("", p.offset)
		if p.dates == 0 && p.days == 0 { // today is today there
			p.year, p.month, p.day = p.now.In(loc).Date()
		}
	}
	base := time.Date(p.year, p.month, p.day, 0, 0, 0, 0, time.UTC)
	if base.Day() != p.day || base.Month() != p.month || p.year > 1<<30 || p.year < -(1<<30) {
		return time.Time{}, false
	}
	day := int64(p.day)
	if p.days > 0 && p.dates == 0 {
		wd := base.Weekday()
		diff := (int64(p.weekday) - int64(wd) + 7) % 7
		weeks := p.ordinal
		if p.ordinal > 0 && wd != p.weekday {
			weeks--
		}
		day += diff + 7*weeks
	}
	year, month := int64(p.year)+p.relYear, int64(p.month)+p.relMonth
	day += p.relDay
	if year > 1<<31 || year < -(1<<31) || month > 1<<35 || month < -(1<<35) || day > 1<<38 || day < -(1<<38) {
		return time.Time{}, false
	}
	t := time.Date(int(year), time.Month(month), int(day), p.hour, p.minute, p.second, p.nanos, loc)
	t = time.Unix(t.Unix()+p.relSec, int64(t.Nanosecond())+p.relNanos)
	return t.In(p.now.Location()), true
}
