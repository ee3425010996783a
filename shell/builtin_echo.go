package shell

import (
	"strconv"
	"unicode/utf8"
)

// builtinEcho is echo [-neE] with the escapes of bash when -e or xpg_echo is on.
func builtinEcho(sh *Shell, args []string) int {
	newline, escapes := true, sh.opts.xpg_echo
	i := 1
	if !(sh.opts.posix && sh.opts.xpg_echo) {
	options:
		for ; i < len(args); i++ {
			a := args[i]
			if len(a) < 2 || a[0] != '-' {
				break
			}
			for k := 1; k < len(a); k++ {
				if a[k] != 'n' && a[k] != 'e' && a[k] != 'E' {
					break options
				}
			}
			for k := 1; k < len(a); k++ {
				switch a[k] {
				case 'n':
					newline = false
				case 'e':
					escapes = true
				case 'E':
					escapes = false
				}
			}
		}
	}
	b := sh.buf[:0]
	for n, a := range args[i:] {
		if n > 0 {
			b = append(b, ' ')
		}
		if escapes {
			var stop bool
			if b, stop = appendEscapes(b, a); stop {
				newline = false
				break
			}
		} else {
			b = append(b, a...)
		}
	}
	if newline {
		b = append(b, '\n')
	}
	if cap(b) <= 64<<10 {
		sh.buf = b
	}
	return sh.writeOut("echo", b)
}

// appendEscapes appends s with the escapes of echo -e replaced; stop is set by \c.
func appendEscapes(b []byte, s string) (out []byte, stop bool) {
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b = append(b, s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'a':
			b = append(b, 7)
		case 'b':
			b = append(b, 8)
		case 'c':
			return b, true
		case 'e', 'E':
			b = append(b, 27)
		case 'f':
			b = append(b, 12)
		case 'n':
			b = append(b, 10)
		case 'r':
			b = append(b, 13)
		case 't':
			b = append(b, 9)
		case 'v':
			b = append(b, 11)
		case '\\':
			b = append(b, '\\')
		case '0':
			n := digits(s[i+1:], 3, 8)
			v, _ := strconv.ParseUint("0"+s[i+1:i+1+n], 8, 32)
			b = append(b, byte(v))
			i += n
		case 'x':
			n := digits(s[i+1:], 2, 16)
			if n == 0 {
				b = append(b, '\\', 'x')
				break
			}
			v, _ := strconv.ParseUint(s[i+1:i+1+n], 16, 32)
			b = append(b, byte(v))
			i += n
		case 'u', 'U':
			most := 4
			if c == 'U' {
				most = 8
			}
			n := digits(s[i+1:], most, 16)
			if n == 0 {
				b = append(b, '\\', c)
				break
			}
			v, _ := strconv.ParseUint(s[i+1:i+1+n], 16, 64)
			b = utf8.AppendRune(b, rune(min(v, 0x10ffff)))
			i += n
		default:
			b = append(b, '\\', c)
		}
	}
	return b, false
}

// digits counts the leading digits of a base in s, at most `most`.
func digits(s string, most, base int) int {
	n := 0
	for n < len(s) && n < most {
		c := s[n]
		ok := c >= '0' && c <= '7' || base > 8 && (c == '8' || c == '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F')
		if !ok {
			break
		}
		n++
	}
	return n
}
