package text

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/linediff"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

var diffUsage = optparse.Define("diff", "[OPTION]... FILES", "Compare FILES line by line.", `
    --normal                  output a normal diff (the default)
-q, --brief                   report only when files differ
-s, --report-identical-files  report when two files are the same
-c                            output 3 lines of copied context
-C, --context=NUM             output NUM lines of copied context
-u                            output 3 lines of unified context
-U, --unified=NUM             output NUM lines of unified context
-e, --ed                      output an ed script
-n, --rcs                     output an RCS format diff
-y, --side-by-side            output in two columns
-W, --width=NUM               output at most NUM (default 130) print columns
    --left-column             output only the left column of common lines
    --suppress-common-lines   do not output common lines
-t, --expand-tabs             expand tabs to spaces in two columns
-p, --show-c-function         show which C function each change is in
-F, --show-function-line=RE   show the most recent line matching RE
    --label=LABEL             use LABEL instead of file name and timestamp
-r, --recursive               recursively compare any subdirectories found
-N, --new-file                treat absent files as empty
-x, --exclude=PAT             exclude files that match PAT
-i, --ignore-case             ignore case differences in file contents
-E, --ignore-tab-expansion    ignore changes due to tab expansion
-Z, --ignore-trailing-space   ignore white space at line end
-b, --ignore-space-change     ignore changes in the amount of white space
-w, --ignore-all-space        ignore all white space
-B, --ignore-blank-lines      ignore changes where lines are all blank
-a, --text                    treat all files as text
-d, --minimal                 try hard to find a smaller set of changes
    --strip-trailing-cr       strip trailing carriage return on input
    --color[=WHEN]            color output; WHEN is 'never', 'always', or 'auto'
-I, --ignore-matching-lines=RE  ignore changes where all lines match RE
-D, --ifdef=NAME              output merged file with '#ifdef NAME' diffs
    --line-format=LFMT        format all input lines with LFMT
    --old-line-format=LFMT    format lines of the first file with LFMT
    --new-line-format=LFMT    format lines of the second file with LFMT
    --unchanged-line-format=LFMT  format common lines with LFMT
    --old-group-format=GFMT   format groups of lines of the first file alone with GFMT
    --new-group-format=GFMT   format groups of lines of the second file alone with GFMT
    --unchanged-group-format=GFMT  format groups of common lines with GFMT
    --changed-group-format=GFMT  format groups of changed lines with GFMT
`).Status(2).NamedHint()

type differ struct {
	p         *kernel.Process
	w         *cmd.Writer
	unified   int // context lines, -1 = not unified
	copied    int
	brief     bool
	same      bool
	recursive bool
	newFile   bool
	fold      bool
	space     byte // 0, Z trailing, b change, w all
	blank     bool
	minimal   bool
	text      bool
	stripCR   bool
	labels    []string
	exclude   []*pattern.Matcher
	options   string // as repeated in "diff -r a b" lines
	loc       *time.Location
	status    int

	style       byte // e ed, n RCS, y two columns; 0 the others
	width       int
	leftColumn  bool
	onlyChanges bool // --suppress-common-lines
	expandTabs  bool
	utf8        bool
	funcs       *pattern.Regexp // -p, -F
	ignored     *pattern.Regexp // -I
	color       bool
	formats     *diffFormats // -D and the formats; nil = none is given
}

