// Package printf is the engine of the printf command: the shell's builtin and /usr/bin/printf. A format is used again
// until the arguments are used up; missing arguments count as empty or zero. Widths and precisions count bytes, as in
// bash in every locale. Output is appended to a byte slice, so that no text is ever taken for a C string.
//
// The conversions are those of POSIX (diouxX, eEfFgGaA, c, s, b, %), with *, flags, width and precision; length
// modifiers are skipped. %q and %(format)T come through the hooks of Options.
package printf

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Options are what the caller's dialect adds.
type Options struct {
	Quote func(string) string                     // %q; nil: not known
	Time  func(layout string, t time.Time) string // %(layout)T; nil: not known
	Now   func() time.Time                        // of %(…)T with -1 or no argument
	Start func() time.Time                        // of %(…)T with -2
	GNU   bool                                    // coreutils' words instead of bash's
	// ASCII writes \u and \U beyond ASCII as escapes again: the C locale cannot hold them.
	ASCII     bool
	MaxOutput int // bytes; 0 = 256 MiB
}

// Result is what a run of printf printed.
type Result struct {
	Out    []byte
	Errors []string // messages without the "printf: " before them, in order
	Failed bool     // the status is 1
	Fatal  bool     // the format is wrong: the output stops there
}

// ErrTooLong is the error of output beyond MaxOutput.
var ErrTooLong = errors.New("output too long")

const defaultMax = 256 << 20

type state struct {
	opt  Options
	out  []byte
	args []string
	res  Result
	used bool // an argument was used in this round
	stop bool // \c
	nan  bool // the number just read is no number
	max  int
}

// Format prints args by format.
func Format(format string, args []string, opt Options) Result {
	s := &state{opt: opt, args: args, max: opt.MaxOutput}
	if s.max <= 0 {
		s.max = defaultMax
	}
	for {
		s.used = false
		s.round(format)
		if s.stop || s.res.Fatal || len(s.args) == 0 || !s.used {
			break
		}
	}
	if s.opt.GNU && !s.used && !s.stop && !s.res.Fatal && len(s.args) > 0 {
		s.res.Errors = append(s.res.Errors, "warning: ignoring excess arguments, starting with ‘"+s.args[0]+"’")
	}
	s.res.Out = s.out
	return s.res
}

func (s *state) fail(format string, args ...any) {
	s.res.Errors = append(s.res.Errors, fmt.Sprintf(format, args...))
	s.res.Failed = true
}

func (s *state) next() (string, bool) {
	s.used = true
	if len(s.args) == 0 {
		return "", false
	}
	a := s.args[0]
	s.args = s.args[1:]
	return a, true
}

// spec is one conversion.
type spec struct {
	minus, plus, space, zero, alt bool
	width, prec                   int // prec -1: none
}

func (s *state) round(f string) {
	for i := 0; i < len(f) && !s.stop; {
		if len(s.out) > s.max {
			s.fail("%v", ErrTooLong)
			s.res.Fatal = true
			return
		}
		switch f[i] {
		case '\\':
			n := s.escape(f[i:], false)
			i += n
		case '%':
			n := s.convert(f[i:])
			if n == 0 {
				return
			}
			i += n
		default:
			k := strings.IndexAny(f[i:], `\%`)
			if k < 0 {
				k = len(f) - i
			}
			s.out = append(s.out, f[i:i+k]...)
			i += k
		}
	}
}

