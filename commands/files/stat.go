package files

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

var statUsage = optparse.Define("stat", "[OPTION]... FILE...", "Display file or file system status.", `
-L, --dereference     follow links
-f, --file-system     display file system status instead of file status
    --cached=MODE     accepted for compatibility
-c, --format=FORMAT   use the specified FORMAT instead of the default;\noutput a newline after each use of FORMAT
    --printf=FORMAT   like --format, but interpret backslash escapes,\nand do not output a mandatory trailing newline
-t, --terse           print the information in terse form
`)

func statCommand(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, statUsage)
	if done {
		return status
	}
	if len(o.Args) == 0 {
		return cmd.MissingOperand(p, statUsage, nil)
	}
	s := &stater{p: p, names: cmd.NewNames(p), loc: cmd.Location(p), system: o.Has("f")}
	follow, terse := o.Has("L"), o.Has("t")
	format, eol, escapes := "", "\n", false
	for _, m := range o.Options {
		switch m.Key {
		case "c":
			format, eol, escapes = m.Value, "\n", false
		case "printf":
			format, eol, escapes = m.Value, "", true
		}
	}
	w := cmd.NewWriter(p)
	for _, name := range o.Args {
		info, err := s.stat(name, follow)
		if err != nil {
			_ = w.Flush()
			if s.system {
				cmd.Errorf(p, "cannot read file system information for %s: %s", cmd.Quote(name), kernel.Strerror(err))
			} else {
				cmd.Errorf(p, "cannot statx %s: %s", cmd.Quote(name), kernel.Strerror(err))
			}
			status = 1
			continue
		}
		f := format
		switch {
		case f != "":
		case s.system:
			f = statFSFormat
			if terse {
				f = "%n %i %l %t %s %S %b %f %a %c %d"
			}
		case terse:
			f = "%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %W %o"
		default:
			f, s.usual = statFormat, true
			if info.Mode()&fs.ModeDevice != 0 {
				f = statDeviceFormat
			}
		}
		text, ok := s.expand(f, escapes, name, info)
		if !ok {
			_ = w.Flush()
			cmd.Errorf(p, "%s: invalid directive", cmd.QuoteC(f))
			return 1
		}
		_, _ = w.WriteString(text + eol)
	}
	return w.Finish(status)
}

const (
	statHead         = "  File: %N\n  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F\nDevice: %Hd,%Ld\tInode: %-11i Links: %h"
	statTail         = "\nAccess: (%04a/%10.10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)\nAccess: %x\nModify: %y\nChange: %z\n Birth: %w"
	statFormat       = statHead + statTail
	statDeviceFormat = "  File: %N\n  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F\nDevice: %Hd,%Ld\tInode: %-11i Links: %-5h Device type: %Hr,%Lr" + statTail
	statFSFormat     = "  File: \"%n\"\n    ID: %-8i Namelen: %-7l Type: %T\nBlock size: %-10s Fundamental block size: %S\nBlocks: Total: %-10b Free: %-10f Available: %a\nInodes: Total: %-10c Free: %d"
)

type stater struct {
	p      *kernel.Process
	names  *cmd.Names
	loc    *time.Location
	system bool
	usual  bool // the format is stat's own, which quotes names only where they need it
	sys    vfs.Statfs
}

func (s *stater) stat(name string, follow bool) (fs.FileInfo, error) {
	if s.system {
		var err error
		if s.sys, err = s.p.FS().Statfs(name); err != nil {
			return nil, err
		}
		return s.p.FS().Stat(name)
	}
	if name == "-" {
		return cmd.Stdin(s.p).Stat()
	}
	if follow {
		return s.p.FS().Stat(name)
	}
	return s.p.FS().Lstat(name)
}

