package system

import (
	"context"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var unameUsage = optparse.Define("uname", "[OPTION]...", "Print certain system information.  With no OPTION, same as -s.", `
-a, --all                print all information, in the following order
-s, --kernel-name        print the kernel name
-n, --nodename           print the network node hostname
-r, --kernel-release     print the kernel release
-v, --kernel-version     print the kernel version
-m, --machine            print the machine hardware name
-p, --processor          print the processor type (non-portable)
-i, --hardware-platform  print the hardware platform (non-portable)
-o, --operating-system   print the operating system
`)

// What a box says it runs on: the same everywhere, so that nothing of the host shows.
const (
	osRelease = "6.1.0-sandpit"
	osVersion = "#1 SMP PREEMPT_DYNAMIC sandpit"
	machine   = "x86_64"
)

func uname(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, unameUsage)
	if done {
		return status
	}
	if len(o.Args) > 0 {
		return cmd.ExtraOperand(p, unameUsage, o.Args[0])
	}
	values := []struct{ key, text string }{
		{"s", "Linux"}, {"n", p.Kernel().Hostname()}, {"r", osRelease}, {"v", osVersion},
		{"m", machine}, {"p", "unknown"}, {"i", "unknown"}, {"o", "GNU/Linux"},
	}
	var out []string
	for _, v := range values {
		if o.Has(v.key) || o.Has("a") && v.text != "unknown" || len(o.Options) == 0 && v.key == "s" {
			out = append(out, v.text)
		}
	}
	w := cmd.NewWriter(p)
	_, _ = w.WriteString(strings.Join(out, " ") + "\n")
	return w.Finish(0)
}

var archUsage = optparse.Define("arch", "[OPTION]...", "Print machine architecture.", ``)

func arch(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, archUsage)
	if done {
		return status
	}
	if len(o.Args) > 0 {
		return cmd.ExtraOperand(p, archUsage, o.Args[0])
	}
	w := cmd.NewWriter(p)
	_, _ = w.WriteString(machine + "\n")
	return w.Finish(0)
}
