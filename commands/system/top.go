package system

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/fullscreen"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var topUsage = optparse.Define("top", "[options]", "Show the processes of the system.", `
-b         batch mode: print and do not ask the keyboard
-d <secs>  seconds between updates
-n <count>  number of updates
-p <pids>  only these processes
-u <user>  only this user's
-c         show command lines
-H, -i, -S, -w  accepted for compatibility
`)

// top shows the processes until q is pressed, or with -b prints them. Processor time and memory are not accounted per
// process in a box: they are shown as none.
func top(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, topUsage)
	if done {
		return status
	}
	every, count := 3*time.Second, 0
	want := map[int]bool{}
	user := ""
	for _, m := range o.Options {
		switch m.Key {
		case "d":
			f, err := strconv.ParseFloat(m.Value, 64)
			if err != nil || f < 0 || f > 1e6 {
				cmd.Errorf(p, "bad delay interval '%s'", m.Value)
				return 1
			}
			every = max(time.Duration(f*float64(time.Second)), 100*time.Millisecond)
		case "n":
			n, err := strconv.Atoi(m.Value)
			if err != nil || n < 1 {
				cmd.Errorf(p, "bad iterations argument '%s'", m.Value)
				return 1
			}
			count = n
		case "p":
			for f := range strings.SplitSeq(m.Value, ",") {
				if n, err := strconv.Atoi(f); err == nil {
					want[n] = true
				}
			}
		case "u":
			user = m.Value
		}
	}
	list := func(width int) []string {
		names := cmd.NewNames(p)
		now := p.Kernel().Clock().Now()
		states := map[string]int{}
		var rows []string
		total := 0
		for _, q := range p.Kernel().Processes() {
			state := q.State().Letter()
			total++
			states[state]++
			owner := names.User(q.Cred().UID)
			if len(want) > 0 && !want[q.PID()] || user != "" && user != owner {
				continue
			}
			name := q.Name()
			if o.Has("c") {
				name = commandLine(q)
			}
			if len(owner) > 8 {
				owner = owner[:7] + "+"
			}
			rows = append(rows, fmt.Sprintf("%7d %-8s %3d %3d       0      0      0 %s   0.0   0.0   0:00.00 %s", q.PID(), owner, 20+q.Nice(), q.Nice(), state, name))
		}
		head := []string{
			fmt.Sprintf("top - %s up %s,  0 users,  load average: 0.00, 0.00, 0.00", now.In(cmd.Location(p)).Format("15:04:05"), elapsed(now.Sub(p.Kernel().BootTime()))),
			fmt.Sprintf("Tasks: %3d total, %3d running, %3d sleeping, %3d stopped, %3d zombie", total, states["R"], states["S"], states["T"], states["Z"]),
			"",
			"    PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND",
		}
		rows = append(head, rows...)
		for i := range rows {
			if width > 0 && len(rows[i]) > width {
				rows[i] = strings.ToValidUTF8(rows[i][:width], "")
			}
		}
		return rows
	}
	if o.Has("b") {
		w := cmd.NewWriter(p)
		for n := 1; ; n++ {
			if n > 1 {
				_ = w.WriteByte('\n')
			}
			_, _ = w.WriteString(strings.Join(list(0), "\n") + "\n")
			if w.Flush() != nil || n == count || p.Sleep(ctx, every) != nil {
				return w.Finish(0)
			}
		}
	}
	t, err := fullscreen.Open(p, fullscreen.Options{Signals: true})
	if err != nil {
		cmd.Errorf(p, "failed tty get")
		return 1
	}
	defer t.Close()
	for n := 1; ; n++ {
		rows := list(t.Cols)
		rows[3] = "\x1b[7m" + rows[3] + "\x1b[27m"
		t.Paint(rows[:min(len(rows), t.Rows)], 2, 0)
		if n == count {
			return 0
		}
		k, err := t.ReadKeyFor(every)
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
		case err != nil, k == 'q', k == 'Q', k == 3, k == fullscreen.Interrupt:
			return 0
		}
	}
}
