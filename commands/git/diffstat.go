package git

import (
	"strings"

	"github.com/go-git/go-git/v5/plumbing/filemode"
)

// stat is a line of --stat.
type stat struct {
	name         string
	added, gone  int
	binary       bool
	before, size int // of a binary file, in bytes
	unmerged     bool
}

// count compares the files of changes line by line.
func (d *differ) count(changes []change) ([]stat, error) {
	out := make([]stat, 0, len(changes))
	for _, c := range changes {
		if err := d.g.alive(); err != nil {
			return nil, err
		}
		s := stat{name: quoted(c.path)}
		if c.from != "" {
			s.name = renameText(c.from, c.path)
		}
		if c.kind == 'U' {
			s.unmerged = true
			out = append(out, s)
			continue
		}
		a, b, err := d.sides(c)
		if err != nil {
			return nil, err
		}
		if c.new.mode == filemode.Empty {
			b = nil
		}
		if isBinary(a) || isBinary(b) {
			s.binary, s.before, s.size = true, len(a), len(b)
			if c.old.hash == c.new.hash {
				s.binary = false
			}
		} else if c.old.hash != c.new.hash {
			_, _, lines := d.compare(a, b)
			for _, l := range lines {
				s.gone += l.A1 - l.A0
				s.added += l.B1 - l.B0
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// renameText writes a rename with what both names share outside of braces: a/{b => c}/d.
func renameText(from, to string) string {
	if quoted(from) != from || quoted(to) != to {
		return quoted(from) + " => " + quoted(to)
	}
	head := 0
	for i := 0; i < len(from) && i < len(to) && from[i] == to[i]; i++ {
		if from[i] == '/' {
			head = i + 1
		}
	}
	// The tail may share the last slash of the head, so that a/b/c => a/c is a/{b => }/c.
	tail, limit := 0, head
	if head > 0 {
		limit = head - 1
	}
	for i := 1; i <= len(from)-limit && i <= len(to)-limit && from[len(from)-i] == to[len(to)-i]; i++ {
		if from[len(from)-i] == '/' {
			tail = i
		}
	}
	if head == 0 && tail == 0 {
		return from + " => " + to
	}
	mid := func(s string) string {
		end := len(s) - tail
		if end < head {
			end = head
		}
		return s[head:end]
	}
	return from[:head] + "{" + mid(from) + " => " + mid(to) + "}" + from[len(from)-tail:]
}

func scaled(n, width, most int) int {
	if n == 0 {
		return 0
	}
	return 1 + n*(width-1)/most
}

func digits(n int) int { return len(itoa(n)) }

// stats prints --stat, --numstat and --shortstat.
func (d *differ) stats(changes []change) error {
	list, err := d.count(changes)
	if err != nil {
		return err
	}
	g := d.g
	if d.format&formatNumStat != 0 {
		for _, s := range list {
			if s.binary {
				g.printf("-\t-\t%s\n", s.name)
			} else {
				g.printf("%d\t%d\t%s\n", s.added, s.gone, s.name)
			}
		}
	}
	if d.format&formatStat != 0 && len(list) > 0 {
		d.printStat(list)
	}
	if d.format&(formatStat|formatShortStat) != 0 && len(list) > 0 {
		g.printf("%s", shortStat(list))
	}
	return nil
}

func shortStat(list []stat) string {
	files, added, gone := 0, 0, 0
	for _, s := range list {
		if s.unmerged {
			continue
		}
		files++
		added += s.added
		gone += s.gone
	}
	var b strings.Builder
	b.WriteString(" " + plural(files, "file") + " changed")
	if files == 0 {
		return b.String() + "\n"
	}
	if added > 0 || gone == 0 {
		b.WriteString(", " + plural(added, "insertion") + "(+)")
	}
	if gone > 0 || added == 0 {
		b.WriteString(", " + plural(gone, "deletion") + "(-)")
	}
	return b.String() + "\n"
}

func (d *differ) printStat(list []stat) {
	nameWidth, most, numberWidth := 0, 0, 0
	for _, s := range list {
		nameWidth = max(nameWidth, len(s.name))
		if s.binary {
			numberWidth = max(numberWidth, 3)
			continue
		}
		most = max(most, s.added+s.gone)
	}
	numberWidth = max(numberWidth, digits(most))
	width := d.statWidth
	if width == 0 {
		width = 80
	}
	width = max(width, 16+6+numberWidth)
	graph := most
	if nameWidth+numberWidth+6+graph > width {
		if graph > width*3/8-numberWidth-6 {
			graph = max(6, width*3/8-numberWidth-6)
		}
		if nameWidth > width-numberWidth-6-graph {
			nameWidth = width - numberWidth - 6 - graph
		} else {
			graph = width - numberWidth - 6 - nameWidth
		}
	}
	g := d.g
	for _, s := range list {
		name := s.name
		if len(name) > nameWidth {
			name = name[len(name)-max(0, nameWidth-3):]
			if i := strings.IndexByte(name, '/'); i >= 0 {
				name = name[i:]
			}
			name = "..." + name
		}
		name += strings.Repeat(" ", max(0, nameWidth-len(name)))
		switch {
		case s.unmerged:
			g.printf(" %s | %*s\n", name, numberWidth, "Unmerged")
			continue
		case s.binary:
			g.printf(" %s | %*s", name, numberWidth, "Bin")
			if s.before != 0 || s.size != 0 {
				g.printf(" %d -> %d bytes", s.before, s.size)
			}
			g.printf("\n")
			continue
		}
		added, gone := s.added, s.gone
		if graph <= most {
			total := scaled(added+gone, graph, most)
			if total < 2 && added > 0 && gone > 0 {
				total = 2
			}
			if added < gone {
				added = scaled(added, graph, most)
				gone = total - added
			} else {
				gone = scaled(gone, graph, most)
				added = total - gone
			}
		}
		bar := strings.Repeat("+", added) + strings.Repeat("-", gone)
		if bar != "" {
			bar = " " + bar
		}
		g.printf(" %s | %*d%s\n", name, numberWidth, s.added+s.gone, bar)
	}
}

// printSummary is what commit and merge print after a change: the short form and the modes.
func (g *run) printSummary(changes []change) error {
	d := &differ{g: g, context: 3, format: formatShortStat, summary: true}
	return d.print(g.renames(changes))
}
