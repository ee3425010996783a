// Package linediff finds the changes between two sequences of lines as GNU diff does, so that ties fall the same way.
// diff, diff3 and git share it.
package linediff

import "bytes"

// Change says that lines A0..A1 of the first sequence became B0..B1 of the second; both count from 0, ends excluded.
type Change struct{ A0, A1, B0, B1 int }

// Lines cuts text into lines that keep their newline.
func Lines(b []byte) [][]byte {
	out := make([][]byte, 0, bytes.Count(b, []byte{'\n'})+1)
	for len(b) > 0 {
		i := bytes.IndexByte(b, '\n') + 1
		if i == 0 {
			i = len(b)
		}
		out = append(out, b[:i:i])
		b = b[i:]
	}
	return out
}

// Group joins changes that have no more than context lines twice between them: the hunks of a unified diff.
func Group(changes []Change, context int) [][]Change {
	var out [][]Change
	for i, c := range changes {
		if i > 0 && c.A0-changes[i-1].A1 <= 2*context {
			out[len(out)-1] = append(out[len(out)-1], c)
		} else {
			out = append(out, []Change{c})
		}
	}
	return out
}
