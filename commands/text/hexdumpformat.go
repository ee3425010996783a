package text

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// hexUnit is one part of a -e format string: count/size "format".
type hexUnit struct {
	count, size int
	counted     bool // the count was written: no filling up of the block
	parts       []hexPart
}

// hexPart is text or one conversion of a format.
type hexPart struct {
	text  string // flags, width and precision of a conversion, or plain text
	verb  byte   // 0 text, d i o u x X c s e f g, p u C of %_p %_u %_c, a A of %_a and %_A
	radix byte   // of %_a
	size  int    // bytes taken
	last  bool   // %_A: printed once at the end
}

// hexFormat is one -e: it runs over each block of input.
type hexFormat struct {
	units []hexUnit
	bytes int
}

var errHexFormat = errors.New("bad format")

// parseHexFormat reads the argument of -e or one line of -f.
func parseHexFormat(s string) (*hexFormat, error) {
	f := &hexFormat{}
	for {
		s = strings.TrimLeft(s, " \t")
		if s == "" {
			return f, nil
		}
		u := hexUnit{count: 1}
		digits := func() (int, bool) {
			i := 0
			for i < len(s) && isDigit(s[i]) {
				i++
			}
			n, err := strconv.Atoi(s[:i])
			s = s[i:]
			return n, err == nil && n < 1<<16
		}
		if isDigit(s[0]) {
			n, ok := digits()
			if !ok {
				return nil, errHexFormat
			}
			u.count, u.counted = n, true
			s = strings.TrimLeft(s, " \t")
		}
		if strings.HasPrefix(s, "/") {
			s = strings.TrimLeft(s[1:], " \t")
			n, ok := digits()
			if !ok {
				return nil, errHexFormat
			}
			u.size = n
			s = strings.TrimLeft(s, " \t")
		}
		if !strings.HasPrefix(s, `"`) {
			return nil, errHexFormat
		}
		end := 1
		for end < len(s) && s[end] != '"' {
			if s[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(s) {
			return nil, errHexFormat
		}
		if err := u.parse(hexEscapes(s[1:end])); err != nil {
			return nil, err
		}
		s = s[end+1:]
		f.units = append(f.units, u)
		f.bytes += u.count * u.bytes()
	}
}

func hexEscapes(s string) string {
	return strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\\`, `\`, `\"`, `"`, `\a`, "\a", `\b`, "\b", `\f`, "\f", `\r`, "\r", `\v`, "\v", `\0`, "\x00").Replace(s)
}

func (u *hexUnit) bytes() (n int) {
	for _, p := range u.parts {
		n += p.size
	}
	return n
}

// parse splits a format into text and conversions. A size before it sets that of its conversion.
func (u *hexUnit) parse(s string) error {
	for s != "" {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			u.parts = append(u.parts, hexPart{text: s})
			break
		}
		if i > 0 {
			u.parts = append(u.parts, hexPart{text: s[:i]})
			s = s[i:]
		}
		j := 1
		for j < len(s) && strings.IndexByte("-+ #0123456789.", s[j]) >= 0 {
			j++
		}
		if j >= len(s) {
			return errHexFormat
		}
		p := hexPart{text: s[1:j], verb: s[j]}
		switch {
		case s[j] == '%':
			u.parts = append(u.parts, hexPart{text: "%"})
			s = s[j+1:]
			continue
		case s[j] == '_' && j+1 < len(s):
			j++
			switch c := s[j]; c {
			case 'c':
				p.verb, p.size = 'C', 1
			case 'p':
				p.verb, p.size = 'p', 1
			case 'u':
				p.verb, p.size = 'U', 1
			case 'a', 'A':
				j++
				if j >= len(s) || strings.IndexByte("dox", s[j]) < 0 {
					return errHexFormat
				}
				p.verb, p.radix, p.last = 'a', s[j], c == 'A'
			default:
				return errHexFormat
			}
		case strings.IndexByte("diouxX", s[j]) >= 0:
			p.size = 4
		case s[j] == 'c':
			p.size = 1
		case s[j] == 's':
			_, prec, ok := strings.Cut(p.text, ".")
			n, err := strconv.Atoi(prec)
			if u.size == 0 && (!ok || err != nil || n <= 0 || n > 1<<16) {
				return errHexFormat
			}
			p.size = n
		case strings.IndexByte("eEfgG", s[j]) >= 0:
			p.size = 8
		default:
			return errHexFormat
		}
		if p.size > 0 && u.size > 0 {
			p.size = u.size
			switch {
			case strings.IndexByte("diouxX", p.verb) >= 0 && strings.IndexByte("\x01\x02\x04\x08", byte(p.size)) < 0,
				strings.IndexByte("eEfgG", p.verb) >= 0 && p.size != 4 && p.size != 8:
				return errHexFormat
			}
		}
		s = s[j+1:]
		u.parts = append(u.parts, p)
	}
	return nil
}

// hexDumper runs the formats of one hexdump over its input.
type hexDumper struct {
	p       *kernel.Process
	w       *cmd.Writer
	formats []*hexFormat
	all     bool // -v
	line    []byte
}

// block is how much every format sees of the input at a time: the largest of them.
func (d *hexDumper) block() int {
	n := 0
	for _, f := range d.formats {
		n = max(n, f.bytes)
	}
	return n
}

func (d *hexDumper) run(ctx context.Context, in io.Reader, offset int64) {
	size := d.block()
	if size == 0 || size > 1<<20 {
		return
	}
	// A single unit that takes less than the block goes on to the block's end, when its count was not written.
	for _, f := range d.formats {
		if n := len(f.units); n > 0 {
			if u := &f.units[n-1]; f.bytes < size && !u.counted && u.bytes() > 0 {
				u.count += (size - f.bytes) / u.bytes()
			}
		}
	}
	r := newBufferedReader(in)
	cur, prev := make([]byte, size), make([]byte, size)
	first, starred := true, false
	for d.w.Err() == nil && ctx.Err() == nil {
		n, _ := io.ReadFull(r, cur)
		if n == 0 {
			break
		}
		if !d.all && !first && n == size && bytes.Equal(cur, prev) {
			if !starred {
				_, _ = d.w.WriteString("*\n")
				starred = true
			}
		} else {
			starred = false
			clear(cur[n:])
			for _, f := range d.formats {
				d.format(f, cur, n, offset)
			}
		}
		first = false
		copy(prev, cur)
		offset += int64(n)
		if n < size {
			break
		}
	}
	if first {
		return
	}
	for _, f := range d.formats {
		for i := range f.units {
			for j := range f.units[i].parts {
				if p := &f.units[i].parts[j]; p.last {
					d.line = d.address(d.line[:0], p, offset)
					for _, rest := range f.units[i].parts[j+1:] {
						if rest.verb == 0 {
							d.line = append(d.line, rest.text...)
						}
					}
					_, _ = d.w.Write(d.line)
				}
			}
		}
	}
}

// format writes one block of which n bytes are input. Conversions past them are blanks, texts stay.
func (d *hexDumper) format(f *hexFormat, data []byte, n int, offset int64) {
	b := d.line[:0]
	at := 0
	for i := range f.units {
		u := &f.units[i]
		if len(u.parts) > 0 && u.parts[0].last {
			continue
		}
		for rep := range u.count {
			if at >= n && u.bytes() > 0 && rep > 0 && !u.counted {
				break
			}
			for j := range u.parts {
				p := &u.parts[j]
				switch {
				case p.last:
				case p.verb == 'a':
					b = d.address(b, p, offset+int64(at))
				case p.verb == 0:
					text := p.text
					if rep == u.count-1 && j == len(u.parts)-1 && u.bytes() > 0 && u.count > 1 {
						text = strings.TrimRight(text, " \t") // blanks between repeats do not end a row
					}
					b = append(b, text...)
				case at >= n:
					b = d.blank(b, p)
					at += p.size
				default:
					b = p.convert(b, data[at:min(at+p.size, len(data))])
					at += p.size
				}
			}
		}
	}
	d.line = b
	_, _ = d.w.Write(b)
}

func (d *hexDumper) address(b []byte, p *hexPart, offset int64) []byte {
	return append(b, padNumber(strconv.FormatInt(offset, map[byte]int{'d': 10, 'o': 8, 'x': 16}[p.radix]), p.text)...)
}

// blank fills the width a conversion would have taken.
func (d *hexDumper) blank(b []byte, p *hexPart) []byte {
	width, _, _ := strings.Cut(strings.TrimLeft(p.text, "-+ #0"), ".")
	n, _ := strconv.Atoi(width)
	return append(b, strings.Repeat(" ", min(n, 1<<12))...)
}

// padNumber applies the flags, width and precision of a printf directive to the digits of a number.
func padNumber(s, spec string) string {
	flags := spec[:len(spec)-len(strings.TrimLeft(spec, "-+ #0"))]
	widthText, precText, hasPrec := strings.Cut(spec[len(flags):], ".")
	width, _ := strconv.Atoi(widthText)
	prec, _ := strconv.Atoi(precText)
	width, prec = min(width, 1<<12), min(prec, 1<<12)
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	} else if strings.Contains(flags, "+") {
		sign = "+"
	}
	if hasPrec {
		s = strings.Repeat("0", max(0, prec-len(s))) + s
	}
	pad := max(0, width-len(s)-len(sign))
	switch {
	case strings.Contains(flags, "-"):
		return sign + s + strings.Repeat(" ", pad)
	case strings.Contains(flags, "0") && !hasPrec:
		return sign + strings.Repeat("0", pad) + s
	}
	return strings.Repeat(" ", pad) + sign + s
}

var hexNames = strings.Fields("nul soh stx etx eot enq ack bel bs ht lf vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us")

func (p *hexPart) convert(b, data []byte) []byte {
	text := ""
	switch p.verb {
	case 'p', 'c':
		text = string(data[:1])
		if c := data[0]; p.verb == 'p' && (c < ' ' || c > '~') {
			text = "."
		}
	case 'C':
		text = strings.TrimLeft(string((&odRun{}).value(nil, odSpec{kind: 'c', size: 1, field: 3}, data[:1], 3)), " ")
		if data[0] == ' ' {
			text = " "
		}
	case 'U':
		switch c := data[0]; {
		case int(c) < len(hexNames):
			text = hexNames[c]
		case c == 0x7f:
			text = "del"
		case c < 0x7f:
			text = string(c)
		default:
			text = strconv.FormatUint(uint64(c), 16)
		}
	case 's':
		text, _, _ = strings.Cut(string(data), "\x00")
		width, _, _ := strings.Cut(p.text, ".")
		return append(b, padNumber(text, width)...)
	case 'e', 'E', 'f', 'g', 'G':
		v := float64(0)
		switch len(data) {
		case 8:
			v = math.Float64frombits(binary.LittleEndian.Uint64(data))
		case 4:
			v = float64(math.Float32frombits(binary.LittleEndian.Uint32(data)))
		}
		return appendFloatVerb(b, "%"+p.text+string(p.verb), v)
	default:
		var full [8]byte
		copy(full[:], data)
		v := binary.LittleEndian.Uint64(full[:])
		switch p.verb {
		case 'd', 'i':
			shift := 64 - 8*len(data)
			text = strconv.FormatInt(int64(v<<shift)>>shift, 10)
		case 'o':
			text = strconv.FormatUint(v, 8)
		case 'u':
			text = strconv.FormatUint(v, 10)
		default:
			text = strconv.FormatUint(v, 16)
			if p.verb == 'X' {
				text = strings.ToUpper(text)
			}
		}
		if strings.Contains(p.text, "#") && v != 0 {
			text = map[byte]string{'o': "0", 'x': "0x", 'X': "0X"}[p.verb] + text
		}
	}
	return append(b, padNumber(text, p.text)...)
}