// escape appends the character of the escape at the start of f and returns its length. In the argument of %b, \0nnn
// has up to three digits after the zero and \c ends all output.
func (s *state) escape(f string, arg bool) int {
	if len(f) < 2 {
		s.out = append(s.out, '\\')
		return 1
	}
	c := f[1]
	switch c {
	case 'a':
		s.out = append(s.out, '\a')
	case 'b':
		s.out = append(s.out, '\b')
	case 'e', 'E':
		s.out = append(s.out, 27)
	case 'f':
		s.out = append(s.out, '\f')
	case 'n':
		s.out = append(s.out, '\n')
	case 'r':
		s.out = append(s.out, '\r')
	case 't':
		s.out = append(s.out, '\t')
	case 'v':
		s.out = append(s.out, '\v')
	case '\\':
		s.out = append(s.out, '\\')
	case '"', '\'', '?':
		if arg && !s.opt.GNU && c != '\'' && c != '"' {
			s.out = append(s.out, '\\', c)
		} else if arg && !s.opt.GNU {
			s.out = append(s.out, '\\', c)
		} else {
			s.out = append(s.out, c)
		}
	case 'c':
		if arg || s.opt.GNU {
			s.stop = true
			return 2
		}
		s.out = append(s.out, '\\', 'c')
	case '0', '1', '2', '3', '4', '5', '6', '7':
		limit, i, n := 3, 1, 0
		if c == '0' && arg {
			limit = 4
		}
		for ; i <= limit && i < len(f) && f[i] >= '0' && f[i] <= '7'; i++ {
			n = n*8 + int(f[i]-'0')
		}
		s.out = append(s.out, byte(n))
		return i
	case 'x', 'u', 'U':
		limit := 2
		if c == 'u' {
			limit = 4
		} else if c == 'U' {
			limit = 8
		}
		n, i := uint32(0), 2
		for ; i < 2+limit && i < len(f) && isHex(f[i]); i++ {
			d, _ := strconv.ParseUint(f[i:i+1], 16, 8)
			n = n<<4 | uint32(d)
		}
		if i == 2 {
			if s.opt.GNU {
				s.fail("missing hexadecimal number in escape")
				s.res.Fatal, s.stop = true, true
				return 2
			}
			s.out = append(s.out, '\\', c)
			return 2
		}
		switch {
		case c == 'x':
			s.out = append(s.out, byte(n))
		case s.opt.GNU && i < 2+limit:
			s.fail("missing hexadecimal number in escape")
			s.res.Fatal, s.stop = true, true
		case s.opt.ASCII && n >= 0x80 && n < 1<<16:
			s.out = fmt.Appendf(s.out, "\\u%04X", n)
		case s.opt.ASCII && n >= 0x80:
			s.out = fmt.Appendf(s.out, "\\U%08X", n)
		default:
			s.out = appendCode(s.out, n)
		}
		return i
	default:
		s.out = append(s.out, '\\', c)
	}
	return 2
}

