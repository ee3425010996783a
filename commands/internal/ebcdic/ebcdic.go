// Package ebcdic converts between ASCII and EBCDIC by the table of POSIX dd, for the characters that print.
package ebcdic

import "sync"

// letters are the printable ASCII characters, blank to tilde, in EBCDIC.
const letters = "\x40\x5a\x7f\x7b\x5b\x6c\x50\x7d\x4d\x5d\x5c\x4e\x6b\x60\x4b\x61" +
	"\xf0\xf1\xf2\xf3\xf4\xf5\xf6\xf7\xf8\xf9\x7a\x5e\x4c\x7e\x6e\x6f" +
	"\x7c\xc1\xc2\xc3\xc4\xc5\xc6\xc7\xc8\xc9\xd1\xd2\xd3\xd4\xd5\xd6" +
	"\xd7\xd8\xd9\xe2\xe3\xe4\xe5\xe6\xe7\xe8\xe9\xad\xe0\xbd\x9a\x6d" +
	"\x79\x81\x82\x83\x84\x85\x86\x87\x88\x89\x91\x92\x93\x94\x95\x96" +
	"\x97\x98\x99\xa2\xa3\xa4\xa5\xa6\xa7\xa8\xa9\xc0\x4f\xd0\x5f"

// controls are the ASCII control characters that text holds, in EBCDIC.
var controls = map[byte]byte{'\t': 0x05, '\n': 0x25, '\v': 0x0b, '\f': 0x0c, '\r': 0x0d, 0: 0}

var fromTable = sync.OnceValue(func() *[256]byte {
	var t [256]byte
	for i := range len(letters) {
		t[letters[i]] = byte(' ' + i)
	}
	for ascii, c := range controls {
		t[c] = ascii
	}
	return &t
})

// ToASCII is the ASCII character of an EBCDIC byte, 0 where there is none.
func ToASCII(c byte) byte { return fromTable()[c] }

// FromASCII is the EBCDIC byte of an ASCII character, a substitute where there is none.
func FromASCII(c byte) byte {
	if c >= ' ' && int(c-' ') < len(letters) {
		return letters[c-' ']
	}
	if e, ok := controls[c]; ok {
		return e
	}
	return 0x3f
}