func diff(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, diffUsage)
	if done {
		return status
	}
	d := &differ{p: p, w: cmd.NewWriter(p), unified: -1, copied: -1, loc: cmd.Location(p), width: 130, utf8: cmd.UTF8(p)}
	var expressions []string
	for _, m := range o.Options {
		switch m.Key {
		case "normal":
			d.unified, d.copied, d.style = -1, -1, 0
		case "e", "n", "y":
			d.style = m.Key[0]
		case "W":
			v, ok := parseCount(m.Value)
			if !ok || v == 0 {
				return cmd.UsageError(p, diffUsage, "invalid width '%s'", m.Value)
			}
			d.width = min(v, 1<<16)
		case "left-column":
			d.leftColumn = true
		case "suppress-common-lines":
			d.onlyChanges = true
		case "t":
			d.expandTabs = true
		case "p", "F":
			src := "^[[:alpha:]$_]"
			if m.Key == "F" {
				src = m.Value
			} else if d.unified < 0 && d.copied < 0 && !o.Has("u") && !o.Has("U") {
				d.copied = 3
			}
			var err error
			if d.funcs, err = pattern.BRE(src, 0); err != nil {
				cmd.Errorf(p, "%s", err)
				return 2
			}
		case "d":
			d.minimal = true
		case "q":
			d.brief = true
		case "s":
			d.same = true
		case "c", "u", "C", "U":
			n := 3
			if m.Key == "C" || m.Key == "U" {
				v, ok := parseCount(m.Value)
				if !ok {
					return cmd.UsageError(p, diffUsage, "invalid context length '%s'", m.Value)
				}
				n = v
			}
			if m.Key == "u" || m.Key == "U" {
				d.unified, d.copied = max(n, d.unified), -1
			} else {
				d.copied, d.unified = max(n, d.copied), -1
			}
		case "label":
			d.labels = append(d.labels, m.Value)
		case "r":
			d.recursive = true
		case "N":
			d.newFile = true
		case "x":
			d.exclude = append(d.exclude, pattern.Glob(m.Value, 0))
		case "i":
			d.fold = true
		case "Z", "b", "w":
			if d.space != 'w' {
				d.space = m.Key[0]
			}
		case "B":
			d.blank = true
		case "a":
			d.text = true
		case "strip-trailing-cr":
			d.stripCR = true
		case "I":
			expressions = append(expressions, m.Value)
		case "color":
			switch fd := p.FD(1); m.Value {
			case "always":
				d.color = true
			case "never":
				d.color = false
			case "", "auto":
				d.color = fd != nil && fd.IsTerminal()
			default:
				return cmd.UsageError(p, diffUsage, "invalid color '%s'", m.Value)
			}
		case "D", "line-format", "old-line-format", "new-line-format", "unchanged-line-format", "old-group-format", "new-group-format", "unchanged-group-format", "changed-group-format":
			if d.formats == nil {
				d.formats = &diffFormats{}
			}
			if m.Key == "D" {
				d.formats.ifdef(m.Value)
			} else {
				d.formats.set(m.Key, m.Value)
			}
		}
	}
	if len(expressions) > 0 {
		var err error
		if d.ignored, err = pattern.BRE(strings.Join(expressions, "\\|"), 0); err != nil {
			cmd.Errorf(p, "%s: Invalid regular expression", expressions[len(expressions)-1])
			return 2
		}
	}
	for _, a := range p.Args()[1:] {
		if len(a) > 1 && a[0] == '-' {
			d.options += " " + cmd.Quotef(a)
		}
	}
	if len(o.Args) < 2 {
		if len(o.Args) == 0 {
			return cmd.UsageError(p, diffUsage, "missing operand after '%s'", p.Args()[len(p.Args())-1])
		}
		return cmd.UsageError(p, diffUsage, "missing operand after '%s'", o.Args[0])
	}
	if len(o.Args) > 2 {
		return cmd.UsageError(p, diffUsage, "extra operand '%s'", o.Args[2])
	}
	d.pair(o.Args[0], o.Args[1], true, 0)
	return d.w.FinishAs(d.status, 2)
}

func (d *differ) fail(name string, err error) {
	_ = d.w.Flush()
	cmd.Errorf(d.p, "%s: %s", name, kernel.Strerror(err))
	d.status = 2
}

func (d *differ) differs() {
	if d.status == 0 {
		d.status = 1
	}
}

func (d *differ) info(name string) (fs.FileInfo, error) {
	if name == "-" {
		return cmd.Stdin(d.p).Stat()
	}
	return d.p.FS().Stat(name)
}

// pair compares two files or directories.
func (d *differ) pair(a, b string, top bool, depth int) {
	if d.p.Safepoint() != nil || depth > 4096 {
		return
	}
	ia, ea := d.info(a)
	ib, eb := d.info(b)
	missA, missB := ea != nil && d.newFile && !isOther(ea), eb != nil && d.newFile && !isOther(eb)
	if ea != nil && !missA || missA && eb != nil {
		d.fail(a, ea)
	}
	if eb != nil && !missB || missB && ea != nil {
		d.fail(b, eb)
	}
	if ea != nil && (!missA || eb != nil) || eb != nil && (!missB || ea != nil) {
		return
	}
	dirA, dirB := ia != nil && ia.IsDir() || missA && ib.IsDir(), ib != nil && ib.IsDir() || missB && ia.IsDir()
	switch {
	case dirA && dirB:
		d.dirs(a, b, depth)
		return
	case top && dirA && a != "-" && b != "-":
		d.pair(strings.TrimRight(a, "/")+"/"+b[strings.LastIndexByte(b, '/')+1:], b, false, depth)
		return
	case top && dirB && a != "-" && b != "-":
		d.pair(a, strings.TrimRight(b, "/")+"/"+a[strings.LastIndexByte(a, '/')+1:], false, depth)
		return
	case dirA != dirB:
		kind := func(i fs.FileInfo) string {
			switch {
			case i.IsDir():
				return "directory"
			case i.Size() == 0:
				return "regular empty file"
			}
			return "regular file"
		}
		d.w.Printf("File %s is a %s while file %s is a %s\n", a, kind(ia), b, kind(ib))
		d.differs()
		return
	}
	if ia != nil && ib != nil && vfs.SameFile(ia, ib) && a != "-" && d.style != 'y' && d.formats == nil {
		d.identical(a, b)
		return
	}
	d.files(a, b, missA, missB, top || depth == 0)
}

