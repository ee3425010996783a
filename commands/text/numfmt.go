package text

import (
	"context"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var numfmtUsage = optparse.Define("numfmt", "[OPTION]... [NUMBER]...", "Reformat NUMBER(s), or the numbers from standard input if none are specified.", `
    --debug            print warnings about invalid input
-d, --delimiter=X      use X instead of whitespace for field delimiter
    --field=FIELDS     replace the numbers in these input fields (default=1)
    --format=FORMAT    use printf style floating-point FORMAT
    --from=UNIT        auto-scale input numbers to UNITs; default is 'none'
    --from-unit=N      specify the input unit size (instead of the default 1)
    --grouping         use locale-defined grouping of digits
    --header[=N]       print (without converting) the first N header lines
    --invalid=MODE     failure mode for invalid numbers: MODE can be: abort (default), fail, warn, ignore
    --padding=N        pad the output to N characters
    --round=METHOD     use METHOD for rounding when scaling: up, down, from-zero (default), towards-zero, nearest
    --suffix=SUFFIX    add SUFFIX to output numbers, and accept optional SUFFIX in input numbers
    --to=UNIT          auto-scale output numbers to UNITs
    --to-unit=N        the output unit size (instead of the default 1)
-z, --zero-terminated  line delimiter is NUL, not newline
`)

const numfmtUnits = "KMGTPEZY"

type numfmtRun struct {
	p                *kernel.Process
	w                *cmd.Writer
	delim            int
	fields           []span
	from, to         string
	fromUnit, toUnit float64
	padding          int
	autoPad          bool
	round            string
	suffix, invalid  string
	prefix, tail     string // around %f of --format
	zero             bool
	prec             int
	eol              byte
	failed           bool
}

func numfmt(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, numfmtUsage)
	if done {
		return status
	}
	n := &numfmtRun{p: p, w: cmd.NewWriter(p), delim: -1, fields: []span{{1, 1}}, from: "none", to: "none", fromUnit: 1, toUnit: 1, round: "from-zero", invalid: "abort", prec: -1, eol: '\n'}
	header := 0
	choice := func(m optparse.Match, to *string, valid ...string) bool {
		for _, v := range valid {
			if m.Value != "" && strings.HasPrefix(v, m.Value) && (m.Value == v || m.Value != "iec") {
				*to = v
				return true
			}
		}
		cmd.Errorf(p, "invalid argument %s for '--%s'", cmd.QuoteC(m.Value), m.Key)
		cmd.Raw(p, "Valid arguments are:\n")
		for _, v := range valid {
			cmd.Raw(p, "  - '"+v+"'\n")
		}
		cmd.TryHelp(p)
		return false
	}
	for _, m := range o.Options {
		ok := true
		switch m.Key {
		case "d":
			if len(m.Value) > 1 {
				cmd.Errorf(p, "the delimiter must be a single character")
				return 1
			}
			n.delim = 0
			if m.Value != "" {
				n.delim = int(m.Value[0])
			}
		case "field":
			spans, problem := parseSpans(m.Value, true)
			if m.Value == "-" {
				spans, problem = []span{{1, math.MaxInt}}, ""
			}
			if problem != "" {
				cmd.Errorf(p, "%s", problem)
				cmd.TryHelp(p)
				return 1
			}
			n.fields = spans
		case "from":
			ok = choice(m, &n.from, "none", "auto", "si", "iec", "iec-i")
		case "to":
			ok = choice(m, &n.to, "none", "si", "iec", "iec-i")
		case "round":
			ok = choice(m, &n.round, "up", "down", "from-zero", "towards-zero", "nearest")
		case "invalid":
			ok = choice(m, &n.invalid, "abort", "fail", "warn", "ignore")
		case "from-unit", "to-unit":
			v, err := cmd.ParseSize(m.Value)
			if strings.HasSuffix(m.Value, "i") {
				v, err = cmd.ParseSize(m.Value + "B")
			} else if t := strings.TrimRight(m.Value, "0123456789"); t == "" && len(m.Value) > 0 && strings.Contains(numfmtUnits, m.Value[len(m.Value)-1:]) {
				v, err = cmd.ParseSize(m.Value + "B")
			}
			if err != nil || v <= 0 {
				cmd.Errorf(p, "invalid unit size: %s", cmd.QuoteC(m.Value))
				return 1
			}
			if m.Key == "from-unit" {
				n.fromUnit = float64(v)
			} else {
				n.toUnit = float64(v)
			}
		case "header":
			header = 1
			if m.HasValue {
				v, err := strconv.ParseUint(m.Value, 10, 31)
				if err != nil || v == 0 {
					cmd.Errorf(p, "invalid header value %s", cmd.QuoteC(m.Value))
					return 1
				}
				header = int(v)
			}
		case "padding":
			v, err := strconv.Atoi(m.Value)
			if err != nil || v == 0 || v > 1<<16 || v < -1<<16 {
				cmd.Errorf(p, "invalid padding value %s", cmd.QuoteC(m.Value))
				return 1
			}
			n.padding = v
		case "suffix":
			n.suffix = m.Value
		case "format":
			if problem := n.parseFormat(m.Value); problem != "" {
				cmd.Errorf(p, "%s", problem)
				return 1
			}
		case "z":
			n.eol = 0
		}
		if !ok {
			return 1
		}
	}
	if o.Has("grouping") && n.to != "none" {
		cmd.Errorf(p, "grouping cannot be combined with --to")
		return 1
	}
	n.autoPad = n.padding == 0 && n.delim < 0
	if len(o.Args) > 0 {
		for _, a := range o.Args {
			if !n.line(a) {
				return n.w.Finish(2)
			}
		}
		return n.w.Finish(n.status())
	}
	lines := cmd.NewLineReader(p.Stdin(), n.eol)
	for i := 0; n.w.Err() == nil && p.Safepoint() == nil; i++ {
		raw, _, err := lines.Next()
		if err != nil {
			if err != io.EOF {
				cmd.Errorf(p, "error reading input: %s", kernel.Strerror(err))
				status = 1
			}
			break
		}
		if i < header {
			_, _ = n.w.Write(raw)
			_ = n.w.WriteByte(n.eol)
			continue
		}
		if !n.line(string(raw)) {
			return n.w.Finish(2)
		}
	}
	return n.w.Finish(max(status, n.status()))
}

