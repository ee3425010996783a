package git

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"

	"github.com/sandpit-dev/sandpit/commands/internal/linediff"
)

// differ prints changes. What it needs of a side that is the working tree is read from there.
type differ struct {
	g         *run
	context   int
	format    diffFormat
	nameOnly  bool
	status    bool
	summary   bool
	zero      bool
	full      bool // --full-index
	noPrefix  bool
	noRenames bool
	reverse   bool
	minimal   bool
	space     byte // 0, w, b or Z: what of white space does not count
	filter    string
	relative  bool
	workSide  bool // the new side is the working tree
	quiet     bool
	statWidth int
}

type diffFormat uint8

const (
	formatPatch diffFormat = 1 << iota
	formatStat
	formatShortStat
	formatNumStat
	formatRaw
	formatNone
)

// content reads a side of a change.
func (d *differ) content(name string, f file, work bool) ([]byte, error) {
	if f.mode == filemode.Empty || f.mode == 0 {
		return nil, nil
	}
	if f.mode == filemode.Submodule {
		return []byte("Subproject commit " + f.hash.String() + "\n"), nil
	}
	if work {
		if info, err := d.g.repo.lstat(name); err == nil && !info.IsDir() {
			return d.g.repo.content(name, info)
		}
	}
	return d.g.readBlob(f.hash)
}

func (d *differ) sides(c change) (a, b []byte, err error) {
	from := c.path
	if c.from != "" {
		from = c.from
	}
	if a, err = d.content(from, c.old, d.workSide && d.reverse); err != nil {
		return nil, nil, err
	}
	b, err = d.content(c.path, c.new, d.workSide && !d.reverse)
	return a, b, err
}

// isBinary is git's guess: a NUL in the first 8000 bytes.
func isBinary(b []byte) bool { return bytes.IndexByte(b[:min(8000, len(b))], 0) >= 0 }

func (d *differ) key() func([]byte) string {
	switch d.space {
	case 'w':
		return func(l []byte) string { return strings.Join(strings.Fields(string(l)), "") }
	case 'b':
		return func(l []byte) string {
			t := strings.TrimRight(string(l), " \t\r\n\v\f")
			f := strings.Join(strings.Fields(t), " ")
			if t != "" && strings.ContainsAny(t[:1], " \t") {
				f = " " + f
			}
			return f
		}
	case 'Z':
		return func(l []byte) string { return strings.TrimRight(string(l), " \t\r\n\v\f") }
	}
	return nil
}

// compare finds the changed lines of two contents.
func (d *differ) compare(a, b []byte) (x, y [][]byte, changes []linediff.Change) {
	x, y = linediff.Lines(a), linediff.Lines(b)
	n := linediff.Number(d.key(), x, y)
	changes = linediff.Diff(d.g.p.Safepoint, n[0], n[1], d.context, d.minimal)
	slide(x, y, n[0], n[1], changes)
	return x, y, changes
}

