package system

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/kernel/service"
)

var journalctlUsage = optparse.Define("journalctl", "[OPTIONS...] [MATCHES...]", "Query the journal.", `
    --system               accepted for compatibility
    --user                 accepted for compatibility
-S, --since=DATE           show entries not older than the specified date
-U, --until=DATE           show entries not newer than the specified date
-b, --boot[=ID]            accepted for compatibility
-u, --unit=UNIT            show logs from the specified unit
-t, --identifier=STRING    show entries with the specified syslog identifier
-p, --priority=RANGE       show entries within the specified priority range
-g, --grep=PATTERN         show entries with MESSAGE matching PATTERN
    --case-sensitive[=BOOL]  accepted for compatibility
-k, --dmesg                show kernel message log from the current boot
-o, --output=STRING        change journal output mode
-n, --lines=INTEGER        number of journal entries to show
-r, --reverse              show the newest entries first
    --utc                  express time in Coordinated Universal Time (UTC)
-x, --catalog              accepted for compatibility
    --no-hostname          suppress output of hostname field
    --no-full              accepted for compatibility
-l, --full                 accepted for compatibility
-a, --all                  accepted for compatibility
-m, --merge                accepted for compatibility
-f, --follow               follow the journal
    --no-tail              show all lines, even in follow mode
-q, --quiet                do not show info messages and privilege warning
    --no-pager             accepted for compatibility
-e, --pager-end            accepted for compatibility
    --disk-usage           show total disk usage of all journal files
    --list-boots           show terse information about recorded boots
    --vacuum-size=BYTES    accepted for compatibility
    --vacuum-time=TIME     accepted for compatibility
    --flush                accepted for compatibility
    --rotate               accepted for compatibility
    --sync                 accepted for compatibility
-h, --help                 show this help text
    --version              show package version
`).NoHelp()

// journalctl shows the journal of the box's services.
func journalctl(ctx context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	for i, a := range args { // -n takes its number as the next word only when that is one, and means 10 without
		if (a == "-n" || a == "--lines") && (i+1 == len(args) || !isCount(args[i+1])) {
			args = slices.Clone(args)
			args[i] = "-n10"
		}
	}
	o, err := journalctlUsage.Parse(args)
	if err != nil {
		cmd.Errorf(p, "%s", err)
		return 1
	}
	k := p.Kernel()
	m := service.Of(k)
	out := cmd.NewWriter(p)
	switch {
	case o.Has("h"):
		cmd.Standard(p, journalctlUsage, "help")
		return 0
	case o.Has("version"):
		out.Printf("systemd 252 (sandpit)\n")
		return out.Finish(0)
	case o.Has("disk-usage"):
		out.Printf("Archived and active journals take up %.1fM in the file system.\n", float64(m.Journal().Bytes())/(1<<20))
		return out.Finish(0)
	case o.Has("flush"), o.Has("rotate"), o.Has("sync"), o.Has("vacuum-size"), o.Has("vacuum-time"):
		return 0
	case o.Has("list-boots"):
		out.Printf(" 0 %s %s—%s\n", strings.ReplaceAll(journalBoot(k), "-", ""), stampIn(p, m.BootTime()), stampIn(p, k.Clock().Now()))
		return out.Finish(0)
	}
	keep, problem := journalFilter(p, o)
	if problem != "" {
		cmd.Raw(p, problem+"\n")
		return 1
	}
	mode, _ := o.Value("o")
	if mode != "" && !slices.Contains(journalModes, mode) {
		cmd.Raw(p, "Unknown output format '"+mode+"'.\n")
		return 1
	}
	lines := -1
	if o.Has("f") && !o.Has("no-tail") {
		lines = 10
	}
	if v, ok := o.Value("n"); ok && v != "all" {
		n, err := strconv.Atoi(v)
		if err != nil || n < 0 {
			cmd.Raw(p, "Failed to parse lines '"+v+"'\n")
			return 1
		}
		lines = n
	}
	host := !o.Has("no-hostname")
	all, news := m.Journal().After(0)
	var list []service.Entry
	last := uint64(0)
	for _, e := range all {
		last = e.Seq
		if keep(e) {
			list = append(list, e)
		}
	}
	if lines >= 0 {
		list = list[max(0, len(list)-lines):]
	}
	if o.Has("r") {
		slices.Reverse(list)
	}
	for _, e := range list {
		writeEntry(out, p, e, mode, host)
	}
	if !o.Has("f") {
		if len(list) == 0 && !o.Has("q") && lines != 0 && mode != "cat" && mode != "json" && mode != "export" {
			out.Printf("-- No entries --\n")
		}
		return out.Finish(0)
	}
	for {
		if out.Flush() != nil {
			return out.Finish(1)
		}
		select {
		case <-news:
		case <-ctx.Done():
			return 1
		case <-p.NotifySignal():
			return 0
		}
		if p.Safepoint() != nil {
			return 1
		}
		all, news = m.Journal().After(last)
		for _, e := range all {
			last = e.Seq
			if keep(e) {
				writeEntry(out, p, e, mode, host)
			}
		}
	}
}

