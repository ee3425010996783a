package cmd

import (
	"io/fs"
	"strings"
)

// Bits gives the low twelve bits of a mode as Unix numbers them.
func Bits(m fs.FileMode) uint32 {
	b := uint32(m.Perm())
	if m&fs.ModeSetuid != 0 {
		b |= 0o4000
	}
	if m&fs.ModeSetgid != 0 {
		b |= 0o2000
	}
	if m&fs.ModeSticky != 0 {
		b |= 0o1000
	}
	return b
}

// FromBits is the inverse of Bits.
func FromBits(b uint32) fs.FileMode {
	m := fs.FileMode(b & 0o777)
	if b&0o4000 != 0 {
		m |= fs.ModeSetuid
	}
	if b&0o2000 != 0 {
		m |= fs.ModeSetgid
	}
	if b&0o1000 != 0 {
		m |= fs.ModeSticky
	}
	return m
}

// TypeBits gives st_mode's file type bits.
func TypeBits(m fs.FileMode) uint32 {
	switch {
	case m&fs.ModeSymlink != 0:
		return 0o120000
	case m.IsDir():
		return 0o040000
	case m&fs.ModeNamedPipe != 0:
		return 0o010000
	case m&fs.ModeSocket != 0:
		return 0o140000
	case m&fs.ModeCharDevice != 0:
		return 0o020000
	case m&fs.ModeDevice != 0:
		return 0o060000
	}
	return 0o100000
}

// ModeString is ls -l's first column: "drwxr-xr-x".
func ModeString(m fs.FileMode) string {
	var b [10]byte
	b[0] = TypeChar(m)
	perm := m.Perm()
	for i := range 9 {
		b[1+i] = '-'
		if perm&(1<<(8-i)) != 0 {
			b[1+i] = "rwx"[i%3]
		}
	}
	special := func(on bool, at int, c byte) {
		if !on {
			return
		}
		if b[at] == '-' {
			c -= 'a' - 'A'
		}
		b[at] = c
	}
	special(m&fs.ModeSetuid != 0, 3, 's')
	special(m&fs.ModeSetgid != 0, 6, 's')
	special(m&fs.ModeSticky != 0, 9, 't')
	return string(b[:])
}

// TypeChar is the letter of a file's type in ls -l: - d l p s c b.
func TypeChar(m fs.FileMode) byte {
	switch TypeBits(m) {
	case 0o120000:
		return 'l'
	case 0o040000:
		return 'd'
	case 0o010000:
		return 'p'
	case 0o140000:
		return 's'
	case 0o020000:
		return 'c'
	case 0o060000:
		return 'b'
	}
	return '-'
}

// ModeChange is a parsed mode operand of chmod, mkdir -m, install -m, find -perm.
type ModeChange struct {
	octal   bool
	short   bool // fewer than five octal digits: a directory keeps its set-id bits
	value   uint32
	clauses []modeClause
}

type modeClause struct {
	who   uint32 // mask of the classes named; 0 when none was
	op    byte   // + - =
	bits  uint32 // permissions, spread over all classes
	condX bool   // X
	copyF byte   // u, g or o: copy from that class
}

// ParseMode reads an octal or symbolic mode.
func ParseMode(s string) (*ModeChange, bool) {
	if s == "" {
		return nil, false
	}
	if s[0] >= '0' && s[0] <= '7' {
		var v uint32
		for i := range len(s) {
			if s[i] < '0' || s[i] > '7' {
				return nil, false
			}
			v = v<<3 | uint32(s[i]-'0')
			if v > 0o7777 {
				return nil, false
			}
		}
		return &ModeChange{octal: true, value: v, short: len(s) < 5}, true
	}
	c := &ModeChange{}
	for clause := range strings.SplitSeq(s, ",") {
		if !c.parseClause(clause) {
			return nil, false
		}
	}
	return c, true
}

const (
	whoU = 0o4700
	whoG = 0o2070
	whoO = 0o1007
)

func (c *ModeChange) parseClause(s string) bool {
	var who uint32
	i := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case 'u':
			who |= whoU
			continue
		case 'g':
			who |= whoG
			continue
		case 'o':
			who |= whoO
			continue
		case 'a':
			who |= whoU | whoG | whoO
			continue
		}
		break
	}
	if i >= len(s) || strings.IndexByte("+-=", s[i]) < 0 {
		return false
	}
	for i < len(s) {
		if strings.IndexByte("+-=", s[i]) < 0 {
			return false
		}
		cl := modeClause{who: who, op: s[i]}
		i++
		if i < len(s) && s[i] >= '0' && s[i] <= '7' {
			for i < len(s) && s[i] >= '0' && s[i] <= '7' {
				cl.bits = cl.bits<<3 | uint32(s[i]-'0')
				i++
			}
			if cl.bits > 0o7777 || who != 0 {
				return false
			}
			cl.who = 0o7777
			c.clauses = append(c.clauses, cl)
			continue
		}
	perms:
		for ; i < len(s); i++ {
			switch s[i] {
			case 'r':
				cl.bits |= 0o444
			case 'w':
				cl.bits |= 0o222
			case 'x':
				cl.bits |= 0o111
			case 'X':
				cl.condX = true
			case 's':
				cl.bits |= 0o6000
			case 't':
				cl.bits |= 0o1000
			case 'u', 'g', 'o':
				if cl.bits != 0 || cl.condX || cl.copyF != 0 {
					return false
				}
				cl.copyF = s[i]
			default:
				break perms
			}
		}
		c.clauses = append(c.clauses, cl)
	}
	return true
}

// Apply changes mode bits. umask counts where no class was named.
func (c *ModeChange) Apply(old uint32, dir bool, umask uint32) uint32 {
	if c.octal {
		if dir && c.short {
			return c.value | old&0o6000
		}
		return c.value
	}
	mode := old
	for _, cl := range c.clauses {
		bits := cl.bits
		if cl.copyF != 0 {
			var v uint32
			switch cl.copyF {
			case 'u':
				v = mode >> 6 & 7
			case 'g':
				v = mode >> 3 & 7
			case 'o':
				v = mode & 7
			}
			bits = v | v<<3 | v<<6
		}
		if cl.condX && (dir || mode&0o111 != 0) {
			bits |= 0o111
		}
		mask := cl.who
		if mask == 0 {
			mask = 0o7777 &^ (umask & 0o777)
		}
		switch cl.op {
		case '+':
			mode |= bits & mask
		case '-':
			mode &^= bits & mask
		case '=':
			clear := cl.who
			if clear == 0 {
				clear = 0o7777
			}
			if dir {
				clear &^= 0o6000 &^ bits
			}
			mode = mode&^clear | bits&mask
		}
	}
	return mode
}