// print writes changes in the formats chosen.
func (d *differ) print(changes []change) error {
	if d.filter != "" {
		kept := changes[:0:0]
		for _, c := range changes {
			if strings.IndexByte(d.filter, c.kind) >= 0 || strings.IndexByte(d.filter, c.kind|0x20) < 0 && strings.ToLower(d.filter) == d.filter {
				kept = append(kept, c)
			}
		}
		changes = kept
	}
	if d.reverse {
		turned := make([]change, len(changes))
		for i, c := range changes {
			c.old, c.new = c.new, c.old
			switch c.kind {
			case 'A':
				c.kind = 'D'
			case 'D':
				c.kind = 'A'
			case 'R':
				c.from, c.path = c.path, c.from
			}
			turned[i] = c
		}
		changes = turned
	}
	end := "\n"
	if d.zero {
		end = "\x00"
	}
	name := func(n string) string {
		if d.zero {
			return n
		}
		return quoted(n)
	}
	printed := false
	if d.format&formatRaw != 0 {
		for _, c := range changes {
			kind, tail := string(c.kind), "\t"+name(c.path)
			if c.from != "" {
				kind, tail = fmt.Sprintf("%c%03d", c.kind, c.score), "\t"+name(c.from)+"\t"+name(c.path)
			}
			newHash := c.new.hash
			if d.workSide {
				newHash = plumbing.ZeroHash
			}
			d.g.printf(":%06o %06o %s %s %s%s%s", uint32(c.old.mode), uint32(c.new.mode), c.old.hash.String()[:7], newHash.String()[:7], kind, tail, end)
		}
		printed = len(changes) > 0
	}
	if d.nameOnly || d.status {
		for _, c := range changes {
			switch {
			case !d.status:
				d.g.printf("%s%s", name(c.path), end)
			case c.from != "" && d.zero:
				d.g.printf("%c%03d\x00%s\x00%s\x00", c.kind, c.score, c.from, c.path)
			case c.from != "":
				d.g.printf("%c%03d\t%s\t%s\n", c.kind, c.score, name(c.from), name(c.path))
			case d.zero:
				d.g.printf("%c\x00%s\x00", c.kind, c.path)
			default:
				d.g.printf("%c\t%s\n", c.kind, name(c.path))
			}
		}
		return nil
	}
	if d.format&(formatStat|formatShortStat|formatNumStat) != 0 {
		if err := d.stats(changes); err != nil {
			return err
		}
		printed = printed || len(changes) > 0
	}
	if d.summary {
		d.g.printModes(changes)
	}
	if d.format&formatPatch == 0 {
		return nil
	}
	if printed {
		d.g.printf("\n")
	}
	for _, c := range changes {
		if err := d.g.alive(); err != nil {
			return err
		}
		if c.kind == 'T' { // a file of another type is a removal and an addition
			if err := d.patch(change{path: c.path, kind: 'D', old: c.old}); err != nil {
				return err
			}
			c = change{path: c.path, kind: 'A', new: c.new}
		}
		if err := d.patch(c); err != nil {
			return err
		}
		if d.g.w.Err() != nil {
			return nil
		}
	}
	return nil
}

// patch writes one file's part of a unified diff.
func (d *differ) patch(c change) error {
	if c.kind == 'U' {
		d.g.printf("* Unmerged path %s\n", c.path)
		return nil
	}
	a, b, err := d.sides(c)
	if err != nil {
		return err
	}
	if c.new.mode != 0 && d.workSide && !d.reverse {
		c.new.hash = plumbing.ComputeHash(plumbing.BlobObject, b)
	}
	from := c.path
	if c.from != "" {
		from = c.from
	}
	pa, pb := "a/", "b/"
	if d.noPrefix {
		pa, pb = "", ""
	}
	show := func(n string) string {
		if d.relative {
			return strings.TrimPrefix(n, d.g.repo.prefix)
		}
		return n
	}
	oldName, newName := quoted(pa+show(from)), quoted(pb+show(c.path))
	var head strings.Builder
	fmt.Fprintf(&head, "diff --git %s %s\n", oldName, newName)
	switch {
	case c.kind == 'A':
		fmt.Fprintf(&head, "new file mode %06o\n", uint32(c.new.mode))
	case c.kind == 'D':
		fmt.Fprintf(&head, "deleted file mode %06o\n", uint32(c.old.mode))
	case c.old.mode != c.new.mode:
		fmt.Fprintf(&head, "old mode %06o\nnew mode %06o\n", uint32(c.old.mode), uint32(c.new.mode))
	}
	if c.from != "" {
		fmt.Fprintf(&head, "similarity index %d%%\nrename from %s\nrename to %s\n", c.score, quoted(from), quoted(c.path))
	}
	if c.old.hash == c.new.hash {
		d.g.printf("%s", head.String())
		return nil
	}
	hash := func(h plumbing.Hash) string {
		if d.full {
			return h.String()
		}
		if h.IsZero() {
			return h.String()[:shortLength]
		}
		return d.g.short(h)
	}
	index := "index " + hash(c.old.hash) + ".." + hash(c.new.hash)
	if c.kind != 'A' && c.kind != 'D' && c.old.mode == c.new.mode {
		index += fmt.Sprintf(" %06o", uint32(c.new.mode))
	}
	head.WriteString(index + "\n")
	oldFile, newFile := oldName, newName
	if c.kind == 'A' {
		oldFile = "/dev/null"
	}
	if c.kind == 'D' {
		newFile = "/dev/null"
	}
	if isBinary(a) || isBinary(b) {
		d.g.printf("%sBinary files %s and %s differ\n", head.String(), oldFile, newFile)
		return nil
	}
	x, y, changes := d.compare(a, b)
	if len(changes) == 0 {
		if d.space == 0 || c.kind != 'M' {
			d.g.printf("%s", head.String())
		}
		return nil
	}
	tab := func(n string) string { // a name with blanks is ended by a tab, for patch
		if strings.Contains(n, " ") {
			return n + "\t"
		}
		return n
	}
	d.g.printf("%s--- %s\n+++ %s\n", head.String(), tab(oldFile), tab(newFile))
	d.hunks(x, y, changes)
	return nil
}