// appendCode appends a code point in UTF-8, also surrogates and what lies beyond Unicode, as bash and GNU printf do.
func appendCode(b []byte, n uint32) []byte {
	cont := func(shift uint) byte { return 0x80 | byte(n>>shift&0x3f) }
	switch {
	case n < 0x80:
		return append(b, byte(n))
	case n < 0x800:
		return append(b, 0xc0|byte(n>>6), cont(0))
	case n < 0x10000:
		return append(b, 0xe0|byte(n>>12), cont(6), cont(0))
	case n < 0x200000:
		return append(b, 0xf0|byte(n>>18), cont(12), cont(6), cont(0))
	case n < 0x4000000:
		return append(b, 0xf8|byte(n>>24), cont(18), cont(12), cont(6), cont(0))
	}
	return append(b, 0xfc|byte(n>>30&1), cont(24), cont(18), cont(12), cont(6), cont(0))
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// maxField bounds a width or precision: larger ones would only fill memory.
const maxField = 64 << 20

// convert handles the conversion at the start of f and returns its length, 0 after a fatal error.
func (s *state) convert(f string) int {
	if len(f) > 1 && f[1] == '%' {
		s.out = append(s.out, '%')
		return 2
	}
	sp := spec{prec: -1}
	i := 1
flags:
	for ; i < len(f); i++ {
		switch f[i] {
		case '-':
			sp.minus = true
		case '+':
			sp.plus = true
		case ' ':
			sp.space = true
		case '0':
			sp.zero = true
		case '#':
			sp.alt = true
		case '\'':
		default:
			break flags
		}
	}
	number := func() (int, bool) {
		if i < len(f) && f[i] == '*' {
			i++
			a, _ := s.next()
			n, _ := s.integer(a)
			if n > maxField || n < -maxField {
				n = 0
			}
			return int(n), true
		}
		n, any := 0, false
		for ; i < len(f) && f[i] >= '0' && f[i] <= '9'; i++ {
			n, any = min(n*10+int(f[i]-'0'), maxField), true
		}
		return n, any
	}
	if n, ok := number(); ok {
		if sp.width = n; n < 0 {
			sp.minus, sp.width = true, -n
		}
	}
	hasPrec := false
	if i < len(f) && f[i] == '.' {
		hasPrec = true
		i++
		n, _ := number()
		if sp.prec = n; n < 0 {
			sp.prec = -1
		}
	}
	if i < len(f) && f[i] == '(' && s.opt.Time != nil {
		k := strings.Index(f[i:], ")T")
		if k < 0 {
			s.fail("`%c': invalid format character", f[min(i+1, len(f)-1)])
			s.res.Fatal = true
			return 0
		}
		s.time(sp, f[i+1:i+k])
		return i + k + 2
	}
	for i < len(f) && strings.IndexByte("hlLqjzt", f[i]) >= 0 && !(f[i] == 'q' && s.opt.Quote != nil) {
		i++
	}
	if i >= len(f) {
		if s.opt.GNU {
			s.fail("%s: invalid conversion specification", f)
		} else {
			s.fail("`%s': missing format character", f)
		}
		s.res.Fatal = true
		return 0
	}
	if s.opt.GNU && (sp.zero && strings.IndexByte("sc", f[i]) >= 0 || sp.alt && strings.IndexByte("diusc", f[i]) >= 0 || hasPrec && f[i] == 'c') {
		s.fail("%s: invalid conversion specification", f[:i+1])
		s.res.Fatal = true
		return 0
	}
	switch c := f[i]; c {
	case 's':
		a, _ := s.next()
		s.str(sp, a)
	case 'b':
		a, _ := s.next()
		s.str(sp, s.expand(a))
	case 'q':
		a, _ := s.next()
		s.str(sp, s.opt.Quote(a))
	case 'c':
		a, _ := s.next()
		if a != "" {
			a = a[:1]
		} else if !s.opt.GNU {
			a = "\x00"
		}
		s.str(spec{minus: sp.minus, width: sp.width, prec: -1}, a)
	case 'd', 'i':
		a, _ := s.next()
		n, _ := s.integer(a)
		neg := n < 0
		u := uint64(n)
		if neg {
			u = -u
		}
		s.num(sp, neg, strconv.FormatUint(u, 10), "", true)
	case 'u', 'o', 'x', 'X':
		a, _ := s.next()
		u := s.unsigned(a)
		base, prefix := 10, ""
		switch c {
		case 'o':
			base = 8
		case 'x', 'X':
			base = 16
			if sp.alt && u != 0 {
				prefix = "0" + string(c)
			}
		}
		digits := strconv.FormatUint(u, base)
		if c == 'X' {
			digits = strings.ToUpper(digits)
		}
		if c == 'o' && sp.alt && digits[0] != '0' {
			digits = "0" + digits
		}
		s.num(sp, false, digits, prefix, false)
	case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
		a, _ := s.next()
		s.float(sp, c, a)
	default:
		if s.opt.GNU {
			s.fail("%s: invalid conversion specification", f[:i+1])
		} else {
			s.fail("`%c': invalid format character", c)
		}
		s.res.Fatal = true
		return 0
	}
	return i + 1
}

// expand takes the escapes of a %b argument.
func (s *state) expand(a string) string {
	if strings.IndexByte(a, '\\') < 0 {
		return a
	}
	saved := s.out
	s.out = nil
	for i := 0; i < len(a) && !s.stop; {
		if a[i] == '\\' {
			i += s.escape(a[i:], true)
			continue
		}
		s.out = append(s.out, a[i])
		i++
	}
	r := string(s.out)
	s.out = saved
	return r
}

func (s *state) str(sp spec, a string) {
	if sp.prec >= 0 && sp.prec < len(a) {
		a = a[:sp.prec]
	}
	s.pad(sp, a)
}

func (s *state) pad(sp spec, a string) {
	n := sp.width - len(a)
	if n > 0 && len(s.out)+n > s.max {
		s.fail("%v", ErrTooLong)
		s.res.Fatal = true
		return
	}
	if !sp.minus {
		s.fill(' ', n)
	}
	s.out = append(s.out, a...)
	if sp.minus {
		s.fill(' ', n)
	}
}

func (s *state) fill(c byte, n int) {
	for ; n > 0; n-- {
		s.out = append(s.out, c)
	}
}

// num prints an integer: digits with sign, prefix, precision, zeros.
func (s *state) num(sp spec, neg bool, digits, prefix string, signed bool) {
	sign := ""
	switch {
	case neg:
		sign = "-"
	case signed && sp.plus:
		sign = "+"
	case signed && sp.space:
		sign = " "
	}
	if sp.prec >= 0 {
		if sp.prec == 0 && digits == "0" {
			digits = ""
		}
		if n := sp.prec - len(digits); n > 0 {
			digits = strings.Repeat("0", n) + digits
		}
	} else if sp.zero && !sp.minus {
		if n := sp.width - len(digits) - len(sign) - len(prefix); n > 0 {
			digits = strings.Repeat("0", n) + digits
		}
	}
	s.pad(sp, sign+prefix+digits)
}

// char is the value of an argument that starts with a quote: the code of the character after it.
func char(a string) (int64, bool) {
	if a == "" || a[0] != '\'' && a[0] != '"' {
		return 0, false
	}
	if len(a) == 1 {
		return 0, true
	}
	r, n := utf8.DecodeRuneInString(a[1:])
	if r == utf8.RuneError && n == 1 {
		return int64(a[1]), true
	}
	return int64(r), true
}

func (s *state) invalid(a, rest string) {
	switch {
	case !s.opt.GNU:
		s.fail("%s: invalid number", a)
	case rest != a:
		s.fail("‘%s’: value not completely converted", a)
	default:
		s.fail("‘%s’: expected a numeric value", a)
	}
}

// scan splits the number at the start of a: sign, digits of its base, rest.
func scan(a string) (neg bool, digits string, base int, rest string) {
	t := strings.TrimLeft(a, " \t\n\v\f\r")
	i := 0
	if i < len(t) && (t[i] == '-' || t[i] == '+') {
		neg = t[i] == '-'
		i++
	}
	base = 10
	switch {
	case i+2 < len(t) && t[i] == '0' && (t[i+1] == 'x' || t[i+1] == 'X') && isHex(t[i+2]):
		base = 16
		i += 2
	case i+1 < len(t) && t[i] == '0':
		base = 8
	}
	j := i
	for j < len(t) {
		c := t[j]
		if base == 16 && !isHex(c) || base == 10 && (c < '0' || c > '9') || base == 8 && (c < '0' || c > '7') {
			break
		}
		j++
	}
	if j == i {
		return false, "", base, a
	}
	return neg, t[i:j], base, t[j:]
}

func (s *state) integer(a string) (int64, bool) {
	if a == "" {
		return 0, true
	}
	if n, ok := char(a); ok {
		return n, true
	}
	neg, digits, base, rest := scan(a)
	if digits == "" || rest != "" {
		s.invalid(a, rest)
	}
	if digits == "" {
		return 0, false
	}
	u, err := strconv.ParseUint(digits, base, 64)
	if err != nil || !neg && u > math.MaxInt64 || neg && u > 1<<63 {
		s.rangeError(a)
		if neg {
			return math.MinInt64, false
		}
		return math.MaxInt64, false
	}
	if neg {
		return -int64(u), rest == ""
	}
	return int64(u), rest == ""
}

func (s *state) rangeError(a string) {
	if s.opt.GNU {
		s.fail("‘%s’: Numerical result out of range", a)
		return
	}
	s.res.Errors = append(s.res.Errors, "warning: "+a+": Numerical result out of range")
}

func (s *state) unsigned(a string) uint64 {
	if a == "" {
		return 0
	}
	if n, ok := char(a); ok {
		return uint64(n)
	}
	neg, digits, base, rest := scan(a)
	if digits == "" || rest != "" {
		s.invalid(a, rest)
	}
	if digits == "" {
		return 0
	}
	u, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		s.rangeError(a)
		return math.MaxUint64
	}
	if neg {
		return -u
	}
	return u
}
