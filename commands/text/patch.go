package text

import (
	"context"
	"slices"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var patchUsage = optparse.Define("patch", "[OPTION]... [ORIGFILE [PATCHFILE]]", "Apply a unified or normal diff to files.", `
-p, --strip=NUM            strip NUM leading components from file names
-F, --fuzz=LINES           set the fuzz factor to LINES for inexact matching
-R, --reverse              assume patches were created with old and new files swapped
-N, --forward              ignore patches that appear to be reversed or already applied
-i, --input=PATCHFILE      read patch from PATCHFILE instead of stdin
-o, --output=FILE          output patched files to FILE
-d, --directory=DIR        change the working directory to DIR first
-r, --reject-file=FILE     output rejects to FILE
-E, --remove-empty-files   remove output files that are empty after patching
-b, --backup               back up the original contents of each file
    --dry-run              do not actually change any files; just print what would happen
-s, --quiet, --silent      work silently unless an error occurs
-f, --force                accepted; nothing is ever asked
-t, --batch                accepted; nothing is ever asked
-u, --unified              accepted; the kind of diff is seen
-n, --normal               accepted; the kind of diff is seen
    --verbose              accepted
`).Status(2)

// patchHunk is a change at a line of the old file. Lines hold their newline, but for a last one without.
type patchHunk struct {
	oldAt, newAt int // first line, counted from one; the line before for an empty side
	ops          []byte
	lines        []string
}

type patchFile struct {
	oldName, newName string
	hunks            []*patchHunk
	unified          bool
}

type patcher struct {
	p       *kernel.Process
	w       *cmd.Writer
	strip   int // -1 = the base name
	fuzz    int
	reverse bool
	forward bool
	dry     bool
	quiet   bool
	empty   bool
	backup  bool
	inexact bool // a hunk did not fit exactly: the original is kept as .orig
	output  string
	reject  string
	status  int
}

func patch(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, patchUsage)
	if done {
		return status
	}
	t := &patcher{p: p, w: cmd.NewWriter(p), strip: -1, fuzz: 2}
	input, target := "-", ""
	for _, m := range o.Options {
		switch m.Key {
		case "p", "F":
			n, err := cmd.ParseSize(m.Value)
			if err != nil || n > 1<<20 {
				cmd.Errorf(p, "**** strip count %s is not a number", m.Value)
				return 2
			}
			if m.Key == "p" {
				t.strip = int(n)
			} else {
				t.fuzz = int(n)
			}
		case "R":
			t.reverse = true
		case "N":
			t.forward = true
		case "i":
			input = m.Value
		case "o":
			t.output = m.Value
		case "d":
			if err := p.Chdir(m.Value); err != nil {
				cmd.Errorf(p, "**** Can't change to directory %s : %s", m.Value, kernel.Strerror(err))
				return 2
			}
		case "r":
			t.reject = m.Value
		case "E":
			t.empty = true
		case "b":
			t.backup = true
		case "dry-run":
			t.dry = true
		case "s":
			t.quiet = true
		}
	}
	if len(o.Args) > 0 {
		target = o.Args[0]
	}
	if len(o.Args) > 1 {
		input = o.Args[1]
	}
	in, err := cmd.Open(p, input)
	if err != nil {
		cmd.Errorf(p, "**** Can't open patch file %s : %s", input, kernel.Strerror(err))
		return 2
	}
	data, err := cmd.ReadAll(in)
	in.Close()
	if err != nil {
		cmd.Errorf(p, "**** read error : %s", kernel.Strerror(err))
		return 2
	}
	files, bad := parsePatch(string(data))
	if bad != "" {
		cmd.Errorf(p, "**** %s", bad)
		return 2
	}
	if len(files) == 0 {
		if len(data) == 0 {
			return 0
		}
		cmd.Errorf(p, "**** Only garbage was found in the patch input.")
		return 2
	}
	for _, f := range files {
		if p.Safepoint() != nil {
			return 2
		}
		if st := t.apply(f, target); st == 2 {
			return t.w.FinishAs(2, 2)
		}
	}
	return t.w.FinishAs(t.status, 2)
}

// stripName takes n leading components off; -1 leaves the base name.
func stripName(name string, n int) string {
	if n < 0 {
		return name[strings.LastIndexByte(name, '/')+1:]
	}
	for ; n > 0; n-- {
		i := strings.IndexByte(name, '/')
		if i < 0 {
			return ""
		}
		name = strings.TrimLeft(name[i:], "/")
	}
	return name
}

