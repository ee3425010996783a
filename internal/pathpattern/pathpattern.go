// Package pathpattern matches slash-separated paths against patterns in which "**" is any number of segments.
package pathpattern

import "path"

// Match tells whether the segments of a path match those of a pattern: each as in path.Match, and "**" any number of
// them. A segment that is no pattern of path.Match's matches nothing. The time is at most the product of the lengths: on
// a mismatch only the last "**" is tried again.
func Match(pattern, segs []string) bool {
	p, s, star, mark := 0, 0, -1, 0
	for s < len(segs) {
		if p < len(pattern) && pattern[p] == "**" {
			star, mark = p, s
			p++
			continue
		}
		if p < len(pattern) {
			if ok, _ := path.Match(pattern[p], segs[s]); ok {
				p++
				s++
				continue
			}
		}
		if star < 0 {
			return false
		}
		mark++
		p, s = star+1, mark
	}
	for p < len(pattern) && pattern[p] == "**" {
		p++
	}
	return p == len(pattern)
}
