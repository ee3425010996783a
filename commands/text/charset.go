package text

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// charset is a character set of iconv.
type charset interface {
	// decode gives the first character of b and the bytes it takes. n is 0 when b ends inside it, -1 when it is none;
	// a character below zero is a mark that stands for nothing. start tells that b begins the input.
	decode(b []byte, start bool) (c rune, n int)
	// encode appends a character; false when the set has none such.
	encode(out []byte, c rune) ([]byte, bool)
}

// charsetTable lists the sets with their names as iconv -l has them, the first one being the usual one.
func charsetTable() []struct {
	names string
	open  func() charset
} {
	single := func(m *charmap.Charmap) func() charset { return func() charset { return singleByte{m} } }
	multi := func(e encoding.Encoding) func() charset {
		return func() charset { return &multiByte{e.NewDecoder(), e.NewEncoder()} }
	}
	wide := func(size int, big, mark bool) func() charset {
		return func() charset { return &wideChars{size: size, big: big, mark: mark} }
	}
	return []struct {
		names string
		open  func() charset
	}{
		{"ANSI_X3.4-1968 ASCII US-ASCII US 646 ISO646-US ANSI_X3.4-1986 CP367", func() charset { return ascii{} }},
		{"UTF-8 UTF8 ISO-10646/UTF8", func() charset { return utf8Chars{} }},
		{"UTF-16 UTF16", wide(2, false, true)}, {"UTF-16LE UTF16LE", wide(2, false, false)}, {"UTF-16BE UTF16BE", wide(2, true, false)},
		{"UCS-2 UCS2 UCS-2LE UCS2LE UNICODELITTLE", wide(2, false, false)}, {"UCS-2BE UCS2BE UNICODEBIG", wide(2, true, false)}, {"UNICODE", wide(2, false, true)},
		{"UTF-32 UTF32", wide(4, false, true)}, {"UTF-32LE UTF32LE UCS-4LE UCS4LE WCHAR_T INTERNAL", wide(4, false, false)}, {"UTF-32BE UTF32BE UCS-4 UCS4 UCS-4BE UCS4BE ISO-10646", wide(4, true, false)},
		{"ISO-8859-1 ISO8859-1 ISO_8859-1 ISO88591 8859_1 LATIN1 L1 CP819", single(charmap.ISO8859_1)}, {"ISO-8859-2 ISO8859-2 ISO_8859-2 LATIN2 L2", single(charmap.ISO8859_2)},
		{"ISO-8859-3 ISO8859-3 LATIN3 L3", single(charmap.ISO8859_3)}, {"ISO-8859-4 ISO8859-4 LATIN4 L4", single(charmap.ISO8859_4)}, {"ISO-8859-5 ISO8859-5 CYRILLIC", single(charmap.ISO8859_5)},
		{"ISO-8859-6 ISO8859-6 ARABIC", single(charmap.ISO8859_6)}, {"ISO-8859-7 ISO8859-7 GREEK", single(charmap.ISO8859_7)}, {"ISO-8859-8 ISO8859-8 HEBREW", single(charmap.ISO8859_8)},
		{"ISO-8859-9 ISO8859-9 LATIN5 L5", single(charmap.ISO8859_9)}, {"ISO-8859-10 ISO8859-10 LATIN6 L6", single(charmap.ISO8859_10)}, {"ISO-8859-13 ISO8859-13 LATIN7 L7", single(charmap.ISO8859_13)},
		{"ISO-8859-14 ISO8859-14 LATIN8 L8", single(charmap.ISO8859_14)}, {"ISO-8859-15 ISO8859-15 ISO_8859-15 LATIN-9 LATIN9", single(charmap.ISO8859_15)}, {"ISO-8859-16 ISO8859-16 LATIN10 L10", single(charmap.ISO8859_16)},
		{"CP1250 WINDOWS-1250 MS-EE", single(charmap.Windows1250)}, {"CP1251 WINDOWS-1251 MS-CYRL", single(charmap.Windows1251)}, {"CP1252 WINDOWS-1252 MS-ANSI", single(charmap.Windows1252)},
		{"CP1253 WINDOWS-1253 MS-GREEK", single(charmap.Windows1253)}, {"CP1254 WINDOWS-1254 MS-TURK", single(charmap.Windows1254)}, {"CP1255 WINDOWS-1255 MS-HEBR", single(charmap.Windows1255)},
		{"CP1256 WINDOWS-1256 MS-ARAB", single(charmap.Windows1256)}, {"CP1257 WINDOWS-1257 WINBALTRIM", single(charmap.Windows1257)}, {"CP1258 WINDOWS-1258", single(charmap.Windows1258)},
		{"IBM437 CP437 437", single(charmap.CodePage437)}, {"IBM850 CP850 850", single(charmap.CodePage850)}, {"IBM852 CP852 852", single(charmap.CodePage852)},
		{"IBM855 CP855 855", single(charmap.CodePage855)}, {"IBM866 CP866 866", single(charmap.CodePage866)}, {"IBM037 CP037 EBCDIC-CP-US", single(charmap.CodePage037)},
		{"KOI8-R", single(charmap.KOI8R)}, {"KOI8-U", single(charmap.KOI8U)}, {"MACINTOSH MAC", single(charmap.Macintosh)}, {"MAC-CYRILLIC", single(charmap.MacintoshCyrillic)},
		{"SJIS SHIFT-JIS SHIFT_JIS SHIFTJIS MS_KANJI CP932", multi(japanese.ShiftJIS)}, {"EUC-JP EUCJP", multi(japanese.EUCJP)}, {"EUC-KR EUCKR", multi(korean.EUCKR)},
		{"GBK CP936 MS936", multi(simplifiedchinese.GBK)}, {"GB18030", multi(simplifiedchinese.GB18030)}, {"BIG5 BIG-5 CP950", multi(traditionalchinese.Big5)},
	}
}

