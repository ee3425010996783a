package text

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var odUsage = optparse.Define("od", "[OPTION]... [FILE]...\n[-abcdfilosx]... [FILE] [[+]OFFSET[.][b]]",
	"Write an unambiguous representation, octal bytes by default, of FILE to standard output.", `
-A, --address-radix=RADIX  output format for file offsets; RADIX is one of [doxn]
    --endian=ORDER         swap input bytes according the specified order: big or little
-j, --skip-bytes=BYTES     skip BYTES input bytes first
-N, --read-bytes=BYTES     limit dump to BYTES input bytes
-S BYTES                   output strings of at least BYTES graphic chars
    --strings[=BYTES]      the same, of at least 3
-t, --format=TYPE          select output format or formats
-v, --output-duplicates    do not use * to mark line suppression
-w[BYTES], --width[=BYTES]  output BYTES bytes per output line
    --traditional          accept arguments in third form above
-a                         same as -t a,  select named characters
-b                         same as -t o1, select octal bytes
-c                         same as -t c,  select printable characters or backslash escapes
-d                         same as -t u2, select unsigned decimal 2-byte units
-f                         same as -t fF, select floats
-i                         same as -t dI, select decimal ints
-l                         same as -t dL, select decimal longs
-o                         same as -t o2, select octal 2-byte units
-s                         same as -t d2, select decimal 2-byte units
-x                         same as -t x2, select hexadecimal 2-byte units
!-h                        same as -x
!-B                        same as -o
!-e                        same as -t fD
!-F                        same as -t fD
!-D                        same as -t u4
!-H                        same as -t x4
!-X                        same as -t x4
!-I                        same as -t d8
!-L                        same as -t d8
!-O                        same as -t o4
`).Trailer("TYPE is made up of one or more of these specifications:\n  a          named character, ignoring high-order bit\n  c          printable character or backslash escape\n  d[SIZE]    signed decimal, SIZE bytes per integer\n  f[SIZE]    floating point, SIZE bytes per float\n  o[SIZE]    octal, SIZE bytes per integer\n  u[SIZE]    unsigned decimal, SIZE bytes per integer\n  x[SIZE]    hexadecimal, SIZE bytes per integer\nAdding a z suffix to any type displays printable characters at the end of each output line.")

// odShort maps the traditional format letters to -t types.
var odShort = map[string]string{
	"a": "a", "b": "o1", "c": "c", "d": "u2", "f": "fF", "i": "dI", "l": "dL", "o": "o2", "s": "d2", "x": "x2",
	"h": "x2", "B": "o2", "e": "fD", "F": "fD", "D": "u4", "H": "x4", "X": "x4", "I": "d8", "L": "d8", "O": "o4",
}

// odSpec is one output format: a line of its own per block.
type odSpec struct {
	kind    byte // a c d f o u x
	size    int
	field   int // characters of a value
	pad     int // blanks to spread over a block's fields
	trailer bool
}

var (
	odOctalDigits    = [9]int{0, 3, 6, 8, 11, 14, 16, 19, 22}
	odSignedDigits   = [9]int{1, 4, 6, 8, 11, 13, 16, 18, 20}
	odUnsignedDigits = [9]int{0, 3, 5, 8, 10, 13, 15, 17, 20}
	odNames          = [33]string{"nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "nl", "vt", "ff", "cr", "so", "si",
		"dle", "dc1", "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", "em", "sub", "esc", "fs", "gs", "rs", "us", "sp"}
)

func newOdSpec(kind byte, size int) odSpec {
	s := odSpec{kind: kind, size: size}
	switch kind {
	case 'a', 'c':
		s.size, s.field = 1, 3
	case 'o':
		s.field = odOctalDigits[size]
	case 'd':
		s.field = odSignedDigits[size]
	case 'u':
		s.field = odUnsignedDigits[size]
	case 'x':
		s.field = 2 * size
	case 'f':
		s.field = 15
		if size == 8 {
			s.field = 24
		}
	}
	return s
}

