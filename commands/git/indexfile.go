package git

import (
	"crypto/sha1"
	"encoding/binary"
	"time"
)

// encode gives the index file: version 2, or 3 when an entry needs the second word of flags. Entries stand in order of
// path and stage, which git requires.
func (s *staging) encode() []byte {
	version, count := uint32(2), uint32(0)
	for _, stages := range s.entries {
		for _, e := range stages {
			if e == nil {
				continue
			}
			count++
			if e.IntentToAdd || e.SkipWorktree {
				version = 3
			}
		}
	}
	b := append(make([]byte, 0, 12+80*len(s.entries)), "DIRC"...)
	word := func(v uint32) { b = binary.BigEndian.AppendUint32(b, v) }
	instant := func(t time.Time) {
		if t.IsZero() {
			word(0)
			word(0)
			return
		}
		word(uint32(t.Unix()))
		word(uint32(t.Nanosecond()))
	}
	word(version)
	word(count)
	for _, name := range s.names() {
		for stage, e := range s.entries[name] {
			if e == nil {
				continue
			}
			start := len(b)
			instant(e.CreatedAt)
			instant(e.ModifiedAt)
			for _, v := range []uint32{e.Dev, e.Inode, uint32(e.Mode), e.UID, e.GID, e.Size} {
				word(v)
			}
			b = append(b, e.Hash[:]...)
			flags := uint16(stage)<<12 | uint16(min(len(name), 0xfff))
			extended := uint16(0)
			if e.IntentToAdd {
				extended |= 1 << 13
			}
			if e.SkipWorktree {
				extended |= 1 << 14
			}
			if extended != 0 {
				flags |= 1 << 14
			}
			b = binary.BigEndian.AppendUint16(b, flags)
			if extended != 0 {
				b = binary.BigEndian.AppendUint16(b, extended)
			}
			b = append(b, name...)
			for n := 8 - (len(b)-start)%8; n > 0; n-- { // at least one NUL ends a name
				b = append(b, 0)
			}
		}
	}
	sum := sha1.Sum(b)
	return append(b, sum[:]...)
}
