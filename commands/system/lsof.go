package system

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var lsofUsage = optparse.Define("lsof", "[-t] [-p PID[,PID]] [-c NAME] [-u USER] [-i[:PORT]] [FILE]...", "List open files.", `
-a        AND the selections
-c NAME   select by the beginning of the command's name
-i[ADDR]  select network files: [PROTO][:PORT]
-n        accepted for compatibility
-p LIST   select by PID
-P        accepted for compatibility
-t        print PIDs only
-u USER   select by user
`)

// lsof lists the descriptors of the processes, and listening ports with their owners.
func lsof(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, lsofUsage)
	if done {
		return status
	}
	names := cmd.NewNames(p)
	var pick []func(*kernel.Process) bool
	for _, m := range o.Options {
		switch m.Key {
		case "p":
			list := "," + m.Value + ","
			pick = append(pick, func(q *kernel.Process) bool { return strings.Contains(list, ","+strconv.Itoa(q.PID())+",") })
		case "c":
			pick = append(pick, func(q *kernel.Process) bool { return strings.HasPrefix(q.Name(), m.Value) })
		case "u":
			pick = append(pick, func(q *kernel.Process) bool { return names.User(q.Cred().UID) == m.Value })
		}
	}
	w := cmd.NewWriter(p)
	found, header, last := false, false, 0
	row := func(q *kernel.Process, fd, kind, size, node, name string) {
		found = true
		if o.Has("t") {
			if last != q.PID() {
				w.Printf("%d\n", q.PID())
			}
			last = q.PID()
			return
		}
		if !header {
			header = true
			_, _ = w.WriteString("COMMAND     PID     USER   FD   TYPE DEVICE SIZE/OFF NODE NAME\n")
		}
		w.Printf("%-9.9s %5d %8.8s %4s  %5s %6s %8s %4s %s\n", q.Name(), q.PID(), names.User(q.Cred().UID), fd, kind, "", size, node, name)
	}
	port, network := "", o.Has("i")
	if v, ok := o.Value("i"); ok {
		if i := strings.LastIndexByte(v, ':'); i >= 0 {
			port = v[i+1:]
		}
	}
	wanted := map[string]bool{}
	for _, f := range o.Args {
		real, err := p.FS().Realpath(f)
		if err != nil {
			cmd.Errorf(p, "status error on %s: %s", f, kernel.Strerror(err))
			return 1
		}
		wanted[real] = true
	}
	for _, q := range p.Kernel().Processes() {
		keep := len(pick) == 0
		for i, f := range pick {
			hit := f(q)
			switch {
			case o.Has("a") && i > 0:
				keep = keep && hit
			default:
				keep = keep || hit
			}
		}
		if !keep || p.Cred().UID != 0 && q.Cred().UID != p.Cred().UID {
			continue
		}
		if network {
			for _, l := range p.Kernel().Net().Ports() {
				if l.Owner == q.PID() && (port == "" || port == strconv.Itoa(l.Port)) {
					row(q, "-", "IPv4", "0t0", "TCP", l.Addr+" (LISTEN)")
				}
			}
			continue
		}
		if len(wanted) == 0 || wanted[q.Dir()] {
			row(q, "cwd", "DIR", "", "", q.Dir())
		}
		for _, n := range q.FDs() {
			fd := q.FD(n)
			if fd == nil || len(wanted) > 0 && !wanted[fd.Name()] {
				continue
			}
			kind, size := "unknown", ""
			if info, err := fd.Stat(); err == nil {
				kind, size = lsofType(info.Mode()), strconv.FormatInt(info.Size(), 10)
			}
			row(q, strconv.Itoa(n)+lsofMode(fd.File().Flags()), kind, size, "", fd.Name())
		}
	}
	if !found {
		return w.Finish(1)
	}
	return w.Finish(0)
}

func lsofMode(flags int) string { return fmt.Sprintf("%c", "rwu"[min(flags&3, 2)]) }

func lsofType(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "DIR"
	case m&fs.ModeNamedPipe != 0:
		return "FIFO"
	case m&fs.ModeSocket != 0:
		return "sock"
	case m&fs.ModeCharDevice != 0:
		return "CHR"
	case m&fs.ModeDevice != 0:
		return "BLK"
	}
	return "REG"
}
