package text

import (
	"context"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var echoUsage = optparse.Define("echo", "[SHORT-OPTION]... [STRING]...\nLONG-OPTION", "Echo the STRING(s) to standard output.", `
-n             do not output the trailing newline
-e             enable interpretation of backslash escapes
-E             disable interpretation of backslash escapes (default)
`).Trailer(`If -e is in effect, the following sequences are recognized:

  \\      backslash
  \a      alert (BEL)
  \b      backspace
  \c      produce no further output
  \e      escape
  \f      form feed
  \n      new line
  \r      carriage return
  \t      horizontal tab
  \v      vertical tab
  \0NNN   byte with octal value NNN (1 to 3 digits)
  \xHH    byte with hexadecimal value HH (1 to 2 digits)`)

// echo is /bin/echo of coreutils: -n, -e, -E in any cluster; everything else is text.
func echo(_ context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	if len(args) == 1 && (args[0] == "--help" || args[0] == "--version") {
		cmd.Standard(p, echoUsage, args[0][2:])
		return 0
	}
	newline, escapes := true, false
	for len(args) > 0 && isEchoOption(args[0]) {
		for _, c := range args[0][1:] {
			switch c {
			case 'n':
				newline = false
			case 'e':
				escapes = true
			case 'E':
				escapes = false
			}
		}
		args = args[1:]
	}
	text := strings.Join(args, " ")
	if escapes {
		out, stop := echoEscapes(text)
		text, newline = out, newline && !stop
	}
	if newline {
		text += "\n"
	}
	w := cmd.NewWriter(p)
	_, _ = w.WriteString(text)
	return w.Finish(0)
}

func isEchoOption(s string) bool {
	return len(s) > 1 && s[0] == '-' && strings.Trim(s[1:], "neE") == ""
}

// echoEscapes replaces backslash escapes; stop means \c was met.
func echoEscapes(s string) (out string, stop bool) {
	if strings.IndexByte(s, '\\') < 0 {
		return s, false
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'a':
			b.WriteByte('\a')
		case 'b':
			b.WriteByte('\b')
		case 'c':
			return b.String(), true
		case 'e':
			b.WriteByte(0x1b)
		case 'f':
			b.WriteByte('\f')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'v':
			b.WriteByte('\v')
		case '\\':
			b.WriteByte('\\')
		case 'x':
			n, used := digits(s[i+1:], 16, 2)
			if used == 0 {
				b.WriteString(`\x`)
				continue
			}
			b.WriteByte(byte(n))
			i += used
		case '0', '1', '2', '3', '4', '5', '6', '7':
			start := i
			if s[i] == '0' {
				start++
			}
			n, used := digits(s[start:], 8, 3)
			b.WriteByte(byte(n))
			i = start + used - 1
		default:
			b.WriteByte('\\')
			b.WriteByte(s[i])
		}
	}
	return b.String(), false
}

// digits reads up to most digits of a base; used is how many there were.
func digits(s string, base, most int) (n, used int) {
	for used < len(s) && used < most {
		c := int(s[used])
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return n, used
		}
		if c >= base {
			return n, used
		}
		n = n*base + c
		used++
	}
	return n, used
}
