package system

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/redact"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/kernel/service"
)

var loggerUsage = optparse.Define("logger", "[options] [<message>]", "Enter messages into the system log.", `
-i                      log the logger command's PID
-f, --file <file>       log the contents of this file
-e, --skip-empty        do not log empty lines when processing files
    --no-act            do everything except the write the log
-p, --priority <prio>   mark given message with this priority
-s, --stderr            output message to standard error as well
-t, --tag <tag>         mark every line with this tag
`).Posix()

// maxLogLine is how much of a line logger hands on, in bytes: the default of its --size.
const maxLogLine = 1024

// logger puts messages into the box's journal and hands them to the box's log: the host decides where that goes.
func logger(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, loggerUsage)
	if done {
		return status
	}
	tag, priority := p.User(), "user.notice"
	if v, ok := o.Value("t"); ok {
		tag = v
	}
	if v, ok := o.Value("p"); ok {
		priority = v
	}
	if o.Has("i") {
		tag += "[" + strconv.Itoa(p.PID()) + "]"
	}
	put := func(line string) {
		if line == "" && o.Has("e") {
			return
		}
		if o.Has("s") {
			cmd.Raw(p, "<"+strconv.Itoa(loggerPriority(priority))+">"+tag+": "+line+"\n")
		}
		if !o.Has("no-act") {
			name, _, _ := strings.Cut(tag, "[")
			service.Of(p.Kernel()).Journal().Append(service.Entry{
				Time: p.Kernel().Clock().Now(), Unit: service.Of(p.Kernel()).OfProcess(p), Identifier: name, PID: p.PID(), UID: p.Cred().UID,
				Priority: loggerPriority(priority) & 7, Message: line[:min(len(line), maxLogLine)],
			})
		}
		if log := p.Kernel().Log(); log != nil && !o.Has("no-act") {
			log.Info("logger", "tag", redact.Text(tag), "priority", redact.Text(priority), "message", redact.Line(line, maxLogLine))
		}
	}
	if len(o.Args) > 0 {
		put(strings.Join(o.Args, " "))
		return 0
	}
	name := "-"
	if v, ok := o.Value("f"); ok {
		name = v
	}
	in, err := cmd.Open(p, name)
	if err != nil {
		cmd.Errorf(p, "file %s: %s", name, kernel.Strerror(err))
		return 1
	}
	defer in.Close()
	lines := cmd.NewLineReader(in, '\n')
	for p.Safepoint() == nil {
		line, _, err := lines.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			cmd.Errorf(p, "read failed: %s", kernel.Strerror(err))
			return 1
		}
		put(string(line))
	}
	return 0
}

// loggerPriority is syslog's number of facility.level.
func loggerPriority(s string) int {
	facility, level, ok := strings.Cut(s, ".")
	if !ok {
		facility, level = "user", s
	}
	facilities := []string{"kern", "user", "mail", "daemon", "auth", "syslog", "lpr", "news", "uucp", "cron", "authpriv", "ftp"}
	levels := []string{"emerg", "alert", "crit", "err", "warning", "notice", "info", "debug"}
	f, l := 1, 5
	for i, n := range facilities {
		if n == facility {
			f = i
		}
	}
	for i, n := range levels {
		if n == level || n == "warning" && level == "warn" || n == "err" && level == "error" {
			l = i
		}
	}
	if n, found := strings.CutPrefix(facility, "local"); found {
		if v, err := strconv.Atoi(n); err == nil {
			f = 16 + v
		}
	}
	return f*8 + l
}