// parseOdTypes reads the argument of -t.
func parseOdTypes(text string) (specs []odSpec, problem string) {
	for rest := text; rest != ""; {
		kind := rest[0]
		rest = rest[1:]
		size := 1
		switch kind {
		case 'a', 'c':
		case 'd', 'o', 'u', 'x', 'f':
			size = 4
			letters := map[byte]int{'C': 1, 'S': 2, 'I': 4, 'L': 8}
			if kind == 'f' {
				size, letters = 8, map[byte]int{'F': 4, 'D': 8}
			}
			i := 0
			for i < len(rest) && isDigit(rest[i]) {
				i++
			}
			if i > 0 {
				n, err := strconv.Atoi(rest[:i])
				if err != nil || n != 1 && n != 2 && n != 4 && n != 8 || kind == 'f' && n < 4 {
					what := "integral"
					if kind == 'f' {
						what = "floating point"
					}
					return nil, fmt.Sprintf("invalid type string %s;\nthis system doesn't provide a %s-byte %s type", cmd.QuoteC(text), rest[:i], what)
				}
				size, rest = n, rest[i:]
			} else if rest != "" && letters[rest[0]] > 0 {
				size, rest = letters[rest[0]], rest[1:]
			}
		default:
			return nil, fmt.Sprintf("invalid character '%c' in type string %s", kind, cmd.QuoteC(text))
		}
		s := newOdSpec(kind, size)
		if strings.HasPrefix(rest, "z") {
			s.trailer, rest = true, rest[1:]
		}
		specs = append(specs, s)
	}
	return specs, ""
}

// parseOdNumber reads a count in C's bases with an optional multiplier.
func parseOdNumber(s string) (int64, error) {
	i := 0
	if strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") {
		for i = 2; i < len(s) && strings.IndexByte("0123456789abcdefABCDEF", s[i]) >= 0; i++ {
		}
	} else {
		for i < len(s) && isDigit(s[i]) {
			i++
		}
	}
	n, err := strconv.ParseInt(s[:i], 0, 64)
	if err != nil {
		if errors.Is(err, strconv.ErrRange) {
			return math.MaxInt64, cmd.ErrOverflow
		}
		return 0, cmd.ErrBadNumber
	}
	mult, err := cmd.ParseSize("1" + s[i:])
	if err != nil {
		return 0, cmd.ErrBadSuffix
	}
	if n > math.MaxInt64/mult {
		return math.MaxInt64, cmd.ErrOverflow
	}
	return n * mult, nil
}

// parseOdOffset reads the traditional offset operand: octal or hexadecimal, in blocks with "b" (512) or "B" (1024).
// The decimal form with a point is documented, but GNU od takes it for a file.
func parseOdOffset(s string) (int64, bool) {
	s = strings.TrimPrefix(s, "+")
	mult, base := int64(1), 8
	if t, ok := strings.CutPrefix(strings.ToLower(s), "0x"); ok {
		s, base = t, 16
	} else if t, ok := strings.CutSuffix(s, "b"); ok {
		s, mult = t, 512
	} else if t, ok := strings.CutSuffix(s, "B"); ok {
		s, mult = t, 1024
	}
	n, err := strconv.ParseInt(s, base, 64)
	if err != nil || n < 0 || n > math.MaxInt64/mult {
		return 0, false
	}
	return n * mult, true
}

// maxOdWidth bounds the bytes of one output line.
const maxOdWidth = 1 << 20

type odRun struct {
	w       *cmd.Writer
	specs   []odSpec
	radix   byte
	order   binary.ByteOrder
	width   int
	lcm     int
	verbose bool
	line    []byte
}