func (n *numfmtRun) status() int {
	if n.failed && n.invalid == "fail" {
		return 2
	}
	return 0
}

// parseFormat reads --format: text around one %f with flags ', 0 and -, a width and a precision.
func (n *numfmtRun) parseFormat(f string) string {
	i := 0
	for i < len(f) {
		if f[i] == '%' {
			if i+1 < len(f) && f[i+1] == '%' {
				n.prefix += "%"
				i += 2
				continue
			}
			break
		}
		n.prefix += f[i : i+1]
		i++
	}
	if i == len(f) {
		return "format " + cmd.Quote(f) + " has no % directive"
	}
	rest := f[i+1:]
	left := false
	for rest != "" && strings.IndexByte("'-0 ", rest[0]) >= 0 {
		switch rest[0] {
		case '-':
			left = true
		case '0':
			n.zero = true
		}
		rest = rest[1:]
	}
	num := func() int {
		k := 0
		for k < len(rest) && isDigit(rest[k]) {
			k++
		}
		v, _ := strconv.Atoi(rest[:k])
		rest = rest[k:]
		return min(v, 1<<16)
	}
	if n.padding = num(); left {
		n.padding = -n.padding
	}
	if strings.HasPrefix(rest, ".") {
		rest = rest[1:]
		n.prec = num()
	}
	if !strings.HasPrefix(rest, "f") {
		if rest == "" {
			return "format " + cmd.Quote(f) + " ends in %"
		}
		return "invalid format " + cmd.Quote(f) + ", directive must be %[0]['][-][N][.][N]f"
	}
	n.tail = strings.ReplaceAll(rest[1:], "%%", "%")
	if strings.Contains(strings.ReplaceAll(rest[1:], "%%", ""), "%") {
		return "format " + cmd.Quote(f) + " has too many % directives"
	}
	return ""
}

// line converts the fields of a line; false ends the run (an invalid number with --invalid=abort).
func (n *numfmtRun) line(s string) bool {
	wanted := func(i int) bool {
		for _, f := range n.fields {
			if i >= f.low && i <= f.high {
				return true
			}
		}
		return false
	}
	for field := 1; ; field++ {
		var blank, text string
		more := false
		if n.delim >= 0 {
			text, s, more = strings.Cut(s, string([]byte{byte(n.delim)}))
		} else {
			k := len(s) - len(strings.TrimLeft(s, " \t\n"))
			j := strings.IndexAny(s[k:], " \t\n")
			if j < 0 {
				blank, text = s[:k], s[k:]
			} else {
				blank, text, s, more = s[:k], s[k:k+j], s[k+j:], true
			}
		}
		if field > 1 && n.delim >= 0 {
			_ = n.w.WriteByte(byte(n.delim))
		}
		out := blank + text
		if wanted(field) {
			if conv, ok := n.convert(text, len(out), field); ok {
				out = conv
				if field > 1 && n.delim < 0 {
					// The first of the blanks separates; the rest is part of the field's width.
					out = " " + conv
				}
			} else {
				if n.invalid == "abort" {
					return false
				}
				n.failed = true
			}
		}
		_, _ = n.w.WriteString(out)
		if !more {
			break
		}
	}
	_ = n.w.WriteByte(n.eol)
	return true
}

