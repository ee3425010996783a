package awk

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxField is the highest field number and the largest NF.
const maxField = 1 << 22

type splitMode uint8

const (
	splitBlank splitMode = iota // FS = " "
	splitByte                   // one character, kept in fs
	splitTabs                   // never used for "\t" alone: that is splitByte
	splitChars                  // FS = ""
	splitRE
	splitFPAT
	splitWidths
)

// record is $0, put together from the fields when one was changed.
func (in *interp) record() string {
	if !in.lineValid {
		in.lineValid = true
		b := in.scratch2()
		for i := range in.nf {
			if i > 0 {
				b = append(b, in.ofs...)
			}
			if v := in.fields[i]; v.k == kNum {
				b = in.appendNumber(b, v.n, in.convfmt)
			} else {
				b = append(b, v.s...)
			}
			if len(b) > in.maxBytes {
				in.limit()
			}
		}
		in.line = string(b)
	}
	return in.line
}

func (in *interp) scratch2() []byte { return make([]byte, 0, 64) }

// setLine makes s the record; its fields are split when asked for.
func (in *interp) setLine(s string) {
	in.line, in.lineValid, in.split = s, true, false
}

func (in *interp) fieldIndex(f float64) int {
	if !(f >= 0) {
		in.fatal("attempt to access field %d", int64(f))
	}
	if f > maxField {
		in.fatal("field number %.0f is too large", f)
	}
	return int(f)
}

func (in *interp) field(i int) value {
	if i == 0 {
		return strnum(in.record())
	}
	if !in.split {
		in.splitFields()
	}
	if i > in.nf {
		return value{}
	}
	return in.fields[i-1]
}

func (in *interp) countFields() int {
	if !in.split {
		in.splitFields()
	}
	return in.nf
}

func (in *interp) setField(i int, v value) {
	if i == 0 {
		in.setLine(strings.Clone(in.str(v)))
		return
	}
	if !in.split {
		in.splitFields()
	}
	if v.k == kUninit {
		v = str("")
	}
	if i > in.nf {
		in.growFields(i)
	}
	in.fields[i-1] = v
	in.lineValid = false
}

func (in *interp) growFields(n int) {
	for len(in.fields) < n {
		in.fields = append(in.fields, value{})
	}
	for i := in.nf; i < n; i++ {
		in.fields[i] = str("")
	}
	in.nf = n
}

func (in *interp) setNF(n int) {
	if !in.split {
		in.splitFields()
	}
	if n > in.nf {
		in.growFields(n)
	}
	in.nf = n
	in.lineValid = false
}

// setFS chooses how fields are split after FS has changed.
func (in *interp) setFS() {
	fs := in.fs
	in.splitRegex = nil
	switch {
	case fs == " ":
		in.splitMode = splitBlank
	case fs == "":
		in.splitMode = splitChars
	case len(fs) == 1 && fs != `\` && !(in.ignoreCase && isNameStart(fs[0])):
		in.splitMode = splitByte
	case fs == `\`:
		in.splitMode = splitByte
	case utf8.RuneCountInString(fs) == 1:
		in.splitMode = splitRE
		in.splitRegex = in.compileRegex(fs)
	default:
		in.splitMode = splitRE
		in.splitRegex = in.compileRegex(fs)
	}
}

func (in *interp) setWidths() {
	in.fieldWidths = in.fieldWidths[:0]
	for f := range strings.FieldsSeq(in.widths) {
		skip := 0
		if a, b, ok := strings.Cut(f, ":"); ok {
			skip, _ = strconv.Atoi(a)
			f = b
		}
		n, err := strconv.Atoi(f)
		if f == "*" {
			n, err = 1<<30, nil
		}
		if err != nil || n < 0 || skip < 0 || n > 1<<30 || skip > 1<<30 {
			in.fatal("invalid FIELDWIDTHS value, for field %d, near `%s'", len(in.fieldWidths)/2+1, f)
		}
		in.fieldWidths = append(in.fieldWidths, skip, n)
	}
	in.splitMode = splitWidths
}

func (in *interp) addField(s string) {
	if in.nf < len(in.fields) {
		in.fields[in.nf] = value{s: s, k: kStrnum}
	} else {
		if in.nf >= maxField {
			in.fatal("too many fields")
		}
		in.fields = append(in.fields, value{s: s, k: kStrnum})
	}
	in.nf++
}

