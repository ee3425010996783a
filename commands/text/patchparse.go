package text

import (
	"strconv"
	"strings"
)

func cmdInt(b *strings.Builder, n int) { b.WriteString(strconv.Itoa(n)) }

// parsePatch reads unified and normal diffs, with any text between them. bad is patch's message.
func parsePatch(text string) (files []*patchFile, bad string) {
	lines := splitKeep(text)
	var cur *patchFile
	pending := &patchFile{}
	for i := 0; i < len(lines); {
		line := lines[i]
		switch {
		case strings.HasPrefix(line, "--- ") && i+1 < len(lines) && strings.HasPrefix(lines[i+1], "+++ "):
			pending = &patchFile{oldName: patchName(line[4:]), newName: patchName(lines[i+1][4:]), unified: true}
			cur = nil
			i += 2
		case strings.HasPrefix(line, "diff ") || strings.HasPrefix(line, "Index: "):
			pending = &patchFile{}
			if f := strings.Fields(line); line[0] == 'I' && len(f) > 1 {
				pending.oldName, pending.newName = f[1], f[1]
			} else if len(f) > 2 {
				pending.oldName, pending.newName = f[len(f)-2], f[len(f)-1]
			}
			cur = nil
			i++
		case strings.HasPrefix(line, "@@ -"):
			h, n := unifiedHunk(lines[i:])
			if h == nil {
				return nil, "malformed patch at line " + strconv.Itoa(i+n+1) + ": " + strings.TrimRight(lines[min(i+n, len(lines)-1)], "\n") + "\n"
			}
			if cur == nil {
				cur = pending
				cur.unified = true
				files = append(files, cur)
			}
			cur.hunks = append(cur.hunks, h)
			i += n
		default:
			if h, n := normalHunk(lines[i:]); h != nil {
				if cur == nil {
					cur = pending
					files = append(files, cur)
				}
				cur.hunks = append(cur.hunks, h)
				i += n
				continue
			}
			i++
		}
	}
	return files, ""
}

// patchName is the name in a header line: up to a tab, or the line.
func patchName(s string) string {
	s = strings.TrimRight(s, "\r\n")
	if name, _, ok := strings.Cut(s, "\t"); ok {
		return name
	}
	if i := strings.Index(s, "  "); i > 0 {
		return s[:i]
	}
	return strings.TrimSpace(s)
}

// lineRange reads "12" or "12,3".
func lineRange(s string) (at, n int, ok bool) {
	a, b, two := strings.Cut(s, ",")
	at, err := strconv.Atoi(a)
	n = 1
	if two && err == nil {
		n, err = strconv.Atoi(b)
	}
	return at, n, err == nil && at >= 0 && n >= 0 && at < 1<<40 && n < 1<<40
}

const noNewline = `\ No newline`

// unifiedHunk reads a hunk; nil with the number of good lines when it is malformed.
func unifiedHunk(lines []string) (*patchHunk, int) {
	f := strings.Fields(lines[0])
	if len(f) < 4 || !strings.HasPrefix(f[2], "+") || f[3] != "@@" {
		return nil, 0
	}
	oldAt, olds, ok1 := lineRange(f[1][1:])
	newAt, news, ok2 := lineRange(f[2][1:])
	if !ok1 || !ok2 {
		return nil, 0
	}
	h := &patchHunk{oldAt: oldAt, newAt: newAt}
	i := 1
	for olds > 0 || news > 0 {
		if i >= len(lines) {
			return nil, i
		}
		line := lines[i]
		op := line[0]
		switch op {
		case ' ', '\n', '\t':
			olds--
			news--
			if op != ' ' { // an empty line of context may have lost its blank
				line, op = " "+line, ' '
			}
		case '-':
			olds--
		case '+':
			news--
		case '\\':
			chopNewline(h)
			i++
			continue
		default:
			return nil, i
		}
		if olds < 0 || news < 0 {
			return nil, i
		}
		h.ops, h.lines = append(h.ops, op), append(h.lines, line[1:])
		i++
	}
	if i < len(lines) && strings.HasPrefix(lines[i], noNewline) {
		chopNewline(h)
		i++
	}
	return h, i
}

func chopNewline(h *patchHunk) {
	if n := len(h.lines); n > 0 {
		h.lines[n-1] = strings.TrimSuffix(h.lines[n-1], "\n")
	}
}

// normalHunk reads "3,4c5" and the lines below it.
func normalHunk(lines []string) (*patchHunk, int) {
	head := strings.TrimRight(lines[0], "\n")
	k := strings.IndexAny(head, "acd")
	if k <= 0 {
		return nil, 0
	}
	oldAt, oldEnd, ok1 := spanOf(head[:k])
	newAt, newEnd, ok2 := spanOf(head[k+1:])
	if !ok1 || !ok2 {
		return nil, 0
	}
	h := &patchHunk{oldAt: oldAt, newAt: newAt}
	i := 1
	take := func(mark string, op byte, n int) bool {
		for ; n > 0; n-- {
			if i >= len(lines) || !strings.HasPrefix(lines[i], mark) {
				return false
			}
			h.ops, h.lines = append(h.ops, op), append(h.lines, lines[i][len(mark):])
			i++
		}
		if i < len(lines) && strings.HasPrefix(lines[i], noNewline) {
			chopNewline(h)
			i++
		}
		return true
	}
	if head[k] != 'a' && !take("< ", '-', oldEnd-oldAt+1) {
		return nil, 0
	}
	if head[k] == 'c' {
		if i >= len(lines) || strings.TrimRight(lines[i], "\n") != "---" {
			return nil, 0
		}
		i++
	}
	if head[k] != 'd' && !take("> ", '+', newEnd-newAt+1) {
		return nil, 0
	}
	return h, i
}

// spanOf reads "3" or "3,5".
func spanOf(s string) (from, to int, ok bool) {
	a, b, two := strings.Cut(s, ",")
	from, err := strconv.Atoi(a)
	to = from
	if two && err == nil {
		to, err = strconv.Atoi(b)
	}
	return from, to, err == nil && from >= 0 && to >= from && to < 1<<40
}

// rejectText is what a .rej file holds: the hunks that failed, as a unified diff.
func rejectText(f *patchFile, failed []*patchHunk, reversed bool) string {
	var b strings.Builder
	oldName, newName := f.oldName, f.newName
	if reversed {
		oldName, newName = newName, oldName
	}
	b.WriteString("--- " + oldName + "\n+++ " + newName + "\n")
	for _, h := range failed {
		olds, news := 0, 0
		for _, op := range h.ops {
			if op != '+' {
				olds++
			}
			if op != '-' {
				news++
			}
		}
		side := func(at, n int) string {
			if n == 1 {
				return strconv.Itoa(at)
			}
			return strconv.Itoa(at) + "," + strconv.Itoa(n)
		}
		b.WriteString("@@ -" + side(h.oldAt, olds) + " +" + side(h.newAt, news) + " @@\n")
		for i, op := range h.ops {
			b.WriteByte(op)
			b.WriteString(h.lines[i])
			if !strings.HasSuffix(h.lines[i], "\n") {
				b.WriteString("\n\\ No newline at end of file\n")
			}
		}
	}
	return b.String()
}
