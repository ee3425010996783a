package system

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var timeUsage = optparse.Define("time", "[OPTIONS] COMMAND [ARG]...", "Run COMMAND, then print system resource usage.", `
-a, --append          with -o FILE, append instead of overwriting
-f, --format=FORMAT   use the specified FORMAT instead of the default
-o, --output=FILE     write to FILE instead of STDERR
-p, --portability     print POSIX standard 1003.2 conformant string
-q, --quiet           do not print information about abnormal program termination
-v, --verbose         print all resource usage information instead of the default format
-V                    version
`).Posix().Status(125)

// timeCommand is /usr/bin/time. Processor time, memory and faults are not accounted in a box: they are shown as none.
func timeCommand(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, timeUsage)
	if done {
		return status
	}
	if o.Has("V") {
		cmd.Standard(p, timeUsage, "version")
		return 0
	}
	if len(o.Args) == 0 {
		cmd.Errorf(p, "missing program to run")
		cmd.TryHelp(p)
		return 125
	}
	format := p.Getenv("TIME")
	if format == "" {
		format = "%Uuser %Ssystem %Eelapsed %PCPU (%Xavgtext+%Davgdata %Mmaxresident)k\n%Iinputs+%Ooutputs (%Fmajor+%Rminor)pagefaults %Wswaps"
	}
	for _, m := range o.Options {
		switch m.Key {
		case "f":
			format = m.Value
		case "p":
			format = "real %e\nuser %U\nsys %S"
		case "v":
			format = "\tCommand being timed: \"%C\"\n\tUser time (seconds): %U\n\tSystem time (seconds): %S\n\tPercent of CPU this job got: %P\n\tElapsed (wall clock) time (h:mm:ss or m:ss): %E\n\tMaximum resident set size (kbytes): %M\n\tExit status: %x"
		}
	}
	var out io.Writer = p.Stderr()
	if name, ok := o.Value("o"); ok {
		flag := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
		if o.Has("a") {
			flag = os.O_WRONLY | os.O_CREATE | os.O_APPEND
		}
		f, err := p.FS().OpenFile(name, flag, 0o666)
		if err != nil {
			cmd.FileError(p, name, err)
			return 125
		}
		defer func() { _ = f.Close() }()
		out = f
	}
	clock := p.Kernel().Clock()
	start := clock.Now()
	for _, s := range []kernel.Signal{kernel.SIGINT, kernel.SIGQUIT} {
		p.SetDisposition(s, kernel.SigIgnore)
	}
	code := 0
	st, err := cmd.Run(ctx, p, kernel.Spec{Args: o.Args})
	switch {
	case err != nil:
		cmd.Errorf(p, "cannot run %s: %s", o.Args[0], kernel.Strerror(err))
		code = execStatus(err)
	default:
		code = st.ExitCode()
	}
	elapsed := clock.Now().Sub(start)
	text := ""
	switch {
	case o.Has("q") || err != nil && code == 0:
	case err == nil && st.Signal != 0:
		text = fmt.Sprintf("Command terminated by signal %d\n", int(st.Signal))
	case code != 0:
		text = fmt.Sprintf("Command exited with non-zero status %d\n", code)
	}
	_, _ = io.WriteString(out, text+timeFormat(format, elapsed, o.Args, code)+"\n")
	return code
}

func timeFormat(format string, d time.Duration, args []string, code int) string {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		c := format[i]
		if c == '\\' && i+1 < len(format) {
			i++
			switch format[i] {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case '\\':
				b.WriteByte('\\')
			default:
				b.WriteString("?\\" + format[i:i+1])
			}
			continue
		}
		if c != '%' || i+1 == len(format) {
			b.WriteByte(c)
			continue
		}
		i++
		switch format[i] {
		case '%':
			b.WriteByte('%')
		case 'C':
			b.WriteString(strings.Join(args, " "))
		case 'E':
			hundredths := int64(d / (10 * time.Millisecond))
			s := hundredths / 100
			if s >= 3600 {
				fmt.Fprintf(&b, "%d:%02d:%02d", s/3600, s/60%60, s%60)
			} else {
				fmt.Fprintf(&b, "%d:%02d.%02d", s/60, s%60, hundredths%100)
			}
		case 'e':
			fmt.Fprintf(&b, "%.2f", float64(d/(10*time.Millisecond))/100)
		case 'S', 'U':
			b.WriteString("0.00")
		case 'P':
			b.WriteString("0%")
		case 'x':
			fmt.Fprintf(&b, "%d", code)
		case 'Z':
			b.WriteString("4096")
		case 'D', 'F', 'I', 'K', 'M', 'O', 'R', 'W', 'X', 'c', 'k', 'p', 'r', 's', 't', 'w':
			b.WriteByte('0')
		default:
			b.WriteString("?" + format[i:i+1])
		}
	}
	return b.String()
}
