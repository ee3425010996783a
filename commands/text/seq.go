package text

import (
	"context"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var seqUsage = optparse.Define("seq", "[OPTION]... LAST\n[OPTION]... FIRST LAST\n[OPTION]... FIRST INCREMENT LAST",
	"Print numbers from FIRST to LAST, in steps of INCREMENT.", `
-f, --format=FORMAT     use printf style floating-point FORMAT
-s, --separator=STRING  use STRING to separate numbers (default: newline)
-w, --equal-width       equalize width by padding with leading zeroes
`).Negatives()

// seqNumber is an operand with what its spelling says about the output.
type seqNumber struct {
	value     float64
	integer   int64
	isInt     bool
	width     int // of the part before the point, sign included
	precision int // digits after the point; -1 when the format must be %g
}

func parseSeqNumber(s string) (seqNumber, bool) {
	t := strings.TrimLeft(s, " \t\n")
	t = strings.TrimPrefix(t, "+")
	if h, err := strconv.ParseInt(t, 0, 64); err == nil && strings.ContainsAny(t, "xX") {
		return seqNumber{value: float64(h), integer: h, isInt: true, width: len(strconv.FormatInt(h, 10))}, true
	}
	v, err := strconv.ParseFloat(t, 64)
	if err != nil && !strings.HasSuffix(err.Error(), "value out of range") || strings.Contains(t, "_") || math.IsNaN(v) {
		return seqNumber{}, false
	}
	n := seqNumber{value: v}
	if i, err := strconv.ParseInt(t, 10, 64); err == nil && (i != 0 || t[0] != '-') {
		n.integer, n.isInt = i, true
	}
	if strings.ContainsAny(t, "xXpPiI") {
		n.precision = -1
		return n, true
	}
	mantissa, exponent := t, 0
	if i := strings.IndexAny(t, "eE"); i >= 0 {
		mantissa = t[:i]
		exponent, _ = strconv.Atoi(t[i+1:])
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	n.width = len(whole)
	if whole == "" || whole == "-" {
		n.width++ // printed with a leading zero
	}
	n.precision = max(0, len(frac)-exponent)
	if exponent > 0 {
		n.width += exponent
	}
	return n, true
}

func seq(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, seqUsage)
	if done {
		return status
	}
	separator, format, equal := "\n", "", false
	for _, m := range o.Options {
		switch m.Key {
		case "s":
			separator = m.Value
		case "f":
			format = m.Value
		case "w":
			equal = true
		}
	}
	switch {
	case len(o.Args) == 0:
		return cmd.MissingOperand(p, seqUsage, nil)
	case len(o.Args) > 3:
		return cmd.ExtraOperand(p, seqUsage, o.Args[3])
	}
	nums := make([]seqNumber, len(o.Args))
	if equal && format != "" {
		return cmd.UsageError(p, seqUsage, "format string may not be specified when printing equal width strings")
	}
	for i, a := range o.Args {
		n, ok := parseSeqNumber(a)
		if !ok {
			if v, err := strconv.ParseFloat(strings.TrimSpace(a), 64); err == nil && math.IsNaN(v) {
				return cmd.UsageError(p, seqUsage, "invalid 'not-a-number' argument: %s", cmd.QuoteC(a))
			}
			return cmd.UsageError(p, seqUsage, "invalid floating point argument: %s", cmd.QuoteC(a))
		}
		nums[i] = n
	}
	first, step := seqNumber{value: 1, integer: 1, isInt: true, width: 1}, seqNumber{value: 1, integer: 1, isInt: true}
	last := nums[len(nums)-1]
	if len(nums) > 1 {
		first = nums[0]
	}
	if len(nums) > 2 {
		step = nums[1]
		if step.value == 0 {
			return cmd.UsageError(p, seqUsage, "invalid Zero increment value: %s", cmd.QuoteC(o.Args[1]))
		}
	}
	w := cmd.NewWriter(p)
	if format != "" {
		verb, ok := seqFormat(p, format)
		if !ok {
			return 1
		}
		return seqFloats(p, w, first, step, last, separator, func(b []byte, v float64) []byte { return verb(b, v) })
	}
	if first.isInt && step.isInt && last.isInt {
		width := 0
		if equal {
			width = max(len(strconv.FormatInt(first.integer, 10)), len(strconv.FormatInt(last.integer, 10)))
		}
		return seqInts(p, w, first.integer, step.integer, last.integer, separator, width)
	}
	if len(nums) < 3 && bigOperand(o.Args[len(nums)-1]) && (len(nums) == 1 || bigOperand(o.Args[0])) {
		from := "1"
		if len(nums) == 2 {
			from = o.Args[0]
		}
		return seqBig(p, w, from, o.Args[len(nums)-1], separator)
	}
	prec := max(first.precision, step.precision)
	if first.precision < 0 || step.precision < 0 || last.precision < 0 {
		return seqFloats(p, w, first, step, last, separator, func(b []byte, v float64) []byte {
			return strconv.AppendFloat(b, v, 'g', -1, 64)
		})
	}
	width := 0
	if equal {
		firstWidth, lastWidth := first.width, last.width
		if prec > 0 {
			firstWidth += prec + 1
			lastWidth += prec + 1
		}
		width = max(firstWidth, lastWidth)
	}
	return seqFloats(p, w, first, step, last, separator, func(b []byte, v float64) []byte {
		n := len(b)
		b = strconv.AppendFloat(b, v, 'f', prec, 64)
		return zeroPad(b, n, width)
	})
}

// zeroPad widens the number at b[from:] with zeroes after its sign.
func zeroPad(b []byte, from, width int) []byte {
	missing := width - (len(b) - from)
	if missing <= 0 {
		return b
	}
	if b[from] == '-' {
		from++
	}
	b = append(b, make([]byte, missing)...)
	copy(b[from+missing:], b[from:])
	for i := range missing {
		b[from+i] = '0'
	}
	return b
}

func seqInts(p *kernel.Process, w *cmd.Writer, first, step, last int64, separator string, width int) int {
	var buf []byte
	any := false
	for i := first; step > 0 && i <= last || step < 0 && i >= last; {
		if any {
			buf = append(buf, separator...)
		}
		any = true
		n := len(buf)
		buf = strconv.AppendInt(buf, i, 10)
		if width > 0 {
			buf = zeroPad(buf, n, width)
		}
		if len(buf) >= 32<<10 {
			if _, err := w.Write(buf); err != nil || p.Safepoint() != nil {
				return w.Finish(1)
			}
			buf = buf[:0]
		}
		next := i + step
		if step > 0 && next < i || step < 0 && next > i {
			break
		}
		i = next
	}
	if any {
		buf = append(buf, '\n')
	}
	_, _ = w.Write(buf)
	return w.Finish(0)
}

func bigOperand(s string) bool { return len(s) < 1<<16 && strings.Trim(s, "0123456789") == "" }

// seqBig counts by one in integers of any length, as GNU does where all operands are digits.
func seqBig(p *kernel.Process, w *cmd.Writer, from, to, separator string) int {
	n, _ := new(big.Int).SetString(from, 10)
	last, _ := new(big.Int).SetString(to, 10)
	one := big.NewInt(1)
	for first := true; n.Cmp(last) <= 0; n.Add(n, one) {
		if !first {
			_, _ = w.WriteString(separator)
		}
		first = false
		if _, err := w.WriteString(n.String()); err != nil || p.Safepoint() != nil {
			return w.Finish(1)
		}
		if n.Cmp(last) == 0 {
			_ = w.WriteByte('\n')
		}
	}
	return w.Finish(0)
}

func seqFloats(p *kernel.Process, w *cmd.Writer, first, step, last seqNumber, separator string, format func([]byte, float64) []byte) int {
	var buf []byte
	for i := 0; ; i++ {
		v := first.value
		if i > 0 { // and -0 stays what it is
			v += float64(i) * step.value
		}
		if step.value > 0 && v > last.value || step.value < 0 && v < last.value {
			// 0.1 * 3 must still count as 0.3: GNU looks at what would be printed.
			s := strings.TrimSpace(string(format(nil, v)))
			back, err := strconv.ParseFloat(s, 64)
			if i == 0 || err != nil || back != last.value || s == strings.TrimSpace(string(format(nil, v-step.value))) {
				if i > 0 {
					buf = append(buf, '\n')
				}
				break
			}
		}
		if i > 0 {
			buf = append(buf, separator...)
		}
		buf = format(buf, v)
		if len(buf) >= 32<<10 {
			if _, err := w.Write(buf); err != nil || p.Safepoint() != nil {
				return w.Finish(1)
			}
			buf = buf[:0]
		}
	}
	_, _ = w.Write(buf)
	return w.Finish(0)
}

// seqFormat checks a -f format: text around exactly one of %a %e %f %g with flags, width and precision.
func seqFormat(p *kernel.Process, format string) (func([]byte, float64) []byte, bool) {
	var prefix, suffix strings.Builder
	verb := ""
	for i := 0; i < len(format); i++ {
		dst := &prefix
		if verb != "" {
			dst = &suffix
		}
		if format[i] != '%' {
			dst.WriteByte(format[i])
			continue
		}
		if strings.HasPrefix(format[i:], "%%") {
			dst.WriteByte('%')
			i++
			continue
		}
		if verb != "" {
			cmd.Errorf(p, "format %s has too many %% directives", cmd.QuoteC(format))
			return nil, false
		}
		j := i + 1
		for j < len(format) && strings.IndexByte("-+ #0'123456789.", format[j]) >= 0 {
			j++
		}
		if j < len(format) && format[j] == 'L' {
			j++
		}
		if j == len(format) {
			cmd.Errorf(p, "format %s ends in %%", cmd.QuoteC(format))
			return nil, false
		}
		if strings.IndexByte("aAeEfFgG", format[j]) < 0 {
			cmd.Errorf(p, "format %s has unknown %%%c directive", cmd.QuoteC(format), format[j])
			return nil, false
		}
		verb = strings.NewReplacer("L", "", "'", "").Replace(format[i : j+1])
		i = j
	}
	if verb == "" {
		cmd.Errorf(p, "format %s has no %% directive", cmd.QuoteC(format))
		return nil, false
	}
	before, after := prefix.String(), suffix.String()
	return func(b []byte, v float64) []byte {
		b = append(b, before...)
		b = appendFloatVerb(b, verb, v)
		return append(b, after...)
	}, true
}