// splitFields cuts the record into fields.
func (in *interp) splitFields() {
	if in.split {
		return
	}
	in.split = true
	in.nf = 0
	s := in.line
	switch in.splitMode {
	case splitBlank:
		n := len(s)
		for i := 0; i < n; {
			for i < n && (s[i] == ' ' || s[i] == '\t' || s[i] == '\n') {
				i++
			}
			if i == n {
				break
			}
			start := i
			for i < n && s[i] != ' ' && s[i] != '\t' && s[i] != '\n' {
				i++
			}
			in.addField(s[start:i])
		}
	case splitByte:
		if s == "" {
			return
		}
		sep := in.fs[0]
		if in.rsMode == rsParagraph && sep != '\n' {
			start := 0
			for i := range len(s) {
				if s[i] == sep || s[i] == '\n' {
					in.addField(s[start:i])
					start = i + 1
				}
			}
			in.addField(s[start:])
			return
		}
		for {
			i := strings.IndexByte(s, sep)
			if i < 0 {
				in.addField(s)
				return
			}
			in.addField(s[:i])
			s = s[i+1:]
		}
	default:
		in.splitInto(s, in.splitMode, in.splitRegex, in.rsMode == rsParagraph, in.addField, nil)
	}
}

// splitInto is the general splitter, also of split() and patsplit(). sep gets each separator when it is not nil.
func (in *interp) splitInto(s string, mode splitMode, re *regex, newlines bool, add, sep func(string)) {
	if s == "" {
		return
	}
	switch mode {
	case splitChars:
		for s != "" {
			n := in.enc.width(s)
			add(s[:n])
			s = s[n:]
			if sep != nil && s != "" {
				sep("")
			}
		}
	case splitRE:
		pos, start := 0, 0
		for pos < len(s) {
			loc := re.find(s[pos:])
			if pos > 0 && loc != nil && strings.HasPrefix(re.src, "^") {
				loc = nil // ^ is the start of the record alone
			}
			nl := -1
			if newlines {
				nl = strings.IndexByte(s[pos:], '\n')
			}
			if nl >= 0 && (loc == nil || nl < loc[0] || loc[1] == loc[0]) {
				loc = []int{nl, nl + 1}
			}
			if loc == nil {
				break
			}
			if loc[1] == loc[0] { // an empty match separates nothing
				if loc[0] >= len(s)-pos {
					break
				}
				n := in.enc.width(s[pos+loc[0]:])
				pos += loc[0] + n
				continue
			}
			add(s[start : pos+loc[0]])
			if sep != nil {
				sep(s[pos+loc[0] : pos+loc[1]])
			}
			pos += loc[1]
			start = pos
		}
		add(s[start:])
	case splitFPAT:
		if re == nil {
			re = in.compileRegex(in.fpat)
		}
		in.fieldsByContent(s, re, add, sep)
	case splitWidths:
		for i := 0; i+1 < len(in.fieldWidths) && s != ""; i += 2 {
			_, s = in.enc.cut(s, in.fieldWidths[i])
			if s == "" {
				return
			}
			var f string
			f, s = in.enc.cut(s, in.fieldWidths[i+1])
			add(f)
		}
	}
}

// fieldsByContent is FPAT: what matches is a field, what lies between is separator.
func (in *interp) fieldsByContent(s string, re *regex, add, sep func(string)) {
	pos, start, afterField := 0, 0, false
	for pos <= len(s) {
		loc := re.find(s[pos:])
		if loc == nil {
			break
		}
		from, to := pos+loc[0], pos+loc[1]
		if from == to && afterField && from == start { // no empty field right behind a field
			if pos >= len(s) {
				break
			}
			n := in.enc.width(s[pos:])
			pos += n
			afterField = false
			continue
		}
		if sep != nil {
			sep(s[start:from])
		}
		add(s[from:to])
		start, pos, afterField = to, to, true
		if from == to {
			if pos >= len(s) {
				break
			}
			n := in.enc.width(s[pos:])
			pos += n
		}
	}
	if sep != nil {
		sep(s[start:])
	}
}