func findCharset(name string) (charset, bool) {
	name = strings.ToUpper(name)
	for _, row := range charsetTable() {
		if slices.Contains(strings.Fields(row.names), name) {
			return row.open(), true
		}
	}
	return nil, false
}

func charsetNames() (all []string) {
	for _, row := range charsetTable() {
		all = append(all, strings.Fields(row.names)...)
	}
	slices.Sort(all)
	return all
}

type ascii struct{}

func (ascii) decode(b []byte, _ bool) (rune, int) {
	if b[0] >= utf8.RuneSelf {
		return 0, -1
	}
	return rune(b[0]), 1
}

func (ascii) encode(out []byte, c rune) ([]byte, bool) {
	return append(out, byte(c)), c < utf8.RuneSelf
}

type utf8Chars struct{}

func (utf8Chars) decode(b []byte, _ bool) (rune, int) {
	c, n := utf8.DecodeRune(b)
	if c == utf8.RuneError && n <= 1 {
		if !utf8.FullRune(b) {
			return 0, 0
		}
		return 0, -1
	}
	return c, n
}

func (utf8Chars) encode(out []byte, c rune) ([]byte, bool) { return utf8.AppendRune(out, c), true }

type singleByte struct{ m *charmap.Charmap }

func (s singleByte) decode(b []byte, _ bool) (rune, int) {
	c := s.m.DecodeByte(b[0])
	if c == utf8.RuneError {
		return 0, -1
	}
	return c, 1
}

func (s singleByte) encode(out []byte, c rune) ([]byte, bool) {
	b, ok := s.m.EncodeRune(c)
	if !ok {
		return out, false
	}
	return append(out, b), true
}

// wideChars are UTF-16 and UTF-32 in both byte orders. mark writes a byte order mark first and obeys one.
type wideChars struct {
	size    int
	big     bool
	mark    bool
	started bool
}

