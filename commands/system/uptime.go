package system

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var uptimeUsage = optparse.Define("uptime", "[options]", "Tell how long the system has been running.", `
-p, --pretty   show uptime in pretty format
-h             display this help and exit
-s, --since    system up since
!-V            version
`)

var wUsage = optparse.Define("w", "[options] [user]", "Show who is logged on and what they are doing.", `
-h, --no-header     do not print header
-u, --no-current    accepted for compatibility
-s, --short         short format
-f, --from          accepted for compatibility
-o, --old-style     accepted for compatibility
-i, --ip-addr       accepted for compatibility
`)

func uptime(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, uptimeUsage)
	if done {
		return status
	}
	w := cmd.NewWriter(p)
	k := p.Kernel()
	switch {
	case o.Has("h"):
		cmd.Standard(p, uptimeUsage, "help")
	case o.Has("V"):
		cmd.Standard(p, uptimeUsage, "version")
	case o.Has("s"):
		_, _ = w.WriteString(k.BootTime().In(cmd.Location(p)).Format("2006-01-02 15:04:05") + "\n")
	case o.Has("p"):
		_, _ = w.WriteString(prettyUptime(k.Clock().Now().Sub(k.BootTime())) + "\n")
	default:
		_, _ = w.WriteString(uptimeLine(p) + "\n")
	}
	return w.Finish(0)
}

// uptimeLine is the line that uptime, w and top begin with.
func uptimeLine(p *kernel.Process) string {
	k := p.Kernel()
	now := k.Clock().Now()
	up := now.Sub(k.BootTime())
	days, hours, minutes := int(up/(24*time.Hour)), int(up/time.Hour)%24, int(up/time.Minute)%60
	text := ""
	switch {
	case days == 1:
		text = "1 day, "
	case days > 1:
		text = fmt.Sprintf("%d days, ", days)
	}
	if hours > 0 {
		text += fmt.Sprintf("%2d:%02d", hours, minutes)
	} else {
		text += fmt.Sprintf("%d min", minutes)
	}
	n := len(terminalUsers(p))
	users := "user"
	if n > 1 {
		users = "users"
	}
	load := []string{"0.00", "0.00", "0.00"}
	if data, err := p.FS().ReadFile("/proc/loadavg"); err == nil {
		if f := strings.Fields(string(data)); len(f) >= 3 {
			load = f[:3]
		}
	}
	return fmt.Sprintf(" %s up %s, %2d %s,  load average: %s", now.In(cmd.Location(p)).Format("15:04:05"), text, n, users, strings.Join(load, ", "))
}

func prettyUptime(up time.Duration) string {
	minutes := int64(up / time.Minute)
	var parts []string
	for _, u := range []struct {
		name string
		n    int64
	}{
		{"year", minutes / (365 * 24 * 60)}, {"week", minutes % (365 * 24 * 60) / (7 * 24 * 60)},
		{"day", minutes % (365 * 24 * 60) % (7 * 24 * 60) / (24 * 60)}, {"hour", minutes / 60 % 24}, {"minute", minutes % 60},
	} {
		switch {
		case u.n == 1:
			parts = append(parts, "1 "+u.name)
		case u.n > 1 || u.name == "minute" && minutes == 0:
			parts = append(parts, fmt.Sprintf("%d %ss", u.n, u.name))
		}
	}
	return "up " + strings.Join(parts, ", ")
}

// login is a session on a terminal: what utmp records on a real machine.
type login struct {
	user, tty, command string
	since              time.Time
	pid                int
}

// terminalUsers lists the sessions that have a terminal.
func terminalUsers(p *kernel.Process) []login {
	names := cmd.NewNames(p)
	var out []login
	for _, q := range p.Kernel().Processes() {
		if q.SID() != q.PID() {
			continue
		}
		if tty := ttyOf(q); tty != "?" {
			out = append(out, login{names.User(q.Cred().UID), tty, commandLine(q), q.StartTime(), q.PID()})
		}
	}
	return out
}

func wCommand(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, wUsage)
	if done {
		return status
	}
	w := cmd.NewWriter(p)
	if !o.Has("h") {
		_, _ = w.WriteString(uptimeLine(p) + "\nUSER     TTY      FROM             LOGIN@   IDLE   JCPU   PCPU WHAT\n")
	}
	for _, l := range terminalUsers(p) {
		if len(o.Args) == 0 || o.Args[0] == l.user {
			w.Printf("%-8.8s %-8.8s %-16s %5s    0.00s  0.00s  0.00s %s\n", l.user, l.tty, "-", l.since.In(cmd.Location(p)).Format("15:04"), l.command)
		}
	}
	return w.Finish(0)
}

var whoUsage = optparse.Define("who", "[OPTION]... [ FILE | ARG1 ARG2 ]", "Print information about users who are currently logged in.", `
-a, --all        same as -b -d --login -p -r -t -T -u
-b, --boot       time of last system boot
-H, --heading    print line of column headings
-m               only hostname and user associated with stdin
-q, --count      all login names and number of users logged on
-s, --short      print only name, line, and time (default)
-u, --users      list users logged in
`)

func who(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, whoUsage)
	if done {
		return status
	}
	w := cmd.NewWriter(p)
	list := terminalUsers(p)
	if o.Has("q") {
		names := make([]string, len(list))
		for i, l := range list {
			names[i] = l.user
		}
		w.Printf("%s\n# users=%d\n", strings.Join(names, " "), len(list))
		return w.Finish(0)
	}
	if o.Has("H") {
		w.Printf("%-8s %-12s %-16s %s\n", "NAME", "LINE", "TIME", "COMMENT")
	}
	loc := cmd.Location(p)
	if o.Has("b") || o.Has("a") {
		w.Printf("         %-12s %s\n", "system boot", p.Kernel().BootTime().In(loc).Format("2006-01-02 15:04"))
	}
	if !o.Has("b") {
		own := ttyOf(p)
		for _, l := range list {
			if !o.Has("m") && len(o.Args) < 2 || l.tty == own {
				w.Printf("%-8s %-12s %s\n", l.user, l.tty, l.since.In(loc).Format("2006-01-02 15:04"))
			}
		}
	}
	return w.Finish(0)
}

var usersUsage = optparse.Define("users", "[OPTION]... [FILE]", "Output who is currently logged in.", "")

func users(_ context.Context, p *kernel.Process) int {
	_, status, done := cmd.Parse(p, usersUsage)
	if done {
		return status
	}
	var names []string
	for _, l := range terminalUsers(p) {
		names = append(names, l.user)
	}
	w := cmd.NewWriter(p)
	if len(names) > 0 {
		_, _ = w.WriteString(strings.Join(names, " ") + "\n")
	}
	return w.Finish(0)
}