func isOther(err error) bool { return kernel.Strerror(err) != "No such file or directory" }

func (d *differ) identical(a, b string) {
	if d.same {
		d.w.Printf("Files %s and %s are identical\n", a, b)
	}
}

func (d *differ) skip(name string) bool {
	for _, m := range d.exclude {
		if m.Match(name) {
			return true
		}
	}
	return false
}

func (d *differ) dirs(a, b string, depth int) {
	names := map[string]int{}
	var order []string
	for i, dir := range []string{a, b} {
		list, err := d.p.FS().ReadDir(dir)
		if err != nil {
			if d.newFile && !isOther(err) {
				continue
			}
			d.fail(dir, err)
			return
		}
		for _, e := range list {
			if d.skip(e.Name()) {
				continue
			}
			if names[e.Name()] == 0 {
				order = append(order, e.Name())
			}
			names[e.Name()] |= 1 << i
		}
	}
	slices.Sort(order)
	for _, n := range order {
		fa, fb := strings.TrimRight(a, "/")+"/"+n, strings.TrimRight(b, "/")+"/"+n
		if names[n] != 3 && !d.newFile {
			dir := a
			if names[n] == 2 {
				dir = b
			}
			d.w.Printf("Only in %s: %s\n", dir, n)
			d.differs()
			continue
		}
		ia, ea := d.p.FS().Stat(fa)
		ib, eb := d.p.FS().Stat(fb)
		both := ea == nil && eb == nil && ia.IsDir() && ib.IsDir() || ea == nil && eb != nil && ia.IsDir() || eb == nil && ea != nil && ib.IsDir()
		if both && !d.recursive {
			d.w.Printf("Common subdirectories: %s and %s\n", fa, fb)
			continue
		}
		d.pair(fa, fb, false, depth+1)
	}
}