func isCount(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil || s == "all"
}

func journalBoot(k *kernel.Kernel) string {
	data, err := k.FS().ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return strings.Repeat("0", 32)
	}
	return strings.TrimSpace(string(data))
}

func stampIn(p *kernel.Process, t time.Time) string {
	return t.In(cmd.Location(p)).Format("Mon 2006-01-02 15:04:05 MST")
}

var priorities = []string{"emerg", "alert", "crit", "err", "warning", "notice", "info", "debug"}

func parsePriority(s string) (int, bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, n >= 0 && n <= 7
	}
	i := slices.Index(priorities, s)
	return i, i >= 0
}

// journalFilter reads what restricts the entries.
func journalFilter(p *kernel.Process, o *optparse.Result) (func(service.Entry) bool, string) {
	var units, ids []string
	low, high := 0, 7
	var since, until time.Time
	var grep *regexp.Regexp
	now := p.Kernel().Clock().Now()
	for _, m := range o.Options {
		var err error
		switch m.Key {
		case "u":
			units = append(units, service.MangleName(m.Value))
		case "t":
			ids = append(ids, m.Value)
		case "p":
			from, to, isRange := strings.Cut(m.Value, "..")
			ok, ok2 := true, true
			if isRange {
				low, ok = parsePriority(from)
				high, ok2 = parsePriority(to)
				low, high = min(low, high), max(low, high)
			} else {
				high, ok = parsePriority(from)
			}
			if !ok || !ok2 {
				return nil, "Unknown log level " + m.Value
			}
		case "S", "U":
			t, ok := parseWhen(m.Value, now, cmd.Location(p))
			if !ok {
				return nil, "Failed to parse timestamp: " + m.Value
			}
			if m.Key == "S" {
				since = t
			} else {
				until = t
			}
		case "g":
			pattern := m.Value
			if strings.ToLower(pattern) == pattern {
				pattern = "(?i)" + pattern
			}
			if grep, err = regexp.Compile(pattern); err != nil {
				return nil, "Bad pattern \"" + m.Value + "\": " + err.Error()
			}
		}
	}
	matches := map[string][]string{}
	for _, a := range o.Args {
		key, value, ok := strings.Cut(a, "=")
		if !ok {
			return nil, "Failed to add match '" + a + "': Invalid argument"
		}
		matches[key] = append(matches[key], value)
	}
	kernelOnly := o.Has("k")
	return func(e service.Entry) bool {
		if kernelOnly || e.Priority < low || e.Priority > high {
			return false
		}
		if len(units) > 0 && !slices.ContainsFunc(units, func(u string) bool {
			if strings.ContainsAny(u, "*?[") {
				ok, err := path.Match(u, e.Unit)
				return ok && err == nil
			}
			return u == e.Unit
		}) {
			return false
		}
		if len(ids) > 0 && !slices.Contains(ids, e.Identifier) {
			return false
		}
		if !since.IsZero() && e.Time.Before(since) || !until.IsZero() && e.Time.After(until) {
			return false
		}
		for key, values := range matches {
			if !slices.Contains(values, entryField(e, key)) {
				return false
			}
		}
		return grep == nil || grep.MatchString(e.Message)
	}, ""
}

// entryField is a field of an entry by its name in the journal.
func entryField(e service.Entry, key string) string {
	switch key {
	case "_SYSTEMD_UNIT":
		if e.PID == 1 {
			return "init.scope"
		}
		return e.Unit
	case "UNIT":
		if e.PID == 1 {
			return e.Unit
		}
	case "SYSLOG_IDENTIFIER", "_COMM":
		return e.Identifier
	case "_PID":
		return strconv.Itoa(e.PID)
	case "_UID":
		return strconv.Itoa(e.UID)
	case "PRIORITY":
		return strconv.Itoa(e.Priority)
	case "MESSAGE":
		return e.Message
	}
	return ""
}

