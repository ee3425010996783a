package shell

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
	"mvdan.cc/sh/v3/syntax"
)

// runSelect is the select command: a menu on standard error, answers from standard input.
func (sh *Shell) runSelect(c *syntax.ForClause, l *syntax.WordIter, items []string) {
	if len(items) == 0 {
		sh.status = 0
		return
	}
	if sh.opts.xtrace {
		var b strings.Builder
		b.WriteString("select " + l.Name.Value + " in")
		for _, w := range l.Items {
			b.WriteString(" " + wordText(w))
		}
		sh.trace(b.String())
	}
	sh.loops++
	defer func() { sh.loops-- }()
	show := true
	for {
		if !sh.safepoint() {
			return
		}
		if show {
			sh.writeErr(sh.selectMenu(items))
		}
		ps3, ok := sh.getVar("PS3")
		if !ok {
			ps3 = "#? "
		}
		sh.writeErr(sh.expandPrompt(ps3))
		fd := sh.p.FD(0)
		line := ""
		if fd != nil {
			line, _ = sh.readLine(fd.File())
		}
		if sh.ctx.Err() != nil || sh.p.Killed() {
			sh.killed(sh.ctx.Err())
			return
		}
		if line == "" {
			sh.writeErr("\n")
			sh.status = 1
			return
		}
		reply := strings.Trim(strings.TrimSuffix(line, "\n"), " \t")
		sh.setVar("REPLY", reply)
		if reply == "" {
			show = true
			continue
		}
		choice := ""
		if n, err := strconv.Atoi(reply); err == nil && n >= 1 && n <= len(items) {
			choice = items[n-1]
		}
		if err := sh.setLoopVar(l.Name.Value, choice); err != nil {
			sh.assignFailed(err)
			return
		}
		show = false
		sh.runStmts(c.Do)
		if sh.loopEnds() {
			return
		}
		if r, _ := sh.getVar("REPLY"); r == "" {
			show = true
		}
	}
}

// selectMenu lays the items out in columns as bash does: down, then across, within COLUMNS.
func (sh *Shell) selectMenu(items []string) string {
	cols := 80
	if v, ok := sh.getVar("COLUMNS"); ok {
		if n, err := strconv.Atoi(v); err == nil && n > 0 {
			cols = n
		}
	}
	widest := 0
	for _, it := range items {
		widest = max(widest, len([]rune(it)))
	}
	digits := len(strconv.Itoa(len(items)))
	width := widest + digits + 2 + 2
	perRow := max(cols/width, 1)
	rows := (len(items) + perRow - 1) / perRow
	if n := (len(items) + rows - 1) / rows; n == len(items) {
		// one row would do: bash then uses one column
		rows = len(items)
	}
	var b strings.Builder
	for r := 0; r < rows; r++ {
		pos, want := 0, 0
		for i := r; i < len(items); i += rows {
			for pos < want {
				b.WriteByte(' ')
				pos++
			}
			cell := fmt.Sprintf("%*d) %s", digits, i+1, items[i])
			b.WriteString(cell)
			pos += len([]rune(cell))
			want += width
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// runTime is the time reserved word.
func (sh *Shell) runTime(c *syntax.TimeClause) {
	clock := sh.p.Kernel().Clock()
	start := clock.Now()
	if c.Stmt != nil {
		sh.runStmt(c.Stmt)
	}
	if sh.flow == flowKilled {
		return
	}
	real := clock.Now().Sub(start)
	format := "\nreal\t%3lR\nuser\t%3lU\nsys\t%3lS"
	if v, ok := sh.getVar("TIMEFORMAT"); ok {
		format = v
	}
	if c.PosixFormat {
		format = "real %2R\nuser %2U\nsys %2S"
	}
	if format == "" {
		return
	}
	// The processor time of a box is not measured: user and sys are zero.
	text, bad := formatTimes(format, real, 0, 0)
	if bad != 0 {
		sh.errf("TIMEFORMAT: `%c': invalid format character", bad)
		return
	}
	sh.writeErr(text + "\n")
}

// formatTimes expands TIMEFORMAT (bash manual, Bash Variables). bad is a character that stands for nothing.
func formatTimes(format string, real, user, sys time.Duration) (text string, bad byte) {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 >= len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		prec, long := 3, false
		if format[i] == '%' {
			b.WriteByte('%')
			continue
		}
		if format[i] >= '0' && format[i] <= '9' {
			prec = min(int(format[i]-'0'), 3)
			i++
		}
		if i < len(format) && format[i] == 'l' {
			long = true
			i++
		}
		if i >= len(format) {
			break
		}
		var d time.Duration
		switch format[i] {
		case 'R':
			d = real
		case 'U':
			d = user
		case 'S':
			d = sys
		case 'P':
			pct := 0.0
			if real > 0 {
				pct = 100 * float64(user+sys) / float64(real)
			}
			fmt.Fprintf(&b, "%.2f", pct)
			continue
		default:
			return "", format[i]
		}
		secs := d.Truncate(time.Millisecond).Seconds()
		if prec < 3 {
			p := math.Pow10(prec)
			secs = math.Floor(secs*p) / p
		}
		if long {
			m := int(secs) / 60
			fmt.Fprintf(&b, "%dm%.*fs", m, prec, secs-float64(m*60))
		} else {
			fmt.Fprintf(&b, "%.*f", prec, secs)
		}
	}
	return b.String(), 0
}

// coproc is a coprocess: its process and the two descriptors that the shell holds.
type coproc struct {
	name    string
	read    int
	write   int
	process *kernel.Process
}

// runCoproc starts a coprocess and sets NAME to its descriptors and NAME_PID to its process.
func (sh *Shell) runCoproc(c *syntax.CoprocClause) {
	name := "COPROC"
	if c.Name != nil {
		n, err := sh.expandWord(c.Name)
		if err != nil {
			sh.expansionFailed(err)
			return
		}
		name = n
	}
	if !syntax.ValidName(name) {
		sh.errf("`%s': not a valid identifier", name)
		sh.status = 1
		return
	}
	k := sh.p.Kernel()
	outR, outW := k.Pipe()
	inR, inW := k.Pipe()
	var saved []savedFD
	if sh.install(0, inR, &saved) != nil || sh.install(1, outW, &saved) != nil {
		outR.Close()
		inW.Close()
		sh.restore(saved)
		sh.status = 1
		return
	}
	child, err := sh.fork(func(sub *Shell) {
		sub.loops = 0
		sub.enterGroup(0, true, false)
		sub.runStage(c.Stmt)
	})
	sh.restore(saved)
	if err != nil {
		outR.Close()
		inW.Close()
		return
	}
	rfd, err1 := sh.p.AddFD(outR, 63, true)
	wfd, err2 := sh.p.AddFD(inW, 60, true)
	if err1 != nil || err2 != nil {
		sh.errf("coproc: Too many open files")
		sh.status = 1
		return
	}
	sh.coprocs = append(sh.coprocs, &coproc{name, rfd, wfd, child})
	sh.setArray(name, []string{strconv.Itoa(rfd), strconv.Itoa(wfd)})
	sh.setVar(name+"_PID", strconv.Itoa(child.PID()))
	j := newJob([]*kernel.Process{child}, "coproc "+name+" "+stmtText(c.Stmt))
	sh.jobs.add(j)
	sh.lastBG = child.PID()
	sh.status = 0
}