func (n *numfmtRun) complain(format, text string) {
	if n.invalid == "ignore" {
		return
	}
	_ = n.w.Flush()
	cmd.Errorf(n.p, format, cmd.QuoteC(text))
}

func (n *numfmtRun) convert(text string, width, field int) (string, bool) {
	s := text
	if n.suffix != "" {
		s = strings.TrimSuffix(s, n.suffix)
	}
	i := 0
	if i < len(s) && s[i] == '-' {
		i++
	}
	start := i
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	digits, prec := i-start, 0
	if i < len(s) && s[i] == '.' {
		j := i + 1
		for j < len(s) && isDigit(s[j]) {
			j++
		}
		prec = j - i - 1
		if i = j; prec == 0 {
			digits = 0
		}
	}
	if digits == 0 && prec == 0 {
		n.complain("invalid number: %s", text)
		return "", false
	}
	if digits > 33 {
		n.complain("value too large to be converted: %s", text)
		return "", false
	}
	v, _ := strconv.ParseFloat(s[:i], 64)
	if rest := s[i:]; rest != "" {
		rest = strings.TrimLeft(rest, " ")
		k := strings.IndexByte(numfmtUnits, upperASCII(rest[0]))
		if k < 0 || rest[0] != upperASCII(rest[0]) {
			n.complain("invalid suffix in input: %s", text)
			return "", false
		}
		if n.from == "none" {
			n.complain("rejecting suffix in input: %s (consider using --from)", text)
			return "", false
		}
		base, rest := 1000.0, rest[1:]
		switch {
		case n.from == "iec" || n.from == "iec-i":
			base = 1024
			if n.from == "iec-i" {
				if !strings.HasPrefix(rest, "i") {
					n.complain("missing 'i' suffix in input: %s (e.g Ki/Mi/Gi)", text)
					return "", false
				}
				rest = rest[1:]
			}
		case n.from == "auto" && strings.HasPrefix(rest, "i"):
			base, rest = 1024, rest[1:]
		}
		if rest != "" {
			n.complain("invalid suffix in input "+cmd.QuoteC(text)+": %s", rest)
			return "", false
		}
		v *= math.Pow(base, float64(k+1))
		prec = 0
	}
	v = v * n.fromUnit / n.toUnit
	if n.prec >= 0 {
		prec = n.prec
	}
	body := n.number(v, prec)
	if n.suffix != "" {
		body += n.suffix
	}
	pad := n.padding
	if n.autoPad && pad == 0 && (field > 1 || width > len(text)) {
		if pad = width; field > 1 {
			pad = width - 1
		}
	}
	if n.zero && pad > 0 {
		for len(body) < pad {
			body = "0" + body
		}
	}
	if d := pad - len(body); d > 0 {
		body = strings.Repeat(" ", d) + body
	} else if d := -pad - len(body); pad < 0 && d > 0 {
		body += strings.Repeat(" ", d)
	}
	return n.prefix + body + n.tail, true
}

// rounded rounds by the chosen method at prec decimals.
func (n *numfmtRun) rounded(v float64, prec int) float64 {
	scale := math.Pow(10, float64(prec))
	x := v * scale
	switch n.round {
	case "up":
		x = math.Ceil(x)
	case "down":
		x = math.Floor(x)
	case "towards-zero":
		x = math.Trunc(x)
	case "nearest":
		x = math.Round(x)
	default:
		if x < 0 {
			x = math.Floor(x)
		} else {
			x = math.Ceil(x)
		}
	}
	return x / scale
}

func (n *numfmtRun) number(v float64, prec int) string {
	if n.to == "none" {
		return strconv.FormatFloat(n.rounded(v, prec), 'f', prec, 64)
	}
	base := 1024.0
	if n.to == "si" {
		base = 1000
	}
	power := 0
	for math.Abs(v) >= base && power < len(numfmtUnits) {
		v /= base
		power++
	}
	decimals := 0
	if n.prec >= 0 {
		decimals = n.prec
	} else if power > 0 && math.Abs(v) < 10 {
		decimals = 1
	}
	v = n.rounded(v, decimals)
	if math.Abs(v) >= base && power < len(numfmtUnits) {
		v /= base
		power++
		if n.prec < 0 {
			decimals = 1
		}
	} else if n.prec < 0 && math.Abs(v) >= 10 {
		decimals = 0
	}
	out := strconv.FormatFloat(v, 'f', decimals, 64)
	if power > 0 {
		out += numfmtUnits[power-1 : power]
		if n.to == "iec-i" {
			out += "i"
		}
	}
	return out
}