// expand replaces the directives of a format.
func (s *stater) expand(format string, escapes bool, name string, info fs.FileInfo) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		switch {
		case format[i] == '\\' && escapes && i+1 < len(format):
			i++
			used := statEscape(s.p, &b, format[i:])
			i += used - 1
		case format[i] == '%' && i+1 < len(format):
			j := i + 1
			for j < len(format) && strings.IndexByte("-+ #0123456789.'", format[j]) >= 0 {
				j++
			}
			spec := format[i+1 : j]
			modifier := byte(0)
			if j+1 < len(format) && (format[j] == 'H' || format[j] == 'L') {
				modifier = format[j]
				j++
			}
			if j == len(format) {
				b.WriteString(format[i:])
				i = j
				break
			}
			if format[j] == '%' {
				b.WriteByte('%')
				i = j
				break
			}
			value, ok := s.value(format[j], modifier, spec, name, info)
			if !ok {
				value = "?"
			}
			b.WriteString(statPad(value, spec, format[j]))
			i = j
		default:
			b.WriteByte(format[i])
		}
	}
	return b.String(), true
}

// statPad applies the flags of a directive as printf(3) would to the value's kind: text, a number, an octal or a
// hexadecimal one.
func statPad(value, spec string, c byte) string {
	flags := spec[:len(spec)-len(strings.TrimLeft(spec, "-+ #0'"))]
	_, prec, hasPrec := strings.Cut(spec, ".")
	number := strings.IndexByte("abBdfghioRrsTtuXYZWD", c) >= 0 && value != "?"
	switch {
	case strings.IndexByte("XYZW", c) >= 0:
		spec, _, _ = strings.Cut(spec, ".") // it counted the digits of the second
	case hasPrec && number:
		n, _ := strconv.Atoi(prec)
		value = strings.Repeat("0", max(0, min(n, 1<<10)-len(value))) + value
		spec, _, _ = strings.Cut(spec, ".")
	}
	if number && strings.Contains(flags, "#") {
		switch c {
		case 'a':
			value = "0" + value
		case 'f', 'D', 'R', 't', 'T':
			value = "0x" + value
		}
	}
	if strings.IndexByte("sXYZW", c) >= 0 { // the signed ones
		switch {
		case strings.Contains(flags, "+"):
			value = "+" + value
		case strings.Contains(flags, " "):
			value = " " + value
		}
	}
	verb := byte('d')
	if !number {
		verb = 'S' // zeros pad numbers alone
	}
	return padField(value, strings.NewReplacer("#", "", "'", "").Replace(spec), verb)
}

func statEscape(p *kernel.Process, b *strings.Builder, s string) (used int) {
	switch s[0] {
	case 'a':
		b.WriteByte('\a')
	case 'b':
		b.WriteByte('\b')
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
	case 'x':
		n, k := 0, 1
		for k < 3 && k < len(s) {
			v, err := strconv.ParseUint(s[k:k+1], 16, 8)
			if err != nil {
				break
			}
			n = n*16 + int(v)
			k++
		}
		b.WriteByte(byte(n))
		return k
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n, k := 0, 0
		for k < 3 && k < len(s) && s[k] >= '0' && s[k] <= '7' {
			n = n*8 + int(s[k]-'0')
			k++
		}
		b.WriteByte(byte(n))
		return k
	case '\\', '"':
		b.WriteByte(s[0])
	default:
		cmd.Errorf(p, "warning: unrecognized escape '\\%c'", s[0])
		b.WriteByte(s[0])
	}
	return 1
}