// choose finds the file that a patch is for: the first of its names that exists, the new name when it is created.
func (t *patcher) choose(f *patchFile) string {
	var names []string
	for _, n := range []string{f.oldName, f.newName} {
		if n == "" || n == "/dev/null" {
			continue
		}
		if n = stripName(n, t.strip); n != "" {
			names = append(names, n)
		}
	}
	for _, n := range names {
		if unsafePath(n) {
			cmd.Errorf(t.p, "**** Ignoring potentially dangerous file name %s", n)
			return ""
		}
	}
	best := ""
	for _, n := range names {
		if _, err := t.p.FS().Stat(n); err == nil && (best == "" || len(n) < len(best)) {
			best = n
		}
	}
	if best == "" && len(names) > 0 && t.creates(f) {
		best = names[len(names)-1]
	}
	return best
}

// unsafePath reports a name that leads out of the directory.
func unsafePath(n string) bool {
	return strings.HasPrefix(n, "/") || slices.Contains(strings.Split(n, "/"), "..")
}

func (t *patcher) creates(f *patchFile) bool {
	if len(f.hunks) != 1 {
		return false
	}
	h := f.hunks[0]
	gone := byte('-')
	if t.reverse {
		gone = '+'
	}
	return !slices.ContainsFunc(h.ops, func(op byte) bool { return op == ' ' || op == gone })
}

func (t *patcher) say(format string, args ...any) {
	if !t.quiet {
		t.w.Printf(format, args...)
	}
}

func (t *patcher) apply(f *patchFile, target string) int {
	name := target
	if name == "" {
		name = t.choose(f)
	}
	if name == "" {
		_ = t.w.Flush()
		t.w.Printf("can't find file to patch at input line 1\nNo file to patch.  Skipping patch.\n%s ignored\n", hunkCount(len(f.hunks), len(f.hunks)))
		t.status = 1
		return 1
	}
	data, err := t.p.FS().ReadFile(name)
	existed := err == nil
	if err != nil && !t.creates(f) {
		cmd.Errorf(t.p, "**** Can't open file %s : %s", name, kernel.Strerror(err))
		return 2
	}
	verb := "patching file"
	if t.dry {
		verb = "checking file"
	}
	shown := name
	if t.output != "" {
		t.say("%s %s (read from %s)\n", verb, t.output, name)
	} else {
		t.say("%s %s\n", verb, shown)
	}
	lines := splitKeep(string(data))
	hunks := f.hunks
	if t.reverse {
		hunks = reverseHunks(hunks)
	}
	t.inexact = false
	out, failed := t.patchLines(lines, hunks)
	dest := name
	if t.output != "" {
		dest = t.output
	}
	if len(failed) > 0 {
		t.status = 1
		rej := dest + ".rej"
		if t.reject != "" {
			rej = t.reject
		}
		if t.dry {
			t.w.Printf("%s FAILED\n", hunkCount(len(failed), len(hunks)))
		} else {
			t.w.Printf("%s FAILED -- saving rejects to file %s\n", hunkCount(len(failed), len(hunks)), rej)
			if err := t.p.FS().WriteFile(rej, []byte(rejectText(f, failed, t.reverse)), 0o666); err != nil {
				cmd.FileError(t.p, rej, err)
				return 2
			}
		}
	}
	if t.dry || len(failed) == len(hunks) && existed && t.output == "" {
		return t.status
	}
	text := strings.Join(out, "")
	newName := f.newName
	if t.reverse {
		newName = f.oldName
	}
	if text == "" && t.output == "" && (t.empty || newName == "/dev/null") {
		if err := t.p.FS().Remove(name); err != nil {
			cmd.FileError(t.p, name, err)
			return 2
		}
		return t.status
	}
	if (t.backup || t.inexact || len(failed) > 0) && existed && t.output == "" {
		if err := t.p.FS().WriteFile(name+".orig", data, 0o666); err != nil {
			cmd.FileError(t.p, name+".orig", err)
			return 2
		}
	}
	if i := strings.LastIndexByte(dest, '/'); i > 0 && !existed {
		_ = t.p.FS().MkdirAll(dest[:i], 0o777)
	}
	if err := t.p.FS().WriteFile(dest, []byte(text), 0o666); err != nil {
		cmd.FileError(t.p, dest, err)
		return 2
	}
	return t.status
}

func hunkCount(n, of int) string {
	word := "hunks"
	if of == 1 {
		word = "hunk"
	}
	var b strings.Builder
	cmdInt(&b, n)
	b.WriteString(" out of ")
	cmdInt(&b, of)
	return b.String() + " " + word
}