func (w *wideChars) unit(b []byte) (v rune) {
	for i := range w.size {
		at := i
		if !w.big {
			at = w.size - 1 - i
		}
		v = v<<8 | rune(b[at])
	}
	return v
}

func (w *wideChars) decode(b []byte, start bool) (rune, int) {
	if len(b) < w.size {
		return 0, 0
	}
	c := w.unit(b)
	if start && w.mark {
		switch {
		case c == 0xFEFF:
			return -1, w.size
		case w.size == 2 && c == 0xFFFE, w.size == 4 && uint32(c) == 0xFFFE0000:
			w.big = !w.big
			return -1, w.size
		}
	}
	switch {
	case w.size == 4:
		if c < 0 || c > utf8.MaxRune || c >= 0xD800 && c < 0xE000 {
			return 0, -1
		}
	case c >= 0xD800 && c < 0xDC00:
		if len(b) < 4 {
			return 0, 0
		}
		low := w.unit(b[2:])
		if low < 0xDC00 || low >= 0xE000 {
			return 0, -1
		}
		return (c-0xD800)<<10 + low - 0xDC00 + 0x10000, 4
	case c >= 0xDC00 && c < 0xE000:
		return 0, -1
	}
	return c, w.size
}

func (w *wideChars) encode(out []byte, c rune) ([]byte, bool) {
	if !w.started && w.mark {
		out = w.put(out, 0xFEFF)
	}
	w.started = true
	if w.size == 2 && c >= 0x10000 {
		c -= 0x10000
		return w.put(w.put(out, 0xD800+c>>10), 0xDC00+c&0x3FF), true
	}
	return w.put(out, c), true
}

func (w *wideChars) put(out []byte, c rune) []byte {
	for i := range w.size {
		shift := 8 * i
		if w.big {
			shift = 8 * (w.size - 1 - i)
		}
		out = append(out, byte(c>>shift))
	}
	return out
}

// multiByte is a set of x/text whose characters take up to four bytes.
type multiByte struct {
	dec *encoding.Decoder
	enc *encoding.Encoder
}

func (m *multiByte) decode(b []byte, _ bool) (rune, int) {
	if b[0] < utf8.RuneSelf {
		return rune(b[0]), 1
	}
	for n := 1; n <= min(4, len(b)); n++ {
		m.dec.Reset()
		text, err := m.dec.Bytes(b[:n])
		if c, size := utf8.DecodeRune(text); err == nil && c != utf8.RuneError && size == len(text) {
			return c, n
		}
	}
	if len(b) < 4 {
		return 0, 0
	}
	return 0, -1
}

func (m *multiByte) encode(out []byte, c rune) ([]byte, bool) {
	m.enc.Reset()
	b, err := m.enc.Bytes(utf8.AppendRune(nil, c))
	if err != nil {
		return out, false
	}
	return append(out, b...), true
}

// transliteration is what //TRANSLIT puts for a character that the output has not, in the locale C.
func transliteration(c rune) (string, bool) {
	switch c {
	case '‘', '’', '‚', '‛', '′':
		return "'", true
	case '“', '”', '„', '‟', '″':
		return `"`, true
	case '‐', '‑', '‒', '–', '−':
		return "-", true
	case '—', '―':
		return "--", true
	case '…':
		return "...", true
	case '€':
		return "EUR", true
	case '\u00a0', '\u2002', '\u2003', '\u2009':
		return " ", true
	case '©':
		return "(C)", true
	case '®':
		return "(R)", true
	case '™':
		return "(TM)", true
	case '«':
		return "<<", true
	case '»':
		return ">>", true
	case 'Æ':
		return "AE", true
	case 'æ':
		return "ae", true
	case 'Œ':
		return "OE", true
	case 'œ':
		return "oe", true
	case 'ß':
		return "ss", true
	case '•':
		return "o", true
	case '×':
		return "x", true
	case 'ﬁ':
		return "fi", true
	case 'ﬂ':
		return "fl", true
	}
	return "", false
}
