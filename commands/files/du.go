package files

import (
	"context"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/internal/timefmt"
	"github.com/sandpit-dev/sandpit/kernel"
)

var duUsage = optparse.Define("du", "[OPTION]... [FILE]...", "Summarize device usage of the set of FILEs, recursively for directories.", `
-0, --null             end each output line with NUL, not newline
-a, --all              write counts for all files, not just directories
    --apparent-size    print apparent sizes rather than device usage
-B, --block-size=SIZE  scale sizes by SIZE before printing them
-b, --bytes            equivalent to '--apparent-size --block-size=1'
-c, --total            produce a grand total
-d, --max-depth=N      print the total for a directory only if it is N or\nfewer levels below the command line argument
    --exclude=PATTERN  exclude files that match PATTERN
-h, --human-readable   print sizes in human readable format
    --si               like -h, but use powers of 1000 not 1024
-k                     like --block-size=1K
-L, --dereference      dereference all symbolic links
-l, --count-links      count sizes many times if hard linked
-m                     like --block-size=1M
-P, --no-dereference   don't follow any symbolic links (default)
-S, --separate-dirs    for directories do not include size of subdirectories
-s, --summarize        display only a total for each argument
-t, --threshold=SIZE   exclude entries smaller than SIZE if positive,\nor entries greater than SIZE if negative
    --time[=WORD]      show time of the last modification of any file in the\ndirectory; WORD: atime, access, use, ctime or status
    --time-style=STYLE  show times using STYLE: full-iso, long-iso, iso, or +FORMAT
    --files0-from=F    summarize device usage of the NUL-terminated file names in F
-X, --exclude-from=FILE  exclude files that match any pattern in FILE
-x, --one-file-system  skip directories on different file systems
`)

type usage struct {
	p                            *kernel.Process
	w                            *cmd.Writer
	all, apparent, links, follow bool
	separate                     bool
	depth                        int
	unit                         int64
	human                        int64
	eol                          byte
	seen                         map[inode]bool
	exclude                      []*pattern.Matcher
	threshold                    int64
	timeBy                       byte // 0 none, m a c
	when                         func(time.Time) string
	latest                       time.Time // of what was walked last
	status                       int
}

func du(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, duUsage)
	if done {
		return status
	}
	u := &usage{p: p, w: cmd.NewWriter(p), depth: 1 << 30, unit: 1024, eol: '\n', seen: map[inode]bool{}}
	summary, total := false, false
	style, from := "long-iso", ""
	for _, m := range o.Options {
		switch m.Key {
		case "0":
			u.eol = 0
		case "a":
			u.all = true
		case "apparent-size":
			u.apparent = true
		case "B":
			n, err := cmd.ParseSize(m.Value)
			if err != nil || n == 0 {
				cmd.Errorf(p, "invalid -B argument %s", cmd.QuoteC(m.Value))
				return 1
			}
			u.unit, u.human = n, 0
		case "b":
			u.apparent, u.unit, u.human = true, 1, 0
		case "c":
			total = true
		case "d":
			n, err := strconv.Atoi(m.Value)
			if err != nil || n < 0 {
				return cmd.UsageError(p, duUsage, "invalid maximum depth %s", cmd.QuoteC(m.Value))
			}
			u.depth = n
		case "t":
			text, negative := strings.CutPrefix(m.Value, "-")
			n, err := cmd.ParseSize(text)
			if err != nil {
				cmd.Errorf(p, "invalid -t argument %s", cmd.QuoteC(m.Value))
				return 1
			}
			if negative && n == 0 {
				cmd.Errorf(p, "invalid --threshold argument '-0'")
				return 1
			}
			if u.threshold = n; negative {
				u.threshold = -n
			}
		case "time":
			u.timeBy = 'm'
			if m.HasValue {
				word, ok := cmd.Choice(m.Value, "atime", "access", "use", "ctime", "status")
				if !ok {
					cmd.BadChoice(p, "--time", m.Value, "'atime', 'access', 'use'", "'ctime', 'status'")
					return 1
				}
				u.timeBy = 'a'
				if word == "ctime" || word == "status" {
					u.timeBy = 'c'
				}
			}
		case "time-style":
			style = m.Value
		case "files0-from":
			from = m.Value
		case "X":
			data, err := p.FS().ReadFile(m.Value)
			if err != nil {
				cmd.FileError(p, m.Value, err)
				return cmd.UsageErrorHint(p, duUsage)
			}
			for line := range strings.Lines(string(data)) {
				u.exclude = append(u.exclude, pattern.Glob(strings.TrimSuffix(line, "\n"), 0))
			}
		case "exclude":
			u.exclude = append(u.exclude, pattern.Glob(m.Value, 0))
		case "h":
			u.human = 1024
		case "si":
			u.human = 1000
		case "k":
			u.unit, u.human = 1024, 0
		case "L":
			u.follow = true
		case "l":
			u.links = true
		case "m":
			u.unit, u.human = 1<<20, 0
		case "S":
			u.separate = true
		case "s":
			summary = true
		}
	}
	if summary && u.all {
		return cmd.UsageError(p, duUsage, "cannot both summarize and show all entries")
	}
	if summary && o.Has("d") {
		cmd.Errorf(p, "warning: summarizing conflicts with --max-depth=%d", u.depth)
		if u.depth > 0 {
			return cmd.UsageErrorHint(p, duUsage)
		}
	}
	if summary {
		u.depth = 0
	}
	formats := map[string]string{"full-iso": "%Y-%m-%d %H:%M:%S.%N %z", "long-iso": "%Y-%m-%d %H:%M", "iso": "%Y-%m-%d"}
	format, ok := strings.CutPrefix(style, "+")
	if !ok {
		if format, ok = formats[style]; !ok {
			cmd.BadChoice(p, "time style", style, "'full-iso'", "'long-iso'", "'iso'", "+FORMAT (e.g., +%H:%M) for a 'date'-style format")
			return 1
		}
	}
	loc := cmd.Location(p)
	u.when = func(t time.Time) string { return timefmt.Format(format, t.In(loc)) }
	files := o.Args
	if from != "" {
		if len(files) > 0 {
			cmd.Errorf(p, "extra operand %s", cmd.Quote(files[0]))
			cmd.Raw(p, "file operands cannot be combined with --files0-from\n")
			return cmd.UsageErrorHint(p, duUsage)
		}
		in, err := cmd.Open(p, from)
		if err != nil {
			cmd.Errorf(p, "cannot open %s for reading: %s", cmd.Quote(from), kernel.Strerror(err))
			return 1
		}
		data, _ := cmd.ReadAll(in)
		in.Close()
		for name := range strings.SplitSeq(strings.TrimSuffix(string(data), "\x00"), "\x00") {
			if name != "" {
				files = append(files, name)
			}
		}
		if len(files) == 0 {
			return u.w.Finish(0)
		}
	}
	if len(files) == 0 {
		files = []string{"."}
	}
	var sum int64
	for _, f := range files {
		stat := p.FS().Lstat
		if u.follow {
			stat = p.FS().Stat
		}
		info, err := stat(f)
		if err != nil {
			_ = u.w.Flush()
			cmd.Errorf(p, "cannot access %s: %s", cmd.Quote(f), kernel.Strerror(err))
			u.status = 1
			continue
		}
		sum += u.walk(f, info, 0)
	}
	if total {
		u.print(sum, "total")
	}
	return u.w.Finish(u.status)
}

