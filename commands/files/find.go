package files

import (
	"context"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// finder is one run of find.
type finder struct {
	p        *kernel.Process
	ctx      context.Context
	w        *cmd.Writer
	names    *cmd.Names
	loc      *time.Location
	now      time.Time
	follow   byte // P L H
	minDepth int
	maxDepth int
	depth    bool
	oneFS    bool
	files0   string // -files0-from
	daystart bool
	expr     findNode
	status   int
	quit     bool
	acts     bool // an action other than -print stands in the expression
	batches  []*findExec
	outputs  map[string]*cmd.Writer
}

// visit is the file under test.
type visit struct {
	path  string // as printed
	start string // the starting point it was found under
	info  fs.FileInfo
	depth int
	prune bool
}

// findNode tests a file; actions are tests too.
type findNode func(f *finder, v *visit) bool

func find(ctx context.Context, p *kernel.Process) int {
	f := &finder{p: p, ctx: ctx, w: cmd.NewWriter(p), names: cmd.NewNames(p), follow: 'P', maxDepth: 1 << 30,
		loc: cmd.Location(p), now: p.Kernel().Clock().Now()}
	args := p.Args()[1:]
	for len(args) > 0 {
		switch a := args[0]; {
		case a == "-P" || a == "-L" || a == "-H":
			f.follow = a[1]
		case strings.HasPrefix(a, "-O") && len(a) > 2:
		case a == "-D" && len(args) > 1:
			args = args[1:]
		case a == "--help" || a == "-help":
			_, _ = f.w.WriteString("Usage: find [-H] [-L] [-P] [-Olevel] [-D debugopts] [path...] [expression]\n")
			return f.w.Finish(0)
		case a == "--version" || a == "-version":
			_, _ = f.w.WriteString("find (sandpit) 1.0\n")
			return f.w.Finish(0)
		case a == "--":
			args = args[1:]
			goto paths
		default:
			goto paths
		}
		args = args[1:]
	}
paths:
	var starts []string
	for len(args) > 0 && (!isFindToken(args[0]) || args[0] == ")" || args[0] == ",") { // the last two are names here
		starts = append(starts, args[0])
		args = args[1:]
	}
	parser := &findParser{f: f, args: args}
	expr, err := parser.parse()
	if err != "" {
		cmd.Errorf(p, "%s", err)
		return 1
	}
	f.expr = expr
	if f.files0 != "" {
		if len(starts) > 0 {
			cmd.Errorf(p, "extra operand %s", cmd.Quote(starts[0]))
			cmd.Errorf(p, "file operands cannot be combined with -files0-from")
			return 1
		}
		in, err := cmd.Open(p, f.files0)
		if err != nil {
			cmd.Errorf(p, "cannot open %s for reading: %s", cmd.Quote(f.files0), kernel.Strerror(err))
			return 1
		}
		data, _ := cmd.ReadAll(in)
		in.Close()
		for name := range strings.SplitSeq(strings.TrimSuffix(string(data), "\x00"), "\x00") {
			if name != "" {
				starts = append(starts, name)
			}
		}
	} else if len(starts) == 0 {
		starts = []string{"."}
	}
	if !f.acts {
		test := expr
		f.expr = func(f *finder, v *visit) bool { return test(f, v) && findPrint(f, v) }
	}
	for _, start := range starts {
		if f.quit || p.Safepoint() != nil {
			break
		}
		info, err := f.stat(start, true)
		if err != nil {
			f.fail("%s: %s", cmd.Quote(start), kernel.Strerror(err))
			continue
		}
		f.walk(&visit{path: start, start: start, info: info}, nil)
	}
	for _, e := range f.batches {
		e.flush(f)
	}
	for _, w := range f.outputs {
		_ = w.Flush()
	}
	return f.w.Finish(f.status)
}

func isFindToken(s string) bool {
	return len(s) > 1 && s[0] == '-' || s == "(" || s == ")" || s == "!" || s == ","
}

func (f *finder) fail(format string, args ...any) {
	_ = f.w.Flush()
	cmd.Errorf(f.p, format, args...)
	f.status = 1
}

func (f *finder) stat(name string, start bool) (fs.FileInfo, error) {
	if f.follow == 'L' || f.follow == 'H' && start {
		info, err := f.p.FS().Stat(name)
		if err == nil || !isNotExist(err) {
			return info, err
		}
	}
	return f.p.FS().Lstat(name)
}

// walk visits v and what lies under it. up are the directories above, to notice loops of links under -L.
func (f *finder) walk(v *visit, up []fs.FileInfo) {
	if f.quit || f.w.Err() != nil || f.p.Safepoint() != nil {
		return
	}
	if len(up) > 5000 {
		f.fail("%s: File name too long", cmd.Quote(v.path))
		return
	}
	dir := v.info.IsDir()
	if dir && f.follow == 'L' {
		for _, u := range up {
			if sameFile(u, v.info) {
				f.fail("File system loop detected; %s is part of the same file system loop as %s.", cmd.Quote(v.path), cmd.Quote(parentOf(v.path)))
				return
			}
		}
	}
	if !f.depth && v.depth >= f.minDepth {
		f.expr(f, v)
	}
	if dir && !v.prune && v.depth < f.maxDepth && !f.quit {
		f.children(v, up)
	}
	if f.depth && v.depth >= f.minDepth && !f.quit {
		f.expr(f, v)
	}
}

func (f *finder) children(v *visit, up []fs.FileInfo) {
	list, err := f.p.FS().ReadDir(v.path)
	if err != nil {
		f.fail("%s: %s", cmd.Quote(v.path), kernel.Strerror(err))
		return
	}
	up = append(up[:len(up):len(up)], v.info)
	child := visit{start: v.start, depth: v.depth + 1}
	for _, d := range list {
		child.path, child.prune = join(v.path, d.Name()), false
		info, err := f.stat(child.path, false)
		if err != nil {
			if !isNotExist(err) {
				f.fail("%s: %s", cmd.Quote(child.path), kernel.Strerror(err))
			}
			continue
		}
		if f.oneFS && statOf(info).Dev != statOf(v.info).Dev {
			continue
		}
		child.info = info
		f.walk(&child, up)
		if f.quit {
			return
		}
	}
}

func findPrint(f *finder, v *visit) bool {
	_, _ = f.w.WriteString(v.path)
	_ = f.w.WriteByte('\n')
	return true
}

// findExec is -exec and its kin.
type findExec struct {
	args  []string
	batch bool // {} +
	dir   bool // -execdir
	ask   bool // -ok
	held  []string
	size  int
	at    string // directory of the held names with -execdir
}

// maxBatch bounds the bytes of one command line of -exec … +.
const maxBatch = 128 << 10

func (e *findExec) test(f *finder, v *visit) bool {
	name, dir := v.path, ""
	if e.dir {
		dir = parentOf(v.path)
		name = "./" + lastComponent(v.path)
		if v.path == "/" {
			name = "/"
		}
	}
	if e.batch {
		if e.dir && e.at != dir || e.size+len(name)+1 > maxBatch {
			e.flush(f)
		}
		e.at = dir
		e.held = append(e.held, name)
		e.size += len(name) + 1
		return true
	}
	args := make([]string, len(e.args))
	for i, a := range e.args {
		args[i] = strings.ReplaceAll(a, "{}", name)
	}
	if e.ask {
		_ = f.w.Flush()
		cmd.Raw(f.p, "< "+args[0]+" ... "+v.path+" > ? ")
		line, _, err := cmd.NewLineReader(f.p.Stdin(), '\n').Next()
		if err != nil || len(line) == 0 || line[0] != 'y' && line[0] != 'Y' {
			return false
		}
	}
	return e.run(f, args, dir) == 0
}

func (e *findExec) flush(f *finder) {
	if len(e.held) == 0 || f.p.Safepoint() != nil {
		return
	}
	args := append(append([]string{}, e.args...), e.held...)
	e.held, e.size = nil, 0
	if e.run(f, args, e.at) != 0 {
		f.status = 1
	}
}

// run starts a command, waits and gives its status.
func (e *findExec) run(f *finder, args []string, dir string) int {
	_ = f.w.Flush()
	spec := kernel.Spec{Args: args}
	if dir != "" {
		spec.Dir = f.p.FS().Abs(dir)
	}
	st, err := cmd.Run(f.ctx, f.p, spec)
	if err != nil {
		cmd.Errorf(f.p, "%s: %s", cmd.Quote(args[0]), kernel.Strerror(err))
		return 127
	}
	return st.ExitCode()
}

// numeric is a +N, -N or N argument.
type numeric struct {
	sign byte
	n    int64
}

func parseNumeric(s string) (numeric, bool) {
	var x numeric
	if s != "" && (s[0] == '+' || s[0] == '-') {
		x.sign, s = s[0], s[1:]
	}
	n, err := strconv.ParseInt(s, 10, 64)
	x.n = n
	return x, err == nil && n >= 0
}

func (x numeric) matches(n int64) bool {
	switch x.sign {
	case '+':
		return n > x.n
	case '-':
		return n < x.n
	}
	return n == x.n
}
