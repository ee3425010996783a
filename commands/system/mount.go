package system

import (
	"context"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var mountUsage = optparse.Define("mount", "[-l]\n-a [options]\n[options] <source> <directory>", "Mount a filesystem.", `
-a, --all             mount all filesystems mentioned in fstab
-l, --show-labels     show also filesystem labels
-o, --options <list>  comma-separated list of mount options
-r, --read-only       mount the filesystem read-only
-t, --types <list>    limit the set of filesystem types
-v, --verbose         say what is being done
!-V                   version
`)

// mount lists what is mounted. Only the host can mount: for the box's users that is forbidden, as for all but root.
func mount(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, mountUsage)
	if done {
		return status
	}
	if len(o.Args) > 0 {
		cmd.Errorf(p, "%s: permission denied.", o.Args[len(o.Args)-1])
		return 32
	}
	if o.Has("a") {
		return 0
	}
	data, err := p.FS().ReadFile("/proc/mounts")
	if err != nil {
		cmd.Errorf(p, "failed to read mtab: %s", kernel.Strerror(err))
		return 1
	}
	only, filtered := o.Value("t")
	unescape := strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)
	w := cmd.NewWriter(p)
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) < 4 || filtered && !strings.Contains(","+only+",", ","+f[2]+",") {
			continue
		}
		_, _ = w.WriteString(unescape.Replace(f[0]) + " on " + unescape.Replace(f[1]) + " type " + f[2] + " (" + f[3] + ")\n")
	}
	return w.Finish(0)
}