func od(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, odUsage)
	if done {
		return status
	}
	d := &odRun{w: cmd.NewWriter(p), radix: 'o', order: binary.LittleEndian}
	skip, limit := int64(0), int64(-1)
	width, hasWidth, minString, modern := int64(0), false, int64(0), false
	for _, m := range o.Options {
		var err error
		name := m.Name
		if !strings.HasPrefix(name, "--") && m.HasValue {
			name = "-" + m.Key
		}
		switch m.Key {
		case "A":
			modern = true
			if len(m.Value) == 0 || strings.IndexByte("doxn", m.Value[0]) < 0 {
				c := "\x00"
				if m.Value != "" {
					c = m.Value[:1]
				}
				cmd.Errorf(p, "invalid output address radix '%s'; it must be one character from [doxn]", c)
				return 1
			}
			d.radix = m.Value[0]
		case "endian":
			switch {
			case m.Value != "" && strings.HasPrefix("big", m.Value):
				d.order = binary.BigEndian
			case m.Value != "" && strings.HasPrefix("little", m.Value):
			default:
				cmd.Errorf(p, "invalid argument %s for '--endian'\nValid arguments are:\n  - 'little'\n  - 'big'", cmd.QuoteC(m.Value))
				cmd.TryHelp(p)
				return 1
			}
		case "j":
			modern = true
			skip, err = parseOdNumber(m.Value)
		case "N":
			modern = true
			limit, err = parseOdNumber(m.Value)
		case "S", "strings":
			modern = true
			minString = 3
			if m.HasValue {
				minString, err = parseOdNumber(m.Value)
			}
		case "t":
			modern = true
			specs, problem := parseOdTypes(m.Value)
			if problem != "" {
				cmd.Errorf(p, "%s", problem)
				return 1
			}
			d.specs = append(d.specs, specs...)
		case "v":
			modern, d.verbose = true, true
		case "w":
			modern, hasWidth, width = true, true, 32
			if m.HasValue {
				width, err = parseOdNumber(m.Value)
			}
		case "traditional":
		default:
			specs, _ := parseOdTypes(odShort[m.Key])
			d.specs = append(d.specs, specs...)
		}
		switch {
		case errors.Is(err, cmd.ErrBadSuffix):
			cmd.Errorf(p, "invalid suffix in %s argument '%s'", name, m.Value)
			return 1
		case errors.Is(err, cmd.ErrOverflow):
			cmd.Errorf(p, "%s argument '%s' too large", name, m.Value)
			return 1
		case err != nil:
			cmd.Errorf(p, "invalid %s argument '%s'", name, m.Value)
			return 1
		}
	}
	args := o.Args
	if !modern || o.Has("traditional") {
		last := len(args) - 1
		if last == 0 && (o.Has("traditional") || strings.HasPrefix(args[0], "+")) || last == 1 && args[1] != "" && (args[1][0] == '+' || isDigit(args[1][0])) {
			if n, ok := parseOdOffset(args[last]); ok {
				skip, args = n, args[:last]
			}
		}
	}
	if len(d.specs) == 0 {
		d.specs = []odSpec{newOdSpec('o', 2)}
	}
	d.layout(p, width, hasWidth)
	in := &odInput{p: p, names: args}
	if len(in.names) == 0 {
		in.names = []string{"-"}
	}
	defer in.close()
	if !in.advance() {
		return 1
	}
	if n, err := io.CopyN(io.Discard, in, skip); err != nil && n < skip {
		cmd.Errorf(p, "cannot skip past end of combined input")
		return 1
	}
	var r io.Reader = in
	if limit >= 0 {
		r = io.LimitReader(in, limit)
	}
	if minString > 0 {
		d.strings(r, skip, minString)
	} else {
		d.dump(r, skip)
	}
	return d.w.Finish(in.status)
}

