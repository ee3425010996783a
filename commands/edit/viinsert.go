package edit

import (
	"slices"

	"github.com/sandpit-dev/sandpit/commands/internal/fullscreen"
)

// startInsert begins insert mode.
func (e *editor) startInsert(m mode) {
	e.mode, e.overs = m, nil
}

func (e *editor) insertKey(k fullscreen.Key) {
	e.message = ""
	line := e.lines[e.line]
	e.at = min(e.at, len(line))
	switch k {
	case 27, 3:
		e.mode = normal
		e.at = max(0, e.at-1)
		e.want = e.at
		if !e.replay {
			e.dot = slices.Clone(e.rec)
		}
	case 13, 10:
		e.setLine(slices.Clone(line[:e.at]))
		e.lines = slices.Insert(e.lines, e.line+1, slices.Clone(line[e.at:]))
		e.line, e.at = e.line+1, 0
	case 127, 8:
		switch {
		case e.mode == replace && len(e.overs) > 0:
			e.at--
			r := e.overs[len(e.overs)-1]
			e.overs = e.overs[:len(e.overs)-1]
			if r < 0 {
				e.setLine(splice(line, e.at, e.at+1))
			} else {
				e.setLine(splice(line, e.at, e.at+1, r))
			}
		case e.mode == replace || e.at == 0 && e.line == 0:
			e.at = max(0, e.at-1)
		case e.at > 0:
			e.setLine(splice(line, e.at-1, e.at))
			e.at--
		default:
			prev := e.lines[e.line-1]
			e.at = len(prev)
			e.lines[e.line-1] = append(slices.Clone(prev), line...)
			e.lines = slices.Delete(slices.Clone(e.lines), e.line, e.line+1)
			e.line--
		}
	case 23:
		from := e.at
		for from > 0 && line[from-1] == ' ' {
			from--
		}
		for c := -1; from > 0 && (c < 0 || class(line[from-1], false) == c) && line[from-1] != ' '; from-- {
			c = class(line[from-1], false)
		}
		e.setLine(splice(line, from, e.at))
		e.at = from
	case 21:
		e.setLine(splice(line, 0, e.at))
		e.at = 0
	case 22:
		if k, err := e.key(); err == nil && k < fullscreen.Up {
			e.setLine(splice(line, e.at, e.at, rune(k)))
			e.at++
		}
	case fullscreen.Left:
		e.at = max(0, e.at-1)
	case fullscreen.Right:
		e.at = min(len(line), e.at+1)
	case fullscreen.Up:
		e.line = max(0, e.line-1)
	case fullscreen.Down:
		e.line = min(len(e.lines)-1, e.line+1)
	case fullscreen.Home:
		e.at = 0
	case fullscreen.End:
		e.at = len(line)
	case fullscreen.Delete:
		if e.at < len(line) {
			e.setLine(splice(line, e.at, e.at+1))
		}
	default:
		if k >= fullscreen.Up || k < 32 && k != 9 {
			return
		}
		to := e.at
		if e.mode == replace && e.at < len(line) {
			e.overs = append(e.overs, line[e.at])
			to++
		} else if e.mode == replace {
			e.overs = append(e.overs, -1)
		}
		if len(line) > 1<<20 {
			e.bell()
			return
		}
		e.setLine(splice(line, e.at, to, rune(k)))
		e.at++
	}
}