func (d *differ) read(name string, missing bool) ([]byte, error) {
	if missing {
		return nil, nil
	}
	in, err := cmd.Open(d.p, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return readSized(in)
}

func (d *differ) files(a, b string, missA, missB, top bool) {
	da, err := d.read(a, missA)
	if err != nil {
		d.fail(a, err)
		return
	}
	db, err := d.read(b, missB)
	if err != nil {
		d.fail(b, err)
		return
	}
	if bytes.Equal(da, db) {
		if lines := linediff.Lines(da); !d.brief && (d.style == 'y' || d.formats != nil) {
			d.unchanged(lines, lines)
		}
		d.identical(a, b)
		return
	}
	binary := !d.text && (bytes.IndexByte(da[:min(len(da), 4096)], 0) >= 0 || bytes.IndexByte(db[:min(len(db), 4096)], 0) >= 0)
	if binary {
		verb := "Binary files"
		if d.brief {
			verb = "Files"
		}
		d.w.Printf("%s %s and %s differ\n", verb, a, b)
		d.differs()
		return
	}
	if d.style == 'e' && !d.brief { // an ed script cannot say that a newline is missing
		da, db = d.ended(a, da), d.ended(b, db)
	}
	x, y := linediff.Lines(da), linediff.Lines(db)
	hunks := d.compare(x, y)
	if len(hunks) == 0 {
		if !d.brief {
			d.unchanged(x, y)
		}
		d.identical(a, b)
		return
	}
	d.differs()
	if d.brief {
		d.w.Printf("Files %s and %s differ\n", a, b)
		return
	}
	if !top {
		d.w.Printf("diff%s %s %s\n", d.options, cmd.Quotef(a), cmd.Quotef(b))
	}
	switch {
	case d.formats != nil:
		d.printMerged(x, y, hunks)
	case d.style == 'y':
		d.printSides(x, y, hunks)
	case d.style == 'e':
		d.printEd(x, y, hunks)
	case d.style == 'n':
		d.printRCS(x, y, hunks)
	case d.unified >= 0:
		d.header("--- ", a, missA, 0)
		d.header("+++ ", b, missB, 1)
		d.printUnified(x, y, hunks)
	case d.copied >= 0:
		d.header("*** ", a, missA, 0)
		d.header("--- ", b, missB, 1)
		d.printContext(x, y, hunks)
	default:
		d.printNormal(x, y, hunks)
	}
}

// unchanged is what there is to print of files that do not differ.
func (d *differ) unchanged(x, y [][]byte) {
	switch {
	case d.formats != nil:
		d.printMerged(x, y, nil)
	case d.style == 'y':
		d.printSides(x, y, nil)
	}
}

// ended gives a file its last newline, and says so when it had none.
func (d *differ) ended(name string, b []byte) []byte {
	if len(b) == 0 || b[len(b)-1] == '\n' {
		return b
	}
	_ = d.w.Flush()
	cmd.Errorf(d.p, "%s: No newline at end of file\n", name)
	d.status = 2
	return append(b[:len(b):len(b)], '\n')
}

func (d *differ) header(mark, name string, missing bool, i int) {
	if i < len(d.labels) {
		_, _ = d.w.WriteString(d.painted(diffHeading, mark+d.labels[i]) + "\n")
		return
	}
	t := time.Unix(0, 0)
	if info, err := d.info(name); err == nil && !missing {
		t = info.ModTime()
		if name == "-" {
			t = d.p.Kernel().Clock().Now()
		}
	}
	format := "2006-01-02 15:04:05.000000000 -0700"
	if d.copied >= 0 && !cmd.UTF8(d.p) {
		format = "Mon Jan _2 15:04:05 2006"
	}
	if strings.ContainsAny(name, " \t\n\"\\") {
		name = strconv.Quote(name)
	}
	_, _ = d.w.WriteString(d.painted(diffHeading, mark+name+"\t"+t.In(d.loc).Format(format)) + "\n")
}

// key is a line as it is compared.
func (d *differ) key(line []byte) string {
	s := string(line)
	if d.stripCR {
		s = strings.Replace(s, "\r\n", "\n", 1)
	}
	switch d.space {
	case 'Z':
		s = strings.TrimRight(s, " \t\r\n\v\f")
	case 'b':
		f := strings.Fields(s)
		lead := ""
		if len(f) > 0 && s != "" && strings.IndexByte(" \t\r\v\f", s[0]) >= 0 {
			lead = " "
		}
		s = lead + strings.Join(f, " ")
	case 'w':
		s = strings.Join(strings.Fields(s), "")
	}
	if d.fold {
		s = strings.ToLower(s)
	}
	return s
}

func (d *differ) compare(x, y [][]byte) []linediff.Change {
	n := linediff.Number(d.key, x, y)
	hunks := linediff.Diff(d.p.Safepoint, n[0], n[1], max(d.unified, d.copied, 0), d.minimal)
	if !d.blank && d.ignored == nil {
		return hunks
	}
	kept := hunks[:0]
	for _, h := range hunks {
		if !d.ignorable(x[h.A0:h.A1]) || !d.ignorable(y[h.B0:h.B1]) {
			kept = append(kept, h)
		}
	}
	return kept
}

// ignorable tells that -B or -I ignores lines.
func (d *differ) ignorable(lines [][]byte) bool {
	for _, l := range lines {
		l = bytes.TrimSuffix(l, []byte("\n"))
		if !(d.blank && len(l) == 0) && (d.ignored == nil || !d.ignored.MatchString(string(l))) {
			return false
		}
	}
	return true
}

func rangeText(from, to int) string {
	if to-from == 1 {
		return strconv.Itoa(from + 1)
	}
	return fmt.Sprintf("%d,%d", from+1, to)
}

func (d *differ) line(mark string, l []byte) { d.lineIn("", mark, l) }

// lineIn writes a line in a colour, which its newline does not have.
func (d *differ) lineIn(colour, mark string, l []byte) {
	if d.color && colour != "" {
		body, ended := bytes.CutSuffix(l, []byte("\n"))
		_, _ = d.w.WriteString(colour + mark)
		_, _ = d.w.Write(body)
		_, _ = d.w.WriteString(diffPlain + "\n")
		if !ended {
			_, _ = d.w.WriteString("\\ No newline at end of file\n")
		}
		return
	}
	_, _ = d.w.WriteString(mark)
	_, _ = d.w.Write(l)
	if len(l) == 0 || l[len(l)-1] != '\n' {
		_, _ = d.w.WriteString("\n\\ No newline at end of file\n")
	}
}

func (d *differ) printNormal(x, y [][]byte, hunks []linediff.Change) {
	for _, h := range hunks {
		switch {
		case h.A0 == h.A1:
			d.w.Printf("%s\n", d.painted(diffRange, strconv.Itoa(h.A0)+"a"+rangeText(h.B0, h.B1)))
		case h.B0 == h.B1:
			d.w.Printf("%s\n", d.painted(diffRange, rangeText(h.A0, h.A1)+"d"+strconv.Itoa(h.B0)))
		default:
			d.w.Printf("%s\n", d.painted(diffRange, rangeText(h.A0, h.A1)+"c"+rangeText(h.B0, h.B1)))
		}
		for _, l := range x[h.A0:h.A1] {
			d.lineIn(diffOld, "< ", l)
		}
		if h.A0 < h.A1 && h.B0 < h.B1 {
			_, _ = d.w.WriteString("---\n")
		}
		for _, l := range y[h.B0:h.B1] {
			d.lineIn(diffNew, "> ", l)
		}
	}
}