func (s *stater) value(c, modifier byte, spec, name string, info fs.FileInfo) (string, bool) {
	if s.system {
		return s.systemValue(c, name)
	}
	st := statOf(info)
	when := func(t time.Time) string {
		if t.IsZero() {
			return "-"
		}
		return t.In(s.loc).Format("2006-01-02 15:04:05.000000000 -0700")
	}
	unix := func(t time.Time) string {
		if t.IsZero() {
			return "0"
		}
		text := strconv.FormatInt(t.Unix(), 10)
		if _, prec, ok := strings.Cut(spec, "."); ok {
			n := 9
			if prec != "" {
				n, _ = strconv.Atoi(prec)
			}
			if n = min(n, 9); n > 0 {
				text += "." + fmt.Sprintf("%09d", t.Nanosecond())[:n]
			}
		}
		return text
	}
	split := func(dev uint64, format string) string {
		switch modifier {
		case 'H':
			return strconv.Itoa(int(vfs.Major(dev)))
		case 'L':
			return strconv.Itoa(int(vfs.Minor(dev)))
		}
		return fmt.Sprintf(format, dev)
	}
	switch c {
	case 'a':
		return strconv.FormatUint(uint64(cmd.Bits(info.Mode())), 8), true
	case 'A':
		return cmd.ModeString(info.Mode()), true
	case 'b':
		return strconv.FormatInt(st.Blocks, 10), true
	case 'B':
		return "512", true
	case 'C':
		return "?", true
	case 'd':
		return split(st.Dev, "%d"), true
	case 'D':
		return split(st.Dev, "%x"), true
	case 'f':
		return strconv.FormatUint(uint64(cmd.TypeBits(info.Mode())|cmd.Bits(info.Mode())), 16), true
	case 'F':
		return kindOf(info), true
	case 'g':
		return strconv.Itoa(st.GID), true
	case 'G':
		if !s.names.HasGroup(st.GID) {
			return "UNKNOWN", true
		}
		return s.names.Group(st.GID), true
	case 'h':
		return strconv.Itoa(st.Nlink), true
	case 'i':
		return strconv.FormatUint(st.Ino, 10), true
	case 'm':
		return s.mountPoint(name), true
	case 'n':
		return name, true
	case 'N':
		quote := cmd.Quote
		if s.usual {
			quote = cmd.Quotef
		}
		quoted := quote(name)
		if format := s.p.Getenv("QUOTING_STYLE"); format == "literal" {
			quoted = name
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			if t, err := s.p.FS().Readlink(name); err == nil {
				quoted += " -> " + quote(t)
			}
		}
		return quoted, true
	case 'o':
		return "4096", true
	case 'r':
		return split(st.Rdev, "%d"), true
	case 'R':
		return split(st.Rdev, "%x"), true
	case 's':
		return strconv.FormatInt(info.Size(), 10), true
	case 't':
		return strconv.FormatUint(uint64(vfs.Major(st.Rdev)), 16), true
	case 'T':
		return strconv.FormatUint(uint64(vfs.Minor(st.Rdev)), 16), true
	case 'u':
		return strconv.Itoa(st.UID), true
	case 'U':
		if !s.names.HasUser(st.UID) {
			return "UNKNOWN", true
		}
		return s.names.User(st.UID), true
	case 'w':
		return when(st.Btime), true
	case 'W':
		return unix(st.Btime), true
	case 'x':
		return when(st.Atime), true
	case 'X':
		return unix(st.Atime), true
	case 'y':
		return when(info.ModTime()), true
	case 'Y':
		return unix(info.ModTime()), true
	case 'z':
		return when(st.Ctime), true
	case 'Z':
		return unix(st.Ctime), true
	}
	return "", false
}

func (s *stater) mountPoint(name string) string {
	real, err := s.p.FS().Realpath(name)
	best := "/"
	if err != nil {
		return best
	}
	for _, m := range s.p.FS().Mounts() {
		if under(m.Path, real) && len(m.Path) > len(best) {
			best = m.Path
		}
	}
	return best
}

func (s *stater) systemValue(c byte, name string) (string, bool) {
	n := func(v int64) (string, bool) { return strconv.FormatInt(v, 10), true }
	switch c {
	case 'a', 'f':
		return n(s.sys.BlocksFree)
	case 'b':
		return n(s.sys.Blocks)
	case 'c':
		return n(s.sys.Files)
	case 'd':
		return n(s.sys.FilesFree)
	case 'i':
		return "0", true
	case 'l':
		return n(int64(s.sys.NameMax))
	case 'n':
		return name, true
	case 's', 'S':
		return n(s.sys.BlockSize)
	case 't':
		return "0", true
	case 'T':
		return s.sys.Type, true
	}
	return "", false
}