// layout fixes the bytes of a line and how wide each format is spread.
func (d *odRun) layout(p *kernel.Process, width int64, hasWidth bool) {
	d.lcm = 1
	for _, s := range d.specs {
		d.lcm = max(d.lcm, s.size) // sizes are powers of two
	}
	d.width = 16
	if hasWidth {
		if width > 0 && width%int64(d.lcm) == 0 && width <= maxOdWidth {
			d.width = int(width)
		} else {
			cmd.Errorf(p, "warning: invalid width %d; using %d instead", width, d.lcm)
			d.width = d.lcm
		}
	}
	block := 0
	for _, s := range d.specs {
		block = max(block, (s.field+1)*(d.width/s.size))
	}
	for i := range d.specs {
		s := &d.specs[i]
		s.pad = block - s.field*(d.width/s.size)
	}
}

func (d *odRun) dump(r io.Reader, offset int64) {
	cur, prev := make([]byte, d.width), make([]byte, d.width)
	buf := newBufferedReader(r)
	starred, first := false, true
	for d.w.Err() == nil {
		n, _ := io.ReadFull(buf, cur)
		if n == 0 {
			break
		}
		switch {
		case n == d.width && !first && !d.verbose && bytes.Equal(cur, prev):
			if !starred {
				_, _ = d.w.WriteString("*\n")
				starred = true
			}
		default:
			starred = false
			clear(cur[n:])
			d.block(offset, cur, n)
		}
		offset += int64(n)
		first = false
		cur, prev = prev, cur
		if n < d.width {
			break
		}
	}
	if d.radix != 'n' {
		d.line = append(d.address(d.line[:0], offset), '\n')
		_, _ = d.w.Write(d.line)
	}
}

func (d *odRun) address(b []byte, offset int64) []byte {
	switch d.radix {
	case 'o':
		return appendPadded(b, strconv.FormatInt(offset, 8), 7, '0')
	case 'd':
		return appendPadded(b, strconv.FormatInt(offset, 10), 7, '0')
	case 'x':
		return appendPadded(b, strconv.FormatInt(offset, 16), 6, '0')
	}
	return b
}

func appendPadded(b []byte, s string, width int, fill byte) []byte {
	for i := len(s); i < width; i++ {
		b = append(b, fill)
	}
	return append(b, s...)
}

func (d *odRun) block(offset int64, cur []byte, n int) {
	for i, s := range d.specs {
		line := d.line[:0]
		if i == 0 {
			line = d.address(line, offset)
		} else if d.radix != 'n' {
			line = appendPadded(line, "", map[byte]int{'o': 7, 'd': 7, 'x': 6}[d.radix], ' ')
		}
		fields := d.width / s.size
		blank := (d.width - n) / s.size
		remaining := s.pad
		for f := fields; f > blank; f-- {
			next := s.pad * (f - 1) / fields
			at := (fields - f) * s.size
			line = d.value(line, s, cur[at:at+s.size], remaining-next+s.field)
			remaining = next
		}
		if s.trailer {
			line = appendPadded(line, "", blank*s.field+s.pad*blank/fields, ' ')
			line = append(line, "  >"...)
			for _, c := range cur[:n] {
				if c < 0x20 || c > 0x7e {
					c = '.'
				}
				line = append(line, c)
			}
			line = append(line, '<')
		}
		d.line = append(line, '\n')
		_, _ = d.w.Write(d.line)
	}
}

