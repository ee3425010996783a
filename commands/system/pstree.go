package system

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var pstreeUsage = optparse.Define("pstree", "[ -acglpsStTuZ ] [ -h | -H PID ] [ -n | -N type ] [ -A | -G | -U ] [ PID | USER ]", "Display a tree of processes.", `
-a, --arguments      show command line arguments
-A, --ascii          use ASCII line drawing characters
-c, --compact-not    don't compact identical subtrees
-p, --show-pids      show PIDs; implies -c
-l, --long           accepted for compatibility
-n, --numeric-sort   sort output by PID
-U, --unicode        use UTF-8 line drawing characters
`)

type pstreeRun struct {
	w       *cmd.Writer
	args    bool
	pids    bool
	compact bool
	kids    map[int][]*kernel.Process
	marks   [4]string
}

func pstree(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, pstreeUsage)
	if done {
		return status
	}
	t := &pstreeRun{w: cmd.NewWriter(p), args: o.Has("a"), pids: o.Has("p"), kids: map[int][]*kernel.Process{}}
	t.compact = !t.args && !t.pids && !o.Has("c")
	t.marks = [4]string{"---", "-+-", " |-", " `-"}
	if (cmd.UTF8(p) || o.Has("U")) && !o.Has("A") {
		t.marks = [4]string{"───", "─┬─", " ├─", " └─"}
	}
	root := p.Kernel().Lookup(1)
	if len(o.Args) > 0 {
		pid, err := strconv.Atoi(o.Args[0])
		if err != nil {
			cmd.Errorf(p, "No such user name: %s", o.Args[0])
			return 1
		}
		if root = p.Kernel().Lookup(pid); root == nil {
			return 1
		}
	}
	for _, q := range p.Kernel().Processes() {
		t.kids[q.PPID()] = append(t.kids[q.PPID()], q)
	}
	if root != nil {
		t.show(root, "", "", 0)
	}
	return t.w.Finish(0)
}

func (t *pstreeRun) label(q *kernel.Process) string {
	s := q.Name()
	if t.args {
		if a := q.Args(); len(a) > 1 {
			s += " " + strings.Join(a[1:], " ")
		}
	}
	if t.pids {
		if t.args {
			return q.Name() + "," + strconv.Itoa(q.PID()) + strings.TrimPrefix(s, q.Name())
		}
		s += "(" + strconv.Itoa(q.PID()) + ")"
	}
	return s
}

func (t *pstreeRun) show(q *kernel.Process, lead, count string, depth int) {
	label := count + t.label(q)
	_, _ = t.w.WriteString(label)
	kids := t.kids[q.PID()]
	if len(kids) == 0 || depth > 512 {
		_ = t.w.WriteByte('\n')
		return
	}
	type group struct {
		q *kernel.Process
		n int
	}
	var groups []group
	for _, k := range kids {
		if t.compact && len(t.kids[k.PID()]) == 0 {
			merged := false
			for i := range groups {
				if g := &groups[i]; t.label(g.q) == t.label(k) && len(t.kids[g.q.PID()]) == 0 {
					g.n++
					merged = true
				}
			}
			if merged {
				continue
			}
		}
		groups = append(groups, group{k, 1})
	}
	indent := lead
	if t.args {
		_ = t.w.WriteByte('\n')
		indent = lead + " "
	} else {
		indent = lead + strings.Repeat(" ", len([]rune(label)))
	}
	for i, g := range groups {
		last := i == len(groups)-1
		next := indent + "   "
		if !last {
			next = indent + " " + string([]rune(t.marks[2])[1]) + " "
		}
		switch {
		case t.args && last:
			_, _ = t.w.WriteString(indent + t.marks[3])
		case t.args:
			_, _ = t.w.WriteString(indent + t.marks[2])
		case i == 0 && last:
			_, _ = t.w.WriteString(t.marks[0])
		case i == 0:
			_, _ = t.w.WriteString(t.marks[1])
		case last:
			_, _ = t.w.WriteString(indent + t.marks[3])
		default:
			_, _ = t.w.WriteString(indent + t.marks[2])
		}
		n := ""
		if g.n > 1 {
			n = fmt.Sprintf("%d*[", g.n)
			_, _ = t.w.WriteString(n + t.label(g.q) + "]\n")
			continue
		}
		t.show(g.q, next, "", depth+1)
	}
}