// patchLines applies the hunks one after the other and gives the new lines and the hunks that fit nowhere.
func (t *patcher) patchLines(lines []string, hunks []*patchHunk) (out []string, failed []*patchHunk) {
	at, shift, grown := 0, 0, 0 // lines copied; how far off the last hunk was; lines added so far
	for i, h := range hunks {
		var old []string
		for k, op := range h.ops {
			if op != '+' {
				old = append(old, h.lines[k])
			}
		}
		want := h.oldAt - 1
		if len(old) == 0 {
			want = h.oldAt
		}
		where, fuzz := -1, 0
		head, tail := contextOf(h)
		context := max(head, tail)
		for fuzz = 0; fuzz <= t.fuzz && fuzz <= context; fuzz++ {
			// less context on one side says that the file begins or ends there
			cutHead, cutTail := fuzz+head-context, fuzz+tail-context
			first, last := cutHead < 0, cutTail < 0
			cutHead, cutTail = max(cutHead, 0), max(cutTail, 0)
			part := old[cutHead : len(old)-cutTail]
			switch {
			case first:
				if at == 0 && len(part) <= len(lines) && slices.Equal(lines[:len(part)], part) && (!last || len(part) == len(lines)) {
					where = 0
				}
			case last:
				if n := len(lines) - len(part); n >= at && slices.Equal(lines[n:], part) {
					where = n - cutHead
				}
			default:
				if where = findLines(lines, part, want+shift+cutHead, at, t.p); where >= 0 {
					where -= cutHead
				}
			}
			if where >= 0 {
				break
			}
			if p := t.p; p.Safepoint() != nil {
				return lines, hunks
			}
		}
		if where < 0 {
			failed = append(failed, h)
			t.w.Printf("Hunk #%d FAILED at %d.\n", i+1, max(h.oldAt, 1)+grown)
			continue
		}
		if off := where - want; fuzz > 0 || off != 0 {
			t.inexact = true
			t.say("Hunk #%d succeeded at %d", i+1, where+1+grown)
			if fuzz > 0 {
				t.say(" with fuzz %d", fuzz)
			}
			if off != 0 {
				unit := "lines"
				if off == 1 {
					unit = "line"
				}
				t.say(" (offset %d %s)", off, unit)
			}
			t.say(".\n")
		}
		shift = where - want
		pos := max(where, at)
		out = append(out, lines[at:pos]...)
		src := where
		for k, op := range h.ops {
			switch op {
			case ' ':
				if src >= at && src < len(lines) { // what the file has, not what the patch says
					out = append(out, lines[src])
				}
				src++
			case '-':
				src++
				grown--
			default:
				if n := len(out); n > 0 && !strings.HasSuffix(out[n-1], "\n") {
					out[n-1] += "\n"
				}
				out = append(out, h.lines[k])
				grown++
			}
		}
		at = min(max(src, at), len(lines))
	}
	return append(out, lines[at:]...), failed
}

// contextOf counts the unchanged lines at both ends of a hunk.
func contextOf(h *patchHunk) (head, tail int) {
	for head < len(h.ops) && h.ops[head] == ' ' {
		head++
	}
	if head == len(h.ops) {
		return 0, 0
	}
	for h.ops[len(h.ops)-1-tail] == ' ' {
		tail++
	}
	return head, tail
}

// findLines looks for part near want, not before from: nearest first.
func findLines(lines, part []string, want, from int, p *kernel.Process) int {
	fits := func(at int) bool {
		return at >= from && at+len(part) <= len(lines) && slices.Equal(lines[at:at+len(part)], part)
	}
	for d := 0; d <= max(len(lines), want); d++ {
		if d&1023 == 0 && p.Safepoint() != nil {
			return -1
		}
		if fits(want + d) {
			return want + d
		}
		if d > 0 && fits(want-d) {
			return want - d
		}
	}
	return -1
}

func reverseHunks(hunks []*patchHunk) []*patchHunk {
	out := make([]*patchHunk, len(hunks))
	for i, h := range hunks {
		r := &patchHunk{oldAt: h.newAt, newAt: h.oldAt, ops: slices.Clone(h.ops), lines: h.lines}
		for k, op := range r.ops {
			switch op {
			case '-':
				r.ops[k] = '+'
			case '+':
				r.ops[k] = '-'
			}
		}
		out[i] = r
	}
	return out
}

func splitKeep(s string) []string { return slices.Collect(strings.Lines(s)) }