// value writes one value right-aligned in width columns.
func (d *odRun) value(b []byte, s odSpec, v []byte, width int) []byte {
	var tmp [32]byte
	t := tmp[:0]
	switch s.kind {
	case 'a':
		c := v[0] & 0x7f
		switch {
		case c == 0x7f:
			t = append(t, "del"...)
		case c <= ' ':
			t = append(t, odNames[c]...)
		default:
			t = append(t, c)
		}
	case 'c':
		c := v[0]
		if i := strings.IndexByte("\x00\a\b\f\n\r\t\v", c); i >= 0 {
			t = append(t, '\\', "0abfnrtv"[i])
		} else if c < ' ' || c >= 0x7f {
			t = append(t, '0'+c>>6, '0'+c>>3&7, '0'+c&7)
		} else {
			t = append(t, c)
		}
	default:
		var u uint64
		switch s.size {
		case 1:
			u = uint64(v[0])
		case 2:
			u = uint64(d.order.Uint16(v))
		case 4:
			u = uint64(d.order.Uint32(v))
		case 8:
			u = d.order.Uint64(v)
		}
		switch s.kind {
		case 'o':
			t = appendPadded(t, strconv.FormatUint(u, 8), s.field, '0')
		case 'x':
			t = appendPadded(t, strconv.FormatUint(u, 16), s.field, '0')
		case 'u':
			t = strconv.AppendUint(t, u, 10)
		case 'd':
			shift := 64 - 8*s.size
			t = strconv.AppendInt(t, int64(u<<shift)>>shift, 10)
		case 'f':
			if s.size == 4 {
				t = append(t, odFloat(float64(math.Float32frombits(uint32(u))), 32)...)
			} else {
				t = append(t, odFloat(math.Float64frombits(u), 64)...)
			}
		}
	}
	for i := len(t); i < width; i++ {
		b = append(b, ' ')
	}
	return append(b, t...)
}

// odFloat writes the shortest %g text that reads back as the same value.
func odFloat(v float64, bits int) string {
	switch {
	case math.IsNaN(v):
		if math.Signbit(v) {
			return "-nan"
		}
		return "nan"
	case math.IsInf(v, 0):
		return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(v, 'g', -1, bits), "+"))
	}
	from, least := 6, 0x1p-126
	if bits == 64 {
		from, least = 15, 0x1p-1022
	}
	if math.Abs(v) < least {
		from = 1 // subnormal numbers have fewer digits
	}
	for prec := from; prec < 18; prec++ {
		s := string(appendFloatVerb(nil, "%."+strconv.Itoa(prec)+"g", v))
		if back, err := strconv.ParseFloat(s, bits); err == nil && back == v {
			return s
		}
	}
	return strconv.FormatFloat(v, 'g', -1, bits)
}

// strings prints the runs of at least least printable bytes that end in NUL, each with its address.
func (d *odRun) strings(r io.Reader, offset, least int64) {
	buf := newBufferedReader(r)
	var run []byte
	for d.w.Err() == nil {
		c, err := buf.ReadByte()
		if err != nil {
			return
		}
		offset++
		if c >= ' ' && c < 0x7f {
			if len(run) < 1<<24 {
				run = append(run, c)
			}
			continue
		}
		if c == 0 && int64(len(run)) >= least {
			d.line = d.address(d.line[:0], offset-1-int64(len(run)))
			if d.radix != 'n' {
				d.line = append(d.line, ' ')
			}
			d.line = append(append(d.line, run...), '\n')
			_, _ = d.w.Write(d.line)
		}
		run = run[:0]
	}
}

// odInput is the files one after the other; those that do not open are reported and passed over.
type odInput struct {
	p      *kernel.Process
	names  []string
	cur    *cmd.Input
	status int
}

func (in *odInput) close() {
	if in.cur != nil {
		in.cur.Close()
		in.cur = nil
	}
}

// advance opens the next file that can be opened, if none is open.
func (in *odInput) advance() bool {
	for in.cur == nil {
		if len(in.names) == 0 {
			return false
		}
		name := in.names[0]
		in.names = in.names[1:]
		f, err := cmd.Open(in.p, name)
		if err != nil {
			cmd.FileError(in.p, name, err)
			in.status = 1
			continue
		}
		in.cur = f
	}
	return true
}

func (in *odInput) Read(b []byte) (int, error) {
	for in.advance() {
		n, err := in.cur.Read(b)
		if n > 0 {
			return n, nil
		}
		if err != nil {
			if err != io.EOF {
				cmd.FileError(in.p, in.cur.Name, err)
				in.status = 1
			}
			in.close()
		}
	}
	return 0, io.EOF
}