func (u *usage) print(n int64, name string) {
	if u.threshold > 0 && n < u.threshold || u.threshold < 0 && n > -u.threshold {
		return
	}
	text := ""
	if u.human > 0 {
		text = cmd.Human(n, u.human)
	} else {
		text = strconv.FormatInt((n+u.unit-1)/u.unit, 10)
	}
	if u.timeBy != 0 {
		text += "\t" + u.when(u.latest)
	}
	_, _ = u.w.WriteString(text + "\t" + name)
	_ = u.w.WriteByte(u.eol)
}

func (u *usage) walk(name string, info fs.FileInfo, depth int) int64 {
	if u.p.Safepoint() != nil || depth > 5000 {
		return 0
	}
	for _, m := range u.exclude {
		if m.Match(lastComponent(name)) || m.Match(name) {
			return 0
		}
	}
	st := statOf(info)
	if !u.links && (st.Nlink > 1 && !info.IsDir() || depth == 0) {
		if u.seen[inodeOf(info)] {
			return 0
		}
		u.seen[inodeOf(info)] = true
	}
	size := st.Blocks * 512
	if u.apparent {
		size = info.Size()
	}
	newest := timeOf(info, u.timeBy)
	u.latest = newest
	if !info.IsDir() {
		if u.all && depth <= u.depth || depth == 0 {
			u.print(size, name)
		}
		return size
	}
	list, err := u.p.FS().ReadDir(name)
	if err != nil {
		_ = u.w.Flush()
		cmd.Errorf(u.p, "cannot read directory %s: %s", cmd.Quote(name), kernel.Strerror(err))
		u.status = 1
	}
	own := size
	for _, d := range list {
		child := join(name, d.Name())
		stat := u.p.FS().Lstat
		if u.follow {
			stat = u.p.FS().Stat
		}
		ci, err := stat(child)
		if err != nil {
			continue
		}
		n := u.walk(child, ci, depth+1)
		size += n
		if u.latest.After(newest) {
			newest = u.latest
		}
		if !ci.IsDir() {
			own += n
		}
	}
	u.latest = newest
	if depth <= u.depth {
		if u.separate {
			u.print(own, name)
		} else {
			u.print(size, name)
		}
	}
	return size
}
