package files

import (
	"context"
	"io/fs"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
)

var treeUsage = optparse.Define("tree", "[-adfFpsh] [-L level] [-I pattern] [-P pattern] [directory ...]", "List contents of directories in a tree-like format.", `
-a             All files are listed.
-d             List directories only.
-f             Print the full path prefix for each file.
-F             Appends '/', '=', '*', or '|' as per ls -F.
-i             Don't print indentation lines.
-I PATTERN     Do not list files that match the given pattern.
-L LEVEL       Descend only level directories deep.
-P PATTERN     List only those files that match the pattern given.
-p             Print the protections for each file.
-s             Print the size in bytes of each file.
-h             Print the size in a more human readable way.
-n             Turn colorization off always.
-C             Turn colorization on always.
    --noreport  Turn off file/directory count at end of tree listing.
    --dirsfirst  List directories before files.
    --charset=X  accepted for compatibility
`)

type treeRun struct {
	p           *kernel.Process
	w           *cmd.Writer
	o           *optparse.Result
	level       int
	skip, only  []*pattern.Matcher
	dirs, files int
	bars        [4]string
}

func tree(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, treeUsage)
	if done {
		return status
	}
	t := &treeRun{p: p, w: cmd.NewWriter(p), o: o, level: 1 << 30, bars: [4]string{"├── ", "└── ", "│\u00a0\u00a0 ", "    "}}
	if !cmd.UTF8(p) {
		t.bars = [4]string{"|-- ", "`-- ", "|   ", "    "}
	}
	if o.Has("i") {
		t.bars = [4]string{}
	}
	for _, m := range o.Options {
		switch m.Key {
		case "L":
			n, err := strconv.Atoi(m.Value)
			if err != nil || n < 1 {
				cmd.Raw(p, "tree: Invalid level, must be greater than 0.\n")
				return 1
			}
			t.level = n
		case "I":
			for s := range strings.SplitSeq(m.Value, "|") {
				t.skip = append(t.skip, pattern.Glob(s, 0))
			}
		case "P":
			for s := range strings.SplitSeq(m.Value, "|") {
				t.only = append(t.only, pattern.Glob(s, 0))
			}
		}
	}
	roots := o.Args
	if len(roots) == 0 {
		roots = []string{"."}
	}
	for _, r := range roots {
		info, err := p.FS().Stat(r)
		if err != nil || !info.IsDir() {
			_, _ = t.w.WriteString(r + "  [error opening dir]\n")
			status = 2
			continue
		}
		_, _ = t.w.WriteString(t.fields(info) + r + "\n")
		t.dirs++
		t.walk(r, "", 1)
	}
	if !o.Has("noreport") {
		word := "directories"
		if t.dirs == 1 {
			word = "directory"
		}
		t.w.Printf("\n%d %s", t.dirs, word)
		if !o.Has("d") {
			word = "files"
			if t.files == 1 {
				word = "file"
			}
			t.w.Printf(", %d %s", t.files, word)
		}
		_ = t.w.WriteByte('\n')
	}
	return t.w.Finish(status)
}

func (t *treeRun) fields(info fs.FileInfo) string {
	var f []string
	if t.o.Has("p") {
		f = append(f, cmd.ModeString(info.Mode()))
	}
	if t.o.Has("h") {
		f = append(f, strings.Repeat(" ", max(0, 4-len(cmd.Human(info.Size(), 1024))))+cmd.Human(info.Size(), 1024))
	} else if t.o.Has("s") {
		n := strconv.FormatInt(info.Size(), 10)
		f = append(f, strings.Repeat(" ", max(0, 11-len(n)))+n)
	}
	if len(f) == 0 {
		return ""
	}
	return "[" + strings.Join(f, " ") + "]  "
}

func matchAny(list []*pattern.Matcher, name string) bool {
	for _, m := range list {
		if m.Match(name) {
			return true
		}
	}
	return false
}

func (t *treeRun) walk(dir, prefix string, level int) {
	if level > t.level || level > 4096 || t.p.Safepoint() != nil || t.w.Err() != nil {
		return
	}
	list, err := t.p.FS().ReadDir(dir)
	if err != nil {
		return
	}
	var shown, rest []fs.FileInfo
	for _, d := range list {
		name := d.Name()
		if strings.HasPrefix(name, ".") && !t.o.Has("a") || matchAny(t.skip, name) {
			continue
		}
		info, err := t.p.FS().Lstat(join(dir, name))
		if err != nil || t.o.Has("d") && !info.IsDir() || len(t.only) > 0 && !info.IsDir() && !matchAny(t.only, name) {
			continue
		}
		if t.o.Has("dirsfirst") && !info.IsDir() {
			rest = append(rest, info)
			continue
		}
		shown = append(shown, info)
	}
	shown = append(shown, rest...)
	for i, info := range shown {
		bar, next := t.bars[0], t.bars[2]
		if i == len(shown)-1 {
			bar, next = t.bars[1], t.bars[3]
		}
		name := info.Name()
		full := join(dir, name)
		if t.o.Has("f") {
			name = full
		}
		line := prefix + bar + t.fields(info) + name
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			target, _ := t.p.FS().Readlink(full)
			line += " -> " + target
		case t.o.Has("F") && info.IsDir():
			line += "/"
		case t.o.Has("F") && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0:
			line += "*"
		}
		_, _ = t.w.WriteString(line + "\n")
		if info.IsDir() {
			t.dirs++
			t.walk(full, prefix+next, level+1)
		} else {
			t.files++
		}
	}
}