// parseWhen reads a point in time of systemd.time(7): a date, a time of day, now, today, yesterday, "-5min", "5 min ago",
// "@seconds".
func parseWhen(s string, now time.Time, loc *time.Location) (time.Time, bool) {
	s = strings.TrimSpace(s)
	day := func(t time.Time) time.Time {
		y, m, d := t.In(loc).Date()
		return time.Date(y, m, d, 0, 0, 0, 0, loc)
	}
	switch s {
	case "now":
		return now, true
	case "today":
		return day(now), true
	case "yesterday":
		return day(now).AddDate(0, 0, -1), true
	case "tomorrow":
		return day(now).AddDate(0, 0, 1), true
	}
	if rest, ok := strings.CutPrefix(s, "@"); ok {
		n, err := strconv.ParseFloat(rest, 64)
		return time.UnixMicro(int64(n * 1e6)), err == nil
	}
	sign := time.Duration(0)
	rest := s
	switch {
	case strings.HasPrefix(s, "-"):
		sign, rest = -1, s[1:]
	case strings.HasPrefix(s, "+"):
		sign, rest = 1, s[1:]
	case strings.HasSuffix(s, " ago"):
		sign, rest = -1, strings.TrimSuffix(s, " ago")
	}
	if sign != 0 {
		d, ok := service.ParseSpan(rest)
		return now.Add(sign * d), ok
	}
	for _, layout := range []string{"2006-01-02 15:04:05.999999", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05Z07:00", "2006-01-02"} {
		if t, err := time.ParseInLocation(layout, strings.TrimSuffix(s, " UTC"), loc); err == nil {
			return t, true
		}
	}
	for _, layout := range []string{"15:04:05", "15:04"} {
		if t, err := time.ParseInLocation(layout, s, loc); err == nil {
			return day(now).Add(time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute + time.Duration(t.Second())*time.Second), true
		}
	}
	return time.Time{}, false
}

var journalModes = []string{
	"short", "short-precise", "short-iso", "short-iso-precise", "short-full", "short-unix", "short-monotonic", "verbose", "export", "json",
	"json-pretty", "cat", "with-unit",
}

// writeEntry prints one entry in an output mode; "" is short.
func writeEntry(w *cmd.Writer, p *kernel.Process, e service.Entry, mode string, host bool) {
	t := e.Time.In(cmd.Location(p))
	name := e.Identifier
	stamp := ""
	switch mode {
	case "cat":
		w.Printf("%s\n", e.Message)
		return
	case "json", "json-pretty":
		fields := map[string]string{
			"__REALTIME_TIMESTAMP": strconv.FormatInt(e.Time.UnixMicro(), 10), "_HOSTNAME": p.Kernel().Hostname(), "PRIORITY": strconv.Itoa(e.Priority),
			"SYSLOG_IDENTIFIER": e.Identifier, "_PID": strconv.Itoa(e.PID), "_UID": strconv.Itoa(e.UID), "MESSAGE": e.Message,
			"__CURSOR": "i=" + strconv.FormatUint(e.Seq, 16),
		}
		for _, key := range []string{"_SYSTEMD_UNIT", "UNIT"} {
			if v := entryField(e, key); v != "" {
				fields[key] = v
			}
		}
		data, _ := json.Marshal(fields)
		if mode == "json-pretty" {
			data, _ = json.MarshalIndent(fields, "", "\t")
		}
		w.Printf("%s\n", data)
		return
	case "verbose", "export":
		if mode == "verbose" {
			w.Printf("%s [i=%x]\n", t.Format("Mon 2006-01-02 15:04:05.000000 MST"), e.Seq)
		}
		for _, key := range []string{"PRIORITY", "SYSLOG_IDENTIFIER", "UNIT", "_SYSTEMD_UNIT", "_PID", "_UID", "MESSAGE"} {
			if v := entryField(e, key); v != "" {
				if mode == "verbose" {
					w.Printf("    ")
				}
				w.Printf("%s=%s\n", key, v)
			}
		}
		if mode == "export" {
			w.Printf("\n")
		}
		return
	case "short-iso":
		stamp = t.Format("2006-01-02T15:04:05-0700")
	case "short-iso-precise":
		stamp = t.Format("2006-01-02T15:04:05.000000-0700")
	case "short-precise":
		stamp = t.Format("Jan 02 15:04:05.000000")
	case "short-unix":
		stamp = fmt.Sprintf("%d.%06d", e.Time.Unix(), e.Time.Nanosecond()/1000)
	case "short-monotonic":
		stamp = fmt.Sprintf("[%12.6f]", e.Time.Sub(p.Kernel().BootTime()).Seconds())
	case "short-full":
		stamp = t.Format("Mon 2006-01-02 15:04:05 MST")
	case "with-unit":
		stamp = t.Format("Mon 2006-01-02 15:04:05 MST")
		name = entryField(e, "_SYSTEMD_UNIT")
	default:
		stamp = t.Format("Jan 02 15:04:05")
	}
	w.WriteString(stamp)
	if host {
		w.WriteString(" " + p.Kernel().Hostname())
	}
	w.Printf(" %s[%d]: %s\n", name, e.PID, e.Message)
}