// hunks writes the changed lines with their context.
func (d *differ) hunks(x, y [][]byte, changes []linediff.Change) {
	w, n := d.g.w, d.context
	line := func(mark byte, l []byte) {
		_ = w.WriteByte(mark)
		_, _ = w.Write(l)
		if len(l) == 0 || l[len(l)-1] != '\n' {
			_, _ = w.WriteString("\n\\ No newline at end of file\n")
		}
	}
	searched, function := 0, ""
	for _, group := range linediff.Group(changes, n) {
		first, last := group[0], group[len(group)-1]
		a0 := max(0, first.A0-n)
		b0 := max(0, first.B0-(first.A0-a0))
		a1 := min(len(x), last.A1+n)
		b1 := last.B1 + (a1 - last.A1)
		for i := a0 - 1; i >= searched; i-- {
			if f, ok := functionLine(x[i]); ok {
				function = f
				break
			}
		}
		searched = a0
		d.g.printf("@@ -%s +%s @@%s\n", unifiedRange(a0, a1), unifiedRange(b0, b1), function)
		at := a0
		for _, c := range group {
			for _, l := range x[at:c.A0] {
				line(' ', l)
			}
			for _, l := range x[c.A0:c.A1] {
				line('-', l)
			}
			for _, l := range y[c.B0:c.B1] {
				line('+', l)
			}
			at = c.A1
		}
		for _, l := range x[at:a1] {
			line(' ', l)
		}
	}
}

func unifiedRange(from, to int) string {
	switch to - from {
	case 0:
		return itoa(from) + ",0"
	case 1:
		return itoa(from + 1)
	}
	return itoa(from+1) + "," + itoa(to-from)
}

// functionLine reports whether a line begins something, and gives what a hunk's header shows of it.
func functionLine(l []byte) (string, bool) {
	if len(l) == 0 {
		return "", false
	}
	if c := l[0]; c != '_' && c != '$' && (c|0x20 < 'a' || c|0x20 > 'z') {
		return "", false
	}
	l = bytes.TrimRight(l[:min(80, len(l))], " \t\r\n\v\f")
	return " " + string(l), true
}

// printModes lists files made, removed, renamed and of changed mode.
func (g *run) printModes(changes []change) {
	for _, c := range changes {
		switch {
		case c.kind == 'A':
			g.printf(" create mode %06o %s\n", uint32(c.new.mode), quoted(c.path))
		case c.kind == 'D':
			g.printf(" delete mode %06o %s\n", uint32(c.old.mode), quoted(c.path))
		case c.kind == 'R':
			g.printf(" rename %s (%d%%)\n", renameText(c.from, c.path), c.score)
			if c.old.mode != c.new.mode {
				g.printf(" mode change %06o => %06o\n", uint32(c.old.mode), uint32(c.new.mode))
			}
		case c.old.mode != c.new.mode && c.kind != 'U':
			g.printf(" mode change %06o => %06o %s\n", uint32(c.old.mode), uint32(c.new.mode), quoted(c.path))
		}
	}
}
